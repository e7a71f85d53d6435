/* Sources, blocks, sensors and heat that follows signals against closed forms, run from text. A run at
 * tolerance tol is within 100 tol of the range of a signal; ranges here are of the order of 1 to 100. */
#include "run_text.h"

#include <ctype.h>

static void near_all(const rig *r, const char *name, double (*truth)(double t), double range, int line)
{
    for (size_t row = 0; row < rows(r); row++) {
        double t = time_of(r, row), value = at(r, name, row), expected = truth(t);
        char text[200];
        double before = truth(nextafter(t, -1)); /* at a jump both sides are there */
        if (fabs(value - expected) <= 100 * TOL * range || fabs(value - before) <= 100 * TOL * range)
            continue;
        snprintf(text, sizeof text, "%s at t = %.9g is %.15g, not %.15g", name, t, value, expected);
        rig_fail(__FILE__, line, text);
        return;
    }
}
#define ALL_NEAR(name, truth, range) near_all(&r, (name), (truth), (range), __LINE__)

/* ---------------------------------------------------------------- forces that depend on speed
 * m v' = -|f|: masses of 2 kg from 10 m/s; f_nominal = -F, v_nominal = V. */

enum { M = 2, V0 = 10, F = 8, V = 5 };

/* v' = -(F/(M V)) v */
static double linear_v(double t)
{
    return V0 * exp(-0.8 * t);
}
static double linear_s(double t)
{
    return V0 / 0.8 * (1 - exp(-0.8 * t));
}
/* v' = -(F/(M V^2)) v^2 */
static double quadratic_v(double t)
{
    return V0 / (1 + 0.16 * V0 * t);
}
static double quadratic_s(double t)
{
    return log(1 + 0.16 * V0 * t) / 0.16;
}
/* v v' = -F V/M until v = v0 = V, at 75/(2*20) s; then v' = -F/(M V) v. */
static double inverse_v(double t)
{
    double edge = (V0 * V0 - V * V) / 40.0;
    return t < edge ? sqrt(V0 * V0 - 40 * t) : V * exp(-0.8 * (t - edge));
}
/* v' = -4 until v = 2, then v' = -2 v */
static double sign_v(double t)
{
    return t < 2 ? V0 - 4 * t : 2 * exp(-2 * (t - 2));
}
/* v' = 4 tanh(v/0.02/v0/1) ~ 4: far from 0 the exponential is 1 to round-off */
static double driven_v(double t)
{
    return V0 + 4 * t;
}

static void speed_dependent_forces(void **state)
{
    (void)state;
    rig r = run_text(
        T_
        "Components.Mass m1(m=2, s(fixed=true), v(start=10, fixed=true)), m2(m=2, s(fixed=true),\n"
        "v(start=10, fixed=true)), m3(m=2, s(fixed=true), v(start=10, fixed=true)), m4(m=2, s(fixed=true),\n"
        "v(start=10, fixed=true)), m5(m=2, s(fixed=true), v(start=10, fixed=true)), m6(m=2, s(fixed=true),\n"
        "v(start=-10, fixed=true)), m7(m=2, s(fixed=true), v(start=-10, fixed=true));\n" //
        T_ "Sources.LinearSpeedDependentForce f1(f_nominal=-8, v_nominal=5);\n"          //
        T_ "Sources.QuadraticSpeedDependentForce f2(f_nominal=-8, v_nominal=5);\n"       //
        T_
        "Sources.InverseSpeedDependentForce f3(f_nominal=-8, v_nominal=5, v0=5, ForceDirection=false);\n" //
        T_ "Sources.SignForce f4(f_nominal=-8, v0=2, reg=" B_ "Types.Regularization.Linear);\n"           //
        T_ "Sources.SignForce f5(f_nominal=8, v0=0.1);\n"                                                 //
        T_ "Sources.LinearSpeedDependentForce f6(f_nominal=-8, v_nominal=5, ForceDirection=false);\n"     //
        T_ "Sources.QuadraticSpeedDependentForce f7(f_nominal=-8, v_nominal=5, ForceDirection=false);\n"
        "equation\n"
        "connect(f1.flange, m1.flange_a); connect(f2.flange, m2.flange_b); connect(f3.flange, m3.flange_a);\n"
        "connect(f4.flange, m4.flange_a); connect(f5.flange, m5.flange_a); connect(f6.flange, m6.flange_a);\n"
        "connect(f7.flange, m7.flange_a);\n",
        4.0);
    ALL_NEAR("m1.v", linear_v, 10);
    ALL_NEAR("m1.s", linear_s, 13);
    ALL_NEAR("m2.v", quadratic_v, 10);
    ALL_NEAR("m2.s", quadratic_s, 13);
    ALL_NEAR("m3.v", inverse_v, 10);
    ALL_NEAR("m4.v", sign_v, 10);
    ALL_NEAR("m5.v", driven_v, 26);
    for (size_t row = 0; row < rows(&r); row++) { /* in both directions alike; f = flange.f */
        NEAR(at(&r, "m6.v", row), -linear_v(time_of(&r, row)), 100 * TOL * 10);
        NEAR(at(&r, "m7.v", row), -quadratic_v(time_of(&r, row)), 100 * TOL * 10);
        NEAR(at(&r, "f1.f", row), at(&r, "f1.flange.f", row), 1e-15 * 16);
        NEAR(at(&r, "f1.f", row), 1.6 * at(&r, "m1.v", row), 1e-14 * 16);
        NEAR(at(&r, "f6.v", row), at(&r, "m6.v", row), 0);
    }
    TRUE(r.st.events == 2);
    /* what brakes dissipates, what drives (m5) supplies */
    double kept = pow(end(&r, "m5.v"), 2), lost = 600 + 100;
    for (int i = 1; i <= 7; i++) {
        char name[8];
        snprintf(name, sizeof name, "m%d.v", i);
        lost -= pow(end(&r, name), 2);
    }
    lost += kept - 100;
    NEAR(r.st.energy.dissipated, lost, 1e-9 * lost);
    NEAR(r.st.energy.supplied, kept - 100, 1e-9 * kept);
    AT_MOST(r.st.energy.error, 1e-9);
    rig_end(&r);
}

