/* The system. With x from -1 to 1 over the step of length 2 h and alpha = dw/dx, of degree D - 1, the Radau
 * method knows integrals at its points only, where P_D is P_(D-1). So to integrate is a matrix A of Legendre
 * coefficients, and with normalised polynomials it is 1 and 1/(2D - 1) at the ends of the diagonal and skew
 * beside it (Hairer and Wanner's W-transformation). With M, C, K the masses, dampers and springs of bodies,
 *     (M x 1 + h C x A + h^2 K x A^2) alpha = h (forces at the points, were the speed to stay).
 * A = U T U*, U unitary and T triangular (Schur), made once: in the coordinates U* the system falls into D of
 * the size of the cluster, one after the other, whatever the length of the step. */
#include "engine/exact/long.h"

#include "base/complex_number.h"
#include "base/dd.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { D = EG_LONG_DEGREE, BODIES = EG_LONG_BODIES };

/* Complex numbers side by side. */
typedef struct pairs {
    double re[D], im[D];
} pairs;

/* A symmetric matrix as the ties between bodies, off its diagonal with the sign turned, and the rest: the sum
 * of each row, which is 0 but for what is tied to the ground or by unequal factors. */
typedef struct ties {
    double tie[BODIES][BODIES], rest[BODIES];
} ties;

typedef struct cluster {
    double mass[BODIES];
    ties damp, stiff;    /* times h, h^2 */
    pairs right[BODIES]; /* the right side, then what is sought */
} cluster;

