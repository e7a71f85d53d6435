/* What is known of each number at the end of a run: events by the names of components, and where there is no
 * derivative. */
#include "sensitivity/follow.h"

#include "base/arena.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- events by the names of components */

/* The events of an ordinary run. */
static eg_status tell(eg_following *f)
{
    eg_simulate_options o = *f->o;
    o.signals = (const char *[]){"time"};
    o.signal_count = 1;
    o.interval = o.stop_time > o.start_time ? o.stop_time - o.start_time : 1;
    if (f->told)
        return EG_OK;
    const eg_model *native = eg_prepared_native(f->of, f->d);
    return native ? eg_simulate(native, &o, f->d, &f->told, NULL) : EG_ERROR_MODEL;
}

static bool is_same_instant(const eg_following *f, double a, double b)
{
    return fabs(a - b) <= eg_system_instant(&f->network->base, b);
}

/* The crossing at that time, but for errors of both runs: nearer by far than any other. -1: there is none. */
static long crossing_at(const eg_following *f, double time)
{
    const double far = 1e-2, t = eg_system_since(&f->network->base, time);
    double nearest = INFINITY, next = INFINITY;
    long best = -1;
    for (size_t i = 0; i < f->crossings; i++) {
        const double off = fabs(f->instants[i] - t);
        if (best >= 0 && is_same_instant(f, f->instants[i], f->instants[best]))
            continue;
        if (off < nearest) {
            next = nearest;
            nearest = off;
            best = (long)i;
        } else
            next = fmin(next, off);
    }
    const double most = fmax(1e-6 * fabs(t), 1e3 * f->o->tolerance * (f->reached - f->begun));
    return nearest <= most && nearest <= far * next ? best : -1;
}

static eg_status refuse_event(eg_following *f, const eg_event *e)
{
    eg_report(f->d, EG_ERROR, EG_NOWHERE,
              "the event of %s (%s) at t = %.15g s is not found in the model as equations", e->component,
              e->name, e->time);
    eg_remedy(f->d, "let the tolerance be smaller, or the run end before that");
    return EG_ERROR_SIMULATION;
}

/* Tells the measures what has happened. */
static eg_status hear(eg_following *f)
{
    if (!eg_readout_asks(&f->of->readout))
        return EG_OK;
    const eg_status status = tell(f);
    for (size_t i = 0; status == EG_OK && i < eg_trajectory_events(f->told); i++) {
        const eg_event e = eg_trajectory_event(f->told, i);
        const long k = crossing_at(f, e.time);
        if (k < 0)
            return refuse_event(f, &e);
        const double *moves = f->moves ? f->moves + (size_t)k * f->of->by_count : f->along;
        eg_measures_hear(&f->m, f->instants[k], moves, e.component, e.name);
    }
    return status;
}

eg_status eg_following_finish(eg_following *f)
{
    const double t = f->reached;
    const eg_status heard = hear(f);
    if (heard != EG_OK)
        return heard;
    const int status = eg_measures_here(&f->m, t, f->y, f->yp, f->v.s, f->v.rate, f->values, f->along);
    if (status <= 0)
        return status == EG_ERROR_MEMORY || status == 0 ? (eg_status)status : EG_ERROR_SIMULATION;
    eg_report(f->d, EG_ERROR, EG_NOWHERE, "sensitivities are not known at t = %.15g s",
              f->network->base.origin + t);
    eg_remedy(f->d, "let the run end a little earlier or later");
    return EG_ERROR_SIMULATION;
}

static bool fits(const eg_event_ask *ask, const eg_event *e)
{
    eg_event_ask one = *ask;
    eg_tally tally;
    one.kind = EG_ASK_TIME;
    one.number = 1;
    eg_tally_begin(&tally, &one);
    eg_tally_add(&tally, &one, e->time, e->component, e->name);
    return !isnan(tally.value);
}

eg_status eg_following_events(eg_following *f, eg_prepared_events *events)
{
    const size_t by = f->of->by_count;
    const eg_status status = tell(f);
    for (size_t i = 0; status == EG_OK && i < eg_trajectory_events(f->told); i++) {
        const eg_event e = eg_trajectory_event(f->told, i);
        if (events->seen == events->count || !fits(&events->ask, &e))
            continue;
        const long at = crossing_at(f, e.time);
        if (at < 0)
            return refuse_event(f, &e);
        double *along = events->along + events->seen * by;
        events->times[events->seen++] = f->network->base.origin + f->instants[at];
        for (size_t k = 0; k < by; k++)
            along[k] = eg_following_is_lost(f, k, f->instants[at]) ? NAN : f->moves[(size_t)at * by + k];
    }
    return status;
}

