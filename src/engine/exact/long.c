/* The system. With x from -1 to 1 over the step of length 2 h and alpha = dw/dx, of degree D - 1, the Radau
 * method knows integrals at its points only, where P_D is P_(D-1). So to integrate is a matrix A of Legendre
 * coefficients, and with normalised polynomials it is 1 and 1/(2D - 1) at the ends of the diagonal and skew
 * beside it (Hairer and Wanner's W-transformation). With M, C, K the masses, dampers and springs of bodies,
 *     (M x 1 + h C x A + h^2 K x A^2) alpha = h (forces at the points, were the speed to stay).
 * A = U T U*, U unitary and T triangular (Schur), made once: in the coordinates U* the system falls into D of
 * the size of the cluster, one after the other, whatever the length of the step. */
#include "engine/exact/long.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { D = EG_LONG_DEGREE, BODIES = EG_LONG_BODIES };

/* Complex numbers side by side. */
typedef struct pairs {
    double re[D], im[D];
} pairs;

typedef struct cluster {
    double mass[BODIES], damp[BODIES][BODIES], stiff[BODIES][BODIES]; /* times 1, h, h^2 */
    pairs right[BODIES]; /* the right side, then what is sought */
} cluster;

struct eg_long {
    pairs t[D], square[D];       /* T and T^2 by columns */
    pairs u[D];                  /* U by columns */
    double powers[D + 1][D + 1]; /* P_k(2x - 1) = sum powers[k][j] x^j */
    double legendre[D + 1][D];   /* x^k along P_j(2x - 1) at the points */
    double norm[D];              /* of P_j: its square is 2/norm^2 */
};

/* ---------------------------------------------------------------- tables */

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
            l->legendre[k][j < D ? j : D - 1] += (2 * j + 1) * c;
            c *= (double)(k - j) / (k + j + 2);
        }
    }
    for (int j = 0; j < D; j++)
        l->norm[j] = sqrt(2 * j + 1);
}

typedef double complex matrix[D][D];

static double complex complex_of(const pairs *p, int k)
{
    return p->re[k] + p->im[k] * I;
}

/* The rotation of rows or columns k and k + 1 that takes (x, y) to (r, 0). */
typedef struct rotation {
    double complex x, y;
} rotation;

static rotation rotation_of(double complex x, double complex y)
{
    double r = hypot(cabs(x), cabs(y));
    return r > 0 ? (rotation){x / r, y / r} : (rotation){1, 0};
}

static void turn_rows(matrix a, int k, rotation g)
{
    for (int j = k; j < D; j++) {
        double complex upper = a[k][j], lower = a[k + 1][j];
        a[k][j] = conj(g.x) * upper + conj(g.y) * lower;
        a[k + 1][j] = g.x * lower - g.y * upper;
    }
}

static void turn_columns(matrix a, int k, rotation g, int rows)
{
    for (int i = 0; i < rows; i++) {
        double complex left = a[i][k], right = a[i][k + 1];
        a[i][k] = g.x * left + g.y * right;
        a[i][k + 1] = conj(g.x) * right - conj(g.y) * left;
    }
}

/* The eigenvalue of the last block of two that is nearer to the last entry (Wilkinson's shift). */
static double complex shift_of(matrix a, int last)
{
    double complex p = a[last - 1][last - 1], q = a[last][last];
    double complex half = 0.5 * (p - q), root = csqrt(half * half + a[last - 1][last] * a[last][last - 1]);
    return cabs(half + root) < cabs(half - root) ? q + half + root : q + half - root;
}

/* One step of the QR method on rows and columns first ... last of a, which is 0 below its first diagonal. */
static void step_qr(matrix a, matrix u, int first, int last)
{
    rotation g[D];
    double complex shift = shift_of(a, last);
    for (int k = first; k <= last; k++)
        a[k][k] -= shift;
    for (int k = first; k < last; k++) {
        g[k] = rotation_of(a[k][k], a[k + 1][k]);
        turn_rows(a, k, g[k]);
    }
    for (int k = first; k < last; k++) {
        turn_columns(a, k, g[k], k + 2);
        turn_columns(u, k, g[k], D);
    }
    for (int k = first; k <= last; k++)
        a[k][k] += shift;
}

/* a becomes triangular. */
static void make_triangular(matrix a, matrix u)
{
    int last = D - 1;
    for (int round = 0; round < 30 * D && last > 0; round++) {
        int first = last;
        while (first > 0 && cabs(a[first][first - 1]) >
                                DBL_EPSILON * (cabs(a[first][first]) + cabs(a[first - 1][first - 1])))
            first--;
        if (first > 0)
            a[first][first - 1] = 0;
        if (first == last)
            last--;
        else
            step_qr(a, u, first, last);
    }
}

