/* One run with its sensitivities: which parameters, rows, and what is known of each number at the end. */
#include "base/arena.h"
#include "base/names.h"
#include "base/trajectory.h"
#include "modelica/parametric.h"
#include "network/user/origins.h"
#include "sensitivity/independent.h"
#include "sensitivity/sensing.h"
#include "simulate/choose.h"
#include "simulate/state.h"
#include "simulate/tell.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Sensitivities are solved this much closer than the run, whose own error they follow. */
static const double closer = 0.1;

struct owned {
    eg_sensitivities all; /* first: what a caller has is an owned * */
    eg_arena *arena;
};

eg_sensitivity_options eg_sensitivity_options_default(const eg_model *model)
{
    return (eg_sensitivity_options){.run = eg_simulate_options_default(model)};
}

void eg_sensitivities_free(eg_sensitivities *s)
{
    if (!s)
        return;
    struct owned *own = (struct owned *)s;
    eg_trajectory_free(s->rows);
    eg_arena_free(own->arena);
    free(own);
}

/* ---------------------------------------------------------------- parameters */

static void refuse_name(eg_diagnostics *d, const char *name, const eg_system_parameter *all, int count)
{
    const char **names = calloc((size_t)count + 1, sizeof *names);
    for (int i = 0; names && i < count; i++)
        names[i] = all[i].name;
    const char *near = names ? eg_nearest(name, names, (size_t)count) : NULL;
    eg_report(d, EG_ERROR, EG_NOWHERE, "there is no parameter '%s' that may be another number", name);
    if (near)
        eg_remedy(d, "did you mean %s?", near);
    else
        eg_remedy(d, "name a Real parameter, as gap.c, or a start value, as ball.s(start)");
    free(names);
}

/* A direction for each parameter that is asked for. */
static eg_status choose(eg_sensing *r)
{
    eg_system *s = &r->network->base;
    const eg_sensitivity_options *o = r->o;
    int count = 0;
    eg_status status = EG_OK;
    const eg_system_parameter *all = s->parametric->parameters(s, &count);
    double *dtheta = calloc(o->by_count * (size_t)count + 1, sizeof *dtheta);
    for (size_t k = 0; k < o->by_count && dtheta; k++) {
        int i = 0;
        while (i < count && strcmp(all[i].name, o->by[k]) != 0)
            i++;
        if (i == count)
            refuse_name(r->d, o->by[k], all, count);
        else if (all[i].refusal)
            eg_report(r->d, EG_ERROR, EG_NOWHERE, "there is no derivative by %s, because %s", o->by[k],
                      all[i].refusal);
        if (i == count || all[i].refusal) {
            status = EG_ERROR_USAGE;
            continue;
        }
        dtheta[k * (size_t)count + (size_t)i] = 1.0;
        const char *unit = all[i].unit ? all[i].unit : "";
        r->out->by[k] = (eg_sensitivity_name){eg_arena_copy(r->arena, o->by[k]),
                                              eg_arena_copy(r->arena, unit), all[i].value};
    }
    if (!dtheta || (status == EG_OK && s->parametric->begin(s, (int)o->by_count, dtheta) != 0))
        status = EG_ERROR_MEMORY;
    free(dtheta);
    return status;
}

/* ---------------------------------------------------------------- rows */

static bool is_row(const eg_sensing *r, size_t q)
{
    return r->readout.expressions[q].reduction_count == 0;
}

static const char *derivative_name(eg_sensing *r, size_t q, size_t k)
{
    const char *of = r->o->of[q], *by = r->o->by[k];
    const size_t size = strlen(of) + strlen(by) + 16;
    char *name = eg_arena_alloc(r->arena, size);
    if (name)
        snprintf(name, size, "d(%s)/d(%s)", of, by);
    return name;
}

