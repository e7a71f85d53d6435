/* Derivatives of what is asked for of a run (simulate/readout.h) along the directions of its sensitivities.
 *
 * Variables at a time, at the start and at the end follow from s there; integrals from integrals of that,
 * and from what jumps at events times how these move. The greatest value has the derivative of the value
 * where it is, since moving along the motion changes nothing there (the envelope theorem); where it is a
 * kink, at an event, the instant moves. When number n of an event happens is that event's instant, and how
 * many there are does not move. */
#ifndef EG_SENSITIVITY_MEASURE_H
#define EG_SENSITIVITY_MEASURE_H

#include "engine/nodes.h"
#include "sensitivity/crossing.h"
#include "simulate/readout.h"

/* A reduction on its way. */
typedef struct eg_measured {
    size_t expression;
    int index; /* among its reductions */
    eg_reduction_kind kind;
    double at;        /* [s] of EG_REDUCE_AT, from the origin on */
    double value;     /* so far; of integrals the sum */
    double *along;    /* (count) its derivatives */
    double until;     /* [s] nothing that happens later changes it, as it is now */
    double from;      /* [s] of durations: their beginning, from the origin on, */
    double *since;    /* (count) and how it moves */
    double slope;     /* of extremes at the end of a step: the rate there [1/s], in case that is an event */
    double drift;     /* the rate with which it changes as the event moves at which it is [1/s]; 0: none */
    bool is_behind;   /* it is on the right of that event */
    double tie;       /* [s] another instant with the same extreme, but other derivatives; NAN: none */
    double *other;    /* (count) those; of EG_REDUCE_AT at an event, which is a tie: those on its left */
    double tie_drift; /* of the tie */
    bool tie_is_behind;
    eg_tally tally;
} eg_measured;

/* A parameter that expressions name: the column that has its value, and the direction that moves it. */
typedef struct eg_measure_moved {
    size_t column, direction;
} eg_measure_moved;

/* What is known of a readout before any run. */
typedef struct eg_measure_plan {
    const eg_readout *of;
    eg_nodes nodes;
    size_t items, width, room;
    bool *looks_at_end; /* (expressions) */
    int *columns;       /* (column_count) of variables that expressions look at */
    size_t column_count;
    eg_measure_moved *moved;
    size_t moved_count;
} eg_measure_plan;

/* by[count]: the parameter that moves along each direction; m has all that there are. EG_OK,
 * EG_ERROR_MEMORY, EG_ERROR_USAGE: an expression names a parameter that follows from others (reported);
 * release it in any case. */
eg_status eg_measure_plan_make(eg_measure_plan *p, const eg_readout *of, const eg_model *m,
                               const char *const *by, size_t count, eg_diagnostics *d);
void eg_measure_plan_release(eg_measure_plan *p);

typedef struct eg_measures {
    const eg_measure_plan *plan;
    const eg_readout *of;
    eg_variation *v;
    const eg_crossing *c;
    eg_network *network;
    eg_view *view;
    eg_measured *items; /* (item_count) */
    size_t item_count;
    bool samples; /* extremes or integrals are asked for */
    bool has_begun;
    double begun;     /* [s] */
    double *columns;  /* (width) variables, then parameters, at one point */
    double *dcolumns; /* (count x width) */
    double *shown;    /* (count x columns of the plan) */
    size_t width;
    double *y, *yp;                 /* (n) of a point on the way */
    double *s, *rate;               /* (count x n) there */
    double *values;                 /* (nodes x items) */
    double *along;                  /* (nodes x items x count) */
    double *left;                   /* (items) values on the left of the event at hand */
    double *size;                   /* (items) the largest so far */
    double *size_along;             /* (items x count) the same of derivatives */
    double *room, *drates, *inputs; /* of tapes */
    double *scratch;                /* (items x (2 + count)) */
    double *block;
} eg_measures;

/* For a run, whose variation may have no directions: then values are found, and instants. EG_OK,
 * EG_ERROR_MEMORY; release it in any case. What it is made with must outlive it. */
eg_status eg_measures_init(eg_measures *m, const eg_measure_plan *plan, eg_network *network, eg_variation *v,
                           const eg_crossing *c);
/* The run goes on with another network of the same model. False: out of memory. */
bool eg_measures_move(eg_measures *m, eg_network *network);
void eg_measures_release(eg_measures *m);
/* Observers pass these on, behind the variation and the crossing: a step up to t; the sides of an event. 0,
 * positive: there is no derivative, negative: all is lost (reported). */
int eg_measures_pass(eg_measures *m, eg_engine *engine, double t);
int eg_measures_leave(eg_measures *m, double t, const double *y, const double *yp);
int eg_measures_arrive(eg_measures *m, double t, const double *y, const double *yp);
/* What has happened at an instant, counted from the origin on, that moves by dt[count]; in order of time. */
void eg_measures_hear(eg_measures *m, double instant, const double *dt, const char *component,
                      const char *name);
/* What all expressions come to at a point that the run has reached, where s and s' are (count x n):
 * values[of->count], and their derivatives, along[of->count x count]. Those that look at all of the run are
 * known at its end. Answers as above. */
int eg_measures_here(eg_measures *m, double t, const double *y, const double *yp, const double *s,
                     const double *rate, double *values, double *along);
/* The same of expression q alone, which has no reductions: *value, along[count]. */
int eg_measures_sample(eg_measures *m, size_t q, double t, const double *y, const double *yp, const double *s,
                       const double *rate, double *value, double *along);
/* What the reductions of expression q come to at t, where eg_measures_here has looked last. */
void eg_measures_outcomes(const eg_measures *m, size_t q, double t, double *outcomes);
/* At the end: what happens later than that has no part in expression q [s]. */
double eg_measures_until(const eg_measures *m, size_t q);
/* What it asks for that has other derivatives to either side of a parameter; NULL: nothing. */
const eg_measured *eg_measures_tie(const eg_measures *m, size_t q);

#endif
