/* Least squares within bounds: Levenberg's and Marquardt's method, with a loss that may let outliers go.
 *
 * Least is the sum over i of 2 rho(r[i]), where rho(r) = r^2/2 for plain least squares. Each step solves the
 * linear problem of the rows weighted with psi(r)/r, psi = rho', damped in the scales of its columns (More
 * 1978, Lecture Notes in Math. 630, 105-116); the damping follows from how well the linear problem has
 * foretold the sum (Nielsen 1999, report IMM-REP-1999-05). What a bound holds takes no part in a step. */
#ifndef EG_FIT_LEAST_SQUARES_H
#define EG_FIT_LEAST_SQUARES_H

#include <stdbool.h>
#include <stddef.h>

/* Residuals and their Jacobian at x: all that is known of a problem here. Whoever has better derivatives
 * puts them in behind it. */
typedef struct eg_residuals eg_residuals;
struct eg_residuals {
    size_t m, n;
    /* r[m] at x[n]. False: there are none, the model does not run there. */
    bool (*at)(eg_residuals *of, const double *x, double *r);
    /* J (m x n, column by column) at x, where r is known; columns of `frozen` (n, or NULL) may stay as they
     * are. False: as above. */
    bool (*jacobian)(eg_residuals *of, const double *x, const double *r, const bool *frozen, double *J);
};

typedef enum eg_loss_kind {
    EG_LOSS_SQUARE,
    EG_LOSS_HUBER,   /* grows as |r| beyond 1.345 scales: what is least is unique, and a start for */
    EG_LOSS_BISQUARE /* no longer grows beyond 4.685 scales (Beaton and Tukey 1974): outliers pull nothing */
} eg_loss_kind;

typedef struct eg_loss {
    eg_loss_kind kind;
    double scale; /* standard deviation of good residuals; of no use to EG_LOSS_SQUARE */
} eg_loss;

double eg_loss_rho(eg_loss loss, double r);
/* psi(r)/r, and psi'(r). */
double eg_loss_weight(eg_loss loss, double r);
double eg_loss_slope(eg_loss loss, double r);
/* The sum of 2 rho. */
double eg_loss_sum(eg_loss loss, const double *r, size_t m);

typedef struct eg_least {
    const double *low, *high; /* (n) */
    const bool *frozen;       /* (n) of unknowns that keep their values; NULL: none */
    eg_loss loss;
    int most_steps;
    double enough;  /* part of the sum: a step that promises less is not worth making */
    double keep;    /* part of the sum: behind a step that promises less J stays what it was, as long as its
                       steps help; then it is that of a place near the end */
    bool has_J;     /* J is that of a place near x, and will do to begin with */
    double damping; /* of the first step, and that of the next one; 0: a cautious one */
    /* Behind a step that takes off about what it promised J follows by Broyden's formula (1965, Math. Comp.
     * 19, 577-593) instead of being found anew: good for the way, and not for what is to be said of the
     * end. */
    bool updates;
    /* what comes out */
    double sum;
    int steps;
    bool has_settled; /* no step promises more than `enough`; else most_steps are used up */
} eg_least;

/* From x on, which becomes the place where the sum is least; r[m] and J (m x n) are those there. False:
 * there is nothing at x to begin with, or memory is out. */
bool eg_least_squares(eg_residuals *of, eg_least *least, double *x, double *r, double *J);

#endif
