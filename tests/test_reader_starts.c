/* Starts of the variables of ports, spans that are the start alone, and rates in when clauses. */
#include "run_text.h"

/* A position that is fixed at a force's flange, 0.1 m beside the middle of the mass, which swings by
 * sqrt(c/m) = 2 rad/s about -0.1 m, where the spring is at rest. */
static void a_flange_begins_where_its_start_is_fixed(void **state)
{
    (void)state;
    char body[1000];
    snprintf(
        body, sizeof body,
        "import Modelica.Mechanics.Translational.*; %s v(start = 0, fixed = true)); %s %s "
        "connect(f.flange, m.flange_a); connect(none.y, f.f); connect(wall.flange, spring.flange_a); "
        "connect(spring.flange_b, m.flange_b);",
        "Components.Mass m(m = 2, L = 0.2,",
        "Components.Spring spring(c = 8); Components.Fixed wall; Modelica.Blocks.Sources.Constant none(k=0);",
        "Sources.Force f(flange(s(start = 0.5, fixed = true, displayUnit = \"mm\"))); equation");
    rig r = run_text(body, 1.0);
    for (size_t i = 0; i < rows(&r); i++)
        NEAR(at(&r, "m.s", i), -0.1 + 0.7 * cos(2.0 * time_of(&r, i)), 100 * TOL * 1.4);
    rig_end(&r);
    /* a force of 4 N in the spring: 0.5 m */
    r = run_text(
        "import Modelica.Mechanics.Translational.*; Components.Mass m(m = 2, L = 0, v(start = 0, fixed = "
        "true)); Components.Spring spring(c = 8, flange_b(f(start = 4, fixed = true))); Components.Fixed "
        "wall; equation connect(wall.flange, spring.flange_a); connect(spring.flange_b, m.flange_a);",
        1.0);
    NEAR(begin(&r, "m.s"), 0.5, 1e-15);
    NEAR(end(&r, "m.s"), 0.5 * cos(2.0), 100 * TOL);
    rig_end(&r);
}

/* x = 2 exp(-t), v = 1 + t^3/3 asked at 0.5 s; der(x) passes -1 at ln 2. */
static void a_clause_asks_for_rates(void **state)
{
    (void)state;
    rig r = run_text(
        "Real x(start = 2, fixed = true), v(start = 1, fixed = true), s = x*v; discrete Real u(start = 0, "
        "fixed = true), n[2](each start = 0, each fixed = true), w(start = 0, fixed = true); "
        "discrete Real since(start = -1, fixed = true); "
        "equation der(x) = -x; der(v) = time^2; when time > 0.5 then u = 3*der(x); n = der({v, 2*v}); "
        "w = der(s); end when; when der(x) > -1 then since = time; end when;",
        1.0);
    const double x = 2.0 * exp(-0.5), v = 1.0 + 0.125 / 3.0, accuracy = 100 * TOL * 4;
    NEAR(end(&r, "u"), -3.0 * x, accuracy);
    NEAR(end(&r, "n[1]"), 0.25, accuracy);
    NEAR(end(&r, "n[2]"), 0.5, accuracy);
    NEAR(end(&r, "w"), -x * v + x * 0.25, accuracy);
    NEAR(end(&r, "since"), log(2.0), accuracy);
    rig_end(&r);
}

/* What changes at events only may begin with states, with what initial equations determine, with relations;
 * z and v depend on each other, z = v/2 + 2 and v = z/2 + 1. */
static void what_changes_at_events_begins_with_states(void **state)
{
    (void)state;
    static const char *const engines[] = {"erk", "irk", "exact"};
    for (int k = 0; k < 3; k++) {
        rig r = read_text(
            "Real x(start = 2, fixed = true), z(start = 1); discrete Real u, v, w; Integer n; Boolean b; "
            "initial equation u = 3*x; z = v/2 + x; v = 0.5*z + 1; pre(w) = x + 1; n = if x > 1 then 4 "
            "else 5; pre(b) = x > 1; equation der(x) = -u; der(z) = 0; "
            "when sample(0.5, 0.5) then u = x; w = pre(w) + 1; n = pre(n) + 1; b = not pre(b); v = z; "
            "end when;");
        r.engine = engines[k];
        run(&r, 0.75, TOL);
        NEAR(begin(&r, "u"), 6.0, 1e-15);
        NEAR(begin(&r, "v"), 8.0 / 3.0, 1e-13);
        NEAR(begin(&r, "z"), 10.0 / 3.0, 1e-13);
        NEAR(begin(&r, "w"), 3.0, 0.0);
        NEAR(begin(&r, "n"), 4.0, 0.0);
        NEAR(begin(&r, "b"), 1.0, 0.0);
        /* x falls by 6 m/s to -1 m at 0.5 s, then rises by 1 m/s */
        NEAR(end(&r, "x"), -0.75, 100 * TOL * 3);
        NEAR(end(&r, "u"), -1.0, 100 * TOL * 3);
        NEAR(end(&r, "w"), 4.0, 0.0);
        NEAR(end(&r, "n"), 5.0, 0.0);
        NEAR(end(&r, "b"), 0.0, 0.0);
        rig_end(&r);
    }
    /* v = 3 z + 1 and z = v/2 + 2 are not found one from the other */
    rig r = read_text(
        "Real x(start = 2, fixed = true), z; discrete Real v; initial equation z = v/2 + x; v = 3*z + 1; "
        "equation der(x) = -v; der(z) = 0; when time > 0.5 then v = 0; end when;");
    assert_int_equal(eg_model_compile(r.spec, r.d, &r.model), EG_OK);
    eg_simulate_options o = eg_simulate_options_default(r.model);
    assert_int_not_equal(eg_simulate(r.model, &o, r.d, &r.t, &r.st), EG_OK);
    assert_non_null(
        strstr(eg_diagnostics_get(r.d, eg_diagnostics_count(r.d) - 1)->message, "does not settle"));
    rig_end(&r);
}

static void a_span_may_be_the_start_alone(void **state)
{
    (void)state;
    rig r = read_text("Real x(start = 2, fixed = true), y = 3*x; equation der(x) = -x; "
                      "annotation(experiment(StopTime = 0, NumberOfIntervals = 10));");
    run(&r, 0.0, TOL);
    TRUE(eg_spec_experiment(r.spec).stop_time == 0.0);
    TRUE(rows(&r) >= 1);
    NEAR(end(&r, "y"), 6.0, 0.0);
    rig_end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flange_begins_where_its_start_is_fixed),
        cmocka_unit_test(a_clause_asks_for_rates),
        cmocka_unit_test(what_changes_at_events_begins_with_states),
        cmocka_unit_test(a_span_may_be_the_start_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
