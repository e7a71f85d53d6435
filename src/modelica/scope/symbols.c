/* Hash tables with open addressing and linear probing, at most two thirds full, sizes powers of two. */
#include "modelica/scope/symbols.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 256 };

/* ---------------------------------------------------------------- interned names */

typedef struct symbol {
    const char *text;
    size_t length;
    uint64_t hash;
} symbol;

struct eg_symbols {
    eg_arena *arena;
    symbol *table;
    size_t size, count;
};

eg_symbols *eg_symbols_create(eg_arena *arena)
{
    eg_symbols *symbols = calloc(1, sizeof *symbols);
    if (!symbols)
        return NULL;
    symbols->arena = arena;
    symbols->size = FIRST_SIZE;
    symbols->table = calloc(symbols->size, sizeof *symbols->table);
    if (symbols->table)
        return symbols;
    free(symbols);
    return NULL;
}

void eg_symbols_free(eg_symbols *symbols)
{
    if (!symbols)
        return;
    free(symbols->table);
    free(symbols);
}

/* FNV-1a (Fowler, Noll, Vo), and a final mixing so that the low bits depend on all. */
static uint64_t hash_text(const char *text, size_t length)
{
    uint64_t h = 14695981039346656037u;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)text[i]) * 1099511628211u;
    return h ^ (h >> 29);
}

/* Where the text stands, or the free place where it would. */
static symbol *find_symbol(symbol *table, size_t size, const char *text, size_t length, uint64_t hash)
{
    size_t i = (size_t)hash & (size - 1);
    while (table[i].text &&
           (table[i].hash != hash || table[i].length != length || memcmp(table[i].text, text, length) != 0))
        i = (i + 1) & (size - 1);
    return &table[i];
}

static bool grow_symbols(eg_symbols *symbols)
{
    size_t size = symbols->size * 2;
    symbol *table = calloc(size, sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < symbols->size; i++) {
        symbol *s = &symbols->table[i];
        if (s->text)
            *find_symbol(table, size, s->text, s->length, s->hash) = *s;
    }
    free(symbols->table);
    symbols->table = table;
    symbols->size = size;
    return true;
}

const char *eg_symbols_intern(eg_symbols *symbols, const char *text, size_t length)
{
    uint64_t hash = hash_text(text, length);
    symbol *found = find_symbol(symbols->table, symbols->size, text, length, hash);
    if (found->text)
        return found->text;
    if (3 * (symbols->count + 1) > 2 * symbols->size) {
        if (!grow_symbols(symbols))
            return NULL;
        found = find_symbol(symbols->table, symbols->size, text, length, hash);
    }
    const char *copy = eg_arena_text(symbols->arena, text, length);
    if (!copy)
        return NULL;
    *found = (symbol){copy, length, hash};
    symbols->count++;
    return copy;
}

/* ---------------------------------------------------------------- pairs */

typedef struct pair {
    const void *owner, *key;
    void *value;
} pair;

struct eg_pairs {
    pair *table;
    size_t size, count;
};

eg_pairs *eg_pairs_create(void)
{
    eg_pairs *pairs = calloc(1, sizeof *pairs);
    if (!pairs)
        return NULL;
    pairs->size = FIRST_SIZE;
    pairs->table = calloc(pairs->size, sizeof *pairs->table);
    if (pairs->table)
        return pairs;
    free(pairs);
    return NULL;
}

void eg_pairs_free(eg_pairs *pairs)
{
    if (!pairs)
        return;
    free(pairs->table);
    free(pairs);
}

/* The finishing steps of MurmurHash3 (Appleby) over both addresses. */
static uint64_t hash_pair(const void *owner, const void *key)
{
    uint64_t h = (uint64_t)(uintptr_t)owner * 0x9E3779B97F4A7C15u + (uint64_t)(uintptr_t)key;
    h = (h ^ (h >> 33)) * 0xFF51AFD7ED558CCDu;
    h = (h ^ (h >> 33)) * 0xC4CEB9FE1A85EC53u;
    return h ^ (h >> 33);
}

static pair *find_pair(pair *table, size_t size, const void *owner, const void *key)
{
    size_t i = (size_t)hash_pair(owner, key) & (size - 1);
    while (table[i].value && (table[i].owner != owner || table[i].key != key))
        i = (i + 1) & (size - 1);
    return &table[i];
}

static bool grow_pairs(eg_pairs *pairs)
{
    size_t size = pairs->size * 2;
    pair *table = calloc(size, sizeof *table);
    if (!table)
        return false;
    for (size_t i = 0; i < pairs->size; i++) {
        pair *p = &pairs->table[i];
        if (p->value)
            *find_pair(table, size, p->owner, p->key) = *p;
    }
    free(pairs->table);
    pairs->table = table;
    pairs->size = size;
    return true;
}

int eg_pairs_set(eg_pairs *pairs, const void *owner, const void *key, void *value)
{
    if (3 * (pairs->count + 1) > 2 * pairs->size && !grow_pairs(pairs))
        return -1;
    pair *found = find_pair(pairs->table, pairs->size, owner, key);
    if (!found->value)
        pairs->count++;
    *found = (pair){owner, key, value};
    return 0;
}

void *eg_pairs_get(const eg_pairs *pairs, const void *owner, const void *key)
{
    return find_pair(pairs->table, pairs->size, owner, key)->value;
}
