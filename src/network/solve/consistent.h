/* Consistent points: the algebraic part of y and all of y' from the differential part. */
#ifndef EG_NETWORK_SOLVE_CONSISTENT_H
#define EG_NETWORK_SOLVE_CONSISTENT_H

#include "network/network.h"

/* Given the differential part of y: finds the algebraic part and all of y'. 0, or negative (reported). */
int eg_network_make_consistent(eg_network *s, double t, double *y, double *yp);

/* Temperatures that come last, into y. 0; 1: nothing determines one of them (heat_last.c). */
int eg_network_find_last_heat(eg_network *s, double *y);
int eg_network_derivatives(eg_system *base, double t, const double *y, double *yp);
/* The same for who looks at nothing but y' (user/stage.h). */
int eg_network_stage(eg_system *base, double t, const double *y, double *yp);
/* Of a mode in which nothing is algebraic and no formula asks for what holds, at the point evaluated last
 * with y' = 0. 0, or 1: not finite. */
int eg_network_explicit_here(eg_network *s, const double *y, double *yp);
/* The same as derivatives without the rates of algebraic unknowns, which no force needs: they are 0. The
 * point evaluated last is of no use. */
int eg_network_accelerations(eg_network *s, double t, const double *y, double *yp);

/* Factorizes the matrix of consistent points at the point evaluated last. 0, or negative (reported). */
int eg_network_factor(eg_network *s, double t, const double *y);
int eg_network_orientation(eg_system *base);
/* The same with some unknowns given: rows[i] says that unknown[i] is what it is. What stood there instead is
 * row i by columns, column[start[i]] ... */
typedef struct eg_matrix_rows {
    int count, *row, *unknown; /* the caller's */
    int *start, *column;       /* malloc'ed in one, freed by `start` */
    double *values;            /* malloc'ed */
} eg_matrix_rows;
int eg_network_factor_without(eg_network *s, double t, const double *y, eg_matrix_rows *rows);

#endif
