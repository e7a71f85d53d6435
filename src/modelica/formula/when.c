/* When clauses of equations: what is assigned, set and claimed as the condition comes true. */
#include "modelica/formula/equations.h"

static bool gather_assignments(eg_formulas *f, eg_equation *const *body, uint32_t count, eg_equalities *list);

static bool assign_all(eg_formulas *f, const eg_equalities *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (!eg_add_equation(
                f,
                (eg_user_equation){.kind = list->items[i].is_reinit ? EG_USER_REINIT : EG_USER_ASSIGN,
                                   .left = list->items[i].left,
                                   .right = list->items[i].right,
                                   .when = f->when},
                list->items[i].at))
            return false;
    return true;
}

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

static const eg_equality *find_target(const eg_formulas *f, const eg_equalities *list,
                                      const eg_equality *like)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].is_reinit == like->is_reinit &&
            eg_same_variable(f, list->items[i].left, like->left))
            return &list->items[i];
    return NULL;
}

/* What it is where nothing is assigned. */
static bool keep_value(eg_formulas *f, const eg_equality *q, int *value)
{
    *value = q->left;
    return q->is_reinit || eg_formula_add(f, EG_OP_PRE, q->left, -1, -1, value);
}

/* Within one branch a variable is assigned once. */
static bool is_single(eg_formulas *f, const eg_equalities *branch)
{
    for (size_t i = 0; i < branch->count; i++) {
        const eg_equality *own = &branch->items[i];
        if (find_target(f, branch, own) == own)
            continue;
        eg_error(f->r, f->scope.source, own->at, "%s is assigned twice here",
                 f->spec->formulas[own->left].path);
        eg_hint(f->r,
                "leave one of these, or write an algorithm, whose later statements overrule the earlier");
        return false;
    }
    return true;
}

/* x = if c then a else b, for all x that some branch assigns; where none does x keeps its value. */
static bool choose_assignments(eg_formulas *f, const eg_equation *q, const int *conditions,
                               const eg_equalities *branches, eg_equalities *list)
{
    uint32_t n = q->branch_count;
    for (uint32_t k = 0; k < n; k++)
        if (!is_single(f, &branches[k]))
            return false;
    for (uint32_t k = 0; k < n; k++)
        for (size_t j = 0; j < branches[k].count; j++) {
            eg_equality one = branches[k].items[j];
            if (find_target(f, list, &one))
                continue;
            if (!keep_value(f, &one, &one.right))
                return false;
            for (uint32_t i = n; i-- > 0;) {
                const eg_equality *own = find_target(f, &branches[i], &one);
                int value = own ? own->right : -1;
                if (!own && !keep_value(f, &one, &value))
                    return false;
                if (!q->branches[i].condition)
                    one.right = value;
                else if (!eg_formula_add(f, EG_OP_SELECT, conditions[i], value, one.right, &one.right))
                    return false;
            }
            if (!eg_append_equalities(f, list, &one, 1))
                return false;
        }
    return true;
}

/* reinit(x, value): an equality of each element */
static bool reinit_of(eg_formulas *f, const eg_equation *q, eg_equalities *list)
{
    eg_typed state, value;
    if (q->left->count != 2) {
        eg_error(f->r, f->scope.source, q->at, "reinit takes a variable and its new value");
        eg_hint(f->r, "write reinit(v, -e*pre(v))");
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
        eg_equality one = {eg_typed_at(&state, i), eg_typed_at(&value, i), q->at, true};
        if (!eg_append_equalities(f, list, &one, 1))
            return false;
    }
    return true;
}

static bool gather_if(eg_formulas *f, const eg_equation *q, eg_equalities *list)
{
    int *conditions = eg_new_array(f->r, q->branch_count, sizeof *conditions);
    eg_equalities *branches = eg_new_array(f->r, q->branch_count, sizeof *branches);
    return conditions && branches && eg_gather_branches(f, q, gather_assignments, conditions, branches) &&
           choose_assignments(f, q, conditions, branches, list);
}

/* Assignments go to the list, the first of a variable alone; calls are carried out under the guard. */
static bool gather_assignments(eg_formulas *f, eg_equation *const *body, uint32_t count, eg_equalities *list)
{
    for (uint32_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        bool ok = false;
        if (q->kind == EG_Q_IF)
            ok = gather_if(f, q, list);
        else if (q->kind == EG_Q_EQUALITY)
            ok = check_targets(f, q) && eg_equate_sides(f, q, list);
        else if (q->kind == EG_Q_CALL && eg_is_call_of(q, "reinit"))
            ok = reinit_of(f, q, list);
        else if (q->kind == EG_Q_CALL)
            ok = eg_carry_call(f, q, f->when);
        else if (q->kind == EG_Q_FOR)
            ok = eg_gather_passes(f, q, 0, gather_assignments, list);
        else {
            eg_error(f->r, f->scope.source, q->at, "this cannot stand in a when clause");
            eg_hint(f->r, "write x = if condition then value else pre(x);");
        }
        if (!ok)
            return false;
    }
    return true;
}

/* Statement by statement, so that each has its own message. */
static bool carry_body(eg_formulas *f, eg_equation *const *body, uint32_t count)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++) {
        eg_equalities list = {0};
        ok = gather_assignments(f, &body[i], 1, &list) ? assign_all(f, &list) : !f->r->out_of_memory;
    }
    return ok;
}

/* Conditions, each of which starts the clause; *when is the first on entry what follows them (-1: nothing),
 * and on return the first of them, -1 when something was reported. */
static bool add_conditions(eg_formulas *f, const eg_expr *e, int above, int *when)
{
    eg_typed conditions;
    int other = *when;
    *when = -1;
    f->is_discrete = false;
    if (!eg_formula_of_conditions(f, e, "the condition of when", &conditions))
        return !f->r->out_of_memory;
    for (size_t i = conditions.count; i-- > 0;) {
        *when = eg_spec_add_when(f->spec, (eg_user_when){eg_typed_at(&conditions, i), other, above});
        if (*when < 0)
            f->r->out_of_memory = true;
        if (*when < 0)
            return false;
        other = *when;
    }
    return true;
}

/* One condition, an array of them, or several in {}. *when receives the clause, -1 when something was
 * reported. */
static bool add_clause(eg_formulas *f, const eg_expr *e, int above, int *when)
{
    bool is_list = e->kind == EG_E_ARRAY;
    *when = -1;
    for (uint32_t i = is_list ? e->count : 1; i-- > 0;) {
        if (!add_conditions(f, is_list ? e->items[i] : e, above, when))
            return false;
        if (*when < 0)
            return true;
    }
    return true;
}

bool eg_carry_when(eg_formulas *f, const eg_equation *q)
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
        f->when = when;
        if (!carry_body(f, q->branches[i].body, q->branches[i].count))
            return false;
        f->is_discrete = false;
    }
    return true;
}
