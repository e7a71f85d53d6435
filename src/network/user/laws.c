/* Force laws that users write: what of their work is stored, and what is lost.
 *
 * Equations say what force a component exerts, not what becomes of its work. Where the forces at its one
 * or two flanges follow from nothing but where these are, relative to each other, and how fast they move,
 * it can be told:
 *
 *     f(s, v) = f(s, 0) + (f(s, v) - f(s, 0))
 *
 * The first part depends on the distance alone, so that its work between two distances is the same on
 * every way: it is stored. The rest is there while something moves: where it takes power, that is lost;
 * where it gives power, it is supplied. f(s, 0) is the mean of both sides, since friction jumps there;
 * relations are asked at that point anew. With s_rel between two flanges the forces must be opposite to
 * each other; what depends on anything else (time, states, signals, other components) counts as supplied.
 *
 * A part may keep its distance as a state of its own, der(x) = v, as those of 20-sim do: x is the distance
 * but for a constant, and a force that follows it is booked in the same way. It is no law to anything else,
 * since the place of its flanges does not tell it. */
#include "network/motion/kinematics.h"
#include "network/user/evaluate.h"

#include <float.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- which are laws */

/* What is looked for in the formulas of one component. */
typedef struct search {
    const eg_model *m;
    const eg_user *u;
    int nodes[2], count;
    bool takes_states; /* that run as the distance */
    signed char *seen; /* (instructions) 1: the law computes it */
    int *on;           /* (instructions) how it follows the positions: slope_of */
    bool *relation;    /* (relations) that the law asks */
} search;

/* How an instruction follows the positions: by none, by the distance of the two nodes alone, or otherwise. */
enum { FREE, DISTANCE, POSITION_A, POSITION_B, OTHERWISE };

/* A sum of the rate of a state and of the speeds of the two nodes. */
typedef struct rates {
    double own, speed[2];
} rates;

enum { DEEPEST = 12 }; /* of operations in such a sum */

/* Adds factor times what the instruction is. False: it is anything else. */
static bool add_rates(const search *q, int state, int i, double factor, int depth, rates *sum)
{
    const eg_instruction *c = &q->u->tape.code[i];
    if (depth == DEEPEST)
        return false;
    if (c->op == EG_OP_NEG)
        return add_rates(q, state, c->a, -factor, depth + 1, sum);
    if (c->op == EG_OP_ADD || c->op == EG_OP_SUB)
        return add_rates(q, state, c->a, factor, depth + 1, sum) &&
               add_rates(q, state, c->b, c->op == EG_OP_SUB ? -factor : factor, depth + 1, sum);
    const eg_user_input *in = c->op == EG_OP_INPUT ? &q->u->inputs[c->a] : NULL;
    if (in && in->kind == EG_USER_RATE && in->index == state) {
        sum->own += factor;
        return true;
    }
    for (int k = 0; in && in->kind == EG_USER_SPEED && k < q->count; k++)
        if (in->index == q->nodes[k]) {
            sum->speed[k] += factor;
            return true;
        }
    return false;
}

/* Is der(x) the speed of the one node, or that of the two relative to each other, or the opposite? */
static bool runs_as_distance(const search *q, int state)
{
    rates sum = {0};
    return q->takes_states && state < q->u->states &&
           add_rates(q, state, q->u->rows[state].result.node, 1.0, 0, &sum) && fabs(sum.own) == 1.0 &&
           fabs(sum.speed[0]) == 1.0 && (q->count == 1 || sum.speed[1] == -sum.speed[0]);
}

static int slope_of_input(const search *q, const eg_user_input *in)
{
    if (in->kind == EG_USER_VALUE && runs_as_distance(q, in->index))
        return DISTANCE;
    if (in->kind != EG_USER_DISTANCE)
        return FREE;
    const bool to_a = in->index == q->nodes[0], to_b = q->count == 2 && in->index == q->nodes[1];
    const bool from_a = in->other == q->nodes[0], from_b = q->count == 2 && in->other == q->nodes[1];
    if ((to_a && from_b) || (to_b && from_a) || (q->count == 1 && to_a && in->other < 0) ||
        (q->count == 1 && from_a && in->index < 0))
        return DISTANCE;
    if (in->other < 0 && (to_a || to_b))
        return to_a ? POSITION_A : POSITION_B;
    return OTHERWISE;
}

