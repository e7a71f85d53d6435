/* Tables in MAT files: a matrix of real numbers, by its name; "s.tab" is the member tab of a structure s. */
#include "base/table_file.h"

#include "base/matio_library.h"

#ifdef EG_HAVE_MATIO

#include "base/file.h"
#include "base/report.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static eg_status refuse(const eg_table_source *source, eg_diagnostics *diagnostics, const char *what,
                        const char *remedy)
{
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = source->path}, what, source->name);
    eg_remedy(diagnostics, "%s", remedy);
    return EG_ERROR_FILE;
}

/* Entry `at` of the matrix as it lies in memory, column by column. */
static double number_at(const matvar_t *m, size_t at)
{
    switch (m->data_type) {
    case MAT_T_DOUBLE: return ((const double *)m->data)[at];
    case MAT_T_SINGLE: return (double)((const float *)m->data)[at];
    case MAT_T_INT64: return (double)((const int64_t *)m->data)[at];
    case MAT_T_UINT64: return (double)((const uint64_t *)m->data)[at];
    case MAT_T_INT32: return ((const int32_t *)m->data)[at];
    case MAT_T_UINT32: return ((const uint32_t *)m->data)[at];
    case MAT_T_INT16: return ((const int16_t *)m->data)[at];
    case MAT_T_UINT16: return ((const uint16_t *)m->data)[at];
    case MAT_T_INT8: return ((const int8_t *)m->data)[at];
    case MAT_T_UINT8: return ((const uint8_t *)m->data)[at];
    default: return NAN;
    }
}

static bool is_matrix(const matvar_t *m)
{
    bool numeric = m->class_type == MAT_C_DOUBLE || m->class_type == MAT_C_SINGLE ||
                   (m->class_type >= MAT_C_INT8 && m->class_type <= MAT_C_UINT64);
    return numeric && m->rank == 2 && !m->isComplex && m->data && m->dims[0] > 0 && m->dims[1] > 0 &&
           m->dims[0] < INT_MAX && m->dims[1] < INT_MAX;
}

static eg_status copy(const eg_table_source *source, eg_diagnostics *diagnostics, const matvar_t *m,
                      eg_table *table)
{
    static const char remedy[] = "save a full matrix of real numbers";
    size_t rows = m->dims[0], columns = m->dims[1];
    if (!is_matrix(m))
        return refuse(source, diagnostics, "\"%.100s\" is not a matrix of numbers", remedy);
    double *elements = calloc(rows * columns, sizeof *elements);
    if (!elements)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < rows * columns; i++) {
        elements[i] = number_at(m, i / columns + (i % columns) * rows);
        if (isfinite(elements[i]))
            continue;
        free(elements);
        return refuse(source, diagnostics, "not all elements of \"%.100s\" are finite numbers", remedy);
    }
    *table = (eg_table){elements, (int)rows, (int)columns};
    return EG_OK;
}

/* The member that `path` names, "a.b" in a structure of a structure; NULL: none. Owned by `whole`. */
static matvar_t *member_of(const eg_matio *matio, matvar_t *whole, const char *path)
{
    while (whole && *path) {
        char name[64];
        size_t length = strcspn(path, ".");
        if (length >= sizeof name || whole->class_type != MAT_C_STRUCT)
            return NULL;
        memcpy(name, path, length);
        name[length] = '\0';
        whole = matio->member(whole, name, 0);
        path += length + (path[length] == '.');
    }
    return whole;
}

static eg_status read_variable(const eg_table_source *source, eg_diagnostics *diagnostics,
                               const eg_matio *matio, mat_t *mat, eg_table *table)
{
    char name[64];
    size_t length = strcspn(source->name, ".");
    static const char remedy[] = "tableName must be the name of a matrix in the file";
    if (length >= sizeof name)
        return refuse(source, diagnostics, "the file holds no matrix \"%.100s\"", remedy);
    memcpy(name, source->name, length);
    name[length] = '\0';
    matvar_t *whole = matio->var_read(mat, name);
    matvar_t *m = member_of(matio, whole, source->name + length + (source->name[length] == '.'));
    eg_status status = m ? copy(source, diagnostics, m, table)
                         : refuse(source, diagnostics, "the file holds no matrix \"%.100s\"", remedy);
    matio->var_free(whole);
    return status;
}

eg_status eg_table_read_mat(const eg_table_source *source, eg_diagnostics *diagnostics, eg_table *table)
{
    eg_matio matio;
    FILE *probe = fopen(source->path, "rb"); /* matio does not tell why a file cannot be opened */
    if (!probe) {
        eg_file_report(diagnostics, "read", source->path, errno);
        return EG_ERROR_FILE;
    }
    fclose(probe);
    eg_status status = eg_matio_load(&matio, source->path, diagnostics);
    if (status != EG_OK)
        return status;
    errno = 0;
    mat_t *mat = matio.open(source->path, MAT_ACC_RDONLY);
    if (!mat && errno == ENOMEM)
        status = EG_ERROR_MEMORY;
    else if (!mat)
        status = refuse(source, diagnostics, "the file is no MAT file; it should hold \"%.100s\"",
                        "save it with MATLAB, Octave, Scilab or scipy.io.savemat");
    else
        status = read_variable(source, diagnostics, &matio, mat, table);
    if (mat)
        matio.close(mat);
    eg_matio_unload(&matio);
    return status;
}

#else

eg_status eg_table_read_mat(const eg_table_source *source, eg_diagnostics *diagnostics, eg_table *table)
{
    *table = (eg_table){0};
    return eg_matio_missing(source->path, diagnostics);
}

#endif
