/* Functions of arrays: reductions, constructors, sizes (chapter 10.3 of the language specification). */
#include <math.h>
#include <string.h>

#include "component/block/continuous/filter_sections.h"
#include "modelica/instance/influence.h"
#include "modelica/value/call.h"

/* ---------------------------------------------------------------- min, max, sum, product */

/* The best of two numbers, or of an array's elements. */
static bool extreme(eg_call *c, bool is_max, eg_value *result)
{
    eg_value *a = c->arguments, *b = c->count == 2 ? a + 1 : a;
    if (!eg_value_is_number(a) || !eg_value_is_number(b) || (c->count == 2 && (a->rank > 0 || b->rank > 0)))
        return eg_call_refuse(c, 0,
                              c->count == 2 ? "a number, and so must argument 2" : "an array of numbers");
    if (a->count == 0) {
        eg_error(c->r, c->scope->source, c->e->at, "%s of an empty array has no value", c->name);
        eg_hint(c->r, "make sure that the array has an element");
        return false;
    }
    if (c->count == 2) {
        *result = (a->number > b->number) == is_max ? *a : *b;
        result->type = a->type == EG_REAL || b->type == EG_REAL ? EG_REAL : EG_INTEGER;
        return true;
    }
    *result = eg_value_element(a, 0);
    for (size_t i = 1; i < a->count; i++)
        if (is_max ? a->numbers[i] > result->number : a->numbers[i] < result->number)
            result->number = a->numbers[i];
    return true;
}

bool eg_call_min(eg_call *c, eg_value *result)
{
    return extreme(c, false, result);
}

bool eg_call_max(eg_call *c, eg_value *result)
{
    return extreme(c, true, result);
}

bool eg_call_sum(eg_call *c, eg_value *result)
{
    const eg_value *a = c->arguments;
    if (!eg_value_is_number(a))
        return eg_call_refuse(c, 0, "an array of numbers");
    double sum = a->rank > 0 ? 0.0 : a->number;
    for (size_t i = 0; a->rank > 0 && i < a->count; i++)
        sum += a->numbers[i];
    *result = eg_value_number(a->type, sum);
    result->unit = a->unit;
    return isfinite(sum) || eg_call_refuse_result(c);
}

bool eg_call_product(eg_call *c, eg_value *result)
{
    const eg_value *a = c->arguments;
    if (!eg_value_is_number(a))
        return eg_call_refuse(c, 0, "an array of numbers");
    double product = a->rank > 0 ? 1.0 : a->number;
    for (size_t i = 0; a->rank > 0 && i < a->count; i++)
        product *= a->numbers[i];
    *result = eg_value_number(a->type, product);
    return isfinite(product) || eg_call_refuse_result(c);
}

/* ---------------------------------------------------------------- making arrays */

/* The sizes in arguments first, first + 1, ...; their number becomes the rank. */
static long *sizes(eg_call *c, uint32_t first, size_t *total)
{
    uint32_t rank = c->count - first;
    double product = 1.0;
    long *dims = eg_new_array(c->r, rank + 1u, sizeof *dims);
    if (!dims)
        return NULL;
    if (rank > EG_RANK_LIMIT) {
        eg_error(c->r, c->scope->source, c->e->at, "more than %d dimensions", EG_RANK_LIMIT);
        eg_hint(c->r, "use fewer");
        return NULL;
    }
    for (uint32_t i = 0; i < rank; i++) {
        const eg_value *v = &c->arguments[first + i];
        if (v->type != EG_INTEGER || v->rank > 0) {
            eg_call_refuse(c, first + i, "an Integer");
            return NULL;
        }
        if (v->number < 0.0 || v->number > (double)c->r->limit) {
            eg_error(c->r, c->scope->source, c->e->items[first + i]->at,
                     "the size %.0f is out of range: it must be from 0 to %lld", v->number, c->r->limit);
            eg_hint(c->r, "write a size in that range");
            return NULL;
        }
        dims[i] = (long)v->number;
        product *= v->number;
    }
    if (product > (double)c->r->limit) {
        eg_error(c->r, c->scope->source, c->e->at, "this array has %.6g elements; at most %lld are allowed",
                 product, c->r->limit);
        eg_hint(c->r, "make its sizes smaller");
        return NULL;
    }
    *total = (size_t)product;
    return eg_count_steps(c->r, c->scope->source, c->e->at, (long long)product) ? dims : NULL;
}

