/* The lexer looks at every byte once, in order. Names are interned before keywords are told from them:
 * a keyword is a name whose interned text is in the table of keywords. */
#include "modelica/text/lexer.h"

#include <string.h>

#include "base/number.h"

static const char *const spellings[EG_TOKEN_KINDS] = {
#define SPELLING(name, text) [EG_T_##name] = text,
    EG_KEYWORD_LIST(SPELLING) EG_SYMBOL_LIST(SPELLING) EG_DYAD_KEYWORD_LIST(SPELLING)
        EG_DYAD_SYMBOL_LIST(SPELLING) EG_SIDOPS_SYMBOL_LIST(SPELLING)
#undef SPELLING
};

const char *eg_token_kind_text(eg_token_kind kind)
{
    return spellings[kind] ? spellings[kind] : "";
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* Signs of Unicode that are no letters: those of mathematics (U+2200 to U+22FF), and those of products and
 * quotients. */
static bool is_sign(const char *text)
{
    unsigned char first = (unsigned char)text[0], second = (unsigned char)text[1];
    return (first == 0xE2 && second >= 0x88 && second <= 0x8B) ||
           (first == 0xC3 && (second == 0x97 || second == 0xB7));
}

/* Does a letter of a name stand at `text`? Names in Dyad and SIDOPS may have letters of any script. */
static inline bool is_name_letter(const eg_lexer *lexer, const char *text)
{
    return is_letter(*text) ||
           ((unsigned char)*text >= 0x80 && (lexer->is_dyad || lexer->is_sidops) && !is_sign(text));
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* The text ends with a NUL that belongs to no token, so looking one byte ahead is always allowed. */
static char at(const eg_lexer *lexer, uint32_t offset)
{
    return lexer->source->text[offset];
}

void eg_lexer_start(eg_lexer *lexer, eg_reader *r, eg_source *source)
{
    bool has_mark = source->length >= 3 && memcmp(source->text, "\xEF\xBB\xBF", 3) == 0;
    *lexer = (eg_lexer){.r = r,
                        .source = source,
                        .at = has_mark ? 3 : 0,
                        .is_dyad = eg_source_is_dyad(source->name),
                        .is_sidops = eg_source_is_sidops(source->name)};
}

/* ---------------------------------------------------------------- what is skipped */

static void skip_block_comment(eg_lexer *lexer)
{
    uint32_t start = lexer->at;
    const char *text = lexer->source->text, *end = text + lexer->source->length;
    const char *c = text + start + 2;
    while ((c = memchr(c, '*', (size_t)(end - c))) != NULL && c[1] != '/')
        c++;
    if (c) {
        lexer->at = (uint32_t)(c - text) + 2;
        return;
    }
    eg_error(lexer->r, lexer->source, start, "this comment has no end");
    eg_hint(lexer->r, "close it with \"*/\"");
    lexer->at = (uint32_t)lexer->source->length;
}

/* In SIDOPS the end of an implementation may stand behind a remark: 20-sim adds it to the last line. */
static void skip_line(eg_lexer *lexer)
{
    const char *from = lexer->source->text + lexer->at;
    size_t length = strcspn(from, "\n\r");
    for (size_t i = 0; lexer->is_sidops && i < length; i++)
        if (from[i] == 'i' && strncmp(from + i, "implementation_end;", 19) == 0)
            length = i;
    lexer->at += (uint32_t)length;
}

static bool begins_line(const eg_lexer *lexer)
{
    uint32_t i = lexer->at;
    while (i > 0 && (at(lexer, i - 1) == ' ' || at(lexer, i - 1) == '\t'))
        i--;
    return i == 0 || at(lexer, i - 1) == '\n' || at(lexer, i - 1) == '\r';
}

/* Lines of # that nothing parts from the token document it; what stands behind something on its line does
 * not. */
static void skip_dyad_space(eg_lexer *lexer, eg_token *token)
{
    for (int ends = 0;;) {
        char c = at(lexer, lexer->at);
        if (c == '#') {
            if (!token->has_doc || ends > 1)
                token->doc = lexer->at;
            token->has_doc = begins_line(lexer);
            ends = 0;
            skip_line(lexer);
        } else if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            ends += c == '\n';
            lexer->at++;
        } else {
            token->has_doc = token->has_doc && ends <= 1;
            return;
        }
    }
}

static void skip_space(eg_lexer *lexer, eg_token *token)
{
    if (lexer->is_dyad) {
        skip_dyad_space(lexer, token);
        return;
    }
    for (;;) {
        const char *text = lexer->source->text + lexer->at, *behind = text;
        while (*behind == ' ' || *behind == '\n' || *behind == '\t' || *behind == '\r')
            behind++;
        lexer->at += (uint32_t)(behind - text);
        const char c = *behind;
        if (c == '/' && at(lexer, lexer->at + 1) == '/')
            skip_line(lexer);
        else if (c == '/' && at(lexer, lexer->at + 1) == '*')
            skip_block_comment(lexer);
        else
            return;
    }
}

/* ---------------------------------------------------------------- names */

/* The first and the last keyword with a letter; most names have none that begins as they do. */
static const struct {
    eg_token_kind first, last;
} by_letter['z' - 'a' + 1] = {['a' - 'a'] = {EG_T_ALGORITHM, EG_T_ANNOTATION},
                              ['b' - 'a'] = {EG_T_BLOCK, EG_T_BREAK},
                              ['c' - 'a'] = {EG_T_CLASS, EG_T_CONSTRAINEDBY},
                              ['d' - 'a'] = {EG_T_DER, EG_T_DISCRETE},
                              ['e' - 'a'] = {EG_T_EACH, EG_T_EXTERNAL},
                              ['f' - 'a'] = {EG_T_FALSE, EG_T_FUNCTION},
                              ['i' - 'a'] = {EG_T_IF, EG_T_INPUT},
                              ['l' - 'a'] = {EG_T_LOOP, EG_T_LOOP},
                              ['m' - 'a'] = {EG_T_MODEL, EG_T_MODEL},
                              ['n' - 'a'] = {EG_T_NOT, EG_T_NOT},
                              ['o' - 'a'] = {EG_T_OPERATOR, EG_T_OUTPUT},
                              ['p' - 'a'] = {EG_T_PACKAGE, EG_T_PURE},
                              ['r' - 'a'] = {EG_T_RECORD, EG_T_RETURN},
                              ['s' - 'a'] = {EG_T_STREAM, EG_T_STREAM},
                              ['t' - 'a'] = {EG_T_THEN, EG_T_TYPE},
                              ['w' - 'a'] = {EG_T_WHEN, EG_T_WITHIN}};

static eg_token_kind keyword(const char *name, size_t length)
{
    if (length < 2 || length > 13 || name[0] < 'a' || name[0] > 'z')
        return EG_T_NAME;
    const int letter = name[0] - 'a';
    for (eg_token_kind k = by_letter[letter].first; k && k <= by_letter[letter].last; k++)
        if (spellings[k][1] == name[1] && strcmp(spellings[k], name) == 0)
            return k;
    return EG_T_NAME;
}

/* Of Modelica's keywords Dyad knows these. */
static eg_token_kind dyad_keyword(const char *name)
{
    static const eg_token_kind shared[] = {
        EG_T_AND,     EG_T_CONNECT,  EG_T_CONNECTOR, EG_T_CONSTANT, EG_T_ELSE,   EG_T_ELSEIF,    EG_T_END,
        EG_T_EXTENDS, EG_T_EXTERNAL, EG_T_FALSE,     EG_T_FINAL,    EG_T_FLOW,   EG_T_FOR,       EG_T_IF,
        EG_T_IN,      EG_T_INITIAL,  EG_T_INPUT,     EG_T_OR,       EG_T_OUTPUT, EG_T_PARAMETER, EG_T_PARTIAL,
        EG_T_STREAM,  EG_T_THEN,     EG_T_TRUE,      EG_T_TYPE};
    for (size_t i = 0; i < sizeof shared / sizeof *shared; i++)
        if (strcmp(spellings[shared[i]], name) == 0)
            return shared[i];
    for (eg_token_kind k = EG_T_ANALYSIS; k <= EG_T_VARIABLE; k++)
        if (strcmp(spellings[k], name) == 0)
            return k;
    return EG_T_NAME;
}

bool eg_is_dyad_keyword(const char *name)
{
    return dyad_keyword(name) != EG_T_NAME;
}

bool eg_is_keyword(const char *name)
{
    return keyword(name, strlen(name)) != EG_T_NAME;
}

/* The name that one in Dyad stands for. */
static const char *behind_alias(const eg_lexer *lexer, const char *name)
{
    for (size_t i = 0; lexer->aliases && i + 1 < lexer->aliases->count; i += 2)
        if (lexer->aliases->items[i] == name)
            return lexer->aliases->items[i + 1];
    return NULL;
}

static void finish_name(eg_lexer *lexer, eg_token *token)
{
    size_t length = token->end - token->at;
    const char *text = lexer->source->text + token->at;
    if (length > EG_NAME_LIMIT) {
        eg_error(lexer->r, lexer->source, token->at, "this name has %zu bytes; at most %d are allowed",
                 length, EG_NAME_LIMIT);
        eg_hint(lexer->r, "write a shorter one; a quote that is not closed makes long names, too");
        length = EG_NAME_LIMIT;
        while (length > 0 && ((unsigned char)text[length] & 0xC0) == 0x80)
            length--;
    }
    token->name = eg_symbol_of(lexer->r, text, length);
    token->kind = token->name ? EG_T_NAME : EG_T_FINISH;
}

static void lex_name(eg_lexer *lexer, eg_token *token)
{
    const char *text = lexer->source->text, *behind = text + lexer->at;
    while (is_letter(*behind) || is_digit(*behind) || is_name_letter(lexer, behind))
        behind++;
    token->end = lexer->at = (uint32_t)(behind - text);
    finish_name(lexer, token);
    if (token->kind != EG_T_NAME || lexer->is_sidops)
        return;
    const char *meant = behind_alias(lexer, token->name);
    if (meant)
        token->name = meant;
    else
        token->kind =
            lexer->is_dyad ? dyad_keyword(token->name) : keyword(token->name, token->end - token->at);
}

/* ---------------------------------------------------------------- strings and 'quoted names' */

static const char escapes[] = "'\"?\\abfnrtv";
static const char escaped[] = "'\"?\\\a\b\f\n\r\t\v";

/* Reads to the closing quote. A line that ends inside a 'quoted name' ends it. */
static bool lex_quoted(eg_lexer *lexer, char quote)
{
    uint32_t start = lexer->at++;
    for (;;) {
        const char *from = lexer->source->text + lexer->at, *stop = from;
        while (*stop != quote && *stop != '\\' && *stop != '\0' && *stop != '\n' && *stop != '\r')
            stop++;
        lexer->at += (uint32_t)(stop - from);
        const char c = *stop;
        if (lexer->at >= lexer->source->length || (quote == '\'' && (c == '\n' || c == '\r'))) {
            eg_error(lexer->r, lexer->source, start,
                     quote == '"' ? "this string has no end" : "this name has no end");
            eg_hint(lexer->r,
                    lexer->is_dyad && quote == '\'' ? "close it with %c; a derivative is der(x)"
                                                    : "close it with %c",
                    quote);
            return false;
        }
        lexer->at++;
        if (c == quote)
            return true;
        if (c != '\\')
            continue;
        char next = at(lexer, lexer->at);
        if (lexer->is_dyad && next != '\0') {
            lexer->at++;
        } else if (next == '\0' || !strchr(escapes, next)) {
            eg_error(lexer->r, lexer->source, lexer->at - 1,
                     "a backslash cannot stand before this character");
            eg_hint(lexer->r, "write two backslashes for one");
        } else {
            lexer->at++;
        }
    }
}

/* SIDOPS: 'text' or "text", over any number of lines; a backslash is one. */
static bool lex_plain_text(eg_lexer *lexer, char quote)
{
    uint32_t start = lexer->at;
    const char *text = lexer->source->text, *end = strchr(text + start + 1, quote);
    if (!end) {
        eg_error(lexer->r, lexer->source, start, "this text has no end");
        eg_hint(lexer->r, "close it with %c", quote);
        lexer->at = (uint32_t)lexer->source->length;
        return false;
    }
    lexer->at = (uint32_t)(end - text) + 1;
    return true;
}

/* """text""": the text as it stands, over any number of lines. */
static bool lex_triple(eg_lexer *lexer)
{
    uint32_t start = lexer->at;
    const char *end = strstr(lexer->source->text + start + 3, "\"\"\"");
    if (!end) {
        eg_error(lexer->r, lexer->source, start, "this string has no end");
        eg_hint(lexer->r, "close it with \"\"\"");
        lexer->at = (uint32_t)lexer->source->length;
        return false;
    }
    lexer->at = (uint32_t)(end - lexer->source->text) + 3;
    return true;
}

/* The text between the quotes of """...""", without the space around it. */
static const char *triple_text(eg_lexer *lexer, const eg_token *token)
{
    const char *from = lexer->source->text + token->at + 3;
    const char *end = lexer->source->text + token->end - 3;
    while (from < end && strchr(" \t\r\n", *from))
        from++;
    while (end > from && strchr(" \t\r\n", end[-1]))
        end--;
    return eg_textf(lexer->r, "%.*s", (int)(end - from), from);
}

const char *eg_token_text(eg_lexer *lexer, const eg_token *token)
{
    const char *from = lexer->source->text + token->at + 1;
    const char *end = lexer->source->text + token->end - 1;
    if (lexer->is_dyad && token->end - token->at >= 6 && strncmp(from, "\"\"", 2) == 0)
        return triple_text(lexer, token);
    if (lexer->is_sidops)
        return eg_textf(lexer->r, "%.*s", (int)(end > from ? end - from : 0), from);
    char *text = eg_new(lexer->r, (size_t)(end > from ? end - from : 0) + 1);
    if (!text)
        return NULL;
    size_t length = 0;
    while (from < end) {
        const char *escape = *from == '\\' && from + 1 < end ? strchr(escapes, from[1]) : NULL;
        if (escape && *escape) {
            text[length++] = escaped[escape - escapes];
            from += 2;
        } else {
            text[length++] = *from++;
        }
    }
    text[length] = '\0';
    return text;
}

/* ---------------------------------------------------------------- numbers */

static void skip_digits(eg_lexer *lexer)
{
    while (is_digit(at(lexer, lexer->at)))
        lexer->at++;
}

static bool has_exponent(const eg_lexer *lexer)
{
    char c = at(lexer, lexer->at);
    if (c != 'e' && c != 'E')
        return false;
    char next = at(lexer, lexer->at + 1);
    if (next == '+' || next == '-')
        next = at(lexer, lexer->at + 2);
    return is_digit(next);
}

/* The power of ten that a metric prefix behind a number stands for, *bytes long; 0 when there is none. */
static int metric_prefix(const eg_lexer *lexer, uint32_t *bytes)
{
    static const struct {
        const char *prefix;
        int power;
    } table[] = {{"da", 1},  {"Q", 30},        {"R", 27},  {"Y", 24}, {"Z", 21},  {"E", 18},  {"P", 15},
                 {"T", 12},  {"G", 9},         {"M", 6},   {"k", 3},  {"h", 2},   {"d", -1},  {"c", -2},
                 {"m", -3},  {"\xCE\xBC", -6}, {"u", -6},  {"n", -9}, {"p", -12}, {"f", -15}, {"a", -18},
                 {"z", -21}, {"y", -24},       {"r", -27}, {"q", -30}};
    const char *text = lexer->source->text + lexer->at;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        size_t length = strlen(table[i].prefix);
        if (strncmp(text, table[i].prefix, length) != 0 || is_name_letter(lexer, text + length) ||
            is_digit(text[length]))
            continue;
        *bytes = (uint32_t)length;
        return table[i].power;
    }
    return 0;
}