/* Units of derivatives are those of what stands over and under the line. */
static const char *derivative_unit(eg_sensing *r, const char *of, const char *by)
{
    const size_t size = strlen(of) + strlen(by) + 8;
    char *unit = eg_arena_alloc(r->arena, size);
    if (!unit || (!*of && !*by))
        return "";
    const bool is_product = strpbrk(by, "./") != NULL;
    snprintf(unit, size, *by ? (is_product ? "%s/(%s)" : "%s/%s") : "%s", *of ? of : "1", by);
    return unit;
}

static eg_status make_rows(eg_sensing *r)
{
    eg_trajectory *t = r->out->rows = eg_trajectory_create();
    if (!t)
        return EG_ERROR_MEMORY;
    for (size_t q = 0; q < r->o->of_count; q++) {
        const char *unit = r->readout.expressions[q].unit;
        const eg_signal value = {r->o->of[q], unit, "", 0};
        if (!is_row(r, q))
            continue;
        if (eg_trajectory_add_signal(t, value, (long)t->column_count++, 0) != 0)
            return EG_ERROR_MEMORY;
        for (size_t k = 0; k < r->o->by_count; k++) {
            const eg_signal along = {derivative_name(r, q, k), derivative_unit(r, unit, r->out->by[k].unit),
                                     "", 0};
            if (!along.name || eg_trajectory_add_signal(t, along, (long)t->column_count++, 0) != 0)
                return EG_ERROR_MEMORY;
        }
    }
    return EG_OK;
}

/* Has direction k no derivative at t? */
static bool is_lost(const eg_sensing *r, size_t k, double t)
{
    return r->c.doubts[k].kind != EG_DOUBT_NONE && t >= r->c.doubts[k].time;
}

static int add_row(eg_sensing *r, double t, const double *y, const double *yp)
{
    const double *s = r->v.s, *rate = r->v.rate;
    if (r->passed && t != r->reached) {
        eg_variation_at(&r->v, r->passed, eg_engine_part(r->passed, t), r->s, r->rate);
        s = r->s;
        rate = r->rate;
    }
    const int status = eg_measures_here(&r->m, t, y, yp, s, rate, r->values, r->along);
    double *row = status == 0 ? eg_trajectory_add_row(r->out->rows) : NULL;
    if (!row)
        return status == 0 ? EG_ERROR_MEMORY : status;
    *row++ = r->network->base.origin + t;
    for (size_t q = 0; q < r->o->of_count; q++) {
        if (!is_row(r, q))
            continue;
        *row++ = r->values[q];
        for (size_t k = 0; k < r->o->by_count; k++)
            *row++ = is_lost(r, k, t) ? NAN : r->along[q * r->o->by_count + k];
    }
    return 0;
}

/* ---------------------------------------------------------------- the run goes by */

/* What a callback of the facet, or of what stands on it, answers. */
int eg_sensing_answered(eg_sensing *r, double t, int status)
{
    if (status <= 0)
        return status;
    eg_report(r->d, EG_ERROR, EG_NOWHERE, "sensitivities cannot be followed beyond t = %.15g s",
              r->network->base.origin + t);
    eg_remedy(r->d, "ask for them up to there, or for another engine");
    return EG_ERROR_SIMULATION;
}

static int on_point(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_sensing *r = (eg_sensing *)o;
    return eg_sensing_answered(r, t, add_row(r, t, y, yp));
}

static int on_passed(eg_observer *o, eg_engine *engine, double t)
{
    eg_sensing *r = (eg_sensing *)o;
    int status = eg_variation_pass(&r->v, engine, t);
    if (status == 0)
        status = eg_measures_pass(&r->m, engine, t);
    if (status == 0)
        status = eg_variation_motion(&r->v, engine, t < engine->t1 ? eg_engine_part(engine, t) : 1.0, r->s,
                                     r->rate);
    if (status == 0)
        status = eg_crossing_note(&r->c, t, r->s, r->rate);
    r->passed = engine;
    r->reached = t;
    return eg_sensing_answered(r, t, status);
}

