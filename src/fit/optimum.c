/* Optima by sequential quadratic programming.
 *
 * All numbers are scaled: unknowns x = u/scale, the objective and what limits hold by their sizes where
 * the search begins. Each step solves a quadratic program with the limits as they are seen from x
 * (quadratic.h), a model B of the curvature of the Lagrangian that follows from its gradients (BFGS as
 * damped by Powell 1978), and goes as far along as a merit, objective and price times what limits are
 * broken by, falls; a whole step that curved limits spoil is corrected once (Maratos's effect; Nocedal and
 * Wright 2006, section 18.3).
 *
 * The greatest of several numbers has kinks where two of them are equal, and its least lies there as a
 * rule. So where it is to be least, an unknown t is, and each of the numbers is limited by it, which is as
 * smooth as they are.
 *
 * Derivatives come of values at two distances to both sides: the error is that of the fifth derivative,
 * and where the two distances tell different slopes, or both sides do, there is a kink. */
#include "elastogap/optimize.h"

#include "fit/quadratic.h"
#include "fit/sought.h"

#include "base/clock.h"
#include "base/flag.h"
#include "base/number.h"

#include <ctype.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_STEPS = 200, MOST_IDLE = 3, MOST_HALVINGS = 40, POINTS = 4 };
/* Of a scaled unknown. With runs to round-off, 2e-16, both errors of a slope are about 1e-12. */
static const double distance = 5e-4;

typedef enum limit_kind { NO_MORE, NO_LESS, EQUAL } limit_kind;

typedef struct limit {
    const char *text, *left;
    limit_kind kind;
    double right, scale;
} limit;

/* The optimum that the caller sees, and what holds its texts and arrays. */
typedef struct owned_optimum {
    eg_optimum optimum; /* first: an eg_optimum * is an owned_optimum * */
    eg_arena *arena;
} owned_optimum;

typedef struct problem {
    const eg_optimize_options *o;
    eg_diagnostics *d;
    eg_arena *arena;
    eg_ensemble *ensemble;
    eg_ensemble_options run;
    eg_sought *sought;
    limit *limits;      /* the parts' come first */
    const char **parts; /* of what is sought, the greatest of which is least; of one alone that itself */
    size_t sought_count, part_count;
    size_t n, k;        /* of unknowns, t among them, and of limits, with those of parts by t */
    double *low, *high; /* (n) of x */
    double scale;       /* of the objective, its sign that of what is sought */
    long runs;
} problem;

/* Where a search is. F: the objective, then limits, all scaled so that 0 and less is within. */
typedef struct spot {
    double *x, *F;       /* (n), (1 + k) */
    double *J;           /* (1 + k) x n, row by row */
    double *begin;       /* (n) */
    double *multipliers; /* (k + 2n) the limits', then those of upper and lower bounds */
    double begun;        /* the objective there */
    double kink;
    size_t kink_in;
    int steps;
    bool has_settled;
} spot;

/* ---------------------------------------------------------------- values */

static double value_at(const problem *p, size_t j, double x)
{
    return eg_sought_value(&p->sought[j], x * p->sought[j].scale);
}

/* Is there an unknown t, the last one, that limits the parts? */
static bool has_top(const problem *p)
{
    return p->part_count > 1;
}

/* Limits that are of parts, by t. */
static size_t limits_of_parts(const problem *p)
{
    return has_top(p) ? p->part_count : 0;
}

/* From what a run has come to, the parts and then what is limited, to F at t. */
static void scale(const problem *p, const double *results, double t, double *F)
{
    const size_t tops = limits_of_parts(p);
    F[0] = has_top(p) ? t : results[0] / p->scale;
    for (size_t q = 0; q < tops; q++)
        F[1 + q] = results[q] / p->scale - t;
    for (size_t q = tops; q < p->k; q++) {
        const limit *l = &p->limits[q];
        const double over = (results[p->part_count + q - tops] - l->right) / l->scale;
        F[1 + q] = l->kind == NO_LESS ? -over : over;
    }
}

/* F (count x (1 + k)) at points (count x n); NAN where the model does not run. False: out of memory. */
static bool evaluate(problem *p, const double *points, size_t count, double *F)
{
    const size_t n = p->n, free_count = p->sought_count, wide = 1 + p->k;
    const size_t asked = p->part_count + p->k - limits_of_parts(p);
    double *values = calloc(count * (free_count + asked) + 1, sizeof *values);
    double *results = values ? values + count * free_count : NULL;
    if (!values)
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < free_count; j++)
            values[i * free_count + j] = value_at(p, j, points[i * n + j]);
    (void)eg_ensemble_run(p->ensemble, &p->run, count, values, results, NULL, NULL, NULL);
    p->runs += (long)count;
    for (size_t i = 0; i < count; i++)
        scale(p, results + i * asked, points[i * n + n - 1], F + i * wide);
    free(values);
    return true;
}

