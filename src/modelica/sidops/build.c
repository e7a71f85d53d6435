/* Small trees, and what the parser asks of a token. */
#include "modelica/sidops/sidops.h"

#include <string.h>

/* ---------------------------------------------------------------- expressions */

eg_expr *eg_sidops_new(eg_parser *p, eg_expr_kind kind, uint32_t at, eg_expr *const *items, uint32_t count)
{
    eg_expr *e = eg_parse_new_expr(p, kind, at);
    eg_expr **kept = eg_new_array(p->r, count, sizeof *kept);
    if (!e || !kept)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        if (!items[i])
            return NULL;
        kept[i] = items[i];
    }
    e->items = kept;
    e->count = count;
    return e;
}

eg_expr *eg_sidops_number(eg_parser *p, double value, uint32_t at)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_NUMBER, at);
    if (e)
        e->number = value;
    return e;
}

eg_expr *eg_sidops_boolean(eg_parser *p, bool value, uint32_t at)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_BOOLEAN, at);
    if (e)
        e->number = value;
    return e;
}

static eg_reference *reference(eg_parser *p, const char *a, const char *b, uint32_t at)
{
    eg_reference *name = eg_new(p->r, sizeof *name);
    eg_part *parts = eg_new_array(p->r, 2, sizeof *parts);
    if (!name || !parts)
        return NULL;
    parts[0] = (eg_part){.name = eg_symbol(p->r, a), .at = at};
    if (b)
        parts[1] = (eg_part){.name = eg_symbol(p->r, b), .at = at};
    *name = (eg_reference){.parts = parts, .count = b ? 2 : 1};
    return parts[0].name && (!b || parts[1].name) ? name : NULL;
}

eg_expr *eg_sidops_name(eg_parser *p, const char *a, const char *b, uint32_t at)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_REFERENCE, at);
    if (e)
        e->reference = reference(p, a, b, at);
    return e && e->reference ? e : NULL;
}

eg_expr *eg_sidops_call(eg_parser *p, const char *function, eg_expr *a, eg_expr *b, uint32_t at)
{
    eg_expr *const items[] = {a, b};
    const uint32_t given = b ? 2 : 1;
    eg_expr *e = eg_sidops_new(p, EG_E_CALL, at, items, a ? given : 0);
    if (e)
        e->reference = reference(p, function, NULL, at);
    return e && e->reference ? e : NULL;
}

static eg_token_kind *operators(eg_parser *p, uint32_t count)
{
    return eg_new_array(p->r, count, sizeof(eg_token_kind));
}

eg_expr *eg_sidops_relation(eg_parser *p, eg_expr *a, eg_token_kind operator, eg_expr * b)
{
    eg_expr *const items[] = {a, b};
    eg_expr *e = a && b ? eg_sidops_new(p, EG_E_RELATION, a->at, items, 2) : NULL;
    eg_token_kind *kept = operators(p, 1);
    if (!e || !kept)
        return NULL;
    kept[0] = operator;
    e->operators = kept;
    return e;
}

eg_expr *eg_sidops_sum(eg_parser *p, const eg_list *items, const bool *is_minus, uint32_t at)
{
    if (items->count == 0)
        return eg_sidops_number(p, 0, at);
    eg_expr *e = eg_sidops_new(p, EG_E_SUM, at, (eg_expr *const *)items->items, (uint32_t)items->count);
    eg_token_kind *signs = operators(p, (uint32_t)items->count);
    if (!e || !signs)
        return NULL;
    for (size_t i = 0; i < items->count; i++)
        signs[i] = is_minus && is_minus[i] ? EG_T_MINUS : EG_T_PLUS;
    e->operators = signs;
    return e;
}

eg_expr *eg_sidops_if(eg_parser *p, eg_expr *condition, eg_expr *yes, eg_expr *no)
{
    eg_expr *const items[] = {condition, yes, no};
    return condition && yes && no ? eg_sidops_new(p, EG_E_IF, condition->at, items, 3) : NULL;
}

/* ---------------------------------------------------------------- equations, declarations */

bool eg_sidops_equal(eg_parser *p, eg_list *to, eg_expr *left, eg_expr *right)
{
    eg_equation *q = eg_new(p->r, sizeof *q);
    if (!q || !left || !right)
        return false;
    *q = (eg_equation){.kind = EG_Q_EQUALITY, .at = left->at, .left = left, .right = right};
    return eg_list_add(p->r, to, q);
}

eg_modifier *eg_sidops_modifier(eg_parser *p, const char *name, eg_expr *value, uint32_t at)
{
    eg_modifier *m = eg_new(p->r, sizeof *m);
    if (m)
        *m = (eg_modifier){.name = name, .value = value, .at = at, .value_at = at, .source = p->source};
    return m;
}

/* A growing array of arguments: there are few, so it grows by copying. */
static bool add_argument(eg_parser *p, eg_modifier *to, eg_modifier *argument)
{
    eg_modifier **arguments = eg_new_array(p->r, to->count + 1, sizeof *arguments);
    if (!arguments || !argument)
        return false;
    for (uint32_t i = 0; i < to->count; i++)
        arguments[i] = to->arguments[i];
    arguments[to->count++] = argument;
    to->arguments = arguments;
    return true;
}

