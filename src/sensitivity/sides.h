/* Derivatives to either side of a parameter, where it is not known that there is one: by runs at values of
 * it a little less and a little greater, whose derivatives are exact there. */
#ifndef EG_SENSITIVITY_SIDES_H
#define EG_SENSITIVITY_SIDES_H

#include "sensitivity/follow.h"

/* How little a parameter is to be moved: nothing in the motion is to change by more than some part of 1e5 of
 * how far it reaches. */
double eg_sides_step(const eg_following *f, size_t k);
/* Completes the items of direction k that have no derivative and no sides: items[of x by] and values[of] of a
 * run over the span at the values that the model is prepared with. Where the number passes the value without
 * a jump, and both sides come to the same, there is a derivative, and `why` is no more. EG_OK,
 * EG_ERROR_MEMORY. */
eg_status eg_sides_find(eg_prepared *p, const eg_simulate_options *span, size_t k, double step,
                        const double *values, eg_sensitivity_item *items);

#endif
