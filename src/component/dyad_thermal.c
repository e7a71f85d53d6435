/* Dyad's names for what the heat ports of its mechanical components are connected to.
 *
 * FixedTemperature: port.T = T, whatever heat flows; port.Q_flow is positive into the component. */
#include "component/common.h"

enum { T };
enum { PORT };

static int declare(const double *p, eg_parts *parts)
{
    return eg_parts_add_heat_fixed(parts, (eg_heat_fixed_part){.port = PORT, .T = p[T]});
}

static const eg_parameter parameters[] = {
    {.name = "T", EG_SI_TEMPERATURE, .need = EG_REQUIRED, EG_AT_LEAST(0.0), .doc = "Temperature of the port"},
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
