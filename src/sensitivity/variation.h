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
 * rate at x. */
void eg_variation_weigh(double x, double value[EG_IRK_STAGES], double rate[EG_IRK_STAGES]);

#endif
