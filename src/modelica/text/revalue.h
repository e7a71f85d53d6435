/* Other values in the text of a model, and nothing else changed in it. */
#ifndef EG_MODELICA_TEXT_REVALUE_H
#define EG_MODELICA_TEXT_REVALUE_H

#include "elastogap/spec.h"

#include <stdio.h>

/* A parameter ("gap.c", "k") or a start value ("ball.s.start"), in SI units. */
typedef struct eg_text_value {
    const char *name;
    double value;
} eg_text_value;

/* Writes the text of a file, or of the class of that name, to `out`, with these values. `model` as in
 * eg_read_options. What the model inherits is modified where it extends. EG_ERROR_FILE; EG_ERROR_MODEL: a
 * value has no place in the text; both reported. EG_ERROR_MEMORY. */
eg_status eg_revalue_text(const char *path, const eg_read_options *options, const eg_text_value *values,
                          size_t count, eg_diagnostics *diagnostics, FILE *out);

#endif
