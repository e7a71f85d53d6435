/* With z the change of the states since the step began, at x from 0 to 1 of its length H,
 *     dz/dx = H (y'_0 + A z + B u(x)),
 * and r the Legendre coefficients of dz/dx, of degree D - 1, Radau's points ask for
 *     (1 - H/2 A x I) r = H (y'_0 + B u) there,
 * I = U T U* the matrix that integrates over x from -1 to 1 (radau.h). In the coordinates U* the system falls into
 * D of the size of the model: that of T's last diagonal entry first. */
#include "engine/exact/whole.h"

#include "base/complex_number.h"
#include "engine/exact/radau.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { D = EG_RADAU_STAGES };

struct eg_whole {
    eg_radau radau;
    int count;          /* of states; */
    int *state, *place; /* (count) their numbers; (n) and the place of each there, or -1 */
    double *matrix;     /* (count x count) */
    double *push;       /* (count x D) of what does not follow z, along P_j */
    double *z;          /* (count x (D + 1)) */
    eg_complex *right;  /* (D x count) the right sides, then what is sought */
    eg_complex *lu;     /* (count x count) */
    int *pivot;         /* (count) */
};

eg_whole *eg_whole_create(int n)
{
    const size_t room = (size_t)n + 1;
    eg_whole *w = calloc(1, sizeof *w);
    if (!w)
        return NULL;
    eg_radau_make(&w->radau);
    w->state = malloc(3 * room * sizeof *w->state);
    w->matrix = malloc((room * room + room * (2 * D + 1)) * sizeof *w->matrix);
    w->right = malloc((room * room + room * D) * sizeof *w->right);
    if (!w->state || !w->matrix || !w->right) {
        eg_whole_free(w);
        return NULL;
    }
    w->place = w->state + room;
    w->pivot = w->place + room;
    w->push = w->matrix + room * room;
    w->z = w->push + room * D;
    w->lu = w->right + room * D;
    return w;
}

void eg_whole_free(eg_whole *w)
{
    if (!w)
        return;
    free(w->state);
    free(w->matrix);
    free(w->right);
    free(w);
}

/* ---------------------------------------------------------------- the equations */

static void find_states(eg_whole *w, const eg_linear_mode *m)
{
    w->count = 0;
    for (int i = 0; i < m->n; i++) {
        w->place[i] = m->is_state[i] ? w->count : -1;
        if (m->is_state[i])
            w->state[w->count++] = i;
    }
}

static void assemble(eg_whole *w, const eg_linear_mode *m, const double *rate, const double *inputs,
                     double length)
{
    const size_t n = (size_t)w->count;
    memset(w->matrix, 0, n * n * sizeof *w->matrix);
    memset(w->push, 0, n * D * sizeof *w->push);
    for (size_t i = 0; i < n; i++) {
        const int row = w->state[i];
        double *push = w->push + i * D;
        push[0] = length * rate[row];
        for (int k = m->start[row]; k < m->start[row + 1]; k++) {
            const int column = m->column[k];
            if (column < m->n) {
                w->matrix[i * n + (size_t)w->place[column]] = length * m->value[k];
                continue;
            }
            for (int order = 1; order <= EG_RADAU_ORDER; order++) {
                const double u = length * m->value[k] * inputs[order * m->input_count + column - m->n];
                for (int j = 0; j < D && u != 0; j++)
                    push[j] += u * w->radau.legendre[order][j];
            }
        }
    }
}

static void transform(eg_whole *w)
{
    const int n = w->count;
    for (int k = 0; k < D; k++)
        for (int i = 0; i < n; i++) {
            eg_complex sum = {0, 0};
            for (int j = 0; j < D; j++) {
                const double part = w->push[i * D + j] / w->radau.norm[j];
                sum.re += w->radau.rows[j].re[k] * part;
                sum.im -= w->radau.rows[j].im[k] * part;
            }
            w->right[k * n + i] = sum;
        }
}

/* ---------------------------------------------------------------- one of the systems */

/* The row at or below `column` with the largest entry there. */
static int find_pivot(const eg_whole *w, int column)
{
    const int n = w->count;
    int best = column;
    double most = -1;
    for (int i = column; i < n; i++) {
        const double size = eg_complex_abs(w->lu[i * n + column]);
        if (size > most) {
            most = size;
            best = i;
        }
    }
    return most > 0 && isfinite(most) ? best : -1;
}

static void swap_rows(eg_whole *w, int a, int b, eg_complex *x)
{
    const int n = w->count;
    if (a == b)
        return;
    for (int j = 0; j < n; j++) {
        const eg_complex kept = w->lu[a * n + j];
        w->lu[a * n + j] = w->lu[b * n + j];
        w->lu[b * n + j] = kept;
    }
    const eg_complex kept = x[a];
    x[a] = x[b];
    x[b] = kept;
}