static bool is_number(const double *F, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(F[i]))
            return false;
    return true;
}

/* ---------------------------------------------------------------- derivatives */

/* What four values at -2h, -h, h, 2h from a value in the middle tell. Of one that is missing, or beyond a
 * bound, the others tell it less well. */
static double slope_of(const double *f, double middle, double h, const bool *good, double *kink)
{
    const double inner = (f[2] - f[1]) / (2 * h), outer = (f[3] - f[0]) / (4 * h);
    *kink = 0;
    if (good[0] && good[1] && good[2] && good[3]) {
        const double left = (3 * middle - 4 * f[1] + f[0]) / (2 * h);
        const double right = (-3 * middle + 4 * f[2] - f[3]) / (2 * h);
        *kink = fabs(right - left);
        return inner + (inner - outer) / 3;
    }
    if (good[1] && good[2])
        return inner;
    if (good[2] && good[3])
        return (-3 * middle + 4 * f[2] - f[3]) / (2 * h);
    if (good[0] && good[1])
        return (3 * middle - 4 * f[1] + f[0]) / (2 * h);
    if (good[2])
        return (f[2] - middle) / h;
    return good[1] ? (middle - f[1]) / h : NAN;
}

/* J at the spot. 1: it is there; 0: it is not; -1: out of memory. */
static int derive(problem *p, spot *at)
{
    static const double steps[POINTS] = {-2, -1, 1, 2};
    const size_t n = p->n, free_count = p->sought_count, wide = 1 + p->k;
    double *points = calloc(POINTS * free_count * (n + wide) + 1, sizeof *points);
    double *F = points ? points + POINTS * free_count * n : NULL;
    int status = 1;
    at->kink = 0;
    if (!points)
        return -1;
    for (size_t i = 0; i < wide && has_top(p); i++)
        at->J[i * n + n - 1] = i > 0 && i <= p->part_count ? -1 : 0;
    if (wide > 0 && has_top(p))
        at->J[n - 1] = 1;
    for (size_t j = 0; j < free_count; j++)
        for (int k = 0; k < POINTS; k++) {
            double *x = points + (j * POINTS + (size_t)k) * n;
            memcpy(x, at->x, n * sizeof *x);
            x[j] = fmin(fmax(x[j] + steps[k] * distance, p->low[j]), p->high[j]);
        }
    if (!evaluate(p, points, POINTS * free_count, F))
        status = -1;
    for (size_t j = 0; j < free_count && status > 0; j++)
        for (size_t i = 0; i < wide; i++) {
            double f[POINTS], kink;
            bool good[POINTS];
            for (size_t k = 0; k < POINTS; k++) {
                f[k] = F[(j * POINTS + k) * wide + i];
                const double wanted = at->x[j] + steps[k] * distance;
                good[k] = isfinite(f[k]) && wanted >= p->low[j] && wanted <= p->high[j];
            }
            const double slope = slope_of(f, at->F[i], distance, good, &kink);
            at->J[i * n + j] = slope;
            if (!isfinite(slope))
                status = 0;
            if (i == 0 && kink > at->kink) {
                at->kink = kink;
                at->kink_in = j;
            }
        }
    free(points);
    return status;
}

/* ---------------------------------------------------------------- steps */

typedef struct walk {
    double *B;          /* (n x n) */
    double *A, *c;      /* (k + 2n) x n, (k + 2n): limits, then bounds, above and below */
    bool *is_equality;  /* (k + 2n) */
    double *d, *d2;     /* (n) */
    double *x, *F;      /* of a trial: (n), (1 + k) */
    double *s, *y, *Bs; /* (n) */
    double *J, *xs;     /* of the last spot: (1 + k) x n, (n) */
    double price;
} walk;

static double broken_by(const problem *p, const double *F)
{
    double sum = 0;
    for (size_t i = 0; i < p->k; i++)
        sum += p->limits[i].kind == EQUAL ? fabs(F[1 + i]) : fmax(0, F[1 + i]);
    return sum;
}

