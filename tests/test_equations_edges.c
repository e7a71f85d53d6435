/* Formulas that have a value on one side of a relation only: roots, powers, logarithms, arcs in branches.
 * Every general engine runs them, at every tolerance, and leaves what truly has no value to a clear end. */
#include "reading.h"

#include "elastogap/elastogap.h"

static const char *const engines[] = {"erk", "irk", "ida", "auto"};
static const double tolerances[] = {1e-4, 1e-6, 1e-8, 1e-10};
enum { ENGINES = sizeof engines / sizeof *engines, TOLERANCES = sizeof tolerances / sizeof *tolerances };

/* NULL where the run ends early, whose message is then `message`. */
static eg_trajectory *simulate(const char *text, const char *engine, double tolerance, const char *message,
                               eg_statistics *statistics)
{
    reading r = read_set(text, NULL);
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    bool found = false;
    assert_int_equal(r.status, EG_OK);
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    eg_simulate_options o = eg_simulate_options_default(model);
    o.engine = engine;
    o.tolerance = tolerance;
    const eg_status status = eg_simulate(model, &o, r.diagnostics, &t, statistics);
    for (size_t i = 0; i < eg_diagnostics_count(r.diagnostics); i++)
        found = found || strstr(eg_diagnostics_get(r.diagnostics, i)->message, message ? message : "");
    if (status != (message ? EG_ERROR_SIMULATION : EG_OK) || (message && !found)) {
        show(&r);
        fail_msg("%s at %g: status %d", engine, tolerance, (int)status);
    }
    if (message) {
        eg_trajectory_free(t);
        t = NULL;
    }
    eg_model_free(model);
    done(&r);
    return t;
}

static double value(const eg_trajectory *t, const char *name, size_t row)
{
    const long signal = eg_trajectory_find(t, name);
    assert_true(signal >= 0);
    return eg_trajectory_value(t, (size_t)signal, row);
}

/* x = max(0, 1 - t)^2 for 2 s; by how much a reading may be off, in units of the tolerance: 100, times what
 * the edge makes of an error, since x' is 2 sqrt(x): an error e before the end moves the end by sqrt(e). */
static void check_draining(const char *equation)
{
    char text[300];
    snprintf(
        text, sizeof text,
        "model A Real x(start = 1, fixed = true); equation %s annotation(experiment(StopTime = 2)); end A;",
        equation);
    for (int e = 0; e < ENGINES; e++)
        for (int k = 0; k < TOLERANCES; k++) {
            eg_trajectory *t = simulate(text, engines[e], tolerances[k], NULL, NULL);
            for (size_t row = 0; row < eg_trajectory_rows(t); row++) {
                const double left = fmax(0.0, 1.0 - eg_trajectory_time(t, row)), x = value(t, "x", row);
                if (!(fabs(x - left * left) <= 100 * tolerances[k]))
                    fail_msg("%s at %g: %s: x = %g at %g", engines[e], tolerances[k], equation, x, 1 - left);
            }
            eg_trajectory_free(t);
        }
}

static void a_vessel_runs_empty(void **state)
{
    (void)state;
    check_draining("der(x) = if x > 0 then -2*sqrt(x) else 0;");
    check_draining("der(x) = if x <= 0 then 0 else -2*x^0.5;");
    check_draining("der(x) = -2*sqrt(max(x, 0));");
    check_draining("der(x) = noEvent(if x > 0 then -2*sqrt(x) else 0);");
}

/* Energy is kept: contacts of x^n without damping give back what they take. v^2/2 + 9.81 s while s > 0. */
static void check_bouncing(const char *force)
{
    char text[400];
    snprintf(text, sizeof text,
             "model A Real s(start = 0.1, fixed = true), v(start = 0, fixed = true), f; "
             "discrete Real m(start = 0, fixed = true); equation der(s) = v; der(v) = f - 9.81; "
             "when s < 0 then m = 1; elsewhen s > 0 then m = 0; end when; f = %s; "
             "annotation(experiment(StopTime = 2)); end A;",
             force);
    for (int e = 0; e < ENGINES; e++)
        for (int k = 0; k < TOLERANCES; k++) {
            eg_trajectory *t = simulate(text, engines[e], tolerances[k], NULL, NULL);
            int contacts = 0;
            for (size_t row = 0; row < eg_trajectory_rows(t); row++) {
                const double s = value(t, "s", row), v = value(t, "v", row), f = value(t, "f", row);
                assert_true(isfinite(f) && f >= -1e-6);
                contacts += f > 0.0 && value(t, "f", row - 1) <= 0.0;
                /* each with errors of 100 tol of the energy, at most */
                if (s > 0 && !(fabs(0.5 * v * v + 9.81 * s - 0.981) <= 100 * (contacts + 1) * tolerances[k]))
                    fail_msg("%s at %g: %s: %g J at %g s", engines[e], tolerances[k], force,
                             0.5 * v * v + 9.81 * s, eg_trajectory_time(t, row));
            }
            assert_true(contacts >= 5); /* a flight takes 0.286 s, a contact 0.04 s at most */
            eg_trajectory_free(t);
        }
}

