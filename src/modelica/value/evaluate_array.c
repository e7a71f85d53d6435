/* Arithmetic (chapter 10.6 of the language specification), and how arrays are put together. */
#include <math.h>
#include <string.h>

#include "modelica/value/evaluate.h"

/* ---------------------------------------------------------------- two scalars */

static double apply(eg_token_kind op, double a, double b)
{
    switch (op) {
    case EG_T_PLUS:
    case EG_T_DOT_PLUS: return a + b;
    case EG_T_MINUS:
    case EG_T_DOT_MINUS: return a - b;
    case EG_T_STAR:
    case EG_T_DOT_STAR: return a * b;
    case EG_T_SLASH:
    case EG_T_DOT_SLASH: return a / b;
    default: return pow(a, b);
    }
}

static bool is_sum(eg_token_kind op)
{
    return op == EG_T_PLUS || op == EG_T_MINUS || op == EG_T_DOT_PLUS || op == EG_T_DOT_MINUS;
}

static bool is_quotient(eg_token_kind op)
{
    return op == EG_T_SLASH || op == EG_T_DOT_SLASH;
}

static bool is_power(eg_token_kind op)
{
    return op == EG_T_CARET || op == EG_T_DOT_CARET;
}

static int type_of_result(eg_token_kind op, const eg_value *a, const eg_value *b)
{
    bool integers = a->type == EG_INTEGER && b->type == EG_INTEGER;
    return integers && !is_quotient(op) && !is_power(op) ? EG_INTEGER : EG_REAL;
}

static bool is_fine(eg_reader *r, const eg_scope *scope, uint32_t at, eg_token_kind op, int type, double b,
                    double y)
{
    if (is_quotient(op) && b == 0.0) {
        eg_error(r, scope->source, at, "division by zero");
        eg_hint(r, "look at what the divisor is made of");
    } else if (!isfinite(y)) {
        eg_error(r, scope->source, at, "the result of \"%s\" is not a finite number", eg_token_kind_text(op));
        eg_hint(r, "choose values that do not overflow: a double ends at 1.8e308");
    } else if (type == EG_INTEGER && fabs(y) > 9007199254740992.0) {
        eg_error(r, scope->source, at, "the Integer result of \"%s\" is too large", eg_token_kind_text(op));
        eg_hint(r, "write the numbers as Real: 1e20");
    } else
        return true;
    return false;
}

static const eg_quantity *unit_of_result(eg_reader *r, const eg_scope *scope, uint32_t at, eg_token_kind op,
                                         const eg_value *a, const eg_value *b)
{
    if (!a->unit && !b->unit)
        return NULL;
    if (is_sum(op)) {
        if (a->unit && b->unit && eg_quantity_differs(a->unit, b->unit))
            eg_warn(r, scope->source, at, "this %s %s and %s",
                    op == EG_T_PLUS || op == EG_T_DOT_PLUS ? "adds" : "subtracts", a->unit->text,
                    b->unit->text);
        return a->unit ? a->unit : b->unit;
    }
    if (is_power(op)) {
        bool is_whole = b->rank == 0 && b->number == floor(b->number) && fabs(b->number) < 10.0;
        return is_whole && a->unit ? eg_quantity_power(r, a->unit, 2 * (int)b->number) : NULL;
    }
    return eg_quantity_product(r, a->unit, b->unit, is_quotient(op));
}

/* ---------------------------------------------------------------- element by element */

static bool by_element(eg_reader *r, const eg_scope *scope, uint32_t at, eg_token_kind op, const eg_value *a,
                       const eg_value *b, eg_value *result)
{
    const eg_value *shape = a->rank > 0 ? a : b;
    int type = type_of_result(op, a, b);
    double *numbers = eg_value_room(r, shape->count);
    if (!numbers || !eg_count_steps(r, scope->source, at, (long long)shape->count))
        return false;
    for (size_t i = 0; i < shape->count; i++) {
        double right = b->rank > 0 ? b->numbers[i] : b->number;
        numbers[i] = apply(op, a->rank > 0 ? a->numbers[i] : a->number, right);
        if (!is_fine(r, scope, at, op, type, right, numbers[i]))
            return false;
    }
    *result = eg_value_array(type, shape->rank, shape->dims, numbers);
    return true;
}

