/* Rigid contacts: Gap and TwoSidedGap with law = "restitution", and what hard_stop.c shares with them.
 *
 * s_rel stays at or above s_rel0 (between s_lower and s_upper). Where it meets a stop with a speed u of
 * approach, an impulse makes it part with e*u (Newton's law), both flanges' masses taking part;
 * network/motion/impact.c carries it out. Below v_min e counts as 0: the contact is closed then, both flanges
 * move alike, and f is what holds them, until it would pull by more than f_release: the hard stop of
 * friction.h without friction. f < 0 pushes the flanges apart at the lower stop, f > 0 together at the
 * upper.
 *
 * What is stored and lost between impacts is nothing; what an impact loses is booked at the event. */
#include "component/contact/parameters.h"
#include "component/contact/side.h"
#include "component/friction/friction.h"

void eg_rigid_no_friction(const double *p, int segment, double v, double *f, double *df_dv)
{
    (void)p, (void)segment, (void)v;
    *f = *df_dv = 0;
}

void eg_rigid_no_limits(const double *p, double *f0, double *f0_max)
{
    (void)p;
    *f0 = *f0_max = 0;
}

void eg_rigid_remember(double *k, int left, int mode, double s_rel, double v_rel)
{
    const int upper = v_rel > 0;
    (void)left, (void)mode, (void)s_rel;
    k[EG_RIGID_V0 + upper] = fmax(fabs(v_rel), k[EG_RIGID_V_MIN + upper]);
}

void eg_rigid_begin(double *k, double v_min, double v_min_upper)
{
    k[EG_RIGID_V0] = k[EG_RIGID_V_MIN] = v_min;
    k[EG_RIGID_V0_UPPER] = k[EG_RIGID_V_MIN_UPPER] = v_min_upper;
}

/* ---------------------------------------------------------------- Gap */

static void stop(const double *p, double *low, double *high)
{
    *low = p[EG_GAP_P_S_REL0];
    *high = INFINITY;
}

static double restitution(const double *p, bool at_max)
{
    (void)at_max;
    return p[EG_GAP_P_E];
}

static double v_rest(const double *p, bool at_max)
{
    (void)at_max;
    return p[EG_GAP_P_V_MIN];
}

static double release(const double *p, bool at_max)
{
    (void)at_max;
    return p[EG_GAP_P_F_RELEASE];
}

static void prepare(const double *p, double *k)
{
    eg_rigid_begin(k, p[EG_GAP_P_V_MIN], p[EG_GAP_P_V_MIN]);
}

const eg_friction_ops eg_rigid_gap_friction = {.force = eg_rigid_no_friction,
                                               .limits = eg_rigid_no_limits,
                                               .stops = stop,
                                               .restitution = restitution,
                                               .v_rest = v_rest,
                                               .release = release,
                                               .is_linear = eg_linear_always};
const eg_element_ops eg_rigid_gap_element = EG_RIGID_ELEMENT(prepare);

double eg_rigid_gap_discrete(int mode, int variable)
{
    (void)variable; /* contact */
    return eg_friction_holds(mode);
}

void eg_rigid_gap_observe(const eg_observation *o, double *out)
{
    out[EG_GAP_F] = out[EG_GAP_F_C] = o->force.f;
    out[EG_GAP_LOSS_POWER] = out[EG_GAP_F_D] = out[EG_GAP_F_D2] = out[EG_GAP_DAMPING] = 0;
    out[EG_GAP_RATIO] = (o->s_rel - o->p[EG_GAP_P_S_REL0]) / o->p[EG_GAP_P_S_REF];
    out[EG_GAP_CONTACT] = eg_friction_holds(o->mode);
    out[EG_GAP_V0] = o->k[EG_RIGID_V0];
}

/* ---------------------------------------------------------------- TwoSidedGap */

static const double *side_at(const double *p, bool at_max)
{
    return p + (at_max ? EG_TWO_P_UPPER : EG_TWO_P_LOWER);
}

static void two_stops(const double *p, double *low, double *high)
{
    *low = side_at(p, false)[EG_STOP_P_S];
    *high = side_at(p, true)[EG_STOP_P_S];
}

static double two_restitution(const double *p, bool at_max)
{
    return side_at(p, at_max)[EG_STOP_P_E];
}

static double two_v_rest(const double *p, bool at_max)
{
    return side_at(p, at_max)[EG_STOP_P_V_MIN];
}

static double two_release(const double *p, bool at_max)
{
    return side_at(p, at_max)[EG_STOP_P_F_RELEASE];
}

static void two_prepare(const double *p, double *k)
{
    eg_rigid_begin(k, side_at(p, false)[EG_STOP_P_V_MIN], side_at(p, true)[EG_STOP_P_V_MIN]);
}

const eg_friction_ops eg_rigid_two_sided_friction = {.force = eg_rigid_no_friction,
                                                     .limits = eg_rigid_no_limits,
                                                     .stops = two_stops,
                                                     .restitution = two_restitution,
                                                     .v_rest = two_v_rest,
                                                     .release = two_release,
                                                     .is_linear = eg_linear_always};
const eg_element_ops eg_rigid_two_sided_element = EG_RIGID_ELEMENT(two_prepare);

double eg_rigid_two_sided_discrete(int mode, int variable)
{
    return eg_friction_kind_of(mode) == (variable == EG_TWO_AT_UPPER ? EG_AT_MAX : EG_AT_MIN);
}

void eg_rigid_two_sided_observe(const eg_observation *o, double *out)
{
    const eg_friction_kind kind = eg_friction_kind_of(o->mode);
    out[EG_TWO_F] = out[EG_TWO_F_C] = o->force.f;
    out[EG_TWO_LOSS_POWER] = out[EG_TWO_F_D] = out[EG_TWO_DAMPING] = 0;
    out[EG_TWO_AT_LOWER] = eg_rigid_two_sided_discrete(o->mode, EG_TWO_AT_LOWER);
    out[EG_TWO_AT_UPPER] = eg_rigid_two_sided_discrete(o->mode, EG_TWO_AT_UPPER);
    out[EG_TWO_F_D2] = 0;
    out[EG_TWO_V0_LOWER] = o->k[EG_RIGID_V0];
    out[EG_TWO_V0_UPPER] = o->k[EG_RIGID_V0_UPPER];
    out[EG_TWO_V0] = o->k[kind == EG_AT_MAX ? EG_RIGID_V0_UPPER : EG_RIGID_V0];
}
