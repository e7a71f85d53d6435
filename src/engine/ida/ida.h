/* The `ida` engine's own state, shared by its files: ida.c (stepping), functions.c (what IDA calls
 * back), vectors.c (its vectors), pivots.c (what its matrices determine) and failure.c (what went wrong, in
 * words). */
#ifndef EG_ENGINE_IDA_IDA_H
#define EG_ENGINE_IDA_IDA_H

#include "engine/engine.h"

#include <nvector/nvector_serial.h>
#include <sundials/sundials_context.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nonlinearsolver.h>

typedef struct eg_ida_vectors eg_ida_vectors;

typedef struct eg_ida {
    eg_engine base;
    SUNContext context;
    eg_ida_vectors *vectors;
    void *memory;     /* IDA's */
    N_Vector y, yp;   /* at base.t1 */
    N_Vector weight;  /* work of the first step's choice */
    N_Vector tested;  /* 1 for what the error test looks at, else 0 */
    N_Vector view;    /* wraps the caller's array in dense() */
    SUNMatrix matrix; /* the pattern of system->structure == structure */
    SUNLinearSolver solver;
    SUNNonlinearSolver newton;
    SUNNonlinSolConvTestFn test; /* IDA's own of its convergence */
    long structure;              /* -1: no matrix yet */
    double *low, *high;          /* (n) range of y since the beginning */
    double *nominal;             /* (n) work: what the system says now */
    double *reach;               /* (n) work: likewise, infinite where there is none */
    double *farthest;            /* (n) largest reach since it became finite */
    double *noise;               /* (n) round-off that the equation of y[i] leaves in it */
    double *rounding;            /* (n) of the residuals, as the system tells */
    double *allowed;             /* (n) 1/w */
    double *carried;             /* (n) error of y[i] by those allowed to the differential unknowns */
    double *diagonal;            /* (n) work of noise */
    double *trial, *rate;        /* (n) work of the first step's choice */
    bool all_tested;             /* tested is 1 throughout */
    bool fresh;                  /* no step since restart */
    double restarted;            /* where the first of `restarts` at one instant was */
    int restarts;
    bool linear;         /* the last step was too short for IDA: y + (t - t0) y' */
    int unfit;           /* the residual that was not finite, or -1 */
    int lost;            /* the unknown that the last matrix does not determine, or -1 */
    double longest;      /* step of IDA since the restart before; 0: none yet */
    double zero;         /* where IDA began anew: it counts time from there */
    double tau0, tau1;   /* between these IDA has a dense output, in its time */
    double t_stop;       /* of the step at hand */
    int crawling;        /* steps of some ulp of time, one after the other */
    eg_counters past;    /* of IDA before its last reinitialisation */
    char complaint[240]; /* IDA's last message */
} eg_ida;

/* Vectors of n numbers, as many as an engine needs; free() it after all that has taken some. NULL: out of
 * memory. */
eg_ida_vectors *eg_ida_make_vectors(SUNContext context, sunindextype n);
/* One of them; N_VDestroy gives it back. NULL: none is left. */
N_Vector eg_ida_vector(eg_ida_vectors *pool);

/* The largest |x_i w_i|: stands in for the root mean square, see functions.c. */
double eg_ida_norm(N_Vector x, N_Vector w);
/* The same over those i whose id_i > 0. */
double eg_ida_masked_norm(N_Vector x, N_Vector w, N_Vector id);
/* Replaces the serial vector's linear combination. */
int eg_ida_combine(int count, double *c, N_Vector *x, N_Vector z);
int eg_ida_residual(double t, N_Vector y, N_Vector yp, N_Vector r, void *engine);
int eg_ida_jacobian(double t, double cj, N_Vector y, N_Vector yp, N_Vector r, SUNMatrix matrix, void *engine,
                    N_Vector work1, N_Vector work2, N_Vector work3);
/* values = dF/dy + cj dF/dy'; and what it says of noise. As the system's callback answers. */
int eg_ida_evaluate_jacobian(eg_ida *e, double t, double cj, const double *y, const double *yp,
                             double *values);
/* [s]: no step is shorter than the resolution of time. */
double eg_ida_shortest_step(const eg_ida *e);
int eg_ida_weights(N_Vector y, N_Vector weight, void *engine);
/* In place of IDA's test of a correction of y, whose answer it gives but where the correction is noise. */
int eg_ida_test_convergence(SUNNonlinearSolver solver, N_Vector y, N_Vector correction, realtype tolerance,
                            N_Vector weight, void *engine);
/* Keeps IDA's messages instead of printing them. */
void eg_ida_complaint(int code, const char *module, const char *function, char *message, void *engine);

/* Gives e->solver a setup of its own, which notes what is lost. */
void eg_ida_own_pivots(eg_ida *e);
/* Does only rounding hide the unknown that is lost? What has a derivative, steps that are short enough
 * determine. */
bool eg_ida_is_hidden(const eg_ida *e);

/* Reports why IDA stopped with `flag`. Always -1. */
int eg_ida_failed(eg_ida *e, int flag);
/* Reports that memory is out. Always -1. */
int eg_ida_no_memory(eg_ida *e);

#endif
