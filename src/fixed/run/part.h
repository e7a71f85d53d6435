/* The fixed-step solver (elastogap/fixed.h): what its files share. These files, the public headers they
 * include and libm are all that a program without an operating system needs.
 *
 * The unknowns of a step are the mean speeds w of the bodies. Their residual, with f the mean forces of
 * what acts along the distances (as flange_b.f counts them) and v at the beginning,
 *
 *     R_b = m*(w - v)/(theta*h) + sum of factor*f(rate) - load - carry,   rate = sum of factor*w,
 *
 * is the gradient of a convex function, since every f grows with its rate; its matrix is symmetric and
 * positive.
 *
 * Bodies without mass. Their balance asks for the forces at the end of the step, not for the mean ones, or
 * an imbalance would alternate for ever: a share of what is out of balance at the beginning is carried
 * over,
 *     carry = mu*(sum of static forces then),  mu = z^2/(2*(z^2 + 12)),  z = h*stiffness/damping,
 * 1/2 without dampers, which makes linear springs balance exactly at the end. Should that do work, the
 * step is solved again without.
 *
 * What friction holds, or a hard stop, is held at its rate by a force that is an unknown of its own (grip.c).
 * The matrix has EG_FIXED_STICK times what gives way there instead, and so keeps its shape. While a rate is
 * left that is taken, theta is 1; afterwards the bodies share one theta, so that they end the step at one
 * rate. */
#ifndef EG_FIXED_RUN_PART_H
#define EG_FIXED_RUN_PART_H

#include "elastogap/fixed.h"

#define EG_FIXED_STICK 1e8
#define EG_FIXED_MOST 1e100  /* of an input, of a step: their squares and products are still numbers */
#define EG_FIXED_TINY 1e-280 /* [N] what comes to rest does not go on into numbers that have no digits */

static inline double eg_fixed_magnitude(double x)
{
    return x < 0.0 ? -x : x;
}

static inline int eg_fixed_is_driven(const eg_fixed_item *k)
{
    return k->motion[0] >= 0 || k->motion[1] >= 0;
}

/* ---- matrix.c: a symmetric positive matrix in the order of elimination that a plan gives; row and column 0
 * are left out. */
typedef struct eg_fixed_matrix {
    int count; /* rows, number 0 included */
    const int *place, *first, *row;
    double *diagonal, *lower, *x; /* x is scratch */
} eg_fixed_matrix;
/* L D L' in place, from slope[count] and what is below the diagonal. */
void eg_fixed_factor(const eg_fixed_matrix *a, const double *slope);
/* turn = -(matrix)^-1 residual, (count) each. */
void eg_fixed_solve(const eg_fixed_matrix *a, const double *residual, double *turn);

/* Where everything stands in a state's memory. */
typedef struct eg_fixed_view {
    double *s, *v, *v0, *input;   /* the state proper */
    double *stuck, *pull;         /* (grips) 1: it held; force of the last step [N] */
    double *slide, *slide_before; /* (frictions) mean rates of the last two steps */
    double *yields;               /* (frictions) 1, -1: at rest, it bears what it does sliding */
    double *f, *rate, *given_off; /* (items) of the last step; given_off: loss [W] */
    double *T, *warming;          /* (nodes of heat) [K]; the last step's change of T */
    /* of a program: unknowns, their derivatives; discrete values, those before an event; 1: the condition
     * of a
     * clause was true; numbers of samples to come; when the steps began [s], and how many there were since */
    double *stored; /* by its laws [J] */
    double *z, *dz, *discrete, *before, *condition, *due, *clock;
    size_t proper; /* doubles so far: all that a step begins with */
    /* from here on: the step being made. (inputs); (contacts); (items) */
    double *next, *touch, *motion, *span;
    double *w, *turn, *residual, *slope, *size;                                   /* (bodies) */
    double *theta, *carry, *load, *damping, *stiffness, *inertia, *given, *least; /* (bodies) */
    eg_fixed_matrix matrix;
    double *level, *viscous;         /* (frictions) */
    double *low, *high, *aim, *hold; /* (grips) limits [N]; the rate to hold [m/s], how steeply [N.s/m] */
    double *side;                    /* (grips) 0: it holds, 1 and -1: it gives its high or its low limit */
    double *off, *dead;              /* (grips) rate - aim; what of it is round-off */
    double *force, *left, *trial;    /* (grips) */
    double *rest, *more, *firm;      /* (bodies) firm: how steep the balance is without grips */
    double *loss;                    /* [W] of all that acts */
    /* (nodes + 1) of heat: mean temperature, its change, balance, slope, theta */
    double *T_mean, *T_turn, *T_residual, *T_slope, *T_theta;
    double *T_diagonal, *T_x, *T_lower, *T_upper; /* in the order of elimination */
    /* of a program: (operations); (unknowns), square: of their matrix; (samples); (discretes); (proper) */
    double *value, *tangent;
    double *z0, *dz0, *theta_z, *row, *column, *by, *order, *square;
    double *sampled, *assigned, *held, *kept;
    double *along; /* (2) distance and rate at which a law is asked */
} eg_fixed_view;

