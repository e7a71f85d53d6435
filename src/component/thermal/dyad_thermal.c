/* Dyad's library ThermalComponents: what heat ports are connected to, under Dyad's names. Each class has
 * the physics of its namesake in Modelica.Thermal.HeatTransfer, whose parameters and ports stand in the
 * same order. port.Q_flow is positive into the component. Temperatures may be negative, as in Dyad: to
 * most of these laws they are only differences. Dyad's variable for a difference of temperatures has a
 * Greek name that no text of a model can spell; it is left out. */
#include "component/block/sources/source_block.h"
#include "component/thermal/thermal.h"

enum { T };
enum { PORT };

static int declare(const double *p, eg_parts *parts)
{
    return eg_parts_add_heat_fixed(parts, (eg_heat_fixed_part){.port = PORT, .T = p[T]});
}

static const eg_parameter parameters[] = {
    {.name = "T", EG_SI_TEMPERATURE, .need = EG_REQUIRED, .doc = "Temperature of the port"},
};

static const eg_port ports[] = {
    {.name = "port", .kind = EG_HEAT_A, .doc = "Held at T, takes any heat flow"},
};

const eg_class eg_class_dyad_fixed_temperature = {
    .name = "ThermalComponents.Sources.FixedTemperature",
    .short_name = "ThermalComponents.FixedTemperature",
    .doc = "Fixed temperature (Dyad)",
    .text = "An environment so large that no heat flow changes its temperature T. In Dyad every heat_port is "
            "always there, and this is what it is usually connected to.\n\n"
            "port.Q_flow is the heat that flows into the environment.",
    .also = EG_TEXTS("Modelica.Thermal.HeatTransfer.Sources.FixedTemperature"),
    .examples = EG_TEXTS("ElastoGapDyad", EG_DYAD("Examples.ElastoGap"), EG_DYAD("Examples.PreLoad")),
    .equations = EG_TEXTS("port.T = T;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .declare = declare,
};

/* ---------------------------------------------------------------- what is as in MSL */

#define DYAD_THERMAL(name) "ThermalComponents." name
#define LIKE(id)                                                                                             \
    extern const eg_class eg_class_##id;                                                                     \
    static int id##_declare(const double *p, eg_parts *parts)                                                \
    {                                                                                                        \
        return eg_class_##id.declare(p, parts);                                                              \
    }
/* Of namesakes with the variables Q_flow and dT, of which Dyad's class shows the first. */
#define LIKE_ELEMENT(id)                                                                                     \
    LIKE(id)                                                                                                 \
    static void id##_observe(const eg_observation *o, double *out)                                           \
    {                                                                                                        \
        double both[2];                                                                                      \
        eg_class_##id.observe(o, both);                                                                      \
        out[0] = both[0];                                                                                    \
    }

LIKE_ELEMENT(thermal_conductor)
LIKE_ELEMENT(thermal_resistor)
LIKE_ELEMENT(body_radiation)
LIKE_ELEMENT(convection)
LIKE_ELEMENT(convective_resistor)
LIKE(prescribed_heat_flow)
LIKE(prescribed_temperature)
LIKE(temperature_sensor)
LIKE(rel_temperature_sensor)
LIKE(heat_flow_sensor)

static const eg_variable flow_variable[] = {
    {.name = "Q_flow", .follows = true, EG_SI_HEAT_FLOW, .doc = "Heat flow through the element"}};
static const eg_port two_ports[] = {
    {.name = "port_a", .kind = EG_HEAT_A, .doc = "One end; port_a.Q_flow = Q_flow"},
    {.name = "port_b", .kind = EG_HEAT_B, .doc = "Other end; port_b.Q_flow = -Q_flow"},
};
#define SURFACE_PORTS(title, unit_, text)                                                                    \
    {.name = (title), .kind = EG_REAL_INPUT, .unit = (unit_), .doc = (text)},                                \
        {.name = "solid", .kind = EG_HEAT_A, .doc = "The solid; solid.Q_flow = Q_flow"},                     \
    {                                                                                                        \
        .name = "fluid", .kind = EG_HEAT_B, .doc = "The fluid; fluid.Q_flow = -Q_flow"                       \
    }
static const eg_port convection_ports[] = {SURFACE_PORTS("Gc", "W/K", "Heat flow per kelvin")};
static const eg_port resistor_ports[] = {SURFACE_PORTS("Rc", "K/W", "Difference of temperatures per watt")};

static const eg_parameter conductor_parameters[] = {{.name = "G",
                                                     .quantity = "ThermalConductance",
                                                     .unit = "W/K",
                                                     .need = EG_REQUIRED,
                                                     .doc = "Heat flow per kelvin of difference"}};
static const eg_parameter resistor_parameters[] = {{.name = "R",
                                                    .quantity = "ThermalResistance",
                                                    .unit = "K/W",
                                                    .need = EG_REQUIRED,
                                                    EG_AT_LEAST(2.2250738585072014e-308),
                                                    .doc = "Difference of temperatures per watt"}};
static const eg_parameter radiation_parameters[] = {
    {.name = "Gr", .unit = "m2", .need = EG_REQUIRED, .doc = "Net radiation conductance"}};
#define SOURCE_PARAMETERS                                                                                    \
    {.name = "T_ref",                                                                                        \
     EG_SI_TEMPERATURE,                                                                                      \
     .value = 293.15,                                                                                        \
     EG_AT_LEAST(0.0),                                                                                       \
     .doc = "Temperature at which the flow is Q_flow"},                                                      \
    {                                                                                                        \
        .name = "alpha", .quantity = "LinearTemperatureCoefficient", .unit = "1/K",                          \
        .doc = "Relative change of the heat flow per kelvin"                                                 \
    }
static const eg_parameter prescribed_parameters[] = {SOURCE_PARAMETERS};
static const eg_parameter flow_parameters[] = {{.name = "Q_flow",
                                                EG_SI_HEAT_FLOW,
                                                .need = EG_REQUIRED,
                                                .doc = "Heat flow into what is connected, at T_ref"},
                                               SOURCE_PARAMETERS};

#define ELEMENT(id, title, what, text_, parameters_, ports_, law, a, b)                                      \
    const eg_class eg_class_dyad_##id = {                                                                    \
        .name = DYAD_THERMAL("Components." title),                                                           \
        .short_name = DYAD_THERMAL(title),                                                                   \
        .doc = what " (Dyad)",                                                                               \
        .text = text_ " Heat flows from " a " to " b " while Q_flow is positive.",                           \
        .also = EG_TEXTS(EG_HEAT_TRANSFER("Components." title)),                                             \
        .examples = EG_TEXTS("FurnaceDyad"),                                                                 \
        .equations = EG_TEXTS(a ".Q_flow = Q_flow;", b ".Q_flow = -Q_flow;", law),                           \
        parameters_ EG_PORTS(ports_),                                                                        \
        EG_VARIABLES(flow_variable),                                                                         \
        .declare = id##_declare,                                                                             \
        .observe = id##_observe,                                                                             \
    };
