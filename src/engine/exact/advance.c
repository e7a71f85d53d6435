/* The engine exact in pieces: where bodies and items are, from the polynomials or closed forms of their
 * steps, and what happens to them up to now: values, works, round-off. */
#include "engine/exact/apart.h"
#include "engine/exact/taylor.h"

#include <float.h>
#include <math.h>

enum { SPEEDS = EG_APART_SPEEDS };

typedef eg_apart_body body;
typedef eg_apart_item item;
typedef eg_apart apart;

/* ---------------------------------------------------------------- values */

/* The motion in closed form of a body since the beginning of its step. */
static void closed_at(const apart *a, int b, double t, double *x, double *v)
{
    eg_motion_at(&a->motions[a->bodies[b].motion], t - a->bodies[b].begin, x, v);
}

double eg_apart_body_speed(const apart *a, int b, double t)
{
    const body *p = &a->bodies[b];
    if (p->degree == 0 && !p->is_closed)
        return eg_apart_speed(a, b)[0];
    if (p->is_closed) {
        double x, v;
        closed_at(a, b, t, &x, &v);
        return v;
    }
    return eg_taylor_value(eg_apart_speed(a, b), p->degree, eg_apart_part(t, p->begin, p->length));
}

/* What a body has moved from one instant of its step to another. */
static double moved_between(const apart *a, int b, double from, double to)
{
    const body *p = &a->bodies[b];
    const double *v = eg_apart_speed(a, b);
    if (b == 0)
        return 0;
    if (p->degree == 0)
        return v[0] * (to - from);
    double way = eg_taylor_integral(v, p->degree, eg_apart_part(to, p->begin, p->length));
    if (from != p->begin)
        way -= eg_taylor_integral(v, p->degree, eg_apart_part(from, p->begin, p->length));
    return p->length * way;
}

static double item_value(const apart *a, int i, double t)
{
    const item *p = &a->items[i];
    const eg_local_item *of = &a->model->items[i];
    if (p->is_closed) {
        double x, v;
        closed_at(a, of->body[eg_apart_mover(of)], t, &x, &v);
        return eg_apart_distance(a, i)[0] + of->factor[eg_apart_mover(of)] * x;
    }
    if (p->is_plain)
        return eg_apart_distance(a, i)[0] + (of->factor[0] * moved_between(a, of->body[0], p->begin, t) +
                                             of->factor[1] * moved_between(a, of->body[1], p->begin, t));
    return eg_taylor_value(eg_apart_distance(a, i), p->degree, eg_apart_part(t, p->begin, p->length));
}

double eg_apart_item_speed(const apart *a, int i)
{
    const eg_local_item *of = &a->model->items[i];
    double sum = 0;
    for (int k = 0; k < 2; k++)
        if (of->body[k] > 0)
            sum += of->factor[k] * eg_apart_body_speed(a, of->body[k], a->time);
    return sum;
}

void eg_apart_fill(apart *a, int b, double t, bool position, bool speed)
{
    int i = a->model->x_of[b];
    double *x = &a->y[b - 1], *v = &a->y[a->model->body_count - 1 + b - 1];
    if (a->bodies[b].is_closed) {
        const eg_local_item *of = &a->model->items[i];
        double moved;
        closed_at(a, b, t, &moved, v);
        *x = eg_apart_distance(a, i)[0] + of->factor[eg_apart_mover(of)] * moved;
        return;
    }
    if (position)
        *x = item_value(a, i, t);
    if (speed)
        *v = eg_apart_body_speed(a, b, t);
}

/* ---------------------------------------------------------------- up to now */

void eg_apart_add_work(apart *a, int power, double work)
{
    a->work[power] = eg_dd_add(a->work[power], eg_dd_of(work));
}

/* The integral of v^2 over the step up to its part x. */
static double square_of_speed(const apart *a, int i, double x)
{
    const item *p = &a->items[i];
    const eg_local_item *of = &a->model->items[i];
    double rate = a->bodies[of->body[eg_apart_mover(of)]].rate;
    return eg_taylor_square_of_slope(eg_apart_distance(a, i), p->degree, x, rate * p->length) / p->length;
}

/* The integral of drag*v dt, drag = drag_0 + drag_s (s - s_0) + drag_v (v - v_0): but for that of v^2 it
 * is one over s. */
