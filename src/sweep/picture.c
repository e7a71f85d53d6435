/* Pictures of a sweep's rows: histograms, scatter matrices, tornados, Sobol's indices, maps. */
#include "sweep/picture.h"

#include "base/number.h"
#include "ensemble/ensemble.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEFT = 96, RIGHT = 28, BELOW = 56, LABEL_MOST = 34, CAPTION = 22, PANELS_MOST = 12 };
enum { HISTOGRAM = 190, MAP = 330 }; /* heights of panels */

static const char blue[] = "#0072b2", orange[] = "#d55e00", grey[] = "#909090";

/* ---------------------------------------------------------------- axes */

void eg_scale_fit(eg_scale *s, double low, double high, int parts)
{
    if (!(low <= high))
        low = high = 0;
    s->is_log = s->is_log && low > 0 && high > 3 * low;
    s->axis = (eg_axis){.low = low, .high = high};
    s->step = eg_axis_for_curves(&s->axis, s->name, s->unit, parts);
    if (!s->is_log)
        return;
    s->axis.low = low;
    s->axis.high = high;
    s->axis.scale = 1;
    if (*s->unit)
        snprintf(s->axis.label, sizeof s->axis.label, "%.80s [%.30s]", s->name, s->unit);
    else
        snprintf(s->axis.label, sizeof s->axis.label, "%.110s", s->name);
}

double eg_scale_drawn(const eg_scale *s, double value)
{
    return isfinite(value) && (!s->is_log || value > 0) ? value / s->axis.scale : NAN;
}

void eg_picture_page_number(FILE *out, double value, const char *behind)
{
    char text[EG_NUMBER_SIZE];
    if (isnan(value)) {
        fprintf(out, "nan%s", behind);
        return;
    }
    eg_number_write(value, text);
    fprintf(out, "%s%s", text, behind);
}

void eg_picture_page_begin(const eg_picture_page *page, FILE *out)
{
    eg_plot_put_terminal(out, page->kind, EG_PAGE_WIDTH, page->height);
    fputs(" noenhanced rounded background rgb 'white'\n"
          "set encoding utf8\nset border 3 lc rgb '#404040' lw 1\nset xtics nomirror\nset ytics nomirror\n"
          "set grid lt 1 lc rgb '#e4e4e4' lw 0.8 dt solid\nset minussign\nset datafile missing 'nan'\n"
          "unset key\n",
          out);
    if (page->p->title) {
        fputs("set label 1 ", out);
        eg_plot_put_text(out, page->p->title, 90);
        fprintf(out, " at screen %.6f, screen %.6f left font ',%d'\n", 20.0 / EG_PAGE_WIDTH,
                1 - (EG_PAGE_MARGIN + 8.0) / page->height, page->kind == EG_PICTURE_SVG ? 15 : 12);
    }
    fputs("set multiplot\n", out);
}

void eg_picture_page_frame(const eg_picture_page *page, double left, double top, double width, double height,
                           FILE *out)
{
    fprintf(out, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n", left / EG_PAGE_WIDTH,
            (left + width) / EG_PAGE_WIDTH);
    fprintf(out, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n", 1 - top / page->height,
            1 - (top + height) / page->height);
}

void eg_picture_page_text(const eg_picture_page *page, double left, double top, const char *text, FILE *out)
{
    fputs("set label ", out);
    eg_plot_put_text(out, text, 120);
    fprintf(out, " at screen %.6f, screen %.6f left\n", left / EG_PAGE_WIDTH, 1 - top / page->height);
}

void eg_picture_page_axis(const eg_scale *s, char letter, eg_labels beside, size_t most, FILE *out)
{
    fprintf(out, "unset logscale %c\nset %crange [", letter, letter);
    eg_picture_page_number(out, s->axis.low / s->axis.scale, ":");
    eg_picture_page_number(out, s->axis.high / s->axis.scale, "]\n");
    if (s->is_log) {
        fprintf(out, "set logscale %c\nset %ctics autofreq\n", letter, letter);
    } else {
        fprintf(out, "set %ctics ", letter);
        eg_picture_page_number(out, s->step / s->axis.scale, "\n");
    }
    fprintf(out, "set format %c '%s'\nset %clabel ", letter, beside == EG_LABELS_NOTHING ? "" : "%g", letter);
    eg_plot_put_text(out, beside == EG_LABELS_ALL ? s->axis.label : "", most);
    fputs("\n", out);
}

/* Behind a panel: what belongs to it alone goes. */
static void end_panel(FILE *out)
{
    fputs("unset label\nunset arrow\nunset object\n", out);
}

/* ---------------------------------------------------------------- rows */

