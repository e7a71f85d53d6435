/* Why something is not taken: words that follow "because", and name a component where one is in the way. */
#ifndef EG_BASE_REASON_H
#define EG_BASE_REASON_H

#include <stdbool.h>
#include <stddef.h>

enum { EG_REASON_SIZE = 400 }; /* with room for paths of components of ordinary length */

/* Writes it like snprintf; false. */
bool eg_refuse(char *reason, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
