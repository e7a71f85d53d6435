#include "simulate/stimulus.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double at(const eg_stimulus *d, size_t i, size_t row)
{
    return eg_trajectory_value(d->table, d->signal[i], row);
}

static double time_of(const eg_stimulus *d, size_t row)
{
    return eg_trajectory_time(d->table, row);
}

/* Do the rows before, at and behind a break lie on one line, but for the round-off of decimal numbers? */
static bool is_straight(const eg_stimulus *d, size_t i, size_t before, size_t here, size_t behind)
{
    double a = at(d, i, before), b = at(d, i, here), c = at(d, i, behind);
    double part = (time_of(d, here) - time_of(d, before)) / (time_of(d, behind) - time_of(d, before));
    double size = fmax(fabs(a), fmax(fabs(b), fabs(c)));
    return fabs(a + part * (c - a) - b) <= 16.0 * DBL_EPSILON * size;
}

/* From the piece that began with row `from` to the rows left ... right of one time: is there a break,
 * and is it more than a kink? `next`: a row of the time behind, or the count of rows. */
static bool find_break(const eg_stimulus *d, size_t from, size_t left, size_t right, size_t next,
                       bool *is_step)
{
    size_t rows = eg_trajectory_rows(d->table);
    bool found = false, is_first = left == 0, is_last = next >= rows;
    *is_step = false;
    for (size_t i = 0; i < d->count; i++) {
        if (at(d, i, left) != at(d, i, right) || (d->is_held[i] && at(d, i, from) != at(d, i, right)))
            found = *is_step = true;
        else if (!d->is_held[i] && (is_first || is_last))
            found = found || (is_first && !is_last && at(d, i, right) != at(d, i, next)) ||
                    (!is_first && at(d, i, from) != at(d, i, left));
        else if (!d->is_held[i])
            found = found || !is_straight(d, i, from, left, next);
    }
    return found || is_first || is_last;
}

static bool find_breaks(eg_stimulus *d)
{
    size_t rows = eg_trajectory_rows(d->table), from = 0;
    d->breaks = calloc(rows + 1, sizeof *d->breaks);
    if (!d->breaks)
        return false;
    for (size_t left = 0, next; left < rows; left = next) {
        bool is_step;
        next = left + 1;
        while (next < rows && time_of(d, next) == time_of(d, left))
            next++;
        if (!find_break(d, from, left, next - 1, next, &is_step))
            continue;
        d->breaks[d->break_count++] = (eg_stimulus_break){time_of(d, left), left, next - 1, is_step};
        from = next - 1;
    }
    return true;
}

bool eg_stimulus_init(eg_stimulus *d, const eg_trajectory *table, const size_t *signal, const bool *is_held,
                      size_t count)
{
    *d = (eg_stimulus){.table = table, .count = count, .piece = -1};
    d->signal = calloc(count + 1, sizeof *d->signal);
    d->is_held = calloc(count + 1, sizeof *d->is_held);
    if (!d->signal || !d->is_held)
        return false;
    for (size_t i = 0; i < count; i++) {
        d->signal[i] = signal[i];
        d->is_held[i] = is_held[i];
    }
    return find_breaks(d);
}

void eg_stimulus_release(eg_stimulus *d)
{
    free(d->signal);
    free(d->is_held);
    free(d->breaks);
    *d = (eg_stimulus){0};
}

void eg_stimulus_begin(eg_stimulus *d, double t)
{
    d->piece = -1;
    (void)eg_stimulus_advance(d, t);
}

double eg_stimulus_next(const eg_stimulus *d)
{
    size_t next = (size_t)(d->piece + 1);
    return next < d->break_count ? d->breaks[next].time : INFINITY;
}

double eg_stimulus_value(const eg_stimulus *d, size_t i, double t)
{
    size_t next = (size_t)(d->piece + 1);
    if (d->piece < 0)
        return at(d, i, 0);
    const eg_stimulus_break *a = &d->breaks[d->piece], *b = a + 1;
    double from = at(d, i, a->right);
    if (next >= d->break_count || d->is_held[i])
        return from;
    double to = at(d, i, b->left);
    if (t == b->time || from == to)
        return to;
    const double share = (t - a->time) / (b->time - a->time), value = from + share * (to - from);
    /* the way between numbers near the largest ones may be longer than that */
    return isfinite(value) ? value : (1.0 - share) * from + share * to;
}

double eg_stimulus_ahead(const eg_stimulus *d, size_t i, double t)
{
    eg_stimulus later = *d;
    while (eg_stimulus_next(&later) < t)
        later.piece++;
    return eg_stimulus_value(&later, i, t);
}

bool eg_stimulus_advance(eg_stimulus *d, double t)
{
    bool steps = false;
    while (eg_stimulus_next(d) <= t)
        steps = d->breaks[++d->piece].is_step || steps;
    return steps;
}

bool eg_stimulus_steps(const eg_stimulus *d, size_t i)
{
    if (d->piece < 0)
        return false;
    const eg_stimulus_break *b = &d->breaks[d->piece];
    double before =
        d->is_held[i] && d->piece > 0 ? at(d, i, d->breaks[d->piece - 1].right) : at(d, i, b->left);
    return before != at(d, i, b->right);
}
