/* Signal blocks and shafts in Dyad's names, each against its closed form. */
#include "closed_runs.h"

static double sum3(double t)
{
    return 2 * t + 3 * 4 - 5 * (t - 4);
}
static double weighted(double t)
{
    return t - 2 * 4;
}
static double quotient(double t)
{
    return t / 4;
}
static double product(double t)
{
    return 4 * t;
}
static double difference(double t)
{
    return t - 4;
}
static double clipped(double t)
{
    return fmin(fmax(6 * t - 3, -1), 2);
}
static double points(double t)
{
    return t < 0.5 ? 4 * t : 2 - 2 * (t - 0.5);
}
static double time_itself(double t)
{
    return t;
}

/* Arithmetic on t and 4; 6 t - 3 is held between -1 and 2. */
static void arithmetic(void **state)
{
    (void)state;
    static const char text[] = "model M\n  import B = BlockComponents;\n  B.Sources.ContinuousClock t;\n"
                               "  B.Sources.Constant four(k=4), three(k=3);\n  B.Math.Gain six(k=6);\n"
                               "  B.Math.Add weighted(k2=-2);\n  B.Math.Add3 sum(k1=2, k2=3, k3=-5);\n"
                               "  B.Math.Division quotient;\n  B.Math.Product product;\n"
                               "  B.Math.Feedback difference, falling;\n"
                               "  B.Nonlinear.Limiter limiter(y_max=2, y_min=-1);\n"
                               "  B.Tables.Interpolation points(dataset=[0, 0; 0.5, 2; 1, 1], "
                               "interpolation_type=B.Tables.InterpolationType.LinearInterpolation);\n"
                               "  B.Routing.RealPassThrough wire;\n  B.Routing.Terminator dump;\n"
                               "equation\n"
                               "  connect(t.y, weighted.u1);\n  connect(four.y, weighted.u2);\n"
                               "  connect(t.y, sum.u1);\n  connect(four.y, sum.u2);\n"
                               "  connect(difference.y, sum.u3);\n"
                               "  connect(t.y, quotient.u1);\n  connect(four.y, quotient.u2);\n"
                               "  connect(t.y, product.u1);\n  connect(four.y, product.u2);\n"
                               "  connect(t.y, difference.u1);\n  connect(four.y, difference.u2);\n"
                               "  connect(t.y, six.u);\n  connect(six.y, falling.u1);\n"
                               "  connect(three.y, falling.u2);\n  connect(falling.y, limiter.u);\n"
                               "  connect(t.y, wire.u);\n  connect(wire.y, dump.u);\n"
                               "  connect(t.y, points.u);\n"
                               "  annotation(experiment(StopTime=1));\nend M;\n";
    static const expectation expected[] = {{"points.y", points},   {"weighted.y", weighted},
                                           {"sum.y", sum3},        {"quotient.y", quotient},
                                           {"product.y", product}, {"difference.y", difference},
                                           {"limiter.y", clipped}, {"dump.u", time_itself}};
    run(text, expected, EG_COUNT(expected));
}

static double integral(double t)
{
    return 1 + 3 * t;
}
static double decay(double t)
{
    return -expm1(-4 * t);
}
static double rate_of_step(double t)
{
    return 2 * 1.5 * 4 * exp(-4 * t);
}
static double critical(double t)
{
    return 1.5 * (1 - (1 + 2 * t) * exp(-2 * t));
}
static double oscillator(double t)
{
    double w = sqrt(1 - 0.0625);
    return 0.1 + exp(-0.25 * t) * (cos(w * t) + 0.25 / w * sin(w * t));
}
static double half(double t)
{
    (void)t;
    return 0.75;
}
static double undone(double t)
{
    return 1 + 3 * t + 0.5 * 3;
}
static double slewed(double t)
{
    const double td = 0.1, turn = -td * log(0.9);
    return t < turn ? 5 * (t + td * expm1(-t / td)) : 5 * turn - 0.5 * td + 0.5 * (t - turn);
}

/* Steps of 1.5 through an integral of 3 from 1; a low-pass of 1/4 s; the rate of twice a step through the
 * same lag; critical damping at 2 rad/s. The space of two states is a free oscillator, x'' = -x - x'/2
 * from 1, seen from 0.1 with its input at the point of operation. The plant rests where its input holds
 * it, x1 = u, and its output is half of that. What makes a lag of 0.5 s follow 1 + 3 t is 1 + 3 t + 0.5*3.
 * A ramp 5 t begins slowly enough for a rate of 0.5: behind td = 0.1 s its follower rises by 5 (1 -
 * exp(-t/td)) until that is 0.5. */
