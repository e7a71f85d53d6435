/* What an importer gives to an instance: settings (--set) before the start, and inputs during the run. */
#ifndef EG_FMI_IMPORT_INPUT_H
#define EG_FMI_IMPORT_INPUT_H

#include "fmi/import/mockup.h"
#include "simulate/stimulus.h"

/* Inputs that a table drives. */
typedef struct eg_mockup_inputs {
    eg_mockup *unit;
    eg_trajectory *table; /* NULL: there is none */
    eg_stimulus drive;
    size_t *port;  /* (drive.count) */
    double *given; /* (drive.count) what the instance has */
    double *slope; /* (drive.count) its derivative that it has been given last */
} eg_mockup_inputs;

/* Values "NAME=VALUE", each by the type of its variable; the last one of a name counts. Structural
 * parameters first, in Configuration Mode. EG_ERROR_USAGE (reported: no such variable, one that cannot
 * be set, no value of its type), EG_ERROR_MODEL (the FMU refused), EG_ERROR_MEMORY. */
eg_status eg_mockup_apply(eg_mockup *u, const char *const *settings, size_t count);

/* Reads the table of inputs; path NULL: none. EG_ERROR_FILE, EG_ERROR_USAGE, EG_ERROR_MEMORY (reported). */
eg_status eg_mockup_inputs_read(eg_mockup_inputs *in, eg_mockup *u, const char *path);
void eg_mockup_inputs_release(eg_mockup_inputs *in);
/* Gives the values at t, those that differ from what the instance has; of continuous ones only, or all. */
bool eg_mockup_inputs_give(eg_mockup_inputs *in, double t, bool all);
/* Tells an instance that interpolates inputs how those that are continuous go on in the step from `from`,
 * where they have been given, to `to`: along the chord. */
bool eg_mockup_inputs_foresee(eg_mockup_inputs *in, double from, double to);
/* In a step, where the instance asks: gives the values at t of those that may be given there. */
bool eg_mockup_inputs_answer(eg_mockup_inputs *in, double t);

#endif
