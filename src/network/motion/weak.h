/* Contacts that begin so weakly that their forces are no numbers with digits enough; asked once modes are
 * those behind an event. */
#ifndef EG_NETWORK_MOTION_WEAK_H
#define EG_NETWORK_MOTION_WEAK_H

#include "network/network.h"

/* Is there a force in a contact that has begun? 0, or EG_ERROR_SIMULATION: it would be no number with digits
 * enough (reported). Of one element, and of all. */
int eg_network_check_touch(eg_system *base, double t, int element);
int eg_network_check_touches(eg_network *s, double t);

#endif
