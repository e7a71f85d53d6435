/* RelativeStates: names a distance and its rates, and asks that they be states; it carries no force.
 *
 *     s_rel = flange_b.s - flange_a.s,  v_rel = der(s_rel),  a_rel = der(v_rel),  flange_a.f = flange_b.f = 0
 *
 * MSL's text fixes the preference of s_rel and v_rel to `prefer` and leaves its parameter stateSelect
 * without effect. Here the parameter is heeded; its default is the same. */
#include "component/common.h"

enum { STATE_SELECT };
enum { S_REL, V_REL, A_REL };

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_coordinate(parts, S_REL, V_REL, A_REL, EG_AT_FLANGE_A, EG_AT_FLANGE_B,
                                 eg_select(p[STATE_SELECT]));
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_coordinate(parts, S_REL, V_REL, A_REL, EG_AT_FLANGE_A, EG_AT_FLANGE_B, EG_PREFER);
}

static const eg_parameter parameters[] = {
    EG_PARAMETER_STATE_SELECT(EG_PREFER, "How much s_rel and v_rel want to be states"),
};

static const eg_port ports[] = {EG_PORTS_TWO_FLANGES};

static const eg_variable variables[] = {
    EG_VARIABLE_S_REL,
    EG_VARIABLE_V_REL,
    {.name = "a_rel", EG_SI_ACCELERATION, .doc = "Rate of v_rel"},
};

#define TEXT                                                                                                 \
    "Measures the distance between two flanges and asks the compiler to integrate it as such. Where "        \
    "two bodies travel far together and only their distance matters, this keeps its digits; and it is "      \
    "a place to give start values for the distance and its rate.\n\n"                                        \
    "It exerts no force. Springs, dampers and gaps ask for their own s_rel already."

#define EQUATIONS                                                                                            \
    EG_TEXTS("s_rel = flange_b.s - flange_a.s;", "v_rel = der(s_rel);", "a_rel = der(v_rel);",               \
             "flange_a.f = 0;", "flange_b.f = 0;")

const eg_class eg_class_relative_states = {
    .name = EG_MSL("Components.RelativeStates"),
    .doc = "Makes the distance between two flanges a state",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Components.RelativeStates")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialTwoFlanges")),
    .equations = EQUATIONS,
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};

const eg_class eg_class_dyad_relative_states = {
    .name = EG_DYAD("Components.RelativeStates"),
    .short_name = EG_DYAD("RelativeStates"),
    .doc = "Makes the distance between two flanges a state (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Components.RelativeStates")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = dyad_declare,
};
