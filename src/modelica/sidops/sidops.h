/* The parser of SIDOPS, the language of 20-sim's models, which makes the syntax tree of the Modelica reader:
 * everything behind it is shared.
 *
 * A text is a .emx file, whose <Sidops> holds a model of submodels inside of each other, or SIDOPS alone:
 * what stands behind "implementation eq" of one submodel. Each submodel becomes a model inside of the model
 * around it. It is read first as it stands (declaration.c, statement.c, network.c); what its ports and
 * functions come to in Modelica is put in when it is known what is connected (port.c, meaning.c, knot.c):
 *
 *     power p              effort p_e and flow p_f, which connections set equal
 *     translation p        p_F and p_v; of the whole a flange p, too: p_v = der(p.s), and p.f is p_F, or -p_F
 *                          where power leaves through it
 *     p, p_high and p_low  a pair: p_v = p_high_v - p_low_v, and p_F through both; of other domains
 *                          p_e = p_high_e - p_low_e, and p_f through both
 *     x = int(u, x0)       der(x) = u, x starts at x0, or at the parameter x_initial
 *     code                 an algorithm
 *
 * Names that Modelica keeps for itself ('input') stand in quotes. */
#ifndef EG_MODELICA_SIDOPS_SIDOPS_H
#define EG_MODELICA_SIDOPS_SIDOPS_H

#include "modelica/text/parser.h"

typedef enum eg_sidops_kind {
    EG_SIDOPS_SIGNAL,
    EG_SIDOPS_BOND, /* power of any domain but the two below */
    EG_SIDOPS_TRANSLATION,
    EG_SIDOPS_ROTATION
} eg_sidops_kind;

typedef enum eg_sidops_type {
    EG_SIDOPS_REAL,
    EG_SIDOPS_INTEGER,
    EG_SIDOPS_BOOLEAN,
    EG_SIDOPS_STRING
} eg_sidops_type;

typedef struct eg_sidops_port {
    const char *name;
    eg_sidops_kind kind;
    eg_sidops_type type;       /* of a signal */
    const char *effort, *flow; /* what its domain calls them, beside e and f */
    bool is_out;               /* where the signal goes, or where power counts as positive */
    bool is_pair;              /* has terminals of its own for high and low */
    bool is_duplicatable;      /* of a knot: takes any number of connections, */
    bool is_shared;            /* of another model: so does this, as if there were a node before it; */
    eg_list members;           /* each of which is an eg_sidops_port */
    bool is_joined;            /* shared, and connected to something inside of its model */
    eg_expr **dimensions;
    uint32_t dimension_count;
    const char *unit, *comment; /* NULL: none */
    uint32_t at;
} eg_sidops_port;

typedef struct eg_sidops_model eg_sidops_model;

/* What the statements of a model do with a variable, before any of them is changed. */
typedef struct eg_sidops_facts {
    uint32_t count; /* of statements that give it a value */
    bool is_sure;   /* one of them stands by itself, under no condition */
} eg_sidops_facts;

/* One submodel, or the whole. */
struct eg_sidops_model {
    const char *name; /* as a part of the model around it */
    eg_syntax *class;
    eg_sidops_model *around;  /* NULL: the whole */
    eg_list elements;         /* of eg_class_element */
    eg_list equations;        /* of eg_equation: what holds always */
    eg_list starts;           /* of eg_equation: what holds at the start */
    eg_list steps;            /* of eg_equation: the body of an algorithm */
    eg_list written, started; /* of eg_equation: what the text says of "equations" and "initialequations" */
    eg_pairs *names;    /* of the reading: (class, name): its variable; (model, name): eg_sidops_facts */
    eg_list ports;      /* of eg_sidops_port */
    eg_list variables;  /* of eg_component: parameters, variables and constants */
    eg_list globals;    /* of eg_component: declared for all of the text; those of the whole only */
    eg_list submodels;  /* of eg_sidops_model */
    bool is_code;       /* "code": one statement after the other */
    bool has_interface; /* ports were declared: none are to be found in the equations */
    uint32_t at;
};

/* ---- build.c: small trees */

eg_expr *eg_sidops_new(eg_parser *p, eg_expr_kind kind, uint32_t at, eg_expr *const *items, uint32_t count);
eg_expr *eg_sidops_number(eg_parser *p, double value, uint32_t at);
eg_expr *eg_sidops_boolean(eg_parser *p, bool value, uint32_t at);
/* a, or a.b where b is not NULL */
eg_expr *eg_sidops_name(eg_parser *p, const char *a, const char *b, uint32_t at);
/* function(), function(a), function(a, b); NULL: it has fewer */
eg_expr *eg_sidops_call(eg_parser *p, const char *function, eg_expr *a, eg_expr *b, uint32_t at);
eg_expr *eg_sidops_relation(eg_parser *p, eg_expr *a, eg_token_kind operator, eg_expr * b);
/* The sum of expressions; is_minus[i]: this one is subtracted. */
eg_expr *eg_sidops_sum(eg_parser *p, const eg_list *items, const bool *is_minus, uint32_t at);
eg_expr *eg_sidops_if(eg_parser *p, eg_expr *condition, eg_expr *yes, eg_expr *no);
/* Appends left = right. */
bool eg_sidops_equal(eg_parser *p, eg_list *to, eg_expr *left, eg_expr *right);
eg_modifier *eg_sidops_modifier(eg_parser *p, const char *name, eg_expr *value, uint32_t at);
/* c's modifier gets the argument name = value. */
bool eg_sidops_argument(eg_parser *p, eg_component *c, const char *name, eg_expr *value);
/* Declares a component of that type ("Real", "Modelica.Mechanics..."); NULL: out of memory. */
eg_component *eg_sidops_declare(eg_parser *p, eg_sidops_model *m, const char *name, const char *type,
                                uint32_t at);
