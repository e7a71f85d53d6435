/* Expressions of SIDOPS. From the loosest: or xor, and, not, relations, + -, * / mod div, sign, ^. */
#include "modelica/sidops/sidops.h"

#include <string.h>

static eg_expr *parse_sum(eg_parser *p);
static eg_expr *parse_sign(eg_parser *p);

/* ---------------------------------------------------------------- what stands by itself */

/* Rows between semicolons, elements between commas; a line of them is a vector, one of one is its element. */
static eg_expr *parse_matrix(eg_parser *p)
{
    eg_list rows = {0};
    uint32_t at = p->token.at;
    size_t widest = 0;
    eg_parse_advance(p);
    do {
        eg_list row = {0};
        do {
            eg_expr *e = eg_sidops_expression(p);
            if (!e || !eg_list_add(p->r, &row, e))
                return NULL;
        } while (eg_parse_accept(p, EG_T_COMMA));
        widest = row.count > widest ? row.count : widest;
        eg_expr *line = eg_sidops_new(p, EG_E_ARRAY, at, (eg_expr *const *)row.items, (uint32_t)row.count);
        if (!line || !eg_list_add(p->r, &rows, line))
            return NULL;
    } while (eg_parse_accept(p, EG_T_SEMICOLON) && p->token.kind != EG_T_RIGHT_BRACKET);
    if (!eg_parse_expect(p, EG_T_RIGHT_BRACKET))
        return NULL;
    eg_expr *first = rows.items[0];
    if (rows.count == 1)
        return widest == 1 ? first->items[0] : first;
    if (widest > 1)
        return eg_sidops_new(p, EG_E_ROWS, at, (eg_expr *const *)rows.items, (uint32_t)rows.count);
    for (size_t i = 0; i < rows.count; i++)
        rows.items[i] = ((eg_expr *)rows.items[i])->items[0];
    return eg_sidops_new(p, EG_E_ARRAY, at, (eg_expr *const *)rows.items, (uint32_t)rows.count);
}

/* [1], [1, 2], [1:2], [:] */
static bool parse_subscripts(eg_parser *p, eg_part *part)
{
    eg_list list = {0};
    eg_parse_advance(p);
    do {
        uint32_t at = p->token.at;
        eg_expr *e = NULL;
        if (eg_parse_accept(p, EG_T_COLON))
            e = eg_parse_new_expr(p, EG_E_COLON, at);
        else
            e = eg_sidops_expression(p);
        if (e && e->kind != EG_E_COLON && eg_parse_accept(p, EG_T_COLON)) {
            eg_expr *const ends[] = {e, eg_sidops_expression(p)};
            e = eg_sidops_new(p, EG_E_RANGE, at, ends, 2);
        }
        if (!e || !eg_list_add(p->r, &list, e))
            return false;
    } while (eg_parse_accept(p, EG_T_COMMA));
    part->subscripts = (eg_expr **)list.items;
    part->subscript_count = (uint32_t)list.count;
    return eg_parse_expect(p, EG_T_RIGHT_BRACKET);
}

static bool parse_arguments(eg_parser *p, eg_expr *call)
{
    eg_list items = {0};
    eg_parse_advance(p);
    if (p->token.kind != EG_T_RIGHT)
        do {
            eg_expr *e = eg_sidops_expression(p);
            if (!e || !eg_list_add(p->r, &items, e))
                return false;
        } while (eg_parse_accept(p, EG_T_COMMA));
    call->items = (eg_expr **)items.items;
    call->count = (uint32_t)items.count;
    return eg_parse_expect(p, EG_T_RIGHT);
}

