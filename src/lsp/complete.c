/* What could stand where the cursor is. The statement that is being written is taken out of the text, so that
 * what stands around it can be read. */
#include "base/units.h"
#include "component/describe.h"
#include "lsp/cursor.h"
#include "lsp/describe.h"
#include "lsp/session.h"
#include "modelica/scope/listing_class.h"
#include "modelica/scope/library.h"
#include "modelica/text/parser.h"
#include "modelica/value/functions.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Kinds of completions of the protocol. */
enum {
    A_FUNCTION = 3,
    A_FIELD = 5,
    A_VARIABLE = 6,
    A_CLASS = 7,
    A_PORT = 8,
    A_PACKAGE = 9,
    A_PARAMETER = 10,
    A_UNIT = 11,
    A_KEYWORD = 14,
    A_LITERAL = 20,
    A_CONSTANT = 21
};

typedef struct offer {
    eg_text_view *view;
    eg_definition *scope;
    const eg_cursor *cursor;
    const char *text; /* the whole text */
    bool is_dyad;
    bool ports_only;
    const char *prefix; /* before the names of parts: "stop." */
    json_t *items;
    json_t *given; /* names that are there already */
    bool is_incomplete;
} offer;

/* ---------------------------------------------------------------- one item */

/* Names that begin with what is typed, in any case; clients choose among them again. */
static bool fits(const offer *o, const char *name)
{
    const size_t typed = o->cursor->typed;
    const size_t before = strlen(o->prefix);
    if (before == 0)
        return strncasecmp(name, o->text + o->cursor->from, typed) == 0;
    if (typed <= before)
        return strncasecmp(o->prefix, o->text + o->cursor->from, typed) == 0;
    return false;
}

static void add(offer *o, const char *name, int kind, const char *detail, const char *doc, const char *insert)
{
    const char *label = *o->prefix ? eg_textf(&o->view->r, "%s%s", o->prefix, name) : name;
    if (!fits(o, name) || json_object_get(o->given, label))
        return;
    json_object_set_new(o->given, label, json_true());
    json_t *item = json_pack("{s:s, s:i}", "label", label, "kind", kind);
    if (detail && *detail)
        json_object_set_new(item, "detail", json_string(detail));
    if (doc && *doc)
        json_object_set_new(item, "documentation", json_string(doc));
    if (insert)
        json_object_set_new(item, "insertText", json_string(insert));
    json_array_append_new(o->items, item);
}

static void add_words(offer *o, const char *const *words)
{
    for (size_t i = 0; words[i]; i++)
        add(o, words[i], A_KEYWORD, NULL, eg_describe_word(words[i], strlen(words[i])), NULL);
}

/* ---------------------------------------------------------------- parts of a class */

static int kind_of(const eg_listed *l)
{
    switch (l->is) {
    case EG_LISTED_PARAMETER: return A_PARAMETER;
    case EG_LISTED_CONSTANT: return A_CONSTANT;
    case EG_LISTED_PORT: return A_PORT;
    case EG_LISTED_VARIABLE: return A_VARIABLE;
    default: return A_FIELD;
    }
}

static void add_listed(void *context, const eg_listed *l)
{
    offer *o = context;
    char *detail = NULL;
    size_t size;
    if (!l->name || (o->ports_only && l->is != EG_LISTED_PORT))
        return;
    FILE *out = open_memstream(&detail, &size);
    if (!out)
        return;
    eg_describe_listed_to(out, l);
    fclose(out);
    add(o, l->name, kind_of(l), detail, l->comment, NULL);
    free(detail);
}

/* What a class declares itself, protected or not. */
static void add_own(offer *o, const eg_definition *d)
{
    for (uint32_t i = 0; d->syntax && i < d->syntax->element_count; i++) {
        const eg_class_element *e = &d->syntax->elements[i];
        if (e->kind != EG_EL_COMPONENT || !e->component->type)
            continue;
        const eg_component *c = e->component;
        const char *type = eg_reference_text(&o->view->r, c->type, c->type->count);
        add(o, c->name, c->variability >= EG_V_PARAMETER ? A_PARAMETER : A_VARIABLE, type, c->comment, NULL);
    }
}

static void add_parts(offer *o, eg_definition *d)
{
    eg_list_members(&o->view->r, d, add_listed, o);
}

