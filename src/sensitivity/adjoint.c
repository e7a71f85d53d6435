#include "sensitivity/adjoint.h"

#include "engine/nodes.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = EG_IRK_STAGES, BETWEEN = EG_ADJOINT_BETWEEN, POINTS = EG_ADJOINT_POINTS };
enum { MOST_HALVINGS = 30 };

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
        at[count++] = eg_adjoint_between[i];
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
    double **const whole[] = {&a->mu, &a->w, &a->size, &a->level, &a->allowed};
    double **const staged[] = {&a->z, &a->m, &a->g};
    double **const one[] = {&a->reach, &a->far, &a->y, &a->yp, &a->work, &a->zero};
    size_t used = 0;
    for (size_t i = 0; i < sizeof whole / sizeof *whole; i++)
        *whole[i] = carve(block, &used, all);
    for (size_t i = 0; i < sizeof staged / sizeof *staged; i++)
        *staged[i] = carve(block, &used, STAGES * all);
    for (size_t i = 0; i < sizeof one / sizeof *one; i++)
        *one[i] = carve(block, &used, n);
    a->step = carve(block, &used, STAGES * n);
    a->theta = carve(block, &used, a->count * a->parameters);
    a->memory = carve(block, &used, a->count * a->memories);
    a->most = carve(block, &used, a->count * along);
    a->sum = carve(block, &used, a->count * along);
    a->integrand = carve(block, &used, a->count * POINTS * along);
    a->worth = carve(block, &used, a->count);
    a->along = carve(block, &used, along);
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
        !eg_adjoint_rows_init(&a->rows, a->n, POINTS + 1) ||
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
    eg_adjoint_rows_release(&a->rows);
    free(a->block);
    free(a->is_idle);
    *a = (eg_adjoint){0};
}

void eg_adjoint_move(eg_adjoint *a, eg_system *system)
{
    a->v.system = system;
    a->v.facet = system->parametric;
    eg_adjoint_rows_move(&a->rows, system);
    a->knows_w = a->has_failed = false;
}

/* ---------------------------------------------------------------- at one instant */

int eg_adjoint_stand(eg_adjoint *a, double t, const double *y, const double *yp)
{
    eg_adjoint_rows *rows = &a->rows;
    eg_irk_lu *lu = &a->v.lu[0];
    const bool *differential = a->v.system->differential;
    if (a->n == 0)
        return 0;
    int status = eg_adjoint_rows_find(rows, t, y, yp);
    if (status == 0)
        status = eg_adjoint_rows_look(rows, POINTS, t, y, yp);
    if (status != 0 || rows->is_diagonal)
        return status;
    eg_adjoint_rows_determine(rows, POINTS, differential, lu);
    return eg_irk_factor(lu) ? 0 : 1;
}

/* w := those weights of the equations at the instant whose F_y'' w (of algebraic unknowns F_y' w) is w. */
static void determine(eg_adjoint *a, double *w)
{
    if (!a->rows.is_diagonal) {
        memset(a->zero, 0, a->n * sizeof *a->zero);
        eg_irk_solve(&a->v.lu[0], w, a->zero);
        return;
    }
    for (size_t i = 0; i < a->n; i++)
        w[i] /= eg_adjoint_rows_diagonal(&a->rows, POINTS, i);
}

int eg_adjoint_along(eg_adjoint *a, size_t point, double t, const double *y, const double *yp,
                     const double *w, double *along)
{
    const eg_backward g = {NULL, NULL, along, along + a->parameters};
    if (!a->rows.has_along)
        return a->v.facet->residual_back(a->v.system, t, y, yp, w, &g);
    memset(a->along, 0, (a->by + a->memories) * sizeof *a->along);
    memset(along, 0, a->parameters * sizeof *along);
    eg_adjoint_rows_along(&a->rows, point, w, a->along);
    for (size_t i = 0; i < a->by; i++)
        along[a->place[i]] = a->along[i];
    memcpy(g.memory, a->along + a->by, a->memories * sizeof *along);
    return 0;
}

int eg_adjoint_add(eg_adjoint *a, size_t k, double t, const double *y, const double *yp, double factor,
                   const eg_backward *g)
{
    const size_t n = a->n;
    const bool *differential = a->v.system->differential;
    double *w = a->step, *by_y = a->step + n, *along = a->sum, *mu = a->mu + k * n;
    bool follows = false;
    for (size_t c = 0; c < n; c++) {
        w[c] = factor * (differential[c] ? g->yp[c] : g->y[c]);
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
    determine(a, w);
    eg_adjoint_rows_by_y(&a->rows, POINTS, w, by_y);
    for (size_t c = 0; c < n; c++)
        mu[c] -= differential[c] ? by_y[c] : 0.0;
    const int status = eg_adjoint_along(a, POINTS, t, y, yp, w, along);
    for (size_t i = 0; i < a->parameters && status == 0; i++)
        a->theta[k * a->parameters + i] -= along[i];
    for (size_t i = 0; i < a->memories && status == 0; i++)
        a->memory[k * a->memories + i] -= along[a->parameters + i];
    return status;
}

int eg_adjoint_look_at_source(eg_adjoint *a, double t, const double *y, const double *yp,
                              const eg_backward *to)
{
    return a->source ? a->source->at(a->source->context, t, y, yp, to) : 0;
}

/* w where the part begins, its end, from mu. */
static int find_w(eg_adjoint *a, eg_engine *engine, double part)
{
    const size_t n = a->n;
    const double t = eg_engine_time(engine, part);
    const bool *differential = a->v.system->differential;
    const eg_backward *source = &a->sources[0];
    if (a->knows_w)
        return 0;
    int status = eg_variation_motion(&a->v, engine, part, a->y, a->yp);
    if (status == 0)
        status = eg_adjoint_stand(a, t, a->y, a->yp);
    if (status == 0)
        status = eg_adjoint_look_at_source(a, t, a->y, a->yp, source);
    for (size_t k = 0; k < a->count && status == 0; k++) {
        double *w = a->w + k * n;
        for (size_t c = 0; c < n; c++) {
            const double added = differential[c] ? source->yp[k * n + c] : source->y[k * n + c];
            w[c] = (differential[c] ? a->mu[k * n + c] : 0.0) + added;
        }
        determine(a, w);
    }
    a->knows_w = status == 0;
    return status;
}

/* How large number k is, as its derivatives by y tell where y stands. */
static void look_at_worth(eg_adjoint *a, size_t k)
{
    for (size_t c = 0; c < a->n; c++)
        a->worth[k] = fmax(a->worth[k], fabs(a->mu[k * a->n + c]) * a->reach[c]);
}

/* ---------------------------------------------------------------- a part of a step */

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
        const double allowed = a->tolerance * most + EG_VARIATION_ROUNDING * size +
                               EG_ADJOINT_SEEN * a->worth[k] / scale + EG_ADJOINT_NOTHING;
        const double own = fabs(other - sum) / allowed;
        a->sum[k * along + i] = sum;
        if (!(own <= *error))
            *error = own;
    }
}

/* Negative: all is lost; positive: the part is too long. *error: beside what is allowed. */
static int try_part(eg_adjoint *a, eg_engine *engine, double from, double to, double *error)
{
    const int status = eg_adjoint_solve(a, engine, from, to, error);
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
            a->size[k * n + r] = eg_adjoint_largest(a, k, r);
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
            a->level[i] = eg_adjoint_largest(a, i / a->n, i % a->n);
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
