/* The file that the rows of a sweep go to: lines of text, or an HDF5 file, by its ending. */
#include "sweep/sweep.h"

#include "result/formats.h"

#include <stdlib.h>

struct eg_sweep_table {
    eg_file *file;
    eg_hdf5_table *hdf5; /* NULL: it is text */
};

bool eg_sweep_table_has_records(const char *path)
{
    return eg_path_ends(path, ".h5");
}

eg_status eg_sweep_table_check(const eg_ensemble *e, const eg_sweep_options *o, const char *path,
                               eg_diagnostics *d)
{
    return eg_sweep_table_has_records(path) ? eg_hdf5_table_check(e, o, path, d) : EG_OK;
}

eg_sweep_table *eg_sweep_table_create(eg_lines *lines, const eg_design *design, const char *path,
                                      eg_diagnostics *d, eg_status *status)
{
    eg_sweep_table *t = calloc(1, sizeof *t);
    *status = t ? EG_OK : EG_ERROR_MEMORY;
    if (t)
        t->file = eg_file_create(path, d, status);
    if (*status == EG_OK && lines->has_records) {
        t->hdf5 = eg_hdf5_table_create(lines, design, t->file, path, d, status);
    } else if (*status == EG_OK) {
        eg_lines_header(lines);
        *status = lines->out_of_memory ? EG_ERROR_MEMORY : EG_OK;
        eg_sweep_table_put(t, lines);
    }
    eg_lines_clear(lines);
    if (*status == EG_OK)
        return t;
    eg_sweep_table_discard(t);
    return NULL;
}

void eg_sweep_table_put(eg_sweep_table *t, const eg_lines *lines)
{
    if (t->hdf5)
        eg_hdf5_table_put(t->hdf5, lines);
    else
        eg_file_put(t->file, lines->text, lines->length);
}

bool eg_sweep_table_failed(const eg_sweep_table *t)
{
    return eg_file_failed(t->file);
}

eg_status eg_sweep_table_commit(eg_sweep_table *t, eg_diagnostics *d)
{
    eg_hdf5_table_end(t->hdf5);
    const eg_status status = eg_file_commit(t->file, d);
    free(t);
    return status;
}

void eg_sweep_table_discard(eg_sweep_table *t)
{
    if (!t)
        return;
    eg_hdf5_table_end(t->hdf5);
    eg_file_discard(t->file);
    free(t);
}
