/* PositionSensor: s = flange.s, the position in the inertial frame; flange.f = 0. */
#include "component/common.h"

enum { FLANGE, OUTPUT };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_sensor(parts, EG_GROUND, FLANGE, 0, OUTPUT);
}

static const eg_port ports[] = {
    EG_PORT_SENSED_FLANGE,
    {.name = "s", .kind = EG_REAL_OUTPUT, .unit = "m", .doc = "Position of the flange"},
};

#define TEXT                                                                                                 \
    "Gives the position of a flange as a signal, for blocks or simply for a name in the result. It "         \
    "takes no force: connecting it changes nothing."

const eg_class eg_class_position_sensor = {
    .name = EG_MSL("Sensors.PositionSensor"),
    .doc = "Position of a flange as a signal",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sensors.PositionSensor")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialAbsoluteSensor")),
    .examples = EG_TEXTS(EG_MSL_EXAMPLE("Sensors"), EG_MSL_EXAMPLE("WhyArrows")),
    .equations = EG_TEXTS("s = flange.s;", "0 = flange.f;"),
    EG_PORTS(ports),
    .declare = declare,
};

const eg_class eg_class_dyad_position_sensor = {
    .name = EG_DYAD("Sensors.PositionSensor"),
    .short_name = EG_DYAD("PositionSensor"),
    .doc = "Position of a flange as a signal (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Sensors.PositionSensor")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialAbsoluteSensor")),
    .examples = EG_TEXTS(EG_DYAD("Examples.Sensors")),
    .equations = EG_TEXTS("s = flange.s;", "0 = flange.f;"),
    EG_PORTS(ports),
    .declare = declare,
};