static double value_of(const eg_picture_page *page, size_t column, size_t row)
{
    return page->p->values[row * page->column_count + column];
}

static const double *results_of(const eg_picture_page *page, size_t measure)
{
    return page->p->results + measure * page->p->rows;
}

/* Of a design of blocks only A and B are drawn independently. */
static bool is_drawn(const eg_picture_page *page, size_t row)
{
    const size_t width = eg_design_block(page->p->design);
    return row % width == 0 || row % width == width - 1;
}

static void range_of(const double *list, size_t count, double *low, double *high)
{
    *low = INFINITY;
    *high = -INFINITY;
    for (size_t i = 0; i < count; i++)
        if (isfinite(list[i])) {
            *low = fmin(*low, list[i]);
            *high = fmax(*high, list[i]);
        }
}

/* All rows that are drawn independently: of a column, or (behind these) a measure. In malloc'ed memory; NULL:
 * out of memory. */
static double *sample_of(const eg_picture_page *page, size_t quantity, size_t *count)
{
    double *list = malloc((page->p->rows + 1) * sizeof *list);
    *count = 0;
    for (size_t row = 0; row < page->p->rows && list; row++)
        if (is_drawn(page, row))
            list[(*count)++] = quantity < page->column_count
                                   ? value_of(page, quantity, row)
                                   : results_of(page, quantity - page->column_count)[row];
    return list;
}

static eg_scale *scale_of(const eg_picture_page *page, size_t quantity)
{
    return quantity < page->column_count ? &page->columns[quantity]
                                         : &page->measures[quantity - page->column_count];
}

static size_t panels_of(const eg_picture_page *page)
{
    return page->measure_count < PANELS_MOST ? page->measure_count : PANELS_MOST;
}

static double top_of(const eg_picture_page *page)
{
    return EG_PAGE_MARGIN + (page->p->title ? EG_PAGE_TITLE : 0);
}

/* ---------------------------------------------------------------- histograms */

enum { BINS_MOST = 60 };

/* Counts of equal parts of the axis between the extremes. Freedman and Diaconis (1981): a part is twice the
 * distance of the quartiles over the cube root of the count. */
typedef struct bins {
    double low, width;
    size_t count[BINS_MOST], parts, all, most;
} bins;

/* Whole numbers in a span that boxes of one number each fit into. */
static bool is_whole(const double *list, size_t count, double low, double high)
{
    for (size_t i = 0; i < count; i++)
        if (isfinite(list[i]) && list[i] != floor(list[i]))
            return false;
    return high - low < BINS_MOST;
}

static bins count_bins(const eg_scale *s, const double *list, size_t count)
{
    bins b = {.parts = 1};
    double low, high;
    eg_interval first, third;
    range_of(list, count, &low, &high);
    if (!(low <= high))
        return b;
    const bool by_one = !s->is_log && is_whole(list, count, low, high);
    if (s->is_log) {
        low = log(low);
        high = log(high);
    }
    b.parts = 20;
    if (by_one) {
        low -= 0.5;
        high += 0.5;
        b.parts = (size_t)(high - low);
    } else if (!s->is_log && eg_sweep_quantile(list, count, 0.25, &first) == EG_OK &&
               eg_sweep_quantile(list, count, 0.75, &third) == EG_OK && third.value > first.value) {
        const double parts = (high - low) / (2 * (third.value - first.value)) * cbrt((double)count);
        b.parts = (size_t)fmin(fmax(parts, 5), BINS_MOST);
    }
    b.low = low;
    b.width = high > low ? (high - low) / (double)b.parts : 1;
    for (size_t i = 0; i < count; i++) {
        const double x = s->is_log ? log(list[i]) : list[i];
        if (!isfinite(x))
            continue;
        const size_t at = (size_t)((x - low) / b.width);
        b.count[at < b.parts ? at : b.parts - 1]++;
        b.all++;
    }
    for (size_t i = 0; i < b.parts; i++)
        b.most = b.count[i] > b.most ? b.count[i] : b.most;
    return b;
}

/* As boxes whose heights are shares of the highest one, times `top`. */
static void put_bins(eg_picture_page *page, const eg_scale *s, const bins *b, double top, FILE *out)
{
    fprintf(out, "$d%zu << e\n", ++page->data);
    for (size_t i = 0; i < b->parts && b->all > 0; i++) {
        double from = b->low + b->width * (double)i, to = from + b->width;
        if (s->is_log) {
            from = exp(from);
            to = exp(to);
        }
        eg_picture_page_number(out, eg_scale_drawn(s, from), " ");
        eg_picture_page_number(out, eg_scale_drawn(s, to), " ");
        eg_picture_page_number(out, top * (double)b->count[i] / (double)b->most, "\n");
    }
    fputs("e\n", out);
}

