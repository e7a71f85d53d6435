/* Least and greatest values of a run's readout (readout.h).
 *
 * A step of an engine is looked at in some points, and where one is above its neighbours by parabolas. Of a window
 * of pieces (exact/window.c) the engine knows more: what any sum of unknowns comes to in it. So a window is left
 * out unless what is asked for might be better there than it has been so far, as interval arithmetic tells
 * (base/tape_range.c) from ranges of the columns, each a sum. If it might, these are looked up more closely, the
 * columns' turning points are looked at, and with them everything is known of an expression that rises and falls
 * with one column. What is left, parts of the window in which the bounds leave doubt, is searched as a step is. */
#include "simulate/reduce.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { FEW_SAMPLES = 5, MOST_PARABOLAS = 40 };

/* ---------------------------------------------------------------- by samples and parabolas */

/* The place of the vertex of the parabola through three points; NAN where they lie on a line. */
static double vertex(const double *x, const double *v)
{
    double a = (x[1] - x[0]) * (v[1] - v[2]), b = (x[1] - x[2]) * (v[1] - v[0]);
    return a == b ? NAN : x[1] - 0.5 * ((x[1] - x[0]) * a - (x[1] - x[2]) * b) / (a - b);
}

/* The extreme of item i between p[0] and p[2], which p[1] brackets. */
static int refine(eg_reducer *x, eg_engine *e, size_t i, double *p, double *v)
{
    double *values = x->sample + EG_SAMPLES * x->item_count;
    eg_reduced *item = &x->items[i];
    const double sign = item->kind == EG_REDUCE_MINIMUM ? -1.0 : 1.0;
    for (int turn = 0; turn < MOST_PARABOLAS && p[2] - p[0] > 1e-7; turn++) {
        double at = vertex(p, v), least = 1e-3 * (p[2] - p[0]);
        if (!(at > p[0] + least && at < p[2] - least) || fabs(at - p[1]) < least || turn % 3 == 2)
            at = p[2] - p[1] > p[1] - p[0] ? p[1] + 0.382 * (p[2] - p[1]) : p[1] - 0.382 * (p[1] - p[0]);
        int status = eg_reducer_look(x, e, at, values);
        if (status != 0)
            return status;
        double value = sign * values[i];
        item->value = eg_reduction_better(item->kind, item->value, values[i]);
        int side = at > p[1] ? 2 : 0;
        if (value >= v[1]) {
            p[2 - side] = p[1];
            v[2 - side] = v[1];
            p[1] = at;
            v[1] = value;
        } else {
            p[side] = at;
            v[side] = value;
        }
    }
    return 0;
}

/* The sample k of item i, as what is to be greatest. */
static double height(const eg_reducer *x, int k, size_t i)
{
    double value = x->sample[(size_t)k * x->item_count + i];
    return x->items[i].kind == EG_REDUCE_MINIMUM ? -value : value;
}

static double best(const eg_reducer *x, size_t i)
{
    return x->items[i].kind == EG_REDUCE_MINIMUM ? -x->items[i].value : x->items[i].value;
}

/* At an end of the step, whose sample is above the one beside it: does it rise from there at first? */
static int search_edge(eg_reducer *x, eg_engine *e, double to, size_t i, bool first)
{
    double *values = x->sample + EG_SAMPLES * x->item_count;
    const int last = x->samples - 1, edge = first ? 0 : last, beside = first ? 1 : last - 1;
    double p[3], v[3], h = height(x, edge, i), next = height(x, beside, i), near;
    if (!(h >= next) || h + (h - next) < best(x, i))
        return 0;
    near = to * (first ? 1e-6 : 1 - 1e-6);
    int status = eg_reducer_look(x, e, near, values);
    double value = x->items[i].kind == EG_REDUCE_MINIMUM ? -values[i] : values[i];
    if (status != 0 || !(value > h))
        return status;
    p[first ? 0 : 2] = to * edge / last;
    v[first ? 0 : 2] = h;
    p[1] = near;
    v[1] = value;
    p[first ? 2 : 0] = to * beside / last;
    v[first ? 2 : 0] = next;
    return refine(x, e, i, p, v);
}

/* Is there one between samples that could be better than what is known? */
static int search(eg_reducer *x, eg_engine *e, double to, size_t i)
{
    int status = search_edge(x, e, to, i, true);
    for (int k = 1; k + 1 < x->samples && status == 0; k++) {
        double p[3], v[3];
        for (int j = 0; j < 3; j++) {
            p[j] = to * (k - 1 + j) / (x->samples - 1);
            v[j] = height(x, k - 1 + j, i);
        }
        double rise = fmax(v[1] - v[0], v[1] - v[2]);
        if (v[1] >= v[0] && v[1] >= v[2] && rise > 0 && v[1] + rise >= best(x, i))
            status = refine(x, e, i, p, v);
    }
    return status == 0 ? search_edge(x, e, to, i, false) : status;
}

