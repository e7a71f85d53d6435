/* Names: hashing them, matching patterns, and finding the one that was probably meant. */
#ifndef EG_BASE_NAMES_H
#define EG_BASE_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A map from name to index (>= 0), in insertion-independent order: never iterated, only asked. */
typedef struct eg_names eg_names;

eg_names *eg_names_create(size_t expected);
void eg_names_free(eg_names *names);
/* The name is borrowed and must outlive the map. Returns 0, 1 when the name was there already
 * (its index stays), -1 when out of memory. */
int eg_names_add(eg_names *names, const char *name, long index);
/* The index, or -1. */
long eg_names_find(const eg_names *names, const char *name);

/* Of a name that need not end there. */
uint64_t eg_names_hash(const char *name, size_t length);

/* Does the text end with `ending`, and is it more than that? */
bool eg_text_ends(const char *text, const char *ending);
/* The same of a path, in any case; `ending` in small letters (".csv"). */
bool eg_path_ends(const char *path, const char *ending);

/* Does `name` match `pattern`, in which * stands for any run of characters and ? for one?
 * Every other character, brackets included, stands for itself. */
bool eg_match(const char *pattern, const char *name);

/* The nearest of `count` candidates by edit distance (case ignored first), or NULL when none is
 * near enough to be a likely slip (distance > 1 + length/3; > 1 below four letters). */
const char *eg_nearest(const char *name, const char *const *candidates, size_t count);

#endif
