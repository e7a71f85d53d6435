/* Calls in Dyad. Functions are Julia's there; what Modelica has under another name, or has no name for, is
 * said in its words while the text is parsed, so that values, derivatives, events and conversion need to know
 * nothing of it. What these words cost in digits is said beside them. */
#include <math.h>
#include <string.h>

#include "modelica/dyad/dyad.h"
#include "modelica/scope/definition.h"
#include "modelica/value/functions.h"

/* ---------------------------------------------------------------- in Modelica's words */

/* What a function of so many arguments means; a, b, c are these. Parsed as Dyad. */
typedef struct meaning {
    const char *name;
    uint32_t arguments;
    const char *text;
} meaning;

/* log(1 + a) with the part of a that 1 + a loses: W. Kahan's correction, to round-off for any a, and its
 * derivative is 1/(1 + a). */
#define LOG1P "log(1 + a) + (a - ((1 + a) - 1))/(1 + a)"
/* To the nearest whole number, halves to the even one. */
#define NEAREST "floor(a/2 + 1/4) + ceil(a/2 - 1/4)"

static const meaning meanings[] = {
    {"D", 1, "der(a)"}, /* of older texts, and of the Julia that they become */
    {"abs2", 1, "a^2"},
    {"inv", 1, "1/a"},
    {"identity", 1, "a"},
    {"float", 1, "1.0*a"},
    {"Float64", 1, "1.0*a"},
    {"zero", 1, "0*a"},
    {"muladd", 3, "a*b + c"},
    {"fma", 3, "a*b + c"},
    {"clamp", 3, "min(max(a, b), c)"},
    {"cbrt", 1, "if a > 0 then a^(1/3) elseif a < 0 then -(-a)^(1/3) else 0"},
    {"hypot", 2, "sqrt(a^2 + b^2)"},
    {"hypot", 3, "sqrt(a^2 + b^2 + c^2)"},
    {"exp2", 1, "2^a"},
    {"exp10", 1, "10^a"},
    {"expm1", 1, "tanh(a/2)*(exp(a) + 1)"},
    {"log2", 1, "log(a)/log(2)"},
    {"log", 2, "log(b)/log(a)"},
    {"log1p", 1, LOG1P},
    {"asinh", 1,
     "noEvent(if a < 0 then -log1p(-a + a^2/(1 + sqrt(1 + a^2))) else log1p(a + a^2/(1 + sqrt(1 + a^2))))"},
    {"acosh", 1, "log1p(a - 1 + sqrt((a - 1)*(a + 1)))"},
    {"atanh", 1, "(log1p(a) - log1p(-a))/2"},
    {"asech", 1, "acosh(1/a)"},
    {"acsch", 1, "asinh(1/a)"},
    {"acoth", 1, "atanh(1/a)"},
    {"sec", 1, "1/cos(a)"},
    {"csc", 1, "1/sin(a)"},
    {"cot", 1, "1/tan(a)"},
    {"asec", 1, "acos(1/a)"},
    {"acsc", 1, "asin(1/a)"},
    {"acot", 1, "atan(1/a)"},
    {"sech", 1, "1/cosh(a)"},
    {"csch", 1, "1/sinh(a)"},
    {"coth", 1, "1/tanh(a)"},
    {"sinpi", 1, "sin(Modelica.Constants.pi*a)"},
    {"cospi", 1, "cos(Modelica.Constants.pi*a)"},
    {"tanpi", 1, "tan(Modelica.Constants.pi*a)"},
    {"deg2rad", 1, "a*(Modelica.Constants.pi/180)"},
    {"rad2deg", 1, "a*(180/Modelica.Constants.pi)"},
    {"sind", 1, "sin(a*(Modelica.Constants.pi/180))"},
    {"cosd", 1, "cos(a*(Modelica.Constants.pi/180))"},
    {"tand", 1, "tan(a*(Modelica.Constants.pi/180))"},
    {"asind", 1, "asin(a)*(180/Modelica.Constants.pi)"},
    {"acosd", 1, "acos(a)*(180/Modelica.Constants.pi)"},
    {"atand", 1, "atan(a)*(180/Modelica.Constants.pi)"},
    {"atan", 2, "atan2(a, b)"},
    {"trunc", 1, "div(a, 1)"},
    {"round", 1, NEAREST},
    /* of whole numbers these are whole */
    {"fld", 2, "div(a, b) - (if rem(a, b)*b < 0 then 1 else 0)"},
    {"cld", 2, "div(a, b) + (if rem(a, b)*b > 0 then 1 else 0)"},
    {"copysign", 2, "if b < 0 then -abs(a) else abs(a)"},
    {"flipsign", 2, "if b < 0 then -a else a"},
    {"signbit", 1, "a < 0"},
    {"isnan", 1, "noEvent(abs(a) > Modelica.Constants.inf)"},
    {"isinf", 1, "noEvent(abs(a) >= Modelica.Constants.inf)"},
    {"isfinite", 1, "noEvent(abs(a) < Modelica.Constants.inf)"},
    {"iszero", 1, "abs(a) <= 0"},
    {"isone", 1, "abs(a - 1) <= 0"},
    {"isodd", 1, "abs(rem(a, 2)) == 1"},
    {"iseven", 1, "rem(a, 2) == 0"},
    {"xor", 2, "a and !b or b and !a"},
    {"length", 1, "product(size(a))"},
    {"maximum", 1, "max(a)"},
    {"minimum", 1, "min(a)"},
    {"prod", 1, "product(a)"},
    {"collect", 1, "a"},
    {"LinRange", 3, "linspace(a, b, c)"},
};

