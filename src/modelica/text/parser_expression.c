/* Expressions: appendix A.2.7 of the language specification. */
#include "modelica/text/parser.h"

eg_expr *eg_parse_new_expr(eg_parser *p, eg_expr_kind kind, uint32_t at)
{
    eg_expr *e = eg_new(p->r, sizeof *e);
    if (e) {
        e->kind = kind;
        e->at = at;
    }
    return e;
}

static eg_expr *with_items(eg_parser *p, eg_expr_kind kind, uint32_t at, const eg_list *items)
{
    eg_expr *e = eg_parse_new_expr(p, kind, at);
    if (e) {
        e->items = (eg_expr **)items->items;
        e->count = (uint32_t)items->count;
    }
    return e;
}

/* ---------------------------------------------------------------- references */

static eg_expr *parse_subscript(eg_parser *p)
{
    if (p->token.kind == EG_T_COLON) {
        eg_expr *e = eg_parse_new_expr(p, EG_E_COLON, p->token.at);
        eg_parse_advance(p);
        return e;
    }
    return eg_parse_expression(p);
}

bool eg_parse_subscripts(eg_parser *p, eg_expr ***items, uint32_t *count)
{
    eg_list list = {0};
    if (!eg_parse_expect(p, EG_T_LEFT_BRACKET))
        return false;
    p->brackets++;
    do {
        eg_expr *e = parse_subscript(p);
        if (!e || !eg_list_add(p->r, &list, e))
            return false;
    } while (eg_parse_accept(p, EG_T_COMMA));
    if (!eg_parse_expect(p, EG_T_RIGHT_BRACKET))
        return false;
    p->brackets--;
    *items = (eg_expr **)list.items;
    *count = (uint32_t)list.count;
    return true;
}

/* A growing array of parts: references are short, so it grows by copying. */
static bool add_part(eg_parser *p, eg_reference *reference, eg_part part)
{
    if ((reference->count & (reference->count - 1)) == 0) {
        uint32_t capacity = reference->count ? reference->count * 2 : 1;
        eg_part *parts = eg_new_array(p->r, capacity, sizeof *parts);
        if (!parts)
            return false;
        for (uint32_t i = 0; i < reference->count; i++)
            parts[i] = reference->parts[i];
        reference->parts = parts;
    }
    reference->parts[reference->count++] = part;
    return true;
}

/* In Dyad "[{" begins metadata. */
static bool at_subscripts(eg_parser *p)
{
    return p->token.kind == EG_T_LEFT_BRACKET && !(p->lexer.is_dyad && eg_parse_peek(p) == EG_T_LEFT_BRACE);
}

eg_reference *eg_parse_reference(eg_parser *p, bool subscripts)
{
    eg_reference *reference = eg_new(p->r, sizeof *reference);
    if (!reference)
        return NULL;
    reference->is_global = eg_parse_accept(p, EG_T_DOT);
    do {
        eg_part part = {.at = p->token.at};
        bool is_number = p->token.kind == EG_T_NUMBER;
        part.name = eg_parse_identifier(p, "a name");
        if (!part.name) {
            if (is_number && reference->is_global)
                eg_hint(p->r, "a number needs a digit before its point");
            return NULL;
        }
        if (subscripts && at_subscripts(p) &&
            !eg_parse_subscripts(p, &part.subscripts, &part.subscript_count))
            return NULL;
        if (!add_part(p, reference, part))
            return NULL;
        if (p->lexer.is_dyad && p->token.kind == EG_T_DOT && eg_parse_peek(p) == EG_T_LEFT)
            break; /* f.(x) */
    } while (eg_parse_accept(p, EG_T_DOT));
    return reference;
}

/* ---------------------------------------------------------------- iterators */

