/* The documentation in a class's annotation, which is HTML where it begins with <html> (Modelica 3.6, 18.2),
 * as text. */
#include "modelica/scope/documentation.h"

#include "base/file.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---------------------------------------------------------------- the string in the annotation */

/* Behind a string, a comment or one other character. */
static const char *skip(const char *at, const char *end)
{
    if (*at == '"') {
        for (at++; at < end && *at != '"'; at++)
            at += *at == '\\' && at + 1 < end;
        return at < end ? at + 1 : end;
    }
    if (end - at > 1 && at[0] == '/' && at[1] == '/') {
        while (at < end && *at != '\n')
            at++;
        return at;
    }
    if (end - at > 1 && at[0] == '/' && at[1] == '*') {
        for (at += 2; end - at > 1 && !(at[0] == '*' && at[1] == '/'); at++)
            ;
        at += at < end; /* to the last of its two characters */
        return at < end ? at + 1 : end;
    }
    return at + 1;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Behind the word `name` among what is separated by commas from `at` on, and behind the mark that follows it;
 * NULL: it is not there. */
static const char *find(const char *at, const char *end, const char *name, char mark)
{
    const size_t length = strlen(name);
    int depth = 0;
    for (bool is_first = true; at < end && depth >= 0;) {
        const bool is_word = is_letter(*at);
        if (is_word && is_first && depth == 0 && (size_t)(end - at) > length &&
            memcmp(at, name, length) == 0 && !is_letter(at[length])) {
            const char *next = at + length;
            while (next < end && isspace((unsigned char)*next))
                next++;
            if (next < end && *next == mark)
                return next + 1;
        }
        is_first = !is_word;
        depth += *at == '(' || *at == '{';
        depth -= *at == ')' || *at == '}';
        at = skip(at, end);
    }
    return NULL;
}

/* What a backslash and this letter stand for. */
static char escaped(char letter)
{
    switch (letter) {
    case 'n': return '\n';
    case 't': return '\t';
    default: return letter;
    }
}

/* The value of "..." + "..." into `out`, which has room for as many bytes as there are; its length. */
static size_t read_strings(const char *at, const char *end, char *out)
{
    size_t length = 0;
    while (at < end && (isspace((unsigned char)*at) || *at == '+'))
        at++;
    while (at < end && *at == '"') {
        for (at++; at < end && *at != '"'; at++) {
            if (*at == '\\' && at + 1 < end) {
                at++;
                out[length++] = escaped(*at);
            } else {
                out[length++] = *at;
            }
        }
        for (at += at < end; at < end && (isspace((unsigned char)*at) || *at == '+'); at++)
            ;
    }
    return length;
}

/* ---------------------------------------------------------------- HTML */

typedef struct writing {
    FILE *out;
    bool is_html, is_kept; /* within <pre> */
    bool has_text;         /* on this line */
    bool has_space;        /* before what comes next */
} writing;

static void end_line(writing *w)
{
    if (w->has_text)
        fputc('\n', w->out);
    w->has_text = w->has_space = false;
}

static void put_character(writing *w, const char *text, size_t length)
{
    const bool is_end = *text == '\n' || *text == '\r';
    if (is_end && (w->is_kept || !w->is_html)) {
        end_line(w);
        return;
    }
    if (!w->is_kept && isspace((unsigned char)*text)) {
        w->has_space = true;
        return;
    }
    if (!w->has_text && w->is_kept)
        fputs("    ", w->out);
    if (w->has_text && w->has_space)
        fputc(' ', w->out);
    fwrite(text, 1, length, w->out);
    w->has_text = true;
    w->has_space = false;
}

/* A code point as UTF-8. */
static void put_code(writing *w, unsigned long code)
{
    char text[4];
    size_t n = 0;
    if (code < 0x20 || code > 0x10ffff)
        return;
    if (code < 0x80) {
        text[n++] = (char)code;
    } else if (code < 0x800) {
        text[n++] = (char)(0xc0 | code >> 6);
    } else if (code < 0x10000) {
        text[n++] = (char)(0xe0 | code >> 12);
        text[n++] = (char)(0x80 | (code >> 6 & 0x3f));
    } else {
        text[n++] = (char)(0xf0 | code >> 18);
        text[n++] = (char)(0x80 | (code >> 12 & 0x3f));
        text[n++] = (char)(0x80 | (code >> 6 & 0x3f));
    }
    if (code >= 0x80)
        text[n++] = (char)(0x80 | (code & 0x3f));
    put_character(w, text, n);
}

/* "&lt;" and its like, in front of `end`; behind it. What is none is a character. */
static const char *put_entity(writing *w, const char *at, const char *end)
{
    static const struct {
        const char *name;
        unsigned long code;
    } known[] = {{"lt", '<'},       {"gt", '>'},     {"amp", '&'},      {"quot", '"'},     {"apos", '\''},
                 {"nbsp", ' '},     {"deg", 0xb0},   {"middot", 0xb7},  {"times", 0xd7},   {"plusmn", 0xb1},
                 {"alpha", 0x3b1},  {"beta", 0x3b2}, {"gamma", 0x3b3},  {"delta", 0x3b4},  {"Delta", 0x394},
                 {"lambda", 0x3bb}, {"mu", 0x3bc},   {"micro", 0xb5},   {"omega", 0x3c9},  {"phi", 0x3c6},
                 {"pi", 0x3c0},     {"rho", 0x3c1},  {"sigma", 0x3c3},  {"tau", 0x3c4},    {"le", 0x2264},
                 {"ge", 0x2265},    {"ne", 0x2260},  {"ndash", 0x2013}, {"mdash", 0x2014}, {"auml", 0xe4},
                 {"ouml", 0xf6},    {"uuml", 0xfc},  {"copy", 0xa9},    {"sup2", 0xb2},    {"rarr", 0x2192}};
    const char *mark = memchr(at, ';', (size_t)(end - at) < 12 ? (size_t)(end - at) : 12);
    const size_t length = mark ? (size_t)(mark - at) - 1 : 0;
    if (length > 1 && at[1] == '#') {
        const bool is_hexadecimal = at[2] == 'x' || at[2] == 'X';
        put_code(w, strtoul(at + 2 + is_hexadecimal, NULL, is_hexadecimal ? 16 : 10));
        return mark + 1;
    }
    for (size_t i = 0; mark && i < sizeof known / sizeof *known; i++)
        if (strlen(known[i].name) == length && memcmp(at + 1, known[i].name, length) == 0) {
            put_code(w, known[i].code);
            return mark + 1;
        }
    put_character(w, at, 1);
    return at + 1;
}

static bool is_tag(const char *name, size_t length, const char *const *names)
{
    for (; *names; names++)
        if (strlen(*names) == length && strncasecmp(*names, name, length) == 0)
            return true;
    return false;
}

/* Where "</name" begins, of what is not to be read. */
static const char *end_of(const char *at, const char *end, const char *name, size_t length)
{
    for (; at < end; at++)
        if (*at == '<' && (size_t)(end - at) > length + 2 && at[1] == '/' &&
            strncasecmp(at + 2, name, length) == 0)
            return at;
    return end;
}

/* <tag>, behind it. */
static const char *put_tag(writing *w, const char *at, const char *end)
{
    static const char *const lines[] = {"p",  "br", "li", "ul", "ol", "h1", "h2",  "h3",  "h4",    "h5",
                                        "h6", "tr", "dl", "dt", "dd", "hr", "div", "pre", "table", NULL};
    static const char *const silent[] = {"script", "style", "title", NULL}, *const kept[] = {"pre", NULL};
    static const char *const items[] = {"li", NULL}, *const cells[] = {"td", "th", NULL};
    if (end - at > 3 && memcmp(at, "<!--", 4) == 0) {
        for (at += 4; at < end && !(*at == '>' && at[-1] == '-' && at[-2] == '-'); at++)
            ;
        return at < end ? at + 1 : end;
    }
    const char *mark = memchr(at, '>', (size_t)(end - at)), *name = at + 1;
    const bool is_end = name < end && *name == '/';
    name += is_end;
    if (!mark || name >= end || !isalpha((unsigned char)*name)) { /* as in a < b */
        put_character(w, at, 1);
        return at + 1;
    }
    size_t length = 0;
    while (name + length < mark && isalnum((unsigned char)name[length]))
        length++;
    if (is_tag(name, length, lines))
        end_line(w);
    if (is_tag(name, length, kept))
        w->is_kept = !is_end;
    if (is_tag(name, length, items) && !is_end)
        fputs("- ", w->out);
    if (is_tag(name, length, cells))
        w->has_space = true;
    return is_tag(name, length, silent) && !is_end ? end_of(mark, end, name, length) : mark + 1;
}

static void put_all(writing *w, const char *at, const char *end)
{
    while (at < end)
        if (w->is_html && *at == '<') {
            at = put_tag(w, at, end);
        } else if (w->is_html && *at == '&') {
            at = put_entity(w, at, end);
        } else {
            put_character(w, at, 1);
            at++;
        }
    end_line(w);
}

char *eg_documentation_of(const char *annotation, size_t length)
{
    static const char html[] = "<html";
    const char *end = annotation + length;
    const char *own = find(annotation, end, "Documentation", '(');
    const char *info = own ? find(own, end, "info", '=') : NULL;
    char *text = info ? malloc((size_t)(end - info) + 1) : NULL, *made = NULL;
    size_t size = 0;
    if (!text)
        return NULL;
    const char *behind = text + read_strings(info, end, text), *first = text;
    while (first < behind && isspace((unsigned char)*first))
        first++;
    const bool is_html =
        (size_t)(behind - first) >= strlen(html) && strncasecmp(first, html, strlen(html)) == 0;
    writing w = {.out = open_memstream(&made, &size), .is_html = is_html};
    if (w.out)
        put_all(&w, first, behind);
    free(text);
    made = eg_text_end(w.out, &made);
    if (made && *made)
        return made;
    free(made);
    return NULL;
}
