/* How a picture is made: plot.c chooses what to draw and runs gnuplot, plot_axis.c finds ranges and
 * labels, plot_script.c writes the picture as gnuplot's commands, with lines from plot_pen.c. */
#ifndef EG_RESULT_PLOT_H
#define EG_RESULT_PLOT_H

#include "base/trajectory.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum { EG_LABEL_SIZE = 120 };

/* One axis. Drawn is (value - offset)/scale, from low to high in value. */
typedef struct eg_axis {
    double low, high;
    double offset;             /* taken off where the values differ in late digits only; else 0 */
    double scale;              /* power of 1000 that makes the numbers short */
    bool is_log;               /* by powers of ten: low > 0, nothing is taken off or scaled */
    char label[EG_LABEL_SIZE]; /* UTF-8 */
} eg_axis;

/* The numbers of an axis are no longer than this, a sign left out. */
enum { EG_TICK_LENGTH = 6 };

/* One line of a picture: a variable over time, or over another one. */
typedef struct eg_plot_line {
    const eg_trajectory *t;
    const char *name;          /* what the legend calls it */
    size_t y;                  /* index into the trajectory; */
    long x;                    /* the same; -1: time */
    double x_factor, y_factor; /* from a variable's unit to its panel's */
    size_t twin;               /* whose line shows this one as well: its own number, or an earlier one's */
    size_t curve;              /* which of what was asked for */
} eg_plot_line;

/* Lines of one unit and of sizes that can be seen beside each other, drawn over each other: over time, or
 * over variables of one unit and name. */
typedef struct eg_panel {
    const char *unit;
    const char *x_unit; /* NULL: over time */
    const char *x_name;
    bool discrete;
    bool lanes;    /* discrete and only 0 or 1: each variable has a lane of its own */
    size_t *lines; /* (count) numbers of lines */
    size_t count;
    double height; /* [pixel] of 1/96 inch */
    eg_axis axis;
    eg_axis x; /* where it is not over time */
} eg_panel;

typedef enum eg_picture_kind { EG_PICTURE_SVG, EG_PICTURE_PNG, EG_PICTURE_PDF } eg_picture_kind;

typedef struct eg_plot {
    const char *title; /* NULL: none */
    eg_picture_kind kind;
    eg_plot_line *lines;
    size_t line_count, line_capacity;
    eg_panel *panels; /* over time first */
    size_t panel_count;
    eg_axis time;
    const eg_trajectory *marks; /* whose events are marked; NULL: none */
    bool by_run;                /* each curve has a panel, which names it; the legend names runs */
    bool log_x, log_y;          /* axes by powers of ten, but for lanes */
} eg_plot;

static inline const char *eg_plot_unit(const eg_plot_line *line)
{
    return line->t->signals[line->y].info.unit;
}

/* A value in the unit of its panel, and that of the abscissa. */
static inline double eg_plot_value(const eg_plot *plot, size_t line, size_t row)
{
    const eg_plot_line *l = &plot->lines[line];
    return eg_trajectory_value(l->t, l->y, row) * l->y_factor;
}

static inline double eg_plot_abscissa(const eg_plot *plot, size_t line, size_t row)
{
    const eg_plot_line *l = &plot->lines[line];
    return l->x < 0 ? eg_trajectory_time(l->t, row)
                    : eg_trajectory_value(l->t, (size_t)l->x, row) * l->x_factor;
}

/* The axis below a panel. */
static inline const eg_axis *eg_panel_abscissa(const eg_plot *plot, const eg_panel *p)
{
    return p->x_unit ? &p->x : &plot->time;
}

/* Has the value a place on the axis? */
static inline bool eg_axis_shows(const eg_axis *a, double value)
{
    return isfinite(value) && (!a->is_log || value > 0.0);
}

/* Where on an axis a value that it shows lies, from 0 (low) to 1 (high). */
static inline double eg_axis_share(const eg_axis *a, double value)
{
    if (a->is_log)
        return (log10(value) - log10(a->low)) / (log10(a->high) - log10(a->low));
    if (a->high - a->low <= DBL_MAX)
        return (value - a->low) / (a->high - a->low);
    return (0.5 * value - 0.5 * a->low) / (0.5 * a->high - 0.5 * a->low); /* wider than the largest double */
}

