/* A spec as flat Modelica text: what the files flatten*.c share.
 *
 * Names are quoted identifiers of the dotted path. Of every instance of a native class the descriptor's
 * equations are printed, with names in place and with conditions on structural parameters carried out; then
 * what connections mean, and the user's own equations. */
#ifndef EG_MODELICA_FLAT_FLATTEN_H
#define EG_MODELICA_FLAT_FLATTEN_H

#include "component/spec_bound.h"
#include "modelica/flat/class_text.h"
#include "modelica/text/writer.h"

/* How tightly an expression binds, loosely first. */
enum {
    EG_BINDS_IF,
    EG_BINDS_OR,
    EG_BINDS_AND,
    EG_BINDS_NOT,
    EG_BINDS_RELATION,
    EG_BINDS_SUM,
    EG_BINDS_PRODUCT,
    EG_BINDS_POWER,
    EG_BINDS_MOST
};

/* Of an instance: what it rubs between. It slides at the sum of factor*speed over its bodies. */
typedef struct eg_flat_friction {
    bool rubs;           /* it sticks and slides, both ways */
    bool is_rigid;       /* or it is a rigid contact, which holds while it is closed */
    bool is_given;       /* both its ends move as they are driven, or are the ground */
    int after;           /* an instance that rubs at the same part without mass, + 1; 0: none */
    bool is_looped;      /* it holds in a loop of others */
    bool is_beside;      /* and its equation says how the load is shared */
    bool follows_signal; /* which says what it can hold */
    int body[2];         /* the ground and what is driven are among them, but */
    bool moves[2];       /* free to move */
    bool is_light[2];    /* and without mass: no acceleration follows from the force */
    double factor[2];
    double unit_force, unit_acceleration; /* of sa: powers of two */
    double unseen_force; /* of a rigid contact: what opens it gives its bodies 1e-9 m/s2 at least [N] */
} eg_flat_friction;

/* Of an instance with s_rel: the bodies that it ties, and how fast its ends are against them. */
typedef struct eg_flat_tie {
    bool is_there;
    int body[2]; /* at which s_rel begins, and ends */
    double factor[2];
} eg_flat_tie;

/* The text of a parameter's default, parsed; NULL where it is no expression. */
typedef struct eg_flat_default {
    bool is_known; /* looked at */
    const eg_expr *text;
} eg_flat_default;

typedef struct eg_flattening {
    eg_reader *r; /* parses the equations of classes */
    eg_spec *spec;
    eg_diagnostics *d;
    eg_writer w;
    eg_syntax **syntax; /* (classes of the registry, twice: as they are, as their variants) parsed so far */
    eg_flat_default **defaults; /* (classes of the registry; their parameters) NULL: not asked for */
    eg_names *named;            /* paths of parameters that values are written with */
    eg_names *declared;         /* paths of users' parameters that the text has */
    bool has_stops;             /* a mass meets hard stops */
    bool has_rigid;             /* there are rigid impacts */
    bool has_reinit;            /* equations set speeds */
    bool has_jumps;             /* a drive, whose speed may jump, moves something against something else */
    bool *is_driven;            /* (instances) it stands between what a drive moves, and something else */
    eg_flat_friction *friction; /* (instances) */
    eg_flat_tie *ties;          /* (instances) */
    int ground;                 /* which body that is; all others have a lower number */
    bool failed;                /* reported */
    bool *is_truth;             /* (formulas) */
    bool *shared;               /* (formulas) it is written as a name, whose equation says what it is */
    bool *is_remembered;        /* of those: pre(...) is of it, so that a truth value is a Boolean variable */
    bool *has_no_events;        /* (formulas) it stands inside noEvent somewhere */
    bool is_smooth;             /* what is being written stands inside noEvent */
} eg_flattening;

/* flatten_class.c: the equations of one instance, the initial ones when `initial`. */
void eg_flatten_instance(eg_flattening *f, const eg_instance *instance, bool initial);
/* One equation of `text`, with ";" behind it; an instance without a path has the class's own names. */
void eg_flatten_equation(eg_flattening *f, const eg_class_scope *scope, const eg_syntax *text,
                         const eg_equation *q);
