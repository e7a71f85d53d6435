/* RelativeStates (rotational): names an angle between two flanges and its rates, and asks that they be
 * states; it carries no torque. */
#include "component/rotational.h"

enum { STATE_SELECT, PHI_NOMINAL };

static int declare(const double *p, eg_parts *parts)
{
    return eg_declare_coordinate(parts, EG_ROT_PHI_REL, EG_ROT_W_REL, EG_ROT_A_REL, EG_AT_FLANGE_A,
                                 EG_AT_FLANGE_B, eg_select(p[STATE_SELECT]));
}

static const eg_parameter parameters[] = {EG_ROT_PARAMETER_SELECT, EG_ROT_PARAMETER_PHI_NOMINAL(1.0)};
static const eg_port ports[] = {EG_ROT_PORTS_TWO_FLANGES};
static const eg_variable variables[] = {EG_ROT_VARIABLES_RELATIVE};

const eg_class eg_class_rot_relative_states = {
    .name = EG_ROT("Components.RelativeStates"),
    .doc = "Makes the angle between two flanges a state",
    .text = "Measures the angle between two flanges and asks the compiler to integrate it as such: where two "
            "shafts turn far together and only their difference matters, this keeps its digits; and it is a "
            "place to give start values for the difference and its rate. It exerts no torque.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("Backlash"),
    .equations =
        EG_TEXTS(EG_ROT_EQUATIONS_RELATIVE, "a_rel = der(w_rel);", "flange_a.tau = 0;", "flange_b.tau = 0;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};
