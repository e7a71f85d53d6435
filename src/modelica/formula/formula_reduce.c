/* Functions of arrays in equations: sum and its kin, sizes, constructors (chapter 10.3 of the language
 * specification). */
#include <string.h>

#include "modelica/formula/formula.h"

/* A call of one of these functions. */
typedef struct calling {
    eg_formulas *f;
    const eg_expr *e;
    const char *name;
    eg_typed *a; /* arguments */
    uint32_t count;
} calling;

static bool refuse(const calling *c, uint32_t i, const char *wanted)
{
    eg_error(c->f->r, c->f->scope.source, c->e->items[i]->at, "argument %u of %s is %s; it must be %s", i + 1,
             c->name, eg_typed_describe(c->f->r, &c->a[i]), wanted);
    eg_hint(c->f->r, "write %s there", wanted);
    return false;
}

/* ---------------------------------------------------------------- sum, product, min, max */

static bool chain(calling *c, int op, double empty, eg_typed *out)
{
    if (!eg_typed_is_number(c->a))
        return refuse(c, 0, "an array of numbers");
    *out = eg_typed_scalar(c->a->type, -1, op == EG_OP_MUL ? NULL : c->a->unit);
    if (c->a->count == 0)
        return eg_formula_number(c->f, empty, &out->formula);
    out->formula = eg_typed_at(c->a, 0);
    for (size_t i = 1; i < c->a->count; i++)
        if (!eg_formula_add(c->f, op, out->formula, eg_typed_at(c->a, i), -1, &out->formula))
            return false;
    return true;
}

static bool call_sum(calling *c, eg_typed *out)
{
    return chain(c, EG_OP_ADD, 0, out);
}

static bool call_product(calling *c, eg_typed *out)
{
    return chain(c, EG_OP_MUL, 1, out);
}

static bool extreme(calling *c, int op, eg_typed *out)
{
    const eg_typed *a = c->a;
    if (c->count == 1) {
        if (a->count == 0)
            return refuse(c, 0, "an array that is not empty");
        return chain(c, op, 0, out);
    }
    for (uint32_t i = 0; i < 2; i++)
        if (!eg_typed_is_number(&a[i]) || a[i].rank > 0)
            return refuse(c, i, "a number");
    if (eg_quantity_differs(a[0].unit, a[1].unit))
        eg_warn(c->f->r, c->f->scope.source, c->e->at, "this compares %s with %s", a[0].unit->text,
                a[1].unit->text);
    *out =
        eg_typed_scalar(a[0].type == EG_INTEGER ? a[1].type : EG_REAL, -1, a[0].unit ? a[0].unit : a[1].unit);
    return eg_formula_add(c->f, op, a[0].formula, a[1].formula, -1, &out->formula);
}

static bool call_min(calling *c, eg_typed *out)
{
    return extreme(c, EG_OP_MIN, out);
}

static bool call_max(calling *c, eg_typed *out)
{
    return extreme(c, EG_OP_MAX, out);
}

/* ---------------------------------------------------------------- sizes */

/* The argument's shape, also of a variable of a function that has no value yet. */
static bool shape_of(calling *c, eg_typed *shape)
{
    const eg_expr *e = c->e->items[0];
    bool is_plain = e->kind == EG_E_REFERENCE && e->reference->count == 1 && !e->reference->is_global &&
                    e->reference->parts[0].subscript_count == 0;
    const eg_local_variable *local = is_plain && c->f->locals && !c->f->locals->are_paths
                                         ? eg_local_variable_find(c->f->locals, e->reference->parts[0].name)
                                         : NULL;
    if (local) {
        *shape = local->shape;
        return true;
    }
    return eg_formula_of_any(c->f, e, shape);
}

