/* Arrays of formulas: how they are put together, and arithmetic of any shapes (chapter 10 of the language
 * specification). */
#include <math.h>
#include <string.h>

#include "modelica/formula/formula.h"

/* ---------------------------------------------------------------- element by element */

bool eg_formula_each(eg_formulas *f, uint32_t at, int op, const eg_typed *a, eg_typed *out)
{
    eg_typed in = *a;
    int *formulas;
    *out = in;
    if (in.rank == 0)
        return eg_formula_add(f, op, in.formula, -1, -1, &out->formula);
    if (!eg_typed_array(f, at, in, in.rank, in.dims, out, &formulas))
        return false;
    for (size_t i = 0; i < in.count; i++)
        if (!eg_formula_add(f, op, in.formulas[i], -1, -1, &formulas[i]))
            return false;
    return true;
}

static bool select_fields(eg_formulas *f, uint32_t at, int condition, const eg_typed *a, const eg_typed *b,
                          eg_typed *out)
{
    eg_typed *fields = eg_new_array(f->r, a->field_count + 1u, sizeof *fields);
    for (uint32_t i = 0; fields && i < a->field_count; i++)
        if (!eg_formula_select(f, at, condition, &a->fields[i], eg_typed_field(b, a->names[i]), &fields[i]))
            return false;
    *out = *a;
    out->fields = fields;
    return fields != NULL;
}

bool eg_formula_select(eg_formulas *f, uint32_t at, int condition, const eg_typed *a, const eg_typed *b,
                       eg_typed *out)
{
    eg_typed x = *a, y = *b;
    int *formulas;
    if (x.type == EG_RECORD)
        return select_fields(f, at, condition, &x, &y, out);
    *out = x;
    if (x.rank == 0)
        return eg_formula_add(f, EG_OP_SELECT, condition, x.formula, y.formula, &out->formula);
    if (!eg_typed_array(f, at, x, x.rank, x.dims, out, &formulas))
        return false;
    for (size_t i = 0; i < x.count; i++)
        if (!eg_formula_add(f, EG_OP_SELECT, condition, x.formulas[i], y.formulas[i], &formulas[i]))
            return false;
    return true;
}

static int op_of(eg_token_kind op)
{
    switch (op) {
    case EG_T_PLUS:
    case EG_T_DOT_PLUS: return EG_OP_ADD;
    case EG_T_MINUS:
    case EG_T_DOT_MINUS: return EG_OP_SUB;
    case EG_T_STAR:
    case EG_T_DOT_STAR: return EG_OP_MUL;
    case EG_T_SLASH:
    case EG_T_DOT_SLASH: return EG_OP_DIV;
    default: return EG_OP_POW;
    }
}

static bool is_dotted(eg_token_kind op)
{
    return op == EG_T_DOT_PLUS || op == EG_T_DOT_MINUS || op == EG_T_DOT_STAR || op == EG_T_DOT_SLASH ||
           op == EG_T_DOT_CARET;
}

static int type_of(int op, const eg_typed *a, const eg_typed *b)
{
    bool integers = a->type == EG_INTEGER && b->type == EG_INTEGER;
    return integers && op != EG_OP_DIV && op != EG_OP_POW ? EG_INTEGER : EG_REAL;
}

/* Whole numbers are exact up to 2^53, and nothing is divided by 0, but in a branch that may never be taken.
 */
static bool is_fine(eg_formulas *f, uint32_t at, int op, int type, int divisor, int result)
{
    double x;
    if (type == EG_REAL && eg_formula_may_be_passed_by(f))
        return true;
    if (op == EG_OP_DIV && eg_formula_seen(f, divisor, &x) && x == 0) {
        eg_error(f->r, f->scope.source, at, "division by zero");
        eg_hint(f->r, "look at what the divisor is made of");
    } else if (eg_formula_seen(f, result, &x) && (!isfinite(x) || (type == EG_INTEGER && fabs(x) > 0x1p53))) {
        eg_error(f->r, f->scope.source, at,
                 isfinite(x) ? "this Integer is too large" : "this has no finite value");
        eg_hint(f->r, isfinite(x) ? "write the numbers as Real: 1e20"
                                  : "choose values that do not overflow: a double ends at 1.8e308");
    } else
        return true;
    return false;
}

static bool operate(eg_formulas *f, uint32_t at, int op, int type, int a, int b, int *formula)
{
    return eg_formula_add(f, op, a, b, -1, formula) && is_fine(f, at, op, type, b, *formula);
}

