/* What the language forbids of a class whatever it is used for: what it extends (chapters 7.1.2 and 7.1.3 of
 * the specification), how its elements are called, what a specialized class may hold (4.7 and 12.2). */
#include <string.h>

#include "modelica/scope/legal.h"

/* ---------------------------------------------------------------- names */

static bool is_predefined(const char *name)
{
    return strcmp(name, "Real") == 0 || strcmp(name, "Integer") == 0 || strcmp(name, "Boolean") == 0 ||
           strcmp(name, "String") == 0;
}

bool eg_check_name(eg_reader *r, eg_source *source, uint32_t at, const char *name)
{
    if (!is_predefined(name) || eg_source_is_dyad(source->name))
        return true;
    eg_error(r, source, at, "\"%s\" is a type of the language; nothing else can be called so", name);
    eg_hint(r, "take another name");
    return false;
}

bool eg_check_literals(eg_reader *r, const eg_syntax *syntax)
{
    static const char *const attributes[] = {"quantity", "min", "max", "start", "fixed"};
    for (uint32_t i = 0; i < syntax->literal_count; i++) {
        const char *name = syntax->literals[i];
        for (uint32_t k = 0; k < i; k++)
            if (syntax->literals[k] == name) {
                eg_error(r, syntax->source, syntax->at, "\"%s\" has the literal \"%s\" twice", syntax->name,
                         name);
                eg_hint(r, "take another name for one of them");
                return false;
            }
        for (size_t k = 0; k < EG_COUNT(attributes); k++)
            if (strcmp(name, attributes[k]) == 0 && !syntax->is_dyad) {
                eg_error(r, syntax->source, syntax->at,
                         "\"%s\" is an attribute of every enumeration; it cannot be a literal of \"%s\"",
                         name, syntax->name);
                eg_hint(r, "take another name for the literal, '%s' in quotes for instance", name);
                return false;
            }
    }
    return true;
}

/* ---------------------------------------------------------------- what may be extended */

/* Which kinds of classes a kind may extend, besides its own and `class`. */
static bool may_extend(eg_restriction kind, eg_restriction base)
{
    if (kind == base || base == EG_R_CLASS || kind == EG_R_CLASS || kind == EG_R_OPERATOR)
        return true;
    switch (kind) {
    case EG_R_MODEL: return base == EG_R_BLOCK || base == EG_R_RECORD;
    case EG_R_BLOCK: return base == EG_R_RECORD;
    case EG_R_CONNECTOR: return base == EG_R_RECORD || base == EG_R_TYPE;
    case EG_R_RECORD:
    case EG_R_TYPE:
    case EG_R_PACKAGE:
    case EG_R_FUNCTION:
    default: return false;
    }
}

static bool is_type(const eg_definition *d)
{
    return d->kind == EG_D_TYPE ||
           (d->kind == EG_D_SCOPE && d->syntax && d->syntax->restriction == EG_R_TYPE && !d->syntax->cases);
}

/* A base that is a type, an array or has a prefix is all that the class is. */
static bool check_alone(eg_reader *r, const eg_definition *d, const eg_definition *base, uint32_t at)
{
    const eg_syntax *of_base = base->kind == EG_D_SCOPE ? base->syntax : NULL;
    const char *what = NULL;
    if (is_type(base))
        what = "a type";
    else if (of_base && of_base->is_short && of_base->dimension_count > 0)
        what = "an array";
    else if (of_base && of_base->is_short && (of_base->base_is_input || of_base->base_is_output))
        what = "a class with a prefix";
    uint32_t others = 0;
    for (uint32_t i = 0; what && i < d->syntax->element_count; i++)
        others +=
            d->syntax->elements[i].kind == EG_EL_COMPONENT || d->syntax->elements[i].kind == EG_EL_EXTENDS;
    if (others < 2)
        return true;
    eg_error(r, d->syntax->source, at, "%.200s is %s; what extends it can have nothing else", base->full,
             what);
    eg_hint(r, "declare a variable of that type in \"%s\" in place of extending it", d->name);
    return false;
}

bool eg_check_base(eg_reader *r, const eg_definition *d, const eg_definition *base, uint32_t at)
{
    const eg_syntax *syntax = d->syntax;
    const bool is_text =
        base->kind == EG_D_SCOPE && base->syntax && !base->is_written && !base->syntax->is_dyad;
    if (syntax->is_dyad || d->is_written || syntax->cases || syntax->is_enumeration)
        return true;
    if (!is_text && base->kind != EG_D_TYPE)
        return true;
    const eg_restriction kind = is_type(base) ? EG_R_TYPE : base->syntax->restriction;
    if (!may_extend(syntax->restriction, kind)) {
        eg_error(r, syntax->source, at, "a %s cannot extend %.200s, which is a %s",
                 eg_restriction_names[syntax->restriction], base->full, eg_restriction_names[kind]);
        eg_hint(r, "make both of the same kind, or declare a component of it");
        return false;
    }
    if (!syntax->is_short && !syntax->extends_itself && base->syntax && base->syntax->is_replaceable) {
        eg_error(r, syntax->source, at, "%.200s is replaceable; it cannot be extended", base->full);
        eg_hint(r, "extend the class that it stands for, or leave \"replaceable\" out where it is declared");
        return false;
    }
    return syntax->is_short || check_alone(r, d, base, at);
}

