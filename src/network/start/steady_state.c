/* What must hold at the start beyond what ties of positions and speeds can give: start values of
 * accelerations, a(start=..., fixed=true), initial equations, fixed start values of users' variables that are
 * no states, and of positions and speeds that the balance of forces on a part without mass determines. Found
 * are the values of users' states, positions and then speeds that nothing fixes, by rest.h; contacts choose
 * their modes anew at every trial point. */
#include "network/start/rest.h"
#include "network/motion/evaluate.h"
#include "network/motion/events.h"
#include "network/motion/kinematics.h"
#include "network/start/initialize.h"
#include "network/user/relevant.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { USER_STATE = 2, BLOCK_STATE, NOTHING };

/* The free groups of bodies: order 0 positions, 1 speeds; or users' states, root is the state; or states of
 * blocks that stand still at the start, root is the number in `resting`; NOTHING moves with an unknown that
 * goes with a condition that holds anyway. */
typedef struct steady {
    eg_network *s;
    eg_start_problem *p;
    double t, *y, *yp;
    int wanted; /* conditions: fixed accelerations, initial equations, open conditions, blocks at rest */
    int *resting, *resting_net, rests; /* (rests) states of y, and the net of each */
    int unknowns;
    int effective;     /* of them that had an effect of their own at the guess */
    int *order, *root; /* (unknowns) */
    eg_tie **group;    /* [2] (bodies) representative in the ties of fixed values */
    double *z, *r, *J; /* (unknowns), (unknowns), (unknowns x unknowns) */
    int *from, *to;    /* (unknowns) of the columns of J: rows outside of from ... to - 1 are 0 */
    int *held;         /* (wanted) the unknown that stays where it is, since this holds anyway; or -1 */
    double *base;      /* (n) y at z = 0 */
} steady;

/* By how much a node (-1: the ground) moves with unknown k. */
static double follows(const steady *q, int k, int node)
{
    const eg_flange_node *n = &q->s->m->nodes[node < 0 ? 0 : node];
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
            q->y[m->first.user + q->root[k]] += z[k];
        else if (q->order[k] == BLOCK_STATE)
            q->y[q->resting[q->root[k]]] += z[k];
    for (int b = 1; b < m->body_count; b++) {
        for (int k = 0; k < q->unknowns; k++) {
            if (q->order[k] >= USER_STATE)
                continue;
            const eg_tie *group = q->group[q->order[k]];
            if (q->order[k] == 0)
                q->y[eg_x(b)] += z[k] * (follows(q, k, m->bodies[b].to) - follows(q, k, m->bodies[b].from));
            else if (group[b].root == q->root[k])
                q->y[eg_v(m, b)] += z[k] * group[b].factor;
        }
    }
}

static int initial_equations(const steady *q)
{
    return q->s->m->user ? q->s->m->user->initial_count : 0;
}

/* The block at rest that is number i of what is wanted, or -1. */
static int wanted_block(const steady *q, int i)
{
    return i < q->wanted - q->rests ? -1 : i - (q->wanted - q->rests);
}

/* The start value that is number i of what is wanted, and of which order it is; NULL: an initial equation,
 * or a block. */
static const eg_condition *wanted_start(const steady *q, int i, int *order)
{
    *order = 2;
    if (i < q->p->conditions[2].count)
        return &q->p->conditions[2].items[i];
    i -= q->p->conditions[2].count + initial_equations(q);
    for (*order = 0; i >= 0 && *order < 2; (*order)++)
        for (int k = 0; k < q->p->conditions[*order].count; k++)
            if (q->p->conditions[*order].items[k].open && i-- == 0)
                return &q->p->conditions[*order].items[k];
    return NULL;
}

