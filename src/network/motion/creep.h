/* Friction that comes to rest under a load. */
#ifndef EG_NETWORK_MOTION_CREEP_H
#define EG_NETWORK_MOTION_CREEP_H

#include "network/motion/stick.h"
#include "component/friction/friction.h"
#include "network/network.h"

/* Element i slides and has come to speed 0, as `at` has it: by how much more than its limit is it to hold
 * [N]? Twice what speeds it up, where at a speed that the engine does not know from 0 nothing would; else 0.
 * The point evaluated last stays. */
double eg_friction_error_of_load(eg_network *s, int i, double t, const double *y, const double *yp,
                                 const eg_rubbing *at);

#endif
