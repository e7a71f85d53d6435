/* Functions of the language (chapter 3.7 and 10.3 of its specification), of Modelica.Math and of
 * Modelica.Units.Conversions. Functions of one number work on arrays element by element. */
#include "modelica/value/tables.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "modelica/scope/resource.h"

typedef struct function {
    const char *name;
    uint32_t least, most;     /* arguments */
    double (*of_one)(double); /* y = f(x) */
    double (*of_two)(double, double);
    bool (*special)(eg_call *c, eg_value *result); /* anything else */
    const char *const *names; /* of `most` arguments that may be given by name; or NULL */
    bool gives_integer;       /* of_one, of_two: the result is an Integer */
    bool keeps_integer;       /* ... when the arguments are */
    bool keeps_unit;
} function;

/* ---------------------------------------------------------------- complaints */

bool eg_call_refuse(eg_call *c, uint32_t i, const char *wanted)
{
    eg_error(c->r, c->scope->source, c->e->items[i]->at, "argument %u of %s is %s; it must be %s", i + 1,
             c->name, eg_value_describe(c->r, &c->arguments[i]), wanted);
    eg_hint(c->r, "write %s there", wanted);
    return false;
}

bool eg_call_refuse_result(eg_call *c)
{
    eg_error(c->r, c->scope->source, c->e->at, "%s has no finite value for these arguments", c->name);
    eg_hint(c->r, "choose arguments for which it is defined");
    return false;
}

/* ---------------------------------------------------------------- functions of numbers */

static double sign_of(double x)
{
    return (double)((x > 0.0) - (x < 0.0));
}

static double mod_of(double x, double y)
{
    return x - floor(x / y) * y;
}

static double div_of(double x, double y)
{
    return trunc(x / y);
}

static double rem_of(double x, double y)
{
    return x - trunc(x / y) * y;
}

static bool call_numeric(eg_call *c, const function *f, eg_value *result)
{
    const eg_value *a = &c->arguments[0];
    for (uint32_t i = 0; i < c->count; i++)
        if (!eg_value_is_number(&c->arguments[i]) || (i > 0 && c->arguments[i].rank > 0))
            return eg_call_refuse(c, i, i > 0 ? "a number" : "a number, or an array of numbers");
    bool integers = a->type == EG_INTEGER && (c->count < 2 || c->arguments[1].type == EG_INTEGER);
    int type = f->gives_integer || (f->keeps_integer && integers) ? EG_INTEGER : EG_REAL;
    double *numbers = a->rank > 0 ? eg_value_room(c->r, a->count) : NULL;
    if ((a->rank > 0 && !numbers) || !eg_count_steps(c->r, c->scope->source, c->e->at, (long long)a->count))
        return false;
    double y = 0.0;
    for (size_t i = 0; i < a->count; i++) {
        double x = a->rank > 0 ? a->numbers[i] : a->number;
        if (c->conversion)
            y = eg_conversion_apply(c->conversion, x);
        else if (f->of_one)
            y = f->of_one(x);
        else
            y = f->of_two(x, c->arguments[1].number);
        if (!isfinite(y))
            return eg_call_refuse_result(c);
        if (numbers)
            numbers[i] = y;
    }
    *result = numbers ? eg_value_array(type, a->rank, a->dims, numbers) : eg_value_number(type, y);
    if (f->keeps_unit)
        result->unit = a->unit;
    else if (f->of_one == sqrt && a->unit)
        result->unit = eg_quantity_power(c->r, a->unit, 1);
    else
        result->unit = NULL;
    return true;
}

/* ---------------------------------------------------------------- conversions, and what passes through */

static bool call_integer_of(eg_call *c, eg_value *result)
{
    const eg_value *v = c->arguments;
    if (v->type != EG_ENUMERATION || v->rank > 0)
        return eg_call_refuse(c, 0, "a literal of an enumeration");
    *result = eg_value_number(EG_INTEGER, v->number + 1.0);
    return true;
}

/* Elastogap.Math.whole(x): the Integer that x is. */
static bool call_whole(eg_call *c, eg_value *result)
{
    const eg_value *v = c->arguments;
    bool is_number = eg_value_is_number(v) && v->rank == 0;
    if (!is_number || v->number != floor(v->number) || !(fabs(v->number) <= 0x1p53)) {
        eg_error(c->r, c->scope->source, c->e->items[0]->at, "this is not a whole number");
        eg_hint(c->r, "write floor(Int, x) or round(Int, x)");
        return false;
    }
    *result = eg_value_number(EG_INTEGER, v->number);
    return true;
}

