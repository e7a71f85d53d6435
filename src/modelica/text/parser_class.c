/* Class definitions: appendix A.2.2 of the language specification. */
#include <string.h>

#include "modelica/text/parser.h"

const char *const eg_restriction_names[] = {"class", "model",   "block",    "connector", "record",
                                            "type",  "package", "function", "operator"};

bool eg_parse_at_class(eg_parser *p)
{
    switch (p->token.kind) {
    case EG_T_ENCAPSULATED:
    case EG_T_PARTIAL:
    case EG_T_CLASS:
    case EG_T_MODEL:
    case EG_T_BLOCK:
    case EG_T_CONNECTOR:
    case EG_T_EXPANDABLE:
    case EG_T_RECORD:
    case EG_T_TYPE:
    case EG_T_PACKAGE:
    case EG_T_FUNCTION:
    case EG_T_OPERATOR:
    case EG_T_PURE:
    case EG_T_IMPURE: return true;
    default: return false;
    }
}

/* encapsulated partial expandable pure operator ... model */
static bool parse_restriction(eg_parser *p, eg_syntax *class)
{
    static const struct {
        eg_token_kind token;
        eg_restriction restriction;
    } table[] = {{EG_T_CLASS, EG_R_CLASS},         {EG_T_MODEL, EG_R_MODEL},      {EG_T_BLOCK, EG_R_BLOCK},
                 {EG_T_CONNECTOR, EG_R_CONNECTOR}, {EG_T_RECORD, EG_R_RECORD},    {EG_T_TYPE, EG_R_TYPE},
                 {EG_T_PACKAGE, EG_R_PACKAGE},     {EG_T_FUNCTION, EG_R_FUNCTION}};
    class->is_encapsulated = eg_parse_accept(p, EG_T_ENCAPSULATED);
    class->is_partial = eg_parse_accept(p, EG_T_PARTIAL);
    class->is_expandable = eg_parse_accept(p, EG_T_EXPANDABLE);
    if (!eg_parse_accept(p, EG_T_PURE))
        eg_parse_accept(p, EG_T_IMPURE);
    bool is_operator = eg_parse_accept(p, EG_T_OPERATOR);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (eg_parse_accept(p, table[i].token)) {
            class->restriction = is_operator ? EG_R_OPERATOR : table[i].restriction;
            return true;
        }
    class->restriction = EG_R_OPERATOR;
    return is_operator || eg_parse_unexpected(p, "model, block, package, ...");
}

/* ---------------------------------------------------------------- short definitions */

/* enumeration(a, b "comment", c) or enumeration(:) */
static bool parse_enumeration(eg_parser *p, eg_syntax *class)
{
    eg_list literals = {0}, comments = {0};
    eg_parse_advance(p);
    class->is_enumeration = true;
    if (!eg_parse_expect(p, EG_T_LEFT))
        return false;
    if (!eg_parse_accept(p, EG_T_COLON) && p->token.kind != EG_T_RIGHT) {
        do {
            const char *name = eg_parse_identifier(p, "the name of a literal"), *comment = NULL;
            if (!name || !eg_list_add(p->r, &literals, (void *)(uintptr_t)name) ||
                !eg_parse_comment(p, &comment, NULL) ||
                !eg_list_add(p->r, &comments, (void *)(uintptr_t)comment))
                return false;
        } while (eg_parse_accept(p, EG_T_COMMA));
    }
    class->literals = (const char **)literals.items;
    class->literal_comments = (const char **)comments.items;
    class->literal_count = (uint32_t)literals.count;
    return eg_parse_expect(p, EG_T_RIGHT);
}

/* der(f, x, y) */
static bool parse_derivative(eg_parser *p, eg_syntax *class)
{
    class->is_derivative = true;
    eg_parse_advance(p);
    if (!eg_parse_expect(p, EG_T_LEFT) || !eg_parse_reference(p, false))
        return false;
    while (eg_parse_accept(p, EG_T_COMMA))
        if (!eg_parse_identifier(p, "the name of a variable"))
            return false;
    return eg_parse_expect(p, EG_T_RIGHT);
}

