/* What runs with sensitivities have in common, forward (run.c) and backward (backward.c). */
#ifndef EG_SENSITIVITY_SENSING_H
#define EG_SENSITIVITY_SENSING_H

#include "base/arena.h"
#include "elastogap/sensitivity.h"
#include "sensitivity/measure.h"
#include "simulate/tell.h"

typedef struct eg_sensing {
    eg_observer observer; /* first: an eg_observer * is an eg_sensing * */
    const eg_sensitivity_options *o;
    eg_diagnostics *d;
    const eg_model *native; /* as it was read */
    eg_model *model;        /* with its parameters kept: equations without components */
    eg_network *network;
    eg_engine *engine;
    eg_readout readout;
    eg_variation v;
    eg_crossing c;
    eg_measures m;
    eg_teller teller;
    double *y, *yp;
    double *s, *rate;       /* (directions x n) of a row inside a step */
    double *values, *along; /* (of), (of x by) of a row */
    double *left;           /* (of x by) on the left of the events at `left_at` */
    double left_at;         /* [s] NAN: there have been none */
    double begun;           /* [s] */
    double reached;         /* [s] the end of the last step, or the instant of the last event behind it */
    eg_engine *passed;      /* the engine of the last step; NULL: there has been none */
    double *instants,
        *moves; /* (crossings), (crossings x by): when, from the origin on, and by what it moves */
    size_t crossings, instant_capacity, move_capacity;
    eg_trajectory *told; /* the events of the model as it was read; NULL: not looked for */
    eg_arena *arena;
    eg_sensitivities *out;
} eg_sensing;

/* The system, its parameters, and where it starts: network, readout, y and y'; the system follows one
 * direction for each parameter. EG_OK, or as eg_sensitivity answers (reported). */
eg_status eg_sensing_begin(eg_sensing *r);
/* What a callback of the facet, or of what stands on it, answers, as a status that is reported. */
int eg_sensing_answered(eg_sensing *r, double t, int status);
/* Tells the measures what has happened, by the crossings' instants and moves. EG_OK, or reported. */
eg_status eg_sensing_hear(eg_sensing *r);
/* Why there is no derivative from that event on. NULL: out of memory. */
const char *eg_sensing_why(eg_sensing *r, const eg_doubt *doubt);
/* Are two derivatives by a parameter of that value others, or the same but for the run's errors? */
bool eg_sensing_is_other(const eg_sensing *r, double a, double b, double value, double parameter);
/* An event falls at t, which moves by dt: `before` is the derivative on its left. */
void eg_sensing_split_by_event(eg_sensing *r, double t, double dt, eg_sensitivity_item *item, double before);
/* The extreme is as great at another instant, where its derivative is `other`. */
void eg_sensing_split_by_extreme(eg_sensing *r, const eg_measured *tie, eg_sensitivity_item *item,
                                 double other);
/* Does the model remember numbers of its events? */
bool eg_sensing_has_memory(const eg_model *m);

/* The run, gone through backward: all items of r->out. Answers as eg_sensitivity. */
eg_status eg_sensing_go_backward(eg_sensing *r, const eg_engine_ops *ops);

#endif
