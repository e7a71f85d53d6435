/* Loop variables without a range (chapter 11.2.2.1 of the language specification): for i loop x[i] := ...;
 * runs through the indices of x, as the first place tells where i alone is a subscript. The range becomes one
 * of a single item, size(x, 1); what indices an array has by a type, Real x[Boolean], is known later. */
#include "modelica/text/parser.h"

typedef struct search {
    eg_parser *p;
    const char *name;
    eg_expr *found; /* size(x, k) */
} search;

static bool in_expression(search *s, const eg_expr *e);

static bool is_variable(const search *s, const eg_expr *e)
{
    return e->kind == EG_E_REFERENCE && e->reference->count == 1 && !e->reference->is_global &&
           e->reference->parts[0].name == s->name && e->reference->parts[0].subscript_count == 0;
}

/* The first `count` parts of a name, the last of them without its subscripts. */
static eg_expr *array_of(eg_parser *p, const eg_reference *reference, uint32_t count)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_REFERENCE, reference->parts[0].at);
    eg_part *parts = eg_new_array(p->r, count, sizeof *parts);
    if (!e || !parts || !(e->reference = eg_new(p->r, sizeof *e->reference)))
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        parts[i] = reference->parts[i];
    parts[count - 1].subscripts = NULL;
    parts[count - 1].subscript_count = 0;
    *e->reference = (eg_reference){.parts = parts, .count = count, .is_global = reference->is_global};
    return e;
}

static bool found_in(search *s, const eg_reference *reference, uint32_t part, uint32_t dimension)
{
    eg_parser *p = s->p;
    const uint32_t at = reference->parts[part].at;
    eg_expr *call = eg_parse_new_expr(p, EG_E_CALL, at), *number = eg_parse_new_expr(p, EG_E_NUMBER, at);
    eg_part *name = eg_new(p->r, sizeof *name);
    eg_list items = {0};
    eg_expr *array = array_of(p, reference, part + 1);
    if (!call || !number || !name || !array || !(call->reference = eg_new(p->r, sizeof *call->reference)) ||
        !eg_list_add(p->r, &items, array) || !eg_list_add(p->r, &items, number))
        return false;
    number->is_integer = true;
    number->number = dimension + 1;
    *name = (eg_part){.name = eg_symbol(p->r, "size"), .at = at};
    *call->reference = (eg_reference){.parts = name, .count = 1};
    call->items = (eg_expr **)items.items;
    call->count = (uint32_t)items.count;
    s->found = call;
    return true;
}

static bool in_expressions(search *s, eg_expr *const *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (items[i] && in_expression(s, items[i]))
            return true;
    return false;
}

static bool in_reference(search *s, const eg_reference *reference)
{
    for (uint32_t i = 0; reference && i < reference->count; i++) {
        const eg_part *part = &reference->parts[i];
        for (uint32_t k = 0; k < part->subscript_count; k++)
            if (is_variable(s, part->subscripts[k]))
                return found_in(s, reference, i, k);
        if (in_expressions(s, part->subscripts, part->subscript_count))
            return true;
    }
    return false;
}

/* Of loops inside: does one of their variables have the name? */
static bool is_hidden(const search *s, const eg_iterator *iterators, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (iterators[i].name == s->name)
            return true;
    return false;
}

static bool in_expression(search *s, const eg_expr *e)
{
    if (is_hidden(s, e->iterators, e->iterator_count))
        return false;
    return in_reference(s, e->reference) || in_expressions(s, e->items, e->count);
}

static bool in_body(search *s, eg_equation *const *body, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        if (is_hidden(s, q->iterators, q->iterator_count))
            continue;
        if ((q->left && in_expression(s, q->left)) || (q->right && in_expression(s, q->right)))
            return true;
        for (uint32_t k = 0; k < q->branch_count; k++) {
            const eg_branch *b = &q->branches[k];
            if ((b->condition && in_expression(s, b->condition)) || in_body(s, b->body, b->count))
                return true;
        }
    }
    return false;
}

bool eg_parse_implied_ranges(eg_parser *p, eg_iterator *iterators, uint32_t count, const eg_expr *element,
                             const eg_branch *body)
{
    for (uint32_t i = 0; i < count; i++) {
        search s = {.p = p, .name = iterators[i].name};
        if (iterators[i].range ||
            !(element ? in_expression(&s, element) : in_body(&s, body->body, body->count)))
            continue;
        eg_list items = {0};
        eg_expr *range = eg_parse_new_expr(p, EG_E_RANGE, iterators[i].at);
        if (!range || !eg_list_add(p->r, &items, s.found))
            return false;
        range->items = (eg_expr **)items.items;
        range->count = 1;
        iterators[i].range = range;
    }
    return !p->r->out_of_memory;
}
