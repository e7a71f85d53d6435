/* The final tape: raw formulas with everything put in that definitions say, and derivatives carried out. */
#include "network/user/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- inputs of the final tape */

static int input(eg_user_builder *b, eg_user_input_kind kind, int index, int other)
{
    int i = eg_user_inputs_add(&b->inputs, (eg_user_input){.kind = kind, .index = index, .other = other});
    return i < 0 ? -1 : eg_tape_input(&b->u->tape, i);
}

static const eg_user_input *input_of(const eg_user_builder *b, int node)
{
    const eg_instruction *i = node < 0 ? NULL : &b->u->tape.code[node];
    return i && i->op == EG_OP_INPUT ? &b->inputs.items[i->a] : NULL;
}

/* The difference of two positions is measured as such: it keeps its digits far from the origin. */
static int subtract(eg_user_builder *b, int x, int y)
{
    const eg_user_input *to = input_of(b, x), *from = input_of(b, y);
    if (to && from && to->kind == EG_USER_DISTANCE && from->kind == EG_USER_DISTANCE && to->other < 0 &&
        from->other < 0 && to->index != from->index)
        return input(b, EG_USER_DISTANCE, to->index, from->index);
    return eg_tape_add(&b->u->tape, EG_OP_SUB, x, y, -1);
}

/* ---------------------------------------------------------------- rates */

/* Remembers which derivative does not exist. */
static int no_rate(eg_user_builder *b, const char *which, const char *of, const char *why)
{
    snprintf(b->failure, sizeof b->failure, "%s derivative of %.200s%s", which, of, why);
    return -1;
}

static const char *path_of_unknown(const eg_user_builder *b, int unknown)
{
    return b->u->quantities[b->u->unknown_of[unknown]].path;
}

static int rate_of_input(eg_user_builder *b, int index)
{
    const eg_user_input *in = &b->inputs.items[index];
    int to = in->index, from = in->other;
    switch (in->kind) {
    case EG_USER_TIME: return eg_tape_constant(&b->u->tape, 1);
    case EG_USER_START:
    case EG_USER_DISCRETE:
    case EG_USER_SAMPLE:
    case EG_USER_TERMINAL:
    case EG_USER_IMPULSE:
    case EG_USER_STRUCK:
    case EG_USER_STRIKING:
    case EG_USER_MODE:
    case EG_USER_BEFORE: return eg_tape_constant(&b->u->tape, 0);
    case EG_USER_SPEED: return input(b, EG_USER_ACCELERATION, to, 0);
    case EG_USER_DISTANCE: {
        int v = input(b, EG_USER_SPEED, to, 0);
        return from < 0 ? v : eg_tape_add(&b->u->tape, EG_OP_SUB, v, input(b, EG_USER_SPEED, from, 0), -1);
    }
    case EG_USER_VALUE: {
        int k = b->u->unknown_of[in->index];
        if (b->u->quantities[k].role != EG_ROLE_STATE)
            return no_rate(b, "the", path_of_unknown(b, in->index), ", which is no state");
        return b->rate_of[k] >= 0 ? eg_user_convert(b, b->rate_of[k]) : input(b, EG_USER_RATE, to, 0);
    }
    case EG_USER_ACCELERATION: return no_rate(b, "the", "an acceleration", "");
    case EG_USER_SIGNAL:
        return from < 2 ? input(b, EG_USER_SIGNAL, to, from + 1) : no_rate(b, "the third", "a signal", "");
    case EG_USER_TEMPERATURE: {
        int seen = eg_user_seen_rate(b, in->index);
        return seen == -2 ? no_rate(b, "the", "a temperature", "") : seen;
    }
    case EG_USER_SEEN: return no_rate(b, "the", "what is computed for results", "");
    case EG_USER_FORCE:
    case EG_USER_CUT:
    case EG_USER_LOSS: return no_rate(b, "the", "a force", "");
    case EG_USER_DELAYED: return no_rate(b, "the", "a delayed value", "");
    case EG_USER_RATE: return no_rate(b, "the second", path_of_unknown(b, in->index), "");
    case EG_USER_VARIABLE: break;
    }
    return -1;
}

