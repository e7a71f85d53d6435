/* mu and w at the stages of a part. With m_i = mu at stage i, going backward by the part's own variable,
 *     m_i = mu + sum over j of A_ij slope_j,   slope_j = -pace_j (F_y'w_j - g_y),   m_j = F_y''w_j - g_y'
 * (F_y' transposed). Where F_y' is diagonal that is a fixed point, as forward in linear_part.c. */
#include "sensitivity/adjoint.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { STAGES = EG_IRK_STAGES, BETWEEN = EG_ADJOINT_BETWEEN, POINTS = EG_ADJOINT_POINTS };
enum { MOST_ITERATIONS = 14, LAST = STAGES - 1 };

const double eg_adjoint_between[BETWEEN] = {0.085, 0.45, 0.86};

/* ---------------------------------------------------------------- the motion */

/* y and, where anything follows it, y' of the motion in a part of the step, and the rows there. */
static int look(eg_adjoint *a, eg_engine *engine, size_t point, double part, double *y, double *yp)
{
    eg_adjoint_rows *rows = &a->rows;
    const double t = eg_engine_time(engine, part);
    int status = 0;
    if (rows->of_mode && !eg_adjoint_rows_need_rates(rows) && !a->source)
        status = engine->ops->dense(engine, t, y, NULL) == 0 ? 0 : EG_ERROR_SIMULATION;
    else
        status = eg_variation_motion(&a->v, engine, part, y, yp);
    if (status == 0)
        status = eg_adjoint_rows_find(rows, t, y, yp);
    if (status == 0)
        status = eg_adjoint_rows_look(rows, point, t, y, yp);
    return status == 0 ? eg_adjoint_look_at_source(a, t, y, yp, &a->sources[point]) : status;
}

/* The stages, and how far equations reach. */
static int prepare(eg_adjoint *a, eg_engine *engine, double from, double to)
{
    const size_t n = a->n;
    eg_variation *v = &a->v;
    double mean = 0.0;
    int status = 0;
    a->is_eliminated = false;
    a->rows.cj =
        exp2(ceil(log2(eg_irk_eigenvalue[0][0] / ((to - from) * eg_engine_pace(engine, 0.5 * (from + to))))));
    for (size_t i = 0; i < STAGES && status == 0; i++) {
        const double part = i < LAST ? to - eg_irk_c[i] * (to - from) : from;
        v->time[i] = eg_engine_time(engine, part);
        v->pace[i] = (to - from) * eg_engine_pace(engine, part);
        mean += v->pace[i] / STAGES;
        status = look(a, engine, i, part, v->y + i * n, v->yp + i * n);
        for (size_t c = 0; c < n; c++)
            a->reach[c] = fmax(a->reach[c], fabs(v->y[i * n + c]));
    }
    for (size_t i = 0; i < STAGES; i++)
        v->pace[i] = fmax(v->pace[i], EG_VARIATION_LEAST_PACE * mean);
    if (status == 0)
        eg_adjoint_rows_reach(&a->rows, LAST, v->pace[LAST], a->reach, a->far);
    return status;
}

/* ---------------------------------------------------------------- what w may err by */

double eg_adjoint_largest(const eg_adjoint *a, size_t k, size_t r)
{
    double most = fmax(a->size[k * a->n + r], a->level[k * a->n + r]);
    for (size_t i = 0; i < STAGES; i++)
        most = fmax(most, fabs(a->z[(k * STAGES + i) * a->n + r]));
    return most;
}

/* left[n], what equations are off by at the end of the part, to what w is then. */
static void weigh_left(const eg_adjoint *a, double *left)
{
    if (a->is_eliminated) {
        memset(a->zero, 0, a->n * sizeof *a->zero);
        eg_irk_solve(&a->v.lu[0], left, a->zero);
        return;
    }
    for (size_t i = 0; i < a->n; i++)
        left[i] /= eg_irk_eigenvalue[0][0] * eg_adjoint_rows_diagonal(&a->rows, LAST, i);
}

