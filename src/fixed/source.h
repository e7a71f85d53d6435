/* A plan as C source. */
#ifndef EG_FIXED_SOURCE_H
#define EG_FIXED_SOURCE_H

#include "elastogap/fixed.h"

#include <stdio.h>

/* Writes const tables and `const eg_fixed_plan NAME`, a C identifier, whose numbers are those of `plan` to
 * the bit.
 * inputs[plan->inputs] and outputs[plan->outputs] are told in a comment. The caller looks at ferror. */
void eg_fixed_write_source(FILE *file, const eg_fixed_plan *plan, const char *name, const char *const *inputs,
                           const char *const *outputs);

#endif
