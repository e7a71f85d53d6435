/* A run and its derivatives backward: in the place of eg_following_run where there are many parameters. */
#ifndef EG_SENSITIVITY_BACKWARD_H
#define EG_SENSITIVITY_BACKWARD_H

#include "sensitivity/follow.h"

/* Makes a run of a prepared model and goes back through it: what is known of all derivatives (of x by), whose
 * texts are the arena's; f->values and f->reached are there. Answers as eg_following_run; release f in any
 * case. */
eg_status eg_following_backward(eg_following *f, eg_prepared *p, const eg_simulate_options *o,
                                eg_sensitivity_item *items, eg_arena *words, eg_diagnostics *d);

#endif
