/* Derivatives of tables: of what happens after the start of the run alone, of the column that is asked, and
 * of tables over signals of time; against closed forms. Akima's cubic through points of a parabola at equal
 * distances is that parabola. */
#include "run_text.h"

#define SQUARES "[-1, 1; 0, 0; 1, 1; 2, 4; 3, 9]"
#define AKIMA "smoothness = Modelica.Blocks.Types.Smoothness.ContinuousDerivative"
#define TABLE(more) B_ "Tables.CombiTable1Ds tab(table = " SQUARES ", " more "); "
#define MOVED T_ "Sources.Position drive(exact = true); " T_ "Components.Mass m(m = 2); "
#define JOINED "connect(tab.y[1], drive.s_ref); connect(drive.flange, m.flange_a); "

/* u = 1 + 0.7 sin(2 t), y = u^2; the force that moves the mass is m y''. */
static void a_cubic_over_a_signal_of_time_moves_a_flange_exactly(void **state)
{
    (void)state;
    rig r = run_text(TABLE(AKIMA) B_
                     "Sources.Sine sine(amplitude = 0.7, f = 1/3.14159265358979323846, offset = 1); " MOVED
                     "equation connect(sine.y, tab.u); " JOINED,
                     3.0);
    for (size_t row = 0; row < rows(&r); row += 7) {
        const double time = time_of(&r, row);
        const double u = 1 + 0.7 * sin(2 * time), v = 1.4 * cos(2 * time), a = -2.8 * sin(2 * time);
        NEAR(at(&r, "m.s", row), u * u, 1e-13);
        NEAR(at(&r, "m.v", row), 2 * u * v, 1e-13);
        NEAR(at(&r, "m.a", row), 2 * (v * v + u * a), 1e-12);
        NEAR(at(&r, "drive.flange.f", row), -4 * (v * v + u * a), 1e-12);
    }
    ALL_WELL();
    rig_release(&r);
}

/* c (t^2 - x) = d x' of a point without mass; x(0) = 0. */
static double lagging(double t)
{
    const double T = 5.0 / 20.0;
    return t * t - 2 * T * t + 2 * T * T * (1 - exp(-t / T));
}

static void its_rates_reach_parts_without_mass(void **state)
{
    (void)state;
    rig r = run_text(
        TABLE(AKIMA) B_
        "Sources.ContinuousClock clock; " T_ "Sources.Position drive(exact = true); " T_
        "Components.Spring spring(c = 20); " T_
        "Components.Damper damper(d = 5, s_rel(start = 0, fixed = true)); " T_ "Components.Fixed ground; "
        "equation connect(clock.y, tab.u); connect(tab.y[1], drive.s_ref); connect(drive.flange, "
        "spring.flange_a); connect(spring.flange_b, damper.flange_b); connect(damper.flange_a, "
        "ground.flange);",
        2.5);
    AT_MOST(largest_error(&r, "damper.s_rel", lagging), 100 * TOL * 6.25);
    ALL_WELL();
    rig_release(&r);
}

/* Lines: slopes between rows; a second derivative that is 0, and a warning of the corners. */
static void lines_have_slopes(void **state)
{
    (void)state;
    rig r =
        run_text(TABLE("extrapolation = Modelica.Blocks.Types.Extrapolation.LastTwoPoints") B_
                 "Sources.ContinuousClock clock; " B_ "Continuous.Der first, second; "
                 "equation connect(clock.y, tab.u); connect(tab.y[1], first.u); connect(first.y, second.u);",
                 2.5);
    NEAR(value(&r, "first.y", 0.5), 1, 0);
    NEAR(value(&r, "first.y", 1.5), 3, 0);
    NEAR(value(&r, "first.y", 2.4), 5, 0);
    NEAR(value(&r, "second.y", 1.5), 0, 0);
    TRUE(says(&r, EG_WARNING, "second differentiates the signal first.y, which jumps"));
    ALL_WELL();
    rig_release(&r);
}

#define TIME_TABLE(rows, more) B_ "Sources.CombiTimeTable tab(table = " rows more "); "

/* A table that begins with 3 at startTime = 0 jumps there, which a run from 0 on does not see. */
static void what_lies_before_the_run_does_not_count(void **state)
{
    (void)state;
    rig r = run_text(TIME_TABLE("[0, 3; 1, 5; 1, 5; 3, 1]", "") B_
                     "Continuous.Der slope; equation connect(tab.y[1], slope.u);",
                     2.5);
    NEAR(value(&r, "slope.y", 0.5), 2, 0);
    NEAR(value(&r, "slope.y", 2.0), -2, 0);
    TRUE(!says(&r, EG_WARNING, "jumps"));
    rig_release(&r);
    r = run_text(TIME_TABLE("[-1, 0; 0, 3; 0, 4; 1, 5; 3, 9]", ", startTime = -2, shiftTime = 0") MOVED
                 "equation " JOINED,
                 2.5);
    NEAR(value(&r, "m.v", 0.5), 1, 0);
    NEAR(value(&r, "m.v", 2.0), 2, 0);
    ALL_WELL();
    rig_release(&r);
}

