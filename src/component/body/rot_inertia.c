/* Inertia: a rigid shaft with a moment of inertia.
 *
 *     phi = flange_a.phi = flange_b.phi,  w = der(phi),  a = der(w)
 *     J*a = flange_a.tau + flange_b.tau
 *
 * J = 0 is legal while something else determines the motion of the body, for instance a mass behind a
 * gear. */
#include "component/rotational.h"

enum { J, STATE_SELECT };
enum { PHI, W, A };

static int declare(const double *p, eg_parts *parts)
{
    if (eg_parts_add_rigid(parts, (eg_rigid_part){.port_a = EG_AT_FLANGE_A, .port_b = EG_AT_FLANGE_B}))
        return -1;
    if (eg_parts_add_inertia(parts, (eg_inertia_part){.port = EG_AT_FLANGE_A, .mass = p[J]}))
        return -1;
    return eg_declare_coordinate(parts, PHI, W, A, EG_GROUND, EG_AT_FLANGE_A, eg_select(p[STATE_SELECT]));
}

static const eg_parameter parameters[] = {
    {.name = "J",
     EG_SI_INERTIA,
     .need = EG_FALLS_BACK,
     .value = 1.0,
     EG_AT_LEAST(0.0),
     .doc = "Moment of inertia"},
    EG_PARAMETER_STATE_SELECT(EG_DEFAULT, "How much phi and w want to be states"),
};

static const eg_port ports[] = {EG_ROT_PORTS_TWO_FLANGES};

static const eg_variable variables[] = {
    {.name = "phi", EG_SI_ANGLE, .doc = "Angle of the shaft"},
    {.name = "w", EG_SI_ANGULAR_VELOCITY, .doc = "Angular velocity of the shaft"},
    {.name = "a", EG_SI_ANGULAR_ACCELERATION, .doc = "Angular acceleration of the shaft"},
};

const eg_class eg_class_rot_inertia = {
    .name = EG_ROT("Components.Inertia"),
    .also = EG_TEXTS("RotationalComponents.Components.Inertia"),
    .doc = "Shaft with a moment of inertia",
    .text = "A rigid shaft that turns without friction. Torques are positive when they turn it in positive "
            "direction, at either flange: J*a is their sum. A flange that nothing is connected to carries "
            "no torque.\n\n"
            "Behind a gear it is felt as the square of the ratio times J: an IdealGearR2T makes it a mass "
            "J*ratio^2 for what is connected to flangeT. J = 0 is allowed as long as something determines "
            "the motion. Give phi and w start values with fixed = true.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("GearedOscillator", "Backlash"),
    .equations = EG_TEXTS("phi = flange_a.phi;", "phi = flange_b.phi;", "w = der(phi);", "a = der(w);",
                          "J*a = flange_a.tau + flange_b.tau;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};