static int input_rate(eg_tape_rates *rates, int node, int index)
{
    eg_user_builder *b = (eg_user_builder *)((char *)rates - offsetof(eg_user_builder, rates));
    (void)node;
    return rate_of_input(b, index);
}

static int held_rate(eg_tape_rates *rates, int node, int index)
{
    eg_user_builder *b = (eg_user_builder *)((char *)rates - offsetof(eg_user_builder, held));
    const eg_user_input *in = &b->inputs.items[index];
    (void)node;
    bool is_algebraic =
        in->kind == EG_USER_VALUE && b->u->quantities[b->u->unknown_of[in->index]].role != EG_ROLE_STATE;
    return is_algebraic ? eg_tape_constant(&b->u->tape, 0) : rate_of_input(b, index);
}

/* ---------------------------------------------------------------- putting in definitions */

static int quantity_input(eg_user_builder *b, int k)
{
    const eg_user_quantity *q = &b->u->quantities[k];
    if (q->role == EG_ROLE_DISCRETE)
        return input(b, EG_USER_DISCRETE, k, 0);
    return input(b, EG_USER_VALUE, q->unknown, 0);
}

/* The variable whose derivative the raw instruction asks for and means, not what defines it; or -1. */
static int kept_rate(const eg_user_builder *b, const eg_instruction *i)
{
    const int k = i->op == EG_OP_DER ? eg_user_variable_of(b, i->a) : -1;
    return k >= 0 && b->is_kept[k] && b->u->quantities[k].role == EG_ROLE_STATE ? k : -1;
}

/* The raw instructions that must be there first; their number. */
static int needs(const eg_user_builder *b, int node, int of[3])
{
    const eg_instruction *i = &b->raw.code[node];
    if (i->op == EG_OP_INPUT) {
        const eg_user_input *in = &b->leaves.items[i->a];
        if (in->kind != EG_USER_VARIABLE || b->value_of[in->index] < 0)
            return 0;
        of[0] = b->value_of[in->index];
        return 1;
    }
    if (i->op == EG_OP_SWITCH) { /* what changes at events only is compared at once */
        if (!b->live[i->a])
            return 0;
        of[0] = b->relations[i->a];
        return 1;
    }
    if (i->op == EG_OP_ALONG && !b->is_along[node]) {
        of[0] = i->a;
        return 1;
    }
    if (kept_rate(b, i) >= 0)
        return 0;
    int k = i->op == EG_OP_DER ? eg_user_variable_of(b, i->a) : -1;
    of[0] = k >= 0 && b->rate_of[k] >= 0 ? b->rate_of[k] : i->a;
    of[1] = i->b;
    of[2] = i->c;
    return eg_op_operands(i->op);
}

static int finish(eg_user_builder *b, int node)
{
    eg_instruction i = b->raw.code[node];
    eg_tape *t = &b->u->tape;
    int operands = eg_op_operands(i.op);
    switch (i.op) {
    case EG_OP_CONSTANT: return eg_tape_bound_constant(t, i.number, i.a);
    case EG_OP_INPUT: {
        eg_user_input in = b->leaves.items[i.a];
        if (in.kind != EG_USER_VARIABLE)
            return input(b, in.kind, in.index, in.other);
        return b->value_of[in.index] >= 0 ? b->final[b->value_of[in.index]] : quantity_input(b, in.index);
    }
    case EG_OP_SWITCH: return b->live[i.a] ? b->final[b->relations[i.a]] : eg_tape_switch(t, i.a);
    case EG_OP_DER: {
        int k = kept_rate(b, &i);
        if (k >= 0)
            return input(b, EG_USER_RATE, b->u->quantities[k].unknown, 0);
        k = eg_user_variable_of(b, i.a);
        return k >= 0 && b->rate_of[k] >= 0 ? b->final[b->rate_of[k]]
                                            : eg_tape_rate(&b->rates, b->final[i.a]);
    }
    case EG_OP_SUB: return subtract(b, b->final[i.a], b->final[i.b]);
    case EG_OP_ALONG:
        if (!b->is_along[node])
            return b->final[i.a];
        break;
    }
    return eg_tape_again(t, &i, b->final[i.a], operands > 1 ? b->final[i.b] : -1,
                         operands > 2 ? b->final[i.c] : -1);
}

