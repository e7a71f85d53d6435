/* Reference results inside an FMU: its default experiment as the direct run has it, by the layered standard
 * org.fmi-standard.fmi-ls-ref. */
#ifndef EG_FMI_REFERENCE_H
#define EG_FMI_REFERENCE_H

#include "fmi/variables.h"

#include <stdio.h>

typedef struct eg_fmu_reference_wish {
    const char *engine; /* of the run */
    bool is_best;       /* with all digits, at the least tolerance; else with ten, at 1e-9 or less */
    char by[64];        /* receives the engine that made it */
    double interval;    /* receives the distance of the rows [s] */
} eg_fmu_reference_wish;

/* The results as CSV, malloc'ed: time and the outputs (where there are none, the first positions, speeds and
 * temperatures, and variables of users' equations) at points of the experiment. NULL: there is nothing to be
 * shown; the run fails or takes too long (reported as a warning); or no memory. */
char *eg_fmu_reference(const eg_model *m, const eg_fmu_list *list, eg_fmu_reference_wish *wish,
                       eg_diagnostics *d);

/* A comma, then a name as a field of CSV. */
void eg_fmu_put_name(FILE *out, const char *name);

#endif
