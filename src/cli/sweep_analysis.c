/* The table of --analysis: a line a number, with the interval in which it lies. */
#include "base/file.h"
#include "base/number.h"
#include "cli/sweep.h"
#include "sweep/sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool eg_collection_begin(eg_sweep_visitor *c, const eg_design *design, size_t wanted)
{
    *c = (eg_sweep_visitor){.design = design,
                            .rows = eg_design_rows(design),
                            .columns = eg_design_columns(design),
                            .wanted = wanted};
    c->values = calloc(c->rows * c->columns + 1, sizeof *c->values);
    c->results = calloc(c->rows * c->wanted + 1, sizeof *c->results);
    return c->values && c->results;
}

void eg_collect(eg_sweep_visitor *c, const eg_sweep_row *row)
{
    if (c->columns > 0)
        memcpy(c->values + row->row * c->columns, row->values, c->columns * sizeof *c->values);
    for (size_t i = 0; i < c->wanted; i++)
        c->results[i * c->rows + row->row] = row->results[i];
}

void eg_collection_release(eg_sweep_visitor *c)
{
    free(c->values);
    free(c->results);
    *c = (eg_sweep_visitor){0};
}

/* ---------------------------------------------------------------- limits */

/* wanted->count: it is about none of them. */
size_t eg_limit_of_measure(const char *text, const eg_texts *wanted, double *limit)
{
    const char *sign = strrchr(text, '>'), *end = sign;
    *limit = NAN;
    if (!sign || !eg_options_number(sign + 1 + strspn(sign + 1, " "), limit))
        return wanted->count;
    while (end > text && end[-1] == ' ')
        end--;
    for (size_t i = 0; i < wanted->count; i++)
        if (strlen(wanted->items[i]) == (size_t)(end - text) &&
            memcmp(wanted->items[i], text, (size_t)(end - text)) == 0)
            return i;
    return wanted->count;
}

int eg_limits_of_measures_check(const eg_texts *limits, const eg_texts *wanted)
{
    double limit;
    for (size_t i = 0; i < limits->count; i++)
        if (eg_limit_of_measure(limits->items[i], wanted, &limit) == wanted->count)
            return eg_print_usage_error("--exceed cannot be '%s'; write WHAT>NUMBER, with a WHAT that stands "
                                        "behind one of the --get",
                                        limits->items[i]);
    return EG_EXIT_DONE;
}

/* ---------------------------------------------------------------- lines */

typedef struct table {
    eg_file *file;
    const eg_sweep_visitor *c;
    const eg_runs *runs;
    size_t measure;
    /* Rows that were drawn independently of each other: of the design saltelli those of A and B alone. */
    double *x, *y; /* (count x columns), (count) */
    size_t count;
} table;

static void put_number(eg_file *f, double value)
{
    char text[EG_NUMBER_SIZE];
    eg_file_text(f, ",");
    if (!isnan(value))
        eg_file_put(f, text, eg_number_write(value, text));
}

/* name: NULL where it is about none. */
static void put_line(const table *t, const char *statistic, const char *name, double at, eg_interval x)
{
    eg_file_quoted(t->file, t->runs->set->wanted.items[t->measure]);
    eg_file_text(t->file, ",");
    eg_file_quoted(t->file, statistic);
    eg_file_text(t->file, ",");
    if (name)
        eg_file_quoted(t->file, name);
    put_number(t->file, at);
    put_number(t->file, x.value);
    put_number(t->file, x.low);
    put_number(t->file, x.high);
    eg_file_text(t->file, "\n");
}

static void put_titles(eg_file *f)
{
    eg_file_text(f, "\"what\",\"statistic\",\"name\",\"at\",\"value\",\"low\",\"high\"\n");
}

static void put_spread(const table *t)
{
    eg_interval least = {NAN, NAN, NAN}, greatest = {NAN, NAN, NAN}, spread = {NAN, NAN, NAN};
    const eg_interval mean = eg_sweep_mean(t->y, t->count);
    double squares = 0, n = 0;
    for (size_t i = 0; i < t->count; i++) {
        if (isnan(t->y[i]))
            continue;
        least.value = fmin(least.value, t->y[i]);
        greatest.value = fmax(greatest.value, t->y[i]);
        squares += (t->y[i] - mean.value) * (t->y[i] - mean.value);
        n++;
    }
    spread.value = n > 1 ? sqrt(squares / (n - 1)) : NAN;
    put_line(t, "rows", NULL, NAN, (eg_interval){n, NAN, NAN});
    put_line(t, "mean", NULL, NAN, mean);
    put_line(t, "deviation", NULL, NAN, spread);
    put_line(t, "min", NULL, NAN, least);
    put_line(t, "max", NULL, NAN, greatest);
}

static eg_status put_quantiles(const table *t)
{
    static const double chances[] = {0.01, 0.05, 0.25, 0.5, 0.75, 0.95, 0.99};
    eg_status status = EG_OK;
    for (size_t i = 0; i < sizeof chances / sizeof *chances && status == EG_OK; i++) {
        eg_interval q;
        status = eg_sweep_quantile(t->y, t->count, chances[i], &q);
        put_line(t, "quantile", NULL, chances[i], q);
    }
    return status;
}

