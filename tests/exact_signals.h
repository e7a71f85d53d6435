/* How far a trajectory is from the truth: every recorded signal at every row against its exact value, and
 * every event against its exact instant. Used by the tests and by the table of docs/accuracy.md.
 *
 * The measure of a signal is max over rows of |signal - truth| / range(signal), the range being that of the
 * truth over the same rows; of a signal that does not move, 0 when it is exact and else infinite.
 *
 * An event lies where h(x, v) falls through 0; errors of one range in x and in v move it by
 *
 *     slack = (|dh/dx| range(x) + |dh/dv| range(v))/|dh/dt|.
 *
 * Signals with jumps (f_d2 and contact, at touch and lift-off) are compared but for the rows nearer to a jump
 * than 100 tol slack: there the truth may be on the other side of it. */
#ifndef EXACT_SIGNALS_H
#define EXACT_SIGNALS_H

#include "exact_power.h"

#include "elastogap/elastogap.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EXACT_SIGNALS = 80, EXACT_NAME = 48, EXACT_SCENE_EVENTS = 400 };

/* What the truth says at one instant. A scene puts its signals in the same order every time. */
typedef struct exact_row {
    int count;
    char name[EXACT_SIGNALS][EXACT_NAME];
    double value[EXACT_SIGNALS];
    bool jumps[EXACT_SIGNALS];
} exact_row;

typedef struct exact_scene_event {
    double time;
    const char *component, *name;
    double slack; /* [s] */
    bool jumps;   /* f_d2 and contact do */
} exact_scene_event;

/* A model whose motion is known: at most two masses that do not feel each other. */
typedef struct exact_scene {
    void (*fill)(const struct exact_scene *scene, double t, exact_row *row);
    exact_motion *mass[2];
    exact_power *power;
    double touch;          /* of `power` [s] */
    double travel, speeds; /* range of position and of speed of the mass that touches */
    exact_scene_event event[EXACT_SCENE_EVENTS];
    int events;
} exact_scene;

typedef struct exact_errors {
    double worst;            /* over signals: |error|/range */
    char signal[EXACT_NAME]; /* where */
    double time;             /* when [s] */
    int signals;             /* compared */
    int unknown; /* signals of the trajectory that the truth does not know, and the other way round */
    char stranger[EXACT_NAME]; /* one of them */
    int skipped;               /* values left out, near a jump */
    bool same_events;          /* as many, of the same components and names, in the same order */
    double event_error;        /* the largest [s]; NAN unless same_events */
    double event_slack;        /* the largest error/slack of an event; NAN unless same_events */
} exact_errors;

/* ---------------------------------------------------------------- filling a row */

static inline void exact_put(exact_row *row, const char *component, const char *name, double value)
{
    if (row->count >= EXACT_SIGNALS)
        return;
    snprintf(row->name[row->count], EXACT_NAME, "%.20s.%.20s", component, name);
    row->jumps[row->count] = strcmp(name, "f_d2") == 0 || strcmp(name, "contact") == 0;
    row->value[row->count++] = value;
}

/* A flange: position and the force into the component. */
static inline void exact_put_flange(exact_row *row, const char *component, const char *flange, double s,
                                    double f)
{
    char name[EXACT_NAME];
    snprintf(name, sizeof name, "%.20s.s", flange);
    exact_put(row, component, name, s);
    snprintf(name, sizeof name, "%.20s.f", flange);
    exact_put(row, component, name, f);
}

/* A mass without length, with the forces into it. */
static inline void exact_put_mass(exact_row *row, const char *component, exact_point p, double left,
                                  double right)
{
    exact_put(row, component, "s", p.x);
    exact_put(row, component, "v", p.v);
    exact_put(row, component, "a", p.a);
    exact_put_flange(row, component, "flange_a", p.x, left);
    exact_put_flange(row, component, "flange_b", p.x, right);
}

static inline void exact_put_contact(exact_row *row, const char *component, const exact_contact *k, double x,
                                     exact_values o)
{
    exact_put(row, component, "s_rel", o.s_rel);
    exact_put(row, component, "v_rel", o.v_rel);
    exact_put(row, component, "f", o.f);
    exact_put(row, component, "f_c", o.f_c);
    exact_put(row, component, "f_d", o.f_d);
    exact_put(row, component, "lossPower", o.loss);
    exact_put_flange(row, component, "flange_a", k->side > 0.0 ? k->wall : x, -o.f);
    exact_put_flange(row, component, "flange_b", k->side > 0.0 ? x : k->wall, o.f);
    if (k->always)
        return;
    exact_put(row, component, "f_d2", o.f_d2);
    exact_put(row, component, "ratio", o.s_rel - k->s_rel0); /* s_ref = 1 m */
    exact_put(row, component, "contact", o.contact);
}

/* ---------------------------------------------------------------- events */

static inline void exact_add_event(exact_scene *s, double t, const char *component, exact_mode from,
                                   exact_mode to, double slack)
{
    const bool jumps = from == EXACT_APART || to == EXACT_APART;
    const exact_scene_event e = {t, component, exact_event_name(from, to), slack, jumps};
    if (s->events < EXACT_SCENE_EVENTS)
        s->event[s->events++] = e;
}

