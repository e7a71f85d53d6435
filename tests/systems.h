/* Small systems written by hand against src/base/system.h, with solutions known in closed form: what the
 * tests of engines and of events run. Every system is one struct that begins with eg_system; its xxx_make
 * function fills it in. All have full patterns and at most SYSTEM_MAX unknowns. At the end: a recorder of
 * runs, and an engine that is exact and steps as the test says. */
#ifndef EG_TESTS_SYSTEMS_H
#define EG_TESTS_SYSTEMS_H

#include "engine/engine.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SYSTEM_MAX = 8 };

/* ---------------------------------------------------------------- what they share */

typedef struct test_system {
    eg_system base;
    eg_pattern pattern;
    int start[SYSTEM_MAX + 1], row[SYSTEM_MAX * SYSTEM_MAX];
    bool differential[SYSTEM_MAX];
    double nominal[SYSTEM_MAX];
} test_system;

static inline void test_describe(eg_system *s, int i, char *text, size_t size)
{
    (void)s;
    snprintf(text, size, "unknown %d", i);
}

static inline double test_no_time_event(eg_system *s, double t)
{
    (void)s, (void)t;
    return INFINITY;
}

static inline void test_nominals(eg_system *s, const double *y, double *nominal)
{
    (void)y;
    const test_system *own = (const test_system *)s;
    memcpy(nominal, own->nominal, (size_t)s->n * sizeof *nominal);
}

static inline int test_no_powers(eg_system *s, double t, const double *y, double *power)
{
    (void)s, (void)t, (void)y;
    memset(power, 0, EG_POWER_COUNT * sizeof *power);
    return 0;
}

static inline int test_no_energy(eg_system *s, double t, const double *y, double *kinetic, double *potential)
{
    (void)s, (void)t, (void)y;
    *kinetic = *potential = 0.0;
    return 0;
}

static inline int test_no_switching(eg_system *s, double t, const double *y, double *h)
{
    (void)s, (void)t, (void)y, (void)h;
    return 0;
}

static inline int test_no_rates(eg_system *s, double t, const double *y, const double *yp, double *dh)
{
    (void)s, (void)t, (void)y, (void)yp, (void)dh;
    return 0;
}

static inline int test_no_event(eg_system *s, double t, const bool *fired, double *y, double *yp,
                                bool *jumped, eg_event_sink *sink)
{
    (void)s, (void)t, (void)fired, (void)y, (void)yp, (void)jumped, (void)sink;
    return -1;
}

static inline void test_make(test_system *own, const eg_system_ops *ops, int n, int switch_count,
                             double nominal, eg_diagnostics *diagnostics)
{
    memset(own, 0, sizeof *own);
    for (int j = 0; j < n; j++) {
        own->start[j + 1] = (j + 1) * n;
        own->differential[j] = true;
        own->nominal[j] = nominal;
        for (int i = 0; i < n; i++)
            own->row[j * n + i] = i;
    }
    own->pattern = (eg_pattern){n, n * n, own->start, own->row};
    own->base = (eg_system){.ops = ops,
                            .n = n,
                            .switch_count = switch_count,
                            .pattern = &own->pattern,
                            .differential = own->differential,
                            .diagnostics = diagnostics};
}

/* ---------------------------------------------------------------- oscillator
 *
 * x' = v, v' = -omega^2 x - 2 zeta omega v; with zeta < 1 and w = omega sqrt(1 - zeta^2)
 * x = exp(-zeta omega t) (x0 cos w t + (v0 + zeta omega x0)/w sin w t). */

typedef struct oscillator {
    test_system own;
    double omega, zeta;
} oscillator;

static inline int oscillator_derivatives(eg_system *s, double t, const double *y, double *yp)
{
    const oscillator *o = (const oscillator *)s;
    (void)t;
    yp[0] = y[1];
    yp[1] = -o->omega * o->omega * y[0] - 2.0 * o->zeta * o->omega * y[1];
    return 0;
}

