/* Values of expressions. Every function answers false after something was reported, and then *value is
 * EG_NO_VALUE. */
#include "modelica/value/evaluate.h"

#include <math.h>
#include <string.h>

#include "modelica/formula/formula.h"
#include "modelica/instance/influence.h"
#include "modelica/instance/node.h"
#include "modelica/value/functions.h"

/* ---------------------------------------------------------------- scalars of a wanted type */

static bool is_scalar(eg_reader *r, const eg_scope *scope, const eg_expr *e, const char *what, int type,
                      const eg_value *v)
{
    if (v->type == type && v->rank == 0)
        return true;
    eg_error(r, scope->source, e->at, "%s is %s; it must be %s", what, eg_value_describe(r, v),
             eg_type_text(type));
    eg_hint(r, type == EG_BOOLEAN ? "write true or false, or a comparison" : "write such a value there");
    return false;
}

/* What conditions, sizes and ranges are decided by. */
static bool evaluate_structure(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    eg_asker before = eg_ask_for(r, eg_for_choice(r));
    bool ok = eg_evaluate(r, scope, e, value);
    eg_ask_for(r, before);
    return ok;
}

bool eg_evaluate_boolean(eg_reader *r, const eg_scope *scope, const eg_expr *e, const char *what, bool *value)
{
    eg_value v;
    if (!evaluate_structure(r, scope, e, &v) || !is_scalar(r, scope, e, what, EG_BOOLEAN, &v))
        return false;
    *value = v.number != 0.0;
    return true;
}

bool eg_evaluate_size(eg_reader *r, const eg_scope *scope, const eg_expr *e, const char *what, long *size)
{
    eg_value v;
    if (!evaluate_structure(r, scope, e, &v))
        return false;
    const bool is_type = e->kind == EG_E_REFERENCE && v.rank == 1 && v.type != EG_INTEGER;
    if (!is_type && !is_scalar(r, scope, e, what, EG_INTEGER, &v))
        return false;
    *size = is_type ? (long)v.count : (long)v.number;
    return true;
}

bool eg_evaluate_integer(eg_reader *r, const eg_scope *scope, const eg_expr *e, const char *what, long *value)
{
    eg_value v;
    if (!evaluate_structure(r, scope, e, &v) || !is_scalar(r, scope, e, what, EG_INTEGER, &v))
        return false;
    *value = (long)v.number;
    return true;
}

/* ---------------------------------------------------------------- operators */

/* items[0] op items[1] op ...; a leading minus is taken as 0 - items[0] of the same type. */
static bool evaluate_chain(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    eg_value next;
    if (!eg_evaluate(r, scope, e->items[0], value))
        return false;
    if (e->operators[0] == EG_T_MINUS) {
        eg_value minus_one = eg_value_number(EG_INTEGER, -1.0), positive = *value;
        if (!eg_operate(r, scope, e->at, EG_T_STAR, &minus_one, &positive, value))
            return false;
        value->unit = positive.unit;
    }
    for (uint32_t i = 1; i < e->count; i++) {
        eg_value left = *value;
        if (!eg_evaluate(r, scope, e->items[i], &next) ||
            !eg_operate(r, scope, e->items[i]->at, e->operators[i], &left, &next, value))
            return false;
    }
    return true;
}

static bool evaluate_power(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    eg_value base, exponent;
    return eg_evaluate(r, scope, e->items[0], &base) && eg_evaluate(r, scope, e->items[1], &exponent) &&
           eg_operate(r, scope, e->at, e->operators[0], &base, &exponent, value);
}

/* Truth values, one or an array of them: element by element (10.6.9 of the language specification). */
static bool want_truth(eg_reader *r, const eg_scope *scope, const eg_expr *e, const char *what,
                       const eg_value *v)
{
    return v->type == EG_BOOLEAN || is_scalar(r, scope, e, what, EG_BOOLEAN, v);
}

