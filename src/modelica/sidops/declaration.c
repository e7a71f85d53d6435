/* Declarations: constants, parameters and variables with their units; ports. */
#include "modelica/sidops/sidops.h"

#include <math.h>
#include <string.h>

#include "base/units.h"

/* ---------------------------------------------------------------- units */

/* The text between the braces, without its spaces. */
static const char *text_in_braces(eg_parser *p)
{
    const char *from = p->source->text + p->token.at + 1, *end = strpbrk(from, "};");
    if (!end || *end != '}') {
        eg_parse_fail(p, "this unit has no end");
        eg_hint(p->r, "close it with }");
        return NULL;
    }
    char *text = eg_new(p->r, (size_t)(end - from) + 1);
    if (!text)
        return NULL;
    size_t length = 0;
    for (const char *c = from; c < end; c++)
        if (!strchr(" \t\r\n", *c))
            text[length++] = *c;
    p->has_ahead = false;
    p->lexer.at = (uint32_t)(end - p->source->text) + 1;
    eg_parse_advance(p);
    return text;
}

/* As the SI writes what 20-sim calls otherwise: {V/ohm}, {hr}; {-} and {none} are no unit. */
static const char *plain_unit(eg_parser *p, const char *text)
{
    static const char *const names[][2] = {{"ohm", "Ohm"}, {"hr", "h"}};
    const char *plain = "";
    if (strcmp(text, "-") == 0 || strcmp(text, "none") == 0)
        return plain;
    while (*text) {
        const size_t letters = strspn(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ");
        const size_t length = letters > 0 ? letters : 1;
        const char *symbol = eg_textf(p->r, "%.*s", (int)length, text);
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strcmp(symbol, names[i][0]) == 0)
                symbol = names[i][1];
        plain = eg_textf(p->r, "%s%s", plain, symbol);
        text += length;
    }
    return plain;
}

bool eg_sidops_unit(eg_parser *p, const char **unit)
{
    *unit = NULL;
    if (p->token.kind != EG_T_LEFT_BRACE)
        return true;
    uint32_t at = p->token.at;
    const char *text = text_in_braces(p);
    eg_unit meant;
    if (!text)
        return false;
    text = plain_unit(p, text);
    if (*text && !eg_unit_parse(text, &meant)) {
        eg_warn(p->r, p->source, at, "the unit \"%.60s\" is not known: the number is taken as it is", text);
        eg_hint(p->r, "write it with units of the SI, {N.s/m}, or leave the braces empty");
        return true;
    }
    *unit = *text ? text : NULL;
    return true;
}

/* The unit of the SI with these dimensions: "kg.m2/s2". */
static const char *coherent_unit(eg_parser *p, const eg_unit *unit)
{
    static const char *const bases[] = {"m", "kg", "s", "A", "K", "mol", "cd"};
    const char *above = "", *below = "";
    int factors_below = 0;
    for (size_t i = 0; i < sizeof bases / sizeof *bases; i++) {
        int power = unit->dimension[i];
        if (power == 0)
            continue;
        const char **part = power > 0 ? &above : &below;
        factors_below += power < 0;
        int size = power > 0 ? power : -power;
        const char *dot = **part ? "." : "";
        *part = size == 1 ? eg_textf(p->r, "%s%s%s", *part, dot, bases[i])
                          : eg_textf(p->r, "%s%s%s%d", *part, dot, bases[i], size);
    }
    if (!*below)
        return *above ? above : "1";
    return eg_textf(p->r, factors_below > 1 ? "%s/(%s)" : "%s/%s", *above ? above : "1", below);
}

bool eg_sidops_to_si(eg_parser *p, double *value)
{
    const char *text;
    eg_unit unit;
    if (!eg_sidops_unit(p, &text))
        return false;
    if (text && eg_unit_parse(text, &unit))
        (void)eg_unit_convert(*value, text, coherent_unit(p, &unit), value);
    return true;
}

