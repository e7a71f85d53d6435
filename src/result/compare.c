/* Comparing trajectories: each curve must pass near the points of the other.
 *
 * A curve is the polyline through its points; a jump at an event is a vertical piece of it and needs no care
 * of its own. Around a point (t, y) stands a rectangle of half-width w in time and half-height h in value.
 * Since a polyline is connected, it takes every value between its extremes over [t - w, t + w], and so it
 * meets the rectangle exactly if y lies between the least of them minus h and the greatest plus h: inside the
 * tube around the curve. The rule asks this in both directions, with the w and h of the reference:
 *
 *  1. Every point of the reference is inside the tube around the result: what the reference shows, the
 *     result shows too.
 *  2. Every point of the result within the reference's span is inside the tube around the reference, except
 *     the sides of events, the rows that share their time with a neighbour: the result shows nothing else.
 *
 * Regression tests of Modelica libraries usually ask the second alone, and of all rows. Both the addition and
 * the exception are due to event rows, which do not lie on the grid of the output but wherever something
 * happens, and which tools store at different kinds of events. A transient much shorter than the reference's
 * interval is in the result if it stores an event on the way and is not in the reference if that stores none:
 * such rows tell how densely the two curves are sampled, not that they differ. Rows on the output's own grid
 * can do the same if its interval is much finer than the reference's; they are judged, and such a result may
 * be outside because of transients that the reference lacks. Compare at about the reference's interval.
 *
 * The price: an event row far off is not noticed unless the curve misses a reference point because of it,
 * and a result whose rows are all doubled is held to the first part alone. That values are finite is asked
 * of event rows as well. At the two ends of the curves the interval reaches to one side only: there a delay
 * or a lead shows in full.
 *
 * The extremes over the moving interval are those of the points inside, kept in queues of falling and rising
 * values (each point enters and leaves once: O(n)), and the curve's values at the interval's two ends.
 *
 * Where times or values come near to the largest double, both curves are taken by a power of two smaller, so
 * that no range, width or distance overflows; what is lost are digits far below any tube. */
#include "base/trajectory.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

/* A polyline. */
typedef struct curve {
    double *time, *value;
    size_t count;
} curve;

/* The values that a curve takes around some time; none where least > most. */
typedef struct range {
    double least, most;
} range;

/* Indices into a curve, of which only the first can be the extreme of the interval. */
typedef struct queue {
    size_t *index;
    size_t head, tail;
} queue;

/* The extremes of a curve over an interval that moves along it. */
typedef struct tube {
    const curve *around;
    double half_width;
    size_t first;    /* the first point not before t - w */
    size_t next;     /* the first point after t + w */
    queue high, low; /* points within by falling and by rising value; room for the longer curve */
} tube;

typedef struct comparison {
    curve reference, result;
    double time_scale, value_scale; /* powers of two by which the curves have been multiplied */
    double half_width, half_height;
    tube tube;
    double worst; /* how far the worst point so far is beyond the extremes of the other curve */
    eg_deviation *deviation;
} comparison;

/* ---------------------------------------------------------------- the tube */

static void tube_begin(tube *b, const curve *around, double half_width)
{
    b->around = around;
    b->half_width = half_width;
    b->first = b->next = 0;
    b->high.head = b->high.tail = b->low.head = b->low.tail = 0;
}

static void push(queue *q, const double *value, size_t i, bool rising)
{
    while (q->tail > q->head) {
        double last = value[q->index[q->tail - 1]];
        if (rising ? last < value[i] : last > value[i])
            break;
        q->tail--;
    }
    q->index[q->tail++] = i;
}

static void drop_before(queue *q, size_t first)
{
    while (q->head < q->tail && q->index[q->head] < first)
        q->head++;
}

/* Moves the interval to time t, which never falls. */
static void tube_move(tube *b, double t)
{
    const curve *c = b->around;
    for (; b->next < c->count && c->time[b->next] <= t + b->half_width; b->next++) {
        if (!isfinite(c->value[b->next]))
            continue;
        push(&b->high, c->value, b->next, false);
        push(&b->low, c->value, b->next, true);
    }
    while (b->first < c->count && c->time[b->first] < t - b->half_width)
        b->first++;
    drop_before(&b->high, b->first);
    drop_before(&b->low, b->first);
}

/* The value of a curve at time t between its points i - 1 and i. */
static double between(const curve *c, size_t i, double t)
{
    double t0 = c->time[i - 1], t1 = c->time[i];
    if (t <= t0)
        return c->value[i - 1];
    double share = (t - t0) / (t1 - t0);
    return c->value[i - 1] * (1.0 - share) + c->value[i] * share;
}

static const range nothing = {INFINITY, -INFINITY};

static range widened(range r, double value)
{
    if (!isfinite(value))
        return r;
    return (range){value < r.least ? value : r.least, value > r.most ? value : r.most};
}

