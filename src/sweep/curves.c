/* Families of curves: of a sweep's rows, evenly spread ones are run once more, and what is asked for is drawn
 * over time: as lines where there are few, else as the bands between quantiles of all runs at each time. */
#include "sweep/picture.h"

#include "base/trajectory.h"
#include "ensemble/ensemble.h"
#include "network/model.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { RUNS_MOST = 200, LINES_MOST = 40, POINTS = 400, PANEL = 230, LEFT = 96, RIGHT = 28, BELOW = 56 };
enum { CURVES_MOST = 12, CAPTION = 22 };

typedef struct family {
    double *y; /* (curves x runs x POINTS) */
    size_t runs, curves;
    double start, stop;
} family;

static double *curve_of(const family *f, size_t curve, size_t run)
{
    return f->y + (curve * f->runs + run) * POINTS;
}

static double time_of(const family *f, size_t k)
{
    return f->start + (f->stop - f->start) * ((double)k / (POINTS - 1));
}

static void sample(const family *f, size_t run, const eg_trajectory *t, const char *const *names)
{
    const double end = t->row_count > 0 ? eg_trajectory_time(t, t->row_count - 1) : -INFINITY;
    for (size_t c = 0; c < f->curves; c++) {
        const long signal = eg_trajectory_find(t, names[c]);
        for (size_t k = 0; k < POINTS; k++)
            curve_of(f, c, run)[k] = signal >= 0 && time_of(f, k) <= end
                                         ? eg_trajectory_at(t, (size_t)signal, time_of(f, k))
                                         : NAN;
    }
}

/* One run; where it fails its curves end there. */
static eg_status run_row(const eg_page *page, const family *f, eg_maker *maker, size_t run)
{
    const eg_sweep_picture *p = page->p;
    const size_t row = f->runs > 1 ? run * (p->rows - 1) / (f->runs - 1) : 0;
    eg_simulate_options o = p->runs->run;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    o.signals = p->curves;
    o.signal_count = p->curve_count;
    o.interval = (f->stop - f->start) / (POINTS - 1);
    eg_status status =
        d ? eg_maker_make(maker, p->values + row * page->column_count, -1, d, &model) : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = eg_simulate(model, &o, d, &t, NULL);
    if (t)
        sample(f, run, t, p->curves);
    else
        for (size_t c = 0; c < f->curves; c++)
            for (size_t k = 0; k < POINTS; k++)
                curve_of(f, c, run)[k] = NAN;
    eg_trajectory_free(t);
    eg_model_free(model);
    eg_diagnostics_free(d);
    return status == EG_ERROR_MEMORY ? status : EG_OK;
}

/* ---------------------------------------------------------------- drawing */

static void put_lines(eg_page *page, const family *f, size_t curve, const eg_scale *x, const eg_scale *y,
                      FILE *out)
{
    fprintf(out, "$d%zu << e\n", ++page->data);
    for (size_t run = 0; run < f->runs; run++) {
        for (size_t k = 0; k < POINTS; k++) {
            eg_page_number(out, eg_scale_drawn(x, time_of(f, k)), " ");
            eg_page_number(out, eg_scale_drawn(y, curve_of(f, curve, run)[k]), " ");
            eg_page_number(out, f->runs > 1 ? (double)run / (double)(f->runs - 1) : 0, "\n");
        }
        fputs("\n", out);
    }
    fputs("e\n", out);
}

static void put_bands(eg_page *page, const family *f, size_t curve, const eg_scale *x, const eg_scale *y,
                      FILE *out)
{
    static const double chances[] = {0.05, 0.25, 0.5, 0.75, 0.95};
    double at[RUNS_MOST];
    fprintf(out, "$d%zu << e\n", ++page->data);
    for (size_t k = 0; k < POINTS; k++) {
        size_t count = 0;
        for (size_t run = 0; run < f->runs; run++)
            at[count++] = curve_of(f, curve, run)[k];
        eg_page_number(out, eg_scale_drawn(x, time_of(f, k)), "");
        for (int i = 0; i < 5; i++) {
            eg_interval q = {NAN, NAN, NAN};
            if (eg_sweep_quantile(at, count, chances[i], &q) != EG_OK)
                page->out_of_memory = true;
            fputs(" ", out);
            eg_page_number(out, eg_scale_drawn(y, q.value), "");
        }
        fputs("\n", out);
    }
    fputs("e\n", out);
}

