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
#include "component/contact/side.h"
#include "component/rotational.h"

enum { C, D, B, PHI_REL0, USE_HEAT_PORT, STATE_SELECT, PHI_NOMINAL, B_MAX, B_MIN, B_EPS };
enum { LOSS_POWER = EG_ROT_TAU + 1, TAU_C, TAU_D, PHI_DIFF };

/* Coefficients: those of the lower and the upper side, then these. */
enum { K_REST = 2 * EG_SIDE_COUNT, K_LOOSE, K_COUNT };

/* Modes: apart, those of the lower side, those of the upper, and the one without backlash. */
enum { APART, LOWER = 1, UPPER = EG_SIDE_MODES + 1, TIGHT = 2 * EG_SIDE_MODES + 1 };

static void prepare(const double *p, double *k)
{
    for (int upper = 0; upper < 2; upper++) {
        const eg_side side = {.law = EG_CONTACT_KELVIN_VOIGT_CLIPPED,
                              .s_rel0 = upper ? -(p[PHI_REL0] + p[B] / 2) : p[PHI_REL0] - p[B] / 2,
                              .c = p[C],
                              .d = p[D],
                              .s_ref = 1,
                              .f_ref = p[C],
                              .n = 1};
        eg_side_prepare(&side, k + upper * EG_SIDE_COUNT);
    }
    k[K_REST] = p[PHI_REL0];
    k[K_LOOSE] = p[B] > p[B_EPS];
}

static void force(const double *k, int mode, double phi_rel, double w_rel, eg_force *out)
{
    if (mode != TIGHT) {
        eg_side_force(k, mode, phi_rel, w_rel, out);
        return;
    }
    eg_law_force o;
    eg_spring_damper law = eg_spring_damper_make(k[EG_SIDE_F_REF], k[EG_SIDE_D], k[K_REST]);
    eg_spring_damper_force(&law, phi_rel, w_rel, &o);
    *out = eg_force_of(o);
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
    if (k[K_LOOSE] == 0)
        return TIGHT;
    if (phi_rel <= k[K_REST])
        return eg_side_mode_at(k, phi_rel, w_rel);
    const eg_side_view upper = eg_side_view_of(k, UPPER);
    return eg_side_mode(&upper, eg_contact_mode_at(&upper.law, -phi_rel, -w_rel));
}

/* Function 0 is the contact edge (of the lower flank), 1 and 2 the clip edges; while apart 1 is the contact
 * edge of the upper flank. */
static void switching(const double *k, int mode, double phi_rel, double w_rel, double *h, double *dh_ds,
                      double *dh_dv)
{
    for (int i = 0; i < 3; i++) {
        h[i] = 1;
        if (dh_ds)
            dh_ds[i] = 0;
        if (dh_dv)
            dh_dv[i] = 0;
    }
    if (mode == TIGHT)
        return;
    if (mode != APART) {
        eg_side_switching(k, mode, phi_rel, w_rel, h, dh_ds, dh_dv);
        return;
    }
    h[0] = phi_rel - k[EG_SIDE_S_REL0];
    h[1] = -k[EG_SIDE_COUNT + EG_SIDE_S_REL0] - phi_rel;
    if (dh_ds) {
        dh_ds[0] = 1;
        dh_ds[1] = -1;
    }
}

static int next_mode(const double *k, int mode, int i, double phi_rel, double w_rel)
{
    if (mode != APART || i == 0)
        return eg_side_next_mode(k, mode, i, phi_rel, w_rel);
    const eg_side_view upper = eg_side_view_of(k, UPPER);
    return eg_side_mode(&upper, eg_contact_next(&upper.law, EG_CONTACT_APART, 0, -phi_rel, -w_rel));
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
    if (k[K_LOOSE] == 0)
        return 0;
    const eg_side_view lower = eg_side_view_of(k, LOWER), upper = eg_side_view_of(k, UPPER);
    out[0] = eg_side_contact(&lower);
    out[1] = eg_side_contact(&upper);
    return 2;
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
    .next_mode = next_mode,
    .event_name = event_name,
    .compression = compression,
    .contacts = contacts,
    .is_linear = eg_linear_always,
};

