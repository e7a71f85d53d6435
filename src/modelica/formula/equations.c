/* Equations of users' models, other than connect, to equations of the spec: equalities, if-equations whose
 * conditions change, when clauses, assert and terminate. */
#include <string.h>

#include "modelica/formula/statements.h"
#include "modelica/instance/influence.h"

/* left = right */
typedef struct equality {
    int left, right;
    uint32_t at;
    bool is_reinit; /* in a when clause: the state left becomes right */
} equality;

typedef struct equalities {
    equality *items;
    size_t count;
} equalities;

static eg_formulas formulas_of(eg_reader *r, eg_spec *spec, const eg_scope *scope)
{
    return (eg_formulas){.r = r, .spec = spec, .scope = *scope};
}

bool eg_condition_is_fixed(eg_reader *r, eg_spec *spec, const eg_scope *scope, const eg_expr *e)
{
    eg_formulas f = formulas_of(r, spec, scope);
    return eg_formula_is_fixed(&f, e);
}

static bool add(eg_formulas *f, eg_user_equation q, uint32_t at)
{
    q.place = eg_source_place(f->scope.source, at);
    if (eg_spec_add_equation(f->spec, q) < 0)
        f->r->out_of_memory = true;
    return !f->r->out_of_memory;
}

/* ---------------------------------------------------------------- equalities */

static bool append(eg_formulas *f, equalities *list, const equality *items, size_t count)
{
    equality *all = eg_new_array(f->r, list->count + count, sizeof *all);
    if (!all)
        return false;
    if (list->count > 0)
        memcpy(all, list->items, list->count * sizeof *all);
    if (count > 0)
        memcpy(all + list->count, items, count * sizeof *all);
    *list = (equalities){all, list->count + count};
    return true;
}

static bool equate(eg_formulas *f, uint32_t at, const eg_typed *left, const eg_typed *right,
                   equalities *list);

static bool equate_fields(eg_formulas *f, uint32_t at, const eg_typed *left, const eg_typed *right,
                          equalities *list)
{
    if (left->field_count != right->field_count) {
        eg_error(f->r, f->scope.source, at, "%s and %s do not have the same members",
                 eg_typed_describe(f->r, left), eg_typed_describe(f->r, right));
        return false;
    }
    for (uint32_t i = 0; i < left->field_count; i++) {
        const eg_typed *field = eg_typed_field(right, left->names[i]);
        if (!field) {
            eg_error(f->r, f->scope.source, at, "%s has no \"%s\", which %s has",
                     eg_typed_describe(f->r, right), left->names[i], eg_typed_describe(f->r, left));
            return false;
        }
        if (!equate(f, at, &left->fields[i], field, list))
            return false;
    }
    return true;
}

/* left = right of any shape, one equality for each element. */
static bool equate(eg_formulas *f, uint32_t at, const eg_typed *left, const eg_typed *right, equalities *list)
{
    bool numbers = eg_typed_is_number(left) && eg_typed_is_number(right);
    bool literals = left->type == EG_ENUMERATION && right->type == EG_ENUMERATION &&
                    eg_same_enumeration(left->literals, left->type_name, right->literals, right->type_name);
    bool truths = left->type == EG_BOOLEAN && right->type == EG_BOOLEAN;
    if (left->type == EG_RECORD && right->type == EG_RECORD)
        return equate_fields(f, at, left, right, list);
    if (!(numbers || literals || truths) || !eg_typed_same_shape(left, right)) {
        eg_error(f->r, f->scope.source, at, "the left side is of type %s, the right side of type %s",
                 eg_typed_describe(f->r, left), eg_typed_describe(f->r, right));
        if (left->rank != right->rank)
            eg_hint(f->r, "fill(x, n) makes an array of one value; x[1] is one element of an array");
        return false;
    }
    if (eg_quantity_differs(left->unit, right->unit))
        eg_warn(f->r, f->scope.source, at, "the left side is in %s, the right side in %s", left->unit->text,
                right->unit->text);
    equality *items = eg_new_array(f->r, left->count, sizeof *items);
    if (!items || !eg_count_steps(f->r, f->scope.source, at, (long long)left->count))
        return false;
    for (size_t i = 0; i < left->count; i++)
        items[i] = (equality){eg_typed_at(left, i), eg_typed_at(right, i), at, false};
    return append(f, list, items, left->count);
}

