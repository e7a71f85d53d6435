/* Beyond the edge of a branch.
 *
 * Between events the branch that has been taken stays, and engines look for the event on a motion that goes
 * on beyond it: in `if s < 0 then c*(-s)^1.5 else 0` they ask for the power of a negative number there. Where
 * a relation is contradicted there is an event before that point, and nothing but this event will come of it:
 * operations are then continued beyond the edge of what they are defined for. So they are at the instant of
 * the event itself, where clauses have yet to follow, and where arguments are off by no more than the
 * round-off in them. Anything else that has no value has none. */
#include "base/arena.h"
#include "network/motion/switching.h"
#include "network/user/edges.h"
#include "network/user/relations.h"
#include "network/user/relevant.h"

#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* The results, and the sides of relations, in which an operation stands that is not defined everywhere. */
static int list_bounded(const eg_user *u, const bool *mark, const bool *is_bounded, int *list)
{
    int count = 0;
    for (int i = 0; i < u->tape.count; i++)
        if (mark[i] && is_bounded[i] && !(u->is_late && u->is_late[i]))
            list[count++] = i;
    return count;
}

static void mark_all(const eg_user *u, bool *mark)
{
    eg_user_mark_roots(u, mark);
    for (int i = 0; i < u->relation_count; i++)
        if (u->relations[i].a >= 0)
            mark[u->relations[i].a] = mark[u->relations[i].b] = true;
    for (int i = 0; i < u->unknowns; i++)
        if (u->row_rates[i].node >= 0)
            mark[u->row_rates[i].node] = true;
    for (int i = 0; i < u->flow_count; i++)
        if (u->flows[i].rate.node >= 0)
            mark[u->flows[i].rate.node] = true;
}

eg_status eg_user_find_bounded(eg_model *m)
{
    eg_user *u = m->user;
    const size_t count = (size_t)u->tape.count;
    if (u->relation_count == 0 && m->signals.switched_count == 0)
        return EG_OK;
    u->bounded = eg_arena_array(m->arena, count + 1, sizeof *u->bounded);
    bool *mark = calloc(2 * count + 1, sizeof *mark);
    if (!u->bounded || !mark) {
        free(mark);
        return EG_ERROR_MEMORY;
    }
    bool *is_bounded = mark + count;
    for (size_t i = 0; i < count; i++) {
        const eg_instruction *x = &u->tape.code[i];
        const int of[3] = {x->a, x->b, x->c};
        is_bounded[i] = eg_op_has_edge(x->op);
        for (int k = 0; k < 3 && k < eg_op_operands(x->op); k++)
            is_bounded[i] = is_bounded[i] || is_bounded[of[k]];
    }
    mark_all(u, mark);
    u->bounded_count = list_bounded(u, mark, is_bounded, u->bounded);
    free(mark);
    return EG_OK;
}

/* So is a point at which the phase of a block has ended. */
static bool blocks_are_beyond(const eg_network *s)
{
    for (int i = 0; i < s->m->signals.switched_count; i++) {
        const eg_net *n = &s->m->nets[s->m->signals.switched[i]];
        eg_jet h[EG_BLOCK_MAX_SWITCHES] = {{0}};
        const double size = eg_switching_of_block(s, n, h);
        if (s->left.phase[n->instance] != LONG_MIN && s->time == s->left.time)
            return true;
        for (int k = 0; k < n->block->switch_count; k++)
            if (h[k].x < 64 * DBL_EPSILON * size)
                return true;
    }
    return false;
}

void eg_user_continue(eg_network *s, const eg_tape *tape)
{
    const eg_user *u = s->m->user;
    bool has_values = true;
    for (int i = 0; i < u->bounded_count && u->bounded[i] < tape->count; i++)
        has_values = has_values && isfinite(s->user.value[u->bounded[i]]);
    if (has_values)
        return;
    const double *sizes = eg_user_sizes(s);
    eg_edges edges = {sizes, u->core, eg_user_is_beyond(s, sizes) || blocks_are_beyond(s)};
    eg_tape_run_beyond(tape, s->user.in, s->user.mode, &edges, s->user.value);
}