static void make_operators(eg_long *l)
{
    matrix a = {{0}}, u = {{0}};
    a[0][0] = 1;
    a[D - 1][D - 1] = 1.0 / (2 * D - 1);
    for (int k = 0; k < D; k++) {
        u[k][k] = 1;
        if (k + 1 < D) {
            a[k + 1][k] = 1 / (l->norm[k] * l->norm[k + 1]);
            a[k][k + 1] = -1 / (l->norm[k] * l->norm[k + 1]);
        }
    }
    make_triangular(a, u);
    for (int i = 0; i < D; i++)
        for (int k = 0; k < D; k++) {
            double complex sum = 0;
            for (int j = i; j <= k; j++)
                sum += a[i][j] * a[j][k];
            l->t[k].re[i] = i <= k ? creal(a[i][k]) : 0;
            l->t[k].im[i] = i <= k ? cimag(a[i][k]) : 0;
            l->square[k].re[i] = creal(sum);
            l->square[k].im[i] = cimag(sum);
            l->u[k].re[i] = creal(u[i][k]);
            l->u[k].im[i] = cimag(u[i][k]);
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

/* ---------------------------------------------------------------- one step */

/* What element e does to its ends, with half the length of the step; force[b][j] along P_j. */
static void add_element(cluster *c, const eg_long_element *e, double half, double force[][D],
                        double v[][EG_LONG_DEGREE + 1])
{
    double v_rel = 0;
    for (int k = 0; k < 2; k++)
        v_rel += e->body[k] >= 0 ? e->factor[k] * v[e->body[k]][0] : 0;
    for (int own = 0; own < 2; own++) {
        if (e->body[own] < 0)
            continue;
        force[e->body[own]][0] -= half * e->factor[own] * (e->f + e->f_s * half * v_rel);
        force[e->body[own]][1] -= half * e->factor[own] * e->f_s * half * v_rel;
        for (int other = 0; other < 2; other++) {
            if (e->body[other] < 0)
                continue;
            double both = e->factor[own] * e->factor[other];
            c->damp[e->body[own]][e->body[other]] += half * both * e->f_v;
            c->stiff[e->body[own]][e->body[other]] += half * half * both * e->f_s;
        }
    }
}

/* In the coordinates U*. */
static void assemble(const eg_long *l, cluster *c, int bodies, const double *mass, int elements,
                     const eg_long_element *element, double length, double push[][EG_LONG_DEGREE + 1],
                     double v[][EG_LONG_DEGREE + 1])
{
    double force[BODIES][D] = {{0}}, half = 0.5 * length;
    memset(c, 0, sizeof *c);
    for (int b = 0; b < bodies; b++) {
        c->mass[b] = mass[b];
        for (int k = 0; k <= D; k++)
            for (int j = 0; j < D && push[b][k] != 0; j++)
                force[b][j] += half * push[b][k] * l->legendre[k][j];
    }
    for (int i = 0; i < elements; i++)
        add_element(c, &element[i], half, force, v);
    for (int b = 0; b < bodies; b++)
        for (int i = 0; i < D; i++)
            for (int j = 0; j < D; j++) {
                double part = force[b][j] / l->norm[j];
                c->right[b].re[i] += l->u[i].re[j] * part;
                c->right[b].im[i] -= l->u[i].im[j] * part;
            }
}

/* Gaussian elimination with pivots; the right side stands in the last column. */
static bool solve_small(double complex a[][BODIES + 1], int n)
{
    for (int c = 0; c < n; c++) {
        int pivot = c;
        for (int i = c + 1; i < n; i++)
            pivot = fabs(creal(a[i][c])) + fabs(cimag(a[i][c])) >
                            fabs(creal(a[pivot][c])) + fabs(cimag(a[pivot][c]))
                        ? i
                        : pivot;
        if (!isfinite(creal(a[pivot][c]) + cimag(a[pivot][c])) || a[pivot][c] == 0)
            return false;
        for (int k = c; k <= n && pivot != c; k++) {
            double complex kept = a[c][k];
            a[c][k] = a[pivot][k];
            a[pivot][k] = kept;
        }
        double complex inverse = 1 / a[c][c];
        for (int k = c + 1; k <= n; k++)
            a[c][k] *= inverse;
        for (int i = c + 1; i < n; i++)
            for (int k = c + 1; k <= n; k++)
                a[i][k] -= a[i][c] * a[c][k];
    }
    for (int i = n; i-- > 0;)
        for (int k = i + 1; k < n; k++)
            a[i][n] -= a[i][k] * a[k][n];
    return true;
}

/* r -= (d T + s T^2) along column k, above its diagonal; d and s complex. */
static void take_away(const eg_long *l, int k, pairs *r, double complex d, double complex s)
{
    const pairs *t = &l->t[k], *q = &l->square[k];
    double dr = creal(d), di = cimag(d), sr = creal(s), si = cimag(s);
    for (int j = 0; j < k; j++) {
        r->re[j] -= dr * t->re[j] - di * t->im[j] + (sr * q->re[j] - si * q->im[j]);
        r->im[j] -= dr * t->im[j] + di * t->re[j] + (sr * q->im[j] + si * q->re[j]);
    }
}

/* The coordinate k of all bodies, those behind it being known. */
static bool solve_coordinate(const eg_long *l, cluster *c, int bodies, int k)
{
    double complex a[BODIES][BODIES + 1];
    double complex t = complex_of(&l->t[k], k), q = complex_of(&l->square[k], k);
    for (int b = 0; b < bodies; b++) {
        for (int j = 0; j < bodies; j++)
            a[b][j] = c->damp[b][j] * t + c->stiff[b][j] * q + (b == j ? c->mass[b] : 0);
        a[b][bodies] = complex_of(&c->right[b], k);
    }
    if (!solve_small(a, bodies))
        return false;
    for (int b = 0; b < bodies; b++) {
        double complex damped = 0, pressed = 0;
        for (int j = 0; j < bodies; j++) {
            damped += c->damp[b][j] * a[j][bodies];
            pressed += c->stiff[b][j] * a[j][bodies];
        }
        take_away(l, k, &c->right[b], damped, pressed);
        c->right[b].re[k] = creal(a[b][bodies]);
        c->right[b].im[k] = cimag(a[b][bodies]);
    }
    return true;
}

/* w[b][k], along P_k: the integral of alpha, that of P_k being (P_(k+1) - P_(k-1))/(2k + 1). */
static void find_speeds(const eg_long *l, const cluster *c, int bodies, double w[][D + 1])
{
    for (int b = 0; b < bodies; b++) {
        double alpha[D + 2] = {0};
        for (int k = 0; k < D; k++)
            for (int i = 0; i < D; i++)
                alpha[i] += l->u[k].re[i] * c->right[b].re[k] - l->u[k].im[i] * c->right[b].im[k];
        for (int k = 0; k < D; k++)
            alpha[k] *= l->norm[k];
        for (int k = 1; k <= D; k++)
            w[b][k] = alpha[k - 1] / (2 * k - 1) - alpha[k + 1] / (2 * k + 3);
    }
}

/* The last coefficients of each body, in units of what is round-off of the largest, or of what moves
 * bodies by no more than the round-off of distances does: forces that are off by f_s times some ulp of s
 * let fast motions begin anew, and of these the last coefficients are 2 D times those ulp over H, and
 * more where elements add up. */
static double unresolved(int bodies, double distance, double w[][D + 1], double v[][EG_LONG_DEGREE + 1])
{
    double worst = 0;
    for (int b = 0; b < bodies; b++) {
        double most = fabs(v[b][0]), last = 0;
        for (int k = 1; k <= D; k++)
            most = fmax(most, fabs(w[b][k]));
        for (int k = D - 1; k <= D; k++)
            last = fmax(last, fabs(w[b][k]));
        worst = last > 0 ? fmax(worst, last / (DBL_EPSILON * fmax(16 * most, 256 * distance))) : worst;
    }
    return worst;
}

double eg_long_step(eg_long *l, int bodies, const double *mass, int elements, const eg_long_element *element,
                    double length, double push[][EG_LONG_DEGREE + 1], double v[][EG_LONG_DEGREE + 1])
{
    double distance = 0, rest = INFINITY, w[BODIES][D + 1];
    bool is_solved = true;
    cluster c;
    for (int i = 0; i < elements; i++)
        distance = fmax(distance, fabs(element[i].s));
    assemble(l, &c, bodies, mass, elements, element, length, push, v);
    for (int k = D; k-- > 0 && is_solved;)
        is_solved = solve_coordinate(l, &c, bodies, k);
    if (is_solved) {
        find_speeds(l, &c, bodies, w);
        rest = unresolved(bodies, distance / length, w, v);
    }
    for (int b = 0; b < bodies && rest <= 1; b++) {
        for (int j = 1; j <= D; j++)
            v[b][j] = 0;
        for (int k = D; k >= 1; k--) /* w is 0 where x is 0 */
            for (int j = 1; j <= k; j++)
                v[b][j] += w[b][k] * l->powers[k][j];
    }
    return rest;
}
