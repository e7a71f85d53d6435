/* A model in motion: the system that engines see, with the discrete state (modes, phases) and the
 * workspace for evaluating the equations at a point. One a run; the model behind it is shared. */
#ifndef EG_NETWORK_NETWORK_H
#define EG_NETWORK_NETWORK_H

#include "component/interface/run_input.h"
#include "network/motion/stick.h"
#include "network/start/ties.h"
#include "network/motion/history.h"
#include "network/user/user.h"

#include <math.h>

/* The balance of a group of massless bodies that no damper ties to anything else. The sum of its forces
 * takes the place of der(x) = v for one coordinate; the time derivative of that sum takes the place of
 * the balance of one of its bodies. */
typedef struct eg_balance {
    int row;                        /* the x whose slot the sum takes */
    int rate_row;                   /* the v whose slot its derivative takes */
    int first, count;               /* elements: balance_terms[first ...], index = element */
    int first_source, source_count; /* sources: balance_terms[first_source ...], index = source */
    int first_flow, flow_count;     /* users' forces: balance_terms[first_flow ...], index = flow */
    int first_shift, shift_count; /* what a displacement of the group changes: balance_terms[first_shift ...],
                                         index = coordinate */
} eg_balance;

typedef struct eg_delays eg_delays; /* user/delay.c */

/* user/slide.c: of relations whose events repeat. */
typedef struct eg_slide {
    int relation; /* + 1, the one whose events came last, or along whose edge it goes; 0: none */
    int repeats;  /* so many in a row, */
    double last;  /* the last one then */
    bool is_on;
} eg_slide;

struct eg_network {
    eg_system base; /* first: an eg_system * is an eg_network * */
    const eg_model *m;

    /* discrete state */
    int *mode;         /* (elements) */
    const double *k;   /* coefficients of the elements: the model's, or `memories` */
    double *memories;  /* (coefficient_count) where some element remembers; else NULL */
    int *left_mode;    /* (elements) the mode that was left at the instant of the last event, or -1 */
    double event_time; /* that instant */
    long *phase;       /* (instances) of their blocks; NULL: the model has none */
    long *left_phase;  /* (instances) the phase that was left at the instant of the last event, or LONG_MIN */
    bool *differential; /* (n) */
    int *balance_of;    /* (bodies) the balance that takes the slot of x_b, or -1 */
    bool *is_rate_row;  /* (n) the slot is taken by the derivative of a balance */
    eg_balance *balances;
    int balance_count;
    size_t balance_capacity;
    eg_term *balance_terms;
    int balance_term_count;
    size_t balance_term_capacity;
    struct eg_user_slots *slots;   /* what stands in the slots of users' unknowns; NULL: their own rows */
    struct eg_user_shares *shares; /* what holds with forces that equations leave open; NULL: not known */
    bool user_rates;               /* derivatives of users' rows or forces may be needed */
    int *shift;                    /* (bodies) the balance whose group is displaced with this body, or -1 */
    const eg_tie *together; /* (bodies) at the start: the set of bodies that fixed start values tie to each
                               other, 0 that of the ground; NULL afterwards */
    bool simple;            /* nothing algebraic: y' follows row by row */

    double *input;      /* (model inputs x EG_INPUT_NUMBERS) their laws of time as they are */
    double *input_next; /* (likewise) as they are from the next event on */

    /* the point that was evaluated last */
    double time;
    const double *block_state; /* in y */
    double *position;          /* (bodies) only when asked for */
    eg_jet *drive_jet;         /* (drives) */
    double *drive_left;        /* (drives) position on the left side of an event */
    double *drive_rate;        /* (drives x EG_DRIVE_MAX_STATES) */
    eg_jet *motion;            /* (motions) sums of drives */
    eg_jet *net;               /* (nets) */
    double *signals_known;     /* (2) the time at which those of time alone are known, [dynamic]; NAN: none */
    double signals_rest;       /* and what that leaves out (eg_system_rest) */
    bool keeps_signals;      /* of time alone: evaluated once an instant. Not where inputs may change then */
    eg_term *gradient_terms; /* (gradient terms) the model's own where they are constant */
    double *loop_value;      /* (loops) what the net computed, against the unknown it must equal */
    double *s_rel, *v_rel;   /* (elements) */
    eg_force *force;         /* (elements) */
    eg_response *response;   /* (elements) NULL where none follows a signal or a temperature */

    /* Jacobian: entry number k of the walk over all contributions lands in values[slot[k]] */
    eg_pattern pattern;
    int *pattern_start, *pattern_row, *slot;
    int slot_count;
    bool has_pattern; /* it is that of the present structure */
    double *weight;   /* (2n) of dF/dy, dF/dy'; made with the first pattern */

