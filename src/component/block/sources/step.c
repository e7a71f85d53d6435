/* Step: y jumps by `height` at startTime.
 *
 * Phase 0 ends at startTime, phase 1 never. The instant itself belongs to phase 1: MSL's condition for
 * the lower value is time < startTime. */
#include "component/common.h"
#include "component/block/sources/source_block.h"

enum { HEIGHT, OFFSET, START_TIME };

static const eg_parameter parameters[] = {
    {.name = "height", .doc = "How far the output jumps", .value = 1.0},
    EG_SOURCE_PARAMETERS,
};

static const eg_port ports[] = {EG_OUTPUT_PORT};

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

static const eg_block_ops block = {.evaluate = evaluate,
                                   .phase = phase_at,
                                   .phase_end = phase_end,
                                   .continuity = continuity,
                                   .generator = eg_polynomial_generator};

const eg_class eg_class_step = {
    .name = "Modelica.Blocks.Sources.Step",
    .kind = EG_BLOCK,
    .doc = "Signal that jumps once",
    .text = "The output is offset before startTime and offset + height from startTime on. The jump is a time "
            "event: no step of the solver runs across it. A jump has no derivative, so a Step cannot drive "
            "an exact position. An exact speed it can: the speed then jumps, and the impulse of the force at "
            "that instant is not part of the results (a warning says so).",
    .also = EG_TEXTS("BlockComponents.Sources.Step"),
    .extends = EG_TEXTS("Modelica.Blocks.Interfaces.SignalSource"),
    .examples = EG_TEXTS(EG_MSL_EXAMPLE("Brake")),
    .equations = EG_TEXTS("y = offset + (if time < startTime then 0 else height);"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .block = &block,
};
