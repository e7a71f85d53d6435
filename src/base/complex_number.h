/* Complex numbers as pairs of doubles: compilers that take source FMUs need not know <complex.h>. */
#ifndef EG_BASE_COMPLEX_NUMBER_H
#define EG_BASE_COMPLEX_NUMBER_H

#include <math.h>

typedef struct eg_complex {
    double re, im;
} eg_complex;

static inline eg_complex eg_complex_of(double re, double im)
{
    eg_complex z = {re, im};
    return z;
}

static inline eg_complex eg_complex_add(eg_complex a, eg_complex b)
{
    return eg_complex_of(a.re + b.re, a.im + b.im);
}

static inline eg_complex eg_complex_sub(eg_complex a, eg_complex b)
{
    return eg_complex_of(a.re - b.re, a.im - b.im);
}

static inline eg_complex eg_complex_mul(eg_complex a, eg_complex b)
{
    return eg_complex_of(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

static inline eg_complex eg_complex_scale(double factor, eg_complex a)
{
    return eg_complex_of(factor * a.re, factor * a.im);
}

static inline eg_complex eg_complex_conj(eg_complex a)
{
    return eg_complex_of(a.re, -a.im);
}

static inline double eg_complex_abs(eg_complex a)
{
    return hypot(a.re, a.im);
}

/* a/b, whose larger part is divided by first, so that no square leaves the range of doubles (R. L. Smith). */
static inline eg_complex eg_complex_div(eg_complex a, eg_complex b)
{
    if (fabs(b.re) >= fabs(b.im)) {
        double ratio = b.im / b.re, whole = b.re + b.im * ratio;
        return eg_complex_of((a.re + a.im * ratio) / whole, (a.im - a.re * ratio) / whole);
    }
    double ratio = b.re / b.im, whole = b.re * ratio + b.im;
    return eg_complex_of((a.re * ratio + a.im) / whole, (a.im * ratio - a.re) / whole);
}

/* The root with a real part that is not negative. Neither part is a difference of near numbers. */
static inline eg_complex eg_complex_sqrt(eg_complex a)
{
    double part = sqrt(0.5 * (eg_complex_abs(a) + fabs(a.re))), other = part > 0 ? 0.5 * a.im / part : 0;
    if (a.re >= 0)
        return eg_complex_of(part, other);
    return a.im >= 0 ? eg_complex_of(other, part) : eg_complex_of(-other, -part);
}

#endif
