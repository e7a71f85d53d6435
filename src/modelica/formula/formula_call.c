/* Calls in equations: functions of numbers, der, pre and their kin, functions of one's own. */
#include <math.h>
#include <string.h>

#include "modelica/formula/equations.h"
#include "modelica/instance/influence.h"
#include "modelica/value/conversions.h"
#include "modelica/value/functions.h"
#include "modelica/value/tables.h"

/* ---------------------------------------------------------------- functions of numbers */

typedef enum unit_rule { NO_UNIT, SAME_UNIT, ROOT_OF_UNIT, ANGLE } unit_rule;

typedef struct operator_of {
    const char *name;
    int op;
    int arguments;
    unit_rule rule;
    bool jumps; /* at values of continuous arguments */
} operator_of;

static const operator_of operators[] = {
    {"sqrt", EG_OP_SQRT, 1, ROOT_OF_UNIT, false}, {"sin", EG_OP_SIN, 1, NO_UNIT, false},
    {"cos", EG_OP_COS, 1, NO_UNIT, false},        {"tan", EG_OP_TAN, 1, NO_UNIT, false},
    {"asin", EG_OP_ASIN, 1, NO_UNIT, false},      {"acos", EG_OP_ACOS, 1, NO_UNIT, false},
    {"atan", EG_OP_ATAN, 1, NO_UNIT, false},      {"atan2", EG_OP_ATAN2, 2, NO_UNIT, false},
    {"sinh", EG_OP_SINH, 1, NO_UNIT, false},      {"cosh", EG_OP_COSH, 1, NO_UNIT, false},
    {"tanh", EG_OP_TANH, 1, NO_UNIT, false},      {"exp", EG_OP_EXP, 1, NO_UNIT, false},
    {"log", EG_OP_LOG, 1, NO_UNIT, false},        {"log10", EG_OP_LOG10, 1, NO_UNIT, false},
    {"floor", EG_OP_FLOOR, 1, SAME_UNIT, true},   {"ceil", EG_OP_CEIL, 1, SAME_UNIT, true},
    {"integer", EG_OP_FLOOR, 1, NO_UNIT, true},   {"div", EG_OP_QUOTIENT, 2, NO_UNIT, true},
    {"mod", EG_OP_MODULO, 2, SAME_UNIT, true},    {"rem", EG_OP_REMAINDER, 2, SAME_UNIT, true},
};

static bool check_count(eg_formulas *f, const eg_expr *e, const char *name, uint32_t least, uint32_t most)
{
    if (e->names) {
        eg_error(f->r, f->scope.source, e->at, "%s takes its arguments by position, not by name", name);
        eg_hint(f->r, "leave the names and = out");
        return false;
    }
    if (e->count >= least && e->count <= most)
        return true;
    if (least == most)
        eg_error(f->r, f->scope.source, e->at, "%s takes %u argument%s, not %u", name, least,
                 least == 1 ? "" : "s", e->count);
    else
        eg_error(f->r, f->scope.source, e->at, "%s takes %u to %u arguments, not %u", name, least, most,
                 e->count);
    eg_hint(f->r, e->count < least ? "add what is missing; a missing comma joins two"
                                   : "leave out what is too much; decimals have a point, not a comma");
    return false;
}

static bool number_of(eg_formulas *f, const eg_expr *e, const char *name, uint32_t i, eg_typed *a)
{
    if (!eg_formula_of_any(f, e->items[i], a))
        return false;
    if (eg_typed_is_number(a))
        return true;
    eg_error(f->r, f->scope.source, e->items[i]->at, "argument %u of %s is %s; it must be a number", i + 1,
             name, a->type == EG_BOOLEAN ? "a truth value" : eg_typed_describe(f->r, a));
    eg_hint(f->r, a->type == EG_BOOLEAN ? "write if ... then 1 else 0 around it"
                                        : "write a number or a variable there");
    return false;
}

/* Numbers, or arrays of them. */
static bool numbers_of(eg_formulas *f, const eg_expr *e, const char *name, uint32_t count, eg_typed *a)
{
    if (!check_count(f, e, name, count, count))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (!number_of(f, e, name, i, &a[i]))
            return false;
    return true;
}

