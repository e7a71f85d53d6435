/* Steps of clusters with laws of a power: Taylor series of order 23, to an accuracy.
 *
 * A law of a power holds P = p^n, p a depth of contact. With p = w_0 x^m + w_1 x^(m+1) + ..., w_0 > 0, its
 * series is P = x^(mn) (W_0 + W_1 x + ...), W_0 = w_0^n and
 *     W_i = sum over j = 1 ... i of ((n + 1) j - i) w_j W_(i-j)/(i w_0),
 * from (w^n)' w = n w^n w' (Knuth, The Art of Computer Programming 2, 4.7); so all coefficients of the
 * motion follow one after the other, as those of a linear cluster do (step.c). They fall off as the
 * distance to the nearest singularity lets them, and the step is so long that the last terms are below
 * the accuracy: nothing is tried in vain.
 *
 * Singularities. Where p = 0 and n is no integer p^n has none but in a variable x whose power q is the
 * time since or until then, if q n is an integer, and steps are made in x (eg_stretch, engine.h):
 *   - from the touch itself: x = 0 there, m = q;
 *   - from a point behind a touch that is close, or that the motion had in the present mode been close to;
 *   - towards the end of a contact that is close; such a step stops short of it, since where it is need
 *     not be known exactly.
 * Where q n is an integer for no q <= 4, or the series ends before it shows how the force acts back on
 * itself, the force of what has just touched is left out until it could matter; from there on the point is
 * behind the touch. A depth begins with its first coefficient beyond round-off: what touches at rest may be
 * pushed together by what happens elsewhere.
 *
 * Gaps. A depth that grows evenly, p = w_0 x^q, has the one term x^(qn) in its power, which comes back to
 * the depth as x^(q(n+2)) and to the power q(n+1) terms on; in between there is nothing, or little. The last
 * terms of a power tell nothing where all of them stand in a gap: so far back, if it is wider than TERMS,
 * terms are looked at, each as that of a geometric row whose next one stands a gap further on, beyond the
 * last.
 *
 * A law that makes no force (a damper holds the spring back) has P in switching functions only. Since P is
 * convex in p, the chord from p to 0 bounds it on the way out, and where the functions stay above 0 with
 * the chord they do with P: such a step goes all the way to the end of the contact. */
#include "base/arena.h"
#include "engine/exact/apart.h"
#include "engine/exact/taylor.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { ORDER = EG_APART_POWER_ORDER, SPEEDS = EG_APART_SPEEDS, MOST_POWER = 4, TERMS = 5, FAR = 4 };

typedef eg_apart apart;

/* What is known of a tie whose law is of a power. */
typedef struct depth {
    double p, rate, bend; /* p, dp/dt, d2p/dt2 */
    double light;         /* d2s/dt2 that a force of 1 N makes [1/kg] */
    bool touches;         /* it is 0, but for round-off */
} depth;

/* The step that is made. */
typedef struct plan {
    eg_stretch stretch; /* end: that of a step of the length that series are expanded for */
    double pace[EG_APART_PACE];
    int last;       /* of the pace */
    double unit;    /* a time that the motion takes [s] */
    double longest; /* that the step may be [s] */
    double scale;   /* speeds of the cluster [m/s] */
} plan;

/* ---------------------------------------------------------------- room */

static bool make_room(apart *a)
{
    size_t ties = (size_t)a->inside_count * SPEEDS, bodies = (size_t)(a->member_count + 1) * SPEEDS;
    if (eg_grow((void **)&a->force_series, &a->force_room, bodies, sizeof(double)) == 0 &&
        eg_grow((void **)&a->rate_series, &a->rate_room, ties, sizeof(double)) == 0 &&
        eg_grow((void **)&a->depth_series, &a->depth_room, ties, sizeof(double)) == 0)
        return true;
    eg_apart_fail(a, EG_ERROR_MEMORY);
    return false;
}

