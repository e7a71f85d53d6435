/* Models whose motion is known in closed form, with what it comes to as functions of complex numbers: their
 * derivatives by a step in the imaginary direction have no error of differences. What
 * test_sensitivity_truths.c holds sensitivities to, and what bench/sensitivities.c tabulates. */
#ifndef SENSITIVITY_CASES_H
#define SENSITIVITY_CASES_H

#include "elastogap/elastogap.h"
#include "elastogap/sensitivity.h"

#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { TRUTH_MOST = 6 };

typedef struct truth_case {
    const char *name, *text;    /* of the model, with %s for what is said of it */
    const char *with;           /* that */
    const char *by[TRUTH_MOST]; /* NULL behind the last one */
    double value[TRUTH_MOST];   /* of these */
    const char *of[TRUTH_MOST];
    void (*truth)(const double complex *by, double complex *of);
    enum { TRUTH_BY_ALL, TRUTH_BUT_EXACT, TRUTH_BUT_ERK } engines; /* that take it */
} truth_case;

/* ---------------------------------------------------------------- impacts */

#define TRUTH_IMPACT                                                                                         \
    "model Impact\n"                                                                                         \
    "  import Modelica.Mechanics.Translational.Components;\n"                                                \
    "  Components.Fixed ground;\n"                                                                           \
    "  %s\n"                                                                                                 \
    "  Components.Mass ball(m = 2, L = 0, s(start = 0.1, fixed = true), v(start = -1, fixed = true));\n"     \
    "equation\n"                                                                                             \
    "  connect(ground.flange, gap.flange_a);\n"                                                              \
    "  connect(gap.flange_b, ball.flange_a);\n"                                                              \
    "  annotation(experiment(StopTime = 1));\n"                                                              \
    "end Impact;\n"

/* (c, d, m, v) > speed, greatest force, how long: in the first phase the force is 2 c x, in the second
 * e^(-a t) (P cos b t + Q sin b t), in the third none. */
static inline void truth_elasto_gap(const double complex *by, double complex *of)
{
    const double complex c = by[0], d = by[1], m = by[2], v = -by[3];
    const double complex omega = csqrt(c / m), zeta = d / (2 * csqrt(c * m)), w = csqrt(1 - zeta * zeta);
    const double complex up = 4 * zeta * w, down = 4 * zeta * zeta - 1;
    const double complex phi = 2 * catan(up / (csqrt(up * up + down * down) + down));
    const double complex slow = csqrt(1 + 8 * zeta * zeta), x = 2 * zeta * v / omega / slow;
    const double complex a = zeta * omega, b = omega * w, B = (v / slow + a * x) / b;
    const double complex P = c * x + d * (b * B - a * x), Q = c * B - d * (a * B + b * x);
    const double complex turn = (Q * b - a * P) / (P * b + a * Q);
    const double complex t = (catan(turn) + (creal(turn) < 0 ? acos(-1) : 0)) / b;
    of[0] = cexp(-zeta / w * phi) * v;
    of[1] = P;
    if (creal(Q * b - a * P) > 0)
        of[1] = cexp(-a * t) * (P * ccos(b * t) + Q * csin(b * t));
    of[2] = (catan(sqrt(8) * zeta) / sqrt(2) + phi / w + 2 * zeta) / omega;
}

/* The same of more than critical damping: (c, d, m, v) > speed, how long. */
static inline void truth_creeping(const double complex *by, double complex *of)
{
    const double complex c = by[0], d = by[1], m = by[2], v = -by[3];
    const double complex omega = csqrt(c / m), zeta = d / (2 * csqrt(c * m)), w = csqrt(zeta * zeta - 1);
    const double complex x = 4 * zeta * w / (4 * zeta * zeta - 1), phi = clog((1 + x) / (1 - x)) / 2;
    of[0] = cexp(-zeta / w * phi) * v;
    of[1] = (catan(sqrt(8) * zeta) / sqrt(2) + phi / w + 2 * zeta) / omega;
}

