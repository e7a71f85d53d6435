/* What is asked for of a run: numbers that expressions over its variables come to, at its end or at some
 * other time, and over all of it (modelica/expression.h).
 *
 * A readout is read once for a model, and then const; a reducer is one run's, and sees it go by. Extremes
 * are looked for in every step, on the engine's dense output, at EG_SAMPLES points even in what the step is a
 * polynomial in, and where one of these lies above its neighbours, by successive parabolas around it.
 * Steps are so short that the solution is a polynomial of low degree to the tolerance, and what is smooth
 * of it has few turns. Where the engine `exact` goes cluster by cluster, a step is a window
 * (exact/window.c), of which more is known: extremes.c. Integrals are taken over every step by Lobatto's
 * rule and its extension by Kronrod, halved where they differ (Gander and Gautschi (2000), BIT 40, 84-101).
 * Both sides of events are ends of such steps. The engine `fixed` shows no steps: there the points of the run
 * are all there is, with lines between them. */
#ifndef EG_SIMULATE_READOUT_H
#define EG_SIMULATE_READOUT_H

#include "elastogap/simulate.h"
#include "engine/engine.h"
#include "modelica/expression.h"
#include "network/motion/glance.h"
#include "network/motion/observe.h"
#include "simulate/tally.h"

/* Where a parameter's value is, in the model of any run. */
typedef struct eg_readout_source {
    int instance;  /* -1: of the text itself */
    int parameter; /* index in its class, or among the declared ones */
    int element;   /* of a matrix; -1: it is a number */
} eg_readout_source;

typedef struct eg_readout {
    eg_expression *expressions;
    size_t count;
    int columns;                /* of the model; parameters stand behind them */
    eg_readout_source *sources; /* (source_count) of all parameters that have names */
    size_t source_count, source_capacity;
    bool *needed; /* (instances) whose own variables are asked for */
} eg_readout;

/* The names that expressions about runs of the model may use: variables by their columns, then parameters.
 * `sources` (NULL: not wanted) becomes the list of these. 0, -1 out of memory. */
int eg_model_result_names(const eg_model *m, eg_result_names *names, eg_readout *sources);
/* Reads the texts; `option` is what messages call them. Release it in any case. EG_ERROR_USAGE (reported),
 * EG_ERROR_MEMORY. */
eg_status eg_readout_read(eg_readout *r, const eg_model *m, const char *const *texts, size_t count,
                          const char *option, eg_diagnostics *d);
/* The same where events are told of the components of another model, which is the same one otherwise put. */
eg_status eg_readout_read_beside(eg_readout *r, const eg_model *m, const eg_model *told,
                                 const char *const *texts, size_t count, const char *option,
                                 eg_diagnostics *d);
/* Is there a component whose path fits the pattern (NULL: any)? Else that is reported. */
bool eg_readout_check_component(const eg_model *m, const char *pattern, eg_diagnostics *d);
/* The first question for events, or NULL. */
const eg_event_ask *eg_readout_asks(const eg_readout *r);
/* Reports that the engine `fixed` locates no events of such components. */
void eg_readout_refuse_fixed(const char *component, eg_diagnostics *d);
/* Is something asked for that a run's end does not tell? */
bool eg_readout_looks(const eg_readout *r);
void eg_readout_release(eg_readout *r);
/* How many numbers eg_expression_run needs as work for any of them. */
size_t eg_readout_room(const eg_readout *r);
/* The value of a parameter in a model. */
double eg_readout_source_value(const eg_model *m, const eg_readout_source *source);

/* A reduction on its way. */
typedef struct eg_reduced {
    size_t expression;
    int index; /* among its reductions */
    eg_reduction_kind kind;
    double value; /* so far; of integrals the sum, whose rounding is in */
    double rounding;
    double magnitude; /* of integrals: that of what is integrated, without its sign */
    double at;        /* [s] of EG_REDUCE_AT */
    bool is_open;     /* of extremes: it may be better in the time at hand than it has been so far, */
    bool is_left;     /* or in the window of which that is a part */
    eg_tally tally;   /* of EG_REDUCE_EVENT */
} eg_reduced;