/* ... whose first argument is Int: floor(Int, a). */
static const meaning to_integer[] = {
    {"floor", 2, "integer(b)"},
    {"ceil", 2, "-integer(-b)"},
    {"trunc", 2, "integer(div(b, 1))"},
    {"round", 2, "integer(floor(b/2 + 1/4) + ceil(b/2 - 1/4))"},
};

/* ... and what they are of a type alone. */
static const struct {
    const char *name, *type, *text;
} of_types[] = {
    {"eps", "Float64", "Modelica.Constants.eps"},
    {"eps", "Float32", "1.1920928955078125e-7"},
    {"eps", "Float16", "0.0009765625"},
    {"typemax", "Float64", "Modelica.Constants.inf"},
    {"typemin", "Float64", "-Modelica.Constants.inf"},
    {"typemax", "Float32", "Modelica.Constants.inf"},
    {"typemin", "Float32", "-Modelica.Constants.inf"},
    {"floatmax", "Float64", "1.7976931348623157e308"},
    {"floatmin", "Float64", "2.2250738585072014e-308"},
    {"floatmax", "Float32", "3.4028234663852886e38"},
    {"floatmin", "Float32", "1.1754943508222875e-38"},
    /* whole numbers end at 2^53 here */
    {"typemax", "Int64", "9007199254740992"},
    {"typemin", "Int64", "-9007199254740992"},
    {"typemax", "UInt64", "9007199254740992"},
    {"typemin", "UInt64", "0"},
    {"typemax", "Int32", "2147483647"},
    {"typemin", "Int32", "-2147483648"},
    {"typemax", "UInt32", "4294967295"},
    {"typemax", "Int16", "32767"},
    {"typemin", "Int16", "-32768"},
    {"typemax", "UInt16", "65535"},
    {"typemax", "Int8", "127"},
    {"typemin", "Int8", "-128"},
    {"typemax", "UInt8", "255"},
    {"typemin", "UInt32", "0"},
    {"typemin", "UInt16", "0"},
    {"typemin", "UInt8", "0"},
};

static bool is_one_of(const char *name, const char *const *names)
{
    for (; *names; names++)
        if (strcmp(*names, name) == 0)
            return true;
    return false;
}

static bool is_float_type(const char *name)
{
    static const char *const names[] = {"Float64", "Float32", "Float16", "Real", NULL};
    return is_one_of(name, names);
}

static bool is_integer_type(const char *name)
{
    static const char *const names[] = {"Int",    "Int8",   "Int16",  "Int32",   "Int64", "UInt8",
                                        "UInt16", "UInt32", "UInt64", "Integer", NULL};
    return is_one_of(name, names);
}

