/* Start values of accelerations, a(start=..., fixed=true): where positions (and then speeds) that no fixed
 * value ties must be, so that the forces give exactly these accelerations. Newton's method with numeric
 * derivatives and halved steps; contacts choose their modes anew at every trial point. */
#include "network/initialize.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The free groups of bodies: order 0 positions, 1 speeds. */
typedef struct steady {
    eg_network *s;
    eg_start_problem *p;
    double t, *y, *yp;
    int unknowns;
    int *order, *root; /* (unknowns) */
    eg_tie **group;    /* [2] (bodies) representative in the ties of fixed values */
    double *z, *r, *J; /* (unknowns), (unknowns), (unknowns x unknowns) */
    double *base;      /* (n) y at z = 0 */
} steady;

/* By how much a node (-1: the ground) moves with unknown k. */
static double follows(const steady *q, int k, int node)
{
    const eg_node *n = &q->s->m->nodes[node < 0 ? 0 : node];
    const eg_tie *tie = &q->group[q->order[k]][n->body];
    return node >= 0 && tie->root == q->root[k] ? n->factor * tie->factor : 0;
}

/* Shifts every free group by its unknown: absolute positions move, coordinates follow. */
static void place(steady *q, const double *z)
{
    eg_network *s = q->s;
    const eg_model *m = s->m;
    memcpy(q->y, q->base, sizeof(double) * (size_t)s->base.n);
    for (int b = 1; b < m->body_count; b++) {
        for (int k = 0; k < q->unknowns; k++) {
            const eg_tie *group = q->group[q->order[k]];
            if (q->order[k] == 0)
                q->y[eg_x(b)] += z[k] * (follows(q, k, m->bodies[b].to) - follows(q, k, m->bodies[b].from));
            else if (group[b].root == q->root[k])
                q->y[eg_v(m, b)] += z[k] * group[b].factor;
        }
    }
}

/* r = accelerations minus what they must be, at z. */
static int accelerations(steady *q, const double *z, double *r)
{
    const eg_conditions *list = &q->p->conditions[2];
    place(q, z);
    int status = eg_network_settle_modes(q->s, q->t, q->y, q->yp, true, NULL);
    if (status)
        return status;
    eg_network_evaluate(q->s, q->t, q->y, q->yp, 0);
    for (int i = 0; i < list->count; i++)
        r[i] = eg_node_acceleration(q->s, list->items[i].to, q->yp) -
               eg_node_acceleration(q->s, list->items[i].from, q->yp) - list->items[i].value;
    return 0;
}

static double norm(const double *r, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += r[i] * r[i];
    return sqrt(sum);
}

/* Solves J x = r by elimination with column pivoting of rows; x in r. 0 when J is singular. */
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

static int differences(steady *q, double *scratch)
{
    int n = q->unknowns;
    for (int k = 0; k < n; k++) {
        double before = q->z[k], step = 1e-7 * fmax(fabs(before), 1e-3);
        q->z[k] = before + step;
        int status = accelerations(q, q->z, scratch);
        q->z[k] = before;
        if (status)
            return status;
        for (int i = 0; i < n; i++)
            q->J[i * n + k] = (scratch[i] - q->r[i]) / step;
    }
    return 0;
}

