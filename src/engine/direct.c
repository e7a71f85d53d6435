/* The engine for models without unknowns: everything follows from time alone. Its steps are a fixed
 * share of the way to where it must stop; events between driven parts are found on the samples as in any
 * other engine. */
#include "engine/engine.h"

#include <math.h>
#include <stdlib.h>

enum { STEPS = 200, DEGREE = 8 };

typedef struct direct {
    eg_engine base;
    double t, t_stop, length;
    eg_counters counters;
} direct;

static eg_engine *create(eg_system *system, double tolerance)
{
    direct *e = calloc(1, sizeof *e);
    if (!e) {
        eg_report_memory(system->diagnostics, "in engine direct");
        return NULL;
    }
    e->base =
        (eg_engine){.ops = &eg_engine_direct, .system = system, .tolerance = tolerance, .degree = DEGREE};
    return &e->base;
}

static int restart(eg_engine *engine, double t, const double *y, const double *yp)
{
    direct *e = (direct *)engine;
    (void)y;
    (void)yp;
    e->t = engine->t0 = engine->t1 = t;
    e->t_stop = t;
    return 0;
}

static int step(eg_engine *engine, double t_stop)
{
    direct *e = (direct *)engine;
    if (e->t_stop != t_stop) {
        e->t_stop = t_stop;
        const double way = t_stop - e->t, share = engine->span > 0 ? way / engine->span : 1;
        /* What nothing watches takes no more steps for being cut into pieces, as by samples. */
        const double steps = engine->system->switch_count > 0 ? STEPS : ceil(fmin(share, 1) * STEPS);
        e->length = way / fmax(steps, 1);
    }
    engine->t0 = e->t;
    e->t = e->t + e->length;
    if (!(e->t < t_stop - e->length / 2) || e->t <= engine->t0)
        e->t = t_stop;
    engine->t1 = e->t;
    e->counters.steps++;
    return 0;
}

static int dense(eg_engine *engine, double t, double *y, double *yp)
{
    (void)engine;
    (void)t;
    (void)y;
    (void)yp;
    return 0;
}

static void counters(const eg_engine *engine, eg_counters *counters)
{
    *counters = ((const direct *)engine)->counters;
}

static void destroy(eg_engine *engine)
{
    free(engine);
}

const eg_engine_ops eg_engine_direct = {
    .name = "direct",
    .doc = "models without unknowns: the motion is given at every instant",
    .create = create,
    .restart = restart,
    .step = step,
    .dense = dense,
    .counters = counters,
    .free = destroy,
};
