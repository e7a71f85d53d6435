/* Users' variables and equations in the compiled model.
 *
 * The compiler solves what can be solved by itself: an equation x = formula defines x, and wherever x is
 * asked for, the formula stands; der(x) of what is defined by positions is the formula of speeds. What is
 * left are the states (variables whose derivative is asked for and that no position gives) and the variables
 * of algebraic loops, each an unknown of the system behind the loops of signals; and as many equations. All
 * formulas are one tape; its inputs are time, unknowns and their derivatives, and quantities of the
 * components. Flange forces and heat flows of users' classes are results of the tape which enter the balances
 * of their nodes, signals that they drive are unknowns of the network's loops. */
#ifndef EG_NETWORK_USER_USER_H
#define EG_NETWORK_USER_USER_H

#include "base/tape.h"
#include "component/interface/user_link.h"
#include "component/spec.h"
#include "elastogap/law_contact.h"
#include "network/model.h"

typedef enum eg_user_input_kind {
    EG_USER_TIME,
    EG_USER_START,        /* 1 while the start is sought, then 0 */
    EG_USER_VALUE,        /* index: unknown */
    EG_USER_RATE,         /* its derivative */
    EG_USER_DISTANCE,     /* index: node, other: node or -1 (the ground): s(index) - s(other) */
    EG_USER_SPEED,        /* index: node */
    EG_USER_ACCELERATION, /* index: node */
    EG_USER_SIGNAL,       /* index: net, other: number of the derivative, 0 to 2 */
    EG_USER_FORCE,        /* index: element */
    EG_USER_LOSS,         /* index: element */
    EG_USER_MODE,         /* index: element, other: variable of its class that its mode determines */
    EG_USER_CUT,          /* index: global port of a rigid part; becomes a signal */
    EG_USER_TEMPERATURE,  /* index: heat node */
    EG_USER_DISCRETE,     /* index: variable that changes at events only */
    EG_USER_BEFORE,       /* index among user->befores: the value on the left side of the event, pre(x) */
    EG_USER_SAMPLE,       /* index: 1 at the instants of sample(start, interval) */
    EG_USER_DELAYED,      /* index: of delay(x, T) */
    EG_USER_TERMINAL,     /* 1 at the end of the run */
    EG_USER_IMPULSE,      /* index: of impulse(v, after); not 0 while its effect is computed */
    EG_USER_STRUCK,       /* the same index: the speed before the last impact */
    EG_USER_STRIKING,     /* 1 while the effect of an impulse is computed */
    EG_USER_SEEN,         /* a column of the results; other: an eg_user_column, index: among those */
    EG_USER_VARIABLE      /* index: variable; while compiling only */
} eg_user_input_kind;

/* Does it change at events only? */
static inline bool eg_user_is_frozen_input(eg_user_input_kind kind)
{
    return kind == EG_USER_START || kind == EG_USER_DISCRETE || kind == EG_USER_BEFORE ||
           kind == EG_USER_SAMPLE || kind == EG_USER_STRUCK || kind == EG_USER_STRIKING ||
           kind == EG_USER_MODE;
}

/* Columns of the results that equations can look at where nothing that moves follows (seen.c). */
typedef enum eg_user_column {
    EG_SEEN_VARIABLE,      /* index: global variable of an instance */
    EG_SEEN_FORCE,         /* index: global port */
    EG_SEEN_HEAT_FLOW,     /* index: global port */
    EG_SEEN_CONNECTOR_FLOW /* index: connector */
} eg_user_column;

typedef struct eg_user_input {
    eg_user_input_kind kind;
    int index, other;
    int row; /* EG_USER_DISTANCE */
} eg_user_input;

typedef enum eg_role {
    EG_ROLE_NONE,    /* not yet known */
    EG_ROLE_DEFINED, /* by a formula */
    EG_ROLE_STATE,
    EG_ROLE_ALGEBRAIC,
    EG_ROLE_DISCRETE /* assigned in when clauses */
} eg_role;

