/* The exact impact of a mass on a stop through an ElastoGap of any exponent n >= 1, no other force: by power
 * series, to round-off. Written from the equations alone; shares no code with the library.
 *
 * p: compression [m], u = dp/dt its rate [m/s]; t: time since touch [s]; p = 0, u = v0 > 0 at touch. Phases:
 *
 *     approach  m p'' = -2 k p^n            until d u = k p^n, where the push is 2 k p^n
 *     linear    m p'' = -k p^n - d p'       until k p^n + d u = 0, where the push is k p^n + d u
 *     rebound   p'' = 0                     until p = 0, where the push is 0
 *
 * At touch p^n is not analytic for fractional n, but p is t times a power series in w = (2k/m) v0^(n-1)
 * t^(n+1): with p = v0 t Z(w), Z = sum of z_j w^j and e_j = 1 + (n+1) j, equal powers of t give
 *
 *     z_0 = 1,   z_(j+1) = -P_j/(e_(j+1) (e_(j+1) - 1)),   P = Z^n.
 *
 * From the end of the reach of that series on p > 0, and p is a power series in t about any instant: p_0, p_1
 * given, (j+1)(j+2) m p_(j+2) = -K P_j - D (j+1) p_(j+1), P = p^n. In both the series of a power follows from
 * p P' = n P p' (J. C. P. Miller):  j p_0 P_j = sum over i = 1..j of (n i - j + i) p_i P_(j-i).
 *
 * A series is used as far as its last two terms stay below 1e-17 of the first: what it leaves out is less,
 * since the terms fall off geometrically. Edges are found by bisection to neighbouring doubles:
 * h = d u - k p^n falls all the way through the approach; the push, h = k p^n + d u, falls after its one
 * maximum. */
#ifndef EXACT_POWER_H
#define EXACT_POWER_H

#include "exact_motion.h"

enum { EXACT_ORDER = 36, EXACT_PIECES = 400 };

/* One series: p(t) = v0 t sum of a_j w^j for the one at touch, sum of a_j (t - begin)^j for the others. */
typedef struct exact_piece {
    double begin, length;
    exact_mode mode;
    bool at_touch;
    double a[EXACT_ORDER + 1];
} exact_piece;

typedef struct exact_power {
    double m, k, d, n, v0; /* mass, stiffness [N/m^n], damping, exponent, speed at touch */
    double t1, t2, t3;     /* ends of the phases [s] */
    double speed;          /* of the rebound phase, < 0 */
    exact_piece piece[EXACT_PIECES];
    int pieces;
    bool incomplete; /* EXACT_PIECES did not suffice */
} exact_power;

/* Compression, its rate, and the mode. */
typedef struct exact_compression {
    double p, rate;
    exact_mode mode;
} exact_compression;

/* P_j of P = (sum of a_i s^i)^n, given a_0...a_j and P_0...P_(j-1). */
static inline double exact_power_term(const double *a, const double *power, double n, int j)
{
    double sum = 0.0;
    if (j == 0)
        return pow(a[0], n);
    for (int i = 1; i <= j; i++)
        sum += (n * i - (j - i)) * a[i] * power[j - i];
    return sum / (j * a[0]);
}

/* The largest step s at which the last two terms are below 1e-17 of `size`, and none above `most`: else terms
 * would cancel. */
static inline double exact_reach(const double *a, double size, double most)
{
    double reach = INFINITY;
    for (int j = 1; j <= EXACT_ORDER; j++) {
        const double limit = j < EXACT_ORDER - 1 ? most : 1e-17 * size;
        if (a[j] != 0.0)
            reach = fmin(reach, pow(limit / fabs(a[j]), 1.0 / j));
    }
    return reach;
}

/* w/t^(n+1) of the series at touch. */
static inline double exact_touch_scale(const exact_power *q)
{
    return 2.0 * q->k / q->m * pow(q->v0, q->n - 1.0);
}

static inline exact_piece exact_touch_piece(const exact_power *q)
{
    exact_piece s = {.mode = EXACT_APPROACH, .at_touch = true};
    double power[EXACT_ORDER + 1];
    s.a[0] = 1.0;
    for (int j = 0; j < EXACT_ORDER; j++) {
        const double e = 1.0 + (q->n + 1.0) * (j + 1);
        power[j] = exact_power_term(s.a, power, q->n, j);
        s.a[j + 1] = -power[j] / (e * (e - 1.0));
    }
    s.length = pow(exact_reach(s.a, 1.0, 1.0) / exact_touch_scale(q), 1.0 / (q->n + 1.0));
    return s;
}