bool eg_parse_iterators(eg_parser *p, eg_iterator **iterators, uint32_t *count)
{
    uint32_t capacity = 0;
    *count = 0;
    do {
        if (*count == capacity) {
            capacity = capacity ? capacity * 2 : 1;
            eg_iterator *larger = eg_new_array(p->r, capacity, sizeof *larger);
            if (!larger)
                return false;
            for (uint32_t i = 0; i < *count; i++)
                larger[i] = (*iterators)[i];
            *iterators = larger;
        }
        eg_iterator it = {.at = p->token.at};
        it.name = eg_parse_identifier(p, "the name of a loop variable");
        if (!it.name)
            return false;
        if (eg_parse_accept(p, EG_T_IN)) {
            it.range = eg_parse_expression(p);
            if (!it.range)
                return false;
        }
        (*iterators)[(*count)++] = it;
    } while (eg_parse_accept(p, EG_T_COMMA));
    return true;
}

/* ---------------------------------------------------------------- calls */

/* function name(arguments): a function given as an argument. */
static eg_expr *parse_function_argument(eg_parser *p)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_FUNCTION, p->token.at);
    eg_parse_advance(p);
    eg_reference *name = e ? eg_parse_reference(p, false) : NULL;
    if (!name)
        return NULL;
    e->reference = name;
    eg_modifier ignored = {0};
    if (p->token.kind == EG_T_LEFT && !eg_parse_arguments(p, &ignored))
        return NULL;
    return e;
}

static eg_expr *parse_argument(eg_parser *p)
{
    return p->token.kind == EG_T_FUNCTION ? parse_function_argument(p) : eg_parse_expression(p);
}

/* expression for iterators, as the only argument or element */
static eg_expr *parse_collect(eg_parser *p, eg_expr *element)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_COLLECT, element->at);
    eg_list items = {0};
    eg_parse_advance(p);
    if (!e || !eg_list_add(p->r, &items, element) ||
        !eg_parse_iterators(p, &e->iterators, &e->iterator_count))
        return NULL;
    e->items = (eg_expr **)items.items;
    e->count = 1;
    return eg_parse_implied_ranges(p, e->iterators, e->iterator_count, element, NULL) ? e : NULL;
}

/* One argument, with its name when it has one. */
static bool parse_call_argument(eg_parser *p, eg_list *items, eg_list *names, bool *is_named)
{
    const char *name = NULL;
    if (p->token.kind == EG_T_NAME && eg_parse_peek(p) == EG_T_IS) {
        name = p->token.name;
        *is_named = true;
        eg_parse_advance(p);
        eg_parse_advance(p);
    } else if (*is_named) {
        return eg_parse_fail(p, "an argument without a name cannot follow one with a name");
    }
    eg_expr *value = parse_argument(p);
    if (value && !name && items->count == 0 && p->token.kind == EG_T_FOR)
        value = parse_collect(p, value);
    return value && eg_list_add(p->r, items, value) && eg_list_add(p->r, names, (void *)(uintptr_t)name);
}

static bool parse_call_arguments(eg_parser *p, eg_expr *call)
{
    eg_list items = {0}, names = {0};
    bool is_named = false;
    if (!eg_parse_expect(p, EG_T_LEFT))
        return false;
    if (p->token.kind != EG_T_RIGHT) {
        do {
            if (!parse_call_argument(p, &items, &names, &is_named))
                return false;
        } while (eg_parse_accept(p, EG_T_COMMA));
    }
    call->items = (eg_expr **)items.items;
    call->count = (uint32_t)items.count;
    call->names = is_named ? (const char **)names.items : NULL;
    return eg_parse_expect(p, EG_T_RIGHT);
}

/* der(...), initial(...), pure(...): keywords that are called like functions. */
static eg_expr *parse_keyword_call(eg_parser *p)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_CALL, p->token.at);
    eg_reference *name = eg_new(p->r, sizeof *name);
    if (!e || !name)
        return NULL;
    eg_part part = {.name = eg_symbol(p->r, eg_token_kind_text(p->token.kind)), .at = p->token.at};
    eg_parse_advance(p);
    e->reference = name;
    return part.name && add_part(p, name, part) && parse_call_arguments(p, e) ? e : NULL;
}

