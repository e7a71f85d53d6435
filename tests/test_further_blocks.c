/* Waves, kinematic paths, linear systems of any order, integrators that are reset, blocks with vectors and
 * with pieces: against closed forms. A run at tolerance TOL is within 100 TOL of a signal's range, which is
 * of the order of 1 to 10 here. */
#include "equation_models.h"

#define USES_B "import Modelica.Blocks.*; import Modelica.Blocks.Types.Init; "

static const double TOL = 1e-9;

static rig run_body(const char *body, double stop)
{
    char text[4000];
    snprintf(text, sizeof text, "model Case " USES_B "%s end Case;", body);
    return run_text(text, stop, TOL);
}

/* At every row; at a jump both sides are there. */
static void near_all(const rig *r, const char *name, double (*truth)(double t), double bound, int line)
{
    for (size_t row = 0; row < rows(r); row++) {
        double t = time_of(r, row), value = at(r, name, row);
        if (fabs(value - truth(t)) <= bound || fabs(value - truth(t - 1e-13)) <= bound)
            continue;
        char text[200];
        snprintf(text, sizeof text, "%s at t = %.9g is %.15g, not %.15g", name, t, value, truth(t));
        rig_fail(__FILE__, line, text);
        return;
    }
}
#define EXACT(name, truth) near_all(&r, (name), (truth), 1e-12, __LINE__)
#define CLOSE(name, truth) near_all(&r, (name), (truth), 1000 * TOL, __LINE__)

/* ---------------------------------------------------------------- waves */

static double trapezoid(
    double t) /* offset 1, height 2; from 0.25 on, 2 periods of 1: up 0.25, 0.25, down 0.125 */
{
    double tau = fmod(t - 0.25, 1.0);
    if (t < 0.25 || t >= 2.25)
        return 1;
    return 1 + (tau < 0.25 ? 8 * tau : tau < 0.5 ? 2 : tau < 0.625 ? 16 * (0.625 - tau) : 0);
}
static double cut_off(
    double t) /* rises for 0.75 of a period of 0.5, which cuts it off at 2/3 of its height */
{
    return fmod(t, 0.5) / 0.75;
}
static double square(double t) /* neither rises nor falls for any time */
{
    return fmod(t, 1.0) < 0.5 ? 1 : 0;
}
static double teeth(double t)
{
    return t < 0.5 || t >= 2.0 ? -1 : -1 + 3 * fmod(t - 0.5, 0.5) / 0.5;
}
static double exponentials(double t)
{
    double top = 2 * (1 - exp(-0.5 / 0.25));
    return t < 0.5 ? 0.5 : 0.5 + (t < 1.0 ? 2 * (1 - exp(-(t - 0.5) / 0.25)) : top * exp(-(t - 1.0) / 0.125));
}
static double sinc(double t)
{
    double x = 2 * PI * 1.5 * (t - 0.5);
    return t < 0.5 ? 0 : x < 1e-8 ? 2 : 2 * sin(x) / x;
}
static double sweep(double t)
{
    return t < 0.5 ? 2 : t < 1.5 ? 2 * pow(16, t - 0.5) : 32;
}

