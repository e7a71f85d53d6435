/* A model in motion: the system that engines see, with the discrete state (modes, phases) and the
 * workspace for evaluating the equations at a point. One a run; the model behind it is shared. */
#ifndef EG_NETWORK_NETWORK_H
#define EG_NETWORK_NETWORK_H

#include "network/motion/stick.h"

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

/* Balances of groups of massless bodies (structure.c). */
typedef struct eg_balances {
    int *of;           /* (bodies) the balance that takes the slot of x_b, or -1 */
    bool *is_rate_row; /* (n) the slot is taken by the derivative of a balance */
    eg_balance *list;
    int count;
    size_t capacity;
    eg_term *terms;
    int term_count;
    size_t term_capacity;
    int *shift; /* (bodies) the balance whose group is displaced with this body, or -1 */
} eg_balances;

/* Signals and drives at the point that was evaluated last. */
typedef struct eg_signal_point {
    const double *block_state; /* in y */
    eg_jet *drive;             /* (drives) */
    double *drive_rate;        /* (drives x EG_DRIVE_MAX_STATES) */
    eg_jet *motion;            /* (motions) sums of drives */
    eg_jet *net;               /* (nets) */
    double *known;             /* (2) the time at which those of time alone are known, [dynamic]; NAN: none */
    double rest;               /* and what that leaves out (eg_system_rest) */
    bool are_kept;           /* of time alone: evaluated once an instant. Not where inputs may change then */
    eg_term *gradient_terms; /* (gradient terms) the model's own where they are constant */
    double *loop_value;      /* (loops) what the net computed, against the unknown it must equal */
    double *force;           /* (nets) what force sensors read that no equation depends on */
    double *drive_speed;     /* (drives) as the modes of friction know it [m/s] */
} eg_signal_point;

/* What was so on the left side of the last event. */
typedef struct eg_left_side {
    int *mode;     /* (elements) the mode that was left at the instant of the last event, or -1 */
    double time;   /* that instant */
    long *phase;   /* (instances) the phase that was left at the instant of the last event, or LONG_MIN */
    double *drive; /* (drives) position on the left side of an event */
    double *jump;  /* (2 sources) force and displacement on the left side of an event */
    int *friction; /* (elements) mode of friction on the left side of the instant */
} eg_left_side;

/* The Jacobian: entry number k of the walk over all contributions lands in values[slot[k]]. */
typedef struct eg_jacobian_slots {
    eg_pattern pattern;
    int *start, *row, *slot;
    int slot_count;
    bool has_pattern; /* it is that of the present structure */
    double *weight;   /* (2n) of dF/dy, dF/dy'; made with the first pattern */
} eg_jacobian_slots;

/* Linear algebra for consistent points (consistent.c). */
typedef struct eg_solver {
    struct eg_linear *linear;
    char *memory;         /* one block that holds the next seven; made anew with the pattern */
    double *mixed, *full; /* (pattern.entries) see consistent.c */
    double *values;
    int *start, *row, *mark;
    int *mode;            /* (mode_key) that of which `linear` has the matrix, where that follows from it */
    bool has_mode;        /* it has */
    bool is_of_modes;     /* the matrix is linear, and follows from the modes alone */
    long made_for;        /* value of base.structure */
    bool is_whole;        /* the matrix factorized last is that of all equations */
    bool is_damped;       /* steps that lead away are shortened: where a start was not found without */
    bool leaves_products; /* the matrix is to leave out what follows products (user/modes.h) */
    int *mode_key;        /* what identifies the mode: elements, then users' equations */
} eg_solver;

/* Work of whoever evaluates a point. */
typedef struct eg_network_scratch {
    double *direction; /* (2n + 3 nets + 1) a direction in which the residual is differentiated; time last */
    double *work[4];   /* (n) each; the last three and `direction` once somebody has asked for them: */
    double *memory;    /* the block that holds these */
    size_t bytes;
    double *zero;                /* (n) */
    double *drive;               /* (n) */
    double *port_force;          /* (ports) NULL without drives */
    double *node_sum;            /* (nodes + 1) */
    double *heat_sum;            /* (heat points; nodes are no more) */
    eg_jet *time_jet[2];         /* (nets) see consistent.c */
    eg_port_values *port_values; /* (ports of the largest class) */
} eg_network_scratch;