/* At a jump of the force (v0 != v_nominal) the event is exact: v^2 = 100 - 40 t reaches v0 = 4 at 2.1 s. */
static void inverse_force_jumps_at_an_event(void **state)
{
    (void)state;
    rig r = run_text(T_ "Components.Mass m(m=2, s(fixed=true), v(start=10, fixed=true));\n" //
                     T_ "Sources.InverseSpeedDependentForce f(f_nominal=-8, v_nominal=5, v0=4, "
                        "ForceDirection=false);\nequation connect(f.flange, m.flange_a);\n",
                     3.0);
    for (size_t row = 0; row < rows(&r); row++) {
        double t = time_of(&r, row), v = at(&r, "m.v", row);
        NEAR(v, t < 2.1 ? sqrt(100 - 40 * t) : 4 * exp(-(t - 2.1)), 100 * TOL * 10);
    }
    TRUE(r.st.events == 1);
    rig_end(&r);
}

/* All kinetic energy becomes heat: C (T - T0) = m (v0^2 - v^2)/2, at every instant; and with a constant
 * temperature and excitation e, v and t are tied by  w/(2 F e^2/m) (ln(v0/v) + (v0^2 - v^2)/(2 w^2)) = t.
 */
static void eddy_currents_turn_motion_into_heat(void **state)
{
    (void)state;
    rig r = run_text(
        T_
        "Components.Mass a(m=1, s(fixed=true), v(start=20, fixed=true)), b(m=1, s(fixed=true), v(start=20,\n"
        "fixed=true));\n" //
        T_ "Sources.EddyCurrentForce warm(f_nominal=100, v_nominal=10, useHeatPort=true, TRef=293.15,\n"
        "alpha20=3.92e-3), cold(f_nominal=100, v_nominal=10, TRef=313.15, alpha20=5e-3, T=333.15,\n"
        "constantExcitation=0.5);\n" //
        H_ "Components.HeatCapacitor fin(C=4, T(start=300, fixed=true));\n"
        "equation connect(warm.flange, a.flange_a); connect(warm.heatPort, fin.port);\n"
        "connect(cold.flange, b.flange_b);\n",
        0.5);
    double alpha = 5e-3 / (1 + 5e-3 * 20), w = 10 * (1 + alpha * 20), rate = 2 * 100 * 0.25;
    for (size_t row = 0; row < rows(&r); row++) {
        double va = at(&r, "a.v", row), v = at(&r, "b.v", row),
               x = va / (10 * (1 + 3.92e-3 * (at(&r, "fin.T", row) - 293.15)));
        NEAR(4 * (at(&r, "fin.T", row) - 300), 0.5 * (400 - va * va), 100 * TOL * 200);
        NEAR(at(&r, "warm.f", row), 200 * x / (1 + x * x), 1e-12 * 100);
        NEAR(w / rate * (log(20 / v) + (400 - v * v) / (2 * w * w)), time_of(&r, row), 1e-8);
        NEAR(at(&r, "warm.lossPower", row), at(&r, "warm.f", row) * va, 1e-12 * 2000);
        NEAR(at(&r, "warm.heatPort.Q_flow", row), -at(&r, "warm.lossPower", row), 1e-12 * 2000);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- motions and sensors */

static void motions_follow_their_signals(void **state)
{
    (void)state;
    rig r = run_text(
        B_ "Sources.Sine s(f=0.5, amplitude=2), v(f=0.5, phase=1.5707963267948966, "
           "amplitude=6.283185307179586),\n"
           "a(f=0.5, amplitude=-19.739208802178716);\n" //
        T_ "Components.Mass m1(m=3), m2(m=2), m3(m=1.5);\n" T_ "Sources.Move move;\n" T_
           "Sources.Accelerate acc(useSupport=true, s(start=0.5), v(start=1));\n" T_
           "Sources.ConstantSpeed steady(v_fixed=-0.5);\n" B_ "Sources.Constant one(k=2);\n" T_
           "Sensors.MultiSensor multi;\n" T_ "Sensors.PowerSensor power;\n"
           "equation connect(s.y, move.u[1]); connect(v.y, move.u[2]); connect(a.y, move.u[3]);\n"
           "connect(move.flange, multi.flange_a); connect(multi.flange_b, m1.flange_a); connect(acc.support, "
           "m1.flange_b);\n"
           "connect(one.y, acc.a_ref); connect(acc.flange, power.flange_a); connect(power.flange_b, "
           "m2.flange_a);\n"
           "connect(steady.flange, m3.flange_a);\n",
        2.0);
    for (size_t row = 0; row < rows(&r); row++) {
        double t = time_of(&r, row), w = PI, s = 2 * sin(w * t), v = 2 * w * cos(w * t), a = -w * w * s;
        NEAR(at(&r, "m1.s", row), s, 1e-13);
        NEAR(at(&r, "m1.v", row), v, 1e-12);
        NEAR(at(&r, "m1.a", row), a, 1e-12 * 20);
        NEAR(at(&r, "acc.s", row), 0.5 + t + t * t, 1e-9 * 6);
        NEAR(at(&r, "acc.v", row), 1 + 2 * t, 1e-9 * 5);
        NEAR(at(&r, "m2.a", row), a + 2, 1e-12 * 20);
        NEAR(at(&r, "power.flange_a.f", row), 2 * (a + 2), 1e-11 * 40);
        NEAR(at(&r, "power.power", row), 2 * (a + 2) * (v + 1 + 2 * t), 1e-8 * 500);
        NEAR(at(&r, "multi.f", row), 3 * a + 2 * (a + 2), 1e-11 * 100);
        NEAR(at(&r, "multi.v", row), v, 1e-12);
        NEAR(at(&r, "multi.power", row), (3 * a + 2 * (a + 2)) * v, 1e-9 * 600);
        NEAR(at(&r, "m3.s", row), -0.5 * t, 1e-9);
        NEAR(at(&r, "steady.f", row), 0, 1e-12);
    }
    AT_MOST(r.st.energy.error, 1e-9);
    rig_end(&r);
}

/* Cut or not, the same: a spring and a damper between two masses, and one mass that drives another. */
static void adaptors_join_what_they_cut(void **state)
{
    (void)state;
    rig r = run_text(
        B_ "Sources.Sine u(f=1.3, amplitude=20);\n" T_ "Sources.Force f[3];\n" T_
           "Components.Mass a[2](each m=1, each s(fixed=true), each v(fixed=true)), b[2](each m=2, each "
           "s(fixed=true),\n"
           "each v(fixed=true)), c(m=1.5, s(fixed=true), v(fixed=true)), d(m=0.5);\n" T_
           "Components.SpringDamper sd[2](each c=300, each d=4);\n" T_
           "Components.GeneralForceToPositionAdaptor o1(use_pder2=false), o2(use_pder2=false), o3;\n" T_
           "Components.GeneralPositionToForceAdaptor i1(use_pder2=false), i2(use_pder2=false), i3;\n"
           "equation for i in 1:3 loop connect(u.y, f[i].f); end for;\n"
           "connect(f[1].flange, a[1].flange_a); connect(a[1].flange_b, sd[1].flange_a);\n"
           "connect(sd[1].flange_b, b[1].flange_a); connect(f[2].flange, a[2].flange_a);\n"
           "connect(a[2].flange_b, o1.flange); connect(o1.p, i1.p); connect(o1.pder, i1.pder); connect(i1.f, "
           "o1.f);\n"
           "connect(i1.flange, sd[2].flange_a); connect(sd[2].flange_b, i2.flange); connect(o2.p, i2.p);\n"
           "connect(o2.pder, i2.pder); connect(i2.f, o2.f); connect(o2.flange, b[2].flange_a);\n"
           "connect(f[3].flange, c.flange_a); connect(c.flange_b, o3.flange); connect(o3.p, i3.p);\n"
           "connect(o3.pder, i3.pder); connect(o3.pder2, i3.pder2); connect(i3.f, o3.f); connect(i3.flange, "
           "d.flange_a);\n",
        2.0);
    for (size_t row = 0; row < rows(&r); row++) {
        double t = time_of(&r, row), w = 2.6 * PI;
        NEAR(at(&r, "a[1].s", row), at(&r, "a[2].s", row), 1e-8);
        NEAR(at(&r, "b[1].v", row), at(&r, "b[2].v", row), 1e-8 * 6);
        NEAR(at(&r, "c.v", row), 10 / w * (1 - cos(w * t)), 1e-8 * 3);
        NEAR(at(&r, "d.s", row), at(&r, "c.s", row), 1e-12);
        NEAR(at(&r, "i3.f", row), 0.5 * 10 * sin(w * t), 1e-7);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- blocks with states */

static double step(double t)
{
    return t < 0.5 ? 0 : 1;
}
static double first_order(double t)
{
    return t < 0.5 ? 0 : 3 * (1 - exp(-(t - 0.5) / 0.2));
}
/* w = 5, D = 0.6: 1 - exp(-3 x)(cos 4 x + 3/4 sin 4 x) */
static double second_order(double t)
{
    double x = t - 0.5;
    return t < 0.5 ? 0 : 1 - exp(-3 * x) * (cos(4 * x) + 0.75 * sin(4 * x));
}
static double integral(double t)
{
    return t < 0.5 ? 1 : 1 - 2 * (t - 0.5);
}
static double proportional_integral(double t)
{
    return 2 * step(t) + (t < 0.5 ? 0 : 2 * (t - 0.5) / 0.4);
}
static double derivative(double t)
{
    return t < 0.5 ? 0 : 30 * exp(-(t - 0.5) / 0.1);
}
static double cosine(double t)
{
    return 2 * PI * cos(2 * PI * t);
}

static void blocks_with_states(void **state)
{
    (void)state;
    rig r = run_text(
        B_
        "Sources.Step u(height=1, startTime=0.5);\n" B_ "Sources.Sine s(f=1);\n" B_
        "Continuous.FirstOrder first(k=3, T=0.2), steady(k=2, T=0.3, initType=" B_
        "Types.Init.SteadyState);\n" B_ "Continuous.SecondOrder second(w=5, D=0.6);\n" B_
        "Continuous.Integrator i(k=-2, y_start=1);\n" B_
        "Continuous.PI pi(k=2, T=0.4), at(k=2, T=0.4, initType=" B_
        "Types.Init.InitialOutput, y_start=7);\n" B_ "Continuous.Derivative d(k=3, T=0.1);\n" B_
        "Continuous.Der der1;\n" B_ "Sources.Constant c(k=5);\n" T_
        "Components.Mass m(m=1, s(fixed=true), v(fixed=true));\n"
        "equation connect(u.y, first.u); connect(c.y, steady.u); connect(u.y, second.u); connect(u.y, i.u);\n"
        "connect(u.y, pi.u); connect(c.y, at.u); connect(u.y, d.u); connect(s.y, der1.u);\n",
        2.0);
    ALL_NEAR("first.y", first_order, 3);
    ALL_NEAR("second.y", second_order, 1.1);
    ALL_NEAR("i.y", integral, 3);
    ALL_NEAR("pi.y", proportional_integral, 10);
    ALL_NEAR("d.y", derivative, 30);
    ALL_NEAR("der1.y", cosine, 7);
    for (size_t row = 0; row < rows(&r); row++) {
        NEAR(at(&r, "steady.y", row), 10, 1e-12);
        NEAR(at(&r, "at.y", row), 7 + 10 * time_of(&r, row) / 0.4, 1e-8 * 50);
        NEAR(at(&r, "at.x", row), at(&r, "at.y", row) / 2 - 5, 1e-8);
    }
    rig_end(&r);
}

/* u = 1 from 0.5 on: k (1 + x/Ti + Nd exp(-x Nd/Td)) */
static double controlled(double t)
{
    double x = t - 0.5;
    return t < 0.5 ? 0 : 2 * (1 + x / 0.4 + 10 * exp(-x * 10 / 0.2));
}

/* LimPID against its parts, in a loop of its own each: limits, weights, feed-forward. */
static void controllers(void **state)
{
    (void)state;
    rig r = run_text(
        B_ "Sources.Step u(startTime=0.5), set(height=3, startTime=0.2);\n" B_
           "Sources.Sine ff(f=0.7, amplitude=0.3);\n" B_ "Continuous.PID pid(k=2, Ti=0.4, Td=0.2);\n" B_
           "Continuous.LimPID lim(k=4, Ti=0.3, Td=0.1, yMax=4, yMin=-1, wp=0.8, wd=0.1, Ni=0.7,\n"
           "withFeedForward=true, kFF=0.5);\n" B_ "Continuous.FirstOrder plant[2](each k=1, each T=0.5);\n" B_
           "Math.Add P(k1=0.8, k2=-1), dIn(k1=0.1, k2=-1), out(k1=1, k2=0.5), sat(k1=1, k2=-1);\n" B_
           "Math.Add3 iIn(k2=-1), sum;\n" B_ "Continuous.Integrator I(k=1/0.3);\n" B_
           "Continuous.Derivative D(k=0.1, T=0.01, initType=" B_ "Types.Init.InitialState);\n" B_
           "Math.Gain gain(k=4), track(k=1/(4*0.7));\n" B_ "Nonlinear.Limiter limiter(uMax=4, uMin=-1);\n" T_
           "Components.Mass m(m=1, s(fixed=true), v(fixed=true));\n"
           "equation connect(u.y, pid.u); connect(set.y, lim.u_s); connect(plant[1].y, lim.u_m);\n"
           "connect(ff.y, lim.u_ff); connect(lim.y, plant[1].u);\n"
           "connect(set.y, P.u1); connect(plant[2].y, P.u2); connect(set.y, dIn.u1);\n"
           "connect(plant[2].y, dIn.u2); connect(dIn.y, D.u); connect(set.y, iIn.u1);\n"
           "connect(plant[2].y, iIn.u2); connect(track.y, iIn.u3); connect(iIn.y, I.u);\n"
           "connect(P.y, sum.u1); connect(D.y, sum.u2); connect(I.y, sum.u3); connect(sum.y, gain.u);\n"
           "connect(gain.y, out.u1); connect(ff.y, out.u2); connect(out.y, limiter.u);\n"
           "connect(limiter.y, plant[2].u); connect(limiter.y, sat.u1); connect(out.y, sat.u2);\n"
           "connect(sat.y, track.u);\n",
        4.0);
    double highest = 0;
    ALL_NEAR("pid.y", controlled, 40);
    for (size_t row = 0; row < rows(&r); row++) {
        NEAR(at(&r, "lim.y", row), at(&r, "limiter.y", row), 1e-7);
        NEAR(at(&r, "plant[1].y", row), at(&r, "plant[2].y", row), 1e-8 * 3);
        NEAR(at(&r, "lim.controlError", row), at(&r, "set.y", row) - at(&r, "plant[1].y", row), 1e-14 * 3);
        highest = fmax(highest, at(&r, "lim.y", row));
    }
    NEAR(highest, 4, 1e-12); /* it does reach its limit */
    rig_end(&r);
}

/* ---------------------------------------------------------------- functions, kinks and tables */

/* w(t) = sin(2 pi t); the table is 0 until 0.5, jumps to 1, falls to -1 at 1.5 and stays. */
static double table(double t)
{
    return t < 0.5 ? 0 : t < 1.5 ? 1 - 2 * (t - 0.5) : -1;
}
static double goes_on(double t)
{
    return 10 + (t < 0.25 ? 0 : t - 0.25 < 1 ? 4 * (t - 0.25) : 4 - 2 * (t - 1.25));
}
static double periodic(double t)
{
    double x = fmod(t, 0.6);
    return x < 0.2 ? 5 * x : 1 - 2.5 * (x - 0.2);
}

static void functions_and_tables(void **state)
{
    (void)state;
    rig r = run_text(
        B_ "Sources.Sine w(f=1), q(f=1, phase=1);\n" B_ "Math.Abs abs1;\n" B_ "Math.Sign sign1;\n" B_
           "Math.Max max1;\n" B_ "Math.Min min1;\n" B_ "Nonlinear.Limiter lim(uMax=0.6, uMin=-0.3);\n" B_
           "Math.Product p;\n" B_ "Math.Division d;\n" B_ "Math.Feedback fb;\n" B_
           "Math.Add3 add(k1=2, k2=-3, k3=4);\n" B_ "Math.Exp ex;\n" B_ "Math.Log lg, two(base=2);\n" B_
           "Math.Sqrt sq;\n" B_ "Math.Sin si;\n" B_ "Math.Cos co;\n" B_ "Math.Tan ta;\n" B_
           "Math.Atan at;\n" B_ "Sources.CombiTimeTable tb(table=[0,0,7; 0.5,0,7; 0.5,1,7; 1.5,-1,7],\n"
           "extrapolation=" B_
           "Types.Extrapolation.HoldLastPoint), hold(table=[0,1; 1,2; 1.5,4], smoothness=" B_
           "Types.Smoothness.ConstantSegments), again(table=[0,0; 0.2,1; 0.6,0], extrapolation=" B_
           "Types.Extrapolation.Periodic);\n" B_
           "Sources.TimeTable tt(table=[0,0; 1,4; 1.5,3], startTime=0.25, offset=10);\n" B_
           "Continuous.Integrator area;\n" T_ "Components.Mass m(m=1, s(fixed=true), v(fixed=true));\n"
           "equation connect(w.y, abs1.u); connect(w.y, sign1.u); connect(w.y, max1.u1); connect(q.y, "
           "max1.u2);\n"
           "connect(w.y, min1.u1); connect(q.y, min1.u2); connect(w.y, lim.u); connect(w.y, p.u1); "
           "connect(q.y, p.u2);\n"
           "connect(w.y, d.u1); connect(ex.y, d.u2); connect(w.y, fb.u1); connect(q.y, fb.u2); connect(w.y, "
           "add.u1);\n"
           "connect(q.y, add.u2); connect(p.y, add.u3); connect(q.y, ex.u); connect(ex.y, lg.u); "
           "connect(ex.y, two.u); connect(ex.y, sq.u);\n"
           "connect(w.y, si.u); connect(w.y, co.u); connect(w.y, ta.u); connect(w.y, at.u); connect(abs1.y, "
           "area.u);\n",
        2.0);
    ALL_NEAR("tb.y[1]", table, 1);
    ALL_NEAR("tt.y", goes_on, 10);
    ALL_NEAR("again.y[1]", periodic, 1);
    for (size_t row = 0; row < rows(&r); row++) {
        double t = time_of(&r, row), w = sin(2 * PI * t), q = sin(2 * PI * t + 1), e = exp(q);
        NEAR(at(&r, "abs1.y", row), fabs(w), 1e-13);
        if (fabs(w) > 1e-9)
            NEAR(at(&r, "sign1.y", row), w > 0 ? 1 : -1, 0);
        NEAR(at(&r, "max1.y", row), fmax(w, q), 1e-13);
        NEAR(at(&r, "min1.y", row), fmin(w, q), 1e-13);
        NEAR(at(&r, "lim.y", row), fmax(-0.3, fmin(0.6, w)), 1e-13);
        NEAR(at(&r, "p.y", row), w * q, 1e-13);
        NEAR(at(&r, "d.y", row), w / e, 1e-12);
        NEAR(at(&r, "fb.y", row), w - q, 1e-13);
        NEAR(at(&r, "add.y", row), 2 * w - 3 * q + 4 * w * q, 1e-12);
        NEAR(at(&r, "lg.y", row), q, 1e-13);
        NEAR(at(&r, "two.y", row), q / log(2.0), 1e-13);
        NEAR(at(&r, "sq.y", row), sqrt(e), 1e-13);
        NEAR(at(&r, "si.y", row), sin(w), 1e-13);
        NEAR(at(&r, "co.y", row), cos(w), 1e-13);
        NEAR(at(&r, "ta.y", row), tan(w), 1e-12);
        NEAR(at(&r, "at.y", row), atan(w), 1e-13);
        NEAR(at(&r, "tb.y[2]", row), 7, 0);
    }
    NEAR(end(&r, "area.y"), 8 / (2 * PI), 100 * TOL * 1.3); /* no step across a kink */
    NEAR(end(&r, "hold.y[1]"), 6, 0); /* the line through the last two points, as MSL has it */
    rig_end(&r);
}

/* ---------------------------------------------------------------- heat */

/* C T' = (u - T)/R, u = 20 + 5 sin(w t) degC: T = 20 + 5/sqrt(1 + x^2) sin(w t - atan x) + A exp(-t/RC), x
 * = w RC */
static void heat_follows_signals(void **state)
{
    (void)state;
    rig r = run_text(
        B_
        "Sources.Sine u(f=0.2, amplitude=5, offset=20);\n" B_ "Sources.Constant rc(k=0.5);\n" H_
        "Celsius.PrescribedTemperature room;\n" H_ "Components.ThermalResistor wall(R=0.5);\n" H_
        "Components.HeatCapacitor body(C=4, T(start=300, fixed=true)), other(C=4, T(start=300, "
        "fixed=true)),\n"
        "warmed(C=2, T(start=280, fixed=true));\n" H_ "Components.ConvectiveResistor fan;\n" H_
        "Sources.PrescribedTemperature same;\n" H_ "Celsius.ToKelvin k;\n" H_ "Celsius.FromKelvin c;\n" H_
        "Sensors.TemperatureSensor tk;\n" H_ "Celsius.TemperatureSensor tc;\n" H_
        "Sensors.RelTemperatureSensor rel;\n" H_ "Sources.FixedHeatFlow source(Q_flow=6);\n" H_
        "Celsius.FixedTemperature ice(T=0);\n" H_ "Components.ThermalConductor foot(G=0);\n" T_
        "Components.Mass m(m=1, s(fixed=true), v(fixed=true));\n"
        "equation connect(u.y, room.T); connect(room.port, wall.port_a); connect(wall.port_b, body.port);\n"
        "connect(u.y, k.Celsius); connect(k.Kelvin, same.T); connect(same.port, fan.fluid); connect(rc.y, "
        "fan.Rc);\n"
        "connect(fan.solid, other.port); connect(tk.port, body.port); connect(tc.port, body.port);\n"
        "connect(rel.port_a, body.port); connect(rel.port_b, other.port); connect(tk.T, c.Kelvin);\n"
        "connect(source.port, warmed.port); connect(ice.port, foot.port_a); connect(foot.port_b, "
        "warmed.port);\n",
        10.0);
    double w = 0.4 * PI, x = w * 2, size = 5 / sqrt(1 + x * x), A = 26.85 - 20 + size * sin(atan(x));
    for (size_t row = 0; row < rows(&r); row++) {
        double t = time_of(&r, row), T = 20 + size * sin(w * t - atan(x)) + A * exp(-t / 2);
        NEAR(at(&r, "tc.T", row), T, 1e-8 * 10);
        NEAR(at(&r, "body.T", row), T + 273.15, 1e-8 * 10);
        NEAR(at(&r, "tk.T", row), at(&r, "body.T", row), 0);
        NEAR(at(&r, "c.Celsius", row), at(&r, "tc.T", row), 1e-12);
        NEAR(at(&r, "rel.T_rel", row), 0, 1e-8);
        NEAR(at(&r, "fan.Q_flow", row), -at(&r, "wall.Q_flow", row), 1e-7);
        NEAR(at(&r, "wall.Q_flow", row), (20 + 5 * sin(w * t) - T) / 0.5, 1e-7);
        NEAR(at(&r, "room.port.Q_flow", row), -at(&r, "wall.Q_flow", row), 1e-12);
        NEAR(at(&r, "warmed.T", row), 280 + 3 * t, 1e-8 * 30);
        NEAR(at(&r, "ice.port.T", row), 273.15, 0);
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- starts */

static void dyads_initial_conditions(void **state)
{
    (void)state;
    rig r = run_text(
        "TranslationalComponents.Components.Fixed a(s0=0), b(s0=2);\n"
        "TranslationalComponents.Components.Spring l(c=100, s_rel0=0.6), r(c=300, s_rel0=0.7), k(c=50, "
        "s_rel0=0.2);\n"
        "TranslationalComponents.Components.Mass hung(m=2, L=0), thrown(m=1, L=0), pulled(m=1, L=0);\n"
        "TranslationalComponents.Components.PrescribeInitialEquilibrium e;\n"
        "TranslationalComponents.Components.PrescribeInitialPosition p(s0=-1);\n"
        "TranslationalComponents.Components.PrescribeInitialVelocity v(v0=3), z(v0=0);\n"
        "TranslationalComponents.Components.PrescribeInitialAcceleration q(a0=-4);\n"
        "equation connect(a.flange, l.flange_a); connect(l.flange_b, hung.flange_a);\n"
        "connect(hung.flange_b, r.flange_a); connect(r.flange_b, b.flange); connect(e.flange, "
        "hung.flange_a);\n"
        "connect(p.flange, thrown.flange_a); connect(v.flange, thrown.flange_b);\n"
        "connect(a.flange, k.flange_a); connect(k.flange_b, pulled.flange_a);\n"
        "connect(q.flange, pulled.flange_a); connect(z.flange, pulled.flange_a);\n",
        1.0);
    for (size_t row = 0; row < rows(&r); row++) {
        double t = time_of(&r, row);
        NEAR(at(&r, "hung.s", row), (100 * 0.6 + 300 * 1.3) / 400,
             1e-9); /* stays where the springs balance */
        NEAR(at(&r, "thrown.s", row), -1 + 3 * t, 1e-8 * 3);
        NEAR(at(&r, "pulled.s", row), 0.2 + 0.08 * cos(sqrt(50) * t), 1e-8);
    }
    NEAR(at(&r, "q.a", 0), -4, 1e-9);
    NEAR(at(&r, "v.v", 0), 3, 0);
    rig_end(&r);
}

/* ---------------------------------------------------------------- what is refused */

static void refuse(const char *body, const char *part)
{
    char text[3000], message[3000];
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    snprintf(text, sizeof text, "model Case\n%s\nend Case;\n", body);
    eg_status status = eg_spec_read_text(text, strlen(text), "case.mo", NULL, d, &spec);
    if (status == EG_OK)
        status = eg_model_compile(spec, d, &model);
    bool said = false;
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, message, sizeof message);
        said = said || strstr(message, part);
    }
    if (status == EG_OK || !said) {
        print_error("%s\n%s\n", text, eg_diagnostics_count(d) > 0 ? message : "no message");
        rig_fail(__FILE__, __LINE__, part);
    }
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    refuse(B_ "Sources.Sine s(f=1);\n" B_ "Math.Sign g;\n" T_ "Sources.Position p(exact=true);\n" T_
              "Components.Mass m(m=1);\nequation connect(s.y, g.u); connect(g.y, p.s_ref); connect(p.flange, "
              "m.flange_a);",
           "that signal jumps");
    refuse(T_ "Sensors.PositionSensor s;\n" T_ "Components.Mass m(m=1), n(m=1);\n" B_ "Math.Sin f;\n" T_
              "Sources.Position p(exact=true);\nequation connect(s.flange, m.flange_a); connect(s.s, f.u);\n"
              "connect(f.y, p.s_ref); connect(p.flange, n.flange_a);",
           "needs 2 time derivatives of it, but it has 1");
    refuse(B_ "Sources.CombiTimeTable t(table=[0,1; 1,2]);\n" B_
              "Math.Gain g(k=1);\nequation connect(t.y[2], g.u);",
           "does not exist: it is one of 1 only");
    refuse(B_ "Sources.CombiTimeTable t(table=[0,1; -1,2]);", "must not fall");
    refuse(B_ "Sources.CombiTimeTable t;", "needs a value");
    refuse(B_ "Sources.TimeTable t(table=[1,1; 2,2]);", "must be 0");
    refuse(B_ "Continuous.LimPID c(k=0);", "must not be 0");
    refuse(B_ "Nonlinear.Limiter l(uMax=-1, uMin=1);", "below uMin");
    ALL_WELL();
}

/* u = 9*sin(3*t) - 0.5*limiter(u) = 6*sin(3*t) comes to its limit, 3, at asin(1/2)/3. Engines ask no accuracy
 * of unknowns in a loop of signals; where they pass an edge it is found all the same, at once. */
static void a_loop_comes_to_its_limit_in_time(void **state)
{
    (void)state;
    static const char *const engines[] = {"ida", "irk"};
    for (size_t i = 0; i < EG_COUNT(engines); i++) {
        rig r =
            read_text(B_ "Sources.Sine w(amplitude=9, f=3/(2*Modelica.Constants.pi));" B_
                         "Math.Feedback sum;" B_ "Nonlinear.Limiter l(uMax=3);" B_ "Math.Gain back(k=0.5);"
                         "equation connect(w.y, sum.u1); connect(sum.y, l.u); connect(l.y, back.u);"
                         "connect(back.y, sum.u2);");
        r.engine = engines[i];
        run(&r, 0.5, 1e-6);
        NEAR((double)r.st.events, 1, 0);
        NEAR(eg_trajectory_event(r.t, 0).time, asin(0.5) / 3, 1e-11);
        rig_end(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speed_dependent_forces),
        cmocka_unit_test(inverse_force_jumps_at_an_event),
        cmocka_unit_test(eddy_currents_turn_motion_into_heat),
        cmocka_unit_test(motions_follow_their_signals),
        cmocka_unit_test(adaptors_join_what_they_cut),
        cmocka_unit_test(blocks_with_states),
        cmocka_unit_test(controllers),
        cmocka_unit_test(functions_and_tables),
        cmocka_unit_test(heat_follows_signals),
        cmocka_unit_test(dyads_initial_conditions),
        cmocka_unit_test(what_cannot_be_is_refused),
        cmocka_unit_test(a_loop_comes_to_its_limit_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