/* The step of the quadratic program; limits are `c` instead of F where it is given. */
static bool find_step(problem *p, spot *at, walk *w, const double *c, double *d)
{
    const size_t n = p->n, k = p->k, all = k + 2 * n;
    memset(w->A, 0, all * n * sizeof *w->A);
    for (size_t i = 0; i < k; i++) {
        memcpy(w->A + i * n, at->J + (1 + i) * n, n * sizeof *w->A);
        w->c[i] = c ? c[i] : at->F[1 + i];
        w->is_equality[i] = p->limits[i].kind == EQUAL;
    }
    for (size_t j = 0; j < n; j++) {
        w->A[(k + j) * n + j] = 1;
        w->c[k + j] = isfinite(p->high[j]) ? at->x[j] - p->high[j] : -1e6;
        w->A[(k + n + j) * n + j] = -1;
        w->c[k + n + j] = isfinite(p->low[j]) ? p->low[j] - at->x[j] : -1e6;
        w->is_equality[k + j] = w->is_equality[k + n + j] = false;
    }
    const eg_quadratic q = {n, all, w->B, at->J, w->A, w->c, w->is_equality, w->price};
    return eg_quadratic_least(&q, d, at->multipliers);
}

/* The price is more than any multiplier, as far as limits can be held at all. */
static bool find_priced_step(problem *p, spot *at, walk *w)
{
    for (; w->price < 1e10; w->price *= 10) {
        double most = 0;
        if (!find_step(p, at, w, NULL, w->d))
            return false;
        for (size_t i = 0; i < p->k + 2 * p->n; i++)
            most = fmax(most, fabs(at->multipliers[i]));
        if (most < 0.9 * w->price)
            return true;
    }
    return true;
}

static void go(const problem *p, const spot *at, const double *d, const double *more, double part, double *x)
{
    for (size_t j = 0; j < p->n; j++) {
        x[j] = at->x[j] + part * d[j] + (more ? more[j] : 0);
        x[j] = fmin(fmax(x[j], p->low[j]), p->high[j]);
    }
}

/* As far along as the merit falls. 1: moved; 0: it does not fall; -1: out of memory. */
static int move(problem *p, spot *at, walk *w)
{
    const size_t n = p->n, wide = 1 + p->k;
    const double broken = broken_by(p, at->F), merit = at->F[0] + w->price * broken;
    double along = 0, c[64];
    for (size_t j = 0; j < n; j++)
        along += at->J[j] * w->d[j];
    const double fall = along - w->price * broken; /* how the merit begins to change, at most */
    bool corrected = p->k == 0 || p->k > 64;
    for (int halvings = 0; halvings < MOST_HALVINGS; halvings++) {
        const double part = ldexp(1, -halvings);
        go(p, at, w->d, NULL, part, w->x);
        if (!evaluate(p, w->x, 1, w->F))
            return -1;
        bool falls = is_number(w->F, wide) &&
                     w->F[0] + w->price * broken_by(p, w->F) <= merit + 1e-4 * part * fmin(fall, 0);
        if (!falls && !corrected && is_number(w->F, wide)) {
            for (size_t i = 0; i < p->k; i++) {
                c[i] = w->F[1 + i];
                for (size_t j = 0; j < n; j++)
                    c[i] -= at->J[(1 + i) * n + j] * w->d[j];
            }
            if (find_step(p, at, w, c, w->d2)) {
                go(p, at, w->d2, NULL, 1, w->x);
                if (!evaluate(p, w->x, 1, w->F))
                    return -1;
                falls = is_number(w->F, wide) &&
                        w->F[0] + w->price * broken_by(p, w->F) <= merit + 1e-4 * fmin(fall, 0);
            }
            (void)find_step(p, at, w, NULL, w->d2); /* the multipliers are those of the step itself */
        }
        corrected = true;
        if (falls) {
            memcpy(w->xs, at->x, n * sizeof *w->xs);
            memcpy(at->x, w->x, n * sizeof *at->x);
            memcpy(at->F, w->F, wide * sizeof *at->F);
            return 1;
        }
    }
    return 0;
}

