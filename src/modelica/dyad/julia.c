/* Functions that a library of Dyad writes in Julia, LIB/src/NAME.jl, where they are one expression of their
 * arguments: f(x) = 2*x + 1. Such an expression is one of Dyad's as well, and stands for the call. All others
 * are refused by name: to guess what Julia would do is worse than to ask. */
#include <ctype.h>
#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "modelica/dyad/dyad.h"
#include "modelica/scope/library.h"

/* ---------------------------------------------------------------- where the texts are */

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The texts of Julia in a directory, in the order of their names. */
static eg_list texts_in(eg_reader *r, eg_arena *arena, const char *directory)
{
    eg_list files = {0}, texts = {0};
    DIR *listing = opendir(directory);
    if (!listing)
        return texts;
    for (const struct dirent *entry = readdir(listing); entry; entry = readdir(listing)) {
        size_t length = strlen(entry->d_name);
        if (length > 3 && strcmp(entry->d_name + length - 3, ".jl") == 0)
            eg_list_add(r, &files, (void *)(uintptr_t)eg_textf(r, "%s/%s", directory, entry->d_name));
    }
    closedir(listing);
    if (files.count > 1)
        qsort(files.items, files.count, sizeof *files.items, compare_names);
    for (size_t i = 0; i < files.count; i++) {
        char *text;
        size_t length;
        if (eg_file_read(files.items[i], EG_SOURCE_LIMIT, NULL, &text, &length) != EG_OK)
            continue;
        eg_source *source = eg_source_create(arena, files.items[i], text, length);
        free(text);
        if (source)
            eg_list_add(r, &texts, source);
    }
    return texts;
}

/* Of the library in which the text lies: the nearest directory above it that has a Project.toml. */
static eg_list library_texts(eg_reader *r, const eg_source *source)
{
    const char *directory = source->name, *slash = strrchr(directory, '/');
    while (slash && slash > source->name) {
        directory = eg_textf(r, "%.*s", (int)(slash - source->name), source->name);
        if (eg_is_file(eg_textf(r, "%s/Project.toml", directory)))
            return texts_in(r, source->arena, eg_textf(r, "%s/src", directory));
        do
            slash--;
        while (slash > source->name && *slash != '/');
    }
    return (eg_list){0};
}

/* ---------------------------------------------------------------- a definition in a text */

enum { MOST_ARGUMENTS = 16, MOST_CALLS = 10 };

typedef struct definition {
    const char *arguments[MOST_ARGUMENTS]; /* symbols */
    uint32_t count;
    const char *body;
    bool is_by_element; /* @. before it */
    bool is_read;       /* as one expression */
} definition;

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '!' || (unsigned char)c >= 0x80;
}

static const char *skip_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* Types of which an argument may be here: numbers, and rows of them. */
static bool is_type_of_numbers(const char *type, size_t length)
{
    static const char *const types[] = {"Real",          "Number",        "Any",    "AbstractFloat",
                                        "Float64",       "Integer",       "Int",    "AbstractVector",
                                        "AbstractArray", "AbstractRange", "Vector", "StepRangeLen",
                                        "UnitRange"};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strlen(types[i]) == length && strncmp(types[i], type, length) == 0)
            return true;
    return false;
}

/* ::Type or ::Type{...}, of numbers; NULL: something else. */
static const char *skip_type(const char *text)
{
    text = skip_blanks(text);
    if (strncmp(text, "::", 2) != 0)
        return text;
    text = skip_blanks(text + 2);
    size_t length = 0;
    while (is_letter(text[length]))
        length++;
    if (!is_type_of_numbers(text, length))
        return NULL;
    text += length;
    if (*text == '{') {
        text += strcspn(text, "}\n");
        if (*text != '}')
            return NULL;
        text++;
    }
    return skip_blanks(text);
}

/* (x, y::Real): behind it, or NULL where it is more than names and types. */
static const char *read_arguments(eg_reader *r, const char *text, definition *d)
{
    text = skip_blanks(text + 1);
    while (*text != ')') {
        size_t length = 0;
        while (is_letter(text[length]))
            length++;
        if (length == 0 || d->count == MOST_ARGUMENTS)
            return NULL;
        d->arguments[d->count++] = eg_symbol_of(r, text, length);
        text = skip_type(text + length);
        if (!text || (*text != ',' && *text != ')'))
            return NULL;
        if (*text == ',')
            text = skip_blanks(text + 1);
    }
    return text + 1;
}