/* r = accelerations minus what they must be, at z. */
static int residual(void *context, const double *z, double *r)
{
    steady *q = context;
    const eg_conditions *list = &q->p->conditions[2];
    place(q, z);
    eg_stick_let_go(q->s);
    int status = eg_network_settle_modes(q->s, q->t, q->y, q->yp, true, NULL);
    if (status)
        return status;
    eg_network_evaluate(q->s, q->t, q->y, q->yp, EG_EVALUATE_POSITIONS);
    for (int i = 0; i < list->count; i++)
        r[i] = eg_node_acceleration(q->s, list->items[i].to, q->yp) -
               eg_node_acceleration(q->s, list->items[i].from, q->yp) - list->items[i].value;
    const eg_user *u = q->s->m->user;
    for (int i = 0; u && i < u->initial_count; i++)
        r[list->count + i] = q->s->user.value[u->initial[i].result.node];
    for (int i = 0; i < q->rests; i++)
        r[q->wanted - q->rests + i] = q->yp[q->resting[i]];
    for (int i = list->count + initial_equations(q), order; i < q->wanted - q->rests; i++) {
        const eg_condition *c = wanted_start(q, i, &order);
        r[i] = eg_start_excess(q->s, c, order, q->y);
    }
    for (int i = 0; i < q->wanted; i++)
        if (q->held[i] >= 0)
            r[i] = z[q->held[i]];
    return 0;
}

/* Row i of `paired` says how far what condition i speaks of moves with every unknown that is a position.
 * Where forces determine the position that is wanted, it goes where what moves goes: too far means back. */
static void pair(const steady *q, double *paired)
{
    for (int i = 0, order; i < q->wanted; i++) {
        const eg_condition *c = wanted_start(q, i, &order);
        for (int k = 0; c && k < q->unknowns; k++)
            if (q->order[k] == 0 && order > 0)
                paired[i * q->unknowns + k] = follows(q, k, c->to) - follows(q, k, c->from);
            else if (q->order[k] == 0)
                paired[i * q->unknowns + k] = -1;
    }
}

/* What every unknown is small against: the largest position, or speed, of the start. */
static void find_sizes(const steady *q, double *size)
{
    const eg_model *m = q->s->m;
    double largest[2] = {1e-6, 1e-6};
    eg_network_evaluate(q->s, q->t, q->base, q->s->scratch.zero, EG_EVALUATE_POSITIONS);
    for (int b = 1; b < m->body_count; b++) {
        largest[0] = fmax(largest[0], fabs(q->s->position[b]));
        largest[1] = fmax(largest[1], fabs(q->base[eg_v(m, b)]));
    }
    for (int k = 0; k < q->unknowns; k++) {
        size[k] = 1;
        if (q->order[k] < 2)
            size[k] = largest[q->order[k]];
        else if (q->order[k] == BLOCK_STATE)
            size[k] = fmax(1e-6, fabs(q->base[q->resting[q->root[k]]]));
        else if (q->order[k] == USER_STATE)
            size[k] = fmax(1e-6, fabs(q->base[m->first.user + q->root[k]]));
    }
}

/* The mass of all that fixed positions tie to what condition i accelerates. */
static void find_weights(const steady *q, double *weight)
{
    const eg_model *m = q->s->m;
    for (int i = 0, order; i < q->wanted; i++) {
        const eg_condition *c = wanted_start(q, i, &order);
        int with = c ? q->group[0][m->nodes[c->to].body].root : 0;
        double mass = 0;
        for (int b = 1; b < m->body_count && order == 2; b++)
            if (q->group[0][b].root == with)
                mass += q->group[0][b].factor * q->group[0][b].factor * m->bodies[b].mass;
        weight[i] = mass > 0 ? mass : 1;
    }
}

/* 0 found; 1 not found; negative: reported. */
static int find_from_base(steady *q)
{
    size_t n = (size_t)q->unknowns;
    double *paired = calloc(n * n + 2 * n + 1, sizeof(double));
    if (!paired)
        return EG_ERROR_MEMORY;
    double *size = paired + n * n, *weight = size + n;
    pair(q, paired);
    find_sizes(q, size);
    find_weights(q, weight);
    eg_rest rest = {.residual = residual,
                    .context = q,
                    .n = q->unknowns,
                    .z = q->z,
                    .r = q->r,
                    .size = size,
                    .weight = weight,
                    .paired = paired};
    int outcome = eg_rest_find(&rest);
    free(paired);
    return outcome;
}

/* As find_from_base, again and again from where that led as long as it gets better: near the solution the
 * unknowns are small, and what they tell apart is finer. */
