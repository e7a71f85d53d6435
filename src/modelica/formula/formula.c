/* Expressions to formulas: building blocks, operators, conditions. */
#include "modelica/formula/formula.h"

#include "component/spec_bound.h"

#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- building blocks */

static bool keep(eg_formulas *f, eg_formula formula, int *index)
{
    if ((long long)f->spec->formula_count > 4 * f->r->limit) {
        if (!f->r->gave_up) {
            eg_error(f->r, f->scope.source, f->at, "the equations have more than %lld parts",
                     4 * f->r->limit);
            eg_hint(f->r, "look for a loop of a function that does not end");
        }
        f->r->gave_up = true;
        return false;
    }
    if (!eg_has_room(f->r, f->scope.source, f->at))
        return false;
    *index = eg_spec_add_formula(f->spec, formula);
    if (*index < 0)
        f->r->out_of_memory = true;
    return *index >= 0;
}

bool eg_formula_seen(const eg_formulas *f, int formula, double *number)
{
    if (formula < 0 || f->spec->formulas[formula].op != EG_OP_CONSTANT)
        return false;
    *number = f->spec->formulas[formula].number;
    return true;
}

bool eg_formula_is_literal(const eg_formulas *f, int formula, double *number)
{
    return eg_formula_seen(f, formula, number) && !eg_formula_is_bound(&f->spec->formulas[formula]);
}

static bool hold_name(void *context, const char *path)
{
    return eg_spec_hold_path(context, path, NULL) == 0;
}

static void hold(eg_formulas *f, int formula)
{
    if (!f->r->is_asserting && !eg_formula_names(f->spec, formula, hold_name, f->spec))
        f->r->out_of_memory = true;
}

bool eg_formula_known(eg_formulas *f, int formula, double *number)
{
    if (!eg_formula_seen(f, formula, number))
        return false;
    if (eg_formula_is_bound(&f->spec->formulas[formula]))
        hold(f, formula);
    return true;
}

bool eg_formula_decides(eg_formulas *f, int formula, double *number)
{
    return f->r->keeps_choices ? eg_formula_is_literal(f, formula, number)
                               : eg_formula_known(f, formula, number);
}

bool eg_formula_parameter(eg_formulas *f, const char *path, double number, int *formula)
{
    int name;
    return keep(f, (eg_formula){.op = EG_OP_VARIABLE, .a = -1, .b = -1, .c = -1, .path = path}, &name) &&
           keep(f, (eg_formula){.op = EG_OP_CONSTANT, .a = name, .b = 1, .c = -1, .number = number}, formula);
}

/* The most operators and names of an expression in flat text that a number is made of. */
enum { LONGEST = 200 };

static bool is_bound(const eg_formulas *f, int formula)
{
    return formula >= 0 && eg_formula_is_bound(&f->spec->formulas[formula]);
}

/* A number that came of an operation on numbers: in flat text it is that operation where a parameter takes
 * part. */
static bool made_of(eg_formulas *f, double number, eg_formula operation, int *formula)
{
    const int of[3] = {operation.a, operation.b, operation.c};
    const int operands = eg_op_operands(operation.op);
    int size = 1, whole;
    bool bound = false;
    for (int i = 0; i < operands; i++) {
        bound = bound || is_bound(f, of[i]);
        size += is_bound(f, of[i]) ? f->spec->formulas[of[i]].b : 1;
    }
    if (!bound)
        return eg_formula_number(f, number, formula);
    if (size > LONGEST) {
        for (int i = 0; i < operands; i++)
            hold(f, of[i]);
        return eg_formula_number(f, number, formula);
    }
    return keep(f, operation, &whole) &&
           keep(f, (eg_formula){.op = EG_OP_CONSTANT, .a = whole, .b = size, .c = -1, .number = number},
                formula);
}