static int note_crossing(eg_sensing *r, double t)
{
    const size_t by = r->o->by_count, moves = (r->crossings + 1) * by;
    if (eg_grow((void **)&r->instants, &r->instant_capacity, r->crossings + 1, sizeof *r->instants) < 0 ||
        eg_grow((void **)&r->moves, &r->move_capacity, moves, sizeof *r->moves) < 0)
        return EG_ERROR_MEMORY;
    memcpy(r->moves + moves - by, r->c.dt, by * sizeof *r->moves);
    r->instants[r->crossings++] = t;
    return 0;
}

static int on_left(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_sensing *r = (eg_sensing *)o;
    r->reached = t;
    int status = add_row(r, t, y, yp);
    if (t != r->left_at)
        memcpy(r->left, r->along, r->o->of_count * r->o->by_count * sizeof *r->left);
    r->left_at = t;
    if (status == 0)
        status = eg_crossing_leave(&r->c, t, y, yp, o->fired);
    if (status == 0)
        status = eg_measures_leave(&r->m, t, y, yp);
    return eg_sensing_answered(r, t, status == 0 ? note_crossing(r, t) : status);
}

static int on_right(eg_observer *o, double t, const double *y, const double *yp)
{
    eg_sensing *r = (eg_sensing *)o;
    int status = eg_crossing_arrive(&r->c, t, y, yp);
    if (status == 0)
        status = eg_measures_arrive(&r->m, t, y, yp);
    if (status == 0)
        status = add_row(r, t, y, yp);
    return eg_sensing_answered(r, t, status);
}

static int on_progress(eg_observer *o, double t)
{
    eg_sensing *r = (eg_sensing *)o;
    return eg_teller_tell(&r->teller, r->network->base.origin + t);
}

/* What equations say of their relations is not what components call their events: eg_measures_hear. */
static void on_event(eg_event_sink *sink, double t, const char *component, const char *name,
                     bool is_time_event)
{
    (void)sink, (void)t, (void)component, (void)name, (void)is_time_event;
}

/* ---------------------------------------------------------------- events by the names of components */

/* The events of an ordinary run. */
static eg_status tell(eg_sensing *r)
{
    eg_simulate_options o = r->o->run;
    o.signals = (const char *[]){"time"};
    o.signal_count = 1;
    o.interval = o.stop_time > o.start_time ? o.stop_time - o.start_time : 1;
    return r->told ? EG_OK : eg_simulate(r->native, &o, r->d, &r->told, NULL);
}

static bool is_same_instant(const eg_sensing *r, double a, double b)
{
    return fabs(a - b) <= eg_system_instant(&r->network->base, b);
}

/* The crossing at that time, but for errors of both runs: nearer by far than any other. -1: there is none. */
static long crossing_at(const eg_sensing *r, double time)
{
    const double far = 1e-2, t = eg_system_since(&r->network->base, time);
    double nearest = INFINITY, next = INFINITY;
    long best = -1;
    for (size_t i = 0; i < r->crossings; i++) {
        const double off = fabs(r->instants[i] - t);
        if (best >= 0 && is_same_instant(r, r->instants[i], r->instants[best]))
            continue;
        if (off < nearest) {
            next = nearest;
            nearest = off;
            best = (long)i;
        } else
            next = fmin(next, off);
    }
    const double most = fmax(1e-6 * fabs(t), 1e3 * r->o->run.tolerance * (r->reached - r->begun));
    return nearest <= most && nearest <= far * next ? best : -1;
}