/* String(x, significantDigits = 3, minimumLength = 8, leftJustified = false): chapter 3.7.1 */
typedef struct string_options {
    int digits, width; /* 0: not said */
    bool is_right;
} string_options;

/* An option of String by its name; false (reported) when it is none. */
static bool string_option(eg_call *c, uint32_t i, string_options *o)
{
    const char *name = c->e->names ? c->e->names[i] : NULL;
    const eg_value *v = &c->arguments[i];
    enum { WIDEST = 200, DIGITS = 17 };
    if (!name) {
        eg_error(c->r, c->scope->source, c->e->items[i]->at,
                 "String takes its options by name: significantDigits = 3");
        eg_hint(c->r, "write String(x, significantDigits = 3), minimumLength = 8 or leftJustified = false");
        return false;
    }
    bool is_flag = strcmp(name, "leftJustified") == 0;
    if (v->rank > 0 || v->type != (is_flag ? EG_BOOLEAN : EG_INTEGER))
        return eg_call_refuse(c, i, is_flag ? "true or false" : "a whole number");
    if (is_flag)
        o->is_right = v->number == 0.0;
    else if (strcmp(name, "minimumLength") == 0 && v->number >= 0.0 && v->number <= WIDEST)
        o->width = (int)v->number;
    else if (strcmp(name, "significantDigits") == 0 && v->number >= 1.0 && v->number <= DIGITS)
        o->digits = (int)v->number;
    else {
        eg_error(c->r, c->scope->source, c->e->items[i]->at, "\"%s\" is no option of String, or out of range",
                 name);
        eg_hint(c->r, "its options are significantDigits (1 to %d), minimumLength (0 to %d), leftJustified",
                DIGITS, WIDEST);
        return false;
    }
    return true;
}

/* format = "8.3f": a format of C without its %, of a Real or an Integer. */
static bool string_format(eg_call *c, const eg_value *format, eg_value *result)
{
    const eg_value *v = c->arguments;
    const bool is_whole = v->type == EG_INTEGER;
    const char *text = format->text, *at = text + strspn(text, "-+ #0");
    const size_t width = strspn(at, "0123456789");
    at += width;
    const size_t digits = *at == '.' ? strspn(at + 1, "0123456789") : 0;
    at += *at == '.' ? digits + 1 : 0;
    if (width > 2 || digits > 2 || v->rank > 0 || (v->type != EG_REAL && !is_whole) || strlen(at) != 1 ||
        !strchr(is_whole ? "di" : "eEfFgG", *at)) {
        eg_error(c->r, c->scope->source, c->e->items[1]->at, "this is no format of %s",
                 is_whole ? "an Integer" : "a Real");
        eg_hint(c->r, "write format = \"8.3f\", \"10.4e\" or \"g\" for a Real, \"5d\" for an Integer");
        return false;
    }
    const char *c_format = eg_textf(c->r, "%%%.*s%s%c", (int)(at - text), text, is_whole ? "ll" : "", *at);
    char written[512]; /* 309 digits before the point and 99 behind it, and a sign */
    if (is_whole)
        snprintf(written, sizeof written, c_format, (long long)v->number);
    else
        snprintf(written, sizeof written, c_format, v->number);
    *result = eg_value_text(eg_textf(c->r, "%s", written));
    return true;
}

static bool call_string(eg_call *c, eg_value *result)
{
    string_options o = {0};
    if (c->count == 2 && c->e->names && c->e->names[1] && strcmp(c->e->names[1], "format") == 0 &&
        c->arguments[1].type == EG_STRING && c->arguments[1].rank == 0)
        return string_format(c, &c->arguments[1], result);
    for (uint32_t i = 1; i < c->count; i++)
        if (!string_option(c, i, &o))
            return false;
    const eg_value *v = c->arguments;
    char number[EG_NUMBER_SIZE];
    if (v->rank > 0)
        return eg_call_refuse(c, 0, "a scalar");
    const char *text = v->text;
    if (v->type == EG_BOOLEAN)
        text = v->number != 0.0 ? "true" : "false";
    else if (v->type == EG_ENUMERATION)
        text = v->literals[(int)v->number];
    else if (v->type != EG_STRING) {
        eg_number_write(v->number, number);
        bool is_rounded = o.digits > 0 && v->type == EG_REAL;
        text = is_rounded ? eg_textf(c->r, "%.*g", o.digits, v->number) : eg_textf(c->r, "%s", number);
    }
    if (o.width > 0)
        text = eg_textf(c->r, o.is_right ? "%*s" : "%-*s", o.width, text);
    *result = eg_value_text(text);
    return true;
}

