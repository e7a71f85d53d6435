/* Reading a trajectory from CSV, as this program, Modelica tools and spreadsheets write it.
 *
 * First the names, quoted or plain, the first one "time"; then one row a point, with times that never
 * fall (an event is two rows with the same time). Numbers as in C, also nan and inf; true and
 * false are 1 and 0; white space around them and quotes are allowed; empty lines are skipped; lines end
 * in LF, CR LF or CR. Whatever else is found is an error with its place. */
#include "result/formats.h"

#include "base/file.h"
#include "base/number.h"
#include "base/report.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct reader {
    const char *path;
    const char *c, *end;    /* what is still to be read */
    const char *line_start; /* of the line that c is in */
    int line;               /* its number, from 1 */
    eg_diagnostics *diagnostics;
    eg_trajectory *t;
    char *name; /* scratch for a column's name, as long as the file */
} reader;

enum { SHOWN = 40 }; /* bytes of a wrong text that a message quotes */

/* ---------------------------------------------------------------- places */

static eg_place place_at(const reader *r, const char *where)
{
    ptrdiff_t column = where - r->line_start + 1;
    return (eg_place){r->path, r->line, column > INT_MAX ? INT_MAX : (int)column, r->line_start};
}

static bool at_line_end(const reader *r)
{
    return r->c >= r->end || *r->c == '\n' || *r->c == '\r';
}

static void skip_blanks(reader *r)
{
    while (r->c < r->end && (*r->c == ' ' || *r->c == '\t'))
        r->c++;
}

/* Steps over the end of a line. */
static void next_line(reader *r)
{
    if (r->c < r->end && *r->c == '\r')
        r->c++;
    if (r->c < r->end && *r->c == '\n')
        r->c++;
    r->line_start = r->c;
    r->line++;
}

/* Goes to the first line that is not empty. False at the end of the file. */
static bool find_line(reader *r)
{
    for (;;) {
        skip_blanks(r);
        if (r->c >= r->end)
            return false;
        if (!at_line_end(r))
            return true;
        next_line(r);
    }
}

/* ---------------------------------------------------------------- is it text? */

static eg_status check_text(reader *r)
{
    const unsigned char *c = (const unsigned char *)r->c;
    size_t length = (size_t)(r->end - r->c);
    if (length >= 2 && ((c[0] == 0xFF && c[1] == 0xFE) || (c[0] == 0xFE && c[1] == 0xFF))) {
        eg_report(r->diagnostics, EG_ERROR, (eg_place){.file = r->path},
                  "the file is UTF-16, not plain text");
        eg_remedy(r->diagnostics, "save it as CSV in UTF-8 or ASCII");
        return EG_ERROR_FILE;
    }
    if (length >= 3 && memcmp(c, "\xEF\xBB\xBF", 3) == 0)
        r->c = r->line_start = r->c + 3;
    const char *nul = length > 0 ? memchr(c, 0, length) : NULL;
    if (!nul)
        return EG_OK;
    eg_report(r->diagnostics, EG_ERROR, (eg_place){.file = r->path},
              "the file is not text: byte %" PRIuPTR " is zero", (uintptr_t)(nul - (const char *)c) + 1);
    eg_remedy(r->diagnostics, "give a CSV file: a line of column names, then rows of numbers");
    return EG_ERROR_FILE;
}

/* ---------------------------------------------------------------- the header */

/* Reads one name into r->name, its quotes removed. */
static eg_status read_name(reader *r)
{
    char *out = r->name;
    const char *begin = r->c;
    bool quoted = *r->c == '"';
    if (quoted) {
        for (r->c++; *r->c != '\n' && r->c < r->end && (*r->c != '"' || r->c[1] == '"'); r->c++) {
            if (*r->c == '"')
                r->c++;
            *out++ = *r->c;
        }
        if (*r->c != '"') {
            eg_report(r->diagnostics, EG_ERROR, place_at(r, begin), "the quoted name does not end");
            eg_remedy(r->diagnostics, "close it with \"; a quote inside of a name is written twice");
            return EG_ERROR_FILE;
        }
        r->c++;
    } else {
        while (!at_line_end(r) && *r->c != ',')
            *out++ = *r->c++;
        while (out > r->name && (out[-1] == ' ' || out[-1] == '\t'))
            out--;
    }
    *out = '\0';
    skip_blanks(r);
    if (!at_line_end(r) && *r->c != ',') {
        eg_report(r->diagnostics, EG_ERROR, place_at(r, r->c), "a comma is missing behind the quoted name");
        eg_remedy(r->diagnostics, "separate the columns by commas");
        return EG_ERROR_FILE;
    }
    return EG_OK;
}

