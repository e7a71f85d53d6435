#include "lsp/mentions.h"

#include <string.h>

typedef struct walk {
    eg_text_view *view;
    const char *name; /* only those called so; interned; NULL: all */
    eg_on_mention visit;
    void *context;
    eg_definition *scope;
    const struct scoped *loops; /* the innermost first */
} walk;

/* Loop variables that are known in what is walked through. */
typedef struct scoped {
    const eg_iterator *iterators;
    uint32_t count;
    const struct scoped *outer;
} scoped;

/* Names that trees have from elsewhere than the text's own words do not stand there. */
static bool stands_at(const walk *w, uint32_t at, const char *name)
{
    const eg_source *s = w->view->source;
    const size_t length = strlen(name);
    return at + length <= s->length && memcmp(s->text + at, name, length) == 0;
}

static void tell(const walk *w, eg_mention use)
{
    if (!use.name || (w->name && use.name != w->name) || !stands_at(w, use.at, use.name))
        return;
    use.scope = w->scope;
    w->visit(w->context, &use);
}

/* ---------------------------------------------------------------- expressions */

static void walk_expression(walk *w, const eg_expr *e);

static const eg_iterator *loop_of(const walk *w, const char *name)
{
    for (const scoped *s = w->loops; s; s = s->outer)
        for (uint32_t i = 0; i < s->count; i++)
            if (s->iterators[i].name == name)
                return &s->iterators[i];
    return NULL;
}

static void walk_reference(walk *w, const eg_reference *name, eg_mention_kind kind)
{
    const bool is_value = kind == EG_MENTION_VALUE;
    for (uint32_t i = 0; name && i < name->count; i++) {
        const eg_part *part = &name->parts[i];
        tell(w, (eg_mention){.kind = kind,
                             .at = part->at,
                             .name = part->name,
                             .reference = name,
                             .part = i,
                             .loop = i == 0 && is_value ? loop_of(w, part->name) : NULL});
        for (uint32_t k = 0; k < part->subscript_count; k++)
            walk_expression(w, part->subscripts[k]);
    }
}

/* Where the name of a named argument stands: before its value, and the sign between them. */
static uint32_t before_value(const walk *w, const char *name, uint32_t value_at)
{
    const char *text = w->view->source->text;
    uint32_t i = value_at;
    while (i > 0 && strchr(" \t\r\n(-+", text[i - 1]))
        i--;
    if (i == 0 || text[i - 1] != '=')
        return value_at;
    i--;
    while (i > 0 && strchr(" \t\r\n", text[i - 1]))
        i--;
    const uint32_t length = (uint32_t)strlen(name);
    return i >= length ? i - length : value_at;
}

static void walk_loops(walk *w, const eg_iterator *iterators, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        tell(w, (eg_mention){.kind = EG_MENTION_LOOP,
                             .at = iterators[i].at,
                             .name = iterators[i].name,
                             .loop = &iterators[i]});
        walk_expression(w, iterators[i].range);
    }
}

static void walk_expression(walk *w, const eg_expr *e)
{
    if (!e)
        return;
    const scoped inner = {e->iterators, e->iterator_count, w->loops};
    walk_reference(w, e->reference, EG_MENTION_VALUE);
    walk_loops(w, e->iterators, e->iterator_count);
    if (e->iterator_count > 0)
        w->loops = &inner;
    for (uint32_t i = 0; i < e->count; i++) {
        if (e->names && e->names[i] && e->items[i])
            tell(w, (eg_mention){.kind = EG_MENTION_ARGUMENT,
                                 .at = before_value(w, e->names[i], e->items[i]->at),
                                 .name = e->names[i],
                                 .reference = e->reference});
        walk_expression(w, e->items[i]);
    }
    w->loops = inner.outer;
}

/* ---------------------------------------------------------------- declarations */

static void walk_class(walk *w, eg_syntax *class);

static void walk_arguments(walk *w, const eg_modifier *m, const eg_modified *of);

static void walk_component(walk *w, const eg_component *c);

