/* The words before the cursor are enough: they are looked at as tokens, since what is being written is no
 * sentence of the language yet. */
#include "lsp/cursor.h"

#include "lsp/mentions.h"
#include "modelica/text/lexer.h"

#include <string.h>

/* ---------------------------------------------------------------- strings and comments */

typedef enum inside { CODE, LINE_COMMENT, BLOCK_COMMENT, IN_STRING, IN_QUOTES } inside;

/* In what the offset stands; *begin: where that begins. */
static inside look_around(const char *text, size_t offset, bool is_dyad, size_t *begin)
{
    inside in = CODE;
    for (size_t i = 0; i < offset; i++) {
        const char c = text[i], next = text[i + 1];
        if (in == CODE) {
            *begin = i;
            if (c == '"')
                in = IN_STRING;
            else if (c == '\'')
                in = IN_QUOTES;
            else if (is_dyad ? c == '#' : c == '/' && next == '/')
                in = LINE_COMMENT;
            else if (!is_dyad && c == '/' && next == '*')
                in = BLOCK_COMMENT;
        } else if ((in == IN_STRING || in == IN_QUOTES) && c == '\\') {
            i++;
        } else if ((in == IN_STRING && c == '"') || (in == IN_QUOTES && c == '\'') ||
                   (in == LINE_COMMENT && (c == '\n' || c == '\r')) ||
                   (in == BLOCK_COMMENT && c == '/' && text[i - 1] == '*' && i > *begin + 2)) {
            in = CODE;
        }
    }
    return in;
}

