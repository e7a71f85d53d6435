/* The functions that flat texts are written with: interpolate, staircase, withDerivative, and floor, integer
 * and mod of time. Closed forms. */
#include "equation_models.h"

static long event_rows(const rig *r, double time)
{
    long rows = 0;
    for (size_t i = 0; i < eg_trajectory_rows(r->t); i++)
        rows += eg_trajectory_time(r->t, i) == time;
    return rows;
}

/* Inside, at the points and beyond them; a jump; one point. */
static void tables_of_numbers(void **state)
{
    (void)state;
    rig r = run_text(
        "model T "
        "  parameter Real x[:] = {0, 1, 1, 3}, y[:] = {2, 4, -1, 3}; "
        "  parameter Real line[:] = "
        "    {Modelica.Math.Vectors.interpolate(x, y, u) for u in {-1, 0.5, 1, 2, 4}}; "
        "  parameter Real stair[:] = {Elastogap.Math.staircase(x, y, u) for u in {-1, 0, 0.5, 1, 2, 3, 4}}; "
        "  parameter Real one = Modelica.Math.Vectors.interpolate({5}, {7}, 9); "
        "  parameter Real two = Elastogap.Math.staircase({5}, {7}, -9); "
        "  Real l[5], s[7], first = one, second = two; "
        "equation for i in 1:5 loop l[i] = line[i]; end for; "
        "  for i in 1:7 loop s[i] = stair[i]; end for; "
        "end T;",
        1, 1e-9);
    static const double line[] = {0, 3, -1, 1, 5}, stair[] = {2, 2, 2, -1, -1, 3, 3};
    char name[20];
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "l[%d]", i + 1);
        NEAR(end(&r, name), line[i], 1e-15);
    }
    for (int i = 0; i < 7; i++) {
        snprintf(name, sizeof name, "s[%d]", i + 1);
        NEAR(end(&r, name), stair[i], 0);
    }
    NEAR(end(&r, "first"), 7, 0);
    NEAR(end(&r, "second"), 7, 0);
    rig_end(&r);
}

/* As MSL 3's friction of gears asks: the fourth argument only says where the search begins. On the last
 * segment (2, 40) to (3, 70) the line has the slope 30. */
static void a_table_may_be_told_where_to_look(void **state)
{
    (void)state;
    rig r =
        run_text("model T parameter Real x[:] = {0, 2, 3}, y[:] = {10, 40, 70}; "
                 "  parameter Real p = Modelica.Math.Vectors.interpolate(x, y, 0, 1); "
                 "  Real first = p, second = Modelica.Math.Vectors.interpolate(x, y, 2.5*time, 1); end T;",
                 1, 1e-9);
    NEAR(end(&r, "first"), 10, 0);
    NEAR(end(&r, "second"), 55, 1e-12);
    rig_end(&r);
}

/* The points of a table of time are time events, exactly where they are written; the integral of its lines is
 * exact. 0.3 + 0.7*1.1 is the instant as a table of the component has it. */
static void points_in_time_are_time_events(void **state)
{
    (void)state;
    rig r = run_text(
        "model T Real y, z, w(start = 0, fixed = true); "
        "equation y = Modelica.Math.Vectors.interpolate({0, 1.1, 1.1, 2}, {0, 1, 3, 3}, (time - 0.3)/0.7); "
        "  z = Elastogap.Math.staircase({0, 1.1}, {5, 6}, (time - 0.3)/0.7); der(w) = y; end T;",
        2, 1e-9);
    double knot = 1.1 * 0.7 + 0.3;
    NEAR((double)event_rows(&r, knot), 2, 0);
    NEAR(end(&r, "y"), 3, 1e-15);
    NEAR(end(&r, "z"), 6, 0);
    /* the first line goes on to the left: from t = 0 on y = (t - 0.3)/0.7/1.1 */
    double slope = 1 / (0.7 * 1.1), area = slope * (pow(knot - 0.3, 2) - 0.09) / 2 + 3 * (2 - knot);
    NEAR(end(&r, "w"), area, 1e-9);
    rig_end(&r);
}

