/* A run that can be gone through backward: points from which it can be made again, bit for bit, and the
 * steps and events of one part of it.
 *
 * At a checkpoint the run begins anew from its own state, with a network and an engine of its own, so that
 * whatever comes behind it follows from the checkpoint alone. Parts become longer one after the other, so
 * that both the number of checkpoints and the steps of a part grow with the root of the number of steps. A
 * run of no more than a few hundred steps is one part: its bits are those of an ordinary run. */
#ifndef EG_SENSITIVITY_CHECKPOINT_H
#define EG_SENSITIVITY_CHECKPOINT_H

#include "engine/engine.h"
#include "simulate/state.h"

typedef struct eg_checkpoint {
    eg_state *state;
    double t;        /* [s] from the origin on */
    double instant;  /* [s] of the last event before it; NAN: there has been none */
    size_t events;   /* crossed before it */
    double *bounds;  /* (2 x switches) the largest value and rate of each function so far */
    long steps;      /* from it to the next one, once they have been made */
    bool is_the_end; /* nothing follows but what the model does when terminal() */
} eg_checkpoint;

typedef struct eg_checkpoints {
    eg_checkpoint *items;
    size_t count, capacity;
} eg_checkpoints;

/* Takes over state and bounds. False: out of memory; they are released. */
bool eg_checkpoints_add(eg_checkpoints *c, eg_checkpoint item);
void eg_checkpoints_release(eg_checkpoints *c);
/* How many steps there are to be from checkpoint number k to the next one. */
static inline long eg_checkpoint_steps(size_t k)
{
    return 256 + 16 * (long)k;
}

/* What there was, one after the other: a step, or an event. */
typedef struct eg_recorded_step {
    double t0, t1, until; /* [s] of the step, and where it has ended; */
    double end;           /* which is after that part of it */
    eg_stretch stretch;
    int nodes;
    size_t first; /* of its numbers (nodes x n): y at Chebyshev's nodes of that part */
} eg_recorded_step;

/* What an event moves by. */
typedef struct eg_moved_by {
    size_t crossing; /* at which that is: number among those of the run */
    int function;    /* the one that falls through 0 there; or: */
    double rate;     /* with which it does so [1/s] */
} eg_moved_by;
enum { EG_MOVED_BY_TIME = -1, EG_MOVED_BY_NOTHING = -2 };

typedef struct eg_recorded_event {
    double t;
    size_t number;      /* of the crossing */
    size_t first;       /* of its numbers: y and y' on the left, and on the right, (n) each */
    eg_state *state;    /* behind it */
    eg_moved_by mover;  /* which may be at a crossing before, at the same instant */
    bool is_plain;      /* it ends a mode, and the motion goes on as it is, by all the same unknowns */
    bool is_due;        /* there is a time event, whose numbers begin with: */
    size_t moves, jump; /* of `moves` how it moves, of `jump` what an event that acts does to all there is */
} eg_recorded_event;

typedef struct eg_record {
    size_t n;
    struct eg_recorded {
        bool is_event;
        eg_recorded_step step;
        eg_recorded_event event;
    } * items;
    size_t count, capacity;
    double *numbers;
    size_t number_count, number_capacity;
} eg_record;

void eg_record_clear(eg_record *r);
void eg_record_release(eg_record *r);
/* The engine's last step, up to t. 0, or negative: out of memory. */
int eg_record_step(eg_record *r, eg_engine *engine, double t);
/* Room for so many numbers more; where they begin is *first. NULL: out of memory. */
double *eg_record_numbers(eg_record *r, size_t count, size_t *first);
/* A new event, all zero; NULL: out of memory. It is the record's until the next item. */
eg_recorded_event *eg_record_event(eg_record *r);

/* A step as an engine that knows no more than its times and its dense output; the record's. */
typedef struct eg_playback {
    eg_engine engine; /* first: an eg_engine * is an eg_playback * */
    const double *y;
    int nodes;
    size_t n;
    double end;
} eg_playback;

eg_playback eg_record_play(const eg_record *r, const eg_recorded_step *step);

#endif
