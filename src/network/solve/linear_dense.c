/* Linear systems for consistent points in a build without KLU: Gaussian elimination with partial pivoting on
 * the full matrix (Golub and Van Loan, Matrix Computations, algorithm 3.4.1). Good for tens of unknowns. */
#include "network/solve/linear.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct eg_linear {
    int n, capacity;
    double *lu;     /* (n x n), by rows: U on and above the diagonal, the factors of L below it */
    double *sorted; /* (n) */
    int *row;       /* (n) the row of the matrix that became row i */
    int exchanges;  /* of rows */
    bool is_known;  /* the matrix is factorized */
};

eg_linear *eg_linear_create(void)
{
    return calloc(1, sizeof(eg_linear));
}

void eg_linear_free(eg_linear *l)
{
    if (!l)
        return;
    free(l->lu);
    free(l->sorted);
    free(l->row);
    free(l);
}

static int reserve(eg_linear *l, int n)
{
    l->n = n;
    if (n <= l->capacity)
        return 0;
    size_t size = (size_t)n;
    free(l->lu);
    free(l->sorted);
    free(l->row);
    l->capacity = 0;
    l->lu = malloc(sizeof *l->lu * size * size);
    l->sorted = malloc(sizeof *l->sorted * size);
    l->row = malloc(sizeof *l->row * size);
    if (!l->lu || !l->sorted || !l->row)
        return -1;
    l->capacity = n;
    return 0;
}

static double *row_of(eg_linear *l, int i)
{
    return l->lu + (size_t)i * (size_t)l->n;
}

static void fill_in(eg_linear *l, const eg_pattern *pattern, const double *values)
{
    memset(l->lu, 0, sizeof *l->lu * (size_t)l->n * (size_t)l->n);
    for (int j = 0; j < l->n; j++)
        for (int k = pattern->start[j]; k < pattern->start[j + 1]; k++)
            row_of(l, pattern->row[k])[j] += values[k];
    for (int i = 0; i < l->n; i++)
        l->row[i] = i;
}

/* Brings the row with the largest entry in column k to row k. */
static void pivot(eg_linear *l, int k)
{
    int best = k;
    for (int i = k + 1; i < l->n; i++)
        if (fabs(row_of(l, i)[k]) > fabs(row_of(l, best)[k]))
            best = i;
    for (int j = 0; best != k && j < l->n; j++) {
        double swapped = row_of(l, k)[j];
        row_of(l, k)[j] = row_of(l, best)[j];
        row_of(l, best)[j] = swapped;
    }
    l->exchanges += best != k;
    int row = l->row[k];
    l->row[k] = l->row[best];
    l->row[best] = row;
}

int eg_linear_factor(eg_linear *l, const eg_pattern *pattern, long structure, const double *values,
                     int *column)
{
    (void)structure;
    l->exchanges = 0;
    l->is_known = false;
    if (reserve(l, pattern->n) < 0)
        return -1;
    fill_in(l, pattern, values);
    for (int k = 0; k < l->n; k++) {
        pivot(l, k);
        const double *top = row_of(l, k);
        if (top[k] == 0.0) {
            *column = k;
            return 1;
        }
        for (int i = k + 1; i < l->n; i++) {
            double *row = row_of(l, i), factor = row[k] / top[k];
            row[k] = factor;
            for (int j = k + 1; j < l->n && factor != 0.0; j++)
                row[j] -= factor * top[j];
        }
    }
    l->is_known = true;
    return 0;
}

int eg_linear_orientation(const eg_linear *l)
{
    if (!l->is_known)
        return 0;
    int sign = l->exchanges % 2 == 0 ? 1 : -1;
    for (int i = 0; i < l->n; i++)
        sign = l->lu[(size_t)i * (size_t)l->n + (size_t)i] < 0 ? -sign : sign;
    return sign;
}

void eg_linear_solve(eg_linear *l, double *x)
{
    for (int i = 0; i < l->n; i++) {
        l->sorted[i] = x[l->row[i]];
        for (int j = 0; j < i; j++)
            l->sorted[i] -= row_of(l, i)[j] * l->sorted[j];
    }
    for (int i = l->n - 1; i >= 0; i--) {
        for (int j = i + 1; j < l->n; j++)
            l->sorted[i] -= row_of(l, i)[j] * l->sorted[j];
        l->sorted[i] /= row_of(l, i)[i];
    }
    memcpy(x, l->sorted, sizeof *x * (size_t)l->n);
}
