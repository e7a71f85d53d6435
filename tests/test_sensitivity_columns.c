/* Derivatives as columns of an ordinary run, against closed forms at each of its rows: both sides of events,
 * where equations tell more of them than components, and where a derivative ends. */
#include "elastogap/elastogap.h"
#include "elastogap/sensitivity.h"

#include "near.h"

#include <stdbool.h>

/* Runs are made at 1e-10; derivatives are solved ten times closer, and the instants of events, which either run
 * finds for itself, are off by some of that, times c here. */
static const double tolerance = 1e-10, off = 1e-7;

static eg_trajectory *run_with(const char *text, const char *engine, const char *const *by, size_t count,
                               eg_diagnostics *d)
{
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "test", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_sensitivity_options o = eg_sensitivity_options_default(model);
    o.run.tolerance = tolerance;
    o.run.engine = engine;
    o.by = by;
    o.by_count = count;
    assert_int_equal(eg_simulate(model, &o.run, d, &t, NULL), EG_OK);
    const size_t before = eg_trajectory_signals(t);
    assert_int_equal(eg_sensitivity_columns(spec, &o, d, t), EG_OK);
    assert_true(eg_trajectory_signals(t) > before);
    eg_model_free(model);
    eg_spec_free(spec);
    return t;
}

static double value_of(const eg_trajectory *t, const char *name, size_t row)
{
    const long at = eg_trajectory_find(t, name);
    assert_true(at >= 0);
    return eg_trajectory_value(t, (size_t)at, row);
}

/* Is the row on the right of an event? */
static bool is_right(const eg_trajectory *t, size_t row)
{
    return row > 0 && eg_trajectory_time(t, row) == eg_trajectory_time(t, row - 1);
}

static const char gap[] =
    "model Gap\n"
    "  import Modelica.Mechanics.Translational.Components;\n"
    "  Components.Fixed wall(s0 = 0);\n"
    "  Components.Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true), v(start = -1, fixed = true));\n"
    "  Components.ElastoGap gap(c = 800, d = 0, s_rel0 = 0);\n"
    "equation\n"
    "  connect(wall.flange, gap.flange_a);\n"
    "  connect(gap.flange_b, ball.flange_a);\n"
    "  annotation(experiment(StopTime = 0.8, Interval = 0.01));\n"
    "end Gap;\n";

/* In contact, from t = s0 on, with w^2 = c/m: s = -sin(w (t - s0))/w, and half a turn later v is 1. */
static void contacts_begin_and_end_within_columns(void **state)
{
    (void)state;
    const char *by[] = {"ball.s(start)", "gap.c"};
    const char *engines[] = {"exact", "erk", "irk"};
    for (size_t e = 0; e < 3; e++) {
        eg_diagnostics *d = eg_diagnostics_create();
        eg_trajectory *t = run_with(gap, engines[e], by, 2, d);
        const double c = 800, m = 2, w = sqrt(c / m), begins = 0.5, ends = begins + acos(-1.0) / w;
        size_t sides = 0;
        for (size_t i = 0; i < eg_trajectory_rows(t); i++) {
            const double now = eg_trajectory_time(t, i), late = fabs(now - ends) < 1e-6 ? ends : now;
            const bool is_event = is_right(t, i) || (i + 1 < eg_trajectory_rows(t) && is_right(t, i + 1));
            const bool has_begun = is_event && late != ends ? is_right(t, i) : now > begins;
            const bool has_ended = is_event && late == ends ? is_right(t, i) : now > ends;
            sides += is_event;
            double by_start = 1, by_c = 0, f_by_start = 0, f_by_c = 0;
            if (has_begun && !has_ended) {
                const double turn = w * (late - begins), s = -sin(turn) / w, dw = w / (2 * c);
                by_start = cos(turn);
                by_c = (sin(turn) / (w * w) - (late - begins) * cos(turn) / w) * dw;
                f_by_start = c * by_start;
                f_by_c = s + c * by_c;
            } else if (has_ended) { /* s = t - s0 - pi/w */
                by_start = -1;
                by_c = acos(-1.0) / (w * w) * w / (2 * c);
            }
            assert_near(value_of(t, "d(ball.s)/d(ball.s(start))", i), by_start, off);
            assert_near(value_of(t, "d(ball.s)/d(gap.c)", i), by_c, off);
            assert_near(value_of(t, "d(gap.f)/d(ball.s(start))", i), f_by_start, c * off);
            assert_near(value_of(t, "d(gap.f)/d(gap.c)", i), f_by_c, off);
        }
        assert_int_equal(sides, 4);
        assert_true(eg_trajectory_find(t, "d(gap.contact)/d(gap.c)") < 0);
        eg_trajectory_free(t);
        assert_int_equal(eg_diagnostics_count(d), 0);
        eg_diagnostics_free(d);
    }
}

