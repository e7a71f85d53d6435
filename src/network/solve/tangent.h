/* How a consistent point answers to a change of what is given. */
#ifndef EG_NETWORK_SOLVE_TANGENT_H
#define EG_NETWORK_SOLVE_TANGENT_H

#include "network/network.h"

typedef struct eg_change {
    const double *dy;   /* (n) of the unknowns that are given, 0 elsewhere; NULL: of none */
    const double *du;   /* (model inputs); NULL: of none */
    const double *dnet; /* (3 nets) added to signals of time and their two derivatives; NULL: nothing */
    double dt;
} eg_change;
/* Fills s->direction at a consistent point: changes of y and y' (NAN: of a rate that is not known exactly)
 * and of signals. What follows is read from it at once, by the functions ..._along. 0, or negative
 * (reported). */
int eg_network_tangent(eg_network *s, double t, const double *y, const double *yp, const eg_change *change);
/* The same for several changes at one point: what it takes once, and each of them. The point evaluated
 * last is to stay that one. */
int eg_network_begin_tangents(eg_network *s, double t, const double *y, const double *yp);
void eg_network_tangent_along(eg_network *s, double t, const double *y, const eg_change *change);
/* Of the change in s->direction: positions of the bodies' reference nodes, without driven motions, and
 * their rates, [bodies] each; then the position of a node (order 0; `bodies` those of the bodies) or its
 * speed (1). */
void eg_network_places_along(eg_network *s, double *place, double *rate);
double eg_network_node_along(eg_network *s, int node, int order, const double *bodies);
/* Does the derivative of the signal along a direction tell all? */
bool eg_signal_has_tangent(const eg_model *m, int net);

#endif
