/* The engine exact in pieces: distances between bodies from now on, and when a switching function of their
 * elements falls.
 *
 * A distance is the integral of two speeds; its polynomial reaches as far as the steps of both bodies do. It
 * is made where it is asked for, which is not of pairs that bounds of speeds tell to stay apart (far.c).
 * Every switching function of an element is linear in its distance and speed, so it is a polynomial as well.
 * Most of them never come near 0: with h_k x^k >= min(h_k, 0) x^3 for k >= 3 a cubic lies below the function,
 * and where that stays above 0 the function does. Of the others eg_taylor_fall finds the first root, missing
 * none (taylor.h). */
#include "base/extremes.h"
#include "base/two.h"
#include "engine/exact/apart.h"
#include "engine/exact/reach.h"
#include "engine/exact/taylor.h"

#include <float.h>
#include <math.h>

enum { DISTANCES = EG_APART_DISTANCES, HEAD = EG_APART_HEAD };

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
    double speed, noise;     /* of both ends, at most */
    double tail;             /* the sizes of its coefficients from HEAD on, together, at most */
} approach;

/* The end's speed by powers of the part of `length` from now: as many as count. */
static void look_at_end(const apart *a, int b, double length, approach *to, int end)
{
    const body *p = &a->bodies[b];
    const double *v = eg_apart_speed(a, b);
    to->v[end] = v;
    to->degree[end] = b > 0 ? p->degree : -1;
    to->tail += fabs(to->factor[end]) * p->tail;
    if (b == 0 || p->degree == 0 || (p->begin == a->time && p->length == length))
        return;
    to->tail = INFINITY;
    int needed = p->rate < INFINITY ? eg_apart_terms(p->rate * length) : p->degree;
    needed = needed < p->degree ? needed : p->degree;
    eg_taylor_move(v, p->degree, eg_apart_part(&p->stretch, a->time, p->begin, p->length),
                   p->length > 0 ? length / p->length : 0, needed, to->moved[end]);
    to->v[end] = to->moved[end];
    to->degree[end] = needed;
}

/* sum = c p + d q, up to a degree. */
static void add_ends(const double *restrict p, double c, const double *restrict q, double d, int degree,
                     double *restrict sum)
{
    for (int k = 0; k <= degree; k++)
        sum[k] = c * p[k] + d * q[k];
}

/* s_(k+1) = length/(k + 1) v_rel,k from coefficient `from` on. */
static void integrate(const double *restrict v_rel, double length, int from, int top, double *restrict s)
{
    for (int k = from; k <= top; k++)
        s[k + 1] = length * eg_taylor_inverse[k + 1] * v_rel[k];
}

/* Is it an active element of a cluster whose step now begins as a series (step.c)? */
static bool is_in_series(const apart *a, int i)
{
    const eg_local_item *of = &a->items[i].of;
    const body *mover = &a->bodies[of->body[eg_apart_mover(of)]];
    return i < a->model->element_count && a->items[i].is_active && !a->model->has_powers &&
           mover->begin == a->time && mover->rate < INFINITY;
}

static void sum_tail(approach *to)
{
    to->tail = 0;
    for (int end = 0; end < 2; end++)
        for (int k = HEAD; k <= to->degree[end]; k++)
            to->tail += fabs(to->factor[end] * to->v[end][k]);
}

static void look_at(const apart *a, const eg_local_item *of, double length, approach *to)
{
    const body *p = &a->bodies[of->body[0]], *q = &a->bodies[of->body[1]];
    to->tail = 0;
    for (int end = 0; end < 2; end++) {
        to->factor[end] = of->factor[end];
        look_at_end(a, of->body[end], length, to, end);
    }
    if (to->tail == INFINITY)
        sum_tail(to);
    int more = to->degree[1] > to->degree[0], both = to->degree[!more], top = to->degree[more];
    add_ends(to->v[0], to->factor[0], to->v[1], to->factor[1], both, to->v_rel);
    for (int k = both + 1; k <= top; k++)
        to->v_rel[k] = to->factor[more] * to->v[more][k];
    to->v_rel[top + 1] = 0;
    to->top = top;
    to->speed = fabs(to->factor[0]) * p->most + fabs(to->factor[1]) * q->most;
    to->noise = fabs(to->factor[0]) * p->noise + fabs(to->factor[1]) * q->noise;
}