static bool is_time(const char *name)
{
    return strcmp(name, "time") == 0 || strcmp(name, "Time") == 0;
}

static eg_status no_time_column(reader *r, const char *where)
{
    eg_report(r->diagnostics, EG_ERROR, place_at(r, where), "the first column is \"%.*s\", not \"time\"",
              SHOWN, r->name);
    if (strpbrk(r->name, ";\t"))
        eg_remedy(r->diagnostics, "separate the columns by commas, and write numbers with decimal points");
    else
        eg_remedy(r->diagnostics, "the first line names the columns: \"time\",\"mass.s\",...");
    return EG_ERROR_FILE;
}

static eg_status add_column(reader *r, size_t column, const char *where)
{
    if (column == 0)
        return is_time(r->name) ? EG_OK : no_time_column(r, where);
    if (!*r->name) {
        eg_report(r->diagnostics, EG_ERROR, place_at(r, where), "column %zu has no name", column + 1);
        eg_remedy(r->diagnostics, "write one, or leave the comma out");
        return EG_ERROR_FILE;
    }
    long first = is_time(r->name) ? -1 : eg_trajectory_find(r->t, r->name);
    if (first >= 0 || is_time(r->name)) {
        eg_report(r->diagnostics, EG_ERROR, place_at(r, where),
                  "the name \"%.*s\" stands for columns %ld and %zu", SHOWN, r->name, first + 2, column + 1);
        eg_remedy(r->diagnostics, "give each column a name of its own, or take one of them out");
        return EG_ERROR_FILE;
    }
    eg_signal info = {.name = r->name, .unit = "", .doc = ""};
    return eg_trajectory_add_signal(r->t, info, (long)column - 1, 0.0) == 0 ? EG_OK : EG_ERROR_MEMORY;
}

static eg_status read_header(reader *r)
{
    if (!find_line(r)) {
        eg_report(r->diagnostics, EG_ERROR, (eg_place){.file = r->path}, "the file is empty");
        eg_remedy(r->diagnostics, "the first line names the columns: \"time\",\"mass.s\",...");
        return EG_ERROR_FILE;
    }
    for (size_t column = 0;; column++) {
        skip_blanks(r);
        const char *where = r->c;
        eg_status status = read_name(r);
        if (status == EG_OK)
            status = add_column(r, column, where);
        if (status != EG_OK)
            return status;
        if (at_line_end(r))
            break;
        r->c++;
    }
    r->t->column_count = r->t->signal_count;
    next_line(r);
    return EG_OK;
}

/* ---------------------------------------------------------------- the rows */

static eg_status not_a_number(reader *r, const char *where)
{
    const char *stop = where;
    while (stop < r->end && !strchr(",\r\n", *stop) && stop - where < SHOWN)
        stop++;
    if (stop == where) {
        eg_report(r->diagnostics, EG_ERROR, place_at(r, where), "the cell is empty");
        eg_remedy(r->diagnostics, "write a number, or nan where there is none");
        return EG_ERROR_FILE;
    }
    eg_report(r->diagnostics, EG_ERROR, place_at(r, where), "\"%.*s\" is not a number", (int)(stop - where),
              where);
    if (*where == '"')
        eg_remedy(r->diagnostics, "write numbers without quotes and with decimal points: 1.5");
    else
        eg_remedy(r->diagnostics,
                  "write numbers with decimal points, such as 1.5 or 2e-3, true or false, inf, nan");
    return EG_ERROR_FILE;
}

static eg_status too_large(reader *r, const char *where, const char *end)
{
    eg_report(r->diagnostics, EG_ERROR, place_at(r, where),
              "%.*s is too large: the largest number is "
              "1.7976931348623157e308",
              (int)(end - where < SHOWN ? end - where : SHOWN), where);
    eg_remedy(r->diagnostics, "write inf where an infinite value is meant");
    return EG_ERROR_FILE;
}

/* Does an infinite value stand there in digits? */
static bool is_overflow(const char *where, const char *end, double value)
{
    return isinf(value) && !memchr(where, 'n', (size_t)(end - where)) &&
           !memchr(where, 'N', (size_t)(end - where));
}

/* A number, or a Boolean in words. Returns where it ends, or NULL. */
static const char *read_value(const reader *r, const char *c, double *value)
{
    static const char *const words[] = {"false", "true"};
    for (int i = 0; i < 2; i++) {
        size_t length = strlen(words[i]);
        if ((size_t)(r->end - c) >= length && memcmp(c, words[i], length) == 0) {
            *value = i;
            return c + length;
        }
    }
    return eg_number_read(c, r->end, value);
}

