#include "sensitivity/adjoint.h"

#include "engine/nodes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = EG_IRK_STAGES, BETWEEN = 3, POINTS = STAGES + BETWEEN };
enum { MOST_ITERATIONS = 14, MOST_HALVINGS = 30 };
/* As in variation.c: iterations go on until this part of what is allowed; rounding of terms, in ulp; what
 * nobody sees of a number; what counts for nothing. */
static const double left_part = 0.01;
static const double rounding = 32.0 * DBL_EPSILON;
static const double seen_part = 1e-13;
static const double nothing = 1e-280;
static const double least_pace = 1e-12;
/* Where the equations and integrals are looked at besides, from the end of a part to its beginning. */
static const double between[BETWEEN] = {0.085, 0.45, 0.86};

/* ---------------------------------------------------------------- life */

/* Integrals over [0, 1] of Lagrange's polynomials for x[count], by a rule that is exact for them. */
static void weigh_integrals(const double *x, int count, double *weight)
{
    eg_nodes nodes;
    eg_nodes_make(&nodes, EG_NODES_MAX);
    for (int i = 0; i < count; i++) {
        weight[i] = 0.0;
        for (int q = 0; q < nodes.count; q++) {
            double value = nodes.w[q];
            for (int j = 0; j < count; j++)
                if (j != i)
                    value *= (nodes.x[q] - x[j]) / (x[i] - x[j]);
            weight[i] += value;
        }
    }
}

/* The stages' own rule; and another one, of the points between them and every other stage: one of all ten
 * points would be the stages' own again, which is exact up to degree 12. */
static void weigh_rules(eg_adjoint *a)
{
    double at[POINTS], weight[POINTS];
    int place[POINTS], count = 0;
    for (int i = 0; i < STAGES; i += 2) {
        place[count] = i;
        at[count++] = eg_irk_c[i];
    }
    for (int i = 0; i < BETWEEN; i++) {
        place[count] = STAGES + i;
        at[count++] = between[i];
    }
    weigh_integrals(eg_irk_c, STAGES, a->weight);
    weigh_integrals(at, count, weight);
    for (int i = 0; i < count; i++)
        a->other[place[i]] = weight[i];
}

/* The next `count` numbers of the block, or of none while its size is counted. */
static double *carve(double *block, size_t *used, size_t count)
{
    double *at = block ? block + *used : NULL;
    *used += count;
    return at;
}

static size_t carve_all(eg_adjoint *a, double *block)
{
    const size_t n = a->n, all = a->count * n, along = a->parameters + a->memories;
    double **const whole[] = {&a->mu, &a->w, &a->size, &a->level};
    double **const staged[] = {&a->z, &a->m, &a->g, &a->step};
    size_t used = 0;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        *whole[i] = carve(block, &used, all);
    for (size_t i = 0; i < sizeof staged / sizeof *staged; i++)
        *staged[i] = carve(block, &used, STAGES * all);
    a->theta = carve(block, &used, a->count * a->parameters);
    a->memory = carve(block, &used, a->count * a->memories);
    a->most = carve(block, &used, a->count * along);
    a->sum = carve(block, &used, a->count * along);
    a->integrand = carve(block, &used, a->count * POINTS * along);
    a->reach = carve(block, &used, n);
    a->rows = carve(block, &used, n);
    a->worth = carve(block, &used, a->count);
    a->one = carve(block, &used, 5 * n + along);
    for (int i = 0; i < POINTS; i++) {
        a->sources[i].y = carve(block, &used, all);
        a->sources[i].yp = carve(block, &used, all);
        a->sources[i].theta = carve(block, &used, a->count * a->parameters);
        a->sources[i].memory = carve(block, &used, a->count * a->memories);
    }
    return used;
}

bool eg_adjoint_init(eg_adjoint *a, eg_system *system, size_t count, double tolerance)
{
    int parameters = 0;
    (void)system->parametric->parameters(system, &parameters);
    *a = (eg_adjoint){.n = (size_t)system->n,
                      .count = count,
                      .parameters = (size_t)parameters,
                      .memories = (size_t)system->parametric->remembered(system),
                      .tolerance = tolerance};
    if (!eg_variation_init(&a->v, system, 0, tolerance) ||
        !(a->block = calloc(carve_all(a, NULL) + 1, sizeof *a->block)) ||
        !(a->is_idle = calloc(count + 1, sizeof *a->is_idle)))
        return false;
    (void)carve_all(a, a->block);
    weigh_rules(a);
    return true;
}

