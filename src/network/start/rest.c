/* Newton's method with numeric derivatives and halved steps; where it finds nothing, bodies are let go.
 *
 * Letting go is pseudo-transient continuation (C. T. Kelley, D. E. Keyes, Convergence analysis of pseudo-
 * transient continuation, SIAM J. Numer. Anal. 35 (1998)): what is out of balance creeps in the direction
 * of its acceleration, P dz/dtau = r, by implicit Euler steps, (P/delta - dr/dz) dz = r. Over an open gap,
 * where dr/dz = 0, it falls; in a contact the step is Newton's once delta is large. The step delta grows
 * while the residual does not, and shrinks with it when it grows. Forces of springs and gaps have a
 * potential that is convex, so that this ends at its lowest point, wherever it began, if there is one.
 *
 * Many unknowns are few at each place: rows that a pivot does not touch are passed over, and columns of
 * which no two share a row are differenced together (A. R. Curtis, M. J. D. Powell, J. K. Reid, On the
 * estimation of sparse Jacobian matrices, IMA J. Appl. Math. 13 (1974)). Which those are the derivatives
 * at the first point of a search tell; where modes change on the way that may be wrong, and a search that
 * is stuck looks at all columns again. */
#include "network/start/rest.h"

#include "elastogap/base.h"

#include <float.h>
#include <stdlib.h>
#include <string.h>

enum { NEWTON_ROUNDS = 60, HALVINGS = 30, FALLS = 1000, MANY = 64 };

/* Columns of J, of many, by groups of which no two columns share a row. */
typedef struct grouping {
    int count;   /* of groups; 0: not known, each column for itself */
    int *of;     /* (n) the group of each column */
    int *start;  /* (n + 1) */
    int *row;    /* row[start[k]] ...: those that are not 0 in column k */
    int *marked; /* (n) */
} grouping;

