/* The engine exact in pieces: distances between bodies from now on, and when a switching function of their
 * elements falls.
 *
 * A distance is the integral of two speeds; its polynomial reaches as far as the steps of both bodies do.
 * Every switching function of an element is linear in its distance and speed, so it is a polynomial as well.
 * Most of them never come near 0: with h_k x^k >= min(h_k, 0) x^3 for k >= 3 a cubic lies below the function,
 * and where that stays above 0 the function does. Of the others eg_taylor_fall finds the first root, missing
 * none (taylor.h). */
#include "engine/exact/apart.h"
#include "engine/exact/taylor.h"

#include <float.h>
#include <math.h>

enum { DISTANCES = EG_APART_DISTANCES };

typedef eg_apart_body body;
typedef eg_apart_item item;
typedef eg_apart apart;

/* The speeds of both ends over the item's step, and their sum with factors. */
typedef struct approach {
    const double *v[2];
    int degree[2]; /* -1: it stands still */
    double factor[2];
    double moved[2][DISTANCES];
    double v_rel[DISTANCES]; /* by powers of the part of the step; one more than of the highest degree, 0 */
    int top;                 /* of v_rel */
} approach;

/* Where the steps of the bodies at both ends end. */
static double reaches(const apart *a, const eg_local_item *of)
{
    double end = INFINITY;
    for (int k = 0; k < 2; k++)
        if (of->body[k] > 0) {
            double own = a->bodies[of->body[k]].begin + a->bodies[of->body[k]].length;
            end = own < end ? own : end;
        }
    return end;
}

/* The item's ends may have begun together: then their step is its step, to the bit. */
static double length_of(const apart *a, const eg_local_item *of, double end)
{
    double length = end > a->time ? end - a->time : 0;
    for (int k = 0; k < 2; k++) {
        const body *p = &a->bodies[of->body[k]];
        if (of->body[k] > 0 && p->begin == a->time && length > 0 && a->time + p->length == end)
            length = p->length;
    }
    return length;
}

/* The end's speed by powers of the part of `length` from now: as many as count. */
static void look_at_end(const apart *a, int b, double length, approach *to, int end)
{
    const body *p = &a->bodies[b];
    const double *v = eg_apart_speed(a, b);
    to->v[end] = v;
    to->degree[end] = b > 0 ? p->degree : -1;
    if (b == 0 || (p->begin == a->time && p->length == length))
        return;
    int needed = p->rate < INFINITY ? eg_apart_terms(p->rate * length) : p->degree;
    needed = needed < p->degree ? needed : p->degree;
    eg_taylor_move(v, p->degree, eg_apart_part(a->time, p->begin, p->length),
                   p->length > 0 ? length / p->length : 0, needed, to->moved[end]);
    to->v[end] = to->moved[end];
    to->degree[end] = needed;
}

static void look_at(const apart *a, const eg_local_item *of, double length, approach *to)
{
    for (int end = 0; end < 2; end++) {
        look_at_end(a, of->body[end], length, to, end);
        to->factor[end] = of->factor[end];
    }
    int more = to->degree[1] > to->degree[0], both = to->degree[!more], top = to->degree[more];
    for (int k = 0; k <= both; k++)
        to->v_rel[k] = to->factor[0] * to->v[0][k] + to->factor[1] * to->v[1][k];
    for (int k = both + 1; k <= top; k++)
        to->v_rel[k] = to->factor[more] * to->v[more][k];
    to->v_rel[top + 1] = 0;
    to->top = top;
}

/* Does h stay above 0 on [0, 1], as the least value of the cubic below it tells? */
static bool stays_clear(const double *h, int degree)
{
    double third = 0, bend = degree > 1 ? h[2] : 0, slope = degree > 0 ? h[1] : 0;
    for (int k = 3; k <= degree; k++)
        third += h[k] < 0 ? h[k] : 0;
    if (!(h[0] > 0) || !(h[0] + slope + bend + third > 0))
        return false;
    double turn = bend * bend - 3 * third * slope;
    if (slope >= 0 || bend <= 0 || turn <= 0)
        return true;
    double x = -slope / (bend + sqrt(turn)); /* where it is least */
    return x >= 1 || h[0] + x * (slope + x * (bend + x * third)) > 0;
}

/* What the coefficients of function j are sums of. */
static void find_sizes(const apart *a, int i, int j, const approach *to, double *sizes)
{
    const item *p = &a->items[i];
    double by_s = fabs(a->laws[i].h_s[j]), by_v = fabs(a->laws[i].h_v[j]), before = 0;
    for (int k = 0; k <= p->degree; k++) {
        double size = 0;
        for (int end = 0; end < 2; end++)
            size += k <= to->degree[end] ? fabs(to->factor[end] * to->v[end][k]) : 0;
        sizes[k] = by_v * size + by_s * (k > 0 ? p->length / k * before : fabs(eg_apart_distance(a, i)[0]));
        before = size;
    }
}