void eg_adjoint_release(eg_adjoint *a)
{
    eg_variation_release(&a->v);
    free(a->block);
    free(a->by_y);
    free(a->is_idle);
    *a = (eg_adjoint){0};
}

void eg_adjoint_move(eg_adjoint *a, eg_system *system)
{
    a->v.system = system;
    a->v.facet = system->parametric;
    a->knows_w = false;
}

/* ---------------------------------------------------------------- at one instant */

int eg_adjoint_stand(eg_adjoint *a, double t, const double *y, const double *yp)
{
    const size_t n = a->n;
    eg_variation *v = &a->v;
    const bool *differential = v->system->differential;
    if (n == 0)
        return 0;
    const int status = eg_variation_matrices(v, t, y, yp, 1.0);
    eg_irk_lu *lu = &v->lu[0];
    memset(lu->im, 0, n * n * sizeof *lu->im);
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            lu->re[j * n + i] = differential[j] ? v->by_rate[i * n + j] : v->by_y[i * n + j];
    if (status != 0)
        return status;
    return eg_irk_factor(lu) ? 0 : 1;
}

/* Of the equations at a point, weighted by w: added to theta and memory of number k, times `factor`. */
static int add_equations(eg_adjoint *a, size_t k, double t, const double *y, const double *yp,
                         const double *w, double factor)
{
    double *own = a->one + 5 * a->n;
    const eg_backward g = {NULL, NULL, own, own + a->parameters};
    const int status = a->v.facet->residual_back(a->v.system, t, y, yp, w, &g);
    for (size_t i = 0; i < a->parameters && status == 0; i++)
        a->theta[k * a->parameters + i] += factor * g.theta[i];
    for (size_t i = 0; i < a->memories && status == 0; i++)
        a->memory[k * a->memories + i] += factor * g.memory[i];
    return status;
}

int eg_adjoint_add(eg_adjoint *a, size_t k, double t, const double *y, const double *yp, double factor,
                   const eg_backward *g)
{
    const size_t n = a->n;
    const bool *differential = a->v.system->differential;
    double *w = a->one, *zero = a->one + n, *mu = a->mu + k * n;
    bool follows = false;
    for (size_t c = 0; c < n; c++) {
        w[c] = factor * (differential[c] ? g->yp[c] : g->y[c]);
        zero[c] = 0.0;
        follows = follows || w[c] != 0.0;
        mu[c] += differential[c] ? factor * g->y[c] : 0.0;
    }
    for (size_t i = 0; g->theta && i < a->parameters; i++)
        a->theta[k * a->parameters + i] += factor * g->theta[i];
    for (size_t i = 0; g->memory && i < a->memories; i++)
        a->memory[k * a->memories + i] += factor * g->memory[i];
    a->knows_w = false;
    if (!follows)
        return 0;
    eg_irk_solve(&a->v.lu[0], w, zero);
    for (size_t i = 0; i < n; i++)
        for (size_t c = 0; c < n; c++)
            if (differential[c])
                mu[c] -= w[i] * a->v.by_y[i * n + c];
    return add_equations(a, k, t, y, yp, w, -1.0);
}

/* What the integrands add at a point; 0 where there are none. */
static int look_at_source(eg_adjoint *a, double t, const double *y, const double *yp, const eg_backward *to)
{
    return a->source ? a->source->at(a->source->context, t, y, yp, to) : 0;
}

/* w where the part begins, its end, from mu. */
static int find_w(eg_adjoint *a, eg_engine *engine, double part)
{
    const size_t n = a->n;
    const double t = eg_engine_time(engine, part);
    double *y = a->one + n, *yp = a->one + 2 * n, *zero = a->one + 3 * n;
    if (a->knows_w)
        return 0;
    int status = eg_variation_motion(&a->v, engine, part, y, yp);
    if (status == 0)
        status = eg_adjoint_stand(a, t, y, yp);
    if (status == 0)
        status = look_at_source(a, t, y, yp, &a->sources[0]);
    const bool *differential = a->v.system->differential;
    for (size_t k = 0; k < a->count && status == 0; k++) {
        double *w = a->w + k * n;
        for (size_t c = 0; c < n; c++) {
            const double added = differential[c] ? a->sources[0].yp[k * n + c] : a->sources[0].y[k * n + c];
            w[c] = (differential[c] ? a->mu[k * n + c] : 0.0) + added;
        }
        memset(zero, 0, n * sizeof *zero);
        eg_irk_solve(&a->v.lu[0], w, zero);
    }
    a->knows_w = status == 0;
    return status;
}

