/* Sets of values: from a table, drawn at random, or evenly spaced.
 *
 * A number that is drawn depends on the seed, the set and the column alone: splitmix64 (Steele, Lea and Flood
 * 2014) of their combination. Two numbers give a normal one by Box and Muller's formula. */
#include "cli/ensemble_sets.h"

#include "base/file.h"
#include "base/number.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double most_values = 1e9;

void eg_sets_release(eg_sets *sets)
{
    for (size_t i = 0; i < sets->columns && sets->names; i++)
        free(sets->names[i]);
    free(sets->names);
    free(sets->values);
    *sets = (eg_sets){0};
}

static bool add_column(eg_sets *sets, const char *name, size_t length)
{
    char **names = realloc(sets->names, (sets->columns + 1) * sizeof *names);
    if (!names)
        return false;
    sets->names = names;
    names[sets->columns] = calloc(length + 1, 1);
    if (!names[sets->columns])
        return false;
    memcpy(names[sets->columns++], name, length);
    return true;
}

/* ---------------------------------------------------------------- a table from a file */

typedef struct table {
    const char *path, *at;
    long line;
    eg_diagnostics *d;
    size_t capacity;
} table;

static void skip_blanks(table *t)
{
    while (*t->at == ' ' || *t->at == '\t' || *t->at == '\r')
        t->at++;
}

static int refuse(const table *t, const char *what)
{
    eg_report(t->d, EG_ERROR, (eg_place){t->path, (int)t->line, 0, NULL}, "%s", what);
    eg_remedy(t->d,
              "the first line names the parameters, all others hold as many numbers, separated by commas");
    return EG_EXIT_USAGE;
}

/* The names of the columns. */
static int read_header(table *t, eg_sets *sets)
{
    for (;;) {
        skip_blanks(t);
        bool quoted = *t->at == '"';
        const char *begin = t->at += quoted;
        t->at += strcspn(t->at, quoted ? "\"\n" : ",\r\n");
        const char *end = t->at;
        while (!quoted && end > begin && (end[-1] == ' ' || end[-1] == '\t'))
            end--;
        if (end == begin || (quoted && *t->at != '"'))
            return refuse(t, "here a name of a parameter should stand");
        if (!add_column(sets, begin, (size_t)(end - begin)))
            return eg_print_no_memory();
        t->at += quoted;
        skip_blanks(t);
        if (*t->at != ',')
            break;
        t->at++;
    }
    return *t->at == '\n' || *t->at == '\0' ? EG_EXIT_DONE
                                            : refuse(t, "the names should be separated by commas");
}

static int read_row(table *t, eg_sets *sets)
{
    for (size_t i = 0; i < sets->columns; i++) {
        char complaint[200];
        double value;
        skip_blanks(t);
        const char *end = t->at + strcspn(t->at, ",\r\n"), *stop = end;
        while (stop > t->at && (stop[-1] == ' ' || stop[-1] == '\t'))
            stop--;
        if (stop == t->at || eg_number_read(t->at, stop, &value) != stop || !isfinite(value)) {
            snprintf(complaint, sizeof complaint, "column %zu (%.60s) holds no finite number: '%.*s'", i + 1,
                     sets->names[i], (int)(stop - t->at < 40 ? stop - t->at : 40), t->at);
            return refuse(t, complaint);
        }
        sets->values[sets->rows * sets->columns + i] = value;
        t->at = end;
        skip_blanks(t);
        if (i + 1 < sets->columns ? *t->at != ',' : *t->at != '\n' && *t->at != '\0')
            return refuse(t, "this line has not as many numbers as there are names");
        t->at += *t->at == ',';
    }
    sets->rows++;
    return EG_EXIT_DONE;
}

static int read_rows(table *t, eg_sets *sets)
{
    for (; *t->at; t->line++, t->at += *t->at == '\n') {
        skip_blanks(t);
        if (*t->at == '\n' || *t->at == '\0')
            continue;
        if ((sets->rows + 1) * sets->columns > t->capacity) {
            t->capacity = 2 * (sets->rows + 1) * sets->columns;
            double *values = realloc(sets->values, t->capacity * sizeof *values);
            if (!values)
                return eg_print_no_memory();
            sets->values = values;
        }
        int outcome = read_row(t, sets);
        if (outcome != EG_EXIT_DONE)
            return outcome;
    }
    return sets->rows > 0 ? EG_EXIT_DONE : refuse(t, "the table has no rows");
}

