/* Structure of users' equations: which of their states are algebraic in the present modes.
 *
 * A balance of forces on a part without mass is a row that determines the part's speed, w = der(x), where a
 * damper acts. Where none does, no algebraic unknown stands in the row, or in a sum of rows: that sum is a
 * constraint on states. It determines one of them, x, in whose slot it takes the place of der(x) = w; and
 * its derivative, which determines w, takes the place of one of the rows. It is the same that happens to
 * massless bodies (structure.c), found by elimination in the matrix of the rows' derivatives with respect to
 * algebraic unknowns. What counts is whether a formula depends on an unknown in the present modes, branches
 * that are not taken left out; a derivative that happens to be 0 at the point counts as one, and so does one
 * that is not finite there, as that of 1/x at a guess of 0. */
#include "network/network.h"
#include "network/solve/pivots.h"
#include "network/user/evaluate.h"
#include "network/user/structure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- what is on in the present modes */

int eg_user_trace_create(eg_user_trace *trace, const eg_user *u)
{
    size_t n = (size_t)u->tape.count + 1;
    *trace = (eg_user_trace){.on = calloc(n, sizeof(bool)), .list = malloc(n * sizeof(int))};
    return trace->on && trace->list ? 0 : -1;
}

void eg_user_trace_release(eg_user_trace *trace)
{
    free(trace->on);
    free(trace->list);
}

static void turn_on(eg_user_trace *trace, int node)
{
    if (trace->on[node])
        return;
    trace->on[node] = true;
    trace->list[trace->count++] = node;
}

void eg_user_trace_follow(eg_user_trace *trace, const eg_network *s, int root)
{
    const eg_user *u = s->m->user;
    while (trace->count > 0)
        trace->on[trace->list[--trace->count]] = false;
    turn_on(trace, root);
    for (int at = 0; at < trace->count; at++) {
        const eg_instruction *i = &u->tape.code[trace->list[at]];
        int of[3] = {i->a, i->b, i->c}, operands = eg_op_operands(i->op), first = 0;
        if (i->op == EG_OP_SELECT) { /* the derivative passes through the branches only */
            first = 1;
            if (u->is_frozen[i->a]) {
                of[1] = s->user.value[i->a] != 0 ? i->b : i->c;
                operands = 2;
            }
        } else if (i->op == EG_OP_MUL && ((u->is_frozen[i->a] && s->user.value[i->a] == 0) ||
                                          (u->is_frozen[i->b] && s->user.value[i->b] == 0))) {
            continue;
        } else if (i->op >= EG_OP_LESS && i->op <= EG_OP_NOT) {
            continue;
        }
        for (int k = first; k < operands && k < 3; k++)
            turn_on(trace, of[k]);
    }
}

/* ---------------------------------------------------------------- rows of algebraic unknowns */

typedef struct grouping {
    eg_network *s;
    const eg_user *u;
    eg_user_trace trace;
    int rows;       /* those that the matrix holds */
    int *row;       /* (rows) number of each among user->rows */
    int *start;     /* (rows + 1) */
    eg_term *terms; /* derivatives with respect to algebraic unknowns */
    size_t capacity;
    eg_pivot_sums sums;
    int *pivot; /* (rows), then (sums): the state that the sum determines */
} grouping;

static int add_term(grouping *g, int *count, int column, double coefficient)
{
    if (eg_grow((void **)&g->terms, &g->capacity, (size_t)*count + 1, sizeof *g->terms) < 0)
        return -1;
    g->terms[(*count)++] = (eg_term){column, coefficient};
    return 0;
}

/* Rows that speak of accelerations, or of forces of native components, are no balances of parts without mass.
 */
static bool is_of_values(const grouping *g, const eg_user_result *of)
{
    for (int i = of->first_input; i < of->first_input + of->input; i++) {
        eg_user_input_kind kind = g->u->inputs[g->u->tape.code[g->u->supports[i]].a].kind;
        if (g->trace.on[g->u->supports[i]] && (kind == EG_USER_RATE || kind == EG_USER_ACCELERATION ||
                                               kind == EG_USER_FORCE || kind == EG_USER_LOSS))
            return false;
    }
    return true;
}

