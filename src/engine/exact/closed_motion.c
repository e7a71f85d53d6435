/* Closed forms of one body's motion; closed_motion.h has the formulas. */
#include "engine/exact/closed_motion.h"

#include "base/elementary.h"
#include "base/extremes.h"

#include <float.h>
#include <math.h>

static const double pi = 3.14159265358979323846;
/* |delta^2 - k|/k below which the two forms lose digits. */
static const double close_to_critical = 1e-3;

static void make_swing(eg_closed_motion *m, double v)
{
    m->kind = EG_MOTION_SWINGS;
    m->w = sqrt(m->k - m->delta * m->delta);
    m->pace = sqrt(m->k);
    m->ebb = m->w / m->pace;
    m->x[0] = -m->rest;
    m->x[1] = (v - m->delta * m->rest) / m->w;
    m->v[0] = v;
    m->v[1] = -(m->w * m->x[0] + m->delta * m->x[1]);
    m->part[1] = 0.0;
}

static void make_decay(eg_closed_motion *m, double v)
{
    m->kind = EG_MOTION_DECAYS;
    m->r[1] = -m->delta - sqrt(m->delta * m->delta - m->k);
    m->r[0] = m->k / m->r[1];
    m->pace = -m->r[1];
    m->x[1] = (v + m->r[0] * m->rest) / (m->r[1] - m->r[0]);
    m->x[0] = -m->rest - m->x[1];
    for (int i = 0; i < 2; i++)
        m->v[i] = m->r[i] * m->x[i];
    m->part[1] = 1.0;
}

bool eg_closed_motion_make(eg_closed_motion *m, double v, double a, double k, double d)
{
    double delta = 0.5 * d, rest = delta * delta - k;
    m->c = a + d * v;
    m->k = k;
    m->d = d;
    m->delta = delta;
    m->at = 0.0;
    m->part[0] = 1.0;
    if (k == 0.0 && d == 0.0) {
        m->kind = EG_MOTION_FLIES;
        m->v[0] = v;
        return isfinite(v + a);
    }
    if (!(k > 0.0) || !(d >= 0.0) || !(fabs(rest) > close_to_critical * k) || !isfinite(d + k))
        return false;
    m->rest = m->c / k;
    (rest < 0.0 ? make_swing : make_decay)(m, v);
    return true;
}

/* The two functions of time that all sums are made of. */
static void look_at(eg_closed_motion *m, double t)
{
    if (t == m->at)
        return;
    m->at = t;
    if (t == 0.0) {
        m->part[0] = 1.0;
        m->part[1] = m->kind == EG_MOTION_SWINGS ? 0.0 : 1.0;
    } else if (m->kind == EG_MOTION_SWINGS) {
        const double fading = eg_exponential(-m->delta * t);
        eg_wave(m->w * t, &m->part[0], &m->part[1]);
        m->part[0] *= fading;
        m->part[1] *= fading;
    } else {
        m->part[0] = eg_exponential(m->r[0] * t);
        m->part[1] = eg_exponential(m->r[1] * t);
    }
}

/* The same at many instants. */
static void find_parts(const eg_closed_motion *m, int count, const double *t, double *first, double *second)
{
    double by[2][EG_MOTION_MANY], fading[EG_MOTION_MANY];
    const bool swings = m->kind == EG_MOTION_SWINGS;
    const double rate[2] = {swings ? m->w : m->r[0], swings ? -m->delta : m->r[1]};
    if (count <= 0)
        return;
    for (int i = 0; i < count; i++) {
        by[0][i] = rate[0] * t[i];
        by[1][i] = rate[1] * t[i];
    }
    if (!swings) {
        eg_exponentials(count, by[0], first);
        eg_exponentials(count, by[1], second);
        return;
    }
    eg_waves(count, by[0], first, second);
    eg_exponentials(count, by[1], fading);
    for (int i = 0; i < count; i++) {
        first[i] *= fading[i];
        second[i] *= fading[i];
    }
}

void eg_closed_motion_at(eg_closed_motion *m, double t, double *x, double *v)
{
    if (m->kind == EG_MOTION_FLIES) {
        *x = t * (m->v[0] + 0.5 * m->c * t);
        *v = m->v[0] + m->c * t;
        return;
    }
    look_at(m, t);
    *x = m->rest + m->x[0] * m->part[0] + m->x[1] * m->part[1];
    *v = m->v[0] * m->part[0] + m->v[1] * m->part[1];
}