/* What is written from `from` up to where the lexer is, without underscores. */
static const char *written(eg_lexer *lexer, uint32_t from)
{
    const char *text = eg_textf(lexer->r, "%.*s", (int)(lexer->at - from), lexer->source->text + from);
    size_t length = 0;
    char *plain = eg_new(lexer->r, strlen(text) + 1);
    for (const char *c = text; plain && *c; c++)
        if (*c != '_')
            plain[length++] = *c;
    return plain ? plain : text;
}

/* 1.5k is 1.5e3, read as such: a product would be rounded twice. */
static void lex_prefix(eg_lexer *lexer, eg_token *token)
{
    uint32_t bytes = 0;
    int power = metric_prefix(lexer, &bytes);
    if (power == 0)
        return;
    const char *text = eg_textf(lexer->r, "%se%d", written(lexer, token->at), power);
    eg_number_read(text, text + strlen(text), &token->number);
    token->is_integer = false;
    lexer->at += bytes;
}

/* Dyad: 0x1F, 0o17, 0b101. */
static bool lex_based(eg_lexer *lexer, eg_token *token)
{
    const char *text = lexer->source->text + lexer->at;
    const char letter = text[0] == '0' ? text[1] : '\0';
    int base = 0;
    if (letter == 'x')
        base = 16;
    else if (letter == 'o')
        base = 8;
    else if (letter == 'b')
        base = 2;
    static const char digits[] = "0123456789abcdef";
    double number = 0;
    uint32_t length = 2;
    for (const char *digit; base && text[length]; length++) {
        char c = text[length];
        digit = memchr(digits, c >= 'A' && c <= 'F' ? c - 'A' + 'a' : c, (size_t)base);
        if (!digit && c != '_')
            break;
        number = c == '_' ? number : number * base + (double)(digit - digits);
    }
    if (!base)
        return false;
    *token = (eg_token){.kind = EG_T_NUMBER, .at = token->at, .number = number, .is_integer = true};
    lexer->at += length;
    if (length == 2) {
        eg_error(lexer->r, lexer->source, token->at, "this number has no digits");
        eg_hint(lexer->r, "write 0x1F, 0o17 or 0b101");
    } else if (number > 9007199254740992.0) {
        eg_error(lexer->r, lexer->source, token->at, "this whole number is too large");
        eg_hint(lexer->r, "the largest whole number is 2^53");
        token->number = 0;
    }
    return true;
}

