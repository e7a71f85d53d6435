#include "engine/exact/long.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Basis of w: Q_k = P_k - P_k(-1), k = 1 ... D. Equations: the parts of the residual along P_j, j = 0 ...
 * D - 2, are 0, and so is what is left of it at the end, the sum of all further parts, since P_j(1) = 1. */
enum { D = EG_LONG_DEGREE, MOST = D * EG_LONG_BODIES, ROW = MOST + 4 };

struct eg_long {
    double rate[D][D];           /* of Q_k' in equation j, column k - 1; ' by xi from -1 to 1 */
    double value[D][D];          /* of Q_k */
    double integral[D][D];       /* of the integral of Q_k from -1 */
    double powers[D + 1][D + 1]; /* P_k(2x - 1) = sum powers[k][j] x^j */
    double legendre[D + 1][D];   /* x^k along P_j(2x - 1) */
    double matrix[MOST][ROW];
};

/* The one that the part along P_j enters. */
static int equation(int j)
{
    return j < D - 1 ? j : D - 1;
}

/* k P_k = (2k - 1)(2x - 1) P_(k-1) - (k - 1) P_(k-2). */
static void make_powers(eg_long *l)
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
static void make_legendre(eg_long *l)
{
    for (int k = 0; k <= D; k++) {
        double c = 1.0 / (k + 1);
        for (int j = 0; j <= k; j++) {
            l->legendre[k][equation(j)] += (2 * j + 1) * c;
            c *= (double)(k - j) / (k + j + 2);
        }
    }
}

/* P_k' = sum of (2j + 1) P_j over j = k - 1, k - 3, ...; the integral of P_k is (P_(k+1) - P_(k-1))/(2k +
 * 1). */
static void make_operators(eg_long *l)
{
    for (int k = 1; k <= D; k++) {
        double end = k % 2 ? -1 : 1;
        for (int j = k - 1; j >= 0; j -= 2)
            l->rate[equation(j)][k - 1] += 2 * j + 1;
        l->value[equation(k)][k - 1] += 1;
        l->value[0][k - 1] -= end;
        l->integral[equation(k + 1)][k - 1] += 1.0 / (2 * k + 1);
        l->integral[equation(k - 1)][k - 1] -= 1.0 / (2 * k + 1);
        l->integral[0][k - 1] -= end; /* of -P_k(-1): -end (P_0 + P_1) */
        l->integral[1][k - 1] -= end;
    }
}

eg_long *eg_long_create(void)
{
    eg_long *l = calloc(1, sizeof *l);
    if (!l)
        return NULL;
    make_powers(l);
    make_legendre(l);
    make_operators(l);
    return l;
}

void eg_long_free(eg_long *l)
{
    free(l);
}

/* Adds what element e does to its ends; all times length/2. */
static void add_element(eg_long *l, int size, const eg_long_element *e, double half,
                        double v[][EG_LONG_DEGREE + 1])
{
    double v_rel = 0;
    for (int k = 0; k < 2; k++)
        v_rel += e->body[k] >= 0 ? e->factor[k] * v[e->body[k]][0] : 0;
    for (int own = 0; own < 2; own++) {
        if (e->body[own] < 0)
            continue;
        int row = e->body[own] * D;
        l->matrix[row][size] -= half * e->factor[own] * (e->f + e->f_s * half * v_rel);
        l->matrix[row + 1][size] -= half * e->factor[own] * e->f_s * half * v_rel;
        for (int other = 0; other < 2; other++) {
            if (e->body[other] < 0)
                continue;
            double both = half * e->factor[own] * e->factor[other];
            double *first = &l->matrix[row][e->body[other] * D];
            for (int j = 0; j < D; j++)
                for (int k = 0; k < D; k++)
                    first[j * ROW + k] +=
                        both * (e->f_v * l->value[j][k] + e->f_s * half * l->integral[j][k]);
        }
    }
}

