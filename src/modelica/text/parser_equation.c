/* Equations and statements: appendix A.2.6 of the language specification. */
#include "modelica/text/parser.h"

static eg_equation *parse_equation(eg_parser *p, bool is_algorithm);

static eg_equation *new_equation(eg_parser *p, eg_equation_kind kind, uint32_t at)
{
    eg_equation *q = eg_new(p->r, sizeof *q);
    if (q) {
        q->kind = kind;
        q->at = at;
    }
    return q;
}

/* Does a list of equations end here? */
static bool at_end(eg_parser *p)
{
    switch (p->token.kind) {
    case EG_T_FINISH:
    case EG_T_END:
    case EG_T_ELSE:
    case EG_T_ELSEIF:
    case EG_T_ELSEWHEN:
    case EG_T_EQUATION:
    case EG_T_ALGORITHM:
    case EG_T_PUBLIC:
    case EG_T_PROTECTED:
    case EG_T_EXTERNAL:
    case EG_T_ANNOTATION: return true;
    case EG_T_INITIAL: {
        eg_token_kind next = eg_parse_peek(p);
        return next == EG_T_EQUATION || next == EG_T_ALGORITHM;
    }
    default: return false;
    }
}

/* "end for;" where no loop is open: what is left of one whose head had an error, or the error itself. */
static bool skip_stray_end(eg_parser *p)
{
    if (p->token.kind != EG_T_END || p->blocks > 0)
        return false;
    eg_token_kind next = eg_parse_peek(p);
    if (next != EG_T_FOR && next != EG_T_IF && next != EG_T_WHEN && next != EG_T_WHILE)
        return false;
    if (!p->has_recovered) {
        eg_parse_fail(p, "\"end %s\" without a \"%s\"", eg_token_kind_text(next), eg_token_kind_text(next));
        eg_hint(p->r, "write its beginning, or leave it out; a line above may have ended it too early");
    }
    eg_parse_recover(p);
    eg_parse_advance(p);
    eg_parse_recover(p);
    return !at_end(p);
}

/* Equations with their semicolons up to what ends them; goes on behind an error. */
static bool parse_body(eg_parser *p, bool is_algorithm, eg_equation ***body, uint32_t *count)
{
    eg_list list = {0};
    bool ok = true;
    while (ok && (skip_stray_end(p) || !at_end(p))) {
        eg_equation *q = parse_equation(p, is_algorithm);
        if (q)
            ok = eg_list_add(p->r, &list, q);
        if (!q || !eg_parse_comment_string(p, NULL) || !eg_parse_pictures(p, NULL, &q->pictures) ||
            !eg_parse_expect(p, EG_T_SEMICOLON)) {
            eg_parse_recover(p);
        }
    }
    *body = (eg_equation **)list.items;
    *count = (uint32_t)list.count;
    return ok && !p->r->out_of_memory && !p->failed;
}

/* end if, end for, end when, end while */
static bool parse_end(eg_parser *p, eg_token_kind what)
{
    return eg_parse_expect(p, EG_T_END) && eg_parse_expect(p, what);
}

static bool add_branch(eg_parser *p, eg_equation *q, uint32_t *capacity)
{
    if (q->branch_count < *capacity)
        return true;
    *capacity = *capacity ? *capacity * 2 : 1;
    eg_branch *larger = eg_new_array(p->r, *capacity, sizeof *larger);
    if (!larger)
        return false;
    for (uint32_t i = 0; i < q->branch_count; i++)
        larger[i] = q->branches[i];
    q->branches = larger;
    return true;
}

/* if c then .. elseif c then .. else .. end if; the same with when and elsewhen. */
static eg_equation *parse_branches(eg_parser *p, bool is_algorithm)
{
    bool is_if = p->token.kind == EG_T_IF;
    eg_token_kind again = is_if ? EG_T_ELSEIF : EG_T_ELSEWHEN;
    eg_equation *q = new_equation(p, is_if ? EG_Q_IF : EG_Q_WHEN, p->token.at);
    uint32_t capacity = 0;
    bool more = q != NULL;
    p->blocks++;
    while (more) {
        if (!add_branch(p, q, &capacity))
            return NULL;
        eg_branch *branch = &q->branches[q->branch_count++];
        bool is_else = p->token.kind == EG_T_ELSE;
        eg_parse_advance(p);
        if (!is_else) {
            branch->condition = eg_parse_expression(p);
            if (!branch->condition || !eg_parse_expect(p, EG_T_THEN))
                return NULL;
        }
        if (!parse_body(p, is_algorithm, &branch->body, &branch->count))
            return NULL;
        more = !is_else && (p->token.kind == again || (is_if && p->token.kind == EG_T_ELSE));
    }
    return q && parse_end(p, is_if ? EG_T_IF : EG_T_WHEN) ? q : NULL;
}