/* Tells the measures what has happened. */
eg_status eg_sensing_hear(eg_sensing *r)
{
    if (!eg_readout_asks(&r->readout))
        return EG_OK;
    const eg_status status = tell(r);
    for (size_t i = 0; status == EG_OK && i < eg_trajectory_events(r->told); i++) {
        const eg_event e = eg_trajectory_event(r->told, i);
        const long k = crossing_at(r, e.time);
        if (k < 0) {
            eg_report(r->d, EG_ERROR, EG_NOWHERE,
                      "the event of %s (%s) at t = %.15g s is not found in the model as equations",
                      e.component, e.name, e.time);
            eg_remedy(r->d, "let the tolerance be smaller, or the run end before that");
            return EG_ERROR_SIMULATION;
        }
        const double *moves = r->moves ? r->moves + (size_t)k * r->o->by_count : r->along;
        eg_measures_hear(&r->m, r->instants[k], moves, e.component, e.name);
    }
    return status;
}

/* ---------------------------------------------------------------- what is known at the end */

const char *eg_sensing_why(eg_sensing *r, const eg_doubt *doubt)
{
    const double time = r->network->base.origin + doubt->time;
    char text[700], event[300] = "an event";
    for (size_t i = 0; tell(r) == EG_OK && i < eg_trajectory_events(r->told); i++) {
        const eg_event e = eg_trajectory_event(r->told, i);
        const long k = crossing_at(r, e.time);
        if (k >= 0 && is_same_instant(r, r->instants[k], doubt->time)) {
            snprintf(event, sizeof event, "%s (%s)", e.component, e.name);
            break;
        }
    }
    const char *what = doubt->kind == EG_DOUBT_GRAZING
                           ? "the motion only touches its edge there, and passes it on one side alone"
                           : "another event falls at that instant, but moves differently";
    snprintf(text, sizeof text, "%s at t = %.15g s: %s", event, time, what);
    return eg_arena_copy(r->arena, text);
}

/* Are two derivatives by a parameter of that value others, or the same but for the run's errors? */
bool eg_sensing_is_other(const eg_sensing *r, double a, double b, double value, double parameter)
{
    const double errors = 100.0 * r->o->run.tolerance, by = parameter != 0.0 ? fabs(parameter) : 1.0;
    return fabs(a - b) > errors * (fabs(a) + fabs(b)) && fabs(a - b) * by > errors * fabs(value);
}

/* At an instant at which an event falls, `before` holds where it has come later. */
void eg_sensing_split_by_event(eg_sensing *r, double t, double dt, eg_sensitivity_item *item, double before)
{
    char text[200];
    const bool is_later = dt > 0.0;
    const double after = item->derivative;
    snprintf(text, sizeof text, "an event falls at t = %.15g s", r->network->base.origin + t);
    *item = (eg_sensitivity_item){NAN, is_later ? after : before, is_later ? before : after,
                                  eg_arena_copy(r->arena, text)};
}

/* Of two instants with the same extreme that one has it whose value rises, or falls, more. */
void eg_sensing_split_by_extreme(eg_sensing *r, const eg_measured *tie, eg_sensitivity_item *item,
                                 double other)
{
    char text[200];
    const double own = item->derivative, origin = r->network->base.origin;
    const bool is_more = (own > other) == (tie->kind == EG_REDUCE_MAXIMUM);
    snprintf(text, sizeof text, "it is as great at t = %.15g s as at t = %.15g s", origin + tie->until,
             origin + tie->tie);
    *item = (eg_sensitivity_item){NAN, is_more ? other : own, is_more ? own : other,
                                  eg_arena_copy(r->arena, text)};
}

/* What is known of the derivative of expression q by parameter k. */
static void judge(eg_sensing *r, double t, size_t q, size_t k, eg_sensitivity_item *item)
{
    const double until = eg_measures_until(&r->m, q), value = r->values[q], parameter = r->out->by[k].value;
    const eg_measured *tie = eg_measures_tie(&r->m, q);
    const size_t i = q * r->o->by_count + k;
    *item = (eg_sensitivity_item){r->along[i], r->along[i], r->along[i], NULL};
    if (is_lost(r, k, until))
        *item = (eg_sensitivity_item){NAN, NAN, NAN, eg_sensing_why(r, &r->c.doubts[k])};
    else if (isinf(until) && t == r->left_at &&
             eg_sensing_is_other(r, r->left[i], r->along[i], value, parameter))
        eg_sensing_split_by_event(r, t, r->c.dt[k], item, r->left[i]);
    else if (tie && eg_sensing_is_other(r, tie->along[k], tie->other[k], value, parameter)) {
        if (tie->kind == EG_REDUCE_AT)
            eg_sensing_split_by_event(r, tie->at, r->c.dt[k], item, tie->other[k]);
        else
            eg_sensing_split_by_extreme(r, tie, item, tie->other[k]);
    }
}