/* Undamped: (c, n, m, v) > depth x with c x^(n + 1)/(n + 1) = m v^2/2, greatest force, speed. */
static inline void truth_depth(const double complex *by, double complex *of)
{
    const double complex c = by[0], n = by[1], m = by[2], v = by[3];
    of[0] = cpow((n + 1) * m * v * v / (2 * c), 1 / (n + 1));
    of[1] = c * cpow(of[0], n);
    of[2] = -v;
}

/* (c, d, m, v) > speed behind contacts that damp all the way, until they pull, and on the way in alone. */
static inline void truth_kelvin_voigt(const double complex *by, double complex *of)
{
    const double complex zeta = by[1] / (2 * csqrt(by[0] * by[2])), w = csqrt(1 - zeta * zeta);
    of[0] = -by[3] * cexp(-acos(-1) * zeta / w);
}

static inline void truth_clipped(const double complex *by, double complex *of)
{
    const double complex zeta = by[1] / (2 * csqrt(by[0] * by[2])), w = csqrt(1 - zeta * zeta);
    const double complex up = 2 * zeta * w, down = 2 * zeta * zeta - 1;
    of[0] = -by[3] * cexp(-zeta / w * 2 * catan(up / (csqrt(up * up + down * down) + down)));
}

static inline void truth_undamped_rebound(const double complex *by, double complex *of)
{
    const double complex zeta = by[1] / (2 * csqrt(by[0] * by[2])), w = csqrt(1 - zeta * zeta);
    of[0] = -by[3] * cexp(-zeta / w * catan(w / zeta));
}

/* F = K x^n (1 + (D/v0) v) gives back E with D (1 + E) = ln((1 + D)/(1 - E D)), whatever else is. */
static inline double complex truth_restitution(double complex D)
{
    double complex E = 1 / (1 + D);
    for (int i = 0; i < 60; i++)
        E -= (clog((1 + D) / (1 - E * D)) - D * (1 + E)) / (D / (1 - E * D) - D);
    return E;
}

/* (e, c, n, m, v) > speed; D of e by each of the laws. */
static inline void truth_hunt_crossley(const double complex *by, double complex *of)
{
    of[0] = -by[4] * truth_restitution(1.5 * (1 - by[0]));
}

static inline void truth_lankarani(const double complex *by, double complex *of)
{
    of[0] = -by[4] * truth_restitution(0.75 * (1 - by[0] * by[0]));
}

static inline void truth_gonthier(const double complex *by, double complex *of)
{
    of[0] = -by[4] * truth_restitution((1 - by[0] * by[0]) / by[0]);
}

static inline void truth_flores(const double complex *by, double complex *of)
{
    of[0] = -by[4] * truth_restitution(1.6 * (1 - by[0]) / by[0]);
}

static inline void truth_hu_guo(const double complex *by, double complex *of)
{
    of[0] = -by[4] * truth_restitution(1.5 * (1 - by[0]) / by[0]);
}

/* (c, d, n, m, v): c x^n + d x^n v is that with D = d v/c. */
static inline void truth_lankarani_1994(const double complex *by, double complex *of)
{
    of[0] = -by[4] * truth_restitution(-by[1] * by[4] / by[0]);
}

/* (e, s, v) > place at 1 s, time of touch. */
static inline void truth_rigid(const double complex *by, double complex *of)
{
    of[1] = -by[1] / by[2];
    of[0] = -by[0] * by[2] * (1 - of[1]);
}

/* ---------------------------------------------------------------- two bodies, friction, rigid parts */

#define TRUTH_TWO                                                                                            \
    "model Two\n"                                                                                            \
    "  import Modelica.Mechanics.Translational.Components;\n"                                                \
    "  Components.Mass a(m = 2, L = 0, s(start = 0, fixed = true), v(start = 1, fixed = true));\n"           \
    "  Components.Mass b(m = 3, L = 0, s(start = 0.5, fixed = true), v(start = -0.2, fixed = true));\n"      \
    "  %s\n"                                                                                                 \
    "equation\n"                                                                                             \
    "  connect(a.flange_b, gap.flange_a);\n"                                                                 \
    "  connect(gap.flange_b, b.flange_a);\n"                                                                 \
    "  annotation(experiment(StopTime = 1));\n"                                                              \
    "end Two;\n"

