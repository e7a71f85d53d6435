/* FixedTemperature: holds its node at the temperature T, whatever heat that takes.
 *
 * Sign: port.Q_flow is the heat flow into this component, what the rest of the model gives off. */
#include "component/common.h"

enum { T };
enum { PORT };

/* The start value is that of the type Modelica.Units.SI.Temperature. */
static const eg_parameter parameters[] = {
    {.name = "T",
     EG_SI_TEMPERATURE,
     .doc = "Temperature of the port",
     .need = EG_FALLS_BACK,
     .value = 288.15,
     EG_AT_LEAST(0.0)},
};

static const eg_port ports[] = {
    {.name = "port", .kind = EG_HEAT_B, .doc = "Port of constant temperature"},
};

static int declare(const double *p, eg_parts *parts)
{
    return eg_parts_add_heat_fixed(parts, (eg_heat_fixed_part){.port = PORT, .T = p[T]});
}

const eg_class eg_class_fixed_temperature = {
    .name = "Modelica.Thermal.HeatTransfer.Sources.FixedTemperature",
    .kind = EG_MODEL,
    .doc = "Surroundings of constant temperature",
    .text =
        "The port has the temperature T [K] and takes or gives any heat flow. It is what a heat port that "
        "leads nowhere else belongs on.",
    .also = EG_TEXTS("ThermalComponents.Sources.FixedTemperature"),
    .examples = EG_TEXTS(EG_MSL_EXAMPLE("HeatLosses")),
    .equations = EG_TEXTS("port.T = T;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .declare = declare,
};