/* ---------------------------------------------------------------- what a specialized class may hold */

/* A text of a user's own? What the library writes of itself is legal, and Dyad has rules of its own. */
static bool is_own_text(const eg_definition *d)
{
    return d->kind == EG_D_SCOPE && d->syntax && !d->syntax->is_dyad && !d->is_written;
}

static bool is_public_variable(const eg_class_element *e)
{
    return e->kind == EG_EL_COMPONENT && !e->is_protected && e->component->variability != EG_V_CONSTANT &&
           e->component->variability != EG_V_PARAMETER;
}

/* The prefix that a component of such a class cannot have; NULL: none. */
static const char *forbidden_prefix(eg_restriction kind, const eg_component *c)
{
    if (kind != EG_R_RECORD && kind != EG_R_CONNECTOR)
        return NULL;
    if (c->is_inner)
        return "inner";
    if (c->is_outer)
        return "outer";
    if (kind == EG_R_CONNECTOR)
        return NULL;
    if (c->is_input)
        return "input";
    if (c->is_output)
        return "output";
    if (c->is_flow)
        return "flow";
    return c->is_stream ? "stream" : NULL;
}

static bool check_element(eg_reader *r, eg_definition *d, const eg_class_element *e)
{
    const eg_restriction kind = d->syntax->restriction;
    const bool is_data = kind == EG_R_RECORD || kind == EG_R_CONNECTOR;
    if (e->kind != EG_EL_COMPONENT)
        return true;
    const eg_component *c = e->component;
    const char *prefix = forbidden_prefix(kind, c);
    if (prefix) {
        eg_error(r, d->syntax->source, c->at, "\"%s\" is declared %s, which nothing in a %s can be", c->name,
                 prefix, eg_restriction_names[kind]);
        eg_hint(r, "leave the prefix out, or make a model of %s", d->name);
        return false;
    }
    if (is_data && e->is_protected) {
        eg_error(r, d->syntax->source, c->at, "\"%s\" is protected, which nothing in a %s can be", c->name,
                 eg_restriction_names[kind]);
        eg_hint(r, "declare it in the public part; what is not to be modified is final");
        return false;
    }
    if (kind == EG_R_FUNCTION && is_public_variable(e) && !eg_has_direction(r, d, c, NULL)) {
        eg_error(r, d->syntax->source, c->at,
                 "\"%s\" is a public variable of a function, but neither its input nor its output", c->name);
        eg_hint(r, "write \"protected\" before its declaration");
        return false;
    }
    return true;
}

static const char *section_name(const eg_section *section)
{
    if (section->is_algorithm)
        return section->is_initial ? "initial algorithm" : "algorithm";
    return section->is_initial ? "initial equation" : "equation";
}

static bool check_section(eg_reader *r, const eg_definition *d, const eg_section *section, uint32_t before)
{
    const eg_restriction kind = d->syntax->restriction;
    const bool is_body = kind == EG_R_FUNCTION && section->is_algorithm && !section->is_initial;
    if (kind == EG_R_CLASS || kind == EG_R_MODEL || kind == EG_R_BLOCK || (is_body && before == 0))
        return true;
    eg_error(r, d->syntax->source, section->at,
             is_body ? "%.200s is a %s and has more than one \"%s\""
                     : "%.200s is a %s, which cannot have an \"%s\"",
             d->full, eg_restriction_names[kind], section_name(section));
    if (is_body)
        eg_hint(r, "put the statements behind those of the first one");
    else if (kind == EG_R_FUNCTION)
        eg_hint(r, "write what it does as one algorithm");
    else
        eg_hint(r, "write it in the model that has such a %s", eg_restriction_names[kind]);
    return false;
}

void eg_check_contents(eg_reader *r, eg_definition *d)
{
    if (d->is_lawful || !is_own_text(d))
        return;
    bool ok = true;
    for (uint32_t i = 0; i < d->syntax->element_count; i++)
        ok = check_element(r, d, &d->syntax->elements[i]) && ok;
    for (uint32_t i = 0; i < d->syntax->section_count; i++)
        ok = check_section(r, d, &d->syntax->sections[i], i) && ok;
    d->is_lawful = ok;
}

bool eg_check_time(eg_reader *r, const eg_definition *home, eg_source *source, uint32_t at)
{
    const eg_restriction kind = home->syntax ? home->syntax->restriction : EG_R_MODEL;
    if (!is_own_text(home) || (kind != EG_R_RECORD && kind != EG_R_CONNECTOR && kind != EG_R_FUNCTION))
        return true;
    eg_error(r, source, at, "\"time\" is not known in %.200s, which is a %s", home->full,
             eg_restriction_names[kind]);
    if (kind == EG_R_FUNCTION)
        eg_hint(r, "declare an input for it, and give time in the call");
    else
        eg_hint(r, "give time as a value where the %s is declared", eg_restriction_names[kind]);
    return false;
}
