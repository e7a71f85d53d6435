/* What is no unit, and which one it was probably meant to be. */
#ifndef EG_BASE_UNIT_MEANT_H
#define EG_BASE_UNIT_MEANT_H

#include <stdbool.h>
#include <stddef.h>

/* The unit that was probably meant by a text that is none, "N.m" by "Nm"; `unit` has `size` bytes. False: it
 * is not clear. */
bool eg_unit_meant(const char *written, char *unit, size_t size);

#endif
