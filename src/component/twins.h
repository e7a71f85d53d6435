/* Twins: classes that exist in translation and in rotation. The network counts positions and angles alike
 * (rotational.h), so that a pair of twins shares its physics and most of its descriptor; what differs are
 * words. A macro with an argument D takes T (translation) or R (rotation) and puts the words of that domain
 * in: EG_WORD_F(R) is "tau", EG_SI_TWIN_F(R) the quantity and unit of a torque. */
#ifndef EG_COMPONENT_TWINS_H
#define EG_COMPONENT_TWINS_H

#include "component/rotational.h"

/* ---------------------------------------------------------------- words */

#define EG_WORD_S(D) EG_WORD_S_##D
#define EG_WORD_S_T "s"
#define EG_WORD_S_R "phi"
#define EG_WORD_V(D) EG_WORD_V_##D
#define EG_WORD_V_T "v"
#define EG_WORD_V_R "w"
#define EG_WORD_F(D) EG_WORD_F_##D
#define EG_WORD_F_T "f"
#define EG_WORD_F_R "tau"
/* In prose. */
#define EG_WORD_FORCE(D) EG_WORD_FORCE_##D
#define EG_WORD_FORCE_T "force"
#define EG_WORD_FORCE_R "torque"
#define EG_WORD_FORCE_UPPER(D) EG_WORD_FORCE_UPPER_##D
#define EG_WORD_FORCE_UPPER_T "Force"
#define EG_WORD_FORCE_UPPER_R "Torque"
#define EG_WORD_POSITION(D) EG_WORD_POSITION_##D
#define EG_WORD_POSITION_T "position"
#define EG_WORD_POSITION_R "angle"
#define EG_WORD_POSITION_UPPER(D) EG_WORD_POSITION_UPPER_##D
#define EG_WORD_POSITION_UPPER_T "Position"
#define EG_WORD_POSITION_UPPER_R "Angle"
#define EG_WORD_DISTANCE(D) EG_WORD_DISTANCE_##D
#define EG_WORD_DISTANCE_T "Distance"
#define EG_WORD_DISTANCE_R "Angle"
#define EG_WORD_MOTION(D) EG_WORD_MOTION_##D
#define EG_WORD_MOTION_T "translation"
#define EG_WORD_MOTION_R "rotation"
#define EG_WORD_MOVES(D) EG_WORD_MOVES_##D
#define EG_WORD_MOVES_T "moves"
#define EG_WORD_MOVES_R "turns"
#define EG_WORD_MOVES_UPPER(D) EG_WORD_MOVES_UPPER_##D
#define EG_WORD_MOVES_UPPER_T "Moves"
#define EG_WORD_MOVES_UPPER_R "Turns"
/* The classes whose friction sticks. */
#define EG_WORD_FRICTIONS(D) EG_WORD_FRICTIONS_##D
#define EG_WORD_FRICTIONS_T "SupportFriction and Brake"
#define EG_WORD_FRICTIONS_R "BearingFriction and Brake"

/* All words at once, for longer texts: EG_WITH_WORDS(M, D) is M(D, s, v, f, force, Force, position, Position,
 * moves), where those stand for the words of the domain. The others put arguments of their own first. */
#define EG_WITH_WORDS(macro, D) EG_CALL(macro, D, EG_WORDS_##D)
#define EG_WITH_WORDS_AND_1(macro, D, a) EG_CALL(macro, a, D, EG_WORDS_##D)
#define EG_WITH_WORDS_AND_2(macro, D, a, b) EG_CALL(macro, a, b, D, EG_WORDS_##D)
#define EG_CALL(macro, ...) macro(__VA_ARGS__)
#define EG_WORDS_T "s", "v", "f", "force", "Force", "position", "Position", "moves"
#define EG_WORDS_R "phi", "w", "tau", "torque", "Torque", "angle", "Angle", "turns"

/* ---------------------------------------------------------------- class names */

#define EG_TWIN(D, name) EG_TWIN_##D(name)
#define EG_TWIN_T(name) EG_MSL(name)
#define EG_TWIN_R(name) EG_ROT(name)
#define EG_TWIN_PARTIAL(D, name) EG_TWIN(D, "Interfaces." name)
/* PartialForce and PartialTorque. */
#define EG_TWIN_PARTIAL_FORCE(D) EG_TWIN_PARTIAL_FORCE_##D
#define EG_TWIN_PARTIAL_FORCE_T EG_MSL_PARTIAL("PartialForce")
#define EG_TWIN_PARTIAL_FORCE_R EG_ROT_PARTIAL("PartialTorque")

/* ---------------------------------------------------------------- quantities and units */