    /* linear algebra for consistent points */
    struct eg_linear *linear;
    char *solve_memory;   /* one block that holds the next seven; made anew with the pattern */
    double *mixed, *full; /* (pattern.entries) see consistent.c */
    double *solve_values;
    int *solve_start, *solve_row, *solve_mark;
    int *solve_mode;     /* (elements) modes of which `linear` has the matrix, where that follows from them */
    bool has_mode;       /* it has */
    bool is_of_modes;    /* the matrix is linear, and follows from the modes alone */
    long solve_made_for; /* value of base.structure */
    bool is_whole;       /* the matrix factorized last is that of all equations */
    double *direction; /* (2n + 3 nets + 1) a direction in which the residual is differentiated; time last */
    double *work[4];   /* (n) each; the last three and `direction` once somebody has asked for them: */
    double *scratch;   /* the block that holds these */
    size_t scratch_bytes;
    double *zero;         /* (n) */
    double *drive_work;   /* (n) */
    double *port_force;   /* (ports) NULL without drives */
    double *node_sum;     /* (nodes + 1) */
    double *heat_sum;     /* (heat points; nodes are no more) */
    int lost_heat;        /* 1 + the unknown of a temperature that nothing determines now; 0: of none */
    eg_jet *time_jet[2];  /* (nets) see consistent.c */
    double *force_signal; /* (nets) what force sensors read that no equation depends on */
    eg_port_values *port_values; /* (ports of the largest class) */
    double *user_in;             /* (inputs of the users' tape) */
    bool has_late;               /* what is known with the results only is that of the present point */
    double *user_value;          /* (its instructions) */
    eg_late *user_late;          /* (the same) work of eg_tape_run_late; NULL: nothing follows time */
    double user_rest;            /* what the time of the last evaluation leaves out [s] */
    double *user_hold;      /* (elements) forces as formulas see them: with what friction holds with [N] */
    double *user_hold_rate; /* (elements) [N/s] */
    double *user_hold_by;   /* (holdings x bodies) how their rows follow the balances on bodies */
    double *user_work;      /* (its instructions) adjoints, tangents */
    double *user_din;       /* (inputs) a direction */
    double *law_in, *law_value; /* of inputs and instructions: scratch of users' force laws */
    int *law_mode;
    int *law_told;      /* (relations) of contact laws: what they were when an event was told last; or NULL */
    int *user_mode;     /* (relations) */
    bool *user_changed; /* (relations) at the instant of the last event */
    bool user_was_set;  /* a state, by reinit, at that instant */
    bool *user_gripping;  /* (grips) relations with the unknown of one are relevant */
    bool *user_relevant;  /* (relations) results depend on it at present */
    bool *user_mark;      /* (instructions) scratch */
    bool user_striking;   /* the effect of an impulse is being computed, */
    int user_impulse;     /* of this one; -1: of none */
    double user_trial;    /* by this force [N] */
    double *user_struck;  /* (impulses) speed before the last impact */
    double *strike_work;  /* (3 n) */
    double strike_scale;  /* speed of the fastest impact so far */
    bool user_one_by_one; /* relations change one at a time */
    double *user_scale;   /* (relations) largest difference of its sides so far */
    double *user_recent;  /* (relations) the same since the last event */
    double *user_band;    /* (relations) by so much equal sides have to differ for an event; 0: not equal */
    double user_since;    /* what happens until then happens at the last event */
    eg_slide *slide;      /* NULL: there are no relations */
    signed char *slide_member;         /* (relations) of the surface that it slides along; -1: turned round */
    bool *slide_relevant;              /* (4 relations) user_relevant of both sides; scratch */
    struct eg_slide_work *slide_work;  /* once it has slid */
    double *user_discrete;             /* (quantities) values of those that change at events only */
    double *user_held, *user_assigned; /* (quantities) before the round, and by clauses: scratch of it */
    double *user_before;               /* (befores) */
    bool *user_condition;              /* (clauses) true before the present round */
    bool *user_sampled;                /* (samples) now */
    bool *user_failed;                 /* (actions) an assertion that has been warned about */
    long *user_sample;                 /* (samples) number of the next one */
    eg_delays *delays;                 /* NULL: there are none */
    bool user_starting;
    bool is_shown;            /* what is evaluated is a row of results, and no trial of an engine's */
    bool touch_is_told;       /* contacts remember what they are told, not how they are met */
    bool user_waits;          /* relations and clauses stay as they are: the point is only tried */
    struct eg_beside *beside; /* once a plan has been made */
    int *element_of;          /* (instances) their element, or -1 */
    double start_time;
    double *jump_left;               /* (2 sources) force and displacement on the left side of an event */
    double jump_work, jump_turnover; /* [J] done so far at the instants when something jumped */
    int *timed;
    int timed_count; /* instances whose blocks have time events */
    char *memory;    /* one block that holds the arrays above */
    size_t bytes;

    struct eg_local_parts *local;       /* once asked for */
    eg_stick stick;                     /* what friction holds */
    int *left_friction;                 /* (elements) mode of friction on the left side of the instant */
    double *over_limit;                 /* (elements) by how much of an error friction is to hold more [N] */
    double *ahead, *ahead_rate;         /* (n) a point a little further on, for rates of what holds */
    double *ahead_switch, *switch_rate; /* (switches) */
    double jump_loss;                   /* [J] lost so far at hard stops, impacts, and where stops let go */
    double let_go_loss;                 /* [J] of that, what elements had stored */
    bool speed_was_set;                 /* reinit or an impulse of equations has set the speed of a body */
    double *drive_speed;                /* (drives) as the modes of friction know it [m/s] */
    double *least;                      /* (n) magnitudes below which no accuracy is asked */
    double least_length, least_speed;   /* the least of these of bodies [m], [m/s] */
    double least_momentum;              /* and that of their masses times these speeds [kg.m/s] */
    bool is_doubtful;   /* it has been so in this run: what laws themselves round may show, too */
    bool shakes;        /* forces are rounded otherwise, to see whether that matters */
    bool sums_exactly;  /* rounding of forces would show in the motion: they are summed without */
    double *force_rest; /* (n) what such sums leave out so far [N] */
};

static inline eg_network *eg_network_of(eg_system *s)
{
    return (eg_network *)s;
}

/* Phases or parameters have changed, and with them what signals are at the same time. */
static inline void eg_network_forget_signals(eg_network *s)
{
    s->signals_known[0] = s->signals_known[1] = NAN;
}

/* Makes `direction` and all of `work`, which models with nothing algebraic in them can do without; false: out
 * of memory. */
bool eg_network_make_scratch(eg_network *s);

/* A system for `model`, not yet initialized. NULL when out of memory. */
eg_network *eg_network_create(const eg_model *model, eg_diagnostics *diagnostics);
void eg_network_free(eg_network *s); /* accepts NULL */