/* Does h stay above 0 on [0, 1], as the least value of the cubic below it tells? */
bool eg_apart_stays_clear(const double *h, int degree)
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

/* ---------------------------------------------------------------- one function */

/* A switching function on a part of the item's step: its coefficients, what of h[0] is not known, and what it
 * is a sum of, as eg_taylor_fall has it. */
typedef struct function {
    int degree;
    double h[DISTANCES], blur, size[2];
} function;

static const double *powers_of(const apart *a, int i)
{
    return a->powers + (size_t)i * EG_APART_SPEEDS;
}

/* The most time that passes with a small part of the step, in units of that part. */
static double largest_pace(const item *p)
{
    double most = 0, pace[EG_APART_PACE];
    if (p->stretch.power <= 1)
        return p->length;
    int last = eg_apart_pace(&p->stretch, p->length, pace);
    for (int j = 0; j <= last; j++)
        most += p->stretch.begin < 0 ? 0 : pace[j];
    return p->stretch.begin < 0 ? pace[0] : most;
}

/* What a body's acceleration is a sum of: distances of which 8 ulp are not known make forces that are not. */
static double size_of_acceleration(const apart *a, int b)
{
    const eg_local *m = a->model;
    double noise = 0;
    for (int k = m->first[b]; k < m->first[b + 1] && b > 0; k++) {
        const int i = m->touching[k], end = a->items[i].of.body[1] == b;
        if (i >= m->element_count)
            continue;
        const eg_local_law *law = &a->items[i].law;
        double force = fabs(law->f_s) * a->items[i].noise;
        if (law->n > 0 && law->f_p != 0)
            force += fabs(law->f_p) *
                     (pow(fmax(law->depth, 0) + fabs(law->depth_s) * a->items[i].noise, law->n) - law->power);
        noise += fabs(a->items[i].of.factor[end]) * force;
    }
    return b > 0 ? noise / (8 * DBL_EPSILON * m->mass[b]) : 0;
}

/* What the coefficients of function j are sums of. */
static void find_sizes(const apart *a, int i, int j, const approach *to, double until, double *sizes)
{
    const item *p = &a->items[i];
    double by_s = fabs(a->items[i].law.h_s[j]), by_v = fabs(a->items[i].law.h_v[j]), before = 0, power = 1;
    for (int k = 0; k <= p->degree; k++, power *= until) {
        double size = 0;
        for (int end = 0; end < 2; end++)
            size += k <= to->degree[end] ? fabs(to->factor[end] * to->v[end][k]) : 0;
        sizes[k] = power *
                   (by_v * size + by_s * (k > 0 ? p->length / k * before : fabs(eg_apart_distance(a, i)[0])));
        before = size;
    }
    for (int end = 0; end < 2 && by_v > 0 && p->degree > 0; end++)
        sizes[1] += until * by_v * fabs(to->factor[end]) * largest_pace(p) *
                    size_of_acceleration(a, a->items[i].of.body[end]);
    power = 1;
    if (eg_local_has_power(&a->items[i].law, j) && !p->is_chorded)
        for (int k = 0; k <= EG_APART_POWER_ORDER && k <= p->degree; k++, power *= until)
            sizes[k] += power * fabs(a->items[i].law.h_p[j] * powers_of(a, i)[k]);
}

