/* The exact motion of a mass between walls, n = 1: up to two contacts, each an ElastoGap or a SpringDamper,
 * and a constant force. Written from the equations alone; shares no code with the library.
 *
 * x: position of the mass [m], v: its speed; t: time [s]. A contact stands between a wall and the mass; its
 * relative position is s_rel = side (x - wall), side = +1 with the wall on the left (flange_a at the wall),
 * -1 with the wall on the right (flange_b at the wall). p = s_rel0 - s_rel is the compression, p' = -side v.
 * The push, which drives the mass away from the wall (= -f of the contact), depends on the mode:
 *
 *     apart     p <= 0           push 0
 *     approach  c p <= d p'      push 2 c p
 *     linear    |d p'| < c p     push c p + d p'
 *     rebound   c p <= -d p'     push 0
 *     always    (SpringDamper)   push c p + d p', of either sign
 *
 * So while no mode changes,  m x'' + D x' + K x = G  with constants D, K, G: a damped oscillator about G/K,
 * or a parabola where K = D = 0. With omega = sqrt(K/m), zeta = D/(2 sqrt(K m)) and tau = omega t, a solution
 * y of y'' + 2 zeta y' + y = 0 (derivatives in tau) from y0 with slope g is
 *
 *     y = e^(-zeta tau) (y0 C + (g + zeta y0) S),
 *
 * C = cos(w tau), S = sin(w tau)/w with w = sqrt(1 - zeta^2); cosh and sinh with w = sqrt(zeta^2 - 1); 1 and
 * tau for zeta = 1.
 *
 * A mode ends where one of its edges, h = alpha x + beta v + gamma, falls through 0. The rate of h obeys the
 * same equation without G, so its zeros are known: the first by an arc tangent, the others pi/w apart; at
 * most one where there is no oscillation. Between them h is monotonic, so that the first crossing is that of
 * the first piece which ends below 0, and bisection down to neighbouring doubles finds it. */
#ifndef EXACT_MOTION_H
#define EXACT_MOTION_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

enum { EXACT_CONTACTS = 2, EXACT_SEGMENTS = 1024 };

typedef enum exact_mode { EXACT_APART, EXACT_APPROACH, EXACT_LINEAR, EXACT_REBOUND, EXACT_ALWAYS } exact_mode;

typedef struct exact_contact {
    double c, d, s_rel0; /* stiffness [N/m], damping [N.s/m], s_rel where the push begins [m] */
    double wall;         /* position of the other flange [m] */
    double side;         /* +1: wall on the left, -1: on the right */
    bool always;         /* a SpringDamper, which pulls as well */
} exact_contact;

/* From `begin` to the begin of the next one. */
typedef struct exact_segment {
    double begin, x, v;
    exact_mode mode[EXACT_CONTACTS];
    double stiffness, damping, load; /* K, D, G */
} exact_segment;

typedef struct exact_event {
    double time;
    int contact;
    exact_mode from, to;
    double x, v, a;           /* of the mass then */
    double alpha, beta, rate; /* of the edge h = alpha x + beta v + gamma, and dh/dt < 0 */
} exact_event;

typedef struct exact_motion {
    double m, force, stop;
    exact_contact contact[EXACT_CONTACTS];
    int contacts;
    exact_segment segment[EXACT_SEGMENTS];
    int segments;
    exact_event event[EXACT_SEGMENTS];
    int events;
    bool incomplete; /* EXACT_SEGMENTS did not suffice */
} exact_motion;

/* x, v and a of the mass, and what mode each contact is in. */
typedef struct exact_point {
    double x, v, a;
    exact_mode mode[EXACT_CONTACTS];
} exact_point;

/* ---------------------------------------------------------------- the oscillator */

/* e^(-zeta tau) C and e^(-zeta tau) S. Strongly damped: both exponents are written without cancellation. */
static inline void exact_basis(double zeta, double tau, double *c, double *s)
{
    const double w2 = (1.0 - zeta) * (1.0 + zeta), w = sqrt(fabs(w2));
    if (w2 > 0.0) {
        *c = exp(-zeta * tau) * cos(w * tau);
        *s = exp(-zeta * tau) * sin(w * tau) / w;
    } else if (w2 < 0.0) {
        const double slow = exp(-tau / (zeta + w)); /* zeta - w = 1/(zeta + w) */
        *c = 0.5 * (slow + exp(-(zeta + w) * tau));
        *s = -0.5 * slow * expm1(-2.0 * w * tau) / w;
    } else {
        *c = exp(-tau);
        *s = exp(-tau) * tau;
    }
}

/* x, v and a of a segment, t after its begin. */
static inline exact_point exact_segment_at(const exact_segment *g, double m, double t)
{
    exact_point p = {0};
    if (g->stiffness > 0.0) {
        const double omega = sqrt(g->stiffness / m), zeta = g->damping / (2.0 * sqrt(g->stiffness * m));
        const double middle = g->load / g->stiffness, y = g->x - middle, slope = g->v / omega;
        double c, s;
        exact_basis(zeta, omega * t, &c, &s);
        p.x = middle + (y * c + (slope + zeta * y) * s);
        p.v = omega * (slope * c - (y + zeta * slope) * s);
        p.a = (-g->stiffness * (p.x - middle) - g->damping * p.v) / m;
    } else {
        p.a = g->load / m;
        p.v = g->v + p.a * t;
        p.x = g->x + t * (g->v + 0.5 * p.a * t);
    }
    for (int k = 0; k < EXACT_CONTACTS; k++)
        p.mode[k] = g->mode[k];
    return p;
}

