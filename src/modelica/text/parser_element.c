/* Elements of a class: imports, extends clauses, components, local classes (appendices A.2.3, A.2.4). */
#include <string.h>

#include "modelica/text/parser.h"

static bool add_element(eg_parser *p, eg_list *elements, eg_class_element element)
{
    eg_class_element *kept = eg_new(p->r, sizeof *kept);
    if (!kept)
        return false;
    *kept = element;
    return eg_list_add(p->r, elements, kept);
}

/* ---------------------------------------------------------------- imports */

static bool add_import(eg_parser *p, eg_list *elements, const char *alias, eg_reference *name, uint32_t at)
{
    eg_import_clause *import = eg_new(p->r, sizeof *import);
    if (!import)
        return false;
    *import = (eg_import_clause){.alias = alias, .name = name, .at = at};
    return add_element(p, elements, (eg_class_element){.kind = EG_EL_IMPORT, .import = import});
}

/* The same name with one more part. */
static eg_reference *longer_name(eg_parser *p, const eg_reference *name, const char *last, uint32_t at)
{
    eg_reference *longer = eg_new(p->r, sizeof *longer);
    eg_part *parts = eg_new_array(p->r, name->count + 1u, sizeof *parts);
    if (!longer || !parts)
        return NULL;
    for (unsigned i = 0; i < name->count; i++)
        parts[i] = name->parts[i];
    parts[name->count] = (eg_part){.name = last, .at = at};
    *longer = (eg_reference){.parts = parts, .count = name->count + 1};
    return longer;
}

/* {a, b, c} behind import A.B. */
static bool parse_import_list(eg_parser *p, const eg_reference *package, eg_list *elements)
{
    do {
        uint32_t at = p->token.at;
        const char *name = eg_parse_identifier(p, "the name to import");
        eg_reference *whole = name ? longer_name(p, package, name, at) : NULL;
        if (!whole || !add_import(p, elements, name, whole, at))
            return false;
    } while (eg_parse_accept(p, EG_T_COMMA));
    return eg_parse_expect(p, EG_T_RIGHT_BRACE);
}

/* A.B.C, A.B.*, A.B.{c, d} */
static bool parse_import_path(eg_parser *p, eg_list *elements)
{
    uint32_t at = p->token.at;
    eg_reference *name = eg_new(p->r, sizeof *name);
    if (!name)
        return false;
    eg_parse_accept(p, EG_T_DOT);
    for (;;) {
        uint32_t part_at = p->token.at;
        const char *part = eg_parse_identifier(p, "the name to import");
        eg_reference *longer = part ? longer_name(p, name, part, part_at) : NULL;
        if (!longer)
            return false;
        name = longer;
        if (eg_parse_accept(p, EG_T_DOT_STAR))
            return add_import(p, elements, NULL, name, at);
        if (!eg_parse_accept(p, EG_T_DOT))
            return add_import(p, elements, name->parts[name->count - 1].name, name, at);
        if (eg_parse_accept(p, EG_T_STAR))
            return add_import(p, elements, NULL, name, at);
        if (eg_parse_accept(p, EG_T_LEFT_BRACE))
            return parse_import_list(p, name, elements);
    }
}

static bool parse_import(eg_parser *p, eg_list *elements)
{
    eg_parse_advance(p);
    uint32_t at = p->token.at;
    if (p->token.kind == EG_T_NAME && eg_parse_peek(p) == EG_T_IS) {
        const char *alias = p->token.name;
        eg_parse_advance(p);
        eg_parse_advance(p);
        eg_reference *name = eg_parse_reference(p, false);
        return name && add_import(p, elements, alias, name, at) && eg_parse_comment(p, NULL, NULL);
    }
    return parse_import_path(p, elements) && eg_parse_comment(p, NULL, NULL);
}

/* ---------------------------------------------------------------- extends */

static bool parse_extends(eg_parser *p, bool is_protected, eg_list *elements)
{
    eg_extension *extension = eg_new(p->r, sizeof *extension);
    if (!extension)
        return false;
    eg_parse_advance(p);
    extension->at = p->token.at;
    extension->is_protected = is_protected;
    extension->base = eg_parse_reference(p, false);
    if (!extension->base)
        return false;
    if (p->token.kind == EG_T_LEFT) {
        extension->modifier = eg_new(p->r, sizeof *extension->modifier);
        if (!extension->modifier || !eg_parse_arguments(p, extension->modifier))
            return false;
    }
    return eg_parse_annotation(p, NULL) &&
           add_element(p, elements, (eg_class_element){.kind = EG_EL_EXTENDS, .extension = extension});
}

/* ---------------------------------------------------------------- components */

void eg_parse_type_prefix(eg_parser *p, eg_component *into)
{
    into->is_flow = eg_parse_accept(p, EG_T_FLOW);
    into->is_stream = !into->is_flow && eg_parse_accept(p, EG_T_STREAM);
    if (eg_parse_accept(p, EG_T_DISCRETE))
        into->variability = EG_V_DISCRETE;
    else if (eg_parse_accept(p, EG_T_PARAMETER))
        into->variability = EG_V_PARAMETER;
    else if (eg_parse_accept(p, EG_T_CONSTANT))
        into->variability = EG_V_CONSTANT;
    into->is_input = eg_parse_accept(p, EG_T_INPUT);
    into->is_output = !into->is_input && eg_parse_accept(p, EG_T_OUTPUT);
}