static int read_table(const char *path, eg_sets *sets, eg_diagnostics *d)
{
    char *text = NULL;
    size_t length;
    eg_status status = eg_file_read(path, (size_t)1 << 32, d, &text, &length);
    if (status != EG_OK)
        return status == EG_ERROR_FILE ? EG_EXIT_USAGE : eg_exit_status(status);
    table t = {.path = path, .at = text, .line = 1, .d = d};
    if (length >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0) /* the mark of UTF-8 that spreadsheets write */
        t.at += 3;
    int outcome = strlen(text) == length ? read_header(&t, sets) : refuse(&t, "the file is no text");
    if (outcome == EG_EXIT_DONE)
        outcome = read_rows(&t, sets);
    free(text);
    return outcome;
}

/* ---------------------------------------------------------------- distributions and ranges */

typedef enum eg_law_kind { UNIFORM, LOGUNIFORM, NORMAL, RANGE } law_kind;

typedef struct law {
    law_kind kind;
    double number[3];
} law;

static const struct {
    const char *name;
    int numbers;
    const char *usage;
} laws[] = {{"uniform", 2, "uniform(LOW, HIGH) with LOW <= HIGH"},
            {"loguniform", 2, "loguniform(LOW, HIGH) with 0 < LOW <= HIGH"},
            {"normal", 2, "normal(MEAN, DEVIATION) with DEVIATION >= 0"},
            {"range", 3, "range(FIRST, LAST, COUNT) with a whole COUNT from 1"}};

/* The law whose name stands before a parenthesis, or -1. */
static int law_of(const char *text)
{
    for (size_t i = 0; i < sizeof laws / sizeof *laws; i++) {
        size_t length = strlen(laws[i].name);
        if (strncmp(text, laws[i].name, length) == 0 && text[length] == '(')
            return (int)i;
    }
    return -1;
}

static bool read_numbers(const char *text, int count, double *numbers)
{
    const char *at = strchr(text, '(') + 1;
    for (int i = 0; i < count; i++) {
        at += strspn(at, " ");
        const char *end = eg_number_read(at, at + strlen(at), &numbers[i]);
        if (!end || end == at || !isfinite(numbers[i]))
            return false;
        at = end + strspn(end, " ");
        if (*at++ != (i + 1 < count ? ',' : ')'))
            return false;
    }
    return *at == '\0';
}

static bool read_law(const char *text, law *l)
{
    l->kind = (law_kind)law_of(text);
    if (!read_numbers(text, laws[l->kind].numbers, l->number))
        return false;
    const double *x = l->number;
    switch (l->kind) {
    case UNIFORM: return x[0] <= x[1];
    case LOGUNIFORM: return x[0] > 0 && x[0] <= x[1];
    case NORMAL: return x[1] >= 0;
    case RANGE: return x[2] >= 1 && x[2] <= most_values && x[2] == floor(x[2]);
    }
    return false;
}

/* Bits that depend on all three numbers. */
static uint64_t mix(uint64_t seed, uint64_t set, uint64_t column)
{
    uint64_t z = seed + 0x9e3779b97f4a7c15u * (set + 1) + 0xd1b54a32d192ed03u * (column + 1);
    for (int turn = 0; turn < 2; turn++) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
        z ^= z >> 31;
    }
    return z;
}

/* Between 0 and 1, neither of them. */
static double draw(uint64_t seed, uint64_t set, uint64_t column)
{
    return ((double)(mix(seed, set, column) >> 12) + 0.5) * 0x1p-52;
}

static double value_of(const law *l, uint64_t seed, uint64_t set, uint64_t column)
{
    const double *x = l->number, pi = 3.14159265358979323846;
    double u = draw(seed, set, 2 * column);
    if (l->kind == UNIFORM)
        return x[0] + u * (x[1] - x[0]);
    if (l->kind == LOGUNIFORM)
        return x[0] * pow(x[1] / x[0], u);
    return x[0] + x[1] * sqrt(-2 * log(u)) * cos(2 * pi * draw(seed, set, 2 * column + 1));
}

static double range_value(const law *l, size_t k)
{
    double count = l->number[2];
    return count > 1 ? l->number[0] + (double)k / (count - 1) * (l->number[1] - l->number[0]) : l->number[0];
}

/* ---------------------------------------------------------------- together */

/* Every row of the file, at every point of the ranges, `count` times. The last range varies fastest, then
 * come the draws. */
