/* What a run's options lead to; for all who run models. */
#ifndef EG_SIMULATE_CHOOSE_H
#define EG_SIMULATE_CHOOSE_H

#include "elastogap/simulate.h"
#include "engine/engine.h"

/* EG_OK or EG_ERROR_USAGE: span, interval, tolerance or max_events are out of range (each reported). */
eg_status eg_simulate_check(const eg_simulate_options *o, eg_diagnostics *d);
/* The engine; *reason is why, where it was left open. NULL: there is none of that name; one whose `create` is
 * NULL: it is not in this build (both reported). */
const eg_engine_ops *eg_simulate_engine(const eg_model *model, const eg_simulate_options *o,
                                        eg_diagnostics *d, const char **reason);

#endif
