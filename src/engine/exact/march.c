/* The engine exact on models that fall apart: each cluster of bodies goes by its own clock.
 *
 * Bodies that active elements tie together are a cluster, which makes steps on its own (step.c). The
 * distances between clusters, and all that is not active, are integrals of two speeds; their polynomials
 * reach as far as both clusters' steps do (falls.c). The roots of switching functions and the ends of steps
 * wait in a queue. An event advances the clusters at the two ends of its element to its instant, changes
 * the mode, parts or joins them, expands the series of those that come out of it, and looks for the roots of
 * what touches them: it costs what its clusters cost, whatever else the model holds.
 *
 * Works are integrals of products of polynomials, summed up as pieces are advanced (advance.c). Rows are
 * made where a body has changed that the observer is concerned with; they fill in what it looks at. */
#include "engine/exact/march.h"

#include "engine/exact/apart.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SPEEDS = EG_APART_SPEEDS, DISTANCES = EG_APART_DISTANCES };

typedef eg_apart_body body;
typedef eg_apart_item item;
typedef eg_apart apart;

/* ---------------------------------------------------------------- failures */

void eg_apart_fail(apart *a, eg_status status)
{
    if (a->status == EG_OK)
        a->status = status;
}

void eg_apart_not_finite(apart *a, int b)
{
    char who[160];
    if (a->status != EG_OK)
        return;
    a->system->ops->describe(a->system, a->model->body_count - 1 + b - 1, who, sizeof who);
    eg_report(a->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: the %s is no longer finite", a->time, who);
    eg_remedy(a->system->diagnostics, "look for a parameter or an input that lets it grow without bound");
    eg_apart_fail(a, EG_ERROR_SIMULATION);
}

/* As in march.c: time has to pass the round-off of as many events as are allowed. */
static void count_event(apart *a)
{
    double span = a->options->stop_time - a->options->start_time;
    double ulps = 8 * DBL_EPSILON * fabs(a->time) * (double)a->options->max_events;
    if (a->time - a->mark > fmax(1e-14 * span, ulps)) {
        a->mark = a->time;
        a->since_mark = 0;
    }
    if (++a->since_mark <= a->options->max_events)
        return;
    eg_report(a->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: %ld events without progress%s%s", a->time,
              a->since_mark, a->heard ? ", the last one of " : "", a->heard ? a->heard : "");
    eg_remedy(a->system->diagnostics,
              "look at what these components do there: a contact needs compliance and damping, a source a "
              "longer period");
    eg_apart_fail(a, EG_ERROR_SIMULATION);
}

static void hear(eg_event_sink *sink, double t, const char *component, const char *name, bool is_time_event)
{
    apart *a = (apart *)sink;
    a->heard = component;
    a->observer->sink.happened(&a->observer->sink, t, component, name, is_time_event);
}

/* ---------------------------------------------------------------- all that has changed */

/* The event that limited the search for others of the cluster that body b is in is not to be: they are looked
 * for now. */
static void look_again(apart *a, int b)
{
    const eg_local *m = a->model;
    body *leader = &a->bodies[a->bodies[b].cluster];
    int at = b;
    leader->is_withdrawn = false;
    leader->soonest = INFINITY;
    leader->soonest_item = -1;
    do
        for (int k = m->first[at]; k < m->first[at + 1]; k++) {
            int i = m->touching[k];
            item *p = &a->items[i];
            if (i >= m->element_count)
                continue;
            if (p->is_limited && p->advanced != -a->epoch) {
                eg_apart_advance_item(a, i);
                eg_apart_read_law(a, i);
                p->advanced = -a->epoch;
                eg_apart_renew_item(a, i);
            } else if (a->queue.time[i] < leader->soonest) {
                leader->soonest = a->queue.time[i];
                leader->soonest_item = i;
            }
        }
    while ((at = a->bodies[at].next) != b);
}

/* In all clusters that have only heard of what has changed. */
static void look_again_around(apart *a)
{
    const eg_local *m = a->model;
    a->is_withdrawn = false;
    for (int j = 0; j < a->changed_count; j++)
        for (int k = m->first[a->changed[j]]; k < m->first[a->changed[j] + 1]; k++)
            for (int end = 0; end < 2; end++) {
                int b = m->items[m->touching[k]].body[end];
                if (b > 0 && a->bodies[a->bodies[b].cluster].is_withdrawn)
                    look_again(a, b);
            }
}

/* New clusters, series, roots for all that has changed. */
static void renew(apart *a)
{
    const eg_local *m = a->model;
    eg_apart_read_laws(a);
    for (int j = 0; j < a->changed_count; j++)
        if (a->bodies[a->changed[j]].mark != -a->epoch)
            eg_apart_step(a, a->changed[j]);
    for (int j = 0; j < a->changed_count; j++)
        for (int k = m->first[a->changed[j]]; k < m->first[a->changed[j] + 1]; k++) {
            int i = m->touching[k];
            if (a->items[i].advanced != a->epoch)
                continue;
            a->items[i].advanced = -a->epoch;
            eg_apart_renew_item(a, i);
        }
    if (a->is_withdrawn)
        look_again_around(a);
    a->changed_count = a->due_count = 0;
}

/* Begins an instant at which so many entries of the queue are due. */
static void begin(apart *a, double t, int due)
{
    a->time = t;
    a->epoch++;
    a->changed_count = 0;
    a->due_count = due;
}

static void advance_all(apart *a)
{
    for (int b = 1; b < a->model->body_count; b++)
        eg_apart_advance_cluster(a, b);
}

/* ---------------------------------------------------------------- rows */

static void fill_all(apart *a, double t)
{
    for (int b = 1; b < a->model->body_count; b++)
        eg_apart_fill(a, b, t, true, true);
}

/* What rows look at. */
static void fill_row(apart *a, double t)
{
    for (int k = 0; k < a->seen_count; k++) {
        int b = a->seen[k];
        eg_apart_fill(a, b, t, a->unknowns[b - 1], a->unknowns[a->model->body_count - 1 + b - 1]);
    }
}

static double grid_time(const apart *a)
{
    return a->by_points ? a->course.target : a->options->start_time + a->grid_index * a->options->interval;
}

static void pass_point(apart *a)
{
    a->grid_index++;
    a->course.target = INFINITY;
}

static void answer(apart *a, int answer)
{
    if (answer < 0)
        eg_apart_fail(a, (eg_status)answer);
}

static bool derive(apart *a, double t)
{
    if (a->system->ops->derivatives(a->system, t, a->y, a->yp) == 0)
        return true;
    eg_report(a->system->diagnostics, EG_ERROR, EG_NOWHERE,
              "the simulation stopped at t = %.15g s: the derivatives could not be evaluated", t);
    eg_apart_fail(a, EG_ERROR_SIMULATION);
    return false;
}

/* One of the observer's rows, of what y holds. */
static void show(apart *a, int (*row)(eg_observer *, double, const double *, const double *), double t)
{
    bool asks = a->observer->concerns != NULL;
    if (a->status == EG_OK && (asks || derive(a, t)))
        answer(a, row(a->observer, t, a->y, asks ? NULL : a->yp));
    a->last_row = t;
}

static void store(apart *a, double t)
{
    fill_row(a, t);
    show(a, a->observer->point, t);
}

/* What rows look at, at many instants, in the order of y: positions of all bodies, then speeds. */
static void fill_rows(apart *a, int count)
{
    const bool *seen = a->unknowns, *seen_speed = a->unknowns + a->model->body_count - 1;
    size_t stride = (size_t)a->observer->most_points;
    double *x = a->row_values, *v = x;
    for (int k = 0; k < a->seen_count; k++)
        v += seen[a->seen[k] - 1] ? stride : 0;
    for (int k = 0; k < a->seen_count; k++) {
        int b = a->seen[k];
        bool position = seen[b - 1], speed = seen_speed[b - 1];
        eg_apart_fill_many(a, b, count, a->row_times, position ? x : NULL, speed ? v : NULL);
        x += position ? stride : 0;
        v += speed ? stride : 0;
    }
}

static void store_rows(apart *a, int count)
{
    eg_observer *o = a->observer;
    if (count > 1) {
        fill_rows(a, count);
        answer(a, o->points(o, count, a->row_times, a->row_values, (size_t)o->most_points));
        a->last_row = a->row_times[count - 1];
    } else if (count == 1) {
        store(a, a->row_times[0]);
    }
}

/* Asked to stop between two points of the grid: the run ends at the last one, whose row there is. */
static void stop_in_grid(apart *a)
{
    double t = a->last_row;
    a->stopped = true;
    begin(a, t, 0);
    advance_all(a);
}

/* Grid points before t, or at t where nothing happens then. */
static void store_grid(apart *a, double t, bool happens)
{
    enum { ROWS = 256 };
    const eg_march_options *o = a->options;
    double end = happens ? t - 1e-9 * o->interval : t;
    int most = a->row_values ? a->observer->most_points : 1, rows = 0;
    while (a->status == EG_OK && (happens ? grid_time(a) < end : grid_time(a) <= end)) {
        int count = 0;
        for (; count < most && (happens ? grid_time(a) < end : grid_time(a) <= end); count++) {
            a->row_times[count] = grid_time(a);
            pass_point(a);
        }
        store_rows(a, count);
        rows += count;
        if (rows < ROWS || !a->observer->progress)
            continue;
        rows = 0;
        if (a->observer->progress(a->observer, a->last_row) != 0) {
            stop_in_grid(a);
            return;
        }
    }
}

static void pass_grid(apart *a)
{
    if (grid_time(a) <= a->time + 1e-9 * a->options->interval)
        pass_point(a);
}

/* ---------------------------------------------------------------- events */

/* Takes from the queue all that it has for t. Is a body among it that rows show? */
static bool take_due(apart *a, double t)
{
    const eg_local *m = a->model;
    bool concerned = false;
    while (a->queue.count > 0 && a->queue.time[a->queue.heap[0]] <= t) {
        int first = a->queue.heap[0];
        eg_queue_set(&a->queue, first, INFINITY);
        a->due[a->due_count++] = first;
        for (int end = 0; end < 2 && first < m->element_count; end++) {
            int b = m->items[first].body[end], at = b;
            do
                concerned = concerned || a->concerned[at];
            while ((at = a->bodies[at].next) != b);
        }
    }
    return concerned;
}

static void advance_due(apart *a)
{
    int elements = a->model->element_count;
    for (int j = 0; j < a->due_count; j++) {
        const eg_local_item *of = &a->model->items[a->due[j] < elements ? a->due[j] : 0];
        eg_apart_advance_cluster(a, a->due[j] < elements ? of->body[0] : a->due[j] - elements);
        eg_apart_advance_cluster(a, a->due[j] < elements ? of->body[1] : 0);
    }
}

/* Ends modes of the elements that have fallen. */
static void fire(apart *a)
{
    bool counted = false;
    for (int j = 0; j < a->due_count; j++) {
        int i = a->due[j];
        if (i >= a->model->element_count)
            continue;
        if (!counted)
            count_event(a);
        counted = true;
        double v_rel = eg_apart_item_speed(a, i);
        a->system->ops->local_fire(a->system, a->time, i, a->items[i].which, eg_apart_distance(a, i)[0],
                                   v_rel, &a->laws[i], &a->sink);
        eg_apart_take_law(a, i, v_rel);
    }
    if (counted && a->time != a->last_instant) {
        a->result->instants++;
        a->last_instant = a->time;
    }
}

/* What the queue has, which has come; rows where somebody wants them. */
static void local_event(apart *a)
{
    if (a->has_row)
        show(a, a->observer->left, a->time);
    if (a->status == EG_OK)
        fire(a);
    if (a->has_row) {
        show(a, a->observer->right, a->time);
        pass_grid(a);
    }
    if (a->status == EG_OK)
        renew(a);
}

static void look_ahead(apart *a)
{
    a->time_event = a->system->ops->next_time_event(a->system, a->time);
    a->horizon = fmin(a->options->stop_time, a->time_event);
}

/* A source changes its law, or something else that all follow: all begin anew. */
static void common_event(apart *a)
{
    bool jumped = false;
    show(a, a->observer->left, a->time);
    count_event(a);
    if (a->status != EG_OK || !derive(a, a->time))
        return;
    int outcome = a->system->ops->handle_event(a->system, a->time, NULL, a->y, a->yp, &jumped, &a->sink);
    if (outcome != 0)
        eg_apart_fail(a, outcome == EG_ERROR_MEMORY ? EG_ERROR_MEMORY : EG_ERROR_SIMULATION);
    a->result->instants += a->time != a->last_instant;
    a->last_instant = a->time;
    show(a, a->observer->right, a->time);
    pass_grid(a);
    look_ahead(a);
    if (a->status == EG_OK)
        renew(a);
}

/* ---------------------------------------------------------------- one thing after the other */

enum { AT_END, LOCAL, COMMON };

static bool goes_on(const apart *a)
{
    return a->status == EG_OK && !a->system->finished && !a->stopped && !a->left;
}

/* What comes next, and when. */
static void look_for_next(apart *a)
{
    double due = a->queue.count > 0 ? a->queue.time[a->queue.heap[0]] : INFINITY;
    double stop = a->options->stop_time;
    a->coming = due <= a->horizon ? LOCAL : a->time_event <= stop && a->time < stop ? COMMON : AT_END;
    a->next = a->coming == LOCAL ? due : a->coming == COMMON ? a->horizon : stop;
    a->has_row = a->coming == LOCAL ? take_due(a, due) : true;
}

/* To it: what it concerns is brought there. */
static void come(apart *a)
{
    begin(a, a->next, a->due_count);
    if (a->coming == LOCAL)
        advance_due(a);
    else
        advance_all(a);
    if (a->coming == COMMON)
        fill_all(a, a->time);
    else if (a->coming == LOCAL && a->has_row)
        fill_row(a, a->time);
}

static void happen(apart *a)
{
    if (a->coming == LOCAL)
        local_event(a);
    else if (a->coming == COMMON)
        common_event(a);
}

/* ---------------------------------------------------------------- the run */

static void set_out(apart *a)
{
    const eg_local *m = a->model;
    for (int i = 0; i < m->item_count; i++) {
        eg_apart_distance(a, i)[0] = m->start[i];
        a->items[i].drag_degree = -1;
    }
    for (int b = 0; b < m->body_count; b++) {
        eg_apart_speed(a, b)[0] = b > 0 ? a->y[m->body_count - 1 + b - 1] : 0;
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
    begin(a, a->options->start_time, 0);
    advance_all(a);
    store(a, a->time);
    pass_grid(a);
    renew(a);
}

/* To the end of the span; or leaves off where it is. */
static void arrive(apart *a)
{
    if (a->left) {
        begin(a, a->time, 0);
        advance_all(a);
    } else if (goes_on(a) && a->time < a->options->stop_time) {
        store_grid(a, a->next, true);
        if (!a->stopped)
            come(a);
    }
}

/* Ends with a row at the last point, unless another engine goes on. */
static void finish(apart *a)
{
    fill_all(a, a->time);
    bool storable = a->status == EG_OK || a->status == EG_ERROR_SIMULATION;
    bool derived = storable && a->system->ops->derivatives(a->system, a->time, a->y, a->yp) == 0;
    if (derived && !a->left && a->last_row != a->time)
        answer(a, a->observer->point(a->observer, a->time, a->y, a->observer->concerns ? NULL : a->yp));
    a->result->end_time = a->time;
    for (int p = 0; p < EG_POWER_COUNT; p++)
        a->result->work[p] = eg_dd_value(a->work[p]);
}

static void run(apart *a)
{
    enum { TURNS = 64 };
    eg_observer *o = a->observer;
    set_out(a);
    for (long turn = 1; goes_on(a); turn++) {
        look_for_next(a);
        if (a->coming == AT_END)
            break;
        store_grid(a, a->next, a->has_row);
        if (!a->stopped) {
            come(a);
            happen(a);
        }
        if (turn % TURNS == 0 && !a->stopped && o->progress && o->progress(o, a->time) != 0)
            a->stopped = true;
    }
    arrive(a);
    finish(a);
}

/* What rows take; and what does not move does not change. */
static void find_seen(apart *a)
{
    size_t bodies = (size_t)a->model->body_count;
    memset(a->concerned, true, bodies);
    memset(a->unknowns, true, 2 * (bodies - 1));
    if (a->observer->concerns)
        a->observer->concerns(a->observer, a->concerned, a->unknowns);
    a->concerned[0] = false;
    for (int b = 1; b < a->model->body_count; b++)
        if (a->unknowns[b - 1] || a->unknowns[a->model->body_count - 1 + b - 1])
            a->seen[a->seen_count++] = b;
}

/* Room for points that the observer takes at once; without it, one by one. */
static bool make_room_for_rows(apart *a)
{
    size_t most = a->observer->points && a->observer->most_points > 1 ? (size_t)a->observer->most_points : 0;
    a->row_times = malloc((most + 1) * sizeof *a->row_times);
    if (most > 0)
        a->row_values = malloc(2 * (size_t)a->seen_count * most * sizeof *a->row_values + 1);
    return a->row_times != NULL;
}

/* One block for all numbers. */
static bool allocate(apart *a)
{
    const eg_local *m = a->model;
    size_t bodies = (size_t)m->body_count, items = (size_t)m->item_count;
    size_t elements = (size_t)m->element_count, loads = (size_t)m->load_count;
    a->bodies = calloc(bodies, sizeof *a->bodies);
    a->items = calloc(items + 1, sizeof *a->items);
    a->laws = calloc(elements + 1, sizeof *a->laws);
    size_t series = m->has_powers ? 2 * SPEEDS * elements : 0;
    a->v = calloc(SPEEDS * (bodies + loads) + DISTANCES * items + series, sizeof *a->v);
    a->concerned = calloc(3 * bodies, sizeof *a->concerned);
    a->changed = calloc(4 * bodies + 2 * elements, sizeof *a->changed);
    if (!a->bodies || !a->items || !a->laws || !a->v || !a->concerned || !a->changed)
        return false;
    a->push = a->v + SPEEDS * bodies;
    a->s = a->push + SPEEDS * loads;
    a->powers = a->s + DISTANCES * items;
    a->drags = m->has_powers ? a->powers + SPEEDS * elements : a->powers;
    a->members = a->changed + bodies;
    a->due = a->members + bodies;
    a->inside = a->due + bodies + elements;
    a->seen = a->inside + elements;
    a->unknowns = a->concerned + bodies;
    return eg_apart_find_alone(a) && eg_queue_create(&a->queue, m->element_count + m->body_count);
}

static void release(apart *a)
{
    if (!a)
        return;
    free(a->bodies);
    free(a->items);
    free(a->motions);
    free(a->laws);
    free(a->v);
    free(a->concerned);
    free(a->changed);
    free(a->row_times);
    free(a->row_values);
    free(a->bound_bodies);
    free(a->ties);
    free(a->force_series);
    free(a->rate_series);
    free(a->depth_series);
    eg_long_free(a->long_steps);
    eg_queue_free(&a->queue);
    free(a);
}

const eg_local *eg_exact_pieces(eg_system *system, const eg_march_options *options, const double *y,
                                eg_status *status)
{
    bool out_of_memory = false;
    const eg_local *model =
        system->ops->local ? system->ops->local(system, options->start_time, y, &out_of_memory) : NULL;
    *status = out_of_memory ? EG_ERROR_MEMORY : EG_OK;
    if (out_of_memory)
        eg_report(system->diagnostics, EG_ERROR, EG_NOWHERE, "out of memory before the first step");
    return model;
}

/* NULL: out of memory (reported). */
static apart *make(const eg_exact_task *task, double *y, double *yp, eg_march_result *result)
{
    apart *a = calloc(1, sizeof *a);
    *result = (eg_march_result){.end_time = task->options->start_time};
    if (a) {
        *a = (apart){.sink = {hear},
                     .system = task->system,
                     .model = task->model,
                     .options = task->options,
                     .observer = task->observer,
                     .result = result,
                     .counters = task->counters,
                     .y = y,
                     .yp = yp,
                     .tolerance = task->tolerance,
                     .accuracy = task->accuracy,
                     .last_instant = NAN,
                     .last_row = NAN,
                     .time = task->options->start_time,
                     .mark = task->options->start_time};
        if (allocate(a)) {
            find_seen(a);
            if (make_room_for_rows(a))
                return a;
        }
    }
    eg_report(task->system->diagnostics, EG_ERROR, EG_NOWHERE, "out of memory before the first step");
    release(a);
    return NULL;
}

eg_status eg_exact_march(const eg_exact_task *task, double *y, double *yp, eg_march_result *result,
                         bool *left)
{
    apart *a = make(task, y, yp, result);
    *left = false;
    if (!a)
        return EG_ERROR_MEMORY;
    run(a);
    eg_status status = a->status;
    *left = a->left && status == EG_OK;
    release(a);
    return status;
}

/* ---------------------------------------------------------------- as a course */

static apart *of_course(eg_course *c)
{
    return (apart *)(void *)((char *)c - offsetof(apart, course));
}

/* Is an element due, not only the end of a cluster's step? */
static bool is_event(const apart *a)
{
    bool found = a->coming == COMMON;
    for (int j = 0; j < a->due_count; j++)
        found = found || a->due[j] < a->model->element_count;
    return found;
}

static eg_status course_go(eg_course *c, double most)
{
    apart *a = of_course(c);
    (void)most; /* there is no engine's step */
    if (a->left && a->status == EG_OK) {
        arrive(a);
        finish(a);
        c->left = a->status == EG_OK;
    }
    if (!goes_on(a) || a->is_at_end)
        return a->status == EG_OK ? EG_DIFFERENT : a->status;
    look_for_next(a);
    c->time = a->next;
    c->happens = true;
    c->is_event = is_event(a);
    return EG_OK;
}

/* And to what comes next, where no point lies before it. */
static eg_status course_store(eg_course *c)
{
    apart *a = of_course(c);
    store_grid(a, a->next, a->has_row);
    if (a->status == EG_OK && c->target < INFINITY)
        come(a);
    return a->status;
}

static eg_status course_show(eg_course *c)
{
    apart *a = of_course(c);
    fill_all(a, a->time);
    show(a, a->observer->point, a->time);
    return a->status;
}

static eg_status course_happen(eg_course *c)
{
    apart *a = of_course(c);
    happen(a);
    a->is_at_end = a->coming == AT_END;
    if (!a->is_at_end || a->status != EG_OK)
        return a->status;
    pass_grid(a);
    return course_show(c);
}

static eg_status course_interrupt(eg_course *c)
{
    apart *a = of_course(c);
    begin(a, fmax(a->time, a->last_row), 0);
    advance_all(a);
    fill_all(a, a->time);
    common_event(a);
    return a->status;
}

static void course_free(eg_course *c)
{
    release(of_course(c));
}

/* What happens at the start is the caller's start, too. */
static void begin_at_once(apart *a)
{
    while (goes_on(a) && a->queue.count > 0 && a->queue.time[a->queue.heap[0]] <= a->time) {
        look_for_next(a);
        come(a);
        happen(a);
    }
}

eg_course *eg_exact_course(const eg_exact_task *task, double *y, double *yp, eg_march_result *result,
                           eg_status *status)
{
    static const eg_course_ops ops = {course_go,     course_store,     course_show,
                                      course_happen, course_interrupt, course_free};
    apart *a = make(task, y, yp, result);
    *status = EG_ERROR_MEMORY;
    if (!a)
        return NULL;
    set_out(a);
    begin_at_once(a);
    *status = a->status;
    if (a->status != EG_OK) {
        release(a);
        return NULL;
    }
    a->by_points = true;
    a->course = (eg_course){.ops = &ops, .target = INFINITY, .time = a->time};
    return &a->course;
}