bool eg_sidops_argument(eg_parser *p, eg_component *c, const char *name, eg_expr *value)
{
    const char *symbol = eg_symbol(p->r, name);
    if (!c->modifier)
        c->modifier = eg_sidops_modifier(p, NULL, NULL, c->at);
    if (!symbol || !value || !c->modifier)
        return false;
    for (uint32_t i = 0; i < c->modifier->count; i++)
        if (c->modifier->arguments[i]->name == symbol) {
            c->modifier->arguments[i]->value = value;
            return true;
        }
    return add_argument(p, c->modifier, eg_sidops_modifier(p, symbol, value, value->at));
}

static eg_reference *type_of(eg_parser *p, const char *text, uint32_t at)
{
    uint32_t count = 1;
    for (const char *c = text; *text != '\'' && *c; c++)
        count += *c == '.';
    eg_reference *name = eg_new(p->r, sizeof *name);
    eg_part *parts = eg_new_array(p->r, count, sizeof *parts);
    if (!name || !parts)
        return NULL;
    for (uint32_t i = 0; i < count; i++) {
        size_t length = count > 1 ? strcspn(text, ".") : strlen(text);
        parts[i] = (eg_part){.name = eg_symbol_of(p->r, text, length), .at = at};
        if (!parts[i].name)
            return NULL;
        text += length + (text[length] == '.');
    }
    *name = (eg_reference){.parts = parts, .count = count};
    return name;
}

eg_component *eg_sidops_declare(eg_parser *p, eg_sidops_model *m, const char *name, const char *type,
                                uint32_t at)
{
    eg_component *c = eg_new(p->r, sizeof *c);
    eg_class_element *element = eg_new(p->r, sizeof *element);
    if (!c || !element)
        return NULL;
    *c = (eg_component){.name = eg_symbol(p->r, name), .type = type_of(p, type, at), .at = at};
    *element = (eg_class_element){.kind = EG_EL_COMPONENT, .component = c};
    return c->name && c->type && eg_list_add(p->r, &m->elements, element) ? c : NULL;
}

/* ---------------------------------------------------------------- names and words */

const char *eg_sidops_quote(eg_parser *p, const char *name)
{
    bool is_plain = !eg_is_keyword(name) && !(*name >= '0' && *name <= '9');
    for (const char *c = name; *c; c++)
        is_plain = is_plain && ((*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                                (*c >= '0' && *c <= '9') || *c == '_');
    return is_plain ? eg_symbol(p->r, name) : eg_symbol(p->r, eg_textf(p->r, "'%s'", name));
}

const char *eg_sidops_with_ending(eg_parser *p, const char *name, const char *ending)
{
    size_t length = strlen(name);
    if (*name == '\'')
        return eg_textf(p->r, "%.*s_%s'", (int)length - 1, name, ending);
    return eg_textf(p->r, "%s_%s", name, ending);
}

bool eg_sidops_at(const eg_parser *p, const char *word)
{
    return p->token.kind == EG_T_NAME && strcmp(p->token.name, word) == 0;
}

bool eg_sidops_accept(eg_parser *p, const char *word)
{
    if (!eg_sidops_at(p, word))
        return false;
    eg_parse_advance(p);
    return true;
}

bool eg_sidops_expect(eg_parser *p, const char *word)
{
    return eg_sidops_accept(p, word) || eg_parse_unexpected(p, eg_textf(p->r, "\"%s\"", word));
}

static const char *const sections[] = {"constants",      "parameters", "variables",
                                       "equations",      "code",       "initialequations",
                                       "finalequations", "externals",  "specifications"};

bool eg_sidops_at_section(const eg_parser *p)
{
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (eg_sidops_at(p, sections[i]))
            return true;
    return p->token.kind == EG_T_FINISH || eg_sidops_at(p, "implementation_end");
}

void eg_sidops_recover(eg_parser *p)
{
    if (p->r->out_of_memory) {
        p->token.kind = EG_T_FINISH;
        p->has_ahead = false;
        p->lexer.at = (uint32_t)p->source->length;
    }
    while (!eg_sidops_at_section(p)) {
        bool is_end = p->token.kind == EG_T_SEMICOLON;
        eg_parse_advance(p);
        if (is_end)
            break;
    }
    p->failed = false;
}

eg_component *eg_sidops_variable(const eg_sidops_model *m, const char *name)
{
    return eg_pairs_get(m->names, m->class, name);
}

bool eg_sidops_add_variable(eg_parser *p, eg_sidops_model *m, eg_component *c)
{
    if (eg_pairs_set(m->names, m->class, c->name, c) != 0)
        p->r->out_of_memory = true;
    return !p->r->out_of_memory && eg_list_add(p->r, &m->variables, c);
}

eg_sidops_port *eg_sidops_find_port(const eg_sidops_model *m, const char *name)
{
    for (size_t i = 0; i < m->ports.count; i++) {
        eg_sidops_port *port = m->ports.items[i];
        if (strcmp(port->name, name) == 0)
            return port;
    }
    return NULL;
}
