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
 * Far beyond z = 1 that is a difference of nearly equal numbers. There the motion is one of two decays, with
 * the rates 1/r and r, r = z + w, in the amounts v + r x and -(v + x/r), and in the three lines of v each
 * counts with its rate's power 1, 2 and 3: they are met where e^(2wt) = r^(2 power) (v + x/r)/(v + r x).
 *
 * elasto-gap begins with twice the spring force and no damper: wt1 = atan(2 sqrt(2) z)/sqrt(2), up to
 * x = 2z v. Where the push has come to 0 the rest of the way, at constant speed, takes 2z. In each law the
 * restitution is e^(-z t), t the time that the damper acts unbounded. */
#include "law/impact.h"

#include <math.h>

typedef struct point {
    double x, v;
} point;

/* The lines that end a phase but for lift-off, by the power of the rates in them. */
typedef enum line { DEEPEST = 1, PUSH_ENDS = 2, PUSH_IS_LARGEST = 3 } line;

static const double far_beyond = 2.0;

static double frequency(double z)
{
    return sqrt(fabs(1.0 - z)) * sqrt(1.0 + z);
}

/* Time from p to a*x + b*v = 0; infinite where the motion does not meet it. */
static double time_to_zero(double z, point p, double a, double b)
{
    const double w = frequency(z), P = a * p.x + b * p.v, Q = a * (p.v + z * p.x) - b * (z * p.v + p.x);
    if (z < 1.0)
        return atan2(P, -Q / w) / w;
    if (!(P / Q < 0.0 && (z - 1.0) * (z + 1.0) * P * P < Q * Q))
        return INFINITY;
    return z > 1.0 ? atanh(-P * w / Q) / w : -P / Q;
}

/* Time from p, where x >= 0 and v > 0, to a line that is ahead. */
static double time_to_line(double z, point p, line to)
{
    if (z > far_beyond) {
        const double w = frequency(z), r = z + w;
        return 0.5 * (log((p.v + p.x / r) / (p.v + r * p.x)) + 2 * (int)to * log(r)) / w;
    }
    switch (to) {
    case DEEPEST: return time_to_zero(z, p, 0.0, 1.0);
    case PUSH_ENDS: return time_to_zero(z, p, 1.0, 2.0 * z);
    default: return time_to_zero(z, p, -2.0 * z, 1.0 - 4.0 * z * z);
    }
}

static point move(double z, point p, double t)
{
    const double w = frequency(z), wt = w * t;
    const double c = z > 1.0 ? cosh(wt) : cos(wt), sine = z > 1.0 ? sinh(wt) : sin(wt);
    const double s = wt == 0.0 ? t : sine / w;
    const double decay = exp(-z * t);
    return (point){decay * (p.x * c + (p.v + z * p.x) * s), decay * (p.v * c - (z * p.v + p.x) * s)};
}

/* Largest penetration and push of a damped phase that begins at p with its damper engaged. */
static void find_peaks(double z, point p, eg_impact *o)
{
    o->max_penetration = move(z, p, time_to_line(z, p, DEEPEST)).x;
    o->peak_force = p.x + 2.0 * z * p.v;
    if ((1.0 - 4.0 * z * z) * p.v > 2.0 * z * p.x) {
        const point top = move(z, p, time_to_line(z, p, PUSH_IS_LARGEST));
        o->peak_force = top.x + 2.0 * z * top.v;
    }
}

static void elasto_gap(double z, eg_impact *o)
{
    const double root = hypot(1.0, sqrt(8.0) * z), first = atan(sqrt(8.0) * z) / sqrt(2.0);
    const point p = {2.0 * z / root, 1.0 / root};
    const double second = time_to_line(z, p, PUSH_ENDS);
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
    const double pushing = time_to_line(z, touch, PUSH_ENDS);
    find_peaks(z, touch, o);
    o->e = exp(-z * pushing);
    o->contact_time = pushing + 2.0 * z;
}

static void undamped_rebound(double z, eg_impact *o)
{
    const point touch = {0.0, 1.0};
    const double approach = time_to_line(z, touch, DEEPEST);
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