/* ---------------------------------------------------------------- a part of a step */

/* to = (a matrix of the pattern)' x. */
static void transposed(const eg_pattern *p, const double *values, const double *x, double *to)
{
    for (int j = 0; j < p->n; j++) {
        double sum = 0.0;
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            sum += values[k] * x[p->row[k]];
        to[j] = sum;
    }
}

/* dF/dy and dF/dy' at a point, by the pattern's entries. */
static int make_values(eg_adjoint *a, double t, const double *y, const double *yp, double cj, double *by_y,
                       double *by_rate)
{
    eg_system *s = a->v.system;
    const size_t entries = (size_t)s->pattern->entries;
    int status = s->ops->jacobian(s, t, y, yp, 0.0, by_y);
    if (status == 0)
        status = s->ops->jacobian(s, t, y, yp, cj, by_rate);
    for (size_t i = 0; i < entries; i++)
        by_rate[i] = (by_rate[i] - by_y[i]) / cj;
    return status;
}

static bool has_room(eg_adjoint *a)
{
    const size_t entries = (size_t)a->v.system->pattern->entries;
    if (entries > a->entries) {
        free(a->by_y);
        a->by_y = calloc(2 * (STAGES + 1) * entries, sizeof *a->by_y);
        a->entries = a->by_y ? entries : 0;
    }
    a->by_rate = a->by_y ? a->by_y + (STAGES + 1) * a->entries : NULL;
    return a->by_y != NULL || entries == 0;
}

/* The transposed systems of the part, at its middle. */
static int factor(eg_adjoint *a, eg_engine *engine, double from, double to, double *cj)
{
    const size_t n = a->n;
    eg_variation *v = &a->v;
    const double middle = 0.5 * (from + to), pace = (to - from) * eg_engine_pace(engine, middle);
    double *y = a->one, *yp = a->one + n;
    *cj = exp2(ceil(log2(eg_irk_eigenvalue[0][0] / pace)));
    int status = eg_variation_motion(v, engine, middle, y, yp);
    if (status == 0)
        status = eg_variation_matrices(v, eg_engine_time(engine, middle), y, yp, *cj);
    for (int k = 0; k < EG_IRK_SYSTEMS && status == 0; k++) {
        const double re = eg_irk_eigenvalue[k][0], im = eg_irk_eigenvalue[k][1];
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; j < n; j++) {
                v->lu[k].re[j * n + i] = pace * v->by_y[i * n + j] + re * v->by_rate[i * n + j];
                v->lu[k].im[j * n + i] = im * v->by_rate[i * n + j];
            }
        if (!eg_irk_factor(&v->lu[k]))
            return 1;
    }
    return status;
}

/* rows[n]: by how much equations change where y and y' change by how far they reach, at the stage that the
 * part ends with. */
static void find_rows(eg_adjoint *a)
{
    const eg_pattern *p = a->v.system->pattern;
    const size_t last = STAGES - 1;
    const double *by_y = a->by_y + last * a->entries, *by_rate = a->by_rate + last * a->entries;
    memset(a->rows, 0, a->n * sizeof *a->rows);
    for (int c = 0; c < p->n; c++)
        for (int k = p->start[c]; k < p->start[c + 1]; k++)
            a->rows[p->row[k]] += (fabs(a->v.pace[last] * by_y[k]) + fabs(by_rate[k])) * a->reach[c];
}

/* The motion at the stages, its matrices, and the integrands. */
static int prepare(eg_adjoint *a, eg_engine *engine, double from, double to)
{
    const size_t n = a->n;
    eg_variation *v = &a->v;
    double cj, mean = 0.0;
    int status = factor(a, engine, from, to, &cj);
    if (status == 0 && !has_room(a))
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < STAGES && status == 0; i++) {
        const double part = i + 1 < STAGES ? to - eg_irk_c[i] * (to - from) : from;
        double *y = v->y + i * n, *yp = v->yp + i * n;
        v->time[i] = eg_engine_time(engine, part);
        v->pace[i] = (to - from) * eg_engine_pace(engine, part);
        mean += v->pace[i] / STAGES;
        status = eg_variation_motion(v, engine, part, y, yp);
        if (status == 0)
            status =
                make_values(a, v->time[i], y, yp, cj, a->by_y + i * a->entries, a->by_rate + i * a->entries);
        if (status == 0)
            status = look_at_source(a, v->time[i], y, yp, &a->sources[i]);
        for (size_t c = 0; c < n; c++)
            a->reach[c] = fmax(a->reach[c], fabs(y[c]));
    }
    for (size_t i = 0; i < STAGES; i++)
        v->pace[i] = fmax(v->pace[i], least_pace * mean);
    if (status == 0)
        find_rows(a);
    return status;
}

