/* Declarations in Dyad: extends, parameters, variables, subcomponents and connectors, arrays of them. */
#include "modelica/dyad/dyad.h"

#include <string.h>

#include "base/names.h"

bool eg_dyad_add_element(eg_parser *p, eg_dyad_body *body, eg_class_element element)
{
    eg_class_element *kept = eg_new(p->r, sizeof *kept);
    if (!kept)
        return false;
    *kept = element;
    return eg_list_add(p->r, &body->elements, kept);
}

/* ---------------------------------------------------------------- modifications */

eg_modifier *eg_dyad_modifier(eg_parser *p, const char *name, uint32_t at)
{
    eg_modifier *m = eg_new(p->r, sizeof *m);
    if (m)
        *m = (eg_modifier){.name = name, .at = at, .value_at = at, .source = p->source};
    return m;
}

/* A growing array of arguments: there are few, so it grows by copying. */
bool eg_dyad_add_argument(eg_parser *p, eg_modifier *to, eg_modifier *argument)
{
    if ((to->count & (to->count - 1)) == 0) {
        eg_modifier **arguments = eg_new_array(p->r, to->count ? 2u * to->count : 1, sizeof *arguments);
        if (!arguments)
            return false;
        for (uint32_t i = 0; i < to->count; i++)
            arguments[i] = to->arguments[i];
        to->arguments = arguments;
    }
    to->arguments[to->count++] = argument;
    return argument != NULL;
}

static eg_expr *new_expr(eg_parser *p, eg_expr_kind kind, uint32_t at, eg_expr *const *items, uint32_t count)
{
    eg_expr *e = eg_parse_new_expr(p, kind, at);
    eg_expr **kept = eg_new_array(p->r, count, sizeof *kept);
    if (!e || !kept)
        return NULL;
    for (uint32_t i = 0; i < count; i++)
        kept[i] = items[i];
    e->items = kept;
    e->count = count;
    return e;
}

static eg_expr *number(eg_parser *p, double value, uint32_t at)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_NUMBER, at);
    if (e) {
        e->number = value;
        e->is_integer = true;
    }
    return e;
}

static eg_expr *reference(eg_parser *p, const char *text, uint32_t at)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_REFERENCE, at);
    if (e)
        e->reference = eg_dyad_name(p, text, at);
    return e && e->reference ? e : NULL;
}

/* The wish that a priority stands for alone, both ways; NULL: it is a number like any other. */
static const char *wish_of(const eg_expr *known, bool is_negative)
{
    if (known->kind == EG_E_REFERENCE && known->reference->count == 1 &&
        strcmp(known->reference->parts[0].name, "Inf") == 0)
        return is_negative ? "StateSelect.never" : "StateSelect.always";
    if (known->kind != EG_E_NUMBER || known->number > 1 || (known->number < 1 && known->number > 0))
        return NULL;
    if (!(known->number > 0))
        return "StateSelect.default";
    return is_negative ? "StateSelect.avoid" : "StateSelect.prefer";
}

/* statePriority = n: above 0 it is preferred as a state, below it is avoided. The number itself stays in the
 * text: if n > 0 then StateSelect.prefer elseif n < 0 then StateSelect.avoid else StateSelect.default. */
static eg_expr *state_select(eg_parser *p, eg_expr *priority)
{
    uint32_t at = priority->at;
    bool is_negative = priority->kind == EG_E_SUM && priority->count == 1;
    const char *wish = wish_of(is_negative ? priority->items[0] : priority, is_negative);
    if (wish)
        return reference(p, wish, at);
    static const eg_token_kind above[] = {EG_T_GREATER}, below[] = {EG_T_LESS};
    eg_expr *zero = number(p, 0, at);
    eg_expr *items[] = {priority, zero};
    eg_expr *is_above = new_expr(p, EG_E_RELATION, at, items, 2);
    eg_expr *is_below = new_expr(p, EG_E_RELATION, at, items, 2);
    if (!zero || !is_above || !is_below)
        return NULL;
    is_above->operators = above;
    is_below->operators = below;
    eg_expr *cases[] = {is_above, reference(p, "StateSelect.prefer", at), is_below,
                        reference(p, "StateSelect.avoid", at), reference(p, "StateSelect.default", at)};
    return cases[1] && cases[3] && cases[4] ? new_expr(p, EG_E_IF, at, cases, 5) : NULL;
}

static bool is_named(const eg_modifier *m, const char *name)
{
    return strcmp(m->name, name) == 0;
}

static eg_modifier *argument_of(const eg_modifier *m, const char *name)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (is_named(m->arguments[i], name))
            return m->arguments[i];
    return NULL;
}

