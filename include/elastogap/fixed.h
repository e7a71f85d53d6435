/* The fixed-step solver, for real time and firmware.
 *
 * A plan says what a model is made of, in tables of numbers: bodies, distances between them, and what acts
 * along the distances. It is const and may be shared; it can be compiled into a program (`elastogap
 * firmware`). A state is one block of memory that holds all that changes: copying the block copies the
 * run.
 *
 * eg_fixed_step advances a state by one step. It allocates nothing, calls nothing but libm, and does a
 * bounded amount of work: at most EG_FIXED_ITERATIONS iterations of Newton's method (or those of the
 * plan), each with one evaluation of all forces, from the fifth on with up to 18; all that once more where
 * a body without mass must be let go of; and 12 evaluations when it ends there. Two or three iterations
 * are usual. Frictions that hold in a loop take one more factorisation.
 * Heat takes one solution of its linear equations, up to 12 where something radiates. It touches
 * nothing but its arguments, so that any number of threads may step states of one plan. What stands in
 * src/fixed/run (installed as share/elastogap/fixed/run), and in this header, compiles without an operating
 * system.
 *
 * The method. Over a step h a body moves with a mean speed w, from v to v', with w = theta*v' + (1 -
 * theta)*v, and
 *     m*(v' - v)/h = mean forces,        distances change by h*w.
 * A spring's mean force is what its stored energy changes by, over what the distance changes by (the
 * discrete gradient: Gonzalez 1996, https://doi.org/10.1007/BF02440162), so that the spring stores what it
 * takes; the damper of a contact is bounded by it, as the law says, so that it never gives. theta is 1/2
 * where nothing damps (second order, no loss of its own) and goes to 1 with z = h*d/m: theta = 1/2 +
 * z/(2*(z + 6)), which agrees with the exact decay exp(-z) to second order. Each force is a monotone
 * function of the distance at the end, hence the step has one solution and Newton's method with a search
 * along its direction finds it.
 *
 * Friction that holds, and hard stops, are constraints: their forces are unknowns between two limits, so that
 * what is held stands still to the bit.
 *
 * So for any step and any stiffness
 *     kinetic + stored energy at the end  <=  that at the beginning + work of forces and motions,
 * to round-off, and also where the iterations end early: the mean speeds are then scaled back until it
 * holds, and the step is counted as unconverged. (So are steps with a body without mass that a load pushes
 * and nothing holds: it has no speed, and stays.) What is lost heats the nodes of heat, whose balances follow
 * once the motion of the step is known; nothing of it is lost on the way. */
#ifndef ELASTOGAP_FIXED_H
#define ELASTOGAP_FIXED_H

#include "elastogap/fixed_program.h"
#include "elastogap/law_contact.h"

/* As base.h says, which programs without an operating system do not have. */
#ifndef EG_API
#if defined(__GNUC__)
#define EG_API __attribute__((visibility("default")))
#else
#define EG_API
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The most that a step takes. */
enum { EG_FIXED_ITERATIONS = 24 };

/* ---------------------------------------------------------------- the plan */

/* A distance s between two bodies; der(s) = factor[0]*v(body[0]) + factor[1]*v(body[1]) + der(motion[1]) -
 * der(motion[0]). Body 0 stands still. */
typedef struct eg_fixed_item {
    int body[2];
    double factor[2];
    int motion[2]; /* the inputs by which the ends are driven that s is measured from and to, or -1 */
    double start;
} eg_fixed_item;

/* A linear spring and damper along an item. */
typedef struct eg_fixed_spring {
    int item;
    eg_spring_damper law;
} eg_fixed_spring;

/* A contact sees sign*s: -1 for the upper stop of a two-sided gap, whose law.gap.s_rel0 is then -s_upper. */
typedef struct eg_fixed_contact {
    int item;
    double sign;
    double v_min, v_impact; /* touch speeds of the hysteresis family [m/s] */
    double v0;              /* that it begins with */
    eg_contact law;
} eg_fixed_contact;

/* Friction: while it slides with speed v >= 0 its force is N times the sum of a line, coulomb + viscous*v,
 * and of stribeck*exp(-decay*v); the most that holds is N*hold. N is 1, or an input. With points, they
 * give the characteristic: a line from point to point, on beyond the last one; at two points of one speed
 * it jumps. What slides one way only (rate >= 0) holds any force the other way; while N is not > 0 it is
 * braked by up to `idle` [N]. Those that hold together let go together, at the most that they bear. */