static eg_expr *parse_reference_or_call(eg_parser *p)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_REFERENCE, p->token.at);
    eg_reference *name = e ? eg_parse_reference(p, true) : NULL;
    if (!name)
        return NULL;
    e->reference = name;
    bool is_by_element = p->lexer.is_dyad && eg_parse_accept(p, EG_T_DOT);
    /* In Dyad a line that begins with a parenthesis begins something else. */
    if (p->token.kind != EG_T_LEFT || (p->lexer.is_dyad && !is_by_element && eg_parse_on_new_line(p)))
        return e;
    e->kind = EG_E_CALL;
    if (!parse_call_arguments(p, e))
        return NULL;
    return !p->lexer.is_dyad || eg_dyad_call(p, e, is_by_element) ? e : NULL;
}

/* ---------------------------------------------------------------- primaries */

/* Expressions up to one of the closing tokens; a missing one (allowed in a tuple only) is NULL. */
static bool parse_list(eg_parser *p, eg_list *items)
{
    do {
        eg_expr *e = eg_parse_expression(p);
        if (!e || !eg_list_add(p->r, items, e))
            return false;
    } while (eg_parse_accept(p, EG_T_COMMA));
    return true;
}

/* (a) or (a, , b) */
static eg_expr *parse_parentheses(eg_parser *p)
{
    uint32_t at = p->token.at;
    eg_list items = {0};
    eg_parse_advance(p);
    bool is_tuple = p->token.kind == EG_T_RIGHT || p->token.kind == EG_T_COMMA;
    if (p->token.kind != EG_T_RIGHT) {
        do {
            bool is_missing = p->token.kind == EG_T_COMMA || p->token.kind == EG_T_RIGHT;
            eg_expr *e = is_missing ? NULL : eg_parse_expression(p);
            if ((!e && !is_missing) || !eg_list_add(p->r, &items, e))
                return NULL;
            is_tuple = is_tuple || p->token.kind == EG_T_COMMA;
        } while (eg_parse_accept(p, EG_T_COMMA));
    }
    if (!eg_parse_expect(p, EG_T_RIGHT))
        return NULL;
    if (is_tuple && p->lexer.is_dyad) {
        eg_error(p->r, p->source, at, "lists in parentheses are not supported");
        eg_hint(p->r, "write an array: [a, b]");
        p->failed = true;
        return NULL;
    }
    return is_tuple ? with_items(p, EG_E_TUPLE, at, &items) : items.items[0];
}

static eg_expr *parse_braces(eg_parser *p)
{
    uint32_t at = p->token.at;
    eg_list items = {0};
    eg_parse_advance(p);
    if (p->token.kind == EG_T_RIGHT_BRACE) {
        eg_parse_fail(p, "an array in braces needs at least one element");
        eg_hint(p->r, "write fill(0.0, 0) or zeros(0) for an empty array");
        return NULL;
    }
    eg_expr *first = parse_argument(p);
    eg_expr *e = NULL;
    if (first && p->token.kind == EG_T_FOR) {
        e = parse_collect(p, first);
    } else if (first && eg_list_add(p->r, &items, first)) {
        bool complete = !eg_parse_accept(p, EG_T_COMMA) || parse_list(p, &items);
        e = complete ? with_items(p, EG_E_ARRAY, at, &items) : NULL;
    }
    return e && eg_parse_expect(p, EG_T_RIGHT_BRACE) ? e : NULL;
}

/* [a, b; c, d] */
static eg_expr *parse_matrix(eg_parser *p)
{
    uint32_t at = p->token.at;
    eg_list rows = {0};
    eg_parse_advance(p);
    p->brackets++;
    do {
        eg_list items = {0};
        uint32_t row_at = p->token.at;
        eg_expr *row = parse_list(p, &items) ? with_items(p, EG_E_ARRAY, row_at, &items) : NULL;
        if (!row || !eg_list_add(p->r, &rows, row))
            return NULL;
    } while (eg_parse_accept(p, EG_T_SEMICOLON));
    if (!eg_parse_expect(p, EG_T_RIGHT_BRACKET))
        return NULL;
    p->brackets--;
    return with_items(p, EG_E_ROWS, at, &rows);
}

