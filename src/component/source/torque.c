/* Torque: an input signal as a torque. flange.tau = -tau, support.tau = tau: tau > 0 turns what is connected
 * to the flange in positive direction. */
#include "component/rotational.h"

enum { USE_SUPPORT };
enum { PHI_SUPPORT };

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_force(parts, eg_support(p[USE_SUPPORT]), EG_AT_SIGNAL, EG_NONE, EG_NONE);
}

static void observe(const eg_observation *o, double *out)
{
    out[PHI_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const eg_parameter parameters[] = {EG_PARAMETER_USE_SUPPORT};

static const eg_port ports[] = {
    EG_ROT_PORTS_FLANGE_AND_SUPPORT,
    {.name = "tau", .kind = EG_REAL_INPUT, .unit = "N.m", .doc = "Torque on what is connected to the flange"},
};

static const eg_variable variables[] = {EG_ROT_VARIABLE_PHI_SUPPORT};

const eg_class eg_class_torque = {
    .name = EG_ROT("Sources.Torque"),
    .also = EG_TEXTS("RotationalComponents.Sources.TorqueSource"),
    .doc = "External torque from an input signal",
    .text =
        "Turns what is connected to the flange with the torque of the signal tau, in positive direction "
        "when tau is positive. As every torque at a port counts positive into the component, flange.tau = "
        "-tau. The reaction acts on the ground or, with useSupport = true, on `support`; the power counts "
        "as supplied energy.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("RollingCart"),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_ONE_FLANGE, "flange.tau = -tau;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
};