static bool by_element(eg_formulas *f, uint32_t at, int op, const eg_typed *a, const eg_typed *b,
                       eg_typed *out)
{
    const eg_typed *shape = a->rank > 0 ? a : b;
    int *formulas, type = type_of(op, a, b);
    if (!eg_typed_array(f, at, eg_typed_scalar(type, -1, NULL), shape->rank, shape->dims, out, &formulas))
        return false;
    for (size_t i = 0; i < out->count; i++)
        if (!operate(f, at, op, type, eg_typed_at(a, a->rank > 0 ? i : 0),
                     eg_typed_at(b, b->rank > 0 ? i : 0), &formulas[i]))
            return false;
    return true;
}

/* sum of a[i*stride_a]*b[i*stride_b] */
static bool dot(eg_formulas *f, uint32_t at, const int *a, size_t stride_a, const int *b, size_t stride_b,
                size_t count, int *formula)
{
    if (count == 0)
        return eg_formula_number(f, 0, formula);
    for (size_t i = 0; i < count; i++) {
        int product;
        double x;
        if (!operate(f, at, EG_OP_MUL, EG_REAL, a[i * stride_a], b[i * stride_b], &product))
            return false;
        /* a 0 in a matrix of numbers leaves nothing behind */
        bool zero = (eg_formula_is_literal(f, a[i * stride_a], &x) && x == 0) ||
                    (eg_formula_is_literal(f, b[i * stride_b], &x) && x == 0);
        if (i == 0)
            *formula = product;
        else if (!zero && !eg_formula_add(f, EG_OP_ADD, *formula, product, -1, formula))
            return false;
    }
    return true;
}

/* Vectors are taken as a row on the left and a column on the right; their dimension is dropped again. */
static bool matrix_product(eg_formulas *f, uint32_t at, const eg_typed *a, const eg_typed *b, eg_typed *out)
{
    long rows = a->rank == 2 ? a->dims[0] : 1, inner = a->dims[a->rank - 1],
         columns = b->rank == 2 ? b->dims[1] : 1;
    if (a->rank > 2 || b->rank > 2 || inner != b->dims[0]) {
        eg_error(f->r, f->scope.source, at, "arrays of %s and %s cannot be multiplied",
                 eg_shape_text(f->r, a->rank, a->dims), eg_shape_text(f->r, b->rank, b->dims));
        eg_hint(f->r, "\".*\" multiplies element by element");
        return false;
    }
    long dims[2];
    int rank = 0, *formulas, scalar, type = type_of(EG_OP_MUL, a, b);
    if (a->rank == 2)
        dims[rank++] = rows;
    if (b->rank == 2)
        dims[rank++] = columns;
    *out = eg_typed_scalar(type, -1, NULL);
    if (rank > 0 && !eg_typed_array(f, at, *out, rank, dims, out, &formulas))
        return false;
    for (long i = 0; i < rows; i++)
        for (long j = 0; j < columns; j++)
            if (!eg_count_steps(f->r, f->scope.source, at, inner + 1) ||
                !dot(f, at, a->formulas + i * inner, 1, b->formulas + j, (size_t)columns, (size_t)inner,
                     rank > 0 ? &formulas[i * columns + j] : &scalar))
                return false;
    if (rank == 0)
        out->formula = scalar;
    return true;
}

/* a^n by squaring, of a number n that is known; a^0 is the identity. */
static bool matrix_power(eg_formulas *f, uint32_t at, const eg_typed *a, double n, eg_typed *out)
{
    int *formulas;
    if (!eg_typed_array(f, at, *a, 2, a->dims, out, &formulas))
        return false;
    for (size_t i = 0; i < a->count; i++)
        if (!eg_formula_number(f, i % ((size_t)a->dims[0] + 1) == 0, &formulas[i]))
            return false;
    eg_typed square = *a;
    bool is_first = true;
    for (long long left = (long long)n; left > 0; left /= 2) {
        const eg_typed factor = *out, half = square;
        const bool counts = left % 2 == 1;
        if (counts && is_first)
            *out = square;
        else if (counts && !matrix_product(f, at, &factor, &square, out))
            return false;
        is_first = is_first && !counts;
        if (left > 1 && !matrix_product(f, at, &half, &half, &square))
            return false;
    }
    out->unit = NULL;
    return true;
}

