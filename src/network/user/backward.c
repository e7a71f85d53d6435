#include "network/user/backward.h"

#include "network/motion/evaluate.h"
#include "network/motion/observe.h"
#include "network/user/evaluate.h"
#include "network/user/origins.h"
#include "network/user/structure.h"
#include "network/user/tangents.h"
#include "network/user/relevant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- what is remembered */

/* Truth values do not move. */
static bool is_truth(const eg_instruction *i)
{
    switch (i->op) {
    case EG_OP_SWITCH:
    case EG_OP_LESS:
    case EG_OP_LESS_EQUAL:
    case EG_OP_EQUAL:
    case EG_OP_NOT_EQUAL:
    case EG_OP_AND:
    case EG_OP_OR:
    case EG_OP_NOT: return true;
    default: return false;
    }
}

static bool is_remembered(const eg_user *u, const eg_user_input *in)
{
    switch (in->kind) {
    case EG_USER_DISCRETE: return u->quantities[in->index].type == EG_REAL;
    case EG_USER_BEFORE: {
        const eg_user_before *before = &u->befores[in->index];
        const bool is_other = before->quantity >= 0 && u->quantities[before->quantity].type != EG_REAL;
        return !is_other && !is_truth(&u->tape.code[before->node]);
    }
    case EG_USER_STRUCK: return true;
    default: return false;
    }
}

int eg_user_remembered(const eg_user *u, eg_user_memory *list)
{
    int count = 0;
    for (int i = 0; u->inputs && i < u->input_count; i++) {
        const eg_user_input *in = &u->inputs[i];
        if (!is_remembered(u, in))
            continue;
        if (list)
            list[count] = (eg_user_memory){in->kind, in->index};
        count++;
    }
    return count;
}

/* ---------------------------------------------------------------- over the tape */

/* The point, whose weights are to be put into s->user.work; and as much of the tape as it takes. 0, or
 * negative (reported). */
static int begin(eg_network *s, double at, const double *y, const double *yp, eg_tape *tape)
{
    const eg_user *u = s->m->user;
    const int status = eg_user_tangents_refuse_mode(s, at);
    if (status != 0)
        return status;
    eg_network_evaluate(s, at, y, yp, 0);
    *tape = u->tape;
    tape->count = s->user.rates ? tape->count : u->core;
    memset(s->user.work, 0, sizeof *s->user.work * (size_t)tape->count);
    return 0;
}

/* What the tape's constants have, back through what they come of. */
static int gather_parameters(const eg_network *s, int count, double *gtheta)
{
    const eg_user *u = s->m->user;
    const eg_user_origins *o = u->origins;
    double *work = calloc((size_t)o->tape.count + 1, sizeof *work);
    if (!work)
        return EG_ERROR_MEMORY;
    memset(gtheta, 0, sizeof *gtheta * (size_t)o->count);
    for (int i = 0; i < count; i++)
        if (u->tape.code[i].op == EG_OP_CONSTANT && u->tape.code[i].a >= 0)
            work[u->tape.code[i].a] += s->user.work[i];
    (void)eg_tape_adjoint(&o->tape, o->value, work);
    for (int i = 0; i < o->tape.count; i++)
        if (o->tape.code[i].op == EG_OP_INPUT)
            gtheta[o->tape.code[i].a] += work[i];
    free(work);
    return 0;
}

/* Of each number that is remembered; inputs may stand on the tape more than once. */
static void gather_memory(const eg_network *s, int count, double *memory)
{
    const eg_user *u = s->m->user;
    int number = 0;
    for (int i = 0; u->inputs && i < u->input_count; i++) {
        if (!is_remembered(u, &u->inputs[i]))
            continue;
        memory[number] = 0;
        for (int k = 0; k < count; k++)
            if (u->tape.code[k].op == EG_OP_INPUT && u->tape.code[k].a == i)
                memory[number] += s->user.work[k];
        number++;
    }
}

/* Backward, from the weights in s->user.work. */
static int go_back(eg_network *s, double at, const eg_tape *tape, const eg_backward *g)
{
    const eg_user *u = s->m->user;
    const size_t n = (size_t)s->base.n;
    double *work = s->user.work;
    if (!eg_tape_adjoint(tape, s->user.value, work))
        return eg_user_tangents_refuse_slope(s, at);
    if (g->y)
        memset(g->y, 0, n * sizeof *g->y);
    if (g->yp)
        memset(g->yp, 0, n * sizeof *g->yp);
    for (int i = 0; i < tape->count; i++) {
        const eg_user_input *in = tape->code[i].op == EG_OP_INPUT ? &u->inputs[tape->code[i].a] : NULL;
        if (g->y && in && in->kind == EG_USER_VALUE)
            g->y[s->m->first.user + in->index] += work[i];
        if (g->yp && in && in->kind == EG_USER_RATE)
            g->yp[s->m->first.user + in->index] += work[i];
    }
    if (g->memory)
        gather_memory(s, tape->count, g->memory);
    return g->theta ? gather_parameters(s, tape->count, g->theta) : 0;
}

/* ---------------------------------------------------------------- the facet */

/* w[i] of each row to what it is the sum of. */
static void seed_rows(const eg_network *s, const double *w, double *adjoint)
{
    const eg_user *u = s->m->user;
    const eg_user_slots *slots = s->user.slots;
    for (int i = 0; i < u->unknowns; i++) {
        const double own = w[s->m->first.user + i];
        if (!slots)
            adjoint[u->rows[i].result.node] += own;
        for (int k = slots ? slots->first[i] : 0; slots && k < slots->first[i + 1]; k++) {
            const int row = slots->terms[k].index;
            const int node = slots->is_rate[i] ? u->row_rates[row].node : u->rows[row].result.node;
            adjoint[node] += own * slots->terms[k].coefficient;
        }
    }
}

int eg_user_residual_back(eg_system *base, double t, const double *y, const double *yp, const double *w,
                          const eg_backward *g)
{
    eg_network *s = eg_network_of(base);
    const double at = eg_system_clock(base, t);
    eg_tape tape;
    const int status = begin(s, at, y, yp, &tape);
    if (status != 0)
        return status;
    seed_rows(s, w, s->user.work);
    return go_back(s, at, &tape, g);
}

int eg_user_switching_back(eg_system *base, double t, const double *y, const double *yp, const double *w,
                           const eg_backward *g)
{
    eg_network *s = eg_network_of(base);
    const eg_user *u = s->m->user;
    const double at = eg_system_clock(base, t);
    eg_tape tape;
    const int status = begin(s, at, y, yp, &tape);
    if (status != 0)
        return status;
    eg_user_catch_up(s);
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        if (r->switch_index < 0 || r->a < 0 || !s->user.relevant[i])
            continue;
        const double own = s->user.mode[i] ? w[r->switch_index] : -w[r->switch_index];
        s->user.work[r->b] += own;
        s->user.work[r->a] -= own;
    }
    return go_back(s, at, &tape, g);
}

int eg_user_outputs_back(eg_system *base, double t, const double *y, const double *yp, const double *w,
                         const eg_backward *g)
{
    eg_network *s = eg_network_of(base);
    const eg_user *u = s->m->user;
    const eg_columns columns = eg_columns_of(s->m);
    const double at = eg_system_clock(base, t);
    eg_tape tape;
    const int status = begin(s, at, y, yp, &tape);
    if (status != 0)
        return status;
    for (int i = 0; i < u->quantity_count; i++)
        if (u->quantities[i].type == EG_REAL)
            s->user.work[u->quantities[i].node] += w[columns.users + i];
    return go_back(s, at, &tape, g);
}
