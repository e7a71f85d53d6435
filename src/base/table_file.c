/* Tables in text files.
 *
 * Modelica's form begins with "#1". Matrices follow: "double name(rows,columns)" and their elements row by
 * row, between which stand blanks, tabs, line ends, commas or semicolons. "#" begins a comment. A file of
 * comma-separated values has a row in every line, behind some lines of names. */
#include "base/table_file.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/number.h"
#include "base/report.h"

#include <limits.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* What is being read, and what has been. */
typedef struct reading {
    const eg_table_source *source;
    eg_diagnostics *diagnostics;
    const char *at, *end;
    const char *line; /* where the line at hand begins */
    int line_number;
    double *numbers;
    size_t count, capacity;
    eg_status status;
} reading;

enum { MOST_BYTES = 1 << 30, SHOWN = 40 };

/* ---------------------------------------------------------------- complaints */

static eg_place place_of(const reading *r, const char *at)
{
    return (eg_place){.file = r->source->path, .line = r->line_number, .column = (int)(at - r->line) + 1};
}

/* What stands at a place, up to the next blank, separator or end of the line. */
static int word_length(const reading *r, const char *at)
{
    int n = 0;
    while (at + n < r->end && n < SHOWN && !strchr(" \t\r\n,;()", at[n]))
        n++;
    if (n > 0)
        return n;
    if (at < r->end && *at != '\n' && *at != '\r')
        return 1;
    return 0;
}

static bool fail(reading *r, const char *at, const char *what, const char *remedy)
{
    int length = word_length(r, at);
    if (length > 0)
        eg_report(r->diagnostics, EG_ERROR, place_of(r, at), "%s, not \"%.*s\"", what, length, at);
    else
        eg_report(r->diagnostics, EG_ERROR, place_of(r, at), "%s, not the end of the %s", what,
                  at < r->end ? "line" : "file");
    eg_remedy(r->diagnostics, "%s", remedy);
    r->status = EG_ERROR_FILE;
    return false;
}

/* ---------------------------------------------------------------- bytes */

static void next_line(reading *r)
{
    const char *end = memchr(r->at, '\n', (size_t)(r->end - r->at));
    r->at = r->line = end ? end + 1 : r->end;
    r->line_number++;
}

/* Lines end in LF or CRLF; in a file that has no LF, in CR. */
static bool has_only_returns(const reading *r)
{
    return !memchr(r->at, '\n', (size_t)(r->end - r->at)) && memchr(r->at, '\r', (size_t)(r->end - r->at));
}

static bool keep_number(reading *r, double number)
{
    void *items = r->numbers;
    if (eg_grow(&items, &r->capacity, r->count + 1, sizeof number) != 0) {
        r->status = EG_ERROR_MEMORY;
        return false;
    }
    r->numbers = items;
    r->numbers[r->count++] = number;
    return true;
}

/* A number, which a blank, a separator, a comment or an end must follow. */
static bool read_number(reading *r, const char *separators)
{
    static const char remedy[] = "write numbers as in 2.3, -2, 1e-4";
    double number;
    const char *from = r->at, *end = eg_number_read(from, r->end, &number);
    if (!end || (end < r->end && !strchr(separators, *end)))
        return fail(r, from, "a number must stand here", remedy);
    if (!isfinite(number))
        return fail(r, from, "a finite number must stand here", remedy);
    r->at = end;
    return keep_number(r, number);
}

/* ---------------------------------------------------------------- Modelica's form */

/* Steps over blanks, separators, comments and ends of lines. */
static void skip(reading *r)
{
    while (r->at < r->end) {
        if (*r->at == '\n' || *r->at == '#')
            next_line(r);
        else if (strchr(" \t\r,;", *r->at))
            r->at++;
        else
            return;
    }
}

static void skip_blanks(reading *r)
{
    while (r->at < r->end && (*r->at == ' ' || *r->at == '\t'))
        r->at++;
}

static bool take(reading *r, char c)
{
    skip_blanks(r);
    if (r->at < r->end && *r->at == c) {
        r->at++;
        return true;
    }
    char what[40] = "\" \" must stand here";
    what[1] = c;
    return fail(r, r->at, what, "a table begins as in: double tab1(6,2)");
}

