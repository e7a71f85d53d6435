#include "engine/irk/lu.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* The largest number in column k from the diagonal on, and of the rows behind it those that are not 0 there,
 * `count` of them. */
static int find_pivot(const eg_irk_lu *a, int k, int *row, int *count)
{
    int best = k;
    double most = -1.0;
    *count = 0;
    for (int i = k; i < a->n; i++) {
        const size_t at = (size_t)i * (size_t)a->n + (size_t)k;
        const double size = fabs(a->re[at]) + fabs(a->im[at]);
        if (size == 0.0)
            continue;
        if (i > k)
            row[(*count)++] = i;
        if (!(size <= most)) {
            most = size;
            best = i;
        }
    }
    return most > 0.0 && most < INFINITY ? best : -1;
}

static void change_rows(eg_irk_lu *a, size_t i, size_t k)
{
    const size_t n = (size_t)a->n;
    if (i == k)
        return;
    for (size_t j = i * n, l = k * n; j < (i + 1) * n; j++, l++) {
        const double re = a->re[j], im = a->im[j];
        a->re[j] = a->re[l];
        a->im[j] = a->im[l];
        a->re[l] = re;
        a->im[l] = im;
    }
    const int before = a->before[i];
    for (size_t j = 0; j < k; j++) { /* columns so far */
        const int column = a->column[i * n + j];
        a->column[i * n + j] = a->column[k * n + j];
        a->column[k * n + j] = column;
    }
    a->before[i] = a->before[k];
    a->before[k] = before;
}

/* Where row k is not 0 behind the diagonal. */
static void find_columns(eg_irk_lu *a, size_t k)
{
    const size_t n = (size_t)a->n;
    const double *re = a->re + k * n, *im = a->im + k * n;
    int *column = a->column + k * n + k + 1, count = 0;
    for (size_t j = k + 1; j < n; j++) {
        column[count] = (int)j;
        count += re[j] != 0.0 || im[j] != 0.0;
    }
    a->behind[k] = count;
}

/* Does it pay to go from one of so many columns to the next, in the place of all? */
static bool is_thin(int count, size_t all)
{
    return 4 * (size_t)count < 3 * all;
}

/* Row i less the part of row k that leaves nothing in column k. */
static void eliminate(eg_irk_lu *a, size_t k, size_t i, double inverse_re, double inverse_im)
{
    const size_t n = (size_t)a->n;
    const int *column = a->column + k * n + k + 1;
    const double *restrict top_re = a->re + k * n, *restrict top_im = a->im + k * n;
    double *restrict re = a->re + i * n, *restrict im = a->im + i * n;
    if (re[k] == 0.0 && im[k] == 0.0)
        return;
    const double p = re[k] * inverse_re - im[k] * inverse_im, q = re[k] * inverse_im + im[k] * inverse_re;
    re[k] = p;
    im[k] = q;
    a->column[i * n + (size_t)a->before[i]++] = (int)k;
    if (is_thin(a->behind[k], n - k - 1)) {
        for (int c = 0; c < a->behind[k]; c++) {
            const int j = column[c];
            re[j] -= p * top_re[j] - q * top_im[j];
            im[j] -= p * top_im[j] + q * top_re[j];
        }
        return;
    }
    for (size_t j = k + 1; j < n; j++) {
        re[j] -= p * top_re[j] - q * top_im[j];
        im[j] -= p * top_im[j] + q * top_re[j];
    }
}

/* Is the pivot of row k what rounding leaves of the numbers that it is the sum of? They are itself and the
 * products of L and U that were taken from it. */
static bool is_rounding(const eg_irk_lu *a, size_t k)
{
    const double least = 0x1p-48;
    const size_t n = (size_t)a->n;
    const int *column = a->column + k * n;
    double summed = 0.0;
    for (int c = 0; c < a->before[k]; c++) {
        const size_t left = k * n + (size_t)column[c], above = (size_t)column[c] * n + k;
        summed += (fabs(a->re[left]) + fabs(a->im[left])) * (fabs(a->re[above]) + fabs(a->im[above]));
    }
    return fabs(a->re[k * n + k]) + fabs(a->im[k * n + k]) < least * summed;
}

/* (*re, *im) := (*re, *im)/(p, q). Pivots are masses over times, in anybody's units: where their squares
 * leave the middle of what numbers reach, both are taken by their power of 2 first. */
static inline void divide(double p, double q, double *re, double *im)
{
    static const double least = 0x1p-400, most = 0x1p400;
    double square = p * p + q * q;
    if (!(square > least && square < most)) {
        const int power = ilogb(fmax(fabs(p), fabs(q)));
        p = scalbn(p, -power);
        q = scalbn(q, -power);
        *re = scalbn(*re, -power);
        *im = scalbn(*im, -power);
        square = p * p + q * q;
    }
    const double x = *re, y = *im;
    *re = (x * p + y * q) / square;
    *im = (y * p - x * q) / square;
}

bool eg_irk_factor(eg_irk_lu *a)
{
    const size_t n = (size_t)a->n;
    memset(a->before, 0, n * sizeof *a->before);
    for (size_t k = 0; k < n; k++) {
        int count;
        const int pivot = a->pivot[k] = find_pivot(a, (int)k, a->row, &count);
        a->lost = (int)k;
        if (pivot < 0)
            return false;
        change_rows(a, (size_t)pivot, k);
        if (is_rounding(a, k))
            return false;
        double re = 1.0, im = 0.0;
        divide(a->re[k * n + k], a->im[k * n + k], &re, &im);
        if (!isfinite(re) || !isfinite(im))
            return false;
        find_columns(a, k);
        for (int i = 0; i < count; i++)
            eliminate(a, k, (size_t)a->row[i], re, im);
    }
    a->lost = -1;
    return true;
}

static void swap(double *x, int i, int k)
{
    const double kept = x[i];
    x[i] = x[k];
    x[k] = kept;
}

/* (*x, *y) less the product of `count` of row i's columns, of `all` from the first one on, with (re, im). */
static inline void subtract(const eg_irk_lu *a, size_t i, const int *column, int count, size_t first,
                            size_t all, const double *re, const double *im, double *x, double *y)
{
    const double *p = a->re + i * (size_t)a->n, *q = a->im + i * (size_t)a->n;
    double sum_re = *x, sum_im = *y;
    if (is_thin(count, all)) {
        for (int c = 0; c < count; c++) {
            const int j = column[c];
            sum_re -= p[j] * re[j] - q[j] * im[j];
            sum_im -= p[j] * im[j] + q[j] * re[j];
        }
    } else {
        for (size_t j = first; j < first + all; j++) {
            sum_re -= p[j] * re[j] - q[j] * im[j];
            sum_im -= p[j] * im[j] + q[j] * re[j];
        }
    }
    *x = sum_re;
    *y = sum_im;
}

void eg_irk_solve(const eg_irk_lu *a, double *re, double *im)
{
    const size_t n = (size_t)a->n;
    for (int k = 0; k < a->n; k++) {
        swap(re, k, a->pivot[k]);
        swap(im, k, a->pivot[k]);
    }
    for (size_t i = 0; i < n; i++)
        subtract(a, i, a->column + i * n, a->before[i], 0, i, re, im, &re[i], &im[i]);
    for (size_t i = n; i-- > 0;) {
        subtract(a, i, a->column + i * n + i + 1, a->behind[i], i + 1, n - i - 1, re, im, &re[i], &im[i]);
        divide(a->re[i * n + i], a->im[i * n + i], &re[i], &im[i]);
    }
}