/* The gradient of the Lagrangian, bounds apart. */
static void lagrangian(const problem *p, const double *J, const double *multipliers, double *g)
{
    for (size_t j = 0; j < p->n; j++) {
        g[j] = J[j];
        for (size_t i = 0; i < p->k; i++)
            g[j] += multipliers[i] * J[(1 + i) * p->n + j];
    }
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* B follows what the gradient has done along the last step. */
static void update(const problem *p, const spot *at, walk *w, bool is_first)
{
    const size_t n = p->n;
    lagrangian(p, at->J, at->multipliers, w->y);
    lagrangian(p, w->J, at->multipliers, w->Bs);
    for (size_t j = 0; j < n; j++) {
        w->s[j] = at->x[j] - w->xs[j];
        w->y[j] -= w->Bs[j];
    }
    const double ss = dot(w->s, w->s, n), sy = dot(w->s, w->y, n);
    if (ss == 0)
        return;
    if (is_first && sy > 0) /* the size of the curvature is known now */
        for (size_t i = 0; i < n * n; i++)
            w->B[i] *= dot(w->y, w->y, n) / sy;
    double sBs = 0;
    for (size_t i = 0; i < n; i++) {
        w->Bs[i] = dot(w->B + i * n, w->s, n);
        sBs += w->s[i] * w->Bs[i];
    }
    const double keep = sy >= 0.2 * sBs ? 1 : 0.8 * sBs / (sBs - sy);
    double sr = 0;
    for (size_t i = 0; i < n; i++) {
        w->y[i] = keep * w->y[i] + (1 - keep) * w->Bs[i];
        sr += w->s[i] * w->y[i];
    }
    if (!(sr > 0) || !(sBs > 0))
        return;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            w->B[i * n + j] += w->y[i] * w->y[j] / sr - w->Bs[i] * w->Bs[j] / sBs;
}

static void reset(walk *w, size_t n)
{
    memset(w->B, 0, n * n * sizeof *w->B);
    for (size_t j = 0; j < n; j++)
        w->B[j * n + j] = 1;
}

static double length_of(const double *d, size_t n)
{
    return sqrt(dot(d, d, n));
}

/* From at->x down. 1; 0: there is no run where it begins; -1: out of memory. */
static int descend(problem *p, spot *at, walk *w)
{
    const size_t n = p->n, wide = 1 + p->k;
    bool is_fresh = true;
    int idle =
        0; /* steps in turn that only the gradient tells, which is known better than the merit's fall */
    at->steps = 0;
    at->has_settled = false;
    w->price = 10;
    reset(w, n);
    int status = derive(p, at);
    while (status > 0 && at->steps < MOST_STEPS && !eg_flag_is_up(p->o->stop)) {
        if (!find_priced_step(p, at, w)) {
            reset(w, n);
            is_fresh = true;
            if (!find_priced_step(p, at, w))
                return -1;
        }
        const double longest = length_of(w->d, n);
        idle = fabs(dot(at->J, w->d, n)) < 4 * DBL_EPSILON * fabs(at->F[0]) ? idle + 1 : 0;
        if ((longest < 1e-9 || (longest < 1e-6 && idle >= MOST_IDLE)) && broken_by(p, at->F) < 1e-10) {
            at->has_settled = true;
            break;
        }
        for (size_t j = 0; j < n && longest > 1; j++) /* no further than models of the curvature reach */
            w->d[j] /= longest;
        memcpy(w->J, at->J, wide * n * sizeof *w->J);
        int moved = move(p, at, w);
        if (moved < 0)
            return -1;
        if (moved == 0 && !is_fresh) { /* the model of the curvature may be at fault */
            reset(w, n);
            is_fresh = true;
            continue;
        }
        if (moved == 0) {
            at->has_settled = longest < 1e-6 && broken_by(p, at->F) < 1e-9;
            break;
        }
        at->steps++;
        status = derive(p, at);
        if (status > 0)
            update(p, at, w, is_fresh);
        is_fresh = false;
    }
    return status;
}

/* ---------------------------------------------------------------- what is asked for */

static eg_status wrong(problem *p, const char *option, const char *text, const char *remedy)
{
    eg_report(p->d, EG_ERROR, EG_NOWHERE, "%s cannot be '%s'", option, text);
    eg_remedy(p->d, "%s", remedy);
    return EG_ERROR_USAGE;
}

static eg_status read_limit(problem *p, const char *text, limit *l)
{
    static const char *const signs[] = {"<=", ">=", "=="};
    const char *at = NULL;
    *l = (limit){.text = eg_arena_copy(p->arena, text)};
    for (int k = 0; k < 3 && !at; k++)
        if ((at = strstr(text, signs[k])) != NULL)
            l->kind = (limit_kind)k;
    const char *from = at ? at + 2 : text, *to = from + strlen(from);
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    if (!at || at == text || eg_number_read(from, to, &l->right) != to || !isfinite(l->right))
        return wrong(p, "--subject", text, "write EXPRESSION <= NUMBER, or with >= or ==");
    l->left = eg_arena_text(p->arena, text, (size_t)(at - text));
    return l->text && l->left ? EG_OK : EG_ERROR_MEMORY;
}

/* The place behind the character there; of one that opens a bracket behind that which closes it. NULL:
 * brackets do not match. */
static const char *after(const char *at)
{
    int depth = 0;
    do {
        depth += *at == '(' || *at == '[' || *at == '{';
        depth -= *at == ')' || *at == ']' || *at == '}';
        if (*at == '\0' || depth < 0)
            return NULL;
        at++;
    } while (depth > 0);
    return at;
}

/* What stands between the brackets of "NAME(...)", where that is all of the text from `from` to `to`;
 * NULL: it is something else. */
static const char *inside(problem *p, const char *name, const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    const size_t length = strlen(name);
    if ((size_t)(to - from) <= length || strncmp(from, name, length) != 0 || from[length] != '(' ||
        after(from + length) != to)
        return NULL;
    return eg_arena_text(p->arena, from + length + 1, (size_t)(to - from) - length - 2);
}

/* The comma that divides a list of arguments in two; NULL: there is none. */
static const char *divide(const char *text)
{
    for (const char *at = text; at && *at; at = after(at))
        if (*at == ',')
            return at;
    return NULL;
}

enum { MOST_PARTS = 64 };

/* Parts of which the expression is the greatest (the least, where the greatest is sought): of max(A, B)
 * those of A and of B, of max(abs(A)) over time max(A) and max(-(A)). */
static eg_status read_parts(problem *p, const char *from, const char *to)
{
    const char *word = p->o->maximize ? "min" : "max", *list = inside(p, word, from, to);
    const char *comma = list ? divide(list) : NULL;
    const char *size = list && !comma && !p->o->maximize ? inside(p, "abs", list, list + strlen(list)) : NULL;
    if (p->part_count + 2 > MOST_PARTS)
        comma = size = NULL;
    if (comma) {
        eg_status status = read_parts(p, list, comma);
        return status == EG_OK ? read_parts(p, comma + 1, list + strlen(list)) : status;
    }
    if (size) {
        p->parts[p->part_count++] = eg_arena_format(p->arena, "max(%s)", size);
        p->parts[p->part_count++] = eg_arena_format(p->arena, "max(-(%s))", size);
        return p->parts[p->part_count - 2] && p->parts[p->part_count - 1] ? EG_OK : EG_ERROR_MEMORY;
    }
    p->parts[p->part_count++] = eg_arena_text(p->arena, from, (size_t)(to - from));
    return p->parts[p->part_count - 1] ? EG_OK : EG_ERROR_MEMORY;
}

static eg_status read_free(problem *p, const char *text, const char **name)
{
    const char *equals = strchr(text, '='), *end = equals ? equals : text + strlen(text);
    eg_sought *s = &p->sought[p->sought_count];
    *s = EG_SOUGHT_BEGIN;
    s->kind = EG_SOUGHT_VALUE;
    s->item = p->sought_count++;
    s->name = *name = eg_sought_name(p->arena, text, end);
    if (!s->name)
        return EG_ERROR_MEMORY;
    if (!*s->name || (equals && eg_sought_read(equals + 1, s) < 2))
        return wrong(p, "--free", text,
                     "write NAME, NAME=LOW:HIGH or NAME=LOW:START:HIGH in that order, as in stop.c=1e3:1e7");
    return EG_OK;
}

static eg_status read_all(problem *p, const eg_spec *spec)
{
    const eg_optimize_options *o = p->o;
    const char *missing = NULL;
    if (!o->minimize)
        missing = "say what is to be least: --minimize 'max(-stop.f)'";
    else if (o->free_count == 0)
        missing = "say what is sought: --free stop.c=1e3:1e7";
    else if (o->starts < 1)
        missing = "starts is less than 1";
    if (missing) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "%s", missing);
        eg_remedy(p->d, "elastogap optimize --help shows what is asked for");
        return EG_ERROR_USAGE;
    }
    const char **names = eg_arena_array(p->arena, o->free_count, sizeof *names);
    eg_wanted *wanted = eg_arena_array(p->arena, MOST_PARTS + o->subject_count, sizeof *wanted);
    p->sought = eg_arena_array(p->arena, o->free_count, sizeof *p->sought);
    p->limits = eg_arena_array(p->arena, o->subject_count + MOST_PARTS, sizeof *p->limits);
    p->parts = eg_arena_array(p->arena, MOST_PARTS, sizeof *p->parts);
    p->low = eg_arena_array(p->arena, 2 * (o->free_count + 1), sizeof *p->low);
    if (!names || !wanted || !p->sought || !p->limits || !p->parts || !p->low)
        return EG_ERROR_MEMORY;
    p->high = p->low + o->free_count + 1;
    eg_status status = read_parts(p, o->minimize, o->minimize + strlen(o->minimize));
    for (size_t i = 0; i < p->part_count && status == EG_OK; i++)
        wanted[i] = (eg_wanted){.kind = EG_WANTED_FINAL, .signal = p->parts[i]};
    for (size_t i = 0; i < o->free_count && status == EG_OK; i++)
        status = read_free(p, o->free[i], &names[i]);
    const size_t tops = limits_of_parts(p);
    for (size_t i = 0; i < tops; i++)
        p->limits[i] = (limit){.kind = NO_MORE, .scale = 1};
    for (size_t i = 0; i < o->subject_count && status == EG_OK; i++) {
        status = read_limit(p, o->subject[i], &p->limits[tops + i]);
        wanted[p->part_count + i] = (eg_wanted){.kind = EG_WANTED_FINAL, .signal = p->limits[tops + i].left};
    }
    p->k = tops + o->subject_count;
    p->n = p->sought_count + has_top(p);
    p->low[p->n - 1] = -INFINITY;
    p->high[p->n - 1] = INFINITY;
    if (status == EG_OK)
        status = eg_ensemble_create(spec, names, p->sought_count, wanted, p->part_count + o->subject_count,
                                    p->d, &p->ensemble);
    for (size_t j = 0; j < p->sought_count && status == EG_OK; j++) {
        eg_sought *s = &p->sought[j];
        status = eg_sought_take(s, p->ensemble, p->d);
        if (status == EG_OK)
            status = eg_sought_bound(s, p->d);
        s->scale = eg_sought_scale(s);
        p->low[j] = eg_sought_unknown(s, s->low) / s->scale;
        p->high[j] = eg_sought_unknown(s, s->high) / s->scale;
    }
    return status;
}

