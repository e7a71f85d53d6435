/* A model's text with values that a command has found. */
#ifndef EG_CLI_VALUED_H
#define EG_CLI_VALUED_H

#include "cli/load.h"
#include "modelica/text/revalue.h"

/* Writes it to `path`. 0, or the exit status, and `d` says why. */
int eg_write_valued(const char *input, const eg_load_settings *load, const eg_text_value *values,
                    size_t count, const char *path, eg_diagnostics *d);

#endif