/* Does it come by a second time without what it needs? Then it needs itself. */
static bool missing_before(const eg_user_builder *b, int node)
{
    int of[3] = {0}, number = needs(b, node, of);
    for (int i = 0; i < number; i++)
        if (b->final[of[i]] < 0)
            return true;
    return false;
}

enum { WAITING = -2 };

/* The instruction of the final tape; -1 when memory is out or a derivative does not exist (b->failure). */
int eg_user_convert(eg_user_builder *b, int root)
{
    int *stack = NULL, count = 0, status = 0;
    size_t capacity = 0;
    if (eg_grow((void **)&stack, &capacity, 4, sizeof(int)) < 0)
        return -1;
    stack[count++] = root;
    while (count > 0 && status == 0) {
        int node = stack[count - 1], of[3] = {0}, missing = 0;
        if (b->final[node] >= 0) {
            count--;
            continue;
        }
        if (b->final[node] == WAITING && missing_before(b, node)) {
            b->is_circle = true;
            status = -1;
            break;
        }
        b->final[node] = WAITING;
        int number = needs(b, node, of);
        if (eg_grow((void **)&stack, &capacity, (size_t)count + 3, sizeof(int)) < 0)
            status = -1;
        for (int i = 0; i < number && status == 0; i++)
            if (b->final[of[i]] < 0) {
                stack[count++] = of[i];
                missing++;
            }
        if (missing == 0 && status == 0 && (b->final[node] = finish(b, node)) < 0)
            status = -1;
    }
    free(stack);
    return status == 0 ? b->final[root] : -1;
}

/* Reports a derivative that does not exist; otherwise memory is out. */
eg_status eg_user_convert_failed(eg_user_builder *b, eg_place place)
{
    const char *text = eg_user_equation_text(b, place);
    if (b->is_circle) {
        eg_report(b->d, EG_ERROR, place, "%s: truth values or whole numbers depend on themselves", text);
        eg_remedy(b->d, "use pre(x), the value before the event, on one side");
        return EG_ERROR_MODEL;
    }
    if (!*b->failure)
        return EG_ERROR_MEMORY;
    eg_report(b->d, EG_ERROR, place, "%s needs %s", text, b->failure);
    eg_remedy(b->d, "the model is of higher index there: give the derivative an equation of its own");
    return EG_ERROR_MODEL;
}

/* ---------------------------------------------------------------- unknowns, rows */

static eg_status number_unknowns(eg_user_builder *b)
{
    eg_user *u = b->u;
    u->unknown_of = eg_arena_array(b->m->arena, (size_t)u->quantity_count + 1, sizeof(int));
    if (!u->unknown_of)
        return EG_ERROR_MEMORY;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < u->quantity_count; k++) {
            eg_user_quantity *q = &u->quantities[k];
            if (q->role != (pass ? EG_ROLE_ALGEBRAIC : EG_ROLE_STATE))
                continue;
            q->unknown = u->unknowns;
            u->unknown_of[u->unknowns++] = k;
            u->states += !pass;
        }
    return EG_OK;
}

static eg_status make_row(eg_user_builder *b, eg_user_row *row, int left, int right, eg_place place)
{
    row->left = left;
    row->right = right;
    row->place = place;
    row->result.node = left < 0 || right < 0 ? -1 : subtract(b, left, right);
    return row->result.node < 0 ? eg_user_convert_failed(b, place) : EG_OK;
}

static eg_place place_of_state(const eg_user_builder *b, int k)
{
    return b->u->quantities[k].place;
}

static eg_status make_rows(eg_user_builder *b)
{
    eg_user *u = b->u;
    eg_status status = EG_OK;
    int slot = 0;
    u->rows = eg_arena_array(b->m->arena, (size_t)u->unknowns + 1, sizeof *u->rows);
    if (!u->rows)
        return EG_ERROR_MEMORY;
    bool all = true;
    for (int i = 0; i < u->unknowns && status == EG_OK; i++) {
        int k = u->unknown_of[i];
        bool solved = i < u->states && b->rate_of[k] >= 0;
        all = all && solved;
        if (solved)
            status = make_row(b, &u->rows[i], input(b, EG_USER_RATE, i, 0), eg_user_convert(b, b->rate_of[k]),
                              place_of_state(b, k));
    }
    for (int i = 0; i < b->equation_count && status == EG_OK; i++) {
        const eg_user_source *q = &b->equations[i];
        if (q->kind != EG_USER_EQUATION || q->is_used)
            continue;
        while (slot < u->states && b->rate_of[u->unknown_of[slot]] >= 0)
            slot++;
        int left = eg_user_convert(b, q->left);
        status = make_row(b, &u->rows[slot++], left, left < 0 ? -1 : eg_user_convert(b, q->right), q->place);
    }
    u->is_explicit = all;
    return status;
}