static bool parse_base(eg_parser *p, eg_syntax *class)
{
    class->base_is_input = eg_parse_accept(p, EG_T_INPUT);
    class->base_is_output = !class->base_is_input && eg_parse_accept(p, EG_T_OUTPUT);
    class->base = eg_parse_reference(p, false);
    if (!class->base)
        return false;
    if (p->token.kind == EG_T_LEFT_BRACKET &&
        !eg_parse_subscripts(p, &class->dimensions, &class->dimension_count))
        return false;
    class->modifier = eg_new(p->r, sizeof *class->modifier);
    if (!class->modifier)
        return false;
    class->modifier->source = p->source;
    return p->token.kind != EG_T_LEFT || eg_parse_arguments(p, class->modifier);
}

static bool parse_short(eg_parser *p, eg_syntax *class)
{
    eg_parse_advance(p);
    class->is_short = true;
    bool ok;
    if (p->token.kind == EG_T_ENUMERATION)
        ok = parse_enumeration(p, class);
    else if (p->token.kind == EG_T_DER)
        ok = parse_derivative(p, class);
    else
        ok = parse_base(p, class);
    return ok && eg_parse_comment(p, &class->comment, NULL);
}

/* ---------------------------------------------------------------- long definitions */

/* What a class is made of, gathered while it is parsed. */
typedef struct body {
    eg_list elements, sections;
    bool is_protected;
} body;

static bool at_section(eg_parser *p)
{
    if (p->token.kind == EG_T_EQUATION || p->token.kind == EG_T_ALGORITHM)
        return true;
    if (p->token.kind != EG_T_INITIAL)
        return false;
    eg_token_kind next = eg_parse_peek(p);
    return next == EG_T_EQUATION || next == EG_T_ALGORITHM;
}

static bool parse_section(eg_parser *p, body *b)
{
    eg_section *section = eg_new(p->r, sizeof *section);
    if (!section)
        return false;
    section->at = p->token.at;
    section->is_initial = eg_parse_accept(p, EG_T_INITIAL);
    section->is_algorithm = p->token.kind == EG_T_ALGORITHM;
    eg_parse_advance(p);
    return eg_list_add(p->r, &b->sections, section) && eg_parse_section(p, section);
}

/* external "C" y = f(x) annotation(...); */
static bool parse_external(eg_parser *p, eg_syntax *class)
{
    class->is_external = true;
    eg_parse_advance(p);
    if (p->token.kind == EG_T_STRING)
        eg_parse_advance(p);
    if (p->token.kind == EG_T_NAME) {
        eg_expr *call = eg_parse_simple_expression(p);
        if (!call || (eg_parse_accept(p, EG_T_IS) && !eg_parse_simple_expression(p)))
            return false;
    }
    return eg_parse_annotation(p, NULL) && eg_parse_expect(p, EG_T_SEMICOLON);
}

/* Of the class's own annotation only experiment(...) is of use, and a derivative that is not the one that
 * follows from the statements: noDerivative says so. */
static bool parse_class_annotation(eg_parser *p, eg_syntax *class)
{
    eg_modifier *annotation = NULL;
    if (!eg_parse_pictures(p, &annotation, &class->pictures) || !annotation ||
        !eg_parse_expect(p, EG_T_SEMICOLON))
        return false;
    for (uint32_t i = 0; i < annotation->count; i++) {
        eg_modifier *a = annotation->arguments[i];
        if (a->name && strcmp(a->name, "experiment") == 0)
            class->experiment = a;
        for (uint32_t k = 0; a->name && strcmp(a->name, "derivative") == 0 && a->value && k < a->count; k++)
            if (a->arguments[k]->name && strcmp(a->arguments[k]->name, "noDerivative") == 0)
                class->derivative = a;
    }
    return true;
}

