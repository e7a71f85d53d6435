/* Newton's method with numeric derivatives and halved steps; where it finds nothing, bodies are let go.
 *
 * Letting go is pseudo-transient continuation (C. T. Kelley, D. E. Keyes, Convergence analysis of
 * pseudo-transient continuation, SIAM J. Numer. Anal. 35 (1998)): what is out of balance creeps in the
 * direction of its acceleration, P dz/dtau = r, by implicit Euler steps, (P/delta - dr/dz) dz = r. Over an
 * open gap, where dr/dz = 0, it falls; in a contact the step is Newton's once delta is large. The step delta
 * grows while the residual does not, and shrinks with it when it grows. Forces of springs and gaps have a
 * potential that is convex, so that this ends at its lowest point, wherever it began, if there is one. */
#include "network/start/rest.h"

#include "elastogap/base.h"

#include <stdlib.h>
#include <string.h>

enum { NEWTON_ROUNDS = 60, HALVINGS = 30, FALLS = 1000 };

typedef struct solver {
    eg_rest *b;
    double *J, *step, *trial; /* (n x n), (n), (n) */
    double *move;             /* (n) the last one */
    double *here;             /* (n) */
    double *best, best_size;  /* (n) where the residual was smallest, and how large it was there */
} solver;

/* Solves J x = r by elimination with pivoting of rows; x in r. 0 when J is singular. */
static int eliminate(double *J, double *r, int n)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k + 1; i < n; i++)
            if (fabs(J[i * n + k]) > fabs(J[pivot * n + k]))
                pivot = i;
        if (!(fabs(J[pivot * n + k]) > 0))
            return 0;
        for (int c = 0; c < n && pivot != k; c++) {
            double swap = J[k * n + c];
            J[k * n + c] = J[pivot * n + c];
            J[pivot * n + c] = swap;
        }
        double swap = r[k];
        r[k] = r[pivot];
        r[pivot] = swap;
        for (int i = k + 1; i < n; i++) {
            double factor = J[i * n + k] / J[k * n + k];
            for (int c = k; c < n; c++)
                J[i * n + c] -= factor * J[k * n + c];
            r[i] -= factor * r[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int c = k + 1; c < n; c++)
            r[k] -= J[k * n + c] * r[c];
        r[k] /= J[k * n + k];
    }
    return 1;
}

/* How far to go for a derivative: a small part of the last move, which tells how far away the solution
 * may be, and no less than can be told apart. */
static double difference(double z, double move)
{
    return fmax(fmin(1e-7 * fmax(fabs(z), 1e-3), 1e-3 * fabs(move)), 1e-10 * fmax(fabs(z), 1e-3));
}

/* J = dr/dz at z, where r is known. */
static int differences(solver *q)
{
    eg_rest *b = q->b;
    for (int k = 0; k < b->n; k++) {
        double before = b->z[k], step = difference(before, q->move[k]);
        b->z[k] = before + step;
        int status = b->residual(b->context, b->z, q->trial);
        b->z[k] = before;
        if (status)
            return status;
        for (int i = 0; i < b->n; i++)
            q->J[i * b->n + k] = (q->trial[i] - b->r[i]) / step;
    }
    return 0;
}

static void go_to_trial(solver *q)
{
    for (int k = 0; k < q->b->n; k++) {
        q->move[k] = q->trial[k] - q->b->z[k];
        q->b->z[k] = q->trial[k];
    }
}

/* Goes as far along -step as makes the residual smaller than `size`: 0 with *moved, the largest relative
 * change; 1 when no part of the way does (z and r are then as before); negative. */
static int search(solver *q, double size, double *moved)
{
    eg_rest *b = q->b;
    double factor = 1;
    for (int half = 0; half < HALVINGS; half++, factor /= 2) {
        *moved = 0;
        for (int k = 0; k < b->n; k++) {
            double change = factor * q->step[k];
            q->trial[k] = b->z[k] - change;
            *moved = fmax(*moved, fabs(change) / (fabs(q->trial[k]) + 1e-12));
        }
        int status = b->residual(b->context, q->trial, b->r);
        if (status < 0)
            return status;
        if (status == 0 && eg_norm(b->r, b->n) < size) {
            go_to_trial(q);
            return 0;
        }
    }
    int status = b->residual(b->context, b->z, b->r);
    return status < 0 ? status : 1;
}

