#include "engine/irk/lu.h"

#include <math.h>
#include <stddef.h>

static int find_pivot(const eg_irk_lu *a, int k)
{
    int best = k;
    double most = -1.0;
    for (int i = k; i < a->n; i++) {
        const size_t at = (size_t)i * (size_t)a->n + (size_t)k;
        const double size = fabs(a->re[at]) + fabs(a->im[at]);
        if (!(size <= most)) {
            most = size;
            best = i;
        }
    }
    return most > 0.0 && most < INFINITY ? best : -1;
}

static void change_rows(double *a, size_t n, size_t i, size_t k)
{
    for (size_t j = 0; j < n && i != k; j++) {
        const double kept = a[i * n + j];
        a[i * n + j] = a[k * n + j];
        a[k * n + j] = kept;
    }
}

/* Row i less the part of row k that leaves nothing in column k. */
static void eliminate(eg_irk_lu *a, size_t k, size_t i, double inverse_re, double inverse_im)
{
    const size_t n = (size_t)a->n;
    const double *restrict top_re = a->re + k * n, *restrict top_im = a->im + k * n;
    double *restrict re = a->re + i * n, *restrict im = a->im + i * n;
    const double p = re[k] * inverse_re - im[k] * inverse_im, q = re[k] * inverse_im + im[k] * inverse_re;
    re[k] = p;
    im[k] = q;
    if (p == 0.0 && q == 0.0)
        return;
    for (size_t j = k + 1; j < n; j++) {
        re[j] -= p * top_re[j] - q * top_im[j];
        im[j] -= p * top_im[j] + q * top_re[j];
    }
}

bool eg_irk_factor(eg_irk_lu *a)
{
    const size_t n = (size_t)a->n;
    for (size_t k = 0; k < n; k++) {
        const int pivot = a->pivot[k] = find_pivot(a, (int)k);
        if (pivot < 0)
            return false;
        change_rows(a->re, n, (size_t)pivot, k);
        change_rows(a->im, n, (size_t)pivot, k);
        const double re = a->re[k * n + k], im = a->im[k * n + k], square = re * re + im * im;
        if (!(square > 0.0 && square < INFINITY))
            return false;
        for (size_t i = k + 1; i < n; i++)
            eliminate(a, k, i, re / square, -im / square);
    }
    return true;
}

static void swap(double *x, int i, int k)
{
    const double kept = x[i];
    x[i] = x[k];
    x[k] = kept;
}

void eg_irk_solve(const eg_irk_lu *a, double *re, double *im)
{
    const size_t n = (size_t)a->n;
    for (int k = 0; k < a->n; k++) {
        swap(re, k, a->pivot[k]);
        swap(im, k, a->pivot[k]);
    }
    for (size_t i = 0; i < n; i++) {
        const double *p = a->re + i * n, *q = a->im + i * n;
        double x = re[i], y = im[i];
        for (size_t j = 0; j < i; j++) {
            x -= p[j] * re[j] - q[j] * im[j];
            y -= p[j] * im[j] + q[j] * re[j];
        }
        re[i] = x;
        im[i] = y;
    }
    for (size_t i = n; i-- > 0;) {
        const double *p = a->re + i * n, *q = a->im + i * n;
        double x = re[i], y = im[i];
        for (size_t j = i + 1; j < n; j++) {
            x -= p[j] * re[j] - q[j] * im[j];
            y -= p[j] * im[j] + q[j] * re[j];
        }
        const double square = p[i] * p[i] + q[i] * q[i];
        re[i] = (x * p[i] + y * q[i]) / square;
        im[i] = (y * p[i] - x * q[i]) / square;
    }
}