/* (a, , b) = f(x) */
static bool equate_results(eg_formulas *f, const eg_equation *q, equalities *list)
{
    uint32_t count = q->left->count;
    eg_typed left, *right = eg_new_array(f->r, count, sizeof *right);
    if (!right || !eg_formula_of_results(f, q->right, right, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (q->left->items[i] && (!eg_formula_of_any(f, q->left->items[i], &left) ||
                                  !equate(f, q->left->items[i]->at, &left, &right[i], list)))
            return false;
    return true;
}

static bool sides_of(eg_formulas *f, const eg_equation *q, equalities *list)
{
    eg_typed left, right;
    if (q->left->kind == EG_E_TUPLE)
        return equate_results(f, q, list);
    return eg_formula_of_any(f, q->left, &left) && eg_formula_of_any(f, q->right, &right) &&
           equate(f, q->at, &left, &right, list);
}

/* ---------------------------------------------------------------- if-equations */

static bool collect(eg_formulas *f, eg_equation *const *body, uint32_t count, equalities *list);
static bool is_call_of(const eg_equation *q, const char *name);
static bool carry_assert(eg_formulas *f, const eg_equation *q, int when);

static bool same_variable(const eg_formulas *f, int a, int b)
{
    const eg_formula *x = &f->spec->formulas[a], *y = &f->spec->formulas[b];
    return x->op == EG_OP_VARIABLE && y->op == EG_OP_VARIABLE && strcmp(x->path, y->path) == 0;
}

/* Equation k of all branches as one: x = if c then a else b where all speak of x, otherwise
 * 0 = if c then left - right else ... */
static bool merge(eg_formulas *f, const int *conditions, const equalities *branches, uint32_t count, size_t k,
                  equality *out)
{
    bool same = true;
    *out = branches[0].items[k];
    for (uint32_t i = 1; i < count; i++)
        same = same && same_variable(f, out->left, branches[i].items[k].left);
    if (!same && !eg_formula_number(f, 0, &out->left))
        return false;
    for (uint32_t i = count; i-- > 0;) {
        const equality *q = &branches[i].items[k];
        int value = q->right;
        if (!same && !eg_formula_add(f, EG_OP_SUB, q->left, q->right, -1, &value))
            return false;
        if (i + 1 == count)
            out->right = value;
        else if (!eg_formula_add(f, EG_OP_SELECT, conditions[i], value, out->right, &out->right))
            return false;
    }
    return true;
}

static bool refuse_branches(eg_formulas *f, const eg_equation *q)
{
    eg_error(f->r, f->scope.source, q->at,
             "the branches of this if-equation must hold the same number of equations");
    eg_hint(f->r, "write an \"else\" with as many equations");
    return false;
}

/* The guard together with a further condition, or with its opposite. */
static bool narrow(eg_formulas *f, int condition, bool holds)
{
    int c = condition;
    if (!holds && !eg_formula_add(f, EG_OP_NOT, c, -1, -1, &c))
        return false;
    if (f->is_guarded && !eg_formula_add(f, EG_OP_AND, f->guard, c, -1, &c))
        return false;
    f->is_guarded = true;
    f->guard = c;
    return true;
}

typedef bool gathering(eg_formulas *f, eg_equation *const *body, uint32_t count, equalities *list);

/* What stands in the branches, each under the condition that none before it holds. */
static bool gather_branches(eg_formulas *f, const eg_equation *q, gathering *gather, int *conditions,
                            equalities *branches)
{
    eg_formulas outside = *f;
    bool ok = true;
    for (uint32_t i = 0; ok && i < q->branch_count; i++) {
        eg_typed condition = eg_typed_scalar(EG_BOOLEAN, -1, NULL);
        const eg_branch *b = &q->branches[i];
        ok = !b->condition || eg_formula_of_condition(f, b->condition, "the condition", &condition);
        conditions[i] = condition.formula;
        eg_formulas before = *f;
        ok = ok && (!b->condition || narrow(f, condition.formula, true)) &&
             gather(f, b->body, b->count, &branches[i]);
        f->guard = before.guard;
        f->is_guarded = before.is_guarded;
        ok = ok && (!b->condition || narrow(f, condition.formula, false));
    }
    f->guard = outside.guard;
    f->is_guarded = outside.is_guarded;
    return ok;
}

static bool collect_if(eg_formulas *f, const eg_equation *q, equalities *list)
{
    uint32_t n = q->branch_count;
    int *conditions = eg_new_array(f->r, n, sizeof *conditions);
    equalities *branches = eg_new_array(f->r, n, sizeof *branches);
    if (!conditions || !branches || !gather_branches(f, q, collect, conditions, branches))
        return false;
    bool fits = !q->branches[n - 1].condition || branches[0].count == 0;
    for (uint32_t i = 1; i < n; i++)
        fits = fits && branches[i].count == branches[0].count;
    if (!fits)
        return refuse_branches(f, q);
    for (size_t k = 0; k < branches[0].count; k++) {
        equality one;
        if (!merge(f, conditions, branches, n, k, &one) || !append(f, list, &one, 1))
            return false;
    }
    return true;
}

static bool each_pass(eg_formulas *f, const eg_equation *q, uint32_t i, gathering *gather, equalities *list)
{
    eg_value range;
    if (i == q->iterator_count)
        return gather(f, q->branches->body, q->branches->count, list);
    if (!eg_evaluate_range(f->r, &f->scope, &q->iterators[i], &range))
        return false;
    const eg_iteration *outer = f->scope.loops;
    bool ok = true;
    for (size_t k = 0; ok && k < range.count; k++) {
        eg_iteration loop = {
            .name = q->iterators[i].name, .value = eg_value_element(&range, k), .outer = outer};
        f->scope.loops = &loop;
        ok = eg_count_steps(f->r, f->scope.source, q->at, 1) && each_pass(f, q, i + 1, gather, list);
    }
    f->scope.loops = outer;
    return ok;
}

/* The equalities of one branch. */
static bool collect(eg_formulas *f, eg_equation *const *body, uint32_t count, equalities *list)
{
    for (uint32_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        if (q->kind == EG_Q_IF) {
            if (!collect_if(f, q, list))
                return false;
        } else if (q->kind == EG_Q_FOR) {
            if (!each_pass(f, q, 0, collect, list))
                return false;
        } else if (q->kind == EG_Q_EQUALITY) {
            if (!sides_of(f, q, list))
                return false;
        } else if (is_call_of(q, "assert")) {
            if (!carry_assert(f, q, -1))
                return false;
        } else {
            eg_error(f->r, f->scope.source, q->at,
                     "only equalities and assert can stand in an if-equation whose condition changes");
            if (q->kind == EG_Q_WHEN)
                eg_hint(f->r, "write when condition1 and condition2 then, outside of it");
            else
                eg_hint(f->r, "let the condition follow from parameters, or write it outside");
            return false;
        }
    }
    return true;
}

static bool fix_start_of_component(eg_formulas *f, const char *path, double value, uint32_t at)
{
    const char *dot = strrchr(path, '.');
    const char *owner = dot ? eg_textf(f->r, "%.*s", (int)(dot - path), path) : "";
    long index = dot ? eg_names_find(f->spec->paths, owner) : -1;
    eg_instance *x = index >= 0 ? &f->spec->instances[index] : NULL;
    int variable = x ? eg_class_variable(x->class, dot + 1) : -1;
    if (variable < 0 || !eg_variable_is_state(x->class, variable))
        return false;
    for (size_t i = 0; i < x->start_count; i++)
        if (x->starts[i].variable == variable && x->starts[i].fixed == 1)
            return false;
    eg_start *start = eg_instance_start(f->spec, x, variable, eg_source_place(f->scope.source, at));
    if (!start) {
        f->r->out_of_memory = true;
        return false;
    }
    start->start = value;
    start->fixed = 1;
    return true;
}

/* An initial equation `x = number` is a fixed start value of x; false: it stays an equation. */
static bool fix_start(eg_formulas *f, const equality *q)
{
    const eg_formula *left = &f->spec->formulas[q->left], *right = &f->spec->formulas[q->right];
    if (left->op != EG_OP_VARIABLE || right->op != EG_OP_CONSTANT)
        return false;
    long index = eg_names_find(f->spec->variable_paths, left->path);
    if (index < 0)
        return fix_start_of_component(f, left->path, right->number, q->at);
    eg_user_variable *v = &f->spec->variables[index];
    /* in Modelica an initial equation of what is discrete says nothing of its value before */
    bool is_real = v->type == EG_REAL && !v->is_discrete;
    if (v->fixed == 1 || v->is_input || (!is_real && !eg_source_is_dyad(f->scope.source->name)))
        return false;
    v->start = right->number;
    v->fixed = 1;
    return true;
}

static bool add_all(eg_formulas *f, const equalities *list, bool is_initial)
{
    for (size_t i = 0; i < list->count; i++) {
        if (is_initial && fix_start(f, &list->items[i]))
            continue;
        eg_user_equation one = {.kind = is_initial ? EG_USER_INITIAL : EG_USER_EQUATION,
                                .left = list->items[i].left,
                                .right = list->items[i].right,
                                .when = -1};
        if (!add(f, one, list->items[i].at))
            return false;
    }
    return true;
}

static bool carry_if(eg_formulas *f, const eg_equation *q, bool is_initial)
{
    equalities list = {0};
    return collect_if(f, q, &list) ? add_all(f, &list, is_initial) : !f->r->out_of_memory;
}

/* Data d = value, of variables */
bool eg_carry_record(eg_reader *r, eg_spec *spec, eg_node *node, bool *is_given)
{
    eg_entry entry;
    eg_typed left, right;
    equalities list = {0};
    if (!eg_find_value(r, node->entries, node->entry_count, NULL, &entry) || !entry.modifier)
        return !r->out_of_memory;
    *is_given = true;
    eg_formulas f = {.r = r, .spec = spec, .scope = eg_scope_of(entry.node, entry.home)};
    f.scope.source = entry.modifier->source;
    const eg_expr *value = entry.modifier->value;
    if (entry.slices && !entry.is_each) {
        eg_error(r, f.scope.source, entry.modifier->value_at,
                 "an array of records cannot get its value as a whole");
        eg_hint(r, "write equations for its elements, or each");
        return true;
    }
    return eg_formula_of_any(&f, value, &right) && eg_formula_of_record(&f, value, node, &left) &&
                   equate(&f, entry.modifier->value_at, &left, &right, &list)
               ? add_all(&f, &list, false)
               : !r->out_of_memory;
}

static bool carry_equality(eg_formulas *f, const eg_equation *q, bool is_initial)
{
    equalities list = {0};
    return sides_of(f, q, &list) ? add_all(f, &list, is_initial) : !f->r->out_of_memory;
}

/* ---------------------------------------------------------------- assert, terminate, reinit */

static bool is_call_of(const eg_equation *q, const char *name)
{
    return q->kind == EG_Q_CALL && q->left->kind == EG_E_CALL && q->left->reference->count == 1 &&
           strcmp(q->left->reference->parts[0].name, name) == 0;
}

/* A claim about parameters that does not hold. */
static bool check_assert(eg_formulas *f, const eg_equation *q, const char *text, bool is_warning)
{
    const char *path = eg_node_path(f->r, f->scope.node);
    if (is_warning)
        eg_warn(f->r, f->scope.source, q->at, "%s%sassertion: %.1000s", path, *path ? ": " : "", text);
    else
        eg_error(f->r, f->scope.source, q->at, "%s%sassertion failed: %.1000s", path, *path ? ": " : "",
                 text);
    return true;
}

/* assert(condition, message, level) */
static bool carry_assert(eg_formulas *f, const eg_equation *q, int when)
{
    eg_typed condition;
    double known;
    eg_user_equation one = {.kind = EG_USER_ASSERT, .right = -1, .when = when};
    if (!eg_formula_assert(f, q, &one, &condition))
        return !f->r->out_of_memory;
    int open;
    if (f->is_guarded && (!eg_formula_add(f, EG_OP_NOT, f->guard, -1, -1, &open) ||
                          !eg_formula_add(f, EG_OP_OR, open, condition.formula, -1, &condition.formula)))
        return false;
    if (when < 0 && eg_formula_known(f, condition.formula, &known))
        return known != 0 || check_assert(f, q, one.text, one.is_warning);
    one.left = condition.formula;
    return add(f, one, q->at);
}

static bool carry_terminate(eg_formulas *f, const eg_equation *q, int when)
{
    eg_user_equation one = {.kind = EG_USER_TERMINATE, .left = -1, .right = -1, .when = when};
    if (q->left->count != 1) {
        eg_error(f->r, f->scope.source, q->at, "terminate takes a message");
        return true;
    }
    if (when < 0) {
        eg_error(f->r, f->scope.source, q->at, "terminate must stand in a when clause");
        eg_hint(f->r, "write when condition then terminate(\"...\"); end when;");
        return true;
    }
    one.right = f->is_guarded ? f->guard : -1;
    return eg_formula_message(f, q->left->items[0], &one) ? add(f, one, q->at) : !f->r->out_of_memory;
}

static bool assign_all(eg_formulas *f, const equalities *list, int when)
{
    for (size_t i = 0; i < list->count; i++)
        if (!add(f,
                 (eg_user_equation){.kind = list->items[i].is_reinit ? EG_USER_REINIT : EG_USER_ASSIGN,
                                    .left = list->items[i].left,
                                    .right = list->items[i].right,
                                    .when = when},
                 list->items[i].at))
            return false;
    return true;
}

static bool reinit_of(eg_formulas *f, const eg_equation *q, equalities *list)
{
    eg_typed state, value;
    if (q->left->count != 2) {
        eg_error(f->r, f->scope.source, q->at, "reinit takes a variable and its new value");
        return false;
    }
    if (!eg_formula_of_variable(f, q->left->items[0], &state) ||
        !eg_formula_of_any(f, q->left->items[1], &value) ||
        !eg_typed_fits(
            f, q->at,
            eg_reference_text(f->r, q->left->items[0]->reference, q->left->items[0]->reference->count),
            &state, &value))
        return false;
    for (size_t i = 0; i < state.count; i++) {
        equality one = {eg_typed_at(&state, i), eg_typed_at(&value, i), q->at, true};
        if (!append(f, list, &one, 1))
            return false;
    }
    return true;
}

static bool carry_reinit(eg_formulas *f, const eg_equation *q, int when)
{
    equalities list = {0};
    if (when < 0) {
        eg_error(f->r, f->scope.source, q->at, "reinit must stand in a when clause");
        eg_hint(f->r, "write when condition then reinit(x, ...); end when;");
        return true;
    }
    return reinit_of(f, q, &list) ? assign_all(f, &list, when) : !f->r->out_of_memory;
}

static bool carry_call(eg_formulas *f, const eg_equation *q, int when)
{
    if (is_call_of(q, "assert"))
        return carry_assert(f, q, when);
    if (is_call_of(q, "terminate"))
        return carry_terminate(f, q, when);
    if (is_call_of(q, "reinit"))
        return carry_reinit(f, q, when);
    eg_error(f->r, f->scope.source, q->at, "here an equation must stand, not a call");
    eg_hint(f->r, "assert, terminate and reinit can be called by themselves");
    return true;
}

/* ---------------------------------------------------------------- when */

static bool carry_when_body(eg_formulas *f, eg_equation *const *body, uint32_t count, int when);

/* What stands on the left must be a variable, or several of them. */
static bool check_targets(eg_formulas *f, const eg_equation *q)
{
    bool is_tuple = q->left->kind == EG_E_TUPLE;
    for (uint32_t i = 0; i < (is_tuple ? q->left->count : 1); i++) {
        const eg_expr *e = is_tuple ? q->left->items[i] : q->left;
        eg_typed left;
        if (!e)
            continue;
        if (e->kind == EG_E_REFERENCE) {
            if (!eg_formula_of_variable(f, e, &left))
                return false;
            continue;
        }
        eg_error(f->r, f->scope.source, q->at, "in a when clause a variable must stand on the left");
        eg_hint(f->r, "write x = ...; in it pre(x) is the value before the event");
        return false;
    }
    return true;
}

static bool carry_assignment(eg_formulas *f, const eg_equation *q, int when)
{
    equalities list = {0};
    if (!check_targets(f, q) || !sides_of(f, q, &list))
        return !f->r->out_of_memory;
    return assign_all(f, &list, when);
}

/* ---------------------------------------------------------------- if in a when clause */

static const equality *find_target(const eg_formulas *f, const equalities *list, const equality *like)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].is_reinit == like->is_reinit && same_variable(f, list->items[i].left, like->left))
            return &list->items[i];
    return NULL;
}

