/* The parser's tools, and whole texts. */
#include "base/names.h"
#include "base/units.h"
#include "modelica/text/parser.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---------------------------------------------------------------- tokens */

void eg_parse_advance(eg_parser *p)
{
    p->last_end = p->token.end;
    if (p->has_ahead)
        p->token = p->ahead;
    else
        p->token = eg_lexer_next(&p->lexer);
    p->has_ahead = false;
}

eg_token_kind eg_parse_peek(eg_parser *p)
{
    if (!p->has_ahead)
        p->ahead = eg_lexer_next(&p->lexer);
    p->has_ahead = true;
    return p->ahead.kind;
}

bool eg_parse_accept(eg_parser *p, eg_token_kind kind)
{
    if (p->token.kind != kind)
        return false;
    eg_parse_advance(p);
    return true;
}

bool eg_parse_on_new_line(const eg_parser *p)
{
    return strcspn(p->source->text + p->last_end, "\n\r") < p->token.at - p->last_end;
}

/* What is usually meant by the one in place of the other; EG_TOKEN_KINDS: by anything else. */
static void hint_expected(eg_parser *p, eg_token_kind wanted, eg_token_kind found)
{
    static const struct {
        eg_token_kind wanted, found;
        const char *hint;
    } hints[] = {
        {EG_T_ASSIGN, EG_T_IS,
         "in algorithms and functions write x := ...; equations stand behind \"equation\""},
        {EG_T_IS, EG_T_ASSIGN, "in equations write x = ...; x := ... is of algorithms and functions"},
        {EG_T_IS, EG_T_EQUAL, "an equation is written with one =; == compares"},
        {EG_T_IS, EG_T_SEMICOLON, "an equation is written left = right; == compares"},
        {EG_T_RIGHT, EG_T_NAME, "put a comma between the two, or close the parenthesis"},
        {EG_T_RIGHT, EG_TOKEN_KINDS, "close the parenthesis"},
        {EG_T_RIGHT_BRACE, EG_TOKEN_KINDS, "close the brace"},
        {EG_T_RIGHT_BRACKET, EG_TOKEN_KINDS, "close the bracket"},
        {EG_T_ELSE, EG_TOKEN_KINDS, "an if-expression has a value in either case: if c then a else b"},
        {EG_T_THEN, EG_TOKEN_KINDS, "write if condition then ..."},
        {EG_T_LOOP, EG_TOKEN_KINDS,
         "write for i in 1:n loop ... end for, or while condition loop ... end while"},
        {EG_T_IF, EG_TOKEN_KINDS,
         "each \"if\" has its own \"end if;\"; \"elseif\" goes on with the same one"},
    };
    eg_unit unit;
    if (p->lexer.is_dyad)
        return;
    const bool is_behind_number = p->last_end > 0 && strchr("0123456789.", p->source->text[p->last_end - 1]);
    if (found == EG_T_NAME && is_behind_number && eg_parse_peek(p) != EG_T_IS && p->token.name &&
        eg_unit_parse(p->token.name, &unit)) { /* c = 1e5 d = 60 is no number of days */
        eg_hint(p->r, "leave the unit out: values are in SI units, m = 2 is 2 kg");
        return;
    }
    for (size_t i = 0; i < sizeof hints / sizeof *hints; i++)
        if (hints[i].wanted == wanted && (hints[i].found == found || hints[i].found == EG_TOKEN_KINDS)) {
            eg_hint(p->r, "%s", hints[i].hint);
            return;
        }
}

bool eg_parse_expect(eg_parser *p, eg_token_kind kind)
{
    if (eg_parse_accept(p, kind))
        return true;
    bool lost = p->last_end > 0 && p->last_end <= p->token.at && eg_parse_on_new_line(p);
    if (!p->failed && !p->stopped && lost && (kind == EG_T_SEMICOLON || kind == EG_T_RIGHT)) {
        eg_error(p->r, p->source, p->last_end, "\"%s\" is missing here", eg_token_kind_text(kind));
        eg_hint(p->r, "write it at the end of this line, or of what goes on in the next");
        p->failed = true;
        return false;
    }
    if (!p->failed) {
        eg_parse_unexpected(p, eg_textf(p->r, "\"%s\"", eg_token_kind_text(kind)));
        hint_expected(p, kind, p->token.kind);
    }
    return false;
}

