/* The `erk` engine: explicit Runge-Kutta steps of order 8 with a dense output of order 8 (table.h).
 *
 * It takes modes in which y' is an explicit function of t and y, and is the faster the less stiff they are.
 * Nothing is allocated while it steps.
 *
 * Contacts of non-integer exponent. Where a switching function h of the mode is 0, y' may have a part like
 * |h|^n, which no step across or from there can follow at its order. With h = v (t - t_s), v not 0, that part
 * is smooth in x where t - t_s = sgn(x)|x|^q, if q n is an integer; and of y, whose part is like
 * |x|^(q(n + 1)), enough derivatives exist if q (n + 1) >= 9. The smallest q <= 4 that does one or the
 * other is taken (2 for n = 1.5, 3 for 2.3), and steps are made in x: dy/dx = y' dt/dx.
 *   - Behind t_s (the contact has begun there) t_s is where h would have been 0 at its present rate. This
 * need
 *     not be exact: it is a substitution that is as good from any t_s, and smooths best from the right one.
 *   - Ahead (an undamped contact ends there) the step lands on t_s: it is found by Newton's method, each
 *     iteration a step, until its error is no more seen in y.
 *
 * The first step of a mode. Two differences of y' along the motion tell how fast it answers to itself; where
 * it does not, as in free flight, the first step goes all the way. But it goes no more than twice as far as
 * to where the first switching function falls at its present rate: stages far behind the end of the mode
 * would not see what is in it (a formula under noEvent, which may be another one there, and whose y' is
 * that of a free flight where the mode begins and wherever the stages lie).
 *
 * Weights are those of `ida` (ida/functions.c): the largest error over max(range, nominal). */
#include "engine/erk/erk.h"

#include "engine/erk/table.h"
#include "engine/exact/march.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The part of the tolerance that one step gets. */
static const double tighter = 0.1;
static const double least_tolerance = 1e-14;
/* By how much the next step may differ from this one. */
static const double shrink_most = 0.1, shrink = 0.333, grow = 6.0, safety = 0.9;
/* |h lambda| at which the method's steps are at the edge of stability on the negative real axis; beyond
 * `near_edge` no accuracy asks for steps that short, and at `off_edge` what is stiff dies out. */
static const double edge_of_stability = 6.1, near_edge = 4.5, still_near = 3.0, off_edge = 4.0;
/* How fast y' answers to y is measured after the third step of a mode and each eighth from there. */
enum { FIRST_LOOK = 3, LOOK_EVERY = 8, LOOKS = 5 };
enum { STIFF_STEPS = 15, MOST_LANDINGS = 4 };
/* So many rejected trials of a mode make round-off suspect. */
enum { PATIENCE = 4 };
/* More steps than this at the edge of stability are not waited for. */
static const double most_steps = 1e7;

typedef struct erk {
    eg_engine base;
    size_t n;
    double *y, *rate;       /* (n) y and y' at base.t1 */
    double *before;         /* (n) y at base.t0 */
    double *before_rate;    /* (n) y' there */
    double *after, *inner;  /* (n) end of the step that is tried; argument of a stage */
    double *k;              /* (EG_ERK_STAGES x n) dy/dx at the stages */
    double *polynomial;     /* ((EG_ERK_DEGREE + 1) x n) of the last step, see table.h */
    double *low, *high;     /* (n) range of y since the beginning */
    double *nominal;        /* (n) */
    double *noise;          /* (n) round-off in y', as far as it has been looked for in this mode */
    double *h, *dh, *rough; /* (switches) of the mode */
    bool is_rough;          /* some are */
    double wanted;          /* length of the next step [s]; 0: not known yet */
    bool quiet;
    int stiff;       /* steps at the edge of stability, less others */
    long mode_steps; /* since the mode began */
    long mode_rejections;
    bool is_near;                 /* the edge of stability */
    double longest;               /* that a step may be for that [s] */
    struct eg_erk_search *search; /* the one under way */
    eg_counters counters;
} erk;

/* A singularity of y' at the distance `distance` [s], of the exponent that needs `power`. */
typedef struct singularity {
    double distance; /* INFINITY: there is none */
    int power, which;
} singularity;

/* The step that is tried. */
typedef struct trial {
    eg_stretch stretch;
    double end;    /* time */
    double length; /* of x */
    bool lands;    /* on the singularity ahead */
} trial;

