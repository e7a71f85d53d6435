/* The text is gone through word by word. Each line is indented by the classes, branches and parentheses that
 * are open where it begins; inside of lines blanks are made one, or none where the language's authors write
 * none. */
#include "lsp/format.h"

#include "lsp/session.h"
#include "modelica/text/parser.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- words and comments */

/* A token, or a comment (kind EG_T_FINISH). */
typedef struct word {
    eg_token_kind kind;
    uint32_t at, end;
    int lines; /* ends of lines between the word before and this one */
} word;

typedef struct words {
    word *items;
    size_t count, capacity;
    bool failed;
} words;

static void add_word(words *w, word one)
{
    if (w->count == w->capacity) {
        const size_t capacity = w->capacity ? 2 * w->capacity : 1024;
        word *items = realloc(w->items, capacity * sizeof *items);
        if (!items) {
            w->failed = true;
            return;
        }
        w->items = items;
        w->capacity = capacity;
    }
    w->items[w->count++] = one;
}

/* Where a comment that begins at `at` ends. */
static uint32_t end_of_comment(const char *text, uint32_t at, uint32_t end)
{
    uint32_t i = at;
    if (text[at] == '/' && text[at + 1] == '*') {
        for (i += 2; i + 1 < end && !(text[i] == '*' && text[i + 1] == '/'); i++)
            continue;
        return i + 2 < end ? i + 2 : end;
    }
    while (i < end && text[i] != '\n' && text[i] != '\r')
        i++;
    while (i > at && (text[i - 1] == ' ' || text[i - 1] == '\t'))
        i--;
    return i;
}

/* The comments between two tokens; the lines before the token that follows. */
static int add_comments(words *w, const char *text, uint32_t from, uint32_t to)
{
    int lines = 0;
    for (uint32_t i = from; i < to;) {
        if (text[i] == '\n' || text[i] == '\r') {
            i += text[i] == '\r' && text[i + 1] == '\n' ? 2 : 1;
            lines++;
        } else if (text[i] == ' ' || text[i] == '\t' || (unsigned char)text[i] >= 0x80) {
            i++; /* a mark of the order of bytes, too */
        } else {
            const uint32_t end = end_of_comment(text, i, to);
            add_word(w, (word){.kind = EG_T_FINISH, .at = i, .end = end, .lines = lines});
            lines = 0;
            i = end;
        }
    }
    return lines;
}

static words read_words(eg_reader *r, eg_source *source)
{
    words w = {0};
    eg_lexer lexer;
    uint32_t end = 0;
    eg_lexer_start(&lexer, r, source);
    for (;;) {
        const eg_token token = eg_lexer_next(&lexer);
        const bool is_last = token.kind == EG_T_FINISH;
        const uint32_t at = is_last ? (uint32_t)source->length : token.at;
        const int lines = add_comments(&w, source->text, end, at);
        if (is_last)
            return w;
        add_word(&w, (word){.kind = token.kind, .at = token.at, .end = token.end, .lines = lines});
        end = token.end;
    }
}

/* ---------------------------------------------------------------- levels */

enum { DEEPEST = 250 }; /* more than the parser takes */

typedef struct layout {
    const eg_source *source;
    const words *w;
    FILE *out;
    const char *line_end;
    int width;
    bool is_dyad;

    int depth; /* of classes and branches that are open */
    bool is_class[DEEPEST];
    int brackets;          /* open, and on how many different lines */
    int line_of[DEEPEST];  /* on which line each of them was opened, */
    bool is_list[DEEPEST]; /* and is it a brace or a bracket? */
    bool in_list;          /* the innermost one that is open is */
    int line;
    eg_token_kind first; /* of the statement; EG_T_FINISH: none has begun */
    eg_token_kind last;  /* the token before */
    bool ends;           /* that was "end", at the beginning of a statement */
    bool in_equations;   /* behind "equation", "algorithm" or "relations" */
} layout;

