/* See reach.h. */
#include "network/solve/reach.h"
#include "network/user/user.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- groups */

static void join(eg_reach *x, int a, int b)
{
    for (int i = x->next[a]; i != a; i = x->next[i])
        if (i == b)
            return;
    if (a == b)
        return;
    int t = x->next[a];
    x->next[a] = x->next[b];
    x->next[b] = t;
}

static bool touches_massless(const eg_reach *x, int element)
{
    const eg_element *e = &x->m->elements[element];
    return (e->body_a > 0 && x->m->bodies[e->body_a].mass <= 0) ||
           (e->body_b > 0 && x->m->bodies[e->body_b].mass <= 0);
}

/* All speeds that its force acts on, and without mass all coordinates that it is a function of. */
static void group_element(eg_reach *x, int element)
{
    const eg_model *m = x->m;
    const eg_row *row = &m->row.list[m->elements[element].row];
    int first = -1;
    for (int k = m->scatter.elements.start[element]; k < m->scatter.elements.start[element + 1]; k++) {
        int slot = m->scatter.elements.terms[k].index;
        x->is_loose[slot] = true;
        if (first >= 0)
            join(x, first, slot);
        first = slot;
    }
    for (int k = row->first; k < row->first + row->count && touches_massless(x, element); k++) {
        int slot = m->row.terms[k].index;
        x->is_loose[slot] = true;
        if (first >= 0)
            join(x, first, slot);
        first = slot;
    }
}

static bool varies_with_motion(const eg_model *m, int net)
{
    return net >= 0 && !m->nets[net].of_time;
}

bool eg_reach_is_entangled(const eg_model *m)
{
    bool is = m->user && (m->user->has_speeds || (m->dynamics.massless_count > 0 && m->user->flow_count > 0));
    for (int i = 0; i < m->element_count; i++)
        is = is || (m->dynamics.massless_count > 0 && varies_with_motion(m, m->elements[i].input));
    for (int i = 0; i < m->source_count; i++)
        is = is || (m->dynamics.massless_count > 0 && varies_with_motion(m, m->sources[i].input));
    return is || (m->dynamics.massless_count > 0 && (m->dynamics.is_implicit || m->drive_count > 0));
}

static void make_groups(eg_reach *x)
{
    for (int i = 0; i < x->m->n; i++)
        x->next[i] = i;
    for (int i = 0; i < x->m->element_count; i++)
        if (x->m->elements[i].friction || touches_massless(x, i))
            group_element(x, i);
}

/* ---------------------------------------------------------------- the matrix */

void eg_reach_add(eg_reach *x, int row, int column)
{
    eg_triplets *t = &x->entries;
    if (eg_grow((void **)&t->items, &t->capacity, (size_t)t->count + 1, sizeof *t->items) < 0)
        x->failed = true;
    else
        t->items[t->count++] = (eg_triplet){row, column, 0};
}

void eg_reach_add_signal(eg_reach *x, int row, int net)
{
    x->failed = x->failed || eg_network_list_signal_structure(x->s, net, row, &x->entries) < 0;
}

static void add_input(eg_reach *x, int row, int input)
{
    const eg_user_input *in = &x->m->user->inputs[input];
    switch (in->kind) {
    case EG_USER_DISCRETE: eg_reach_add(x, row, x->first[EG_REACH_DISCRETE] + in->index); return;
    case EG_USER_BEFORE: eg_reach_add(x, row, x->first[EG_REACH_BEFORE] + in->index); return;
    case EG_USER_SAMPLE: eg_reach_add(x, row, x->first[EG_REACH_SAMPLE] + in->index); return;
    case EG_USER_DELAYED: eg_reach_add(x, row, x->first[EG_REACH_DELAYED] + in->index); return;
    case EG_USER_FORCE:
    case EG_USER_LOSS:
    case EG_USER_MODE: eg_reach_add(x, row, x->first[EG_REACH_ELEMENT] + in->index); break;
    default: break;
    }
    x->failed = x->failed || eg_network_list_input_structure(x->s, input, row, &x->entries) < 0;
}

/* The inputs of the tape that an instruction is made of; relations that it reads wait, each once. */
static void add_cone(eg_reach *x, int row, int node)
{
    const eg_user *u = x->m->user;
    int count = 0;
    if (x->failed ||
        eg_tape_cone(&u->tape, node, false, x->cone_mark, &x->cone, &count, &x->cone_capacity) < 0) {
        x->failed = true;
        return;
    }
    for (int i = 0; i < count; i++) {
        const eg_instruction *of = &u->tape.code[x->cone[i]];
        if (of->op == EG_OP_INPUT)
            add_input(x, row, of->a);
        if (of->op != EG_OP_SWITCH || x->relation_mark[of->a] == x->formulas)
            continue;
        x->relation_mark[of->a] = x->formulas;
        x->waiting[x->waiting_count++] = of->a;
    }
}