static void find_roots(apart *a)
{
    for (int k = 1; k <= 2 * ORDER && a->accuracy_root[2 * ORDER] == 0; k++)
        a->accuracy_root[k] = pow(a->accuracy, 1.0 / k);
}

static const eg_local_law *law_of(const apart *a, int tie)
{
    return &a->items[a->ties[tie].element].law;
}

static double *powers_of(const apart *a, int tie)
{
    return a->powers + (size_t)a->ties[tie].element * SPEEDS;
}

/* ---------------------------------------------------------------- where the motion stands */

/* What a tie does to its ends, where it comes to so much. */
static void press(apart *a, const eg_apart_tie *tie, double f)
{
    for (int end = 0; end < 2; end++) {
        eg_apart_bound *p = &a->bound_bodies[tie->slot[end]];
        if (a->sums_exactly)
            eg_apart_take_force(p, tie->factor[end] * f);
        else
            p->force -= tie->factor[end] * f;
    }
}

/* Forces at the beginning: bodies' accelerations in `force`. */
static void accelerate(apart *a)
{
    for (int j = 1; j <= a->member_count; j++) {
        eg_apart_bound *p = &a->bound_bodies[j];
        bool is_pushed = a->bodies[a->members[j - 1]].loads > 0;
        p->force = is_pushed ? p->push[0] : 0;
        p->rest = 0;
    }
    a->bound_bodies[0].force = a->bound_bodies[0].rest = 0;
    for (int j = 0; j < a->inside_count; j++)
        press(a, &a->ties[j], a->ties[j].f);
    for (int j = 0; j <= a->member_count; j++) {
        eg_apart_bound *p = &a->bound_bodies[j];
        p->force = (p->force + p->rest) * p->inverse_mass;
    }
}

static depth look_at(const apart *a, int j)
{
    const eg_apart_tie *tie = &a->ties[j];
    const eg_local_law *law = law_of(a, j);
    depth d = {.p = law->depth};
    for (int end = 0; end < 2; end++) {
        const eg_apart_bound *b = &a->bound_bodies[tie->slot[end]];
        d.rate += law->depth_s * tie->factor[end] * b->v[0];
        d.bend += law->depth_s * tie->factor[end] * b->force;
        d.light += tie->factor[end] * tie->factor[end] * b->inverse_mass;
    }
    double round_off = fabs(law->depth_s) * a->items[tie->element].noise;
    d.touches = d.p <= round_off + 16 * DBL_EPSILON * fabs(a->time * d.rate);
    return d;
}

/* What just touches makes no force but for round-off of its depth: none at all, so that what rests does. */
static void settle_touches(apart *a)
{
    for (int j = 0; j < a->inside_count; j++) {
        const eg_local_law *law = law_of(a, j);
        if (law->n > 0 && look_at(a, j).touches) {
            double power = law->f_p * law->power, rest = a->ties[j].f - power;
            a->ties[j].f = fabs(rest) <= 16 * DBL_EPSILON * fabs(power) ? 0 : rest;
        }
    }
}

static double stiffness_of(const eg_apart_tie *tie, const eg_local_law *law, const depth *d)
{
    double stiff = fabs(tie->f_s);
    if (law->n > 0 && law->f_p != 0 && !d->touches)
        stiff += fabs(law->f_p * law->depth_s) * law->n * law->power / d->p;
    return stiff;
}

/* How fast a contact is that now begins [1/s]: the root n + 1 of force rate^(n - 1). */
static double rate_of_touch(const eg_local_law *law, const depth *d)
{
    if (law->n <= 0 || law->f_p == 0 || !d->touches || d->rate <= 0)
        return 0;
    double force = fabs(law->f_p * law->depth_s) * d->light, root = 1 / (law->n + 1);
    return pow(force, root) * pow(d->rate, (law->n - 1) * root);
}