/* Is it clearly above 0, or at 0 and clearly rising, and cannot get down? rate: of what its rate is a sum. */
static bool cannot_fall(const function *f, double rate)
{
    const double rounding = 64 * DBL_EPSILON;
    if (f->h[0] > f->blur + rounding * f->size[0])
        return eg_apart_stays_clear(f->h, f->degree);
    return fabs(f->h[0]) <= f->blur && f->degree > 0 && f->h[1] > rounding * rate &&
           eg_apart_stays_clear(f->h + 1, f->degree - 1);
}

/* dP/ds at the beginning. */
static double slope_of_power(const eg_local_law *law)
{
    return law->depth > 0 ? law->n * law->power / law->depth * law->depth_s : 0;
}

/* What the power, or the chord that bounds it, has in a function. */
static void add_powers(const apart *a, int i, double by_p, int degree, double *h)
{
    const item *p = &a->items[i];
    const eg_local_law *law = &a->items[i].law;
    const double *s = eg_apart_distance(a, i), *powers = powers_of(a, i);
    const double chord = p->is_chorded ? law->power / law->depth * law->depth_s : 0;
    for (int k = 1; k <= degree && p->is_chorded; k++)
        h[k] += by_p * (chord * s[k]);
    for (int k = 1; k <= degree && k <= EG_APART_POWER_ORDER && !p->is_chorded; k++)
        h[k] += by_p * powers[k];
}

static void add_sizes_of_powers(const apart *a, int i, double by_p, function *f)
{
    const item *p = &a->items[i];
    const eg_local_law *law = &a->items[i].law;
    double sum = 0;
    for (int k = 1; k <= EG_APART_POWER_ORDER && !p->is_chorded; k++)
        sum += fabs(powers_of(a, i)[k]);
    f->blur += 2 * by_p * (p->power_noise + fabs(slope_of_power(law)) * p->noise);
    f->size[0] += by_p * law->power;
    f->size[1] += by_p * (p->is_chorded ? law->power : sum);
}

/* What the power of a contact that begins grows by in an instant: far more than its slope tells. A power that
 * grows beyond what it is held against within the round-off of time is as large as that, and no smaller. */
static double power_of_instant(const apart *a, const eg_local_law *law, double v_rel)
{
    const double depth = fmax(law->depth, 0),
                 moved = fabs(law->depth_s * v_rel) * 4 * DBL_EPSILON * fabs(a->time);
    return depth <= moved ? pow(depth + moved, law->n) : 0;
}

/* Function j as it begins, on the part of the step up to `until`. */
static void begin_function(const apart *a, int i, int j, const approach *to, double until, double instant,
                           function *f)
{
    const item *p = &a->items[i];
    const eg_local_law *law = &a->items[i].law;
    const double *s = eg_apart_distance(a, i);
    double by_s = law->h_s[j], by_v = law->h_v[j];
    /* What passes in an instant. Before and after an event it has to be the same: what is at 0 to the one
     * mode would have fallen to the other. */
    double by_all = by_s + (eg_local_has_power(law, j) ? law->h_p[j] * slope_of_power(law) : 0);
    double passed = fabs(by_all * s[1] + by_v * to->v_rel[1]) * instant;
    if (p->stretch.power > 1) /* h[1] does not tell the rate by time */
        passed = fmax(passed, fabs(by_all * to->v_rel[0]) * 4 * DBL_EPSILON * fabs(a->time));
    if (eg_local_has_power(law, j))
        passed = fmax(passed, fabs(law->h_p[j]) * power_of_instant(a, law, to->v_rel[0]));
    f->h[0] = law->h[j];
    f->blur = fabs(by_s) * p->noise + fabs(by_v) * to->noise + passed;
    f->size[0] = fabs(by_s * s[0]) + fabs(by_v) * to->speed;
    f->size[1] = until * fabs(by_s) * p->way;
}