/* 0 found; 1 not found; negative: reported. */
static int newton(steady *q, double *scratch, double *trial)
{
    int n = q->unknowns, status = accelerations(q, q->z, q->r);
    for (int round = 0; round < 60 && status == 0; round++) {
        double size = norm(q->r, n);
        if (size == 0)
            return 0;
        if ((status = differences(q, scratch)) != 0)
            break;
        memcpy(scratch, q->r, sizeof(double) * (size_t)n);
        if (!eliminate(q->J, scratch, n))
            return 1;
        double factor = 1, moved = 0;
        for (int half = 0; half < 30; half++, factor /= 2) {
            moved = 0;
            for (int k = 0; k < n; k++) {
                trial[k] = q->z[k] - factor * scratch[k];
                moved = fmax(moved, fabs(factor * scratch[k]) / (fabs(trial[k]) + 1e-12));
            }
            if ((status = accelerations(q, trial, q->r)) < 0)
                return status;
            if (status == 0 && norm(q->r, n) < size)
                break;
        }
        bool better = status == 0 && norm(q->r, n) < size;
        if (better)
            memcpy(q->z, trial, sizeof(double) * (size_t)n);
        else
            status = accelerations(q, q->z, q->r);
        if (!better || moved < 1e-15)
            return status < 0                                    ? status
                   : norm(q->r, n) <= 1e-9 * (1 + norm(q->r, n)) ? 0
                   : moved < 1e-9                                ? 0
                                                                 : 1;
    }
    return status < 0 ? status : 1;
}

/* ---------------------------------------------------------------- which groups move */

/* Free groups in the order in which they are tried: positions of what is to be accelerated, other positions,
 * speeds likewise. 0 when there are no more. */
typedef struct trying {
    int order, pass, body;
} trying;

static int next_group(const steady *q, trying *at, const bool *own)
{
    const eg_model *m = q->s->m;
    for (; at->order < 2; at->order++, at->pass = 0)
        for (; at->pass < 2; at->pass++, at->body = 0)
            while (++at->body < m->body_count) {
                int b = at->body;
                if (q->group[at->order][b].root == b && b != 0 && m->bodies[b].mass > 0 &&
                    own[at->order * m->body_count + b] == !at->pass)
                    return 1;
            }
    return 0;
}

/* own[order*bodies + g]: is group g one that a condition speaks of? */
static void mark_own(const steady *q, bool *own)
{
    const eg_model *m = q->s->m;
    const eg_conditions *list = &q->p->conditions[2];
    for (int order = 0; order < 2; order++)
        for (int i = 0; i < list->count; i++) {
            int from = list->items[i].from;
            own[order * m->body_count + q->group[order][m->nodes[list->items[i].to].body].root] = true;
            if (from >= 0)
                own[order * m->body_count + q->group[order][m->nodes[from].body].root] = true;
        }
}

/* Does unknown k have an effect on the accelerations that no combination of the first k has? Gram-Schmidt on
 * the columns; what is new becomes column k. */
static bool has_own_effect(steady *q, int k, int wanted, double *scratch)
{
    double *column = q->J + k * wanted, size;
    if (accelerations(q, q->z, q->r) != 0)
        return false;
    q->z[k] = 1e-6;
    int status = accelerations(q, q->z, scratch);
    q->z[k] = 0;
    for (int i = 0; i < wanted; i++)
        column[i] = scratch[i] - q->r[i];
    size = norm(column, wanted);
    for (int j = 0; j < k; j++) {
        double dot = 0;
        for (int i = 0; i < wanted; i++)
            dot += column[i] * q->J[j * wanted + i];
        for (int i = 0; i < wanted; i++)
            column[i] -= dot * q->J[j * wanted + i];
    }
    double rest = norm(column, wanted);
    for (int i = 0; i < wanted && rest > 0; i++)
        column[i] /= rest;
    return status == 0 && rest > 1e-6 * size;
}

static void adopt_group(steady *q, const trying *at)
{
    q->order[q->unknowns] = at->order;
    q->root[q->unknowns++] = at->body;
}

