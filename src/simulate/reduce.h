/* What the files share that take a run's readout as it goes by (readout.h): reducer.c sees it and adds up
 * what is integrated, extremes.c looks for least and greatest values. */
#ifndef EG_SIMULATE_REDUCE_H
#define EG_SIMULATE_REDUCE_H

#include "simulate/readout.h"

#include <math.h>

enum { EG_SAMPLES = 9 }; /* of a step, at most */

/* The absolute time that engines count as t. */
static inline double eg_reducer_clock(const eg_reducer *x, double t)
{
    return x->network->base.origin + t;
}

static inline bool eg_is_extreme(eg_reduction_kind kind)
{
    return kind == EG_REDUCE_MINIMUM || kind == EG_REDUCE_MAXIMUM;
}

static inline double eg_reduction_better(eg_reduction_kind kind, double a, double b)
{
    return kind == EG_REDUCE_MINIMUM ? fmin(a, b) : fmax(a, b);
}

/* All items at a part of the last step: values[item_count]; what has been found takes them in. 0, or
 * negative: a value is no number (reported). */
int eg_reducer_look(eg_reducer *x, eg_engine *e, double part, double *values);
void eg_reducer_take(eg_reducer *x, const double *values);

/* Takes in what has been seen of a point, if that is still to be done. */
void eg_reducer_take_seen(eg_reducer *x);

/* extremes.c: least and greatest values in the last step up to its part `to`; and in a whole window of
 * pieces. Answers as eg_reducer_look. */
int eg_reducer_search(eg_reducer *x, eg_engine *e, double to);
int eg_reducer_search_window(eg_reducer *x, eg_engine *e);
/* Of what a glance sees, for runs of models of its structure. False: out of memory; release it in any case.
 */
bool eg_reducer_make_reach(eg_reducer *x);
void eg_reducer_release_reach(eg_reducer *x);
/* A run of another model begins. */
void eg_reducer_forget_sums(eg_reducer *x);
/* A window may begin at y, where the columns are those that a glance has filled in. */
void eg_reducer_note_sums(eg_reducer *x, const double *y);

#endif