/* The search for a step that is good. */
struct eg_erk_search {
    trial r;
    singularity behind, ahead;
    int landings;
    bool shortened;
    double t_stop, wanted; /* length that is tried next [s] */
};

static erk *own(eg_engine *engine)
{
    return (erk *)engine;
}

/* ---------------------------------------------------------------- making one */

static void erk_free(eg_engine *engine)
{
    if (!engine)
        return;
    free(own(engine)->y);
    free(own(engine)->search);
    free(engine);
}

static eg_engine *erk_create(eg_system *system, double tolerance)
{
    erk *e = calloc(1, sizeof *e);
    size_t n = (size_t)system->n, switches = (size_t)system->switch_count;
    double *block = calloc((11 + EG_ERK_STAGES + EG_ERK_DEGREE) * n + 3 * switches + 1, sizeof *block);
    struct eg_erk_search *search = calloc(1, sizeof *search);
    if (!e || !block || !search) {
        eg_report(system->diagnostics, EG_ERROR, EG_NOWHERE, "out of memory in engine erk");
        free(e);
        free(block);
        free(search);
        return NULL;
    }
    e->search = search;
    e->base.ops = &eg_engine_erk;
    e->base.system = system;
    e->base.tolerance = fmax(tighter * tolerance, least_tolerance);
    e->n = n;
    double **columns[] = {&e->y,   &e->rate, &e->before,  &e->before_rate, &e->after,
                          &e->low, &e->high, &e->nominal, &e->inner,       &e->noise};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++, block += n)
        *columns[i] = block;
    e->k = block;
    e->polynomial = e->k + EG_ERK_STAGES * n;
    e->h = e->polynomial + (EG_ERK_DEGREE + 1) * n;
    e->dh = e->h + switches;
    e->rough = e->dh + switches;
    for (size_t i = 0; i < n; i++) {
        e->low[i] = INFINITY;
        e->high[i] = -INFINITY;
    }
    return &e->base;
}

/* ---------------------------------------------------------------- failures */

static int stopped(erk *e, const char *why, const char *remedy)
{
    eg_diagnostics *d = e->base.system->diagnostics;
    if (e->quiet)
        return -1;
    eg_report(d, EG_ERROR, EG_NOWHERE, "the simulation stopped at t = %.15g s: %s", e->base.t1, why);
    eg_remedy(d, "%s", remedy);
    return -1;
}

bool eg_erk_takes(eg_system *s, char *reason, size_t size)
{
    char who[160];
    if (s->ops->is_explicit)
        return s->ops->is_explicit(s, reason, size);
    for (int i = 0; i < s->n; i++)
        if (!s->differential[i]) {
            s->ops->describe(s, i, who, sizeof who);
            snprintf(reason, size, "the %s is algebraic", who);
            return false;
        }
    return true;
}

static int refuse(erk *e, const char *reason)
{
    eg_diagnostics *d = e->base.system->diagnostics;
    eg_report(d, EG_ERROR, EG_NOWHERE,
              "the engine erk cannot go on at t = %.15g s, because %s, and it takes explicit differential "
              "equations only",
              e->base.t1, reason);
    eg_remedy(d, "use the engine auto or ida");
    return -1;
}

/* ---------------------------------------------------------------- a mode begins */

static void extend_range(erk *e)
{
    for (size_t i = 0; i < e->n; i++) {
        e->low[i] = fmin(e->low[i], e->y[i]);
        e->high[i] = fmax(e->high[i], e->y[i]);
    }
}

static int erk_restart(eg_engine *engine, double t, const double *y, const double *yp)
{
    erk *e = own(engine);
    eg_system *s = engine->system;
    char reason[240];
    memcpy(e->y, y, e->n * sizeof *y);
    memcpy(e->rate, yp, e->n * sizeof *yp);
    engine->t0 = engine->t1 = t;
    engine->degree = 0;
    e->wanted = 0.0;
    e->longest = INFINITY;
    e->mode_steps = e->mode_rejections = 0;
    e->is_near = e->is_rough = false;
    extend_range(e);
    s->ops->nominals(s, y, e->nominal);
    memset(e->noise, 0, e->n * sizeof *e->noise);
    if (s->ops->roughness) {
        s->ops->roughness(s, e->rough);
        for (int i = 0; i < s->switch_count; i++)
            e->is_rough = e->is_rough || e->rough[i] > 0.0;
    }
    return eg_erk_takes(s, reason, sizeof reason) ? 0 : refuse(e, reason);
}

