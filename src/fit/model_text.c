/* A model's text with the values that were found. */
#include "fit/write.h"

#include "base/file.h"

eg_status eg_fit_write_model(const eg_text_value *values, size_t count, const char *input,
                             const eg_read_options *options, const char *path, eg_diagnostics *d)
{
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
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
    return status;
}
