/* ElastoBacklash: backlash b in series with a spring and a damper in parallel.
 *
 *     phi_diff = phi_rel - phi_rel0,  bMax = b/2,  bMin = -bMax
 *     phi_diff > bMax:  tau_c = c*(phi_diff - bMax),  tau_d = d*w_rel
 *                       tau   = if tau_c + tau_d <= 0 then 0 else tau_c + min(tau_c, tau_d)
 *     phi_diff < bMin:  tau_c = c*(phi_diff - bMin),  tau_d = d*w_rel
 *                       tau   = if tau_c + tau_d >= 0 then 0 else tau_c + max(tau_c, tau_d)
 *     between:          tau   = 0
 *     b <= bEps:        tau   = c*phi_diff + d*w_rel everywhere, no contact to lose
 *
 * Let x = phi_diff - bMax > 0. The damper is bounded from above by tau_c = c*x and, since tau may not change
 * its sign, from below by -tau_c: tau = tau_c + min(max(tau_d, -tau_c), tau_c). That is the law of ElastoGap
 * with n = 1 for a gap that closes where phi_rel grows, and the other flank is its mirror image. So this
 * element is two ElastoGaps back to back, at phi_rel0 + bMin and, mirrored, at phi_rel0 + bMax; never are
 * both in contact.
 * Force, modes and switching functions are those of law.h. With no backlash left, b <= 1e-10 rad, it is a
 * SpringDamper, in a mode that does not end.
 *
 * In the rebound-limited mode the spring unloads while tau = 0: what it had stored is lost. Here, as in
 * ElastoGap, that is part of lossPower, which so is (tau - tau_c)*w_rel always; MSL's text sets lossPower = 0
 * there, and the energy is gone.
 *
 * During initialization MSL replaces the law by one without a flat part. Here the law holds from the
 * start. */
#include "component/compliant/backlash.h"
#include "elastogap/fixed.h"

/* Coefficients: `lower` and `upper` are where contact begins. */
enum { K_C, K_D, K_LOWER, K_UPPER, K_REST, K_LOOSE };

/* Modes: no contact; EG_GAP_APPROACH_LIMITED ... of the lower flank; the same of the upper one; no
 * backlash. */
enum { APART, LOWER = 0, UPPER = 3, TIGHT = 7 };

static void prepare(const double *p, double *k)
{
    const double rest = p[EG_BACKLASH_P_PHI_REL0], b = p[EG_BACKLASH_P_B];
    k[K_C] = p[EG_BACKLASH_P_C];
    k[K_D] = p[EG_BACKLASH_P_D];
    k[K_LOWER] = rest - b / 2;
    k[K_UPPER] = rest + b / 2;
    k[K_REST] = rest;
    k[K_LOOSE] = b > p[EG_BACKLASH_P_EPS];
}

/* One flank as an ElastoGap: it sees side*phi_rel and side*w_rel, and answers side*tau. */
typedef struct flank {
    double side; /* +1 lower, -1 upper */
    int base;    /* its modes are base + those of an ElastoGap */
    eg_elasto_gap law;
} flank;

static flank flank_of(const double *k, bool upper)
{
    double edge = upper ? -k[K_UPPER] : k[K_LOWER];
    return (flank){upper ? -1 : 1, upper ? UPPER : LOWER,
                   eg_elasto_gap_msl(k[K_C], k[K_D], edge, 1.0, k[K_C], 1.0)};
}

static flank flank_in(const double *k, int mode)
{
    return flank_of(k, mode > UPPER);
}

static void force(const double *k, int mode, double phi_rel, double w_rel, eg_force *out)
{
    eg_law_force o;
    if (mode == TIGHT) {
        eg_backlash_tight_force(k[K_C], k[K_D], k[K_REST], phi_rel, w_rel, out);
        return;
    }
    flank q = flank_in(k, mode);
    eg_elasto_gap_force(&q.law, (eg_gap_mode)(mode == APART ? APART : mode - q.base), q.side * phi_rel,
                        q.side * w_rel, &o);
    *out = eg_force_of(o);
    out->f *= q.side;
    out->d2f_ds2 *= q.side;
    out->dloss_ds *= q.side;
    out->dloss_dv *= q.side;
}

