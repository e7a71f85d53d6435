/* The state machine of friction; friction.h says what it is. */
#include "component/friction/friction.h"

#include <float.h>

const char *const eg_friction_modes[] = {"free",    "stuck",    "starts forward",     "starts backward",
                                         "forward", "backward", "stuck at min. stop", "stuck at max. stop"};

void eg_friction_no_force(const double *k, int mode, double s_rel, double v_rel, eg_force *out)
{
    (void)k, (void)mode, (void)s_rel, (void)v_rel;
    *out = (eg_force){0};
}

void eg_friction_bound(const double *k, int mode, eg_force *f)
{
    (void)k;
    (void)mode;
    f->loss = f->loss > 0 ? f->loss : 0;
}

int eg_friction_dependence(const double *k, int mode)
{
    eg_friction_kind kind = eg_friction_kind_of(mode);
    return kind >= EG_START_FORWARD && kind <= EG_BACKWARD && k[0] != 0 ? EG_ON_VELOCITY : 0;
}

double eg_friction_energy(const double *k, int mode, double s_rel)
{
    (void)k, (void)mode, (void)s_rel;
    return 0;
}

static double direction(int mode)
{
    eg_friction_kind kind = eg_friction_kind_of(mode);
    return kind == EG_FORWARD || kind == EG_START_FORWARD ? 1 : -1;
}

void eg_friction_force(const eg_friction_ops *f, const double *p, int mode, double v, double u, eg_force *out,
                       eg_response *response)
{
    double sign = direction(mode), force, slope;
    *out = (eg_force){0};
    *response = (eg_response){0};
    if (eg_friction_kind_of(mode) == EG_FREE || eg_friction_holds(mode))
        return;
    f->force(p, mode >> 3, sign * v, &force, &slope);
    *out = (eg_force){.f = sign * force * u,
                      .df_dv = slope * u,
                      .loss = sign * force * u * v,
                      .dloss_dv = u * (sign * force + slope * v)};
    response->df_du = sign * force;
    response->dloss_du = sign * force * v;
}

/* ---------------------------------------------------------------- where it may rest */

static bool is_at(double s, double stop)
{
    return fabs(s - stop) <= 16 * DBL_EPSILON * (fabs(s) + fabs(stop));
}

/* The kind of rest at s. */
static int rest(const eg_friction_ops *f, const double *p, double s)
{
    double low, high;
    if (!f->stops)
        return EG_LOCKED;
    f->stops(p, &low, &high);
    if (s <= low || is_at(s, low))
        return EG_AT_MIN;
    if (s >= high || is_at(s, high))
        return EG_AT_MAX;
    return EG_LOCKED;
}

/* Friction that has nothing to hold or brake with is free wherever no stop holds. */
static bool is_frictionless(const eg_friction_ops *f, const double *p)
{
    double f0, f0_max, force, slope;
    f->limits(p, &f0, &f0_max);
    f->force(p, 0, 1, &force, &slope);
    return f->stops && f0 <= 0 && slope <= 0 && force <= 0;
}

/* The segment that holds just above speed v >= 0. */
static int segment_at(const eg_friction_ops *f, const double *p, double v)
{
    double low, high;
    int segment = 0;
    if (!f->edges)
        return 0;
    for (f->edges(p, segment, &low, &high); v >= high; f->edges(p, segment, &low, &high))
        segment++;
    return segment;
}

static int sliding(const eg_friction_ops *f, const double *p, double v)
{
    return (v > 0 ? EG_FORWARD : EG_BACKWARD) + 8 * segment_at(f, p, fabs(v));
}

static bool is_zero(const eg_rubbing *at)
{
    return fabs(at->v) <= 4 * DBL_EPSILON * at->v_size;
}

/* Of what slides forward only: by the speed, or where that is given and 0 by the acceleration. */
static int by_speed_one_way(const eg_friction_ops *f, const double *p, const eg_rubbing *at, bool on)
{
    bool forward = is_zero(at) ? at->is_given && at->a > 0 : at->v > 0;
    if (!forward)
        return on ? EG_LOCKED : EG_LOCKED + 8;
    return on ? sliding(f, p, at->v) : EG_FREE;
}

/* What follows where nothing is free: by the speed, or at rest, where both speed and acceleration are given,
 * by the acceleration. */
static int by_speed(const eg_friction_ops *f, const double *p, const eg_rubbing *at)
{
    if (!is_zero(at))
        return sliding(f, p, at->v);
    if (at->is_given && at->a != 0)
        return at->a > 0 ? EG_FORWARD : EG_BACKWARD;
    return rest(f, p, at->s);
}

/* fn <= 0; where it passes 0, on the side that it goes to. */
static bool is_off(const eg_rubbing *at)
{
    return at->has_signal && (at->u < 0 || (at->u == 0 && at->du <= 0));
}

