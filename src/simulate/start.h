/* The state in which a run begins. */
#ifndef EG_SIMULATE_START_H
#define EG_SIMULATE_START_H

#include "elastogap/simulate.h"

/* A run that ends where it begins: *trajectory, the caller's, has its one row. `statistics` may be NULL.
 * Statuses as eg_simulate's. */
eg_status eg_simulate_start(const eg_model *model, eg_diagnostics *diagnostics, eg_trajectory **trajectory,
                            eg_statistics *statistics);

#endif
