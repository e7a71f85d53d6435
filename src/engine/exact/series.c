/* The engine exact in pieces: a step of a cluster by the Taylor series of its motion (step.c).
 *
 * Where few elements and nothing else push its bodies, their relative speeds are known by themselves,
 *     p_t = -length/(k + 1) f_t,k,  v_rel,t,k+1 = sum over u of light_tu p_u,
 * light_tu being the sum of factor_t factor_u/m over the bodies that t and u share; speeds of bodies are sums
 * of pushes p, made at the end. Other clusters go body by body. */
#include "base/extremes.h"
#include "base/two.h"
#include "engine/exact/apart.h"
#include "engine/exact/taylor.h"

#include <math.h>

enum { ORDER = EG_APART_ORDER, SPEEDS = EG_APART_SPEEDS, HEAD = EG_APART_HEAD, FEW = EG_APART_FEW };

typedef eg_apart apart;

/* With k terms the rest is below 1e-17 of a step's change as long as rho h is no more than this:
 * exp(rho h) (rho h)^(k + 1)/(k + 1)! = 1e-17. */
enum { PLACES = 32 }; /* a power of 2; from ORDER terms on there are no more */
static const double good_for[PLACES] = {
    4.472e-09, 3.914e-06, 0.0001244, 0.001036, 0.004391, 0.01257,  0.02812,  0.05324,
    0.08955,   0.138,     0.1992,    0.2732,   0.3597,   0.4583,   0.5683,   0.6891,
    0.8201,    0.9605,    1.109,     1.266,    1.431,    1.603,    1.781,    INFINITY,
    INFINITY,  INFINITY,  INFINITY,  INFINITY, INFINITY, INFINITY, INFINITY, INFINITY};

int eg_apart_terms(double rho)
{
    int few = 0; /* so many are not enough */
    for (int half = PLACES / 2; half > 0; half /= 2)
        few += rho > good_for[few + half - 1] ? half : 0;
    return few + 1;
}

/* ---------------------------------------------------------------- body by body */

static void push_body(eg_apart_bound *p, int k)
{
    p->force = k <= p->push_degree ? p->push[k] : 0;
}

/* Coefficient k + 1 of all speeds and distances inside, from coefficient k of the speeds; the outer forces
 * of k are in the sums already. */
static void expand_once(apart *a, int k, double length)
{
    double step = length * eg_taylor_inverse[k + 1];
    for (eg_apart_tie *tie = a->ties, *end = tie + a->inside_count; tie < end; tie++) {
        eg_apart_bound *p = tie->end[0], *q = tie->end[1];
        double left = tie->factor[0], right = tie->factor[1], v_rel = left * p->v[k] + right * q->v[k];
        double f = k == 0 ? tie->f : tie->f_s * tie->s[k] + tie->f_v * v_rel;
        tie->s[k + 1] = step * v_rel;
        p->force -= left * f;
        q->force -= right * f;
    }
    for (eg_apart_bound *p = a->bound_bodies + 1, *end = p + a->member_count; p < end; p++) {
        p->v[k + 1] = step * (p->force * p->inverse_mass);
        push_body(p, k + 1);
    }
}

/* Coefficient 1 in the same way, of forces that are summed exactly. Behind it they change by no more than
 * motions make of them. */
static void expand_first(apart *a, double length)
{
    for (eg_apart_tie *tie = a->ties, *end = tie + a->inside_count; tie < end; tie++) {
        tie->s[1] = length * (tie->factor[0] * tie->end[0]->v[0] + tie->factor[1] * tie->end[1]->v[0]);
        eg_apart_take_force(tie->end[0], tie->factor[0] * tie->f);
        eg_apart_take_force(tie->end[1], tie->factor[1] * tie->f);
    }
    for (eg_apart_bound *p = a->bound_bodies + 1, *end = p + a->member_count; p < end; p++) {
        p->v[1] = length * ((p->force + p->rest) * p->inverse_mass);
        push_body(p, 1);
    }
}

/* Coefficients from `known` + 1 to `degree`. */
static void expand_bodies(apart *a, int known, int degree, double length)
{
    for (int j = 1; j <= a->member_count; j++)
        push_body(&a->bound_bodies[j], known);
    if (known == 0 && degree > 0 && a->sums_exactly) { /* `rest` is 0 in what has been gathered */
        expand_first(a, length);
        known = 1;
    }
    for (int k = known; k < degree; k++)
        expand_once(a, k, length);
}

/* The relative speed of an element's ends, up to coefficient HEAD. */
static void find_rates(const apart *a, const eg_apart_tie *tie, double *rates)
{
    const double *p = a->bound_bodies[tie->slot[0]].v, *q = a->bound_bodies[tie->slot[1]].v;
    for (int k = 0; k <= HEAD; k++)
        rates[k] = tie->factor[0] * p[k] + tie->factor[1] * q[k];
}