/* What an error of y[i] is measured against, given that y[i] goes on to `to`. */
static double scale_of(const erk *e, size_t i, double to)
{
    return eg_erk_scale(e->low[i], e->high[i], e->nominal[i], to);
}

static double largest(const erk *e, const double *x, const double *to)
{
    double most = 0.0;
    for (size_t i = 0; i < e->n; i++) {
        double size = fabs(x[i]) / scale_of(e, i, to[i]);
        if (!(size <= most)) /* NaN wins */
            most = size;
    }
    return most;
}

static int evaluate(erk *e, double t, const double *y, double *rate)
{
    eg_system *s = e->base.system;
    e->counters.evaluations++;
    return s->ops->derivatives(s, t, y, rate);
}

/* The length of a mode's first step: what the motion leaves alone for `span` is one step. `part` of its range
 * is how far it is disturbed to find out. */
static double first_length(erk *e, double span)
{
    const double part = 1e-2,
                 within = 0.38196601125010515; /* the golden section: no simple fraction of a period */
    double *move = e->k, *answer = e->k + e->n, *second = e->k + 2 * e->n, *at = e->inner;
    double speed = largest(e, e->rate, e->y), ahead = fmin(part / speed, within * span);
    if (!(ahead > 0.0))
        return span;
    for (size_t i = 0; i < e->n; i++)
        at[i] = e->y[i] + (move[i] = ahead * e->rate[i]);
    if (evaluate(e, e->base.t1 + ahead, at, answer) != 0)
        return ahead;
    for (size_t i = 0; i < e->n; i++)
        second[i] = answer[i] - e->rate[i];
    double first = largest(e, second, e->y), moved = largest(e, move, e->y);
    if (!(first > 0.0))
        return span;
    for (size_t i = 0; i < e->n; i++)
        at[i] += move[i] = second[i] * (part / first);
    if (evaluate(e, e->base.t1 + ahead, at, second) != 0)
        return ahead;
    for (size_t i = 0; i < e->n; i++)
        second[i] -= answer[i];
    double answers = largest(e, second, e->y) / part; /* at rest only time has moved it before */
    double square = answers * (moved > 0.0 ? first / moved : answers);
    double length = 7.0 * sqrt(sqrt(sqrt(e->base.tolerance))) / sqrt(square);
    return length < span ? length : span;
}

/* Twice the time in which the first switching function falls at its present rate; 0: none does. */
static double twice_next_fall(erk *e)
{
    eg_system *s = e->base.system;
    double first = INFINITY;
    if (s->switch_count == 0 || s->ops->switching(s, e->base.t1, e->y, e->h) != 0 ||
        s->ops->switching_rates(s, e->base.t1, e->y, e->rate, e->dh) != 0)
        return 0.0;
    for (int i = 0; i < s->switch_count; i++)
        if (e->h[i] > 0.0 && e->dh[i] < 0.0 && e->h[i] < -first * e->dh[i])
            first = -e->h[i] / e->dh[i];
    return isfinite(first) ? 2.0 * first : 0.0;
}

static double first_step(erk *e, double span)
{
    double length = first_length(e, span), most = twice_next_fall(e);
    return most > 16.0 * DBL_EPSILON * fabs(e->base.t1) ? fmin(length, most) : length;
}

/* ---------------------------------------------------------------- singularities */

/* The power of x in which |h|^n is smooth, or smooth enough. */
static int power_for(double n)
{
    for (int q = 1; q < 4; q++)
        if (q * n == rint(q * n) || q * (n + 1.0) >= EG_ERK_DEGREE + 1)
            return q;
    return 4;
}

/* The nearest singularities behind and ahead. 0, or what a callback answered. */
static int find_singularities(erk *e, singularity *behind, singularity *ahead)
{
    eg_system *s = e->base.system;
    *behind = *ahead = (singularity){INFINITY, 1, -1};
    if (!e->is_rough)
        return 0;
    int status = s->ops->switching(s, e->base.t1, e->y, e->h);
    if (status == 0)
        status = s->ops->switching_rates(s, e->base.t1, e->y, e->rate, e->dh);
    for (int i = 0; i < s->switch_count && status == 0; i++) {
        singularity *one = e->dh[i] > 0.0 ? behind : ahead;
        double distance = fmax(e->h[i], 0.0) / fabs(e->dh[i]);
        if (e->rough[i] > 0.0 && e->dh[i] != 0.0 && distance < one->distance)
            *one = (singularity){distance, power_for(e->rough[i]), i};
    }
    return status;
}