/* The name of a type that an argument is; NULL: it is a value. */
static const char *type_of(const eg_expr *e)
{
    const eg_reference *name = e->kind == EG_E_REFERENCE && e->reference->count == 1 ? e->reference : NULL;
    bool is_type = name && name->parts[0].subscript_count == 0 &&
                   (is_float_type(name->parts[0].name) || is_integer_type(name->parts[0].name));
    return is_type ? name->parts[0].name : NULL;
}

/* ---------------------------------------------------------------- putting arguments into the words */

static eg_token_kind with_dot(eg_token_kind op)
{
    switch (op) {
    case EG_T_PLUS: return EG_T_DOT_PLUS;
    case EG_T_MINUS: return EG_T_DOT_MINUS;
    case EG_T_STAR: return EG_T_DOT_STAR;
    case EG_T_SLASH: return EG_T_DOT_SLASH;
    case EG_T_CARET: return EG_T_DOT_CARET;
    default: return op;
    }
}

/* The operators between the operands of e, element by element; a leading sign stays. */
static bool dot_operators(eg_parser *p, eg_expr *e)
{
    if (e->kind != EG_E_SUM && e->kind != EG_E_PRODUCT && e->kind != EG_E_POWER)
        return true;
    uint32_t first = e->kind == EG_E_POWER ? 0 : 1, count = e->kind == EG_E_POWER ? 1 : e->count;
    eg_token_kind *dotted = eg_new_array(p->r, count, sizeof *dotted);
    if (!dotted)
        return false;
    for (uint32_t i = 0; i < count; i++)
        dotted[i] = i >= first ? with_dot(e->operators[i]) : e->operators[i];
    e->operators = dotted;
    return true;
}

/* What stands in the words instead of a, b, c. */
typedef struct filling {
    eg_parser *p;
    eg_expr *const *arguments;
    const char *const *names; /* symbols */
    uint32_t count, at;
    bool is_by_element;
} filling;

/* The words e with the arguments in their places, as nodes of their own: words in words share theirs. What
 * stands in an argument is left alone, whatever its names. NULL: out of memory. */
static eg_expr *fill_in(const filling *f, const eg_expr *e)
{
    bool is_name = e->kind == EG_E_REFERENCE && e->reference->count == 1;
    for (uint32_t i = 0; is_name && i < f->count; i++)
        if (e->reference->parts[0].name == f->names[i])
            return f->arguments[i];
    eg_expr *own = eg_parse_new_expr(f->p, e->kind, f->at);
    eg_expr **items = eg_new_array(f->p->r, e->count + 1u, sizeof *items);
    if (!own || !items)
        return NULL;
    *own = *e;
    own->at = f->at;
    own->items = items;
    for (uint32_t i = 0; e->reference && i < e->reference->count; i++)
        e->reference->parts[i].at = f->at;
    for (uint32_t i = 0; i < e->count; i++)
        if (!(items[i] = fill_in(f, e->items[i])))
            return NULL;
    return !f->is_by_element || dot_operators(f->p, own) ? own : NULL;
}

enum { MOST_NODES = 20000 };

/* How many nodes an expression has; what stands in it twice counts twice. Stops above the most. */
static uint32_t size_of(const eg_expr *e, uint32_t most)
{
    uint32_t size = 1;
    for (uint32_t i = 0; e && i < e->count && size <= most; i++)
        size += size_of(e->items[i], most - size);
    return size;
}

bool eg_dyad_put(eg_parser *p, eg_expr *call, const eg_expr *words, const char *const *names,
                 bool is_by_element)
{
    filling f = {p, call->items, names, call->count, call->at, is_by_element};
    eg_expr *e = fill_in(&f, words);
    if (!e)
        return false;
    if (size_of(e, MOST_NODES) > MOST_NODES) {
        eg_error(p->r, p->source, call->at, "this expression is too long: %s says its argument several times",
                 call->reference->parts[0].name);
        eg_hint(p->r, "declare a variable or parameter for what stands in it");
        return false;
    }
    uint32_t at = call->at;
    *call = *e;
    call->at = at;
    return true;
}

