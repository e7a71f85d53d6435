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
        cmocka_unit_test(a_span_may_be_the_start_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