static void walk_modifier(walk *w, const eg_modifier *m, const eg_modified *of)
{
    if (m->class) {
        walk_class(w, m->class);
        return;
    }
    if (m->component) {
        walk_reference(w, m->component->type, EG_MENTION_TYPE);
        for (uint32_t i = 0; i < m->component->dimension_count; i++)
            walk_expression(w, m->component->dimensions[i]);
    }
    tell(w, (eg_mention){.kind = EG_MENTION_MODIFIER, .at = m->at, .name = m->name, .modified = of});
    walk_expression(w, m->value);
    const eg_modified inside = {.outer = of, .name = m->name};
    const eg_modified anew = {.type = m->component ? m->component->type : NULL, .scope = w->scope};
    walk_arguments(w, m, m->component ? &anew : &inside);
}

static void walk_arguments(walk *w, const eg_modifier *m, const eg_modified *of)
{
    for (uint32_t i = 0; i < m->count; i++)
        walk_modifier(w, m->arguments[i], of);
}

static void walk_modification(walk *w, const eg_modifier *m, const eg_reference *type)
{
    const eg_modified of = {.type = type, .scope = w->scope};
    if (!m)
        return;
    walk_expression(w, m->value);
    walk_arguments(w, m, &of);
}

static void walk_constraint(walk *w, const eg_constraint *c)
{
    if (!c)
        return;
    walk_reference(w, c->type, EG_MENTION_TYPE);
    walk_modification(w, c->modifier, c->type);
}

static void walk_component(walk *w, const eg_component *c)
{
    tell(w, (eg_mention){.kind = EG_MENTION_COMPONENT, .at = c->at, .name = c->name});
    walk_reference(w, c->type, EG_MENTION_TYPE);
    for (uint32_t i = 0; i < c->dimension_count; i++)
        walk_expression(w, c->dimensions[i]);
    walk_modification(w, c->modifier, c->type);
    walk_expression(w, c->condition);
    walk_constraint(w, c->constraint);
}

static void walk_element(walk *w, const eg_class_element *e)
{
    switch (e->kind) {
    case EG_EL_COMPONENT: walk_component(w, e->component); break;
    case EG_EL_CLASS: walk_class(w, e->class); break;
    case EG_EL_IMPORT: walk_reference(w, e->import->name, EG_MENTION_IMPORT); break;
    case EG_EL_EXTENDS:
        walk_reference(w, e->extension->base, EG_MENTION_TYPE);
        walk_modification(w, e->extension->modifier, e->extension->base);
        break;
    }
}

static void walk_equations(walk *w, eg_equation *const *body, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const eg_equation *q = body[i];
        const scoped inner = {q->iterators, q->iterator_count, w->loops};
        walk_expression(w, q->left);
        walk_expression(w, q->right);
        walk_loops(w, q->iterators, q->iterator_count);
        if (q->iterator_count > 0)
            w->loops = &inner;
        for (uint32_t k = 0; k < q->branch_count; k++) {
            walk_expression(w, q->branches[k].condition);
            walk_equations(w, q->branches[k].body, q->branches[k].count);
        }
        w->loops = inner.outer;
    }
}

/* The name behind "end", which is the class's last word. */
static void walk_end(walk *w, const eg_syntax *class)
{
    const uint32_t length = (uint32_t)strlen(class->name);
    if (!class->is_short && class->end >= length && class->end - length > class->at)
        tell(w, (eg_mention){.kind = EG_MENTION_END, .at = class->end - length, .name = class->name});
}

static eg_definition *definition_of(const walk *w, const char *name)
{
    const eg_member *m = w->scope ? eg_find_member(&w->view->r, w->scope, name) : NULL;
    return m && m->kind == EG_M_CLASS ? m->definition : NULL;
}

