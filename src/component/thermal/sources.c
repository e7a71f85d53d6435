/* FixedHeatFlow, PrescribedTemperature and the sensors.
 *
 *     FixedHeatFlow           port.Q_flow = -Q_flow*(1 + alpha*(port.T - T_ref)): positive heats what is
 * connected
 *     PrescribedTemperature   port.T = T
 *     TemperatureSensor       T = port.T, port.Q_flow = 0
 *     RelTemperatureSensor    T_rel = port_a.T - port_b.T, no heat flows
 *     HeatFlowSensor          port_a.T = port_b.T, Q_flow = port_a.Q_flow = -port_b.Q_flow: a rigid join, cut
 *     (heat_points.c) */
#include "component/thermal/thermal.h"
#include "component/block/sources/source_block.h"

enum { Q_FLOW, T_REF, ALPHA };
enum { PORT, SIGNAL };
enum { PORT_A, PORT_B, T_REL, FLOW = T_REL };

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t, (void)u;
    *y = eg_jet_of(p[Q_FLOW]);
}

static const eg_block_ops block = {.evaluate = evaluate, .generator = eg_polynomial_generator};

static int declare_flow(const double *p, eg_parts *parts)
{
    return eg_parts_add_heat_source(
        parts, (eg_heat_source_part){.port = PORT, .input = EG_OWN, .T_ref = p[T_REF], .alpha = p[ALPHA]});
}

static int declare_prescribed(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_heat_fixed(parts,
                                   (eg_heat_fixed_part){.port = PORT, .has_input = true, .input = SIGNAL});
}

static int declare_sensor(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_heat_sensor(
        parts, (eg_heat_sensor_part){.from = EG_NONE, .to = PORT, .output = SIGNAL, .gain = 1.0});
}

static int declare_difference(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_heat_sensor(
        parts, (eg_heat_sensor_part){.from = PORT_B, .to = PORT_A, .output = T_REL, .gain = 1.0});
}

static int declare_join(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_heat_join(parts,
                                  (eg_heat_join_part){.port_a = PORT_A, .port_b = PORT_B, .output = FLOW});
}

static const eg_parameter parameters[] = {
    {.name = "Q_flow",
     EG_SI_HEAT_FLOW,
     .need = EG_REQUIRED,
     .doc = "Heat flow into what is connected, at T_ref"},
    {.name = "T_ref",
     EG_SI_TEMPERATURE,
     .value = 293.15,
     EG_AT_LEAST(0.0),
     .doc = "Temperature at which the flow is Q_flow"},
    {.name = "alpha",
     .quantity = "LinearTemperatureCoefficient",
     .unit = "1/K",
     .doc = "Relative change of the heat flow per kelvin"},
};

static const eg_port flow_ports[] = {{.name = "port", .kind = EG_HEAT_B, .doc = "Where the heat comes out"}};
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

const eg_class eg_class_heat_flow_sensor = {
    .name = EG_HEAT_TRANSFER("Sensors.HeatFlowSensor"),
    .doc = "Heat flow as a signal",
    .text =
        "Gives the heat that flows from port_a to port_b as a signal [W]. It is inserted between two "
        "ports, which it holds at one temperature: it neither resists nor stores heat.\n\n"
        "What flows between two capacities that a sensor joins is what keeps their temperatures equal. "
        "Sensors side by side, which close a loop, are refused: the heat could divide between them in any "
        "way.",
    .also = EG_TEXTS("ThermalComponents.Sensors.HeatFlowSensor"),
    .examples = EG_TEXTS("HeatMeter"),
    .equations =
        EG_TEXTS("port_a.T = port_b.T;", "port_a.Q_flow + port_b.Q_flow = 0;", "Q_flow = port_a.Q_flow;"),
    EG_PORTS(join_ports),
    .declare = declare_join,
};

const eg_class eg_class_rel_temperature_sensor = {
    .name = EG_HEAT_TRANSFER("Sensors.RelTemperatureSensor"),
    .doc = "Difference of two temperatures as a signal",
    .text = "Gives port_a.T - port_b.T as a signal. It takes no heat.",
    .also = EG_TEXTS("ThermalComponents.Sensors.RelativeTemperatureSensor"),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("T_rel = port_a.T - port_b.T;", "0 = port_a.Q_flow;", "0 = port_b.Q_flow;"),
    EG_PORTS(difference_ports),
    .declare = declare_difference,
};

const eg_class eg_class_temperature_sensor = {
    .name = EG_HEAT_TRANSFER("Sensors.TemperatureSensor"),
    .doc = "Temperature of a port as a signal",
    .text = "Gives the temperature of the port [K] as a signal. It takes no heat.",
    .also = EG_TEXTS("ThermalComponents.Sensors.TemperatureSensor"),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("T = port.T;", "port.Q_flow = 0;"),
    EG_PORTS(sensor_ports),
    .declare = declare_sensor,
};

const eg_class eg_class_fixed_heat_flow = {
    .name = EG_HEAT_TRANSFER("Sources.FixedHeatFlow"),
    .doc = "Constant heat flow",
    .text = "Q_flow > 0 heats what is connected to port. With alpha = 0 the temperature has no influence; "
            "otherwise the flow is Q_flow at T_ref and changes by the fraction alpha per kelvin.",
    .also = EG_TEXTS("ThermalComponents.Sources.FixedHeatFlow"),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("port.Q_flow = -Q_flow*(1 + alpha*(port.T - T_ref));"),
    EG_PARAMETERS(parameters),
    EG_PORTS(flow_ports),
    .declare = declare_flow,
    .block = &block,
};

const eg_class eg_class_prescribed_temperature = {
    .name = EG_HEAT_TRANSFER("Sources.PrescribedTemperature"),
    .doc = "Surroundings whose temperature follows a signal",
    .text = "The port has the temperature of the signal T [K] and takes or gives any heat flow.",
    .also = EG_TEXTS("ThermalComponents.Sources.PrescribedTemperature"),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("port.T = T;"),
    EG_PORTS(prescribed_ports),
    .declare = declare_prescribed,
};