#define WITH(array) EG_PARAMETERS(array),
#define WITHOUT

ELEMENT(body_radiation, "BodyRadiation", "Heat radiated between two surfaces",
        "The heat flow is Gr*sigma times the difference of the fourth powers of the temperatures, sigma "
        "being the constant of Stefan and Boltzmann, 5.670374419e-8 W/(m2.K4).",
        WITH(radiation_parameters), two_ports,
        "Q_flow = Gr*Modelica.Constants.sigma*(port_a.T^4 - port_b.T^4);", "port_a", "port_b")
ELEMENT(convection, "Convection", "Heat transfer between a solid and a fluid, given by a conductance",
        "The heat flow is the signal Gc times the difference of the temperatures.", WITHOUT, convection_ports,
        "Q_flow = Gc*(solid.T - fluid.T);", "solid", "fluid")
ELEMENT(convective_resistor, "ConvectiveResistor",
        "Heat transfer between a solid and a fluid, given by a resistance",
        "The difference of the temperatures is the signal Rc times the heat flow.", WITHOUT, resistor_ports,
        "solid.T - fluid.T = Rc*Q_flow;", "solid", "fluid")
ELEMENT(thermal_conductor, "ThermalConductor", "Conducts heat in proportion to a temperature difference",
        "The heat flow is G times the difference of the temperatures.", WITH(conductor_parameters), two_ports,
        "Q_flow = G*(port_a.T - port_b.T);", "port_a", "port_b")
