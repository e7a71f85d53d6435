/* What a source FMU consists of is what can be reached from its entry points: a piece that is taken makes
 * every piece be taken that defines a name in it. Of the native classes those are taken whose last name
 * stands in a text of the model, with the connectors, and with what those classes and the library's own
 * functions name. */
#include "fmi/source/source.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/names.h"
#include "component/class.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct piece {
    const char *names, *text, *end;
    bool is_taken, is_list; /* of the native classes */
    size_t following;       /* what else was taken and is to be looked through; 0: none */
} piece;

typedef struct link { /* one of the pieces that define a name; others follow */
    size_t piece;
    long next; /* -1: none */
} link;

typedef struct choosing {
    const eg_source_wish *wish;
    eg_arena *arena;
    piece *pieces;
    link *links;
    size_t count, capacity, link_count, link_capacity;
    eg_names *names, *words;  /* to links; of texts */
    const char **class_names; /* (classes) their variables in C */
    bool *is_wanted;          /* (classes) */
    size_t class_count, list, pending;
    bool failed;
} choosing;

/* ---------------------------------------------------------------- reading the pieces */

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static size_t word_length(const char *at)
{
    size_t length = 0;
    while (is_letter(at[length]))
        length++;
    return length;
}

static void add_name(choosing *x, const char *at, size_t length, size_t index)
{
    const char *name = eg_arena_text(x->arena, at, length);
    if (!name || eg_grow((void **)&x->links, &x->link_capacity, x->link_count + 1, sizeof *x->links) < 0) {
        x->failed = true;
        return;
    }
    long first = eg_names_find(x->names, name), own = (long)x->link_count++;
    x->links[own] = (link){index, -1};
    if (first < 0) {
        x->failed = x->failed || eg_names_add(x->names, name, own) < 0;
        return;
    }
    x->links[own].next = x->links[first].next;
    x->links[first].next = own;
}

/* "@ NAME..." and the lines up to the next one. */
static void read_pieces(choosing *x)
{
    const char *at = x->wish->pieces, *end = at + x->wish->length;
    while (at < end && !x->failed) {
        const char *line = memchr(at, '\n', (size_t)(end - at)), *next = line;
        while (next && next + 1 < end && next[1] != '@')
            next = memchr(next + 1, '\n', (size_t)(end - next - 1));
        if (!line || eg_grow((void **)&x->pieces, &x->capacity, x->count + 1, sizeof *x->pieces) < 0) {
            x->failed = x->failed || line;
            return;
        }
        piece *p = &x->pieces[x->count];
        *p = (piece){.names = at + 1, .text = line + 1, .end = next ? next + 1 : end};
        p->is_list = at[1] == '*';
        for (const char *c = at + 1; c < line; c++)
            if (is_letter(*c)) {
                size_t length = word_length(c);
                add_name(x, c, length, x->count);
                c += length - 1;
            }
        if (p->is_list)
            x->list = x->count;
        x->count++;
        at = p->end;
    }
}

/* The list's items stand in the order of eg_classes. */
static void name_classes(choosing *x)
{
    const piece *p = &x->pieces[x->list];
    size_t i = 0;
    for (const char *c = p->text; c < p->end && i < x->class_count; c++)
        if (*c == '&') {
            x->class_names[i++] = eg_arena_text(x->arena, c + 1, word_length(c + 1));
            x->failed = x->failed || !x->class_names[i - 1];
        }
    x->failed = x->failed || i < x->class_count;
}

/* ---------------------------------------------------------------- what is reached */

static void take(choosing *x, const char *at, size_t length)
{
    char name[256];
    if (length >= sizeof name)
        return;
    memcpy(name, at, length);
    name[length] = '\0';
    for (long k = eg_names_find(x->names, name); k >= 0; k = x->links[k].next) {
        piece *p = &x->pieces[x->links[k].piece];
        if (p->is_taken)
            continue;
        p->is_taken = true;
        p->following = x->pending;
        x->pending = x->links[k].piece + 1;
    }
}

static void note_words(choosing *x, const char *text, size_t length)
{
    for (const char *c = text; c < text + length && !x->failed;) {
        size_t word = is_letter(*c) ? word_length(c) : 1;
        if (word > (size_t)(text + length - c))
            word = (size_t)(text + length - c);
        if (is_letter(*c)) {
            const char *copy = eg_arena_text(x->arena, c, word);
            x->failed = !copy || (eg_names_find(x->words, copy) < 0 && eg_names_add(x->words, copy, 1) < 0);
        }
        c += word;
    }
}