/* The derivative of what depends on an unknown, as the structure counts it. */
static double slope(double derivative)
{
    return isfinite(derivative) && derivative != 0 ? derivative : 1;
}

/* The part of a row's gradient that concerns algebraic unknowns, where it is on: terms, index = unknown. */
static int list_row(grouping *g, int row, int *count)
{
    const eg_user *u = g->u;
    const eg_user_result *of = &u->rows[row].result;
    eg_user_trace_follow(&g->trace, g->s, of->node);
    if (!is_of_values(g, of))
        return 0;
    g->row[g->rows] = row;
    g->start[g->rows++] = *count;
    eg_user_gradient(g->s, of);
    for (int i = of->first_input; i < of->first_input + of->input; i++) {
        const eg_user_input *in = &u->inputs[u->tape.code[u->supports[i]].a];
        if (in->kind != EG_USER_VALUE || in->index < u->states || !g->trace.on[u->supports[i]])
            continue;
        if (add_term(g, count, in->index - u->states, slope(g->s->user.work[u->supports[i]])) < 0)
            return -1;
    }
    return 0;
}

static int list_rows(grouping *g)
{
    int count = 0;
    for (int row = g->u->states; row < g->u->unknowns; row++)
        if (list_row(g, row, &count) < 0)
            return -1;
    g->start[g->rows] = count;
    return 0;
}

/* ---------------------------------------------------------------- states that constraints determine */

/* States whose derivative is an unknown can become algebraic: those without a given start before others. */
static double wish(const eg_user *u, int state)
{
    const eg_user_quantity *q = &u->quantities[u->unknown_of[state]];
    if (q->speed < 0)
        return 0;
    if (q->fixed == 1)
        return 1e-12;
    return isnan(q->start) ? 1 : 1e-6;
}

/* The derivatives of sum k with respect to such states. */
static int list_constraint(grouping *g, int k, int *count)
{
    const eg_user *u = g->u;
    for (int i = g->sums.start[k]; i < g->sums.start[k + 1]; i++) {
        const eg_user_result *of = &u->rows[g->row[g->sums.terms[i].index]].result;
        eg_user_gradient(g->s, of);
        for (int j = of->first_input; j < of->first_input + of->input; j++) {
            const eg_user_input *in = &u->inputs[u->tape.code[u->supports[j]].a];
            double by = in->kind == EG_USER_VALUE && in->index < u->states ? wish(u, in->index) : 0;
            double d = g->s->user.work[u->supports[j]];
            if (by == 0 || d == 0)
                continue;
            if (add_term(g, count, in->index, by * g->sums.terms[i].coefficient * slope(d)) < 0)
                return -1;
        }
    }
    return 0;
}

static int choose_states(grouping *g)
{
    int count = 0;
    for (int k = 0; k < g->sums.count; k++) {
        g->start[k] = count;
        if (list_constraint(g, k, &count) < 0)
            return -1;
    }
    g->start[g->sums.count] = count;
    return eg_pivots_find(g->sums.count, g->u->states, g->start, g->terms, g->pivot);
}

static int report(const grouping *g, int k, double t, const char *what)
{
    int row = g->row[g->sums.last[k]];
    eg_report(g->s->base.diagnostics, EG_ERROR, g->u->rows[row].place, "at time %.9g s %s", t, what);
    eg_remedy(g->s->base.diagnostics,
              "look for a part without mass that no spring, damper or source acts on at that time: give it a "
              "mass, or hold it");
    return EG_ERROR_SIMULATION;
}

static int check_sums(const grouping *g, double t)
{
    for (int k = 0; k < g->sums.count; k++) {
        if (g->pivot[k] < 0)
            return report(g, k, t, "this equation determines nothing: nothing in it can still change");
        for (int i = g->sums.start[k]; i < g->sums.start[k + 1]; i++)
            if (g->u->row_rates[g->row[g->sums.terms[i].index]].node < 0)
                return report(g, k, t,
                              "this equation would have to be differentiated to determine a speed, "
                              "but something in it has no derivative");
    }
    return 0;
}

/* ---------------------------------------------------------------- taking over */

void eg_user_slots_free(eg_user_slots *slots)
{
    if (!slots)
        return;
    free(slots->first);
    free(slots->terms);
    free(slots->is_rate);
    free(slots->is_algebraic);
    free(slots);
}