/* ---------------------------------------------------------------- matrix products */

/* Vectors are taken as a row on the left and a column on the right; their dimension is dropped again. */
static bool matrix_product(eg_reader *r, const eg_scope *scope, uint32_t at, const eg_value *a,
                           const eg_value *b, eg_value *result)
{
    long rows = a->rank == 2 ? a->dims[0] : 1, inner = a->dims[a->rank - 1],
         columns = b->rank == 2 ? b->dims[1] : 1;
    if (a->rank > 2 || b->rank > 2 || inner != b->dims[0] ||
        (double)rows * (double)columns > (double)r->limit) {
        eg_error(r, scope->source, at, "arrays of %s and %s cannot be multiplied",
                 eg_shape_text(r, a->rank, a->dims), eg_shape_text(r, b->rank, b->dims));
        eg_hint(r, "\".*\" multiplies element by element");
        return false;
    }
    double *numbers = eg_value_room(r, (size_t)(rows * columns));
    long *dims = eg_new_array(r, 2, sizeof *dims);
    if (!numbers || !dims || !eg_count_steps(r, scope->source, at, (long long)rows * columns * (inner + 1)))
        return false;
    int type = type_of_result(EG_T_STAR, a, b);
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++) {
            double sum = 0.0;
            for (long k = 0; k < inner; k++)
                sum += a->numbers[i * inner + k] * b->numbers[k * columns + j];
            numbers[i * columns + j] = sum;
            if (!is_fine(r, scope, at, EG_T_STAR, type, 1.0, sum))
                return false;
        }
    int rank = 0;
    if (a->rank == 2)
        dims[rank++] = rows;
    if (b->rank == 2)
        dims[rank++] = columns;
    *result = rank ? eg_value_array(type, rank, dims, numbers) : eg_value_number(type, numbers[0]);
    return true;
}

static bool is_matrix_power(eg_token_kind op, const eg_value *a, const eg_value *b)
{
    return op == EG_T_CARET && a->rank == 2 && a->dims[0] == a->dims[1] && b->type == EG_INTEGER &&
           b->rank == 0 && b->number >= 0;
}

/* a^n by squaring; a^0 is the identity. */
static bool matrix_power(eg_reader *r, const eg_scope *scope, uint32_t at, const eg_value *a, double n,
                         eg_value *result)
{
    const long size = a->dims[0];
    double *numbers = eg_value_room(r, (size_t)(size * size));
    if (!numbers)
        return false;
    for (long i = 0; i < size; i++)
        numbers[i * (size + 1)] = 1.0;
    eg_value square = *a;
    *result = eg_value_array(a->type, 2, a->dims, numbers);
    for (; n > 0.0; n = floor(0.5 * n)) {
        const eg_value factor = *result, half = square;
        if (fmod(n, 2.0) == 1.0 && !matrix_product(r, scope, at, &factor, &square, result))
            return false;
        if (n > 1.0 && !matrix_product(r, scope, at, &half, &half, &square))
            return false;
    }
    return true;
}

/* ---------------------------------------------------------------- any two values */

static bool join_texts(eg_reader *r, const eg_scope *scope, uint32_t at, const eg_value *a, const eg_value *b,
                       eg_value *result)
{
    size_t length = strlen(a->text), more = strlen(b->text);
    if (!eg_count_steps(r, scope->source, at, 1 + (long long)(length + more) / 16))
        return false;
    char *text = eg_new(r, length + more + 1);
    if (!text)
        return false;
    memcpy(text, a->text, length);
    memcpy(text + length, b->text, more);
    *result = eg_value_text(text);
    return true;
}

