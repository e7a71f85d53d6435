/* Native friction that holds the same bodies as grips of users' equations. */
#ifndef EG_NETWORK_USER_GRIP_BESIDE_H
#define EG_NETWORK_USER_GRIP_BESIDE_H

#include "network/network.h"
#include "network/user/grip.h"

/* Finds how that follows each share: z (count x n), what all unknowns answer to each x. 0, or
 * EG_ERROR_MEMORY. */
int eg_user_find_beside(eg_network *s, eg_user_shares *k, double t, const double *y, const double *z);
/* step[shares]: how far each share's own x is from where all hold in proportion to their limits. */
void eg_user_steps_beside(eg_network *s, const double *yp, double *step);
/* To sizes[n] of what is summed in each row, once those of all forces are known. */
void eg_user_add_sizes_beside(const eg_network *s, double *sizes);

#endif
