/* What IDA calls back: residual, Jacobian, error weights, norm.
 *
 * Weights. An error e_i of y_i counts as |e_i| w_i with
 *
 *     1/w_i = max( tolerance * max(range_i, nominal_i), 50 noise_i, DBL_MIN ),
 *
 * where range_i is how far y_i has moved since the beginning (or its farthest reach, where the system tells
 * one), nominal_i what the system says, and noise_i the round-off that its equation leaves in it: nothing
 * is asked below 50 of those. With J the Jacobian dF/dy + cj dF/dy', a relative error eps of every y_j
 * makes the residual of row i err by eps sum_j |J_ij| |y_j|, and y_i by that over |J_ii|, which is never
 * less than one ulp of y_i; nor less than what the system says of the residual's own, as that of
 * z + exp(z) - 1 - u where z is small. Without this floor, a coordinate that stands still by symmetry (two
 * equal bodies that fly side by side) would make its own noise its range, and the step would shrink until
 * it followed the noise.
 *
 * Of a first step nothing is asked below the distance that the shortest step covers: an event is where it
 * is to the resolution of time, and within that the speed of a part without mass may change (a gap with n
 * little above 1 takes its stiffness from 0 to nearly constant in no distance at all). Of what is algebraic
 * it is what a thousand ulp of the run cover: balances of stiff and soft springs leave more noise in a
 * position than its own row tells, and Newton's method would not end.
 *
 * Where the system asks no accuracy of y_i (its nominal value is infinite), the error test passes over y_i.
 * The end of Newton's method does not: an unknown left where an old matrix put it would be extrapolated, and
 * its error grow from step to step. There 1/w_i is a ten thousandth of the range, but no less than what the
 * errors allowed to the differential y_j carry into y_i, which is sum_j |J_ij|/(|J_ii| w_j).
 *
 * Newton's method has converged, too, where a correction is no more than noise in any y_i. IDA asks for less
 * than a fifth of an ulp of an unknown that stands still, and takes corrections that go to and fro by an ulp
 * for a matrix gone wrong.
 *
 * Norm. IDA's own is the root mean square, in which one active body among N - 1 resting ones counts
 * 1/sqrt(N): its error would grow with the size of the model that it stands in. The maximum has no such
 * dilution, and a step of a model is as long as its most active part allows, whatever else there is. */
#include "engine/ida/ida.h"

#include <assert.h>
#include <float.h>
#include <ida/ida.h>
#include <math.h>
#include <stdio.h>
#include <sunmatrix/sunmatrix_sparse.h>

/* Comparisons are written so that NaN wins: then IDA's tests fail and the step is tried shorter. */
double eg_ida_norm(N_Vector x, N_Vector w)
{
    const double *a = NV_DATA_S(x), *b = NV_DATA_S(w);
    sunindextype n = NV_LENGTH_S(x);
    double largest = 0.0;
    for (sunindextype i = 0; i < n; i++) {
        double v = fabs(a[i] * b[i]);
        if (!(v <= largest))
            largest = v;
    }
    return largest;
}

double eg_ida_masked_norm(N_Vector x, N_Vector w, N_Vector id)
{
    const double *a = NV_DATA_S(x), *b = NV_DATA_S(w), *mask = NV_DATA_S(id);
    sunindextype n = NV_LENGTH_S(x);
    double largest = 0.0;
    for (sunindextype i = 0; i < n; i++) {
        double v = mask[i] > 0.0 ? fabs(a[i] * b[i]) : 0.0;
        if (!(v <= largest))
            largest = v;
    }
    return largest;
}

enum { TERMS = 6, BLOCK = 4 }; /* order 5 has six terms; BLOCK entries at a time keep the vector unit busy */

