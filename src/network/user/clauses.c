/* What makes events: relations, when clauses, samples, assertions. */
#include "network/user/build.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---------------------------------------------------------------- what changes at events only */

bool eg_user_is_discrete(eg_user_builder *b, int raw)
{
    int count = eg_user_cone(b, raw);
    for (int i = 0; i < count; i++) {
        const eg_instruction *x = &b->raw.code[b->list[i]];
        if (x->op != EG_OP_INPUT)
            continue;
        const eg_user_input *in = &b->leaves.items[x->a];
        const eg_user_quantity *q = in->kind == EG_USER_VARIABLE ? &b->u->quantities[in->index] : NULL;
        bool discrete =
            in->kind == EG_USER_BEFORE || in->kind == EG_USER_SAMPLE || in->kind == EG_USER_START ||
            in->kind == EG_USER_TERMINAL || in->kind == EG_USER_STRUCK || in->kind == EG_USER_STRIKING ||
            in->kind == EG_USER_MODE ||
            (q && (q->type != EG_REAL || q->role == EG_ROLE_DISCRETE || (q->is_input && !q->is_declared)));
        if (!discrete)
            return false;
    }
    return count >= 0;
}

/* ---------------------------------------------------------------- relations */

static bool is_time(const eg_user_builder *b, int node)
{
    const eg_instruction *i = &b->u->tape.code[node];
    return i->op == EG_OP_INPUT && b->inputs.items[i->a].kind == EG_USER_TIME;
}

/* A number, or what changes at events only: a final instruction and the raw one it was. */
static bool is_settled(eg_user_builder *b, int node, int raw)
{
    return b->u->tape.code[node].op == EG_OP_CONSTANT || eg_user_is_discrete(b, raw);
}

static void compare_with_time(eg_user_builder *b, eg_user_relation *r, const eg_instruction *raw)
{
    r->time_is_less = is_time(b, r->a) && is_settled(b, r->b, raw->b);
    r->is_of_time = r->time_is_less || (is_time(b, r->b) && is_settled(b, r->a, raw->a));
    if (!r->is_of_time)
        return;
    int other = r->time_is_less ? r->b : r->a;
    const eg_instruction *at = &b->u->tape.code[other];
    r->at = at->op == EG_OP_CONSTANT ? at->number : INFINITY;
    r->at_node = at->op == EG_OP_CONSTANT ? -1 : other;
}

/* What an event of a relation is called: "h < 0". Deep formulas are cut short. */
static void write_formula(const eg_user_builder *b, int formula, int depth, char *text, size_t size)
{
    static const char signs[] = {[EG_OP_ADD] = '+', [EG_OP_SUB] = '-', [EG_OP_MUL] = '*', [EG_OP_DIV] = '/'};
    const eg_formula *f = &b->spec->formulas[formula];
    size_t used = strlen(text);
    if (f->op == EG_OP_VARIABLE)
        snprintf(text + used, size - used, "%s", f->path);
    else if (f->op == EG_OP_CONSTANT)
        snprintf(text + used, size - used, "%.9g", f->number);
    else if (depth < 3 && f->op == EG_OP_NEG) {
        snprintf(text + used, size - used, "-");
        write_formula(b, f->a, depth + 1, text, size);
    } else if (f->op == EG_OP_TIME)
        snprintf(text + used, size - used, "time");
    else if (depth < 3 && f->op >= EG_OP_ADD && f->op <= EG_OP_DIV) {
        write_formula(b, f->a, depth + 1, text, size);
        used = strlen(text);
        snprintf(text + used, size - used, " %c ", signs[f->op]);
        write_formula(b, f->b, depth + 1, text, size);
    } else {
        snprintf(text + used, size - used, "...");
    }
}

static void write_relation(const eg_user_builder *b, const eg_formula *f, bool or_equal, char *text,
                           size_t size)
{
    bool is_relation = f->op == EG_OP_LESS || f->op == EG_OP_LESS_EQUAL;
    write_formula(b, f->a, 0, text, size);
    size_t used = strlen(text);
    snprintf(text + used, size - used, or_equal ? " <= " : " < ");
    if (is_relation || f->b >= 0)
        write_formula(b, f->b, 0, text, size);
    else /* the kink of abs */
        snprintf(text + strlen(text), size - strlen(text), "0");
}

