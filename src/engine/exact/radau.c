/* The operators of radau.h: Legendre polynomials, and the Schur form of the matrix that integrates them. */
#include "engine/exact/radau.h"

#include "base/complex_number.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { D = EG_RADAU_STAGES };

/* k P_k = (2k - 1)(2x - 1) P_(k-1) - (k - 1) P_(k-2). */
static void make_powers(eg_radau *l)
{
    l->powers[0][0] = 1;
    l->powers[1][0] = -1;
    l->powers[1][1] = 2;
    for (int k = 2; k <= D; k++)
        for (int j = 0; j <= k; j++) {
            double shifted = j > 0 ? l->powers[k - 1][j - 1] : 0;
            l->powers[k][j] =
                ((2 * k - 1) * (2 * shifted - l->powers[k - 1][j]) - (k - 1) * l->powers[k - 2][j]) / k;
        }
}

/* x^k along P_j: (2j + 1) k!^2/((k - j)! (k + j + 1)!), by ratios. */
static void make_legendre(eg_radau *l)
{
    for (int k = 0; k <= EG_RADAU_ORDER; k++) {
        double c = 1.0 / (k + 1);
        for (int j = 0; j <= k && j <= D; j++) {
            l->legendre[k][j < D ? j : D - 1] += (2 * j + 1) * c;
            c *= (double)(k - j) / (k + j + 2);
        }
    }
    for (int j = 0; j < D; j++)
        l->norm[j] = sqrt(2 * j + 1);
}

typedef eg_complex matrix[D][D];

/* The rotation of rows or columns k and k + 1 that takes (x, y) to (r, 0). */
typedef struct rotation {
    eg_complex x, y;
} rotation;

static rotation rotation_of(eg_complex x, eg_complex y)
{
    double r = hypot(eg_complex_abs(x), eg_complex_abs(y));
    return r > 0 ? (rotation){eg_complex_scale(1 / r, x), eg_complex_scale(1 / r, y)}
                 : (rotation){{1, 0}, {0, 0}};
}

/* g.x a + g.y b, and its partner. */
static eg_complex first_of(rotation g, eg_complex a, eg_complex b)
{
    return eg_complex_add(eg_complex_mul(g.x, a), eg_complex_mul(g.y, b));
}

static eg_complex second_of(rotation g, eg_complex a, eg_complex b)
{
    return eg_complex_sub(eg_complex_mul(eg_complex_conj(g.x), b), eg_complex_mul(eg_complex_conj(g.y), a));
}

static void turn_rows(matrix a, int k, rotation g)
{
    for (int j = k; j < D; j++) {
        eg_complex upper = a[k][j], lower = a[k + 1][j];
        rotation back = {eg_complex_conj(g.x), eg_complex_conj(g.y)};
        a[k][j] = first_of(back, upper, lower);
        a[k + 1][j] = second_of(back, upper, lower);
    }
}

static void turn_columns(matrix a, int k, rotation g, int rows)
{
    for (int i = 0; i < rows; i++) {
        eg_complex left = a[i][k], right = a[i][k + 1];
        a[i][k] = first_of(g, left, right);
        a[i][k + 1] = second_of(g, left, right);
    }
}

/* The eigenvalue of the last block of two that is nearer to the last entry (Wilkinson's shift). */
static eg_complex shift_of(matrix a, int last)
{
    eg_complex q = a[last][last], half = eg_complex_scale(0.5, eg_complex_sub(a[last - 1][last - 1], q));
    eg_complex beside = eg_complex_mul(a[last - 1][last], a[last][last - 1]);
    eg_complex root = eg_complex_sqrt(eg_complex_add(eg_complex_mul(half, half), beside));
    eg_complex sum = eg_complex_add(half, root), difference = eg_complex_sub(half, root);
    return eg_complex_add(q, eg_complex_abs(sum) < eg_complex_abs(difference) ? sum : difference);
}

/* One step of the QR method on rows and columns first ... last of a, which is 0 below its first diagonal. */
static void step_qr(matrix a, matrix u, int first, int last)
{
    rotation g[D];
    eg_complex shift = shift_of(a, last);
    for (int k = first; k <= last; k++)
        a[k][k] = eg_complex_sub(a[k][k], shift);
    for (int k = first; k < last; k++) {
        g[k] = rotation_of(a[k][k], a[k + 1][k]);
        turn_rows(a, k, g[k]);
    }
    for (int k = first; k < last; k++) {
        turn_columns(a, k, g[k], k + 2);
        turn_columns(u, k, g[k], D);
    }
    for (int k = first; k <= last; k++)
        a[k][k] = eg_complex_add(a[k][k], shift);
}

/* What stands below the diagonal in row i. */
static bool is_negligible(matrix a, int i)
{
    double around = eg_complex_abs(a[i][i]) + eg_complex_abs(a[i - 1][i - 1]);
    return eg_complex_abs(a[i][i - 1]) <= DBL_EPSILON * around;
}

/* a becomes triangular. */
static void make_triangular(matrix a, matrix u)
{
    int last = D - 1;
    for (int round = 0; round < 30 * D && last > 0; round++) {
        int first = last;
        while (first > 0 && !is_negligible(a, first))
            first--;
        if (first > 0)
            a[first][first - 1] = eg_complex_of(0, 0);
        if (first == last)
            last--;
        else
            step_qr(a, u, first, last);
    }
}

static void make_operators(eg_radau *l)
{
    matrix a = {{{0}}}, u = {{{0}}};
    a[0][0].re = 1;
    a[D - 1][D - 1].re = 1.0 / (2 * D - 1);
    for (int k = 0; k < D; k++) {
        u[k][k].re = 1;
        if (k + 1 < D) {
            a[k + 1][k].re = 1 / (l->norm[k] * l->norm[k + 1]);
            a[k][k + 1].re = -1 / (l->norm[k] * l->norm[k + 1]);
        }
    }
    make_triangular(a, u);
    for (int i = 0; i < D; i++)
        for (int k = 0; k < D; k++) {
            eg_complex sum = {0, 0};
            for (int j = i; j <= k; j++)
                sum = eg_complex_add(sum, eg_complex_mul(a[i][j], a[j][k]));
            l->t[k].re[i] = i <= k ? a[i][k].re : 0;
            l->t[k].im[i] = i <= k ? a[i][k].im : 0;
            l->square[k].re[i] = sum.re;
            l->square[k].im[i] = sum.im;
            l->u[k].re[i] = l->rows[i].re[k] = u[i][k].re;
            l->u[k].im[i] = l->rows[i].im[k] = u[i][k].im;
        }
}

void eg_radau_make(eg_radau *l)
{
    *l = (eg_radau){0};
    make_powers(l);
    make_legendre(l);
    make_operators(l);
}