/* What it is where nothing is assigned. */
static bool keep_value(eg_formulas *f, const equality *q, int *value)
{
    *value = q->left;
    return q->is_reinit || eg_formula_add(f, EG_OP_PRE, q->left, -1, -1, value);
}

/* x = if c then a else b, for all x that some branch assigns; where none does x keeps its value. */
static bool choose_assignments(eg_formulas *f, const eg_equation *q, const int *conditions,
                               const equalities *branches, equalities *list)
{
    uint32_t n = q->branch_count;
    for (uint32_t k = 0; k < n; k++)
        for (size_t j = 0; j < branches[k].count; j++) {
            equality one = branches[k].items[j];
            if (find_target(f, list, &one))
                continue;
            if (!keep_value(f, &one, &one.right))
                return false;
            for (uint32_t i = n; i-- > 0;) {
                const equality *own = find_target(f, &branches[i], &one);
                int value = own ? own->right : -1;
                if (!own && !keep_value(f, &one, &value))
                    return false;
                if (!q->branches[i].condition)
                    one.right = value;
                else if (!eg_formula_add(f, EG_OP_SELECT, conditions[i], value, one.right, &one.right))
                    return false;
            }
            if (!append(f, list, &one, 1))
                return false;
        }
    return true;
}

static bool gather_assignments(eg_formulas *f, eg_equation *const *body, uint32_t count, equalities *list);