static void set_run(problem *p)
{
    const eg_optimize_options *o = p->o;
    p->run = eg_ensemble_options_default(p->ensemble);
    p->run.run.engine = o->engine;
    p->run.run.tolerance = o->tolerance;
    p->run.run.max_steps = o->max_steps;
    if (!isnan(o->start_time))
        p->run.run.start_time = o->start_time;
    if (!isnan(o->stop_time))
        p->run.run.stop_time = o->stop_time;
    p->run.threads = o->threads;
    p->run.lanes = 1; /* so that a run is the same whatever stands beside it, and as a single one would be */
    p->run.balance = 1;
    p->run.recompile = 1;
    p->run.stop = o->stop;
}

/* ---------------------------------------------------------------- searches */

/* F at x, where t becomes the greatest of the parts. False: out of memory. */
static bool raise_top(problem *p, double *x, double *F)
{
    if (has_top(p))
        x[p->n - 1] = 0;
    if (!evaluate(p, x, 1, F))
        return false;
    double top = -INFINITY;
    for (size_t i = 0; i < limits_of_parts(p); i++)
        top = fmax(top, F[1 + i]);
    for (size_t i = 0; i < limits_of_parts(p); i++)
        F[1 + i] -= top;
    if (has_top(p))
        x[p->n - 1] = F[0] = top;
    return true;
}

