/* The quantile of numbers in order. */
#ifndef EG_BASE_QUANTILE_H
#define EG_BASE_QUANTILE_H

#include <math.h>
#include <stddef.h>

/* That of chance p (0 to 1), linear between neighbours (type 7 of Hyndman and Fan 1996, Am. Stat. 50,
 * 361-365): the first number at 0, the last at 1. From the nearer neighbour on, so that it stays between the
 * two, with the bits of numpy.quantile. NAN of none. */
static inline double eg_quantile(const double *sorted, size_t count, double p)
{
    if (count == 0)
        return NAN;
    const double place = p * (double)(count - 1);
    const size_t below = (size_t)place;
    const double rest = place - (double)below, low = sorted[below];
    if (rest == 0 || low == sorted[below + 1])
        return low;
    const double high = sorted[below + 1], distance = high - low;
    if (!isfinite(distance)) /* too far apart for a double */
        return low * (1 - rest) + high * rest;
    return rest < 0.5 ? low + distance * rest : high - distance * (1 - rest);
}

#endif
