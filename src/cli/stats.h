/* What --stats prints and --stats-file writes. */
#ifndef EG_CLI_STATS_H
#define EG_CLI_STATS_H

#include "elastogap/elastogap.h"

#include <stdio.h>

/* Wall times that the program takes itself [s]. */
typedef struct eg_run_times {
    double load, write, total; /* text to model; results to files; all together */
} eg_run_times;

/* Counters, the events and the energy balance. model NULL: an FMU was run, which shows neither
 * components nor energy. */
void eg_stats_print(FILE *out, const eg_model *model, const eg_statistics *statistics,
                    const eg_trajectory *trajectory);

/* Of that, the variables that are states: behind `title`, in as many lines as they need; nothing when
 * there are none. */
void eg_stats_print_states(FILE *out, const eg_model *model, const char *title);

/* Of that, the causality of 20-sim's elements; nothing when there are none. */
void eg_stats_print_causality(FILE *out, const eg_model *model);

/* The same as JSON, under the model's name, into a file that appears whole or not at all. EG_ERROR_FILE,
 * EG_ERROR_MEMORY. */
eg_status eg_stats_write(const char *path, const char *name, const eg_model *model,
                         const eg_statistics *statistics, const eg_trajectory *trajectory,
                         const eg_run_times *times, eg_diagnostics *diagnostics);

/* All events as CSV: time, component, event. EG_ERROR_FILE, EG_ERROR_MEMORY. */
eg_status eg_stats_write_events(const char *path, const eg_trajectory *trajectory,
                                eg_diagnostics *diagnostics);

#endif
