/* Arithmetic of jets: a value with its first and second derivative (Taylor arithmetic), so that a block's
 * equation, written once, gives its derivatives too. */
#ifndef EG_COMPONENT_JET_H
#define EG_COMPONENT_JET_H

#include <math.h>

/* A value and its first two derivatives with respect to one direction (time, or one input): truncated
 * Taylor arithmetic. x in the signal's unit, dx per second, ddx per second squared. */
typedef struct eg_jet {
    double x, dx, ddx;
} eg_jet;

static inline eg_jet eg_jet_of(double x)
{
    return (eg_jet){x, 0.0, 0.0};
}

/* The same a little later than where it was computed, by the part of a time that rounding has left out [s].
 * `third`: the third derivative, or 0 where that is not known. */
static inline void eg_jet_go_on(eg_jet *u, double rest, double third)
{
    const eg_jet on = {u->x + rest * (u->dx + 0.5 * rest * u->ddx), u->dx + rest * u->ddx,
                       u->ddx + rest * third};
    if (rest != 0.0 && isfinite(on.x) && isfinite(on.dx) && isfinite(on.ddx))
        *u = on;
}

/* a*u + b*v */
static inline eg_jet eg_jet_sum(double a, eg_jet u, double b, eg_jet v)
{
    return (eg_jet){a * u.x + b * v.x, a * u.dx + b * v.dx, a * u.ddx + b * v.ddx};
}

static inline eg_jet eg_jet_scaled(double a, eg_jet u)
{
    return (eg_jet){a * u.x, a * u.dx, a * u.ddx};
}

static inline eg_jet eg_jet_product(eg_jet u, eg_jet v)
{
    return (eg_jet){u.x * v.x, u.dx * v.x + u.x * v.dx, u.ddx * v.x + 2.0 * u.dx * v.dx + u.x * v.ddx};
}

/* g(u) where g, dg and ddg are the value and the derivatives of the function at u.x. */
static inline eg_jet eg_jet_chain(eg_jet u, double g, double dg, double ddg)
{
    return (eg_jet){g, dg * u.dx, dg * u.ddx + ddg * u.dx * u.dx};
}

static inline eg_jet eg_jet_quotient(eg_jet u, eg_jet v)
{
    double r = 1.0 / v.x;
    eg_jet q = {u.x / v.x, 0.0, 0.0};
    q.dx = (u.dx - q.x * v.dx) * r;
    q.ddx = (u.ddx - 2.0 * q.dx * v.dx - q.x * v.ddx) * r;
    return q;
}

#endif
