/* A start deep inside a contact: deep.c. */
#ifndef EG_NETWORK_START_DEEP_H
#define EG_NETWORK_START_DEEP_H

#include "network/network.h"

/* A warning where contacts begin out of all proportion pressed together, at the start (t, y, yp), the point
 * evaluated last: of the one that stores most. */
void eg_network_tell_deep_starts(eg_network *s, double t, const double *y, const double *yp);

#endif
