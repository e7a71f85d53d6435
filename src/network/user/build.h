/* The making of users' equations: what the files of this folder share while a model is compiled. */
#ifndef EG_NETWORK_USER_BUILD_H
#define EG_NETWORK_USER_BUILD_H

#include "network/user/user.h"

/* Inputs of a tape, each once. */
typedef struct eg_user_inputs {
    eg_user_input *items;
    int count;
    size_t capacity;
    eg_names *index; /* by a text that stands for the input */
    eg_arena *arena; /* of these texts */
} eg_user_inputs;

typedef struct eg_user_source {
    eg_user_equation_kind kind;
    int left, right; /* raw instructions; of when clauses and asserts too */
    int when;
    bool is_used; /* it defines a variable */
    int number;   /* of the spec's equation; -1: none */
    const char *text;
    const eg_user_text *parts; /* of the spec */
    bool is_warning;
    eg_place place;
} eg_user_source;

typedef struct eg_user_builder {
    eg_model *m;
    const eg_spec *spec;
    eg_diagnostics *d;
    eg_user *u;
    eg_arena *arena;       /* of this making */
    eg_tape raw;           /* formulas as they are written, EG_OP_DER and its kin included */
    eg_user_inputs leaves; /* of the raw tape */
    eg_user_inputs inputs; /* of the final one */
    int *formula;          /* (spec's formulas) raw instruction */
    int *by_end;           /* (spec's equations) by the last formula of each */
    int *relations;        /* raw instructions x < y or x <= y; EG_OP_SWITCH numbers them */
    int relation_count;
    size_t relation_capacity;
    int *relation_formulas; /* (relations) the spec's formula */
    size_t relation_formula_capacity;
    eg_user_sample *samples;
    int sample_count;
    size_t sample_capacity;
    int *delays; /* raw x and T, two each; their formulas */
    int *delay_formulas;
    int delay_count;
    size_t delay_capacity, delay_formula_capacity;
    int *impulses; /* raw v and after, two each; their formulas */
    int *impulse_formulas;
    int impulse_count;
    size_t impulse_capacity, impulse_formula_capacity;
    int *befores; /* raw operands of pre(...) */
    int before_count;
    size_t before_capacity;
    eg_user_source *equations;
    int equation_count;
    size_t equation_capacity;
    size_t quantity_capacity;
    eg_names *by_path; /* quantities */
    eg_names *speeds;  /* "der(x)": variables that stand for derivatives */
    int *connector_flow, *net_quantity;
    bool *net_driven;  /* by a component */
    bool *hands_on;    /* (connectors) its component joins it to another port and does nothing else there */
    int *moved_by;     /* (nodes) the variable that is its position (user/inverse.c), or -1 */
    bool *wants_rate;  /* (quantities) der() of it is asked for */
    int *value_of;     /* (quantities) raw instruction that defines it, or -1 */
    int *rate_of;      /* (quantities) of a state: raw instruction that defines its derivative, or -1 */
    int *value_leaf;   /* (quantities) raw instruction of the variable, or -1 */
    int *rate_leaf;    /* (quantities) raw instruction der(variable), or -1 */
    int *definer;      /* (2 quantities) equation that defines the item, or -1 */
    bool *is_kept;     /* (quantities) equations ask for its derivative itself, and not for what defines it */
    bool *is_shared;   /* (quantities) one of several unknowns of a balance that is kept (user/eliminate.c) */
    bool *is_compared; /* (quantities) a relation speaks of it */
    bool *is_set;      /* (quantities) reinit sets it */
    char *mark;        /* scratch for the raw tape, zeros */
    size_t mark_capacity;
    int *list; /* scratch of cones */
    size_t list_capacity;
    int *visited, visit; /* (2 quantities) last search that came by */
    /* final */
    int *final;     /* (raw) instruction of the final tape, or -1 */
    bool *is_along; /* (raw) the derivative that withDerivative gives is asked for */
    bool *live;     /* (relations) of what changes at events only: not frozen */
    eg_tape_rates rates;
    eg_tape_rates held; /* with all algebraic unknowns standing still */
    char failure[300];  /* a derivative that does not exist; "": none was asked for */
    bool is_circle;     /* a formula needs itself */
    enum { EG_RATES_ASK, EG_RATES_KEEP, EG_RATES_PUT_IN } rates_are; /* of balances that unknowns share */
    bool is_other; /* the rates are to be the next of these, and nothing has been made */
} eg_user_builder;

/* user/origins.c: a term has been left out since its factor, which comes of `origin` (-1: of nothing), is 0.
 * -1 when out of memory. */
int eg_user_decide(eg_user_builder *b, int origin);

/* user/resolve.c */
/* Index of the input in the list; -1 when out of memory. */
int eg_user_inputs_add(eg_user_inputs *list, eg_user_input input);
/* Quantities, formulas and equations of the spec, with every path resolved. EG_OK, EG_ERROR_MODEL (reported),
 * EG_ERROR_MEMORY. */
