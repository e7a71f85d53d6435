/* Families of curves: of a sweep's rows, evenly spread ones are run once more, and what is asked for is
 * drawn: as lines where there are few, and over other variables; else as the bands between quantiles of all
 * runs at each time. A handful of rows has a legend (named.c). */
#include "sweep/picture.h"

#include "base/trajectory.h"
#include "ensemble/ensemble.h"
#include "network/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 200, LINES_MOST = 40, POINTS = 400, PANEL = 230, LEFT = 96, RIGHT = 28, BELOW = 56 };
enum { TALL_PANEL = 400, CAPTION = 22 };

/* One run's line of one curve: x and y of its points, one after the other. */
typedef struct line {
    double *xy;
    size_t count;
} line;

typedef struct family {
    eg_family_curve curves[EG_CURVES_MOST];
    size_t runs, count; /* of curves */
    size_t line_runs;   /* of which lines are drawn, */
    line *lines;        /* (count x line_runs) */
    double *y;          /* (count x runs x POINTS), of curves drawn as bands */
    double start, stop;
} family;

/* Bands tell of many runs what lines would not; over time only. */
static bool has_bands(const family *f, size_t curve)
{
    return f->runs > LINES_MOST && !f->curves[curve].x;
}

static double *curve_of(const family *f, size_t curve, size_t run)
{
    return f->y + (curve * f->runs + run) * POINTS;
}

static line *line_of(const family *f, size_t curve, size_t i)
{
    return &f->lines[curve * f->line_runs + i];
}

/* The number i of `count` that are evenly spread over `all`, both ends among them. */
static size_t spread(size_t i, size_t count, size_t all)
{
    return count > 1 ? i * (all - 1) / (count - 1) : 0;
}

static double time_of(const family *f, size_t k)
{
    return f->start + (f->stop - f->start) * ((double)k / (POINTS - 1));
}

/* Where a run failed, its curve ends. */
static void sample(const family *f, size_t c, size_t run, const eg_trajectory *t)
{
    const double end = t && t->row_count > 0 ? eg_trajectory_time(t, t->row_count - 1) : -INFINITY;
    const long signal = t ? eg_trajectory_find(t, f->curves[c].y) : -1;
    for (size_t k = 0; k < POINTS; k++)
        curve_of(f, c, run)[k] =
            signal >= 0 && time_of(f, k) <= end ? eg_trajectory_at(t, (size_t)signal, time_of(f, k)) : NAN;
}

static eg_status keep_line(const family *f, size_t c, size_t i, const eg_trajectory *t)
{
    const eg_family_curve *curve = &f->curves[c];
    const long y = t ? eg_trajectory_find(t, curve->y) : -1;
    const long x = t && curve->x ? eg_trajectory_find(t, curve->x) : -1;
    line *l = line_of(f, c, i);
    if (y < 0 || (curve->x && x < 0))
        return EG_OK;
    l->xy = calloc(2 * t->row_count + 1, sizeof *l->xy);
    if (!l->xy)
        return EG_ERROR_MEMORY;
    l->count = t->row_count;
    for (size_t row = 0; row < l->count; row++) {
        l->xy[2 * row] = curve->x ? eg_trajectory_value(t, (size_t)x, row) : eg_trajectory_time(t, row);
        l->xy[2 * row + 1] = eg_trajectory_value(t, (size_t)y, row);
    }
    return EG_OK;
}

eg_status eg_sweep_run_row(const eg_picture_page *page, eg_maker *maker, const eg_family_curve *curves,
                           size_t count, size_t row, double interval, eg_trajectory **t, bool *failed)
{
    const eg_sweep_picture *p = page->p;
    const char *signals[2 * EG_CURVES_MOST];
    eg_simulate_options o = p->runs->run;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_model *model = NULL;
    *t = NULL;
    o.signals = signals;
    o.signal_count = 0;
    for (size_t c = 0; c < count; c++) {
        signals[o.signal_count++] = curves[c].y;
        if (curves[c].x)
            signals[o.signal_count++] = curves[c].x;
    }
    if (!o.engine || strcmp(o.engine, "fixed") != 0)
        o.interval = interval;
    eg_status status =
        d ? eg_maker_make(maker, p->values + row * page->column_count, -1, d, &model) : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = eg_simulate(model, &o, d, t, NULL);
    eg_model_free(model);
    eg_diagnostics_free(d);
    *failed = status != EG_OK;
    return status == EG_ERROR_MEMORY ? status : EG_OK;
}

