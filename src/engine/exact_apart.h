/* What exact_march.c and exact_closed.c share: a run of the engine exact in pieces. */
#ifndef EG_ENGINE_EXACT_APART_H
#define EG_ENGINE_EXACT_APART_H

#include "base/dd.h"
#include "engine/engine.h"
#include "engine/exact_long.h"
#include "engine/exact_motion.h"
#include "engine/queue.h"

enum { EG_APART_ORDER = 24, EG_APART_SPEEDS = EG_APART_ORDER + 1, EG_APART_DISTANCES = EG_APART_ORDER + 2 };
typedef struct eg_apart_body {
    double begin, length;  /* of its step */
    int degree;            /* of v in the part of the step */
    int cluster, next;     /* the number of its cluster, and a ring of its bodies */
    int load, loads;       /* first one, count */
    double noise;          /* round-off of v at the beginning of the step */
    int push_degree;       /* of the outer force in the part of the step; -1: there is none */
    bool is_pushed_evenly; /* by constants only */
    int mark;              /* of the renewal that it has been seen in */
    /* Of the body that leads a cluster: its steps since the last event, when it tries a long one next,
     * and how long that is to be (0: not known). */
    long calm, next_try;
    double long_length;
    /* Of a body that elements tie to nothing that moves: the number of its motion, or -1; has it one in
     * closed form in this step, in the place of the polynomial? */
    int motion;
    bool is_closed;
    double spent, moved, square; /* time up to now, way, integral of v^2 (NAN: not known) */
} eg_apart_body;

typedef struct eg_apart_item {
    double begin, length, noise; /* round-off of s at the beginning of the step */
    int degree;                  /* of s */
    int which;                   /* function that falls */
    int mark, advanced;
    bool is_active, is_closed;
    double fall; /* of an element whose body's motion is in closed form: the time to it [s] */
} eg_apart_item;

typedef struct eg_apart {
    eg_event_sink sink; /* first */
    eg_system *system;
    const eg_local *model;
    const eg_march_options *options;
    eg_observer *observer;
    eg_march_result *result;
    eg_counters *counters;
    double *y, *yp;
    eg_apart_body *bodies;
    eg_apart_item *items;
    eg_local_law *laws; /* (elements) */
    double *v;          /* (bodies x EG_APART_SPEEDS) */
    double *s;          /* (items x EG_APART_DISTANCES) */
    eg_motion *motions; /* of bodies that may have one */
    double *push; /* (loads x EG_APART_SPEEDS) outer force of the body's first load: all of them together */
    bool *concerned; /* (bodies) rows show them */
    bool *unknowns;  /* (2 (bodies - 1)) rows look at them */
    int *seen;       /* (bodies) of which rows look at something */
    int seen_count;
    eg_queue queue; /* elements, then clusters */
    int *changed;   /* (bodies) advanced at this instant */
    int changed_count;
    int *members, *inside; /* (bodies), (elements) of the cluster in work, and its active ones */
    int *due;              /* (elements + bodies) what the queue has for this instant: elements, clusters */
    int member_count, inside_count, due_count;
    double *force, *weight, *stiff, *damped; /* (bodies) */
    eg_long *long_steps;
    eg_long_element stiff_elements[2 * EG_LONG_BODIES];
    eg_dd work[EG_POWER_COUNT];
    int epoch;
    double time, horizon;
    double time_event; /* the next one */
    double grid_index, last_instant, last_row;
    double mark;
    long since_mark;
    const char *heard;
    bool stopped;     /* as asked */
    double tolerance; /* of an engine that could go on; 0: there is none */
    double fastest;   /* that a body has been at an event or the end of a step [m/s] */
    bool left;        /* to that engine */
    eg_status status;
} eg_apart;

static inline double *eg_apart_speed(const eg_apart *a, int b)
{
    return a->v + (size_t)b * EG_APART_SPEEDS;
}

static inline double *eg_apart_distance(const eg_apart *a, int i)
{
    return a->s + (size_t)i * EG_APART_DISTANCES;
}

/* exact_march.c: a step of the cluster in work is made; its length makes the outer force one by powers of the
 * part of it; work is done. */
void eg_apart_settle(eg_apart *a, double length, int degree);
void eg_apart_scale_load(eg_apart *a, int b, double length);
void eg_apart_add_work(eg_apart *a, int power, double work);

/* The end that moves of an item of a body that is tied to nothing else that does. */
static inline int eg_apart_mover(const eg_local_item *of)
{
    return of->body[0] > 0 ? 0 : 1;
}

/* exact_closed.c. Finds the bodies that may move in closed form; false when out of memory. */
bool eg_apart_find_alone(eg_apart *a);
/* One step to the horizon, `longest` away, of the cluster in work, if it is a body between springs and
 * dampers to what does not move, under a constant force. False: it is not, and nothing has changed. */
bool eg_apart_step_closed(eg_apart *a, double longest);
/* Such a body, then its items, up to now: their values and works. */
void eg_apart_advance_closed_body(eg_apart *a, int b);
void eg_apart_advance_closed_item(eg_apart *a, int i);

#endif
