/* Partial classes: what components have in common, for users' own models to extend. A descriptor holds
 * all members, the inherited ones included, and the equations that go with them. Sign conventions are
 * those of common.h. */
#include "component/common.h"
#include "component/friction/friction_table.h"
#include "component/block/sources/source_block.h"

#define EG_HEAT(name) "Modelica.Thermal.HeatTransfer.Interfaces." name
#define EG_BLOCKS(name) "Modelica.Blocks.Interfaces." name

/* ---------------------------------------------------------------- translational */

static const eg_port two_flanges[] = {EG_PORTS_TWO_FLANGES};
static const eg_port one_flange[] = {
    {.name = "flange", .kind = EG_FLANGE_A, .doc = "Flange whose motion is measured"}};
static const eg_port flange_and_support[] = {EG_PORTS_FLANGE_AND_SUPPORT};

static const eg_parameter rigid_parameters[] = {
    {.name = "L", EG_SI_LENGTH, .doc = "Length: flange_b.s - flange_a.s", .need = EG_FALLS_BACK},
};
static const eg_variable rigid_variables[] = {
    {.name = "s", EG_SI_POSITION, .doc = "Position of the middle between the flanges"},
};

static const eg_variable compliant_variables[] = {EG_VARIABLE_S_REL, EG_VARIABLE_F};

static const eg_parameter relative_state_parameters[] = {
    EG_PARAMETER_STATE_SELECT(EG_PREFER, "How much s_rel and v_rel want to be states"),
    EG_PARAMETER_S_NOMINAL};
static const eg_variable relative_state_variables[] = {EG_VARIABLES_COMPLIANT};

static const eg_parameter support_parameters[] = {EG_PARAMETER_USE_SUPPORT};
static const eg_variable support_variables[] = {EG_VARIABLE_S_TO_SUPPORT, EG_VARIABLE_S_SUPPORT};
static const eg_variable force_variables[] = {
    EG_VARIABLE_S_TO_SUPPORT,
    EG_VARIABLE_S_SUPPORT,
    {.name = "f", EG_SI_FORCE, .doc = "Force of the flange (= flange.f)"}};

static const eg_port two_flanges_and_support[] = {EG_PORTS_TWO_FLANGES,
                                                  {.name = "support",
                                                   .kind = EG_SUPPORT,
                                                   .condition = "useSupport",
                                                   .doc = "What the component stands on"}};
static const eg_variable two_flanges_and_support_variables[] = {
    {.name = "s_a", EG_SI_LENGTH, .doc = "Distance from the support to flange_a"},
    {.name = "s_b", EG_SI_LENGTH, .doc = "Distance from the support to flange_b"},
    EG_VARIABLE_S_SUPPORT};

static const eg_parameter friction_parameters[] = {EG_PARAMETER_SMALL(T), EG_CONSTANTS_FRICTION(T)};
static const eg_variable friction_variables[] = {EG_VARIABLES_FRICTION(T)};

const eg_class eg_class_partial_two_flanges = {
    .name = EG_MSL_PARTIAL("PartialTwoFlanges"),
    .kind = EG_PARTIAL,
    .doc = "Has a left and a right flange",
    .text = "Nothing is said of how the flanges are related.",
    EG_PORTS(two_flanges),
};

const eg_class eg_class_partial_rigid = {
    .name = EG_MSL_PARTIAL("PartialRigid"),
    .kind = EG_PARTIAL,
    .doc = "Has two flanges at a fixed distance L",
    .text = "s is the position of the middle. The balance of forces is left to the class that extends it.",
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialTwoFlanges")),
    .equations = EG_TEXTS("flange_a.s = s - L/2;", "flange_b.s = s + L/2;"),
    EG_PARAMETERS(rigid_parameters),
    EG_PORTS(two_flanges),
    EG_VARIABLES(rigid_variables),
};

const eg_class eg_class_partial_compliant = {
    .name = EG_MSL_PARTIAL("PartialCompliant"),
    .kind = EG_PARTIAL,
    .doc = "Has two flanges with a force f between them",
    .text = "f pulls the flanges together when positive; the class that extends it says how it depends on "
            "s_rel = flange_b.s - flange_a.s.",
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialTwoFlanges")),
    .equations = EG_TEXTS(EG_EQUATIONS_COMPLIANT),
    EG_PORTS(two_flanges),
    EG_VARIABLES(compliant_variables),
};

const eg_class eg_class_partial_compliant_with_relative_states = {
    .name = EG_MSL_PARTIAL("PartialCompliantWithRelativeStates"),
    .kind = EG_PARTIAL,
    .doc = "Has two flanges with a force f that may depend on s_rel and v_rel",
    .text = "As PartialCompliant, with v_rel = der(s_rel); s_rel and v_rel would like to be states.",
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialTwoFlanges")),
    .equations = EG_TEXTS(EG_EQUATIONS_RELATIVE_STATES),
    EG_PARAMETERS(relative_state_parameters),
    EG_PORTS(two_flanges),
    EG_VARIABLES(relative_state_variables),
};