static bool call_first(eg_call *c, eg_value *result)
{
    *result = c->arguments[0];
    return true;
}

static bool call_second(eg_call *c, eg_value *result)
{
    *result = c->arguments[1];
    return true;
}

/* Modelica.Utilities.Files.loadResource(uri) */
static bool call_load_resource(eg_call *c, eg_value *result)
{
    const eg_value *v = c->arguments;
    const char *library;
    if (v->type != EG_STRING || v->rank > 0)
        return eg_call_refuse(c, 0, "a text");
    const char *path = eg_resource_path(c->r, v->text, &library);
    if (!path) {
        eg_error(c->r, c->scope->source, c->e->items[0]->at,
                 "the library \"%.100s\", in which this file should lie, is not found", library);
        eg_hint(c->r, "name the directory that holds it with -I DIR, or in MODELICAPATH");
        return false;
    }
    *result = eg_value_text(library ? path : eg_file_beside(c->r, c->scope->node, path));
    return true;
}

static bool call_print(eg_call *c, eg_value *result)
{
    (void)result;
    eg_error(c->r, c->scope->source, c->e->at, "%s gives no value", c->name);
    eg_hint(c->r, "let it stand by itself, in a when clause");
    return false;
}

/* ---------------------------------------------------------------- the table */

/* number(x) is x as a plain Real, without a unit. */
static double itself(double x)
{
    return x;
}

#define MATH(name) "Modelica.Math." name

#define ONE(text, f, ...)                                                                                    \
    {                                                                                                        \
        .name = (text), .least = 1, .most = 1, .of_one = (f), __VA_ARGS__                                    \
    }
#define TWO(text, f, ...)                                                                                    \
    {                                                                                                        \
        .name = (text), .least = 2, .most = 2, .of_two = (f), __VA_ARGS__                                    \
    }
#define ANY(text, from, to, f)                                                                               \
    {                                                                                                        \
        .name = (text), .least = (from), .most = (to), .special = (f)                                        \
    }
#define STRIBECK_TABLE "Modelica.Mechanics.Translational.Examples.Utilities.GenerateStribeckFrictionTable"

static const char *const stribeck_names[] = {"F_prop", "F_Coulomb", "F_Stribeck", "fexp", "v_max", "nTable"};
static const char *const homotopy_names[] = {"actual", "simplified"};

#define GIVES_INTEGER .gives_integer = true
#define KEEPS_INTEGER .keeps_integer = true
#define KEEPS_UNIT .keeps_unit = true
#define GIVES_REAL .gives_integer = false

