/* RelAccSensor: s_rel = flange_b.s - flange_a.s, v_rel = der(s_rel), a_rel = der(v_rel);
 * flange_a.f = flange_b.f = 0.
 *
 * Dyad calls it RelativeAccelerationSensor. */
#include "component/common.h"

enum { OUTPUT = EG_AT_FLANGE_B + 1 };
enum { S_REL, V_REL };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    if (eg_declare_coordinate(parts, S_REL, V_REL, EG_NONE, EG_AT_FLANGE_A, EG_AT_FLANGE_B, EG_DEFAULT))
        return -1;
    return eg_declare_sensor(parts, EG_AT_FLANGE_A, EG_AT_FLANGE_B, 2, OUTPUT);
}

static const eg_port ports[] = {
    EG_PORTS_TWO_FLANGES,
    {.name = "a_rel", .kind = EG_REAL_OUTPUT, .unit = "m/s2", .doc = "Rate of v_rel"},
};

static const eg_variable variables[] = {EG_VARIABLE_S_REL, EG_VARIABLE_V_REL};

#define TEXT                                                                                                 \
    "Gives the acceleration of flange_b relative to flange_a as a signal. It takes no force: "               \
    "connecting it changes nothing.\n\n"                                                                     \
    "The acceleration follows from the forces and jumps when they do."

#define EQUATIONS                                                                                            \
    EG_TEXTS("s_rel = flange_b.s - flange_a.s;", "v_rel = der(s_rel);", "a_rel = der(v_rel);",               \
             "0 = flange_a.f + flange_b.f;", "0 = flange_a.f;")

const eg_class eg_class_rel_acc_sensor = {
    .name = EG_MSL("Sensors.RelAccSensor"),
    .doc = "Relative acceleration of two flanges as a signal",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sensors.RelativeAccelerationSensor")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialRelativeSensor"), EG_MSL_PARTIAL("PartialTwoFlanges")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};

const eg_class eg_class_dyad_relative_acceleration_sensor = {
    .name = EG_DYAD("Sensors.RelativeAccelerationSensor"),
    .short_name = EG_DYAD("RelativeAccelerationSensor"),
    .doc = "Relative acceleration of two flanges as a signal (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Sensors.RelAccSensor")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialRelativeSensor"), EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};