/* How fast the tie's motion answers to itself [1/s]. */
static double rate_of(const eg_apart_tie *tie, const depth *d, double touch)
{
    double damped = 0.5 * fabs(tie->f_v) * d->light;
    return fmax(touch, damped + sqrt(damped * damped + tie->stiff * d->light));
}

/* Time has to tell where in a contact the motion is: to some hundredths of it, or nothing is known of it. */
static void look_for_shock(apart *a, double touch)
{
    if (touch * 64 * DBL_EPSILON * fabs(a->time) > 1)
        eg_apart_stop_at_touch(a, a->members[0], 1 / touch);
}

/* ---------------------------------------------------------------- the variable of the step */

/* So many powers of x after a term of p^n the next one stands, p growing with the power q of x. */
static int gap_of(double n, int q)
{
    return (int)ceil(fmin(q * (n + 1), SPEEDS));
}

/* The least q for which q n is an integer, or the most; 1 where n is so large that p^n is no worse than what
 * series show of it. */
static int power_for(double n, bool *is_smooth)
{
    int q = 1;
    *is_smooth = false;
    if (n > ORDER)
        return q;
    while (q < MOST_POWER && q * n != rint(q * n))
        q++;
    *is_smooth = q * n == rint(q * n) && q * n + gap_of(n, q) <= ORDER;
    return q;
}

/* The time since p was 0, or until it is, in the present mode, where p'' is bend times twice what it is
 * now in the mean; INFINITY: it is not. */
static double distance_of(const depth *d, double bend)
{
    double square = d->rate * d->rate - 4 * d->p * d->bend * bend;
    return square > 0 ? 2 * d->p / (fabs(d->rate) + sqrt(square)) : INFINITY;
}

/* By the singularity that is closest. */
static void choose_stretch(apart *a, plan *s)
{
    double closest = FAR * s->unit;
    s->stretch = (eg_stretch){1, 0, s->unit};
    for (int j = 0; j < a->inside_count; j++) {
        const eg_local_law *law = law_of(a, j);
        if (law->n <= 0 || law->f_p == 0)
            continue;
        bool is_smooth;
        depth d = look_at(a, j);
        int q = power_for(law->n, &is_smooth);
        if (q == 1 || (d.touches && !is_smooth))
            continue;
        double distance = d.touches ? 0 : distance_of(&d, 1 / (law->n + 2));
        if (!(distance < closest))
            continue;
        closest = distance;
        double from = eg_stretch_root(q, distance);
        s->stretch = d.rate < 0 && !d.touches ? (eg_stretch){q, -from, -0.5 * from}
                                              : (eg_stretch){q, from, eg_stretch_root(q, distance + s->unit)};
    }
}

/* A step of at most `longest`. Derivatives of outer forces grow by `grows` [1/s] from one to the next: in a
 * longer unit of time the first ones would be lost beside the last. */
static plan make_plan(apart *a, double longest, double grows)
{
    plan s = {.longest = longest};
    double fastest = 0, hardest = 0, rate = grows;
    settle_touches(a);
    accelerate(a);
    for (int j = 0; j < a->member_count; j++) {
        fastest = fmax(fastest, a->bodies[a->members[j]].fast);
        hardest = fmax(hardest, fabs(a->bound_bodies[j + 1].force));
    }
    for (int j = 0; j < a->inside_count; j++) {
        depth d = look_at(a, j);
        a->ties[j].push = d.light * fabs(law_of(a, j)->f_p);
        a->ties[j].stiff = stiffness_of(&a->ties[j], law_of(a, j), &d);
        double touch = rate_of_touch(law_of(a, j), &d);
        rate = fmax(rate, rate_of(&a->ties[j], &d, touch));
        look_for_shock(a, touch);
        if (law_of(a, j)->n > 0 && law_of(a, j)->f_p == 0 && d.rate < 0 && !d.touches)
            s.longest = fmin(s.longest, 1.05 * distance_of(&(depth){d.p, d.rate, d.bend, 0, false}, 0.5));
    }
    s.unit = rate * s.longest > 1 ? 1 / rate : s.longest;
    s.scale = fmax(fastest, hardest * s.unit);
    choose_stretch(a, &s);
    s.last = eg_apart_pace(&s.stretch, s.unit, s.pace);
    return s;
}

