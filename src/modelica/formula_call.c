/* Calls in equations: functions of numbers, der, pre and their kin, functions of one's own. */
#include <string.h>

#include "modelica/formula.h"
#include "modelica/functions.h"

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

/* y = (x + shift)*factor */
typedef struct conversion {
    const char *name;
    double shift, factor;
} conversion;

static const conversion conversions[] = {
    {"from_deg", 0, 3.14159265358979323846 / 180},
    {"to_deg", 0, 180 / 3.14159265358979323846},
    {"from_degC", 273.15, 1},
    {"to_degC", -273.15, 1},
    {"from_kmh", 0, 1 / 3.6},
    {"to_kmh", 0, 3.6},
    {"from_bar", 0, 1e5},
    {"to_bar", 0, 1e-5},
};

static bool check_count(eg_formulas *f, const eg_expr *e, const char *name, uint32_t least, uint32_t most)
{
    if (e->names) {
        eg_error(f->r, f->scope.source, e->at, "%s takes its arguments by position, not by name", name);
        return false;
    }
    if (e->count >= least && e->count <= most)
        return true;
    eg_error(f->r, f->scope.source, e->at, "%s takes %u argument%s, not %u", name, least,
             least == 1 ? "" : "s", e->count);
    return false;
}

static bool numbers_of(eg_formulas *f, const eg_expr *e, const char *name, uint32_t count, eg_typed *a)
{
    if (!check_count(f, e, name, count, count))
        return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!eg_formula_of(f, e->items[i], &a[i]))
            return false;
        if (a[i].type == EG_BOOLEAN) {
            eg_error(f->r, f->scope.source, e->items[i]->at,
                     "argument %u of %s is a truth value; it must be a number", i + 1, name);
            return false;
        }
    }
    return true;
}

static bool call_operator(eg_formulas *f, const eg_expr *e, const operator_of *o, eg_typed *out)
{
    eg_typed a[2] = {{-1, EG_REAL, NULL}, {-1, EG_REAL, NULL}};
    if (!numbers_of(f, e, o->name, (uint32_t)o->arguments, a))
        return false;
    bool discrete = a[0].type == EG_INTEGER && (o->arguments < 2 || a[1].type == EG_INTEGER);
    if (o->jumps && !discrete && !f->is_discrete && !f->is_smooth) {
        eg_error(f->r, f->scope.source, e->at, "%s of what changes continuously jumps without an event",
                 o->name);
        eg_hint(f->r, "write it in a when clause, or noEvent(%s(...)) where that does not matter", o->name);
        return false;
    }
    if ((o->op == EG_OP_ASIN || o->op == EG_OP_ACOS || o->op == EG_OP_ATAN) && a[0].unit)
        a[0].unit = NULL;
    out->type = o->jumps && (discrete || strcmp(o->name, "integer") == 0) ? EG_INTEGER : EG_REAL;
    out->unit = o->rule == SAME_UNIT                   ? a[0].unit
                : o->rule == ROOT_OF_UNIT && a[0].unit ? eg_quantity_power(f->r, a[0].unit, 1)
                                                       : NULL;
    return eg_formula_add(f, o->op, a[0].formula, o->arguments > 1 ? a[1].formula : -1, -1, &out->formula);
}

static bool call_conversion(eg_formulas *f, const eg_expr *e, const conversion *c, eg_typed *out)
{
    eg_typed x;
    int shift, factor;
    *out = (eg_typed){-1, EG_REAL, NULL};
    return numbers_of(f, e, c->name, 1, &x) && eg_formula_number(f, c->shift, &shift) &&
           eg_formula_number(f, c->factor, &factor) &&
           eg_formula_add(f, EG_OP_ADD, x.formula, shift, -1, &out->formula) &&
           eg_formula_add(f, EG_OP_MUL, out->formula, factor, -1, &out->formula);
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
    return numbers_of(f, e, "abs", 1, out) &&
           eg_formula_add(f, EG_OP_ABS, out->formula, -1, -1, &out->formula);
}