/* The first zero after 0 of a solution of the segment's homogeneous equation with value y and rate r at 0
 * (for K = D = 0: of y + r t), or INFINITY; *spacing: from zero to zero. */
static inline double exact_first_zero(const exact_segment *g, double m, double y, double r, double *spacing)
{
    *spacing = INFINITY;
    if (!(g->stiffness > 0.0)) {
        const double t = -y / r;
        return t > 0.0 ? t : INFINITY;
    }
    const double omega = sqrt(g->stiffness / m), zeta = g->damping / (2.0 * sqrt(g->stiffness * m));
    const double w2 = (1.0 - zeta) * (1.0 + zeta), w = sqrt(fabs(w2));
    const double b = -(r / omega + zeta * y); /* y C = b S */
    double tau = NAN;
    if (w2 > 0.0) {
        const double pi = 3.14159265358979323846, angle = atan2(w * y, b);
        *spacing = pi / (w * omega);
        tau = (angle > 0.0 ? angle : angle + pi) / w;
    } else if (w2 < 0.0) {
        tau = atanh(w * y / b) / w; /* NAN: no zero */
    } else {
        tau = y / b;
    }
    return tau > 0.0 ? tau / omega : INFINITY;
}

/* ---------------------------------------------------------------- edges */

/* h = alpha x + beta v + gamma; where it falls below 0 contact `contact` changes to mode `to`. */
typedef struct exact_edge {
    double alpha, beta, gamma;
    int contact;
    exact_mode to;
} exact_edge;

/* h = a p + b p' of a contact. */
static inline exact_edge exact_edge_of(const exact_motion *q, int contact, double a, double b, exact_mode to)
{
    const exact_contact *k = &q->contact[contact];
    const exact_edge e = {-a * k->side, -b * k->side, a * (k->s_rel0 + k->side * k->wall), contact, to};
    return e;
}

/* The edges of the modes of a segment; returns how many. */
static inline int exact_edges(const exact_motion *q, const exact_segment *g, exact_edge *e)
{
    int n = 0;
    for (int k = 0; k < q->contacts; k++) {
        const double c = q->contact[k].c, d = q->contact[k].d;
        switch (g->mode[k]) {
        case EXACT_APART:
            e[n++] = exact_edge_of(q, k, -1.0, 0.0, d > 0.0 ? EXACT_APPROACH : EXACT_LINEAR);
            break;
        case EXACT_APPROACH: e[n++] = exact_edge_of(q, k, -c, d, EXACT_LINEAR); break;
        case EXACT_LINEAR:
            if (d > 0.0) {
                e[n++] = exact_edge_of(q, k, c, -d, EXACT_APPROACH);
                e[n++] = exact_edge_of(q, k, c, d, EXACT_REBOUND);
            } else {
                e[n++] = exact_edge_of(q, k, 1.0, 0.0, EXACT_APART);
            }
            break;
        case EXACT_REBOUND:
            e[n++] = exact_edge_of(q, k, -c, -d, EXACT_LINEAR);
            e[n++] = exact_edge_of(q, k, 1.0, 0.0, EXACT_APART);
            break;
        case EXACT_ALWAYS: break;
        }
    }
    return n;
}

static inline double exact_edge_at(const exact_edge *e, const exact_segment *g, double m, double t)
{
    const exact_point p = exact_segment_at(g, m, t);
    return e->alpha * p.x + e->beta * p.v + e->gamma;
}

/* When h first falls below 0 within `span` after the begin of the segment; INFINITY: it does not. */
static inline double exact_crossing(const exact_edge *e, const exact_segment *g, double m, double span)
{
    const exact_point p = exact_segment_at(g, m, 0.0);
    const double jerk = -(g->stiffness * p.v + g->damping * p.a) / m;
    double spacing, low = 0.0, at_low = exact_edge_at(e, g, m, 0.0);
    double turn =
        exact_first_zero(g, m, e->alpha * p.v + e->beta * p.a, e->alpha * p.a + e->beta * jerk, &spacing);
    while (low < span) {
        double high = fmin(turn, span), at_high = exact_edge_at(e, g, m, high);
        if (at_high < 0.0 && at_high < at_low) {
            for (double t = 0.5 * (low + high); t > low && t < high; t = 0.5 * (low + high))
                *(exact_edge_at(e, g, m, t) > 0.0 ? &low : &high) = t;
            return high;
        }
        low = high;
        at_low = at_high;
        turn += spacing;
    }
    return INFINITY;
}

/* ---------------------------------------------------------------- the motion */

