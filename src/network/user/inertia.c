/* Masses that equations write, flange.f = m*a + (anything else): where m is a number, m v^2/2 is energy of
 * the motion, as that of native masses is, and what m*a takes is supplied to it, not to somewhere outside.
 * A mass that depends on position, time or states, and what accelerates one flange by another's
 * acceleration, stays outside. */
#include "network/motion/kinematics.h"
#include "network/user/inertia.h"
#include "network/user/user.h"

#include <math.h>

/* The node of the flow, and what has been found to be its acceleration. */
typedef struct search {
    const eg_model *m;
    int node, input;
} search;

/* Do both nodes have one speed always? */
static bool move_as_one(const eg_model *m, int a, int b)
{
    const eg_node *x = &m->nodes[a], *y = &m->nodes[b];
    return a == b || (x->body == y->body && x->factor == y->factor && x->motion == y->motion &&
                      x->more == 0 && y->more == 0);
}

static bool is_acceleration(const eg_user *u, int node)
{
    const eg_instruction *c = &u->tape.code[node];
    return c->op == EG_OP_INPUT && u->inputs[c->a].kind == EG_USER_ACCELERATION;
}

static bool follows_acceleration(const eg_user *u, int node, int depth)
{
    const eg_instruction *c = &u->tape.code[node];
    const int operands[] = {c->a, c->b, c->c};
    if (depth == 0 || c->op == EG_OP_LOOP)
        return true; /* for all that is known */
    if (c->op == EG_OP_INPUT || c->op == EG_OP_CONSTANT || c->op == EG_OP_SWITCH)
        return is_acceleration(u, node);
    for (int k = 0; k < eg_op_operands(c->op); k++)
        if (follows_acceleration(u, operands[k], depth - 1))
            return true;
    return false;
}

enum { DEEPEST = 24 }; /* of formulas, which share parts */

/* The coefficient of the acceleration in what is linear in it, with a number; NAN: it is not. */
static double coefficient(search *q, int node, int depth)
{
    const eg_user *u = q->m->user;
    const eg_instruction *c = &u->tape.code[node];
    if (is_acceleration(u, node)) {
        const bool is_own = move_as_one(q->m, u->inputs[c->a].index, q->node);
        q->input = c->a;
        return is_own ? 1 : NAN;
    }
    if (depth == 0 || !follows_acceleration(u, node, DEEPEST))
        return depth == 0 ? NAN : 0;
    const bool by_first = c->op == EG_OP_MUL && u->tape.code[c->a].op == EG_OP_CONSTANT;
    const bool by_second =
        (c->op == EG_OP_MUL || c->op == EG_OP_DIV) && u->tape.code[c->b].op == EG_OP_CONSTANT;
    switch (c->op) {
    case EG_OP_NEG: return -coefficient(q, c->a, depth - 1);
    case EG_OP_ADD: return coefficient(q, c->a, depth - 1) + coefficient(q, c->b, depth - 1);
    case EG_OP_SUB: return coefficient(q, c->a, depth - 1) - coefficient(q, c->b, depth - 1);
    case EG_OP_MUL:
        if (by_first)
            return u->tape.code[c->a].number * coefficient(q, c->b, depth - 1);
        return by_second ? u->tape.code[c->b].number * coefficient(q, c->a, depth - 1) : NAN;
    case EG_OP_DIV: return by_second ? coefficient(q, c->a, depth - 1) / u->tape.code[c->b].number : NAN;
    default: return NAN;
    }
}

eg_status eg_user_find_inertias(eg_model *m)
{
    eg_user *u = m->user;
    u->inertias = eg_arena_array(m->arena, (size_t)u->flow_count + 1, sizeof *u->inertias);
    if (!u->inertias)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < u->flow_count; i++) {
        const eg_user_flow *f = &u->flows[i];
        search q = {.m = m, .node = f->node, .input = -1};
        const double mass = f->is_heat || u->is_of_law[i] ? 0 : coefficient(&q, f->result.node, DEEPEST);
        if (mass > 0 && isfinite(mass))
            u->inertias[i] = (eg_user_inertia){mass, q.input};
    }
    return EG_OK;
}

double eg_user_kinetic(const eg_network *s, const double *y)
{
    const eg_user *u = s->m->user;
    double sum = 0;
    for (int i = 0; u && i < u->flow_count; i++) {
        const double v = u->inertias[i].mass > 0 ? eg_node_speed(s, u->flows[i].node, y) : 0;
        sum += 0.5 * u->inertias[i].mass * v * v;
    }
    return sum;
}

double eg_user_inertial_force(const eg_network *s, int flow)
{
    const eg_user_inertia *own = &s->m->user->inertias[flow];
    return own->mass > 0 ? own->mass * s->user_in[own->input] : 0;
}
