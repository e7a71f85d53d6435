/* A picture as gnuplot's commands.
 *
 * All lengths are pixels of 1/96 inch on a page WIDTH wide. Panels stand below each other over one time
 * axis, those over other variables with an axis of their own behind them; legends to their right. Points are
 * written as whole numbers (plot_pen.c), and gnuplot maps them to the axes. */
#include "result/plot.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

enum {
    WIDTH = 900,
    LEFT = 94, /* of the panels: their labels, and numbers of up to USUAL characters */
    USUAL = 6,
    LABEL = 20,    /* of the panels' labels */
    MARGIN = 14,   /* around the page */
    TITLE = 30,    /* room for the title */
    BOTTOM = 62,   /* numbers and label of the time axis */
    GAP = 18,      /* between panels */
    SAMPLE = 42,   /* of a line in the legend */
    CHARACTER = 8, /* width of a wide one in the legend */
    LONGEST = EG_LEGEND_LONGEST,
    MOST_LEGEND = 470, /* width of its names */
    LEGENDS = 40,      /* entries in the legend of one panel */
    MOST_MARKS = 60
};

#define TICS "out nomirror scale 0.6 tc rgb '#202020' autofreq\n"
static const char mark_style[] = "lc rgb '#8c8c8c' lw 0.8 dt (9,6)";

/* Colours that people with any colour vision tell apart, also by their lightness (Okabe and Ito 2008),
 * the yellow left out; then the same dashed. */
static const char *const colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                      "#000000", "#e69f00", "#56b4e9"};
static const char *const dashes[] = {"solid", "(12,6)", "(3,5)", "(14,5,3,5)"};
enum { COLOURS = sizeof colours / sizeof colours[0], DASHES = sizeof dashes / sizeof dashes[0] };

/* ---------------------------------------------------------------- texts and numbers */

/* Bytes of the UTF-8 character at c; 0 when there is none. */
static size_t character_size(const char *c)
{
    unsigned char first = (unsigned char)*c;
    size_t size = 4;
    if (first < 0x80)
        size = 1;
    else if (first < 0xE0)
        size = 2;
    else if (first < 0xF0)
        size = 3;
    if ((first >= 0x80 && first < 0xC2) || first > 0xF4)
        return 0;
    for (size_t i = 1; i < size; i++)
        if (((unsigned char)c[i] & 0xC0) != 0x80)
            return 0;
    return size;
}

static size_t count_characters(const char *text)
{
    size_t count = 0;
    for (; *text; count++) {
        size_t n = character_size(text);
        text += n > 0 ? n : 1;
    }
    return count;
}

/* One character in double quotes. What means something to gnuplot there is written by its code; what is
 * no character, and line breaks, would spoil the file that is drawn. */
static void put_character(FILE *out, const char *c, size_t size)
{
    unsigned char first = (unsigned char)*c;
    if (size == 0)
        fputc('?', out);
    else if (first < 0x20 || first == 0x7F)
        fputc(' ', out);
    else if (strchr("\"\\`@$", *c))
        fprintf(out, "\\%03o", (unsigned)first);
    else
        fwrite(c, 1, size, out);
}

void eg_plot_put_text(FILE *out, const char *text, size_t most)
{
    size_t count = count_characters(text);
    size_t cut = count > most ? most / 2 : count,
           resume = count > most ? count - (most - most / 2 - 1) : count;
    fputc('"', out);
    for (size_t i = 0; *text; i++) {
        size_t size = character_size(text);
        if (i == cut)
            fputs("\u2026", out);
        if (i < cut || i >= resume)
            put_character(out, text, size);
        text += size > 0 ? size : 1;
    }
    fputc('"', out);
}

/* A number whatever the locale. */
static void put_number(FILE *out, double value)
{
    char text[EG_NUMBER_SIZE];
    eg_number_write(value, text);
    fputs(text, out);
}

/* A command of which only one number changes. */
static void put_setting(FILE *out, const char *before, double value, const char *after)
{
    fputs(before, out);
    put_number(out, value);
    fputs(after, out);
}

/* ---------------------------------------------------------------- the page */