static bool evaluate_not(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    eg_value operand;
    if (!evaluate_structure(r, scope, e->items[0], &operand) ||
        !want_truth(r, scope, e->items[0], "what \"not\" negates", &operand))
        return false;
    *value = operand;
    value->number = operand.number == 0.0;
    if (operand.rank == 0)
        return true;
    double *numbers = eg_value_room(r, operand.count);
    for (size_t i = 0; numbers && i < operand.count; i++)
        numbers[i] = operand.numbers[i] == 0.0;
    value->numbers = numbers;
    return numbers != NULL;
}

/* *value becomes that and `next`, or that or `next`. */
static bool join_truths(eg_reader *r, const eg_scope *scope, const eg_expr *e, bool is_or,
                        const eg_value *next, eg_value *value)
{
    if (!eg_value_same_shape(value, next)) {
        eg_error(r, scope->source, e->at, "\"%s\" cannot join %s and %s", is_or ? "or" : "and",
                 eg_value_describe(r, value), eg_value_describe(r, next));
        eg_hint(r, "join two truth values, or arrays of them whose sizes are the same");
        return false;
    }
    if (value->rank == 0) {
        *value = *next; /* what stands before has not decided */
        return true;
    }
    double *numbers = eg_value_room(r, value->count);
    for (size_t i = 0; numbers && i < value->count; i++) {
        const bool a = value->numbers[i] != 0.0, b = next->numbers[i] != 0.0;
        numbers[i] = is_or ? a || b : a && b;
    }
    value->numbers = numbers;
    return numbers != NULL;
}

/* Stops at the first operand that decides, a single one. */
static bool evaluate_logic(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    const bool is_or = e->kind == EG_E_OR;
    const char *what = is_or ? "the operand of \"or\"" : "the operand of \"and\"";
    for (uint32_t i = 0; i < e->count; i++) {
        eg_value next;
        if (i > 0 && value->rank == 0 && (value->number != 0.0) == is_or)
            return true;
        if (!evaluate_structure(r, scope, e->items[i], &next) ||
            !want_truth(r, scope, e->items[i], what, &next))
            return false;
        if (i == 0)
            *value = next;
        else if (!join_truths(r, scope, e->items[i], is_or, &next, value))
            return false;
    }
    return true;
}

static int compare(const eg_value *a, const eg_value *b)
{
    if (a->type == EG_STRING)
        return strcmp(a->text, b->text);
    return (a->number > b->number) - (a->number < b->number);
}

static bool are_comparable(const eg_value *a, const eg_value *b)
{
    bool a_is_number = a->type == EG_REAL || a->type == EG_INTEGER;
    bool b_is_number = b->type == EG_REAL || b->type == EG_INTEGER;
    if (a->rank > 0 || b->rank > 0)
        return false;
    if (a_is_number || b_is_number)
        return a_is_number && b_is_number;
    return a->type == b->type && (a->type != EG_ENUMERATION ||
                                  eg_same_enumeration(a->literals, a->type_name, b->literals, b->type_name));
}

static bool evaluate_relation(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    eg_value a, b;
    if (!eg_evaluate(r, scope, e->items[0], &a) || !eg_evaluate(r, scope, e->items[1], &b))
        return false;
    if (!are_comparable(&a, &b)) {
        eg_error(r, scope->source, e->at, "%s and %s cannot be compared", eg_value_describe(r, &a),
                 eg_value_describe(r, &b));
        eg_hint(r, "compare single numbers, texts, truth values, or literals of one enumeration");
        return false;
    }
    if (eg_quantity_differs(a.unit, b.unit))
        eg_warn(r, scope->source, e->at, "this compares %s with %s", a.unit->text, b.unit->text);
    int order = compare(&a, &b);
    eg_token_kind op = e->operators[0];
    *value = eg_value_number(EG_BOOLEAN, eg_relation_holds(op, order));
    return true;
}

