/* What the rotational classes share, as common.h does for the translational ones.
 *
 * A rotational body is a body whose coordinate is an angle: the network knows positions, speeds and forces,
 * and does not ask whether they are counted in m, m/s and N or in rad, rad/s and N.m. The sign convention
 * carries over word for word: phi_rel = flange_b.phi - flange_a.phi, the torque tau of a flange is positive
 * when it turns the component in positive direction, an element has flange_b.tau = tau and flange_a.tau =
 * -tau. */
#ifndef EG_COMPONENT_ROTATIONAL_H
#define EG_COMPONENT_ROTATIONAL_H

#include "component/common.h"

#define EG_ROT(name) "Modelica.Mechanics.Rotational." name
#define EG_ROT_PARTIAL(name) EG_ROT("Interfaces." name)

#define EG_SI_ANGULAR_VELOCITY .quantity = "AngularVelocity", .unit = "rad/s"
#define EG_SI_ANGULAR_ACCELERATION .quantity = "AngularAcceleration", .unit = "rad/s2"
#define EG_SI_INERTIA .quantity = "Inertia", .unit = "kg.m2"
#define EG_SI_TORQUE .quantity = "Torque", .unit = "N.m"
#define EG_SI_ROTATIONAL_SPRING .quantity = "RotationalSpringConstant", .unit = "N.m/rad"
#define EG_SI_ROTATIONAL_DAMPING .quantity = "RotationalDampingConstant", .unit = "N.m.s/rad"

/* ---------------------------------------------------------------- parameters */

#define EG_ROT_PARAMETER_C(lowest)                                                                           \
    {                                                                                                        \
        .name = "c", EG_SI_ROTATIONAL_SPRING, .doc = "Spring constant", EG_AT_LEAST(lowest),                 \
        .need = EG_FALLS_BACK, .value = 1e5                                                                  \
    }
#define EG_ROT_PARAMETER_D                                                                                   \
    {                                                                                                        \
        .name = "d", EG_SI_ROTATIONAL_DAMPING, .doc = "Damping constant", EG_AT_LEAST(0.0),                  \
        .need = EG_FALLS_BACK, .value = 0.0                                                                  \
    }
#define EG_ROT_PARAMETER_PHI_REL0                                                                            \
    {                                                                                                        \
        .name = "phi_rel0", EG_SI_ANGLE, .doc = "phi_rel at which the spring is free of torque"              \
    }
#define EG_ROT_PARAMETER_PHI_NOMINAL(magnitude)                                                              \
    {                                                                                                        \
        .name = "phi_nominal", EG_SI_ANGLE, .value = (magnitude), EG_AT_LEAST(0.0),                          \
        .doc = "Magnitude of phi_rel that matters: where given, accuracy is not asked below it"              \
    }
#define EG_ROT_PARAMETER_SELECT                                                                              \
    EG_PARAMETER_STATE_SELECT(EG_PREFER, "How much phi_rel and w_rel want to be states")

/* PartialCompliantWithRelativeStates and the conditional heat port, in this order. */
#define EG_ROT_PARAMETERS_COMPLIANT                                                                          \
    EG_PARAMETER_USE_HEAT_PORT, EG_ROT_PARAMETER_SELECT, EG_ROT_PARAMETER_PHI_NOMINAL(1e-4)

/* ---------------------------------------------------------------- ports */

#define EG_ROT_PORTS_TWO_FLANGES                                                                             \
    {.name = "flange_a", .kind = EG_ROT_FLANGE_A, .doc = "Left flange"},                                     \
    {                                                                                                        \
        .name = "flange_b", .kind = EG_ROT_FLANGE_B, .doc = "Right flange"                                   \
    }
#define EG_ROT_PORT_SENSED_FLANGE                                                                            \
    {                                                                                                        \
        .name = "flange", .kind = EG_ROT_FLANGE_A, .doc = "Flange that is measured"                          \
    }
#define EG_ROT_PORT_SUPPORT(text)                                                                            \
    {                                                                                                        \
        .name = "support", .kind = EG_ROT_SUPPORT, .condition = "useSupport", .doc = (text)                  \
    }