/* x becomes the solution of (1 - t/2 A) x. */
static bool solve(eg_whole *w, eg_complex t, eg_complex *x)
{
    const int n = w->count;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            const double a = 0.5 * w->matrix[i * n + j];
            w->lu[i * n + j] = eg_complex_of((i == j) - a * t.re, -a * t.im);
        }
    for (int c = 0; c < n; c++) {
        const int best = find_pivot(w, c);
        if (best < 0)
            return false;
        swap_rows(w, c, best, x);
        const eg_complex inverse = eg_complex_div(eg_complex_of(1, 0), w->lu[c * n + c]);
        for (int i = c + 1; i < n; i++) {
            if (w->lu[i * n + c].re == 0 && w->lu[i * n + c].im == 0)
                continue;
            const eg_complex share = eg_complex_mul(w->lu[i * n + c], inverse);
            for (int j = c + 1; j < n; j++)
                w->lu[i * n + j] = eg_complex_sub(w->lu[i * n + j], eg_complex_mul(share, w->lu[c * n + j]));
            x[i] = eg_complex_sub(x[i], eg_complex_mul(share, x[c]));
        }
        w->lu[c * n + c] = inverse;
    }
    for (int i = n; i-- > 0;) {
        for (int j = i + 1; j < n; j++)
            x[i] = eg_complex_sub(x[i], eg_complex_mul(w->lu[i * n + j], x[j]));
        x[i] = eg_complex_mul(x[i], w->lu[i * n + i]);
    }
    return true;
}

/* What is known of coordinate k goes to the right sides of those before it. */
static void hand_on(eg_whole *w, int k)
{
    const int n = w->count;
    const eg_complex *x = w->right + k * n;
    for (int i = 0; i < n; i++) {
        eg_complex along = {0, 0};
        for (int j = 0; j < n; j++) {
            const double a = 0.5 * w->matrix[i * n + j];
            along.re += a * x[j].re;
            along.im += a * x[j].im;
        }
        for (int j = 0; j < k; j++) {
            const eg_complex t = eg_complex_of(w->radau.t[k].re[j], w->radau.t[k].im[j]);
            w->right[j * n + i] = eg_complex_add(w->right[j * n + i], eg_complex_mul(t, along));
        }
    }
}

/* ---------------------------------------------------------------- the motion */

/* z along P_k: the integral of r, that of P_k over x from 0 to 1 being (P_(k+1) - P_(k-1))/(2 (2k + 1)). */
static void integrate(eg_whole *w)
{
    const int n = w->count;
    for (int i = 0; i < n; i++) {
        double r[D + 2] = {0}, *z = w->z + i * (D + 1);
        for (int k = 0; k < D; k++)
            for (int j = 0; j < D; j++)
                r[j] += w->radau.u[k].re[j] * w->right[k * n + i].re -
                        w->radau.u[k].im[j] * w->right[k * n + i].im;
        for (int j = 0; j < D; j++)
            r[j] *= w->radau.norm[j];
        z[0] = 0;
        for (int k = 1; k <= D; k++)
            z[k] = 0.5 * (r[k - 1] / (2 * k - 1) - r[k + 1] / (2 * k + 3));
    }
}

/* The last coefficients of each state, in units of what is round-off of it. Rounding of all states lets fast
 * motions begin anew, so large that what follows the others balances what the state itself holds it with. */
static double unresolved(const eg_whole *w, const double *y)
{
    const int n = w->count;
    double worst = 0;
    for (int i = 0; i < n; i++) {
        const double *z = w->z + i * (D + 1), own = fmax(fabs(w->matrix[i * n + i]), 1);
        double most = fabs(y[w->state[i]]), others = 0;
        for (int k = 1; k <= D; k++)
            most = fmax(most, fabs(z[k]));
        for (int j = 0; j < n; j++)
            others += fabs(w->matrix[i * n + j] * y[w->state[j]]);
        const double last = fmax(fabs(z[D - 1]), fabs(z[D]));
        if (last > 0 || !isfinite(last))
            worst = fmax(worst, last / (DBL_EPSILON * fmax(16 * most, 32 * others / own)));
        if (!isfinite(last))
            return INFINITY;
    }
    return worst;
}

double eg_whole_step(eg_whole *w, const eg_linear_mode *mode, const double *y, const double *rate,
                     const double *inputs, double length, double *terms)
{
    find_states(w, mode);
    assemble(w, mode, rate, inputs, length);
    transform(w);
    for (int k = D; k-- > 0;) {
        if (!solve(w, eg_complex_of(w->radau.t[k].re[k], w->radau.t[k].im[k]), w->right + k * w->count))
            return INFINITY;
        hand_on(w, k);
    }
    integrate(w);
    const double rest = unresolved(w, y);
    for (int i = 0; i < w->count && rest <= 1; i++) {
        const double *z = w->z + i * (D + 1);
        for (int j = 1; j <= D; j++) { /* z is 0 where x is 0 */
            double sum = 0;
            for (int k = D; k >= j; k--)
                sum += z[k] * w->radau.powers[k][j];
            terms[(size_t)j * (size_t)mode->n + (size_t)w->state[i]] = sum;
        }
    }
    return rest;
}