/* What the equations leave of number k at the stages; mu there becomes what w says. */
static void find_residuals(eg_adjoint *a, size_t k)
{
    const size_t n = a->n;
    const eg_pattern *p = a->v.system->pattern;
    const double *z = a->z + k * STAGES * n, *mu = a->mu + k * n;
    double *m = a->m + k * STAGES * n, *g = a->g + k * STAGES * n, *by_y = a->one;
    for (size_t i = 0; i < STAGES; i++) {
        transposed(p, a->by_rate + i * a->entries, z + i * n, m + i * n);
        for (size_t c = 0; c < n; c++)
            m[i * n + c] -= a->sources[i].yp[k * n + c];
    }
    for (size_t i = 0; i < STAGES; i++) {
        transposed(p, a->by_y + i * a->entries, z + i * n, by_y);
        for (size_t c = 0; c < n; c++) {
            double sum = a->v.pace[i] * (by_y[c] - a->sources[i].y[k * n + c]);
            for (size_t j = 0; j < STAGES; j++)
                sum += eg_irk_rate[i][j] * (m[j * n + c] - mu[c]);
            g[i * n + c] = sum;
        }
    }
}

/* The largest that w of number k, equation r is in this part, has been, or will be in this step. */
static double largest(const eg_adjoint *a, size_t k, size_t r)
{
    double most = fmax(a->size[k * a->n + r], a->level[k * a->n + r]);
    for (size_t i = 0; i < STAGES; i++)
        most = fmax(most, fabs(a->z[(k * STAGES + i) * a->n + r]));
    return most;
}

/* How large number k is, as its derivatives by y tell where y stands. */
static void look_at_worth(eg_adjoint *a, size_t k)
{
    for (size_t c = 0; c < a->n; c++)
        a->worth[k] = fmax(a->worth[k], fabs(a->mu[k * a->n + c]) * a->reach[c]);
}

/* allowed[n]: what w of number k may err by: relative to itself; by what rounding of the equations' terms
 * leaves; and by what nobody would see of the number. */
static void find_allowed(eg_adjoint *a, size_t k, double *allowed)
{
    const size_t n = a->n, last = STAGES - 1;
    const eg_pattern *p = a->v.system->pattern;
    const double *z = a->z + (k * STAGES + last) * n, *m = a->m + (k * STAGES + last) * n;
    const double *by_y = a->by_y + last * a->entries;
    double *noise = a->one + n, *zero = a->one + 2 * n;
    for (int c = 0; c < p->n; c++) {
        double sum = 0.0;
        for (int e = p->start[c]; e < p->start[c + 1]; e++)
            sum += fabs(by_y[e] * z[p->row[e]]);
        noise[c] = rounding * (a->v.pace[last] * sum + fabs(m[c]) + fabs(a->mu[k * n + (size_t)c]));
        zero[c] = 0.0;
    }
    eg_irk_solve(&a->v.lu[0], noise, zero);
    for (size_t r = 0; r < n; r++) {
        const double unseen = a->rows[r] > 0.0 ? seen_part * a->worth[k] / a->rows[r] : 0.0;
        allowed[r] = a->tolerance * largest(a, k, r) + fmax(fabs(noise[r]), unseen) + nothing;
    }
}

static int iterate(eg_adjoint *a)
{
    const size_t n = a->n;
    double before = INFINITY, *allowed = a->one + 3 * n;
    for (int i = 0; i < MOST_ITERATIONS; i++) {
        double now = 0.0;
        for (size_t k = 0; k < a->count; k++) {
            if (a->is_idle[k])
                continue;
            double *z = a->z + k * STAGES * n, *added = a->g + k * STAGES * n;
            find_residuals(a, k);
            eg_variation_correct(&a->v, added, a->step, added);
            for (size_t c = 0; c < STAGES * n; c++)
                z[c] += added[c];
            find_allowed(a, k, allowed);
            for (size_t c = 0; c < STAGES * n; c++) {
                const double part = fabs(added[c]) / (left_part * allowed[c % n]);
                if (!(part <= now)) /* NaN wins */
                    now = part;
            }
        }
        if (now <= 1.0)
            return 0;
        if (!(now < INFINITY) || (i > 2 && now > 0.5 * before))
            return 1;
        before = now;
    }
    return 1;
}

