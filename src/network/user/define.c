/* Roles of variables: which equation defines which variable, what is a state, what is left to be solved.
 *
 * Linear algebra comes first (user/eliminate.c): it solves what can be solved for a variable or its
 * derivative. Variables whose derivative is asked for and that no equation gives are states. Truth values and
 * whole numbers are defined by equations that can be solved for them. Definitions that lead back to
 * themselves are algebraic loops: one of each becomes an unknown and its definition an equation, as are those
 * that could not be solved. A matching tells whether these determine those (user/match.c). */
#include "network/user/build.h"
#include "network/compile/compile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- moving terms */

static bool contains(eg_user_builder *b, int node, int target)
{
    int count = eg_user_cone(b, node);
    for (int i = 0; i < count; i++)
        if (b->list[i] == target)
            return true;
    return false;
}

static bool is_factor(const eg_tape *t, int node)
{
    return t->code[node].op == EG_OP_CONSTANT && t->code[node].number != 0;
}

/* Solves side = other for `target`, which stands in `side` alone: moves terms and constant factors. A raw
 * instruction; -1 when that cannot be done; -2 out of memory. */
static int move_terms(eg_user_builder *b, int side, int other, int target)
{
    eg_tape *t = &b->raw;
    while (side != target && other >= 0) {
        eg_instruction i = t->code[side];
        bool in_a = contains(b, i.a, target), in_b = i.b >= 0 && contains(b, i.b, target);
        if (in_a && in_b)
            return -1;
        int rest = in_a ? i.b : i.a;
        switch (i.op) {
        case EG_OP_NEG: other = eg_tape_add(t, EG_OP_NEG, other, -1, -1); break;
        case EG_OP_ADD: other = eg_tape_add(t, EG_OP_SUB, other, rest, -1); break;
        case EG_OP_SUB:
            other = in_a ? eg_tape_add(t, EG_OP_ADD, other, rest, -1)
                         : eg_tape_add(t, EG_OP_SUB, rest, other, -1);
            break;
        case EG_OP_MUL:
            if (!is_factor(t, rest))
                return -1;
            other = eg_tape_add(t, EG_OP_DIV, other, rest, -1);
            break;
        case EG_OP_DIV:
            if (!in_a || !is_factor(t, rest))
                return -1;
            other = eg_tape_add(t, EG_OP_MUL, other, rest, -1);
            break;
        default: return -1;
        }
        side = in_a ? i.a : i.b;
    }
    return other >= 0 ? other : -2;
}

/* The equation solved for a raw instruction (a variable, or der of one); as move_terms. */
int eg_user_solve_for(eg_user_builder *b, const eg_user_source *q, int target)
{
    bool in_left = contains(b, q->left, target), in_right = contains(b, q->right, target);
    if (in_left == in_right)
        return -1;
    return in_left ? move_terms(b, q->left, q->right, target) : move_terms(b, q->right, q->left, target);
}

/* ---------------------------------------------------------------- what has a derivative, makes events */

static int mark_leaves(eg_user_builder *b, int node, bool *marks)
{
    int count = eg_user_cone(b, node);
    for (int i = 0; i < count; i++) {
        int k = eg_user_variable_of(b, b->list[i]);
        if (k >= 0 && b->u->quantities[k].role == EG_ROLE_NONE)
            marks[k] = true;
    }
    return count;
}

static eg_status mark_wishes(eg_user_builder *b)
{
    for (int i = 0; i < b->raw.count; i++) {
        const eg_instruction x = b->raw.code[i];
        if (x.op != EG_OP_DER)
            continue;
        if (mark_leaves(b, x.a, b->wants_rate) < 0)
            return EG_ERROR_MEMORY;
        int k = eg_user_variable_of(b, x.a);
        if (k >= 0)
            b->rate_leaf[k] = i;
    }
    for (int k = 0; k < b->u->quantity_count; k++)
        b->u->quantities[k].has_rate = b->wants_rate[k];
    for (int i = 0; i < b->relation_count; i++)
        if (mark_leaves(b, b->relations[i], b->is_compared) < 0)
            return EG_ERROR_MEMORY;
    for (int i = 0; i < b->equation_count; i++) {
        int k = b->equations[i].kind == EG_USER_REINIT ? eg_user_variable_of(b, b->equations[i].left) : -1;
        if (k >= 0)
            b->is_set[k] = true;
    }
    return EG_OK;
}