/* One thing at the class's level; false after an error. */
static bool parse_member(eg_parser *p, eg_syntax *class, body *b)
{
    if (p->token.kind == EG_T_PUBLIC || p->token.kind == EG_T_PROTECTED) {
        b->is_protected = p->token.kind == EG_T_PROTECTED;
        eg_parse_advance(p);
        return true;
    }
    if (at_section(p))
        return parse_section(p, b);
    if (p->token.kind == EG_T_EXTERNAL)
        return parse_external(p, class);
    if (p->token.kind == EG_T_ANNOTATION)
        return parse_class_annotation(p, class);
    return eg_parse_element(p, b->is_protected, &b->elements);
}

/* The elements end up side by side; the list held them one by one. */
static bool keep_body(eg_parser *p, eg_syntax *class, const body *b)
{
    class->element_count = (uint32_t)b->elements.count;
    class->section_count = (uint32_t)b->sections.count;
    class->elements = eg_new_array(p->r, b->elements.count, sizeof *class->elements);
    class->sections = eg_new_array(p->r, b->sections.count, sizeof *class->sections);
    if (!class->elements || !class->sections)
        return false;
    for (size_t i = 0; i < b->elements.count; i++)
        class->elements[i] = *(eg_class_element *)b->elements.items[i];
    for (size_t i = 0; i < b->sections.count; i++)
        class->sections[i] = *(eg_section *)b->sections.items[i];
    return true;
}

/* end Name */
static bool parse_end(eg_parser *p, eg_syntax *class)
{
    if (p->token.kind == EG_T_FINISH) {
        eg_parse_fail(p, "\"end %.60s;\" is missing", class->name);
        eg_hint(p->r, "write it behind the last equation; count the end for, end if and end when before");
        return false;
    }
    eg_parse_advance(p);
    if (p->token.kind == EG_T_NAME && p->token.name != class->name) {
        eg_parse_fail(p, "\"end %.60s\" does not close the %s \"%.60s\"", p->token.name,
                      eg_restriction_names[class->restriction], class->name);
        eg_hint(p->r, "write \"end %.60s\"", class->name);
        p->failed = false;
        eg_parse_advance(p);
        return true;
    }
    return eg_parse_identifier(p, "the name of the class that ends") != NULL;
}

static bool parse_long(eg_parser *p, eg_syntax *class)
{
    body b = {.is_protected = false};
    if (!eg_parse_comment_string(p, &class->comment))
        eg_parse_recover(p);
    while (p->token.kind != EG_T_END && p->token.kind != EG_T_FINISH)
        if (!parse_member(p, class, &b))
            eg_parse_recover(p);
    return keep_body(p, class, &b) && parse_end(p, class);
}

/* class extends Name (modifiers) "comment" composition end Name */
static bool parse_extending(eg_parser *p, eg_syntax *class)
{
    class->extends_itself = true;
    eg_parse_advance(p);
    class->at = p->token.at;
    class->name = eg_parse_identifier(p, "the name of the class");
    if (!class->name)
        return false;
    class->modifier = eg_new(p->r, sizeof *class->modifier);
    if (!class->modifier)
        return false;
    class->modifier->source = p->source;
    if (p->token.kind == EG_T_LEFT && !eg_parse_arguments(p, class->modifier))
        return false;
    return parse_long(p, class);
}

static bool parse_specifier(eg_parser *p, eg_syntax *class)
{
    if (p->token.kind == EG_T_EXTENDS)
        return parse_extending(p, class);
    class->at = p->token.at;
    class->name = eg_parse_identifier(p, "the name of the class");
    if (!class->name)
        return false;
    return p->token.kind == EG_T_IS ? parse_short(p, class) : parse_long(p, class);
}

eg_syntax *eg_parse_class(eg_parser *p)
{
    eg_syntax *class = eg_new(p->r, sizeof *class);
    if (!class)
        return NULL;
    class->source = p->source;
    class->at = class->begin = p->token.at;
    bool ok = eg_parse_enter(p) && parse_restriction(p, class) && parse_specifier(p, class);
    class->end = p->last_end;
    eg_parse_leave(p);
    return ok ? class : NULL;
}
