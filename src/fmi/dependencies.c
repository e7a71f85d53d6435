/* The equations F(t, y, y') = 0 are one matrix of what could be there, whatever the mode: row r of the
 * network stands in the slot of an unknown, der(y_r) or an algebraic y_r. The inverse of a matrix is a
 * polynomial in it; so what unknown i depends on stands in the rows that are reached from slot i, from row
 * to unknown to the row in its slot.
 *
 * Modes change what stands in a slot in two ways. Parts that stick, or have no mass, have equations in
 * common: all of their slots are reached from each of them, and so are they from where their positions and
 * speeds are asked for. What changes at events depends on whatever the event depends on: on all. */
#include "fmi/dependencies.h"

#include "component/interface/run_input.h"
#include "network/motion/linear_mode.h"
#include "network/solve/derivatives.h"
#include "network/solve/tangent.h"

#include <stdlib.h>
#include <string.h>

typedef struct finding {
    const eg_model *m;
    const eg_fmu_list *list;
    eg_network *s;
    eg_triplets entries; /* by row, after sorting */
    int rows;            /* slots, then one for each output */
    int *start;          /* (rows + 1) of entries */
    int *next;           /* (n) the slots of a group in a ring */
    bool *is_loose;      /* (n) y_i may be found, or may not be what is asked for */
    long *reference;     /* (n) of the state that y_i is, or -1 */
    long *input;         /* (model inputs) value references, or -1 */
    int *net_mark, *slot_mark, *stack;
    long *known_mark; /* (list) */
    int round;
    bool is_any, failed;
    char *cone_mark;
    int *relation_mark, *waiting; /* (relations) of the formula in hand */
    int waiting_count, formulas;
    int *cone;
    size_t cone_capacity;
} finding;

/* ---------------------------------------------------------------- groups */

static void join(finding *x, int a, int b)
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

static bool touches_massless(const finding *x, int element)
{
    const eg_element *e = &x->m->elements[element];
    return (e->body_a > 0 && x->m->bodies[e->body_a].mass <= 0) ||
           (e->body_b > 0 && x->m->bodies[e->body_b].mass <= 0);
}