/* What an operation comes to whose operands, or those that decide, are numbers. */
static bool fold(eg_formulas *f, int op, int a, int b, int c, int *formula)
{
    double x = 0, y = 0;
    int operands = eg_op_operands(op);
    bool knows_a = eg_formula_seen(f, a, &x), knows_b = operands > 1 && eg_formula_seen(f, b, &y);
    if (op > EG_OP_SELECT || operands == 0)
        return false;
    if (op == EG_OP_SELECT) {
        if (!knows_a && b != c)
            return false;
        double z = 0;
        if (is_bound(f, a) && b != c)
            return knows_b && eg_formula_seen(f, c, &z) &&
                   made_of(f, x != 0 ? y : z, (eg_formula){.op = op, .a = a, .b = b, .c = c}, formula);
        *formula = b == c || x != 0 ? b : c;
        return true;
    }
    if ((op == EG_OP_AND || op == EG_OP_OR) && knows_a != knows_b && !is_bound(f, knows_a ? a : b)) {
        bool decides = ((knows_a ? x : y) != 0) == (op == EG_OP_OR);
        *formula = decides == knows_a ? a : b;
        return true;
    }
    if (!knows_a || (operands > 1 && !knows_b))
        return false;
    return made_of(f, eg_op_compute(op, x, y), (eg_formula){.op = op, .a = a, .b = b, .c = c}, formula);
}

bool eg_formula_add(eg_formulas *f, int op, int a, int b, int c, int *formula)
{
    if (fold(f, op, a, b, c, formula))
        return !f->r->out_of_memory && !f->r->gave_up;
    if (f->r->out_of_memory || f->r->gave_up)
        return false;
    return keep(f, (eg_formula){.op = op, .a = a, .b = b, .c = c}, formula);
}

bool eg_formula_number(eg_formulas *f, double number, int *formula)
{
    return keep(f, (eg_formula){.op = EG_OP_CONSTANT, .a = -1, .b = -1, .c = -1, .number = number}, formula);
}

bool eg_formula_path(eg_formulas *f, const char *path, int *formula)
{
    return eg_formula_derive(f, path, formula) &&
           (*formula >= 0 ||
            keep(f, (eg_formula){.op = EG_OP_VARIABLE, .a = -1, .b = -1, .c = -1, .path = path}, formula));
}

bool eg_formula_guard(eg_formulas *f, int *guard)
{
    *guard = f->is_guarded ? f->guard : -1;
    for (const eg_asked *a = f->asked; a; a = a->outer) {
        int c = a->condition;
        if (!a->holds && !eg_formula_add(f, EG_OP_NOT, c, -1, -1, &c))
            return false;
        if (*guard >= 0 && !eg_formula_add(f, EG_OP_AND, c, *guard, -1, &c))
            return false;
        *guard = c;
    }
    return true;
}

/* ---------------------------------------------------------------- values */

static bool of_value(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_value v;
    return eg_evaluate(f->r, &f->scope, e, &v) && eg_typed_of_value(f, e, &v, out);
}

bool eg_formula_integer(eg_formulas *f, const eg_expr *e, const char *what, long *number)
{
    eg_typed t;
    double x;
    if (!eg_formula_of(f, e, &t))
        return false;
    if (t.type != EG_INTEGER || !eg_formula_known(f, t.formula, &x)) {
        eg_error(f->r, f->scope.source, e->at,
                 t.type == EG_INTEGER ? "%s must be known when the model is read" : "%s must be an Integer",
                 what);
        eg_hint(f->r, t.type == EG_INTEGER ? "make it of numbers, parameters and constants"
                                           : "write a whole number, or integer(...) around it");
        return false;
    }
    *number = (long)x;
    return true;
}

bool eg_formula_size(eg_formulas *f, const eg_expr *e, long *size)
{
    eg_typed t;
    if (e->kind != EG_E_REFERENCE)
        return eg_formula_integer(f, e, "the size of an array", size);
    if (!eg_formula_of_any(f, e, &t))
        return false;
    if (t.rank != 1 || (t.type != EG_BOOLEAN && t.type != EG_ENUMERATION))
        return eg_formula_integer(f, e, "the size of an array", size);
    *size = (long)t.count;
    return true;
}

