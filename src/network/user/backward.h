/* Gradients by all that moves, in one pass over the tape: the backward part of the parametric facet
 * (base/parametric.h). */
#ifndef EG_NETWORK_USER_BACKWARD_H
#define EG_NETWORK_USER_BACKWARD_H

#include "base/parametric.h"
#include "network/network.h"
#include "network/user/user.h"

/* A number that is remembered, as the tape's inputs have it: of EG_USER_DISCRETE, EG_USER_BEFORE or
 * EG_USER_STRUCK. */
typedef struct eg_user_memory {
    eg_user_input_kind kind;
    int index;
} eg_user_memory;

/* Those that are Reals, in the order of the inputs, into `list` (NULL: they are counted): how many. */
int eg_user_remembered(const eg_user *u, eg_user_memory *list);

/* The facet's callbacks. */
int eg_user_residual_back(eg_system *base, double t, const double *y, const double *yp, const double *w,
                          const eg_backward *g);
int eg_user_switching_back(eg_system *base, double t, const double *y, const double *yp, const double *w,
                           const eg_backward *g);
int eg_user_outputs_back(eg_system *base, double t, const double *y, const double *yp, const double *w,
                         const eg_backward *g);

#endif