/* ---------------------------------------------------------------- where there is no derivative */

const char *eg_following_why(eg_following *f, const eg_doubt *doubt, eg_arena *words)
{
    const double time = f->network->base.origin + doubt->time;
    char text[700], event[300] = "an event";
    for (size_t i = 0; tell(f) == EG_OK && i < eg_trajectory_events(f->told); i++) {
        const eg_event e = eg_trajectory_event(f->told, i);
        const long k = crossing_at(f, e.time);
        if (k >= 0 && is_same_instant(f, f->instants[k], doubt->time)) {
            snprintf(event, sizeof event, "%s (%s)", e.component, e.name);
            break;
        }
    }
    const char *what = doubt->kind == EG_DOUBT_GRAZING
                           ? "the motion only touches its edge there, and passes it on one side alone"
                           : "another event falls at that instant, but moves differently";
    snprintf(text, sizeof text, "%s at t = %.15g s: %s", event, time, what);
    return eg_arena_copy(words, text);
}

/* Are two derivatives by a parameter of that value others, or the same but for the run's errors? */
bool eg_following_is_other(const eg_following *f, double a, double b, double value, double parameter)
{
    const double errors = 100.0 * f->o->tolerance, by = parameter != 0.0 ? fabs(parameter) : 1.0;
    return fabs(a - b) > errors * (fabs(a) + fabs(b)) && fabs(a - b) * by > errors * fabs(value);
}

/* At an instant at which an event falls, `before` holds where it has come later. */
void eg_following_split_by_event(const eg_following *f, double t, double dt, eg_sensitivity_item *item,
                                 double before, eg_arena *words)
{
    char text[200];
    const bool is_later = dt > 0.0;
    const double after = item->derivative;
    snprintf(text, sizeof text, "an event falls at t = %.15g s", f->network->base.origin + t);
    *item = (eg_sensitivity_item){NAN, is_later ? after : before, is_later ? before : after,
                                  eg_arena_copy(words, text)};
}

/* Of two instants with the same extreme that one has it whose value rises, or falls, more. */
void eg_following_split_by_extreme(const eg_following *f, const eg_measured *tie, eg_sensitivity_item *item,
                                   double other, eg_arena *words)
{
    char text[200];
    const double own = item->derivative, origin = f->network->base.origin;
    const bool is_more = (own > other) == (tie->kind == EG_REDUCE_MAXIMUM);
    snprintf(text, sizeof text, "it is as great at t = %.15g s as at t = %.15g s", origin + tie->until,
             origin + tie->tie);
    *item =
        (eg_sensitivity_item){NAN, is_more ? other : own, is_more ? own : other, eg_arena_copy(words, text)};
}

eg_sensitivity_item eg_following_judge(eg_following *f, size_t q, size_t k, eg_arena *words)
{
    const double until = eg_measures_until(&f->m, q), value = f->values[q];
    const double parameter = f->of->parameters[k].value;
    const eg_measured *tie = eg_measures_tie(&f->m, q);
    const size_t i = q * f->of->by_count + k;
    eg_sensitivity_item item = {f->along[i], f->along[i], f->along[i], NULL};
    if (eg_following_is_lost(f, k, until))
        item = (eg_sensitivity_item){NAN, NAN, NAN, eg_following_why(f, &f->c.doubts[k], words)};
    else if (isinf(until) && f->reached == f->left_at &&
             eg_following_is_other(f, f->left[i], f->along[i], value, parameter))
        eg_following_split_by_event(f, f->reached, f->c.dt[k], &item, f->left[i], words);
    else if (tie && eg_following_is_other(f, tie->along[k], tie->other[k], value, parameter)) {
        if (tie->kind == EG_REDUCE_AT)
            eg_following_split_by_event(f, tie->at, f->c.dt[k], &item, tie->other[k], words);
        else
            eg_following_split_by_extreme(f, tie, &item, tie->other[k], words);
    }
    return item;
}