static void note_list(choosing *x, const char *const *texts)
{
    for (size_t i = 0; texts && texts[i]; i++)
        note_words(x, texts[i], strlen(texts[i]));
}

static void want_class(choosing *x, size_t i)
{
    size_t count;
    const eg_class *c = eg_classes(&count)[i];
    if (x->is_wanted[i])
        return;
    x->is_wanted[i] = true;
    if (x->class_names[i])
        take(x, x->class_names[i], strlen(x->class_names[i]));
    note_list(x, c->components);
    note_list(x, c->equations);
}

static bool is_word(const choosing *x, const char *name)
{
    const char *dot = strrchr(name, '.');
    return eg_names_find(x->words, dot ? dot + 1 : name) >= 0;
}

/* Of the classes that are wanted, does one have a parameter of this type? */
static bool has_type(const choosing *x, const char *type)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; x->is_wanted[i] && k < classes[i]->parameter_count; k++) {
            const char *own = classes[i]->parameters[k].type_name;
            if (own && strcmp(own, type) == 0)
                return true;
        }
    return false;
}

/* The reader knows enumerations from the parameters that have them: for one that is named, any such class. */
static bool brings_type(const choosing *x, const eg_class *c)
{
    for (size_t k = 0; k < c->parameter_count; k++) {
        const eg_parameter *p = &c->parameters[k];
        if (p->type == EG_ENUMERATION && p->type_name && is_word(x, p->type_name) &&
            !has_type(x, p->type_name))
            return true;
    }
    return false;
}

/* Classes that words stand for; what they are made of adds words. */
static void want_classes(choosing *x)
{
    size_t count, before = 0;
    const eg_class *const *classes = eg_classes(&count);
    for (size_t wanted = 1; wanted > before && !x->failed;) {
        before = wanted;
        wanted = 1;
        for (size_t i = 0; i < count; i++) {
            bool is_named = is_word(x, classes[i]->name) ||
                            (classes[i]->short_name && eg_names_find(x->words, classes[i]->short_name) >= 0);
            if (is_named || classes[i]->kind == EG_CONNECTOR || brings_type(x, classes[i]))
                want_class(x, i);
            wanted += x->is_wanted[i];
        }
    }
}

/* The library itself asks for some classes by name, in its functions. */
static void want_named(choosing *x, const char *text, size_t length)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    if (length < 9 || strncmp(text, "Modelica.", 9) != 0)
        return;
    for (size_t i = 0; i < count; i++)
        if (strlen(classes[i]->name) == length && strncmp(classes[i]->name, text, length) == 0)
            want_class(x, i);
}

static const char *end_of_literal(const char *at)
{
    const char *end = at + 1;
    while (*end != *at)
        end += *end == '\\' ? 2 : 1;
    return end;
}

static bool is_function(const piece *p)
{
    const char *brace = memchr(p->text, '{', (size_t)(p->end - p->text));
    while (brace && brace > p->text && isspace((unsigned char)brace[-1]))
        brace--;
    return brace && brace > p->text && brace[-1] == ')';
}

static void look_through(choosing *x, const piece *p)
{
    bool inside = is_function(p);
    for (const char *c = p->text; c < p->end; c++) {
        if (*c == '"' || *c == '\'') {
            const char *end = end_of_literal(c);
            if (inside && *c == '"')
                want_named(x, c + 1, (size_t)(end - c - 1));
            c = end;
        } else if (is_letter(*c)) {
            size_t length = word_length(c);
            if (!p->is_list || strncmp(c, "eg_class_", 9) != 0)
                take(x, c, length);
            c += length - 1;
        }
    }
}

static void follow(choosing *x)
{
    while (x->pending > 0) {
        const piece *p = &x->pieces[x->pending - 1];
        x->pending = p->following;
        look_through(x, p);
    }
}

static bool is_entry(const choosing *x, const char *word)
{
    return strncmp(word, "fmi", 3) == 0 && word[3] == '0' + x->wish->version &&
           isupper((unsigned char)word[4]);
}

/* A function of the standard, not one of its types; its name to *name. */
static bool is_entry_piece(const choosing *x, const piece *p, const char **name)
{
    *name = p->names + strspn(p->names, " *");
    return is_entry(x, *name) && strncmp(p->text, "typedef", 7) != 0;
}