/* ---------------------------------------------------------------- few elements */

static bool is_of_few(const apart *a)
{
    for (int j = 1; j <= a->member_count; j++)
        if (a->bound_bodies[j].push_degree >= 0)
            return false;
    return a->inside_count <= FEW && !a->sums_exactly;
}

/* What relative speed a push by the one gives the other. */
static double shared_lightness(const apart *a, const eg_apart_tie *one, const eg_apart_tie *other)
{
    double sum = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (one->slot[i] == other->slot[j])
                sum += one->factor[i] * other->factor[j] * a->bound_bodies[one->slot[i]].inverse_mass;
    return sum;
}

static void begin_few(apart *a)
{
    for (int i = 0; i < a->inside_count; i++) {
        const eg_apart_tie *tie = &a->ties[i];
        a->rates[i][0] = tie->factor[0] * tie->end[0]->v[0] + tie->factor[1] * tie->end[1]->v[0];
        for (int j = 0; j <= i; j++)
            a->light[i][j] = a->light[j][i] = shared_lightness(a, tie, &a->ties[j]);
    }
}

/* `count` is a constant to each caller, so that loops over elements are none. */
static inline void expand_so_many(apart *a, const int count, int known, int degree, double length)
{
    double s[FEW], v[FEW], f[FEW], push[FEW], by_s[FEW], by_v[FEW], light[FEW][FEW], *series[FEW];
    for (int t = 0; t < count; t++) {
        const eg_apart_tie *tie = &a->ties[t];
        series[t] = tie->s;
        s[t] = tie->s[known];
        v[t] = a->rates[t][known];
        by_s[t] = tie->f_s;
        by_v[t] = tie->f_v;
        f[t] = known == 0 ? tie->f : by_s[t] * s[t] + by_v[t] * v[t];
        for (int u = 0; u < count; u++)
            light[t][u] = a->light[t][u];
    }
    for (int k = known + 1; k <= degree; k++) {
        double step = length * eg_taylor_inverse[k];
        for (int t = 0; t < count; t++) {
            a->pushes[t][k] = push[t] = -step * f[t];
            series[t][k] = s[t] = step * v[t];
        }
        for (int t = 0; t < count; t++) {
            v[t] = light[t][0] * push[0];
            for (int u = 1; u < count; u++)
                v[t] += light[t][u] * push[u];
            a->rates[t][k] = v[t];
            f[t] = by_s[t] * s[t] + by_v[t] * v[t];
        }
    }
}

/* Coefficients from `known` + 1 to `degree`. */
static void expand_few(apart *a, int known, int degree, double length)
{
    switch (a->inside_count) {
    case 1: expand_so_many(a, 1, known, degree, length); break;
    case 2: expand_so_many(a, 2, known, degree, length); break;
    case 3: expand_so_many(a, 3, known, degree, length); break;
    default: expand_so_many(a, FEW, known, degree, length);
    }
}

/* sum (to be begun, or added to) of factor*push */
static void add_push(const double *restrict push, double factor, bool begins, int degree,
                     double *restrict sum)
{
    for (int k = 1; k <= degree && begins; k++)
        sum[k] = factor * push[k];
    for (int k = 1; k <= degree && !begins; k++)
        sum[k] += factor * push[k];
}

/* The speeds of the bodies. */
static void add_pushes(apart *a, int degree)
{
    bool has_begun[FEW + 2] = {false};
    for (int i = 0; i < a->inside_count; i++)
        for (int end = 0; end < 2; end++) {
            const eg_apart_tie *tie = &a->ties[i];
            const int slot = tie->slot[end];
            const eg_apart_bound *p = tie->end[end];
            if (slot == 0)
                continue;
            add_push(a->pushes[i], tie->factor[end] * p->inverse_mass, !has_begun[slot], degree, p->v);
            has_begun[slot] = true;
        }
}

/* ---------------------------------------------------------------- how far */

/* The first terms, of which HEAD are known, become those of a part of the step. */
static void shorten_series(double *a, double part)
{
    const double square = part * part;
    eg_two power = eg_two_of(part, square);
    int k = 1;
    for (; k < HEAD; k += 2, power = eg_two_times(power, eg_two_both(square)))
        eg_two_store(a + k, eg_two_times(eg_two_load(a + k), power));
    a[k] *= eg_two_first(power);
}

static void shorten(apart *a, bool is_few, double part)
{
    for (int j = 1; j <= a->member_count && !is_few; j++)
        shorten_series(a->bound_bodies[j].v, part);
    for (int j = 0; j < a->inside_count; j++) {
        shorten_series(a->ties[j].s, part);
        if (is_few) {
            shorten_series(a->rates[j], part);
            shorten_series(a->pushes[j], part);
        }
    }
}