static bool is_open(eg_token_kind kind)
{
    return kind == EG_T_LEFT || kind == EG_T_LEFT_BRACE || kind == EG_T_LEFT_BRACKET;
}

static bool is_close(eg_token_kind kind)
{
    return kind == EG_T_RIGHT || kind == EG_T_RIGHT_BRACE || kind == EG_T_RIGHT_BRACKET;
}

static bool is_class_word(eg_token_kind kind)
{
    switch (kind) {
    case EG_T_CLASS:
    case EG_T_MODEL:
    case EG_T_BLOCK:
    case EG_T_CONNECTOR:
    case EG_T_RECORD:
    case EG_T_TYPE:
    case EG_T_PACKAGE:
    case EG_T_FUNCTION:
    case EG_T_OPERATOR: return true;
    default: return false;
    }
}

static bool is_section(eg_token_kind kind)
{
    return kind == EG_T_EQUATION || kind == EG_T_ALGORITHM || kind == EG_T_PUBLIC || kind == EG_T_PROTECTED ||
           kind == EG_T_RELATIONS;
}

static bool is_branch(eg_token_kind kind)
{
    return kind == EG_T_ELSE || kind == EG_T_ELSEIF || kind == EG_T_ELSEWHEN;
}

static const word *token_from(const layout *l, size_t i)
{
    while (i < l->w->count && l->w->items[i].kind == EG_T_FINISH)
        i++;
    return i < l->w->count ? &l->w->items[i] : NULL;
}

static eg_token_kind kind_behind(const layout *l, size_t i)
{
    const word *next = token_from(l, i + 1);
    return next ? next->kind : EG_T_FINISH;
}

/* "model Name" that is no "model Name = ...": word i is the keyword before the name. */
static bool has_body(const layout *l, size_t i)
{
    const word *items = l->w->items;
    const word *name = token_from(l, i + 1);
    if (name && name->kind == EG_T_EXTENDS)
        name = token_from(l, (size_t)(name - items) + 1);
    if (!name || name->kind != EG_T_NAME)
        return false;
    const word *behind = token_from(l, (size_t)(name - items) + 1);
    return !behind || behind->kind != EG_T_IS;
}

static bool opens_dyad_class(const layout *l, size_t i)
{
    const eg_token_kind kind = l->w->items[i].kind;
    return kind == EG_T_COMPONENT || kind == EG_T_ANALYSIS || (kind == EG_T_CONNECTOR && has_body(l, i));
}

/* Statements that open a level. */
static bool opens_branch(const layout *l, eg_token_kind kind)
{
    if (l->first != EG_T_FINISH)
        return false;
    if (kind == EG_T_IF || kind == EG_T_FOR)
        return true;
    return l->is_dyad ? kind == EG_T_SWITCH : kind == EG_T_WHEN || kind == EG_T_WHILE;
}

/* Behind "then" and the like a statement begins. */
static bool ends_head(const layout *l, eg_token_kind kind)
{
    const bool of_branch =
        l->first == EG_T_IF || l->first == EG_T_WHEN || l->first == EG_T_ELSEIF || l->first == EG_T_ELSEWHEN;
    if (kind == EG_T_THEN)
        return of_branch;
    if (kind == EG_T_LOOP)
        return l->first == EG_T_FOR || l->first == EG_T_WHILE;
    return kind == EG_T_ELSE && l->first == EG_T_ELSE;
}

static void open_level(layout *l, bool is_class)
{
    if (l->depth < DEEPEST - 1) {
        l->depth++;
        l->is_class[l->depth] = is_class;
        l->in_equations = l->in_equations && !is_class;
    }
}

static void close_level(layout *l)
{
    l->in_equations = l->in_equations && !l->is_class[l->depth];
    l->depth -= l->depth > 0;
}