/* x = number at the start fixes x, as `fixed = true` does: of several that are tied each is checked. */
static void fix_at_start(eg_user_builder *b, eg_user_source *q)
{
    for (int side = 0; side < 2; side++) {
        int k = eg_user_variable_of(b, side ? q->right : q->left);
        const eg_instruction *value = &b->raw.code[side ? q->left : q->right];
        eg_user_quantity *x = k < 0 ? NULL : &b->u->quantities[k];
        if (!x || x->type != EG_REAL || x->fixed == 1 || !b->wants_rate[k] || value->op != EG_OP_CONSTANT)
            continue;
        x->start = value->number;
        x->start_origin = value->a;
        x->fixed = 1;
        q->is_used = true;
        return;
    }
}

/* ---------------------------------------------------------------- truth values and whole numbers */

static bool is_open(const eg_user_builder *b, int k)
{
    return k >= 0 && b->u->quantities[k].role == EG_ROLE_NONE && b->u->quantities[k].type != EG_REAL &&
           b->value_of[k] < 0;
}

static bool define(eg_user_builder *b, int equation, int k, int formula)
{
    if (!is_open(b, k) || formula < 0)
        return false;
    b->value_of[k] = formula;
    b->definer[k] = equation;
    b->equations[equation].is_used = true;
    return true;
}

/* The first whole number in the equation for which it can be solved. -1 out of memory. */
static int define_by_moving(eg_user_builder *b, int equation)
{
    const eg_user_source q = b->equations[equation];
    eg_user_items items = {0};
    int status =
        eg_user_list_items(b, q.left, false, &items) < 0 || eg_user_list_items(b, q.right, false, &items) < 0
            ? -1
            : 0;
    for (int i = 0; i < items.count && status == 0; i++) {
        int k = items.list[i];
        if (k >= b->u->quantity_count || !is_open(b, k))
            continue;
        int formula = eg_user_solve_for(b, &q, b->value_leaf[k]);
        status = formula == -2 ? -1 : define(b, equation, k, formula);
    }
    free(items.list);
    return status < 0 ? -1 : 0;
}

enum { PLAIN, REVERSED, MOVED, PASSES };

static eg_status define_discrete(eg_user_builder *b)
{
    for (int pass = 0; pass < PASSES; pass++)
        for (int i = 0; i < b->equation_count; i++) {
            const eg_user_source q = b->equations[i];
            if (q.kind != EG_USER_EQUATION || q.is_used)
                continue;
            if (pass == PLAIN)
                define(b, i, eg_user_variable_of(b, q.left), q.right);
            else if (pass == REVERSED)
                define(b, i, eg_user_variable_of(b, q.right), q.left);
            else if (define_by_moving(b, i) < 0)
                return EG_ERROR_MEMORY;
        }
    return EG_OK;
}

/* ---------------------------------------------------------------- */

static eg_status prepare(eg_user_builder *b)
{
    size_t n = 2 * (size_t)b->u->quantity_count + 1; /* unknowns for derivatives may come */
    b->wants_rate = eg_arena_array(b->arena, n, sizeof(bool));
    b->is_compared = eg_arena_array(b->arena, n, sizeof(bool));
    b->is_set = eg_arena_array(b->arena, n, sizeof(bool));
    b->value_of = eg_arena_array(b->arena, n, sizeof(int));
    b->rate_of = eg_arena_array(b->arena, n, sizeof(int));
    b->is_kept = eg_arena_array(b->arena, n, sizeof(bool));
    b->is_shared = eg_arena_array(b->arena, n, sizeof(bool));
    b->value_leaf = eg_arena_array(b->arena, n, sizeof(int));
    b->rate_leaf = eg_arena_array(b->arena, n, sizeof(int));
    b->visited = eg_arena_array(b->arena, 2 * n, sizeof(int));
    b->definer = eg_arena_array(b->arena, 2 * n, sizeof(int));
    if (!b->wants_rate || !b->is_compared || !b->is_set || !b->value_of || !b->rate_of || !b->is_kept ||
        !b->is_shared || !b->value_leaf || !b->rate_leaf || !b->visited || !b->definer)
        return EG_ERROR_MEMORY;
    for (size_t k = 0; k < n; k++)
        b->value_of[k] = b->rate_of[k] = b->value_leaf[k] = b->rate_leaf[k] = -1;
    for (size_t k = 0; k < 2 * n; k++)
        b->definer[k] = -1;
    for (int i = 0; i < b->raw.count; i++) {
        int k = eg_user_variable_of(b, i);
        if (k >= 0)
            b->value_leaf[k] = i;
    }
    return EG_OK;
}

/* The signal of its source; what nobody can give keeps its start value. -1: out of memory. */
static int input_value(eg_user_builder *b, int k)
{
    const eg_user_quantity *q = &b->u->quantities[k];
    const char *path = q->is_declared ? eg_input_source(b->arena, q->path) : NULL;
    long source = path ? eg_names_find(b->spec->paths, path) : -1;
    if (source >= 0)
        return eg_user_leaf(b, EG_USER_SIGNAL, b->m->ports.node[b->m->ports.base[source]], 0);
    return eg_tape_bound_constant(&b->raw, isnan(q->start) ? 0 : q->start, q->start_origin);
}

