/* Functions given by points: Modelica.Math.Vectors.interpolate(x, y, xi) is linear between them and goes on
 * along the first and the last segment; Elastogap.Math.interpolate(x, y, smoothness, xi) takes lines, steps
 * or cubics; Elastogap.Math.leastBetween(x, y, smoothness, from) is the least that these come to;
 * Elastogap.Math.staircase(x, y, xi) keeps the value of the point before, and that of the first point
 * before it; Elastogap.Math.hermite(x, y, slopes, xi) takes the cubics with these slopes at the points. Two
 * points of one x are a jump; there the later one counts.
 *
 * In equations xi changes: then the call becomes a choice between pieces, and every x at which one piece
 * follows on another is an event; a time event where xi is time, shifted and scaled. */
#include "modelica/value/tables.h"

#include <math.h>
#include <string.h>

#include "component/block/tables/spline.h"
#include "modelica/formula/equations.h"
#include "modelica/instance/influence.h"

typedef struct pieces {
    int smoothness;       /* of spline.h */
    const double *slopes; /* count of them, where they are given; or NULL */
    size_t count;
    const double *x, *y;     /* the points; count of them */
    double *edge;            /* piece i reaches from edge[i - 1] to edge[i] */
    size_t *point;           /* from which each piece counts */
    double (*polynomial)[4]; /* of the distance from there */
    size_t piece_count;
    const eg_typed *x_made, *y_made; /* for flat text: the formulas of the points; NULL: numbers */
} pieces;

/* ---------------------------------------------------------------- pieces */

static bool slope_exists(const pieces *p, size_t k)
{
    return k + 1 < p->count && p->x[k + 1] > p->x[k];
}

/* The line through point k and the next one; flat where there is none, or where they stand above each
 * other. */
static double slope_of(const pieces *p, size_t k)
{
    if (p->smoothness == EG_CONSTANT_SEGMENTS || !slope_exists(p, k))
        return 0;
    return (p->y[k + 1] - p->y[k]) / (p->x[k + 1] - p->x[k]);
}

static double *add_piece(pieces *p, size_t point)
{
    if (p->piece_count > 0)
        p->edge[p->piece_count - 1] = p->x[point];
    p->point[p->piece_count] = point;
    p->polynomial[p->piece_count][0] = p->y[point];
    return p->polynomial[p->piece_count++];
}

/* Lines or steps. */
static void cut(pieces *p)
{
    bool steps = p->smoothness == EG_CONSTANT_SEGMENTS;
    for (size_t k = 0; k < p->count; k++) {
        bool is_last = k + 1 == p->count;
        bool jumps_here = k > 0 && p->x[k] == p->x[k - 1];
        if (is_last ? steps || jumps_here || p->count == 1 : p->x[k + 1] > p->x[k] || (k == 0 && !steps))
            add_piece(p, k)[1] = slope_of(p, k);
    }
}

/* The spline through the points; without points where memory is out. */
static eg_spline spline_of(eg_reader *r, const pieces *p)
{
    double *e = eg_new_array(r, 2 * p->count, sizeof *e);
    for (size_t k = 0; e && k < p->count; k++) {
        e[2 * k] = p->x[k];
        e[2 * k + 1] = p->y[k];
    }
    return (eg_spline){e, (long)p->count, 2, 1, p->smoothness};
}

/* The cubic from point k to the next one, by the slopes at both. */
static void set_cubic(const pieces *p, size_t k, double *c)
{
    const double h = p->x[k + 1] - p->x[k], d = (p->y[k + 1] - p->y[k]) / h;
    const double from = p->slopes[k], to = p->slopes[k + 1];
    c[1] = from;
    c[2] = (3.0 * d - 2.0 * from - to) / h;
    c[3] = (from + to - 2.0 * d) / (h * h);
}

/* By slopes that are given; beyond the ends lines. */
static void cut_by_slopes(pieces *p)
{
    const size_t last = p->count - 1;
    if (last > 0)
        add_piece(p, 0)[1] = p->slopes[0];
    for (size_t k = 0; k < last; k++)
        set_cubic(p, k, add_piece(p, k));
    add_piece(p, last)[1] = p->slopes[last];
}

