/* Masses that equations write, flange.f = m*a + (anything else): where m is a number, m v^2/2 is energy of
 * the motion, as that of native masses is, and what m*a takes is supplied to it, not to somewhere outside.
 * A mass that depends on position, time or states, and what accelerates one flange by another's
 * acceleration, stays outside. */
#include "network/motion/kinematics.h"
#include "network/user/inertia.h"
#include "network/user/user.h"

#include <math.h>
#include <stdlib.h>

/* Do both nodes have one speed always? */
static bool move_as_one(const eg_model *m, int a, int b)
{
    const eg_flange_node *x = &m->nodes[a], *y = &m->nodes[b];
    return a == b || (x->body == y->body && x->factor == y->factor && x->motion == y->motion &&
                      x->more == 0 && y->more == 0);
}

/* The coefficient of the node's acceleration in the instruction, which is linear in it with a number; NAN: it
 * is not. `c` has those of all instructions before; *input becomes the number of the acceleration. */
static double coefficient(const eg_model *m, int node, int at, const double *c, int *input)
{
    const eg_user *u = m->user;
    const eg_instruction *x = &u->tape.code[at];
    if (x->op == EG_OP_INPUT) {
        if (u->inputs[x->a].kind != EG_USER_ACCELERATION)
            return 0;
        if (!move_as_one(m, u->inputs[x->a].index, node))
            return NAN;
        *input = x->a;
        return 1;
    }
    if (x->op == EG_OP_CONSTANT || x->op == EG_OP_SWITCH)
        return 0;
    if (x->op == EG_OP_LOOP || x->op == EG_OP_ARGUMENT)
        return NAN;
    const int of[] = {x->a, x->b, x->c}, operands = eg_op_operands(x->op);
    bool follows = false;
    for (int k = 0; k < 3 && k < operands; k++)
        follows = follows || c[of[k]] != 0; /* NAN too */
    if (!follows)
        return 0;
    switch (x->op) {
    case EG_OP_NEG: return -c[x->a];
    case EG_OP_ADD: return c[x->a] + c[x->b];
    case EG_OP_SUB: return c[x->a] - c[x->b];
    case EG_OP_MUL:
        if (u->tape.code[x->a].op == EG_OP_CONSTANT)
            return u->tape.code[x->a].number * c[x->b];
        return u->tape.code[x->b].op == EG_OP_CONSTANT ? u->tape.code[x->b].number * c[x->a] : NAN;
    case EG_OP_DIV:
        return u->tape.code[x->b].op == EG_OP_CONSTANT ? c[x->a] / u->tape.code[x->b].number : NAN;
    default: return NAN;
    }
}

bool eg_user_follows_acceleration(const eg_user *u, const eg_user_result *r)
{
    for (int i = r->first_input; i < r->first_input + r->input; i++)
        if (u->inputs[u->tape.code[u->supports[i]].a].kind == EG_USER_ACCELERATION)
            return true;
    return false;
}

eg_status eg_user_find_inertias(eg_model *m)
{
    eg_user *u = m->user;
    double *c = calloc((size_t)u->tape.count + 1, sizeof *c);
    u->inertias = eg_arena_array(m->arena, (size_t)u->flow_count + 1, sizeof *u->inertias);
    if (!u->inertias || !c) {
        free(c);
        return EG_ERROR_MEMORY;
    }
    for (int i = 0; i < u->flow_count; i++) {
        const eg_user_flow *f = &u->flows[i];
        const int last = f->result.node;
        int input = -1;
        if (f->is_heat || u->is_of_law[i] || !eg_user_follows_acceleration(u, &f->result))
            continue;
        for (int k = 0; k <= last; k++)
            c[k] = coefficient(m, f->node, k, c, &input);
        if (c[last] > 0 && isfinite(c[last]))
            u->inertias[i] = (eg_user_inertia){c[last], input};
    }
    free(c);
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
    return own->mass > 0 ? own->mass * s->user.in[own->input] : 0;
}