bool eg_formula_range(eg_formulas *f, const eg_iterator *it, eg_value *values)
{
    eg_typed t;
    if (!it->range)
        return eg_evaluate_range(f->r, &f->scope, it, values); /* says what is missing */
    if (!eg_formula_of_any(f, it->range, &t))
        return false;
    if (t.rank != 1) {
        eg_error(f->r, f->scope.source, it->range->at, "a loop runs through a vector, not through %s",
                 eg_typed_describe(f->r, &t));
        eg_hint(f->r, "write \"for %s in 1:n loop\"", it->name);
        return false;
    }
    if (eg_typed_to_value(f, &t, values))
        return true;
    if (f->r->out_of_memory)
        return false;
    eg_error(f->r, f->scope.source, it->range->at,
             "what a loop runs through must be known when the model is read");
    eg_hint(f->r, "let it run through all that may be, and write if ... then ... inside of it");
    return false;
}

/* ---------------------------------------------------------------- operators */

static bool want_number(eg_formulas *f, const eg_expr *e, const eg_typed *t)
{
    if (eg_typed_is_number(t))
        return true;
    eg_error(f->r, f->scope.source, e->at, "a number must stand here, not %s",
             t->type == EG_BOOLEAN ? "a truth value" : eg_typed_describe(f->r, t));
    if (t->type == EG_BOOLEAN)
        eg_hint(f->r, "write if b then 1 else 0");
    else if (t->type == EG_ENUMERATION)
        eg_hint(f->r, "write Integer(...), the number of the literal");
    else
        eg_hint(f->r, "write a number, or a variable or an expression that is one");
    return false;
}

static bool number_of(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    return eg_formula_of_any(f, e, out) && want_number(f, e, out);
}

static void warn_of_units(eg_formulas *f, const eg_expr *at, const char *what, const eg_typed *a,
                          const eg_typed *b)
{
    if (a->unit && b->unit && eg_quantity_differs(a->unit, b->unit))
        eg_warn(f->r, f->scope.source, at->at, "this %s %s and %s", what, a->unit->text, b->unit->text);
}

/* A text that changes is one of those that are written down; what it is joined to would be none of them. */
static bool refuse_open_text(eg_formulas *f, const eg_expr *e, const eg_typed *t)
{
    if (t->type != EG_STRING || t->text)
        return true;
    eg_error(f->r, f->scope.source, e->at,
             "a text that changes can only be assigned and compared by == and <>");
    eg_hint(f->r, "write the whole texts, if b then \"valve open\" else \"valve closed\"");
    return false;
}

/* Texts are joined by +. */
static bool of_texts(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    const char *text = out->text;
    if (!refuse_open_text(f, e->items[0], out))
        return false;
    for (uint32_t i = 1; i < e->count; i++) {
        eg_typed next;
        if (!eg_formula_of_any(f, e->items[i], &next))
            return false;
        if (!refuse_open_text(f, e->items[i], &next))
            return false;
        if (next.type != EG_STRING || e->operators[i] != EG_T_PLUS) {
            eg_error(f->r, f->scope.source, e->items[i]->at, "\"%s\" cannot join String and %s",
                     eg_token_kind_text(e->operators[i]), eg_typed_describe(f->r, &next));
            eg_hint(f->r, "join texts by +, and write String(...) around numbers");
            return false;
        }
        if (!eg_count_steps(f->r, f->scope.source, e->at, 1 + (long long)strlen(text) / 16))
            return false;
        text = eg_textf(f->r, "%s%s", text, next.text);
    }
    out->formula = -1;
    out->text = text;
    return true;
}