/* A step of `length` seconds. */
static trial plan(const erk *e, const singularity *behind, const singularity *ahead, double length,
                  double t_stop)
{
    trial r = {.end = length < t_stop - e->base.t1 ? e->base.t1 + length : t_stop};
    const double far = 8.0 * length, near = 1e-7 * length;
    singularity one = *behind;
    r.stretch = (eg_stretch){1, 0.0, length};
    if (ahead->distance <= near) { /* passed, but for round-off */
        one = *ahead;
    } else if (ahead->distance < 2.0 * length) {
        r.lands = length >= ahead->distance;
        double rest = r.lands ? 0.0 : ahead->distance - length;
        if (r.lands)
            r.end = e->base.t1 + ahead->distance;
        int q = ahead->power;
        r.stretch = (eg_stretch){q, eg_stretch_root(q, -ahead->distance), eg_stretch_root(q, -rest)};
        one.distance = INFINITY;
    }
    if (one.distance < far && one.power > 1)
        r.stretch = (eg_stretch){one.power, eg_stretch_root(one.power, one.distance),
                                 eg_stretch_root(one.power, one.distance + length)};
    r.length = r.stretch.end - r.stretch.begin;
    return r;
}

/* The seconds that a step of `part` of the trial's length would take. */
static double part_of(const trial *r, double part)
{
    const eg_stretch *s = &r->stretch;
    return eg_stretch_raise(s->power, s->begin + part * r->length) - eg_stretch_raise(s->power, s->begin);
}

/* The step has landed at r->end: 0 when the singularity is there, as far as can be seen in y; else a
 * correction of its distance [s]. It ends behind it rather than before, so that the event is in this step. */
static int check_landing(erk *e, const trial *r, const singularity *ahead, double *correction)
{
    eg_system *s = e->base.system;
    double distance = ahead->distance, n = e->rough[ahead->which];
    int status = s->ops->switching(s, r->end, e->after, e->h);
    if (status == 0)
        status = evaluate(e, r->end, e->after, e->inner);
    if (status == 0)
        status = s->ops->switching_rates(s, r->end, e->after, e->inner, e->dh);
    double off = -e->h[ahead->which] / e->dh[ahead->which];
    double seen = distance * pow(0.01 * e->base.tolerance, 1.0 / (n + 1.0));
    *correction = fabs(off) <= seen && off <= 0.0 ? 0.0 : off + 0.1 * seen;
    return status;
}

/* ---------------------------------------------------------------- one step */

/* to = y + length (sum of row i's terms). */
static void combine(const erk *e, int i, double length, double *restrict to)
{
    const eg_erk_term *first = eg_erk_a + eg_erk_start[i], *last = eg_erk_a + eg_erk_start[i + 1];
    const size_t n = e->n;
    const double *restrict y = e->y, *restrict k = e->k;
    for (size_t j = 0; j < n; j++) {
        double sum = 0.0;
        for (const eg_erk_term *a = first; a < last; a++)
            sum += a->a * k[(size_t)a->stage * n + j];
        to[j] = y[j] + length * sum;
    }
}

/* dy/dx of stage i at the point `at`. */
static int evaluate_stage(erk *e, const trial *r, int i, const double *at)
{
    const eg_stretch *s = &r->stretch;
    double *k = e->k + (size_t)i * e->n;
    double x = s->begin + eg_erk_c[i] * r->length;
    double t = e->base.t1 + (eg_stretch_raise(s->power, x) - eg_stretch_raise(s->power, s->begin));
    int status = evaluate(e, i == EG_ERK_STEP ? r->end : t, at, k);
    if (s->power > 1 && status == 0) {
        double slope = eg_stretch_slope(s->power, x);
        for (size_t j = 0; j < e->n; j++)
            k[j] *= slope;
    }
    return status;
}

/* How much y' changes when every unknown changes by its last digit, up or down. What has just left its rest
 * has hardly a range yet, and steps that were to follow this noise would be as short. */
static void look_for_noise(erk *e)
{
    double *at = e->inner, *answer = e->k;
    for (size_t turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < e->n; i++)
            at[i] = e->y[i] * (1.0 + ((i >> turn) % 2 ? DBL_EPSILON : -DBL_EPSILON));
        if (evaluate(e, e->base.t1, at, answer) != 0)
            return;
        for (size_t i = 0; i < e->n; i++)
            e->noise[i] = fmax(e->noise[i], fabs(answer[i] - e->rate[i]));
    }
}

