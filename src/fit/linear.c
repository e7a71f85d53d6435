#include "fit/linear.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

/* ---------------------------------------------------------------- singular values */

static double dot(const double *a, const double *b, size_t m)
{
    double sum = 0;
    for (size_t i = 0; i < m; i++)
        sum += a[i] * b[i];
    return sum;
}

static void rotate(double *a, double *b, size_t m, double c, double s)
{
    for (size_t i = 0; i < m; i++) {
        const double x = a[i], y = b[i];
        a[i] = c * x - s * y;
        b[i] = s * x + c * y;
    }
}

/* Makes columns p and q orthogonal. False: they were. */
static bool turn(double *a, size_t m, size_t n, double *v, size_t p, size_t q)
{
    double *ap = a + p * m, *aq = a + q * m;
    const double alpha = dot(ap, ap, m), beta = dot(aq, aq, m), gamma = dot(ap, aq, m);
    if (fabs(gamma) <= 4 * DBL_EPSILON * sqrt(alpha * beta) || gamma == 0)
        return false;
    const double zeta = (beta - alpha) / (2 * gamma);
    const double t = copysign(1, zeta) / (fabs(zeta) + sqrt(1 + zeta * zeta));
    const double c = 1 / sqrt(1 + t * t);
    rotate(ap, aq, m, c, c * t);
    rotate(v + p * n, v + q * n, n, c, c * t);
    return true;
}

static void swap(double *a, double *b, size_t m)
{
    for (size_t i = 0; i < m; i++) {
        const double x = a[i];
        a[i] = b[i];
        b[i] = x;
    }
}

/* By rotations, from all columns; v begins as the identity. */
static void find_singular_values(double *a, size_t m, size_t n, double *s, double *v)
{
    enum { MOST_SWEEPS = 60 };
    bool turned = true;
    for (int sweep = 0; sweep < MOST_SWEEPS && turned; sweep++) {
        turned = false;
        for (size_t p = 0; p + 1 < n; p++)
            for (size_t q = p + 1; q < n; q++)
                turned = turn(a, m, n, v, p, q) || turned;
    }
    for (size_t j = 0; j < n; j++)
        s[j] = sqrt(dot(a + j * m, a + j * m, m));
    for (size_t j = 0; j < n; j++) {
        size_t largest = j;
        for (size_t k = j + 1; k < n; k++)
            largest = s[k] > s[largest] ? k : largest;
        if (largest != j) {
            swap(a + j * m, a + largest * m, m);
            swap(v + j * n, v + largest * n, n);
            swap(&s[j], &s[largest], 1);
        }
        for (size_t i = 0; i < m && s[j] > 0; i++)
            a[j * m + i] /= s[j];
    }
}

/* Takes the part of x along the reflector w, of length m, from it twice; w'w = 2. */
static void reflect(const double *w, double *x, size_t m)
{
    const double along = dot(w, x, m);
    for (size_t i = 0; i < m; i++)
        x[i] -= along * w[i];
}

/* A = Q R: r (n x n, column by column); the reflectors that make Q, one after the other, are left in a, that
 * of column j from its row j on (Householder 1958; each column errs by its own digits). */
static void triangulate(double *a, size_t m, size_t n, double *r)
{
    memset(r, 0, n * n * sizeof *r);
    for (size_t j = 0; j < n; j++) {
        double *w = a + j * m + j;
        const size_t length = m - j;
        const double size = sqrt(dot(w, w, length)), end = -copysign(size, w[0]);
        memcpy(r + j * n, a + j * m, j * sizeof *r);
        r[j * n + j] = end;
        w[0] -= end;
        const double norm = sqrt(0.5 * dot(w, w, length));
        for (size_t i = 0; i < length; i++)
            w[i] = norm > 0 ? w[i] / norm : 0;
        for (size_t k = j + 1; k < n; k++)
            reflect(w, a + k * m + j, length);
    }
}

/* The reflectors in a become the columns of Q that they make, from the last one on. */
static void expand(double *a, size_t m, size_t n)
{
    for (size_t j = n; j-- > 0;) {
        double *column = a + j * m;
        const double first = column[j];
        for (size_t k = j + 1; k < n; k++)
            reflect(column + j, a + k * m + j, m - j);
        for (size_t i = 0; i < m; i++)
            column[i] = i < j ? 0 : (i == j) - first * column[i];
    }
}

/* a (m x n) becomes a u, u (n x n); row[n]. */
static void multiply(double *a, size_t m, size_t n, const double *u, double *row)
{
    for (size_t i = 0; i < m; i++) {
        for (size_t k = 0; k < n; k++)
            row[k] = a[k * m + i];
        for (size_t j = 0; j < n; j++)
            a[j * m + i] = dot(row, u + j * n, n);
    }
}

void eg_singular_values(double *a, size_t m, size_t n, double *s, double *v, double *room)
{
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++)
            v[j * n + i] = i == j;
    if (m <= 2 * n) { /* a triangle would be hardly less */
        find_singular_values(a, m, n, s, v);
        return;
    }
    triangulate(a, m, n, room);
    find_singular_values(room, n, n, s, v);
    expand(a, m, n);
    multiply(a, m, n, room, room + n * n);
}

/* ---------------------------------------------------------------- distributions */

/* The incomplete beta function by its continued fraction, by the method of Lentz (DLMF 8.17.22). */
static double beta_fraction(double a, double b, double x)
{
    const double tiny = 1e-300;
    double c = 1, d = 1 - (a + b) * x / (a + 1);
    d = 1 / (fabs(d) < tiny ? tiny : d);
    double h = d;
    for (int k = 1; k < 10000; k++) {
        const double even = k * (b - k) * x / ((a + 2 * k - 1) * (a + 2 * k));
        const double odd = -(a + k) * (a + b + k) * x / ((a + 2 * k) * (a + 2 * k + 1));
        for (int half = 0; half < 2; half++) {
            const double term = half == 0 ? even : odd;
            d = 1 + term * d;
            d = 1 / (fabs(d) < tiny ? tiny : d);
            c = 1 + term / c;
            c = fabs(c) < tiny ? tiny : c;
            h *= c * d;
        }
        if (fabs(c * d - 1) < 2 * DBL_EPSILON)
            break;
    }
    return h;
}

static double incomplete_beta(double a, double b, double x)
{
    if (x <= 0 || x >= 1)
        return x <= 0 ? 0 : 1;
    const double front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x));
    return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a
                                     : 1 - front * beta_fraction(b, a, 1 - x) / b;
}

double eg_normal_tails(double z)
{
    return erfc(fabs(z) / sqrt(2));
}

static double student_tail(double t, double freedom)
{
    return isinf(freedom) ? 0.5 * eg_normal_tails(t)
                          : 0.5 * incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t));
}

double eg_student_quantile(double tail, double freedom)
{
    double low = 0, high = 1;
    while (student_tail(high, freedom) > tail && high < 1e12)
        high *= 2;
    for (int k = 0; k < 200 && high - low > 4 * DBL_EPSILON * high; k++) {
        const double middle = 0.5 * (low + high);
        if (student_tail(middle, freedom) > tail)
            low = middle;
        else
            high = middle;
    }
    return 0.5 * (low + high);
}