/* The call becomes what the text says of its arguments, which are a, b, c there. */
static bool say(eg_parser *p, eg_expr *call, const char *text, bool is_by_element)
{
    eg_source *source = eg_new(p->r, sizeof *source);
    eg_parser *inner = eg_new(p->r, sizeof *inner);
    if (!source || !inner)
        return false;
    *source =
        (eg_source){.name = "words.dyad", .text = text, .length = strlen(text), .arena = p->source->arena};
    eg_parse_start(inner, p->r, source);
    eg_expr *e = eg_parse_expression(inner);
    const char *const names[] = {eg_symbol(p->r, "a"), eg_symbol(p->r, "b"), eg_symbol(p->r, "c")};
    return e && names[0] && names[1] && names[2] && eg_dyad_put(p, call, e, names, is_by_element);
}

static bool is_call_of(const eg_expr *call, const char *name, uint32_t arguments)
{
    return call->reference->count == 1 && call->count == arguments && !call->names &&
           strcmp(call->reference->parts[0].name, name) == 0;
}

static bool refuse(eg_parser *p, const eg_expr *call, const char *what, const char *remedy)
{
    eg_error(p->r, p->source, call->at, "%s", what);
    eg_hint(p->r, "%s", remedy);
    return false;
}

/* ---------------------------------------------------------------- functions of types */

static bool is_of_types(const char *name)
{
    static const char *const names[] = {"eps",     "zero",     "one",      "oneunit", "typemax",
                                        "typemin", "floatmax", "floatmin", NULL};
    return is_one_of(name, names);
}

/* eps(x): the distance from a number that stands there to the next one. */
static bool spacing(eg_parser *p, eg_expr *call)
{
    const eg_expr *of = call->items[0];
    if (of->kind != EG_E_NUMBER)
        return refuse(p, call, "eps(...) is of a type or of a number that stands there",
                      "write eps(Float64)*abs(...)");
    const char *text = p->source->text + of->at;
    bool is_single = text[strspn(text, "0123456789._")] == 'f'; /* 1f0 */
    double x = fabs(of->number), next = nextafter(x, HUGE_VAL) - x;
    if (is_single)
        next = (double)(nextafterf((float)x, HUGE_VALF) - (float)x);
    *call = (eg_expr){.kind = EG_E_NUMBER, .at = call->at, .number = next};
    return true;
}

/* eps(Float64), typemax(Int32), zero(Float64), and eps() of Float64. */
static bool of_type(eg_parser *p, eg_expr *call, bool is_by_element)
{
    const char *name = call->reference->parts[0].name;
    bool may_be_empty = strcmp(name, "eps") == 0 || strncmp(name, "float", 5) == 0;
    if (call->count == 0 && !may_be_empty)
        return refuse(p, call, eg_textf(p->r, "%s() is of no type", name),
                      eg_textf(p->r, "write %s(Float64)", name));
    const char *type = call->count == 0 ? "Float64" : type_of(call->items[0]);
    if (!type && strcmp(name, "eps") == 0)
        return spacing(p, call);
    if (!type && strcmp(name, "zero") == 0)
        return say(p, call, "0*a", is_by_element);
    if (!type)
        return refuse(p, call, eg_textf(p->r, "%s(...) is of a type", name),
                      eg_textf(p->r, "write the number, or %s(Float64)", name));
    if (strcmp(type, "Real") == 0)
        type = "Float64";
    else if (strcmp(type, "Int") == 0 || strcmp(type, "Integer") == 0)
        type = "Int64";
    bool is_float = is_float_type(type);
    if (strcmp(name, "zero") == 0)
        return say(p, call, is_float ? "0.0" : "0", false);
    if (strncmp(name, "one", 3) == 0)
        return say(p, call, is_float ? "1.0" : "1", false);
    for (size_t i = 0; i < EG_COUNT(of_types); i++)
        if (strcmp(of_types[i].name, name) == 0 && strcmp(of_types[i].type, type) == 0)
            return say(p, call, of_types[i].text, false);
    return refuse(p, call, eg_textf(p->r, "%s(%s) is no number here", name, type),
                  is_float ? "there are Float64 and Float32" : "write the number; whole numbers end at 2^53");
}