/* Of number k: relative to itself; by what rounding of the equations' terms leaves; and by what nobody would
 * see of the number. */
static void find_allowed(eg_adjoint *a, size_t k)
{
    const size_t n = a->n;
    const double *m = a->m + (k * STAGES + LAST) * n, *mu = a->mu + k * n;
    double *noise = a->work, *allowed = a->allowed + k * n;
    eg_adjoint_rows_size(&a->rows, LAST, a->z + (k * STAGES + LAST) * n, noise);
    for (size_t c = 0; c < n; c++)
        noise[c] = EG_VARIATION_ROUNDING * (a->v.pace[LAST] * noise[c] + fabs(m[c]) + fabs(mu[c]));
    weigh_left(a, noise);
    for (size_t r = 0; r < n; r++) {
        const double unseen = a->far[r] > 0.0 ? EG_ADJOINT_SEEN * a->worth[k] / a->far[r] : 0.0;
        allowed[r] =
            a->tolerance * eg_adjoint_largest(a, k, r) + fmax(fabs(noise[r]), unseen) + EG_ADJOINT_NOTHING;
    }
}

/* ---------------------------------------------------------------- without elimination */

/* The slope of mu of number k at stage i, where w is known. */
static void find_slope(eg_adjoint *a, size_t k, size_t i)
{
    const size_t n = a->n;
    const double *source = a->sources[i].y + k * n;
    double *slope = a->g + (k * STAGES + i) * n;
    eg_adjoint_rows_by_y(&a->rows, i, a->z + (k * STAGES + i) * n, slope);
    for (size_t c = 0; c < n; c++)
        slope[c] = -a->v.pace[i] * (slope[c] - source[c]);
}

/* mu and w of number k at stage i from the slopes as they are, and its slope there; change[n]: the largest
 * that w has changed by. */
static void pass_stage(eg_adjoint *a, size_t k, size_t i, double *change)
{
    const size_t n = a->n;
    const double *slope = a->g + k * STAGES * n, *mu = a->mu + k * n, *source = a->sources[i].yp + k * n;
    double *m = a->m + (k * STAGES + i) * n, *z = a->z + (k * STAGES + i) * n;
    memcpy(m, mu, n * sizeof *m);
    for (size_t j = 0; j < STAGES; j++) {
        const double factor = eg_variation_collocation[i][j];
        for (size_t c = 0; c < n; c++)
            m[c] += factor * slope[j * n + c];
    }
    for (size_t c = 0; c < n; c++) {
        const double w = (m[c] + source[c]) / eg_adjoint_rows_diagonal(&a->rows, i, c);
        const double own = fabs(w - z[c]);
        change[c] = own <= change[c] ? change[c] : own; /* NaN wins */
        z[c] = w;
    }
    find_slope(a, k, i);
}

/* The largest of change[n] beside what may be left of it. */
static double size_of(const eg_adjoint *a, size_t k, const double *change, double part)
{
    double most = 0.0;
    for (size_t c = 0; c < a->n; c++) {
        const double own = change[c] / (part * a->allowed[k * a->n + c]);
        most = own <= most ? most : own;
    }
    return most;
}

static bool converge(eg_adjoint *a, size_t k)
{
    eg_variation_course course = EG_VARIATION_GOES_ON;
    double before = INFINITY, *change = a->step;
    for (size_t i = 0; i < STAGES; i++)
        find_slope(a, k, i);
    for (int round = 0; course == EG_VARIATION_GOES_ON; round++) {
        memset(change, 0, a->n * sizeof *change);
        for (size_t i = 0; i < STAGES; i++)
            pass_stage(a, k, i, change);
        if (round < 2)
            find_allowed(a, k);
        const double now = size_of(a, k, change, EG_VARIATION_LEFT);
        course = eg_variation_go_on(round, now, before);
        before = now;
    }
    return course == EG_VARIATION_HAS_CONVERGED;
}

