/* RelSpeedSensor: s_rel = flange_b.s - flange_a.s, v_rel = der(s_rel); flange_a.f = flange_b.f = 0.
 *
 * v_rel > 0 while the flanges move apart. Dyad calls it RelativeSpeedSensor in some versions and
 * RelativeVelocitySensor in others. */
#include "component/common.h"

enum { OUTPUT = EG_AT_FLANGE_B + 1 };
enum { S_REL };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    if (eg_declare_coordinate(parts, S_REL, EG_NONE, EG_NONE, EG_AT_FLANGE_A, EG_AT_FLANGE_B, EG_DEFAULT))
        return -1;
    return eg_declare_sensor(parts, EG_AT_FLANGE_A, EG_AT_FLANGE_B, 1, OUTPUT);
}

static const eg_port ports[] = {
    EG_PORTS_TWO_FLANGES,
    {.name = "v_rel", .kind = EG_REAL_OUTPUT, .unit = "m/s", .doc = "Rate of s_rel"},
};

static const eg_variable variables[] = {EG_VARIABLE_S_REL};

#define TEXT                                                                                                 \
    "Gives the relative velocity of two flanges as a signal, positive while they move apart. It takes "      \
    "no force: connecting it changes nothing."

#define EQUATIONS                                                                                            \
    EG_TEXTS("s_rel = flange_b.s - flange_a.s;", "v_rel = der(s_rel);", "0 = flange_a.f + flange_b.f;",      \
             "0 = flange_a.f;")

const eg_class eg_class_rel_speed_sensor = {
    .name = EG_MSL("Sensors.RelSpeedSensor"),
    .doc = "Relative velocity of two flanges as a signal",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sensors.RelativeSpeedSensor"), EG_DYAD("Sensors.RelativeVelocitySensor")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialRelativeSensor"), EG_MSL_PARTIAL("PartialTwoFlanges")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};

const eg_class eg_class_dyad_relative_speed_sensor = {
    .name = EG_DYAD("Sensors.RelativeSpeedSensor"),
    .short_name = EG_DYAD("RelativeSpeedSensor"),
    .doc = "Relative velocity of two flanges as a signal (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Sensors.RelSpeedSensor"), EG_DYAD("Sensors.RelativeVelocitySensor")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialRelativeSensor"), EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};

const eg_class eg_class_dyad_relative_velocity_sensor = {
    .name = EG_DYAD("Sensors.RelativeVelocitySensor"),
    .short_name = EG_DYAD("RelativeVelocitySensor"),
    .doc = "Relative velocity of two flanges as a signal (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Sensors.RelSpeedSensor"), EG_DYAD("Sensors.RelativeSpeedSensor")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialRelativeSensor"), EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};
