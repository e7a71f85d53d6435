/* Runs of several instances at once, in lanes: each marches for itself, but their steps are made together. */
#ifndef EG_ENSEMBLE_LANES_H
#define EG_ENSEMBLE_LANES_H

#include "ensemble/program.h"

typedef struct eg_convoy eg_convoy;

/* Who brings instances and takes them back; one at a time. */
typedef struct eg_harbour {
    /* The next instance for a lane: false, there is none. The model stays until it is `done`. */
    bool (*next)(struct eg_harbour *h, int lane, const eg_model **model, eg_watcher **watcher,
                 double **results, eg_diagnostics **d);
    void (*done)(struct eg_harbour *h, int lane, eg_status status, const eg_run_counts *counts);
} eg_harbour;

/* What a run in lanes answers besides: this instance has terms of its own, or is stiff; it is to run
 * alone. */
enum { EG_RUNS_ALONE = 77 };

/* NULL when out of memory. */
eg_convoy *eg_convoy_create(const eg_program *program, int width, const eg_simulate_options *o);
void eg_convoy_free(eg_convoy *c); /* accepts NULL */
/* Runs all that the harbour brings. */
void eg_convoy_run(eg_convoy *c, eg_harbour *harbour);

#endif
