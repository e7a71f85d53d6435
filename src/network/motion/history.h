/* What signals have been: values at the nodes of the steps that have become the past, of which the piece in
 * between is the polynomial through them. So a value looked up has the order of the engine's dense output. */
#ifndef EG_NETWORK_MOTION_HISTORY_H
#define EG_NETWORK_MOTION_HISTORY_H

#include "base/report.h"

#include <stdbool.h>
#include <stddef.h>

typedef struct eg_history eg_history;

/* Of `signals` values. NULL when out of memory. */
eg_history *eg_history_create(int signals);
void eg_history_free(eg_history *h); /* accepts NULL */
/* Forgets everything: before `t` the signals were value[signals]. */
void eg_history_begin(eg_history *h, double t, const double *value);
/* Node `node` of `count` of a step, in order; the first and the last are its ends. 0, or -1 when out of
 * memory. */
int eg_history_add(eg_history *h, int node, int count, double t, const double *value);
/* Steps that end before t are not asked for again. */
void eg_history_forget(eg_history *h, double t);
/* The value at t, not beyond `upper`; and its rate [1/s] where dvalue is not NULL. Where t is the
 * border of two steps it is that of the later one, unless it is `upper`. */
double eg_history_value(const eg_history *h, int signal, double t, double upper, double *dvalue);

/* All of it that may be asked for again, as numbers, to at[]; NULL: they are counted. Answers how many. */
size_t eg_history_pack(const eg_history *h, double *at);
/* Takes over what eg_history_pack has written, from at[count]. EG_OK, EG_ERROR_MEMORY, or EG_ERROR_USAGE: it
 * has not written that. */
eg_status eg_history_unpack(eg_history *h, const double *at, size_t count);

#endif