void eg_closed_motion_at_many(const eg_closed_motion *m, int count, const double *t, double *x, double *v)
{
    double first[EG_MOTION_MANY], second[EG_MOTION_MANY];
    if (m->kind == EG_MOTION_FLIES) {
        for (int i = 0; i < count; i++) {
            x[i] = t[i] * (m->v[0] + 0.5 * m->c * t[i]);
            v[i] = m->v[0] + m->c * t[i];
        }
        return;
    }
    find_parts(m, count, t, first, second);
    for (int i = 0; i < count; i++) {
        x[i] = m->rest + m->x[0] * first[i] + m->x[1] * second[i];
        v[i] = m->v[0] * first[i] + m->v[1] * second[i];
    }
}

double eg_closed_motion_size(const eg_closed_motion *m, double t)
{
    if (m->kind == EG_MOTION_FLIES)
        return t * (fabs(m->v[0]) + 0.5 * fabs(m->c) * t);
    return fabs(m->rest) + fabs(m->x[0]) + fabs(m->x[1]);
}

double eg_closed_motion_speed_size(const eg_closed_motion *m, double t)
{
    if (m->kind == EG_MOTION_FLIES)
        return fabs(m->v[0]) + fabs(m->c) * t;
    return fabs(m->v[0]) + fabs(m->v[1]);
}

/* sqrt(a^2 + b^2), of numbers of any size. */
static double length_of(double a, double b)
{
    const double square = a * a + b * b;
    return square > 1e-280 && square < 1e300 ? sqrt(square) : hypot(a, b);
}

/* ---------------------------------------------------------------- falls of parabolas */

/* h = h0 + rate t + bend t^2/2, of which `size` and what t makes of both others are sums. */
typedef struct arc {
    double h0, rate, bend, size, by_x, by_v;
} arc;

static const double rounding = 16.0 * DBL_EPSILON;

static double height_of_arc(const arc *h, double t)
{
    return h->h0 + t * (h->rate + 0.5 * h->bend * t);
}

static double slack_of_arc(const eg_closed_motion *m, const arc *h, double t)
{
    return rounding *
           (h->size + h->by_x * eg_closed_motion_size(m, t) + h->by_v * eg_closed_motion_speed_size(m, t));
}

/* |rate| at the root of a parabola: of rate^2 - 2 bend h0, of which one factor may be next to nothing. */
static double rate_at_root(const arc *h)
{
    const double square = h->rate * h->rate - 2.0 * h->bend * h->h0; /* no difference follows */
    if (square > 1e-280 && square < 1e300)
        return sqrt(square);
    int power = 0;
    (void)frexp(eg_larger(fabs(h->rate), sqrt(fabs(h->bend)) * sqrt(fabs(h->h0))), &power);
    const double rate = ldexp(h->rate, -power);
    const double rest = rate * rate - 2.0 * ldexp(h->bend, -power) * ldexp(h->h0, -power);
    return rest > 0.0 ? ldexp(sqrt(rest), power) : 0.0;
}

static double fall_of_arc(const eg_closed_motion *m, const arc *h, double blur, double end)
{
    double turn = h->bend != 0.0 ? -h->rate / h->bend : INFINITY; /* where it is highest or lowest */
    bool falls = h->bend < 0.0 || h->rate < 0.0;
    double from = h->bend < 0.0 && turn > 0.0 ? turn : 0.0, to = h->bend > 0.0 ? turn : INFINITY;
    if (h->h0 <= blur) { /* at 0 by what has just happened, or it touches: it has to rise first */
        double top = falls ? eg_smaller(from, end) : end;
        if (!(h->rate > 0.0) || !(height_of_arc(h, top) > slack_of_arc(m, h, top) + blur))
            return NAN;
    }
    if (!falls || from >= end)
        return INFINITY;
    to = eg_smaller(to, end);
    if (height_of_arc(h, to) >= -slack_of_arc(m, h, to))
        return INFINITY;
    double root = rate_at_root(h);
    double t = h->rate < 0.0 ? 2.0 * h->h0 / (root - h->rate) : (h->rate + root) / -h->bend;
    return eg_smaller(t, to);
}