static void waves_are_their_equations(void **state)
{
    (void)state;
    rig r = run_body(
        "Sources.Trapezoid a(amplitude = 2, rising = 0.25, width = 0.25, falling = 0.125, period = 1, "
        "nperiod = 2, "
        "offset = 1, startTime = 0.25), b(rising = 0.75, width = 1, period = 0.5), c(period = 1), "
        "none(period = 1, nperiod = 0, offset = 4); "
        "Sources.SawTooth d(amplitude = 3, period = 0.5, nperiod = 3, offset = -1, startTime = 0.5); "
        "Sources.Exponentials e(outMax = 2, riseTime = 0.5, riseTimeConst = 0.25, fallTimeConst = 0.125, "
        "offset = 0.5, startTime = 0.5); "
        "Sources.Sinc f(amplitude = 2, f = 1.5, startTime = 0.5), g(amplitude = 2, f = 1.5, startTime = "
        "0.5, "
        "continuous = true); Sources.LogFrequencySweep h(wMin = 2, wMax = 32, startTime = 0.5, duration = "
        "1); "
        "Continuous.Der sweeping; equation connect(h.y, sweeping.u);",
        3.0);
    EXACT("a.y", trapezoid);
    EXACT("b.y", cut_off);
    EXACT("c.y", square);
    EXACT("d.y", teeth);
    EXACT("e.y", exponentials);
    EXACT("f.y", sinc);
    EXACT("h.y", sweep);
    NEAR(end(&r, "none.y"), 4, 0);
    NEAR(begin(&r, "g.y"), 2, 0);
    NEAR(end(&r, "a.count"), 2, 0);
    NEAR(begin(&r, "a.count"), -1, 0);
    NEAR(begin(&r, "d.T_start"), 0, 0);
    NEAR(value(&r, "sweeping.y", 0.99), 2 * pow(16, 0.49) * log(16), 1e-11);
    rig_end(&r);
}

/* An exact Position follows what is smooth enough, and refuses what jumps. */
static void exact_drives_follow_waves(void **state)
{
    (void)state;
    static const struct {
        const char *source;
        bool good;
    } cases[] = {{"Sinc s(f = 1, continuous = true)", true},
                 {"Sinc s(f = 1, startTime = 0.5)", false},
                 {"Trapezoid s(rising = 0.1, falling = 0.1, period = 1)", true},
                 {"Trapezoid s(period = 1)", false},
                 {"SawTooth s(period = 1)", false},
                 {"Exponentials s(riseTime = 0.5)", true}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 "model M " USES USES_B
                 "Sources.%s; Modelica.Mechanics.Translational.Sources.Position p(exact = true); "
                 "Mass m(m = 1); equation connect(s.y, p.s_ref); connect(p.flange, m.flange_a); end M;",
                 cases[i].source);
        rig r = rig_read(text);
        rig_demand(&r, r.status == EG_OK, "the text is refused");
        if ((eg_model_compile(r.spec, r.d, &r.model) == EG_OK) != cases[i].good)
            rig_fail(__FILE__, __LINE__, cases[i].source);
        rig_end(&r);
    }
}

/* From 0.5 to 2.5 with v = 1.5, a = 3 from 0.125 on: ramps of 0.5 s, in between (2 - 0.75)/1.5 s. */
static double path(double t)
{
    double tau = t - 0.125, Tv = 2 / 1.5, Te = Tv + 0.5;
    return 0.5 + (tau < 0     ? 0
                  : tau < 0.5 ? 1.5 * tau * tau
                  : tau < Tv  ? 0.375 + 1.5 * (tau - 0.5)
                  : tau < Te  ? 2 - 1.5 * (Te - tau) * (Te - tau)
                              : 2);
}
static double path_speed(double t)
{
    double tau = t - 0.125, Tv = 2 / 1.5, Te = Tv + 0.5;
    return tau < 0 ? 0 : tau < 0.5 ? 3 * tau : tau < Tv ? 1.5 : tau < Te ? 3 * (Te - tau) : 0;
}
static double path_acceleration(double t)
{
    double tau = t - 0.125, Tv = 2 / 1.5, Te = Tv + 0.5;
    return tau < 0 ? 0 : tau < 0.5 ? 3 : tau < Tv ? 0 : tau < Te ? -3 : 0;
}
/* Full speed is never reached: to 0.25 with a = 1 takes 2*sqrt(0.25). */
static double short_path(double t)
{
    return t < 0.5 ? t * t / 2 : t < 1 ? 0.25 - (1 - t) * (1 - t) / 2 : 0.25;
}

