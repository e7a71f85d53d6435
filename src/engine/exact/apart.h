/* A run of the engine exact in pieces, and what the files share that make it: march.c goes from event to
 * event, renew.c makes anew what has changed, step.c and series.c make steps of clusters, falls.c and far.c
 * find what ends them, advance.c carries them out; closed.c has all that for bodies whose motion is known in
 * closed form; rows.c makes rows, course.c stops at points, room.c has the memory, ahead.c fetches it. */
#ifndef EG_ENGINE_EXACT_APART_H
#define EG_ENGINE_EXACT_APART_H

#include "base/dd.h"
#include "base/local.h"
#include "engine/course.h"
#include "engine/exact/long.h"
#include "engine/exact/closed_motion.h"
#include "engine/exact/queue.h"
#include "engine/pace.h"

#include <stddef.h>

enum { EG_APART_HEAD = 5 };         /* coefficients that are looked at before all others are: an odd number */
enum { EG_APART_FEW = 4 };          /* elements of a cluster whose relative speeds go by themselves */
enum { EG_APART_REACH = 2 };        /* rho h of a step by a series */
enum { EG_APART_POWER_ORDER = 23 }; /* of steps of clusters with laws of a power (power.c) */
enum { EG_APART_ORDER = 24, EG_APART_SPEEDS = EG_APART_ORDER + 1, EG_APART_DISTANCES = EG_APART_ORDER + 2 };
/* What an event takes from memory lies together: of a body first what its neighbours look at, then its speed,
 * of which the first coefficients are looked at most; last what only some models use. */
typedef struct eg_apart_body {
    double begin, length; /* of its step */
    eg_stretch stretch;   /* in which the step is even */
    double noise;         /* round-off of v at the beginning of the step */
    double most;          /* that the speed may be in the step [m/s], */
    double bend;          /* and may differ from that at its beginning */
    double tail;          /* the sizes of the coefficients of v from EG_APART_HEAD on, together */
    double rate;          /* of the step's series: how fast it changes, at most [1/s]; INFINITY: not known */
    double soonest;       /* of the one that leads a cluster: the next event of the elements that touch it, */
    int soonest_item;     /* as far as is known, and its element */
    int degree;           /* of v in the part of the step */
    int cluster, next;    /* the number of its cluster, and a ring of its bodies */
    int mark;             /* of the renewal that it has been seen in */
    int taken;            /* the same, of the event that it has been taken for */
    int slot;             /* among the bodies of the cluster in work */
    bool is_withdrawn;    /* the soonest event: later ones have to be looked for */
    bool is_closed;       /* its motion is in closed form in this step, in the place of the polynomial */
    bool is_pushed_evenly;     /* by constants only */
    bool is_concerned;         /* rows show it */
    double v[EG_APART_SPEEDS]; /* by powers of the part of the step [m/s] */
    int load, loads;           /* first one, count */
    int push_degree;           /* of the outer force in the part of the step; -1: there is none */
    int motion;                /* its number, of a body that elements tie to nothing that moves; or -1 */
    int moved_in;              /* the instant that `moved` is of */
    double moved;              /* way up to now */
    double fast;               /* the most that its speed has been at ends of steps [m/s] */
    /* Of the body that leads a cluster: its steps since the last event, when it tries a long one next,
     * and how long that is to be (0: not known). */
    long calm, next_try;
    double long_length;
} eg_apart_body;

/* The motion in closed form of a body that may have one. */
typedef struct eg_apart_alone {
    eg_closed_motion motion;
    double fall;          /* the time to the first event of its elements [s], or INFINITY */
    double spent, square; /* time up to now, integral of v^2 (NAN: not known) */
} eg_apart_alone;

/* The same of an item: its law, then what all look at, then its distance. What laws of a power need is
 * its first line of memory. */