static void plot_bins(const eg_picture_page *page, const char *colour, FILE *out)
{
    fprintf(
        out,
        "plot $d%zu using (0.5*($1+$2)):($3/2):1:2:(0):3 with boxxyerror fc rgb '%s' fs solid 0.35 border "
        "lc rgb '%s'\n",
        page->data, colour, colour);
}

static void put_quantile_lines(const eg_picture_page *page, const eg_scale *s, const double *list,
                               size_t count, double left, double top, FILE *out)
{
    static const double chances[] = {0.05, 0.5, 0.95};
    static const char *const names[] = {"5 %", "median", "95 %"};
    char text[400];
    size_t length = 0;
    for (size_t i = 0; i < 3; i++) {
        eg_interval q;
        if (eg_sweep_quantile(list, count, chances[i], &q) != EG_OK || !isfinite(q.value))
            continue;
        if (isfinite(q.low) && isfinite(q.high)) {
            fputs("set object rectangle from first ", out);
            eg_picture_page_number(out, eg_scale_drawn(s, q.low), ", graph 0 to first ");
            eg_picture_page_number(out, eg_scale_drawn(s, q.high),
                                   ", graph 1 behind fs solid 0.18 noborder fc rgb '#d55e00'\n");
        }
        fputs("set arrow from first ", out);
        eg_picture_page_number(out, eg_scale_drawn(s, q.value), ", graph 0 to first ");
        eg_picture_page_number(out, eg_scale_drawn(s, q.value),
                               ", graph 1 nohead front lw 1.4 lc rgb '#d55e00'");
        fputs(i == 1 ? "\n" : " dt (6,4)\n", out);
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s: %.4g",
                                   length > 0 ? "    " : "", names[i], q.value / s->axis.scale);
    }
    const char *unit = strrchr(s->axis.label, '[');
    if (length > 0 && unit)
        (void)snprintf(text + length, sizeof text - length, "    %s", unit);
    if (length > 0)
        eg_picture_page_text(page, left, top, text, out);
}

static void put_histograms(const void *picture, FILE *out)
{
    eg_picture_page *page = (eg_picture_page *)picture;
    eg_picture_page_begin(page, out);
    for (size_t i = 0; i < panels_of(page); i++) {
        size_t count;
        double low, high, *list = sample_of(page, page->column_count + i, &count);
        eg_scale *s = &page->measures[i], heights = {.name = "share of rows", .unit = "%"};
        const double top = top_of(page) + CAPTION + (double)i * (HISTOGRAM + BELOW + CAPTION);
        if (!list) {
            page->out_of_memory = true;
            break;
        }
        range_of(list, count, &low, &high);
        const double around = is_whole(list, count, low, high) ? 0.5 : 0;
        eg_scale_fit(s, low - around, high + around, 8);
        const bins b = count_bins(s, list, count);
        const double most = b.all > 0 ? 100 * (double)b.most / (double)b.all : 1;
        eg_scale_fit(&heights, 0, most, 5);
        eg_picture_page_frame(page, LEFT, top, EG_PAGE_WIDTH - LEFT - RIGHT, HISTOGRAM, out);
        put_quantile_lines(page, s, list, count, LEFT, top - CAPTION / 2.0, out);
        put_bins(page, s, &b, most / heights.axis.scale, out);
        eg_picture_page_axis(s, 'x', EG_LABELS_ALL, 90, out);
        eg_picture_page_axis(&heights, 'y', EG_LABELS_ALL, 30, out);
        plot_bins(page, blue, out);
        end_panel(out);
        free(list);
    }
    fputs("unset multiplot\n", out);
}

/* ---------------------------------------------------------------- scatter matrices */

enum { SCATTER_MOST = 8, POINTS_MOST = 3000 };

static double correlation(const double *x, const double *y, size_t count)
{
    double n = 0, mx = 0, my = 0, xx = 0, yy = 0, xy = 0;
    for (size_t i = 0; i < count; i++) {
        if (!isfinite(x[i]) || !isfinite(y[i]))
            continue;
        const double dx = x[i] - mx, dy = y[i] - my;
        n++;
        mx += dx / n;
        my += dy / n;
        xx += dx * (x[i] - mx);
        yy += dy * (y[i] - my);
        xy += dx * (y[i] - my);
    }
    return xx > 0 && yy > 0 ? xy / sqrt(xx) / sqrt(yy) : NAN;
}

/* The fewer, the larger. */
static const char *point_size(size_t count)
{
    if (count > 500)
        return "0.15";
    return count > 60 ? "0.3" : "0.5";
}