static bool call_size(calling *c, eg_typed *out)
{
    eg_typed shape;
    int *formulas;
    if (!shape_of(c, &shape))
        return false;
    *out = eg_typed_scalar(EG_INTEGER, -1, NULL);
    if (c->count == 2) {
        long i;
        if (!eg_formula_integer(c->f, c->e->items[1], "argument 2 of size", &i))
            return false;
        if (i >= 1 && i <= shape.rank)
            return eg_formula_number(c->f, (double)shape.dims[i - 1], &out->formula);
        eg_error(c->f->r, c->f->scope.source, c->e->items[1]->at,
                 "there is no dimension %ld; the first argument has %d", i, shape.rank);
        eg_hint(c->f->r, shape.rank == 0 ? "ask for the size of an array" : "write a number from 1 to that");
        return false;
    }
    long dims[1] = {shape.rank};
    if (!eg_typed_array(c->f, c->e->at, *out, 1, dims, out, &formulas))
        return false;
    for (int i = 0; i < shape.rank; i++)
        if (!eg_formula_number(c->f, (double)shape.dims[i], &formulas[i]))
            return false;
    return true;
}

static bool call_ndims(calling *c, eg_typed *out)
{
    eg_typed shape;
    *out = eg_typed_scalar(EG_INTEGER, -1, NULL);
    return shape_of(c, &shape) && eg_formula_number(c->f, shape.rank, &out->formula);
}

/* ---------------------------------------------------------------- constructors */

/* The sizes in arguments `first` and behind it. */
static bool sizes_of(calling *c, uint32_t first, long *dims)
{
    if (c->count - first > EG_RANK_LIMIT) {
        eg_error(c->f->r, c->f->scope.source, c->e->at, "more than %d dimensions", EG_RANK_LIMIT);
        eg_hint(c->f->r, "use fewer");
        return false;
    }
    for (uint32_t i = first; i < c->count; i++) {
        double x;
        if (c->a[i].type != EG_INTEGER || c->a[i].rank > 0 || !eg_formula_known(c->f, c->a[i].formula, &x) ||
            x < 0 || x > (double)c->f->r->limit)
            return refuse(c, i, "an Integer from 0 on that is known when the model is read");
        dims[i - first] = (long)x;
    }
    return true;
}

/* The dimensions of an array stand behind those that are filled with it. */
static bool fill_with(calling *c, eg_typed like, uint32_t first, eg_typed *out)
{
    long dims[2 * EG_RANK_LIMIT];
    const int own = (int)(c->count - first), rank = own + like.rank;
    int *formulas;
    if (!sizes_of(c, first, dims))
        return false;
    if (rank > EG_RANK_LIMIT)
        return refuse(c, 0, "a number, or an array of fewer dimensions");
    for (int i = 0; i < like.rank; i++)
        dims[own + i] = like.dims[i];
    if (!eg_typed_array(c->f, c->e->at, like, rank, dims, out, &formulas))
        return false;
    for (size_t i = 0; i < out->count; i++)
        formulas[i] = eg_typed_at(&like, i % like.count);
    return true;
}

static bool call_fill(calling *c, eg_typed *out)
{
    if (c->a->type == EG_STRING || c->a->type == EG_RECORD)
        return refuse(c, 0, "a number or a truth value, or an array of such");
    return fill_with(c, *c->a, 1, out);
}

static bool constant_array(calling *c, double number, eg_typed *out)
{
    eg_typed like = eg_typed_scalar(EG_INTEGER, -1, NULL);
    return eg_formula_number(c->f, number, &like.formula) && fill_with(c, like, 0, out);
}

static bool call_zeros(calling *c, eg_typed *out)
{
    return constant_array(c, 0, out);
}

static bool call_ones(calling *c, eg_typed *out)
{
    return constant_array(c, 1, out);
}

static bool call_linspace(calling *c, eg_typed *out)
{
    long dims[1];
    int *formulas, span, part, number;
    if (!eg_typed_is_number(&c->a[0]) || c->a[0].rank > 0)
        return refuse(c, 0, "a number");
    if (!eg_typed_is_number(&c->a[1]) || c->a[1].rank > 0)
        return refuse(c, 1, "a number");
    if (!sizes_of(c, 2, dims))
        return false;
    if (dims[0] < 2)
        return refuse(c, 2, "at least 2");
    eg_typed like = eg_typed_scalar(EG_REAL, -1, c->a[0].unit);
    if (!eg_typed_array(c->f, c->e->at, like, 1, dims, out, &formulas) ||
        !eg_formula_add(c->f, EG_OP_SUB, c->a[1].formula, c->a[0].formula, -1, &span))
        return false;
    for (long i = 0; i < dims[0]; i++)
        if (!eg_formula_number(c->f, (double)i / (double)(dims[0] - 1), &number) ||
            !eg_formula_add(c->f, EG_OP_MUL, span, number, -1, &part) ||
            !eg_formula_add(c->f, EG_OP_ADD, c->a[0].formula, part, -1, &formulas[i]))
            return false;
    formulas[dims[0] - 1] = c->a[1].formula;
    return true;
}

