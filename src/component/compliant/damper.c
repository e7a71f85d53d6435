/* Damper: f = d*v_rel, lossPower = f*v_rel = d*v_rel^2 >= 0.
 *
 * f = flange_b.f is positive while the flanges move apart: it opposes the motion. */
#include "component/common.h"

enum { D, USE_HEAT_PORT, STATE_SELECT, S_NOMINAL };
enum { S_REL, V_REL, F, LOSS_POWER };

static void prepare(const double *p, double *k)
{
    k[EG_LINEAR_C] = 0.0;
    k[EG_LINEAR_D] = p[D];
    k[EG_LINEAR_S_REL0] = 0.0;
}

static const eg_element_ops element = EG_LINEAR_ELEMENT(prepare);

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_element(parts, V_REL, eg_select(p[STATE_SELECT]), p[USE_HEAT_PORT] != 0.0);
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_element(parts, V_REL, EG_PREFER, false);
}

static void observe(const eg_observation *o, double *out)
{
    out[F] = o->force.f;
    out[LOSS_POWER] = o->force.loss;
}

EG_OBSERVE_ROWS(observe_rows, observe, F, LOSS_POWER)

static const eg_parameter parameters[] = {
    EG_PARAMETER_D(.need = EG_FALLS_BACK, .value = 0.0),
    EG_PARAMETERS_COMPLIANT,
};

static const eg_parameter dyad_parameters[] = {
    EG_PARAMETER_D(.need = EG_REQUIRED),
};

static const eg_port ports[] = {EG_PORTS_TWO_FLANGES, EG_PORT_HEAT};
static const eg_port dyad_ports[] = {EG_PORTS_TWO_FLANGES};

static const eg_variable variables[] = {EG_VARIABLES_COMPLIANT, EG_VARIABLE_LOSS};

#define TEXT                                                                                                 \
    "A linear viscous damper without mass between two flanges. Its force opposes the relative motion: "      \
    "f > 0 while the flanges move apart.\n\n"                                                                \
    "All the work done on it is lost: lossPower = d*v_rel^2."

const eg_class eg_class_damper = {
    .name = EG_MSL("Components.Damper"),
    .doc = "Linear damper",
    .text = TEXT " With useHeatPort = true the loss leaves through heatPort, which must then be connected. A "
                 "Damper between bodies without inertia determines their velocity.",
    .also = EG_TEXTS(EG_DYAD("Components.Damper"), "IconicDiagrams.Mechanical.Translation.Components.Damper"),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialCompliantWithRelativeStates"),
                        EG_MSL_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),
    .examples = EG_TEXTS("PreLoad", EG_MSL_EXAMPLE("PreLoad"), EG_MSL_EXAMPLE("Oscillator"),
                         EG_MSL_EXAMPLE("Damper"), EG_MSL_EXAMPLE("HeatLosses")),
    .equations =
        EG_TEXTS(EG_EQUATIONS_RELATIVE_STATES, "f = d*v_rel;", "lossPower = f*v_rel;", EG_EQUATION_HEAT_PORT),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .observe_rows = observe_rows,
    .force_row = F,
    .element = &element,
};

const eg_class eg_class_dyad_damper = {
    .name = EG_DYAD("Components.Damper"),
    .short_name = EG_DYAD("Damper"),
    .doc = "Linear damper (Dyad)",
    .text = TEXT " Dyad's Damper has no heat port.",
    .also = EG_TEXTS(EG_MSL("Components.Damper")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialCompliantWithRelativeStates")),
    .examples = EG_TEXTS(EG_DYAD("Examples.PreLoad"), EG_DYAD("Examples.Damper")),
    .equations = EG_TEXTS(EG_EQUATIONS_RELATIVE_STATES, "f = d*v_rel;", "lossPower = f*v_rel;"),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(variables),
    .declare = dyad_declare,
    .observe = observe,
    .observe_rows = observe_rows,
    .force_row = F,
    .element = &element,
};
