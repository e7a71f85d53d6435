/* Printed equations, evaluated on the rows of a run.
 *
 *  * Every value carries a bound on its error: a recorded one some roundings of the largest of its unit,
 * since results are sums of few terms none of which is larger; an operation what its operands' bounds can
 * change it by, and its own rounding. So the tolerance of an equation follows from its own numbers. der()
 * is a derivative of the recorded rows by differences of order 6 between events; its bound is ten times
 * the distance to that of order 4 (ten, where a kink that is no event keeps the two from being of
 * different size), plus a tenth of that from order 4 to order 2 (where the rows are too far apart the first
 * may be small by chance), plus what the errors of the rows can do.
 *
 *  * A relation between numbers that are equal within their bounds may be read either way; an equation
 * holds if some reading makes it hold. */
#ifndef EG_TESTS_PRINTED_EVALUATOR_H
#define EG_TESTS_PRINTED_EVALUATOR_H

#include "base/constants.h"
#include "component/block/tables/spline.h"
#include "component/spec.h"
#include "elastogap/elastogap.h"
#include "modelica/text/parser.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct bounded {
    double v, e; /* the value, and how far it may be from the true one */
} bounded;

enum { MOST_TIES = 5, NODES = 7, ROUNDINGS = 32 };

/* The branches of an if of an equation, a bit each: those that were taken, all there are, and those that some
 * run would refute if they were wrong. */
typedef struct reached {
    const void *node;
    unsigned taken, all, refutable;
    bool is_expression; /* the if is one, and no equation */
} reached;
enum { MOST_IFS = 40 };
typedef struct coverage {
    reached of[MOST_IFS];
    int count;
} coverage;

/* What a name means: a signal's number, or a value. */
typedef struct meaning {
    const eg_reference *name;
    long signal; /* -1: none */
    double value;
    bool is_computed; /* a parameter that follows from others: has some roundings */
} meaning;

/* Found once a run. */
enum { UNITS = 40, MEANINGS = 256 };
typedef struct lookups {
    char unit[UNITS][24];
    double scale[UNITS];
    int units;
    meaning of[MEANINGS]; /* of names without subscripts, by their addresses */
} lookups;

typedef struct evaluator {
    const eg_class *class;
    const eg_instance *instance;
    const eg_trajectory *t;
    lookups *known;
    double engine_error;     /* relative, of what the run records */
    size_t row, first, last; /* the row, and those between its events */
    unsigned choice;         /* how ties are read, a bit each */
    int ties;
    bool is_initial;  /* initial() */
    const char *loop; /* of a for equation */
    double loop_value;
    char problem[200];  /* what could not be evaluated; "": nothing */
    bool is_weak;       /* a bound is infinite: says nothing */
    coverage *coverage; /* or NULL */
    /* What is made wrong: values a little larger, truths the opposite, indices one more. */
    bool spoils;         /* right sides */
    const void *spoiled; /* an if (NULL: none) in its branch number */
    uint32_t spoiled_branch;
    bool is_index;  /* what is evaluated is one */
    bool in_clause; /* pre() is what was before the event; elsewhere events have settled */
} evaluator;

static const double EPS = 2.220446049250313e-16;

static inline bounded evaluate(evaluator *x, const eg_expr *e);

static inline int index_of(evaluator *x, const eg_expr *e)
{
    bool outer = x->is_index;
    x->is_index = true;
    int i = (int)evaluate(x, e).v;
    x->is_index = outer;
    return i;
}

static inline bounded exactly(double v)
{
    return (bounded){v, 0.0};
}

static inline bounded trouble(evaluator *x, const char *what, const char *name)
{
    if (!*x->problem)
        snprintf(x->problem, sizeof x->problem, "%.90s %.100s", what, name);
    return exactly(NAN);
}

/* ---------------------------------------------------------------- names */

/* The largest magnitude among all variables of the unit, over the whole run. */
static inline double largest_of_unit(const eg_trajectory *t, const char *unit)
{
    double largest = 0.0;
    for (size_t i = 0; i < eg_trajectory_signals(t); i++)
        for (size_t row = 0;
             strcmp(eg_trajectory_signal(t, i).unit, unit) == 0 && row < eg_trajectory_rows(t); row += 7)
            largest = fmax(largest, fabs(eg_trajectory_value(t, i, row)));
    return largest;
}

static inline double scale_of(evaluator *x, const char *unit)
{
    lookups *known = x->known;
    for (int i = 0; i < known->units; i++)
        if (strcmp(known->unit[i], unit) == 0)
            return known->scale[i];
    double scale = largest_of_unit(x->t, unit);
    if (known->units < UNITS && strlen(unit) < sizeof known->unit[0]) {
        strcpy(known->unit[known->units], unit);
        known->scale[known->units++] = scale;
    }
    return scale;
}

