/* The system. With x from -1 to 1 over the step of length 2 h, alpha = dw/dx, of degree D - 1, and A the matrix
 * that integrates (radau.h), with M, C, K the masses, dampers and springs of bodies,
 *     (M x 1 + h C x A + h^2 K x A^2) alpha = h (forces at the points, were the speed to stay).
 * With A = U T U*, made once, the system falls in the coordinates U* into D of the size of the cluster, one
 * after the other, whatever the length of the step. */
#include "engine/exact/long.h"

#include "base/complex_number.h"
#include "base/dd.h"
#include "engine/exact/radau.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { D = EG_LONG_DEGREE, BODIES = EG_LONG_BODIES };

typedef eg_radau_pairs pairs;

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
    eg_radau radau;
};

eg_long *eg_long_create(void)
{
    eg_long *l = malloc(sizeof *l);
    if (l)
        eg_radau_make(&l->radau);
    return l;
}

void eg_long_free(eg_long *l)
{
    free(l);
}

/* ---------------------------------------------------------------- one step */

static eg_complex complex_of(const pairs *p, int k)
{
    return eg_complex_of(p->re[k], p->im[k]);
}

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
                force[b][j] += half * push[b][k] * l->radau.legendre[k][j];
    }
    for (int i = 0; i < elements; i++)
        add_element(c, &element[i], half, force, rest, v);
    for (int b = 0; b < bodies; b++) {
        force[b][0] += rest[b];
        for (int j = 0; j < D; j++) {
            double part = force[b][j] / l->radau.norm[j];
            for (int i = 0; i < D; i++) {
                c->right[b].re[i] += l->radau.rows[j].re[i] * part;
                c->right[b].im[i] -= l->radau.rows[j].im[i] * part;
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
    const pairs *t = &l->radau.t[k], *q = &l->radau.square[k];
    for (int j = 0; j < k; j++) {
        r->re[j] -= d.re * t->re[j] - d.im * t->im[j] + (s.re * q->re[j] - s.im * q->im[j]);
        r->im[j] -= d.re * t->im[j] + d.im * t->re[j] + (s.re * q->im[j] + s.im * q->re[j]);
    }
}

/* The coordinate k of all bodies, those behind it being known. */
static bool solve_coordinate(const eg_long *l, cluster *c, int bodies, int k)
{
    tied a;
    eg_complex t = complex_of(&l->radau.t[k], k), q = complex_of(&l->radau.square[k], k);
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
                alpha[i] += l->radau.u[k].re[i] * c->right[b].re[k] - l->radau.u[k].im[i] * c->right[b].im[k];
        for (int k = 0; k < D; k++)
            alpha[k] *= l->radau.norm[k];
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
                v[b][j] += w[b][k] * l->radau.powers[k][j];
    }
    return rest;
}