static bool of_sum(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    if (!eg_formula_of_any(f, e->items[0], out))
        return false;
    if (out->type == EG_STRING && e->operators[0] != EG_T_MINUS)
        return of_texts(f, e, out);
    if (!want_number(f, e->items[0], out))
        return false;
    eg_typed first = *out;
    if (e->operators[0] == EG_T_MINUS && !eg_formula_each(f, e->at, EG_OP_NEG, &first, out))
        return false;
    for (uint32_t i = 1; i < e->count; i++) {
        eg_typed next, left = *out;
        bool minus = e->operators[i] == EG_T_MINUS || e->operators[i] == EG_T_DOT_MINUS;
        if (!number_of(f, e->items[i], &next))
            return false;
        warn_of_units(f, e->items[i], minus ? "subtracts" : "adds", out, &next);
        if (!eg_formula_operate(f, e->items[i]->at, e->operators[i], &left, &next, out))
            return false;
        out->unit = left.unit ? left.unit : next.unit;
    }
    return true;
}

/* A factor that counts, as in 2*x and x/2, leaves a unit as it is. Any other literal may have a unit of its
 * own, 9.81 that of an acceleration and 1000 that of millimetres to the metre: the product's unit is not
 * known then. */
static bool counts(const eg_expr *e)
{
    return e->kind == EG_E_NUMBER && e->number < 10 && !(floor(2 * e->number) < 2 * e->number);
}

static bool of_product(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    if (!number_of(f, e->items[0], out))
        return false;
    bool is_count = counts(e->items[0]);
    for (uint32_t i = 1; i < e->count; i++) {
        eg_typed next, left = *out;
        bool divide = e->operators[i] == EG_T_SLASH || e->operators[i] == EG_T_DOT_SLASH;
        if (!number_of(f, e->items[i], &next) ||
            !eg_formula_operate(f, e->items[i]->at, e->operators[i], &left, &next, out))
            return false;
        out->unit = left.unit;
        if (!counts(e->items[i]))
            out->unit =
                is_count && !divide ? next.unit : eg_quantity_product(f->r, left.unit, next.unit, divide);
        is_count = is_count && counts(e->items[i]);
    }
    return true;
}

static bool of_power(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed base, exponent;
    double n;
    if (!number_of(f, e->items[0], &base) || !number_of(f, e->items[1], &exponent) ||
        !eg_formula_operate(f, e->at, e->operators[0], &base, &exponent, out))
        return false;
    out->unit = NULL;
    bool halves = exponent.rank == 0 && eg_formula_seen(f, exponent.formula, &n) && fabs(n) < 100.0 &&
                  2 * n == (double)(int)(2 * n);
    if (halves)
        out->unit = eg_quantity_power(f->r, base.unit, (int)(2 * n));
    return true;
}

static bool check_condition(eg_formulas *f, const eg_expr *e, const char *what, const eg_typed *out)
{
    if (out->type == EG_BOOLEAN)
        return true;
    eg_error(f->r, f->scope.source, e->at, "%s is %s; it must be Boolean", what,
             eg_typed_is_number(out) ? "a number" : eg_typed_describe(f->r, out));
    if (eg_typed_is_number(out))
        eg_hint(f->r, "compare it: x > 0");
    else
        eg_hint(f->r, "write a condition, as x > 0, or true or false");
    return false;
}

bool eg_formula_of_condition(eg_formulas *f, const eg_expr *e, const char *what, eg_typed *out)
{
    return eg_formula_of(f, e, out) && check_condition(f, e, what, out);
}

bool eg_formula_of_conditions(eg_formulas *f, const eg_expr *e, const char *what, eg_typed *out)
{
    if (!eg_formula_of_any(f, e, out))
        return false;
    if (out->rank != 1 || out->type != EG_BOOLEAN)
        return eg_formula_of_condition(f, e, what, out);
    if (out->count > 0)
        return true;
    *out = eg_typed_scalar(EG_BOOLEAN, -1, NULL);
    return eg_formula_number(f, 0, &out->formula);
}

