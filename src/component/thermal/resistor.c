/* ThermalResistor and ConvectiveResistor: dT = R*Q_flow, the first with a constant R, the second with a
 * signal Rc.
 *
 * Sign: Q_flow > 0 flows from port_a to port_b, from solid to fluid. */
#include "component/thermal/thermal.h"

enum { R };
enum { PORT_A, PORT_B };
enum { RC, SOLID, FLUID };
enum { Q_FLOW, DT };

static int declare(const double *p, eg_parts *parts)
{
    return eg_parts_add_heat_conductor(
        parts,
        (eg_heat_conductor_part){.port_a = PORT_A, .port_b = PORT_B, .input = EG_NONE, .G = 1.0 / p[R]});
}

static int declare_convective(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_heat_conductor(
        parts, (eg_heat_conductor_part){.port_a = SOLID, .port_b = FLUID, .input = RC, .law = EG_RESISTS});
}

static void observe(const eg_observation *o, double *out)
{
    out[Q_FLOW] = o->port[PORT_A].Q_flow;
    out[DT] = o->port[PORT_A].T - o->port[PORT_B].T;
}

static void observe_convective(const eg_observation *o, double *out)
{
    out[Q_FLOW] = o->port[SOLID].Q_flow;
    out[DT] = o->port[SOLID].T - o->port[FLUID].T;
}

static const eg_parameter parameters[] = {
    {.name = "R",
     .quantity = "ThermalResistance",
     .unit = "K/W",
     .need = EG_REQUIRED,
     EG_AT_LEAST(2.2250738585072014e-308),
     .doc = "Difference of temperatures per watt (L/(lambda*A) for a slab)"},
};

static const eg_port ports[] = {
    {.name = "port_a", .kind = EG_HEAT_A, .doc = "One end; port_a.Q_flow = Q_flow"},
    {.name = "port_b", .kind = EG_HEAT_B, .doc = "Other end; port_b.Q_flow = -Q_flow"},
};
static const eg_port convective_ports[] = {
    {.name = "Rc", .kind = EG_REAL_INPUT, .unit = "K/W", .doc = "Difference of temperatures per watt"},
    {.name = "solid", .kind = EG_HEAT_A, .doc = "The solid; solid.Q_flow = Q_flow"},
    {.name = "fluid", .kind = EG_HEAT_B, .doc = "The fluid; fluid.Q_flow = -Q_flow"},
};

static const eg_variable variables[] = {
    {.name = "Q_flow", .follows = true, EG_SI_HEAT_FLOW, .doc = "Heat flow from port_a to port_b"},
    {.name = "dT",
     .follows = true,
     .quantity = "TemperatureDifference",
     .unit = "K",
     .doc = "Difference port_a.T - port_b.T"},
};
static const eg_variable convective_variables[] = {
    {.name = "Q_flow", .follows = true, EG_SI_HEAT_FLOW, .doc = "Heat flow from solid to fluid"},
    {.name = "dT",
     .follows = true,
     .quantity = "TemperatureDifference",
     .unit = "K",
     .doc = "Difference solid.T - fluid.T"},
};

const eg_class eg_class_convective_resistor = {
    .name = EG_HEAT_TRANSFER("Components.ConvectiveResistor"),
    .doc = "Heat transfer between a solid and a fluid, given by a resistance",
    .text = "The heat flow from solid to fluid is the difference of their temperatures divided by the signal "
            "Rc, which must not be 0. Convection takes the reciprocal of it.",
    .also = EG_TEXTS("ThermalComponents.Components.ConvectiveResistor"),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("dT = solid.T - fluid.T;", "solid.Q_flow = Q_flow;", "fluid.Q_flow = -Q_flow;",
                          "dT = Rc*Q_flow;"),
    EG_PORTS(convective_ports),
    EG_VARIABLES(convective_variables),
    .declare = declare_convective,
    .observe = observe_convective,
};

const eg_class eg_class_thermal_resistor = {
    .name = EG_HEAT_TRANSFER("Components.ThermalResistor"),
    .doc = "Resists a heat flow in proportion to it",
    .text = "The difference of the temperatures is R times the heat flow from port_a to port_b: the "
            "reciprocal of a ThermalConductor.",
    .also = EG_TEXTS("ThermalComponents.Components.ThermalResistor"),
    .extends = EG_TEXTS(EG_HEAT_TRANSFER("Interfaces.Element1D")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("dT = port_a.T - port_b.T;", "port_a.Q_flow = Q_flow;", "port_b.Q_flow = -Q_flow;",
                          "dT = R*Q_flow;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
};
