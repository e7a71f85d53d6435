/* Partial classes of rotation, for users' own models to extend; see partials.c. */
#include "component/friction/friction_table.h"

static const eg_port two_flanges[] = {EG_ROT_PORTS_TWO_FLANGES};
static const eg_port one_flange[] = {
    {.name = "flange", .kind = EG_ROT_FLANGE_A, .doc = "Flange whose motion is measured"}};
static const eg_port flange_and_support[] = {EG_ROT_PORTS_FLANGE_AND_SUPPORT};
static const eg_port two_flanges_and_support[] = {
    EG_ROT_PORTS_TWO_FLANGES, EG_ROT_PORT_SUPPORT("Takes the sum of the torques of both flanges")};

static const eg_variable compliant_variables[] = {EG_ROT_VARIABLE_PHI_REL, EG_ROT_VARIABLE_TAU};
static const eg_parameter relative_state_parameters[] = {EG_ROT_PARAMETER_SELECT,
                                                         EG_ROT_PARAMETER_PHI_NOMINAL(1e-4)};
static const eg_variable relative_state_variables[] = {EG_ROT_VARIABLES_COMPLIANT};
static const eg_parameter support_parameters[] = {EG_PARAMETER_USE_SUPPORT};
static const eg_variable support_variables[] = {EG_ROT_VARIABLE_PHI_SUPPORT};
static const eg_variable torque_variables[] = {EG_ROT_VARIABLE_PHI_TO_SUPPORT, EG_ROT_VARIABLE_PHI_SUPPORT};

const eg_class eg_class_rot_partial_two_flanges = {
    .name = EG_ROT_PARTIAL("PartialTwoFlanges"),
    .kind = EG_PARTIAL,
    .doc = "Has a left and a right rotational flange",
    .text = "Nothing is said of how the flanges are related.",
    EG_PORTS(two_flanges),
};

const eg_class eg_class_rot_partial_compliant = {
    .name = EG_ROT_PARTIAL("PartialCompliant"),
    .kind = EG_PARTIAL,
    .doc = "Has two rotational flanges with a torque tau between them",
    .text = "The class that extends it says how tau depends on phi_rel = flange_b.phi - flange_a.phi.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialTwoFlanges")),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_COMPLIANT),
    EG_PORTS(two_flanges),
    EG_VARIABLES(compliant_variables),
};

const eg_class eg_class_rot_partial_compliant_with_relative_states = {
    .name = EG_ROT_PARTIAL("PartialCompliantWithRelativeStates"),
    .kind = EG_PARTIAL,
    .doc = "Has two rotational flanges with a torque that may depend on phi_rel and w_rel",
    .text = "As PartialCompliant, with w_rel and a_rel; phi_rel and w_rel would like to be states.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialTwoFlanges")),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_RELATIVE_STATES),
    EG_PARAMETERS(relative_state_parameters),
    EG_PORTS(two_flanges),
    EG_VARIABLES(relative_state_variables),
};

const eg_class eg_class_rot_partial_elementary_one_flange_and_support2 = {
    .name = EG_ROT_PARTIAL("PartialElementaryOneFlangeAndSupport2"),
    .kind = EG_PARTIAL,
    .doc = "Has a rotational flange and a support, or stands on the ground",
    .text = "With useSupport = false there is no connector `support`, and the ground takes the reaction.",
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_ONE_FLANGE),
    EG_PARAMETERS(support_parameters),
    EG_PORTS(flange_and_support),
    EG_VARIABLES(support_variables),
};

const eg_class eg_class_rot_partial_elementary_two_flanges_and_support2 = {
    .name = EG_ROT_PARTIAL("PartialElementaryTwoFlangesAndSupport2"),
    .kind = EG_PARTIAL,
    .doc = "Has two rotational flanges and a support, or stands on the ground",
    .text = "With useSupport = false there is no connector `support`, and the ground takes the reaction.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialTwoFlanges")),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_TWO_FLANGES),
    EG_PARAMETERS(support_parameters),
    EG_PORTS(two_flanges_and_support),
    EG_VARIABLES(support_variables),
};

const eg_class eg_class_rot_partial_torque = {
    .name = EG_ROT_PARTIAL("PartialTorque"),
    .kind = EG_PARTIAL,
    .doc = "Has a flange that a torque acts on, and its support",
    .text = "phi is the angle of the flange relative to the support.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_ONE_FLANGE, "phi = flange.phi - phi_support;"),
    EG_PARAMETERS(support_parameters),
    EG_PORTS(flange_and_support),
    EG_VARIABLES(torque_variables),
};

static const eg_parameter friction_parameters[] = {EG_PARAMETER_SMALL(R), EG_CONSTANTS_FRICTION(R)};
static const eg_variable friction_variables[] = {EG_VARIABLES_FRICTION(R)};

const eg_class eg_class_rot_partial_friction = {
    .name = EG_ROT_PARTIAL("PartialFriction"),
    .kind = EG_PARTIAL,
    .doc = "Has rotational Coulomb friction that sticks and slides",
    .text = "The class that extends it says what w_relfric, a_relfric, tau0, tau0_max and free are, and that "
            "the friction torque is sa while it is locked.",
    .equations = EG_TEXTS(EG_EQUATIONS_PARTIAL_FRICTION(R)),
    EG_PARAMETERS(friction_parameters),
    EG_VARIABLES(friction_variables),
};

const eg_class eg_class_rot_partial_absolute_sensor = {
    .name = EG_ROT_PARTIAL("PartialAbsoluteSensor"),
    .kind = EG_PARTIAL,
    .doc = "Measures at one rotational flange without disturbing it",
    .text = "The flange takes no torque.",
    .equations = EG_TEXTS("0 = flange.tau;"),
    EG_PORTS(one_flange),
};

const eg_class eg_class_rot_partial_relative_sensor = {
    .name = EG_ROT_PARTIAL("PartialRelativeSensor"),
    .kind = EG_PARTIAL,
    .doc = "Measures between two rotational flanges",
    .text = "What enters at one flange leaves at the other.",
    .equations = EG_TEXTS("0 = flange_a.tau + flange_b.tau;"),
    EG_PORTS(two_flanges),
};