/* Scalars only. */
static bool scalars_of(eg_formulas *f, const eg_expr *e, const char *name, uint32_t count, eg_typed *a)
{
    if (!numbers_of(f, e, name, count, a))
        return false;
    for (uint32_t i = 0; i < count; i++)
        if (a[i].rank > 0) {
            eg_error(f->r, f->scope.source, e->items[i]->at, "argument %u of %s is %s; it must be one number",
                     i + 1, name, eg_typed_describe(f->r, &a[i]));
            eg_hint(f->r, "call it for each element: {f(x[i]) for i in 1:size(x, 1)}");
            return false;
        }
    return true;
}

/* What is computed from numbers alone must be one, but in a branch that may never be taken. */
static bool check_finite(eg_formulas *f, const eg_expr *e, const char *name, int formula)
{
    double x;
    if (!eg_formula_seen(f, formula, &x) || isfinite(x) || eg_formula_may_be_passed_by(f))
        return true;
    eg_error(f->r, f->scope.source, e->at, "%s has no finite value for these arguments", name);
    eg_hint(f->r, "choose arguments for which it is defined");
    return false;
}

/* `silent`: its steps are no events. */
static bool apply(eg_formulas *f, const eg_expr *e, const operator_of *o, bool silent, int a, int b,
                  int *formula)
{
    if (!eg_formula_add(f, o->op, a, b, -1, formula))
        return false;
    if (silent && f->spec->formulas[*formula].op == o->op)
        f->spec->formulas[*formula].number = 1;
    return check_finite(f, e, o->name, *formula);
}

static bool call_operator(eg_formulas *f, const eg_expr *e, const operator_of *o, eg_typed *out)
{
    eg_typed a[2] = {EG_NOT_TYPED, EG_NOT_TYPED};
    int *formulas;
    if (!numbers_of(f, e, o->name, (uint32_t)o->arguments, a))
        return false;
    bool two = o->arguments > 1, discrete = a[0].type == EG_INTEGER && (!two || a[1].type == EG_INTEGER);
    const eg_typed *shape = two && a[0].rank == 0 ? &a[1] : &a[0];
    if (two && a[0].rank > 0 && a[1].rank > 0 && !eg_typed_same_shape(&a[0], &a[1])) {
        eg_error(f->r, f->scope.source, e->at, "the arguments of %s are %s and %s", o->name,
                 eg_typed_describe(f->r, &a[0]), eg_typed_describe(f->r, &a[1]));
        eg_hint(f->r, "give it two single numbers, or two arrays of one size");
        return false;
    }
    eg_typed like = eg_typed_scalar(EG_REAL, -1, NULL);
    if (o->jumps && (discrete || strcmp(o->name, "integer") == 0))
        like.type = EG_INTEGER;
    if (o->rule == SAME_UNIT)
        like.unit = a[0].unit;
    else if (o->rule == ROOT_OF_UNIT && a[0].unit)
        like.unit = eg_quantity_power(f->r, a[0].unit, 1);
    else
        like.unit = NULL;
    bool silent = o->jumps && (discrete || f->is_discrete || f->is_smooth);
    *out = like;
    if (shape->rank == 0)
        return apply(f, e, o, silent, a[0].formula, two ? a[1].formula : -1, &out->formula);
    if (!eg_typed_array(f, e->at, like, shape->rank, shape->dims, out, &formulas))
        return false;
    for (size_t i = 0; i < out->count; i++)
        if (!apply(f, e, o, silent, eg_typed_at(&a[0], a[0].rank > 0 ? i : 0),
                   two ? eg_typed_at(&a[1], a[1].rank > 0 ? i : 0) : -1, &formulas[i]))
            return false;
    return true;
}

static bool with_number(eg_formulas *f, int op, int formula, double number, int *out)
{
    int second;
    return eg_formula_number(f, number, &second) && eg_formula_add(f, op, formula, second, -1, out);
}

