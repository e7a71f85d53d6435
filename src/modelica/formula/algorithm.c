/* Algorithms of models. An algorithm is a group of equations: what its statements leave in each
 * variable that they assign is that variable's value. Before the first statement a variable that
 * changes continuously has its start value; one that changes at events only, or is assigned in a when
 * clause, has the value before the event, pre(x) (chapter 11.1.2 of the language specification).
 *
 * A when clause is an if whose condition holds at the instant at which its own becomes true: so a
 * variable keeps its value, and clauses that become active at once are carried out in their order. */
#include <math.h>
#include <string.h>

#include "modelica/formula/statements.h"
#include "modelica/instance/influence.h"

/* ---------------------------------------------------------------- what is assigned */

static eg_user_variable *declared(const eg_spec *spec, const char *path)
{
    long index = eg_names_find(spec->variable_paths, path);
    return index < 0 ? NULL : &spec->variables[index];
}

/* The statements that are looked at. */
typedef struct listing {
    eg_formulas *f;
    eg_locals *locals;
    bool in_when, in_loop;
} listing;

static bool add_variable(const listing *l, const char *path, const eg_typed *shape)
{
    eg_local_variable *known = eg_local_variable_find(l->locals, path);
    if (known) {
        known->is_when = known->is_when || l->in_when;
        return true;
    }
    eg_local_variable local = {.name = path, .shape = *shape, .is_when = l->in_when};
    local.is_assigned = eg_new_array(l->f->r, shape->count, sizeof *local.is_assigned);
    return local.is_assigned && eg_local_variable_add(l->f, l->locals, local);
}

/* A variable, or all variables that a record of the model has. */
static bool add_node(const listing *l, const eg_expr *e, eg_node *node)
{
    eg_reader *r = l->f->r;
    eg_typed shape;
    const eg_node_kind kind = eg_shape(r, node);
    const char *path = NULL;
    if (kind == EG_N_CONNECTOR)
        return eg_formula_signal_array(l->f, node, &path, &shape) && (!path || add_variable(l, path, &shape));
    if (kind == EG_N_VARIABLE) {
        path = eg_symbol(r, eg_node_path(r, node));
        return path && eg_formula_shape_of(l->f, e, node, &shape) && add_variable(l, path, &shape);
    }
    for (size_t i = 0; kind == EG_N_ARRAY && i < node->count; i++) {
        eg_node *element = eg_element_of(r, node, i);
        if (!element || !add_node(l, e, element))
            return false;
    }
    if (kind == EG_N_MODEL && !eg_expand(r, node))
        return false;
    for (size_t i = 0; kind == EG_N_MODEL && i < node->parts.count; i++)
        if (!add_node(l, e, node->parts.items[i]))
            return false;
    return true; /* what cannot be assigned says so when it is */
}

/* In loops subscripts are not known yet: all that the name may mean without them. */
static bool add_all(const listing *l, const eg_expr *e, bool *is_done)
{
    eg_reader *r = l->f->r;
    const uint32_t count = e->reference->count;
    eg_reference plain = {.count = count, .is_global = e->reference->is_global};
    eg_targets targets;
    bool any = false;
    *is_done = false;
    for (uint32_t i = 0; i < count; i++)
        any = any || e->reference->parts[i].subscript_count > 0;
    if (!any || !(plain.parts = eg_new_array(r, count, sizeof *plain.parts)))
        return !any;
    memcpy(plain.parts, e->reference->parts, count * sizeof *plain.parts);
    for (uint32_t i = 0; i < count; i++)
        plain.parts[i].subscript_count = 0;
    if (!eg_find_values(r, &l->f->scope, &plain, &targets))
        return false;
    for (size_t i = 0; i < targets.count; i++)
        if (targets.items[i].member || targets.class)
            return true; /* of the library: named one by one */
    *is_done = true;
    for (size_t i = 0; i < targets.count; i++)
        if (!add_node(l, e, targets.items[i].node))
            return false;
    return true;
}