/* What word i does to the levels, once it is written. */
static void follow(layout *l, size_t i)
{
    const eg_token_kind kind = l->w->items[i].kind;
    const bool begins = l->first == EG_T_FINISH;
    const bool is_whole = l->brackets == 0;
    if (is_open(kind) && l->brackets < DEEPEST) {
        l->line_of[l->brackets] = l->line;
        l->is_list[l->brackets++] = kind != EG_T_LEFT;
    }
    l->brackets -= is_close(kind) && l->brackets > 0;
    l->in_list = l->brackets > 0 && l->is_list[l->brackets - 1];
    if (is_section(kind))
        l->in_equations = kind != EG_T_PUBLIC && kind != EG_T_PROTECTED;
    if (l->is_dyad ? opens_dyad_class(l, i) : is_whole && !l->ends && is_class_word(kind) && has_body(l, i))
        open_level(l, true);
    else if (is_whole && !l->ends && opens_branch(l, kind))
        open_level(l, false);
    if (begins)
        l->first = kind;
    const bool is_end = begins && kind == EG_T_END;
    if (kind == EG_T_SEMICOLON ? is_whole : is_whole && (is_section(kind) || ends_head(l, kind)))
        l->first = EG_T_FINISH;
    /* Behind the head of a class its first element begins. */
    if (l->ends && l->is_dyad)
        l->first = EG_T_FINISH;
    l->ends = is_end;
    l->last = kind;
}

/* Behind "model Name" and the text that says what it is a declaration begins. */
static bool ends_class_head(const layout *l, size_t i)
{
    size_t k = i;
    const word *items = l->w->items;
    while (k > 0 && (items[k - 1].kind == EG_T_FINISH || items[k - 1].kind == EG_T_STRING ||
                     items[k - 1].kind == EG_T_PLUS))
        k--;
    if (k == 0 || items[k - 1].kind != EG_T_NAME)
        return false;
    k--;
    while (k > 0 && (items[k - 1].kind == EG_T_FINISH || items[k - 1].kind == EG_T_EXTENDS))
        k--;
    return k > 0 && is_class_word(items[k - 1].kind) && has_body(l, k - 1) &&
           (k < 2 || items[k - 2].kind != EG_T_END) && items[i].kind != EG_T_STRING &&
           items[i].kind != EG_T_PLUS;
}

/* Words behind which a line of Dyad goes on on the next one. */
static bool goes_on(eg_token_kind kind)
{
    switch (kind) {
    case EG_T_PLUS:
    case EG_T_MINUS:
    case EG_T_STAR:
    case EG_T_SLASH:
    case EG_T_CARET:
    case EG_T_COMMA:
    case EG_T_IS:
    case EG_T_DOT:
    case EG_T_EQUAL:
    case EG_T_LESS:
    case EG_T_GREATER:
    case EG_T_AND:
    case EG_T_OR: return true;
    default: return false;
    }
}

static int lines_of_brackets(const layout *l, int count)
{
    int lines = 0;
    for (int i = 0; i < count; i++)
        lines += i == 0 || l->line_of[i] != l->line_of[i - 1];
    return lines;
}

/* How deep the line stands that begins with word i. */
static int level_of(const layout *l, size_t i)
{
    const word *items = l->w->items;
    const word *token = token_from(l, i);
    const bool is_comment = items[i].kind == EG_T_FINISH;
    const eg_token_kind kind = token ? token->kind : EG_T_FINISH;
    if (l->brackets > 0) {
        const int open = l->brackets - (!is_comment && is_close(kind));
        return l->depth + lines_of_brackets(l, open);
    }
    if (l->first != EG_T_FINISH) { /* the statement goes on */
        const bool closes =
            !is_comment && (kind == EG_T_THEN || kind == EG_T_LOOP) && l->depth > 0 && !l->is_class[l->depth];
        return closes ? l->depth - 1 : l->depth + 1;
    }
    if (is_comment && kind != EG_T_END)
        return l->depth;
    const bool is_initial =
        kind == EG_T_INITIAL && token && is_section(kind_behind(l, (size_t)(token - items)));
    if (!is_comment && (kind == EG_T_END || is_section(kind) || is_initial || is_branch(kind) ||
                        (l->is_dyad && (kind == EG_T_METADATA || is_initial))))
        return l->depth > 0 ? l->depth - 1 : 0;
    return l->depth;
}

