/* The syntax tree: what a text says, before anything is looked up. Chapters in comments are those of
 * the Modelica language specification 3.6.
 *
 * Everything lives in the arena of the reading; names are interned; `at` is the byte offset in the text
 * of the class that holds it. A tree of Modelica stays as it was parsed, so that several readings may share
 * it (modelica/parsed.h); in one of Dyad readings settle what its text alone does not tell.
 *
 * Chains of operators (a + b - c, a and b and c) are one node with a list of operands, so that the depth of
 * the tree is that of the parentheses. */
#ifndef EG_MODELICA_TEXT_SYNTAX_H
#define EG_MODELICA_TEXT_SYNTAX_H

#include "modelica/text/lexer.h"
#include "modelica/text/pictures.h"

typedef struct eg_expr eg_expr;
typedef struct eg_syntax eg_syntax;
typedef struct eg_modifier eg_modifier;
typedef struct eg_component eg_component;
typedef struct eg_constraint eg_constraint;
typedef struct eg_test eg_test;
typedef struct eg_dyad_analysis eg_dyad_analysis;
typedef struct eg_analysis_point eg_analysis_point;

/* ---------------------------------------------------------------- expressions (appendix A.2.7) */

typedef enum eg_expr_kind {
    EG_E_NUMBER,    /* number, is_integer */
    EG_E_BOOLEAN,   /* number: 0 or 1 */
    EG_E_STRING,    /* text */
    EG_E_REFERENCE, /* reference */
    EG_E_CALL,      /* reference(items), names[i] where the argument is a named one */
    EG_E_ARRAY,     /* {items} */
    EG_E_ROWS,      /* [items; items]: items are EG_E_ARRAY, one for each row */
    EG_E_COLLECT,   /* {items[0] for iterators}; as argument of a call: sum(items[0] for ...) */
    EG_E_RANGE,     /* items[0] : items[1] or items[0] : items[1] : items[2]; one item: size(x, k), the
                     * indices of x in that dimension, of a loop whose text gives no range */
    EG_E_SUM,       /* items with + and -; operators[0] is the leading sign */
    EG_E_PRODUCT,   /* items with * and /; operators[0] counts nothing */
    EG_E_POWER,     /* items[0] ^ items[1], or .^ */
    EG_E_NOT,       /* not items[0] */
    EG_E_AND,       /* items */
    EG_E_OR,        /* items */
    EG_E_RELATION,  /* items[0] operators[0] items[1] */
    EG_E_IF,        /* items: condition, value, condition, value, ..., value */
    EG_E_TUPLE,     /* (items), some of them NULL: the left side of a = (..) */
    EG_E_COLON,     /* ":" as a subscript */
    EG_E_END,       /* "end" inside a subscript */
    EG_E_FUNCTION   /* function reference(items) as an argument */
} eg_expr_kind;

/* One name of a.b[i].c */
typedef struct eg_part {
    const char *name;
    eg_expr **subscripts;
    uint32_t subscript_count;
    uint32_t at;
} eg_part;

typedef struct eg_reference {
    eg_part *parts;
    uint32_t count;
    bool is_global; /* begins with a dot */
    bool is_type;   /* Dyad: stands behind "::", where Mass is a quantity and no component */
} eg_reference;

/* i in range; range is NULL where there is none and no use tells it. */
typedef struct eg_iterator {
    const char *name;
    eg_expr *range;
    uint32_t at;
} eg_iterator;

struct eg_expr {
    eg_expr_kind kind;
    uint32_t at;
    uint32_t count; /* of items */
    bool is_integer;
    double number;
    const char *text;
    eg_reference *reference;
    eg_expr **items;
    const char **names; /* calls: NULL where the argument is positional; NULL: all are */
    const eg_token_kind *operators;
    eg_iterator *iterators;
    uint32_t iterator_count;
};

/* ---------------------------------------------------------------- modifiers (A.2.5) */