/* One switching function on the item's step: its coefficients, and what of h[0] is not known. */
typedef struct function {
    double h[DISTANCES], blur;
} function;

/* Is it clearly above 0, or at 0 and clearly rising, and cannot get down? size: of what h[0] is a sum of;
 * rate: of what its rate is. */
static bool cannot_fall(const function *f, int degree, double size, double rate)
{
    const double rounding = 64 * DBL_EPSILON;
    if (f->h[0] > f->blur + rounding * size)
        return stays_clear(f->h, degree);
    return fabs(f->h[0]) <= f->blur && degree > 0 && f->h[1] > rounding * rate &&
           stays_clear(f->h + 1, degree - 1);
}

static void make_function(const apart *a, int i, int j, const approach *to, double instant, function *f)
{
    const item *p = &a->items[i];
    const eg_local_law *law = &a->laws[i];
    const eg_local_item *of = &a->model->items[i];
    const double *s = eg_apart_distance(a, i);
    double by_s = law->h_s[j], by_v = law->h_v[j];
    double noise = fabs(of->factor[0]) * a->bodies[of->body[0]].noise +
                   fabs(of->factor[1]) * a->bodies[of->body[1]].noise;
    f->h[0] = law->h[j];
    for (int k = 1; k <= p->degree; k++)
        f->h[k] = by_s * s[k] + by_v * to->v_rel[k];
    f->blur = fabs(by_s) * p->noise + fabs(by_v) * noise + (p->degree > 0 ? fabs(f->h[1]) * instant : 0);
}

/* The first fall of the element's functions, as a part of its step. */
static double first_fall(const apart *a, int i, const approach *to, int *which)
{
    const item *p = &a->items[i];
    const eg_local_law *law = &a->laws[i];
    double s = fabs(eg_apart_distance(a, i)[0]), speed[2] = {0};
    for (int k = 0; k < 2; k++)
        for (int end = 0; end < 2; end++)
            speed[k] += to->degree[end] >= k ? fabs(to->factor[end] * to->v[end][k]) : 0;
    double first = 2, instant = p->length > 0 ? 4 * DBL_EPSILON * fabs(a->time) / p->length : 0;
    for (int j = 0; j < law->switches; j++) {
        function f;
        double sizes[DISTANCES], by_s = fabs(law->h_s[j]), by_v = fabs(law->h_v[j]);
        if (by_s == 0 && by_v == 0)
            continue;
        make_function(a, i, j, to, instant, &f);
        if (cannot_fall(&f, p->degree, by_s * s + by_v * speed[0],
                        by_s * p->length * speed[0] + by_v * speed[1]))
            continue;
        find_sizes(a, i, j, to, sizes);
        double x = eg_taylor_fall(f.h, sizes, p->degree, f.blur, 0.125 * instant);
        if (x < first) {
            first = x;
            *which = j;
        }
    }
    return first;
}

static void renew_closed(apart *a, int i, const body *mover)
{
    item *p = &a->items[i];
    p->is_closed = true;
    p->begin = a->time;
    p->length = mover->length;
    if (i < a->model->element_count)
        eg_queue_set(&a->queue, i,
                     fmin(a->time + p->fall, p->fall < INFINITY ? a->time + p->length : INFINITY));
}

void eg_apart_renew_item(apart *a, int i)
{
    const eg_local_item *of = &a->model->items[i];
    item *p = &a->items[i];
    const body *mover = &a->bodies[of->body[eg_apart_mover(of)]];
    approach to;
    if (mover->is_closed) {
        renew_closed(a, i, mover);
        return;
    }
    double *s = eg_apart_distance(a, i), end = reaches(a, of), length = length_of(a, of, end);
    look_at(a, of, length, &to);
    for (int k = 0; k <= to.top; k++)
        s[k + 1] = length * eg_taylor_inverse[k + 1] * to.v_rel[k];
    p->begin = a->time;
    p->length = length;
    p->degree = to.top + 1;
    p->way = length * (fabs(of->factor[0]) * a->bodies[of->body[0]].most +
                       fabs(of->factor[1]) * a->bodies[of->body[1]].most);
    if (i >= a->model->element_count)
        return;
    double x = first_fall(a, i, &to, &p->which);
    eg_queue_set(&a->queue, i, x <= 1 ? fmin(a->time + x * length, end) : INFINITY);
}
