/* Derivatives of motions by their parameters, through starts and events, against closed forms. */
#include "parametric_motion.h"

static const double LENGTH = 1e-2;
enum { ANY = -1 }; /* number of events */

/* d(variable)/d(parameter) at `end`. */
static double along(const char *text, const char *parameter, const char *variable, double end, int events)
{
    kept_model m = keep_text(text);
    const moving x = move(&m, m.s, parameter_of(&m, parameter), end, LENGTH);
    const double found = value_along(&x, variable);
    if (events != ANY)
        assert_int_equal(x.events, events);
    release_model(&m);
    return found;
}

/* Falls from h, hits the ground at T = sqrt(2 h/g) with w = g T, goes on with e w: s = e w (t - T) - g/2 (t -
 * T)^2. Steps of order 4 are exact for parabolas. */
static const char *const BALL =
    "model Ball parameter Real g = 9.81; parameter Real e = 0.8; Real s(start = 1, fixed = true); "
    "Real v(start = 0, fixed = true); equation der(s) = v; der(v) = -g; "
    "when s < 0 then reinit(v, -e*pre(v)); end when; end Ball;";

static void a_ball_that_is_set_up_again(void **state)
{
    (void)state;
    const double g = 9.81, e = 0.8, t = 0.7, T = sqrt(2 / g), w = g * T, x = t - T;
    const double T_h = T / 2, T_g = -T / (2 * g); /* T by h and g */
    NEAR(along(BALL, "e", "s", t, 2), w * x, 1e-11);
    NEAR(along(BALL, "e", "v", t, 2), w, 1e-11);
    NEAR(along(BALL, "s(start)", "s", t, 2), e * g * T_h * x - (e * w - g * x) * T_h, 1e-11);
    NEAR(along(BALL, "s(start)", "v", t, 2), e * g * T_h + g * T_h, 1e-11);
    const double w_g = T + g * T_g;
    NEAR(along(BALL, "g", "s", t, 2), e * w_g * x - e * w * T_g - x * x / 2 + g * x * T_g, 1e-11);
    ALL_WELL();
}

/* A time event that a parameter moves: v = 0 until t0, then a (t - t0). */
static void an_instant_that_moves(void **state)
{
    (void)state;
    const char *const text =
        "model A parameter Real t0 = 0.31; parameter Real a = 2; Real s(start = 0, fixed = true); "
        "Real v(start = 0, fixed = true); equation der(s) = v; der(v) = if time < 2*t0 then 0 else a; end A;";
    NEAR(along(text, "t0", "v", 1, 1), -2 * 2, 1e-12);
    NEAR(along(text, "t0", "s", 1, 1), -2 * 2 * (1 - 0.62), 1e-12);
    NEAR(along(text, "a", "s", 1, 1), (1 - 0.62) * (1 - 0.62) / 2, 1e-12);
    ALL_WELL();
}

/* x := x + k u at samples of interval p, u = c t: discrete values remember what moved them. */
static void samples_that_move(void **state)
{
    (void)state;
    const char *const text = "model A parameter Real p = 0.25; parameter Real k = 3; parameter Real c = 2; "
                             "discrete Real x(start = 1, fixed = true); Real y(start = 0, fixed = true); "
                             "equation when sample(p, p) then x = pre(x) + k*c*time; "
                             "end when; der(y) = x; end A;";
    /* at t = 0.9: samples at p, 2p, 3p: x = 1 + k c (p + 2p + 3p), y = t + k c sum of n p (t - n p) */
    const double p = 0.25, k = 3, c = 2, t = 0.9;
    NEAR(along(text, "k", "x", t, 3), 6 * c * p, 1e-12);
    NEAR(along(text, "x(start)", "y", t, 3), t, 1e-12);
    NEAR(along(text, "p", "x", t, 3), 6 * k * c, 1e-11);
    NEAR(along(text, "p", "y", t, 3), k * c * (6 * t - 2 * p * 14), 1e-11);
    ALL_WELL();
}

