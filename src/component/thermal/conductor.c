/* ThermalConductor: heat flows from the warmer to the colder port, Q_flow = G*(port_a.T - port_b.T).
 *
 * Sign: Q_flow > 0 flows from port_a to port_b. Nothing is stored, what enters at one port leaves at
 * the other. */
#include "component/common.h"

enum { G };
enum { PORT_A, PORT_B };
enum { Q_FLOW, DT };

static const eg_parameter parameters[] = {
    {.name = "G",
     .quantity = "ThermalConductance",
     .unit = "W/K",
     .need = EG_REQUIRED,
     .doc = "Heat flow per kelvin of difference (lambda*A/L for a slab)"},
};

static const eg_port ports[] = {
    {.name = "port_a", .kind = EG_HEAT_A, .doc = "One end; port_a.Q_flow = Q_flow"},
    {.name = "port_b", .kind = EG_HEAT_B, .doc = "Other end; port_b.Q_flow = -Q_flow"},
};

static const eg_variable variables[] = {
    {.name = "Q_flow",
     .follows = true,
     .quantity = "HeatFlowRate",
     .unit = "W",
     .doc = "Heat flow from port_a to port_b"},
    {.name = "dT",
     .follows = true,
     .quantity = "TemperatureDifference",
     .unit = "K",
     .doc = "Difference port_a.T - port_b.T"},
};

static const char *check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = false;
    return p[G] < 0.0 ? "G is negative: heat would flow from cold to warm; give it with the other sign"
                      : NULL;
}

static int declare(const double *p, eg_parts *parts)
{
    return eg_parts_add_heat_conductor(
        parts, (eg_heat_conductor_part){.port_a = PORT_A, .port_b = PORT_B, .input = EG_NONE, .G = p[G]});
}

static void observe(const eg_observation *o, double *out)
{
    out[Q_FLOW] = o->port[PORT_A].Q_flow;
    out[DT] = o->port[PORT_A].T - o->port[PORT_B].T;
}

const eg_class eg_class_thermal_conductor = {
    .name = "Modelica.Thermal.HeatTransfer.Components.ThermalConductor",
    .kind = EG_MODEL,
    .doc = "Conducts heat in proportion to a temperature difference",
    .text =
        "The heat flow from port_a to port_b is G times the difference of their temperatures. For a slab of "
        "area A, thickness L and conductivity lambda, G = lambda*A/L.",
    .also = EG_TEXTS("ThermalComponents.Components.ThermalConductor"),
    .extends = EG_TEXTS("Modelica.Thermal.HeatTransfer.Interfaces.Element1D"),
    .equations = EG_TEXTS("dT = port_a.T - port_b.T;", "port_a.Q_flow = Q_flow;", "port_b.Q_flow = -Q_flow;",
                          "Q_flow = G*dT;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .check = check,
    .declare = declare,
    .observe = observe,
};