static int find(steady *q)
{
    enum { PASSES = 6 };
    double before = INFINITY;
    int outcome = 1;
    for (int pass = 0; pass < PASSES && before > 1e-12; pass++) {
        int one = find_from_base(q);
        double size = one < 0 ? INFINITY : eg_norm(q->r, q->unknowns);
        if (one < 0)
            return one;
        if (one > outcome || size > 0.5 * before) {
            memset(q->z, 0, sizeof(double) * (size_t)q->unknowns);
            int status = residual(q, q->z, q->r);
            return status < 0 ? status : outcome;
        }
        outcome = one;
        before = size;
        memcpy(q->base, q->y, sizeof(double) * (size_t)q->s->base.n);
        memset(q->z, 0, sizeof(double) * (size_t)q->unknowns);
    }
    return outcome;
}

/* What rounding alone may leave of initial equations, at the point evaluated last. */
static double rounding_of(const steady *q)
{
    const eg_user *u = q->s->m->user;
    const double *sizes = eg_user_sizes(q->s);
    double sum = 0;
    for (int i = 0; i < u->initial_count; i++)
        sum = hypot(sum, 4 * DBL_EPSILON * (sizes[u->initial[i].left] + sizes[u->initial[i].right]));
    return sum;
}

/* What was found, with the state of unknown `which` (-1: all) back at its guess where it is hardly off; taken
 * when that holds no worse. A guess that the equations agree with is the start then, and not what rounding in
 * others has made of it: a speed of 1e-16 m/s would be one with a direction. 1 taken, 0, or negative. */
static int return_to_guess(steady *q, const double *guess, int which, double *z)
{
    const double hardly = 1e-9;
    double before = eg_norm(q->r, q->unknowns);
    memset(z, 0, sizeof(double) * (size_t)q->unknowns);
    bool any = false;
    for (int k = 0; k < q->unknowns; k++) {
        int at = q->s->m->first.user + q->root[k];
        if (q->order[k] != USER_STATE || (which >= 0 && which != k) || q->base[at] == guess[at] ||
            !(fabs(q->base[at] - guess[at]) <= hardly * fmax(1, fabs(guess[at]))))
            continue;
        z[k] = guess[at] - q->base[at];
        any = true;
    }
    if (!any)
        return 0;
    int status = residual(q, z, q->r);
    bool taken = status == 0 && eg_norm(q->r, q->unknowns) <= fmax(before, rounding_of(q));
    if (taken)
        memcpy(q->base, q->y, sizeof(double) * (size_t)q->s->base.n);
    else if (status >= 0)
        status = residual(q, q->z, q->r);
    return status < 0 ? status : taken;
}

/* At what has been found, z = 0. 0 or negative. */
static int keep_guesses(steady *q, const double *guess)
{
    double *z = malloc(sizeof(double) * ((size_t)q->unknowns + 1));
    int status = z ? residual(q, q->z, q->r) : EG_ERROR_MEMORY;
    if (status == 0)
        status = return_to_guess(q, guess, -1, z);
    for (int k = 0; k < q->unknowns && status == 0; k++) {
        int one = return_to_guess(q, guess, k, z);
        status = one < 0 ? one : 0;
    }
    free(z);
    return status < 0 ? status : 0;
}

/* ---------------------------------------------------------------- which groups move */

/* Free groups in the order in which they are tried: users' states, positions of what is to be accelerated,
 * other positions, speeds likewise. 0 when there are no more. */
typedef struct trying {
    int order, pass, body;
} trying;

/* What belongs to a group, by order*bodies + its representative. */
typedef struct belonging {
    bool *own; /* a condition speaks of it */
    bool
        *free; /* something in it is a state: a speed with mass, a position that no balance of forces gives */
} belonging;

/* When a user's state leaves its guess: one without a start value before one that has it, the last declared
 * first, as start values of components are taken; and never (STATE_PASSES) where the start value is fixed. */
enum { STATE_PASSES = 2 };

static int state_pass(const eg_user_quantity *q)
{
    return q->fixed == 1 ? STATE_PASSES : !isnan(q->start);
}

static int root_of(const steady *q, const trying *at)
{
    if (at->order == BLOCK_STATE)
        return at->body;
    return at->order == USER_STATE ? q->s->m->user->states - 1 - at->body : at->body;
}

