/* The models of the peers: bodies along one axis, and between them springs with dampers and gaps. What a
 * user of a general solver writes by hand; it shares no code with elastogap.
 *
 * y[2 i] = s [m] and y[2 i + 1] = v [m/s] of body i. s_rel = s_b - s_a + offset; a gap pushes with c*p^n,
 * p = s_rel0 - s_rel, and its damper is bounded by that. Kinks: where a gap touches; and, with frozen
 * modes, where its damper reaches either bound. With frozen modes the law of one mode at a time is smooth
 * beyond its edges. */
#ifndef BENCH_MODEL_H
#define BENCH_MODEL_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    GROUND = -1,
    MOST_BODIES = 3,
    MOST_ELEMENTS = 5,
    MOST_STATES = 2 * MOST_BODIES,
    MOST_KINKS = 3 * MOST_ELEMENTS
};

/* Of a gap: apart; f_d within its bounds; at the bound that doubles the push; at the one that takes it
 * all. */
enum { APART, BETWEEN, TWICE, LET_GO };

typedef struct element {
    bool is_gap;
    int a, b;
    double offset, c, d, s_rel0, n;
} element;

typedef struct model {
    const char *name;
    int bodies, elements, shown; /* shown: the body whose position is compared */
    double mass[MOST_BODIES], start[MOST_BODIES];
    element element[MOST_ELEMENTS];
    double weight, friction, amplitude, frequency; /* on body 0: constant force, viscous friction, sine */
    double stop;
    bool frozen;
    int mode[MOST_ELEMENTS];
    long events, evaluations;
} model;

static const element ball_gap = {true, GROUND, 0, 0, 1e4, 10, 0, 1};

static model ball(double n)
{
    model m = {
        .name = "bounce", .bodies = 1, .elements = 1, .mass = {1}, .start = {1}, .weight = -9.81, .stop = 10};
    m.element[0] = ball_gap;
    m.element[0].n = n;
    return m;
}

static model elastogap(void)
{
    return (model){.name = "elastogap",
                   .bodies = 2,
                   .elements = 4,
                   .shown = 1,
                   .mass = {1, 1},
                   .start = {2, 2},
                   .stop = 5,
                   .element = {{false, GROUND, 0, 2, 10, 1.5, 1, 1},
                               {false, 0, GROUND, 2, 10, 1.5, 1, 1},
                               {true, GROUND, 1, 2, 10, 1.5, 1.5, 1},
                               {true, 1, GROUND, 2, 10, 1.5, 1.5, 1}}};
}

/* Bodies spool, springPlateA, springPlateB; offsets add up half lengths of the masses and rods. */
static model preload(void)
{
    const double wall = -0.0955, housing = wall + 0.0305, half = 0.001, rod = 0.007;
    const double collar_a = -0.095 - 0.00575, collar_b = -0.095 + 0.00575;
    return (model){.name = "preload",
                   .bodies = 3,
                   .elements = 5,
                   .mass = {0.15, 0.01, 0.01},
                   .start = {0.01475, -0.093, -0.06925},
                   .friction = 2500,
                   .amplitude = 150,
                   .frequency = 0.01,
                   .stop = 100,
                   .element = {{true, 0, 1, half + rod - collar_a, 1e6, 250, 0.001, 1},
                               {true, 2, 0, collar_b + half + rod, 1e6, 250, 0.001, 1},
                               {true, GROUND, 1, -half - wall, 1e6, 250, 0.0015, 1},
                               {true, 2, GROUND, housing - half, 1e6, 250, 0.0015, 1},
                               {false, 1, 2, -2 * half, 20e3, 0, 0.025, 1}}};
}

static double push(double c, double n, double p)
{
    return n == 1 ? c * p : p >= 0 ? c * pow(p, n) : -c * pow(-p, n);
}

static double relative(const element *e, const double *y, int k, double offset)
{
    return (e->b == GROUND ? 0 : y[2 * e->b + k]) - (e->a == GROUND ? 0 : y[2 * e->a + k]) + offset;
}

/* f into the element at b, with its derivatives. */
static double force(const model *m, int i, double s_rel, double v_rel, double *by_s, double *by_v)
{
    const element *e = &m->element[i];
    double p = e->s_rel0 - s_rel, damper = e->d * v_rel;
    *by_s = e->c;
    *by_v = e->d;
    if (!e->is_gap)
        return -e->c * p + damper;
    double K = push(e->c, e->n, p), steep = e->n == 1 ? e->c : e->n * push(e->c, e->n - 1, fabs(p));
    int mode = m->frozen ? m->mode[i] : p <= 0 ? APART : damper < -K ? TWICE : damper > K ? LET_GO : BETWEEN;
    *by_s = mode == BETWEEN ? steep : mode == TWICE ? 2 * steep : 0;
    *by_v = mode == BETWEEN ? e->d : 0;
    return mode == BETWEEN ? -K + damper : mode == TWICE ? -2 * K : 0;
}