/* ---------------------------------------------------------------- blanks */

static bool is_written_apart(eg_token_kind kind)
{
    return kind == EG_T_IS || kind == EG_T_ASSIGN;
}

/* Blanks between word i and the one before, on one line. */
static int blanks_before(const layout *l, size_t i)
{
    const word *items = l->w->items, *now = &items[i], *before = &items[i - 1];
    const int there = (int)(now->at - before->end);
    if (now->kind == EG_T_FINISH) /* comments may stand one below the other */
        return there > 0 ? there : 1;
    if (before->kind == EG_T_FINISH)
        return there > 0 ? 1 : 0;
    if (now->kind == EG_T_SEMICOLON || now->kind == EG_T_COMMA || is_close(now->kind))
        return 0;
    if (is_open(before->kind))
        return 0;
    if (before->kind == EG_T_SEMICOLON)
        return l->brackets == 0 || there > 0;
    if (before->kind == EG_T_COMMA)
        return !l->in_list || there > 0;
    if (is_written_apart(now->kind) || is_written_apart(before->kind)) {
        const size_t sign = is_written_apart(now->kind) ? i : i - 1;
        const bool is_apart = items[sign].at > items[sign - 1].end ||
                              (sign + 1 < l->w->count && items[sign + 1].at > items[sign].end);
        return (l->brackets == 0 && l->in_equations) || is_apart;
    }
    return there > 0;
}

static void put_blanks(const layout *l, int count)
{
    for (int i = 0; i < count; i++)
        fputc(' ', l->out);
}

static void put_word(layout *l, size_t i)
{
    const word *now = &l->w->items[i];
    if (i > 0 && now->lines > 0) {
        enum { MOST_LINES = 2 };
        for (int k = 0; k < now->lines && k < MOST_LINES; k++)
            fputs(l->line_end, l->out);
        l->line++;
    }
    if (i == 0 || now->lines > 0)
        put_blanks(l, l->width * level_of(l, i));
    else
        put_blanks(l, blanks_before(l, i));
    fwrite(l->source->text + now->at, 1, now->end - now->at, l->out);
}

static void lay_out(layout *l)
{
    for (size_t i = 0; i < l->w->count; i++) {
        const word *now = &l->w->items[i];
        const bool is_token = now->kind != EG_T_FINISH;
        if (l->is_dyad && is_token && now->lines > 0 && l->brackets == 0 && !goes_on(l->last) &&
            now->kind != EG_T_PIPE)
            l->first = EG_T_FINISH; /* a line is a statement */
        if (!l->is_dyad && l->brackets == 0 && now->kind != EG_T_STRING && ends_class_head(l, i))
            l->first = EG_T_FINISH;
        put_word(l, i);
        if (!is_token)
            continue;
        if (l->brackets == 0 && l->first == EG_T_FINISH && now->kind == EG_T_END)
            close_level(l);
        follow(l, i);
    }
    if (l->w->count > 0)
        fputs(l->line_end, l->out);
}

/* ---------------------------------------------------------------- the same text? */

static bool is_same(const words *a, const char *of_a, const words *b, const char *of_b, bool is_dyad)
{
    if (a->count != b->count || a->failed || b->failed)
        return false;
    for (size_t i = 0; i < a->count; i++) {
        const word *x = &a->items[i], *y = &b->items[i];
        const size_t length = x->end - x->at;
        if (x->kind != y->kind || length != y->end - y->at || memcmp(of_a + x->at, of_b + y->at, length) != 0)
            return false;
        if (is_dyad && (x->lines > 0) != (y->lines > 0) && i > 0)
            return false;
    }
    return true;
}

