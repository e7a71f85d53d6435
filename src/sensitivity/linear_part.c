/* Parts of steps whose equations the system tells as matrices: all directions at once.
 *
 * With z_i = s(c_i) - s(0) at the stages, and A that which makes z of slopes (the inverse of eg_irk_rate),
 *     z_i = sum over j of A_ij pace_j s'(c_j),   s' = -(F_y s + F_theta)/F_y',
 * is a fixed point wherever F_y' is diagonal. The norm of A being a tenth or two, going round converges in a
 * few rounds in steps that an explicit engine takes; each costs a product of sparse matrices with all
 * directions, and no elimination. */
#include "sensitivity/variation.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = EG_IRK_STAGES, POINTS = EG_VARIATION_POINTS, MOST_ROUNDS = 16 };
/* Rounds that leave more than this part of what they have added are given up: elimination takes fewer. */
static const double least_gain = 0.6;

/* A, computed with 60 digits. */
const double eg_variation_collocation[STAGES][STAGES] = {
    {0.037546264993921331, -0.014039334556460402, 0.010352789600742301, -0.0081583225402750119,
     0.0063884138795346849, -0.0046023267791486555, 0.0018289425614706437},
    {0.080147596515618968, 0.081062063985891537, -0.021237992120711035, 0.014000291238817119,
     -0.010234185730090164, 0.0071534651513645905, -0.0028126393724067233},
    {0.072063846941881902, 0.17106835498388662, 0.10961456404007211, -0.024619871728984054,
     0.014760377043950817, -0.0095752593967914006, 0.0036726783971383057},
    {0.075705125819824420, 0.15409015514217114, 0.22710773667320239, 0.11747818703702478,
     -0.023810827153044174, 0.012709985533661206, -0.0046088442812896334},
    {0.073912342163191847, 0.16135560761594243, 0.20686724155210420, 0.23700711534269423, 0.10308679353381345,
     -0.018854139152580449, 0.0058589009748887918},
    {0.074705562059796230, 0.15830722387246870, 0.21415342326720003, 0.21987784703186004, 0.19875212168063527,
     0.069265501605509133, -0.0081160081977282901},
    {0.074494235556010318, 0.15910211573365074, 0.21235188950297780, 0.22355491450728323, 0.19047493682211558,
     0.11961374461265620, 0.020408163265306122},
};

/* ---------------------------------------------------------------- life */

bool eg_variation_linear_init(eg_variation *v)
{
    eg_variation_linear *l = &v->linear;
    const size_t all = v->n * v->count;
    if (!v->facet || !v->facet->rows)
        return true;
    l->rate = calloc(v->n + 1, sizeof *l->rate);
    l->begin = calloc((5 + 2 * STAGES) * all + 1, sizeof *l->begin);
    if (!l->rate || !l->begin)
        return false;
    l->size = l->begin + all;
    l->noise = l->size + all;
    l->at = l->noise + all;
    l->along = l->at + all;
    l->z = l->along + all;
    l->slope = l->z + STAGES * all;
    return true;
}

void eg_variation_linear_release(eg_variation *v)
{
    free(v->linear.values);
    free(v->linear.rate);
    free(v->linear.begin);
    v->linear = (eg_variation_linear){0};
}

/* ---------------------------------------------------------------- the matrices */

double eg_variation_place(size_t point)
{
    static const double between[EG_VARIATION_BETWEEN] = {0.1, 0.85};
    return point < STAGES ? eg_irk_c[point] : between[point - STAGES];
}

void eg_variation_weigh(double x, double value[STAGES], double rate[STAGES])
{
    for (size_t i = 0; i < STAGES; i++) {
        double denominator = eg_irk_c[i], product = x, slope = 1.0;
        for (size_t j = 0; j < STAGES; j++)
            if (j != i) {
                const double from = x - eg_irk_c[j];
                slope = slope * from + product;
                product *= from;
                denominator *= eg_irk_c[i] - eg_irk_c[j];
            }
        value[i] = product / denominator;
        rate[i] = slope / denominator;
    }
}