/* Digits; in Dyad with an underscore between any two of them. */
static void skip_digits_of(eg_lexer *lexer)
{
    skip_digits(lexer);
    while (lexer->is_dyad && at(lexer, lexer->at) == '_' && is_digit(at(lexer, lexer->at + 1)) &&
           is_digit(at(lexer, lexer->at - 1))) {
        lexer->at++;
        skip_digits(lexer);
    }
}

/* Dyad: 1f0, 2.5f3 have the precision of Float32; "f" alone is a metric prefix. 2.5f-1 could be either, a
 * quarter or 2.5e-15 less 1. */
static void lex_single(eg_lexer *lexer, eg_token *token)
{
    if (at(lexer, lexer->at) != 'f')
        return;
    const char sign = at(lexer, lexer->at + 1);
    if ((sign == '-' || sign == '+') && is_digit(at(lexer, lexer->at + 2))) {
        eg_error(lexer->r, lexer->source, token->at,
                 "\"f%c\" could be an exponent, or the prefix femto and a sign", sign);
        eg_hint(lexer->r, "write 2.5e-1, or 2.5f - 1 with spaces");
        return;
    }
    if (!is_digit(sign))
        return;
    const char *mantissa = written(lexer, token->at);
    uint32_t exponent = ++lexer->at;
    skip_digits(lexer);
    const char *text = eg_textf(lexer->r, "%se%s", mantissa, written(lexer, exponent));
    eg_number_read(text, text + strlen(text), &token->number);
    token->number = (double)(float)token->number;
    token->is_integer = false;
}

