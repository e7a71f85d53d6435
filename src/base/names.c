/* Names: a hash map with open addressing, wildcard patterns, and the edit distance. */
#include "base/names.h"

#include <ctype.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- the map */

typedef struct slot {
    const char *name; /* NULL: free */
    uint64_t hash;
    long index;
} slot;

struct eg_names {
    slot *slots;
    size_t mask; /* number of slots - 1; the number is a power of two */
    size_t used;
};

/* FNV-1a (Fowler, Noll, Vo 1991), with the high bits folded into the low ones that choose the slot. */
uint64_t eg_names_hash(const char *name, size_t length)
{
    uint64_t h = 14695981039346656037U;
    for (size_t i = 0; i < length; i++)
        h = (h ^ (unsigned char)name[i]) * 1099511628211U;
    return h ^ (h >> 29);
}

/* The slot that holds the name, or the free one where it belongs. */
static slot *slot_for(const eg_names *names, const char *name, uint64_t hash)
{
    size_t i = (size_t)hash & names->mask;
    for (;; i = (i + 1) & names->mask) {
        slot *s = &names->slots[i];
        if (!s->name || (s->hash == hash && strcmp(s->name, name) == 0))
            return s;
    }
}

eg_names *eg_names_create(size_t expected)
{
    size_t count = 16;
    while (count / 2 < expected) {
        if (count > SIZE_MAX / 2 / sizeof(slot))
            return NULL;
        count *= 2;
    }
    eg_names *names = calloc(1, sizeof *names);
    if (!names)
        return NULL;
    names->slots = calloc(count, sizeof *names->slots);
    names->mask = count - 1;
    if (!names->slots) {
        free(names);
        return NULL;
    }
    return names;
}

void eg_names_free(eg_names *names)
{
    if (!names)
        return;
    free(names->slots);
    free(names);
}

static int enlarge(eg_names *names)
{
    size_t old_count = names->mask + 1;
    slot *old = names->slots;
    slot *slots = calloc(old_count * 2, sizeof *slots);
    if (!slots)
        return -1;
    names->slots = slots;
    names->mask = old_count * 2 - 1;
    for (size_t i = 0; i < old_count; i++)
        if (old[i].name)
            *slot_for(names, old[i].name, old[i].hash) = old[i];
    free(old);
    return 0;
}

int eg_names_add(eg_names *names, const char *name, long index)
{
    uint64_t hash = eg_names_hash(name, strlen(name));
    slot *s = slot_for(names, name, hash);
    if (s->name)
        return 1;
    if ((names->used + 1) * 3 > (names->mask + 1) * 2) {
        if (enlarge(names) != 0)
            return -1;
        s = slot_for(names, name, hash);
    }
    *s = (slot){name, hash, index};
    names->used++;
    return 0;
}

long eg_names_find(const eg_names *names, const char *name)
{
    const slot *s = slot_for(names, name, eg_names_hash(name, strlen(name)));
    return s->name ? s->index : -1;
}

/* ---------------------------------------------------------------- patterns */

/* Steps over one character of UTF-8; a byte that is none counts as one. */
static const char *next_character(const char *c)
{
    c++;
    while (((unsigned char)*c & 0xC0) == 0x80)
        c++;
    return c;
}

/* When a mismatch follows a *, the star takes one character more and matching resumes behind it. Only
 * the last star needs to be remembered: an earlier one cannot do better. */
bool eg_match(const char *pattern, const char *name)
{
    const char *star = NULL, *resume = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = ++pattern;
            resume = name;
        } else if (*pattern == '?') {
            pattern++;
            name = next_character(name);
        } else if (*pattern == *name) {
            pattern++;
            name++;
        } else if (star) {
            pattern = star;
            name = resume = next_character(resume);
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern == '\0';
}

/* ---------------------------------------------------------------- endings */

bool eg_text_ends(const char *text, const char *ending)
{
    const size_t length = strlen(text), more = strlen(ending);
    return length > more && strcmp(text + length - more, ending) == 0;
}

static char small_letter(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

bool eg_path_ends(const char *path, const char *ending)
{
    const size_t length = strlen(path), more = strlen(ending);
    if (length <= more)
        return false;
    for (size_t i = 0; i < more; i++)
        if (small_letter(path[length - more + i]) != ending[i])
            return false;
    return true;
}

/* ---------------------------------------------------------------- the name that was meant */

enum { LONGEST = 200 }; /* a longer name has no near one */

static bool same_letter(char a, char b, bool fold)
{
    if (!fold)
        return a == b;
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

static int min3(int a, int b, int c)
{
    int least = a < b ? a : b;
    return least < c ? least : c;
}

/* Insertions, deletions, replacements and swaps of neighbours that lead from a to b (Damerau 1964, in
 * the form that edits no part twice). la, lb <= LONGEST. */
static int edit_distance(const char *a, size_t la, const char *b, size_t lb, bool fold)
{
    int rows[3][LONGEST + 1];
    for (size_t j = 0; j <= lb; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= la; i++) {
        int *now = rows[i % 3];
        const int *last = rows[(i + 2) % 3], *before = rows[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= lb; j++) {
            int replaced = last[j - 1] + !same_letter(a[i - 1], b[j - 1], fold);
            now[j] = min3(replaced, last[j] + 1, now[j - 1] + 1);
            bool swapped = i > 1 && j > 1 && same_letter(a[i - 1], b[j - 2], fold) &&
                           same_letter(a[i - 2], b[j - 1], fold);
            if (swapped && before[j - 2] + 1 < now[j])
                now[j] = before[j - 2] + 1;
        }
    }
    return rows[la % 3][lb];
}

/* At least one letter must have been right: else every name of one letter would be near any other. */
const char *eg_nearest(const char *name, const char *const *candidates, size_t count)
{
    size_t length = strlen(name);
    if (length == 0 || length > LONGEST)
        return NULL;
    const char *nearest = NULL;
    int limit = length < 4 ? 1 : 1 + (int)(length / 3);
    int best = limit, best_exact = LONGEST + 1;
    for (size_t i = 0; i < count; i++) {
        size_t other = strlen(candidates[i]);
        size_t gap = other > length ? other - length : length - other;
        if (other > LONGEST || gap > (size_t)limit)
            continue;
        int distance = edit_distance(name, length, candidates[i], other, true);
        if (distance > best || distance >= (int)length)
            continue;
        int exact = edit_distance(name, length, candidates[i], other, false);
        if (distance < best || exact < best_exact) {
            nearest = candidates[i];
            best = distance;
            best_exact = exact;
        }
    }
    return nearest;
}