/* A square matrix with v (NULL: ones) on its diagonal. */
static bool diagonal(calling *c, long n, const eg_typed *v, eg_typed *out)
{
    long dims[2] = {n, n};
    int *formulas, zero, one;
    eg_typed like = eg_typed_scalar(v ? v->type : EG_INTEGER, -1, v ? v->unit : NULL);
    if (!eg_typed_array(c->f, c->e->at, like, 2, dims, out, &formulas) ||
        !eg_formula_number(c->f, 0, &zero) || !eg_formula_number(c->f, 1, &one))
        return false;
    for (long i = 0; i < n * n; i++) {
        if (i % (n + 1) != 0)
            formulas[i] = zero;
        else if (v)
            formulas[i] = v->formulas[i / (n + 1)];
        else
            formulas[i] = one;
    }
    return true;
}

static bool call_identity(calling *c, eg_typed *out)
{
    long n = 0;
    return sizes_of(c, 0, &n) && diagonal(c, n, NULL, out);
}

static bool call_diagonal(calling *c, eg_typed *out)
{
    if (c->a->rank != 1)
        return refuse(c, 0, "a vector of numbers");
    return diagonal(c, c->a->dims[0], c->a, out);
}

/* ---------------------------------------------------------------- matrices and vectors */

static bool call_transpose(calling *c, eg_typed *out)
{
    eg_typed a = *c->a;
    int *formulas;
    if (a.rank != 2)
        return refuse(c, 0, "a matrix");
    long dims[2] = {a.dims[1], a.dims[0]};
    if (!eg_typed_array(c->f, c->e->at, a, 2, dims, out, &formulas))
        return false;
    for (long i = 0; i < a.dims[0]; i++)
        for (long k = 0; k < a.dims[1]; k++)
            formulas[k * a.dims[0] + i] = a.formulas[i * a.dims[1] + k];
    return true;
}

/* The upper triangle, mirrored about the diagonal. */
static bool call_symmetric(calling *c, eg_typed *out)
{
    eg_typed a = *c->a;
    int *formulas;
    if (a.rank != 2 || a.dims[0] != a.dims[1])
        return refuse(c, 0, "a square matrix");
    if (!eg_typed_array(c->f, c->e->at, a, 2, a.dims, out, &formulas))
        return false;
    for (long i = 0; i < a.dims[0]; i++)
        for (long k = 0; k < a.dims[0]; k++)
            formulas[i * a.dims[0] + k] = a.formulas[i < k ? i * a.dims[0] + k : k * a.dims[0] + i];
    return true;
}

static bool call_scalar(calling *c, eg_typed *out)
{
    if (c->a->count != 1)
        return refuse(c, 0, "an array with one element");
    *out = eg_typed_element(c->a, 0);
    return true;
}

static bool call_vector(calling *c, eg_typed *out)
{
    int long_ones = 0, *formulas;
    for (int i = 0; i < c->a->rank; i++)
        long_ones += c->a->dims[i] != 1;
    if (long_ones > 1)
        return refuse(c, 0, "an array that is long in one dimension at most");
    long dims[1] = {(long)c->a->count};
    eg_typed a = *c->a;
    if (!eg_typed_array(c->f, c->e->at, a, 1, dims, out, &formulas))
        return false;
    for (size_t i = 0; i < a.count; i++)
        formulas[i] = eg_typed_at(&a, i);
    return true;
}