/* 20-sim computes in units of the SI: a value with {mm} is one thousandth of its number. */
static bool keep_unit(eg_parser *p, eg_component *c, const char *text)
{
    eg_unit unit;
    if (!text || !eg_unit_parse(text, &unit))
        return true;
    eg_expr *said = eg_parse_new_expr(p, EG_E_STRING, c->at),
            *value = c->modifier ? c->modifier->value : NULL;
    if (!said)
        return false;
    const bool is_coherent =
        unit.decade == 0 && unit.numerator == unit.denominator && !(fabs(unit.shift) > 0);
    said->text = is_coherent ? text : coherent_unit(p, &unit);
    if (!eg_sidops_argument(p, c, "unit", said) || is_coherent || !value)
        return !p->r->out_of_memory;
    double si = 0;
    eg_list factors = {0};
    eg_token_kind *operators = eg_new_array(p->r, 2, sizeof *operators);
    if (fabs(unit.shift) > 0 && value->kind != EG_E_NUMBER) {
        eg_error(p->r, p->source, value->at, "a value in %.60s must be one number", text);
        eg_hint(p->r, "give it in %.60s", said->text);
        return true;
    }
    double of = fabs(unit.shift) > 0 ? value->number : 1.0;
    if (!operators || !eg_unit_convert(of, text, said->text, &si))
        return !p->r->out_of_memory;
    if (value->kind == EG_E_NUMBER) {
        eg_unit_convert(value->number, text, said->text, &value->number);
        value->is_integer = false;
        return true;
    }
    if (!eg_list_add(p->r, &factors, value) ||
        !eg_list_add(p->r, &factors, eg_sidops_number(p, si, value->at)))
        return false;
    operators[0] = operators[1] = EG_T_STAR;
    c->modifier->value = eg_sidops_new(p, EG_E_PRODUCT, value->at, (eg_expr *const *)factors.items, 2);
    if (c->modifier->value)
        c->modifier->value->operators = operators;
    return c->modifier->value != NULL;
}

/* ---------------------------------------------------------------- dimensions */

/* [3], [3, 1] and [1, 3] are a vector, [1] and [1, 1] a number. */
static bool parse_dimensions(eg_parser *p, eg_expr ***dimensions, uint32_t *count)
{
    eg_list list = {0};
    if (!eg_parse_accept(p, EG_T_LEFT_BRACKET))
        return true;
    do {
        eg_expr *e = eg_sidops_expression(p);
        if (!e)
            return false;
        bool is_one = e->kind == EG_E_NUMBER && e->is_integer && !(e->number > 1) && !(e->number < 1);
        if (!is_one && !eg_list_add(p->r, &list, e))
            return false;
    } while (eg_parse_accept(p, EG_T_COMMA));
    *dimensions = (eg_expr **)list.items;
    *count = (uint32_t)list.count;
    return eg_parse_expect(p, EG_T_RIGHT_BRACKET);
}

/* ---------------------------------------------------------------- constants, parameters, variables */

static const char *const types[] = {"real", "integer", "boolean", "string"};
static const char *const meant_types[] = {"Real", "Integer", "Boolean", "String"};

static bool at_type(const eg_parser *p, eg_sidops_type *type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (eg_sidops_at(p, types[i])) {
            *type = (eg_sidops_type)i;
            return true;
        }
    return false;
}

static eg_sidops_model *whole_of(eg_sidops_model *m)
{
    while (m->around)
        m = m->around;
    return m;
}

/* What is global is one for all submodels: the whole declares it, the others refer to it. What a program
 * around the model gives (import) is an input of the whole. */
static bool make_global(eg_parser *p, eg_sidops_model *m, eg_component *c, bool is_import)
{
    eg_sidops_model *whole = whole_of(m);
    eg_component *global = NULL;
    for (size_t i = 0; i < whole->globals.count && !global; i++) {
        eg_component *other = whole->globals.items[i];
        global = strcmp(other->name, c->name) == 0 ? other : NULL;
    }
    if (m == whole && !global)
        return eg_list_add(p->r, &whole->globals, c);
    if (!global) {
        global = eg_new(p->r, sizeof *global);
        eg_class_element *element = eg_new(p->r, sizeof *element);
        if (!global || !element)
            return false;
        *global = *c;
        global->is_inner = true;
        *element = (eg_class_element){.kind = EG_EL_COMPONENT, .component = global};
        if (!eg_list_add(p->r, &whole->globals, global) || !eg_list_add(p->r, &whole->elements, element))
            return false;
    } else if (c->modifier && !(global->modifier && global->modifier->value)) {
        global->modifier = c->modifier;
    }
    global->is_inner = true;
    global->is_input = global->is_input || is_import;
    if (m == whole)
        return true;
    c->is_outer = true;
    c->modifier = NULL;
    return true;
}

