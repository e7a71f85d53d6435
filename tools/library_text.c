/* Reads the texts of library/: declarations, equations and what annotations say, each as a span of tokens. */
#include "library_text.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- files and memory */

void *must(void *memory)
{
    if (!memory) {
        fputs("library: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

void *grown(void *items, int count, size_t size)
{
    bool is_full = (count & (count - 1)) == 0;
    return is_full ? must(realloc(items, (size_t)(count == 0 ? 1 : 2 * count) * size)) : items;
}

char *read_all(const char *path)
{
    FILE *in = fopen(path, "rb");
    size_t length = 0, room = 1 << 16;
    char *bytes = must(malloc(room));
    if (!in) {
        fprintf(stderr, "library: cannot read %s\n", path);
        exit(1);
    }
    for (size_t got; (got = fread(bytes + length, 1, room - length - 1, in)) > 0;) {
        length += got;
        if (room - length < 2)
            bytes = must(realloc(bytes, room *= 2));
    }
    fclose(in);
    bytes[length] = '\0';
    return bytes;
}

const char *copied(const char *at, size_t length)
{
    char *copy = must(calloc(length + 1, 1));
    return memcpy(copy, at, length);
}

/* ---------------------------------------------------------------- tokens */

_Noreturn void refuse(const text *x, int at, const char *what)
{
    int line = 1;
    for (const char *c = x->bytes; c < x->tokens[at].at; c++)
        line += *c == '\n';
    fprintf(stderr, "%s:%d: %s\n", x->path, line, what);
    exit(1);
}

bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind white space and comments. */
static const char *behind_space(const char *at)
{
    for (;;) {
        if (isspace((unsigned char)*at)) {
            at++;
        } else if (strncmp(at, "//", 2) == 0) {
            at += strcspn(at, "\n");
        } else if (strncmp(at, "/*", 2) == 0) {
            const char *end = strstr(at, "*/");
            at = end ? end + 2 : at + strlen(at);
        } else {
            return at;
        }
    }
}

static const char *behind_token(const char *at)
{
    if (*at == '"') {
        for (at++; *at && *at != '"'; at++)
            at += *at == '\\' && at[1];
        return *at ? at + 1 : at;
    }
    if (isdigit((unsigned char)*at)) {
        while (is_letter(*at) || *at == '.' || (strchr("+-", *at) && strchr("eE", at[-1])))
            at++;
        return at;
    }
    if (is_letter(*at)) {
        while (is_letter(*at))
            at++;
        return at;
    }
    return at + 1;
}

static void tokenize(text *x)
{
    const char *before = x->bytes;
    for (const char *at = behind_space(before); *at; at = behind_space(before)) {
        x->tokens = grown(x->tokens, x->count, sizeof *x->tokens);
        const char *end = behind_token(at);
        x->tokens[x->count++] = (token){at, (int)(end - at), at > before};
        before = end;
    }
    x->tokens = grown(x->tokens, x->count, sizeof *x->tokens);
    x->tokens[x->count] = (token){before, 0, false};
}

bool is_at(const text *x, int i, const char *word)
{
    const token *t = &x->tokens[i < x->count ? i : x->count];
    return t->length == (int)strlen(word) && memcmp(t->at, word, (size_t)t->length) == 0;
}

static bool accept(text *x, const char *word)
{
    bool is_there = is_at(x, x->next, word);
    x->next += is_there;
    return is_there;
}

static void expect(text *x, const char *word)
{
    char what[80];
    snprintf(what, sizeof what, "expected \"%s\"", word);
    if (!accept(x, word))
        refuse(x, x->next, what);
}

const char *joined(const char *a, const char *b, const char *c)
{
    size_t size = strlen(a) + strlen(b) + strlen(c) + 1;
    char *out = must(malloc(size));
    snprintf(out, size, "%s%s%s", a, b, c);
    return out;
}

const char *called(const char *function, const char *a, const char *b)
{
    return joined(function, joined("(", a, b ? ", " : ""), joined(b ? b : "", ")", ""));
}

bool is_string(const text *x, int i)
{
    return i < x->count && x->tokens[i].at[0] == '"';
}

bool is_none(span s)
{
    return s.end <= s.first;
}

const char *said(const text *x, span s)
{
    size_t length = 1;
    for (int i = s.first; i < s.end; i++)
        length += (size_t)x->tokens[i].length + 1;
    char *out = must(calloc(length, 1)), *end = out;
    for (int i = s.first; i < s.end; i++) {
        const token *t = &x->tokens[i];
        if (i > s.first && t->is_spaced)
            *end++ = ' ';
        memcpy(end, t->at, (size_t)t->length);
        end += t->length;
    }
    return out;
}

/* Behind the bracket that closes the one at i. */
static int behind_bracket(const text *x, int i)
{
    int depth = 0;
    for (int k = i; k < x->count; k++) {
        if (strchr("([{", x->tokens[k].at[0]))
            depth++;
        else if (strchr(")]}", x->tokens[k].at[0]) && --depth == 0)
            return k + 1;
    }
    refuse(x, i, "a bracket that nothing closes");
}

bool is_one_of(const text *x, int i, const char *const *words)
{
    while (*words && !is_at(x, i, *words))
        words++;
    return *words;
}

/* The expression that begins here and ends before one of the words, or a semicolon. */
static span expression(text *x, const char *const *words)
{
    span s = {x->next, x->next};
    int inner = 0; /* if-expressions that are open */
    while (x->next < x->count && !is_at(x, x->next, ";") && (inner > 0 || !is_one_of(x, x->next, words)) &&
           !is_string(x, x->next)) {
        if (is_at(x, x->next, "if"))
            inner++;
        else if (is_at(x, x->next, "else"))
            inner--;
        x->next = strchr("([{", x->tokens[x->next].at[0]) ? behind_bracket(x, x->next) : x->next + 1;
    }
    s.end = x->next;
    return s;
}

/* "text" {+ "text"} */
static span string(text *x)
{
    span s = {x->next, x->next};
    while (is_string(x, x->next)) {
        s.end = ++x->next;
        if (!is_at(x, x->next, "+") || !is_string(x, x->next + 1))
            break;
        x->next++;
    }
    return s;
}

static span bracketed(text *x, const char *open)
{
    span s = {x->next, x->next};
    if (is_at(x, x->next, open))
        s.end = x->next = behind_bracket(x, x->next);
    return s;
}

/* What stands inside the brackets. */
static span inside(span s)
{
    return is_none(s) ? s : (span){s.first + 1, s.end - 1};
}

static span dotted_name(text *x)
{
    span s = {x->next, x->next};
    do {
        if (!is_letter(x->tokens[x->next].at[0]))
            refuse(x, x->next, "expected a name");
        x->next++;
    } while (accept(x, "."));
    s.end = x->next;
    return s;
}

span argument(const text *x, span list, const char *name)
{
    for (int i = list.first; i < list.end;) {
        int first = i;
        while (i < list.end && !is_at(x, i, ","))
            i = strchr("([{", x->tokens[i].at[0]) ? behind_bracket(x, i) : i + 1;
        if (is_at(x, first, name) && is_at(x, first + 1, "="))
            return (span){first + 2, i};
        if (is_at(x, first, name) && is_at(x, first + 1, "("))
            return (span){first + 2, i - 1};
        i++;
    }
    return (span){0, 0};
}

/* ---------------------------------------------------------------- reading a text */

static span annotation(text *x)
{
    return accept(x, "annotation") ? inside(bracketed(x, "(")) : (span){0, 0};
}

/* Does the list say name = true? */
static bool is_set(const text *x, span list, const char *name)
{
    span s = argument(x, list, name);
    return !is_none(s) && is_at(x, s.first, "true");
}

/* What stands in the quotes; NULL: there is no string. */
static const char *string_of(const text *x, span s)
{
    return is_none(s) || !is_string(x, s.first)
               ? NULL
               : copied(x->tokens[s.first].at + 1, (size_t)x->tokens[s.first].length - 2);
}

static void read_element(text *x, bool is_protected)
{
    static const char *const stops[] = {"if", "annotation", NULL}, *const none[] = {"annotation", NULL};
    element e = {.is_protected = is_protected, .all = {x->next, x->next}};
    e.is_constant = accept(x, "constant");
    e.is_parameter = accept(x, "parameter") || e.is_constant;
    e.is_input = accept(x, "input");
    e.type = dotted_name(x);
    span of_type = bracketed(x, "[");
    e.name = said(x, (span){x->next, x->next + 1});
    x->next++;
    e.size = inside(bracketed(x, "["));
    if (is_none(e.size))
        e.size = inside(of_type);
    e.modifiers = inside(bracketed(x, "("));
    if (accept(x, "=")) {
        e.value = (span){x->next, x->next};
        /* An if at its beginning is an expression's; behind it it is the condition. */
        e.value = is_string(x, x->next) ? string(x) : expression(x, is_at(x, x->next, "if") ? none : stops);
    }
    if (accept(x, "if"))
        e.condition = expression(x, none);
    e.doc = string(x);
    e.all.end = x->next;
    span notes = annotation(x);
    e.is_structural = is_set(x, notes, "Evaluate");
    e.is_follower = is_set(x, argument(x, notes, "__elastogap"), "follows");
    expect(x, ";");
    if (is_none(e.doc) && e.is_parameter)
        refuse(x, e.all.first, "a declaration says what it is: \"...\"");
    x->elements = grown(x->elements, x->element_count, sizeof e);
    x->elements[x->element_count++] = e;
}

static void statements(text *x);

/* One equation with its semicolon. */
static void statement(text *x)
{
    static const char *const openers[] = {"for", "if", "when", NULL}, *const starts[] = {"loop", "then",
                                                                                         NULL};
    static const char *const beyond[] = {"annotation", "end", "equation", NULL};
    if (is_at(x, x->next, "algorithm"))
        refuse(x, x->next, "texts of the library have equations, and no algorithm");
    if (!is_one_of(x, x->next, openers)) {
        while (expression(x, beyond), is_string(x, x->next))
            x->next++;
        expect(x, ";");
        return;
    }
    do {
        x->next++;
        if (!is_at(x, x->next - 1, "else")) {
            expression(x, starts);
            x->next++;
        }
        statements(x);
    } while (!is_at(x, x->next, "end"));
    x->next += 2; /* end for */
    expect(x, ";");
}

/* Those of a branch. */
static void statements(text *x)
{
    static const char *const ends[] = {"end", "else", "elseif", "elsewhen", "annotation", NULL};
    while (x->next < x->count && !is_one_of(x, x->next, ends))
        statement(x);
    if (x->next == x->count || is_at(x, x->next, "annotation"))
        refuse(x, x->next, "expected \"end\"");
}

static void read_equations(text *x)
{
    bool is_initial = false;
    while (!is_at(x, x->next, "end") && !is_at(x, x->next, "annotation")) {
        if (is_at(x, x->next, "equation") || is_at(x, x->next, "initial")) {
            is_initial = accept(x, "initial");
            expect(x, "equation");
            continue;
        }
        span s = {x->next, x->next};
        statement(x);
        s.end = x->next;
        x->equations = grown(x->equations, x->equation_count, sizeof s);
        x->is_initial = grown(x->is_initial, x->equation_count, sizeof is_initial);
        x->is_initial[x->equation_count] = is_initial;
        x->equations[x->equation_count++] = s;
    }
}

static void read_class(text *x)
{
    static const char *const ends[] = {"equation", "initial", "algorithm", "annotation", "end", NULL};
    bool is_protected = false;
    x->doc = string(x);
    x->heading.end = x->next;
    while (!is_one_of(x, x->next, ends)) {
        bool is_section = is_at(x, x->next, "protected") || is_at(x, x->next, "public");
        if (is_section)
            is_protected = is_at(x, x->next++, "protected");
        else
            read_element(x, is_protected);
    }
    read_equations(x);
    span notes = annotation(x);
    x->info = argument(x, argument(x, notes, "Documentation"), "info");
    x->settings = argument(x, notes, "__elastogap");
    x->is_compiled = is_set(x, x->settings, "compiled");
    x->is_native = is_set(x, x->settings, "native");
    x->hook = string_of(x, argument(x, x->settings, "physics"));
    if (is_none(x->doc) || is_none(x->info))
        refuse(x, x->heading.first, "a class has a line about it, and Documentation(info = \"...\")");
    expect(x, ";");
    expect(x, "end");
    expect(x, x->name);
    expect(x, ";");
}

/* .../Modelica/Blocks/Logical/And.mo: Modelica.Blocks.Logical.And */
static bool is_in_its_place(const text *x)
{
    size_t length = strlen(x->full), size = strlen(x->path);
    const char *at = x->path + size - length - 3;
    bool fits = size > length + 3 && at[-1] == '/' && strcmp(at + length, ".mo") == 0;
    for (size_t i = 0; fits && i < length; i++)
        fits = at[i] == (x->full[i] == '.' ? '/' : x->full[i]);
    return fits;
}

void read_text(text *x, const char *path)
{
    *x = (text){.path = path, .bytes = read_all(path)};
    tokenize(x);
    expect(x, "within");
    x->package = said(x, dotted_name(x));
    expect(x, ";");
    x->heading.first = x->next;
    x->is_partial = accept(x, "partial");
    x->is_model = accept(x, "model");
    x->is_type = accept(x, "type");
    if (!x->is_model && !x->is_type)
        expect(x, "block");
    x->name = said(x, (span){x->next, x->next + 1});
    x->next++;
    x->full = joined(x->package, ".", x->name);
    if (x->is_type) {
        expect(x, "=");
        expect(x, "enumeration");
        x->literals = inside(bracketed(x, "("));
        string(x);
        expect(x, ";");
    } else {
        read_class(x);
    }
    if (x->next != x->count)
        refuse(x, x->next, "one class stands in a file, and nothing behind it");
    if (!is_in_its_place(x))
        refuse(x, x->heading.first, "the file is not where `within` and the name of the class say");
}