#define EG_SI_TWIN_S(D) EG_SI_TWIN_S_##D
#define EG_SI_TWIN_S_T EG_SI_POSITION
#define EG_SI_TWIN_S_R EG_SI_ANGLE
#define EG_SI_TWIN_LENGTH(D) EG_SI_TWIN_LENGTH_##D
#define EG_SI_TWIN_LENGTH_T EG_SI_LENGTH
#define EG_SI_TWIN_LENGTH_R EG_SI_ANGLE
#define EG_SI_TWIN_V(D) EG_SI_TWIN_V_##D
#define EG_SI_TWIN_V_T EG_SI_VELOCITY
#define EG_SI_TWIN_V_R EG_SI_ANGULAR_VELOCITY
#define EG_SI_TWIN_A(D) EG_SI_TWIN_A_##D
#define EG_SI_TWIN_A_T EG_SI_ACCELERATION
#define EG_SI_TWIN_A_R EG_SI_ANGULAR_ACCELERATION
#define EG_SI_TWIN_F(D) EG_SI_TWIN_F_##D
#define EG_SI_TWIN_F_T EG_SI_FORCE
#define EG_SI_TWIN_F_R EG_SI_TORQUE
#define EG_SI_TWIN_SPRING(D) EG_SI_TWIN_SPRING_##D
#define EG_SI_TWIN_SPRING_T EG_SI_SPRING
#define EG_SI_TWIN_SPRING_R EG_SI_ROTATIONAL_SPRING
#define EG_SI_TWIN_DAMPING(D) EG_SI_TWIN_DAMPING_##D
#define EG_SI_TWIN_DAMPING_T EG_SI_DAMPING
#define EG_SI_TWIN_DAMPING_R EG_SI_ROTATIONAL_DAMPING
#define EG_UNIT_S(D) EG_UNIT_S_##D
#define EG_UNIT_S_T "m"
#define EG_UNIT_S_R "rad"
#define EG_UNIT_V(D) EG_UNIT_V_##D
#define EG_UNIT_V_T "m/s"
#define EG_UNIT_V_R "rad/s"
#define EG_UNIT_A(D) EG_UNIT_A_##D
#define EG_UNIT_A_T "m/s2"
#define EG_UNIT_A_R "rad/s2"
#define EG_UNIT_F(D) EG_UNIT_F_##D
#define EG_UNIT_F_T "N"
#define EG_UNIT_F_R "N.m"

/* ---------------------------------------------------------------- ports */

#define EG_TWIN_FLANGE_A(D) EG_TWIN_FLANGE_A_##D
#define EG_TWIN_FLANGE_A_T EG_FLANGE_A
#define EG_TWIN_FLANGE_A_R EG_ROT_FLANGE_A
#define EG_TWIN_FLANGE_B(D) EG_TWIN_FLANGE_B_##D
#define EG_TWIN_FLANGE_B_T EG_FLANGE_B
#define EG_TWIN_FLANGE_B_R EG_ROT_FLANGE_B
#define EG_TWIN_SUPPORT(D) EG_TWIN_SUPPORT_##D
#define EG_TWIN_SUPPORT_T EG_SUPPORT
#define EG_TWIN_SUPPORT_R EG_ROT_SUPPORT
#define EG_TWIN_PORTS_TWO_FLANGES(D) EG_TWIN_PORTS_TWO_FLANGES_##D
#define EG_TWIN_PORTS_TWO_FLANGES_T EG_PORTS_TWO_FLANGES
#define EG_TWIN_PORTS_TWO_FLANGES_R EG_ROT_PORTS_TWO_FLANGES
#define EG_TWIN_PORTS_FLANGE_AND_SUPPORT(D) EG_TWIN_PORTS_FLANGE_AND_SUPPORT_##D
#define EG_TWIN_PORTS_FLANGE_AND_SUPPORT_T EG_PORTS_FLANGE_AND_SUPPORT
#define EG_TWIN_PORTS_FLANGE_AND_SUPPORT_R EG_ROT_PORTS_FLANGE_AND_SUPPORT

/* ---------------------------------------------------------------- variables */

#define EG_TWIN_VARIABLE_S_TO_SUPPORT(D)                                                                     \
    {                                                                                                        \
        .name = EG_WORD_S(D), EG_SI_TWIN_LENGTH(D),                                                          \
        .doc = EG_WORD_DISTANCE(D) " from the support to the flange"                                         \
    }
#define EG_TWIN_VARIABLE_S_SUPPORT(D) EG_TWIN_VARIABLE_S_SUPPORT_##D
#define EG_TWIN_VARIABLE_S_SUPPORT_T EG_VARIABLE_S_SUPPORT
#define EG_TWIN_VARIABLE_S_SUPPORT_R EG_ROT_VARIABLE_PHI_SUPPORT

#define EG_TWIN_VARIABLES_COMPLIANT(D) EG_TWIN_VARIABLES_COMPLIANT_##D
#define EG_TWIN_VARIABLES_COMPLIANT_T EG_VARIABLES_COMPLIANT
#define EG_TWIN_VARIABLES_COMPLIANT_R EG_ROT_VARIABLES_COMPLIANT
#define EG_TWIN_PARAMETERS_COMPLIANT(D) EG_TWIN_PARAMETERS_COMPLIANT_##D
#define EG_TWIN_PARAMETERS_COMPLIANT_T EG_PARAMETERS_COMPLIANT
#define EG_TWIN_PARAMETERS_COMPLIANT_R EG_ROT_PARAMETERS_COMPLIANT

/* ---------------------------------------------------------------- equations */

#define EG_TWIN_EQUATIONS_RELATIVE_STATES(D) EG_TWIN_EQUATIONS_RELATIVE_STATES_##D
#define EG_TWIN_EQUATIONS_RELATIVE_STATES_T EG_EQUATIONS_RELATIVE_STATES
#define EG_TWIN_EQUATIONS_RELATIVE_STATES_R EG_ROT_EQUATIONS_RELATIVE_STATES

/* Flange and support of a source, s or phi between them. */
#define EG_TWIN_EQUATIONS_SUPPORT(D) EG_TWIN_EQUATIONS_SUPPORT_##D
#define EG_TWIN_EQUATIONS_SUPPORT_T EG_EQUATIONS_SUPPORT
#define EG_TWIN_EQUATIONS_SUPPORT_R EG_ROT_EQUATIONS_ONE_FLANGE, "phi = flange.phi - phi_support;"

#endif