static bool fill_with(eg_call *c, const eg_value *v, uint32_t first, eg_value *result)
{
    size_t total;
    long *dims = sizes(c, first, &total);
    double *numbers = dims ? eg_value_room(c->r, total) : NULL;
    if (!numbers)
        return false;
    for (size_t i = 0; i < total; i++)
        numbers[i] = v->number;
    *result = eg_value_array(v->type, (int)(c->count - first), dims, numbers);
    result->unit = v->unit;
    result->literals = v->literals;
    result->type_name = v->type_name;
    return true;
}

/* Of arrays: their dimensions stand behind those that are filled. */
static bool fill_with_array(eg_call *c, const eg_value *v, eg_value *result)
{
    size_t total;
    const uint32_t own = c->count - 1;
    const long *outer = sizes(c, 1, &total);
    if (!outer)
        return false;
    if (own + (uint32_t)v->rank > EG_RANK_LIMIT || (double)total * (double)v->count > (double)c->r->limit)
        return eg_call_refuse(c, 0, "a number, or an array of fewer dimensions or elements");
    long *dims = eg_new_array(c->r, own + (size_t)v->rank, sizeof *dims);
    double *numbers = eg_value_room(c->r, total * v->count);
    if (!dims || !numbers || !eg_count_steps(c->r, c->scope->source, c->e->at, (long long)(total * v->count)))
        return false;
    memcpy(dims, outer, own * sizeof *dims);
    memcpy(dims + own, v->dims, (size_t)v->rank * sizeof *dims);
    for (size_t i = 0; i < total; i++)
        memcpy(numbers + i * v->count, v->numbers, v->count * sizeof *numbers);
    *result = *v;
    result->rank = (int)own + v->rank;
    result->dims = dims;
    result->count = total * v->count;
    result->numbers = numbers;
    return true;
}

bool eg_call_fill(eg_call *c, eg_value *result)
{
    const eg_value *v = c->arguments;
    if (v->type == EG_STRING)
        return eg_call_refuse(c, 0, "a number, a truth value or a literal");
    return v->rank > 0 ? fill_with_array(c, v, result) : fill_with(c, v, 1, result);
}

bool eg_call_zeros(eg_call *c, eg_value *result)
{
    eg_value zero = eg_value_number(EG_INTEGER, 0.0);
    return fill_with(c, &zero, 0, result);
}

bool eg_call_ones(eg_call *c, eg_value *result)
{
    eg_value one = eg_value_number(EG_INTEGER, 1.0);
    return fill_with(c, &one, 0, result);
}

bool eg_call_linspace(eg_call *c, eg_value *result)
{
    const eg_value *a = c->arguments;
    for (uint32_t i = 0; i < 2; i++)
        if (!eg_value_is_number(&a[i]) || a[i].rank > 0)
            return eg_call_refuse(c, i, "a number");
    size_t total;
    long *dims = sizes(c, 2, &total);
    double *numbers = dims ? eg_value_room(c->r, total) : NULL;
    if (!numbers)
        return false;
    if (total < 2)
        return eg_call_refuse(c, 2, "at least 2");
    for (size_t i = 0; i < total; i++)
        numbers[i] = a[0].number + (a[1].number - a[0].number) * (double)i / (double)(total - 1);
    numbers[total - 1] = a[1].number;
    *result = eg_value_array(EG_REAL, 1, dims, numbers);
    result->unit = a[0].unit;
    return true;
}

/* A square matrix with v[i] (or 1 where v is NULL) on its diagonal. */
static bool diagonal_matrix(eg_call *c, long n, const eg_value *v, eg_value *result)
{
    double total = (double)n * (double)n;
    if (total > (double)c->r->limit) {
        eg_error(c->r, c->scope->source, c->e->at, "this array has %.6g elements; at most %lld are allowed",
                 total, c->r->limit);
        eg_hint(c->r, "make it smaller");
        return false;
    }
    long *dims = eg_new_array(c->r, 2, sizeof *dims);
    double *numbers = eg_value_room(c->r, (size_t)total);
    if (!dims || !numbers || !eg_count_steps(c->r, c->scope->source, c->e->at, (long long)total))
        return false;
    dims[0] = dims[1] = n;
    for (long i = 0; i < n; i++)
        numbers[i * n + i] = v ? v->numbers[i] : 1.0;
    *result = eg_value_array(v ? v->type : EG_INTEGER, 2, dims, numbers);
    result->unit = v ? v->unit : NULL;
    return true;
}

bool eg_call_identity(eg_call *c, eg_value *result)
{
    size_t total;
    long *dims = sizes(c, 0, &total);
    return dims && diagonal_matrix(c, dims[0], NULL, result);
}