static void kinematic_paths_keep_their_limits(void **state)
{
    (void)state;
    rig r = run_body(
        "Sources.KinematicPTP2 a(q_begin = {0.5, 1}, q_end = {2.5, 0}, qd_max = {1.5}, qdd_max = {3}, "
        "startTime = "
        "0.125), b(q_end = {0.25}), still(q_end = {0}), some(q_begin = {0, 1}, q_end = {1, 1}); "
        "Sources.KinematicPTP c(deltaq = {2, -1}, qd_max = {1.5}, qdd_max = {3}, startTime = 0.125); "
        "Modelica.Mechanics.Translational.Sources.Accelerate move; "
        "Modelica.Mechanics.Translational.Components.Mass "
        "m(m = 1); equation connect(c.y[1], move.a_ref); connect(move.flange, m.flange_a);",
        2.5);
    EXACT("a.q[1]", path);
    EXACT("a.qd[1]", path_speed);
    EXACT("a.qdd[1]", path_acceleration);
    EXACT("c.y[1]", path_acceleration);
    EXACT("b.q[1]", short_path);
    NEAR(end(&r, "m.s"), 2, 1e-7);
    for (size_t row = 0; row < rows(&r); row++) {
        double t = time_of(&r, row);
        NEAR(at(&r, "a.q[2]", row), 1 - (path(t) - 0.5) / 2, 1e-12);
        NEAR(at(&r, "still.q[1]", row), 0, 0);
        NEAR(at(&r, "some.moving[2]", row), 0, 0);
    }
    NEAR(begin(&r, "a.endTime"), 0.125 + 2 / 1.5 + 0.5, 4 * ULP);
    NEAR(begin(&r, "a.moving[1]"), 1, 0);
    NEAR(end(&r, "a.moving[1]"), 0, 0);
    NEAR(begin(&r, "still.moving[1]"), 0, 0);
    rig_end(&r);
}

/* ---------------------------------------------------------------- integrators */

static double reset_way(double t) /* the integral of 2, back to 0.5 at 0.25, 0.75, 1.25 ... */
{
    return t < 0.25 ? 0.5 + 2 * t : 0.5 + 2 * fmod(t - 0.25, 0.5);
}
static double set_way(double t) /* likewise, to the clock */
{
    double last = t < 0.25 ? 0 : 0.25 + 0.5 * floor((t - 0.25) / 0.5);
    return last + 2 * (t - last);
}
static double limited_way(double t) /* the integral of 4 cos(2 pi t) between -0.5 and 0.5, from 0 */
{
    double k = 4 / (2 * PI), up = asin(0.5 / k) / (2 * PI);
    if (t < 0.25)
        return t < up ? k * sin(2 * PI * t) : 0.5;
    double tau = fmod(t - 0.25, 1.0), fall = acos(1 - 1 / k) / (2 * PI);
    if (tau < 0.5)
        return tau < fall ? 0.5 - k * (1 - cos(2 * PI * tau)) : -0.5;
    tau -= 0.5;
    return tau < fall ? -0.5 + k * (1 - cos(2 * PI * tau)) : 0.5;
}

static void integrators_are_reset_and_limited(void **state)
{
    (void)state;
    rig r = run_body(
        "Sources.Constant two(k = 2); Sources.ContinuousClock clock; Sources.Cosine c(f = 1, amplitude = "
        "4); "
        "Sources.BooleanPulse p(period = 0.5, width = 50, startTime = 0.25); "
        "Continuous.Integrator a(use_reset = true, y_start = 0.5), b(use_reset = true, use_set = true), "
        "plain; "
        "Continuous.LimIntegrator l(outMax = 0.5), m(outMax = 0.25, use_reset = true, use_set = true); "
        "equation connect(two.y, a.u); connect(p.y, a.reset); connect(two.y, b.u); connect(p.y, b.reset); "
        "connect(clock.y, b.set); connect(two.y, plain.u); connect(c.y, l.u); connect(c.y, m.u); "
        "connect(p.y, m.reset); connect(two.y, m.set); "
        "when p.y and time > 1.5 then reinit(plain.y, 7); end when;",
        2.0);
    CLOSE("a.y", reset_way);
    CLOSE("b.y", set_way);
    CLOSE("l.y", limited_way);
    NEAR(end(&r, "plain.y"), 7 + 2 * 0.25, 1e-7);
    for (size_t row = 0; row < rows(&r); row++)
        AT_MOST(fabs(at(&r, "m.y", row)), 0.25 + 1e-8);
    rig_end(&r);
}