static bool is_matrix_power(eg_formulas *f, eg_token_kind op, const eg_typed *a, const eg_typed *b, double *n)
{
    return op == EG_T_CARET && a->rank == 2 && a->dims[0] == a->dims[1] && b->type == EG_INTEGER &&
           b->rank == 0 && eg_formula_known(f, b->formula, n) && *n >= 0;
}

/* Which shapes an operator takes is in tables 10.7 to 10.12 of the specification. */
static bool shapes_fit(eg_token_kind op, const eg_typed *a, const eg_typed *b)
{
    if (is_dotted(op) && (a->rank == 0 || b->rank == 0))
        return true;
    if (op == EG_T_SLASH)
        return b->rank == 0;
    if (op == EG_T_CARET)
        return a->rank == 0 && b->rank == 0;
    return op == EG_T_STAR || eg_typed_same_shape(a, b);
}

bool eg_formula_operate(eg_formulas *f, uint32_t at, eg_token_kind op, const eg_typed *a, const eg_typed *b,
                        eg_typed *out)
{
    int code = op_of(op), type = type_of(code, a, b);
    eg_typed left = *a, right = *b;
    double n;
    *out = eg_typed_scalar(type, -1, NULL);
    if (left.rank == 0 && right.rank == 0)
        return operate(f, at, code, type, left.formula, right.formula, &out->formula);
    if (op == EG_T_STAR && left.rank > 0 && right.rank > 0)
        return matrix_product(f, at, &left, &right, out);
    if (is_matrix_power(f, op, &left, &right, &n))
        return matrix_power(f, at, &left, n, out);
    if (shapes_fit(op, &left, &right))
        return by_element(f, at, code, &left, &right, out);
    eg_error(f->r, f->scope.source, at, "\"%s\" cannot join %s and %s", eg_token_kind_text(op),
             eg_typed_describe(f->r, a), eg_typed_describe(f->r, b));
    if (left.rank == 0 || right.rank == 0)
        eg_hint(f->r, "an operator with a dot (.+ .- .* ./ .^) works element by element");
    else
        eg_hint(f->r, "join numbers, or arrays whose sizes fit");
    return false;
}

/* ---------------------------------------------------------------- {a, b, c} */

/* Elements of one shape, side by side in a further dimension. */
static bool stack(eg_formulas *f, uint32_t at, const eg_typed *items, size_t count, eg_typed *out)
{
    long dims[EG_RANK_LIMIT + 1] = {(long)count};
    eg_typed like = count > 0 ? items[0] : EG_NOT_TYPED;
    int *formulas;
    if (like.type == EG_RECORD)
        return eg_record_stack(f, at, items, count, 1, dims, out);
    for (size_t i = 1; i < count; i++) {
        if (!eg_typed_join(f, at, "the elements of an array", &like, &items[i]))
            return false;
        if (eg_quantity_differs(like.unit, items[i].unit))
            like.unit = NULL;
    }
    if (like.rank >= EG_RANK_LIMIT) {
        eg_error(f->r, f->scope.source, at, "an array has at most 8 dimensions");
        eg_hint(f->r, "use fewer nested braces");
        return false;
    }
    like.text = NULL;
    for (int i = 0; i < like.rank; i++)
        dims[i + 1] = like.dims[i];
    if (!eg_typed_array(f, at, like, like.rank + 1, dims, out, &formulas))
        return false;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < like.count; k++) {
            eg_typed one = items[i];
            if (!eg_number_text(f, &one))
                return false;
            formulas[i * like.count + k] = eg_typed_at(&one, k);
        }
    return true;
}

bool eg_formula_of_array(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed *items = eg_new_array(f->r, e->count, sizeof *items);
    if (!items)
        return false;
    for (uint32_t i = 0; i < e->count; i++)
        if (!eg_formula_of_any(f, e->items[i], &items[i]))
            return false;
    return stack(f, e->at, items, e->count, out);
}

/* {items[0] for iterators}: the last iterator runs slowest and gives the first dimension. */
static bool collect(eg_formulas *f, const eg_expr *e, uint32_t left, eg_typed *out)
{
    if (left == 0)
        return eg_formula_of_any(f, e->items[0], out);
    const eg_iterator *it = &e->iterators[left - 1];
    eg_value range;
    if (!eg_formula_range(f, it, &range))
        return false;
    eg_typed *items = eg_new_array(f->r, range.count, sizeof *items);
    const eg_iteration *outer = f->scope.loops;
    bool ok = items != NULL;
    for (size_t i = 0; ok && i < range.count; i++) {
        eg_iteration loop = {.name = it->name, .value = eg_value_element(&range, i), .outer = outer};
        f->scope.loops = &loop;
        ok = eg_count_steps(f->r, f->scope.source, e->at, 1) && collect(f, e, left - 1, &items[i]);
    }
    f->scope.loops = outer;
    return ok && stack(f, e->at, items, range.count, out);
}

