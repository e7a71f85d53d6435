/* The engine exact on models that fall apart: each cluster of bodies goes by its own clock.  * Bodies that
 * active elements tie together are a cluster, which makes steps on its own (step.c). The distances between
 * clusters, and all that is not active, are integrals of two speeds; their polynomials reach as far as both
 * clusters' steps do (falls.c). The roots of switching functions and the ends of steps wait in a queue. An
 * event advances the clusters at the two ends of its element to its instant, changes the mode, parts or joins
 * them, expands the series of those that come out of it, and looks for the roots of what touches them: it
 * costs what its clusters cost, whatever else the model holds.  * Works are integrals of products of
 * polynomials, summed up as pieces are advanced (advance.c). Rows are made where a body has changed that the
 * observer is concerned with; they fill in what it looks at. */
#include "engine/exact/march.h"

#include "base/extremes.h"
#include "engine/exact/apart.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

typedef eg_apart_body body;
typedef eg_apart apart;

/* ---------------------------------------------------------------- failures */

void eg_apart_fail(apart *a, eg_status status)
{
    if (a->status == EG_OK)
        a->status = status;
}

static void not_finite(apart *a, int unknown)
{
    char who[160];
    if (a->status != EG_OK)
        return;
    a->system->ops->describe(a->system, unknown, who, sizeof who);
    eg_report(a->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: the %s is no longer finite",
              a->system->origin + a->time, who);
    eg_remedy(a->system->diagnostics, "look for a parameter or an input that lets it grow without bound");
    eg_apart_fail(a, EG_ERROR_SIMULATION);
}

void eg_apart_not_finite(apart *a, int b)
{
    not_finite(a, a->model->v[b]);
}

void eg_apart_give_up(apart *a, int b)
{
    if (a->status != EG_OK || a->left)
        return;
    a->left = a->tolerance > 0;
    if (!a->left)
        eg_apart_stop_at_sizes(a, b);
}

void eg_apart_stop_at_sizes(apart *a, int b)
{
    char who[160];
    if (a->status != EG_OK)
        return;
    a->system->ops->describe(a->system, a->model->v[b], who, sizeof who);
    eg_report(a->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: what changes the %s is too large or small, or too "
              "far apart in size, for double precision",
              a->system->origin + a->time, who);
    eg_remedy(a->system->diagnostics, "look for a stiffness, a damping, a mass or a speed out of all "
                                      "proportion");
    eg_apart_fail(a, EG_ERROR_SIMULATION);
}

/* How hard the element damps, now or beyond an edge of its law that follows the speed [N.s/m]: where
 * errors push a contact to and fro over such an edge, the side it is on says nothing. */
static double damping_of(const eg_local_law *law)
{
    double most = fabs(law->f_v);
    for (int j = 0; j < law->switches; j++)
        if (eg_local_has_power(law, j))
            most = fmax(most, fabs(law->h_v[j]));
    return most;
}

/* Do dampers keep steps short, which are faster than the springs beside them? They are stiff, which an
 * implicit engine need not follow; what swings it would have to. */
static bool is_damped(const apart *a)
{
    for (int i = 0; i < a->model->element_count; i++) {
        const eg_local_law *law = &a->items[i].law;
        const eg_local_item *of = &a->items[i].of;
        double light = 0, stiff = law->f_s, damping = damping_of(law);
        for (int end = 0; end < 2; end++)
            light += of->body[end] > 0 ? 1 / a->model->mass[of->body[end]] : 0;
        if (law->n > 0 && law->depth > 0)
            stiff += fabs(law->n * law->f_p * law->power / law->depth);
        if (a->items[i].is_active && damping > 0 && light * damping * damping >= stiff)
            return true;
    }
    return false;
}

/* The run ends here for a reason that body b is concerned by (reported). */
static void stop_for(apart *a, int b, const char *reason, const char *remedy)
{
    char who[160] = "";
    a->system->ops->describe(a->system, a->model->v[b], who, sizeof who);
    eg_report(a->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: %s, for the %s%s%s", a->system->origin + a->time,
              reason, who, a->heard ? "; the last event was one of " : "", a->heard ? a->heard : "");
    eg_remedy(a->system->diagnostics, "%s", remedy);
    eg_apart_fail(a, EG_ERROR_SIMULATION);
}

