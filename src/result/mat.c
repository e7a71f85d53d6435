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
 * Variables that share a column share a row of data_2. data_2 is the trajectory's memory as it is. Before
 * each matrix stand five integers, kind, rows, columns, 0 and the length of its name, and the name (The
 * MathWorks, "MAT-File Format", chapter 2). */
#include "result/formats.h"

#include "base/file.h"
#include "base/report.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { HIGH_BYTE_FIRST = 1000 }; /* added to a matrix's kind */
enum { LONGEST_DOC = 400 }; /* bytes of a description that are written: every one is padded to the longest */

/* What goes into the file, in the layout of the matrices. */
typedef struct table {
    const eg_trajectory *t;
    size_t count; /* variables, time included */
    size_t fixed_count;
    char *names, *docs;
    size_t name_width, doc_width;
    int32_t *info;
    double *fixed; /* (fixed_count x 2) */
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

void eg_mat_put(eg_file *file, const char *name, eg_mat_kind kind, const void *data, size_t rows,
                size_t columns)
{
    const uint16_t one = 1;
    const int32_t order = *(const unsigned char *)&one == 1 ? 0 : HIGH_BYTE_FIRST;
    const int32_t header[5] = {order + (int32_t)kind, (int32_t)rows, (int32_t)columns, 0,
                               (int32_t)strlen(name) + 1};
    size_t item = 1;
    if (kind == EG_MAT_DOUBLES)
        item = sizeof(double);
    else if (kind == EG_MAT_INTEGERS)
        item = sizeof(int32_t);
    eg_file_put(file, (const char *)header, sizeof header);
    eg_file_put(file, name, strlen(name) + 1);
    eg_file_put(file, data, rows * columns * item);
}

static void write_table(eg_file *file, const table *b)
{
    static const char class[4][12] = {"Atrajectory", "1.1        ", "           ", "binTrans   "};
    char transposed[44];
    for (size_t i = 0; i < sizeof transposed; i++)
        transposed[i] = class[i % 4][i / 4];
    eg_mat_put(file, "Aclass", EG_MAT_LETTERS, transposed, 4, 11);
    eg_mat_put(file, "name", EG_MAT_LETTERS, b->names, b->name_width, b->count);
    eg_mat_put(file, "description", EG_MAT_LETTERS, b->docs, b->doc_width, b->count);
    eg_mat_put(file, "dataInfo", EG_MAT_INTEGERS, b->info, 4, b->count);
    eg_mat_put(file, "data_1", EG_MAT_DOUBLES, b->fixed, b->fixed_count, 2);
    eg_mat_put(file, "data_2", EG_MAT_DOUBLES, b->t->rows, 1 + b->t->column_count, b->t->row_count);
}

/* Level 4 counts rows and columns by 31 bits. */
static eg_status check_size(const table *b, const char *path, eg_diagnostics *diagnostics)
{
    if (b->t->row_count <= INT32_MAX && b->t->column_count < INT32_MAX)
        return EG_OK;
    eg_report(diagnostics, EG_ERROR, (eg_place){.file = path},
              "a MAT file of level 4 holds no more than %d rows", INT32_MAX);
    eg_remedy(diagnostics, "store fewer points, or write CSV");
    return EG_ERROR_FILE;
}

eg_status eg_mat_write(const eg_trajectory *t, const char *path, eg_diagnostics *diagnostics)
{
    table b = {.t = t};
    eg_file *file = NULL;
    eg_status status = check_size(&b, path, diagnostics);
    if (status == EG_OK && table_init(&b) != 0)
        status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        file = eg_file_create(path, diagnostics, &status);
    if (file) {
        write_table(file, &b);
        status = eg_file_commit(file, diagnostics);
    }
    table_free(&b);
    return status;
}
