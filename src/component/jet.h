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

/* ---------------------------------------------------------------- functions, by the names of Modelica */

static inline eg_jet eg_jet_sin(eg_jet u)
{
    double g = sin(u.x);
    return eg_jet_chain(u, g, cos(u.x), -g);
}

static inline eg_jet eg_jet_cos(eg_jet u)
{
    double g = cos(u.x);
    return eg_jet_chain(u, g, -sin(u.x), -g);
}

static inline eg_jet eg_jet_tan(eg_jet u)
{
    double g = tan(u.x), dg = 1.0 + g * g;
    return eg_jet_chain(u, g, dg, 2.0 * g * dg);
}

static inline eg_jet eg_jet_asin(eg_jet u)
{
    double dg = 1.0 / sqrt(1.0 - u.x * u.x);
    return eg_jet_chain(u, asin(u.x), dg, u.x * dg * dg * dg);
}

static inline eg_jet eg_jet_acos(eg_jet u)
{
    double dg = -1.0 / sqrt(1.0 - u.x * u.x);
    return eg_jet_chain(u, acos(u.x), dg, u.x * dg * dg * dg);
}

static inline eg_jet eg_jet_atan(eg_jet u)
{
    double dg = 1.0 / (1.0 + u.x * u.x);
    return eg_jet_chain(u, atan(u.x), dg, -2.0 * u.x * dg * dg);
}

static inline eg_jet eg_jet_sinh(eg_jet u)
{
    double g = sinh(u.x);
    return eg_jet_chain(u, g, cosh(u.x), g);
}

static inline eg_jet eg_jet_cosh(eg_jet u)
{
    double g = cosh(u.x);
    return eg_jet_chain(u, g, sinh(u.x), g);
}

static inline eg_jet eg_jet_tanh(eg_jet u)
{
    double g = tanh(u.x), dg = 1.0 - g * g;
    return eg_jet_chain(u, g, dg, -2.0 * g * dg);
}

static inline eg_jet eg_jet_exp(eg_jet u)
{
    double g = exp(u.x);
    return eg_jet_chain(u, g, g, g);
}

static inline eg_jet eg_jet_log(eg_jet u)
{
    double dg = 1.0 / u.x;
    return eg_jet_chain(u, log(u.x), dg, -dg / u.x);
}

static inline eg_jet eg_jet_log10(eg_jet u)
{
    double dg = 0.43429448190325182765 / u.x;
    return eg_jet_chain(u, log10(u.x), dg, -dg / u.x);
}

static inline eg_jet eg_jet_sqrt(eg_jet u)
{
    double g = sqrt(u.x);
    return eg_jet_chain(u, g, 0.5 / g, -0.25 / (u.x * g));
}

/* The angle of two signals: its derivative is (v*du - u*dv)/(u^2 + v^2). */
static inline eg_jet eg_jet_atan2(eg_jet u, eg_jet v)
{
    double r = u.x * u.x + v.x * v.x;
    double n = v.x * u.dx - u.x * v.dx;
    double dr = 2.0 * (u.x * u.dx + v.x * v.dx);
    double dn = v.x * u.ddx - u.x * v.ddx;
    return (eg_jet){atan2(u.x, v.x), n / r, (dn - n * dr / r) / r};
}

#endif
