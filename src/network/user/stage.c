#include "network/user/stage.h"

#include <stdlib.h>
#include <string.h>

static bool takes_stages(const eg_model *m)
{
    const eg_user *u = m->user;
    return u && u->tape.loop_count == 0 && u->delay_count == 0 && u->grip_count == 0 && !u->needs_holding &&
           !u->is_balanced && !u->has_speeds && m->dynamics.massless_count == 0;
}

/* Powers of laws and of masses look at inputs, too. */
static bool works(const eg_user *u, int input)
{
    bool any = false;
    for (int i = 0; i < u->law_count && !any; i++)
        for (int k = 0; k < u->laws[i].input_count; k++)
            any = any || u->laws[i].inputs[k] == input;
    for (int i = 0; i < u->work_count && !any; i++)
        for (int k = 0; k < u->works[i].input_count; k++)
            any = any || u->works[i].inputs[k] == input;
    for (int i = 0; i < u->flow_count && !any; i++)
        any = u->inertias[i].mass > 0 && u->inertias[i].input == input;
    return any;
}

int eg_user_stages_create(eg_network *s)
{
    const eg_user *u = s->m->user;
    if (!takes_stages(s->m))
        return 0;
    eg_user_stages *k = s->user.stages = calloc(1, sizeof *k);
    if (!k)
        return -1;
    const size_t core = (size_t)u->core + 1, inputs = (size_t)u->input_count + 1;
    k->mode = calloc((size_t)u->relation_count + 1, sizeof *k->mode);
    k->from = calloc(core, sizeof *k->from);
    k->moving = calloc(core, sizeof *k->moving);
    k->held = calloc(inputs, sizeof *k->held);
    k->works = calloc(inputs, sizeof *k->works);
    bool good = k->mode && k->from && k->moving && k->held && k->works;
    for (int need = 0; need < EG_USER_NEEDS; need++)
        good = eg_user_stage_make_room(&k->of[need], u) && good;
    for (int i = 0; i < u->core && good; i++) {
        k->from[i] = i;
        if (!u->is_frozen[i])
            k->moving[k->moving_count++] = i;
    }
    for (int i = 0; i < u->input_count && good; i++) {
        k->works[i] = works(u, i);
        if (eg_user_is_frozen_input(u->inputs[i].kind))
            k->held[k->held_count++] = i;
    }
    return good ? 0 : -1;
}

void eg_user_stages_free(eg_user_stages *k)
{
    if (!k)
        return;
    for (int need = 0; need < EG_USER_NEEDS; need++)
        eg_user_stage_release(&k->of[need]);
    free(k->mode);
    free(k->from);
    free(k->moving);
    free(k->held);
    free(k->works);
    free(k);
}

void eg_user_forget_stages(eg_network *s)
{
    if (s->user.stages)
        s->user.stages->is_known = false;
}

bool eg_user_stage_make_room(eg_user_stage *k, const eg_user *u)
{
    const size_t core = (size_t)u->core + 1;
    k->inputs = calloc((size_t)u->input_count + 1, sizeof *k->inputs);
    k->steps = calloc(core, sizeof *k->steps);
    k->roots = calloc(core, sizeof *k->roots);
    return k->inputs && k->steps && k->roots;
}

void eg_user_stage_release(eg_user_stage *k)
{
    free(k->inputs);
    free(k->steps);
    free(k->roots);
}

bool eg_user_has_stages(const eg_network *s)
{
    return s->user.stages && s->simple && !s->rounding.shakes && !s->user.starting && !s->strike.is_on &&
           (s->base.origin == 0 || !s->user.late);
}

bool eg_user_modes_stand(const eg_network *s)
{
    const size_t bytes = sizeof *s->user.mode * (size_t)s->m->user->relation_count;
    return s->user.stages->is_known && memcmp(s->user.stages->mode, s->user.mode, bytes) == 0;
}

void eg_user_note_modes(eg_network *s, bool stands)
{
    eg_user_stages *k = s->user.stages;
    if (!k || (stands && eg_user_modes_stand(s)))
        return;
    memcpy(k->mode, s->user.mode, sizeof *s->user.mode * (size_t)s->m->user->relation_count);
    for (int need = 0; need < EG_USER_NEEDS; need++)
        k->of[need].is_made = false;
    k->is_known = true;
    k->changes++;
}

/* ---------------------------------------------------------------- making one */

