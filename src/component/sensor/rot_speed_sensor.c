/* SpeedSensor (rotational): w = der(flange.phi); flange.tau = 0. */
#include "component/rotational.h"

enum { FLANGE, OUTPUT };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_sensor(parts, EG_GROUND, FLANGE, 1, OUTPUT);
}

static const eg_port ports[] = {
    EG_ROT_PORT_SENSED_FLANGE,
    {.name = "w", .kind = EG_REAL_OUTPUT, .unit = "rad/s", .doc = "Angular velocity of the flange"},
};

const eg_class eg_class_rot_speed_sensor = {
    .name = EG_ROT("Sensors.SpeedSensor"),
    .also = EG_TEXTS("RotationalComponents.Sensors.VelocitySensor"),
    .doc = "Angular velocity of a flange as a signal",
    .text = "Gives the angular velocity of a flange, with its sign, as a signal. It takes no torque: "
            "connecting it changes nothing.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialAbsoluteSensor")),
    .examples = EG_TEXTS("RollingCart"),
    .equations = EG_TEXTS("w = der(flange.phi);", "0 = flange.tau;"),
    EG_PORTS(ports),
    .declare = declare,
};
