/* Users' equations in modes: with all relations, and what else changes at events only, frozen, they are
 * affine in what moves, with functions of time of known law beside that, or they are not.
 *
 * A mode is told from others by its *factors*: what is frozen and multiplies, divides or chooses what moves
 * or follows time. Two points with equal factors have equal matrices, and different functions of time only
 * by what is added, which each run of such functions begins with anew. */
#include "network/user/modes.h"

#include "base/arena.h"
#include "base/tape_affine.h"
#include "network/motion/linear_mode.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

static eg_tape_form form_of_input(const eg_model *m, const eg_user_input *in)
{
    const eg_tape_form frozen = {EG_TAPE_STILL, -1, false}, moves = {EG_TAPE_AFFINE, -1, false},
                       curved = {EG_TAPE_CURVED, -1, false};
    switch (in->kind) {
    case EG_USER_TIME: return (eg_tape_form){EG_TAPE_STILL, 1, false};
    case EG_USER_VALUE:
    case EG_USER_RATE:
    case EG_USER_DISTANCE:
    case EG_USER_SPEED:
    case EG_USER_ACCELERATION:
    case EG_USER_FORCE:
    case EG_USER_TEMPERATURE: return moves;
    case EG_USER_SIGNAL: return eg_signal_is_constant(m, in->index) ? frozen : moves;
    case EG_USER_START:
    case EG_USER_MODE:
    case EG_USER_DISCRETE:
    case EG_USER_BEFORE:
    case EG_USER_SAMPLE:
    case EG_USER_TERMINAL:
    case EG_USER_IMPULSE:
    case EG_USER_STRUCK:
    case EG_USER_STRIKING: return frozen;
    case EG_USER_LOSS:
    case EG_USER_DELAYED:
    case EG_USER_SEEN:
    case EG_USER_CUT:
    case EG_USER_VARIABLE: break;
    }
    return curved;
}

/* ---------------------------------------------------------------- what is not affine */

/* The first instruction on the way to a curved one that is curved by itself. */
static int find_culprit(const eg_tape *tape, const eg_tape_form *form, int node)
{
    for (;;) {
        const eg_instruction *i = &tape->code[node];
        const int of[3] = {i->a, i->b, i->c};
        int next = -1;
        for (int k = 0; k < 3 && k < eg_op_operands(i->op); k++)
            if (form[of[k]].moves > EG_TAPE_AFFINE && (next < 0 || form[of[k]].moves > form[next].moves))
                next = of[k];
        if (next < 0)
            return node;
        node = next;
    }
}

static eg_status refuse(eg_model *m, const eg_tape_form *form, int node, const char *what)
{
    eg_user *u = m->user;
    const int culprit = find_culprit(&u->tape, form, node);
    const eg_instruction *i = &u->tape.code[culprit];
    const char *why = eg_tape_curved_because(&u->tape, culprit);
    if (i->op == EG_OP_INPUT && u->inputs[i->a].kind == EG_USER_LOSS)
        why = "it follows the loss of a component";
    else if (i->op == EG_OP_INPUT && u->inputs[i->a].kind == EG_USER_DELAYED)
        why = "it follows a delay";
    u->affinity.reason = eg_arena_format(m->arena, "%s is not linear between events: %s", what, why);
    return u->affinity.reason ? EG_OK : EG_ERROR_MEMORY;
}

static bool is_above(const eg_user *u, const eg_tape_form *form, int node, int moves)
{
    return node >= 0 && form[node].moves > moves && !(u->is_late && u->is_late[node]);
}

static bool is_curved(const eg_user *u, const eg_tape_form *form, int node)
{
    return is_above(u, form, node, EG_TAPE_AFFINE);
}

/* States are named by what is computed of them, the others by where their equation stands. */
static const char *name_of_row(eg_model *m, int unknown)
{
    const eg_user *u = m->user;
    const eg_place at = u->rows[unknown].place;
    const char *path = u->quantities[u->unknown_of[unknown]].path;
    if (unknown < u->states || !at.file)
        return eg_arena_format(m->arena, unknown < u->states ? "the derivative of %s" : "the equation of %s",
                               path);
    return eg_arena_format(m->arena, "the equation at %s:%d, which gives %s,", at.file, at.line, path);
}

