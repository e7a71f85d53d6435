/* How far two runs of one model are apart: every signal at the times that both store, over its range in all
 * rows of the first.
 *
 * Signals with jumps (f_d2, and Booleans) cannot be compared between the instants at which the two runs have
 * the same event of that component, and are left out there. */
#ifndef RUN_DISTANCE_H
#define RUN_DISTANCE_H

#include "elastogap/elastogap.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

typedef struct run_distance {
    double worst;     /* over signals: the largest difference/range */
    char signal[120]; /* where */
    double time;      /* when [s] */
    double positions; /* the same over s and s_rel alone */
    size_t common;    /* times compared */
    bool same_events; /* each component has the same ones in the same order */
    double shift;     /* of an event, the largest [s]; NAN unless same_events */
} run_distance;

/* Event number `k` of a component whose path has this length; its time is NAN when there are less. */
static inline eg_event run_event(const eg_trajectory *t, const char *component, size_t length, size_t k)
{
    const eg_event none = {NAN, "", "", 0};
    for (size_t i = 0; i < eg_trajectory_events(t); i++) {
        const eg_event e = eg_trajectory_event(t, i);
        if (strncmp(e.component, component, length) == 0 && e.component[length] == '\0' && k-- == 0)
            return e;
    }
    return none;
}

/* Does the component of the signal have an event between whose instants in the two runs t lies? */
static inline bool run_between(const eg_trajectory *a, const eg_trajectory *b, const char *signal, double t)
{
    const char *dot = strrchr(signal, '.');
    const size_t length = dot ? (size_t)(dot - signal) : 0;
    for (size_t k = 0;; k++) {
        const double u = run_event(a, signal, length, k).time, v = run_event(b, signal, length, k).time;
        if (isnan(u) || isnan(v))
            return false;
        if (t >= fmin(u, v) && t <= fmax(u, v))
            return true;
    }
}

static inline bool run_jumps(eg_signal s)
{
    const char *dot = strrchr(s.name, '.');
    return s.is_discrete || (dot && strcmp(dot, ".f_d2") == 0);
}

/* Rows of the same time in both runs, from (*i, *j) on; false when there are no more. */
static inline bool run_next_pair(const eg_trajectory *a, const eg_trajectory *b, size_t *i, size_t *j)
{
    while (*i < eg_trajectory_rows(a) && *j < eg_trajectory_rows(b)) {
        const double u = eg_trajectory_time(a, *i), v = eg_trajectory_time(b, *j);
        if (u == v)
            return true;
        ++*(u < v ? i : j);
    }
    return false;
}

static inline void run_compare_signal(const eg_trajectory *a, const eg_trajectory *b, size_t k,
                                      run_distance *d)
{
    const eg_signal s = eg_trajectory_signal(a, k);
    const char *dot = strrchr(s.name, '.');
    double low = INFINITY, high = -INFINITY, most = 0.0, when = 0.0;
    d->common = 0;
    for (size_t i = 0; i < eg_trajectory_rows(a); i++) {
        low = fmin(low, eg_trajectory_value(a, k, i));
        high = fmax(high, eg_trajectory_value(a, k, i));
    }
    for (size_t i = 0, j = 0; run_next_pair(a, b, &i, &j); i++, j++) {
        const double off = fabs(eg_trajectory_value(a, k, i) - eg_trajectory_value(b, k, j));
        d->common++;
        if (off <= most || (run_jumps(s) && run_between(a, b, s.name, eg_trajectory_time(a, i))))
            continue;
        most = isnan(off) ? INFINITY : off;
        when = eg_trajectory_time(a, i);
    }
    const double part = most > 0.0 ? most / (high - low) : 0.0;
    if (!(part <= d->worst)) {
        d->worst = part;
        d->time = when;
        snprintf(d->signal, sizeof d->signal, "%s", s.name);
    }
    if (dot && (strcmp(dot, ".s") == 0 || strcmp(dot, ".s_rel") == 0))
        d->positions = fmax(d->positions, part);
}

/* Events are paired component by component: two that fall on one instant may come in either order. */
static inline void run_compare_events(const eg_trajectory *a, const eg_trajectory *b, run_distance *d)
{
    const size_t count = eg_trajectory_events(a);
    d->same_events = count == eg_trajectory_events(b);
    for (size_t i = 0; i < count && d->same_events; i++) {
        const eg_event e = eg_trajectory_event(a, i);
        size_t k = 0;
        for (size_t before = 0; before < i; before++)
            k += strcmp(eg_trajectory_event(a, before).component, e.component) == 0;
        const eg_event other = run_event(b, e.component, strlen(e.component), k);
        const size_t length = strcspn(e.name, ","); /* what follows is a measured value */
        d->same_events = strncmp(other.name, e.name, length) == 0 && strcspn(other.name, ",") == length;
        d->shift = d->same_events ? fmax(d->shift, fabs(other.time - e.time)) : NAN;
    }
}

/* Both must hold the same signals in the same order. */
static inline run_distance run_distance_of(const eg_trajectory *a, const eg_trajectory *b)
{
    run_distance d = {.worst = 0.0};
    run_compare_events(a, b, &d);
    for (size_t k = 0; k < eg_trajectory_signals(a); k++)
        run_compare_signal(a, b, k, &d);
    return d;
}

#endif