/* (e, m of a, m of b, v of a, v of b) > speeds. */
static inline void truth_two_rigid(const double complex *by, double complex *of)
{
    const double complex m = by[1] + by[2], mean = (by[1] * by[3] + by[2] * by[4]) / m;
    const double complex apart = by[0] * (by[3] - by[4]);
    of[0] = mean - apart * by[2] / m;
    of[1] = mean + apart * by[1] / m;
}

/* (c, d, m of a, m of b, v of a, v of b) > speeds: an ElastoGap, of the effective mass. */
static inline void truth_two_soft(const double complex *by, double complex *of)
{
    const double complex m = by[2] * by[3] / (by[2] + by[3]);
    const double complex one[] = {by[0], by[1], m, -1};
    double complex e[3];
    truth_elasto_gap(one, e);
    const double complex two[] = {e[0], by[2], by[3], by[4], by[5]};
    truth_two_rigid(two, of);
}

static const char truth_stopping[] =
    "model Stopping\n"
    "  import Modelica.Mechanics.Translational.Components;\n"
    "  Components.Mass body(m = 2, L = 0, s(start = 0.1, fixed = true), v(start = 1, fixed = true));\n"
    "  Components.SupportFriction rubs(f_pos = [0, 4]);\n"
    "equation\n"
    "  connect(body.flange_b, rubs.flange_a);\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end Stopping;\n";

/* (f, m, v) > where it stops, when. */
static inline void truth_stops(const double complex *by, double complex *of)
{
    of[0] = 0.1 + by[1] * by[2] * by[2] / (2 * by[0]);
}

static const char truth_massless[] =
    "model Massless\n"
    "  import Modelica.Mechanics.Translational.Components;\n"
    "  Components.Fixed ground;\n"
    "  Components.Spring one(c = 300, s_rel0 = 0), other(c = 500, s_rel0 = 0);\n"
    "  Components.Mass body(m = 2, L = 0, s(start = 0.1, fixed = true), v(start = 0, fixed = true));\n"
    "equation\n"
    "  connect(ground.flange, one.flange_a);\n"
    "  connect(one.flange_b, other.flange_a);\n"
    "  connect(other.flange_b, body.flange_a);\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end Massless;\n";

/* (c, c, m, s) > place, speed. */
static inline void truth_series(const double complex *by, double complex *of)
{
    const double complex w = csqrt(by[0] * by[1] / (by[0] + by[1]) / by[2]);
    of[0] = by[3] * ccos(w);
    of[1] = -by[3] * w * csin(w);
}

static const char truth_geared[] =
    "model Geared\n"
    "  import Modelica.Mechanics.Translational.Components;\n"
    "  import Modelica.Mechanics.Rotational;\n"
    "  Rotational.Components.Inertia disc(J = 0.3, phi(start = 0, fixed = true),\n"
    "    w(start = 0, fixed = true));\n"
    "  Rotational.Components.IdealGearR2T pinion(ratio = 4);\n"
    "  Rotational.Sources.ConstantTorque drive(tau_constant = 2);\n"
    "  Components.Mass rack(m = 5, L = 0);\n"
    "equation\n"
    "  connect(drive.flange, disc.flange_a);\n"
    "  connect(disc.flange_b, pinion.flangeR);\n"
    "  connect(pinion.flangeT, rack.flange_a);\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end Geared;\n";

/* (J, tau, m, ratio) > place of the rack, energy of the disc. */
static inline void truth_gear(const double complex *by, double complex *of)
{
    const double complex ratio = by[3], a = ratio * by[1] / (by[0] * ratio * ratio + by[2]);
    of[0] = a / 2;
    of[1] = by[0] * ratio * ratio * a * a / 2;
}

