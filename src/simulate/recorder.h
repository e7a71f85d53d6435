/* The recorder watches a run and fills a trajectory: chosen variables at the points of the output grid and
 * at both sides of every event. */
#ifndef EG_SIMULATE_RECORDER_H
#define EG_SIMULATE_RECORDER_H

#include "base/trajectory.h"
#include "engine/engine.h"
#include "network/network.h"

typedef struct eg_recorder {
    eg_observer observer; /* first: an eg_observer * is an eg_recorder * */
    eg_network *network;
    eg_trajectory *trajectory;
    double *columns;    /* everything that can be observed, at one point */
    int *chosen;        /* (trajectory->column_count) which of them are stored */
    bool *needed;       /* (instances) whose own variables are stored */
    size_t first_event; /* of the present instant */
    long events, time_events;
    int (*progress)(double time, eg_progress *context);
    eg_progress *context;
} eg_recorder;

/* Makes the trajectory's list of signals: those that match a pattern; all when pattern_count is 0.
 * EG_OK, EG_ERROR_USAGE (a pattern matches nothing; reported), EG_ERROR_MEMORY. */
eg_status eg_recorder_init(eg_recorder *r, eg_network *network, const char *const *patterns,
                           size_t pattern_count);
void eg_recorder_release(eg_recorder *r); /* leaves the trajectory to whoever took it */

#endif