/* How an expression's extremes are bounded. */
typedef struct eg_bounded {
    int *reach_of;    /* (columns) the one that each is among those of the glance; -1: a parameter */
    int *list, count; /* instructions that they follow from */
    bool has_edges;   /* abs() or such are among these */
} eg_bounded;

typedef struct eg_reducer {
    const eg_readout *of;
    double at;  /* [s] when other values are taken; NAN: at the end */
    bool looks; /* there are reductions of numbers, or `at`: it has to see the steps */
    bool has_events;
    bool has_extremes, has_integrals, has_times;
    eg_network *network;
    eg_view *view;
    eg_glance
        *glance; /* of points on the way, where it sees all that is asked for; NULL: the view is looked at */
    bool has_tried_glance;
    struct eg_seen_column *reach; /* (reach_count) columns that a glance sees (extremes.c); NULL: none */
    int reach_count;
    eg_bounded *bounded; /* (expressions) with their numbers: */
    int *bounded_numbers;
    eg_tape_interval *ranges; /* room of a tape */
    double seen_at;  /* [s] the columns are those of this instant, after its events; NAN: they are not, */
    bool is_untaken; /* and what they come to is still to be taken in */
    double
        passed_to; /* [s] the end of the last window, of which nothing has been seen since; NAN: some has */
    eg_reduced *items; /* (item_count) */
    size_t item_count;
    double *columns; /* (columns, then sources) at one point */
    double *taken;   /* the same at the time `at` */
    bool has_taken, has_begun, sees_steps;
    double begun, last; /* [s] the first time, and that of the last point */
    double *before;     /* (items) values at that */
    double *y, *yp;     /* (n) */
    double *room;       /* of the tapes */
    double *sample;     /* (EG_SAMPLES + 2) x items */
    int samples;        /* of the step in work */
    double *outcomes;   /* (reductions of one expression, at most) */
} eg_reducer;

/* EG_OK or EG_ERROR_MEMORY; release it in any case. The readout must outlive it. */
eg_status eg_reducer_init(eg_reducer *x, const eg_readout *of, double at, const eg_model *m);
void eg_reducer_release(eg_reducer *x);
/* A run begins, of a model of the same structure. False: out of memory. */
bool eg_reducer_begin(eg_reducer *x, eg_network *network);
/* Observers pass these on where it `looks`. 0, or negative: a value is no number (reported). */
int eg_reducer_point(eg_reducer *x, double t, const double *y, const double *yp);
int eg_reducer_passed(eg_reducer *x, eg_engine *e, double t);
/* Where it has_events: all events of the run. */
void eg_reducer_event(eg_reducer *x, double t, const char *component, const char *name);
/* What of a system made of pieces it has to do with (`concerns` in engine.h). */
void eg_reducer_concerns(eg_reducer *x, bool *bodies, bool *unknowns);
/* The run has ended at t: results[of->count]. 0, or negative (reported). */
int eg_reducer_end(eg_reducer *x, double t, const double *y, const double *yp, double *results);

/* A run of its own that nothing but the reducer, not yet begun, looks at: the one that eg_simulate makes
 * with these options is not changed by what is asked for. An ensemble's run of the model by itself is the
 * same to the bit. results[of->count]. Answers as eg_simulate; EG_OK also where `progress` has stopped it. */
eg_status eg_reducer_run(eg_reducer *x, const eg_model *model, const eg_simulate_options *options,
                         eg_diagnostics *diagnostics, double *results);

/* The same of rows, with lines between them; columns[i] of the expression is signal i of the trajectory, or
 * behind these constant i (eg_trajectory_result_names). NAN where there are no rows. 0, -1 out of memory. */
int eg_trajectory_result_names(const eg_trajectory *t, eg_result_names *names);
int eg_trajectory_reduce(const eg_trajectory *t, const eg_expression *e, double at, double *result);
/* Adds a signal of that name, whose values are those of the expression, which has no reductions, at all rows.
 * 0, -1 out of memory. */
int eg_trajectory_add_expression(eg_trajectory *t, const eg_expression *e, const char *name);

#endif