static bool call_conversion(eg_formulas *f, const eg_expr *e, const eg_conversion *c, eg_typed *out)
{
    eg_typed x;
    *out = EG_NOT_TYPED;
    return scalars_of(f, e, c->name, 1, &x) &&
           with_number(f, EG_OP_ADD, x.formula, c->before, &out->formula) &&
           with_number(f, EG_OP_MUL, out->formula, c->factor, &out->formula) &&
           with_number(f, EG_OP_DIV, out->formula, c->divisor, &out->formula) &&
           with_number(f, EG_OP_ADD, out->formula, c->after, &out->formula);
}

/* ---------------------------------------------------------------- kinks and jumps: their edges are events */

static bool select_of(eg_formulas *f, int low, int high, int then, int otherwise, int *out)
{
    int condition;
    return eg_formula_add(f, EG_OP_LESS, low, high, -1, &condition) &&
           eg_formula_add(f, EG_OP_SELECT, condition, then, otherwise, out);
}

static bool call_abs(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed x;
    return numbers_of(f, e, "abs", 1, &x) && eg_formula_each(f, e->at, EG_OP_ABS, &x, out);
}

static bool call_sign(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed x;
    int zero, one, minus, rest, *formulas = &out->formula;
    if (!numbers_of(f, e, "sign", 1, &x) || !eg_formula_number(f, 0, &zero) ||
        !eg_formula_number(f, 1, &one) || !eg_formula_number(f, -1, &minus))
        return false;
    *out = eg_typed_scalar(EG_INTEGER, -1, NULL);
    if (x.rank > 0 && !eg_typed_array(f, e->at, *out, x.rank, x.dims, out, &formulas))
        return false;
    for (size_t i = 0; i < x.count; i++) {
        int element = eg_typed_at(&x, i);
        if (!select_of(f, element, zero, minus, zero, &rest) ||
            !select_of(f, zero, element, one, rest, &formulas[i]))
            return false;
    }
    return true;
}

/* semiLinear(x, k_up, k_down): one slope for x >= 0, another one for x < 0. */
static bool call_semi_linear(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed a[3];
    int zero, condition, slope;
    if (!scalars_of(f, e, "semiLinear", 3, a))
        return false;
    *out = eg_typed_scalar(EG_REAL, -1, eg_quantity_product(f->r, a[0].unit, a[1].unit, false));
    return eg_formula_number(f, 0, &zero) &&
           eg_formula_add(f, EG_OP_LESS, a[0].formula, zero, -1, &condition) &&
           eg_formula_add(f, EG_OP_SELECT, condition, a[2].formula, a[1].formula, &slope) &&
           eg_formula_add(f, EG_OP_MUL, a[0].formula, slope, -1, &out->formula);
}

/* noEvent(x): relations in it are no events. */
static bool call_no_event(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    bool before = f->is_smooth;
    eg_typed x;
    f->is_smooth = true;
    bool ok = check_count(f, e, "noEvent", 1, 1) && eg_formula_of_any(f, e->items[0], &x);
    f->is_smooth = before;
    return ok && (x.type == EG_STRING ? (*out = x, true) : eg_formula_each(f, e->at, EG_OP_SMOOTH, &x, out));
}

/* withDerivative(x, dx): x, and wherever its derivative is asked for, dx. */
static bool call_with_derivative(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed a[2];
    if (!scalars_of(f, e, "withDerivative", 2, a))
        return false;
    *out = eg_typed_scalar(EG_REAL, -1, a[0].unit);
    return eg_formula_add(f, EG_OP_ALONG, a[0].formula, a[1].formula, -1, &out->formula);
}

/* impulse(v, after): the force of an impact; impactSpeed(v, after): how fast the last one was. */
static bool call_impact(eg_formulas *f, const eg_expr *e, const char *name, int op, eg_typed *out)
{
    eg_typed a[2];
    if (!scalars_of(f, e, name, 2, a))
        return false;
    *out = eg_typed_scalar(EG_REAL, -1, op == EG_OP_STRUCK ? a[0].unit : NULL);
    return eg_formula_add(f, op, a[0].formula, a[1].formula, -1, &out->formula);
}

