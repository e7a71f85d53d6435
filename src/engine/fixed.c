/* The engine `fixed`: steps of one length with a bounded amount of work, as in real time
 * (elastogap/fixed.h). Here
 * they are taken one after the other, and what they come to is shown at the points of the output grid.
 *
 * Each interval of the grid is cut into equal steps no longer than the one asked for. Kinks are not
 * located: an
 * event is somewhere within its step, and there are no rows for its sides. */
#include "engine/engine.h"
#include "fixed/model.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double STEP = 1e-3; /* [s] */

typedef struct fixed {
    eg_engine base;
    eg_counters counters;
} fixed;

static eg_engine *fixed_create(eg_system *system, double tolerance)
{
    fixed *e = calloc(1, sizeof *e);
    if (!e) {
        eg_report(system->diagnostics, EG_ERROR, EG_NOWHERE, "out of memory for the engine fixed");
        return NULL;
    }
    (void)tolerance; /* the step is what decides */
    e->base.ops = &eg_engine_fixed;
    e->base.system = system;
    return &e->base;
}

/* ---------------------------------------------------------------- one run */

typedef struct pace {
    eg_system *system;
    eg_fixed_model *model;
    eg_fixed_state *state, *copy;
    double *inputs, *y, *yp, *y1, *yp1; /* y1, yp1, copy: of a prediction */
    eg_observer *observer;
    eg_counters *counters;
    bool stopped;
} pace;

static int no_value(eg_system *s, double t)
{
    eg_report(s->diagnostics, EG_ERROR, EG_NOWHERE,
              "at time %.9g s the equations have no value, at the end of a step of the engine fixed", t);
    eg_remedy(s->diagnostics, "take a shorter step (--step), or --engine auto");
    return EG_ERROR_SIMULATION;
}

/* A step that becomes the past: its two ends. */
static int remember(pace *p, double t0, double t)
{
    const eg_system_ops *ops = p->system->ops;
    int status = ops->remember(p->system, 0, 2, t0, p->y, p->yp);
    return status < 0 ? status : ops->remember(p->system, 1, 2, t, p->y1, p->yp1);
}

/* A step of a model whose signals follow the motion: predicted with the inputs that there are, and
 * corrected with those at its end. Where equations have no value at the predicted end it stays at what was
 * predicted. */
static int follow(pace *p, double t0, double t)
{
    const eg_system_ops *ops = p->system->ops;
    const eg_fixed_plan *plan = &p->model->plan;
    size_t size = (size_t)p->system->n * sizeof *p->y;
    memcpy(p->copy, p->state, eg_fixed_size(plan));
    memcpy(p->y1, p->y, size);
    memcpy(p->yp1, p->yp, size);
    ops->fixed_inputs(p->system, p->model, t, p->inputs);
    eg_fixed_step(plan, p->copy, p->inputs, NULL);
    ops->fixed_take(p->system, p->model, p->copy, p->y1);
    int status = ops->fixed_beside(p->system, t, plan->step, p->y, p->yp, p->y1, p->yp1);
    if (status == 0)
        status = ops->fixed_row(p->system, p->model, p->copy, t, true, p->y1, p->yp1);
    if (status == 0)
        status = ops->fixed_beside(p->system, t, plan->step, p->y, p->yp, p->y1, p->yp1);
    if (status < 0)
        return status;
    if (status == 0)
        ops->fixed_follow(p->system, p->model, t, p->y1, p->yp1, p->inputs);
    eg_fixed_step(plan, p->state, p->inputs, NULL);
    if (p->system->has_past)
        status = remember(p, t0, t);
    memcpy(p->y, p->y1, size);
    if (status >= 0)
        status = ops->fixed_row(p->system, p->model, p->state, t, false, p->y, p->yp);
    if (status == 0)
        ops->fixed_follow(p->system, p->model, t, p->y, p->yp, p->inputs);
    return status > 0 ? no_value(p->system, t) : status;
}