static void put_points(eg_picture_page *page, const eg_scale *sx, const eg_scale *sy, const double *x,
                       const double *y, size_t count, FILE *out)
{
    const size_t stride = count / POINTS_MOST + 1;
    fprintf(out, "$d%zu << e\n", ++page->data);
    for (size_t i = 0; i < count; i += stride) {
        const double px = eg_scale_drawn(sx, x[i]), py = eg_scale_drawn(sy, y[i]);
        if (isnan(px) || isnan(py))
            continue;
        eg_picture_page_number(out, px, " ");
        eg_picture_page_number(out, py, "\n");
    }
    fputs("e\n", out);
    fprintf(out, "plot $d%zu using 1:2 with points pt 7 ps %s lc rgb '#800072b2'\n", page->data,
            point_size(count));
}

/* Below and left of the matrix are the axes. */
static void put_scatter_cell(eg_picture_page *page, double *const *lists, size_t count, size_t row,
                             size_t column, size_t n, FILE *out)
{
    const eg_scale *sx = scale_of(page, column), *sy = scale_of(page, row);
    eg_scale heights = {.name = "", .unit = "", .axis = {.high = 1, .scale = 1}, .step = 1};
    const size_t most = (size_t)(96.0 / (double)n) + 1; /* characters beside a cell */
    char text[40];
    if (column > row) {
        const double r = correlation(lists[column], lists[row], count);
        snprintf(text, sizeof text, "%.2f", fabs(r) < 0.005 ? 0.0 : r);
        fprintf(out, "set label '%s' at graph 0.5, graph 0.5 center tc rgb '#404040'\n", text);
        fputs("unset border\nunset xtics\nunset ytics\nunset xlabel\nunset ylabel\nunset logscale x\n"
              "unset logscale y\nset xrange [0:1]\nset yrange [0:1]\nplot NaN\n"
              "set border 3\nset xtics nomirror\nset ytics nomirror\n",
              out);
        return;
    }
    eg_picture_page_axis(sx, 'x', row + 1 == n ? EG_LABELS_ALL : EG_LABELS_NOTHING, most, out);
    if (column == row) {
        const bins b = count_bins(sx, lists[column], count);
        put_bins(page, sx, &b, 0.9, out);
        eg_picture_page_axis(&heights, 'y', EG_LABELS_NOTHING, 1, out);
        if (column == 0) {
            fputs("set ylabel ", out);
            eg_plot_put_text(out, sy->axis.label, most);
            fputs("\n", out);
        }
        plot_bins(page, grey, out);
        return;
    }
    eg_picture_page_axis(sy, 'y', column == 0 ? EG_LABELS_ALL : EG_LABELS_NOTHING, most, out);
    put_points(page, sx, sy, lists[column], lists[row], count, out);
}

static size_t scattered(const eg_picture_page *page)
{
    const size_t n = page->column_count + page->measure_count;
    return n < SCATTER_MOST ? n : SCATTER_MOST;
}

/* Where there are too many quantities, measures come first in the choice. */
static size_t chosen(const eg_picture_page *page, size_t i)
{
    const size_t all = page->column_count + page->measure_count, n = scattered(page);
    const size_t measures = page->measure_count < n / 2 ? page->measure_count : n / 2;
    return all <= SCATTER_MOST || i < n - measures ? i : page->column_count + i - (n - measures);
}

static void put_scatter(const void *picture, FILE *out)
{
    eg_picture_page *page = (eg_picture_page *)picture;
    const size_t n = scattered(page);
    double *lists[SCATTER_MOST] = {0};
    size_t count = 0;
    bool good = true;
    const double gap = 10, cell = (EG_PAGE_WIDTH - LEFT - RIGHT - gap * (double)(n - 1)) / (double)n;
    eg_picture_page whole = *page; /* whose quantities are the chosen ones */
    eg_scale scales[SCATTER_MOST];
    for (size_t i = 0; i < n; i++) {
        double low, high;
        lists[i] = sample_of(page, chosen(page, i), &count);
        good = good && lists[i];
        scales[i] = *scale_of(page, chosen(page, i));
        if (!good)
            continue;
        range_of(lists[i], count, &low, &high);
        eg_scale_fit(&scales[i], low, high, n > 4 ? 2 : 4);
        if (!scales[i].is_log && low < high) { /* the outermost ticks keep off the neighbours' */
            scales[i].axis.low = low - 0.12 * (high - low);
            scales[i].axis.high = high + 0.12 * (high - low);
        }
    }
    whole.columns = scales;
    whole.column_count = n;
    eg_picture_page_begin(page, out);
    for (size_t row = 0; row < n && good; row++)
        for (size_t column = 0; column < n; column++) {
            eg_picture_page_frame(page, LEFT + (double)column * (cell + gap),
                                  top_of(page) + (double)row * (cell + gap), cell, cell, out);
            put_scatter_cell(&whole, lists, count, row, column, n, out);
            end_panel(out);
        }
    fputs("unset multiplot\n", out);
    page->out_of_memory = !good;
    for (size_t i = 0; i < n; i++)
        free(lists[i]);
}

