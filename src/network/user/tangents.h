/* Derivatives along directions in which parameters move: the parametric facet (base/parametric.h) of a model
 * that consists of users' equations, and what its events and its start tell while they happen.
 *
 * The tape is differentiated as it stands. What its inputs are along a direction follows from y, y' and time,
 * and from what has been remembered: discrete values, pre(...), speeds before impacts. What its constants are
 * follows from the parameters (origins.h). */
#ifndef EG_NETWORK_USER_TANGENTS_H
#define EG_NETWORK_USER_TANGENTS_H

#include "base/parametric.h"
#include "network/network.h"

/* NULL where the model has no parameters that have been kept. */
const eg_parametric_facet *eg_user_parametric_facet(const eg_model *m);
void eg_user_tangents_free(eg_network *s);

/* In the present modes derivatives are not known: reports that. 0 where they are. */
int eg_user_tangents_refuse_mode(eg_network *s, double t);
/* A root or a power is at its edge: reports that. */
int eg_user_tangents_refuse_slope(eg_network *s, double t);

/* What the functions below do is nothing where no directions are followed.
 *
 * The start has been found at y, y'; which states equations have determined, and not their start values. 0,
 * or negative (reported). */
int eg_user_tangents_start(eg_network *s, const bool *solved, double t, const double *y, const double *yp);
/* Before the values are taken that pre(...) means, at the point evaluated last. */
int eg_user_tangents_remember(eg_network *s);
/* Where actions are marked that are active, (actions); NULL: nobody asks. Then: values are what they are
 * before a round of clauses; clauses assign, and set states, all that are marked at once, at the point
 * evaluated last. */
bool *eg_user_tangents_marks(eg_network *s);
void eg_user_tangents_hold(eg_network *s);
int eg_user_tangents_assign(eg_network *s, const bool *active);
int eg_user_tangents_reinit(eg_network *s, const bool *active);
/* An impact is about to change the speeds in y: (without, jump, part) as in strike.c, the trial force being
 * s->user_trial. The point evaluated last is another one afterwards. */
typedef struct eg_struck {
    double t;
    int impulse;
    const double *y, *yp, *without, *jump;
    double part;
} eg_struck;
int eg_user_tangents_strike(eg_network *s, const eg_struck *struck);
/* The event, or start, at t goes on with these buffers. */
void eg_user_tangents_at(eg_network *s, double t, const double *y, const double *yp);

#endif