/* Int(x): x, which must be whole. */
static bool whole(eg_parser *p, eg_expr *call)
{
    eg_expr *of = call->items[0];
    if (of->kind == EG_E_NUMBER && of->number == floor(of->number) && of->number <= 0x1p53) {
        *call = *of;
        call->is_integer = true;
        return true;
    }
    return say(p, call, "Elastogap.Math.whole(a)", false);
}

/* ---------------------------------------------------------------- max, range, hcat */

/* max(a, b, c), of any number of arguments, is max({a, b, c}). */
static bool gather(eg_parser *p, eg_expr *call)
{
    eg_expr *all = eg_parse_new_expr(p, EG_E_ARRAY, call->at);
    eg_expr **items = eg_new(p->r, sizeof *items);
    if (!all || !items)
        return false;
    all->items = call->items;
    all->count = call->count;
    items[0] = all;
    call->items = items;
    call->count = 1;
    return true;
}

/* range(a, b, length = n), range(a, b, step = h), range(a, stop = b, length = n) */
static bool range(eg_parser *p, eg_expr *call)
{
    eg_expr *parts[4] = {NULL, NULL, NULL, NULL}; /* start, stop, length, step */
    static const char *const names[] = {"start", "stop", "length", "step"};
    bool known = true;
    uint32_t position = 0;
    for (uint32_t i = 0; i < call->count && known; i++) {
        size_t k = call->names && call->names[i] ? 0 : position++;
        while (call->names && call->names[i] && k < EG_COUNT(names) && strcmp(names[k], call->names[i]) != 0)
            k++;
        known = k < EG_COUNT(names) && !parts[k];
        if (known)
            parts[k] = call->items[i];
    }
    if (!known || !parts[0] || !parts[1] || (parts[2] != NULL) == (parts[3] != NULL))
        return refuse(p, call, "a range wants its first number, its last, and how many or how far apart",
                      "write range(0, 1, length = 11) or range(0, 1, step = 0.1)");
    eg_expr **items = eg_new_array(p->r, 3, sizeof *items);
    if (!items)
        return false;
    items[0] = parts[0];
    items[1] = parts[2] ? parts[1] : parts[3];
    items[2] = parts[2] ? parts[2] : parts[1];
    call->items = items;
    call->count = 3;
    call->names = NULL;
    if (!parts[2])
        call->kind = EG_E_RANGE;
    else
        call->reference = eg_dyad_name(p, "linspace", call->at);
    return call->reference != NULL;
}

/* hcat(a, b): vectors as the columns of a matrix. */
static bool columns(eg_parser *p, eg_expr *call)
{
    call->reference = eg_dyad_name(p, "transpose", call->at);
    return gather(p, call) && call->reference;
}

/* reshape([a, b, c, d], 2, 2) is [[a, c], [b, d]]: Julia's arrays go column by column. */
static bool reshape(eg_parser *p, eg_expr *call)
{
    const eg_expr *list = call->items[0], *rows = call->items[1], *columns = call->items[2];
    bool known = list->kind == EG_E_ARRAY && rows->kind == EG_E_NUMBER && columns->kind == EG_E_NUMBER &&
                 rows->number >= 1 && columns->number >= 1;
    if (!known || rows->number * columns->number != list->count) /* NOLINT: whole numbers */
        return true;
    uint32_t m = (uint32_t)rows->number, n = (uint32_t)columns->number;
    eg_expr **items = eg_new_array(p->r, m, sizeof *items);
    for (uint32_t i = 0; items && i < m; i++) {
        eg_expr *row = items[i] = eg_parse_new_expr(p, EG_E_ARRAY, call->at);
        if (!row || !(row->items = eg_new_array(p->r, n, sizeof(eg_expr *))))
            return false;
        row->count = n;
        for (uint32_t k = 0; k < n; k++)
            row->items[k] = list->items[k * m + i];
    }
    *call = (eg_expr){.kind = EG_E_ARRAY, .at = call->at, .items = items, .count = m};
    return items != NULL;
}

/* ---------------------------------------------------------------- data in files */