static inline int oscillator_residual(eg_system *s, double t, const double *y, const double *yp, double *r)
{
    double f[2];
    oscillator_derivatives(s, t, y, f);
    r[0] = yp[0] - f[0];
    r[1] = yp[1] - f[1];
    return 0;
}

static inline int oscillator_jacobian(eg_system *s, double t, const double *y, const double *yp, double cj,
                                      double *values)
{
    const oscillator *o = (const oscillator *)s;
    (void)t, (void)y, (void)yp;
    values[0] = cj;
    values[1] = o->omega * o->omega;
    values[2] = -1.0;
    values[3] = cj + 2.0 * o->zeta * o->omega;
    return 0;
}

/* The loss of a unit mass; nothing is supplied. */
static inline int oscillator_powers(eg_system *s, double t, const double *y, double *power)
{
    const oscillator *o = (const oscillator *)s;
    test_no_powers(s, t, y, power);
    power[EG_POWER_DISSIPATED] = 2.0 * o->zeta * o->omega * y[1] * y[1];
    return 0;
}

static inline void oscillator_exact(const oscillator *o, double x0, double v0, double t, double *y)
{
    double a = o->zeta * o->omega, w = o->omega * sqrt(1.0 - o->zeta * o->zeta), b = (v0 + a * x0) / w;
    double e = exp(-a * t), c = cos(w * t), s = sin(w * t);
    y[0] = e * (x0 * c + b * s);
    y[1] = e * ((b * w - a * x0) * c - (x0 * w + a * b) * s);
}

static inline int oscillator_energy(eg_system *s, double t, const double *y, double *kinetic,
                                    double *potential)
{
    const oscillator *o = (const oscillator *)s;
    (void)t;
    *kinetic = 0.5 * y[1] * y[1];
    *potential = 0.5 * o->omega * o->omega * y[0] * y[0];
    return 0;
}

static const eg_system_ops oscillator_ops = {
    .residual = oscillator_residual,
    .jacobian = oscillator_jacobian,
    .derivatives = oscillator_derivatives,
    .switching = test_no_switching,
    .switching_rates = test_no_rates,
    .handle_event = test_no_event,
    .next_time_event = test_no_time_event,
    .nominals = test_nominals,
    .powers = oscillator_powers,
    .energy = oscillator_energy,
    .describe = test_describe,
};

static inline void oscillator_make(oscillator *o, double omega, double zeta, eg_diagnostics *d)
{
    test_make(&o->own, &oscillator_ops, 2, 0, 1e-6, d);
    o->omega = omega;
    o->zeta = zeta;
}

/* ---------------------------------------------------------------- a mass before an ElastoGap stop
 *
 * y = (s, v), the gap s open where positive, x = -s the penetration; gravity g pulls towards the stop.
 * The stop pushes with c x^n - d v, the damper's part bounded by the spring's:
 *   apart            F = 0                  ends where s falls through 0
 *   limited approach F = 2 c x^n            ends where -d v - c x^n does
 *   linear           F = c x^n - d v        ends where c x^n + d v or c x^n - d v does
 *   limited rebound  F = 0                  ends where d v - c x^n does
 * and the last three where x falls through 0. */

enum { STOP_APART, STOP_APPROACH, STOP_LINEAR, STOP_REBOUND };

typedef struct stop {
    test_system own;
    double m, c, d, n, g;
    int mode;
} stop;

static inline double stop_spring(const stop *p, double s)
{
    return s < 0.0 ? p->c * (p->n == 1.0 ? -s : pow(-s, p->n)) : 0.0;
}

/* d spring/ds */
static inline double stop_stiffness(const stop *p, double s)
{
    return s < 0.0 ? -p->c * p->n * (p->n == 1.0 ? 1.0 : pow(-s, p->n - 1.0)) : 0.0;
}

static inline double stop_force(const stop *p, const double *y)
{
    double spring = stop_spring(p, y[0]);
    switch (p->mode) {
    case STOP_APPROACH: return 2.0 * spring;
    case STOP_LINEAR: return spring - p->d * y[1];
    default: return 0.0;
    }
}

