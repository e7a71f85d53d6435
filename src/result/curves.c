/* Curves y over x as gnuplot's commands. */
#include "result/curves.h"

#include "base/number.h"
#include "result/plot.h"

#include <math.h>
#include <string.h>

typedef struct picture {
    const eg_curve_panel *panels;
    size_t count;
    const char *title;
    eg_picture_kind kind;
} picture;

/* Lengths in pixels of 1/96 inch: below each other the title, rows of the legend, the panels side by side. */
enum {
    WIDTH = 900,
    LEFT = 78,    /* label and numbers of a panel */
    RIGHT = 24,   /* half a number on the last tick */
    BETWEEN = 96, /* panels */
    MARGIN = 14,  /* above and below */
    TITLE = 30,
    LEGEND_ROW = 20,
    SAMPLE = 34,   /* of a line in the legend */
    CHARACTER = 8, /* of its name */
    PANEL = 320,
    BOTTOM = 56 /* numbers and label of the abscissa */
};

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

/* Entries of the legend in one row. */
static size_t legend_columns(const picture *p)
{
    size_t longest = 1;
    for (size_t i = 0; i < p->panels[0].count; i++) {
        size_t length = strlen(p->panels[0].curves[i].name);
        longest = length > longest ? length : longest;
    }
    size_t columns = (WIDTH - LEFT - RIGHT) / (SAMPLE + 16 + CHARACTER * longest);
    return columns > 0 ? columns : 1;
}

/* Where the panels begin, from the top. */
static double panels_top(const picture *p)
{
    size_t columns = legend_columns(p), rows = (p->panels[0].count + columns - 1) / columns;
    return MARGIN + (p->title ? TITLE : 0) + (double)(rows * LEGEND_ROW) + 8.0;
}

static double page_height(const picture *p)
{
    return panels_top(p) + PANEL + BOTTOM;
}

/* A point of the page, in pixels from its left upper corner, in gnuplot's words. */
static void put_place(const picture *p, double x, double y, FILE *out)
{
    fprintf(out, "screen %.6f, screen %.6f", x / WIDTH, 1.0 - y / page_height(p));
}

static void put_head(const picture *p, FILE *out)
{
    eg_plot_put_terminal(out, p->kind, WIDTH, page_height(p));
    fputs(" noenhanced rounded background rgb 'white'\n", out);
    fputs("set encoding utf8\nset border 3 lc rgb '#404040' lw 1\nset xtics nomirror\nset ytics nomirror\n"
          "set grid lt 1 lc rgb '#e4e4e4' lw 0.8 dt solid\nset minussign\nset format '%g'\n"
          "set xzeroaxis lc rgb '#808080' dt solid\nunset key\nset multiplot\n",
          out);
}

static void put_style(size_t i, FILE *out)
{
    fprintf(out, "lc rgb '%s' lw 1.6 dt %s", colours[i % COLOURS],
            dashes[i > 0 ? 1 + (i - 1) % (DASHES - 1) : 0]);
}

/* The title and, below it, a sample and the name of each curve. */
static void put_legend(const picture *p, FILE *out)
{
    size_t columns = legend_columns(p);
    double top = MARGIN + (p->title ? TITLE : 0), width = (double)(WIDTH - LEFT - RIGHT) / (double)columns;
    if (p->title) {
        fprintf(out, "set label '%s' at ", p->title);
        put_place(p, LEFT, MARGIN + 8.0, out);
        fputs(p->kind == EG_PICTURE_SVG ? " left font ',15'\n" : " left font ',12'\n", out);
    }
    for (size_t i = 0; i < p->panels[0].count; i++) {
        size_t row = i / columns;
        double x = LEFT + width * (double)(i % columns), y = top + LEGEND_ROW * ((double)row + 0.5);
        fputs("set arrow from ", out);
        put_place(p, x, y, out);
        fputs(" to ", out);
        put_place(p, x + SAMPLE, y, out);
        fputs(" nohead ", out);
        put_style(i, out);
        fprintf(out, "\nset label '%s' at ", p->panels[0].curves[i].name);
        put_place(p, x + SAMPLE + 8.0, y, out);
        fputs(" left\n", out);
    }
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

static void put_panel(const picture *p, size_t number, FILE *out)
{
    const eg_curve_panel *panel = &p->panels[number];
    double width = (WIDTH - LEFT - RIGHT - BETWEEN * (double)(p->count - 1)) / (double)p->count;
    double left = LEFT + (double)number * (width + BETWEEN), top = panels_top(p), height = page_height(p);
    fprintf(out, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n", left / WIDTH,
            (left + width) / WIDTH);
    fprintf(out, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n", 1.0 - top / height,
            1.0 - (top + PANEL) / height);
    put_axis(panel, p->count, false, out);
    put_axis(panel, p->count, true, out);
    fputs("plot ", out);
    for (size_t i = 0; i < panel->count; i++) {
        fprintf(out, "%s$c%zu_%zu with lines ", i > 0 ? ", " : "", number, i);
        put_style(i, out);
    }
    fputs("\nunset label\nunset arrow\n", out);
}

static void put_picture(const void *what, FILE *out)
{
    const picture *p = what;
    for (size_t i = 0; i < p->count; i++)
        put_data(&p->panels[i], p->count, i, out);
    put_head(p, out);
    put_legend(p, out);
    for (size_t i = 0; i < p->count; i++)
        put_panel(p, i, out);
    fputs("unset multiplot\n", out);
}

eg_status eg_curves_plot(const eg_curve_panel *panels, size_t count, const char *title, const char *path,
                         eg_diagnostics *diagnostics)
{
    picture p = {panels, count, title, EG_PICTURE_SVG};
    if (!eg_picture_kind_of(path, &p.kind, diagnostics))
        return EG_ERROR_USAGE;
    return eg_picture_draw(path, p.kind, put_picture, &p, diagnostics);
}