static inline bounded recorded(evaluator *x, size_t signal)
{
    eg_signal s = eg_trajectory_signal(x->t, signal);
    double v = eg_trajectory_value(x->t, signal, x->row);
    return (bounded){v, s.is_discrete ? 0.0 : ROUNDINGS * EPS * fmax(fabs(v), scale_of(x, s.unit))};
}

/* "a.b[2].c" */
static inline void path_of(evaluator *x, const eg_reference *r, char *path, size_t size)
{
    size_t n = 0;
    path[0] = '\0';
    for (uint32_t i = 0; i < r->count && n < size; i++) {
        n += (size_t)snprintf(path + n, size - n, "%s%s", i > 0 ? "." : "", r->parts[i].name);
        for (uint32_t k = 0; k < r->parts[i].subscript_count && n < size; k++)
            n += (size_t)snprintf(path + n, size - n, "%s%d%s", k > 0 ? "," : "[",
                                  index_of(x, r->parts[i].subscripts[k]),
                                  k + 1 == r->parts[i].subscript_count ? "]" : "");
    }
}

static inline bool literal_of(const eg_class *class, const char *type, size_t length, const char *literal,
                              double *value)
{
    for (size_t i = 0; i < class->parameter_count; i++) {
        const eg_parameter *p = &class->parameters[i];
        bool fits =
            p->type == EG_ENUMERATION && strncmp(p->type_name, type, length) == 0 && !p->type_name[length];
        for (int k = 0; fits && p->literals[k]; k++)
            if (strcmp(p->literals[k], literal) == 0) {
                *value = k;
                return true;
            }
    }
    return false;
}

/* An element of a matrix or vector among the parameters; "end" is the last row. */
static inline bool element_of(evaluator *x, const eg_reference *r, double *value)
{
    const eg_part *part = &r->parts[0];
    int i = eg_class_parameter(x->class, part->name);
    if (r->count != 1 || part->subscript_count == 0 || i < 0 || x->class->parameters[i].columns == 0)
        return false;
    eg_matrix m = eg_parameter_matrix(x->instance->p, i);
    const eg_expr *first = part->subscripts[0];
    int row = first->kind == EG_E_END ? m.rows : index_of(x, first), column = 1;
    if (part->subscript_count > 1)
        column = index_of(x, part->subscripts[1]);
    bool exists = row >= 1 && row <= m.rows && column >= 1 && column <= m.columns;
    *value = exists ? m.elements[(row - 1) * m.columns + column - 1] : trouble(x, "no element", part->name).v;
    return true;
}

/* The last row of a range: a number, or "end" with what is added to it. */
static inline int last_row(evaluator *x, const eg_expr *e, int rows)
{
    int last = 0;
    if (e->kind == EG_E_END)
        return rows;
    if (e->kind != EG_E_SUM)
        return (int)evaluate(x, e).v;
    for (uint32_t i = 0; i < e->count; i++)
        last += (e->operators[i] == EG_T_MINUS ? -1 : 1) * last_row(x, e->items[i], rows);
    return last;
}

static inline meaning find_meaning(evaluator *x, const eg_reference *r)
{
    char path[300], full[310];
    path_of(x, r, path, sizeof path);
    snprintf(full, sizeof full, "x.%s", path);
    meaning m = {r, eg_trajectory_find(x->t, full), 0.0, false};
    int parameter = eg_class_parameter(x->class, path);
    const char *dot = strrchr(path, '.');
    if (m.signal >= 0)
        return m;
    if (parameter >= 0) {
        m.value = x->instance->p[parameter];
        m.is_computed = x->class->parameters[parameter].is_protected;
    } else if (eg_constant_find(path))
        m.value = eg_constant_find(path)->value;
    else if (!dot || !literal_of(x->class, path, (size_t)(dot - path), dot + 1, &m.value))
        m.value = trouble(x, "unknown name", path).v;
    return m;
}

static inline meaning meaning_of(evaluator *x, const eg_reference *r)
{
    for (uint32_t i = 0; i < r->count; i++)
        if (r->parts[i].subscript_count > 0)
            return find_meaning(x, r);
    meaning *m = &x->known->of[((uintptr_t)r / sizeof(void *)) % MEANINGS];
    if (m->name != r)
        *m = find_meaning(x, r);
    return *m;
}

