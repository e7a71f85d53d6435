/* Closed forms of one body against a fixed stop: the truths that tests hold the program to.
 *
 * m: mass [kg]; c: stiffness [N/m]; d: damping [N.s/m]; v0: impact speed [m/s], > 0; x: penetration [m] with
 * speed v = dx/dt; push: contact force [N], >= 0 (= -f of the gap); time counts from touch.
 * omega = sqrt(c/m), zeta = d/(2 sqrt(c m)), w = sqrt(|1 - zeta^2|). Two bodies that meet: m becomes the
 * effective mass m1 m2/(m1 + m2).
 *
 * ElastoGap, n = 1, no other force, passes through three phases:
 *   1. approach-limited: push = 2 c x, a spring of stiffness 2c, until d v = c x: tan(sqrt(2) omega t1) =
 *      2 sqrt(2) zeta;
 *   2. linear: m x'' + d x' + c x = 0 from (x1, v1) until push = c x + d v falls to 0;
 *   3. rebound-limited: push = 0, constant speed out, for omega t3 = 2 zeta.
 *
 * The linear phase is written with C(tau) = cos(w tau) and S(tau) = sin(w tau)/w (cosh and sinh for zeta > 1;
 * 1 and tau for zeta = 1), tau = omega t, so that one text serves every zeta:
 *   x = e^(-zeta tau) (x1 C + (v1/omega + zeta x1) S),  v = e^(-zeta tau) (v1 C - (omega x1 + zeta v1) S).
 * The push obeys the same differential equation, so its maximum is found like that of x. */
#ifndef CLOSED_FORM_H
#define CLOSED_FORM_H

#include <math.h>

#define CLOSED_PI 3.14159265358979323846

typedef struct closed_impact {
    double m, c, d, v0;
    double omega, zeta;
    double t1, t2, t3;   /* durations of the three phases [s] */
    double x1, v1;       /* at the end of phase 1 */
    double restitution;  /* speed after / speed before */
    double contact_time; /* t1 + t2 + t3 */
    double max_penetration;
    double max_push;
    double loss; /* energy dissipated [J] */
} closed_impact;

typedef struct closed_state {
    double x, v, push;
} closed_state;

/* (1 - zeta)(1 + zeta): w^2 with its sign, without cancellation. */
static inline double closed_w2(double zeta)
{
    return (1.0 - zeta) * (1.0 + zeta);
}

static inline double closed_cos(double w2, double tau)
{
    const double w = sqrt(fabs(w2));
    return w2 > 0.0 ? cos(w * tau) : w2 < 0.0 ? cosh(w * tau) : 1.0;
}

static inline double closed_sin(double w2, double tau)
{
    const double w = sqrt(fabs(w2));
    return w2 > 0.0 ? sin(w * tau) / w : w2 < 0.0 ? sinh(w * tau) / w : tau;
}

/* The first tau > 0 with a C(tau) = b S(tau), a > 0. */
static inline double closed_angle(double w2, double a, double b)
{
    const double w = sqrt(fabs(w2));
    return w2 > 0.0 ? atan2(w * a, b) / w : w2 < 0.0 ? atanh(w * a / b) / w : a / b;
}

/* The free damped oscillator y'' + 2 zeta y' + y = 0 in tau, from y and y' = g. */
static inline double closed_free(double zeta, double y, double g, double tau)
{
    const double w2 = closed_w2(zeta);
    return exp(-zeta * tau) * (y * closed_cos(w2, tau) + (g + zeta * y) * closed_sin(w2, tau));
}

/* Its first maximum, for y >= 0 and g >= 0. */
static inline double closed_free_max(double zeta, double y, double g)
{
    return g > 0.0 ? closed_free(zeta, y, g, closed_angle(closed_w2(zeta), g, y + zeta * g)) : y;
}

