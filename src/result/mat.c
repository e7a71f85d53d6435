/* Writing a trajectory as MAT file in the result format 1.1 that Modelica tools share.
 *
 * A MAT file of level 4 with six matrices, here in the form "binTrans", in which everything about one
 * variable or one instant stands together:
 *   Aclass       (4 x 11)         the texts Atrajectory, 1.1, nothing, binTrans
 *   name         (width x n)      a name a column, padded with blanks
 *   description  (width x n)      "text [unit]"
 *   dataInfo     (4 x n)          matrix, row in it, interpolation (0: linear), extrapolation
 *                                 (-1: none outside the span, 0: held); the abscissa has matrix 0
 *   data_1       (m x 2)          what does not change, at start and stop; time first
 *   data_2       (1 + columns x rows)  the trajectory; time first
 * Variables that share a column share a row of data_2. data_2 is the trajectory's memory as it is. */
#include "result/formats.h"

#include "base/matio_library.h"

#ifdef EG_HAVE_MATIO

#include "base/file.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum {
    LONGEST_DOC = 400, /* bytes of a description that are written: every one is padded to the longest */
    HEADER_SIZE = 20   /* of a matrix in level 4: type, rows, columns, imaginary, length of name */
};

/* What goes into the file, in the layout of the matrices. */
typedef struct table {
    const eg_trajectory *t;
    size_t count; /* variables, time included */
    size_t fixed_count;
    char *names, *docs;
    size_t name_width, doc_width;
    int32_t *info;
    double *fixed; /* (fixed_count x 2) */
    size_t bytes;  /* that the file will have */
} table;

static void table_free(table *b)
{
    free(b->names);
    free(b->docs);
    free(b->info);
    free(b->fixed);
}

/* ---------------------------------------------------------------- gathering */

/* Parameters that are variables already (by name) are not written twice. */
static bool is_written(const table *b, const eg_trajectory_constant *c)
{
    return eg_trajectory_find(b->t, c->name) < 0;
}

static size_t doc_length(const char *doc, const char *unit)
{
    size_t length = strlen(doc) + (*unit ? strlen(unit) + 3 : 0);
    return length < LONGEST_DOC ? length : LONGEST_DOC;
}

static void measure(table *b, const char *name, const char *doc, const char *unit)
{
    size_t length = strlen(name), described = doc_length(doc, unit);
    b->name_width = length > b->name_width ? length : b->name_width;
    b->doc_width = described > b->doc_width ? described : b->doc_width;
    b->count++;
}

static void measure_all(table *b)
{
    const eg_trajectory *t = b->t;
    measure(b, "time", "time", "s");
    b->fixed_count = 1;
    for (size_t i = 0; i < t->signal_count; i++) {
        measure(b, t->signals[i].info.name, t->signals[i].info.doc, t->signals[i].info.unit);
        b->fixed_count += t->signals[i].column < 0;
    }
    for (size_t i = 0; i < t->constant_count; i++) {
        if (!is_written(b, &t->constants[i]))
            continue;
        measure(b, t->constants[i].name, t->constants[i].doc, t->constants[i].unit);
        b->fixed_count++;
    }
}

static void put_blanks(char *out, size_t width, const char *text, size_t length)
{
    memset(out, ' ', width);
    memcpy(out, text, length < width ? length : width);
}

/* Writes the texts of variable i; `matrix` and `row` say where its values are. */
static void put_variable(table *b, size_t i, const eg_signal *info, int32_t matrix, size_t row)
{
    put_blanks(b->names + i * b->name_width, b->name_width, info->name, strlen(info->name));
    char *doc = b->docs + i * b->doc_width;
    size_t unit = strlen(info->unit), length = strlen(info->doc);
    put_blanks(doc, b->doc_width, info->doc, length);
    if (unit > 0 && unit + 3 <= b->doc_width) {
        size_t at = length + unit + 3 <= b->doc_width ? length : b->doc_width - unit - 3;
        at += at > 0; /* a blank before the bracket */
        doc[at] = '[';
        memcpy(doc + at + 1, info->unit, unit);
        doc[at + 1 + unit] = ']';
    }
    int32_t entry[4] = {matrix, (int32_t)row, 0, matrix == 1 ? 0 : -1};
    memcpy(b->info + 4 * i, entry, sizeof entry);
}

/* The next row of data_1, counted from 1. */
static size_t put_fixed(table *b, size_t *used, double value)
{
    b->fixed[*used] = b->fixed[b->fixed_count + *used] = value;
    return ++*used;
}