static bool add_target(const listing *l, const eg_expr *e)
{
    const char *path;
    eg_typed shape;
    eg_targets records;
    bool is_done = false;
    if (e->kind != EG_E_REFERENCE) {
        eg_error(l->f->r, l->f->scope.source, e->at, "a variable must stand on the left of :=");
        return false;
    }
    if (l->in_loop && (!add_all(l, e, &is_done) || is_done))
        return is_done;
    if (!eg_formula_path_of(l->f, e, &path, &shape, &records))
        return false;
    if (path)
        return add_variable(l, path, &shape);
    for (size_t i = 0; i < records.count; i++)
        if (!add_node(l, e, records.items[i].node))
            return false;
    return true;
}

static bool list_targets(const listing *l, eg_equation *const *body, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        bool is_tuple = q->kind == EG_Q_ASSIGNMENT && q->left->kind == EG_E_TUPLE;
        listing inner = *l;
        inner.in_when = l->in_when || q->kind == EG_Q_WHEN;
        inner.in_loop = l->in_loop || q->kind == EG_Q_FOR;
        if (q->kind == EG_Q_ASSIGNMENT && !is_tuple && !add_target(l, q->left))
            return false;
        for (uint32_t k = 0; is_tuple && k < q->left->count; k++)
            if (q->left->items[k] && !add_target(l, q->left->items[k]))
                return false;
        for (uint32_t k = 0; k < q->branch_count; k++)
            if (!list_targets(&inner, q->branches[k].body, q->branches[k].count))
                return false;
    }
    return true;
}

/* ---------------------------------------------------------------- before the first statement */

static bool is_discrete(const eg_formulas *f, const eg_local_variable *local)
{
    if (local->shape.count == 0) /* an array without elements */
        return local->is_when;
    const eg_user_variable *v =
        declared(f->spec, eg_element_path(f->r, local->name, local->shape.rank, local->shape.dims, 0));
    return local->is_when || local->shape.type != EG_REAL || (v && v->is_discrete);
}

static bool begin_local(eg_formulas *f, eg_locals *locals, eg_local_variable *local, bool is_initial)
{
    bool discrete = is_discrete(f, local);
    for (size_t i = 0; i < local->shape.count; i++) {
        const char *path = eg_element_path(f->r, local->name, local->shape.rank, local->shape.dims, i);
        eg_user_variable *v = declared(f->spec, path);
        int *slot = &locals->slots[local->first + i];
        double start = v && !isnan(v->start) ? v->start : 0.0;
        if (discrete && v)
            v->is_discrete = true;
        if (!discrete || is_initial) {
            if (!eg_formula_number(f, start, slot))
                return false;
        } else if (!eg_formula_path(f, path, slot) || !eg_formula_add(f, EG_OP_PRE, *slot, -1, -1, slot)) {
            return false;
        }
    }
    return true;
}

/* ---------------------------------------------------------------- behind the last one */

static bool end_local(eg_formulas *f, const eg_locals *locals, const eg_local_variable *local,
                      bool is_initial)
{
    bool discrete = is_initial && is_discrete(f, local); /* begins with the value before */
    for (size_t i = 0; i < local->shape.count; i++) {
        if (!local->is_assigned[i])
            continue;
        const char *path = eg_element_path(f->r, local->name, local->shape.rank, local->shape.dims, i);
        eg_user_equation q = {.kind = is_initial ? EG_USER_INITIAL : EG_USER_EQUATION,
                              .right = locals->slots[local->first + i],
                              .when = -1,
                              .place = eg_source_place(f->scope.source, local->at)};
        if (q.right < 0) {
            eg_error(f->r, f->scope.source, local->at, "\"%.200s\" has no value behind this algorithm", path);
            eg_hint(f->r, "assign a value to it in every branch, or give it one at its declaration");
            return false;
        }
        if (!eg_formula_path(f, path, &q.left) ||
            (discrete && !eg_formula_add(f, EG_OP_PRE, q.left, -1, -1, &q.left)))
            return false;
        if (eg_spec_add_equation(f->spec, q) < 0)
            f->r->out_of_memory = true;
    }
    return !f->r->out_of_memory;
}