/* ---------------------------------------------------------------- falls of what swings or decays */

/* h = limit + h[0] first + h[1] second, and its rate alike. */
typedef struct path {
    double limit, h[2], rate[2];
    double high;          /* of what swings: |h - limit| at its turning points, but for exp(-delta t) */
    bool is_acceleration; /* a multiple of it: the sum of two terms, which are known as they are */
} path;

static double height(eg_closed_motion *m, const path *p, double t, double *rate)
{
    look_at(m, t);
    *rate = p->rate[0] * m->part[0] + p->rate[1] * m->part[1];
    return p->limit + p->h[0] * m->part[0] + p->h[1] * m->part[1];
}

/* |h - limit| at a turning point. */
static double swing_at(const eg_closed_motion *m, const path *p, double turn)
{
    return m->delta > 0.0 ? p->high * exp(-m->delta * turn) : p->high;
}

/* The way to the root by h's own Taylor polynomial of order 4, whose coefficients the law gives: z'' = -k z -
 * d z', z = h - limit. *off: how far it may be from the root; INFINITY: it is too long a way to tell. */
static double towards_root(const eg_closed_motion *m, double value, double rate, double limit, double *off)
{
    const double near = 0.5;
    double second = -m->d * rate - m->k * (value - limit), third = -m->d * second - m->k * rate;
    double fourth = -m->d * third - m->k * second, fifth = -m->d * fourth - m->k * third;
    double x = -value / (rate - 0.5 * second * value / rate), change = 0.0, slope = rate;
    for (int round = 0; round < 2; round++) {
        double at =
            value + x * (rate + x * (0.5 * second + x * (third * (1.0 / 6.0) + x * (fourth * (1.0 / 24.0)))));
        slope = rate + x * (second + x * (0.5 * third + x * (fourth * (1.0 / 6.0))));
        change = -at / slope;
        x += change;
    }
    double bend = fabs(second + x * third), far = fabs(x);
    double rest = (fabs(fifth) + far * m->k * fabs(fourth)) * (x * x) * (x * x) * far * (1.0 / 60.0);
    *off = far * m->pace <= near ? (rest + bend * change * change) / fabs(slope) : INFINITY;
    return x;
}

/* Where to begin: at low, where it has just begun and is soon to fall; by the cosine about its lowest point,
 * if it gets there; or in the middle. */
static double first_guess(const eg_closed_motion *m, const path *p, double low, double high, bool turns)
{
    const double soon = 0.5;
    double h0 = p->limit + p->h[0] + (m->kind == EG_MOTION_SWINGS ? 0.0 : p->h[1]);
    if (m->kind == EG_MOTION_DECAYS || (low == 0.0 && h0 * m->w < -soon * p->rate[0]))
        return low;
    double lowest = turns ? swing_at(m, p, high) : 0.0;
    double guess = lowest > fabs(p->limit) ? high - acos(p->limit / lowest) / m->w : 0.0;
    return guess > low && guess < high ? guess : 0.5 * (low + high);
}

/* h falls from above 0 at low to below at high, where it turns or not: steps of order 5 in the bracket, until
 * one ends some ulp of the root. */
static double refine(eg_closed_motion *m, const path *p, double low, double high, bool turns)
{
    double x = first_guess(m, p, low, high, turns), rate, off, before = high - low;
    double least = 4.0 * DBL_EPSILON * high;
    for (int round = 0; round < 100 && high - low > least; round++) {
        double value = height(m, p, x, &rate);
        if (x > low || value <= 0.0)
            *(value > 0.0 ? &low : &high) = x;
        double next = x + towards_root(m, value, rate, p->limit, &off);
        bool inside = next > low && next < high && fabs(next - x) <= 0.5 * before;
        if ((inside || fabs(next - x) <= 0.25 * least) && off <= 0.25 * DBL_EPSILON * next)
            return eg_smaller(eg_larger(next, low), high);
        if (!inside)
            next = 0.5 * (low + high);
        before = fabs(next - x);
        x = next;
        least = 4.0 * DBL_EPSILON * high;
    }
    return high;
}

