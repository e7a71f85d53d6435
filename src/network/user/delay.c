/* delay(x, T): what x was a time T ago (Modelica 3.6, 3.7.4.1). Until T has passed since the start it
 * is the x of the start.
 *
 * Steps look back at what has become the past only: an event stands where the look back reaches the
 * last event before (the method of steps). For a T that is a number these are time events; for one
 * that changes, ends of a mode: t - T(t) reaches the instant. Such instants are also where x may have
 * a kink or a jump, so that what comes out of the delay has it at an event, and between events nothing
 * is looked up across one. Each delay waits for what breaks the smoothness of its own x alone (breaks.h), by
 * the orders of derivatives that are below EG_SMOOTH; but the look back of each has an instant that it must
 * not pass. An integration makes a kink smoother by one order, and a delay counts as one even where what it
 * gives is delayed as it is, so that there are finitely many instants behind each event, unless x jumps. */
#include "network/motion/evaluate.h"
#include "network/motion/history.h"
#include "network/user/breaks.h"
#include "network/user/delay.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* An instant at which this derivative of x may jump; EG_SMOOTH: none that matters. */
typedef struct instant {
    double t;
    int order;
} instant;

/* Instants that have not been looked back at; those before `first` have. */
typedef struct queue {
    double reached; /* the last of them: what is looked up lies behind it */
    instant *items;
    size_t first, count, capacity;
} queue;

struct eg_delays {
    eg_history *history;
    queue *queues;    /* (delays) */
    double *value;    /* (delays) scratch; x left of the event */
    double *at_start; /* (delays) x of the start, sought */
    int *passed;      /* (delays) of the event that is being handled: the order of what is delayed */
    int *order;       /* (delays) scratch; of x */
    eg_breaks *breaks;
};

static int count_of(const eg_network *s)
{
    return s->m->user ? s->m->user->delay_count : 0;
}

int eg_delays_create(eg_network *s)
{
    size_t n = (size_t)count_of(s);
    if (n == 0)
        return 0;
    eg_delays *d = s->user.delays = calloc(1, sizeof *d);
    if (!d)
        return -1;
    d->history = eg_history_create((int)n);
    d->queues = calloc(n, sizeof *d->queues);
    d->value = calloc(n, sizeof *d->value);
    d->at_start = calloc(n, sizeof *d->at_start);
    d->passed = calloc(n, sizeof *d->passed);
    d->order = calloc(n, sizeof *d->order);
    d->breaks = eg_breaks_create(s);
    return d->history && d->queues && d->value && d->at_start && d->passed && d->order && d->breaks ? 0 : -1;
}

void eg_delays_free(eg_network *s)
{
    eg_delays *d = s->user.delays;
    if (!d)
        return;
    for (int i = 0; d->queues && i < count_of(s); i++)
        free(d->queues[i].items);
    eg_history_free(d->history);
    free(d->queues);
    free(d->value);
    free(d->at_start);
    free(d->passed);
    free(d->order);
    eg_breaks_free(d->breaks);
    free(d);
}

/* ---------------------------------------------------------------- the look back */

static double time_of(const eg_network *s, int delay)
{
    const eg_user_delay *d = &s->m->user->delays[delay];
    return d->is_constant ? d->T : s->user.value[d->T_node];
}

/* The instant that the look back reaches next. */
static double next_of(const eg_network *s, int delay)
{
    const queue *q = &s->user.delays->queues[delay];
    return q->first < q->count ? q->items[q->first].t : INFINITY;
}

double eg_delay_value(const eg_network *s, int delay, double t, double *dvalue)
{
    const eg_delays *d = s->user.delays;
    if (dvalue)
        *dvalue = 0;
    if (s->user.starting)
        return d->at_start[delay];
    double at = t - time_of(s, delay);
    if (s->m->user->delays[delay].is_constant)
        at = fmax(at, d->queues[delay].reached);
    return eg_history_value(d->history, delay, at, next_of(s, delay), dvalue);
}

bool eg_delays_settle_start(eg_network *s)
{
    bool changed = false;
    for (int i = 0; i < count_of(s); i++) {
        double x = s->user.value[s->m->user->delays[i].x_node], *old = &s->user.delays->at_start[i];
        changed = changed || fabs(x - *old) > 8 * DBL_EPSILON * fabs(x);
        *old = x;
    }
    return changed;
}