/* w of number k at x, by the polynomial through its stages and where the part begins. */
static void interpolate_w(const eg_adjoint *a, size_t k, const double value[STAGES], double *w)
{
    const double *z = a->z + k * STAGES * a->n, *first = a->w + k * a->n;
    for (size_t c = 0; c < a->n; c++) {
        w[c] = first[c];
        for (size_t i = 0; i < STAGES; i++)
            w[c] += value[i] * (z[i * a->n + c] - first[c]);
    }
}

/* What all numbers' integrals have at point j of a part, times its pace. */
static int find_integrands(eg_adjoint *a, size_t j, double t, double pace, const double *y, const double *yp,
                           const double *w, size_t stride)
{
    const size_t along = a->parameters + a->memories;
    const eg_backward *source = &a->sources[j];
    int status = 0;
    for (size_t k = 0; k < a->count && along > 0 && status == 0; k++) {
        if (a->is_idle[k])
            continue;
        double *own = a->integrand + (k * POINTS + j) * along;
        const eg_backward g = {NULL, NULL, own, own + a->parameters};
        status = a->v.facet->residual_back(a->v.system, t, y, yp, w + k * stride, &g);
        for (size_t i = 0; i < a->parameters; i++)
            g.theta[i] = pace * (source->theta[k * a->parameters + i] - g.theta[i]);
        for (size_t i = 0; i < a->memories; i++)
            g.memory[i] = pace * (source->memory[k * a->memories + i] - g.memory[i]);
    }
    return status;
}

/* Integral i of number k so far. */
static double *integral(const eg_adjoint *a, size_t k, size_t i)
{
    return i < a->parameters ? &a->theta[k * a->parameters + i]
                             : &a->memory[k * a->memories + i - a->parameters];
}

/* The integrals of number k over the part, and how far another rule is from that, beside what is allowed. */
static void integrate(eg_adjoint *a, size_t k, double *error)
{
    const size_t along = a->parameters + a->memories;
    for (size_t i = 0; i < along; i++) {
        double sum = 0.0, other = 0.0, size = 0.0;
        for (size_t j = 0; j < POINTS; j++) {
            const double own = a->integrand[(k * POINTS + j) * along + i];
            sum += j < STAGES ? a->weight[j] * own : 0.0;
            other += a->other[j] * own;
            size = fmax(size, fabs(own));
        }
        const double scale = i < a->parameters ? a->scale[i] : 1.0;
        const double most = fmax(fmax(a->most[k * along + i], fabs(*integral(a, k, i))), fabs(sum));
        const double allowed =
            a->tolerance * most + rounding * size + seen_part * a->worth[k] / scale + nothing;
        const double own = fabs(other - sum) / allowed;
        a->sum[k * along + i] = sum;
        if (!(own <= *error))
            *error = own;
    }
}

/* How far mu is from the equations between the stages, at point j, beside what is allowed. */
static int look_between(eg_adjoint *a, eg_engine *engine, double from, double to, size_t j, double *error)
{
    const size_t n = a->n;
    eg_variation *v = &a->v;
    const double part = to - between[j] * (to - from), t = eg_engine_time(engine, part);
    const double pace = (to - from) * eg_engine_pace(engine, part);
    double value[STAGES], rate[STAGES], *allowed = a->one + 3 * n;
    double *by_y = a->by_y + STAGES * a->entries, *by_rate = a->by_rate + STAGES * a->entries;
    const eg_backward *source = &a->sources[STAGES + j];
    int status = eg_variation_motion(v, engine, part, v->y, v->yp); /* the stages are done */
    if (status == 0)
        status = make_values(a, t, v->y, v->yp, 1.0, by_y, by_rate);
    if (status == 0)
        status = look_at_source(a, t, v->y, v->yp, source);
    eg_variation_weigh(between[j], value, rate);
    for (size_t k = 0; k < a->count && status == 0; k++) {
        if (a->is_idle[k])
            continue;
        double *w = a->g + k * STAGES * n, *left = a->step, *zero = a->step + n;
        const double *m = a->m + k * STAGES * n, *mu = a->mu + k * n;
        interpolate_w(a, k, value, w);
        transposed(v->system->pattern, by_y, w, left);
        for (size_t c = 0; c < n; c++) {
            double slope = 0.0;
            for (size_t i = 0; i < STAGES; i++)
                slope += rate[i] * (m[i * n + c] - mu[c]);
            left[c] = slope + pace * (left[c] - source->y[k * n + c]);
            zero[c] = 0.0;
        }
        eg_irk_solve(&v->lu[0], left, zero);
        find_allowed(a, k, allowed);
        for (size_t r = 0; r < n; r++) {
            const double own = fabs(left[r]) / allowed[r];
            if (!(own <= *error))
                *error = own;
        }
    }
    return status == 0 ? find_integrands(a, STAGES + j, t, pace, v->y, v->yp, a->g, STAGES * n) : status;
}

