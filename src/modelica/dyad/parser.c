/* Texts in Dyad: components, analyses, connectors, types, enumerations. */
#include "modelica/dyad/dyad.h"

#include <string.h>

/* ---------------------------------------------------------------- tools */

static bool begins_line(const eg_parser *p)
{
    const char *text = p->source->text;
    uint32_t i = p->token.at;
    while (i > 0 && (text[i - 1] == ' ' || text[i - 1] == '\t'))
        i--;
    return i == 0 || text[i - 1] == '\n' || text[i - 1] == '\r';
}

static bool is_definition(eg_token_kind kind)
{
    return kind == EG_T_COMPONENT || kind == EG_T_ANALYSIS || kind == EG_T_PARTIAL || kind == EG_T_EXAMPLE ||
           kind == EG_T_TEST || kind == EG_T_CONNECTOR || kind == EG_T_ENUM || kind == EG_T_STRUCT ||
           kind == EG_T_TYPE || kind == EG_T_USING || kind == EG_T_EXTERNAL;
}

bool eg_dyad_begins_definition(const eg_parser *p)
{
    return is_definition(p->token.kind) && begins_line(p);
}

void eg_dyad_recover(eg_parser *p)
{
    uint32_t error_at = p->token.at;
    if (p->r->out_of_memory) {
        p->token.kind = EG_T_FINISH;
        p->has_ahead = false;
        p->lexer.at = (uint32_t)p->source->length;
    }
    while (p->token.kind != EG_T_FINISH && p->token.kind != EG_T_END && p->token.kind != EG_T_RELATIONS &&
           p->token.kind != EG_T_METADATA && !is_definition(p->token.kind) &&
           !(p->token.at > error_at && begins_line(p)))
        eg_parse_advance(p);
    p->brackets = 0;
    p->failed = false;
}

void eg_dyad_semicolon(eg_parser *p)
{
    while (eg_parse_accept(p, EG_T_SEMICOLON))
        ;
}

eg_reference *eg_dyad_name(eg_parser *p, const char *text, uint32_t at)
{
    eg_reference *name = eg_new(p->r, sizeof *name);
    uint32_t count = 1;
    for (const char *c = text; *c; c++)
        count += *c == '.';
    eg_part *parts = eg_new_array(p->r, count, sizeof *parts);
    if (!name || !parts)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        size_t length = strcspn(text, ".");
        parts[i] = (eg_part){.name = eg_symbol_of(p->r, text, length), .at = at};
        if (!parts[i].name)
            return NULL;
        text += length + (text[length] == '.');
    }
    *name = (eg_reference){.parts = parts, .count = count};
    return name;
}

const char *eg_dyad_text(eg_parser *p, const eg_reference *name)
{
    const char *text = "";
    for (uint32_t i = 0; i < name->count; i++)
        text = eg_textf(p->r, "%s%s%s", text, i > 0 ? "." : "", name->parts[i].name);
    return text;
}

/* The lines of # before the current token, without their signs. */
static const char *comment_lines(eg_parser *p)
{
    const char *from = p->source->text + p->token.doc, *end = p->source->text + p->token.at;
    char *text = eg_new(p->r, (size_t)(end - from) + 1);
    size_t length = 0;
    if (!text)
        return NULL;
    while (from < end) {
        from += strspn(from, " \t\r\n");
        if (from >= end || *from != '#')
            break;
        from += strspn(from, "#");
        from += *from == ' ';
        size_t line = strcspn(from, "\r\n");
        if (length > 0)
            text[length++] = '\n';
        memcpy(text + length, from, line);
        length += line;
        from += line;
    }
    while (length > 0 && strchr(" \t\n", text[length - 1]))
        length--;
    text[length] = '\0';
    return length > 0 ? text : NULL;
}

const char *eg_dyad_doc(eg_parser *p)
{
    const char *doc = p->token.has_doc ? comment_lines(p) : NULL;
    while (p->token.kind == EG_T_STRING) {
        doc = eg_token_text(&p->lexer, &p->token);
        eg_parse_advance(p);
    }
    return doc;
}

/* ---------------------------------------------------------------- components and analyses */