/* Attributes that have other names in Modelica. */
static bool translate(eg_parser *p, eg_modifier *into, eg_modifier *m)
{
    static const struct {
        const char *dyad, *modelica;
    } table[] = {{"guess", "start"},
                 {"units", "unit"},
                 {"displayUnits", "displayUnit"},
                 {"initial", "start"},
                 {"statePriority", "stateSelect"}};
    bool is_initial = is_named(m, "initial");
    if (is_named(m, "statePriority") && m->value && !(m->value = state_select(p, m->value)))
        return false;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (is_named(m, table[i].dyad)) {
            m->name = eg_symbol(p->r, table[i].modelica);
            break;
        }
    if (!m->name || !is_initial)
        return m->name != NULL;
    eg_modifier *fixed = eg_dyad_modifier(p, eg_symbol(p->r, "fixed"), m->at);
    eg_expr *yes = eg_parse_new_expr(p, EG_E_BOOLEAN, m->at);
    if (!fixed || !yes)
        return false;
    yes->number = 1;
    fixed->value = yes;
    return eg_dyad_add_argument(p, into, fixed);
}

/* The name of what is modified; `initial` is a keyword elsewhere. */
static const char *modified_name(eg_parser *p)
{
    if (p->token.kind == EG_T_INITIAL) {
        eg_parse_advance(p);
        return eg_symbol(p->r, "initial");
    }
    return eg_parse_identifier(p, "the name of what is modified");
}

/* a = missing: a has no value; with a guess it is sought. */
static bool is_missing(const eg_expr *value)
{
    return value && value->kind == EG_E_REFERENCE && value->reference->count == 1 &&
           strcmp(value->reference->parts[0].name, "missing") == 0;
}

/* In place of a value: the attribute fixed = false. */
static bool give_up_value(eg_parser *p, eg_modifier *m)
{
    eg_modifier *fixed = eg_dyad_modifier(p, eg_symbol(p->r, "fixed"), m->at);
    m->value = NULL;
    if (!fixed || !(fixed->value = eg_parse_new_expr(p, EG_E_BOOLEAN, m->value_at)))
        return false;
    return eg_dyad_add_argument(p, m, fixed);
}

static bool parse_modifications(eg_parser *p, eg_modifier *into);

/* [final] name = value, [final] name(modifications) [= value] */
static bool parse_modification(eg_parser *p, eg_modifier *into)
{
    bool is_final = eg_parse_accept(p, EG_T_FINAL);
    uint32_t at = p->token.at;
    const char *name = modified_name(p);
    eg_modifier *m = name ? eg_dyad_modifier(p, name, at) : NULL;
    if (!m)
        return false;
    m->is_final = is_final;
    bool has_arguments = p->token.kind == EG_T_LEFT;
    if (has_arguments && !parse_modifications(p, m))
        return false;
    if (!has_arguments && p->token.kind != EG_T_IS) {
        eg_parse_expect(p, EG_T_IS);
        eg_hint(p->r, "write %.60s = ...", name);
        return false;
    }
    if (eg_parse_accept(p, EG_T_IS)) {
        m->value_at = p->token.at;
        m->value = eg_parse_expression(p);
        if (!m->value)
            return false;
    }
    if (is_missing(m->value) && !give_up_value(p, m))
        return false;
    bool is_initial = is_named(m, "initial"), is_guess = is_named(m, "guess");
    eg_modifier *before = is_initial || is_guess ? argument_of(into, "start") : NULL;
    if (before && is_initial != (argument_of(into, "fixed") != NULL)) {
        /* x(guess = 1, initial = 2): what it starts with needs no guess */
        before->value = is_initial ? m->value : before->value;
        before->value_at = is_initial ? m->value_at : before->value_at;
        return is_guess || translate(p, into, m);
    }
    return translate(p, into, m) && eg_dyad_add_argument(p, into, m);
}

static bool parse_modifications(eg_parser *p, eg_modifier *into)
{
    if (!eg_parse_expect(p, EG_T_LEFT) || !eg_parse_enter(p))
        return false;
    bool ok = true;
    if (p->token.kind != EG_T_RIGHT)
        do
            ok = parse_modification(p, into);
        while (ok && eg_parse_accept(p, EG_T_COMMA));
    eg_parse_leave(p);
    return ok && eg_parse_expect(p, EG_T_RIGHT);
}

eg_reference *eg_dyad_class(eg_parser *p, eg_modifier *into)
{
    eg_reference *name = eg_parse_reference(p, false);
    if (!name || (p->token.kind == EG_T_LEFT && !parse_modifications(p, into)))
        return NULL;
    return name;
}

