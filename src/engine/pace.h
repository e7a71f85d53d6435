/* Does a run get on? The watchdog of all loops over steps and events.
 *
 * Steps are counted, not seconds, so that the same run ends the same way on every machine. They are taken
 * by windows of so many; at the end of one it is known how much time has passed in it, and how many such
 * windows the rest of the run would take. A run that would take ten thousands more is *slow*: another
 * engine may do better. One that *stands*, but for the round-off of time, ends there, and so does one
 * whose windows would be millions, many of them in turn: it is *hopeless*, and would take hours to years.
 * What is dense for a while (an impact in a thousandth of the span, in as many windows) does not. And a run
 * has so many steps in all (max_steps), and some more for each row and each time event that it was asked
 * for: where contacts follow each other by the million it gets on, and is *spent* all the same. It is spent
 * sooner where many windows in turn say that the rest would take all that a hundred times over; the sooner,
 * the more a step costs. */
#ifndef EG_ENGINE_PACE_H
#define EG_ENGINE_PACE_H

#include <math.h>
#include <stdbool.h>

typedef struct eg_pace {
    long window, steps; /* steps in a window; so far in this one */
    double begin;       /* time at its beginning [s] */
    double step;        /* mean of the last window [s] */
    int turns;          /* windows in turn that were hopeless; those beyond all hope count more */
    double deadline;    /* by the clock [s], or INFINITY */
    long all;           /* steps of the windows before, since time_begun [s] */
    double time_begun;
    long beside;     /* and what costs as much, steps tried in vain and events: told before each look */
    double most;     /* of all of these that the run may take, or INFINITY */
    int short_turns; /* windows in turn that say that the rest would take `most` many times over */
    int cost;        /* of a step, set before each look: so many count for one window; 0: 1 */
} eg_pace;

typedef enum eg_pace_verdict {
    EG_PACE_GOOD,
    EG_PACE_SLOW,
    EG_PACE_HOPELESS,
    EG_PACE_STANDS,
    EG_PACE_SPENT
} eg_pace_verdict;

/* From t on, for a system of so many unknowns or bodies, each of which may have steps of its own; with so
 * many steps (0: as many as it takes) and seconds by the clock, or up to a deadline of it (0: as long as it
 * takes), the one thing here that depends on the machine. */
eg_pace eg_pace_from(double t, int size, double max_steps, double time_limit, double deadline);

/* A step has been made. Is it the last one of its window, so that it is to be looked at? */
static inline bool eg_pace_step(eg_pace *p)
{
    return ++p->steps >= p->window;
}

/* Of the steps that it may take: the share that is used up; and that a run begins with which another one has
 * begun. */
double eg_pace_spent(const eg_pace *p);
void eg_pace_go_on(eg_pace *p, double spent);

/* Is the time by the clock used up? It is looked at every few steps. */
bool eg_pace_looks_at_clock(const eg_pace *p);
static inline bool eg_pace_is_late(eg_pace *p)
{
    enum { SOME = 32 };
    return p->deadline < INFINITY && p->steps % SOME == 0 && eg_pace_looks_at_clock(p);
}

/* Another engine goes on at t: it has a quarter of the patience. */
void eg_pace_hand_over(eg_pace *p, double t);

/* At the end of a window, at t; the run goes on to `stop`, and has come by so many rows and time events that
 * it was asked for. A new window begins. */
eg_pace_verdict eg_pace_look(eg_pace *p, double t, double stop, double asked);

/* The remedy of a run that is hopeless. */
#define EG_PACE_REMEDY                                                                                       \
    "look for a stiffness, a damping or a mass out of all proportion to the others; or simulate a shorter "  \
    "span, which shows what happens there"

/* What is said of a run that is late: "the time limit is reached, with steps of 2e-9 s since t = ... s". */
void eg_pace_describe_late(const eg_pace *p, double t, double time_limit, char *text, unsigned long size);
#define EG_PACE_LATE_REMEDY                                                                                  \
    "give it more time (--time-limit, time_limit), or see what keeps its steps short there"

/* What is said of a run that is hopeless or spent, after "the simulation stopped at t = ... s: ". */
void eg_pace_describe(const eg_pace *p, double t, double stop, char *text, unsigned long size);
void eg_pace_describe_spent(const eg_pace *p, double t, double stop, char *text, unsigned long size);
#define EG_PACE_SPENT_REMEDY                                                                                 \
    "allow more of them (--max-steps, max_steps; 0: as many as it takes), or simulate a shorter span, "      \
    "which shows what happens there"

#endif