static const char truth_driven[] =
    "model Driven\n"
    "  import Modelica.Mechanics.Translational.*;\n"
    "  Sources.Position shaker(exact = true);\n"
    "  Modelica.Blocks.Sources.Sine wave(amplitude = 0.01, f = 0.8);\n"
    "  Components.Spring spring(c = 300, s_rel0 = 0);\n"
    "  Components.Mass body(m = 2, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true));\n"
    "equation\n"
    "  connect(wave.y, shaker.s_ref);\n"
    "  connect(shaker.flange, spring.flange_a);\n"
    "  connect(spring.flange_b, body.flange_a);\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end Driven;\n";

/* (amplitude, f, c, m) > place. */
static inline void truth_shaken(const double complex *by, double complex *of)
{
    const double complex w = 2 * acos(-1) * by[1], w0 = csqrt(by[2] / by[3]);
    of[0] = by[0] * w0 * w0 / (w0 * w0 - w * w) * (csin(w) - w / w0 * csin(w0));
}

static const char truth_forced[] =
    "model Forced\n"
    "  import Modelica.Mechanics.Translational.*;\n"
    "  Sources.Force push;\n"
    "  Modelica.Blocks.Sources.Sine wave(amplitude = 60, f = 0.8);\n"
    "  Components.Mass body(m = 2, L = 0, s(start = 0, fixed = true), v(start = 0, fixed = true));\n"
    "  Components.Fixed ground;\n"
    "  Components.Spring spring(c = 400, s_rel0 = 0);\n"
    "equation\n"
    "  connect(wave.y, push.f);\n"
    "  connect(push.flange, body.flange_a);\n"
    "  connect(ground.flange, spring.flange_a);\n"
    "  connect(spring.flange_b, body.flange_b);\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end Forced;\n";

/* (amplitude, f, m, c) > speed, place. */
static inline void truth_is_forced(const double complex *by, double complex *of)
{
    const double complex w = 2 * acos(-1) * by[1], w0 = csqrt(by[3] / by[2]);
    const double complex a = by[0] / by[2] / (w0 * w0 - w * w);
    of[0] = a * w * (ccos(w) - ccos(w0));
    of[1] = a * (csin(w) - w / w0 * csin(w0));
}

/* ---------------------------------------------------------------- heat, equations, time */

static const char truth_cooling[] =
    "model Cooling\n"
    "  import Modelica.Thermal.HeatTransfer.*;\n"
    "  Components.HeatCapacitor block_(C = 30, T(start = 400, fixed = true));\n"
    "  Components.ThermalConductor path(G = 12);\n"
    "  Sources.FixedTemperature room(T = 300);\n"
    "equation\n"
    "  connect(block_.port, path.port_a);\n"
    "  connect(path.port_b, room.port);\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end Cooling;\n";

/* (C, G, T room, T start) > temperature, mean of it. */
static inline void truth_cools(const double complex *by, double complex *of)
{
    const double complex rate = by[1] / by[0];
    of[0] = by[2] + (by[3] - by[2]) * cexp(-rate);
    of[1] = by[2] + (by[3] - by[2]) * (1 - cexp(-rate)) / rate;
}

static const char truth_damped[] =
    "model Damped\n"
    "  import Modelica.Mechanics.Translational.Components;\n"
    "  Components.Fixed ground;\n"
    "  Components.Damper damper(d = 3);\n"
    "  Components.Mass body(m = 2, L = 0, s(start = 0, fixed = true), v(start = 1, fixed = true));\n"
    "equation\n"
    "  connect(ground.flange, damper.flange_a);\n"
    "  connect(damper.flange_b, body.flange_a);\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end Damped;\n";

/* (d, m, v) > speed, place, loss, speed at 0.4 s. */
static inline void truth_damps(const double complex *by, double complex *of)
{
    const double complex rate = by[0] / by[1];
    of[0] = by[2] * cexp(-rate);
    of[1] = by[2] * (1 - cexp(-rate)) / rate;
    of[2] = by[1] * by[2] * by[2] / 2 * (1 - cexp(-2 * rate));
    of[3] = by[2] * cexp(-0.4 * rate);
}

static const char truth_logistic[] = "model Logistic\n"
                                     "  parameter Real r = 3, K = 2, x0 = 0.1;\n"
                                     "  Real x(start = x0, fixed = true);\n"
                                     "equation\n"
                                     "  der(x) = r*x*(1 - x/K);\n"
                                     "  annotation(experiment(StopTime = 1));\n"
                                     "end Logistic;\n";

