/* The engine exact in pieces: where bodies and items are, from the polynomials or closed forms of their
 * steps, and what happens to them up to now: values, works, round-off. */
#include "base/extremes.h"
#include "engine/exact/apart.h"
#include "engine/exact/taylor.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { SPEEDS = EG_APART_SPEEDS };

typedef eg_apart_body body;
typedef eg_apart_item item;
typedef eg_apart apart;

/* ---------------------------------------------------------------- values */

/* The motion in closed form of a body since the beginning of its step. */
static void closed_at(const apart *a, int b, double t, double *x, double *v)
{
    eg_closed_motion_at(&a->alone[a->bodies[b].motion].motion, t - a->bodies[b].begin, x, v);
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
    return eg_taylor_value(eg_apart_speed(a, b), p->degree,
                           eg_apart_part(&p->stretch, t, p->begin, p->length));
}

int eg_apart_pace(const eg_stretch *s, double length, double pace[EG_APART_PACE])
{
    static const double binomial[EG_APART_PACE][EG_APART_PACE] = {{1}, {1, 1}, {1, 2, 1}, {1, 3, 3, 1}};
    int q = s->power;
    pace[0] = length;
    if (q <= 1)
        return 0;
    double wide = s->end - s->begin, away = s->begin < 0 ? -wide : wide, at = fabs(s->begin),
           power = q * wide;
    for (int j = 0; j < q; j++, power *= away) {
        pace[j] = power * binomial[q - 1][j];
        for (int k = j; k < q - 1; k++)
            pace[j] *= at;
    }
    return q - 1;
}

/* The integral of the speed over the step up to its part x. */
static double way_to(const body *p, const double *v, double x)
{
    double pace[EG_APART_PACE], sum = 0;
    int last = eg_apart_pace(&p->stretch, p->length, pace);
    if (last == 0)
        return p->length * eg_taylor_integral(v, p->degree, x);
    for (int k = p->degree + last; k >= 0; k--) {
        double rate = 0;
        for (int j = 0; j <= last; j++)
            rate += k - j >= 0 && k - j <= p->degree ? pace[j] * v[k - j] : 0;
        sum = sum * x + eg_taylor_inverse[k + 1] * rate;
    }
    return sum * x;
}

/* What a body has moved from one instant of its step to another. */
double eg_apart_way(const apart *a, int b, double t0, double t1)
{
    const body *p = &a->bodies[b];
    const double *v = eg_apart_speed(a, b);
    if (b == 0 || !(p->length > 0) || t1 <= t0)
        return 0;
    if (p->degree == 0)
        return v[0] * (t1 - t0);
    double way = way_to(p, v, eg_apart_part(&p->stretch, t1, p->begin, p->length));
    if (t0 != p->begin)
        way -= way_to(p, v, eg_apart_part(&p->stretch, t0, p->begin, p->length));
    return way;
}

/* What an end of a plain item has moved that is not in its distance. */
static double moved_by(const apart *a, const item *p, int end, double t)
{
    const int b = p->of.body[end];
    return p->of.factor[end] * eg_apart_way(a, b, eg_apart_pending_from(p, &a->bodies[b]), t);
}

static double item_value(const apart *a, int i, double t)
{
    const item *p = &a->items[i];
    const eg_local_item *of = &a->items[i].of;
    if (p->is_closed) {
        double x, v;
        closed_at(a, of->body[eg_apart_mover(of)], t, &x, &v);
        return eg_apart_distance(a, i)[0] + of->factor[eg_apart_mover(of)] * x;
    }
    if (p->is_plain)
        return eg_apart_distance(a, i)[0] + (moved_by(a, p, 0, t) + moved_by(a, p, 1, t));
    return eg_taylor_value(eg_apart_distance(a, i), p->degree,
                           eg_apart_part(&p->stretch, t, p->begin, p->length));
}

double eg_apart_item_speed(const apart *a, int i)
{
    const eg_local_item *of = &a->items[i].of;
    double sum = 0;
    for (int k = 0; k < 2; k++) {
        const body *p = &a->bodies[of->body[k]];
        if (of->body[k] > 0)
            sum += of->factor[k] * (p->degree == 0 && !p->is_closed
                                        ? eg_apart_speed(a, of->body[k])[0]
                                        : eg_apart_body_speed(a, of->body[k], a->time));
    }
    return sum;
}

