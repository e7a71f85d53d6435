/* Modelica.Thermal.HeatTransfer.Celsius, Fahrenheit and Rankine: temperatures on other scales,
 *
 *     T/K = (T/degC + 273.15)         T/K = (T/degF + 459.67)*5/9         T/K = T/degRk*5/9
 *
 * Ports are in kelvin. Each scale has the same five classes. */
#include "component/thermal/thermal.h"

enum { PORT, SIGNAL };

/* Where 0 K lies, and how many degrees a kelvin has. */
typedef struct scale {
    double zero, degrees;
} scale;

static const scale celsius = {-273.15, 1.0}, fahrenheit = {-459.67, 1.8}, rankine = {0.0, 1.8};

static double kelvin_of(const scale *s, double T)
{
    return (T - s->zero) / s->degrees;
}

static eg_jet kelvin_jet(const scale *s, eg_jet T)
{
    return (eg_jet){kelvin_of(s, T.x), T.dx / s->degrees, T.ddx / s->degrees};
}

static eg_jet degrees_jet(const scale *s, eg_jet T)
{
    return (eg_jet){s->degrees * T.x + s->zero, s->degrees * T.dx, s->degrees * T.ddx};
}

static int declare_sensor(const scale *s, eg_parts *parts)
{
    return eg_parts_add_heat_sensor(
        parts, (eg_heat_sensor_part){
                   .from = EG_NONE, .to = PORT, .output = SIGNAL, .gain = s->degrees, .offset = s->zero});
}

static const eg_port fixed_ports[] = {
    {.name = "port", .kind = EG_HEAT_B, .doc = "Port of constant temperature"}};

/* The functions and tables of one scale. */
#define SCALE(scale_, Scale, degree, si, lowest)                                                             \
    static int scale_##_declare_fixed(const double *p, eg_parts *parts)                                      \
    {                                                                                                        \
        return eg_parts_add_heat_fixed(parts,                                                                \
                                       (eg_heat_fixed_part){.port = PORT, .T = kelvin_of(&scale_, p[0])});   \
    }                                                                                                        \
    static int scale_##_declare_prescribed(const double *p, eg_parts *parts)                                 \
    {                                                                                                        \
        (void)p;                                                                                             \
        return eg_parts_add_heat_fixed(                                                                      \
            parts, (eg_heat_fixed_part){.port = PORT, .has_input = true, .input = EG_OWN});                  \
    }                                                                                                        \
    static int scale_##_declare_sensor(const double *p, eg_parts *parts)                                     \
    {                                                                                                        \
        (void)p;                                                                                             \
        return declare_sensor(&scale_, parts);                                                               \
    }                                                                                                        \
    static void scale_##_to_kelvin(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)        \
    {                                                                                                        \
        (void)p, (void)phase, (void)t;                                                                       \
        *y = kelvin_jet(&scale_, *u);                                                                        \
    }                                                                                                        \
    static void scale_##_from_kelvin(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)      \
    {                                                                                                        \
        (void)p, (void)phase, (void)t;                                                                       \
        *y = degrees_jet(&scale_, *u);                                                                       \
    }                                                                                                        \
    static const eg_block_ops scale_##_to_kelvin_block = {.evaluate = scale_##_to_kelvin};                   \
    static const eg_block_ops scale_##_from_kelvin_block = {.evaluate = scale_##_from_kelvin};               \
    static const eg_parameter scale_##_parameters[] = {                                                      \
        {.name = "T",                                                                                        \
         si,                                                                                                 \
         .need = EG_REQUIRED,                                                                                \
         .min = (lowest),                                                                                    \
         .max = INFINITY,                                                                                    \
         .doc = "Temperature of the port"},                                                                  \
    };                                                                                                       \
    static const eg_port scale_##_prescribed_ports[] = {                                                     \
        {.name = "port", .kind = EG_HEAT_B, .doc = "Port whose temperature follows the signal"},             \
        {.name = "T", .kind = EG_REAL_INPUT, .unit = degree, .doc = "Temperature of the port"},              \
    };                                                                                                       \
    static const eg_port scale_##_sensor_ports[] = {                                                         \
        {.name = "port", .kind = EG_HEAT_A, .doc = "Port that is measured; it takes no heat"},               \
        {.name = "T", .kind = EG_REAL_OUTPUT, .unit = degree, .doc = "Temperature of the port"},             \
    };                                                                                                       \
    static const eg_port scale_##_to_kelvin_ports[] = {                                                      \
        {.name = Scale, .kind = EG_REAL_INPUT, .unit = degree, .doc = "Temperature in degrees " Scale},      \
        {.name = "Kelvin", .kind = EG_REAL_OUTPUT, .unit = "K", .doc = "The same in kelvin"},                \
    };                                                                                                       \
    static const eg_port scale_##_from_kelvin_ports[] = {                                                    \
        {.name = "Kelvin", .kind = EG_REAL_INPUT, .unit = "K", .doc = "Temperature in kelvin"},              \
        {.name = Scale, .kind = EG_REAL_OUTPUT, .unit = degree, .doc = "The same in degrees " Scale},        \
    };                                                                                                       \
    SCALE_CLASSES(scale_, Scale, degree)

