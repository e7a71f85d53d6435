/* Derivatives as columns of an ordinary run.
 *
 * The run and that of its sensitivities have their rows at the same instants, but for those of events, which
 * either finds for itself: within the tolerance, at each other's. */
#include "elastogap/sensitivity.h"

#include "base/report.h"
#include "base/trajectory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The rows at one instant: both sides of events there, or one. */
typedef struct instant {
    size_t first, end;
} instant;

static instant instant_at(const eg_trajectory *t, size_t row)
{
    const double time = eg_trajectory_time(t, row);
    instant at = {row, row + 1};
    while (at.first > 0 && eg_trajectory_time(t, at.first - 1) == time)
        at.first--;
    while (at.end < t->row_count && eg_trajectory_time(t, at.end) == time)
        at.end++;
    return at;
}

static bool has_event(instant at)
{
    return at.end - at.first > 1;
}

/* The first row that is not before `time`. */
static size_t row_from(const eg_trajectory *t, double time)
{
    size_t low = 0, high = t->row_count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (eg_trajectory_time(t, middle) < time)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The nearest event from a row on, backward (step -1) or forward (1); how far it is, or INFINITY. */
static double nearest_event(const eg_trajectory *t, size_t row, int step, double time, instant *found)
{
    for (size_t i = row; i < t->row_count; i += (size_t)step) { /* below 0 it is beyond all rows */
        const instant at = instant_at(t, i);
        if (has_event(at)) {
            *found = at;
            return fabs(eg_trajectory_time(t, i) - time);
        }
    }
    return INFINITY;
}

/* The event at that time, but for errors of both runs: nearer by far than any other. False: there is none. */
static bool find_event(const eg_trajectory *t, double time, double errors, instant *found)
{
    const double far = 1e-2;
    const size_t row = row_from(t, time);
    instant before = {0, 0}, behind = {0, 0}, other;
    const double left = row > 0 ? nearest_event(t, row - 1, -1, time, &before) : INFINITY;
    const double right = nearest_event(t, row, 1, time, &behind);
    if (!(fmin(left, right) <= errors))
        return false;
    *found = left < right ? before : behind;
    double next = fmax(left, right);
    if (left < right && before.first > 0)
        next = fmin(next, nearest_event(t, before.first - 1, -1, time, &other));
    else if (left >= right)
        next = fmin(next, nearest_event(t, behind.end, 1, time, &other));
    return fmin(left, right) <= far * next;
}

/* What has the sensitivities at an instant of the run. False: nothing has. */
static bool find_instant(const eg_trajectory *rows, instant at, double time, double errors, instant *found)
{
    const size_t row = row_from(rows, time);
    const bool is_there = row < rows->row_count && eg_trajectory_time(rows, row) == time;
    if (is_there)
        *found = instant_at(rows, row);
    if (is_there && has_event(*found) == has_event(at))
        return true;
    return (has_event(at) && find_event(rows, time, errors, found)) || is_there;
}

/* Signal `from` of the rows becomes column `to` of the run. */
static void fill(eg_trajectory *run, const eg_trajectory *rows, double errors, const size_t *from,
                 size_t count, size_t to)
{
    const size_t width = 1 + run->column_count;
    for (size_t i = 0; i < run->row_count;) {
        const instant at = instant_at(run, i);
        instant found = {0, 0};
        const bool is_known = find_instant(rows, at, eg_trajectory_time(run, i), errors, &found);
        for (; i < at.end; i++)
            for (size_t k = 0; k < count; k++)
                run->rows[i * width + 1 + to + k] =
                    is_known ? eg_trajectory_value(rows, from[k], i == at.first ? found.first : found.end - 1)
                             : NAN;
    }
}

/* Why derivatives by a parameter end, once for each. */
static void tell_ends(const eg_sensitivities *s, eg_trajectory *run, size_t to, eg_diagnostics *d)
{
    for (size_t k = 0; k < s->by_count; k++) {
        size_t row = run->row_count;
        const char *why = NULL;
        for (size_t q = 0; q < s->of_count && !why; q++) {
            const size_t column = to + q * s->by_count + k;
            why = s->items[q * s->by_count + k].why;
            for (row = 0; why && row < run->row_count; row++)
                if (isnan(run->rows[row * (1 + run->column_count) + 1 + column]))
                    break;
            why = row < run->row_count ? why : NULL;
        }
        if (!why)
            continue;
        eg_report(d, EG_WARNING, EG_NOWHERE, "from time %.9g s on the columns have no derivatives by %s: %s",
                  eg_trajectory_time(run, row), s->by[k].name, why);
        eg_remedy(d, "ask the command sensitivity for what lies to either side");
    }
}

/* Columns for all derivatives among the rows of sensitivities. */
static eg_status add_columns(eg_trajectory *run, const eg_sensitivities *s, double errors)
{
    const size_t count = s->of_count * s->by_count, to = run->column_count;
    size_t *from = malloc((count + 1) * sizeof *from), next = 0;
    eg_status status = from && eg_trajectory_add_columns(run, count) == 0 ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < eg_trajectory_signals(s->rows) && status == EG_OK; i++) {
        if (i % (s->by_count + 1) == 0) /* the number itself */
            continue;
        from[next] = i;
        if (eg_trajectory_add_signal(run, eg_trajectory_signal(s->rows, i), (long)(to + next), 0) != 0)
            status = EG_ERROR_MEMORY;
        next++;
    }
    if (status == EG_OK)
        fill(run, s->rows, errors, from, count, to);
    free(from);
    return status;
}

eg_status eg_sensitivity_columns(eg_spec *spec, const eg_sensitivity_options *options,
                                 eg_diagnostics *diagnostics, eg_trajectory *run)
{
    eg_sensitivity_options o = *options;
    eg_sensitivities *s = NULL;
    const size_t signals = eg_trajectory_signals(run);
    const char **of = malloc((signals + 1) * sizeof *of);
    if (!of)
        return EG_ERROR_MEMORY;
    o.of = of;
    o.of_count = 0;
    o.adjoint = 0;
    for (size_t i = 0; i < signals; i++)
        if (!run->signals[i].info.is_discrete)
            of[o.of_count++] = run->signals[i].info.name;
    eg_status status = o.of_count > 0 ? eg_sensitivity(spec, &o, diagnostics, &s) : EG_OK;
    if (s) {
        const double span = fabs(o.run.stop_time - o.run.start_time);
        const double largest = fmax(fabs(o.run.stop_time), fabs(o.run.start_time));
        const size_t to = run->column_count;
        status = add_columns(run, s, fmax(1e-6 * largest, 1e3 * o.run.tolerance * span));
        if (status == EG_OK && diagnostics)
            tell_ends(s, run, to, diagnostics);
    }
    eg_sensitivities_free(s);
    free(of);
    return status;
}