const char *eg_parse_identifier(eg_parser *p, const char *what)
{
    const char *name = p->token.name;
    if (eg_parse_accept(p, EG_T_NAME))
        return name;
    eg_parse_unexpected(p, what);
    const char *text = eg_token_kind_text(p->token.kind);
    if (*text >= 'a' && *text <= 'z')
        eg_hint(p->r, "\"%s\" is a keyword of %s; take another name", text,
                p->lexer.is_dyad ? "Dyad" : "Modelica");
    return NULL;
}

/* ---------------------------------------------------------------- errors */

bool eg_parse_fail(eg_parser *p, const char *format, ...)
{
    p->r->last_was_shown = false;
    if (p->failed || p->stopped)
        return false;
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    eg_error(p->r, p->source, p->token.at, "%s", text);
    p->failed = true;
    return false;
}

bool eg_parse_unexpected(eg_parser *p, const char *what)
{
    p->r->last_was_shown = false;
    if (p->failed)
        return false;
    eg_parse_fail(p, "expected %s before %s", what, eg_token_describe(&p->lexer, &p->token));
    eg_hint(p->r, "look also at what stands before it: a semicolon, a comma or an end may be missing there");
    return false;
}

void eg_parse_hint_keyword(eg_parser *p, const char *name)
{
    static const char *const keywords[] = {"model",     "block",      "class",     "package", "partial",
                                           "parameter", "constant",   "extends",   "import",  "equation",
                                           "initial",   "annotation", "protected", "public",  "final",
                                           "connect",   "within",     "function"};
    enum { ALIKE = 3 }; /* letters at the beginning: "Mass" is not meant to be "class" */
    const char *nearest = name ? eg_nearest(name, keywords, sizeof keywords / sizeof *keywords) : NULL;
    if (nearest && strncasecmp(name, nearest, ALIKE) == 0)
        eg_hint(p->r, "did you mean \"%s\"?", nearest);
}

static bool ends_recovery(eg_token_kind kind)
{
    return kind == EG_T_FINISH || kind == EG_T_EQUATION || kind == EG_T_ALGORITHM || kind == EG_T_PUBLIC ||
           kind == EG_T_PROTECTED;
}

void eg_parse_recover(eg_parser *p)
{
    int brackets = p->brackets;
    /* Without memory there is nothing to recover for, and what cannot be stored might be read for ever. */
    if (p->r->out_of_memory) {
        p->token.kind = EG_T_FINISH;
        p->has_ahead = false;
        p->lexer.at = (uint32_t)p->source->length;
    }
    while (!ends_recovery(p->token.kind)) {
        eg_token_kind kind = p->token.kind;
        if (kind == EG_T_END && brackets <= 0)
            break;
        brackets += kind == EG_T_LEFT_BRACKET;
        brackets -= kind == EG_T_RIGHT_BRACKET;
        eg_parse_advance(p);
        if (kind == EG_T_SEMICOLON && brackets <= 0)
            break;
    }
    p->brackets = 0;
    p->failed = false;
    p->has_recovered = true;
}

bool eg_parse_enter(eg_parser *p)
{
    if (++p->depth <= EG_NESTING_LIMIT)
        return true;
    eg_parse_fail(p, "more than %d levels of nesting", EG_NESTING_LIMIT);
    eg_hint(p->r, "take parentheses, classes or modifiers apart");
    p->stopped = true;
    p->has_ahead = false;
    p->lexer.at = (uint32_t)p->source->length;
    return false;
}

void eg_parse_leave(eg_parser *p)
{
    p->depth--;
}

/* ---------------------------------------------------------------- whole texts */

void eg_parse_start(eg_parser *p, eg_reader *r, eg_source *source)
{
    *p = (eg_parser){.r = r, .source = source};
    eg_lexer_start(&p->lexer, r, source);
    eg_parse_advance(p);
    p->last_end = 0;
}

static void parse_within(eg_parser *p, eg_stored *stored)
{
    if (!eg_parse_accept(p, EG_T_WITHIN))
        return;
    stored->has_within = true;
    if (p->token.kind != EG_T_SEMICOLON)
        stored->within = eg_parse_reference(p, false);
    if (p->failed || !eg_parse_expect(p, EG_T_SEMICOLON))
        eg_parse_recover(p);
}

