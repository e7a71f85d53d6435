/* The pull of a contact that sticks, behind the push: the body comes back to s_rel0 with the speed u and
 * draws the spring out until that pulls with f_release.
 *
 * In the units of impact.h the spring pulls x^n at an extension x, without a damper: energy tells all.
 *
 *     lets go at x_r = f_release^(1/n);   of u^2/2 it takes f_release*x_r/(n + 1), which is lost, and
 *     load*x_r
 *
 * Where u^2/2 is not more than that the body turns at X, U(X) = X^(n+1)/(n + 1) + load*X = u^2/2. The time
 * to x is the integral of dx/sqrt(2 (U(X) - U(x))); with x = X cos(phi) it has no singularity, also where X
 * is hardly more than x_r. */
#include "law/impact.h"

#include <math.h>

typedef struct pull {
    double n, load;
    double turn;          /* X: where the body would turn if nothing let go */
    double spring, press; /* the two parts of U(X) */
} pull;

/* U(X) = u^2/2, by Newton's method from above: U is convex. */
static pull pull_of(const eg_unit_impact *unit, double u)
{
    const double energy = 0.5 * u * u, m = unit->n + 1.0;
    double x = pow(m * energy, 1.0 / m);
    if (unit->load > 0.0)
        x = fmin(x, energy / unit->load);
    for (int i = 0; i < 200; i++) {
        const double force = pow(x, unit->n) + unit->load;
        const double step = (x * (pow(x, unit->n) / m + unit->load) - energy) / force;
        if (!(step > 1e-16 * x))
            break;
        x -= step;
    }
    return (pull){unit->n, unit->load, x, pow(x, m) / m, unit->load * x};
}

/* dt/dphi at x = X cos(phi), without cancellation: 1 - cos(phi) = 2 sin(phi/2)^2. */
static double slowness(const pull *p, double phi)
{
    const double q = 2.0 * sin(0.5 * phi) * sin(0.5 * phi);
    const double left = -p->spring * expm1((p->n + 1.0) * log1p(-q)) + p->press * q;
    if (left > 0.0)
        return p->turn * sin(phi) / sqrt(2.0 * left);
    return p->turn / sqrt(p->spring * (p->n + 1.0) + p->press);
}

/* From s_rel0 to the extension x, by double exponentials (Takahasi and Mori 1974). */
static double time_to(const pull *p, double x)
{
    const double step = 1.0 / 64.0, right = 1.5707963267948966;
    const double left = 2.0 * asin(fmin(sqrt(0.5 * (p->turn - x) / p->turn), 0.70710678118654752));
    double sum = 0.0;
    for (int i = -224; i <= 224; i++) {
        const double s = right * sinh(i * step), weight = cosh(i * step) / (cosh(s) * cosh(s));
        const double share = 0.5 * (1.0 + tanh(s));
        sum += weight * slowness(p, left + (right - left) * share);
    }
    return sum * step * right * 0.5 * (right - left);
}

static double extension(const eg_unit_impact *unit)
{
    return pow(unit->release, 1.0 / unit->n);
}

double eg_unit_impact_pull(const eg_unit_impact *unit)
{
    const double x = extension(unit);
    return unit->release > 0.0 ? x * (unit->release / (unit->n + 1.0) + unit->load) : 0.0;
}

void eg_unit_impact_stick(const eg_unit_impact *unit, eg_impact *impact)
{
    if (!(unit->release > 0.0) || !impact->parts)
        return;
    const double left = impact->e * impact->e - 2.0 * eg_unit_impact_pull(unit), x = extension(unit);
    impact->is_closed = 0;
    if (!(left > 0.0)) {
        impact->e = 0.0;
        impact->contact_time = INFINITY;
        impact->parts = 0;
        impact->sticks = 1;
        return;
    }
    const pull p = pull_of(unit, impact->e);
    impact->contact_time += time_to(&p, x);
    impact->energy_lost += unit->release * x / (unit->n + 1.0);
    impact->e = sqrt(left);
}

/* ---------------------------------------------------------------- the course */

static void add(eg_impact_trace *trace, const pull *p, double time, double x, double sign)
{
    const double left = -p->spring * expm1((p->n + 1.0) * log(x / p->turn)) + p->press * (1.0 - x / p->turn);
    eg_impact_trace_add(trace,
                        (eg_impact_point){time, -x, -sign * sqrt(2.0 * fmax(left, 0.0)), -pow(x, p->n)});
}

void eg_unit_impact_trace_pull(const eg_unit_impact *unit, eg_impact_trace *trace)
{
    enum { POINTS = 100 };
    if (!(unit->release > 0.0) || trace->count == 0)
        return;
    const eg_impact_point touch = trace->points[trace->count - 1];
    const pull p = pull_of(unit, -touch.speed);
    const bool lets_go = extension(unit) < p.turn;
    const double most = lets_go ? extension(unit) : p.turn, whole = time_to(&p, most);
    for (int i = 1; i <= POINTS; i++) {
        const double x = most * sin(1.5707963267948966 * i / POINTS);
        add(trace, &p, touch.time + time_to(&p, x), x, 1.0);
    }
    if (lets_go) {
        eg_impact_point free = trace->points[trace->count - 1];
        free.push = 0.0;
        eg_impact_trace_add(trace, free);
        return;
    }
    for (int i = POINTS - 1; i > 0; i--) {
        const double x = most * sin(1.5707963267948966 * i / POINTS);
        add(trace, &p, touch.time + 2.0 * whole - time_to(&p, x), x, -1.0);
    }
    eg_impact_trace_add(trace, (eg_impact_point){touch.time + 2.0 * whole, 0.0, -touch.speed, 0.0});
}