eg_status eg_user_resolve(eg_user_builder *b);

/* Number of the new equation; -1 when out of memory. */
int eg_user_add_equation(eg_user_builder *b, eg_user_source equation);
/* What user/steps.c builds with: raw instructions, or -1 when out of memory. */
int eg_user_leaf(eg_user_builder *b, eg_user_input_kind kind, int index, int other);
int eg_user_relation_of(eg_user_builder *b, int op, int x, int y, bool smooth, int formula);
int eg_user_before_of(eg_user_builder *b, int operand);
int eg_user_add_quantity(eg_user_builder *b, eg_user_quantity q);

/* user/steps.c: floor, ceil, div, mod or rem of raw x (and y), whose steps are events; `formula` is the
 * spec's. -1 when out of memory. */
int eg_user_step_of(eg_user_builder *b, int op, int x, int y, int formula);
bool eg_user_is_step(int op);

/* A flange force, a heat flow, a signal of users' connectors as a quantity; *slot remembers it. -1 when out
 * of memory. */
int eg_user_quantity_of(eg_user_builder *b, int *slot, const eg_connector *c, const char *member);

/* A raw instruction of two operands; -1 when out of memory. */
static inline int eg_user_binary(eg_user_builder *b, int op, int x, int y)
{
    return eg_tape_add(&b->raw, op, x, y, -1);
}

/* user/paths.c: the raw instruction that a path means; -1 out of memory; -2: not to be had. */
int eg_user_path(eg_user_builder *b, const char *path);
/* Connectors that a component only joins to others of its own, as a collector of heat does. -1 when out of
 * memory. */
int eg_user_find_handed_on(eg_user_builder *b);
/* What flows into the connector by users' equations of its own class; the same answers. */
int eg_user_own_flow(eg_user_builder *b, int connector, const char *member);
/* user/heat.c: the heat flow into a component's port; the same answers. */
int eg_user_heat_flow(eg_user_builder *b, int instance, int port);
/* der(T) of a node with one heat capacity, by its balance; the same answers. */
int eg_user_heating_rate(eg_user_builder *b, int node);
/* A node's temperature, a raw instruction: the variable of an equation that drives it, if there is one. */
int eg_user_temperature(eg_user_builder *b, int node);
/* Is it given, or what is native stores heat there? */
bool eg_user_is_temperature_given(const eg_user_builder *b, int node);
/* user/links.c: der() of the node's temperature is asked for, which is to become a variable of equations that
 * drives it, where it is a connector's and nothing native gives it. -1 when out of memory. */
int eg_user_note_heating(eg_user_builder *b, int node);
/* user/seen.c: the column of the results that the path names, and the derivative of a heat node's temperature
 * there; raw and final instructions, -1 out of memory, -2: there is none. */
int eg_user_seen(eg_user_builder *b, const char *path);
int eg_user_seen_rate(eg_user_builder *b, int heat_node);
/* What is known with the results only: nothing that moves, and no event, may follow. */
eg_status eg_user_make_late(eg_user_builder *b);
/* Is the connector joined to something inside its component? Then its flow is what flows into that. */
bool eg_user_is_joined_inside(const eg_model *m, int connector);
/* Does the connector belong to a class that extends PartialRigid? */
bool eg_user_is_held_by_rod(const eg_user_builder *b, const eg_connector *c);

/* user/define.c: solves equations for variables; decides roles. */
eg_status eg_user_define(eg_user_builder *b);
/* The equation solved for a variable, or der of one, that stands in it once, by moving terms and constant
 * factors. A raw instruction; -1 when that cannot be done; -2 out of memory. */
int eg_user_solve_for(eg_user_builder *b, const eg_user_source *q, int target);
/* user/eliminate.c: solves what is linear, for variables and derivatives; reduces the index. */
eg_status eg_user_eliminate(eg_user_builder *b);
/* user/loops.c: definitions that need themselves become equations. */
eg_status eg_user_break_loops(eg_user_builder *b);
/* user/speeds.c: unknowns for derivatives that only modes can tell. */
eg_status eg_user_name_speeds(eg_user_builder *b);
/* user/resolve.c: a quantity for the derivative of quantity k, with its leaf; -1 when out of memory. */
int eg_user_add_speed(eg_user_builder *b, int k);
/* user/affine.c: unknowns that a loop determines linearly in every mode become formulas. */
eg_status eg_user_solve_affine(eg_user_builder *b);
/* user/match.c: what is left must determine what is left. EG_OK, EG_ERROR_MODEL (reported). */
eg_status eg_user_check_rest(eg_user_builder *b);