/* `(T)` in kelvin, `(K)` in degrees, as Modelica writes it. */
#define SCALE_TO_celsius(T) "Modelica.Units.Conversions.from_degC(" T ")"
#define SCALE_FROM_celsius(K) "Modelica.Units.Conversions.to_degC(" K ")"
#define SCALE_TO_fahrenheit(T) "(" T " + 459.67)*5/9"
#define SCALE_FROM_fahrenheit(K) K "*9/5 - 459.67"
#define SCALE_TO_rankine(T) T "*5/9"
#define SCALE_FROM_rankine(K) K "*9/5"

#define SCALE_CLASSES(scale_, Scale, degree)                                                                 \
    const eg_class eg_class_##scale_##_fixed_temperature = {                                                 \
        .name = EG_HEAT_TRANSFER(Scale ".FixedTemperature"),                                                 \
        .doc = "Surroundings of constant temperature, in degrees " Scale,                                    \
        .text = "The port has the temperature T [" degree "] and takes or gives any heat flow. The port "    \
                "itself counts in kelvin.",                                                                  \
        .examples = EG_TEXTS(SCALE_EXAMPLE_##scale_),                                                        \
        .equations = EG_TEXTS("port.T = " SCALE_TO_##scale_("T") ";"),                                       \
        EG_PARAMETERS(scale_##_parameters),                                                                  \
        EG_PORTS(fixed_ports),                                                                               \
        .declare = scale_##_declare_fixed,                                                                   \
    };                                                                                                       \
    const eg_class eg_class_##scale_##_from_kelvin = {                                                       \
        .name = EG_HEAT_TRANSFER(Scale ".FromKelvin"),                                                       \
        .kind = EG_BLOCK,                                                                                    \
        .doc = "Converts a temperature from kelvin to degrees " Scale,                                       \
        .text = "The output is the input on the other scale.",                                               \
        .examples = EG_TEXTS(SCALE_EXAMPLE_##scale_),                                                        \
        .equations = EG_TEXTS(Scale " = " SCALE_FROM_##scale_("Kelvin") ";"),                                \
        EG_PORTS(scale_##_from_kelvin_ports),                                                                \
        .block = &scale_##_from_kelvin_block,                                                                \
    };                                                                                                       \
    const eg_class eg_class_##scale_##_prescribed_temperature = {                                            \
        .name = EG_HEAT_TRANSFER(Scale ".PrescribedTemperature"),                                            \
        .doc = "Surroundings whose temperature follows a signal, in degrees " Scale,                         \
        .text = "The port has the temperature of the signal T [" degree "] and takes or gives any heat "     \
                "flow. The port itself counts in kelvin.",                                                   \
        .examples = EG_TEXTS(SCALE_EXAMPLE_##scale_),                                                        \
        .equations = EG_TEXTS("port.T = " SCALE_TO_##scale_("T") ";"),                                       \
        EG_PORTS(scale_##_prescribed_ports),                                                                 \
        .declare = scale_##_declare_prescribed,                                                              \
        .block = &scale_##_to_kelvin_block,                                                                  \
    };                                                                                                       \
    const eg_class eg_class_##scale_##_temperature_sensor = {                                                \
        .name = EG_HEAT_TRANSFER(Scale ".TemperatureSensor"),                                                \
        .doc = "Temperature of a port as a signal, in degrees " Scale,                                       \
        .text = "Gives the temperature of the port [" degree "] as a signal. It takes no heat.",             \
        .examples = EG_TEXTS(SCALE_EXAMPLE_##scale_),                                                        \
        .equations = EG_TEXTS("T = " SCALE_FROM_##scale_("port.T") ";", "port.Q_flow = 0;"),                 \
        EG_PORTS(scale_##_sensor_ports),                                                                     \
        .declare = scale_##_declare_sensor,                                                                  \
    };                                                                                                       \
    const eg_class eg_class_##scale_##_to_kelvin = {                                                         \
        .name = EG_HEAT_TRANSFER(Scale ".ToKelvin"),                                                         \
        .kind = EG_BLOCK,                                                                                    \
        .doc = "Converts a temperature from degrees " Scale " to kelvin",                                    \
        .text = "The output is the input in kelvin.",                                                        \
        .examples = EG_TEXTS(SCALE_EXAMPLE_##scale_),                                                        \
        .equations = EG_TEXTS("Kelvin = " SCALE_TO_##scale_(Scale) ";"),                                     \
        EG_PORTS(scale_##_to_kelvin_ports),                                                                  \
        .block = &scale_##_to_kelvin_block,                                                                  \
    };

#define SCALE_EXAMPLE_celsius "Blocks", EG_MSL_EXAMPLE("HeatLosses")
#define SCALE_EXAMPLE_fahrenheit "Furnace"
#define SCALE_EXAMPLE_rankine "Furnace"

SCALE(celsius, "Celsius", "degC", EG_SI_CELSIUS, -273.15)
SCALE(fahrenheit, "Fahrenheit", "degF", EG_SI_FAHRENHEIT, -459.67)
SCALE(rankine, "Rankine", "degRk", EG_SI_RANKINE, 0.0)