/* K, D and G of the segment's modes. */
static inline void exact_assemble(const exact_motion *q, exact_segment *g)
{
    g->stiffness = g->damping = 0.0;
    g->load = q->force;
    for (int k = 0; k < q->contacts; k++) {
        const exact_contact *a = &q->contact[k];
        const bool full = g->mode[k] == EXACT_LINEAR || g->mode[k] == EXACT_ALWAYS;
        const double c = full ? a->c : g->mode[k] == EXACT_APPROACH ? 2.0 * a->c : 0.0;
        g->stiffness += c;
        g->damping += full ? a->d : 0.0;
        g->load += c * a->side * (a->s_rel0 + a->side * a->wall);
    }
}

static inline exact_mode exact_mode_at(const exact_contact *a, double x, double v)
{
    const double p = a->s_rel0 - a->side * (x - a->wall), push = a->c * p, damper = -a->side * a->d * v;
    if (a->always)
        return EXACT_ALWAYS;
    if (!(p > 0.0))
        return EXACT_APART;
    return damper >= push ? EXACT_APPROACH : -damper >= push ? EXACT_REBOUND : EXACT_LINEAR;
}

/* Ends the last segment at its first event; false when there is none before the stop. */
static inline bool exact_advance(exact_motion *q)
{
    exact_segment *g = &q->segment[q->segments - 1];
    exact_edge edge[3 * EXACT_CONTACTS];
    double first = INFINITY;
    int which = 0;
    const int count = exact_edges(q, g, edge);
    for (int i = 0; i < count; i++) {
        const double t = exact_crossing(&edge[i], g, q->m, q->stop - g->begin);
        which = t < first ? i : which;
        first = fmin(t, first);
    }
    q->incomplete = first < INFINITY && q->segments == EXACT_SEGMENTS;
    if (!(first < INFINITY) || q->incomplete)
        return false;
    const int k = edge[which].contact;
    const exact_point p = exact_segment_at(g, q->m, first);
    g[1] = *g;
    g[1].begin = g->begin + first;
    g[1].x = p.x;
    g[1].v = p.v;
    g[1].mode[k] = edge[which].to;
    exact_assemble(q, &g[1]);
    const exact_event e = {.time = g[1].begin,
                           .contact = k,
                           .from = g->mode[k],
                           .to = edge[which].to,
                           .x = p.x,
                           .v = p.v,
                           .a = p.a,
                           .alpha = edge[which].alpha,
                           .beta = edge[which].beta,
                           .rate = edge[which].alpha * p.v + edge[which].beta * p.a};
    q->event[q->events++] = e;
    q->segments++;
    return true;
}

/* From x and v at time 0 to `stop`. q->m, force, contact, contacts are given. */
static inline void exact_motion_solve(exact_motion *q, double x, double v, double stop)
{
    exact_segment *g = &q->segment[0];
    q->stop = stop;
    q->segments = 1;
    q->events = 0;
    g->begin = 0.0;
    g->x = x;
    g->v = v;
    for (int k = 0; k < EXACT_CONTACTS; k++)
        g->mode[k] = k < q->contacts ? exact_mode_at(&q->contact[k], x, v) : EXACT_APART;
    exact_assemble(q, g);
    while (exact_advance(q))
        continue;
}

/* At any time from 0 on; of an event its right side. */
static inline exact_point exact_motion_at(const exact_motion *q, double t)
{
    int low = 0, high = q->segments;
    while (high - low > 1) {
        const int middle = (low + high) / 2;
        *(q->segment[middle].begin <= t ? &low : &high) = middle;
    }
    const exact_segment *g = &q->segment[low];
    return exact_segment_at(g, q->m, t - g->begin);
}

/* ---------------------------------------------------------------- what a contact shows */

/* A contact's variables in MSL's signs: f is flange_b.f, negative in compression. */
typedef struct exact_values {
    double s_rel, v_rel, f_c, f_d2, f_d, f, loss;
    bool contact;
} exact_values;

/* Of a contact in a mode, with spring law c p^n. */
static inline exact_values exact_values_of(const exact_contact *k, exact_mode mode, double n, double x,
                                           double v)
{
    exact_values o = {.s_rel = k->side * (x - k->wall), .v_rel = k->side * v};
    const double p = k->s_rel0 - o.s_rel;
    o.contact = mode != EXACT_APART;
    if (o.contact) {
        o.f_c = n == 1.0 ? -k->c * p : -k->c * pow(fmax(p, 0.0), n);
        o.f_d2 = k->d * o.v_rel;
    }
    o.f_d = mode == EXACT_APPROACH ? o.f_c : mode == EXACT_REBOUND ? -o.f_c : o.f_d2;
    o.f = o.f_c + o.f_d;
    o.loss = o.f_d * o.v_rel;
    return o;
}

/* What the library calls an event. */
static inline const char *exact_event_name(exact_mode from, exact_mode to)
{
    if (from == EXACT_APART)
        return "contact begins";
    if (to == EXACT_APART)
        return "contact ends";
    if (from == EXACT_APPROACH || to == EXACT_APPROACH)
        return to == EXACT_APPROACH ? "approach limit begins" : "approach limit ends";
    return to == EXACT_REBOUND ? "rebound limit begins" : "rebound limit ends";
}

#endif
