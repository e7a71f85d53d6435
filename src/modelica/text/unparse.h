/* Text from a syntax tree, in Modelica or in Dyad: what `elastogap convert` writes.
 *
 * Comments that stand on lines of their own before a class, an element or an equation go with it; so do those
 * behind something on its line. What the other language has no words for is reported by name and place. */
#ifndef EG_MODELICA_TEXT_UNPARSE_H
#define EG_MODELICA_TEXT_UNPARSE_H

#include "modelica/scope/definition.h"

#include <stdio.h>

/* A name that Dyad cannot have, and what stands for it there. */
typedef struct eg_alias {
    const char *name, *alias;
    bool is_written; /* the metadata of a component says so */
} eg_alias;

/* A component of Modelica's library that Dyad's library has too: unparse_twins.c. */
typedef struct eg_twin {
    const eg_component *component;
    const eg_class *from, *to; /* Modelica's, Dyad's; to NULL: Dyad has none */
    const char *names;         /* "theirs=ours ...", where they differ */
    uint32_t grounded;         /* bits: ports of `to` that nothing in the text is for */
} eg_twin;

/* A class or an enumeration of the library that Dyad has none for, and the component that stands for it. */
typedef struct eg_stand_in {
    const char *full, *name;
    const char *doc; /* NULL: none */
} eg_stand_in;

typedef struct eg_unparser {
    eg_reader *r;
    FILE *out;
    bool to_dyad;
    bool from_dyad;
    bool is_carried;      /* Modelica that is to stand in the metadata of a text in Dyad */
    eg_definition *scope; /* the class whose text is written: names are resolved in it */
    eg_source *source;
    int depth;       /* of indentation */
    eg_list hoisted; /* to Dyad: of eg_definition: all classes of the text, which stand side by side there */
    eg_list aliases; /* to Dyad: of eg_alias */
    eg_list twins;   /* to Dyad: of eg_twin, for each component that was asked about */
    eg_list stand_ins;   /* to Dyad: of eg_stand_in */
    bool leaves_classes; /* classes inside of the one that is written are not */
    bool tries;          /* what cannot be said is noted in `unsaid`, and no error */
    const char *unsaid;  /* NULL: everything was said */
    uint32_t unsaid_at;
    const char *unsaid_hint;
    const char *index; /* Dyad: what stands for the element's number in an array of parts; NULL: nothing */
} eg_unparser;

/* Reports what cannot be said in the other language, or notes it while the unparser tries. */
void eg_unparse_refuse(eg_unparser *u, uint32_t at, const char *what, const char *hint);
/* The comment lines before the line of `at`, and an empty line before those. */
void eg_unparse_lines_before(eg_unparser *u, uint32_t at);
/* The comment behind something that begins at `at`, on the same line; then the line's end. */
void eg_unparse_end_of_line(eg_unparser *u, uint32_t at);
void eg_unparse_indent(eg_unparser *u);
/* "text", with escapes. */
void eg_unparse_string(eg_unparser *u, const char *text);

/* A name as the other language can have it: an alias in Dyad, in quotes in Modelica. */
void eg_unparse_name(eg_unparser *u, const char *name);
/* What a class of the text that is written is called where all of them stand side by side. */
const char *eg_unparse_own_name(eg_unparser *u, const eg_definition *d);
/* A name that stands for a value or a function, with its subscripts. */
void eg_unparse_reference(eg_unparser *u, const eg_reference *name);
void eg_unparse_expression(eg_unparser *u, const eg_expr *e);
/* annotation(...) behind something, after a blank; nothing where there is none. */
void eg_unparse_pictures(eg_unparser *u, const eg_pictures *pictures);
/* Where what begins at `at` goes on behind its pictures: there comments are looked for. */
uint32_t eg_unparse_behind(const eg_unparser *u, uint32_t at, const eg_pictures *pictures);
/* The name of a class as the other language knows it. */
void eg_unparse_class_name(eg_unparser *u, const eg_reference *name);
/* i in range, j in range; in Dyad with "for" before each. */
void eg_unparse_iterators(eg_unparser *u, const eg_iterator *iterators, uint32_t count);

/* unparse_case.c: a case of an enumeration of Dyad with fields, and a comparison with one, in Modelica;
 * false: it is none, and nothing was written. */
bool eg_unparse_case(eg_unparser *u, const eg_expr *e);
bool eg_unparse_case_relation(eg_unparser *u, const eg_expr *relation, const char *sign);

/* unparse_modelica.c, unparse_statement.c: with the end of the line. */
void eg_unparse_modelica_element(eg_unparser *u, const eg_class_element *e);
void eg_unparse_modelica_equation(eg_unparser *u, const eg_equation *q);
void eg_unparse_modelica_section(eg_unparser *u, const eg_section *s);
void eg_unparse_modelica_class(eg_unparser *u, const eg_syntax *class);

