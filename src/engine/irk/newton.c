/* The equations of a step of the engine `irk`: F(t_i, y + z_i, y'_i) = 0 at all stages, with h y'_i a sum of
 * all z. Newton's method with dF/dy and dF/dy' of one point; in the coordinates in which the method's matrix
 * is made of its eigenvalues the linear system falls into four of the size of y, dF/dy + eigenvalue/h dF/dy'
 * (Hairer and Wanner, section IV.8). */
#include "engine/irk/parts.h"

#include <math.h>
#include <string.h>

enum { MOST_ITERATIONS = 10 };
/* Newton's method goes on until what it would still add is this part of what is allowed. */
static const double newton_part = 0.02;
/* Parts of a step amid stages, where their polynomial errs most. Two, since an error may pass through 0 at
 * one. */
static const double between[] = {0.45, 0.66};
/* The Jacobian is that of the point where a step is tried unless steps have converged faster than this. */
static const double slow = 1e-3;

/* ---------------------------------------------------------------- the matrices */

static void fill_in(const eg_irk *e, double factor, double *to)
{
    const eg_pattern *p = e->base.system->pattern;
    memset(to, 0, e->n * e->n * sizeof *to);
    for (int j = 0; j < p->n; j++)
        for (int k = p->start[j]; k < p->start[j + 1]; k++)
            to[(size_t)p->row[k] * e->n + (size_t)j] += factor * e->values[k];
}

/* A power of 2, so great that dF/dy does not take the digits of dF/dy' in their sum: what one step asks for
 * is enough where nothing acts faster by many orders. */
static double great_factor(const eg_irk *e, double length)
{
    const double usual = exp2(ceil(log2(eg_irk_eigenvalue[0][0] / length))), most = 0x1p980;
    double largest = 0.0;
    for (size_t i = 0; i < e->n * e->n; i++)
        largest = fmax(largest, fabs(e->by_y[i]));
    return largest > 0x1p26 * usual ? exp2(ceil(log2(fmin(largest, most)))) : usual;
}

/* At (t, y, y'). dF/dy' is the difference of two Jacobians. */
static int make_jacobian(eg_irk *e, double length, double t, const double *y, const double *rate)
{
    eg_system *s = e->base.system;
    const size_t size = e->n * e->n;
    int status = s->ops->jacobian(s, t, y, rate, 0.0, e->values);
    if (status != 0)
        return status;
    fill_in(e, 1.0, e->by_y);
    const double cj = great_factor(e, length);
    status = s->ops->jacobian(s, t, y, rate, cj, e->values);
    if (status == 0 && s->ops->residual_noise)
        status = s->ops->residual_noise(s, t, y, rate, e->rounding);
    if (status != 0)
        return status;
    fill_in(e, 1.0, e->by_rate);
    for (size_t i = 0; i < size; i++)
        e->by_rate[i] = (e->by_rate[i] - e->by_y[i]) / cj;
    e->counters.jacobians++;
    e->has_jacobian = e->is_current = true;
    e->factored = 0.0;
    return 0;
}

static bool factor_one(eg_irk *e, int k, double length)
{
    const size_t size = e->n * e->n;
    const double re = eg_irk_eigenvalue[k][0] / length, im = eg_irk_eigenvalue[k][1] / length;
    eg_irk_lu *a = &e->lu[k];
    for (size_t i = 0; i < size; i++) {
        a->re[i] = e->by_y[i] + re * e->by_rate[i];
        a->im[i] = im * e->by_rate[i];
    }
    const bool is_good = eg_irk_factor(a);
    e->lost = a->lost;
    return is_good;
}

static bool factor(eg_irk *e, double length)
{
    e->counters.factorizations++;
    for (int k = 0; k < EG_IRK_SYSTEMS; k++)
        if (!factor_one(e, k, length))
            return false;
    e->factored = length;
    return true;
}

/* What is needed for a step of `length`. */
static eg_irk_outcome prepare(eg_irk *e, double length)
{
    if (!e->has_jacobian || (!e->is_current && e->slowness > slow)) {
        const int status = make_jacobian(e, length, e->base.t1, e->y, e->rate);
        if (status != 0)
            return status < 0 ? EG_IRK_LOST : EG_IRK_UNSOLVED;
    }
    return e->factored == length || factor(e, length) ? EG_IRK_SOLVED : EG_IRK_UNSOLVED;
}

/* ---------------------------------------------------------------- one iteration */

/* to[i] = factor sum of a[i][j] from[j], each of n numbers, of which some go side by side, as vectors. */
static void combine(const double a[EG_IRK_STAGES][EG_IRK_STAGES], size_t i, double factor, size_t n,
                    const double *restrict from, double *restrict to)
{
    enum { SIDE_BY_SIDE = 4 };
    size_t c = 0;
    for (; c + SIDE_BY_SIDE <= n; c += SIDE_BY_SIDE) {
        double sum[SIDE_BY_SIDE] = {0};
        for (size_t j = 0; j < EG_IRK_STAGES; j++)
            for (size_t k = 0; k < SIDE_BY_SIDE; k++)
                sum[k] += a[i][j] * from[j * n + c + k];
        for (size_t k = 0; k < SIDE_BY_SIDE; k++)
            to[c + k] = factor * sum[k];
    }
    for (; c < n; c++) {
        double sum = 0.0;
        for (size_t j = 0; j < EG_IRK_STAGES; j++)
            sum += a[i][j] * from[j * n + c];
        to[c] = factor * sum;
    }
}