static void lex_number(eg_lexer *lexer, eg_token *token)
{
    token->kind = EG_T_NUMBER;
    token->is_integer = true;
    skip_digits_of(lexer);
    if (at(lexer, lexer->at) == '.') {
        token->is_integer = false;
        lexer->at++;
        skip_digits_of(lexer);
    }
    bool has_power = has_exponent(lexer);
    if (has_power) {
        token->is_integer = false;
        lexer->at += 2;
        skip_digits(lexer);
    }
    const char *text = lexer->source->text + token->at, *end = lexer->source->text + lexer->at;
    if (memchr(text, '_', (size_t)(end - text))) {
        text = written(lexer, token->at);
        end = text + strlen(text);
    }
    eg_number_read(text, end, &token->number);
    if (lexer->is_dyad && !has_power)
        lex_single(lexer, token);
    if (lexer->is_dyad)
        lex_prefix(lexer, token);
    if (token->number > 9007199254740992.0)
        token->is_integer = false;
    if (token->number > 1.7976931348623157e308) {
        eg_error(lexer->r, lexer->source, token->at, "this number is too large");
        eg_hint(lexer->r, "the largest number is 1.7976931348623157e308");
        token->number = 0;
    }
}

/* ---------------------------------------------------------------- symbols */

static bool lex_symbol_of(eg_lexer *lexer, eg_token *token, eg_token_kind first, eg_token_kind last)
{
    const char *text = lexer->source->text + lexer->at;
    for (eg_token_kind k = first; k <= last; k++) {
        if (spellings[k][0] != text[0])
            continue;
        const size_t length = strlen(spellings[k]);
        if (strncmp(spellings[k], text, length) != 0)
            continue;
        token->kind = k;
        lexer->at += (uint32_t)length;
        return true;
    }
    return false;
}