/* ---------------------------------------------------------------- outer forces */

/* By powers of the part of a stretched step: coefficients of the powers of time in units of a->load_unit, at
 * a polynomial for it. */
static void stretch_load(apart *a, int b, const plan *s)
{
    eg_apart_body *p = &a->bodies[b];
    double *push = a->push + (size_t)p->load * SPEEDS, at[SPEEDS] = {0};
    if (p->loads == 0 || (p->is_pushed_evenly && p->push_degree == 0))
        return;
    const double inverse = 1 / a->load_unit;
    for (int i = EG_APART_ORDER; i >= 0; i--) {
        double sum[SPEEDS] = {0};
        for (int k = 0; k < SPEEDS && i < EG_APART_ORDER; k++)
            for (int j = 0; j <= s->last && k + j + 1 < SPEEDS; j++)
                sum[k + j + 1] += at[k] * (s->pace[j] * inverse) * eg_taylor_inverse[j + 1];
        sum[0] += push[i];
        memcpy(at, sum, sizeof at);
    }
    memcpy(push, at, sizeof at);
    p->push_degree = 0;
    for (int k = 1; k < SPEEDS; k++)
        p->push_degree = push[k] != 0 ? k : p->push_degree;
}

static void take_loads(apart *a, const plan *s)
{
    for (int j = 0; j < a->member_count; j++) {
        if (s->stretch.power > 1)
            stretch_load(a, a->members[j], s);
        else
            eg_apart_scale_load(a, a->members[j], s->unit);
        a->bound_bodies[j + 1].push_degree = a->bodies[a->members[j]].push_degree;
    }
}

/* ---------------------------------------------------------------- series */

/* The first coefficient of P = p^n, p[first] being that of p. One beyond the last is as good as another. */
static int lead_of(double n, int first)
{
    return first > 0 ? (int)lrint(fmin(first * n, SPEEDS)) : 0;
}

/* The sum below over i + 1 terms, divided by w[0], where products of these with powers might be no numbers.
 */
static double next_of_any_size(const double *w, const double *before, double n, int i)
{
    double sum = 0, weight = n + 1 - i;
    for (int j = 1; j <= i; j++, weight += n + 1)
        sum += weight * (w[j] / w[0]) * before[-j];
    return sum;
}

/* Coefficient k of P, given those of p up to k: p[first] is the first that is not 0 (-1: not known yet). */
static double next_power(double *p, double n, int k, double round_off, int *first, double *powers)
{
    if (*first == -1 && fabs(p[k]) <= round_off)
        p[k] = 0;
    if (*first == -1 && p[k] != 0)
        *first = p[k] > 0 ? k : -2;
    int lead = lead_of(n, *first), i = k - lead;
    if (*first < 0 || i < 0)
        return 0;
    const double *w = p + *first, *before = powers + lead + i;
    if (i == 0)
        return pow(w[0], n);
    if (!(w[0] > 0x1p-200 && w[0] < 0x1p200))
        return next_of_any_size(w, before, n, i) * eg_taylor_inverse[i];
    double sum = 0, weight = n + 1 - i;
    for (int j = 1; j <= i; j++, weight += n + 1)
        sum += weight * w[j] * before[-j];
    return sum * eg_taylor_inverse[i] / w[0];
}

/* The coefficient k of a rate by the part of the step: a series times the pace. */
static inline double paced(const plan *s, const double *series, int k)
{
    double sum = s->pace[0] * series[k];
    for (int j = 1; j <= s->last && j <= k; j++)
        sum += s->pace[j] * series[k - j];
    return sum;
}