static int next_group(const steady *q, trying *at, const belonging *is)
{
    const eg_model *m = q->s->m;
    if (at->order == BLOCK_STATE && at->body < q->rests)
        return 1;
    if (at->order == BLOCK_STATE)
        *at = (trying){USER_STATE, 0, 0};
    for (; at->order == USER_STATE && m->user && at->pass < STATE_PASSES; at->pass++, at->body = 0)
        for (; at->body < m->user->states; at->body++)
            if (state_pass(&m->user->quantities[m->user->unknown_of[root_of(q, at)]]) == at->pass)
                return 1;
    if (at->order == USER_STATE)
        *at = (trying){0, 0, 0};
    for (; at->order < 2; at->order++, at->pass = 0)
        for (; at->pass < 2; at->pass++, at->body = 0)
            while (++at->body < m->body_count) {
                int k = at->order * m->body_count + at->body;
                if (is->free[k] && is->own[k] == !at->pass)
                    return 1;
            }
    return 0;
}

static void mark(const steady *q, const belonging *is)
{
    const eg_model *m = q->s->m;
    for (int i = 0, of; i < q->wanted; i++) {
        const eg_condition *c = wanted_start(q, i, &of);
        for (int order = 0; c && order < 2; order++) {
            bool *own = is->own + order * m->body_count;
            own[q->group[order][m->nodes[c->to].body].root] = true;
            if (c->from >= 0)
                own[q->group[order][m->nodes[c->from].body].root] = true;
        }
    }
    for (int b = 1; b < m->body_count; b++) {
        int at = q->group[0][b].root, along = q->group[1][b].root;
        if (at > 0 && q->s->balance.shift[b] < 0)
            is->free[at] = true;
        if (along > 0 && m->bodies[b].mass > 0)
            is->free[m->body_count + along] = true;
    }
}

/* The rows that are not 0 in column k of J. */
static void find_range(steady *q, int k, int wanted)
{
    const double *column = q->J + k * wanted;
    int from = 0, to = wanted;
    while (from < wanted && column[from] == 0)
        from++;
    while (to > from && column[to - 1] == 0)
        to--;
    q->from[k] = from;
    q->to[k] = to;
}

/* q->r is that of the guess. Does `step` of unknown k have an effect on what is wanted that no combination
 * of the first k has, and that is more than round-off? Gram-Schmidt on the columns, those with common rows;
 * what is new becomes column k. */
static bool has_own_effect_by(steady *q, int k, int wanted, double step, double *scratch)
{
    double *column = q->J + k * wanted, size;
    eg_diagnostics *d = q->s->base.diagnostics;
    const size_t before = d ? eg_diagnostics_count(d) : 0;
    q->z[k] = step;
    int status = residual(q, q->z, scratch);
    q->z[k] = 0;
    if (d && status != EG_ERROR_MEMORY) /* it has only been tried: where friction lets go nothing may hold */
        eg_diagnostics_forget(d, before);
    for (int i = 0; i < wanted; i++)
        column[i] = scratch[i] - q->r[i];
    size = eg_norm(column, wanted);
    find_range(q, k, wanted);
    for (int j = 0; j < k; j++) {
        const int from = q->from[j], to = q->to[j];
        double dot = 0;
        if (from >= q->to[k] || to <= q->from[k])
            continue;
        for (int i = from; i < to; i++)
            dot += column[i] * q->J[j * wanted + i];
        for (int i = from; i < to; i++)
            column[i] -= dot * q->J[j * wanted + i];
        q->from[k] = from < q->from[k] ? from : q->from[k];
        q->to[k] = to > q->to[k] ? to : q->to[k];
    }
    double rest = eg_norm(column, wanted);
    for (int i = 0; i < wanted && rest > 0; i++)
        column[i] /= rest;
    return status == 0 && rest > 1e-6 * size && rest > 1e-12 * eg_norm(q->r, wanted);
}

/* What is wanted may be so far off, 1e7 m, that a small step is round-off next to it. */
static bool has_own_effect(steady *q, int k, int wanted, double *scratch)
{
    const double step = 1e-6;
    if (has_own_effect_by(q, k, wanted, step, scratch))
        return true;
    const double far = eg_norm(q->r, wanted);
    return far > 1 && isfinite(far) && has_own_effect_by(q, k, wanted, step * far, scratch);
}

static void adopt_group(steady *q, const trying *at)
{
    q->order[q->unknowns] = at->order;
    q->root[q->unknowns++] = root_of(q, at);
}