static int look(eg_variation *v, eg_engine *engine, size_t point, double part)
{
    eg_variation_linear *l = &v->linear;
    const double t = eg_engine_time(engine, part);
    const size_t entries = (size_t)l->rows->start[v->n];
    int status = 0;
    if (l->rows->follows_rates)
        status = eg_variation_motion(v, engine, part, v->at, v->at_rate);
    else
        status = engine->ops->dense(engine, t, v->at, NULL) == 0 ? 0 : EG_ERROR_SIMULATION;
    for (size_t c = 0; c < v->n && status == 0 && point < STAGES; c++)
        v->reach[c] = fmax(v->reach[c], fabs(v->at[c]));
    const double *rates = l->rows->follows_rates ? v->at_rate : NULL;
    return status == 0 ? v->facet->linearize(v->system, t, v->at, rates, l->values + point * entries)
                       : status;
}

static bool make_room(eg_variation_linear *l, size_t numbers)
{
    if (numbers <= l->room)
        return true;
    free(l->values);
    l->values = calloc(numbers, sizeof *l->values);
    l->room = l->values ? numbers : 0;
    return l->values != NULL;
}

int eg_variation_linearize(eg_variation *v, eg_engine *engine, double a, double b)
{
    eg_variation_linear *l = &v->linear;
    const double length = b - a;
    double mean = 0.0;
    int status = 0;
    l->rows = l->of_mode;
    if (!l->rows)
        return 1;
    if (!make_room(l, POINTS * (size_t)l->rows->start[v->n]))
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < POINTS && status == 0; i++) {
        const double x = eg_variation_place(i), part = x < 1.0 ? a + x * length : b;
        l->pace[i] = length * eg_engine_pace(engine, part);
        mean += i < STAGES ? l->pace[i] / STAGES : 0.0;
        status = look(v, engine, i, part);
    }
    for (size_t i = 0; i < POINTS; i++)
        l->pace[i] = fmax(l->pace[i], EG_VARIATION_LEAST_PACE * mean);
    if (status != 0)
        l->rows = NULL;
    return status;
}

void eg_variation_leave(const eg_variation *v, size_t point, size_t k, const double *s, const double *ds,
                        double *residual)
{
    const eg_variational_rows *rows = v->linear.rows;
    const double *values = v->linear.values + point * (size_t)rows->start[v->n];
    const double pace = v->linear.pace[point];
    const int n = rows->n, own = 2 * n + (int)k;
    for (int i = 0; i < n; i++) {
        double sum = 0.0, rates = 0.0;
        for (int e = rows->start[i]; e < rows->start[i + 1]; e++) {
            const int c = rows->column[e];
            if (c < n)
                sum += values[e] * s[c];
            else if (c < 2 * n)
                rates += values[e] * ds[c - n];
            else if (c == own)
                sum += values[e];
        }
        residual[i] = pace * sum + rates;
    }
}

void eg_variation_fill(const eg_variation *v, size_t point, double *by_y, double *by_rate)
{
    const eg_variational_rows *rows = v->linear.rows;
    const double *values = v->linear.values + point * (size_t)rows->start[v->n];
    const size_t n = v->n;
    memset(by_y, 0, n * n * sizeof *by_y);
    memset(by_rate, 0, n * n * sizeof *by_rate);
    for (size_t i = 0; i < n; i++)
        for (int e = rows->start[i]; e < rows->start[i + 1]; e++) {
            const size_t c = (size_t)rows->column[e];
            if (c < n)
                by_y[i * n + c] = values[e];
            else if (c < 2 * n)
                by_rate[i * n + c - n] = values[e];
        }
}

/* ---------------------------------------------------------------- without elimination */

/* Is each y' in a row of its own, and in no other? Where it is stands in `rate`. */
static bool is_diagonal(eg_variation *v)
{
    const eg_variational_rows *rows = v->linear.rows;
    const int n = rows->n;
    for (int i = 0; i < n; i++) {
        int found = -1;
        for (int e = rows->start[i]; e < rows->start[i + 1]; e++) {
            const int c = rows->column[e];
            if (c >= n && c < 2 * n && (c != n + i || found >= 0))
                return false;
            found = c == n + i ? e : found;
        }
        if (found < 0)
            return false;
        v->linear.rate[i] = found;
    }
    return true;
}

/* to := -pace (F_y s + F_theta)/F_y' at a point: [unknown][direction] each. 0 in F_y' is no number to divide
 * by; what comes of it does not converge. */