/* Cubics; beyond the ends lines. */
static bool cut_cubics(eg_reader *r, pieces *p)
{
    const eg_spline s = spline_of(r, p);
    if (!s.e)
        return false;
    long last = (long)p->count - 1;
    if (last > 0)
        add_piece(p, 0)[1] = eg_spline_slope(&s, 0);
    for (long k = 0; k < last; k++) {
        eg_jet from = eg_spline_piece(&s, k, p->x[k]), to = eg_spline_piece(&s, k, p->x[k + 1]);
        double *c = add_piece(p, (size_t)k);
        c[1] = from.dx;
        c[2] = from.ddx / 2;
        c[3] = (to.ddx - from.ddx) / (p->x[k + 1] - p->x[k]) / 6;
    }
    add_piece(p, (size_t)last)[1] = last > 0 ? eg_spline_slope(&s, last) : 0;
    return true;
}

static bool make_pieces(eg_reader *r, pieces *p)
{
    p->edge = eg_new_array(r, p->count + 2, sizeof *p->edge);
    p->point = eg_new_array(r, p->count + 2, sizeof *p->point);
    p->polynomial = eg_new_array(r, p->count + 2, sizeof *p->polynomial);
    if (!p->edge || !p->point || !p->polynomial)
        return false;
    if (!p->slopes && eg_smoothness_is_spline(p->smoothness))
        return cut_cubics(r, p);
    if (p->slopes)
        cut_by_slopes(p);
    else
        cut(p);
    return true;
}

/* Fits the arguments x and y; false (reported). */
static bool of_points(eg_reader *r, eg_source *source, const eg_expr *e, const eg_value *x, const eg_value *y,
                      pieces *p)
{
    const char *why = NULL;
    if (x->rank != 1 || y->rank != 1 || !eg_value_is_number(x) || !eg_value_is_number(y))
        why = "the points must be two vectors of numbers, x and y";
    else if (x->count != y->count || x->count == 0)
        why = "the vectors x and y must be of the same length, at least 1";
    for (size_t k = 1; !why && k < x->count; k++)
        if (!(x->numbers[k] > x->numbers[k - 1]) && eg_smoothness_is_spline(p->smoothness))
            why = "the elements of x must rise";
        else if (!(x->numbers[k] >= x->numbers[k - 1]))
            why = "the elements of x must not fall";
    if (why) {
        eg_error(r, source, e->at, "%s", why);
        eg_hint(r, "sort the points by x, and leave out what stands twice");
        return false;
    }
    p->count = x->count;
    p->x = x->numbers;
    p->y = y->numbers;
    return make_pieces(r, p);
}

/* ---------------------------------------------------------------- a number */

static bool is_call_of(const eg_expr *e, const char *name)
{
    return strcmp(e->reference->parts[e->reference->count - 1].name, name) == 0;
}

static bool read_slopes(eg_reader *r, eg_source *source, const eg_expr *e, const eg_value *given,
                        const eg_value *x, pieces *p)
{
    p->smoothness = EG_CONTINUOUS_DERIVATIVE;
    p->slopes = given->numbers;
    if (given->rank == 1 && eg_value_is_number(given) && eg_value_same_shape(given, x))
        return true;
    eg_error(r, source, e->items[2]->at, "here the slopes at the points must stand, as many numbers");
    eg_hint(r, "write a vector as long as x");
    return false;
}

/* What is between the points: the third of four arguments says it, or the function's name. */
static bool read_smoothness(eg_reader *r, eg_source *source, const eg_expr *e, const eg_value *given,
                            const eg_value *x, pieces *p)
{
    p->smoothness = is_call_of(e, "staircase") ? EG_CONSTANT_SEGMENTS : EG_LINEAR_SEGMENTS;
    if (!given)
        return true;
    if (is_call_of(e, "hermite"))
        return read_slopes(r, source, e, given, x, p);
    p->smoothness = (int)given->number;
    if (given->type == EG_ENUMERATION && given->rank == 0)
        return true;
    eg_error(r, source, e->items[2]->at, "here a Smoothness must stand");
    eg_hint(r, "write Modelica.Blocks.Types.Smoothness.LinearSegments or another of its literals");
    return false;
}