static inline bounded named(evaluator *x, const eg_reference *r)
{
    double element;
    const char *first = r->parts[0].name;
    if (element_of(x, r, &element))
        return exactly(element);
    if (x->loop && r->count == 1 && strcmp(first, x->loop) == 0)
        return exactly(x->loop_value);
    if (r->count == 1 && strcmp(first, "time") == 0)
        return exactly(eg_trajectory_time(x->t, x->row));
    meaning m = meaning_of(x, r);
    if (m.signal >= 0)
        return recorded(x, (size_t)m.signal);
    return (bounded){m.value, m.is_computed ? 8 * EPS * fabs(m.value) : 0.0};
}

/* ---------------------------------------------------------------- operations */

static inline bounded rounded(double v, double e)
{
    return (bounded){v, e + 2 * EPS * fabs(v)};
}

static inline bounded add(bounded a, bounded b, double sign)
{
    return rounded(a.v + sign * b.v, a.e + b.e);
}

static inline bounded multiply(bounded a, bounded b)
{
    return rounded(a.v * b.v, fabs(a.v) * b.e + fabs(b.v) * a.e + a.e * b.e);
}

static inline bounded divide(bounded a, bounded b)
{
    double least = fabs(b.v) - b.e;
    if (least <= 0.0)
        return (bounded){a.v / b.v, INFINITY};
    return rounded(a.v / b.v, (a.e + fabs(a.v / b.v) * b.e) / least);
}

typedef double unary(double);

/* What the ends of the argument's range change it by. */
static inline bounded of_unary(unary *f, bounded a)
{
    double v = f(a.v), low = f(a.v - a.e), high = f(a.v + a.e);
    double e = fmax(fabs(high - v), fabs(low - v));
    return rounded(v, isnan(low) || isnan(high) ? (a.e > 0.0 ? sqrt(a.e) : 0.0) : e);
}

static inline bounded power(bounded a, bounded b)
{
    double v = pow(a.v, b.v), e = 0.0;
    for (int i = 0; i < 4; i++) {
        double corner = pow(a.v + (i & 1 ? a.e : -a.e), b.v + (i & 2 ? b.e : -b.e));
        e = isnan(corner) ? fmax(e, pow(2 * a.e, b.v)) : fmax(e, fabs(corner - v));
    }
    return rounded(v, e);
}

static inline double sign_of(double v)
{
    return v > 0.0 ? 1.0 : v < 0.0 ? -1.0 : 0.0;
}

/* ---------------------------------------------------------------- truth */

static inline bool is_true(bounded a)
{
    return a.v != 0.0;
}

static inline bool at_event(const evaluator *x)
{
    return x->row == x->first || x->row == x->last;
}

/* States are as exact as the engine makes them, and beside an event a number may be off by what its location
 * leaves: a relation with what a state stands at, such as a limit, is a tie. */
static inline bool may_be_equal(evaluator *x, bounded a, bounded b)
{
    bool is_exact = a.e == 0.0 && b.e == 0.0;
    double slack = is_exact ? 0.0 : x->engine_error * (fabs(a.v) + fabs(b.v));
    if (at_event(x) && !is_exact)
        slack = 1e-9 * (fabs(a.v) + fabs(b.v) + 1e-3);
    return (!is_exact || at_event(x)) && fabs(a.v - b.v) <= a.e + b.e + slack;
}

static inline bounded relation(evaluator *x, const eg_expr *e)
{
    bounded a = evaluate(x, e->items[0]), b = evaluate(x, e->items[1]);
    bool holds = false;
    switch (e->operators[0]) {
    case EG_T_LESS: holds = a.v < b.v; break;
    case EG_T_LESS_EQUAL: holds = a.v <= b.v; break;
    case EG_T_GREATER: holds = a.v > b.v; break;
    case EG_T_GREATER_EQUAL: holds = a.v >= b.v; break;
    case EG_T_EQUAL: return exactly(a.v == b.v);
    case EG_T_NOT_EQUAL: return exactly(a.v != b.v);
    default: return trouble(x, "relation", "");
    }
    if (may_be_equal(x, a, b) && x->ties < MOST_TIES)
        holds ^= (x->choice >> x->ties++) & 1u;
    return exactly(holds);
}

/* ---------------------------------------------------------------- derivatives */

/* Weights of the derivative of order `order` at `z` from `n` nodes (Fornberg, Math. Comp. 51 (1988),
 * 699-706). */