/* What gnuplot gets for a value. */
static inline double eg_axis_number(const eg_axis *a, double value)
{
    return a->offset == 0.0 ? value / a->scale : (value - a->offset) / a->scale;
}

/* The time axis; the axes of a panel from its values, the names' common ends and the unit. */
void eg_axis_for_time(eg_plot *plot);
void eg_axis_for_panel(const eg_plot *plot, eg_panel *panel);
/* Lets panels of one unit show it with the same prefix where their numbers stay readable; after all of
 * them have an axis. */
void eg_axis_unify(const eg_plot *plot);
/* The power of ten of a metric prefix before a unit that takes one, and *rest that unit: -3 and "m/s" of
 * "mm/s". 0 where there is none. */
int eg_axis_prefix(const char *unit, const char **rest);
/* What a variable's values are: "s_rel" of "gap.s_rel[1]", all of "ball.m*ball.v". Returns its length. */
size_t eg_axis_last_part(const char *name, const char **part);
/* Characters of the longest number beside an axis, with its sign. */
int eg_axis_tick_length(const eg_axis *axis);
/* An axis that holds low to high: widened to ticks at round numbers, at most `parts` apart; returns the way
 * from tick to tick. */
double eg_axis_for_curves(eg_axis *axis, const char *name, const char *unit, int parts);

/* The rows that a panel's legend takes: lines, and variables that are the same curve. */
size_t eg_legend_rows(const eg_plot *plot, const eg_panel *panel);

/* Points are written as whole numbers from 0 to this on both axes, which is finer than any pixel and
 * short. */
enum { EG_PEN_STEPS = 1000000 };

/* Writes the points of a panel's line number i as data: whole numbers from 0 to EG_PEN_STEPS. What a picture
 * of `width` x `height` pixels cannot show is left out; an empty line is a gap. lift, stretch: a Boolean's
 * lane is lift + stretch*value; else 0 and 1. */
void eg_plot_put_points(const eg_plot *plot, const eg_panel *panel, size_t i, double width, double lift,
                        double stretch, FILE *out);

/* Writes gnuplot's commands, which draw to the standard output. */
void eg_plot_script(const eg_plot *plot, FILE *out);

/* A text in gnuplot's quotes; of one longer than `most` characters the middle is left out. The colour and the
 * dashes of line number i. */
void eg_plot_put_text(FILE *out, const char *text, size_t most);
void eg_plot_put_line_style(FILE *out, size_t i);
/* The terminal of a picture of this size [pixels of 1/96 inch]: the line is left open for its background. */
void eg_plot_put_terminal(FILE *out, eg_picture_kind kind, int width, double height);

/* Runs of one model that differ in some values: like eg_runs_plot, but each curve has a panel of its own,
 * whose axes have its variables' full names, so that legends name runs alone. */
eg_status eg_family_plot(const eg_plot_run *runs, size_t run_count, const char *const *curves,
                         size_t curve_count, const char *title, const char *path,
                         eg_diagnostics *diagnostics);
/* Characters of a name that legends show whole. */
enum { EG_LEGEND_LONGEST = 36 };

/* Characters of what is drawn, up to the colon that parts "y:x" outside of quotes and brackets, or to the
 * end. */
size_t eg_curve_length(const char *text);

/* The kind of picture that a path asks for by its ending; false (reported) when by none. */
bool eg_picture_kind_of(const char *path, eg_picture_kind *kind, eg_diagnostics *diagnostics);
/* Lets `put` write gnuplot's commands for `picture` and gnuplot draw it into the file. EG_OK, EG_ERROR_FILE,
 * EG_ERROR_UNAVAILABLE (no gnuplot), EG_ERROR_MEMORY. */
typedef void eg_picture_script(const void *picture, FILE *out);
eg_status eg_picture_draw(const char *path, eg_picture_kind kind, eg_picture_script *put, const void *picture,
                          eg_diagnostics *diagnostics);

#endif