/* ---------------------------------------------------------------- bars beside names */

/* One bar of a chart: a factor's numbers, and what they are sorted by. */
typedef struct bar {
    size_t factor;
    double size;
    eg_interval one, other;
} bar;

static int compare_bars(const void *a, const void *b)
{
    const bar *x = a, *y = b;
    const int by_size = (x->size < y->size) - (x->size > y->size);
    return by_size != 0 ? by_size : (x->factor > y->factor) - (x->factor < y->factor);
}

enum { BARS_MOST = 20, BAR = 34, NAMES = 230 };

static size_t bars_of(const eg_picture_page *page)
{
    return page->column_count < BARS_MOST ? page->column_count : BARS_MOST;
}

static double bars_height(const eg_picture_page *page)
{
    return BAR * (double)bars_of(page) + 20;
}

/* The main effects at the least and the greatest values of each factor. False: out of memory. */
static bool find_effects(const eg_picture_page *page, size_t measure, bar *list)
{
    size_t count = 0;
    double *y = sample_of(page, page->column_count + measure, &count);
    for (size_t k = 0; k < page->column_count && y; k++) {
        eg_effect effects[EG_EFFECTS_MOST];
        size_t parts = 0, same;
        double *x = sample_of(page, k, &same), low = 0, high = 0;
        if (!x || eg_sweep_effects(x, y, count, effects, &parts) != EG_OK) {
            free(x);
            free(y);
            return false;
        }
        for (size_t i = 0; i < parts; i++) {
            low = fmin(low, effects[i].difference.value);
            high = fmax(high, effects[i].difference.value);
        }
        const eg_interval none = {NAN, NAN, NAN};
        list[k] = (bar){k, high - low, parts > 0 ? effects[0].difference : none,
                        parts > 0 ? effects[parts - 1].difference : none};
        free(x);
    }
    free(y);
    return y;
}

/* False: out of memory. */
static bool find_indices(const eg_picture_page *page, size_t measure, bar *list)
{
    const size_t n = page->column_count, width = eg_design_block(page->p->design);
    const size_t blocks = page->p->rows / width;
    eg_interval *first = calloc(2 * n + n * n + 1, sizeof *first), *total = first ? first + n : NULL;
    const uint64_t seed = eg_design_seed(page->p->design);
    eg_status status = first ? EG_OK : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = width > n + 2
                     ? eg_sweep_sobol_second(results_of(page, measure), blocks, n, seed, first, total,
                                             total + n, NULL)
                     : eg_sweep_sobol(results_of(page, measure), blocks, n, seed, first, total, NULL);
    for (size_t k = 0; k < n && status == EG_OK; k++)
        list[k] = (bar){k, total[k].value, first[k], total[k]};
    free(first);
    return status == EG_OK;
}

/* A number as a bar from 0, with its interval. */
static void put_bar(const eg_scale *s, const eg_interval *x, double from, double to, const char *colour,
                    FILE *out)
{
    const double middle = 0.5 * (from + to);
    if (!isfinite(x->value))
        return;
    fputs("set object rectangle from first 0, first ", out);
    eg_picture_page_number(out, from, " to first ");
    eg_picture_page_number(out, eg_scale_drawn(s, x->value), ", first ");
    eg_picture_page_number(out, to, "");
    fprintf(out, " front fs solid 0.55 noborder fc rgb '%s'\n", colour);
    if (!isfinite(x->low) || !isfinite(x->high))
        return;
    fputs("set arrow from first ", out);
    eg_picture_page_number(out, eg_scale_drawn(s, x->low), ", first ");
    eg_picture_page_number(out, middle, " to first ");
    eg_picture_page_number(out, eg_scale_drawn(s, x->high), ", first ");
    eg_picture_page_number(out, middle, " heads size screen 0.004,90 front lw 1.2 lc rgb '#303030'\n");
}