/* Which shapes an operator takes, without its dot, is in tables 10.7 to 10.12 of the specification. */
static bool shapes_fit(eg_token_kind op, const eg_value *a, const eg_value *b)
{
    bool is_dotted = op == EG_T_DOT_PLUS || op == EG_T_DOT_MINUS || op == EG_T_DOT_STAR ||
                     op == EG_T_DOT_SLASH || op == EG_T_DOT_CARET;
    if (is_dotted && (a->rank == 0 || b->rank == 0))
        return true;
    if (op == EG_T_SLASH)
        return b->rank == 0;
    if (op == EG_T_CARET)
        return a->rank == 0 && b->rank == 0;
    return eg_value_same_shape(a, b);
}

static bool refuse_operands(eg_reader *r, const eg_scope *scope, uint32_t at, eg_token_kind op,
                            const eg_value *a, const eg_value *b)
{
    eg_error(r, scope->source, at, "\"%s\" cannot join %s and %s", eg_token_kind_text(op),
             eg_value_describe(r, a), eg_value_describe(r, b));
    if (eg_value_is_number(a) && eg_value_is_number(b) && (a->rank == 0 || b->rank == 0))
        eg_hint(r, "an operator with a dot (.+ .- .* ./ .^) works element by element");
    else
        eg_hint(r, "join numbers, or arrays whose sizes fit");
    return false;
}

static bool operate_scalars(eg_reader *r, const eg_scope *scope, uint32_t at, eg_token_kind op,
                            const eg_value *a, const eg_value *b, eg_value *result)
{
    int type = type_of_result(op, a, b);
    double y = apply(op, a->number, b->number);
    if (type == EG_INTEGER)
        y += 0.0; /* Integers have no -0 */
    if (!is_fine(r, scope, at, op, type, b->number, y))
        return false;
    *result = eg_value_number(type, y);
    return true;
}

bool eg_operate(eg_reader *r, const eg_scope *scope, uint32_t at, eg_token_kind op, const eg_value *a,
                const eg_value *b, eg_value *result)
{
    if (a->type == EG_STRING && b->type == EG_STRING && a->rank == 0 && b->rank == 0 && op == EG_T_PLUS)
        return join_texts(r, scope, at, a, b, result);
    if (!eg_value_is_number(a) || !eg_value_is_number(b))
        return refuse_operands(r, scope, at, op, a, b);
    bool ok;
    if (a->rank == 0 && b->rank == 0)
        ok = operate_scalars(r, scope, at, op, a, b, result);
    else if (op == EG_T_STAR && a->rank > 0 && b->rank > 0)
        ok = matrix_product(r, scope, at, a, b, result);
    else if (is_matrix_power(op, a, b))
        ok = matrix_power(r, scope, at, a, b->number, result);
    else if (op == EG_T_STAR || shapes_fit(op, a, b))
        ok = by_element(r, scope, at, op, a, b, result);
    else
        return refuse_operands(r, scope, at, op, a, b);
    if (ok)
        result->unit = unit_of_result(r, scope, at, op, a, b);
    return ok;
}

/* ---------------------------------------------------------------- {a, b, c} */

/* An array whose elements have the shape and type of `first`. */
typedef struct builder {
    eg_value first;
    long *dims;
    double *numbers;
    const char **texts;
    size_t filled;
} builder;

static bool start(eg_reader *r, const eg_scope *scope, uint32_t at, builder *b, const eg_value *first,
                  long count)
{
    b->first = *first;
    double total = (double)count * (double)first->count;
    if (first->rank >= EG_RANK_LIMIT || total > (double)r->limit) {
        eg_error(r, scope->source, at, "this array has more than %d dimensions or %lld elements",
                 EG_RANK_LIMIT, r->limit);
        eg_hint(r, "make it smaller, or nest it less");
        return false;
    }
    b->dims = eg_new_array(r, (size_t)first->rank + 1, sizeof *b->dims);
    if (first->type == EG_STRING)
        b->texts = eg_new_array(r, (size_t)total, sizeof *b->texts);
    else
        b->numbers = eg_value_room(r, (size_t)total);
    if (!b->dims || (!b->texts && !b->numbers))
        return false;
    b->dims[0] = count;
    for (int i = 0; i < first->rank; i++)
        b->dims[i + 1] = first->dims[i];
    return true;
}

