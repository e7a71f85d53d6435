/* Numbers as text: the shortest decimal that reads back to the same double, and exact reading.
 *
 * Neither depends on the locale, allocates or can fail for lack of memory. */
#ifndef EG_BASE_NUMBER_H
#define EG_BASE_NUMBER_H

#include <stddef.h>

/* Room for the longest text that eg_number_write makes, "-2.2250738585072014e-308", and a NUL. */
enum { EG_NUMBER_SIZE = 25 };

/* Writes the shortest decimal that reads back to `value`, of those the nearest to it; a NUL follows.
 * "0.1", "-0", "1e22", "1.5e-7", "nan", "inf", "-inf". From 1e-4 to below 1e17 without an exponent.
 * `text` has room for EG_NUMBER_SIZE characters. Returns the length. */
size_t eg_number_write(double value, char *text);

/* Reads the longest number that begins at `text` and ends before or at `end`: decimal or hexadecimal
 * as in C, with sign, or inf, infinity, nan in any case. No white space is skipped. The result is the
 * nearest double (ties to even) however many digits there are; what is too large becomes an infinity,
 * what is too small zero. Returns where it ends, or NULL when no number begins here; then *value is
 * left alone. */
const char *eg_number_read(const char *text, const char *end, double *value);

#endif
