/* What an FMU says of how it was tried, by the layered standard FMI-LS-REF (org.fmi-standard.fmi-ls-ref, as
 * its release 1.0.0-beta.1 and the schema of its repository have it): the manifest, and with `elastogap fmu
 * --reference` an experiment (MA-HS-Experiments), its parameters (SSV), stimuli and documentation. */
#ifndef EG_FMI_EXPERIMENT_H
#define EG_FMI_EXPERIMENT_H

#include "fmi/variables.h"

typedef struct eg_fmu_experiment {
    const char *identifier; /* files are called after it */
    const eg_spec *spec;
    const eg_fmu_list *list;
    double interval; /* of the reference rows [s] */
    const char *by;  /* whose rows they are, in words: "the engine exact, to round-off" */
} eg_fmu_experiment;

/* One of the files that the manifest names. */
typedef struct eg_fmu_related {
    const char *type, *source, *role, *description;
} eg_fmu_related;

/* Texts, malloc'ed; NULL out of memory. */
char *eg_fmu_manifest_of(const eg_fmu_related *files, size_t count);
char *eg_fmu_experiments(const eg_fmu_experiment *e); /* IDENTIFIER.exp */
char *eg_fmu_parameter_set(
    const eg_fmu_experiment *e);                  /* IDENTIFIER.ssv: the model's own, or what it gives */
char *eg_fmu_stimuli(const eg_fmu_experiment *e); /* IDENTIFIER_in.csv: inputs at their start values */
char *eg_fmu_told(const eg_fmu_experiment *e);    /* documentation/fmi-ls-ref.txt */

/* Are these rows (text of a CSV from `path`) of variables of the FMU? *interval receives the distance of the
 * first two. False: reported. */
bool eg_fmu_check_rows(const char *text, const char *path, const eg_fmu_list *list, double *interval,
                       eg_diagnostics *d);

#endif