static bool call_matrix(calling *c, eg_typed *out)
{
    long dims[2] = {1, 1};
    int *formulas;
    eg_typed a = *c->a;
    for (int i = 0; i < a.rank; i++)
        if (i < 2)
            dims[i] = a.dims[i];
        else if (a.dims[i] != 1)
            return refuse(c, 0, "an array whose dimensions behind the second have one element");
    if (!eg_typed_array(c->f, c->e->at, a, 2, dims, out, &formulas))
        return false;
    for (size_t i = 0; i < a.count; i++)
        formulas[i] = eg_typed_at(&a, i);
    return true;
}

static bool want_vectors(calling *c, uint32_t count, long length)
{
    for (uint32_t i = 0; i < count; i++)
        if (!eg_typed_is_number(&c->a[i]) || c->a[i].rank != 1 || (length > 0 && c->a[i].dims[0] != length))
            return refuse(c, i, length > 0 ? "a vector of 3 numbers" : "a vector of numbers");
    return true;
}

/* a[i]*b[j] - a[j]*b[i] */
static bool minor(calling *c, size_t i, size_t j, int *out)
{
    const int *a = c->a[0].formulas, *b = c->a[1].formulas;
    int first, second;
    return eg_formula_add(c->f, EG_OP_MUL, a[i], b[j], -1, &first) &&
           eg_formula_add(c->f, EG_OP_MUL, a[j], b[i], -1, &second) &&
           eg_formula_add(c->f, EG_OP_SUB, first, second, -1, out);
}

static bool call_cross(calling *c, eg_typed *out)
{
    int *formulas;
    if (!want_vectors(c, 2, 3))
        return false;
    eg_typed like =
        eg_typed_scalar(EG_REAL, -1, eg_quantity_product(c->f->r, c->a[0].unit, c->a[1].unit, false));
    return eg_typed_array(c->f, c->e->at, like, 1, c->a->dims, out, &formulas) &&
           minor(c, 1, 2, &formulas[0]) && minor(c, 2, 0, &formulas[1]) && minor(c, 0, 1, &formulas[2]);
}

/* skew(x)*y = cross(x, y) */
static bool call_skew(calling *c, eg_typed *out)
{
    static const struct {
        int row, column, of;
    } places[] = {{0, 1, 2}, {1, 2, 0}, {2, 0, 1}};
    const long dims[2] = {3, 3};
    const eg_typed x = *c->a;
    int *formulas;
    if (!want_vectors(c, 1, 3) || !eg_typed_array(c->f, c->e->at, x, 2, dims, out, &formulas))
        return false;
    for (int i = 0; i < 9; i++)
        if (!eg_formula_number(c->f, 0, &formulas[i]))
            return false;
    for (size_t i = 0; i < EG_COUNT(places); i++) {
        const int row = places[i].row, column = places[i].column, of = x.formulas[places[i].of];
        formulas[3 * column + row] = of;
        if (!eg_formula_add(c->f, EG_OP_NEG, of, -1, -1, &formulas[3 * row + column]))
            return false;
    }
    return true;
}

static bool call_outer_product(calling *c, eg_typed *out)
{
    int *formulas;
    if (!want_vectors(c, 2, 0))
        return false;
    long dims[2] = {c->a[0].dims[0], c->a[1].dims[0]};
    eg_typed like =
        eg_typed_scalar(EG_REAL, -1, eg_quantity_product(c->f->r, c->a[0].unit, c->a[1].unit, false));
    if (!eg_typed_array(c->f, c->e->at, like, 2, dims, out, &formulas))
        return false;
    for (long i = 0; i < dims[0]; i++)
        for (long k = 0; k < dims[1]; k++)
            if (!eg_formula_add(c->f, EG_OP_MUL, c->a[0].formulas[i], c->a[1].formulas[k], -1,
                                &formulas[i * dims[1] + k]))
                return false;
    return true;
}

