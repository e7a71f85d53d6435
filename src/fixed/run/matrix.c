/* L D L' in place, column after column, in an order that fills little (fixed/order.c). */
#include "fixed/run/part.h"

/* A row that nothing holds, without inertia, stays where it is. */
void eg_fixed_factor(const eg_fixed_matrix *a, const double *slope)
{
    for (int b = 1; b < a->count; b++)
        a->diagonal[a->place[b]] = slope[b];
    for (int k = 0; k < a->count - 1; k++) {
        double pivot = a->diagonal[k];
        if (!(pivot > 0.0)) {
            a->diagonal[k] = INFINITY;
            for (int e = a->first[k]; e < a->first[k + 1]; e++)
                a->lower[e] = 0.0;
            continue;
        }
        for (int e = a->first[k]; e < a->first[k + 1]; e++) {
            double share = a->lower[e] / pivot;
            int i = a->row[e], at = a->first[i];
            if (share != 0.0) {
                a->diagonal[i] -= share * a->lower[e];
                for (int q = e + 1; q < a->first[k + 1]; q++) {
                    while (a->row[at] != a->row[q])
                        at++;
                    a->lower[at] -= share * a->lower[q];
                }
            }
        }
        for (int e = a->first[k]; e < a->first[k + 1]; e++)
            a->lower[e] /= pivot;
    }
}

void eg_fixed_solve(const eg_fixed_matrix *a, const double *residual, double *turn)
{
    double *x = a->x;
    for (int b = 1; b < a->count; b++)
        x[a->place[b]] = -residual[b];
    for (int k = 0; k < a->count - 1; k++)
        for (int e = a->first[k]; e < a->first[k + 1]; e++)
            x[a->row[e]] -= a->lower[e] * x[k];
    for (int k = a->count - 2; k >= 0; k--) {
        x[k] /= a->diagonal[k];
        for (int e = a->first[k]; e < a->first[k + 1]; e++)
            x[k] -= a->lower[e] * x[a->row[e]];
    }
    for (int b = 1; b < a->count; b++)
        turn[b] = x[a->place[b]];
}