static void contacts_of_a_power_bounce(void **state)
{
    (void)state;
    check_bouncing("if s < 0 then 1e5*(-s)^1.5 else 0");
    check_bouncing("if s >= 0 then 0 else 1e6*(-s)^2.3");
    check_bouncing("if m > 0.5 then 1e5*(-s)^1.5 else 0");
    check_bouncing("smooth(1, if s < 0 then 1e4*(-s)^1.1 else 0)");
}

/* The integral of asin |x| over [-1, 1], and that of x log x over (0, 1], along which x goes. */
static void arcs_and_logarithms_end(void **state)
{
    (void)state;
    for (int e = 0; e < ENGINES; e++)
        for (int k = 0; k < TOLERANCES; k++) {
            eg_trajectory *t =
                simulate("model A Real x(start = 1.5, fixed = true), y(start = 0, fixed = true), "
                         "z(start = 0, fixed = true); "
                         "equation der(x) = -1; der(y) = if abs(x) < 1 then asin(abs(x)) else 0; "
                         "der(z) = if x > 0 and x < 1 then x*log(x) else 0; "
                         "annotation(experiment(StopTime = 3)); end A;",
                         engines[e], tolerances[k], NULL, NULL);
            const size_t last = eg_trajectory_rows(t) - 1;
            assert_true(fabs(value(t, "y", last) - (acos(-1.0) - 2.0)) <= 200 * tolerances[k]);
            assert_true(fabs(value(t, "z", last) + 0.25) <= 25 * tolerances[k]);
            eg_trajectory_free(t);
        }
}

/* Valves open by a root, whose derivative is infinite there: a step that is judged by it lets anything pass.
 * Explicit steps ask for none, and are the truth here. */
static void valves_open_as_they_should(void **state)
{
    (void)state;
    static const char text[] =
        "model A Real a(start = 1e5, fixed = true), b(start = 3e5, fixed = true), q, r, V; equation "
        "V = 1e-4*(1.1 + cos(50*time)); q = if a < 1e5 then 2e-6*sqrt(1e5 - a) else 0; "
        "r = if a > b then 2e-6*sqrt(a - b) else 0; der(a) = 1e6/V*(q - r + 5e-3*sin(50*time)); "
        "der(b) = 5e7*(r - 1.5e-9*sqrt(b)); annotation(experiment(StopTime = 0.3)); end A;";
    eg_trajectory *truth = simulate(text, "erk", 1e-10, NULL, NULL);
    const double pressure = value(truth, "b", eg_trajectory_rows(truth) - 1), range = pressure - 3e5;
    eg_trajectory_free(truth);
    for (int e = 0; e < ENGINES; e++)
        for (int k = 1; k < TOLERANCES; k++) {
            eg_trajectory *t = simulate(text, engines[e], tolerances[k], NULL, NULL);
            const double b = value(t, "b", eg_trajectory_rows(t) - 1);
            if (!(fabs(b - pressure) <= 100 * tolerances[k] * range))
                fail_msg("%s at %g: %.10g Pa for %.10g", engines[e], tolerances[k], b, pressure);
            eg_trajectory_free(t);
        }
}

/* A branch that is taken, and says nothing of what the root is of, does not help. */
static void what_has_no_value_ends_the_run(void **state)
{
    (void)state;
    for (int e = 0; e < ENGINES; e++) {
        eg_trajectory_free(
            simulate("model A Real x(start = 0.5, fixed = true), y(start = 0, fixed = true); equation "
                     "der(x) = -1; der(y) = if x > -0.3 then sqrt(x) else 0; end A;",
                     engines[e], 1e-6, "the simulation stopped at t = 0.", NULL));
        eg_trajectory_free(
            simulate("model A Real x(start = 0.5, fixed = true), y(start = 0, fixed = true); equation "
                     "der(x) = -1; der(y) = if time > 0.2 then log(x - 0.1) else 0; end A;",
                     engines[e], 1e-6, "the simulation stopped at t = 0.", NULL));
    }
    eg_trajectory_free(
        simulate("model A Real x(start = 0.5, fixed = true), y(start = 0, fixed = true); equation "
                 "der(x) = -1; der(y) = if x > -0.3 then (x)^1.5 else 0; end A;",
                 "erk", 1e-6, "the equations have no finite value in it", NULL));
}

/* What max chooses stays between events, as what an if takes does: with a kink inside a step there would be
 * some dozen more of them at each. */
static void kinks_end_steps(void **state)
{
    (void)state;
    eg_statistics of[2];
    const char *const forces[] = {"max(0, -1e4*s)", "if s < 0 then -1e4*s else 0"};
    for (int i = 0; i < 2; i++) {
        char text[300];
        snprintf(
            text, sizeof text,
            "model A Real s(start = 0.1, fixed = true), v(start = 0, fixed = true); equation der(s) = v; "
            "der(v) = %s - 9.81; end A;",
            forces[i]);
        eg_trajectory_free(simulate(text, "erk", 1e-9, NULL, &of[i]));
    }
    assert_int_equal(of[0].steps, of[1].steps);
    assert_true(of[0].rejected_steps <= of[1].rejected_steps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_vessel_runs_empty),        cmocka_unit_test(contacts_of_a_power_bounce),
        cmocka_unit_test(arcs_and_logarithms_end),    cmocka_unit_test(what_has_no_value_ends_the_run),
        cmocka_unit_test(valves_open_as_they_should), cmocka_unit_test(kinks_end_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
