/* Frequency responses as gnuplot's commands. */
#include "result/bode.h"

#include "base/number.h"
#include "result/plot.h"

#include <math.h>

/* Lengths in pixels of 1/96 inch. */
enum {
    WIDTH = 900,
    LEFT = 84,
    RIGHT = 24,
    MARGIN = 14,
    TITLE = 30,
    LEGEND_ROW = 20,
    PANEL = 240,
    GAP = 22,
    BOTTOM = 58,
    LONGEST = 90, /* characters of a name */
    LEGENDS = 12
};

typedef struct picture {
    const eg_bode_curve *curves;
    size_t curve_count;
    const double *frequency;
    size_t count;
    const char *title;
    eg_picture_kind kind;
} picture;

static size_t legend_rows(const picture *p)
{
    return p->curve_count > LEGENDS ? LEGENDS + 1 : p->curve_count;
}

static double panels_top(const picture *p)
{
    return MARGIN + (p->title ? TITLE : 0) + (double)(LEGEND_ROW * legend_rows(p)) + 8.0;
}

static double page_height(const picture *p)
{
    return panels_top(p) + 2.0 * PANEL + GAP + BOTTOM;
}

static void put_head(const picture *p, FILE *out)
{
    eg_plot_put_terminal(out, p->kind, WIDTH, page_height(p));
    fputs(
        " noenhanced rounded background rgb 'white'\n"
        "set encoding utf8\nset border 3 lc rgb '#404040' lw 1\nset xtics nomirror\nset ytics nomirror\n"
        "set grid xtics ytics mxtics lt 1 lc rgb '#d8d8d8' lw 0.8 dt solid, lt 1 lc rgb '#eeeeee' lw 0.6 dt "
        "solid\nset minussign\nset logscale x\nset mxtics 10\nset datafile missing 'nan'\nunset key\n",
        out);
}

static void put_place(const picture *p, double x, double y, FILE *out)
{
    fprintf(out, "screen %.6f, screen %.6f", x / WIDTH, 1.0 - y / page_height(p));
}

static void put_legend(const picture *p, FILE *out)
{
    const double top = MARGIN + (p->title ? TITLE : 0);
    if (p->title) {
        fputs("set label ", out);
        eg_plot_put_text(out, p->title, LONGEST);
        fputs(" at ", out);
        put_place(p, LEFT, MARGIN + 8.0, out);
        fputs(p->kind == EG_PICTURE_SVG ? " left font ',15'\n" : " left font ',12'\n", out);
    }
    for (size_t i = 0; i < p->curve_count && i < LEGENDS; i++) {
        const double y = top + LEGEND_ROW * ((double)i + 0.5);
        fputs("set arrow from ", out);
        put_place(p, LEFT, y, out);
        fputs(" to ", out);
        put_place(p, LEFT + 34.0, y, out);
        fputs(" nohead ", out);
        eg_plot_put_line_style(out, i);
        fputs("\nset label ", out);
        eg_plot_put_text(out, p->curves[i].name, LONGEST);
        fputs(" at ", out);
        put_place(p, LEFT + 42.0, y, out);
        fputs(" left\n", out);
    }
    if (p->curve_count > LEGENDS) {
        fprintf(out, "set label '... and %zu more' at ", p->curve_count - LEGENDS);
        put_place(p, LEFT + 42.0, top + LEGEND_ROW * (LEGENDS + 0.5), out);
        fputs(" left\n", out);
    }
}

static void put_number(double value, const char *behind, FILE *out)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(value, text);
    fprintf(out, "%s%s", text, behind);
}

static void put_data(const picture *p, FILE *out)
{
    for (size_t i = 0; i < p->curve_count; i++) {
        fprintf(out, "$c%zu << e\n", i);
        for (size_t k = 0; k < p->count; k++) {
            put_number(p->frequency[k], " ", out);
            put_number(p->curves[i].magnitude[k], " ", out);
            put_number(p->curves[i].phase[k], "\n", out);
        }
        fputs("e\n", out);
    }
}