/* Dyad: e for i in 1:n, j in 1:m has the element e at [i, j], so that the first loop is the outer one. */
static eg_expr *parse_dyad_loops(eg_parser *p, eg_expr *element)
{
    eg_expr *all = parse_collect(p, element);
    if (!all || all->iterator_count < 2)
        return all;
    for (uint32_t i = all->iterator_count; i-- > 0;) {
        eg_list items = {0};
        eg_expr *one = eg_parse_new_expr(p, EG_E_COLLECT, element->at);
        if (!one || !eg_list_add(p->r, &items, element))
            return NULL;
        one->items = (eg_expr **)items.items;
        one->count = 1;
        one->iterators = &all->iterators[i];
        one->iterator_count = 1;
        element = one;
    }
    return element;
}

/* Dyad: [] is zeros(0). */
static eg_expr *empty_array(eg_parser *p, uint32_t at)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_CALL, at), *none = eg_parse_new_expr(p, EG_E_NUMBER, at);
    eg_part part = {.name = eg_symbol(p->r, "zeros"), .at = at};
    eg_list items = {0};
    if (!e || !none || !part.name || !eg_list_add(p->r, &items, none))
        return NULL;
    none->is_integer = true;
    e->reference = eg_new(p->r, sizeof *e->reference);
    e->items = (eg_expr **)items.items;
    e->count = 1;
    return e->reference && add_part(p, e->reference, part) ? e : NULL;
}

/* Dyad: [a, b, c], [2*i for i in 1:n] */
static eg_expr *parse_dyad_array(eg_parser *p)
{
    uint32_t at = p->token.at;
    eg_list items = {0};
    eg_parse_advance(p);
    if (eg_parse_accept(p, EG_T_RIGHT_BRACKET))
        return empty_array(p, at);
    if (!parse_list(p, &items))
        return NULL;
    if (p->token.kind == EG_T_FOR && items.count == 1) {
        eg_expr *e = parse_dyad_loops(p, items.items[0]);
        return e && eg_parse_expect(p, EG_T_RIGHT_BRACKET) ? e : NULL;
    }
    eg_token_kind found = p->token.kind;
    if (eg_parse_expect(p, EG_T_RIGHT_BRACKET))
        return with_items(p, EG_E_ARRAY, at, &items);
    if (found == EG_T_FOR)
        eg_hint(p->r, "one element stands before a loop: [2*i for i in 1:n]");
    if (found == EG_T_NUMBER || found == EG_T_NAME)
        eg_hint(p->r, "write commas between elements, and a matrix as its rows: [[1, 2], [3, 4]]");
    if (found == EG_T_SEMICOLON)
        eg_hint(p->r, "write a matrix as its rows: [[1, 2], [3, 4]]");
    return NULL;
}

static eg_expr *parse_literal(eg_parser *p)
{
    eg_token token = p->token;
    eg_expr_kind kind = EG_E_BOOLEAN;
    if (token.kind == EG_T_NUMBER)
        kind = EG_E_NUMBER;
    else if (token.kind == EG_T_STRING)
        kind = EG_E_STRING;
    else if (token.kind == EG_T_END)
        kind = EG_E_END;
    eg_expr *e = eg_parse_new_expr(p, kind, token.at);
    if (!e)
        return NULL;
    e->number = token.kind == EG_T_TRUE ? 1 : token.number;
    e->is_integer = token.is_integer;
    if (kind == EG_E_STRING) {
        e->text = eg_token_text(&p->lexer, &token);
        if (!e->text)
            return NULL;
    }
    eg_parse_advance(p);
    return e;
}

static eg_expr *parse_negative(eg_parser *p);

static eg_expr *parse_factor(eg_parser *p);

static bool is_root(eg_token_kind k)
{
    return k == EG_T_ROOT || k == EG_T_CUBE_ROOT;
}

/* A number behind a root is not multiplied with what follows it: for some that would be under the root. */
static eg_expr *parse_number_under_root(eg_parser *p)
{
    const uint32_t end = p->token.end;
    eg_expr *e = parse_literal(p);
    if (e && p->token.at == end && (p->token.kind == EG_T_NAME || p->token.kind == EG_T_LEFT)) {
        eg_parse_fail(p, "what stands under this root is not clear");
        eg_hint(p->r, "write \xE2\x88\x9A(2*x) or \xE2\x88\x9A(2)*x");
        return NULL;
    }
    return e;
}