bool eg_formula_try(eg_formulas *f, eg_attempt *attempt, void *context)
{
    eg_reader *r = f->r;
    const bool before = r->keeps_choices;
    const int branches = f->branches;
    const size_t equations = f->spec->equation_count;
    if (!eg_formula_tries(f))
        return attempt(f, context);
    const eg_quiet outside = eg_be_quiet(r);
    r->keeps_choices = true;
    const bool ok = attempt(f, context) && r->errors == 0;
    r->keeps_choices = false;
    eg_be_loud(r, outside);
    if (!ok) {
        f->branches = branches;
        f->spec->equation_count = equations;
    }
    const bool done = ok || attempt(f, context);
    r->keeps_choices = before;
    return done;
}

/* One truth value, or an array of them: "and", "or" and "not" work element by element (10.6.9). */
static bool truths_of(eg_formulas *f, const eg_expr *e, const char *what, eg_typed *out)
{
    return eg_formula_of_any(f, e, out) && check_condition(f, e, what, out);
}

static bool join_truths(eg_formulas *f, const eg_expr *e, bool is_or, const eg_typed *next, eg_typed *out)
{
    const int op = is_or ? EG_OP_OR : EG_OP_AND;
    const eg_typed left = *out;
    int *formulas;
    if (!eg_typed_same_shape(&left, next)) {
        eg_error(f->r, f->scope.source, e->at, "\"%s\" cannot join %s and %s", is_or ? "or" : "and",
                 eg_typed_describe(f->r, &left), eg_typed_describe(f->r, next));
        eg_hint(f->r, "join two truth values, or arrays of them whose sizes are the same");
        return false;
    }
    if (left.rank == 0)
        return eg_formula_add(f, op, left.formula, next->formula, -1, &out->formula);
    if (!eg_typed_array(f, e->at, left, left.rank, left.dims, out, &formulas))
        return false;
    for (size_t i = 0; i < left.count; i++)
        if (!eg_formula_add(f, op, left.formulas[i], next->formulas[i], -1, &formulas[i]))
            return false;
    return true;
}

/* What decides ends it: what stands behind need not have a value. */
static bool of_operands(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    bool is_or = e->kind == EG_E_OR;
    const char *what = is_or ? "the operand of \"or\"" : "the operand of \"and\"";
    double known;
    if (!truths_of(f, e->items[0], what, out))
        return false;
    for (uint32_t i = 1; i < e->count; i++) {
        eg_typed next;
        if (out->rank == 0 && eg_formula_decides(f, out->formula, &known) && (known != 0) == is_or)
            return true;
        if (!truths_of(f, e->items[i], what, &next) || !join_truths(f, e->items[i], is_or, &next, out))
            return false;
    }
    return true;
}

typedef struct attempted {
    const eg_expr *e;
    eg_typed *out;
} attempted;

static bool attempt_operands(eg_formulas *f, void *context)
{
    const attempted *a = context;
    return of_operands(f, a->e, a->out);
}

static bool of_logic(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    attempted a = {e, out};
    return eg_formula_tries(f) ? eg_formula_try(f, attempt_operands, &a) : of_operands(f, e, out);
}

static bool of_not(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed operand;
    return truths_of(f, e->items[0], "what \"not\" negates", &operand) &&
           eg_formula_each(f, e->at, EG_OP_NOT, &operand, out);
}

static bool compare_texts(eg_formulas *f, const eg_expr *e, eg_typed *a, eg_typed *b, eg_typed *out)
{
    const eg_token_kind op = e->operators[0];
    *out = eg_typed_scalar(EG_BOOLEAN, -1, NULL);
    if (!a->text || !b->text) {
        if (op != EG_T_EQUAL && op != EG_T_NOT_EQUAL)
            return refuse_open_text(f, e, a->text ? b : a);
        return eg_number_text(f, a) && eg_number_text(f, b) &&
               eg_formula_add(f, op == EG_T_EQUAL ? EG_OP_EQUAL : EG_OP_NOT_EQUAL, a->formula, b->formula, -1,
                              &out->formula);
    }
    int order = strcmp(a->text, b->text);
    return eg_formula_number(f, eg_relation_holds(op, order), &out->formula);
}

