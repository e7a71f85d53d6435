/* The trajectory: time and every recorded variable at every stored point, both sides of each event.
 *
 * Rows are in order of time; an event is two rows with the same time, left side first. */
#ifndef ELASTOGAP_TRAJECTORY_H
#define ELASTOGAP_TRAJECTORY_H

#include "elastogap/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Only read after the run; any number of threads may read. */
typedef struct eg_trajectory eg_trajectory;

/* What one variable is; strings are owned by the trajectory and never NULL. */
typedef struct eg_signal {
    const char *name; /* dotted path: "mass2.s" */
    const char *unit; /* "m"; "" when dimensionless */
    const char *doc;
    int is_discrete; /* Booleans and modes: constant between events */
} eg_signal;

/* One event that happened. */
typedef struct eg_event {
    double time;           /* [s] */
    const char *component; /* path: "elastogap1" */
    const char *name;      /* "contact begins" */
    size_t row;            /* its left row; the right one is row + 1. (size_t)-1: not stored */
} eg_event;

EG_API void eg_trajectory_free(eg_trajectory *trajectory); /* accepts NULL */
/* Number of rows, both sides of events counted. */
EG_API size_t eg_trajectory_rows(const eg_trajectory *trajectory);
/* Number of variables, time not counted. */
EG_API size_t eg_trajectory_signals(const eg_trajectory *trajectory);
/* Variable i in order of declaration. i must be in range. */
EG_API eg_signal eg_trajectory_signal(const eg_trajectory *trajectory, size_t i);
/* Index of the variable with this name, or -1. */
EG_API long eg_trajectory_find(const eg_trajectory *trajectory, const char *name);
/* The time [s] of a row, and a variable there in its unit (Booleans as 0 and 1). Indices must be in range,
 * here and below. */
EG_API double eg_trajectory_time(const eg_trajectory *trajectory, size_t row);
EG_API double eg_trajectory_value(const eg_trajectory *trajectory, size_t signal, size_t row);
/* Linear interpolation at `time`, discrete variables held (right side at an event; the end values outside the
 * span; NAN without rows). */
EG_API double eg_trajectory_at(const eg_trajectory *trajectory, size_t signal, double time);
/* Copies one variable at all rows into out[rows]. */
EG_API void eg_trajectory_copy(const eg_trajectory *trajectory, size_t signal, double *out);
/* Where one variable's values stand: that of row i is at the pointer plus i*stride (a variable that stays
 * the same throughout has stride 0). `signal` -1 is time. Owned by the trajectory, and valid as long as
 * it; NULL where it has no rows. */
EG_API const double *eg_trajectory_values(const eg_trajectory *trajectory, long signal, size_t *stride);
/* How many events there were, and number i of them in order of time; its texts are the trajectory's. */
EG_API size_t eg_trajectory_events(const eg_trajectory *trajectory);
EG_API eg_event eg_trajectory_event(const eg_trajectory *trajectory, size_t i);

/* Writes CSV or MAT (Dymola's result format, version 1.1), by the ending of the name; what is no
 * ordinary file (/dev/stdout, a pipe) gets CSV. The file appears whole or not at all. EG_ERROR_FILE,
 * EG_ERROR_UNAVAILABLE (MAT without matio), EG_ERROR_USAGE (another ending). */
EG_API eg_status eg_trajectory_write(const eg_trajectory *trajectory, const char *path,
                                     eg_diagnostics *diagnostics);
/* Reads a CSV (quoted or plain header, first column time) or, when the name ends in .mat, a result file of a
 * Modelica tool. *trajectory is NULL unless EG_OK. EG_ERROR_FILE, EG_ERROR_UNAVAILABLE (MAT without matio),
 * EG_ERROR_MEMORY. */
EG_API eg_status eg_trajectory_read(const char *path, eg_diagnostics *diagnostics,
                                    eg_trajectory **trajectory);

/* Draws the variables whose names match one of the patterns over time into an .svg, .png or .pdf:
 * one panel a unit, event marks, legend; of variables that a wild pattern matches and that are equal
 * throughout, the first is drawn; "y:x" as of several runs, below. EG_ERROR_USAGE when nothing matches,
 * EG_ERROR_UNAVAILABLE without gnuplot. */
