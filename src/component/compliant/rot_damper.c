/* Damper (rotational): tau = d*w_rel, lossPower = tau*w_rel = d*w_rel^2 >= 0. */
#include "component/rotational.h"

enum { D, USE_HEAT_PORT, STATE_SELECT, PHI_NOMINAL };
enum { LOSS_POWER = EG_ROT_TAU + 1 };

static void prepare(const double *p, double *k)
{
    k[EG_LINEAR_C] = 0.0;
    k[EG_LINEAR_D] = p[D];
    k[EG_LINEAR_S_REL0] = 0.0;
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
}

EG_OBSERVE_ROWS(observe_rows, observe, EG_ROT_TAU, LOSS_POWER)

static const eg_parameter parameters[] = {EG_ROT_PARAMETER_D, EG_ROT_PARAMETERS_COMPLIANT};
static const eg_port ports[] = {EG_ROT_PORTS_TWO_FLANGES, EG_PORT_HEAT};
static const eg_variable variables[] = {EG_ROT_VARIABLES_COMPLIANT, EG_VARIABLE_LOSS};

const eg_class eg_class_rot_damper = {
    .name = EG_ROT("Components.Damper"),
    .also = EG_TEXTS("RotationalComponents.Components.Damper"),
    .doc = "Linear rotational damper",
    .text = "A viscous damper without inertia between two shafts, or a shaft and its housing. Its torque "
            "opposes the relative motion, and all the work done on it is lost: lossPower = d*w_rel^2. With "
            "useHeatPort = true the loss leaves through heatPort, which must then be connected.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialCompliantWithRelativeStates"),
                        EG_ROT_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),
    .examples = EG_TEXTS("GearedOscillator"),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_RELATIVE_STATES, "tau = d*w_rel;", "lossPower = tau*w_rel;",
                          EG_EQUATION_HEAT_PORT),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .observe_rows = observe_rows,
    .force_row = EG_ROT_TAU,
    .element = &element,
};