/* Coefficient k of the tie's force, and k + 1 of its distance. */
static double expand_tie(apart *a, const plan *s, int j, int k, int *first)
{
    const double rounding = 64 * DBL_EPSILON;
    eg_apart_tie *tie = &a->ties[j];
    const eg_local_law *law = law_of(a, j);
    double *rates = a->rate_series + (size_t)j * SPEEDS, power = 0;
    rates[k] = tie->factor[0] * a->bound_bodies[tie->slot[0]].v[k] +
               tie->factor[1] * a->bound_bodies[tie->slot[1]].v[k];
    tie->s[k + 1] = eg_taylor_inverse[k + 1] * paced(s, rates, k);
    if (law->n > 0) {
        double *p = a->depth_series + (size_t)j * SPEEDS, *powers = powers_of(a, j);
        if (k > 0)
            p[k] = law->depth_s * tie->s[k];
        power = powers[k] =
            k == 0 && *first == 0
                ? law->power
                : next_power(p, law->n, k, rounding * fabs(law->depth_s) * s->scale * s->unit, first, powers);
    }
    return k == 0 ? tie->f : tie->f_s * tie->s[k] + tie->f_v * rates[k] + law->f_p * power;
}

/* What the power of a tie may come to and be left out: neither the motion nor functions' falls tell. */
static double silent_power(const apart *a, int j, const plan *s, double v_rel)
{
    const eg_local_law *law = law_of(a, j);
    double power = s->scale / (a->ties[j].push * s->unit);
    for (int i = 0; i < law->switches; i++)
        if (law->h_p[i] != 0 && law->h_v[i] != 0)
            power = fmin(power, fabs(law->h_v[i] / law->h_p[i] * v_rel));
    return a->accuracy * power;
}

/* A depth that began as nothing and a distance that did not would part by what time has been rounded by on
 * the way here, and the force, times that, be energy from nowhere: where it shows, in contacts that are
 * hardly longer than some thousands of ulps of time, the distance begins where the depth does. */
static void begin_at_touch(apart *a, const plan *s, int j, const depth *d)
{
    const double shows = a->accuracy * s->scale * s->unit;
    if (d->rate > 0 && fabs(d->p) > shows)
        a->ties[j].s[0] -= d->p / law_of(a, j)->depth_s;
}

/* Where the depth of a tie's contact begins. -2: it is left out. */
static int begin_depth(apart *a, const plan *s, int j)
{
    bool is_smooth;
    const eg_local_law *law = law_of(a, j);
    double *p = a->depth_series + (size_t)j * SPEEDS;
    if (law->n <= 0)
        return 0;
    depth d = look_at(a, j);
    p[0] = d.touches ? 0 : d.p;
    if (d.touches)
        begin_at_touch(a, s, j, &d);
    (void)power_for(law->n, &is_smooth);
    if (d.touches)
        return is_smooth ? -1 : -2;
    return law->n > ORDER && 2 * law->power < silent_power(a, j, s, d.rate / law->depth_s) ? -2 : 0;
}

static void expand(apart *a, const plan *s)
{
    for (int j = 0; j < a->inside_count; j++)
        a->ties[j].first = begin_depth(a, s, j);
    for (int k = 0; k < ORDER; k++) {
        for (int j = 1; j <= a->member_count; j++) {
            eg_apart_bound *p = &a->bound_bodies[j];
            p->force = k <= p->push_degree ? p->push[k] : 0;
            p->rest = 0;
        }
        for (int j = 0; j < a->inside_count; j++) {
            eg_apart_tie *tie = &a->ties[j];
            press(a, tie, expand_tie(a, s, j, k, &tie->first));
        }
        for (int j = 1; j <= a->member_count; j++) {
            eg_apart_bound *p = &a->bound_bodies[j];
            double *forces = a->force_series + (size_t)j * SPEEDS;
            forces[k] = (p->force + p->rest) * p->inverse_mass;
            p->v[k + 1] = eg_taylor_inverse[k + 1] * paced(s, forces, k);
        }
    }
    for (int j = 0; j < a->inside_count; j++)
        (void)expand_tie(a, s, j, ORDER, &a->ties[j].first);
}