int eg_friction_begin(const eg_friction_ops *f, const double *p, const eg_rubbing *at)
{
    if (f->idle_limit)
        return by_speed_one_way(f, p, at, at->u > 0);
    if ((at->has_signal && at->u <= 0) || (is_frictionless(f, p) && rest(f, p, at->s) == EG_LOCKED))
        return EG_FREE;
    return by_speed(f, p, at);
}

int eg_friction_switched(const eg_friction_ops *f, const double *p, int mode, const eg_rubbing *at)
{
    if (!at->has_signal)
        return -1;
    if (f->idle_limit && eg_friction_is_off(mode))
        return at->u > 0 ? by_speed_one_way(f, p, at, true) : -1;
    if (f->idle_limit)
        return is_off(at) ? by_speed_one_way(f, p, at, false) : -1;
    if (eg_friction_kind_of(mode) == EG_FREE)
        return at->u > 0 ? by_speed(f, p, at) : -1;
    return is_off(at) ? EG_FREE : -1;
}

int eg_friction_after_jump(const eg_friction_ops *f, const double *p, int mode, const eg_rubbing *at)
{
    if (f->idle_limit)
        return by_speed_one_way(f, p, at, !eg_friction_is_off(mode));
    if (eg_friction_kind_of(mode) == EG_FREE)
        return mode;
    return at->v == 0 ? rest(f, p, at->s) : sliding(f, p, at->v);
}

int eg_friction_at_speed(const eg_friction_ops *f, const double *p, int mode, const eg_rubbing *at)
{
    eg_friction_kind kind = eg_friction_kind_of(mode);
    if (f->idle_limit)
        return eg_friction_holds(mode) == (at->v < 0) && !eg_friction_starts(mode)
                   ? mode
                   : by_speed_one_way(f, p, at, !eg_friction_is_off(mode));
    if (kind == EG_FREE || kind == (at->v > 0 ? EG_FORWARD : EG_BACKWARD))
        return mode;
    return eg_friction_slides(mode) ? rest(f, p, at->s) : sliding(f, p, at->v);
}

/* ---------------------------------------------------------------- switching functions */

/* Where the segment ends: at its edge, or where nothing is left of the friction. */
static double upper_edge(const eg_friction_ops *f, const double *p, double edge)
{
    return f->vanishes ? fmin(edge, f->vanishes(p)) : edge;
}

/* Of a mode that is mirrored to one that goes forward: functions 1 and 2. */
static void sliding_functions(const eg_friction_ops *f, const double *p, int mode, const eg_rubbing *at,
                              double *h, double *size)
{
    double sign = direction(mode), low = 0, high = INFINITY;
    if (f->edges)
        f->edges(p, mode >> 3, &low, &high);
    high = upper_edge(f, p, high);
    h[1] = sign * at->v - low;
    size[1] = at->v_size + low;
    if (high < INFINITY) {
        h[2] = high - sign * at->v;
        size[2] = at->v_size + high;
    }
    if (!f->stops)
        return;
    f->stops(p, &low, &high);
    double ahead = sign > 0 ? high : low, behind = sign > 0 ? low : high;
    h[2] = sign * (ahead - at->s);
    size[2] = fabs(ahead) + fabs(at->s);
    if (is_frictionless(f, p)) { /* free once it has left the stop */
        h[0] = sign * (behind - at->s);
        size[0] = fabs(behind) + fabs(at->s);
    }
}

static void free_functions(const eg_friction_ops *f, const double *p, const eg_rubbing *at, double *h,
                           double *size)
{
    double low, high;
    if (at->has_signal)
        h[0] = -at->u;
    if (f->idle_limit) {
        h[1] = at->v;
        size[1] = at->v_size;
    }
    if (!f->stops)
        return;
    f->stops(p, &low, &high);
    h[1] = at->s - low;
    size[1] = fabs(low) + fabs(at->s);
    if (high == INFINITY)
        return; /* a gap has no upper stop */
    h[2] = high - at->s;
    size[2] = fabs(high) + fabs(at->s);
}

static void holding_functions(const eg_friction_ops *f, const double *p, int mode, const eg_rubbing *at,
                              double *h, double *size)
{
    double f0, f0_max;
    eg_friction_kind kind = eg_friction_kind_of(mode);
    f->limits(p, &f0, &f0_max);
    f0_max = (mode >> 3 > 0 ? f->idle_limit(p) : f0_max * at->u) + at->slack;
    if (f->release) /* the slack is for what nothing holds */
        f0_max = fmax(f0_max, f->release(p, kind == EG_AT_MAX));
    if (kind != EG_AT_MAX)
        h[1] = at->is_given ? -at->v : f0_max - at->hold;
    if (kind != EG_AT_MIN && !f->idle_limit)
        h[2] = at->is_given ? at->v : f0_max + at->hold;
    size[1] = size[2] = at->is_given ? at->v_size : f0_max + fabs(at->hold);
}

