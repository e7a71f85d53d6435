/* Engines advance a system in time, one step after the other; `march` drives any of them from event to
 * event. Both see only the system's callback table.
 *
 * An engine is one file that exports one const table. */
#ifndef EG_ENGINE_ENGINE_H
#define EG_ENGINE_ENGINE_H

#include "base/system.h"

typedef struct eg_engine eg_engine;
typedef struct eg_observer eg_observer;
typedef struct eg_march_options eg_march_options;
typedef struct eg_march_result eg_march_result;

typedef struct eg_counters {
    long steps, evaluations, jacobians, factorizations, newton_iterations, rejected_steps;
    /* Of engines that let clusters of bodies go on their own: clusters that came out of events, the sum of
     * their bodies, and the most that one had. */
    long clusters, cluster_bodies, largest_cluster;
} eg_counters;

/* Answer of `restart` and `step`: no memory for an engine that is made on the way (reported). */
enum { EG_ENGINE_OUT_OF_MEMORY = 2 };

/* What a sum over unknowns comes to in a while, but for a constant that stays the same in a step: no less
 * than low, no more than high, but for round-off of terms whose sizes are `size` together. */
typedef struct eg_sum_extent {
    double low, high, size;
    double start;  /* what it is to begin with */
    bool is_exact; /* these are its least and greatest values, and it has them at the ends or at: */
    int turns;
    double turn[2]; /* [s] */
} eg_sum_extent;

typedef struct eg_engine_ops {
    const char *name;
    const char *doc;   /* one line */
    int most_unknowns; /* of a system that it takes; 0: any */
    /* Does it take the system in the mode that this is in, at the consistent y? If not, `reason` says why, in
     * words that follow "because" and name a component; written like snprintf. NULL: it takes any. */
    bool (*takes)(eg_system *system, double t, const double *y, char *reason, size_t size);
    /* NULL when out of memory (reported). `tolerance` is the one the user asked for; the engine may
     * work tighter and says so in engine->tolerance. The member itself is NULL when this build lacks the
     * libraries that the engine stands on. */
    eg_engine *(*create)(eg_system *system, double tolerance);
    /* Forgets the past and begins anew at t with consistent y and y'. The system's modes, its set of
     * differential variables and its pattern may have changed. 0, EG_ENGINE_OUT_OF_MEMORY, or negative
     * (reported). */
    int (*restart)(eg_engine *engine, double t, const double *y, const double *yp);
    /* One step of the engine's own choosing, never beyond t_stop; afterwards engine->t0 < engine->t1
     * bound the step. 0, EG_ENGINE_OUT_OF_MEMORY, or negative: it failed (reported with time, reason and
     * variable). */
    int (*step)(eg_engine *engine, double t_stop);
    /* y and y' at any t of the last step, t0 <= t <= t1, from the engine's own polynomial; yp may be
     * NULL. */
    int (*dense)(eg_engine *engine, double t, double *y, double *yp);
    /* The range low[n] to high[n] of y since the beginning, against which errors are measured: the engine's
     * and the caller's widen each other. */
    void (*range)(eg_engine *engine, double *low, double *high);
    /* Takes a run over as a whole, if it can: what eg_march does, and *status what that answers. False: it
     * does not, or has only up to result->end_time, where it leaves y and y' consistent and result the sums
     * so far. NULL: never. */
    bool (*march)(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                  eg_observer *observer, eg_march_result *result, eg_status *status);
    /* The same as a course (course.h), whose caller asks for one point after the other. NULL: *status is
     * EG_OK where it does not, or tells what failed (reported). The member is NULL: never. */
    struct eg_course *(*course)(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                                eg_observer *observer, eg_march_result *result, eg_status *status);
    /* The run does not get on: the next restart is to be that of another engine. False: there is none. NULL:
     * never. */
    bool (*hand_over)(eg_engine *engine);
    /* Of the windows that an observer of pieces is shown (`passed`), else NULL. What a sum of so many terms
     * comes to from t0 to t1, within the window; closely: as near as can be told, else as is told at no cost.
     */
    void (*extent)(eg_engine *engine, const eg_summand *sum, int count, double t0, double t1, bool closely,
                   eg_sum_extent *out);
    /* The end, after t, of a part of the window in which what is a sum of place and speed of a body that
     * moves in closed form turns once at most; it may be beyond that of the window. */
    double (*part_end)(const eg_engine *engine, double t);
    void (*counters)(const eg_engine *engine, eg_counters *counters); /* adds up over restarts */
    void (*free)(eg_engine *engine);                                  /* accepts NULL */
} eg_engine_ops;