static void find_slopes(const eg_variation *v, size_t point, const double *s, double *to)
{
    const eg_variational_rows *rows = v->linear.rows;
    const double *values = v->linear.values + point * (size_t)rows->start[v->n];
    const size_t n = v->n, count = v->count;
    for (size_t i = 0; i < n; i++) {
        double *restrict sum = to + i * count;
        const double factor = -v->linear.pace[point] / values[v->linear.rate[i]];
        for (size_t k = 0; k < count; k++)
            sum[k] = 0.0;
        for (int e = rows->start[i]; e < rows->start[i + 1]; e++) {
            const size_t c = (size_t)rows->column[e];
            const double own = factor * values[e];
            if (c < n) {
                const double *restrict from = s + c * count;
                for (size_t k = 0; k < count; k++)
                    sum[k] += own * from[k];
            } else if (c >= 2 * n) {
                sum[c - 2 * n] += own;
            }
        }
    }
}

/* What rounding leaves of s at the end of the part: of the terms that are summed there. */
static void find_noise(eg_variation *v)
{
    eg_variation_linear *l = &v->linear;
    const eg_variational_rows *rows = l->rows;
    const size_t last = STAGES - 1, n = v->n, count = v->count, all = n * count;
    const double *values = l->values + last * (size_t)rows->start[n], *slope = l->slope + last * all;
    for (size_t i = 0; i < n; i++) {
        double *sum = l->noise + i * count;
        const double factor = l->pace[last] / fabs(values[l->rate[i]]);
        for (size_t k = 0; k < count; k++)
            sum[k] = fabs(slope[i * count + k]);
        for (int e = rows->start[i]; e < rows->start[i + 1]; e++) {
            const size_t c = (size_t)rows->column[e];
            const double own = factor * fabs(values[e]);
            for (size_t k = 0; k < count && c < n; k++)
                sum[k] += own * fabs(l->begin[c * count + k] + l->z[last * all + c * count + k]);
        }
        for (size_t k = 0; k < count; k++)
            sum[k] *= EG_VARIATION_ROUNDING / eg_irk_eigenvalue[0][0];
    }
}

/* The largest of |s| so far, and where it begins. */
static void begin(eg_variation *v)
{
    eg_variation_linear *l = &v->linear;
    const size_t n = v->n, count = v->count;
    for (size_t k = 0; k < count; k++)
        for (size_t c = 0; c < n; c++) {
            const size_t from = k * n + c, to = c * count + k;
            l->begin[to] = v->s[from];
            l->size[to] = fmax(v->size[from], v->expected[from]);
        }
    memset(l->z, 0, STAGES * n * count * sizeof *l->z);
    memset(l->noise, 0, n * count * sizeof *l->noise);
}

/* z at stage i from the slopes; what that changes it by, where it is more than `change` holds. */
static void collocate(eg_variation_linear *l, size_t i, size_t all)
{
    const double *a = eg_variation_collocation[i];
    const double *restrict s0 = l->slope, *restrict s1 = s0 + all, *restrict s2 = s1 + all;
    const double *restrict s3 = s2 + all, *restrict s4 = s3 + all, *restrict s5 = s4 + all;
    const double *restrict s6 = s5 + all;
    double *restrict z = l->z + i * all, *restrict change = l->along;
    for (size_t j = 0; j < all; j++) {
        const double sum = a[0] * s0[j] + a[1] * s1[j] + a[2] * s2[j] + a[3] * s3[j] + a[4] * s4[j] +
                           a[5] * s5[j] + a[6] * s6[j];
        const double own = fabs(sum - z[j]);
        change[j] = own <= change[j] ? change[j] : own; /* NaN wins */
        z[j] = sum;
    }
}

/* The largest of what has been added beside what is allowed to be left. */
static double size_of_change(const eg_variation *v, double part)
{
    const eg_variation_linear *l = &v->linear;
    const size_t n = v->n, count = v->count;
    double most = 0.0;
    for (size_t c = 0; c < n; c++)
        for (size_t k = 0; k < count; k++) {
            const size_t j = c * count + k;
            const double own = l->along[j] / eg_variation_allowed(v, k, c, part, l->size[j], l->noise[j]);
            most = own <= most ? most : own;
        }
    return most;
}

/* s at stage i, from the slopes as they are, and its slope there. */
static void pass_stage(eg_variation *v, size_t i)
{
    eg_variation_linear *l = &v->linear;
    const size_t all = v->n * v->count;
    collocate(l, i, all);
    const double *restrict begin = l->begin, *restrict z = l->z + i * all;
    double *restrict at = l->at, *restrict size = l->size;
    for (size_t j = 0; j < all; j++) {
        at[j] = begin[j] + z[j];
        size[j] = fabs(at[j]) > size[j] ? fabs(at[j]) : size[j];
    }
    find_slopes(v, i, l->at, l->slope + i * all);
}