/* ---------------------------------------------------------------- the past */

static void read_values(const eg_network *s, double *value)
{
    for (int i = 0; i < count_of(s); i++)
        value[i] = s->user.value[s->m->user->delays[i].x_node];
}

static int refuse_time(const eg_network *s, int delay, double t)
{
    const eg_user_delay *d = &s->m->user->delays[delay];
    eg_report(s->base.diagnostics, EG_ERROR, d->place,
              "at time %.9g s the delay is %.9g s; it must be more than 0 and at most %.9g s", t,
              time_of(s, delay), d->longest);
    eg_remedy(s->base.diagnostics, "limit the delay, or give a larger delayMax: delay(x, T, delayMax)");
    return EG_ERROR_SIMULATION;
}

int eg_network_remember(eg_system *base, int node, int count, double t, const double *y, double *yp)
{
    eg_network *s = eg_network_of(base);
    int status = base->ops->derivatives(base, t - base->origin, y, yp);
    double longest = 0;
    if (status != 0)
        return status;
    eg_network_evaluate(s, t, y, yp, 0);
    for (int i = 0; i < count_of(s); i++) {
        double T = time_of(s, i);
        longest = fmax(longest, s->m->user->delays[i].longest);
        if (!(T > 0 && T <= s->m->user->delays[i].longest * (1 + 1e-12)))
            return refuse_time(s, i, t);
    }
    read_values(s, s->user.delays->value);
    eg_breaks_take(s->user.delays->breaks, s);
    if (node == 0)
        eg_history_forget(s->user.delays->history, t - longest);
    return eg_history_add(s->user.delays->history, node, count, t, s->user.delays->value) < 0
               ? EG_ERROR_MEMORY
               : 0;
}

/* ---------------------------------------------------------------- instants */

static int push(queue *q, double t, int order)
{
    bool is_needed = q->first == q->count; /* the look back must not reach what is not past */
    if (order >= EG_SMOOTH && !is_needed)
        return 0;
    if (q->first > 64 && 2 * q->first > q->count) {
        q->count -= q->first;
        memmove(q->items, q->items + q->first, q->count * sizeof *q->items);
        q->first = 0;
    }
    if (q->count > q->first && q->items[q->count - 1].t == t)
        return 0;
    if (eg_grow((void **)&q->items, &q->capacity, q->count + 1, sizeof *q->items) < 0)
        return -1;
    q->items[q->count++] = (instant){t, order};
    return 0;
}

double eg_delays_next_time(const eg_network *s)
{
    double next = INFINITY;
    for (int i = 0; i < count_of(s); i++)
        if (s->m->user->delays[i].is_constant)
            next = fmin(next, next_of(s, i) + s->m->user->delays[i].T);
    return next;
}

void eg_delays_switching(const eg_network *s, double t, double *h)
{
    for (int i = 0; i < count_of(s); i++) {
        const eg_user_delay *d = &s->m->user->delays[i];
        if (d->switch_index >= 0)
            h[d->switch_index] = fmin(next_of(s, i), 1e300) - (t - time_of(s, i));
    }
}

/* user_work holds the rates of the tape's values. */
void eg_delays_switching_rates(const eg_network *s, double *dh)
{
    for (int i = 0; i < count_of(s); i++) {
        const eg_user_delay *d = &s->m->user->delays[i];
        if (d->switch_index >= 0)
            dh[d->switch_index] = s->user.work[d->T_node] - 1;
    }
}

/* Of a kink at least the event is told. */
static bool is_told(int order)
{
    return order <= 1;
}

void eg_delays_begin_event(eg_network *s, double t, const bool *fired, eg_event_sink *sink)
{
    eg_delays *d = s->user.delays;
    if (!d)
        return;
    double ulps = 8 * DBL_EPSILON * fabs(t); /* of sums of delays, by which they miss each other */
    for (int i = 0; i < count_of(s); i++) {
        const eg_user_delay *own = &s->m->user->delays[i];
        queue *q = &d->queues[i];
        bool is_fired = own->switch_index >= 0 && fired && fired[own->switch_index];
        d->passed[i] = EG_SMOOTH;
        while (q->first < q->count &&
               (own->is_constant ? q->items[q->first].t + own->T <= t + ulps : is_fired)) {
            const int order = q->items[q->first].order;
            q->reached = q->items[q->first++].t;
            d->passed[i] = order < d->passed[i] ? order : d->passed[i];
            is_fired = false;
            if (sink && is_told(order))
                sink->happened(sink, t, s->m->name, "a delayed event", own->is_constant);
        }
    }
    eg_breaks_begin(d->breaks, s, fired);
    read_values(s, d->value);
}

