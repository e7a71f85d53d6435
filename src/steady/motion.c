/* Steady motion: all speeds are constant and nothing else changes, as of a vehicle whose drag balances its
 * drive, a body that slides where friction balances its load, or a shaft that turns against a bearing.
 *
 * The rates f of the states are then themselves such a change w of positions as changes no rate: f(x) = w, A
 * w = 0 with A = df/dx (a relative equilibrium: J. E. Marsden, Lectures on Mechanics, 1992, chapter 4). With
 * the columns of N a basis of what A maps to 0, w = N m, Newton's method is f + A dx = N m, which has as
 * many unknowns more as positions that do not matter; these stay where they are. A v that m does not
 * determine is no steady motion of its own, as that of a body on which nothing acts. Since A w = 0 at one
 * point may be no more than a slope that is 0 there, rates are compared at points ahead as well, in the same
 * modes. */
#include "steady/steady.h"
#include "network/motion/evaluate.h"
#include "network/motion/take_over.h"
#include "network/solve/consistent.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 100, HALVINGS = 10 };

/* The linear model at a place, and room for its equations. */
typedef struct motion {
    eg_linear_ports ports;
    eg_linear_point l;
    size_t n, free; /* states, and columns of N */
    double *null;   /* (free x n) N, column by column */
    double *f, *noise, *change, *w, *weight, *more, *room;
} motion;

static void close_motion(motion *m)
{
    free(m->room);
    if (m->l.out)
        eg_linearization_free(&m->l.out->l);
    eg_linear_close(&m->l);
    *m = (motion){0};
}

static bool is_heat(const eg_linear_point *l, size_t k)
{
    return strcmp(l->out->l.states[k].unit, "K") == 0;
}

/* What changes no rate. A temperature is no position: one that nothing pulls back rises. */
static bool find_null(motion *m)
{
    const size_t n = m->n;
    double *A = m->more, *b = A + n * n, *x = b + n, *room = x + n;
    memcpy(A, m->l.out->l.A, n * n * sizeof *A);
    memset(b, 0, n * sizeof *b);
    const long rank = eg_steady_eliminate(A, b, m->noise, n, x, m->null, room, NULL);
    m->free = rank < 0 ? 0 : n - (size_t)rank;
    for (size_t i = 0; i < m->free; i++)
        for (size_t k = 0; k < n; k++)
            if (m->null[i * n + k] != 0 && is_heat(&m->l, k))
                return false;
    return m->free > 0;
}

/* False: nothing is free to move on, or there is no linear model, or no memory. */
static bool open_motion(motion *m, eg_steady_place *p, eg_diagnostics *d)
{
    *m = (motion){0};
    m->l = (eg_linear_point){.network = p->network,
                             .m = p->network->m,
                             .ports = &m->ports,
                             .t = p->t,
                             .y = p->y,
                             .yp = p->yp,
                             .diagnostics = d};
    if (eg_linear_open(&m->l) != EG_OK)
        return false;
    const size_t n = m->n = m->l.state_count, twice = 2 * n;
    m->room = calloc(n * n + 5 * n + twice * twice + 8 * twice + (size_t)m->l.m->n + 1, sizeof *m->room);
    if (!m->room)
        return false;
    m->null = m->room;
    m->f = m->null + n * n;
    m->noise = m->f + n;
    m->change = m->noise + n;
    m->w = m->change + n;
    m->weight = m->w + n;
    m->more = m->weight + n;
    for (size_t k = 0; k < n; k++) {
        double largest = 0;
        for (size_t j = 0; j < n; j++)
            largest = fmax(largest, fabs(m->l.out->l.A[k * n + j]) * fmax(m->l.size[j], DBL_MIN));
        m->weight[k] = largest > 0 ? 1 / largest : 1;
        m->f[k] = eg_linear_rate(&m->l, k);
        m->noise[k] = eg_steady_noise(&m->l, k);
    }
    return find_null(m);
}