static eg_section section_of(const eg_list *body, bool is_initial, uint32_t at)
{
    return (eg_section){.is_initial = is_initial,
                        .at = at,
                        .body = (eg_equation **)body->items,
                        .count = (uint32_t)body->count};
}

bool eg_dyad_keep_body(eg_parser *p, eg_syntax *class, const eg_dyad_body *body)
{
    class->elements = eg_new_array(p->r, body->elements.count, sizeof *class->elements);
    uint32_t algorithms = (uint32_t)body->algorithms.count;
    class->sections = eg_new_array(p->r, 2 + algorithms, sizeof *class->sections);
    if (!class->elements || !class->sections)
        return false;
    class->element_count = (uint32_t)body->elements.count;
    for (uint32_t i = 0; i < class->element_count; i++)
        class->elements[i] = *(eg_class_element *)body->elements.items[i];
    class->section_count = 2 + algorithms;
    for (uint32_t i = 0; i < algorithms; i++)
        class->sections[2 + i] = *(eg_section *)body->algorithms.items[i];
    class->points = eg_new_array(p->r, body->points.count + 1, sizeof *class->points);
    for (size_t i = 0; class->points && i < body->points.count; i++)
        class->points[class->point_count++] = *(eg_analysis_point *)body->points.items[i];
    class->sections[0] = section_of(&body->equations, false, class->at);
    class->sections[1] = section_of(&body->starts, true, class->at);
    return true;
}

static bool at_body_end(const eg_parser *p)
{
    return p->token.kind == EG_T_RELATIONS || p->token.kind == EG_T_METADATA || p->token.kind == EG_T_END ||
           p->token.kind == EG_T_FINISH;
}

/* Declarations, relations, metadata, end. */
static bool parse_body(eg_parser *p, eg_syntax *class, eg_dyad_body *body)
{
    while (!at_body_end(p) && !p->stopped && !p->r->out_of_memory) {
        uint32_t at = p->token.at;
        if (!eg_dyad_element(p, body)) {
            if (p->token.at == at && is_definition(p->token.kind))
                return false; /* "end" is missing */
            eg_dyad_recover(p);
        }
    }
    if (p->token.kind == EG_T_RELATIONS && !eg_dyad_relations(p, body))
        return false;
    if (p->token.kind == EG_T_METADATA && !eg_dyad_metadata(p, class, body))
        return false;
    if (p->token.kind == EG_T_FINISH || eg_dyad_begins_definition(p)) {
        bool is_at_end = p->token.kind == EG_T_FINISH;
        eg_parse_fail(p,
                      is_at_end ? "\"end\" is missing: the text ends inside \"%.60s\""
                                : "\"end\" is missing: another definition begins inside \"%.60s\"",
                      class->name);
        eg_hint(p->r, "component, analysis, for, if, switch and case have an end each");
        return false;
    }
    return eg_parse_expect(p, EG_T_END);
}

/* [partial | test | example] component | analysis Name ... end */
static bool parse_component(eg_parser *p, eg_syntax *class)
{
    eg_dyad_body body = {.elements = {0}};
    bool is_analysis = p->token.kind == EG_T_ANALYSIS;
    class->restriction = EG_R_MODEL;
    eg_parse_advance(p);
    class->at = p->token.at;
    class->name = eg_parse_identifier(p, "a name");
    if (!class->name || !parse_body(p, class, &body))
        return false;
    if (is_analysis && !eg_dyad_make_analysis(p, class, &body))
        return false;
    if (body.carried) {
        const char *name = class->name;
        *class = *body.carried;
        class->name = name;
        return true;
    }
    return eg_dyad_keep_body(p, class, &body);
}

/* ---------------------------------------------------------------- types, connectors, enumerations */

static bool parse_base(eg_parser *p, eg_syntax *class)
{
    class->is_short = true;
    class->modifier = eg_dyad_modifier(p, NULL, p->token.at);
    class->base = class->modifier ? eg_dyad_class(p, class->modifier) : NULL;
    if (class->base)
        class->base->is_type = true;
    return class->base != NULL;
}