/* ---- compile/same_structure.c */
/* Have the models the same unknowns, elements, modes and events? */
bool eg_structure_is_same(const eg_model *a, const eg_model *b);

/* ---- take_over.c: what a run remembers beside y and y' */
typedef enum eg_memory_kind { EG_MEMORY_INT, EG_MEMORY_LONG, EG_MEMORY_BOOL, EG_MEMORY_REAL } eg_memory_kind;
typedef struct eg_memory {
    const char *name;
    eg_memory_kind kind;
    void *at;     /* the network's */
    size_t count; /* more than 0 */
} eg_memory;
enum { EG_NETWORK_MEMORIES = 32 };
/* Modes, phases, discrete values and the like, array by array; how many there are. Networks of models of the
 * same structure have the same ones. What elements remember (`memories`) is not among them, nor are the
 * numbers that eg_network_take_over takes one by one, nor what has been (delays). */
size_t eg_network_memories(eg_network *s, eg_memory list[EG_NETWORK_MEMORIES]);
size_t eg_memory_size(eg_memory_kind kind);
/* A run goes on with other values of parameters: */
/* A network of a model of the same structure, just made, takes over the discrete state of `from`; where they
 * stand, y and its rates, is the caller's. At t, y: what follows from the present modes. 0, or negative
 * (reported). */
void eg_network_take_over(eg_network *s, const eg_network *from);
/* And what it knows of the run, which goes on in s: magnitudes, and what delays look back at. EG_OK,
 * EG_ERROR_MEMORY, or EG_ERROR_USAGE: the models have not the same delays. */
eg_status eg_network_go_on_from(eg_network *s, const eg_network *from);
int eg_network_revive(eg_network *s, double t, double *y, const double *yp);

/* ---- evaluate.c: kinematics, signals and forces at (t, y, y') */
enum {
    EG_EVALUATE_ALL_SIGNALS = 1,
    EG_EVALUATE_POSITIONS = 2,
    EG_EVALUATE_NO_FORCES = 4,
    EG_EVALUATE_RATES = 8, /* the derivatives of all signals, too, not only those that the motion needs */
};
void eg_network_evaluate(eg_network *s, double t, const double *y, const double *yp, int flags);
/* What this consists of: one body's position, its parent's being known (nothing to do for the ground;
 * kinematics.c); drives and the signals on which the motion depends, or all. */
void eg_network_place_body(eg_network *s, int body, const double *y);
void eg_network_evaluate_signals(eg_network *s, double t, const double *y, const double *yp, bool all);
/* The force of element i at s_rel, v_rel, its signals being those of the point evaluated last. */
void eg_network_force_at(const eg_network *s, int i, double s_rel, double v_rel, const double *y, eg_force *f,
                         eg_response *response);
/* Where its response belongs; NULL in a model whose elements have none. */
static inline eg_response *eg_response_at(const eg_network *s, int i)
{
    return s->response ? &s->response[i] : NULL;
}
/* Its response at the point evaluated last. */
static inline eg_response eg_response_of(const eg_network *s, int i)
{
    return s->response ? s->response[i] : (eg_response){0};
}
/* [K] of a heat node; [W/K] of a conductor. */
double eg_network_temperature(const eg_network *s, int node, const double *y);
double eg_network_conductance(const eg_network *s, const eg_conductor *c);
/* The heat flow [W] from node_a to node_b at these temperatures [K]. */
double eg_network_heat_flow(const eg_network *s, const eg_conductor *c, double T_a, double T_b);
/* der(T) of a heat node [K/s]. */
double eg_network_temperature_rate(const eg_network *s, int node, const double *yp);
/* sum[i]: the heat that components give to heat point i [W], what capacities take up counted negative; users'
 * flows are not in it. */
void eg_network_sum_heat(const eg_network *s, const double *y, const double *yp, double *sum);
/* der(x_b) */
double eg_coordinate_rate(const eg_network *s, int b, const double *y);
/* r[v of a body] = sum of the forces on it, before what holds it; r (n), all else in it is of no use. */
void eg_network_sum_forces(const eg_network *s, const double *yp, double *r);
/* r += those of inertia. */
void eg_network_sum_inertias(const eg_network *s, const double *yp, double *r);
/* The arguments of a block with their derivatives: inputs, then states. */
void eg_network_arguments(const eg_network *s, const eg_net *n, eg_jet *z);
/* The output of a block's net from its arguments, with derivatives by time in units of `unit` seconds. */
void eg_block_evaluate(const eg_net *n, const double *p, long phase, eg_jet t, const eg_jet *z, eg_jet *y);
void eg_network_evaluate_block(const eg_network *s, const eg_net *n, double t, double unit, const eg_jet *z,
                               eg_jet *y);
/* Signals that are functions of time alone, at another time: jets[net]. */
void eg_network_time_signals(const eg_network *s, double t, eg_jet *jets);
/* y' = s->zero: of an explicit mode, whose temperatures that come last have no rows. */
int eg_network_residual(eg_system *base, double t, const double *y, const double *yp, double *r);
/* The same, at the point evaluated last. */
int eg_network_residual_here(eg_network *s, const double *y, const double *yp, double *r);

/* ---- gradients.c */
/* The coefficients at the point evaluated last, where they are not constant. */
void eg_network_update_gradients(eg_network *s);
/* Of a block, at these arguments: dy/dz_j; d(rate i)/dz_j. */
double eg_block_partial(const eg_net *n, const double *p, long phase, const eg_jet *z, int j);
void eg_block_rate_partials(const eg_net *n, const double *p, long phase, const eg_jet *z,
                            double (*R)[EG_BLOCK_MAX_ARGUMENTS]);
