/* Statements of SIDOPS: what "equations" hold is written as what "code" holds. */
#include "modelica/sidops/sidops.h"

#include <string.h>

static eg_equation *parse_statement(eg_parser *p);

static eg_equation *new_statement(eg_parser *p, eg_equation_kind kind, uint32_t branches)
{
    eg_equation *q = eg_new(p->r, sizeof *q);
    eg_branch *kept = eg_new_array(p->r, branches, sizeof *kept);
    if (!q || !kept)
        return NULL;
    *q = (eg_equation){.kind = kind, .at = p->token.at, .branches = kept, .branch_count = branches};
    return q;
}

/* Does a list of statements inside of another one end here? */
static bool at_end(const eg_parser *p)
{
    static const char *const words[] = {"end", "else", "elsif", "until", "case", "default"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (eg_sidops_at(p, words[i]))
            return true;
    return eg_sidops_at_section(p);
}

/* Statements, each with its semicolon; strings between them are remarks. */
static bool parse_list(eg_parser *p, eg_list *into)
{
    for (;;) {
        while (p->token.kind == EG_T_STRING || p->token.kind == EG_T_SEMICOLON)
            eg_parse_advance(p);
        if (at_end(p))
            return !p->r->out_of_memory;
        eg_equation *q = eg_parse_enter(p) ? parse_statement(p) : NULL;
        eg_parse_leave(p);
        if (!q || !eg_list_add(p->r, into, q))
            return false;
        if (!eg_parse_accept(p, EG_T_SEMICOLON) && !at_end(p))
            return eg_parse_expect(p, EG_T_SEMICOLON);
    }
}

static bool parse_body(eg_parser *p, eg_branch *branch)
{
    eg_list list = {0};
    if (!parse_list(p, &list))
        return false;
    branch->body = (eg_equation **)list.items;
    branch->count = (uint32_t)list.count;
    return true;
}

static bool parse_end(eg_parser *p, const char *of)
{
    if (eg_sidops_accept(p, "end"))
        return true;
    eg_parse_unexpected(p, "\"end\"");
    eg_hint(p->r, "each \"%s\" has an end of its own", of);
    return false;
}

/* if c then .. elsif d then .. else .. end; "else if" nests, and each if has its end. */
static eg_equation *parse_if(eg_parser *p)
{
    eg_equation *q = new_statement(p, EG_Q_IF, 2);
    eg_parse_advance(p);
    if (!q || !(q->branches[0].condition = eg_sidops_expression(p)) || !eg_sidops_expect(p, "then") ||
        !parse_body(p, &q->branches[0]))
        return NULL;
    q->branch_count = 1;
    if (eg_sidops_at(p, "elsif")) { /* goes on with the same if, and its end */
        eg_list inner = {0};
        eg_equation *rest = eg_parse_enter(p) ? parse_if(p) : NULL;
        eg_parse_leave(p);
        if (!rest || !eg_list_add(p->r, &inner, rest))
            return NULL;
        q->branch_count = 2;
        q->branches[1] = (eg_branch){.body = (eg_equation **)inner.items, .count = 1};
        return q;
    }
    if (eg_sidops_accept(p, "else")) {
        q->branch_count = 2;
        if (!parse_body(p, &q->branches[1]))
            return NULL;
    }
    return parse_end(p, "if") ? q : NULL;
}

/* for i = 1 to n {by s} do .. end */
static eg_equation *parse_for(eg_parser *p)
{
    eg_equation *q = new_statement(p, EG_Q_FOR, 1);
    eg_iterator *it = eg_new(p->r, sizeof *it);
    eg_parse_advance(p);
    if (!q || !it)
        return NULL;
    *it = (eg_iterator){.at = p->token.at};
    it->name = eg_parse_identifier(p, "the name of a loop variable");
    if (!it->name || !eg_parse_expect(p, EG_T_IS))
        return NULL;
    it->name = eg_sidops_quote(p, it->name);
    eg_expr *from = eg_sidops_expression(p);
    if (!from || !eg_sidops_expect(p, "to"))
        return NULL;
    eg_expr *to = eg_sidops_expression(p), *step = NULL;
    if (to && eg_sidops_accept(p, "by") && !(step = eg_sidops_expression(p)))
        return NULL;
    eg_expr *const items[] = {from, step ? step : to, to};
    it->range = to ? eg_sidops_new(p, EG_E_RANGE, from->at, items, step ? 3 : 2) : NULL;
    q->iterators = it;
    q->iterator_count = 1;
    return it->range && eg_sidops_expect(p, "do") && parse_body(p, q->branches) && parse_end(p, "for") ? q
                                                                                                       : NULL;
}

static eg_equation *parse_while(eg_parser *p)
{
    eg_equation *q = new_statement(p, EG_Q_WHILE, 1);
    eg_parse_advance(p);
    return q && (q->branches->condition = eg_sidops_expression(p)) && eg_sidops_expect(p, "do") &&
                   parse_body(p, q->branches) && parse_end(p, "while")
               ? q
               : NULL;
}

/* repeat .. until c: a loop that is left where c holds. */
static eg_equation *parse_repeat(eg_parser *p)
{
    eg_equation *q = new_statement(p, EG_Q_WHILE, 1), *leave = new_statement(p, EG_Q_IF, 1);
    eg_equation *out = new_statement(p, EG_Q_BREAK, 0);
    eg_list list = {0};
    uint32_t at = p->token.at;
    eg_parse_advance(p);
    if (!q || !leave || !out || !parse_list(p, &list) || !eg_sidops_expect(p, "until") ||
        !(leave->branches->condition = eg_sidops_expression(p)) || !eg_list_add(p->r, &list, leave))
        return NULL;
    eg_list leaving = {0};
    if (!eg_list_add(p->r, &leaving, out))
        return NULL;
    leave->branches->body = (eg_equation **)leaving.items;
    leave->branches->count = 1;
    q->branches->condition = eg_sidops_boolean(p, true, at);
    q->branches->body = (eg_equation **)list.items;
    q->branches->count = (uint32_t)list.count;
    return q->branches->condition ? q : NULL;
}

/* switch x case a do .. case b do .. default do .. end: ifs inside of each other. */
static eg_equation *parse_cases(eg_parser *p, eg_expr *of)
{
    eg_equation *q = new_statement(p, EG_Q_IF, 2);
    if (!q || !eg_sidops_expect(p, "case"))
        return NULL;
    eg_expr *value = eg_sidops_expression(p);
    q->branches[0].condition = value ? eg_sidops_relation(p, of, EG_T_EQUAL, value) : NULL;
    if (!q->branches[0].condition || !eg_sidops_expect(p, "do") || !parse_body(p, &q->branches[0]))
        return NULL;
    q->branch_count = 1;
    if (eg_sidops_accept(p, "default")) {
        q->branch_count = 2;
        eg_sidops_accept(p, "do");
        return parse_body(p, &q->branches[1]) ? q : NULL;
    }
    if (!eg_sidops_at(p, "case"))
        return q;
    eg_list inner = {0};
    eg_equation *rest = eg_parse_enter(p) ? parse_cases(p, of) : NULL;
    eg_parse_leave(p);
    if (!rest || !eg_list_add(p->r, &inner, rest))
        return NULL;
    q->branch_count = 2;
    q->branches[1] = (eg_branch){.body = (eg_equation **)inner.items, .count = 1};
    return q;
}

static eg_equation *parse_switch(eg_parser *p)
{
    eg_parse_advance(p);
    eg_expr *of = eg_sidops_expression(p);
    eg_equation *q = of ? parse_cases(p, of) : NULL;
    return q && parse_end(p, "switch") ? q : NULL;
}

/* left = right, or a call */
static eg_equation *parse_equality(eg_parser *p)
{
    eg_equation *q = new_statement(p, EG_Q_EQUALITY, 0);
    eg_expr *left = q ? eg_sidops_expression(p) : NULL;
    if (!left)
        return NULL;
    q->left = left;
    if (left->kind == EG_E_CALL && p->token.kind != EG_T_IS) {
        q->kind = EG_Q_CALL;
        return q;
    }
    if (p->token.kind == EG_T_ASSIGN) {
        eg_parse_unexpected(p, "\"=\"");
        eg_hint(p->r, "SIDOPS writes x = ... in code, too");
        return NULL;
    }
    if (p->token.kind == EG_T_SEMICOLON && left->kind == EG_E_RELATION && *left->operators == EG_T_EQUAL) {
        eg_parse_unexpected(p, "\"=\"");
        eg_hint(p->r, "an equation is written with one =; == compares");
        return NULL;
    }
    if (!eg_parse_expect(p, EG_T_IS))
        return NULL;
    q->right = eg_sidops_expression(p);
    return q->right ? q : NULL;
}

static eg_equation *parse_statement(eg_parser *p)
{
    if (eg_sidops_at(p, "if"))
        return parse_if(p);
    if (eg_sidops_at(p, "for"))
        return parse_for(p);
    if (eg_sidops_at(p, "while"))
        return parse_while(p);
    if (eg_sidops_at(p, "repeat"))
        return parse_repeat(p);
    if (eg_sidops_at(p, "switch"))
        return parse_switch(p);
    return parse_equality(p);
}

bool eg_sidops_statements(eg_parser *p, eg_list *into)
{
    while (!parse_list(p, into) || !eg_sidops_at_section(p)) {
        if (p->r->out_of_memory || p->stopped)
            return false;
        if (!p->failed)
            eg_parse_unexpected(p, "a statement");
        eg_sidops_recover(p);
    }
    return true;
}