/* ---------------------------------------------------------------- the length of the step */

/* The part of the expanded step up to which term k is below `least`. */
static inline double good_part(int k, double term, double least)
{
    return term > 0 ? pow(least / term, 1.0 / k) : INFINITY;
}

static inline double to_the(double x, int k)
{
    double power = 1;
    for (; k > 0; k >>= 1, x *= x)
        power *= k & 1 ? x : 1;
    return power;
}

/* Is term k surely below `least` beyond `factor` times `part`? Then its root need not be drawn. */
static inline bool is_beyond(double part, double factor, int k, double term, double least)
{
    const double surely = 0.99, far_from_underflow = 1e-250;
    const double power = to_the(part / factor, k);
    return power > far_from_underflow && term * power < surely * least;
}

/* The lesser of `part` and `factor` times the part up to which term k is below `least`. */
static inline double shorten(double part, double factor, int k, double term, double least)
{
    return is_beyond(part, factor, k, term, least) ? part : fmin(part, factor * good_part(k, term, least));
}

/* What term k of a power is held against, a part of `whole`, and what the part up to which it is below that
 * is to be multiplied by: of the last TERMS the term itself is to be accurate. Others stand for what follows
 * them in a geometric row, the one that is missing, `gap` further on. */
typedef struct bound {
    double least, factor;
} bound;

static inline bound bound_of(const apart *a, int k, int behind, int gap, double whole)
{
    if (k > ORDER - TERMS)
        return (bound){a->accuracy * whole, 1};
    return (bound){whole, a->accuracy_root[k - behind + gap]};
}

/* So many last terms of the power of tie j count. */
static int terms_of(const apart *a, int j, const plan *s)
{
    double n = law_of(a, j)->n;
    int gap = gap_of(n, s->stretch.power > 1 ? s->stretch.power : 1);
    if (n > ORDER || gap <= TERMS)
        return TERMS;
    return gap < ORDER ? gap : ORDER;
}

/* Forces are looked at one by one, since others may balance them. */
static double accurate_part(const apart *a, const plan *s)
{
    double part = INFINITY, least = a->accuracy * s->scale;
    for (int k = ORDER; k > ORDER - TERMS; k--) {
        double term = 0;
        for (int j = 1; j <= a->member_count; j++)
            term = fmax(term, fabs(a->bound_bodies[j].v[k]));
        for (int j = 0; j < a->inside_count; j++)
            if (law_of(a, j)->n > 0)
                term = fmax(term, a->ties[j].push * s->unit / k * fabs(powers_of(a, j)[k]));
        part = shorten(part, 1, k, term, least);
    }
    for (int j = 0; j < a->inside_count; j++) {
        int terms = law_of(a, j)->n > 0 ? terms_of(a, j, s) : 0;
        for (int k = ORDER - TERMS; k > ORDER - terms; k--) {
            double term = a->ties[j].push * s->unit / k * fabs(powers_of(a, j)[k]);
            const bound to = bound_of(a, k, 0, terms, s->scale);
            part = shorten(part, to.factor, k, term, to.least);
        }
    }
    return part;
}

/* The part up to which the depth of tie j grows by no more than `most`, or changes if `falls`. */
static double part_for_depth(const apart *a, int j, double most, bool falls)
{
    const double first = 0.9, others = 0.25; /* which come to less than 0.1 together */
    const double *p = a->depth_series + (size_t)j * SPEEDS;
    double part = INFINITY;
    for (int k = 1; k <= ORDER; k++)
        part = shorten(part, k == 1 ? first : others, k, falls ? fabs(p[k]) : p[k], most);
    return part;
}

/* Where n > ORDER the terms of (p0 + p1 x)^n grow by (n - k)/(k + 1) p1 x/p0 from one to the next: as long as
 * that is half at the last, their sum ends there. */
