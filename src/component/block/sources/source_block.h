/* What the signal sources share: the members that MSL's SignalSource gives them. A source's own
 * parameters stand first; `offset` and `startTime` follow. */
#ifndef EG_COMPONENT_BLOCK_SOURCES_SOURCE_BLOCK_H
#define EG_COMPONENT_BLOCK_SOURCES_SOURCE_BLOCK_H

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

/* What `continuity` answers for an output that is as smooth as a jet can tell. */
enum { EG_SMOOTH = 2 };

/* The generator of a source that is a polynomial of degree 2 at most in each of its phases. */
static inline eg_generator eg_polynomial_generator(const double *p, long phase)
{
    (void)p, (void)phase;
    return (eg_generator){0.0, 0.0};
}

#endif