const eg_class eg_class_partial_elementary_one_flange_and_support2 = {
    .name = EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2"),
    .kind = EG_PARTIAL,
    .doc = "Has a flange and a support, or stands on the ground",
    .text = "s is the position of the flange relative to the support. With useSupport = false there is no "
            "connector `support`, and the ground takes the reaction.",
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT),
    EG_PARAMETERS(support_parameters),
    EG_PORTS(flange_and_support),
    EG_VARIABLES(support_variables),
};

const eg_class eg_class_partial_elementary_two_flanges_and_support2 = {
    .name = EG_MSL_PARTIAL("PartialElementaryTwoFlangesAndSupport2"),
    .kind = EG_PARTIAL,
    .doc = "Has two flanges and stands on a support",
    .text = "All forces balance: what enters at the flanges leaves at the support, or into the ground.",
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialTwoFlanges")),
    .equations = EG_TEXTS("s_a = flange_a.s - s_support;", "s_b = flange_b.s - s_support;",
                          "if useSupport then s_support = support.s; else s_support = 0; end if;",
                          "if useSupport then support.f = -flange_a.f - flange_b.f; end if;"),
    EG_PARAMETERS(support_parameters),
    EG_PORTS(two_flanges_and_support),
    EG_VARIABLES(two_flanges_and_support_variables),
};

const eg_class eg_class_partial_friction = {
    .name = EG_MSL_PARTIAL("PartialFriction"),
    .kind = EG_PARTIAL,
    .doc = "Has Coulomb friction that sticks and slides",
    .text = "The class that extends it says what v_relfric, a_relfric, f0, f0_max and free are, and that the "
            "friction force is sa while it is locked.",
    .equations = EG_TEXTS(EG_EQUATIONS_PARTIAL_FRICTION(T)),
    EG_PARAMETERS(friction_parameters),
    EG_VARIABLES(friction_variables),
};

const eg_class eg_class_partial_force = {
    .name = EG_MSL_PARTIAL("PartialForce"),
    .kind = EG_PARTIAL,
    .doc = "Has a flange that a force acts on, and its support",
    .text = "f is the force of the flange, f = flange.f: the component pushes what is connected with -f.",
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT, "f = flange.f;"),
    EG_PARAMETERS(support_parameters),
    EG_PORTS(flange_and_support),
    EG_VARIABLES(force_variables),
};

const eg_class eg_class_partial_absolute_sensor = {
    .name = EG_MSL_PARTIAL("PartialAbsoluteSensor"),
    .kind = EG_PARTIAL,
    .doc = "Measures at one flange without disturbing it",
    .text = "The flange takes no force.",
    .equations = EG_TEXTS("0 = flange.f;"),
    EG_PORTS(one_flange),
};

const eg_class eg_class_partial_relative_sensor = {
    .name = EG_MSL_PARTIAL("PartialRelativeSensor"),
    .kind = EG_PARTIAL,
    .doc = "Measures between two flanges",
    .text = "What enters at one flange leaves at the other.",
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialTwoFlanges")),
    .equations = EG_TEXTS("0 = flange_a.f + flange_b.f;"),
    EG_PORTS(two_flanges),
};

/* ---------------------------------------------------------------- thermal */

#define HEAT_FLOW(text)                                                                                      \
    {                                                                                                        \
        .name = "Q_flow", .quantity = "HeatFlowRate", .unit = "W", .doc = text                               \
    }
#define DEVICE_TEMPERATURE                                                                                   \
    {                                                                                                        \
        .name = "T", EG_SI_TEMPERATURE, .doc = "Temperature when useHeatPort = false", .value = 293.15,      \
        EG_AT_LEAST(0.0)                                                                                     \
    }

static const eg_port element_1d_ports[] = {
    {.name = "port_a", .kind = EG_HEAT_A, .doc = "One end; port_a.Q_flow = Q_flow"},
    {.name = "port_b", .kind = EG_HEAT_B, .doc = "Other end; port_b.Q_flow = -Q_flow"},
};
static const eg_variable element_1d_variables[] = {
    HEAT_FLOW("Heat flow from port_a to port_b"),
    {.name = "dT", .quantity = "TemperatureDifference", .unit = "K", .doc = "Difference port_a.T - port_b.T"},
};

static const eg_parameter use_heat_port[] = {EG_PARAMETER_USE_HEAT_PORT};
static const eg_parameter use_heat_port_or_T[] = {EG_PARAMETER_USE_HEAT_PORT, DEVICE_TEMPERATURE};
static const eg_port conditional_heat_port[] = {EG_PORT_HEAT};
static const eg_port graphical_heat_ports[] = {
    EG_PORT_HEAT,
    {.name = "internalHeatPort", .kind = EG_HEAT_A, .doc = "Where the parts inside give their heat"}};
