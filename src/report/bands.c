/* Quantiles of many runs, whose values stand side by side for as many signals as there is room for. */
#include "report/bands.h"

#include "base/quantile.h"
#include "base/trajectory.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_TIMES = 1001, FEWEST_TIMES = 201 };
enum { NUMBERS = 1 << 19 }; /* of all lines, as long as there are not fewer times */
enum { ROOM = 256 << 20 };  /* for the values of all runs [bytes] */

typedef struct bands {
    const eg_report_ensemble *runs;
    const eg_trajectory *chosen;
    eg_diagnostics *diagnostics;
    double from, to; /* the span of all runs */
    double *times;
    size_t time_count;
    double *values; /* (signals of a pass x times x runs): what is no number is not there */
    eg_trajectory *lines;
} bands;

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* ---------------------------------------------------------------- common times */

static void give_back(const bands *b, eg_trajectory *t)
{
    if (t && b->runs->release)
        b->runs->release(b->runs->context, t);
    else
        eg_trajectory_free(t);
}

static eg_status find_span(bands *b)
{
    eg_status status = EG_OK;
    b->from = INFINITY;
    b->to = -INFINITY;
    for (size_t i = 0; i < b->runs->count && status == EG_OK; i++) {
        eg_trajectory *t = NULL;
        status = b->runs->read(b->runs->context, i, b->diagnostics, &t);
        const size_t rows = status == EG_OK ? eg_trajectory_rows(t) : 0;
        if (rows > 0) {
            b->from = fmin(b->from, eg_trajectory_time(t, 0));
            b->to = fmax(b->to, eg_trajectory_time(t, rows - 1));
        }
        give_back(b, t);
    }
    return status;
}

static int choose_times(bands *b)
{
    const size_t lines = EG_BAND_LINES * eg_trajectory_signals(b->chosen) + 1;
    size_t count = NUMBERS / lines;
    if (count > MOST_TIMES)
        count = MOST_TIMES;
    if (count < FEWEST_TIMES)
        count = FEWEST_TIMES;
    if (!(b->to > b->from)) /* one instant, or no rows at all */
        count = b->to == b->from ? 1 : 0;
    b->times = malloc((count + 1) * sizeof *b->times);
    if (!b->times)
        return -1;
    b->time_count = count;
    for (size_t k = 0; k < count; k++)
        b->times[k] = b->from + (b->to - b->from) * ((double)k / (double)(count > 1 ? count - 1 : 1));
    if (count > 1)
        b->times[count - 1] = b->to;
    return 0;
}

/* ---------------------------------------------------------------- lines */

static int name_lines(bands *b)
{
    static const char *const names[EG_BAND_LINES] = {"least", "1st quartile", "median", "3rd quartile",
                                                     "greatest"};
    const size_t signals = eg_trajectory_signals(b->chosen);
    eg_trajectory *t = b->lines;
    t->column_count = EG_BAND_LINES * signals;
    for (size_t i = 0; i < signals; i++) {
        const eg_signal of = eg_trajectory_signal(b->chosen, i);
        const size_t size = strlen(of.name) + 32;
        char *name = malloc(size);
        int outcome = name ? 0 : -1;
        for (size_t k = 0; k < EG_BAND_LINES && outcome == 0; k++) {
            snprintf(name, size, "%s, %s", of.name, names[k]);
            outcome = eg_trajectory_add_signal(t, (eg_signal){.name = name, .unit = of.unit, .doc = ""},
                                               (long)(EG_BAND_LINES * i + k), 0.0);
        }
        free(name);
        if (outcome != 0)
            return -1;
    }
    return 0;
}

static int make_rows(bands *b)
{
    for (size_t k = 0; k < b->time_count; k++) {
        double *row = eg_trajectory_add_row(b->lines);
        if (!row)
            return -1;
        row[0] = b->times[k];
    }
    return 0;
}

/* ---------------------------------------------------------------- values of all runs */

/* What a run lacks, or has not at that time, is no number. */
static void take_run(bands *b, const eg_trajectory *t, size_t run, size_t first, size_t end)
{
    const size_t rows = eg_trajectory_rows(t);
    const double from = rows > 0 ? eg_trajectory_time(t, 0) : INFINITY;
    const double to = rows > 0 ? eg_trajectory_time(t, rows - 1) : -INFINITY;
    for (size_t i = first; i < end; i++) {
        const long signal = eg_trajectory_find(t, eg_trajectory_signal(b->chosen, i).name);
        double *to_values = b->values + (i - first) * b->time_count * b->runs->count + run;
        for (size_t k = 0; k < b->time_count; k++) {
            const bool is_there = signal >= 0 && b->times[k] >= from && b->times[k] <= to;
            to_values[k * b->runs->count] = is_there ? eg_trajectory_at(t, (size_t)signal, b->times[k]) : NAN;
        }
    }
}

/* All runs at one time become the lines there. */
static void close_time(double *values, size_t count, double *lines)
{
    size_t numbers = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(values[i]))
            values[numbers++] = values[i];
    qsort(values, numbers, sizeof *values, compare);
    for (size_t k = 0; k < EG_BAND_LINES; k++)
        lines[k] = eg_quantile(values, numbers, (double)k / (EG_BAND_LINES - 1));
}

static eg_status pass(bands *b, size_t first, size_t end)
{
    const size_t width = 1 + b->lines->column_count;
    for (size_t run = 0; run < b->runs->count; run++) {
        eg_trajectory *t = NULL;
        const eg_status status = b->runs->read(b->runs->context, run, b->diagnostics, &t);
        if (status != EG_OK)
            return status;
        take_run(b, t, run, first, end);
        give_back(b, t);
    }
    for (size_t i = first; i < end; i++)
        for (size_t k = 0; k < b->time_count; k++)
            close_time(b->values + ((i - first) * b->time_count + k) * b->runs->count, b->runs->count,
                       b->lines->rows + k * width + 1 + EG_BAND_LINES * i);
    return EG_OK;
}

static eg_status pass_all(bands *b)
{
    const size_t signals = eg_trajectory_signals(b->chosen);
    const size_t each = b->time_count * b->runs->count * sizeof(double);
    size_t at_once = each > 0 ? ROOM / each : 0;
    if (at_once < 1)
        at_once = 1;
    if (at_once > signals)
        at_once = signals;
    eg_status status = EG_OK;
    if (each == 0 || signals == 0)
        return EG_OK;
    b->values = malloc(at_once * each);
    if (!b->values)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < signals && status == EG_OK; i += at_once)
        status = pass(b, i, i + at_once < signals ? i + at_once : signals);
    free(b->values);
    return status;
}

eg_status eg_bands_make(const eg_report_ensemble *runs, const eg_trajectory *chosen,
                        eg_diagnostics *diagnostics, eg_trajectory **lines)
{
    bands b = {.runs = runs, .chosen = chosen, .diagnostics = diagnostics};
    *lines = NULL;
    eg_status status = find_span(&b);
    if (status == EG_OK) {
        b.lines = eg_trajectory_create();
        if (!b.lines || choose_times(&b) != 0 || name_lines(&b) != 0 || make_rows(&b) != 0)
            status = EG_ERROR_MEMORY;
    }
    if (status == EG_OK)
        status = pass_all(&b);
    free(b.times);
    if (status == EG_OK)
        *lines = b.lines;
    else
        eg_trajectory_free(b.lines);
    return status;
}
