/* Step: y jumps by `height` at startTime.
 *
 * Phase 0 ends at startTime, phase 1 never. The instant itself belongs to phase 1: MSL's condition for
 * the lower value is time < startTime. */
#include "component/common.h"
#include "component/block/sources/source_block.h"

enum { HEIGHT, OFFSET, START_TIME };

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)t, (void)u;
    *y = (eg_jet){p[OFFSET] + (phase > 0 ? p[HEIGHT] : 0.0), 0.0, 0.0};
}

static long phase_at(const double *p, double t)
{
    return t < p[START_TIME] ? 0 : 1;
}

static double phase_end(const double *p, long phase)
{
    return phase == 0 ? p[START_TIME] : INFINITY;
}

static int continuity(const double *p)
{
    return p[HEIGHT] != 0.0 ? -1 : EG_SMOOTH;
}

const eg_block_ops eg_step_block = {.evaluate = evaluate,
                                    .phase = phase_at,
                                    .phase_end = phase_end,
                                    .continuity = continuity,
                                    .generator = eg_polynomial_generator};
