/* Parameters that are asked for, made independent of others. */
#ifndef EG_SENSITIVITY_INDEPENDENT_H
#define EG_SENSITIVITY_INDEPENDENT_H

#include "elastogap/spec.h"

#include <stdbool.h>

/* The value of the parameter (gap.c) or start value (ball.s(start)) of that name. False: there is no such
 * Real number in the spec. */
bool eg_independent_value(const eg_spec *spec, const char *name, double *value);
/* May it be that? Else that is reported. */
bool eg_independent_takes(const eg_spec *spec, const char *name, double value, eg_diagnostics *d);
/* Sets the number to that value, so that it follows from no other one any more; what depends on it goes on to
 * do so. EG_OK; EG_ERROR_MODEL (reported): nobody may set it, or there is none; EG_ERROR_MEMORY. */
eg_status eg_make_independent(eg_spec *spec, const char *name, double value, eg_diagnostics *d);

#endif
