/* Controllers beside a plan (elastogap/fixed.h). Signals that follow the motion are inputs of the plan,
 * and blocks may have states. The engine `fixed` takes each step twice, from the same point: with the
 * inputs that held at its beginning, which predicts where it ends, and with those of that end. States x of
 * a block go along by
 *
 *     (I - h A)(p - x) = h f(x),
 *     (I - h/2 A)(z - x) = h/2 (f(x) + f(p)) - h/2 A (p - x),
 *
 * A being the block's own matrix df/dx: of second order whatever A is, and for a block with a given input
 * the trapezoidal rule, which is stable for time constants that are shorter than the step. */
#include "fixed/model.h"
#include "network/network.h"

#include <math.h>

typedef double square[EG_BLOCK_MAX_STATES][EG_BLOCK_MAX_STATES];

static void own_matrix(const eg_network *s, const eg_net *n, square A)
{
    eg_jet z[EG_BLOCK_MAX_ARGUMENTS] = {{0}}, dx[EG_BLOCK_MAX_STATES] = {{0}};
    const double *p = s->m->instances[n->instance].p;
    eg_network_arguments(s, n, z);
    for (int k = 0; k < n->input_count + n->states; k++)
        z[k] = (eg_jet){z[k].x, 0, 0};
    for (int j = 0; j < n->states; j++) {
        z[n->input_count + j].dx = 1;
        n->block->rates(p, s->phase[n->instance], (eg_jet){s->time, 0, 0}, z, dx);
        z[n->input_count + j].dx = 0;
        for (int i = 0; i < n->states; i++)
            A[i][j] = dx[i].dx;
    }
}

/* b = (I - g A)^-1 b, with pivots. A matrix that has no inverse is taken for I. */
static void solve(int n, double g, square A, double *b)
{
    square M = {{0}};
    double x[EG_BLOCK_MAX_STATES] = {0};
    for (int i = 0; i < n; i++) {
        x[i] = b[i];
        for (int j = 0; j < n; j++)
            M[i][j] = (i == j) - g * A[i][j];
    }
    for (int k = 0; k < n; k++) {
        int at = k;
        for (int i = k + 1; i < n; i++)
            at = fabs(M[i][k]) > fabs(M[at][k]) ? i : at;
        if (!(fabs(M[at][k]) > 0))
            return;
        for (int j = 0; j < n; j++) {
            double held = M[k][j];
            M[k][j] = M[at][j];
            M[at][j] = held;
        }
        double held = x[k];
        x[k] = x[at];
        x[at] = held;
        for (int i = k + 1; i < n; i++) {
            double share = M[i][k] / M[k][k];
            for (int j = k; j < n; j++)
                M[i][j] -= share * M[k][j];
            x[i] -= share * x[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            x[k] -= M[k][j] * x[j];
        x[k] /= M[k][k];
    }
    for (int k = 0; k < n; k++)
        b[k] = x[k];
}

void eg_network_fixed_blocks(eg_system *base, double h, const double *y, const double *yp,
                             const double *after, double *y1)
{
    const eg_network *s = eg_network_of(base);
    for (int i = 0; i < s->m->net_count; i++) {
        const eg_net *n = &s->m->nets[i];
        square A = {{0}};
        double change[EG_BLOCK_MAX_STATES] = {0};
        if (n->states == 0)
            continue;
        own_matrix(s, n, A);
        for (int k = 0; k < n->states; k++) {
            int at = n->state + k;
            change[k] = after ? 0.5 * h * (yp[at] + after[at]) : h * yp[at];
            for (int j = 0; after && j < n->states; j++)
                change[k] -= 0.5 * h * A[k][j] * (y1[n->state + j] - y[n->state + j]);
        }
        solve(n->states, after ? 0.5 * h : h, A, change);
        for (int k = 0; k < n->states; k++)
            y1[n->state + k] = y[n->state + k] + change[k];
    }
}

void eg_network_fixed_follow(eg_system *base, const eg_fixed_model *f, double t, const double *y,
                             const double *yp, double *inputs)
{
    eg_network *s = eg_network_of(base);
    eg_network_evaluate(s, t, y, yp, EG_EVALUATE_ALL_SIGNALS);
    for (int i = 0; i < f->plan.inputs; i++)
        if (f->signal[i] >= 0 && !s->m->nets[f->signal[i]].of_time)
            inputs[i] = s->net[f->signal[i]].x;
}