void eg_delays_pass(eg_network *s, double t)
{
    for (int i = 0; i < count_of(s); i++) {
        queue *q = &s->user.delays->queues[i];
        double back = t - time_of(s, i);
        while (q->first < q->count && q->items[q->first].t <= back)
            q->reached = q->items[q->first++].t;
    }
}

int eg_delays_end_event(eg_network *s, double t)
{
    eg_delays *d = s->user.delays;
    if (!d)
        return 0;
    eg_breaks_end(d->breaks, s, d->passed, d->order);
    for (int i = 0; i < count_of(s); i++) {
        double x = s->user.value[s->m->user->delays[i].x_node];
        bool jumped = fabs(x - d->value[i]) > 1e-10 * (fabs(x) + fabs(d->value[i]));
        if (push(&d->queues[i], t, jumped ? 0 : d->order[i]) < 0)
            return EG_ERROR_MEMORY;
    }
    return 0;
}

int eg_delays_begin(eg_network *s, double t)
{
    eg_delays *d = s->user.delays;
    if (!d)
        return 0;
    eg_history_begin(d->history, t, d->at_start);
    eg_breaks_note(d->breaks, s);
    for (int i = 0; i < count_of(s); i++) {
        d->queues[i].first = d->queues[i].count = 0;
        d->queues[i].reached = -INFINITY;
        if (push(&d->queues[i], t, 0) < 0)
            return EG_ERROR_MEMORY;
    }
    return 0;
}

/* ---------------------------------------------------------------- as numbers */

/* Of each delay: x at the start; whether anything has been reached, and when; how many instants are to come,
 * and the time and order of each. Then the history. */
size_t eg_delays_pack(const eg_network *s, double *at)
{
    const eg_delays *d = s->user.delays;
    size_t count = 0;
    if (!d)
        return 0;
    for (int i = 0; i < count_of(s); i++)
        count += 4 + 2 * (d->queues[i].count - d->queues[i].first);
    for (int i = 0; at && i < count_of(s); i++) {
        const queue *q = &d->queues[i];
        const bool has_reached = isfinite(q->reached);
        *at++ = d->at_start[i];
        *at++ = has_reached;
        *at++ = has_reached ? q->reached : 0;
        *at++ = (double)(q->count - q->first);
        for (size_t k = q->first; k < q->count; k++) {
            *at++ = q->items[k].t;
            *at++ = q->items[k].order;
        }
    }
    return count + eg_history_pack(d->history, at);
}

static eg_status unpack_queue(eg_network *s, int i, const double **at, const double *end)
{
    queue *q = &s->user.delays->queues[i];
    const double *x = *at;
    if (end - x < 4 || !isfinite(x[0]) || (x[1] != 0 && x[1] != 1) || !isfinite(x[2]) ||
        !(x[3] >= 0 && x[3] <= 0.5 * (double)(end - x - 4)))
        return EG_ERROR_USAGE;
    const size_t count = (size_t)x[3];
    s->user.delays->at_start[i] = x[0];
    q->reached = x[1] != 0 ? x[2] : -INFINITY;
    q->first = q->count = 0;
    if (eg_grow((void **)&q->items, &q->capacity, count + 1, sizeof *q->items) < 0)
        return EG_ERROR_MEMORY;
    for (x += 4; q->count < count; x += 2) {
        if (!isfinite(x[0]) || !(x[1] >= 0 && x[1] <= 1e9))
            return EG_ERROR_USAGE;
        q->items[q->count++] = (instant){x[0], (int)x[1]};
    }
    *at = x;
    return EG_OK;
}

eg_status eg_delays_unpack(eg_network *s, const double *at, size_t count)
{
    const double *end = at + count;
    eg_status status = EG_OK;
    for (int i = 0; i < count_of(s) && status == EG_OK; i++)
        status = unpack_queue(s, i, &at, end);
    if (status != EG_OK || !s->user.delays)
        return status;
    eg_breaks_forget(s->user.delays->breaks);
    return eg_history_unpack(s->user.delays->history, at, (size_t)(end - at));
}