static void pass_by(trying *at)
{
    at->body += at->order >= USER_STATE; /* for bodies next_group goes on by itself */
}

static bool is_adopted(const steady *q, const trying *at)
{
    for (int k = 0; k < q->unknowns; k++)
        if (q->order[k] == at->order && q->root[k] == root_of(q, at))
            return true;
    return false;
}

static eg_place place_of_condition(const steady *q, int i)
{
    int order;
    const eg_condition *c = wanted_start(q, i, &order);
    const int block = wanted_block(q, i);
    if (block >= 0)
        return eg_instance_place(&q->s->m->instances[q->s->m->nets[q->resting_net[block]].instance]);
    return c ? eg_instance_place(&q->s->m->instances[c->instance])
             : q->s->m->user->initial[i - q->p->conditions[2].count].place;
}

/* "mass.a = 0 m/s2, damper.v_rel = 1 m/s, 2 initial equations": what is wanted. */
static void name_wanted(const steady *q, char *text, size_t size)
{
    enum { MOST = 6 };
    char one[256];
    int named = 0;
    *text = '\0';
    for (int i = 0, order; i < q->wanted && named <= MOST; i++) {
        const eg_condition *c = wanted_start(q, i, &order);
        if (!c)
            continue;
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", named > 0 ? ", " : "",
                 named < MOST ? eg_start_describe(q->s, c, one, sizeof one) : "...");
        named++;
    }
    size_t used = strlen(text);
    if (initial_equations(q) > 0)
        snprintf(text + used, size - used, "%sinitial equations: %d", named > 0 ? ", " : "",
                 initial_equations(q));
    used = strlen(text);
    if (q->rests > 0)
        snprintf(text + used, size - used, "%sstates of blocks that stand still: %d", used > 0 ? ", " : "",
                 q->rests);
}

/* Of the first start value that is solved for and that forces make another one, at the point evaluated last;
 * false: there is none. */
static bool report_impossible(const steady *q, int unknowns, double size)
{
    char text[256], names[1000];
    for (int i = 0, order; i < q->wanted; i++) {
        const eg_condition *c = wanted_start(q, i, &order);
        if (!c || order == 2 || fabs(q->r[i]) < size)
            continue;
        name_wanted(q, names, sizeof names);
        eg_report(
            q->s->base.diagnostics, EG_ERROR, place_of_condition(q, i),
            "the fixed start value %s cannot hold: the balance of forces on a part without mass makes it "
            "%.9g; equations: %d (%s), free positions and speeds: %d",
            eg_start_describe(q->s, c, text, sizeof text), c->value + q->r[i], q->wanted, names, unknowns);
        eg_remedy(q->s->base.diagnostics, "remove `fixed=true` there, or from another start value");
        return true;
    }
    return false;
}

static eg_status report_too_many(steady *q, int free_groups)
{
    char names[1000];
    bool users = initial_equations(q) > 0;
    if (residual(q, q->z, q->r) == 0 && report_impossible(q, free_groups, 1e-9))
        return EG_ERROR_MODEL;
    name_wanted(q, names, sizeof names);
    eg_report(q->s->base.diagnostics, EG_ERROR, place_of_condition(q, q->wanted - 1),
              users
                  ? "too many conditions for the start: %d initial equations and fixed values for %d states "
                    "that nothing fixes: %s"
                  : "too many start values: %d fixed accelerations for %d positions and speeds that nothing "
                    "fixes: %s",
              q->wanted, free_groups, names);
    eg_remedy(q->s->base.diagnostics, "remove `fixed=true` from %d start value%s%s", q->wanted - free_groups,
              q->wanted - free_groups > 1 ? "s" : "", users ? ", or initial equations" : "");
    return EG_ERROR_MODEL;
}

/* Is all that is wanted so already, to round-off? Then nothing need be free. */
static bool agrees(steady *q)
{
    double size = 0;
    if (residual(q, q->z, q->r) != 0)
        return false;
    for (int i = 0, order; i < q->wanted; i++) {
        const eg_condition *c = wanted_start(q, i, &order);
        size = fmax(size, fabs(q->r[i]) / (c ? 1e-12 * fmax(1, fabs(c->value)) : 1e-300));
    }
    return !(size > 1);
}

