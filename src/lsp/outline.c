/* The classes of a text with what they declare, as an outline. */
#include "lsp/session.h"

#include <string.h>

/* Kinds of symbols of the protocol. */
enum {
    A_PACKAGE = 4,
    A_CLASS = 5,
    A_FIELD = 8,
    AN_ENUM = 10,
    AN_INTERFACE = 11,
    A_FUNCTION = 12,
    A_CONSTANT = 14,
    A_TYPE = 26
};

static int kind_of(const eg_syntax *class)
{
    if (class->is_enumeration)
        return AN_ENUM;
    switch (class->restriction) {
    case EG_R_PACKAGE: return A_PACKAGE;
    case EG_R_FUNCTION:
    case EG_R_OPERATOR: return A_FUNCTION;
    case EG_R_CONNECTOR: return AN_INTERFACE;
    case EG_R_TYPE: return A_TYPE;
    default: return A_CLASS;
    }
}

static json_t *symbol(const eg_text_view *view, const char *name, const char *detail, int kind, size_t from,
                      size_t to, size_t at)
{
    const size_t end = at + strlen(name);
    return json_pack("{s:s, s:s, s:i, s:o, s:o}", "name", name, "detail", detail ? detail : "", "kind", kind,
                     "range", eg_position_range(view->source, from, to > end ? to : end), "selectionRange",
                     eg_position_range(view->source, at, end));
}

static json_t *class_symbol(eg_text_view *view, const eg_syntax *class, int depth);

static json_t *children_of(eg_text_view *view, const eg_syntax *class, int depth)
{
    json_t *children = json_array();
    for (uint32_t i = 0; i < class->element_count && depth < EG_NESTING_LIMIT; i++) {
        const eg_class_element *e = &class->elements[i];
        if (e->kind == EG_EL_CLASS) {
            json_array_append_new(children, class_symbol(view, e->class, depth + 1));
        } else if (e->kind == EG_EL_COMPONENT && e->component->type) {
            const eg_component *c = e->component;
            const char *type = eg_reference_text(&view->r, c->type, c->type->count);
            const int kind = c->variability >= EG_V_PARAMETER ? A_CONSTANT : A_FIELD;
            json_array_append_new(children, symbol(view, c->name, type, kind, c->at, 0, c->at));
        }
    }
    return children;
}

static json_t *class_symbol(eg_text_view *view, const eg_syntax *class, int depth)
{
    json_t *one =
        symbol(view, class->name, class->comment, kind_of(class), class->begin, class->end, class->at);
    json_object_set_new(one, "children", children_of(view, class, depth));
    return one;
}

json_t *eg_lsp_symbols(eg_session *s, const json_t *params, const char **refusal)
{
    eg_document *d = eg_session_document_of(s, params);
    eg_text_view *view = d ? eg_session_view(s, d) : NULL;
    json_t *all = view ? json_array() : NULL;
    (void)refusal;
    for (uint32_t i = 0; view && i < view->stored->count; i++)
        json_array_append_new(all, class_symbol(view, view->stored->classes[i], 0));
    return all;
}