void eg_reach_add_formula(eg_reach *x, int row, int node)
{
    const eg_user *u = x->m->user;
    x->formulas++;
    x->waiting_count = 0;
    add_cone(x, row, node);
    for (int i = 0; i < x->waiting_count; i++) {
        eg_reach_add(x, row, x->first[EG_REACH_RELATION] + x->waiting[i]);
        if (!x->follows_relations)
            continue;
        add_cone(x, row, u->relations[x->waiting[i]].a);
        add_cone(x, row, u->relations[x->waiting[i]].b);
    }
}

static void add_late(eg_reach *x, const eg_user_output *output)
{
    const eg_model *m = x->m;
    for (int i = 0; i < m->source_count; i++) {
        if (m->sources[i].input != output->net)
            continue;
        for (int k = m->scatter.sources.start[i]; k < m->scatter.sources.start[i + 1]; k++)
            eg_reach_add_formula(x, m->scatter.sources.terms[k].index, output->result.node);
    }
}

static void add_users(eg_reach *x)
{
    const eg_user *u = x->m->user;
    for (int i = 0; i < u->unknowns; i++)
        eg_reach_add_formula(x, x->m->first.user + i, u->rows[i].result.node);
    for (int i = 0; i < u->output_count; i++)
        if (x->m->nets[u->outputs[i].net].is_late)
            add_late(x, &u->outputs[i]);
        else
            eg_reach_add_formula(x, x->m->first.loop + x->m->nets[u->outputs[i].net].unknown,
                                 u->outputs[i].result.node);
    for (int i = 0; i < u->flow_count; i++)
        for (int k = x->m->scatter.flows.start[i]; k < x->m->scatter.flows.start[i + 1]; k++)
            eg_reach_add_formula(x, x->m->scatter.flows.terms[k].index, u->flows[i].result.node);
}

void eg_reach_number(const eg_model *m, int first[EG_REACH_KINDS + 1])
{
    const eg_user *u = m->user;
    const int counts[EG_REACH_KINDS] = {
        [EG_REACH_DISCRETE] = u ? u->quantity_count : 0, [EG_REACH_BEFORE] = u ? u->before_count : 0,
        [EG_REACH_SAMPLE] = u ? u->sample_count : 0,     [EG_REACH_DELAYED] = u ? u->delay_count : 0,
        [EG_REACH_RELATION] = u ? u->relation_count : 0, [EG_REACH_ELEMENT] = m->element_count,
    };
    first[0] = 2 * m->n + 3 * m->net_count + 1;
    for (int i = 0; i < EG_REACH_KINDS; i++)
        first[i + 1] = first[i] + counts[i];
}

int eg_reach_create(eg_reach *x, eg_network *s, int more, bool follows_relations)
{
    const eg_model *m = s->m;
    const size_t n = (size_t)m->n + 1, tape = m->user ? (size_t)m->user->tape.count : 0;
    const size_t relations = m->user ? (size_t)m->user->relation_count : 0;
    *x = (eg_reach){.m = m, .s = s, .rows = m->n + more, .follows_relations = follows_relations};
    eg_reach_number(m, x->first);
    x->start = calloc((size_t)x->rows + 2, sizeof(int));
    x->next = calloc(n, sizeof(int));
    x->is_loose = calloc(n, sizeof(bool));
    x->cone_mark = calloc(tape + 1, 1);
    x->relation_mark = calloc(2 * relations + 1, sizeof(int));
    if (!x->start || !x->next || !x->is_loose || !x->cone_mark || !x->relation_mark)
        return -1;
    x->waiting = x->relation_mark + relations;
    make_groups(x);
    if (eg_network_list_structure(s, &x->entries) < 0)
        return -1;
    if (m->user)
        add_users(x);
    return x->failed ? -1 : 0;
}

void eg_reach_release(eg_reach *x)
{
    free(x->entries.items);
    free(x->start);
    free(x->next);
    free(x->is_loose);
    free(x->cone_mark);
    free(x->relation_mark);
    free(x->cone);
    *x = (eg_reach){0};
}

int eg_reach_sort(eg_reach *x)
{
    eg_triplet *sorted = x->failed ? NULL : calloc((size_t)x->entries.count + 1, sizeof *sorted);
    if (!sorted) {
        x->failed = true;
        return -1;
    }
    for (int i = 0; i < x->entries.count; i++)
        x->start[x->entries.items[i].row + 1]++;
    for (int r = 0; r < x->rows; r++)
        x->start[r + 1] += x->start[r];
    for (int i = 0; i < x->entries.count; i++)
        sorted[x->start[x->entries.items[i].row]++] = x->entries.items[i];
    for (int r = x->rows; r > 0; r--) /* each start has moved to the next one */
        x->start[r] = x->start[r - 1];
    x->start[0] = 0;
    free(x->entries.items);
    x->entries.items = sorted;
    return 0;
}
