/* Rows that are made many at once (network/motion/sheet.h) are those that are made one by one, to the bit: a
 * sensor, which follows the motion, has a model's rows made one by one and changes nothing else. */
#include "elastogap/elastogap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char parts[] =
    "  import Modelica.Mechanics.Translational.Components.*;\n"
    "  import Modelica.Mechanics.Translational.Sources.*;\n"
    "  Fixed wall(s0 = -0.3);\n"
    "  Rod rod(L = 0.7);\n"
    "  ElastoGap gap(c = 4e3, d = 20, s_rel0 = 0.1, n = %s);\n"
    "  ElastoGap other(c = 3e3, d = 30, s_rel0 = 0.02);\n"
    "  Mass a(m = 2, L = 0.05, s(start = 1, fixed = true), v(fixed = true));\n"
    "  Mass b(m = 1, L = 0.02, s(start = 1.4, fixed = true), v(start = -2, fixed = true));\n"
    "  Mass c(m = 0.5, s(start = 2, fixed = true), v(fixed = true));\n"
    "  SpringDamper between(c = 90, d = 0.4, s_rel0 = 0.3);\n"
    "  Spring spring(c = 40, s_rel0 = 0.1);\n"
    "  Damper damper(d = 0.2);\n"
    "  ConstantForce weight(f_constant = -9.81);\n"
    "  Force force;\n"
    "  Modelica.Blocks.Sources.Sine sine(amplitude = 3, f = 2);\n";
static const char connections[] = "  connect(wall.flange, rod.flange_a);\n"
                                  "  connect(rod.flange_b, gap.flange_a);\n"
                                  "  connect(gap.flange_b, a.flange_a);\n"
                                  "  connect(a.flange_b, other.flange_a);\n"
                                  "  connect(other.flange_b, b.flange_a);\n"
                                  "  connect(b.flange_b, between.flange_a);\n"
                                  "  connect(between.flange_b, c.flange_a);\n"
                                  "  connect(rod.flange_b, spring.flange_a);\n"
                                  "  connect(spring.flange_b, c.flange_a);\n"
                                  "  connect(rod.flange_b, damper.flange_a);\n"
                                  "  connect(damper.flange_b, a.flange_b);\n"
                                  "  connect(weight.flange, a.flange_b);\n"
                                  "  connect(force.flange, b.flange_b);\n"
                                  "  connect(sine.y, force.f);\n";

/* Zeros of both signs: what a gear turns round, what rests, what has nothing to push it. */
static const char resting[] =
    "model Sheet\n"
    "  import Modelica.Mechanics.Rotational.Components.*;\n"
    "  Fixed ground;\n"
    "  Inertia a(J = 1, phi(start = 0, fixed = true), w(start = -0.0, fixed = true));\n"
    "  Inertia b(J = 2);\n"
    "  Inertia c(J = 3, phi(start = -1, fixed = true), w(start = 1, fixed = true));\n"
    "  IdealGear turned(ratio = -1);\n"
    "  Spring spring(c = 4);\n"
    "  SpringDamper idle(c = 0, d = 0);\n"
    "  ElastoBacklash backlash(c = 5, d = 1, b = 1);\n"
    "%s"
    "equation\n"
    "  connect(ground.flange, spring.flange_a);\n"
    "  connect(spring.flange_b, a.flange_a);\n"
    "  connect(a.flange_b, turned.flange_a);\n"
    "  connect(turned.flange_b, b.flange_a);\n"
    "  connect(b.flange_b, backlash.flange_a);\n"
    "  connect(backlash.flange_b, c.flange_a);\n"
    "  connect(c.flange_b, idle.flange_a);\n"
    "  connect(idle.flange_b, ground.flange);\n"
    "%s"
    "  annotation(experiment(StopTime = 2));\n"
    "end Sheet;\n";

static eg_trajectory *run_text(const char *text, double interval)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    eg_statistics st;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "sheet.mo", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_simulate_options options = eg_simulate_options_default(model);
    options.interval = interval;
    assert_int_equal(eg_simulate(model, &options, d, &t, &st), EG_OK);
    assert_true(st.clusters > 0); /* or nothing is shown */
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return t;
}

static eg_trajectory *run(const char *exponent, const char *sensor, const char *joint, double interval)
{
    char text[4000];
    size_t at = (size_t)snprintf(text, sizeof text, "model Sheet\n");
    at += (size_t)snprintf(text + at, sizeof text - at, parts, exponent);
    snprintf(text + at, sizeof text - at,
             "%sequation\n%s%s  annotation(experiment(StopTime = 2));\nend Sheet;\n", sensor, connections,
             joint);
    return run_text(text, interval);
}

/* Rows of `few` are all among those of `many`, at the same times and with the same bits. */
static void check_same(const eg_trajectory *few, const eg_trajectory *many)
{
    size_t found = 0, rows = eg_trajectory_rows(few), signals = eg_trajectory_signals(few);
    assert_true(rows > 10 && signals > 40);
    for (size_t row = 0, at = 0; row < rows; row++, at++) {
        while (at < eg_trajectory_rows(many) && eg_trajectory_time(many, at) != eg_trajectory_time(few, row))
            at++;
        assert_true(at < eg_trajectory_rows(many));
        for (size_t i = 0; i < signals; i++) {
            long k = eg_trajectory_find(many, eg_trajectory_signal(few, i).name);
            assert_true(k >= 0);
            double x = eg_trajectory_value(few, i, row), y = eg_trajectory_value(many, (size_t)k, at);
            if (memcmp(&x, &y, sizeof x) != 0)
                print_error("%s at %.17g: %.17g and %.17g\n", eg_trajectory_signal(few, i).name,
                            eg_trajectory_time(few, row), x, y);
            found += memcmp(&x, &y, sizeof x) != 0;
        }
    }
    assert_int_equal(found, 0);
}

static void many_are_one_by_one(void **state)
{
    (void)state;
    static const char *const exponents[] = {"1", "1.5"};
    for (int i = 0; i < 2; i++) {
        eg_trajectory *many = run(exponents[i], "", "", 0.01);
        eg_trajectory *one =
            run(exponents[i], "  Modelica.Mechanics.Translational.Sensors.SpeedSensor sensor;\n",
                "  connect(sensor.flange, c.flange_b);\n", 0.01);
        check_same(many, one);
        eg_trajectory_free(many);
        eg_trajectory_free(one);
    }
}

static void zeros_keep_their_signs(void **state)
{
    (void)state;
    char text[2][4000];
    snprintf(text[0], sizeof text[0], resting, "", "");
    snprintf(text[1], sizeof text[1], resting,
             "  Modelica.Mechanics.Rotational.Sensors.SpeedSensor sensor;\n",
             "  connect(sensor.flange, backlash.flange_b);\n");
    eg_trajectory *many = run_text(text[0], 0.01), *one = run_text(text[1], 0.01);
    check_same(many, one);
    eg_trajectory_free(many);
    eg_trajectory_free(one);
}

static void the_grid_does_not_matter(void **state)
{
    (void)state;
    eg_trajectory *few = run("1", "", "", 0.25), *many = run("1", "", "", 0.25 / 64);
    check_same(few, many);
    eg_trajectory_free(few);
    eg_trajectory_free(many);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_are_one_by_one),
        cmocka_unit_test(zeros_keep_their_signs),
        cmocka_unit_test(the_grid_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
