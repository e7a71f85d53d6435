/* The pattern of the Jacobian. */
#ifndef EG_NETWORK_SOLVE_PATTERN_H
#define EG_NETWORK_SOLVE_PATTERN_H

#include "network/network.h"

/* Finds the pattern and the slots for the present structure; the same unless they are known. 0, or negative
 * (reported). */
int eg_network_make_pattern(eg_network *s, double t);
int eg_network_find_pattern(eg_system *base);

#endif
