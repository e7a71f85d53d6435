/* Numbers of a smooth series in few bytes, to the bit.
 *
 * Each is a pattern of bits, in whose order as integers floating-point numbers increase. Their differences
 * of some order, modulo 2^width, are small where the series is smooth: of each its length in bits is coded
 * by an adaptive binary range coder (that of LZMA) in the context of the length before, and its bits below
 * the first go through the coder as they are. The page decodes it (web/data.js). */
#ifndef EG_REPORT_CODER_H
#define EG_REPORT_CODER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EG_CODE_ORDERS = 10 }; /* 0 to that */

/* A coded series; bytes are its own. */
typedef struct eg_code {
    unsigned char *bytes; /* NULL: it is no shorter coded */
    size_t length, capacity;
    int order;
} eg_code;

/* Codes `count` patterns of `width` bits (8, 16; 32 and 64 are floating-point numbers), which are lost. 0,
 * or -1 when out of memory; release `code` by free(code->bytes). */
int eg_code_series(eg_code *code, uint64_t *patterns, size_t count, unsigned width);

#endif
