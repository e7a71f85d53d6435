/* The engine exact in pieces, seen as steps of one engine: what an observer looks at moves smoothly until
 * something changes that it is concerned with, an event or the end of a cluster's step. Then what has been
 * since the last such instant is shown as windows, each a step whose dense output are the polynomials and
 * closed forms themselves.
 *
 * A series reaches no further than rho h = 2. Of a motion in closed form a window is short enough to be told
 * by few samples: what swings passes no more than 1 of its phase, so that a sum of place and speed, whose
 * turning points are pi apart, turns once in it at most; what decays does so once at all, and a window
 * doubles the time that has passed, but for the slower of its two exponentials. */
#include "engine/exact/apart.h"

#include <math.h>

enum { MOST_WINDOWS = 100000 };

typedef eg_apart_body body;
typedef eg_apart apart;

static const double phase = 1; /* of a window */

/* How long a window from t on may be for the motion of body b. */
static double reach_of(const apart *a, int b, double t)
{
    const body *p = &a->bodies[b];
    if (!p->is_closed)
        return INFINITY;
    const eg_motion *m = &a->alone[p->motion].motion;
    switch (m->kind) {
    case EG_MOTION_SWINGS: return phase / m->pace;
    case EG_MOTION_DECAYS: return fmin(fmax(phase / m->pace, t - p->begin), phase / fabs(m->r[0]));
    default: return INFINITY;
    }
}

static double reach(const apart *a, double t)
{
    double least = INFINITY;
    for (int k = 0; k < a->seen_count; k++)
        least = fmin(least, reach_of(a, a->seen[k], t));
    return least;
}

static int dense(eg_engine *engine, double t, double *y, double *yp)
{
    apart *a = ((eg_apart_window *)engine)->of;
    double *own = a->y;
    (void)yp; /* follows from y, for who looks at pieces */
    a->y = y;
    eg_apart_fill_row(a, t);
    a->y = own;
    return 0;
}

/* About how many windows there would be up to an instant. */
static double count_windows(const apart *a, double until)
{
    const double from = a->window.base.t1;
    double most = 0;
    for (int k = 0; k < a->seen_count; k++) {
        const body *p = &a->bodies[a->seen[k]];
        if (!p->is_closed)
            continue;
        const eg_motion *m = &a->alone[p->motion].motion;
        if (m->kind != EG_MOTION_FLIES)
            most = fmax(most, (until - from) * (m->kind == EG_MOTION_SWINGS ? m->pace : fabs(m->r[0])));
    }
    return most / phase;
}

bool eg_apart_has_windows_to(apart *a, double until)
{
    if (count_windows(a, until) <= MOST_WINDOWS)
        return true;
    a->left = a->tolerance > 0;
    if (a->left)
        return false;
    eg_report(
        a->system->diagnostics, EG_ERROR, EG_NOWHERE,
        "the simulation stopped at t = %.15g s: what is asked for of the whole run would have to be looked "
        "for in more than %d parts of a motion before anything happens",
        a->system->origin + a->time, (int)MOST_WINDOWS);
    eg_remedy(a->system->diagnostics, "use the engine auto, or ask for values at times");
    eg_apart_fail(a, EG_ERROR_SIMULATION);
    return false;
}

void eg_apart_begin_windows(apart *a)
{
    static const eg_engine_ops ops = {.name = "exact", .dense = dense};
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
    while (e->t1 < until && a->status == EG_OK) {
        const double to = e->t1 + reach(a, e->t1);
        e->t0 = e->t1;
        e->t1 = to < until && to > e->t0 ? to : until;
        eg_apart_answer(a, a->observer->passed(a->observer, e, e->t1));
    }
}