/* The first stretch on which h falls, [from, to]. False: it never does. */
static bool first_descent(const eg_closed_motion *m, const path *p, double *from, double *to)
{
    if (m->kind == EG_MOTION_SWINGS) { /* the rate is a cosine about its phase */
        double low = atan2(p->rate[1], p->rate[0]) + 1.5 * pi;
        low = low > 2.0 * pi ? low - 2.0 * pi : low;
        *to = low / m->w;
        *from = low > pi ? (low - pi) / m->w : 0.0;
        return true;
    }
    double ratio = -p->rate[1] / p->rate[0];
    double turn = ratio > 0.0 ? log(ratio) / (m->r[0] - m->r[1]) : 0.0;
    double now = p->rate[0] + p->rate[1];
    *from = now < 0.0 || !(turn > 0.0) ? 0.0 : turn;
    *to = now < 0.0 && turn > 0.0 ? turn : INFINITY;
    return now < 0.0 || turn > 0.0;
}

/* The edge where a contact that holds a body alone stops to push is a multiple of the acceleration. Once the
 * fast part of what decays has died out it is the smaller the stiffer the damper, down to nothing beside the
 * force of the spring and that of the damper, which it is the difference of. */
static bool is_acceleration(const eg_closed_motion *m, double h0, double p, double q)
{
    if (m->kind != EG_MOTION_DECAYS || q == 0.0)
        return false;
    double v = m->v[0] + m->v[1], by = q / m->d, a = m->c - m->d * v;
    return fabs(p - by * m->k) <= rounding * fabs(p) &&
           fabs(h0 + by * a) <= rounding * (fabs(by * m->c) + fabs(q * v));
}

/* Round-off of h at t. */
static double slack_of(eg_closed_motion *m, const path *s, double t, double size)
{
    if (!s->is_acceleration)
        return size;
    look_at(m, t);
    return rounding * (fabs(s->h[0]) * m->part[0] + fabs(s->h[1]) * m->part[1]);
}

/* limit + p (x - e) + q x'. */
static path path_about(const eg_closed_motion *m, double limit, double p, double q)
{
    bool swings = m->kind == EG_MOTION_SWINGS;
    path s = {.limit = limit};
    for (int i = 0; i < 2; i++)
        s.h[i] = p * m->x[i] + q * m->v[i];
    for (int i = 0; i < 2; i++)
        s.rate[i] =
            swings ? -m->delta * s.h[i] + (i == 0 ? m->w * s.h[1] : -m->w * s.h[0]) : m->r[i] * s.h[i];
    if (swings)
        s.high = m->ebb * length_of(s.h[0], s.h[1]);
    return s;
}

static path path_of(const eg_closed_motion *m, double h0, double p, double q)
{
    double start = q * (m->v[0] + (m->kind == EG_MOTION_SWINGS ? 0.0 : m->v[1]));
    path s = path_about(m, h0 - start + p * m->rest, p, q);
    if (is_acceleration(m, h0, p, q)) {
        s.is_acceleration = true;
        s.limit = 0.0;
        for (int i = 0; i < 2; i++) {
            s.h[i] = -q / m->d * m->r[i] * m->v[i];
            s.rate[i] = m->r[i] * s.h[i];
        }
    }
    return s;
}

/* Does what swings clearly stay above 0 up to `end`, or rise from 0 and stay there? In less than half a
 * period its rate changes its sign once at most: where it does not come up from a lowest point in between,
 * the ends tell. */
static bool stays_above(eg_closed_motion *m, const path *p, bool is_above, double end, double slack)
{
    double rate;
    return m->w * end < 3.1415 && height(m, p, end, &rate) > slack &&
           (p->rate[0] > 0.0 || (is_above && rate < 0.0));
}