static bool is_position(int slope)
{
    return slope == POSITION_A || slope == POSITION_B;
}

/* The difference of both positions is the distance, and so is what lengths have been added to; what follows
 * from the distance alone is called so too. */
static int slope_of(const search *q, int i)
{
    const eg_instruction *c = &q->u->tape.code[i];
    if (c->op == EG_OP_INPUT)
        return slope_of_input(q, &q->u->inputs[c->a]);
    if (c->op == EG_OP_CONSTANT || c->op == EG_OP_SWITCH)
        return FREE;
    const int operands[] = {c->a, c->b, c->c}, count = eg_op_operands(c->op);
    const int first = q->on[c->a], second = count > 1 ? q->on[c->b] : FREE;
    if (c->op == EG_OP_SUB && is_position(first) && is_position(second) && first != second)
        return DISTANCE;
    if ((c->op == EG_OP_SUB || c->op == EG_OP_ADD) && is_position(first) && second == FREE)
        return first;
    if (c->op == EG_OP_ADD && first == FREE && is_position(second))
        return second;
    int slope = FREE;
    for (int k = 0; k < count; k++)
        if (q->on[operands[k]] != FREE)
            slope = q->on[operands[k]] == DISTANCE && slope != OTHERWISE ? DISTANCE : OTHERWISE;
    return slope;
}

/* Does all that the instruction follows from belong to a law? */
static bool fits(search *q, int root)
{
    const eg_tape *tape = &q->u->tape;
    if (q->seen[root])
        return true;
    const eg_instruction *c = &tape->code[root];
    if (c->op == EG_OP_LOOP || c->op == EG_OP_ARGUMENT || q->on[root] == OTHERWISE)
        return false;
    q->seen[root] = 1;
    if (c->op == EG_OP_INPUT) {
        const eg_user_input *in = &q->u->inputs[c->a];
        if (in->kind == EG_USER_DISTANCE)
            return true; /* `on` of the law itself tells */
        if (in->kind == EG_USER_VALUE)
            return runs_as_distance(q, in->index);
        return in->kind == EG_USER_SPEED &&
               (in->index == q->nodes[0] || (q->count == 2 && in->index == q->nodes[1]));
    }
    if (c->op == EG_OP_SWITCH) {
        const eg_user_relation *r = &q->u->relations[c->a];
        if (r->a < 0 || r->is_of_time || q->on[r->a] > DISTANCE || q->on[r->b] > DISTANCE)
            return false;
        q->relation[c->a] = true;
        return fits(q, r->a) && fits(q, r->b);
    }
    const int operands[] = {c->a, c->b, c->c};
    for (int k = 0; k < eg_op_operands(c->op); k++)
        if (!fits(q, operands[k]))
            return false;
    return true;
}

/* "gap" of "gap.flange_a". */
static size_t length_of_component(const eg_model *m, const eg_user_flow *f)
{
    const char *path = m->connector.list[f->connector].path, *dot = strrchr(path, '.');
    return dot ? (size_t)(dot - path) : 0;
}

static bool is_same_component(const eg_model *m, const eg_user_flow *a, const eg_user_flow *b)
{
    const size_t length = length_of_component(m, a);
    return !b->is_heat && length > 0 && length == length_of_component(m, b) &&
           strncmp(m->connector.list[a->connector].path, m->connector.list[b->connector].path, length) == 0;
}

