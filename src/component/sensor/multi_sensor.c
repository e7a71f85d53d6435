/* MultiSensor, translational and rotational: a rigid link of length 0 that knows the force
 * through it, its velocity and the power.
 *
 *     flange_a.s = flange_b.s,  f = flange_a.f = -flange_b.f,  v = der(flange_a.s),  power = f*v
 *
 * f > 0 while the left side pushes the sensor in positive direction; power > 0 flows from flange_a to
 * flange_b. */
#include "component/twins.h"

enum { POWER = EG_AT_FLANGE_B + 1, SECOND, THIRD };

/* MSL has them in another order by domain: f and v, w and tau. */
static int declare_sensors(eg_parts *parts, int force, int speed)
{
    if (eg_parts_add_rigid(parts, (eg_rigid_part){.port_a = EG_AT_FLANGE_A, .port_b = EG_AT_FLANGE_B}) ||
        eg_parts_add_power_sensor(parts, (eg_power_sensor_part){.port = EG_AT_FLANGE_A, .output = POWER}) ||
        eg_parts_add_force_sensor(parts, (eg_force_sensor_part){.port = EG_AT_FLANGE_A, .output = force}))
        return -1;
    return eg_declare_sensor(parts, EG_GROUND, EG_AT_FLANGE_A, 1, speed);
}

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    return declare_sensors(parts, SECOND, THIRD);
}

static int rot_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return declare_sensors(parts, THIRD, SECOND);
}

#define PORT_POWER                                                                                           \
    {                                                                                                        \
        .name = "power", .kind = EG_REAL_OUTPUT, .unit = "W", .doc = "Power from flange_a to flange_b"       \
    }
#define PORT_FORCE(D)                                                                                        \
    {                                                                                                        \
        .name = EG_WORD_F(D), .kind = EG_REAL_OUTPUT, .unit = EG_UNIT_F(D),                                  \
        .doc = EG_WORD_FORCE_UPPER(D) " through the sensor (= flange_a." EG_WORD_F(D) ")"                    \
    }
#define PORT_SPEED(D)                                                                                        \
    {                                                                                                        \
        .name = EG_WORD_V(D), .kind = EG_REAL_OUTPUT, .unit = EG_UNIT_V(D), .doc = "Speed of the flanges"    \
    }
static const eg_port ports[] = {EG_PORTS_TWO_FLANGES, PORT_POWER, PORT_FORCE(T), PORT_SPEED(T)};
static const eg_port rot_ports[] = {EG_ROT_PORTS_TWO_FLANGES, PORT_POWER, PORT_SPEED(R), PORT_FORCE(R)};

#define TEXT(D)                                                                                              \
    "Sits between two components that would otherwise be connected directly, and gives the " EG_WORD_FORCE(  \
        D) " between them, their speed and the power as signals. It is rigid and without length; "           \
           "the power is positive when it flows from flange_a to flange_b.\n\n"                              \
           "The " EG_WORD_FORCE(                                                                             \
               D) " must be determined: a rigid path beside the sensor leaves it open, and that "            \
                  "is an error."

#define EQUATIONS(D)                                                                                         \
    EG_TEXTS("flange_a." EG_WORD_S(D) " = flange_b." EG_WORD_S(D) ";",                                       \
             "0 = flange_a." EG_WORD_F(D) " + flange_b." EG_WORD_F(D) ";",                                   \
             EG_WORD_F(D) " = flange_a." EG_WORD_F(D) ";",                                                   \
             EG_WORD_V(D) " = der(flange_a." EG_WORD_S(D) ");",                                              \
             "power = " EG_WORD_F(D) "*" EG_WORD_V(D) ";")

const eg_class eg_class_multi_sensor = {
    .name = EG_MSL("Sensors.MultiSensor"),
    .doc = "Force, velocity and power between two flanges as signals",
    .text = TEXT(T),
    .also = EG_TEXTS(EG_DYAD("Sensors.MultiSensor")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialRelativeSensor"), EG_MSL_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("Sources", EG_MSL_EXAMPLE("Sensors")),
    .equations = EQUATIONS(T),
    EG_PORTS(ports),
    .declare = declare,
};

const eg_class eg_class_rot_multi_sensor = {
    .name = EG_ROT("Sensors.MultiSensor"),
    .doc = "Torque, angular velocity and power between two flanges as signals",
    .text = TEXT(R),
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialRelativeSensor")),
    .examples = EG_TEXTS("Turning"),
    .equations = EQUATIONS(R),
    EG_PORTS(rot_ports),
    .declare = rot_declare,
};

const eg_class eg_class_dyad_multi_sensor = {
    .name = EG_DYAD("Sensors.MultiSensor"),
    .short_name = EG_DYAD("MultiSensor"),
    .doc = "Force, velocity and power between two flanges as signals (Dyad)",
    .text = TEXT(T),
    .also = EG_TEXTS(EG_MSL("Sensors.MultiSensor")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialRelativeSensor"), EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("SourcesDyad"),
    .equations = EQUATIONS(T),
    EG_PORTS(ports),
    .declare = declare,
};