/* Dyad: the root of what is behind it with its powers, as -x^2 is: sqrt(x^2). */
static eg_expr *parse_root(eg_parser *p)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_CALL, p->token.at);
    const char *name = p->token.kind == EG_T_ROOT ? "sqrt" : "cbrt";
    eg_list items = {0};
    eg_parse_advance(p);
    const bool is_number = p->token.kind == EG_T_NUMBER && eg_parse_peek(p) != EG_T_CARET;
    eg_expr *of = NULL;
    if (eg_parse_enter(p))
        of = is_number ? parse_number_under_root(p) : parse_factor(p);
    eg_parse_leave(p);
    if (!e || !of || !eg_list_add(p->r, &items, of))
        return NULL;
    eg_part part = {.name = eg_symbol(p->r, name), .at = e->at};
    e->reference = eg_new(p->r, sizeof *e->reference);
    e->items = (eg_expr **)items.items;
    e->count = 1;
    return e->reference && part.name && add_part(p, e->reference, part) && eg_dyad_call(p, e, false) ? e
                                                                                                     : NULL;
}

/* Dyad: a number directly before a name or a parenthesis is multiplied with it, before any * and /; of what
 * stands behind it powers come first: 1/2x^2 is 1/(2*x^2). */
static eg_expr *parse_number(eg_parser *p)
{
    static const eg_token_kind signs[] = {EG_T_STAR, EG_T_STAR};
    char last = p->source->text[p->token.end - 1];
    uint32_t end = p->token.end;
    bool has_prefix = last != '.' && (last < '0' || last > '9');
    eg_expr *e = parse_literal(p);
    if (!e || !p->lexer.is_dyad || has_prefix || p->token.at != end ||
        (p->token.kind != EG_T_NAME && p->token.kind != EG_T_LEFT && !is_root(p->token.kind)))
        return e;
    eg_list items = {0};
    eg_expr *factor = eg_parse_enter(p) ? parse_factor(p) : NULL;
    eg_parse_leave(p);
    if (!factor || !eg_list_add(p->r, &items, e) || !eg_list_add(p->r, &items, factor))
        return NULL;
    eg_expr *product = with_items(p, EG_E_PRODUCT, e->at, &items);
    if (product)
        product->operators = signs;
    return product;
}

/* Dyad: ^(a, b), an operator that is called as a function. */
static eg_expr *parse_called_power(eg_parser *p)
{
    static const eg_token_kind operators[] = {EG_T_CARET};
    eg_expr *e = eg_parse_new_expr(p, EG_E_POWER, p->token.at);
    eg_parse_advance(p);
    if (!e || !parse_call_arguments(p, e))
        return NULL;
    if (e->count == 2 && !e->names) {
        e->operators = operators;
        return e;
    }
    eg_parse_fail(p, "a power has two arguments");
    eg_hint(p->r, "write a^b");
    return NULL;
}

static eg_expr *parse_primary(eg_parser *p)
{
    switch (p->token.kind) {
    case EG_T_NUMBER: return parse_number(p);
    case EG_T_STRING:
    case EG_T_TRUE:
    case EG_T_FALSE: return parse_literal(p);
    case EG_T_END:
        if (p->brackets > 0)
            return parse_literal(p);
        break;
    case EG_T_NAME:
    case EG_T_DOT: return parse_reference_or_call(p);
    case EG_T_DER:
    case EG_T_INITIAL:
    case EG_T_PURE: return parse_keyword_call(p);
    case EG_T_ROOT:
    case EG_T_CUBE_ROOT: return parse_root(p);
    case EG_T_LEFT: return parse_parentheses(p);
    case EG_T_LEFT_BRACE: return parse_braces(p);
    case EG_T_LEFT_BRACKET: return p->lexer.is_dyad ? parse_dyad_array(p) : parse_matrix(p);
    case EG_T_MINUS:
        if (p->lexer.is_dyad)
            return parse_negative(p);
        break;
    case EG_T_CARET:
        if (p->lexer.is_dyad && eg_parse_peek(p) == EG_T_LEFT)
            return parse_called_power(p);
        break;
    default: break;
    }
    eg_parse_unexpected(p, "a value");
    if (p->token.kind == EG_T_MINUS || p->token.kind == EG_T_PLUS)
        eg_hint(p->r, "a sign behind an operator needs parentheses: 2*(-3)");
    if (p->token.kind == EG_T_STAR)
        eg_hint(p->r, "powers are written x^2");
    if (p->token.kind == EG_T_SLASH && p->lexer.is_dyad)
        eg_hint(p->r, "a fraction is written a/b, a comment begins with #");
    return NULL;
}