/* The error that is allowed to y[j] in a step of `length` seconds that is tried. */
static double allowed_of(const erk *e, size_t j, double length)
{
    return eg_erk_allowed(e->base.tolerance, scale_of(e, j, e->after[j]), e->y[j], e->after[j], length,
                          e->noise[j]);
}

/* The error of the step that was tried, in units of what is allowed. */
static double measure_error(const erk *e, const trial *r)
{
    double fifth = 0.0, third = 0.0, seconds = r->end - e->base.t1;
    for (size_t j = 0; j < e->n; j++) {
        double five = 0.0, three = 0.0;
        for (int m = 0; m < EG_ERK_ERRORS; m++) {
            double k = e->k[(size_t)eg_erk_error[m].stage * e->n + j];
            five += eg_erk_error[m].fifth * k;
            three += eg_erk_error[m].third * k;
        }
        double allowed = allowed_of(e, j, seconds);
        five = fabs(r->length * five) / allowed;
        three = fabs(r->length * three) / allowed;
        fifth = five <= fifth ? fifth : five; /* NaN wins */
        third = three <= third ? third : three;
    }
    return eg_erk_error_of(fifth, third);
}

/* The twelve stages and the end. Answers the error, INFINITY where a point cannot be evaluated; a negative
 * number when all is lost. */
static double attempt(erk *e, const trial *r)
{
    double slope = eg_stretch_slope(r->stretch.power, r->stretch.begin);
    for (size_t j = 0; j < e->n; j++)
        e->k[j] = slope * e->rate[j];
    for (int i = 1; i < EG_ERK_STEP; i++) {
        combine(e, i, r->length, e->inner);
        int status = evaluate_stage(e, r, i, e->inner);
        if (status != 0)
            return status < 0 ? -1.0 : INFINITY;
    }
    combine(e, EG_ERK_STEP, r->length, e->after);
    double error = measure_error(e, r);
    return isnan(error) ? INFINITY : error;
}

/* With the derivative at the end and the argument of the last stage, which lies there too: is the step at the
 * edge of stability? (Hairer and Wanner, Solving Ordinary Differential Equations II, section IV.2) */
static void watch_stability(erk *e, const trial *r)
{
    const double *last = e->k + (size_t)(EG_ERK_STEP - 1) * e->n, *end = e->k + (size_t)EG_ERK_STEP * e->n;
    double change = 0.0, distance = 0.0;
    for (size_t j = 0; j < e->n; j++) {
        double scale = scale_of(e, j, e->after[j]);
        change = fmax(change, fabs(end[j] - last[j]) / scale);
        distance = fmax(distance, fabs(e->after[j] - e->inner[j]) / scale);
    }
    bool at_edge = distance > 0.01 * e->base.tolerance && r->length * change > edge_of_stability * distance;
    if (e->is_near || at_edge)
        e->stiff += e->stiff < 2 * STIFF_STEPS;
    else
        e->stiff -= e->stiff > 0;
}

/* How fast small deviations change y', at most, by some turns of power iteration on its Jacobian; the
 * mean of two turns, since an oscillation answers in turns by much and by little [1/s]. What stiffness
 * there is shows only here where tolerances are tight: it has died out, and what is left of it is round-off.
 * */
static double measure_rate(erk *e)
{
    const double part = 1e-6;
    double *move = e->k, *answer = e->k + e->n, *at = e->inner;
    double before = 0.0, now = 0.0;
    for (size_t i = 0; i < e->n; i++)
        move[i] = e->rate[i] - e->before_rate[i];
    for (int turn = 0; turn < LOOKS; turn++) {
        double size = largest(e, move, e->y);
        if (!(size > 0.0 && size < INFINITY))
            return 0.0;
        for (size_t i = 0; i < e->n; i++)
            at[i] = e->y[i] + part / size * move[i];
        if (evaluate(e, e->base.t1, at, answer) != 0)
            return 0.0;
        for (size_t i = 0; i < e->n; i++)
            move[i] = answer[i] - e->rate[i];
        before = now;
        now = largest(e, move, e->y) / part;
    }
    return sqrt(before * now);
}

/* Is the mode stiff for steps like the last one? Then those that follow are kept where deviations die out:
 * at the very edge they do not, and a switching function may be seen to fall that does not. */
