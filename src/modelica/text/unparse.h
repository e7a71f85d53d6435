/* Text from a syntax tree, in Modelica or in Dyad: what `elastogap convert` writes.
 *
 * Comments that stand on lines of their own before a class, an element or an equation go with it; so do those
 * behind something on its line. What the other language has no words for is reported by name and place. */
#ifndef EG_MODELICA_TEXT_UNPARSE_H
#define EG_MODELICA_TEXT_UNPARSE_H

#include "modelica/scope/definition.h"

#include <stdio.h>

typedef struct eg_unparser {
    eg_reader *r;
    FILE *out;
    bool to_dyad;
    eg_definition *scope; /* the class whose text is written: names are resolved in it */
    eg_source *source;
    int depth;         /* of indentation */
    eg_list names;     /* Dyad: of the classes written so far */
    const char *index; /* Dyad: what stands for the element's number in an array of parts; NULL: nothing */
} eg_unparser;

/* Reports what cannot be said in the other language. */
void eg_unparse_refuse(eg_unparser *u, uint32_t at, const char *what, const char *hint);
/* The comment lines before the line of `at`, and an empty line before those. */
void eg_unparse_lines_before(eg_unparser *u, uint32_t at);
/* The comment behind something that begins at `at`, on the same line; then the line's end. */
void eg_unparse_end_of_line(eg_unparser *u, uint32_t at);
void eg_unparse_indent(eg_unparser *u);
/* "text", with escapes. */
void eg_unparse_string(eg_unparser *u, const char *text);

/* A name that stands for a value or a function, with its subscripts. */
void eg_unparse_reference(eg_unparser *u, const eg_reference *name);
void eg_unparse_expression(eg_unparser *u, const eg_expr *e);
/* The name of a class as the other language knows it. */
void eg_unparse_class_name(eg_unparser *u, const eg_reference *name);
/* i in range, j in range; in Dyad with "for" before each. */
void eg_unparse_iterators(eg_unparser *u, const eg_iterator *iterators, uint32_t count);

/* unparse_modelica.c, unparse_dyad.c: a class with all that is in it. */
void eg_unparse_modelica_class(eg_unparser *u, const eg_syntax *class);
void eg_unparse_dyad_class(eg_unparser *u, const eg_syntax *class);

/* Reads the text of a file and writes it in the other language to `out`: Dyad when the file is Modelica,
 * Modelica when it is Dyad. EG_ERROR_FILE: it cannot be read; EG_ERROR_MODEL: it is wrong, or holds what the
 * other language cannot say; both reported. EG_ERROR_MEMORY. */
eg_status eg_convert_text(const char *path, const eg_read_options *options, eg_diagnostics *diagnostics,
                          FILE *out);

#endif
