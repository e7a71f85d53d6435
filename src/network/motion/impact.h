/* Rigid contacts, elements with friction->restitution. */
#ifndef EG_NETWORK_MOTION_IMPACT_H
#define EG_NETWORK_MOTION_IMPACT_H

#include "network/network.h"

bool eg_impact_is_rigid(const eg_element *e);
/* The name of an event at which element i passes on an impulse [N.s] or [N.m.s] and loses energy [J]. */
void eg_impact_name(const eg_network *s, int i, const char *what, double impulse, double loss, char *name,
                    size_t size);
/* The mode to begin in. 0, or EG_ERROR_MODEL (reported): it begins beyond its stop. */
int eg_impact_begin(eg_network *s, int i, const double *y);
/* Impacts of what touches and approaches, until nothing does; `fired` tells which switching functions have
 * led here (NULL: none). Afterwards what holds or slides is what the speeds say. 1 when there were any, 0,
 * or negative (reported). */
int eg_impact_resolve(eg_network *s, double t, const bool *fired, double *y, eg_event_sink *sink);
/* The same where speeds have jumped, and nothing is tied: friction follows them even without impacts. */
int eg_impact_follow_jump(eg_network *s, double t, const bool *fired, double *y, eg_event_sink *sink);
/* Closes contact i where it touches, rests and is pressed together; tells whether. */
bool eg_impact_closes(eg_network *s, double t, int i, const double *y, const double *yp, eg_event_sink *sink);
/* The pull [N] at which contact i opens. */
double eg_impact_slack(const eg_network *s, int i);

#endif