/* user/items.c. Item k is quantity k, item n + k its derivative. */
typedef struct eg_user_items {
    int *list; /* malloc'ed */
    int count;
    size_t capacity;
} eg_user_items;
/* Appends what the formula, or its derivative, speaks of; an item may come twice. -1 when out of memory. */
int eg_user_list_items(eg_user_builder *b, int node, bool as_rate, eg_user_items *found);
/* The variable that a raw instruction is, or -1. */
int eg_user_variable_of(const eg_user_builder *b, int node);
/* Is there nothing in the formula but time? */
bool eg_user_is_of_time(eg_user_builder *b, int node);

/* The instruction of the final tape for a raw one; -1 when memory is out or a derivative does not exist. */
int eg_user_convert(eg_user_builder *b, int raw);
/* What to answer then: reports a missing derivative. */
eg_status eg_user_convert_failed(eg_user_builder *b, eg_place place);
/* user/clauses.c: relations, when clauses, assertions. */
eg_status eg_user_make_clauses(eg_user_builder *b);
/* Does a raw formula change at events only? */
bool eg_user_is_discrete(eg_user_builder *b, int raw);

/* user/message.c: the parts of a message. EG_OK, EG_ERROR_MODEL (reported), EG_ERROR_MEMORY. */
eg_status eg_user_make_message(eg_user_builder *b, const eg_user_source *q, eg_user_action *a);

/* user/past.c: delay(x, T, longest) of raw instructions; `formula` is the spec's. -1 when out of memory. */
int eg_user_delay_of(eg_user_builder *b, int x, int T, int formula);
/* The delays of the final tape; EG_OK, EG_ERROR_MODEL (reported), EG_ERROR_MEMORY. */
eg_status eg_user_make_delays(eg_user_builder *b);
/* What their times are computed from, once the tape is whole. The same answers. */
eg_status eg_user_list_delays(eg_user_builder *b);

/* user/along.c: where derivatives that withDerivative gives are asked for, once roles are decided. */
eg_status eg_user_find_along(eg_user_builder *b);

/* user/inverse.c: nodes whose position a variable of the spec is. -1 when out of memory. */
int eg_user_find_moved(eg_user_builder *b);
/* What stands for the leaf where it tells of such a node: a raw instruction; -1 out of memory; -2: it does
 * not. */
int eg_user_moved(eg_user_builder *b, eg_user_input_kind kind, int index, int other);
/* Does the raw formula speak of what answers a force at once, accelerations or forces? 1, 0, -1 out of
 * memory. */
int eg_user_answers(eg_user_builder *b, int node);
/* Quantity number i = 0, 1, ... of those by which equations act on components; -1: none has this number,
 * -2: no further one. */
int eg_user_acting(const eg_user_builder *b, int i);

/* user/pair.c: each equation that is left stands for an unknown that is in it, once rows are made. */
eg_status eg_user_pair_rows(eg_user_builder *b);

/* user/curved.c: algebraic unknowns whose equations are not linear, once the tape is whole. */
eg_status eg_user_find_curved(eg_user_builder *b);

/* user/grip.c: what friction holds with, once the tape is whole. */
eg_status eg_user_find_grips(eg_user_builder *b);

/* user/invariant.c: adds a constraint on states, left = right of which is the source, as what is to be 0 at
 * the start and a sum of its derivatives. EG_OK, EG_ERROR_MEMORY. */
eg_status eg_user_add_invariant(eg_user_builder *b, eg_user_source source, int order);
/* The same for an equation that determines nothing: it is noted, to be met by one more of its derivatives. 1
 * noted, 0: it cannot be, -1 out of memory. */
int eg_user_note_invariant(eg_user_builder *b, int equation);
/* user/resolve.c: the raw formula with variables in place of derivatives of variables; -1 when out of
 * memory. */
int eg_user_with_speeds(eg_user_builder *b, int node);

/* user/impulses.c: impulse(v, after) of raw instructions, or what it tells; -1 when out of memory. */
int eg_user_impulse_of(eg_user_builder *b, int v, int after, eg_user_input_kind kind, int formula);
/* Those of the final tape. */
eg_status eg_user_make_impulses(eg_user_builder *b);

/* user/formulas.c: the final tape, rows, flows, outputs. */
eg_status eg_user_make_formulas(eg_user_builder *b);
/* What the result depends on, once the tape is whole. -1 when out of memory. */
int eg_user_list_support(eg_user_builder *b, eg_user_result *r);

/* The cone of a raw instruction in b->list; its length, or -1 when out of memory. */
int eg_user_cone(eg_user_builder *b, int node);
/* Where the equation stands in which a formula of the spec is; EG_NOWHERE when in none. */
eg_place eg_user_place_of(const eg_user_builder *b, int formula);
/* "m*der(v) = f", for messages, cut short. */
const char *eg_user_equation_text(eg_user_builder *b, eg_place place);
/* "model.mo:3", for messages about two places. */
const char *eg_user_place_text(eg_user_builder *b, eg_place place);

#endif