/* ---- state.c: where everything stands; answers how many doubles there are. */
size_t eg_fixed_lay_out(const eg_fixed_plan *p, double *memory, eg_fixed_view *m);

/* ---- law.c: mean forces over a step h that begins at s and whose mean rate is `rate` */
typedef struct eg_fixed_mean {
    double f, slope; /* [N], its derivative by the rate */
    double loss;     /* [W] */
} eg_fixed_mean;
/* The spring of a contact whose penetration goes from x0 to x1 (< 0: apart), pushing positive: what its
 * energy changes by over the way. *slope is the derivative by x1. */
double eg_fixed_mean_push(const eg_elasto_gap *gap, double x0, double x1, double *slope);
/* v0: the speed of the touch; before: the rate at the beginning. */
eg_fixed_mean eg_fixed_contact_force(const eg_fixed_contact *c, double v0, double h, double s, double before,
                                     double rate);
eg_fixed_mean eg_fixed_spring_force(const eg_spring_damper *k, double h, double s, double rate);
/* What a contact and its damper come to at the start of the step, looking one step ahead: *k [N/m], *d
 * [N.s/m]. */
void eg_fixed_contact_rates(const eg_fixed_contact *c, double h, double s, double rate, double *k, double *d);
/* Friction while sliding with v >= 0, per unit of N, and its slope. */
double eg_fixed_characteristic(const eg_fixed_friction *k, double v, double *slope);
/* The steepness of what holds an item: `steep` times the inertia that it feels in a step. */
double eg_fixed_holding(const eg_fixed_plan *p, int i, double steep);

/* ---- balance.c */
double eg_fixed_rate_of(const eg_fixed_plan *p, const eg_fixed_view *m, int item, const double *w);
/* What the turn changes the item's rate by. */
double eg_fixed_turn_of(const eg_fixed_plan *p, const eg_fixed_view *m, int item);
double eg_fixed_along(const eg_fixed_plan *p, const double *a, const double *b); /* a*b */
/* Adds what acts along an item to residual, matrix and size; the matrix alone. */
void eg_fixed_add(const eg_fixed_plan *p, eg_fixed_view *m, int item, const double *w, double span,
                  eg_fixed_mean mean);
void eg_fixed_stiffen_matrix(const eg_fixed_plan *p, eg_fixed_view *m, int item, double steep);
/* R at w, its matrix and its size; grips on the sides that they are on, or (clips) that w leads to. */
void eg_fixed_evaluate(const eg_fixed_plan *p, eg_fixed_view *m, const double *w, int clips);