/* Solves f + A dx = N m for dx and w = N m. False: these modes have no steady motion, or one of any speed. */
static bool find_change(motion *m)
{
    const size_t n = m->n, q = n + m->free;
    double *M = m->more, *b = M + q * q, *noise = b + q, *x = noise + q, *room = x + q;
    for (size_t i = 0; i < q; i++) {
        for (size_t k = 0; k < q && i < n; k++)
            M[i * q + k] = k < n ? m->l.out->l.A[i * n + k] : -m->null[(k - n) * n + i];
        for (size_t k = 0; k < q && i >= n; k++)
            M[i * q + k] = 0;
        b[i] = i < n ? -m->f[i] : 0;
        noise[i] = i < n ? m->noise[i] : 1;
    }
    if (eg_steady_eliminate(M, b, noise, q, x, NULL, room, NULL) != (long)n)
        return false;
    memcpy(m->change, x, n * sizeof *x);
    memset(m->w, 0, n * sizeof *m->w);
    for (size_t i = 0; i < m->free; i++)
        for (size_t k = 0; k < n; k++)
            m->w[k] += x[n + i] * m->null[i * n + k];
    return true;
}

static double size_of_change(const motion *m)
{
    double size = 0;
    for (size_t k = 0; k < m->n; k++)
        size = fmax(size, fabs(m->change[k]) / fmax(m->l.size[k], fabs(m->l.out->l.states[k].value)));
    return size;
}

/* How far rates are from w. */
static double distance(const motion *m)
{
    double most = 0;
    for (size_t k = 0; k < m->n; k++)
        most = fmax(most, m->weight[k] * fabs(eg_linear_rate(&m->l, k) - m->w[k]));
    return most;
}

/* Goes the change, or a part of it where the distance would grow. */
static bool go(eg_steady_place *p, motion *m)
{
    const size_t bytes = sizeof(double) * (size_t)m->l.m->n;
    const double before = distance(m);
    double *y = m->more, by = 1;
    memcpy(y, p->y, bytes);
    for (int i = 0; i <= HALVINGS; i++, by *= 0.5) {
        memcpy(p->y, y, bytes);
        eg_steady_move(&m->l, m->change, p->y);
        if (eg_network_make_consistent(p->network, p->t, p->y, p->yp) == 0 &&
            (distance(m) <= (1 - 1e-4 * by) * before || i == HALVINGS))
            return true;
        for (size_t k = 0; k < m->n; k++)
            m->change[k] *= 0.5;
    }
    return false;
}

/* To where rates are w, in the modes that the network is in. */
static bool approach(eg_steady_place *p, eg_diagnostics *d)
{
    double size = INFINITY;
    for (int i = 0; i < STEPS; i++) {
        motion m;
        const double before = size;
        bool good = open_motion(&m, p, d) && find_change(&m);
        size = good ? size_of_change(&m) : INFINITY;
        const bool is_there = size <= 8 * DBL_EPSILON || (size <= 1e-9 && size >= 0.5 * before);
        good = good && isfinite(size) && go(p, &m);
        close_motion(&m);
        if (!good || is_there)
            return good;
    }
    return false;
}

/* Have elements and equations the same forces in both? What friction holds, of which no rate tells, would be
 * loaded more and more where they had not. */
static bool has_same_forces(const eg_steady_place *a, const eg_steady_place *b)
{
    static const double SAME = 1e-6; /* positions ahead are rounded, and a stiff spring shows that */
    const eg_model *m = a->network->m;
    eg_network *s = a->network, *t = b->network;
    eg_network_evaluate(s, a->t, a->y, a->yp, 0);
    eg_network_evaluate(t, b->t, b->y, b->yp, 0);
    const double most = SAME * eg_steady_largest_force(s) + DBL_MIN;
    bool same = true;
    for (int i = 0; i < m->element_count && same; i++)
        same = fabs(s->force[i].f - t->force[i].f) <= most;
    for (int i = 0; m->user && i < m->user->flow_count && same; i++) {
        const int node = m->user->flows[i].result.node;
        same = m->user->flows[i].is_heat || fabs(s->user.value[node] - t->user.value[node]) <= most;
    }
    return same;
}

