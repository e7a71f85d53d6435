/* ElastoBacklash2: backlash b in series with a spring and a damper in parallel, whose torque may jump as
 * the flanks touch.
 *
 *     phi_diff = phi_rel - phi_rel0,  bMax = b/2,  bMin = -bMax
 *     phi_diff > bMax:  tau_c = c*(phi_diff - bMax),  tau = max(tau_c + d*w_rel, 0)
 *     phi_diff < bMin:  tau_c = c*(phi_diff - bMin),  tau = min(tau_c + d*w_rel, 0)
 *     between:          tau = 0
 *     b <= bEps:        tau = c*phi_diff + d*w_rel everywhere
 *
 * The damper acts from the first touch on: contrary to ElastoBacklash the torque begins with d*w_rel.
 * The flanks cannot pull, so that they part, as regards the torque, where spring and damper cancel; the
 * spring unloads while tau = 0. What it held is lost, as in ElastoBacklash: lossPower = (tau - tau_c)*w_rel,
 * where MSL's has d*w_rel^2 while there is torque and 0 then.
 *
 * Each flank is a contact with the law kelvin-voigt-clipped of law_contact.h: this element is a two-sided one
 * (contact/side.h) that stops at phi_rel0 + bMin and phi_rel0 + bMax, or without backlash, b <= 1e-10 rad, a
 * SpringDamper in a mode that does not end. */
#include "component/compliant/backlash.h"
#include "component/contact/side.h"

/* Coefficients: those of the lower and the upper side, then these. */
enum { K_REST = 2 * EG_SIDE_COUNT, K_LOOSE, K_COUNT };

/* Modes: apart, those of the lower side, those of the upper, and the one without backlash. */
enum { APART, UPPER = EG_SIDE_MODES + 1, TIGHT = 2 * EG_SIDE_MODES + 1 };

static void prepare(const double *p, double *k)
{
    const double rest = p[EG_BACKLASH_P_PHI_REL0], b = p[EG_BACKLASH_P_B];
    for (int upper = 0; upper < 2; upper++) {
        const eg_side side = {.law = EG_CONTACT_KELVIN_VOIGT_CLIPPED,
                              .s_rel0 = upper ? -(rest + b / 2) : rest - b / 2,
                              .c = p[EG_BACKLASH_P_C],
                              .d = p[EG_BACKLASH_P_D],
                              .s_ref = 1,
                              .f_ref = p[EG_BACKLASH_P_C],
                              .n = 1};
        eg_side_prepare(&side, k + upper * EG_SIDE_COUNT);
    }
    k[K_REST] = rest;
    k[K_LOOSE] = b > p[EG_BACKLASH_P_EPS];
}

static void force(const double *k, int mode, double phi_rel, double w_rel, eg_force *out)
{
    if (mode == TIGHT)
        eg_backlash_tight_force(k[EG_SIDE_F_REF], k[EG_SIDE_D], k[K_REST], phi_rel, w_rel, out);
    else
        eg_side_force(k, mode, phi_rel, w_rel, out);
}

static int dependence(const double *k, int mode)
{
    if (mode == TIGHT)
        return EG_ON_POSITION | (k[EG_SIDE_D] > 0 ? EG_ON_VELOCITY : 0);
    return eg_side_dependence(k, mode);
}

static void bound(const double *k, int mode, eg_force *f)
{
    if (mode != TIGHT)
        eg_side_bound(k, mode, f);
}

static double energy(const double *k, int mode, double phi_rel)
{
    double x = phi_rel - k[K_REST];
    return mode == TIGHT ? k[EG_SIDE_F_REF] * x * x / 2 : eg_side_energy(k, mode, phi_rel);
}

static int mode_at(const double *k, double phi_rel, double w_rel)
{
    return k[K_LOOSE] == 0 ? TIGHT : eg_two_sides_mode_at(k, phi_rel, w_rel);
}

static void switching(const double *k, int mode, double phi_rel, double w_rel, double *h, double *dh_ds,
                      double *dh_dv)
{
    if (mode != TIGHT) {
        eg_two_sides_switching(k, mode, phi_rel, w_rel, h, dh_ds, dh_dv);
        return;
    }
    for (int i = 0; i < 3; i++) {
        h[i] = 1;
        if (dh_ds)
            dh_ds[i] = 0;
        if (dh_dv)
            dh_dv[i] = 0;
    }
}

static const char *event_name(int mode, int i)
{
    return mode == APART ? "contact begins" : eg_side_event_name(mode, i);
}

static double compression(const double *k, int mode, double phi_rel)
{
    return mode == TIGHT ? INFINITY : eg_side_compression(k, mode, phi_rel);
}

/* Without backlash it is none. */
static int contacts(const double *k, eg_fixed_contact *out)
{
    return k[K_LOOSE] == 0 ? 0 : eg_two_sides_contacts(k, out);
}

static const char *const modes[] = {"apart", EG_SIDE_MODE_NAMES, EG_SIDE_MODE_NAMES, "without backlash"};

static const eg_element_ops element = {
    .mode_count = EG_COUNT(modes),
    .modes = modes,
    .switch_count = 3,
    .coefficient_count = K_COUNT,
    .prepare = prepare,
    .force = force,
    .dependence = dependence,
    .bound = bound,
    .energy = energy,
    .mode_at = mode_at,
    .switching = switching,
    .next_mode = eg_two_sides_next_mode,
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
    return mode >= UPPER ? EG_FLANK_UPPER : EG_FLANK_LOWER;
}

static void observe(const eg_observation *o, double *out)
{
    eg_backlash_observe(o, flank_of_mode(o->mode), out);
}

#define BY_FLANK(tight, upper, lower)                                                                        \
    "if b <= bEps then " tight " else if phi_diff > bMax then " upper " else if phi_diff < bMin then " lower \
    " else 0;"

const eg_class eg_class_elasto_backlash2 = {
    .name = EG_ROT("Components.ElastoBacklash2"),
    .doc = "Backlash in series with a spring and a damper, with a torque that jumps at the touch",
    .text = "The play of a gear or a coupling: while |phi_rel - phi_rel0| < b/2 no torque is "
            "transmitted; beyond, a spring "
            "and a damper in parallel take hold. The damper is not bounded by the spring: at the touch "
            "the torque jumps to "
            "d*w_rel, as it does where the flanks themselves damp. They cannot pull: where spring and "
            "damper would, the "
            "torque is 0.\n\n"
            "Every touch and every parting is an event. b = 0 (up to 1e-10 rad) is a SpringDamper. "
            "lossPower = (tau - tau_c)*w_rel is all that is lost: the damper's, and while the flanks unload "
            "without torque what the spring had stored; MSL's text sets lossPower to 0 then, and its energy "
            "balance stays open. The start takes the law as it is.",
    EG_BACKLASH_DESCRIPTOR,
    .examples = EG_TEXTS("Coupling"),
    .equations = EG_TEXTS(
        EG_ROT_EQUATIONS_RELATIVE_STATES, "phi_diff = phi_rel - phi_rel0;",
        "tau_c = " BY_FLANK("c*phi_diff", "c*(phi_diff - bMax)", "c*(phi_diff - bMin)"), "tau_d = d*w_rel;",
        "tau = " BY_FLANK("tau_c + tau_d", "(if tau_c + tau_d <= 0 then 0 else tau_c + tau_d)",
                          "(if tau_c + tau_d >= 0 then 0 else tau_c + tau_d)"),
        "lossPower = (tau - tau_c)*w_rel;", EG_EQUATION_HEAT_PORT),
    .observe = observe,
    .element = &element,
};
