/* Values are put into the text where the syntax tree says that they stand; where a component is not modified
 * yet, a modifier is put in. One value at a time, each into the text that the last one has left, so that
 * places need not be carried along. */
#include "modelica/text/revalue.h"

#include "base/file.h"
#include "base/number.h"
#include "modelica/scope/definition.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* What is to be done with a text: `length` bytes at `at` become `put`. */
typedef struct edit {
    const char *model;
    const eg_text_value *value;
    uint32_t at, length;
    char put[600];
    bool is_found;
    const char *reason; /* static: why there is no place; NULL */
    char **text;        /* of the file itself, where that is asked for; malloc'ed */
} edit;

/* ---------------------------------------------------------------- places in the text */

/* Where an expression that begins at `at` ends: before what cannot be part of it. */
static uint32_t expression_end(eg_reader *r, eg_source *source, uint32_t at)
{
    eg_lexer lexer;
    int depth = 0;
    uint32_t end = at;
    eg_lexer_start(&lexer, r, source);
    lexer.at = at;
    for (;;) {
        const eg_token token = eg_lexer_next(&lexer);
        const bool opens =
            token.kind == EG_T_LEFT || token.kind == EG_T_LEFT_BRACKET || token.kind == EG_T_LEFT_BRACE;
        const bool closes =
            token.kind == EG_T_RIGHT || token.kind == EG_T_RIGHT_BRACKET || token.kind == EG_T_RIGHT_BRACE;
        const bool ends = token.kind == EG_T_COMMA || token.kind == EG_T_SEMICOLON ||
                          token.kind == EG_T_STRING || token.kind == EG_T_ANNOTATION || closes;
        const bool is_new_line = lexer.is_dyad && memchr(source->text + end, '\n', token.at - end);
        if (token.kind == EG_T_FINISH || (depth == 0 && end > at && (ends || is_new_line)))
            return end;
        depth += opens - closes;
        end = token.end;
    }
}

/* Behind the parenthesis that opens modifiers in a declaration whose name stands at `at`, or 0; *behind:
 * where one could be put in, behind name, type and dimensions. */
static uint32_t find_opening(eg_reader *r, eg_source *source, uint32_t at, uint32_t *behind)
{
    eg_lexer lexer;
    int depth = 0;
    eg_lexer_start(&lexer, r, source);
    lexer.at = at;
    *behind = at;
    for (;;) {
        const eg_token token = eg_lexer_next(&lexer);
        const bool is_type = lexer.is_dyad && token.kind == EG_T_IS; /* name = Type(...) */
        if (depth == 0 && token.kind == EG_T_LEFT)
            return token.end;
        depth += token.kind == EG_T_LEFT_BRACKET;
        if (depth == 0 && token.kind != EG_T_NAME && token.kind != EG_T_DOT && !is_type)
            return 0;
        depth -= token.kind == EG_T_RIGHT_BRACKET;
        *behind = token.end;
    }
}

/* ---------------------------------------------------------------- the edit */

/* "s(start = 5)" for what is left of a name, "s.start". */
static void put_modifier(char *text, size_t size, const char *rest, const char *number)
{
    const char *dot = strchr(rest, '.');
    if (!dot) {
        snprintf(text, size, "%s = %s", rest, number);
        return;
    }
    char inner[400];
    put_modifier(inner, sizeof inner, dot + 1, number);
    snprintf(text, size, "%.*s(%s)", (int)(dot - rest), rest, inner);
}

static bool is_part(const char *name, const char *rest)
{
    const size_t length = strlen(name);
    return strncmp(name, rest, length) == 0 && (rest[length] == '.' || rest[length] == '\0');
}

/* The rest of the name stands, or is to stand, in what modifies a thing whose name is at `at`. */
static void edit_modifier(eg_reader *r, eg_source *source, const eg_modifier *m, uint32_t at,
                          const char *rest, edit *e)
{
    char number[EG_NUMBER_SIZE], inner[500];
    uint32_t behind;
    eg_number_write(e->value->value, number);
    for (uint32_t i = 0; m && *rest && i < m->count; i++) {
        const eg_modifier *a = m->arguments[i];
        const size_t length = a->name ? strlen(a->name) : 0;
        if (!a->name || !is_part(a->name, rest))
            continue;
        edit_modifier(r, source, a, a->at, rest[length] == '.' ? rest + length + 1 : "", e);
        return;
    }
    e->is_found = true;
    const uint32_t opening = find_opening(r, source, at, &behind);
    if (!*rest && m && m->value) {
        e->at = m->value_at;
        e->length = expression_end(r, source, m->value_at) - e->at;
        snprintf(e->put, sizeof e->put, "%s", number);
    } else if (!*rest) {
        e->at = opening > 0 ? expression_end(r, source, opening - 1) : behind;
        snprintf(e->put, sizeof e->put, " = %s", number);
    } else {
        put_modifier(inner, sizeof inner, rest, number);
        e->at = opening > 0 ? opening : behind;
        if (opening > 0)
            snprintf(e->put, sizeof e->put, "%s%s", inner, m && m->count > 0 ? ", " : "");
        else
            snprintf(e->put, sizeof e->put, "(%s)", inner);
    }
}

