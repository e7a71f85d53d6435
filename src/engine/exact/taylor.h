/* Polynomials p(x) = a[0] + a[1] x + ... + a[degree] x^degree on [0, 1]: steps of the engine exact. */
#ifndef EG_ENGINE_EXACT_TAYLOR_H
#define EG_ENGINE_EXACT_TAYLOR_H

#include <math.h>

enum { EG_TAYLOR_MAX = 26 }; /* degree */

/* 1/k; [0] is of no use. */
extern const double eg_taylor_inverse[2 * EG_TAYLOR_MAX + 2];

double eg_taylor_value(const double *a, int degree, double x);
/* At x[count]. */
void eg_taylor_values(const double *a, int degree, int count, const double *x, double *value);
double eg_taylor_integral(const double *a, int degree, double x); /* of p over [0, x] */
/* The coefficients 0 ... needed <= degree of q(x) = p(from + scale x); q (degree + 1) may not be a. */
void eg_taylor_move(const double *a, int degree, double from, double scale, int needed, double *q);
/* The integral of (dp/dx)^2 over [0, x], dp/dx changing as exp(rho x) at most, rho x <= 2 (INFINITY: not
 * known, and the degree is 13 at most). */
double eg_taylor_square_of_slope(const double *a, int degree, double x, double rho);
/* The integral of p q over [0, x], and in *turnover that of |p q|, to 1e-9 of it where p q changes its sign
 * at most once between five samples. */
double eg_taylor_turnover(const double *p, int p_degree, const double *q, int q_degree, double x,
                          double *turnover);

/* Where p falls through 0: the first x in [0, 1] at which it is not above 0 and after which it is below;
 * 2 where it does not fall. size[k] bounds the terms that a[k] is the sum of, or, where size_degree is 1,
 * size[0] + x size[1] all that p(x) is the sum of, p(0) being beyond round-off; blur is the part of p(0) that
 * is not known besides; x is found to the resolution, or to an ulp if that is more.
 *
 * The rules are those of watch.h. A p that is within round-off of 0 at the beginning is there by what has
 * just happened, or touches: its first coefficient beyond round-off says where it goes. If that is below 0 it
 * has fallen, at 0, where it gets below 0 by more than round-off before it gets above: what speeds and forces
 * within round-off make of it does not. A coefficient above 0 leaves p/x^k, which tells when it comes down
 * again. If there is none, it rests.
 *
 * No root is missed: on each part of [0, 1] that is looked at, the coefficients in Bernstein form bound p
 * from below, and the number of their changes of sign bounds that of the roots (Descartes' rule). Parts
 * where that leaves doubt are halved. Most need less: the sizes of coefficients show that p rises or falls
 * throughout, or bends to one side. What does not get below 0 by more than round-off is none. NAN: numbers
 * are too large, or too far apart, to tell. */
double eg_taylor_fall(const double *a, int degree, const double *size, int size_degree, double blur,
                      double resolution);

/* The unit of time [s] in which a series is read whose terms grow by a factor of `grows` [1/s]: a second, but
 * where powers of that, up to the order, might be none of the numbers that there are. */
static inline double eg_taylor_unit(double grows)
{
    static const double slow = 0x1p-20, fast = 0x1p20;
    enum { MOST = 1000 };
    if ((grows > slow && grows < fast) || !(grows > 0.0) || !(grows < INFINITY))
        return 1.0;
    const int power = -ilogb(grows);
    return ldexp(1.0, power < MOST ? power : MOST);
}

#endif
