/* How a picture is made: plot.c chooses what to draw and runs gnuplot, plot_axis.c finds ranges and
 * labels, plot_script.c writes the picture as gnuplot's commands. */
#ifndef EG_RESULT_PLOT_H
#define EG_RESULT_PLOT_H

#include "base/trajectory.h"

#include <stdbool.h>
#include <stdio.h>

enum { EG_LABEL_SIZE = 120 };

/* One axis. Drawn is (value - offset)/scale, from low to high in value. */
typedef struct eg_axis {
    double low, high;
    double offset;             /* taken off where the values differ in late digits only; else 0 */
    double scale;              /* power of 1000 that makes the numbers short */
    char label[EG_LABEL_SIZE]; /* UTF-8 */
} eg_axis;

/* Variables of one unit, drawn over each other. */
typedef struct eg_panel {
    const char *unit;
    bool discrete;
    bool lanes;      /* discrete and only 0 or 1: each variable has a lane of its own */
    size_t *signals; /* (count) indices into the trajectory */
    size_t count;
    double height; /* [pixel] of 1/96 inch */
    eg_axis axis;
} eg_panel;

typedef enum eg_picture_kind { EG_PICTURE_SVG, EG_PICTURE_PNG, EG_PICTURE_PDF } eg_picture_kind;

typedef struct eg_plot {
    const eg_trajectory *t;
    const char *title; /* NULL: none */
    eg_picture_kind kind;
    eg_panel *panels;
    size_t panel_count;
    eg_axis time;
} eg_plot;

/* The time axis; the axis of a panel from its values, the names' common ends and the unit. */
void eg_axis_for_time(eg_plot *plot);
void eg_axis_for_panel(const eg_plot *plot, eg_panel *panel);
/* An axis that holds low to high: widened to ticks at round numbers, at most `parts` apart; returns the way
 * from tick to tick. */
double eg_axis_for_curves(eg_axis *axis, const char *name, const char *unit, int parts);

/* Writes gnuplot's commands, which draw to the standard output. */
void eg_plot_script(const eg_plot *plot, FILE *out);

/* The kind of picture that a path asks for by its ending; false (reported) when by none. */
bool eg_picture_kind_of(const char *path, eg_picture_kind *kind, eg_diagnostics *diagnostics);
/* Lets `put` write gnuplot's commands for `picture` and gnuplot draw it into the file. EG_OK, EG_ERROR_FILE,
 * EG_ERROR_UNAVAILABLE (no gnuplot), EG_ERROR_MEMORY. */
typedef void eg_picture_script(const void *picture, FILE *out);
eg_status eg_picture_draw(const char *path, eg_picture_kind kind, eg_picture_script *put, const void *picture,
                          eg_diagnostics *diagnostics);

#endif