static void add_loss(apart *a, int i, double x, double moved)
{
    const item *p = &a->items[i];
    const eg_local_law *law = &a->laws[i];
    const double *s = eg_apart_distance(a, i);
    if (p->length <= 0 || (law->drag == 0 && law->drag_s == 0 && law->drag_v == 0))
        return;
    double v = s[1] / p->length, loss = (law->drag - law->drag_v * v + 0.5 * law->drag_s * moved) * moved;
    if (law->drag_v != 0)
        loss += law->drag_v * square_of_speed(a, i, x);
    eg_apart_add_work(a, EG_POWER_DISSIPATED, loss);
}

/* What the end of a plain item has moved since it began: of all of a body's step once. */
static double moved_by_end(apart *a, int b, double from)
{
    body *p = &a->bodies[b];
    if (b == 0 || from != p->begin)
        return moved_between(a, b, from, a->time);
    if (p->moved_in != a->epoch)
        p->moved = moved_between(a, b, from, a->time);
    p->moved_in = a->epoch;
    return p->moved;
}

static double advance_plain(apart *a, int i)
{
    item *p = &a->items[i];
    const eg_local_item *of = &a->model->items[i];
    double moved = 0, way = 0;
    for (int k = 0; k < 2 && a->time > p->begin; k++) {
        const body *end = &a->bodies[of->body[k]];
        moved += of->factor[k] * moved_by_end(a, of->body[k], p->begin);
        way += fabs(of->factor[k]) * end->most * (a->time - end->begin);
    }
    p->noise = 8 * DBL_EPSILON * (fabs(eg_apart_distance(a, i)[0]) + way);
    return moved;
}

static double advance_polynomial(apart *a, int i)
{
    item *p = &a->items[i];
    double x = eg_apart_part(a->time, p->begin, p->length), *s = eg_apart_distance(a, i);
    double moved = p->degree > 0 ? x * eg_taylor_value(s + 1, p->degree - 1, x) : 0;
    if (i < a->model->element_count)
        add_loss(a, i, x, moved);
    p->noise = 8 * DBL_EPSILON * (fabs(s[0]) + x * p->way);
    return moved;
}

void eg_apart_advance_item(apart *a, int i)
{
    item *p = &a->items[i];
    if (p->advanced == a->epoch)
        return;
    p->advanced = a->epoch;
    if (p->is_closed)
        eg_apart_advance_closed_item(a, i);
    else
        eg_apart_distance(a, i)[0] += p->is_plain ? advance_plain(a, i) : advance_polynomial(a, i);
    p->is_plain = false;
    p->degree = 0;
    p->begin = a->time;
    p->length = 0;
}

static void add_outer_work(apart *a, const body *p, const double *v, double x)
{
    const double *push = a->push + (size_t)p->load * SPEEDS;
    double turnover, work = eg_taylor_turnover(push, p->push_degree, v, p->degree, x, &turnover);
    eg_apart_add_work(a, EG_POWER_SUPPLIED, p->length * work);
    eg_apart_add_work(a, EG_POWER_TURNOVER, p->length * turnover);
}

static void advance_body(apart *a, int b)
{
    body *p = &a->bodies[b];
    double *v = eg_apart_speed(a, b);
    if (p->is_closed && p->length > 0) {
        eg_apart_advance_closed_body(a, b);
    } else {
        double x = eg_apart_part(a->time, p->begin, p->length);
        if (p->loads > 0 && p->length > 0)
            add_outer_work(a, p, v, x);
        p->noise = 8 * DBL_EPSILON * p->most;
        v[0] = eg_taylor_value(v, p->degree, x);
    }
    p->is_closed = false;
    if (!isfinite(v[0]))
        eg_apart_not_finite(a, b);
    a->fastest = fabs(v[0]) > a->fastest ? fabs(v[0]) : a->fastest;
    p->degree = 0;
    p->begin = a->time;
    p->length = 0;
    p->most = fabs(v[0]);
    p->bend = 0;
}

static void advance_items_of(apart *a, int b)
{
    for (int k = a->model->first[b]; k < a->model->first[b + 1]; k++)
        eg_apart_advance_item(a, a->model->touching[k]);
}

void eg_apart_advance_cluster(apart *a, int b)
{
    if (b == 0 || a->bodies[b].mark == a->epoch)
        return;
    eg_queue_set(&a->queue, a->model->element_count + a->bodies[b].cluster, INFINITY);
    int at = b;
    do { /* distances follow from the motion of their ends, which is forgotten then */
        a->bodies[at].mark = a->epoch;
        a->changed[a->changed_count++] = at;
        if (!a->bodies[at].is_closed)
            advance_items_of(a, at);
    } while ((at = a->bodies[at].next) != b);
    do {
        bool is_closed = a->bodies[at].is_closed;
        advance_body(a, at);
        if (is_closed)
            advance_items_of(a, at);
    } while ((at = a->bodies[at].next) != b);
}