static void look_for_stiffness(erk *e)
{
    if (++e->mode_steps % LOOK_EVERY != FIRST_LOOK || e->base.stretch.power > 1)
        return;
    double rate = measure_rate(e), length = e->base.t1 - e->base.t0;
    e->is_near = length * rate > (e->is_near ? still_near : near_edge);
    e->longest = e->is_near ? off_edge / rate : INFINITY;
}

/* The stages of the dense output and its polynomial. 0, or what a callback answered. */
static int extend(erk *e, const trial *r)
{
    for (int i = EG_ERK_STEP + 1; i < EG_ERK_STAGES; i++) {
        combine(e, i, r->length, e->inner);
        int status = evaluate_stage(e, r, i, e->inner);
        if (status != 0)
            return status;
    }
    for (size_t j = 0; j < e->n; j++) {
        double data[EG_ERK_NODES + 1];
        for (int m = 0; m < EG_ERK_NODES; m++)
            data[m] = r->length * e->k[(size_t)eg_erk_node[m] * e->n + j];
        data[EG_ERK_NODES] = e->after[j] - e->y[j];
        for (int p = 0; p <= EG_ERK_DEGREE; p++) {
            double sum = 0.0;
            for (int m = 0; m <= EG_ERK_NODES; m++)
                sum += eg_erk_dense[p][m] * data[m];
            e->polynomial[(size_t)p * e->n + j] = sum;
        }
    }
    return 0;
}

/* The error inside the step, in units of what is allowed: the first term that its polynomial leaves out, as
 * the last two of those that it has suggest. Where steps are at the edge of stability their ends are
 * damped, but what is between them is not. */
static double measure_dense_error(const erk *e, const trial *r)
{
    const double *last = e->polynomial + EG_ERK_DEGREE * e->n, *before = last - e->n;
    double most = 0.0, most_before = 0.0;
    for (size_t j = 0; j < e->n; j++) {
        double allowed = allowed_of(e, j, r->end - e->base.t1);
        most = fmax(most, fabs(last[j]) / allowed);
        most_before = fmax(most_before, fabs(before[j]) / allowed);
    }
    return most < most_before ? most * (most / most_before) : most;
}

/* The rest of a trial whose end is good: the rate there, the dense output and, into *error, the error
 * inside; of one whose stages somebody else has computed, what is left to do. 0, or what a callback
 * answered. */
static int complete(erk *e, const trial *r, bool is_computed, double *error)
{
    int status = is_computed ? 0 : evaluate_stage(e, r, EG_ERK_STEP, e->after);
    if (status == 0 && r->stretch.power <= 1 && !r->lands)
        watch_stability(e, r);
    if (status == 0 && !is_computed)
        status = extend(e, r);
    if (status == 0)
        *error = fmax(*error, measure_dense_error(e, r));
    if (status == 0 && eg_stretch_slope(r->stretch.power, r->stretch.end) == 0.0)
        status = evaluate(e, r->end, e->after, e->inner);
    return status;
}

/* The trial becomes the last step. */
static void accept(erk *e, const trial *r)
{
    double slope = eg_stretch_slope(r->stretch.power, r->stretch.end);
    const double *end = e->k + (size_t)EG_ERK_STEP * e->n;
    memcpy(e->before, e->y, e->n * sizeof *e->y);
    memcpy(e->before_rate, e->rate, e->n * sizeof *e->rate);
    memcpy(e->y, e->after, e->n * sizeof *e->y);
    if (slope > 0.0)
        for (size_t j = 0; j < e->n; j++)
            e->rate[j] = end[j] / slope;
    else
        memcpy(e->rate, e->inner, e->n * sizeof *e->rate);
    e->base.t0 = e->base.t1;
    e->base.t1 = r->end;
    e->base.degree = EG_ERK_DEGREE;
    e->base.stretch = r->stretch;
    e->counters.steps++;
    extend_range(e);
}

/* The part of a step's length that its error suggests. */
static double part_for(double error)
{
    return error > 0.0 ? safety / sqrt(sqrt(sqrt(error))) : grow;
}

/* What the next step is to be, after this one. */
static double next_length(const trial *r, double taken, double error, bool shortened)
{
    double part = fmin(fmax(part_for(error), shrink), shortened ? 1.0 : grow);
    bool away = r->stretch.power > 1 && r->stretch.begin >= 0.0;
    return away ? part_of(r, 1.0 + part) - taken : part * taken;
}

