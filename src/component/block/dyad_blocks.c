/* Dyad's names for the signal sources that drive its mechanical components.
 *
 * They compute what MSL's blocks of the same name compute; only names, order and defaults of the
 * parameters differ. So each function here arranges the parameters as MSL's block wants them and calls it. */
#include "component/common.h"
#include "component/block/sources/source_block.h"

extern const eg_class eg_class_sine, eg_class_step, eg_class_ramp;

typedef struct msl_parameters {
    double p[6];
} msl_parameters;

enum { START_TIME, OFFSET, HEIGHT };
enum { DURATION = OFFSET + 1, RAMP_HEIGHT };
enum { AMPLITUDE = OFFSET + 1, FREQUENCY, PHASE };

static msl_parameters step_of(const double *p)
{
    return (msl_parameters){{p[HEIGHT], p[OFFSET], p[START_TIME]}};
}

static msl_parameters ramp_of(const double *p)
{
    return (msl_parameters){{p[RAMP_HEIGHT], p[DURATION], p[OFFSET], p[START_TIME]}};
}

static msl_parameters sine_of(const double *p)
{
    return (msl_parameters){{p[AMPLITUDE], p[FREQUENCY], p[PHASE], 0.0, p[OFFSET], p[START_TIME]}};
}

#define BLOCK_LIKE(name)                                                                                     \
    static void name##_evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)           \
    {                                                                                                        \
        msl_parameters q = name##_of(p);                                                                     \
        eg_class_##name.block->evaluate(q.p, phase, t, u, y);                                                \
    }                                                                                                        \
    static long name##_phase(const double *p, double t)                                                      \
    {                                                                                                        \
        msl_parameters q = name##_of(p);                                                                     \
        return eg_class_##name.block->phase(q.p, t);                                                         \
    }                                                                                                        \
    static double name##_phase_end(const double *p, long phase)                                              \
    {                                                                                                        \
        msl_parameters q = name##_of(p);                                                                     \
        return eg_class_##name.block->phase_end(q.p, phase);                                                 \
    }                                                                                                        \
    static eg_generator name##_generator(const double *p, long phase)                                        \
    {                                                                                                        \
        msl_parameters q = name##_of(p);                                                                     \
        return eg_class_##name.block->generator(q.p, phase);                                                 \
    }                                                                                                        \
    static int name##_continuity(const double *p)                                                            \
    {                                                                                                        \
        msl_parameters q = name##_of(p);                                                                     \
        return eg_class_##name.block->continuity(q.p);                                                       \
    }                                                                                                        \
    static const eg_block_ops name##_block = {.evaluate = name##_evaluate,                                   \
                                              .phase = name##_phase,                                         \
                                              .phase_end = name##_phase_end,                                 \
                                              .continuity = name##_continuity,                               \
                                              .generator = name##_generator};

BLOCK_LIKE(step)
BLOCK_LIKE(ramp)
BLOCK_LIKE(sine)

static void constant_evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t, (void)u;
    *y = (eg_jet){p[0], 0.0, 0.0};
}

static const eg_block_ops constant_block = {.evaluate = constant_evaluate,
                                            .generator = eg_polynomial_generator};

#define SIGNAL_PARAMETERS                                                                                    \
    {.name = "start_time", EG_SI_TIME, .doc = "Time at which the signal begins to change"},                  \
    {                                                                                                        \
        .name = "offset", .doc = "Added to the signal at all times"                                          \
    }

static const eg_parameter constant_parameters[] = {
    {.name = "k", .need = EG_REQUIRED, .doc = "The value"},
};

static const eg_parameter step_parameters[] = {
    SIGNAL_PARAMETERS,
    {.name = "height", .need = EG_REQUIRED, .doc = "Height of the step"},
};

static const eg_parameter ramp_parameters[] = {
    SIGNAL_PARAMETERS,
    {.name = "duration",
     EG_SI_TIME,
     .need = EG_REQUIRED,
     EG_AT_LEAST(0.0),
     .doc = "Time that the climb takes"},
    {.name = "height", .need = EG_REQUIRED, .doc = "Height of the climb"},
};

static const eg_parameter sine_parameters[] = {
    SIGNAL_PARAMETERS,
    {.name = "amplitude", .need = EG_REQUIRED, .doc = "Amplitude of the wave"},
    {.name = "frequency", EG_SI_FREQUENCY, .need = EG_REQUIRED, .doc = "Frequency of the wave"},
    {.name = "phase", EG_SI_ANGLE, .doc = "Angle at start_time"},
};

static const eg_port ports[] = {{.name = "y", .kind = EG_REAL_OUTPUT, .doc = "The signal"}};

#define SOURCE(name) "BlockComponents.Sources." name

const eg_class eg_class_dyad_constant = {
    .name = SOURCE("Constant"),
    .short_name = "BlockComponents.Constant",
    .kind = EG_BLOCK,
    .doc = "Signal that never changes (Dyad)",
    .text = "The output is k at all times.",
    .also = EG_TEXTS("Modelica.Blocks.Sources.Constant"),
    .equations = EG_TEXTS("y = k;"),
    EG_PARAMETERS(constant_parameters),
    EG_PORTS(ports),
    .block = &constant_block,
};

const eg_class eg_class_dyad_step = {
    .name = SOURCE("Step"),
    .short_name = "BlockComponents.Step",
    .kind = EG_BLOCK,
    .doc = "Signal that jumps once (Dyad)",
    .text =
        "The output is offset before start_time and offset + height from then on. The jump is a time event.",
    .also = EG_TEXTS("Modelica.Blocks.Sources.Step"),
    .equations = EG_TEXTS("y = offset + (if time < start_time then 0 else height);"),
    EG_PARAMETERS(step_parameters),
    EG_PORTS(ports),
    .block = &step_block,
};

const eg_class eg_class_dyad_ramp = {
    .name = SOURCE("Ramp"),
    .short_name = "BlockComponents.Ramp",
    .kind = EG_BLOCK,
    .doc = "Signal that climbs linearly (Dyad)",
    .text = "The output is offset before start_time, climbs by height during duration and stays there. Both "
            "corners are time events.",
    .also = EG_TEXTS("Modelica.Blocks.Sources.Ramp"),
    .equations =
        EG_TEXTS("y = offset + (if time < start_time then 0 else if time < start_time + duration then "
                 "(time - start_time)*height/duration else height);"),
    EG_PARAMETERS(ramp_parameters),
    EG_PORTS(ports),
    .block = &ramp_block,
};

const eg_class eg_class_dyad_sine = {
    .name = SOURCE("Sine"),
    .short_name = "BlockComponents.Sine",
    .kind = EG_BLOCK,
    .doc = "Sine wave (Dyad)",
    .text = "The output is offset + amplitude*sin(2*pi*frequency*(time - start_time) + phase) from "
            "start_time on; before, it is offset.",
    .also = EG_TEXTS("Modelica.Blocks.Sources.Sine"),
    .examples = EG_TEXTS(EG_DYAD("Examples.PreLoad")),
    .equations = EG_TEXTS("y = offset + (if time < start_time then 0 else "
                          "amplitude*sin(2*pi*frequency*(time - start_time) + phase));"),
    EG_PARAMETERS(sine_parameters),
    EG_PORTS(ports),
    .block = &sine_block,
};
