/* Fixed (rotational): flange.phi = phi0. The torque that holds it is whatever the rest asks for; flange.tau
 * > 0 while the model turns the Fixed in positive direction. */
#include "component/rotational.h"

enum { PHI0 };

static int declare(const double *p, eg_parts *parts)
{
    return eg_parts_add_ground(parts, (eg_ground_part){.port = EG_AT_FLANGE, .position = p[PHI0]});
}

static const eg_parameter parameters[] = {
    {.name = "phi0", EG_SI_ANGLE, .doc = "Angle of the flange"},
};

static const eg_port ports[] = {
    {.name = "flange", .kind = EG_ROT_FLANGE_B, .doc = "The fixed flange"},
};

const eg_class eg_class_rot_fixed = {
    .name = EG_ROT("Components.Fixed"),
    .also = EG_TEXTS("RotationalComponents.Components.Fixed"),
    .doc = "Rotational flange at a fixed angle",
    .text = "The housing of a shaft: a flange held at the angle phi0 for all time. It takes any torque and "
            "does no work; flange.tau is the torque with which the model turns it in positive direction.",
    .examples = EG_TEXTS("GearedOscillator", "Backlash"),
    .equations = EG_TEXTS("flange.phi = phi0;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .declare = declare,
};
