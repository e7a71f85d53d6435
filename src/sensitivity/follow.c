#include "sensitivity/follow.h"

#include "base/arena.h"
#include "base/trajectory.h"
#include "network/user/origins.h"
#include "simulate/state.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sensitivities are solved this much closer than the run, whose own error they follow. */
static const double closer = 0.1;

/* ---------------------------------------------------------------- rows */

bool eg_following_is_lost(const eg_following *f, size_t k, double t)
{
    return f->c.doubts[k].kind != EG_DOUBT_NONE && t >= f->c.doubts[k].time;
}

/* s and s' at a point that the run has reached. */
static void vary(eg_following *f, double t, const double **s, const double **rate)
{
    *s = f->v.s;
    *rate = f->v.rate;
    if (f->passed && t != f->reached) {
        eg_variation_at(&f->v, f->passed, eg_engine_part(f->passed, t), f->s, f->rate);
        *s = f->s;
        *rate = f->rate;
    }
}

/* values and along at a point of the run. */
static int look(eg_following *f, double t, const double *y, const double *yp)
{
    const double *s, *rate;
    vary(f, t, &s, &rate);
    return eg_measures_here(&f->m, t, y, yp, s, rate, f->values, f->along);
}

static int add_row(eg_following *f, double t)
{
    const size_t by = f->of->by_count;
    double *row = eg_trajectory_add_row(f->rows);
    if (!row)
        return EG_ERROR_MEMORY;
    *row++ = f->network->base.origin + t;
    for (size_t q = 0; q < f->of->of_count; q++) {
        if (f->of->readout.expressions[q].reduction_count > 0)
            continue;
        *row++ = f->values[q];
        for (size_t k = 0; k < by; k++)
            *row++ = eg_following_is_lost(f, k, t) ? NAN : f->along[q * by + k];
    }
    return 0;
}

/* ---------------------------------------------------------------- samples */

static int take_sample(eg_following *f, eg_engine *e, double t, eg_prepared_samples *of, size_t i)
{
    const size_t by = f->of->by_count;
    const double part = t < e->t1 ? eg_engine_part(e, t) : 1.0;
    eg_variation_at(&f->v, e, part, f->s, f->rate);
    int status = eg_variation_motion(&f->v, e, part, f->m.y, f->m.yp);
    if (status == 0)
        status = eg_measures_sample(&f->m, of->expression, t, f->m.y, f->m.yp, f->s, f->rate, &of->values[i],
                                    of->along + i * by);
    for (size_t k = 0; k < by && status == 0; k++)
        if (eg_following_is_lost(f, k, t))
            of->along[i * by + k] = NAN;
    return status;
}

/* Those up to t, within the last step. */
static int take_samples(eg_following *f, eg_engine *e, double t)
{
    const eg_system *s = &f->network->base;
    int status = 0;
    for (size_t j = 0; j < f->sample_count && status == 0; j++) {
        eg_prepared_samples *of = &f->samples[j];
        for (; f->next[j] < of->count && status == 0; f->next[j]++) {
            const double at = fmax(of->times[f->next[j]], f->o->start_time);
            const double since = fmax(eg_system_since(s, at), e->t0);
            if (since > t)
                break;
            status = take_sample(f, e, since, of, f->next[j]);
        }
    }
    return status;
}

static bool knows_samples(const eg_following *f)
{
    for (size_t j = 0; j < f->sample_count; j++)
        if (f->next[j] < f->samples[j].count)
            return false;
    return true;
}

static bool begin_samples(eg_following *f)
{
    f->next = calloc(f->sample_count + 1, sizeof *f->next);
    for (size_t j = 0; j < f->sample_count; j++) {
        eg_prepared_samples *of = &f->samples[j];
        for (size_t i = 0; i < of->count; i++)
            of->values[i] = NAN;
        for (size_t i = 0; i < of->count * f->of->by_count; i++)
            of->along[i] = NAN;
    }
    return f->next != NULL;
}

/* ---------------------------------------------------------------- the run goes by */