static inline void weights(const double *nodes, int n, double z, int order, double *w)
{
    double c[NODES + 2][3] = {{0}}, c1 = 1.0, c4 = nodes[0] - z;
    c[0][0] = 1.0;
    for (int i = 1; i < n; i++) {
        double c2 = 1.0, c5 = c4;
        c4 = nodes[i] - z;
        for (int j = 0; j < i; j++) {
            double c3 = nodes[i] - nodes[j];
            c2 *= c3;
            for (int k = order; j == i - 1 && k >= 0; k--)
                c[i][k] = c1 * ((k > 0 ? k * c[i - 1][k - 1] : 0.0) - c5 * c[i - 1][k]) / c2;
            for (int k = order; k >= 0; k--)
                c[j][k] = (c4 * c[j][k] - (k > 0 ? k * c[j][k - 1] : 0.0)) / c3;
        }
        c1 = c2;
    }
    for (int i = 0; i < n; i++)
        w[i] = c[i][order];
}

/* From `n` rows around this one. *noise: what errors of the rows can do. */
static inline double difference(evaluator *x, const eg_expr *e, int n, int order, double *noise)
{
    double nodes[NODES], values[NODES], w[NODES], sum = 0.0, largest = 0.0, off = 0.0, reach = 0.0;
    size_t here = x->row, half = (size_t)n / 2;
    size_t begin = here < x->first + half ? x->first : here - half;
    begin = begin + (size_t)n - 1 > x->last ? x->last + 1 - (size_t)n : begin;
    for (int i = 0; i < n; i++) {
        x->row = begin + (size_t)i;
        nodes[i] = eg_trajectory_time(x->t, x->row);
        bounded v = evaluate(x, e);
        values[i] = v.v;
        largest = fmax(largest, fabs(v.v));
        off = fmax(off, v.e);
    }
    x->row = here;
    weights(nodes, n, eg_trajectory_time(x->t, here), order, w);
    for (int i = 0; i < n; i++) {
        sum += w[i] * values[i];
        reach += fabs(w[i]);
    }
    *noise = reach * (x->engine_error * largest + off);
    return sum;
}

static inline bounded derivative(evaluator *x, const eg_expr *e)
{
    double noise, rough;
    int order = 1;
    if (e->kind == EG_E_CALL && strcmp(e->reference->parts[0].name, "der") == 0) {
        e = e->items[0];
        order = 2;
    }
    if (x->last - x->first + 1 < NODES)
        return (bounded){0.0, INFINITY};
    double coarsest = difference(x, e, NODES - 4, order, &rough);
    double coarse = difference(x, e, NODES - 2, order, &rough), fine = difference(x, e, NODES, order, &noise);
    return (bounded){fine, 10 * fabs(fine - coarse) + 0.1 * fabs(coarse - coarsest) + noise};
}

/* ---------------------------------------------------------------- tables */

/* Points of a matrix among the parameters; point i at u[i*stride], y[i*stride]. */
typedef struct points {
    const double *u, *y;
    int rows, stride;
    int smoothness; /* of spline.h */
} points;

/* table[:, c] or table[a:b, c]: from row `first` on, *rows of them; their column. */
static inline const double *column_of(evaluator *x, const eg_expr *e, int *rows, int *stride)
{
    const eg_part *part = e->kind == EG_E_REFERENCE ? &e->reference->parts[0] : NULL;
    int i = part ? eg_class_parameter(x->class, part->name) : -1;
    if (i < 0 || x->class->parameters[i].columns == 0 || part->subscript_count != 2)
        return NULL;
    eg_matrix m = eg_parameter_matrix(x->instance->p, i);
    const eg_expr *range = part->subscripts[0];
    int column = index_of(x, part->subscripts[1]) - 1, from = 0;
    *rows = m.rows;
    if (column < 0 || column >= m.columns)
        return NULL;
    if (range->kind == EG_E_RANGE) {
        from = (int)evaluate(x, range->items[0]).v - 1;
        *rows = last_row(x, range->items[1], m.rows) - from;
    } else if (range->kind != EG_E_COLON) {
        return NULL;
    }
    *stride = m.columns;
    return m.elements + (size_t)from * (size_t)m.columns + (size_t)column;
}

/* The last point not beyond `at`, but none after number `last`. */
static inline int point_before(const points *p, int last, double at)
{
    int i = 0;
    while (i < last && at >= p->u[(i + 1) * p->stride])
        i++;
    return i;
}

/* Straight lines through the points, and beyond the first and last ones. */
static inline double on_lines(const points *p, double at)
{
    if (p->rows == 1)
        return p->y[0];
    int i = point_before(p, p->rows - 2, at) * p->stride, next = i + p->stride;
    return p->y[i] + (at - p->u[i]) * (p->y[next] - p->y[i]) / (p->u[next] - p->u[i]);
}

