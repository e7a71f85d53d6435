/* Least and greatest values of a run's readout (readout.h).
 *
 * A step of an engine is looked at in some points, and where one is above its neighbours by parabolas. Of a
 * window of pieces (exact/window.c) the engine knows more: what any sum of unknowns comes to in it. So a
 * window is left out unless what is asked for might be better there than it has been so far, as interval
 * arithmetic tells (base/tape_range.c) from ranges of the columns, each a sum. If it might, these are
 * looked up more closely, the columns' turning points are looked at, and with them everything is known of
 * an expression that rises and falls with one column. What is left, parts of the window in which the bounds
 * leave doubt, is searched as a step is. */
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

/* At an end of the step, whose sample is above the one beside it: does it rise from there at first? What
 * bends down rises no further there than the samples before let expect. */
static int search_edge(eg_reducer *x, eg_engine *e, double to, size_t i, bool first)
{
    double *values = x->sample + EG_SAMPLES * x->item_count;
    const int last = x->samples - 1, edge = first ? 0 : last, inwards = first ? 1 : -1,
              beside = edge + inwards;
    double p[3], v[3], h = height(x, edge, i), next = height(x, beside, i), near;
    const double rise = fmax(h - next, next - height(x, beside + inwards, i));
    if (!(h >= next) || h + rise < best(x, i))
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

enum { MODES = 4 }; /* of which sums are kept */

/* How a column changes with the unknowns in a mode. */
typedef struct sum {
    bool is_known; /* of this run's model */
    int count;     /* -1: it is none */
    eg_summand terms[EG_GLANCE_TERMS];
} sum;

/* A column that a glance sees: offset + sum, in the window. */
struct eg_seen_column {
    long column;
    sum sums[MODES], other;
    const sum *sum;     /* in this window, */
    double value, size; /* what the column is at its beginning, and the sizes of what that is the sum of */
    double offset;
    eg_sum_extent extent;
    eg_tape_interval range;
};

static const double near_enough = 1e-13; /* of an extreme: what is not searched for by halves */
static const eg_tape_interval all = {-INFINITY, INFINITY};

/* Notes that instruction i is needed; -1: there is none. */
static void need(int *list, int i)
{
    if (i >= 0)
        list[i] = 1;
}

/* Instructions of an expression that its extremes follow from; ascending. */
static int needed_for_extremes(const eg_expression *e, int *list)
{
    const eg_tape *tape = &e->tape;
    int count = 0;
    memset(list, 0, (size_t)tape->count * sizeof *list);
    for (int r = 0; r < e->reduction_count; r++)
        if (eg_is_extreme(e->reductions[r].kind))
            need(list, e->reductions[r].node);
    for (int i = tape->count - 1; i >= 0; i--) {
        const eg_instruction *code = &tape->code[i];
        const int operands = list[i] ? eg_op_operands(code->op) : 0;
        need(list, operands > 0 ? code->a : -1);
        need(list, operands > 1 ? code->b : -1);
        need(list, operands > 2 ? code->c : -1);
    }
    for (int i = 0; i < tape->count; i++)
        if (list[i])
            list[count++] = i;
    return count;
}

static bool has_edges(const eg_tape *tape, const int *list, int count)
{
    for (int k = 0; k < count; k++)
        switch (tape->code[list[k]].op) {
        case EG_OP_ABS:
        case EG_OP_SIGN:
        case EG_OP_MIN:
        case EG_OP_MAX:
        case EG_OP_FLOOR:
        case EG_OP_CEIL:
        case EG_OP_SIN:
        case EG_OP_COS:
        case EG_OP_SELECT:
        case EG_OP_LESS:
        case EG_OP_LESS_EQUAL:
        case EG_OP_EQUAL:
        case EG_OP_NOT_EQUAL: return true;
        default: break;
        }
    return false;
}

/* The column of each input of an expression among those of the glance; -1: it is a parameter. */
static void find_columns(const eg_reducer *x, const eg_expression *e, int *reach_of)
{
    for (int j = 0; j < e->column_count; j++) {
        int r = x->reach_count - 1;
        while (r >= 0 && x->reach[r].column != e->columns[j])
            r--;
        reach_of[j] = r;
    }
}

bool eg_reducer_make_reach(eg_reducer *x)
{
    const size_t room = eg_readout_room(x->of);
    size_t numbers = 0;
    x->reach_count = eg_glance_count(x->glance);
    for (size_t k = 0; k < x->of->count; k++) {
        const eg_expression *e = &x->of->expressions[k];
        numbers += (size_t)e->column_count + (size_t)e->tape.count;
    }
    x->reach = calloc((size_t)x->reach_count + 1, sizeof *x->reach);
    x->ranges = calloc(room + 1, sizeof *x->ranges);
    x->bounded = calloc(x->of->count + 1, sizeof *x->bounded);
    x->bounded_numbers = calloc(numbers + 1, sizeof *x->bounded_numbers);
    if (!x->reach || !x->ranges || !x->bounded || !x->bounded_numbers)
        return false;
    for (int r = 0; r < x->reach_count; r++)
        x->reach[r].column = eg_glance_column(x->glance, r);
    int *next = x->bounded_numbers;
    for (size_t k = 0; k < x->of->count; k++) {
        const eg_expression *e = &x->of->expressions[k];
        eg_bounded *b = &x->bounded[k];
        b->reach_of = next;
        find_columns(x, e, b->reach_of);
        b->list = next + e->column_count;
        b->count = needed_for_extremes(e, b->list);
        b->has_edges = has_edges(&e->tape, b->list, b->count);
        next = b->list + e->tape.count;
    }
    return true;
}

void eg_reducer_release_reach(eg_reducer *x)
{
    free(x->reach);
    free(x->ranges);
    free(x->bounded);
    free(x->bounded_numbers);
    x->reach = NULL;
    x->ranges = NULL;
    x->bounded = NULL;
    x->bounded_numbers = NULL;
}

void eg_reducer_forget_sums(eg_reducer *x)
{
    for (int k = 0; k < x->reach_count && x->reach; k++)
        for (int mode = 0; mode < MODES; mode++)
            x->reach[k].sums[mode].is_known = false;
}

/* What the engine says of a column from t0 to t1; where that is the beginning of the window it is known. */
static void reach_to(eg_engine *e, struct eg_seen_column *r, double t0, double t1, bool closely)
{
    const int count = r->sum->count;
    if (count <= 0) {
        r->extent.is_exact = count == 0;
        r->extent.turns = 0;
        r->range =
            count < 0 ? all : (eg_tape_interval){r->value, r->value}; /* of none: it stays what it is */
        return;
    }
    e->ops->extent(e, r->sum->terms, count, t0, t1, closely, &r->extent);
    if (t0 == e->t0)
        r->offset = r->value - r->extent.start;
    const double slack = 64 * DBL_EPSILON * (r->size + r->extent.size);
    r->range = (eg_tape_interval){r->offset + r->extent.low - slack, r->offset + r->extent.high + slack};
}

static const sum *sum_of(eg_reducer *x, int k, struct eg_seen_column *r)
{
    const int mode = eg_glance_mode(x->glance, x->network, k);
    sum *found = mode < MODES ? &r->sums[mode] : &r->other;
    if (!found->is_known || mode >= MODES)
        found->count = eg_glance_sum(x->glance, x->network, k, found->terms);
    found->is_known = true;
    return found;
}

void eg_reducer_note_sums(eg_reducer *x, const double *y)
{
    for (int k = 0; k < x->reach_count; k++) {
        struct eg_seen_column *r = &x->reach[k];
        r->sum = sum_of(x, k, r);
        r->value = x->columns[r->column];
        r->size = fabs(r->value);
        for (int j = 0; j < r->sum->count; j++)
            r->size += fabs(r->sum->terms[j].factor * y[r->sum->terms[j].unknown]);
    }
}

/* What the inputs of an expression may be: time, columns, and what reductions come to, which nobody knows
 * yet. */
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

/* Is a value in that range no better than the best so far? A margin, as a share of that, is for halves of
 * halves, of which a range of all numbers tells nothing, either. */
static bool is_settled(const eg_reduced *item, eg_tape_interval range, double margin)
{
    const double sign = item->kind == EG_REDUCE_MINIMUM ? -1 : 1;
    const double most = item->kind == EG_REDUCE_MINIMUM ? -range.low : range.high;
    if (margin > 0 && (most == INFINITY || most - sign * item->value <= margin * fabs(item->value)))
        return true;
    return most <= sign * item->value;
}

/* Items whose values may still be better than the best so far stay open. Are there any? */
static bool narrow(eg_reducer *x, double t0, double t1, double margin)
{
    bool open = false;
    eg_reduced *item = x->items;
    for (size_t k = 0; k < x->of->count; k++) {
        const eg_expression *e = &x->of->expressions[k];
        const eg_bounded *b = &x->bounded[k];
        eg_tape_interval *values = x->ranges + 1 + e->column_count + e->reduction_count;
        bool is_ranged = false;
        for (int r = 0; r < e->reduction_count; r++, item++) {
            if (!item->is_open)
                continue;
            if (!is_ranged) {
                range_inputs(x, e, b->reach_of, t0, t1);
                eg_tape_range(&e->tape, b->list, b->count, x->ranges, values);
                is_ranged = true;
            }
            item->is_open = !is_settled(item, values[e->reductions[r].node], margin);
            open = open || item->is_open;
        }
    }
    return open;
}

/* Could any open item be better from t0 to t1 than it has been? The others are closed. */
static bool is_open(eg_reducer *x, eg_engine *e, double t0, double t1, double margin)
{
    for (int closely = 0; closely < 2; closely++) {
        for (int k = 0; k < x->reach_count; k++)
            reach_to(e, &x->reach[k], t0, t1, closely != 0);
        if (!narrow(x, t0, t1, margin))
            return false;
    }
    return true;
}

/* Looks at one instant of the window; columns whose least and greatest values are known are within what
 * they have been when they were looked at. */
static int look_at(eg_reducer *x, eg_engine *e, double t)
{
    int status = eg_reducer_look(x, e, eg_engine_part(e, t), x->sample);
    if (status != 0)
        return status;
    eg_reducer_take(x, x->sample);
    for (int k = 0; k < x->reach_count; k++) {
        struct eg_seen_column *r = &x->reach[k];
        if (r->extent.is_exact) {
            r->range.low = fmin(r->range.low, x->columns[r->column]);
            r->range.high = fmax(r->range.high, x->columns[r->column]);
        }
    }
    return 0;
}

/* At the end of the window, whose beginning has been seen, and where its columns turn. */
static int look_at_turns(eg_reducer *x, eg_engine *e)
{
    for (int k = 0; k < x->reach_count; k++)
        if (x->reach[k].extent.is_exact)
            x->reach[k].range = (eg_tape_interval){x->reach[k].value, x->reach[k].value};
    int status = look_at(x, e, e->t1);
    for (int k = 0; k < x->reach_count; k++)
        for (int j = 0; j < x->reach[k].extent.turns && status == 0; j++)
            status = look_at(x, e, x->reach[k].extent.turn[j]);
    return status;
}

/* Items that are open in the window are so in a part of it; or those of expressions with edges alone. Are
 * there any? */
static bool open_again(eg_reducer *x, bool with_edges)
{
    bool open = false;
    for (size_t i = 0; i < x->item_count; i++) {
        eg_reduced *item = &x->items[i];
        item->is_open = item->is_left && (!with_edges || x->bounded[item->expression].has_edges);
        open = open || item->is_open;
    }
    return open;
}

typedef struct box {
    double from, to; /* [s] */
} box;

/* Halves of boxes that leave doubt: into out[]; their number. Negative: as eg_reducer_look. */
static int halve(eg_reducer *x, eg_engine *e, const box *boxes, int count, box *out)
{
    int kept = 0;
    for (int k = 0; k < count; k++) {
        const box b = boxes[k];
        const double middle = 0.5 * (b.from + b.to);
        if (!(middle > b.from && middle < b.to))
            continue;
        int status = eg_reducer_look(x, e, eg_engine_part(e, middle), x->sample);
        if (status != 0)
            return status;
        eg_reducer_take(x, x->sample);
        for (int half = 0; half < 2; half++) {
            const box part = half == 0 ? (box){b.from, middle} : (box){middle, b.to};
            (void)open_again(x, true);
            if (is_open(x, e, part.from, part.to, near_enough))
                out[kept++] = part;
        }
    }
    return kept;
}

/* What edges in an expression, abs() or if, may make between samples: where bounds leave doubt, intervals are
 * halved, all at once, until none is left or there are so many that it is no edge that bounds are off by. */
static int search_edges(eg_reducer *x, eg_engine *e, double from, double to)
{
    enum { MOST = 32, LEVELS = 60 };
    box boxes[MOST] = {{from, to}}, halves[2 * MOST];
    int count = 1;
    if (!open_again(x, true) || !is_open(x, e, from, to, near_enough))
        return 0;
    for (int level = 0; level < LEVELS && count > 0 && count <= MOST; level++) {
        count = halve(x, e, boxes, count, halves);
        if (count > 0 && count <= MOST)
            memcpy(boxes, halves, (size_t)count * sizeof *boxes);
    }
    return count < 0 ? count : 0;
}

/* Part after part of a window, as a step, but for those in which nothing open can be. */
static int search_parts(eg_reducer *x, eg_engine *e)
{
    const double t0 = e->t0, t1 = e->t1;
    int status = 0;
    for (size_t i = 0; i < x->item_count; i++)
        x->items[i].is_left = x->items[i].is_open;
    double to = t0;
    while (to < t1 && status == 0) {
        const double from = to, end = e->ops->part_end(e, from);
        to = end < t1 && end > from ? end : t1;
        (void)open_again(x, false);
        if (x->reach && !is_open(x, e, from, to, 0))
            continue;
        e->t0 = from;
        e->t1 = to;
        status = search_open(x, e, 1, FEW_SAMPLES);
        e->t0 = t0;
        e->t1 = t1;
        if (status == 0 && x->reach)
            status = search_edges(x, e, from, to);
    }
    return status;
}

/* Of a window that no event has left so. */
static int look_at_beginning(eg_reducer *x, eg_engine *e)
{
    int status = eg_reducer_look(x, e, 0, x->sample);
    if (status != 0)
        return status;
    eg_reducer_take(x, x->sample);
    eg_reducer_note_sums(x, x->y);
    return 0;
}

int eg_reducer_search_window(eg_reducer *x, eg_engine *e)
{
    int status = 0;
    open_all(x);
    if (!x->reach)
        return search_parts(x, e);
    if (x->seen_at != e->t0)
        status = look_at_beginning(x, e);
    x->seen_at = NAN;
    if (status != 0 || !is_open(x, e, e->t0, e->t1, 0)) {
        x->is_untaken = false;
        return status;
    }
    eg_reducer_take_seen(x);
    status = look_at_turns(x, e);
    return status == 0 && narrow(x, e->t0, e->t1, 0) ? search_parts(x, e) : status;
}
