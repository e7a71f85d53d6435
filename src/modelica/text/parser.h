/* The parser: recursive descent, one token ahead. After a syntax error it is quiet until it has found
 * the next place where it knows again what should follow (eg_parse_recover); so every error is reported
 * once, and all independent ones are.
 *
 * A function that parses something returns NULL or false after an error or when memory is out. */
#ifndef EG_MODELICA_TEXT_PARSER_H
#define EG_MODELICA_TEXT_PARSER_H

#include "modelica/text/syntax.h"

typedef struct eg_parser {
    eg_reader *r;
    eg_lexer lexer;
    eg_source *source;
    eg_token token; /* the current one */
    eg_token ahead; /* the one behind it, when has_ahead */
    bool has_ahead;
    uint32_t last_end;            /* where the token before the current one ended */
    int depth;                    /* of nesting */
    int brackets;                 /* "[" that are open */
    int blocks;                   /* "for", "if", "when", "while" that are open */
    int loops;                    /* "for" and "while" among them */
    bool failed;                  /* an error was found and not yet recovered from */
    bool has_recovered;           /* from an error in this section */
    bool stopped;                 /* nested too deep: the rest of the text is not looked at */
    const eg_list *own_functions; /* Dyad: names of functions of Modelica that the text carries; NULL: none */
    const eg_list *julia; /* Dyad: the library's texts of Julia (eg_source); NULL: not looked for yet */
    int calls;            /* of functions in Julia, whose words these are */
} eg_parser;

/* Parses a whole text. NULL when memory is out; errors are counted in r->errors. */
eg_stored *eg_parse(eg_reader *r, eg_source *source);
/* Parses "name[i].name = value", a setting; NULL after an error. */
eg_modifier *eg_parse_setting(eg_reader *r, eg_source *source);
/* Parses a dotted name and nothing else; NULL (nothing is reported) when the text is none. */
eg_reference *eg_parse_name(eg_reader *r, eg_source *source);

/* ---------------------------------------------------------------- between the parser's files */

void eg_parse_start(eg_parser *p, eg_reader *r, eg_source *source);
void eg_parse_advance(eg_parser *p);
eg_token_kind eg_parse_peek(eg_parser *p);
/* Takes the token if it is of this kind. */
/* Is there an end of line between the last token and this one? */
bool eg_parse_on_new_line(const eg_parser *p);
bool eg_parse_accept(eg_parser *p, eg_token_kind kind);
/* Takes the token, which must be of this kind. */
bool eg_parse_expect(eg_parser *p, eg_token_kind kind);
/* Takes a name; what: "a name for the component". */
const char *eg_parse_identifier(eg_parser *p, const char *what);
/* Reports at the current token, unless an error is waiting for recovery; always returns false. */
bool eg_parse_fail(eg_parser *p, const char *format, ...) EG_PRINTF(2, 3);
/* "expected `what` before `token`" */
bool eg_parse_unexpected(eg_parser *p, const char *what);
/* Adds the hint for a name that was probably meant as a keyword ("paramter"), to the message just given. */
void eg_parse_hint_keyword(eg_parser *p, const char *name);
/* Skips to the end of the element or equation in which the error is. */
void eg_parse_recover(eg_parser *p);
/* Counts nesting; false (reported) when it is too deep. Every eg_parse_enter needs an eg_parse_leave. */
bool eg_parse_enter(eg_parser *p);
void eg_parse_leave(eg_parser *p);

/* parser_expression.c */
eg_expr *eg_parse_expression(eg_parser *p);
eg_expr *eg_parse_simple_expression(eg_parser *p);
/* a.b[i].c; with subscripts only where they are allowed. */
eg_reference *eg_parse_reference(eg_parser *p, bool subscripts);
bool eg_parse_subscripts(eg_parser *p, eg_expr ***items, uint32_t *count);
/* i in range, j in range */
bool eg_parse_iterators(eg_parser *p, eg_iterator **iterators, uint32_t *count);
/* implicit_range.c: gives loop variables without a range the one that follows from where they are subscripts,
 * in `element` or else in the body. Those that are none stay without; false when memory is out. */
bool eg_parse_implied_ranges(eg_parser *p, eg_iterator *iterators, uint32_t count, const eg_expr *element,
                             const eg_branch *body);
eg_expr *eg_parse_new_expr(eg_parser *p, eg_expr_kind kind, uint32_t at);

/* parser_element.c: the dimensions of a component are those of the declaration, then those of the type. */
bool eg_parse_join_dimensions(eg_parser *p, eg_component *c, eg_expr **own, uint32_t own_count,
                              eg_expr **of_type, uint32_t type_count);

/* parser_modifier.c */
/* (arguments), as the modifier `into`'s. */
bool eg_parse_arguments(eg_parser *p, eg_modifier *into);
/* [(arguments)] [= value]; *modifier stays NULL when there is none. */
bool eg_parse_modification(eg_parser *p, eg_modifier **modifier);
/* ["text" {+ "text"}] [annotation(...)]; both may be NULL: skipped. */
bool eg_parse_comment(eg_parser *p, const char **comment, eg_modifier **annotation);
bool eg_parse_comment_string(eg_parser *p, const char **comment);
bool eg_parse_annotation(eg_parser *p, eg_modifier **annotation);
/* The same with the text of the annotation; NULL where there is none. */
bool eg_parse_pictures(eg_parser *p, eg_modifier **annotation, const eg_pictures **pictures);

/* [constrainedby Type(modifiers) "comment"]; *constraint stays what it is when there is none. */
bool eg_parse_constraint(eg_parser *p, eg_constraint **constraint, const char **comment);

/* dyad_*.c; what they share is in dyad.h */
/* Parses a text in Dyad: the same tree. */
eg_stored *eg_dyad_parse(eg_reader *r, eg_source *source);
/* sidops/; what its files share is in sidops.h */
/* Parses a text of 20-sim, a .emx file or SIDOPS alone: the same tree. */
eg_stored *eg_sidops_parse(eg_reader *r, eg_source *source);
/* Gives a call of a function that has another name in Dyad its meaning: ifelse(c, a, b). `is_by_element`: it
 * was written f.(x). */
bool eg_dyad_call(eg_parser *p, eg_expr *call, bool is_by_element);

/* parser_class.c */
/* Does a class definition begin here? */
bool eg_parse_at_class(eg_parser *p);
eg_syntax *eg_parse_class(eg_parser *p);

/* parser_element.c */
/* One element with its semicolon, appended to the list of eg_class_element. */
bool eg_parse_element(eg_parser *p, bool is_protected, eg_list *elements);
/* flow, stream, discrete, parameter, constant, input, output */
void eg_parse_type_prefix(eg_parser *p, eg_component *into);

/* parser_equation.c */
/* What follows "equation" or "algorithm", up to the end of the section. */
bool eg_parse_section(eg_parser *p, eg_section *section);

#endif
