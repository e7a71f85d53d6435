/* What results depend on at the point evaluated last. */
#ifndef EG_NETWORK_USER_RELEVANT_H
#define EG_NETWORK_USER_RELEVANT_H

#include "network/network.h"

/* Sets user_relevant. */
void eg_user_find_relevant(eg_network *s);
/* (instructions that rates alone need left out) The magnitude of what each value is the sum of. Scratch. */
const double *eg_user_sizes(eg_network *s);

#endif