bool eg_dyad_is_dataset(const eg_reference *name)
{
    const char *last = name->parts[name->count - 1].name;
    return strcmp(last, "DyadDataset") == 0 || strcmp(last, "DyadTimeseries") == 0;
}

/* The only element of an array, or what is no array; NULL: there are several. */
static eg_expr *single(eg_expr *e)
{
    if (e->kind != EG_E_ARRAY)
        return e;
    if (e->count == 1)
        return e->items[0];
    return NULL;
}

/* DyadDataset("a.csv", independent_var = "t", dependent_vars = ["v"]): two columns of a file. */
static bool dataset(eg_parser *p, eg_expr *call)
{
    eg_expr *file = NULL, *x = NULL, *y = NULL;
    bool too_many = false;
    for (uint32_t i = 0; i < call->count; i++) {
        const char *name = call->names ? call->names[i] : NULL;
        eg_expr *e = single(call->items[i]);
        eg_expr **part = NULL;
        if (!name)
            part = &file;
        else if (strcmp(name, "independent_var") == 0)
            part = &x;
        else if (strcmp(name, "dependent_vars") == 0)
            part = &y;
        too_many = too_many || !part || *part || !e;
        if (part)
            *part = e;
    }
    eg_expr **items = eg_new_array(p->r, 3, sizeof(eg_expr *));
    if (too_many || !file || !x || !y) {
        eg_error(p->r, p->source, call->at, "this data cannot be read: a file and two of its columns can");
        eg_hint(p->r, "write DyadDataset(\"file.csv\", independent_var = \"t\", dependent_vars = [\"v\"])");
        return false;
    }
    if (file->kind == EG_E_CALL || file->kind == EG_E_ARRAY) { /* hcat(x, y): the columns themselves */
        uint32_t at = call->at;
        *call = *file;
        call->at = at;
        return true;
    }
    call->reference = eg_dyad_name(p, "Elastogap.Files.columns", call->at);
    call->items = items;
    call->count = 3;
    call->names = NULL;
    if (!items || !call->reference)
        return false;
    items[0] = file;
    items[1] = x;
    items[2] = y;
    return true;
}

/* ---------------------------------------------------------------- by name */

/* Functions of Julia that have no place here, and what to write. */
static bool is_refused(eg_parser *p, const eg_expr *call, const char *name)
{
    static const struct {
        const char *name, *remedy;
    } table[] = {
        {"gcd", "write the number"},
        {"lcm", "write the number"},
        {"mod1", "write mod(a - 1, b) + 1"},
        {"mod2pi", "write mod(a, 2*pi)"},
        {"divrem", "write div(a, b) and rem(a, b)"},
        {"sincos", "write sin(x) and cos(x)"},
        {"evalpoly", "write c0 + x*(c1 + x*c2)"},
        {"vcat", "write the elements one after the other: [a, b, c]"},
        {"map", "write f.(x)"},
        {"any", "write a or b"},
        {"all", "write a and b"},
        {"Float32", "literals like 1.5f0 have that precision; all that is computed has Float64"},
        {"rand", "write a number: a model is the same in each run"},
        {"randn", "write a number: a model is the same in each run"},
    };
    for (size_t i = 0; i < EG_COUNT(table); i++)
        if (strcmp(table[i].name, name) == 0) {
            eg_error(p->r, p->source, call->at, "%s(...) of Julia is not supported", name);
            eg_hint(p->r, "%s", table[i].remedy);
            return true;
        }
    return false;
}

/* Does a line of Modelica begin before `at`, but for words: "pure function f"? Lines stand in quotes. */
static bool begins_carried_line(const char *text, const char *at)
{
    while (at > text && (at[-1] == ' ' || (at[-1] >= 'a' && at[-1] <= 'z')))
        at--;
    return at > text && at[-1] == '"';
}

eg_list eg_dyad_own_functions(eg_reader *r, const eg_source *source)
{
    static const char keyword[] = "function ";
    const char *found = strstr(source->text, "\"elastogap\"");
    eg_list names = {0};
    if (found)
        found = strstr(found, keyword);
    while (found) {
        bool begins = begins_carried_line(source->text, found);
        found += strlen(keyword);
        size_t length = strcspn(found, " \"\\(;\t\r\n");
        const char *name = begins && length > 0 ? eg_symbol_of(r, found, length) : NULL;
        if (name)
            eg_list_add(r, &names, (void *)(uintptr_t)name);
        found = strstr(found, keyword);
    }
    return names;
}