/* Only the branch that holds is looked at: the others may be meaningless. */
static bool evaluate_if(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    for (uint32_t i = 0; i + 1 < e->count; i += 2) {
        bool condition;
        if (!eg_evaluate_boolean(r, scope, e->items[i], "the condition", &condition))
            return false;
        if (condition)
            return eg_evaluate(r, scope, e->items[i + 1], value);
    }
    return eg_evaluate(r, scope, e->items[e->count - 1], value);
}

/* ---------------------------------------------------------------- ranges */

/* How many elements first : step : last has; -1 (reported) when that is no number or too many. */
static long range_count(eg_reader *r, const eg_scope *scope, uint32_t at, double first, double step,
                        double last)
{
    if (step == 0.0) {
        eg_error(r, scope->source, at, "a range cannot have the step 0");
        eg_hint(r, "write first:step:last with another step");
        return -1;
    }
    /* The rounding of the quotient must not lose the last element. */
    double count = floor((last - first) / step * (1.0 + 4.0 * 2.220446049250313e-16)) + 1.0;
    if (!(count <= (double)r->limit)) {
        eg_error(r, scope->source, at, "this range has %.6g elements; at most %lld are allowed", count,
                 r->limit);
        eg_hint(r, "take a larger step");
        return -1;
    }
    return count > 0.0 ? (long)count : 0;
}

/* May a range run from the one to the other: through literals of one enumeration, or from false to true? */
static bool are_literals(const eg_value *first, const eg_value *last)
{
    if (first->rank > 0 || last->rank > 0 || first->type != last->type)
        return false;
    return first->type == EG_BOOLEAN ||
           (first->type == EG_ENUMERATION &&
            eg_same_enumeration(first->literals, first->type_name, last->literals, last->type_name));
}

/* Of v[0] : v[1] or v[0] : v[1] : v[2]. */
static bool range_of(eg_reader *r, const eg_scope *scope, const eg_expr *e, const eg_value *v, uint32_t n,
                     eg_value *value)
{
    int type = EG_INTEGER;
    const bool is_of_literals = n == 2 && are_literals(&v[0], &v[1]);
    for (uint32_t i = 0; i < n && !is_of_literals; i++) {
        if (v[i].rank > 0 || (v[i].type != EG_REAL && v[i].type != EG_INTEGER)) {
            eg_error(r, scope->source, e->items[i]->at, "a range needs numbers, not %s",
                     eg_value_describe(r, &v[i]));
            eg_hint(r, "write single numbers or Integer expressions");
            return false;
        }
        if (v[i].type == EG_REAL)
            type = EG_REAL;
    }
    double first = v[0].number, step = n == 3 ? v[1].number : 1.0, last = v[n - 1].number;
    long count = range_count(r, scope, n == 3 ? e->items[1]->at : e->at, first, step, last);
    if (count < 0 || !eg_count_steps(r, scope->source, e->at, count))
        return false;
    double *numbers = eg_value_room(r, (size_t)count);
    long *dims = eg_new(r, sizeof *dims);
    if (!numbers || !dims)
        return false;
    dims[0] = count;
    for (long i = 0; i < count; i++)
        numbers[i] = first + (double)i * step;
    *value = eg_value_array(is_of_literals ? v[0].type : type, 1, dims, numbers);
    value->unit = v[0].unit;
    value->literals = v[0].literals;
    value->type_name = v[0].type_name;
    return true;
}

/* The type by which the array of size(x, k) has its indices in dimension k; NULL: by numbers. */
static const eg_expr *index_type(eg_reader *r, const eg_scope *scope, const eg_expr *size, eg_scope *declared)
{
    eg_targets targets;
    const uint32_t k = (uint32_t)size->items[1]->number - 1;
    if (!eg_find_targets(r, scope, size->items[0]->reference, &targets) || targets.class ||
        targets.count == 0 || targets.items[0].member)
        return NULL;
    const eg_node *node = targets.items[0].node;
    const eg_component *c = node->component;
    const eg_expr *e = c && k < c->dimension_count ? c->dimensions[k] : NULL;
    *declared = eg_scope_of(node->parent, node->home);
    eg_value v;
    const bool is_type = e && e->kind == EG_E_REFERENCE && eg_evaluate(r, declared, e, &v) && v.rank == 1;
    return is_type ? e : NULL;
}