struct eg_long {
    pairs t[D], square[D];       /* T and T^2 by columns */
    pairs u[D], rows[D];         /* U by columns, by rows */
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

typedef eg_complex matrix[D][D];

static eg_complex complex_of(const pairs *p, int k)
{
    return eg_complex_of(p->re[k], p->im[k]);
}

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

static void make_operators(eg_long *l)
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

/* What element e does to its ends, with half the length of the step; force[b][j] along P_j, and rest[b] what
 * rounding leaves out of force[b][0]: forces that cancel may round to more than all others come to. */
static void add_element(cluster *c, const eg_long_element *e, double half, double force[][D], double *rest,
                        double v[][EG_LONG_DEGREE + 1])
{
    double v_rel = 0;
    for (int k = 0; k < 2; k++)
        v_rel += e->body[k] >= 0 ? e->factor[k] * v[e->body[k]][0] : 0;
    for (int own = 0; own < 2; own++) {
        if (e->body[own] < 0)
            continue;
        const eg_dd sum =
            eg_dd_two_sum(force[e->body[own]][0], -(half * e->factor[own] * (e->f + e->f_s * half * v_rel)));
        force[e->body[own]][0] = sum.hi;
        rest[e->body[own]] += sum.lo;
        force[e->body[own]][1] -= half * e->factor[own] * e->f_s * half * v_rel;
        const int self = e->body[own], other = e->body[1 - own];
        const double alone = e->factor[own] * (e->factor[own] + (other >= 0 ? e->factor[1 - own] : 0));
        if (other >= 0 && other != self) {
            double both = e->factor[own] * e->factor[1 - own];
            c->damp.tie[self][other] -= half * both * e->f_v;
            c->stiff.tie[self][other] -= half * half * both * e->f_s;
        }
        c->damp.rest[self] += half * alone * e->f_v;
        c->stiff.rest[self] += half * half * alone * e->f_s;
    }
}

/* In the coordinates U*. */
static void assemble(const eg_long *l, cluster *c, int bodies, const double *mass, int elements,
                     const eg_long_element *element, double length, double push[][EG_LONG_DEGREE + 1],
                     double v[][EG_LONG_DEGREE + 1])
{
    double force[BODIES][D], rest[BODIES] = {0}, half = 0.5 * length;
    for (int b = 0; b < bodies; b++) { /* most clusters are far smaller than their room */
        c->mass[b] = mass[b];
        c->right[b] = (pairs){{0}, {0}};
        c->damp.rest[b] = c->stiff.rest[b] = 0;
        for (int other = 0; other < bodies; other++)
            c->damp.tie[b][other] = c->stiff.tie[b][other] = 0;
        for (int j = 0; j < D; j++)
            force[b][j] = 0;
        for (int k = 0; k <= D; k++)
            for (int j = 0; j < D && push[b][k] != 0; j++)
                force[b][j] += half * push[b][k] * l->legendre[k][j];
    }
    for (int i = 0; i < elements; i++)
        add_element(c, &element[i], half, force, rest, v);
    for (int b = 0; b < bodies; b++) {
        force[b][0] += rest[b];
        for (int j = 0; j < D; j++) {
            double part = force[b][j] / l->norm[j];
            for (int i = 0; i < D; i++) {
                c->right[b].re[i] += l->rows[j].re[i] * part;
                c->right[b].im[i] -= l->rows[j].im[i] * part;
            }
        }
    }
}

/* A cluster in one coordinate: sum over others of tie (x_b - x_other) + rest x_b = right. Ties are
 * symmetric. */
typedef struct tied {
    eg_complex tie[BODIES][BODIES], rest[BODIES], right[BODIES];
} tied;

/* Gaussian elimination that never forms a diagonal as the difference of large numbers (Grassmann, Taksar
 * and Heyman, Operations Research 33, 1985): a body is taken out by tying those that it is tied to with
 * each other, and by handing them its own rest. So a mass behind dampers 10^20 times what it can feel is
 * still there, and momentum with it. No pivots are needed: over the coordinate of T, whose real part is
 * positive, the matrix is symmetric with a positive definite real part (Higham, Accuracy and Stability of
 * Numerical Algorithms, 10.4). right becomes what is sought. */
static bool solve_small(tied *a, int n)
{
    eg_complex inverse[BODIES];
    for (int c = 0; c < n; c++) {
        eg_complex whole = a->rest[c];
        for (int k = c + 1; k < n; k++)
            whole = eg_complex_add(whole, a->tie[c][k]);
        if (!isfinite(whole.re + whole.im) || (whole.re == 0 && whole.im == 0))
            return false;
        inverse[c] = eg_complex_div(eg_complex_of(1, 0), whole);
        for (int i = c + 1; i < n; i++) {
            eg_complex share = eg_complex_mul(a->tie[i][c], inverse[c]);
            for (int k = c + 1; k < n; k++)
                a->tie[i][k] = eg_complex_add(a->tie[i][k], eg_complex_mul(share, a->tie[c][k]));
            a->rest[i] = eg_complex_add(a->rest[i], eg_complex_mul(share, a->rest[c]));
            a->right[i] = eg_complex_add(a->right[i], eg_complex_mul(share, a->right[c]));
        }
    }
    for (int i = n; i-- > 0;) {
        for (int k = i + 1; k < n; k++)
            a->right[i] = eg_complex_add(a->right[i], eg_complex_mul(a->tie[i][k], a->right[k]));
        a->right[i] = eg_complex_mul(a->right[i], inverse[i]);
    }
    return true;
}

/* r -= (d T + s T^2) along column k, above its diagonal; d and s complex. */
static void take_away(const eg_long *l, int k, pairs *r, eg_complex d, eg_complex s)
{
    const pairs *t = &l->t[k], *q = &l->square[k];
    for (int j = 0; j < k; j++) {
        r->re[j] -= d.re * t->re[j] - d.im * t->im[j] + (s.re * q->re[j] - s.im * q->im[j]);
        r->im[j] -= d.re * t->im[j] + d.im * t->re[j] + (s.re * q->im[j] + s.im * q->re[j]);
    }
}

/* The coordinate k of all bodies, those behind it being known. */
static bool solve_coordinate(const eg_long *l, cluster *c, int bodies, int k)
{
    tied a;
    eg_complex t = complex_of(&l->t[k], k), q = complex_of(&l->square[k], k);
    for (int b = 0; b < bodies; b++) {
        for (int j = 0; j < bodies; j++)
            a.tie[b][j] = eg_complex_of(c->damp.tie[b][j] * t.re + c->stiff.tie[b][j] * q.re,
                                        c->damp.tie[b][j] * t.im + c->stiff.tie[b][j] * q.im);
        a.rest[b] = eg_complex_of(c->damp.rest[b] * t.re + c->stiff.rest[b] * q.re + c->mass[b],
                                  c->damp.rest[b] * t.im + c->stiff.rest[b] * q.im);
        a.right[b] = complex_of(&c->right[b], k);
    }
    if (!solve_small(&a, bodies))
        return false;
    for (int b = 0; b < bodies; b++) {
        eg_complex damped = eg_complex_scale(c->damp.rest[b], a.right[b]),
                   pressed = eg_complex_scale(c->stiff.rest[b], a.right[b]);
        for (int j = 0; j < bodies; j++) {
            eg_complex apart = eg_complex_sub(a.right[b], a.right[j]);
            damped = eg_complex_add(damped, eg_complex_scale(c->damp.tie[b][j], apart));
            pressed = eg_complex_add(pressed, eg_complex_scale(c->stiff.tie[b][j], apart));
        }
        take_away(l, k, &c->right[b], damped, pressed);
        c->right[b].re[k] = a.right[b].re;
        c->right[b].im[k] = a.right[b].im;
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
