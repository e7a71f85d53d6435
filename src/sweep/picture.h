/* Pictures of sweeps as gnuplot's commands: what picture.c, with the kinds, and curves.c, with families of
 * curves, share. */
#ifndef EG_SWEEP_PICTURE_H
#define EG_SWEEP_PICTURE_H

#include "ensemble/ensemble.h"
#include "result/plot.h"
#include "sweep/sweep.h"

/* Lengths in pixels of 1/96 inch. */
enum {
    EG_PAGE_WIDTH = 900,
    EG_PAGE_MARGIN = 14, /* above and below */
    EG_PAGE_TITLE = 30
};

/* A quantity with its axis: a column of the design or what is wanted. */
typedef struct eg_scale {
    const char *name, *unit;
    bool is_log;
    eg_axis axis;
    double step; /* from tick to tick, of one that is not logarithmic */
} eg_scale;

typedef struct eg_picture_page {
    const eg_sweep_picture *p;
    eg_picture_kind kind;
    double height;
    eg_scale *columns, *measures; /* of the design; of what is wanted */
    size_t column_count, measure_count;
    size_t data;        /* numbers of blocks so far */
    void *room;         /* what a kind has worked out beforehand */
    bool out_of_memory; /* something is not drawn */
} eg_picture_page;

/* Whether names are drawn beside an axis and numbers too. */
typedef enum eg_labels { EG_LABELS_NOTHING, EG_LABELS_NUMBERS, EG_LABELS_ALL } eg_labels;

/* low to high in about `parts` ticks. */
void eg_scale_fit(eg_scale *s, double low, double high, int parts);
/* A value as it is drawn; NAN where there is no place for it. */
double eg_scale_drawn(const eg_scale *s, double value);
void eg_picture_page_number(FILE *out, double value, const char *behind);
/* Terminal, style and title of the page; then panels follow. */
void eg_picture_page_begin(const eg_picture_page *page, FILE *out);
/* The next panel takes this rectangle, from the left upper corner of the page. */
void eg_picture_page_frame(const eg_picture_page *page, double left, double top, double width, double height,
                           FILE *out);
/* Text at a place of the page. */
void eg_picture_page_text(const eg_picture_page *page, double left, double top, const char *text, FILE *out);
/* An axis, 'x' or 'y', of the next panel. */
void eg_picture_page_axis(const eg_scale *s, char letter, eg_labels beside, size_t most, FILE *out);

/* Families of curves: runs are made, one after the other, then drawn. */
eg_status eg_sweep_curves_check(const eg_sweep_picture *p, eg_diagnostics *d); /* are they there? */
eg_status eg_sweep_draw_curves(eg_picture_page *page, const char *path, eg_diagnostics *d);

enum {
    EG_CURVES_MOST = 12,    /* in one picture */
    EG_NAMED_MOST = 10,     /* rows that a legend names, with their values */
    EG_ROWS_OF_LINE = 20000 /* stored of a run for its lines, so that short contacts show how high they are */
};

/* A curve: a variable over time, or over another one. */
typedef struct eg_family_curve {
    const char *y, *x;           /* x: NULL for time; owned by the arena */
    const char *y_unit, *x_unit; /* owned by the model's result names */
} eg_family_curve;

/* One row of the sweep: the curves' variables, stored every `interval` (engine fixed: as the run has it,
 * since its steps follow that). *t: what it came to, NULL where it failed at once; *failed: whether it did.
 * Fails by EG_ERROR_MEMORY alone. */
eg_status eg_sweep_run_row(const eg_picture_page *page, eg_maker *maker, const eg_family_curve *curves,
                           size_t count, size_t row, double interval, eg_trajectory **t, bool *failed);
/* Draws up to EG_NAMED_MOST rows with a legend of their values. */
eg_status eg_sweep_draw_named(const eg_picture_page *page, const eg_family_curve *curves, size_t count,
                              const char *path, eg_diagnostics *d);

#endif