/* All indices of an array in one dimension. */
static bool evaluate_indices(eg_reader *r, const eg_scope *scope, const eg_expr *size, eg_value *value)
{
    eg_scope declared;
    const eg_expr *type = index_type(r, scope, size, &declared);
    if (type)
        return eg_evaluate(r, &declared, type, value);
    eg_value one = eg_value_number(EG_INTEGER, 1.0), last;
    return eg_evaluate(r, scope, size, &last) &&
           range_of(r, scope, size, (const eg_value[]){one, last}, 2, value);
}

static bool evaluate_range(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    eg_value v[3] = {EG_NO_VALUE, EG_NO_VALUE, EG_NO_VALUE};
    if (e->count == 1)
        return evaluate_indices(r, scope, e->items[0], value);
    for (uint32_t i = 0; i < e->count; i++)
        if (!eg_evaluate(r, scope, e->items[i], &v[i]))
            return false;
    return range_of(r, scope, e, v, e->count, value);
}

bool eg_evaluate_range(eg_reader *r, const eg_scope *scope, const eg_iterator *it, eg_value *values)
{
    if (!it->range) {
        eg_error(r, scope->source, it->at, "the loop variable \"%s\" needs a range", it->name);
        eg_hint(r, "write \"for %s in 1:n loop\"", it->name);
        return false;
    }
    if (!evaluate_structure(r, scope, it->range, values))
        return false;
    if (values->rank == 1)
        return true;
    eg_error(r, scope->source, it->range->at, "a loop runs through a vector, not through %s",
             eg_value_describe(r, values));
    eg_hint(r, "write \"for %s in 1:n loop\"", it->name);
    return false;
}

/* ---------------------------------------------------------------- the rest */

static bool evaluate_end(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    if (!scope->subscripted) {
        eg_error(r, scope->source, e->at, "\"end\" has a meaning only as a subscript");
        eg_hint(r, "write size(x, 1) elsewhere");
        return false;
    }
    *value = eg_value_number(EG_INTEGER, (double)scope->subscripted->dims[scope->dimension]);
    return true;
}

static bool refuse(eg_reader *r, const eg_scope *scope, const eg_expr *e, const char *what)
{
    eg_error(r, scope->source, e->at, "%s has no value here", what);
    eg_hint(r, "write what is made of numbers, parameters and constants; what changes belongs in equations");
    return false;
}