/* holds(b): b, but false while an impulse acts. */
static bool call_holds(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed a;
    if (!check_count(f, e, "holds", 1, 1) || !eg_formula_of_any(f, e->items[0], &a))
        return false;
    if (a.type != EG_BOOLEAN || a.rank > 0) {
        eg_error(f->r, f->scope.source, e->items[0]->at, "holds(...) wants one truth value");
        eg_hint(f->r, "write a condition in it, as in holds(x > 1)");
        return false;
    }
    *out = eg_typed_scalar(EG_BOOLEAN, -1, NULL);
    return eg_formula_add(f, EG_OP_HOLDS, a.formula, -1, -1, &out->formula);
}

/* smooth(p, x): events are allowed there, and keep every step exact. homotopy(x, simplified). */
static bool call_one_of_two(eg_formulas *f, const eg_expr *e, const char *name, uint32_t which, eg_typed *out)
{
    bool named = e->names && strcmp(name, "homotopy") == 0;
    for (uint32_t i = 0; named && i < e->count; i++)
        if (e->names[i] && strcmp(e->names[i], "actual") == 0)
            which = i;
    if (!named && !check_count(f, e, name, 2, 2))
        return false;
    return eg_formula_of_any(f, e->items[which], out);
}

/* ---------------------------------------------------------------- der, pre, ... */

/* What a when clause asks of a rate is what it is at the event: a variable that equals it always. */
static bool name_rate(eg_formulas *f, uint32_t at, const eg_quantity *unit, int *formula)
{
    const char *path = eg_textf(f->r, "rate.%zu", f->spec->variable_count + 1);
    eg_user_equation equation = {.kind = EG_USER_EQUATION, .right = *formula, .when = -1};
    eg_user_variable v = {.path = path,
                          .unit = unit ? unit->text : "",
                          .type = EG_REAL,
                          .is_hidden = true,
                          .start = NAN,
                          .nominal = NAN,
                          .fixed = -1,
                          .state_select = -1,
                          .place = eg_source_place(f->scope.source, at)};
    if (eg_spec_add_variable(f->spec, v) < 0) {
        f->r->out_of_memory = true;
        return false;
    }
    if (!eg_formula_path(f, path, formula))
        return false;
    equation.left = *formula;
    return eg_add_equation(f, equation, at);
}

static bool call_der(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed x;
    int *formulas = NULL;
    if (!numbers_of(f, e, "der", 1, &x))
        return false;
    if (x.type != EG_REAL && e->items[0]->kind == EG_E_REFERENCE) {
        eg_error(f->r, f->scope.source, e->items[0]->at, "der(...) is of Real, and this is %s",
                 eg_typed_describe(f->r, &x));
        eg_hint(f->r, "declare it as Real; what is Integer changes by jumps alone");
        return false;
    }
    x.type = EG_REAL;
    x.unit = x.unit ? eg_quantity_product(f->r, x.unit, eg_quantity_of(f->r, "s"), true) : NULL;
    if (!eg_formula_each(f, e->at, EG_OP_DER, &x, out))
        return false;
    if (!f->is_discrete || f->is_for_now)
        return true;
    if (out->rank == 0)
        return name_rate(f, e->at, out->unit, &out->formula);
    eg_typed rates = *out;
    if (!eg_typed_array(f, e->at, rates, rates.rank, rates.dims, out, &formulas))
        return false;
    for (size_t i = 0; i < out->count; i++) {
        formulas[i] = eg_typed_at(&rates, i);
        if (!name_rate(f, e->at, rates.unit, &formulas[i]))
            return false;
    }
    return true;
}

/* edge(b), change(x) in an algorithm, where b is what it has been assigned so far. */
static bool compare_with_before(eg_formulas *f, const eg_expr *e, int op, const eg_typed *variable,
                                eg_typed *out)
{
    eg_typed now, before, was_not;
    if (!eg_formula_of_any(f, e->items[0], &now) || !eg_formula_each(f, e->at, EG_OP_PRE, variable, &before))
        return false;
    *out = eg_typed_scalar(EG_BOOLEAN, -1, NULL);
    if (op == EG_OP_CHANGE)
        return eg_formula_add(f, EG_OP_NOT_EQUAL, now.formula, before.formula, -1, &out->formula);
    return eg_formula_each(f, e->at, EG_OP_NOT, &before, &was_not) &&
           eg_formula_add(f, EG_OP_AND, now.formula, was_not.formula, -1, &out->formula);
}

