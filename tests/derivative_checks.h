/* The network's derivatives against differences of its residual; random points. */
#ifndef DERIVATIVE_CHECKS_H
#define DERIVATIVE_CHECKS_H

#include "network/network.h"

#include "build_model.h"
#include "network/motion/evaluate.h"
#include "network/solve/consistent.h"
#include "network/solve/derivatives.h"

/* Repeatable numbers in (-1, 1): a linear congruence (Knuth's MMIX constants). */
static inline double random_number(uint64_t *seed)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1.0;
}

typedef struct derivatives {
    eg_network *s;
    int n;
    double *y, *yp, *high, *low, *values;
} derivatives;

/* Column j of dF/dy (or dF/dy'), by central differences, in d->high. With a step of cbrt(ulp) times the
 * size of the unknown the truncation is of the order of 4e-11 of the third derivative and the round-off 16
 * ulp/1e-5 of F. */
static inline void difference(derivatives *d, double t, double *x)
{
    double before = *x, step = 6e-6 * fmax(fabs(before), 1e-1);
    *x = before + step;
    double up = *x;
    assert_int_equal(eg_network_residual(&d->s->base, t, d->y, d->yp, d->high), 0);
    *x = before - step;
    double down = *x;
    assert_int_equal(eg_network_residual(&d->s->base, t, d->y, d->yp, d->low), 0);
    *x = before;
    for (int i = 0; i < d->n; i++)
        d->high[i] = (d->high[i] - d->low[i]) / (up - down);
}

/* The entry (i, j) of the matrix in d->values. */
static inline double entry(const derivatives *d, int i, int j)
{
    const eg_pattern *p = d->s->base.pattern;
    for (int k = p->start[j]; k < p->start[j + 1]; k++)
        if (p->row[k] == i)
            return d->values[k];
    return 0;
}

/* Compares weight*dF/dx with what the Jacobian has in column j; `what` is y or y'. */
static inline void compare_column(derivatives *d, int j, const char *model, const char *what)
{
    for (int i = 0; i < d->n; i++) {
        double J = entry(d, i, j), D = d->high[i];
        if (fabs(J - D) <= 1e-6 * (1 + fabs(J)))
            continue;
        char row[160], column[160], text[500];
        d->s->base.ops->describe(&d->s->base, i, row, sizeof row);
        d->s->base.ops->describe(&d->s->base, j, column, sizeof column);
        snprintf(text, sizeof text, "%s: d(equation of %s)/d%s(%s) is %.12g, differences say %.12g", model,
                 row, what, column, J, D);
        rig_fail(__FILE__, __LINE__, text);
    }
}

static inline void check_jacobian(derivatives *d, double t, const char *model)
{
    assert_int_equal(d->s->base.ops->find_pattern(&d->s->base), 0);
    double *full = calloc((size_t)d->s->base.pattern->entries + 1, sizeof *full);
    d->values = calloc((size_t)d->s->base.pattern->entries + 1, sizeof *d->values);
    assert_non_null(full);
    assert_non_null(d->values);
    for (int cj = 0; cj < 2; cj++) { /* first dF/dy; then the difference that cj = 1 makes, dF/dy' */
        memcpy(full, d->values, sizeof *full * (size_t)d->s->base.pattern->entries);
        eg_network_jacobian(&d->s->base, t, d->y, d->yp, cj, d->values);
        for (int k = 0; k < d->s->base.pattern->entries && cj; k++)
            d->values[k] -= full[k];
        for (int j = 0; j < d->n; j++) {
            difference(d, t, cj ? &d->yp[j] : &d->y[j]);
            compare_column(d, j, model, cj ? "der" : "");
        }
    }
    free(full);
    free(d->values);
}

static inline derivatives begin_derivatives(rig *r)
{
    derivatives d = {0};
    assert_int_equal(eg_model_compile(r->spec, r->d, &r->model), EG_OK);
    d.s = eg_network_create(r->model, r->d);
    assert_non_null(d.s);
    d.n = d.s->base.n;
    d.y = calloc(4 * (size_t)d.n + 1, sizeof *d.y);
    assert_non_null(d.y);
    d.yp = d.y + d.n;
    d.high = d.yp + d.n;
    d.low = d.high + d.n;
    return d;
}

static inline void end_derivatives(derivatives *d)
{
    eg_network_free(d->s);
    free(d->y);
}

/* ---------------------------------------------------------------- y' */

/* From y at t, the differential part moved by h*y' + h^2/2*y'' and the algebraic part found anew must come
 * out at y + h*y' + O(h^2) in every entry: the slope over +-h agrees with y' to O(h^2) and round-off over
 * h. */
static inline void check_rates(derivatives *d, double t, const char *model)
{
    int n = d->n;
    double h = 1e-5, *ahead = d->high, *behind = d->low;
    double *rates = calloc(2 * (size_t)n + 1, sizeof *rates), *ignored = rates + n;
    assert_non_null(rates);
    memcpy(rates, d->yp, sizeof *rates * (size_t)n);
    for (int side = 0; side < 2; side++) {
        double *at = side ? behind : ahead, step = side ? -h : h;
        for (int i = 0; i < n; i++)
            at[i] = d->y[i] + step * rates[i];
        assert_int_equal(eg_network_make_consistent(d->s, t + step, at, ignored), 0);
    }
    for (int i = 0; i < n; i++) {
        double slope = (ahead[i] - behind[i]) / (2 * h), size = 1 + fabs(rates[i]);
        if (d->s->differential[i] || fabs(slope - rates[i]) <= 2e-7 * size)
            continue;
        char name[160], text[400];
        d->s->base.ops->describe(&d->s->base, i, name, sizeof name);
        snprintf(text, sizeof text, "%s at t = %g: der of algebraic %s is %.12g, differences say %.12g",
                 model, t, name, rates[i], slope);
        rig_fail(__FILE__, __LINE__, text);
    }
    free(rates);
}

#endif