bool eg_parse_join_dimensions(eg_parser *p, eg_component *c, eg_expr **own, uint32_t own_count,
                              eg_expr **of_type, uint32_t type_count)
{
    c->dimension_count = own_count + type_count;
    if (c->dimension_count == 0)
        return true;
    c->dimensions = eg_new_array(p->r, c->dimension_count, sizeof *c->dimensions);
    if (!c->dimensions)
        return false;
    for (uint32_t i = 0; i < own_count; i++)
        c->dimensions[i] = own[i];
    for (uint32_t i = 0; i < type_count; i++)
        c->dimensions[own_count + i] = of_type[i];
    return true;
}

/* name[dimensions](modifiers) = value if condition "comment" */
static eg_component *parse_declarator(eg_parser *p, const eg_component *clause)
{
    eg_component *c = eg_new(p->r, sizeof *c);
    if (!c)
        return NULL;
    *c = *clause;
    c->at = p->token.at;
    eg_expr **own = NULL;
    uint32_t own_count = 0;
    c->name = eg_parse_identifier(p, "a name for the component");
    if (!c->name)
        return NULL;
    if (p->token.kind == EG_T_LEFT_BRACKET && !eg_parse_subscripts(p, &own, &own_count))
        return NULL;
    if (!eg_parse_join_dimensions(p, c, own, own_count, clause->dimensions, clause->dimension_count))
        return NULL;
    if (!eg_parse_modification(p, &c->modifier))
        return NULL;
    if (eg_parse_accept(p, EG_T_IF)) {
        c->condition = eg_parse_expression(p);
        if (!c->condition)
            return NULL;
    }
    return eg_parse_comment_string(p, &c->comment) && eg_parse_pictures(p, &c->annotation, &c->pictures)
               ? c
               : NULL;
}

static bool parse_components(eg_parser *p, eg_component *clause, eg_list *elements)
{
    eg_parse_type_prefix(p, clause);
    clause->type = eg_parse_reference(p, false);
    if (!clause->type)
        return false;
    if (p->token.kind == EG_T_LEFT_BRACKET &&
        !eg_parse_subscripts(p, &clause->dimensions, &clause->dimension_count))
        return false;
    if (p->token.kind == EG_T_LEFT || p->token.kind == EG_T_IS) {
        eg_parse_unexpected(p, "a name for the component");
        eg_hint(p->r, "equations and connect stand behind \"equation\"");
        return false;
    }
    do {
        eg_component *c = parse_declarator(p, clause);
        if (!c || !add_element(p, elements, (eg_class_element){.kind = EG_EL_COMPONENT, .component = c}))
            return false;
    } while (eg_parse_accept(p, EG_T_COMMA));
    return true;
}

/* ---------------------------------------------------------------- elements */

static bool parse_local_class(eg_parser *p, const eg_component *prefixes, eg_list *elements)
{
    eg_syntax *class = eg_parse_class(p);
    if (!class)
        return false;
    class->is_protected = prefixes->is_protected;
    class->is_final = prefixes->is_final;
    class->is_inner = prefixes->is_inner;
    class->is_outer = prefixes->is_outer;
    class->is_redeclared = prefixes->is_redeclared;
    class->is_replaceable = prefixes->is_replaceable;
    return eg_parse_constraint(p, &class->constraint, &class->comment) &&
           add_element(p, elements, (eg_class_element){.kind = EG_EL_CLASS, .class = class});
}

/* The constraint behind a declaration holds for all components that it declares. */
static bool parse_constrained(eg_parser *p, eg_component *prefixes, eg_list *elements)
{
    size_t before = elements->count;
    const char *comment = NULL;
    eg_constraint *constraint = NULL;
    if (!parse_components(p, prefixes, elements) || !eg_parse_constraint(p, &constraint, &comment))
        return false;
    for (size_t i = before; i < elements->count; i++) {
        eg_component *c = ((eg_class_element *)elements->items[i])->component;
        c->constraint = constraint;
        c->comment = c->comment ? c->comment : comment;
    }
    return true;
}

static bool parse_prefixed(eg_parser *p, bool is_protected, eg_list *elements)
{
    eg_component prefixes = {.is_protected = is_protected};
    prefixes.is_redeclared = eg_parse_accept(p, EG_T_REDECLARE);
    prefixes.is_final = eg_parse_accept(p, EG_T_FINAL);
    prefixes.is_inner = eg_parse_accept(p, EG_T_INNER);
    prefixes.is_outer = eg_parse_accept(p, EG_T_OUTER);
    prefixes.is_replaceable = eg_parse_accept(p, EG_T_REPLACEABLE);
    return eg_parse_at_class(p) ? parse_local_class(p, &prefixes, elements)
                                : parse_constrained(p, &prefixes, elements);
}

bool eg_parse_element(eg_parser *p, bool is_protected, eg_list *elements)
{
    size_t before = elements->count;
    const char *first = p->token.kind == EG_T_NAME ? p->token.name : NULL;
    if (first && eg_parse_peek(p) == EG_T_DOT) /* Modelica.Blocks is a path, not a misspelt "model" */
        first = NULL;
    bool ok;
    switch (p->token.kind) {
    case EG_T_IMPORT: ok = parse_import(p, elements); break;
    case EG_T_EXTENDS: ok = parse_extends(p, is_protected, elements); break;
    case EG_T_CONNECT:
    case EG_T_FOR:
    case EG_T_WHEN:
    case EG_T_IF:
        eg_parse_unexpected(p, "a declaration");
        eg_hint(p->r, "equations and connect stand behind \"equation\"");
        return false;
    default: ok = parse_prefixed(p, is_protected, elements); break;
    }
    for (size_t i = before; i < elements->count; i++)
        ((eg_class_element *)elements->items[i])->is_protected = is_protected;
    ok = ok && eg_parse_expect(p, EG_T_SEMICOLON);
    if (!ok) /* where the element begins with a name, that may be what is wrong */
        eg_parse_hint_keyword(p, first);
    return ok;
}