static eg_status make_relation(eg_user_builder *b, int i, eg_user_relation *r)
{
    const eg_instruction *raw = &b->raw.code[b->relations[i]];
    eg_place place = eg_user_place_of(b, b->relation_formulas[i]);
    *r = (eg_user_relation){
        .a = -1, .b = -1, .switch_index = -1, .at_node = -1, .or_equal = raw->op == EG_OP_LESS_EQUAL};
    if (b->live[i])
        return EG_OK;
    r->a = eg_user_convert(b, raw->a);
    r->b = r->a < 0 ? -1 : eg_user_convert(b, raw->b);
    if (r->b < 0)
        return eg_user_convert_failed(b, place);
    raw = &b->raw.code[b->relations[i]];
    compare_with_time(b, r, raw);
    char text[120] = "";
    const eg_formula *formula = &b->spec->formulas[b->relation_formulas[i]];
    if (eg_user_is_step(formula->op)) {
        write_formula(b, formula->a, 0, text, sizeof text);
        r->becomes[1] = eg_arena_format(b->m->arena, "a step of %s", text);
        return r->becomes[1] ? EG_OK : EG_ERROR_MEMORY;
    }
    write_relation(b, formula, r->or_equal, text, sizeof text);
    r->slides = eg_arena_format(b->m->arena, "sliding along the edge of %s", text);
    if (!r->slides)
        return EG_ERROR_MEMORY;
    for (int k = 0; k < 2; k++) {
        r->becomes[k] = eg_arena_format(b->m->arena, "%s becomes %s", text, k ? "true" : "false");
        if (!r->becomes[k])
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

static eg_status make_relations(eg_user_builder *b)
{
    eg_user *u = b->u;
    u->relations = eg_arena_array(b->m->arena, (size_t)b->relation_count + 1, sizeof *u->relations);
    if (!u->relations)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < b->relation_count; i++) {
        eg_status status = make_relation(b, i, &u->relations[u->relation_count++]);
        if (status != EG_OK)
            return status;
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- clauses and actions */

static bool mentions_start(eg_user_builder *b, int raw)
{
    int count = eg_user_cone(b, raw);
    for (int i = 0; i < count; i++) {
        const eg_instruction *x = &b->raw.code[b->list[i]];
        if (x->op == EG_OP_INPUT && b->leaves.items[x->a].kind == EG_USER_START)
            return true;
    }
    return false;
}

static eg_status make_when(eg_user_builder *b)
{
    const eg_spec *spec = b->spec;
    eg_user *u = b->u;
    u->clauses = eg_arena_array(b->m->arena, spec->when_count + 1, sizeof *u->clauses);
    if (!u->clauses)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < spec->when_count; i++) {
        const eg_user_when *w = &spec->whens[i];
        int condition = eg_user_convert(b, b->formula[w->condition]);
        if (condition < 0)
            return eg_user_convert_failed(b, EG_NOWHERE);
        u->clauses[u->clause_count++] =
            (eg_user_clause){condition, mentions_start(b, b->formula[w->condition]), w->other, w->above};
    }
    return EG_OK;
}

/* The node whose speed the instruction is; -1: it is no speed. */
static int node_of_speed(const eg_user_builder *b, int node)
{
    const eg_instruction *i = &b->u->tape.code[node];
    const eg_user_input *in = i->op == EG_OP_INPUT ? &b->inputs.items[i->a] : NULL;
    return in && in->kind == EG_USER_SPEED ? in->index : -1;
}

/* v_rel = v_b - v_a of an element: the speed of the side that can jump comes to what v_rel is to be, beyond
 * that of the other side. Which side that is shows when there are bodies. False: it is no such difference. */
static bool find_relative_target(eg_user_builder *b, int node, eg_user_action *a)
{
    eg_tape *t = &b->u->tape;
    const eg_instruction difference = t->code[node];
    if (difference.op != EG_OP_SUB)
        return false;
    a->target_node = node_of_speed(b, difference.a);
    a->other_node = node_of_speed(b, difference.b);
    if (a->target_node < 0 || a->other_node < 0)
        return false;
    a->other_value = eg_tape_add(t, EG_OP_SUB, difference.a, a->value, -1);
    a->value = eg_tape_add(t, EG_OP_ADD, a->value, difference.b, -1);
    return true;
}

eg_status eg_compile_user_targets(eg_model *m, eg_diagnostics *d)
{
    for (int i = 0; m->user && i < m->user->action_count; i++) {
        eg_user_action *a = &m->user->actions[i];
        if (a->kind != EG_USER_REINIT || a->other_node < 0)
            continue;
        const bool can_jump = m->nodes[a->target_node].body > 0, other_can = m->nodes[a->other_node].body > 0;
        if (can_jump == other_can) {
            eg_report(
                d, EG_ERROR, a->place,
                can_jump
                    ? "reinit of a relative speed does not say which of the two sides jumps, where both move"
                    : "reinit of a relative speed has no side that could jump: both are held or driven");
            eg_remedy(d, can_jump ? "set the speeds of both bodies, with as much momentum after as before: "
                                    "reinit(mass1.v, ...); reinit(mass2.v, ...)"
                                  : "let one side be a mass");
            return EG_ERROR_MODEL;
        }
        if (can_jump)
            continue;
        a->target_node = a->other_node;
        a->value = a->other_value;
    }
    return EG_OK;
}

/* The state that reinit sets: a user's, or the speed of a body. */
static eg_status find_target(eg_user_builder *b, const eg_user_source *q, eg_user_action *a)
{
    int node = eg_user_convert(b, q->left);
    if (node < 0)
        return eg_user_convert_failed(b, q->place);
    const eg_instruction *i = &b->u->tape.code[node];
    const eg_user_input *in = i->op == EG_OP_INPUT ? &b->inputs.items[i->a] : NULL;
    a->target = a->target_node = a->target_net = a->other_node = -1;
    if (in && in->kind == EG_USER_VALUE && in->index < b->u->states)
        a->target = in->index;
    else if (in && in->kind == EG_USER_SPEED)
        a->target_node = in->index;
    else if (in && in->kind == EG_USER_SIGNAL && in->other == 0)
        a->target_net = in->index;
    else if (!find_relative_target(b, node, a)) {
        eg_report(b->d, EG_ERROR, q->place,
                  "reinit sets states only: variables whose derivative stands in an equation, and speeds of "
                  "bodies");
        eg_remedy(b->d, "name the state from which this variable follows");
        return EG_ERROR_MODEL;
    }
    return a->value < 0 ? EG_ERROR_MEMORY : EG_OK;
}

static eg_status make_action(eg_user_builder *b, const eg_user_source *q)
{
    eg_user *u = b->u;
    eg_user_action a = {.kind = q->kind,
                        .clause = q->when,
                        .quantity = -1,
                        .value = -1,
                        .text = q->text,
                        .is_warning = q->is_warning,
                        .place = q->place};
    eg_status status = EG_OK;
    if (q->kind == EG_USER_ASSIGN)
        a.quantity = b->leaves.items[b->raw.code[q->left].a].index;
    int value = q->kind == EG_USER_ASSERT ? q->left : q->right;
    if (value >= 0 && (a.value = eg_user_convert(b, value)) < 0)
        status = eg_user_convert_failed(b, q->place);
    if (status == EG_OK && q->kind == EG_USER_REINIT)
        status = find_target(b, q, &a);
    if (status == EG_OK && q->parts)
        status = eg_user_make_message(b, q, &a);
    u->actions[u->action_count++] = a;
    return status;
}

static eg_status make_actions(eg_user_builder *b)
{
    eg_user *u = b->u;
    u->actions = eg_arena_array(b->m->arena, (size_t)b->equation_count + 1, sizeof *u->actions);
    if (!u->actions)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < b->equation_count; i++) {
        eg_status status = EG_OK;
        if (b->equations[i].kind > EG_USER_INITIAL)
            status = make_action(b, &b->equations[i]);
        if (status != EG_OK)
            return status;
    }
    return EG_OK;
}

/* What a variable of a component is before the start. */
static double start_of_mode(const eg_model *m, const eg_user_input *in)
{
    int instance = m->parts.element[in->index].instance;
    return m->instances[instance].class->variables[in->other].start;
}

/* The last: operands of pre(...) may be anything. */
static eg_status make_befores(eg_user_builder *b)
{
    eg_user *u = b->u;
    u->befores = eg_arena_array(b->m->arena, (size_t)b->before_count + 1, sizeof *u->befores);
    u->samples = eg_arena_array(b->m->arena, (size_t)b->sample_count + 1, sizeof *u->samples);
    if (!u->befores || !u->samples)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < b->before_count; i++) {
        const eg_instruction *raw = &b->raw.code[b->befores[i]];
        const eg_user_input *in = raw->op == EG_OP_INPUT ? &b->leaves.items[raw->a] : NULL;
        eg_user_before *before = &u->befores[u->before_count++];
        before->quantity = in && in->kind == EG_USER_VARIABLE ? in->index : -1;
        before->start = in && in->kind == EG_USER_MODE ? start_of_mode(b->m, in) : 0;
        before->is_discrete = eg_user_is_discrete(b, b->befores[i]);
        before->node = eg_user_convert(b, b->befores[i]);
        if (before->node < 0)
            return eg_user_convert_failed(b, EG_NOWHERE);
    }
    for (int i = 0; i < b->sample_count; i++)
        u->samples[u->sample_count++] = b->samples[i];
    return EG_OK;
}

eg_status eg_user_make_clauses(eg_user_builder *b)
{
    eg_status status = make_relations(b);
    if (status == EG_OK)
        status = make_when(b);
    if (status == EG_OK)
        status = make_actions(b);
    if (status == EG_OK)
        status = eg_user_make_delays(b);
    return status == EG_OK ? make_befores(b) : status;
}