static inline int stop_derivatives(eg_system *s, double t, const double *y, double *yp)
{
    const stop *p = (const stop *)s;
    (void)t;
    yp[0] = y[1];
    yp[1] = stop_force(p, y) / p->m - p->g;
    return 0;
}

static inline int stop_residual(eg_system *s, double t, const double *y, const double *yp, double *r)
{
    const stop *p = (const stop *)s;
    (void)t;
    r[0] = yp[0] - y[1];
    r[1] = p->m * (yp[1] + p->g) - stop_force(p, y);
    return 0;
}

static inline int stop_jacobian(eg_system *s, double t, const double *y, const double *yp, double cj,
                                double *values)
{
    const stop *p = (const stop *)s;
    (void)t, (void)yp;
    double k = stop_stiffness(p, y[0]);
    values[0] = cj;
    values[1] = p->mode == STOP_APPROACH ? -2.0 * k : p->mode == STOP_LINEAR ? -k : 0.0;
    values[2] = -1.0;
    values[3] = p->m * cj + (p->mode == STOP_LINEAR ? p->d : 0.0);
    return 0;
}

/* The combination a spring + b v of a mode's functions: value, or with rates along y'. */
static inline void stop_functions(const stop *p, double s, double v, double spring, double *h)
{
    double damper = p->d * v;
    h[0] = h[1] = h[2] = 1.0;
    h[0] = p->mode == STOP_APART ? s : -s;
    if (p->mode == STOP_APPROACH)
        h[1] = -damper - spring;
    if (p->mode == STOP_LINEAR && p->d > 0.0) {
        h[1] = spring + damper;
        h[2] = spring - damper;
    }
    if (p->mode == STOP_REBOUND)
        h[2] = damper - spring;
}

static inline int stop_switching(eg_system *s, double t, const double *y, double *h)
{
    const stop *p = (const stop *)s;
    (void)t;
    stop_functions(p, y[0], y[1], stop_spring(p, y[0]), h);
    return 0;
}

static inline int stop_rates(eg_system *s, double t, const double *y, const double *yp, double *dh)
{
    const stop *p = (const stop *)s;
    (void)t;
    stop_functions(p, yp[0], yp[1], stop_stiffness(p, y[0]) * yp[0], dh);
    for (int i = 1; i < 3; i++) {
        bool active =
            p->mode == (i == 1 ? STOP_APPROACH : STOP_REBOUND) || (p->mode == STOP_LINEAR && p->d > 0.0);
        dh[i] = active ? dh[i] : 0.0;
    }
    return 0;
}

static inline const char *stop_enter(stop *p, int mode)
{
    static const char *const names[] = {"contact ends", "damper limited on approach", "damper free",
                                        "damper limited on rebound"};
    bool begins = p->mode == STOP_APART;
    p->mode = mode;
    return begins ? "contact begins" : names[mode];
}

static inline int stop_handle(eg_system *s, double t, const bool *fired, double *y, double *yp, bool *jumped,
                              eg_event_sink *sink)
{
    stop *p = (stop *)s;
    int next = p->mode;
    if (p->mode == STOP_APART)
        next = p->d > 0.0 && y[1] <= 0.0 ? STOP_APPROACH : STOP_LINEAR; /* 0: from rest */
    else if (fired[0])
        next = STOP_APART;
    else if (p->mode == STOP_LINEAR)
        next = fired[1] ? STOP_APPROACH : STOP_REBOUND;
    else
        next = STOP_LINEAR;
    *jumped = false;
    sink->happened(sink, t, "stop", stop_enter(p, next), false);
    return stop_derivatives(s, t, y, yp);
}

static inline int stop_powers(eg_system *s, double t, const double *y, double *power)
{
    const stop *p = (const stop *)s;
    (void)t;
    power[EG_POWER_SUPPLIED] = -p->m * p->g * y[1];
    power[EG_POWER_TURNOVER] = fabs(power[EG_POWER_SUPPLIED]);
    power[EG_POWER_DISSIPATED] =
        p->mode == STOP_APART ? 0.0 : (stop_spring(p, y[0]) - stop_force(p, y)) * y[1];
    return 0;
}

