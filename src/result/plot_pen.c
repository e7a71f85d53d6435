/* The points of a line, as few as show it.
 *
 * Over time, a long trajectory is thinned out to what the picture can show: of all points that fall into one
 * column of pixels only the first, the lowest, the highest and the last are drawn, which gives the same
 * pixels (Jugel et al., "M4: a visualization-oriented time series data aggregation", 2014). Over another
 * variable a line turns and crosses itself: there points are left out while the way without them stays
 * within a tenth of a pixel of each. */
#include "result/plot.h"

#include <math.h>

enum { COLUMNS = 1400 /* of pixels for which points are kept: twice those of the page, for sharp prints */ };

/* ---------------------------------------------------------------- over time */

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
    point at = {eg_axis_share(p->x, t) * EG_PEN_STEPS,
                eg_axis_share(p->y, p->lift + p->stretch * value) * EG_PEN_STEPS};
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

static void bucket_draw(bucket *b, pen *p, const eg_plot *plot, size_t line)
{
    if (!b->used)
        return;
    bool rising = b->lowest < b->highest;
    size_t rows[4] = {b->first, rising ? b->lowest : b->highest, rising ? b->highest : b->lowest, b->last};
    for (size_t i = 0; i < 4; i++)
        if (i == 0 || rows[i] != rows[i - 1])
            pen_move(p, eg_plot_abscissa(plot, line, rows[i]), eg_plot_value(plot, line, rows[i]));
    b->used = false;
}

static void bucket_add(bucket *b, const eg_plot *plot, size_t line, size_t row)
{
    if (!b->used) {
        b->used = true;
        b->first = b->lowest = b->highest = row;
    }
    double value = eg_plot_value(plot, line, row);
    if (value < eg_plot_value(plot, line, b->lowest))
        b->lowest = row;
    if (value > eg_plot_value(plot, line, b->highest))
        b->highest = row;
    b->last = row;
}

static void draw_over_time(const eg_plot *plot, size_t line, pen *p)
{
    const eg_plot_line *l = &plot->lines[line];
    const eg_trajectory *t = l->t;
    bool few = t->row_count <= 4 * COLUMNS;
    bool constant = t->signals[l->y].column < 0;
    bucket b = {0};
    for (size_t row = 0; row < t->row_count; row++) {
        double time = eg_trajectory_time(t, row);
        const bool is_shown = eg_axis_shows(p->x, time) &&
                              eg_axis_shows(p->y, p->lift + p->stretch * eg_plot_value(plot, line, row));
        long column = is_shown ? lround(eg_axis_share(p->x, time) * COLUMNS) : -1;
        if (b.used && (few || column != b.column))
            bucket_draw(&b, p, plot, line);
        if (!is_shown) {
            bucket_draw(&b, p, plot, line);
            pen_lift(p);
            continue;
        }
        bucket_add(&b, plot, line, row);
        b.column = column;
        if (constant && row == 0 && t->row_count > 1)
            row = t->row_count - 2;
    }
    bucket_draw(&b, p, plot, line);
    pen_lift(p);
}

/* ---------------------------------------------------------------- over another variable */

/* A way being written. From the last point written, every one since allows a range of directions in which a
 * line passes it within the slack; the newest is kept alone while it lies in all of them and farther away
 * than those before (Sklansky and Gonzalez, "Fast polygonal approximation of digitized curves", 1980). */
typedef struct way {
    pen *pen;
    double width, height; /* of the picture [pixel] */
    double turn;          /* direction of the first point since, from which others are counted [rad] */
    double least, most, distance; /* directions allowed [rad]; of the point kept [pixel] */
} way;

static const double WAY_SLACK = 0.1; /* [pixel] */

static void begin_way(way *w, point at)
{
    put_point(w->pen, at);
    w->distance = 0.0;
}

static void add_to_way(way *w, point at)
{
    pen *p = w->pen;
    for (int tries = 0; tries < 2; tries++) {
        const double dx = (at.x - p->written.x) * w->width / EG_PEN_STEPS;
        const double dy = (at.y - p->written.y) * w->height / EG_PEN_STEPS;
        const double distance = hypot(dx, dy);
        if (distance <= WAY_SLACK && w->distance <= WAY_SLACK) { /* has not moved yet */
            p->kept = at;
            p->waiting = true;
            return;
        }
        if (w->distance <= WAY_SLACK) {
            w->turn = atan2(dy, dx);
            w->least = -asin(WAY_SLACK / distance);
            w->most = -w->least;
        }
        const double direction = remainder(atan2(dy, dx) - w->turn, 6.283185307179586);
        if (distance >= w->distance && direction >= w->least && direction <= w->most) {
            const double slack = asin(WAY_SLACK / distance);
            w->least = fmax(w->least, direction - slack);
            w->most = fmin(w->most, direction + slack);
            w->distance = distance;
            p->kept = at;
            p->waiting = true;
            return;
        }
        begin_way(w, p->kept);
    }
}

static void draw_over_variable(const eg_plot *plot, size_t line, way *w)
{
    pen *p = w->pen;
    const eg_trajectory *t = plot->lines[line].t;
    for (size_t row = 0; row < t->row_count; row++) {
        const double x = eg_plot_abscissa(plot, line, row), y = eg_plot_value(plot, line, row);
        if (!eg_axis_shows(p->x, x) || !eg_axis_shows(p->y, y)) {
            pen_lift(p);
            continue;
        }
        const double share =
            fmin(fmax(eg_axis_share(p->x, x), 0.0), 1.0); /* an axis that is cut: it is 0 there */
        const point at = {share * EG_PEN_STEPS, eg_axis_share(p->y, y) * EG_PEN_STEPS};
        if (!p->down)
            begin_way(w, at);
        else
            add_to_way(w, at);
    }
    pen_lift(p);
}

void eg_plot_put_points(const eg_plot *plot, const eg_panel *panel, size_t i, double width, double lift,
                        double stretch, FILE *out)
{
    pen line = {.out = out,
                .x = eg_panel_abscissa(plot, panel),
                .y = &panel->axis,
                .lift = lift,
                .stretch = stretch,
                .slack = 0.1 / panel->height * EG_PEN_STEPS,
                .steps = panel->discrete};
    way w = {.pen = &line, .width = width, .height = panel->height};
    if (panel->x_unit)
        draw_over_variable(plot, panel->lines[i], &w);
    else
        draw_over_time(plot, panel->lines[i], &line);
}