/* All numbers begin with w at the end of the part. */
static void begin(eg_adjoint *a)
{
    for (size_t k = 0; k < a->count; k++)
        for (size_t i = 0; i < STAGES; i++)
            memcpy(a->z + (k * STAGES + i) * a->n, a->w + k * a->n, a->n * sizeof *a->z);
}

static bool iterate_simply(eg_adjoint *a)
{
    begin(a);
    for (size_t k = 0; k < a->count; k++)
        if (!a->is_idle[k] && !converge(a, k))
            return false;
    return true;
}

/* ---------------------------------------------------------------- by elimination */

/* The transposed systems of the part, amid it. */
static bool factor(eg_adjoint *a, eg_engine *engine, double from, double to)
{
    const double pace = (to - from) * eg_engine_pace(engine, 0.5 * (from + to));
    a->is_eliminated = true;
    for (int k = 0; k < EG_IRK_SYSTEMS; k++) {
        eg_adjoint_rows_fill(&a->rows, STAGES / 2, pace, eg_irk_eigenvalue[k][0], eg_irk_eigenvalue[k][1],
                             &a->v.lu[k]);
        if (!eg_irk_factor(&a->v.lu[k]))
            return false;
    }
    return true;
}

/* What the equations leave of number k at the stages; mu there becomes what w says. */
static void find_residuals(eg_adjoint *a, size_t k)
{
    const size_t n = a->n;
    const double *z = a->z + k * STAGES * n, *mu = a->mu + k * n;
    double *m = a->m + k * STAGES * n, *g = a->g + k * STAGES * n, *by_y = a->work;
    for (size_t i = 0; i < STAGES; i++) {
        eg_adjoint_rows_by_rate(&a->rows, i, z + i * n, m + i * n);
        for (size_t c = 0; c < n; c++)
            m[i * n + c] -= a->sources[i].yp[k * n + c];
    }
    for (size_t i = 0; i < STAGES; i++) {
        eg_adjoint_rows_by_y(&a->rows, i, z + i * n, by_y);
        for (size_t c = 0; c < n; c++) {
            double sum = a->v.pace[i] * (by_y[c] - a->sources[i].y[k * n + c]);
            for (size_t j = 0; j < STAGES; j++)
                sum += eg_irk_rate[i][j] * (m[j * n + c] - mu[c]);
            g[i * n + c] = sum;
        }
    }
}

/* One of Newton's steps of number k: how large it is, beside what may be left. */
static double correct(eg_adjoint *a, size_t k)
{
    const size_t n = a->n;
    double *z = a->z + k * STAGES * n, *added = a->g + k * STAGES * n, most = 0.0;
    find_residuals(a, k);
    eg_variation_correct(&a->v, added, a->step, added);
    for (size_t c = 0; c < STAGES * n; c++) {
        z[c] += added[c];
        added[c] = fabs(added[c]);
    }
    find_allowed(a, k);
    for (size_t i = 0; i < STAGES; i++) {
        const double own = size_of(a, k, added + i * n, EG_VARIATION_LEFT);
        most = own <= most ? most : own; /* NaN wins */
    }
    return most;
}

static int iterate(eg_adjoint *a)
{
    double before = INFINITY;
    begin(a);
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        double now = 0.0;
        for (size_t k = 0; k < a->count; k++) {
            const double own = a->is_idle[k] ? 0.0 : correct(a, k);
            now = own <= now ? now : own;
        }
        if (now <= 1.0)
            return 0;
        if (!(now < INFINITY) || (i > 2 && now > 0.5 * before))
            return 1;
        before = now;
    }
    return 1;
}

/* ---------------------------------------------------------------- between the stages */

