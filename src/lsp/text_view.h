/* What is known of a text as it stands, half-written as it may be: its syntax tree, and a scope in which the
 * names of the tree can be looked up. Libraries are read as far as names lead into them. */
#ifndef EG_LSP_TEXT_VIEW_H
#define EG_LSP_TEXT_VIEW_H

#include "modelica/scope/definition.h"

typedef struct eg_text_view {
    eg_reader r;
    eg_arena *kept;
    eg_source *source;
    eg_stored *stored;      /* never NULL */
    eg_definition *package; /* in which its classes stand; NULL: nothing can be looked up */
    eg_diagnostics *syntax; /* what the parser said, */
    int syntax_errors;      /* and how many of these are errors */
} eg_text_view;

/* A reading of the text that messages call `path`; `has_file`: it lies there, and what lies around it counts.
 * `options`: libraries and unsaved texts, which must outlive the view. NULL when memory is out. */
eg_text_view *eg_text_view_create(const char *path, bool has_file, const char *text, size_t length,
                                  const eg_read_options *options);
void eg_text_view_free(eg_text_view *view); /* accepts NULL */

/* The innermost class of the text around the offset, or the package in which its classes stand. */
eg_definition *eg_text_view_scope(eg_text_view *view, uint32_t offset);
/* Its syntax; NULL: the offset is in no class. */
eg_syntax *eg_text_view_class(const eg_text_view *view, uint32_t offset);

/* Called with each class of the text, those inside of it behind it, and its full name from the text's
 * outermost class on. */
typedef void (*eg_on_class)(void *context, eg_syntax *class, const char *name, int depth);
void eg_text_view_classes(eg_text_view *view, eg_on_class visit, void *context);
/* Can it be simulated? */
bool eg_text_view_is_model(const eg_syntax *class);

#endif
