/* Elastogap.Files.columns(fileName, x, y): two columns of a file of comma-separated values, by the names
 * in its first line. What Dyad calls a DyadDataset or DyadTimeseries is read as a call of it.
 * Elastogap.Files.matrix(fileName, tableName, delimiter, nHeaderLines): the table that MSL's blocks read. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/table_file.h"
#include "modelica/scope/library.h"
#include "modelica/scope/resource.h"
#include "modelica/value/call.h"

/* Of the first line. */
typedef struct header {
    char *bytes;
    size_t length; /* of the line */
    char delimiter;
} header;

/* Libraries in Dyad keep data beside the directory of their texts. */
static const char *path_of(eg_call *c, const char *name)
{
    static const char dyad[] = "dyad://";
    const char *library = NULL, *found = name;
    if (strncmp(name, dyad, sizeof dyad - 1) == 0)
        found = eg_resource_path(c->r, eg_textf(c->r, "modelica://%s", name + sizeof dyad - 1), &library);
    else
        found = eg_resource_path(c->r, name, &library);
    if (!found)
        found = strchr(name + sizeof dyad, '/') + 1;
    if (found[0] == '/' && eg_is_file(found))
        return found;
    const char *beside = eg_file_beside(c->r, c->scope->node, found);
    const char *above = eg_file_beside(c->r, c->scope->node, eg_textf(c->r, "../%s", found));
    const char *of_tests = eg_file_beside(c->r, c->scope->node, eg_textf(c->r, "../test/%s", found));
    if (eg_is_file(beside))
        return beside;
    return eg_is_file(of_tests) && !eg_is_file(above) ? of_tests : above;
}

/* The end of a field of the header. */
static size_t field_end(const header *h, size_t from)
{
    while (from < h->length && h->bytes[from] != h->delimiter)
        from++;
    return from;
}

static bool is_named(const char *field, size_t length, const char *name)
{
    while (length > 0 && strchr(" \t\"", *field)) {
        field++;
        length--;
    }
    while (length > 0 && strchr(" \t\"\r", field[length - 1]))
        length--;
    return length == strlen(name) && strncmp(field, name, length) == 0;
}

/* Which column has the name of argument i; -1 (reported): none. */
static int column_of(eg_call *c, const header *h, const char *path, uint32_t i)
{
    int column = 0;
    for (size_t from = 0; from <= h->length; column++) {
        size_t end = field_end(h, from);
        if (is_named(h->bytes + from, end - from, c->arguments[i].text))
            return column;
        from = end + 1;
    }
    eg_error(c->r, c->scope->source, c->e->items[i]->at, "the file %.200s has no column \"%.100s\"", path,
             c->arguments[i].text);
    eg_hint(c->r, "its first line must hold the names of its columns: %.*s",
            (int)(h->length < 200 ? h->length : 200), h->bytes);
    return -1;
}

static bool take_columns(eg_call *c, const eg_table *t, const int *column, eg_value *result)
{
    long *dims = eg_new_array(c->r, 2, sizeof *dims);
    double *numbers = eg_value_room(c->r, 2 * (size_t)t->rows);
    if (!dims || !numbers)
        return false;
    dims[0] = t->rows;
    dims[1] = 2;
    for (int row = 0; row < t->rows; row++)
        for (int k = 0; k < 2; k++)
            numbers[2 * row + k] = t->elements[row * t->columns + column[k]];
    *result = eg_value_array(EG_REAL, 2, dims, numbers);
    return true;
}

static bool read_columns(eg_call *c, const char *path, const header *h, eg_value *result)
{
    const int column[] = {column_of(c, h, path, 1), column_of(c, h, path, 2)};
    const char delimiter[] = {h->delimiter, '\0'};
    const eg_table_source source = {.path = path, .delimiter = delimiter, .header_lines = 1};
    eg_table table = {0};
    if (column[0] < 0 || column[1] < 0)
        return false;
    eg_status status = eg_table_read(&source, c->r->diagnostics, &table);
    bool fits = status == EG_OK && column[0] < table.columns && column[1] < table.columns;
    bool ok = fits && take_columns(c, &table, column, result);
    if (status == EG_OK && !fits) {
        eg_error(c->r, c->scope->source, c->e->at, "the file %.200s has more names than columns", path);
        eg_hint(c->r, "write one name for each column into its first line");
    } else if (status != EG_OK)
        c->r->errors++;
    c->r->out_of_memory = c->r->out_of_memory || status == EG_ERROR_MEMORY;
    free(table.elements);
    return ok;
}