static eg_status put_factors(const table *t)
{
    const size_t n = t->c->columns;
    eg_interval *slopes = calloc(n + 1, sizeof *slopes);
    double *x = calloc(t->count + 1, sizeof *x);
    eg_status status = slopes && x ? eg_sweep_slopes(t->x, t->y, t->count, n, slopes) : EG_ERROR_MEMORY;
    for (size_t k = 0; k < n && status == EG_OK; k++)
        put_line(t, "slope", t->runs->sets.names[k], NAN, slopes[k]);
    for (size_t k = 0; k < n && status == EG_OK; k++) {
        eg_effect effects[EG_EFFECTS_MOST];
        size_t count;
        for (size_t i = 0; i < t->count; i++)
            x[i] = t->x[i * n + k];
        status = eg_sweep_effects(x, t->y, t->count, effects, &count);
        for (size_t i = 0; i < count && status == EG_OK; i++)
            put_line(t, "effect", t->runs->sets.names[k], effects[i].at, effects[i].difference);
    }
    free(slopes);
    free(x);
    return status;
}

static void put_pairs(const table *t, const eg_interval *second)
{
    const size_t n = t->c->columns;
    char text[1000];
    for (size_t j = 0, pair = 0; j < n; j++)
        for (size_t k = j + 1; k < n; k++, pair++) {
            snprintf(text, sizeof text, "%s, %s", t->runs->sets.names[j], t->runs->sets.names[k]);
            put_line(t, "second", text, NAN, second[pair]);
        }
}

static eg_status put_indices(const table *t)
{
    const size_t n = t->c->columns, width = eg_design_block(t->c->design), blocks = t->c->rows / width;
    const double *y = t->c->results + t->measure * t->c->rows;
    const unsigned long long seed = (unsigned long long)t->runs->set->seed;
    const bool has_second = width > n + 2;
    eg_interval *first = calloc(2 * n + n * n + 1, sizeof *first), *total = first ? first + n : NULL;
    size_t used = 0;
    eg_status status = first ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = has_second ? eg_sweep_sobol_second(y, blocks, n, seed, first, total, total + n, &used)
                            : eg_sweep_sobol(y, blocks, n, seed, first, total, &used);
    for (size_t k = 0; k < n && status == EG_OK; k++)
        put_line(t, "first", t->runs->sets.names[k], NAN, first[k]);
    for (size_t k = 0; k < n && status == EG_OK; k++)
        put_line(t, "total", t->runs->sets.names[k], NAN, total[k]);
    if (status == EG_OK && has_second)
        put_pairs(t, total + n);
    if (status == EG_OK && used < blocks) {
        eg_report(t->runs->d, EG_WARNING, EG_NOWHERE,
                  "Sobol's indices of %s leave out %zu of %zu blocks of rows, in which a row has no value",
                  t->runs->set->wanted.items[t->measure], blocks - used, blocks);
        eg_remedy(t->runs->d, "narrow the distributions to where all rows run");
    }
    free(first);
    return status;
}

static void put_limits(const table *t, const eg_texts *limits)
{
    for (size_t i = 0; i < limits->count; i++) {
        double limit;
        if (eg_limit_of_measure(limits->items[i], &t->runs->set->wanted, &limit) == t->measure)
            put_line(t, "exceeds", NULL, limit, eg_sweep_exceedance(t->y, t->count, limit));
    }
}

/* ---------------------------------------------------------------- the whole */

static void choose_rows(table *t)
{
    const eg_sweep_visitor *c = t->c;
    const double *results = c->results + t->measure * c->rows;
    const size_t width = eg_design_block(c->design);
    t->count = 0;
    for (size_t i = 0; i < c->rows; i++) {
        if (i % width != 0 && i % width != width - 1)
            continue;
        t->y[t->count] = results[i];
        if (c->columns > 0)
            memcpy(t->x + t->count * c->columns, c->values + i * c->columns, c->columns * sizeof *t->x);
        t->count++;
    }
}

static eg_status put_all(table *t, const eg_texts *limits)
{
    const bool saltelli = eg_design_block(t->c->design) > 1;
    eg_status status = EG_OK;
    put_titles(t->file);
    for (t->measure = 0; t->measure < t->c->wanted && status == EG_OK; t->measure++) {
        choose_rows(t);
        put_spread(t);
        status = put_quantiles(t);
        put_limits(t, limits);
        if (status == EG_OK)
            status = put_factors(t);
        if (status == EG_OK && saltelli)
            status = put_indices(t);
    }
    return status;
}

int eg_collection_write(const eg_sweep_visitor *c, const eg_runs *runs, const eg_texts *limits,
                        const char *path)
{
    eg_status status;
    table t = {.c = c, .runs = runs};
    t.x = calloc(c->rows * c->columns + 1, sizeof *t.x);
    t.y = calloc(c->rows + 1, sizeof *t.y);
    t.file = eg_file_create(path, runs->d, &status);
    if (t.file)
        status = t.x && t.y ? put_all(&t, limits) : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = eg_file_commit(t.file, runs->d);
    else
        eg_file_discard(t.file);
    free(t.x);
    free(t.y);
    return eg_exit_status(status);
}

int eg_subset_write(const eg_subset_result *result, size_t measure, double limit, const eg_runs *runs,
                    const char *path)
{
    eg_status status;
    const double shown = isfinite(result->variation) ? result->variation : NAN;
    table t = {.runs = runs, .measure = measure, .file = eg_file_create(path, runs->d, &status)};
    if (!t.file)
        return eg_exit_status(status);
    put_titles(t.file);
    put_line(&t, "exceeds", NULL, limit, result->chance);
    put_line(&t, "variation", NULL, limit, (eg_interval){shown, NAN, NAN});
    for (size_t i = 0; i < result->levels; i++) {
        char name[EG_NUMBER_SIZE];
        name[eg_number_write((double)i, name)] = '\0';
        put_line(&t, "level", name, result->level[i].threshold,
                 (eg_interval){result->level[i].share, NAN, NAN});
    }
    return eg_exit_status(eg_file_commit(t.file, runs->d));
}