ELEMENT(thermal_resistor, "ThermalResistor", "Resists a heat flow in proportion to it",
        "The difference of the temperatures is R times the heat flow.", WITH(resistor_parameters), two_ports,
        "port_a.T - port_b.T = R*Q_flow;", "port_a", "port_b")

/* ---------------------------------------------------------------- sources and sensors */

static const eg_port flow_port[] = {{.name = "port", .kind = EG_HEAT_B, .doc = "Where the heat comes out"}};
static const eg_port prescribed_flow_ports[] = {
    {.name = "Q_flow", .kind = EG_REAL_INPUT, .unit = "W", .doc = "Heat flow into what is connected"},
    {.name = "port", .kind = EG_HEAT_B, .doc = "Where the heat comes out"},
};
static const eg_port prescribed_ports[] = {
    {.name = "port", .kind = EG_HEAT_B, .doc = "Port whose temperature follows the signal"},
    {.name = "T", .kind = EG_REAL_INPUT, .unit = "K", .doc = "Temperature of the port"},
};
static const eg_port sensor_ports[] = {
    {.name = "port", .kind = EG_HEAT_A, .doc = "Port that is measured; it takes no heat"},
    {.name = "T", .kind = EG_REAL_OUTPUT, .unit = "K", .doc = "Temperature of the port"},
};
static const eg_port difference_ports[] = {
    {.name = "port_a", .kind = EG_HEAT_A, .doc = "Port whose temperature counts positive"},
    {.name = "port_b", .kind = EG_HEAT_B, .doc = "Port whose temperature counts negative"},
    {.name = "T_rel", .kind = EG_REAL_OUTPUT, .unit = "K", .doc = "Difference of the temperatures"},
};

static const eg_port join_ports[] = {
    {.name = "port_a", .kind = EG_HEAT_A, .doc = "Where the heat goes in that counts positive"},
    {.name = "port_b", .kind = EG_HEAT_B, .doc = "Where it comes out"},
    {.name = "Q_flow", .kind = EG_REAL_OUTPUT, .unit = "W", .doc = "Heat flow from port_a to port_b"},
};

static int declare_flow(const double *p, eg_parts *parts)
{
    return eg_parts_add_heat_source(
        parts, (eg_heat_source_part){.port = PORT, .input = EG_OWN, .T_ref = p[1], .alpha = p[2]});
}

static void evaluate_flow(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t, (void)u;
    *y = eg_jet_of(p[0]);
}

static const eg_block_ops flow_block = {.evaluate = evaluate_flow, .generator = eg_polynomial_generator};

#define END(id, room, title, original, what, text_, law, ...)                                                \
    const eg_class eg_class_dyad_##id = {                                                                    \
        .name = DYAD_THERMAL(room title),                                                                    \
        .short_name = DYAD_THERMAL(title),                                                                   \
        .doc = what " (Dyad)",                                                                               \
        .text = text_,                                                                                       \
        .also = EG_TEXTS(EG_HEAT_TRANSFER(room original)),                                                   \
        .examples = EG_TEXTS("FurnaceDyad"),                                                                 \
        .equations = law,                                                                                    \
        __VA_ARGS__,                                                                                         \
    };

END(heat_flow_sensor, "Sensors.", "HeatFlowSensor", "HeatFlowSensor", "Heat flow as a signal",
    "Gives the heat that flows from port_a to port_b, which have one temperature, as a signal.",
    EG_TEXTS("port_a.T = port_b.T;", "port_a.Q_flow + port_b.Q_flow = 0;", "Q_flow = port_a.Q_flow;"),
    EG_PORTS(join_ports), .declare = heat_flow_sensor_declare)
