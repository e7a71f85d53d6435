/* Modifiers, comments and annotations: appendices A.2.5 and A.2.7 of the language specification. */
#include <string.h>

#include "modelica/text/parser.h"

static eg_modifier *new_modifier(eg_parser *p)
{
    eg_modifier *m = eg_new(p->r, sizeof *m);
    if (m) {
        m->at = p->token.at;
        m->source = p->source;
    }
    return m;
}

/* = value, := value; `= break` is refused. */
static bool parse_value(eg_parser *p, eg_modifier *into)
{
    if (!eg_parse_accept(p, EG_T_IS) && !eg_parse_accept(p, EG_T_ASSIGN))
        return true;
    if (p->token.kind == EG_T_BREAK) {
        eg_parse_fail(p, "\"= break\" is not supported");
        eg_hint(p->r, "leave the modifier out, or declare the component without a value");
        return false;
    }
    into->value_at = p->token.at;
    into->value = eg_parse_expression(p);
    return into->value != NULL;
}

static bool parse_value_and_arguments(eg_parser *p, eg_modifier *into)
{
    if (p->token.kind == EG_T_LEFT && !eg_parse_arguments(p, into))
        return false;
    return parse_value(p, into);
}

bool eg_parse_modification(eg_parser *p, eg_modifier **modifier)
{
    if (p->token.kind != EG_T_LEFT && p->token.kind != EG_T_IS && p->token.kind != EG_T_ASSIGN)
        return true;
    *modifier = new_modifier(p);
    return *modifier && parse_value_and_arguments(p, *modifier);
}

/* ---------------------------------------------------------------- redeclarations */

bool eg_parse_constraint(eg_parser *p, eg_constraint **constraint, const char **comment)
{
    if (!eg_parse_accept(p, EG_T_CONSTRAINEDBY))
        return true;
    eg_constraint *c = eg_new(p->r, sizeof *c);
    if (!c)
        return false;
    c->modifier = new_modifier(p);
    c->type = c->modifier ? eg_parse_reference(p, false) : NULL;
    if (!c->type)
        return false;
    if (p->token.kind == EG_T_LEFT && !eg_parse_arguments(p, c->modifier))
        return false;
    *constraint = c;
    return eg_parse_comment(p, comment, NULL);
}

/* Type[dimensions] name[dimensions](modifiers) = value */
static bool parse_redeclared_component(eg_parser *p, eg_modifier *into)
{
    eg_component *c = into->component = eg_new(p->r, sizeof *c);
    if (!c)
        return false;
    eg_expr **own = NULL, **of_type = NULL;
    uint32_t own_count = 0, type_count = 0;
    eg_parse_type_prefix(p, c);
    c->type = eg_parse_reference(p, false);
    if (!c->type || (p->token.kind == EG_T_LEFT_BRACKET && !eg_parse_subscripts(p, &of_type, &type_count)))
        return false;
    c->at = into->at = p->token.at;
    c->name = into->name = eg_parse_identifier(p, "the name of a component");
    if (!c->name || (p->token.kind == EG_T_LEFT_BRACKET && !eg_parse_subscripts(p, &own, &own_count)) ||
        !eg_parse_join_dimensions(p, c, own, own_count, of_type, type_count))
        return false;
    return parse_value_and_arguments(p, into) && eg_parse_comment(p, &c->comment, NULL);
}

static bool parse_redeclaration(eg_parser *p, eg_modifier *into, bool is_replaceable)
{
    into->is_redeclaration = true;
    if (!eg_parse_at_class(p)) {
        if (!parse_redeclared_component(p, into))
            return false;
        into->component->is_replaceable = is_replaceable;
        into->component->is_redeclared = true;
        return eg_parse_constraint(p, &into->component->constraint, NULL);
    }
    eg_syntax *class = into->class = eg_parse_class(p);
    if (!class)
        return false;
    into->name = class->name;
    into->at = class->at;
    class->is_replaceable = is_replaceable;
    return eg_parse_constraint(p, &class->constraint, NULL);
}

/* ---------------------------------------------------------------- arguments */

/* a.b.c(...) = value as a(b(c(...) = value)); `each` and `final` go with the outermost. */
static eg_modifier *parse_element_modification(eg_parser *p, eg_modifier *outer)
{
    eg_modifier *inner = outer;
    int levels = 0;
    do {
        if (inner->name) {
            eg_modifier *next = new_modifier(p);
            eg_list list = {0};
            if (++levels > EG_DEPTH_LIMIT)
                eg_parse_fail(p, "more than %d names in one modifier", EG_DEPTH_LIMIT);
            if (!next || p->failed || !eg_list_add(p->r, &list, next))
                return NULL;
            inner->arguments = (eg_modifier **)list.items;
            inner->count = 1;
            inner = next;
        }
        inner->at = p->token.at;
        inner->name = eg_parse_identifier(p, "the name of what is modified");
        if (!inner->name)
            return NULL;
    } while (eg_parse_accept(p, EG_T_DOT));
    if (p->token.kind == EG_T_LEFT_BRACKET) {
        eg_parse_fail(p, "a modifier cannot name a single element of an array");
        eg_hint(p->r, "give all elements: %s = {..., ..., ...}", inner->name);
        return NULL;
    }
    return parse_value_and_arguments(p, inner) && eg_parse_comment_string(p, NULL) ? outer : NULL;
}

