/* Parameters that are asked for, made independent of others. */
#ifndef EG_SENSITIVITY_INDEPENDENT_H
#define EG_SENSITIVITY_INDEPENDENT_H

#include "elastogap/spec.h"

#include <stdbool.h>

/* Sets the parameter (gap.c) or start value (ball.s(start)) of that name to the value that it has, so that it
 * follows from no other one any more; what depends on it goes on to do so. EG_OK, *found telling whether
 * there is such a Real number in the spec; EG_ERROR_MODEL (reported): nobody may set it; EG_ERROR_MEMORY. */
eg_status eg_make_independent(eg_spec *spec, const char *name, eg_diagnostics *d, bool *found);

#endif
