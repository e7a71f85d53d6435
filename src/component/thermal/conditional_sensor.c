/* ConditionalFixedHeatFlowSensor: a HeatFlowSensor whose port_a may be held at room temperature. With
 * useFixedTemperature port_a is left open, and all that flows out at port_b comes from a FixedTemperature of
 * 293.15 K: what a model gives to its surroundings is measured without them. */
#include "component/by_equations.h"
#include "component/thermal/thermal.h"

static const eg_parameter parameters[] = {
    {.name = "useFixedTemperature",
     .type = EG_BOOLEAN,
     .need = EG_FALLS_BACK,
     .is_structural = true,
     .doc = "true: port_a has 20 degC, whatever heat flows; false: nothing but the sensor is there"},
};
static const eg_port ports[] = {
    {.name = "port_a", .kind = EG_HEAT_A, .doc = "Where the heat goes in that counts positive"},
    {.name = "port_b", .kind = EG_HEAT_B, .doc = "Where it comes out"},
    {.name = "Q_flow", .kind = EG_REAL_OUTPUT, .unit = "W", .doc = "Heat flow from port_a to port_b"},
};

const eg_class eg_class_conditional_fixed_heat_flow_sensor = {
    .name = EG_HEAT_TRANSFER("Sensors.ConditionalFixedHeatFlowSensor"),
    .doc = "Heat flow as a signal, from surroundings at 20 degC if there are no others",
    .text = "A HeatFlowSensor that can bring its own surroundings: with useFixedTemperature = true port_a is "
            "held at 293.15 K and need not be connected, with false it is a HeatFlowSensor and nothing else. "
            "So a model can be tried alone, and used in another one without a change.",
    .examples = EG_TEXTS("HeatMeter"),
    .components =
        EG_TEXTS(EG_HEAT_TRANSFER("Sensors.HeatFlowSensor") " heatFlowSensor \"What measures\";",
                 EG_HEAT_TRANSFER("Sources.FixedTemperature") " fixedTemperature(final T = 293.15) if "
                                                              "useFixedTemperature \"Surroundings\";"),
    .equations = EG_TEXTS(
        "connect(heatFlowSensor.port_b, port_b);", "connect(port_a, heatFlowSensor.port_a);",
        "connect(fixedTemperature.port, heatFlowSensor.port_a);", "connect(heatFlowSensor.Q_flow, Q_flow);"),
    .by_equations = true,
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
};
