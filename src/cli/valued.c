#include "cli/valued.h"

#include "fit/write.h"

#include <stdlib.h>

int eg_write_valued(const char *input, const eg_load_settings *load, const eg_text_value *values,
                    size_t count, const char *path, eg_diagnostics *d)
{
    char *copy = NULL;
    eg_texts includes = {0};
    if (!eg_include_directories(&load->includes, &copy, &includes))
        return eg_print_no_memory();
    eg_read_options o = eg_read_options_default();
    o.model = load->model;
    o.include_dirs = includes.items;
    o.include_count = includes.count;
    eg_status status = eg_fit_write_model(values, count, input, &o, path, d);
    free(includes.items);
    free(copy);
    return eg_exit_status(status);
}
