/* The engine exact in pieces, seen as steps of one engine: what an observer looks at moves smoothly until
 * something changes that it is concerned with, an event or the end of a cluster's step. Then what has been
 * since the last such instant is shown as a window, a step whose dense output are the polynomials and
 * closed forms themselves.
 *
 * What a sum of places and speeds comes to in it is known beforehand: of one body in closed form exactly,
 * with the instants at which it turns; of several, or where the motion is a polynomial, within bounds.
 *
 * Who looks for more than such a sum looks at parts of a window. A series reaches no further than rho h =
 * 2. Of a motion in closed form a part is short enough to be told by few samples: what swings passes no
 * more than 1 of its phase, so that a sum of place and speed, whose turning points are pi apart, turns once
 * in it at most; what decays does so once at all, and a part doubles the time that has passed, but for the
 * slower of its two exponentials. */
#include "engine/exact/apart.h"
#include "engine/exact/taylor.h"

#include <math.h>

enum { MOST_PARTS = 100000, FEW_BODIES = 8 };

typedef eg_apart_body body;
typedef eg_apart apart;

static const double phase = 1; /* of a part */

/* How long a part from t on may be for the motion of body b. */
static double reach_of(const apart *a, int b, double t)
{
    const body *p = &a->bodies[b];
    if (!p->is_closed)
        return INFINITY;
    const eg_closed_motion *m = &a->alone[p->motion].motion;
    switch (m->kind) {
    case EG_MOTION_SWINGS: return phase / m->pace;
    case EG_MOTION_DECAYS: return fmin(fmax(phase / m->pace, t - p->begin), phase / fabs(m->r[0]));
    default: return INFINITY;
    }
}

static apart *of_engine(const eg_engine *e)
{
    return ((const eg_apart_window *)e)->of;
}

static double part_end(const eg_engine *e, double t)
{
    const apart *a = of_engine(e);
    double least = INFINITY;
    for (int k = 0; k < a->seen_count; k++)
        least = fmin(least, reach_of(a, a->seen[k], t));
    return t + least;
}

/* ---------------------------------------------------------------- what sums come to */

/* What a sum has of one body: by the way that it has moved, and by its speed. */
typedef struct share {
    int body;
    double by_way, by_speed;
} share;

static bool add_share(share *shares, int *count, share one)
{
    int k = 0;
    if (one.body == 0)
        return true;
    while (k < *count && shares[k].body != one.body)
        k++;
    if (k == FEW_BODIES)
        return false;
    if (k == *count)
        shares[(*count)++] = (share){.body = one.body};
    shares[k].by_way += one.by_way;
    shares[k].by_speed += one.by_speed;
    return true;
}

/* The shares of bodies in a sum of unknowns: their number; -1: there are too many. */
static int gather(const apart *a, const eg_summand *sum, int terms, share *shares)
{
    int count = 0;
    for (int k = 0; k < terms; k++) {
        const int b = a->model->body_of[sum[k].unknown];
        if (sum[k].unknown == a->model->v[b]) {
            if (!add_share(shares, &count, (share){b, 0, sum[k].factor}))
                return -1;
            continue;
        }
        const eg_local_item *of = &a->items[a->model->x_of[b]].of;
        for (int end = 0; end < 2; end++)
            if (!add_share(shares, &count, (share){of->body[end], sum[k].factor * of->factor[end], 0}))
                return -1;
    }
    return count;
}

static void add_closed(apart *a, const share *x, double t0, double t1, bool closely, eg_sum_extent *out)
{
    const body *p = &a->bodies[x->body];
    eg_closed_motion *m = &a->alone[p->motion].motion;
    eg_closed_motion_extent own;
    eg_closed_motion_reach(m, x->by_way, x->by_speed, t0 - p->begin, t1 - p->begin, closely, &own);
    out->start += own.start;
    out->low += own.low;
    out->high += own.high;
    out->size += fabs(x->by_way) * eg_closed_motion_size(m, t1 - p->begin) +
                 fabs(x->by_speed) * eg_closed_motion_speed_size(m, t1 - p->begin);
    out->turns = own.turns;
    for (int k = 0; k < own.turns; k++)
        out->turn[k] = p->begin + own.turn[k];
}

/* How far the speed gets between two parts of the step from what it is at the first, by how far each power
 * of the part gets. */
static double change_of_series(const body *p, double from, double to)
{
    double off = 0, power0 = 1, power1 = 1;
    for (int k = 1; k <= p->degree; k++) {
        power0 *= from;
        power1 *= to;
        off += fabs(p->v[k]) * (power1 - power0);
    }
    return off;
}