bool eg_call_diagonal(eg_call *c, eg_value *result)
{
    const eg_value *v = c->arguments;
    if (!eg_value_is_number(v) || v->rank != 1)
        return eg_call_refuse(c, 0, "a vector of numbers");
    return diagonal_matrix(c, v->dims[0], v, result);
}

bool eg_call_transpose(eg_call *c, eg_value *result)
{
    const eg_value *a = c->arguments;
    if (!eg_value_is_number(a) || a->rank != 2)
        return eg_call_refuse(c, 0, "a matrix of numbers");
    long rows = a->dims[0], columns = a->dims[1], *dims = eg_new_array(c->r, 2, sizeof *dims);
    double *numbers = eg_value_room(c->r, a->count);
    if (!dims || !numbers || !eg_count_steps(c->r, c->scope->source, c->e->at, (long long)a->count))
        return false;
    dims[0] = columns;
    dims[1] = rows;
    for (long i = 0; i < rows; i++)
        for (long k = 0; k < columns; k++)
            numbers[k * rows + i] = a->numbers[i * columns + k];
    *result = eg_value_array(a->type, 2, dims, numbers);
    result->unit = a->unit;
    return true;
}

bool eg_call_scalar(eg_call *c, eg_value *result)
{
    if (c->arguments[0].count != 1)
        return eg_call_refuse(c, 0, "an array with one element");
    *result = eg_value_element(&c->arguments[0], 0);
    return true;
}

bool eg_call_vector(eg_call *c, eg_value *result)
{
    const eg_value *a = c->arguments;
    int long_ones = 0;
    for (int i = 0; i < a->rank; i++)
        long_ones += a->dims[i] != 1;
    long *dims = eg_new(c->r, sizeof *dims);
    double *number = eg_new(c->r, sizeof *number);
    if (!dims || !number)
        return false;
    if (long_ones > 1 || !eg_value_is_number(a))
        return eg_call_refuse(c, 0, "an array of numbers that is long in one dimension at most");
    dims[0] = (long)a->count;
    *number = a->number;
    *result = eg_value_array(a->type, 1, dims, a->rank > 0 ? a->numbers : number);
    result->unit = a->unit;
    return true;
}

/* ---------------------------------------------------------------- asking about arrays */

/* Is it a name as it stands? */
static bool is_plain(const eg_expr *e)
{
    if (e->kind != EG_E_REFERENCE)
        return false;
    for (uint32_t i = 0; i < e->reference->count; i++)
        if (e->reference->parts[i].subscript_count > 0)
            return false;
    return true;
}

/* The argument's value, for its shape: its numbers reach nothing. What decides the shape of something named
 * is held, in flat text, where that is computed. */
static bool evaluate_for_shape(eg_call *c)
{
    eg_reader *r = c->r;
    const bool keeps = r->is_for_text && is_plain(c->e->items[0]);
    const eg_asker before = r->asker;
    if (keeps)
        eg_ask_for(r, EG_FOR_KEEPING);
    const bool ok = eg_evaluate(r, c->scope, c->e->items[0], &c->arguments[0]);
    eg_ask_for(r, before);
    return ok;
}

/* Dimensions of an argument: of a value, or of an array of components, which has no value. */
static bool shape_of(eg_call *c, int *rank, const long **dims)
{
    const eg_expr *a = c->e->items[0];
    eg_targets *targets = eg_new(c->r, sizeof *targets);
    if (!targets)
        return false;
    if (a->kind == EG_E_REFERENCE && a->reference->count > 0 && c->scope->node) {
        if (!eg_find_targets(c->r, c->scope, a->reference, targets))
            return false;
        const eg_node *node = targets->count > 0 ? targets->items[0].node : NULL;
        bool is_value = !node || targets->items[0].member || node->kind == EG_N_VALUE;
        if (targets->rank > 0 && (!is_value || targets->count == 0)) {
            *rank = targets->rank;
            *dims = targets->dims;
            return true;
        }
        if (node && !targets->items[0].member && node->kind == EG_N_VARIABLE && targets->rank == 0 &&
            !targets->rest) {
            *rank = node->rank;
            *dims = node->dims;
            return true;
        }
    }
    if (!evaluate_for_shape(c))
        return false;
    *rank = c->arguments[0].rank;
    *dims = c->arguments[0].dims;
    return true;
}