/* What initial equations determine follows the parameters in them: x(0)^2 = a, der(z) = 0 at the start. */
static void a_start_that_follows(void **state)
{
    (void)state;
    const char *const text = "model A parameter Real a = 4; parameter Real b = 3; Real x(start = 1), z; "
                             "initial equation x^2 = a; der(z) = 0; equation der(x) = -x; "
                             "der(z) = b*x - z; end A;";
    NEAR(along(text, "a", "x", 0.5, 0), 0.25 * exp(-0.5), 1e-9);
    NEAR(along(text, "b", "z", 0.5, 0), 2 * exp(-0.5) * (1 + 0.5), 1e-9);
    ALL_WELL();
}

/* A native mass on a native spring, let go: s = l0 + (s0 - l0) cos(w t), w = sqrt(c/m). */
static void a_native_oscillator(void **state)
{
    (void)state;
    const char *const text =
        "model A import Modelica.Mechanics.Translational.Components.*; Fixed wall(s0 = 0.5); "
        "Spring spring(c = 8, s_rel0 = 0.2); Mass mass(m = 2, L = 0.1, s(start = 1.5, fixed = true), "
        "v(start = 0, fixed = true)); equation connect(wall.flange, spring.flange_a); "
        "connect(spring.flange_b, mass.flange_a); end A;";
    const double w = 2, rest = 0.5 + 0.2 + 0.05, a = 1.5 - rest, t = 0.7;
    NEAR(along(text, "spring.c", "mass.s", t, 0), -a * t * sin(w * t) * w / (2 * 8), 1e-8);
    NEAR(along(text, "mass.m", "mass.s", t, 0), a * t * sin(w * t) * w / (2 * 2), 1e-8);
    NEAR(along(text, "wall.s0", "mass.s", t, 0), 1 - cos(w * t), 1e-8);
    NEAR(along(text, "mass.L", "mass.s", t, 0), 0.5 * (1 - cos(w * t)), 1e-8);
    NEAR(along(text, "mass.s(start)", "mass.v", t, 0), -w * sin(w * t), 1e-8);
    ALL_WELL();
}

/* A stop that gives back the share e of the speed, native and rigid. */
static void a_rigid_impact(void **state)
{
    (void)state;
    const char *const text =
        "model A import Modelica.Mechanics.Translational.Components.*; Fixed ground(s0 = 0); "
        "Elastogap.Contact.Gap stop(law = \"restitution\", e = 0.7, s_rel0 = 0.1, v_min = 1e-3); "
        "Mass ball(m = 2, L = 0, s(start = 1, fixed = true), v(start = -3, fixed = true)); "
        "equation connect(ground.flange, stop.flange_a); connect(stop.flange_b, ball.flange_a); end A;";
    const double T = 0.9 / 3, t = 0.5;
    NEAR(along(text, "stop.e", "ball.s", t, ANY), 3 * (t - T), 1e-10);
    NEAR(along(text, "stop.e", "ball.v", t, ANY), 3, 1e-10);
    NEAR(along(text, "stop.s_rel0", "ball.s", t, ANY), 1 + 0.7, 1e-10);
    NEAR(along(text, "ball.v(start)", "ball.s", t, ANY), -0.7 * (t - T) - 0.7 * T, 1e-10);
    ALL_WELL();
}

/* Sliding at v0 under f0 a mass stops after T = m v0/f0, at m v0^2/(2 f0), and stays there. */
static void friction_that_takes_hold(void **state)
{
    (void)state;
    const char *const text =
        "model A import Modelica.Mechanics.Translational.Components.*; "
        "SupportFriction rub(f_pos = [0, 4]); Mass sled(m = 2, L = 0, s(start = 0, fixed = true), "
        "v(start = 3, fixed = true)); equation connect(sled.flange_b, rub.flange_a); end A;";
    const double m = 2, v = 3, f = 4;
    NEAR(along(text, "sled.m", "sled.s", 2, ANY), v * v / (2 * f), 1e-10);
    NEAR(along(text, "rub.f_pos[1,2]", "sled.s", 2, ANY), -m * v * v / (2 * f * f), 1e-10);
    NEAR(along(text, "sled.v(start)", "sled.s", 2, ANY), m * v / f, 1e-10);
    NEAR(along(text, "sled.v(start)", "sled.v", 2, ANY), 0, 1e-12);
    NEAR(along(text, "sled.m", "sled.s", 1, ANY), f / (2 * m * m), 1e-10);
    ALL_WELL();
}

