/* 20-sim's sensors: what a port does, as a signal.
 *
 *     PositionSensor       x = p.s,       p.F = 0
 *     VelocitySensor       v = p.v,       p.F = 0
 *     AccelerationSensor   a = der(p.v),  p.F = 0
 *     ForceSensor          F = p.F,       p_high.v = p_low.v
 *     PowerSensor          P = p.F*p.v,   p_high.v = p_low.v
 *
 * The last two stand between what would else be one: forces and powers flow from p_high to p_low. Source:
 * 20-sim's manual, Library, Iconic Diagrams, Mechanical, Translation, Sensors. There the position is the
 * integral of the velocity from x_initial; here ports have positions, and it is that of the port. */
#include "component/compliant/iconic.h"

#define EG_SENSOR(name) "IconicDiagrams.Mechanical.Translation.Sensors." name

enum { P, OUTPUT };
enum { BETWEEN = EG_ICONIC_LOW + 1 };

#define PORT_SIGNAL(signal, si, what)                                                                        \
    {                                                                                                        \
        .name = (signal), .kind = EG_REAL_OUTPUT, .unit = (si), .doc = (what)                                \
    }
#define PORT_P                                                                                               \
    {                                                                                                        \
        .name = "p", .kind = EG_FLANGE_A, .doc = "What is measured"                                          \
    }

/* ---------------------------------------------------------------- motion */

static int declare_position(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_sensor(parts, EG_GROUND, P, 0, OUTPUT);
}

static int declare_velocity(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_sensor(parts, EG_GROUND, P, 1, OUTPUT);
}

static int declare_acceleration(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_declare_sensor(parts, EG_GROUND, P, 2, OUTPUT);
}

static const eg_port position_ports[] = {PORT_P, PORT_SIGNAL("x", "m", "Position of the port")};
static const eg_port velocity_ports[] = {PORT_P, PORT_SIGNAL("v", "m/s", "Velocity of the port")};
static const eg_port acceleration_ports[] = {PORT_P, PORT_SIGNAL("a", "m/s2", "Acceleration of the port")};

#define TEXT " as a signal. It takes no force: connecting it changes nothing."

const eg_class eg_class_iconic_position_sensor = {
    .name = EG_SENSOR("PositionSensor"),
    .doc = "Position of a port as a signal (20-sim)",
    .text =
        "Gives the position of a port" TEXT " In 20-sim it is the integral of the velocity from x_initial; "
        "here ports have positions, and a mass is where its x says.",
    .examples = EG_TEXTS("Carriage"),
    .equations = EG_TEXTS("x = p.s;", "0 = p.f;"),
    EG_PORTS(position_ports),
    .declare = declare_position,
};

const eg_class eg_class_iconic_velocity_sensor = {
    .name = EG_SENSOR("VelocitySensor"),
    .doc = "Velocity of a port as a signal (20-sim)",
    .text = "Gives the velocity of a port" TEXT,
    .examples = EG_TEXTS("Carriage"),
    .equations = EG_TEXTS("v = der(p.s);", "0 = p.f;"),
    EG_PORTS(velocity_ports),
    .declare = declare_velocity,
};

const eg_class eg_class_iconic_acceleration_sensor = {
    .name = EG_SENSOR("AccelerationSensor"),
    .doc = "Acceleration of a port as a signal (20-sim)",
    .text = "Gives the acceleration of a port" TEXT,
    .examples = EG_TEXTS("Carriage"),
    .equations = EG_TEXTS("a = der(der(p.s));", "0 = p.f;"),
    EG_PORTS(acceleration_ports),
    .declare = declare_acceleration,
};

/* ---------------------------------------------------------------- what flows */

static int declare_rigid(eg_parts *parts)
{
    return eg_parts_add_rigid(parts, (eg_rigid_part){.port_a = EG_ICONIC_HIGH, .port_b = EG_ICONIC_LOW});
}

static int declare_force(const double *p, eg_parts *parts)
{
    (void)p;
    return declare_rigid(parts)
               ? -1
               : eg_parts_add_force_sensor(parts,
                                           (eg_force_sensor_part){.port = EG_ICONIC_HIGH, .output = BETWEEN});
}

static int declare_power(const double *p, eg_parts *parts)
{
    (void)p;
    return declare_rigid(parts)
               ? -1
               : eg_parts_add_power_sensor(parts,
                                           (eg_power_sensor_part){.port = EG_ICONIC_HIGH, .output = BETWEEN});
}

static const eg_port force_ports[] = {
    EG_ICONIC_PORTS, PORT_SIGNAL("F", "N", "Force from p_high to p_low, positive in compression")};
static const eg_port power_ports[] = {EG_ICONIC_PORTS, PORT_SIGNAL("P", "W", "Power from p_high to p_low")};

#define RIGID                                                                                                \
    " It is rigid and without length. The force must be determined: a rigid path beside the sensor leaves "  \
    "it open, and that is an error."

const eg_class eg_class_iconic_force_sensor = {
    .name = EG_SENSOR("ForceSensor"),
    .doc = "Force between two ports as a signal (20-sim)",
    .text = "Sits between two components that would otherwise be connected directly, and gives the force "
            "between them as a signal, positive in compression." RIGID,
    .examples = EG_TEXTS("Carriage"),
    .equations = EG_TEXTS("p_high.s = p_low.s;", "0 = p_high.f + p_low.f;", "p_high.f = F;"),
    EG_PORTS(force_ports),
    .declare = declare_force,
};

const eg_class eg_class_iconic_power_sensor = {
    .name = EG_SENSOR("PowerSensor"),
    .doc = "Power between two ports as a signal (20-sim)",
    .text =
        "Sits between two components that would otherwise be connected directly, and gives the power that "
        "flows from p_high to p_low as a signal." RIGID,
    .examples = EG_TEXTS("Carriage"),
    .equations = EG_TEXTS("p_high.s = p_low.s;", "0 = p_high.f + p_low.f;", "P = p_high.f*der(p_high.s);"),
    EG_PORTS(power_ports),
    .declare = declare_power,
};
