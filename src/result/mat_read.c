/* Reading a trajectory from a MAT file in the result format 1.1 of Modelica tools (see mat.c).
 *
 * Both forms are read: "binTrans", where a column holds all about one variable or one instant, and
 * "binNormal", where a row does. What does not change becomes a constant variable. */
#include "result/formats.h"

#include "base/matio_library.h"

#ifdef EG_HAVE_MATIO

#include "base/file.h"
#include "base/report.h"

#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The matrices of the file; entry (i, k) is number k of variable or instant i, whatever the form. */
typedef struct result_file {
    const char *path;
    eg_diagnostics *diagnostics;
    eg_matio matio;
    matvar_t *class, *name, *description, *info, *fixed, *moving;
    bool transposed;
    char *text; /* scratch for one name or description */
} result_file;

/* ---------------------------------------------------------------- access to matrices */

static size_t items(const result_file *f, const matvar_t *m)
{
    return m->dims[f->transposed ? 1 : 0];
}

static size_t width(const result_file *f, const matvar_t *m)
{
    return m->dims[f->transposed ? 0 : 1];
}

/* Entry `at` of the matrix as it lies in memory. */
static double number_at(const matvar_t *m, size_t at)
{
    switch (m->data_type) {
    case MAT_T_DOUBLE: return ((const double *)m->data)[at];
    case MAT_T_SINGLE: return (double)((const float *)m->data)[at];
    case MAT_T_INT32: return ((const int32_t *)m->data)[at];
    case MAT_T_INT16: return ((const int16_t *)m->data)[at];
    case MAT_T_UINT16: return ((const uint16_t *)m->data)[at];
    case MAT_T_UTF8:
    case MAT_T_UINT8: return ((const uint8_t *)m->data)[at];
    case MAT_T_INT8: return ((const int8_t *)m->data)[at];
    default: return NAN;
    }
}

static double entry(const result_file *f, const matvar_t *m, size_t i, size_t k)
{
    return number_at(m, f->transposed ? k + i * m->dims[0] : i + k * m->dims[0]);
}

/* Text i of a matrix into f->text, the padding removed. */
static void read_text(const result_file *f, const matvar_t *m, size_t i)
{
    size_t length = 0, all = width(f, m);
    for (size_t k = 0; k < all; k++) {
        double c = entry(f, m, i, k);
        f->text[k] = c > 0.0 && c < 256.0 ? (char)(unsigned char)c : '\0';
        if (f->text[k] != ' ' && f->text[k] != '\0')
            length = k + 1;
    }
    f->text[length] = '\0';
}

/* ---------------------------------------------------------------- what the file must have */

static eg_status wrong_file(const result_file *f, const char *what)
{
    eg_report(f->diagnostics, EG_ERROR, (eg_place){.file = f->path},
              "the file is not a simulation result in the format 1.1 of Modelica tools: %s", what);
    eg_remedy(f->diagnostics, "use a result file of a Modelica tool, or CSV");
    return EG_ERROR_FILE;
}

/* A matrix of the file, or NULL when it is missing or has a shape or type of no use. */
static matvar_t *read_matrix(const result_file *f, mat_t *mat, const char *name)
{
    matvar_t *m = f->matio.var_read(mat, name);
    if (m && m->rank == 2 && !m->isComplex && (m->data || m->dims[0] == 0 || m->dims[1] == 0))
        return m;
    f->matio.var_free(m);
    return NULL;
}

static eg_status read_matrices(result_file *f, mat_t *mat)
{
    errno = 0; /* matio does not tell what is not there from what it has no memory for */
    f->class = read_matrix(f, mat, "Aclass");
    f->name = read_matrix(f, mat, "name");
    f->description = read_matrix(f, mat, "description");
    f->info = read_matrix(f, mat, "dataInfo");
    f->fixed = read_matrix(f, mat, "data_1");
    f->moving = read_matrix(f, mat, "data_2");
    if (errno == ENOMEM)
        return EG_ERROR_MEMORY;
    if (!f->class || f->class->dims[0] < 4)
        return wrong_file(f, "it has no matrix Aclass of four texts");
    if (!f->name || !f->info || !f->moving)
        return wrong_file(f, "one of the matrices name, dataInfo, data_2 is missing");
    return EG_OK;
}

