/* What the rows of the network (solve/reach.h) lead to: states, inputs and time. What changes at events
 * depends on whatever the event depends on: on all. */
#include "fmi/dependencies.h"

#include "base/names.h"
#include "component/interface/run_input.h"
#include "network/motion/linear_mode.h"
#include "network/solve/derivatives.h"
#include "network/solve/reach.h"
#include "network/solve/tangent.h"
#include "network/user/user.h"

#include <stdlib.h>
#include <string.h>

typedef struct finding {
    const eg_model *m;
    const eg_fmu_list *list;
    eg_network *s;
    eg_reach rows;   /* one more for each output */
    long *reference; /* (n) of the state that y_i is, or -1 */
    long *input;     /* (model inputs) value references, or -1 */
    int *net_mark, *slot_mark, *stack;
    long *known_mark; /* (list) */
    int round;
    bool is_any;
} finding;

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
    for (int i = 0; i < x->m->interface.input_count; i++)
        if (x->m->interface.inputs[i].quantity == quantity && x->m->interface.inputs[i].type != EG_REAL) {
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
        if ((i = x->rows.next[i]) == slot)
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
        for (int k = x->rows.start[at]; k < x->rows.start[at + 1]; k++) {
            int c = x->rows.entries.items[k].column;
            if (c < n)
                know(x, x->reference[c]);
            if (c < n && (x->reference[c] < 0 || x->rows.is_loose[c]))
                count = push(x, c, count);
            else if (c >= n && c < 2 * n)
                count = push(x, c - n, count);
            else if (c >= 2 * n && c < 2 * n + 3 * x->m->net_count)
                follow_net(x, (c - 2 * n) / 3);
            else if (c == 2 * n + 3 * x->m->net_count)
                know(x, 0);
            else if (c >= x->rows.first[EG_REACH_BEFORE] && c < x->rows.first[EG_REACH_RELATION])
                x->is_any = true;
            else if (c > 2 * n && c < x->rows.first[EG_REACH_BEFORE])
                follow_discrete(x, c - x->rows.first[EG_REACH_DISCRETE]);
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

static void add_outputs(finding *x)
{
    for (size_t i = 0; i < x->list->outputs; i++) {
        const char *name = x->list->items[x->list->first_output + i].name;
        int net = eg_fmu_net_of_output(x->m, name), quantity = eg_fmu_quantity_of_output(x->m, name);
        int row = x->m->n + (int)i;
        if (x->m->user && quantity >= 0)
            eg_reach_add_formula(&x->rows, row, x->m->user->quantities[quantity].node);
        else if (net >= 0)
            eg_reach_add_signal(&x->rows, row, net);
    }
}

static bool prepare(finding *x)
{
    const eg_model *m = x->m;
    size_t n = (size_t)m->n + 1;
    x->s = eg_network_create(m, NULL);
    x->slot_mark = calloc(2 * n + (size_t)m->net_count, sizeof(int));
    x->stack = calloc(n + 1, sizeof(int));
    x->reference = malloc((n + (size_t)m->interface.input_count) * sizeof(long));
    x->known_mark = calloc(x->list->count + 1, sizeof(long));
    if (!x->s || !x->slot_mark || !x->stack || !x->reference || !x->known_mark ||
        eg_reach_create(&x->rows, x->s, (int)x->list->outputs, true) < 0)
        return false;
    x->net_mark = x->slot_mark + n;
    x->input = x->reference + n;
    for (size_t i = 0; i < n; i++)
        x->reference[i] = -1;
    for (size_t i = 0; i < x->list->states; i++)
        x->reference[x->list->items[x->list->first_state + i].index] = (long)(x->list->first_state + i);
    for (int i = 0; i < m->interface.input_count; i++)
        x->input[i] = eg_names_find(x->list->names, m->interface.inputs[i].path);
    return true;
}

static bool find_all(finding *x, eg_fmu_dependencies *d)
{
    const eg_fmu_list *l = x->list;
    add_outputs(x);
    bool ok = eg_reach_sort(&x->rows) == 0, is_any = eg_reach_is_entangled(x->m);
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
    eg_reach_release(&x.rows);
    eg_network_free(x.s);
    free(x.slot_mark);
    free(x.stack);
    free(x.reference);
    free(x.known_mark);
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
    for (int i = 0; i < m->connector.count; i++)
        if (m->connector.list[i].kind == EG_REAL_OUTPUT && strcmp(m->connector.list[i].path, name) == 0)
            return m->connector.node[i];
    return -1;
}

int eg_fmu_quantity_of_output(const eg_model *m, const char *name)
{
    for (int i = 0; i < m->interface.output_count; i++)
        if (strcmp(m->interface.outputs[i].path, name) == 0)
            return m->interface.outputs[i].quantity;
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
