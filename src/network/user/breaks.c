/* See breaks.h. */
#include "network/user/breaks.h"

#include "network/motion/impact.h"
#include "network/solve/reach.h"
#include "network/user/user.h"

#include <stdlib.h>
#include <string.h>

/* Causes beyond the columns of a reach: of the components, as blocks that change their phases; a state that a
 * when clause has set. */
enum { BLOCKS, REINIT, MORE };

struct eg_breaks {
    int first[EG_REACH_KINDS + 1]; /* causes, as columns are numbered, from 0 on */
    int causes;
    unsigned char *order; /* (delays x causes) of x behind the cause; EG_SMOOTH: it does not lead there */
    bool *is_cause;       /* (causes) of the present event */
    bool is_known;        /* what follows is what was at the end of the last event */
    int *mode, *relation;
    long *phase;
    double *discrete, *before;
};

/* ---------------------------------------------------------------- what leads to what is delayed */

typedef struct tracing {
    eg_reach reach;
    const eg_model *m;
    eg_breaks *b;
    bool counts; /* integrations; else every way has order 0 */
    bool lost;   /* the derivative of what is algebraic was met: a way may be shorter than it seems */
    unsigned char
        *at; /* (rows) order at which what the row determines is reached: der(y), or an algebraic y */
    int *waiting, count;
    bool *is_waiting;
} tracing;

/* Is y_i the integral of what its row determines, in all modes? */
static bool integrates(const tracing *x, int i)
{
    const eg_model *m = x->m;
    if (!x->counts || x->reach.is_loose[i])
        return false;
    if (i < 2 * (m->body_count - 1))
        return m->dynamics.massless_count == 0;
    if (i >= m->first.user)
        return i - m->first.user < m->user->states && !m->user->has_speeds;
    return i >= m->first.drive && i < m->first.heat;
}

static void visit(tracing *x, int row, int order)
{
    if (order >= EG_SMOOTH || x->at[row] <= order)
        return;
    x->at[row] = (unsigned char)order;
    if (!x->is_waiting[row])
        x->waiting[x->count++] = row;
    x->is_waiting[row] = true;
}

static void visit_group(tracing *x, int slot, int order)
{
    int i = slot;
    do {
        visit(x, i, order);
        i = x->reach.next[i];
    } while (i != slot);
}

static void follow(tracing *x, int delay, int row)
{
    const int n = x->m->n, order = x->at[row], delays = x->m->user->delay_count;
    const int *first = x->reach.first;
    unsigned char *of = x->b->order + (ptrdiff_t)delay * x->b->causes;
    const int blocks = x->b->first[EG_REACH_KINDS] + BLOCKS;
    if (row < x->m->first.user && order < of[blocks])
        of[blocks] = (unsigned char)order;
    for (int k = x->reach.start[row]; k < x->reach.start[row + 1]; k++) {
        const int c = x->reach.entries.items[k].column;
        if (c < n) {
            visit_group(x, c, order + integrates(x, c));
            continue;
        }
        if (c < 2 * n) {
            x->lost = x->lost || !integrates(x, c - n);
            visit_group(x, c - n, order);
            continue;
        }
        const int cause = c < first[0] ? blocks : c - first[0];
        if (c + 1 == first[0]) /* time itself */
            continue;
        if (order < of[cause])
            of[cause] = (unsigned char)order;
        if (c >= first[EG_REACH_DELAYED] && c < first[EG_REACH_DELAYED + 1])
            visit(x, n + delays + c - first[EG_REACH_DELAYED], order);
    }
}

static void trace(tracing *x, int delay)
{
    memset(x->at, EG_SMOOTH, (size_t)x->reach.rows);
    memset(x->b->order + (ptrdiff_t)delay * x->b->causes, EG_SMOOTH, (size_t)x->b->causes);
    visit(x, x->m->n + delay, 0);
    while (x->count > 0) {
        const int row = x->waiting[--x->count];
        x->is_waiting[row] = false;
        follow(x, delay, row);
    }
}

/* Signals whose gradients do not show all that they follow from; columns of the results. */
static bool is_opaque(const eg_model *m)
{
    for (int i = 0; i < m->net_count; i++)
        if (m->nets[i].kind == EG_SIGNAL_FORCE || m->nets[i].kind == EG_SIGNAL_HEAT)
            return true;
    for (int i = 0; i < m->user->input_count; i++)
        if (m->user->inputs[i].kind == EG_USER_SEEN)
            return true;
    return eg_reach_is_entangled(m);
}