/* ---- user/evaluate.c: users' equations, at the end of eg_network_evaluate and of the residual */
void eg_user_evaluate(eg_network *s, double t, const double *y, const double *yp);
void eg_user_residuals(eg_network *s, const double *yp, double *r);
/* Carries out what follows from columns of the results, [eg_user_column]. */
void eg_user_look(eg_network *s, const double *const column[]);
/* user/laws.c: what users' force laws store, lose and supply at the point evaluated last, added to powers. */
void eg_user_law_powers(eg_network *s, const double *y, double *power);
/* user/holding.c, where formulas ask for forces of friction: sets user_hold but for what holds; then that, at
 * the point evaluated last, and answers whether there is any; sets user_hold_rate, after which the point
 * evaluated last is another one. */
void eg_user_begin_holding(eg_network *s);
bool eg_user_hold(eg_network *s, const double *yp);
/* Sets user_hold_by; the number of holdings, 0 while nothing holds. */
int eg_user_hold_gradients(eg_network *s);
void eg_user_hold_rates(eg_network *s, double t, const double *y, const double *yp);
/* Users' forces and torques, to the rows of the bodies that they act on. */
void eg_user_add_forces(const eg_network *s, double *r, double *rest);
/* Adds the sizes of what is summed in the residual to those of its rows. */
void eg_user_add_sizes(eg_network *s, double *sizes);
/* Do equations that are not linear determine an algebraic unknown? */
bool eg_user_is_curved(const eg_network *s);
/* noise[n]: of these equations, the round-off of the numbers that they consist of; the others are left. */
void eg_user_residual_noise(eg_network *s, double *noise);
/* ---- user/structure.c: users' states that are algebraic in the present modes.
 * Slot i, of unknown i, holds a sum of rows, or of their derivatives. */
typedef struct eg_user_slots {
    int *first;     /* (unknowns + 1) terms[first[i]] ...: index = row */
    eg_term *terms; /* malloc'ed */
    int count;
    bool *is_rate;      /* (unknowns) */
    bool *is_algebraic; /* (unknowns) of states: a balance of forces gives it */
} eg_user_slots;
/* Finds them anew. 1 when they have changed, 0, negative (reported). */
int eg_user_update_structure(eg_network *s, double t);
void eg_user_slots_free(eg_user_slots *slots); /* accepts NULL */
/* ---- user/grip.c: grips that hold in the present modes, and what stands in the place of their rows */
typedef struct eg_user_shares {
    void *memory;
    int *grip, count;
    int *free_one, share_count; /* (shares) index of the grip in whose slot the share stands */
    double *by_row, *by_column; /* (shares*count) of the B whose sum follows from no x; of x */
    double *answer;             /* (count*count) |dB/dx| */
    double *limit;              /* (count) at the point evaluated last */
    int *at;                    /* (unknowns) the share in that slot, or -1 */
    int *lost;                  /* (unknowns) the instruction that the row has lost, or -1 */
    long structure;             /* for which they were found */
    double *beside;             /* grip_beside.c; NULL: nothing else holds beside them */
} eg_user_shares;
/* Finds them anew at the point evaluated last, once the structure is known. 0, or negative (reported). */
int eg_user_update_shares(eg_network *s, double t, const double *y);
void eg_user_shares_free(eg_user_shares *shares); /* accepts NULL */
/* Once relations have been found relevant: those of grips that begin to hold. The number of changes. */
int eg_user_begin_grips(eg_network *s);
/* shares->limit at the point evaluated last: the larger one of both directions, or that of x's (count). */
void eg_user_find_limits(eg_network *s, const double *x);
/* Puts their equations in the place of those in r, at the point with y'. */
void eg_user_share_residuals(eg_network *s, const double *yp, double *r);
/* ---- user/grip_beside.c: native friction that holds the same bodies.
 * Finds how that follows each share: z (count x n), what all unknowns answer to each x. 0, or
 * EG_ERROR_MEMORY. */
int eg_user_find_beside(eg_network *s, eg_user_shares *k, double t, const double *y, const double *z);
/* step[shares]: how far each share's own x is from where all hold in proportion to their limits. */
void eg_user_steps_beside(eg_network *s, const double *yp, double *step);
/* To sizes[n] of what is summed in each row, once those of all forces are known. */
void eg_user_add_sizes_beside(const eg_network *s, double *sizes);
/* The share in the slot of a user's unknown, or -1; and its derivative by x number i of shares->count. */
int eg_user_share_in(const eg_network *s, int slot);
/* The instruction that the row in this slot has lost, since a grip holds; or -1. */
int eg_user_lost_in(const eg_network *s, int slot);
double eg_user_share_term(const eg_network *s, int share, int i, int *unknown);
/* What results depend on in the present modes. */
typedef struct eg_user_trace {
    bool *on;         /* (instructions) */
    int *list, count; /* those that are on */
} eg_user_trace;
int eg_user_trace_create(eg_user_trace *trace, const eg_user *u);
void eg_user_trace_release(eg_user_trace *trace);
/* Follows `node` instead of what has been followed before. */
void eg_user_trace_follow(eg_user_trace *trace, const eg_network *s, int node);
/* Formulas with the inputs of the point evaluated last and the present modes. */
void eg_user_refresh(eg_network *s);

/* The same for users' states that a balance gives, as leave_settled in consistent.c. */
void eg_user_leave_settled(const eg_network *s, double *r);

/* Derivatives of a result at the point evaluated last: user_work[i] for the instructions of its inputs. */
void eg_user_gradient(eg_network *s, const eg_user_result *result);

/* ---- user/edges.c: gives values to what has none at the point evaluated last, because that lies beyond the
 * edge of a branch; `tape`: as much of it as has been run. */
void eg_user_continue(eg_network *s, const eg_tape *tape);

