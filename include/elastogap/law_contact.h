/* Contact laws: what the literature and the tools put where ElastoGap stands, under one set of functions.
 *
 * Header-only, C99 (and C++), no allocation, no state, no library but libm; see law.h for the sign
 * convention, for frozen modes and for what is promised about bits and NaN. With x = s_rel0 - s_rel the
 * penetration, x' = -v_rel its rate, r = x/s_ref, K = f_ref*r^n and push = -f, in contact (s_rel < s_rel0):
 *
 *     (1)  elasto-gap               law.h
 *     (2)  kelvin-voigt             push = K + d*x'              jumps at touch, pulls before it parts
 *     (3)  kelvin-voigt-clipped     push = max(0, K + d*x')      jumps at touch
 *     (4)  undamped-rebound         push = K + d*max(0, x')      jumps at touch
 *     (5)  smooth-transition        push = max(0, K + d*S(x/w)*x')
 *     (6)  hertz                    push = K
 *     (7)  lankarani-nikravesh-1994 push = K + d*r^n*x'          = K*(1 + (d/f_ref)*x')
 *  (8-13)  the hysteresis family    push = K*(1 + (D/v0)*x')     v0: speed at touch
 *     (14) restitution              rigid: an impulse, no force
 *
 * The numbers are those of docs/contact-laws.md, which has the citations in full. S(u) = u^2*(3 - 2u) for
 * u < 1, 1 beyond (Adams's STEP; Simscape ramps in the same way); w is the width of the transition. v0 is the
 * speed at the touch that began the contact. Of the family, D follows from the restitution e that is wanted:
 *
 *     (8)  hunt-crossley            D = 3(1 - e)/2     Hunt and Crossley, J. Appl. Mech. 42 (1975), 440
 *     (9)  lankarani-nikravesh      D = 3(1 - e^2)/4   Lankarani and Nikravesh, J. Mech. Design 112
 *                                                      (1990), 369
 *     (10) gonthier                 D = (1 - e^2)/e    Gonthier et al., Multibody Syst. Dyn. 11 (2004), 209
 *     (11) flores                   D = 8(1 - e)/(5e)  Flores et al., Multibody Syst. Dyn. 25 (2011), 357
 *     (12) hu-guo                   D = 3(1 - e)/(2e)  Hu and Guo, Multibody Syst. Dyn. 35 (2015), 131
 *     (13) exact-restitution        D*(1 + e) = ln((1 + D)/(1 - e*D))
 *
 * The last is the relation that all of them approximate: divide m*dx'/dt = -push by 1 + (D/v0)*x', multiply
 * by x' and integrate from x' = v0 to x' = -e*v0; K*x' comes to 0, because x begins and ends at 0, so it
 * holds for every n, f_ref, m and v0 ((20) and (21) there).
 *
 * In every mode f = f_c + B*v_rel, f_c the spring and B the damping (a function of s_rel alone), or f = 0 in
 * the rebound-limited mode, where the spring unloads into heat:
 *
 *     law                   modes in contact and what ends them
 *     kelvin-voigt, hertz, hysteresis family    linear
 *     kelvin-voigt-clipped  linear (push > 0), rebound-limited (K + d*x' <= 0)
 *     undamped-rebound      linear (x' > 0), undamped (x' <= 0)
 *     smooth-transition     transition (x < w), linear (x >= w), rebound-limited
 *
 * No law gains energy: B >= 0, and in the rebound-limited mode the loss is K*|x'|. */
#ifndef ELASTOGAP_LAW_CONTACT_H
#define ELASTOGAP_LAW_CONTACT_H

#include "elastogap/law.h"

/* ---------------------------------------------------------------- types */

typedef enum eg_contact_law {
    EG_CONTACT_ELASTO_GAP,
    EG_CONTACT_KELVIN_VOIGT,
    EG_CONTACT_KELVIN_VOIGT_CLIPPED,
    EG_CONTACT_UNDAMPED_REBOUND,
    EG_CONTACT_SMOOTH_TRANSITION,
    EG_CONTACT_HERTZ,
    EG_CONTACT_LANKARANI_NIKRAVESH_1994,
    EG_CONTACT_HUNT_CROSSLEY, /* from here on: the hysteresis family */
    EG_CONTACT_LANKARANI_NIKRAVESH,
    EG_CONTACT_GONTHIER,
    EG_CONTACT_FLORES,
    EG_CONTACT_HU_GUO,
    EG_CONTACT_EXACT_RESTITUTION,
    EG_CONTACT_RESTITUTION, /* rigid: it has no force, only impulses (eg_restitution_impulse) */
    EG_CONTACT_LAW_COUNT
} eg_contact_law;

/* The laws that have a force: those before EG_CONTACT_RESTITUTION. */
enum { EG_CONTACT_FORCE_COUNT = EG_CONTACT_RESTITUTION };

/* The first four are those of eg_gap_mode. */
typedef enum eg_contact_mode {
    EG_CONTACT_APART,
    EG_CONTACT_APPROACH_LIMITED, /* elasto-gap only */
    EG_CONTACT_LINEAR,           /* spring and damper act unchanged */
    EG_CONTACT_REBOUND_LIMITED,  /* contact without force */
    EG_CONTACT_UNDAMPED,         /* contact, spring alone */
    EG_CONTACT_TRANSITION,       /* contact, damper partly engaged */
    EG_CONTACT_MODE_COUNT
} eg_contact_mode;

/* Parameters of a contact. Which of them a law uses is said above. */
typedef struct eg_contact {
    eg_contact_law law;
    eg_elasto_gap gap; /* s_rel0, s_ref, f_ref, n, and d [N.s/m] where the law has one */
    double D;          /* hysteresis family: damping factor (dimensionless), >= 0; restitution: its e */
    double transition; /* smooth-transition: width w over which the damper engages [m], > 0 */
} eg_contact;

/* ---------------------------------------------------------------- the hysteresis family */

/* Is it F = K*(1 + (D/v0)*x')? Only these laws use v0. */
static inline int eg_contact_is_hysteresis(eg_contact_law law)
{
    return law >= EG_CONTACT_HUNT_CROSSLEY && law <= EG_CONTACT_EXACT_RESTITUTION;
}

/* ---------------------------------------------------------------- restitution: the rigid contact
 *
 * Bodies of mass m_a and m_b (infinite: what does not give way) that approach with v_rel < 0 part with
 * -e*v_rel in no time (Newton). The law has no force: of the functions below those that take a law answer
 * for it as for a contact that is always apart. */