/* A round distance of ticks: of 5 at least, of 8 at most; those of phases are parts of a turn. */
static double tick_of(double span, bool is_phase)
{
    static const double turns[] = {15, 30, 45, 90, 180, 360, 720, 1440, 3600},
                        levels[] = {0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 40, 50, 100, 200, 500};
    const double *steps = is_phase ? turns : levels;
    const size_t count = is_phase ? sizeof turns / sizeof turns[0] : sizeof levels / sizeof levels[0];
    for (size_t i = 0; i < count; i++)
        if (span <= 8 * steps[i])
            return steps[i];
    return span / 8;
}

static void put_range(const picture *p, bool is_phase, FILE *out)
{
    double low = INFINITY, high = -INFINITY;
    for (size_t i = 0; i < p->curve_count; i++)
        for (size_t k = 0; k < p->count; k++) {
            const double value = is_phase ? p->curves[i].phase[k] : p->curves[i].magnitude[k];
            low = value < low && isfinite(value) ? value : low;
            high = value > high && isfinite(value) ? value : high;
        }
    if (!(low <= high))
        low = high = 0;
    const double tick = tick_of(fmax(high - low, is_phase ? 60 : 2), is_phase);
    low = tick * floor(low / tick);
    high = tick * ceil(high / tick);
    if (low == high) {
        low -= tick;
        high += tick;
    }
    fputs("set yrange [", out);
    put_number(low, ":", out);
    put_number(high, "]\nset ytics ", out);
    put_number(tick, "\n", out);
}

/* Of less than three decades, where powers of ten alone would be few or none, 2 and 5 are told as well; of
 * less than one all digits are, and what is next to nothing of one is as good as even. */
static void put_tics(double low, double high, FILE *out)
{
    const int first = (int)floor(log10(low)), last = (int)ceil(log10(high));
    bool is_first = true;
    if (high < 1.5 * low)
        fputs("unset logscale x\n", out);
    if (high < 1.5 * low || !(high < 1e3 * low))
        return;
    fputs("set xtics add (", out);
    for (int decade = first; decade <= last; decade++)
        for (int digit = 2; digit < 10; digit++)
            if (high < 10 * low || digit == 2 || digit == 5) {
                fprintf(out, "%s%de%d", is_first ? "" : ", ", digit, decade);
                is_first = false;
            }
    fputs(")\n", out);
}

static void put_panel(const picture *p, bool is_phase, FILE *out)
{
    const double height = page_height(p), top = panels_top(p) + (is_phase ? PANEL + GAP : 0);
    fprintf(out, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n", (double)LEFT / WIDTH,
            1.0 - (double)RIGHT / WIDTH);
    fprintf(out, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n", 1.0 - top / height,
            1.0 - (top + PANEL) / height);
    put_range(p, is_phase, out);
    fputs(is_phase ? "set xlabel 'frequency [Hz]'\nset format x '%g'\nset ylabel 'phase [°]'\n"
                   : "unset xlabel\nset format x ''\nset ylabel 'magnitude [dB]'\n",
          out);
    put_tics(p->frequency[0], p->frequency[p->count - 1], out);
    fputs("set xrange [", out);
    put_number(p->frequency[0], ":", out);
    put_number(p->frequency[p->count - 1], "]\nplot ", out);
    for (size_t i = 0; i < p->curve_count; i++) {
        fprintf(out, "%s$c%zu using 1:%d with lines ", i > 0 ? ", " : "", i, is_phase ? 3 : 2);
        eg_plot_put_line_style(out, i);
    }
    fputs("\nunset label\nunset arrow\n", out);
}

static void put_picture(const void *what, FILE *out)
{
    const picture *p = what;
    put_data(p, out);
    put_head(p, out);
    put_legend(p, out);
    fputs("set multiplot\n", out);
    put_panel(p, false, out);
    put_panel(p, true, out);
    fputs("unset multiplot\n", out);
}

eg_status eg_bode_plot(const eg_bode_curve *curves, size_t curve_count, const double *frequency, size_t count,
                       const char *title, const char *path, eg_diagnostics *diagnostics)
{
    picture p = {curves, curve_count, frequency, count, title, EG_PICTURE_SVG};
    if (!eg_picture_kind_of(path, &p.kind, diagnostics))
        return EG_ERROR_USAGE;
    return eg_picture_draw(path, p.kind, put_picture, &p, diagnostics);
}