/* What stands below a panel: numbers and a label below the last one over time, and below each that is over
 * another variable. */
static bool has_abscissa(const eg_plot *plot, size_t panel)
{
    return plot->panels[panel].x_unit || panel + 1 == plot->panel_count || plot->panels[panel + 1].x_unit;
}

static double page_height(const eg_plot *plot)
{
    double height = MARGIN + (plot->title ? TITLE : 0);
    for (size_t i = 0; i < plot->panel_count; i++)
        height += plot->panels[i].height + (has_abscissa(plot, i) ? BOTTOM : GAP);
    return height;
}

/* The width of a character in the legend, in the widest of the fonts [pixel]. */
static double character_width(char c)
{
    const double em = 13.5;
    const int code = (unsigned char)c;
    if (code >= 0x80 || strchr("MWmw%@", code))
        return em;
    if (strchr("iljftrI.,;:|()[]' ", code))
        return 0.4 * em;
    return (c >= 'A' && c <= 'Z' ? 0.75 : 0.63) * em;
}

/* Of a name as put_text writes it: CHARACTER each at least, more where many letters are wide. */
static double name_width(const char *name)
{
    const size_t count = count_characters(name), shown = count < LONGEST ? count : LONGEST;
    const size_t cut = count > shown ? LONGEST / 2 : count, resume = count - (shown - shown / 2 - 1);
    double width = 0.0;
    for (size_t i = 0; *name; i++) {
        size_t size = character_size(name);
        if (i < cut || (i >= resume && count > shown))
            width += character_width(*name);
        name += size > 0 ? size : 1;
    }
    if (count > shown)
        width += character_width((char)0xE2); /* the ellipsis */
    return fmax(width, CHARACTER * (double)shown);
}

/* Where panels begin on the left: numbers stand there, and before them the label. */
static double left_edge(const eg_plot *plot)
{
    const double digit = 8.5; /* its width */
    int longest = USUAL;
    for (size_t i = 0; i < plot->panel_count; i++)
        if (!plot->panels[i].lanes && eg_axis_tick_length(&plot->panels[i].axis) > longest)
            longest = eg_axis_tick_length(&plot->panels[i].axis);
    return LEFT + digit * (longest - USUAL);
}

/* Where panels end on the right: the legend follows. */
static double right_edge(const eg_plot *plot)
{
    double widest = 6 * CHARACTER; /* "event" */
    for (size_t i = 0; i < plot->panel_count; i++) {
        const eg_panel *p = &plot->panels[i];
        if (p->count > LEGENDS)
            widest = fmax(widest, 14 * CHARACTER); /* "... and 12 more" */
        for (size_t k = 0; k < p->count; k++)
            widest = fmax(widest, name_width(plot->lines[p->lines[k]].name));
    }
    for (size_t k = 0; k < plot->line_count; k++)
        if (plot->lines[k].twin != k)
            widest = fmax(widest, 2 * CHARACTER + name_width(plot->lines[k].name));
    return WIDTH - MARGIN - SAMPLE - fmin(widest, MOST_LEGEND);
}

/* Vertical lines at the events, those less than 3 pixels apart as one. Returns how many. */
static int put_marks(const eg_plot *plot, double width, FILE *out)
{
    const eg_trajectory *t = plot->marks;
    const eg_axis *x = &plot->time;
    double last = -INFINITY, apart = x->is_log ? 3.0 / width : 3.0 / width * x->high - 3.0 / width * x->low;
    int count = 0;
    for (size_t i = 0; t && i < t->event_count; i++) {
        double time = t->events[i].time;
        const bool is_inside = time >= x->low && time <= x->high && eg_axis_shows(x, time);
        const double at = is_inside && x->is_log ? eg_axis_share(x, time) : time;
        if (!is_inside || !(at >= last + apart))
            continue;
        last = at;
        count++;
        if (!out)
            continue;
        put_setting(out, "set arrow from first ", eg_axis_number(x, time), ", graph 0 to first ");
        put_number(out, eg_axis_number(x, time));
        fprintf(out, ", graph 1 nohead back %s\n", mark_style);
    }
    return count;
}

