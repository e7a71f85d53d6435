/* Relations of users' equations, at the point evaluated last. */
#ifndef EG_NETWORK_USER_RELATIONS_H
#define EG_NETWORK_USER_RELATIONS_H

#include "network/network.h"
#include "network/user/user.h"

/* Is a relation that matters contradicted by more than round-off, so that there is an event before this
 * point, or has it changed at this instant? `sizes`: eg_user_sizes. */
bool eg_user_is_beyond(const eg_network *s, const double *sizes);
/* Relations as they are at the point; the number of changes. */
int eg_user_choose(eg_network *s, double t);
/* How fast the right side of relation i grows against the left one, along the motion; *d: by how much it is
 * larger. Evaluates the point. */
double eg_user_difference_rate(eg_network *s, int i, double t, const double *y, const double *yp, double *d);
/* Lets relations change that the point contradicts; the number of changes. */
int eg_user_correct(eg_network *s, double t, eg_event_sink *sink);
/* Do functions that count follow unknowns that are no states? Those are found anew wherever one asks. */
bool eg_user_switches_on_algebraic(const eg_network *s);
void eg_user_switching(eg_network *s, double t, double *h);
/* What round-off may make of the sides of relations at the point evaluated last. */
void eg_user_switching_noise(eg_network *s, double *noise);
void eg_user_switching_rates(eg_network *s, double t, const double *y, const double *yp, double *dh);
/* Of samples and relations of time: > t, INFINITY when none. */
double eg_user_next_time(const eg_network *s, double t);
/* Is it a time event at t? Then *dt is how the instant moves where the tape does by dv[], its origins by
 * dorigins[]. */
bool eg_user_relation_along(const eg_network *s, const eg_user_relation *r, double t, const double *dv,
                            double *dt);
bool eg_user_sample_along(const eg_network *s, int sample, double t, const double *dorigins, double *dt);
/* The number of the first sample that is not before t. */
long eg_user_first_sample(const eg_user_sample *sample, double t);
/* Is a sample due at the start? */
bool eg_user_is_due(const eg_network *s, double t);
/* Lets relation i be what it is not; the sink may be NULL. */
void eg_user_change(eg_network *s, int i, double t, eg_event_sink *sink);
/* Once modes are settled: the events of contacts that users' equations are (user/contact_law.c). */
void eg_user_tell_contacts(eg_network *s, double t, eg_event_sink *sink);
/* Relation i has reached its edge, at the point evaluated last: lets it change, unless its sides are equal
 * but for round-off. */
void eg_user_fire(eg_network *s, int i, double t, eg_event_sink *sink);
/* An event has been handled at t: whose sides are equal no more. */
void eg_user_end_bands(eg_network *s, double t);
/* Lets relations of what changes at events only be what they are; how many change. */
int eg_user_correct_settled(eg_network *s, double t, eg_event_sink *sink);
/* Lets relations that have not been watched be what they are. */
void eg_user_follow(eg_network *s, double t);
/* Lets relations and samples change that are due. */
void eg_user_pass_time(eg_network *s, double t, eg_event_sink *sink);

#endif
