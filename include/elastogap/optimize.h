/* Optima: values of a model for which something about its run is least, within limits.
 *
 *   eg_optimize_options o = eg_optimize_options_default();
 *   o.minimize = "max(-stop.f)";
 *   o.subject = (const char *[]){"max(-stop.s_rel) <= 0.02"};    o.subject_count = 1;
 *   o.free = (const char *[]){"stop.c=1e3:1e6", "stop.d=1:1e4"}; o.free_count = 2;
 *   eg_optimum *best;
 *   eg_optimize(spec, &o, d, &best); */
#ifndef ELASTOGAP_OPTIMIZE_H
#define ELASTOGAP_OPTIMIZE_H

#include "elastogap/base.h"
#include "elastogap/spec.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct eg_optimize_options {
    size_t size; /* of this struct, or 0: EG_VERSION in base.h */
    /* An expression as for ensembles (EG_WANTED_FINAL): "max(-stop.f)". Of max(A, B) and max(abs(A)) - of
     * min(A, B) where the greatest value is sought - the search knows the kinks, at which the best may
     * lie. */
    const char *minimize;
    int maximize; /* 1: its greatest value is sought; default 0 */
    /* "EXPRESSION <= NUMBER", >= or ==, of the same kind of expressions. */
    const char *const *subject;
    size_t subject_count;
    const char *const *free; /* what is sought, as eg_fit_options.free */
    size_t free_count;
    const char *engine;           /* of the runs; NULL: "auto" */
    double tolerance;             /* of the runs; default 1e-12 */
    double start_time, stop_time; /* [s]; NAN, the default: those of the model's experiment */
    long max_steps;               /* of each run, as for eg_simulate; default 500,000 */
    int starts;                   /* places to begin at, from 1; all but the first are drawn. Default 1 */
    unsigned long long seed;      /* of these */
    int threads;                  /* from 1; default 0: one for each core */
    const int *stop;              /* the caller's flag, or NULL: once it is not 0 it ends */
} eg_optimize_options;

/* The defaults named above; nothing is sought yet. */
EG_API eg_optimize_options eg_optimize_options_default(void);

typedef struct eg_optimum_value {
    const char *name, *unit;
    double value, start; /* and where the best search began */
    double least, most;  /* bounds; INFINITY where there is none */
    int is_at_bound;     /* 0 or 1 */
} eg_optimum_value;

typedef struct eg_optimum_limit {
    const char *text;
    double value, limit;
    double price;  /* what the optimum would change by per unit of the limit (Lagrange's multiplier) */
    int is_active; /* 1: it holds with equality, to round-off */
} eg_optimum_limit;

/* All strings and arrays are the optimum's. */
typedef struct eg_optimum {
    const char *model, *text; /* text: what is least, or greatest */
    double value, begin;      /* of it, there and where the best search began */
    eg_optimum_value *values;
    size_t value_count;
    eg_optimum_limit *limits;
    size_t limit_count;
    int is_within;   /* 1: all limits hold, to 1e-8 of themselves */
    int has_settled; /* 1: no step promises anything beyond round-off */
    double kink;     /* how far one-sided slopes are apart, as a part of the largest; 0: it is smooth there */
    const char *kink_in; /* by which of the values; NULL */
    size_t
        equal; /* of max(A, B), which is least where they are equal: how many of these hold it there; 0: it is
                     no such maximum */
    int steps;
    long runs;
    size_t starts, agreeing; /* searches, and those that ended where the best did */
    double seconds;          /* wall time */
} eg_optimum;

/* By sequential quadratic programming (Nocedal and Wright 2006, Numerical Optimization, chapter 18), on
 * derivatives that are differences of four runs. *optimum is NULL unless EG_OK or EG_DIFFERENT, and the
 * caller's: eg_optimum_free. EG_DIFFERENT: no place within the limits was found, or the search has not
 * settled (reported); what it came to is there. EG_ERROR_USAGE: a text is wrong (reported);
 * EG_ERROR_MODEL; EG_ERROR_SIMULATION: there is no run where the search begins, or it was stopped;
 * EG_ERROR_MEMORY. */
EG_API eg_status eg_optimize(const eg_spec *spec, const eg_optimize_options *options,
                             eg_diagnostics *diagnostics, eg_optimum **optimum);
EG_API void eg_optimum_free(eg_optimum *optimum); /* accepts NULL */

#ifdef __cplusplus
}
#endif
#endif