typedef struct eg_apart_item {
    eg_local_law law; /* of an element */
    eg_local_item of;
    double begin, length;
    eg_stretch stretch; /* in which the step is even */
    double noise;       /* round-off of s at the beginning of the step */
    double way;         /* of its ends in the step, at most; of a plain one since its law was read */
    double v_rel;       /* when its law was read */
    int degree;         /* of s */
    int which;          /* function that falls */
    int mark, advanced;
    int drag_degree; /* of the series of its drag in the step; -1: there is none */
    bool is_active, is_closed;
    bool is_chorded; /* its power is bounded by a chord in the step */
    bool is_plain;   /* no polynomial: s follows from what its ends move; s[1]: where its law was read */
    bool is_limited; /* an event after another one of its cluster is not looked for */
    double s[EG_APART_DISTANCES + 2]; /* by powers of the part of the step; 2: whole lines of memory */
    double power_noise;               /* how far its series of the power was off where the last step ended */
    double fall; /* of an element whose body's motion is in closed form: the time to it [s] */
} eg_apart_item;

/* A body of the cluster in work; sums over its elements. */
typedef struct eg_apart_bound {
    double *v;
    const double *push;
    int push_degree;
    double inverse_mass, force, weight, stiff, damped, rate;
    double rest; /* what rounding has left out of `force` */
} eg_apart_bound;

/* An active element of it, between the bodies of those numbers. */
typedef struct eg_apart_tie {
    double *s;
    eg_apart_bound *end[2];
    int element, slot[2];
    double factor[2], f, f_s, f_v;
    double push;  /* of a law of a power: d2s/dt2 by its power, */
    double stiff; /* and how its force answers to the distance, no less than 0 [N/m] */
    int first;    /* coefficient of its depth that is not 0; -1: not known yet, -2: none */
} eg_apart_tie;

/* What of the next event is fetched, in this order (ahead.c). */
typedef enum eg_apart_part_ahead {
    EG_APART_AHEAD_QUEUE,
    EG_APART_AHEAD_ELEMENT,
    EG_APART_AHEAD_BODIES,
    EG_APART_AHEAD_CLUSTERS,
    EG_APART_AHEAD_NEIGHBOURS
} eg_apart_part_ahead;

typedef enum eg_apart_coming { EG_APART_AT_END, EG_APART_LOCAL, EG_APART_COMMON } eg_apart_coming;