/* ---------------------------------------------------------------- the component */

static void complete(double *p, const bool *given)
{
    (void)given;
    p[B_MAX] = p[B] / 2;
    p[B_MIN] = -p[B_MAX];
}

static int declare(const double *p, eg_parts *parts)
{
    return eg_rot_declare_element(parts, eg_select(p[STATE_SELECT]), p[USE_HEAT_PORT] != 0);
}

/* Round-off at the edge of a mode is taken out of results. */
static double bounded(int mode, double tau)
{
    bool pulls = mode > APART && mode < TIGHT && (mode >= UPPER ? tau < 0 : tau > 0);
    return pulls ? 0 : tau;
}

static void observe(const eg_observation *o, double *out)
{
    double diff = o->s_rel - o->p[PHI_REL0], x = 0;
    if (o->mode == TIGHT)
        x = diff;
    else if (o->mode != APART)
        x = o->mode >= UPPER ? diff - o->p[B_MAX] : diff - o->p[B_MIN];
    out[EG_ROT_TAU] = bounded(o->mode, o->force.f);
    out[LOSS_POWER] = o->force.loss;
    out[TAU_C] = o->p[C] * x;
    out[TAU_D] = o->p[D] * o->v_rel;
    out[PHI_DIFF] = diff;
}

static const eg_parameter parameters[] = {
    EG_ROT_PARAMETER_C(1e-60),
    EG_ROT_PARAMETER_D,
    {.name = "b", EG_SI_ANGLE, EG_AT_LEAST(0.0), .doc = "Total backlash"},
    EG_ROT_PARAMETER_PHI_REL0,
    EG_ROT_PARAMETERS_COMPLIANT,
    {.name = "bMax",
     EG_SI_ANGLE,
     .value_text = "b/2",
     .is_protected = true,
     .doc = "Upper end of the backlash"},
    {.name = "bMin",
     EG_SI_ANGLE,
     .value_text = "-bMax",
     .is_protected = true,
     .doc = "Lower end of the backlash"},
    {.name = "bEps",
     EG_SI_ANGLE,
     .value = 1e-10,
     .is_protected = true,
     .doc = "Up to here there is no backlash, and no contact to lose"},
};

static const eg_port ports[] = {EG_ROT_PORTS_TWO_FLANGES, EG_PORT_HEAT};

static const eg_variable variables[] = {
    EG_ROT_VARIABLES_COMPLIANT,
    EG_VARIABLE_LOSS,
    {.name = "tau_c", EG_SI_TORQUE, .is_protected = true, .doc = "Torque of the spring"},
    {.name = "tau_d", EG_SI_TORQUE, .is_protected = true, .doc = "Torque of the damper, not bounded"},
    {.name = "phi_diff", EG_SI_ANGLE, .is_protected = true, .doc = "phi_rel - phi_rel0"},
};

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
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialCompliantWithRelativeStates"),
                        EG_ROT_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),
    .examples = EG_TEXTS("Coupling"),
    .equations = EG_TEXTS(
        EG_ROT_EQUATIONS_RELATIVE_STATES, "phi_diff = phi_rel - phi_rel0;",
        "tau_c = " BY_FLANK("c*phi_diff", "c*(phi_diff - bMax)", "c*(phi_diff - bMin)"), "tau_d = d*w_rel;",
        "tau = " BY_FLANK("tau_c + tau_d", "(if tau_c + tau_d <= 0 then 0 else tau_c + tau_d)",
                          "(if tau_c + tau_d >= 0 then 0 else tau_c + tau_d)"),
        "lossPower = (tau - tau_c)*w_rel;", EG_EQUATION_HEAT_PORT),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .complete = complete,
    .declare = declare,
    .observe = observe,
    .element = &element,
};
