/* Derivatives of signals by what they follow: the coefficients of the model's gradients. */
#ifndef EG_NETWORK_COMPILE_GRADIENTS_H
#define EG_NETWORK_COMPILE_GRADIENTS_H

#include "network/network.h"

/* The coefficients at the point evaluated last, where they are not constant. */
void eg_network_update_gradients(eg_network *s);
/* Of a block, at these arguments: dy/dz_j; d(rate i)/dz_j. */
double eg_block_partial(const eg_net *n, const double *p, long phase, const eg_jet *z, int j);
void eg_block_rate_partials(const eg_net *n, const double *p, long phase, const eg_jet *z,
                            double (*R)[EG_BLOCK_MAX_ARGUMENTS]);

#endif