/* A step may be smooth in a variable that is not time: with sgn(x)|x|^power running evenly from that of
 * `begin` to that of `end`, t - t0 = sgn(x)|x|^power - sgn(begin)|begin|^power. Then the dense output is a
 * polynomial in x. A power of 0 or 1 is time itself. */
typedef struct eg_stretch {
    int power; /* 0 to 4 */
    double begin, end;
} eg_stretch;

/* sgn(x)|x|^power, its derivative and its inverse. */
double eg_stretch_raise(int power, double x);
double eg_stretch_slope(int power, double x);
double eg_stretch_root(int power, double t);
/* The time [s] in which `part` of the stretch passes, and its inverse, to round-off of themselves even where
 * that is next to nothing beside the time at `begin`. */
double eg_stretch_passed(const eg_stretch *s, double part);
double eg_stretch_part(const eg_stretch *s, double passed);

/* Every engine's own struct begins with this one. */
struct eg_engine {
    const eg_engine_ops *ops;
    eg_system *system;
    double tolerance; /* it works with */
    double t0, t1;    /* of the last step */
    double begun;     /* the time of the first restart: engines count from there */
    bool has_begun;
    int degree;         /* of the dense polynomial of y in the last step */
    eg_stretch stretch; /* of the last step */
    double span;        /* of the run, as far as it is known; else 0 [s] */
    bool is_apart;      /* it stands for pieces: dense makes what the observer looks at alone, and no y' */
    double next_fall;   /* from the beginning of a mode, as eg_engine_first_fall has it [s]; NAN: not known */
};

/* The time at the part `part` of the last step, from 0 to 1, even in what it is a polynomial in; and how
 * fast it passes there, dt/dpart [s]. */
double eg_engine_time(const eg_engine *engine, double part);
double eg_engine_pace(const eg_engine *engine, double part);
/* The part of the last step that has passed at t. */
double eg_engine_part(const eg_engine *engine, double t);

/* blur[n]: how far off y may be by what the engine allows itself, as the range tells that it has covered;
 * room for as many numbers. */
void eg_engine_blur(eg_engine *engine, double *blur, double *room);
/* The engine restarts at t. */
void eg_engine_begin(eg_engine *engine, double t);
/* So many ulp of the time that has passed since the engine began [s], and no less than 4 of time itself. */
double eg_engine_resolution(const eg_engine *engine, double ulps);
/* The first of x[n] that is not finite, or -1. (point.c) */
int eg_engine_unfit(const double *x, int n);
/* What a callback's answer, which is not 0, means at t: reports what could not be evaluated, and for which
 * unknown first of all (negative: not known), but for lack of memory. */
eg_status eg_engine_failed(eg_system *system, double t, int answer, const char *what, int unknown);
/* The unknown that is not finite, has no finite rate, or changes fastest beside its size; -1:
 * there is none. */
int eg_engine_suspect(const eg_system *system, const double *y, const double *yp);
/* Rounding hides unknown i in steps longer than `length`, beside what holds it hardest: reports that. Always
 * -1. */
int eg_engine_lost(eg_engine *engine, int i, double length);
/* The time in which the first of so many switching functions h above 0 falls at its present rate dh [s];
 * INFINITY: none does. */
double eg_engine_first_fall(int count, const double *h, const double *dh);
/* The length of a first step [s] from t1, where y and its rate are given: `length`, but no more than twice
 * the time in which the first switching function falls at its present rate. h, dh: room for the functions. */
double eg_engine_before_fall(const eg_engine *engine, const double *y, const double *rate, double *h,
                             double *dh, double length);

extern const eg_engine_ops eg_engine_ida;
extern const eg_engine_ops eg_engine_erk;
extern const eg_engine_ops eg_engine_irk;
extern const eg_engine_ops eg_engine_exact;
extern const eg_engine_ops eg_engine_fixed;
extern const eg_engine_ops eg_engine_auto;   /* the one of these that fits */
extern const eg_engine_ops eg_engine_direct; /* for models without unknowns */

