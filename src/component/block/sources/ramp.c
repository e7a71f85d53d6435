/* Ramp: y climbs by `height` in `duration`, beginning at startTime.
 *
 * Phases: 0 before, 1 climbing, 2 after. With duration = 0 (or one that the sum startTime + duration
 * does not show) phase 1 is empty and the ramp is a step: phase_at goes from 0 to 2, and the value
 * jumps. Both functions compute the end by the same expression, so they agree to the last bit. */
#include "component/common.h"
#include "component/block/sources/source_block.h"

enum { HEIGHT, DURATION, OFFSET, START_TIME };

static const eg_parameter parameters[] = {
    {.name = "height", .doc = "How far the output climbs", .value = 1.0},
    {.name = "duration",
     .quantity = "Time",
     .unit = "s",
     .doc = "Time it takes; 0 makes a step",
     .need = EG_FALLS_BACK,
     .value = 2.0,
     .max = INFINITY},
    EG_SOURCE_PARAMETERS,
};

static const eg_port ports[] = {EG_OUTPUT_PORT};

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)u;
    double slope = phase == 1 ? p[HEIGHT] / p[DURATION] : 0.0;
    double climbed = phase == 1 ? (t.x - p[START_TIME]) * p[HEIGHT] / p[DURATION] : 0.0;
    *y = (eg_jet){p[OFFSET] + (phase > 1 ? p[HEIGHT] : climbed), slope * t.dx, slope * t.ddx};
}

static long phase_at(const double *p, double t)
{
    if (t < p[START_TIME])
        return 0;
    return t < p[START_TIME] + p[DURATION] ? 1 : 2;
}

static double phase_end(const double *p, long phase)
{
    if (phase == 0)
        return p[START_TIME];
    return phase == 1 ? p[START_TIME] + p[DURATION] : INFINITY;
}

static int continuity(const double *p)
{
    if (p[HEIGHT] == 0.0)
        return EG_SMOOTH;
    return p[START_TIME] + p[DURATION] > p[START_TIME] ? 0 : -1;
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    return p[DURATION] > 0.0 && !isfinite(p[HEIGHT] / p[DURATION])
               ? "the slope height/duration is too large for a number; duration = 0 makes a step"
               : NULL;
}

const eg_block_ops eg_ramp_block = {.evaluate = evaluate,
                                    .phase = phase_at,
                                    .phase_end = phase_end,
                                    .continuity = continuity,
                                    .generator = eg_polynomial_generator};

const eg_class eg_class_ramp = {
    .name = "Modelica.Blocks.Sources.Ramp",
    .kind = EG_BLOCK,
    .doc = "Signal that climbs from one level to another",
    .text = "The output is offset before startTime, then climbs linearly and stays at offset + height from "
            "startTime + duration on. Both corners are time events. The value is continuous and its rate is "
            "not; with duration = 0 the value itself jumps.",
    .also = EG_TEXTS("BlockComponents.Sources.Ramp"),
    .extends = EG_TEXTS("Modelica.Blocks.Interfaces.SignalSource"),
    .examples = EG_TEXTS(EG_MSL_EXAMPLE("EddyCurrentBrake")),
    .equations = EG_TEXTS("y = offset + (if time < startTime then 0 else if time < startTime + duration then "
                          "(time - startTime)*height/duration else height);"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .demands = EG_TEXTS("assert(duration <= 0 or abs(height)*5.562684646268003e-309 <= duration, \"the slope "
                        "height/duration is too large for a number; duration = 0 makes a step\");"),
    .check = check,
    .block = &eg_ramp_block,
};