/* The keyword-like functions that speak of time. */
static bool is_of_time(const char *name)
{
    static const char *const names[] = {"der",          "pre",      "edge",       "change",
                                        "initial",      "terminal", "sample",     "hold",
                                        "delay",        "reinit",   "time",       "spatialDistribution",
                                        "actualStream", "inStream", "cardinality"};
    for (size_t i = 0; i < EG_COUNT(names); i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static void refuse_unknown_function(eg_reader *r, const eg_scope *scope, const eg_expr *e)
{
    const char *name = eg_reference_text(r, e->reference, e->reference->count);
    eg_error(r, scope->source, e->at, "the function \"%.200s\" is not known", name);
    eg_list names = {0};
    eg_function_names(r, &names);
    bool is_near = eg_hint_nearest(r, name, (const char *const *)names.items, names.count);
    if (!is_near && eg_source_is_dyad(scope->source->name))
        eg_hint(r, "functions written in Julia are not called: write out what it computes");
    else if (!is_near)
        eg_hint(r, "declare it: function %.60s input Real x; output Real y; algorithm y := ...; end %.60s;",
                name, name);
}

static bool evaluate_call(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    const eg_reference *name = e->reference;
    if (name->count == 1 && is_of_time(name->parts[0].name)) {
        eg_error(r, scope->source, e->at, "%s(...) changes with time; it cannot stand here",
                 name->parts[0].name);
        eg_hint(r, "use a component that computes it, for instance one of Modelica.Blocks");
        return false;
    }
    eg_definition *d = eg_resolve_function(r, eg_scope_instance(scope), scope->home, scope->source, name);
    if (r->out_of_memory)
        return false;
    if (d && d->kind == EG_D_FUNCTION)
        return eg_function_call(r, scope, e, d->full, value);
    if (d && d->kind == EG_D_SCOPE && d->syntax && d->syntax->restriction == EG_R_FUNCTION)
        return eg_function_value(r, scope, e, d, value);
    if (d && d->kind == EG_D_SCOPE && d->syntax) {
        eg_error(r, scope->source, e->at, "\"%.200s\" is not a function", d->full);
        eg_hint(r, "a record's constructor can be the value of a record only");
        return false;
    }
    if (name->count == 1 && !name->is_global && eg_is_reduction(name->parts[0].name) &&
        !eg_function_is_known(name->parts[0].name))
        return eg_function_value(r, scope, e, NULL, value);
    if (name->count == 1 && !name->is_global && eg_function_is_known(name->parts[0].name))
        return eg_function_call(r, scope, e, name->parts[0].name, value);
    refuse_unknown_function(r, scope, e);
    return false;
}

static bool evaluate_kind(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    switch (e->kind) {
    case EG_E_NUMBER: *value = eg_value_number(e->is_integer ? EG_INTEGER : EG_REAL, e->number); return true;
    case EG_E_BOOLEAN: *value = eg_value_number(EG_BOOLEAN, e->number); return true;
    case EG_E_STRING: *value = eg_value_text(e->text); return true;
    case EG_E_REFERENCE: return eg_evaluate_reference(r, scope, e, value);
    case EG_E_CALL: return evaluate_call(r, scope, e, value);
    case EG_E_ARRAY: return eg_evaluate_array(r, scope, e, value);
    case EG_E_ROWS: return eg_evaluate_rows(r, scope, e, value);
    case EG_E_COLLECT: return eg_evaluate_collect(r, scope, e, value);
    case EG_E_RANGE: return evaluate_range(r, scope, e, value);
    case EG_E_SUM:
    case EG_E_PRODUCT: return evaluate_chain(r, scope, e, value);
    case EG_E_POWER: return evaluate_power(r, scope, e, value);
    case EG_E_NOT: return evaluate_not(r, scope, e, value);
    case EG_E_AND:
    case EG_E_OR: return evaluate_logic(r, scope, e, value);
    case EG_E_RELATION: return evaluate_relation(r, scope, e, value);
    case EG_E_IF: return evaluate_if(r, scope, e, value);
    case EG_E_END: return evaluate_end(r, scope, e, value);
    case EG_E_TUPLE: return refuse(r, scope, e, "a list in parentheses");
    case EG_E_COLON: return refuse(r, scope, e, "\":\"");
    case EG_E_FUNCTION: return refuse(r, scope, e, "a function as an argument");
    }
    return false;
}

bool eg_evaluate(eg_reader *r, const eg_scope *scope, const eg_expr *e, eg_value *value)
{
    *value = EG_NO_VALUE;
    bool ok = false;
    if (r->gave_up || r->out_of_memory)
        return false;
    if (r->evaluations >= EG_EVALUATION_LIMIT) {
        if (r->was_too_deep)
            return false;
        r->was_too_deep = true;
        eg_error(r, scope->source, e->at, "more than %d expressions wait for each other's values",
                 EG_EVALUATION_LIMIT);
        eg_hint(r, "declare parameters before those that depend on them");
        return false;
    }
    r->evaluations++;
    ok = evaluate_kind(r, scope, e, value);
    r->evaluations--;
    if (!ok)
        *value = EG_NO_VALUE;
    return ok;
}
