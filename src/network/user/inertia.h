/* Masses that users' equations write. */
#ifndef EG_NETWORK_USER_INERTIA_H
#define EG_NETWORK_USER_INERTIA_H

#include "network/network.h"

/* Their kinetic energy [J] at the point evaluated last. */
double eg_user_kinetic(const eg_network *s, const double *y);
/* What of the flow accelerates such a mass, at the point evaluated last; 0: it is none. */
double eg_user_inertial_force(const eg_network *s, int flow);

#endif