/* The name as trees have it: in quotes where Modelica asks for that. */
const char *eg_sidops_quote(eg_parser *p, const char *name);
/* p_F of p and F, 'my port_F' of 'my port' */
const char *eg_sidops_with_ending(eg_parser *p, const char *name, const char *ending);
/* Is the current token this word? Words are names in SIDOPS. */
bool eg_sidops_at(const eg_parser *p, const char *word);
bool eg_sidops_accept(eg_parser *p, const char *word);
bool eg_sidops_expect(eg_parser *p, const char *word);
/* Does a section, or the end of the implementation, begin at the current token? */
bool eg_sidops_at_section(const eg_parser *p);
/* Skips to the ";" behind an error, or to what ends the section. */
void eg_sidops_recover(eg_parser *p);
/* The variable, parameter or constant of that (interned) name; NULL: there is none. */
eg_component *eg_sidops_variable(const eg_sidops_model *m, const char *name);
bool eg_sidops_add_variable(eg_parser *p, eg_sidops_model *m, eg_component *c);
eg_sidops_port *eg_sidops_find_port(const eg_sidops_model *m, const char *name);

/* ---- declaration.c */

/* What follows "parameters", "variables" or "constants". */
bool eg_sidops_declarations(eg_parser *p, eg_sidops_model *m, eg_variability variability);
/* What follows "ports". */
bool eg_sidops_ports(eg_parser *p, eg_sidops_model *m);
/* {N/m}: *unit stays NULL for {} and where there is none. */
bool eg_sidops_unit(eg_parser *p, const char **unit);
/* The number before such a unit, in units of the SI. */
bool eg_sidops_to_si(eg_parser *p, double *value);

/* ---- expression.c, statement.c */

eg_expr *eg_sidops_expression(eg_parser *p);
/* Statements up to the next section. */
bool eg_sidops_statements(eg_parser *p, eg_list *into);

/* ---- port.c */

/* Declares what the ports come to in Modelica. */
bool eg_sidops_make_ports(eg_parser *p, eg_sidops_model *m);
/* Ports that a text without an interface speaks of: p.F, p_high.v. */
bool eg_sidops_guess_ports(eg_parser *p, eg_sidops_model *m);
/* Is it p.F, p.v, p.e ...? Makes of it what it is in Modelica; false after an error. */
bool eg_sidops_port_variable(eg_parser *p, const eg_sidops_model *m, eg_expr *e);
/* Effort and flow of a port, as its own model names them; `name` is the port's, or one of its terminals'. */
eg_expr *eg_sidops_effort(eg_parser *p, const eg_sidops_port *port, const char *name, uint32_t at);
eg_expr *eg_sidops_flow(eg_parser *p, const eg_sidops_port *port, const char *name, uint32_t at);

/* ---- meaning.c, sequence.c */

/* Makes equations, or an algorithm, of what is written. */
bool eg_sidops_give_meaning(eg_parser *p, eg_sidops_model *m);
/* Before ports are made: 20-sim takes variables that are declared and never spoken of again. */
void eg_sidops_forget_unused(eg_sidops_model *m);
/* Learns the facts of all variables that the statements give. */
bool eg_sidops_learn(eg_parser *p, eg_sidops_model *m);
/* Must what is written be carried out one after the other? */
bool eg_sidops_is_sequence(const eg_sidops_model *m);
/* Does the variable keep what it was where the statements go another way, so that somebody can tell? */
bool eg_sidops_keeps(const eg_sidops_model *m, const char *name);
/* Is every variable given a value, whichever way the statements take? Reports the first that is not. */
bool eg_sidops_check_sequence(eg_parser *p, const eg_sidops_model *m);
/* Makes a sequence of the statements: = becomes :=. */
void eg_sidops_make_sequence(eg_equation *q);
/* Does the expression read the variable? */
bool eg_sidops_is_read(const eg_expr *e, const char *name);
/* Is the variable given a value by the statements? only_at_events: by those of when clauses alone. */
bool eg_sidops_is_given(const eg_sidops_model *m, const char *name, bool *only_at_events);

/* ---- hold.c */

/* Makes variables that keep their values such that an algorithm of Modelica keeps them. */
bool eg_sidops_hold(eg_parser *p, eg_sidops_model *m);
/* Is it one of these? */
bool eg_sidops_is_held(const eg_component *c);

/* ---- network.c, knot.c */

/* What follows "implementation bg". */
bool eg_sidops_network(eg_parser *p, eg_sidops_model *m);
/* Writes out what a knot says of all its connections: collect, direct, sum, first, equal. */
bool eg_sidops_expand_knot(eg_parser *p, eg_sidops_model *m);

/* ---- parser.c */

/* [description] type|knot Name ... implementation ... implementation_end; */
bool eg_sidops_submodel(eg_parser *p, eg_sidops_model *m);
/* Makes the class of a model whose statements and connections are read. */
bool eg_sidops_finish(eg_parser *p, eg_sidops_model *m);
eg_sidops_model *eg_sidops_new_model(eg_parser *p, eg_sidops_model *around, const char *name, uint32_t at);

/* ---- experiment.c */

/* What the file's experiment gives: from when to when, parameters and initial values. */
bool eg_sidops_experiment(eg_parser *p, eg_sidops_model *m, const char *text);

#endif
