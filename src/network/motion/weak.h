/* Forces so weak that they are no numbers with digits enough. */
#ifndef EG_NETWORK_MOTION_WEAK_H
#define EG_NETWORK_MOTION_WEAK_H

#include "network/network.h"

/* Are forces at the start (y, yp), the point evaluated last, known well enough for the motion:
 * EG_OK, or EG_ERROR_SIMULATION (reported). */
eg_status eg_network_check_start(const eg_network *s, const double *y, const double *yp);
/* Once modes are those behind an event: is there a force in a contact that has begun? 0, or
 * EG_ERROR_SIMULATION: it would be no number with digits enough (reported). Of one element, and of all. */
int eg_network_check_touch(eg_system *base, double t, int element);
int eg_network_check_touches(eg_network *s, double t);

#endif