/* An expression of the class, of parameters, with the instance's names. */
void eg_flatten_expression(eg_flattening *f, const eg_instance *instance, const eg_expr *e);
/* Where in the list of all classes it stands. */
size_t eg_flatten_class_index(const eg_class *class);
/* flatten_friction.c: fills in `friction`, `ties` and `ground`; false when memory is out. */
bool eg_flatten_find_friction(eg_flattening *f);
/* Is it an instance that sticks and slides, both ways? */
bool eg_flatten_rubs(const eg_flattening *f, const eg_instance *instance);
/* flatten_class.c: "locked" of what rubs; not where an impact lets go. */
void eg_flatten_write_locked(eg_flattening *f, const eg_instance *instance);
/* Is it a rigid contact? */
bool eg_flatten_is_rigid(const eg_flattening *f, const eg_instance *instance);
bool eg_flatten_is_looped(const eg_flattening *f, const eg_instance *instance);
bool eg_flatten_is_massless(const eg_flattening *f, const eg_instance *instance);
/* Does a signal let it go and take hold? */
bool eg_flatten_lets_go(const eg_flattening *f, const eg_instance *instance);
/* The value of a parameter: in flat text sa has units of its own where forces are far from 1. */
double eg_flatten_value(const eg_flattening *f, const eg_instance *instance, int i);
/* Does it turn: "w" for "v", "tau" for "f"? */
bool eg_flatten_turns(const eg_instance *instance);
/* flatten.c: does its relative speed stay what it is where a hard stop jumps? */
bool eg_flatten_is_kept_in_jumps(const eg_flattening *f, const eg_instance *instance);
/* flatten_stop.c: of a mass with hard stops, what they do to relative speeds of what is held elsewhere. */
void eg_flatten_write_stop(eg_flattening *f, const eg_instance *instance);
/* flatten_share.c: fills in is_looped and is_beside. */
void eg_flatten_find_loops(eg_flattening *f);
/* Does its equation a_relfric = ... not say what it holds with, since others hold beside it or its motion is
 * given? */
bool eg_flatten_holds_beside(const eg_flattening *f, const eg_instance *instance);
/* Writes "0 = if locked then (..." for such an equation; true when what is 0 at rest is still to stand there,
 * eg_flatten_write_at_rest. */
bool eg_flatten_write_rest(eg_flattening *f, const eg_instance *instance);
void eg_flatten_write_at_rest(eg_flattening *f, const eg_instance *instance);
/* flatten_formula.c: users' equations; the initial ones when `initial`. */
void eg_flatten_formulas(eg_flattening *f, bool initial);
/* Fills in is_truth. */
void eg_flatten_find_truths(eg_flattening *f);
/* flatten_shared.c: chooses what is shared and what has no events; the declarations; the name of a
 * formula. */
void eg_flatten_share(eg_flattening *f);
void eg_flatten_declare_shared(eg_flattening *f);
const char *eg_flatten_shared_name(eg_flattening *f, int formula);
/* flatten_loop.c: the functions that loops become. */
void eg_flatten_declare_loops(eg_flattening *f);
/* flatten_formula.c: " + ", "sqrt"; NULL where the operator is not written so. */
const char *eg_flatten_infix(int op);
const char *eg_flatten_function(int op);
/* flatten_connect.c: the equations of the connections. False when memory is out. */
bool eg_flatten_connections(eg_flattening *f);

/* "  ", before an equation; ";\n" behind it. */
void eg_flatten_begin(eg_flattening *f);
void eg_flatten_end(eg_flattening *f);
/* The rod that PartialRigid has in a spec is no component: the class's own equations hold its flanges. */
bool eg_flatten_is_implied(const eg_instance *instance);

/* flatten_connect.c: "input ", "output " or "", as the model of the flat text has the signal. */
const char *eg_flatten_causality(eg_flattening *f, const char *path, eg_port_kind kind);
/* Is this signal of the user's connected to an output of a component of the library? */
bool eg_flatten_is_from_component(eg_flattening *f, const char *path);
/* flatten_settable.c: why the parameter is final in the flat text; NULL: it may be set there, with what that does
 * to the model. */
const char *eg_flatten_why_final(eg_flattening *f, const eg_instance *instance, int i);
const char *eg_flatten_why_declared_final(eg_flattening *f, const eg_declared *declared);
bool eg_flatten_is_settable(eg_flattening *f, const eg_instance *instance, int i);
/* flatten_default.c: what a parameter without a value of its own follows from, an expression of the class's
 * other parameters that with the values p (of them all) comes to p[i]; NULL: nothing, or no expression says
 * it. */
const eg_expr *eg_flatten_default(eg_flattening *f, const eg_instance *instance, const double *p, int i);
/* Would another value change what no expression says how it follows? */
bool eg_flatten_leaves_behind(eg_flattening *f, const eg_instance *instance, int i);
/* Finds out which parameters have been used up as numbers; false when memory is out. */
bool eg_flatten_find_held(eg_flattening *f);
/* What modifiers say of a parameter of a component; NULL: nothing. */
const eg_said *eg_flatten_said(const eg_flattening *f, const char *path);
/* Has it been used up? */
bool eg_flatten_is_held(const eg_flattening *f, const char *path);
/* For what; NULL: it has not. */
const char *eg_flatten_why_held(eg_flattening *f, const char *path);
/* Does it stand in the text as a variable, whose equation can be replaced, so that it is among the
 * results? */
bool eg_flatten_is_variable(eg_flattening *f, const eg_instance *instance, int i);
/* The formula that the value of a parameter, or "path(start)", is written as; -1: as a number. */
int eg_flatten_bound(eg_flattening *f, const char *path);
/* flatten_formula.c: writes it; a truth value where `truth`. */
void eg_flatten_formula(eg_flattening *f, int formula, bool truth);
/* flatten_unit.c: writes it as the value of something of that type and unit. */
void eg_flatten_bound_value(eg_flattening *f, int formula, eg_type type, const char *unit);

#endif
