/* Sensitivities along a run: s = dy/dtheta for each direction of a system that offers its derivatives
 * (base/parametric.h).
 *
 * Within a mode s obeys the equations of the motion, differentiated:
 *     F_y(t, y, y') s + F_y'(t, y, y') s' + F_theta = 0,
 * which are linear in s. They are solved step by step behind the engine, on its dense output, whatever
 * engine that is: so the run is the one that there would be without them, bit for bit. A step, or a part of
 * it, is one of Radau's method with seven stages (engine/irk/table.h), in the variable in which the
 * engine's step is a polynomial (eg_stretch); all directions share the matrices of its four systems, dF/dy
 * and dF/dy' amid the part, and iterations take in how these change along it. A part is halved where they
 * do not converge, or where the collocation polynomial, put into the equations between the stages, leaves
 * too much. */
#ifndef EG_SENSITIVITY_VARIATION_H
#define EG_SENSITIVITY_VARIATION_H

#include "base/parametric.h"
#include "engine/engine.h"
#include "engine/irk/lu.h"
#include "engine/irk/table.h"

/* A part of the last step, from `from` to `to` of it; its numbers stand in `numbers` of the variation. */
typedef struct eg_variation_piece {
    double from, to;
    size_t first; /* (1 + stages) x count x n: s at its beginning, then at the stages */
} eg_variation_piece;

/* What rounding makes of a sum: some ulp of each term. */
#define EG_VARIATION_ROUNDING (32.0 * DBL_EPSILON)
/* Iterations go on until what they add is this part of what is allowed. */
#define EG_VARIATION_LEFT 0.01
/* A stretched step passes in no time at an end where its variable turns. */
#define EG_VARIATION_LEAST_PACE 1e-12

/* Where a part is looked at: at the stages, and between them to see what the polynomial leaves. */
enum { EG_VARIATION_BETWEEN = 2, EG_VARIATION_POINTS = EG_IRK_STAGES + EG_VARIATION_BETWEEN };

/* Of parts whose matrices the system tells (`rows` of the facet; linear_part.c): numbers of all directions
 * stand side by side, [unknown][direction]. */
typedef struct eg_variation_linear {
    const eg_variational_rows *of_mode; /* NULL: it does not; made at the beginning of each mode */
    const eg_variational_rows *rows;    /* the same in the part in work; NULL: not there */
    double *values;                     /* (points x entries) */
    size_t room;
    double pace[EG_VARIATION_POINTS];
    int *rate;            /* (n) the entry of row i that is of y'[i] */
    double *begin;        /* (n x count) s at the beginning of the part */
    double *size, *noise; /* (n x count) the largest that it is, has been or will be; what rounding leaves */
    double *z, *slope;    /* (stages x n x count) s less its beginning, and its rate in the part */
    double *at, *along;   /* (n x count) at one point */
    bool has_failed;      /* without elimination, since the last event */
} eg_variation_linear;

typedef struct eg_variation {
    eg_system *system;
    const eg_parametric_facet *facet;
    size_t n, count;  /* unknowns, directions */
    double tolerance; /* relative to the largest that each number of s has been */
    double *scale;    /* (count) how large the parameters are, or 1: the caller's to say */
    double *reach;    /* (n) the largest |y| so far */
    double *s;        /* (count x n) at the time reached */
    double *rate; /* (count x n) s' there; NAN where it is not known: of algebraic unknowns behind events */
    double *size; /* (count x n) the largest |s| so far */
    double *expected;           /* (count x n) in this step, where that is known */
    eg_variation_piece *pieces; /* of the last step */
    size_t piece_count, piece_capacity;
    double *numbers;
    size_t number_count, number_capacity;
    double *noise; /* (count x n) what rounding leaves in s at the end of the part in work */
    /* Of the part in work, by stages. */
    double time[EG_IRK_STAGES], pace[EG_IRK_STAGES];
    double *y, *yp;         /* (stages x n) the motion */
    double *z, *g, *w;      /* (count x stages x n) s less its beginning; residuals; Newton's step */
    double *by_y, *by_rate; /* (n x n) by rows */
    eg_irk_lu lu[EG_IRK_SYSTEMS];
    double *values; /* (pattern.entries) */
    size_t value_room;
    double *at, *at_rate, *zero, *residual; /* (n) work */
    double *block;
    int *places;
    eg_variation_linear linear;
} eg_variation;

