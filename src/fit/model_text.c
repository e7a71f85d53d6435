/* The fitted model as text. */
#include "fit/write.h"

#include "base/file.h"
#include "modelica/text/revalue.h"

#include <stdlib.h>

eg_status eg_fit_write_model(const eg_fit *fit, const char *input, const eg_read_options *options,
                             const char *path, eg_diagnostics *d)
{
    eg_text_value *values = malloc((fit->estimate_count + 1) * sizeof *values);
    char *text = NULL;
    size_t length = 0, count = 0;
    FILE *out = values ? open_memstream(&text, &length) : NULL;
    for (size_t i = 0; i < fit->estimate_count && values; i++)
        if (fit->estimates[i].is_of_model)
            values[count++] = (eg_text_value){fit->estimates[i].name, fit->estimates[i].value};
    eg_status status = out ? eg_revalue_text(input, options, values, count, d, out) : EG_ERROR_MEMORY;
    text = eg_text_end(out, &text);
    if (status == EG_OK && !text)
        status = EG_ERROR_MEMORY;
    eg_file *f = status == EG_OK ? eg_file_create(path, d, &status) : NULL;
    if (f) {
        eg_file_text(f, text);
        status = eg_file_commit(f, d);
    }
    free(text);
    free(values);
    return status;
}