/* ---------------------------------------------------------------- values, flows, outputs */

static eg_status make_values(eg_user_builder *b)
{
    eg_user *u = b->u;
    for (int k = 0; k < u->quantity_count; k++) {
        eg_user_quantity *q = &u->quantities[k];
        q->node = b->value_of[k] >= 0 ? eg_user_convert(b, b->value_of[k]) : quantity_input(b, k);
        if (q->node < 0)
            return eg_user_convert_failed(b, q->place);
    }
    return EG_OK;
}

static eg_status make_flows(eg_user_builder *b)
{
    eg_model *m = b->m;
    eg_user *u = b->u;
    u->flows = eg_arena_array(m->arena, (size_t)m->connector.count + 1, sizeof *u->flows);
    u->outputs = eg_arena_array(m->arena, (size_t)m->net_count + 1, sizeof *u->outputs);
    if (!u->flows || !u->outputs)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->connector.count; i++) {
        int k = b->connector_flow[i];
        if (k >= 0)
            u->flows[u->flow_count++] =
                (eg_user_flow){.result.node = u->quantities[k].node,
                               .quantity = k,
                               .connector = i,
                               .is_heat = eg_port_is_thermal(m->connector.list[i].kind),
                               .node = m->connector.node[i],
                               .point = m->connector.point[i]};
    }
    for (int i = 0; i < m->net_count; i++) {
        int k = b->net_quantity[i];
        if (k >= 0)
            u->outputs[u->output_count++] =
                (eg_user_output){.result.node = u->quantities[k].node, .quantity = k, .net = i};
    }
    return EG_OK;
}

/* What a raw instruction stands for that changes at events only: a variable of when clauses, or pre(...). */
static bool find_first(const eg_user_builder *b, int raw, eg_user_first *first)
{
    const eg_instruction *i = &b->raw.code[raw];
    const eg_user_input *in = i->op == EG_OP_INPUT ? &b->leaves.items[i->a] : NULL;
    *first = (eg_user_first){-1, -1, -1, false};
    if (in && in->kind == EG_USER_BEFORE)
        first->before = in->index;
    if (in && in->kind == EG_USER_VARIABLE && b->u->quantities[in->index].role == EG_ROLE_DISCRETE)
        first->quantity = in->index;
    /* n = if edge(b) then ... else pre(n): begins with pre(n) */
    bool keeps = in && in->kind == EG_USER_VARIABLE && b->u->quantities[in->index].is_discrete;
    for (int k = 0; keeps && first->quantity < 0 && k < b->before_count; k++)
        if (b->befores[k] == raw)
            first->before = k;
    return first->before >= 0 || first->quantity >= 0;
}

/* At the start only what follows from parameters and time is known before the rest is. */
static bool is_known_early(eg_user_builder *b, int raw)
{
    int count = eg_user_cone(b, raw);
    for (int i = 0; i < count; i++) {
        const eg_instruction *x = &b->raw.code[b->list[i]];
        if (x->op == EG_OP_SWITCH)
            return false;
        if (x->op != EG_OP_INPUT)
            continue;
        const eg_user_input *in = &b->leaves.items[x->a];
        bool known = in->kind == EG_USER_TIME || in->kind == EG_USER_BEFORE ||
                     (in->kind == EG_USER_VARIABLE && b->u->quantities[in->index].role == EG_ROLE_DISCRETE);
        if (!known)
            return false;
    }
    return count >= 0;
}