static void combine_block(const double *w, const double *const *a, size_t i, double *restrict to)
{
    double sum[BLOCK];
    for (size_t j = 0; j < BLOCK; j++)
        sum[j] = w[0] * a[0][i + j];
    for (int k = 1; k < TERMS; k++)
        for (size_t j = 0; j < BLOCK; j++)
            sum[j] += w[k] * a[k][i + j];
    for (size_t j = 0; j < BLOCK; j++)
        to[i + j] = sum[j];
}

/* z = sum of c[k] x[k], z none of the x. Half of all time would go into this sum if it passed over z for
 * every term, as SUNDIALS' own does: it is taken twice a step in IDA's prediction, and for every sample
 * of the dense output. */
int eg_ida_combine(int count, double *c, N_Vector *x, N_Vector z)
{
    const double *a[TERMS];
    double w[TERMS];
    double *to = NV_DATA_S(z);
    size_t n = (size_t)NV_LENGTH_S(z), i = 0;
    assert(count <= TERMS);
    for (int k = 0; k < TERMS; k++) {
        a[k] = NV_DATA_S(x[k < count ? k : 0]);
        w[k] = k < count ? c[k] : 0.0;
    }
    for (; i + BLOCK <= n; i += BLOCK)
        combine_block(w, a, i, to);
    for (; i < n; i++) {
        double sum = w[0] * a[0][i];
        for (int k = 1; k < count; k++)
            sum += w[k] * a[k][i];
        to[i] = sum;
    }
    return 0;
}

int eg_ida_residual(double t, N_Vector y, N_Vector yp, N_Vector r, void *engine)
{
    eg_ida *e = engine;
    eg_system *s = e->base.system;
    const double *py = NV_DATA_S(y);
    double *pr = NV_DATA_S(r);
    e->past.evaluations++;
    e->unfit = eg_engine_unfit(py, s->n);
    if (e->unfit >= 0)
        return 1;
    int status = s->ops->residual(s, e->zero + t, py, NV_DATA_S(yp), pr);
    if (status != 0)
        return status;
    e->unfit = eg_engine_unfit(pr, s->n);
    return e->unfit >= 0 ? 1 : 0;
}

/* What the Jacobian just computed says of each unknown: the noise in it, and the error carried into it by
 * those that are allowed to the differential ones. Rows without a diagonal entry say nothing. */
static void measure_noise(eg_ida *e, const double *values, const double *y)
{
    const eg_system *s = e->base.system;
    const eg_pattern *p = s->pattern;
    for (int i = 0; i < p->n; i++)
        e->noise[i] = e->carried[i] = e->diagonal[i] = 0.0;
    for (int j = 0; j < p->n; j++) {
        double size = fabs(y[j]), error = s->differential[j] ? e->allowed[j] : 0.0;
        for (int k = p->start[j]; k < p->start[j + 1]; k++) {
            double a = fabs(values[k]);
            e->noise[p->row[k]] += a * size;
            e->carried[p->row[k]] += a * error;
            if (p->row[k] == j)
                e->diagonal[j] = a;
        }
    }
    for (int i = 0; i < p->n; i++) {
        double scale = e->diagonal[i] > 0.0 ? 1.0 / e->diagonal[i] : 0.0;
        e->noise[i] = fmax(DBL_EPSILON * e->noise[i], e->rounding[i]) * scale;
        e->carried[i] *= scale;
    }
}

int eg_ida_evaluate_jacobian(eg_ida *e, double t, double cj, const double *y, const double *yp,
                             double *values)
{
    eg_system *s = e->base.system;
    e->past.jacobians++;
    int status = s->ops->jacobian(s, t, y, yp, cj, values);
    if (status == 0 && s->ops->residual_noise)
        status = s->ops->residual_noise(s, t, y, yp, e->rounding);
    if (status == 0)
        measure_noise(e, values, y);
    return status;
}

int eg_ida_jacobian(double t, double cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix matrix, void *engine,
                    N_Vector work1, N_Vector work2, N_Vector work3)
{
    (void)r, (void)work1, (void)work2, (void)work3;
    eg_ida *e = engine;
    return eg_ida_evaluate_jacobian(e, e->zero + t, cj, NV_DATA_S(y), NV_DATA_S(yp),
                                    SUNSparseMatrix_Data(matrix));
}