/* All speeds that its force acts on, and without mass all coordinates that it is a function of. */
static void group_element(finding *x, int element)
{
    const eg_model *m = x->m;
    const eg_row *row = &m->rows[m->elements[element].row];
    int first = -1;
    for (int k = m->element_rows.start[element]; k < m->element_rows.start[element + 1]; k++) {
        int slot = m->element_rows.terms[k].index;
        x->is_loose[slot] = true;
        if (first >= 0)
            join(x, first, slot);
        first = slot;
    }
    for (int k = row->first; k < row->first + row->count && touches_massless(x, element); k++) {
        int slot = m->row_terms[k].index;
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

/* Derivatives of balances would have to be followed further. */
static bool is_entangled(const eg_model *m)
{
    bool is = m->user && (m->user->has_speeds || (m->massless_count > 0 && m->user->flow_count > 0));
    for (int i = 0; i < m->element_count; i++)
        is = is || (m->massless_count > 0 && varies_with_motion(m, m->elements[i].input));
    for (int i = 0; i < m->source_count; i++)
        is = is || (m->massless_count > 0 && varies_with_motion(m, m->sources[i].input));
    return is || (m->massless_count > 0 && (m->implicit || m->drive_count > 0));
}

static void make_groups(finding *x)
{
    for (int i = 0; i < x->m->n; i++)
        x->next[i] = i;
    for (int i = 0; i < x->m->element_count; i++)
        if (x->m->elements[i].friction || touches_massless(x, i))
            group_element(x, i);
}

/* ---------------------------------------------------------------- the matrix */

/* Columns behind those of time stand for what users' formulas read that changes at events. */
static int discrete_column(const finding *x, int quantity)
{
    return 2 * x->m->n + 3 * x->m->net_count + 1 + quantity;
}

static void add_entry(finding *x, int row, int column)
{
    eg_triplets *t = &x->entries;
    if (eg_grow((void **)&t->items, &t->capacity, (size_t)t->count + 1, sizeof *t->items) < 0)
        x->failed = true;
    else
        t->items[t->count++] = (eg_triplet){row, column, 0};
}

static void add_input(finding *x, int row, int input)
{
    const eg_user *u = x->m->user;
    const eg_user_input *in = &u->inputs[input];
    if (in->kind == EG_USER_DISCRETE)
        add_entry(x, row, discrete_column(x, in->index));
    else if (in->kind == EG_USER_BEFORE || in->kind == EG_USER_SAMPLE)
        add_entry(x, row, discrete_column(x, u->quantity_count));
    else
        x->failed = x->failed || eg_network_list_input_structure(x->s, input, row, &x->entries) < 0;
}

/* The inputs of the tape that an instruction is made of; relations that it reads wait, each once. */
static void add_cone(finding *x, int row, int node)
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

static void add_formula(finding *x, int row, int node)
{
    const eg_user *u = x->m->user;
    x->formulas++;
    x->waiting_count = 0;
    add_cone(x, row, node);
    for (int i = 0; i < x->waiting_count; i++) {
        add_cone(x, row, u->relations[x->waiting[i]].a);
        add_cone(x, row, u->relations[x->waiting[i]].b);
    }
}

static void add_late(finding *x, const eg_user_output *output)
{
    const eg_model *m = x->m;
    for (int i = 0; i < m->source_count; i++) {
        if (m->sources[i].input != output->net)
            continue;
        for (int k = m->source_rows.start[i]; k < m->source_rows.start[i + 1]; k++)
            add_formula(x, m->source_rows.terms[k].index, output->result.node);
    }
}

static void add_users(finding *x)
{
    const eg_user *u = x->m->user;
    for (int i = 0; i < u->unknowns; i++)
        add_formula(x, x->m->first_user + i, u->rows[i].result.node);
    for (int i = 0; i < u->output_count; i++)
        if (x->m->nets[u->outputs[i].net].is_late)
            add_late(x, &u->outputs[i]);
        else
            add_formula(x, x->m->first_loop + x->m->nets[u->outputs[i].net].unknown,
                        u->outputs[i].result.node);
    for (int i = 0; i < u->flow_count; i++)
        for (int k = x->m->flow_rows.start[i]; k < x->m->flow_rows.start[i + 1]; k++)
            add_formula(x, x->m->flow_rows.terms[k].index, u->flows[i].result.node);
}

static void add_outputs(finding *x)
{
    for (size_t i = 0; i < x->list->outputs; i++) {
        const char *name = x->list->items[x->list->first_output + i].name;
        int net = eg_fmu_net_of_output(x->m, name), quantity = eg_fmu_quantity_of_output(x->m, name);
        int row = x->m->n + (int)i;
        if (x->m->user && quantity >= 0)
            add_formula(x, row, x->m->user->quantities[quantity].node);
        else if (net >= 0)
            x->failed = x->failed || eg_network_list_signal_structure(x->s, net, row, &x->entries) < 0;
    }
}

/* Entries row by row. */
static void sort_rows(finding *x)
{
    eg_triplet *sorted = calloc((size_t)x->entries.count + 1, sizeof *sorted);
    if (!sorted) {
        x->failed = true;
        return;
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
}

/* ---------------------------------------------------------------- what is reached */

static void know(finding *x, long reference)
{
    if (reference >= 0)
        x->known_mark[reference] = x->round;
}

static void follow_net(finding *x, int net)
{
    const eg_net *n = &x->m->nets[net];
    if (x->net_mark[net] == x->round)
        return;
    x->net_mark[net] = x->round;
    if (n->block && n->block->is_given)
        know(x, x->input[(size_t)x->m->instances[n->instance].p[EG_INPUT_INDEX]]);
    else if (n->input_count == 0 && !eg_signal_is_constant(x->m, net))
        know(x, 0);
    for (int i = 0; i < n->input_count; i++)
        follow_net(x, n->inputs[i]);
}

static void follow_discrete(finding *x, int quantity)
{
    for (int i = 0; i < x->m->input_count; i++)
        if (x->m->inputs[i].quantity == quantity && x->m->inputs[i].type != EG_REAL) {
            know(x, x->input[i]);
            return;
        }
    x->is_any = true;
}

static int push(finding *x, int slot, int count)
{
    if (x->slot_mark[slot] == x->round)
        return count;
    for (int i = slot;;) {
        x->slot_mark[i] = x->round;
        x->stack[count++] = i;
        if ((i = x->next[i]) == slot)
            return count;
    }
}

static void reach(finding *x, int row)
{
    int n = x->m->n, count;
    x->round++;
    x->is_any = false;
    count = row < n ? push(x, row, 0) : 0;
    if (row >= n)
        x->stack[count++] = row;
    while (count > 0) {
        int at = x->stack[--count];
        for (int k = x->start[at]; k < x->start[at + 1]; k++) {
            int c = x->entries.items[k].column;
            if (c < n)
                know(x, x->reference[c]);
            if (c < n && (x->reference[c] < 0 || x->is_loose[c]))
                count = push(x, c, count);
            else if (c >= n && c < 2 * n)
                count = push(x, c - n, count);
            else if (c >= 2 * n && c < 2 * n + 3 * x->m->net_count)
                follow_net(x, (c - 2 * n) / 3);
            else if (c == 2 * n + 3 * x->m->net_count)
                know(x, 0);
            else if (c > 2 * n)
                follow_discrete(x, c - discrete_column(x, 0));
        }
    }
}

/* ---------------------------------------------------------------- all of it */

static bool find_one(finding *x, eg_fmu_dependencies *d, size_t i, int row, bool is_any)
{
    size_t count = d->first[i];
    if (!is_any)
        reach(x, row);
    d->is_any[i] = is_any || x->is_any;
    for (size_t k = 0; k < x->list->count && !d->is_any[i]; k++) {
        if (x->known_mark[k] != x->round)
            continue;
        if (eg_grow((void **)&d->items, &d->capacity, count + 1, sizeof *d->items) < 0)
            return false;
        d->items[count++] = (long)k;
    }
    d->first[i + 1] = count;
    return true;
}

static bool prepare(finding *x)
{
    const eg_model *m = x->m;
    size_t n = (size_t)m->n + 1, tape = m->user ? (size_t)m->user->tape.count : 0;
    size_t relations = m->user ? (size_t)m->user->relation_count : 0;
    x->rows = m->n + (int)x->list->outputs;
    x->s = eg_network_create(m, NULL);
    x->start = calloc((size_t)x->rows + 2, sizeof(int));
    x->next = calloc(3 * n + (size_t)m->net_count, sizeof(int));
    x->stack = calloc(n + 1, sizeof(int));
    x->is_loose = calloc(n, sizeof(bool));
    x->reference = malloc((n + (size_t)m->input_count) * sizeof(long));
    x->known_mark = calloc(x->list->count + 1, sizeof(long));
    x->cone_mark = calloc(tape + 1, 1);
    x->relation_mark = calloc(2 * relations + 1, sizeof(int));
    if (!x->relation_mark)
        return false;
    x->waiting = x->relation_mark + relations;
    if (!x->s || !x->start || !x->next || !x->stack || !x->is_loose || !x->reference || !x->known_mark ||
        !x->cone_mark)
        return false;
    x->slot_mark = x->next + n;
    x->net_mark = x->slot_mark + n;
    x->input = x->reference + n;
    for (size_t i = 0; i < n; i++)
        x->reference[i] = -1;
    for (size_t i = 0; i < x->list->states; i++)
        x->reference[x->list->items[x->list->first_state + i].index] = (long)(x->list->first_state + i);
    for (int i = 0; i < m->input_count; i++)
        x->input[i] = eg_names_find(x->list->names, m->inputs[i].path);
    return true;
}

static bool find_all(finding *x, eg_fmu_dependencies *d)
{
    const eg_fmu_list *l = x->list;
    make_groups(x);
    if (eg_network_list_structure(x->s, &x->entries) < 0)
        return false;
    if (x->m->user)
        add_users(x);
    add_outputs(x);
    if (!x->failed)
        sort_rows(x);
    bool ok = !x->failed, is_any = is_entangled(x->m);
    for (size_t i = 0; i < l->outputs && ok; i++) {
        const eg_fmu_variable *v = &l->items[l->first_output + i];
        int net = eg_fmu_net_of_output(x->m, v->name);
        bool is_known =
            eg_fmu_quantity_of_output(x->m, v->name) >= 0 || (net >= 0 && eg_signal_has_tangent(x->m, net));
        ok = find_one(x, d, i, x->m->n + (int)i, is_any || v->is_discrete || !is_known);
    }
    for (size_t i = 0; i < l->states && ok; i++)
        ok = find_one(x, d, l->outputs + i, l->items[l->first_derivative + i].index, is_any);
    return ok;
}

int eg_fmu_find_dependencies(eg_fmu_dependencies *d, const eg_fmu_list *list, const eg_model *model)
{
    finding x = {.m = model, .list = list};
    size_t unknowns = list->outputs + list->states;
    *d = (eg_fmu_dependencies){.first = calloc(unknowns + 1, sizeof *d->first),
                               .is_any = calloc(unknowns + 1, sizeof *d->is_any)};
    bool ok = d->first && d->is_any && prepare(&x) && find_all(&x, d);
    eg_network_free(x.s);
    free(x.entries.items);
    free(x.start);
    free(x.next);
    free(x.stack);
    free(x.is_loose);
    free(x.reference);
    free(x.known_mark);
    free(x.cone_mark);
    free(x.relation_mark);
    free(x.cone);
    return ok ? 0 : -1;
}

void eg_fmu_dependencies_release(eg_fmu_dependencies *d)
{
    free(d->first);
    free(d->items);
    free(d->is_any);
    *d = (eg_fmu_dependencies){0};
}

/* ---------------------------------------------------------------- outputs */

int eg_fmu_net_of_output(const eg_model *m, const char *name)
{
    for (int i = 0; i < m->connector_count; i++)
        if (m->connectors[i].kind == EG_REAL_OUTPUT && strcmp(m->connectors[i].path, name) == 0)
            return m->connector_node[i];
    return -1;
}

int eg_fmu_quantity_of_output(const eg_model *m, const char *name)
{
    for (int i = 0; i < m->output_count; i++)
        if (strcmp(m->outputs[i].path, name) == 0)
            return m->outputs[i].quantity;
    return -1;
}

bool eg_fmu_has_derivatives(const eg_fmu_list *l, const eg_model *m)
{
    for (size_t i = l->first_output; i < l->first_output + l->outputs; i++) {
        const eg_fmu_variable *v = &l->items[i];
        int net = eg_fmu_net_of_output(m, v->name), quantity = eg_fmu_quantity_of_output(m, v->name);
        if (v->type != EG_REAL || v->is_discrete || (m->user && quantity >= 0 && !m->user->needs_holding))
            continue;
        if (quantity >= 0 || net < 0 || !eg_signal_has_tangent(m, net))
            return false;
    }
    return !(m->user && m->user->delay_count > 0);
}