/* Reads one value and what may surround it. */
static eg_status read_cell(reader *r, double *value)
{
    skip_blanks(r);
    const char *where = r->c;
    bool quoted = r->c < r->end && *r->c == '"';
    r->c += quoted;
    const char *from = r->c;
    r->c = read_value(r, from, value);
    if (!r->c) {
        r->c = where;
        return not_a_number(r, where);
    }
    if (is_overflow(from, r->c, *value))
        return too_large(r, from, r->c);
    if (quoted && (r->c >= r->end || *r->c != '"'))
        return not_a_number(r, where);
    r->c += quoted;
    skip_blanks(r);
    return at_line_end(r) || *r->c == ',' ? EG_OK : not_a_number(r, where);
}

static eg_status ragged(reader *r, const char *where, const char *what)
{
    size_t columns = 1 + r->t->column_count;
    eg_report(r->diagnostics, EG_ERROR, place_at(r, where), "the row has %s than the header's %zu columns",
              what, columns);
    eg_remedy(r->diagnostics,
              strcmp(what, "more cells") == 0
                  ? "commas separate cells: write numbers with decimal points, 1.5 and not 1,5"
                  : "give every row as many cells as the first line has names");
    return EG_ERROR_FILE;
}

static eg_status check_time(reader *r, const double *row, const char *where)
{
    if (!isfinite(row[0])) {
        eg_report(r->diagnostics, EG_ERROR, place_at(r, where), "the time is not finite");
        eg_remedy(r->diagnostics, "write a finite time, or leave the row out");
        return EG_ERROR_FILE;
    }
    if (r->t->row_count < 2 || eg_trajectory_time(r->t, r->t->row_count - 2) <= row[0])
        return EG_OK;
    char now[EG_NUMBER_SIZE], before[EG_NUMBER_SIZE];
    eg_number_write(row[0], now);
    eg_number_write(eg_trajectory_time(r->t, r->t->row_count - 2), before);
    eg_report(r->diagnostics, EG_ERROR, place_at(r, where), "the time falls from %s to %s", before, now);
    eg_remedy(r->diagnostics, "sort the rows by time");
    return EG_ERROR_FILE;
}

static eg_status read_row(reader *r)
{
    const char *where = r->c;
    double *row = eg_trajectory_add_row(r->t);
    if (!row)
        return EG_ERROR_MEMORY;
    for (size_t column = 0; column <= r->t->column_count; column++) {
        if (column > 0 && at_line_end(r))
            return ragged(r, r->c, "fewer cells");
        r->c += column > 0;
        eg_status status = read_cell(r, &row[column]);
        if (status != EG_OK)
            return status;
    }
    if (!at_line_end(r))
        return ragged(r, r->c, "more cells");
    return check_time(r, row, where);
}

static eg_status read_file(reader *r)
{
    eg_status status = check_text(r);
    if (status == EG_OK)
        status = read_header(r);
    while (status == EG_OK && find_line(r)) {
        status = read_row(r);
        next_line(r);
    }
    if (status == EG_OK && r->t->row_count == 0) {
        eg_report(r->diagnostics, EG_ERROR, (eg_place){.file = r->path}, "the file has no row of numbers");
        eg_remedy(r->diagnostics, "write rows of numbers below the line of names");
        return EG_ERROR_FILE;
    }
    return status;
}

eg_status eg_csv_read(const char *path, eg_diagnostics *diagnostics, eg_trajectory **trajectory)
{
    char *bytes = NULL;
    size_t length = 0;
    reader r = {.path = path, .line = 1, .diagnostics = diagnostics};
    *trajectory = NULL;
    /* A file is as long as it is; a pipe may have no end. */
    size_t most = eg_file_is_special(path) ? (size_t)1 << 30 : SIZE_MAX / 4;
    eg_status status = eg_file_read(path, most, diagnostics, &bytes, &length);
    if (status != EG_OK)
        goto done;
    status = EG_ERROR_MEMORY;
    r.t = eg_trajectory_create();
    r.name = malloc(length + 1);
    if (!r.t || !r.name)
        goto done;
    r.c = r.line_start = bytes;
    r.end = bytes + length;
    status = read_file(&r);
    if (status == EG_OK) {
        *trajectory = r.t;
        r.t = NULL;
    }
done:
    free(r.name);
    free(bytes);
    eg_trajectory_free(r.t);
    return status;
}