static bool gather_if(eg_formulas *f, const eg_equation *q, equalities *list)
{
    int *conditions = eg_new_array(f->r, q->branch_count, sizeof *conditions);
    equalities *branches = eg_new_array(f->r, q->branch_count, sizeof *branches);
    return conditions && branches && gather_branches(f, q, gather_assignments, conditions, branches) &&
           choose_assignments(f, q, conditions, branches, list);
}

/* Assignments go to the list, the first of a variable alone; calls are carried out under the guard. */
static bool gather_assignments(eg_formulas *f, eg_equation *const *body, uint32_t count, equalities *list)
{
    for (uint32_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        bool ok = false;
        if (q->kind == EG_Q_IF)
            ok = gather_if(f, q, list);
        else if (q->kind == EG_Q_EQUALITY)
            ok = check_targets(f, q) && sides_of(f, q, list);
        else if (q->kind == EG_Q_CALL && is_call_of(q, "reinit"))
            ok = reinit_of(f, q, list);
        else if (q->kind == EG_Q_CALL)
            ok = carry_call(f, q, f->when);
        else if (q->kind == EG_Q_FOR)
            ok = each_pass(f, q, 0, gather_assignments, list);
        else
            eg_error(f->r, f->scope.source, q->at, "this cannot stand in an if in a when clause");
        if (!ok)
            return false;
    }
    return true;
}

