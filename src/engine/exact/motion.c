/* Closed forms of one body's motion; motion.h has the formulas. */
#include "engine/exact/motion.h"

#include <float.h>
#include <math.h>

static const double pi = 3.14159265358979323846;
/* |delta^2 - k|/k below which the two forms lose digits. */
static const double close_to_critical = 1e-3;

bool eg_motion_make(eg_motion *m, double v, double a, double k, double d)
{
    double delta = 0.5 * d, rest = delta * delta - k;
    if (!(k > 0.0) || !(d >= 0.0) || !(fabs(rest) > close_to_critical * k) || !isfinite(d + k))
        return false;
    *m = (eg_motion){.oscillates = rest < 0.0, .c = a + d * v, .k = k, .d = d, .delta = delta};
    m->rest = m->c / k;
    if (m->oscillates) {
        m->w = sqrt(-rest);
        m->x[0] = -m->rest;
        m->x[1] = (v - delta * m->rest) / m->w;
        m->v[0] = v;
        m->v[1] = -(m->w * m->x[0] + delta * m->x[1]);
        return true;
    }
    m->r[1] = -delta - sqrt(rest);
    m->r[0] = k / m->r[1];
    m->x[1] = (v + m->r[0] * m->rest) / (m->r[1] - m->r[0]);
    m->x[0] = -m->rest - m->x[1];
    for (int i = 0; i < 2; i++)
        m->v[i] = m->r[i] * m->x[i];
    return true;
}

/* The two functions of time that all sums are made of. */
static void parts_at(const eg_motion *m, double t, double *first, double *second)
{
    if (t == 0.0) {
        *first = 1.0;
        *second = m->oscillates ? 0.0 : 1.0;
    } else if (m->oscillates) {
        double fading = exp(-m->delta * t);
        *first = fading * cos(m->w * t);
        *second = fading * sin(m->w * t);
    } else {
        *first = exp(m->r[0] * t);
        *second = exp(m->r[1] * t);
    }
}

void eg_motion_at(const eg_motion *m, double t, double *x, double *v)
{
    double first, second;
    parts_at(m, t, &first, &second);
    *x = m->rest + m->x[0] * first + m->x[1] * second;
    *v = m->v[0] * first + m->v[1] * second;
}

/* ---------------------------------------------------------------- falls */

/* h = limit + h[0] first + h[1] second, and its rate alike. */
typedef struct path {
    double limit, h[2], rate[2];
} path;

static double height(const eg_motion *m, const path *p, double t, double *rate)
{
    double first, second;
    parts_at(m, t, &first, &second);
    *rate = p->rate[0] * first + p->rate[1] * second;
    return p->limit + p->h[0] * first + p->h[1] * second;
}

/* The way to the root by h's own Taylor polynomial of order 4, whose coefficients the law gives: z'' = -k z -
 * d z', z = h - limit. */
static double towards_root(const eg_motion *m, double value, double rate, double limit)
{
    double second = -m->d * rate - m->k * (value - limit), third = -m->d * second - m->k * rate;
    double fourth = -m->d * third - m->k * second;
    double x = -value / (rate - 0.5 * second * value / rate);
    for (int round = 0; round < 2; round++) {
        double at =
            value + x * (rate + x * (0.5 * second + x * (third * (1.0 / 6.0) + x * (fourth * (1.0 / 24.0)))));
        x -= at / (rate + x * (second + x * (0.5 * third + x * (fourth * (1.0 / 6.0)))));
    }
    return x;
}

/* h falls from above 0 at low to below at high: steps of order 5 in the bracket, up to a
 * double that is not above 0, some ulp behind the root at most. */
static double refine(const eg_motion *m, const path *p, double low, double high)
{
    double x = low, rate = 0.0, value = 0.0, before = high - low;
    double swing = m->oscillates ? 1.0 - cos(m->w * (high - low)) : 0.0;
    bool first = swing > 0.5; /* about half a cosine: begin where that is 0 */
    if (!first)
        value = height(m, p, low, &rate);
    for (int round = 0; round < 100; round++) {
        double least = 4.0 * DBL_EPSILON * high;
        double next = first ? x : x + towards_root(m, value, rate, p->limit);
        if (high - low <= least)
            break;
        if (first)
            next = 0.5 * (low + high);
        bool converged = !first && fabs(next - x) <= 0.25 * least;
        if (converged)
            next = value > 0.0 ? x + 0.5 * least : x - 0.5 * least;
        if (!(next > low && next < high) || (!first && !converged && fabs(next - x) > 0.5 * before))
            next = 0.5 * (low + high);
        first = false;
        before = fabs(next - x);
        x = next;
        value = height(m, p, x, &rate);
        *(value > 0.0 ? &low : &high) = x;
    }
    return high;
}