/* unparse_carried.c: what Dyad has no words for is carried in the metadata of its component as Modelica. */
typedef struct eg_carried {
    const char *kind; /* "element", "equation", "initial equation", "algorithm", "class" */
    int index;        /* how many of its kind stand before it */
    const char *text;
} eg_carried;
typedef void (*eg_unparse_item)(eg_unparser *u, const void *item);
/* What `write` writes of the item; NULL when out of memory. */
const char *eg_unparse_text(eg_unparser *u, eg_unparse_item write, const void *item);
/* Writes the item in Dyad when Dyad has words for it. Else it joins `carried` (a list of eg_carried) in
 * Modelica, with a warning at its place, and a comment stands in its stead; answers false. */
bool eg_unparse_or_carry(eg_unparser *u, const void *item, eg_unparse_item in_dyad,
                         eg_unparse_item in_modelica, eg_carried otherwise, eg_list *carried);
/* metadata {"elastogap": ...} of a component, when there is anything to say; `class` is what it says in Dyad,
 * NULL: nothing. */
void eg_unparse_metadata(eg_unparser *u, const eg_syntax *class, const eg_list *carried);
/* Names that no component's metadata has explained yet: a component of its own for them. */
void eg_unparse_left_names(eg_unparser *u);

/* unparse_fixed.c: start values that are fixed, as initial relations. */
/* Does `of` fix the start of what it modifies, in a way that an initial relation can say? */
bool eg_unparse_is_fixed(const eg_modifier *of);
/* May it be said so of this part or variable, all of whose modifiers are looked at? Refuses where not. */
void eg_unparse_check_fixed(eg_unparser *u, const eg_component *c);
/* initial c.x = value, for all that is fixed in c, or in the modifier of an extends clause (c NULL). Answers
 * how many relations these are. */
int eg_unparse_fixed(eg_unparser *u, const eg_component *c, const eg_modifier *modifier);

/* A component on its way into Dyad. */
typedef struct eg_dyad_writing {
    eg_unparser *u;
    const eg_syntax *class;
    eg_list carried; /* of eg_carried */
    bool *said;      /* (elements) in Dyad */
    int initial;     /* initial relations so far, */
    int always;      /* and others, */
    int relations;   /* and those of both kinds that are said in Dyad */
} eg_dyad_writing;

/* unparse_dyad_relations.c: the relations of a component, once its elements are written; counts them. */
void eg_unparse_relations(eg_dyad_writing *w);
/* One of them, in Dyad, with the end of the line; refuses what has to be carried. */
void eg_unparse_relation(eg_unparser *u, const eg_equation *q, bool is_initial);

/* unparse_twins.c: classes of the component library in Dyad. */
/* That of a definition, NULL: it is none of the library. */
const eg_class *eg_unparse_native(const eg_definition *d);
/* The twin of a component that is declared in `scope`; NULL: none, or nothing is written in Dyad. */
const eg_twin *eg_unparse_twin(eg_unparser *u, eg_definition *scope, const eg_component *c);
/* The component stays in Modelica. */
void eg_unparse_forget_twin(const eg_unparser *u, const eg_component *c);
/* What the component is modified by in Dyad. */
eg_modifier *eg_unparse_twin_modifier(eg_unparser *u, const eg_twin *twin);
/* Is the start value of the component's variable a parameter of its twin? */
bool eg_unparse_is_own_start(eg_unparser *u, const eg_component *c, const char *variable);
/* What part i of the name is called there. */
const char *eg_unparse_member_name(eg_unparser *u, const eg_reference *name, uint32_t i);
/* What a class of the library is called in the text: in Dyad one of its libraries, or one that stands for
 * it. */
const char *eg_unparse_library_class(eg_unparser *u, uint32_t at, const eg_class *class);
/* Components that hold what nothing in the text holds, and their connections. */
void eg_unparse_grounds(eg_dyad_writing *w);
void eg_unparse_ground_connections(eg_dyad_writing *w);
/* The name of the component that stands for what the library calls `full`; from now on there is one, which is
 * told at the place where it is asked for first. */
const char *eg_unparse_stand_in(eg_unparser *u, uint32_t at, const char *full, const char *doc);
/* The components that stand for others, each with an empty line behind it. */
void eg_unparse_stand_ins(eg_unparser *u);
/* In Dyad, the declarations and relations that a class of the library is made of: one whose parts are all
 * plain numbers and signals. NULL: Dyad has no words for it. */
const char *eg_unparse_equations(eg_unparser *u, const eg_class *native);
void eg_unparse_one_stand_in(eg_unparser *u, const eg_stand_in *s);

/* unparse_dyad.c: a class with all that is in it. */
void eg_unparse_dyad_class(eg_unparser *u, const eg_syntax *class);

/* Reads the text of a file, or of the class of that name, and writes it in the other language to `out`: Dyad
 * when the text is Modelica (*to_dyad is true), Modelica when it is Dyad. EG_ERROR_FILE: it cannot be read;
 * EG_ERROR_MODEL: it is wrong, or holds what the other language cannot say; both reported.
 * EG_ERROR_MEMORY. */
eg_status eg_convert_text(const char *path, const eg_read_options *options, eg_diagnostics *diagnostics,
                          FILE *out, bool *to_dyad);

/* The same of a text in Modelica, which messages call `name`. */
eg_status eg_convert_to_dyad(const char *text, size_t length, const char *name, eg_diagnostics *diagnostics,
                             FILE *out);

#endif
