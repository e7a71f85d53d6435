/* A model prepared for runs with sensitivities: read, written as equations and compiled once for what it is
 * differentiated by and what of; then run as often as one likes, with other values of its parameters and over
 * other spans, at the cost of a run.
 *
 *   eg_prepared *p;
 *   eg_prepare(spec, &options, d, &p);
 *   eg_prepared_samples bounce = {.expression = 0, .times = t, .count = 500, .values = x, .along = J};
 *   eg_prepared_job job = {.values = theta, .start = 0, .stop = 5, .samples = &bounce, .sample_count = 1};
 *   eg_prepared_run(p, &job, d);
 *   ... x[i], J[i*by_count + k] ...
 *   eg_prepared_free(p);
 *
 * One thread's: threads that run beside each other prepare one each. What a run comes to follows from its job
 * alone, to the bit. */
#ifndef EG_SENSITIVITY_PREPARE_H
#define EG_SENSITIVITY_PREPARE_H

#include "elastogap/sensitivity.h"
#include "simulate/tally.h"

typedef struct eg_prepared eg_prepared;

/* What an expression without reductions comes to at instants that do not fall; at that of an event, on its
 * left. Before the start of the run it is what it is there. */
typedef struct eg_prepared_samples {
    size_t expression;   /* of options->of */
    const double *times; /* (count) [s] */
    size_t count;
    double *values; /* (count) the answer; NAN where the run does not come to it */
    double *along;  /* (count x by_count) its derivatives; NAN where there is none */
} eg_prepared_samples;

/* When the first `count` events that fit happen. */
typedef struct eg_prepared_events {
    eg_event_ask ask; /* component and event; kind and number are not looked at */
    size_t count;
    double *times; /* (count) [s] the answer; NAN where there are fewer */
    double *along; /* (count x by_count) by how much they move; NAN where that is not known */
    size_t seen;   /* the answer */
} eg_prepared_events;

typedef struct eg_prepared_job {
    const double *values; /* (by_count) of the parameters; NULL: those that the model was prepared with */
    double start, stop;   /* [s] */
    eg_prepared_samples *samples;
    size_t sample_count;
    eg_prepared_events *events;
    size_t event_count;
    /* What all expressions come to at the end, and their derivatives, and why there is none, in order of
     * (of x by): as in eg_sensitivities. NULL: not asked for. */
    double *results;            /* (of_count) */
    eg_sensitivity_item *items; /* (of_count x by_count); `why` stays valid until the next run */
    bool adjoint; /* results and items alone, backward: at the same cost for any number of parameters. An item
                   * in doubt is NAN, with no sides */
} eg_prepared_job;

/* Of the options' run all is taken but its span, rows and progress. The spec may be freed.
 * *out, the caller's, is NULL unless EG_OK. Answers as eg_sensitivity where that does not come to a run. */
eg_status eg_prepare(eg_spec *spec, const eg_sensitivity_options *options, eg_diagnostics *d,
                     eg_prepared **out);
void eg_prepared_free(eg_prepared *p); /* accepts NULL */
/* The parameters and what is asked for: as in eg_sensitivities, with the values of the last run. */
const eg_sensitivity_name *eg_prepared_by(const eg_prepared *p, size_t *count);
/* Answers as eg_sensitivity; EG_ERROR_MODEL also: a value is out of its range (reported). */
eg_status eg_prepared_run(eg_prepared *p, const eg_prepared_job *job, eg_diagnostics *d);

#endif