/* One round, stage by stage, each with what those before it have come to; how much it has added, beside what
 * is allowed to be left. */
static double go_round(eg_variation *v)
{
    memset(v->linear.along, 0, v->n * v->count * sizeof *v->linear.along); /* what numbers change by */
    for (size_t i = 0; i < STAGES; i++)
        pass_stage(v, i);
    return size_of_change(v, EG_VARIATION_LEFT);
}

eg_variation_course eg_variation_go_on(int round, double now, double before)
{
    const double gain = now / before;
    /* what all further rounds would add */
    if (now <= 1.0 || (round > 1 && gain < 0.5 && now * gain / (1.0 - gain) <= 1.0))
        return EG_VARIATION_HAS_CONVERGED;
    if (round + 1 >= MOST_ROUNDS || !(now < INFINITY) || (round > 2 && now > least_gain * before))
        return EG_VARIATION_HAS_FAILED;
    return EG_VARIATION_GOES_ON;
}

static bool converge(eg_variation *v)
{
    eg_variation_course course = EG_VARIATION_GOES_ON;
    double before = INFINITY;
    for (size_t i = 0; i < STAGES; i++)
        find_slopes(v, i, v->linear.begin, v->linear.slope + i * v->n * v->count);
    for (int round = 0; course == EG_VARIATION_GOES_ON; round++) {
        const double now = go_round(v);
        if (round == 1)
            find_noise(v);
        course = eg_variation_go_on(round, now, before);
        before = now;
    }
    return course == EG_VARIATION_HAS_CONVERGED;
}

/* How far the polynomial is from the equations at a point between the stages, beside what is allowed. */
static void look_between(eg_variation *v, size_t point, double *error)
{
    eg_variation_linear *l = &v->linear;
    const size_t all = v->n * v->count;
    double value[STAGES], rate[STAGES];
    double *defect = l->slope; /* of no use any more */
    eg_variation_weigh(eg_variation_place(point), value, rate);
    for (size_t j = 0; j < all; j++) {
        l->at[j] = l->begin[j];
        l->along[j] = 0.0;
    }
    for (size_t i = 0; i < STAGES; i++)
        for (size_t j = 0; j < all; j++) {
            l->at[j] += value[i] * l->z[i * all + j];
            l->along[j] += rate[i] * l->z[i * all + j];
        }
    find_slopes(v, point, l->at, defect);
    for (size_t j = 0; j < all; j++)
        l->along[j] = fabs(l->along[j] - defect[j]) / eg_irk_eigenvalue[0][0];
    const double own = size_of_change(v, 1.0);
    *error = own <= *error ? *error : own;
}

int eg_variation_iterate_simply(eg_variation *v, double *error)
{
    eg_variation_linear *l = &v->linear;
    const size_t n = v->n, count = v->count, all = n * count;
    *error = 0.0;
    if (!is_diagonal(v))
        return 1;
    begin(v);
    if (!converge(v))
        return 1;
    for (size_t i = STAGES; i < POINTS; i++)
        look_between(v, i, error);
    for (size_t k = 0; k < count; k++)
        for (size_t c = 0; c < n; c++) {
            const size_t j = c * count + k;
            v->noise[k * n + c] = l->noise[j];
            for (size_t i = 0; i < STAGES; i++)
                v->z[(k * STAGES + i) * n + c] = l->z[i * all + j];
        }
    return 0;
}

int eg_variation_settle_simply(eg_variation *v, double t, const double *y, const double *yp)
{
    eg_variation_linear *l = &v->linear;
    const size_t n = v->n, count = v->count;
    l->rows = l->of_mode = v->facet->rows ? v->facet->rows(v->system, t, y, yp) : NULL;
    if (!l->rows || !is_diagonal(v))
        return 1;
    if (!make_room(l, (size_t)l->rows->start[n]))
        return EG_ERROR_MEMORY;
    const int status = v->facet->linearize(v->system, t, y, yp, l->values);
    if (status != 0)
        return status;
    for (size_t k = 0; k < count; k++)
        for (size_t c = 0; c < n; c++)
            l->at[c * count + k] = v->s[k * n + c];
    l->pace[0] = 1.0;
    find_slopes(v, 0, l->at, l->along);
    for (size_t k = 0; k < count; k++)
        for (size_t c = 0; c < n; c++) {
            v->rate[k * n + c] = l->along[c * count + k];
            v->size[k * n + c] = fmax(v->size[k * n + c], fabs(v->s[k * n + c]));
        }
    return 0;
}
