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
 * variable in which the engine's step is a polynomial; its matrices are the transposes of those of
 * variation.h. A part is halved where the iteration does not converge, where mu leaves too much of the
 * equations between the stages, or where another rule gives another integral. */
#ifndef EG_SENSITIVITY_ADJOINT_H
#define EG_SENSITIVITY_ADJOINT_H

#include "sensitivity/variation.h"

/* Integrands of the numbers at a point: gradients by y and y' (count x n), by the parameters (count x
 * parameters) and by what is remembered (count x memories), all set. Answers as callbacks do. */
typedef struct eg_adjoint_source {
    int (*at)(void *context, double t, const double *y, const double *yp, const eg_backward *g);
    void *context;
} eg_adjoint_source;

typedef struct eg_adjoint {
    eg_variation v; /* of no directions: the motion and its matrices */
    size_t n, count, parameters, memories;
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
    double *rows;         /* (n) how far equations reach, in the part at hand */
    double *reach;        /* (n) the largest |y| so far */
    double *worth; /* (count) how large the number is, as far as that is known; or that mu y has been */
    double weight[EG_IRK_STAGES], other[EG_IRK_STAGES + 3]; /* of integrals, by two rules */
    double *by_y, *by_rate;                                 /* (stages x entries) */
    size_t entries;
    double *z, *m, *g, *step; /* (count x stages x n) w, mu; residuals; Newton's step */
    eg_backward sources[EG_IRK_STAGES + 3];
    double *integrand; /* (count x (stages + 3) x (parameters + memories)) at the points of a part */
    double *sum;       /* (count x (parameters + memories)) of the part */
    double *one;       /* (5 n + parameters + memories) */
    double *block;
} eg_adjoint;

/* `count` numbers, which nothing has a part in yet; scale is to be set, source and worth may be. False: out
 * of memory; release it in any case. */
bool eg_adjoint_init(eg_adjoint *a, eg_system *system, size_t count, double tolerance);
void eg_adjoint_release(eg_adjoint *a);
/* Goes on with another system of the same model, in the mode of what comes next. */
void eg_adjoint_move(eg_adjoint *a, eg_system *system);
/* From the part `to` of the engine's step back to `from`. Positive: it cannot be followed. */
int eg_adjoint_pass(eg_adjoint *a, eg_engine *engine, double from, double to);
/* At an instant: gradients that number k has by y and y' there are added to mu, with what these follow from.
 * `stand` comes first, for any number of them. g: theta and memory may be NULL. */
int eg_adjoint_stand(eg_adjoint *a, double t, const double *y, const double *yp);
int eg_adjoint_add(eg_adjoint *a, size_t k, double t, const double *y, const double *yp, double factor,
                   const eg_backward *g);

#endif