static void put_style(FILE *out)
{
    fputs("set encoding utf8\n"
          "set border 3 lc rgb '#404040' lw 1\n"
          "set xtics " TICS "set ytics " TICS "set grid lt 1 lc rgb '#e4e4e4' lw 0.8 dt solid\n"
          "set minussign\n"
          "set format y '%g'\n"
          "set key left top Left reverse samplen 2.2 spacing 1.1\n"
          "set multiplot\n",
          out);
}

static void put_range(FILE *out, char axis, const eg_axis *a)
{
    fprintf(out, a->is_log ? "set logscale %c 10\n" : "unset logscale %c\n", axis);
    fprintf(out, "set %crange [", axis);
    put_number(out, eg_axis_number(a, a->low));
    put_setting(out, ":", eg_axis_number(a, a->high), "]\n");
}

/* ---------------------------------------------------------------- panels */

/* Pictures of pixels are twice as large, for screens and prints that are finer than 96 to the inch. */
void eg_plot_put_terminal(FILE *out, eg_picture_kind kind, int width, double height)
{
    switch (kind) {
    case EG_PICTURE_SVG:
        fprintf(out, "set terminal svg font 'Helvetica,13' linewidth 1 size %d,%.0f", width, height);
        break;
    case EG_PICTURE_PNG:
        fprintf(out, "set terminal pngcairo font 'Sans,10' fontscale 2 linewidth 2 pointscale 2 size %d,%.0f",
                2 * width, 2.0 * height);
        break;
    case EG_PICTURE_PDF:
        fprintf(out, "set terminal pdfcairo font 'Sans,10' linewidth 1 size %.3fin,%.3fin", width / 96.0,
                height / 96.0);
        break;
    }
}

void eg_plot_put_line_style(FILE *out, size_t i)
{
    fprintf(out, "lc rgb '%s' lw 1.6 dt %s", colours[i % COLOURS], dashes[i / COLOURS % DASHES]);
}

static const char *name_of(const eg_plot *plot, const eg_panel *p, size_t i)
{
    return plot->lines[p->lines[i]].name;
}

/* The bottom of a Boolean's lane; the first lane is the topmost. */
static double lane(const eg_panel *p, size_t i)
{
    return (double)(p->count - 1 - i);
}

static void put_data(const eg_plot *plot, const eg_panel *p, double width, FILE *out)
{
    for (size_t i = 0; i < p->count; i++) {
        fprintf(out, "$d%zu << END\n", i);
        eg_plot_put_points(plot, p, i, width, p->lanes ? lane(p, i) : 0.0, p->lanes ? 0.7 : 1.0, out);
        fputs("END\n", out);
    }
}

/* "0+$1*(1e-6)": what a whole number of the data is on an axis; by powers of ten "10**(...)". */
static void put_place(const eg_axis *a, int column, FILE *out)
{
    const double low = a->is_log ? log10(a->low) : eg_axis_number(a, a->low);
    const double high = a->is_log ? log10(a->high) : eg_axis_number(a, a->high);
    fputs(a->is_log ? "10**(" : "", out);
    put_number(out, low);
    fprintf(out, "+$%d*(", column);
    put_number(out, (high - low) / EG_PEN_STEPS);
    fputs(a->is_log ? "))" : ")", out);
}

/* "$d0 using (0+$1*(1e-6)):(...)" */
static void put_using(const eg_plot *plot, const eg_panel *p, size_t i, FILE *out)
{
    fprintf(out, "$d%zu using (", i);
    put_place(eg_panel_abscissa(plot, p), 1, out);
    fputs("):(", out);
    put_place(&p->axis, 2, out);
    fputs(")", out);
}

/* Is line k shown by another one's? */
static bool is_twin(const eg_plot *plot, size_t k, size_t line)
{
    return plot->lines[k].twin == line && k != line;
}

static size_t count_twins(const eg_plot *plot, size_t line)
{
    size_t count = 0;
    for (size_t k = line + 1; k < plot->line_count; k++)
        count += is_twin(plot, k, line);
    return count;
}

/* How many equal variables the legend names behind each line: all, or where that would be too long only the
 * first, with the number of the others. */
