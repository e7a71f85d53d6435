/* A picture as gnuplot's commands.
 *
 * All lengths are pixels of 1/96 inch on a page WIDTH wide. Panels stand below each other over one time
 * axis, legends to their right. Points are written as whole numbers from 0 to STEPS on both axes,
 * which is finer than any pixel and short, and gnuplot maps them to the axes.
 *
 * A long trajectory is thinned out to what the picture can show: of all points that fall into one
 * column of pixels only the first, the lowest, the highest and the last are drawn, which gives the same
 * pixels (Jugel et al., "M4: a visualization-oriented time series data aggregation", 2014). */
#include "result/plot.h"

#include "base/number.h"

#include <math.h>
#include <string.h>

enum {
    WIDTH = 900,
    LEFT = 94, /* of the panels: their labels, and numbers of up to USUAL characters */
    USUAL = 6,
    LABEL = 20,        /* of the panels' labels */
    MARGIN = 14,       /* around the page */
    TITLE = 30,        /* room for the title */
    BOTTOM = 62,       /* numbers and label of the time axis */
    GAP = 18,          /* between panels */
    SAMPLE = 42,       /* of a line in the legend */
    CHARACTER = 8,     /* width of a wide one in the legend */
    LONGEST = 36,      /* characters of a name in the legend */
    MOST_LEGEND = 470, /* width of its names */
    LEGENDS = 40,      /* entries in the legend of one panel */
    COLUMNS = 1400,    /* of pixels for which points are kept: twice those of the page, for sharp prints */
    MOST_MARKS = 60,
    STEPS = 1000000
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
    size_t size = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
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

/* ---------------------------------------------------------------- points */

/* A point in steps of both axes. */
typedef struct point {
    double x, y;
} point;

/* A line being written as data. Points are left out while the line without them stays within `slack` of
 * each: from the last point written, every one since allows a range of slopes, and as long as the newest
 * lies within all of them, it alone needs to be kept ("swinging door", Bristol 1990). */
typedef struct pen {
    FILE *out;
    const eg_axis *x, *y;
    double lift, stretch; /* y = lift + stretch*value: puts a Boolean into its lane */
    double slack;         /* [step] a tenth of a pixel */
    bool steps;           /* the value is held between points */
    bool down, waiting;   /* a point was written; another one is kept */
    point written, kept;
    double least, most; /* slopes from `written` that all points since allow */
} pen;

static void put_point(pen *p, point at)
{
    fprintf(p->out, "%ld %ld\n", lround(at.x), lround(at.y));
    p->down = true;
    p->waiting = false;
    p->written = at;
}

static void put_kept(pen *p)
{
    if (p->waiting)
        put_point(p, p->kept);
}

static void add_point(pen *p, point at)
{
    double run = at.x - p->written.x, rise = at.y - p->written.y;
    if (p->waiting && run > 0.0 && !(rise >= p->least * run && rise <= p->most * run)) {
        put_kept(p);
        run = at.x - p->written.x;
        rise = at.y - p->written.y;
    }
    if (!p->down || !(run > 0.0)) { /* the first one, or a jump: nothing may be left out */
        put_kept(p);
        put_point(p, at);
        return;
    }
    double least = (rise - p->slack) / run, most = (rise + p->slack) / run;
    p->least = p->waiting && p->least > least ? p->least : least;
    p->most = p->waiting && p->most < most ? p->most : most;
    p->kept = at;
    p->waiting = true;
}

static void pen_move(pen *p, double t, double value)
{
    point at = {eg_axis_share(p->x, t) * STEPS, eg_axis_share(p->y, p->lift + p->stretch * value) * STEPS};
    if (p->steps && p->down)
        add_point(p, (point){at.x, p->waiting ? p->kept.y : p->written.y});
    add_point(p, at);
}

/* An empty line in the data is a gap in the line. */
static void pen_lift(pen *p)
{
    put_kept(p);
    if (p->down)
        fputc('\n', p->out);
    p->down = false;
}

/* Rows of one column of pixels. */
typedef struct bucket {
    bool used;
    long column;
    size_t first, lowest, highest, last;
} bucket;

static void bucket_draw(bucket *b, pen *p, const eg_plot *plot, size_t signal)
{
    if (!b->used)
        return;
    bool rising = b->lowest < b->highest;
    size_t rows[4] = {b->first, rising ? b->lowest : b->highest, rising ? b->highest : b->lowest, b->last};
    for (size_t i = 0; i < 4; i++)
        if (i == 0 || rows[i] != rows[i - 1])
            pen_move(p, eg_trajectory_time(plot->t, rows[i]), eg_plot_value(plot, signal, rows[i]));
    b->used = false;
}

static void bucket_add(bucket *b, const eg_plot *plot, size_t signal, size_t row)
{
    if (!b->used) {
        b->used = true;
        b->first = b->lowest = b->highest = row;
    }
    double value = eg_plot_value(plot, signal, row);
    if (value < eg_plot_value(plot, signal, b->lowest))
        b->lowest = row;
    if (value > eg_plot_value(plot, signal, b->highest))
        b->highest = row;
    b->last = row;
}

static void draw_signal(const eg_plot *plot, size_t signal, pen *p)
{
    const eg_trajectory *t = plot->t;
    bool few = t->row_count <= 4 * COLUMNS;
    bool constant = t->signals[signal].column < 0;
    bucket b = {0};
    for (size_t row = 0; row < t->row_count; row++) {
        double time = eg_trajectory_time(t, row);
        long column = lround(eg_axis_share(p->x, time) * COLUMNS);
        if (b.used && (few || column != b.column))
            bucket_draw(&b, p, plot, signal);
        if (!isfinite(eg_plot_value(plot, signal, row))) {
            bucket_draw(&b, p, plot, signal);
            pen_lift(p);
            continue;
        }
        bucket_add(&b, plot, signal, row);
        b.column = column;
        if (constant && row == 0 && t->row_count > 1)
            row = t->row_count - 2;
    }
    bucket_draw(&b, p, plot, signal);
    pen_lift(p);
}

/* ---------------------------------------------------------------- the page */

static double page_height(const eg_plot *plot)
{
    double height = MARGIN + (plot->title ? TITLE : 0) + BOTTOM + GAP * (double)(plot->panel_count - 1);
    for (size_t i = 0; i < plot->panel_count; i++)
        height += plot->panels[i].height;
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
            widest = fmax(widest, name_width(plot->t->signals[p->signals[k]].info.name));
    }
    for (size_t k = 0; plot->drawn && k < plot->t->signal_count; k++)
        if (plot->drawn[k] != 0 && plot->drawn[k] != 1 + k)
            widest = fmax(widest, 2 * CHARACTER + name_width(plot->t->signals[k].info.name));
    return WIDTH - MARGIN - SAMPLE - fmin(widest, MOST_LEGEND);
}

