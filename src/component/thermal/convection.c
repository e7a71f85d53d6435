/* Convection: heat flows from a solid to a fluid, Q_flow = Gc*(solid.T - fluid.T), with Gc a signal.
 *
 * Sign: Q_flow > 0 flows from solid to fluid. */
#include "component/common.h"

enum { GC, SOLID, FLUID };
enum { Q_FLOW, DT };

static const eg_port ports[] = {
    {.name = "Gc", .kind = EG_REAL_INPUT, .unit = "W/K", .doc = "Heat flow per kelvin (= h*A)"},
    {.name = "solid", .kind = EG_HEAT_A, .doc = "The solid; solid.Q_flow = Q_flow"},
    {.name = "fluid", .kind = EG_HEAT_B, .doc = "The fluid; fluid.Q_flow = -Q_flow"},
};

static const eg_variable variables[] = {
    {.name = "Q_flow",
     .follows = true,
     .quantity = "HeatFlowRate",
     .unit = "W",
     .doc = "Heat flow from solid to fluid"},
    {.name = "dT",
     .follows = true,
     .quantity = "TemperatureDifference",
     .unit = "K",
     .doc = "Difference solid.T - fluid.T"},
};

static int declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_heat_conductor(
        parts, (eg_heat_conductor_part){.port_a = SOLID, .port_b = FLUID, .input = GC});
}

static void observe(const eg_observation *o, double *out)
{
    out[Q_FLOW] = o->port[SOLID].Q_flow;
    out[DT] = o->port[SOLID].T - o->port[FLUID].T;
}

const eg_class eg_class_convection = {
    .name = "Modelica.Thermal.HeatTransfer.Components.Convection",
    .kind = EG_MODEL,
    .doc = "Heat transfer between a solid and a fluid that flows past it",
    .text =
        "The heat flow from solid to fluid is Gc times the difference of their temperatures. Gc is a signal, "
        "so that it may follow the speed of the fluid; for a surface A and a heat transfer coefficient h, "
        "Gc = h*A.",
    .also = EG_TEXTS("ThermalComponents.Components.Convection"),
    .examples = EG_TEXTS(EG_MSL_EXAMPLE("HeatLosses")),
    .equations = EG_TEXTS("dT = solid.T - fluid.T;", "solid.Q_flow = Q_flow;", "fluid.Q_flow = -Q_flow;",
                          "Q_flow = Gc*dT;"),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
};
