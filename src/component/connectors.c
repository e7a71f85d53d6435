/* Connectors: what a user's own model may declare to be connected from outside. Each descriptor has one
 * port, which tells the kind, and the connector's members as variables.
 *
 * Positive is what enters the component through the connector: force, heat flow. */
#include "component/common.h"

#define EG_HEAT(name) "Modelica.Thermal.HeatTransfer.Interfaces." name
#define EG_BLOCKS(name) "Modelica.Blocks.Interfaces." name

static const eg_variable flange_members[] = {
    {.name = "s", EG_SI_POSITION, .doc = "Position of the flange"},
    {.name = "f", EG_SI_FORCE, .doc = "Force into the component; at a node all of them sum to zero"},
};

static const eg_variable heat_members[] = {
    {.name = "T", EG_SI_TEMPERATURE, .doc = "Temperature of the port", .start = 288.15},
    {.name = "Q_flow",
     .quantity = "HeatFlowRate",
     .unit = "W",
     .doc = "Heat flow into the component; at a node all of them sum to zero"},
};

static const eg_port flange_port[] = {
    {.name = "flange", .kind = EG_FLANGE_A, .doc = "Flange of either kind"}};
static const eg_port flange_a_port[] = {{.name = "flange_a", .kind = EG_FLANGE_A, .doc = "Left flange"}};
static const eg_port flange_b_port[] = {{.name = "flange_b", .kind = EG_FLANGE_B, .doc = "Right flange"}};
static const eg_port support_port[] = {
    {.name = "support", .kind = EG_SUPPORT, .doc = "What the component stands on"}};
static const eg_port heat_port[] = {
    {.name = "heatPort", .kind = EG_HEAT_A, .doc = "Heat port of either kind"}};
static const eg_port heat_port_a[] = {{.name = "port_a", .kind = EG_HEAT_A, .doc = "Heat port drawn filled"}};
static const eg_port heat_port_b[] = {{.name = "port_b", .kind = EG_HEAT_B, .doc = "Heat port drawn open"}};
static const eg_port real_input_port[] = {
    {.name = "u", .kind = EG_REAL_INPUT, .doc = "Signal that comes in"}};
static const eg_port real_output_port[] = {
    {.name = "y", .kind = EG_REAL_OUTPUT, .doc = "Signal that goes out"}};

#define FLANGE_TEXT                                                                                          \
    "Flanges joined by connect have one position s, and their forces f sum to zero. f is the force that "    \
    "acts on the component at the flange, positive in the direction of growing s. "
#define HEAT_TEXT                                                                                            \
    "Heat ports joined by connect have one temperature T, and their heat flows sum to zero. Q_flow is "      \
    "positive when heat flows into the component. "

const eg_class eg_class_flange = {
    .name = EG_MSL_PARTIAL("Flange"),
    .kind = EG_CONNECTOR,
    .doc = "Mechanical connector of translation",
    .text = FLANGE_TEXT "Flange_a, Flange_b and Support are the same with different icons.",
    EG_PORTS(flange_port),
    EG_VARIABLES(flange_members),
};

const eg_class eg_class_flange_a = {
    .name = EG_MSL_PARTIAL("Flange_a"),
    .kind = EG_CONNECTOR,
    .doc = "Mechanical connector, by convention the left one",
    .text = FLANGE_TEXT "A relative position is measured from Flange_a to Flange_b.",
    .extends = EG_TEXTS(EG_MSL_PARTIAL("Flange")),
    EG_PORTS(flange_a_port),
    EG_VARIABLES(flange_members),
};

const eg_class eg_class_flange_b = {
    .name = EG_MSL_PARTIAL("Flange_b"),
    .kind = EG_CONNECTOR,
    .doc = "Mechanical connector, by convention the right one",
    .text = FLANGE_TEXT "A relative position is measured from Flange_a to Flange_b.",
    .extends = EG_TEXTS(EG_MSL_PARTIAL("Flange")),
    EG_PORTS(flange_b_port),
    EG_VARIABLES(flange_members),
};

const eg_class eg_class_support = {
    .name = EG_MSL_PARTIAL("Support"),
    .kind = EG_CONNECTOR,
    .doc = "Mechanical connector that leads to a component's support",
    .text = FLANGE_TEXT "The reaction of a source acts on its support.",
    .extends = EG_TEXTS(EG_MSL_PARTIAL("Flange")),
    EG_PORTS(support_port),
    EG_VARIABLES(flange_members),
};

const eg_class eg_class_heat_port = {
    .name = EG_HEAT("HeatPort"),
    .kind = EG_CONNECTOR,
    .doc = "Thermal connector",
    .text = HEAT_TEXT "HeatPort_a and HeatPort_b are the same with different icons.",
    EG_PORTS(heat_port),
    EG_VARIABLES(heat_members),
};

const eg_class eg_class_heat_port_a = {
    .name = EG_HEAT("HeatPort_a"),
    .kind = EG_CONNECTOR,
    .doc = "Thermal connector, drawn filled",
    .text = HEAT_TEXT "It differs from HeatPort_b in its icon only.",
    .extends = EG_TEXTS(EG_HEAT("HeatPort")),
    EG_PORTS(heat_port_a),
    EG_VARIABLES(heat_members),
};

const eg_class eg_class_heat_port_b = {
    .name = EG_HEAT("HeatPort_b"),
    .kind = EG_CONNECTOR,
    .doc = "Thermal connector, drawn open",
    .text = HEAT_TEXT "It differs from HeatPort_a in its icon only.",
    .extends = EG_TEXTS(EG_HEAT("HeatPort")),
    EG_PORTS(heat_port_b),
    EG_VARIABLES(heat_members),
};

const eg_class eg_class_real_input = {
    .name = EG_BLOCKS("RealInput"),
    .kind = EG_CONNECTOR,
    .doc = "Real signal that a block takes in",
    .text =
        "An input takes the value of the one output that it is connected to, directly or through connectors "
        "of the models around it.",
    EG_PORTS(real_input_port),
};

const eg_class eg_class_real_output = {
    .name = EG_BLOCKS("RealOutput"),
    .kind = EG_CONNECTOR,
    .doc = "Real signal that a block gives out",
    .text = "An output may feed any number of inputs.",
    EG_PORTS(real_output_port),
};
