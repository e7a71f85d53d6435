/* Curves y over x as gnuplot's commands. */
#include "result/curves.h"

#include "base/number.h"
#include "result/plot.h"

typedef struct picture {
    const eg_curve_panel *panels;
    size_t count;
    eg_picture_kind kind;
} picture;

static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#000000", "#e69f00", "#56b4e9"};
static const char *const dashes[] = {"solid", "(12,6)"};
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

static void put_data(const eg_curve_panel *panel, size_t number, FILE *out)
{
    for (size_t i = 0; i < panel->count; i++) {
        const eg_curve *c = &panel->curves[i];
        fprintf(out, "$c%zu_%zu << e\n", number, i);
        for (size_t k = 0; k < c->count; k++) {
            put_number(c->x[k] * panel->x_scale, " ", out);
            put_number(c->y[k] * panel->y_scale, "\n", out);
        }
        fputs("e\n", out);
    }
}

static void put_panel(const eg_curve_panel *panel, size_t number, FILE *out)
{
    fprintf(out, "set xlabel '%s'\nset ylabel '%s'\n", panel->x_label, panel->y_label);
    fputs(number == 0 ? "set key at screen 0.69,0.95 left top vertical Left reverse samplen 2.2\n"
                      : "unset key\n",
          out);
    fputs("plot ", out);
    for (size_t i = 0; i < panel->count; i++)
        fprintf(out, "%s$c%zu_%zu with lines lc rgb '%s' lw 1.6 dt %s title '%s'", i > 0 ? ", " : "", number,
                i, colours[i % COLOURS], dashes[i / COLOURS % DASHES], panel->curves[i].name);
    fputs("\n", out);
}

static void put_picture(const void *what, FILE *out)
{
    const picture *p = what;
    for (size_t i = 0; i < p->count; i++)
        put_data(&p->panels[i], i, out);
    put_head(p, out);
    for (size_t i = 0; i < p->count; i++)
        put_panel(&p->panels[i], i, out);
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
