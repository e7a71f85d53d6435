/* What results depend on at the point evaluated last. */
#ifndef EG_NETWORK_USER_RELEVANT_H
#define EG_NETWORK_USER_RELEVANT_H

#include "network/network.h"

/* Sets user_relevant. */
void eg_user_find_relevant(eg_network *s);
/* The same where it is behind: pieces change the modes of their relations one by one, and what these ask for
 * is found where all are looked at, as when an engine leaves its pieces in the middle of a contact. */
void eg_user_catch_up(eg_network *s);
/* (instructions that rates alone need left out) The magnitude of what each value is the sum of. Scratch. */
const double *eg_user_sizes(eg_network *s);

#endif