static void put_curves(const void *picture, FILE *out)
{
    eg_page *page = (eg_page *)picture;
    const family *f = page->room;
    const bool has_bands = f->runs > LINES_MOST;
    char text[120];
    eg_page_begin(page, out);
    for (size_t c = 0; c < f->curves; c++) {
        const double top = EG_PAGE_MARGIN + (page->p->title ? EG_PAGE_TITLE : 0) + CAPTION +
                           (double)c * (PANEL + BELOW + CAPTION);
        double low = INFINITY, high = -INFINITY;
        eg_scale x = {.name = "time", .unit = "s"}, *y = &page->measures[c];
        for (size_t i = 0; i < f->runs * POINTS; i++) {
            const double value = curve_of(f, c, 0)[i];
            low = fmin(low, isfinite(value) ? value : NAN);
            high = fmax(high, isfinite(value) ? value : NAN);
        }
        eg_scale_fit(&x, f->start, f->stop, 10);
        eg_scale_fit(y, low, high, 6);
        if (has_bands)
            put_bands(page, f, c, &x, y, out);
        else
            put_lines(page, f, c, &x, y, out);
        snprintf(text, sizeof text,
                 has_bands ? "%zu runs of %zu; line: median; bands: 50 %% and 90 %% of them"
                           : "%zu runs of %zu; dark: the first, light: the last",
                 f->runs, page->p->rows);
        eg_page_text(page, LEFT, top - CAPTION / 2.0, text, out);
        eg_page_frame(page, LEFT, top, EG_PAGE_WIDTH - LEFT - RIGHT, PANEL, out);
        eg_page_axis(&x, 'x', EG_LABELS_ALL, 40, out);
        eg_page_axis(y, 'y', EG_LABELS_ALL, 34, out);
        if (has_bands)
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
    }
    fputs("unset multiplot\n", out);
}

/* ---------------------------------------------------------------- the whole */

/* Each curve is one variable; scales (curve_count, or NULL) get its unit. */
static eg_status find_curves(const eg_sweep_picture *p, const eg_result_names *names, eg_scale *scales,
                             eg_diagnostics *d)
{
    for (size_t c = 0; c < p->curve_count; c++) {
        const long i = eg_names_find(names->index, p->curves[c]);
        if (i < 0 || names->items[i].column >= eg_model_columns(p->ensemble->model)) {
            eg_report(d, EG_ERROR, EG_NOWHERE, "%s has no variable %.200s to draw", names->owner,
                      p->curves[c]);
            eg_remedy(d, "name a variable of the results, such as ball.s");
            return EG_ERROR_USAGE;
        }
        if (scales)
            scales[c] =
                (eg_scale){.name = p->curves[c], .unit = names->items[i].unit ? names->items[i].unit : ""};
    }
    return EG_OK;
}

eg_status eg_sweep_curves_check(const eg_sweep_picture *p, eg_diagnostics *d)
{
    eg_result_names names = {0};
    eg_status status = EG_ERROR_MEMORY;
    if (eg_model_result_names(p->ensemble->model, &names, NULL) == 0)
        status = find_curves(p, &names, NULL, d);
    eg_result_names_release(&names);
    return status;
}

eg_status eg_sweep_draw_curves(eg_page *page, const char *path, eg_diagnostics *d)
{
    const eg_sweep_picture *p = page->p;
    family f = {.runs = p->rows < RUNS_MOST ? p->rows : RUNS_MOST,
                .curves = p->curve_count < CURVES_MOST ? p->curve_count : CURVES_MOST,
                .start = p->runs->run.start_time,
                .stop = p->runs->run.stop_time};
    eg_result_names names = {0};
    eg_maker maker = {.ensemble = p->ensemble};
    eg_scale *scales = calloc(p->curve_count + 1, sizeof *scales);
    f.y = calloc(f.curves * f.runs * POINTS + 1, sizeof *f.y);
    eg_status status = f.y && scales ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK && eg_model_result_names(p->ensemble->model, &names, NULL) != 0)
        status = EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = find_curves(p, &names, scales, d);
    for (size_t run = 0; run < f.runs && status == EG_OK; run++)
        status = run_row(page, &f, &maker, run);
    if (status == EG_OK) {
        eg_scale *measures = page->measures;
        page->measures = scales;
        page->room = &f;
        page->height = EG_PAGE_MARGIN + (p->title ? EG_PAGE_TITLE : 0) +
                       (double)f.curves * (PANEL + BELOW + CAPTION) + EG_PAGE_MARGIN;
        if (p->curve_count > CURVES_MOST)
            eg_report(d, EG_NOTE, (eg_place){.file = path}, "the picture shows the first %d of %zu curves",
                      CURVES_MOST, p->curve_count);
        status = eg_picture_draw(path, page->kind, put_curves, page, d);
        if (status == EG_OK && page->out_of_memory)
            status = EG_ERROR_MEMORY;
        page->measures = measures;
        page->room = NULL;
    }
    eg_maker_release(&maker);
    eg_result_names_release(&names);
    free(scales);
    free(f.y);
    return status;
}