/* A metric prefix of Dyad's behind a number. */
static bool is_prefix(const char *name, size_t length)
{
    static const char *const long_ones[] = {"da", "\xc2\xb5", "\xce\xbc"}; /* two signs for micro */
    for (size_t i = 0; i < sizeof long_ones / sizeof *long_ones; i++)
        if (length == 2 && strncmp(long_ones[i], name, 2) == 0)
            return true;
    return length == 1 && strchr("QRYZEPTGMkhdcmunpfazyrq", *name);
}

/* Dyad reads 2m as 0.002, Julia as 2*m: does a number stand directly before a name that is a prefix? */
static bool has_prefix(const char *text)
{
    for (const char *c = text; *c;) {
        size_t length = 0;
        if (is_letter(*c) && !isdigit((unsigned char)*c)) { /* a name, with its digits */
            while (is_letter(*c))
                c++;
            continue;
        }
        if (!isdigit((unsigned char)*c) && *c != '.') {
            c++;
            continue;
        }
        while (isdigit((unsigned char)*c) || *c == '.')
            c++;
        while (is_letter(c[length]))
            length++;
        bool is_exponent = *c == 'E' && (c[1] == '-' || c[1] == '+');
        if (is_prefix(c, length) && !is_exponent)
            return true;
    }
    return false;
}

/* The logical line that begins here; NULL: brackets do not close. */
static const char *line_of(eg_reader *r, const char *text, const char **end)
{
    int open = 0;
    size_t length = 0;
    for (; text[length] && (text[length] != '\n' || open > 0); length++) {
        open += text[length] == '(' || text[length] == '[';
        open -= text[length] == ')' || text[length] == ']';
    }
    *end = text + length;
    return open == 0 ? eg_textf(r, "%.*s", (int)length, text) : NULL;
}

/* function f(x) ... end: one line, which is returned. */
static const char *block_of(eg_reader *r, const char *text)
{
    text += strspn(text, " \t\r\n");
    if (strncmp(text, "return ", 7) == 0)
        text += 7;
    const char *end, *line = line_of(r, text, &end);
    end += strspn(end, " \t\r\n");
    return strncmp(end, "end", 3) == 0 && !is_letter(end[3]) ? line : NULL;
}

/* What is defined by a line that begins with the name and "(", which is `text`; false: it defines nothing. */
static bool read_definition(eg_reader *r, const char *text, bool is_block, definition *d)
{
    const char *close = text;
    int open = 0;
    do {
        open += *close == '(';
        open -= *close == ')';
        close++;
    } while (*close && open > 0);
    const char *behind = skip_blanks(close), *end;
    if (!is_block && strncmp(behind, "::", 2) != 0 && strncmp(behind, "where", 5) != 0 &&
        (*behind != '=' || behind[1] == '='))
        return false; /* a call */
    const char *rest = read_arguments(r, text, d);
    rest = rest ? skip_type(rest) : NULL;
    if (!rest || (!is_block && (*rest != '=' || rest[1] == '=')) ||
        (is_block && *rest != '\n' && *rest != '\r'))
        return true;
    rest = is_block ? rest : rest + 1;
    d->body = is_block ? block_of(r, rest) : line_of(r, rest + strspn(rest, " \t\r\n"), &end);
    if (d->body && strncmp(d->body, "@.", 2) == 0) {
        d->is_by_element = true;
        d->body += 2;
    }
    d->is_read = d->body && !has_prefix(d->body);
    return true;
}

