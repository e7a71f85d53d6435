/* Energy account by account, elements and then bodies. */
#ifndef EG_NETWORK_MOTION_ACCOUNTS_H
#define EG_NETWORK_MOTION_ACCOUNTS_H

#include "network/network.h"

int eg_network_account_count(const eg_network *s);
const char *eg_network_account_name(const eg_network *s, int account); /* the model's string */
/* What each has [J]; and what flows into it, less what it loses [W]: 0, or what a callback answers. yp[n] is
 * room. */
void eg_network_account_stocks(eg_network *s, double t, const double *y, double *stock);
int eg_network_account_flows(eg_network *s, double t, const double *y, double *yp, double *flow);
/* The energy [J] that the rounding of positions at y blurs: of element i at the point evaluated last, and of
 * all. */
double eg_network_element_rounding(const eg_network *s, int i, const double *y);
double eg_network_energy_rounding(eg_network *s, double t, const double *y);

#endif
