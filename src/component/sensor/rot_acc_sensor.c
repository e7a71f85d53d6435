/* AccSensor (rotational): w = der(flange.phi), a = der(w); flange.tau = 0. */
#include "component/rotational.h"

enum { FLANGE, OUTPUT };
enum { W };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    if (eg_declare_coordinate(parts, EG_NONE, W, EG_NONE, EG_GROUND, FLANGE, EG_DEFAULT))
        return -1;
    return eg_declare_sensor(parts, EG_GROUND, FLANGE, 2, OUTPUT);
}

static const eg_port ports[] = {
    EG_ROT_PORT_SENSED_FLANGE,
    {.name = "a", .kind = EG_REAL_OUTPUT, .unit = "rad/s2", .doc = "Angular acceleration of the flange"},
};

static const eg_variable variables[] = {
    {.name = "w", EG_SI_ANGULAR_VELOCITY, .doc = "Angular velocity of the flange"},
};

const eg_class eg_class_rot_acc_sensor = {
    .name = EG_ROT("Sensors.AccSensor"),
    .doc = "Angular acceleration of a flange as a signal",
    .text =
        "Gives the angular acceleration of a flange as a signal. It takes no torque: connecting it changes "
        "nothing. It follows from the torques and jumps when they do.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialAbsoluteSensor")),
    .examples = EG_TEXTS("RollingCart"),
    .equations = EG_TEXTS("w = der(flange.phi);", "a = der(w);", "0 = flange.tau;"),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};
