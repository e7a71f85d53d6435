/* What to say of an unknown that the equations do not determine. */
#ifndef EG_NETWORK_COMPILE_UNDETERMINED_H
#define EG_NETWORK_COMPILE_UNDETERMINED_H

#include "network/network.h"

/* Reports, with place and remedy, that unknown i has no or no single value at time t; of a signal that
 * depends on itself it names the members of the loop. */
void eg_network_report_undetermined(eg_network *s, double t, int i);

#endif