static double value_at(const pieces *p, double xi)
{
    size_t i = 0;
    while (i + 1 < p->piece_count && xi >= p->edge[i])
        i++;
    const double *k = p->polynomial[i], d = xi - p->x[p->point[i]];
    return k[0] + d * (k[1] + d * (k[2] + d * k[3]));
}

/* Of four arguments MSL's function takes (x, y, xi, iLast), where iLast only tells where the search
 * begins; the others (x, y, smoothness, xi). */
static bool has_smoothness(eg_reader *r, const eg_scope *scope, const eg_expr *e)
{
    if (e->count != 4)
        return false;
    const eg_definition *d =
        eg_resolve_function(r, eg_scope_instance(scope), scope->home, scope->source, e->reference);
    return !d || strcmp(d->full, "Modelica.Math.Vectors.interpolate") != 0;
}

/* Pieces of the arguments, and the number at which the function is asked; false (reported). */
static bool read_arguments(eg_call *c, pieces *p, double *xi)
{
    const bool has_kind = has_smoothness(c->r, c->scope, c->e);
    const uint32_t i = has_kind ? 3 : 2;
    const eg_value *at = &c->arguments[i];
    if (!eg_value_is_number(at) || at->rank > 0) {
        eg_call_refuse(c, i, "a number");
        return false;
    }
    *xi = at->number;
    return read_smoothness(c->r, c->scope->source, c->e, has_kind ? &c->arguments[2] : NULL, &c->arguments[0],
                           p) &&
           of_points(c->r, c->scope->source, c->e, &c->arguments[0], &c->arguments[1], p);
}

bool eg_call_table(eg_call *c, eg_value *result)
{
    pieces p = {0};
    double xi;
    if (!read_arguments(c, &p, &xi))
        return false;
    *result = eg_value_number(EG_REAL, value_at(&p, xi));
    return true;
}

/* Of lines and steps an end of a piece is the least, of cubics what the spline says. */
bool eg_call_least(eg_call *c, eg_value *result)
{
    pieces p = {0};
    double from;
    if (!read_arguments(c, &p, &from))
        return false;
    double least = value_at(&p, from);
    for (size_t k = 0; k < p.count; k++)
        if (p.x[k] >= from)
            least = fmin(least, p.y[k]);
    if (eg_smoothness_is_spline(p.smoothness)) {
        const eg_spline s = spline_of(c->r, &p);
        if (!s.e)
            return false;
        least = fmin(least, eg_spline_least(&s, from));
    }
    *result = eg_value_number(EG_REAL, least);
    return true;
}

/* ---------------------------------------------------------------- a formula */

/* Point k as a formula. */
static bool point_at(eg_formulas *f, const eg_typed *made, const double *numbers, size_t k, int *out)
{
    if (!made)
        return eg_formula_number(f, numbers[k], out);
    *out = eg_typed_at(made, k);
    return true;
}

/* What the line from point k rises by, as slope_of, in terms of the points. */
static bool made_slope(eg_formulas *f, const pieces *p, size_t k, int *out)
{
    int x[2], y[2], rise, run;
    return point_at(f, p->x_made, p->x, k, &x[0]) && point_at(f, p->x_made, p->x, k + 1, &x[1]) &&
           point_at(f, p->y_made, p->y, k, &y[0]) && point_at(f, p->y_made, p->y, k + 1, &y[1]) &&
           eg_formula_add(f, EG_OP_SUB, y[1], y[0], -1, &rise) &&
           eg_formula_add(f, EG_OP_SUB, x[1], x[0], -1, &run) &&
           eg_formula_add(f, EG_OP_DIV, rise, run, -1, out);
}

/* Coefficient n of piece i. */
static bool coefficient(eg_formulas *f, const pieces *p, size_t i, int n, int *out)
{
    if (n == 0)
        return point_at(f, p->y_made, p->y, p->point[i], out);
    return n == 1 && p->y_made ? made_slope(f, p, p->point[i], out)
                               : eg_formula_number(f, p->polynomial[i][n], out);
}

