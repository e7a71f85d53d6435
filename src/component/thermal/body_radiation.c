/* BodyRadiation: heat radiated between two bodies (Stefan and Boltzmann),
 *
 *     Q_flow = Gr*sigma*(port_a.T^4 - port_b.T^4),  sigma = 5.670374419e-8 W/(m2.K4)
 *
 * Sign: Q_flow > 0 flows from port_a to port_b. What enters at one port leaves at the other. */
#include "component/thermal/thermal.h"

enum { GR };
enum { PORT_A, PORT_B };
enum { Q_FLOW, DT };

/* Modelica.Constants.sigma */
static const double sigma = 5.670374419184429e-8;

static int declare(const double *p, eg_parts *parts)
{
    return eg_parts_add_heat_conductor(
        parts,
        (eg_heat_conductor_part){
            .port_a = PORT_A, .port_b = PORT_B, .input = EG_NONE, .G = sigma * p[GR], .law = EG_RADIATES});
}

static void observe(const eg_observation *o, double *out)
{
    out[Q_FLOW] = o->port[PORT_A].Q_flow;
    out[DT] = o->port[PORT_A].T - o->port[PORT_B].T;
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = false;
    return p[GR] < 0.0 ? "Gr is negative: heat would flow from cold to warm; give it with the other sign"
                       : NULL;
}

static const eg_parameter parameters[] = {
    {.name = "Gr",
     .unit = "m2",
     .need = EG_REQUIRED,
     .doc = "Net radiation conductance: area that would exchange as much if both bodies were black"},
};

static const eg_port ports[] = {
    {.name = "port_a", .kind = EG_HEAT_A, .doc = "One body; port_a.Q_flow = Q_flow"},
    {.name = "port_b", .kind = EG_HEAT_B, .doc = "Other body; port_b.Q_flow = -Q_flow"},
};

static const eg_variable variables[] = {
    {.name = "Q_flow", .follows = true, EG_SI_HEAT_FLOW, .doc = "Heat flow from port_a to port_b"},
    {.name = "dT",
     .follows = true,
     .quantity = "TemperatureDifference",
     .unit = "K",
     .doc = "Difference port_a.T - port_b.T"},
};

const eg_class eg_class_body_radiation = {
    .name = EG_HEAT_TRANSFER("Components.BodyRadiation"),
    .doc = "Heat radiated between two bodies",
    .text = "The heat flow from port_a to port_b is Gr*sigma times the difference of the fourth powers of "
            "their temperatures, with sigma the constant of Stefan and Boltzmann. Gr has the unit of an "
            "area: of a small convex body in a large enclosure it is e*A, with the emissivity e and the "
            "surface A of the body; of two parallel plates of area A it is A/(1/e1 + 1/e2 - 1).",
    .also = EG_TEXTS("ThermalComponents.Components.BodyRadiation"),
    .extends = EG_TEXTS(EG_HEAT_TRANSFER("Interfaces.Element1D")),
    .examples = EG_TEXTS("Furnace"),
    .equations = EG_TEXTS("dT = port_a.T - port_b.T;", "port_a.Q_flow = Q_flow;", "port_b.Q_flow = -Q_flow;",
                          "Q_flow = Gr*Modelica.Constants.sigma*(port_a.T^4 - port_b.T^4);"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .check = check,
    .declare = declare,
    .observe = observe,
};