/* x, and a.b.c, which is one name. */
static const char *parse_declared_name(eg_parser *p)
{
    const char *name = eg_parse_identifier(p, "a name");
    while (name && eg_parse_accept(p, EG_T_DOT)) {
        const char *more = eg_parse_identifier(p, "a name");
        name = more ? eg_textf(p->r, "%s.%s", name, more) : NULL;
    }
    return name ? eg_sidops_quote(p, name) : NULL;
}

/* ('shared', 'observable') */
static bool skip_remarks(eg_parser *p)
{
    if (!eg_parse_accept(p, EG_T_LEFT))
        return true;
    while (p->token.kind == EG_T_STRING || p->token.kind == EG_T_COMMA)
        eg_parse_advance(p);
    return eg_parse_expect(p, EG_T_RIGHT);
}

/* name [(remarks)] [dimensions] [= value] [{unit}] */
static bool parse_declared(eg_parser *p, eg_sidops_model *m, eg_sidops_type type, eg_variability variability,
                           bool is_global, bool is_import)
{
    uint32_t at = p->token.at;
    const char *unit = NULL, *name = parse_declared_name(p);
    eg_component *c = name ? eg_sidops_declare(p, m, name, meant_types[type], at) : NULL;
    if (!c)
        return false;
    const eg_sidops_port *port = eg_sidops_find_port(m, name);
    if (eg_sidops_variable(m, name) || (port && port->kind != EG_SIDOPS_BOND)) {
        eg_error(p->r, p->source, at, "\"%.200s\" is declared twice", name);
        eg_hint(p->r, "give each its own name");
    }
    c->variability = variability;
    if (!skip_remarks(p) || !parse_dimensions(p, &c->dimensions, &c->dimension_count) || !skip_remarks(p))
        return false;
    if (eg_parse_accept(p, EG_T_IS)) {
        uint32_t value_at = p->token.at;
        eg_expr *value = eg_sidops_expression(p);
        c->modifier = value ? eg_sidops_modifier(p, NULL, value, value_at) : NULL;
        if (!c->modifier)
            return false;
    }
    if (!eg_sidops_unit(p, &unit) || (type == EG_SIDOPS_REAL && !keep_unit(p, c, unit)))
        return false;
    return eg_sidops_add_variable(p, m, c) && (!is_global || make_global(p, m, c, is_import));
}

/* type {attribute} name {, name}; ["remark"] */
static bool parse_declaration(eg_parser *p, eg_sidops_model *m, eg_variability variability)
{
    static const char *const attributes[] = {"global",    "hidden", "interesting", "favorite",
                                             "favourite", "static", "import",      "export"};
    eg_sidops_type type;
    bool is_global = false, is_import = false, more = true;
    if (!at_type(p, &type)) {
        eg_parse_unexpected(p, "a type (real, integer, boolean, string)");
        if (p->token.kind == EG_T_NAME)
            eg_hint_nearest(p->r, p->token.name, types, sizeof types / sizeof *types);
        return false;
    }
    eg_parse_advance(p);
    while (more) {
        more = false;
        for (size_t i = 0; i < sizeof attributes / sizeof *attributes && !more; i++)
            more = eg_sidops_at(p, attributes[i]);
        is_global = is_global || eg_sidops_at(p, "global");
        is_import = is_import || eg_sidops_at(p, "import");
        if (more)
            eg_parse_advance(p);
    }
    do {
        if (!parse_declared(p, m, type, variability, is_global, is_import))
            return false;
    } while (eg_parse_accept(p, EG_T_COMMA));
    return eg_parse_expect(p, EG_T_SEMICOLON);
}

bool eg_sidops_declarations(eg_parser *p, eg_sidops_model *m, eg_variability variability)
{
    for (;;) {
        while (p->token.kind == EG_T_STRING || p->token.kind == EG_T_SEMICOLON)
            eg_parse_advance(p);
        if (eg_sidops_at_section(p) || eg_sidops_at(p, "end") || eg_sidops_at(p, "restrictions") ||
            eg_sidops_at(p, "ports"))
            return !p->r->out_of_memory;
        if (!parse_declaration(p, m, variability)) {
            if (p->r->out_of_memory || p->stopped)
                return false;
            eg_sidops_recover(p);
        }
    }
}

/* ---------------------------------------------------------------- ports */

enum { MOST_PORTS = 1000 };