/* Rises with 2/s to its limit, and is set to 0 there every second from 0.75 s on: then it rises again. */
static double sawtooth_with_a_top(double t)
{
    double since = t < 0.75 ? t : fmod(t - 0.75, 1.0);
    return fmin(2 * since, 0.5);
}

static void a_limited_integrator_leaves_its_limit_when_set(void **state)
{
    (void)state;
    rig r =
        run_body("Sources.Constant two(k = 2); Sources.BooleanPulse p(period = 1, startTime = 0.75); "
                 "Continuous.LimIntegrator up(outMax = 0.5, use_reset = true), down(outMax = 0.5, k = -1, "
                 "use_reset = true); equation connect(two.y, up.u); connect(two.y, down.u); "
                 "connect(p.y, up.reset); connect(p.y, down.reset);",
                 2.5);
    CLOSE("up.y", sawtooth_with_a_top);
    for (size_t row = 0; row < rows(&r); row++)
        NEAR(at(&r, "down.y", row), -at(&r, "up.y", row), 1e-8);
    rig_end(&r);
}

/* ---------------------------------------------------------------- linear systems, after a step at 0.25 */

static double tau_of(double t)
{
    return t < 0.25 ? 0 : t - 0.25;
}
/* (2 s + 3)/(0.5 s + 1) = 4 - 1/(0.5 s + 1) in rest at 1, then 2 */
static double lead(double t)
{
    double lag = 2 - exp(-tau_of(t) / 0.5);
    return (t < 0.25 ? 4 : 8) - lag;
}
/* 1/(s + 1)^5 */
static double five_lags(double t)
{
    double x = tau_of(t), sum = 0, term = 1;
    for (int i = 0; i < 5; i++) {
        sum += term;
        term *= x / (i + 1);
    }
    return 1 - exp(-x) * sum;
}
/* the same without the norm: f = 1/(2 pi), n = 3 */
static double three_lags(double t)
{
    double x = tau_of(t);
    return 1 - exp(-x) * (1 + x + x * x / 2);
}
/* Butterworth of order 3, w = 1: 1/((s + 1)(s^2 + s + 1)) */
static double butterworth(double t)
{
    double x = tau_of(t), b = sqrt(3) / 2;
    return 1 - exp(-x) - exp(-x / 2) * sin(b * x) / b;
}
static double two_poles(double t) /* 1/((s + 1)(s + 2)) */
{
    double x = tau_of(t);
    return 0.5 - exp(-x) + 0.5 * exp(-2 * x);
}
static double faster(double t) /* 1/(s + 2) */
{
    return (1 - exp(-2 * tau_of(t))) / 2;
}