/* Does "unit =" stand before the quotes? */
static bool is_unit(const char *text, size_t quotes)
{
    static const char *const names[] = {"unit", "displayUnit", "units"};
    size_t i = quotes;
    while (i > 0 && strchr(" \t", text[i - 1]))
        i--;
    if (i == 0 || text[i - 1] != '=')
        return false;
    i--;
    while (i > 0 && strchr(" \t", text[i - 1]))
        i--;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++) {
        const size_t length = strlen(names[k]);
        if (i >= length && memcmp(text + i - length, names[k], length) == 0)
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- the statement */

enum { MOST_TOKENS = 4096 }; /* of one statement; what stands before more of them is not looked at */

typedef struct sentence {
    eg_reader *r;
    eg_cursor *cursor;
    bool is_dyad;
    eg_token *tokens;
    int count;
    int brackets;
    int blocks;       /* Dyad: if, for and the like that are open, which end as components do */
    bool names_class; /* the token before was "model" or the like */
    bool ends_class;  /* the token before was "end" */
} sentence;

static bool is_class_word(eg_token_kind kind)
{
    return kind == EG_T_MODEL || kind == EG_T_BLOCK || kind == EG_T_PACKAGE || kind == EG_T_CLASS ||
           kind == EG_T_CONNECTOR || kind == EG_T_RECORD || kind == EG_T_FUNCTION || kind == EG_T_TYPE ||
           kind == EG_T_OPERATOR || kind == EG_T_COMPONENT || kind == EG_T_ANALYSIS || kind == EG_T_ENUM;
}

static void begin_anew(sentence *t, size_t at)
{
    t->count = t->brackets = 0;
    t->cursor->statement = at;
}

static bool begins_branch(const sentence *t, eg_token_kind kind)
{
    if (kind != EG_T_THEN && kind != EG_T_LOOP && kind != EG_T_ELSE)
        return false;
    const eg_token_kind first = t->count > 0 ? t->tokens[0].kind : kind;
    return kind == EG_T_LOOP || first == EG_T_IF || first == EG_T_WHEN || first == EG_T_ELSEIF ||
           first == EG_T_ELSEWHEN || first == EG_T_ELSE;
}

/* Words behind which something new begins. */
static bool take_section(sentence *t, const eg_token *token)
{
    eg_cursor *c = t->cursor;
    switch (token->kind) {
    case EG_T_EQUATION:
    case EG_T_RELATIONS:
    case EG_T_ALGORITHM:
        c->in_equations = true;
        c->in_algorithm = token->kind == EG_T_ALGORITHM;
        break;
    case EG_T_PUBLIC:
    case EG_T_PROTECTED: c->in_equations = c->in_algorithm = false; break;
    case EG_T_METADATA: break;
    default: return false;
    }
    begin_anew(t, token->end);
    return true;
}

/* "model Name", "end Name"; false: it is neither. */
static bool take_class(sentence *t, const eg_token *token)
{
    eg_cursor *c = t->cursor;
    if (t->names_class && token->kind == EG_T_NAME) {
        eg_list_add(t->r, &c->open, (void *)(uintptr_t)token->name);
        c->in_equations = c->in_algorithm = false;
        begin_anew(t, token->end);
        return true;
    }
    const bool is_block = t->is_dyad && t->count == 0 &&
                          (token->kind == EG_T_IF || token->kind == EG_T_FOR || token->kind == EG_T_SWITCH);
    t->blocks += is_block;
    if (t->is_dyad && token->kind == EG_T_END && t->blocks > 0) {
        t->blocks--;
        return false;
    }
    if (t->is_dyad ? token->kind != EG_T_END : !t->ends_class || token->kind != EG_T_NAME)
        return false;
    c->open.count -= c->open.count > 0;
    c->in_equations = c->in_algorithm = false;
    return true;
}

static void take_token(sentence *t, const eg_token *token, bool on_new_line)
{
    if (t->is_dyad && on_new_line && t->brackets == 0)
        begin_anew(t, token->at);
    const bool was_class = take_class(t, token);
    t->names_class = is_class_word(token->kind) && !t->ends_class;
    t->ends_class = token->kind == EG_T_END;
    if (was_class || take_section(t, token))
        return;
    t->brackets +=
        token->kind == EG_T_LEFT || token->kind == EG_T_LEFT_BRACE || token->kind == EG_T_LEFT_BRACKET;
    t->brackets -=
        token->kind == EG_T_RIGHT || token->kind == EG_T_RIGHT_BRACE || token->kind == EG_T_RIGHT_BRACKET;
    if (token->kind == EG_T_IS && t->count == 0 && t->cursor->open.count > 0 &&
        t->cursor->statement > 0) /* model Name = ... has no end */
        t->cursor->open.count--;
    if (token->kind == EG_T_SEMICOLON || begins_branch(t, token->kind) || t->count == MOST_TOKENS) {
        begin_anew(t, token->end);
        return;
    }
    t->tokens[t->count++] = *token;
}

/* ---------------------------------------------------------------- what it says */

/* The dotted name that ends before token `end`, without subscripts; "": none. *begin: its first token. */
static const char *name_before(const sentence *t, int end, int *begin)
{
    const char *name = "";
    int i = end - 1;
    *begin = end;
    for (;;) {
        int depth = 0;
        while (i >= 0 && (t->tokens[i].kind == EG_T_RIGHT_BRACKET || depth > 0)) {
            depth += t->tokens[i].kind == EG_T_RIGHT_BRACKET;
            depth -= t->tokens[i].kind == EG_T_LEFT_BRACKET;
            i--;
        }
        if (i < 0 || t->tokens[i].kind != EG_T_NAME)
            return name;
        name = eg_textf(t->r, "%s%s%s", t->tokens[i].name, *name ? "." : "", name);
        *begin = i--;
        if (i < 0 || t->tokens[i].kind != EG_T_DOT)
            return name;
        i--;
    }
}

/* Which parentheses are open at the end, the outermost first. */
static int open_parentheses(const sentence *t, int open[EG_CURSOR_DEPTH])
{
    int count = 0, depth = 0;
    int stack[EG_CURSOR_DEPTH];
    for (int i = 0; i < t->count; i++) {
        const eg_token_kind kind = t->tokens[i].kind;
        if (kind == EG_T_LEFT || kind == EG_T_LEFT_BRACE || kind == EG_T_LEFT_BRACKET) {
            if (depth < EG_CURSOR_DEPTH)
                stack[depth] = i;
            depth++;
        } else if (kind == EG_T_RIGHT || kind == EG_T_RIGHT_BRACE || kind == EG_T_RIGHT_BRACKET) {
            depth -= depth > 0;
        }
    }
    for (int i = 0; i < depth && i < EG_CURSOR_DEPTH; i++)
        open[count++] = stack[i];
    return count;
}

/* Of "prefix Type name(" or "name = Type(", "extends Type(" the type; NULL: it is a call. */
static const char *declared_type(const sentence *t, int parenthesis)
{
    int begin, before;
    const char *name = name_before(t, parenthesis, &begin);
    if (!*name)
        return NULL;
    const eg_token_kind kind = begin > 0 ? t->tokens[begin - 1].kind : EG_T_FINISH;
    if (kind == EG_T_EXTENDS || kind == EG_T_CONSTRAINEDBY || kind == EG_T_DOUBLE_COLON)
        return name;
    if (kind == EG_T_IS && !t->cursor->in_equations)
        return begin == 1 || t->is_dyad ? name : NULL; /* type X = Y( */
    const char *type = begin > 0 ? name_before(t, begin, &before) : "";
    return *type ? type : NULL;
}

/* name(inner(more( at the end: which modifiers are open. */
static bool take_modifiers(sentence *t, const int *open, int count)
{
    eg_cursor *c = t->cursor;
    int begin;
    c->type = declared_type(t, open[0]);
    if (!c->type)
        return false;
    for (int i = 1; i < count; i++) {
        if (t->tokens[open[i]].kind != EG_T_LEFT)
            return false;
        const char *name = name_before(t, open[i], &begin);
        const eg_token_kind before = begin > 0 ? t->tokens[begin - 1].kind : EG_T_FINISH;
        if (!*name ||
            (before != EG_T_LEFT && before != EG_T_COMMA && before != EG_T_EACH && before != EG_T_FINAL))
            return false;
        c->inner[c->depth++] = name;
    }
    return true;
}

static bool begins_argument(eg_token_kind kind)
{
    return kind == EG_T_LEFT || kind == EG_T_COMMA || kind == EG_T_EACH || kind == EG_T_FINAL;
}

static eg_cursor_place place_in_parentheses(sentence *t, const int *open, int count)
{
    eg_cursor *c = t->cursor;
    const eg_token *last = &t->tokens[t->count - 1];
    const int inner = open[count - 1];
    int begin;
    if (inner > 0 && t->tokens[inner - 1].kind == EG_T_CONNECT)
        return EG_CURSOR_PORT;
    if (take_modifiers(t, open, count)) {
        if (begins_argument(last->kind))
            return EG_CURSOR_MODIFIER;
        if (last->kind == EG_T_REDECLARE || last->kind == EG_T_REPLACEABLE)
            return EG_CURSOR_TYPE;
        for (int i = t->count - 1; i > inner && !c->modified; i--)
            if (t->tokens[i].kind == EG_T_IS)
                c->modified = name_before(t, i, &begin);
        return EG_CURSOR_EXPRESSION;
    }
    c->depth = 0;
    c->type = t->tokens[inner].kind == EG_T_LEFT ? name_before(t, inner, &begin) : NULL;
    c->is_call = c->type && *c->type && begins_argument(last->kind);
    return EG_CURSOR_EXPRESSION;
}

/* Words that stand before the name of a class. */
static bool precedes_type(eg_token_kind kind)
{
    switch (kind) {
    case EG_T_EXTENDS:
    case EG_T_IMPORT:
    case EG_T_PARAMETER:
    case EG_T_CONSTANT:
    case EG_T_INPUT:
    case EG_T_OUTPUT:
    case EG_T_FLOW:
    case EG_T_STREAM:
    case EG_T_DISCRETE:
    case EG_T_INNER:
    case EG_T_OUTER:
    case EG_T_FINAL:
    case EG_T_REDECLARE:
    case EG_T_REPLACEABLE:
    case EG_T_CONSTRAINEDBY:
    case EG_T_USING:
    case EG_T_DOUBLE_COLON: return true;
    default: return false;
    }
}

static eg_cursor_place place_of(sentence *t)
{
    eg_cursor *c = t->cursor;
    int open[EG_CURSOR_DEPTH], begin;
    if (t->names_class || t->ends_class)
        return EG_CURSOR_NOWHERE;
    if (t->count == 0)
        return c->open.count > 0 ? EG_CURSOR_STATEMENT : EG_CURSOR_CLASS;
    const eg_token *last = &t->tokens[t->count - 1];
    if (last->kind == EG_T_DOT) {
        const int around = open_parentheses(t, open);
        c->in_connect = around > 0 && open[0] > 0 && t->tokens[open[0] - 1].kind == EG_T_CONNECT;
        c->path = name_before(t, t->count - 1, &begin);
        return *c->path ? EG_CURSOR_MEMBER : EG_CURSOR_TYPE;
    }
    const int count = open_parentheses(t, open);
    if (count > 0)
        return place_in_parentheses(t, open, count);
    const bool is_value = c->in_equations || last->kind == EG_T_IF;
    if (!is_value && precedes_type(last->kind) &&
        !(t->is_dyad && last->kind != EG_T_DOUBLE_COLON && last->kind != EG_T_EXTENDS &&
          last->kind != EG_T_USING))
        return EG_CURSOR_TYPE;
    if (!is_value && last->kind == EG_T_IS && (t->is_dyad || t->count == 1))
        return EG_CURSOR_TYPE; /* ball = Mass, type X = Real */
    if (!is_value &&
        (last->kind == EG_T_NAME || last->kind == EG_T_RIGHT_BRACKET || precedes_type(last->kind)))
        return EG_CURSOR_NOWHERE; /* a name is given */
    if (last->kind == EG_T_NAME || last->kind == EG_T_NUMBER || last->kind == EG_T_STRING)
        return EG_CURSOR_NOWHERE;
    return EG_CURSOR_EXPRESSION;
}

static void read_sentence(sentence *t, eg_source *source)
{
    eg_lexer lexer;
    uint32_t end = 0;
    eg_lexer_start(&lexer, t->r, source);
    for (;;) {
        const eg_token token = eg_lexer_next(&lexer);
        if (token.kind == EG_T_FINISH)
            return;
        const char *between = source->text + end;
        const bool on_new_line =
            memchr(between, '\n', token.at - end) || memchr(between, '\r', token.at - end);
        take_token(t, &token, on_new_line);
        end = token.end;
    }
}

eg_cursor eg_cursor_at(eg_reader *r, const char *path, const char *text, size_t length, size_t offset)
{
    eg_cursor c = {.place = EG_CURSOR_NOWHERE, .path = ""};
    size_t begin = 0;
    const bool is_dyad = eg_source_is_dyad(path);
    eg_mentions_word(text, length, offset, &c.from, &c.to);
    const inside in = look_around(text, c.from, is_dyad, &begin);
    if (in == IN_STRING && is_unit(text, begin)) {
        c.place = EG_CURSOR_UNIT;
        c.from = begin + 1;
        c.to = offset;
    }
    c.typed = offset > c.from ? offset - c.from : 0;
    eg_source *source = eg_source_create(r->arena, path, text, c.from);
    sentence t = {.r = r, .cursor = &c, .is_dyad = is_dyad};
    t.tokens = eg_new_array(r, MOST_TOKENS, sizeof *t.tokens);
    if (in != CODE || !source || !t.tokens)
        return c;
    const bool begins_with_digit = text[c.from] >= '0' && text[c.from] <= '9';
    read_sentence(&t, source);
    if (is_dyad && t.brackets == 0 && source->length > 0 && t.count > 0) {
        const uint32_t end = t.tokens[t.count - 1].end;
        if (memchr(source->text + end, '\n', source->length - end))
            begin_anew(&t, c.from);
    }
    c.place = begins_with_digit ? EG_CURSOR_NOWHERE : place_of(&t);
    return c;
}