static inline void truth_grows(const double complex *by, double complex *of)
{
    of[0] = by[1] / (1 + (by[1] / by[2] - 1) * cexp(-by[0]));
}

static const char truth_hopping[] = "model Hopping\n"
                                    "  parameter Real e = 0.8, g = 9.81, h0 = 2;\n"
                                    "  Real h(start = h0, fixed = true), v(start = 0, fixed = true);\n"
                                    "equation\n"
                                    "  der(h) = v;\n"
                                    "  der(v) = -g;\n"
                                    "  when h < 0 then\n"
                                    "    reinit(v, -e*pre(v));\n"
                                    "  end when;\n"
                                    "  annotation(experiment(StopTime = 1));\n"
                                    "end Hopping;\n";

/* (e, g, h0) > height and speed behind the first touch of 1 s, which is the only one. */
static inline void truth_hops(const double complex *by, double complex *of)
{
    const double complex V = csqrt(2 * by[1] * by[2]), since = 1 - V / by[1];
    of[0] = by[0] * V * since - by[1] * since * since / 2;
    of[1] = by[0] * V - by[1] * since;
}

/* x passes 0 at 0.5 s, so slowly that the instant moves 2^30 times as far as a: what swings meanwhile does
 * not feel that. */
static const char truth_slow_edge[] =
    "model Slow\n"
    "  parameter Real a = 1;\n"
    "  Real x(start = a - 1.0000000004656612873077392578125, fixed = true);\n"
    "  Real q(start = 0, fixed = true), n(start = 1, fixed = true);\n"
    "  Real z(start = a, fixed = true), u(start = 0, fixed = true);\n"
    "equation\n"
    "  der(x) = 9.31322574615478515625e-10;\n"
    "  der(q) = if x > 0 then x else 0;\n"
    "  der(z) = 100*u;\n"
    "  der(u) = -100*z;\n"
    "  der(n) = 0;\n"
    "  %s\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end Slow;\n";

/* (a) > x, q, z, u */
static inline void truth_swings(const double complex *by, double complex *of)
{
    const double rate = ldexp(1, -30);
    const double complex a = by[0], left = 1 + (a - 1 - ldexp(1, -31)) / rate;
    of[0] = rate * left;
    of[1] = rate * left * left / 2;
    of[2] = a * cos(100);
    of[3] = -a * sin(100);
}

static const char truth_pushed[] =
    "model Pushed\n"
    "  import Modelica.Mechanics.Translational;\n"
    "  Translational.Components.Mass body(m = 2, L = 0, s(start = 0, fixed = true),\n"
    "    v(start = 0, fixed = true));\n"
    "  Translational.Sources.Force push;\n"
    "  Modelica.Blocks.Sources.Pulse pulse(amplitude = 3, width = 40, period = 0.5, nperiod = 1,\n"
    "    startTime = 0.25);\n"
    "equation\n"
    "  connect(pulse.y, push.f);\n"
    "  connect(push.flange, body.flange_a);\n"
    "  annotation(experiment(StopTime = 1, Interval = 0.25));\n"
    "end Pushed;\n";

/* (amplitude, width, startTime, m) > speed, place: the push begins where a row is stored. */
static inline void truth_pushes(const double complex *by, double complex *of)
{
    const double complex a = by[0] / by[3], lasts = 0.5 * by[1] / 100;
    of[0] = a * lasts;
    of[1] = a * lasts * (1 - by[2] - lasts / 2);
}

static const char truth_both[] =
    "model Both\n"
    "  import Modelica.Mechanics.Translational.Components;\n"
    "  Components.Fixed ground;\n"
    "  Components.ElastoGap gap[2](each c = 800, each d = 24);\n"
    "  Components.Mass ball[2](each m = 2, each L = 0, s(each start = 0.1, each fixed = true),\n"
    "    v(each start = -1, each fixed = true));\n"
    "equation\n"
    "  for i in 1:2 loop\n"
    "    connect(ground.flange, gap[i].flange_a);\n"
    "    connect(gap[i].flange_b, ball[i].flange_a);\n"
    "  end for;\n"
    "  annotation(experiment(StopTime = 1));\n"
    "end Both;\n";