static int fill(eg_sets *sets, const law *list, size_t list_count, size_t count, uint64_t seed)
{
    size_t from_file = sets->columns - list_count, rows = sets->rows > 0 ? sets->rows : 1;
    double total = (double)rows * (double)count;
    for (size_t i = 0; i < list_count; i++)
        total *= list[i].kind == RANGE ? list[i].number[2] : 1;
    if (total * (double)sets->columns > most_values)
        return eg_print_usage_error("%.3g sets are too many; at most %.0e values are used", total,
                                    most_values);
    double *values = calloc((size_t)total * sets->columns + 1, sizeof *values);
    if (!values)
        return eg_print_no_memory();
    for (size_t set = 0; set < (size_t)total; set++) {
        double *row = values + set * sets->columns;
        size_t rest = set / count;
        for (size_t i = list_count; i-- > 0;) {
            if (list[i].kind != RANGE) {
                row[from_file + i] = value_of(&list[i], seed, set, i);
                continue;
            }
            size_t points = (size_t)list[i].number[2];
            row[from_file + i] = range_value(&list[i], rest % points);
            rest /= points;
        }
        if (from_file > 0)
            memcpy(row, sets->values + rest * from_file, from_file * sizeof *row);
    }
    free(sets->values);
    sets->values = values;
    sets->rows = (size_t)total;
    return EG_EXIT_DONE;
}

static int read_settings(eg_sets *sets, const eg_texts *settings, law *list, size_t *list_count,
                         eg_texts *fixed)
{
    for (size_t i = 0; i < settings->count; i++) {
        const char *text = settings->items[i], *equals = strchr(text, '=');
        if (!equals || equals == text || !equals[1])
            return eg_print_usage_error(
                "--set needs NAME=VALUE or NAME=uniform(LOW, HIGH), but was given '%s'", text);
        const char *value = equals + 1 + strspn(equals + 1, " ");
        if (law_of(value) < 0) {
            fixed->items[fixed->count++] = text;
            continue;
        }
        if (!read_law(value, &list[*list_count]))
            return eg_print_usage_error("'%s' cannot be read; write %s", text, laws[law_of(value)].usage);
        (*list_count)++;
        if (!add_column(sets, text, (size_t)(equals - text)))
            return eg_print_no_memory();
    }
    return EG_EXIT_DONE;
}

int eg_sets_make(eg_sets *sets, const char *file, const eg_texts *settings, size_t count, double seed,
                 eg_texts *fixed, eg_diagnostics *d)
{
    *sets = (eg_sets){0};
    size_t list_count = 0;
    law *list = calloc(settings->count + 1, sizeof *list);
    fixed->items = calloc(settings->count + 1, sizeof *fixed->items);
    if (!list || !fixed->items) {
        free(list);
        return eg_print_no_memory();
    }
    int outcome = file ? read_table(file, sets, d) : EG_EXIT_DONE;
    if (outcome == EG_EXIT_DONE)
        outcome = read_settings(sets, settings, list, &list_count, fixed);
    if (outcome == EG_EXIT_DONE)
        outcome = fill(sets, list, list_count, count, (uint64_t)seed);
    free(list);
    return outcome;
}

/* ---------------------------------------------------------------- what is wanted */

/* Cuts "a, b, c" apart, at most into three; blanks around are dropped. */
static int cut(char *text, char *parts[3])
{
    int count = 0;
    for (char *at = text; at && count < 3; count++) {
        char *comma = count < 2 ? strchr(at, ',') : NULL;
        if (comma)
            *comma = '\0';
        at += strspn(at, " ");
        char *end = at + strlen(at);
        while (end > at && end[-1] == ' ')
            *--end = '\0';
        parts[count] = at;
        at = comma ? comma + 1 : NULL;
    }
    return count;
}

/* Is all of the text a call of this name? *inside is what stands in the parentheses, which are cut off. */
static bool is_call(char *text, const char *name, char **inside)
{
    const size_t length = strlen(text), own = strlen(name);
    if (length < own + 2 || strncmp(text, name, own) != 0 || text[own] != '(' || text[length - 1] != ')')
        return false;
    text[length - 1] = '\0';
    *inside = text + own + 1;
    return true;
}

/* Events are asked for by patterns; all else is an expression, which is read with the model. */
bool eg_wanted_read(char *copy, eg_wanted *wanted)
{
    char *inside, *parts[3] = {NULL};
    *wanted = (eg_wanted){.kind = EG_WANTED_FINAL, .signal = copy};
    if (is_call(copy, "final", &inside)) {
        wanted->signal = inside;
        return *inside;
    }
    if (is_call(copy, "count", &inside))
        wanted->kind = EG_WANTED_EVENT_COUNT;
    else if (is_call(copy, "time", &inside))
        wanted->kind = EG_WANTED_EVENT_TIME;
    else
        return *copy;
    const int count = cut(inside, parts);
    wanted->signal = NULL;
    if (!*parts[0])
        return false;
    wanted->component = parts[0];
    wanted->event = count > 1 ? parts[1] : NULL;
    if (wanted->kind == EG_WANTED_EVENT_COUNT)
        return count <= 2;
    double number = 0;
    bool good = count == 3 && eg_options_number(parts[2], &number) && number >= 1 && number <= 1e9 &&
                number == floor(number);
    wanted->number = good ? (long)number : 0;
    return good;
}
