/* Pictures of a handful of a sweep's rows: every curve with a panel, every run with a line, and a legend that
 * says by which values the runs differ. */
#include "sweep/picture.h"

#include "base/number.h"
#include "base/trajectory.h"
#include "ensemble/ensemble.h"
#include "network/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- what a run is called */

/* How values are written: "stop.d = 100 N.s/m", "d = 100 N.s/m", or "d = 100". */
typedef struct manner {
    bool is_full, has_unit;
    int digits;
} manner;

static bool varies(const eg_picture_page *page, size_t column)
{
    const double *values = page->p->values;
    for (size_t row = 1; row < page->p->rows; row++)
        if (values[row * page->column_count + column] != values[column])
            return true;
    return false;
}

/* What tells most of a name: "d" of "stop.d", "s.start" of "ball.s.start". */
static const char *short_name(const char *name)
{
    const char *part;
    (void)eg_axis_last_part(name, &part);
    if (strcmp(part, "start") != 0 || part == name)
        return part;
    for (part--; part > name && part[-1] != '.';)
        part--;
    return part;
}

static double rounded(double value, int digits)
{
    if (value == 0 || !isfinite(value) || digits >= 17)
        return value;
    const int behind = digits - 1 - (int)floor(log10(fabs(value)));
    const double grid = pow(10.0, abs(behind)); /* exact up to 1e22, so that few decimals are left */
    return behind < 0 ? round(value / grid) * grid : round(value * grid) / grid;
}

static const char *value_of(const eg_picture_page *page, size_t row, size_t column, int digits,
                            char text[EG_NUMBER_SIZE])
{
    const double value = page->p->values[row * page->column_count + column];
    if (page->p->ensemble->setters[column].type == EG_BOOLEAN)
        return value != 0 ? "true" : "false";
    eg_number_write(rounded(value, digits), text);
    return text;
}

/* The values by which a row differs from others; "" where no column varies. NULL: out of memory. */
static const char *label_of(const eg_picture_page *page, size_t row, manner m, eg_arena *arena)
{
    const char *label = "";
    for (size_t i = 0; i < page->column_count && label; i++) {
        char text[EG_NUMBER_SIZE];
        const eg_scale *s = &page->columns[i];
        const bool has_unit = m.has_unit && *s->unit && strcmp(s->unit, "1") != 0;
        if (varies(page, i))
            label = eg_arena_format(arena, "%s%s%s = %s%s%s", label, *label ? ", " : "",
                                    m.is_full ? s->name : short_name(s->name),
                                    value_of(page, row, i, m.digits, text), has_unit ? " " : "",
                                    has_unit ? s->unit : "");
    }
    return label;
}

static size_t count_characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

/* Are all labels different, and no longer than a legend shows? */
static bool are_clear(const char *const *labels, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (*labels[i] == '\0' || count_characters(labels[i]) > EG_LEGEND_LONGEST)
            return false;
        for (size_t k = 0; k < i; k++)
            if (strcmp(labels[i], labels[k]) == 0)
                return false;
    }
    return true;
}

/* Names that are cut short must not become the same. */
static bool are_apart(const eg_picture_page *page)
{
    for (size_t i = 0; i < page->column_count; i++)
        for (size_t k = 0; k < i; k++)
            if (varies(page, i) && varies(page, k) &&
                strcmp(short_name(page->columns[i].name), short_name(page->columns[k].name)) == 0)
                return false;
    return true;
}

/* The fullest labels that fit the legend and differ; else the rows' numbers in the table. False: out of
 * memory. */
static bool name_rows(const eg_picture_page *page, const char **labels, eg_arena *arena)
{
    static const manner manners[] = {{true, true, 0}, {false, true, 0}, {true, false, 0}, {false, false, 0}};
    static const int digits[] = {4, 6, 9, 17};
    const size_t rows = page->p->rows;
    for (size_t i = 0; i < sizeof digits / sizeof *digits; i++)
        for (size_t k = 0; k < sizeof manners / sizeof *manners; k++) {
            manner m = manners[k];
            m.digits = digits[i];
            if (!m.is_full && !are_apart(page))
                continue;
            for (size_t row = 0; row < rows; row++)
                if (!(labels[row] = label_of(page, row, m, arena)))
                    return false;
            if (are_clear(labels, rows))
                return true;
        }
    for (size_t row = 0; row < rows; row++)
        if (!(labels[row] = eg_arena_format(arena, "row %zu", row)))
            return false;
    return true;
}

/* ---------------------------------------------------------------- the picture */

/* Runs row `row`; one that came to nothing has no line, and that is said. */
static eg_status add_run(const eg_picture_page *page, eg_maker *maker, const eg_family_curve *curves,
                         size_t count, size_t row, const char *label, eg_arena *arena, eg_plot_run *run)
{
    const eg_simulate_options *o = &page->p->runs->run;
    const double span = o->stop_time - o->start_time, fine = span / EG_ROWS_OF_LINE;
    eg_trajectory *t;
    bool failed;
    eg_status status = eg_sweep_run_row(page, maker, curves, count, row,
                                        o->interval > 0 ? fmin(o->interval, fine) : fine, &t, &failed);
    *run = (eg_plot_run){t, label};
    if (status == EG_OK && failed && t) {
        run->label = eg_arena_format(arena, "%s (failed)", label);
        status = run->label ? EG_OK : EG_ERROR_MEMORY;
    }
    return status;
}

static eg_status draw(const eg_picture_page *page, const eg_plot_run *runs, size_t count, const char *path,
                      eg_diagnostics *d)
{
    const eg_sweep_picture *p = page->p;
    const size_t curves = p->curve_count < EG_CURVES_MOST ? p->curve_count : EG_CURVES_MOST;
    if (count > 0)
        return eg_family_plot(runs, count, p->curves, curves, p->title, path, d);
    eg_report(d, EG_WARNING, (eg_place){.file = path}, "there is nothing to draw: all runs have failed");
    return EG_OK;
}

eg_status eg_sweep_draw_named(const eg_picture_page *page, const eg_family_curve *curves, size_t count,
                              const char *path, eg_diagnostics *d)
{
    eg_plot_run runs[EG_NAMED_MOST];
    const char *labels[EG_NAMED_MOST];
    size_t done = 0;
    eg_maker maker = {.ensemble = page->p->ensemble};
    eg_arena *arena = eg_arena_create();
    eg_status status = arena && name_rows(page, labels, arena) ? EG_OK : EG_ERROR_MEMORY;
    for (size_t row = 0; row < page->p->rows && status == EG_OK; row++) {
        status = add_run(page, &maker, curves, count, row, labels[row], arena, &runs[done]);
        if (runs[done].trajectory)
            done++;
        else if (status == EG_OK)
            eg_report(d, EG_NOTE, (eg_place){.file = path},
                      "the picture has no line of row %zu, which failed", row);
    }
    if (status == EG_OK)
        status = draw(page, runs, done, path, d);
    for (size_t i = 0; i < done; i++)
        eg_trajectory_free((eg_trajectory *)runs[i].trajectory);
    eg_maker_release(&maker);
    eg_arena_free(arena);
    return status;
}