/* What has passed of what the observer is concerned with, as steps of an engine (window.c). */
typedef struct eg_apart_window {
    eg_engine base; /* first */
    struct eg_apart *of;
} eg_apart_window;

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
    void *lines; /* the memory of both, which begin where lines of it do, */
    size_t lines_size;
    double *powers, *drags; /* (elements x EG_APART_SPEEDS) where laws are of a power */
    double *force_series, *rate_series,
        *depth_series; /* (bodies and ties of the cluster x EG_APART_SPEEDS) */
    size_t force_room, rate_room, depth_room;
    eg_apart_alone *alone; /* motions of bodies that may have one */
    double *push; /* (loads x EG_APART_SPEEDS) outer force of the body's first load: all of them together */
    double load_unit; /* [s] of time, in which it is read at the step at hand */
    bool *unknowns;   /* (2 (bodies - 1)) rows look at them */
    int *column;      /* (2 (bodies - 1)) the place of each among those */
    int *seen;        /* (bodies) of which rows look at something */
    int seen_count;
    double *row_times, *row_values; /* of points that the observer takes at once */
    eg_queue queue;                 /* elements, then clusters */
    bool is_large;                  /* more than caches hold: what comes is fetched ahead, */
    int expected;                   /* of this entry of the queue (ahead.c) */
    int *changed;                   /* (bodies) advanced at this instant */
    int changed_count;
    int *members, *inside; /* (bodies), (elements) of the cluster in work, and its active ones */
    int *due;              /* (elements + bodies) what the queue has for this instant: elements, clusters */
    int member_count, inside_count, due_count;
    eg_apart_bound *bound_bodies; /* of the cluster in work, number 0 being what does not move */
    eg_apart_tie *ties;
    size_t bound_room, tie_room;
    double least_momentum; /* to which one is to be known [kg.m/s] */
    bool sums_exactly;     /* rounding of the cluster's forces, for all of the run, is more than that */
    double light[EG_APART_FEW][EG_APART_FEW], rates[EG_APART_FEW][EG_APART_SPEEDS],
        pushes[EG_APART_FEW][EG_APART_SPEEDS]; /* of few ties (series.c) */
    double still[EG_APART_SPEEDS];             /* the speed of number 0 */
    eg_long *long_steps;                       /* NULL: none has been tried */
    eg_dd work[EG_POWER_COUNT];
    int epoch;
    double time, horizon;
    double time_event; /* the next one */
    double grid_index, last_instant, last_row;
    bool by_points;         /* no grid: points that are asked for one after the other */
    eg_course course;       /* of such a run */
    eg_apart_coming coming; /* what comes next, */
    double next;            /* when, */
    bool has_row;           /* and do rows show it? */
    bool is_seen;           /* it changes what the observer is concerned with, be it the end of a step */
    eg_apart_window window; /* the last one */
    bool is_at_end;         /* of the span */
    double mark;
    long since_mark;
    int apart_now; /* events at this instant, but for the first */
    const char *heard;
    /* the k-th roots of `accuracy`, k > 0 */
    double accuracy_root[2 * EG_APART_POWER_ORDER + 1];
    bool is_withdrawn; /* an event of some cluster that has not changed itself */
    bool stopped;      /* as asked */
    double tolerance;  /* of an engine that could go on; 0: there is none */
    double dearer;     /* a step of that engine, in steps of one body by powers */
    double accuracy;   /* of steps of clusters with laws of a power */
    double wasted;     /* such steps of one body that only stability has kept short, */
    int wasteful;      /* the cluster that made the last of them (0: others have followed), */
    long doubtful;     /* and instants of events that such steps have run into */
    double fastest;    /* that a body has been at an event or the end of a step [m/s] */
    bool left;         /* to that engine */
    bool has_warned;   /* that another one would do better */
    long scheduled;    /* events that all begin anew at: a source's, mostly */
    eg_pace pace;
    eg_status status;
} eg_apart;

/* Where the run is to come to, as far as it is known. */
static inline double eg_apart_aim(const eg_apart *a)
{
    const double stop = a->options->stop_time;
    return a->by_points && a->course.target < stop ? a->course.target : stop;
}

/* Takes a force from the sum of what pushes a body. Those that cancel may round to more than all others come
 * to; what an element takes from one body it gives to another, and so it has to stay. */
static inline void eg_apart_take_force(eg_apart_bound *p, double force)
{
    const eg_dd sum = eg_dd_two_sum(p->force, -force);
    p->force = sum.hi;
    p->rest += sum.lo;
}

static inline double *eg_apart_speed(const eg_apart *a, int b)
{
    return a->bodies[b].v;
}

static inline double *eg_apart_distance(const eg_apart *a, int i)
{
    return a->items[i].s;
}

/* Does the item's next event change no motion, but only its own mode? */
static inline bool eg_apart_is_quiet(const eg_apart_item *p)
{
    return !p->is_active && !p->is_closed && (p->law.quiet >> p->which & 1U);
}

/* From when on what an end of a plain item has moved is not in its distance. */
static inline double eg_apart_pending_from(const eg_apart_item *p, const eg_apart_body *end)
{
    return p->begin > end->begin ? p->begin : end->begin;
}

/* The part of a step that has passed at t, and the time at a part of it. */
static inline double eg_apart_part(const eg_stretch *s, double t, double begin, double length)
{
    if (s->power <= 1)
        return length > 0 ? (t - begin) / length : 0;
    return eg_stretch_part(s, t - begin);
}

static inline double eg_apart_time(const eg_stretch *s, double x, double begin, double length)
{
    if (s->power <= 1)
        return begin + x * length;
    return begin + eg_stretch_passed(s, x);
}

