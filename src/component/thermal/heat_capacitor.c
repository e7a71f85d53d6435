/* HeatCapacitor: a body of one temperature T that stores heat, C*der(T) = port.Q_flow.
 *
 * Sign: heat that flows into the port warms the body. Capacitors on one node share its temperature and
 * their capacities add up. */
#include "component/common.h"

enum { C };
enum { PORT };
enum { T, DER_T };

static const eg_parameter parameters[] = {
    {.name = "C",
     .quantity = "HeatCapacity",
     .unit = "J/K",
     .doc = "Heat that warms it by one kelvin (= cp*m)",
     .need = EG_REQUIRED,
     EG_AT_LEAST(0.0)},
};

static const eg_port ports[] = {
    {.name = "port", .kind = EG_HEAT_A, .doc = "Heat flowing in warms the body"},
};

static const eg_variable variables[] = {
    {.name = "T", EG_SI_TEMPERATURE, .doc = "Temperature of the body", .start = 293.15},
    {.name = "der_T", .quantity = "TemperatureSlope", .unit = "K/s", .doc = "Rate of T"},
};

static int declare(const double *p, eg_parts *parts)
{
    return eg_parts_add_heat_capacity(
        parts, (eg_heat_capacity_part){.port = PORT, .variable_T = T, .variable_der_T = DER_T, .C = p[C]});
}

const eg_class eg_class_heat_capacitor = {
    .name = "Modelica.Thermal.HeatTransfer.Components.HeatCapacitor",
    .kind = EG_MODEL,
    .doc = "Lumped body that stores heat",
    .text =
        "All of the body has the temperature T, which rises by port.Q_flow/C per second. The start value of "
        "T is 293.15 K unless given.\n"
        "With C = 0 it stores nothing and only shows the temperature of its node.",
    .also = EG_TEXTS("ThermalComponents.Components.HeatCapacitor"),
    .equations = EG_TEXTS("T = port.T;", "der_T = der(T);", "C*der(T) = port.Q_flow;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};