/* ---- grip.c: friction i is grip i, stop i follows them */
int eg_fixed_grips(const eg_fixed_plan *p);
int eg_fixed_grip_item(const eg_fixed_plan *p, int g);
void eg_fixed_prepare_grips(const eg_fixed_plan *p, eg_fixed_view *m);
void eg_fixed_add_grips(const eg_fixed_plan *p, eg_fixed_view *m, const double *w, int clips);
void eg_fixed_turn_on(const eg_fixed_plan *p, eg_fixed_view *m);
void eg_fixed_take_forces(const eg_fixed_plan *p, eg_fixed_view *m);
void eg_fixed_give_back_forces(const eg_fixed_plan *p, eg_fixed_view *m);
void eg_fixed_grips_round_off(const eg_fixed_plan *p, const eg_fixed_view *m, double *force);
int eg_fixed_stay(const eg_fixed_plan *p, eg_fixed_view *m);
double eg_fixed_grip_edge(const eg_fixed_plan *p, const eg_fixed_view *m, int g, int end, double part);
int eg_fixed_grips_are_solved(const eg_fixed_plan *p, const eg_fixed_view *m);
void eg_fixed_let_go(const eg_fixed_plan *p, eg_fixed_view *m);
void eg_fixed_hold_to_the_bit(const eg_fixed_plan *p, eg_fixed_view *m);
/* What has held; then, rates known, those of that are what they are held at. */
void eg_fixed_end_grips(const eg_fixed_plan *p, eg_fixed_view *m);
void eg_fixed_set_held_rates(const eg_fixed_plan *p, eg_fixed_view *m);

/* ---- share.c, once it is known what has held */
void eg_fixed_yield(const eg_fixed_plan *p, eg_fixed_view *m);

/* ---- newton.c */
/* Solves R = 0 for m->w; 0 when the iterations have ended before. */
int eg_fixed_newton(const eg_fixed_plan *p, eg_fixed_view *m, int *iterations);
void eg_fixed_carry_nothing(const eg_fixed_plan *p, eg_fixed_view *m);
/* w is scaled back until what is out of balance takes power. */
void eg_fixed_scale_back(const eg_fixed_plan *p, eg_fixed_view *m);

/* ---- heat.c, once the motion of the step is known */
void eg_fixed_step_heat(const eg_fixed_plan *p, eg_fixed_state *state, eg_fixed_view *m);

/* ---- operations.c */
/* All operations. */
void eg_fixed_run(const eg_fixed_plan *p, eg_fixed_view *m);
/* What the rows of unknowns change by where unknown k changes by of_value, and its derivative by of_rate,
 * into column[unknowns]. */
void eg_fixed_rows_along(const eg_fixed_plan *p, eg_fixed_view *m, int k, double of_value, double of_rate,
                         double *column);

/* Those of a law, with tangents along (ds, dv) of distance and rate. */
void eg_fixed_run_law(const eg_fixed_plan *p, eg_fixed_view *m, const eg_fixed_law *law, double ds,
                      double dv);
/* The same without them; tells, as a number, which sides of its kinks it is on. */
long eg_fixed_sides_of_law(const eg_fixed_plan *p, eg_fixed_view *m, const eg_fixed_law *law);

/* ---- written.c */
eg_fixed_mean eg_fixed_law_force(const eg_fixed_plan *p, eg_fixed_view *m, int law, double rate);
/* Stiffness, damping, and the force that it has at rest. */
void eg_fixed_law_rates(const eg_fixed_plan *p, eg_fixed_view *m, int law, double *k, double *d,
                        double *rest);
/* Books what a law has stored and lost in the step, distances being those of its beginning; *given: the
 * power that it gave. */
void eg_fixed_end_law(const eg_fixed_plan *p, eg_fixed_view *m, int law, double rate, double *given);
static inline int eg_fixed_laws(const eg_fixed_plan *p)
{
    return p->program ? p->program->laws : 0;
}

/* ---- unknowns.c */
/* A step of the unknowns, bodies and inputs being those of its end; 0: they have not been found, and go on as
 * they did. */
int eg_fixed_step_unknowns(const eg_fixed_plan *p, eg_fixed_view *m);
/* Derivatives and what is algebraic, states standing; 0: not found. */
int eg_fixed_settle(const eg_fixed_plan *p, eg_fixed_view *m);
/* Results into input[inputs and results]; those that are no numbers stay as they were: 0. */
int eg_fixed_take_results(const eg_fixed_plan *p, const eg_fixed_view *m, double *input);

/* ---- happen.c */
/* What happens at the end of a step; then results are inputs. 0: what depends on each other has not
 * settled. */
int eg_fixed_end_program(const eg_fixed_plan *p, eg_fixed_state *state, eg_fixed_view *m);
int eg_fixed_claims_hold(const eg_fixed_plan *p, const eg_fixed_view *m);

static inline int eg_fixed_results(const eg_fixed_plan *p)
{
    return p->program ? p->program->results : 0;
}

#endif
