/* The engine exact in pieces: what rows look at, and rows on the grid and at events. */
#include "engine/exact/apart.h"

#include <math.h>

typedef eg_apart apart;

void eg_apart_fill_all(apart *a, double t)
{
    for (int b = 1; b < a->model->body_count; b++)
        eg_apart_fill(a, b, t, true, true);
}

/* What rows look at. */
void eg_apart_fill_row(apart *a, double t)
{
    for (int k = 0; k < a->seen_count; k++) {
        int b = a->seen[k];
        eg_apart_fill(a, b, t, a->unknowns[a->model->x[b]], a->unknowns[a->model->v[b]]);
    }
}

static double grid_time(const apart *a)
{
    return a->by_points ? a->course.target
                        : eg_march_rows_from(a->options) + a->grid_index * a->options->interval;
}

static void pass_point(apart *a)
{
    a->grid_index++;
    a->course.target = INFINITY;
}

void eg_apart_answer(apart *a, int answer)
{
    if (answer < 0)
        eg_apart_fail(a, (eg_status)answer);
}

bool eg_apart_derive(apart *a, double t)
{
    if (a->system->ops->derivatives(a->system, t, a->y, a->yp) == 0)
        return true;
    (void)eg_engine_failed(a->system, t, EG_ERROR_SIMULATION, "the derivatives",
                           eg_engine_suspect(a->system, a->y, a->yp));
    eg_apart_fail(a, EG_ERROR_SIMULATION);
    return false;
}

/* One of the observer's rows, of what y holds. */
void eg_apart_show(apart *a, int (*row)(eg_observer *, double, const double *, const double *), double t)
{
    bool asks = a->observer->concerns != NULL;
    if (a->status == EG_OK && (asks || eg_apart_derive(a, t)))
        eg_apart_answer(a, row(a->observer, t, a->y, asks ? NULL : a->yp));
    a->last_row = t;
}

void eg_apart_store(apart *a, double t)
{
    eg_apart_fill_row(a, t);
    eg_apart_show(a, a->observer->point, t);
}

/* Where the values of an unknown go; NULL: rows do not look at it. */
static double *values_of(const apart *a, int unknown)
{
    const size_t stride = (size_t)a->observer->most_points;
    return a->unknowns[unknown] ? a->row_values + (size_t)a->column[unknown] * stride : NULL;
}

/* What rows look at, at many instants, in the order of y. */
static void fill_rows(apart *a, int count, const double *t)
{
    for (int k = 0; k < a->seen_count; k++) {
        const int b = a->seen[k];
        eg_apart_fill_many(a, b, count, t, values_of(a, a->model->x[b]), values_of(a, a->model->v[b]));
    }
}

/* Those that the observer does not take together it sees alone. */
static void store_rows(apart *a, int count)
{
    eg_observer *o = a->observer;
    const double *t = a->row_times;
    while (count > 1 && a->status == EG_OK) {
        fill_rows(a, count, t);
        const int taken = o->points(o, count, t, a->row_values, (size_t)o->most_points);
        eg_apart_answer(a, taken);
        a->last_row = taken > 0 ? t[taken - 1] : a->last_row;
        const int done = taken < count ? taken + 1 : count;
        if (taken >= 0 && taken < count)
            eg_apart_store(a, t[taken]);
        t += done;
        count -= done;
    }
    if (count == 1 && a->status == EG_OK)
        eg_apart_store(a, t[0]);
}

/* Asked to stop between two points of the grid: the run ends at the last one, whose row there is. */
static void stop_in_grid(apart *a)
{
    double t = a->last_row;
    a->stopped = true;
    eg_apart_begin(a, t, 0);
    eg_apart_advance_all(a);
}

/* Points aside before t. */
static void show_asides(apart *a, double t)
{
    eg_observer *o = a->observer;
    while (a->status == EG_OK && eg_has_aside(o, t, false)) {
        const double at = o->next_aside;
        eg_apart_fill_all(a, at);
        if (eg_apart_derive(a, at))
            eg_apart_answer(a, o->aside(o, at, a->y, a->yp, NULL, 0));
    }
}

/* Grid points before t, or at t where nothing happens then. */
void eg_apart_store_grid(apart *a, double t, bool happens)
{
    enum { ROWS = 256 };
    const eg_march_options *o = a->options;
    double end = happens ? t - 1e-9 * o->interval : t;
    int most = a->row_values ? a->observer->most_points : 1, rows = 0;
    show_asides(a, t);
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

bool eg_apart_is_point(const apart *a, double t)
{
    const eg_march_options *o = a->options;
    const double from = eg_march_rows_from(o);
    double grid = from + round((t - from) / o->interval) * o->interval;
    return fabs((a->by_points ? a->course.target : grid) - t) <= 1e-9 * o->interval;
}

void eg_apart_pass_grid(apart *a)
{
    if (grid_time(a) <= a->time + 1e-9 * a->options->interval)
        pass_point(a);
}