static void put_bars(eg_picture_page *page, eg_scale *s, const bar *list, double top, bool is_tornado,
                     FILE *out)
{
    const size_t n = bars_of(page);
    double low = 0, high = is_tornado ? 0 : 1;
    for (size_t i = 0; i < n; i++) {
        const eg_interval *of[] = {&list[i].one, &list[i].other};
        for (int k = 0; k < 2; k++) {
            low = fmin(fmin(low, of[k]->value), of[k]->low); /* fmin leaves out what is no number */
            high = fmax(fmax(high, of[k]->value), of[k]->high);
        }
    }
    eg_scale_fit(s, low, high, 8);
    eg_picture_page_frame(page, NAMES, top, EG_PAGE_WIDTH - NAMES - RIGHT, bars_height(page), out);
    eg_picture_page_axis(s, 'x', EG_LABELS_ALL, 80, out);
    fprintf(out, "set yrange [%zu.5:-0.5]\nunset logscale y\nset ylabel ''\nset ytics scale 0 (", n - 1);
    for (size_t i = 0; i < n; i++) {
        fputs(i > 0 ? ", " : "", out);
        eg_plot_put_text(out, page->columns[list[i].factor].name, 26);
        fprintf(out, " %zu", i);
    }
    fputs(")\nset format y '%s'\n", out);
    for (size_t i = 0; i < n; i++) {
        const double at = (double)i;
        put_bar(s, &list[i].one, at - 0.3, is_tornado ? at : at - 0.02, blue, out);
        put_bar(s, &list[i].other, is_tornado ? at : at + 0.02, at + 0.3, orange, out);
    }
    fputs("set arrow from first 0, graph 0 to first 0, graph 1 nohead lc rgb '#404040'\nplot NaN\n"
          "set ytics scale 1 autofreq\nset format y '%g'\n",
          out);
}

static void put_chart(eg_picture_page *page, bool is_tornado, FILE *out)
{
    bar *list = calloc(page->column_count + 1, sizeof *list);
    double top = top_of(page) + CAPTION;
    page->out_of_memory = !list;
    eg_picture_page_begin(page, out);
    for (size_t i = 0; i < panels_of(page) && list; i++) {
        char name[EG_LABEL_SIZE];
        eg_scale s = page->measures[i];
        s.is_log = false;
        page->out_of_memory = !(is_tornado ? find_effects(page, i, list) : find_indices(page, i, list));
        if (page->out_of_memory)
            break;
        qsort(list, page->column_count, sizeof *list, compare_bars);
        if (is_tornado)
            snprintf(name, sizeof name, "change of the mean of %.80s", page->measures[i].name);
        else
            snprintf(name, sizeof name, "share of the variance of %.80s", page->measures[i].name);
        s.name = name;
        s.unit = is_tornado ? s.unit : "";
        eg_picture_page_text(
            page, NAMES, top - CAPTION / 2.0,
            is_tornado ? "blue: where the factor is least; orange: where it is greatest; lines: 95 %"
                       : "blue: of first order; orange: total; lines: 95 %",
            out);
        put_bars(page, &s, list, top, is_tornado, out);
        end_panel(out);
        top += bars_height(page) + BELOW + CAPTION;
    }
    free(list);
    fputs("unset multiplot\n", out);
}

static void put_tornado(const void *picture, FILE *out)
{
    put_chart((eg_picture_page *)picture, true, out);
}

static void put_indices(const void *picture, FILE *out)
{
    put_chart((eg_picture_page *)picture, false, out);
}

/* ---------------------------------------------------------------- maps */

/* Fills in bounds (points x 2): half-way to the neighbours, on a logarithmic axis by ratio. Lists may have
 * any order. The axis goes from the outermost bounds. */
static void fit_column(eg_picture_page *page, size_t column, double *bounds)
{
    const eg_law *law = eg_design_law(page->p->design, column);
    const size_t points = eg_law_points(law);
    eg_scale *s = &page->columns[column];
    double first = INFINITY, last = -INFINITY, least = INFINITY, most = -INFINITY;
    for (size_t k = 0; k < points; k++) {
        first = fmin(first, eg_law_point(law, k));
        last = fmax(last, eg_law_point(law, k));
    }
    s->is_log = s->is_log && first > 0 && last > 3 * first;
    for (size_t k = 0; k < points; k++) {
        const double value = eg_law_point(law, k), at = s->is_log ? log(value) : value;
        double before = -INFINITY, behind = INFINITY;
        for (size_t i = 0; i < points; i++) {
            const double other = s->is_log ? log(eg_law_point(law, i)) : eg_law_point(law, i);
            before = other < at ? fmax(before, other) : before;
            behind = other > at ? fmin(behind, other) : behind;
        }
        const double alone = at != 0 ? 0.1 * fabs(at) : 0.5;
        double down = 0.5 * (at - before), up = 0.5 * (behind - at);
        if (!isfinite(down))
            down = isfinite(up) ? up : alone;
        if (!isfinite(up))
            up = down;
        bounds[2 * k] = s->is_log ? exp(at - down) : at - down;
        bounds[2 * k + 1] = s->is_log ? exp(at + up) : at + up;
        least = fmin(least, bounds[2 * k]);
        most = fmax(most, bounds[2 * k + 1]);
    }
    eg_scale_fit(s, least, most, 8);
    s->axis.low = least;
    s->axis.high = most;
}