/* Goes on with a trial of this error as far as it is worth it. *correction is not 0 when it has not landed
 * where it should. Negative: all is lost. */
static int look_at(erk *e, bool is_computed, double *error, double *correction)
{
    const trial *r = &e->search->r;
    int status = 0;
    *correction = 0.0;
    if (*error < 0.0)
        return -1;
    if (*error <= 1.0 && r->lands)
        status = check_landing(e, r, &e->search->ahead, correction);
    if (status == 0 && *error <= 1.0 && *correction == 0.0)
        status = complete(e, r, is_computed, error);
    if (status > 0)
        *error = INFINITY;
    return status < 0 ? -1 : 0;
}

int eg_erk_begin_step(eg_engine *engine, double t_stop)
{
    erk *e = own(engine);
    struct eg_erk_search *s = e->search;
    *s = (struct eg_erk_search){.t_stop = t_stop};
    if (!(e->wanted > 0.0))
        e->wanted = first_step(e, t_stop - engine->t1);
    if (find_singularities(e, &s->behind, &s->ahead) < 0)
        return -1;
    s->wanted = fmin(fmin(e->wanted, e->longest), t_stop - engine->t1);
    return 0;
}

/* The next trial. False: no length is left to be tried. */
static bool next_trial(erk *e)
{
    struct eg_erk_search *s = e->search;
    double length = s->wanted, rest = s->t_stop - e->base.t1;
    if (!(length > 16.0 * DBL_EPSILON * fabs(e->base.t1) || length == rest))
        return false;
    s->r = plan(e, &s->behind, &s->ahead, length, s->t_stop);
    return true;
}

/* What became of the trial: 0, it is the step; 1, another one is to be tried; negative: all is lost. */
static int judge(erk *e, double error, bool is_computed)
{
    struct eg_erk_search *s = e->search;
    double correction;
    if (look_at(e, is_computed, &error, &correction) < 0)
        return -1;
    if (error <= 1.0 && correction == 0.0) {
        e->wanted = next_length(&s->r, s->r.end - e->base.t1, error, s->shortened);
        return 0;
    }
    if (error <= 1.0) { /* not quite there; or too far off to be found: then it is smooth for a while */
        s->ahead.distance += correction;
        if (++s->landings > MOST_LANDINGS || !(s->ahead.distance > 0.0)) {
            s->ahead.distance = INFINITY;
            s->wanted *= 0.25;
        }
    } else {
        s->wanted = part_of(&s->r, fmax(part_for(error), shrink_most));
        e->counters.rejected_steps++;
        s->shortened = true;
        if (++e->mode_rejections % PATIENCE == 0)
            look_for_noise(e);
    }
    return 1;
}

static int no_step(erk *e)
{
    return stopped(e, "however short the step, its error exceeds the tolerance",
                   "look for a value that jumps or a stiffness that is far too large there, "
                   "ask for a larger tolerance, or use the engine ida");
}

/* The trial is good. */
static int take(erk *e)
{
    accept(e, &e->search->r);
    look_for_stiffness(e);
    double length = e->base.t1 - e->base.t0;
    if (e->stiff >= 2 * STIFF_STEPS && e->search->t_stop - e->base.t1 > most_steps * length)
        return stopped(e, "the model is too stiff for the engine erk, whose steps stability keeps short",
                       "use the engine auto or ida");
    return 0;
}

static int erk_step(eg_engine *engine, double t_stop)
{
    erk *e = own(engine);
    int outcome = eg_erk_begin_step(engine, t_stop) == 0 ? 1 : -1;
    while (outcome > 0) {
        if (!next_trial(e))
            return no_step(e);
        outcome = judge(e, attempt(e, &e->search->r), false);
    }
    return outcome < 0 ? -1 : take(e);
}

/* ---------------------------------------------------------------- trials that others carry out */

int eg_erk_next_trial(eg_engine *engine, eg_erk_trial *out)
{
    erk *e = own(engine);
    if (!next_trial(e))
        return no_step(e);
    *out = (eg_erk_trial){.stretch = e->search->r.stretch,
                          .begin = engine->t1,
                          .end = e->search->r.end,
                          .length = e->search->r.length,
                          .tolerance = engine->tolerance,
                          .y = e->y,
                          .rate = e->rate,
                          .low = e->low,
                          .high = e->high,
                          .nominal = e->nominal,
                          .noise = e->noise,
                          .after = e->after,
                          .inner = e->inner,
                          .last = e->k + (EG_ERK_STEP - 1) * e->n,
                          .ending = e->k + EG_ERK_STEP * e->n,
                          .polynomial = e->polynomial};
    return 0;
}