/* ---- user/delay.c: delay(x, T). 0, or -1 when out of memory. */
int eg_delays_create(eg_network *s);
void eg_delays_free(eg_network *s);
/* The delayed value at t; its rate [1/s] where dvalue is not NULL. */
double eg_delay_value(const eg_network *s, int delay, double t, double *dvalue);
/* While the start is sought: takes x for the delayed value; true when that changes it. */
bool eg_delays_settle_start(eg_network *s);
/* The start has been found at t. 0 or EG_ERROR_MEMORY. */
int eg_delays_begin(eg_network *s, double t);
double eg_delays_next_time(const eg_network *s);
void eg_delays_switching(const eg_network *s, double t, double *h);
void eg_delays_switching_rates(const eg_network *s, double *dh);
/* Around an event at t, evaluated: which instants have been reached; the instant itself is one to come. */
void eg_delays_begin_event(eg_network *s, double t, const bool *fired, bool has_other_cause,
                           eg_event_sink *sink);
int eg_delays_end_event(eg_network *s, double t);
/* A step of fixed length ends at t, evaluated: what the look back has passed within it is behind. */
void eg_delays_pass(eg_network *s, double t);
/* All that is looked back at, as numbers, to at[]; NULL: they are counted. Answers how many; 0: no delays. */
size_t eg_delays_pack(const eg_network *s, double *at);
/* Takes over what eg_delays_pack has written, in a network of the same structure that has just been made.
 * EG_OK, EG_ERROR_MEMORY, or EG_ERROR_USAGE: it has not written that. */
eg_status eg_delays_unpack(eg_network *s, const double *at, size_t count);
int eg_network_remember(eg_system *base, int node, int count, double t, const double *y, double *yp);

/* ---- user/relevant.c, at the point evaluated last */
/* Sets user_relevant. */
void eg_user_find_relevant(eg_network *s);
/* (instructions that rates alone need left out) The magnitude of what each value is the sum of. Scratch. */
const double *eg_user_sizes(eg_network *s);

/* ---- user/strike.c */
/* Carries out the impacts that are due: speeds in y jump. 1 when there were any, 0, negative (reported). */
int eg_user_strike(eg_network *s, double t, double *y, const double *yp);

/* ---- user/relations.c, at the point evaluated last */
/* Is a relation that matters contradicted by more than round-off, so that there is an event before this
 * point, or has it changed at this instant? `sizes`: eg_user_sizes. */
bool eg_user_is_beyond(const eg_network *s, const double *sizes);
/* Relations as they are at the point; the number of changes. */
int eg_user_choose(eg_network *s, double t);
/* How fast the right side of relation i grows against the left one, along the motion; *d: by how much it is
 * larger. Evaluates the point. */
double eg_user_difference_rate(eg_network *s, int i, double t, const double *y, const double *yp, double *d);
/* Lets relations change that the point contradicts; the number of changes. */
int eg_user_correct(eg_network *s, double t, eg_event_sink *sink);
/* Do functions that count follow unknowns that are no states? Those are found anew wherever one asks. */
bool eg_user_switches_on_algebraic(const eg_network *s);
void eg_user_switching(eg_network *s, double t, double *h);
/* What round-off may make of the sides of relations at the point evaluated last. */
void eg_user_switching_noise(eg_network *s, double *noise);
void eg_user_switching_rates(eg_network *s, double t, const double *y, const double *yp, double *dh);
/* Of samples and relations of time: > t, INFINITY when none. */
double eg_user_next_time(const eg_network *s, double t);
/* The number of the first sample that is not before t. */
long eg_user_first_sample(const eg_user_sample *sample, double t);
/* Is a sample due at the start? */
bool eg_user_is_due(const eg_network *s, double t);
/* Lets relation i be what it is not; the sink may be NULL. */
void eg_user_change(eg_network *s, int i, double t, eg_event_sink *sink);
/* Once modes are settled: the events of contacts that users' equations are (user/contact_law.c). */
void eg_user_tell_contacts(eg_network *s, double t, eg_event_sink *sink);
/* Relation i has reached its edge, at the point evaluated last: lets it change, unless its sides are equal
 * but for round-off. */
void eg_user_fire(eg_network *s, int i, double t, eg_event_sink *sink);
/* An event has been handled at t: whose sides are equal no more. */
void eg_user_end_bands(eg_network *s, double t);
/* Lets relations of what changes at events only be what they are; how many change. */
int eg_user_correct_settled(eg_network *s, double t, eg_event_sink *sink);
/* Lets relations that have not been watched be what they are. */
void eg_user_follow(eg_network *s, double t);
/* Lets relations and samples change that are due; true when there were some. */
bool eg_user_pass_time(eg_network *s, double t, eg_event_sink *sink);

/* ---- user/events.c, at the point evaluated last */
/* Carries out clauses that have become active: y may jump. 1 when something changed, 0, negative
 * (reported). */
int eg_user_carry_out(eg_network *s, double t, double *y, const double *yp, eg_event_sink *sink);
/* On the left side: remembers it, and lets change what `fired` marks and what is due. */
void eg_user_begin_event(eg_network *s, double t, const bool *fired, bool has_other_cause,
                         eg_event_sink *sink);
/* All is settled: checks assertions. 0, or negative (reported). */
int eg_user_end_event(eg_network *s, double t, const double *y, const double *yp);
/* Do all assertions hold with what has been evaluated last? Reports the first that does not. */
bool eg_user_claims_hold(eg_network *s, double t);
/* While the start is sought: clauses have not been carried out yet. */
void eg_user_forget_clauses(eg_network *s);
/* Start values of what changes at events only. */
void eg_user_begin_start(eg_network *s, double t);
/* Takes what initial equations say of discrete variables and of pre(...), as computed by the last
 * evaluation; true when something changed. */