bool eg_call_size(eg_call *c, eg_value *result)
{
    int rank;
    const long *dims;
    if (!shape_of(c, &rank, &dims))
        return false;
    if (c->e->count == 2) {
        long i;
        if (!eg_evaluate_integer(c->r, c->scope, c->e->items[1], "argument 2 of size", &i))
            return false;
        if (i < 1 || i > rank) {
            eg_error(c->r, c->scope->source, c->e->items[1]->at,
                     "there is no dimension %ld; the first argument has %d", i, rank);
            eg_hint(c->r, rank == 0 ? "ask for the size of an array" : "write a number from 1 to that");
            return false;
        }
        *result = eg_value_number(EG_INTEGER, (double)dims[i - 1]);
        return true;
    }
    double *numbers = eg_value_room(c->r, (size_t)rank);
    long *length = eg_new(c->r, sizeof *length);
    if (!numbers || !length)
        return false;
    for (int i = 0; i < rank; i++)
        numbers[i] = (double)dims[i];
    *length = rank;
    *result = eg_value_array(EG_INTEGER, 1, length, numbers);
    return true;
}

bool eg_call_ndims(eg_call *c, eg_value *result)
{
    int rank;
    const long *dims;
    if (!shape_of(c, &rank, &dims))
        return false;
    *result = eg_value_number(EG_INTEGER, rank);
    return true;
}

/* ---------------------------------------------------------------- friction tables */

/* Rows v, F_Coulomb + F_prop*v + F_Stribeck*exp(-fexp*v) for nTable speeds from 0 to v_max. */
bool eg_call_stribeck_table(eg_call *c, eg_value *result)
{
    const eg_value *a = c->arguments;
    long rows = 100, *dims = eg_new_array(c->r, 2, sizeof *dims);
    for (uint32_t i = 0; i < c->count; i++)
        if (!eg_value_is_number(&a[i]) || a[i].rank > 0)
            return eg_call_refuse(c, i, "a number");
    if (c->count == 6) {
        if (a[5].type != EG_INTEGER || a[5].number < 2 || a[5].number > (double)c->r->limit)
            return eg_call_refuse(c, 5, "an Integer from 2 on");
        rows = (long)a[5].number;
    }
    double *numbers = eg_value_room(c->r, 2 * (size_t)rows);
    if (!dims || !numbers || !eg_count_steps(c->r, c->scope->source, c->e->at, rows))
        return false;
    for (long i = 0; i < rows; i++) {
        double v = a[4].number * (double)i / (double)(rows - 1);
        numbers[2 * i] = v;
        numbers[2 * i + 1] = a[1].number + a[0].number * v + a[2].number * exp(-a[3].number * v);
        if (!isfinite(numbers[2 * i + 1]))
            return eg_call_refuse_result(c);
    }
    dims[0] = rows;
    dims[1] = 2;
    *result = eg_value_array(EG_REAL, 2, dims, numbers);
    return true;
}

/* ---------------------------------------------------------------- Elastogap.Math.filterSections */

/* (analogFilter, filterType, order, f_cut, f_min, A_ripple, normalized): a row a, b, ku, k1, k2 of each
 * section. */
bool eg_call_filter_sections(eg_call *c, eg_value *result)
{
    const eg_value *a = c->arguments;
    eg_filter_section sections[EG_FILTER_MAX_ORDER];
    for (uint32_t i = 0; i < c->count; i++)
        if (a[i].rank > 0 || a[i].type == EG_STRING)
            return eg_call_refuse(c, i, "a number, or a literal");
    eg_filter_design d = {.analog = (int)a[0].number,
                          .type = (int)a[1].number,
                          .order = (int)a[2].number,
                          .f_cut = a[3].number,
                          .f_min = a[4].number,
                          .ripple = a[5].number,
                          .normalized = a[6].number != 0.0};
    if (!(a[2].number >= 1.0 && a[2].number <= EG_FILTER_MAX_ORDER && d.f_cut > 0.0 && d.ripple > 0.0))
        return eg_call_refuse_result(c);
    int count = eg_filter_sections(&d, sections);
    if (count < 0) {
        eg_error(c->r, c->scope->source, c->e->at, "this band has real poles, which the filter cannot have");
        eg_hint(c->r, "take a band with f_min > 0 that is narrower, or another analogFilter");
        return false;
    }
    long *dims = eg_new_array(c->r, 2, sizeof *dims);
    double *numbers = eg_value_room(c->r, 5 * (size_t)count);
    if (!dims || !numbers)
        return false;
    for (int i = 0; i < count; i++) {
        const eg_filter_section *s = &sections[i];
        const double row[] = {s->a, s->b, s->ku, s->k1, s->k2};
        for (int k = 0; k < 5; k++)
            if (!isfinite(numbers[5 * i + k] = row[k]))
                return eg_call_refuse_result(c);
    }
    dims[0] = count;
    dims[1] = 5;
    *result = eg_value_array(EG_REAL, 2, dims, numbers);
    return true;
}