/* 1: the equation says how a discrete variable begins; 0: it does not; -1: out of memory or reported. */
static int make_first(eg_user_builder *b, const eg_user_source *q, eg_status *status)
{
    eg_user_first first;
    bool left = find_first(b, q->left, &first);
    if (!left && !find_first(b, q->right, &first))
        return 0;
    int value = left ? q->right : q->left;
    first.is_late = !is_known_early(b, value);
    first.value = eg_user_convert(b, value);
    if (first.value < 0)
        *status = eg_user_convert_failed(b, q->place);
    b->u->firsts[b->u->first_count++] = first;
    return first.value < 0 ? -1 : 1;
}

/* Initial equations, and fixed start values of what is no state: then the value follows from others. */
/* What statements assign at events only, x = if event then ... else pre(x), begins with its start value: the
 * one before. */
static bool keeps_its_start(eg_user_builder *b, int k)
{
    int count = b->value_of[k] < 0 ? 0 : eg_user_cone(b, b->value_of[k]);
    for (int i = 0; i < count; i++) {
        const eg_instruction *x = &b->raw.code[b->list[i]];
        const eg_user_input *in = x->op == EG_OP_INPUT ? &b->leaves.items[x->a] : NULL;
        if (in && in->kind == EG_USER_BEFORE && eg_user_variable_of(b, b->befores[in->index]) == k)
            return true;
    }
    return false;
}

/* What is another name of a state fixes that: it begins there, and modes that follow from it with it, rather
 * than being looked for from a guess that they may not let go. -1 when out of memory. */
static int fixes_state(eg_user_builder *b, const eg_user_quantity *q)
{
    eg_user *u = b->u;
    const eg_instruction *i = &u->tape.code[q->node];
    bool turned = i->op == EG_OP_NEG;
    i = turned ? &u->tape.code[i->a] : i;
    const eg_user_input *in = i->op == EG_OP_INPUT ? &b->inputs.items[i->a] : NULL;
    if (!in || in->kind != EG_USER_VALUE || in->index >= u->states || q->is_checked)
        return 0;
    eg_user_quantity *state = &u->quantities[u->unknown_of[in->index]];
    double start = isnan(q->start) ? 0 : turned ? -q->start : q->start;
    int origin = q->start_origin;
    if (turned)
        origin = eg_tape_origin(&u->tape, EG_OP_NEG, (eg_bound_number){q->start, origin},
                                (eg_bound_number){0, -1});
    if (origin == -2)
        return -1;
    if (state->fixed == 1 && (state->start != start || state->start_origin != origin))
        return 0;
    state->fixed = 1;
    state->start = start;
    state->start_origin = origin;
    return 1;
}

static eg_status make_initial(eg_user_builder *b)
{
    eg_user *u = b->u;
    eg_status status = EG_OK;
    size_t room = (size_t)(b->equation_count + u->quantity_count) + 1;
    u->initial = eg_arena_array(b->m->arena, room, sizeof *u->initial);
    u->firsts = eg_arena_array(b->m->arena, (size_t)b->equation_count + 1, sizeof *u->firsts);
    u->checks = eg_arena_array(b->m->arena, (size_t)u->quantity_count + 1, sizeof *u->checks);
    if (!u->initial || !u->firsts || !u->checks)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < b->equation_count && status == EG_OK; i++) {
        const eg_user_source *q = &b->equations[i];
        if (q->kind != EG_USER_INITIAL || q->is_used || make_first(b, q, &status) != 0)
            continue;
        int left = eg_user_convert(b, q->left);
        status = make_row(b, &u->initial[u->initial_count++], left,
                          left < 0 ? -1 : eg_user_convert(b, q->right), q->place);
    }
    for (int k = 0; k < u->quantity_count && status == EG_OK; k++) {
        const eg_user_quantity *q = &u->quantities[k];
        if (q->fixed != 1 || q->type != EG_REAL || q->is_input || keeps_its_start(b, k) ||
            (q->role != EG_ROLE_DEFINED && q->role != EG_ROLE_ALGEBRAIC))
            continue;
        const int fixes = fixes_state(b, q);
        if (fixes < 0)
            return EG_ERROR_MEMORY;
        if (fixes > 0)
            continue;
        int start = eg_tape_bound_constant(&u->tape, isnan(q->start) ? 0 : q->start, q->start_origin);
        eg_user_row *row = q->is_checked ? &u->checks[u->check_count++] : &u->initial[u->initial_count++];
        row->quantity = k;
        status = make_row(b, row, q->node, start, q->place);
    }
    return status;
}

