#include "lsp/text_view.h"

#include "modelica/text/parser.h"

#include <stdlib.h>

static bool read_text(eg_text_view *v, const char *path, bool has_file, const char *text, size_t length)
{
    eg_reader *r = &v->r;
    v->source = eg_source_create(v->kept, path, text, length);
    if (!v->source)
        return false;
    r->main_source = v->source;
    if (!eg_source_is_text(v->source, v->syntax))
        v->syntax_errors++;
    else
        v->stored = eg_parse(r, v->source);
    v->syntax_errors += r->errors;
    if (!v->stored)
        v->stored = eg_new(r, sizeof *v->stored);
    if (!v->stored)
        return false;
    v->stored->source = v->source;
    eg_be_quiet(r); /* from here on nobody is told: the check does that */
    r->gave_up = false;
    if (!eg_library_place(r, v->stored, has_file ? path : NULL, &v->package) && !r->out_of_memory)
        v->package = r->root;
    r->errors = 0;
    return !r->out_of_memory;
}

eg_text_view *eg_text_view_create(const char *path, bool has_file, const char *text, size_t length,
                                  const eg_read_options *options)
{
    eg_text_view *v = calloc(1, sizeof *v);
    if (!v)
        return NULL;
    v->kept = eg_arena_create();
    v->syntax = eg_diagnostics_create();
    const bool begun = v->kept && v->syntax && eg_reader_begin(&v->r, v->kept, options, v->syntax);
    if (!begun || !read_text(v, path, has_file, text, length)) {
        eg_text_view_free(v);
        return NULL;
    }
    return v;
}

void eg_text_view_free(eg_text_view *v)
{
    if (!v)
        return;
    eg_reader_end(&v->r);
    eg_diagnostics_free(v->syntax);
    eg_arena_free(v->kept);
    free(v);
}

/* ---------------------------------------------------------------- classes of the text */

static bool holds(const eg_syntax *class, uint32_t offset)
{
    return class->begin <= offset && offset <= class->end;
}

static eg_syntax *inner_class(const eg_syntax *class, uint32_t offset)
{
    for (uint32_t i = 0; i < class->element_count; i++)
        if (class->elements[i].kind == EG_EL_CLASS && holds(class->elements[i].class, offset))
            return class->elements[i].class;
    return NULL;
}

static eg_syntax *outer_class(const eg_text_view *v, uint32_t offset)
{
    for (uint32_t i = 0; i < v->stored->count; i++)
        if (holds(v->stored->classes[i], offset))
            return v->stored->classes[i];
    return NULL;
}

eg_syntax *eg_text_view_class(const eg_text_view *v, uint32_t offset)
{
    eg_syntax *class = outer_class(v, offset);
    for (eg_syntax *inner = class; inner; inner = inner_class(class, offset))
        class = inner;
    return class;
}

static eg_definition *child_of(eg_reader *r, eg_definition *d, const eg_syntax *class)
{
    const eg_member *member = d && class->name ? eg_find_member(r, d, class->name) : NULL;
    return member && member->kind == EG_M_CLASS ? member->definition : NULL;
}

eg_definition *eg_text_view_scope(eg_text_view *v, uint32_t offset)
{
    eg_definition *scope = v->package;
    for (eg_syntax *class = outer_class(v, offset); class; class = inner_class(class, offset)) {
        eg_definition *child = child_of(&v->r, scope, class);
        if (!child)
            return scope;
        scope = child;
    }
    return scope;
}

static void visit_classes(eg_text_view *v, eg_syntax *class, const char *around, int depth, eg_on_class visit,
                          void *context)
{
    const char *name = eg_textf(&v->r, "%s%s%s", around, *around ? "." : "", class->name);
    visit(context, class, name, depth);
    for (uint32_t i = 0; i < class->element_count && depth < EG_NESTING_LIMIT; i++)
        if (class->elements[i].kind == EG_EL_CLASS)
            visit_classes(v, class->elements[i].class, name, depth + 1, visit, context);
}

void eg_text_view_classes(eg_text_view *v, eg_on_class visit, void *context)
{
    for (uint32_t i = 0; i < v->stored->count; i++)
        visit_classes(v, v->stored->classes[i], "", 0, visit, context);
}

bool eg_text_view_is_model(const eg_syntax *class)
{
    return !class->is_partial && (class->restriction == EG_R_MODEL || class->restriction == EG_R_BLOCK ||
                                  class->restriction == EG_R_CLASS);
}