static bool parse_head(eg_parser *p, eg_syntax *class, eg_restriction restriction)
{
    class->restriction = restriction;
    eg_parse_advance(p);
    class->at = p->token.at;
    class->name = eg_parse_identifier(p, "a name");
    return class->name != NULL;
}

static bool refuse_function(eg_parser *p, const char *what)
{
    eg_parse_fail(p, "%s", what);
    eg_hint(p->r, "functions written in Julia cannot be called here; write the expression in relations");
    return false;
}

/* type Name = Base(modifications) */
static bool parse_type(eg_parser *p, eg_syntax *class)
{
    if (!parse_head(p, class, EG_R_TYPE) || !eg_parse_expect(p, EG_T_IS))
        return false;
    if (p->token.kind == EG_T_NAME && strcmp(p->token.name, "func") == 0 && eg_parse_peek(p) == EG_T_LEFT)
        return refuse_function(p, "types of functions are not supported");
    return parse_base(p, class);
}

/* connector Name = input Base; those with fields of their own are refused where they are used. */
static bool parse_connector(eg_parser *p, eg_syntax *class)
{
    if (!parse_head(p, class, EG_R_CONNECTOR))
        return false;
    if (eg_parse_accept(p, EG_T_IS)) {
        class->base_is_input = eg_parse_accept(p, EG_T_INPUT);
        class->base_is_output = !class->base_is_input && eg_parse_accept(p, EG_T_OUTPUT);
        return parse_base(p, class);
    }
    eg_dyad_body body = {.elements = {0}};
    while (p->token.kind != EG_T_END && p->token.kind != EG_T_METADATA && p->token.kind != EG_T_FINISH) {
        eg_component *c = eg_new(p->r, sizeof *c);
        if (!c)
            return false;
        c->comment = eg_dyad_doc(p);
        c->is_flow = p->token.kind == EG_T_FLOW;
        c->is_stream = p->token.kind == EG_T_STREAM;
        c->is_input = p->token.kind == EG_T_INPUT;
        c->is_output = p->token.kind == EG_T_OUTPUT;
        if (!c->is_flow && !c->is_stream && !c->is_input && !c->is_output && p->token.kind != EG_T_POTENTIAL)
            return eg_parse_unexpected(p, "potential, flow, input or output");
        eg_parse_advance(p);
        c->at = p->token.at;
        c->modifier = eg_dyad_modifier(p, NULL, c->at);
        c->name = eg_parse_identifier(p, "a name for the variable");
        if (!c->name || !c->modifier || !eg_parse_expect(p, EG_T_DOUBLE_COLON) ||
            !(c->type = eg_dyad_class(p, c->modifier)) || !eg_dyad_skip_metadata(p) ||
            !eg_dyad_add_element(p, &body, (eg_class_element){.kind = EG_EL_COMPONENT, .component = c}))
            return false;
        c->type->is_type = true;
        eg_dyad_semicolon(p);
    }
    if (p->token.kind == EG_T_METADATA && !eg_dyad_metadata(p, NULL, NULL))
        return false;
    return eg_parse_expect(p, EG_T_END) && eg_dyad_keep_body(p, class, &body);
}

static bool parse_enum(eg_parser *p, eg_syntax *class)
{
    if (!parse_head(p, class, EG_R_TYPE) || !eg_parse_expect(p, EG_T_IS)) {
        eg_hint(p->r, "write enum Name = | One | Other");
        return false;
    }
    return eg_dyad_cases(p, class);
}

/* ---------------------------------------------------------------- files */

/* using Package: names. Classes are found by their full names, with or without it. */
static bool skip_using(eg_parser *p)
{
    eg_parse_advance(p);
    if (!eg_parse_accept(p, EG_T_DOT) && !eg_parse_reference(p, false))
        return false;
    if (eg_parse_accept(p, EG_T_COLON))
        do
            if (!eg_parse_identifier(p, "a name") ||
                (p->token.kind == EG_T_DOUBLE_COLON && !refuse_function(p, "functions cannot be imported")))
                return false;
        while (eg_parse_accept(p, EG_T_COMMA));
    if (p->token.kind == EG_T_NAME && strcmp(p->token.name, "as") == 0) {
        eg_parse_fail(p, "a package cannot be given another name");
        eg_hint(p->r, "write using Package, and the full names of its components");
        return false;
    }
    return true;
}

