/* Unit expressions: parsing, comparing, converting. The table of types is in unit_types.c.
 *
 *   expression  = numerator ["/" denominator]
 *   numerator   = "1" | factors | "(" expression ")"
 *   denominator = factor | "(" expression ")"
 *   factors     = factor {"." factor}
 *   factor      = symbol [["+" | "-"] digits]
 *
 * A symbol is looked up whole before a prefix is split off ("min" is a minute, "cd" a candela).
 * (Modelica Language Specification 3.6, section 19.1.) */
#include "base/units.h"

#include <math.h>
#include <string.h>

enum { MAX_TEXT = 100, MAX_SYMBOL = 8, MAX_EXPONENT = 99 };

static const double pi = 3.14159265358979323846;

typedef struct symbol {
    const char *name;
    int dimension[EG_UNIT_DIMENSIONS];
    int decade;
    double numerator, denominator, shift;
    bool takes_prefix;
} symbol;

/* An SI unit: exponents of m, kg, s, A, K, mol, cd. */
#define SI(name, ...)                                                                                        \
    {                                                                                                        \
        name, {__VA_ARGS__}, 0, 1.0, 1.0, 0.0, true                                                          \
    }

static const symbol symbols[] = {
    SI("m", 1),
    SI("s", 0, 0, 1),
    SI("A", 0, 0, 0, 1),
    SI("K", 0, 0, 0, 0, 1),
    SI("mol", 0, 0, 0, 0, 0, 1),
    SI("cd", 0, 0, 0, 0, 0, 0, 1),
    {"g", {0, 1}, -3, 1.0, 1.0, 0.0, true},
    SI("rad", 0),
    SI("sr", 0),
    SI("Hz", 0, 0, -1),
    SI("N", 1, 1, -2),
    SI("Pa", -1, 1, -2),
    SI("J", 2, 1, -2),
    SI("W", 2, 1, -3),
    SI("C", 0, 0, 1, 1),
    SI("V", 2, 1, -3, -1),
    SI("F", -2, -1, 4, 2),
    SI("Ohm", 2, 1, -3, -2),
    SI("S", -2, -1, 3, 2),
    SI("Wb", 2, 1, -2, -1),
    SI("T", 0, 1, -2, -1),
    SI("H", 2, 1, -2, -2),
    SI("lm", 0, 0, 0, 0, 0, 0, 1),
    SI("lx", -2, 0, 0, 0, 0, 0, 1),
    SI("Bq", 0, 0, -1),
    SI("Gy", 2, 0, -2),
    SI("Sv", 2, 0, -2),
    SI("kat", 0, 0, -1, 0, 0, 1),
    SI("var", 2, 1, -3),
    {"l", {3}, -3, 1.0, 1.0, 0.0, true},
    {"L", {3}, -3, 1.0, 1.0, 0.0, true},
    {"t", {0, 1}, 3, 1.0, 1.0, 0.0, true},
    {"bar", {-1, 1, -2}, 5, 1.0, 1.0, 0.0, true},
    {"eV", {2, 1, -2}, -19, 1.602176634, 1.0, 0.0, true},
    {"min", {0, 0, 1}, 0, 60.0, 1.0, 0.0, false},
    {"h", {0, 0, 1}, 0, 3600.0, 1.0, 0.0, false},
    {"d", {0, 0, 1}, 0, 86400.0, 1.0, 0.0, false},
    {"deg", {0}, 0, pi, 180.0, 0.0, false},
    {"rev", {0}, 0, 2.0 * pi, 1.0, 0.0, false},
    {"r", {0}, 0, 2.0 * pi, 1.0, 0.0, false},
    {"rpm", {0, 0, -1}, 0, 2.0 * pi, 60.0, 0.0, false},
    {"degC", {0, 0, 0, 0, 1}, 0, 1.0, 1.0, 273.15, false},
    {"degF", {0, 0, 0, 0, 1}, 0, 5.0, 9.0, 459.67, false},
    {"degRk", {0, 0, 0, 0, 1}, 0, 5.0, 9.0, 0.0, false},
    {"dB", {0, 0, 0, 0, 0, 0, 0, 1}, 0, 1.0, 1.0, 0.0, false},
    {"phon", {0, 0, 0, 0, 0, 0, 0, 0, 1}, 0, 1.0, 1.0, 0.0, false},
    {"sone", {0, 0, 0, 0, 0, 0, 0, 0, 0, 1}, 0, 1.0, 1.0, 0.0, false},
};
#undef SI

/* "da" stands before "d", so that "dam" is ten metres. */
static const struct prefix {
    const char *name;
    int decade;
} prefixes[] = {
    {"da", 1}, {"Y", 24},  {"Z", 21},  {"E", 18},  {"P", 15},  {"T", 12},  {"G", 9},
    {"M", 6},  {"k", 3},   {"h", 2},   {"d", -1},  {"c", -2},  {"m", -3},  {"u", -6},
    {"n", -9}, {"p", -12}, {"f", -15}, {"a", -18}, {"z", -21}, {"y", -24},
};

static const symbol *find_symbol(const char *name)
{
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
        if (strcmp(symbols[i].name, name) == 0)
            return &symbols[i];
    return NULL;
}

/* The symbol and the decade of its prefix; NULL when unknown. */
static const symbol *find_operand(const char *name, int *decade)
{
    const symbol *found = find_symbol(name);
    *decade = 0;
    for (size_t i = 0; !found && i < sizeof prefixes / sizeof *prefixes; i++) {
        size_t length = strlen(prefixes[i].name);
        if (strncmp(name, prefixes[i].name, length) != 0)
            continue;
        const symbol *rest = find_symbol(name + length);
        if (rest && rest->takes_prefix) {
            *decade = prefixes[i].decade;
            found = rest;
        }
    }
    return found;
}