END(rel_temperature_sensor, "Sensors.", "RelativeTemperatureSensor", "RelTemperatureSensor",
    "Difference of two temperatures as a signal", "Gives port_a.T - port_b.T as a signal. It takes no heat.",
    EG_TEXTS("T_rel = port_a.T - port_b.T;", "port_a.Q_flow = 0;", "port_b.Q_flow = 0;"),
    EG_PORTS(difference_ports), .declare = rel_temperature_sensor_declare)
END(temperature_sensor, "Sensors.", "TemperatureSensor", "TemperatureSensor",
    "Temperature of a port as a signal", "Gives the temperature of the port as a signal. It takes no heat.",
    EG_TEXTS("T = port.T;", "port.Q_flow = 0;"), EG_PORTS(sensor_ports),
    .declare = temperature_sensor_declare)
END(fixed_heat_flow, "Sources.", "FixedHeatFlow", "FixedHeatFlow", "Constant heat flow",
    "Q_flow > 0 heats what is connected to port. With alpha = 0 the temperature has no influence; "
    "otherwise the flow is Q_flow at T_ref and changes by the fraction alpha per kelvin.",
    EG_TEXTS("port.Q_flow = -Q_flow*(1 + alpha*(port.T - T_ref));"), EG_PARAMETERS(flow_parameters),
    EG_PORTS(flow_port), .declare = declare_flow, .block = &flow_block)
END(prescribed_heat_flow, "Sources.", "PrescribedHeatFlow", "PrescribedHeatFlow",
    "Heat flow that follows a signal",
    "The signal Q_flow > 0 heats what is connected to port. With alpha = 0 the temperature has no "
    "influence; otherwise the flow is Q_flow at T_ref and changes by the fraction alpha per kelvin.",
    EG_TEXTS("port.Q_flow = -Q_flow*(1 + alpha*(port.T - T_ref));"), EG_PARAMETERS(prescribed_parameters),
    EG_PORTS(prescribed_flow_ports), .declare = prescribed_heat_flow_declare)
END(prescribed_temperature, "Sources.", "PrescribedTemperature", "PrescribedTemperature",
    "Surroundings whose temperature follows a signal",
    "The port has the temperature of the signal T and takes or gives any heat flow.", EG_TEXTS("port.T = T;"),
    EG_PORTS(prescribed_ports), .declare = prescribed_temperature_declare)

/* ---------------------------------------------------------------- HeatCapacitor */

enum { CAPACITY, T0 };
enum { CAPACITOR_T, CAPACITOR_DT };

static int declare_capacitor(const double *p, eg_parts *parts)
{
    return eg_parts_add_heat_capacity(parts, (eg_heat_capacity_part){.port = PORT,
                                                                     .variable_T = CAPACITOR_T,
                                                                     .variable_der_T = CAPACITOR_DT,
                                                                     .C = p[CAPACITY]});
}

static const eg_parameter capacitor_parameters[] = {
    {.name = "C",
     .quantity = "HeatCapacity",
     .unit = "J/K",
     .need = EG_REQUIRED,
     EG_AT_LEAST(0.0),
     .doc = "Heat that warms it by one kelvin"},
    {.name = "T0", EG_SI_TEMPERATURE, .need = EG_REQUIRED, .doc = "Temperature at the start"},
};
static const eg_port capacitor_port[] = {
    {.name = "port", .kind = EG_HEAT_A, .doc = "Heat flowing in warms the body"}};
static const eg_variable capacitor_variables[] = {
    {.name = "T", EG_SI_TEMPERATURE, .doc = "Temperature of the body", .start_parameter = "T0"},
    {.name = "dT", .follows = true, .quantity = "TemperatureSlope", .unit = "K/s", .doc = "Rate of T"},
};

END(heat_capacitor, "Components.", "HeatCapacitor", "HeatCapacitor", "Lumped body that stores heat",
    "All of the body has the temperature T, which begins at T0 and rises by port.Q_flow/C per second.",
    EG_TEXTS("T = port.T;", "dT = der(T);", "C*der(T) = port.Q_flow;", "initial equation T = T0;"),
    EG_PARAMETERS(capacitor_parameters), EG_PORTS(capacitor_port), EG_VARIABLES(capacitor_variables),
    .declare = declare_capacitor)