bool eg_carry_algorithm(eg_reader *r, eg_spec *spec, const eg_scope *scope, const eg_section *section)
{
    eg_formulas f = {.r = r, .spec = spec, .scope = *scope};
    eg_locals locals = {.are_paths = true};
    const listing all = {.f = &f, .locals = &locals};
    bool ok = list_targets(&all, section->body, section->count);
    eg_asker before = eg_ask_for(r, section->is_initial ? EG_FOR_STRUCTURE : EG_FOR_NOTHING);
    for (uint32_t i = 0; ok && i < locals.count; i++)
        ok = begin_local(&f, &locals, &locals.items[i], section->is_initial);
    ok = ok && eg_carry_statements(&f, &locals, section);
    for (uint32_t i = 0; ok && i < locals.count; i++)
        ok = end_local(&f, &locals, &locals.items[i], section->is_initial);
    eg_ask_for(r, before);
    return !r->out_of_memory;
}

/* ---------------------------------------------------------------- when */

typedef struct clause {
    const eg_equation *q;
    uint32_t i;
} clause;

static bool is_initial_call(const eg_expr *e)
{
    return e->kind == EG_E_CALL && e->reference->count == 1 &&
           strcmp(e->reference->parts[0].name, "initial") == 0;
}

/* One condition: becomes it true now? Added to *fires; the condition itself to *any. */
static bool add_condition(eg_formulas *f, const eg_expr *e, int *fires, int *any)
{
    eg_typed c;
    int edge, start, later;
    if (!eg_formula_of_conditions(f, e, "the condition of when", &c))
        return false;
    for (size_t i = 0; i < c.count; i++) {
        int one = eg_typed_at(&c, i);
        if (!eg_formula_add(f, EG_OP_OR, *any, one, -1, any))
            return false;
        if (is_initial_call(e)) {
            if (!eg_formula_add(f, EG_OP_OR, *fires, one, -1, fires))
                return false;
            continue;
        }
        if (!eg_formula_add(f, EG_OP_EDGE, one, -1, -1, &edge) ||
            !eg_formula_add(f, EG_OP_INITIAL, -1, -1, -1, &start) ||
            !eg_formula_add(f, EG_OP_NOT, start, -1, -1, &later) ||
            !eg_formula_add(f, EG_OP_AND, edge, later, -1, &edge) ||
            !eg_formula_add(f, EG_OP_OR, *fires, edge, -1, fires))
            return false;
    }
    return true;
}

static bool run_clause(eg_running *x, const void *what)
{
    const clause *own = what;
    eg_formulas *f = x->f;
    int fires, any, guard = x->guard, outer = x->when;
    clause rest = {own->q, own->i + 1};
    if (own->i == own->q->branch_count)
        return true;
    const eg_branch *b = &own->q->branches[own->i];
    bool is_list = b->condition->kind == EG_E_ARRAY;
    if (!eg_formula_number(f, 0, &fires) || !eg_formula_number(f, 0, &any))
        return false;
    f->is_discrete = false;
    for (uint32_t i = 0; i < (is_list ? b->condition->count : 1); i++)
        if (!add_condition(f, is_list ? b->condition->items[i] : b->condition, &fires, &any))
            return false;
    f->is_discrete = true;
    x->when = any;
    x->guard = -1;
    bool ok = eg_running_branch(x, own->q->at, fires, b, run_clause, &rest);
    x->when = outer;
    x->guard = guard;
    f->is_discrete = false;
    return ok;
}

bool eg_running_when(eg_running *x, const eg_equation *q)
{
    clause first = {q, 0};
    const char *why = NULL;
    if (x->is_initial)
        why = "when cannot stand in an initial algorithm";
    else if (x->when >= 0)
        why = "a when clause cannot stand in another one";
    else if (x->guard >= 0)
        why = "a when clause cannot stand below a condition that changes";
    if (!why)
        return run_clause(x, &first);
    eg_error(x->f->r, x->f->scope.source, q->at, "%s", why);
    eg_hint(x->f->r, "join the conditions with \"and\"");
    return false;
}

bool eg_running_clause(eg_running *x, int *when)
{
    int condition = x->when;
    *when = -1;
    if (x->guard >= 0 && !eg_formula_add(x->f, EG_OP_AND, condition, x->guard, -1, &condition))
        return false;
    *when = eg_spec_add_when(x->f->spec, (eg_user_when){condition, -1, -1});
    if (*when < 0)
        x->f->r->out_of_memory = true;
    return *when >= 0;
}