/* ElastoGap with n = 1 against a fixed stop, any d >= 0. */
static inline closed_impact closed_elasto_gap(double m, double c, double d, double v0)
{
    closed_impact i;
    i.m = m;
    i.c = c;
    i.d = d;
    i.v0 = v0;
    i.omega = sqrt(c / m);
    i.zeta = d / (2.0 * sqrt(c * m));
    const double z = i.zeta, root = sqrt(1.0 + 8.0 * z * z);
    i.t1 = atan(2.0 * sqrt(2.0) * z) / sqrt(2.0) / i.omega;
    i.x1 = 2.0 * z * v0 / i.omega / root;
    i.v1 = v0 / root;
    const double tau2 = closed_angle(closed_w2(z), 4.0 * z, 4.0 * z * z - 1.0);
    i.t2 = (z == 0.0 ? CLOSED_PI : tau2) / i.omega;
    i.t3 = 2.0 * z / i.omega;
    i.restitution = exp(-z * i.omega * i.t2);
    i.contact_time = i.t1 + i.t2 + i.t3;
    i.max_penetration = closed_free_max(z, i.x1, i.v1 / i.omega);
    /* push(0) = 2 c x1 and d(push)/d(tau) = c (v1/omega)(1 - 8 zeta^2) at the start of phase 2. */
    const double slope = c * i.v1 / i.omega * (1.0 - 8.0 * z * z);
    i.max_push = closed_free_max(z, 2.0 * c * i.x1, slope);
    i.loss = 0.5 * m * v0 * v0 * (1.0 - i.restitution) * (1.0 + i.restitution);
    return i;
}

/* Penetration (negative before touch and after lift-off), speed and push at time t since touch. */
static inline closed_state closed_elasto_gap_at(const closed_impact *i, double t)
{
    closed_state s = {i->v0 * t, i->v0, 0.0};
    if (t <= 0.0) {
        return s;
    }
    if (t < i->t1) {
        const double k = sqrt(2.0) * i->omega;
        s.x = i->v0 / k * sin(k * t);
        s.v = i->v0 * cos(k * t);
        s.push = 2.0 * i->c * s.x;
    } else if (t < i->t1 + i->t2) {
        const double tau = i->omega * (t - i->t1), z = i->zeta, g = i->v1 / i->omega;
        s.x = closed_free(z, i->x1, g, tau);
        s.v = i->omega * closed_free(z, g, -i->x1 - 2.0 * z * g, tau);
        s.push = i->c * s.x + i->d * s.v;
    } else {
        s.v = -i->restitution * i->v0;
        s.x = s.v * (t - i->contact_time);
    }
    return s;
}

/* Loss power of the gap [W] at a state of closed_elasto_gap_at at the same t. */
static inline double closed_elasto_gap_loss(const closed_impact *i, double t, closed_state s)
{
    if (t < 0.0 || t > i->contact_time) {
        return 0.0;
    }
    return t < i->t1 ? i->c * s.x * s.v : t < i->t1 + i->t2 ? i->d * s.v * s.v : -i->c * s.x * s.v;
}

/* ---------------------------------------------------------------- the other linear contacts, n = 1 */

/* Kelvin-Voigt kept until x = 0 (it pulls at the end); 0 for zeta >= 1, where x never returns to 0. */
static inline double closed_kelvin_voigt_restitution(double zeta)
{
    return zeta < 1.0 ? exp(-CLOSED_PI * zeta / sqrt(closed_w2(zeta))) : 0.0;
}

static inline double closed_kelvin_voigt_contact_time(double omega, double zeta)
{
    return zeta < 1.0 ? CLOSED_PI / (omega * sqrt(closed_w2(zeta))) : INFINITY;
}

/* Kelvin-Voigt cut where its force falls to 0. */
static inline double closed_cut_kelvin_voigt_restitution(double zeta)
{
    const double tau = closed_angle(closed_w2(zeta), 2.0 * zeta, 2.0 * zeta * zeta - 1.0);
    return zeta == 0.0 ? 1.0 : exp(-zeta * tau);
}

/* Damping on approach only, undamped rebound: e = exp(-zeta tau) with tau the time of deepest penetration. */
static inline double closed_approach_damped_restitution(double zeta)
{
    return exp(-zeta * closed_angle(closed_w2(zeta), 1.0, zeta));
}

/* ---------------------------------------------------------------- undamped power law, any n >= 1 */

/* push = k x^n, no damping: deepest penetration from the energy, contact time from the integral of
 * dx/sqrt(1 - (x/x_max)^(n+1)), which is a beta function. */
static inline double closed_undamped_penetration(double m, double k, double n, double v0)
{
    return pow(0.5 * (n + 1.0) * m * v0 * v0 / k, 1.0 / (n + 1.0));
}

static inline double closed_undamped_contact_time(double m, double k, double n, double v0)
{
    const double q = 1.0 / (n + 1.0);
    const double integral = sqrt(CLOSED_PI) * exp(lgamma(1.0 + q) - lgamma(0.5 + q));
    return 2.0 * closed_undamped_penetration(m, k, n, v0) / v0 * integral;
}

#endif
