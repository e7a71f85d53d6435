/* SpeedSensor: v = der(flange.s), positive in positive direction; flange.f = 0.
 *
 * Dyad calls it SpeedSensor in some versions and VelocitySensor in others. */
#include "component/common.h"

enum { FLANGE, OUTPUT };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_sensor(parts, EG_GROUND, FLANGE, 1, OUTPUT);
}

static const eg_port ports[] = {
    EG_PORT_SENSED_FLANGE,
    {.name = "v", .kind = EG_REAL_OUTPUT, .unit = "m/s", .doc = "Velocity of the flange"},
};

#define TEXT                                                                                                 \
    "Gives the velocity of a flange, with its sign, as a signal. It takes no force: connecting it "          \
    "changes nothing."

#define EQUATIONS EG_TEXTS("v = der(flange.s);", "0 = flange.f;")

const eg_class eg_class_speed_sensor = {
    .name = EG_MSL("Sensors.SpeedSensor"),
    .doc = "Velocity of a flange as a signal",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sensors.SpeedSensor"), EG_DYAD("Sensors.VelocitySensor")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialAbsoluteSensor")),
    .examples = EG_TEXTS(EG_MSL_EXAMPLE("Sensors")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    .declare = declare,
};

const eg_class eg_class_dyad_speed_sensor = {
    .name = EG_DYAD("Sensors.SpeedSensor"),
    .short_name = EG_DYAD("SpeedSensor"),
    .doc = "Velocity of a flange as a signal (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Sensors.SpeedSensor"), EG_DYAD("Sensors.VelocitySensor")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialAbsoluteSensor")),
    .examples = EG_TEXTS(EG_DYAD("Examples.Sensors")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    .declare = declare,
};

const eg_class eg_class_dyad_velocity_sensor = {
    .name = EG_DYAD("Sensors.VelocitySensor"),
    .short_name = EG_DYAD("VelocitySensor"),
    .doc = "Velocity of a flange as a signal (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Sensors.SpeedSensor"), EG_DYAD("Sensors.SpeedSensor")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialAbsoluteSensor")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    .declare = declare,
};