/* ---------------------------------------------------------------- extends, variables */

static bool parse_extends(eg_parser *p, eg_dyad_body *body)
{
    eg_extension *extension = eg_new(p->r, sizeof *extension);
    eg_parse_advance(p);
    if (!extension)
        return false;
    extension->at = p->token.at;
    extension->modifier = eg_dyad_modifier(p, NULL, p->token.at);
    extension->base = extension->modifier ? eg_dyad_class(p, extension->modifier) : NULL;
    return extension->base &&
           eg_dyad_add_element(p, body, (eg_class_element){.kind = EG_EL_EXTENDS, .extension = extension});
}

/* [n, m] behind a type. */
static bool parse_dimensions(eg_parser *p, eg_component *c)
{
    if (p->token.kind != EG_T_LEFT_BRACKET || eg_parse_peek(p) == EG_T_LEFT_BRACE)
        return true;
    return eg_parse_subscripts(p, &c->dimensions, &c->dimension_count);
}

/* if condition, metadata: what may stand behind any declaration. */
static bool parse_rest(eg_parser *p, eg_component *c)
{
    if (eg_parse_accept(p, EG_T_IF)) {
        c->condition = eg_parse_expression(p);
        if (!c->condition)
            return false;
    }
    return eg_dyad_keep_metadata(p, &c->pictures);
}

/* variable x::Real = 1 says what x begins with; that of a parameter is its value. */
static bool parse_value(eg_parser *p, eg_component *c)
{
    if (!eg_parse_accept(p, EG_T_IS))
        return true;
    uint32_t at = p->token.at;
    eg_expr *value = eg_parse_expression(p);
    if (!value)
        return false;
    eg_modifier *target = c->modifier;
    if (is_missing(value))
        return give_up_value(p, target);
    if (c->variability == EG_V_CONTINUOUS) {
        target = eg_dyad_modifier(p, eg_symbol(p->r, "start"), at);
        if (!target || !eg_dyad_add_argument(p, c->modifier, target))
            return false;
    }
    target->value = value;
    target->value_at = at;
    return true;
}

static bool parse_variability(eg_parser *p, eg_component *c)
{
    c->is_final = eg_parse_accept(p, EG_T_FINAL);
    eg_parse_accept(p, EG_T_STRUCTURAL);
    if (p->token.kind == EG_T_PATH) {
        eg_parse_fail(p, "path variables are not supported");
        eg_hint(p->r, "they describe media that flow, which this program does not know");
        return false;
    }
    if (eg_parse_accept(p, EG_T_PARAMETER))
        c->variability = EG_V_PARAMETER;
    else if (eg_parse_accept(p, EG_T_CONSTANT))
        c->variability = EG_V_CONSTANT;
    else if (!eg_parse_accept(p, EG_T_VARIABLE))
        return eg_parse_unexpected(p, "parameter, constant or variable");
    return true;
}

static eg_component *new_component(eg_parser *p, const char *doc)
{
    eg_component *c = eg_new(p->r, sizeof *c);
    if (!c)
        return NULL;
    c->comment = doc;
    c->modifier = eg_dyad_modifier(p, NULL, p->token.at);
    return c->modifier ? c : NULL;
}

static bool add_component(eg_parser *p, eg_dyad_body *body, eg_component *c)
{
    return eg_dyad_add_element(p, body, (eg_class_element){.kind = EG_EL_COMPONENT, .component = c});
}

/* Data are a matrix of two columns. */
static bool take_matrix(eg_parser *p, eg_component *c)
{
    c->type = eg_dyad_name(p, "Real", c->at);
    c->dimensions = eg_new_array(p->r, 2, sizeof(eg_expr *));
    c->dimension_count = 2;
    for (int i = 0; c->dimensions && i < 2; i++)
        c->dimensions[i] = eg_parse_new_expr(p, EG_E_COLON, c->at);
    return c->type && c->dimensions && c->dimensions[0] && c->dimensions[1];
}

/* name::Type(modifications)[dimensions] = value */
static bool parse_typed(eg_parser *p, eg_component *c)
{
    c->at = p->token.at;
    c->name = eg_parse_identifier(p, "a name for the variable");
    if (!c->name)
        return false;
    if (!eg_parse_expect(p, EG_T_DOUBLE_COLON)) {
        eg_hint(p->r, "say its type: %.60s::Real", c->name);
        return false;
    }
    c->type = eg_dyad_class(p, c->modifier);
    if (c->type)
        c->type->is_type = true;
    if (c->type && eg_dyad_is_dataset(c->type) && !take_matrix(p, c))
        return false;
    return c->type && parse_dimensions(p, c) && parse_value(p, c);
}