static void linear_systems_answer_a_step(void **state)
{
    (void)state;
    rig r = run_body(
        "Sources.Step one(startTime = 0.25), up(startTime = 0.25, offset = 1); "
        "Continuous.TransferFunction a(b = {2, 3}, a = {0.5, 1}, initType = Init.SteadyState), "
        "b(a = {1, 5, 10, 10, 5, 1}), static_(b = {3}, a = {2}), free(a = {1, 0}), "
        "started(a = {1, 3, 2}, initType = Init.InitialOutput, y_start = 0.5), "
        "states(a = {2, 4}, initType = Init.InitialState, x_start = {0.25}); "
        "Continuous.CriticalDamping c(n = 3, f = 1/(2*Modelica.Constants.pi), normalized = false); "
        "Continuous.LowpassButterworth d(n = 3, f = 1/(2*Modelica.Constants.pi)), e(n = 4, f = 2, "
        "initType = "
        "Init.SteadyState), first(n = 1, f = 1); "
        "Continuous.StateSpace s(A = [-1, 1; 0, -2], B = [0; 1], C = [1, 0; 0, 1], D = [0; 0]), "
        "t(A = [-1], B = [1], C = [2], D = [3], initType = Init.InitialOutput, y_start = {4}); "
        "equation connect(up.y, a.u); connect(one.y, b.u); connect(one.y, static_.u); connect(one.y, "
        "free.u); "
        "connect(one.y, started.u); connect(one.y, states.u); connect(one.y, c.u); connect(one.y, d.u); "
        "connect(up.y, e.u); connect(one.y, first.u); connect(one.y, s.u[1]); connect(up.y, t.u[1]);",
        3.0);
    CLOSE("a.y", lead);
    CLOSE("b.y", five_lags);
    CLOSE("c.y", three_lags);
    CLOSE("d.y", butterworth);
    CLOSE("s.y[1]", two_poles);
    CLOSE("s.y[2]", faster);
    NEAR(begin(&r, "a.x_scaled[1]"), 1, 1e-12); /* scaled: the last state is the input in rest */
    NEAR(begin(&r, "static_.y"), 0, 0);
    NEAR(end(&r, "static_.y"), 1.5, 1e-15);
    NEAR(end(&r, "free.y"), 2.75, 1e-7);
    NEAR(begin(&r, "started.y"), 0.5,
         1e-12); /* and its derivative is 0: 0.5 - x1 falls with the poles 1 and 2 */
    NEAR(value(&r, "started.y", 0.24), 0.5 * (2 * exp(-0.24) - exp(-0.48)), 1e-7);
    NEAR(begin(&r, "states.y"), 0.25, 1e-15);
    NEAR(begin(&r, "states.x_scaled[1]"), 1, 1e-15);
    NEAR(begin(&r, "e.y"), 1, 1e-12);
    NEAR(begin(&r, "t.y[1]"), 4, 1e-12); /* 2 x + 3*1 = 4 */
    NEAR(end(&r, "first.y"), 1 - exp(-2 * PI * 2.75), 1e-7);
    rig_end(&r);
}

/* ---------------------------------------------------------------- vectors, functions, pieces */

static double half_sine(double t)
{
    return 2 * sin(2 * PI * t);
}
static double dead(double t)
{
    double u = half_sine(t);
    return u > 1 ? u - 1 : u < -0.5 ? u + 0.5 : 0;
}
static double between(double t) /* limits t and -1 */
{
    return fmax(-1, fmin(half_sine(t), t));
}
static double slewed(double t) /* a step of 1 at 0.25: 2 per second, then a lag of 0.05 from 0.1 below on */
{
    double turn = 0.25 + (1 - 0.1) / 2;
    return t < 0.25 ? 0 : t < turn ? 2 * (t - 0.25) : 1 - 0.1 * exp(-(t - turn) / 0.05);
}

