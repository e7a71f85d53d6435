/* What the signal sources share: the members that MSL's SignalSource gives them. A source's own
 * parameters stand first; `offset` and `startTime` follow. */
#ifndef EG_COMPONENT_BLOCK_SOURCES_SOURCE_BLOCK_H
#define EG_COMPONENT_BLOCK_SOURCES_SOURCE_BLOCK_H

#include <math.h>
#include "component/class.h"

#define EG_SOURCE_PARAMETERS                                                                                 \
    {.name = "offset", .doc = "Added to the signal, also before startTime"},                                 \
    {                                                                                                        \
        .name = "startTime", .quantity = "Time", .unit = "s", .doc = "Until then the output is constant"     \
    }

#define EG_OUTPUT_PORT                                                                                       \
    {                                                                                                        \
        .name = "y", .kind = EG_REAL_OUTPUT, .doc = "Output signal"                                          \
    }

/* Those that Dyad's sources call. */
extern const eg_block_ops eg_sine_block, eg_step_block, eg_ramp_block;

/* What `continuity` answers for an output that is as smooth as a jet can tell. */
enum { EG_SMOOTH = 2 };

/* 2 pi f (t - start) + phase. After many turns whole ones are left out, which f t in twice the digits
 * tells: rounded as one number a large angle would go up in stairs. */
static inline double eg_turned(double f, double t, double start, double phase)
{
    const double two_pi = 6.28318530717958648, many = 1000.0, since = t - start, turns = f * since;
    if (!(fabs(turns) * two_pi > many && fabs(turns) < INFINITY))
        return two_pi * f * since + phase;
    const double other = t - since; /* start, but for what `since` has lost */
    const double lost = (t - (since + other)) + (other - start);
    const double rest = fma(f, since, -turns) + f * lost;
    return two_pi * ((turns - nearbyint(turns)) + rest) + phase;
}

/* The generator of a source that is a polynomial of degree 2 at most in each of its phases. */
static inline eg_generator eg_polynomial_generator(const double *p, long phase)
{
    (void)p, (void)phase;
    return (eg_generator){0.0, 0.0};
}

#endif