enum { EG_APART_PACE = 4 };
/* dt/dx [s] by powers of the part x of a step: the answer is its degree. */
int eg_apart_pace(const eg_stretch *s, double length, double pace[EG_APART_PACE]);

/* march.c. Reported, but for lack of memory. */
void eg_apart_fail(eg_apart *a, eg_status status);
void eg_apart_not_finite(eg_apart *a, int b);
/* Body b cannot be followed by numbers of this size: the run is left to another engine, or ends
 * (reported). */
void eg_apart_give_up(eg_apart *a, int b);
/* The same where no engine could: the run ends. */
void eg_apart_stop_at_sizes(eg_apart *a, int b);
/* A contact of body b begins that is over within the round-off of time: the run ends (reported). */
void eg_apart_stop_at_touch(eg_apart *a, int b, double lasts);
/* Begins; what comes next, and when; to it: what it concerns is brought there; and it happens. A source that
 * changes its law, or something else that all follow. To the end of the span, or leaves off where it is; and
 * the last row. */
void eg_apart_set_out(eg_apart *a);
bool eg_apart_goes_on(const eg_apart *a);
void eg_apart_look_for_next(eg_apart *a);
void eg_apart_come(eg_apart *a);
void eg_apart_happen(eg_apart *a);
void eg_apart_common_event(eg_apart *a);
void eg_apart_arrive(eg_apart *a);
void eg_apart_finish(eg_apart *a);
void eg_apart_tell_works(const eg_apart *a, eg_march_result *result);

/* renew.c. Begins an instant at which so many entries of the queue are due; all up to it; new clusters,
 * series, roots for all that has changed. */
void eg_apart_begin(eg_apart *a, double t, int due);
void eg_apart_advance_all(eg_apart *a);
void eg_apart_renew(eg_apart *a);

/* ahead.c. Part after part of what the next event takes is fetched from memory. */
void eg_apart_fetch_ahead(eg_apart *a, eg_apart_part_ahead part);
static inline void eg_apart_look_further(eg_apart *a, eg_apart_part_ahead part)
{
    if (a->is_large)
        eg_apart_fetch_ahead(a, part);
}

/* rows.c. All unknowns in y, or those that rows look at; one of the observer's rows, of what y holds. */
void eg_apart_fill_all(eg_apart *a, double t);
void eg_apart_fill_row(eg_apart *a, double t);
void eg_apart_show(eg_apart *a, int (*row)(eg_observer *, double, const double *, const double *), double t);
void eg_apart_answer(eg_apart *a, int answer); /* what an observer answered */
bool eg_apart_derive(eg_apart *a, double t);
/* The row of t; those of grid points before t, or at t where nothing happens then; and none of a point
 * now. */
void eg_apart_store(eg_apart *a, double t);
void eg_apart_store_grid(eg_apart *a, double t, bool happens);
void eg_apart_pass_grid(eg_apart *a);
/* Is there a point of the grid at t? */
bool eg_apart_is_point(const eg_apart *a, double t);

/* window.c. For an observer of steps: the run begins now; what has been since the last window, up to an
 * instant at which nothing of what it looks at has changed as yet. Before it is: are there so few parts up to
 * then that they can be looked at? False: the run is left to another engine, or ends (reported). */
void eg_apart_begin_windows(eg_apart *a);
bool eg_apart_has_windows_to(eg_apart *a, double until);
void eg_apart_show_windows(eg_apart *a, double until);

/* room.c. NULL: out of memory (reported). */
struct eg_exact_task;
eg_apart *eg_apart_make(const struct eg_exact_task *task, double *y, double *yp, eg_march_result *result);
void eg_apart_release(eg_apart *a);