static size_t twins_named(const eg_plot *plot, const eg_panel *p)
{
    size_t rows = p->count;
    for (size_t i = 0; i < p->count; i++)
        rows += count_twins(plot, p->lines[i]);
    if (rows <= LEGENDS)
        return LEGENDS;
    return 2 * p->count <= LEGENDS ? 1 : 0;
}

size_t eg_legend_rows(const eg_plot *plot, const eg_panel *p)
{
    size_t rows = 0, most = twins_named(plot, p);
    for (size_t i = 0; i < p->count; i++) {
        size_t twins = count_twins(plot, p->lines[i]);
        rows += 1 + (twins < most ? twins : most);
    }
    return rows < LEGENDS ? rows : LEGENDS;
}

/* "= mass1.flange_a.s" for what the line shows as well. */
static void put_twins(const eg_plot *plot, size_t line, size_t most, FILE *out)
{
    size_t count = count_twins(plot, line), named = 0;
    for (size_t k = line + 1; k < plot->line_count && named < most && named < count; k++) {
        char name[2000];
        if (!is_twin(plot, k, line))
            continue;
        named++;
        if (named == most && count > most)
            snprintf(name, sizeof name, "= %.24s \u2026 and %zu more", plot->lines[k].name, count - most);
        else
            snprintf(name, sizeof name, "= %s", plot->lines[k].name);
        fputs(", NaN with lines lc rgb '#ffffffff' title ", out);
        eg_plot_put_text(out, name, LONGEST);
    }
}

/* Does nothing pass along the abscissa, or move at all? A line would be a dot that nobody sees. */
static bool is_point(const eg_plot *plot, const eg_panel *p, size_t i)
{
    const size_t line = p->lines[i], rows = plot->lines[line].t->row_count;
    for (size_t row = 1; row < rows; row++)
        if (eg_plot_abscissa(plot, line, row) != eg_plot_abscissa(plot, line, 0) ||
            (p->x_unit && eg_plot_value(plot, line, row) != eg_plot_value(plot, line, 0)))
            return false;
    return true;
}

static void put_lines(const eg_plot *plot, const eg_panel *p, bool explain_marks, FILE *out)
{
    fputs(p->discrete && !p->axis.is_log && p->axis.high - p->axis.low < 12.0 ? "set ytics 1\nplot "
                                                                              : "set ytics autofreq\nplot ",
          out);
    const size_t twins = twins_named(plot, p);
    for (size_t i = 0; i < p->count; i++) {
        fputs(i > 0 ? ", " : "", out);
        put_using(plot, p, i, out);
        fputs(is_point(plot, p, i) ? " with linespoints pt 7 ps 1 " : " with lines ", out);
        eg_plot_put_line_style(out, i);
        fputs(" title ", out);
        if (i < LEGENDS - 1 || p->count <= LEGENDS)
            eg_plot_put_text(out, name_of(plot, p, i), LONGEST);
        else if (i == LEGENDS - 1)
            fprintf(out, "'\u2026 and %zu more'", p->count - i);
        else
            fputs("''", out);
        put_twins(plot, p->lines[i], twins, out);
    }
    if (explain_marks)
        fprintf(out, ", NaN with lines %s title 'event'", mark_style);
    fputs("\n", out);
}

/* Booleans: a filled step line in a lane each, with the name beside it. */
static void put_lanes(const eg_plot *plot, const eg_panel *p, double edge, FILE *out)
{
    for (size_t i = 0; i < p->count; i++) {
        fputs("set label ", out);
        eg_plot_put_text(out, name_of(plot, p, i), LONGEST);
        put_setting(out, " at screen ", (edge + 14.0) / WIDTH, ", first ");
        put_number(out, lane(p, i) + 0.35);
        fprintf(out, " left tc rgb '%s'\n", colours[i % COLOURS]);
    }
    fputs("unset ytics\nplot ", out);
    for (size_t i = 0; i < p->count; i++) {
        fputs(i > 0 ? ", " : "", out);
        put_using(plot, p, i, out);
        put_setting(out, ":(", lane(p, i), ") with filledcurves fs solid 0.25 noborder ");
        fprintf(out, "lc rgb '%s' notitle, ", colours[i % COLOURS]);
        put_using(plot, p, i, out);
        fputs(" with lines ", out);
        fprintf(out, "lc rgb '%s' lw 1.2 notitle", colours[i % COLOURS]);
    }
    fputs("\nset ytics " TICS, out);
}

