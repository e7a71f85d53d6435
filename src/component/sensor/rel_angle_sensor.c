/* RelAngleSensor: phi_rel = flange_b.phi - flange_a.phi; no torque. */
#include "component/rotational.h"

enum { OUTPUT = EG_AT_FLANGE_B + 1 };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_sensor(parts, EG_AT_FLANGE_A, EG_AT_FLANGE_B, 0, OUTPUT);
}

static const eg_port ports[] = {
    EG_ROT_PORTS_TWO_FLANGES,
    {.name = "phi_rel", .kind = EG_REAL_OUTPUT, .unit = "rad", .doc = "Angle flange_b.phi - flange_a.phi"},
};

const eg_class eg_class_rel_angle_sensor = {
    .name = EG_ROT("Sensors.RelAngleSensor"),
    .doc = "Angle between two flanges as a signal",
    .text =
        "Gives the angle from flange_a to flange_b as a signal. It takes no torque: connecting it changes "
        "nothing.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialRelativeSensor")),
    .examples = EG_TEXTS("Backlash"),
    .equations = EG_TEXTS("phi_rel = flange_b.phi - flange_a.phi;", "0 = flange_a.tau + flange_b.tau;",
                          "0 = flange_a.tau;"),
    EG_PORTS(ports),
    .declare = declare,
};