static bool call_sign(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed x;
    int zero, one, minus, rest;
    *out = (eg_typed){-1, EG_INTEGER, NULL};
    return numbers_of(f, e, "sign", 1, &x) && eg_formula_number(f, 0, &zero) &&
           eg_formula_number(f, 1, &one) && eg_formula_number(f, -1, &minus) &&
           select_of(f, x.formula, zero, minus, zero, &rest) &&
           select_of(f, zero, x.formula, one, rest, &out->formula);
}

static bool call_extreme(eg_formulas *f, const eg_expr *e, bool is_max, eg_typed *out)
{
    eg_typed a[2];
    if (!numbers_of(f, e, is_max ? "max" : "min", 2, a))
        return false;
    if (eg_quantity_differs(a[0].unit, a[1].unit))
        eg_warn(f->r, f->scope.source, e->at, "this compares %s with %s", a[0].unit->text, a[1].unit->text);
    *out = (eg_typed){-1, a[0].type == EG_INTEGER ? a[1].type : EG_REAL, a[0].unit ? a[0].unit : a[1].unit};
    return eg_formula_add(f, is_max ? EG_OP_MAX : EG_OP_MIN, a[0].formula, a[1].formula, -1, &out->formula);
}

/* noEvent(x): relations in it are no events. */
static bool call_no_event(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    bool before = f->is_smooth;
    f->is_smooth = true;
    bool ok = check_count(f, e, "noEvent", 1, 1) && eg_formula_of(f, e->items[0], out);
    f->is_smooth = before;
    return ok && eg_formula_add(f, EG_OP_SMOOTH, out->formula, -1, -1, &out->formula);
}

/* smooth(p, x): events are allowed there, and keep every step exact. homotopy(x, simplified). */
static bool call_one_of_two(eg_formulas *f, const eg_expr *e, const char *name, uint32_t which, eg_typed *out)
{
    return check_count(f, e, name, 2, 2) && eg_formula_of(f, e->items[which], out);
}

/* ---------------------------------------------------------------- der, pre, ... */

static bool call_der(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed x;
    if (!numbers_of(f, e, "der", 1, &x))
        return false;
    if (f->is_discrete) {
        eg_error(f->r, f->scope.source, e->at, "der(...) cannot stand in a when clause");
        eg_hint(f->r, "declare a variable for it: Real v = der(s);");
        return false;
    }
    out->type = EG_REAL;
    out->unit = x.unit ? eg_quantity_product(f->r, x.unit, eg_quantity_of(f->r, "s"), true) : NULL;
    return eg_formula_add(f, EG_OP_DER, x.formula, -1, -1, &out->formula);
}

static bool call_of_variable(eg_formulas *f, const eg_expr *e, const char *name, int op, eg_typed *out)
{
    if (!check_count(f, e, name, 1, 1) || !eg_formula_of_variable(f, e->items[0], out))
        return false;
    if (op == EG_OP_EDGE && out->type != EG_BOOLEAN) {
        eg_error(f->r, f->scope.source, e->items[0]->at, "edge(...) is of a Boolean");
        return false;
    }
    if (op != EG_OP_PRE)
        *out = (eg_typed){out->formula, EG_BOOLEAN, NULL};
    return eg_formula_add(f, op, out->formula, -1, -1, &out->formula);
}

static bool call_sample(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_typed a[2];
    if (!numbers_of(f, e, "sample", 2, a))
        return false;
    for (int i = 0; i < 2; i++)
        if (f->spec->formulas[a[i].formula].op != EG_OP_CONSTANT) {
            eg_error(f->r, f->scope.source, e->items[i]->at,
                     "start and interval of sample(...) must be known when the model is read");
            return false;
        }
    if (!(f->spec->formulas[a[1].formula].number > 0)) {
        eg_error(f->r, f->scope.source, e->items[1]->at, "the interval of sample(...) must be positive");
        return false;
    }
    *out = (eg_typed){-1, EG_BOOLEAN, NULL};
    return eg_formula_add(f, EG_OP_SAMPLE, a[0].formula, a[1].formula, -1, &out->formula);
}