/* What the curve does around t, which never falls; nothing where it has no finite value. */
static range tube_range(tube *b, double t)
{
    const curve *c = b->around;
    range r = nothing;
    tube_move(b, t);
    if (b->high.head < b->high.tail)
        r = (range){c->value[b->low.index[b->low.head]], c->value[b->high.index[b->high.head]]};
    if (b->first > 0 && b->first < c->count)
        r = widened(r, between(c, b->first, t - b->half_width));
    if (b->next > 0 && b->next < c->count)
        r = widened(r, between(c, b->next, t + b->half_width));
    return r;
}

/* How far a value is beyond the range, negative inside; infinitely far if it is not finite or the range is
 * empty. */
static double beyond(range r, double value)
{
    return isfinite(value) ? fmax(value - r.most, r.least - value) : INFINITY;
}

/* ---------------------------------------------------------------- one variable */

/* The power of two that leaves room for sums and differences of the numbers of both arrays. */
static double scale_for(const double *a, size_t a_count, const double *b, size_t b_count)
{
    const double roomy = 0x1p1020;
    for (size_t i = 0; i < a_count; i++)
        if (fabs(a[i]) > roomy)
            return 0x1p-4;
    for (size_t i = 0; i < b_count; i++)
        if (fabs(b[i]) > roomy)
            return 0x1p-4;
    return 1.0;
}

static void multiply(double *numbers, size_t count, double factor)
{
    for (size_t i = 0; i < count && factor != 1.0; i++)
        numbers[i] *= factor;
}

static void scale_values(comparison *m)
{
    curve *a = &m->reference, *b = &m->result;
    m->value_scale = scale_for(a->value, a->count, b->value, b->count);
    multiply(a->value, a->count, m->value_scale);
    multiply(b->value, b->count, m->value_scale);
}

static void scale_times(comparison *m)
{
    curve *a = &m->reference, *b = &m->result;
    m->time_scale = scale_for(a->time, a->count, b->time, b->count);
    multiply(a->time, a->count, m->time_scale);
    multiply(b->time, b->count, m->time_scale);
}

/* What is told is in the units of the caller. */
static void scale_back(comparison *m)
{
    eg_deviation *d = m->deviation;
    d->time /= m->time_scale;
    d->value /= m->value_scale;
    d->lower /= m->value_scale;
    d->upper /= m->value_scale;
}

static void set_tolerance(comparison *m, double tolerance)
{
    const curve *c = &m->reference;
    range r = nothing;
    for (size_t i = 0; i < c->count; i++)
        r = widened(r, c->value[i]);
    double span = c->time[c->count - 1] - c->time[0];
    double height = r.least <= r.most ? fmax(r.most - r.least, fabs(r.least)) : 0.0;
    m->half_width = tolerance * fmax(span, fabs(c->time[0]));
    m->half_height = tolerance * fmax(height, 0.001);
}

/* Keeps the first of the worst. `value` of the result should have been in `allowed`, give or take the
 * half-height. */
static void keep_worst(comparison *m, double distance, double time, double value, range allowed)
{
    eg_deviation *d = m->deviation;
    if (distance <= m->worst)
        return;
    m->worst = distance;
    d->time = time;
    d->value = value;
    d->lower = allowed.least <= allowed.most ? allowed.least - m->half_height : NAN;
    d->upper = allowed.least <= allowed.most ? allowed.most + m->half_height : NAN;
}

/* A value of the result that is not finite is outside wherever the reference says something. */
static void check_finite(comparison *m)
{
    const curve *c = &m->result, *reference = &m->reference;
    double begin = reference->time[0], end = reference->time[reference->count - 1];
    tube_begin(&m->tube, reference, m->half_width);
    for (size_t i = 0; i < c->count && c->time[i] <= end; i++) {
        if (c->time[i] < begin || isfinite(c->value[i]))
            continue;
        keep_worst(m, INFINITY, c->time[i], c->value[i], tube_range(&m->tube, c->time[i]));
        return;
    }
}

/* The first part of the rule. What the result has to offer is its value nearest to the reference's. */
static void check_reference_points(comparison *m)
{
    const curve *c = &m->reference;
    tube_begin(&m->tube, &m->result, m->half_width);
    for (size_t i = 0; i < c->count; i++) {
        double y = c->value[i];
        range r = tube_range(&m->tube, c->time[i]);
        double nearest = r.least <= r.most ? fmin(fmax(y, r.least), r.most) : NAN;
        keep_worst(m, beyond(r, y), c->time[i], nearest, (range){y, y});
    }
}

static bool is_side_of_event(const curve *c, size_t i)
{
    return (i > 0 && c->time[i - 1] == c->time[i]) || (i + 1 < c->count && c->time[i + 1] == c->time[i]);
}

