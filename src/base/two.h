/* Two numbers side by side, as processors compute them: the same bits as one after the other. `size` is what
 * they are without their signs, `below` and `above` what of them is below or
 * above 0, and else 0. */
#ifndef EG_BASE_TWO_H
#define EG_BASE_TWO_H

#include <string.h>

#if defined(__GNUC__)
typedef double eg_two __attribute__((vector_size(16)));
typedef long long eg_two_bits __attribute__((vector_size(16)));

static inline eg_two eg_two_of(double first, double second)
{
    return (eg_two){first, second};
}

static inline eg_two eg_two_plus(eg_two x, eg_two y)
{
    return x + y;
}

static inline eg_two eg_two_times(eg_two x, eg_two y)
{
    return x * y;
}

static inline eg_two eg_two_size(eg_two x)
{
    return (eg_two)((eg_two_bits)x & ~(eg_two_bits)(eg_two){-0.0, -0.0});
}

static inline eg_two eg_two_below(eg_two x)
{
    return (eg_two)((eg_two_bits)x & (eg_two_bits)(x < (eg_two){0, 0}));
}

static inline eg_two eg_two_above(eg_two x)
{
    return (eg_two)((eg_two_bits)x & (eg_two_bits)(x > (eg_two){0, 0}));
}

static inline double eg_two_first(eg_two x)
{
    return x[0];
}

static inline double eg_two_second(eg_two x)
{
    return x[1];
}
#else
typedef struct eg_two {
    double x[2];
} eg_two;

static inline eg_two eg_two_of(double first, double second)
{
    eg_two x = {{first, second}};
    return x;
}

static inline eg_two eg_two_plus(eg_two x, eg_two y)
{
    return eg_two_of(x.x[0] + y.x[0], x.x[1] + y.x[1]);
}

static inline eg_two eg_two_times(eg_two x, eg_two y)
{
    return eg_two_of(x.x[0] * y.x[0], x.x[1] * y.x[1]);
}

static inline eg_two eg_two_size(eg_two x)
{
    return eg_two_of(x.x[0] < 0 ? -x.x[0] : x.x[0], x.x[1] < 0 ? -x.x[1] : x.x[1]);
}

static inline eg_two eg_two_below(eg_two x)
{
    return eg_two_of(x.x[0] < 0 ? x.x[0] : 0, x.x[1] < 0 ? x.x[1] : 0);
}

static inline eg_two eg_two_above(eg_two x)
{
    return eg_two_of(x.x[0] > 0 ? x.x[0] : 0, x.x[1] > 0 ? x.x[1] : 0);
}

static inline double eg_two_first(eg_two x)
{
    return x.x[0];
}

static inline double eg_two_second(eg_two x)
{
    return x.x[1];
}
#endif

/* From memory that need not be aligned. */
static inline eg_two eg_two_load(const double *from)
{
    eg_two x;
    memcpy(&x, from, sizeof x);
    return x;
}

static inline void eg_two_store(double *to, eg_two x)
{
    memcpy(to, &x, sizeof x);
}

static inline eg_two eg_two_both(double x)
{
    return eg_two_of(x, x);
}

static inline double eg_two_sum(eg_two x)
{
    return eg_two_first(x) + eg_two_second(x);
}

#endif
