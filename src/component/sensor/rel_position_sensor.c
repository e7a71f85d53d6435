/* RelPositionSensor: s_rel = flange_b.s - flange_a.s; flange_a.f = flange_b.f = 0.
 *
 * Dyad calls it RelativePositionSensor. */
#include "component/common.h"

enum { OUTPUT = EG_AT_FLANGE_B + 1 };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_sensor(parts, EG_AT_FLANGE_A, EG_AT_FLANGE_B, 0, OUTPUT);
}

static const eg_port ports[] = {
    EG_PORTS_TWO_FLANGES,
    {.name = "s_rel", .kind = EG_REAL_OUTPUT, .unit = "m", .doc = "Distance flange_b.s - flange_a.s"},
};

#define TEXT                                                                                                 \
    "Gives the distance from flange_a to flange_b as a signal, negative when flange_b lies to the "          \
    "left. It takes no force: connecting it changes nothing."

#define EQUATIONS                                                                                            \
    EG_TEXTS("s_rel = flange_b.s - flange_a.s;", "0 = flange_a.f + flange_b.f;", "0 = flange_a.f;")

const eg_class eg_class_rel_position_sensor = {
    .name = EG_MSL("Sensors.RelPositionSensor"),
    .doc = "Distance between two flanges as a signal",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sensors.RelativePositionSensor")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialRelativeSensor"), EG_MSL_PARTIAL("PartialTwoFlanges")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    .declare = declare,
};

const eg_class eg_class_dyad_relative_position_sensor = {
    .name = EG_DYAD("Sensors.RelativePositionSensor"),
    .short_name = EG_DYAD("RelativePositionSensor"),
    .doc = "Distance between two flanges as a signal (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Sensors.RelPositionSensor")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialRelativeSensor"), EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    .declare = declare,
};