static int dependence(const double *k, int mode)
{
    int with_damper = EG_ON_POSITION | (k[K_D] > 0.0 ? EG_ON_VELOCITY : 0);
    if (mode == TIGHT)
        return with_damper;
    switch ((eg_gap_mode)(mode == APART ? APART : mode - flank_in(k, mode).base)) {
    case EG_GAP_APPROACH_LIMITED: return EG_ON_POSITION;
    case EG_GAP_LINEAR: return with_damper;
    case EG_GAP_APART:
    case EG_GAP_REBOUND_LIMITED: break;
    }
    return 0;
}

static double energy(const double *k, int mode, double phi_rel)
{
    double x;
    if (mode == APART)
        x = 0;
    else if (mode == TIGHT)
        x = phi_rel - k[K_REST];
    else
        x = phi_rel - k[mode > UPPER ? K_UPPER : K_LOWER];
    return k[K_C] * x * x / 2;
}

/* The mode of the element when one flank is in `mode`. */
static int whole(const flank *q, eg_gap_mode mode)
{
    return mode == EG_GAP_APART ? APART : q->base + (int)mode;
}

static int mode_at(const double *k, double phi_rel, double w_rel)
{
    if (k[K_LOOSE] == 0.0)
        return TIGHT;
    flank q = flank_of(k, phi_rel > k[K_REST]);
    return whole(&q, eg_elasto_gap_mode(&q.law, q.side * phi_rel, q.side * w_rel));
}

/* Function 0 is the contact edge (of the lower flank), 1 and 2 the clip edges; while apart 1 is the contact
 * edge of the upper flank. */
static void switching(const double *k, int mode, double phi_rel, double w_rel, double *h, double *dh_ds,
                      double *dh_dv)
{
    for (int i = 0; i < 3; i++) {
        h[i] = 1.0;
        if (dh_ds)
            dh_ds[i] = 0.0;
        if (dh_dv)
            dh_dv[i] = 0.0;
    }
    if (mode == APART) {
        h[0] = phi_rel - k[K_LOWER];
        h[1] = k[K_UPPER] - phi_rel;
        if (dh_ds) {
            dh_ds[0] = 1.0;
            dh_ds[1] = -1.0;
        }
    } else if (mode != TIGHT) {
        flank q = flank_in(k, mode);
        eg_elasto_gap_switching(&q.law, (eg_gap_mode)(mode - q.base), q.side * phi_rel, q.side * w_rel, h,
                                dh_ds, dh_dv);
        for (int i = 0; i < 3; i++) {
            if (dh_ds)
                dh_ds[i] *= q.side;
            if (dh_dv)
                dh_dv[i] *= q.side;
        }
    }
}

static int next_mode(const double *k, int mode, int i, double phi_rel, double w_rel)
{
    flank q = mode == APART ? flank_of(k, i == 1) : flank_in(k, mode);
    eg_gap_mode now = mode == APART ? EG_GAP_APART : (eg_gap_mode)(mode - q.base);
    int edge = mode == APART ? 0 : i;
    return whole(&q, eg_elasto_gap_next(&q.law, now, edge, q.side * phi_rel, q.side * w_rel));
}

static const char *event_name(int mode, int i)
{
    if (mode == APART)
        return "contact begins";
    if (i == 0)
        return "contact ends";
    bool limited = mode != LOWER + EG_GAP_LINEAR && mode != UPPER + EG_GAP_LINEAR;
    if (i == 1)
        return limited ? "approach limit ends" : "approach limit begins";
    return limited ? "rebound limit ends" : "rebound limit begins";
}

