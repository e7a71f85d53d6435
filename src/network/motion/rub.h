/* Modes of friction. */
#ifndef EG_NETWORK_MOTION_RUB_H
#define EG_NETWORK_MOTION_RUB_H

#include "network/network.h"

/* Modes to begin in, at the point evaluated last. 0, or negative (reported). */
int eg_friction_choose(eg_network *s, const double *y, const double *yp);
/* Lets what the point contradicts leave its mode: all that signals and jumps of speeds ask for, and of what
 * forces ask for the worst. The number of changes, or -1 (reported). */
int eg_friction_correct(eg_network *s, double t, double *y, const double *yp, eg_event_sink *sink);
/* Switching functions, at the point evaluated last with what holds; y' as far as they need it. */
void eg_friction_switches(const eg_network *s, const double *yp, double *h);
/* Do they follow from the motion alone: does nothing hold, or start? Then these are their rates at the point
 * evaluated last. */
bool eg_friction_moves(const eg_network *s);
void eg_friction_moving_rates(const eg_network *s, const double *yp, double *dh);
/* Their rates in any modes. 0, or not when they cannot be computed. */
int eg_friction_rates(eg_network *s, double t, const double *y, const double *yp, double *dh);
/* Do the switching functions need accelerations in the present modes? */
bool eg_friction_needs_forces(const eg_network *s);
/* Ends the modes that `fired` marks. 0, or negative (reported). */
int eg_friction_fire(eg_network *s, double t, const bool *fired, double *y, const double *yp,
                     eg_event_sink *sink);
/* What begins an instant, and what ends it: a body that only passes through rest goes on. The number of
 * changes. */
void eg_friction_begin_instant(eg_network *s);
/* Speeds have jumped, and nothing is tied: what friction sticks or slides as they say. */
void eg_friction_after_impulse(eg_network *s, double t, const double *y, eg_event_sink *sink);
/* The speeds of drives on the left side of an event, and of what friction holds to them; then, where these
 * speeds have jumped, friction and rigid contacts follow. 0, or negative (reported). */
void eg_friction_note_drives(eg_network *s, double *y);
int eg_friction_follow_drives(eg_network *s, double t, double *y, const double *yp, eg_event_sink *sink);
int eg_friction_pass(eg_network *s, double t, eg_event_sink *sink);

#endif
