/* Arenas: chunks that double in size up to a limit, from which memory is cut off in order.
 *
 * Chunks come from calloc, so what is handed out is zero without touching it: the pages of a large
 * model that are never written never become resident.
 *
 * Under the address sanitizer every allocation gets a chunk of its own, so that an overrun meets a
 * red zone and not its neighbour. */
#include "base/arena.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ONE_CHUNK_EACH 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__)
#define ONE_CHUNK_EACH 1
#endif

enum { FIRST_CHUNK = 4096, LARGEST_CHUNK = 1 << 20 };

typedef struct chunk {
    struct chunk *next;
    size_t used, size; /* of data, in bytes */
    max_align_t data[];
} chunk;

struct eg_arena {
    chunk *newest;
    size_t next_size; /* of the next ordinary chunk */
    size_t used;      /* handed out so far */
    char *text;       /* room for texts, which need no alignment: */
    size_t text_room; /* bytes of it that are left */
    atomic_int owners;
};

eg_arena *eg_arena_create(void)
{
    eg_arena *arena = calloc(1, sizeof *arena);
    if (!arena)
        return NULL;
    arena->next_size = FIRST_CHUNK;
    atomic_init(&arena->owners, 1);
    return arena;
}

eg_arena *eg_arena_share(eg_arena *arena)
{
    (void)atomic_fetch_add(&arena->owners, 1);
    return arena;
}

void eg_arena_free(eg_arena *arena)
{
    if (!arena || atomic_fetch_sub(&arena->owners, 1) > 1)
        return;
    for (chunk *c = arena->newest; c;) {
        chunk *next = c->next;
        free(c);
        c = next;
    }
    free(arena);
}

static chunk *chunk_create(size_t size)
{
    if (size > PTRDIFF_MAX - sizeof(chunk))
        return NULL;
    chunk *c = calloc(1, sizeof(chunk) + size);
    if (c)
        c->size = size;
    return c;
}

#ifndef ONE_CHUNK_EACH
/* An ordinary chunk becomes the newest; one made to measure goes behind it, so that the room left in
 * the newest is not lost. */
static chunk *add_chunk(eg_arena *arena, size_t size)
{
    bool ordinary = size <= arena->next_size / 4;
    chunk *c = chunk_create(ordinary ? arena->next_size : size);
    if (!c)
        return NULL;
    if (ordinary && arena->next_size < LARGEST_CHUNK)
        arena->next_size *= 2;
    if (ordinary || !arena->newest) {
        c->next = arena->newest;
        arena->newest = c;
    } else {
        c->next = arena->newest->next;
        arena->newest->next = c;
    }
    return c;
}
#else
static chunk *add_chunk(eg_arena *arena, size_t size)
{
    chunk *c = chunk_create(size);
    if (c) {
        c->next = arena->newest;
        arena->newest = c;
    }
    return c;
}
#endif

void *eg_arena_alloc(eg_arena *arena, size_t size)
{
    const size_t align = offsetof(
        struct {
            char c;
            max_align_t item;
        },
        item);
    if (size > SIZE_MAX - align)
        return NULL;
#ifndef ONE_CHUNK_EACH
    size = size == 0 ? align : (size + align - 1) / align * align;
#endif
    chunk *c = arena->newest;
    if (!c || c->size - c->used < size || size == 0)
        c = add_chunk(arena, size);
    if (!c)
        return NULL;
    void *memory = (char *)c->data + c->used;
    c->used += size;
    arena->used += size;
    return memory;
}

void *eg_arena_array(eg_arena *arena, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size)
        return NULL;
    return eg_arena_alloc(arena, count * size);
}

/* Texts stand behind each other, since most of them are short. */
static char *text_room(eg_arena *arena, size_t size)
{
#ifndef ONE_CHUNK_EACH
    enum { TEXTS = 1024 };
    if (size > TEXTS / 8)
        return eg_arena_alloc(arena, size);
    if (arena->text_room < size) {
        arena->text = eg_arena_alloc(arena, TEXTS);
        arena->text_room = arena->text ? TEXTS : 0;
    }
    if (!arena->text)
        return NULL;
    char *room = arena->text;
    arena->text += size;
    arena->text_room -= size;
    return room;
#else
    return eg_arena_alloc(arena, size);
#endif
}

char *eg_arena_text(eg_arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX)
        return NULL;
    char *copy = text_room(arena, length + 1);
    if (copy)
        memcpy(copy, text, length);
    return copy;
}

char *eg_arena_copy(eg_arena *arena, const char *text)
{
    return eg_arena_text(arena, text, strlen(text));
}

char *eg_arena_format(eg_arena *arena, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    char *text = NULL;
    int length = vsnprintf(NULL, 0, format, arguments);
    if (length >= 0)
        text = text_room(arena, (size_t)length + 1);
    if (text)
        vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    va_end(arguments);
    return text;
}

size_t eg_arena_used(const eg_arena *arena)
{
    return arena->used;
}

int eg_grow(void **items, size_t *capacity, size_t count, size_t item_size)
{
    if (count <= *capacity)
        return 0;
    size_t wanted = *capacity < 4 ? 8 : *capacity;
    while (wanted < count) {
        if (wanted > SIZE_MAX / 2)
            return -1;
        wanted *= 2;
    }
    if (item_size == 0 || wanted > SIZE_MAX / item_size)
        return -1;
    void *grown = realloc(*items, wanted * item_size);
    if (!grown)
        return -1;
    *items = grown;
    *capacity = wanted;
    return 0;
}

void eg_trim(void **items, size_t *capacity, size_t count, size_t item_size)
{
    enum { LITTLE = 1024 };
    bool pays = count > 0 && count < *capacity && (*capacity - count) * item_size > LITTLE;
    void *trimmed = pays ? realloc(*items, count * item_size) : NULL;
    if (!trimmed)
        return;
    *items = trimmed;
    *capacity = count;
}