bool eg_call_columns(eg_call *c, eg_value *result)
{
    enum { MOST_BYTES = 1 << 28 };
    for (uint32_t i = 0; i < 3; i++)
        if (c->arguments[i].type != EG_STRING || c->arguments[i].rank > 0)
            return eg_call_refuse(c, i, "a text");
    const char *path = path_of(c, c->arguments[0].text);
    header h = {.delimiter = ','};
    size_t length = 0;
    if (!eg_table_is_csv(path) || !eg_is_file(path)) {
        eg_error(c->r, c->scope->source, c->e->items[0]->at,
                 "there is no file %.300s of comma-separated values", path);
        eg_hint(c->r,
                "it is looked for beside the model, one directory up and in ../test; its name ends in .csv");
        return false;
    }
    eg_status status = eg_file_read(path, MOST_BYTES, c->r->diagnostics, &h.bytes, &length);
    if (status != EG_OK) {
        c->r->errors++;
        return false;
    }
    h.length = strcspn(h.bytes, "\n");
    h.length = h.length < length ? h.length : length;
    for (size_t i = 0; i < h.length; i++)
        if (h.bytes[i] == ';' || h.bytes[i] == '\t')
            h.delimiter = h.bytes[i];
    bool ok = read_columns(c, path, &h, result);
    free(h.bytes);
    return ok;
}

/* Are the arguments those of a table in a file? */
static bool check_table(eg_call *c)
{
    const eg_value *a = c->arguments;
    for (uint32_t i = 0; i < 3; i++)
        if (a[i].type != EG_STRING || a[i].rank > 0)
            return eg_call_refuse(c, i, "a text");
    if (a[3].type != EG_INTEGER || a[3].rank > 0 || !(a[3].number >= 0 && a[3].number <= INT_MAX))
        return eg_call_refuse(c, 3, "a whole number from 0 on");
    if (strlen(a[2].text) != 1)
        return eg_call_refuse(c, 2, "one character");
    return true;
}

bool eg_call_file_matrix(eg_call *c, eg_value *result)
{
    const eg_value *a = c->arguments;
    const char *library = NULL;
    if (!check_table(c))
        return false;
    const char *path = eg_resource_path(c->r, a[0].text, &library);
    if (!library)
        path = eg_file_beside(c->r, c->scope->node, path);
    else if (!path)
        path = a[0].text;
    if (!eg_is_file(path)) {
        eg_error(c->r, c->scope->source, c->e->at, "the file of the table, \"%.300s\", cannot be opened",
                 path);
        eg_hint(c->r, "fileName is looked for beside the text of the model, then in the current folder");
        return false;
    }
    const eg_table_source source = {
        .path = path, .name = a[1].text, .delimiter = a[2].text, .header_lines = (int)a[3].number};
    eg_table table = {0};
    const eg_status status = eg_table_read(&source, c->r->diagnostics, &table);
    const size_t count = status == EG_OK ? (size_t)table.rows * (size_t)table.columns : 0;
    long *dims = eg_new_array(c->r, 2, sizeof *dims);
    double *numbers = eg_value_room(c->r, count);
    const bool ok = status == EG_OK && dims && numbers;
    if (ok) {
        memcpy(numbers, table.elements, count * sizeof *numbers);
        dims[0] = table.rows;
        dims[1] = table.columns;
        *result = eg_value_array(EG_REAL, 2, dims, numbers);
    } else if (status != EG_OK) {
        c->r->errors++;
    }
    c->r->out_of_memory = c->r->out_of_memory || status == EG_ERROR_MEMORY;
    free(table.elements);
    return ok;
}