/* cat(dimension, a, b, ...) */
static bool call_cat(calling *c, eg_typed *out)
{
    double which;
    if (c->a->type != EG_INTEGER || c->a->rank > 0 || !eg_formula_known(c->f, c->a->formula, &which) ||
        !(which >= 1 && which <= c->a[1].rank))
        return refuse(c, 0, "a dimension of the other arguments");
    int along = (int)which - 1;
    eg_typed like = c->a[1];
    long dims[EG_RANK_LIMIT] = {0};
    memcpy(dims, like.dims, (size_t)like.rank * sizeof *dims);
    size_t inner = 1, outer = 1;
    for (int i = 0; i < like.rank; i++)
        *(i < along ? &outer : &inner) *= i == along ? 1 : (size_t)like.dims[i];
    for (uint32_t k = 2; k < c->count; k++) {
        bool fits = c->a[k].rank == like.rank;
        for (int i = 0; fits && i < like.rank; i++)
            fits = i == along || c->a[k].dims[i] == like.dims[i];
        if (!fits || !eg_typed_is_number(&c->a[k]))
            return refuse(c, k, "of the same size in the other dimensions");
        dims[along] += c->a[k].dims[along];
        like.type = c->a[k].type == EG_REAL ? EG_REAL : like.type;
    }
    int *formulas;
    if (!eg_typed_array(c->f, c->e->at, like, like.rank, dims, out, &formulas))
        return false;
    for (size_t o = 0; o < outer; o++)
        for (uint32_t k = 1; k < c->count; k++) {
            size_t part = (size_t)c->a[k].dims[along] * inner;
            for (size_t i = 0; i < part; i++)
                *formulas++ = c->a[k].formulas[o * part + i];
        }
    return true;
}

/* ---------------------------------------------------------------- by name */

typedef struct function {
    const char *name;
    uint32_t least, most;
    bool (*call)(calling *c, eg_typed *out);
} function;

static const function functions[] = {
    {"sum", 1, 1, call_sum},
    {"product", 1, 1, call_product},
    {"min", 1, 2, call_min},
    {"max", 1, 2, call_max},
    {"size", 1, 2, call_size},
    {"ndims", 1, 1, call_ndims},
    {"fill", 2, EG_RANK_LIMIT + 1, call_fill},
    {"zeros", 1, EG_RANK_LIMIT, call_zeros},
    {"ones", 1, EG_RANK_LIMIT, call_ones},
    {"linspace", 3, 3, call_linspace},
    {"identity", 1, 1, call_identity},
    {"diagonal", 1, 1, call_diagonal},
    {"transpose", 1, 1, call_transpose},
    {"symmetric", 1, 1, call_symmetric},
    {"scalar", 1, 1, call_scalar},
    {"vector", 1, 1, call_vector},
    {"matrix", 1, 1, call_matrix},
    {"cross", 2, 2, call_cross},
    {"skew", 1, 1, call_skew},
    {"outerProduct", 2, 2, call_outer_product},
    {"cat", 2, 100, call_cat},
};

bool eg_is_of_shape(const char *name)
{
    return strcmp(name, "size") == 0 || strcmp(name, "ndims") == 0;
}

bool eg_is_reduction(const char *name)
{
    for (size_t i = 0; i < EG_COUNT(functions); i++)
        if (strcmp(functions[i].name, name) == 0)
            return true;
    return false;
}

bool eg_formula_of_reduction(eg_formulas *f, const eg_expr *e, const char *name, eg_typed *out, bool *found)
{
    const function *known = NULL;
    for (size_t i = 0; i < EG_COUNT(functions); i++)
        if (strcmp(functions[i].name, name) == 0)
            known = &functions[i];
    *found = known != NULL;
    if (!known)
        return false;
    if (e->names || e->count < known->least || e->count > known->most) {
        eg_error(f->r, f->scope.source, e->at,
                 e->names ? "%s takes its arguments by position, not by name"
                          : "%s takes another number of arguments",
                 name);
        if (e->names)
            eg_hint(f->r, "leave the names and = out");
        else if (known->least == known->most)
            eg_hint(f->r, "write %u", known->least);
        else
            eg_hint(f->r, "write %u to %u", known->least, known->most);
        return false;
    }
    calling c = {.f = f, .e = e, .name = name, .count = e->count};
    c.a = eg_new_array(f->r, e->count, sizeof *c.a);
    for (uint32_t i = 0; c.a && i < e->count && !eg_is_of_shape(name); i++)
        if (!eg_formula_of_any(f, e->items[i], &c.a[i]))
            return false;
    return c.a && known->call(&c, out);
}