/* Steps have a slope beside them, which may be looked at; that there is more at the step is said. */
static void steps_have_slopes_beside_them(void **state)
{
    (void)state;
    rig r = run_text(TIME_TABLE("[0, 0; 1, 5; 1, 4; 3, 1]", "") B_
                     "Continuous.Der slope; equation connect(tab.y[1], slope.u);",
                     2.5);
    NEAR(value(&r, "slope.y", 0.5), 5, 0);
    NEAR(value(&r, "slope.y", 2.0), -1.5, 0);
    TRUE(says(&r, EG_WARNING,
              "slope differentiates the signal tab.y[1], which jumps: the impulse at that time is not"));
    ALL_WELL();
    rig_release(&r);
}

static void refuses(const char *body, const char *what)
{
    rig r = read_text(body);
    TRUE(eg_model_compile(r.spec, r.d, &r.model) != EG_OK);
    TRUE(says(&r, EG_ERROR, what));
    rig_release(&r);
}

/* The same table in a run from -1 on; and what jumps later. */
static void jumps_within_the_run_do(void **state)
{
    (void)state;
#define FROM " annotation(experiment(StartTime = -1, StopTime = 2));"
    refuses(TIME_TABLE("[0, 3; 1, 5; 3, 1]", "") MOVED "equation " JOINED FROM, "that signal jumps");
    refuses(TIME_TABLE("[0, 0; 1, 5; 1, 4; 3, 1]", "") MOVED "equation " JOINED, "that signal jumps");
    refuses(TIME_TABLE("[0, 0; 1, 5; 1, 4; 3, 1]", "") B_
            "Continuous.Der slope; " T_ "Sources.Force force; " T_
            "Components.Mass m(m = 1); equation connect(tab.y[1], slope.u); connect(slope.y, force.f); "
            "connect(force.flange, m.flange_a);",
            "but that signal jumps");
    refuses(TABLE("smoothness = Modelica.Blocks.Types.Smoothness.ConstantSegments") B_
            "Sources.ContinuousClock clock; " MOVED "equation connect(clock.y, tab.u); " JOINED,
            "that signal jumps");
    /* slopes with corners may be looked at, and not be followed */
    refuses(TIME_TABLE("[0, 0; 1, 5; 3, 1]", "") B_
            "Continuous.Der slope, bend; " T_ "Sources.Force force; " T_
            "Components.Mass m(m = 1); equation connect(tab.y[1], slope.u); connect(slope.y, bend.u); "
            "connect(bend.y, force.f); connect(force.flange, m.flange_a);",
            "but that signal jumps");
    ALL_WELL();
}

/* The second output jumps and closes a switch, the first one moves the flange: s = t^2 by rows 0, 1, 4. */
static void each_column_has_its_own_smoothness(void **state)
{
    (void)state;
    rig r = run_text(TIME_TABLE("[0, 0, 0; 1, 1, 0; 1, 1, 1; 2, 4, 1; 3, 9, 0]", "") MOVED "equation " JOINED,
                     2.5);
    NEAR(value(&r, "m.v", 1.5), 3, 0);
    NEAR(value(&r, "tab.y[2]", 1.5), 1, 0);
    rig_release(&r);
    r = run_text(B_ "Tables.CombiTable1Ds tab(table = [0, 0, 0; 1, 1, 2; 1, 1, 3; 3, 7, 4]); " B_
                    "Sources.ContinuousClock clock; " MOVED "equation connect(clock.y, tab.u); " JOINED,
                 2.0);
    NEAR(value(&r, "m.v", 1.5), 3, 0);
    ALL_WELL();
    rig_release(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_have_slopes_beside_them),
        cmocka_unit_test(a_cubic_over_a_signal_of_time_moves_a_flange_exactly),
        cmocka_unit_test(its_rates_reach_parts_without_mass),
        cmocka_unit_test(lines_have_slopes),
        cmocka_unit_test(what_lies_before_the_run_does_not_count),
        cmocka_unit_test(jumps_within_the_run_do),
        cmocka_unit_test(each_column_has_its_own_smoothness),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