/* Two equal impacts at once: (c, d, m, v of the first) > speed of the first and the second. */
static inline void truth_both_at_once(const double complex *by, double complex *of)
{
    const double complex second[] = {800, 24, 2, -1};
    double complex e[3];
    truth_elasto_gap(second, e);
    of[1] = e[0];
    truth_elasto_gap(by, e);
    of[0] = e[0];
}

/* ---------------------------------------------------------------- all of them */

#define TRUTH_OF_BALL                                                                                        \
    {                                                                                                        \
        "gap.c", "gap.d", "ball.m", "ball.v(start)"                                                          \
    }
#define TRUTH_OF_LAW                                                                                         \
    {                                                                                                        \
        "gap.e", "gap.c", "gap.n", "ball.m", "ball.v(start)"                                                 \
    }
#define TRUTH_OF_IMPACT                                                                                      \
    {                                                                                                        \
        "ball.v", "max(-gap.f)", "duration(gap, contact begins, contact ends, 1)"                            \
    }
#define TRUTH_GAP(d)                                                                                         \
    {                                                                                                        \
        "ElastoGap, n = 1, d = " #d, TRUTH_IMPACT, "Components.ElastoGap gap(c = 800, d = " #d ");",         \
            TRUTH_OF_BALL, {800, d, 2, -1}, TRUTH_OF_IMPACT, truth_elasto_gap, TRUTH_BY_ALL                  \
    }
#define TRUTH_POWER(n)                                                                                       \
    {                                                                                                        \
        "ElastoGap, n = " #n, TRUTH_IMPACT, "Components.ElastoGap gap(c = 800, d = 0, n = " #n ");",         \
            {"gap.c", "gap.n", "ball.m", "ball.v(start)"}, {800, n, 2, -1},                                  \
            {"max(-ball.s)", "max(-gap.f)", "ball.v"}, truth_depth, TRUTH_BUT_EXACT                          \
    }
#define TRUTH_LAW(law, truth)                                                                                \
    {                                                                                                        \
        law, TRUTH_IMPACT, "Elastogap.Contact.Gap gap(law = \"" law "\", c = 800, d = 24);", TRUTH_OF_BALL,  \
            {800, 24, 2, -1}, {"ball.v"}, truth, TRUTH_BY_ALL                                                \
    }
#define TRUTH_HYSTERESIS(law, truth)                                                                         \
    {                                                                                                        \
        law, TRUTH_IMPACT, "Elastogap.Contact.Gap gap(law = \"" law "\", c = 800, e = 0.6, n = 1.5);",       \
            TRUTH_OF_LAW, {0.6, 800, 1.5, 2, -1}, {"ball.v"}, truth, TRUTH_BUT_EXACT                         \
    }

