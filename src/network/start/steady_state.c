/* What must hold at the start beyond positions and speeds: start values of accelerations, a(start=...,
 * fixed=true), initial equations, and fixed start values of users' variables that are no states. Found are
 * the values of users' states, positions and then speeds that nothing fixes, by rest.h; contacts choose
 * their modes anew at every trial point. */
#include "network/start/rest.h"
#include "network/start/initialize.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { USER_STATE = 2 };

/* The free groups of bodies: order 0 positions, 1 speeds; or users' states, root is the state. */
typedef struct steady {
    eg_network *s;
    eg_start_problem *p;
    double t, *y, *yp;
    int wanted; /* conditions */
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
    for (int k = 0; k < q->unknowns; k++)
        if (q->order[k] == USER_STATE)
            q->y[m->first_user + q->root[k]] += z[k];
    for (int b = 1; b < m->body_count; b++) {
        for (int k = 0; k < q->unknowns; k++) {
            if (q->order[k] == USER_STATE)
                continue;
            const eg_tie *group = q->group[q->order[k]];
            if (q->order[k] == 0)
                q->y[eg_x(b)] += z[k] * (follows(q, k, m->bodies[b].to) - follows(q, k, m->bodies[b].from));
            else if (group[b].root == q->root[k])
                q->y[eg_v(m, b)] += z[k] * group[b].factor;
        }
    }
}

/* r = accelerations minus what they must be, at z. */
static int residual(void *context, const double *z, double *r)
{
    steady *q = context;
    const eg_conditions *list = &q->p->conditions[2];
    place(q, z);
    int status = eg_network_settle_modes(q->s, q->t, q->y, q->yp, true, NULL);
    if (status)
        return status;
    eg_network_evaluate(q->s, q->t, q->y, q->yp, 0);
    for (int i = 0; i < list->count; i++)
        r[i] = eg_node_acceleration(q->s, list->items[i].to, q->yp) -
               eg_node_acceleration(q->s, list->items[i].from, q->yp) - list->items[i].value;
    const eg_user *u = q->s->m->user;
    for (int i = 0; u && i < u->initial_count; i++)
        r[list->count + i] = q->s->user_value[u->initial[i].result.node];
    return 0;
}

/* Row i of `paired` says how far what condition i speaks of moves with every unknown that is a position. */
static void pair(const steady *q, double *paired)
{
    const eg_conditions *list = &q->p->conditions[2];
    for (int i = 0; i < list->count; i++)
        for (int k = 0; k < q->unknowns; k++)
            if (q->order[k] == 0)
                paired[i * q->unknowns + k] =
                    follows(q, k, list->items[i].to) - follows(q, k, list->items[i].from);
}

/* 0 found; 1 not found; negative: reported. */
static int find(steady *q)
{
    size_t n = (size_t)q->unknowns;
    double *paired = calloc(n * n + 1, sizeof(double));
    if (!paired)
        return EG_ERROR_MEMORY;
    pair(q, paired);
    eg_rest rest = {
        .residual = residual, .context = q, .n = q->unknowns, .z = q->z, .r = q->r, .paired = paired};
    int outcome = eg_rest_find(&rest);
    free(paired);
    return outcome;
}

/* ---------------------------------------------------------------- which groups move */

/* Free groups in the order in which they are tried: users' states, positions of what is to be accelerated,
 * other positions, speeds likewise. 0 when there are no more. */
typedef struct trying {
    int order, pass, body;
} trying;

static int next_group(const steady *q, trying *at, const bool *own)
{
    const eg_model *m = q->s->m;
    for (; at->order == USER_STATE; at->body++) {
        if (!m->user || at->body >= m->user->states) {
            *at = (trying){0, 0, 0};
            break;
        }
        if (m->user->quantities[m->user->unknown_of[at->body]].fixed != 1)
            return 1;
    }
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
    if (residual(q, q->z, q->r) != 0)
        return false;
    q->z[k] = 1e-6;
    int status = residual(q, q->z, scratch);
    q->z[k] = 0;
    for (int i = 0; i < wanted; i++)
        column[i] = scratch[i] - q->r[i];
    size = eg_norm(column, wanted);
    for (int j = 0; j < k; j++) {
        double dot = 0;
        for (int i = 0; i < wanted; i++)
            dot += column[i] * q->J[j * wanted + i];
        for (int i = 0; i < wanted; i++)
            column[i] -= dot * q->J[j * wanted + i];
    }
    double rest = eg_norm(column, wanted);
    for (int i = 0; i < wanted && rest > 0; i++)
        column[i] /= rest;
    return status == 0 && rest > 1e-6 * size;
}

static void adopt_group(steady *q, const trying *at)
{
    q->order[q->unknowns] = at->order;
    q->root[q->unknowns++] = at->body;
}

static void pass_by(trying *at)
{
    at->body += at->order == USER_STATE; /* for bodies next_group goes on by itself */
}

static bool is_adopted(const steady *q, const trying *at)
{
    for (int k = 0; k < q->unknowns; k++)
        if (q->order[k] == at->order && q->root[k] == at->body)
            return true;
    return false;
}

