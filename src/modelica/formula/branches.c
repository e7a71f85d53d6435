/* If-equations whose conditions change, and loops: what stands in their branches as one list. */
#include <string.h>

#include "modelica/formula/equations.h"
#include "modelica/instance/influence.h"

static bool collect(eg_formulas *f, eg_equation *const *body, uint32_t count, eg_equalities *list);

/* Equation k of all branches as one: x = if c then a else b where all speak of x, otherwise
 * 0 = if c then left - right else ... */
static bool merge(eg_formulas *f, const int *conditions, const eg_equalities *branches, uint32_t count,
                  size_t k, eg_equality *out)
{
    bool same = true;
    *out = branches[0].items[k];
    for (uint32_t i = 1; i < count; i++)
        same = same && eg_same_variable(f, out->left, branches[i].items[k].left);
    if (!same && !eg_formula_number(f, 0, &out->left))
        return false;
    for (uint32_t i = count; i-- > 0;) {
        const eg_equality *q = &branches[i].items[k];
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

/* What stands in the branches, each under the condition that none before it holds. */
bool eg_gather_branches(eg_formulas *f, const eg_equation *q, eg_gathering *gather, int *conditions,
                        eg_equalities *branches)
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

bool eg_collect_if(eg_formulas *f, const eg_equation *q, eg_equalities *list)
{
    uint32_t n = q->branch_count;
    int *conditions = eg_new_array(f->r, n, sizeof *conditions);
    eg_equalities *branches = eg_new_array(f->r, n, sizeof *branches);
    if (!conditions || !branches || !eg_gather_branches(f, q, collect, conditions, branches))
        return false;
    bool fits = !q->branches[n - 1].condition || branches[0].count == 0;
    for (uint32_t i = 1; i < n; i++)
        fits = fits && branches[i].count == branches[0].count;
    if (!fits)
        return refuse_branches(f, q);
    for (size_t k = 0; k < branches[0].count; k++) {
        eg_equality one;
        if (!merge(f, conditions, branches, n, k, &one) || !eg_append_equalities(f, list, &one, 1))
            return false;
    }
    return true;
}

bool eg_gather_passes(eg_formulas *f, const eg_equation *q, uint32_t i, eg_gathering *gather,
                      eg_equalities *list)
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
        ok = eg_count_steps(f->r, f->scope.source, q->at, 1) && eg_gather_passes(f, q, i + 1, gather, list);
    }
    f->scope.loops = outer;
    return ok;
}

/* The equalities of one branch. */
static bool collect(eg_formulas *f, eg_equation *const *body, uint32_t count, eg_equalities *list)
{
    for (uint32_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        if (q->kind == EG_Q_IF) {
            if (!eg_collect_if(f, q, list))
                return false;
        } else if (q->kind == EG_Q_FOR) {
            if (!eg_gather_passes(f, q, 0, collect, list))
                return false;
        } else if (q->kind == EG_Q_EQUALITY) {
            if (!eg_equate_sides(f, q, list))
                return false;
        } else if (eg_is_call_of(q, "assert")) {
            if (!eg_carry_assert(f, q, -1))
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
