/* By how much what is wanted of each set moves with parameters: ensemble --sensitivity. */
#ifndef EG_CLI_ENSEMBLE_SLOPES_H
#define EG_CLI_ENSEMBLE_SLOPES_H

#include "cli/ensemble_runs.h"

/* values (sets x wanted x by): derivatives of the sets whose status is EG_OK, NAN where there is none and of
 * all other sets. Each set is run again, as equations; results are the same bits for any number of threads.
 * EG_OK, or as eg_sensitivity, reported in r->d for the first set of which that is so. */
eg_status eg_ensemble_slopes(eg_runs *r, const eg_texts *by, const eg_status *statuses, double *values);

#endif