static void mark_roots(eg_network *s, eg_user_need need)
{
    const eg_user *u = s->m->user;
    bool *mark = s->user.mark;
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

static inline int chosen(const eg_network *s, int i)
{
    const eg_user *u = s->m->user;
    const eg_instruction *x = &u->tape.code[i];
    if (x->op != EG_OP_SELECT || !u->is_frozen[x->a])
        return -1;
    return s->user.value[x->a] != 0 ? x->b : x->c;
}

int eg_user_chosen(const eg_network *s, int i)
{
    return chosen(s, i);
}

static void mark_operands(eg_network *s, int i)
{
    const eg_instruction *x = &s->m->user->tape.code[i];
    const int one = chosen(s, i);
    if (one >= 0) {
        s->user.mark[one] = true;
        return;
    }
    if (x->op == EG_OP_INPUT || x->op == EG_OP_SWITCH)
        return;
    s->user.mark[x->a] = true;
    if (x->b >= 0)
        s->user.mark[x->b] = true;
    if (x->c >= 0)
        s->user.mark[x->c] = true;
}

/* As evaluate.c takes it, to the bit: what is added to a value is -0. */
static void find_line(const eg_network *s, const eg_user_input *in, eg_user_taken *x)
{
    const eg_model *m = s->m;
    x->unknown = -1;
    if (in->kind == EG_USER_VALUE) {
        *x = (eg_user_taken){x->input, x->to, m->first.user + in->index, 1, -0.0};
    } else if (in->kind == EG_USER_DISTANCE && m->row.list[in->row].count == 1 &&
               m->row.list[in->row].motion_count == 0) {
        const eg_term *term = &m->row.terms[m->row.list[in->row].first];
        *x = (eg_user_taken){x->input, x->to, term->index, term->coefficient, m->row.list[in->row].constant};
    } else if (in->kind == EG_USER_SPEED && m->kinds.friction_count == 0) {
        const eg_flange_node *n = &m->nodes[in->index];
        if (n->more == 0 && n->body > 0 && n->motion == 0)
            *x = (eg_user_taken){x->input, x->to, eg_v(m, n->body), n->factor, 0.0};
    }
}

/* Input instruction i, where y' is 0: so is its part in that. */
static void take_in(const eg_network *s, eg_user_stage *k, int i, bool is_root)
{
    const eg_user *u = s->m->user;
    const int input = u->tape.code[i].a;
    const bool is_rate = u->inputs[input].kind == EG_USER_RATE;
    if (is_rate)
        s->user.stages->from[i] = u->tape.count;
    if (is_rate && is_root) /* der(x) = 0 */
        k->steps[k->count++] = (eg_tape_step){EG_OP_ALONG, i, u->tape.count, -1, -1};
    if (is_rate || (!s->user.mark[i] && !s->user.stages->works[input]))
        return;
    k->inputs[k->input_count] = (eg_user_taken){.input = input, .to = i};
    find_line(s, &u->inputs[input], &k->inputs[k->input_count++]);
}

/* What instruction i comes to, whose operands are known, into the list. */
static void take_up(const eg_network *s, eg_user_stage *k, int i, bool is_root)
{
    int *from = s->user.stages->from;
    const eg_instruction *x = &s->m->user->tape.code[i];
    const int one = chosen(s, i);
    from[i] = one < 0 ? i : from[one];
    if (one >= 0 && !is_root)
        return;
    eg_tape_step *step = &k->steps[k->count++];
    *step = (eg_tape_step){EG_OP_ALONG, i, from[i], -1, -1};
    if (one < 0)
        *step = (eg_tape_step){x->op, i, from[x->a], x->b < 0 ? -1 : from[x->b], x->c < 0 ? -1 : from[x->c]};
}

/* Of what user_mark marks. `has`: instructions whose values stand in their places already, or NULL. Inputs of
 * rates are 0, or have_rates. */
static void make(eg_network *s, eg_user_stage *k, const bool *has, bool have_rates)
{
    const eg_instruction *code = s->m->user->tape.code;
    const eg_user_stages *of = s->user.stages;
    const int *moving = of->moving;
    bool *mark = s->user.mark;
    k->count = k->root_count = k->input_count = 0;
    for (int j = 0; j < of->moving_count; j++)
        if (mark[moving[j]])
            k->roots[k->root_count++] = moving[j];
    for (int j = of->moving_count - 1; j >= 0; j--)
        if (mark[moving[j]] && !(has && has[moving[j]]))
            mark_operands(s, moving[j]);
    for (int j = 0, root = 0; j < of->moving_count; j++) {
        const int i = moving[j];
        const bool is_root = root < k->root_count && k->roots[root] == i;
        root += is_root;
        of->from[i] = i;
        if (has && has[i])
            continue;
        if (code[i].op != EG_OP_INPUT && mark[i])
            take_up(s, k, i, is_root);
        else if (code[i].op == EG_OP_INPUT && !have_rates)
            take_in(s, k, i, is_root);
    }
    k->is_made = true;
}

void eg_user_make_rows(eg_network *s, eg_user_stage *motion, eg_user_stage *shown, bool *has)
{
    const eg_user *u = s->m->user;
    mark_roots(s, EG_USER_FOR_RATES);
    make(s, motion, NULL, false);
    memset(has, 0, sizeof *has * (size_t)u->core);
    for (int i = 0; i < motion->count; i++) {
        const int to = motion->steps[i].to;
        has[to] = !u->follows_rates[to];
    }
    memset(s->user.mark, 0, sizeof *s->user.mark * (size_t)u->core);
    for (int i = 0; i < u->quantity_count; i++)
        if (u->quantities[i].is_declared)
            s->user.mark[u->quantities[i].node] = true;
    make(s, shown, has, true);
}

const eg_user_stage *eg_user_stage_for(eg_network *s, eg_user_need need)
{
    eg_user_stage *k = &s->user.stages->of[need];
    if (!k->is_made) {
        mark_roots(s, need);
        make(s, k, NULL, false);
    }
    return k;
}

bool eg_user_run_stage(eg_network *s, const eg_user_stage *k)
{
    const double *v = s->user.value;
    double sum = 0; /* any NaN or infinity shows in it */
    eg_tape_run_steps(k->steps, k->count, s->user.in, s->user.mode, s->user.value);
    for (int i = 0; i < k->root_count; i++)
        sum += 0.0 * v[k->roots[i]];
    return sum == 0.0;
}
