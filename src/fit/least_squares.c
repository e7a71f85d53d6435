#include "fit/least_squares.h"

#include "fit/linear.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 40, MOST_KEPT = 4 };
/* Both lose 5 % of efficiency where errors are normal. */
static const double huber = 1.345, bisquare = 4.685;
/* Of what a step promised, where J foretells well. */
static const double good_gain = 0.5;

double eg_loss_rho(eg_loss loss, double r)
{
    const double s = loss.scale, z = loss.kind == EG_LOSS_SQUARE ? r : fabs(r) / s;
    if (loss.kind == EG_LOSS_HUBER)
        return z <= huber ? 0.5 * r * r : s * s * huber * (z - 0.5 * huber);
    if (loss.kind == EG_LOSS_BISQUARE) {
        const double u = z < bisquare ? 1 - z * z / (bisquare * bisquare) : 0;
        return s * s * bisquare * bisquare / 6 * (1 - u * u * u);
    }
    return 0.5 * r * r;
}

double eg_loss_weight(eg_loss loss, double r)
{
    const double z = loss.kind == EG_LOSS_SQUARE ? 0 : fabs(r) / loss.scale;
    if (loss.kind == EG_LOSS_HUBER)
        return z <= huber ? 1 : huber / z;
    if (loss.kind == EG_LOSS_BISQUARE) {
        const double u = z < bisquare ? 1 - z * z / (bisquare * bisquare) : 0;
        return u * u;
    }
    return 1;
}

double eg_loss_slope(eg_loss loss, double r)
{
    const double z = loss.kind == EG_LOSS_SQUARE ? 0 : fabs(r) / loss.scale;
    if (loss.kind == EG_LOSS_HUBER)
        return z <= huber;
    if (loss.kind == EG_LOSS_BISQUARE) {
        const double q = z * z / (bisquare * bisquare);
        return q < 1 ? (1 - q) * (1 - 5 * q) : 0;
    }
    return 1;
}

double eg_loss_sum(eg_loss loss, const double *r, size_t m)
{
    double sum = 0;
    for (size_t i = 0; i < m; i++)
        sum += 2 * eg_loss_rho(loss, r[i]);
    return sum;
}

/* ---------------------------------------------------------------- the linear problem */

typedef struct linear {
    size_t m, n; /* of the problem; `free` of its unknowns take part: */
    size_t *of;  /* (free) their numbers */
    size_t free;
    double *a, *b;    /* (m x free) the weighted columns, then U; (m) the weighted residuals */
    double *s, *v;    /* (free), (free x free) */
    double *c;        /* (free) U'b */
    double *scale;    /* (n) the largest norm that each column has had */
    double *gradient; /* (n) */
    double *step;     /* (n) */
    double *trial, *trial_r;
    double *room; /* (free x free + free) */
    bool *held;   /* (n) stay at their bounds in this step */
} linear;

static bool make_room(linear *p, size_t m, size_t n)
{
    *p = (linear){.m = m, .n = n};
    p->of = calloc(n + 1, sizeof *p->of);
    p->held = calloc(n + 1, sizeof *p->held);
    p->a = calloc(m * n + 2 * m + 2 * n * n + 8 * n + 1, sizeof *p->a);
    if (!p->of || !p->a || !p->held)
        return false;
    p->b = p->a + m * n;
    p->trial_r = p->b + m;
    p->v = p->trial_r + m;
    p->s = p->v + n * n;
    p->c = p->s + n;
    p->scale = p->c + n;
    p->gradient = p->scale + n;
    p->step = p->gradient + n;
    p->trial = p->step + n;
    p->room = p->trial + n;
    return true;
}

/* About x: the columns that may move, their scales and singular values. */
static void linearize(linear *p, const eg_least *l, const double *x, const double *r, const double *J)
{
    const size_t m = p->m;
    p->free = 0;
    for (size_t j = 0; j < p->n; j++) {
        double norm = 0, slope = 0;
        double *column = p->a + p->free * m;
        p->gradient[j] = 0;
        if (p->held[j] || (l->frozen && l->frozen[j]))
            continue;
        for (size_t i = 0; i < m; i++) {
            const double w = sqrt(eg_loss_weight(l->loss, r[i]));
            column[i] = w * J[j * m + i];
            norm += column[i] * column[i];
            slope += column[i] * w * r[i];
        }
        p->gradient[j] = slope;
        p->scale[j] = fmax(p->scale[j], sqrt(norm));
        const bool is_held = (x[j] <= l->low[j] && slope > 0) || (x[j] >= l->high[j] && slope < 0);
        if (is_held || p->scale[j] == 0)
            continue;
        for (size_t i = 0; i < m; i++)
            column[i] /= p->scale[j];
        p->of[p->free++] = j;
    }
    for (size_t i = 0; i < m; i++)
        p->b[i] = sqrt(eg_loss_weight(l->loss, r[i])) * r[i];
    eg_singular_values(p->a, m, p->free, p->s, p->v, p->room);
    for (size_t k = 0; k < p->free; k++) {
        p->c[k] = 0;
        for (size_t i = 0; i < m; i++)
            p->c[k] += p->a[k * m + i] * p->b[i];
    }
}

/* The damped step of free unknown k, in the scale of its column, bounds apart. */
static double raw_step(const linear *p, size_t k, double damping)
{
    double sum = 0;
    for (size_t q = 0; q < p->free; q++)
        if (p->s[q] > 0)
            sum -= p->v[q * p->free + k] * p->s[q] * p->c[q] / (p->s[q] * p->s[q] + damping);
    return sum;
}