/* name(arguments) = value. a.b = 1 is stored as a(b = 1). */
struct eg_modifier {
    const char *name;
    eg_expr *value; /* NULL: none */
    eg_modifier **arguments;
    uint32_t count;
    uint32_t at;
    uint32_t value_at;
    bool is_each, is_final;
    bool is_redeclaration;   /* redeclare ... or replaceable ...: of what follows */
    eg_component *component; /* declared anew: its modifiers are those here */
    eg_syntax *class;        /* declared anew */
    bool is_setting;         /* made from a setting of the caller, goes to all elements of an array */
    bool is_awaited;         /* settings: of no part so far, which may yet be added for an outer one */
    bool is_guess;           /* Dyad: made from a guess, which may be of no use */
    eg_part *element;        /* settings: the subscripts of name[...]; NULL: all elements */
    eg_source *source;       /* where it is written */
};

/* ---------------------------------------------------------------- classes (A.2.2, A.2.4) */

/* A case of an enumeration of Dyad whose cases have fields. */
typedef struct eg_case {
    const char *name;
    const char **fields;
    eg_expr **defaults; /* (fields) NULL: none */
    uint32_t count;     /* of fields */
} eg_case;

typedef enum eg_restriction {
    EG_R_CLASS,
    EG_R_MODEL,
    EG_R_BLOCK,
    EG_R_CONNECTOR,
    EG_R_RECORD,
    EG_R_TYPE,
    EG_R_PACKAGE,
    EG_R_FUNCTION,
    EG_R_OPERATOR
} eg_restriction;

extern const char *const eg_restriction_names[];

typedef enum eg_variability { EG_V_CONTINUOUS, EG_V_DISCRETE, EG_V_PARAMETER, EG_V_CONSTANT } eg_variability;

/* constrainedby type(modifiers) */
struct eg_constraint {
    eg_reference *type;
    eg_modifier *modifier; /* arguments only */
};

/* One declared component; `Mass a, b;` makes two, which share type and prefixes. */
struct eg_component {
    const char *name;
    eg_reference *type;
    eg_expr **dimensions; /* of the declaration, then those of the type: Mass[2] m[3] is 3 x 2 */
    uint32_t dimension_count;
    eg_modifier *modifier; /* (arguments) = value; NULL: none */
    eg_expr *condition;    /* exists if; NULL: always */
    const char *comment;
    eg_modifier *annotation;     /* NULL: none */
    const eg_pictures *pictures; /* NULL: none */
    uint32_t at;
    eg_variability variability;
    bool is_flow, is_stream, is_input, is_output;
    bool is_final, is_inner, is_outer, is_protected, is_redeclared, is_replaceable;
    eg_constraint *constraint; /* of a replaceable one; NULL: its type */
};

typedef struct eg_extension {
    eg_reference *base;
    eg_modifier *modifier; /* arguments only; NULL: none */
    uint32_t at;
    bool is_protected;
} eg_extension;

typedef struct eg_import_clause {
    const char *alias; /* the name by which it is known here; NULL for A.B.* */
    eg_reference *name;
    uint32_t at;
} eg_import_clause;

typedef enum eg_element_kind { EG_EL_COMPONENT, EG_EL_EXTENDS, EG_EL_CLASS, EG_EL_IMPORT } eg_element_kind;

typedef struct eg_class_element {
    eg_element_kind kind;
    bool is_protected;
    union {
        eg_component *component;
        eg_extension *extension;
        eg_syntax *class;
        eg_import_clause *import;
    };
} eg_class_element;

/* ---------------------------------------------------------------- equations and statements (A.2.6) */

typedef enum eg_equation_kind {
    EG_Q_EQUALITY,   /* left = right */
    EG_Q_ASSIGNMENT, /* left := right */
    EG_Q_CONNECT,    /* connect(left, right) */
    EG_Q_CALL,       /* left is a call */
    EG_Q_FOR,        /* iterators, body */
    EG_Q_IF,         /* branches */
    EG_Q_WHEN,       /* branches */
    EG_Q_WHILE,      /* branches[0] */
    EG_Q_BREAK,
    EG_Q_RETURN
} eg_equation_kind;

typedef struct eg_equation eg_equation;

typedef struct eg_branch {
    eg_expr *condition; /* NULL: else */
    eg_equation **body;
    uint32_t count;
} eg_branch;