/* A state jumps itself, not its derivative; of a speed it is not asked which bodies go along. */
static void add_reinit(tracing *x, const eg_user_action *a)
{
    const eg_model *m = x->m;
    int first = 0, end = 2 * (m->body_count - 1);
    if (a->target >= 0)
        first = m->first.user + a->target;
    else if (a->target_net >= 0)
        first = m->nets[a->target_net].state;
    if (a->target >= 0 || a->target_net >= 0)
        end = first + 1;
    for (int i = first; i < end; i++) {
        x->reach.is_loose[i] = true;
        eg_reach_add(&x->reach, i, x->reach.first[EG_REACH_KINDS] + REINIT);
    }
}

/* The rows into which elements push and give heat, and those of states that clauses set. */
static void add_causes(tracing *x)
{
    const eg_model *m = x->m;
    const eg_user *u = m->user;
    for (int i = 0; i < m->element_count; i++) {
        const int column = x->reach.first[EG_REACH_ELEMENT] + i;
        for (int k = m->scatter.elements.start[i]; k < m->scatter.elements.start[i + 1]; k++)
            eg_reach_add(&x->reach, m->scatter.elements.terms[k].index, column);
        for (int k = 0; k < m->heat_count && m->elements[i].heat_point >= 0; k++)
            if (m->heat[k].unknown >= 0)
                eg_reach_add(&x->reach, m->heat[k].unknown, column);
    }
    for (int i = 0; i < u->action_count; i++)
        if (u->actions[i].kind == EG_USER_REINIT)
            add_reinit(x, &u->actions[i]);
    for (int i = 0; i < u->delay_count; i++) {
        eg_reach_add_formula(&x->reach, m->n + i, u->delays[i].x_node);
        eg_reach_add_formula(&x->reach, m->n + u->delay_count + i, u->delays[i].T_node);
    }
}

static int trace_all(eg_breaks *b, eg_network *s)
{
    const eg_model *m = s->m;
    tracing x = {.m = m, .b = b};
    int status = eg_reach_create(&x.reach, s, 2 * m->user->delay_count, false);
    if (status == 0) {
        add_causes(&x);
        status = eg_reach_sort(&x.reach);
    }
    x.at = calloc((size_t)x.reach.rows + 1, sizeof *x.at);
    x.waiting = calloc((size_t)x.reach.rows + 1, sizeof *x.waiting);
    x.is_waiting = calloc((size_t)x.reach.rows + 1, sizeof *x.is_waiting);
    status = x.at && x.waiting && x.is_waiting ? status : -1;
    const bool opaque = is_opaque(m);
    for (int i = 0; i < m->user->delay_count && status == 0; i++) {
        x.counts = true;
        x.lost = false;
        trace(&x, i);
        x.counts = false;
        if (x.lost)
            trace(&x, i);
        if (opaque)
            memset(b->order + (ptrdiff_t)i * b->causes, 0, (size_t)b->causes);
    }
    eg_reach_release(&x.reach);
    free(x.at);
    free(x.waiting);
    free(x.is_waiting);
    return status;
}

/* ---------------------------------------------------------------- */

eg_breaks *eg_breaks_create(eg_network *s)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    eg_breaks *b = calloc(1, sizeof *b);
    if (!b)
        return NULL;
    eg_reach_number(m, b->first);
    for (int i = EG_REACH_KINDS; i >= 0; i--)
        b->first[i] -= b->first[0];
    b->causes = b->first[EG_REACH_KINDS] + MORE;
    b->order = calloc((size_t)u->delay_count, (size_t)b->causes);
    b->is_cause = calloc((size_t)b->causes, sizeof *b->is_cause);
    b->mode = calloc((size_t)m->element_count + 1, sizeof *b->mode);
    b->relation = calloc((size_t)u->relation_count + 1, sizeof *b->relation);
    b->phase = calloc((size_t)m->instance_count + 1, sizeof *b->phase);
    b->discrete = calloc((size_t)u->quantity_count + 1, sizeof *b->discrete);
    b->before = calloc((size_t)u->before_count + 1, sizeof *b->before);
    if (b->order && b->is_cause && b->mode && b->relation && b->phase && b->discrete && b->before &&
        trace_all(b, s) == 0)
        return b;
    eg_breaks_free(b);
    return NULL;
}