/* A declared variable; a flange force or heat flow of a user's connector; a signal that equations give. */
typedef struct eg_user_quantity {
    const char *path;
    const char *unit, *comment;
    eg_type type;
    eg_role role;
    bool is_declared; /* by the user: appears in results under its path */
    bool is_input, is_discrete;
    bool has_rate;         /* equations speak of its derivative */
    bool is_checked;       /* fixed, but what else is fixed determines it: the value is checked */
    int state_select;      /* eg_state_select; -1: not given */
    double start, nominal; /* NAN: not given */
    int start_origin;      /* of the start value (origins.h), or -1 */
    int fixed;             /* -1: not given */
    int unknown;           /* of states and algebraic ones, else -1 */
    int node;              /* instruction of its value */
    int speed;             /* of a state: the quantity that is its derivative, or -1 */
    eg_place place;
} eg_user_quantity;

/* What a result of the tape depends on: instructions and inputs, both ranges of lists of the model. */
typedef struct eg_user_result {
    int node;
    int first_cone, cone;   /* user->cones: what its gradient passes through */
    int first_input, input; /* user->supports: instructions of inputs */
} eg_user_result;

typedef struct eg_user_row {
    eg_user_result result;
    int left, right; /* instructions: the residual is their difference */
    int quantity;    /* of a fixed start value */
    eg_place place;
} eg_user_row;

/* A force or heat flow into a user's class; model->flow_rows says into which balances it enters. */
typedef struct eg_user_flow {
    eg_user_result result;
    eg_user_result rate; /* its derivative; node -1: there is none */
    int quantity, connector;
    bool is_heat;
    int node;  /* mechanical or heat */
    int point; /* of heat */
} eg_user_flow;

/* What is less than any difference of numbers that is felt. */
#define EG_LAW_NOTHING 1e-60

/* The force of a law where nothing moves (law_rest.c). */
typedef struct eg_user_rest {
    eg_tape tape;
    int force;   /* instruction; -1: there is none, it has to be found from both sides */
    int *margin; /* (count) by how much relations hold, and how that changes with the speed: where the */
    int *slope, count; /* first is 0 and the second is not, the force may be another one at either side */
    bool is_known;     /* the kind of the law gives the same in closed form, */
    int plus, minus;   /* at the difference of these inputs; -1: 0; */
    double side;       /* times this, 1 or -1 */
} eg_user_rest;

/* What a law is in other words: contact_law.c. */
typedef enum eg_user_law_kind { EG_USER_LAW_OTHER, EG_USER_LAW_SPRING, EG_USER_LAW_CONTACT } eg_user_law_kind;

/* Forces of one component that follow from the distance and the speeds of its flanges alone: laws.c. */
typedef struct eg_user_law {
    eg_user_law_kind kind;
    bool is_relative;        /* it follows the relative way and speed of its ends alone */
    int from, to;            /* nodes: s_rel is the way from one, -1 the ground, to the other; f as there */
    eg_spring_damper spring; /* f of the kinds */
    eg_contact contact;
    int flow[2], count;  /* at its flanges, opposite to each other where there are two */
    eg_tape_step *steps; /* all that it computes, and the sides of its relations, but constants */
    int step_count;
    int *inputs, input_count;       /* that it looks at */
    int *relations, relation_count; /* that it asks */
    eg_user_rest rest;
    bool is_continuous; /* while no relation changes a force does not jump where the speed is 0 */
} eg_user_law;

/* A row that the force of a friction element is part of. */
typedef struct eg_user_holding {
    const eg_user_result *result;
    int row; /* of the system */
    double coefficient;
    int element, input; /* the instruction that its force is */
} eg_user_holding;

/* A flow m*a + (anything else), a the acceleration of its node: a mass that equations write. */
typedef struct eg_user_inertia {
    double mass; /* 0: there is none */
    int input;   /* the number of the one that is a */
} eg_user_inertia;

typedef struct eg_user_output {
    eg_user_result result;
    int quantity, net;
} eg_user_output;

/* An unknown x whose equation loses it in some modes: see grip.c. */
typedef struct eg_user_grip {
    int row, unknown; /* both of user->unknowns */
    int instruction;  /* that x is */
    int sign;         /* of its factor in the other modes */
} eg_user_grip;

/* A relation that compares a grip's unknown with an instruction. */
typedef struct eg_user_limit {
    int grip, relation, node;
} eg_user_limit;