/* 1/(1/m_a + 1/m_b) [kg]; each mass > 0, not both infinite. */
static inline double eg_restitution_mass(double m_a, double m_b)
{
    return 1.0 / (1.0 / m_a + 1.0 / m_b);
}

/* The impulse [N.s], >= 0, that pushes b in positive and a in negative direction. 0 where v_rel >= 0. */
static inline double eg_restitution_impulse(double m_a, double m_b, double e, double v_rel)
{
    return v_rel < 0.0 ? -(1.0 + e) * eg_restitution_mass(m_a, m_b) * v_rel : 0.0;
}

/* The energy lost in it [J], >= 0. */
static inline double eg_restitution_loss(double m_a, double m_b, double e, double v_rel)
{
    return v_rel < 0.0 ? 0.5 * eg_restitution_mass(m_a, m_b) * (1.0 - e) * (1.0 + e) * v_rel * v_rel : 0.0;
}

/* (D(1+e) - ln((1+D)/(1-eD)))/D^2: > 0 while D is too small for e, or e for D. D > 0, eD < 1. Both logarithms
 * begin with their arguments; for small D what is left is summed as a series. */
static inline double eg_contact_balance_(double D, double e)
{
    if (D >= 0.25) {
        return (1.0 - e * D - (1.0 + D) * exp(-D * (1.0 + e))) / (D * D);
    }
    double sum = 0.0, power = 1.0, of_one = 1.0, of_e = e * e;
    for (int k = 2; k < 40; k++) {
        sum += (of_one - of_e) * power / (double)k;
        power *= D;
        of_one = -of_one;
        of_e *= e;
    }
    return sum;
}