/* Whether lines are drawn of a run, and as which. */
static bool has_lines(const family *f, size_t run, size_t *i)
{
    for (*i = 0; *i < f->line_runs; ++*i)
        if (spread(*i, f->line_runs, f->runs) == run)
            return true;
    return false;
}

static eg_status run_one(const eg_picture_page *page, const family *f, eg_maker *maker, size_t run)
{
    size_t i;
    bool failed, is_fine = false;
    const bool is_line = has_lines(f, run, &i);
    eg_trajectory *t;
    for (size_t c = 0; c < f->count; c++)
        is_fine = is_fine || (is_line && !has_bands(f, c));
    eg_status status =
        eg_sweep_run_row(page, maker, f->curves, f->count, spread(run, f->runs, page->p->rows),
                         (f->stop - f->start) / ((is_fine ? EG_ROWS_OF_LINE : POINTS) - 1), &t, &failed);
    for (size_t c = 0; c < f->count && status == EG_OK; c++) {
        if (has_bands(f, c))
            sample(f, c, run, t);
        else if (is_line)
            status = keep_line(f, c, i, t);
    }
    eg_trajectory_free(t);
    return status;
}

/* ---------------------------------------------------------------- drawing */

/* Thinned: what moves by less than a thousandth of the panel is left out. */
static void put_lines(eg_picture_page *page, const family *f, size_t curve, const eg_scale *x,
                      const eg_scale *y, FILE *out)
{
    const double x_least = 1e-3 * (x->axis.high - x->axis.low), y_least = 1e-3 * (y->axis.high - y->axis.low);
    fprintf(out, "$d%zu << e\n", ++page->data);
    for (size_t i = 0; i < f->line_runs; i++) {
        const line *l = line_of(f, curve, i);
        const double *last = NULL;
        for (size_t k = 0; k < l->count; k++) {
            const double *at = &l->xy[2 * k];
            if (last && k + 1 < l->count && fabs(at[0] - last[0]) < x_least &&
                fabs(at[1] - last[1]) < y_least)
                continue;
            last = at;
            eg_picture_page_number(out, eg_scale_drawn(x, at[0]), " ");
            eg_picture_page_number(out, eg_scale_drawn(y, at[1]), " ");
            eg_picture_page_number(out, f->line_runs > 1 ? (double)i / (double)(f->line_runs - 1) : 0, "\n");
        }
        fputs("\n", out);
    }
    fputs("e\n", out);
}

static void put_bands(eg_picture_page *page, const family *f, size_t curve, const eg_scale *x,
                      const eg_scale *y, FILE *out)
{
    static const double chances[] = {0.05, 0.25, 0.5, 0.75, 0.95};
    double at[RUNS_MOST];
    fprintf(out, "$d%zu << e\n", ++page->data);
    for (size_t k = 0; k < POINTS; k++) {
        size_t count = 0;
        for (size_t run = 0; run < f->runs; run++)
            at[count++] = curve_of(f, curve, run)[k];
        eg_picture_page_number(out, eg_scale_drawn(x, time_of(f, k)), "");
        for (int i = 0; i < 5; i++) {
            eg_interval q = {NAN, NAN, NAN};
            if (eg_sweep_quantile(at, count, chances[i], &q) != EG_OK)
                page->out_of_memory = true;
            fputs(" ", out);
            eg_picture_page_number(out, eg_scale_drawn(y, q.value), "");
        }
        fputs("\n", out);
    }
    fputs("e\n", out);
}

static void widen(double value, double *low, double *high)
{
    *low = fmin(*low, isfinite(value) ? value : NAN);
    *high = fmax(*high, isfinite(value) ? value : NAN);
}