static eg_user_slots *create_slots(const eg_user *u, int terms)
{
    size_t n = (size_t)u->unknowns + 1;
    eg_user_slots *slots = calloc(1, sizeof *slots);
    if (!slots)
        return NULL;
    slots->first = malloc(sizeof(int) * n);
    slots->terms = malloc(sizeof(eg_term) * (n + 2 * (size_t)terms));
    slots->is_rate = calloc(n, sizeof(bool));
    slots->is_algebraic = calloc(n, sizeof(bool));
    if (slots->first && slots->terms && slots->is_rate && slots->is_algebraic)
        return slots;
    eg_user_slots_free(slots);
    return NULL;
}

static void add_sum(const grouping *g, eg_user_slots *slots, int k)
{
    for (int i = g->sums.start[k]; i < g->sums.start[k + 1]; i++)
        slots->terms[slots->count++] =
            (eg_term){g->row[g->sums.terms[i].index], g->sums.terms[i].coefficient};
}

/* holder[slot]: the sum that it holds, or -1. */
static eg_user_slots *make_slots(const grouping *g)
{
    const eg_user *u = g->u;
    eg_user_slots *slots = create_slots(u, g->sums.start[g->sums.count]);
    int *holder = malloc(sizeof(int) * ((size_t)u->unknowns + 1));
    for (int i = 0; holder && i < u->unknowns; i++)
        holder[i] = -1;
    for (int k = 0; slots && holder && k < g->sums.count; k++) {
        holder[g->pivot[k]] = holder[g->row[g->sums.last[k]]] = k;
        slots->is_algebraic[g->pivot[k]] = true;
        slots->is_rate[g->row[g->sums.last[k]]] = true;
    }
    for (int i = 0; slots && holder && i < u->unknowns; i++) {
        slots->first[i] = slots->count;
        if (holder[i] >= 0)
            add_sum(g, slots, holder[i]);
        else
            slots->terms[slots->count++] = (eg_term){i, 1};
        slots->first[i + 1] = slots->count;
    }
    if (!holder) {
        eg_user_slots_free(slots);
        slots = NULL;
    }
    free(holder);
    return slots;
}

static bool same_slots(const eg_user_slots *a, const eg_user_slots *b, int unknowns)
{
    if (!a || a->count != b->count)
        return false;
    for (int i = 0; i < unknowns; i++)
        if (a->first[i] != b->first[i] || a->is_rate[i] != b->is_rate[i] ||
            a->is_algebraic[i] != b->is_algebraic[i])
            return false;
    for (int i = 0; i < a->count; i++)
        if (a->terms[i].index != b->terms[i].index || a->terms[i].coefficient != b->terms[i].coefficient)
            return false;
    return true;
}

static int adopt(grouping *g)
{
    eg_user_slots *slots = make_slots(g);
    if (!slots)
        return EG_ERROR_MEMORY;
    if (same_slots(g->s->user.slots, slots, g->u->unknowns)) {
        eg_user_slots_free(slots);
        return 0;
    }
    eg_user_slots_free(g->s->user.slots);
    g->s->user.slots = slots;
    return 1;
}

int eg_user_update_structure(eg_network *s, double t)
{
    grouping g = {.s = s, .u = s->m->user};
    size_t n = (size_t)g.u->unknowns + 1;
    int *numbers = malloc(sizeof(int) * (3 * n + 1)), status = EG_ERROR_MEMORY;
    if (numbers) {
        g.row = numbers;
        g.pivot = numbers + n;
        g.start = numbers + 2 * n;
    }
    eg_user_refresh(s);
    if (numbers && eg_user_trace_create(&g.trace, g.u) == 0 && list_rows(&g) == 0 &&
        eg_pivots_find_sums(g.rows, g.u->unknowns - g.u->states, g.start, g.terms, g.pivot, &g.sums) == 0 &&
        choose_states(&g) == 0)
        status = check_sums(&g, t);
    if (status == 0)
        status = adopt(&g);
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(s->base.diagnostics, "while solving %s", s->m->name);
    eg_user_trace_release(&g.trace);
    eg_pivot_sums_release(&g.sums);
    free(numbers);
    free(g.terms);
    return status;
}