static eg_modifier *parse_argument(eg_parser *p)
{
    eg_modifier *m = new_modifier(p);
    if (!m)
        return NULL;
    if (p->token.kind == EG_T_BREAK) {
        eg_parse_fail(p, "\"break\" in extends is not supported");
        eg_hint(p->r, "extend a class that does not have the component");
        return NULL;
    }
    bool redeclares = eg_parse_accept(p, EG_T_REDECLARE);
    m->is_each = eg_parse_accept(p, EG_T_EACH);
    m->is_final = eg_parse_accept(p, EG_T_FINAL);
    bool is_replaceable = eg_parse_accept(p, EG_T_REPLACEABLE);
    if (redeclares || is_replaceable)
        return parse_redeclaration(p, m, is_replaceable) ? m : NULL;
    return parse_element_modification(p, m);
}

/* a.b = 1, a.c = 2 is a(b = 1, c = 2). Looks back a bounded number of arguments. */
static eg_modifier *find_mergeable(const eg_list *list, const eg_modifier *m)
{
    enum { FAR_ENOUGH = 64 };
    for (size_t i = list->count, steps = 0; i-- > 0 && steps < FAR_ENOUGH; steps++) {
        eg_modifier *before = list->items[i];
        bool alike =
            before->name == m->name && before->is_each == m->is_each && before->is_final == m->is_final;
        if (alike && !before->is_redeclaration && !m->is_redeclaration && !(before->value && m->value))
            return before;
    }
    return NULL;
}

/* The modifier's arguments as the list that they were gathered in, so that it can grow on. */
static eg_list list_of(const eg_modifier *m)
{
    eg_list list = {.items = (void **)m->arguments, .count = m->count, .capacity = 4};
    while (list.capacity < list.count)
        list.capacity *= 2;
    return list;
}

static bool add_argument(eg_parser *p, eg_list *list, eg_modifier *m)
{
    eg_modifier *before = m->count > 0 ? find_mergeable(list, m) : NULL;
    if (!before || before->count == 0)
        return eg_list_add(p->r, list, m);
    eg_list inner = list_of(before);
    for (uint32_t i = 0; i < m->count; i++)
        if (!add_argument(p, &inner, m->arguments[i]))
            return false;
    before->arguments = (eg_modifier **)inner.items;
    before->count = (uint32_t)inner.count;
    if (m->value) {
        before->value = m->value;
        before->value_at = m->value_at;
    }
    return true;
}

bool eg_parse_arguments(eg_parser *p, eg_modifier *into)
{
    eg_list list = {0};
    if (!eg_parse_enter(p)) {
        eg_parse_leave(p);
        return false;
    }
    bool ok = eg_parse_expect(p, EG_T_LEFT);
    if (ok && p->token.kind != EG_T_RIGHT) {
        do {
            eg_modifier *m = parse_argument(p);
            ok = m && add_argument(p, &list, m);
        } while (ok && eg_parse_accept(p, EG_T_COMMA));
    }
    ok = ok && eg_parse_expect(p, EG_T_RIGHT);
    eg_parse_leave(p);
    into->arguments = (eg_modifier **)list.items;
    into->count = (uint32_t)list.count;
    return ok;
}

/* ---------------------------------------------------------------- comments, annotations */

bool eg_parse_comment_string(eg_parser *p, const char **comment)
{
    const char *text = NULL;
    while (p->token.kind == EG_T_STRING) {
        const char *next = comment ? eg_token_text(&p->lexer, &p->token) : NULL;
        if (comment && !next)
            return false;
        text = text ? eg_textf(p->r, "%s%s", text, next) : next;
        eg_parse_advance(p);
        if (p->token.kind != EG_T_PLUS)
            break;
        eg_parse_advance(p);
        if (p->token.kind != EG_T_STRING)
            return eg_parse_unexpected(p, "a string");
        if (!comment)
            text = NULL;
    }
    if (comment)
        *comment = text;
    return true;
}

bool eg_parse_annotation(eg_parser *p, eg_modifier **annotation)
{
    if (!eg_parse_accept(p, EG_T_ANNOTATION))
        return true;
    eg_modifier *m = new_modifier(p);
    if (!m || !eg_parse_arguments(p, m))
        return false;
    if (annotation)
        *annotation = m;
    return true;
}

bool eg_parse_pictures(eg_parser *p, eg_modifier **annotation, const eg_pictures **pictures)
{
    bool is_there = p->token.kind == EG_T_ANNOTATION;
    uint32_t begin = p->token.end;
    if (!eg_parse_annotation(p, annotation) || !is_there)
        return !is_there;
    const char *text = p->lexer.source->text;
    begin += (uint32_t)strspn(text + begin, " \t\r\n");
    eg_pictures *kept = eg_new(p->r, sizeof *kept);
    if (kept && text[begin] == '(' && p->last_end > begin + 1) /* a comment may stand before it */
        kept->annotation = (eg_extract){text + begin + 1, p->last_end - begin - 2};
    *pictures = kept && kept->annotation.text ? kept : NULL;
    return kept != NULL;
}

bool eg_parse_comment(eg_parser *p, const char **comment, eg_modifier **annotation)
{
    return eg_parse_comment_string(p, comment) && eg_parse_annotation(p, annotation);
}