bool eg_formula_of_collect(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    if (e->iterator_count <= EG_RANK_LIMIT)
        return collect(f, e, e->iterator_count, out);
    eg_error(f->r, f->scope.source, e->at, "more than %d loop variables", EG_RANK_LIMIT);
    eg_hint(f->r, "use fewer in one constructor");
    return false;
}

/* ---------------------------------------------------------------- [a, b; c, d] */

static void block_size(const eg_typed *t, long *rows, long *columns)
{
    *rows = t->rank > 0 ? t->dims[0] : 1;
    *columns = t->rank > 1 ? t->dims[1] : 1;
}

/* Numbers stand beside numbers, truth values beside truth values. type: of those before; -1: none yet. */
static bool goes_with(int type, const eg_typed *block)
{
    if (eg_typed_is_number(block))
        return type != EG_BOOLEAN;
    return block->type == EG_BOOLEAN && (type < 0 || type == EG_BOOLEAN);
}

/* The blocks of one row; its height and width. */
static bool row_of(eg_formulas *f, const eg_expr *row, eg_typed *blocks, eg_typed *like, long *height,
                   long *width)
{
    *width = 0;
    for (uint32_t i = 0; i < row->count; i++) {
        long rows, columns;
        if (!eg_formula_of_any(f, row->items[i], &blocks[i]))
            return false;
        block_size(&blocks[i], &rows, &columns);
        if (i == 0)
            *height = rows;
        if (blocks[i].rank > 2 || !goes_with(like->type, &blocks[i]) || rows != *height) {
            eg_error(f->r, f->scope.source, row->items[i]->at, "%s does not fit into this row of a matrix",
                     eg_typed_describe(f->r, &blocks[i]));
            eg_hint(f->r,
                    "write numbers, vectors and matrices of as many rows as the first element of the row");
            return false;
        }
        if (like->type < 0 || blocks[i].type == EG_REAL)
            like->type = blocks[i].type;
        *width += columns;
    }
    return true;
}

static void copy_row(const eg_typed *blocks, uint32_t count, long height, long width, int *out)
{
    long offset = 0;
    for (uint32_t i = 0; i < count; i++) {
        long rows, columns;
        block_size(&blocks[i], &rows, &columns);
        for (long y = 0; y < height; y++)
            for (long x = 0; x < columns; x++)
                out[y * width + offset + x] = eg_typed_at(&blocks[i], (size_t)(y * columns + x));
        offset += columns;
    }
}

bool eg_formula_of_rows(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed **rows = eg_new_array(f->r, e->count, sizeof *rows);
    long *heights = eg_new_array(f->r, e->count, sizeof *heights), dims[2] = {0, 0};
    eg_typed like = eg_typed_scalar(-1, -1, NULL);
    if (!rows || !heights)
        return false;
    for (uint32_t i = 0; i < e->count; i++) {
        long width;
        const eg_expr *row = e->items[i];
        rows[i] = eg_new_array(f->r, row->count, sizeof **rows);
        if (!rows[i] || !row_of(f, row, rows[i], &like, &heights[i], &width))
            return false;
        if (i > 0 && width != dims[1]) {
            eg_error(f->r, f->scope.source, row->at,
                     "this row of a matrix has %ld elements, the first one %ld", width, dims[1]);
            eg_hint(
                f->r,
                "write as many elements into each row: a comma between elements, a semicolon between rows");
            return false;
        }
        dims[1] = width;
        dims[0] += heights[i];
    }
    int *formulas;
    if (!eg_typed_array(f, e->at, like, 2, dims, out, &formulas))
        return false;
    for (uint32_t i = 0; i < e->count; formulas += heights[i] * dims[1], i++)
        copy_row(rows[i], e->items[i]->count, heights[i], dims[1], formulas);
    return true;
}

/* ---------------------------------------------------------------- a : b : c */