void eg_apart_stop_at_touch(apart *a, int b, double lasts)
{
    char reason[160];
    snprintf(reason, sizeof reason,
             "a contact begins that lasts %.2g s or so, and time itself is no finer than %.2g s there", lasts,
             DBL_EPSILON * fabs(a->time));
    if (a->status == EG_OK)
        stop_for(a, b, reason,
                 "give it less stiffness, or a law that takes no time (Elastogap.Contact.Gap, "
                 "law=\"restitution\")");
}

/* At the end of a window of turns (pace.h): another engine may do better, but not where something swings
 * within the round-off of time. */
static void look_at_pace(apart *a)
{
    char pace[160];
    const eg_pace_verdict verdict =
        eg_pace_look(&a->pace, a->time, eg_apart_aim(a), a->grid_index + (double)a->scheduled);
    if (verdict == EG_PACE_GOOD || a->status != EG_OK)
        return;
    const int b = a->member_count > 0 ? a->members[0] : 1;
    if (verdict == EG_PACE_SPENT) {
        eg_pace_describe_spent(&a->pace, a->time, eg_apart_aim(a), pace, sizeof pace);
        stop_for(a, b, pace, EG_PACE_SPENT_REMEDY);
        return;
    }
    a->left = a->tolerance > 0 && is_damped(a);
    if (a->left || verdict == EG_PACE_SLOW)
        return;
    eg_pace_describe(&a->pace, a->time, eg_apart_aim(a), pace, sizeof pace);
    stop_for(a, b, pace, EG_PACE_REMEDY);
}

static void end_late(apart *a)
{
    char late[160], who[160] = "";
    if (a->status != EG_OK)
        return;
    eg_pace_describe_late(&a->pace, a->time, a->options->time_limit, late, sizeof late);
    if (a->member_count > 0)
        a->system->ops->describe(a->system, a->model->v[a->members[0]], who, sizeof who);
    eg_report(a->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: %s%s%s%s%s", a->system->origin + a->time, late,
              *who ? ", the last one for the " : "", who, a->heard ? "; the last event was one of " : "",
              a->heard ? a->heard : "");
    eg_remedy(a->system->diagnostics, EG_PACE_LATE_REMEDY);
    eg_apart_fail(a, EG_ERROR_SIMULATION);
}

/* As in march.c: time has to pass the round-off of as many events as are allowed. Elements that do not
 * touch each other may have one each at an instant. */
static void count_event(apart *a)
{
    a->apart_now = a->time == a->last_instant ? a->apart_now + 1 : 0;
    if (a->apart_now > 0 && a->apart_now < a->model->element_count)
        return;
    double span = a->options->stop_time - a->options->start_time;
    double ulps = 8 * DBL_EPSILON * fabs(a->time) * (double)a->options->max_events;
    if (a->time - a->mark > eg_larger(1e-14 * span, ulps)) {
        a->mark = a->time;
        a->since_mark = 0;
    }
    if (++a->since_mark <= a->options->max_events)
        return;
    a->left = a->tolerance > 0; /* another engine may tell what these events are */
    if (a->left)
        return;
    eg_report(a->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: %ld events without progress%s%s",
              a->system->origin + a->time, a->since_mark, a->heard ? ", the last one of " : "",
              a->heard ? a->heard : "");
    eg_remedy(a->system->diagnostics,
              "look at what happens there: a contact needs compliance and damping, a source a longer period");
    eg_apart_fail(a, EG_ERROR_SIMULATION);
}

/* ---------------------------------------------------------------- events */

/* Takes from the queue what it has first. */
static void take(apart *a, int number)
{
    eg_queue_set(&a->queue, number, INFINITY);
    a->due[a->due_count++] = number;
}

/* Takes what the queue has for t at item i of a body, and at the cluster of its other end: their steps end
 * at the same instant, and the item's begins there once. */