eg_component *eg_dyad_field(eg_parser *p)
{
    eg_component *c = new_component(p, eg_dyad_doc(p));
    if (!c)
        return NULL;
    c->variability = EG_V_PARAMETER;
    return parse_typed(p, c) && eg_dyad_skip_metadata(p) ? c : NULL;
}

/* [final] [structural] parameter name::Type(modifications)[dimensions] = value if condition */
static bool parse_variable(eg_parser *p, eg_dyad_body *body, const char *doc)
{
    eg_component *c = new_component(p, doc);
    return c && parse_variability(p, c) && parse_typed(p, c) && parse_rest(p, c) && add_component(p, body, c);
}

/* ---------------------------------------------------------------- subcomponents */

/* Does the expression speak of a loop variable? */
static bool speaks_of(const eg_expr *e, const char *name)
{
    if (!e)
        return false;
    const eg_reference *ref = e->reference;
    if (e->kind == EG_E_REFERENCE && ref->parts[0].name == name && !ref->is_global)
        return true;
    for (uint32_t i = 0; ref && i < ref->count; i++)
        for (uint32_t k = 0; k < ref->parts[i].subscript_count; k++)
            if (speaks_of(ref->parts[i].subscripts[k], name))
                return true;
    for (uint32_t i = 0; i < e->count; i++)
        if (speaks_of(e->items[i], name))
            return true;
    return false;
}

/* [Class(a = i, b = 2) for i in 1:n]: a = {i for i in 1:n}, each b = 2. */
static bool spread(eg_parser *p, eg_modifier *m, eg_iterator *iterators, uint32_t count)
{
    for (uint32_t i = 0; i < m->count; i++)
        if (!spread(p, m->arguments[i], iterators, count))
            return false;
    bool depends = false;
    for (uint32_t i = 0; i < count; i++)
        depends = depends || speaks_of(m->value, iterators[i].name);
    if (!m->value || !depends) {
        m->is_each = m->value != NULL;
        return true;
    }
    for (uint32_t i = count; i-- > 0;) { /* the first iterator is the outermost dimension */
        eg_expr *items[] = {m->value};
        eg_expr *e = new_expr(p, EG_E_COLLECT, m->value_at, items, 1);
        if (!e)
            return false;
        e->iterators = &iterators[i];
        e->iterator_count = 1;
        m->value = e;
    }
    return true;
}

/* How many passes `for i in range` makes, as an expression: size({i for i in range}, 1), or n for 1:n. */
static eg_expr *passes(eg_parser *p, eg_iterator *iterator)
{
    eg_expr *range = iterator->range;
    if (range && range->kind == EG_E_RANGE && range->count == 2 && range->items[0]->kind == EG_E_NUMBER &&
        range->items[0]->number == 1)
        return range->items[1];
    eg_expr *name = reference(p, iterator->name, iterator->at);
    eg_expr *collect = name ? new_expr(p, EG_E_COLLECT, iterator->at, &name, 1) : NULL;
    if (!collect)
        return NULL;
    collect->iterators = iterator;
    collect->iterator_count = 1;
    eg_expr *arguments[] = {collect, number(p, 1, iterator->at)};
    eg_expr *call = arguments[1] ? new_expr(p, EG_E_CALL, iterator->at, arguments, 2) : NULL;
    if (call)
        call->reference = eg_dyad_name(p, "size", iterator->at);
    return call && call->reference ? call : NULL;
}

bool eg_dyad_iterators(eg_parser *p, eg_iterator **iterators, uint32_t *count)
{
    eg_list list = {0};
    do {
        eg_iterator *one = eg_new(p->r, sizeof *one);
        if (!one || !eg_parse_expect(p, EG_T_FOR))
            return false;
        one->at = p->token.at;
        one->name = eg_parse_identifier(p, "the name of a loop variable");
        if (!one->name || !eg_parse_expect(p, EG_T_IN))
            return false;
        one->range = eg_parse_expression(p);
        if (!one->range || !eg_list_add(p->r, &list, one))
            return false;
    } while (eg_parse_accept(p, EG_T_COMMA));
    *iterators = eg_new_array(p->r, list.count, sizeof **iterators);
    *count = (uint32_t)list.count;
    for (uint32_t i = 0; *iterators && i < *count; i++)
        (*iterators)[i] = *(eg_iterator *)list.items[i];
    return *iterators != NULL;
}