int eg_ida_test_convergence(SUNNonlinearSolver solver, N_Vector y, N_Vector correction, realtype tolerance,
                            N_Vector weight, void *engine)
{
    eg_ida *e = engine;
    const double *by = NV_DATA_S(correction), *predicted = NV_DATA_S(e->y);
    const double least = 2.0;
    const int answer = e->test(solver, y, correction, tolerance, weight, e->memory);
    bool rounds = answer != SUN_NLS_SUCCESS;
    for (int i = 0; i < e->base.system->n && rounds; i++)
        rounds = fabs(by[i]) <= least * fmax(e->noise[i], DBL_EPSILON * fabs(predicted[i]));
    return rounds ? SUN_NLS_SUCCESS : answer;
}

/* The part of its range by which the end of Newton's method judges what no accuracy is asked of. */
static const double untested = 1e-4;
double eg_ida_shortest_step(const eg_ida *e)
{
    return eg_engine_resolution(&e->base, 64.0);
}

/* Where IDA stands, which may be ahead of the last step that the run has seen. */
static double time_of(const eg_ida *e)
{
    double tau = 0.0;
    bool stands = !e->fresh && IDAGetCurrentTime(e->memory, &tau) == IDA_SUCCESS;
    return stands ? e->zero + tau : e->base.t1;
}

/* What a nominal value is taken for when the system has none to tell: a micrometre, and so on. */
static const double least_nominal = 1e-6;

/* IDA's sums of differences over steps leave the range of numbers before its unknowns do, and then it goes on
 * without them. */
static const double LARGEST = 1e300;

int eg_ida_weights(N_Vector y, N_Vector weight, void *engine)
{
    eg_ida *e = engine;
    eg_system *s = e->base.system;
    const double *py = NV_DATA_S(y);
    const double *rate = NV_DATA_S(e->yp);
    double *w = NV_DATA_S(weight), shortest = eg_ida_shortest_step(e);
    const double instant = fmax(shortest, 1000.0 * DBL_EPSILON * e->base.span);
    s->ops->nominals(s, py, e->nominal);
    if (s->ops->reaches)
        s->ops->reaches(s, time_of(e), py, e->reach);
    for (int i = 0; i < s->n; i++) {
        if (!(fabs(py[i]) <= LARGEST))
            return -1;
        e->low[i] = py[i] < e->low[i] ? py[i] : e->low[i];
        e->high[i] = py[i] > e->high[i] ? py[i] : e->high[i];
        e->farthest[i] = isfinite(e->reach[i]) ? fmax(e->farthest[i], e->reach[i]) : 0.0;
        double range = isfinite(e->reach[i]) ? e->farthest[i] : e->high[i] - e->low[i];
        double scale = isfinite(e->nominal[i]) ? e->nominal[i] : 0.0;
        if (!(scale > range))
            scale = range > 0.0 ? range : least_nominal;
        double ulp = DBL_EPSILON * fabs(py[i]), noise = e->noise[i] > ulp ? e->noise[i] : ulp;
        double least = 50.0 * noise + DBL_MIN; /* below it rounding is no share of what is rounded */
        if (e->fresh)
            least = fmax(least, (s->differential[i] ? shortest : instant) * fabs(rate[i]));
        double allowed = e->base.tolerance * scale;
        if (!isfinite(e->nominal[i]))
            allowed = fmax(fmax(untested * scale, allowed), e->carried[i]);
        e->allowed[i] = fmax(allowed, least);
        w[i] = 1.0 / e->allowed[i];
    }
    return 0;
}

void eg_ida_complaint(int code, const char *module, const char *function, char *message, void *engine)
{
    (void)code, (void)module;
    eg_ida *e = engine;
    snprintf(e->complaint, sizeof e->complaint, "%s: %s", function, message);
}
