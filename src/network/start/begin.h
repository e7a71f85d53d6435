/* Elements that measure from where they stand at the start. */
#ifndef EG_NETWORK_START_BEGIN_H
#define EG_NETWORK_START_BEGIN_H

#include "network/network.h"

/* The start is sought: their force is the one that they begin with. */
void eg_network_seek_start(eg_network *s);
/* Element i begins to measure from where it stands at the point evaluated last; false when it does not
 * measure so, or has begun. */
bool eg_network_begin_element(eg_network *s, int i);
/* The start has been found: all begin. EG_ERROR_MODEL (reported) where a part without mass would not be in
 * balance with what they begin with. */
eg_status eg_network_begin_elements(eg_network *s, double t, double *y, double *yp);

#endif