/* Users' equations: discrete state, and the point that was evaluated last. */
typedef struct eg_user_point {
    struct eg_user_slots *slots;   /* what stands in the slots of users' unknowns; NULL: their own rows */
    struct eg_user_shares *shares; /* what holds with forces that equations leave open; NULL: not known */
    bool rates;                    /* derivatives of users' rows or forces may be needed */
    double *in;                    /* (inputs of the users' tape) */
    bool has_late;                 /* what is known with the results only is that of the present point */
    double *value;                 /* (its instructions) */
    struct eg_user_stages *stages; /* what of them a mode needs: user/stage.h; NULL: all */
    struct eg_late *late;          /* (the same) work of eg_tape_run_late; NULL: nothing follows time */
    double rest;                   /* what the time of the last evaluation leaves out [s] */
    double *hold;      /* (elements) forces as formulas see them: with what friction holds with [N] */
    double *hold_rate; /* (elements) [N/s] */
    double *hold_by;   /* (holdings x bodies) how their rows follow the balances on bodies */
    double *work;      /* (its instructions) adjoints, tangents */
    double *series;    /* of what follows time (user/modes.h), and how it grows; NULL: not asked for yet */
    double *din;       /* (inputs) a direction */
    int *mode;         /* (relations) */
    bool *changed;     /* (relations) at the instant of the last event */
    bool was_set;      /* a state, by reinit, at that instant */
    bool *gripping;    /* (grips) relations with the unknown of one are relevant */
    bool *relevant;    /* (relations) results depend on it at present */
    bool is_behind;    /* relevant is: modes have changed since it was found */
    bool *mark;        /* (instructions) scratch */
    bool one_by_one;   /* relations change one at a time */
    double *scale;     /* (relations) largest difference of its sides so far */
    double *recent;    /* (relations) the same since the last event */
    double *band;      /* (relations) by so much equal sides have to differ for an event; 0: not equal */
    double since;      /* what happens until then happens at the last event */
    double *discrete;  /* (quantities) values of those that change at events only */
    double *begun;     /* (firsts) values of those that follow from what the start determines */
    double *held, *assigned;           /* (quantities) before the round, and by clauses: scratch of it */
    double *before;                    /* (befores) */
    bool *condition;                   /* (clauses) true before the present round */
    bool *sampled;                     /* (samples) now */
    bool *failed;                      /* (actions) an assertion that has been warned about */
    long *sample;                      /* (samples) number of the next one */
    eg_delays *delays;                 /* NULL: there are none */
    struct eg_user_tangents *tangents; /* user/tangents.h; NULL: no directions are followed */
    bool starting;
    bool waits; /* relations and clauses stay as they are: the point is only tried */
} eg_user_point;

/* Users' force laws. */
typedef struct eg_law_work {
    double *in, *value; /* of inputs and instructions: scratch of users' force laws */
    double *rest;       /* of the largest of their tapes at rest */
    int *mode;
    int *told; /* (relations) of contact laws: what they were when an event was told last; or NULL */
} eg_law_work;

/* Rigid impacts written as equations (user/strike.c). */
typedef struct eg_strike {
    bool is_on;     /* the effect of an impulse is being computed, */
    int impulse;    /* of this one; -1: of none */
    double trial;   /* by this force [N] */
    double *struck; /* (impulses) speed before the last impact */
    double *work;   /* (3 n) */
    double scale;   /* speed of the fastest impact so far */
} eg_strike;

/* Motion along the edge of a relation (user/slide.c). */
typedef struct eg_sliding {
    eg_slide *slide;            /* NULL: there are no relations */
    signed char *member;        /* (relations) of the surface that it slides along; -1: turned round */
    bool *relevant;             /* (4 relations) user_relevant of both sides; scratch */
    struct eg_slide_work *work; /* once it has slid */
} eg_sliding;

