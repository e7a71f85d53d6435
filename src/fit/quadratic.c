/* By the dual: with d = -B^-1 (g + A'l), what is greatest over the multipliers l is a quadratic form
 * within bounds: 0 <= l <= price, from -price for equalities. It is climbed one multiplier at a time
 * (Hildreth 1957, Naval Research Logistics Quarterly 4, 79-85), and once it is known which are at a
 * bound, the others are solved for at once, so that they are right to round-off. */
#include "fit/quadratic.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* B = L L', in place, row by row. False: it is not positive definite. */
static bool factorize(double *L, size_t n)
{
    for (size_t j = 0; j < n; j++)
        for (size_t i = j; i < n; i++) {
            double sum = L[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum -= L[i * n + k] * L[j * n + k];
            if (i == j && !(sum > 0))
                return false;
            L[i * n + j] = i == j ? sqrt(sum) : sum / L[j * n + j];
        }
    return true;
}

static void solve(const double *L, size_t n, double *x)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t k = 0; k < i; k++)
            x[i] -= L[i * n + k] * x[k];
        x[i] /= L[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        for (size_t k = i + 1; k < n; k++)
            x[i] -= L[k * n + i] * x[k];
        x[i] /= L[i * n + i];
    }
}

static double dot(const double *a, const double *b, size_t n)
{
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Those within their bounds, solved for at once from M l = h where the others are what they are; kept where
 * that stays within. */
static void polish(const double *M, const double *h, size_t k, const double *low, double price, double *l)
{
    size_t *free_ones = malloc((k + 1) * sizeof *free_ones), count = 0;
    double *S = malloc((k * k + k + 1) * sizeof *S), *x = S ? S + k * k : NULL;
    for (size_t i = 0; i < k && S && free_ones; i++)
        if (l[i] > low[i] && l[i] < price)
            free_ones[count++] = i;
    for (size_t i = 0; i < count; i++) {
        const size_t row = free_ones[i];
        x[i] = h[row];
        for (size_t j = 0; j < k; j++)
            if (!(l[j] > low[j] && l[j] < price))
                x[i] -= M[row * k + j] * l[j];
        for (size_t j = 0; j < count; j++)
            S[i * count + j] = M[row * k + free_ones[j]];
    }
    if (count > 0 && factorize(S, count)) {
        bool stays = true;
        solve(S, count, x);
        for (size_t i = 0; i < count; i++)
            stays = stays && x[i] >= low[free_ones[i]] && x[i] <= price;
        for (size_t i = 0; i < count && stays; i++)
            l[free_ones[i]] = x[i];
    }
    free(free_ones);
    free(S);
}

/* Up the dual: greatest of -l'M l/2 + h'l. */
static void climb(const double *M, const double *h, size_t k, const double *low, double price, double *l)
{
    enum { MOST_SWEEPS = 20000 };
    double moved = INFINITY;
    memset(l, 0, k * sizeof *l);
    for (int sweep = 0; sweep < MOST_SWEEPS && moved > 1e-14; sweep++) {
        moved = 0;
        for (size_t i = 0; i < k; i++) {
            if (M[i * k + i] <= 0)
                continue;
            const double before = l[i];
            l[i] += (h[i] - dot(M + i * k, l, k)) / M[i * k + i];
            l[i] = fmin(fmax(l[i], low[i]), price);
            moved = fmax(moved, fabs(l[i] - before) / (DBL_MIN + fabs(l[i]) + fabs(before)));
        }
    }
    polish(M, h, k, low, price, l);
}

bool eg_quadratic_least(const eg_quadratic *q, double *d, double *multipliers)
{
    const size_t n = q->n, k = q->k;
    double *L = malloc((n * n + n + n * k + k * k + 2 * k + 1) * sizeof *L);
    if (!L)
        return false;
    double *r = L + n * n, *W = r + n, *M = W + n * k, *h = M + k * k, *low = h + k;
    memcpy(L, q->B, n * n * sizeof *L);
    bool good = factorize(L, n);
    if (good) {
        memcpy(r, q->g, n * sizeof *r); /* B^-1 g */
        solve(L, n, r);
        for (size_t i = 0; i < k; i++) { /* rows of A B^-1 */
            memcpy(W + i * n, q->A + i * n, n * sizeof *W);
            solve(L, n, W + i * n);
            h[i] = q->c[i] - dot(q->A + i * n, r, n);
            low[i] = q->is_equality[i] ? -q->price : 0;
        }
        for (size_t i = 0; i < k; i++)
            for (size_t j = 0; j < k; j++)
                M[i * k + j] = dot(q->A + i * n, W + j * n, n);
        climb(M, h, k, low, q->price, multipliers);
        for (size_t j = 0; j < n; j++) {
            d[j] = -r[j];
            for (size_t i = 0; i < k; i++)
                d[j] -= multipliers[i] * W[i * n + j];
        }
    }
    free(L);
    return good;
}