int eg_following_answered(eg_following *f, double t, int status)
{
    if (status <= 0)
        return status;
    eg_report(f->d, EG_ERROR, EG_NOWHERE, "sensitivities cannot be followed beyond t = %.15g s",
              f->network->base.origin + t);
    eg_remedy(f->d, "ask for them up to there, or for another engine");
    return EG_ERROR_SIMULATION;
}

static int on_point(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_following *f = (eg_following *)o;
    int status = f->rows ? look(f, t, y, yp) : 0;
    if (f->rows && status == 0)
        status = add_row(f, t);
    return eg_following_answered(f, t, status);
}

static int on_passed(eg_observer *o, eg_engine *engine, double t)
{
    eg_following *f = (eg_following *)o;
    int status = eg_variation_pass(&f->v, engine, t);
    if (status == 0)
        status = eg_measures_pass(&f->m, engine, t);
    if (status == 0)
        status = take_samples(f, engine, t);
    if (status == 0)
        status = eg_variation_motion(&f->v, engine, t < engine->t1 ? eg_engine_part(engine, t) : 1.0, f->s,
                                     f->rate);
    if (status == 0)
        status = eg_crossing_note(&f->c, t, f->s, f->rate);
    f->passed = engine;
    f->reached = t;
    return eg_following_answered(f, t, status);
}

static int note_crossing(eg_following *f, double t)
{
    const size_t by = f->of->by_count, moves = (f->crossings + 1) * by;
    if (eg_grow((void **)&f->instants, &f->instant_capacity, f->crossings + 1, sizeof *f->instants) < 0 ||
        eg_grow((void **)&f->moves, &f->move_capacity, moves, sizeof *f->moves) < 0)
        return EG_ERROR_MEMORY;
    memcpy(f->moves + moves - by, f->c.dt, by * sizeof *f->moves);
    f->instants[f->crossings++] = t;
    return 0;
}

static int on_left(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_following *f = (eg_following *)o;
    const bool may_end = f->ends_anywhere || t >= f->stop;
    f->reached = t;
    int status = f->rows || may_end ? look(f, t, y, yp) : 0;
    if (f->rows && status == 0)
        status = add_row(f, t);
    if (t != f->left_at && may_end) {
        memcpy(f->left, f->along, f->of->of_count * f->of->by_count * sizeof *f->left);
        f->left_at = t;
    }
    if (status == 0)
        status = eg_crossing_leave(&f->c, t, y, yp, o->fired);
    if (status == 0)
        status = eg_measures_leave(&f->m, t, y, yp);
    return eg_following_answered(f, t, status == 0 ? note_crossing(f, t) : status);
}

static int on_right(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_following *f = (eg_following *)o;
    int status = eg_crossing_arrive(&f->c, t, y, yp);
    if (status == 0)
        status = eg_measures_arrive(&f->m, t, y, yp);
    if (f->rows && status == 0)
        status = look(f, t, y, yp);
    if (f->rows && status == 0)
        status = add_row(f, t);
    return eg_following_answered(f, t, status);
}

static int on_progress(eg_observer *o, double t)
{
    eg_following *f = (eg_following *)o;
    if (f->ends_early && knows_samples(f))
        return 1;
    return eg_teller_tell(&f->teller, f->network->base.origin + t);
}

/* What equations say of their relations is not what components call their events: eg_measures_hear. */
static void on_event(eg_event_sink *sink, double t, const char *component, const char *name,
                     bool is_time_event)
{
    (void)sink, (void)t, (void)component, (void)name, (void)is_time_event;
}

/* ---------------------------------------------------------------- the run */

static eg_status make_room(eg_following *f)
{
    const size_t n = (size_t)f->of->model->n + 1, of = f->of->of_count, by = f->of->by_count;
    f->y = calloc(2 * n + 2 * (by + 1) * n + of * (1 + 2 * by), sizeof *f->y);
    if (!f->y || !begin_samples(f))
        return EG_ERROR_MEMORY;
    f->yp = f->y + n;
    f->s = f->yp + n;
    f->rate = f->s + (by + 1) * n;
    f->values = f->rate + (by + 1) * n;
    f->along = f->values + of;
    f->left = f->along + of * by;
    f->left_at = NAN;
    return EG_OK;
}