/* Are rates at a point that lies `ahead` [s] along the motion the same, but for rounding? */
static bool goes_on_ahead(const eg_steady_place *from, const motion *m, double ahead, eg_diagnostics *d)
{
    eg_steady_place p = {0};
    motion there = {0};
    bool same = eg_steady_place_copy(&p, from, d) && eg_network_revive(p.network, p.t, p.y, p.yp) == 0;
    for (size_t k = 0; k < m->n; k++)
        m->change[k] = ahead * m->w[k];
    if (same)
        eg_steady_move(&m->l, m->change, p.y);
    same = same && eg_network_make_consistent(p.network, p.t, p.y, p.yp) == 0 && open_motion(&there, &p, d) &&
           there.n == m->n;
    for (size_t k = 0; k < m->n && same; k++)
        same = fabs(there.f[k] - m->w[k]) <= 1e3 * (there.noise[k] + m->noise[k]) + 1e-9 * fabs(m->w[k]);
    close_motion(&there);
    same = same && has_same_forces(from, &p);
    eg_steady_place_free(&p);
    return same;
}

/* Does the place move, steadily, over what the model has of length? */
static bool is_steady(eg_steady_place *p, double length, eg_diagnostics *d)
{
    motion m;
    bool steady = open_motion(&m, p, d) && find_change(&m);
    double fastest = 0;
    for (size_t k = 0; k < m.n && steady; k++) {
        steady = fabs(m.f[k] - m.w[k]) <= 100 * m.noise[k];
        if (fabs(m.w[k]) > 100 * m.noise[k])
            fastest = fmax(fastest, fabs(m.w[k]));
    }
    steady = steady && fastest > 0 && goes_on_ahead(p, &m, 1e-3 * length / fastest, d) &&
             goes_on_ahead(p, &m, 0.618 * length / fastest, d);
    close_motion(&m);
    return steady;
}

bool eg_steady_solve_motion(eg_steady_place *p, double length, eg_diagnostics *d)
{
    eg_network *s = p->network;
    return eg_network_revive(s, p->t, p->y, p->yp) == 0 &&
           eg_network_make_consistent(s, p->t, p->y, p->yp) == 0 && approach(p, d) && is_steady(p, length, d);
}

bool eg_steady_may_move(const eg_steady_place *from, eg_diagnostics *d)
{
    eg_steady_place p = {0};
    motion m = {0};
    const bool may = eg_steady_place_copy(&p, from, d) && eg_network_revive(p.network, p.t, p.y, p.yp) == 0 &&
                     eg_network_make_consistent(p.network, p.t, p.y, p.yp) == 0 && open_motion(&m, &p, d);
    close_motion(&m);
    eg_steady_place_free(&p);
    return may;
}

/* A state by which a position goes that changes no rate, as equations of the user's have them. */
static void set_rate(motion *m, size_t position, double speed)
{
    const eg_linear_point *l = &m->l;
    const double *row = l->out->l.A + position * m->n;
    size_t best = 0;
    for (size_t j = 1; j < m->n; j++)
        if (fabs(row[j]) > fabs(row[best]))
            best = j;
    if (row[best] != 0 && !l->states[best].is_place && l->states[best].index >= l->m->first.user)
        m->change[best] = (speed - m->f[position]) / row[best];
}

void eg_steady_set_speed(eg_steady_place *p, double speed, eg_diagnostics *d)
{
    const eg_model *model = p->network->m;
    motion m = {0};
    if (model->user && eg_network_revive(p->network, p->t, p->y, p->yp) == 0 &&
        eg_network_make_consistent(p->network, p->t, p->y, p->yp) == 0 && open_motion(&m, p, d)) {
        for (size_t k = 0; k < m.n * m.free; k++)
            if (fabs(m.null[k]) > 1e-9)
                set_rate(&m, k % m.n, speed);
        eg_steady_move(&m.l, m.change, p->y);
    }
    close_motion(&m);
    for (int b = 1; b < model->body_count; b++)
        if (model->bodies[b].mass > 0)
            p->y[eg_v(model, b)] = speed;
}
