/* Where as many conditions balance as there are unknowns: the start at rest of bodies that springs and gaps
 * hold. An open gap tells nothing of where it will close, so that Newton's method alone is lost there. */
#ifndef EG_NETWORK_START_REST_H
#define EG_NETWORK_START_REST_H

#include <math.h>
#include <stdbool.h>

typedef struct eg_rest {
    /* r (n) = what is out of balance at z (n): of a position, its acceleration minus the one wanted. 0; > 0:
     * no value there; < 0: an error that has been reported, handed on. */
    int (*residual)(void *context, const double *z, double *r);
    void *context;
    int n;
    double *z, *r;      /* (n) in: where to begin; out: the best point, and the residual there */
    const double *size; /* (n) what z is small against: how far from 0 what it moves may be; > 0 */
    /* (n x n) row i: how far what r[i] accelerates moves with each unknown; 0 where it is no acceleration. */
    const double *paired;
    const double *weight; /* (n) the mass that r[i] accelerates; 1 where it is no acceleration */
} eg_rest;

/* 0: found, to round-off; 1: not found; negative: out of memory (EG_ERROR_MEMORY), or from `residual`. */
int eg_rest_find(eg_rest *b);

static inline double eg_norm(const double *r, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += r[i] * r[i];
    return sqrt(sum);
}

#endif