static inline int stop_energy(eg_system *s, double t, const double *y, double *kinetic, double *potential)
{
    const stop *p = (const stop *)s;
    (void)t;
    *kinetic = 0.5 * p->m * y[1] * y[1];
    *potential = p->mode == STOP_APART || y[0] >= 0.0 ? 0.0 : -stop_spring(p, y[0]) * y[0] / (p->n + 1.0);
    return 0;
}

static const eg_system_ops stop_ops = {
    .residual = stop_residual,
    .jacobian = stop_jacobian,
    .derivatives = stop_derivatives,
    .switching = stop_switching,
    .switching_rates = stop_rates,
    .handle_event = stop_handle,
    .next_time_event = test_no_time_event,
    .nominals = test_nominals,
    .powers = stop_powers,
    .energy = stop_energy,
    .describe = test_describe,
};

static inline void stop_make(stop *p, double m, double c, double d, double n, double g, eg_diagnostics *list)
{
    test_make(&p->own, &stop_ops, 2, 3, 1e-6, list);
    p->m = m;
    p->c = c;
    p->d = d;
    p->n = n;
    p->g = g;
    p->mode = STOP_APART;
}

/* ---------------------------------------------------------------- a massless node between two springs
 *
 * y = (x, v, z): x' = v, m v' = -k1 (x - z), and the node's balance of forces 0 = k1 (x - z) - k2 z,
 * which makes z algebraic. The springs act in series, so that x = x0 cos omega t with omega^2 = k1 k2/(k1
 * + k2)/m. */

typedef struct series {
    test_system own;
    double m, k1, k2;
} series;

static inline int series_derivatives(eg_system *s, double t, const double *y, double *yp)
{
    const series *p = (const series *)s;
    (void)t;
    yp[0] = y[1];
    yp[1] = -p->k1 * (y[0] - y[2]) / p->m;
    yp[2] = p->k1 / (p->k1 + p->k2) * y[1];
    return 0;
}

static inline int series_residual(eg_system *s, double t, const double *y, const double *yp, double *r)
{
    const series *p = (const series *)s;
    (void)t;
    r[0] = yp[0] - y[1];
    r[1] = p->m * yp[1] + p->k1 * (y[0] - y[2]);
    r[2] = p->k1 * (y[0] - y[2]) - p->k2 * y[2];
    return 0;
}

static inline int series_jacobian(eg_system *s, double t, const double *y, const double *yp, double cj,
                                  double *values)
{
    const series *p = (const series *)s;
    (void)t, (void)y, (void)yp;
    const double columns[9] = {cj, p->k1, p->k1, -1.0, p->m * cj, 0.0, 0.0, -p->k1, -p->k1 - p->k2};
    memcpy(values, columns, sizeof columns);
    return 0;
}

static const eg_system_ops series_ops = {
    .residual = series_residual,
    .jacobian = series_jacobian,
    .derivatives = series_derivatives,
    .switching = test_no_switching,
    .switching_rates = test_no_rates,
    .handle_event = test_no_event,
    .next_time_event = test_no_time_event,
    .nominals = test_nominals,
    .powers = test_no_powers,
    .energy = test_no_energy,
    .describe = test_describe,
};

static inline void series_make(series *p, double m, double k1, double k2, eg_diagnostics *d)
{
    test_make(&p->own, &series_ops, 3, 0, 1e-6, d);
    p->own.differential[2] = false;
    p->m = m;
    p->k1 = k1;
    p->k2 = k2;
}

/* ---------------------------------------------------------------- functions of time
 *
 * y' = 1, and up to SIGNAL_MAX switching functions sign_i f_i(y). When one fires, its sign turns, so that
 * the falls and the rises of f are heard in turn; functions that are not `turning` stay as they are. Time
 * events stand at `ticks`. */

enum { SIGNAL_MAX = 4 };

