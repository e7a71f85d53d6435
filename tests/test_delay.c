/* delay(x, T) against the method of steps, and terminal(). */
#include "equation_models.h"

/* x' = -x(t - 1), x = 1 before: a polynomial of degree n on [n - 1, n]. */
static double steps(double t)
{
    double sum = 1, factorial = 1;
    for (int k = 1; k <= 20 && t >= k - 1; k++) {
        factorial *= k;
        sum += (k % 2 ? -1 : 1) * pow(t - (k - 1), k) / factorial;
    }
    return sum;
}

/* An explicit engine of order 8 has these polynomials to round-off, an implicit one to a hundred times its
 * tolerance. */
static void the_method_of_steps(void **state)
{
    (void)state;
    rig r =
        run_text("model A Real x(start = 1, fixed = true); equation der(x) = -delay(x, 1); end A;", 6, 1e-9);
    AT_MOST(largest_error(&r, "x", steps), strcmp(rig_engine(), "erk") == 0 ? 1e-13 : 100 * 1e-9);
    TRUE(r.st.time_events <= 6);
    rig_end(&r);
}

/* The same behind an algebraic loop, for the implicit engine: a hundred times its tolerance. */
static void the_implicit_engine_looks_back_too(void **state)
{
    (void)state;
    rig r = run_text("model A Real x(start = 1, fixed = true), z(start = 1); "
                     "equation z^3 + z = 2*delay(x, 1)^3; der(x) = -delay(x, 1) + 0*z; end A;",
                     4, 1e-8);
    AT_MOST(largest_error(&r, "x", steps), 100 * 1e-8);
    rig_end(&r);
}

static double late_sine(double t)
{
    return t < 0.7 ? 0 : sin(3 * (t - 0.7));
}

/* Steps of 1/200 of a piece and polynomials of degree 8 through their nodes: round-off. */
static void a_delayed_sine(void **state)
{
    (void)state;
    rig r = run_text("model A Real y = delay(sin(3*time), 0.7), z[2] = delay({sin(3*time), 2}, 0.7); end A;",
                     5, 1e-6);
    AT_MOST(largest_error(&r, "y", late_sine), 1e-13);
    AT_MOST(largest_error(&r, "z[1]", late_sine), 1e-13);
    NEAR(begin(&r, "z[2]"), 2, 0);
    rig_end(&r);
}

/* der(x) = cos(t): x = 1 + sin(t). A time that changes, and shrinks as well as grows. */
static void a_delay_that_changes(void **state)
{
    (void)state;
    rig r = run_text("model A Real x(start = 1, fixed = true), T = 0.5 + 0.3*sin(time), y = delay(x, T, 1); "
                     "equation der(x) = cos(time); end A;",
                     6, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), back = t - 0.5 - 0.3 * sin(t);
        NEAR(at(&r, "y", i), back < 0 ? 1 : 1 + sin(back), 100 * 1e-9);
    }
    rig_end(&r);
}

/* What jumps comes out as a jump, at its instant and on both sides; delays of delays too. */
static void jumps_are_events(void **state)
{
    (void)state;
    rig r = run_text("model A Real u = if time > 1 then 5 else 2, y = delay(u, 0.25), z = delay(y, 0.5), "
                     "n = delay(floor(2*time), 0.1), s(start = 0, fixed = true); equation der(s) = z; end A;",
                     3, 1e-9);
    int sides[2] = {0, 0};
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i);
        if (fabs(t - 1.25) > 1e-12)
            NEAR(at(&r, "y", i), t > 1.25 ? 5 : 2, 0);
        else
            sides[at(&r, "y", i) > 3]++;
        if (fabs(t - 1.75) > 1e-12)
            NEAR(at(&r, "z", i), t > 1.75 ? 5 : 2, 0);
    }
    TRUE(sides[0] == 1 && sides[1] == 1);
    NEAR(end(&r, "s"), 2 * 1.75 + 5 * 1.25, 1e-12);
    NEAR(end(&r, "n"), 5, 0);
    rig_end(&r);
}

/* Before the start a signal is what it is at the start, also where it follows from itself. */
static void the_start_is_the_past(void **state)
{
    (void)state;
    rig r =
        run_text("model A Real x = 0.5*delay(x, 1) + 1, u = 3 + time, v = delay(u, 0.5); end A;", 2, 1e-6);
    NEAR(begin(&r, "x"), 2, 1e-15);
    NEAR(end(&r, "x"), 2, 1e-15);
    NEAR(begin(&r, "v"), 3, 0);
    NEAR(end(&r, "v"), 4.5, 1e-14);
    rig_end(&r);
}

/* A controller that acts late: m x'' = -c x(t - T) on a native mass, by the method of steps on [0, T]:
 * x = 1 - c t^2/2, then x = 1 - c t^2/2 + c^2 (t - T)^4/24. */