/* Numbers become Real when one of them is. */
static bool types_fit(builder *b, const eg_value *v)
{
    if (eg_value_is_number(&b->first) && eg_value_is_number(v)) {
        if (v->type == EG_REAL)
            b->first.type = EG_REAL;
        return true;
    }
    return b->first.type == v->type &&
           (v->type != EG_ENUMERATION ||
            eg_same_enumeration(v->literals, v->type_name, b->first.literals, b->first.type_name));
}

static bool append(eg_reader *r, const eg_scope *scope, uint32_t at, builder *b, const eg_value *v)
{
    if (!eg_value_same_shape(&b->first, v) || !types_fit(b, v)) {
        eg_error(r, scope->source, at,
                 "the elements of an array must be alike; this one is %s, the first one %s",
                 eg_value_describe(r, v), eg_value_describe(r, &b->first));
        eg_hint(r, "make all of one type and one size");
        return false;
    }
    if (eg_quantity_differs(b->first.unit, v->unit))
        b->first.unit = NULL;
    for (size_t i = 0; i < v->count; i++) {
        eg_value e = eg_value_element(v, i);
        if (b->texts)
            b->texts[b->filled++] = e.text;
        else
            b->numbers[b->filled++] = e.number;
    }
    return eg_count_steps(r, scope->source, at, (long long)v->count);
}

static void finish(const builder *b, eg_value *value)
{
    *value = eg_value_array(b->first.type, b->first.rank + 1, b->dims, b->numbers);
    value->texts = b->texts;
    value->literals = b->first.literals;
    value->type_name = b->first.type_name;
    value->unit = b->first.unit;
}

bool eg_evaluate_array(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    builder b = {.filled = 0};
    for (uint32_t i = 0; i < e->count; i++) {
        eg_value v;
        if (!eg_evaluate(r, scope, e->items[i], &v))
            return false;
        if (i == 0 && !start(r, scope, e->at, &b, &v, (long)e->count))
            return false;
        if (!append(r, scope, e->items[i]->at, &b, &v))
            return false;
    }
    finish(&b, value);
    return true;
}

/* ---------------------------------------------------------------- [a, b; c, d] */

/* One element of a matrix: a scalar, or a vector or matrix that is set into it. */
static void block_size(const eg_value *v, long *rows, long *columns)
{
    *rows = v->rank > 0 ? v->dims[0] : 1;
    *columns = v->rank > 1 ? v->dims[1] : 1;
}

/* Numbers stand beside numbers, truth values beside truth values. type: of those before; -1: none yet. */
static bool goes_with(int type, const eg_value *block)
{
    if (eg_value_is_number(block))
        return type != EG_BOOLEAN;
    return block->type == EG_BOOLEAN && (type < 0 || type == EG_BOOLEAN);
}

/* The values of one row, side by side; their height, whole width and type. */
static bool evaluate_row(eg_reader *r, const eg_scope *scope, const eg_expr *row, eg_value *values, int *type,
                         long *height, long *width)
{
    *width = 0;
    for (uint32_t i = 0; i < row->count; i++) {
        long rows, columns;
        if (!eg_evaluate(r, scope, row->items[i], &values[i]))
            return false;
        block_size(&values[i], &rows, &columns);
        if (i == 0)
            *height = rows;
        if (values[i].rank > 2 || !goes_with(*type, &values[i]) || rows != *height) {
            eg_error(r, scope->source, row->items[i]->at, "%s does not fit into this row of a matrix",
                     eg_value_describe(r, &values[i]));
            eg_hint(r, "write numbers, vectors and matrices of as many rows as the first element of the row");
            return false;
        }
        if (*type < 0 || values[i].type == EG_REAL)
            *type = values[i].type;
        *width += columns;
    }
    return true;
}

