/* Four numbers side by side, as processors with wide registers compute them: the same bits as one after the
 * other. Arithmetic is that of C, of two of them or of one and a number; where compilers do not have it, a
 * quad is one number. */
#ifndef EG_BASE_QUAD_H
#define EG_BASE_QUAD_H

#include <stddef.h>

#if defined(__GNUC__) && !defined(__clang__)
enum { EG_QUAD = 4 };
typedef double eg_quad __attribute__((vector_size(32), aligned(8), may_alias));
typedef long long eg_quad_places __attribute__((vector_size(32)));
#else
enum { EG_QUAD = 1 };
typedef double eg_quad;
#endif

/* By its place: where registers are narrow no function takes four at once. */
static inline double eg_quad_sum(const eg_quad *x)
{
#if defined(__GNUC__) && !defined(__clang__)
    return ((*x)[0] + (*x)[1]) + ((*x)[2] + (*x)[3]);
#else
    return *x;
#endif
}

/* Four numbers each of four columns, from there on, go to four rows, the first of which is at `row`, the next
 * `stride` on. */
static inline void eg_quad_turn(const double *const column[4], size_t from, double *row, size_t stride)
{
#if defined(__GNUC__) && !defined(__clang__)
    const eg_quad_places even = {0, 4, 2, 6}, odd = {1, 5, 3, 7}, low = {0, 1, 4, 5}, high = {2, 3, 6, 7};
    const eg_quad a = *(const eg_quad *)(column[0] + from), b = *(const eg_quad *)(column[1] + from);
    const eg_quad c = *(const eg_quad *)(column[2] + from), d = *(const eg_quad *)(column[3] + from);
    const eg_quad ab_even = __builtin_shuffle(a, b, even), ab_odd = __builtin_shuffle(a, b, odd);
    const eg_quad cd_even = __builtin_shuffle(c, d, even), cd_odd = __builtin_shuffle(c, d, odd);
    *(eg_quad *)row = __builtin_shuffle(ab_even, cd_even, low);
    *(eg_quad *)(row + stride) = __builtin_shuffle(ab_odd, cd_odd, low);
    *(eg_quad *)(row + 2 * stride) = __builtin_shuffle(ab_even, cd_even, high);
    *(eg_quad *)(row + 3 * stride) = __builtin_shuffle(ab_odd, cd_odd, high);
#else
    for (size_t k = 0; k < 4; k++)
        for (size_t i = 0; i < 4; i++)
            row[k * stride + i] = column[i][from + k];
#endif
}

#endif