/* A relation a < b or a <= b whose edge is an event. Its truth is frozen in between. */
typedef struct eg_user_relation {
    int a, b; /* instructions */
    bool or_equal;
    bool is_of_time;        /* time against what is constant between events: a time event */
    bool is_read;           /* by formulas; of others the edge is an event alone */
    bool time_is_less;      /* time stands on the left */
    bool is_of_algebraic;   /* its sides depend on algebraic unknowns */
    double at;              /* a number, */
    int at_node;            /* or an instruction; -1: the number */
    int switch_index;       /* of its switching function, or -1 */
    const char *slides;     /* what the event is called from which on it goes along its edge; NULL: never */
    const char *becomes[2]; /* what its events are called: false, true; NULL: none is told */
    const char *component;  /* whose they are; NULL: the model's */
    /* Of a limit of a contact law (contact_law.c): the relation that says where the contact begins, and what
     * it is in contact; how that one's sides part for one metre of depth, 0: this is no limit; and how its
     * own do at one metre and no speed, and the power of the depth with which that grows. */
    int touch;
    bool touch_holds;
    double touch_slope, limit_size, limit_power;
    /* Where a contact law ends: the exponent with which its force goes there, and what the relation is in
     * contact; 0: the force is smooth there. */
    double roughness;
    bool rough_side;
} eg_user_relation;

typedef struct eg_user_sample {
    double start, interval;
    int start_origin, interval_origin; /* (origins.h) or -1 */
} eg_user_sample;

/* delay(x, T, longest) */
typedef struct eg_user_delay {
    int x_node, T_node;   /* instructions */
    bool is_constant;     /* T is a number */
    double T, longest;    /* [s] */
    int switch_index;     /* of the end of a look back at one piece, where T changes; or -1 */
    int first_cone, cone; /* user->cones: what T is computed from */
    eg_place place;
} eg_user_delay;

/* impulse(v, after) */
typedef struct eg_user_impulse {
    int v, after; /* instructions */
    int unknown;  /* the state that v is, or -1 */
    eg_place place;
} eg_user_impulse;

typedef struct eg_user_clause {
    int condition;   /* instruction */
    bool is_initial; /* initial() stands in it: can be active at the start */
    int other;       /* clause with a further condition of the same `when`, or -1 */
    int above;       /* clause that excludes this one, or -1 */
} eg_user_clause;

/* The value that a discrete variable, or what pre(...) means, has at the start. */
typedef struct eg_user_first {
    int quantity; /* a variable, or -1 */
    int before;   /* index among the befores, or -1 */
    int value;    /* instruction */
    bool is_late; /* follows from what the start determines: known when that has been found */
} eg_user_first;

/* A value that is remembered for pre(...). */
typedef struct eg_user_before {
    int node;     /* instruction */
    int quantity; /* whose start value it has at the start, or -1 */
    double start; /* without one: its value before the start */
    bool is_discrete;
} eg_user_before;

/* A part of a message: a text, or the value of an instruction. */
typedef struct eg_user_message {
    const char *text;
    int node; /* -1: the text */
    int type, digits, width;
    bool is_left;
    const char *const *literals;
    const struct eg_user_message *next;
} eg_user_message;

/* What happens in a clause, or what must hold always. */
typedef struct eg_user_action {
    eg_user_equation_kind kind;
    int clause;   /* -1: always (assert) */
    int quantity; /* EG_USER_ASSIGN */
    int target;   /* EG_USER_REINIT: unknown, index of y; see target_node */
    int value;    /* instruction: what is assigned, the condition of assert */
    const char *text;
    const eg_user_message *message; /* of a text that holds numbers; NULL: text is all */
    bool is_warning;
    eg_place place;
    int target_node; /* EG_USER_REINIT: node whose body's speed is set, or -1 */
    int other_node;  /* EG_USER_REINIT of a relative speed: the node on its other side, or -1, and what */
    int other_value; /* that one's speed would be set to */
    int target_net;  /* EG_USER_REINIT: signal that is the first state of its block, or -1 */
} eg_user_action;

/* sum of coefficient*s(node) = length, or a motion: a link of the network is to take its place. */
typedef struct eg_user_constraint {
    int equation; /* of the spec */
    int count, node[EG_CONSTRAINT_MAX_ENDS], connector[EG_CONSTRAINT_MAX_ENDS];
    double coefficient[EG_CONSTRAINT_MAX_ENDS], length;
    bool is_motion;    /* the position follows from time or states */
    bool is_heat;      /* so does a temperature; node is a heat node */
    int free_end;      /* where the force is the link's alone */
    int port;          /* global: it moves as an equation says while a signal pushes it; else -1 */
    double start;      /* of such a port, where the equation tells its speed; NAN: none is given */
    bool is_fixed;     /* that */
    bool is_sought;    /* no link: connector[0] is an output that other equations are to determine */
    bool is_invariant; /* no link: the equation is to be met by a derivative more of it (user/invariant.c) */
} eg_user_constraint;