/* Is the component of flow i, with all of its flows, a law? */
static bool is_law(search *q, int i, eg_user_law *law)
{
    const eg_model *m = q->m;
    const eg_user *u = q->u;
    *law = (eg_user_law){.flow = {i, -1}, .count = 1};
    for (int k = 0; k < u->flow_count; k++) {
        if (k == i || !is_same_component(m, &u->flows[i], &u->flows[k]))
            continue;
        if (k < i || law->count == 2)
            return false;
        law->flow[law->count++] = k;
    }
    q->count = law->count;
    for (int k = 0; k < law->count; k++)
        q->nodes[k] = u->flows[law->flow[k]].node;
    memset(q->seen, 0, (size_t)u->tape.count);
    memset(q->relation, 0, (size_t)u->relation_count * sizeof *q->relation);
    for (int k = 0; k < u->tape.count; k++)
        q->on[k] = slope_of(q, k);
    for (int k = 0; k < law->count; k++) {
        const int f = u->flows[law->flow[k]].result.node;
        if (q->on[f] > DISTANCE || !fits(q, f))
            return false;
    }
    return true;
}

/* Are the forces at both flanges opposite to each other, wherever these are and however fast? What the
 * equations of a component make of that may be arranged differently for the two, so it is tried, with all
 * relations as they are at each point, at distances and speeds of many sizes. */
static bool is_opposite(const eg_model *m, const eg_user_law *law, double *in, int *mode, double *v)
{
    const eg_user *u = m->user;
    const eg_user_flow *a = &u->flows[law->flow[0]], *b = &u->flows[law->flow[1]];
    for (int i = 0; i < 128; i++) {
        const double s = ldexp(i & 1 ? 0.7 : -0.6, (i >> 2) % 16 - 12),
                     w = ldexp(i & 2 ? 0.9 : -0.8, i % 21 - 10);
        for (int k = 0; k < u->input_count; k++) {
            const eg_user_input *x = &u->inputs[k];
            const bool is_to = x->index == b->node;
            in[k] = 0;
            if (x->kind == EG_USER_DISTANCE)
                in[k] = (is_to ? s : 0) - (x->other == b->node ? s : 0);
            else if (x->kind == EG_USER_SPEED)
                in[k] = is_to ? w : 0;
            else if (x->kind == EG_USER_VALUE)
                in[k] = s;
        }
        memset(mode, 0, (size_t)u->relation_count * sizeof *mode);
        eg_user_run_law(u, law, in, mode, v);
        const double f = v[a->result.node], g = v[b->result.node];
        if (!(fabs(f + g) <= 64 * DBL_EPSILON * fabs(f)))
            return false;
    }
    return true;
}

/* Is what instruction i makes of operands that go on evenly where the speed is 0 such a thing, too?
 * `moves`: what follows a speed. */
static bool goes_on(const search *q, int i, const bool *moves)
{
    const eg_instruction *c = &q->u->tape.code[i];
    switch (c->op) {
    case EG_OP_INPUT:
    case EG_OP_ADD:
    case EG_OP_SUB:
    case EG_OP_MUL:
    case EG_OP_NEG:
    case EG_OP_ABS:
    case EG_OP_MIN:
    case EG_OP_MAX:
    case EG_OP_ALONG: return true;
    case EG_OP_DIV: return !moves[c->b];
    case EG_OP_SELECT: return !moves[c->a];
    case EG_OP_POW: return q->u->tape.code[c->b].op == EG_OP_CONSTANT && q->u->tape.code[c->b].number >= 1;
    default: return false;
    }
}

static bool is_continuous(const search *q, bool *moves)
{
    bool goes = true;
    for (int i = 0; i < q->u->tape.count && goes; i++) {
        const eg_instruction *c = &q->u->tape.code[i];
        const int of[3] = {c->a, c->b, c->c};
        if (!q->seen[i])
            continue;
        moves[i] = c->op == EG_OP_INPUT && q->u->inputs[c->a].kind == EG_USER_SPEED;
        for (int k = 0; k < 3 && k < eg_op_operands(c->op); k++)
            moves[i] = moves[i] || moves[of[k]];
        goes = !moves[i] || goes_on(q, i, moves);
    }
    return goes;
}

