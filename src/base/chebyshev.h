/* Sums of Chebyshev's polynomials, c_k T_k(z), by Clenshaw's recurrence (Clenshaw 1955, MTAC 9, 118). Those
 * of many unknowns stand beside each other, c[k*n + unknown]. */
#ifndef EG_BASE_CHEBYSHEV_H
#define EG_BASE_CHEBYSHEV_H

#include <stddef.h>

/* Of one of them: c[k*stride]. */
static inline double eg_chebyshev_value(const double *c, size_t stride, size_t degree, double z)
{
    const double twice = 2.0 * z;
    double b = 0.0, before = 0.0;
    for (size_t k = degree; k >= 1; k--) {
        const double next = c[k * stride] + twice * b - before;
        before = b;
        b = next;
    }
    return c[0] + z * b - before;
}

/* Its derivative by z: of T_k that is k U_(k-1), whose sums obey the same recurrence. */
static inline double eg_chebyshev_slope(const double *c, size_t stride, size_t degree, double z)
{
    const double twice = 2.0 * z;
    double b = 0.0, before = 0.0;
    for (size_t k = degree; k >= 1; k--) {
        const double next = (double)k * c[k * stride] + twice * b - before;
        before = b;
        b = next;
    }
    return b;
}

/* y[n] = from[n] + those of all. Four go side by side, which compilers make vectors of, to the same bits. */
static inline void eg_chebyshev_values(const double *c, size_t n, size_t degree, double z, const double *from,
                                       double *y)
{
    enum { SIDE_BY_SIDE = 4 };
    const double twice = 2.0 * z;
    size_t j = 0;
    for (; j + SIDE_BY_SIDE <= n; j += SIDE_BY_SIDE) {
        double b[SIDE_BY_SIDE] = {0}, before[SIDE_BY_SIDE] = {0};
        for (size_t k = degree; k >= 1; k--)
            for (size_t i = 0; i < SIDE_BY_SIDE; i++) {
                const double next = c[k * n + j + i] + twice * b[i] - before[i];
                before[i] = b[i];
                b[i] = next;
            }
        for (size_t i = 0; i < SIDE_BY_SIDE; i++)
            y[j + i] = from[j + i] + (c[j + i] + z * b[i] - before[i]);
    }
    for (; j < n; j++)
        y[j] = from[j] + eg_chebyshev_value(c + j, n, degree, z);
}

#endif