/* The definition of the name in the texts; false: there is none. Of several nothing is read. */
static bool find(eg_reader *r, const eg_list *texts, const char *name, definition *d)
{
    size_t length = strlen(name), found = 0;
    for (size_t i = 0; i < texts->count; i++) {
        bool is_quoted = false; /* between """ and """ */
        const char *line = ((const eg_source *)texts->items[i])->text;
        while (*line) {
            size_t extent = strcspn(line, "\n");
            const char *begin = strncmp(line, "function ", 9) == 0 ? skip_blanks(line + 9) : line;
            bool begins = strncmp(begin, name, length) == 0 && begin[length] == '(';
            definition one = {.count = 0};
            if (!is_quoted && begins && read_definition(r, begin + length, begin != line, &one)) {
                *d = one;
                found++;
            }
            for (const char *c = line; c + 3 <= line + extent; c++)
                if (strncmp(c, "\"\"\"", 3) == 0) {
                    is_quoted = !is_quoted;
                    c += 2;
                }
            line += extent + (line[extent] == '\n');
        }
    }
    d->is_read = d->is_read && found == 1;
    return found > 0;
}

/* ---------------------------------------------------------------- in the place of a call */

static bool is_constant(const char *name)
{
    static const char *const constants[] = {"pi", "\xcf\x80", "\xe2\x84\xaf", "Inf"};
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (strcmp(constants[i], name) == 0)
            return true;
    return false;
}

/* Are all names in the expression arguments, without subscripts, or constants? */
static bool is_closed(const definition *d, const eg_expr *e)
{
    const eg_reference *ref = e->kind == EG_E_REFERENCE ? e->reference : NULL;
    bool is_known = ref && ref->count == 1 && ref->parts[0].subscript_count == 0;
    bool is_argument = is_known && is_constant(ref->parts[0].name);
    for (uint32_t i = 0; is_known && i < d->count; i++)
        is_argument = is_argument || d->arguments[i] == ref->parts[0].name;
    if ((ref && !is_argument) || e->iterator_count > 0 || e->kind == EG_E_STRING || e->names)
        return false;
    for (uint32_t i = 0; i < e->count; i++)
        if (!e->items[i] || !is_closed(d, e->items[i]))
            return false;
    return true;
}

/* The body as an expression, without a word; NULL: it is none of the arguments alone. */
static eg_expr *parse_body(eg_parser *p, const definition *d)
{
    eg_reader *r = p->r;
    eg_source *source = eg_new(r, sizeof *source);
    eg_parser *inner = eg_new(r, sizeof *inner);
    if (!source || !inner)
        return NULL;
    *source = (eg_source){
        .name = "words.dyad", .text = d->body, .length = strlen(d->body), .arena = p->source->arena};
    const eg_reader before = *r;
    r->diagnostics = NULL;
    eg_parse_start(inner, r, source);
    inner->julia = p->julia;
    inner->calls = p->calls + 1;
    eg_expr *e = eg_parse_expression(inner);
    bool is_right = e && !inner->failed && inner->token.kind == EG_T_FINISH && r->errors == before.errors;
    r->diagnostics = before.diagnostics;
    r->errors = before.errors;
    r->warnings = before.warnings;
    r->gave_up = before.gave_up;
    return is_right && is_closed(d, e) ? e : NULL;
}

bool eg_dyad_julia(eg_parser *p, eg_expr *call, bool is_by_element, bool *is_known)
{
    const char *name = call->reference->parts[0].name;
    *is_known = false;
    if (!p->julia) {
        eg_list *texts = eg_new(p->r, sizeof *texts);
        if (!texts)
            return false;
        *texts = library_texts(p->r, p->source);
        p->julia = texts;
    }
    definition d = {.count = 0};
    *is_known = p->julia->count > 0 && find(p->r, p->julia, name, &d);
    if (!*is_known)
        return true;
    eg_expr *body = d.is_read && p->calls < MOST_CALLS ? parse_body(p, &d) : NULL;
    if (!body) {
        eg_error(p->r, p->source, call->at,
                 "the function \"%.200s\" is written in Julia, and not as one expression", name);
        eg_hint(p->r, "f(x) = 2*x + 1 can be read, of numbers and rows of them; write others in relations");
        return false;
    }
    if (d.count != call->count || call->names) {
        eg_error(p->r, p->source, call->at, "%.200s(...) is written in Julia for %u argument%s", name,
                 d.count, d.count == 1 ? "" : "s");
        eg_hint(p->r, d.count == 0 ? "write it with empty parentheses"
                                   : "write its arguments in their order, without names");
        return false;
    }
    return eg_dyad_put(p, call, body, d.arguments, is_by_element || d.is_by_element);
}
