/* States of models, and how a run begins: with the model's start, or with a state. */
#ifndef EG_SIMULATE_STATE_H
#define EG_SIMULATE_STATE_H

#include "base/arena.h"
#include "elastogap/state.h"
#include "network/network.h"
#include <stdint.h>

/* One array of a state. */
typedef struct eg_state_part {
    const char *name;
    bool is_real; /* else whole numbers */
    size_t count;
    double *reals;
    long *wholes;
} eg_state_part;

struct eg_state {
    eg_arena *arena; /* all of it */
    const char *model, *engine;
    uint64_t structure;   /* identifies the structure of the model */
    const char *unknowns; /* names of what y holds, each with a newline behind it; some have none */
    double time, interval, tolerance, step;
    double rows_from; /* where its rows are counted from [s] */
    eg_state_part *parts;
    size_t part_count;
};

/* The state of a network at the absolute time t, where y and y' are. NULL: out of memory. */
eg_state *eg_state_take(eg_network *s, double t, const double *y, const double *yp);
/* With numbers steps[count] that an engine would go on from as well. 0, or -1: out of memory. */
int eg_state_add_steps(eg_state *state, const double *steps, size_t count);
/* These, where the state is that of this model with its parameters; NULL: there are none. */
const double *eg_state_steps(const eg_state *state, const eg_model *model, size_t *count);
/* One more owner of the same state, which is const. */
eg_state *eg_state_copy(const eg_state *state);
/* Puts it into a network that has just been made. EG_OK; EG_ERROR_USAGE: it is that of another model, or
 * holds what no state does (reported); EG_ERROR_MEMORY, EG_ERROR_SIMULATION (reported). What differs in
 * parameters is warned about. */
eg_status eg_state_put(const eg_state *state, eg_network *s, double *y, double *yp);

/* Where a run begins: its inputs, span, modes, y and y'. As eg_system_ops.initialize, and as
 * eg_state_put. */
eg_status eg_simulate_begin(eg_network *s, const eg_simulate_options *o, double *y, double *yp);

/* state_file.c: for eg_state_from_text. */
enum { EG_STATE_MOST_PARTS = 64 };

#endif