static bool call_of_variable(eg_formulas *f, const eg_expr *e, const char *name, int op, eg_typed *out)
{
    eg_typed x;
    if (!check_count(f, e, name, 1, 1) || !eg_formula_of_variable(f, e->items[0], &x))
        return false;
    if (op == EG_OP_EDGE && x.type != EG_BOOLEAN) {
        eg_error(f->r, f->scope.source, e->items[0]->at, "edge(...) is of a Boolean");
        eg_hint(f->r, "write edge(b) with Boolean b = x > 0, or change(x)");
        return false;
    }
    if (op != EG_OP_PRE && f->locals && f->locals->are_paths && x.rank == 0 && x.type != EG_REAL)
        return compare_with_before(f, e, op, &x, out);
    if (op != EG_OP_PRE) {
        x.type = EG_BOOLEAN;
        x.unit = NULL;
    }
    return eg_formula_each(f, e->at, op, &x, out);
}

static bool call_sample(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed a[2];
    double number[2];
    eg_asker before = eg_ask_for(f->r, EG_FOR_STRUCTURE);
    bool ok = scalars_of(f, e, "sample", 2, a);
    eg_ask_for(f->r, before);
    if (!ok)
        return false;
    for (int i = 0; i < 2; i++)
        if (!eg_formula_seen(f, a[i].formula, &number[i])) {
            eg_error(f->r, f->scope.source, e->items[i]->at,
                     "start and interval of sample(...) must be known when the model is read");
            eg_hint(
                f->r,
                "let them follow from parameters; or write when time >= pre(next) then next = time + ...");
            return false;
        }
    if (!(number[1] > 0)) {
        eg_error(f->r, f->scope.source, e->items[1]->at, "the interval of sample(...) must be positive");
        eg_hint(f->r, "write sample(start, interval)");
        return false;
    }
    if (!(fabs(number[0]) <= EG_SAMPLES_MOST * number[1])) {
        eg_error(f->r, f->scope.source, e->items[0]->at,
                 "sample(...) starts %.3g intervals away from time 0, which doubles do not count",
                 fabs(number[0]) / number[1]);
        eg_hint(f->r, "let it start nearer to the run, or make the interval longer");
        return false;
    }
    *out = eg_typed_scalar(EG_BOOLEAN, -1, NULL);
    return eg_formula_add(f, EG_OP_SAMPLE, a[0].formula, a[1].formula, -1, &out->formula);
}

static bool call_initial(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    *out = eg_typed_scalar(EG_BOOLEAN, -1, NULL);
    return check_count(f, e, "initial", 0, 0) && eg_formula_add(f, EG_OP_INITIAL, -1, -1, -1, &out->formula);
}

static bool call_terminal(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    *out = eg_typed_scalar(EG_BOOLEAN, -1, NULL);
    return check_count(f, e, "terminal", 0, 0) &&
           eg_formula_add(f, EG_OP_TERMINAL, -1, -1, -1, &out->formula);
}