/* Aclass is never transposed; its fourth text tells whether the others are. */
static eg_status check_form(result_file *f)
{
    char form[10] = {0};
    for (size_t k = 0; k < 9 && k < f->class->dims[1]; k++) {
        double c = number_at(f->class, 3 + 4 * k);
        form[k] = c > 32.0 && c < 127.0 ? (char)c : '\0';
    }
    f->transposed = strcmp(form, "binTrans") == 0;
    if (!f->transposed && strcmp(form, "binNormal") != 0)
        return wrong_file(f, "Aclass says neither binTrans nor binNormal");
    if (items(f, f->info) != items(f, f->name) || width(f, f->info) < 2)
        return wrong_file(f, "dataInfo does not fit to name");
    if (width(f, f->moving) < 1 || items(f, f->moving) < 1)
        return wrong_file(f, "data_2 is empty");
    size_t longest = width(f, f->name);
    if (f->description && items(f, f->description) != items(f, f->name)) {
        f->matio.var_free(f->description);
        f->description = NULL;
    }
    if (f->description && width(f, f->description) > longest)
        longest = width(f, f->description);
    f->text = malloc(longest + 1);
    return f->text ? EG_OK : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- the trajectory */

/* Takes "[m]" off the end of a description; returns the unit within, or "". */
static const char *cut_unit(char *doc)
{
    size_t length = strlen(doc);
    char *open = strrchr(doc, '[');
    if (!open || length == 0 || doc[length - 1] != ']')
        return "";
    doc[length - 1] = '\0';
    *open = '\0';
    for (char *c = open; c > doc && c[-1] == ' '; c--)
        c[-1] = '\0';
    return open + 1;
}

/* Where variable i is: its matrix and the number within it, with sign. */
static bool find_data(const result_file *f, size_t i, double *matrix, double *place)
{
    *matrix = entry(f, f->info, i, 0);
    *place = entry(f, f->info, i, 1);
    const matvar_t *m = *matrix == 1.0 ? f->fixed : f->moving;
    if (*matrix == 0.0)
        return true;
    bool known = (*matrix == 1.0 || *matrix == 2.0) && m && items(f, m) >= 1;
    return known && fabs(*place) >= 1.0 && fabs(*place) <= (double)width(f, m);
}

/* Adds variable i. It shows a column of data_2 as it is, or one of its own behind these when the column
 * is the time or has its sign changed; *extra holds such columns' numbers with sign. */
static eg_status add_variable(const result_file *f, eg_trajectory *t, size_t i, double *extra)
{
    double matrix, place;
    if (!find_data(f, i, &matrix, &place))
        return wrong_file(f, "dataInfo points outside the data");
    if (matrix == 0.0)
        return EG_OK; /* the abscissa */
    read_text(f, f->name, i);
    if (eg_trajectory_find(t, f->text) >= 0) {
        eg_report(f->diagnostics, EG_ERROR, (eg_place){.file = f->path},
                  "the name \"%.40s\" stands for two variables", f->text);
        eg_remedy(f->diagnostics, "give one of them another name where the file is written");
        return EG_ERROR_FILE;
    }
    eg_signal info = {.name = eg_arena_copy(t->arena, f->text), .unit = "", .doc = ""};
    if (!info.name)
        return EG_ERROR_MEMORY;
    if (f->description) {
        read_text(f, f->description, i);
        info.unit = cut_unit(f->text);
        info.doc = f->text;
    }
    double value = 0.0;
    long column = -1;
    if (matrix == 1.0) {
        value = copysign(1.0, place) * entry(f, f->fixed, 0, (size_t)fabs(place) - 1);
    } else if (place >= 2.0) {
        column = (long)place - 2;
    } else {
        column = (long)t->column_count++;
        extra[(size_t)column + 1 - width(f, f->moving)] = place;
    }
    return eg_trajectory_add_signal(t, info, column, value) == 0 ? EG_OK : EG_ERROR_MEMORY;
}

static eg_status add_rows(const result_file *f, eg_trajectory *t, const double *extra)
{
    size_t columns = width(f, f->moving), count = items(f, f->moving);
    for (size_t i = 0; i < count; i++) {
        double *row = eg_trajectory_add_row(t);
        if (!row)
            return EG_ERROR_MEMORY;
        for (size_t k = 0; k < columns; k++)
            row[k] = entry(f, f->moving, i, k);
        for (size_t k = columns; k < 1 + t->column_count; k++) {
            double place = extra[k - columns];
            row[k] = copysign(1.0, place) * entry(f, f->moving, i, (size_t)fabs(place) - 1);
        }
        if (!isfinite(row[0]) || (i > 0 && row[0] < eg_trajectory_time(t, i - 1)))
            return wrong_file(f, "its times are not in ascending order");
    }
    return EG_OK;
}

static eg_status make_trajectory(const result_file *f, eg_trajectory *t)
{
    size_t count = items(f, f->name);
    eg_status status = EG_OK;
    double *extra = calloc(count + 1, sizeof *extra);
    if (!extra)
        return EG_ERROR_MEMORY;
    t->column_count = width(f, f->moving) - 1;
    for (size_t i = 0; i < count && status == EG_OK; i++)
        status = add_variable(f, t, i, extra);
    if (status == EG_OK)
        status = add_rows(f, t, extra);
    free(extra);
    return status;
}

/* ---------------------------------------------------------------- opening and closing */

/* matio tells nothing about why a file cannot be opened, so that is tried first. */
static eg_status open_file(result_file *f, mat_t **mat)
{
    FILE *probe = fopen(f->path, "rb");
    if (!probe) {
        eg_file_report(f->diagnostics, "read", f->path, errno);
        return EG_ERROR_FILE;
    }
    fclose(probe);
    errno = 0;
    *mat = f->matio.open(f->path, MAT_ACC_RDONLY);
    if (!*mat && errno == ENOMEM)
        return EG_ERROR_MEMORY;
    return *mat ? EG_OK : wrong_file(f, "it is no MAT file");
}

static void result_file_free(result_file *f)
{
    matvar_t *all[] = {f->class, f->name, f->description, f->info, f->fixed, f->moving};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        f->matio.var_free(all[i]);
    free(f->text);
    eg_matio_unload(&f->matio);
}

eg_status eg_mat_read(const char *path, eg_diagnostics *diagnostics, eg_trajectory **trajectory)
{
    result_file f = {.path = path, .diagnostics = diagnostics};
    mat_t *mat = NULL;
    *trajectory = NULL;
    eg_status status = eg_matio_load(&f.matio, path, diagnostics);
    if (status != EG_OK)
        return status;
    status = open_file(&f, &mat);
    if (status == EG_OK)
        status = read_matrices(&f, mat);
    if (mat)
        f.matio.close(mat);
    if (status == EG_OK)
        status = check_form(&f);
    eg_trajectory *t = status == EG_OK ? eg_trajectory_create() : NULL;
    if (t)
        status = make_trajectory(&f, t);
    else if (status == EG_OK)
        status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        *trajectory = t;
    else
        eg_trajectory_free(t);
    result_file_free(&f);
    return status;
}

#else

eg_status eg_mat_read(const char *path, eg_diagnostics *diagnostics, eg_trajectory **trajectory)
{
    *trajectory = NULL;
    return eg_matio_missing(path, diagnostics);
}

#endif
