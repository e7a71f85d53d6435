/* Memory that is released all at once: what a spec, a syntax tree or a compiled model is made of. */
#ifndef EG_BASE_ARENA_H
#define EG_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct eg_arena eg_arena;

/* NULL when out of memory. */
eg_arena *eg_arena_create(void);
/* One more owner, on any thread: the memory is released when the last one frees it. Answers the arena. */
eg_arena *eg_arena_share(eg_arena *arena);
/* Accepts NULL. */
void eg_arena_free(eg_arena *arena);
/* `size` zeroed bytes, aligned for any type; NULL when out of memory. size 0 gives a valid pointer. */
void *eg_arena_alloc(eg_arena *arena, size_t size);
/* count*size zeroed bytes; NULL when that overflows or memory is out. */
void *eg_arena_array(eg_arena *arena, size_t count, size_t size);
/* A copy of the first `length` bytes of text with a NUL behind. */
char *eg_arena_text(eg_arena *arena, const char *text, size_t length);
char *eg_arena_copy(eg_arena *arena, const char *text);
/* As sprintf, into new memory. */
char *eg_arena_format(eg_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Bytes handed out so far. */
size_t eg_arena_used(const eg_arena *arena);

/* Makes room for `count` items in a malloc'ed array of items of `item_size` bytes, doubling as it
 * grows (new room is not cleared). *capacity counts items. Returns 0, or -1 when out of memory. */
int eg_grow(void **items, size_t *capacity, size_t count, size_t item_size);
/* Gives back the room beyond `count` items, if there is much of it, of an array that will grow no more. */
void eg_trim(void **items, size_t *capacity, size_t count, size_t item_size);

#endif