void eg_breaks_free(eg_breaks *b)
{
    if (!b)
        return;
    free(b->order);
    free(b->is_cause);
    free(b->mode);
    free(b->relation);
    free(b->phase);
    free(b->discrete);
    free(b->before);
    free(b);
}

void eg_breaks_note(eg_breaks *b, const eg_network *s)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    memcpy(b->mode, s->mode, sizeof *b->mode * (size_t)m->element_count);
    memcpy(b->relation, s->user.mode, sizeof *b->relation * (size_t)u->relation_count);
    if (s->phase)
        memcpy(b->phase, s->phase, sizeof *b->phase * (size_t)m->instance_count);
    memcpy(b->discrete, s->user.discrete, sizeof *b->discrete * (size_t)u->quantity_count);
    memcpy(b->before, s->user.before, sizeof *b->before * (size_t)u->before_count);
    b->is_known = true;
}

void eg_breaks_forget(eg_breaks *b)
{
    b->is_known = false;
}

void eg_breaks_take(eg_breaks *b, const eg_network *s)
{
    if (!b->is_known)
        eg_breaks_note(b, s);
}

/* Impacts pass through whatever touches: of rigid contacts all are causes of the same event. */
void eg_breaks_begin(eg_breaks *b, const eg_network *s, const bool *fired)
{
    const eg_model *m = s->m;
    bool *is_cause = b->is_cause + b->first[EG_REACH_ELEMENT], strikes = false;
    memset(b->is_cause, 0, sizeof *b->is_cause * (size_t)b->causes);
    for (int i = 0; fired && i < m->element_count; i++)
        for (int k = 0; k < m->elements[i].ops->switch_count; k++)
            if (fired[m->elements[i].first_switch + k]) {
                is_cause[i] = true;
                strikes = strikes || eg_impact_is_rigid(&m->elements[i]);
            }
    for (int i = 0; strikes && i < m->element_count; i++)
        is_cause[i] = is_cause[i] || eg_impact_is_rigid(&m->elements[i]);
    eg_breaks_take(b, s);
}

static void find_causes(eg_breaks *b, const eg_network *s)
{
    const eg_model *m = s->m;
    const eg_user *u = m->user;
    for (int i = 0; i < m->element_count; i++)
        if (b->mode[i] != s->mode[i])
            b->is_cause[b->first[EG_REACH_ELEMENT] + i] = true;
    for (int i = 0; i < u->relation_count; i++)
        if (b->relation[i] != s->user.mode[i])
            b->is_cause[b->first[EG_REACH_RELATION] + i] = true;
    for (int i = 0; i < u->quantity_count; i++)
        if (b->discrete[i] != s->user.discrete[i])
            b->is_cause[b->first[EG_REACH_DISCRETE] + i] = true;
    for (int i = 0; i < u->before_count; i++)
        if (b->before[i] != s->user.before[i])
            b->is_cause[b->first[EG_REACH_BEFORE] + i] = true;
    for (int i = 0; s->phase && i < m->instance_count; i++)
        if (b->phase[i] != s->phase[i])
            b->is_cause[b->first[EG_REACH_KINDS] + BLOCKS] = true;
    if (s->user.was_set || u->impulse_count > 0)
        b->is_cause[b->first[EG_REACH_KINDS] + REINIT] = true;
}

/* A cause is a kink at least: what jumps is seen. */
void eg_breaks_end(eg_breaks *b, const eg_network *s, const int *delayed, int *order)
{
    const int delays = s->m->user->delay_count, first = b->first[EG_REACH_DELAYED];
    find_causes(b, s);
    for (int i = 0; i < delays; i++) {
        const unsigned char *of = b->order + (ptrdiff_t)i * b->causes;
        order[i] = EG_SMOOTH;
        for (int k = 0; k < b->causes; k++) {
            const int own = of[k] < 1 ? 1 : of[k];
            if (b->is_cause[k] && own < order[i])
                order[i] = own;
        }
        for (int k = 0; k < delays; k++) {
            const int own = of[first + k] < 1 ? 1 : of[first + k];
            if (of[first + k] < EG_SMOOTH && delayed[k] + own < order[i])
                order[i] = delayed[k] + own;
        }
    }
    eg_breaks_note(b, s);
}