static bool can_compare(eg_formulas *f, const eg_expr *e, const eg_typed *a, const eg_typed *b, bool equality)
{
    bool numbers = eg_typed_is_number(a) && eg_typed_is_number(b);
    bool literals = a->type == EG_ENUMERATION && b->type == EG_ENUMERATION &&
                    eg_same_enumeration(a->literals, a->type_name, b->literals, b->type_name);
    bool truths = a->type == EG_BOOLEAN && b->type == EG_BOOLEAN && equality;
    double known;
    if (a->rank > 0 || b->rank > 0 || (!numbers && !literals && !truths)) {
        eg_error(f->r, f->scope.source, e->at, "%s and %s cannot be compared", eg_typed_describe(f->r, a),
                 eg_typed_describe(f->r, b));
        eg_hint(f->r, "compare single numbers, literals of one enumeration, or truth values by == and <>");
        return false;
    }
    bool changes = !eg_formula_seen(f, a->formula, &known) || !eg_formula_seen(f, b->formula, &known);
    if (!equality || !changes || (a->type != EG_REAL && b->type != EG_REAL))
        return true;
    eg_error(f->r, f->scope.source, e->at, "numbers that change continuously cannot be compared by \"%s\"",
             e->operators[0] == EG_T_EQUAL ? "==" : "<>");
    eg_hint(f->r, "compare them by < or >");
    return false;
}

static bool of_relation(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed a, b;
    if (!eg_formula_of_any(f, e->items[0], &a) || !eg_formula_of_any(f, e->items[1], &b))
        return false;
    eg_token_kind op = e->operators[0];
    bool equality = op == EG_T_EQUAL || op == EG_T_NOT_EQUAL;
    if (a.type == EG_STRING && b.type == EG_STRING && a.rank == 0 && b.rank == 0)
        return compare_texts(f, e, &a, &b, out);
    if (!can_compare(f, e, &a, &b, equality))
        return false;
    warn_of_units(f, e, "compares", &a, &b);
    bool swap = op == EG_T_GREATER || op == EG_T_GREATER_EQUAL;
    int code = EG_OP_LESS_EQUAL;
    if (op == EG_T_EQUAL)
        code = EG_OP_EQUAL;
    else if (op == EG_T_NOT_EQUAL)
        code = EG_OP_NOT_EQUAL;
    else if (op == EG_T_LESS || op == EG_T_GREATER)
        code = EG_OP_LESS;
    *out = eg_typed_scalar(EG_BOOLEAN, -1, NULL);
    return eg_formula_add(f, code, swap ? b.formula : a.formula, swap ? a.formula : b.formula, -1,
                          &out->formula);
}

/* ---------------------------------------------------------------- if */

/* One branch of an if-expression: its condition (-1: holds always) and value. */
typedef struct branch {
    int condition;
    eg_typed value;
} branch;

/* Carries out the branches that can hold: behind one that surely does nothing is looked at. asked[i] is for
 * the condition of branch i, while its value is carried out and behind it. */
static bool list_branches(eg_formulas *f, const eg_expr *e, branch *list, uint32_t *count, eg_asked *asked)
{
    int outside = f->branches;
    for (uint32_t i = 0; i < e->count; i += 2) {
        bool is_else = i + 1 == e->count;
        eg_typed condition = eg_typed_scalar(EG_BOOLEAN, -1, NULL);
        double known = 1;
        if (!is_else && !eg_formula_of_condition(f, e->items[i], "the condition", &condition))
            return false;
        bool is_known = is_else || eg_formula_decides(f, condition.formula, &known);
        if (is_known && known == 0)
            continue;
        branch *b = &list[(*count)++];
        b->condition = is_known ? -1 : condition.formula;
        f->branches += !is_known && f->branches == outside;
        if (!is_known) {
            asked[i] = (eg_asked){condition.formula, true, f->asked};
            f->asked = &asked[i];
        }
        if (!eg_formula_of_any(f, e->items[is_else ? i : i + 1], &b->value))
            return false;
        if (is_known)
            break;
        asked[i].holds = false;
    }
    f->branches = outside;
    return true;
}

