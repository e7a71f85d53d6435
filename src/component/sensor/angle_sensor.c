/* AngleSensor: phi = flange.phi; flange.tau = 0. */
#include "component/rotational.h"

enum { FLANGE, OUTPUT };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_sensor(parts, EG_GROUND, FLANGE, 0, OUTPUT);
}

static const eg_port ports[] = {
    EG_ROT_PORT_SENSED_FLANGE,
    {.name = "phi", .kind = EG_REAL_OUTPUT, .unit = "rad", .doc = "Angle of the flange"},
};

const eg_class eg_class_angle_sensor = {
    .name = EG_ROT("Sensors.AngleSensor"),
    .also = EG_TEXTS("RotationalComponents.Sensors.AngleSensor"),
    .doc = "Angle of a flange as a signal",
    .text = "Gives the angle of a flange as a signal. It takes no torque: connecting it changes nothing.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialAbsoluteSensor")),
    .examples = EG_TEXTS("RollingCart"),
    .equations = EG_TEXTS("phi = flange.phi;", "0 = flange.tau;"),
    EG_PORTS(ports),
    .declare = declare,
};
