/* The energy balance of a run: whether it closes, what is said where it does not, and where that may be. */
#ifndef EG_SIMULATE_BALANCE_H
#define EG_SIMULATE_BALANCE_H

#include "elastogap/simulate.h"
#include "engine/engine.h"
#include "network/network.h"

/* The balance of a run that began with the mechanical energy `initial` [J], came to march->end_time and y,
 * and was given `tolerance` (0: by an engine that has none). */
void eg_balance_fill(eg_network *s, const double *y, const eg_march_result *march, double initial,
                     double tolerance, eg_energy *e);
/* More is missing, or left over, than allowed. Not so of a balance that is no finite number. */
bool eg_balance_is_open(const eg_energy *e);
/* Reports a balance that is open (EG_OK), or no finite number (EG_ERROR_SIMULATION). */
eg_status eg_balance_tell(const eg_energy *e, eg_diagnostics *d);
/* The component where the open balance of such a run is most likely, the model's string; or NULL. The run is
 * made once more, with accounts. */
const char *eg_balance_suspect(const eg_model *model, const eg_simulate_options *o, const eg_statistics *st);

#endif