/* ---------------------------------------------------------------- classes */

static int kind_of_class(const eg_definition *d)
{
    if (d->kind == EG_D_FUNCTION || (d->syntax && d->syntax->restriction == EG_R_FUNCTION))
        return A_FUNCTION;
    if (d->kind == EG_D_CONSTANT)
        return A_CONSTANT;
    if (d->kind == EG_D_SCOPE && (!d->syntax || d->syntax->restriction == EG_R_PACKAGE))
        return A_PACKAGE;
    return A_CLASS;
}

static void add_class(offer *o, const char *name, const eg_definition *d)
{
    const char *kind = d->file ? "package" : eg_listed_kind_of(&o->view->r, d);
    add(o, name, kind_of_class(d), kind, d->file ? NULL : eg_listed_comment(&o->view->r, d), NULL);
}

/* Texts of classes in files are not read for their comments: a library has thousands. */
static void add_inside(offer *o, eg_definition *package)
{
    eg_reader *r = &o->view->r;
    if (package->file)
        eg_library_load(r, package);
    const eg_list names = eg_listed_names(r, package);
    for (size_t i = 0; i < names.count; i++) {
        const char *name = names.items[i];
        if (!fits(o, name))
            continue;
        const eg_member *known = eg_pairs_get(r->members, package, name);
        eg_definition *native =
            known || !package->is_native_package ? NULL : eg_native_child(r, package, name);
        if (known && known->kind == EG_M_CLASS)
            add_class(o, name, known->definition);
        else if (native)
            add_class(o, name, native);
        else
            add(o, name, A_CLASS, NULL, NULL, NULL);
    }
}

static void add_literals(offer *o, eg_definition *d)
{
    eg_definition *native = NULL;
    if (eg_classify(&o->view->r, d, &native) != EG_C_VALUE || !native)
        return;
    for (size_t i = 0; native->literals && native->literals[i]; i++)
        add(o, native->literals[i], A_LITERAL, d->full,
            native->literal_docs ? native->literal_docs[i] : eg_literal_doc(d->full, native->literals[i]),
            NULL);
}

/* Classes of the library by the ends of their names, from two letters on. */
static void add_library(offer *o)
{
    enum { LEAST = 2, MOST = 60 };
    size_t count, shown = 0;
    const eg_class *const *classes = eg_classes(&count);
    o->is_incomplete = true;
    if (o->cursor->typed < LEAST)
        return;
    for (size_t i = 0; i < count && shown < MOST; i++) {
        const char *full = classes[i]->name, *dot = strrchr(full, '.');
        const char *last = dot ? dot + 1 : full;
        if (!fits(o, last) || eg_class_is_dyad(full) != o->is_dyad || json_object_get(o->given, full))
            continue;
        json_object_set_new(o->given, full, json_true());
        json_array_append_new(o->items,
                              json_pack("{s:s, s:i, s:s, s:s, s:s, s:s}", "label", full, "kind", A_CLASS,
                                        "detail", eg_describe_kind(classes[i]->kind), "documentation",
                                        classes[i]->doc, "filterText", last, "insertText", full));
        shown++;
    }
}

/* Classes that are known by a simple name in the class at the cursor. */
static void add_types(offer *o)
{
    eg_reader *r = &o->view->r;
    static const char *const predefined[] = {"Real", "Integer", "Boolean", "String", NULL};
    for (eg_definition *d = o->scope; d && d->enclosing; d = d->enclosing) {
        for (uint32_t i = 0; d->syntax && i < d->syntax->element_count; i++) {
            const eg_class_element *e = &d->syntax->elements[i];
            const char *name = NULL;
            if (e->kind == EG_EL_CLASS)
                name = e->class->name;
            else if (e->kind == EG_EL_IMPORT)
                name = e->import->alias;
            const eg_member *m = name && fits(o, name) ? eg_lookup(r, d, name, NULL) : NULL;
            if (m && m->kind == EG_M_CLASS)
                add_class(o, name, m->definition);
        }
        if (d->directory)
            add_inside(o, d);
    }
    for (uint32_t i = 0; i < o->view->stored->count; i++) {
        const eg_member *m = eg_find_member(r, o->view->package, o->view->stored->classes[i]->name);
        if (m && m->kind == EG_M_CLASS)
            add_class(o, m->name, m->definition);
    }
    for (size_t i = 0; predefined[i]; i++)
        add(o, predefined[i], A_CLASS, "type", NULL, NULL);
    add_inside(o, r->root);
    add_library(o);
}