static void walk_class(walk *w, eg_syntax *class)
{
    eg_definition *around = w->scope, *inside = definition_of(w, class->name);
    tell(w, (eg_mention){.kind = EG_MENTION_CLASS, .at = class->at, .name = class->name});
    walk_end(w, class);
    walk_reference(w, class->base, EG_MENTION_TYPE);
    for (uint32_t i = 0; i < class->dimension_count; i++)
        walk_expression(w, class->dimensions[i]);
    walk_modification(w, class->modifier, class->base);
    walk_constraint(w, class->constraint);
    w->scope = inside ? inside : around;
    for (uint32_t i = 0; i < class->element_count; i++)
        walk_element(w, &class->elements[i]);
    for (uint32_t i = 0; i < class->section_count; i++)
        walk_equations(w, class->sections[i].body, class->sections[i].count);
    w->scope = around;
}

void eg_mentions_visit(eg_text_view *view, const char *name, eg_on_mention visit, void *context)
{
    walk w = {.view = view, .visit = visit, .context = context, .scope = view->package};
    if (name && !(w.name = eg_symbol(&view->r, name)))
        return;
    walk_reference(&w, view->stored->within, EG_MENTION_IMPORT);
    for (uint32_t i = 0; i < view->stored->count; i++)
        walk_class(&w, view->stored->classes[i]);
}

/* ---------------------------------------------------------------- what names mean */

static eg_referent of_member(eg_member *m)
{
    if (!m || m->kind == EG_M_NONE || m->kind == EG_M_IMPORT)
        return (eg_referent){.kind = EG_REFERENT_NOTHING};
    if (m->kind == EG_M_CLASS)
        return (eg_referent){.kind = EG_REFERENT_CLASS, .definition = m->definition};
    return (eg_referent){.kind = EG_REFERENT_MEMBER, .member = m};
}

eg_definition *eg_mentions_class_of(eg_text_view *view, const eg_referent *meaning)
{
    const eg_member *m = meaning->member;
    if (meaning->kind == EG_REFERENT_CLASS)
        return meaning->definition;
    if (meaning->kind != EG_REFERENT_MEMBER)
        return NULL;
    if (m->kind == EG_M_COMPONENT)
        return eg_member_type(&view->r, meaning->member);
    if (m->kind == EG_M_PORT)
        return eg_definition_by_name(&view->r, eg_port_connector(m->owner->native->ports[m->index].kind));
    return NULL;
}

static eg_referent inside_of(eg_text_view *view, const eg_referent *outer, const char *name)
{
    eg_definition *d = eg_mentions_class_of(view, outer);
    return of_member(d ? eg_find_member(&view->r, d, name) : NULL);
}

eg_referent eg_mentions_follow(eg_text_view *view, eg_definition *scope, const eg_reference *name,
                               uint32_t part)
{
    eg_reader *r = &view->r;
    const char *first = name->parts[0].name;
    eg_referent m =
        of_member(name->is_global ? eg_find_member(r, r->root, first) : eg_lookup(r, scope, first, NULL));
    for (uint32_t i = 1; i <= part && m.kind != EG_REFERENT_NOTHING; i++)
        m = inside_of(view, &m, name->parts[i].name);
    return m;
}

static eg_referent follow_type(eg_text_view *view, eg_definition *scope, const eg_reference *name,
                               uint32_t part)
{
    eg_reference front = *name;
    front.count = part + 1;
    eg_definition *d = eg_resolve(&view->r, scope, view->source, &front, true);
    return d ? (eg_referent){.kind = EG_REFERENT_CLASS, .definition = d}
             : (eg_referent){.kind = EG_REFERENT_NOTHING};
}

static eg_referent modified_by(eg_text_view *view, const eg_modified *of, const char *name)
{
    eg_referent outer;
    if (of->outer)
        outer = modified_by(view, of->outer, of->name);
    else if (of->type)
        outer = follow_type(view, of->scope, of->type, of->type->count - 1);
    else
        return (eg_referent){.kind = EG_REFERENT_NOTHING};
    return inside_of(view, &outer, name);
}

/* A class is declared where it is, in the class around it. */
static eg_referent own_member(eg_text_view *view, eg_definition *scope, const char *name)
{
    return of_member(scope ? eg_find_member(&view->r, scope, name) : NULL);
}

