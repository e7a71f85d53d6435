/* Sets of values, and what is wanted of their runs, as command lines have them: a table, distributions and
 * correlations become a design (elastogap/sweep.h). */
#include "cli/ensemble_sets.h"

#include "base/file.h"
#include "base/number.h"
#include "cli/load.h"
#include "modelica/event_calls.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double most_values = 1e9;

void eg_sets_release(eg_sets *sets)
{
    for (size_t i = 0; i < sets->columns && sets->names; i++)
        free(sets->names[i]);
    free(sets->names);
    free(sets->table);
    free(sets->values);
    eg_design_free(sets->design);
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
        sets->table[sets->table_rows * sets->columns + i] = value;
        t->at = end;
        skip_blanks(t);
        if (i + 1 < sets->columns ? *t->at != ',' : *t->at != '\n' && *t->at != '\0')
            return refuse(t, "this line has not as many numbers as there are names");
        t->at += *t->at == ',';
    }
    sets->table_rows++;
    return EG_EXIT_DONE;
}

static int read_rows(table *t, eg_sets *sets)
{
    for (; *t->at; t->line++, t->at += *t->at == '\n') {
        skip_blanks(t);
        if (*t->at == '\n' || *t->at == '\0')
            continue;
        if ((sets->table_rows + 1) * sets->columns > t->capacity) {
            t->capacity = 2 * (sets->table_rows + 1) * sets->columns;
            double *values = realloc(sets->table, t->capacity * sizeof *values);
            if (!values)
                return eg_print_no_memory();
            sets->table = values;
        }
        int outcome = read_row(t, sets);
        if (outcome != EG_EXIT_DONE)
            return outcome;
    }
    return sets->table_rows > 0 ? EG_EXIT_DONE : refuse(t, "the table has no rows");
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

/* Settings of one value stay in `fixed`, the others become factors. */
static int read_settings(eg_sets *sets, const eg_texts *settings, eg_factor *factors, size_t *count,
                         eg_texts *fixed, eg_diagnostics *d)
{
    for (size_t i = 0; i < settings->count; i++) {
        const char *text = settings->items[i], *equals = strchr(text, '=');
        if (!equals || equals == text || !equals[1])
            return eg_print_usage_error(
                "--set needs NAME=VALUE or NAME=uniform(LOW, HIGH), but was given '%s'", text);
        const char *value = equals + 1 + strspn(equals + 1, " ");
        if (!eg_law_begins(value)) {
            if (settings->origins)
                fixed->origins[fixed->count] = settings->origins[i];
            fixed->items[fixed->count++] = text;
            continue;
        }
        eg_status status = eg_law_read(value, &factors[*count].law, d);
        if (status != EG_OK)
            return eg_exit_status(status);
        (*count)++;
        const char *name = text + strspn(text, " "), *end = equals;
        while (end > name && end[-1] == ' ')
            end--;
        if (!add_column(sets, name, (size_t)(end - name)))
            return eg_print_no_memory();
    }
    return EG_EXIT_DONE;
}

/* One value for all sets, and a column of values, would contradict each other. */
static int check_fixed(const eg_sets *sets, const eg_texts *fixed)
{
    for (size_t i = 0; i < fixed->count; i++) {
        const char *name = fixed->items[i] + strspn(fixed->items[i], " ");
        size_t length = strcspn(name, "=");
        while (length > 0 && name[length - 1] == ' ')
            length--;
        for (size_t k = 0; k < sets->columns; k++)
            if (strlen(sets->names[k]) == length && memcmp(sets->names[k], name, length) == 0)
                return eg_print_usage_error("%.200s has values of its own in each set, and by --set '%.200s' "
                                            "one for all; leave one of them out",
                                            sets->names[k], fixed->items[i]);
    }
    return EG_EXIT_DONE;
}

/* "gap.c,gap.d=0.5" */
static int read_correlation(const char *text, const eg_factor *factors, size_t count, eg_correlation *c)
{
    const char *comma = strchr(text, ','), *equals = comma ? strchr(comma, '=') : NULL;
    size_t *const places[2] = {&c->one, &c->other};
    if (!equals || !eg_options_number(equals + 1 + strspn(equals + 1, " "), &c->value))
        return eg_print_usage_error("--correlate needs NAME,NAME=VALUE, but was given '%s'", text);
    for (int i = 0; i < 2; i++) {
        const char *name = i == 0 ? text : comma + 1, *end = i == 0 ? comma : equals;
        name += strspn(name, " ");
        while (end > name && end[-1] == ' ')
            end--;
        *places[i] = count;
        for (size_t k = 0; k < count; k++)
            if (strlen(factors[k].name) == (size_t)(end - name) &&
                memcmp(factors[k].name, name, (size_t)(end - name)) == 0)
                *places[i] = k;
        if (*places[i] == count)
            return eg_print_usage_error("--correlate names %.*s, which no --set gives a distribution",
                                        (int)(end - name < 200 ? end - name : 200), name);
    }
    return EG_EXIT_DONE;
}

static int make_design(eg_sets *sets, const eg_sets_options *o, eg_factor *factors, size_t count,
                       eg_diagnostics *d)
{
    const size_t correlations = o->correlations ? o->correlations->count : 0;
    const size_t from_file = sets->columns - count;
    eg_correlation *list = calloc(correlations + 1, sizeof *list);
    int outcome = list ? EG_EXIT_DONE : eg_print_no_memory();
    for (size_t i = 0; i < count; i++)
        factors[i].name = sets->names[from_file + i];
    for (size_t i = 0; i < correlations && outcome == EG_EXIT_DONE; i++)
        outcome = read_correlation(o->correlations->items[i], factors, count, &list[i]);
    eg_design_options options = {.kind = o->kind,
                                 .count = (size_t)o->count,
                                 .seed = (unsigned long long)o->seed,
                                 .factors = factors,
                                 .factor_count = count,
                                 .correlations = list,
                                 .correlation_count = correlations,
                                 .table = sets->table,
                                 .table_rows = sets->table_rows,
                                 .table_columns = from_file};
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(eg_design_create(&options, d, &sets->design));
    free(list);
    return outcome;
}

int eg_sets_make(eg_sets *sets, const eg_sets_options *o, eg_texts *fixed, eg_diagnostics *d)
{
    *sets = (eg_sets){0};
    size_t count = 0;
    eg_factor *factors = calloc(o->settings->count + 1, sizeof *factors);
    fixed->count = 0;
    fixed->items = calloc(o->settings->count + 1, sizeof *fixed->items);
    fixed->origins = calloc(o->settings->count + 1, sizeof *fixed->origins);
    if (!factors || !fixed->items || !fixed->origins) {
        free(factors);
        return eg_print_no_memory();
    }
    int outcome = o->table ? read_table(o->table, sets, d) : EG_EXIT_DONE;
    if (outcome == EG_EXIT_DONE)
        outcome = read_settings(sets, o->settings, factors, &count, fixed, d);
    if (outcome == EG_EXIT_DONE)
        outcome = check_fixed(sets, fixed);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_check_twice(o->settings);
    if (outcome == EG_EXIT_DONE)
        outcome = make_design(sets, o, factors, count, d);
    for (size_t i = 0; i < o->settings->count; i++)
        eg_law_release(&factors[i].law);
    free(factors);
    return outcome;
}

int eg_sets_fill(eg_sets *sets)
{
    const size_t rows = eg_design_rows(sets->design);
    if ((double)rows * (double)sets->columns > most_values)
        return eg_print_usage_error(
            "%zu sets are too many: ask for at most %.0e values, by fewer sets or columns", rows,
            most_values);
    sets->values = calloc(rows * sets->columns + 1, sizeof *sets->values);
    if (!sets->values)
        return eg_print_no_memory();
    for (size_t i = 0; i < rows; i++)
        eg_design_row(sets->design, i, sets->values + i * sets->columns);
    sets->rows = rows;
    return EG_EXIT_DONE;
}

/* ---------------------------------------------------------------- what is wanted */

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

/* Events alone are asked for by patterns; all else is an expression, which is read with the model. */
bool eg_wanted_read(char *copy, eg_wanted *wanted)
{
    static const eg_wanted_kind kinds[] = {[EG_ASK_COUNT] = EG_WANTED_EVENT_COUNT,
                                           [EG_ASK_TIME] = EG_WANTED_EVENT_TIME,
                                           [EG_ASK_DURATION] = EG_WANTED_EVENT_DURATION};
    char *inside;
    eg_event_ask ask;
    *wanted = (eg_wanted){.kind = EG_WANTED_FINAL, .signal = copy};
    if (is_call(copy, "final", &inside)) {
        wanted->signal = inside;
        return *inside;
    }
    const size_t length = strlen(copy);
    if (length == 0 || eg_event_call_length(copy) != length)
        return length > 0;
    const bool good = eg_event_call_read(copy, &ask);
    *wanted = (eg_wanted){.kind = kinds[ask.kind],
                          .signal = ask.until,
                          .component = ask.component,
                          .event = ask.event,
                          .number = ask.number};
    return good;
}