/* ---------------------------------------------------------------- places */

static eg_reference *name_of(offer *o, const char *text)
{
    eg_source *source = eg_source_create(o->view->r.arena, "name", text, strlen(text));
    return source ? eg_parse_name(&o->view->r, source) : NULL;
}

static eg_referent meaning_of(offer *o, const char *text)
{
    const eg_reference *name = name_of(o, text);
    eg_referent m = {.kind = EG_REFERENT_NOTHING};
    if (!name)
        return m;
    m = eg_mentions_follow(o->view, o->scope, name, name->count - 1);
    if (m.kind == EG_REFERENT_NOTHING)
        m = eg_mentions_follow(o->view, o->view->r.root, name, name->count - 1);
    return m;
}

static void offer_members(offer *o)
{
    const eg_referent m = meaning_of(o, o->cursor->path);
    eg_definition *d = eg_mentions_class_of(o->view, &m);
    if (!d)
        return;
    if (m.kind == EG_REFERENT_MEMBER) {
        o->ports_only = o->cursor->in_connect;
        add_parts(o, d);
        o->ports_only = false;
        if (json_array_size(o->items) == 0) /* what has no ports may have parts that do */
            add_parts(o, d);
        return;
    }
    if (d->kind == EG_D_SCOPE)
        add_inside(o, d);
    add_own(o, d);
    add_literals(o, d);
}

/* Of what the innermost modifier names the parts; *attributes: it is a variable. */
static eg_definition *modified_type(offer *o, eg_member **member)
{
    const eg_cursor *c = o->cursor;
    eg_referent m = meaning_of(o, c->type);
    eg_definition *d = m.kind == EG_REFERENT_CLASS ? m.definition : NULL;
    *member = NULL;
    for (int i = 0; d && i < c->depth; i++) {
        eg_member *inner = eg_find_member(&o->view->r, d, eg_symbol(&o->view->r, c->inner[i]));
        m = (eg_referent){.kind = EG_REFERENT_MEMBER, .member = inner};
        *member = inner;
        d = inner && inner->kind != EG_M_NONE ? eg_mentions_class_of(o->view, &m) : NULL;
    }
    return d;
}

static const char *const attributes[] = {"start", "fixed",   "unit",     "displayUnit", "min",
                                         "max",   "nominal", "quantity", "stateSelect", NULL};

static bool is_value(offer *o, eg_definition *d)
{
    eg_definition *native = NULL;
    return d && eg_classify(&o->view->r, d, &native) == EG_C_VALUE;
}

static void offer_modifiers(offer *o)
{
    static const char *const words[] = {"each", "final", "redeclare", NULL};
    eg_member *member;
    eg_definition *d = modified_type(o, &member);
    const bool is_variable = member && (member->kind == EG_M_VARIABLE || member->kind == EG_M_PARAMETER);
    if (is_variable || is_value(o, d))
        add_words(o, attributes);
    else if (d)
        add_parts(o, d);
    if (!o->is_dyad)
        add_words(o, words);
}

/* The values that a parameter may have, where these are few. */
static void offer_choices(offer *o)
{
    eg_member *member;
    eg_definition *d = modified_type(o, &member);
    eg_member *m = d ? eg_find_member(&o->view->r, d, eg_symbol(&o->view->r, o->cursor->modified)) : NULL;
    if (!m || m->kind == EG_M_NONE)
        return;
    if (m->kind == EG_M_PARAMETER) {
        const eg_parameter *p = &m->owner->native->parameters[m->index];
        for (size_t i = 0; p->literals && p->literals[i]; i++) {
            const bool is_text = !p->type_name || strcmp(p->type_name, "String") == 0;
            const char *label = is_text ? eg_textf(&o->view->r, "\"%s\"", p->literals[i])
                                        : eg_textf(&o->view->r, "%s.%s", p->type_name, p->literals[i]);
            add(o, label, A_LITERAL, p->type_name, eg_literal_doc(p->type_name, p->literals[i]), NULL);
        }
        return;
    }
    const eg_referent meaning = {.kind = EG_REFERENT_MEMBER, .member = m};
    eg_definition *type = eg_mentions_class_of(o->view, &meaning), *native = NULL;
    if (type && eg_classify(&o->view->r, type, &native) == EG_C_VALUE && native)
        for (size_t i = 0; native->literals && native->literals[i]; i++)
            add(o, eg_textf(&o->view->r, "%s.%s", type->full, native->literals[i]), A_LITERAL, type->full,
                NULL, NULL);
}