/* The first stretch on which h falls, [from, to]. False: it never does. */
static bool first_descent(const eg_motion *m, const path *p, double *from, double *to)
{
    if (m->oscillates) { /* the rate is a cosine about its phase */
        double low = fmod(atan2(p->rate[1], p->rate[0]) + 1.5 * pi, 2.0 * pi);
        low = low <= 0.0 ? low + 2.0 * pi : low;
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

double eg_motion_fall(const eg_motion *m, double h0, double p, double q, double slack, double blur,
                      double end)
{
    double from, to, rate, start = q * (m->v[0] + (m->oscillates ? 0.0 : m->v[1]));
    path s = {.limit = h0 - start + p * m->rest};
    for (int i = 0; i < 2; i++)
        s.h[i] = p * m->x[i] + q * m->v[i];
    for (int i = 0; i < 2; i++)
        s.rate[i] =
            m->oscillates ? -m->delta * s.h[i] + (i == 0 ? m->w * s.h[1] : -m->w * s.h[0]) : m->r[i] * s.h[i];
    if (m->oscillates && s.limit > 0.0 && s.limit * s.limit > s.h[0] * s.h[0] + s.h[1] * s.h[1] && h0 > blur)
        return INFINITY;
    bool falls = first_descent(m, &s, &from, &to);
    if (h0 <= blur) { /* at 0 by what has just happened, or it touches: it has to rise first */
        double now = s.rate[0] + (m->oscillates ? 0.0 : s.rate[1]), later;
        bool rises = now > 0.0 && (!falls || from > 0.0);
        if (!rises || !(height(m, &s, falls ? fmin(from, end) : end, &later) > slack + blur))
            return NAN;
    }
    if (!falls || from >= end)
        return INFINITY;
    to = fmin(to, end);
    if (height(m, &s, to, &rate) >= -slack)
        return INFINITY;
    return refine(m, &s, from, to);
}

/* ---------------------------------------------------------------- work */

static double integral_of_exp(double rate, double t)
{
    return rate != 0.0 ? expm1(rate * t) / rate : t;
}

double eg_motion_square(const eg_motion *m, double t)
{
    double p = m->v[0], q = m->v[1];
    if (!m->oscillates)
        return p * p * integral_of_exp(2.0 * m->r[0], t) + q * q * integral_of_exp(2.0 * m->r[1], t) +
               2.0 * p * q * integral_of_exp(m->r[0] + m->r[1], t);
    /* v^2 = exp(-2 delta t) ((p^2 + q^2)/2 + (p^2 - q^2)/2 cos 2wt + p q sin 2wt), the last two the parts of
     * (exp(r t) - 1)/r with r = -2 delta + 2iw */
    double fading = exp(-2.0 * m->delta * t), real = fading * cos(2.0 * m->w * t) - 1.0,
           imaginary = fading * sin(2.0 * m->w * t);
    double size = 4.0 * m->k, a = -2.0 * m->delta, b = 2.0 * m->w;
    double cosine = (real * a + imaginary * b) / size, sine = (imaginary * a - real * b) / size;
    return 0.5 * (p * p + q * q) * integral_of_exp(-2.0 * m->delta, t) + 0.5 * (p * p - q * q) * cosine +
           p * q * sine;
}

/* Turning points of an oscillation are half periods apart, and each distance from the rest is the last one
 * times exp(-delta pi/w): a geometric series. */
double eg_motion_way(const eg_motion *m, double t, double x)
{
    double turn, at, v;
    if (!m->oscillates) {
        double ratio = -m->v[1] / m->v[0];
        turn = ratio > 0.0 ? log(ratio) / (m->r[0] - m->r[1]) : -1.0;
        if (!(turn > 0.0 && turn < t))
            return fabs(x);
        eg_motion_at(m, turn, &at, &v);
        return fabs(at) + fabs(x - at);
    }
    double phase = fmod(atan2(m->v[1], m->v[0]) + 1.5 * pi, pi); /* of the first zero of the speed */
    turn = phase / m->w;
    if (turn >= t)
        return fabs(x);
    eg_motion_at(m, turn, &at, &v);
    double half = pi / m->w, less = exp(-m->delta * half), turns = floor((t - turn) / half);
    double shrunk = pow(less, turns), far = fabs(at - m->rest);
    double between = less < 1.0 ? (1.0 - shrunk) / (1.0 - less) : turns;
    double last = m->rest + (at - m->rest) * shrunk * (fmod(turns, 2.0) > 0.5 ? -1.0 : 1.0);
    return fabs(at) + far * (1.0 + less) * between + fabs(x - last);
}