static void choose(choosing *x)
{
    const char *name;
    for (size_t i = 0; i < x->wish->text_count; i++)
        note_words(x, x->wish->texts[i].bytes, x->wish->texts[i].length);
    for (size_t i = 0; i < x->wish->bundled_count; i++)
        note_list(x, x->wish->bundled[i]);
    for (size_t i = 0; i < x->count; i++)
        if (is_entry_piece(x, &x->pieces[i], &name))
            take(x, name, word_length(name));
    for (size_t i = 0; x->wish->shape && x->wish->shape->flange_count > 0 && eg_fmu_shape_class(i); i++)
        note_words(x, eg_fmu_shape_class(i), strlen(eg_fmu_shape_class(i)));
    do {
        want_classes(x);
        follow(x);
        want_classes(x); /* what functions have asked for may ask for more */
    } while (x->pending > 0 && !x->failed);
}

/* ---------------------------------------------------------------- writing */

/* What compilers need that do not take C99 as it is: Microsoft's has no `restrict` in its plain C, a NAN that
 * is no constant in some of its headers, and warns of the standard's functions. Products and sums are not
 * fused where the compiler would choose to, so that all of them make the same bits. */
static const char before_headers[] = "#if defined(_MSC_VER) && !defined(_CRT_SECURE_NO_WARNINGS)\n"
                                     "#define _CRT_SECURE_NO_WARNINGS\n#endif\n";
static const char behind_headers[] = "#if defined(_MSC_VER) && !defined(__clang__)\n"
                                     "#define restrict __restrict\n"
                                     "#undef NAN\n#define NAN (-(float)(INFINITY * 0.0F))\n"
                                     "#pragma fp_contract(off)\n"
                                     "#elif defined(__clang__)\n#pragma STDC FP_CONTRACT OFF\n#endif\n";

static void write_head(const choosing *x, FILE *out)
{
    const char *id = x->wish->identifier;
    int v = x->wish->version;
    fprintf(
        out,
        "/* %s, a source FMU of FMI %d.0 by elastogap %s: the model's texts, at the end, and the parts\n"
        " * of the library that it needs. C99 and its library are all it takes.\n"
        " *\n"
        " * Copyright the elastogap authors. Licensed under the Apache License, Version 2.0\n"
        " * (http://www.apache.org/licenses/LICENSE-2.0). The model is under whatever licence its author\n"
        " * gives it. */\n",
        id, v, eg_version());
    fputs(before_headers, out);
    static const char *const headers[] = {"assert",  "ctype",  "errno",  "float", "limits", "math",  "stdarg",
                                          "stdbool", "stddef", "stdint", "stdio", "stdlib", "string"};
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        fprintf(out, "#include <%s.h>\n", headers[i]);
    fprintf(out, "\n%s", behind_headers);
    fprintf(out, "\n#if defined(__GNUC__)\n#define EG_STATIC static __attribute__((unused))\n#else\n"
                 "#define EG_STATIC static\n#endif\n\n");
    if (v ==
        3) /* static libraries hold several FMUs, shared ones are told by a definition that they do not */
        fprintf(out, "#if !defined(FMI3_FUNCTION_PREFIX)\n#define FMI3_FUNCTION_PREFIX %s_\n#endif\n", id);
    fprintf(out,
            "#if !defined(FMI%d_OVERRIDE_FUNCTION_PREFIX) && defined(FMI%d_FUNCTION_PREFIX)\n"
            "#define FMI%d_ACTUAL_FUNCTION_PREFIX FMI%d_FUNCTION_PREFIX\n#endif\n"
            "#if defined(FMI%d_ACTUAL_FUNCTION_PREFIX)\n"
            "#define EG_JOIN_(a, b) a##b\n#define EG_JOIN(a, b) EG_JOIN_(a, b)\n"
            "#define EG_ENTRY(name) EG_JOIN(FMI%d_ACTUAL_FUNCTION_PREFIX, name)\n"
            "#define EG_VISIBLE\n#else\n#define EG_ENTRY(name) name\n"
            "#if defined(_WIN32) || defined(__CYGWIN__)\n#define EG_VISIBLE __declspec(dllexport)\n"
            "#elif defined(__GNUC__)\n#define EG_VISIBLE __attribute__((visibility(\"default\")))\n"
            "#else\n#define EG_VISIBLE\n#endif\n#endif\n\n",
            v, v, v, v, v, v);
}

/* Each has a declaration and a definition: named at the first. */
static void write_entry_names(const choosing *x, FILE *out)
{
    const char *name;
    for (size_t i = 0; i < x->count; i++)
        if (is_entry_piece(x, &x->pieces[i], &name) && !is_function(&x->pieces[i])) {
            int length = (int)word_length(name);
            fprintf(out, "#define %.*s EG_ENTRY(%.*s)\n", length, name, length, name);
        }
    /* Compilers that look at the lines again, to judge how they are indented, take minutes over files of
     * this size; there is none of this name. */
    fprintf(out, "\n#line 1 \"elastogap\"\n");
}

