/* Interned names, and a map from a pair of pointers to a pointer.
 *
 * Every name of a text is stored once; equal names are equal pointers. What belongs to something under
 * a name (a member of a class, a part of an instance) is then found by the pair (owner, name), all of
 * them in one table. */
#ifndef EG_MODELICA_SCOPE_SYMBOLS_H
#define EG_MODELICA_SCOPE_SYMBOLS_H

#include <stddef.h>

#include "base/arena.h"

typedef struct eg_symbols eg_symbols;

/* The texts go into the arena. NULL when out of memory. */
eg_symbols *eg_symbols_create(eg_arena *arena);
void eg_symbols_free(eg_symbols *symbols);
/* The one copy of these `length` bytes; NULL when out of memory. */
const char *eg_symbols_intern(eg_symbols *symbols, const char *text, size_t length);

typedef struct eg_pairs eg_pairs;

eg_pairs *eg_pairs_create(void);
void eg_pairs_free(eg_pairs *pairs);
/* Remembers `value` (not NULL) for (owner, key), in place of what was there. 0, or -1 out of memory. */
int eg_pairs_set(eg_pairs *pairs, const void *owner, const void *key, void *value);
/* What was remembered, or NULL. */
void *eg_pairs_get(const eg_pairs *pairs, const void *owner, const void *key);

#endif
