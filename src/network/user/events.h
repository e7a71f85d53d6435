/* What happens in users' clauses, at the point evaluated last. */
#ifndef EG_NETWORK_USER_EVENTS_H
#define EG_NETWORK_USER_EVENTS_H

#include "network/network.h"

/* Carries out clauses that have become active: y may jump. 1 when something changed, 0, negative
 * (reported). */
int eg_user_carry_out(eg_network *s, double t, double *y, const double *yp, eg_event_sink *sink);
/* On the left side: remembers it, and lets change what `fired` marks and what is due. 0, or negative
 * (reported). */
int eg_user_begin_event(eg_network *s, double t, const bool *fired, eg_event_sink *sink);
/* All is settled: checks assertions. 0, or negative (reported). */
int eg_user_end_event(eg_network *s, double t, const double *y, const double *yp);
/* Do all assertions hold with what has been evaluated last? Reports the first that does not. */
bool eg_user_claims_hold(eg_network *s, double t);
/* While the start is sought: clauses have not been carried out yet. */
void eg_user_forget_clauses(eg_network *s);
/* Start values of what changes at events only. */
void eg_user_begin_start(eg_network *s, double t);
/* Takes what initial equations say of discrete variables and of pre(...), as computed by the last
 * evaluation; true when something changed. */
bool eg_user_take_firsts(eg_network *s);
/* What of it follows from what the start determines: before a start is sought, their start values; once one
 * has been found, as it makes them. True when one has become another, so that the start must be found
 * anew. */
void eg_user_forget_late(eg_network *s);
bool eg_user_take_late(eg_network *s);
/* The start has been found: what holds there is the past now, and initial() is false. Negative: something
 * that was asserted does not hold (reported). */
int eg_user_end_start(eg_network *s, double t, const double *y, const double *yp);

#endif