static void put_map(const void *picture, FILE *out)
{
    enum { BAR_RIGHT = 140 };
    eg_picture_page *page = (eg_picture_page *)picture;
    const size_t along = eg_law_points(eg_design_law(page->p->design, 0));
    const size_t across = eg_law_points(eg_design_law(page->p->design, 1));
    double *bounds = calloc(2 * (along + across), sizeof *bounds);
    page->out_of_memory = !bounds;
    if (!bounds)
        return;
    double *others = bounds + 2 * along;
    fit_column(page, 0, bounds);
    fit_column(page, 1, others);
    eg_picture_page_begin(page, out);
    fputs("set palette defined (0 '#440154', 0.25 '#3b528b', 0.5 '#21918c', 0.75 '#5ec962', 1 '#fde725')\n"
          "unset grid\n",
          out);
    for (size_t i = 0; i < panels_of(page); i++) {
        double low, high;
        eg_scale *s = &page->measures[i];
        range_of(results_of(page, i), page->p->rows, &low, &high);
        s->is_log = false;
        eg_scale_fit(s, low, high, 6);
        fprintf(out, "$d%zu << e\n", ++page->data);
        for (size_t row = 0; row < page->p->rows; row++) {
            const double value = eg_scale_drawn(s, results_of(page, i)[row]);
            const double *x = bounds + 2 * (row / across), *y = others + 2 * (row % across);
            if (isnan(value))
                continue;
            const double corners[] = {
                eg_scale_drawn(&page->columns[0], x[0]), eg_scale_drawn(&page->columns[0], x[1]),
                eg_scale_drawn(&page->columns[1], y[0]), eg_scale_drawn(&page->columns[1], y[1])};
            for (int k = 0; k < 4; k++)
                eg_picture_page_number(out, corners[k], " ");
            eg_picture_page_number(out, value, "\n");
        }
        fputs("e\n", out);
        eg_picture_page_frame(page, LEFT, top_of(page) + (double)i * (MAP + BELOW),
                              EG_PAGE_WIDTH - LEFT - BAR_RIGHT, MAP, out);
        eg_picture_page_axis(&page->columns[0], 'x', EG_LABELS_ALL, 80, out);
        eg_picture_page_axis(&page->columns[1], 'y', EG_LABELS_ALL, 40, out);
        fputs("set cbrange [", out);
        eg_picture_page_number(out, s->axis.low / s->axis.scale, ":");
        eg_picture_page_number(out, s->axis.high / s->axis.scale, "]\nset cbtics ");
        eg_picture_page_number(out, s->step / s->axis.scale, "\nset cblabel ");
        eg_plot_put_text(out, s->axis.label, 40);
        fputs(" offset 1.5,0", out);
        /* grey shows where a row has no value */
        fprintf(out,
                "\nset object rectangle from graph 0, graph 0 to graph 1, graph 1 behind fs solid noborder "
                "fc rgb '#d0d0d0'\nplot $d%zu using (0.5*($1+$2)):(0.5*($3+$4)):1:2:3:4:5 with "
                "boxxyerror fs solid noborder palette\n",
                page->data);
        end_panel(out);
    }
    free(bounds);
    fputs("unset multiplot\n", out);
}

/* ---------------------------------------------------------------- the whole */

static eg_status refuse(eg_diagnostics *d, const char *what, const char *remedy)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "%s", what);
    eg_remedy(d, "%s", remedy);
    return EG_ERROR_USAGE;
}

eg_status eg_sweep_picture_check(const eg_sweep_picture *p, eg_diagnostics *d)
{
    const size_t block = eg_design_block(p->design);
    switch (p->kind) {
    case EG_SWEEP_SOBOL:
        return block > 1 ? EG_OK
                         : refuse(d, "Sobol's indices are of the designs saltelli and saltelli2",
                                  "take one of them, or draw a tornado");
    case EG_SWEEP_MAP:
        if (eg_design_kind_of(p->design) == EG_DESIGN_GRID && eg_design_columns(p->design) == 2 &&
            eg_design_factors(p->design) == 2 && eg_design_count(p->design) == 1 &&
            eg_law_points(eg_design_law(p->design, 0)) > 0 && eg_law_points(eg_design_law(p->design, 1)) > 0)
            return EG_OK;
        return refuse(d,
                      "a map is of a grid of two factors, each a range or a list, with one row at each point",
                      "take such a grid, or draw a scatter matrix");
    case EG_SWEEP_CURVES:
        if (p->curve_count > 0)
            return eg_sweep_curves_check(p, d);
        return refuse(d, "no curve is named for the picture of curves", "name one: --curve ball.s");
    case EG_SWEEP_SCATTER:
    case EG_SWEEP_TORNADO:
        return eg_design_columns(p->design) > 0 ? EG_OK
                                                : refuse(d, "nothing is varied", "vary something by --set");
    default: return p->kind >= 0 && p->kind < EG_SWEEP_PICTURES ? EG_OK : EG_ERROR_USAGE;
    }
}