static void put_frame(const eg_plot *plot, const eg_panel *p, double top, double edge, FILE *out)
{
    double height = page_height(plot);
    put_setting(out, "set tmargin at screen ", 1.0 - top / height, "\n");
    put_setting(out, "set bmargin at screen ", 1.0 - (top + p->height) / height, "\n");
    put_setting(out, "set key at screen ", (edge + 8.0) / WIDTH, ", screen ");
    put_setting(out, "", 1.0 - (top - 4.0) / height, "\n");
    /* A label of its own stands at the same place in every panel; gnuplot's would move with the numbers. */
    fputs("set label ", out);
    eg_plot_put_text(out, p->axis.label, EG_LABEL_SIZE);
    put_setting(out, " at screen ", (double)LABEL / WIDTH, ", screen ");
    put_setting(out, "", 1.0 - (top + 0.5 * p->height) / height, " center rotate\n");
    put_range(out, 'y', &p->axis);
}

static void put_abscissa(const eg_plot *plot, size_t panel, bool unmarked, FILE *out)
{
    const eg_axis *x = eg_panel_abscissa(plot, &plot->panels[panel]);
    put_range(out, 'x', x);
    if (!has_abscissa(plot, panel)) {
        fputs("set format x ''\n", out);
        return;
    }
    char label[EG_LABEL_SIZE + 60];
    snprintf(label, sizeof label, "%s", x->label);
    if (unmarked && x == &plot->time)
        snprintf(label, sizeof label, "%s   (%zu events, too many to mark)", x->label,
                 plot->marks->event_count);
    fputs("set format x '%g'\nset xlabel ", out);
    eg_plot_put_text(out, label, sizeof label);
    fputs(" offset 0,0.2\n", out);
}

static void put_title(const eg_plot *plot, double height, FILE *out)
{
    if (!plot->title)
        return;
    fputs("set label ", out);
    eg_plot_put_text(out, plot->title, 100);
    put_setting(out, " at screen ", left_edge(plot) / WIDTH, ", screen ");
    put_setting(out, "", 1.0 - (MARGIN + 8.0) / height,
                plot->kind == EG_PICTURE_SVG ? " left font ',17'\n" : " left font ',13'\n");
}

void eg_plot_script(const eg_plot *plot, FILE *out)
{
    double edge = right_edge(plot), left = left_edge(plot), top = MARGIN + (plot->title ? TITLE : 0);
    eg_plot_put_terminal(out, plot->kind, WIDTH, page_height(plot));
    fputs(" noenhanced rounded background rgb 'white'\n", out);
    put_style(out);
    put_setting(out, "set lmargin at screen ", left / WIDTH, "\n");
    put_setting(out, "set rmargin at screen ", edge / WIDTH, "\n");
    int marks = put_marks(plot, edge - left, NULL);
    bool marked = marks > 0 && marks <= MOST_MARKS && !plot->panels[0].x_unit;
    if (marked)
        put_marks(plot, edge - left, out);
    put_title(plot, page_height(plot), out);
    bool explain = marked;
    for (size_t i = 0; i < plot->panel_count; i++) {
        const eg_panel *p = &plot->panels[i];
        if (p->x_unit)
            fputs("unset arrow\n", out); /* events are at times */
        put_frame(plot, p, top, edge, out);
        put_abscissa(plot, i, marks > MOST_MARKS, out);
        put_data(plot, p, edge - left, out);
        if (p->lanes) {
            put_lanes(plot, p, edge, out);
        } else {
            put_lines(plot, p, explain, out);
            explain = false;
        }
        fputs("unset label\n", out);
        top += p->height + (has_abscissa(plot, i) ? BOTTOM : GAP);
    }
    fputs("unset multiplot\n", out);
}
