/* One step of the engine `erk`: its stages, its errors, and the polynomial of its dense output. */
#include "engine/erk/parts.h"

/* to = y + length (sum of row i's terms), some side by side, as vectors. */
static void combine(const eg_erk *e, int i, double length, double *restrict to)
{
    enum { SIDE_BY_SIDE = 4 };
    const eg_erk_term *first = eg_erk_a + eg_erk_start[i], *last = eg_erk_a + eg_erk_start[i + 1];
    const size_t n = e->n;
    const double *restrict y = e->y, *restrict k = e->k;
    size_t j = 0;
    for (; j + SIDE_BY_SIDE <= n; j += SIDE_BY_SIDE) {
        double sum[SIDE_BY_SIDE] = {0};
        for (const eg_erk_term *a = first; a < last; a++)
            for (size_t c = 0; c < SIDE_BY_SIDE; c++)
                sum[c] += a->a * k[(size_t)a->stage * n + j + c];
        for (size_t c = 0; c < SIDE_BY_SIDE; c++)
            to[j + c] = y[j + c] + length * sum[c];
    }
    for (; j < n; j++) {
        double sum = 0.0;
        for (const eg_erk_term *a = first; a < last; a++)
            sum += a->a * k[(size_t)a->stage * n + j];
        to[j] = y[j] + length * sum;
    }
}

/* dy/dx of stage i at the point `at`. */
static int evaluate_stage(eg_erk *e, const eg_erk_try *r, int i, const double *at)
{
    const eg_stretch *s = &r->stretch;
    double *k = e->k + (size_t)i * e->n;
    double x = s->begin + eg_erk_c[i] * r->length;
    double t = e->base.t1 + (eg_stretch_raise(s->power, x) - eg_stretch_raise(s->power, s->begin));
    int status = eg_erk_evaluate(e, i == EG_ERK_STEP ? r->end : t, at, k);
    if (s->power > 1 && status == 0) {
        double slope = eg_stretch_slope(s->power, x);
        for (size_t j = 0; j < e->n; j++)
            k[j] *= slope;
    }
    return status;
}

/* How much y' changes when every unknown changes by its last digit, up or down. What has just left its rest
 * has hardly a range yet, and steps that were to follow this noise would be as short. */
void eg_erk_look_for_noise(eg_erk *e)
{
    double *at = e->inner, *answer = e->k;
    for (size_t turn = 0; turn < 2; turn++) {
        for (size_t i = 0; i < e->n; i++)
            at[i] = e->y[i] * (1.0 + ((i >> turn) % 2 ? DBL_EPSILON : -DBL_EPSILON));
        if (eg_erk_evaluate(e, e->base.t1, at, answer) != 0)
            return;
        for (size_t i = 0; i < e->n; i++)
            e->noise[i] = fmax(e->noise[i], fabs(answer[i] - e->rate[i]));
    }
}

/* The error that is allowed to y[j] in a step of `length` seconds that is tried. */
static double allowed_of(const eg_erk *e, size_t j, double length)
{
    return eg_erk_allowed(e->base.tolerance, eg_erk_scale_of(e, j, e->after[j]), e->y[j], e->after[j], length,
                          e->noise[j]);
}

/* The error of the step that was tried, in units of what is allowed. */
static double measure_error(const eg_erk *e, const eg_erk_try *r)
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
double eg_erk_attempt(eg_erk *e, const eg_erk_try *r)
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

/* The stages of the dense output and its polynomial. 0, or what a callback answered. */
static int extend(eg_erk *e, const eg_erk_try *r)
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
static double measure_dense_error(const eg_erk *e, const eg_erk_try *r)
{
    const double *last = e->polynomial + EG_ERK_DEGREE * e->n, *before = last - e->n;
    double most = 0.0, most_before = 0.0;
    for (size_t j = 0; j < e->n; j++) {
        double allowed = allowed_of(e, j, r->end - e->base.t1);
        most = eg_erk_greater(fabs(last[j]) / allowed, most);
        most_before = eg_erk_greater(fabs(before[j]) / allowed, most_before);
    }
    return most < most_before ? most * (most / most_before) : most;
}

/* The rest of a trial whose end is good: the rate there, the dense output and, into *error, the error
 * inside; of one whose stages somebody else has computed, what is left to do. 0, or what a callback
 * answered. */
int eg_erk_complete(eg_erk *e, const eg_erk_try *r, bool is_computed, double *error)
{
    int status = is_computed ? 0 : evaluate_stage(e, r, EG_ERK_STEP, e->after);
    if (status == 0 && r->stretch.power <= 1 && !r->lands)
        eg_erk_watch_stability(e, r);
    if (status == 0 && !is_computed)
        status = extend(e, r);
    if (status == 0)
        *error = fmax(*error, measure_dense_error(e, r));
    if (status == 0 && eg_stretch_slope(r->stretch.power, r->stretch.end) == 0.0)
        status = eg_erk_evaluate(e, r->end, e->after, e->inner);
    return status;
}