EG_API eg_status eg_trajectory_plot(const eg_trajectory *trajectory, const char *const *patterns,
                                    size_t pattern_count, const char *title, const char *path,
                                    eg_diagnostics *diagnostics);

/* A run in a picture, and what its legend calls it there (not asked for where it is the only one). */
typedef struct eg_plot_run {
    const eg_trajectory *trajectory;
    const char *label;
} eg_plot_run;

/* The same of several runs, whose times need not be the same. A curve is a pattern, drawn over time, or
 * two with a colon between: "stop.f:stop.s_rel" draws the first over the second, in order of time and with
 * both sides of events. Of wild patterns each y is drawn over the x at its place, "gap*.f:gap*.s_rel", or
 * all over the only one. Lines over variables of one unit and name share a panel. What a run lacks is a
 * warning. As above; EG_ERROR_USAGE (reported) also where numbers of y and x differ. */
EG_API eg_status eg_runs_plot(const eg_plot_run *runs, size_t run_count, const char *const *curves,
                              size_t curve_count, const char *title, const char *path,
                              eg_diagnostics *diagnostics);

/* How a picture is drawn; all 0: as above. */
typedef struct eg_plot_options {
    size_t size;       /* of this struct, or 0: EG_VERSION in base.h */
    const char *title; /* NULL or "": none */
    /* Axes by powers of ten, from one of them to another: along the abscissa, be it time or a variable,
     * and beside it (not of Booleans). A value at or below 0 is a gap in the line, and a warning but for
     * times. */
    int log_x, log_y;
} eg_plot_options;

/* eg_runs_plot with options. EG_ERROR_USAGE (reported) also where an axis by powers of ten has no value
 * above 0. */
EG_API eg_status eg_runs_draw(const eg_plot_run *runs, size_t run_count, const char *const *curves,
                              size_t curve_count, const eg_plot_options *options, const char *path,
                              eg_diagnostics *diagnostics);

/* The outcome of a comparison, a line a signal. */
typedef struct eg_deviation {
    const char *name;           /* owned by the reference */
    int missing;                /* not in the result */
    double largest;             /* largest deviation in units of the tube's half-height; <= 1 is inside */
    double time;                /* where that is [s]: at a point of the reference or of the result */
    double value, lower, upper; /* the result there, and where it should have been */
} eg_deviation;

/* Compares every signal of `reference` with the result. Around a point stands a rectangle of half-width
 * w = tolerance*max(time range, |t_min|) in time and half-height h = tolerance*max(value range, |value_min|,
 * 0.001) in value, both of the reference. Two things are asked:
 *  1. The result, as a polyline, passes through the rectangle around every point of the reference.
 *  2. The reference, as a polyline, passes through the rectangle around every row of the result within the
 *     reference's span, except the sides of events (rows that share their time with a neighbour).
 * Event rows are not judged on their own, only asked to be finite: they lie within transients of which the
 * reference may have stored nothing. For the same reason a result whose interval is much finer than the
 * reference's may be outside because of transients that the reference lacks; one whose interval is much
 * coarser cuts corners and may be outside for that.
 * deviations[signals of reference] receives the outcome. `largest` is the greatest distance of a point from
 * what the other curve does within the half-width, over h: 0 where every point is between the other's
 * extremes, more than 1 outside; infinite where a signal is missing, the result is not finite or does not
 * cover the reference's span. There `value` is in 1. the result's value nearest to the reference's,
 * [lower, upper] the rectangle's side; in 2. the row's value and the extremes of the reference, widened by h;
 * NAN where there is none. Takes time proportional to the rows of both. EG_OK inside, EG_DIFFERENT outside
 * or missing, EG_ERROR_USAGE when the tolerance is negative or NaN or a value of the reference is not finite
 * (then `largest` of that signal is NAN and `time` says where; later signals are not looked at),
 * EG_ERROR_MEMORY. */
EG_API eg_status eg_trajectory_compare(const eg_trajectory *result, const eg_trajectory *reference,
                                       double tolerance, eg_deviation *deviations);

#ifdef __cplusplus
}
#endif
#endif