/* What the domains call effort and flow. */
static const struct {
    const char *domain, *effort, *flow;
    eg_sidops_kind kind;
} domains[] = {
    {"signal", NULL, NULL, EG_SIDOPS_SIGNAL},       {"translation", "F", "v", EG_SIDOPS_TRANSLATION},
    {"rotation", "T", "omega", EG_SIDOPS_ROTATION}, {"power", "e", "f", EG_SIDOPS_BOND},
    {"electric", "u", "i", EG_SIDOPS_BOND},         {"magnetic", "i", "dphi", EG_SIDOPS_BOND},
    {"hydraulic", "p", "phi", EG_SIDOPS_BOND},      {"pneumatic", "p", "phi", EG_SIDOPS_BOND},
    {"thermal", "T", "dS", EG_SIDOPS_BOND},         {"pseudothermal", "T", "dQ", EG_SIDOPS_BOND},
    {"pseudothermalh", "T", "dH", EG_SIDOPS_BOND},  {"pseudohydraulic", "p", "dm", EG_SIDOPS_BOND},
    {"pseudopneumatic", "p", "dm", EG_SIDOPS_BOND},
};

static bool set_domain(eg_parser *p, eg_sidops_port *port)
{
    const char *names[sizeof domains / sizeof *domains];
    for (size_t i = 0; i < sizeof domains / sizeof *domains; i++) {
        names[i] = domains[i].domain;
        if (!eg_sidops_at(p, domains[i].domain))
            continue;
        port->kind = domains[i].kind;
        port->effort = domains[i].effort;
        port->flow = domains[i].flow;
        eg_parse_advance(p);
        return true;
    }
    eg_parse_unexpected(p, "the domain of a port (signal, power, translation, rotation, ...)");
    if (p->token.kind == EG_T_NAME)
        eg_hint_nearest(p->r, p->token.name, names, sizeof names / sizeof *names);
    return false;
}

/* domain {word} name [dimensions] [{unit}]; ["remark"]: of the words in, out and those of types count. */
static bool parse_port(eg_parser *p, eg_sidops_model *m)
{
    eg_sidops_port *port = eg_new(p->r, sizeof *port);
    if (!port || !set_domain(p, port))
        return false;
    bool is_knot = false;
    while (p->token.kind == EG_T_NAME) {
        bool is_last = eg_parse_peek(p) != EG_T_NAME;
        if (is_last) {
            port->at = p->token.at;
            port->name = eg_sidops_quote(p, p->token.name);
        } else {
            eg_sidops_type type;
            port->is_out = port->is_out || eg_sidops_at(p, "out");
            port->is_duplicatable = port->is_duplicatable || eg_sidops_at(p, "duplicatable");
            is_knot = is_knot || eg_sidops_at(p, "knot");
            if (at_type(p, &type))
                port->type = type;
        }
        eg_parse_advance(p);
        if (is_last)
            break;
    }
    if (!port->name)
        return eg_parse_unexpected(p, "the name of a port");
    port->is_shared = port->is_duplicatable && !is_knot && port->kind != EG_SIDOPS_SIGNAL;
    port->is_duplicatable = port->is_duplicatable && !port->is_shared;
    if (m->ports.count >= MOST_PORTS) {
        eg_parse_fail(p, "a model has at most %d ports", MOST_PORTS);
        eg_hint(p->r, "make it of several models");
        return false;
    }
    if (port->type == EG_SIDOPS_STRING) {
        eg_parse_fail(p, "signals that are texts are not supported");
        eg_hint(p->r, "let the signal be real, integer or boolean");
        return false;
    }
    if (eg_sidops_find_port(m, port->name)) {
        eg_error(p->r, p->source, port->at, "\"%.200s\" is declared twice", port->name);
        eg_hint(p->r, "give each its own name");
    }
    if (!parse_dimensions(p, &port->dimensions, &port->dimension_count) || !eg_sidops_unit(p, &port->unit) ||
        !eg_parse_expect(p, EG_T_SEMICOLON))
        return false;
    if (p->token.kind == EG_T_STRING) {
        port->comment = eg_token_text(&p->lexer, &p->token);
        eg_parse_advance(p);
    }
    return eg_list_add(p->r, &m->ports, port);
}

bool eg_sidops_ports(eg_parser *p, eg_sidops_model *m)
{
    m->has_interface = true;
    while (!eg_sidops_at(p, "end") && !eg_sidops_at(p, "restrictions") && !eg_sidops_at_section(p)) {
        if (parse_port(p, m))
            continue;
        if (p->r->out_of_memory || p->stopped)
            return false;
        eg_sidops_recover(p);
    }
    return true;
}