bool eg_user_take_firsts(eg_network *s);
/* The start has been found: what holds there is the past now, and initial() is false. Negative: something
 * that was asserted does not hold (reported). */
int eg_user_end_start(eg_network *s, double t, const double *y, const double *yp);

/* ---- jacobian.c */
int eg_network_jacobian(eg_system *base, double t, const double *y, const double *yp, double cj,
                        double *values);
/* The same with weights already set, at the point evaluated last. */
void eg_network_assemble(eg_network *s, const double *y, double *values);
/* r -= derivative of the residual in s->direction, at the point evaluated last. */
void eg_network_subtract_directional(eg_network *s, const double *y, double *r);
/* Derivatives one by one: columns n ... 2n - 1 stand for y', 2n + 3k + j for derivative number j of net k,
 * where that is a function of time alone. Several may have one place. */
typedef struct eg_triplet {
    int row, column;
    double value;
} eg_triplet;
typedef struct eg_triplets {
    eg_triplet *items; /* malloc'ed */
    int count;
    size_t capacity;
} eg_triplets;
/* Of the residual at the point evaluated last, but without the heat that elements lose. 0, -1 out of
 * memory. */
int eg_network_list(eg_network *s, const double *y, eg_triplets *triplets);
/* Of a difference of positions, or of its rate, as row number `row` >= n. 0, -1 out of memory. */
int eg_network_list_signal(eg_network *s, int net, int row, eg_triplets *triplets); /* of a signal */
int eg_network_list_row(eg_network *s, const eg_row *of, bool rate, int row, eg_triplets *triplets);
/* Whatever could be in the residual, the signal or an input of the users' tape, values being of no account:
 * of a network that has just been made, or in its present modes. 0, -1 out of memory. */
int eg_network_list_structure(eg_network *s, eg_triplets *triplets);
int eg_network_list_signal_structure(eg_network *s, int net, int row, eg_triplets *triplets);
int eg_network_list_input_structure(eg_network *s, int input, int row, eg_triplets *triplets);
/* Derivatives along s->direction at the point evaluated last: of a signal, of the rate of the coordinate
 * of body b, of a driven motion (or its derivative of that order), of all inputs din[] and instructions
 * dv[] of the users' tape. */
double eg_network_signal_along(eg_network *s, int net);
double eg_network_coordinate_rate_along(eg_network *s, int b);
double eg_network_motion_along(eg_network *s, int motion, int order); /* of a driven motion */
void eg_network_users_along(eg_network *s, double *din, double *dv);
/* Finds the pattern and the slots for the present structure; the same unless they are known. 0, or negative
 * (reported). */
int eg_network_make_pattern(eg_network *s, double t);
int eg_network_find_pattern(eg_system *base);

/* ---- structure.c: which unknowns are differential in the present modes. 0, or negative (reported). */
int eg_network_update_structure(eg_network *s, double t);
/* Whatever was known of the pattern is not true of what holds now. */
void eg_network_renew_structure(eg_network *s);

/* ---- begin.c: elements that measure from where they stand at the start */
/* The start is sought: their force is the one that they begin with. */
void eg_network_seek_start(eg_network *s);
/* Element i begins to measure from where it stands at the point evaluated last; false when it does not
 * measure so, or has begun. */
bool eg_network_begin_element(eg_network *s, int i);
/* The start has been found: all begin. EG_ERROR_MODEL (reported) where a part without mass would not be in
 * balance with what they begin with. */
eg_status eg_network_begin_elements(eg_network *s, double t, double *y, double *yp);

/* ---- consistent.c */
/* Given the differential part of y: finds the algebraic part and all of y'. 0, or negative (reported). */
int eg_network_make_consistent(eg_network *s, double t, double *y, double *yp);
/* ---- heat_last.c: temperatures that come last, into y. 0; 1: nothing determines one of them. */
int eg_network_find_last_heat(eg_network *s, double *y);
int eg_network_derivatives(eg_system *base, double t, const double *y, double *yp);
/* Of a mode in which nothing is algebraic and no formula asks for what holds, at the point evaluated last
 * with y' = 0. 0, or 1: not finite. */
int eg_network_explicit_here(eg_network *s, const double *y, double *yp);
/* The same as derivatives without the rates of algebraic unknowns, which no force needs: they are 0. The
 * point evaluated last is of no use. */
int eg_network_accelerations(eg_network *s, double t, const double *y, double *yp);

/* ---- tangent.c: how a consistent point answers to a change of what is given */
typedef struct eg_change {
    const double *dy;   /* (n) of the unknowns that are given, 0 elsewhere; NULL: of none */
    const double *du;   /* (model inputs); NULL: of none */
    const double *dnet; /* (3 nets) added to signals of time and their two derivatives; NULL: nothing */
    double dt;
} eg_change;
/* Fills s->direction at a consistent point: changes of y and y' (NAN: of a rate that is not known exactly)
 * and of signals. What follows is read from it at once, by the functions ..._along. 0, or negative
 * (reported). */
int eg_network_tangent(eg_network *s, double t, const double *y, const double *yp, const eg_change *change);
/* The same for several changes at one point: what it takes once, and each of them. The point evaluated
 * last is to stay that one. */
int eg_network_begin_tangents(eg_network *s, double t, const double *y, const double *yp);
void eg_network_tangent_along(eg_network *s, double t, const double *y, const eg_change *change);
/* Of the change in s->direction: positions of the bodies' reference nodes, without driven motions, and
 * their rates, [bodies] each; then the position of a node (order 0; `bodies` those of the bodies) or its
 * speed (1). */
void eg_network_places_along(eg_network *s, double *place, double *rate);
double eg_network_node_along(eg_network *s, int node, int order, const double *bodies);
/* Does the derivative of the signal along a direction tell all? */
bool eg_signal_has_tangent(const eg_model *m, int net);