/* A product of two affine formulas, of which states that nothing moves by are integrals: work, a square. */
typedef struct eg_user_product {
    int node;
    eg_user_result of[2];
} eg_user_product;

/* Whether equations are affine in what moves, mode by mode: modes.c. */
typedef struct eg_user_affinity {
    const char *reason;              /* why they are not; NULL: they are, and what follows is known */
    const struct eg_tape_form *form; /* (instructions) */
    int *factors, factor_count;      /* instructions by whose values a mode is told from others */
    int *timed, timed_count;         /* those that follow time, ascending; */
    int *timed_at;                   /* (instructions) and the place of each there */
    eg_user_product *products;       /* that states are integrals of */
    int product_count;
    int **sums,
        *sum_count; /* (states) instructions that a row's gradient passes through up to these; NULL: all */
} eg_user_affinity;

typedef struct eg_user {
    eg_user_quantity *quantities;
    int quantity_count;
    eg_user_input *inputs;
    int input_count;
    int clock; /* the input that is time, or -1 */
    eg_tape tape;
    int *unknown_of; /* (unknowns) its quantity; states first */
    int unknowns, states;
    eg_user_row *rows;         /* (unknowns) */
    eg_user_result *row_rates; /* (unknowns) derivatives of the rows of algebraic unknowns, other
                                  algebraic unknowns standing still; node -1: there is none */
    bool *is_curved;           /* (unknowns) algebraic, in equations that are not linear in it */
    bool has_speeds;           /* modes may make states algebraic: see user/structure.c */
    bool *is_frozen;           /* (instructions) changes at events only */
    bool *follows_rates;       /* (instructions) follows y' */
    bool *is_late;             /* (instructions) known only with the results; NULL: none is */
    int *late, late_count;     /* these, in order */
    int *bounded,
        bounded_count;     /* ascending: results in which operations stand that have an edge (edges.c) */
    int core, core_inputs; /* instructions and inputs but those that rates alone need */
    eg_user_flow *flows;
    int flow_count;
    eg_user_law *laws;
    int law_count;
    bool *is_of_law;    /* (flows) */
    eg_user_law *works; /* of flows that are of no law: what becomes of their work is known all the same, */
    int work_count;     /* since they follow states that run as the distance does */
    bool *is_of_work;   /* (flows) */
    eg_user_inertia *inertias; /* (flows) */
    eg_user_output *outputs;
    int output_count;
    int *cones, *supports;
    int cone_count, support_count;
    size_t cone_capacity, support_capacity;
    eg_user_row *initial; /* initial equations, fixed start values of what is no state */
    int initial_count;
    eg_user_first *firsts; /* initial equations of what changes at events only */
    int first_count;
    eg_user_row *checks; /* fixed start values that must agree with others */
    int check_count;
    eg_user_relation *relations;
    int relation_count;
    eg_user_sample *samples;
    int sample_count;
    eg_user_delay *delays;
    int delay_count;
    eg_user_impulse *impulses;
    int impulse_count;
    bool *is_speed; /* (unknowns) a state in m/s or rad/s: impulses let it jump */
    bool has_terminal;
    eg_user_clause *clauses;
    int clause_count;
    eg_user_action *actions;
    int action_count;
    eg_user_before *befores;
    int before_count;
    int *cuts; /* pairs (net, global port): forces through rigid parts that formulas speak of */
    int cut_count;
    int *connector_flows; /* pairs (connector, flow): what flows into it is the sum */
    int connector_flow_count;
    eg_user_constraint *constraints; /* malloc'ed: the spec must be compiled anew, with links for these */
    int constraint_count;
    int *slopes; /* outputs whose derivatives the motion needs, which the spec does not have yet */
    int slope_count;
    bool has_slopes; /* the spec has some */
    size_t constraint_capacity;
    bool is_explicit; /* every row is der(x) = formula without derivatives: nothing to solve */
    bool is_implicit; /* a force, flow or signal depends on accelerations or derivatives */
    bool is_balanced; /* loops have been solved: a derivative may be the rounding of what balances in it */
    bool needs_forces;
    bool reads_modes;   /* of native elements */
    bool needs_holding; /* forces of native friction */
    eg_user_holding *holdings;
    int holding_count;
    eg_user_grip *grips;
    int grip_count;
    eg_user_limit *limits; /* malloc'ed */
    int limit_count;
    size_t limit_capacity;
    struct eg_user_origins *origins; /* origins.h; NULL: parameters have become numbers */
    bool switches_on_rates;          /* a relation depends on accelerations or derivatives */
    eg_user_affinity affinity;
    struct eg_own_bodies *own;     /* bodies.h: bodies that no component has; NULL: there are none */
    struct eg_user_pieces *pieces; /* pieces.h */
    bool names_contacts;           /* events of some relations are those of contacts */
} eg_user;