/* All its coefficients up to a degree. */
static void add_terms(const apart *a, int i, int j, const approach *to, double until, int degree, function *f)
{
    const eg_local_law *law = &a->items[i].law;
    const double *s = eg_apart_distance(a, i);
    double by_s = law->h_s[j], by_v = law->h_v[j], power = until;
    f->degree = degree;
    for (int k = 1; k <= degree; k++)
        f->h[k] = by_s * s[k] + by_v * to->v_rel[k];
    if (eg_local_has_power(law, j))
        add_powers(a, i, law->h_p[j], degree, f->h);
    for (int k = 1; k <= degree && until < 1; k++, power *= until)
        f->h[k] *= power;
    if (eg_local_has_power(law, j))
        add_sizes_of_powers(a, i, fabs(law->h_p[j]), f);
}

/* A polynomial below it instead: its first coefficients, and as the last one what all others come to at most,
 * since s_(k+1) = length v_rel,k/(k+1). */
static void add_head(const apart *a, int i, int j, const approach *to, double until, function *f)
{
    const double *s = eg_apart_distance(a, i);
    double by_s = a->items[i].law.h_s[j], by_v = a->items[i].law.h_v[j], power = until;
    for (int k = 1; k < HEAD; k += 2, power *= until * until)
        eg_two_store(f->h + k,
                     eg_two_times(eg_two_of(power, power * until),
                                  eg_two_plus(eg_two_times(eg_two_both(by_s), eg_two_load(s + k)),
                                              eg_two_times(eg_two_both(by_v), eg_two_load(to->v_rel + k)))));
    f->degree = HEAD;
    f->h[HEAD] = -power * (fabs(by_s) * (fabs(s[HEAD]) + a->items[i].length / (HEAD + 1) * to->tail) +
                           fabs(by_v) * to->tail);
}

/* Is function j nothing but round-off up to the end of the step, as the force of its element is, while what
 * it is the difference of is not? Then the force has died out, and what is left of it beside a damper that is
 * far too stiff is as likely to be on the other side, where there is none. */
static bool has_died_out(const apart *a, int i, int j, const approach *to, const function *f)
{
    enum { SAMPLES = 4 };
    const eg_local_law *law = &a->items[i].law;
    const double noise = f->blur + 64 * DBL_EPSILON * f->size[0], by_v = fabs(law->h_v[j]);
    if (law->f_v == 0 || by_v * fabs(to->v_rel[0]) <= 2 * noise ||
        by_v * fabs(law->f) > noise * fabs(law->f_v) ||
        fabs(f->h[0]) > 0.5 * f->blur) /* so that it is blurred to what holds on the other side, too */
        return false;
    for (int k = 1; k <= SAMPLES; k++)
        if (fabs(eg_taylor_value(f->h, f->degree, (double)k / SAMPLES)) > noise)
            return false;
    return true;
}

/* A function that begins within its blur is taken to begin at 0. Where it has fallen from there, by x, that
 * is more than the round-off of what it is made of, which is less by then: it would be seen there, as an
 * event that is none. */
static double fall_of_whole(const function *f, double x)
{
    double slope = 0;
    for (int k = f->degree; k > 0; k--)
        slope = slope * x + k * f->h[k];
    const double later = x - f->h[0] / slope;
    return slope < 0 && later > 0 && later <= 1 ? later : x;
}