void eg_apart_fill(apart *a, int b, double t, bool position, bool speed)
{
    int i = a->model->x_of[b];
    double *x = &a->y[a->model->x[b]], *v = &a->y[a->model->v[b]];
    if (a->bodies[b].is_closed) {
        const eg_local_item *of = &a->items[i].of;
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

static void fill_closed(const apart *a, int b, int count, const double *t, double *position, double *speed)
{
    int i = a->model->x_of[b];
    const eg_local_item *of = &a->items[i].of;
    const double s = eg_apart_distance(a, i)[0], factor = of->factor[eg_apart_mover(of)];
    const eg_closed_motion *motion = &a->alone[a->bodies[b].motion].motion;
    double since[EG_MOTION_MANY], x[EG_MOTION_MANY], v[EG_MOTION_MANY];
    for (int done = 0; done < count; done += EG_MOTION_MANY) {
        const int some = count - done < EG_MOTION_MANY ? count - done : EG_MOTION_MANY;
        for (int k = 0; k < some; k++)
            since[k] = t[done + k] - a->bodies[b].begin;
        eg_closed_motion_at_many(motion, some, since, x, v);
        for (int k = 0; k < some && position; k++)
            position[done + k] = s + factor * x[k];
        if (speed)
            memcpy(speed + done, v, (size_t)some * sizeof *v);
    }
}

void eg_apart_fill_many(apart *a, int b, int count, const double *t, double *position, double *speed)
{
    enum { PARTS = 64 };
    const body *p = &a->bodies[b];
    int i = a->model->x_of[b];
    const item *x = &a->items[i];
    double part[PARTS];
    if (p->is_closed) {
        fill_closed(a, b, count, t, position, speed);
        return;
    }
    bool is_even = count <= PARTS && !x->is_closed && !x->is_plain && x->degree > 0;
    for (int k = 0; k < count && position && is_even; k++)
        part[k] = eg_apart_part(&x->stretch, t[k], x->begin, x->length);
    if (position && is_even)
        eg_taylor_values(eg_apart_distance(a, i), x->degree, count, part, position);
    for (int k = 0; k < count && position && !is_even; k++)
        position[k] = item_value(a, i, t[k]);
    is_even = count <= PARTS && p->degree > 0;
    for (int k = 0; k < count && speed && is_even; k++)
        part[k] = eg_apart_part(&p->stretch, t[k], p->begin, p->length);
    if (speed && is_even)
        eg_taylor_values(eg_apart_speed(a, b), p->degree, count, part, speed);
    for (int k = 0; k < count && speed && !is_even; k++)
        speed[k] = eg_apart_body_speed(a, b, t[k]);
}

/* ---------------------------------------------------------------- up to now */

void eg_apart_add_work(apart *a, int power, double work)
{
    a->work[power] = eg_dd_add_double(a->work[power], work);
}

/* The integral of v^2 over the step up to its part x. */
static double square_of_speed(const apart *a, int i, double x)
{
    const item *p = &a->items[i];
    const eg_local_item *of = &a->items[i].of;
    double rho = a->bodies[of->body[eg_apart_mover(of)]].rate * p->length;
    int degree = rho < INFINITY ? eg_apart_terms(rho * x) + 1 : p->degree; /* as many as count up to there */
    degree = degree < p->degree ? degree : p->degree;
    return eg_taylor_square_of_slope(eg_apart_distance(a, i), degree, x, rho) / p->length;
}

/* The integral of drag*v dt, drag = drag_0 + drag_s (s - s_0) + drag_v (v - v_0): but for that of v^2 it
 * is one over s. */
static void add_loss(apart *a, int i, double x, double moved)
{
    const item *p = &a->items[i];
    const eg_local_law *law = &a->items[i].law;
    const double *s = eg_apart_distance(a, i);
    if (p->length <= 0 || (law->drag == 0 && law->drag_s == 0 && law->drag_v == 0))
        return;
    double v = s[1] / p->length, loss = (law->drag - law->drag_v * v + 0.5 * law->drag_s * moved) * moved;
    if (law->drag_v != 0)
        loss += law->drag_v * square_of_speed(a, i, x);
    eg_apart_add_work(a, EG_POWER_DISSIPATED, loss);
}

/* The integral of p q over [0, x], both to this degree: so is their product, of which what is beyond is
 * left out. */
static double work_of_series(const double *p, const double *q, int degree, double x)
{
    double work = 0;
    for (int k = degree; k >= 0; k--) {
        double sum = 0;
        for (int j = 0; j <= k; j++)
            sum += p[j] * q[k - j];
        work = work * x + eg_taylor_inverse[k + 1] * sum;
    }
    return work * x;
}

/* The same where there is a series of the drag: the integral of it over s. */
static void add_loss_of_series(apart *a, int i, double x)
{
    const item *p = &a->items[i];
    const double *s = eg_apart_distance(a, i);
    double rate[EG_APART_DISTANCES];
    for (int k = 0; k < p->degree; k++)
        rate[k] = (k + 1) * s[k + 1];
    if (p->degree > 0 && p->length > 0)
        eg_apart_add_work(a, EG_POWER_DISSIPATED,
                          work_of_series(a->drags + (size_t)i * SPEEDS, rate, p->drag_degree, x));
}

/* That of the part of the drag that goes with the power: known from where the depth begins and ends. And
 * what the series of the power is off there, or was where a step ended at this instant. */
static void end_power(apart *a, int i, double x, double moved)
{
    item *p = &a->items[i];
    const eg_local_law *law = &a->items[i].law;
    double depth = fmax(law->depth + law->depth_s * moved, 0), power = pow(depth, law->n);
    if (law->drag_p != 0)
        eg_apart_add_work(a, EG_POWER_DISSIPATED,
                          law->drag_p / law->depth_s * (depth * power - fmax(law->depth, 0) * law->power) /
                              (law->n + 1));
    double noise = 16 * DBL_EPSILON * power;
    if (!p->is_chorded)
        noise += fabs(eg_taylor_value(a->powers + (size_t)i * SPEEDS, EG_APART_POWER_ORDER, x) - power);
    p->power_noise = eg_larger(noise, x > 0 ? 0 : p->power_noise);
}

static void lose(apart *a, int i, double x, double moved)
{
    bool is_power = a->items[i].law.n > 0 && a->items[i].length > 0;
    if (is_power)
        end_power(a, i, x, moved);
    if (a->items[i].drag_degree >= 0)
        add_loss_of_series(a, i, x);
    else if (!is_power)
        add_loss(a, i, x, moved);
}

/* What an end of a plain item has moved that is not in its distance: of all of a body's step once. */
static double move_end(apart *a, item *p, int end)
{
    const int b = p->of.body[end];
    body *q = &a->bodies[b];
    const double from = eg_apart_pending_from(p, q), factor = p->of.factor[end];
    if (b == 0 || !(a->time > from))
        return 0;
    p->way += fabs(factor) * q->most * (a->time - from);
    if (from != q->begin)
        return factor * eg_apart_way(a, b, from, a->time);
    if (q->moved_in != a->epoch)
        q->moved = eg_apart_way(a, b, from, a->time);
    q->moved_in = a->epoch;
    return factor * q->moved;
}

static double advance_plain(apart *a, int i)
{
    item *p = &a->items[i];
    const double s = eg_apart_distance(a, i)[0], moved = move_end(a, p, 0) + move_end(a, p, 1);
    const double noise = 8 * DBL_EPSILON * (fabs(s) + p->way);
    p->noise = noise > p->noise || a->time > p->begin ? noise : p->noise;
    return moved;
}

static double advance_polynomial(apart *a, int i)
{
    item *p = &a->items[i];
    double x = eg_apart_part(&p->stretch, a->time, p->begin, p->length), *s = eg_apart_distance(a, i);
    double moved = p->degree > 0 ? x * eg_taylor_value(s + 1, p->degree - 1, x) : 0;
    if (i < a->model->element_count)
        lose(a, i, x, moved);
    p->noise = eg_larger(8 * DBL_EPSILON * (fabs(s[0]) + x * p->way), x > 0 ? 0 : p->noise);
    return moved;
}

void eg_apart_advance_item(apart *a, int i)
{
    item *p = &a->items[i];
    if (p->advanced == a->epoch && !p->is_plain)
        return;
    p->advanced = a->epoch;
    if (p->is_closed)
        eg_apart_advance_closed_item(a, i);
    else
        eg_apart_distance(a, i)[0] += p->is_plain ? advance_plain(a, i) : advance_polynomial(a, i);
    p->is_plain = p->is_chorded = false;
    p->degree = 0;
    p->drag_degree = -1;
    p->stretch.power = 1;
    p->begin = a->time;
    p->length = 0;
}

static void add_outer_work(apart *a, const body *p, const double *v, double x)
{
    const double *push = a->push + (size_t)p->load * SPEEDS;
    if (p->push_degree == 0 && 2 * fabs(v[0]) > p->most) { /* the speed keeps its sign */
        double done = push[0] * way_to(p, v, x);
        eg_apart_add_work(a, EG_POWER_SUPPLIED, done);
        eg_apart_add_work(a, EG_POWER_TURNOVER, fabs(done));
        return;
    }
    double turnover, rate[EG_TAYLOR_MAX + 1] = {0}, pace[EG_APART_PACE], length = p->length;
    int degree = p->degree, last = eg_apart_pace(&p->stretch, length, pace);
    for (int k = 0; last > 0 && k <= degree + last && k <= EG_TAYLOR_MAX; k++)
        for (int j = k > degree ? k - degree : 0; j <= last && j <= k; j++)
            rate[k] += pace[j] * v[k - j];
    if (last > 0) {
        length = 1;
        v = rate;
        degree = degree + last < EG_TAYLOR_MAX ? degree + last : EG_TAYLOR_MAX;
    }
    double work = eg_taylor_turnover(push, p->push_degree, v, degree, x, &turnover);
    eg_apart_add_work(a, EG_POWER_SUPPLIED, length * work);
    eg_apart_add_work(a, EG_POWER_TURNOVER, length * turnover);
}

static void advance_body(apart *a, int b)
{
    body *p = &a->bodies[b];
    double *v = eg_apart_speed(a, b);
    if (p->is_closed && p->length > 0) {
        eg_apart_advance_closed_body(a, b);
    } else {
        double x = eg_apart_part(&p->stretch, a->time, p->begin, p->length);
        if (p->loads > 0 && p->length > 0)
            add_outer_work(a, p, v, x);
        /* At one instant it stays as it is: what is at 0 to one mode is not to have fallen to another. */
        p->noise = x > 0 ? 8 * DBL_EPSILON * p->most : p->noise;
        v[0] = eg_taylor_value(v, p->degree, x);
    }
    p->is_closed = false;
    if (!isfinite(v[0]))
        eg_apart_not_finite(a, b);
    a->fastest = fabs(v[0]) > a->fastest ? fabs(v[0]) : a->fastest;
    p->degree = 0;
    p->begin = a->time;
    p->length = 0;
    p->stretch.power = 1;
    p->most = fabs(v[0]);
    p->fast = p->most > p->fast ? p->most : p->fast;
    p->bend = 0;
}

/* Items of a body: what is plain takes in no more than what that body has moved, unless all items there are
 * read at once (closed.c) or mixed ones may be among them (mixed.c). */
static void advance_items_of(apart *a, int b)
{
    const bool is_lazy = a->bodies[b].motion < 0 && !a->model->has_powers;
    const int *i = a->model->touching + a->model->first[b],
              *end = a->model->touching + a->model->first[b + 1];
    for (; i < end; i++) {
        item *p = &a->items[*i];
        if (p->is_plain && is_lazy) {
            p->s[0] += move_end(a, p, p->of.body[1] == b);
            p->advanced = a->epoch;
        } else if (p->advanced != a->epoch) {
            eg_apart_advance_item(a, *i);
        }
    }
}

void eg_apart_advance_ends(apart *a, int i)
{
    eg_apart_advance_cluster(a, a->items[i].of.body[0]);
    eg_apart_advance_cluster(a, a->items[i].of.body[1]);
}

void eg_apart_advance_cluster(apart *a, int b)
{
    if (b == 0 || a->bodies[b].mark == a->epoch)
        return;
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