bool eg_following_has_memory(const eg_model *m)
{
    for (int i = 0; m->user && i < m->user->quantity_count; i++)
        if (m->user->quantities[i].is_discrete && m->user->quantities[i].type == EG_REAL)
            return true;
    return false;
}

eg_status eg_following_begin(eg_following *f, eg_prepared *p, const eg_simulate_options *o, eg_diagnostics *d)
{
    f->of = p;
    f->o = o;
    f->d = d;
    f->teller = eg_teller_begin(o);
    f->network = eg_network_create(p->model, f->d);
    if (!f->network)
        return EG_ERROR_MEMORY;
    eg_system *s = &f->network->base;
    eg_status status = (eg_status)s->parametric->begin(s, (int)p->by_count, p->dtheta);
    if (status == EG_OK)
        status = make_room(f);
    if (status == EG_OK)
        status = eg_simulate_begin(f->network, f->o, f->y, f->yp);
    if (status == EG_OK && !(f->engine = p->engine->create(s, f->o->tolerance)))
        status = EG_ERROR_MEMORY;
    return status;
}

static eg_status begin_variation(eg_following *f, double start)
{
    const eg_prepared *p = f->of;
    const double tolerance = closer * fmax(f->engine->tolerance, 1e-12);
    if (!eg_variation_init(&f->v, &f->network->base, p->by_count, tolerance) ||
        !eg_crossing_init(&f->c, &f->v))
        return EG_ERROR_MEMORY;
    for (size_t k = 0; k < p->by_count; k++)
        if (p->parameters[k].value != 0.0)
            f->v.scale[k] = fabs(p->parameters[k].value);
    f->c.has_memory = eg_following_has_memory(p->model);
    const eg_status status = eg_measures_init(&f->m, &p->plan, f->network, &f->v, &f->c);
    f->begun = f->reached = start;
    return status == EG_OK
               ? (eg_status)eg_following_answered(f, start, eg_variation_begin(&f->v, start, f->y, f->yp))
               : status;
}

/* May an event end the run? */
static bool has_end(const eg_model *m)
{
    for (int i = 0; m->user && i < m->user->action_count; i++)
        if (m->user->actions[i].kind == EG_USER_TERMINATE)
            return true;
    return false;
}

static eg_status march(eg_following *f)
{
    const eg_simulate_options *o = f->o;
    const eg_system *s = &f->network->base;
    eg_march_options options = {.start_time = eg_system_since(s, o->start_time),
                                .stop_time = eg_system_since(s, o->stop_time),
                                .interval = o->interval > 0 ? o->interval : 1,
                                .max_events = o->max_events,
                                .max_steps = o->max_steps,
                                .without_work = true,
                                .time_limit = o->time_limit};
    eg_march_result result;
    f->stop = options.stop_time;
    f->ends_anywhere = has_end(f->of->model);
    eg_status status = begin_variation(f, options.start_time);
    if (status == EG_OK)
        status = eg_march(f->engine, &options, f->y, f->yp, &f->observer, &result);
    if (status == EG_OK)
        f->reached = result.end_time;
    return status;
}

eg_status eg_following_run(eg_following *f, eg_prepared *p, const eg_simulate_options *o, eg_diagnostics *d)
{
    f->observer = (eg_observer){.point = on_point,
                                .left = on_left,
                                .right = on_right,
                                .progress = on_progress,
                                .passed = on_passed,
                                .sink = {on_event}};
    const eg_status status = eg_following_begin(f, p, o, d);
    return status == EG_OK ? march(f) : status;
}

void eg_following_release(eg_following *f)
{
    eg_measures_release(&f->m);
    eg_crossing_release(&f->c);
    eg_variation_release(&f->v);
    if (f->engine)
        f->engine->ops->free(f->engine);
    eg_network_free(f->network);
    free(f->instants);
    free(f->moves);
    eg_trajectory_free(f->told);
    free(f->next);
    free(f->y);
}
