/* The system piece by piece (base/local.h says what these do). */
#ifndef EG_NETWORK_MOTION_LOCAL_H
#define EG_NETWORK_MOTION_LOCAL_H

#include "base/local.h"
#include "network/network.h"

bool eg_network_is_local(eg_system *base, char *reason, size_t size);
const eg_local *eg_network_local(eg_system *base, double t, const double *y, bool *out_of_memory);
void eg_network_local_law(eg_system *base, int element, double s_rel, double v_rel, eg_local_law *law);
void eg_network_local_expect(eg_system *base, int element, bool fires, bool later);
/* Of a written element between bodies that equations have, weak.c's lightness. */
double eg_network_local_lightness(const eg_network *s, int element);
double eg_network_local_stored(eg_system *base, int element, double s_rel);
double eg_network_local_signal(eg_system *base, int signal, double t, int order, double unit, double *series);
void eg_network_local_free(eg_network *s);
void eg_network_local_fire(eg_system *base, double t, int element, int which, double s_rel, double v_rel,
                           eg_local_law *law, eg_event_sink *sink);

/* Marks the bodies, the ground among them, on which components stand that `needed` (instances) names; all
 * where one stands on none, unless it is a function of time. */
void eg_network_mark_bodies(const eg_network *s, const bool *needed, bool *bodies);

#endif
