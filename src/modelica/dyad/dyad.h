/* The parser of Dyad, which makes the syntax tree of the Modelica reader: everything behind it is shared.
 *
 * A component is a model, `variable x::T(guess = 1)` is T x(start = 1), `gap = ElastoGap(c = 1)` is ElastoGap
 * gap(c = 1), relations are equations, and an analysis is a model that extends what it simulates, with
 * an experiment. Expressions are parsed by parser_expression.c. */
#ifndef EG_MODELICA_DYAD_DYAD_H
#define EG_MODELICA_DYAD_DYAD_H

#include "modelica/text/parser.h"

/* What a component or analysis is made of, gathered while it is parsed. */
typedef struct eg_dyad_body {
    eg_list elements;          /* of eg_class_element */
    eg_list equations, starts; /* of eg_equation: always, and at the start */
    eg_list algorithms;        /* of eg_section, out of the metadata */
    eg_list points;            /* of eg_analysis_point */
    eg_syntax *carried;        /* a class of Modelica in whose stead the component stands; NULL: none */
} eg_dyad_body;

/* Skips to the next line on which something can begin. */
void eg_dyad_recover(eg_parser *p);
/* Is it the type, or the function, of data in a file? */
bool eg_dyad_is_dataset(const eg_reference *name);
/* Does a definition begin here, at the beginning of a line? */
bool eg_dyad_begins_definition(const eg_parser *p);
/* "text" or lines of # before a declaration; NULL: none. */
const char *eg_dyad_doc(eg_parser *p);
/* A semicolon may stand anywhere between things. */
void eg_dyad_semicolon(eg_parser *p);
/* Keeps the text of a name; NULL after an error. */
eg_reference *eg_dyad_name(eg_parser *p, const char *text, uint32_t at);

/* The dotted text of a name. */
const char *eg_dyad_text(eg_parser *p, const eg_reference *name);

/* dyad/element.c */
/* extends, a variable, a parameter, a subcomponent; with its documentation. */
bool eg_dyad_element(eg_parser *p, eg_dyad_body *body);
/* Class(modifications): the name, and the modifications as arguments of `into`. */
eg_reference *eg_dyad_class(eg_parser *p, eg_modifier *into);
/* for i in range {, for j in range} */
bool eg_dyad_iterators(eg_parser *p, eg_iterator **iterators, uint32_t *count);
bool eg_dyad_add_element(eg_parser *p, eg_dyad_body *body, eg_class_element element);
eg_modifier *eg_dyad_modifier(eg_parser *p, const char *name, uint32_t at);
bool eg_dyad_add_argument(eg_parser *p, eg_modifier *to, eg_modifier *argument);

/* dyad/parser.c: the body becomes that of the class. */
bool eg_dyad_keep_body(eg_parser *p, eg_syntax *class, const eg_dyad_body *body);

/* dyad/case.c: the cases behind enum Name =, one of which may have fields. */
bool eg_dyad_cases(eg_parser *p, eg_syntax *class);

/* dyad/element.c: name::Type(modifications)[dimensions] = value of a field, whose value is a parameter's. */
eg_component *eg_dyad_field(eg_parser *p);

/* dyad/relation.c */
/* What follows "relations", up to "metadata" or "end". */
bool eg_dyad_relations(eg_parser *p, eg_dyad_body *body);

/* dyad/metadata.c */
/* Metadata of a declaration or relation, {...}, [{...}] or {^name}: skipped. */
bool eg_dyad_skip_metadata(eg_parser *p);
/* The same, and what stood there; *pictures stays where there is nothing. */
bool eg_dyad_keep_metadata(eg_parser *p, const eg_pictures **pictures);
/* What an object does with a member; NULL: it is skipped. */
typedef bool (*eg_dyad_member)(eg_parser *p, void *context, const char *key, uint32_t at);
/* {"key": value, ...} */
bool eg_dyad_object(eg_parser *p, eg_dyad_member member, void *context);
bool eg_dyad_skip_value(eg_parser *p);
/* metadata {...} of a definition; its tests are kept, and what Dyad cannot say joins the body. Both may be
 * NULL: skipped. */
bool eg_dyad_metadata(eg_parser *p, eg_syntax *class, eg_dyad_body *body);

/* dyad/carried.c */
/* "elastogap": {"modelica": [...], "names": {...}}. */
bool eg_dyad_carried(eg_parser *p, eg_dyad_body *body);
/* The names that the text explains in its metadata: name, meaning, name, ... Nothing is reported. */
eg_list eg_dyad_names(eg_reader *r, eg_source *source);

/* dyad/call.c */
/* The names of the functions of Modelica that the text carries in its metadata. */
eg_list eg_dyad_own_functions(eg_reader *r, const eg_source *source);

/* The call becomes the words, an expression of the names (symbols), which are its arguments. */
bool eg_dyad_put(eg_parser *p, eg_expr *call, const eg_expr *words, const char *const *names,
                 bool is_by_element);

/* dyad/julia.c */
/* A call of a function that the library of the text writes in Julia becomes what the function says; *is_known
 * tells whether there is one of that name. False (reported) when it cannot be read. */
bool eg_dyad_julia(eg_parser *p, eg_expr *call, bool is_by_element, bool *is_known);

/* dyad/analysis.c */
/* Makes a model of an analysis: `base` is what it extends, `body` what it declares. */
bool eg_dyad_make_analysis(eg_parser *p, eg_syntax *class, eg_dyad_body *body);

#endif