/* Operators of Julia that Dyad has not: reported, and taken for one that lets the rest be read. */
static bool refuse_operator(eg_lexer *lexer, eg_token *token)
{
    static const struct {
        const char *written, *remedy;
        eg_token_kind kind;
    } table[] = {{"->", "functions have names; write out what it computes", EG_T_MINUS},
                 {"===", "write \"==\"", EG_T_EQUAL},
                 {"!==", "write \"!=\"", EG_T_NOT_EQUAL},
                 {"|>", "write f(x)", EG_T_STAR},
                 {"...", "write the elements one after the other", EG_T_PLUS},
                 {"+=", "relations hold always, nothing is assigned: write \"=\"", EG_T_IS},
                 {"-=", "relations hold always, nothing is assigned: write \"=\"", EG_T_IS},
                 {"*=", "relations hold always, nothing is assigned: write \"=\"", EG_T_IS},
                 {"/=", "relations hold always, nothing is assigned: write \"=\"", EG_T_IS}};
    const char *text = lexer->source->text + lexer->at;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        if (strncmp(text, table[i].written, strlen(table[i].written)) != 0)
            continue;
        eg_error(lexer->r, lexer->source, lexer->at, "\"%s\" is not Dyad", table[i].written);
        eg_hint(lexer->r, "%s", table[i].remedy);
        token->kind = table[i].kind;
        lexer->at += (uint32_t)strlen(table[i].written);
        return true;
    }
    return false;
}