/* for i in 1:n, j in 1:m loop .. end for; while c loop .. end while */
static eg_equation *parse_loop(eg_parser *p, bool is_algorithm)
{
    bool is_for = p->token.kind == EG_T_FOR;
    eg_equation *q = new_equation(p, is_for ? EG_Q_FOR : EG_Q_WHILE, p->token.at);
    uint32_t capacity = 0;
    if (!q || !add_branch(p, q, &capacity))
        return NULL;
    p->blocks++;
    p->loops++;
    eg_parse_advance(p);
    q->branch_count = 1;
    if (is_for && !eg_parse_iterators(p, &q->iterators, &q->iterator_count))
        return NULL;
    if (!is_for) {
        q->branches->condition = eg_parse_expression(p);
        if (!q->branches->condition)
            return NULL;
    }
    if (!eg_parse_expect(p, EG_T_LOOP) ||
        !parse_body(p, is_algorithm, &q->branches->body, &q->branches->count) ||
        !eg_parse_implied_ranges(p, q->iterators, q->iterator_count, NULL, q->branches))
        return NULL;
    return parse_end(p, is_for ? EG_T_FOR : EG_T_WHILE) ? q : NULL;
}

static eg_expr *parse_connector(eg_parser *p)
{
    eg_expr *e = eg_parse_new_expr(p, EG_E_REFERENCE, p->token.at);
    eg_reference *reference = e ? eg_parse_reference(p, true) : NULL;
    if (!reference)
        return NULL;
    e->reference = reference;
    return e;
}

/* connect(a, b) */
static eg_equation *parse_connect(eg_parser *p)
{
    eg_equation *q = new_equation(p, EG_Q_CONNECT, p->token.at);
    eg_parse_advance(p);
    if (!q || !eg_parse_expect(p, EG_T_LEFT))
        return NULL;
    q->left = parse_connector(p);
    if (!q->left || !eg_parse_expect(p, EG_T_COMMA))
        return NULL;
    q->right = parse_connector(p);
    return q->right && eg_parse_expect(p, EG_T_RIGHT) ? q : NULL;
}

/* left = right, left := right, or a call */
static eg_equation *parse_simple(eg_parser *p, bool is_algorithm)
{
    uint32_t at = p->token.at;
    eg_expr *left = eg_parse_simple_expression(p);
    eg_equation *q = left ? new_equation(p, EG_Q_CALL, at) : NULL;
    if (!q)
        return NULL;
    q->left = left;
    eg_token_kind sign = is_algorithm ? EG_T_ASSIGN : EG_T_IS;
    if (left->kind == EG_E_CALL && p->token.kind != sign)
        return q;
    if (p->token.kind == EG_T_NAME && left->kind == EG_E_REFERENCE) {
        eg_parse_unexpected(p, eg_textf(p->r, "\"%s\"", eg_token_kind_text(sign)));
        eg_hint(p->r, "declarations stand before \"equation\"");
        return NULL;
    }
    if (!eg_parse_expect(p, sign))
        return NULL;
    q->kind = is_algorithm ? EG_Q_ASSIGNMENT : EG_Q_EQUALITY;
    q->right = eg_parse_expression(p);
    return q->right ? q : NULL;
}

static eg_equation *parse_word(eg_parser *p, eg_equation_kind kind)
{
    eg_equation *q = new_equation(p, kind, p->token.at);
    if (kind == EG_Q_BREAK && p->loops == 0) {
        eg_error(p->r, p->source, p->token.at, "\"break\" has no loop around it that it could end");
        eg_hint(p->r, "\"return\" ends a function");
    }
    eg_parse_advance(p);
    return q;
}

static eg_equation *parse_one(eg_parser *p, bool is_algorithm)
{
    switch (p->token.kind) {
    case EG_T_IF:
    case EG_T_WHEN: return parse_branches(p, is_algorithm);
    case EG_T_FOR:
    case EG_T_WHILE: return parse_loop(p, is_algorithm);
    case EG_T_CONNECT: return parse_connect(p);
    case EG_T_BREAK: return parse_word(p, EG_Q_BREAK);
    case EG_T_RETURN: return parse_word(p, EG_Q_RETURN);
    default: return parse_simple(p, is_algorithm);
    }
}

static eg_equation *parse_equation(eg_parser *p, bool is_algorithm)
{
    int blocks = p->blocks, loops = p->loops;
    eg_equation *q = eg_parse_enter(p) ? parse_one(p, is_algorithm) : NULL;
    eg_parse_leave(p);
    p->blocks = blocks;
    p->loops = loops;
    return q;
}

bool eg_parse_section(eg_parser *p, eg_section *section)
{
    p->blocks = p->loops = 0;
    p->has_recovered = false;
    if (!parse_body(p, section->is_algorithm, &section->body, &section->count))
        return false;
    if (p->token.kind == EG_T_ELSE || p->token.kind == EG_T_ELSEIF || p->token.kind == EG_T_ELSEWHEN)
        return eg_parse_unexpected(p, "an equation");
    return true;
}
