/* Equalities of any shape, taken apart into equalities of numbers. */
#include <string.h>

#include "modelica/formula/equations.h"
#include "modelica/instance/influence.h"

bool eg_append_equalities(eg_formulas *f, eg_equalities *list, const eg_equality *items, size_t count)
{
    eg_equality *all = eg_new_array(f->r, list->count + count, sizeof *all);
    if (!all)
        return false;
    if (list->count > 0)
        memcpy(all, list->items, list->count * sizeof *all);
    if (count > 0)
        memcpy(all + list->count, items, count * sizeof *all);
    *list = (eg_equalities){all, list->count + count};
    return true;
}

static bool equate_fields(eg_formulas *f, uint32_t at, const eg_typed *left, const eg_typed *right,
                          eg_equalities *list)
{
    if (left->field_count != right->field_count) {
        eg_error(f->r, f->scope.source, at, "%s and %s do not have the same members",
                 eg_typed_describe(f->r, left), eg_typed_describe(f->r, right));
        eg_hint(f->r, "equate records of the same type, or their members one by one");
        return false;
    }
    for (uint32_t i = 0; i < left->field_count; i++) {
        const eg_typed *field = eg_typed_field(right, left->names[i]);
        if (!field) {
            eg_error(f->r, f->scope.source, at, "%s has no \"%s\", which %s has",
                     eg_typed_describe(f->r, right), left->names[i], eg_typed_describe(f->r, left));
            eg_hint(f->r, "equate records of the same type, or their members one by one");
            return false;
        }
        if (!eg_equate(f, at, &left->fields[i], field, list))
            return false;
    }
    return true;
}

/* left = right of any shape, one equality for each element. */
bool eg_equate(eg_formulas *f, uint32_t at, const eg_typed *left, const eg_typed *right, eg_equalities *list)
{
    eg_typed numbered[] = {*left, *right};
    if (!eg_number_text(f, &numbered[0]) || !eg_number_text(f, &numbered[1]))
        return false;
    left = &numbered[0];
    right = &numbered[1];
    bool numbers = eg_typed_is_number(left) && eg_typed_is_number(right);
    bool literals = left->type == EG_ENUMERATION && right->type == EG_ENUMERATION &&
                    eg_same_enumeration(left->literals, left->type_name, right->literals, right->type_name);
    bool truths = (left->type == EG_BOOLEAN || left->type == EG_STRING) && left->type == right->type;
    if (left->type == EG_RECORD && right->type == EG_RECORD && eg_typed_same_shape(left, right))
        return equate_fields(f, at, left, right, list);
    if (!(numbers || literals || truths) || !eg_typed_same_shape(left, right)) {
        eg_error(f->r, f->scope.source, at, "the left side is of type %s, the right side of type %s",
                 eg_typed_describe(f->r, left), eg_typed_describe(f->r, right));
        if (left->rank != right->rank)
            eg_hint(f->r, "fill(x, n) makes an array of one value; x[1] is one element of an array");
        else
            eg_hint(f->r, "make both sides of one type and one size");
        return false;
    }
    if (eg_quantity_differs(left->unit, right->unit))
        eg_warn(f->r, f->scope.source, at, "the left side is in %s, the right side in %s", left->unit->text,
                right->unit->text);
    eg_equality *items = eg_new_array(f->r, left->count, sizeof *items);
    if (!items || !eg_count_steps(f->r, f->scope.source, at, (long long)left->count))
        return false;
    for (size_t i = 0; i < left->count; i++)
        items[i] = (eg_equality){eg_typed_at(left, i), eg_typed_at(right, i), at, false};
    return eg_append_equalities(f, list, items, left->count);
}

/* (a, , b) = f(x) */
static bool equate_results(eg_formulas *f, const eg_equation *q, eg_equalities *list)
{
    uint32_t count = q->left->count;
    eg_typed left, *right = eg_new_array(f->r, count, sizeof *right);
    if (!right || !eg_formula_of_results(f, q->right, right, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (q->left->items[i] && (!eg_formula_of_any(f, q->left->items[i], &left) ||
                                  !eg_equate(f, q->left->items[i]->at, &left, &right[i], list)))
            return false;
    return true;
}

bool eg_equate_sides(eg_formulas *f, const eg_equation *q, eg_equalities *list)
{
    eg_typed left, right;
    if (q->left->kind == EG_E_TUPLE)
        return equate_results(f, q, list);
    return eg_formula_of_any(f, q->left, &left) && eg_formula_of_any(f, q->right, &right) &&
           eg_equate(f, q->at, &left, &right, list);
}

bool eg_same_variable(const eg_formulas *f, int a, int b)
{
    const eg_formula *x = &f->spec->formulas[a], *y = &f->spec->formulas[b];
    return x->op == EG_OP_VARIABLE && y->op == EG_OP_VARIABLE && strcmp(x->path, y->path) == 0;
}