/* What all numbers' integrals have at a point of a part, times its pace. */
static int find_integrands(eg_adjoint *a, size_t point, double t, double pace, const double *y,
                           const double *yp, const double *w)
{
    const size_t along = a->parameters + a->memories;
    const eg_backward *source = &a->sources[point];
    int status = 0;
    for (size_t k = 0; k < a->count && along > 0 && status == 0; k++) {
        if (a->is_idle[k])
            continue;
        double *own = a->integrand + (k * POINTS + point) * along;
        status = eg_adjoint_along(a, point, t, y, yp, w + k * STAGES * a->n, own);
        for (size_t i = 0; i < a->parameters; i++)
            own[i] = pace * (source->theta[k * a->parameters + i] - own[i]);
        for (size_t i = 0; i < a->memories; i++)
            own[a->parameters + i] = pace * (source->memory[k * a->memories + i] - own[a->parameters + i]);
    }
    return status;
}

/* w of number k by the polynomial through its stages and where the part begins. */
static void interpolate_w(const eg_adjoint *a, size_t k, const double value[STAGES], double *w)
{
    const double *z = a->z + k * STAGES * a->n, *first = a->w + k * a->n;
    for (size_t c = 0; c < a->n; c++) {
        w[c] = first[c];
        for (size_t i = 0; i < STAGES; i++)
            w[c] += value[i] * (z[i * a->n + c] - first[c]);
    }
}

/* How far mu of number k is from the equations at a point between the stages, where w is, beside what is
 * allowed. */
static double off_between(eg_adjoint *a, size_t k, size_t point, double pace, const double rate[STAGES],
                          const double *w)
{
    const size_t n = a->n;
    const double *m = a->m + k * STAGES * n, *mu = a->mu + k * n, *source = a->sources[point].y + k * n;
    double *left = a->step;
    eg_adjoint_rows_by_y(&a->rows, point, w, left);
    for (size_t c = 0; c < n; c++) {
        double slope = 0.0;
        for (size_t i = 0; i < STAGES; i++)
            slope += rate[i] * (m[i * n + c] - mu[c]);
        left[c] = slope + pace * (left[c] - source[c]);
    }
    weigh_left(a, left);
    for (size_t c = 0; c < n; c++)
        left[c] = fabs(left[c]);
    return size_of(a, k, left, 1.0);
}

static int look_between(eg_adjoint *a, eg_engine *engine, double from, double to, size_t j, double *error)
{
    const size_t n = a->n, point = STAGES + j;
    const double part = to - eg_adjoint_between[j] * (to - from);
    const double pace = (to - from) * eg_engine_pace(engine, part);
    double value[STAGES], rate[STAGES];
    const int status = look(a, engine, point, part, a->y, a->yp);
    eg_variation_weigh(eg_adjoint_between[j], value, rate);
    for (size_t k = 0; k < a->count && status == 0; k++) {
        if (a->is_idle[k])
            continue;
        double *w = a->g + k * STAGES * n; /* of no use any more */
        interpolate_w(a, k, value, w);
        const double own = off_between(a, k, point, pace, rate, w);
        *error = own <= *error ? *error : own;
    }
    return status == 0 ? find_integrands(a, point, eg_engine_time(engine, part), pace, a->y, a->yp, a->g)
                       : status;
}

int eg_adjoint_solve(eg_adjoint *a, eg_engine *engine, double from, double to, double *error)
{
    const size_t n = a->n;
    const eg_variation *v = &a->v;
    *error = 0.0;
    int status = prepare(a, engine, from, to);
    if (status != 0)
        return status;
    if (!a->rows.is_diagonal || a->has_failed || !iterate_simply(a)) {
        a->has_failed = true;
        status = factor(a, engine, from, to) ? iterate(a) : 1;
    }
    for (size_t k = 0; k < a->count && status == 0; k++)
        if (!a->is_idle[k])
            find_allowed(a, k);
    for (size_t i = 0; i < STAGES && status == 0; i++)
        status = find_integrands(a, i, v->time[i], v->pace[i], v->y + i * n, v->yp + i * n, a->z + i * n);
    for (size_t j = 0; j < BETWEEN && status == 0; j++)
        status = look_between(a, engine, from, to, j, error);
    return status;
}