static void vectors_functions_and_pieces(void **state)
{
    (void)state;
    rig r = run_body(
        "Sources.Sine w(f = 1, amplitude = 2); Sources.ContinuousClock t; Sources.Constant low(k = -1), "
        "three(k = 3); "
        "Sources.Step step(startTime = 0.25); "
        "Math.Sum sum(nin = 3), weighted(nin = 2, k = {2, -1}), empty(nin = 0); Math.MultiSum ms(nu = 3, "
        "k = {1, 2, "
        "3}); "
        "Math.MultiProduct mp(nu = 3), none; Math.MinMax mm(nu = 3); Math.MatrixGain k(K = [1, 2; 3, 4; "
        "5, 6]); "
        "Math.Asin asin; Math.Acos acos; Math.Sinh sinh; Math.Cosh cosh; Math.Tanh tanh; Math.Log10 lg; "
        "Math.Power "
        "pw(base = 3), e; Math.Atan2 at; Math.LinearDependency ld(y0 = 1, k1 = 2, k2 = 3); Math.Gain "
        "half(k = 0.4); "
        "Nonlinear.DeadZone dz(uMax = 1, uMin = -0.5); Nonlinear.VariableLimiter vl; "
        "Nonlinear.SlewRateLimiter sl(Rising = 2, Td = 0.05); Continuous.Der rate; "
        "equation connect(w.y, sum.u[1]); connect(t.y, sum.u[2]); connect(three.y, sum.u[3]); "
        "connect(w.y, weighted.u[1]); connect(t.y, weighted.u[2]); "
        "for i in 1:3 loop connect(three.y, ms.u[i]); end for; "
        "connect(w.y, mp.u[1]); connect(t.y, mp.u[2]); connect(three.y, mp.u[3]); "
        "connect(w.y, mm.u[1]); connect(t.y, mm.u[2]); connect(low.y, mm.u[3]); "
        "connect(w.y, k.u[1]); connect(t.y, k.u[2]); connect(w.y, half.u); connect(half.y, asin.u); "
        "connect(half.y, acos.u); connect(w.y, sinh.u); connect(w.y, cosh.u); connect(w.y, tanh.u); "
        "connect(three.y, lg.u); connect(w.y, pw.u); connect(w.y, e.u); connect(w.y, at.u1); "
        "connect(low.y, at.u2); "
        "connect(w.y, ld.u1); connect(t.y, ld.u2); connect(w.y, dz.u); connect(w.y, vl.u); connect(t.y, "
        "vl.limit1); "
        "connect(low.y, vl.limit2); connect(step.y, sl.u); connect(tanh.y, rate.u);",
        1.0);
    CLOSE("dz.y", dead);
    CLOSE("vl.y", between);
    CLOSE("sl.y", slewed);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), w = half_sine(t);
        NEAR(at(&r, "sum.y", i), w + t + 3, 1e-12);
        NEAR(at(&r, "weighted.y", i), 2 * w - t, 1e-12);
        NEAR(at(&r, "mp.y", i), w * t * 3, 1e-12);
        NEAR(at(&r, "mm.yMax", i), fmax(w, t), 1e-9);
        NEAR(at(&r, "mm.yMin", i), fmin(w, -1), 1e-9);
        NEAR(at(&r, "k.y[3]", i), 5 * w + 6 * t, 1e-11);
        NEAR(at(&r, "asin.y", i), asin(0.4 * w), 1e-13);
        NEAR(at(&r, "acos.y", i), acos(0.4 * w), 1e-13);
        NEAR(at(&r, "sinh.y", i), sinh(w), 1e-13);
        NEAR(at(&r, "cosh.y", i), cosh(w), 1e-13);
        NEAR(at(&r, "tanh.y", i), tanh(w), 1e-13);
        NEAR(at(&r, "pw.y", i), pow(3, w), 1e-13);
        NEAR(at(&r, "e.y", i), exp(w), 1e-13);
        NEAR(at(&r, "ld.y", i), 1 + 2 * w + 3 * t, 1e-13);
        NEAR(at(&r, "rate.y", i), 4 * PI * cos(2 * PI * t) * (1 - tanh(w) * tanh(w)), 1e-11);
        NEAR(fabs(at(&r, "at.y", i)), fabs(atan2(w, -1)), 1e-13);
    }
    NEAR(end(&r, "ms.y"), 18, 0);
    NEAR(end(&r, "lg.y"), log10(3), 0);
    NEAR(end(&r, "none.y"), 0, 0);
    NEAR(end(&r, "empty.y"), 0, 0);
    rig_end(&r);
}