static double part_for_terms(const apart *a, int j)
{
    const eg_local_law *law = law_of(a, j);
    if (a->ties[j].first != 0 || law->n <= ORDER)
        return INFINITY;
    return part_for_depth(a, j, law->depth * 0.5 * (ORDER + 1) / (law->n - ORDER), true);
}

/* The part up to which the power of tie j may be left out: its depth stays less than what could matter. */
static double silent_part(const apart *a, int j, const plan *s)
{
    const double n = law_of(a, j)->n, *rates = a->rate_series + (size_t)j * SPEEDS;
    double from = a->ties[j].first == -2 ? a->depth_series[(size_t)j * SPEEDS] : 0;
    double most = pow(silent_power(a, j, s, INFINITY), 1 / n), part, speed = 0, power = 1;
    part = fmin(1, part_for_depth(a, j, most - from, false));
    for (int k = 0; k <= ORDER; k++, power *= part)
        speed += fabs(rates[k]) * power;
    most = pow(silent_power(a, j, s, speed), 1 / n);
    return fmin(part, part_for_depth(a, j, most - from, false));
}

/* The part up to which forces are what their series say, beyond what the last terms tell. */
static double resolved_part(const apart *a, const plan *s)
{
    double part = INFINITY;
    for (int j = 0; j < a->inside_count; j++) {
        const eg_local_law *law = law_of(a, j);
        int first = a->ties[j].first;
        bool is_smooth;
        if (law->n <= 0 || a->ties[j].push == 0)
            continue;
        (void)power_for(law->n, &is_smooth);
        bool is_seen = first < 0 ? is_smooth : lead_of(law->n, first) <= ORDER - TERMS;
        if (!is_seen)
            part = fmin(part, silent_part(a, j, s));
        part = fmin(part, part_for_terms(a, j));
    }
    return part;
}

/* The part up to which the step may go. */
static double longest_part(const plan *s)
{
    const eg_stretch *to = &s->stretch;
    if (to->power <= 1)
        return s->longest / s->unit;
    double part = eg_stretch_part(to, s->longest), most = 0.95 * to->begin / (to->begin - to->end);
    return to->begin < 0 ? fmin(part, most) : part;
}

/* Do the functions of tie j stay above 0 up to `part`, with the chord in the place of the power? */
static bool is_clear_with_chord(const apart *a, int j, double part)
{
    const eg_local_law *law = law_of(a, j);
    const double *rates = a->rate_series + (size_t)j * SPEEDS, *s = a->ties[j].s;
    double h[SPEEDS];
    if (a->ties[j].first != 0 || !(law->depth_s * rates[0] < 0))
        return false;
    double chord = law->power / law->depth * law->depth_s;
    for (int i = 0; i < law->switches; i++) {
        double power = 1;
        if (law->h_p[i] == 0)
            continue;
        h[0] = law->h[i];
        for (int k = 1; k <= ORDER; k++) {
            power *= part;
            h[k] = power * (law->h_s[i] * s[k] + law->h_v[i] * rates[k] + law->h_p[i] * chord * s[k]);
        }
        if (law->h_p[i] > 0 || !eg_apart_stays_clear(h, ORDER))
            return false;
    }
    return true;
}

/* The part up to which the power of tie j is known beside what function i is made of: the rate that it begins
 * with, or the first term of the power itself. */
static double known_part(const apart *a, int j, int i, const plan *s)
{
    const eg_local_law *law = law_of(a, j);
    const double *powers = powers_of(a, j), *rates = a->rate_series + (size_t)j * SPEEDS;
    int lead = lead_of(law->n, a->ties[j].first), terms = terms_of(a, j, s);
    double part = part_for_terms(a, j), rate = fabs(law->h_v[i] / law->h_p[i] * rates[0]);
    for (int k = ORDER; k > ORDER - terms && k > lead; k--) {
        const double term = fabs(powers[k]);
        const bound by_rate = bound_of(a, k, 0, terms, rate), own = bound_of(a, k, lead, terms, powers[lead]);
        if (is_beyond(part, by_rate.factor, k, term, by_rate.least) ||
            is_beyond(part, own.factor, k - lead, term, own.least))
            continue;
        part = fmin(part, fmax(by_rate.factor * good_part(k, term, by_rate.least),
                               own.factor * good_part(k - lead, term, own.least)));
    }
    return part;
}