static const truth_case truth_cases[] = {
    TRUTH_GAP(0.8),
    TRUTH_GAP(8),
    TRUTH_GAP(24),
    TRUTH_GAP(40),
    TRUTH_GAP(72),
    {"ElastoGap, n = 1, d = 160",
     TRUTH_IMPACT,
     "Components.ElastoGap gap(c = 800, d = 160);",
     TRUTH_OF_BALL,
     {800, 160, 2, -1},
     {"ball.v", "duration(gap, contact begins, contact ends, 1)"},
     truth_creeping,
     TRUTH_BY_ALL},
    TRUTH_POWER(1.3),
    TRUTH_POWER(1.5),
    TRUTH_POWER(2),
    TRUTH_POWER(3),
    {"hertz",
     TRUTH_IMPACT,
     "Elastogap.Contact.Gap gap(law = \"hertz\", c = 800, n = 1.5);",
     {"gap.c", "gap.n", "ball.m", "ball.v(start)"},
     {800, 1.5, 2, -1},
     {"max(-ball.s)", "max(-gap.f)", "ball.v"},
     truth_depth,
     TRUTH_BUT_EXACT},
    TRUTH_LAW("kelvin-voigt", truth_kelvin_voigt),
    TRUTH_LAW("kelvin-voigt-clipped", truth_clipped),
    TRUTH_LAW("undamped-rebound", truth_undamped_rebound),
    TRUTH_HYSTERESIS("hunt-crossley", truth_hunt_crossley),
    TRUTH_HYSTERESIS("lankarani-nikravesh", truth_lankarani),
    TRUTH_HYSTERESIS("gonthier", truth_gonthier),
    TRUTH_HYSTERESIS("flores", truth_flores),
    TRUTH_HYSTERESIS("hu-guo", truth_hu_guo),
    {"lankarani-nikravesh-1994",
     TRUTH_IMPACT,
     "Elastogap.Contact.Gap gap(law = \"lankarani-nikravesh-1994\", c = 800, d = 500, n = 1.5);",
     {"gap.c", "gap.d", "gap.n", "ball.m", "ball.v(start)"},
     {800, 500, 1.5, 2, -1},
     {"ball.v"},
     truth_lankarani_1994,
     TRUTH_BUT_EXACT},
    {"restitution",
     TRUTH_IMPACT,
     "Elastogap.Contact.Gap gap(law = \"restitution\", e = 0.6);",
     {"gap.e", "ball.s(start)", "ball.v(start)"},
     {0.6, 0.1, -1},
     {"ball.s", "time(gap, impact*, 1)"},
     truth_rigid,
     TRUTH_BUT_ERK},
    {"restitution, two bodies",
     TRUTH_TWO,
     "Elastogap.Contact.Gap gap(law = \"restitution\", e = 0.6);",
     {"gap.e", "a.m", "b.m", "a.v(start)", "b.v(start)"},
     {0.6, 2, 3, 1, -0.2},
     {"a.v", "b.v"},
     truth_two_rigid,
     TRUTH_BUT_ERK},
    {"ElastoGap, two bodies",
     TRUTH_TWO,
     "Components.ElastoGap gap(c = 800, d = 24);",
     {"gap.c", "gap.d", "a.m", "b.m", "a.v(start)", "b.v(start)"},
     {800, 24, 2, 3, 1, -0.2},
     {"a.v", "b.v"},
     truth_two_soft,
     TRUTH_BY_ALL},
    {"ElastoGap, two impacts at once",
     truth_both,
     "",
     {"gap[1].c", "gap[1].d", "ball[1].m", "ball[1].v(start)"},
     {800, 24, 2, -1},
     {"ball[1].v", "ball[2].v"},
     truth_both_at_once,
     TRUTH_BY_ALL},
    {"friction that stops",
     truth_stopping,
     "",
     {"rubs.f_pos[1,2]", "body.m", "body.v(start)"},
     {4, 2, 1},
     {"body.s"},
     truth_stops,
     TRUTH_BY_ALL},
    {"a node without mass",
     truth_massless,
     "",
     {"one.c", "other.c", "body.m", "body.s(start)"},
     {300, 500, 2, 0.1},
     {"body.s", "body.v"},
     truth_series,
     TRUTH_BY_ALL},
    {"a driven body",
     truth_driven,
     "",
     {"wave.amplitude", "wave.f", "spring.c", "body.m"},
     {0.01, 0.8, 300, 2},
     {"body.s"},
     truth_shaken,
     TRUTH_BY_ALL},
    {"a force that follows time",
     truth_forced,
     "",
     {"wave.amplitude", "wave.f", "body.m", "spring.c"},
     {60, 0.8, 2, 400},
     {"body.v", "body.s"},
     truth_is_forced,
     TRUTH_BY_ALL},
    {"rack and pinion",
     truth_geared,
     "",
     {"disc.J", "drive.tau_constant", "rack.m", "pinion.ratio"},
     {0.3, 2, 5, 4},
     {"rack.s", "disc.J*disc.w^2/2"},
     truth_gear,
     TRUTH_BY_ALL},
    {"heat",
     truth_cooling,
     "",
     {"block_.C", "path.G", "room.T", "block_.T(start)"},
     {30, 12, 300, 400},
     {"block_.T", "mean(block_.T)"},
     truth_cools,
     TRUTH_BY_ALL},
    {"a damper, and its loss",
     truth_damped,
     "",
     {"damper.d", "body.m", "body.v(start)"},
     {3, 2, 1},
     {"body.v", "body.s", "integral(damper.lossPower)", "at(body.v, 0.4)"},
     truth_damps,
     TRUTH_BY_ALL},
    {"equations, not linear",
     truth_logistic,
     "",
     {"r", "K", "x0"},
     {3, 2, 0.1},
     {"x"},
     truth_grows,
     TRUTH_BUT_EXACT},
    {"reinit", truth_hopping, "", {"e", "g", "h0"}, {0.8, 9.81, 2}, {"h", "v"}, truth_hops, TRUTH_BY_ALL},
    {"an edge that is crossed slowly",
     truth_slow_edge,
     "",
     {"a"},
     {1},
     {"x", "q", "z", "u"},
     truth_swings,
     TRUTH_BY_ALL},
    {"an edge that is crossed slowly, and a reinit",
     truth_slow_edge,
     "when time > 0.7 then reinit(n, 2*pre(n)); end when;",
     {"a"},
     {1},
     {"x", "q", "z", "u"},
     truth_swings,
     TRUTH_BY_ALL},
    {"a pulse that begins at a stored instant",
     truth_pushed,
     "",
     {"pulse.amplitude", "pulse.width", "pulse.startTime", "body.m"},
     {3, 40, 0.25, 2},
     {"body.v", "body.s"},
     truth_pushes,
     TRUTH_BUT_EXACT},
};
enum { TRUTH_CASES = sizeof truth_cases / sizeof *truth_cases };