/* Copies the blocks of a row below what is there already. */
static void copy_row(const eg_value *values, uint32_t count, long height, long width, double *out)
{
    long offset = 0;
    for (uint32_t i = 0; i < count; i++) {
        long rows, columns;
        block_size(&values[i], &rows, &columns);
        for (long y = 0; y < height; y++)
            for (long x = 0; x < columns; x++)
                out[y * width + offset + x] =
                    values[i].rank > 0 ? values[i].numbers[y * columns + x] : values[i].number;
        offset += columns;
    }
}

bool eg_evaluate_rows(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    eg_value **rows = eg_new_array(r, e->count, sizeof *rows);
    long *heights = eg_new_array(r, e->count, sizeof *heights), *dims = eg_new_array(r, 2, sizeof *dims);
    long width = 0, next_width = 0;
    int type = -1;
    if (!rows || !heights || !dims)
        return false;
    for (uint32_t i = 0; i < e->count; i++) {
        const eg_expr *row = e->items[i];
        rows[i] = eg_new_array(r, row->count, sizeof **rows);
        if (!rows[i] || !evaluate_row(r, scope, row, rows[i], &type, &heights[i], &next_width))
            return false;
        if (i > 0 && next_width != width) {
            eg_error(r, scope->source, row->at, "this row of a matrix has %ld elements, the first one %ld",
                     next_width, width);
            eg_hint(
                r,
                "write as many elements into each row: a comma between elements, a semicolon between rows");
            return false;
        }
        width = next_width;
        dims[0] += heights[i];
    }
    dims[1] = width;
    double total = (double)dims[0] * (double)width;
    if (total > (double)r->limit || !eg_count_steps(r, scope->source, e->at, (long long)total)) {
        eg_error(r, scope->source, e->at, "this array has more than %lld elements", r->limit);
        eg_hint(r, "make it smaller");
        return false;
    }
    double *numbers = eg_value_room(r, (size_t)total);
    if (!numbers)
        return false;
    double *out = numbers;
    for (uint32_t i = 0; i < e->count; out += heights[i] * width, i++)
        copy_row(rows[i], e->items[i]->count, heights[i], width, out);
    *value = eg_value_array(type, 2, dims, numbers);
    return true;
}

/* ---------------------------------------------------------------- {e for i in a, j in b} */

/* The last iterator is the outermost: {{e for i in a} for j in b}. */
static bool collect(eg_reader *r, const eg_scope *scope, const eg_expr *e, uint32_t left, eg_value *value)
{
    if (left == 0)
        return eg_evaluate(r, scope, e->items[0], value);
    const eg_iterator *it = &e->iterators[left - 1];
    eg_value range;
    if (!eg_evaluate_range(r, scope, it, &range))
        return false;
    builder b = {.filled = 0};
    for (size_t i = 0; i < range.count; i++) {
        eg_iteration loop = {.name = it->name, .value = eg_value_element(&range, i), .outer = scope->loops};
        eg_scope inner = *scope;
        inner.loops = &loop;
        eg_value v;
        if (!eg_count_steps(r, scope->source, e->at, 1) || !collect(r, &inner, e, left - 1, &v))
            return false;
        if (i == 0 && !start(r, scope, e->at, &b, &v, (long)range.count))
            return false;
        if (!append(r, scope, e->at, &b, &v))
            return false;
    }
    if (range.count == 0) {
        eg_value none = eg_value_number(EG_REAL, 0.0);
        if (!start(r, scope, e->at, &b, &none, 0))
            return false;
    }
    finish(&b, value);
    return true;
}

bool eg_evaluate_collect(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    if (e->iterator_count > EG_RANK_LIMIT) {
        eg_error(r, scope->source, e->at, "more than %d loop variables", EG_RANK_LIMIT);
        eg_hint(r, "use fewer in one constructor");
        return false;
    }
    return collect(r, scope, e, e->iterator_count, value);
}