/* The part of `until` at which function j falls; 2 where it does not. */
static double fall_of(const apart *a, int i, int j, const approach *to, double until, int degree,
                      double instant)
{
    double sizes[DISTANCES], by_s = fabs(a->items[i].law.h_s[j]), by_v = fabs(a->items[i].law.h_v[j]);
    function f;
    double rate = until * (by_s * a->items[i].way + by_v * to->speed);
    begin_function(a, i, j, to, until, instant, &f);
    if (!(f.size[0] + f.size[1] + f.blur < INFINITY))
        return NAN;
    bool is_headed =
        degree > HEAD && !eg_local_has_power(&a->items[i].law, j) && a->items[i].stretch.power <= 1;
    if (is_headed) {
        add_head(a, i, j, to, until, &f);
        if (cannot_fall(&f, rate))
            return 2;
    }
    add_terms(a, i, j, to, until, degree, &f);
    bool is_beyond = fabs(f.h[0]) > f.blur + 64 * DBL_EPSILON * f.size[0];
    if ((!is_headed || !is_beyond) && cannot_fall(&f, rate))
        return 2;
    if (!is_beyond)
        find_sizes(a, i, j, to, until, sizes);
    if (!is_beyond && has_died_out(a, i, j, to, &f))
        return 0;
    const double x = eg_taylor_fall(f.h, degree, is_beyond ? f.size : sizes, is_beyond ? 1 : degree, f.blur,
                                    0.125 * instant / until);
    const bool is_off = !is_beyond && x > 0 && x <= 1 && eg_local_has_power(&a->items[i].law, j);
    return is_off ? fall_of_whole(&f, x) : x;
}

/* How many terms of the item's polynomial count up to a part of its step. */
static int degree_until(const apart *a, int i, double until)
{
    const item *p = &a->items[i];
    double rate = 0;
    int degree = 0;
    for (int k = 0; k < 2; k++) {
        const body *end = &a->bodies[p->of.body[k]];
        if (p->of.body[k] > 0 && end->rate < INFINITY)
            rate = end->rate > rate ? end->rate : rate;
        else if (p->of.body[k] > 0)
            degree = end->degree > degree ? end->degree : degree;
    }
    if (rate > 0) {
        int own = eg_apart_terms(rate * p->length * until);
        degree = own > degree ? own : degree;
    }
    return degree + 1 < p->degree ? degree + 1 : p->degree;
}

/* The first fall of the element's functions, as a part of its step no later than `until`; 2: there is none;
 * NAN: it cannot be told. A contact ends last: what falls later than another function is not sought. */
static double first_fall(const apart *a, int i, const approach *to, double until, int *which)
{
    const double least = 1e-6;
    const item *p = &a->items[i];
    const eg_local_law *law = &p->law;
    double pace = largest_pace(p), instant = pace > 0 ? 4 * DBL_EPSILON * fabs(a->time) / pace : 0, first = 2;
    double part = eg_larger(until, least);
    int degree = part < 1 ? degree_until(a, i, part) : p->degree;
    for (int j = law->switches - 1; j >= 0; j--) {
        if (law->h_s[j] == 0 && law->h_v[j] == 0)
            continue;
        double x = fall_of(a, i, j, to, part, degree, instant);
        if (isnan(x))
            return x;
        if (x > 1 || x * part > first)
            continue;
        first = x * part;
        *which = j;
        part = eg_larger(first, least);
        degree = j > 0 ? degree_until(a, i, part) : degree;
    }
    return first;
}

/* ---------------------------------------------------------------- an item */

