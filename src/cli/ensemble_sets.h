/* The sets of an ensemble as the command line gives them, and what is wanted of them. */
#ifndef EG_CLI_ENSEMBLE_SETS_H
#define EG_CLI_ENSEMBLE_SETS_H

#include "cli/options.h"
#include "elastogap/elastogap.h"

/* A table of values: one row a set. */
typedef struct eg_sets {
    char **names; /* (columns) malloc'ed each */
    size_t columns, rows;
    double *values; /* (rows x columns) */
} eg_sets;

void eg_sets_release(eg_sets *sets);

/* Settings that are one value for all sets ("gap.d=10", "n=2*k") stay in `fixed`; those that are a
 * distribution or a range become columns behind those of the file. `table` may be NULL; count: sets drawn
 * for each row and each point of the ranges. 0, or the exit status (reported). */
int eg_sets_make(eg_sets *sets, const char *table, const eg_texts *settings, size_t count, double seed,
                 eg_texts *fixed, eg_diagnostics *d);

/* "final(ball.s)", "min(ball.s)", "count(stop, contact begins)", "time(stop, contact begins, 3)", "ball.s".
 * Strings are cut off from `copy`, a copy of the text that outlives them. */
bool eg_wanted_read(char *copy, eg_wanted *wanted);

#endif