/* Negative: all is lost; positive: the part is too long. *error: beside what is allowed. */
static int try_part(eg_adjoint *a, eg_engine *engine, double from, double to, double *error)
{
    const size_t n = a->n;
    const eg_variation *v = &a->v;
    *error = 0.0;
    int status = prepare(a, engine, from, to);
    for (size_t k = 0; k < a->count; k++)
        for (size_t i = 0; i < STAGES; i++)
            memcpy(a->z + (k * STAGES + i) * n, a->w + k * n, n * sizeof *a->z);
    if (status == 0)
        status = iterate(a);
    for (size_t i = 0; i < STAGES && status == 0; i++)
        status = find_integrands(a, i, v->time[i], v->pace[i], v->y + i * n, v->yp + i * n, a->z + i * n,
                                 STAGES * n);
    for (size_t j = 0; j < BETWEEN && status == 0; j++)
        status = look_between(a, engine, from, to, j, error);
    for (size_t k = 0; k < a->count && status == 0; k++)
        if (!a->is_idle[k])
            integrate(a, k, error);
    return status;
}

static void keep(eg_adjoint *a)
{
    const size_t n = a->n, along = a->parameters + a->memories, last = STAGES - 1;
    for (size_t k = 0; k < a->count; k++) {
        if (a->is_idle[k])
            continue;
        for (size_t r = 0; r < n; r++)
            a->size[k * n + r] = largest(a, k, r);
        memcpy(a->w + k * n, a->z + (k * STAGES + last) * n, n * sizeof *a->w);
        for (size_t c = 0; c < n; c++)
            a->mu[k * n + c] = a->v.system->differential[c] ? a->m[(k * STAGES + last) * n + c] : 0.0;
        for (size_t i = 0; i < along; i++) {
            *integral(a, k, i) += a->sum[k * along + i];
            a->most[k * along + i] = fmax(a->most[k * along + i], fabs(*integral(a, k, i)));
        }
        look_at_worth(a, k);
    }
}

/* A first trial that is off by less tells how large w becomes. */
static const double some_digits = 1e-2;

static int follow(eg_adjoint *a, eg_engine *engine, double from, double to, int halvings)
{
    double error = INFINITY;
    int status = try_part(a, engine, from, to, &error);
    if (status == 0 && error <= 1.0) {
        keep(a);
        return 0;
    }
    const double middle = 0.5 * (from + to);
    if (status < 0 || halvings == MOST_HALVINGS || !(middle > from && middle < to))
        return status < 0 ? status : 1;
    for (size_t i = 0; i < a->count * a->n && halvings == 0 && status == 0; i++)
        if (error * a->tolerance <= some_digits)
            a->level[i] = largest(a, i / a->n, i % a->n);
    status = follow(a, engine, middle, to, halvings + 1);
    return status == 0 ? follow(a, engine, from, middle, halvings + 1) : status;
}

/* Is nothing known of number k yet, that goes backward? */
static bool is_nothing(const eg_adjoint *a, size_t k)
{
    for (size_t c = 0; c < a->n; c++)
        if (a->mu[k * a->n + c] != 0.0)
            return false;
    return true;
}

int eg_adjoint_pass(eg_adjoint *a, eg_engine *engine, double from, double to)
{
    memset(a->level, 0, a->count * a->n * sizeof *a->level);
    if (!(to > from) || a->count == 0)
        return 0;
    for (size_t k = 0; k < a->count; k++) {
        look_at_worth(a, k);
        a->is_idle[k] = !a->source && is_nothing(a, k);
    }
    const int status = find_w(a, engine, to);
    return status == 0 ? follow(a, engine, from, to, 0) : status;
}