static void assemble(eg_long *l, int bodies, const double *mass, int elements, const eg_long_element *element,
                     double length, double push[][EG_LONG_DEGREE + 1], double v[][EG_LONG_DEGREE + 1])
{
    int size = bodies * D;
    double half = 0.5 * length;
    for (int i = 0; i < size; i++)
        memset(l->matrix[i], 0, sizeof l->matrix[i]);
    for (int b = 0; b < bodies; b++)
        for (int j = 0; j < D; j++) {
            for (int k = 0; k < D; k++)
                l->matrix[b * D + j][b * D + k] = mass[b] * l->rate[j][k];
            for (int k = 0; k <= D; k++)
                l->matrix[b * D + j][size] += half * push[b][k] * l->legendre[k][j];
        }
    for (int i = 0; i < elements; i++)
        add_element(l, size, &element[i], half, v);
}

/* row -= factor*other from column `from` on, by fours: what stands left of it, or behind the last column,
 * is not looked at again. */
static void subtract(double *restrict row, double factor, const double *restrict other, int from, int end)
{
    if (factor == 0)
        return;
    for (int k = from & ~3; k < end; k += 4) {
        row[k] -= factor * other[k];
        row[k + 1] -= factor * other[k + 1];
        row[k + 2] -= factor * other[k + 2];
        row[k + 3] -= factor * other[k + 3];
    }
}

/* Gaussian elimination, rows scaled by their largest entry; the answer stands in the last column. */
static bool solve(eg_long *l, int size)
{
    for (int i = 0; i < size; i++) {
        double most = 0;
        for (int k = 0; k < size; k++)
            most = fabs(l->matrix[i][k]) > most ? fabs(l->matrix[i][k]) : most;
        if (!(most > 0) || !isfinite(most))
            return false;
        for (int k = 0; k <= size; k++)
            l->matrix[i][k] /= most;
    }
    for (int c = 0; c < size; c++) {
        int pivot = c;
        for (int i = c + 1; i < size; i++)
            pivot = fabs(l->matrix[i][c]) > fabs(l->matrix[pivot][c]) ? i : pivot;
        if (l->matrix[pivot][c] == 0)
            return false;
        for (int k = c; k <= size && pivot != c; k++) {
            double kept = l->matrix[c][k];
            l->matrix[c][k] = l->matrix[pivot][k];
            l->matrix[pivot][k] = kept;
        }
        for (int i = c + 1; i < size; i++)
            subtract(l->matrix[i], l->matrix[i][c] / l->matrix[c][c], l->matrix[c], c, size + 1);
    }
    for (int i = size; i-- > 0;) {
        for (int k = i + 1; k < size; k++)
            l->matrix[i][size] -= l->matrix[i][k] * l->matrix[k][size];
        l->matrix[i][size] /= l->matrix[i][i];
    }
    return true;
}

/* The last coefficients of each body, in units of what is round-off of the largest, or of what moves
 * bodies by no more than the round-off of distances does: forces that are off by f_s times some ulp of s
 * let fast motions begin anew, and of these the last coefficients are 2 D times those ulp over H, and
 * more where elements add up. */
static double unresolved(const eg_long *l, int bodies, double distance, double v[][EG_LONG_DEGREE + 1])
{
    int size = bodies * D;
    double worst = 0;
    for (int b = 0; b < bodies; b++) {
        double most = fabs(v[b][0]), last = 0;
        for (int k = 0; k < D; k++)
            most = fmax(most, fabs(l->matrix[b * D + k][size]));
        for (int k = D - 2; k < D; k++)
            last = fmax(last, fabs(l->matrix[b * D + k][size]));
        worst = last > 0 ? fmax(worst, last / (DBL_EPSILON * fmax(16 * most, 256 * distance))) : worst;
    }
    return worst;
}

double eg_long_step(eg_long *l, int bodies, const double *mass, int elements, const eg_long_element *element,
                    double length, double push[][EG_LONG_DEGREE + 1], double v[][EG_LONG_DEGREE + 1])
{
    int size = bodies * D;
    double distance = 0;
    for (int i = 0; i < elements; i++)
        distance = fmax(distance, fabs(element[i].s));
    assemble(l, bodies, mass, elements, element, length, push, v);
    double rest = solve(l, size) ? unresolved(l, bodies, distance / length, v) : INFINITY;
    for (int b = 0; b < bodies && rest <= 1; b++) {
        for (int j = 1; j <= D; j++)
            v[b][j] = 0;
        for (int k = D; k >= 1; k--) /* Q_k is 0 where x is 0 */
            for (int j = 1; j <= k; j++)
                v[b][j] += l->matrix[b * D + k - 1][size] * l->powers[k][j];
    }
    return rest;
}
