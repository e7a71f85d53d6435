/* The larger and the smaller of two numbers, in place: fmax and fmin are calls, since they pass over NaN,
 * which neither of these is to be given. */
#ifndef EG_BASE_EXTREMES_H
#define EG_BASE_EXTREMES_H

static inline double eg_larger(double x, double y)
{
    return x > y ? x : y;
}

static inline double eg_smaller(double x, double y)
{
    return x < y ? x : y;
}

#endif