static void edit_class(eg_reader *r, const eg_syntax *class, edit *e)
{
    const char *name = e->value->name;
    const eg_extension *base = NULL;
    if (strchr(name, '[')) {
        e->reason = "elements of arrays have no place of their own in a text";
        return;
    }
    for (uint32_t i = 0; i < class->element_count; i++) {
        const eg_element *element = &class->elements[i];
        if (element->kind == EG_EL_EXTENDS)
            base = element->extension;
        if (element->kind != EG_EL_COMPONENT || !is_part(element->component->name, name))
            continue;
        const size_t length = strlen(element->component->name);
        if (class->is_dyad && strlen(name) > 6 && strcmp(name + strlen(name) - 6, ".start") == 0) {
            e->reason = "start values in Dyad stand in relations";
            return;
        }
        edit_modifier(r, class->source, element->component->modifier, element->component->at,
                      name[length] == '.' ? name + length + 1 : "", e);
        return;
    }
    if (base)
        edit_modifier(r, class->source, base->modifier, base->base->parts[0].at, name, e);
}

/* The class of a dotted name, or the last one that is a model and not partial. */
static const eg_syntax *find_class(eg_syntax *const *classes, uint32_t count, const char *name)
{
    for (uint32_t i = count; i-- > 0;) {
        const eg_syntax *class = classes[i];
        const bool is_model = class->restriction == EG_R_MODEL || class->restriction == EG_R_CLASS ||
                              class->restriction == EG_R_BLOCK;
        if (!name ? is_model && !class->is_partial : strcmp(class->name, name) == 0)
            return class;
        if (!name || !is_part(class->name, name))
            continue;
        for (uint32_t k = 0; k < class->element_count; k++)
            if (class->elements[k].kind == EG_EL_CLASS) {
                eg_syntax *inner = class->elements[k].class;
                const eg_syntax *found = find_class(&inner, 1, name + strlen(class->name) + 1);
                if (found)
                    return found;
            }
    }
    return NULL;
}

static void find_place(void *context, eg_reader *r, const eg_stored *stored, eg_definition *package)
{
    edit *e = context;
    (void)package;
    if (e->text) {
        *e->text = strndup(stored->source->text, stored->source->length);
        return;
    }
    const eg_syntax *class = find_class(stored->classes, stored->count, e->model);
    if (class)
        edit_class(r, class, e);
}

/* ---------------------------------------------------------------- the text */

static char *apply(const char *text, const edit *e)
{
    const size_t length = strlen(text), put = strlen(e->put);
    char *changed = malloc(length + put + 1);
    if (!changed)
        return NULL;
    memcpy(changed, text, e->at);
    memcpy(changed + e->at, e->put, put);
    strcpy(changed + e->at + put, text + e->at + e->length);
    return changed;
}

static eg_status revalue(char **text, const char *path, const char *model, const eg_text_value *value,
                         eg_diagnostics *d)
{
    edit e = {.model = model, .value = value};
    eg_status status = eg_library_visit_text(*text, strlen(*text), path, d, find_place, &e);
    if (status != EG_OK)
        return status;
    if (!e.is_found) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s has no place in the text of %s%s%s", value->name, path,
                  e.reason ? ": " : "", e.reason ? e.reason : "");
        eg_remedy(d, "give it as --set %s=%.17g", value->name, value->value);
        return EG_ERROR_MODEL;
    }
    char *changed = apply(*text, &e);
    free(*text);
    *text = changed;
    return changed ? EG_OK : EG_ERROR_MEMORY;
}

eg_status eg_revalue_text(const char *path, const eg_read_options *options, const eg_text_value *values,
                          size_t count, eg_diagnostics *diagnostics, FILE *out)
{
    char *text = NULL;
    edit whole = {.text = &text};
    eg_status status = eg_library_visit(path, options, diagnostics, find_place, &whole);
    if (status == EG_OK && !text)
        status = EG_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == EG_OK; i++)
        status = revalue(&text, path, options->model, &values[i], diagnostics);
    if (status == EG_OK)
        fputs(text, out);
    free(text);
    return status;
}