struct eg_equation {
    eg_equation_kind kind;
    uint32_t at;
    eg_expr *left, *right;
    eg_iterator *iterators;
    uint32_t iterator_count;
    eg_branch *branches; /* EG_Q_FOR: branches[0].body */
    uint32_t branch_count;
    const eg_pictures *pictures; /* NULL: none */
};

/* One "equation", "initial equation", "algorithm" or "initial algorithm" with what follows. */
typedef struct eg_section {
    bool is_algorithm, is_initial;
    uint32_t at;
    eg_equation **body;
    uint32_t count;
} eg_section;

/* ---------------------------------------------------------------- a class, a text */

struct eg_syntax {
    const char *name;
    eg_restriction restriction;
    uint32_t at;
    uint32_t begin, end; /* bytes [begin, end) of the text, from its first keyword to the name that ends it */
    eg_source *source;
    const char *comment;
    bool is_partial, is_encapsulated, is_expandable, is_protected, is_final;
    bool is_inner, is_outer, is_redeclared, is_replaceable;
    eg_constraint *constraint; /* of a replaceable one; NULL: the class itself */
    bool is_external;          /* has an "external" clause */
    bool extends_itself;       /* class extends Name(modifier): the inherited class of its own name */

    /* class X = Base[dimensions](modifier) */
    bool is_short;
    eg_reference *base;
    bool base_is_input, base_is_output;
    eg_expr **dimensions;
    uint32_t dimension_count;
    eg_modifier *modifier;
    /* type X = enumeration(literals) */
    bool is_enumeration;
    const char **literals;
    const char **literal_comments; /* of each; NULL: none */
    uint32_t literal_count;
    bool is_derivative; /* function X = der(...) */
    /* Dyad's enum X = | A | B(x::Real) is a record:
     * type enum = enumeration(A, B); enum case; Real x if case == enum.B. */
    eg_case *cases; /* NULL: it is none; as many as the type has literals */
    uint32_t case_count;

    eg_class_element *elements;
    uint32_t element_count;
    eg_section *sections;
    uint32_t section_count;
    eg_modifier *experiment; /* of annotation(experiment(...)); NULL: none */
    eg_modifier *derivative; /* of a function: annotation(derivative(noDerivative = x) = f); NULL: none */

    const char *open_ports; /* of a model of 20-sim: its ports of power, "p_high, p_low"; NULL: none */

    const eg_pictures *pictures; /* of the class itself; NULL: none */

    bool is_dyad;              /* written in Dyad */
    eg_dyad_analysis *asked;   /* of an analysis that is not transient; NULL: none */
    bool replaces_native;      /* what is built in under its name is of another version */
    eg_analysis_point *points; /* places that analyses speak of */
    uint32_t point_count;
    eg_test **tests; /* its metadata's */
    uint32_t test_count;
};

/* u: analysis_point(controller.y, plant.u) */
struct eg_analysis_point {
    const char *name;        /* "u" */
    eg_reference *from, *to; /* the signal that is given, and what takes it */
};

/* What an analysis of Dyad that is not transient asks for: see eg_analysis. */
struct eg_dyad_analysis {
    eg_analysis_kind kind;
    const char *name, *remedy;             /* of another kind */
    eg_expr *inputs, *outputs, *from, *to; /* NULL: not given; frequencies in rad/s */
};

/* A value that a test of Dyad's metadata gives for a variable. */
typedef struct eg_expectation {
    const char *path;
    double value;
    uint32_t at;
} eg_expectation;

/* One of "tests" in a component's metadata. */
struct eg_test {
    const char *name;
    double start, stop; /* NAN: not given */
    double atol, rtol;  /* of all variables that `tolerances` and `shares` do not name; NAN: not given */
    eg_expectation *initials, *begins, *ends; /* "initial", and what it expects: "initial", "final" */
    eg_expectation *tolerances, *shares;      /* "atol", "rtol" */
    uint32_t initial_count, begin_count, end_count, tolerance_count, share_count;
    eg_expectation *signals; /* must exist; values mean nothing */
    uint32_t signal_count;
};

/* A whole text: within name; classes. */
typedef struct eg_stored {
    eg_source *source;
    eg_reference *within; /* NULL: none, or `within ;` */
    bool has_within;
    eg_syntax **classes;
    uint32_t count;
} eg_stored;

#endif