/* The damping factor D that delivers the restitution e exactly, 0 < e <= 1; NaN outside. */
static inline double eg_contact_exact_factor(double e)
{
    if (!(e > 0.0 && e <= 1.0)) {
        return (double)NAN;
    }
    double low = 0.0, high = 1.0 / e;
    for (int i = 0; i < 2000; i++) {
        const double middle = 0.5 * (low + high);
        if (!(middle > low && middle < high)) {
            break;
        }
        if (eg_contact_balance_(middle, e) > 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return e < 1.0 ? 0.5 * (low + high) : 0.0;
}

/* The restitution that a damping factor D >= 0 delivers on free rebound, whatever n, f_ref, mass and v0;
 * NaN for D < 0. */
static inline double eg_contact_delivered(double D)
{
    if (!(D >= 0.0)) {
        return (double)NAN;
    }
    double low = 0.0, high = D > 1.0 ? 1.0 / D : 1.0;
    for (int i = 0; i < 2000 && D > 0.0; i++) {
        const double middle = 0.5 * (low + high);
        if (!(middle > low && middle < high)) {
            break;
        }
        if (eg_contact_balance_(D, middle) > 0.0) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return D > 0.0 ? 0.5 * (low + high) : 1.0;
}

/* D of a law of the hysteresis family for the restitution e that its author means it to deliver (most deliver
 * another: see eg_contact_delivered), 0 <= e <= 1; infinite where the law has none for e = 0; NaN for other
 * laws and values. */
static inline double eg_contact_factor(eg_contact_law law, double e)
{
    if (!(e >= 0.0 && e <= 1.0)) {
        return (double)NAN;
    }
    switch (law) {
    case EG_CONTACT_HUNT_CROSSLEY: return 1.5 * (1.0 - e);
    case EG_CONTACT_LANKARANI_NIKRAVESH: return 0.75 * (1.0 - e) * (1.0 + e);
    case EG_CONTACT_GONTHIER: return (1.0 - e) * (1.0 + e) / e;
    case EG_CONTACT_FLORES: return 1.6 * (1.0 - e) / e;
    case EG_CONTACT_HU_GUO: return 1.5 * (1.0 - e) / e;
    case EG_CONTACT_EXACT_RESTITUTION: return e > 0.0 ? eg_contact_exact_factor(e) : HUGE_VAL;
    default: return (double)NAN;
    }
}

/* The opposite: which e makes eg_contact_factor(law, e) = D. NaN where none in 0..1 does. */
static inline double eg_contact_parameter(eg_contact_law law, double D)
{
    double e = (double)NAN;
    switch (law) {
    case EG_CONTACT_HUNT_CROSSLEY: e = 1.0 - D / 1.5; break;
    case EG_CONTACT_LANKARANI_NIKRAVESH: e = sqrt(1.0 - D / 0.75); break;
    case EG_CONTACT_GONTHIER: e = 2.0 / (D + sqrt(D * D + 4.0)); break;
    case EG_CONTACT_FLORES: e = 1.6 / (1.6 + D); break;
    case EG_CONTACT_HU_GUO: e = 1.5 / (1.5 + D); break;
    case EG_CONTACT_EXACT_RESTITUTION: e = eg_contact_delivered(D); break;
    default: break;
    }
    return D >= 0.0 && e >= 0.0 && e <= 1.0 ? e : (double)NAN;
}

/* ---------------------------------------------------------------- making one */

/* d [N.s/m] for laws with a damper (n > 1: of those with d alone, see above), D for the hysteresis family,
 * transition [m] for smooth-transition; a law ignores what it does not use. f = K at a penetration s_ref is
 * f_ref [N]. */
static inline eg_contact eg_contact_make(eg_contact_law law, const eg_elasto_gap *gap, double D,
                                         double transition)
{
    eg_contact k;
    k.law = law;
    k.gap = *gap;
    k.D = D;
    k.transition = transition;
    return k;
}

/* The v0 of a contact that begins with v_rel [m/s]: its speed, at least v_min (> 0) [m/s]. */
static inline double eg_contact_touch_speed(double v_rel, double v_min)
{
    return -v_rel > v_min ? -v_rel : v_min;
}

/* ---------------------------------------------------------------- the damping B */

/* S(x/w) for x >= 0, 1 beyond w. 1/w does not change in a loop. */
static inline double eg_contact_ramp_(double x, double w)
{
    const double u = x * (1.0 / w), v = u > 1.0 ? 1.0 : u;
    return v * v * (3.0 - 2.0 * v);
}

/* How much of the spring force a unit of speed adds, s/m: B = -chi*f_c; 0 where damping is no share of it. */
static inline double eg_contact_share_(const eg_contact *k, double v0)
{
    if (eg_contact_is_hysteresis(k->law)) {
        return k->D / v0;
    }
    return k->law == EG_CONTACT_LANKARANI_NIKRAVESH_1994 && k->gap.f_ref > 0.0 ? k->gap.d / k->gap.f_ref
                                                                               : 0.0;
}

/* B [N.s/m] and its derivatives by s_rel. */
typedef struct eg_contact_damping_ {
    double B, dB_ds, d2B_ds2;
} eg_contact_damping_;

/* `spring` is that of s_rel. */
static inline eg_contact_damping_ eg_contact_damping_from_(const eg_contact *k, int mode, double v0,
                                                           double s_rel, const eg_law_spring_ *spring)
{
    eg_contact_damping_ b = {0.0, 0.0, 0.0};
    switch (k->law) {
    case EG_CONTACT_KELVIN_VOIGT:
    case EG_CONTACT_KELVIN_VOIGT_CLIPPED: b.B = k->gap.d; break;
    case EG_CONTACT_UNDAMPED_REBOUND: b.B = mode == EG_CONTACT_LINEAR ? k->gap.d : 0.0; break;
    case EG_CONTACT_SMOOTH_TRANSITION:
        b.B = k->gap.d;
        if (mode == EG_CONTACT_TRANSITION ||
            (mode == EG_CONTACT_REBOUND_LIMITED && k->gap.s_rel0 - s_rel < k->transition)) {
            const double u = (k->gap.s_rel0 - s_rel) * (1.0 / k->transition),
                         per_w = k->gap.d / k->transition;
            b.B = k->gap.d * (u * u * (3.0 - 2.0 * u));
            b.dB_ds = -6.0 * u * (1.0 - u) * per_w;
            b.d2B_ds2 = 6.0 * (1.0 - 2.0 * u) * per_w / k->transition;
        }
        break;
    case EG_CONTACT_ELASTO_GAP:
    case EG_CONTACT_HERTZ: break;
    default: {
        const double chi = eg_contact_share_(k, v0);
        b.B = 0.0 - chi * spring->f_c;
        b.dB_ds = 0.0 - chi * spring->slope;
        b.d2B_ds2 = 0.0 - chi * spring->curve;
    }
    }
    return b;
}

static inline eg_contact_damping_ eg_contact_damping_at_(const eg_contact *k, int mode, double v0,
                                                         double s_rel)
{
    const eg_law_spring_ spring = eg_elasto_gap_curve_(&k->gap, s_rel);
    return eg_contact_damping_from_(k, mode, v0, s_rel, &spring);
}

/* ---------------------------------------------------------------- one value */

/* Does the law cut off a pull (and so have a rebound-limited mode)? */
static inline int eg_contact_clips_(const eg_contact *k)
{
    return (k->law == EG_CONTACT_KELVIN_VOIGT_CLIPPED || k->law == EG_CONTACT_SMOOTH_TRANSITION) &
           (k->gap.d > 0.0);
}

/* The contact mode with the damper engaged at this point, be it opening or closing. */
static inline eg_contact_mode eg_contact_engaged_(const eg_contact *k, double s_rel)
{
    const int ramped = k->law == EG_CONTACT_SMOOTH_TRANSITION && k->gap.d > 0.0;
    return ramped && k->gap.s_rel0 - s_rel < k->transition ? EG_CONTACT_TRANSITION : EG_CONTACT_LINEAR;
}

/* The mode at a point. */
static inline eg_contact_mode eg_contact_mode_at(const eg_contact *law, double s_rel, double v_rel)
{
    if (law->law == EG_CONTACT_ELASTO_GAP) {
        return (eg_contact_mode)eg_elasto_gap_mode(&law->gap, s_rel, v_rel);
    }
    if (s_rel >= law->gap.s_rel0 || law->law == EG_CONTACT_RESTITUTION) {
        return EG_CONTACT_APART;
    }
    if (law->law == EG_CONTACT_UNDAMPED_REBOUND) {
        return law->gap.d > 0.0 && v_rel >= 0.0 ? EG_CONTACT_UNDAMPED : EG_CONTACT_LINEAR;
    }
    const eg_contact_mode engaged = eg_contact_engaged_(law, s_rel);
    if (!eg_contact_clips_(law)) {
        return engaged;
    }
    const double x = law->gap.s_rel0 - s_rel, u = x * (1.0 / law->transition);
    const double B = engaged == EG_CONTACT_TRANSITION ? law->gap.d * (u * u * (3.0 - 2.0 * u)) : law->gap.d;
    return B * v_rel > -eg_elasto_gap_spring_(&law->gap, s_rel) ? EG_CONTACT_REBOUND_LIMITED : engaged;
}

/* Force, derivatives and loss in a frozen mode. v0 [m/s] > 0: the touch speed; only the hysteresis family
 * uses it. */
static inline void eg_contact_force(const eg_contact *law, eg_contact_mode mode, double v0, double s_rel,
                                    double v_rel, eg_law_force *out)
{
    if (law->law == EG_CONTACT_ELASTO_GAP || mode == EG_CONTACT_APART) {
        eg_elasto_gap_force(&law->gap, (eg_gap_mode)mode, s_rel, v_rel, out);
        return;
    }
    const eg_law_spring_ spring = eg_elasto_gap_curve_(&law->gap, s_rel);
    const double f_c = spring.f_c, slope = spring.slope;
    eg_law_force o = {0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0};
    if (mode == EG_CONTACT_REBOUND_LIMITED) {
        o.f = 0.0 * f_c + 0.0 * v_rel + 0.0;
        o.loss = 0.0 - f_c * v_rel;
        o.dloss_ds = 0.0 - slope * v_rel;
        o.dloss_dv = 0.0 - f_c;
        *out = o;
        return;
    }
    const eg_contact_damping_ b = eg_contact_damping_from_(law, (int)mode, v0, s_rel, &spring);
    o.f = f_c + b.B * v_rel;
    o.df_ds = slope + b.dB_ds * v_rel;
    o.df_dv = b.B;
    o.d2f_ds2 = spring.curve + b.d2B_ds2 * v_rel;
    o.loss = b.B * v_rel * v_rel;
    o.dloss_ds = b.dB_ds * v_rel * v_rel;
    o.dloss_dv = 2.0 * b.B * v_rel;
    *out = o;
}

/* Energy stored in the spring [J], >= 0. In the rebound-limited mode it drains into heat. */
static inline double eg_contact_energy(const eg_contact *law, eg_contact_mode mode, double s_rel)
{
    return eg_elasto_gap_energy(&law->gap, mode == EG_CONTACT_APART ? EG_GAP_APART : EG_GAP_LINEAR, s_rel);
}

/* What a frozen mode's force depends on: bit 0 on s_rel, bit 1 on v_rel. */
static inline int eg_contact_dependence(const eg_contact *law, eg_contact_mode mode)
{
    const int on_position = law->gap.f_ref > 0.0, damped = law->gap.d > 0.0;
    switch (mode) {
    case EG_CONTACT_APPROACH_LIMITED:
    case EG_CONTACT_UNDAMPED: return on_position;
    case EG_CONTACT_TRANSITION: return 1 | 2;
    case EG_CONTACT_LINEAR: break;
    default: return 0;
    }
    if (eg_contact_is_hysteresis(law->law)) {
        return on_position | (on_position && law->D > 0.0 ? 2 : 0);
    }
    if (law->law == EG_CONTACT_LANKARANI_NIKRAVESH_1994) {
        return on_position | (on_position && damped ? 2 : 0);
    }
    return on_position | (damped && law->law != EG_CONTACT_HERTZ ? 2 : 0);
}

/* Where the law would pull: f before it is cut off, and its derivatives. */
typedef struct eg_contact_pull_ {
    double f, df_ds, df_dv;
} eg_contact_pull_;

/* Within the transition f/u^q, u = x/w, with q = 1 for n < 2 and q = 2 beyond. At touch f is 0 on either side
 * of the cut, for n < 2 because the spring, for n > 2 because the ramp has the upper hand over a last
 * stretch that may be short; divided, f has the sign of that stretch up to touch and beyond, so that no
 * search can step over it. */
static inline eg_contact_pull_ eg_contact_ramped_pull_(const eg_contact *k, double s_rel, double v_rel)
{
    const eg_elasto_gap *gap = &k->gap;
    const double q = gap->n < 2.0 ? 1.0 : 2.0, p = gap->n - q, r = (s_rel - gap->s_rel0) / gap->s_ref;
    const double x = fabs(r), w = k->transition / gap->s_ref, u = (gap->s_rel0 - s_rel) / k->transition;
    const double spring = gap->f_ref * (q > 1.0 ? w * w : w);
    const double ramp = q > 1.0 ? 3.0 - 2.0 * u : u * (3.0 - 2.0 * u);
    const double slope = q > 1.0 ? -2.0 : 3.0 - 4.0 * u;
    eg_contact_pull_ o;
    o.f = gap->d * ramp * v_rel - spring * eg_law_power_slope_(x, p + 1.0);
    o.df_dv = gap->d * ramp;
    o.df_ds = 0.0 - gap->d * slope * v_rel / k->transition;
    if (p > 0.0 && x >= 2.2250738585072014e-308) {
        const double steep = spring / gap->s_ref * (p * (eg_law_power_slope_(x, p + 1.0) / x));
        o.df_ds += r < 0.0 ? steep : -steep;
    }
    return o;
}

static inline eg_contact_pull_ eg_contact_pull_at_(const eg_contact *k, eg_contact_mode mode, double s_rel,
                                                   double v_rel)
{
    if (k->law == EG_CONTACT_SMOOTH_TRANSITION && mode != EG_CONTACT_LINEAR &&
        k->gap.s_rel0 - s_rel < k->transition) {
        return eg_contact_ramped_pull_(k, s_rel, v_rel);
    }
    const eg_law_spring_ spring = eg_elasto_gap_curve_(&k->gap, s_rel);
    const eg_contact_damping_ b = eg_contact_damping_from_(k, (int)mode, 1.0, s_rel, &spring);
    eg_contact_pull_ o;
    o.f = spring.f_c + b.B * v_rel;
    o.df_ds = spring.slope + b.dB_ds * v_rel;
    o.df_dv = b.B;
    return o;
}

/* The switching functions of a law other than elasto-gap in contact; h[0] is set. */
static inline void eg_contact_inner_edges_(const eg_contact *k, eg_contact_mode mode, double s_rel,
                                           double v_rel, double h[3], double dh_ds[3], double dh_dv[3])
{
    if (k->law == EG_CONTACT_UNDAMPED_REBOUND && k->gap.d > 0.0) {
        const double closing = mode == EG_CONTACT_LINEAR ? -1.0 : 1.0;
        h[1] = closing * v_rel;
        dh_dv[1] = closing;
        return;
    }
    if (!eg_contact_clips_(k)) {
        return;
    }
    if (k->law == EG_CONTACT_SMOOTH_TRANSITION && mode != EG_CONTACT_REBOUND_LIMITED) {
        const double inside = mode == EG_CONTACT_TRANSITION ? 1.0 : -1.0;
        h[1] = inside * (s_rel - k->gap.s_rel0 + k->transition);
        dh_ds[1] = inside;
    }
    const double outward = mode == EG_CONTACT_REBOUND_LIMITED ? 1.0 : -1.0;
    const eg_contact_pull_ pull = eg_contact_pull_at_(k, mode, s_rel, v_rel);
    h[2] = outward * pull.f;
    dh_ds[2] = outward * pull.df_ds;
    dh_dv[2] = outward * pull.df_dv;
}

/* Switching functions of a frozen mode: > 0 inside; the mode ends where one falls through 0. A function that
 * cannot end the mode is +1. dh_ds and dh_dv (each may be NULL) receive the partial derivatives.
 *   h[0] [m]  contact edge
 *   h[1]      elasto-gap: edge between approach-limited and linear [N]; undamped-rebound: reversal of the
 *             speed [m/s]; smooth-transition: edge of the transition [m]
 *   h[2] [N]  where the force would pull; in the transition divided by a power of x/w */
static inline void eg_contact_switching(const eg_contact *law, eg_contact_mode mode, double s_rel,
                                        double v_rel, double h[3], double dh_ds[3], double dh_dv[3])
{
    if (law->law == EG_CONTACT_ELASTO_GAP) {
        eg_elasto_gap_switching(&law->gap, (eg_gap_mode)mode, s_rel, v_rel, h, dh_ds, dh_dv);
        return;
    }
    const double outward = mode == EG_CONTACT_APART ? 1.0 : -1.0;
    double by_s[3] = {0.0, 0.0, 0.0}, by_v[3] = {0.0, 0.0, 0.0};
    h[0] = outward * (s_rel - law->gap.s_rel0);
    h[1] = h[2] = 1.0;
    by_s[0] = outward;
    if (law->law == EG_CONTACT_RESTITUTION) {
        h[0] = 1.0;
        by_s[0] = 0.0;
    }
    if (mode != EG_CONTACT_APART) {
        eg_contact_inner_edges_(law, mode, s_rel, v_rel, h, by_s, by_v);
    }
    for (int i = 0; i < 3; i++) {
        if (dh_ds) {
            dh_ds[i] = by_s[i];
        }
        if (dh_dv) {
            dh_dv[i] = by_v[i];
        }
    }
}

/* The mode that follows when switching function `fired` (0, 1, 2) has fallen through 0 at this point. */
static inline eg_contact_mode eg_contact_next(const eg_contact *law, eg_contact_mode mode, int fired,
                                              double s_rel, double v_rel)
{
    if (law->law == EG_CONTACT_ELASTO_GAP) {
        return (eg_contact_mode)eg_elasto_gap_next(&law->gap, (eg_gap_mode)mode, fired, s_rel, v_rel);
    }
    if (fired == 0 && mode != EG_CONTACT_APART) {
        return EG_CONTACT_APART;
    }
    if (fired == 0) { /* the point is the edge, on either side by round-off */
        if (law->law == EG_CONTACT_UNDAMPED_REBOUND) {
            return law->gap.d > 0.0 && v_rel > 0.0 ? EG_CONTACT_UNDAMPED : EG_CONTACT_LINEAR;
        }
        const int opening = law->law == EG_CONTACT_KELVIN_VOIGT_CLIPPED && v_rel > 0.0;
        return opening && eg_contact_clips_(law) ? EG_CONTACT_REBOUND_LIMITED
                                                 : eg_contact_engaged_(law, s_rel);
    }
    if (fired == 1) {
        switch (mode) {
        case EG_CONTACT_UNDAMPED:
        case EG_CONTACT_TRANSITION: return EG_CONTACT_LINEAR;
        case EG_CONTACT_LINEAR:
            return law->law == EG_CONTACT_UNDAMPED_REBOUND ? EG_CONTACT_UNDAMPED : EG_CONTACT_TRANSITION;
        default: return mode;
        }
    }
    return mode == EG_CONTACT_REBOUND_LIMITED ? eg_contact_engaged_(law, s_rel) : EG_CONTACT_REBOUND_LIMITED;
}

/* ---------------------------------------------------------------- force where the mode is that of the
 * point */

/* f from the spring force in contact; every law but elasto-gap. chi is eg_contact_share_. */
static inline double eg_contact_sum_(eg_contact_law law, double d, double s_rel0, double w, double chi,
                                     double f_c, double s_rel, double v_rel)
{
    double f;
    switch (law) {
    case EG_CONTACT_KELVIN_VOIGT: return f_c + d * v_rel;
    case EG_CONTACT_KELVIN_VOIGT_CLIPPED: f = f_c + d * v_rel; return f > 0.0 ? 0.0 : f;
    case EG_CONTACT_UNDAMPED_REBOUND: return f_c + d * (v_rel > 0.0 ? 0.0 : v_rel);
    case EG_CONTACT_SMOOTH_TRANSITION:
        f = f_c + d * eg_contact_ramp_(s_rel0 - s_rel, w) * v_rel;
        return f > 0.0 ? 0.0 : f;
    default: return f_c - chi * f_c * v_rel;
    }
}

/* f [N], the mode chosen at the point. v0 as in eg_contact_force. */
static inline double eg_contact_f(const eg_contact *law, double v0, double s_rel, double v_rel)
{
    if (law->law == EG_CONTACT_ELASTO_GAP) {
        return eg_elasto_gap_f(&law->gap, s_rel, v_rel);
    }
    if (s_rel >= law->gap.s_rel0 || law->law == EG_CONTACT_RESTITUTION) {
        return eg_law_nothing_(s_rel, v_rel);
    }
    return eg_contact_sum_(law->law, law->gap.d, law->gap.s_rel0, law->transition, eg_contact_share_(law, v0),
                           eg_elasto_gap_spring_(&law->gap, s_rel), s_rel, v_rel);
}

/* ---------------------------------------------------------------- arrays
 *
 * Arrays must not overlap. Results are those of the scalar functions, bit for bit; a NaN in s_rel or v_rel
 * may make more of them NaN. The loops below are written once, as functions of a law that is constant
 * where they are expanded: each copy has its branches resolved, and is cut into blocks as law.h says. */

EG_LAW_EXPANDED static inline void eg_contact_f_block_(size_t count, eg_contact_law law, const eg_contact *k,
                                                       double s_ref, double chi,
                                                       const double *EG_LAW_RESTRICT s_rel,
                                                       const double *EG_LAW_RESTRICT v_rel,
                                                       double *EG_LAW_RESTRICT f)
{
    const double d = k->gap.d, s0 = k->gap.s_rel0, f_ref = k->gap.f_ref;
    for (size_t i = 0; i < count; i++) {
        /* without contact: at exact touch, times 0 */
        const double s = s_rel[i] > s0 ? s0 : s_rel[i], contact = s_rel[i] < s0 ? 1.0 : 0.0;
        const double f_c = eg_law_spring1_(s0, s_ref, f_ref, s);
        f[i] = eg_contact_sum_(law, d, s0, 1.0, chi, f_c, s, v_rel[i]) * contact + 0.0;
    }
}

/* smooth-transition, in two loops: in one, compilers turn the clamps into branches, which random data
 * mispredict. */
EG_LAW_EXPANDED static inline void eg_contact_f_smooth_block_(size_t count, const eg_contact *k, double s_ref,
                                                              const double *EG_LAW_RESTRICT s_rel,
                                                              const double *EG_LAW_RESTRICT v_rel,
                                                              double *EG_LAW_RESTRICT f)
{
    const double d = k->gap.d, s0 = k->gap.s_rel0, f_ref = k->gap.f_ref, per_w = 1.0 / k->transition;
    double part[EG_LAW_BLOCK_];
    for (size_t i = 0; i < count; i++) {
        const double s = s_rel[i] > s0 ? s0 : s_rel[i], u = (s0 - s) * per_w;
        part[i] = u > 1.0 ? 1.0 : u;
    }
    for (size_t i = 0; i < count; i++) {
        const double s = s_rel[i] > s0 ? s0 : s_rel[i], contact = s_rel[i] < s0 ? 1.0 : 0.0;
        const double f_c = eg_law_spring1_(s0, s_ref, f_ref, s);
        const double ramp = part[i] * part[i] * (3.0 - 2.0 * part[i]);
        const double push = (f_c + d * ramp * v_rel[i]) * contact + 0.0;
        f[i] = push > 0.0 ? 0.0 : push;
    }
}

EG_LAW_EXPANDED static inline void eg_contact_f_law_(size_t count, eg_contact_law law, const eg_contact *k,
                                                     double v0, const double *EG_LAW_RESTRICT s_rel,
                                                     const double *EG_LAW_RESTRICT v_rel,
                                                     double *EG_LAW_RESTRICT f)
{
    const double chi = eg_contact_share_(k, v0);
    if (law == EG_CONTACT_SMOOTH_TRANSITION) {
#define EG_LAW_PART_(m, i) eg_contact_f_smooth_block_((m), k, s_ref_, s_rel + (i), v_rel + (i), f + (i))
        EG_LAW_BLOCKS_BY_SCALE_(count, k->gap.s_ref, EG_LAW_PART_);
#undef EG_LAW_PART_
        return;
    }
#define EG_LAW_PART_(m, i) eg_contact_f_block_((m), law, k, s_ref_, chi, s_rel + (i), v_rel + (i), f + (i))
    EG_LAW_BLOCKS_BY_SCALE_(count, k->gap.s_ref, EG_LAW_PART_);
#undef EG_LAW_PART_
}

/* FORM(law) for the law, each law's with a constant; the hysteresis family, lankarani-nikravesh-1994 and
 * hertz differ in a number only, which is in `chi`. */
#define EG_CONTACT_BY_LAW_(law, FORM)                                                                        \
    switch (law) {                                                                                           \
    case EG_CONTACT_KELVIN_VOIGT: FORM(EG_CONTACT_KELVIN_VOIGT); break;                                      \
    case EG_CONTACT_KELVIN_VOIGT_CLIPPED: FORM(EG_CONTACT_KELVIN_VOIGT_CLIPPED); break;                      \
    case EG_CONTACT_UNDAMPED_REBOUND: FORM(EG_CONTACT_UNDAMPED_REBOUND); break;                              \
    case EG_CONTACT_SMOOTH_TRANSITION: FORM(EG_CONTACT_SMOOTH_TRANSITION); break;                            \
    default: FORM(EG_CONTACT_HERTZ);                                                                         \
    }

EG_LAW_EXPANDED static inline void eg_contact_f_all_(size_t count, const eg_contact *law, double v0,
                                                     const double *EG_LAW_RESTRICT s_rel,
                                                     const double *EG_LAW_RESTRICT v_rel,
                                                     double *EG_LAW_RESTRICT f)
{
    const eg_contact k = *law;
    if (k.law == EG_CONTACT_ELASTO_GAP) {
        eg_elasto_gap_f_array(count, &k.gap, s_rel, v_rel, f);
        return;
    }
    if (k.law == EG_CONTACT_RESTITUTION) {
        for (size_t i = 0; i < count; i++) {
            f[i] = eg_law_nothing_(s_rel[i], v_rel[i]);
        }
        return;
    }
    if (k.gap.n != 1.0) {
        for (size_t i = 0; i < count; i++) {
            f[i] = eg_contact_f(&k, v0, s_rel[i], v_rel[i]);
        }
        return;
    }
#define EG_CONTACT_FORM_(name) eg_contact_f_law_(count, name, &k, v0, s_rel, v_rel, f)
    EG_CONTACT_BY_LAW_(k.law, EG_CONTACT_FORM_)
#undef EG_CONTACT_FORM_
}

EG_LAW_FOUR_LANES_ static inline void eg_contact_f_four_(size_t count, const eg_contact *law, double v0,
                                                         const double *EG_LAW_RESTRICT s_rel,
                                                         const double *EG_LAW_RESTRICT v_rel,
                                                         double *EG_LAW_RESTRICT f)
{
    eg_contact_f_all_(count, law, v0, s_rel, v_rel, f);
}

/* f[i] of one law at `count` points, as eg_contact_f; one v0 for all. */
static inline void eg_contact_f_array(size_t count, const eg_contact *law, double v0,
                                      const double *EG_LAW_RESTRICT s_rel,
                                      const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT f)
{
    if (eg_law_has_four_lanes_()) {
        eg_contact_f_four_(count, law, v0, s_rel, v_rel, f);
    } else {
        eg_contact_f_all_(count, law, v0, s_rel, v_rel, f);
    }
}

/* Modes of elasto-gap, whose enumeration is the beginning of eg_contact_mode. */
EG_LAW_EXPANDED static inline void eg_contact_gap_mode_block_(size_t count, const eg_elasto_gap *k,
                                                              double s_ref,
                                                              const double *EG_LAW_RESTRICT s_rel,
                                                              const double *EG_LAW_RESTRICT v_rel,
                                                              eg_contact_mode *EG_LAW_RESTRICT mode)
{
    eg_gap_mode part[EG_LAW_BLOCK_];
    eg_elasto_gap_mode_block_(count, k, s_ref, s_rel, v_rel, part);
    for (size_t i = 0; i < count; i++) {
        mode[i] = (eg_contact_mode)part[i];
    }
}

EG_LAW_EXPANDED static inline void eg_contact_mode_block_(size_t count, eg_contact_law law,
                                                          const eg_contact *k, double s_ref,
                                                          const double *EG_LAW_RESTRICT s_rel,
                                                          const double *EG_LAW_RESTRICT v_rel,
                                                          eg_contact_mode *EG_LAW_RESTRICT mode)
{
    const double d = k->gap.d, s0 = k->gap.s_rel0, f_ref = k->gap.f_ref, w = k->transition, per_w = 1.0 / w;
    const double linear = (double)EG_CONTACT_LINEAR, undamped = (double)EG_CONTACT_UNDAMPED;
    const double transition = (double)EG_CONTACT_TRANSITION, limited = (double)EG_CONTACT_REBOUND_LIMITED;
    const int ramped = law == EG_CONTACT_SMOOTH_TRANSITION;
    double depth[EG_LAW_BLOCK_], ramp[EG_LAW_BLOCK_];
    for (size_t i = 0; i < count && ramped; i++) {
        const double u = (depth[i] = s0 - s_rel[i]) * per_w;
        ramp[i] = 2.0 * d * (u * u * (1.5 - u)); /* the bits of d*(u*u*(3 - 2*u)) */
    }
    for (size_t i = 0; i < count; i++) {
        /* cppcheck-suppress uninitvar; the loop above has filled it in where it counts */
        const double x = ramped ? depth[i] : s0 - s_rel[i];
        double m = linear, B = d;
        if (law == EG_CONTACT_UNDAMPED_REBOUND) {
            m = v_rel[i] >= 0.0 ? undamped : linear;
        } else {
            if (ramped) {
                m = linear + (x < w ? transition - linear : 0.0);
                B = x < w ? ramp[i] : d;
            }
            m = B * v_rel[i] > f_ref * (x / s_ref) ? limited : m;
        }
        mode[i] = (eg_contact_mode)(int)(x <= 0.0 ? 0.0 : m);
    }
}

/* Laws whose contact is of one mode. */
EG_LAW_EXPANDED static inline void eg_contact_one_mode_block_(size_t count, double s0, double inside,
                                                              const double *EG_LAW_RESTRICT s_rel,
                                                              eg_contact_mode *EG_LAW_RESTRICT mode)
{
    for (size_t i = 0; i < count; i++) {
        mode[i] = (eg_contact_mode)(int)(s_rel[i] >= s0 ? 0.0 : inside);
    }
}

EG_LAW_EXPANDED static inline void eg_contact_mode_law_(size_t count, eg_contact_law law, const eg_contact *k,
                                                        const double *EG_LAW_RESTRICT s_rel,
                                                        const double *EG_LAW_RESTRICT v_rel,
                                                        eg_contact_mode *EG_LAW_RESTRICT mode)
{
#define EG_LAW_PART_(m, i) eg_contact_mode_block_((m), law, k, s_ref_, s_rel + (i), v_rel + (i), mode + (i))
    EG_LAW_BLOCKS_BY_SCALE_(count, k->gap.s_ref, EG_LAW_PART_);
#undef EG_LAW_PART_
}

EG_LAW_EXPANDED static inline void eg_contact_mode_all_(size_t count, const eg_contact *law,
                                                        const double *EG_LAW_RESTRICT s_rel,
                                                        const double *EG_LAW_RESTRICT v_rel,
                                                        eg_contact_mode *EG_LAW_RESTRICT mode)
{
    const eg_contact k = *law;
    const int damped = k.gap.d > 0.0, gap = k.law == EG_CONTACT_ELASTO_GAP;
    const int changes = eg_contact_clips_(&k) || (k.law == EG_CONTACT_UNDAMPED_REBOUND && damped);
    if (!(gap && damped) && !changes) {
        const double inside =
            (double)(k.law == EG_CONTACT_RESTITUTION ? EG_CONTACT_APART : EG_CONTACT_LINEAR);
#define EG_LAW_PART_(m, i) eg_contact_one_mode_block_((m), k.gap.s_rel0, inside, s_rel + (i), mode + (i))
        EG_LAW_BLOCKS_(count, EG_LAW_PART_);
#undef EG_LAW_PART_
    } else if (k.gap.n != 1.0) {
        for (size_t i = 0; i < count; i++) {
            mode[i] = eg_contact_mode_at(&k, s_rel[i], v_rel[i]);
        }
    } else if (gap) {
#define EG_LAW_PART_(m, i)                                                                                   \
    eg_contact_gap_mode_block_((m), &k.gap, s_ref_, s_rel + (i), v_rel + (i), mode + (i))
        EG_LAW_BLOCKS_BY_SCALE_(count, k.gap.s_ref, EG_LAW_PART_);
#undef EG_LAW_PART_
    } else {
#define EG_CONTACT_FORM_(name) eg_contact_mode_law_(count, name, &k, s_rel, v_rel, mode)
        EG_CONTACT_BY_LAW_(k.law, EG_CONTACT_FORM_)
#undef EG_CONTACT_FORM_
    }
}

EG_LAW_FOUR_LANES_ static inline void eg_contact_mode_four_(size_t count, const eg_contact *law,
                                                            const double *EG_LAW_RESTRICT s_rel,
                                                            const double *EG_LAW_RESTRICT v_rel,
                                                            eg_contact_mode *EG_LAW_RESTRICT mode)
{
    eg_contact_mode_all_(count, law, s_rel, v_rel, mode);
}

/* mode[i] of one law at `count` points, as eg_contact_mode_at. */
static inline void eg_contact_mode_array(size_t count, const eg_contact *law,
                                         const double *EG_LAW_RESTRICT s_rel,
                                         const double *EG_LAW_RESTRICT v_rel,
                                         eg_contact_mode *EG_LAW_RESTRICT mode)
{
    if (eg_law_has_four_lanes_()) {
        eg_contact_mode_four_(count, law, s_rel, v_rel, mode);
    } else {
        eg_contact_mode_all_(count, law, s_rel, v_rel, mode);
    }
}

/* A mode in numbers, 1 or 0, from its bits (law.h says why): is there a contact, is its force cut off, and
 * is it `special`: linear, of undamped-rebound, else transition? */
EG_LAW_EXPANDED static inline void eg_contact_mode_bits_(size_t count, eg_contact_law law,
                                                         const eg_contact_mode *EG_LAW_RESTRICT mode,
                                                         double *EG_LAW_RESTRICT contact,
                                                         double *EG_LAW_RESTRICT limited,
                                                         double *EG_LAW_RESTRICT special)
{
    for (size_t i = 0; i < count; i++) {
        const int m = (int)mode[i];
        const int one = law == EG_CONTACT_UNDAMPED_REBOUND ? (m >> 1) & ~m : (m >> 2) & m;
        contact[i] = (double)((m | (m >> 1) | (m >> 2)) & 1);
        limited[i] = (double)(m & (m >> 1) & 1);
        special[i] = (double)(one & 1);
    }
}

/* B and dB/ds_rel of a law; n = 1. */
EG_LAW_EXPANDED static inline eg_contact_damping_ eg_contact_damping1_(eg_contact_law law,
                                                                       const eg_contact *k, double special,
                                                                       double chi, double s_rel, double f_c,
                                                                       double slope)
{
    const double d = k->gap.d, u = (k->gap.s_rel0 - s_rel) * (1.0 / k->transition);
    const double per_w = d / k->transition;
    eg_contact_damping_ b = {0.0, 0.0, 0.0};
    switch (law) {
    case EG_CONTACT_KELVIN_VOIGT:
    case EG_CONTACT_KELVIN_VOIGT_CLIPPED: b.B = d; break;
    case EG_CONTACT_UNDAMPED_REBOUND: b.B = special * d; break;
    case EG_CONTACT_SMOOTH_TRANSITION:
        b.B = d * (special * (u * u * (3.0 - 2.0 * u)) + (1.0 - special));
        b.dB_ds = special * (-6.0 * u * (1.0 - u) * per_w);
        break;
    case EG_CONTACT_HERTZ: break;
    default: b.B = 0.0 - chi * f_c; b.dB_ds = 0.0 - chi * slope;
    }
    return b;
}

EG_LAW_EXPANDED static inline void eg_contact_force_block_(
    size_t count, eg_contact_law law, const eg_contact *k, double s_ref,
    const eg_contact_mode *EG_LAW_RESTRICT mode, const double *EG_LAW_RESTRICT v0,
    const double *EG_LAW_RESTRICT s_rel, const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT f,
    double *EG_LAW_RESTRICT df_ds, double *EG_LAW_RESTRICT df_dv, double *EG_LAW_RESTRICT loss)
{
    const double s0 = k->gap.s_rel0, f_ref = k->gap.f_ref, slope = f_ref / s_ref, D = k->D;
    const double share = f_ref > 0.0 ? k->gap.d / f_ref : 0.0;
    double contact[EG_LAW_BLOCK_], limited[EG_LAW_BLOCK_], special[EG_LAW_BLOCK_];
    eg_contact_mode_bits_(count, law, mode, contact, limited, special);
    for (size_t i = 0; i < count; i++) {
        const double v = v_rel[i], engaged = contact[i] - limited[i];
        const double f_c = f_ref * (contact[i] * (s_rel[i] - s0) / s_ref) + 0.0;
        const double chi = law == EG_CONTACT_EXACT_RESTITUTION ? D / v0[i] : share;
        const eg_contact_damping_ b = eg_contact_damping1_(law, k, special[i], chi, s_rel[i], f_c, slope);
        f[i] = engaged * (f_c + b.B * v) + 0.0;
        df_ds[i] = engaged * (slope + b.dB_ds * v) + 0.0;
        df_dv[i] = engaged * b.B + 0.0;
        loss[i] = engaged * (b.B * v * v) + limited[i] * (0.0 - f_c * v);
    }
}

EG_LAW_EXPANDED static inline void eg_contact_force_law_(
    size_t count, eg_contact_law law, const eg_contact *k, const eg_contact_mode *EG_LAW_RESTRICT mode,
    const double *EG_LAW_RESTRICT v0, const double *EG_LAW_RESTRICT s_rel,
    const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT f, double *EG_LAW_RESTRICT df_ds,
    double *EG_LAW_RESTRICT df_dv, double *EG_LAW_RESTRICT loss)
{
#define EG_LAW_PART_(m, i)                                                                                   \
    eg_contact_force_block_((m), law, k, s_ref_, mode + (i), v0 + (i), s_rel + (i), v_rel + (i), f + (i),    \
                            df_ds + (i), df_dv + (i), loss + (i))
    EG_LAW_BLOCKS_BY_SCALE_(count, k->gap.s_ref, EG_LAW_PART_);
#undef EG_LAW_PART_
}

/* Of elasto-gap, whose modes are the beginning of eg_contact_mode. */
EG_LAW_EXPANDED static inline void eg_contact_gap_force_block_(
    size_t count, const eg_elasto_gap *k, double s_ref, const eg_contact_mode *EG_LAW_RESTRICT mode,
    const double *EG_LAW_RESTRICT s_rel, const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT f,
    double *EG_LAW_RESTRICT df_ds, double *EG_LAW_RESTRICT df_dv, double *EG_LAW_RESTRICT loss)
{
    eg_gap_mode part[EG_LAW_BLOCK_];
    for (size_t i = 0; i < count; i++) {
        part[i] = (eg_gap_mode)mode[i];
    }
    eg_elasto_gap_force_block_(count, k, s_ref, part, s_rel, v_rel, f, df_ds, df_dv, loss);
}

/* Force [N], its partial derivatives [N/m], [N.s/m] and loss power [W] of one law at `count` points, each in
 * the frozen mode[i] with its own v0[i], as eg_contact_force. */
static inline void eg_contact_force_array(size_t count, const eg_contact *law,
                                          const eg_contact_mode *EG_LAW_RESTRICT mode,
                                          const double *EG_LAW_RESTRICT v0,
                                          const double *EG_LAW_RESTRICT s_rel,
                                          const double *EG_LAW_RESTRICT v_rel, double *EG_LAW_RESTRICT f,
                                          double *EG_LAW_RESTRICT df_ds, double *EG_LAW_RESTRICT df_dv,
                                          double *EG_LAW_RESTRICT loss)
{
    const eg_contact k = *law;
#define EG_CONTACT_FORM_(name)                                                                               \
    eg_contact_force_law_(count, name, &k, mode, v0, s_rel, v_rel, f, df_ds, df_dv, loss)
    if (k.gap.n == 1.0 && k.law == EG_CONTACT_LANKARANI_NIKRAVESH_1994) {
        EG_CONTACT_FORM_(EG_CONTACT_LANKARANI_NIKRAVESH_1994);
    } else if (k.gap.n == 1.0 && eg_contact_is_hysteresis(k.law)) {
        EG_CONTACT_FORM_(EG_CONTACT_EXACT_RESTITUTION);
    } else if (k.gap.n == 1.0 && k.law != EG_CONTACT_ELASTO_GAP && k.law != EG_CONTACT_RESTITUTION) {
        EG_CONTACT_BY_LAW_(k.law, EG_CONTACT_FORM_)
    } else if (k.gap.n == 1.0 && k.law == EG_CONTACT_ELASTO_GAP) {
#define EG_LAW_PART_(m, i)                                                                                   \
    eg_contact_gap_force_block_((m), &k.gap, s_ref_, mode + (i), s_rel + (i), v_rel + (i), f + (i),          \
                                df_ds + (i), df_dv + (i), loss + (i))
        EG_LAW_BLOCKS_BY_SCALE_(count, k.gap.s_ref, EG_LAW_PART_);
#undef EG_LAW_PART_
    } else {
        for (size_t i = 0; i < count; i++) {
            eg_law_force o;
            eg_contact_force(&k, mode[i], v0[i], s_rel[i], v_rel[i], &o);
            f[i] = o.f;
            df_ds[i] = o.df_ds;
            df_dv[i] = o.df_dv;
            loss[i] = o.loss;
        }
    }
#undef EG_CONTACT_FORM_
}

#endif
