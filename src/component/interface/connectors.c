/* Connectors: what a user's own model may declare to be connected from outside. Each descriptor has one
 * port, which tells the kind, and the connector's members as variables.
 *
 * Positive is what enters the component through the connector: force, torque, heat flow. */
#include "component/twins.h"

#define EG_HEAT(name) "Modelica.Thermal.HeatTransfer.Interfaces." name
#define EG_BLOCKS(name) "Modelica.Blocks.Interfaces." name

static const eg_variable heat_members[] = {
    {.name = "T", EG_SI_TEMPERATURE, .doc = "Temperature of the port", .start = 288.15},
    {.name = "Q_flow",
     .quantity = "HeatFlowRate",
     .unit = "W",
     .doc = "Heat flow into the component; at a node all of them sum to zero"},
};

static const eg_port heat_port[] = {
    {.name = "heatPort", .kind = EG_HEAT_A, .doc = "Heat port of either kind"}};
static const eg_port heat_port_a[] = {{.name = "port_a", .kind = EG_HEAT_A, .doc = "Heat port drawn filled"}};
static const eg_port heat_port_b[] = {{.name = "port_b", .kind = EG_HEAT_B, .doc = "Heat port drawn open"}};
static const eg_port real_input_port[] = {
    {.name = "u", .kind = EG_REAL_INPUT, .doc = "Signal that comes in"}};
static const eg_port real_output_port[] = {
    {.name = "y", .kind = EG_REAL_OUTPUT, .doc = "Signal that goes out"}};

#define HEAT_TEXT                                                                                            \
    "Heat ports joined by connect have one temperature T, and their heat flows sum to zero. Q_flow is "      \
    "positive when heat flows into the component. "

/* ---------------------------------------------------------------- flanges */

#define FLANGE_MEMBERS(D)                                                                                    \
    {.name = EG_WORD_S(D), EG_SI_TWIN_S(D), .doc = EG_WORD_POSITION_UPPER(D) " of the flange"},              \
    {                                                                                                        \
        .name = EG_WORD_F(D), EG_SI_TWIN_F(D),                                                               \
        .doc = EG_WORD_FORCE_UPPER(D) " into the component; at a node all of them sum to zero"               \
    }
static const eg_variable members_T[] = {FLANGE_MEMBERS(T)};
static const eg_variable members_R[] = {FLANGE_MEMBERS(R)};

#define FLANGE_TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                  \
    "Flanges joined by connect have one " position " " s ", and their " force "s " f " sum to zero. " f      \
    " is the " force " that acts on the component at the flange, positive in the direction of growing " s    \
    ". A rotational flange cannot be connected to a translational one: an IdealGearR2T or an "               \
    "IdealRollingWheel goes between them. "
#define FLANGE_TEXT(D) EG_WITH_WORDS(FLANGE_TEXT_OF, D)

/* `base` is the class it extends, or nothing. */
#define FLANGE(D, id, title, base, port_name, port_kind, of, port_doc, tail)                                 \
    static const eg_port id##_port[] = {{.name = (port_name), .kind = (port_kind), .doc = (port_doc)}};      \
    const eg_class eg_class_##id = {                                                                         \
        .name = EG_TWIN_PARTIAL(D, title),                                                                   \
        .kind = EG_CONNECTOR,                                                                                \
        .doc = "Mechanical connector of " EG_WORD_MOTION(D) of,                                              \
        .text = FLANGE_TEXT(D) tail,                                                                         \
        .extends = base,                                                                                     \
        EG_PORTS(id##_port),                                                                                 \
        EG_VARIABLES(members_##D),                                                                           \
    };
#define IS_FLANGE(D) EG_TEXTS(EG_TWIN_PARTIAL(D, "Flange"))
/* The four flanges of a domain; each id is the second half of a descriptor's name. */
#define FLANGES(D, any, left, right, support, relative)                                                      \
    FLANGE(D, any, "Flange", NULL, "flange", EG_TWIN_FLANGE_A(D), "", "Flange of either kind",               \
           "Flange_a, Flange_b and Support are the same with different icons.")                              \
    FLANGE(D, left, "Flange_a", IS_FLANGE(D), "flange_a", EG_TWIN_FLANGE_A(D),                               \
           ", by convention the left one", "Left flange",                                                    \
           "A relative " relative " is measured from Flange_a to Flange_b.")                                 \
    FLANGE(D, right, "Flange_b", IS_FLANGE(D), "flange_b", EG_TWIN_FLANGE_B(D),                              \
           ", by convention the right one", "Right flange",                                                  \
           "A relative " relative " is measured from Flange_a to Flange_b.")                                 \
    FLANGE(D, support, "Support", IS_FLANGE(D), "support", EG_TWIN_SUPPORT(D),                               \
           " that leads to a component's support", "What the component stands on",                           \
           "The reaction of a source or a gear acts on its support.")

FLANGES(T, flange, flange_a, flange_b, support, "position")
FLANGES(R, rot_flange, rot_flange_a, rot_flange_b, rot_support, "angle")

/* ---------------------------------------------------------------- heat and signals */

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