static void memories(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import B = BlockComponents;\n  B.Sources.Constant c(k=1.5), point(k=0.7);\n"
        "  B.Continuous.Integrator integrator(k=2, x0=1);\n"
        "  B.Continuous.FirstOrder lag(T=0.25, k=2/3, x(fixed=true));\n"
        "  B.Continuous.Derivative rate(T=0.25, k=2);\n"
        "  B.Continuous.SecondOrder second(w=2, x(fixed=true), xd(fixed=true));\n"
        "  B.Continuous.StateSpace space(A=[0, 1; -1, -0.5], B=[0; 1], C=[1, 0], D=[0], x0={1, 0}, u0={0.7}, "
        "y0={0.1});\n"
        "  B.Continuous.Plant plant(x1(start=1.5, fixed=true), x2(fixed=true));\n"
        "  B.Math.ReverseCausality inverse;\n  B.Continuous.FirstOrder forward(T=0.5);\n"
        "  B.Sources.Ramp ramp(duration=1, height=5);\n"
        "  B.Nonlinear.SlewRateLimiter slew(rising=0.5, td=0.1);\n"
        "equation\n"
        "  connect(c.y, integrator.u);\n  connect(c.y, lag.u);\n  connect(c.y, rate.u);\n"
        "  connect(c.y, second.u);\n  connect(c.y, plant.u);\n  connect(point.y, space.u[1]);\n"
        "  connect(integrator.y, inverse.u1);\n  connect(forward.y, inverse.u2);\n"
        "  connect(inverse.y, forward.u);\n  connect(ramp.y, slew.u);\n"
        "  annotation(experiment(StopTime=1));\nend M;\n";
    static const expectation expected[] = {
        {"integrator.y", integral}, {"lag.y", decay},           {"rate.y", rate_of_step},
        {"second.y", critical},     {"space.y[1]", oscillator}, {"plant.y", half},
        {"forward.y", integral},    {"inverse.y", undone},      {"slew.y", slewed}};
    run(text, expected, EG_COUNT(expected));
}

static double unlimited(double t)
{
    return 3 * (2 + 2 * t / 0.5 + 10 * 2 * exp(-10 * t / 0.4)) + 7;
}
static double held(double t)
{
    (void)t;
    return 5;
}
static double behind_the_limit(double t)
{
    double end = 5 + 3 * 0.9 * 2;
    return end + (3 * (2 + 1) - end) * exp(-t / (0.5 * 0.9));
}

/* A constant error of 2, gain 3: P = 2, I = 2 t/Ti, and the derivative of the step dies out with Td/Nd;
 * then 7 more. With a limit of 5, and 1 for the derivative, what the output would be goes to where the
 * integral stands still, 2 + (5 - v)/(k Ni) = 0, with the time constant Ti*Ni: v = 5 + k Ni 2 = 10.4. */
static void controllers(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import B = BlockComponents;\n  B.Sources.Constant two(k=2), zero(k=0), "
        "one(k=1), seven(k=3.5);\n"
        "  B.Continuous.LimPID pid(k=3, Td=0.4, k_ff=2);\n"
        "  B.Continuous.LimPIDExternalDerivative limited(k=3, y_max=5);\n"
        "equation\n"
        "  connect(two.y, pid.u_s);\n  connect(zero.y, pid.u_m);\n  connect(seven.y, pid.u_ff);\n"
        "  connect(two.y, limited.u_s);\n  connect(zero.y, limited.u_m);\n  connect(zero.y, limited.u_ff);\n"
        "  connect(one.y, limited.u_d);\n"
        "  annotation(experiment(StopTime=1));\nend M;\n";
    static const expectation expected[] = {
        {"pid.y", unlimited}, {"limited.y", held}, {"limited.add_ff.y", behind_the_limit}};
    run(text, expected, EG_COUNT(expected));
}

static double after(double t, double start)
{
    return fmax(t - start, 0);
}
static double cosine(double t)
{
    double x = after(t, 0.25);
    return 2 * x + 3 * (sin(M_PI * x + 0.5) - sin(0.5)) / M_PI + 2 * fmin(t, 0.25);
}
static double ringing(double t)
{
    double x = after(t, 0.25);
    return x > 0 ? 1 + 2 * exp(-3 * x) * sin(4 * M_PI * x) : 1;
}
static double knocked(double t)
{
    return 0.5 * t + 1.5 * (fmin(t, 0.55) - fmin(t, 0.25));
}
static double squared(double t)
{
    double x = fmod(after(t, 0.25), 0.5);
    return t + 3 * (x < 0.25 ? x : 0.5 - x);
}
static double sawn(double t)
{
    double x = fmod(after(t, 0.25), 0.5);
    return 3 * (x < 0.125 ? 8 * x : x < 0.375 ? 2 - 8 * x : 8 * x - 4);
}
static double late(double t)
{
    return 2 + after(t, 0.25);
}
static double tone(double t)
{
    return 1 + 3 * sin(0.5 + 4 * M_PI * t);
}
static double other_tone(double t)
{
    return 3 * cos(4 * M_PI * t);
}