static void write_list(const choosing *x, const piece *p, FILE *out)
{
    const char *brace = memchr(p->text, '{', (size_t)(p->end - p->text));
    fprintf(out, "%.*s{\n", (int)(brace - p->text), p->text);
    for (size_t i = 0; i < x->class_count; i++)
        if (x->is_wanted[i])
            fprintf(out, "    &%s,\n", x->class_names[i]);
    fprintf(out, "};\n\n");
}

static void write_pieces(const choosing *x, FILE *out)
{
    const char *name;
    for (size_t i = 0; i < x->count; i++) {
        const piece *p = &x->pieces[i];
        if (!p->is_taken)
            continue;
        if (p->is_list) {
            write_list(x, p, out);
            continue;
        }
        if (is_entry_piece(x, p, &name) && !is_function(p))
            fputs("EG_VISIBLE ", out);
        fwrite(p->text, 1, (size_t)(p->end - p->text), out);
        fputc('\n', out);
    }
}

/* One line of the text, or a part of a long one: C99 promises literals of 4095 characters. Question marks
 * might be trigraphs. */
static void write_character(unsigned char c, FILE *out)
{
    if (c == '\n')
        fputs("\\n", out);
    else if (c == '"' || c == '\\' || c == '?')
        fprintf(out, "\\%c", c);
    else if (c < 32 || c > 126)
        fprintf(out, "\\%03o", c);
    else
        fputc(c, out);
}

static size_t write_part(const char *text, size_t left, FILE *out)
{
    size_t length = 0;
    fputs("    \"", out);
    while (length < left && length < 900 && (length == 0 || text[length - 1] != '\n'))
        write_character((unsigned char)text[length++], out);
    fputs("\",\n", out);
    return length;
}

static void write_texts(const choosing *x, FILE *out)
{
    size_t skip = strlen("resources/");
    for (size_t i = 0; i < x->wish->text_count; i++) {
        const eg_member_file *m = &x->wish->texts[i];
        fprintf(out, "static const char *const eg_embedded_text_%zu[] = {\n", i);
        for (size_t at = 0; at < m->length || (m->length == 0 && at == 0);)
            at += m->length > 0 ? write_part(m->bytes + at, m->length - at, out)
                                : (size_t)(fputs("    \"\",\n", out) >= 0);
        fprintf(out, "};\n\n");
    }
    fprintf(out, "static const eg_embedded_file eg_embedded_list[] = {\n");
    for (size_t i = 0; i < x->wish->text_count; i++) {
        fputs("    {\"", out);
        for (const char *c = x->wish->texts[i].name + skip; *c; c++)
            write_character((unsigned char)*c, out);
        fprintf(out,
                "\", eg_embedded_text_%zu, sizeof eg_embedded_text_%zu / sizeof *eg_embedded_text_%zu},\n", i,
                i, i);
    }
    fprintf(out, "};\n\n"
                 "EG_STATIC const eg_embedded_file *eg_embedded_files(size_t *count)\n{\n"
                 "    *count = sizeof eg_embedded_list / sizeof *eg_embedded_list;\n"
                 "    return eg_embedded_list;\n}\n");
}

static char *write_all(const choosing *x, size_t *length)
{
    char *text = NULL;
    FILE *out = open_memstream(&text, length);
    if (!out)
        return NULL;
    write_head(x, out);
    write_entry_names(x, out);
    write_pieces(x, out);
    write_texts(x, out);
    return eg_text_end(out, &text);
}

char *eg_source_choose(const eg_source_wish *wish, size_t *length)
{
    choosing x = {.wish = wish, .arena = eg_arena_create()};
    char *text = NULL;
    eg_classes(&x.class_count);
    x.names = eg_names_create(20000);
    x.words = eg_names_create(1000);
    x.class_names = calloc(x.class_count, sizeof *x.class_names);
    x.is_wanted = calloc(x.class_count, sizeof *x.is_wanted);
    x.failed = !x.arena || !x.names || !x.words || !x.class_names || !x.is_wanted;
    if (!x.failed)
        read_pieces(&x);
    if (!x.failed)
        name_classes(&x);
    if (!x.failed)
        choose(&x);
    if (!x.failed)
        text = write_all(&x, length);
    eg_names_free(x.names);
    eg_names_free(x.words);
    eg_arena_free(x.arena);
    free(x.class_names);
    free(x.is_wanted);
    free(x.pieces);
    free(x.links);
    return text;
}
