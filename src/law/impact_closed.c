/* Closed forms of the single impact without load.
 *
 * n = 1, in the units of impact.h: x'' + 2z x' + x = 0 with x = 0, x' = 1 at touch, z = delta/2. From a point
 * (x, v), along x(t) = e^(-zt)*(x cos wt + (v + z x)/w sin wt), w = sqrt(1 - z^2), the phases of a contact
 * end where the motion meets a line a*x + b*v = 0:
 *
 *     largest penetration    v = 0                 lift-off    x = 0
 *     push is 0              x + 2z v = 0          push is largest: (1 - 4z^2) v - 2z x = 0
 *
 * On the line a*x + b*v = e^(-zt)*(P cos wt + Q sin wt), so that wt = atan2(P, -Q). z > 1 takes the
 * hyperbolic functions in their place, z = 1 their limit.
 *
 * elasto-gap begins with twice the spring force and no damper: wt1 = atan(2 sqrt(2) z)/sqrt(2), up to
 * x = 2z v. Where the push has come to 0 the rest of the way, at constant speed, takes 2z. In each law the
 * restitution is e^(-z t), t the time that the damper acts unbounded. */
#include "law/impact.h"

#include <math.h>

typedef struct point {
    double x, v;
} point;

static double frequency(double z)
{
    return sqrt(fabs((1.0 - z) * (1.0 + z)));
}

/* Time from p to the line a*x + b*v = 0; infinite where the motion does not meet it. */
static double time_to_line(double z, point p, double a, double b)
{
    const double w = frequency(z), P = a * p.x + b * p.v, Q = a * (p.v + z * p.x) - b * (z * p.v + p.x);
    if (z < 1.0)
        return atan2(P, -Q / w) / w;
    if (!(P / Q < 0.0 && (z - 1.0) * (z + 1.0) * P * P < Q * Q))
        return INFINITY;
    return z > 1.0 ? atanh(-P * w / Q) / w : -P / Q;
}

static point move(double z, point p, double t)
{
    const double w = frequency(z), wt = w * t;
    const double c = z > 1.0 ? cosh(wt) : cos(wt);
    const double s = wt == 0.0 ? t : (z > 1.0 ? sinh(wt) : sin(wt)) / w;
    const double decay = exp(-z * t);
    return (point){decay * (p.x * c + (p.v + z * p.x) * s), decay * (p.v * c - (z * p.v + p.x) * s)};
}

/* Largest penetration and push of a damped phase that begins at p with its damper engaged. */
static void find_peaks(double z, point p, eg_impact *o)
{
    o->max_penetration = move(z, p, time_to_line(z, p, 0.0, 1.0)).x;
    o->peak_force = p.x + 2.0 * z * p.v;
    if ((1.0 - 4.0 * z * z) * p.v > 2.0 * z * p.x) {
        const point top = move(z, p, time_to_line(z, p, -2.0 * z, 1.0 - 4.0 * z * z));
        o->peak_force = top.x + 2.0 * z * top.v;
    }
}

static void elasto_gap(double z, eg_impact *o)
{
    const double root = sqrt(1.0 + 8.0 * z * z), first = atan(2.0 * sqrt(2.0) * z) / sqrt(2.0);
    const point p = {2.0 * z / root, 1.0 / root};
    const double second = time_to_line(z, p, 1.0, 2.0 * z);
    find_peaks(z, p, o);
    o->e = exp(-z * second);
    o->contact_time = first + second + 2.0 * z;
}

static void kelvin_voigt(double z, eg_impact *o)
{
    const point touch = {0.0, 1.0};
    find_peaks(z, touch, o);
    o->parts = z < 1.0;
    o->contact_time = z < 1.0 ? acos(-1.0) / frequency(z) : INFINITY;
    o->e = z < 1.0 ? exp(-z * o->contact_time) : 0.0;
}

static void kelvin_voigt_clipped(double z, eg_impact *o)
{
    const point touch = {0.0, 1.0};
    const double pushing = time_to_line(z, touch, 1.0, 2.0 * z);
    find_peaks(z, touch, o);
    o->e = exp(-z * pushing);
    o->contact_time = pushing + 2.0 * z;
}

static void undamped_rebound(double z, eg_impact *o)
{
    const point touch = {0.0, 1.0};
    const double approach = time_to_line(z, touch, 0.0, 1.0);
    find_peaks(z, touch, o);
    o->e = exp(-z * approach);
    o->contact_time = approach + 0.5 * acos(-1.0);
}

/* Any n: x^(n+1)/(n+1) + v^2/2 = 1/2. */
static void hertz(double n, eg_impact *o)
{
    const double p = 1.0 / (n + 1.0);
    o->max_penetration = pow(0.5 * (n + 1.0), p);
    o->peak_force = pow(o->max_penetration, n);
    o->contact_time = 2.0 * o->max_penetration * sqrt(acos(-1.0)) * exp(lgamma(1.0 + p) - lgamma(0.5 + p));
    o->e = 1.0;
}

static bool linear_law(const eg_unit_impact *unit, eg_impact *o)
{
    const double z = 0.5 * unit->delta;
    switch (unit->law) {
    case EG_CONTACT_ELASTO_GAP: elasto_gap(z, o); return true;
    case EG_CONTACT_KELVIN_VOIGT: kelvin_voigt(z, o); return true;
    case EG_CONTACT_KELVIN_VOIGT_CLIPPED: kelvin_voigt_clipped(z, o); return true;
    case EG_CONTACT_UNDAMPED_REBOUND: undamped_rebound(z, o); return true;
    default: return false;
    }
}

static bool is_family(eg_contact_law law)
{
    return law == EG_CONTACT_LANKARANI_NIKRAVESH_1994 || eg_contact_is_hysteresis(law);
}

bool eg_unit_impact_closed(const eg_unit_impact *unit, eg_impact *o)
{
    *o = (eg_impact){.parts = 1, .e_is_closed = 1, .is_closed = 1};
    if (unit->load > 0.0)
        return false;
    if (unit->law == EG_CONTACT_HERTZ || unit->delta == 0.0)
        hertz(unit->n, o);
    else if (is_family(unit->law)) {
        o->e = eg_contact_delivered(unit->delta);
        o->is_closed = 0;
    } else if (unit->n != 1.0 || !linear_law(unit, o))
        return false;
    o->energy_lost = 0.5 * (1.0 - o->e) * (1.0 + o->e);
    return true;
}