typedef struct solver {
    eg_rest *b;
    double *J, *step, *trial; /* (n x n), (n), (n) */
    double *move;             /* (n) the last one */
    double *here;             /* (n) */
    double *best, best_size;  /* (n) where the residual was smallest, and how large it was there */
    double begin;             /* how large it was where the search began */
    grouping groups;
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
        int last = n - 1; /* in the row of the pivot */
        while (J[k * n + last] == 0)
            last--;
        for (int i = k + 1; i < n; i++) {
            if (J[i * n + k] == 0)
                continue;
            double factor = J[i * n + k] / J[k * n + k];
            for (int c = k; c <= last; c++)
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

/* Is there more in q->trial - r than rounding of r? */
static bool is_told(const solver *q)
{
    double change = 0, size = 0;
    for (int i = 0; i < q->b->n; i++) {
        change = fmax(change, fabs(q->trial[i] - q->b->r[i]));
        size = fmax(size, fabs(q->b->r[i]));
    }
    return change > 64 * DBL_EPSILON * size;
}

/* J = dr/dz at z, where r is known. Far from the solution a small step is lost in the rounding of r: then a
 * larger one, which is still a small part of the way. */
static int differences(solver *q)
{
    eg_rest *b = q->b;
    const double far = 1e-6 * eg_norm(b->r, b->n);
    for (int k = 0; k < b->n; k++) {
        double before = b->z[k], step = difference(before, q->move[k]);
        for (bool again = true; again;) {
            b->z[k] = before + step;
            int status = b->residual(b->context, b->z, q->trial);
            b->z[k] = before;
            if (status)
                return status;
            for (int i = 0; i < b->n; i++)
                q->J[i * b->n + k] = (q->trial[i] - b->r[i]) / step;
            again = !is_told(q) && 1e4 * step <= far;
            step *= 1e4;
        }
    }
    return 0;
}

static void forget_groups(grouping *g)
{
    free(g->of);
    free(g->start);
    free(g->row);
    free(g->marked);
    *g = (grouping){0};
}

/* Puts columns that no group has, and that share no row with the others, into a group. How many. */
static int fill_group(grouping *g, int n, int group)
{
    int taken = 0;
    for (int k = 0; k < n; k++) {
        bool fits = g->of[k] < 0;
        for (int i = g->start[k]; fits && i < g->start[k + 1]; i++)
            fits = g->marked[g->row[i]] != group;
        for (int i = g->start[k]; fits && i < g->start[k + 1]; i++)
            g->marked[g->row[i]] = group;
        if (fits)
            g->of[k] = group;
        taken += fits;
    }
    return taken;
}

/* From J, of which each column has been differenced. Where memory is out, or nothing is won, there are
 * none. */
static void find_groups(solver *q)
{
    const int n = q->b->n;
    grouping *g = &q->groups;
    forget_groups(g);
    if (n < MANY)
        return;
    g->of = malloc(sizeof(int) * (size_t)n);
    g->start = calloc((size_t)n + 1, sizeof(int));
    g->marked = malloc(sizeof(int) * (size_t)n);
    for (int i = 0; i < n * n && g->start; i++)
        g->start[i % n + 1] += q->J[i] != 0;
    for (int k = 0; k < n && g->start; k++)
        g->start[k + 1] += g->start[k];
    g->row = g->start ? malloc(sizeof(int) * ((size_t)g->start[n] + 1)) : NULL;
    if (!g->of || !g->marked || !g->row) {
        forget_groups(g);
        return;
    }
    for (int k = 0; k < n; k++)
        g->of[k] = g->start[k]; /* where its next row goes */
    for (int i = 0; i < n; i++)
        for (int k = 0; k < n; k++)
            if (q->J[i * n + k] != 0)
                g->row[g->of[k]++] = i;
    for (int k = 0; k < n; k++)
        g->of[k] = g->marked[k] = -1;
    for (int taken = 0; taken < n; g->count++)
        taken += fill_group(g, n, g->count);
    if (g->count > n / 2)
        forget_groups(g);
}

/* As differences, by groups. */
static int group_differences(solver *q)
{
    eg_rest *b = q->b;
    const grouping *g = &q->groups;
    const size_t n = (size_t)b->n;
    double *before = malloc(sizeof(double) * n);
    int status = before ? 0 : EG_ERROR_MEMORY;
    if (before)
        memcpy(before, b->z, sizeof(double) * n);
    memset(q->J, 0, sizeof(double) * n * n);
    for (int group = 0; group < g->count && status == 0; group++) {
        for (int k = 0; k < b->n; k++)
            if (g->of[k] == group)
                b->z[k] = before[k] + difference(before[k], q->move[k]);
        status = b->residual(b->context, b->z, q->trial);
        memcpy(b->z, before, sizeof(double) * n);
        for (int k = 0; k < b->n && status == 0; k++)
            for (int i = g->start[k]; i < g->start[k + 1] && g->of[k] == group; i++)
                q->J[(size_t)g->row[i] * n + (size_t)k] =
                    (q->trial[g->row[i]] - b->r[g->row[i]]) / difference(before[k], q->move[k]);
    }
    free(before);
    return status;
}

static void go_to_trial(solver *q)
{
    for (int k = 0; k < q->b->n; k++) {
        q->move[k] = q->trial[k] - q->b->z[k];
        q->b->z[k] = q->trial[k];
    }
}

/* Goes as far along -step as makes the residual smaller than `size`: 0 with *moved, the largest relative
 * change; 1 when no part of the way does (z and r are then as before, and *moved is that of the whole way);
 * negative. */
static int search(solver *q, double size, double *moved)
{
    eg_rest *b = q->b;
    double factor = 1, whole = 0;
    for (int half = 0; half < HALVINGS; half++, factor /= 2) {
        *moved = 0;
        for (int k = 0; k < b->n; k++) {
            double change = factor * q->step[k];
            q->trial[k] = b->z[k] - change;
            *moved = fmax(*moved, fabs(change) / (fabs(q->trial[k]) + b->size[k]));
        }
        whole = half == 0 ? *moved : whole;
        int status = b->residual(b->context, q->trial, b->r);
        if (status < 0)
            return status;
        if (status == 0 && eg_norm(b->r, b->n) < size) {
            go_to_trial(q);
            return 0;
        }
    }
    *moved = whole;
    int status = b->residual(b->context, b->z, b->r);
    return status < 0 ? status : 1;
}

/* Newton's method asks for a move that is round-off, yet what is out of balance is more: forces are large and
 * stiff, so that it is round-off too, and far less than it was; or the search began at its end. Where neither
 * is so nothing answers to the unknowns but round-off. */
static bool is_found(const solver *q, double moved)
{
    const eg_rest *b = q->b;
    double size = eg_norm(b->r, b->n);
    bool here = true;
    for (int k = 0; k < b->n; k++)
        here = here && fabs(b->z[k]) <= 1e-9 * b->size[k];
    return size <= 1e-9 || (moved < 1e-9 && (here || size <= 1e-6 * q->begin));
}

static int newton(solver *q)
{
    eg_rest *b = q->b;
    int status = b->residual(b->context, b->z, b->r);
    for (int round = 0; round < NEWTON_ROUNDS && status == 0; round++) {
        double size = eg_norm(b->r, b->n), moved;
        if (size == 0)
            return 0;
        const bool grouped = q->groups.count > 0;
        if ((status = grouped ? group_differences(q) : differences(q)) != 0)
            break;
        if (!grouped)
            find_groups(q);
        memcpy(q->step, b->r, sizeof(double) * (size_t)b->n);
        int stuck = eliminate(q->J, q->step, b->n) ? search(q, size, &moved) : 2;
        if (stuck < 0)
            return stuck;
        if (grouped && (stuck || moved < 1e-15) && !(stuck < 2 && is_found(q, moved))) {
            forget_groups(&q->groups); /* they may have been wrong */
            continue;
        }
        if (stuck == 2)
            return 1;
        if (stuck || moved < 1e-15)
            return is_found(q, moved) ? 0 : 1;
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

/* The work that what is out of balance does along the step, per length of it: it falls as the step leads to
 * the lowest point along its way, and is negative behind that. */
static double work_along(const solver *q)
{
    const eg_rest *b = q->b;
    double sum = 0;
    for (int i = 0; i < b->n; i++)
        for (int k = 0; k < b->n; k++)
            sum += b->weight[i] * b->r[i] * b->paired[i * b->n + k] * q->step[k];
    return sum;
}

/* r at z + part*step. */
static int try_part(solver *q, double part)
{
    for (int k = 0; k < q->b->n; k++)
        q->trial[k] = q->b->z[k] + part * q->step[k];
    return q->b->residual(q->b->context, q->trial, q->b->r);
}

/* Goes along the step, but not past the lowest point on its way by more than a tenth of the slope: kinks lie
 * ahead of which the derivatives know nothing. */
static int go_along(solver *q)
{
    double begin = work_along(q), low = 0, high = 1, part = 1;
    int status = try_part(q, part);
    for (int round = 0; round < HALVINGS && status >= 0; round++) {
        double work = status == 0 ? work_along(q) : -INFINITY;
        if (!(begin > 0) || !(work < -0.1 * begin || (round > 0 && work > 0.1 * begin)))
            break;
        *(work < 0 ? &high : &low) = part;
        part = (low + high) / 2;
        status = try_part(q, part);
    }
    return status;
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
    status = go_along(q);
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
    forget_groups(&q->groups);
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
    if (b->residual(b->context, b->z, b->r) == 0)
        q.begin = eg_norm(b->r, b->n);
    int outcome = try_newton(&q);
    if (outcome == 1)
        outcome = let_go(&q);
    if (outcome == 1)
        outcome = give_up(&q);
    free(block);
    return outcome;
}