/* What the engine `auto` has used so far, and why: static texts. */
const char *eg_auto_choice(const eg_engine *engine, const char **reason);

/* NULL-terminated; `auto` is not among them. */
extern const eg_engine_ops *const eg_engines[];
/* By name, or NULL. */
const eg_engine_ops *eg_engine_find(const char *name);
/* Would it run the system from the consistent point y at t, in the mode that this is in? If not, `reason`
 * says why, as `takes` does. */
bool eg_engine_runs(const eg_engine_ops *engine, eg_system *system, double t, const double *y, char *reason,
                    size_t size);
/* Is it for a system of so many unknowns? What is in the way is reported. */
bool eg_engine_takes(const eg_engine_ops *engine, int unknowns, eg_diagnostics *diagnostics);

/* ---------------------------------------------------------------- march */

/* Sees the run go by. Rows arrive in order of time. A negative answer stops the run. */
struct eg_observer {
    /* A point of the output grid, inside a mode. */
    int (*point)(eg_observer *o, double t, const double *y, const double *yp);
    /* The same where y' is not known yet, which the observer may find on its way with less work. 1: it does
     * not, and `point` is for it. May be NULL. */
    int (*point_alone)(eg_observer *o, double t, const double *y);
    /* Several points of one mode at once, at t[count], with y[k*stride + point] for the unknowns that it
     * looks at, in order. Answers how many it has taken, which may be fewer: the next one is for `point`. */
    int (*points)(eg_observer *o, int count, const double *t, const double *y, size_t stride);
    /* How many it takes at once, where it `concerns` itself with unknowns (0: none); */
    int most_points;
    /* and of a system in one piece, at present, all unknowns. NULL: none. */
    int (*gathers)(eg_observer *o);
    /* An event: `left` is called before any mode changes, then the sink hears what happened, then
     * `right`. fired[switch_count] then tells what ends its mode there; NULL: only what is due. */
    const bool *fired;
    int (*left)(eg_observer *o, double t, const double *y, const double *yp);
    int (*right)(eg_observer *o, double t, const double *y, const double *yp);
    /* After every step; nonzero stops the run as asked (EG_OK). May be NULL. */
    int (*progress)(eg_observer *o, double t);
    /* Of a system made of pieces (base/local.h): bodies[b]: do rows show anything that it has to do with?
     * Events that change no such body need no rows. unknowns[n]: which entries of y do they look at? The
     * others, and y', which follows from y, are not made then: yp is NULL. NULL: rows take all. */
    void (*concerns)(eg_observer *o, bool *bodies, bool *unknowns);
    /* A step up to its end, or to the event in it, at t, has become the past; its dense output still
     * stands. An observer that wants this sees the engine's own steps, one after the other: no engine with
     * steps of its own takes the run over, unless the observer `concerns` itself with parts of the system.
     * Then steps are windows, each a time in which nothing changes that it is concerned with; the engine is
     * one that knows no more than its times, its dense output, of the unknowns that the observer looks at,
     * and what sums of these come to. May be NULL. */
    int (*passed)(eg_observer *o, eg_engine *engine, double t);
    eg_event_sink sink;
    /* The point at next_aside [s], or by `fixed` the one at the end of the step there, beside the rows and
     * their steps, which it leaves as they are; with numbers memory[count] that the engine would have to go
     * on from beside y and y'. It says what the next one is: INFINITY, none. NULL: never. */
    int (*aside)(eg_observer *o, double t, const double *y, const double *yp, const double *memory,
                 size_t count);
    double next_aside;
};

/* Is a point aside due before `end`, or at it? */
static inline bool eg_has_aside(const eg_observer *o, double end, bool at_end)
{
    return o->aside && (at_end ? o->next_aside <= end : o->next_aside < end);
}

struct eg_march_options {
    double start_time, stop_time, interval;
    double step;                  /* of the engine `fixed` [s]; 0: its own choice */
    long max_events;              /* at one instant without progress */
    const struct eg_nodes *nodes; /* some that are made already, or NULL */
    bool without_work;            /* nobody asks for the works: they stay 0 */
    long max_steps;               /* of the run, before it is given up (pace.h); 0: as many as it takes */
    double time_limit;            /* by the clock [s]; 0: none */
    double deadline;              /* by the clock [s], where the limit counts from before; 0: it does not */
    bool has_rows_from;           /* rows of the grid are counted from rows_from, not from the start: */
    double rows_from;             /* [s] */
    bool goes_on;                 /* the stop is not the end of the run: nothing happens there */
    const double *memory; /* (memory_count) the start is a point aside, of a run of `fixed`, or NULL */
    size_t memory_count;
};

