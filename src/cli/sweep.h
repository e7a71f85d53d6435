/* What a sweep's rows come to: kept as the table is written, then made a table of statistics. */
#ifndef EG_CLI_SWEEP_H
#define EG_CLI_SWEEP_H

#include "cli/ensemble_runs.h"
#include "sweep/crew.h"

/* The command, by this process (crew NULL) or by all ranks of a crew. */
int eg_sweep_command(int argc, char **argv, eg_crew *crew);

struct eg_sweep_visitor {
    const eg_design *design;
    size_t rows, columns, wanted;
    double *values;  /* (rows x columns) */
    double *results; /* (wanted x rows) */
};

bool eg_collection_begin(eg_sweep_visitor *c, const eg_design *design, size_t wanted); /* false: no memory */
void eg_collect(eg_sweep_visitor *c, const eg_sweep_row *row);
/* "max(stop.f)>1000": the text before the last > is one of `wanted`. 0, or the exit status of a usage
 * error. */
int eg_limits_of_measures_check(const eg_texts *limits, const eg_texts *wanted);
/* The number of the measure that such a text is about, with its limit; it has been checked. */
size_t eg_limit_of_measure(const char *text, const eg_texts *wanted, double *limit);
/* Writes the table of a subset simulation. 0, or the exit status (reported). */
int eg_subset_write(const eg_subset_result *result, size_t measure, double limit, const eg_runs *runs,
                    const char *path);
/* Writes the table. 0, or the exit status (reported). */
int eg_collection_write(const eg_sweep_visitor *c, const eg_runs *runs, const eg_texts *limits,
                        const char *path);
void eg_collection_release(eg_sweep_visitor *c);

#endif
