/* Reference results inside an FMU: its default experiment as the direct run has it, by the layered standard
 * org.fmi-standard.fmi-ls-ref. */
#ifndef EG_FMI_REFERENCE_H
#define EG_FMI_REFERENCE_H

#include "fmi/variables.h"

/* The results as CSV, malloc'ed: time and the outputs (where there are none, the first positions, speeds and
 * temperatures, and variables of users' equations) at points of the experiment. NULL: there is nothing to be
 * shown; the run fails or takes too long (reported as a warning); or no memory. engine: that of
 * Co-Simulation. */
char *eg_fmu_reference(const eg_model *m, const eg_fmu_list *list, const char *engine, eg_diagnostics *d);

/* fmi-ls-manifest.xml, malloc'ed, for results in IDENTIFIER_out.csv; NULL out of memory. */
char *eg_fmu_reference_manifest(const char *identifier);

#endif