/* Operators that Dyad has from Julia beside those of its own. */
static bool lex_julia(eg_lexer *lexer, eg_token *token)
{
    static const struct {
        const char *written;
        eg_token_kind kind;
    } table[] = {{"&&", EG_T_AND},
                 {"||", EG_T_OR},
                 {".%", EG_T_PERCENT},
                 {"\xE2\x89\xA4", EG_T_LESS_EQUAL},
                 {"\xE2\x89\xA5", EG_T_GREATER_EQUAL},
                 {"\xE2\x89\xA0", EG_T_NOT_EQUAL},
                 {"\xC3\xB7", EG_T_QUOTIENT},
                 {"\xE2\x88\x9A", EG_T_ROOT},
                 {"\xE2\x88\x9B", EG_T_CUBE_ROOT}};
    const char *text = lexer->source->text + lexer->at;
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strncmp(text, table[i].written, strlen(table[i].written)) == 0) {
            token->kind = table[i].kind;
            lexer->at += (uint32_t)strlen(table[i].written);
            return true;
        }
    if (text[0] != '.' || text[1] != '=' || text[2] == '=')
        return false;
    token->kind = EG_T_IS; /* x .= y: arrays are equal element by element anyway */
    lexer->at += 2;
    return true;
}

/* The symbol that is this sign alone; EG_T_FINISH: none. */
static eg_token_kind single(char c)
{
    switch (c) {
    case ':': return EG_T_COLON;
    case '.': return EG_T_DOT;
    case '+': return EG_T_PLUS;
    case '-': return EG_T_MINUS;
    case '*': return EG_T_STAR;
    case '/': return EG_T_SLASH;
    case '^': return EG_T_CARET;
    case '<': return EG_T_LESS;
    case '>': return EG_T_GREATER;
    case '=': return EG_T_IS;
    case '(': return EG_T_LEFT;
    case ')': return EG_T_RIGHT;
    case '[': return EG_T_LEFT_BRACKET;
    case ']': return EG_T_RIGHT_BRACKET;
    case '{': return EG_T_LEFT_BRACE;
    case '}': return EG_T_RIGHT_BRACE;
    case ',': return EG_T_COMMA;
    case ';': return EG_T_SEMICOLON;
    default: return EG_T_FINISH;
    }
}