/* x, x[1], p.F, f(x) */
static eg_expr *parse_name(eg_parser *p)
{
    uint32_t at = p->token.at;
    const char *first = eg_sidops_quote(p, p->token.name);
    eg_parse_advance(p);
    eg_expr *e = first ? eg_sidops_name(p, first, NULL, at) : NULL;
    if (!e)
        return NULL;
    if (p->token.kind == EG_T_LEFT) {
        e->kind = EG_E_CALL;
        return parse_arguments(p, e) ? e : NULL;
    }
    if (p->token.kind == EG_T_LEFT_BRACKET && !parse_subscripts(p, &e->reference->parts[0]))
        return NULL;
    if (!eg_parse_accept(p, EG_T_DOT))
        return e;
    eg_part *last = &e->reference->parts[1];
    *last = (eg_part){.at = p->token.at};
    last->name = eg_parse_identifier(p, "the name of one of the port's variables");
    e->reference->count = 2;
    while (last->name && eg_parse_accept(p, EG_T_DOT)) { /* a.b.c is one name */
        const char *more = eg_parse_identifier(p, "a name");
        const char *head = e->reference->count == 2
                               ? eg_textf(p->r, "%s.%s", e->reference->parts[0].name, last->name)
                               : e->reference->parts[0].name;
        e->reference->parts[0].name = more ? eg_textf(p->r, "%s.%s", head, more) : NULL;
        e->reference->count = 1;
        if (!more)
            return NULL;
    }
    if (e->reference->count == 1) {
        e->reference->parts[0].name = eg_sidops_quote(p, e->reference->parts[0].name);
        return e->reference->parts[0].name ? e : NULL;
    }
    if (last->name && p->token.kind == EG_T_LEFT_BRACKET && !parse_subscripts(p, last))
        return NULL;
    return last->name ? e : NULL;
}

/* What an if-expression has behind "then": elsif goes on with the same one. */
static eg_expr *parse_if(eg_parser *p);

static eg_expr *parse_otherwise(eg_parser *p)
{
    if (eg_sidops_at(p, "elsif"))
        return parse_if(p);
    if (!eg_sidops_at(p, "else")) {
        eg_parse_unexpected(p, "\"else\"");
        eg_hint(p->r, "an if-expression has a value in either case: if c then a else b end");
        return NULL;
    }
    eg_parse_advance(p);
    eg_expr *no = eg_sidops_expression(p);
    if (!no || eg_sidops_accept(p, "end"))
        return no;
    eg_parse_unexpected(p, "\"end\"");
    eg_hint(p->r, "each if has an end of its own: if c then a else b end");
    return NULL;
}

/* if c then a else b end; "else if" nests. */
static eg_expr *parse_if(eg_parser *p)
{
    eg_parse_advance(p);
    eg_expr *condition = eg_sidops_expression(p);
    if (!condition || !eg_sidops_expect(p, "then"))
        return NULL;
    eg_expr *yes = eg_sidops_expression(p);
    if (!yes)
        return NULL;
    eg_expr *no = eg_parse_enter(p) ? parse_otherwise(p) : NULL;
    eg_parse_leave(p);
    return no ? eg_sidops_if(p, condition, yes, no) : NULL;
}

/* Does a unit in braces belong to the number before it, as in x/1{hr}? At the end of a declaration it is that
 * of what is declared. */
static bool is_own_unit(const eg_parser *p)
{
    const char *end = p->token.kind == EG_T_LEFT_BRACE ? strpbrk(p->source->text + p->token.at, "};") : NULL;
    if (!end || *end != '}')
        return false;
    end += 1 + strspn(end + 1, " \t\r\n");
    while (end[0] == '/' && end[1] == '/') {
        end += strcspn(end, "\r\n");
        end += strspn(end, " \t\r\n");
    }
    return *end != '\0' && !strchr(";,\"'", *end);
}

static eg_expr *parse_number(eg_parser *p)
{
    eg_expr *e = eg_sidops_number(p, p->token.number, p->token.at);
    if (e)
        e->is_integer = p->token.is_integer;
    eg_parse_advance(p);
    if (!e || !is_own_unit(p))
        return e;
    e->is_integer = false;
    return eg_sidops_to_si(p, &e->number) ? e : NULL;
}

static eg_expr *parse_text(eg_parser *p)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_STRING, p->token.at);
    if (e)
        e->text = eg_token_text(&p->lexer, &p->token);
    eg_parse_advance(p);
    return e;
}

