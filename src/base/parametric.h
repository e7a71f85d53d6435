/* Derivatives by parameters, and by whatever else moves with them.
 *
 * A *direction* k is a derivative d/de at e = 0 along which everything moves: parameters theta + e dtheta_k,
 * the state y + e dy_k, its derivative y' + e dy'_k, instants t + e dt. Within a mode F and h are smooth, so
 * that their derivatives are those of straight-line code; at an event the system differentiates what it does
 * while it does it. It remembers, for each direction, the derivative of its own memory: discrete Reals,
 * pre(...), speeds before impacts. Modes, relations, Integers and Booleans do not move.
 *
 * The parameters are those Reals that the spec was read with as parameters that stay (modelica/parametric.h);
 * start values are among them, "ball.s(start)". */
#ifndef EG_BASE_PARAMETRIC_H
#define EG_BASE_PARAMETRIC_H

#include "base/system.h"

typedef struct eg_system_parameter {
    const char *name; /* "gap.c", "ball.s(start)"; the model's */
    const char *unit; /* NULL: none is known */
    double value;     /* [unit] */
    const char
        *refusal; /* why there is no derivative by it, in words that follow "because"; NULL: there is */
} eg_system_parameter;

/* Derivatives of F within a mode, row by row: entries start[i] to start[i+1] - 1 of row i, by ascending
 * columns. Column j is y[j], n + j is y'[j], 2n + k is direction k. */
typedef struct eg_variational_rows {
    int n;
    const int *start; /* (n + 1) */
    const int *column;
    bool follows_rates; /* the entries, and not only the rows, follow y' */
} eg_variational_rows;

/* Where gradients go: derivatives of one number by y[n], y'[n], the parameters and what is remembered. Those
 * that are NULL are not wanted. */
typedef struct eg_backward {
    double *y, *yp, *theta, *memory;
} eg_backward;

/* Callbacks answer 0; a positive number where the derivative does not exist at the point (the edge of a
 * root: an infinite slope; diagnostics name it); or a negative eg_status when all is lost (reported). y and
 * yp are consistent points of the present mode, but in `residual` and what goes backward, which take any. */
typedef struct eg_parametric_facet {
    /* The parameters, in the order of dtheta. */
    const eg_system_parameter *(*parameters)(eg_system *s, int *count);
    /* Directions are dtheta[directions x parameters]; before `initialize`. Forgets those that there were. */
    int (*begin)(eg_system *s, int directions, const double *dtheta);
    /* Follows those of another system of the same model instead, which has none then. */
    void (*take_over)(eg_system *s, eg_system *from);
    /* After `initialize`, which found y and yp at t: dy[n], the derivative of the start values and of what
     * initial equations come to, along k. */
    int (*start)(eg_system *s, int k, double t, const double *y, const double *yp, double *dy);
    /* dr[n] = dF along k in the present mode: F_t dt + F_y dy + F_y' dyp + F_theta dtheta_k + what remembered
     * values add. */
    int (*residual)(eg_system *s, int k, double t, const double *y, const double *yp, double dt,
                    const double *dy, const double *dyp, double *dr);
    /* The same of all directions at once, as matrices. The rows there are at a point of the present mode: the
     * system's, until its next event. NULL: they are not to be had, nor `linearize`; `residual` is. The
     * member itself may be NULL: never. */
    const eg_variational_rows *(*rows)(eg_system *s, double t, const double *y, const double *yp);
    /* values[entries] of these at another point of the mode; yp is looked at where entries follow rates, else
     * it may be NULL. Positive also where a slope is infinite, be it one that a direction does not take. */
    int (*linearize)(eg_system *s, double t, const double *y, const double *yp, double *values);
    /* dh[switch_count], likewise. */
    int (*switching)(eg_system *s, int k, double t, const double *y, double dt, const double *dy, double *dh);
    /* The same along all directions, of those functions that `fired` marks: dy[directions x n],
     * dh[directions x switch_count]; instants do not move. slope[switch_count]: the largest |dh/dy| of each.
     * 1: `switching` is to be asked. NULL: always. */
    int (*switching_all)(eg_system *s, double t, const double *y, const bool *fired, const double *dy,
                         double *dh, double *slope);
    /* When the next time event (next_time_event: the instant t) comes, along k: *dt; 0 where the instant does
     * not move. Of several that are due then it is the first, and others move otherwise, by *spread at most.
     * To be asked before handle_event. */
    int (*time_event)(eg_system *s, int k, double t, double *dt, double *spread);
    /* Before handle_event, for all directions at once: the instant moves by dt[directions], and there the
     * state by dy[directions x n] (that at a fixed instant, plus yp dt). What handle_event does from then on
     * is differentiated as it happens. */
    int (*leave)(eg_system *s, double t, const double *y, const double *yp, const double *dt,
                 const double *dy);
    /* After it: the derivative of the right state y at the moving instant t + e dt, along k. A motion that is
     * compared at a fixed instant has dy - yp dt, yp being the right one. */
    int (*arrive)(eg_system *s, int k, double t, const double *y, const double *yp, double *dy);
    /* dout[columns] of the chosen columns of a row, likewise. */
    int (*outputs)(eg_system *s, int k, double t, const double *y, const double *yp, double dt,
                   const double *dy, const double *dyp, double *dout);
    /* The same along all directions, of these columns alone: dout[directions x count]; columns[count] stay
     * what they are. 1: `outputs` is to be asked. NULL: always. */
    int (*show)(eg_system *s, double t, const double *y, const double *yp, const int *columns, int count,
                const double *dy, const double *dyp, double *dout);
    /* How many numbers of the system's memory move: discrete Reals, pre(...), speeds before impacts. */
    int (*remembered)(eg_system *s);
    /* Their derivatives along k, dm[remembered], as they are, and as they are to be. */
    void (*recall)(eg_system *s, int k, double *dm);
    void (*impose)(eg_system *s, int k, const double *dm);
    /* Can events do more to the motion than end its mode: are there numbers remembered, states that are set,
     * impacts? Else what is differential goes on through any event as it is. */
    bool (*acts)(eg_system *s);
    /* Backward: gradients of the sums w'F (w[n]), w'h (w[switch_count]) and w'out (w[columns]), each of which
     * is set, not added to. */
    int (*residual_back)(eg_system *s, double t, const double *y, const double *yp, const double *w,
                         const eg_backward *g);
    int (*switching_back)(eg_system *s, double t, const double *y, const double *yp, const double *w,
                          const eg_backward *g);
    int (*outputs_back)(eg_system *s, double t, const double *y, const double *yp, const double *w,
                        const eg_backward *g);
} eg_parametric_facet;

#endif
