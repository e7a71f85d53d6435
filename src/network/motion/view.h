/* What rows show. A row takes those parts of the model that have to do with the variables in it: so it costs
 * what it shows, however large the model. */
#ifndef EG_NETWORK_MOTION_VIEW_H
#define EG_NETWORK_MOTION_VIEW_H

#include "network/network.h"

/* Some of a kind, by their numbers, in the order of computation. index NULL: all, 0 ... count - 1. */
typedef struct eg_few {
    int *index;
    int count;
} eg_few;

static inline int eg_few_at(const eg_few *few, int k)
{
    return few->index ? few->index[k] : k;
}

typedef struct eg_view {
    eg_few instances, coordinates; /* whose variables are wanted */
    bool is_narrow;                /* what follows is not all there is */
    bool is_smooth; /* forces go on beyond the bounds of their modes: for derivatives of rows */
    bool *shows;    /* (bodies) rows show something that stands on it; NULL: all */
    eg_few bodies;  /* whose positions matter, in the order of the tree */
    eg_few touched; /* which elements and sources below push */
    eg_few elements, sources, inertias, nodes;
    eg_few links;                 /* nodes whose links' forces matter, children first */
    double *speed, *acceleration; /* (nodes) in the row that is made */
} eg_view;

/* For rows of the variables of all instances that are `needed` (instances). NULL when out of memory. */
eg_view *eg_view_create(const eg_network *s, const bool *needed);
void eg_view_free(eg_view *v); /* accepts NULL */

/* Of a model that is made of pieces (base/local.h): leaves out what has nothing to do with these instances.
 * False when out of memory: all is as before. */
bool eg_view_narrow(eg_view *v, const eg_network *s, const bool *needed);
/* unknowns[n]: entries of y that such rows look at. */
void eg_view_mark_unknowns(const eg_view *v, const eg_network *s, bool *unknowns);

/* All of the model, without instances and coordinates; nothing to free. */
eg_view eg_view_whole(const eg_model *m);

/* What eg_network_evaluate does, for a row of a model that is made of pieces; and the speeds' part of yp. */
void eg_view_evaluate(const eg_view *v, eg_network *s, double t, const double *y, double *yp);

/* Cut forces (forces.c): f[port] of mechanical ports, at the point evaluated last (with y'). node_sum
 * (nodes + 1): scratch. */
void eg_network_port_forces(const eg_network *s, const double *yp, const eg_view *v, double *f,
                            double *node_sum);

#endif