/* What is at a bound and would go beyond it takes no part: then the step of the others is another one. */
static void linearize_within(linear *p, const eg_least *l, const double *x, const double *r, const double *J)
{
    bool holds = true;
    memset(p->held, 0, p->n * sizeof *p->held);
    while (holds) {
        holds = false;
        linearize(p, l, x, r, J);
        for (size_t k = 0; k < p->free; k++) {
            const size_t j = p->of[k];
            const double step = raw_step(p, k, 0);
            p->held[j] = (x[j] <= l->low[j] && step < 0) || (x[j] >= l->high[j] && step > 0);
            holds = holds || p->held[j];
        }
    }
}

/* The damped step, cut off at the bounds, and x + step. What it promises to take off the sum. */
static double propose(linear *p, const eg_least *l, const double *x, double damping)
{
    double promise = 0;
    memset(p->step, 0, p->n * sizeof *p->step);
    memcpy(p->trial, x, p->n * sizeof *p->trial);
    for (size_t k = 0; k < p->free; k++) {
        const size_t j = p->of[k];
        p->trial[j] = fmin(fmax(x[j] + raw_step(p, k, damping) / p->scale[j], l->low[j]), l->high[j]);
        p->step[j] = (p->trial[j] - x[j]) * p->scale[j];
    }
    for (size_t q = 0; q < p->free; q++) { /* |b|^2 - |b + A step|^2 */
        double along = 0;
        for (size_t k = 0; k < p->free; k++)
            along += p->v[q * p->free + k] * p->step[p->of[k]];
        promise -= p->s[q] * along * (2 * p->c[q] + p->s[q] * along);
    }
    return promise;
}

/* ---------------------------------------------------------------- the way down */

/* Is x as far as doubles go? */
static bool is_still(const linear *p, const double *x)
{
    for (size_t j = 0; j < p->n; j++)
        if (fabs(p->trial[j] - x[j]) > 2 * DBL_EPSILON * fabs(x[j]))
            return false;
    return true;
}

/* What becomes of the way down: steps with J, or at least the next one, will do behind MADE_GOOD. */
typedef enum outcome { MADE, MADE_GOOD, NONE_HELPS, NONE_NEEDED } outcome;

/* The least change of J, in the scales of its columns, with which it foretells what the step x to trial has
 * made of the residuals. */
static void update(const linear *p, const double *x, const double *r, double *J)
{
    double square = 0;
    for (size_t j = 0; j < p->n; j++)
        square += p->step[j] * p->step[j];
    for (size_t i = 0; i < p->m; i++) {
        double missed = p->trial_r[i] - r[i];
        for (size_t j = 0; j < p->n; j++)
            missed -= J[j * p->m + i] * (p->trial[j] - x[j]);
        for (size_t j = 0; j < p->n; j++)
            J[j * p->m + i] += missed * p->step[j] * p->scale[j] / square;
    }
}

/* One step from x, after so many tries at most. */
static outcome descend(eg_residuals *of, eg_least *l, linear *p, double *x, double *r, double *J,
                       int most_tries)
{
    double growth = 2, most = 0;
    for (size_t q = 0; q < p->free; q++)
        most += p->c[q] * p->c[q]; /* what a whole step would take off, if there were no bounds */
    if (most <= l->enough * l->sum)
        return NONE_NEEDED;
    for (int tries = 0; tries < most_tries; tries++) {
        const double promise = propose(p, l, x, l->damping);
        if (is_still(p, x))
            return NONE_HELPS;
        if (promise > 0 && promise <= l->enough * l->sum)
            return NONE_NEEDED;
        if (promise > 0 && of->at(of, p->trial, p->trial_r)) {
            const double sum = eg_loss_sum(l->loss, p->trial_r, p->m), gain = (l->sum - sum) / promise;
            if (sum < l->sum && gain > 1e-4) {
                const bool follows = l->updates && gain > good_gain;
                if (follows)
                    update(p, x, r, J);
                memcpy(x, p->trial, p->n * sizeof *x);
                memcpy(r, p->trial_r, p->m * sizeof *r);
                const bool is_small = promise <= l->keep * l->sum;
                l->sum = sum;
                l->damping *= fmax(1e-3, 1 - pow(2 * fmin(gain, 1) - 1, 3));
                l->damping = fmax(l->damping, 1e-14);
                return is_small || follows ? MADE_GOOD : MADE;
            }
        }
        l->damping *= growth;
        growth *= 2;
    }
    return NONE_HELPS;
}

bool eg_least_squares(eg_residuals *of, eg_least *l, double *x, double *r, double *J)
{
    linear p;
    l->steps = 0;
    l->has_settled = false;
    l->damping = l->damping > 0 ? l->damping : 1e-3;
    bool good = make_room(&p, of->m, of->n) && of->at(of, x, r);
    l->sum = good ? eg_loss_sum(l->loss, r, of->m) : INFINITY;
    int kept = l->has_J ? 1 : 0; /* steps with the same J, the next one among them; 0: it is to be found */
    while (good && l->steps < l->most_steps) {
        if (kept == 0)
            good = of->jacobian(of, x, r, l->frozen, J);
        if (!good)
            break;
        linearize_within(&p, l, x, r, J);
        const outcome made = descend(of, l, &p, x, r, J, kept > 0 ? 1 : MOST_TRIES);
        l->steps += made == MADE || made == MADE_GOOD;
        l->has_settled = made == NONE_NEEDED || (made == NONE_HELPS && kept == 0);
        if (l->has_settled)
            break;
        kept = made == MADE_GOOD && kept < MOST_KEPT ? kept + 1 : 0;
    }
    if (good && !l->has_settled)
        good = of->jacobian(of, x, r, l->frozen, J);
    free(p.of);
    free(p.held);
    free(p.a);
    return good;
}