/* What of condition i rounding may leave, at the point evaluated last. */
static double rounding_at(const steady *q, int i)
{
    int order;
    const eg_condition *c = wanted_start(q, i, &order);
    if (wanted_block(q, i) >= 0)
        return 0;
    const eg_user_row *row = c ? NULL : &q->s->m->user->initial[i - q->p->conditions[2].count];
    const double *sizes = c ? NULL : eg_user_sizes(q->s);
    return 16 * DBL_EPSILON * (c ? fabs(c->value) : sizes[row->left] + sizes[row->right]);
}

/* An acceleration that drives give is none that forces could change. Where it is what is wanted an unknown
 * goes with it that stays at its guess: one without effect, or of nothing. Is there such a condition? */
static bool hold_given(steady *q)
{
    int next = q->effective;
    if (next == q->wanted || residual(q, q->z, q->r) != 0)
        return false;
    for (int i = 0; i < q->wanted && next < q->wanted; i++) {
        bool moves = !(fabs(q->r[i]) <= rounding_at(q, i));
        for (int k = 0; k < q->effective && !moves; k++)
            moves = fabs(q->J[k * q->wanted + i]) > 1e-8;
        if (moves)
            continue;
        if (next == q->unknowns)
            q->order[q->unknowns++] = NOTHING;
        q->held[i] = next++;
    }
    return next > q->effective;
}

/* Do the conditions that were not sought hold where the others do? */
static bool still_hold(steady *q)
{
    bool hold = true;
    for (int i = 0; i < q->wanted; i++)
        q->held[i] = q->held[i] >= 0 ? -2 : -1;
    if (residual(q, q->z, q->r) != 0)
        return false;
    for (int i = 0; i < q->wanted; i++)
        hold = hold && (q->held[i] != -2 || fabs(q->r[i]) <= rounding_at(q, i));
    return hold;
}

/* Free groups with an effect of their own, as many as there are conditions at most. */
static void adopt_effective(steady *q, const belonging *is, double *scratch)
{
    const bool is_known = residual(q, q->z, q->r) == 0;
    for (trying at = {BLOCK_STATE, 0, 0}; is_known && q->unknowns < q->wanted && next_group(q, &at, is);
         pass_by(&at)) {
        adopt_group(q, &at);
        q->unknowns -= !has_own_effect(q, q->unknowns - 1, q->wanted, scratch);
    }
    q->effective = q->unknowns;
}

/* Fewer groups than conditions: some of these must hold whatever moves. */
static eg_status pick_few(steady *q, const belonging *is, int free_groups, double *scratch)
{
    if (agrees(q))
        return EG_OK;
    adopt_effective(q, is, scratch);
    if (hold_given(q) && q->unknowns == q->wanted)
        return EG_OK;
    q->unknowns = 0;
    for (int i = 0; i < q->wanted; i++)
        q->held[i] = -1;
    return report_too_many(q, free_groups);
}

/* Picks as many free groups as there are conditions; those without effect only when there are no others. */
static eg_status pick_unknowns(steady *q, double *scratch)
{
    const eg_model *m = q->s->m;
    int free_groups = 0;
    const trying first = {BLOCK_STATE, 0, 0};
    eg_status status = EG_OK;
    bool *flags = calloc(4 * (size_t)m->body_count, sizeof(bool));
    if (!flags)
        return EG_ERROR_MEMORY;
    const belonging is = {flags, flags + 2 * m->body_count};
    for (int order = 0; order < 2; order++)
        for (int b = 0; b < m->body_count; b++)
            q->group[order][b] = eg_ties_find(&q->p->fixed[order], b);
    mark(q, &is);
    for (trying at = first; next_group(q, &at, &is); pass_by(&at))
        free_groups++;
    if (free_groups < q->wanted) {
        status = pick_few(q, &is, free_groups, scratch);
    } else {
        adopt_effective(q, &is, scratch);
        for (trying at = first; q->unknowns < q->wanted && next_group(q, &at, &is); pass_by(&at))
            if (!is_adopted(q, &at))
                adopt_group(q, &at);
    }
    free(flags);
    return status;
}

/* ---------------------------------------------------------------- guesses that tell nothing
 *
 * At a guess of 0 x^2 + y^2 = 1 does not tell y, nor do m|m| and x y: an unknown without an effect there.
 * From elsewhere it may. */