#define EG_ROT_PORTS_FLANGE_AND_SUPPORT                                                                      \
    {.name = "flange", .kind = EG_ROT_FLANGE_B, .doc = "Flange that is turned"},                             \
        EG_ROT_PORT_SUPPORT("What the source stands on: support.tau = -flange.tau")

/* ---------------------------------------------------------------- variables */

#define EG_ROT_VARIABLE_PHI_REL                                                                              \
    {                                                                                                        \
        .name = "phi_rel", EG_SI_ANGLE, .doc = "Angle flange_b.phi - flange_a.phi"                           \
    }
#define EG_ROT_VARIABLE_W_REL                                                                                \
    {                                                                                                        \
        .name = "w_rel", EG_SI_ANGULAR_VELOCITY, .doc = "Rate of phi_rel"                                    \
    }
#define EG_ROT_VARIABLE_A_REL                                                                                \
    {                                                                                                        \
        .name = "a_rel", EG_SI_ANGULAR_ACCELERATION, .doc = "Rate of w_rel"                                  \
    }
#define EG_ROT_VARIABLE_TAU                                                                                  \
    {                                                                                                        \
        .name = "tau", EG_SI_TORQUE, .doc = "Torque of the element (= flange_b.tau)"                         \
    }
#define EG_ROT_VARIABLES_RELATIVE EG_ROT_VARIABLE_PHI_REL, EG_ROT_VARIABLE_W_REL, EG_ROT_VARIABLE_A_REL
#define EG_ROT_VARIABLES_COMPLIANT EG_ROT_VARIABLES_RELATIVE, EG_ROT_VARIABLE_TAU
enum { EG_ROT_PHI_REL, EG_ROT_W_REL, EG_ROT_A_REL, EG_ROT_TAU };

#define EG_ROT_VARIABLE_PHI_TO_SUPPORT                                                                       \
    {                                                                                                        \
        .name = "phi", EG_SI_ANGLE, .doc = "Angle from the support to the flange"                            \
    }
#define EG_ROT_VARIABLE_PHI_SUPPORT                                                                          \
    {                                                                                                        \
        .name = "phi_support", EG_SI_ANGLE, .follows = true, .is_protected = true,                           \
        .doc = "Angle of the support; 0 when it is the ground"                                               \
    }

/* ---------------------------------------------------------------- equations */

#define EG_ROT_EQUATIONS_COMPLIANT                                                                           \
    "phi_rel = flange_b.phi - flange_a.phi;", "flange_b.tau = tau;", "flange_a.tau = -tau;"
#define EG_ROT_EQUATIONS_RELATIVE "phi_rel = flange_b.phi - flange_a.phi;", "w_rel = der(phi_rel);"
#define EG_ROT_EQUATIONS_RELATIVE_STATES                                                                     \
    EG_ROT_EQUATIONS_RELATIVE, "a_rel = der(w_rel);", "flange_b.tau = tau;", "flange_a.tau = -tau;"
#define EG_ROT_EQUATION_SUPPORT "if useSupport then phi_support = support.phi; else phi_support = 0; end if;"
#define EG_ROT_EQUATIONS_ONE_FLANGE                                                                          \
    EG_ROT_EQUATION_SUPPORT, "if useSupport then support.tau = -flange.tau; end if;"
#define EG_ROT_EQUATIONS_TWO_FLANGES                                                                         \
    EG_ROT_EQUATION_SUPPORT, "if useSupport then support.tau = -flange_a.tau - flange_b.tau; end if;"

/* ---------------------------------------------------------------- parts */

/* The element between flange_a and flange_b with the variables of EG_ROT_VARIABLES_COMPLIANT. */
static inline int eg_rot_declare_element(eg_parts *parts, eg_state_select select, bool has_heat_port)
{
    if (eg_declare_coordinate(parts, EG_ROT_PHI_REL, EG_ROT_W_REL, EG_ROT_A_REL, EG_AT_FLANGE_A,
                              EG_AT_FLANGE_B, select))
        return -1;
    return eg_parts_add_element(parts,
                                (eg_element_part){.port_a = EG_AT_FLANGE_A,
                                                  .port_b = EG_AT_FLANGE_B,
                                                  .heat_port = has_heat_port ? EG_AT_HEAT_PORT : EG_NONE,
                                                  .input = EG_NONE});
}

#endif