double eg_closed_motion_fall(eg_closed_motion *m, double h0, double p, double q, double size, double blur,
                             double end)
{
    if (m->kind == EG_MOTION_FLIES)
        return fall_of_arc(m, &(arc){h0, p * m->v[0] + q * m->c, p * m->c, size, fabs(p), fabs(q)}, blur,
                           end);
    path s = path_of(m, h0, p, q);
    double from, to, rate, now = s.rate[0] + (m->kind == EG_MOTION_SWINGS ? 0.0 : s.rate[1]);
    double slack = rounding * (size + fabs(p) * eg_closed_motion_size(m, end) +
                               fabs(q) * eg_closed_motion_speed_size(m, end));
    bool swings = m->kind == EG_MOTION_SWINGS;
    bool is_above = h0 > blur;
    if (swings && ((is_above && s.limit > s.high) || stays_above(m, &s, is_above, end, slack + blur)))
        return INFINITY;
    bool falls = first_descent(m, &s, &from, &to);
    if (!is_above) { /* at 0 by what has just happened, or it touches: it has to rise first */
        if (!(now > 0.0 && (!falls || from > 0.0)))
            return NAN;
        double top = swings && from < end ? s.limit + swing_at(m, &s, from)
                                          : height(m, &s, falls ? eg_smaller(from, end) : end, &rate);
        if (!(top > slack + blur))
            return NAN;
    }
    if (!falls || from >= end)
        return INFINITY;
    bool turns = swings && to < end;
    to = eg_smaller(to, end);
    if ((turns ? s.limit - swing_at(m, &s, to) : height(m, &s, to, &rate)) >= -slack_of(m, &s, to, slack))
        return INFINITY;
    return refine(m, &s, from, to, turns);
}

/* ---------------------------------------------------------------- least and greatest values */

static void take_in(eg_closed_motion_extent *out, double value)
{
    out->low = eg_smaller(out->low, value);
    out->high = eg_larger(out->high, value);
}

static void add_turn(eg_closed_motion_extent *out, double t, double value)
{
    out->turn[out->turns++] = t;
    take_in(out, value);
}

/* Turns are half periods apart, and their heights fall as exp(-delta t) does. */
static void find_turns_of_swing(const eg_closed_motion *m, const path *s, double t0, double t1,
                                eg_closed_motion_extent *out)
{
    const double first = atan2(s->rate[1], s->rate[0]) + 0.5 * pi; /* a highest point, by its phase */
    double half = ceil((m->w * t0 - first) / pi);
    for (int k = 0; k < 2; k++, half++) {
        const double t = (first + half * pi) / m->w, height = swing_at(m, s, t);
        if (t > t0 && t < t1)
            add_turn(out, t, s->limit + (fmod(half, 2.0) == 0.0 ? height : -height));
    }
}

static void find_turn_of_decay(const eg_closed_motion *m, const path *s, double t0, double t1,
                               eg_closed_motion_extent *out)
{
    const double ratio = -s->rate[1] / s->rate[0];
    const double t = ratio > 0.0 ? log(ratio) / (m->r[0] - m->r[1]) : -1.0;
    if (t > t0 && t < t1)
        add_turn(out, t, s->limit + s->h[0] * exp(m->r[0] * t) + s->h[1] * exp(m->r[1] * t));
}

static void reach_of_arc(const eg_closed_motion *m, double p, double q, double t0, double t1,
                         eg_closed_motion_extent *out)
{
    const arc h = {.h0 = q * m->v[0], .rate = p * m->v[0] + q * m->c, .bend = p * m->c};
    const double turn = -h.rate / h.bend;
    out->start = out->low = out->high = height_of_arc(&h, t0);
    take_in(out, height_of_arc(&h, t1));
    if (turn > t0 && turn < t1)
        add_turn(out, turn, height_of_arc(&h, turn));
}

/* The same without a look at any instant but the first: what swings keeps within its height, and what decays
 * between what it is and nothing, term by term. */
static void reach_roughly(const eg_closed_motion *m, const path *s, eg_closed_motion_extent *out)
{
    out->low = out->high = s->limit;
    if (m->kind == EG_MOTION_SWINGS) {
        const double most = length_of(s->h[0], s->h[1]);
        out->low -= most;
        out->high += most;
        return;
    }
    for (int i = 0; i < 2; i++) {
        const double term = s->h[i] * m->part[i];
        *(term < 0.0 ? &out->low : &out->high) += term;
    }
}

void eg_closed_motion_reach(eg_closed_motion *m, double p, double q, double t0, double t1, bool closely,
                            eg_closed_motion_extent *out)
{
    double rate;
    out->turns = 0;
    if (m->kind == EG_MOTION_FLIES) {
        reach_of_arc(m, p, q, t0, t1, out);
        return;
    }
    const path s = path_about(m, p * m->rest, p, q);
    out->start = out->low = out->high = height(m, &s, t0, &rate);
    if (!closely) {
        reach_roughly(m, &s, out);
        return;
    }
    (m->kind == EG_MOTION_SWINGS ? find_turns_of_swing : find_turn_of_decay)(m, &s, t0, t1, out);
    take_in(out, height(m, &s, t1, &rate));
}