static int find_residuals(eg_irk *e, double length)
{
    eg_system *s = e->base.system;
    for (size_t i = 0; i < EG_IRK_STAGES; i++) {
        const double t = e->base.t1 + eg_irk_c[i] * length;
        for (size_t c = 0; c < e->n; c++)
            e->at[c] = e->y[c] + e->z[i * e->n + c];
        combine(eg_irk_rate, i, 1.0 / length, e->n, e->z, e->at_rate);
        e->unfit = eg_engine_unfit(e->at, s->n);
        if (e->unfit >= 0)
            return 1;
        e->counters.evaluations++;
        const int status = s->ops->residual(s, t, e->at, e->at_rate, e->g + i * e->n);
        if (status != 0)
            return status;
        e->unfit = eg_engine_unfit(e->g + i * e->n, s->n);
        if (e->unfit >= 0)
            return 1;
    }
    return 0;
}

/* Newton's step into e->w; answers its size in units of what is allowed. */
static double find_step(eg_irk *e)
{
    const size_t n = e->n;
    double *w = e->w, most = 0.0;
    for (size_t i = 0; i < EG_IRK_STAGES; i++)
        combine(eg_irk_to, i, -1.0, n, e->g, w + i * n);
    memset(e->zero, 0, n * sizeof *e->zero);
    eg_irk_solve(&e->lu[0], w, e->zero);
    for (size_t k = 1; k < EG_IRK_SYSTEMS; k++)
        eg_irk_solve(&e->lu[k], w + (2 * k - 1) * n, w + 2 * k * n);
    for (size_t i = 0; i < EG_IRK_STAGES; i++) {
        combine(eg_irk_from, i, 1.0, n, w, e->at);
        for (size_t c = 0; c < n; c++) {
            const double size = fabs(e->at[c]) / e->allowed[c];
            e->z[i * n + c] += e->at[c];
            if (!(size <= most)) /* NaN wins */
                most = size;
        }
    }
    return most;
}

/* The slowness is carried from step to step, and grows by itself so that it is measured anew; it may not be
 * taken for less than what a Jacobian is kept for, since that of a product with a signal, say, changes from
 * step to step. */
static eg_irk_outcome iterate(eg_irk *e, double length, int *iterations)
{
    double before = 0.0;
    e->slowness = fmax(pow(e->slowness, 0.8), slow);
    for (int k = 1; k <= MOST_ITERATIONS; k++) {
        const int status = find_residuals(e, length);
        if (status != 0)
            return status < 0 ? EG_IRK_LOST : EG_IRK_UNSOLVED;
        e->counters.newton_iterations++;
        *iterations = k;
        const double now = find_step(e);
        if (k > 1) {
            const double part = now / before;
            if (!(part < 1.0) || part / (1.0 - part) * now * pow(part, MOST_ITERATIONS - 1 - k) > newton_part)
                return EG_IRK_UNSOLVED;
            e->slowness = part / (1.0 - part);
        }
        if (e->slowness * now <= newton_part)
            return EG_IRK_SOLVED;
        before = now;
    }
    return EG_IRK_UNSOLVED;
}

eg_irk_outcome eg_irk_solve_step(eg_irk *e, double length, int *iterations)
{
    *iterations = 0;
    const eg_irk_outcome outcome = prepare(e, length);
    if (outcome != EG_IRK_SOLVED)
        return outcome;
    eg_irk_weigh(e, length);
    return iterate(e, length, iterations);
}

/* ---------------------------------------------------------------- the error */

/* error := (dF/dy + cj dF/dy')^-1 cj dF/dy' (h/eigenvalue rate + sum of error[i] z_i), which is what the
 * difference to a formula of order 7 is where nothing is stiff, and dies out where it is. */
static void filter_error(eg_irk *e, double length, const double *rate)
{
    const size_t n = e->n;
    const double h0 = length / eg_irk_eigenvalue[0][0];
    for (size_t c = 0; c < n; c++) {
        double sum = h0 * rate[c];
        for (size_t i = 0; i < EG_IRK_STAGES; i++)
            sum += eg_irk_error[i] * e->z[i * n + c];
        e->at[c] = sum / h0;
    }
    for (size_t i = 0; i < n; i++) {
        double sum = 0.0;
        for (size_t j = 0; j < n; j++)
            sum += e->by_rate[i * n + j] * e->at[j];
        e->error[i] = sum;
    }
    memset(e->zero, 0, n * sizeof *e->zero);
    eg_irk_solve(&e->lu[0], e->error, e->zero);
}

