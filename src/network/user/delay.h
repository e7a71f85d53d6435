/* delay(x, T). */
#ifndef EG_NETWORK_USER_DELAY_H
#define EG_NETWORK_USER_DELAY_H

#include "network/network.h"

/* 0, or -1 when out of memory. */
int eg_delays_create(eg_network *s);
void eg_delays_free(eg_network *s);
/* The delayed value at t; its rate [1/s] where dvalue is not NULL. */
double eg_delay_value(const eg_network *s, int delay, double t, double *dvalue);
/* While the start is sought: takes x for the delayed value; true when that changes it. */
bool eg_delays_settle_start(eg_network *s);
/* The start has been found at t. 0 or EG_ERROR_MEMORY. */
int eg_delays_begin(eg_network *s, double t);
double eg_delays_next_time(const eg_network *s);
void eg_delays_switching(const eg_network *s, double t, double *h);
void eg_delays_switching_rates(const eg_network *s, double *dh);
/* Around an event at t, evaluated: which instants have been reached; the instant itself is one to come. */
void eg_delays_begin_event(eg_network *s, double t, const bool *fired, eg_event_sink *sink);
int eg_delays_end_event(eg_network *s, double t);
/* A step of fixed length ends at t, evaluated: what the look back has passed within it is behind. */
void eg_delays_pass(eg_network *s, double t);
/* All that is looked back at, as numbers, to at[]; NULL: they are counted. Answers how many; 0: no delays. */
size_t eg_delays_pack(const eg_network *s, double *at);
/* Takes over what eg_delays_pack has written, in a network of the same structure that has just been made.
 * EG_OK, EG_ERROR_MEMORY, or EG_ERROR_USAGE: it has not written that. */
eg_status eg_delays_unpack(eg_network *s, const double *at, size_t count);
int eg_network_remember(eg_system *base, int node, int count, double t, const double *y, double *yp);

#endif