static bool when_if(eg_formulas *f, const eg_equation *q, int when)
{
    equalities list = {0};
    f->when = when;
    return gather_if(f, q, &list) ? assign_all(f, &list, when) : !f->r->out_of_memory;
}

static bool when_loop(eg_formulas *f, const eg_equation *q, uint32_t i, int when)
{
    eg_value range;
    if (i == q->iterator_count)
        return carry_when_body(f, q->branches->body, q->branches->count, when);
    if (!eg_evaluate_range(f->r, &f->scope, &q->iterators[i], &range))
        return !f->r->out_of_memory;
    const eg_iteration *outer = f->scope.loops;
    bool ok = true;
    for (size_t k = 0; ok && k < range.count && !f->r->gave_up; k++) {
        eg_iteration loop = {
            .name = q->iterators[i].name, .value = eg_value_element(&range, k), .outer = outer};
        f->scope.loops = &loop;
        ok = !eg_count_steps(f->r, f->scope.source, q->at, 1) || when_loop(f, q, i + 1, when);
    }
    f->scope.loops = outer;
    return ok;
}

static bool carry_when_body(eg_formulas *f, eg_equation *const *body, uint32_t count, int when)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++) {
        const eg_equation *q = body[i];
        if (q->kind == EG_Q_EQUALITY)
            ok = carry_assignment(f, q, when);
        else if (q->kind == EG_Q_CALL)
            ok = carry_call(f, q, when);
        else if (q->kind == EG_Q_FOR)
            ok = when_loop(f, q, 0, when);
        else if (q->kind == EG_Q_IF)
            ok = when_if(f, q, when);
        else {
            eg_error(f->r, f->scope.source, q->at, "this cannot stand in a when clause");
            eg_hint(f->r, "write x = if condition then value else pre(x);");
        }
    }
    return ok;
}