/* Its bounds are known when the model is read; variables of functions may stand in them. */
bool eg_formula_changing_range(eg_formulas *f, const eg_expr *e, eg_range *range, bool *changes)
{
    eg_typed t[3];
    double number;
    *changes = false;
    if (e->kind != EG_E_RANGE || eg_formula_is_fixed(f, e))
        return true;
    range->type = EG_INTEGER;
    for (uint32_t i = 0; i < e->count; i++) {
        if (!eg_formula_of(f, e->items[i], &t[i]))
            return false;
        *changes = *changes || !eg_formula_known(f, t[i].formula, &number);
        range->type = t[i].type == EG_REAL ? EG_REAL : range->type;
        if (!eg_typed_is_number(&t[i]))
            *changes = false; /* reported where it is looked at as a vector */
    }
    if (!*changes)
        return true;
    int span, last = t[e->count - 1].formula, scale, whole;
    range->first = t[0].formula;
    if (!eg_formula_number(f, 1, &range->step))
        return false;
    if (e->count == 3)
        range->step = t[1].formula;
    /* floor((last - first)/step) + 1; rounding must not lose the last element */
    bool is_real = range->type == EG_REAL;
    if (!eg_formula_add(f, EG_OP_SUB, last, range->first, -1, &span) ||
        !eg_formula_add(f, EG_OP_DIV, span, range->step, -1, &span) ||
        !eg_formula_number(f, is_real ? 1.0 + 4.0 * 2.220446049250313e-16 : 1.0, &scale) ||
        !eg_formula_add(f, EG_OP_MUL, span, scale, -1, &span))
        return false;
    /* the number of passes is no event of its own */
    return eg_formula_add(f, EG_OP_FLOOR, span, -1, -1, &whole) &&
           eg_formula_add(f, EG_OP_SMOOTH, whole, -1, -1, &whole) && eg_formula_number(f, 1, &scale) &&
           eg_formula_add(f, EG_OP_ADD, whole, scale, -1, &range->count);
}

/* Through literals, truth values, or the indices of an array. */
static bool range_of_values(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_value v;
    return eg_evaluate(f->r, &f->scope, e, &v) && eg_typed_of_value(f, e, &v, out);
}

bool eg_formula_of_range(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    double number[3] = {0, 0, 0};
    eg_typed like = eg_typed_scalar(EG_INTEGER, -1, NULL);
    const bool is_fixed = eg_formula_is_fixed(f, e);
    if (e->count == 1 && (!f->locals || f->locals->are_paths))
        return range_of_values(f, e, out);
    for (uint32_t i = 0; i < e->count; i++) {
        eg_typed t;
        if (!eg_formula_of(f, e->items[i], &t))
            return false;
        if (!eg_typed_is_number(&t) && is_fixed)
            return range_of_values(f, e, out);
        if (!eg_typed_is_number(&t) || !eg_formula_known(f, t.formula, &number[i])) {
            eg_error(f->r, f->scope.source, e->items[i]->at,
                     "a range needs numbers that are known when the model is read, not %s",
                     eg_typed_is_number(&t) ? "one that changes" : eg_typed_describe(f->r, &t));
            eg_hint(f->r, "make it of numbers, parameters and constants");
            return false;
        }
        if (t.type == EG_REAL)
            like.type = EG_REAL;
        like.unit = i == 0 ? t.unit : like.unit;
    }
    if (e->count == 0) /* the parser sees to that */
        return false;
    double step = e->count == 3 ? number[1] : 1.0, last = number[e->count - 1];
    if (e->count == 1) /* the indices of an array of a function */
        number[0] = 1.0;
    /* The rounding of the quotient must not lose the last element. */
    double count = floor((last - number[0]) / step * (1.0 + 4.0 * 2.220446049250313e-16)) + 1.0;
    if (step == 0.0 || !(count <= (double)f->r->limit)) {
        eg_error(f->r, f->scope.source, e->at,
                 step == 0.0 ? "a range cannot have the step 0" : "this range has too many elements");
        eg_hint(f->r, step == 0.0 ? "write first:step:last with another step" : "take a larger step");
        return false;
    }
    long dims[1] = {count > 0 ? (long)count : 0};
    int *formulas;
    if (!eg_typed_array(f, e->at, like, 1, dims, out, &formulas))
        return false;
    for (long i = 0; i < dims[0]; i++)
        if (!eg_formula_number(f, number[0] + (double)i * step, &formulas[i]))
            return false;
    return true;
}