/* delay(x, T), delay(x, T, longest) */
static bool call_delay(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed a[3] = {EG_NOT_TYPED, EG_NOT_TYPED, EG_NOT_TYPED};
    int *formulas;
    double known;
    if (!check_count(f, e, "delay", 2, 3))
        return false;
    if (!number_of(f, e, "delay", 0, &a[0]))
        return false;
    eg_asker before = eg_ask_for(f->r, EG_FOR_STRUCTURE); /* what is remembered */
    bool ok = true;
    for (uint32_t i = 1; ok && i < e->count; i++)
        ok = number_of(f, e, "delay", i, &a[i]);
    eg_ask_for(f->r, before);
    if (!ok)
        return false;
    const eg_quantity *second = eg_quantity_of(f->r, "s");
    for (uint32_t i = 1; i < e->count; i++) {
        if (a[i].rank > 0 || (i == 2 && !eg_formula_seen(f, a[i].formula, &known))) {
            eg_error(f->r, f->scope.source, e->items[i]->at, "argument %u of delay must be %s", i + 1,
                     i == 1 ? "one number" : "known when the model is read");
            eg_hint(f->r,
                    "write delay(x, 0.1), or delay(x, T, 1) with a number or parameter for the longest T");
            return false;
        }
        if (eg_quantity_differs(a[i].unit, second))
            eg_warn(f->r, f->scope.source, e->items[i]->at, "the time of delay is in %s", a[i].unit->text);
    }
    if (e->count == 2 && !eg_formula_seen(f, a[1].formula, &known)) {
        eg_error(f->r, f->scope.source, e->items[1]->at,
                 "a delay whose time changes needs its longest time as third argument");
        eg_hint(f->r, "write delay(x, T, longest)");
        return false;
    }
    a[2].formula = e->count == 2 ? a[1].formula : a[2].formula;
    eg_typed like = a[0];
    like.type = EG_REAL;
    *out = like;
    if (like.rank == 0)
        return eg_formula_add(f, EG_OP_DELAY, like.formula, a[1].formula, a[2].formula, &out->formula);
    if (!eg_typed_array(f, e->at, like, like.rank, like.dims, out, &formulas))
        return false;
    for (size_t i = 0; i < like.count; i++)
        if (!eg_formula_add(f, EG_OP_DELAY, like.formulas[i], a[1].formula, a[2].formula, &formulas[i]))
            return false;
    return true;
}

/* Integer(literal): its number from 1 on. */
static bool call_integer_of(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    if (!check_count(f, e, "Integer", 1, 1) || !eg_formula_of_any(f, e->items[0], out))
        return false;
    if (out->type != EG_ENUMERATION && out->type != EG_INTEGER) {
        eg_error(f->r, f->scope.source, e->items[0]->at,
                 "Integer(...) is of a literal of an enumeration, not %s", eg_typed_describe(f->r, out));
        eg_hint(f->r, "write integer(...) to round a number down");
        return false;
    }
    out->type = EG_INTEGER;
    out->literals = NULL;
    return true;
}

/* String(b), String(literal) of what changes: chosen from the texts that it may be. */
static bool call_string(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    static const char *const truths[] = {"false", "true", NULL};
    eg_typed x;
    if (!check_count(f, e, "String", 1, 1) || !eg_formula_of(f, e->items[0], &x))
        return false;
    if (x.type != EG_BOOLEAN && x.type != EG_ENUMERATION) {
        eg_error(f->r, f->scope.source, e->at, "a number that changes has no text that equations could know");
        eg_hint(f->r,
                "write String(x) in the message of assert, print or terminate; compare the number itself");
        return false;
    }
    const char *const *names = x.type == EG_BOOLEAN ? truths : x.literals;
    const double first = x.type == EG_BOOLEAN ? 0 : 1;
    for (size_t i = 0; names[i]; i++) {
        eg_typed one = {.type = EG_STRING, .formula = -1, .count = 1, .text = names[i]};
        int number, condition;
        if (!eg_number_text(f, &one))
            return false;
        one.text = NULL;
        if (i == 0)
            *out = one;
        else if (!eg_formula_number(f, first + (double)i, &number) ||
                 !eg_formula_add(f, EG_OP_EQUAL, x.formula, number, -1, &condition) ||
                 !eg_formula_add(f, EG_OP_SELECT, condition, one.formula, out->formula, &out->formula))
            return false;
    }
    return true;
}

/* number(x): a plain Real, without a unit. */
static bool call_number(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    if (!scalars_of(f, e, "number", 1, out))
        return false;
    out->type = EG_REAL;
    out->unit = NULL;
    return true;
}

/* whole(x): of an Integer alone, since what changes continuously is whole at instants only. */
static bool call_whole(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    if (!scalars_of(f, e, "whole", 1, out))
        return false;
    if (out->type == EG_INTEGER)
        return true;
    eg_error(f->r, f->scope.source, e->at, "a number that changes continuously is not whole");
    eg_hint(f->r, "write floor(Int, x) or round(Int, x), in Modelica integer(x)");
    return false;
}

