/* What the files of the engine `erk` share. */
#ifndef EG_ENGINE_ERK_PARTS_H
#define EG_ENGINE_ERK_PARTS_H

#include "engine/erk/erk.h"
#include "engine/erk/table.h"

/* So many steps at the edge of stability, less others, are stiffness. */
enum { EG_ERK_STIFF_STEPS = 15 };

typedef struct eg_erk {
    eg_engine base;
    size_t n;
    double *y, *rate;       /* (n) y and y' at base.t1 */
    double *before;         /* (n) y at base.t0 */
    double *before_rate;    /* (n) y' there */
    double *after, *inner;  /* (n) end of the step that is tried; argument of a stage */
    double *k;              /* (EG_ERK_STAGES x n) dy/dx at the stages */
    double *polynomial;     /* ((EG_ERK_DEGREE + 1) x n) of the last step, see table.h */
    double *low, *high;     /* (n) range of y since the beginning */
    double *nominal;        /* (n) */
    double *noise;          /* (n) round-off in y', as far as it has been looked for in this mode */
    double *h, *dh, *rough; /* (switches) of the mode */
    bool is_rough;          /* some are */
    double wanted;          /* length of the next step [s]; 0: not known yet */
    bool quiet;
    int stiff;       /* steps at the edge of stability, less others */
    long mode_steps; /* since the mode began */
    long mode_rejections;
    bool is_near;                 /* the edge of stability */
    double spare;                 /* by how much steps there could be longer for accuracy, on average */
    double longest;               /* that a step may be for that [s] */
    bool may_be_hampered;         /* steps are long for how y' answers to y */
    struct eg_erk_search *search; /* the one under way */
    eg_counters counters;
} eg_erk;

/* A singularity of y' at the distance `distance` [s], of the exponent that needs `power`. */
typedef struct eg_erk_singularity {
    double distance; /* INFINITY: there is none */
    int power, which;
} eg_erk_singularity;

/* The step that is tried. */
typedef struct eg_erk_try {
    eg_stretch stretch;
    double end;    /* time */
    double length; /* of x */
    bool lands;    /* on the singularity ahead */
} eg_erk_try;

/* The search for a step that is good. */
struct eg_erk_search {
    eg_erk_try r;
    eg_erk_singularity behind, ahead;
    int landings;
    bool shortened, has_value; /* at all stages of the trial */
    double t_stop, wanted;     /* length that is tried next [s] */
};

static inline eg_erk *eg_erk_own(eg_engine *engine)
{
    return (eg_erk *)engine;
}

/* What an error of y[i] is measured against, given that y[i] goes on to `to`. */
static inline double eg_erk_scale_of(const eg_erk *e, size_t i, double to)
{
    return eg_erk_scale(e->low[i], e->high[i], e->nominal[i], to);
}

/* The largest of x[n], as an error of y that goes on to `to`. */
static inline double eg_erk_largest(const eg_erk *e, const double *x, const double *to)
{
    double most = 0.0;
    for (size_t i = 0; i < e->n; i++) {
        double size = fabs(x[i]) / eg_erk_scale_of(e, i, to[i]);
        if (!(size <= most)) /* NaN wins */
            most = size;
    }
    return most;
}

/* y' at (t, y), counted: what the system answers. */
static inline int eg_erk_evaluate(eg_erk *e, double t, const double *y, double *rate)
{
    eg_system *s = e->base.system;
    e->counters.evaluations++;
    return s->ops->derivatives(s, t, y, rate);
}

/* ---- plan.c: how far the next step goes, and in which variable */

/* The length of a mode's first step, at most `span` [s]. */
double eg_erk_first_step(eg_erk *e, double span);
/* The nearest singularities behind and ahead. 0, or what a callback answered. */
int eg_erk_find_singularities(eg_erk *e, eg_erk_singularity *behind, eg_erk_singularity *ahead);
/* A step of `length` seconds. */
eg_erk_try eg_erk_plan(const eg_erk *e, const eg_erk_singularity *behind, const eg_erk_singularity *ahead,
                       double length, double t_stop);
/* The seconds that a step of `part` of the trial's length would take. */
double eg_erk_part_of(const eg_erk_try *r, double part);
/* The step has landed at r->end: *correction is 0 when the singularity is there, as far as can be seen in y;
 * else a correction of its distance [s]. 0, or what a callback answered. */
int eg_erk_check_landing(eg_erk *e, const eg_erk_try *r, const eg_erk_singularity *ahead, double *correction);

/* ---- stages.c: one step, its errors and its dense output */

/* The twelve stages and the end. The error in units of what is allowed, INFINITY where a point cannot be
 * evaluated; a negative number when all is lost. */
double eg_erk_attempt(eg_erk *e, const eg_erk_try *r);
/* The rest of a trial whose end is good: the rate there, the dense output and, into *error, the error inside;
 * of one whose stages somebody else has computed, what is left to do. 0, or what a callback answered. */
int eg_erk_complete(eg_erk *e, const eg_erk_try *r, bool is_computed, double *error);
/* Into e->noise: how much y' changes when every unknown changes by its last digit. */
void eg_erk_look_for_noise(eg_erk *e);

/* ---- stiffness.c: does stability limit the steps? */

/* Of the step that is tried, whose end has been evaluated. */
void eg_erk_watch_stability(eg_erk *e, const eg_erk_try *r);
/* Of the last step, at times. */
void eg_erk_look_for_stiffness(eg_erk *e);

#endif
