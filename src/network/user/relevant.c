/* Which relations matter, and how exactly their sides are known.
 *
 * Between events truth values stand still, and a relation that no result depends on in the present state is
 * no event: in `mode == 1 and v > 0` the sign of v says nothing until mode is 1, in `if closed then (if f > 0
 * then
 * ...) else 0` nothing depends on f while it is open. Such a relation is not watched. At every event it
 * follows its sides before anything else is decided, so that it is right when it begins to matter. */
#include "network/network.h"
#include "network/user/relevant.h"
#include "network/user/user.h"

#include <math.h>
#include <string.h>

static void mark(bool *marks, int node)
{
    if (node >= 0)
        marks[node] = true;
}

void eg_user_mark_roots(const eg_user *u, bool *marks)
{
    memset(marks, 0, sizeof *marks * (size_t)u->tape.count);
    for (int i = 0; i < u->unknowns; i++)
        mark(marks, u->rows[i].result.node);
    for (int i = 0; i < u->flow_count; i++)
        mark(marks, u->flows[i].result.node);
    for (int i = 0; i < u->output_count; i++)
        mark(marks, u->outputs[i].result.node);
    for (int i = 0; i < u->quantity_count; i++)
        mark(marks, u->quantities[i].node);
    for (int i = 0; i < u->clause_count; i++)
        mark(marks, u->clauses[i].condition);
    for (int i = 0; i < u->action_count; i++)
        mark(marks, u->actions[i].value);
    for (int i = 0; i < u->before_count; i++)
        mark(marks, u->befores[i].node);
    for (int i = 0; i < u->impulse_count; i++)
        mark(marks, u->impulses[i].after);
    for (int i = 0; i < u->delay_count; i++) {
        mark(marks, u->delays[i].x_node);
        mark(marks, u->delays[i].T_node);
    }
}

/* The operand that decides `a and b` or `a or b` alone, or -1: both do. */
static int deciding(const eg_network *s, const eg_instruction *i)
{
    const bool *is_frozen = s->m->user->is_frozen;
    bool decides = i->op == EG_OP_OR;
    if (is_frozen[i->a] && (s->user.value[i->a] != 0) == decides)
        return i->a;
    return is_frozen[i->b] && (s->user.value[i->b] != 0) == decides ? i->b : -1;
}

static void mark_operands(eg_network *s, const eg_instruction *i)
{
    const int of[3] = {i->a, i->b, i->c};
    int one = i->op == EG_OP_AND || i->op == EG_OP_OR ? deciding(s, i) : -1;
    if (i->op == EG_OP_SELECT && s->m->user->is_frozen[i->a]) {
        one = s->user.value[i->a] != 0 ? i->b : i->c;
        mark(s->user.mark, i->a);
    }
    mark(s->user.mark, one);
    for (int k = 0; k < 3 && k < eg_op_operands(i->op) && one < 0; k++)
        mark(s->user.mark, of[k]);
}

/* Marks the sides of a relation; true when one of them has been passed already. */
static bool mark_sides(eg_network *s, int relation, int at)
{
    const eg_user_relation *r = &s->m->user->relations[relation];
    bool passed = false;
    if (s->user.relevant[relation] || r->a < 0)
        return false;
    s->user.relevant[relation] = true;
    for (int side = 0; side < 2; side++) {
        int node = side ? r->b : r->a;
        passed = passed || (node > at && !s->user.mark[node]);
        s->user.mark[node] = true;
    }
    return passed;
}

void eg_user_find_relevant(eg_network *s)
{
    const eg_user *u = s->m->user;
    s->user.is_behind = false;
    memset(s->user.relevant, 0, sizeof *s->user.relevant * (size_t)u->relation_count);
    if (u->relation_count == 0)
        return;
    eg_user_mark_roots(u, s->user.mark);
    for (int i = 0; i < u->relation_count; i++)
        if (!u->relations[i].is_read)
            mark_sides(s, i, u->tape.count);
    for (bool again = true; again;) {
        again = false;
        for (int i = u->tape.count - 1; i >= 0; i--) {
            const eg_instruction *x = &u->tape.code[i];
            if (!s->user.mark[i])
                continue;
            if (x->op == EG_OP_SWITCH)
                again = mark_sides(s, x->a, i) || again;
            else
                mark_operands(s, x);
        }
    }
}

void eg_user_catch_up(eg_network *s)
{
    if (s->user.is_behind)
        eg_user_find_relevant(s);
}

/* Of what magnitude are the numbers that a value consists of: their round-off is in it, also where it is a
 * small difference. */
static double size_of(const eg_instruction *i, const double *v, const double *size, double value)
{
    switch (i->op) {
    case EG_OP_NEG:
    case EG_OP_ABS:
    case EG_OP_ALONG: return size[i->a];
    case EG_OP_ADD:
    case EG_OP_SUB: return size[i->a] + size[i->b];
    case EG_OP_MUL: return size[i->a] * fabs(v[i->b]) + fabs(v[i->a]) * size[i->b];
    case EG_OP_DIV: return (size[i->a] + fabs(value) * size[i->b]) / fabs(v[i->b]);
    case EG_OP_MIN:
    case EG_OP_MAX: return fmax(size[i->a], size[i->b]);
    case EG_OP_SELECT: return size[v[i->a] != 0 ? i->b : i->c];
    default: return fabs(value);
    }
}

const double *eg_user_sizes(eg_network *s)
{
    const eg_tape *t = &s->m->user->tape;
    for (int i = 0; i < s->m->user->core; i++)
        s->user.work[i] = size_of(&t->code[i], s->user.value, s->user.work, s->user.value[i]);
    return s->user.work;
}