/* ---- compiling, in this order */
/* After the connections: finds roles and formulas. */
eg_status eg_compile_user(eg_model *m, const eg_spec *spec, eg_diagnostics *d);
/* Once bodies are known: those to which users' equations give an inertia. */
void eg_compile_user_inertias(eg_model *m);
/* Which side of a relative speed reinit sets. EG_ERROR_MODEL (reported): both may move, or neither. */
eg_status eg_compile_user_targets(eg_model *m, eg_diagnostics *d);
/* While signals are compiled: nets that equations drive, and nets that they read. */
void eg_compile_user_nets(eg_model *m);
/* late.c: marks signals of equations that need not be unknowns. EG_ERROR_MEMORY. */
eg_status eg_find_late_signals(eg_model *m);
/* Once it is known what signals are for: the motion needs derivatives of this one, which equations give. The
 * spec gets them (eg_user_add_slopes) and is compiled anew. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_user_note_slopes(eg_model *m, int net);
eg_status eg_user_add_slopes(eg_spec *spec, const eg_user *user);
/* Nets whose derivatives are there: each becomes a bundle of three signals. */
void eg_user_join_slopes(eg_model *m);
/* Once signals are graded: have those whose derivatives formulas speak of these? EG_OK, EG_ERROR_MODEL. */
eg_status eg_check_user_nets(const eg_model *m, eg_diagnostics *d);
/* The last: fills in the holdings. The motion must not follow at once what friction holds with. EG_OK,
 * EG_ERROR_MODEL. */
eg_status eg_check_user_holding(eg_model *m, eg_diagnostics *d);
/* Once the unknowns are numbered and bodies known. */
eg_status eg_compile_user_equations(eg_model *m);
/* user/formulas.c: what a result depends on, from its node; mark[instructions + 1] is scratch of zeros. 0,
 * -1 out of memory. */
int eg_user_add_support(eg_user *u, char *mark, eg_user_result *r);
/* user/edges.c: fills in `bounded`. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_user_find_bounded(eg_model *m);
/* user/laws.c: fills in `laws` and `works`. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_user_find_laws(eg_model *m);
/* inertia.c: which flows accelerate masses. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_user_find_inertias(eg_model *m);
/* Does the result follow an acceleration of a component? */
bool eg_user_follows_acceleration(const eg_user *u, const eg_user_result *r);
/* Runs a law with its relations as they are at these inputs; mode[relations] is where they begin. */
void eg_user_run_law(const eg_user *u, const eg_user_law *law, const double *in, int *mode, double *value);
/* law_rest.c: fills in `rest`. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_user_find_rest(eg_model *m, eg_user_law *law);
/* From the force as it is, *f. False: it has to be found from both sides. v: room for the values of its
 * tape. */
bool eg_user_force_at_rest(const eg_user_law *law, const double *in, double *v, double *f);
/* user/contact_law.c: finds the kinds of laws; events of those that are ElastoGap's get its names. EG_OK,
 * EG_ERROR_MEMORY. */
eg_status eg_user_find_kinds(eg_model *m);
/* user/pieces.c, once these are known: bodies that no component has, with the events of what acts between
 * them; and, at the end, the laws as elements. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_user_find_own_bodies(eg_model *m);
eg_status eg_user_find_pieces(eg_model *m);
/* user/relevant.c: marks[instructions], all that is computed of the tape: rows, forces, signals, results;
 * what happens in clauses. */
void eg_user_mark_roots(const eg_user *u, bool *marks);
void eg_user_free(eg_user *user); /* accepts NULL */
/* user/message.c: the message of an assert or terminate with these values of the tape, cut to size - 1
 * bytes. */
const char *eg_user_message_text(const eg_user_action *action, const double *value, char *text, size_t size);

#endif