/* Cubics, and lines beyond the first and last points. */
static inline double on_cubics(const points *p, double at)
{
    const eg_spline s = {p->u, p->rows, p->stride, (int)(p->y - p->u), p->smoothness};
    long last = p->rows - 1, end = at < p->u[0] ? 0 : last;
    if (last > 0 && at >= p->u[0] && at < p->u[last * p->stride])
        return eg_spline_piece(&s, point_before(p, p->rows - 2, at), at).x;
    double slope = last > 0 ? eg_spline_slope(&s, end) : 0.0;
    return p->y[end * p->stride] + slope * (at - p->u[end * p->stride]);
}

static inline double on_points(const points *p, double at)
{
    if (p->smoothness == EG_CONSTANT_SEGMENTS)
        return p->y[point_before(p, p->rows - 1, at) * p->stride];
    return p->smoothness == EG_LINEAR_SEGMENTS ? on_lines(p, at) : on_cubics(p, at);
}

/* interpolate(u, y, at), interpolate(u, y, smoothness, at) and staircase(u, y, at). On a step it may be
 * either side, as in a relation. */
static inline bounded table(evaluator *x, const eg_expr *e, bool stairs)
{
    int more = 0;
    points p = {.smoothness = stairs ? EG_CONSTANT_SEGMENTS : EG_LINEAR_SEGMENTS};
    p.u = column_of(x, e->items[0], &p.rows, &p.stride);
    p.y = column_of(x, e->items[1], &more, &p.stride);
    if (e->count == 4)
        p.smoothness = (int)evaluate(x, e->items[2]).v;
    bounded at = evaluate(x, e->items[e->count - 1]);
    if (!p.u || !p.y || p.rows != more)
        return trouble(x, "table", "");
    double reach = at.e;
    if (at_event(x))
        reach += at.e > 0.0 ? 1e-9 * (fabs(at.v) + 1e-3) : EPS * fabs(at.v);
    double v = on_points(&p, at.v), low = on_points(&p, at.v - reach), high = on_points(&p, at.v + reach);
    if (p.smoothness != EG_CONSTANT_SEGMENTS)
        return rounded(v, fmax(fabs(v - low), fabs(v - high)) + 4 * EPS * fabs(v));
    if (low != high && x->ties < MOST_TIES)
        return exactly((x->choice >> x->ties++) & 1u ? low : high);
    return exactly(v);
}

/* ---------------------------------------------------------------- calls */

static inline bounded minimum(bounded a, bounded b, double sign)
{
    bounded least = sign * a.v < sign * b.v ? a : b;
    return (bounded){least.v, fmax(a.e, b.e)};
}

/* Beside an event it may be at either end of its range. */
static inline bounded modulo(evaluator *x, bounded a, bounded b)
{
    double turns = a.v / b.v, nearest = round(turns);
    if (at_event(x) && fabs(turns - nearest) < 1e-9 && x->ties < MOST_TIES)
        nearest -= (x->choice >> x->ties++) & 1u;
    else
        nearest = floor(turns);
    return rounded(a.v - nearest * b.v, a.e + b.e + 4 * EPS * fabs(a.v));
}

static inline bool is_call(const char *name, const char *wanted)
{
    return strcmp(name, wanted) == 0;
}

static inline bounded call_of_one(evaluator *x, const char *name, const eg_expr *e)
{
    static const struct {
        const char *name;
        unary *f;
    } functions[] = {{"abs", fabs},      {"sqrt", sqrt}, {"sin", sin},     {"cos", cos},   {"tan", tan},
                     {"asin", asin},     {"acos", acos}, {"atan", atan},   {"exp", exp},   {"log", log},
                     {"log10", log10},   {"sinh", sinh}, {"cosh", cosh},   {"tanh", tanh}, {"floor", floor},
                     {"integer", floor}, {"ceil", ceil}, {"sign", sign_of}};
    for (size_t i = 0; i < EG_COUNT(functions); i++)
        if (is_call(name, functions[i].name))
            return of_unary(functions[i].f, evaluate(x, e->items[0]));
    return trouble(x, "function", name);
}

/* size(name, dimension): of a matrix among the parameters, or of a vector of ports. */
static inline bounded size_of(evaluator *x, const eg_expr *e)
{
    const char *name = e->items[0]->reference->parts[0].name;
    int i = eg_class_parameter(x->class, name), n = 0;
    if (i >= 0) {
        eg_matrix m = eg_parameter_matrix(x->instance->p, i);
        return exactly(evaluate(x, e->items[1]).v == 1.0 ? m.rows : m.columns);
    }
    for (size_t k = 0; k < x->class->port_count; k++) {
        const char *port = x->class->ports[k].name;
        size_t length = strlen(name);
        n += strncmp(port, name, length) == 0 && port[length] == '[';
    }
    if (x->class->vector_size)
        n = x->class->vector_size(x->instance->p);
    return n > 0 ? exactly(n) : trouble(x, "size of", name);
}

