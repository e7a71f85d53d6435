/* Equations of users' models, other than connect, to equations of the spec: equalities, if-equations whose
 * conditions change, when clauses, assert and terminate. */
#include <string.h>

#include "modelica/formula.h"

/* left = right */
typedef struct equality {
    int left, right;
    uint32_t at;
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

static bool sides_of(eg_formulas *f, const eg_equation *q, eg_typed *left, eg_typed *right)
{
    if (q->left->kind == EG_E_TUPLE) {
        eg_error(f->r, f->scope.source, q->at, "equations of several results are not supported");
        eg_hint(f->r, "write a function with one output for each");
        return false;
    }
    if (!eg_formula_of(f, q->left, left) || !eg_formula_of(f, q->right, right))
        return false;
    if ((left->type == EG_BOOLEAN) != (right->type == EG_BOOLEAN)) {
        eg_error(f->r, f->scope.source, q->at, "the left side is of type %s, the right side of type %s",
                 eg_type_text(left->type), eg_type_text(right->type));
        return false;
    }
    if (eg_quantity_differs(left->unit, right->unit))
        eg_warn(f->r, f->scope.source, q->at, "the left side is in %s, the right side in %s",
                left->unit->text, right->unit->text);
    return true;
}

/* ---------------------------------------------------------------- if-equations */

static bool collect(eg_formulas *f, eg_equation *const *body, uint32_t count, equalities *list);

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

static bool refuse_branches(eg_formulas *f, const eg_equation *q)
{
    eg_error(f->r, f->scope.source, q->at,
             "the branches of this if-equation must hold the same number of equations");
    eg_hint(f->r, "write an \"else\" with as many equations");
    return false;
}

static bool collect_if(eg_formulas *f, const eg_equation *q, equalities *list)
{
    uint32_t n = q->branch_count;
    int *conditions = eg_new_array(f->r, n, sizeof *conditions);
    equalities *branches = eg_new_array(f->r, n, sizeof *branches);
    if (!conditions || !branches)
        return false;
    for (uint32_t i = 0; i < n; i++) {
        eg_typed condition = {-1, EG_BOOLEAN, NULL};
        const eg_branch *b = &q->branches[i];
        if (b->condition && !eg_formula_of_condition(f, b->condition, "the condition", &condition))
            return false;
        conditions[i] = condition.formula;
        if (!collect(f, b->body, b->count, &branches[i]))
            return false;
    }
    bool fits = !q->branches[n - 1].condition;
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

static bool collect_loop(eg_formulas *f, const eg_equation *q, uint32_t i, equalities *list)
{
    eg_value range;
    if (i == q->iterator_count)
        return collect(f, q->branches->body, q->branches->count, list);
    if (!eg_evaluate_range(f->r, &f->scope, &q->iterators[i], &range))
        return false;
    const eg_iteration *outer = f->scope.loops;
    bool ok = true;
    for (size_t k = 0; ok && k < range.count; k++) {
        eg_iteration loop = {q->iterators[i].name, eg_value_element(&range, k), outer};
        f->scope.loops = &loop;
        ok = eg_count_steps(f->r, f->scope.source, q->at, 1) && collect_loop(f, q, i + 1, list);
    }
    f->scope.loops = outer;
    return ok;
}

/* The equalities of one branch. */
static bool collect(eg_formulas *f, eg_equation *const *body, uint32_t count, equalities *list)
{
    for (uint32_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        eg_typed left, right;
        if (q->kind == EG_Q_IF) {
            if (!collect_if(f, q, list))
                return false;
        } else if (q->kind == EG_Q_FOR) {
            if (!collect_loop(f, q, 0, list))
                return false;
        } else if (q->kind == EG_Q_EQUALITY) {
            equality one = {.at = q->at};
            if (!sides_of(f, q, &left, &right))
                return false;
            one.left = left.formula;
            one.right = right.formula;
            if (!append(f, list, &one, 1))
                return false;
        } else {
            eg_error(f->r, f->scope.source, q->at,
                     "only equalities can stand in an if-equation whose condition changes");
            return false;
        }
    }
    return true;
}

static bool carry_if(eg_formulas *f, const eg_equation *q, bool is_initial)
{
    equalities list = {0};
    if (!collect_if(f, q, &list))
        return !f->r->out_of_memory;
    for (size_t i = 0; i < list.count; i++) {
        eg_user_equation one = {.kind = is_initial ? EG_USER_INITIAL : EG_USER_EQUATION,
                                .left = list.items[i].left,
                                .right = list.items[i].right,
                                .when = -1};
        if (!add(f, one, list.items[i].at))
            return false;
    }
    return true;
}

static bool carry_equality(eg_formulas *f, const eg_equation *q, bool is_initial)
{
    eg_typed left, right;
    if (!sides_of(f, q, &left, &right))
        return !f->r->out_of_memory;
    return add(f,
               (eg_user_equation){.kind = is_initial ? EG_USER_INITIAL : EG_USER_EQUATION,
                                  .left = left.formula,
                                  .right = right.formula,
                                  .when = -1},
               q->at);
}

/* ---------------------------------------------------------------- assert, terminate, reinit */

static bool is_call_of(const eg_equation *q, const char *name)
{
    return q->kind == EG_Q_CALL && q->left->kind == EG_E_CALL && q->left->reference->count == 1 &&
           strcmp(q->left->reference->parts[0].name, name) == 0;
}

/* A claim about parameters is checked at once. */
static bool check_assert(eg_formulas *f, const eg_equation *q, const char *text, bool is_warning)
{
    bool holds;
    if (!eg_evaluate_boolean(f->r, &f->scope, q->left->items[0], "the condition of assert", &holds) || holds)
        return !f->r->out_of_memory;
    const char *path = eg_node_path(f->r, f->scope.node);
    if (is_warning)
        eg_warn(f->r, f->scope.source, q->at, "%s%sassertion: %.1000s", path, *path ? ": " : "", text);
    else
        eg_error(f->r, f->scope.source, q->at, "%s%sassertion failed: %.1000s", path, *path ? ": " : "",
                 text);
    return true;
}

/* Texts of messages are known when the model is read. */
static bool message_of(eg_formulas *f, const eg_expr *e, const char **text)
{
    eg_value v;
    if (!eg_formula_is_fixed(f, e)) {
        *text = "";
        eg_warn(f->r, f->scope.source, e->at, "this message holds values that change; it is left out");
        eg_hint(f->r, "write a text without String(...) of variables");
        return true;
    }
    if (!eg_evaluate(f->r, &f->scope, e, &v))
        return false;
    *text = v.type == EG_STRING && v.rank == 0 ? v.text : "";
    return true;
}

/* assert(condition, message, level) */
static bool carry_assert(eg_formulas *f, const eg_equation *q, int when)
{
    const eg_expr *call = q->left;
    eg_value level = EG_NO_VALUE;
    eg_typed condition;
    eg_user_equation one = {.kind = EG_USER_ASSERT, .right = -1, .when = when};
    if (call->count < 2 || call->count > 3) {
        eg_error(f->r, f->scope.source, q->at, "assert takes a condition, a message and perhaps a level");
        return true;
    }
    bool is_fixed = when < 0 && eg_formula_is_fixed(f, call->items[0]), holds = false;
    if (is_fixed && eg_evaluate_boolean(f->r, &f->scope, call->items[0], "the condition of assert", &holds) &&
        holds)
        return true;
    if (!message_of(f, call->items[1], &one.text))
        return !f->r->out_of_memory;
    if (call->count == 3 && !eg_evaluate(f->r, &f->scope, call->items[2], &level))
        return !f->r->out_of_memory;
    one.is_warning = level.type == EG_ENUMERATION && level.number == 0.0;
    if (is_fixed)
        return check_assert(f, q, one.text, one.is_warning);
    if (!eg_formula_of_condition(f, call->items[0], "the condition of assert", &condition))
        return !f->r->out_of_memory;
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
    return message_of(f, q->left->items[0], &one.text) ? add(f, one, q->at) : !f->r->out_of_memory;
}

static bool carry_reinit(eg_formulas *f, const eg_equation *q, int when)
{
    eg_typed state, value;
    if (q->left->count != 2) {
        eg_error(f->r, f->scope.source, q->at, "reinit takes a variable and its new value");
        return true;
    }
    if (when < 0) {
        eg_error(f->r, f->scope.source, q->at, "reinit must stand in a when clause");
        return true;
    }
    if (!eg_formula_of_variable(f, q->left->items[0], &state) || !eg_formula_of(f, q->left->items[1], &value))
        return !f->r->out_of_memory;
    if (eg_quantity_differs(state.unit, value.unit))
        eg_warn(f->r, f->scope.source, q->at, "the variable is in %s, its new value in %s", state.unit->text,
                value.unit->text);
    return add(f,
               (eg_user_equation){
                   .kind = EG_USER_REINIT, .left = state.formula, .right = value.formula, .when = when},
               q->at);
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

static bool carry_assignment(eg_formulas *f, const eg_equation *q, int when)
{
    eg_typed left, right;
    if (q->left->kind != EG_E_REFERENCE || !eg_formula_of_variable(f, q->left, &left)) {
        if (q->left->kind != EG_E_REFERENCE) {
            eg_error(f->r, f->scope.source, q->at, "in a when clause a variable must stand on the left");
            eg_hint(f->r, "write x = ...; in it pre(x) is the value before the event");
        }
        return !f->r->out_of_memory;
    }
    if (!sides_of(f, q, &left, &right))
        return !f->r->out_of_memory;
    return add(f,
               (eg_user_equation){
                   .kind = EG_USER_ASSIGN, .left = left.formula, .right = right.formula, .when = when},
               q->at);
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
        eg_iteration loop = {q->iterators[i].name, eg_value_element(&range, k), outer};
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

bool eg_carry_equation(eg_reader *r, eg_spec *spec, const eg_scope *scope, const eg_equation *q,
                       bool is_initial)
{
    eg_formulas f = formulas_of(r, spec, scope);
    if (is_initial && (q->kind == EG_Q_CONNECT || q->kind == EG_Q_WHEN)) {
        eg_error(r, scope->source, q->at, "%s cannot stand in an initial equation",
                 q->kind == EG_Q_WHEN ? "when" : "connect");
        return true;
    }
    switch (q->kind) {
    case EG_Q_EQUALITY: return carry_equality(&f, q, is_initial);
    case EG_Q_IF: return carry_if(&f, q, is_initial);
    case EG_Q_WHEN: return carry_when(&f, q);
    case EG_Q_CALL: return carry_call(&f, q, -1);
    default: return true;
    }
}
