/* A run and its derivatives backward: in the place of eg_following_run where there are many parameters. */
#ifndef EG_SENSITIVITY_BACKWARD_H
#define EG_SENSITIVITY_BACKWARD_H

#include "sensitivity/follow.h"

/* Makes the run of a prepared model's options, goes back through it, and fills end time, numbers and items of
 * `out`, whose texts are the arena's. Answers as eg_following_run; release f in any case. */
eg_status eg_following_backward(eg_following *f, eg_prepared *p, eg_sensitivities *out, eg_arena *words,
                                eg_diagnostics *d);

#endif