/* Of anything else they are events as well: der(x) = table(x) has a kink at x = 1, reached at t = 1; then
 * der(x) = 2x - 1: x = 1/2 + e^(2(t - 1))/2. */
static void points_on_the_way_are_events(void **state)
{
    (void)state;
    rig r = run_text("model T Real x(start = 0, fixed = true); "
                     "equation der(x) = Modelica.Math.Vectors.interpolate({0, 1, 2}, {1, 1, 3}, x); end T;",
                     1.5, 1e-11);
    NEAR(end(&r, "x"), 0.5 + exp(1) / 2, 1e-9);
    NEAR((double)r.st.events, 1, 0);
    rig_end(&r);
}

/* x moves as it is said to, whatever its own derivative would be: m*a = 2*m. */
static void a_derivative_that_is_said(void **state)
{
    (void)state;
    rig r = run_text(
        "model T Real s = Elastogap.Math.withDerivative(time^2, Elastogap.Math.withDerivative(3*time, 5)), "
        "  v = der(s), a = der(v); end T;",
        2, 1e-9);
    NEAR(end(&r, "s"), 4, 1e-12);
    NEAR(end(&r, "v"), 6, 1e-12);
    NEAR(end(&r, "a"), 5, 1e-12);
    rig_end(&r);
}

/* Steps of time count backwards too, and last from one instant to the next exactly. */
static void steps_of_time(void **state)
{
    (void)state;
    rig r = rig_read(
        "model T Integer n = integer((time - 1)/0.3); Real f = floor(2*time - 1), m = mod(time - 1, 0.3), "
        "  w(start = 0, fixed = true); equation der(w) = n; end T;");
    rig_demand(&r, r.status == EG_OK, "the text is refused");
    run(&r, 2, 1e-9);
    NEAR(end(&r, "n"), 3, 0);
    NEAR(end(&r, "f"), 3, 0);
    NEAR(end(&r, "m"), 0.1, 1e-14);
    /* from 0 to 0.1: -4, then -3, -2, -1, 0, 1, 2 for 0.3 each, 3 for 0.1 */
    NEAR(end(&r, "w"), -0.4 + 0.3 * (-3 - 2 - 1 + 0 + 1 + 2) + 0.3, 1e-12);
    NEAR((double)event_rows(&r, 3 * 0.3 + 1), 2, 0);
    rig_end(&r);
}

static void wrong_tables_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"interpolate({0, 1}, {1, 2, 3}, time)", "same length"},
        {"interpolate({1, 0}, {1, 2}, time)", "must not fall"},
        {"interpolate({1, 0}, {1, 2}, 3)", "must not fall"},
        {"interpolate([0, 1], {1, 2}, time)", "two vectors"},
        {"interpolate({0, 1}, {1, 2}, time > 1)", "not a truth value"},
        {"interpolate({0, 1}, {1, 2})", "3 to 4 arguments"},
        {"interpolate({0, time}, {1, 2}, 1)", ""},
    };
    for (size_t i = 0; i < EG_COUNT(wrong); i++) {
        char text[200], message[1000] = "";
        snprintf(text, sizeof text, "model T Real y = Modelica.Math.Vectors.%s; end T;", wrong[i][0]);
        rig r = rig_read(text);
        if (eg_diagnostics_count(r.d) > 0)
            eg_diagnostic_format(eg_diagnostics_get(r.d, 0), 0, message, sizeof message);
        if (r.status != EG_ERROR_MODEL || !strstr(message, wrong[i][1]))
            rig_fail(__FILE__, __LINE__, message);
        rig_release(&r);
    }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_numbers),
        cmocka_unit_test(a_table_may_be_told_where_to_look),
        cmocka_unit_test(points_in_time_are_time_events),
        cmocka_unit_test(points_on_the_way_are_events),
        cmocka_unit_test(a_derivative_that_is_said),
        cmocka_unit_test(steps_of_time),
        cmocka_unit_test(wrong_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
