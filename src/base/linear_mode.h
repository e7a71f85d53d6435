/* A mode in which the system is linear, as an engine for such modes sees it.
 *
 * Increments along the motion within a mode obey a linear system whose coefficients do not change:
 *     row i of the matrix, times (dy, du, dw) =  d(der(y[i]))  where y[i] is a state,
 *                                                 dy[i]         where it is algebraic.
 * Columns are y (those of states only), the inputs u, functions of time alone that have Taylor series of
 * known law, and the losses w, heat flows that are quadratic in the mechanical motion: w[k] is one in the
 * distance s (where friction follows a signal, in that signal) and the speed v of an element, which are
 * rows n + 2k and n + 2k + 1 of the matrix, here with columns of all y. Constants take no part: what is 0
 * at a point, and how large y' and h are there, the system is asked itself, so that differences of large
 * numbers keep their digits. */
#ifndef EG_BASE_LINEAR_MODE_H
#define EG_BASE_LINEAR_MODE_H

#include "base/system.h"

#include <stdbool.h>

enum { EG_LINEAR_MAX_ORDER = 30 }; /* of Taylor series */

typedef struct eg_linear_mode {
    int n, input_count, loss_count;
    /* The matrix by compressed rows: n + 2 loss_count rows; columns: n of y, then inputs, then losses. */
    int *start, *column;
    double *value;
    bool *is_state; /* (n) */
    bool all_states;
    double *curvature; /* (3 x loss_count) d2w/ds2, d2w/dsdv, d2w/dv2 */
    /* The system's own. */
    int *input_net, *input_order; /* (input_count) a signal's derivative; net -1: users' formula */
    int *loss_element;            /* (loss_count); -1 - k: product k of users' equations */
} eg_linear_mode;

/* Of a system that may be linear in its modes. */
typedef struct eg_linear_facet {
    /* Is it linear in every mode, up to inputs of known law and losses? If not, `reason` says why, in words
     * that follow "because" and name a component; written like snprintf. */
    bool (*takes)(eg_system *s, char *reason, size_t size);
    /* The present mode as a linear system; y and y' are consistent. The caller's, to be freed; NULL when
     * out of memory or when the mode cannot be solved (reported either way). */
    eg_linear_mode *(*mode)(eg_system *s, double t, const double *y, const double *yp);
    /* What identifies the mode: equal keys have equal linear modes. *count numbers, the system's own. NULL:
     * the present mode is no linear one after all (it goes along the edge of a relation). */
    const int *(*key)(eg_system *s, int *count);
    /* Of the mode's inputs at t: series[k*input_count + i], k = 0 ... order <= EG_LINEAR_MAX_ORDER, the
     * Taylor coefficients of input i, by powers of time in units of `unit` seconds, a power of 2; of its
     * losses at (t, y): slope[2*i], slope[2*i + 1], their derivatives by s and v. Answers by what factor
     * [1/s] derivatives of inputs grow from one order to the next, at most: where numbers do not hold that to
     * the power of the order, units should be about its inverse. */
    double (*inputs)(eg_system *s, const eg_linear_mode *mode, double t, const double *y, int order,
                     double unit, double *series, double *slope);
} eg_linear_facet;

/* Accepts NULL. */
void eg_linear_mode_free(eg_linear_mode *mode);

#endif
