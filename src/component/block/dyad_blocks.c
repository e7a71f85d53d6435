/* Dyad's names for the signal sources that drive its mechanical components.
 *
 * They compute what MSL's blocks of the same name compute; only names, order and defaults of the
 * parameters differ. So each function here arranges the parameters as MSL's block wants them and calls it. */
#include "component/common.h"
#include "component/block/sources/source_block.h"

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
        eg_##name##_block.evaluate(q.p, phase, t, u, y);                                                     \
    }                                                                                                        \
    static long name##_phase(const double *p, double t)                                                      \
    {                                                                                                        \
        msl_parameters q = name##_of(p);                                                                     \
        return eg_##name##_block.phase(q.p, t);                                                              \
    }                                                                                                        \
    static double name##_phase_end(const double *p, long phase)                                              \
    {                                                                                                        \
        msl_parameters q = name##_of(p);                                                                     \
        return eg_##name##_block.phase_end(q.p, phase);                                                      \
    }                                                                                                        \
    static eg_generator name##_generator(const double *p, long phase)                                        \
    {                                                                                                        \
        msl_parameters q = name##_of(p);                                                                     \
        return eg_##name##_block.generator(q.p, phase);                                                      \
    }                                                                                                        \
    static int name##_continuity(const double *p)                                                            \
    {                                                                                                        \
        msl_parameters q = name##_of(p);                                                                     \
        return eg_##name##_block.continuity(q.p);                                                            \
    }                                                                                                        \
    const eg_block_ops eg_dyad_##name##_block = {.evaluate = name##_evaluate,                                \
                                                 .phase = name##_phase,                                      \
                                                 .phase_end = name##_phase_end,                              \
                                                 .continuity = name##_continuity,                            \
                                                 .generator = name##_generator};

BLOCK_LIKE(step)
BLOCK_LIKE(ramp)
BLOCK_LIKE(sine)
