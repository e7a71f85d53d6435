/* Spring (rotational): tau = c*(phi_rel - phi_rel0). tau = flange_b.tau > 0 turns the flanges back
 * together. */
#include "component/rotational.h"

enum { C, PHI_REL0 };
enum { PHI_REL, TAU };

static void prepare(const double *p, double *k)
{
    k[EG_LINEAR_C] = p[C];
    k[EG_LINEAR_D] = 0.0;
    k[EG_LINEAR_S_REL0] = p[PHI_REL0];
}

static const eg_element_ops element = EG_LINEAR_ELEMENT(prepare);

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_element(parts, EG_NONE, EG_DEFAULT, false);
}

static void observe(const eg_observation *o, double *out)
{
    out[TAU] = o->force.f;
}

EG_OBSERVE_ROWS(observe_rows, observe, TAU, TAU)

static const eg_parameter parameters[] = {EG_ROT_PARAMETER_C(0.0), EG_ROT_PARAMETER_PHI_REL0};
static const eg_port ports[] = {EG_ROT_PORTS_TWO_FLANGES};
static const eg_variable variables[] = {EG_ROT_VARIABLE_PHI_REL, EG_ROT_VARIABLE_TAU};

const eg_class eg_class_rot_spring = {
    .name = EG_ROT("Components.Spring"),
    .also = EG_TEXTS("RotationalComponents.Components.Spring"),
    .doc = "Linear rotational spring",
    .text = "A linear spring without inertia between two shafts, or a shaft and its housing. It is free of "
            "torque at phi_rel = phi_rel0, stores c*(phi_rel - phi_rel0)^2/2 and gives it all back.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialCompliant"), EG_ROT_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("GearedOscillator"),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_COMPLIANT, "tau = c*(phi_rel - phi_rel0);"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .observe_rows = observe_rows,
    .force_row = TAU,
    .element = &element,
};