/* Factorizes the matrix of consistent points at the point evaluated last. 0, or negative (reported). */
int eg_network_factor(eg_network *s, double t, const double *y);
int eg_network_orientation(eg_system *base);
/* The same with some unknowns given: rows[i] says that unknown[i] is what it is. What stood there instead is
 * row i by columns, column[start[i]] ... */
typedef struct eg_matrix_rows {
    int count, *row, *unknown; /* the caller's */
    int *start, *column;       /* malloc'ed in one, freed by `start` */
    double *values;            /* malloc'ed */
} eg_matrix_rows;
int eg_network_factor_without(eg_network *s, double t, const double *y, eg_matrix_rows *rows);

/* ---- linear_mode.c: the present mode as a linear system (base/system.h says what these do) */
/* A signal that never changes: a product with it is none. */
bool eg_signal_is_constant(const eg_model *m, int net);
/* Derivatives d[EG_SIGNAL_DERIVATIVES] at t of a signal that is a function of time of known law, by time in
 * units of `unit` seconds, a power of 2; answers by what factor [1/s] they grow from one to the next. Each
 * block that differentiates takes one of the spare ones. */
enum { EG_SIGNAL_DERIVATIVES = EG_LINEAR_MAX_ORDER + 3 + 8 };
double eg_signal_derivatives(const eg_network *s, int net, double t, double unit, double *d);
bool eg_network_is_linear(eg_system *base, char *reason, size_t size);
/* The same, or is it but for laws of a power (class.h)? */
bool eg_network_is_linear_or_power(const eg_network *s, bool *has_powers);
eg_linear_mode *eg_network_linear_mode(eg_system *base, double t, const double *y, const double *yp);
const int *eg_network_mode_key(eg_system *base, int *count);
double eg_network_linear_inputs(eg_system *base, const eg_linear_mode *mode, double t, const double *y,
                                int order, double unit, double *series, double *slope);

/* ---- local.c: piece by piece (base/local.h) */
const eg_local *eg_network_local(eg_system *base, double t, const double *y, bool *out_of_memory);
void eg_network_local_law(eg_system *base, int element, double s_rel, double v_rel, eg_local_law *law);
void eg_network_local_expect(eg_system *base, int element, bool fires, bool later);
double eg_network_local_signal(eg_system *base, int signal, double t, int order, double unit, double *series);
void eg_network_local_free(eg_network *s);
/* Marks the bodies, the ground among them, on which components stand that `needed` (instances) names; all
 * where one stands on none, unless it is a function of time. */
void eg_network_mark_bodies(const eg_network *s, const bool *needed, bool *bodies);

/* ---- plan.c: for the fixed-step solver (base/system.h says what these do) */
int eg_network_fixed_model(eg_system *base, double t, const double *y, const struct eg_fixed_wish *wish,
                           struct eg_fixed_model **out);
void eg_network_fixed_inputs(eg_system *base, const struct eg_fixed_model *f, double t, double *inputs);
void eg_network_fixed_follow(eg_system *base, const struct eg_fixed_model *f, double t, const double *y,
                             const double *yp, double *inputs);
int eg_network_fixed_beside(eg_system *base, double t, double h, const double *y, const double *yp,
                            double *y1, double *yp1);
void eg_network_fixed_take(eg_system *base, struct eg_fixed_model *f, const struct eg_fixed_state *state,
                           double *y);
int eg_network_fixed_row(eg_system *base, struct eg_fixed_model *f, const struct eg_fixed_state *state,
                         double t, bool is_tried, double *y, double *yp);
/* plan_beside.c */
typedef struct eg_beside eg_beside;
void eg_beside_free(eg_beside *b); /* accepts NULL */

/* events.c: what happens at the end t of a step of length h, which passes over what happened within it. 0,
 * or negative (reported). */
int eg_network_fixed_event(eg_network *s, double t, double h, double *y, double *yp);

/* ---- events.c */
/* What has been set comes into force: input_next, at an event and at the start. */
void eg_network_take_inputs(eg_network *s);
/* The law of input i (component/interface/run_input.h). */
static inline double *eg_network_input(const eg_network *s, int i)
{
    return s->input + (size_t)i * EG_INPUT_NUMBERS;
}
static inline double *eg_network_input_next(const eg_network *s, int i)
{
    return s->input_next + (size_t)i * EG_INPUT_NUMBERS;
}
/* At once and from the next event on it is constant. */
static inline void eg_network_hold_input(const eg_network *s, int i, double value)
{
    eg_input_hold(eg_network_input(s, i), value);
    eg_input_hold(eg_network_input_next(s, i), value);
}
void eg_network_local_fire(eg_system *base, double t, int element, int which, double s_rel, double v_rel,
                           eg_local_law *law, eg_event_sink *sink);
/* ---- switching.c */
int eg_network_switching(eg_system *base, double t, const double *y, double *h);
int eg_network_switching_noise(eg_system *base, double t, const double *y, double *noise);
/* Those of friction alone. */
int eg_network_friction_switching(eg_network *s, double t, const double *y, double *h);
/* All at the point evaluated last; and may that have been with y' = 0, friction or not? */
int eg_network_switching_here(eg_network *s, double t, const double *yp, double *h);
bool eg_network_needs_no_rates(const eg_network *s);
int eg_network_switching_rates(eg_system *base, double t, const double *y, const double *yp, double *dh);
/* ---- events.c */
int eg_network_handle_event(eg_system *base, double t, const bool *fired, double *y, double *yp, bool *jumped,
                            eg_event_sink *sink);
double eg_network_next_time_event(eg_system *base, double t);
/* Chooses modes that fit y, and makes y consistent with them. */
int eg_network_settle_modes(eg_network *s, double t, double *y, double *yp, bool anew, eg_event_sink *sink);