static inline size_t truth_count(const char *const *texts)
{
    size_t n = 0;
    while (n < TRUTH_MOST && texts[n])
        n++;
    return n;
}

static inline bool truth_takes(const truth_case *c, const char *engine)
{
    return !(c->engines == TRUTH_BUT_EXACT && strcmp(engine, "exact") == 0) &&
           !(c->engines == TRUTH_BUT_ERK && strcmp(engine, "erk") == 0);
}

/* How far the run's sensitivities are from the truth: the worst of d(of)/d(by) times `by`, beside that or
 * the number itself, whichever is more. Negative: there is none, as the list of messages says. */
static inline double truth_error(const truth_case *c, const char *engine, int adjoint, double tolerance,
                                 eg_diagnostics *d)
{
    char text[2000];
    const size_t by = truth_count(c->by), of = truth_count(c->of);
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_sensitivities *s = NULL;
    double worst = 0;
    snprintf(text, sizeof text, c->text, c->with);
    eg_status status = eg_spec_read_text(text, strlen(text), "truth", NULL, d, &spec);
    if (status == EG_OK)
        status = eg_model_compile(spec, d, &model);
    if (status == EG_OK) {
        eg_sensitivity_options o = eg_sensitivity_options_default(model);
        o.run.tolerance = tolerance;
        o.run.engine = engine;
        o.by = c->by;
        o.by_count = by;
        o.of = c->of;
        o.of_count = of;
        o.adjoint = adjoint;
        status = eg_sensitivity(spec, &o, d, &s);
    }
    for (size_t k = 0; k < by && status == EG_OK; k++) {
        const double step = 1e-100;
        double complex at[TRUTH_MOST], to[TRUTH_MOST];
        for (size_t j = 0; j < by; j++)
            at[j] = c->value[j] + (j == k) * step * I;
        c->truth(at, to);
        for (size_t q = 0; q < of; q++) {
            const double wanted = cimag(to[q]) / step * c->value[k], value = creal(to[q]);
            const double own = s->items[q * by + k].derivative * c->value[k];
            const double error = fabs(own - wanted) / fmax(fabs(wanted), fabs(value));
            worst = error <= worst ? worst : error;
        }
    }
    eg_sensitivities_free(s);
    eg_model_free(model);
    eg_spec_free(spec);
    return status == EG_OK ? worst : -1;
}

#endif
