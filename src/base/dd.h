/* Double-double sums: constant offsets are added once, and rounded once.
 *
 * eg_dd_add_double etc. keep about 106 bits. Error-free transformation: Knuth (1969), TAOCP 2, 4.2.2;
 * double-double addition: Dekker (1971), Numer. Math. 18, 224-242. Needs -ffp-contract=off. */
#ifndef EG_BASE_DD_H
#define EG_BASE_DD_H

#include <math.h>

typedef struct eg_dd {
    double hi, lo; /* value = hi + lo, |lo| <= ulp(hi)/2 */
} eg_dd;

static inline eg_dd eg_dd_of(double x)
{
    return (eg_dd){x, 0.0};
}

static inline eg_dd eg_dd_two_sum(double a, double b)
{
    double s = a + b;
    double bb = s - a;
    return (eg_dd){s, (a - (s - bb)) + (b - bb)};
}

static inline eg_dd eg_dd_add(eg_dd a, eg_dd b)
{
    eg_dd s = eg_dd_two_sum(a.hi, b.hi);
    eg_dd t = eg_dd_two_sum(a.lo, b.lo);
    s = eg_dd_two_sum(s.hi, s.lo + t.hi);
    return eg_dd_two_sum(s.hi, s.lo + t.lo);
}

/* The same bits as with eg_dd_of(b). */
static inline eg_dd eg_dd_add_double(eg_dd a, double b)
{
    eg_dd s = eg_dd_two_sum(a.hi, b);
    return eg_dd_two_sum(s.hi, s.lo + a.lo);
}

static inline eg_dd eg_dd_neg(eg_dd a)
{
    return (eg_dd){-a.hi, -a.lo};
}

static inline eg_dd eg_dd_sub(eg_dd a, eg_dd b)
{
    return eg_dd_add(a, eg_dd_neg(b));
}

/* a*f, a/f. Exact for f = 1 and f = -1. */
static inline eg_dd eg_dd_scale(eg_dd a, double f)
{
    double p = a.hi * f;
    return eg_dd_two_sum(p, fma(a.hi, f, -p) + a.lo * f);
}

static inline eg_dd eg_dd_divide(eg_dd a, double f)
{
    double q = a.hi / f;
    eg_dd rest = eg_dd_sub(a, eg_dd_scale(eg_dd_of(f), q));
    return eg_dd_two_sum(q, rest.hi / f);
}

static inline double eg_dd_value(eg_dd a)
{
    return a.hi + a.lo;
}

#endif