/* withDerivative(u, du) is u, and its derivative must be du. */
static inline bounded with_derivative(evaluator *x, const eg_expr *e)
{
    bounded is = derivative(x, e->items[0]), should = evaluate(x, e->items[1]);
    bool differs = fabs(is.v - should.v) > 2 * (is.e + should.e);
    return differs ? exactly(NAN) : evaluate(x, e->items[0]);
}

/* So many rows before. */
static inline bounded evaluate_at(evaluator *x, const eg_expr *e, size_t before)
{
    x->row -= before;
    bounded value = evaluate(x, e);
    x->row += before;
    return value;
}

static inline bounded call(evaluator *x, const eg_expr *e)
{
    const char *name = e->reference->parts[e->reference->count - 1].name;
    if (is_call(name, "der"))
        return derivative(x, e->items[0]);
    if (is_call(name, "pre") || is_call(name, "noEvent"))
        return evaluate_at(x, e->items[0], x->in_clause && *name == 'p' ? 1 : 0);
    if (is_call(name, "smooth"))
        return evaluate(x, e->items[1]);
    if (is_call(name, "initial"))
        return exactly(x->is_initial);
    if (is_call(name, "interpolate") || is_call(name, "staircase"))
        return table(x, e, is_call(name, "staircase"));
    if (is_call(name, "size"))
        return size_of(x, e);
    if (is_call(name, "from_degC") || is_call(name, "to_degC"))
        return add(evaluate(x, e->items[0]), exactly(273.15), is_call(name, "from_degC") ? 1.0 : -1.0);
    if (is_call(name, "withDerivative"))
        return with_derivative(x, e);
    if (e->count != 2)
        return call_of_one(x, name, e);
    bounded a = evaluate(x, e->items[0]), b = evaluate(x, e->items[1]);
    if (is_call(name, "min") || is_call(name, "max"))
        return minimum(a, b, is_call(name, "min") ? 1.0 : -1.0);
    if (is_call(name, "atan2"))
        return rounded(atan2(a.v, b.v), (a.e + b.e) / hypot(a.v, b.v));
    if (is_call(name, "mod"))
        return modulo(x, a, b);
    return trouble(x, "function", name);
}

/* ---------------------------------------------------------------- expressions */

static inline bounded sum(evaluator *x, const eg_expr *e)
{
    bounded result = exactly(0.0);
    for (uint32_t i = 0; i < e->count; i++) {
        bool minus = e->operators[i] == EG_T_MINUS || e->operators[i] == EG_T_DOT_MINUS;
        result = add(result, evaluate(x, e->items[i]), minus ? -1.0 : 1.0);
    }
    return result;
}

static inline bounded product(evaluator *x, const eg_expr *e)
{
    bounded result = evaluate(x, e->items[0]);
    for (uint32_t i = 1; i < e->count; i++) {
        bool divides = e->operators[i] == EG_T_SLASH || e->operators[i] == EG_T_DOT_SLASH;
        bounded b = evaluate(x, e->items[i]);
        result = divides ? divide(result, b) : multiply(result, b);
    }
    return result;
}

/* All operands are evaluated, so that ties are counted alike on every reading. */
static inline bounded chain(evaluator *x, const eg_expr *e, bool is_and)
{
    bool result = is_and;
    for (uint32_t i = 0; i < e->count; i++) {
        bool b = is_true(evaluate(x, e->items[i]));
        result = is_and ? result && b : result || b;
    }
    return exactly(result);
}

/* Is the value a truth? */
static inline bool is_truth(const evaluator *x, const eg_expr *e)
{
    const eg_class *c = x->class;
    int i;
    switch (e->kind) {
    case EG_E_BOOLEAN:
    case EG_E_NOT:
    case EG_E_AND:
    case EG_E_OR:
    case EG_E_RELATION: return true;
    case EG_E_IF: return is_truth(x, e->items[1]);
    case EG_E_CALL:
        return e->count == 0 ? strcmp(e->reference->parts[0].name, "initial") == 0 : is_truth(x, e->items[0]);
    case EG_E_REFERENCE:
        if ((i = eg_class_parameter(c, e->reference->parts[0].name)) >= 0)
            return c->parameters[i].type == EG_BOOLEAN;
        if ((i = eg_class_port(c, e->reference->parts[0].name)) >= 0)
            return eg_port_is_discrete(c->ports[i].kind) && eg_port_type(c->ports[i].kind) == EG_BOOLEAN;
        i = eg_class_variable(c, e->reference->parts[0].name);
        return i >= 0 && c->variables[i].type == EG_BOOLEAN;
    default: return false;
    }
}

