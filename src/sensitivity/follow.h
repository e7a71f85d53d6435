/* One run of a prepared model, which goes by with its sensitivities: the variation through every step, the
 * crossing at every event, and the measures of what is asked for. */
#ifndef EG_SENSITIVITY_FOLLOW_H
#define EG_SENSITIVITY_FOLLOW_H

#include "sensitivity/models.h"
#include "simulate/tell.h"

typedef struct eg_following eg_following;
struct eg_following {
    eg_observer observer; /* first: an eg_observer * is an eg_following * */
    eg_prepared *of;
    const eg_simulate_options *o; /* of this run */
    eg_diagnostics *d;
    eg_network *network;
    eg_engine *engine;
    eg_variation v;
    eg_crossing c;
    eg_measures m;
    eg_teller teller;
    double *y, *yp;
    double *s, *rate;       /* (directions x n) of a point inside a step */
    double *values, *along; /* (of), (of x by) of such a point */
    double *left;           /* (of x by) on the left of the events at `left_at` */
    double left_at;         /* [s] NAN: there have been none at which the run may end */
    double stop;            /* [s] from the origin on */
    bool ends_anywhere;     /* an event may end it */
    double begun;           /* [s] */
    double reached;         /* [s] the end of the last step, or the instant of the last event behind it */
    eg_engine *passed;      /* the engine of the last step; NULL: there has been none */
    double *instants,
        *moves; /* (crossings), (crossings x by): when, from the origin on, and by what it moves */
    size_t crossings, instant_capacity, move_capacity;
    eg_trajectory *told;          /* the events of the model as it was read; NULL: not looked for */
    eg_prepared_samples *samples; /* (sample_count) or NULL */
    size_t sample_count;
    size_t *next;        /* (sample_count) the first of each that is to come */
    eg_trajectory *rows; /* values and derivatives over time; NULL: nobody asks */
    bool ends_early;     /* where all samples are known */
};

/* Makes the run. EG_OK, EG_ERROR_MODEL, EG_ERROR_SIMULATION, EG_ERROR_MEMORY; release it in any case. */
eg_status eg_following_run(eg_following *f, eg_prepared *p, const eg_simulate_options *o, eg_diagnostics *d);
void eg_following_release(eg_following *f);
/* Its beginning alone: network, y and y' at the start, engine; the system follows a direction for each
 * parameter. */
eg_status eg_following_begin(eg_following *f, eg_prepared *p, const eg_simulate_options *o,
                             eg_diagnostics *d);
/* What a callback of the facet, or of what stands on it, answers at t, as a status that is reported. */
int eg_following_answered(eg_following *f, double t, int status);
/* Does the model remember numbers of its events? */
bool eg_following_has_memory(const eg_model *m);
/* At the end: tells the measures which events there have been, and takes what all expressions come to into
 * values and along. */
eg_status eg_following_finish(eg_following *f);
/* When the events happen that fit, and by what these instants move. */
eg_status eg_following_events(eg_following *f, eg_prepared_events *events);
/* Has direction k no derivative at t? */
bool eg_following_is_lost(const eg_following *f, size_t k, double t);
/* What is known of the derivative of expression q by parameter k, at the end; words are the arena's. */
eg_sensitivity_item eg_following_judge(eg_following *f, size_t q, size_t k, eg_arena *words);

/* Its parts: why there is no derivative behind an event; are two derivatives by a parameter of that value
 * others, or the same but for the run's errors; the item where an event falls at t, which moves by dt, and
 * `before` is the derivative on its left; where another instant has the same extreme, but the derivative
 * `other`. */
const char *eg_following_why(eg_following *f, const eg_doubt *doubt, eg_arena *words);
bool eg_following_is_other(const eg_following *f, double a, double b, double value, double parameter);
void eg_following_split_by_event(const eg_following *f, double t, double dt, eg_sensitivity_item *item,
                                 double before, eg_arena *words);
void eg_following_split_by_extreme(const eg_following *f, const eg_measured *tie, eg_sensitivity_item *item,
                                   double other, eg_arena *words);

#endif
