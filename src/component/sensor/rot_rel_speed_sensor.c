/* RelSpeedSensor (rotational): phi_rel = flange_b.phi - flange_a.phi, w_rel = der(phi_rel); no torque. */
#include "component/rotational.h"

enum { OUTPUT = EG_AT_FLANGE_B + 1 };
enum { PHI_REL };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    if (eg_declare_coordinate(parts, PHI_REL, EG_NONE, EG_NONE, EG_AT_FLANGE_A, EG_AT_FLANGE_B, EG_DEFAULT))
        return -1;
    return eg_declare_sensor(parts, EG_AT_FLANGE_A, EG_AT_FLANGE_B, 1, OUTPUT);
}

static const eg_port ports[] = {
    EG_ROT_PORTS_TWO_FLANGES,
    {.name = "w_rel", .kind = EG_REAL_OUTPUT, .unit = "rad/s", .doc = "Rate of phi_rel"},
};

static const eg_variable variables[] = {EG_ROT_VARIABLE_PHI_REL};

const eg_class eg_class_rot_rel_speed_sensor = {
    .name = EG_ROT("Sensors.RelSpeedSensor"),
    .doc = "Relative angular velocity of two flanges as a signal",
    .text = "Gives the angular velocity of flange_b relative to flange_a as a signal. It takes no torque: "
            "connecting it changes nothing.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialRelativeSensor")),
    .examples = EG_TEXTS("Backlash"),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_RELATIVE, "0 = flange_a.tau + flange_b.tau;", "0 = flange_a.tau;"),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};