static eg_status check_equations(eg_model *m, const eg_tape_form *form)
{
    const eg_user *u = m->user;
    for (int i = 0; i < u->unknowns; i++) {
        const int most = i < u->states ? EG_TAPE_PRODUCT : EG_TAPE_AFFINE;
        if (!is_above(u, form, u->rows[i].result.node, most))
            continue;
        const char *name = name_of_row(m, i);
        return name ? refuse(m, form, u->rows[i].result.node, name) : EG_ERROR_MEMORY;
    }
    return EG_OK;
}

static eg_status check_given(eg_model *m, const eg_tape_form *form, int node, int quantity, const char *what)
{
    const char *name = eg_arena_format(m->arena, "the %s that equations give, %s,", what,
                                       m->user->quantities[quantity].path);
    return name ? refuse(m, form, node, name) : EG_ERROR_MEMORY;
}

static eg_status check_results(eg_model *m, const eg_tape_form *form)
{
    const eg_user *u = m->user;
    for (int i = 0; i < u->flow_count; i++)
        if (is_curved(u, form, u->flows[i].result.node))
            return check_given(m, form, u->flows[i].result.node, u->flows[i].quantity,
                               u->flows[i].is_heat ? "heat flow" : "force");
    for (int i = 0; i < u->output_count; i++)
        if (is_curved(u, form, u->outputs[i].result.node))
            return check_given(m, form, u->outputs[i].result.node, u->outputs[i].quantity, "signal");
    return EG_OK;
}

/* "s_rel < 0" of what its event is called, "s_rel < 0 becomes true". */
static const char *name_of_relation(eg_model *m, const eg_user_relation *r)
{
    const char *event = r->becomes[1] && !r->component ? r->becomes[1] : NULL;
    const char *end = event ? strstr(event, " becomes true") : NULL;
    if (end)
        return eg_arena_format(m->arena, "a side of %.*s", (int)(end - event), event);
    return eg_arena_format(m->arena, "what decides on \"%s\"", event ? event : "a contact");
}

/* An event lies where a relation's sides are equal, and is to be missed nowhere. */
static eg_status check_relations(eg_model *m, const eg_tape_form *form)
{
    const eg_user *u = m->user;
    for (int i = 0; i < u->relation_count; i++) {
        const eg_user_relation *r = &u->relations[i];
        if (r->a < 0 || r->is_of_time || r->switch_index < 0)
            continue;
        const int node = is_curved(u, form, r->a) ? r->a : r->b;
        if (!is_curved(u, form, node))
            continue;
        const char *name = name_of_relation(m, r);
        return name ? refuse(m, form, node, name) : EG_ERROR_MEMORY;
    }
    return EG_OK;
}

static eg_status check(eg_model *m, const eg_tape_form *form)
{
    eg_user *u = m->user;
    if (u->delay_count > 0)
        u->affinity.reason = eg_arena_format(m->arena, "equations of %s look back by delay(...)", m->name);
    else if (u->needs_holding)
        u->affinity.reason =
            eg_arena_format(m->arena, "equations of %s follow what friction holds with", m->name);
    eg_status status = u->affinity.reason ? EG_OK : check_equations(m, form);
    if (status == EG_OK && !u->affinity.reason)
        status = check_results(m, form);
    if (status == EG_OK && !u->affinity.reason)
        status = check_relations(m, form);
    return status == EG_OK && !u->affinity.reason ? eg_user_find_products(m, form) : status;
}

/* ---------------------------------------------------------------- factors, and what follows time */

static void mark(const eg_tape *tape, const eg_tape_form *form, int node, bool *marks)
{
    if (eg_tape_is_frozen(form[node]) && tape->code[node].op != EG_OP_CONSTANT)
        marks[node] = true;
}

