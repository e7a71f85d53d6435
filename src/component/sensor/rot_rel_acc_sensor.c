/* RelAccSensor (rotational): a_rel = der(der(flange_b.phi - flange_a.phi)); no torque. */
#include "component/rotational.h"

enum { OUTPUT = EG_AT_FLANGE_B + 1 };
enum { PHI_REL, W_REL };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    if (eg_declare_coordinate(parts, PHI_REL, W_REL, EG_NONE, EG_AT_FLANGE_A, EG_AT_FLANGE_B, EG_DEFAULT))
        return -1;
    return eg_declare_sensor(parts, EG_AT_FLANGE_A, EG_AT_FLANGE_B, 2, OUTPUT);
}

static const eg_port ports[] = {
    EG_ROT_PORTS_TWO_FLANGES,
    {.name = "a_rel", .kind = EG_REAL_OUTPUT, .unit = "rad/s2", .doc = "Rate of w_rel"},
};

static const eg_variable variables[] = {EG_ROT_VARIABLE_PHI_REL, EG_ROT_VARIABLE_W_REL};

const eg_class eg_class_rot_rel_acc_sensor = {
    .name = EG_ROT("Sensors.RelAccSensor"),
    .doc = "Relative angular acceleration of two flanges as a signal",
    .text =
        "Gives the angular acceleration of flange_b relative to flange_a as a signal. It takes no torque: "
        "connecting it changes nothing. It jumps when the torques do.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialRelativeSensor")),
    .examples = EG_TEXTS("Backlash"),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_RELATIVE, "a_rel = der(w_rel);",
                          "0 = flange_a.tau + flange_b.tau;", "0 = flange_a.tau;"),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};