#define CLOCKED                                                                                              \
    "there are no clocks here", "write when sample(start, interval) then x = ...; in it pre(x) is the "      \
                                "value before"

/* What equations cannot ask, and why. */
static bool is_refused(eg_formulas *f, const eg_expr *e, const char *name)
{
    static const struct {
        const char *name, *why, *hint;
    } refused[] = {
        {"spatialDistribution", "transport along a distance is not what moves in one dimension here",
         "use delay(x, T) for a constant speed of transport"},
        {"cardinality", "how many connections a connector has must not change equations (it is deprecated)",
         "declare a parameter, Boolean useSupport = false for instance"},
        {"inStream", "there are no stream connectors here", "use signals and heat ports"},
        {"actualStream", "there are no stream connectors here", "use signals and heat ports"},
        {"Clock", CLOCKED},
        {"previous", CLOCKED},
        {"hold", CLOCKED},
        {"interval", CLOCKED},
        {"firstTick", CLOCKED},
        {"subSample", CLOCKED},
        {"superSample", CLOCKED},
        {"shiftSample", CLOCKED},
        {"backSample", CLOCKED},
        {"noClock", CLOCKED},
    };
    for (size_t i = 0; i < EG_COUNT(refused); i++)
        if (strcmp(name, refused[i].name) == 0) {
            eg_error(f->r, f->scope.source, e->at, "%s(...) is not supported: %s", name, refused[i].why);
            eg_hint(f->r, "%s", refused[i].hint);
            return true;
        }
    return false;
}

/* ---------------------------------------------------------------- by name */

/* What stands behind the last dot of a function of the library. */
static const char *plain_name(const char *full)
{
    const char *dot = strrchr(full, '.');
    return dot ? dot + 1 : full;
}

static bool call_known(eg_formulas *f, const eg_expr *e, const char *name, eg_typed *out)
{
    bool found;
    for (size_t i = 0; i < EG_COUNT(operators); i++)
        if (strcmp(operators[i].name, name) == 0)
            return call_operator(f, e, &operators[i], out);
    if (strcmp(name, "abs") == 0)
        return call_abs(f, e, out);
    if (strcmp(name, "sign") == 0)
        return call_sign(f, e, out);
    if (strcmp(name, "noEvent") == 0)
        return call_no_event(f, e, out);
    if (strcmp(name, "smooth") == 0)
        return call_one_of_two(f, e, name, 1, out);
    if (strcmp(name, "homotopy") == 0)
        return call_one_of_two(f, e, name, 0, out);
    if (strcmp(name, "withDerivative") == 0)
        return call_with_derivative(f, e, out);
    if (strcmp(name, "impulse") == 0)
        return call_impact(f, e, name, EG_OP_IMPULSE, out);
    if (strcmp(name, "impactSpeed") == 0)
        return call_impact(f, e, name, EG_OP_STRUCK, out);
    if (strcmp(name, "holds") == 0)
        return call_holds(f, e, out);
    if (eg_formula_is_table(name))
        return eg_formula_of_table(f, e, out);
    if (strcmp(name, "semiLinear") == 0)
        return call_semi_linear(f, e, out);
    if (strcmp(name, "Integer") == 0)
        return call_integer_of(f, e, out);
    if (strcmp(name, "String") == 0)
        return call_string(f, e, out);
    if (strcmp(name, "whole") == 0)
        return call_whole(f, e, out);
    if (strcmp(name, "number") == 0)
        return call_number(f, e, out);
    bool ok = eg_formula_of_reduction(f, e, name, out, &found);
    if (found)
        return ok;
    eg_error(f->r, f->scope.source, e->at, "%s(...) of what changes with time is not supported", name);
    eg_hint(f->r, "write out what it computes");
    return false;
}

/* A call whose arguments are known is a value. */
static bool call_fixed(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_value v;
    return eg_evaluate(f->r, &f->scope, e, &v) && eg_typed_of_value(f, e, &v, out);
}