/* Scales follow from where it begins. 1; 0: there is no run; -1: out of memory. */
static int set_scales(problem *p, double *x, double *F)
{
    p->scale = p->o->maximize ? -1 : 1;
    for (size_t i = 0; i < p->k; i++)
        p->limits[i].scale = 1;
    if (!raise_top(p, x, F))
        return -1;
    if (!is_number(F, 1 + p->k))
        return 0;
    for (size_t i = limits_of_parts(p); i < p->k; i++) {
        limit *l = &p->limits[i];
        const double value = l->right + (l->kind == NO_LESS ? -F[1 + i] : F[1 + i]);
        l->scale = fabs(l->right != 0 ? l->right : value);
        if (l->scale == 0)
            l->scale = 1;
    }
    if (F[0] != 0)
        p->scale *= fabs(F[0]);
    return raise_top(p, x, F) ? 1 : -1;
}

static bool spot_init(spot *at, const problem *p)
{
    const size_t n = p->n, wide = 1 + p->k;
    *at = (spot){0};
    at->x = eg_arena_array(p->arena, 2 * n + wide + wide * n + p->k + 2 * n, sizeof *at->x);
    if (!at->x)
        return false;
    at->begin = at->x + n;
    at->F = at->begin + n;
    at->J = at->F + wide;
    at->multipliers = at->J + wide * n;
    return true;
}

static void spot_copy(spot *to, const spot *from, const problem *p)
{
    const size_t n = p->n, wide = 1 + p->k;
    double *x = to->x;
    memcpy(x, from->x, (2 * n + wide + wide * n + p->k + 2 * n) * sizeof *x);
    *to = *from;
    to->x = x;
    to->begin = x + n;
    to->F = to->begin + n;
    to->J = to->F + wide;
    to->multipliers = to->J + wide * n;
}