static int newton(solver *q)
{
    eg_rest *b = q->b;
    int status = b->residual(b->context, b->z, b->r);
    for (int round = 0; round < NEWTON_ROUNDS && status == 0; round++) {
        double size = eg_norm(b->r, b->n), moved;
        if (size == 0)
            return 0;
        if ((status = differences(q)) != 0)
            break;
        memcpy(q->step, b->r, sizeof(double) * (size_t)b->n);
        if (!eliminate(q->J, q->step, b->n))
            return 1;
        int stuck = search(q, size, &moved);
        if (stuck < 0)
            return stuck;
        if (stuck || moved < 1e-15)
            return eg_norm(b->r, b->n) <= 1e-9 || moved < 1e-9 ? 0 : 1;
    }
    return status < 0 ? status : 1;
}

static void remember_best(solver *q)
{
    double size = eg_norm(q->b->r, q->b->n);
    if (size < q->best_size) {
        q->best_size = size;
        memcpy(q->best, q->b->z, sizeof(double) * (size_t)q->b->n);
    }
}

/* One implicit step of length *delta, which is made fit for the next. 0, or what the residual said; 1: no
 * step can be made. */
static int fall(solver *q, double *delta)
{
    eg_rest *b = q->b;
    double before = eg_norm(b->r, b->n);
    int status = differences(q);
    if (status)
        return status;
    for (int i = 0; i < b->n * b->n; i++)
        q->J[i] = b->paired[i] / *delta - q->J[i];
    memcpy(q->step, b->r, sizeof(double) * (size_t)b->n);
    if (!eliminate(q->J, q->step, b->n))
        return 1;
    for (int k = 0; k < b->n; k++)
        q->trial[k] = b->z[k] + q->step[k];
    status = b->residual(b->context, q->trial, b->r);
    double after = status ? INFINITY : eg_norm(b->r, b->n);
    if (!isfinite(after)) {
        *delta /= 64;
        return status < 0 ? status : b->residual(b->context, b->z, b->r);
    }
    go_to_trial(q);
    *delta *= after <= before ? 4 : fmax(before / after, 1e-3);
    return 0;
}

/* Newton's method from z; where that finds nothing, back to z. */
static int try_newton(solver *q)
{
    eg_rest *b = q->b;
    size_t size = sizeof(double) * (size_t)b->n;
    memcpy(q->here, b->z, size);
    int outcome = newton(q);
    if (outcome != 1)
        return outcome;
    remember_best(q);
    memcpy(b->z, q->here, size);
    int status = b->residual(b->context, b->z, b->r);
    return status < 0 ? status : 1;
}

/* Falls, and tries Newton's method where that may have led near the end, and now and then. */
static int let_go(solver *q)
{
    eg_rest *b = q->b;
    double delta = 1e-9, begin = eg_norm(b->r, b->n);
    int outcome = 1;
    for (int round = 1; round <= FALLS && outcome == 1; round++) {
        int status = fall(q, &delta);
        if (status)
            return status < 0 ? status : 1;
        remember_best(q);
        if ((round & (round - 1)) == 0 || eg_norm(b->r, b->n) < 1e-3 * begin)
            outcome = try_newton(q);
    }
    return outcome;
}

/* The outcome is "not found": z and r are those of the best point. */
static int give_up(solver *q)
{
    memcpy(q->b->z, q->best, sizeof(double) * (size_t)q->b->n);
    int status = q->b->residual(q->b->context, q->b->z, q->b->r);
    return status < 0 ? status : 1;
}

int eg_rest_find(eg_rest *b)
{
    size_t n = (size_t)b->n;
    double *block = calloc(n * n + 5 * n, sizeof(double));
    if (!block)
        return EG_ERROR_MEMORY;
    double *vector = block + n * n;
    solver q = {.b = b,
                .J = block,
                .step = vector,
                .trial = vector + n,
                .move = vector + 2 * n,
                .here = vector + 3 * n,
                .best = vector + 4 * n,
                .best_size = INFINITY};
    for (int k = 0; k < b->n; k++)
        q.move[k] = INFINITY;
    memcpy(q.best, b->z, sizeof(double) * n);
    int outcome = try_newton(&q);
    if (outcome == 1)
        outcome = let_go(&q);
    if (outcome == 1)
        outcome = give_up(&q);
    free(block);
    return outcome;
}