/* Jets of the new functions against differences, at points where all of them are smooth. */
static void derivatives_are_exact(void **state)
{
    (void)state;
    static const char *const names[] = {"Math.Asin", "Math.Acos",  "Math.Sinh",  "Math.Cosh",
                                        "Math.Tanh", "Math.Log10", "Math.Power", "Math.Atan2"};
    const double p[] = {1.75, 1.0}, h = 1e-4;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char name[80];
        snprintf(name, sizeof name, "Modelica.Blocks.%s", names[i]);
        const eg_class *c = eg_class_find(name);
        assert_non_null(c);
        for (double x = 0.15; x < 0.9; x += 0.25) {
            eg_jet y[3], u[2];
            for (int k = -1; k <= 1; k++) { /* u1 = x + s, u2 = 2 - s^2 along s */
                double s = k * h;
                u[0] = (eg_jet){x + s, 1, 0};
                u[1] = (eg_jet){2 - s * s, -2 * s, -2};
                c->block->evaluate(p, 0, (eg_jet){0}, u, &y[k + 1]);
            }
            NEAR((y[2].x - y[0].x) / (2 * h), y[1].dx, 1e-6 * (1 + fabs(y[1].dx)) * 10);
            NEAR((y[2].dx - y[0].dx) / (2 * h), y[1].ddx, 1e-6 * (1 + fabs(y[1].ddx)) * 100);
        }
    }
    ALL_WELL();
}

static void wrong_values_are_refused(void **state)
{
    (void)state;
    static const char *const bodies[][2] = {
        {"Continuous.TransferFunction a(b = {1, 2, 3}, a = {1, 1}); Sources.Constant c(k = 1); equation "
         "connect(c.y, "
         "a.u);",
         "no longer than the denominator"},
        {"Continuous.StateSpace s(A = [1], B = [1; 2]); Sources.Constant c(k = 1); equation connect(c.y, "
         "s.u[1]);",
         "do not fit"},
        {"Continuous.LimIntegrator l(outMax = 1, y_start = 2);", "y_start lies beyond the limits"},
        {"Nonlinear.DeadZone d(uMax = -1, uMin = 1);", "uMax lies below uMin"},
        {"Math.Power p(base = -1);", "the base must be positive"},
        {"Math.MultiSum m(nu = 2, k = {1}); equation m.u = {1, 2};", "a factor for each input"},
        {"Sources.Trapezoid t(rising = -1, period = 1);", "rising"},
        {"Sources.KinematicPTP2 k(qd_max = {0});", "qd_max"},
    };
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        char text[600], said[2000];
        snprintf(text, sizeof text, "model M " USES_B "%s end M;", bodies[i][0]);
        rig r = rig_read(text);
        if (r.status == EG_OK)
            r.status = eg_model_compile(r.spec, r.d, &r.model);
        bool found = false;
        for (size_t k = 0; k < eg_diagnostics_count(r.d); k++) {
            eg_diagnostic_format(eg_diagnostics_get(r.d, k), 0, said, sizeof said);
            found = found || strstr(said, bodies[i][1]);
        }
        if (r.status == EG_OK || !found) {
            rig_show(&r);
            rig_fail(__FILE__, __LINE__, bodies[i][0]);
        }
        rig_end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(waves_are_their_equations),
        cmocka_unit_test(exact_drives_follow_waves),
        cmocka_unit_test(kinematic_paths_keep_their_limits),
        cmocka_unit_test(integrators_are_reset_and_limited),
        cmocka_unit_test(a_limited_integrator_leaves_its_limit_when_set),
        cmocka_unit_test(linear_systems_answer_a_step),
        cmocka_unit_test(vectors_functions_and_pieces),
        cmocka_unit_test(derivatives_are_exact),
        cmocka_unit_test(wrong_values_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
