#include "fit/data.h"

#include "base/file.h"
#include "base/names.h"
#include "base/number.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

typedef struct reader {
    eg_arena *arena;
    eg_fit_data *data;
    eg_diagnostics *d;
    const char *c, *end; /* what is still to be read */
    const char *line_start;
    int line;
    char mark; /* between two cells */
    size_t capacity;
} reader;

typedef struct cell {
    const char *text;
    size_t length;
} cell;

static eg_status wrong(const reader *r, const char *at, const char *what)
{
    eg_report(r->d, EG_ERROR,
              (eg_place){r->data->path, r->line, (int)(at - r->line_start) + 1, r->line_start}, "%s", what);
    return EG_ERROR_FILE;
}

static bool at_line_end(const reader *r)
{
    return r->c >= r->end || *r->c == '\n' || *r->c == '\r';
}

static void next_line(reader *r)
{
    while (!at_line_end(r))
        r->c++;
    if (r->c < r->end && *r->c == '\r')
        r->c++;
    if (r->c < r->end && *r->c == '\n')
        r->c++;
    r->line_start = r->c;
    r->line++;
}

/* To the next line that holds something; of a single column an empty line is a sample that is missing. False:
 * there is none. */
static bool find_line(reader *r)
{
    if (r->data->columns == 1 && r->c < r->end && at_line_end(r))
        return true;
    for (; r->c < r->end; next_line(r)) {
        const char *c = r->c;
        while (c < r->end && (*c == ' ' || *c == '\t'))
            c++;
        if (c < r->end && *c != '\n' && *c != '\r' && *c != '#')
            return true;
    }
    return false;
}

/* Without blanks and quotes around it. */
static cell trim(const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from))
        from++;
    while (to > from && isspace((unsigned char)to[-1]))
        to--;
    if (to - from >= 2 && *from == '"' && to[-1] == '"')
        return (cell){from + 1, (size_t)(to - from) - 2};
    return (cell){from, (size_t)(to - from)};
}

/* The next cell of the line. */
static cell take_cell(reader *r)
{
    const char *from = r->c;
    bool quoted = false;
    while (!at_line_end(r) && (quoted || *r->c != r->mark)) {
        quoted ^= *r->c == '"';
        r->c++;
    }
    cell found = trim(from, r->c);
    if (r->c < r->end && *r->c == r->mark)
        r->c++;
    return found;
}

bool eg_fit_data_name(eg_arena *arena, const char *text, size_t length, const char **name, const char **unit)
{
    const char *end = text + length;
    char open = '\0';
    if (length > 1 && end[-1] == ']')
        open = '[';
    else if (length > 1 && end[-1] == ')')
        open = '(';
    const char *at = end;
    while (open && at > text && *at != open)
        at--;
    const bool has_unit = open && at > text;
    const cell left = trim(text, has_unit ? at : end);
    *name = eg_arena_text(arena, left.text, left.length);
    *unit = NULL;
    if (has_unit) {
        const cell inside = trim(at + 1, end - 1);
        *unit = eg_arena_text(arena, inside.text, inside.length);
    }
    return *name && (!has_unit || *unit);
}

static eg_status read_head(reader *r)
{
    size_t cells[3] = {0}, most = 0;
    static const char marks[] = ",;\t";
    for (const char *c = r->c; c < r->end && *c != '\n' && *c != '\r'; c++)
        for (size_t k = 0; k < 3; k++)
            cells[k] += *c == marks[k];
    for (size_t k = 1; k < 3; k++)
        most = cells[k] > cells[most] ? k : most;
    r->mark = marks[most];
    r->data->columns = cells[most] + 1;
    r->data->names = eg_arena_array(r->arena, r->data->columns, sizeof *r->data->names);
    r->data->units = eg_arena_array(r->arena, r->data->columns, sizeof *r->data->units);
    if (!r->data->names || !r->data->units)
        return EG_ERROR_MEMORY;
    double number;
    for (size_t i = 0; i < r->data->columns; i++) {
        const char *at = r->c;
        const cell head = take_cell(r);
        if (head.length > 0 && eg_number_read(head.text, head.text + head.length, &number)) {
            eg_status status = wrong(r, at, "the first line must name the columns, but has a number");
            eg_remedy(r->d, "as in: time,pos[mm]");
            return status;
        }
        if (!eg_fit_data_name(r->arena, head.text, head.length, &r->data->names[i], &r->data->units[i]))
            return EG_ERROR_MEMORY;
    }
    next_line(r);
    return EG_OK;
}