static eg_status finish(eg_sensing *r, double t)
{
    const eg_sensitivity_options *o = r->o;
    r->out->end_time = r->network->base.origin + t;
    const eg_status heard = eg_sensing_hear(r);
    if (heard != EG_OK)
        return heard;
    const int status = eg_measures_here(&r->m, t, r->y, r->yp, r->v.s, r->v.rate, r->values, r->along);
    if (status != 0)
        return eg_sensing_answered(r, t, status) == EG_ERROR_MEMORY ? EG_ERROR_MEMORY : EG_ERROR_SIMULATION;
    for (size_t q = 0; q < o->of_count; q++) {
        r->out->of[q] =
            (eg_sensitivity_name){eg_arena_copy(r->arena, o->of[q]),
                                  eg_arena_copy(r->arena, r->readout.expressions[q].unit), r->values[q]};
        for (size_t k = 0; k < o->by_count; k++)
            judge(r, t, q, k, &r->out->items[q * o->by_count + k]);
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- the run */

static eg_status check(const eg_sensitivity_options *o, eg_diagnostics *d)
{
    if ((o->by_count == 0 && !o->by_all) || o->of_count == 0) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "sensitivities are by parameters, and of what a run comes to");
        eg_remedy(d, "name at least one of each");
        return EG_ERROR_USAGE;
    }
    if (o->run.engine && strcmp(o->run.engine, eg_engine_fixed.name) == 0) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "the engine fixed locates no events, and has no sensitivities");
        eg_remedy(d, "take --engine auto");
        return EG_ERROR_USAGE;
    }
    return eg_simulate_check(&o->run, d);
}

static eg_status make_kept(eg_sensing *r, eg_spec *spec)
{
    eg_spec *kept = NULL;
    eg_status status = eg_spec_keep_parameters(spec, r->d, &kept);
    if (status == EG_OK)
        status = eg_model_compile(kept, r->d, &r->model);
    eg_spec_free(kept);
    return status;
}

static bool is_offered(const eg_model *m, const char *name)
{
    const eg_user_origins *o = m->user ? m->user->origins : NULL;
    for (int i = 0; o && i < o->count; i++)
        if (strcmp(o->parameters[i].name, name) == 0)
            return true;
    return false;
}

/* Of the parameters that are asked for, those that follow from others are to be moved alone: a spec of one's
 * own in which they do not, or NULL where there is none. */
static eg_status free_followers(eg_sensing *r, const eg_spec *spec, eg_spec **own)
{
    eg_status status = EG_OK;
    bool is_changed = false;
    for (size_t k = 0; k < r->o->by_count && status == EG_OK; k++) {
        bool found = false;
        if (is_offered(r->model, r->o->by[k]))
            continue;
        if (!*own && !(*own = eg_spec_clone(spec)))
            return EG_ERROR_MEMORY;
        status = eg_make_independent(*own, r->o->by[k], r->d, &found);
        is_changed = is_changed || found;
    }
    if (status == EG_OK && is_changed)
        return EG_OK;
    eg_spec_free(*own);
    *own = NULL;
    return status;
}