static void a_late_force_on_a_mass(void **state)
{
    (void)state;
    rig r = run_text("model A " USES "Mass m(m = 1, s(start = 1, fixed = true), v(fixed = true)); Force f; "
                     "Modelica.Blocks.Interfaces.RealOutput u = -4*delay(m.s, 0.5); "
                     "equation connect(u, f.f); connect(f.flange, m.flange_a); end A;",
                     1, 1e-9);
    for (size_t i = 0; i < rows(&r); i++) {
        double t = time_of(&r, i), late = fmax(t - 0.5, 0);
        NEAR(at(&r, "m.s", i), 1 - 2 * t * t + 16 * pow(late, 4) / 24, 100 * 1e-9);
    }
    rig_end(&r);
}

/* Delays that have nothing to do with each other or with the contacts beside them: each has its own
 * polynomials, and x' = -x(t - T) becomes smoother with each T, so that at most ten instants of each are
 * waited for. */
static void delays_beside_contacts(void **state)
{
    (void)state;
    static const char *const names[] = {"a", "b", "c"};
    static const double lengths[] = {0.1, 0.0731, 0.0517};
    rig r = run_text("model A " USES "Mass m(m = 1, s(start = 0.1, fixed = true), v(fixed = true)); "
                     "Fixed ground; ElastoGap gap(c = 1e4, d = 10, s_rel0 = 0); Force f; "
                     "Modelica.Blocks.Interfaces.RealOutput u = -9.81; Real a(start = 1, fixed = true), "
                     "b(start = 1, fixed = true), c(start = 1, fixed = true); "
                     "equation connect(ground.flange, gap.flange_a); connect(gap.flange_b, m.flange_a); "
                     "connect(f.flange, m.flange_b); connect(u, f.f); der(a) = -delay(a, 0.1)/0.1; "
                     "der(b) = -delay(b, 0.0731)/0.0731; der(c) = -delay(c, 0.0517)/0.0517; end A;",
                     1, 1e-9);
    for (int k = 0; k < 3; k++)
        for (size_t i = 0; i < rows(&r); i++)
            if (time_of(&r, i) < 15 * lengths[k])
                NEAR(at(&r, names[k], i), steps(time_of(&r, i) / lengths[k]), 100 * 1e-9);
    TRUE(r.st.events >= 10);
    TRUE(r.st.time_events <= 6); /* a jump of der(x) and what it does to x is told; not what is smoother */
    /* pieces end at 16 events and where a look back ends, 10 + 14 + 20 times; each takes some steps where
     * no past is needed */
    TRUE(strcmp(rig_engine(), "ida") == 0 || r.st.steps <= 10 * (r.st.events + 44));
    rig_end(&r);
}

/* x' = -x(t - 1) - x(t - a), x = 1 before: by its Laplace transform
 * 1 - 2 sum of (-1)^(i+j) (i+j)!/(i! j!) (t - i - j a)^(i+j+1)/(i+j+1)!. */
static double two_delays(double t)
{
    double sum = 1;
    for (int i = 0; i <= t; i++)
        for (int j = 0; i + j * M_SQRT2 <= t; j++) {
            double term = t - i - j * M_SQRT2;
            for (int k = 1; k <= i + j; k++)
                term *= (t - i - j * M_SQRT2) / (k + 1.0);
            for (int k = 1; k <= j; k++)
                term *= (i + k) / (double)k;
            sum -= ((i + j) % 2 ? -2 : 2) * term;
        }
    return sum;
}

static void two_delays_in_one_equation(void **state)
{
    (void)state;
    rig r = run_text("model A Real x(start = 1, fixed = true); "
                     "equation der(x) = -delay(x, 1) - delay(x, sqrt(2)); end A;",
                     8, 1e-9);
    AT_MOST(largest_error(&r, "x", two_delays), strcmp(rig_engine(), "erk") == 0 ? 1e-12 : 100 * 1e-9);
    rig_end(&r);
}

/* Jumps that come back as jumps: y = y(t - 0.3)/2 + y(t - 0.41)/4 + step(t - 1). */
static double echoes(double t)
{
    double sum = 0;
    for (int i = 0; 1 + 0.3 * i < t; i++)
        for (int j = 0; 1 + 0.3 * i + 0.41 * j < t; j++) {
            double term = pow(0.5, i) * pow(0.25, j);
            for (int k = 1; k <= j; k++)
                term *= (i + k) / (double)k;
            sum += term;
        }
    return sum;
}