static bool call_initial(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    *out = (eg_typed){-1, EG_BOOLEAN, NULL};
    return check_count(f, e, "initial", 0, 0) && eg_formula_add(f, EG_OP_INITIAL, -1, -1, -1, &out->formula);
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
    for (size_t i = 0; i < EG_COUNT(operators); i++)
        if (strcmp(operators[i].name, name) == 0)
            return call_operator(f, e, &operators[i], out);
    for (size_t i = 0; i < EG_COUNT(conversions); i++)
        if (strcmp(conversions[i].name, name) == 0)
            return call_conversion(f, e, &conversions[i], out);
    if (strcmp(name, "abs") == 0)
        return call_abs(f, e, out);
    if (strcmp(name, "sign") == 0)
        return call_sign(f, e, out);
    if (strcmp(name, "min") == 0 || strcmp(name, "max") == 0)
        return call_extreme(f, e, name[1] == 'a', out);
    if (strcmp(name, "noEvent") == 0)
        return call_no_event(f, e, out);
    if (strcmp(name, "smooth") == 0)
        return call_one_of_two(f, e, name, 1, out);
    if (strcmp(name, "homotopy") == 0)
        return call_one_of_two(f, e, name, 0, out);
    eg_error(f->r, f->scope.source, e->at, "%s(...) of what changes with time is not supported", name);
    eg_hint(f->r, "write out what it computes");
    return false;
}

/* A call whose arguments are known is a number. */
static bool call_fixed(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    eg_value v;
    if (!eg_evaluate(f->r, &f->scope, e, &v))
        return false;
    if (v.rank > 0 || v.type > EG_BOOLEAN) {
        eg_error(f->r, f->scope.source, e->at, "equations are about numbers and truth values, not about %s",
                 eg_value_describe(f->r, &v));
        return false;
    }
    *out = (eg_typed){-1, v.type, v.unit};
    return eg_formula_number(f, v.number, &out->formula);
}

bool eg_formula_of_call(eg_formulas *f, const eg_expr *e, eg_typed *out)
{
    const eg_reference *reference = e->reference;
    const char *name = reference->parts[0].name;
    static const struct {
        const char *name;
        int op;
    } of_variables[] = {{"pre", EG_OP_PRE}, {"edge", EG_OP_EDGE}, {"change", EG_OP_CHANGE}};
    if (reference->count == 1 && !reference->is_global) {
        for (size_t i = 0; i < EG_COUNT(of_variables); i++)
            if (strcmp(name, of_variables[i].name) == 0)
                return call_of_variable(f, e, name, of_variables[i].op, out);
        if (strcmp(name, "der") == 0)
            return call_der(f, e, out);
        if (strcmp(name, "sample") == 0)
            return call_sample(f, e, out);
        if (strcmp(name, "initial") == 0)
            return call_initial(f, e, out);
    }
    eg_definition *d = eg_resolve(f->r, f->scope.home, f->scope.source, reference, true);
    if (f->r->out_of_memory)
        return false;
    if (d && d->kind == EG_D_SCOPE && d->syntax && d->syntax->restriction == EG_R_FUNCTION)
        return eg_formula_of_function(f, e, d, out);
    if (eg_formula_is_fixed(f, e))
        return call_fixed(f, e, out);
    if (d && d->kind == EG_D_FUNCTION)
        return call_known(f, e, plain_name(d->full), out);
    if (reference->count == 1 && !reference->is_global && eg_function_is_known(name))
        return call_known(f, e, name, out);
    return call_fixed(f, e, out); /* says what is wrong */
}