static eg_status make_models(eg_sensing *r, eg_spec *spec, eg_model **native)
{
    eg_spec *own = NULL;
    eg_status status = eg_model_compile(spec, r->d, native);
    r->native = *native;
    if (status == EG_OK)
        status = make_kept(r, spec);
    if (status == EG_OK)
        status = free_followers(r, spec, &own);
    if (status == EG_OK && own) {
        eg_model_free(r->model);
        r->model = NULL;
        status = make_kept(r, own);
    }
    eg_spec_free(own);
    return status;
}

static eg_status make_room(eg_sensing *r)
{
    const size_t n = (size_t)r->model->n + 1, of = r->o->of_count, by = r->o->by_count;
    r->y = calloc(2 * n + 2 * (by + 1) * n + of * (1 + 2 * by), sizeof *r->y);
    if (!r->y)
        return EG_ERROR_MEMORY;
    r->yp = r->y + n;
    r->s = r->yp + n;
    r->rate = r->s + (by + 1) * n;
    r->values = r->rate + (by + 1) * n;
    r->along = r->values + of;
    r->left = r->along + of * by;
    r->left_at = NAN;
    return EG_OK;
}

/* The system, its parameters, and where it starts. */
eg_status eg_sensing_begin(eg_sensing *r)
{
    const eg_sensitivity_options *o = r->o;
    eg_status status =
        eg_readout_read_beside(&r->readout, r->model, r->native, o->of, o->of_count, "--of", r->d);
    if (status == EG_OK && !(r->network = eg_network_create(r->model, r->d)))
        status = EG_ERROR_MEMORY;
    if (status == EG_OK && !r->network->base.parametric) {
        eg_report(r->d, EG_ERROR, EG_NOWHERE, "%s has no parameters to differentiate by", r->model->name);
        status = EG_ERROR_MODEL;
    }
    if (status == EG_OK)
        status = choose(r);
    if (status == EG_OK)
        status = make_room(r);
    if (status == EG_OK)
        status = eg_simulate_begin(r->network, &o->run, r->y, r->yp);
    return status;
}

/* Does the model remember numbers of its events? */
bool eg_sensing_has_memory(const eg_model *m)
{
    for (int i = 0; m->user && i < m->user->quantity_count; i++)
        if (m->user->quantities[i].is_discrete && m->user->quantities[i].type == EG_REAL)
            return true;
    return false;
}

static eg_status march(eg_sensing *r)
{
    const eg_simulate_options *o = &r->o->run;
    eg_system *s = &r->network->base;
    const double start = eg_system_since(s, o->start_time);
    eg_march_options options = {.start_time = start,
                                .stop_time = eg_system_since(s, o->stop_time),
                                .interval = o->interval > 0 ? o->interval : 1,
                                .max_events = o->max_events,
                                .max_steps = o->max_steps,
                                .without_work = true,
                                .time_limit = o->time_limit};
    eg_march_result result;
    const double tolerance = closer * fmax(r->engine->tolerance, 1e-12);
    if (!eg_variation_init(&r->v, s, r->o->by_count, tolerance) || !eg_crossing_init(&r->c, &r->v))
        return EG_ERROR_MEMORY;
    for (size_t k = 0; k < r->o->by_count; k++)
        if (r->out->by[k].value != 0.0)
            r->v.scale[k] = fabs(r->out->by[k].value);
    r->c.has_memory = eg_sensing_has_memory(r->model);
    eg_status status =
        eg_measures_init(&r->m, &r->readout, r->o->by, r->o->by_count, r->network, &r->v, &r->c);
    if (status != EG_OK)
        return status;
    r->begun = r->reached = start;
    const int answer = eg_sensing_answered(r, start, eg_variation_begin(&r->v, start, r->y, r->yp));
    if (answer != 0)
        return (eg_status)answer;
    status = eg_march(r->engine, &options, r->y, r->yp, &r->observer, &result);
    return status == EG_OK ? finish(r, result.end_time) : status;
}