static void fit_axes(const family *f, size_t c, eg_scale *x, eg_scale *y)
{
    const eg_family_curve *curve = &f->curves[c];
    double low = INFINITY, high = -INFINITY, first = INFINITY, last = -INFINITY;
    for (size_t i = 0; i < f->runs * POINTS && has_bands(f, c); i++)
        widen(curve_of(f, c, 0)[i], &low, &high);
    for (size_t i = 0; i < f->line_runs; i++)
        for (size_t k = 0; k < line_of(f, c, i)->count; k++) {
            widen(line_of(f, c, i)->xy[2 * k], &first, &last);
            widen(line_of(f, c, i)->xy[2 * k + 1], &low, &high);
        }
    *x = (eg_scale){.name = curve->x ? curve->x : "time", .unit = curve->x_unit};
    *y = (eg_scale){.name = curve->y, .unit = curve->y_unit};
    eg_scale_fit(x, curve->x ? first : f->start, curve->x ? last : f->stop, 10);
    eg_scale_fit(y, low, high, 6);
}

static double panel_of(const family *f, size_t c)
{
    return f->curves[c].x ? TALL_PANEL : PANEL;
}

static void put_curves(const void *picture, FILE *out)
{
    eg_picture_page *page = (eg_picture_page *)picture;
    const family *f = page->room;
    double top = EG_PAGE_MARGIN + (page->p->title ? EG_PAGE_TITLE : 0) + CAPTION;
    char text[120];
    eg_picture_page_begin(page, out);
    for (size_t c = 0; c < f->count; c++) {
        const bool is_banded = has_bands(f, c);
        eg_scale x, y;
        fit_axes(f, c, &x, &y);
        if (is_banded)
            put_bands(page, f, c, &x, &y, out);
        else
            put_lines(page, f, c, &x, &y, out);
        snprintf(text, sizeof text,
                 is_banded ? "%zu runs of %zu; line: median; bands: 50 %% and 90 %% of them"
                           : "%zu runs of %zu; dark: the first, light: the last",
                 is_banded ? f->runs : f->line_runs, page->p->rows);
        eg_picture_page_text(page, LEFT, top - CAPTION / 2.0, text, out);
        eg_picture_page_frame(page, LEFT, top, EG_PAGE_WIDTH - LEFT - RIGHT, panel_of(f, c), out);
        eg_picture_page_axis(&x, 'x', EG_LABELS_ALL, 80, out);
        eg_picture_page_axis(&y, 'y', EG_LABELS_ALL, 34, out);
        if (is_banded)
            fprintf(
                out,
                "plot $d%zu using 1:2:6 with filledcurves fc rgb '#cfe3f1' notitle, $d%zu using 1:3:5 with "
                "filledcurves fc rgb '#8fbfdf' notitle, $d%zu using 1:4 with lines lw 1.6 lc rgb '#0072b2'\n",
                page->data, page->data, page->data);
        else
            fprintf(
                out,
                "set palette defined (0 '#0b3c5d', 0.5 '#0072b2', 1 '#9ccbe8')\nunset colorbox\nset cbrange "
                "[0:1]\nplot $d%zu using 1:2:3 with lines lw 1 lc palette\n",
                page->data);
        fputs("unset label\n", out);
        top += panel_of(f, c) + BELOW + CAPTION;
    }
    fputs("unset multiplot\n", out);
}

/* ---------------------------------------------------------------- the whole */

/* The unit of a variable of the results; NULL (reported): there is none. */
static const char *unit_of(const eg_sweep_picture *p, const eg_result_names *names, const char *name,
                           eg_diagnostics *d)
{
    const long i = eg_names_find(names->index, name);
    if (i >= 0 && names->items[i].column < eg_model_columns(p->ensemble->model))
        return names->items[i].unit ? names->items[i].unit : "";
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s has no variable %.200s to draw", names->owner, name);
    eg_remedy(d, "name a variable of the results, such as ball.s, or one over another: stop.f:stop.s_rel");
    return NULL;
}

/* "y" or "y:x". */
static eg_status read_curve(const eg_sweep_picture *p, const char *text, const eg_result_names *names,
                            eg_arena *arena, eg_family_curve *curve, eg_diagnostics *d)
{
    const size_t length = eg_curve_length(text);
    const char *x = text[length] == ':' ? text + length + 1 : "time";
    *curve = (eg_family_curve){.y = eg_arena_text(arena, text, length), .x_unit = "s"};
    if (!curve->y)
        return EG_ERROR_MEMORY;
    if (*curve->y == '\0' || *x == '\0' || x[eg_curve_length(x)] != '\0') {
        eg_report(d, EG_ERROR, EG_NOWHERE, "'%.200s' is not one curve over another", text);
        eg_remedy(d, "write Y:X, as in stop.f:stop.s_rel");
        return EG_ERROR_USAGE;
    }
    curve->y_unit = unit_of(p, names, curve->y, d);
    if (curve->y_unit && strcmp(x, "time") != 0) {
        curve->x = eg_arena_text(arena, x, strlen(x));
        if (!curve->x)
            return EG_ERROR_MEMORY;
        curve->x_unit = unit_of(p, names, x, d);
    }
    return curve->y_unit && curve->x_unit ? EG_OK : EG_ERROR_USAGE;
}