static bool refuse_definition(eg_parser *p)
{
    if (p->token.kind == EG_T_STRUCT) {
        eg_parse_fail(p, "structs are not supported");
        eg_hint(p->r, "write its fields as parameters and variables of a component");
        return false;
    }
    if (p->token.kind == EG_T_EXTERNAL)
        return eg_parse_fail(p, "components written in Julia (external) are not supported");
    static const char *const of_modelica[] = {"model", "class", "package", "block", "within", "record"};
    static const char *const words[] = {"component", "analysis", "connector", "type", "enum",
                                        "partial",   "example",  "test",      "using"};
    eg_parse_unexpected(p, "a definition (component, analysis, type, ...)");
    if (p->token.kind == EG_T_SLASH)
        eg_hint(p->r, "comments begin with #");
    for (size_t i = 0; p->token.kind == EG_T_NAME && i < sizeof of_modelica / sizeof *of_modelica; i++)
        if (strcmp(p->token.name, of_modelica[i]) == 0) {
            eg_hint(p->r, "this looks like Modelica: its texts have names that end in .mo");
            return false;
        }
    if (p->token.kind == EG_T_NAME)
        eg_hint_nearest(p->r, p->token.name, words, sizeof words / sizeof *words);
    return false;
}

static bool parse_definition(eg_parser *p, eg_syntax *class)
{
    class->source = p->source;
    class->is_dyad = true;
    class->comment = eg_dyad_doc(p);
    class->is_partial = p->token.kind == EG_T_PARTIAL;
    if (class->is_partial || p->token.kind == EG_T_TEST || p->token.kind == EG_T_EXAMPLE)
        eg_parse_advance(p);
    switch (p->token.kind) {
    case EG_T_COMPONENT:
    case EG_T_ANALYSIS: return parse_component(p, class);
    case EG_T_TYPE: return parse_type(p, class);
    case EG_T_CONNECTOR: return parse_connector(p, class);
    case EG_T_ENUM: return parse_enum(p, class);
    default: return refuse_definition(p);
    }
}

static void skip_to_definition(eg_parser *p)
{
    p->failed = false;
    do
        eg_parse_advance(p);
    while (p->token.kind != EG_T_FINISH && !(is_definition(p->token.kind) && begins_line(p)));
}

eg_stored *eg_dyad_parse(eg_reader *r, eg_source *source)
{
    eg_parser p;
    eg_list names = strstr(source->text, "\"elastogap\"") ? eg_dyad_names(r, source) : (eg_list){0};
    eg_list own_functions = eg_dyad_own_functions(r, source);
    eg_parse_start(&p, r, source);
    p.lexer.aliases = names.count > 0 ? &names : NULL;
    p.own_functions = &own_functions;
    eg_stored *stored = eg_new(r, sizeof *stored);
    eg_list classes = {0};
    if (!stored)
        return NULL;
    stored->source = source;
    while (p.token.kind != EG_T_FINISH && !r->out_of_memory && !p.stopped) {
        if (p.token.kind == EG_T_USING) {
            if (!skip_using(&p))
                skip_to_definition(&p);
            eg_dyad_semicolon(&p);
            continue;
        }
        eg_syntax *class = eg_new(r, sizeof *class);
        if (!class)
            return NULL;
        class->begin = p.token.at;
        bool ok = eg_parse_enter(&p) && parse_definition(&p, class);
        class->end = p.last_end;
        eg_parse_leave(&p);
        if (ok && p.token.kind == EG_T_METADATA) /* behind a type */
            ok = eg_dyad_metadata(&p, NULL, NULL);
        if (ok && !eg_list_add(r, &classes, class))
            return NULL;
        if (!ok)
            skip_to_definition(&p);
        eg_dyad_semicolon(&p);
    }
    stored->classes = (eg_syntax **)classes.items;
    stored->count = (uint32_t)classes.count;
    return r->out_of_memory ? NULL : stored;
}