typedef struct eg_fixed_friction {
    int item, normal; /* input, or -1 */
    double scale;     /* N = scale*input; scale alone without an input */
    double coulomb, viscous, stribeck, decay, hold;
    int points;
    const double *speed, *force; /* (points) */
    int one_way;
    double idle;
} eg_fixed_friction;

/* A hard stop takes all speed: sign*s >= limit. */
typedef struct eg_fixed_stop {
    int item;
    double sign, limit;
} eg_fixed_stop;

/* A force on a body: coefficient*input, or coefficient alone with input -1. */
typedef struct eg_fixed_load {
    int body, input;
    double coefficient;
} eg_fixed_load;

/* A force along an item that the caller gives at each step as a line along whatever law it has: inputs number
 * `input`, + 1 and + 2 are f [N], df/drate [N.s/m] >= 0, and the rate [m/s] at which they hold. */
typedef struct eg_fixed_given {
    int item, input;
    int supplies; /* it may drive: what it gives is work; what it takes is heat */
} eg_fixed_given;

/* What an output shows. */
typedef enum eg_fixed_quantity {
    EG_FIXED_DISTANCE,    /* s of item `index` [m] */
    EG_FIXED_RATE,        /* der(s) [m/s] */
    EG_FIXED_FORCE,       /* mean force along the item over the step [N], as flange_b.f counts it */
    EG_FIXED_SPEED,       /* v of body `index` [m/s] */
    EG_FIXED_LOSS,        /* mean heat that what acts along the item gives off over the step [W] */
    EG_FIXED_TEMPERATURE, /* of heat node `index` [K] */
    EG_FIXED_VALUE        /* of operation `index` of the program */
} eg_fixed_quantity;

typedef struct eg_fixed_output {
    eg_fixed_quantity quantity;
    int index;
    double factor, offset; /* factor*quantity + offset */
} eg_fixed_output;

/* ---- heat: nodes, what conducts between them, what heats them */

/* With a capacity [J/K] of 0 a node's temperature follows from what flows, as the mean of a step. A held one
 * has the temperature start [K], to which an input adds where it is not -1. */
typedef struct eg_fixed_heat_node {
    double capacity, start;
    int is_held, input;
} eg_fixed_heat_node;

typedef enum eg_fixed_heat_law {
    EG_FIXED_CONDUCTS, /* Q = G*(T[0] - T[1]), G [W/K] */
    EG_FIXED_RESISTS,  /* the same with 1/G [K/W] */
    EG_FIXED_RADIATES  /* Q = G*(T[0]^4 - T[1]^4), G [W/K4] */
} eg_fixed_heat_law;

/* From node[0] to node[1]; with an input that is G. */
typedef struct eg_fixed_conductor {
    int node[2], input;
    eg_fixed_heat_law law;
    double G;
} eg_fixed_conductor;

/* Q = coefficient*(1 + alpha*(T - T_ref)) into a node [W], times the input where there is one. */
typedef struct eg_fixed_heater {
    int node, input;
    double coefficient, T_ref, alpha;
} eg_fixed_heater;

typedef struct eg_fixed_heat {
    int nodes, conductors, heaters;
    int is_linear; /* nothing radiates */
    const eg_fixed_heat_node *node;
    const eg_fixed_conductor *conductor;
    const eg_fixed_heater *heater;
    const int *taker; /* (items) the node that takes what is lost along an item, or -1 */
    /* The order of elimination as below, of rows 1 + node; (nodes + 1), coupling (conductors). */
    const int *place, *first, *row, *coupling;
} eg_fixed_heat;