static bool take_single(eg_lexer *lexer, eg_token *token)
{
    token->kind = single(at(lexer, lexer->at));
    lexer->at += token->kind != EG_T_FINISH;
    return token->kind != EG_T_FINISH;
}

static bool is_bracket(char c)
{
    return c == '(' || c == ')' || c == ';' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

/* Does it end a symbol of two signs? */
static bool is_second(char c)
{
    return c == '=' || c == '>' || c == '+' || c == '-' || c == '*' || c == '/' || c == '^';
}

static bool lex_symbol(eg_lexer *lexer, eg_token *token)
{
    const char *text = lexer->source->text + lexer->at;
    if (is_bracket(text[0]))
        return take_single(lexer, token);
    if (lexer->is_dyad && text[0] != ':' && (refuse_operator(lexer, token) || lex_julia(lexer, token)))
        return true;
    if (lexer->is_dyad && lex_symbol_of(lexer, token, EG_T_DOUBLE_COLON, EG_T_QUESTION))
        return true;
    if (lexer->is_dyad && text[0] == '!') {
        token->kind = text[1] == '=' ? EG_T_NOT_EQUAL : EG_T_NOT;
        lexer->at += text[1] == '=' ? 2 : 1;
        return true;
    }
    if (lexer->is_sidops && strncmp(text, "!=", 2) == 0) {
        token->kind = EG_T_NOT_EQUAL;
        lexer->at += 2;
        return true;
    }
    if (lexer->is_sidops && (lex_symbol_of(lexer, token, EG_T_BACKSLASH, EG_T_BACKSLASH) ||
                             lex_symbol_of(lexer, token, EG_T_PIPE, EG_T_PIPE)))
        return true;
    if (!is_second(text[1]))
        return take_single(lexer, token);
    return lex_symbol_of(lexer, token, EG_T_DOT_PLUS, EG_T_IS);
}

static const char *language(const eg_lexer *lexer)
{
    if (lexer->is_dyad)
        return "Dyad";
    return lexer->is_sidops ? "SIDOPS" : "Modelica";
}

/* Operators of other languages: reported, and taken for what they mean. */
static bool lex_foreign(eg_lexer *lexer, eg_token *token)
{
    static const struct {
        const char *written, *meant;
        eg_token_kind kind;
    } table[] = {{"!=", "<>", EG_T_NOT_EQUAL}, {"~=", "<>", EG_T_NOT_EQUAL}, {"&&", "and", EG_T_AND},
                 {"||", "or", EG_T_OR},        {"!", "not", EG_T_NOT},       {"&", "and", EG_T_AND},
                 {"|", "or", EG_T_OR}};
    const char *text = lexer->source->text + lexer->at;
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        size_t length = strlen(table[i].written);
        if (strncmp(text, table[i].written, length) != 0)
            continue;
        eg_error(lexer->r, lexer->source, lexer->at, "\"%s\" is not %s", table[i].written, language(lexer));
        eg_hint(lexer->r, "write \"%s\"", table[i].meant);
        token->kind = table[i].kind;
        lexer->at += (uint32_t)length;
        return true;
    }
    return false;
}

/* What to write in the stead of a sign that Julia has; NULL: it is none. */
static const char *meaning_of_sign(const char *text)
{
    static const struct {
        const char *sign, *meaning;
    } table[] = {{"\xE2\x88\x88", "a == 1 or a == 2"},
                 {"\xE2\x88\x89", "a != 1 and a != 2"},
                 {"\xE2\x8B\x85", "*"},
                 {"\xC3\x97", "*"},
                 {"\xE2\x8A\xBB", "xor(a, b)"},
                 {"\xE2\x89\x88", "abs(a - b) < tolerance"}};
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strncmp(text, table[i].sign, strlen(table[i].sign)) == 0)
            return table[i].meaning;
    return NULL;
}