/* What holds lets go where a ramp a t exceeds peak f0, at t1 = peak f0/a; then m v' = a t - f0. */
static void friction_that_lets_go(void **state)
{
    (void)state;
    const char *const text =
        "model A import Modelica.Mechanics.Translational.Components.*; parameter Real a = 10; "
        "SupportFriction rub(f_pos = [0, 4], peak = 1.5); "
        "Mass sled(m = 2, L = 0, s(start = 0, fixed = true), "
        "v(start = 0, fixed = true)); Modelica.Mechanics.Translational.Sources.Force push; "
        "equation push.f = a*time; connect(push.flange, sled.flange_a); "
        "connect(sled.flange_b, rub.flange_a); "
        "end A;";
    const double m = 2, a = 10, f0 = 4, peak = 1.5, t = 1, t1 = peak * f0 / a, x = t * t - t1 * t1;
    /* m v = a/2 (t^2 - t1^2) - f0 (t - t1), of which t1 moves: -a t1 + f0 = f0 (1 - peak) */
    const double by_t1 = f0 * (1 - peak) / m;
    NEAR(along(text, "a", "sled.v", t, ANY), x / (2 * m) - by_t1 * t1 / a, 1e-10);
    NEAR(along(text, "rub.peak", "sled.v", t, ANY), by_t1 * f0 / a, 1e-10);
    NEAR(along(text, "rub.f_pos[1,2]", "sled.v", t, ANY), -(t - t1) / m + by_t1 * peak / a, 1e-10);
    ALL_WELL();
}

/* n = 1, undamped: a contact lasts T = pi sqrt(m/c), and the mass leaves as fast as it came. The force is
 * continuous, so that nothing jumps at its kinks. With steps of h the error of fourth order of an oscillation
 * w is (w h)^4/120 of its phase: 3e-10 here. */
static void an_elastic_bounce(void **state)
{
    (void)state;
    const char *const text =
        "model A import Modelica.Mechanics.Translational.Components.*; Fixed ground(s0 = 0); "
        "ElastoGap gap(c = 100, d = 0, s_rel0 = 0.1); "
        "Mass ball(m = 1, L = 0, s(start = 0.4123, fixed = true), v(start = -3, fixed = true)); "
        "equation connect(ground.flange, gap.flange_a); connect(gap.flange_b, ball.flange_a); end A;";
    kept_model m = keep_text(text);
    const double T = PI / 10, w = 3;
    const struct {
        const char *parameter;
        double slope;
    } cases[] = {
        {"gap.c", w * T / (2 * 100)}, {"ball.m", -w * T / 2}, {"gap.s_rel0", 2}, {"ball.s(start)", -1}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const moving x = move(&m, m.s, parameter_of(&m, cases[i].parameter), 0.7, LENGTH / 10);
        NEAR(value_along(&x, "ball.s"), cases[i].slope, 1e-8);
    }
    release_model(&m);
    ALL_WELL();
}

static void names_what_it_refuses(void **state)
{
    (void)state;
    kept_model m =
        keep_text("model A parameter Real d = 0; parameter Real c = 4; parameter Real L = 1; "
                  "parameter Integer k = if L > 0.5 then 2 else 1; Real s(start = 1, fixed = true), "
                  "v(start = 0, fixed = true); equation der(s) = v; der(v) = -k*c*s - d*v; end A;");
    TRUE(m.parameters[parameter_of(&m, "c")].refusal == NULL);
    TRUE(m.parameters[parameter_of(&m, "d")].refusal != NULL);
    double dtheta[8] = {0};
    dtheta[parameter_of(&m, "d")] = 1;
    assert_int_equal(m.s->base.parametric->begin(&m.s->base, 1, dtheta), EG_ERROR_MODEL);
    release_model(&m);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_that_is_set_up_again), cmocka_unit_test(an_instant_that_moves),
        cmocka_unit_test(samples_that_move),           cmocka_unit_test(a_start_that_follows),
        cmocka_unit_test(a_native_oscillator),         cmocka_unit_test(a_rigid_impact),
        cmocka_unit_test(friction_that_takes_hold),    cmocka_unit_test(friction_that_lets_go),
        cmocka_unit_test(an_elastic_bounce),           cmocka_unit_test(names_what_it_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
