/* Users' variables and equations over time: closed forms. */
#include "equation_models.h"

/* ---------------------------------------------------------------- a model's own variables */

static double cosine(double t)
{
    return cos(2 * t);
}

/* m a = -c x with every quantity a variable of its own: v = der(x), a = der(v). */
static void an_oscillator_of_equations(void **state)
{
    (void)state;
    rig r = run_text(
        "model Osc import Modelica.Units.SI; parameter SI.Mass m = 2; parameter Real c(unit=\"N/m\") = 8; "
        "SI.Position x(start = 1, fixed = true); SI.Velocity v(start = 0, fixed = true); "
        "SI.Acceleration a; SI.Force f; "
        "equation v = der(x); a = der(v); m*a = f; f = -c*x; end Osc;",
        3, 1e-9);
    AT_MOST(largest_error(&r, "x", cosine), 100 * 1e-9);
    TRUE(eg_diagnostics_count(r.d) == 0);
    TRUE(r.st.states == 2 && r.st.algebraic == 0);
    NEAR(begin(&r, "f"), -8, 1e-14);
    rig_end(&r);
}

static double logistic(double t)
{
    return 1 / (1 + 9 * exp(-t));
}

static double decay(double t)
{
    return exp(-t);
}

static void nonlinear_equations(void **state)
{
    (void)state;
    rig r =
        run_text("model A Real x(start = 0.1, fixed = true), y(start = 1, fixed = true), z = log(y) + time; "
                 "equation der(x) = x*(1 - x); 0 = der(y) + y; end A;",
                 5, 1e-9);
    AT_MOST(largest_error(&r, "x", logistic), 1e-7);
    AT_MOST(largest_error(&r, "y", decay), 1e-7);
    AT_MOST(fmax(largest(&r, "z"), -smallest(&r, "z")), 1e-7 / exp(-5));
    rig_end(&r);
}

/* The energy of a pendulum is constant. */
static void a_pendulum(void **state)
{
    (void)state;
    rig r = run_text("model P parameter Real g = 9.81, L = 0.7; Real phi(start = 2, fixed = true), "
                     "w(start = 0, fixed = true), E = 0.5*L^2*w^2 - g*L*cos(phi); "
                     "equation der(phi) = w; L*der(w) = -g*sin(phi); end P;",
                     4, 1e-10);
    AT_MOST(largest(&r, "E") - smallest(&r, "E"), 1e-7);
    rig_end(&r);
}

/* z^3 + z = x cannot be solved by moving terms: an algebraic unknown. */
static void an_algebraic_loop(void **state)
{
    (void)state;
    rig r = run_text("model A Real x(start = 1, fixed = true), z(start = 1), w, loop1, loop2; "
                     "equation z^3 + z = x; der(x) = -z; w + z = 3*x; "
                     "loop1 = 2*loop2 + x; loop2 = 3 - sin(loop1)/4; end A;",
                     1, 1e-8);
    TRUE(r.st.algebraic == 2);
    for (size_t i = 0; i < rows(&r); i++) {
        double x = at(&r, "x", i), z = at(&r, "z", i), a = at(&r, "loop1", i);
        NEAR(z * z * z + z, x, 1e-14);
        NEAR(at(&r, "w", i), 3 * x - z, 1e-14);
        NEAR(a, 2 * (3 - sin(a) / 4) + x, 4e-14);
    }
    /* dx/dt = -z with x = z^3 + z gives (3 z^2 + 1) dz = -z dt */
    double z0 = at(&r, "z", 0), z1 = end(&r, "z");
    NEAR(1.5 * z1 * z1 + log(z1) - 1.5 * z0 * z0 - log(z0), -1, 1e-6);
    rig_end(&r);
}

static void a_derivative_may_stand_anywhere(void **state)
{
    (void)state;
    rig r = run_text("model A Real x(start = 1, fixed = true), y = x^2, r = der(y), p = der(sin(time)*x); "
                     "equation sin(der(x)) + der(x) = -x; end A;",
                     1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double x = at(&r, "x", i), t = time_of(&r, i), d = at(&r, "r", i) / (2 * x);
        NEAR(sin(d) + d, -x, 1e-13);
        NEAR(at(&r, "p", i), cos(t) * x + sin(t) * d, 1e-13);
    }
    rig_end(&r);
}

/* A chain x[i]' = x[i-1] - x[i], x[1]' = -x[1]: x[k] = t^(k-1) exp(-t)/(k-1)!. */
static void arrays_and_loops(void **state)
{
    (void)state;
    rig r = run_text("model A parameter Integer n = 4; Real x[n](each fixed = true), total; "
                     "initial equation for i in 1:0 loop x[i] = 0; end for; "
                     "equation der(x[1]) = 1 - x[1]; for i in 2:n loop der(x[i]) = x[i - 1] - x[i]; end for; "
                     "total = x[1] + x[n]; end A;",
                     2, 1e-9);
    double t = 2, rest = 1, term = 1;
    for (int k = 1; k <= 4; k++) { /* 1 - exp(-t)*(1 + t + ... + t^(k-1)/(k-1)!) */
        char name[20];
        snprintf(name, sizeof name, "x[%d]", k);
        NEAR(end(&r, name), 1 - exp(-t) * rest, 1e-7);
        term *= t / k;
        rest += term;
    }
    rig_end(&r);
}