static void mark_factors(const eg_user *u, const eg_tape_form *form, bool *marks)
{
    for (int k = 0; k < u->tape.count; k++) {
        const eg_instruction *i = &u->tape.code[k];
        if (form[k].moves == EG_TAPE_CURVED || eg_tape_is_frozen(form[k]))
            continue;
        if (i->op == EG_OP_MUL)
            mark(&u->tape, form, i->a, marks);
        if (i->op == EG_OP_MUL || i->op == EG_OP_DIV)
            mark(&u->tape, form, i->b, marks);
        if (i->op == EG_OP_SELECT)
            mark(&u->tape, form, i->a, marks);
    }
}

static eg_status list(eg_model *m, const eg_tape_form *form)
{
    eg_user *u = m->user;
    eg_user_affinity *a = &u->affinity;
    const size_t count = (size_t)u->tape.count + 1;
    bool *marks = eg_arena_array(m->arena, count, sizeof *marks);
    a->factors = eg_arena_array(m->arena, count, sizeof *a->factors);
    a->timed = eg_arena_array(m->arena, count, sizeof *a->timed);
    a->timed_at = eg_arena_array(m->arena, count, sizeof *a->timed_at);
    if (!marks || !a->factors || !a->timed || !a->timed_at)
        return EG_ERROR_MEMORY;
    mark_factors(u, form, marks);
    for (int k = 0; k < u->tape.count; k++) {
        if (marks[k])
            a->factors[a->factor_count++] = k;
        if (form[k].moves != EG_TAPE_CURVED && form[k].time >= 0) {
            a->timed_at[k] = a->timed_count;
            a->timed[a->timed_count++] = k;
        }
    }
    return EG_OK;
}

eg_status eg_user_find_affinity(eg_model *m)
{
    eg_user *u = m->user;
    if (!u)
        return EG_OK;
    eg_tape_form *input = eg_arena_array(m->arena, (size_t)u->input_count + 1, sizeof *input);
    eg_tape_form *form = eg_arena_array(m->arena, (size_t)u->tape.count + 1, sizeof *form);
    if (!input || !form)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < u->input_count; i++)
        input[i] = form_of_input(m, &u->inputs[i]);
    eg_tape_find_forms(&u->tape, input, form);
    u->affinity.form = form;
    eg_status status = check(m, form);
    return status == EG_OK ? list(m, form) : status;
}

bool eg_user_is_affine(const eg_model *m, char *reason, size_t size)
{
    if (m->user && m->user->affinity.reason)
        snprintf(reason, size, "%s", m->user->affinity.reason);
    return !m->user || !m->user->affinity.reason;
}

/* ---------------------------------------------------------------- in a run */

enum { INTS = sizeof(double) / sizeof(int) };

int eg_user_key_length(const eg_model *m)
{
    return m->user ? m->user->affinity.factor_count * INTS + m->user->grip_count : 0;
}

const int *eg_user_mode_key(eg_network *s, int *count)
{
    const eg_user *u = s->m->user;
    const int elements = s->m->element_count;
    *count = elements + eg_user_key_length(s->m);
    if (!u)
        return s->mode;
    int *key = s->solver.mode_key;
    memcpy(key, s->mode, (size_t)elements * sizeof *key);
    key += elements;
    for (int i = 0; i < u->affinity.factor_count; i++, key += INTS)
        memcpy(key, &s->user.value[u->affinity.factors[i]], sizeof(double));
    for (int i = 0; i < u->grip_count; i++)
        key[i] = s->user.gripping[i];
    return s->solver.mode_key;
}

void eg_user_find_series(const eg_network *s, int order, double unit, double *series, double *growth)
{
    const eg_user *u = s->m->user;
    eg_tape_series of = {.tape = &u->tape,
                         .form = u->affinity.form,
                         .list = u->affinity.timed,
                         .at = u->affinity.timed_at,
                         .count = u->affinity.timed_count,
                         .order = order,
                         .unit = unit,
                         .value = s->user.value,
                         .late = s->base.origin != 0 ? s->user.late : NULL,
                         .coefficients = series,
                         .growth = growth};
    eg_tape_find_series(&of);
}