typedef struct eg_fixed_plan {
    double step;         /* h [s] */
    int iterations;      /* the most that a step takes; 0: EG_FIXED_ITERATIONS */
    int bodies;          /* the one that stands still included */
    const double *mass;  /* (bodies) [kg], >= 0 */
    const double *speed; /* (bodies) at the start [m/s] */
    int items, springs, contacts, frictions, stops, loads, inputs, outputs;
    const eg_fixed_item *item;
    const eg_fixed_spring *spring;
    const eg_fixed_contact *contact;
    const eg_fixed_friction *friction;
    const eg_fixed_stop *stop;
    const eg_fixed_load *load;
    const double *input; /* (inputs and results) at the start */
    const eg_fixed_output *output;
    /* The symmetric matrix of the step, factored in place as L D L': bodies in order of elimination; below
     * the diagonal column k has entries first[k] ... first[k + 1] - 1 in rows row[...], ascending. */
    const int *place;          /* (bodies) where a body stands in that order; -1: it stands still */
    const int *first;          /* (bodies) */
    const int *row;            /* (first[bodies - 1]) */
    const int *coupling;       /* (items) the entry for the item's two bodies, or -1 */
    const eg_fixed_heat *heat; /* NULL: none */
    int givens;
    const eg_fixed_given *given;
    const eg_fixed_program *program; /* NULL: none. Its results are inputs, number `inputs` and on */
} eg_fixed_plan;

/* A plan with the tables that it points to, made from a model (simulate.h). */
typedef struct eg_fixed_model eg_fixed_model;
EG_API void eg_fixed_model_free(eg_fixed_model *model); /* accepts NULL */

/* ---------------------------------------------------------------- the state */

typedef struct eg_fixed_state {
    size_t doubles;          /* in memory; a state of another plan is known by it */
    long steps, unconverged; /* so far; unconverged: their speeds were scaled back */
    int iterations;          /* of the last step */
    double work;             /* of forces and motions so far [J] */
    double turnover;         /* the same, each step's counted positive */
    double lost;             /* to dampers, friction, stops, and to the method itself where it damps [J] */
    double heated;           /* what of it went into heat nodes [J] */
    double memory[1];        /* eg_fixed_size has all of it */
} eg_fixed_state;

/* Bytes that a state takes; it must be aligned as a double is. */
EG_API size_t eg_fixed_size(const eg_fixed_plan *plan);
/* The state at the start. */
EG_API void eg_fixed_begin(const eg_fixed_plan *plan, eg_fixed_state *state);
/* One step. inputs[plan->inputs]: their values at its end, between which and the last ones they run straight;
 * outputs[plan->outputs] at its end. Either may be NULL (inputs then stay). An input that is no number, or
 * is beyond 1e100, stays as it was. 0; 1 when the step was not solved to the end and was scaled back, or an
 * input was left out (both are counted as unconverged); 2, and nothing happens, when the plan's step is not
 * positive and at most 1e100 s, or the state is none of this plan; 3 when the step was made, and something
 * that the model asserts does not hold at its end. */
EG_API int eg_fixed_step(const eg_fixed_plan *plan, eg_fixed_state *state, const double *inputs,
                         double *outputs);
/* The same outputs, of the state as it is. */
EG_API void eg_fixed_show(const eg_fixed_plan *plan, const eg_fixed_state *state, double *outputs);
/* Kinetic and stored energy [J]. */
EG_API double eg_fixed_energy(const eg_fixed_plan *plan, const eg_fixed_state *state);
/* s and der(s) of an item, v of a body, f along an item over the last step. */
EG_API double eg_fixed_distance(const eg_fixed_plan *plan, const eg_fixed_state *state, int item);
EG_API double eg_fixed_rate(const eg_fixed_plan *plan, const eg_fixed_state *state, int item);
EG_API double eg_fixed_force(const eg_fixed_plan *plan, const eg_fixed_state *state, int item);
EG_API double eg_fixed_speed(const eg_fixed_plan *plan, const eg_fixed_state *state, int body);
/* Mean loss along an item over the last step [W]; temperature of a heat node [K]. */
EG_API double eg_fixed_loss(const eg_fixed_plan *plan, const eg_fixed_state *state, int item);
EG_API double eg_fixed_temperature(const eg_fixed_plan *plan, const eg_fixed_state *state, int node);
/* The speed [m/s] with which contact number i touched last (of laws that remember it). */
EG_API double eg_fixed_touch_speed(const eg_fixed_plan *plan, const eg_fixed_state *state, int i);
/* Did friction number i hold in the last step (or, before the first one, at the start)? */
EG_API int eg_fixed_sticks(const eg_fixed_plan *plan, const eg_fixed_state *state, int i);

#ifdef __cplusplus
}
#endif
#endif