static void put_all(table *b)
{
    const eg_trajectory *t = b->t;
    size_t i = 0, used = 1;
    if (t->row_count > 0) {
        b->fixed[0] = eg_trajectory_time(t, 0);
        b->fixed[b->fixed_count] = eg_trajectory_time(t, t->row_count - 1);
    }
    put_variable(b, i++, &(eg_signal){.name = "time", .unit = "s", .doc = "time"}, 0, 1);
    for (size_t k = 0; k < t->signal_count; k++) {
        const eg_trajectory_source *s = &t->signals[k];
        if (s->column < 0)
            put_variable(b, i++, &s->info, 1, put_fixed(b, &used, s->value));
        else
            put_variable(b, i++, &s->info, 2, 2 + (size_t)s->column);
    }
    for (size_t k = 0; k < t->constant_count; k++) {
        const eg_trajectory_constant *c = &t->constants[k];
        eg_signal info = {.name = c->name, .unit = c->unit, .doc = c->doc};
        if (is_written(b, c))
            put_variable(b, i++, &info, 1, put_fixed(b, &used, c->value));
    }
}

/* Returns 0, or -1 when out of memory. */
static int table_init(table *b)
{
    measure_all(b);
    if (b->count > INT32_MAX || b->name_width > SIZE_MAX / b->count)
        return -1;
    b->names = malloc(b->count * b->name_width);
    b->docs = malloc(b->count * b->doc_width);
    b->info = calloc(b->count, 4 * sizeof *b->info);
    b->fixed = calloc(b->fixed_count, 2 * sizeof *b->fixed);
    if (!b->names || !b->docs || !b->info || !b->fixed)
        return -1;
    put_all(b);
    return 0;
}

/* ---------------------------------------------------------------- writing */

typedef struct writer {
    eg_matio matio;
    mat_t *mat;
    size_t bytes; /* that should have been written */
    bool failed;
} writer;

static void write_matrix(writer *w, const char *name, enum matio_classes class, enum matio_types type,
                         const void *data, size_t rows, size_t columns, size_t item)
{
    size_t dims[2] = {rows, columns};
    matvar_t *v = w->matio.var_create(name, class, type, 2, dims, (void *)data, MAT_F_DONT_COPY_DATA);
    if (!v || w->matio.var_write(w->mat, v, MAT_COMPRESSION_NONE) != 0)
        w->failed = true;
    w->matio.var_free(v);
    w->bytes += HEADER_SIZE + strlen(name) + 1 + rows * columns * item;
}

static void write_text(writer *w, const char *name, const char *text, size_t rows, size_t columns)
{
    write_matrix(w, name, MAT_C_CHAR, MAT_T_UINT8, text, rows, columns, 1);
}

static void write_table(writer *w, const table *b)
{
    static const char class[4][12] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
    char transposed[44];
    for (size_t i = 0; i < sizeof transposed; i++)
        transposed[i] = class[i % 4][i / 4];
    write_text(w, "Aclass", transposed, 4, 11);
    write_text(w, "name", b->names, b->name_width, b->count);
    write_text(w, "description", b->docs, b->doc_width, b->count);
    write_matrix(w, "dataInfo", MAT_C_INT32, MAT_T_INT32, b->info, 4, b->count, sizeof *b->info);
    write_matrix(w, "data_1", MAT_C_DOUBLE, MAT_T_DOUBLE, b->fixed, b->fixed_count, 2, sizeof(double));
    write_matrix(w, "data_2", MAT_C_DOUBLE, MAT_T_DOUBLE, b->t->rows, 1 + b->t->column_count, b->t->row_count,
                 sizeof(double));
}

/* matio does not notice a full disk; the size of the file tells. */
static void write_file(writer *w, const table *b, eg_file *file)
{
    struct stat st;
    errno = 0;
    w->mat = w->matio.create(eg_file_temporary(file), NULL, MAT_FT_MAT4);
    if (!w->mat) {
        eg_file_fail(file, errno != 0 ? errno : EIO);
        return;
    }
    write_table(w, b);
    w->matio.close(w->mat);
    int error = errno;
    if (w->failed || stat(eg_file_temporary(file), &st) != 0 || (size_t)st.st_size != w->bytes)
        eg_file_fail(file, error == EDQUOT || error == EFBIG || error == EIO ? error : ENOSPC);
}

eg_status eg_mat_write(const eg_trajectory *t, const char *path, eg_diagnostics *diagnostics)
{
    table b = {.t = t};
    writer w = {0};
    eg_file *file = NULL;
    eg_status status = eg_matio_load(&w.matio, path, diagnostics);
    if (status != EG_OK)
        return status;
    status = EG_ERROR_MEMORY;
    if (table_init(&b) != 0)
        goto done;
    file = eg_file_create(path, diagnostics, &status);
    if (!file)
        goto done;
    write_file(&w, &b, file);
    status = eg_file_commit(file, diagnostics);
done:
    table_free(&b);
    eg_matio_unload(&w.matio);
    return status;
}

#else

eg_status eg_mat_write(const eg_trajectory *t, const char *path, eg_diagnostics *diagnostics)
{
    (void)t;
    return eg_matio_missing(path, diagnostics);
}

#endif
