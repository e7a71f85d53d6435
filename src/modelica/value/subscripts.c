/* Subscripts: v[2], v[end], m[:, 1], v[{1, 3}], v[2:5]. */
#include "modelica/value/evaluate.h"

#include "modelica/instance/influence.h"

/* ---------------------------------------------------------------- one dimension */

/* Every index from 1 to n. */
static bool all_indices(eg_reader *r, long n, eg_index *index)
{
    double *numbers = eg_value_room(r, (size_t)n);
    if (!numbers)
        return false;
    for (long i = 0; i < n; i++)
        numbers[i] = (double)(i + 1);
    *index = (eg_index){.numbers = numbers, .count = (size_t)n};
    return true;
}

static bool check_index(eg_reader *r, const eg_scope *scope, uint32_t at, double index, long n)
{
    if (index >= 1.0 && index <= (double)n)
        return true;
    eg_error(r, scope->source, at, "the subscript %.0f is out of range: it must be from 1 to %ld", index, n);
    eg_hint(r, n < 1 ? "give the array elements, or ask for none"
                     : "write one of these; elements are counted from 1");
    return false;
}

bool eg_is_index_literal(const eg_value *v, long n)
{
    long count = 2;
    if (v->type == EG_ENUMERATION)
        for (count = 0; v->literals[count];)
            count++;
    return (v->type == EG_ENUMERATION || v->type == EG_BOOLEAN) && count == n;
}

static bool evaluate_subscript(eg_reader *r, const eg_scope *scope, const eg_expr *e, long n, eg_index *index)
{
    eg_value v;
    if (e->kind == EG_E_COLON)
        return eg_count_steps(r, scope->source, e->at, n) && all_indices(r, n, index);
    eg_asker before = eg_ask_for(r, eg_for_choice(r));
    bool ok = eg_evaluate(r, scope, e, &v);
    eg_ask_for(r, before);
    if (!ok)
        return false;
    const bool is_literal = eg_is_index_literal(&v, n);
    if ((v.type != EG_INTEGER && !is_literal) || v.rank > 1) {
        eg_error(r, scope->source, e->at, "a subscript is an Integer or a vector of them, not %s",
                 eg_value_describe(r, &v));
        eg_hint(r, "write a whole number, a range 1:n, or integer(...) around a Real");
        return false;
    }
    if (is_literal) {
        v.number += 1.0;
        double *numbers = v.rank > 0 ? eg_value_room(r, v.count) : NULL;
        for (size_t i = 0; numbers && i < v.count; i++)
            numbers[i] = v.numbers[i] + 1.0;
        v.numbers = numbers;
        if (v.rank > 0 && !numbers)
            return false;
    }
    *index = (eg_index){.numbers = v.rank > 0 ? v.numbers : NULL, .count = v.count, .number = v.number};
    for (size_t i = 0; i < v.count; i++)
        if (!check_index(r, scope, e->at, v.rank > 0 ? v.numbers[i] : v.number, n))
            return false;
    return true;
}

/* ---------------------------------------------------------------- all dimensions */

bool eg_select(eg_reader *r, const eg_scope *scope, const eg_part *part, int rank, const long *dims,
               eg_selection *selection)
{
    if (part->subscript_count > (uint32_t)rank) {
        eg_error(r, scope->source, part->at, "\"%s\" has %u subscript%s but %d dimension%s", part->name,
                 part->subscript_count, part->subscript_count == 1 ? "" : "s", rank, rank == 1 ? "" : "s");
        eg_hint(r, "leave out what is too much");
        return false;
    }
    eg_value shape = {.type = EG_INTEGER, .rank = rank, .dims = dims};
    eg_scope inside = *scope;
    inside.subscripted = &shape;
    selection->rank = rank;
    selection->dims = dims;
    selection->count = 1;
    for (int i = 0; i < rank; i++) {
        eg_index *index = &selection->index[i];
        inside.dimension = i;
        bool is_written = (uint32_t)i < part->subscript_count;
        if (!(is_written ? evaluate_subscript(r, &inside, part->subscripts[i], dims[i], index)
                         : all_indices(r, dims[i], index)))
            return false;
        selection->count *= index->numbers ? index->count : 1;
    }
    return true;
}

size_t eg_selected(const eg_selection *selection, size_t k)
{
    size_t flat = 0, stride = 1;
    for (int i = selection->rank; i-- > 0;) {
        const eg_index *index = &selection->index[i];
        double number = index->number;
        if (index->numbers) {
            number = index->numbers[k % index->count];
            k /= index->count;
        }
        flat += stride * (size_t)(number - 1.0);
        stride *= (size_t)selection->dims[i];
    }
    return flat;
}

/* ---------------------------------------------------------------- values */

static bool take(eg_reader *r, const eg_value *value, const eg_selection *s, int rank, eg_value *result)
{
    long *dims = eg_new_array(r, (size_t)rank, sizeof *dims);
    double *numbers = value->type == EG_STRING ? NULL : eg_value_room(r, s->count);
    const char **texts = value->type == EG_STRING ? eg_new_array(r, s->count, sizeof *texts) : NULL;
    if (!dims || (!numbers && !texts))
        return false;
    rank = 0;
    for (int i = 0; i < s->rank; i++)
        if (s->index[i].numbers)
            dims[rank++] = (long)s->index[i].count;
    for (size_t k = 0; k < s->count; k++) {
        eg_value e = eg_value_element(value, eg_selected(s, k));
        if (texts)
            texts[k] = e.text;
        else
            numbers[k] = e.number;
    }
    *result = *value;
    result->rank = rank;
    result->dims = dims;
    result->count = s->count;
    result->numbers = numbers;
    result->texts = texts;
    return true;
}

bool eg_subscript(eg_reader *r, const eg_scope *scope, const eg_value *value, const eg_part *part,
                  eg_value *result)
{
    eg_selection s;
    int rank = 0;
    if (value->rank == 0) {
        eg_error(r, scope->source, part->at, "\"%s\" is not an array; it has no elements", part->name);
        eg_hint(r, "leave the subscripts out");
        return false;
    }
    if (!eg_select(r, scope, part, value->rank, value->dims, &s))
        return false;
    for (int i = 0; i < s.rank; i++)
        rank += s.index[i].numbers != NULL;
    if (rank > 0)
        return eg_count_steps(r, scope->source, part->at, (long long)s.count) &&
               take(r, value, &s, rank, result);
    *result = eg_value_element(value, eg_selected(&s, 0));
    return true;
}