/* The value of a formula of numbers alone. */
static bool number_of(const eg_spec *spec, int formula, double *number)
{
    const eg_formula *x = &spec->formulas[formula];
    double a, b = 0;
    *number = x->number;
    if (x->op == EG_OP_CONSTANT)
        return true;
    if (x->op < EG_OP_ADD || x->op > EG_OP_NEG || !number_of(spec, x->a, &a) ||
        (x->op != EG_OP_NEG && !number_of(spec, x->b, &b)))
        return false;
    if (x->op == EG_OP_ADD)
        *number = a + b;
    else if (x->op == EG_OP_SUB)
        *number = a - b;
    else if (x->op == EG_OP_MUL)
        *number = a * b;
    else if (x->op == EG_OP_DIV)
        *number = a / b;
    else
        *number = -a;
    return true;
}

/* When a formula of time alone, added, multiplied and so on with numbers, reaches `target`: walks down to
 * time. False when it is no such formula, or falls with time. */
static bool time_of(eg_formulas *f, int formula, int target, int *time, bool *is_of_time)
{
    static const int back[] = {
        [EG_OP_ADD] = EG_OP_SUB, [EG_OP_SUB] = EG_OP_ADD, [EG_OP_MUL] = EG_OP_DIV, [EG_OP_DIV] = EG_OP_MUL};
    const eg_spec *spec = f->spec;
    *is_of_time = false;
    for (;;) {
        const eg_formula x = spec->formulas[formula]; /* a copy: the list moves as it grows */
        *time = target;
        if (x.op == EG_OP_TIME)
            return *is_of_time = true;
        bool scales = x.op == EG_OP_MUL || x.op == EG_OP_DIV;
        if (!scales && x.op != EG_OP_ADD && x.op != EG_OP_SUB)
            return true;
        double number;
        bool is_second = !number_of(spec, x.b, &number);
        if (is_second && (x.op == EG_OP_SUB || x.op == EG_OP_DIV || !number_of(spec, x.a, &number)))
            return true;
        if (scales && !(number > 0))
            return true;
        if (!eg_formula_add(f, back[x.op], target, is_second ? x.a : x.b, -1, &target))
            return false;
        formula = is_second ? x.b : x.a;
    }
}

static bool below_edge(eg_formulas *f, int xi, int edge, int *condition)
{
    int time, of_time;
    bool is_of_time;
    if (!time_of(f, xi, edge, &time, &is_of_time))
        return false;
    if (is_of_time)
        return eg_formula_add(f, EG_OP_TIME, -1, -1, -1, &of_time) &&
               eg_formula_add(f, EG_OP_LESS, of_time, time, -1, condition);
    return eg_formula_add(f, EG_OP_LESS, xi, edge, -1, condition);
}

static bool piece(eg_formulas *f, const pieces *p, size_t i, int xi, int *out)
{
    const double *k = p->polynomial[i];
    int degree = 3, d, term;
    while (degree > 0 && k[degree] == 0)
        degree--;
    if (degree == 0 && p->y_made && p->smoothness != EG_CONSTANT_SEGMENTS && slope_exists(p, p->point[i]))
        degree = 1; /* the line is level by the values of its points alone */
    if (!coefficient(f, p, i, degree, out))
        return false;
    if (degree == 0)
        return true;
    if (!point_at(f, p->x_made, p->x, p->point[i], &d) || !eg_formula_add(f, EG_OP_SUB, xi, d, -1, &d))
        return false;
    for (int n = degree; n-- > 0;) /* Horner */
        if (!eg_formula_add(f, EG_OP_MUL, *out, d, -1, out) || !coefficient(f, p, i, n, &term) ||
            !eg_formula_add(f, EG_OP_ADD, term, *out, -1, out))
            return false;
    return true;
}

/* The pieces from `low` to before `high`, by halves. */
static bool choose(eg_formulas *f, const pieces *p, size_t low, size_t high, int xi, int *out)
{
    size_t middle = (low + high) / 2;
    int edge, condition, left, right;
    if (high - low == 1)
        return piece(f, p, low, xi, out);
    return point_at(f, p->x_made, p->x, p->point[middle], &edge) && below_edge(f, xi, edge, &condition) &&
           choose(f, p, low, middle, xi, &left) && choose(f, p, middle, high, xi, &right) &&
           eg_formula_add(f, EG_OP_SELECT, condition, left, right, out);
}

bool eg_formula_is_table(const char *name)
{
    return strcmp(name, "staircase") == 0 || strcmp(name, "interpolate") == 0 || strcmp(name, "hermite") == 0;
}

