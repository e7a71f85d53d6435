/* Values and their units. */
#include "modelica/value/value.h"

#include <math.h>
#include <string.h>

eg_value eg_value_number(int type, double number)
{
    return (eg_value){.type = type, .number = number, .count = 1};
}

eg_value eg_value_text(const char *text)
{
    return (eg_value){.type = EG_STRING, .text = text, .count = 1};
}

eg_value eg_value_array(int type, int rank, const long *dims, const double *numbers)
{
    eg_value v = {.type = type, .rank = rank, .dims = dims, .numbers = numbers, .count = 1};
    for (int i = 0; i < rank; i++)
        v.count *= (size_t)dims[i];
    return v;
}

eg_value eg_value_element(const eg_value *v, size_t index)
{
    eg_value e = *v;
    e.rank = 0;
    e.count = 1;
    e.dims = NULL;
    e.numbers = NULL;
    e.texts = NULL;
    if (v->rank == 0)
        return e;
    if (v->type == EG_STRING)
        e.text = v->texts[index];
    else
        e.number = v->numbers[index];
    return e;
}

eg_value eg_value_slice(const eg_value *v, const long *index, int depth)
{
    eg_value part = *v;
    size_t first = 0;
    for (int i = 0; i < depth; i++) {
        first = first * (size_t)v->dims[i] + (size_t)index[i];
        part.count /= (size_t)v->dims[i];
    }
    first *= part.count;
    if (depth == v->rank)
        return eg_value_element(v, first);
    part.rank -= depth;
    part.dims += depth;
    if (v->type == EG_STRING)
        part.texts += first;
    else
        part.numbers += first;
    return part;
}

double *eg_value_room(eg_reader *r, size_t count)
{
    return eg_new_array(r, count, sizeof(double));
}

bool eg_value_is_number(const eg_value *v)
{
    return v->type == EG_REAL || v->type == EG_INTEGER;
}

bool eg_value_same_shape(const eg_value *a, const eg_value *b)
{
    if (a->rank != b->rank)
        return false;
    for (int i = 0; i < a->rank; i++)
        if (a->dims[i] != b->dims[i])
            return false;
    return true;
}

bool eg_same_enumeration(const char *const *a, const char *a_name, const char *const *b, const char *b_name)
{
    return a == b || (a_name && b_name && strcmp(a_name, b_name) == 0);
}

const char *eg_type_text(int type)
{
    static const char *const names[] = {"Real", "Integer", "Boolean", "enumeration", "String"};
    return type >= 0 && type <= EG_STRING ? names[type] : "unknown";
}

const char *eg_shape_text(eg_reader *r, int rank, const long *dims)
{
    if (rank == 0)
        return "a scalar";
    const char *text = eg_textf(r, "%ld", dims[0]);
    for (int i = 1; i < rank; i++)
        text = eg_textf(r, "%s x %ld", text, dims[i]);
    return text;
}

const char *eg_value_describe(eg_reader *r, const eg_value *v)
{
    const char *type = v->type == EG_ENUMERATION && v->type_name ? v->type_name : eg_type_text(v->type);
    if (v->rank == 0)
        return type;
    return eg_textf(r, "%s array of %s", type, eg_shape_text(r, v->rank, v->dims));
}

/* ---------------------------------------------------------------- units */

const eg_quantity *eg_quantity_of(eg_reader *r, const char *text)
{
    eg_unit unit;
    if (!text || !*text)
        return NULL;
    /* The texts of descriptors and types come again and again, at the same address. */
    eg_quantity *q = eg_pairs_get(r->values, r, text);
    if (q || !eg_unit_parse(text, &unit))
        return q;
    q = eg_new(r, sizeof *q);
    if (!q)
        return NULL;
    *q = (eg_quantity){unit, text};
    if (eg_pairs_set(r->values, r, text, q) != 0)
        r->out_of_memory = true;
    return q;
}

/* A zero that is shifted (degC) has no products. */
static bool is_plain(const eg_quantity *q)
{
    return q && q->unit.shift == 0.0;
}

const eg_quantity *eg_quantity_product(eg_reader *r, const eg_quantity *a, const eg_quantity *b, bool divide)
{
    enum { EXPONENT_LIMIT = 1000 };
    if (!is_plain(a) || !is_plain(b))
        return NULL;
    eg_quantity *q = eg_new(r, sizeof *q);
    if (!q)
        return NULL;
    int sign = divide ? -1 : 1;
    q->unit = a->unit;
    for (int i = 0; i < EG_UNIT_DIMENSIONS; i++) {
        q->unit.dimension[i] += sign * b->unit.dimension[i];
        if (q->unit.dimension[i] > EXPONENT_LIMIT || q->unit.dimension[i] < -EXPONENT_LIMIT)
            return NULL;
    }
    q->unit.decade += sign * b->unit.decade;
    q->unit.numerator *= divide ? b->unit.denominator : b->unit.numerator;
    q->unit.denominator *= divide ? b->unit.numerator : b->unit.denominator;
    q->text = eg_textf(r, divide ? "%s/(%s)" : "%s.%s", a->text, b->text);
    if (strcmp(b->text, "1") == 0)
        q->text = a->text;
    else if (strcmp(a->text, "1") == 0 && !divide)
        q->text = b->text;
    if (strlen(q->text) > 100)
        return NULL;
    return q;
}

const eg_quantity *eg_quantity_power(eg_reader *r, const eg_quantity *a, int halves)
{
    if (!is_plain(a) || halves > 20 || halves < -20 || a->unit.numerator != 1.0 || a->unit.denominator != 1.0)
        return NULL;
    eg_quantity *q = eg_new(r, sizeof *q);
    if (!q || a->unit.decade * halves % 2 != 0)
        return NULL;
    q->unit = a->unit;
    q->unit.decade = a->unit.decade * halves / 2;
    for (int i = 0; i < EG_UNIT_DIMENSIONS; i++) {
        if (a->unit.dimension[i] * halves % 2 != 0)
            return NULL;
        q->unit.dimension[i] = a->unit.dimension[i] * halves / 2;
    }
    if (halves == 1)
        q->text = eg_textf(r, "sqrt(%s)", a->text);
    else if (halves % 2 == 0)
        q->text = eg_textf(r, "(%s)^%d", a->text, halves / 2);
    else
        q->text = eg_textf(r, "(%s)^(%d/2)", a->text, halves);
    return q;
}

bool eg_quantity_differs(const eg_quantity *a, const eg_quantity *b)
{
    if (!a || !b)
        return false;
    for (int i = 0; i < EG_UNIT_DIMENSIONS; i++)
        if (a->unit.dimension[i] != b->unit.dimension[i])
            return true;
    /* Both scales as factor*10^decade; factors like 60/3600 are compared to rounding. */
    double left = a->unit.numerator * b->unit.denominator;
    double right = b->unit.numerator * a->unit.denominator * pow(10.0, b->unit.decade - a->unit.decade);
    return fabs(left - right) > 1e-9 * fabs(right) || a->unit.shift != b->unit.shift;
}