/* Of each `when` the one of the statement that begins with it or goes on with it as `elsewhen`. NULL: out of
 * memory. */
static int *find_statements(const eg_user_builder *b)
{
    const eg_spec *spec = b->spec;
    int *statement = eg_arena_array(b->arena, spec->when_count + 1, sizeof *statement);
    for (size_t i = 0; i < spec->when_count && statement; i++) { /* what goes on stands behind */
        const int above = spec->whens[i].above;
        statement[i] = above < 0 ? (int)i : statement[above];
    }
    return statement;
}

/* A variable that a when clause assigns changes there only: once in each clause of one statement, since of
 * two that become active at once neither could give it its value. */
static bool set_assigned(eg_user_builder *b, const int *statement, int equation)
{
    const eg_user_source *q = &b->equations[equation], *other;
    int k = eg_user_variable_of(b, q->left);
    if (k < 0) {
        eg_report(b->d, EG_ERROR, q->place, "a when clause can assign to variables of the model only");
        eg_remedy(b->d,
                  "assign to a variable that the model declares, not to a port or a part of a component");
        return false;
    }
    other = b->definer[k] >= 0 ? &b->equations[b->definer[k]] : NULL;
    b->definer[k] = equation;
    b->u->quantities[k].role = EG_ROLE_DISCRETE;
    if (!other || (other->when != q->when && statement[other->when] == statement[q->when]))
        return true;
    eg_report(b->d, EG_ERROR, q->place, "%s is assigned in a when clause at %s already",
              b->u->quantities[k].path, eg_user_place_text(b, other->place));
    eg_remedy(b->d,
              "join both: when c1 then x = ...; elsewhen c2 then x = ...; end when; or write an algorithm, "
              "whose later statements overrule the earlier");
    return false;
}

/* Inputs of the whole model are given; variables that when clauses assign change there only. */
static eg_status set_given(eg_user_builder *b)
{
    eg_user *u = b->u;
    eg_status status = EG_OK;
    const int *statement = find_statements(b);
    if (!statement)
        return EG_ERROR_MEMORY;
    for (int k = 0; k < u->quantity_count; k++)
        if (u->quantities[k].is_input && u->quantities[k].is_declared && u->quantities[k].type != EG_REAL)
            u->quantities[k].role = EG_ROLE_DISCRETE;
        else if (u->quantities[k].is_input && (b->value_of[k] = input_value(b, k)) < 0)
            return EG_ERROR_MEMORY;
    for (int i = 0; i < b->equation_count; i++)
        if (b->equations[i].kind == EG_USER_ASSIGN && !set_assigned(b, statement, i))
            status = EG_ERROR_MODEL;
    return status;
}

/* Is one of those unknowns left that share balances? */
static bool any_shares(const eg_user_builder *b)
{
    bool any = false;
    for (int k = 0; k < b->u->quantity_count && !any; k++)
        any = b->is_shared[k] && b->value_of[k] < 0;
    return any;
}

eg_status eg_user_define(eg_user_builder *b)
{
    eg_user *u = b->u;
    eg_status status = prepare(b);
    if (status == EG_OK)
        status = set_given(b);
    if (status == EG_OK)
        status = mark_wishes(b);
    for (int i = 0; i < b->equation_count && status == EG_OK; i++)
        if (b->equations[i].kind == EG_USER_INITIAL)
            fix_at_start(b, &b->equations[i]);
    if (status == EG_OK)
        status = eg_user_eliminate(b);
    if (status == EG_OK && u->constraint_count > 0)
        return EG_ERROR_MODEL; /* to be compiled anew */
    if (status == EG_OK)
        status = define_discrete(b);
    if (status == EG_OK)
        status = eg_user_break_loops(b);
    if (status == EG_OK)
        status = eg_user_solve_affine(b);
    b->is_other = status != EG_ERROR_MEMORY && b->rates_are == EG_RATES_ASK && any_shares(b);
    if (status != EG_OK)
        return status;
    for (int k = 0; k < u->quantity_count; k++) {
        eg_user_quantity *q = &u->quantities[k];
        if (q->role != EG_ROLE_NONE)
            continue;
        q->role = b->wants_rate[k] && q->type == EG_REAL ? EG_ROLE_STATE : EG_ROLE_ALGEBRAIC;
        if (b->value_of[k] >= 0)
            q->role = EG_ROLE_DEFINED;
    }
    return eg_user_check_rest(b);
}