static bool is_word_of_statements(const eg_parser *p)
{
    static const char *const words[] = {"then", "else",  "elsif", "end",    "do",
                                        "to",   "until", "case",  "default"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (eg_sidops_at(p, words[i]))
            return true;
    return eg_sidops_at_section(p);
}

static eg_expr *parse_primary(eg_parser *p)
{
    uint32_t at = p->token.at;
    switch (p->token.kind) {
    case EG_T_NUMBER: return parse_number(p);
    case EG_T_STRING: return parse_text(p);
    case EG_T_LEFT_BRACKET: return parse_matrix(p);
    case EG_T_LEFT: {
        eg_parse_advance(p);
        eg_expr *e = eg_sidops_expression(p);
        return e && eg_parse_expect(p, EG_T_RIGHT) ? e : NULL;
    }
    case EG_T_NAME: break;
    default: eg_parse_unexpected(p, "an expression"); return NULL;
    }
    if (eg_sidops_at(p, "if"))
        return parse_if(p);
    if (eg_sidops_at(p, "true") || eg_sidops_at(p, "false")) {
        bool is_true = eg_sidops_at(p, "true");
        eg_parse_advance(p);
        return eg_sidops_boolean(p, is_true, at);
    }
    if (is_word_of_statements(p)) {
        eg_parse_unexpected(p, "an expression");
        return NULL;
    }
    return parse_name(p);
}

/* ---------------------------------------------------------------- operators */

static eg_expr *parse_power(eg_parser *p)
{
    eg_expr *base = parse_primary(p);
    while (base && (p->token.kind == EG_T_CARET || p->token.kind == EG_T_DOT_CARET)) {
        eg_token_kind *kept = eg_new_array(p->r, 1, sizeof *kept);
        eg_token_kind operator= p->token.kind;
        eg_parse_advance(p);
        bool has_sign = p->token.kind == EG_T_MINUS || p->token.kind == EG_T_PLUS;
        eg_expr *const items[] = {base, has_sign ? parse_sign(p) : parse_primary(p)};
        base = kept ? eg_sidops_new(p, EG_E_POWER, base->at, items, 2) : NULL;
        if (!base)
            return NULL;
        kept[0] = operator;
        base->operators = kept;
    }
    return base;
}

static eg_expr *parse_sign(eg_parser *p)
{
    uint32_t at = p->token.at;
    if (p->token.kind != EG_T_MINUS && p->token.kind != EG_T_PLUS)
        return parse_power(p);
    bool is_minus = p->token.kind == EG_T_MINUS;
    eg_list items = {0};
    eg_parse_advance(p);
    eg_expr *e = eg_parse_enter(p) ? parse_sign(p) : NULL;
    eg_parse_leave(p);
    return e && eg_list_add(p->r, &items, e) ? eg_sidops_sum(p, &items, &is_minus, at) : NULL;
}

/* A chain of operands that are gathered for one node. */
typedef struct chain {
    eg_list items;
    eg_token_kind *operators;
    size_t capacity;
} chain;

static bool add_to(eg_parser *p, chain *c, eg_token_kind operator, eg_expr * e)
{
    if (c->items.count == c->capacity) {
        size_t capacity = c->capacity > 0 ? 2 * c->capacity : 4;
        eg_token_kind *larger = eg_new_array(p->r, capacity, sizeof *larger);
        if (!larger)
            return false;
        for (size_t i = 0; i < c->items.count; i++)
            larger[i] = c->operators[i];
        c->operators = larger;
        c->capacity = capacity;
    }
    c->operators[c->items.count] = operator;
    return e && eg_list_add(p->r, &c->items, e);
}

static eg_expr *end_of(eg_parser *p, const chain *c, eg_expr_kind kind)
{
    eg_expr *first = c->items.items[0];
    if (c->items.count == 1)
        return first;
    eg_expr *e =
        eg_sidops_new(p, kind, first->at, (eg_expr *const *)c->items.items, (uint32_t)c->items.count);
    if (e)
        e->operators = c->operators;
    return e;
}

/* a*b/c; a mod b and a div b take what stands before them. */
static eg_expr *parse_product(eg_parser *p)
{
    chain c = {.items = {0}};
    if (!add_to(p, &c, EG_T_STAR, parse_sign(p)))
        return NULL;
    for (;;) {
        eg_token_kind operator= p->token.kind;
        bool is_mod = eg_sidops_at(p, "mod"), is_div = eg_sidops_at(p, "div");
        bool is_factor = operator== EG_T_STAR || operator== EG_T_SLASH || operator== EG_T_DOT_STAR ||
        operator== EG_T_DOT_SLASH;
        if (!is_factor && !is_mod && !is_div)
            return end_of(p, &c, EG_E_PRODUCT);
        eg_parse_advance(p);
        eg_expr *right = parse_sign(p);
        if (is_factor) {
            if (!add_to(p, &c, operator, right))
                return NULL;
            continue;
        }
        eg_expr *left = right ? end_of(p, &c, EG_E_PRODUCT) : NULL;
        c = (chain){.items = {0}};
        if (!left ||
            !add_to(p, &c, EG_T_STAR, eg_sidops_call(p, is_mod ? "mod" : "div", left, right, left->at)))
            return NULL;
    }
}

static eg_expr *parse_sum(eg_parser *p)
{
    chain c = {.items = {0}};
    if (!add_to(p, &c, EG_T_PLUS, parse_product(p)))
        return NULL;
    for (;;) {
        eg_token_kind operator= p->token.kind;
        bool is_plus = operator== EG_T_PLUS || operator== EG_T_DOT_PLUS;
        if (!is_plus && operator!= EG_T_MINUS && operator!= EG_T_DOT_MINUS)
            return end_of(p, &c, EG_E_SUM);
        eg_parse_advance(p);
        if (!add_to(p, &c, is_plus ? EG_T_PLUS : EG_T_MINUS, parse_product(p)))
            return NULL;
    }
}

static bool is_relation(eg_token_kind kind)
{
    return kind == EG_T_LESS || kind == EG_T_GREATER || kind == EG_T_LESS_EQUAL ||
           kind == EG_T_GREATER_EQUAL || kind == EG_T_EQUAL || kind == EG_T_NOT_EQUAL;
}

static eg_expr *parse_relation(eg_parser *p)
{
    if (eg_sidops_at(p, "not")) {
        uint32_t at = p->token.at;
        eg_parse_advance(p);
        eg_expr *of = eg_parse_enter(p) ? parse_relation(p) : NULL;
        eg_parse_leave(p);
        return of ? eg_sidops_new(p, EG_E_NOT, at, &of, 1) : NULL;
    }
    eg_expr *left = parse_sum(p);
    if (!left || !is_relation(p->token.kind))
        return left;
    eg_token_kind operator= p->token.kind;
    eg_parse_advance(p);
    return eg_sidops_relation(p, left, operator, parse_sum(p));
}

static eg_expr *parse_and(eg_parser *p)
{
    chain c = {.items = {0}};
    do {
        if (!add_to(p, &c, EG_T_AND, parse_relation(p)))
            return NULL;
    } while (eg_sidops_accept(p, "and"));
    return end_of(p, &c, EG_E_AND);
}

static eg_expr *parse_or(eg_parser *p)
{
    chain c = {.items = {0}};
    if (!add_to(p, &c, EG_T_OR, parse_and(p)))
        return NULL;
    for (;;) {
        if (eg_sidops_accept(p, "or")) {
            if (!add_to(p, &c, EG_T_OR, parse_and(p)))
                return NULL;
            continue;
        }
        if (!eg_sidops_accept(p, "xor"))
            return end_of(p, &c, EG_E_OR);
        eg_expr *left = end_of(p, &c, EG_E_OR);
        eg_expr *either = eg_sidops_relation(p, left, EG_T_NOT_EQUAL, parse_and(p));
        c = (chain){.items = {0}};
        if (!add_to(p, &c, EG_T_OR, either))
            return NULL;
    }
}

eg_expr *eg_sidops_expression(eg_parser *p)
{
    eg_expr *e = eg_parse_enter(p) ? parse_or(p) : NULL;
    eg_parse_leave(p);
    return e;
}