static void offer_values(offer *o)
{
    static const char *const words[] = {"true",  "false",   "time",    "if",     "then", "else",   "not",
                                        "and",   "or",      "der",     "pre",    "edge", "change", "sample",
                                        "delay", "initial", "noEvent", "smooth", NULL};
    if (o->cursor->modified && o->cursor->type)
        offer_choices(o);
    if (o->cursor->is_call && o->cursor->type && *o->cursor->type) {
        const eg_referent f = meaning_of(o, o->cursor->type);
        if (f.kind == EG_REFERENT_CLASS && f.definition->kind == EG_D_SCOPE)
            add_parts(o, f.definition);
    }
    if (o->scope && o->scope->enclosing) {
        add_own(o, o->scope);
        add_parts(o, o->scope);
    }
    for (eg_definition *d = o->scope ? o->scope->enclosing : NULL; d && d->enclosing; d = d->enclosing)
        add_own(o, d);
    add_words(o, words);
    eg_list functions = {0};
    eg_function_names(&o->view->r, &functions);
    for (size_t i = 0; i < functions.count; i++)
        if (!strchr(functions.items[i], '.'))
            add(o, functions.items[i], A_FUNCTION, "function", NULL, NULL);
    add_types(o);
}

typedef struct part_names {
    eg_reader *r;
    eg_list names;
} part_names;

static void gather_part(void *context, const eg_listed *l)
{
    part_names *p = context;
    if (l->name && l->is == EG_LISTED_COMPONENT)
        eg_list_add(p->r, &p->names, (void *)(uintptr_t)eg_textf(p->r, "%s", l->name));
}

static void offer_ports(offer *o)
{
    part_names parts = {.r = &o->view->r};
    if (!o->scope || !o->scope->enclosing)
        return;
    o->ports_only = true;
    add_parts(o, o->scope);
    eg_list_members(parts.r, o->scope, gather_part, &parts);
    for (uint32_t i = 0; o->scope->syntax && i < o->scope->syntax->element_count;
         i++) { /* protected ones too */
        const eg_class_element *e = &o->scope->syntax->elements[i];
        if (e->kind == EG_EL_COMPONENT)
            eg_list_add(parts.r, &parts.names, (void *)(uintptr_t)e->component->name);
    }
    for (size_t i = 0; i < parts.names.count; i++) {
        const eg_referent m = meaning_of(o, parts.names.items[i]);
        eg_definition *d = eg_mentions_class_of(o->view, &m);
        o->prefix = eg_textf(parts.r, "%s.", (const char *)parts.names.items[i]);
        if (d && fits(o, ""))
            add_parts(o, d);
    }
    o->prefix = "";
}

static void offer_statement(offer *o)
{
    static const char *const in_declarations[] = {
        "parameter", "constant",    "input",      "output",  "flow",   "discrete", "final",     "inner",
        "outer",     "replaceable", "redeclare",  "extends", "import", "equation", "algorithm", "initial",
        "protected", "public",      "annotation", "model",   "block",  "package",  "function",  "record",
        "connector", "type",        "partial",    "end",     NULL};
    static const char *const in_equations[] = {
        "connect", "if",        "for", "when",    "elsewhen", "else",      "elseif",     "end", "assert",
        "reinit",  "terminate", "der", "initial", "equation", "algorithm", "annotation", NULL};
    static const char *const in_dyad[] = {"parameter", "variable", "constant", "structural",
                                          "relations", "extends",  "end",      "metadata",
                                          "initial",   "guess",    "connect",  NULL};
    if (o->is_dyad)
        add_words(o, in_dyad);
    else
        add_words(o, o->cursor->in_equations ? in_equations : in_declarations);
    if (o->cursor->in_equations)
        offer_values(o);
    else
        add_types(o);
}