static bool take_size(reading *r, int *size)
{
    long n = 0;
    skip_blanks(r);
    const char *from = r->at;
    for (; r->at < r->end && *r->at >= '0' && *r->at <= '9' && n <= INT_MAX; r->at++)
        n = 10 * n + (*r->at - '0');
    *size = (int)n;
    return (r->at > from && n > 0 && n <= INT_MAX) ||
           fail(r, from, "the number of rows or columns must stand here",
                "a table begins as in: double tab1(6,2)");
}

/* "double name(rows,columns)" */
typedef struct heading {
    const char *name;
    int length;
    int rows, columns;
} heading;

static bool is_word(const reading *r, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(r->end - r->at) > length && memcmp(r->at, word, length) == 0 &&
           (r->at[length] == ' ' || r->at[length] == '\t');
}

static bool take_heading(reading *r, heading *h)
{
    if (!is_word(r, "double") && !is_word(r, "float"))
        return fail(r, r->at, "the type of a table must stand here",
                    "a table begins as in: double tab1(6,2), and has as many numbers as that says");
    r->at += strcspn(r->at, " \t");
    skip_blanks(r);
    h->name = r->at;
    while (r->at < r->end && !strchr(" \t\r\n(", *r->at))
        r->at++;
    h->length = (int)(r->at - h->name);
    if (h->length == 0)
        return fail(r, r->at, "the name of a table must stand here",
                    "a table begins as in: double tab1(6,2)");
    return take(r, '(') && take_size(r, &h->rows) && take(r, ',') && take_size(r, &h->columns) &&
           take(r, ')');
}

static bool is_wanted(const reading *r, const heading *h)
{
    return strlen(r->source->name) == (size_t)h->length &&
           memcmp(r->source->name, h->name, (size_t)h->length) == 0;
}

/* The elements of a table, rows*columns of them. */
static bool take_elements(reading *r, const heading *h)
{
    r->count = 0;
    for (long long left = (long long)h->rows * h->columns; left > 0; left--) {
        skip(r);
        if (!read_number(r, " \t\r\n,;#"))
            return false;
    }
    return true;
}

static bool check_beginning(reading *r)
{
    if (r->end - r->at >= 2 && (memcmp(r->at, "\xff\xfe", 2) == 0 || memcmp(r->at, "\xfe\xff", 2) == 0)) {
        eg_report(r->diagnostics, EG_ERROR, place_of(r, r->at), "the file is written in UTF-16");
        eg_remedy(r->diagnostics, "save it as UTF-8");
        r->status = EG_ERROR_FILE;
        return false;
    }
    if (r->end - r->at >= 3 && memcmp(r->at, "\xef\xbb\xbf", 3) == 0)
        r->at += 3;
    return true;
}

static bool no_such_table(reading *r, const char *names)
{
    eg_report(r->diagnostics, EG_ERROR, (eg_place){.file = r->source->path},
              "the file holds no table \"%.100s\"", r->source->name);
    if (*names)
        eg_remedy(r->diagnostics, "its tables are %s", names);
    else
        eg_remedy(r->diagnostics, "write it as: double %.100s(6,2), and its numbers", r->source->name);
    r->status = EG_ERROR_FILE;
    return false;
}

static void list_name(char *names, size_t size, const heading *h)
{
    size_t used = strlen(names);
    if (used + (size_t)h->length + 3 > size)
        return;
    memcpy(names + used, ", ", 2);
    memcpy(names + used + 2, h->name, (size_t)h->length);
    names[used + 2 + (size_t)h->length] = '\0';
}

static bool read_text(reading *r, eg_table *table)
{
    char names[400] = "";
    if (r->end - r->at < 2 || r->at[0] != '#' || r->at[1] != '1')
        return fail(r, r->at, "the first line of a table file must begin with \"#1\"",
                    "write #1, then a line as double tab1(6,2), then the numbers; a file of rows alone may "
                    "be called .csv");
    for (skip(r); r->at < r->end; skip(r)) {
        heading h;
        if (!take_heading(r, &h) || !take_elements(r, &h))
            return false;
        table->rows = h.rows;
        table->columns = h.columns;
        if (is_wanted(r, &h))
            return true;
        list_name(names, sizeof names, &h);
    }
    return no_such_table(r, *names ? names + 2 : "");
}

/* ---------------------------------------------------------------- comma-separated values */

static bool is_line_end(const reading *r)
{
    return r->at >= r->end || *r->at == '\n' || *r->at == '\r';
}