static bool is_missing(cell x)
{
    static const char *const words[] = {"", "-", "na", "nan", "n/a", "null"};
    char low[5] = "";
    if (x.length >= sizeof low)
        return false;
    for (size_t i = 0; i < x.length; i++)
        low[i] = (char)tolower((unsigned char)x.text[i]);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(low, words[i]) == 0)
            return true;
    return false;
}

static eg_status read_row(reader *r, double *row)
{
    for (size_t i = 0; i < r->data->columns; i++) {
        const char *at = r->c;
        const cell x = take_cell(r);
        row[i] = NAN;
        if (is_missing(x))
            continue;
        const char *end = eg_number_read(x.text, x.text + x.length, &row[i]);
        if (!end || end != x.text + x.length || !isfinite(row[i])) {
            eg_status status = wrong(r, at, "this is no number");
            eg_remedy(r->d, "a sample that is missing is an empty cell; decimals have a point");
            return status;
        }
    }
    if (at_line_end(r))
        return EG_OK;
    const eg_status status = wrong(r, r->c, "this line has more cells than the first one");
    eg_remedy(r->d, "name each column in the first line; decimals have a point, not a comma");
    return status;
}

static eg_status read_rows(reader *r)
{
    const size_t columns = r->data->columns;
    size_t lines = 1;
    for (const char *c = r->c; c < r->end; c++)
        lines += *c == '\n' || *c == '\r';
    double *row = eg_arena_array(r->arena, columns, sizeof *row);
    r->data->values = eg_arena_array(r->arena, columns * lines, sizeof *r->data->values);
    r->data->lines = eg_arena_array(r->arena, lines, sizeof *r->data->lines);
    if (!row || !r->data->values || !r->data->lines)
        return EG_ERROR_MEMORY;
    for (; find_line(r); next_line(r)) {
        eg_status status = read_row(r, row);
        if (status != EG_OK)
            return status;
        for (size_t i = 0; i < columns; i++)
            r->data->values[i * lines + r->data->rows] = row[i];
        r->data->lines[r->data->rows++] = r->line;
    }
    while (columns == 1 && r->data->rows > 0 && isnan(r->data->values[r->data->rows - 1]))
        r->data->rows--;
    for (size_t i = 1; i < columns; i++) /* close up */
        memmove(r->data->values + i * r->data->rows, r->data->values + i * lines,
                r->data->rows * sizeof *r->data->values);
    return EG_OK;
}

eg_status eg_fit_data_read(eg_arena *arena, const char *path, eg_diagnostics *d, eg_fit_data *data)
{
    enum { MOST = 1 << 30 };
    char *bytes = NULL;
    size_t length = 0;
    *data = (eg_fit_data){.path = eg_arena_copy(arena, path)};
    eg_status status = data->path ? eg_file_read(path, MOST, d, &bytes, &length) : EG_ERROR_MEMORY;
    const size_t mark = length >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0; /* of UTF-8 */
    reader r = {.arena = arena, .data = data, .d = d, .line = 1};
    if (status == EG_OK) {
        r.c = r.line_start = bytes + mark;
        r.end = bytes + length;
        if (!find_line(&r)) {
            eg_report(d, EG_ERROR, EG_NOWHERE, "%s has no columns", path);
            eg_remedy(d, "write the names of the columns into its first line, and numbers below");
            status = EG_ERROR_FILE;
        }
    }
    if (status == EG_OK)
        status = read_head(&r);
    if (status == EG_OK)
        status = read_rows(&r);
    free(bytes);
    return status;
}

long eg_fit_data_find(const eg_fit_data *data, const char *name, eg_diagnostics *d)
{
    for (size_t i = 0; i < data->columns; i++)
        if (strcmp(data->names[i], name) == 0)
            return (long)i;
    const char *near = eg_nearest(name, data->names, data->columns);
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s has no column \"%s\"", data->path, name);
    if (near)
        eg_remedy(d, "did you mean %s?", near);
    else
        eg_remedy(d, "write one of the names in its first line");
    return -1;
}