/* All that are named, of which the first EG_CURVES_MOST are kept. */
static eg_status read_curves(const eg_sweep_picture *p, const eg_result_names *names, eg_arena *arena,
                             family *f, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    for (size_t c = 0; c < p->curve_count && status == EG_OK; c++) {
        eg_family_curve curve;
        status = read_curve(p, p->curves[c], names, arena, &curve, d);
        if (status == EG_OK && f->count < EG_CURVES_MOST)
            f->curves[f->count++] = curve;
    }
    return status;
}

eg_status eg_sweep_curves_check(const eg_sweep_picture *p, eg_diagnostics *d)
{
    eg_result_names names = {0};
    family f = {0};
    eg_arena *arena = eg_arena_create();
    eg_status status = EG_ERROR_MEMORY;
    if (arena && eg_model_result_names(p->ensemble->model, &names, NULL) == 0)
        status = read_curves(p, &names, arena, &f, d);
    eg_result_names_release(&names);
    eg_arena_free(arena);
    return status;
}

static eg_status draw_family(eg_picture_page *page, family *f, const char *path, eg_diagnostics *d)
{
    eg_maker maker = {.ensemble = page->p->ensemble};
    eg_status status = EG_OK;
    f->y = calloc((f->runs > LINES_MOST ? f->count * f->runs * POINTS : 0) + 1, sizeof *f->y);
    f->line_runs = f->runs < LINES_MOST ? f->runs : LINES_MOST;
    f->lines = calloc(f->count * f->line_runs + 1, sizeof *f->lines);
    if (!f->y || !f->lines)
        status = EG_ERROR_MEMORY;
    page->height = 2 * EG_PAGE_MARGIN + (page->p->title ? EG_PAGE_TITLE : 0);
    for (size_t c = 0; c < f->count; c++)
        page->height += panel_of(f, c) + BELOW + CAPTION;
    for (size_t run = 0; run < f->runs && status == EG_OK; run++)
        status = run_one(page, f, &maker, run);
    if (status == EG_OK) {
        page->room = f;
        status = eg_picture_draw(path, page->kind, put_curves, page, d);
        if (status == EG_OK && page->out_of_memory)
            status = EG_ERROR_MEMORY;
        page->room = NULL;
    }
    eg_maker_release(&maker);
    for (size_t i = 0; i < f->count * f->line_runs && f->lines; i++)
        free(f->lines[i].xy);
    free(f->lines);
    free(f->y);
    return status;
}

eg_status eg_sweep_draw_curves(eg_picture_page *page, const char *path, eg_diagnostics *d)
{
    const eg_sweep_picture *p = page->p;
    family f = {.runs = p->rows < RUNS_MOST ? p->rows : RUNS_MOST,
                .start = p->runs->run.start_time,
                .stop = p->runs->run.stop_time};
    eg_result_names names = {0};
    eg_arena *arena = eg_arena_create();
    eg_status status = EG_ERROR_MEMORY;
    if (arena && eg_model_result_names(p->ensemble->model, &names, NULL) == 0)
        status = read_curves(p, &names, arena, &f, d);
    if (status == EG_OK && p->curve_count > EG_CURVES_MOST)
        eg_report(d, EG_NOTE, (eg_place){.file = path}, "the picture shows the first %d of %zu curves",
                  EG_CURVES_MOST, p->curve_count);
    if (status == EG_OK)
        status = p->rows <= EG_NAMED_MOST ? eg_sweep_draw_named(page, f.curves, f.count, path, d)
                                          : draw_family(page, &f, path, d);
    eg_result_names_release(&names);
    eg_arena_free(arena);
    return status;
}