/* Functions of a power are to tell where they fall, also where its force does not matter to the motion. Laws
 * that make none may have their power bounded by a chord. */
static double part_for_switches(apart *a, const plan *s, double part)
{
    for (int j = 0; j < a->inside_count; j++) {
        const eg_local_law *law = law_of(a, j);
        if (law->n <= 0)
            continue;
        bool is_chorded = law->f_p == 0 && is_clear_with_chord(a, j, part);
        a->items[a->ties[j].element].is_chorded = is_chorded;
        for (int i = 0; i < law->switches && !is_chorded && a->ties[j].first >= 0; i++)
            if (law->h_p[i] != 0)
                part = fmin(part, known_part(a, j, i, s));
    }
    return part;
}

/* ---------------------------------------------------------------- the step */

static void scale(double *series, int degree, double part)
{
    double power = 1;
    for (int k = 1; k <= degree; k++)
        series[k] *= power *= part;
}

/* All series by powers of the part of a step that is `part` of the one they were expanded for; outer
 * forces too. */
static void scale_all(apart *a, double part)
{
    for (int j = 0; j < a->member_count; j++) {
        eg_apart_body *p = &a->bodies[a->members[j]];
        scale(a->bound_bodies[j + 1].v, ORDER, part);
        if (p->loads > 0 && p->push_degree > 0)
            scale(a->push + (size_t)p->load * SPEEDS, p->push_degree, part);
    }
    for (int j = 0; j < a->inside_count; j++) {
        const eg_local_law *law = law_of(a, j);
        double *rates = a->rate_series + (size_t)j * SPEEDS, *powers = powers_of(a, j);
        double *drag = a->drags + (size_t)a->ties[j].element * SPEEDS;
        scale(a->ties[j].s, ORDER + 1, part);
        scale(rates, ORDER, part);
        if (law->n > 0)
            scale(powers, ORDER, part);
        a->items[a->ties[j].element].drag_degree = -1;
        if (law->drag == 0 && law->drag_s == 0 && law->drag_v == 0)
            continue;
        a->items[a->ties[j].element].drag_degree = ORDER;
        drag[0] = law->drag - law->drag_p * law->power;
        for (int k = 1; k <= ORDER; k++)
            drag[k] = law->drag_v * rates[k] + law->drag_s * a->ties[j].s[k];
    }
}

void eg_apart_step_by_powers(apart *a, double longest, double grows)
{
    if (!make_room(a))
        return;
    find_roots(a);
    plan s = make_plan(a, longest, grows);
    take_loads(a, &s);
    expand(a, &s);
    double most = longest_part(&s), part = fmin(accurate_part(a, &s), resolved_part(a, &s));
    part = part_for_switches(a, &s, fmin(part, most));
    eg_stretch stretch = s.stretch;
    stretch.end = stretch.begin + part * (s.stretch.end - s.stretch.begin);
    double length = stretch.power > 1 ? eg_stretch_passed(&stretch, 1) : part * s.unit;
    if (length > s.longest * (1 - 8 * DBL_EPSILON))
        length = s.longest;
    scale_all(a, part);
    eg_apart_settle(a, length, ORDER);
    for (int j = 0; j < a->member_count; j++)
        a->bodies[a->members[j]].stretch = stretch.power > 1 ? stretch : (eg_stretch){1, 0, length};
    if (stretch.power <= 1)
        eg_apart_look_for_waste(a, length, s.scale);
}