/* Of items that are open. */
static int search_open(eg_reducer *x, eg_engine *e, double to, int samples)
{
    x->samples = samples;
    for (int k = 0; k < x->samples; k++) {
        double *values = x->sample + (size_t)k * x->item_count;
        int status = eg_reducer_look(x, e, to * k / (x->samples - 1), values);
        if (status != 0)
            return status;
        eg_reducer_take(x, values);
    }
    for (size_t i = 0; i < x->item_count; i++) {
        int status = x->items[i].is_open ? search(x, e, to, i) : 0;
        if (status != 0)
            return status;
    }
    return 0;
}

static void open_all(eg_reducer *x)
{
    for (size_t i = 0; i < x->item_count; i++)
        x->items[i].is_open = eg_is_extreme(x->items[i].kind);
}

int eg_reducer_search(eg_reducer *x, eg_engine *e, double to)
{
    open_all(x);
    return search_open(x, e, to, EG_SAMPLES);
}

/* ---------------------------------------------------------------- by bounds */

/* A column that a glance sees: offset + sum, in the window. */
struct eg_reach {
    long column;
    int count; /* of the sum; -1: it is none */
    eg_summand sum[EG_GLANCE_TERMS];
    double offset, slack; /* what of it may be round-off */
    eg_sum_extent extent;
    eg_tape_interval range;
};

static const eg_tape_interval all = {-INFINITY, INFINITY};

bool eg_reducer_make_reach(eg_reducer *x)
{
    size_t room = 0, inputs = 0;
    x->reach_count = eg_glance_count(x->glance);
    for (size_t k = 0; k < x->of->count; k++) {
        const size_t own = eg_expression_room(&x->of->expressions[k]);
        room = own > room ? own : room;
        inputs += (size_t)x->of->expressions[k].column_count;
    }
    x->reach = calloc((size_t)x->reach_count + 1, sizeof *x->reach);
    x->ranges = calloc(room + 1, sizeof *x->ranges);
    x->reach_of = calloc(inputs + 1, sizeof *x->reach_of);
    if (!x->reach || !x->ranges || !x->reach_of)
        return false;
    for (int r = 0; r < x->reach_count; r++)
        x->reach[r].column = eg_glance_column(x->glance, r);
    inputs = 0;
    for (size_t k = 0; k < x->of->count; k++)
        for (int j = 0; j < x->of->expressions[k].column_count; j++, inputs++) {
            int r = x->reach_count - 1;
            while (r >= 0 && x->reach[r].column != x->of->expressions[k].columns[j])
                r--;
            x->reach_of[inputs] = r;
        }
    return true;
}

/* What the engine says of a column from t0 to t1, where its sum was known at the beginning of the window. */
static void reach_to(const eg_reducer *x, eg_engine *e, struct eg_reach *r, double t0, double t1,
                     bool closely)
{
    r->range = all;
    if (r->count < 0)
        return;
    if (r->count == 0) { /* it stays what it is */
        r->extent = (eg_sum_extent){.is_exact = true};
        r->range = (eg_tape_interval){r->offset, r->offset};
        return;
    }
    (void)x;
    e->ops->extent(e, r->sum, r->count, t0, t1, closely, &r->extent);
    const double slack = r->slack + 64 * DBL_EPSILON * r->extent.size;
    r->range = (eg_tape_interval){r->offset + r->extent.low - slack, r->offset + r->extent.high + slack};
}

/* At the beginning of a window, which has been looked at. */
static void begin_reach(eg_reducer *x, eg_engine *e)
{
    for (int k = 0; k < x->reach_count; k++) {
        struct eg_reach *r = &x->reach[k];
        double size = 0;
        eg_sum_extent now = {0};
        r->offset = x->columns[r->column];
        r->count = eg_glance_sum(x->glance, x->network, k, r->sum);
        for (int j = 0; j < r->count; j++)
            size += fabs(r->sum[j].factor * x->y[r->sum[j].unknown]);
        if (r->count > 0)
            e->ops->extent(e, r->sum, r->count, e->t0, e->t0, true, &now);
        r->slack = 64 * DBL_EPSILON * (size + fabs(r->offset) + now.size);
        r->offset -= now.low;
    }
}

/* What the inputs of expression k may be: time, columns, and what reductions come to, which nobody knows yet. */
static void range_inputs(eg_reducer *x, const eg_expression *e, const int *reach_of, double t0, double t1)
{
    eg_tape_interval *in = x->ranges;
    *in++ = (eg_tape_interval){eg_reducer_clock(x, t0), eg_reducer_clock(x, t1)};
    for (int j = 0; j < e->column_count; j++, in++) {
        const double value = x->columns[e->columns[j]];
        *in = reach_of[j] >= 0 ? x->reach[reach_of[j]].range : (eg_tape_interval){value, value};
    }
    for (int j = 0; j < e->reduction_count; j++)
        *in++ = all;
}

