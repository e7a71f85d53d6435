/* PrescribedHeatFlow: a heat flow given by a signal enters the node at its port,
 * port.Q_flow = -Q_flow*(1 + alpha*(port.T - T_ref)).
 *
 * Sign: a positive signal heats what is connected, so port.Q_flow, which counts heat into this
 * component, is negative. */
#include "component/common.h"

enum { T_REF, ALPHA };
enum { Q_FLOW, PORT };

static const eg_parameter parameters[] = {
    {.name = "T_ref",
     EG_SI_TEMPERATURE,
     .doc = "Temperature at which the signal is taken as it is",
     .value = 293.15,
     EG_AT_LEAST(0.0)},
    {.name = "alpha",
     .quantity = "LinearTemperatureCoefficient",
     .unit = "1/K",
     .doc = "Relative change of the heat flow per kelvin"},
};

static const eg_port ports[] = {
    {.name = "Q_flow", .kind = EG_REAL_INPUT, .unit = "W", .doc = "Heat flow into what is connected"},
    {.name = "port", .kind = EG_HEAT_B, .doc = "Where the heat comes out"},
};

static int declare(const double *p, eg_parts *parts)
{
    return eg_parts_add_heat_source(
        parts, (eg_heat_source_part){.port = PORT, .input = Q_FLOW, .T_ref = p[T_REF], .alpha = p[ALPHA]});
}

const eg_class eg_class_prescribed_heat_flow = {
    .name = "Modelica.Thermal.HeatTransfer.Sources.PrescribedHeatFlow",
    .kind = EG_MODEL,
    .doc = "Heat flow that follows a signal",
    .text =
        "Q_flow > 0 heats what is connected to port. With alpha = 0 the temperature has no influence; "
        "otherwise the flow is Q_flow at T_ref and changes by the fraction alpha per kelvin, as the losses "
        "of a winding do.",
    .also = EG_TEXTS("ThermalComponents.Sources.PrescribedHeatFlow"),
    .equations = EG_TEXTS("port.Q_flow = -Q_flow*(1 + alpha*(port.T - T_ref));"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .declare = declare,
};