static bool is_pushed_evenly(const apart *a)
{
    for (int j = 1; j <= a->member_count; j++)
        if (a->bound_bodies[j].push_degree > 0)
            return false;
    return true;
}

/* About where function j of an element inside falls, as the beginning of its series has it; 1 where it does
 * not. */
static double guess_fall(const eg_local_law *law, int j, const double *s, const double *rates)
{
    enum { SAMPLES = 4 };
    double h[HEAD + 1], before = law->h[j], by_s = law->h_s[j], by_v = law->h_v[j];
    eg_two both_s = eg_two_both(by_s), both_v = eg_two_both(by_v), falls = eg_two_both(0);
    int k = 1;
    if (by_s == 0 && by_v == 0)
        return 1;
    for (; k < HEAD; k += 2) {
        eg_two sum = eg_two_plus(eg_two_times(both_s, eg_two_load(s + k)),
                                 eg_two_times(both_v, eg_two_load(rates + k)));
        falls = eg_two_plus(falls, eg_two_below(sum));
        eg_two_store(h + k, sum);
    }
    h[k] = by_s * s[k] + by_v * rates[k];
    double least = law->h[j] + eg_two_sum(falls) + eg_smaller(h[k], 0);
    for (int i = 1; i <= SAMPLES && least < 0; i++) {
        double x = (double)i / SAMPLES, value = 0;
        for (k = HEAD; k > 0; k--)
            value = (value + h[k]) * x;
        value += law->h[j];
        if (value < 0)
            return (i - (before > 0 ? value / (value - before) : 1)) / SAMPLES;
        before = value;
    }
    return 1;
}

/* How much of a step, whose first terms are known, an event inside leaves of it: a little more than that,
 * since the guess is one. And the element whose event it is, or -1. */
static double part_to_event(const apart *a, bool is_few, int *element)
{
    const double more = 1.2, least = 0.05;
    double part = 1, own[HEAD + 1];
    *element = -1;
    for (int j = 0; j < a->inside_count; j++) {
        const eg_apart_tie *tie = &a->ties[j];
        const eg_local_law *law = &a->items[tie->element].law;
        if (!is_few)
            find_rates(a, tie, own);
        for (int k = 0; k < law->switches; k++) {
            double guess = guess_fall(law, k, tie->s, is_few ? a->rates[j] : own);
            if (guess < part) {
                part = guess;
                *element = tie->element;
            }
        }
    }
    return eg_smaller(eg_larger(more * part, least), 1);
}

/* ---------------------------------------------------------------- the step */

static void scale_loads(apart *a, double length)
{
    for (int j = 0; j < a->member_count; j++) {
        eg_apart_scale_load(a, a->members[j], length);
        a->bound_bodies[j + 1].push_degree = a->bodies[a->members[j]].push_degree;
    }
}

static void expand(apart *a, bool is_few, int known, int degree, double length)
{
    if (is_few)
        expand_few(a, known, degree, length);
    else
        expand_bodies(a, known, degree, length);
}

/* Changes as fast as rho at most, and outer forces as `grows`. */
void eg_apart_step_by_series(apart *a, double rho, double grows, double longest)
{
    const double reach = EG_APART_REACH;
    double rate = eg_larger(rho, grows), length = rate * longest > reach ? reach / rate : longest;
    int degree = 0, known = 0, soonest = -1;
    scale_loads(a, length);
    bool is_few = is_of_few(a);
    if (is_few)
        begin_few(a);
    if (a->inside_count > 0 && grows == 0 && is_pushed_evenly(a)) {
        expand(a, is_few, 0, HEAD, length);
        double part = part_to_event(a, is_few, &soonest); /* so that terms are not made in vain */
        shorten(a, is_few, part);
        length *= part;
        known = HEAD;
    }
    for (int j = 1; j <= a->member_count; j++)
        if (a->bound_bodies[j].push_degree + 1 > degree)
            degree = a->bound_bodies[j].push_degree + 1;
    if (rate > 0)
        degree = eg_apart_terms(rate * length);
    degree = degree < ORDER ? degree : ORDER;
    expand(a, is_few, known, degree, length);
    if (is_few)
        add_pushes(a, degree);
    eg_apart_settle(a, length, degree);
    a->bodies[a->members[0]].soonest_item = soonest; /* as it seems: to be looked at first */
    for (int j = 0; j < a->member_count && rate > 0; j++)
        a->bodies[a->members[j]].rate = rate;
    eg_apart_look_for_stiffness(a, length);
}
