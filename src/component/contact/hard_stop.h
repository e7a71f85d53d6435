/* The hard stop models of Simscape's blocks Translational Hard Stop and Rotational Hard Stop, by the names
 * that they have there. */
#ifndef EG_COMPONENT_CONTACT_HARD_STOP_H
#define EG_COMPONENT_CONTACT_HARD_STOP_H

#define EG_HARD_STOP_SMOOTH "Stiffness and damping applied smoothly through transition region, damped rebound"
#define EG_HARD_STOP_UNDAMPED "Full stiffness and damping applied at bounds, undamped rebound"
#define EG_HARD_STOP_DAMPED "Full stiffness and damping applied at bounds, damped rebound"
#define EG_HARD_STOP_RESTITUTION "Based on coefficient of restitution"

#endif