/* ---------------------------------------------------------------- the start */

static void initial_equations_and_fixed_values(void **state)
{
    (void)state;
    rig r = run_text(
        "model A Real x(start = 0.5), z(start = 1, fixed = true), q; Real w(start = 6, fixed = true) = 2*q; "
        "initial equation der(x) = 0; "
        "equation der(x) = z - x^3; der(z) = -z; der(q) = x - q; end A;",
        1, 1e-8);
    NEAR(begin(&r, "x"), 1, 1e-12);
    NEAR(begin(&r, "q"), 3, 1e-12);
    TRUE(eg_diagnostics_count(r.d) == 0);
    rig_end(&r);
}

static void initial_equations_move_bodies(void **state)
{
    (void)state;
    rig r =
        run_text("model A " USES
                 "Mass m(m = 2); Spring s(c = 100, s_rel0 = 0.5); Fixed w; ConstantForce f(f_constant = 10); "
                 "initial equation m.a = 0; der(m.s) = 0.25; "
                 "equation connect(w.flange, s.flange_a); connect(s.flange_b, m.flange_a); "
                 "connect(f.flange, m.flange_b); end A;",
                 1, 1e-8);
    NEAR(begin(&r, "m.s"), 0.6, 1e-12);
    NEAR(begin(&r, "m.v"), 0.25, 1e-12);
    TRUE(eg_diagnostics_count(r.d) == 0);
    rig_end(&r);
}

static void a_start_value_that_is_not_fixed_is_told(void **state)
{
    (void)state;
    rig r = run_text("model A Real x(start = 2); equation der(x) = -x; end A;", 1, 1e-6);
    SAYS_WARNING(&r, "x = 2");
    NEAR(begin(&r, "x"), 2, 0);
    rig_end(&r);
}

static void inputs_of_the_model_keep_their_start_value(void **state)
{
    (void)state;
    rig r = run_text("model B input Real u; output Real y; equation y = 2*u; end B; "
                     "model A input Real u(start = 3); B b(u = u + 1); end A;",
                     1, 1e-6);
    NEAR(end(&r, "b.y"), 8, 0);
    rig_end(&r);
}

/* ---------------------------------------------------------------- functions */

static void functions_are_carried_out(void **state)
{
    (void)state;
    rig r = run_text(
        "package P function power \"odd\" input Real x; input Real n = 2; output Real y; protected Real a; "
        "algorithm a := if x < 0 then -x else x; y := a^n; if x < 0 then y := -y; end if; end power; "
        "function sum3 input Real x; output Real y; algorithm y := 0; "
        "for i in 1:3 loop y := y + i*power(x = x, n = 1); end for; end sum3; "
        "model M Real a = power(time - 0.5), b = sum3(time), "
        "c = Modelica.Math.sin(time) + max(time, 0.5) + abs(time - 0.25) + sign(time - 0.75); "
        "end M; end P;",
        1, 1e-6);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), x = t - 0.5;
        NEAR(at(&r, "a", i), x < 0 ? -x * x : x * x, 1e-15);
        NEAR(at(&r, "b", i), 6 * t, 1e-14);
        if (fabs(t - 0.75) > 1e-6)
            NEAR(at(&r, "c", i), sin(t) + fmax(t, 0.5) + fabs(t - 0.25) + (t > 0.75 ? 1 : -1), 1e-14);
    }
    rig_end(&r);
}

/* Fixed start values of forces and losses are initial equations, and not passed over. */
static void a_force_may_be_fixed_at_the_start(void **state)
{
    (void)state;
    rig r =
        run_text("model A import Modelica.Mechanics.Translational.Components.*; Fixed wall; Mass m(m = 1, "
                 "v(start = 3, fixed = true)); Spring k(c = 100, s_rel0 = 0.1, f(start = 30, fixed = true)); "
                 "SupportFriction rub(f_pos = [0, 5]); "
                 "equation connect(wall.flange, k.flange_a); connect(k.flange_b, m.flange_a); "
                 "connect(m.flange_b, rub.flange_a); end A;",
                 0, 1e-6);
    NEAR(begin(&r, "k.s_rel"), 0.1 + 0.3, 1e-15);
    rig_release(&r);
    r = run_text(
        "model B import Modelica.Mechanics.Translational.Components.*; Fixed wall; Mass m(m = 1, "
        "s(start = 1, fixed = true), v(start = 1)); Damper d(d = 4, lossPower(start = 36, fixed = true)); "
        "equation connect(wall.flange, d.flange_a); connect(d.flange_b, m.flange_a); end B;",
        0, 1e-6);
    NEAR(begin(&r, "m.v"), 3, 1e-14);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_oscillator_of_equations),
        cmocka_unit_test(nonlinear_equations),
        cmocka_unit_test(a_pendulum),
        cmocka_unit_test(an_algebraic_loop),
        cmocka_unit_test(a_derivative_may_stand_anywhere),
        cmocka_unit_test(arrays_and_loops),
        cmocka_unit_test(initial_equations_and_fixed_values),
        cmocka_unit_test(initial_equations_move_bodies),
        cmocka_unit_test(a_start_value_that_is_not_fixed_is_told),
        cmocka_unit_test(inputs_of_the_model_keep_their_start_value),
        cmocka_unit_test(functions_are_carried_out),
        cmocka_unit_test(a_force_may_be_fixed_at_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