/* ---------------------------------------------------------------- rates */

/* Of rows that may have to be differentiated, and of forces that may act on parts without mass. A rate that
 * does not exist is missed when it is needed. */
static int make_rate(eg_user_builder *b, int node)
{
    int rate = eg_tape_rate(&b->held, node);
    if (rate < 0 && !*b->failure)
        return -2;
    *b->failure = '\0';
    return rate;
}

static eg_status make_rates(eg_user_builder *b)
{
    eg_user *u = b->u;
    u->core = u->tape.count;
    u->core_inputs = b->inputs.count;
    u->row_rates = eg_arena_array(b->m->arena, (size_t)u->unknowns + 1, sizeof *u->row_rates);
    if (!u->row_rates)
        return EG_ERROR_MEMORY;
    b->held.tape = &u->tape;
    b->held.input_rate = held_rate;
    for (int i = 0; i < u->unknowns; i++) {
        bool wanted = u->has_speeds && i >= u->states;
        if ((u->row_rates[i].node = wanted ? make_rate(b, u->rows[i].result.node) : -1) == -2)
            return EG_ERROR_MEMORY;
    }
    for (int i = 0; i < u->flow_count; i++)
        if ((u->flows[i].rate.node = u->flows[i].is_heat ? -1 : make_rate(b, u->flows[i].result.node)) == -2)
            return EG_ERROR_MEMORY;
    return EG_OK;
}

/* ---------------------------------------------------------------- what instructions follow */

static eg_status find_frozen(eg_user_builder *b)
{
    eg_user *u = b->u;
    u->is_frozen = eg_arena_array(b->m->arena, (size_t)u->tape.count + 1, sizeof(bool));
    u->follows_rates = eg_arena_array(b->m->arena, (size_t)u->tape.count + 1, sizeof(bool));
    if (!u->is_frozen || !u->follows_rates)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < u->tape.count; i++) {
        const eg_instruction *x = &u->tape.code[i];
        int of[3] = {x->a, x->b, x->c};
        if (x->op == EG_OP_SWITCH)
            u->relations[x->a].is_read = true;
        const int kind = x->op == EG_OP_INPUT ? (int)b->inputs.items[x->a].kind : -1;
        u->is_frozen[i] = kind < 0 || eg_user_is_frozen_input((eg_user_input_kind)kind);
        u->follows_rates[i] = kind == EG_USER_RATE || kind == EG_USER_ACCELERATION;
        for (int j = 0; j < 3 && j < eg_op_operands(x->op); j++) {
            u->is_frozen[i] = u->is_frozen[i] && u->is_frozen[of[j]];
            u->follows_rates[i] = u->follows_rates[i] || u->follows_rates[of[j]];
        }
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- what results depend on */

int eg_user_add_support(eg_user *u, char *mark, eg_user_result *r)
{
    r->first_cone = u->cone_count;
    if (eg_tape_cone(&u->tape, r->node, true, mark, &u->cones, &u->cone_count, &u->cone_capacity) < 0)
        return -1;
    r->cone = u->cone_count - r->first_cone;
    r->first_input = u->support_count;
    for (int i = r->first_cone; i < u->cone_count; i++) {
        if (u->tape.code[u->cones[i]].op != EG_OP_INPUT)
            continue;
        if (eg_grow((void **)&u->supports, &u->support_capacity, (size_t)u->support_count + 1, sizeof(int)) <
            0)
            return -1;
        u->supports[u->support_count++] = u->cones[i];
    }
    r->input = u->support_count - r->first_input;
    return 0;
}

int eg_user_list_support(eg_user_builder *b, eg_user_result *r)
{
    return eg_user_add_support(b->u, b->mark, r);
}

/* Does it depend on derivatives, `but` (an instruction, or -1) not counted? */
static bool depends_on_rates(const eg_user_builder *b, const eg_user_result *r, int but)
{
    const eg_user *u = b->u;
    for (int i = r->first_input; i < r->first_input + r->input; i++) {
        eg_user_input_kind kind = b->inputs.items[u->tape.code[u->supports[i]].a].kind;
        if (u->supports[i] != but && (kind == EG_USER_RATE || kind == EG_USER_ACCELERATION))
            return true;
    }
    return false;
}

/* Does it depend on unknowns that are no states? */
static bool depends_on_algebraic(const eg_user_builder *b, const eg_user_result *r)
{
    const eg_user *u = b->u;
    for (int i = r->first_input; i < r->first_input + r->input; i++) {
        const eg_user_input *in = &b->inputs.items[u->tape.code[u->supports[i]].a];
        if (in->kind == EG_USER_VALUE && in->index >= u->states)
            return true;
    }
    return false;
}

static int list_relation_support(eg_user_builder *b, eg_user_relation *r)
{
    int status = 0;
    for (int side = 0; side < 2 && r->a >= 0; side++) {
        eg_user_result of = {.node = side ? r->b : r->a};
        status |= eg_user_list_support(b, &of);
        b->u->switches_on_rates = b->u->switches_on_rates || depends_on_rates(b, &of, -1);
        r->is_of_algebraic = r->is_of_algebraic || depends_on_algebraic(b, &of);
    }
    return status;
}

static eg_status list_supports(eg_user_builder *b)
{
    eg_user *u = b->u;
    int status = 0;
    free(b->mark);
    b->mark = calloc((size_t)u->tape.count + 1, 1);
    if (!b->mark)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < u->unknowns; i++) {
        if (u->row_rates[i].node >= 0)
            status |= eg_user_list_support(b, &u->row_rates[i]);
        status |= eg_user_list_support(b, &u->rows[i].result);
        u->is_explicit = u->is_explicit && !depends_on_rates(b, &u->rows[i].result, u->rows[i].left);
    }
    for (int i = 0; i < u->flow_count; i++) {
        if (u->flows[i].rate.node >= 0)
            status |= eg_user_list_support(b, &u->flows[i].rate);
        status |= eg_user_list_support(b, &u->flows[i].result);
        u->is_implicit = u->is_implicit || depends_on_rates(b, &u->flows[i].result, -1);
    }
    for (int i = 0; i < u->output_count; i++) {
        status |= eg_user_list_support(b, &u->outputs[i].result);
        u->is_implicit = u->is_implicit || depends_on_rates(b, &u->outputs[i].result, -1);
    }
    for (int i = 0; i < u->initial_count; i++)
        status |= eg_user_list_support(b, &u->initial[i].result);
    for (int i = 0; i < u->relation_count; i++)
        status |= list_relation_support(b, &u->relations[i]);
    return status ? EG_ERROR_MEMORY : EG_OK;
}