/* What is thrown up at 0 with v0 comes down at 2 v0/g and goes on with e v0. */
static void reinit_moves_what_follows(void **state)
{
    (void)state;
    static const char text[] = "model Thrown\n"
                               "  parameter Real e = 0.5, g = 10, v0 = 4;\n"
                               "  Real h(start = 0, fixed = true), v(start = v0, fixed = true);\n"
                               "equation\n"
                               "  der(h) = v;\n"
                               "  der(v) = -g;\n"
                               "  when h < 0 then\n"
                               "    reinit(v, -e*pre(v));\n"
                               "  end when;\n"
                               "  annotation(experiment(StopTime = 1, Interval = 0.1));\n"
                               "end Thrown;\n";
    const char *by[] = {"e", "v0"};
    eg_diagnostics *d = eg_diagnostics_create();
    eg_trajectory *t = run_with(text, "erk", by, 2, d);
    const double g = 10, e = 0.5, v0 = 4, down = 2 * v0 / g;
    size_t rebounds = 0;
    for (size_t i = 0; i < eg_trajectory_rows(t); i++) {
        const double now = eg_trajectory_time(t, i);
        const bool is_event = is_right(t, i) || (i + 1 < eg_trajectory_rows(t) && is_right(t, i + 1));
        const bool is_down = is_event ? is_right(t, i) : now > down;
        rebounds += is_event;
        assert_near(value_of(t, "d(v)/d(e)", i), is_down ? v0 : 0, off);
        assert_near(value_of(t, "d(v)/d(v0)", i), is_down ? e + 2 : 1, off);
        assert_near(value_of(t, "d(h)/d(e)", i), is_down ? v0 * (now - down) : 0, off);
        assert_near(value_of(t, "d(h)/d(v0)", i), is_down ? (e + 2) * (now - down) - e * v0 * 2 / g : now,
                    off);
    }
    assert_true(rebounds >= 2); /* that the height is no longer below 0 is an event, too */
    eg_trajectory_free(t);
    eg_diagnostics_free(d);
}

/* Two steps at one instant go apart: from there on there are no derivatives by when, which is told, and those
 * by others go on. */
static void ends_of_derivatives_are_told(void **state)
{
    (void)state;
    static const char text[] = "model Twice\n"
                               "  parameter Real a = 0.5, b = 0.5, r = 2;\n"
                               "  Real x(start = 0, fixed = true);\n"
                               "equation\n"
                               "  der(x) = if time > a then (if time > b then r else -r) else 0;\n"
                               "  annotation(experiment(StopTime = 1, Interval = 0.25));\n"
                               "end Twice;\n";
    const char *by[] = {"r", "a"};
    eg_diagnostics *d = eg_diagnostics_create();
    eg_trajectory *t = run_with(text, "erk", by, 2, d);
    const size_t last = eg_trajectory_rows(t) - 1;
    assert_near(value_of(t, "d(x)/d(r)", last), 0.5, off);
    assert_true(isnan(value_of(t, "d(x)/d(a)", last)));
    assert_near(value_of(t, "d(x)/d(a)", 1), 0, 0);
    assert_int_equal(eg_diagnostics_count(d), 1);
    assert_non_null(strstr(eg_diagnostics_get(d, 0)->message, "derivatives by a"));
    eg_trajectory_free(t);
    eg_diagnostics_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_begin_and_end_within_columns),
        cmocka_unit_test(reinit_moves_what_follows),
        cmocka_unit_test(ends_of_derivatives_are_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
