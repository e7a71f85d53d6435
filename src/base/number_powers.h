/* What writing and reading of numbers share: powers of ten to 128 bits, and products of 128 bits. */
#ifndef EG_BASE_NUMBER_POWERS_H
#define EG_BASE_NUMBER_POWERS_H

#include <stdint.h>

enum {
    EG_POWERS_FIRST = -342,
    EG_POWERS_LAST = 324,
    EG_POWERS_COUNT = EG_POWERS_LAST - EG_POWERS_FIRST + 1,
    EG_POWERS_EXACT_LAST = 55 /* from 0 to here the table is exact */
};

/* {upper half, lower half} of g(k), see number_powers.c. */
extern const uint64_t eg_powers_of_ten[EG_POWERS_COUNT][2];

/* floor(log2(10^k)), |k| <= 400. The constant is 2^19 log2(10) rounded down; checked for every k. */
static inline int eg_floor_log2_pow10(int k)
{
    return (k * 1741647) >> 19;
}

typedef struct eg_wide {
    uint64_t high, low;
} eg_wide;

/* a*b by four products of 32 bits each (Knuth, TAOCP 2, 4.3.1, algorithm M). */
static inline eg_wide eg_wide_product_by_halves(uint64_t a, uint64_t b)
{
    const uint64_t mask = UINT32_MAX;
    uint64_t low = (a & mask) * (b & mask);
    uint64_t first = (a >> 32) * (b & mask) + (low >> 32);
    uint64_t second = (a & mask) * (b >> 32) + (first & mask);
    return (eg_wide){(a >> 32) * (b >> 32) + (first >> 32) + (second >> 32), (second << 32) | (low & mask)};
}

static inline eg_wide eg_wide_product(uint64_t a, uint64_t b)
{
#if defined(__SIZEOF_INT128__)
    __extension__ typedef unsigned __int128 wide;
    wide product = (wide)a * b;
    return (eg_wide){(uint64_t)(product >> 64), (uint64_t)product};
#else
    return eg_wide_product_by_halves(a, b);
#endif
}

#endif