eg_referent eg_mentions_resolve(eg_text_view *view, const eg_mention *use)
{
    if (use->loop)
        return (eg_referent){.kind = EG_REFERENT_LOOP, .loop = use->loop};
    switch (use->kind) {
    case EG_MENTION_CLASS:
    case EG_MENTION_COMPONENT:
    case EG_MENTION_END: return own_member(view, use->scope, use->name);
    case EG_MENTION_TYPE: return follow_type(view, use->scope, use->reference, use->part);
    case EG_MENTION_IMPORT: return follow_type(view, view->r.root, use->reference, use->part);
    case EG_MENTION_VALUE: return eg_mentions_follow(view, use->scope, use->reference, use->part);
    case EG_MENTION_MODIFIER: return modified_by(view, use->modified, use->name);
    case EG_MENTION_ARGUMENT: {
        const eg_referent function = follow_type(view, use->scope, use->reference, use->reference->count - 1);
        return inside_of(view, &function, use->name);
    }
    case EG_MENTION_LOOP: break;
    }
    return (eg_referent){.kind = EG_REFERENT_NOTHING};
}

bool eg_referent_is_same(const eg_referent *a, const eg_referent *b)
{
    if (a->kind != b->kind || a->kind == EG_REFERENT_NOTHING)
        return false;
    if (a->kind == EG_REFERENT_CLASS)
        return a->definition == b->definition;
    if (a->kind == EG_REFERENT_LOOP)
        return a->loop == b->loop;
    /* A redeclaration is a member of its own, of the same component. */
    return a->member == b->member ||
           (a->member->owner == b->member->owner && strcmp(a->member->name, b->member->name) == 0);
}

eg_source *eg_referent_source(const eg_text_view *view, const eg_referent *m)
{
    const eg_definition *d = m->kind == EG_REFERENT_CLASS ? m->definition : NULL;
    if (m->kind == EG_REFERENT_LOOP)
        return view->source;
    if (m->kind == EG_REFERENT_MEMBER)
        d = m->member->owner;
    return d && d->syntax && !d->is_written ? d->syntax->source : NULL;
}

const char *eg_referent_key(eg_text_view *view, const eg_referent *m)
{
    const eg_source *source = eg_referent_source(view, m);
    const char *place = source ? source->name : "";
    if (m->kind == EG_REFERENT_CLASS)
        return eg_textf(&view->r, "%s@%s", m->definition->full, place);
    if (m->kind == EG_REFERENT_MEMBER)
        return eg_textf(&view->r, "%s:%s@%s", m->member->owner->full, m->member->name, place);
    return "";
}

/* ---------------------------------------------------------------- the name at a place */

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

void eg_mentions_word(const char *text, size_t length, size_t offset, size_t *from, size_t *to)
{
    *from = *to = offset < length ? offset : length;
    while (*from > 0 && is_word(text[*from - 1]))
        --*from;
    while (*to < length && is_word(text[*to]))
        ++*to;
}

typedef struct search {
    eg_text_view *view;
    uint32_t offset;
    eg_mention use;
    eg_referent meaning;
    bool found;
} search;

static void look(void *context, const eg_mention *use)
{
    search *s = context;
    if (s->found || s->offset < use->at || s->offset > use->at + strlen(use->name))
        return;
    s->use = *use;
    s->meaning = eg_mentions_resolve(s->view, use);
    s->found = true;
}

bool eg_mentions_at(eg_text_view *view, uint32_t offset, eg_mention *use, eg_referent *meaning)
{
    search s = {.view = view, .offset = offset};
    size_t from, to;
    if (!view->package)
        return false;
    const char *text = view->source->text;
    eg_mentions_word(text, view->source->length, offset, &from, &to);
    if (from == to)
        return false;
    if (from > 0 && text[from - 1] == '\'') /* a quoted name is looked for as a whole */
        eg_mentions_visit(view, NULL, look, &s);
    else
        eg_mentions_visit(view, eg_symbol_of(&view->r, text + from, to - from), look, &s);
    *use = s.use;
    *meaning = s.meaning;
    return s.found;
}