static const eg_variable loss_variables[] = {EG_VARIABLE_LOSS};
static const eg_variable loss_and_temperature[] = {
    EG_VARIABLE_LOSS,
    {.name = "TheatPort", EG_SI_TEMPERATURE, .doc = "Temperature of heatPort, or T", .start = 288.15},
};

const eg_class eg_class_element_1d = {
    .name = EG_HEAT("Element1D"),
    .kind = EG_PARTIAL,
    .doc = "Passes heat between two ports and stores none",
    .text = "The class that extends it says how Q_flow depends on dT.",
    .equations = EG_TEXTS("dT = port_a.T - port_b.T;", "port_a.Q_flow = Q_flow;", "port_b.Q_flow = -Q_flow;"),
    EG_PORTS(element_1d_ports),
    EG_VARIABLES(element_1d_variables),
};

const eg_class eg_class_partial_elementary_conditional_heat_port_without_t = {
    .name = EG_HEAT("PartialElementaryConditionalHeatPortWithoutT"),
    .kind = EG_PARTIAL,
    .doc = "Gives its loss to a heat port, if there is one",
    .text = "With useHeatPort = false the loss is computed and recorded, and leaves the model.",
    .equations = EG_TEXTS(EG_EQUATION_HEAT_PORT),
    EG_PARAMETERS(use_heat_port),
    EG_PORTS(conditional_heat_port),
    EG_VARIABLES(loss_variables),
};

const eg_class eg_class_partial_elementary_conditional_heat_port = {
    .name = EG_HEAT("PartialElementaryConditionalHeatPort"),
    .kind = EG_PARTIAL,
    .doc = "Gives its loss to a heat port, if there is one, and knows its temperature",
    .text = "TheatPort is the temperature of the heat port, or the parameter T when there is none.",
    .equations = EG_TEXTS(EG_EQUATION_HEAT_PORT,
                          "if useHeatPort then TheatPort = heatPort.T; else TheatPort = T; end if;"),
    EG_PARAMETERS(use_heat_port_or_T),
    EG_PORTS(conditional_heat_port),
    EG_VARIABLES(loss_and_temperature),
};

const eg_class eg_class_partial_conditional_heat_port = {
    .name = EG_HEAT("PartialConditionalHeatPort"),
    .kind = EG_PARTIAL,
    .doc = "Collects the losses of the parts inside at a heat port, or at a fixed temperature",
    .text = "For models made of components: their heat ports are connected to internalHeatPort, which is "
            "heatPort or, with useHeatPort = false, held at T.",
    .equations = EG_TEXTS("if useHeatPort then connect(heatPort, internalHeatPort); "
                          "else internalHeatPort.T = T; end if;"),
    EG_PARAMETERS(use_heat_port_or_T),
    EG_PORTS(graphical_heat_ports),
};

/* ---------------------------------------------------------------- blocks */

static const eg_port so_ports[] = {{.name = "y", .kind = EG_REAL_OUTPUT, .doc = "Output signal"}};
static const eg_port siso_ports[] = {
    {.name = "u", .kind = EG_REAL_INPUT, .doc = "Input signal"},
    {.name = "y", .kind = EG_REAL_OUTPUT, .doc = "Output signal"},
};
static const eg_port si2so_ports[] = {
    {.name = "u1", .kind = EG_REAL_INPUT, .doc = "First input"},
    {.name = "u2", .kind = EG_REAL_INPUT, .doc = "Second input"},
    {.name = "y", .kind = EG_REAL_OUTPUT, .doc = "Output signal"},
};
static const eg_parameter signal_source_parameters[] = {EG_SOURCE_PARAMETERS};

const eg_class eg_class_so = {
    .name = EG_BLOCKS("SO"),
    .kind = EG_PARTIAL,
    .doc = "Block with one output",
    .text = "The class that extends it says what y is.",
    EG_PORTS(so_ports),
};

const eg_class eg_class_siso = {
    .name = EG_BLOCKS("SISO"),
    .kind = EG_PARTIAL,
    .doc = "Block with one input and one output",
    .text = "The class that extends it says how y depends on u.",
    EG_PORTS(siso_ports),
};

const eg_class eg_class_si2so = {
    .name = EG_BLOCKS("SI2SO"),
    .kind = EG_PARTIAL,
    .doc = "Block with two inputs and one output",
    .text = "The class that extends it says how y depends on u1 and u2.",
    EG_PORTS(si2so_ports),
};

const eg_class eg_class_signal_source = {
    .name = EG_BLOCKS("SignalSource"),
    .kind = EG_PARTIAL,
    .doc = "Source of a signal that begins at startTime",
    .text = "Before startTime the output is offset.",
    .extends = EG_TEXTS(EG_BLOCKS("SO")),
    EG_PARAMETERS(signal_source_parameters),
    EG_PORTS(so_ports),
};