static void take_at(apart *a, int i, int other, double t)
{
    const body *leader = &a->bodies[a->bodies[other].cluster];
    int elements = a->model->element_count, end = elements + a->bodies[other].cluster;
    if (i < elements && eg_queue_time(&a->queue, i) <= t)
        take(a, i);
    if (other == 0 || leader->taken == a->epoch)
        return;
    if (eg_queue_time(&a->queue, end) <= t)
        take(a, end);
    if (leader->soonest <= t && eg_queue_time(&a->queue, leader->soonest_item) <= t)
        take(a, leader->soonest_item);
}

/* The cluster of body b, and with it what is due for t at it or next to it. Is a body of it one that rows
 * show? */
static bool take_cluster(apart *a, int b, double t)
{
    const eg_local *m = a->model;
    bool concerned = false;
    int at = b;
    if (b == 0 || a->bodies[b].taken == a->epoch)
        return false;
    do {
        a->bodies[at].taken = a->epoch;
        concerned = concerned || a->bodies[at].is_concerned;
        if (eg_queue_earliest(&a->queue) > t)
            continue;
        for (int k = m->first[at]; k < m->first[at + 1]; k++) {
            const int *ends = a->items[m->touching[k]].of.body;
            take_at(a, m->touching[k], ends[ends[0] == at], t);
        }
    } while ((at = a->bodies[at].next) != b);
    return concerned;
}

/* Takes from the queue what it has for t: the first, and what clusters have that touch each other; what is
 * far from it follows as an event of its own, at the same instant. But where a row is to show the instant it
 * takes all at once. Is it an event of a body that rows show? */
static bool take_due(apart *a, double t)
{
    const int elements = a->model->element_count, first = eg_queue_first(&a->queue);
    bool is_event = first < elements; /* elements come first */
    bool concerned = false, seen = false;
    int done = 0;
    a->epoch++;
    take(a, first);
    do {
        if (done == a->due_count)
            take(a, eg_queue_first(&a->queue));
        for (; done < a->due_count; done++) {
            const int number = a->due[done], *ends = a->items[number < elements ? number : 0].of.body;
            if (number < elements && eg_apart_is_quiet(&a->items[number])) {
                concerned = concerned || a->bodies[ends[0]].is_concerned || a->bodies[ends[1]].is_concerned;
                continue;
            }
            if (take_cluster(a, number < elements ? ends[0] : number - elements, t))
                seen = true;
            if (number < elements && take_cluster(a, ends[1], t))
                seen = true;
            concerned = concerned || (seen && is_event);
        }
    } while (eg_queue_earliest(&a->queue) <= t && (concerned || (is_event && eg_apart_is_point(a, t))));
    a->is_seen = seen || concerned;
    return concerned;
}

/* Of an element whose event is quiet no more than itself: its bodies go on. */
static void advance_due(apart *a)
{
    int elements = a->model->element_count;
    for (int j = 0; j < a->due_count; j++) {
        const int number = a->due[j];
        if (number >= elements)
            eg_apart_advance_cluster(a, number - elements);
        else if (eg_apart_is_quiet(&a->items[number]))
            eg_apart_advance_item(a, number);
        else
            eg_apart_advance_ends(a, number);
    }
}

/* Does a force follow from what has begun at element i? */
static void check_touch(apart *a, int i, double v_rel)
{
    const int *ends = a->items[i].of.body;
    for (int k = 0; k < 2; k++)
        if (ends[k] > 0 && eg_is_weak_touch(fabs(v_rel), a->model->mass[ends[k]])) {
            const int status = a->system->local->check(a->system, a->time, i);
            if (status != 0)
                eg_apart_fail(a, (eg_status)status);
            return;
        }
}

/* Ends modes of the elements that have fallen. */
static void fire(apart *a)
{
    bool counted = false, doubtful = false;
    for (int j = 0; j < a->due_count; j++) {
        int i = a->due[j];
        if (i >= a->model->element_count)
            continue;
        if (a->wasteful > 0)
            doubtful = a->bodies[a->items[i].of.body[eg_apart_mover(&a->items[i].of)]].cluster == a->wasteful;
        if (!counted)
            count_event(a);
        counted = true;
        double v_rel = eg_apart_item_speed(a, i);
        a->system->local->fire(a->system, a->time, i, a->items[i].which, eg_apart_distance(a, i)[0], v_rel,
                               &a->items[i].law, &a->sink);
        check_touch(a, i, v_rel);
        eg_apart_take_law(a, i, v_rel);
        if (a->items[i].is_active)
            eg_apart_advance_ends(a, i);
    }
    if (counted && a->time != a->last_instant) {
        a->result->instants++;
        a->doubtful += doubtful;
        a->last_instant = a->time;
    }
}