/* The first row of the grid is number 0 of these, at this time [s]; */
static inline double eg_march_rows_from(const eg_march_options *o)
{
    return o->has_rows_from ? o->rows_from : o->start_time;
}

/* and the first one that is not before the start, but for round-off, is number: */
static inline double eg_march_first_row(const eg_march_options *o)
{
    return o->has_rows_from ? fmax(0, ceil((o->start_time - o->rows_from) / o->interval - 1e-9)) : 0;
}

struct eg_march_result {
    double end_time;
    double work[EG_POWER_COUNT]; /* integrals of the powers [J] */
    bool has_heat;               /* those of heat are among them */
    long instants;               /* at which something happened */
    double spent;                /* share of max_steps that is used up; 0 where there is no such limit */
};

/* From (start_time, y, yp), consistent, to stop_time: steps, isolates every event on the dense output,
 * handles it, restarts, and feeds the observer: grid points start + k*interval, the start, the stop, and
 * both sides of every event. y and yp end at end_time. EG_OK, EG_ERROR_SIMULATION (reported),
 * EG_ERROR_MEMORY. */
eg_status eg_march(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                   eg_observer *observer, eg_march_result *result);

/* The same step by step, for who makes the steps of many engines at once. NULL: out of memory (reported). */
typedef struct eg_marcher eg_marcher;
eg_marcher *eg_march_begin(eg_engine *engine, const eg_march_options *options, double *y, double *yp,
                           eg_observer *observer, eg_march_result *result);
/* Is there a step to be made, and until when at most? */
bool eg_march_goes_on(eg_marcher *m, double *limit);
/* Where samples of the step that the engine is about to make go: samples[j*switches + i] of function i at
 * node j, but for node 0, which is there; and y at the end of the step. */
typedef struct eg_march_room {
    const struct eg_nodes *nodes;
    double *samples, *y;
} eg_march_room;
eg_march_room eg_march_samples(eg_marcher *m, int degree);
/* The engine has made a step, and `answer` was what its `step` answered. */
void eg_march_advance(eg_marcher *m, int answer, bool is_sampled);
/* What eg_march answers; frees m. */
eg_status eg_march_end(eg_marcher *m);

/* The same for a caller who asks for one point after the other: from (options->start_time, y, yp),
 * consistent, with options->interval the distance of points, which may change; y and yp are the run's until
 * it ends. Steps go beyond the points, so that they are those of a run whose grid the points are, unless
 * `is_clipped`. The observer sees the points, and events; not asked is what it is concerned with. NULL:
 * *status says why (reported). */
typedef struct eg_journey eg_journey;
eg_journey *eg_journey_begin(eg_engine *engine, const eg_march_options *options, bool is_clipped, double *y,
                             double *yp, eg_observer *observer, eg_status *status);
/* To t, beyond the last point. EG_OK; EG_DIFFERENT: the run has ended before; EG_ERROR_SIMULATION (reported),
 * EG_ERROR_MEMORY. */
eg_status eg_journey_to(eg_journey *journey, double t);
/* May be asked for: stop before events, at their left sides, which are then points. */
void eg_journey_stop_at_events(eg_journey *journey, bool stops);
/* Where the last call has come to: t, unless an event waits there or the way was cut short. */
double eg_journey_reached(const eg_journey *journey);
bool eg_journey_waits(const eg_journey *journey);
/* For observer->progress, which sees the end of each step between points as a point, and answers nonzero
 * then: no further than `until`. */
void eg_journey_shorten(eg_journey *journey, double until);
/* The event that waits; or else one at the last point, of a run that is clipped: inputs have changed. */
eg_status eg_journey_event(eg_journey *journey);
/* Before it ends: its y becomes that of the last point that the engine has come to, which may lie beyond the
 * last one asked for, and *result tells when that is, and the works so far. False: they are not known. */
bool eg_journey_account(eg_journey *journey, eg_march_result *result);
void eg_journey_end(eg_journey *journey); /* accepts NULL */

#endif