/* A field, perhaps between quotes. */
static bool read_field(reading *r, char delimiter)
{
    char separators[] = {delimiter, ' ', '\t', '\r', '\n', '"', '\0'};
    static const char remedy[] =
        "every line must hold numbers with decimal points; nHeaderLines tells how many lines stand before "
        "them, delimiter what stands between them";
    double number;
    if (delimiter != '\t' && delimiter != ' ')
        skip_blanks(r);
    const char *from = r->at;
    bool quoted = r->at < r->end && *r->at == '"';
    r->at += quoted;
    const char *end = eg_number_read(r->at, r->end, &number);
    if (!end || (end < r->end && !strchr(separators, *end)) || (quoted && (end >= r->end || *end != '"')))
        return fail(r, from, "a number must stand here", remedy);
    if (!isfinite(number))
        return fail(r, from, "a finite number must stand here", remedy);
    r->at = end + quoted;
    if (delimiter != '\t' && delimiter != ' ')
        skip_blanks(r);
    return keep_number(r, number);
}

/* A line of numbers; *columns of them. */
static bool read_line(reading *r, char delimiter, int *columns)
{
    *columns = 0;
    for (;;) {
        while (delimiter == ' ' && r->at < r->end && *r->at == ' ')
            r->at++;
        if (delimiter == ' ' && *columns > 0 && is_line_end(r))
            return true;
        if (!read_field(r, delimiter))
            return false;
        if (++*columns == INT_MAX)
            return fail(r, r->at, "the end of the line must stand here", "take fewer columns");
        if (is_line_end(r))
            return true;
        if (*r->at != delimiter)
            return fail(r, r->at, "the delimiter must stand here",
                        "give delimiter = \";\" or what stands between two numbers of a line");
        r->at++;
    }
}

static bool is_blank_line(const reading *r)
{
    const char *at = r->at;
    while (at < r->end && (*at == ' ' || *at == '\t' || *at == '\r'))
        at++;
    return at >= r->end || *at == '\n';
}

static bool wrong_width(reading *r, int columns, int expected)
{
    eg_report(r->diagnostics, EG_ERROR,
              (eg_place){.file = r->source->path, .line = r->line_number, .column = 1},
              "this line holds %d numbers, the lines before it %d", columns, expected);
    eg_remedy(r->diagnostics, "give every line as many numbers");
    r->status = EG_ERROR_FILE;
    return false;
}

static bool read_csv(reading *r, eg_table *table)
{
    char delimiter = r->source->delimiter[0];
    for (int i = 0; i < r->source->header_lines && r->at < r->end; i++)
        next_line(r);
    for (; r->at < r->end; next_line(r)) {
        int columns;
        if (is_blank_line(r))
            continue;
        if (!read_line(r, delimiter, &columns))
            return false;
        if (table->rows > 0 && columns != table->columns)
            return wrong_width(r, columns, table->columns);
        table->columns = columns;
        if (table->rows++ == INT_MAX - 1)
            return fail(r, r->at, "the end of the file must stand here", "take fewer rows");
    }
    return table->rows > 0 || fail(r, r->end, "a line of numbers must stand here",
                                   "check nHeaderLines, the number of lines before the numbers");
}

/* ---------------------------------------------------------------- any file */

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), size = strlen(ending);
    for (size_t i = 0; i < size && length > size; i++) {
        char c = path[length - size + i];
        if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != ending[i])
            return false;
    }
    return length > size;
}

int eg_table_is_csv(const char *path)
{
    return ends_in(path, ".csv");
}

eg_status eg_table_read(const eg_table_source *source, eg_diagnostics *diagnostics, eg_table *table)
{
    reading r = {.source = source, .diagnostics = diagnostics, .line_number = 1};
    char *bytes;
    size_t length;
    *table = (eg_table){0};
    if (ends_in(source->path, ".mat"))
        return eg_table_read_mat(source, diagnostics, table);
    eg_status status = eg_file_read(source->path, MOST_BYTES, diagnostics, &bytes, &length);
    if (status != EG_OK)
        return status;
    r.at = r.line = bytes;
    r.end = bytes + length;
    for (char *c = bytes; has_only_returns(&r) && c < bytes + length; c++)
        *c = *c == '\r' ? '\n' : *c;
    bool good =
        check_beginning(&r) && (eg_table_is_csv(source->path) ? read_csv(&r, table) : read_text(&r, table));
    free(bytes);
    if (good)
        table->elements = r.numbers;
    else
        *table = (eg_table){0};
    if (!good)
        free(r.numbers);
    return r.status;
}