static bool is_logarithmic(const eg_design *design, size_t column)
{
    const size_t from_table = eg_design_columns(design) - eg_design_factors(design);
    if (column < from_table)
        return false;
    const eg_law_kind kind = eg_design_law(design, column - from_table)->kind;
    return kind == EG_LAW_LOGUNIFORM || kind == EG_LAW_LOGNORMAL || kind == EG_LAW_LOGRANGE;
}

static void name_quantities(eg_picture_page *page, const eg_result_names *names)
{
    const eg_ensemble *e = page->p->ensemble;
    for (size_t i = 0; i < page->column_count; i++)
        page->columns[i] = (eg_scale){.name = e->setters[i].name,
                                      .unit = eg_sweep_unit_of_name(names, e->setters[i].name),
                                      .is_log = is_logarithmic(page->p->design, i)};
    for (size_t i = 0; i < page->measure_count; i++)
        page->measures[i] = (eg_scale){.name = page->p->titles[i], .unit = eg_sweep_unit_of_wanted(e, i)};
}

static double height_of(const eg_picture_page *page)
{
    const double panels = (double)panels_of(page), top = top_of(page);
    switch (page->p->kind) {
    case EG_SWEEP_SCATTER: return top + EG_PAGE_WIDTH - LEFT - RIGHT + BELOW + EG_PAGE_MARGIN;
    case EG_SWEEP_TORNADO:
    case EG_SWEEP_SOBOL: return top + panels * (bars_height(page) + BELOW + CAPTION) + EG_PAGE_MARGIN;
    case EG_SWEEP_MAP: return top + panels * (MAP + BELOW) + EG_PAGE_MARGIN;
    default: return top + panels * (HISTOGRAM + BELOW + CAPTION) + EG_PAGE_MARGIN;
    }
}

static eg_status draw(eg_picture_page *page, const char *path, eg_diagnostics *d)
{
    static eg_picture_script *const scripts[EG_SWEEP_PICTURES] = {
        [EG_SWEEP_HISTOGRAM] = put_histograms,
        [EG_SWEEP_SCATTER] = put_scatter,
        [EG_SWEEP_TORNADO] = put_tornado,
        [EG_SWEEP_SOBOL] = put_indices,
        [EG_SWEEP_MAP] = put_map,
    };
    if (page->p->kind == EG_SWEEP_CURVES)
        return eg_sweep_draw_curves(page, path, d);
    page->height = height_of(page);
    if (page->measure_count > PANELS_MOST && page->p->kind != EG_SWEEP_SCATTER)
        eg_report(d, EG_NOTE, (eg_place){.file = path}, "the picture shows the first %d of %zu quantities",
                  PANELS_MOST, page->measure_count);
    if (page->p->kind == EG_SWEEP_SCATTER && page->column_count + page->measure_count > SCATTER_MOST)
        eg_report(d, EG_NOTE, (eg_place){.file = path}, "the picture shows %d of %zu quantities",
                  SCATTER_MOST, page->column_count + page->measure_count);
    const eg_status status = eg_picture_draw(path, page->kind, scripts[page->p->kind], page, d);
    return status == EG_OK && page->out_of_memory ? EG_ERROR_MEMORY : status;
}

eg_status eg_sweep_draw(const eg_sweep_picture *p, const char *path, eg_diagnostics *d)
{
    eg_result_names names = {0};
    eg_picture_page page = {
        .p = p, .column_count = eg_design_columns(p->design), .measure_count = p->ensemble->wanted_count};
    eg_status status = eg_sweep_picture_check(p, d);
    if (status != EG_OK)
        return status;
    if (!eg_picture_kind_of(path, &page.kind, d))
        return EG_ERROR_USAGE;
    page.columns = calloc(page.column_count + 1, sizeof *page.columns);
    page.measures = calloc(page.measure_count + 1, sizeof *page.measures);
    if (!page.columns || !page.measures || eg_model_result_names(p->ensemble->model, &names, NULL) != 0)
        status = EG_ERROR_MEMORY;
    if (status == EG_OK) {
        name_quantities(&page, &names);
        status = draw(&page, path, d);
    }
    eg_result_names_release(&names);
    free(page.columns);
    free(page.measures);
    return status;
}
