/* Which unknowns are differential in the present modes. */
#ifndef EG_NETWORK_SOLVE_STRUCTURE_H
#define EG_NETWORK_SOLVE_STRUCTURE_H

#include "network/network.h"

/* 0, or negative (reported). */
int eg_network_update_structure(eg_network *s, double t);
/* Whatever was known of the pattern is not true of what holds now. */
void eg_network_renew_structure(eg_network *s);

#endif
