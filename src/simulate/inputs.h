/* Inputs of a model's top level that a table drives. */
#ifndef EG_SIMULATE_INPUTS_H
#define EG_SIMULATE_INPUTS_H

#include "elastogap/simulate.h"

/* Puts a source into the spec for each signal of the table, which are inputs of the model, Real ones: linear
 * between rows, two rows of one time are a jump, before the first row and behind the last one their values
 * stay. `path`: the table's, for messages. The spec is compiled afterwards; compiled without, it would have
 * asked for these inputs. EG_ERROR_USAGE (no such input, or no number; reported), EG_ERROR_MODEL (reported),
 * EG_ERROR_MEMORY. */
eg_status eg_spec_drive(eg_spec *spec, const eg_trajectory *table, const char *path, eg_diagnostics *d);

#endif