/* Waves that begin at 0.25 s. Those that jump, and the cosine, which jumps there, are seen
 * through an integral. */
static void waves(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import B = BlockComponents;\n"
        "  B.Sources.Cosine cosine(start_time=0.25, offset=2, amplitude=3, frequency=0.5, phase=0.5);\n"
        "  B.Sources.ExpSine ringing(start_time=0.25, offset=1, amplitude=2, damping=3, frequency=2, "
        "phase=0);\n"
        "  B.Sources.Pulse knock(start_time=0.25, offset=0.5, amplitude=2, duty_cycle=0.6, period=0.5);\n"
        "  B.Sources.Square square(start_time=0.25, offset=1, amplitude=3, frequency=2);\n"
        "  B.Sources.Triangular saw(start_time=0.25, amplitude=3, frequency=2);\n"
        "  B.Sources.ContinuousClock late(start_time=0.25, offset=2);\n"
        "  B.Sources.SineVariableFrequencyAndAmplitude tone(phi0=0.5, offset=1);\n"
        "  B.Sources.CosineVariableFrequencyAndAmplitude other;\n"
        "  B.Sources.Constant two(k=2), three(k=3);\n"
        "  B.Continuous.Integrator of_cosine, of_knock, of_square;\n"
        "equation\n"
        "  connect(cosine.y, of_cosine.u);\n  connect(knock.y, of_knock.u);\n"
        "  connect(square.y, of_square.u);\n"
        "  connect(three.y, tone.amplitude);\n  connect(two.y, tone.frequency);\n"
        "  connect(three.y, other.amplitude);\n  connect(two.y, other.frequency);\n"
        "  annotation(experiment(StopTime=1));\nend M;\n";
    static const expectation expected[] = {
        {"of_cosine.y", cosine}, {"ringing.y", ringing}, {"of_knock.y", knocked}, {"of_square.y", squared},
        {"saw.y", sawn},         {"late.y", late},       {"tone.y", tone},        {"other.y", other_tone}};
    run(text, expected, EG_COUNT(expected));
}

static double turned(double t)
{
    return 3.0 / 0.5 * t * t / 2;
}
static double swung(double t)
{
    return cos(2 * t);
}
static double braked(double t)
{
    return 4 * exp(-0.5 * t);
}
static double rang(double t)
{
    double w = sqrt(4 - 0.0625);
    return 0.1 + 0.4 * exp(-0.25 * t) * (cos(w * t) + 0.25 / w * sin(w * t));
}
static double geared(double t)
{
    return 2.0 / (0.4 + 9 * 0.1) * t;
}
static double slower(double t)
{
    return 0.5 + geared(t) * t / 2;
}

/* 3 N.m on 0.5 kg.m2. 0.5 kg.m2 on 2 N.m/rad swing with 2 rad/s; on
 * a damper of 0.25 N.m.s/rad they slow down with 0.5/s; on both, from 0.5 rad about 0.1, with the rate
 * 0.25/s. 2 N.m on 0.4 kg.m2 behind a gear whose other shaft turns 3 times as fast with 0.1 kg.m2; angles
 * begin at 0.5 and 1.5 rad. */
static void shafts_turn(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import R = RotationalComponents;\n  R.Components.Fixed held, turned(phi0=0.1);\n"
        "  BlockComponents.Sources.Constant three(k=3), two(k=2);\n  R.Sources.TorqueSource motor, other;\n"
        "  R.Components.Inertia a(J=0.5, phi(fixed=true), w(fixed=true)), "
        "b(J=0.5, phi(start=1, fixed=true), w(fixed=true)), "
        "c(J=0.5, phi(fixed=true), w(start=4, fixed=true)), "
        "d(J=0.5, phi(start=0.5, fixed=true), w(fixed=true)), "
        "e(J=0.4, phi(start=0.5, fixed=true), w(fixed=true)), g(J=0.1);\n"
        "  R.Components.Spring spring(c=2);\n  R.Components.Damper damper(d=0.25);\n"
        "  R.Components.SpringDamper both(c=2, d=0.25);\n  R.Components.IdealGear gear(ratio=3);\n"
        "  R.Sensors.AngleSensor angle;\n  R.Sensors.VelocitySensor speed;\n"
        "equation\n"
        "  connect(three.y, motor.tau);\n  connect(motor.spline, a.spline_a);\n"
        "  connect(motor.support, held.spline);\n"
        "  connect(held.spline, spring.spline_a);\n  connect(spring.spline_b, b.spline_a);\n"
        "  connect(held.spline, damper.spline_a);\n  connect(damper.spline_b, c.spline_a);\n"
        "  connect(turned.spline, both.spline_a);\n  connect(both.spline_b, d.spline_a);\n"
        "  connect(two.y, other.tau);\n  connect(other.support, held.spline);\n"
        "  connect(other.spline, e.spline_a);\n  connect(gear.spline_b, e.spline_b);\n"
        "  connect(gear.spline_a, g.spline_a);\n  connect(gear.support, held.spline);\n"
        "  connect(angle.spline, e.spline_a);\n  connect(speed.spline, e.spline_a);\n"
        "  annotation(experiment(StopTime=1));\nend M;\n";
    static const expectation expected[] = {{"a.phi", turned}, {"b.phi", swung},      {"c.w", braked},
                                           {"d.phi", rang},   {"angle.phi", slower}, {"speed.w", geared}};
    run(text, expected, EG_COUNT(expected));
}