bool eg_formula_between(eg_formulas *f, const eg_expr *e, const eg_value *x, const eg_value *y,
                        int smoothness, int xi, int *formula)
{
    pieces p = {.smoothness = smoothness};
    return of_points(f->r, f->scope.source, e, x, y, &p) && choose(f, &p, 0, p.piece_count, xi, formula);
}

/* Flat text says that the x that can be set there rise; what a setting must not do is refused then. */
static bool claim_order(eg_formulas *f, const eg_expr *e, const eg_typed *x)
{
    int all = -1, rises;
    for (size_t k = 1; k < x->count; k++) {
        double number;
        const int from = eg_typed_at(x, k - 1), to = eg_typed_at(x, k);
        if (eg_formula_is_literal(f, from, &number) && eg_formula_is_literal(f, to, &number))
            continue;
        if (!eg_formula_add(f, EG_OP_LESS, from, to, -1, &rises) ||
            (all >= 0 && !eg_formula_add(f, EG_OP_AND, all, rises, -1, &rises)))
            return false;
        all = rises;
    }
    const eg_user_equation one = {
        .kind = EG_USER_ASSERT, .left = all, .right = -1, .when = -1, .text = "the elements of x must rise"};
    return all < 0 || eg_add_equation(f, one, e->at);
}

/* The points as formulas, for flat text: of lines and steps. Where two points have one x, which makes a jump,
 * and in curves they stay numbers. */
static bool make_points(eg_formulas *f, const eg_expr *e, pieces *p, eg_typed *x, eg_typed *y)
{
    bool jumps = false;
    for (size_t k = 1; k < p->count; k++)
        jumps = jumps || p->x[k] == p->x[k - 1];
    if (!eg_formula_tries(f) || jumps || eg_smoothness_is_spline(p->smoothness))
        return true;
    if (!eg_formula_of_any(f, e->items[0], x) || !eg_formula_of_any(f, e->items[1], y))
        return false;
    p->x_made = x;
    p->y_made = y;
    return claim_order(f, e, x);
}

/* The points as numbers, which are held unless they are not looked at but for their order. */
static bool evaluate_points(eg_formulas *f, const eg_expr *e, bool keeps, eg_value *x, eg_value *y)
{
    const eg_asker before = f->r->asker;
    if (keeps)
        eg_ask_for(f->r, EG_FOR_KEEPING);
    const bool ok =
        eg_evaluate(f->r, &f->scope, e->items[0], x) && eg_evaluate(f->r, &f->scope, e->items[1], y);
    eg_ask_for(f->r, before);
    return ok;
}

bool eg_formula_of_table(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    pieces p = {0};
    eg_value x, y, kind;
    eg_typed xi, x_made, y_made;
    const bool has_kind = has_smoothness(f->r, &f->scope, e);
    const eg_expr *at = e->count > 2 ? e->items[has_kind ? 3 : 2] : NULL;
    if (e->names || (e->count != 3 && e->count != 4)) {
        eg_error(f->r, f->scope.source, e->at,
                 "%s takes its arguments by position: points x and y, and where",
                 e->reference->parts[e->reference->count - 1].name);
        eg_hint(f->r, "write them in this order, without names");
        return false;
    }
    if (!evaluate_points(f, e, eg_formula_tries(f), &x, &y) ||
        (has_kind && !eg_evaluate(f->r, &f->scope, e->items[2], &kind)) ||
        !read_smoothness(f->r, f->scope.source, e, has_kind ? &kind : NULL, &x, &p) ||
        !of_points(f->r, f->scope.source, e, &x, &y, &p) || !make_points(f, e, &p, &x_made, &y_made) ||
        (!p.x_made && !evaluate_points(f, e, false, &x, &y)) || !eg_formula_of(f, at, &xi))
        return false;
    if (xi.type == EG_BOOLEAN) {
        eg_error(f->r, f->scope.source, at->at, "a number must stand here, not a truth value");
        eg_hint(f->r, "write if ... then 1 else 0 around it");
        return false;
    }
    *out = eg_typed_scalar(EG_REAL, -1, NULL);
    return choose(f, &p, 0, p.piece_count, xi.formula, &out->formula);
}
