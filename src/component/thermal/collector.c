/* ThermalCollector and ThermalCollectorMatrix: several heat ports at one. They are a node,
 *
 *     port_a[i].T = port_b.T,   port_b.Q_flow + sum(port_a.Q_flow) = 0
 *
 * and connections say just that. */
#include "component/by_equations.h"
#include "component/thermal/thermal.h"

#define PORT_B                                                                                               \
    {                                                                                                        \
        .name = "port_b", .kind = EG_HEAT_B, .doc = "Port at which the heat flows come together"             \
    }
#define COUNT(title, how, text)                                                                              \
    {                                                                                                        \
        .name = (title), .type = EG_INTEGER, .need = (how), .value = 3.0, EG_AT_LEAST(1.0),                  \
        .is_structural = true, .doc = (text)                                                                 \
    }

static const eg_parameter parameters[] = {COUNT("m", EG_HAS_DEFAULT, "Number of ports that are collected")};
static const eg_port ports[] = {
    {.name = "port_a", .kind = EG_HEAT_A, .size = "m", .doc = "Ports that are collected"}, PORT_B};

static const eg_parameter matrix_parameters[] = {COUNT("Ns", EG_REQUIRED, "Rows of ports"),
                                                 COUNT("Np", EG_REQUIRED, "Columns of ports")};
static const eg_port matrix_ports[] = {
    {.name = "port_a", .kind = EG_HEAT_A, .size = "Ns, Np", .doc = "Ports that are collected"}, PORT_B};

const eg_class eg_class_thermal_collector = {
    .name = EG_HEAT_TRANSFER("Components.ThermalCollector"),
    .doc = "Collects the heat flows of several ports",
    .text = "All m ports port_a have the temperature of port_b, and what flows in at them flows out there. "
            "It joins the heat ports of an array, the windings of a motor for instance, at one body.",
    .examples = EG_TEXTS("Furnace"),
    .equations = EG_TEXTS("for i in 1:m loop connect(port_a[i], port_b); end for;"),
    .by_equations = true,
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
};

const eg_class eg_class_thermal_collector_matrix = {
    .name = EG_HEAT_TRANSFER("Components.ThermalCollectorMatrix"),
    .doc = "Collects the heat flows of a matrix of ports",
    .text =
        "All ports port_a, Ns rows of Np, have the temperature of port_b, and what flows in at them flows "
        "out there.",
    .examples = EG_TEXTS("Furnace"),
    .equations = EG_TEXTS("for i in 1:Ns, j in 1:Np loop connect(port_a[i, j], port_b); end for;"),
    .by_equations = true,
    EG_PARAMETERS(matrix_parameters),
    EG_PORTS(matrix_ports),
};
