/* Intervals by profile likelihood: of each estimate, how far it can go until the sum that is least with
 * all others sought anew has grown by more than noise explains (Bates and Watts 1988, Nonlinear Regression
 * Analysis, section 6.1). With z(u) = sign(u - u0) sqrt((S(u) - S0)/factor), its ends are where |z| is the
 * quantile; z is nearly linear, so that the secants below take a few steps. Where the sum is a parabola
 * these are the intervals by curvature. The derivatives of the estimate do for the others on the way, as
 * long as they help, and where the others were best at one place foretells where they are at the next one. */
#include "fit/search.h"

#include "base/flag.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TRIES = 12, MOST_STEPS = 20 };
/* Of a squared deviation: a sum that is more by that makes z more by a quarter of it; and of the quantile. */
static const double enough = 1e-3, near = 1e-3;

typedef struct profile {
    eg_fit_problem *p;
    const eg_place_found *at;
    const eg_known *known;
    double *u, *r, *J; /* (n), (m), (m x n) */
    double *along;     /* (n) of the others' ways, as the one that is held goes */
    bool *frozen;      /* (n) */
} profile;

/* z where unknown j is at `place`, and the others are best. NAN: no run. */
static double height(profile *x, size_t j, double place, double sum0)
{
    const size_t n = x->p->sought_count;
    const double step = place - x->at->u[j], deviation = x->known->factor / sum0; /* squared, of the sum */
    for (size_t i = 0; i < n; i++) {
        x->u[i] = fmin(fmax(x->at->u[i] + x->along[i] * step, x->p->low[i]), x->p->high[i]);
        x->frozen[i] = i == j || !x->known->told[i];
    }
    x->u[j] = place;
    eg_least l = {.low = x->p->low,
                  .high = x->p->high,
                  .frozen = x->frozen,
                  .loss = eg_fit_loss(x->p),
                  .most_steps = MOST_STEPS,
                  .enough = enough * deviation,
                  .keep = deviation,
                  .has_J = true,
                  .damping = 1e-9};
    if (!eg_least_squares(&x->p->residuals, &l, x->u, x->r, x->J))
        return NAN;
    for (size_t i = 0; i < n; i++)
        x->along[i] = (x->u[i] - x->at->u[i]) / step;
    return copysign(sqrt(fmax(0, (l.sum - sum0) / x->known->factor)), step);
}

/* As the curvature foretells. */
static void begin_along(profile *x, size_t j)
{
    const size_t n = x->p->sought_count;
    const double *covariance = x->known->covariance;
    memcpy(x->J, x->at->J, x->p->residuals.m * n * sizeof *x->J);
    for (size_t i = 0; i < n; i++) {
        const double along = covariance[j * n + i] / covariance[j * n + j];
        x->along[i] = isnan(along) ? 0 : along;
    }
}

/* The end of the interval of unknown j on one side; NAN: a bound, or the end of all runs, comes first, or
 * it has not been found. */
static double find_end(profile *x, size_t j, double side, double sum0)
{
    const double u0 = x->at->u[j], wanted = side * x->known->quantile;
    const double deviation = sqrt(x->known->covariance[j * x->p->sought_count + j]);
    const double bound = side < 0 ? x->p->low[j] : x->p->high[j];
    double inside = u0, inside_z = 0, outside = NAN, outside_z = NAN, place = u0 + wanted * deviation;
    begin_along(x, j);
    for (int k = 0; k < MOST_TRIES && !eg_flag_is_up(x->p->o->stop); k++) {
        if (side * (place - bound) >= 0)
            place = bound;
        const double z = height(x, j, place, sum0);
        if (fabs(z - wanted) <= near * fabs(wanted))
            return place;
        if (isnan(z) || side * z > side * wanted) {
            outside = place;
            outside_z = isnan(z) ? 2 * wanted : z;
        } else if (place == bound) {
            return NAN;
        } else {
            inside = place;
            inside_z = z;
        }
        if (isnan(outside)) { /* onwards, a little beyond, no more than twice as far */
            const double slope = fmax(side * inside_z / fabs(inside - u0), 0.5 / deviation);
            const double rest = fmax(side * (wanted - inside_z), 0.01) * (1 + k);
            place = inside + side * fmin(rest / slope, fabs(inside - u0));
        } else {
            const double part = (wanted - inside_z) / (outside_z - inside_z);
            place = inside + fmin(fmax(part, 0.02), 0.98) * (outside - inside);
        }
    }
    /* next to the estimate itself lies a jump, across which the others are not sought */
    return isnan(outside) || inside == u0 ? NAN : inside;
}

eg_status eg_fit_profile(eg_fit_problem *p, const eg_place_found *at, const eg_known *known, eg_fit *fit)
{
    const size_t m = p->residuals.m, n = p->sought_count;
    const double sum0 = eg_loss_sum(eg_fit_loss(p), at->r, m);
    profile x = {.p = p, .at = at, .known = known};
    x.u = malloc((2 * n + m + m * n + 1) * sizeof *x.u);
    x.frozen = malloc((n + 1) * sizeof *x.frozen);
    const bool is_smooth = !eg_fit_is_rounding(p); /* else no end is to be sought */
    eg_status status = x.u && x.frozen ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK) {
        x.along = x.u + n;
        x.r = x.along + n;
        x.J = x.r + m;
    }
    for (size_t j = 0; j < n && status == EG_OK && is_smooth; j++) {
        if (!known->told[j] || !(known->covariance[j * n + j] > 0))
            continue;
        p->progress.done = p->progress.starts + 2 * j;
        fit->estimates[j].profile_low = eg_sought_value(&p->sought[j], find_end(&x, j, -1, sum0));
        p->progress.done++;
        fit->estimates[j].profile_high = eg_sought_value(&p->sought[j], find_end(&x, j, 1, sum0));
    }
    free(x.u);
    free(x.frozen);
    return status;
}