/* A wheel of 0.5 m and J = 0.5 drives a mass of 2 kg with 3 N.m: J + m r^2 = 1, so that phi = 1.5 t^2. A
 * rack of 4 rad/m turns J = 0.16 by a mass of 1 kg that is pushed with 3 N: m + J ratio^2 = 3.56. A wheel of
 * 1 m and J = 0.5 pushes a load and its road, of 1 kg each, apart: J + 1/2 = 1, and each has half of phi. */
static double rolled(double t)
{
    return 1.5 * t * t;
}
static double pushed_rack(double t)
{
    return 1.5 / 3.56 * t * t;
}
static double pushed_back(double t)
{
    return -0.5 * 1.5 * t * t;
}

static void wheels_roll_and_racks_slide(void **state)
{
    (void)state;
    static const char text[] =
        "model M\n  import R = RotationalComponents;\n  import T = TranslationalComponents;\n"
        "  R.Components.Fixed held;\n  T.Components.Fixed ground;\n"
        "  BlockComponents.Sources.Constant three(k=3);\n  R.Sources.TorqueSource motor;\n"
        "  R.Components.Inertia axle(J=0.5, phi(fixed=true), w(fixed=true));\n"
        "  R.Components.IdealRollingWheel wheel(radius=0.5);\n  T.Components.Mass cart(m=2);\n"
        "  T.Sources.Force push;\n  T.Components.Mass rod(m=1, s(fixed=true), v(fixed=true));\n"
        "  R.Components.IdealGearR2T rack(ratio=4);\n  R.Components.Inertia pinion(J=0.16);\n"
        "  T.Components.Mass sledge(m=1, s(fixed=true), v(fixed=true)), load(m=1);\n"
        "  R.Components.IdealRollingWheel tied(radius=1);\n"
        "  R.Components.Inertia rotor(J=0.5, phi(fixed=true), w(fixed=true));\n"
        "  R.Sources.TorqueSource drive;\n"
        "equation\n"
        "  connect(three.y, motor.tau);\n  connect(motor.support, held.spline);\n"
        "  connect(motor.spline, axle.spline_a);\n  connect(axle.spline_b, wheel.spline);\n"
        "  connect(wheel.flange, cart.flange_a);\n  connect(wheel.support_r, held.spline);\n"
        "  connect(wheel.support_t, ground.flange);\n"
        "  connect(three.y, push.f);\n  connect(push.flange_a, ground.flange);\n"
        "  connect(push.flange_b, rod.flange_a);\n  connect(rod.flange_b, rack.flange);\n"
        "  connect(rack.spline, pinion.spline_a);\n  connect(rack.support_r, held.spline);\n"
        "  connect(rack.support_t, ground.flange);\n"
        "  connect(three.y, drive.tau);\n  connect(drive.support, held.spline);\n"
        "  connect(drive.spline, rotor.spline_a);\n  connect(rotor.spline_b, tied.spline);\n"
        "  connect(tied.flange, load.flange_a);\n  connect(tied.support_r, held.spline);\n"
        "  connect(tied.support_t, sledge.flange_a);\n"
        "  annotation(experiment(StopTime=1));\nend M;\n";
    static const expectation expected[] = {
        {"axle.phi", rolled}, {"rod.s", pushed_rack}, {"sledge.s", pushed_back}};
    run(text, expected, EG_COUNT(expected));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arithmetic),  cmocka_unit_test(memories),
        cmocka_unit_test(controllers), cmocka_unit_test(waves),
        cmocka_unit_test(shafts_turn), cmocka_unit_test(wheels_roll_and_racks_slide),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