static inline exact_piece exact_series_piece(const exact_power *q, exact_mode mode, double begin, double p,
                                             double u)
{
    exact_piece s = {.begin = begin, .mode = mode};
    const double stiffness = (mode == EXACT_APPROACH ? 2.0 : 1.0) * q->k / q->m;
    const double damping = (mode == EXACT_APPROACH ? 0.0 : q->d) / q->m;
    double power[EXACT_ORDER + 1];
    s.a[0] = p;
    s.a[1] = u;
    for (int j = 0; j + 2 <= EXACT_ORDER; j++) {
        power[j] = exact_power_term(s.a, power, q->n, j);
        s.a[j + 2] = -(stiffness * power[j] + damping * (j + 1) * s.a[j + 1]) / ((j + 1.0) * (j + 2.0));
    }
    s.length = exact_reach(s.a, p, pow(q->m * q->v0 * q->v0 / q->k, 1.0 / (q->n + 1.0)));
    return s;
}

/* t after the begin of the piece. */
static inline exact_compression exact_piece_at(const exact_power *q, const exact_piece *s, double t)
{
    double p = 0.0, rate = 0.0;
    const double w = s->at_touch ? exact_touch_scale(q) * pow(t, q->n + 1.0) : t;
    for (int j = EXACT_ORDER; j >= 0; j--) {
        const double e = s->at_touch ? 1.0 + (q->n + 1.0) * j : j;
        p = p * w + s->a[j];
        if (s->at_touch || j > 0)
            rate = rate * w + e * s->a[j];
    }
    const exact_compression c = {s->at_touch ? q->v0 * t * p : p, s->at_touch ? q->v0 * rate : rate, s->mode};
    return c;
}

/* The function that ends the phase where it falls below 0. */
static inline double exact_phase_edge(const exact_power *q, exact_compression c)
{
    const double spring = q->k * pow(fmax(c.p, 0.0), q->n);
    return c.mode == EXACT_APPROACH ? q->d * c.rate - spring : spring + q->d * c.rate;
}

/* From `first` on, up to the end of its phase; returns when that is and, in *at, the point there. */
static inline double exact_phase(exact_power *q, exact_piece first, exact_compression *at)
{
    exact_piece s = first;
    while (q->pieces < EXACT_PIECES) {
        double low = 0.0, high = s.length;
        exact_piece *stored = &q->piece[q->pieces++];
        *stored = s;
        *at = exact_piece_at(q, &s, high);
        if (exact_phase_edge(q, *at) >= 0.0) {
            s = exact_series_piece(q, s.mode, s.begin + s.length, at->p, at->rate);
            continue;
        }
        for (double t = 0.5 * (low + high); t > low && t < high; t = 0.5 * (low + high))
            *(exact_phase_edge(q, exact_piece_at(q, &s, t)) >= 0.0 ? &low : &high) = t;
        stored->length = high;
        *at = exact_piece_at(q, &s, high);
        return s.begin + high;
    }
    q->incomplete = true;
    return NAN;
}

/* q->m, k, d > 0, n, v0 are given. */
static inline void exact_power_solve(exact_power *q)
{
    exact_compression at = {0};
    q->pieces = 0;
    q->incomplete = false;
    q->t1 = exact_phase(q, exact_touch_piece(q), &at);
    q->t2 = exact_phase(q, exact_series_piece(q, EXACT_LINEAR, q->t1, at.p, at.rate), &at);
    q->speed = at.rate;
    q->t3 = q->t2 - at.p / at.rate;
}

/* At any time since touch, also before it and after lift-off (p < 0). */
static inline exact_compression exact_power_at(const exact_power *q, double t)
{
    int i = 0;
    if (t <= 0.0 || t >= q->t2) {
        const bool before = t <= 0.0;
        const exact_mode mode = before || t >= q->t3 ? EXACT_APART : EXACT_REBOUND;
        const exact_compression c = {before ? q->v0 * t : q->speed * (t - q->t3), before ? q->v0 : q->speed,
                                     mode};
        return c;
    }
    while (i + 1 < q->pieces && q->piece[i + 1].begin <= t)
        i++;
    return exact_piece_at(q, &q->piece[i], t - q->piece[i].begin);
}

#endif
