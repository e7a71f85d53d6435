/* A model run for what was measured on it: expressions at given times, one over another, and the times of
 * events.
 *
 * A probe is one thread's; the model is compiled for each run from a copy of the spec (ensemble.h), so that a
 * run costs what a set of an ensemble costs, and its bits depend on its values alone. */
#ifndef EG_FIT_PROBE_H
#define EG_FIT_PROBE_H

#include "ensemble/ensemble.h"
#include "fit/loop.h"

/* What one run is asked for by one expression: its values at times that do not fall. */
typedef struct eg_probe_samples {
    size_t expression; /* of the readout */
    const double *times;
    size_t count;
    double *values; /* (count) the answer; NAN where the run does not come to it. Before its start it is what
                       it is there */
} eg_probe_samples;

/* By one question for events: the times of the first `count` that fit. */
typedef struct eg_probe_events {
    eg_event_ask ask;
    size_t count;
    double *times; /* (count) the answer; NAN where there are fewer */
    size_t seen;
} eg_probe_events;

/* By two expressions, one over the other: where all of the run goes. */
typedef struct eg_probe_curve {
    size_t over, expression; /* of the readout: across, and up */
    double spread[2];        /* a curve of parabolas, which err by less than a hundred-millionth of these */
    eg_locus curve;          /* the answer, in these spreads; the caller's to release */
} eg_probe_curve;

typedef struct eg_probe eg_probe;
typedef struct eg_probe_job {
    const double *values; /* of the ensemble's names */
    double start, stop;   /* [s]; it ends before where all is known */
    eg_probe_samples *samples;
    size_t sample_count;
    eg_probe_events *events;
    size_t event_count;
    eg_probe_curve *curves; /* if there are any, it ends at `stop` */
    size_t curve_count;
} eg_probe_job;

/* NULL: out of memory. Ensemble, readout of its model and options must outlive it. */
eg_probe *eg_probe_create(const eg_ensemble *ensemble, const eg_readout *readout,
                          const eg_simulate_options *options);
void eg_probe_free(eg_probe *p); /* accepts NULL */
/* EG_OK; EG_ERROR_MODEL, EG_ERROR_SIMULATION (reported): the model has no such run; EG_ERROR_MEMORY. */
eg_status eg_probe_run(eg_probe *p, const eg_probe_job *job, eg_diagnostics *d);

#endif