static eg_status run(eg_sensing *r)
{
    const char *reason;
    const eg_simulate_options *o = &r->o->run;
    const eg_engine_ops *ops = eg_simulate_engine(r->model, o, r->d, &reason);
    if (!ops || !ops->create)
        return ops ? EG_ERROR_UNAVAILABLE : EG_ERROR_USAGE;
    eg_status status = eg_sensing_begin(r);
    if (status == EG_OK && r->o->adjoint)
        return eg_sensing_go_backward(r, ops);
    if (status == EG_OK)
        status = make_rows(r);
    if (status == EG_OK && !(r->engine = ops->create(&r->network->base, o->tolerance)))
        status = EG_ERROR_MEMORY;
    return status == EG_OK ? march(r) : status;
}

static void release(eg_sensing *r)
{
    eg_measures_release(&r->m);
    eg_crossing_release(&r->c);
    eg_variation_release(&r->v);
    if (r->engine)
        r->engine->ops->free(r->engine);
    eg_readout_release(&r->readout);
    eg_network_free(r->network);
    eg_model_free(r->model);
    free(r->instants);
    free(r->moves);
    eg_trajectory_free(r->told);
    free(r->y);
}

static bool make_result(eg_sensing *r, eg_spec *spec)
{
    struct owned *own = calloc(1, sizeof *own);
    const size_t of = r->o->of_count, by = r->o->by_count;
    if (!own)
        return false;
    r->out = &own->all;
    r->arena = own->arena = eg_arena_create();
    if (!r->arena)
        return false;
    own->all.of = eg_arena_alloc(r->arena, (of + 1) * sizeof *own->all.of);
    own->all.by = eg_arena_alloc(r->arena, (by + 1) * sizeof *own->all.by);
    own->all.items = eg_arena_alloc(r->arena, (of * by + 1) * sizeof *own->all.items);
    own->all.model = eg_arena_copy(r->arena, eg_spec_name(spec));
    own->all.of_count = of;
    own->all.by_count = by;
    return own->all.of && own->all.by && own->all.items && own->all.model;
}

/* All parameters that have derivatives, in the place of those that are asked for by name. */
static eg_status ask_for_all(eg_sensing *r, eg_sensitivity_options *own, const char ***names)
{
    const eg_user_origins *all = r->model->user ? r->model->user->origins : NULL;
    size_t count = 0;
    *names = calloc((size_t)(all ? all->count : 0) + 1, sizeof **names);
    if (!*names)
        return EG_ERROR_MEMORY;
    for (int i = 0; all && i < all->count; i++)
        if (!all->parameters[i].refusal)
            (*names)[count++] = all->parameters[i].name;
    if (count == 0) {
        eg_report(r->d, EG_ERROR, EG_NOWHERE, "%s has no parameters to differentiate by", r->model->name);
        return EG_ERROR_MODEL;
    }
    *own = *r->o;
    own->by = *names;
    own->by_count = count;
    r->o = own;
    return EG_OK;
}

eg_status eg_sensitivity(eg_spec *spec, const eg_sensitivity_options *o, eg_diagnostics *d,
                         eg_sensitivities **out)
{
    eg_sensing r = {.o = o, .d = d, .teller = eg_teller_begin(&o->run)};
    r.observer = (eg_observer){.point = on_point,
                               .left = on_left,
                               .right = on_right,
                               .progress = on_progress,
                               .passed = on_passed,
                               .sink = {on_event}};
    eg_model *native = NULL;
    eg_sensitivity_options own;
    const char **names = NULL;
    *out = NULL;
    eg_status status = check(o, d);
    if (status == EG_OK)
        status = make_models(&r, spec, &native);
    if (status == EG_OK && o->by_all)
        status = ask_for_all(&r, &own, &names);
    if (status == EG_OK && !make_result(&r, spec))
        status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = run(&r);
    release(&r);
    eg_model_free(native);
    free(names);
    if (status == EG_OK)
        *out = r.out;
    else
        eg_sensitivities_free(r.out);
    return status;
}