/* What the queue has, which has come; rows where somebody wants them. */
static void local_event(apart *a)
{
    if (a->has_row)
        eg_apart_show(a, a->observer->left, a->time);
    if (a->status == EG_OK)
        fire(a);
    if (a->has_row) {
        eg_apart_show(a, a->observer->right, a->time);
        eg_apart_pass_grid(a);
    }
    if (a->status == EG_OK)
        eg_apart_renew(a);
}

static void look_ahead(apart *a)
{
    a->time_event = a->system->ops->next_time_event(a->system, a->time);
    a->horizon = fmin(a->options->stop_time, a->time_event);
}

/* A source changes its law, or something else that all follow: all begin anew. */
void eg_apart_common_event(apart *a)
{
    bool jumped = false;
    eg_apart_show(a, a->observer->left, a->time);
    count_event(a);
    a->scheduled++;
    if (a->status != EG_OK || !eg_apart_derive(a, a->time))
        return;
    int outcome = a->system->ops->handle_event(a->system, a->time, NULL, a->y, a->yp, &jumped, &a->sink);
    if (outcome != 0)
        eg_apart_fail(a, outcome == EG_ERROR_MEMORY ? EG_ERROR_MEMORY : EG_ERROR_SIMULATION);
    a->result->instants += a->time != a->last_instant;
    a->last_instant = a->time;
    eg_apart_show(a, a->observer->right, a->time);
    eg_apart_pass_grid(a);
    look_ahead(a);
    if (a->status == EG_OK)
        eg_apart_renew(a);
}

/* ---------------------------------------------------------------- one thing after the other */

bool eg_apart_goes_on(const apart *a)
{
    return a->status == EG_OK && !a->system->finished && !a->stopped && !a->left;
}

/* What comes next, and when. */
void eg_apart_look_for_next(apart *a)
{
    if (eg_pace_step(&a->pace))
        look_at_pace(a);
    if (eg_pace_is_late(&a->pace))
        end_late(a);
    double due = eg_queue_earliest(&a->queue);
    double stop = a->options->stop_time;
    a->has_row = true;
    if (due <= a->horizon) {
        a->coming = EG_APART_LOCAL;
        a->next = due;
        a->has_row = take_due(a, due);
    } else if (a->time_event <= stop && a->time < stop) {
        a->coming = EG_APART_COMMON;
        a->next = a->horizon;
    } else {
        a->coming = EG_APART_AT_END;
        a->next = stop;
    }
}

/* To it: what it concerns is brought there. */
void eg_apart_come(apart *a)
{
    eg_apart_look_further(a, EG_APART_AHEAD_QUEUE);
    if (a->observer->passed && (a->is_seen || a->coming != EG_APART_LOCAL))
        eg_apart_show_windows(a, a->next);
    eg_apart_begin(a, a->next, a->due_count);
    if (a->coming == EG_APART_LOCAL)
        advance_due(a);
    else
        eg_apart_advance_all(a);
    eg_apart_look_further(a, EG_APART_AHEAD_ELEMENT);
    if (a->coming == EG_APART_COMMON)
        eg_apart_fill_all(a, a->time);
    else if (a->coming == EG_APART_LOCAL && a->has_row)
        eg_apart_fill_row(a, a->time);
}

void eg_apart_happen(apart *a)
{
    if (a->coming == EG_APART_LOCAL)
        local_event(a);
    else if (a->coming == EG_APART_COMMON)
        eg_apart_common_event(a);
}

/* ---------------------------------------------------------------- the run */