static void refuse_character(eg_lexer *lexer)
{
    const char *text = lexer->source->text;
    uint32_t start = lexer->at++;
    while (((unsigned char)text[lexer->at] & 0xC0) == 0x80)
        lexer->at++;
    eg_error(lexer->r, lexer->source, start, "the character '%.*s' cannot stand here",
             (int)(lexer->at - start), text + start);
    const char *means = lexer->is_dyad ? meaning_of_sign(text + start) : NULL;
    if (lexer->is_dyad && text[start] == '~')
        eg_hint(lexer->r, "write an equation with =");
    else if (lexer->is_dyad && text[start] == '@')
        eg_hint(lexer->r, "macros of Julia are not called; f.(x) works by element");
    else if (means)
        eg_hint(lexer->r, "write %s", means);
    else if ((unsigned char)text[start] >= 0x80)
        eg_hint(lexer->r, "letters beyond a-z stand only in comments, strings and 'quoted names'");
    else if (text[start] == '%')
        eg_hint(lexer->r, "write mod(x, y) for the remainder");
    else
        eg_hint(lexer->r, "leave it out, or put it into a string or a comment");
}

/* .5 is a number of Dyad and of SIDOPS. */
static bool begins_with_point(const eg_lexer *lexer)
{
    return (lexer->is_dyad || lexer->is_sidops) && is_digit(at(lexer, lexer->at + 1));
}

static eg_token lex_token(eg_lexer *lexer)
{
    eg_token token = {.kind = EG_T_FINISH};
    for (;;) {
        skip_space(lexer, &token);
        token.at = lexer->at;
        if (lexer->at >= lexer->source->length || lexer->r->gave_up || lexer->r->out_of_memory)
            return token;
        char c = at(lexer, lexer->at);
        if (is_name_letter(lexer, lexer->source->text + lexer->at)) {
            lex_name(lexer, &token);
        } else if (is_digit(c) || (c == '.' && begins_with_point(lexer))) {
            if (!lexer->is_dyad || !lex_based(lexer, &token))
                lex_number(lexer, &token);
        } else if (lexer->is_dyad && strncmp(lexer->source->text + lexer->at, "\"\"\"", 3) == 0) {
            if (!lex_triple(lexer))
                continue;
            token.kind = EG_T_STRING;
        } else if (lexer->is_sidops && (c == '"' || c == '\'')) {
            if (!lex_plain_text(lexer, c))
                continue;
            token.kind = EG_T_STRING;
        } else if (c == '"' || c == '\'') {
            bool complete = lex_quoted(lexer, c);
            token.kind = EG_T_STRING;
            token.end = lexer->at;
            if (c == '\'' && complete)
                finish_name(lexer, &token);
            else if (!complete)
                continue;
        } else if (!lex_symbol(lexer, &token) && !lex_foreign(lexer, &token)) {
            refuse_character(lexer);
            continue;
        }
        return token;
    }
}

eg_token eg_lexer_next(eg_lexer *lexer)
{
    eg_token token = lex_token(lexer);
    token.end = lexer->at;
    if (token.kind == EG_T_FINISH)
        token.end = token.at;
    return token;
}

const char *eg_token_describe(eg_lexer *lexer, const eg_token *token)
{
    switch (token->kind) {
    case EG_T_FINISH: return "the end of the text";
    case EG_T_NAME: return eg_textf(lexer->r, "the name \"%.60s\"", token->name);
    case EG_T_STRING: return "a string";
    case EG_T_NUMBER:
        return eg_textf(lexer->r, "the number %.*s",
                        (int)(token->end - token->at > 40 ? 40 : token->end - token->at),
                        lexer->source->text + token->at);
    default: return eg_textf(lexer->r, "\"%s\"", spellings[token->kind]);
    }
}

bool eg_relation_holds(eg_token_kind op, int order)
{
    switch (op) {
    case EG_T_LESS: return order < 0;
    case EG_T_LESS_EQUAL: return order <= 0;
    case EG_T_GREATER: return order > 0;
    case EG_T_GREATER_EQUAL: return order >= 0;
    case EG_T_EQUAL: return order == 0;
    default: return order != 0;
    }
}
