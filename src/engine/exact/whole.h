/* Long steps of the engine exact where a model of one piece is stiff and has become smooth: what long.h does for
 * a cluster of bodies, for any linear mode. */
#ifndef EG_ENGINE_EXACT_WHOLE_H
#define EG_ENGINE_EXACT_WHOLE_H

#include "base/linear_mode.h"

/* States at most: matrices are full, and complex. */
enum { EG_WHOLE_MOST = 60 };

/* Room for the work, and tables made once, for modes of up to n unknowns. NULL when out of memory. */
typedef struct eg_whole eg_whole;
eg_whole *eg_whole_create(int n);
void eg_whole_free(eg_whole *w); /* accepts NULL */

/* One step of `length` from y with y' = rate: terms[k*n + i], k = 1 ... EG_RADAU_STAGES, become the coefficients
 * of the states by powers of the part of the step. inputs[k*input_count + j] are those of the inputs, k up to
 * EG_RADAU_ORDER. The mode has no losses. Answers the last coefficients in units of what counts as round-off:
 * above 1 the step is not good, and terms are as they were. They go with length^EG_RADAU_STAGES or so. */
double eg_whole_step(eg_whole *w, const eg_linear_mode *mode, const double *y, const double *rate,
                     const double *inputs, double length, double *terms);

#endif