typedef struct signal_system {
    test_system own;
    double (*f[SIGNAL_MAX])(double y, double *rate);
    double sign[SIGNAL_MAX];
    bool turning;
    const double *ticks;
    int tick_count;
    int calls;          /* of handle_event */
    int fired_together; /* the most in one call */
} signal_system;

static const char *const signal_names[SIGNAL_MAX] = {"first", "second", "third", "fourth"};

static inline int signal_residual(eg_system *s, double t, const double *y, const double *yp, double *r)
{
    (void)s, (void)t, (void)y;
    r[0] = yp[0] - 1.0;
    return 0;
}

static inline int signal_jacobian(eg_system *s, double t, const double *y, const double *yp, double cj,
                                  double *values)
{
    (void)s, (void)t, (void)y, (void)yp;
    values[0] = cj;
    return 0;
}

static inline int signal_derivatives(eg_system *s, double t, const double *y, double *yp)
{
    (void)s, (void)t, (void)y;
    yp[0] = 1.0;
    return 0;
}

static inline int signal_switching(eg_system *s, double t, const double *y, double *h)
{
    const signal_system *p = (const signal_system *)s;
    (void)t;
    double rate;
    for (int i = 0; i < s->switch_count; i++)
        h[i] = p->sign[i] * p->f[i](y[0], &rate);
    return 0;
}

static inline int signal_rates(eg_system *s, double t, const double *y, const double *yp, double *dh)
{
    const signal_system *p = (const signal_system *)s;
    (void)t;
    for (int i = 0; i < s->switch_count; i++) {
        p->f[i](y[0], &dh[i]);
        dh[i] *= p->sign[i] * yp[0];
    }
    return 0;
}

static inline double signal_next(eg_system *s, double t)
{
    const signal_system *p = (const signal_system *)s;
    for (int i = 0; i < p->tick_count; i++)
        if (p->ticks[i] > t)
            return p->ticks[i];
    return INFINITY;
}

static inline int signal_handle(eg_system *s, double t, const bool *fired, double *y, double *yp,
                                bool *jumped, eg_event_sink *sink)
{
    signal_system *p = (signal_system *)s;
    int together = 0;
    (void)y, (void)yp;
    *jumped = false;
    p->calls++;
    for (int i = 0; fired && i < s->switch_count; i++)
        if (fired[i]) {
            together++;
            if (p->turning)
                p->sign[i] = -p->sign[i];
            sink->happened(sink, t, signal_names[i], p->sign[i] > 0.0 ? "rises" : "falls", false);
        }
    for (int i = 0; i < p->tick_count; i++)
        if (p->ticks[i] == t)
            sink->happened(sink, t, "clock", "ticks", true);
    p->fired_together = together > p->fired_together ? together : p->fired_together;
    return 0;
}

static const eg_system_ops signal_ops = {
    .residual = signal_residual,
    .jacobian = signal_jacobian,
    .derivatives = signal_derivatives,
    .switching = signal_switching,
    .switching_rates = signal_rates,
    .handle_event = signal_handle,
    .next_time_event = signal_next,
    .nominals = test_nominals,
    .powers = test_no_powers,
    .energy = test_no_energy,
    .describe = test_describe,
};

static inline void signal_make(signal_system *p, int count, eg_diagnostics *d)
{
    memset(p, 0, sizeof *p);
    test_make(&p->own, &signal_ops, 1, count, 1.0, d);
    p->turning = true;
    for (int i = 0; i < SIGNAL_MAX; i++)
        p->sign[i] = 1.0;
}

/* ---------------------------------------------------------------- a hard ball
 *
 * y = (s, v), v' = -1; at s = 0 the speed turns to e times itself. Dropped from s = 1/2 it lands at t = 1
 * with speed 1, and its bounces, of lengths 2 e, 2 e^2, ..., pile up at t = 1 + 2 e/(1 - e). */

typedef struct ball {
    test_system own;
    double e;
} ball;