/* What happened so far in no time, at jumps. */
typedef struct eg_jumped {
    double work, turnover; /* [J] done so far at the instants when something jumped */
    double loss;           /* [J] lost so far at hard stops, impacts, and where stops let go */
    double let_go;         /* [J] of that, what elements had stored */
    bool speed_was_set;    /* reinit or an impulse of equations has set the speed of a body */
} eg_jumped;

/* A point a little further on, for rates of what holds. */
typedef struct eg_ahead {
    double *y, *rate;                   /* (n) */
    double *switching, *switching_rate; /* (switches) */
} eg_ahead;

/* Magnitudes that matter, and whether rounding would show. */
typedef struct eg_rounding {
    double *least;        /* (n) magnitudes below which no accuracy is asked */
    double length, speed; /* the least of these of bodies [m], [m/s] */
    double momentum;      /* and that of their masses times these speeds [kg.m/s] */
    double faintest;      /* the least momentum that a body begins with, or has by the end of the run if its
                             acceleration lasts, of those that are not 0 [kg.m/s], */
    int faintest_body;    /* and which; 0: none */
    bool is_doubtful;     /* it has been so in this run: what laws themselves round may show, too */
    bool shakes;          /* forces and users' formulas are rounded otherwise, to see whether that matters */
    bool sums_exactly;    /* rounding of forces would show in the motion: they are summed without */
    double *rest;         /* (n) what such sums leave out so far [N] */
} eg_rounding;

struct eg_network {
    eg_system base; /* first: an eg_system * is an eg_network * */
    const eg_model *m;

    /* discrete state */
    int *mode;          /* (elements) */
    const double *k;    /* coefficients of the elements: the model's, or `memories` */
    double *memories;   /* (coefficient_count) where some element remembers; else NULL */
    long *phase;        /* (instances) of their blocks; NULL: the model has none */
    bool *differential; /* (n) */
    const struct eg_tie
        *together; /* (bodies) at the start: the set of bodies that fixed start values tie to each
                               other, 0 that of the ground; NULL afterwards */
    bool simple;   /* nothing algebraic: y' follows row by row */

    double *input;      /* (model inputs x EG_INPUT_NUMBERS) their laws of time as they are */
    double *input_next; /* (likewise) as they are from the next event on */

    /* the point that was evaluated last */
    double time;

    double *position;         /* (bodies) only when asked for */
    double *s_rel, *v_rel;    /* (elements) */
    eg_force *force;          /* (elements) */
    eg_response *response;    /* (elements) NULL where none follows a signal or a temperature */
    int lost_heat;            /* 1 + the unknown of a temperature that nothing determines now; 0: of none */
    bool is_shown;            /* what is evaluated is a row of results, and no trial of an engine's */
    bool touch_is_told;       /* contacts remember what they are told, not how they are met */
    struct eg_beside *beside; /* once a plan has been made */
    int *element_of;          /* (instances) their element, or -1 */
    double start_time;
    int *timed;
    int timed_count; /* instances whose blocks have time events */
    char *memory;    /* one block that holds the arrays above */
    size_t bytes;

    struct eg_local_parts *local; /* once asked for */
    eg_stick stick;               /* what friction holds */
    double *over_limit;           /* (elements) by how much of an error friction is to hold more [N] */
    eg_balances balance;
    eg_signal_point signals;
    eg_left_side left;
    eg_jacobian_slots jacobian;
    eg_solver solver;
    eg_network_scratch scratch;
    eg_user_point user;
    eg_law_work law;
    eg_strike strike;
    eg_sliding sliding;
    eg_jumped jumped;
    eg_ahead ahead;
    eg_rounding rounding;
};

static inline eg_network *eg_network_of(eg_system *s)
{
    return (eg_network *)s;
}

/* Phases or parameters have changed, and with them what signals are at the same time. */
static inline void eg_network_forget_signals(eg_network *s)
{
    s->signals.known[0] = s->signals.known[1] = NAN;
}

/* Makes `direction` and all of `work`, which models with nothing algebraic in them can do without; false: out
 * of memory. */
bool eg_network_make_scratch(eg_network *s);

/* A system for `model`, not yet initialized. NULL when out of memory. */
eg_network *eg_network_create(const eg_model *model, eg_diagnostics *diagnostics);
void eg_network_free(eg_network *s); /* accepts NULL */

#endif
