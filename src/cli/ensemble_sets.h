/* The sets of an ensemble as the command line gives them, and what is wanted of them. */
#ifndef EG_CLI_ENSEMBLE_SETS_H
#define EG_CLI_ENSEMBLE_SETS_H

#include "cli/options.h"
#include "elastogap/elastogap.h"
#include "elastogap/sweep.h"

/* What the runs of a command get. */
typedef struct eg_sets {
    char **names; /* (columns) malloc'ed each: those of the table, then of the settings */
    size_t columns;
    eg_design *design;
    double *table; /* (table_rows x its columns) */
    size_t table_rows, rows;
    double *values; /* (rows x columns), once it is filled */
} eg_sets;

void eg_sets_release(eg_sets *sets);

typedef struct eg_sets_options {
    const char *table;            /* a file, or NULL */
    const eg_texts *settings;     /* --set */
    const eg_texts *correlations; /* --correlate, or NULL */
    eg_design_kind kind;
    double count, seed;
} eg_sets_options;

/* Makes the design. Settings that are one value for all sets ("gap.d=10", "n=2*k") stay in `fixed`; those
 * that are a distribution or a range become columns behind those of the table. 0, or the exit status
 * (reported). */
int eg_sets_make(eg_sets *sets, const eg_sets_options *options, eg_texts *fixed, eg_diagnostics *d);
/* All values, as eg_ensemble_run takes them. 0, or the exit status (reported). */
int eg_sets_fill(eg_sets *sets);

/* "final(ball.s)", "min(ball.s)", "count(stop, contact begins)", "time(stop, contact begins, 3)", "ball.s".
 * Strings are cut off from `copy`, a copy of the text that outlives them. */
bool eg_wanted_read(char *copy, eg_wanted *wanted);

#endif
