/* Polynomials as four side by side. */
#ifndef EG_ENGINE_EXACT_FOUR_H
#define EG_ENGINE_EXACT_FOUR_H

#include "base/two.h"

/* Horner's rule for four polynomials of x^4 side by side, p(x) = sum over j < 4 of x^j p_j(x^4), from the
 * last coefficients on; what is left at the beginning follows one by one. */
typedef struct eg_four {
    eg_two low, high; /* j = 0 and 1, 2 and 3 */
} eg_four;

static inline eg_four eg_four_load(const double *a)
{
    return (eg_four){eg_two_load(a), eg_two_load(a + 2)};
}

/* p x + q */
static inline eg_four eg_four_next(eg_four p, eg_two x, eg_four q)
{
    return (eg_four){eg_two_plus(eg_two_times(p.low, x), q.low),
                     eg_two_plus(eg_two_times(p.high, x), q.high)};
}

static inline double eg_four_join(eg_four p, double x, double square)
{
    eg_two pair = eg_two_plus(p.low, eg_two_times(p.high, eg_two_both(square)));
    return eg_two_first(pair) + x * eg_two_second(pair);
}

#endif