static inline bounded made_wrong(const evaluator *x, const eg_expr *e, bounded value)
{
    value.v = is_truth(x, e) ? value.v == 0.0
              : x->is_index  ? value.v + 1
                             : value.v + 1e-3 * (1 + fabs(value.v));
    return value;
}

static inline bool is_spoiled(const evaluator *x, const void *node, uint32_t branch)
{
    return x->spoiled == node && x->spoiled_branch == branch;
}

static inline void reach(evaluator *x, const void *node, bool is_expression, uint32_t branch,
                         uint32_t branches)
{
    coverage *c = x->coverage;
    int i = 0;
    if (!c || x->choice != 0)
        return;
    while (i < c->count && c->of[i].node != node)
        i++;
    if (i == MOST_IFS) {
        trouble(x, "more than MOST_IFS ifs", "");
        return;
    }
    if (i == c->count)
        c->of[c->count++] =
            (reached){.node = node, .all = (1u << branches) - 1u, .is_expression = is_expression};
    c->of[i].taken |= 1u << branch;
}

static inline bounded alternative(evaluator *x, const eg_expr *e)
{
    uint32_t i = 0;
    while (i + 1 < e->count && !is_true(evaluate(x, e->items[i])))
        i += 2;
    const eg_expr *taken = e->items[i + 1 < e->count ? i + 1 : e->count - 1];
    reach(x, e, true, i / 2, e->count / 2 + 1);
    bounded value = evaluate(x, taken);
    return is_spoiled(x, e, i / 2) ? made_wrong(x, taken, value) : value;
}

static inline bounded evaluate(evaluator *x, const eg_expr *e)
{
    double value;
    switch (e->kind) {
    case EG_E_NUMBER:
    case EG_E_BOOLEAN: return exactly(e->number);
    case EG_E_STRING:
        return literal_of(x->class, "String", 6, e->text, &value) ? exactly(value)
                                                                  : trouble(x, "text", e->text);
    case EG_E_REFERENCE: return named(x, e->reference);
    case EG_E_CALL: return call(x, e);
    case EG_E_SUM: return sum(x, e);
    case EG_E_PRODUCT: return product(x, e);
    case EG_E_POWER: {
        bounded a = evaluate(x, e->items[0]), b = evaluate(x, e->items[1]);
        return power(a, b);
    }
    case EG_E_NOT: return exactly(!is_true(evaluate(x, e->items[0])));
    case EG_E_AND:
    case EG_E_OR: return chain(x, e, e->kind == EG_E_AND);
    case EG_E_RELATION: return relation(x, e);
    case EG_E_IF: return alternative(x, e);
    default: return trouble(x, "this kind of expression", "");
    }
}

/* ---------------------------------------------------------------- equations */

/* Does it hold in this row, as ties are now read? *ratio: the residual in units of its bound, the largest. */
static inline bool equation_holds(evaluator *x, const eg_equation *q, double *ratio);

static inline bool body_holds(evaluator *x, const eg_branch *b, double *ratio)
{
    bool all = true;
    for (uint32_t i = 0; i < b->count; i++)
        all = equation_holds(x, b->body[i], ratio) && all;
    return all;
}

static inline bool equality_holds(evaluator *x, const eg_equation *q, double *ratio)
{
    bounded left = evaluate(x, q->left), right = evaluate(x, q->right);
    if (x->spoils)
        right = made_wrong(x, q->right, right);
    double residual = fabs(left.v - right.v), bound = 2 * (left.e + right.e);
    if (!isfinite(bound) && !*x->problem) {
        x->is_weak = true;
        return true;
    }
    *ratio = fmax(*ratio, residual == 0.0 ? 0.0 : residual / bound);
    return residual <= bound; /* false for NaN */
}

static inline bool loop_holds(evaluator *x, const eg_equation *q, double *ratio)
{
    const eg_expr *range = q->iterators[0].range;
    bool all = true;
    int last = (int)evaluate(x, range->items[range->count - 1]).v;
    for (int i = (int)evaluate(x, range->items[0]).v; i <= last; i++) {
        x->loop = q->iterators[0].name;
        x->loop_value = i;
        all = body_holds(x, &q->branches[0], ratio) && all;
    }
    x->loop = NULL;
    return all;
}

