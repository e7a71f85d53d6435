/* The spec: what a model is before it is compiled. Instances of classes with the values of their
 * parameters and start attributes, and connections. Made by the Modelica reader or by C calls; read
 * by the network compiler. Ports and variables are named by full dotted path ("housing.stop1.flange_a",
 * "mass[2].s"). */
#ifndef EG_COMPONENT_SPEC_H
#define EG_COMPONENT_SPEC_H

#include "base/arena.h"
#include "base/names.h"
#include "base/report.h"
#include "base/tape.h"
#include "component/icon/canvas.h"
#include "component/instance.h"
#include "elastogap/spec.h"

typedef struct eg_connection {
    const char *from, *to;           /* paths of ports or connectors */
    bool from_is_outer, to_is_outer; /* a connector of the model in which the connection stands */
    eg_place place;
} eg_connection;

/* A class of the component library that is no instance: a partial class or connector that a user's own model
 * has by extending or declaring it, or one that is carried out by its equations. */
typedef struct eg_use {
    const eg_class *class;
    const char *path; /* of the user's instance, or of the connector */
} eg_use;

/* ---------------------------------------------------------------- users' equations
 *
 * Formulas are kept as one list in which operands stand before what they are operands of; equations name
 * their formulas by index. Variables are named by path, in formulas too: those that the user declares, the
 * variables of components ("mass.s"), of their ports and of users' connectors ("mass.flange_a.f",
 * "internal.T"), and signals ("sine.y"). Parameters have become numbers. */

typedef struct eg_formula {
    int op;      /* eg_op; relations and EG_OP_SELECT stand for events unless inside EG_OP_SMOOTH */
    int a, b, c; /* earlier formulas, or -1 */
    double
        number; /* EG_OP_CONSTANT, EG_OP_LOOP; of floor, ceil, div, mod, rem: not 0 where their steps are no
                    * events */
    const char *path; /* EG_OP_VARIABLE */
} eg_formula;

/* A variable that a user's model declares, or has from a partial class. */
typedef struct eg_user_variable {
    const char *path;
    const char *unit;
    const char *comment;
    eg_type type;
    bool is_discrete;  /* changes at events only */
    bool is_input;     /* of the whole model: keeps its start value, or the value that a run is given */
    bool is_output;    /* of the whole model */
    bool is_hidden;    /* no result of its own */
    const char *moves; /* the port, "mass.flange_a", whose position it is: user/inverse.c; or NULL */
    double start;      /* NAN: not given (then 0) */
    double nominal;    /* NAN: not given */
    int fixed;         /* 0, 1; -1: not given */
    int state_select;  /* eg_state_select; -1: not given */
    eg_place place;
} eg_user_variable;

/* A part of a message: a text, or a number that is written when the message is. */
typedef struct eg_user_text {
    const char *text;            /* NULL: a number, */
    int formula;                 /* or -1 */
    int type;                    /* EG_REAL ... EG_ENUMERATION */
    int digits, width;           /* 0: not said */
    bool is_left;                /* justified */
    const char *const *literals; /* enumerations */
    const struct eg_user_text *next;
} eg_user_text;

typedef enum eg_user_equation_kind {
    EG_USER_EQUATION,  /* left = right, always */
    EG_USER_INITIAL,   /* left = right at the start */
    EG_USER_ASSIGN,    /* left (a variable) := right when the clause becomes active */
    EG_USER_REINIT,    /* the state left := right likewise */
    EG_USER_ASSERT,    /* left must be true; in a clause: when it becomes active */
    EG_USER_TERMINATE, /* the run ends; where `right` is true, if it is not -1 */
    EG_USER_PRINT,     /* the message is a note; where `right` is true, if it is not -1 */
    EG_USER_LINKED,    /* a constraint between positions that a link of the network carries out */
} eg_user_equation_kind;

typedef struct eg_user_equation {
    eg_user_equation_kind kind;
    int left, right;           /* formulas, or -1 */
    int when;                  /* index of the clause it stands in, or -1 */
    const char *text;          /* messages of assert, terminate and print */
    const eg_user_text *parts; /* of a message that holds numbers; NULL: text is all */
    bool is_warning;           /* assert */
    int order; /* > 0: a constraint on states, met by derivatives up to this order (user/invariant.c) */
    eg_place place;
} eg_user_equation;

/* The most intervals that may lie between the start of sample(start, interval) and 0. */
#define EG_SAMPLES_MOST 4e18

/* `when`: active at the instant at which the condition becomes true, unless a clause above it in the same
 * statement is. */
typedef struct eg_user_when {
    int condition;
    int other; /* `when {a, b}`: one with a further condition of the same clause, or -1 */
    int above; /* the `when` or `elsewhen` before this `elsewhen`, or -1 */
} eg_user_when;

