/* The equations of a class for each value of one of its parameters. */
#include "modelica/flat/class_cases.h"

#include "modelica/flat/flatten.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static size_t length_of(const char *const *texts)
{
    size_t n = 0;
    while (texts && texts[n])
        n++;
    return n;
}

static bool contains(const char *const *texts, const char *text)
{
    for (; texts && *texts; texts++)
        if (strcmp(*texts, text) == 0)
            return true;
    return false;
}

static bool is_letter(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool mentions(const char *equation, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(equation, name); at; at = strstr(at + 1, name))
        if ((at == equation || !is_letter(at[-1])) && !is_letter(at[length]))
            return true;
    return false;
}

/* ---------------------------------------------------------------- one value */

/* An instance without a name, of which one parameter is known. */
typedef struct bare {
    eg_instance instance;
    eg_class_scope scope;
} bare;

static bool bare_create(bare *b, const eg_class *class, const eg_parameter *parameter, int value)
{
    double *p = calloc(class->parameter_count, sizeof *p);
    if (!p)
        return false;
    p[parameter - class->parameters] = value;
    b->instance = (eg_instance){.class = class->variant ? class->variant(p) : class, .p = p};
    b->scope = (eg_class_scope){.instance = &b->instance, .known = parameter};
    return true;
}

/* An equation as it stands for this value, in *text: malloc'ed; NULL where it says nothing then. */
static bool write_equation(eg_reader *r, const bare *b, const char *equation, char **text)
{
    eg_flattening f = {.r = r};
    const char *const one[] = {equation, NULL};
    const eg_syntax *syntax = eg_class_syntax_of(r, b->instance.class, one);
    for (uint32_t i = 0; syntax && i < syntax->section_count; i++)
        for (uint32_t k = 0; k < syntax->sections[i].count; k++)
            eg_flatten_equation(&f, &b->scope, syntax, syntax->sections[i].body[k]);
    bool done = syntax && !f.failed && !f.w.out_of_memory;
    *text = done && f.w.length > 0 ? f.w.text : NULL;
    if (!*text)
        free(f.w.text);
    return done;
}

static bool add_own(eg_reader *r, const bare *b, const char *const *equations, const char *const *common,
                    char **own)
{
    size_t n = length_of((const char *const *)own);
    for (; equations && *equations; equations++) {
        if (contains(common, *equations))
            continue;
        if (!write_equation(r, b, *equations, &own[n]))
            return false;
        n += own[n] != NULL;
    }
    return true;
}

static bool make_own(eg_reader *r, const eg_class *class, int value, eg_class_cases *cases)
{
    bare b;
    if (!bare_create(&b, class, cases->parameter, value))
        return false;
    const eg_class *made = b.instance.class;
    char **own = calloc(length_of(made->equations) + length_of(made->relations) + 1, sizeof *own);
    cases->own[value] = own;
    cases->is_whole[value] = made != class;
    bool done = own && add_own(r, &b, made->equations, made == class ? cases->common : NULL, own) &&
                add_own(r, &b, made->relations, NULL, own);
    free(b.instance.p);
    return done;
}

/* ---------------------------------------------------------------- all values */

static bool find_common(const eg_class *class, eg_class_cases *cases)
{
    size_t n = 0;
    cases->common = calloc(length_of(class->equations) + 1, sizeof *cases->common);
    for (size_t i = 0; cases->common && class->equations[i]; i++)
        if (!mentions(class->equations[i], cases->parameter->name))
            cases->common[n++] = class->equations[i];
    return cases->common;
}

bool eg_class_cases_make(const eg_class *class, eg_class_cases *cases)
{
    eg_reader r;
    const eg_read_options options = eg_read_options_default();
    *cases = (eg_class_cases){.parameter = NULL};
    if (!class->cases)
        return true;
    cases->parameter = &class->parameters[eg_class_parameter(class, class->cases)];
    while (cases->parameter->literals[cases->count])
        cases->count++;
    cases->own = calloc((size_t)cases->count, sizeof *cases->own);
    cases->is_whole = calloc((size_t)cases->count, sizeof *cases->is_whole);
    eg_arena *arena = eg_arena_create();
    bool done = eg_reader_begin(&r, arena, &options, NULL) && cases->own && cases->is_whole &&
                find_common(class, cases);
    for (int value = 0; done && value < cases->count; value++)
        done = make_own(&r, class, value, cases);
    eg_reader_end(&r);
    eg_arena_free(arena);
    return done;
}

void eg_class_cases_free(eg_class_cases *cases)
{
    for (int value = 0; cases->own && value < cases->count; value++) {
        for (char **own = cases->own[value]; own && *own; own++)
            free(*own);
        free(cases->own[value]);
    }
    free(cases->own);
    free(cases->is_whole);
    free(cases->common);
    *cases = (eg_class_cases){.parameter = NULL};
}