/* By how much h y' is more at the beginning than the polynomial has it, where that is no more than an error
 * that is allowed: y' of what is stiff may be no part of a motion that has long died out. Answers the largest
 * error, in units of what is allowed, of what is no more than mildly stiff and yet above that. *is_damped:
 * there is something that only its being stiff lets pass. */
static double find_bend(eg_irk *e, double length, bool *is_damped)
{
    const double mildly = 0.1;
    double most = 0.0;
    for (size_t c = 0; c < e->n; c++) {
        const double bend = length * e->at[c], error = fabs(bend) / eg_irk_eigenvalue[0][0];
        const bool is_kept = error <= e->allowed[c];
        e->bend[c] = is_kept ? bend : 0.0;
        if (is_kept || !isfinite(e->nominal[c]))
            continue;
        if (fabs(e->error[c]) > mildly * error)
            most = fmax(most, error / e->allowed[c]);
        else
            *is_damped = true;
    }
    return most;
}

/* What the polynomial through the stages makes of y less its beginning in the part x of the step, and of
 * h y': weights of z, by Lagrange's formula. */
static void weigh_stages(double x, double value[EG_IRK_STAGES], double rate[EG_IRK_STAGES])
{
    for (size_t i = 0; i < EG_IRK_STAGES; i++) {
        const double c = eg_irk_c[i];
        double slope = 1.0 / x;
        value[i] = x / c;
        for (size_t j = 0; j < EG_IRK_STAGES; j++)
            if (j != i) {
                value[i] *= (x - eg_irk_c[j]) / (c - eg_irk_c[j]);
                slope += 1.0 / (x - eg_irk_c[j]);
            }
        rate[i] = slope * value[i];
    }
}

/* The error in the part x of the step of what is algebraic, in units of what is allowed: how far the
 * polynomial is from obeying the equations there. The formula of order 7 knows nothing of it, since y' takes
 * no part. *size becomes the largest of these, if it is less. */
static int look_between(eg_irk *e, double length, double x, double *size)
{
    const size_t n = e->n;
    const bool *differential = e->base.system->differential;
    double value[EG_IRK_STAGES], rate[EG_IRK_STAGES];
    weigh_stages(x, value, rate);
    for (size_t c = 0; c < n; c++) {
        double y = e->y[c], slope = 0.0;
        for (size_t i = 0; i < EG_IRK_STAGES; i++) {
            y += value[i] * e->z[i * n + c];
            slope += rate[i] * e->z[i * n + c];
        }
        e->at[c] = y;
        e->at_rate[c] = slope / length;
    }
    eg_system *s = e->base.system;
    e->counters.evaluations++;
    const int status = s->ops->residual(s, e->base.t1 + x * length, e->at, e->at_rate, e->g);
    if (status != 0)
        return status;
    memset(e->zero, 0, n * sizeof *e->zero);
    eg_irk_solve(&e->lu[0], e->g, e->zero);
    for (size_t c = 0; c < n; c++) {
        const double part = differential[c] ? 0.0 : fabs(e->g[c]) / eg_irk_allowed_between(e, c);
        if (!(part <= *size)) /* NaN wins */
            *size = part;
    }
    return 0;
}

/* The error as the Jacobian at the end has it, which goes on to be that of the next step. The one at the
 * beginning of a mode may be that of an instant only: the derivative of a root is infinite at its edge, and
 * would damp any error. */
static double estimate_at_end(eg_irk *e, double length)
{
    const size_t n = e->n;
    for (size_t c = 0; c < n; c++)
        e->at[c] = e->y[c] + e->z[(EG_IRK_STAGES - 1) * n + c];
    combine(eg_irk_rate, EG_IRK_STAGES - 1, 1.0 / length, n, e->z, e->at_rate);
    if (make_jacobian(e, length, e->base.t1 + length, e->at, e->at_rate) != 0 || !factor_one(e, 0, length))
        return INFINITY;
    filter_error(e, length, e->rate);
    return eg_irk_size(e, e->error);
}

double eg_irk_estimate(eg_irk *e, double length, bool is_suspect)
{
    bool is_damped = false;
    filter_error(e, length, e->rate);
    const double unbent = find_bend(e, length, &is_damped);
    double size = eg_irk_size(e, e->error);
    for (size_t i = 0; i < sizeof between / sizeof *between && !e->is_explicit; i++)
        if (look_between(e, length, between[i], &size) != 0)
            return INFINITY;
    if (size >= 1.0 && is_suspect && e->is_explicit) {
        for (size_t i = 0; i < e->n; i++)
            e->at[i] = e->y[i] + e->error[i];
        if (eg_irk_evaluate(e, e->base.t1, e->at, e->at_rate) == 0) {
            filter_error(e, length, e->at_rate);
            size = eg_irk_size(e, e->error);
        }
    }
    if (e->is_fresh && size < unbent)
        size = unbent;
    if (e->is_fresh && is_damped && size < 1.0) {
        size = fmax(size, estimate_at_end(e, length));
        e->has_jacobian = size < 1.0;
    }
    return size;
}
