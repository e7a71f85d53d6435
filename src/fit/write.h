/* What fits and optima have found, as files. */
#ifndef EG_FIT_WRITE_H
#define EG_FIT_WRITE_H

#include "elastogap/fit.h"
#include "elastogap/optimize.h"
#include "modelica/text/revalue.h"

/* Each answers EG_OK; EG_ERROR_FILE (reported), EG_ERROR_MEMORY. */
eg_status eg_fit_write_json(const eg_fit *fit, const char *path, eg_diagnostics *d);
eg_status eg_fit_write_residuals(const eg_fit *fit, const char *path, eg_diagnostics *d);
eg_status eg_fit_write_page(const eg_fit *fit, const char *path, eg_diagnostics *d);
eg_status eg_optimum_write_json(const eg_optimum *optimum, const char *path, eg_diagnostics *d);
/* The text of the model in the file `input`, read with these options, with these values and all else as it
 * stands. EG_ERROR_MODEL (reported): a value has no place there. */
eg_status eg_fit_write_model(const eg_text_value *values, size_t count, const char *input,
                             const eg_read_options *options, const char *path, eg_diagnostics *d);

#endif
