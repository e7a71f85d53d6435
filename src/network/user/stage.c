#include "network/user/stage.h"

#include <string.h>

bool eg_user_takes_stages(const eg_model *m)
{
    const eg_user *u = m->user;
    return u && u->tape.loop_count == 0 && u->delay_count == 0 && u->grip_count == 0 && !u->needs_holding &&
           !u->is_balanced && !u->has_speeds && m->massless_count == 0;
}

bool eg_user_has_stages(const eg_network *s)
{
    return s->stages && s->simple && !s->user_starting && !s->user_striking &&
           (s->base.origin == 0 || !s->user_late);
}

bool eg_user_modes_stand(const eg_network *s)
{
    return memcmp(s->stages->mode, s->user_mode, sizeof *s->user_mode * (size_t)s->m->user->relation_count) ==
           0;
}

void eg_user_note_modes(eg_network *s, bool stands)
{
    if (!s->stages || (stands && eg_user_modes_stand(s)))
        return;
    memcpy(s->stages->mode, s->user_mode, sizeof *s->user_mode * (size_t)s->m->user->relation_count);
    for (int need = 0; need < EG_USER_NEEDS; need++)
        s->stages->of[need].is_made = false;
}

/* ---------------------------------------------------------------- making one */

static void mark_roots(eg_network *s, eg_user_need need)
{
    const eg_user *u = s->m->user;
    bool *mark = s->user_mark;
    memset(mark, 0, sizeof *mark * (size_t)u->core);
    for (int i = 0; i < u->unknowns; i++)
        mark[u->rows[i].result.node] = true;
    for (int i = 0; i < u->flow_count; i++)
        mark[u->flows[i].result.node] = true;
    for (int i = 0; i < u->output_count; i++)
        mark[u->outputs[i].result.node] = true;
    for (int i = 0; i < u->relation_count && need == EG_USER_FOR_SWITCHES; i++)
        if (u->relations[i].switch_index >= 0)
            mark[u->relations[i].a] = mark[u->relations[i].b] = true;
}

/* The operand that a choice takes as long as the mode lasts; -1: instruction i is none, or may take either. */
static int chosen(const eg_network *s, int i)
{
    const eg_user *u = s->m->user;
    const eg_instruction *x = &u->tape.code[i];
    if (x->op != EG_OP_SELECT || !u->is_frozen[x->a])
        return -1;
    return s->user_value[x->a] != 0 ? x->b : x->c;
}

static void mark_operands(eg_network *s, int i)
{
    const eg_instruction *x = &s->m->user->tape.code[i];
    const int of[3] = {x->a, x->b, x->c}, one = chosen(s, i);
    if (one >= 0)
        s->user_mark[one] = true;
    for (int k = 0; one < 0 && k < eg_op_operands(x->op); k++)
        s->user_mark[of[k]] = true;
}

static eg_tape_step step_of(const eg_network *s, int i)
{
    const int *from = s->stages->from;
    eg_tape_step step = eg_tape_step_of(&s->m->user->tape, i);
    const int operands = eg_op_operands(step.op);
    step.a = operands > 0 ? from[step.a] : step.a;
    step.b = operands > 1 ? from[step.b] : step.b;
    step.c = operands > 2 ? from[step.c] : step.c;
    return step;
}

static void make(eg_network *s, eg_user_need need)
{
    const eg_user *u = s->m->user;
    eg_user_stage *k = &s->stages->of[need];
    int *from = s->stages->from;
    mark_roots(s, need);
    k->count = k->root_count = 0;
    for (int i = 0; i < u->core; i++)
        if (s->user_mark[i] && !u->is_frozen[i])
            k->roots[k->root_count++] = i;
    for (int i = u->core - 1; i >= 0; i--)
        if (s->user_mark[i] && !u->is_frozen[i])
            mark_operands(s, i);
    for (int i = 0, root = 0; i < u->core; i++) {
        const int one = chosen(s, i);
        const bool is_root = root < k->root_count && k->roots[root] == i;
        root += is_root;
        from[i] = one >= 0 ? from[one] : i;
        if (!s->user_mark[i] || u->is_frozen[i])
            continue;
        if (one < 0)
            k->steps[k->count++] = step_of(s, i);
        else if (is_root)
            k->steps[k->count++] = (eg_tape_step){EG_OP_ALONG, i, from[i], -1, -1};
    }
    k->is_made = true;
}

bool eg_user_run_stage(eg_network *s, eg_user_need need)
{
    eg_user_stage *k = &s->stages->of[need];
    if (!k->is_made)
        make(s, need);
    const double *v = s->user_value;
    double sum = 0; /* any NaN or infinity shows in it */
    eg_tape_run_steps(k->steps, k->count, s->user_in, s->user_mode, s->user_value);
    for (int i = 0; i < k->root_count; i++)
        sum += 0.0 * v[k->roots[i]];
    return sum == 0.0;
}