/* advance.c. Values now or inside steps; the unknowns of a body in y. */
double eg_apart_body_speed(const eg_apart *a, int b, double t);
double eg_apart_item_speed(const eg_apart *a, int i);
void eg_apart_fill(eg_apart *a, int b, double t, bool position, bool speed);
/* The same at t[count] of one step; NULL: not wanted. */
void eg_apart_fill_many(eg_apart *a, int b, int count, const double *t, double *position, double *speed);
/* Up to now: the value, and the work of what is lost. */
void eg_apart_advance_item(eg_apart *a, int i);
/* The whole cluster of a body up to now, unless it is among the changed already; work is done. Those at both
 * ends of an item. */
void eg_apart_advance_cluster(eg_apart *a, int b);
void eg_apart_advance_ends(eg_apart *a, int i);
void eg_apart_add_work(eg_apart *a, int power, double work);

/* The way of body b between two instants of its step, t0 <= t1. */
double eg_apart_way(const eg_apart *a, int b, double t0, double t1);

/* step.c. The law of an element, and of all elements that touch what has changed; one step of the cluster
 * that body b is in now. */
void eg_apart_read_law(eg_apart *a, int i);
void eg_apart_take_law(eg_apart *a, int i, double v_rel); /* that the caller has read at this instant */
void eg_apart_read_laws(eg_apart *a);
void eg_apart_step(eg_apart *a, int b);
/* A step of the cluster in work is made; its length makes the outer force one by powers of the part of it. */
void eg_apart_settle(eg_apart *a, double length, int degree);
void eg_apart_scale_load(eg_apart *a, int b, double length);

/* series.c. A step of the cluster in work, which is gathered and changes as fast as rho at most, and outer
 * forces as `grows`. */
void eg_apart_step_by_series(eg_apart *a, double rho, double grows, double longest);
/* How many terms a series takes for rho times the length of a step, EG_APART_REACH at most. */
int eg_apart_terms(double rho);

/* Has something changed at this instant, or does a step only follow another? */
bool eg_apart_is_event(const eg_apart *a);

/* stiff.c. A step of the cluster in work has been made, by a series; or one by powers, even in time, with
 * speeds measured against `scale`: would another engine do better? Then the run is left to it. */
void eg_apart_look_for_stiffness(eg_apart *a, double length);
void eg_apart_look_for_waste(eg_apart *a, double length, double scale);

/* power.c. A step of the cluster in work, which is gathered and has laws of a power. Derivatives of outer
 * forces grow by `grows` [1/s] from one to the next, at most. */
void eg_apart_step_by_powers(eg_apart *a, double longest, double grows);

/* mixed.c. When a function of item i falls whose ends go by different stretches, at `end` at most; INFINITY
 * when none does. */
double eg_apart_mixed_fall(eg_apart *a, int i, double end, int *which);

/* far.c. Does the item's force and its loss stay nothing, and do its functions clearly stay above 0 up to an
 * instant, as bounds of speeds tell? */
bool eg_apart_stays_far(const eg_apart *a, int i, double until);
bool eg_apart_stays_plain(eg_apart *a, int i); /* of a plain item of which an end has been advanced */

/* falls.c. Does the polynomial stay above 0 on [0, 1], as the least value of a cubic below it tells? */
bool eg_apart_stays_clear(const double *h, int degree);
/* The item's polynomial from now on, and its next event, as far as it comes before others of the
 * same clusters: only one event of a cluster happens, since it changes all that follows. */
void eg_apart_renew_item(eg_apart *a, int i);

/* The end that moves of an item of a body that is tied to nothing else that does. */
static inline int eg_apart_mover(const eg_local_item *of)
{
    return of->body[0] > 0 ? 0 : 1;
}

/* closed.c. Finds the bodies that may move in closed form; false when out of memory. */
bool eg_apart_find_alone(eg_apart *a);
/* One step to the horizon, `longest` away, of the cluster in work, if it is a body between springs and
 * dampers to what does not move, under a constant force. False: it is not, and nothing has changed. */
bool eg_apart_step_closed(eg_apart *a, double longest);
/* Such a body, then its items, up to now: their values and works. */
void eg_apart_advance_closed_body(eg_apart *a, int b);
void eg_apart_advance_closed_item(eg_apart *a, int i);

#endif