struct eg_spec {
    eg_arena *arena;  /* owns everything below except the arrays */
    eg_arena *shared; /* of a clone: the original's, whose texts it speaks of; else NULL */
    const char *name; /* of the model */
    const char *comment;
    const char *pictures; /* what stands in the model's annotation (modelica/text/pictures.h); NULL: none */
    const eg_canvas *canvas; /* its diagram, where the text says where components stand; NULL: nowhere */
    eg_experiment experiment;
    eg_analysis analysis; /* its texts are the arena's */
    eg_instance *instances;
    size_t instance_count, instance_capacity;
    eg_place *places; /* of start attributes */
    size_t place_count, place_capacity;
    eg_connection *connections;
    size_t connection_count, connection_capacity;
    eg_connector *connectors;
    size_t connector_count, connector_capacity;
    eg_declared *declared;
    size_t declared_count, declared_capacity;
    eg_held *held;
    size_t held_count, held_capacity;
    eg_legend *legends;
    size_t legend_count, legend_capacity;
    eg_use *uses; /* for documentation; nothing is computed from them */
    size_t use_count, use_capacity;
    eg_formula *formulas;
    size_t formula_count, formula_capacity;
    eg_tape loops; /* holds those of EG_OP_LOOP, and nothing else */
    eg_user_variable *variables;
    size_t variable_count, variable_capacity;
    eg_user_equation *equations;
    size_t equation_count, equation_capacity;
    eg_user_when *whens;
    size_t when_count, when_capacity;
    const char **files; /* that the text was read from, the model's own first; in the arena */
    size_t file_count;
    const char *const **bundled; /* lines of texts of the program's own that were read (bundled.h); in the
                                  * arena */
    size_t bundled_count;
    const char *open_ports; /* of a model of 20-sim: its ports of power, "p_high, p_low", to which nothing is
                             * connected; in the arena; NULL: it has none */
    const char *const *output_patterns; /* of variables that are outputs too (FMUs); the caller's */
    size_t output_pattern_count;
    struct eg_bounds *bounds;   /* what values were made of (spec_bound.h); NULL: not asked for */
    struct eg_reading *reading; /* of one from a text: how values are given to it (spec_again.h); else NULL */
    eg_names *paths;            /* instance path -> index */
    eg_names *connector_paths;  /* connector path -> index */
    eg_names *variable_paths;   /* path of a user's variable -> index */
};

/* Appends an instance; path is copied. NULL when out of memory or when the path exists (reported). */
eg_instance *eg_spec_add_instance(eg_spec *spec, const eg_class *class, const char *path, eg_place place,
                                  eg_diagnostics *diagnostics);
int eg_spec_add_connection(eg_spec *spec, const char *from, const char *to, eg_place place);
int eg_spec_add_connector(eg_spec *spec, eg_connector connector);
int eg_spec_add_declared(eg_spec *spec, eg_declared declared);
int eg_spec_hold(eg_spec *spec, eg_held held);
/* Puts copies of its texts into the arena. */
int eg_legend_keep(eg_arena *arena, eg_legend *legend);
/* The texts are copied. */
int eg_spec_add_legend(eg_spec *spec, eg_legend legend);
int eg_spec_add_use(eg_spec *spec, const eg_class *class, const char *path);
/* Indices, or -1 when out of memory; strings are copied. A variable whose path is taken gives -2. */
int eg_spec_add_formula(eg_spec *spec, eg_formula formula);
int eg_spec_add_variable(eg_spec *spec, eg_user_variable variable);
int eg_spec_add_equation(eg_spec *spec, eg_user_equation equation);
/* What the numbers of texts in messages mean (parts of type EG_STRING): texts[0] is number 1; they end with
 * NULL and are copied. 0, or -1 when out of memory. */
int eg_spec_name_texts(eg_spec *spec, const char *const *texts);
int eg_spec_add_when(eg_spec *spec, eg_user_when when);
/* The attributes of variable `variable`, added when not there yet; NULL when out of memory. */
eg_start *eg_instance_start(eg_spec *spec, eg_instance *instance, int variable, eg_place place);

/* Gives a matrix parameter its elements (rows x its columns), row by row. 0, -1 out of memory. */
int eg_instance_set_matrix(eg_spec *spec, eg_instance *instance, int parameter, const double *elements,
                           int rows, int columns);

/* Gives a String its value; the text is copied. 0, -1 out of memory. */
int eg_instance_set_text(eg_spec *spec, eg_instance *instance, int parameter, const char *text);

/* May the parameter have this value? Reports and answers false when it is not a number, not whole where
 * it must be, or out of range. `owner` is the component's path, for the message. */
bool eg_parameter_accepts(const eg_parameter *parameter, const char *owner, double value, eg_place place,
                          eg_diagnostics *diagnostics);

/* Does the port exist, given its condition and the size of its vector? */
bool eg_instance_has_port(const eg_instance *instance, const eg_port *port);
/* Does the port or variable exist, given its condition? */
bool eg_instance_has(const eg_instance *instance, const char *condition);

/* A copy that can be changed and compiled on its own, also by another thread. NULL when out of memory. */
eg_spec *eg_spec_clone(const eg_spec *spec);

/* Checks every value (required, range, NaN), falls back on start values with a warning, fills in
 * dependent defaults; checks that both ends of every connection exist and fit. Reports all that is wrong,
 * not only the first. A connection of Modelica text (one with a place) to a port that its condition
 * removes is dropped with a warning, as Modelica has it; one made by a C call is an error. */
eg_status eg_spec_complete(eg_spec *spec, eg_diagnostics *diagnostics);

#endif
