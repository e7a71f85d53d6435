/* Expressions over what a run shows: "ball.m*ball.v^2/2", "max(abs(stop.f))", "max(a.s) - min(a.s)". They
 * are Modelica's expressions, read and carried out by what reads the equations of models, with the run's
 * variables for names and a few functions more, each of a single number, that look at all of the run:
 * reductions; and what the run's events come to (event_calls.h) is one, too. */
#ifndef EG_MODELICA_EXPRESSION_H
#define EG_MODELICA_EXPRESSION_H

#include "base/arena.h"
#include "base/names.h"
#include "base/report.h"
#include "base/tape.h"
#include "component/class.h"
#include "modelica/event_calls.h"

/* What an expression may name. */
typedef struct eg_result_name {
    const char *name; /* "ball.s" */
    const char *unit; /* "" or NULL: none */
    eg_type type;
    long column; /* where its values are, for whoever made the list */
} eg_result_name;

typedef struct eg_result_names {
    const char *owner; /* what has these names, for messages: the model's name */
    eg_arena *arena;   /* holds the texts that are no one else's */
    eg_names *index;
    eg_result_name *items;
    size_t count, capacity;
    bool tells_events; /* of a run in the making: its events may be asked for */
} eg_result_names;

bool eg_result_names_init(eg_result_names *names, const char *owner); /* false: out of memory */
void eg_result_names_release(eg_result_names *names);
/* The name is copied, the unit is not; of one that stands there already the first stays. 0, -1 out of memory.
 */
int eg_result_names_add(eg_result_names *names, eg_result_name name);

#define EG_REDUCTION_LIST(X)                                                                                 \
    X(FIRST, "first")       /* at the start */                                                               \
    X(LAST, "last")         /* at the end */                                                                 \
    X(MINIMUM, "min")       /* the least value */                                                            \
    X(MAXIMUM, "max")       /* the greatest */                                                               \
    X(INTEGRAL, "integral") /* over time */                                                                  \
    X(MEAN, "mean")         /* that divided by the time it took */                                           \
    X(RMS, "rms")           /* the root of the mean of the square */                                         \
    X(AT, "at")             /* at a time, at(x, 0.5); NAN where the run does not come to it */

typedef enum eg_reduction_kind {
#define EG_REDUCTION_NAME(name, text) EG_REDUCE_##name,
    EG_REDUCTION_LIST(EG_REDUCTION_NAME)
#undef EG_REDUCTION_NAME
        EG_REDUCTION_KINDS,
    EG_REDUCE_EVENT /* of no number: what events come to */
} eg_reduction_kind;

typedef struct eg_reduction {
    eg_reduction_kind kind;
    int node;         /* instruction of the tape: what is reduced; of EG_REDUCE_EVENT any */
    double time;      /* [s] of EG_REDUCE_AT */
    eg_event_ask ask; /* of EG_REDUCE_EVENT */
} eg_reduction;

/* Inputs of the tape are time, then the columns, then what the reductions come to. */
typedef struct eg_expression {
    eg_arena *arena;
    const char *text;
    const char *unit; /* "" where it has none, or none that is known */
    eg_tape tape;
    int root;      /* instruction */
    long *columns; /* (column_count) */
    int column_count;
    eg_reduction *reductions;
    int reduction_count;
    long plain; /* the column that is all of it; -1: it is more than that */
} eg_expression;

/* Reads one. `option` is what messages call the text's place: "--get". *e is all zero unless EG_OK;
 * EG_ERROR_MODEL (reported), EG_ERROR_MEMORY. */
eg_status eg_expression_read(const char *text, const char *option, const eg_result_names *names,
                             eg_diagnostics *diagnostics, eg_expression *e);
void eg_expression_release(eg_expression *e); /* accepts one that is all zero */
/* Room that a tape needs while it is carried out: inputs, then instructions. */
size_t eg_expression_room(const eg_expression *e);
/* The tape at an instant; outcomes (reduction_count) are what the reductions have come to, or NULL: not
 * known yet. `columns` are whatever the list of names counts. v: the room; answers the instructions' values,
 * which stand in it. */
const double *eg_expression_run(const eg_expression *e, double time, const double *columns,
                                const double *outcomes, double *v);

#endif
