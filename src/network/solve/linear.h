/* Sparse linear systems for consistent points, by KLU (Davis and Palamadai Natarajan 2010, ACM TOMS 37,
 * 36). The symbolic analysis is kept as long as the structure lasts, the factors as long as the values do. */
#ifndef EG_NETWORK_SOLVE_LINEAR_H
#define EG_NETWORK_SOLVE_LINEAR_H

#include "base/system.h"

typedef struct eg_linear eg_linear;

eg_linear *eg_linear_create(void);
void eg_linear_free(eg_linear *l); /* accepts NULL */
/* Factorizes the matrix with this pattern; `structure` tells when the pattern has changed. 0; 1 when it
 * is singular (*column: an unknown that is not determined); -1 out of memory. */
int eg_linear_factor(eg_linear *l, const eg_pattern *pattern, long structure, const double *values,
                     int *column);
/* The sign of the determinant of the matrix that was factorized last: 1 or -1; 0 where it is not known. */
int eg_linear_orientation(const eg_linear *l);
/* x := A^-1 x. */
void eg_linear_solve(eg_linear *l, double *x);

#endif