/* Has the condition of a clause become true in this row, the right side of an event or the start? Before
 * its left side, at which it may be true already, it was not. */
static inline bool becomes_true(evaluator *x, const eg_expr *e)
{
    bool is = false, was = false;
    if (e->kind == EG_E_ARRAY) {
        for (uint32_t i = 0; i < e->count; i++)
            is = becomes_true(x, e->items[i]) || is;
        return is;
    }
    if (e->kind == EG_E_CALL && is_call(e->reference->parts[0].name, "initial"))
        return x->row == 0;
    is = x->row == x->first && x->row >= 2 && is_true(evaluate(x, e));
    if (is)
        was = is_true(evaluate_at(x, e, 2));
    return is && !was;
}

static inline bool is_reinit(const eg_equation *q)
{
    return q->kind == EG_Q_CALL && is_call(q->left->reference->parts[0].name, "reinit");
}

/* Nothing but reinit lets its variable jump. */
static inline bool jumps(evaluator *x, const eg_branch *b)
{
    for (uint32_t i = 0; x->row == x->first && x->row > 0 && i < b->count; i++)
        if (is_reinit(b->body[i])) {
            bounded is = evaluate(x, b->body[i]->left->items[0]);
            bounded was = evaluate_at(x, b->body[i]->left->items[0], 1);
            if (fabs(is.v - was.v) > is.e + was.e)
                return true;
        }
    return false;
}

static inline bool clause_body_holds(evaluator *x, const eg_branch *b, double *ratio)
{
    bool all = true;
    x->in_clause = x->row > 0;
    for (uint32_t i = 0; i < b->count; i++) {
        const eg_equation *q = b->body[i];
        if (is_reinit(q)) {
            const eg_equation is = {
                .kind = EG_Q_EQUALITY, .left = q->left->items[0], .right = q->left->items[1]};
            all = equality_holds(x, &is, ratio) && all;
        } else if (q->kind == EG_Q_EQUALITY) {
            all = equality_holds(x, q, ratio) && all;
        }
    }
    x->in_clause = false;
    return all;
}

/* What a clause says holds in the row in which it becomes active: its condition becomes true, or a variable
 * that it sets anew jumps; then the condition must be true before or behind the event. */
static inline bool clause_holds(evaluator *x, const eg_equation *q, double *ratio)
{
    bool has_jump = false;
    for (uint32_t i = 0; i < q->branch_count; i++)
        has_jump = has_jump || jumps(x, &q->branches[i]);
    for (uint32_t i = 0; i < q->branch_count; i++) {
        const eg_branch *b = &q->branches[i];
        if (has_jump ? is_true(evaluate_at(x, b->condition, 1)) || is_true(evaluate(x, b->condition))
                     : becomes_true(x, b->condition))
            return clause_body_holds(x, b, ratio);
    }
    return !has_jump;
}

static inline bool branch_holds(evaluator *x, const eg_equation *q, double *ratio)
{
    bool all = x->spoils;
    uint32_t i = 0;
    while (i < q->branch_count && q->branches[i].condition && !is_true(evaluate(x, q->branches[i].condition)))
        i++;
    if (i == q->branch_count)
        return true;
    reach(x, q, false, i, q->branch_count);
    x->spoils = all || is_spoiled(x, q, i);
    bool holds = body_holds(x, &q->branches[i], ratio);
    x->spoils = all;
    return holds;
}

static inline bool equation_holds(evaluator *x, const eg_equation *q, double *ratio)
{
    switch (q->kind) {
    case EG_Q_EQUALITY: return equality_holds(x, q, ratio);
    case EG_Q_IF: return branch_holds(x, q, ratio);
    case EG_Q_FOR: return loop_holds(x, q, ratio);
    case EG_Q_WHEN: return clause_holds(x, q, ratio);
    default: return true;
    }
}

/* In one of the readings of its ties; one that says nothing counts where all do. */
static inline bool holds_somehow(evaluator *x, const eg_equation *q, double *ratio)
{
    bool all_weak = true;
    *ratio = INFINITY;
    for (unsigned choice = 0, choices = 1; choice < choices; choice++) {
        double r = 0.0;
        x->choice = choice;
        x->ties = 0;
        x->is_weak = false;
        bool holds = equation_holds(x, q, &r);
        choices = 1u << x->ties > choices ? 1u << x->ties : choices;
        all_weak = all_weak && x->is_weak;
        if (!x->is_weak)
            *ratio = fmin(*ratio, r);
        if (holds && !x->is_weak)
            return true;
    }
    x->is_weak = all_weak;
    if (all_weak)
        *ratio = 0.0;
    return all_weak;
}

#endif