static void offer_units(offer *o)
{
    size_t count;
    const eg_unit_type *types = eg_unit_types(&count);
    for (size_t i = 0; i < count; i++)
        if (*types[i].unit)
            add(o, types[i].unit, A_UNIT, types[i].name, NULL, NULL);
}

static void make_offer(offer *o)
{
    static const char *const classes[] = {"model",  "block", "package", "connector", "function",
                                          "record", "type",  "partial", "within",    NULL};
    static const char *const dyad_classes[] = {"component", "analysis", "connector", "type",  "enum",
                                               "partial",   "example",  "test",      "using", NULL};
    switch (o->cursor->place) {
    case EG_CURSOR_NOWHERE: break;
    case EG_CURSOR_STATEMENT: offer_statement(o); break;
    case EG_CURSOR_TYPE: add_types(o); break;
    case EG_CURSOR_MEMBER: offer_members(o); break;
    case EG_CURSOR_MODIFIER: offer_modifiers(o); break;
    case EG_CURSOR_EXPRESSION: offer_values(o); break;
    case EG_CURSOR_PORT: offer_ports(o); break;
    case EG_CURSOR_UNIT: offer_units(o); break;
    case EG_CURSOR_CLASS: add_words(o, o->is_dyad ? dyad_classes : classes); break;
    }
}

/* ---------------------------------------------------------------- the text around */

/* The text with blanks for the statement at the cursor, and as far behind it as its line goes; the
 * caller's. */
static char *without_statement(const eg_document *d, const eg_cursor *c, bool is_cut, size_t *length)
{
    size_t room = d->length + 1;
    for (size_t i = 0; i < c->open.count; i++)
        room += strlen(c->open.items[i]) + 8;
    char *text = malloc(room);
    if (!text)
        return NULL;
    memcpy(text, d->text, d->length + 1);
    size_t to = c->to;
    while (to < d->length && text[to] != '\n' && text[to] != ';')
        to++;
    for (size_t i = c->statement; i < to; i++)
        if (text[i] != '\n' && text[i] != '\r')
            text[i] = ' ';
    *length = d->length;
    if (is_cut) { /* what is open is closed here */
        char *at = text + to;
        for (size_t i = c->open.count; i-- > 0;)
            at += eg_source_is_dyad(d->path) ? sprintf(at, "\nend")
                                             : sprintf(at, "\nend %s;", (const char *)c->open.items[i]);
        *length = (size_t)(at - text);
    }
    return text;
}

/* A view of what stands around the statement; where the class at the cursor is not whole, of what stands
 * before it. */
static eg_text_view *view_around(eg_session *s, const eg_document *d, const eg_cursor *c)
{
    const eg_read_options options = eg_session_read_options(s);
    for (int cut = 0; cut < 2; cut++) {
        size_t length;
        char *text = without_statement(d, c, cut > 0, &length);
        eg_text_view *view = text ? eg_text_view_create(d->path, d->has_file, text, length, &options) : NULL;
        free(text);
        if (!view || cut > 0 || c->open.count == 0 || eg_text_view_class(view, (uint32_t)c->from))
            return view;
        eg_text_view_free(view);
    }
    return NULL;
}

json_t *eg_lsp_complete(eg_session *s, const json_t *params, const char **refusal)
{
    uint32_t offset;
    (void)refusal;
    eg_document *d = eg_session_place(s, params, &offset);
    eg_text_view *own = d ? eg_session_view(s, d) : NULL;
    if (!own)
        return NULL;
    const eg_cursor cursor = eg_cursor_at(&own->r, d->path, d->text, d->length, offset);
    eg_text_view *view = view_around(s, d, &cursor);
    offer o = {.view = view,
               .cursor = &cursor,
               .text = d->text,
               .is_dyad = eg_source_is_dyad(d->path),
               .prefix = "",
               .items = json_array(),
               .given = json_object()};
    if (view) {
        o.scope = eg_text_view_scope(view, (uint32_t)cursor.from);
        make_offer(&o);
    }
    eg_text_view_free(view);
    json_decref(o.given);
    return json_pack("{s:b, s:o}", "isIncomplete", o.is_incomplete, "items", o.items);
}
