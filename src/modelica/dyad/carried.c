/* What `convert` carries in the metadata of a component because Dyad has no words for it (the form stands at
 * the top of text/unparse_carried.c). The strings hold Modelica, one a line. They are parsed where they
 * stand: a copy of the text has them without quotes and escapes at the same places, blanks elsewhere, so
 * that messages point into them. */
#include "modelica/dyad/dyad.h"

#include <string.h>

/* One of "modelica": {"equation": 2, "text": ["line", ...]} */
typedef struct fragment {
    const char *kind;
    uint32_t at; /* of the kind */
    double index;
    char *text; /* the copy, as long as the text up to the fragment's end; NULL: none yet */
    uint32_t begin, end;
} fragment;

/* ---------------------------------------------------------------- the copy */

static char unescaped(char c)
{
    if (c == 'n' || c == 'r')
        return '\n';
    if (c == 't')
        return '\t';
    return c;
}

/* The string without its quotes and escapes, from the place where it begins on; the closing quote ends the
 * line. */
static void copy_line(const eg_parser *p, char *to)
{
    const char *from = p->source->text;
    uint32_t out = p->token.at + 1, last = p->token.end - 1;
    for (uint32_t i = p->token.at + 1; i < last; i++) {
        bool escapes = from[i] == '\\' && i + 1 < last;
        i += escapes;
        to[out++] = escapes ? unescaped(from[i]) : from[i];
    }
    to[last] = '\n';
}

/* ["line", "line"] */
static bool copy_lines(eg_parser *p, fragment *f)
{
    const char *bracket = strchr(p->source->text + p->token.at, ']');
    uint32_t length = (uint32_t)p->source->length;
    f->begin = p->token.at;
    if (!bracket || !eg_count_steps(p->r, p->source, f->begin, length / 1000 + 1))
        return eg_parse_expect(p, EG_T_LEFT_BRACKET) && eg_parse_expect(p, EG_T_RIGHT_BRACKET);
    f->text = eg_new_array(p->r, length + 1u, 1);
    if (!f->text)
        return false;
    memset(f->text, ' ', length);
    if (!eg_parse_expect(p, EG_T_LEFT_BRACKET))
        return false;
    while (p->token.kind == EG_T_STRING) {
        copy_line(p, f->text);
        eg_parse_advance(p);
        if (!eg_parse_accept(p, EG_T_COMMA))
            break;
    }
    f->end = p->token.at;
    f->text[f->end] = '\0';
    return eg_parse_expect(p, EG_T_RIGHT_BRACKET);
}

/* ---------------------------------------------------------------- parsing it */

static bool begin(eg_parser *p, const fragment *f, eg_parser *inner)
{
    eg_source *copy = eg_new(p->r, sizeof *copy);
    if (!copy)
        return false;
    *copy = *p->source;
    copy->text = f->text;
    copy->length = f->end;
    *inner = (eg_parser){.r = p->r, .source = p->source, .depth = p->depth};
    inner->lexer = (eg_lexer){.r = p->r, .source = copy, .at = f->begin};
    eg_parse_advance(inner);
    inner->last_end = 0;
    return true;
}

static bool is_kind(const fragment *f, const char *kind)
{
    return strcmp(f->kind, kind) == 0;
}

/* Puts the items of `from` into the list before number `index`. */
static bool insert(eg_parser *p, eg_list *list, void *const *from, size_t count, double index)
{
    size_t at = index >= 0 && index < (double)list->count ? (size_t)index : list->count;
    for (size_t i = 0; i < count; i++) {
        if (!eg_list_add(p->r, list, from[i]))
            return false;
        for (size_t k = list->count - 1; k > at; k--)
            list->items[k] = list->items[k - 1];
        list->items[at++] = from[i];
    }
    return true;
}

static bool take_elements(eg_parser *p, const fragment *f, eg_parser *inner, eg_dyad_body *body)
{
    eg_list elements = {0};
    while (inner->token.kind != EG_T_FINISH)
        if (!eg_parse_element(inner, false, &elements))
            return false;
    return insert(p, &body->elements, elements.items, elements.count, f->index);
}

static bool take_section(eg_parser *p, const fragment *f, eg_parser *inner, eg_dyad_body *body)
{
    eg_section *section = eg_new(p->r, sizeof *section);
    if (!section)
        return false;
    section->at = f->at;
    section->is_initial = strncmp(f->kind, "initial ", 8) == 0;
    section->is_algorithm = strstr(f->kind, "algorithm") != NULL;
    eg_token_kind word = section->is_algorithm ? EG_T_ALGORITHM : EG_T_EQUATION;
    bool is_said =
        inner->token.kind == word || (inner->token.kind == EG_T_INITIAL && eg_parse_peek(inner) == word);
    if (is_said) { /* the section's first line may be there */
        section->is_initial = eg_parse_accept(inner, EG_T_INITIAL) || section->is_initial;
        eg_parse_advance(inner);
    }
    if (!eg_parse_section(inner, section))
        return false;
    if (section->is_algorithm)
        return eg_list_add(p->r, &body->algorithms, section);
    return insert(p, section->is_initial ? &body->starts : &body->equations, (void **)section->body,
                  section->count, f->index);
}

static bool take_class(eg_parser *inner, eg_dyad_body *body)
{
    body->carried = eg_parse_class(inner);
    if (body->carried)
        eg_parse_accept(inner, EG_T_SEMICOLON);
    return body->carried != NULL;
}