static inline int ball_derivatives(eg_system *s, double t, const double *y, double *yp)
{
    (void)s, (void)t;
    yp[0] = y[1];
    yp[1] = -1.0;
    return 0;
}

static inline int ball_residual(eg_system *s, double t, const double *y, const double *yp, double *r)
{
    (void)s, (void)t;
    r[0] = yp[0] - y[1];
    r[1] = yp[1] + 1.0;
    return 0;
}

static inline int ball_jacobian(eg_system *s, double t, const double *y, const double *yp, double cj,
                                double *values)
{
    (void)s, (void)t, (void)y, (void)yp;
    const double columns[4] = {cj, 0.0, -1.0, cj};
    memcpy(values, columns, sizeof columns);
    return 0;
}

static inline int ball_switching(eg_system *s, double t, const double *y, double *h)
{
    (void)s, (void)t;
    h[0] = y[0];
    return 0;
}

static inline int ball_rates(eg_system *s, double t, const double *y, const double *yp, double *dh)
{
    (void)s, (void)t, (void)y;
    dh[0] = yp[0];
    return 0;
}

static inline int ball_handle(eg_system *s, double t, const bool *fired, double *y, double *yp, bool *jumped,
                              eg_event_sink *sink)
{
    const ball *p = (const ball *)s;
    (void)fired;
    *jumped = true;
    y[1] = -p->e * y[1];
    sink->happened(sink, t, "hardBall", "bounces", false);
    return ball_derivatives(s, t, y, yp);
}

static const eg_system_ops ball_ops = {
    .residual = ball_residual,
    .jacobian = ball_jacobian,
    .derivatives = ball_derivatives,
    .switching = ball_switching,
    .switching_rates = ball_rates,
    .handle_event = ball_handle,
    .next_time_event = test_no_time_event,
    .nominals = test_nominals,
    .powers = test_no_powers,
    .energy = test_no_energy,
    .describe = test_describe,
};

static inline void ball_make(ball *p, double e, eg_diagnostics *d)
{
    test_make(&p->own, &ball_ops, 2, 1, 1e-6, d);
    p->e = e;
}

/* ---------------------------------------------------------------- a recorder of runs */

enum { RECORD_POINT, RECORD_LEFT, RECORD_RIGHT };
enum { RECORD_ROWS = 32768, RECORD_EVENTS = 4096 };

typedef struct record_row {
    double t, y[SYSTEM_MAX], yp[SYSTEM_MAX];
    int kind;
} record_row;

typedef struct record_event {
    double t;
    const char *component, *name;
    bool is_time_event;
} record_event;

typedef struct record {
    eg_observer observer; /* first: its functions turn it back into the record */
    int n;
    record_row *row;     /* (RECORD_ROWS) */
    record_event *event; /* (RECORD_EVENTS) */
    int rows, events;
    int stop_after; /* rows; the next one is answered with -1 */
    double stop_at; /* progress asks to stop from here on */
    eg_march_result result;
    eg_status status;
    eg_counters counters;
    double tolerance; /* the engine's own */
} record;

static inline int record_take(eg_observer *o, int kind, double t, const double *y, const double *yp)
{
    record *r = (record *)o;
    if (r->rows >= r->stop_after || r->rows >= RECORD_ROWS)
        return -1;
    record_row *row = &r->row[r->rows++];
    row->t = t;
    row->kind = kind;
    memcpy(row->y, y, (size_t)r->n * sizeof *y);
    memcpy(row->yp, yp, (size_t)r->n * sizeof *yp);
    return 0;
}

static inline int record_point(eg_observer *o, double t, const double *y, const double *yp)
{
    return record_take(o, RECORD_POINT, t, y, yp);
}

static inline int record_left(eg_observer *o, double t, const double *y, const double *yp)
{
    return record_take(o, RECORD_LEFT, t, y, yp);
}

static inline int record_right(eg_observer *o, double t, const double *y, const double *yp)
{
    return record_take(o, RECORD_RIGHT, t, y, yp);
}

static inline int record_progress(eg_observer *o, double t)
{
    return t >= ((record *)o)->stop_at;
}