static bool walk_init(walk *w, const problem *p)
{
    const size_t n = p->n, wide = 1 + p->k, all = p->k + 2 * n;
    *w = (walk){0};
    w->B = eg_arena_array(p->arena, n * n + all * n + all + 7 * n + wide + wide * n, sizeof *w->B);
    w->is_equality = eg_arena_array(p->arena, all, sizeof *w->is_equality);
    if (!w->B || !w->is_equality)
        return false;
    w->A = w->B + n * n;
    w->c = w->A + all * n;
    w->d = w->c + all;
    w->d2 = w->d + n;
    w->x = w->d2 + n;
    w->s = w->x + n;
    w->y = w->s + n;
    w->Bs = w->y + n;
    w->xs = w->Bs + n;
    w->F = w->xs + n;
    w->J = w->F + wide;
    return true;
}

static bool is_within(const problem *p, const spot *at)
{
    return broken_by(p, at->F) <= 1e-8;
}

/* Within limits before without, then by what is sought; of equal ones the first. */
static bool is_better(const problem *p, const spot *a, const spot *b)
{
    if (is_within(p, a) != is_within(p, b))
        return is_within(p, a);
    return is_within(p, a) ? a->F[0] < b->F[0] - 1e-10 * fabs(b->F[0])
                           : broken_by(p, a->F) < broken_by(p, b->F);
}

