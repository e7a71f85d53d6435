/* What the files of the engine `irk` share. */
#ifndef EG_ENGINE_IRK_PARTS_H
#define EG_ENGINE_IRK_PARTS_H

#include "engine/irk/irk.h"
#include "engine/irk/lu.h"
#include "engine/irk/table.h"

#include <stddef.h>

typedef struct eg_irk {
    eg_engine base;
    size_t n;
    double *y, *rate;     /* (n) y and y' at base.t1 */
    double *before;       /* (n) y at base.t0 */
    double *z;            /* (EG_IRK_STAGES x n) y at the stages of the step that is tried, less y */
    double *w;            /* (EG_IRK_STAGES x n) Newton's step, before and after the change of coordinates */
    double *g;            /* (EG_IRK_STAGES x n) the residuals */
    double *polynomial;   /* ((EG_IRK_DEGREE + 1) x n) of the last step, see table.h */
    double *at, *at_rate; /* (n) the arguments of a stage */
    double *bend;         /* (n) see table.h */
    double *error, *zero; /* (n) of the step that is tried; work */
    double *by_y, *by_rate; /* (n x n) by rows: dF/dy and dF/dy' */
    double *values;         /* (pattern.entries) room for the system's Jacobian */
    size_t value_room;
    eg_irk_lu lu[EG_IRK_SYSTEMS];
    double *low, *high; /* (n) range of y since the beginning */
    double *nominal, *reach;
    double *farthest;              /* (n) largest reach since it became finite */
    double *fastest;               /* (n) largest |y'| since the beginning */
    double *pull;                  /* (n) |dy'/dy| of y[i] alone in this mode; 0: not known [1/s] */
    double *noise;                 /* (n) round-off that the equation of y[i] leaves in it */
    double *rounding;              /* (n) of the residuals, as the system tells */
    double *carried;               /* (n) error of y[i] by those allowed to the differential unknowns */
    double *allowed;               /* (n) */
    double *h, *dh;                /* (switches) */
    bool is_explicit;              /* the mode */
    bool is_fresh;                 /* no step since restart */
    bool has_jacobian, is_current; /* one of this mode; that of this point */
    double factored;               /* the length of step that the matrices are of; 0: none [s] */
    double wanted;                 /* length of the next step; 0: not known yet [s] */
    double slowness; /* of Newton's method: what is left of a step's error, as a part of that step */
    long structure;  /* of the system, of which `values` has room */
    int unfit;       /* the unknown or equation that was not finite, or -1 */
    int lost;        /* the unknown that rounding hides in the last matrix, or -1 */
    bool quiet;
    eg_counters counters;
    double *block;
    int *places;
} eg_irk;

static inline eg_irk *eg_irk_own(eg_engine *engine)
{
    return (eg_irk *)engine;
}

/* y' at (t, y), counted: what the system answers. */
int eg_irk_evaluate(eg_irk *e, double t, const double *y, double *rate);
/* x(part) of the polynomial of the last step, less its beginning, for one unknown. */
double eg_irk_value(const double *c, size_t stride, double part);

/* ---- weights.c: what is asked of a step */

/* At e->y, for a step of `length`: e->allowed. What is known of noise is from the Jacobian. */
void eg_irk_weigh(eg_irk *e, double length);
/* To an algebraic y[i] between the stages of the step that is tried. */
double eg_irk_allowed_between(const eg_irk *e, size_t i);
/* How far each unknown reaches at e->y. */
void eg_irk_find_reach(eg_irk *e);
/* Extends the range of the motion by e->y, whose reach has been found: where the next step begins. Until then
 * an event may end the step before, and the motion not come there. */
void eg_irk_extend_range(eg_irk *e);
/* The largest of x[n], in units of what is allowed to what is tested; NaN wins. */
double eg_irk_size(const eg_irk *e, const double *x);
/* The length of a mode's first step, at most `span` [s]. */
double eg_irk_first_step(eg_irk *e, double span);

/* ---- newton.c: the equations of a step */

/* The answer to a trial: good, Newton's method did not converge, a callback says that all is lost. */
typedef enum eg_irk_outcome { EG_IRK_SOLVED, EG_IRK_UNSOLVED, EG_IRK_LOST } eg_irk_outcome;
/* Finds e->z of a step of `length`, from what stands there. *iterations: of Newton's method. */
eg_irk_outcome eg_irk_solve_step(eg_irk *e, double length, int *iterations);
/* Its error, in units of what is allowed. */
double eg_irk_estimate(eg_irk *e, double length, bool is_suspect);

#endif