/* [Class(...) for i in 1:n] */
static bool parse_comprehension(eg_parser *p, eg_component *c)
{
    eg_iterator *iterators;
    uint32_t count;
    eg_parse_advance(p);
    c->type = eg_dyad_class(p, c->modifier);
    if (!c->type || !eg_dyad_iterators(p, &iterators, &count) || !eg_parse_expect(p, EG_T_RIGHT_BRACKET))
        return false;
    c->dimension_count = count;
    c->dimensions = eg_new_array(p->r, count, sizeof *c->dimensions);
    for (uint32_t i = 0; c->dimensions && i < count; i++)
        if (!(c->dimensions[i] = passes(p, &iterators[i])))
            return false;
    for (uint32_t i = 0; i < c->modifier->count; i++)
        if (!spread(p, c->modifier->arguments[i], iterators, count))
            return false;
    return c->dimensions != NULL;
}

/* What a line that begins with a name was probably meant to be. */
static void hint_declaration(eg_parser *p, const eg_component *c)
{
    static const char *const keywords[] = {"component", "partial",   "parameter", "constant", "variable",
                                           "extends",   "relations", "metadata",  "analysis", "structural"};
    bool is_equations = strcmp(c->name, "equation") == 0 || strcmp(c->name, "equations") == 0;
    const char *nearest =
        is_equations ? "relations" : eg_nearest(c->name, keywords, sizeof keywords / sizeof *keywords);
    if (p->token.kind == EG_T_LEFT)
        eg_hint(p->r, "relations stand under \"relations\"");
    else if (c->constraint)
        eg_hint(p->r, "write \"variable %.60s::...\" or \"parameter %.60s::... = ...\"", c->name, c->name);
    else if (nearest && p->token.kind != EG_T_IS)
        eg_hint(p->r, "did you mean \"%s\"?", nearest);
}

/* name[::Constraint[dimensions]] = Class(modifications) if condition */
static bool parse_subcomponent(eg_parser *p, eg_dyad_body *body, const char *doc)
{
    eg_component *c = new_component(p, doc);
    if (!c)
        return false;
    c->at = p->token.at;
    c->name = eg_parse_identifier(p, "a name for the component");
    if (!c->name)
        return false;
    if (eg_parse_accept(p, EG_T_DOUBLE_COLON)) {
        eg_constraint *constraint = c->constraint = eg_new(p->r, sizeof *constraint);
        eg_component ignored = {0};
        if (!constraint || !(constraint->modifier = eg_dyad_modifier(p, NULL, p->token.at)))
            return false;
        constraint->type = eg_dyad_class(p, constraint->modifier);
        if (!constraint->type || !parse_dimensions(p, &ignored))
            return false;
        c->is_replaceable = true;
    }
    if (!eg_parse_expect(p, EG_T_IS)) {
        hint_declaration(p, c);
        return false;
    }
    if (p->token.kind == EG_T_LEFT_BRACKET) {
        if (!parse_comprehension(p, c))
            return false;
    } else if (!(c->type = eg_dyad_class(p, c->modifier))) {
        hint_declaration(p, c);
        return false;
    }
    return parse_rest(p, c) && add_component(p, body, c);
}

bool eg_dyad_element(eg_parser *p, eg_dyad_body *body)
{
    const char *doc = eg_dyad_doc(p);
    bool ok;
    switch (p->token.kind) {
    case EG_T_EXTENDS: ok = parse_extends(p, body); break;
    case EG_T_FINAL:
    case EG_T_STRUCTURAL:
    case EG_T_PARAMETER:
    case EG_T_CONSTANT:
    case EG_T_VARIABLE:
    case EG_T_PATH: ok = parse_variable(p, body, doc); break;
    case EG_T_NAME: ok = parse_subcomponent(p, body, doc); break;
    case EG_T_INITIAL:
    case EG_T_STATE:
        ok = eg_parse_fail(p, p->token.kind == EG_T_STATE ? "states are not supported"
                                                          : "expected a declaration before \"initial\"");
        eg_hint(p->r, p->token.kind == EG_T_STATE ? "write what changes as relations with ifelse"
                                                  : "relations stand behind \"relations\"");
        break;
    case EG_T_CONNECT:
    case EG_T_FOR:
    case EG_T_IF:
        ok = eg_parse_unexpected(p, "a declaration");
        eg_hint(p->r, "relations stand behind \"relations\"");
        break;
    default:
        ok = eg_parse_unexpected(p, "a declaration, relations, metadata or end");
        eg_hint(p->r,
                "a declaration is name = Component(...), or parameter or variable name::Type, on a line "
                "without comma");
        break;
    }
    if (ok)
        eg_dyad_semicolon(p);
    return ok;
}
