/* Gradients of numbers that a run comes to, solved backward along the motion.
 *
 * With F_y s + F_y' s' + b = 0 along any direction, b being what its parameters and memory add, and
 *     mu = F_y''w - g_y',   mu' = F_y'w - g_y
 * (F_y' transposed), what a number J and integrals of g come to at the end of a step follows at its start:
 *     J = mu s + integral of (g_theta - F_theta'w) along that direction.
 * So mu, the derivative of each number by the differential part of s, goes backward from event to event, and
 * the derivatives by all parameters and by all that is remembered are integrals beside it: their number
 * hardly counts. mu of algebraic unknowns is 0, for which the equations determine w.
 *
 * A step, or a part of it, is one of Radau's method with seven stages, from its end to its beginning, in the
 * variable in which the engine's step is a polynomial. Where F_y' is diagonal and the part is short beside all
 * that the equations hold, as steps of `erk` are, w is mu over it and the stages are found by going round, each
 * time with a sparse product; else by Newton's method, whose matrices are the transposes of those of
 * variation.h. A part is halved where neither converges, where mu leaves too much of the equations between the
 * stages, or where another rule gives another integral.
 */
#ifndef EG_SENSITIVITY_ADJOINT_H
#define EG_SENSITIVITY_ADJOINT_H

#include "sensitivity/adjoint_rows.h"
#include "sensitivity/variation.h"

/* Integrands of the numbers at a point: gradients by y and y' (count x n), by the parameters (count x
 * parameters) and by what is remembered (count x memories), all set. Answers as callbacks do. */
typedef struct eg_adjoint_source {
    int (*at)(void *context, double t, const double *y, const double *yp, const eg_backward *g);
    void *context;
} eg_adjoint_source;

/* Where a part is looked at: at the stages, and between them. */
enum { EG_ADJOINT_BETWEEN = 3, EG_ADJOINT_POINTS = EG_IRK_STAGES + EG_ADJOINT_BETWEEN };

typedef struct eg_adjoint {
    eg_variation v;       /* of no directions: the motion at the stages, and room for elimination */
    eg_adjoint_rows rows; /* at the points of a part, then at an instant */
    size_t n, count, parameters, memories;
    const int *place; /* (directions less memories) which parameter each direction of the system is */
    size_t by;
    double tolerance;
    const eg_adjoint_source *source; /* NULL: no integrals are asked for */
    const double *scale;             /* (parameters) how large they are, or 1 */
    double *mu;                      /* (count x n) at the time reached */
    double *theta, *memory;          /* (count x parameters), (count x memories) so far */
    /* Its own. */
    bool knows_w;         /* at the time reached: */
    double *w;            /* (count x n) */
    double *size, *level; /* (count x n) the largest |w| so far, and in the step at hand */
    double *most;         /* (count x (parameters + memories)) the largest of theta and memory so far */
    bool *is_idle;        /* (count) nothing goes backward of it in the step at hand */
    bool has_failed;      /* without elimination, since the last event */
    bool is_eliminated;   /* in the part at hand: its matrices are factored */
    double *far;          /* (n) how far equations reach, in the part at hand */
    double *reach;        /* (n) the largest |y| so far */
    double *worth; /* (count) how large the number is, as far as that is known; or that mu y has been */
    double weight[EG_IRK_STAGES], other[EG_ADJOINT_POINTS]; /* of integrals, by two rules */
    double *z, *m, *g; /* (count x stages x n) w, mu; residuals and Newton's steps, or slopes of mu */
    double *step;      /* (stages x n) */
    double *allowed;   /* (count x n) what w may err by in the part at hand */
    eg_backward sources[EG_ADJOINT_POINTS];
    double *integrand;            /* (count x points x (parameters + memories)) at the points of a part */
    double *sum;                  /* (count x (parameters + memories)) of the part */
    double *y, *yp, *work, *zero; /* (n) of one point, and scratch */
    double *along;                /* (parameters + memories), or as many as there are directions: scratch */
    double *block;
} eg_adjoint;

/* `count` numbers, which nothing has a part in yet; scale, place and by are to be set, source and worth may
 * be. False: out of memory; release it in any case. */
bool eg_adjoint_init(eg_adjoint *a, eg_system *system, size_t count, double tolerance);
void eg_adjoint_release(eg_adjoint *a);
/* Goes on with another system of the same model, in the mode of what comes next. It has been told of `by`
 * directions, each of which is a parameter, and one more for each number that is remembered. */
void eg_adjoint_move(eg_adjoint *a, eg_system *system);
/* From the part `to` of the engine's step back to `from`. Positive: it cannot be followed. */
int eg_adjoint_pass(eg_adjoint *a, eg_engine *engine, double from, double to);
/* At an instant: gradients that number k has by y and y' there are added to mu, with what these follow from.
 * `stand` comes first, for any number of them. g: theta and memory may be NULL. */
int eg_adjoint_stand(eg_adjoint *a, double t, const double *y, const double *yp);
int eg_adjoint_add(eg_adjoint *a, size_t k, double t, const double *y, const double *yp, double factor,
                   const eg_backward *g);

/* ---- adjoint_part.c: the part from `from` to `to` of the engine's step, for adjoint.c */
/* mu and w at its stages: a->z, a->m, a->integrand. Negative: all is lost; positive: it is too long.
 * *error: of the polynomial between the stages, beside what is allowed. */
int eg_adjoint_solve(eg_adjoint *a, eg_engine *engine, double from, double to, double *error);
/* The largest that w of number k, equation r is in this part, has been, or will be in this step. */
double eg_adjoint_largest(const eg_adjoint *a, size_t k, size_t r);
/* Where it is looked at between the stages, from its end to its beginning. */
extern const double eg_adjoint_between[EG_ADJOINT_BETWEEN];
/* What the integrands add at a point; 0 where there are none. */
int eg_adjoint_look_at_source(eg_adjoint *a, double t, const double *y, const double *yp,
                              const eg_backward *to);
/* along[parameters + memories] := the gradient of w'F by these, F being linearised at that point of a->rows,
 * which is at t, y, y'. */
int eg_adjoint_along(eg_adjoint *a, size_t point, double t, const double *y, const double *yp,
                     const double *w, double *along);
/* What counts for nothing, and what nobody sees of a number. */
#define EG_ADJOINT_NOTHING 1e-280
#define EG_ADJOINT_SEEN 1e-13

#endif
