/* What a run's events come to, one question each: how many, when, how long. */
#ifndef EG_SIMULATE_TALLY_H
#define EG_SIMULATE_TALLY_H

#include "modelica/event_calls.h"

typedef struct eg_tally {
    long seen;    /* events so far */
    double since; /* [s] of durations: when the one that is asked for began; NAN: it has not */
    double value; /* NAN: there is none so far */
} eg_tally;

/* A run begins. */
void eg_tally_begin(eg_tally *tally, const eg_event_ask *ask);
/* There is an event in it, at t [s]. */
void eg_tally_add(eg_tally *tally, const eg_event_ask *ask, double t, const char *component,
                  const char *name);

#endif