int eg_erk_judge(eg_engine *engine, double error)
{
    erk *e = own(engine);
    e->counters.evaluations += EG_ERK_STAGES - 1;
    int outcome = judge(e, error, true);
    return outcome == 0 ? take(e) : outcome;
}

/* A system of pieces, some of whose laws are of a power, goes by Taylor series, each cluster on its own
 * (exact/power.c), unless it is stiff. */
static bool erk_march(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                      eg_observer *observer, eg_march_result *result, eg_status *status)
{
    eg_system *s = engine->system;
    bool out_of_memory = false, left = false;
    const eg_local *model = s->ops->local ? s->ops->local(s, options->start_time, y, &out_of_memory) : NULL;
    *status = EG_ERROR_MEMORY;
    if (out_of_memory)
        eg_report(s->diagnostics, EG_ERROR, EG_NOWHERE, "out of memory before the first step");
    if (!model || !model->has_powers)
        return out_of_memory;
    *status = eg_exact_march(s, model, options, engine->tolerance, engine->tolerance, y, yp, observer, result,
                             &own(engine)->counters, &left);
    return !left;
}

static void erk_range(eg_engine *engine, double *low, double *high)
{
    erk *e = own(engine);
    for (size_t i = 0; i < e->n; i++) {
        low[i] = e->low[i] = fmin(low[i], e->low[i]);
        high[i] = e->high[i] = fmax(high[i], e->high[i]);
    }
}

void eg_erk_state(const eg_engine *engine, double *y)
{
    const erk *e = (const erk *)engine;
    memcpy(y, e->y, e->n * sizeof *y);
}

void eg_erk_be_quiet(eg_engine *engine)
{
    own(engine)->quiet = true;
}

bool eg_erk_is_at_edge(const eg_engine *engine)
{
    return ((const erk *)engine)->stiff > 0;
}

bool eg_erk_is_stiff(const eg_engine *engine)
{
    return ((const erk *)engine)->stiff >= STIFF_STEPS;
}

/* ---------------------------------------------------------------- dense output */

/* The sum of c_k T_k(z) by Clenshaw's recurrence. */
static double value_at(const double *c, size_t stride, double z)
{
    double b = 0.0, before = 0.0, twice = 2.0 * z;
    for (size_t p = EG_ERK_DEGREE; p >= 1; p--) {
        double next = c[p * stride] + twice * b - before;
        before = b;
        b = next;
    }
    return c[0] + z * b - before;
}

/* Its derivative by z: of T_k that is k U_(k-1), whose sums obey the same recurrence. */
static double slope_at(const double *c, size_t stride, double z)
{
    double b = 0.0, before = 0.0, twice = 2.0 * z;
    for (size_t p = EG_ERK_DEGREE; p >= 1; p--) {
        double next = (double)p * c[p * stride] + twice * b - before;
        before = b;
        b = next;
    }
    return b;
}

static int erk_dense(eg_engine *engine, double t, double *y, double *yp)
{
    erk *e = own(engine);
    const size_t n = e->n;
    double part = eg_engine_part(engine, t), pace = yp ? eg_engine_pace(engine, part) : 1.0;
    if (t >= engine->t1 || t <= engine->t0)
        memcpy(y, t >= engine->t1 ? e->y : e->before, n * sizeof *y);
    else
        for (size_t j = 0; j < n; j++)
            y[j] = e->before[j] + value_at(e->polynomial + j, n, 2.0 * part - 1.0);
    for (size_t j = 0; j < n && yp && pace > 0.0; j++)
        yp[j] = 2.0 / pace * slope_at(e->polynomial + j, n, 2.0 * part - 1.0);
    return pace > 0.0 ? 0 : evaluate(e, t, y, yp);
}

static void erk_counters(const eg_engine *engine, eg_counters *counters)
{
    *counters = ((const erk *)engine)->counters;
}

const eg_engine_ops eg_engine_erk = {
    .name = "erk",
    .doc = "explicit, order 8 (Dormand and Prince): models without algebraic unknowns that are not stiff",
    .create = erk_create,
    .restart = erk_restart,
    .step = erk_step,
    .dense = erk_dense,
    .march = erk_march,
    .range = erk_range,
    .counters = erk_counters,
    .free = erk_free,
};
