/* Running an FMU, whoever made it. */
#ifndef EG_FMI_IMPORT_IMPORT_H
#define EG_FMI_IMPORT_IMPORT_H

#include "elastogap/simulate.h"

#include <stdbool.h>

typedef enum eg_import_kind { EG_IMPORT_ANY, EG_IMPORT_EXCHANGE, EG_IMPORT_COSIMULATION } eg_import_kind;

/* NAN where the FMU's default experiment counts, or else 0, 1, 1/500 of the span and 1e-6. */
typedef struct eg_import_options {
    eg_import_kind kind; /* ANY: Model Exchange where there is that */
    double start_time, stop_time, interval, tolerance;
    const char *engine;          /* of Model Exchange: auto, erk, ida, irk; NULL: auto */
    const char *const *settings; /* "NAME=VALUE" */
    size_t setting_count;
    const char *input;          /* path of a table of inputs, or NULL */
    const char *const *signals; /* patterns of variables to store; NULL: all */
    size_t signal_count;
    long max_events; /* at one instant without progress */
    long max_steps;  /* of Model Exchange, as in eg_simulate_options */
    bool is_apart;   /* in a process of its own: an FMU that crashes or hangs leaves rows and a message */
    double patience; /* then: how long one of its functions may take [s]; 0: as long as it likes */
    int (*progress)(double time,
                    eg_progress *context); /* as in eg_simulate_options; the span is known by then */
    eg_progress *context;
} eg_import_options;

/* An FMU that has been read. */
typedef struct eg_import eg_import;

/* Unpacks and reads it. *out is NULL unless EG_OK. EG_ERROR_FILE, EG_ERROR_MODEL, EG_ERROR_UNAVAILABLE,
 * EG_ERROR_MEMORY, all reported. */
eg_status eg_import_open(const char *path, eg_diagnostics *d, eg_import **out);
void eg_import_close(eg_import *import);             /* accepts NULL */
const char *eg_import_name(const eg_import *import); /* of the model; the import's */
/* Of the variable of that name, of `length` bytes; the import's; NULL: there is none, or it has none. */
const char *eg_import_unit(const eg_import *import, const char *name, size_t length);
/* Fills in what the options leave open: from then on they are all numbers. EG_OK or EG_ERROR_USAGE
 * (reported). */
eg_status eg_import_complete(const eg_import *import, eg_import_options *o);
/* Runs it, once, and lets it go: nothing is asked of it any more once it has terminated. Answers and
 * statistics are those of eg_simulate; there is no energy, and for Co-Simulation no counter but steps, which
 * are the importer's; texts of statistics are the import's. */
eg_status eg_import_run(eg_import *import, const eg_import_options *o, eg_trajectory **trajectory,
                        eg_statistics *statistics);

#endif