/* Picks as many free groups as there are conditions; those without effect only when there are no others. */
static eg_status pick_unknowns(steady *q, double *scratch)
{
    const eg_model *m = q->s->m;
    int wanted = q->p->conditions[2].count, free_groups = 0;
    bool *own = calloc(2 * (size_t)m->body_count, sizeof(bool));
    if (!own)
        return EG_ERROR_MEMORY;
    for (int order = 0; order < 2; order++)
        for (int b = 0; b < m->body_count; b++)
            q->group[order][b] = eg_ties_find(&q->p->fixed[order], b);
    mark_own(q, own);
    for (trying at = {0, 0, 0}; next_group(q, &at, own);)
        free_groups++;
    for (trying at = {0, 0, 0}; q->unknowns < wanted && free_groups >= wanted && next_group(q, &at, own);) {
        adopt_group(q, &at);
        q->unknowns -= !has_own_effect(q, q->unknowns - 1, wanted, scratch);
    }
    for (trying at = {0, 0, 0}; q->unknowns < wanted && free_groups >= wanted && next_group(q, &at, own);)
        adopt_group(q, &at);
    free(own);
    if (free_groups >= wanted)
        return EG_OK;
    const eg_condition *c = &q->p->conditions[2].items[0];
    eg_report(q->s->base.diagnostics, EG_ERROR, q->s->m->instances[c->instance].place,
              "too many start values: %d fixed accelerations for %d positions and speeds that nothing fixes",
              wanted, free_groups);
    eg_remedy(q->s->base.diagnostics, "remove `fixed=true` from %d start value%s", wanted - free_groups,
              wanted - free_groups > 1 ? "s" : "");
    return EG_ERROR_MODEL;
}

static eg_status report_not_found(steady *q)
{
    int worst = 0;
    for (int i = 1; i < q->unknowns; i++)
        if (fabs(q->r[i]) > fabs(q->r[worst]))
            worst = i;
    const eg_condition *c = &q->p->conditions[2].items[worst];
    eg_report(
        q->s->base.diagnostics, EG_ERROR, q->s->m->instances[c->instance].place,
        "no start has been found at which the fixed accelerations hold: %s is off by %.6g %s at the best "
        "point",
        eg_instance_path(q->s->m, c->instance), q->r[worst],
        q->s->m->nodes[c->to].rotational ? "rad/s2" : "m/s2");
    eg_remedy(
        q->s->base.diagnostics,
        "give a start value nearer to the rest position; an open gap exerts no force that could be balanced");
    return EG_ERROR_MODEL;
}

/* Guesses of what has been moved are not taken. */
static void mark_solved(const steady *q)
{
    for (int k = 0; k < q->unknowns; k++)
        for (int b = 1; b < q->s->m->body_count; b++)
            if (q->group[q->order[k]][b].root == q->root[k])
                q->p->solved[q->order[k]][b] = true;
}

eg_status eg_start_accelerations(eg_network *s, eg_start_problem *p, double t, double *y, double *yp)
{
    size_t n = (size_t)p->conditions[2].count, bodies = (size_t)s->m->body_count;
    int *integers = calloc(2 * n, sizeof(int));
    eg_tie *ties = calloc(2 * bodies, sizeof *ties);
    double *reals = calloc(4 * n + n * n + (size_t)s->base.n, sizeof(double));
    eg_status status = EG_ERROR_MEMORY;
    if (integers && ties && reals) {
        eg_tie *group[2] = {ties, ties + bodies};
        steady q = {.s = s,
                    .p = p,
                    .t = t,
                    .y = y,
                    .yp = yp,
                    .order = integers,
                    .root = integers + n,
                    .group = group,
                    .z = reals,
                    .r = reals + n,
                    .J = reals + 4 * n,
                    .base = reals + 4 * n + n * n};
        memcpy(q.base, y, sizeof(double) * (size_t)s->base.n);
        status = pick_unknowns(&q, reals + 2 * n);
        if (status == EG_OK) {
            int outcome = newton(&q, reals + 2 * n, reals + 3 * n);
            status = outcome == 0                 ? EG_OK
                     : outcome > 0                ? report_not_found(&q)
                     : outcome == EG_ERROR_MEMORY ? EG_ERROR_MEMORY
                                                  : EG_ERROR_MODEL;
        }
        mark_solved(&q);
    }
    free(integers);
    free(ties);
    free(reals);
    return status;
}
