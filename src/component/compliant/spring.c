/* Spring: f = c*(s_rel - s_rel0).
 *
 * f = flange_b.f is positive while the spring is stretched (it pulls its flanges together) and negative
 * while it is compressed. Its energy is c*(s_rel - s_rel0)^2/2; nothing is lost. */
#include "component/common.h"

enum { C, S_REL0 };
enum { S_REL, F };

static void prepare(const double *p, double *k)
{
    k[EG_LINEAR_C] = p[C];
    k[EG_LINEAR_D] = 0.0;
    k[EG_LINEAR_S_REL0] = p[S_REL0];
}

static const eg_element_ops element = EG_LINEAR_ELEMENT(prepare);

static const char *check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = false;
    return p[S_REL0] < 0.0
               ? "s_rel0 is a length: a negative one means that flange_b rests to the left of flange_a"
               : NULL;
}

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_element(parts, EG_NONE, EG_DEFAULT, false);
}

static void observe(const eg_observation *o, double *out)
{
    out[F] = o->force.f;
}

EG_OBSERVE_ROWS(observe_rows, observe, F, F)

#define PARAMETER_S_REL0                                                                                     \
    {                                                                                                        \
        .name = "s_rel0", EG_SI_DISTANCE, .doc = "Unstretched length of the spring"                          \
    }

static const eg_parameter parameters[] = {
    EG_PARAMETER_C(.need = EG_FALLS_BACK, .value = 1.0),
    PARAMETER_S_REL0,
};

static const eg_parameter dyad_parameters[] = {
    EG_PARAMETER_C(.need = EG_REQUIRED),
    PARAMETER_S_REL0,
};

static const eg_port ports[] = {EG_PORTS_TWO_FLANGES};

static const eg_variable variables[] = {EG_VARIABLE_S_REL, EG_VARIABLE_F};

#define TEXT                                                                                                 \
    "A linear spring without mass between two flanges. It is free of force at s_rel = s_rel0, pulls "        \
    "when stretched (f > 0) and pushes when compressed (f < 0); it never lets go. For a spring that "        \
    "can lift off use ElastoGap.\n\n"                                                                        \
    "It stores c*(s_rel - s_rel0)^2/2 and gives it all back."

const eg_class eg_class_spring = {
    .name = EG_MSL("Components.Spring"),
    .doc = "Linear spring",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Components.Spring"), "IconicDiagrams.Mechanical.Translation.Components.Spring"),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialCompliant"), EG_MSL_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("PreLoad", EG_MSL_EXAMPLE("PreLoad"), EG_MSL_EXAMPLE("Oscillator"),
                         EG_MSL_EXAMPLE("Damper"), EG_MSL_EXAMPLE("HeatLosses"),
                         EG_MSL_EXAMPLE("InitialConditions"), EG_MSL_EXAMPLE("WhyArrows")),
    .equations = EG_TEXTS(EG_EQUATIONS_COMPLIANT, "f = c*(s_rel - s_rel0);"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .check = check,
    .declare = declare,
    .observe = observe,
    .observe_rows = observe_rows,
    .force_row = F,
    .element = &element,
};

const eg_class eg_class_dyad_spring = {
    .name = EG_DYAD("Components.Spring"),
    .short_name = EG_DYAD("Spring"),
    .doc = "Linear spring (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Components.Spring")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialCompliant"), EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS(EG_DYAD("Examples.PreLoad"), EG_DYAD("Examples.Oscillator")),
    .equations = EG_TEXTS(EG_EQUATIONS_COMPLIANT, "f = c*(s_rel - s_rel0);"),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .observe_rows = observe_rows,
    .force_row = F,
    .element = &element,
};