/* The way is at least and at most what the speed is in that time. */
static void add_series(const apart *a, const share *x, double t0, double t1, eg_sum_extent *out)
{
    const body *p = &a->bodies[x->body];
    const double from = eg_apart_part(&p->stretch, t0, p->begin, p->length);
    const double v = eg_taylor_value(p->v, p->degree, from);
    const double off = change_of_series(p, from, eg_apart_part(&p->stretch, t1, p->begin, p->length));
    const double low = v - off, high = v + off;
    const double way = x->by_way != 0 ? eg_apart_way(a, x->body, p->begin, t0) : 0;
    const double by_low = fmin(low, 0) * (t1 - t0), by_high = fmax(high, 0) * (t1 - t0);
    double most = 0;
    out->start += x->by_way * way + x->by_speed * v;
    out->low += x->by_way * way + fmin(x->by_way * by_low, x->by_way * by_high) +
                fmin(x->by_speed * low, x->by_speed * high);
    out->high += x->by_way * way + fmax(x->by_way * by_low, x->by_way * by_high) +
                 fmax(x->by_speed * low, x->by_speed * high);
    for (int k = 0; k <= p->degree; k++)
        most += fabs(p->v[k]);
    out->size += fabs(x->by_way) * most * (t1 - p->begin) + fabs(x->by_speed) * most;
}

static void extent(eg_engine *e, const eg_summand *sum, int terms, double t0, double t1, bool closely,
                   eg_sum_extent *out)
{
    apart *a = of_engine(e);
    share shares[FEW_BODIES];
    const int count = gather(a, sum, terms, shares);
    *out = (eg_sum_extent){.is_exact = closely && count <= 1};
    if (count < 0)
        *out = (eg_sum_extent){.low = -INFINITY, .high = INFINITY};
    for (int k = 0; k < count; k++) {
        const bool is_closed = a->bodies[shares[k].body].is_closed;
        out->is_exact = out->is_exact && is_closed;
        if (is_closed)
            add_closed(a, &shares[k], t0, t1, closely, out);
        else
            add_series(a, &shares[k], t0, t1, out);
    }
}

/* ---------------------------------------------------------------- windows */

static int dense(eg_engine *engine, double t, double *y, double *yp)
{
    apart *a = of_engine(engine);
    double *own = a->y;
    (void)yp; /* follows from y, for who looks at pieces */
    a->y = y;
    eg_apart_fill_row(a, t);
    a->y = own;
    return 0;
}

/* About how many parts there would be up to an instant. */
static double count_parts(const apart *a, double until)
{
    const double from = a->window.base.t1;
    double most = 0;
    for (int k = 0; k < a->seen_count; k++) {
        const body *p = &a->bodies[a->seen[k]];
        if (!p->is_closed)
            continue;
        const eg_closed_motion *m = &a->alone[p->motion].motion;
        if (m->kind != EG_MOTION_FLIES)
            most = fmax(most, (until - from) * (m->kind == EG_MOTION_SWINGS ? m->pace : fabs(m->r[0])));
    }
    return most / phase;
}

bool eg_apart_has_windows_to(apart *a, double until)
{
    if (count_parts(a, until) <= MOST_PARTS)
        return true;
    a->left = a->tolerance > 0;
    if (a->left)
        return false;
    eg_report(
        a->system->diagnostics, EG_ERROR, EG_NOWHERE,
        "the simulation stopped at t = %.15g s: what is asked for of the whole run would have to be looked "
        "for in more than %d parts of a motion before anything happens",
        a->system->origin + a->time, (int)MOST_PARTS);
    eg_remedy(a->system->diagnostics, "use the engine auto, or ask for values at times");
    eg_apart_fail(a, EG_ERROR_SIMULATION);
    return false;
}

void eg_apart_begin_windows(apart *a)
{
    static const eg_engine_ops ops = {
        .name = "exact", .dense = dense, .extent = extent, .part_end = part_end};
    a->window = (eg_apart_window){.base = {.ops = &ops,
                                           .system = a->system,
                                           .degree = EG_APART_ORDER,
                                           .is_apart = true,
                                           .t0 = a->time,
                                           .t1 = a->time,
                                           .stretch.power = 1},
                                  .of = a};
}

void eg_apart_show_windows(apart *a, double until)
{
    eg_engine *e = &a->window.base;
    if (!(e->t1 < until) || a->status != EG_OK)
        return;
    e->t0 = e->t1;
    e->t1 = until;
    eg_apart_answer(a, a->observer->passed(a->observer, e, until));
}