/* Items of an expression whose values may still be better than the best so far stay open. Are there any? */
static bool narrow_items(eg_reducer *x, const eg_expression *e, size_t first, const int *reach_of, double t0,
                         double t1)
{
    bool open = false;
    int last = -1;
    for (int r = 0; r < e->reduction_count; r++)
        if (x->items[first + (size_t)r].is_open && e->reductions[r].node > last)
            last = e->reductions[r].node;
    if (last < 0)
        return false;
    eg_tape_interval *values = x->ranges + 1 + e->column_count + e->reduction_count;
    range_inputs(x, e, reach_of, t0, t1);
    eg_tape_range(&e->tape, last + 1, x->ranges, values);
    for (int r = 0; r < e->reduction_count; r++) {
        eg_reduced *item = &x->items[first + (size_t)r];
        const eg_tape_interval value = values[e->reductions[r].node];
        const bool is_known =
            item->kind == EG_REDUCE_MINIMUM ? value.low >= item->value : value.high <= item->value;
        item->is_open = item->is_open && !is_known;
        open = open || item->is_open;
    }
    return open;
}

static bool narrow(eg_reducer *x, double t0, double t1)
{
    bool open = false;
    const int *reach_of = x->reach_of;
    for (size_t k = 0, first = 0; k < x->of->count; k++) {
        const eg_expression *e = &x->of->expressions[k];
        open = narrow_items(x, e, first, reach_of, t0, t1) || open;
        first += (size_t)e->reduction_count;
        reach_of += e->column_count;
    }
    return open;
}

/* Could any open item be better from t0 to t1 than it has been? The others are closed. */
static bool is_open(eg_reducer *x, eg_engine *e, double t0, double t1)
{
    for (int closely = 0; closely < 2; closely++) {
        for (int k = 0; k < x->reach_count; k++)
            reach_to(x, e, &x->reach[k], t0, t1, closely != 0);
        if (!narrow(x, t0, t1))
            return false;
    }
    return true;
}

/* Looks at one instant of the window; columns whose least and greatest values are known are within what they have
 * been when they were looked at. */
static int look_at(eg_reducer *x, eg_engine *e, double t, bool is_first)
{
    int status = eg_reducer_look(x, e, eg_engine_part(e, t), x->sample);
    if (status != 0)
        return status;
    eg_reducer_take(x, x->sample);
    for (int k = 0; k < x->reach_count; k++) {
        struct eg_reach *r = &x->reach[k];
        const double value = x->columns[r->column];
        if (r->count < 0 || !r->extent.is_exact)
            continue;
        r->range.low = is_first ? value : fmin(r->range.low, value);
        r->range.high = is_first ? value : fmax(r->range.high, value);
    }
    return 0;
}

/* At the ends of the window, and where its columns turn. */
static int look_at_turns(eg_reducer *x, eg_engine *e)
{
    int status = look_at(x, e, e->t1, true);
    if (status == 0)
        status = look_at(x, e, e->t0, false);
    for (int k = 0; k < x->reach_count; k++)
        for (int j = 0; j < x->reach[k].extent.turns && x->reach[k].count > 0 && status == 0; j++)
            status = look_at(x, e, x->reach[k].extent.turn[j], false);
    return status;
}

/* Part after part of a window, as a step. */
static int search_parts(eg_reducer *x, eg_engine *e)
{
    const double t0 = e->t0, t1 = e->t1;
    int status = 0;
    for (double from = t0; from < t1 && status == 0; from = e->t1) {
        const double to = e->ops->part_end(e, from);
        e->t0 = from;
        e->t1 = to < t1 && to > from ? to : t1;
        status = search_open(x, e, 1, FEW_SAMPLES);
    }
    e->t0 = t0;
    e->t1 = t1;
    return status;
}

int eg_reducer_search_window(eg_reducer *x, eg_engine *e)
{
    open_all(x);
    if (!x->reach)
        return search_parts(x, e);
    if (x->seen_at == e->t0) { /* as an event has left it */
        if (e->ops->dense(e, e->t0, x->y, NULL) != 0)
            return EG_ERROR_SIMULATION;
    } else {
        int status = eg_reducer_look(x, e, 0, x->sample);
        if (status != 0)
            return status;
        eg_reducer_take(x, x->sample);
    }
    x->seen_at = NAN;
    begin_reach(x, e);
    if (!is_open(x, e, e->t0, e->t1))
        return 0;
    int status = look_at_turns(x, e);
    return status == 0 && narrow(x, e->t0, e->t1) ? search_parts(x, e) : status;
}
