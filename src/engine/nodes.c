/* Gauss-Lobatto nodes and the change to Bernstein form. */
#include "engine/nodes.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

static const double pi = 3.14159265358979323846;

/* Legendre polynomials P_N and P_(N-1) at x, by the three-term recurrence. */
static void legendre(int degree, double x, double *p, double *p_before)
{
    double a = 1.0, b = x;
    for (int k = 2; k <= degree; k++) {
        double c = ((2 * k - 1) * x * b - (k - 1) * a) / k;
        a = b;
        b = c;
    }
    *p = b;
    *p_before = a;
}

/* The inner nodes are the roots of P'_N, N = count - 1; the weights are 2/(N (N+1) P_N(x)^2)
 * (Abramowitz and Stegun, 25.4.32). Newton's method from the Chebyshev points. */
static void place(eg_nodes *nodes)
{
    int degree = nodes->count - 1;
    for (int j = 0; j <= degree; j++) {
        double x = -cos(pi * j / degree), p = 1.0, p_before = 1.0;
        for (int k = 0; k < 20 && j > 0 && j < degree; k++) {
            legendre(degree, x, &p, &p_before);
            x -= (x * p - p_before) / ((degree + 1) * p);
        }
        legendre(degree, x, &p, &p_before);
        nodes->x[j] = 0.5 * (1.0 + x);
        nodes->w[j] = 1.0 / (degree * (degree + 1) * p * p);
    }
    nodes->x[0] = 0.0;
    nodes->x[degree] = 1.0;
    for (int j = 0; j <= degree; j++) {
        double p, p_before;
        legendre(degree, 2.0 * nodes->x[j] - 1.0, &p, &p_before);
        nodes->tail[j] = nodes->w[j] * p;
    }
}

/* row[k] = B_k(x), the Bernstein polynomials of the degree, by their recurrence. */
static void bernstein(int degree, double x, double *row)
{
    row[0] = 1.0;
    for (int d = 1; d <= degree; d++) {
        double carried = 0.0;
        for (int k = 0; k < d; k++) {
            double b = row[k];
            row[k] = carried + (1.0 - x) * b;
            carried = x * b;
        }
        row[d] = carried;
    }
}

/* Gauss-Jordan elimination with row pivoting: inverse of the n x n matrix a, which is destroyed. */
static void invert(int n, double a[EG_NODES_MAX][EG_NODES_MAX], double inverse[EG_NODES_MAX][EG_NODES_MAX])
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            inverse[i][j] = i == j ? 1.0 : 0.0;
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int i = c + 1; i < n; i++)
            if (fabs(a[i][c]) > fabs(a[pivot][c]))
                pivot = i;
        for (int j = 0; j < n; j++) {
            double t = a[c][j], u = inverse[c][j];
            a[c][j] = a[pivot][j];
            inverse[c][j] = inverse[pivot][j];
            a[pivot][j] = t;
            inverse[pivot][j] = u;
        }
        double scale = 1.0 / a[c][c];
        for (int j = 0; j < n; j++) {
            a[c][j] *= scale;
            inverse[c][j] *= scale;
        }
        for (int i = 0; i < n; i++) {
            double f = a[i][c];
            for (int j = 0; j < n && i != c; j++) {
                a[i][j] -= f * a[c][j];
                inverse[i][j] -= f * inverse[c][j];
            }
        }
    }
}

void eg_nodes_make(eg_nodes *nodes, int count)
{
    memset(nodes, 0, sizeof *nodes);
    nodes->count = count;
    place(nodes);
    double values[EG_NODES_MAX][EG_NODES_MAX];
    for (int j = 0; j < count; j++)
        bernstein(count - 1, nodes->x[j], values[j]);
    invert(count, values, nodes->to_bernstein);
    for (int i = 0; i < count; i++) {
        double sum = 0.0;
        for (int j = 0; j < count; j++)
            sum += fabs(nodes->to_bernstein[i][j]);
        nodes->spread = fmax(nodes->spread, sum);
    }
}

int eg_nodes_variations(const eg_nodes *nodes, const double *samples, int stride, double level)
{
    int last = nodes->count - 1;
    double g[EG_NODES_MAX], size = 0.0;
    for (int j = 0; j <= last; j++) {
        g[j] = samples[j * stride] - level;
        size = fmax(size, fabs(g[j]));
    }
    double rounding = 4.0 * DBL_EPSILON * nodes->spread * size;
    bool below = samples[0] - level < 0.0;
    int changes = below;
    for (int k = 1; k < last; k++) {
        double b = 0.0;
        for (int j = 0; j <= last; j++)
            b += nodes->to_bernstein[k][j] * g[j];
        bool is_below = b < -rounding;
        changes += is_below != below;
        below = is_below;
    }
    return changes + ((samples[last * stride] - level < 0.0) != below);
}