/* The user's state that unknown k is, if its guess is 0; or NULL. */
static const eg_user_quantity *at_zero(const steady *q, int k)
{
    const eg_user *u = q->s->m->user;
    const eg_user_quantity *x = q->order[k] == USER_STATE ? &u->quantities[u->unknown_of[q->root[k]]] : NULL;
    return x && (isnan(x->start) || x->start == 0) ? x : NULL;
}

/* The first of them, or NULL. */
static const eg_user_quantity *first_at_zero(const steady *q)
{
    const eg_user_quantity *first = NULL;
    for (int k = 0; k < q->unknowns && !first; k++)
        first = at_zero(q, k);
    return first;
}

static void report_elsewhere(const steady *q, double share)
{
    const eg_user_quantity *x = first_at_zero(q);
    const double size = isfinite(x->nominal) && x->nominal != 0 ? x->nominal : 1;
    eg_report(
        q->s->base.diagnostics, EG_WARNING, x->place,
        "from the guess %s = 0 no start is found at which all holds; the start that is taken is found from "
        "%.9g",
        x->path, share * size);
    eg_remedy(q->s->base.diagnostics, "give a start value near to the solution that is meant");
}

/* From other values of those, in units of their nominal values. As find_start. */
static int find_elsewhere(steady *q, const double *guess)
{
    static const double shares[] = {1, -1, 0.1, 10, 1e-3, 1e3};
    const size_t n = (size_t)q->s->base.n;
    double *from = malloc(sizeof *from * (n + 1));
    int outcome = from ? 1 : EG_ERROR_MEMORY;
    for (size_t i = 0; i < EG_COUNT(shares) && outcome > 0; i++) {
        memcpy(from, guess, sizeof *from * n);
        for (int k = 0; k < q->unknowns; k++) {
            const eg_user_quantity *x = at_zero(q, k);
            const double size = x && isfinite(x->nominal) && x->nominal != 0 ? x->nominal : 1;
            if (x)
                from[q->s->m->first.user + q->root[k]] = shares[i] * size;
        }
        memcpy(q->base, from, sizeof *from * n);
        memset(q->z, 0, sizeof(double) * (size_t)q->unknowns);
        for (int k = 0; k < q->wanted; k++)
            q->held[k] = -1;
        outcome = find(q);
        if (outcome == 0)
            report_elsewhere(q, shares[i]);
    }
    free(from);
    return outcome;
}

/* What is free does not suffice, by its number. */
static void describe_lack(const steady *q, char *text, size_t size)
{
    char names[1000];
    *text = '\0';
    name_wanted(q, names, sizeof names);
    if (q->effective < q->wanted)
        snprintf(text, size, "; equations: %d (%s), free positions and speeds with an effect on them: %d",
                 q->wanted, names, q->effective);
    const eg_user_quantity *x = first_at_zero(q);
    const size_t used = strlen(text);
    if (x)
        snprintf(text + used, size - used, "; %s begins at the guess 0, which may tell nothing", x->path);
}