/* `count` directions of the system, which the facet has been told of. False: out of memory; release it in
 * any case. */
bool eg_variation_init(eg_variation *v, eg_system *system, size_t count, double tolerance);
void eg_variation_release(eg_variation *v);
/* The run begins at t with consistent y and y'. Answers as the facet's callbacks. */
int eg_variation_begin(eg_variation *v, double t, const double *y, const double *yp);
/* Through the engine's last step, up to t. Positive: it cannot be followed. */
int eg_variation_pass(eg_variation *v, eg_engine *engine, double t);
/* s has been given at (t, y, y') for differential unknowns: finds it for algebraic ones, and s'. */
int eg_variation_settle(eg_variation *v, double t, const double *y, const double *yp);
/* s and s' in the part `part` of the last step: (count x n) each. */
void eg_variation_at(const eg_variation *v, const eg_engine *engine, double part, double *s, double *rate);
/* y and y' of the motion there, consistent in the present mode. */
int eg_variation_motion(const eg_variation *v, eg_engine *engine, double part, double *y, double *yp);
/* What the equations backward (adjoint.h) have in common with these: by_y and by_rate, dF/dy and dF/dy' at a
 * point, cj being a power of 2 so great that dF/dy does not take the digits of dF/dy'; */
int eg_variation_matrices(eg_variation *v, double t, const double *y, const double *yp, double cj);
/* Newton's step from residuals g[stages x n], by the factors in lu, into step, which may be g; w is room for
 * as many numbers; */
void eg_variation_correct(eg_variation *v, const double *g, double *w, double *step);
/* and weights of what the stages are beyond the beginning of a part, for the polynomial through them and its
 * rate at x, by Lagrange's formula. */
void eg_variation_weigh(double x, double value[EG_IRK_STAGES], double rate[EG_IRK_STAGES]);

/* What number c of direction k may err by: `part` of the tolerance of `size`, the largest that it becomes, or
 * rounding, or what nobody sees. */
static inline double eg_variation_allowed(const eg_variation *v, size_t k, size_t c, double part, double size,
                                          double noise)
{
    /* A parameter that changes by all of itself changes y by less than that part of how far it reaches:
     * rounding of terms that cancel may be no less. Numbers of s below the other one are none. */
    const double seen_part = 1e-14, nothing = 1e-280;
    const double seen = seen_part * v->reach[c] / v->scale[k];
    return part * v->tolerance * size + (noise > seen ? noise : seen) + nothing;
}

/* What makes stages of slopes: integrals of Lagrange's polynomials through the stages. */
extern const double eg_variation_collocation[EG_IRK_STAGES][EG_IRK_STAGES];
/* Rounds without elimination, counted from 0, go on while each leaves much less than the one before: `now` is
 * what this one has added and `before` what that one did, beside what may be left. */
typedef enum eg_variation_course {
    EG_VARIATION_GOES_ON,
    EG_VARIATION_HAS_CONVERGED,
    EG_VARIATION_HAS_FAILED
} eg_variation_course;
eg_variation_course eg_variation_go_on(int round, double now, double before);

/* ---- linear_part.c: the part from a to b of the last step, for variation.c */
bool eg_variation_linear_init(eg_variation *v);
void eg_variation_linear_release(eg_variation *v);
/* Takes rows and their values at all points of the part. 0; positive: they are not to be had there, and
 * v->linear.rows is NULL. */
int eg_variation_linearize(eg_variation *v, eg_engine *engine, double a, double b);
/* Solves the part by iteration without elimination, which converges where it is short beside all that the
 * equations hold: v->z, v->noise. 0; positive: not here. *error: of the polynomial between the stages, beside
 * what is allowed. */
int eg_variation_iterate_simply(eg_variation *v, double *error);
/* s' from s where each has a row of its own. 0; 1: not here. */
int eg_variation_settle_simply(eg_variation *v, double t, const double *y, const double *yp);
/* What the equations leave of direction k at a point of the part, where the polynomial has s and, by the
 * part's own variable, ds: times the pace. */
void eg_variation_leave(const eg_variation *v, size_t point, size_t k, const double *s, const double *ds,
                        double *residual);
/* dF/dy and dF/dy' at a point, in full. */
void eg_variation_fill(const eg_variation *v, size_t point, double *by_y, double *by_rate);
/* Where in the part it is looked at, from 0 to 1. */
double eg_variation_place(size_t point);

#endif