/* All that the law computes, in order, and its relations. */
static eg_status keep(eg_model *m, const search *q, eg_user_law *law)
{
    eg_user *u = m->user;
    int relations = 0, inputs = 0, steps = 0;
    for (int i = 0; i < u->tape.count; i++) {
        steps += q->seen[i] && u->tape.code[i].op != EG_OP_CONSTANT;
        inputs += q->seen[i] && u->tape.code[i].op == EG_OP_INPUT;
    }
    for (int i = 0; i < u->relation_count; i++)
        relations += q->relation[i];
    law->steps = eg_arena_array(m->arena, (size_t)steps + 1, sizeof *law->steps);
    law->inputs = eg_arena_array(m->arena, (size_t)inputs + 1, sizeof *law->inputs);
    law->relations = eg_arena_array(m->arena, (size_t)relations + 1, sizeof *law->relations);
    bool *moves = calloc((size_t)u->tape.count + 1, sizeof *moves);
    if (!law->steps || !law->inputs || !law->relations || !moves) {
        free(moves);
        return EG_ERROR_MEMORY;
    }
    for (int i = 0; i < u->tape.count; i++) {
        if (!q->seen[i] || u->tape.code[i].op == EG_OP_CONSTANT)
            continue;
        law->steps[law->step_count++] = eg_tape_step_of(&u->tape, i);
        if (u->tape.code[i].op == EG_OP_INPUT)
            law->inputs[law->input_count++] = u->tape.code[i].a;
    }
    for (int i = 0; i < u->relation_count; i++)
        if (q->relation[i])
            law->relations[law->relation_count++] = i;
    law->is_continuous = is_continuous(q, moves);
    free(moves);
    return EG_OK;
}

/* Appends to the list what is a law of the flows that belong to none yet. */
static eg_status list_laws(eg_model *m, search *q, double *in, int *mode, double *value, eg_user_law *list,
                           int *count, bool *is_of)
{
    const eg_user *u = m->user;
    for (int i = 0; i < u->flow_count; i++) {
        eg_user_law law;
        if (u->flows[i].is_heat || u->is_of_law[i] || u->is_of_work[i] || !is_law(q, i, &law))
            continue;
        eg_status status = keep(m, q, &law);
        if (status == EG_OK && law.count == 2 && !is_opposite(m, &law, in, mode, value))
            continue;
        for (int k = 0; k < law.count; k++)
            is_of[law.flow[k]] = true;
        if (status == EG_OK)
            status = eg_user_find_rest(m, &law);
        list[(*count)++] = law;
        if (status != EG_OK)
            return status;
    }
    return EG_OK;
}

eg_status eg_user_find_laws(eg_model *m)
{
    eg_user *u = m->user;
    search q = {.m = m, .u = u};
    eg_status status = EG_ERROR_MEMORY;
    if (u->flow_count == 0)
        return EG_OK;
    q.seen = calloc((size_t)u->tape.count + 1, sizeof *q.seen);
    q.on = calloc((size_t)u->tape.count + 1, sizeof *q.on);
    q.relation = calloc((size_t)u->relation_count + 1, sizeof *q.relation);
    double *in = calloc((size_t)u->input_count + 1, sizeof *in);
    double *value = calloc((size_t)u->tape.count + 1, sizeof *value);
    int *mode = calloc((size_t)u->relation_count + 1, sizeof *mode);
    u->laws = eg_arena_array(m->arena, (size_t)u->flow_count, sizeof *u->laws);
    u->works = eg_arena_array(m->arena, (size_t)u->flow_count, sizeof *u->works);
    u->is_of_law = eg_arena_array(m->arena, (size_t)u->flow_count, sizeof *u->is_of_law);
    u->is_of_work = eg_arena_array(m->arena, (size_t)u->flow_count, sizeof *u->is_of_work);
    if (!q.seen || !q.on || !q.relation || !u->laws || !u->works || !u->is_of_law || !u->is_of_work || !in ||
        !value || !mode)
        goto done;
    eg_tape_set_constants(&u->tape, value);
    status = list_laws(m, &q, in, mode, value, u->laws, &u->law_count, u->is_of_law);
    q.takes_states = true;
    if (status == EG_OK && u->states > 0)
        status = list_laws(m, &q, in, mode, value, u->works, &u->work_count, u->is_of_work);

done:
    free(q.seen);
    free(q.on);
    free(q.relation);
    free(in);
    free(value);
    free(mode);
    return status;
}

