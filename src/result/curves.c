/* Curves y over x as gnuplot's commands. */
#include "result/curves.h"

#include "base/number.h"
#include "result/plot.h"

#include <math.h>

typedef struct picture {
    const eg_curve_panel *panels;
    size_t count;
    eg_picture_kind kind;
} picture;

static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#000000", "#e69f00", "#56b4e9"};
/* Curves that lie upon each other show through the gaps of those above. */
static const char *const dashes[] = {"solid", "(14,7)", "(4,7)", "(14,5,4,5)"};
enum { COLOURS = sizeof colours / sizeof colours[0], DASHES = sizeof dashes / sizeof dashes[0] };

static void put_number(double value, const char *behind, FILE *out)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(value, text);
    fprintf(out, "%s%s", text, behind);
}

static void put_head(const picture *p, FILE *out)
{
    static const char *const terminals[] = {
        "set terminal svg font 'Helvetica,13' linewidth 1 size 900,420",
        "set terminal pngcairo font 'Sans,10' fontscale 2 linewidth 2 size 1800,840",
        "set terminal pdfcairo font 'Sans,10' linewidth 1 size 9.375in,4.375in",
    };
    fprintf(out, "%s noenhanced rounded background rgb 'white'\n", terminals[p->kind]);
    fputs("set encoding utf8\nset border 3 lc rgb '#404040' lw 1\nset xtics nomirror\nset ytics nomirror\n"
          "set grid lt 1 lc rgb '#e4e4e4' lw 0.8 dt solid\nset minussign\nset format '%g'\n"
          "set xzeroaxis lc rgb '#808080' dt solid\n",
          out);
    /* the legend stands beside the panels, where it covers nothing */
    fprintf(out, "set multiplot layout 1,%zu margins screen 0.08,0.68,0.14,0.95 spacing screen 0.09\n",
            p->count);
}

/* The range of all values, at x (offset 0) or y. */
static eg_axis range_of(const eg_curve_panel *panel, bool of_y)
{
    eg_axis a = {.low = INFINITY, .high = -INFINITY};
    for (size_t i = 0; i < panel->count; i++) {
        const eg_curve *c = &panel->curves[i];
        for (size_t k = 0; k < c->count; k++) {
            const double value = of_y ? c->y[k] : c->x[k];
            a.low = fmin(a.low, value);
            a.high = fmax(a.high, value);
        }
    }
    return a.low <= a.high ? a : (eg_axis){0};
}

/* A panel takes about 8 numbers along its height and, two of them side by side, 6 along its width. */
static double find_axis(const eg_curve_panel *panel, size_t panels, bool is_y, eg_axis *a)
{
    *a = range_of(panel, is_y);
    return eg_axis_for_curves(a, is_y ? panel->y_name : panel->x_name, is_y ? panel->y_unit : panel->x_unit,
                              !is_y && panels > 1 ? 6 : 8);
}

static void put_axis(const eg_curve_panel *panel, size_t panels, bool is_y, FILE *out)
{
    eg_axis a;
    const char letter = is_y ? 'y' : 'x';
    const double step = find_axis(panel, panels, is_y, &a) / a.scale;
    fprintf(out, "set %clabel '%s'\nset %crange [%.12g:%.12g]\nset %ctics %.12g\n", letter, a.label, letter,
            a.low / a.scale, a.high / a.scale, letter, step);
}

static void put_data(const eg_curve_panel *panel, size_t panels, size_t number, FILE *out)
{
    eg_axis x, y;
    find_axis(panel, panels, false, &x);
    find_axis(panel, panels, true, &y);
    for (size_t i = 0; i < panel->count; i++) {
        const eg_curve *c = &panel->curves[i];
        fprintf(out, "$c%zu_%zu << e\n", number, i);
        for (size_t k = 0; k < c->count; k++) {
            put_number(c->x[k] / x.scale, " ", out);
            put_number(c->y[k] / y.scale, "\n", out);
        }
        fputs("e\n", out);
    }
}

static void put_panel(const eg_curve_panel *panel, size_t panels, size_t number, FILE *out)
{
    put_axis(panel, panels, false, out);
    put_axis(panel, panels, true, out);
    fputs(number == 0 ? "set key at screen 0.69,0.95 left top vertical Left reverse samplen 2.2\n"
                      : "unset key\n",
          out);
    fputs("plot ", out);
    for (size_t i = 0; i < panel->count; i++)
        fprintf(out, "%s$c%zu_%zu with lines lc rgb '%s' lw 1.6 dt %s title '%s'", i > 0 ? ", " : "", number,
                i, colours[i % COLOURS], dashes[i > 0 ? 1 + (i - 1) % (DASHES - 1) : 0],
                panel->curves[i].name);
    fputs("\n", out);
}

static void put_picture(const void *what, FILE *out)
{
    const picture *p = what;
    for (size_t i = 0; i < p->count; i++)
        put_data(&p->panels[i], p->count, i, out);
    put_head(p, out);
    for (size_t i = 0; i < p->count; i++)
        put_panel(&p->panels[i], p->count, i, out);
    fputs("unset multiplot\n", out);
}

eg_status eg_curves_plot(const eg_curve_panel *panels, size_t count, const char *path,
                         eg_diagnostics *diagnostics)
{
    picture p = {panels, count, EG_PICTURE_SVG};
    if (!eg_picture_kind_of(path, &p.kind, diagnostics))
        return EG_ERROR_USAGE;
    return eg_picture_draw(path, p.kind, put_picture, &p, diagnostics);
}