/* Those of a motion, whose contacts bear these names; finds its ranges first. */
static inline void exact_add_events(exact_scene *s, const exact_motion *q, const char *const *names)
{
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    for (int i = 0; i <= 1000; i++) {
        const exact_point p = exact_motion_at(q, 0.001 * i * q->stop);
        low[0] = fmin(low[0], p.x);
        low[1] = fmin(low[1], p.v);
        high[0] = fmax(high[0], p.x);
        high[1] = fmax(high[1], p.v);
    }
    s->travel = high[0] - low[0];
    s->speeds = high[1] - low[1];
    for (int i = 0; i < q->events; i++) {
        const exact_event *e = &q->event[i];
        const double slack = (fabs(e->alpha) * s->travel + fabs(e->beta) * s->speeds) / fabs(e->rate);
        exact_add_event(s, e->time, names[e->contact], e->from, e->to, slack);
    }
}

static inline void exact_compare_events(const eg_trajectory *t, const exact_scene *s, exact_errors *e)
{
    const size_t count = eg_trajectory_events(t);
    e->same_events = count == (size_t)s->events;
    e->event_error = e->event_slack = e->same_events ? 0.0 : NAN;
    for (size_t i = 0; i < count && e->same_events; i++) {
        const eg_event found = eg_trajectory_event(t, i);
        const exact_scene_event *truth = &s->event[i];
        e->same_events =
            strcmp(found.component, truth->component) == 0 && strcmp(found.name, truth->name) == 0;
        const double off = e->same_events ? fabs(found.time - truth->time) : NAN;
        e->event_error = e->same_events ? fmax(e->event_error, off) : NAN;
        e->event_slack = e->same_events ? fmax(e->event_slack, off / truth->slack) : NAN;
    }
}

/* Is a jump of the signal's component so near that it cannot be compared? */
static inline bool exact_near_jump(const exact_scene *s, const char *signal, double t, double tolerance)
{
    for (int i = 0; i < s->events; i++) {
        const exact_scene_event *e = &s->event[i];
        const size_t length = strlen(e->component);
        if (e->jumps && fabs(t - e->time) <= 100.0 * tolerance * e->slack && signal[length] == '.' &&
            strncmp(signal, e->component, length) == 0)
            return true;
    }
    return false;
}

/* ---------------------------------------------------------------- comparing */

typedef struct exact_gauge {
    long column;
    double low, high, error, time;
} exact_gauge;

/* Finds the columns; counts who is on one side only. */
static inline void exact_match(const eg_trajectory *t, const exact_row *row, exact_gauge *gauge,
                               exact_errors *e)
{
    e->signals = row->count;
    for (int i = 0; i < row->count; i++) {
        const exact_gauge fresh = {eg_trajectory_find(t, row->name[i]), INFINITY, -INFINITY, 0.0, 0.0};
        gauge[i] = fresh;
        if (fresh.column < 0) {
            e->unknown++;
            snprintf(e->stranger, sizeof e->stranger, "%s", row->name[i]);
        }
    }
    for (size_t k = 0; k < eg_trajectory_signals(t); k++) {
        int i = 0;
        while (i < row->count && gauge[i].column != (long)k)
            i++;
        if (i == row->count) {
            e->unknown++;
            snprintf(e->stranger, sizeof e->stranger, "%.*s", EXACT_NAME - 1,
                     eg_trajectory_signal(t, k).name);
        }
    }
}

static inline void exact_look(const eg_trajectory *t, size_t r, const exact_row *row, const exact_scene *s,
                              double tolerance, exact_gauge *gauge, exact_errors *e)
{
    const double time = eg_trajectory_time(t, r);
    for (int i = 0; i < row->count; i++) {
        exact_gauge *g = &gauge[i];
        g->low = fmin(g->low, row->value[i]);
        g->high = fmax(g->high, row->value[i]);
        if (g->column < 0 || (row->jumps[i] && exact_near_jump(s, row->name[i], time, tolerance))) {
            e->skipped++;
            continue;
        }
        const double off = fabs(eg_trajectory_value(t, (size_t)g->column, r) - row->value[i]);
        if (!(off <= g->error)) {
            g->error = isnan(off) ? INFINITY : off;
            g->time = time;
        }
    }
}

static inline exact_errors exact_compare(const eg_trajectory *t, const exact_scene *s, double tolerance)
{
    exact_errors e = {.unknown = 0};
    exact_gauge gauge[EXACT_SIGNALS];
    exact_row *row = calloc(1, sizeof *row);
    if (!row) {
        e.worst = NAN;
        return e;
    }
    for (size_t r = 0; r < eg_trajectory_rows(t); r++) {
        row->count = 0;
        s->fill(s, eg_trajectory_time(t, r), row);
        if (r == 0)
            exact_match(t, row, gauge, &e);
        exact_look(t, r, row, s, tolerance, gauge, &e);
    }
    for (int i = 0; i < e.signals; i++) {
        const double part = gauge[i].error > 0.0 ? gauge[i].error / (gauge[i].high - gauge[i].low) : 0.0;
        if (!(part <= e.worst)) {
            e.worst = part;
            e.time = gauge[i].time;
            snprintf(e.signal, sizeof e.signal, "%s", row->name[i]);
        }
    }
    free(row);
    exact_compare_events(t, s, &e);
    return e;
}

#endif