static void jumps_echo(void **state)
{
    (void)state;
    rig r =
        run_text("model A Real y = 0.5*delay(y, 0.3) + 0.25*delay(y, 0.41) + (if time > 1 then 1 else 0); "
                 "Real z(start = 0, fixed = true); equation der(z) = y; end A;",
                 4, 1e-9);
    for (size_t i = 0; i < rows(&r); i++)
        if (fabs(echoes(time_of(&r, i) - 1e-9) - echoes(time_of(&r, i) + 1e-9)) == 0)
            NEAR(at(&r, "y", i), echoes(time_of(&r, i)), 1e-9);
    rig_end(&r);
}

/* An undamped impact seen later: s = 1 - t, then -sin(w(t - 1))/w for half a period, then back. */
static double late_impact(double t)
{
    const double w = 100, back = t - 0.05 - 1;
    if (back < 0)
        return t < 0.05 ? 1 : -back;
    return back < M_PI / w ? -sin(w * back) / w : back - M_PI / w;
}

static void what_a_contact_does_is_seen_later(void **state)
{
    (void)state;
    rig r =
        run_text("model A " USES "Mass m(m = 1, s(start = 1, fixed = true), v(start = -1, fixed = true)); "
                 "Fixed ground; ElastoGap gap(c = 1e4, d = 0, s_rel0 = 0, n = 1); "
                 "Real y = delay(m.s, 0.05), other = delay(sin(time), 0.013); "
                 "equation connect(ground.flange, gap.flange_a); connect(gap.flange_b, m.flange_a); end A;",
                 2, 1e-9);
    AT_MOST(largest_error(&r, "y", late_impact), 100 * 1e-9);
    rig_end(&r);
}

static void the_end_of_the_run(void **state)
{
    (void)state;
    rig r = run_text("model A Real x(start = 0, fixed = true); Integer n(start = 0); Boolean b = terminal(); "
                     "Real last(start = -1); equation der(x) = 2; "
                     "when terminal() then n = pre(n) + 1; last = x; end when; end A;",
                     1.5, 1e-8);
    NEAR(end(&r, "n"), 1, 0);
    NEAR(end(&r, "last"), 3, 1e-7);
    NEAR(at(&r, "n", rows(&r) - 2), 0, 0);
    NEAR(at(&r, "b", rows(&r) - 2), 0, 0);
    rig_end(&r);
    r = run_text(
        "model A Real x = time; Integer n(start = 0); equation when x > 0.5 then terminate(\"enough\"); "
        "end when; when terminal() then n = 7; end when; end A;",
        1, 1e-8);
    NEAR(time_of(&r, rows(&r) - 1), 0.5, 1e-12);
    NEAR(end(&r, "n"), 7, 0);
    rig_end(&r);
}

static void refused(const char *text, const char *message, const char *remedy, eg_status status)
{
    rig r = rig_read(text);
    rig_demand(&r, r.status == EG_OK, text);
    try_run(&r, 1, 1e-6);
    if (r.status != status)
        rig_fail(__FILE__, __LINE__, text);
    SAYS_ERROR(&r, message);
    SAYS_ERROR(&r, remedy);
    rig_release(&r);
}

static void delays_have_their_rules(void **state)
{
    (void)state;
    refused("model A Real x = time, v = der(delay(x, 1)); end A;", "the derivative of a delayed value",
            "an equation of its own", EG_ERROR_MODEL);
    refused("model A Real x = time, v = delay(x, -1); end A;", "must be more than 0", "T > 0",
            EG_ERROR_MODEL);
    refused("model A Real x = time, v = delay(x, 2, 1); end A;", "at most the longest", "longest",
            EG_ERROR_MODEL);
    refused("model A Real x = time, v = delay(x, 1 + v, 3); end A;", "cannot depend on what is delayed", "T",
            EG_ERROR_MODEL);
    refused("model A Real x = time, v = delay(x, time + 0.1, 0.5); end A;",
            "it must be more than 0 and at most", "larger delayMax", EG_ERROR_SIMULATION);
    rig r = rig_read("model A Real x = time, v = delay(x, time); end A;");
    TRUE(r.status == EG_ERROR_MODEL);
    SAYS_ERROR(&r, "needs its longest time");
    SAYS_ERROR(&r, "delay(x, T, longest)");
    rig_release(&r);
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_method_of_steps),
        cmocka_unit_test(the_implicit_engine_looks_back_too),
        cmocka_unit_test(a_delayed_sine),
        cmocka_unit_test(a_delay_that_changes),
        cmocka_unit_test(jumps_are_events),
        cmocka_unit_test(the_start_is_the_past),
        cmocka_unit_test(a_late_force_on_a_mass),
        cmocka_unit_test(the_end_of_the_run),
        cmocka_unit_test(delays_have_their_rules),
        cmocka_unit_test(delays_beside_contacts),
        cmocka_unit_test(two_delays_in_one_equation),
        cmocka_unit_test(jumps_echo),
        cmocka_unit_test(what_a_contact_does_is_seen_later),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