static const char *line_end_of(const char *text, size_t length)
{
    const size_t i = strcspn(text, "\r\n");
    if (i < length && text[i] == '\r')
        return text[i + 1] == '\n' ? "\r\n" : "\r";
    return "\n";
}

static eg_format_status format(eg_text_view *view, const char *name, int width, char **formatted)
{
    eg_reader *r = &view->r;
    eg_source *source = view->source;
    size_t size = 0;
    words before = read_words(r, source), after = {0};
    layout l = {.source = source,
                .w = &before,
                .line_end = line_end_of(source->text, source->length),
                .width = width,
                .is_dyad = eg_source_is_dyad(name),
                .first = EG_T_FINISH,
                .last = EG_T_FINISH};
    eg_format_status status = EG_FORMAT_FAILED;
    l.out = before.failed ? NULL : open_memstream(formatted, &size);
    if (l.out) {
        const bool has_mark = source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0;
        fputs(has_mark ? "\xEF\xBB\xBF" : "", l.out);
        lay_out(&l);
        eg_source *result = fclose(l.out) == 0 ? eg_source_create(r->arena, name, *formatted, size) : NULL;
        if (result) {
            after = read_words(r, result);
            if (is_same(&before, source->text, &after, result->text, l.is_dyad))
                status = EG_FORMAT_DONE;
        }
    }
    free(before.items);
    free(after.items);
    return status;
}

eg_format_status eg_format_text(const char *name, const char *text, size_t length, int width,
                                char **formatted)
{
    const eg_read_options options = eg_read_options_default();
    eg_format_status status = EG_FORMAT_FAILED;
    *formatted = NULL;
    eg_text_view *view = eg_text_view_create(name, false, text, length, &options);
    if (view)
        status = view->syntax_errors > 0 ? EG_FORMAT_WRONG : format(view, name, width, formatted);
    eg_text_view_free(view);
    if (status != EG_FORMAT_DONE) {
        free(*formatted);
        *formatted = NULL;
    }
    return status;
}

/* ---------------------------------------------------------------- the answer */

/* One edit, of what lies between the first and the last difference. */
static json_t *difference(eg_source *source, const char *formatted)
{
    const char *old = source->text;
    size_t same = 0, from_old = source->length, from_new = strlen(formatted);
    while (old[same] && old[same] == formatted[same])
        same++;
    while (same > 0 && ((unsigned char)old[same] & 0xC0) == 0x80) /* not inside of a character */
        same--;
    while (from_old > same && from_new > same && old[from_old - 1] == formatted[from_new - 1])
        from_old--, from_new--;
    while (from_old < source->length && ((unsigned char)old[from_old] & 0xC0) == 0x80)
        from_old++, from_new++;
    if (from_old == same && from_new == same)
        return json_array();
    return json_pack("[{s:o, s:s%}]", "range", eg_position_range(source, same, from_old), "newText",
                     formatted + same, from_new - same);
}

json_t *eg_lsp_format(eg_session *s, const json_t *params, const char **refusal)
{
    enum { WIDEST = 16, USUAL = 2 };
    const json_t *size = json_object_get(json_object_get(params, "options"), "tabSize");
    json_int_t width = json_is_integer(size) ? json_integer_value(size) : USUAL;
    char *formatted;
    eg_document *d = eg_session_document_of(s, params);
    eg_text_view *view = d ? eg_session_view(s, d) : NULL;
    if (!view)
        return NULL;
    if (width < 0 || width > WIDEST)
        width = USUAL;
    const eg_format_status status = eg_format_text(d->path, d->text, d->length, (int)width, &formatted);
    if (status == EG_FORMAT_WRONG)
        *refusal = "the text has errors of syntax: mend these first";
    else if (status == EG_FORMAT_FAILED)
        *refusal = "the text cannot be laid out otherwise without changing what it says";
    if (*refusal)
        return NULL;
    json_t *edits = difference(view->source, formatted);
    free(formatted);
    return edits;
}