static bool parse_fragment(eg_parser *p, const fragment *f, eg_dyad_body *body)
{
    eg_parser inner;
    if (!begin(p, f, &inner))
        return false;
    bool ok;
    if (is_kind(f, "element"))
        ok = take_elements(p, f, &inner, body);
    else if (is_kind(f, "class"))
        ok = take_class(&inner, body);
    else
        ok = take_section(p, f, &inner, body);
    return ok &&
           (inner.token.kind == EG_T_FINISH || eg_parse_unexpected(&inner, "the end of the Modelica text"));
}

/* ---------------------------------------------------------------- metadata */

static bool is_known(const char *kind)
{
    static const char *const kinds[] = {"element",   "equation",          "initial equation",
                                        "algorithm", "initial algorithm", "class"};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kind, kinds[i]) == 0)
            return true;
    return false;
}

static bool take_of_fragment(eg_parser *p, void *context, const char *key, uint32_t at)
{
    fragment *f = context;
    if (strcmp(key, "text") == 0)
        return copy_lines(p, f);
    if (!is_known(key))
        return eg_dyad_skip_value(p);
    f->kind = key;
    f->at = at;
    f->index = p->token.number;
    return eg_parse_expect(p, EG_T_NUMBER);
}

static bool take_fragments(eg_parser *p, eg_dyad_body *body)
{
    if (!eg_parse_expect(p, EG_T_LEFT_BRACKET))
        return false;
    while (p->token.kind == EG_T_LEFT_BRACE) {
        fragment f = {.at = p->token.at};
        if (!eg_dyad_object(p, take_of_fragment, &f))
            return false;
        if (!f.kind || !f.text) {
            eg_error(p->r, p->source, f.at, "this says no Modelica");
            eg_hint(p->r, "write {\"equation\": 0, \"text\": [\"...\"]}, or \"element\", \"class\", ...");
        } else if (!parse_fragment(p, &f, body) && p->r->out_of_memory) {
            return false;
        }
        if (!eg_parse_accept(p, EG_T_COMMA))
            break;
    }
    return eg_parse_expect(p, EG_T_RIGHT_BRACKET);
}

/* ["a", "b"]: components that are not visible from outside. */
static bool take_protected(eg_parser *p, const eg_dyad_body *body)
{
    if (!eg_parse_expect(p, EG_T_LEFT_BRACKET))
        return false;
    while (p->token.kind == EG_T_STRING) {
        const char *text = eg_token_text(&p->lexer, &p->token);
        const char *name = text ? eg_symbol(p->r, text) : NULL;
        for (size_t i = 0; name && i < body->elements.count; i++) {
            eg_class_element *e = body->elements.items[i];
            if (e->kind == EG_EL_COMPONENT && e->component->name == name)
                e->is_protected = e->component->is_protected = true;
        }
        eg_parse_advance(p);
        if (!name || !eg_parse_accept(p, EG_T_COMMA))
            break;
    }
    return eg_parse_expect(p, EG_T_RIGHT_BRACKET);
}

static bool take_ours(eg_parser *p, void *context, const char *key, uint32_t at)
{
    (void)at;
    eg_dyad_body *body = context;
    if (strcmp(key, "protected") == 0)
        return take_protected(p, body);
    return strcmp(key, "modelica") == 0 ? take_fragments(p, body) : eg_dyad_skip_value(p);
}

bool eg_dyad_carried(eg_parser *p, eg_dyad_body *body)
{
    return eg_dyad_object(p, take_ours, body);
}

/* ---------------------------------------------------------------- names */

static bool take_name(eg_parser *p, void *context, const char *key, uint32_t at)
{
    (void)at;
    const char *meant = p->token.kind == EG_T_STRING ? eg_token_text(&p->lexer, &p->token) : NULL;
    const char *name = eg_symbol(p->r, key);
    meant = meant ? eg_symbol(p->r, meant) : NULL;
    return eg_parse_expect(p, EG_T_STRING) && name && meant &&
           eg_list_add(p->r, context, (void *)(uintptr_t)name) &&
           eg_list_add(p->r, context, (void *)(uintptr_t)meant);
}

static bool take_names(eg_parser *p, void *context, const char *key, uint32_t at)
{
    (void)at;
    return strcmp(key, "names") == 0 ? eg_dyad_object(p, take_name, context) : eg_dyad_skip_value(p);
}

static bool take_names_of_vendor(eg_parser *p, void *context, const char *key, uint32_t at)
{
    (void)at;
    return strcmp(key, "elastogap") == 0 ? eg_dyad_object(p, take_names, context) : eg_dyad_skip_value(p);
}

eg_list eg_dyad_names(eg_reader *r, eg_source *source)
{
    eg_list names = {0};
    eg_parser p;
    eg_reader before = *r;
    r->diagnostics = NULL;
    r->seen = eg_pairs_create(); /* nothing is reported, nor remembered as reported */
    if (!r->seen) {
        r->seen = before.seen;
        r->out_of_memory = true;
        return names;
    }
    eg_parse_start(&p, r, source);
    while (p.token.kind != EG_T_FINISH && !r->out_of_memory) {
        bool is_metadata = p.token.kind == EG_T_METADATA;
        eg_parse_advance(&p);
        if (is_metadata && p.token.kind == EG_T_LEFT_BRACE)
            eg_dyad_object(&p, take_names_of_vendor, &names);
        p.failed = false;
    }
    eg_pairs_free(r->seen);
    r->seen = before.seen;
    r->diagnostics = before.diagnostics;
    r->errors = before.errors;
    r->warnings = before.warnings;
    r->gave_up = before.gave_up;
    return names;
}
