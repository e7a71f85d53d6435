/* Events: what has been set, what falls due, modes that fit. */
#ifndef EG_NETWORK_MOTION_EVENTS_H
#define EG_NETWORK_MOTION_EVENTS_H

#include "network/network.h"
#include "component/interface/run_input.h"

/* Of the engine `fixed`: what happens at the end t of a step of length h, which passes over what happened
 * within it. 0, or negative (reported). */
int eg_network_fixed_event(eg_network *s, double t, double h, double *y, double *yp);

/* What has been set comes into force: input_next, at an event and at the start. */
void eg_network_take_inputs(eg_network *s);
/* The law of input i (component/interface/run_input.h). */
static inline double *eg_network_input(const eg_network *s, int i)
{
    return s->input + (size_t)i * EG_INPUT_NUMBERS;
}
static inline double *eg_network_input_next(const eg_network *s, int i)
{
    return s->input_next + (size_t)i * EG_INPUT_NUMBERS;
}
/* At once and from the next event on it is constant. */
static inline void eg_network_hold_input(const eg_network *s, int i, double value)
{
    eg_input_hold(eg_network_input(s, i), value);
    eg_input_hold(eg_network_input_next(s, i), value);
}

int eg_network_handle_event(eg_system *base, double t, const bool *fired, double *y, double *yp, bool *jumped,
                            eg_event_sink *sink);
double eg_network_next_time_event(eg_system *base, double t);
/* Chooses modes that fit y, and makes y consistent with them. */
int eg_network_settle_modes(eg_network *s, double t, double *y, double *yp, bool anew, eg_event_sink *sink);

#endif