static const eg_unit one = {{0}, 0, 1.0, 1.0, 0.0};

static void multiply(eg_unit *unit, const eg_unit *factor, int sign)
{
    for (int i = 0; i < EG_UNIT_DIMENSIONS; i++)
        unit->dimension[i] += sign * factor->dimension[i];
    unit->decade += sign * factor->decade;
    unit->numerator *= sign > 0 ? factor->numerator : factor->denominator;
    unit->denominator *= sign > 0 ? factor->denominator : factor->numerator;
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* [sign] digits; 1 when there is none. False when a sign stands alone or the number is too large. */
static bool parse_exponent(const char **at, int *exponent)
{
    const char *p = *at;
    int sign = 1, value = 0;
    *exponent = 1;
    if (*p == '+' || *p == '-') {
        sign = *p == '-' ? -1 : 1;
        p++;
    } else if (!is_digit(*p)) {
        return true;
    }
    if (!is_digit(*p))
        return false;
    for (; is_digit(*p); p++) {
        value = 10 * value + (*p - '0');
        if (value > MAX_EXPONENT)
            return false;
    }
    *exponent = sign * value;
    *at = p;
    return true;
}

static bool parse_factor(const char **at, eg_unit *unit)
{
    char name[MAX_SYMBOL + 1];
    size_t length = 0;
    while (is_letter((*at)[length]))
        length++;
    if (length == 0 || length > MAX_SYMBOL)
        return false;
    memcpy(name, *at, length);
    name[length] = '\0';
    *at += length;
    int decade, exponent;
    const symbol *s = find_operand(name, &decade);
    if (!s || !parse_exponent(at, &exponent))
        return false;
    eg_unit base = {{0}, s->decade + decade, s->numerator, s->denominator, 0.0};
    memcpy(base.dimension, s->dimension, sizeof base.dimension);
    *unit = one;
    for (int i = 0; i < (exponent < 0 ? -exponent : exponent); i++)
        multiply(unit, &base, exponent < 0 ? -1 : 1);
    return true;
}

static bool parse_expression(const char **at, eg_unit *unit);

static bool parse_parenthesis(const char **at, eg_unit *unit)
{
    (*at)++;
    if (!parse_expression(at, unit) || **at != ')')
        return false;
    (*at)++;
    return true;
}

static bool parse_numerator(const char **at, eg_unit *unit)
{
    if (**at == '(')
        return parse_parenthesis(at, unit);
    *unit = one;
    if (**at == '1') {
        (*at)++;
        return true;
    }
    for (;;) {
        eg_unit factor;
        if (!parse_factor(at, &factor))
            return false;
        multiply(unit, &factor, 1);
        if (**at != '.')
            return true;
        (*at)++;
    }
}

static bool parse_expression(const char **at, eg_unit *unit)
{
    if (!parse_numerator(at, unit))
        return false;
    if (**at != '/')
        return true;
    (*at)++;
    eg_unit below;
    if (!(**at == '(' ? parse_parenthesis(at, &below) : parse_factor(at, &below)))
        return false;
    multiply(unit, &below, -1);
    return true;
}

bool eg_unit_parse(const char *text, eg_unit *unit)
{
    *unit = one;
    if (!text || !*text)
        return true;
    /* The bound keeps recursion and exponents small. */
    if (strlen(text) > MAX_TEXT)
        return false;
    const char *at = text;
    if (!parse_expression(&at, unit) || *at)
        return false;
    const symbol *alone = find_symbol(text);
    if (alone)
        unit->shift = alone->shift;
    return true;
}

static bool same_dimension(const eg_unit *a, const eg_unit *b)
{
    return memcmp(a->dimension, b->dimension, sizeof a->dimension) == 0;
}

/* 10^n, exact up to n = 22; a prefix pair never asks for more than that of itself. */
static double power_of_ten(int n)
{
    double power = 1.0;
    for (; n > 0; n--)
        power *= 10.0;
    return power;
}

/* a/b as a fraction: decades go where they are whole numbers, so that nothing is rounded early. */
static void ratio(const eg_unit *a, const eg_unit *b, double *numerator, double *denominator)
{
    int decade = a->decade - b->decade;
    *numerator = a->numerator * b->denominator * power_of_ten(decade);
    *denominator = a->denominator * b->numerator * power_of_ten(-decade);
}

bool eg_unit_same(const char *a, const char *b)
{
    eg_unit ua, ub;
    if (!eg_unit_parse(a, &ua) || !eg_unit_parse(b, &ub))
        return strcmp(a ? a : "", b ? b : "") == 0;
    if (!same_dimension(&ua, &ub) || ua.shift != ub.shift)
        return false;
    double numerator, denominator;
    ratio(&ua, &ub, &numerator, &denominator);
    /* Equal up to the rounding of at most MAX_TEXT factors, far below any real difference of units. */
    return fabs(numerator - denominator) <= 1e-13 * denominator;
}

bool eg_unit_convert(double value, const char *from, const char *to, double *out)
{
    eg_unit a, b;
    if (!eg_unit_parse(from, &a) || !eg_unit_parse(to, &b) || !same_dimension(&a, &b))
        return false;
    double numerator, denominator;
    ratio(&a, &b, &numerator, &denominator);
    *out = eg_unit_same(from, to) ? value : (value + a.shift) * numerator / denominator - b.shift;
    return true;
}