/* ---------------------------------------------------------------- work */

static double integral_of_exp(double rate, double t)
{
    return rate != 0.0 ? expm1(rate * t) / rate : t;
}

double eg_closed_motion_square(eg_closed_motion *m, double t)
{
    double p = m->v[0], q = m->v[1];
    if (m->kind == EG_MOTION_FLIES) {
        double last = p + m->c * t;
        return t * (p * p + p * last + last * last) * (1.0 / 3.0);
    }
    if (m->kind == EG_MOTION_DECAYS)
        return p * p * integral_of_exp(2.0 * m->r[0], t) + q * q * integral_of_exp(2.0 * m->r[1], t) +
               2.0 * p * q * integral_of_exp(m->r[0] + m->r[1], t);
    /* v^2 = exp(-2 delta t) ((p^2 + q^2)/2 + (p^2 - q^2)/2 cos 2wt + p q sin 2wt), the last two the parts of
     * (exp(r t) - 1)/r with r = -2 delta + 2iw */
    look_at(m, t);
    double real = (m->part[0] - m->part[1]) * (m->part[0] + m->part[1]) - 1.0,
           imaginary = 2.0 * m->part[0] * m->part[1];
    double size = 4.0 * m->k, a = -2.0 * m->delta, b = 2.0 * m->w;
    double cosine = (real * a + imaginary * b) / size, sine = (imaginary * a - real * b) / size;
    return 0.5 * (p * p + q * q) * integral_of_exp(-2.0 * m->delta, t) + 0.5 * (p * p - q * q) * cosine +
           p * q * sine;
}

/* There and back by way of one turn. */
static double way_by(double turn, double x)
{
    return fabs(turn) + fabs(x - turn);
}

/* Turning points of an oscillation are half periods apart, and each distance from the rest is the last one
 * times exp(-delta pi/w): a geometric series. */
static double way_of_swing(eg_closed_motion *m, double t, double x)
{
    look_at(m, t); /* the speed's zeros are half a period apart */
    if (m->w * t < 3.1415 && m->v[0] * (m->v[0] * m->part[0] + m->v[1] * m->part[1]) > 0.0)
        return fabs(x);
    double phase = atan2(m->v[1], m->v[0]) + 0.5 * pi; /* of a zero of the speed */
    double sign = phase > 0.0 && phase <= pi ? 1.0 : -1.0, speed = length_of(m->v[0], m->v[1]);
    if (sign < 0.0) /* the first one */
        phase += phase > pi ? -pi : pi;
    double turn = phase / m->w, half = pi / m->w;
    if (turn >= t || speed == 0.0)
        return fabs(x);
    double away = sign * (m->x[1] * (m->v[0] / speed) - m->x[0] * (m->v[1] / speed)) * exp(-m->delta * turn);
    double turns = floor((t - turn) / half), far = fabs(away);
    if (turns == 0.0)
        return way_by(m->rest + away, x);
    double less = exp(-m->delta * half), shrunk = pow(less, turns);
    double between = less < 1.0 ? (1.0 - shrunk) / (1.0 - less) : turns;
    double last = m->rest + away * shrunk * (fmod(turns, 2.0) > 0.5 ? -1.0 : 1.0);
    return fabs(m->rest + away) + far * (1.0 + less) * between + fabs(x - last);
}

double eg_closed_motion_way(eg_closed_motion *m, double t, double x)
{
    double turn;
    if (m->kind == EG_MOTION_SWINGS)
        return way_of_swing(m, t, x);
    if (m->kind == EG_MOTION_FLIES) {
        turn = m->c != 0.0 ? -m->v[0] / m->c : -1.0;
        return turn > 0.0 && turn < t ? way_by(0.5 * m->v[0] * turn, x) : fabs(x);
    }
    double ratio = -m->v[1] / m->v[0];
    turn = ratio > 0.0 ? log(ratio) / (m->r[0] - m->r[1]) : -1.0;
    if (!(turn > 0.0 && turn < t))
        return fabs(x);
    return way_by(m->rest + m->x[0] * exp(m->r[0] * turn) + m->x[1] * exp(m->r[1] * turn), x);
}
