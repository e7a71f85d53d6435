/* The engine exact in pieces: the memory of a run. */
#include "base/pages.h"
#include "engine/exact/march.h"

#include "engine/exact/apart.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { SPEEDS = EG_APART_SPEEDS };
enum { LARGE = 1 << 21 }; /* bytes: more than what a core has of its own */

typedef eg_apart apart;

static void hear(eg_event_sink *sink, double t, const char *component, const char *name, bool is_time_event)
{
    apart *a = (apart *)sink;
    a->heard = component;
    a->observer->sink.happened(&a->observer->sink, t, component, name, is_time_event);
}

/* An observer of steps is concerned with all that the unknowns which it looks at follow from. */
static void watch_seen(apart *a)
{
    for (int k = 0; k < a->seen_count; k++) {
        const int *ends = a->items[a->model->x_of[a->seen[k]]].of.body;
        a->bodies[a->seen[k]].is_concerned = true;
        for (int end = 0; end < 2; end++)
            a->bodies[ends[end]].is_concerned = a->bodies[ends[end]].is_concerned || ends[end] > 0;
    }
}

/* What rows take; and what does not move does not change. False: no memory. */
static bool find_seen(apart *a)
{
    size_t bodies = (size_t)a->model->body_count;
    bool *concerned = malloc(bodies * sizeof *concerned);
    if (!concerned)
        return false;
    memset(concerned, true, bodies);
    memset(a->unknowns, true, 2 * (bodies - 1));
    if (a->observer->concerns)
        a->observer->concerns(a->observer, concerned, a->unknowns);
    for (size_t b = 1; b < bodies; b++)
        a->bodies[b].is_concerned = concerned[b];
    free(concerned);
    for (int b = 1; b < a->model->body_count; b++)
        if (a->unknowns[a->model->x[b]] || a->unknowns[a->model->v[b]])
            a->seen[a->seen_count++] = b;
    for (size_t i = 0, count = 0; i < 2 * (bodies - 1); i++)
        a->column[i] = a->unknowns[i] ? (int)count++ : -1;
    if (a->observer->passed)
        watch_seen(a);
    return true;
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

/* Bodies and items, each a whole number of lines of memory, from the beginning of one on. */
static bool allocate_lines(apart *a, size_t bodies, size_t items)
{
    enum { LINE = 64 };
    a->lines_size = bodies * sizeof *a->bodies + items * sizeof *a->items + LINE;
    a->lines = eg_pages_create(a->lines_size);
    if (!a->lines)
        return false;
    a->items = (void *)(((uintptr_t)a->lines + LINE - 1) / LINE * LINE);
    a->bodies = (void *)(a->items + items);
    return true;
}

/* Of the body that has the least to be known of. */
static bool find_least_momentum(apart *a)
{
    const eg_local *m = a->model;
    double *nominal = malloc(((size_t)a->system->n + 1) * sizeof *nominal);
    if (!nominal)
        return false;
    a->least_momentum = INFINITY;
    a->system->ops->nominals(a->system, a->y, nominal);
    for (int b = 1; b < m->body_count; b++)
        a->least_momentum = fmin(a->least_momentum, m->mass[b] * nominal[m->v[b]]);
    free(nominal);
    return true;
}

/* One block for all numbers. */
static bool allocate(apart *a)
{
    const eg_local *m = a->model;
    size_t bodies = (size_t)m->body_count, items = (size_t)m->item_count;
    size_t elements = (size_t)m->element_count, loads = (size_t)m->load_count;
    size_t series = m->has_powers ? 2 * SPEEDS * elements : 0;
    a->push = calloc(SPEEDS * loads + series + 1, sizeof *a->push);
    a->unknowns = calloc(2 * bodies, sizeof *a->unknowns);
    a->changed = calloc(6 * bodies + 2 * elements, sizeof *a->changed);
    if (!allocate_lines(a, bodies, items) || !a->push || !a->unknowns || !a->changed)
        return false;
    a->is_large = bodies * sizeof *a->bodies + items * sizeof *a->items > LARGE;
    for (size_t i = 0; i < items; i++)
        a->items[i].of = m->items[i];
    a->powers = a->push + SPEEDS * loads;
    a->drags = m->has_powers ? a->powers + SPEEDS * elements : a->powers;
    a->members = a->changed + bodies;
    a->due = a->members + bodies;
    a->inside = a->due + bodies + elements;
    a->seen = a->inside + elements;
    a->column = a->seen + bodies;
    return eg_apart_find_alone(a) && eg_queue_create(&a->queue, m->element_count + m->body_count);
}

void eg_apart_release(apart *a)
{
    if (!a)
        return;
    eg_pages_free(a->lines, a->lines_size);
    free(a->alone);
    free(a->push);
    free(a->unknowns);
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
        system->local ? system->local->pieces(system, options->start_time, y, &out_of_memory) : NULL;
    *status = out_of_memory ? EG_ERROR_MEMORY : EG_OK;
    if (out_of_memory)
        eg_report_memory(system->diagnostics, "before the first step");
    return model;
}

/* The steps that a run may take, where each body takes its own. */
static double steps_of_all(const eg_exact_task *task)
{
    const double few = 10; /* bodies */
    return (double)task->options->max_steps * fmax(1, task->model->body_count / few);
}

/* NULL: out of memory (reported). */
apart *eg_apart_make(const eg_exact_task *task, double *y, double *yp, eg_march_result *result)
{
    apart *a = malloc(sizeof *a);
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
                     .dearer = task->dearer,
                     .accuracy = task->accuracy,
                     .last_instant = NAN,
                     .last_row = NAN,
                     .time = task->options->start_time,
                     .grid_index = eg_march_first_row(task->options),
                     .mark = task->options->start_time,
                     .pace =
                         eg_pace_from(task->options->start_time, task->model->body_count, steps_of_all(task),
                                      task->options->time_limit, task->options->deadline)};
        if (allocate(a) && find_least_momentum(a) && find_seen(a) && make_room_for_rows(a))
            return a;
    }
    eg_report_memory(task->system->diagnostics, "before the first step");
    eg_apart_release(a);
    return NULL;
}