/* ---------------------------------------------------------------- operators */

static bool is_product(eg_token_kind k)
{
    return k == EG_T_STAR || k == EG_T_SLASH || k == EG_T_DOT_STAR || k == EG_T_DOT_SLASH;
}

static bool is_sum(eg_token_kind k)
{
    return k == EG_T_PLUS || k == EG_T_MINUS || k == EG_T_DOT_PLUS || k == EG_T_DOT_MINUS;
}

/* The operators of a chain, gathered beside its operands. */
typedef struct operators {
    eg_token_kind *items;
    size_t count, capacity;
} operators;

static bool add_operator(eg_parser *p, operators *list, eg_token_kind kind)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? list->capacity * 2 : 4;
        eg_token_kind *items = eg_new_array(p->r, capacity, sizeof *items);
        if (!items)
            return false;
        for (size_t i = 0; i < list->count; i++)
            items[i] = list->items[i];
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = kind;
    return true;
}

/* first {operator operand}, as far as the operators belong; `lead` is the first operand's own. */
static eg_expr *parse_rest(eg_parser *p, eg_expr_kind kind, uint32_t at, eg_expr *first, eg_token_kind lead,
                           bool (*belongs)(eg_token_kind), eg_expr *(*operand)(eg_parser *))
{
    eg_list items = {0};
    operators signs = {0};
    bool ok = eg_list_add(p->r, &items, first) && add_operator(p, &signs, lead);
    while (ok && belongs(p->token.kind)) {
        eg_token_kind sign = p->token.kind;
        eg_parse_advance(p);
        eg_expr *next = operand(p);
        ok = next && eg_list_add(p->r, &items, next) && add_operator(p, &signs, sign);
    }
    eg_expr *e = ok ? with_items(p, kind, at, &items) : NULL;
    if (e)
        e->operators = signs.items;
    return e;
}

/* operand {operator operand}; `lead` is the first operand's own operator. One operand with no sign
 * needs no node. */
static eg_expr *parse_chain(eg_parser *p, eg_expr_kind kind, eg_token_kind lead,
                            bool (*belongs)(eg_token_kind), eg_expr *(*operand)(eg_parser *))
{
    uint32_t at = p->token.at;
    eg_expr *first = operand(p);
    if (!first || (!belongs(p->token.kind) && lead != EG_T_MINUS))
        return first;
    return parse_rest(p, kind, at, first, lead, belongs, operand);
}

static bool is_power(eg_token_kind k)
{
    return k == EG_T_CARET || k == EG_T_DOT_CARET;
}

static eg_expr *parse_exponent(eg_parser *p)
{
    if (!eg_parse_enter(p))
        return NULL;
    eg_expr *e = p->token.kind == EG_T_MINUS ? parse_negative(p) : parse_factor(p);
    eg_parse_leave(p);
    return e;
}

static eg_expr *parse_factor(eg_parser *p)
{
    eg_expr *base = parse_primary(p);
    uint32_t at = p->token.at;
    if (!base || !is_power(p->token.kind))
        return base;
    eg_list items = {0};
    operators op = {0};
    bool ok = eg_list_add(p->r, &items, base) && add_operator(p, &op, p->token.kind);
    eg_parse_advance(p);
    bool nests = p->lexer.is_dyad; /* a^b^c is a^(b^c) there, and a^-b may be written */
    eg_expr *exponent;
    if (!ok)
        exponent = NULL;
    else if (!nests)
        exponent = parse_primary(p);
    else
        exponent = parse_exponent(p);
    if (!exponent || !eg_list_add(p->r, &items, exponent))
        return NULL;
    if (is_power(p->token.kind)) {
        eg_parse_fail(p, "a^b^c needs parentheses: (a^b)^c or a^(b^c)");
        eg_hint(p->r, "write one of these");
        return NULL;
    }
    eg_expr *e = with_items(p, EG_E_POWER, at, &items);
    if (e)
        e->operators = op.items;
    return e;
}