/* ---------------------------------------------------------------- what becomes of their work */

void eg_user_run_law(const eg_user *u, const eg_user_law *law, const double *in, int *mode, double *v)
{
    /* Relations inside of others settle one after the other. */
    for (int pass = 0, changes = 1; changes > 0 && pass <= law->relation_count + 1; pass++) {
        eg_tape_run_steps(law->steps, law->step_count, in, mode, v);
        changes = 0;
        for (int k = 0; k < law->relation_count; k++) {
            const int r = law->relations[k];
            const double h = v[u->relations[r].b] - v[u->relations[r].a];
            const int holds = h > 0 || (u->relations[r].or_equal && h == 0);
            changes += holds != mode[r];
            mode[r] = holds;
        }
    }
}

/* The force at the first flange where nothing moves, as from one side of it: speeds of that size and sign. */
static double force_at(eg_network *s, const eg_user_law *law, double speed)
{
    const eg_user *u = s->m->user;
    for (int k = 0; k < law->input_count; k++) {
        const int i = law->inputs[k];
        const bool is_speed = u->inputs[i].kind == EG_USER_SPEED;
        const bool is_first = u->inputs[i].index == u->flows[law->flow[0]].node;
        s->law.in[i] = is_speed ? speed * is_first : s->user.in[i];
    }
    for (int k = 0; k < law->relation_count; k++)
        s->law.mode[law->relations[k]] = s->user.mode[law->relations[k]];
    eg_user_run_law(u, law, s->law.in, s->law.mode, s->law.value);
    return s->law.value[u->flows[law->flow[0]].result.node];
}

/* A speed next to 0: nothing that is in proportion to it is felt. */
static const double next_to_zero = 1e-100;

/* What there is of the force f where nothing moves: the mean of both sides, should they differ. */
static double force_at_rest(eg_network *s, const eg_user_law *law, double f)
{
    if (eg_user_force_at_rest(law, s->user.in, s->law.rest, &f))
        return f;
    return 0.5 * (force_at(s, law, next_to_zero) + force_at(s, law, -next_to_zero));
}

static void add_powers(eg_network *s, const eg_user_law *law, const double *y, double *power)
{
    const eg_user *u = s->m->user;
    const eg_user_flow *a = &u->flows[law->flow[0]];
    const double other = law->count == 2 ? eg_node_speed(s, u->flows[law->flow[1]].node, y) : 0;
    const double v = eg_node_speed(s, a->node, y) - other;
    const double f = s->user.value[a->result.node];
    const double rest = v == 0 ? 0 : force_at_rest(s, law, f);
    const double stored = rest * v, taken = f * v - stored;
    power[EG_POWER_STORED] += stored;
    power[EG_POWER_TURNOVER] += fabs(f * v);
    /* What is left of a law without damping is the rounding of its parts. */
    if (taken > 0 || fabs(taken) <= 64 * DBL_EPSILON * fabs(stored))
        power[EG_POWER_DISSIPATED] += taken;
    else
        power[EG_POWER_SUPPLIED] -= taken;
}

void eg_user_law_powers(eg_network *s, const double *y, double *power)
{
    const eg_user *u = s->m->user;
    for (int i = 0; i < u->law_count; i++)
        add_powers(s, &u->laws[i], y, power);
    for (int i = 0; i < u->work_count; i++)
        add_powers(s, &u->works[i], y, power);
}