eg_status eg_user_make_formulas(eg_user_builder *b)
{
    eg_user *u = b->u;
    b->final = eg_arena_array(b->arena, (size_t)b->raw.count + 1, sizeof(int));
    if (!b->final)
        return EG_ERROR_MEMORY;
    for (int i = 0; i <= b->raw.count; i++)
        b->final[i] = -1;
    b->live = eg_arena_array(b->arena, (size_t)b->relation_count + 1, sizeof(bool));
    if (!b->live)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < b->relation_count; i++)
        b->live[i] = eg_user_is_discrete(b, b->relations[i]);
    for (int i = 0; i < b->raw.loop_count; i++)
        if (eg_tape_add_loop(&u->tape, &b->raw.loops[i]) != i)
            return EG_ERROR_MEMORY;
    b->rates.tape = &u->tape;
    b->rates.input_rate = input_rate;
    eg_status status = eg_user_find_along(b);
    if (status == EG_OK)
        status = number_unknowns(b);
    if (status == EG_OK)
        status = make_rows(b);
    if (status == EG_OK)
        status = eg_user_pair_rows(b);
    if (status == EG_OK)
        status = make_values(b);
    if (status == EG_OK)
        status = make_flows(b);
    if (status == EG_OK)
        status = make_initial(b);
    if (status == EG_OK)
        status = eg_user_make_clauses(b);
    if (status == EG_OK)
        status = eg_user_make_impulses(b);
    if (status == EG_OK)
        status = make_rates(b);
    if (status == EG_OK)
        status = find_frozen(b);
    if (status == EG_OK)
        status = list_supports(b);
    if (status == EG_OK)
        status = eg_user_find_curved(b);
    if (status == EG_OK)
        status = eg_user_find_grips(b);
    return status == EG_OK ? eg_user_list_delays(b) : status;
}