/* Pictures of pixels are twice as large, for screens and prints that are finer than 96 to the inch. */
static void put_terminal(const eg_plot *plot, FILE *out)
{
    double height = page_height(plot);
    switch (plot->kind) {
    case EG_PICTURE_SVG:
        put_setting(out, "set terminal svg font 'Helvetica,13' linewidth 1 size 900,", height, "");
        break;
    case EG_PICTURE_PNG:
        fputs("set terminal pngcairo font 'Sans,10' fontscale 2 linewidth 2 ", out);
        put_setting(out, "size 1800,", 2.0 * height, "");
        break;
    case EG_PICTURE_PDF:
        fputs("set terminal pdfcairo font 'Sans,10' linewidth 1 ", out);
        put_setting(out, "size 9.375in,", height / 96.0, "in");
        break;
    }
    fputs(" noenhanced rounded background rgb 'white'\n", out);
}

/* Vertical lines at the events, those less than 3 pixels apart as one. Returns how many. */
static int put_marks(const eg_plot *plot, double width, FILE *out)
{
    const eg_trajectory *t = plot->t;
    const eg_axis *x = &plot->time;
    double last = -INFINITY, apart = 3.0 / width * x->high - 3.0 / width * x->low;
    int count = 0;
    for (size_t i = 0; i < t->event_count; i++) {
        double time = t->events[i].time;
        if (!(time >= last + apart) || time < x->low || time > x->high)
            continue;
        last = time;
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
    fprintf(out, "set %crange [", axis);
    put_number(out, eg_axis_number(a, a->low));
    put_setting(out, ":", eg_axis_number(a, a->high), "]\n");
}

/* ---------------------------------------------------------------- panels */

void eg_plot_put_terminal(FILE *out, eg_picture_kind kind, int width, double height)
{
    switch (kind) {
    case EG_PICTURE_SVG:
        fprintf(out, "set terminal svg font 'Helvetica,13' linewidth 1 size %d,%.0f", width, height);
        break;
    case EG_PICTURE_PNG:
        fprintf(out, "set terminal pngcairo font 'Sans,10' fontscale 2 linewidth 2 size %d,%.0f", 2 * width,
                2.0 * height);
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
    return plot->t->signals[p->signals[i]].info.name;
}

/* The bottom of a Boolean's lane; the first lane is the topmost. */
static double lane(const eg_panel *p, size_t i)
{
    return (double)(p->count - 1 - i);
}

static void put_data(const eg_plot *plot, const eg_panel *p, FILE *out)
{
    for (size_t i = 0; i < p->count; i++) {
        pen line = {.out = out, .x = &plot->time, .y = &p->axis, .stretch = 1.0, .steps = p->discrete};
        line.slack = 0.1 / p->height * STEPS;
        if (p->lanes) {
            line.lift = lane(p, i);
            line.stretch = 0.7;
        }
        fprintf(out, "$d%zu << END\n", i);
        draw_signal(plot, p->signals[i], &line);
        fputs("END\n", out);
    }
}

/* "$d0 using (0+$1*1e-6):(...)" */
static void put_using(const eg_plot *plot, const eg_panel *p, size_t i, FILE *out)
{
    const eg_axis *x = &plot->time, *y = &p->axis;
    fprintf(out, "$d%zu using (", i);
    put_number(out, eg_axis_number(x, x->low));
    put_setting(out, "+$1*(", (eg_axis_number(x, x->high) - eg_axis_number(x, x->low)) / STEPS, ")):(");
    put_number(out, eg_axis_number(y, y->low));
    put_setting(out, "+$2*(", (eg_axis_number(y, y->high) - eg_axis_number(y, y->low)) / STEPS, "))");
}

/* Is variable k, in a panel's picture, shown by the line of `signal` without being it? */
static bool is_twin(const eg_plot *plot, size_t k, size_t signal)
{
    return plot->drawn && plot->drawn[k] == 1 + signal && k != signal;
}

static size_t count_twins(const eg_plot *plot, size_t signal)
{
    size_t count = 0;
    for (size_t k = 0; plot->drawn && k < plot->t->signal_count; k++)
        count += is_twin(plot, k, signal);
    return count;
}

/* How many equal variables the legend names behind each line: all, or where that would be too long only the
 * first, with the number of the others. */
static size_t twins_named(const eg_plot *plot, const eg_panel *p)
{
    size_t rows = p->count;
    for (size_t i = 0; i < p->count; i++)
        rows += count_twins(plot, p->signals[i]);
    if (rows <= LEGENDS)
        return LEGENDS;
    return 2 * p->count <= LEGENDS ? 1 : 0;
}

size_t eg_legend_rows(const eg_plot *plot, const eg_panel *p)
{
    size_t rows = 0, most = twins_named(plot, p);
    for (size_t i = 0; i < p->count; i++) {
        size_t twins = count_twins(plot, p->signals[i]);
        rows += 1 + (twins < most ? twins : most);
    }
    return rows < LEGENDS ? rows : LEGENDS;
}

/* "= mass1.flange_a.s" for what the line of `signal` shows as well. */
static void put_twins(const eg_plot *plot, size_t signal, size_t most, FILE *out)
{
    size_t count = count_twins(plot, signal), named = 0;
    for (size_t k = 0; k < plot->t->signal_count && named < most && named < count; k++) {
        char name[2000];
        if (!is_twin(plot, k, signal))
            continue;
        named++;
        if (named == most && count > most)
            snprintf(name, sizeof name, "= %.24s \u2026 and %zu more", plot->t->signals[k].info.name,
                     count - most);
        else
            snprintf(name, sizeof name, "= %s", plot->t->signals[k].info.name);
        fputs(", NaN with lines lc rgb '#ffffffff' title ", out);
        eg_plot_put_text(out, name, LONGEST);
    }
}

/* No time passes: a line would be a dot that nobody sees. */
static bool is_point(const eg_plot *plot)
{
    return eg_trajectory_time(plot->t, 0) == eg_trajectory_time(plot->t, plot->t->row_count - 1);
}

static void put_lines(const eg_plot *plot, const eg_panel *p, bool explain_marks, FILE *out)
{
    fputs(p->discrete && p->axis.high - p->axis.low < 12.0 ? "set ytics 1\nplot "
                                                           : "set ytics autofreq\nplot ",
          out);
    const size_t twins = twins_named(plot, p);
    for (size_t i = 0; i < p->count; i++) {
        fputs(i > 0 ? ", " : "", out);
        put_using(plot, p, i, out);
        fputs(is_point(plot) ? " with linespoints pt 7 ps 1 " : " with lines ", out);
        eg_plot_put_line_style(out, i);
        fputs(" title ", out);
        if (i < LEGENDS - 1 || p->count <= LEGENDS)
            eg_plot_put_text(out, name_of(plot, p, i), LONGEST);
        else if (i == LEGENDS - 1)
            fprintf(out, "'\u2026 and %zu more'", p->count - i);
        else
            fputs("''", out);
        put_twins(plot, p->signals[i], twins, out);
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

static void put_time_axis(const eg_plot *plot, bool last, bool unmarked, FILE *out)
{
    if (!last) {
        fputs("set format x ''\n", out);
        return;
    }
    char label[EG_LABEL_SIZE + 60];
    snprintf(label, sizeof label, "%s", plot->time.label);
    if (unmarked)
        snprintf(label, sizeof label, "%s   (%zu events, too many to mark)", plot->time.label,
                 plot->t->event_count);
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
    put_terminal(plot, out);
    put_style(out);
    put_setting(out, "set lmargin at screen ", left / WIDTH, "\n");
    put_setting(out, "set rmargin at screen ", edge / WIDTH, "\n");
    put_range(out, 'x', &plot->time);
    int marks = put_marks(plot, edge - left, NULL);
    bool marked = marks > 0 && marks <= MOST_MARKS;
    if (marked)
        put_marks(plot, edge - left, out);
    put_title(plot, page_height(plot), out);
    bool explain = marked;
    for (size_t i = 0; i < plot->panel_count; i++) {
        const eg_panel *p = &plot->panels[i];
        put_frame(plot, p, top, edge, out);
        put_time_axis(plot, i + 1 == plot->panel_count, marks > MOST_MARKS, out);
        put_data(plot, p, out);
        if (p->lanes) {
            put_lanes(plot, p, edge, out);
        } else {
            put_lines(plot, p, explain, out);
            explain = false;
        }
        fputs("unset label\n", out);
        top += p->height + GAP;
    }
    fputs("unset multiplot\n", out);
}