/* ---- rub.c: friction's modes */
/* Modes to begin in, at the point evaluated last. 0, or negative (reported). */
int eg_friction_choose(eg_network *s, const double *y, const double *yp);
/* Lets what the point contradicts leave its mode: all that signals and jumps of speeds ask for, and of what
 * forces ask for the worst. The number of changes, or -1 (reported). */
int eg_friction_correct(eg_network *s, double t, double *y, const double *yp, eg_event_sink *sink);
/* Switching functions, at the point evaluated last with what holds; y' as far as they need it. */
void eg_friction_switches(const eg_network *s, const double *yp, double *h);
/* Do they follow from the motion alone: does nothing hold, or start? Then these are their rates at the point
 * evaluated last. */
bool eg_friction_moves(const eg_network *s);
void eg_friction_moving_rates(const eg_network *s, const double *yp, double *dh);
/* Their rates in any modes. 0, or not when they cannot be computed. */
int eg_friction_rates(eg_network *s, double t, const double *y, const double *yp, double *dh);
/* Do the switching functions need accelerations in the present modes? */
bool eg_friction_needs_forces(const eg_network *s);
/* Ends the modes that `fired` marks. 0, or negative (reported). */
int eg_friction_fire(eg_network *s, double t, const bool *fired, double *y, const double *yp,
                     eg_event_sink *sink);
/* What begins an instant, and what ends it: a body that only passes through rest goes on. The number of
 * changes. */
void eg_friction_begin_instant(eg_network *s);
/* Speeds have jumped, and nothing is tied: what friction sticks or slides as they say. */
void eg_friction_after_impulse(eg_network *s, double t, const double *y, eg_event_sink *sink);
/* The speeds of drives on the left side of an event, and of what friction holds to them; then, where these
 * speeds have jumped, friction and rigid contacts follow. 0, or negative (reported). */
void eg_friction_note_drives(eg_network *s, double *y);
int eg_friction_follow_drives(eg_network *s, double t, double *y, const double *yp, eg_event_sink *sink);
int eg_friction_pass(eg_network *s, double t, eg_event_sink *sink);

/* ---- creep.c */
/* Element i slides and has come to speed 0, as `at` has it: by how much more than its limit is it to hold
 * [N]? Twice what speeds it up, where at a speed that the engine does not know from 0 nothing would; else 0.
 * The point evaluated last stays. */
double eg_friction_error_of_load(eg_network *s, int i, double t, const double *y, const double *yp,
                                 const eg_rubbing *at);

/* ---- impact.c: rigid contacts, elements with friction->restitution */
bool eg_impact_is_rigid(const eg_element *e);
/* The name of an event at which element i passes on an impulse [N.s] or [N.m.s] and loses energy [J]. */
void eg_impact_name(const eg_network *s, int i, const char *what, double impulse, double loss, char *name,
                    size_t size);
/* The mode to begin in. 0, or EG_ERROR_MODEL (reported): it begins beyond its stop. */
int eg_impact_begin(eg_network *s, int i, const double *y);
/* Impacts of what touches and approaches, until nothing does; `fired` tells which switching functions have
 * led here (NULL: none). Afterwards what holds or slides is what the speeds say. 1 when there were any, 0,
 * or negative (reported). */
int eg_impact_resolve(eg_network *s, double t, const bool *fired, double *y, eg_event_sink *sink);
/* The same where speeds have jumped, and nothing is tied: friction follows them even without impacts. */
int eg_impact_follow_jump(eg_network *s, double t, const bool *fired, double *y, eg_event_sink *sink);
/* Closes contact i where it touches, rests and is pressed together; tells whether. */
bool eg_impact_closes(eg_network *s, double t, int i, const double *y, const double *yp, eg_event_sink *sink);
/* The pull [N] at which contact i opens. */
double eg_impact_slack(const eg_network *s, int i);

/* ---- initialize.c */
eg_status eg_network_initialize(eg_system *base, double t, double *y, double *yp);

/* ---- energy.c */
int eg_network_powers(eg_system *base, double t, const double *y, double *power);
int eg_network_sample(eg_system *base, double t, const double *y, double *power, double *h);
/* Heat in capacities, from 0 K on [J]. */
double eg_network_heat_stock(const eg_network *s, const double *y);
/* [J] at the point evaluated last. */
double eg_network_kinetic(const eg_network *s, const double *y);
int eg_network_energy(eg_system *base, double t, const double *y, double *kinetic, double *potential);
void eg_network_nominals(eg_system *base, const double *y, double *nominal);
/* Decides at the point evaluated last whether forces are to be summed exactly. */
void eg_network_watch_rounding(eg_network *s);
/* The element whose law rounds most at the point evaluated last; -1: there is none. */
int eg_network_roughest(const eg_network *s);
/* s->least as for runs of which nothing is known; and by where a run begins, at t, yp being the rates there.
 */
void eg_network_forget_scales(eg_network *s);
eg_status eg_network_find_scales(eg_network *s, double t, const double *y, const double *yp);
void eg_network_reaches(eg_system *base, double t, const double *y, double *reach);

/* ---- accounts.c: energy account by account, elements and then bodies */
int eg_network_account_count(const eg_network *s);
const char *eg_network_account_name(const eg_network *s, int account); /* the model's string */
/* What each has [J]; and what flows into it, less what it loses [W]: 0, or what a callback answers. yp[n] is
 * room. */
void eg_network_account_stocks(eg_network *s, double t, const double *y, double *stock);
int eg_network_account_flows(eg_network *s, double t, const double *y, double *yp, double *flow);
/* The energy [J] that the rounding of positions at y blurs. */
double eg_network_energy_rounding(eg_network *s, double t, const double *y);

#include "network/motion/kinematics.h"

#endif