/* Steps from one grid point to the next. */
static int advance(pace *p, double t0, double t1, double step, double *reached)
{
    long steps = (long)ceil((t1 - t0) / step * (1 - 1e-12));
    steps = steps < 1 ? 1 : steps;
    /* The step asked for, to the bit, where it divides the interval. */
    double even = (t1 - t0) / (double)steps;
    p->model->plan.step = fabs(even - step) <= 1e-9 * step ? step : even;
    double before = t0;
    for (long k = 1; k <= steps && !p->stopped && !p->system->finished; k++) {
        double t = k == steps ? t1 : t0 + (t1 - t0) * ((double)k / (double)steps);
        if (p->model->follows) {
            int status = follow(p, before, t);
            if (status != 0)
                return status;
        } else {
            p->system->ops->fixed_inputs(p->system, p->model, t, p->inputs);
            eg_fixed_step(&p->model->plan, p->state, p->inputs, NULL);
        }
        before = t;
        p->counters->steps++;
        p->counters->newton_iterations += p->state->iterations;
        p->counters->rejected_steps = p->state->unconverged;
        if (p->observer->progress && p->observer->progress(p->observer, t) != 0)
            p->stopped = true;
    }
    int status = p->model->follows
                     ? 0 /* the row stands */
                     : p->system->ops->fixed_row(p->system, p->model, p->state, before, false, p->y, p->yp);
    *reached = before;
    return status != 0 ? status : p->observer->point(p->observer, before, p->y, p->yp);
}

static eg_status run(pace *p, const eg_march_options *o, double step, eg_march_result *result)
{
    int status = p->observer->point(p->observer, o->start_time, p->y, p->yp);
    double t = o->start_time;
    for (long k = 1; status == 0 && t < o->stop_time && !p->stopped && !p->system->finished; k++) {
        double next = o->start_time + (double)k * o->interval;
        if (next >= o->stop_time - 1e-9 * o->interval)
            next = o->stop_time;
        status = advance(p, t, next, step, &t);
    }
    result->end_time = t;
    result->work[EG_POWER_SUPPLIED] = p->state->work;
    result->work[EG_POWER_TURNOVER] = p->state->turnover;
    result->work[EG_POWER_DISSIPATED] = p->state->lost;
    return status < 0 ? EG_ERROR_SIMULATION : EG_OK;
}

static eg_status out_of_memory(eg_system *s)
{
    eg_report(s->diagnostics, EG_ERROR, EG_NOWHERE, "out of memory before the first step");
    return EG_ERROR_MEMORY;
}

static bool make_room(pace *p)
{
    const eg_fixed_plan *plan = &p->model->plan;
    size_t n = (size_t)p->system->n + 1;
    p->state = malloc(eg_fixed_size(plan));
    p->copy = malloc(eg_fixed_size(plan));
    p->inputs = calloc((size_t)plan->inputs + 1, sizeof *p->inputs);
    p->y1 = calloc(n, sizeof *p->y1);
    p->yp1 = calloc(n, sizeof *p->yp1);
    return p->state && p->copy && p->inputs && p->y1 && p->yp1;
}

static bool fixed_march(eg_engine *engine, const eg_march_options *o, double *y, double *yp,
                        eg_observer *observer, eg_march_result *result, eg_status *status)
{
    eg_system *s = engine->system;
    pace p = {.system = s, .y = y, .yp = yp, .observer = observer, .counters = &((fixed *)engine)->counters};
    char reason[200] = "it is none";
    double step = o->step > 0 ? o->step : STEP;
    eg_fixed_wish wish = {.step = step, .reason = reason, .size = sizeof reason};
    int made = s->ops->fixed_model ? s->ops->fixed_model(s, o->start_time, y, &wish, &p.model) : 1;
    *status = EG_ERROR_SIMULATION;
    if (made > 0) {
        eg_report(s->diagnostics, EG_ERROR, EG_NOWHERE,
                  "the engine fixed does not take this model, because %s", reason);
        eg_remedy(s->diagnostics, "use --engine auto");
        return true;
    }
    if (made == 0 && make_room(&p)) {
        eg_fixed_begin(&p.model->plan, p.state);
        memcpy(p.inputs, p.model->plan.input, (size_t)p.model->plan.inputs * sizeof *p.inputs);
        *status = run(&p, o, step, result);
    } else {
        *status = out_of_memory(s);
    }
    free(p.state);
    free(p.copy);
    free(p.inputs);
    free(p.y1);
    free(p.yp1);
    eg_fixed_model_free(p.model);
    return true;
}

static int fixed_restart(eg_engine *engine, double t, const double *y, const double *yp)
{
    (void)engine, (void)t, (void)y, (void)yp;
    return 0;
}

static void fixed_counters(const eg_engine *engine, eg_counters *counters)
{
    *counters = ((const fixed *)engine)->counters;
}

static void fixed_free(eg_engine *engine)
{
    free(engine);
}

const eg_engine_ops eg_engine_fixed = {
    .name = "fixed",
    .doc = "steps of one length with bounded work, as in real time",
    .create = fixed_create,
    .restart = fixed_restart,
    .march = fixed_march,
    .counters = fixed_counters,
    .free = fixed_free,
};