static eg_place place_of_condition(const steady *q, int i)
{
    const eg_conditions *list = &q->p->conditions[2];
    return i < list->count ? q->s->m->instances[list->items[i].instance].place
                           : q->s->m->user->initial[i - list->count].place;
}

static eg_status report_too_many(steady *q, int free_groups)
{
    bool users = q->wanted > q->p->conditions[2].count;
    eg_report(q->s->base.diagnostics, EG_ERROR, place_of_condition(q, q->wanted - 1),
              users
                  ? "too many conditions for the start: %d initial equations and fixed values for %d states "
                    "that nothing fixes"
                  : "too many start values: %d fixed accelerations for %d positions and speeds that nothing "
                    "fixes",
              q->wanted, free_groups);
    eg_remedy(q->s->base.diagnostics, "remove `fixed=true` from %d start value%s%s", q->wanted - free_groups,
              q->wanted - free_groups > 1 ? "s" : "", users ? ", or initial equations" : "");
    return EG_ERROR_MODEL;
}

/* Picks as many free groups as there are conditions; those without effect only when there are no others. */
static eg_status pick_unknowns(steady *q, double *scratch)
{
    const eg_model *m = q->s->m;
    int wanted = q->wanted, free_groups = 0;
    const trying first = {USER_STATE, 0, 0};
    bool *own = calloc(2 * (size_t)m->body_count, sizeof(bool));
    if (!own)
        return EG_ERROR_MEMORY;
    for (int order = 0; order < 2; order++)
        for (int b = 0; b < m->body_count; b++)
            q->group[order][b] = eg_ties_find(&q->p->fixed[order], b);
    mark_own(q, own);
    for (trying at = first; next_group(q, &at, own); pass_by(&at))
        free_groups++;
    for (trying at = first; q->unknowns < wanted && free_groups >= wanted && next_group(q, &at, own);
         pass_by(&at)) {
        adopt_group(q, &at);
        q->unknowns -= !has_own_effect(q, q->unknowns - 1, wanted, scratch);
    }
    for (trying at = first; q->unknowns < wanted && free_groups >= wanted && next_group(q, &at, own);
         pass_by(&at))
        if (!is_adopted(q, &at))
            adopt_group(q, &at);
    free(own);
    return free_groups >= wanted ? EG_OK : report_too_many(q, free_groups);
}

static eg_status report_not_found(steady *q)
{
    int worst = 0;
    for (int i = 1; i < q->unknowns; i++)
        if (fabs(q->r[i]) > fabs(q->r[worst]))
            worst = i;
    if (worst >= q->p->conditions[2].count) {
        eg_report(q->s->base.diagnostics, EG_ERROR, place_of_condition(q, worst),
                  "no start has been found at which this holds: its sides differ by %.6g at the best point",
                  q->r[worst]);
        eg_remedy(q->s->base.diagnostics,
                  "give start values nearer to the solution; with fixed = true only to what is known");
        return EG_ERROR_MODEL;
    }
    const eg_condition *c = &q->p->conditions[2].items[worst];
    eg_report(
        q->s->base.diagnostics, EG_ERROR, q->s->m->instances[c->instance].place,
        "no start has been found at which the fixed accelerations hold: %s is off by %.6g %s at the best "
        "point",
        eg_instance_path(q->s->m, c->instance), q->r[worst],
        q->s->m->nodes[c->to].rotational ? "rad/s2" : "m/s2");
    eg_remedy(
        q->s->base.diagnostics,
        "see whether anything can hold it there (an open gap exerts no force), or give start values nearer "
        "to the rest position");
    return EG_ERROR_MODEL;
}

/* Guesses of what has been moved are not taken. */
static void mark_solved(const steady *q)
{
    for (int k = 0; k < q->unknowns; k++)
        if (q->order[k] == USER_STATE)
            q->p->user_solved[q->root[k]] = true;
    for (int k = 0; k < q->unknowns; k++)
        for (int b = 1; b < q->s->m->body_count && q->order[k] < 2; b++)
            if (q->group[q->order[k]][b].root == q->root[k])
                q->p->solved[q->order[k]][b] = true;
}

eg_status eg_start_accelerations(eg_network *s, eg_start_problem *p, double t, double *y, double *yp)
{
    size_t n = (size_t)p->conditions[2].count, bodies = (size_t)s->m->body_count;
    n += s->m->user ? (size_t)s->m->user->initial_count : 0;
    int *integers = calloc(2 * n, sizeof(int));
    eg_tie *ties = calloc(2 * bodies, sizeof *ties);
    double *reals = calloc(3 * n + n * n + (size_t)s->base.n, sizeof(double));
    eg_status status = EG_ERROR_MEMORY;
    if (integers && ties && reals) {
        eg_tie *group[2] = {ties, ties + bodies};
        steady q = {.s = s,
                    .p = p,
                    .t = t,
                    .y = y,
                    .yp = yp,
                    .wanted = (int)n,
                    .order = integers,
                    .root = integers + n,
                    .group = group,
                    .z = reals,
                    .r = reals + n,
                    .J = reals + 3 * n,
                    .base = reals + 3 * n + n * n};
        memcpy(q.base, y, sizeof(double) * (size_t)s->base.n);
        status = pick_unknowns(&q, reals + 2 * n);
        if (status == EG_OK) {
            int outcome = find(&q);
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
