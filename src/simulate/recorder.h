/* The recorder watches a run and fills a trajectory: chosen variables at the points of the output grid and
 * at both sides of every event.
 *
 * Two things keep it from filling the memory. Of the events that crowd at one instant, or so close that time
 * hardly passes, the first few keep their rows and the last one has some; the list of events has them all.
 * And a trajectory is full when it holds half a thousand million numbers: before a run, what the interval
 * and the sources ask for is counted; what contacts add shows only on the way, and ends the run. */
#ifndef EG_SIMULATE_RECORDER_H
#define EG_SIMULATE_RECORDER_H

#include "base/trajectory.h"
#include "engine/engine.h"
#include "network/motion/sheet.h"
#include "simulate/tell.h"

typedef struct eg_recorder {
    eg_observer observer; /* first: an eg_observer * is an eg_recorder * */
    eg_network *network;
    eg_trajectory *trajectory;
    double *columns;      /* everything that can be observed, at one point */
    int *chosen;          /* (trajectory->column_count) which of them are stored */
    bool *needed;         /* (instances) of which something is stored, */
    bool needs_all;       /* or of what is no instance */
    eg_view *view;        /* what rows take */
    const double **shown; /* (trajectory->column_count) their cells in it */
    eg_sheet *sheet;      /* of which many are made at once; NULL: one by one */
    bool has_tried_sheet;
    size_t first_event;  /* of the present instant */
    double close;        /* [s] events within it crowd */
    double crowd_begin;  /* [s] time of the first event of the present crowd */
    long crowd;          /* events in it so far */
    size_t pair_row;     /* the left row of the newest event */
    double most_numbers; /* that the trajectory may hold */
    bool is_full;        /* reported */
    bool is_short;       /* there was no memory for an event: the next row ends the run */
    long events, time_events;
    double stop;   /* [s] the last time there is; INFINITY */
    double *times; /* (most_points) of rows that are made at once */
    eg_teller teller;
    double passed; /* a point whose row from before eg_recorder_go_on is made anew; NAN: none */
} eg_recorder;

/* Makes the trajectory's list of signals: those that match a pattern; all when pattern_count is 0. The
 * pattern `time` asks for what is always there. EG_OK, EG_ERROR_USAGE (patterns match nothing; each is
 * reported), EG_ERROR_MEMORY. */
eg_status eg_recorder_init(eg_recorder *r, eg_network *network, const char *const *patterns,
                           size_t pattern_count);
/* Will there be room for points every `interval` and for all time events from start to stop? EG_ERROR_MODEL
 * (a source has too many events) or EG_ERROR_USAGE, reported. */
eg_status eg_recorder_expect(const eg_recorder *r, double start, double stop, double interval);
/* The run goes on in another network of the same model, which stands at the last row's time t. EG_OK,
 * EG_ERROR_MEMORY. */
eg_status eg_recorder_go_on(eg_recorder *r, eg_network *network, double t);
void eg_recorder_release(eg_recorder *r); /* leaves the trajectory to whoever took it */

#endif