static eg_status search(problem *p, spot *best, size_t *agreeing)
{
    spot at;
    walk w;
    bool found = false;
    const size_t starts = (size_t)p->o->starts;
    double *ends = eg_arena_array(p->arena, starts, sizeof *ends);
    if (!ends || !spot_init(best, p) || !spot_init(&at, p) || !walk_init(&w, p))
        return EG_ERROR_MEMORY;
    for (size_t k = 0; k < starts && !eg_flag_is_up(p->o->stop); k++) {
        for (size_t j = 0; j < p->sought_count; j++)
            at.begin[j] = at.x[j] = eg_sought_begin(&p->sought[j], p->o->seed, k, j) / p->sought[j].scale;
        ends[k] = NAN;
        int status = found ? 1 : set_scales(p, at.x, at.F);
        if (status > 0 && !raise_top(p, at.x, at.F))
            status = -1;
        if (status > 0 && is_number(at.F, 1 + p->k)) {
            at.begun = at.F[0];
            status = descend(p, &at, &w);
            ends[k] = is_within(p, &at) ? at.F[0] : NAN;
            if (!found || is_better(p, &at, best))
                spot_copy(best, &at, p);
            found = true;
        }
        if (status < 0)
            return EG_ERROR_MEMORY;
    }
    *agreeing = 0;
    for (size_t k = 0; k < starts && found; k++)
        *agreeing += fabs(ends[k] - best->F[0]) <= 1e-6 * fabs(best->F[0]);
    if (eg_flag_is_up(p->o->stop)) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "the search was stopped");
        eg_remedy(p->d, "let it go on to its end, or ask for less by --starts");
        return EG_ERROR_SIMULATION;
    }
    if (!found) {
        double *values = eg_arena_array(p->arena, p->sought_count, sizeof *values);
        for (size_t j = 0; j < p->sought_count && values; j++)
            values[j] = p->sought[j].start;
        if (values)
            (void)eg_ensemble_run(p->ensemble, &p->run, 1, values, at.F, NULL, p->d, NULL);
        eg_report(p->d, EG_ERROR, EG_NOWHERE,
                  "where the search begins the model does not run, or what is asked for has no value");
        eg_remedy(p->d, "begin elsewhere, --free NAME=LOW:START:HIGH, or from several places, --starts");
        return EG_ERROR_SIMULATION;
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- the answer */

static eg_status fill(problem *p, const spot *at, eg_optimum *best)
{
    const size_t tops = limits_of_parts(p);
    best->values = eg_arena_array(p->arena, p->sought_count, sizeof *best->values);
    best->limits = eg_arena_array(p->arena, p->k + 1, sizeof *best->limits);
    best->model = eg_arena_copy(p->arena, eg_model_name(p->ensemble->model));
    best->text = eg_arena_copy(p->arena, p->o->minimize);
    if (!best->values || !best->limits || !best->model || !best->text)
        return EG_ERROR_MEMORY;
    best->value = at->F[0] * p->scale;
    best->begin = at->begun * p->scale;
    best->value_count = p->sought_count;
    best->limit_count = p->k - tops;
    for (size_t i = 0; i < tops; i++)
        best->equal += at->multipliers[i] > 1e-6;
    best->is_within = is_within(p, at);
    best->has_settled = at->has_settled;
    best->steps = at->steps;
    best->runs = p->runs;
    best->starts = (size_t)p->o->starts;
    double largest = 0;
    for (size_t j = 0; j < p->sought_count; j++) {
        const eg_sought *s = &p->sought[j];
        largest = fmax(largest, fabs(at->J[j]));
        best->values[j] = (eg_optimum_value){.name = s->name,
                                             .unit = eg_arena_copy(p->arena, s->unit),
                                             .value = value_at(p, j, at->x[j]),
                                             .start = value_at(p, j, at->begin[j]),
                                             .least = s->low,
                                             .most = s->high,
                                             .is_at_bound = at->x[j] <= p->low[j] || at->x[j] >= p->high[j]};
    }
    for (size_t j = 0; j < p->sought_count; j++)
        if (!best->values[j].unit)
            return EG_ERROR_MEMORY;
    /* smooth curves have slopes apart by the square of the distance */
    if (at->kink > 1e-3 * fmax(largest, 1e-3)) {
        best->kink = at->kink / fmax(largest, at->kink);
        best->kink_in = p->sought[at->kink_in].name;
    }
    for (size_t i = tops; i < p->k; i++) {
        const limit *l = &p->limits[i];
        const double over = l->kind == NO_LESS ? -at->F[1 + i] : at->F[1 + i];
        const double sign = l->kind == NO_LESS ? 1 : -1;
        best->limits[i - tops] = (eg_optimum_limit){.text = l->text,
                                                    .value = l->right + over * l->scale,
                                                    .limit = l->right,
                                                    .price = sign * at->multipliers[i] * p->scale / l->scale,
                                                    .is_active = fabs(over) < 1e-8};
    }
    return EG_OK;
}

static eg_status tell(problem *p, const eg_optimum *best)
{
    eg_status status = EG_OK;
    for (size_t i = 0; i < best->limit_count && !best->is_within; i++) {
        const eg_optimum_limit *l = &best->limits[i];
        if (fabs(l->value - l->limit) > 1e-8 * fmax(fabs(l->limit), DBL_MIN))
            eg_report(p->d, EG_ERROR, EG_NOWHERE,
                      "no place was found within the limits: at the nearest one "
                      "%s is not so, but %.9g",
                      l->text, l->value);
        status = EG_DIFFERENT;
    }
    if (best->kink_in) {
        eg_report(p->d, EG_WARNING, EG_NOWHERE,
                  "%s has a kink where the search ends: its slopes by %s are not "
                  "the same on both sides, and what is best may lie along the kink",
                  best->text, best->kink_in);
        eg_remedy(p->d, "begin at other places, --starts, and see whether they end here, too");
    }
    if (best->is_within && !best->has_settled) {
        eg_report(p->d, EG_ERROR, EG_NOWHERE, "the search has not settled after %d steps", best->steps);
        eg_remedy(p->d, "begin at other places, --starts, or nearer to what is sought");
        status = EG_DIFFERENT;
    }
    return status;
}

eg_optimize_options eg_optimize_options_default(void)
{
    return (eg_optimize_options){.size = sizeof(eg_optimize_options),
                                 .tolerance = 1e-12,
                                 .start_time = NAN,
                                 .stop_time = NAN,
                                 .max_steps = 500000,
                                 .starts = 1};
}

eg_status eg_optimize(const eg_spec *spec, const eg_optimize_options *options, eg_diagnostics *diagnostics,
                      eg_optimum **optimum)
{
    const double began = eg_clock_seconds();
    *optimum = NULL;
    if (!eg_options_fit(options->size, sizeof *options, "eg_optimize_options", diagnostics))
        return EG_ERROR_USAGE;
    problem p = {.o = options, .d = diagnostics, .arena = eg_arena_create()};
    owned_optimum *own = calloc(1, sizeof *own);
    spot best;
    eg_status status = own && p.arena ? read_all(&p, spec) : EG_ERROR_MEMORY;
    if (status == EG_OK) {
        set_run(&p);
        status = search(&p, &best, &own->optimum.agreeing);
    }
    if (status == EG_OK)
        status = fill(&p, &best, &own->optimum);
    if (status == EG_OK) {
        own->arena = eg_arena_share(p.arena);
        own->optimum.seconds = eg_clock_seconds() - began;
        *optimum = &own->optimum;
        status = tell(&p, &own->optimum);
    }
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(diagnostics, "in a search for an optimum");
    if (!*optimum)
        free(own);
    eg_ensemble_free(p.ensemble);
    eg_arena_free(p.arena);
    return status;
}

void eg_optimum_free(eg_optimum *optimum)
{
    if (!optimum)
        return;
    eg_arena_free(((owned_optimum *)optimum)->arena);
    free(optimum);
}
