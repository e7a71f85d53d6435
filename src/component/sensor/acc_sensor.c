/* AccSensor: v = der(flange.s), a = der(v), positive in positive direction; flange.f = 0.
 *
 * Dyad calls it AccelerationSensor. */
#include "component/common.h"

enum { FLANGE, OUTPUT };
enum { V };

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    if (eg_declare_coordinate(parts, EG_NONE, V, EG_NONE, EG_GROUND, FLANGE, EG_DEFAULT))
        return -1;
    return eg_declare_sensor(parts, EG_GROUND, FLANGE, 2, OUTPUT);
}

static const eg_port ports[] = {
    EG_PORT_SENSED_FLANGE,
    {.name = "a", .kind = EG_REAL_OUTPUT, .unit = "m/s2", .doc = "Acceleration of the flange"},
};

static const eg_variable variables[] = {{.name = "v", EG_SI_VELOCITY, .doc = "Velocity of the flange"}};

#define TEXT                                                                                                 \
    "Gives the acceleration of a flange as a signal. It takes no force: connecting it changes nothing.\n\n"  \
    "The acceleration follows from the forces and jumps when they do. Fed back into a force it makes a "     \
    "loop that is solved at every instant."

#define EQUATIONS EG_TEXTS("v = der(flange.s);", "a = der(v);", "0 = flange.f;")

const eg_class eg_class_acc_sensor = {
    .name = EG_MSL("Sensors.AccSensor"),
    .doc = "Acceleration of a flange as a signal",
    .text = TEXT,
    .also = EG_TEXTS(EG_DYAD("Sensors.AccelerationSensor")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialAbsoluteSensor")),
    .examples = EG_TEXTS(EG_MSL_EXAMPLE("Sensors")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};

const eg_class eg_class_dyad_acceleration_sensor = {
    .name = EG_DYAD("Sensors.AccelerationSensor"),
    .short_name = EG_DYAD("AccelerationSensor"),
    .doc = "Acceleration of a flange as a signal (Dyad)",
    .text = TEXT,
    .also = EG_TEXTS(EG_MSL("Sensors.AccSensor")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialAbsoluteSensor")),
    .examples = EG_TEXTS(EG_DYAD("Examples.Sensors")),
    .equations = EQUATIONS,
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};