/* Dyad: a signed operand behind an operator, 2 * -3. */
static eg_expr *parse_negative(eg_parser *p)
{
    uint32_t at = p->token.at;
    eg_list items = {0};
    operators sign = {0};
    eg_parse_advance(p);
    eg_expr *operand = eg_parse_enter(p) ? parse_factor(p) : NULL;
    eg_parse_leave(p);
    if (!operand || !eg_list_add(p->r, &items, operand) || !add_operator(p, &sign, EG_T_MINUS))
        return NULL;
    eg_expr *e = with_items(p, EG_E_SUM, at, &items);
    if (e)
        e->operators = sign.items;
    return e;
}

/* Dyad: a % b is rem(a, b), a ÷ b is div(a, b). */
static eg_expr *call_of_two(eg_parser *p, const char *name, eg_expr *a, uint32_t at)
{
    eg_list items = {0};
    eg_expr *e = eg_parse_new_expr(p, EG_E_CALL, at);
    eg_part part = {.name = eg_symbol(p->r, name), .at = at};
    eg_expr *b = parse_factor(p);
    if (!e || !b || !part.name || !eg_list_add(p->r, &items, a) || !eg_list_add(p->r, &items, b))
        return NULL;
    e->reference = eg_new(p->r, sizeof *e->reference);
    e->items = (eg_expr **)items.items;
    e->count = 2;
    return e->reference && add_part(p, e->reference, part) ? e : NULL;
}

/* In Dyad remainders stand among products, from left to right: a*b % c*d is ((a*b) % c)*d. Each is a level of
 * nesting. */
static eg_expr *parse_term(eg_parser *p)
{
    uint32_t at = p->token.at;
    int levels = 0;
    eg_expr *e = parse_chain(p, EG_E_PRODUCT, EG_T_STAR, is_product, parse_factor);
    while (e && (p->token.kind == EG_T_PERCENT || p->token.kind == EG_T_QUOTIENT)) {
        const char *name = p->token.kind == EG_T_PERCENT ? "rem" : "div";
        uint32_t sign_at = p->token.at;
        bool fits = eg_parse_enter(p);
        levels++;
        eg_parse_advance(p);
        e = fits ? call_of_two(p, name, e, sign_at) : NULL;
        if (e && is_product(p->token.kind))
            e = parse_rest(p, EG_E_PRODUCT, at, e, EG_T_STAR, is_product, parse_factor);
    }
    while (levels-- > 0)
        eg_parse_leave(p);
    return e;
}

static eg_expr *parse_arithmetic(eg_parser *p)
{
    eg_token_kind lead = is_sum(p->token.kind) ? p->token.kind : EG_T_PLUS;
    if (is_sum(p->token.kind))
        eg_parse_advance(p);
    if (lead == EG_T_DOT_MINUS)
        lead = EG_T_MINUS;
    return parse_chain(p, EG_E_SUM, lead, is_sum, parse_term);
}

static bool is_relation(eg_token_kind k)
{
    return k == EG_T_LESS || k == EG_T_LESS_EQUAL || k == EG_T_GREATER || k == EG_T_GREATER_EQUAL ||
           k == EG_T_EQUAL || k == EG_T_NOT_EQUAL;
}

static eg_expr *parse_relation(eg_parser *p)
{
    eg_expr *left = parse_arithmetic(p);
    if (!left || !is_relation(p->token.kind))
        return left;
    eg_list items = {0};
    operators op = {0};
    uint32_t at = p->token.at;
    bool ok = eg_list_add(p->r, &items, left) && add_operator(p, &op, p->token.kind);
    eg_parse_advance(p);
    eg_expr *right = ok ? parse_arithmetic(p) : NULL;
    if (!right || !eg_list_add(p->r, &items, right))
        return NULL;
    if (p->lexer.is_dyad && is_relation(p->token.kind)) {
        eg_parse_fail(p, "comparisons do not chain");
        eg_hint(p->r, "write a < x and x < b");
        return NULL;
    }
    eg_expr *e = with_items(p, EG_E_RELATION, at, &items);
    if (e)
        e->operators = op.items;
    return e;
}

