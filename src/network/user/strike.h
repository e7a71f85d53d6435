/* Impacts of users' equations. */
#ifndef EG_NETWORK_USER_STRIKE_H
#define EG_NETWORK_USER_STRIKE_H

#include "network/network.h"

/* Carries out the impacts that are due: speeds in y jump. 1 when there were any, 0, negative (reported). */
int eg_user_strike(eg_network *s, double t, double *y, const double *yp);

#endif