/* Does it have no value for some known argument? In a branch that may not be taken that is no error. */
static bool may_have_none(const eg_formulas *f, const char *name)
{
    static const char *const names[] = {"sqrt", "log",  "log10", "asin", "acos", "exp",
                                        "sinh", "cosh", "div",   "mod",  "rem"};
    for (size_t i = 0; i < EG_COUNT(names) && eg_formula_may_be_passed_by(f); i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* The functions that speak of time; *found: it is one. */
static bool call_of_time(eg_formulas *f, const eg_expr *e, const char *name, eg_typed *out, bool *found)
{
    static const struct {
        const char *name;
        int op;
    } of_variables[] = {{"pre", EG_OP_PRE}, {"edge", EG_OP_EDGE}, {"change", EG_OP_CHANGE}};
    *found = true;
    for (size_t i = 0; i < EG_COUNT(of_variables); i++)
        if (strcmp(name, of_variables[i].name) == 0)
            return call_of_variable(f, e, name, of_variables[i].op, out);
    if (strcmp(name, "der") == 0)
        return call_der(f, e, out);
    if (strcmp(name, "sample") == 0)
        return call_sample(f, e, out);
    if (strcmp(name, "initial") == 0)
        return call_initial(f, e, out);
    if (strcmp(name, "terminal") == 0)
        return call_terminal(f, e, out);
    if (strcmp(name, "delay") == 0)
        return call_delay(f, e, out);
    if (is_refused(f, e, name))
        return false;
    *found = false;
    return true;
}

/* *found: it is known what becomes of arguments that change. */
static bool call_by_name(eg_formulas *f, const eg_expr *e, const eg_definition *d, const char *plain,
                         bool is_plain, eg_typed *out, bool *found)
{
    const eg_conversion *conversion = d && d->kind == EG_D_FUNCTION ? eg_conversion_find(d->full) : NULL;
    *found = true;
    if (conversion)
        return call_conversion(f, e, conversion, out);
    if (d && d->kind == EG_D_FUNCTION)
        return call_known(f, e, plain, out);
    if (is_plain &&
        (eg_function_is_known(plain) || eg_is_reduction(plain) || strcmp(plain, "semiLinear") == 0))
        return call_known(f, e, plain, out);
    *found = false;
    return false;
}

/* Of parameters, which flat text names if it can. */
static bool call_fixed_for_text(eg_formulas *f, const eg_expr *e, const eg_definition *d, const char *plain,
                                bool is_plain, eg_typed *out)
{
    bool found;
    const eg_quiet outside = eg_be_quiet(f->r);
    const bool ok =
        !f->is_for_now && call_by_name(f, e, d, plain, is_plain, out, &found) && f->r->errors == 0;
    eg_be_loud(f->r, outside);
    return ok || call_fixed(f, e, out);
}

bool eg_formula_of_call(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    const eg_reference *reference = e->reference;
    const char *name = reference->parts[0].name;
    bool is_plain = reference->count == 1 && !reference->is_global, found = false;
    if (is_plain) {
        bool ok = call_of_time(f, e, name, out, &found);
        if (found)
            return ok;
    }
    eg_definition *d =
        eg_resolve_function(f->r, eg_scope_instance(&f->scope), f->scope.home, f->scope.source, reference);
    if (f->r->out_of_memory)
        return false;
    if (d && d->kind == EG_D_SCOPE && d->syntax && d->syntax->restriction == EG_R_FUNCTION)
        return eg_formula_of_function(f, e, d, out, 1);
    if (d && d->kind == EG_D_SCOPE && eg_classify(f->r, d, NULL) == EG_C_RECORD && !eg_is_own_connector(d))
        return eg_formula_of_constructor(f, e, d, out);
    if (is_plain && eg_is_of_shape(name) && (!d || d->kind == EG_D_FUNCTION))
        return eg_formula_of_reduction(f, e, name, out, &found);
    const char *plain = d && d->kind == EG_D_FUNCTION ? plain_name(d->full) : name;
    if (eg_formula_is_fixed(f, e) && !may_have_none(f, plain))
        return f->r->is_for_text ? call_fixed_for_text(f, e, d, plain, is_plain, out) : call_fixed(f, e, out);
    if (call_by_name(f, e, d, plain, is_plain, out, &found))
        return true;
    return !found && call_fixed(f, e, out); /* says what is wrong */
}
