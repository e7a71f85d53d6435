/* A model's explicit equations for many instances at once.
 *
 * The program lists, once for the base model, what its right-hand side is made of: sums of unknowns that are
 * distances and speeds, forces of elements, sources, the tape of users' equations. Numbers stand in lanes, W
 * beside each other: number i of lane l at [i*W + l]. Each lane has coefficients of its own
 * (eg_lanes_load), and its modes' (eg_lanes_freeze): between events the force of a linear element is F + Ks
 * (s - S) + Kv (v - V) about the point (S, V) at which the mode began, and so are its switching functions;
 * other elements are asked one by one. No operation looks at a neighbouring lane. */
#ifndef EG_ENSEMBLE_PROGRAM_H
#define EG_ENSEMBLE_PROGRAM_H

#include "ensemble/ensemble.h"

enum { EG_LANES_MOST = 16 };
enum { EG_LANES_WORKS = EG_POWER_STORED }; /* the works of the mechanics */

/* A sum of unknowns: terms first ... first + count - 1 of the program. */
typedef struct eg_sum {
    int first, count;
} eg_sum;

typedef struct eg_program {
    const eg_model *model;
    eg_arena *arena;
    int n, elements, bodies, switches, sources, inputs, tape, relations;
    int *term, terms;  /* (terms) index of an unknown; coefficients are the lanes' */
    eg_sum *s, *v;     /* (elements) distance and speed */
    eg_sum *rate;      /* (bodies) der(x) */
    int *push, pushes; /* (pushes) from elements, sources and flows into rows, in this order */
    eg_sum *from_element, *from_source, *from_flow;
    int *source_net;             /* (sources) */
    eg_sum *in;                  /* (inputs) of distances and speeds */
    int *in_source;              /* (inputs) of signals: the source, or -1 */
    bool *is_asked;              /* (inputs) by these: */
    int *needed, needed_count;   /* instructions behind rows and flows that follow the motion, */
    int *watched, watched_count; /* and behind relations */
    bool works;                  /* something works or resists, so that there are powers */
} eg_program;

/* Do lanes take the model, of which `s` is a system, initialized? If not, `reason` says why, in words that
 * follow "because" and name a component; written like snprintf. */
bool eg_program_takes(const eg_network *s, char *reason, size_t size);
/* NULL: the model is none for lanes, or out of memory: then its runs go one by one. */
eg_program *eg_program_create(const eg_network *s);
void eg_program_free(eg_program *p); /* accepts NULL */

/* The numbers of W instances, and room to compute in. */
typedef struct eg_lanes {
    const eg_program *p;
    int width;
    double origin;                      /* what all times are counted from, as those of the networks [s] */
    eg_network *network[EG_LANES_MOST]; /* of the lanes that are busy, else NULL */
    bool *by_law;                       /* (elements x W) is not linear: its law is asked */
    bool *by_block;                     /* (sources x W) no polynomial of time: its block is asked */
    double *memory;                     /* all that follows, and */
    double *coefficient, *constant, *mass, *pushing;
    double *F, *Ks, *Kv, *S, *V, *H, *Hs, *Hv;
    double *u0, *u1, *u2, *since; /* (sources) u0 + (t - since)(u1 + u2 (t - since)) */
    double *held;                 /* (inputs) of those that change at events only */
    double *sign;                 /* (relations) 1: true, -1: false, 0: it does not matter */
    double *band, *recent;        /* as those of a network (user_band, user_recent) */
    double *value;                /* (tape) what stands still in a mode since that began */
    double *s, *v, *f, *u, *sum;  /* of the elements, the sources; (n) */
    double *t, *y, *out;          /* W and (n x W): of calls for one lane */
    double *k, *start, *rate, *arg, *after, *polynomial, *h; /* of steps: stages x n, n, ..., switches */
    /* Powers, EG_LANES_WORKS rows each: supplied, turnover, and, in the place of what is dissipated, all that
     * elements take, be it lost or stored. */
    double *power;                               /* (stages x) of a trial, by what its step is even in */
    double *power_begin, *power_end, *power_now; /* at the ends of a trial, of calls for one lane; by time */
    double *work;                                /* of the whole trial */
} eg_lanes;

/* False when out of memory. */
bool eg_lanes_create(eg_lanes *lanes, const eg_program *p, int width);
void eg_lanes_release(eg_lanes *lanes);
/* The coefficients of a model that has the base model's structure. False: it has not, down to its terms. */
bool eg_lanes_load(eg_lanes *lanes, int lane, eg_network *network);
/* A mode has begun at (t, y, y'). */
void eg_lanes_freeze(eg_lanes *lanes, int lane, double t, const double *y, const double *yp);
/* For one lane: callbacks of a system. y[n], yp[n], h[switches]. */
int eg_lanes_derivatives(eg_lanes *lanes, int lane, double t, const double *y, double *yp);
void eg_lanes_switching(eg_lanes *lanes, int lane, double t, const double *y, double *h);
/* power[EG_LANES_WORKS] at (t, y). */
void eg_lanes_powers(eg_lanes *lanes, int lane, double t, const double *y, double *power);
void eg_lanes_switching_rates(eg_lanes *lanes, int lane, double t, const double *y, const double *yp,
                              double *dh);

/* ---- kernel.c */
/* One lane at t[lane] and y[n*W], with power_now; and all at t[W]. */
void eg_lanes_evaluate(eg_lanes *lanes, int lane, const double *t, const double *y, double *rate);
void eg_lanes_evaluate_powers(eg_lanes *lanes, int lane, const double *t, const double *y, double *rate);
void eg_lanes_watch(eg_lanes *lanes, int lane, const double *t, const double *y, double *h);
void eg_lanes_watch_all(eg_lanes *lanes, const double *t, const double *y, double *h);

typedef struct eg_lanes_trial {
    double begin[EG_LANES_MOST], end[EG_LANES_MOST], length[EG_LANES_MOST]; /* see eg_erk_trial */
    double tolerance[EG_LANES_MOST];
    eg_stretch stretch[EG_LANES_MOST];
    double error[EG_LANES_MOST];          /* the answer; INFINITY where a value is no number */
    double *low, *high, *nominal, *noise; /* (n x W) see eg_erk_trial */
} eg_lanes_trial;
/* All stages of a trial of each lane, from start, rate and power_begin of the lanes: fills k, arg, after,
 * polynomial, power, power_end, work. */
void eg_lanes_step(eg_lanes *lanes, eg_lanes_trial *trial);
/* work[EG_LANES_WORKS] of the part `part` of a lane's step of that length. */
void eg_lanes_work_until(const eg_lanes *lanes, int lane, double length, double part, double *work);
/* y at the part `part` of the steps, from start and polynomial. */
void eg_lanes_dense(const eg_lanes *lanes, double part, double *y);

#endif
