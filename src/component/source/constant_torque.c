/* ConstantTorque: tau = -flange.tau = tau_constant, positive in positive direction. Mind that the variable
 * tau has the sign of the torque on the neighbour, unlike f of ConstantForce. */
#include "component/rotational.h"
#include "component/block/sources/source_block.h"

enum { TAU_CONSTANT, USE_SUPPORT };
enum { PHI, W, TAU, PHI_SUPPORT };

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_force(parts, eg_support(p[USE_SUPPORT]), EG_OWN, PHI, W);
}

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t, (void)u;
    *y = (eg_jet){p[TAU_CONSTANT], 0.0, 0.0};
}

static const eg_block_ops block = {.evaluate = evaluate, .generator = eg_polynomial_generator};

static void observe(const eg_observation *o, double *out)
{
    out[TAU] = o->p[TAU_CONSTANT];
    out[PHI_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const eg_parameter parameters[] = {
    {.name = "tau_constant",
     EG_SI_TORQUE,
     .need = EG_REQUIRED,
     .doc = "Torque on what is connected to the flange, positive in positive direction"},
    EG_PARAMETER_USE_SUPPORT,
};

static const eg_port ports[] = {EG_ROT_PORTS_FLANGE_AND_SUPPORT};

static const eg_variable variables[] = {
    EG_ROT_VARIABLE_PHI_TO_SUPPORT,
    {.name = "w", EG_SI_ANGULAR_VELOCITY, .doc = "Rate of phi"},
    {.name = "tau",
     EG_SI_TORQUE,
     .follows = true,
     .doc = "Torque on what is connected (= -flange.tau = tau_constant)"},
    EG_ROT_VARIABLE_PHI_SUPPORT,
};

const eg_class eg_class_constant_torque = {
    .name = EG_ROT("Sources.ConstantTorque"),
    .doc = "Constant torque",
    .text =
        "A torque that never changes, whatever the speed. A positive tau_constant turns what is connected "
        "to the flange in positive direction; it drives a motion in that direction and brakes the opposite "
        "one.",
    .extends =
        EG_TEXTS(EG_ROT_PARTIAL("PartialTorque"), EG_ROT_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("Backlash"),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_ONE_FLANGE, "phi = flange.phi - phi_support;", "w = der(phi);",
                          "tau = -flange.tau;", "tau = tau_constant;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .block = &block,
};