static const function functions[] = {
    ONE("abs", fabs, KEEPS_INTEGER, KEEPS_UNIT),
    ONE("sign", sign_of, GIVES_INTEGER),
    ONE("sqrt", sqrt, GIVES_REAL),
    ONE("ceil", ceil, KEEPS_UNIT),
    ONE("floor", floor, KEEPS_UNIT),
    ONE("integer", floor, GIVES_INTEGER),
    TWO("div", div_of, KEEPS_INTEGER),
    TWO("mod", mod_of, KEEPS_INTEGER, KEEPS_UNIT),
    TWO("rem", rem_of, KEEPS_INTEGER, KEEPS_UNIT),
    ONE("sin", sin, GIVES_REAL),
    ONE("cos", cos, GIVES_REAL),
    ONE("tan", tan, GIVES_REAL),
    ONE("asin", asin, GIVES_REAL),
    ONE("acos", acos, GIVES_REAL),
    ONE("atan", atan, GIVES_REAL),
    TWO("atan2", atan2, GIVES_REAL),
    ONE("sinh", sinh, GIVES_REAL),
    ONE("cosh", cosh, GIVES_REAL),
    ONE("tanh", tanh, GIVES_REAL),
    ONE("exp", exp, GIVES_REAL),
    ONE("log", log, GIVES_REAL),
    ONE("log10", log10, GIVES_REAL),
    ANY("min", 1, 2, eg_call_min),
    ANY("max", 1, 2, eg_call_max),
    ANY("sum", 1, 1, eg_call_sum),
    ANY("product", 1, 1, eg_call_product),
    ANY("fill", 2, EG_ARGUMENT_LIMIT, eg_call_fill),
    ANY("zeros", 1, EG_ARGUMENT_LIMIT, eg_call_zeros),
    ANY("ones", 1, EG_ARGUMENT_LIMIT, eg_call_ones),
    ANY("linspace", 3, 3, eg_call_linspace),
    ANY("identity", 1, 1, eg_call_identity),
    ANY("diagonal", 1, 1, eg_call_diagonal),
    ANY("transpose", 1, 1, eg_call_transpose),
    ANY("scalar", 1, 1, eg_call_scalar),
    ANY("vector", 1, 1, eg_call_vector),
    ANY("size", 1, 2, eg_call_size),
    ANY("ndims", 1, 1, eg_call_ndims),
    ANY("Integer", 1, 1, call_integer_of),
    ANY("String", 1, 4, call_string),
    ANY("noEvent", 1, 1, call_first),
    ANY("smooth", 2, 2, call_second),
    {.name = "homotopy", .least = 2, .most = 2, .special = call_first, .names = homotopy_names},
    ONE(MATH("sin"), sin, GIVES_REAL),
    ONE(MATH("cos"), cos, GIVES_REAL),
    ONE(MATH("tan"), tan, GIVES_REAL),
    ONE(MATH("asin"), asin, GIVES_REAL),
    ONE(MATH("acos"), acos, GIVES_REAL),
    ONE(MATH("atan"), atan, GIVES_REAL),
    TWO(MATH("atan2"), atan2, GIVES_REAL),
    ONE(MATH("sinh"), sinh, GIVES_REAL),
    ONE(MATH("cosh"), cosh, GIVES_REAL),
    ONE(MATH("tanh"), tanh, GIVES_REAL),
    ONE(MATH("exp"), exp, GIVES_REAL),
    ONE(MATH("log"), log, GIVES_REAL),
    ONE(MATH("log10"), log10, GIVES_REAL),
    ANY("Modelica.Utilities.Files.loadResource", 1, 1, call_load_resource),
    ANY(EG_FUNCTION_PRINT, 1, 2, call_print),
    ANY(MATH("Vectors.interpolate"), 3, 4, eg_call_table),
    ANY("Elastogap.Files.columns", 3, 3, eg_call_columns),
    ANY("Elastogap.Files.matrix", 4, 4, eg_call_file_matrix),
    ANY("Elastogap.Math.staircase", 3, 3, eg_call_table),
    ANY("Elastogap.Math.interpolate", 4, 4, eg_call_table),
    ANY("Elastogap.Math.hermite", 4, 4, eg_call_table),
    ANY("Elastogap.Math.leastBetween", 4, 4, eg_call_least),
    ANY("Elastogap.Math.surfaceSlopes", 2, 2, eg_call_surface_slopes),
    ANY("Elastogap.Math.withDerivative", 2, 2, call_first),
    ONE("Elastogap.Math.number", itself, GIVES_REAL),
    ANY("Elastogap.Math.impulse", 2, 2, call_first),
    ANY("Elastogap.Math.impactSpeed", 2, 2, call_first),
    ANY("Elastogap.Math.holds", 1, 1, call_first),
    ANY(EG_FUNCTION_WHOLE, 1, 1, call_whole),
    ANY("Elastogap.Math.filterSections", 7, 7, eg_call_filter_sections),
    {.name = STRIBECK_TABLE,
     .least = 5,
     .most = 6,
     .special = eg_call_stribeck_table,
     .names = stribeck_names},
};

static const function *find(const char *full)
{
    static const function conversion = {.least = 1, .most = 1};
    if (eg_conversion_find(full))
        return &conversion;
    for (size_t i = 0; i < EG_COUNT(functions); i++)
        if (strcmp(functions[i].name, full) == 0)
            return &functions[i];
    return NULL;
}

bool eg_function_is_known(const char *full)
{
    return find(full) != NULL;
}

