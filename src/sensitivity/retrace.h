/* A run that is to be gone through backward: first from its start to its end, from checkpoint to checkpoint,
 * then part by part again, with a record of what there is. */
#ifndef EG_SENSITIVITY_RETRACE_H
#define EG_SENSITIVITY_RETRACE_H

#include "sensitivity/checkpoint.h"
#include "sensitivity/follow.h"

/* An event behind which something may have no derivative: the motion only touches the edge of a function; or
 * two things that move differently decide when it is. */
typedef struct eg_retraced_doubt {
    eg_doubt doubt;
    eg_moved_by one, other; /* the first one where there is one alone */
} eg_retraced_doubt;

typedef struct eg_retrace {
    eg_observer observer; /* first: an eg_observer * is an eg_retrace * */
    eg_following *r;      /* with its variation of no directions, its crossing, its measures */
    eg_checkpoints points;
    double *y, *yp; /* (n) where the run has come to */
    double end;     /* [s] of the run */
    double deadline;
    long steps, most;    /* of this part */
    long all;            /* of the run so far */
    bool is_stopped;     /* as asked */
    size_t crossings;    /* so far */
    size_t directions;   /* of events that act: parameters, memories, unknowns, the instant */
    size_t memories;     /* numbers that are remembered */
    bool acts, is_again; /* what has been is made again */
    bool is_recorded;    /* a record is made: */
    eg_record record;
    size_t recorded;          /* of the part from that checkpoint on */
    eg_recorded_event *event; /* at hand */
    double *dt, *dy;          /* (directions), (directions x n) */
    eg_moved_by mover;        /* of the last event */
    bool changes;             /* one at its instant has changed the motion, moved by: */
    eg_moved_by change;
    eg_moved_by *ties; /* (items of the measures) of the event at which one is that looks at an instant */
    bool *apart;       /* (by) time events at hand go apart along that parameter, */
    bool goes_apart;   /* where there are some */
    bool *was_differential; /* (n) on the left of the event */
    eg_doubt *splits;       /* (by) the first such event that changes the motion */
    size_t sure;            /* doubts that stay, whatever the event at hand does */
    eg_retraced_doubt *doubts;
    size_t doubt_count, doubt_capacity;
} eg_retrace;

/* Makes the run, from where r->network is, at y, y': r->network and r->engine become others. Its checkpoints
 * and doubts, and what the measures see. Reported; release it in any case. */
eg_status eg_retrace_run(eg_retrace *x, eg_following *r);
/* Makes part number k again, if there is no record of it yet. Reported. */
eg_status eg_retrace_part(eg_retrace *x, size_t k);
/* r->network becomes that of a state, which follows the directions of the one before or none; y and y' of it,
 * if they are wanted. */
eg_status eg_retrace_network(eg_retrace *x, const eg_state *state, double *y, double *yp,
                             bool keeps_directions);
/* r->network follows each parameter, each number that is remembered, and `more` directions. Reported. */
eg_status eg_retrace_directions(eg_retrace *x, size_t more);
void eg_retrace_release(eg_retrace *x);

#endif
