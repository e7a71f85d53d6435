/* Adaptors between a heat port and signals, for a model that meets its environment through inputs and
 * outputs; what body/adaptors.c does for flanges.
 *
 *     heat flow to temperature   heatPort.Q_flow = f,   p = heatPort.T,   pder = der(p)
 *     temperature to heat flow   heatPort.T = p,   f = -heatPort.Q_flow,   der(heatPort.T) = pder where that
 *                                is used, and the derivative of p where not
 *
 * f counts what flows from the model with the temperature to the one with the heat flow: a connection of f to
 * f and p to p between the two joins their heat ports. */
#include "component/thermal/thermal.h"

enum { USE_PDER };
enum { HEAT_PORT, F, P, PDER };

static int declare_temperature(const double *p, eg_parts *parts)
{
    eg_heat_sensor_part sensor = {.from = EG_NONE, .to = HEAT_PORT, .output = P, .gain = 1.0};
    eg_heat_source_part sink = {.port = HEAT_PORT, .input = F, .is_sink = true};
    if (eg_parts_add_heat_source(parts, sink) || eg_parts_add_heat_sensor(parts, sensor))
        return -1;
    sensor.output = PDER;
    sensor.is_rate = true;
    return p[USE_PDER] != 0.0 ? eg_parts_add_heat_sensor(parts, sensor) : 0;
}

static int declare_heat_flow(const double *p, eg_parts *parts)
{
    eg_bundle_part bundle = {.input = {P, p[USE_PDER] != 0.0 ? PDER : EG_NONE, EG_NONE}};
    eg_heat_fixed_part fixed = {.port = HEAT_PORT, .has_input = true, .input = EG_OWN};
    if (eg_parts_add_bundle(parts, bundle) || eg_parts_add_heat_fixed(parts, fixed))
        return -1;
    return eg_parts_add_heat_join(parts,
                                  (eg_heat_join_part){.port_a = HEAT_PORT, .port_b = EG_NONE, .output = F});
}

#define CONSTANT_FALSE(title, text)                                                                          \
    {                                                                                                        \
        .name = (title), .type = EG_BOOLEAN, .is_constant = true, .doc = (text)                              \
    }

static const eg_parameter parameters[] = {
    {.name = "use_pder",
     .type = EG_BOOLEAN,
     .value = 1.0,
     .is_structural = true,
     .doc = "true: there is a signal for the rate of the temperature"},
    CONSTANT_FALSE("use_pder2", "There is no signal for its second derivative"),
    CONSTANT_FALSE("use_fder", "There is no signal for the rate of the heat flow"),
    CONSTANT_FALSE("use_fder2", "There is none for its second derivative"),
};

#define PORTS(side, force_kind, motion_kind, what)                                                           \
    {.name = "heatPort", .kind = (side), .doc = "Heat port that the signals stand for"},                     \
        {.name = "f", .kind = (force_kind), .unit = "W", .doc = "Heat flow"},                                \
        {.name = "p", .kind = (motion_kind), .unit = "K", .doc = "Temperature " what},                       \
    {                                                                                                        \
        .name = "pder", .kind = (motion_kind), .unit = "K/s", .condition = "use_pder", .doc = "Rate of p"    \
    }

static const eg_port temperature_ports[] = {
    PORTS(EG_HEAT_A, EG_REAL_INPUT, EG_REAL_OUTPUT, "of the heat port")};
static const eg_port heat_flow_ports[] = {
    PORTS(EG_HEAT_B, EG_REAL_OUTPUT, EG_REAL_INPUT, "that the heat port takes")};

const eg_class eg_class_general_heat_flow_to_temperature_adaptor = {
    .name = EG_HEAT_TRANSFER("Components.GeneralHeatFlowToTemperatureAdaptor"),
    .doc = "Makes a heat port of signals: heat flow in, temperature and its rate out",
    .text = "Stands in for whatever is connected to a heat port elsewhere, for instance in another program: "
            "the heat flow at the port comes in as the signal f, the temperature of the port goes out as p "
            "and, where it is used, its rate as pder. A rate is known where heat is stored: the node of the "
            "port needs a HeatCapacitor, or use_pder = false.\n\n"
            "f counts as heatPort.Q_flow does, positive into this component: f > 0 cools what is connected. "
            "The counterpart on the other side is the GeneralTemperatureToHeatFlowAdaptor.",
    .examples = EG_TEXTS("HeatMeter"),
    .equations =
        EG_TEXTS("heatPort.Q_flow = f;", "p = heatPort.T;", "if use_pder then pder = der(p); end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(temperature_ports),
    .declare = declare_temperature,
};

const eg_class eg_class_general_temperature_to_heat_flow_adaptor = {
    .name = EG_HEAT_TRANSFER("Components.GeneralTemperatureToHeatFlowAdaptor"),
    .doc = "Makes a heat port of signals: temperature and its rate in, heat flow out",
    .text =
        "Holds its heat port at the temperature that the signal p gives, and gives the heat flow that "
        "this takes as the signal f. What a HeatCapacitor at the port takes follows from the rate of the "
        "temperature: the signal pder or, with use_pder = false, the derivative of p as far as it is "
        "known.\n\n"
        "f = -heatPort.Q_flow is the heat that flows into what is connected. The counterpart on the other "
        "side is the GeneralHeatFlowToTemperatureAdaptor.",
    .examples = EG_TEXTS("HeatMeter"),
    .equations = EG_TEXTS("f = -heatPort.Q_flow;",
                          "heatPort.T = if use_pder then Elastogap.Math.withDerivative(p, pder) else p;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(heat_flow_ports),
    .declare = declare_heat_flow,
};