/* One condition, or several in {}. *when receives the clause, -1 when something was reported. */
static bool add_clause(eg_formulas *f, const eg_expr *e, int above, int *when)
{
    bool is_list = e->kind == EG_E_ARRAY;
    uint32_t count = is_list ? e->count : 1;
    int other = -1;
    for (uint32_t i = count; i-- > 0;) {
        eg_typed condition;
        *when = -1;
        f->is_discrete = false;
        if (!eg_formula_of_condition(f, is_list ? e->items[i] : e, "the condition of when", &condition))
            return !f->r->out_of_memory;
        *when = eg_spec_add_when(f->spec, (eg_user_when){condition.formula, other, above});
        if (*when < 0)
            f->r->out_of_memory = true;
        if (*when < 0)
            return false;
        other = *when;
    }
    return true;
}

static bool carry_when(eg_formulas *f, const eg_equation *q)
{
    int above = -1;
    for (uint32_t i = 0; i < q->branch_count; i++) {
        int when = -1;
        if (!add_clause(f, q->branches[i].condition, above, &when))
            return false;
        if (when < 0)
            return true;
        above = when;
        f->is_discrete = true;
        if (!carry_when_body(f, q->branches[i].body, q->branches[i].count, when))
            return false;
        f->is_discrete = false;
    }
    return true;
}

/* ---------------------------------------------------------------- */

/* Numbers of equations may change; what decides which equations there are asks for the structure itself. */
static bool carry(eg_formulas *f, const eg_equation *q, bool is_initial)
{
    switch (q->kind) {
    case EG_Q_EQUALITY: return carry_equality(f, q, is_initial);
    case EG_Q_IF: return carry_if(f, q, is_initial);
    case EG_Q_WHEN: return carry_when(f, q);
    case EG_Q_CALL: return carry_call(f, q, -1);
    default: return true;
    }
}

bool eg_carry_equation(eg_reader *r, eg_spec *spec, const eg_scope *scope, const eg_equation *q,
                       bool is_initial)
{
    eg_formulas f = formulas_of(r, spec, scope);
    if (is_initial && (q->kind == EG_Q_CONNECT || q->kind == EG_Q_WHEN)) {
        eg_error(r, scope->source, q->at, "%s cannot stand in an initial equation",
                 q->kind == EG_Q_WHEN ? "when" : "connect");
        return true;
    }
    eg_asker before = eg_ask_for(r, is_initial ? EG_FOR_STRUCTURE : EG_FOR_NOTHING);
    bool ok = carry(&f, q, is_initial);
    eg_ask_for(r, before);
    return ok;
}