static eg_expr *parse_logical_factor(eg_parser *p)
{
    uint32_t at = p->token.at;
    if (!eg_parse_accept(p, EG_T_NOT))
        return parse_relation(p);
    eg_list items = {0};
    eg_expr *operand = parse_relation(p);
    return operand && eg_list_add(p->r, &items, operand) ? with_items(p, EG_E_NOT, at, &items) : NULL;
}

static bool is_and(eg_token_kind k)
{
    return k == EG_T_AND;
}

static bool is_or(eg_token_kind k)
{
    return k == EG_T_OR;
}

static eg_expr *parse_logical_term(eg_parser *p)
{
    return parse_chain(p, EG_E_AND, EG_T_AND, is_and, parse_logical_factor);
}

static eg_expr *parse_logical(eg_parser *p)
{
    return parse_chain(p, EG_E_OR, EG_T_OR, is_or, parse_logical_term);
}

static eg_expr *parse_choice(eg_parser *p, eg_expr *condition);

/* Dyad: a branch of c ? a : b. A range in it stands in parentheses. */
static eg_expr *parse_choice_branch(eg_parser *p)
{
    eg_expr *e = eg_parse_enter(p) ? parse_logical(p) : NULL;
    if (e && p->token.kind == EG_T_QUESTION)
        e = parse_choice(p, e);
    eg_parse_leave(p);
    return e;
}

/* Dyad: c ? a : b, with the current token at "?". */
static eg_expr *parse_choice(eg_parser *p, eg_expr *condition)
{
    eg_list items = {0};
    uint32_t at = p->token.at;
    eg_parse_advance(p);
    eg_expr *then = parse_choice_branch(p);
    if (!then || !eg_parse_expect(p, EG_T_COLON))
        return NULL;
    eg_expr *otherwise = parse_choice_branch(p);
    bool ok = otherwise && eg_list_add(p->r, &items, condition) && eg_list_add(p->r, &items, then) &&
              eg_list_add(p->r, &items, otherwise);
    return ok ? with_items(p, EG_E_IF, at, &items) : NULL;
}

eg_expr *eg_parse_simple_expression(eg_parser *p)
{
    eg_expr *first = parse_logical(p);
    uint32_t at = p->token.at;
    if (first && p->token.kind == EG_T_QUESTION)
        return parse_choice(p, first);
    if (!first || p->token.kind != EG_T_COLON)
        return first;
    eg_list items = {0};
    bool ok = eg_list_add(p->r, &items, first);
    for (int i = 0; i < 2 && ok && eg_parse_accept(p, EG_T_COLON); i++) {
        eg_expr *next = parse_logical(p);
        ok = next && eg_list_add(p->r, &items, next);
    }
    return ok ? with_items(p, EG_E_RANGE, at, &items) : NULL;
}

/* if c then a elseif d then b else e */
static eg_expr *parse_if(eg_parser *p)
{
    uint32_t at = p->token.at;
    eg_list items = {0};
    do {
        eg_parse_advance(p);
        eg_expr *condition = eg_parse_expression(p);
        if (!condition || !eg_list_add(p->r, &items, condition) || !eg_parse_expect(p, EG_T_THEN))
            return NULL;
        eg_expr *value = eg_parse_expression(p);
        if (!value || !eg_list_add(p->r, &items, value))
            return NULL;
    } while (p->token.kind == EG_T_ELSEIF);
    if (!eg_parse_expect(p, EG_T_ELSE))
        return NULL;
    eg_expr *otherwise = eg_parse_expression(p);
    if (!otherwise || !eg_list_add(p->r, &items, otherwise))
        return NULL;
    return with_items(p, EG_E_IF, at, &items);
}

eg_expr *eg_parse_expression(eg_parser *p)
{
    eg_expr *e = NULL;
    if (eg_parse_enter(p))
        e = p->token.kind == EG_T_IF ? parse_if(p) : eg_parse_simple_expression(p);
    eg_parse_leave(p);
    return e;
}