/* The second part of the rule. Where the reference says nothing, nothing is asked. */
static void check_result_points(comparison *m)
{
    const curve *c = &m->result;
    double begin = m->reference.time[0], end = m->reference.time[m->reference.count - 1];
    tube_begin(&m->tube, &m->reference, m->half_width);
    for (size_t i = 0; i < c->count && c->time[i] <= end; i++) {
        if (c->time[i] < begin || is_side_of_event(c, i) || !isfinite(c->value[i]))
            continue;
        range r = tube_range(&m->tube, c->time[i]);
        if (r.least <= r.most)
            keep_worst(m, beyond(r, c->value[i]), c->time[i], c->value[i], r);
    }
}

/* A result that does not cover the reference's span is outside at its end, or where it begins. */
static void check_span(comparison *m)
{
    const curve *c = &m->result, *reference = &m->reference;
    size_t i = c->count - 1;
    if (c->time[0] > reference->time[0] + m->half_width)
        i = 0;
    else if (c->time[i] >= reference->time[reference->count - 1] - m->half_width)
        return;
    m->worst = -INFINITY;
    tube_begin(&m->tube, reference, m->half_width);
    keep_worst(m, INFINITY, c->time[i], c->value[i], tube_range(&m->tube, c->time[i]));
}

static void compare_signal(comparison *m, double tolerance)
{
    if (m->reference.count == 0)
        return;
    scale_values(m);
    set_tolerance(m, tolerance);
    m->worst = -INFINITY;
    if (m->result.count > 0) {
        check_finite(m);
        check_reference_points(m);
        check_result_points(m);
        check_span(m);
    } else {
        m->worst = INFINITY;
    }
    m->deviation->largest = m->worst <= 0.0 ? 0.0 : m->worst / m->half_height;
    scale_back(m);
}

/* ---------------------------------------------------------------- all variables */

/* A value of the reference that is not finite would ask nothing of the result. */
static bool reference_is_finite(comparison *m)
{
    const curve *c = &m->reference;
    for (size_t i = 0; i < c->count; i++) {
        if (isfinite(c->value[i]))
            continue;
        m->deviation->time = c->time[i] / m->time_scale;
        m->deviation->largest = NAN;
        return false;
    }
    return true;
}

static int curve_init(curve *c, const eg_trajectory *t)
{
    c->count = t->row_count;
    c->time = malloc((c->count + 1) * sizeof *c->time);
    c->value = malloc((c->count + 1) * sizeof *c->value);
    if (!c->time || !c->value)
        return -1;
    for (size_t row = 0; row < c->count; row++)
        c->time[row] = eg_trajectory_time(t, row);
    return 0;
}

static void curve_free(curve *c)
{
    free(c->time);
    free(c->value);
}

static int tube_init(tube *b, size_t count)
{
    b->high.index = malloc((count + 1) * sizeof *b->high.index);
    b->low.index = malloc((count + 1) * sizeof *b->low.index);
    return b->high.index && b->low.index ? 0 : -1;
}

static int comparison_init(comparison *m, const eg_trajectory *result, const eg_trajectory *reference)
{
    size_t longer = result->row_count > reference->row_count ? result->row_count : reference->row_count;
    *m = (comparison){.deviation = NULL};
    if (curve_init(&m->reference, reference) != 0 || curve_init(&m->result, result) != 0)
        return -1;
    scale_times(m);
    return tube_init(&m->tube, longer);
}

static void comparison_free(comparison *m)
{
    curve_free(&m->reference);
    curve_free(&m->result);
    free(m->tube.high.index);
    free(m->tube.low.index);
}

eg_status eg_trajectory_compare(const eg_trajectory *result, const eg_trajectory *reference, double tolerance,
                                eg_deviation *deviations)
{
    if (!(tolerance >= 0.0))
        return EG_ERROR_USAGE;
    comparison m;
    eg_status status = EG_ERROR_MEMORY;
    if (comparison_init(&m, result, reference) != 0)
        goto done;
    status = EG_OK;
    for (size_t i = 0; i < reference->signal_count; i++) {
        eg_deviation *d = m.deviation = &deviations[i];
        *d = (eg_deviation){reference->signals[i].info.name, 0, 0.0, NAN, NAN, NAN, NAN};
        eg_trajectory_copy(reference, i, m.reference.value);
        if (!reference_is_finite(&m)) {
            status = EG_ERROR_USAGE;
            goto done;
        }
        long found = eg_trajectory_find(result, d->name);
        if (found < 0) {
            d->missing = 1;
            d->largest = INFINITY;
        } else {
            eg_trajectory_copy(result, (size_t)found, m.result.value);
            compare_signal(&m, tolerance);
        }
        if (!(d->largest <= 1.0))
            status = EG_DIFFERENT;
    }
done:
    comparison_free(&m);
    return status;
}