static bool of_branches(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    uint32_t count = 0;
    branch *list = eg_new_array(f->r, e->count, sizeof *list);
    eg_asked *asked = eg_new_array(f->r, e->count, sizeof *asked);
    const eg_asked *outside = f->asked;
    bool ok = list && asked && list_branches(f, e, list, &count, asked);
    f->asked = outside;
    if (!ok || count == 0)
        return false;
    eg_typed all = list[0].value;
    for (uint32_t i = 1; i < count; i++) {
        warn_of_units(f, e, "chooses between", &all, &list[i].value);
        if (!eg_typed_join(f, e->at, "the branches", &all, &list[i].value))
            return false;
    }
    for (uint32_t i = 0; count > 1 && i < count; i++) {
        if (!eg_number_text(f, &list[i].value))
            return false;
        list[i].value.text = NULL;
    }
    *out = list[count - 1].value;
    for (uint32_t i = count - 1; i-- > 0;) {
        eg_typed rest = *out;
        if (!eg_formula_select(f, e->at, list[i].condition, &list[i].value, &rest, out))
            return false;
    }
    out->type = all.type;
    out->unit = all.unit;
    return true;
}

static bool attempt_branches(eg_formulas *f, void *context)
{
    const attempted *a = context;
    return of_branches(f, a->e, a->out);
}

static bool of_if(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    attempted a = {e, out};
    return eg_formula_tries(f) ? eg_formula_try(f, attempt_branches, &a) : of_branches(f, e, out);
}

/* ---------------------------------------------------------------- all */

static bool of_kind(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    switch (e->kind) {
    case EG_E_REFERENCE: return eg_formula_of_reference(f, e, out);
    case EG_E_CALL: return eg_formula_of_call(f, e, out);
    case EG_E_SUM: return of_sum(f, e, out);
    case EG_E_PRODUCT: return of_product(f, e, out);
    case EG_E_POWER: return of_power(f, e, out);
    case EG_E_AND:
    case EG_E_OR: return of_logic(f, e, out);
    case EG_E_NOT: return of_not(f, e, out);
    case EG_E_RELATION: return of_relation(f, e, out);
    case EG_E_IF: return of_if(f, e, out);
    case EG_E_ARRAY: return eg_formula_of_array(f, e, out);
    case EG_E_ROWS: return eg_formula_of_rows(f, e, out);
    case EG_E_COLLECT: return eg_formula_of_collect(f, e, out);
    case EG_E_RANGE: return eg_formula_of_range(f, e, out);
    default: return of_value(f, e, out);
    }
}

bool eg_formula_of_any(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_reader *r = f->r;
    *out = EG_NOT_TYPED;
    f->at = e->at;
    if (r->gave_up || r->out_of_memory || !eg_count_steps(r, f->scope.source, e->at, 1))
        return false;
    if (r->evaluations >= EG_EVALUATION_LIMIT) {
        if (!r->was_too_deep) {
            eg_error(r, f->scope.source, e->at, "more than %d expressions wait for each other's values",
                     EG_EVALUATION_LIMIT);
            eg_hint(r, "give some of them a number, so that fewer depend on one another");
        }
        r->was_too_deep = true;
        return false;
    }
    r->evaluations++;
    bool ok = of_kind(f, e, out);
    r->evaluations--;
    return ok;
}

bool eg_formula_of(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    if (!eg_formula_of_any(f, e, out))
        return false;
    if (out->rank == 0 && out->type < EG_STRING)
        return true;
    eg_error(f->r, f->scope.source, e->at, "one number or truth value must stand here, not %s",
             eg_typed_describe(f->r, out));
    if (out->rank > 0)
        eg_hint(f->r, "name one element: x[1]");
    else
        eg_hint(f->r, "write a number or a condition, or the member of the record that is one");
    return false;
}
