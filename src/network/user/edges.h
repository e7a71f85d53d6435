/* Values beyond the edges of branches. */
#ifndef EG_NETWORK_USER_EDGES_H
#define EG_NETWORK_USER_EDGES_H

#include "base/tape.h"
#include "network/network.h"

/* Gives values to what has none at the point evaluated last, because that lies beyond the edge of a
 * branch; `tape`: as much of it as has been run. */
void eg_user_continue(eg_network *s, const eg_tape *tape);

#endif
