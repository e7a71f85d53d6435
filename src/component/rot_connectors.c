/* Connectors of rotation: angle phi [rad], and torque tau [N.m] positive into the component. */
#include "component/rotational.h"

static const eg_variable members[] = {
    {.name = "phi", EG_SI_ANGLE, .doc = "Angle of the flange"},
    {.name = "tau", EG_SI_TORQUE, .doc = "Torque into the component; at a node all of them sum to zero"},
};

static const eg_port flange_port[] = {
    {.name = "flange", .kind = EG_ROT_FLANGE_A, .doc = "Flange of either kind"}};
static const eg_port flange_a_port[] = {{.name = "flange_a", .kind = EG_ROT_FLANGE_A, .doc = "Left flange"}};
static const eg_port flange_b_port[] = {{.name = "flange_b", .kind = EG_ROT_FLANGE_B, .doc = "Right flange"}};
static const eg_port support_port[] = {
    {.name = "support", .kind = EG_ROT_SUPPORT, .doc = "What the component stands on"}};

#define TEXT                                                                                                 \
    "Flanges joined by connect have one angle phi, and their torques tau sum to zero. tau is the torque "    \
    "that acts on the component at the flange, positive in the direction of growing phi. A rotational "      \
    "flange cannot be connected to a translational one: an IdealGearR2T or an IdealRollingWheel goes "       \
    "between them. "

const eg_class eg_class_rot_flange = {
    .name = EG_ROT_PARTIAL("Flange"),
    .kind = EG_CONNECTOR,
    .doc = "Mechanical connector of rotation",
    .text = TEXT "Flange_a, Flange_b and Support are the same with different icons.",
    EG_PORTS(flange_port),
    EG_VARIABLES(members),
};

const eg_class eg_class_rot_flange_a = {
    .name = EG_ROT_PARTIAL("Flange_a"),
    .kind = EG_CONNECTOR,
    .doc = "Mechanical connector of rotation, by convention the left one",
    .text = TEXT "A relative angle is measured from Flange_a to Flange_b.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("Flange")),
    EG_PORTS(flange_a_port),
    EG_VARIABLES(members),
};

const eg_class eg_class_rot_flange_b = {
    .name = EG_ROT_PARTIAL("Flange_b"),
    .kind = EG_CONNECTOR,
    .doc = "Mechanical connector of rotation, by convention the right one",
    .text = TEXT "A relative angle is measured from Flange_a to Flange_b.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("Flange")),
    EG_PORTS(flange_b_port),
    EG_VARIABLES(members),
};

const eg_class eg_class_rot_support = {
    .name = EG_ROT_PARTIAL("Support"),
    .kind = EG_CONNECTOR,
    .doc = "Mechanical connector of rotation that leads to a component's support",
    .text = TEXT "The reaction of a source or a gear acts on its support.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("Flange")),
    EG_PORTS(support_port),
    EG_VARIABLES(members),
};