/* The item's next event is at that time: its clusters hear of it, unless it does not change their motion. */
static void announce(apart *a, int i, double time)
{
    const eg_local_item *of = &a->items[i].of;
    eg_queue_set(&a->queue, i, time);
    if (time < INFINITY && eg_apart_is_quiet(&a->items[i]))
        time = INFINITY;
    for (int k = 0; k < 2; k++) {
        body *leader = &a->bodies[a->bodies[of->body[k]].cluster];
        if (of->body[k] == 0)
            continue;
        if (time < leader->soonest) {
            leader->soonest = time;
            leader->soonest_item = i;
        } else if (leader->soonest_item == i && time - leader->soonest > 1e-7 * (leader->soonest - a->time)) {
            leader->is_withdrawn = a->is_withdrawn = true;
        }
    }
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

/* The stretch of the item's step, that of both ends; NULL where they differ and are not time itself. */
static const eg_stretch *stretch_of(const apart *a, const eg_local_item *of, double length)
{
    static const eg_stretch time = {1, 0, 0};
    const body *p = &a->bodies[of->body[0]], *q = &a->bodies[of->body[1]];
    if (!a->model->has_powers)
        return &time;
    bool left = of->body[0] > 0 && p->stretch.power > 1, right = of->body[1] > 0 && q->stretch.power > 1;
    if (!left && !right)
        return &time;
    const body *one = left ? p : q, *other = left ? q : p;
    if (one->begin != a->time || one->length != length)
        return NULL;
    if (of->body[0] > 0 && of->body[1] > 0 &&
        (one->cluster != other->cluster || other->begin != one->begin || other->length != one->length))
        return NULL;
    return &one->stretch;
}

/* s, whose rate by the part of the step is v_rel times the pace. */
static void integrate_stretched(const item *p, const approach *to, double *s)
{
    double pace[EG_APART_PACE];
    int last = eg_apart_pace(&p->stretch, p->length, pace);
    for (int k = 0; k <= to->top; k++) {
        double rate = 0;
        for (int j = 0; j <= last && j <= k; j++)
            rate += pace[j] * to->v_rel[k - j];
        s[k + 1] = eg_taylor_inverse[k + 1] * rate;
    }
}

/* The item's distance, by powers of the part of its step. */
static void make_polynomial(apart *a, int i, approach *to)
{
    const eg_local_item *of = &a->items[i].of;
    item *p = &a->items[i];
    double *s = eg_apart_distance(a, i);
    look_at(a, of, p->length, to);
    int known = is_in_series(a, i) ? to->top : 0; /* coefficients that its cluster's step has made */
    integrate(to->v_rel, p->length, known, to->top, s);
    p->degree = to->top + 1;
    if (p->stretch.power > 1)
        integrate_stretched(p, to, s);
    p->way = p->length * to->speed;
}

/* Is the element a tie of a cluster with laws of a power, whose series begin at its step? */
static bool goes_with_series(const apart *a, int i, const eg_stretch *stretch)
{
    const item *p = &a->items[i];
    return a->model->has_powers && i < a->model->element_count &&
           (a->items[i].law.n > 0 || p->drag_degree >= 0 || (stretch && stretch->power > 1));
}

void eg_apart_renew_item(apart *a, int i)
{
    const eg_local_item *of = &a->items[i].of;
    item *p = &a->items[i];
    const body *mover = &a->bodies[of->body[eg_apart_mover(of)]];
    if (mover->is_closed) {
        renew_closed(a, i, mover);
        return;
    }
    double end = eg_apart_reaches(a, of, &p->length), limit = eg_apart_limit(a, i, end), fall = INFINITY;
    p->begin = a->time;
    const eg_stretch *stretch = stretch_of(a, of, p->length);
    p->stretch = stretch ? *stretch : (eg_stretch){1, 0, p->length};
    if (goes_with_series(a, i, stretch)) /* made with its cluster's step, and not to be looked for again */
        limit = end;
    bool is_far = i >= a->model->element_count || eg_apart_stays_far(a, i, limit);
    p->is_plain = is_far || !stretch;
    if (p->is_plain) {
        p->way = 0;
        eg_apart_distance(a, i)[1] = eg_apart_distance(a, i)[0];
        fall = is_far ? INFINITY : eg_apart_mixed_fall(a, i, limit, &p->which);
    } else {
        approach to;
        make_polynomial(a, i, &to);
        double until = limit < end ? eg_apart_part(&p->stretch, limit, a->time, p->length) : 1;
        double x = first_fall(a, i, &to, until, &p->which);
        if (isnan(x)) {
            eg_apart_give_up(a, of->body[eg_apart_mover(of)]);
            p->degree = 0;
        }
        fall = x <= 1 ? eg_smaller(eg_apart_time(&p->stretch, x, a->time, p->length), end) : INFINITY;
    }
    p->is_limited = limit < end && !(fall < INFINITY);
    if (i < a->model->element_count)
        announce(a, i, fall);
}