static inline void record_happened(eg_event_sink *sink, double t, const char *component, const char *name,
                                   bool is_time_event)
{
    record *r = (record *)((char *)sink - offsetof(eg_observer, sink));
    if (r->events < RECORD_EVENTS)
        r->event[r->events++] = (record_event){t, component, name, is_time_event};
}

static inline void record_make(record *r)
{
    memset(r, 0, sizeof *r);
    r->observer = (eg_observer){.point = record_point,
                                .left = record_left,
                                .right = record_right,
                                .progress = record_progress,
                                .sink = {record_happened}};
    r->row = malloc(RECORD_ROWS * sizeof *r->row);
    r->event = malloc(RECORD_EVENTS * sizeof *r->event);
    r->stop_after = r->row && r->event ? RECORD_ROWS : 0;
    r->stop_at = INFINITY;
}

static inline void record_free(record *r)
{
    free(r->row);
    free(r->event);
}

/* One run of `engine` over `system` from y (which ends at the end), recorded. */
static inline void record_run_with(record *r, eg_engine *engine, double *y, double start, double end,
                                   double interval)
{
    eg_system *s = engine->system;
    double yp[SYSTEM_MAX] = {0.0};
    eg_march_options options = {
        .start_time = start, .stop_time = end, .interval = interval, .max_events = 1000};
    r->n = s->n;
    r->rows = r->events = 0;
    s->ops->derivatives(s, start, y, yp);
    r->tolerance = engine->tolerance;
    r->status = eg_march(engine, &options, y, yp, &r->observer, &r->result);
    engine->ops->counters(engine, &r->counters);
}

/* The same with the engine `ida`. */
static inline void record_run(record *r, eg_system *s, double tolerance, double *y, double start, double end,
                              double interval)
{
    eg_engine *engine = eg_engine_ida.create(s, tolerance);
    if (engine)
        record_run_with(r, engine, y, start, end, interval);
    eg_engine_ida.free(engine);
}

/* ---------------------------------------------------------------- an exact engine
 *
 * For systems with y' constant, such as signal_system: steps of `length`, exact, said to be of `degree`. */

typedef struct clockwork {
    eg_engine base;
    double length, time;
    double y[SYSTEM_MAX], yp[SYSTEM_MAX];
    eg_counters counters;
} clockwork;

static inline int clockwork_restart(eg_engine *engine, double t, const double *y, const double *yp)
{
    clockwork *c = (clockwork *)engine;
    c->time = engine->t0 = engine->t1 = t;
    memcpy(c->y, y, (size_t)engine->system->n * sizeof *y);
    memcpy(c->yp, yp, (size_t)engine->system->n * sizeof *yp);
    return 0;
}

static inline int clockwork_step(eg_engine *engine, double t_stop)
{
    clockwork *c = (clockwork *)engine;
    engine->t0 = engine->t1;
    engine->t1 = fmin(engine->t0 + c->length, t_stop);
    c->counters.steps++;
    return 0;
}

static inline int clockwork_dense(eg_engine *engine, double t, double *y, double *yp)
{
    const clockwork *c = (const clockwork *)engine;
    for (int i = 0; i < engine->system->n; i++) {
        y[i] = c->y[i] + (t - c->time) * c->yp[i];
        if (yp)
            yp[i] = c->yp[i];
    }
    return 0;
}

static inline void clockwork_counters(const eg_engine *engine, eg_counters *counters)
{
    *counters = ((const clockwork *)engine)->counters;
}

static const eg_engine_ops clockwork_ops = {
    .name = "clockwork",
    .restart = clockwork_restart,
    .step = clockwork_step,
    .dense = clockwork_dense,
    .counters = clockwork_counters,
};

static inline void clockwork_make(clockwork *c, eg_system *s, double length, int degree)
{
    memset(c, 0, sizeof *c);
    c->base.ops = &clockwork_ops;
    c->base.system = s;
    c->base.degree = degree;
    c->length = length;
}

#endif