bool eg_function_package(const char *full)
{
    size_t length = strlen(full);
    for (size_t i = 0; i < EG_COUNT(functions); i++)
        if (strncmp(functions[i].name, full, length) == 0 && functions[i].name[length] == '.')
            return true;
    return eg_conversion_package(full);
}

void eg_function_names(eg_reader *r, eg_list *names)
{
    for (size_t i = 0; i < EG_COUNT(functions); i++)
        eg_list_add(r, names, (void *)(uintptr_t)functions[i].name);
    size_t count;
    const eg_conversion *conversions = eg_conversions(&count);
    for (size_t i = 0; i < count; i++)
        eg_list_add(r, names,
                    (void *)(uintptr_t)eg_textf(r, "Modelica.Units.Conversions.%s", conversions[i].name));
}

static bool check_count(eg_reader *r, const eg_scope *scope, const eg_expr *e, const function *f,
                        const char *name)
{
    if (e->names && !f->names && (f->special != call_string || e->names[0])) {
        eg_error(r, scope->source, e->at, "%s takes its arguments by position, not by name", name);
        eg_hint(r, "leave the names and = out");
        return false;
    }
    if (e->count >= f->least && e->count <= f->most)
        return true;
    if (f->least == f->most)
        eg_error(r, scope->source, e->at, "%s takes %u argument%s, not %u", name, f->least,
                 f->least == 1 ? "" : "s", e->count);
    else
        eg_error(r, scope->source, e->at, "%s takes %u to %u arguments, not %u", name, f->least, f->most,
                 e->count);
    eg_hint(r, e->count < f->least ? "add what is missing; a missing comma joins two"
                                   : "leave out what is too much; decimals have a point, not a comma");
    return false;
}

/* The place of argument i, which may be given by name; -1 (reported) when there is no such name, or twice. */
static int place_of(eg_reader *r, const eg_scope *scope, const eg_expr *e, const function *f, uint32_t i,
                    const bool *taken)
{
    int place = (int)i;
    if (e->names && e->names[i]) {
        place = 0;
        while (place < (int)f->most && strcmp(f->names[place], e->names[i]) != 0)
            place++;
    }
    if (place < (int)f->most && !taken[place])
        return place;
    if (place < (int)f->most) {
        eg_error(r, scope->source, e->items[i]->at, "%s has its argument %s twice", f->name, f->names[place]);
        eg_hint(r, "leave one of them out");
    } else {
        eg_error(r, scope->source, e->items[i]->at, "%s has no argument \"%s\"", f->name, e->names[i]);
        eg_hint(r, "write one of the names that it has: %s first", f->names[0]);
    }
    return -1;
}

/* Arguments into their places; only the last ones may be missing. */
static bool evaluate_by_name(eg_call *c, const function *f)
{
    bool taken[EG_ARGUMENT_LIMIT] = {false};
    for (uint32_t i = 0; i < c->e->count; i++) {
        int place = place_of(c->r, c->scope, c->e, f, i, taken);
        if (place < 0 || !eg_evaluate(c->r, c->scope, c->e->items[i], &c->arguments[place]))
            return false;
        taken[place] = true;
    }
    for (uint32_t i = 0; i < c->e->count; i++)
        if (!taken[i]) {
            eg_error(c->r, c->scope->source, c->e->at, "%s misses its argument \"%s\"", f->name, f->names[i]);
            eg_hint(c->r, "write %s = value", f->names[i]);
            return false;
        }
    return true;
}

bool eg_function_call(eg_reader *r, const eg_scope *scope, const eg_expr *e, const char *name,
                      eg_value *result)
{
    const function *f = find(name);
    if (!f || !check_count(r, scope, e, f, name))
        return false;
    eg_call *c = eg_new(r, sizeof *c);
    if (!c)
        return false;
    *c = (eg_call){.r = r, .scope = scope, .e = e, .name = name, .count = e->count};
    c->conversion = eg_conversion_find(name);
    c->arguments = eg_new_array(r, f->most, sizeof *c->arguments);
    if (!c->arguments)
        return false;
    if (f->names)
        return evaluate_by_name(c, f) && f->special(c, result);
    bool asks_for_shape = f->special == eg_call_size || f->special == eg_call_ndims;
    for (uint32_t i = 0; i < e->count && !asks_for_shape; i++)
        if (!eg_evaluate(r, scope, e->items[i], &c->arguments[i]))
            return false;
    return f->special ? f->special(c, result) : call_numeric(c, f, result);
}