void eg_apart_set_out(apart *a)
{
    const eg_local *m = a->model;
    for (int i = 0; i < m->item_count; i++) {
        eg_apart_distance(a, i)[0] = m->start[i];
        a->items[i].drag_degree = -1;
    }
    for (int b = 0; b < m->body_count; b++) {
        eg_apart_speed(a, b)[0] = b > 0 ? a->y[m->v[b]] : 0;
        a->bodies[b].noise = 8 * DBL_EPSILON * fabs(eg_apart_speed(a, b)[0]);
        a->bodies[b].most = a->bodies[b].fast = fabs(eg_apart_speed(a, b)[0]);
        a->bodies[b].next = a->bodies[b].cluster = b;
        a->bodies[b].push_degree = -1;
        a->bodies[b].soonest = INFINITY;
    }
    for (int j = 0; j < m->load_count; j++) {
        body *p = &a->bodies[m->loads[j].body];
        p->load = p->loads++ == 0 ? j : p->load;
    }
    look_ahead(a);
    if (a->observer->passed)
        eg_apart_begin_windows(a);
    eg_apart_begin(a, a->options->start_time, 0);
    eg_apart_advance_all(a);
    eg_apart_store(a, a->time);
    eg_apart_pass_grid(a);
    eg_apart_renew(a);
}

/* To the end of the span; or leaves off where it is, with all that has happened up to there. */
void eg_apart_arrive(apart *a)
{
    if (a->left || a->stopped) {
        if (a->observer->passed)
            eg_apart_show_windows(a, a->time);
        eg_apart_begin(a, a->time, 0);
        eg_apart_advance_all(a);
    } else if (eg_apart_goes_on(a) && a->time < a->options->stop_time) {
        eg_apart_store_grid(a, a->next, true);
        if (!a->stopped)
            eg_apart_come(a);
    }
}

void eg_apart_tell_works(const apart *a, eg_march_result *result)
{
    result->end_time = a->time;
    result->spent = eg_pace_spent(&a->pace);
    for (int p = 0; p < EG_POWER_COUNT; p++)
        result->work[p] = a->model->has_work ? eg_dd_value(a->work[p]) : 0;
    for (int i = a->model->first_written; i < a->model->element_count && a->model->has_work; i++) {
        const double begun = a->system->local->stored(a->system, i, a->model->start[i]);
        const double now = a->system->local->stored(a->system, i, eg_apart_distance(a, i)[0]);
        result->work[EG_POWER_STORED] += now - begun;
        result->work[EG_POWER_TURNOVER] += fabs(now) + fabs(begun);
    }
}

/* Ends with a row at the last point, unless another engine goes on. */
void eg_apart_finish(apart *a)
{
    eg_apart_fill_all(a, a->time);
    const int unfit = eg_engine_unfit(a->y, a->system->n);
    if (unfit >= 0)
        not_finite(a, unfit);
    bool storable = a->status == EG_OK || a->status == EG_ERROR_SIMULATION;
    bool derived = storable && a->system->ops->derivatives(a->system, a->time, a->y, a->yp) == 0;
    if (derived && !a->left && a->last_row != a->time)
        eg_apart_answer(a,
                        a->observer->point(a->observer, a->time, a->y, a->observer->concerns ? NULL : a->yp));
    eg_apart_tell_works(a, a->result);
}

static void run(apart *a)
{
    enum { TURNS = 64 };
    eg_observer *o = a->observer;
    eg_apart_set_out(a);
    for (long turn = 1; eg_apart_goes_on(a); turn++) {
        eg_apart_look_for_next(a);
        if ((o->passed && !eg_apart_has_windows_to(a, a->next)) || a->coming == EG_APART_AT_END)
            break;
        eg_apart_store_grid(a, a->next, a->has_row);
        if (!a->stopped) {
            eg_apart_come(a);
            eg_apart_happen(a);
        }
        if (turn % TURNS == 0 && !a->stopped && o->progress && o->progress(o, a->time) != 0)
            a->stopped = true;
    }
    eg_apart_arrive(a);
    eg_apart_finish(a);
}

eg_status eg_exact_march(const eg_exact_task *task, double *y, double *yp, eg_march_result *result,
                         bool *left)
{
    apart *a = eg_apart_make(task, y, yp, result);
    *left = false;
    if (!a)
        return EG_ERROR_MEMORY;
    run(a);
    eg_status status = a->status;
    *left = a->left && status == EG_OK;
    eg_apart_release(a);
    return status;
}