/* Does the text carry a function of Modelica of that name? */
static bool is_own_function(const eg_parser *p, const char *name)
{
    for (size_t i = 0; p->own_functions && i < p->own_functions->count; i++)
        if (p->own_functions->items[i] == name)
            return true;
    return false;
}

static const char *meaning_of(const meaning *table, size_t count, const char *name, uint32_t arguments)
{
    for (size_t i = 0; i < count; i++)
        if (table[i].arguments == arguments && strcmp(table[i].name, name) == 0)
            return table[i].text;
    return NULL;
}

/* The words for a call; NULL: there are none. */
static const char *words_for(const eg_expr *call)
{
    const char *name = call->reference->parts[0].name;
    const char *type = call->count == 2 ? type_of(call->items[0]) : NULL;
    if (call->names)
        return NULL;
    if (type && is_integer_type(type))
        return meaning_of(to_integer, EG_COUNT(to_integer), name, 2);
    return meaning_of(meanings, EG_COUNT(meanings), name, call->count);
}

/* One that Julia has with other arguments than here: reported, and what it can be called with. */
static bool is_known_otherwise(eg_parser *p, const eg_expr *call, const char *name)
{
    const char *how = strcmp(name, "ifelse") == 0 ? "ifelse(condition, a, b)" : NULL;
    if (eg_function_is_known(name)) /* with other arguments it is Modelica's */
        return false;
    for (size_t i = 0; i < EG_COUNT(meanings) && !how; i++)
        if (strcmp(meanings[i].name, name) == 0)
            how = eg_textf(p->r, "%s(%s)", name,
                           meanings[i].arguments == 1   ? "a"
                           : meanings[i].arguments == 2 ? "a, b"
                                                        : "a, b, c");
    if (!how)
        return false;
    eg_error(p->r, p->source, call->at, "%s(...) is not supported with these arguments", name);
    eg_hint(p->r, "write %s", how);
    return true;
}

/* A function of Julia; the call stays what it is when it is none. */
static bool julia_call(eg_parser *p, eg_expr *call, bool is_by_element)
{
    const char *name = call->reference->parts[0].name;
    if (is_own_function(p, name))
        return true;
    bool is_written;
    if (!eg_dyad_julia(p, call, is_by_element, &is_written))
        return false;
    if (is_written)
        return true;
    if (strcmp(name, "range") == 0)
        return range(p, call);
    if (is_of_types(name) && call->count < 2 && !call->names)
        return of_type(p, call, is_by_element);
    if (is_integer_type(name) && strcmp(name, "Integer") != 0 && call->count == 1 && !call->names)
        return whole(p, call);
    if (is_call_of(call, "ifelse", 3)) {
        call->kind = EG_E_IF;
        return true;
    }
    if ((strcmp(name, "max") == 0 || strcmp(name, "min") == 0) && call->count > 2 && !call->names)
        return gather(p, call);
    if (strcmp(name, "hcat") == 0 && call->count > 0 && !call->names)
        return columns(p, call);
    if (is_call_of(call, "reshape", 3))
        return reshape(p, call);
    const char *text = words_for(call);
    if (text)
        return say(p, call, text, is_by_element);
    return !is_refused(p, call, name) && !is_known_otherwise(p, call, name);
}

bool eg_dyad_call(eg_parser *p, eg_expr *call, bool is_by_element)
{
    if (eg_dyad_is_dataset(call->reference))
        return dataset(p, call);
    if (call->count == 0 && call->reference->count > 1) { /* Shape.Round(): a case of an enumeration */
        call->kind = EG_E_REFERENCE;
        return true;
    }
    eg_reference *name = call->reference;
    if (name->count == 2 && strcmp(name->parts[0].name, "Base") == 0) { /* where Julia's own functions are */
        name->parts++;
        name->count = 1;
    }
    return (call->reference->count > 1 || julia_call(p, call, is_by_element)) && !p->r->out_of_memory;
}