static void rates(model *m, double t, const double *y, double *yp)
{
    double by_s, by_v;
    m->evaluations++;
    for (int i = 0; i < m->bodies; i++) {
        yp[2 * i] = y[2 * i + 1];
        yp[2 * i + 1] = 0;
    }
    yp[1] = m->weight - m->friction * y[1];
    if (m->amplitude != 0)
        yp[1] += m->amplitude * sin(2 * 3.14159265358979323846 * m->frequency * t);
    for (int i = 0; i < m->elements; i++) {
        const element *e = &m->element[i];
        double f = force(m, i, relative(e, y, 0, e->offset), relative(e, y, 1, 0), &by_s, &by_v);
        if (e->a != GROUND)
            yp[2 * e->a + 1] += f;
        if (e->b != GROUND)
            yp[2 * e->b + 1] -= f;
    }
    for (int i = 0; i < m->bodies; i++)
        yp[2 * i + 1] /= m->mass[i];
}

/* J[column][row] */
static inline void jacobian(const model *m, const double *y, double J[MOST_STATES][MOST_STATES])
{
    memset(J, 0, sizeof(double) * MOST_STATES * MOST_STATES);
    for (int i = 0; i < m->bodies; i++)
        J[2 * i + 1][2 * i] = 1;
    J[1][1] = -m->friction / m->mass[0];
    for (int i = 0; i < m->elements; i++) {
        const element *e = &m->element[i];
        const int end[2] = {e->a, e->b};
        double by_s, by_v;
        force(m, i, relative(e, y, 0, e->offset), relative(e, y, 1, 0), &by_s, &by_v);
        for (int k = 0; k < 4; k++) {
            int row = end[k / 2], column = end[k % 2];
            if (row == GROUND || column == GROUND)
                continue;
            double sign = (k / 2 == k % 2 ? -1 : 1) / m->mass[row];
            J[2 * column][2 * row + 1] += sign * by_s;
            J[2 * column + 1][2 * row + 1] += sign * by_v;
        }
    }
}

static int kink_count(const model *m)
{
    int gaps = 0;
    for (int i = 0; i < m->elements; i++)
        gaps += m->element[i].is_gap;
    return m->frozen ? 3 * gaps : gaps;
}

static void kinks(const model *m, const double *y, double *h)
{
    for (int i = 0; i < m->elements; i++) {
        const element *e = &m->element[i];
        if (!e->is_gap)
            continue;
        double p = e->s_rel0 - relative(e, y, 0, e->offset);
        *h++ = -p;
        if (m->frozen) {
            double K = push(e->c, e->n, p), damper = e->d * relative(e, y, 1, 0);
            *h++ = K + damper;
            *h++ = K - damper;
        }
    }
}

/* root: -1 falls, 1 rises, 0 neither, for each kink. Does a mode change? */
static bool change_modes(model *m, const int *root)
{
    bool any = false;
    for (int i = 0; i < m->elements; i++) {
        if (!m->element[i].is_gap)
            continue;
        int was = m->mode[i], *mode = &m->mode[i];
        if (!m->frozen) {
            any = any || *root != 0;
            root++;
            continue;
        }
        if (*mode == APART)
            *mode = root[0] < 0 ? m->element[i].d > 0 ? TWICE : BETWEEN : APART;
        else if (root[0] > 0)
            *mode = APART;
        else if (*mode == BETWEEN)
            *mode = root[1] < 0 ? TWICE : root[2] < 0 ? LET_GO : BETWEEN;
        else if (root[*mode == TWICE ? 1 : 2] > 0)
            *mode = BETWEEN;
        any = any || *mode != was;
        root += 3;
    }
    m->events += any;
    return any;
}

static bool model_named(const char *name, bool frozen, model *m)
{
    if (strcmp(name, "bounce") == 0)
        *m = ball(1);
    else if (strcmp(name, "bounce1.5") == 0)
        *m = ball(1.5);
    else if (strcmp(name, "elastogap") == 0)
        *m = elastogap();
    else if (strcmp(name, "preload") == 0)
        *m = preload();
    else
        return false;
    m->frozen = frozen;
    double y[MOST_STATES] = {0}, h[MOST_KINKS], *at = h;
    for (int i = 0; i < m->bodies; i++)
        y[2 * i] = m->start[i];
    kinks(m, y, h);
    for (int i = 0; i < m->elements; i++)
        if (m->element[i].is_gap) { /* what touches at the start is about to close; nothing moves yet */
            m->mode[i] = *at > 1e-12 ? APART : *at < -1e-12 ? BETWEEN : TWICE;
            at += m->frozen ? 3 : 1;
        }
    return true;
}

static double now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline void print_result(const char *peer, const char *method, double rtol, bool good, double seconds,
                                const model *m, double error)
{
    printf("{\"peer\": \"%s\", \"method\": \"%s\", \"roots\": \"%s\", \"rtol\": %g, \"good\": %s, "
           "\"seconds\": %.6g, \"events\": %ld, \"evaluations\": %ld, \"error\": %.3g}\n",
           peer, method, m->frozen ? "frozen" : "edge", rtol, good ? "true" : "false", seconds, m->events,
           m->evaluations, good ? error : 1e300);
}

#endif