static eg_status report_not_found(steady *q)
{
    char lack[1200];
    int worst = 0, order;
    for (int i = 1; i < q->unknowns; i++)
        if (fabs(q->r[i]) > fabs(q->r[worst]))
            worst = i;
    const eg_condition *c = wanted_start(q, worst, &order);
    describe_lack(q, lack, sizeof lack);
    if (c && order < 2 && report_impossible(q, q->effective, fabs(q->r[worst])))
        return EG_ERROR_MODEL;
    if (wanted_block(q, worst) >= 0) {
        const eg_net *n = &q->s->m->nets[q->resting_net[wanted_block(q, worst)]];
        eg_report(q->s->base.diagnostics, EG_ERROR, place_of_condition(q, worst),
                  "no start has been found at which %s stands still, as its initType = SteadyState asks for: "
                  "its state changes by %.6g 1/s at the best point%s",
                  eg_instance_path(q->s->m, n->instance), q->r[worst], lack);
        eg_remedy(q->s->base.diagnostics,
                  "see whether what it controls can bring its input to 0 at the start, or use InitialState");
        return EG_ERROR_MODEL;
    }
    if (!c) {
        eg_report(q->s->base.diagnostics, EG_ERROR, place_of_condition(q, worst),
                  "no start has been found at which this holds: its sides differ by %.6g at the best point%s",
                  q->r[worst], lack);
        eg_remedy(q->s->base.diagnostics,
                  "give start values nearer to the solution; with fixed = true only to what is known");
        return EG_ERROR_MODEL;
    }
    eg_report(
        q->s->base.diagnostics, EG_ERROR, eg_instance_place(&q->s->m->instances[c->instance]),
        "no start has been found at which the fixed accelerations hold: %s is off by %.6g %s at the best "
        "point%s",
        eg_instance_path(q->s->m, c->instance), q->r[worst],
        q->s->m->nodes[c->to].rotational ? "rad/s2" : "m/s2", lack);
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

/* Where nothing is found, without the conditions that hold anyway. */
static int find_start(steady *q, const double *guess)
{
    const bool is_few = q->unknowns > 0 && q->order[q->unknowns - 1] == NOTHING;
    const bool some_given = !is_few && hold_given(q);
    for (int i = 0; i < q->wanted && !is_few; i++)
        q->held[i] = some_given ? -2 - q->held[i] : -1; /* put aside */
    int outcome = find(q);
    if (outcome > 0 && some_given) {
        memcpy(q->base, guess, sizeof(double) * (size_t)q->s->base.n);
        memset(q->z, 0, sizeof(double) * (size_t)q->unknowns);
        for (int i = 0; i < q->wanted; i++)
            q->held[i] = -2 - q->held[i];
        outcome = find(q);
        return outcome == 0 && !still_hold(q) ? 1 : outcome;
    }
    return outcome == 0 && is_few && !still_hold(q) ? 1 : outcome;
}

/* Lists them where some must be sought; how many. The lists may be NULL. */
static int list_resting(const eg_model *m, int *states, int *nets)
{
    int count = 0;
    for (int i = 0; eg_start_seeks(m) && i < m->net_count; i++)
        for (int k = 0; k < m->nets[i].states; k++) {
            if (!eg_start_rests(m, &m->nets[i], k))
                continue;
            if (states) {
                states[count] = m->nets[i].state + k;
                nets[count] = i;
            }
            count++;
        }
    return count;
}

eg_status eg_start_accelerations(eg_network *s, eg_start_problem *p, double t, double *y, double *yp)
{
    size_t n = (size_t)p->conditions[2].count + (size_t)p->open, bodies = (size_t)s->m->body_count;
    const int rests = list_resting(s->m, NULL, NULL);
    n += (s->m->user ? (size_t)s->m->user->initial_count : 0) + (size_t)rests;
    int *integers = calloc(7 * n, sizeof(int));
    eg_tie *ties = calloc(2 * bodies, sizeof *ties);
    double *reals = calloc(3 * n + n * n + 2 * (size_t)s->base.n, sizeof(double));
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
                    .from = integers + 2 * n,
                    .to = integers + 3 * n,
                    .held = integers + 4 * n,
                    .resting = integers + 5 * n,
                    .resting_net = integers + 6 * n,
                    .rests = rests,
                    .group = group,
                    .z = reals,
                    .r = reals + n,
                    .J = reals + 3 * n,
                    .base = reals + 3 * n + n * n};
        double *guess = q.base + s->base.n;
        list_resting(s->m, q.resting, q.resting_net);
        for (size_t i = 0; i < n; i++)
            q.held[i] = -1;
        memcpy(q.base, y, sizeof(double) * (size_t)s->base.n);
        memcpy(guess, y, sizeof(double) * (size_t)s->base.n);
        status = pick_unknowns(&q, reals + 2 * n);
        if (status == EG_OK && q.unknowns == q.wanted) {
            int outcome = find_start(&q, guess);
            if (outcome > 0 && first_at_zero(&q))
                outcome = find_elsewhere(&q, guess);
            if (outcome == 0 && s->m->user)
                outcome = keep_guesses(&q, guess);
            if (outcome == 0)
                status = EG_OK;
            else if (outcome > 0)
                status = report_not_found(&q);
            else if (outcome == EG_ERROR_MEMORY)
                status = EG_ERROR_MEMORY;
            else
                status = EG_ERROR_MODEL;
        }
        mark_solved(&q);
    }
    free(integers);
    free(ties);
    free(reals);
    return status;
}
