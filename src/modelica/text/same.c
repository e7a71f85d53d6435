#include "modelica/text/same.h"

#include <string.h>

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_all(eg_expr *const *a, uint32_t a_count, eg_expr *const *b, uint32_t b_count)
{
    bool is_same = a_count == b_count;
    for (uint32_t i = 0; is_same && i < a_count; i++)
        is_same = eg_same_expression(a[i], b[i]);
    return is_same;
}

static bool same_reference(const eg_reference *a, const eg_reference *b)
{
    if (!a || !b)
        return a == b;
    bool is_same = a->count == b->count && a->is_global == b->is_global;
    for (uint32_t i = 0; is_same && i < a->count; i++)
        is_same = a->parts[i].name == b->parts[i].name &&
                  same_all(a->parts[i].subscripts, a->parts[i].subscript_count, b->parts[i].subscripts,
                           b->parts[i].subscript_count);
    return is_same;
}

static bool same_iterators(const eg_expr *a, const eg_expr *b)
{
    bool is_same = a->iterator_count == b->iterator_count;
    for (uint32_t i = 0; is_same && i < a->iterator_count; i++)
        is_same = a->iterators[i].name == b->iterators[i].name &&
                  eg_same_expression(a->iterators[i].range, b->iterators[i].range);
    return is_same;
}

static bool same_operators(const eg_expr *a, const eg_expr *b)
{
    if (!a->operators || !b->operators)
        return a->operators == b->operators;
    const uint32_t count = a->kind == EG_E_SUM || a->kind == EG_E_PRODUCT ? a->count : 1;
    return memcmp(a->operators, b->operators, count * sizeof *a->operators) == 0;
}

bool eg_same_expression(const eg_expr *a, const eg_expr *b)
{
    if (!a || !b)
        return a == b;
    if (a->kind != b->kind || a->number != b->number || a->is_integer != b->is_integer ||
        !same_text(a->text, b->text) || !same_reference(a->reference, b->reference) ||
        !same_all(a->items, a->count, b->items, b->count) || !same_iterators(a, b) || !same_operators(a, b))
        return false;
    bool is_same = true;
    for (uint32_t i = 0; is_same && i < a->count; i++)
        is_same = (a->names ? a->names[i] : NULL) == (b->names ? b->names[i] : NULL);
    return is_same;
}

bool eg_same_modifier(const eg_modifier *a, const eg_modifier *b)
{
    if (!a || !b)
        return a == b || (a && a->count == 0 && !a->value) || (b && b->count == 0 && !b->value);
    bool is_same = a->name == b->name && a->count == b->count && a->is_each == b->is_each &&
                   a->is_final == b->is_final && eg_same_expression(a->value, b->value);
    for (uint32_t i = 0; is_same && i < a->count; i++)
        is_same = !a->arguments[i]->is_redeclaration && !b->arguments[i]->is_redeclaration &&
                  eg_same_modifier(a->arguments[i], b->arguments[i]);
    return is_same;
}

bool eg_same_component(const eg_component *a, const eg_component *b)
{
    return a->variability == b->variability && a->is_flow == b->is_flow && a->is_stream == b->is_stream &&
           a->is_input == b->is_input && a->is_output == b->is_output && a->is_final == b->is_final &&
           a->is_inner == b->is_inner && a->is_outer == b->is_outer && a->is_protected == b->is_protected &&
           a->is_replaceable == b->is_replaceable && !a->constraint && !b->constraint &&
           same_all(a->dimensions, a->dimension_count, b->dimensions, b->dimension_count) &&
           eg_same_expression(a->condition, b->condition) && eg_same_modifier(a->modifier, b->modifier);
}
