/* SpringDamper (rotational): a linear spring and a linear damper side by side.
 *
 *     tau_c = c*(phi_rel - phi_rel0),  tau_d = d*w_rel,  tau = tau_c + tau_d,  lossPower = tau_d*w_rel */
#include "component/rotational.h"

enum { C, D, PHI_REL0, USE_HEAT_PORT, STATE_SELECT, PHI_NOMINAL };
enum { LOSS_POWER = EG_ROT_TAU + 1, TAU_C, TAU_D };

static void prepare(const double *p, double *k)
{
    k[EG_LINEAR_C] = p[C];
    k[EG_LINEAR_D] = p[D];
    k[EG_LINEAR_S_REL0] = p[PHI_REL0];
}

static const eg_element_ops element = EG_LINEAR_ELEMENT(prepare);

static int declare(const double *p, eg_parts *parts)
{
    return eg_rot_declare_element(parts, eg_select(p[STATE_SELECT]), p[USE_HEAT_PORT] != 0.0);
}

static void observe(const eg_observation *o, double *out)
{
    out[EG_ROT_TAU] = o->force.f;
    out[LOSS_POWER] = o->force.loss;
    out[TAU_C] = o->p[C] * (o->s_rel - o->p[PHI_REL0]);
    out[TAU_D] = o->p[D] * o->v_rel;
}

EG_OBSERVE_ROWS(observe_rows, observe, EG_ROT_TAU, TAU_D)

static const eg_parameter parameters[] = {EG_ROT_PARAMETER_C(0.0), EG_ROT_PARAMETER_D,
                                          EG_ROT_PARAMETER_PHI_REL0, EG_ROT_PARAMETERS_COMPLIANT};
static const eg_port ports[] = {EG_ROT_PORTS_TWO_FLANGES, EG_PORT_HEAT};
static const eg_variable variables[] = {
    EG_ROT_VARIABLES_COMPLIANT,
    EG_VARIABLE_LOSS,
    {.name = "tau_c", EG_SI_TORQUE, .is_protected = true, .doc = "Torque of the spring"},
    {.name = "tau_d", EG_SI_TORQUE, .is_protected = true, .doc = "Torque of the damper"},
};

const eg_class eg_class_rot_spring_damper = {
    .name = EG_ROT("Components.SpringDamper"),
    .also = EG_TEXTS("RotationalComponents.Components.SpringDamper"),
    .doc = "Linear rotational spring and damper in parallel",
    .text =
        "A spring and a damper without inertia between two shafts, or a shaft and its housing. The spring "
        "is free of torque at phi_rel = phi_rel0; what the damper takes up is lost.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialCompliantWithRelativeStates"),
                        EG_ROT_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),
    .examples = EG_TEXTS("Backlash"),
    .equations =
        EG_TEXTS(EG_ROT_EQUATIONS_RELATIVE_STATES, "tau_c = c*(phi_rel - phi_rel0);", "tau_d = d*w_rel;",
                 "tau = tau_c + tau_d;", "lossPower = tau_d*w_rel;", EG_EQUATION_HEAT_PORT),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .observe_rows = observe_rows,
    .force_row = EG_ROT_TAU,
    .element = &element,
};