static double compression(const double *k, int mode, double phi_rel)
{
    if (mode == APART || mode == TIGHT)
        return INFINITY;
    return fabs(phi_rel - k[mode > UPPER ? K_UPPER : K_LOWER]);
}

/* Without backlash it is none. */
static int contacts(const double *k, eg_fixed_contact *out)
{
    if (k[K_LOOSE] == 0.0)
        return 0;
    for (int i = 0; i < 2; i++) {
        const flank q = flank_of(k, i == 1);
        out[i] = (eg_fixed_contact){.sign = q.side, .law = {.law = EG_CONTACT_ELASTO_GAP, .gap = q.law}};
    }
    return 2;
}

static const char *const modes[] = {"apart",
                                    "lower approach-limited",
                                    "lower linear",
                                    "lower rebound-limited",
                                    "upper approach-limited",
                                    "upper linear",
                                    "upper rebound-limited",
                                    "without backlash"};

static const eg_element_ops element = {
    .mode_count = EG_COUNT(modes),
    .modes = modes,
    .switch_count = 3,
    .prepare = prepare,
    .force = force,
    .dependence = dependence,
    .energy = energy,
    .mode_at = mode_at,
    .switching = switching,
    .next_mode = next_mode,
    .event_name = event_name,
    .compression = compression,
    .contacts = contacts,
    .is_linear = eg_linear_always,
};

/* ---------------------------------------------------------------- the component */

static eg_flank flank_of_mode(int mode)
{
    if (mode == APART)
        return EG_FLANK_NONE;
    if (mode == TIGHT)
        return EG_FLANK_BOTH;
    return mode > UPPER ? EG_FLANK_UPPER : EG_FLANK_LOWER;
}

static void observe(const eg_observation *o, double *out)
{
    eg_backlash_observe(o, flank_of_mode(o->mode), out);
}

const eg_class eg_class_elasto_backlash = {
    .name = EG_ROT("Components.ElastoBacklash"),
    .doc = "Backlash in series with a spring and a damper",
    .text =
        "The play of a gear or a coupling: while |phi_rel - phi_rel0| < b/2 no torque is transmitted; "
        "beyond, a "
        "spring and a damper in parallel take hold. The damper is bounded by the spring, so that the torque "
        "grows from zero when the flanks touch and is back at zero before they part: the law of ElastoGap "
        "with "
        "n = 1, on both sides.\n\n"
        "Every touch, every clipping of the damper and every parting is an event. With J as the reduced "
        "inertia "
        "of the two sides, the coefficient of restitution depends on d/(2*sqrt(c*J)) alone.\n\n"
        "lossPower = (tau - tau_c)*w_rel is all that is lost. While the damper cancels the spring, at the "
        "end of "
        "a contact, that is what the spring had stored; MSL's text sets lossPower to 0 then, and its energy "
        "balance stays open.\n\n"
        "b = 0 (up to 1e-10 rad) is a SpringDamper that never lets go. The start takes the law as it is: a "
        "steady start (fixed accelerations) inside the backlash has no torque to balance anything with.",
    EG_BACKLASH_DESCRIPTOR,
    .examples = EG_TEXTS("Backlash"),
    .equations =
        EG_TEXTS(EG_ROT_EQUATIONS_RELATIVE_STATES, "phi_diff = phi_rel - phi_rel0;",
                 "tau_c = if b <= bEps then c*phi_diff else if phi_diff > bMax then c*(phi_diff - bMax) "
                 "else if phi_diff < bMin then c*(phi_diff - bMin) else 0;",
                 "tau_d = d*w_rel;",
                 "tau = if b <= bEps then tau_c + tau_d else if phi_diff > bMax then tau_c + min(max(tau_d, "
                 "-tau_c), tau_c) "
                 "else if phi_diff < bMin then tau_c + min(max(tau_d, tau_c), -tau_c) else 0;",
                 "lossPower = (tau - tau_c)*w_rel;", EG_EQUATION_HEAT_PORT),
    .observe = observe,
    .element = &element,
};
