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
 * spring unloads while tau = 0. lossPower = d*w_rel^2 while there is torque, MSL's: what is left in the
 * spring then is not in it. */
#include "component/by_equations.h"
#include "component/rotational.h"

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
     .is_constant = true,
     .is_protected = true,
     .doc = "Up to here there is no backlash, and no contact to lose"},
};

static const eg_port ports[] = {EG_ROT_PORTS_TWO_FLANGES, EG_PORT_HEAT};

static const eg_variable variables[] = {
    {.name = "phi_rel",
     EG_SI_ANGLE,
     .modifiers = "stateSelect = stateSelect, nominal = phi_nominal",
     .doc = "Angle flange_b.phi - flange_a.phi"},
    {.name = "w_rel",
     EG_SI_ANGULAR_VELOCITY,
     .modifiers = "stateSelect = stateSelect",
     .doc = "Rate of phi_rel"},
    EG_ROT_VARIABLE_A_REL,
    EG_ROT_VARIABLE_TAU,
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
            "lossPower is the "
            "damper's; what the spring still holds as the torque ends is not in it. The start takes the "
            "law as it is.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialCompliantWithRelativeStates"), EG_MSL_HEAT_PARTIAL),
    .examples = EG_TEXTS("Coupling"),
    .equations = EG_TEXTS(
        EG_ROT_EQUATIONS_RELATIVE_STATES, "phi_diff = phi_rel - phi_rel0;",
        "tau_c = " BY_FLANK("c*phi_diff", "c*(phi_diff - bMax)", "c*(phi_diff - bMin)"), "tau_d = d*w_rel;",
        "tau = " BY_FLANK("tau_c + tau_d", "(if tau_c + tau_d <= 0 then 0 else tau_c + tau_d)",
                          "(if tau_c + tau_d >= 0 then 0 else tau_c + tau_d)"),
        "lossPower = " BY_FLANK("tau_d*w_rel", "(if tau_c + tau_d <= 0 then 0 else tau_d*w_rel)",
                                "(if tau_c + tau_d >= 0 then 0 else tau_d*w_rel)"),
        EG_EQUATION_HEAT_PORT),
    .by_equations = true,
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
};