/* Behind an error between classes: on to the next thing that can begin one. */
static void skip_to_class(eg_parser *p)
{
    p->failed = false;
    while (p->token.kind != EG_T_FINISH && !eg_parse_at_class(p))
        eg_parse_advance(p);
}

/* Of memory that the tree of a text takes, in bytes for each of its own, at most: "a;" makes the largest. */
enum { OF_A_BYTE = 300 };

eg_stored *eg_parse(eg_reader *r, eg_source *source)
{
    r->room += OF_A_BYTE * source->length;
    if (eg_source_is_dyad(source->name))
        return eg_dyad_parse(r, source);
    if (eg_source_is_sidops(source->name))
        return eg_sidops_parse(r, source);
    eg_parser p;
    eg_parse_start(&p, r, source);
    eg_stored *stored = eg_new(r, sizeof *stored);
    if (!stored)
        return NULL;
    stored->source = source;
    eg_list classes = {0};
    parse_within(&p, stored);
    while (p.token.kind != EG_T_FINISH && !r->out_of_memory) {
        bool is_final = eg_parse_accept(&p, EG_T_FINAL);
        if (!eg_parse_at_class(&p)) {
            eg_parse_unexpected(&p, "a class definition (model, package, ...)");
            eg_parse_hint_keyword(&p, p.token.kind == EG_T_NAME ? p.token.name : NULL);
            skip_to_class(&p);
            continue;
        }
        eg_syntax *class = eg_parse_class(&p);
        if (class)
            class->is_final = is_final;
        if (class && !eg_list_add(r, &classes, class))
            return NULL;
        if (!class || !eg_parse_expect(&p, EG_T_SEMICOLON))
            skip_to_class(&p);
    }
    stored->classes = (eg_syntax **)classes.items;
    stored->count = (uint32_t)classes.count;
    return r->out_of_memory ? NULL : stored;
}

/* ---------------------------------------------------------------- what comes from outside */

eg_reference *eg_parse_name(eg_reader *r, eg_source *source)
{
    bool quoted = false; /* names in quotes hold what they like */
    for (const char *c = source->text; *c; c++) {
        quoted = quoted != (*c == '\'');
        if (quoted && *c == '\\' && c[1])
            c++;
        else if (!quoted && !strchr(".'_", *c) && !(*c >= '0' && *c <= '9') &&
                 !((*c | 32) >= 'a' && (*c | 32) <= 'z'))
            return NULL;
    }
    int errors_before = r->errors;
    eg_diagnostics *diagnostics = r->diagnostics;
    r->diagnostics = NULL;
    eg_parser p;
    eg_parse_start(&p, r, source);
    eg_reference *name = eg_parse_reference(&p, false);
    bool complete = name && p.token.kind == EG_T_FINISH && r->errors == errors_before;
    r->diagnostics = diagnostics;
    r->errors = errors_before;
    return complete ? name : NULL;
}

/* a.b[2].c = value as a(b[2](c = value)). */
static eg_modifier *nest_setting(eg_reader *r, const eg_reference *path, eg_expr *value, eg_source *source)
{
    eg_modifier *inner = NULL;
    for (uint32_t i = path->count; i-- > 0;) {
        eg_modifier *m = eg_new(r, sizeof *m);
        eg_modifier **arguments = eg_new(r, sizeof *arguments);
        if (!m || !arguments)
            return NULL;
        *m = (eg_modifier){
            .name = path->parts[i].name, .at = path->parts[i].at, .is_setting = true, .source = source};
        if (path->parts[i].subscript_count)
            m->element = &path->parts[i];
        if (inner) {
            arguments[0] = inner;
            m->arguments = arguments;
            m->count = 1;
        } else {
            m->value = value;
            m->value_at = value->at;
        }
        inner = m;
    }
    return inner;
}

eg_modifier *eg_parse_setting(eg_reader *r, eg_source *source)
{
    eg_parser p;
    eg_parse_start(&p, r, source);
    eg_reference *path = eg_parse_reference(&p, true);
    if (!path || !eg_parse_expect(&p, EG_T_IS))
        return NULL;
    eg_expr *value = eg_parse_expression(&p);
    if (!value)
        return NULL;
    if (p.token.kind != EG_T_FINISH) {
        eg_parse_unexpected(&p, "the end of the setting");
        return NULL;
    }
    return nest_setting(r, path, value, source);
}