static void starting_functions(const eg_friction_ops *f, const double *p, int mode, const eg_rubbing *at,
                               double *h, double *size)
{
    double f0, f0_max, sign = direction(mode);
    f->limits(p, &f0, &f0_max);
    h[1] = -sign * at->v;
    size[1] = at->v_size;
    if (at->is_given || !at->has_mass)
        return;
    h[2] = sign * at->a;
    size[2] = fabs(at->a) + at->u * f0_max;
}

void eg_friction_switching(const eg_friction_ops *f, const double *p, int mode, const eg_rubbing *at,
                           double *h, double *size)
{
    for (int i = 0; i < EG_FRICTION_SWITCHES; i++)
        h[i] = 1, size[i] = 0;
    if (at->has_signal)
        h[0] = eg_friction_is_off(mode) ? -at->u : at->u;
    if (eg_friction_kind_of(mode) == EG_FREE)
        free_functions(f, p, at, h, size);
    else if (eg_friction_holds(mode))
        holding_functions(f, p, mode, at, h, size);
    else if (eg_friction_starts(mode))
        starting_functions(f, p, mode, at, h, size);
    else
        sliding_functions(f, p, mode, at, h, size);
}

/* ---------------------------------------------------------------- what follows */

bool eg_friction_has_vanished(const eg_friction_ops *f, const double *p, double v)
{
    return f->vanishes && fabs(v) >= (1 - 1e-9) * f->vanishes(p);
}

/* The upper edge is passed. Beyond the last one is no segment: the run ends (network/motion/rub.c). */
static int faster(const eg_friction_ops *f, const double *p, int mode, const eg_rubbing *at)
{
    return eg_friction_has_vanished(f, p, at->v) ? mode : mode + 8;
}

/* Of what slides forward only; function 0 is the signal's. */
static int after_one_way(const eg_friction_ops *f, const double *p, int mode, int i, const eg_rubbing *at)
{
    bool off = eg_friction_is_off(mode);
    if (i == 0) {
        if (eg_friction_holds(mode)) {
            if (off)
                return EG_LOCKED;
            return EG_LOCKED + 8;
        }
        if (off)
            return sliding(f, p, at->v);
        return EG_FREE;
    }
    if (eg_friction_holds(mode)) {
        if (off)
            return EG_FREE;
        if (at->is_given)
            return EG_FORWARD;
        return EG_START_FORWARD;
    }
    if (eg_friction_starts(mode))
        return i == 1 ? EG_FORWARD : EG_LOCKED;
    if (!off && i == 2)
        return faster(f, p, mode, at);
    if (!off && mode >> 3 > 0)
        return mode - 8;
    if (off)
        return EG_LOCKED + 8;
    return EG_LOCKED;
}

static int after_free(const eg_friction_ops *f, const double *p, int i, const eg_rubbing *at)
{
    if (i == 0)
        return by_speed(f, p, at);
    if (i == 1)
        return EG_AT_MIN;
    return EG_AT_MAX;
}

static int after_sliding(const eg_friction_ops *f, const double *p, int mode, int i, const eg_rubbing *at)
{
    if (i == 2 && f->stops)
        return eg_friction_kind_of(mode) == EG_FORWARD ? EG_AT_MAX : EG_AT_MIN;
    if (i == 2)
        return faster(f, p, mode, at);
    if (mode >> 3 > 0)
        return mode - 8;
    return rest(f, p, at->s);
}

int eg_friction_next(const eg_friction_ops *f, const double *p, int mode, int i, const eg_rubbing *at)
{
    eg_friction_kind kind = eg_friction_kind_of(mode);
    if (f->idle_limit)
        return after_one_way(f, p, mode, i, at);
    if (kind == EG_FREE)
        return after_free(f, p, i, at);
    if (i == 0)
        return EG_FREE;
    if (eg_friction_slides(mode))
        return after_sliding(f, p, mode, i, at);
    if (eg_friction_starts(mode)) {
        if (i == 2)
            return rest(f, p, at->s);
        if (kind == EG_START_FORWARD)
            return EG_FORWARD;
        return EG_BACKWARD;
    }
    if (at->is_given)
        return i == 1 ? EG_FORWARD : EG_BACKWARD;
    return i == 1 ? EG_START_FORWARD : EG_START_BACKWARD;
}

const char *eg_friction_event(int mode, int i)
{
    switch (eg_friction_kind_of(mode)) {
    case EG_FREE: return i == 0 ? "friction begins" : "stop";
    case EG_START_FORWARD:
    case EG_START_BACKWARD:
        if (i == 1)
            return "slides";
        return i == 2 ? "sticks again" : "friction ends";
    case EG_FORWARD:
    case EG_BACKWARD:
        if (i == 0)
            return "friction ends";
        return i == 2 || mode >> 3 ? "edge passed" : "comes to rest";
    default:
        if (i == 0) {
            if (eg_friction_is_off(mode))
                return "friction begins";
            return "friction ends";
        }
        return "breaks away";
    }
}
