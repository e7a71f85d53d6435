/* Modelica.Thermal.HeatTransfer.Celsius: temperatures in degrees Celsius, T/degC = T/K - 273.15. Ports are
 * in kelvin. */
#include "component/thermal.h"

enum { T };
enum { PORT, SIGNAL };
enum { U, Y };

static int declare_fixed(const double *p, eg_parts *parts)
{
    return eg_parts_add_heat_fixed(parts, (eg_heat_fixed_part){.port = PORT, .T = p[T] + eg_zero_celsius});
}

static int declare_prescribed(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_heat_fixed(
        parts, (eg_heat_fixed_part){.port = PORT, .T = eg_zero_celsius, .has_input = true, .input = SIGNAL});
}

static int declare_sensor(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_heat_sensor(
        parts,
        (eg_heat_sensor_part){.from = EG_NONE, .to = PORT, .output = SIGNAL, .offset = -eg_zero_celsius});
}

static void to_kelvin(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = (eg_jet){u->x + eg_zero_celsius, u->dx, u->ddx};
}

static void from_kelvin(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = (eg_jet){u->x - eg_zero_celsius, u->dx, u->ddx};
}

static const eg_block_ops to_kelvin_block = {.evaluate = to_kelvin};
static const eg_block_ops from_kelvin_block = {.evaluate = from_kelvin};

static const eg_parameter fixed_parameters[] = {
    {.name = "T",
     EG_SI_CELSIUS,
     .need = EG_REQUIRED,
     .min = -273.15,
     .max = INFINITY,
     .doc = "Temperature of the port"},
};
static const eg_port fixed_ports[] = {
    {.name = "port", .kind = EG_HEAT_B, .doc = "Port of constant temperature"}};
static const eg_port prescribed_ports[] = {
    {.name = "port", .kind = EG_HEAT_B, .doc = "Port whose temperature follows the signal"},
    {.name = "T", .kind = EG_REAL_INPUT, .unit = "degC", .doc = "Temperature of the port"},
};
static const eg_port sensor_ports[] = {
    {.name = "port", .kind = EG_HEAT_A, .doc = "Port that is measured; it takes no heat"},
    {.name = "T", .kind = EG_REAL_OUTPUT, .unit = "degC", .doc = "Temperature of the port"},
};
static const eg_port to_kelvin_ports[] = {
    {.name = "Celsius", .kind = EG_REAL_INPUT, .unit = "degC", .doc = "Temperature in degrees Celsius"},
    {.name = "Kelvin", .kind = EG_REAL_OUTPUT, .unit = "K", .doc = "The same in kelvin"},
};
static const eg_port from_kelvin_ports[] = {
    {.name = "Kelvin", .kind = EG_REAL_INPUT, .unit = "K", .doc = "Temperature in kelvin"},
    {.name = "Celsius", .kind = EG_REAL_OUTPUT, .unit = "degC", .doc = "The same in degrees Celsius"},
};

const eg_class eg_class_celsius_fixed_temperature = {
    .name = EG_HEAT_TRANSFER("Celsius.FixedTemperature"),
    .doc = "Surroundings of constant temperature, in degrees Celsius",
    .text = "The port has the temperature T [degC] and takes or gives any heat flow. The port itself counts "
            "in kelvin: port.T = T + 273.15.",
    .examples = EG_TEXTS("Blocks", EG_MSL_EXAMPLE("HeatLosses")),
    .equations = EG_TEXTS("port.T = T + 273.15;"),
    EG_PARAMETERS(fixed_parameters),
    EG_PORTS(fixed_ports),
    .declare = declare_fixed,
};

const eg_class eg_class_from_kelvin = {
    .name = EG_HEAT_TRANSFER("Celsius.FromKelvin"),
    .kind = EG_BLOCK,
    .doc = "Converts a temperature from kelvin to degrees Celsius",
    .text = "The output is the input less 273.15.",
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("Celsius = Kelvin - 273.15;"),
    EG_PORTS(from_kelvin_ports),
    .block = &from_kelvin_block,
};

const eg_class eg_class_celsius_prescribed_temperature = {
    .name = EG_HEAT_TRANSFER("Celsius.PrescribedTemperature"),
    .doc = "Surroundings whose temperature follows a signal, in degrees Celsius",
    .text = "The port has the temperature of the signal T [degC] and takes or gives any heat flow.",
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("port.T = T + 273.15;"),
    EG_PORTS(prescribed_ports),
    .declare = declare_prescribed,
};

const eg_class eg_class_celsius_temperature_sensor = {
    .name = EG_HEAT_TRANSFER("Celsius.TemperatureSensor"),
    .doc = "Temperature of a port as a signal, in degrees Celsius",
    .text = "Gives the temperature of the port [degC] as a signal. It takes no heat.",
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("T = port.T - 273.15;", "port.Q_flow = 0;"),
    EG_PORTS(sensor_ports),
    .declare = declare_sensor,
};

const eg_class eg_class_to_kelvin = {
    .name = EG_HEAT_TRANSFER("Celsius.ToKelvin"),
    .kind = EG_BLOCK,
    .doc = "Converts a temperature from degrees Celsius to kelvin",
    .text = "The output is the input plus 273.15.",
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("Kelvin = Celsius + 273.15;"),
    EG_PORTS(to_kelvin_ports),
    .block = &to_kelvin_block,
};
