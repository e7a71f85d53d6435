/* The least of a quadratic form whose linear constraints cost a price where they are broken. */
#ifndef EG_FIT_QUADRATIC_H
#define EG_FIT_QUADRATIC_H

#include <stdbool.h>
#include <stddef.h>

/* Least is g'd + d'B d/2 + price*(sum of what A d + c is above 0; of equalities, off 0). B (n x n) is
 * symmetric and positive definite, A (k x n) stands row by row. */
typedef struct eg_quadratic {
    size_t n, k;
    const double *B, *g, *A, *c;
    const bool *is_equality; /* (k) */
    double price;
} eg_quadratic;

/* d[n], and multipliers[k], no larger than the price. False: B is not positive definite, or memory is
 * out. */
bool eg_quadratic_least(const eg_quadratic *q, double *d, double *multipliers);

#endif
