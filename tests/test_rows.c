/* Rows of a model in one piece, made many at once (network/motion/sheet.h) or, where heat is stored, from one
 * evaluation of the point (eg_network_observe_alone), are those for which y' is found first: a sensor follows
 * y', has them made so, and changes nothing else. */
#include "elastogap/elastogap.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Something holds (two bodies to each other, by two elements that share the load), slides, touches a stop and
 * is warm. */
static const char model_text[] =
    "model Rows\n"
    "  import Modelica.Mechanics.Translational.Components.*;\n"
    "  import Modelica.Thermal.HeatTransfer;\n"
    "  Fixed wall;\n"
    "  Mass a(m = 2, s(start = 0.2, fixed = true), v(fixed = true));\n"
    "  SpringDamper spring(c = 900, d = 4, s_rel0 = 0.1, useHeatPort = true);\n"
    "  SpringDamper link(c = 500, d = 2, s_rel0 = 0.1);\n"
    "  Brake brake(fn_max = 40, useSupport = true, useHeatPort = true);\n"
    "  SupportFriction rub(f_pos = [0, 2; 1, 3], useSupport = true, useHeatPort = true);\n"
    "  Mass sled(m = 0.7, s(start = 0.1, fixed = true), v(fixed = true));\n"
    "  SpringDamper back(c = 200, d = 3, s_rel0 = 0.1);\n"
    "  ElastoGap gap(c = 1e4, d = 30, s_rel0 = 0.15, useHeatPort = true);\n"
    "  Mass b(m = 1, s(start = 0.3, fixed = true), v(start = 0.5, fixed = true));\n"
    "  Damper damper(d = 3, useHeatPort = true);\n"
    "  Spring pull(c = 100, s_rel0 = 0.2);\n"
    "  MassWithStopAndFriction last(m = 1, L = 0.1, smin = 0, smax = 0.9, F_prop = 0.5, F_Coulomb = 1,\n"
    "    F_Stribeck = 2, fexp = 2, useHeatPort = true, s(start = 0.5, fixed = true), v(fixed = true));\n"
    "  Modelica.Mechanics.Translational.Sources.Force force;\n"
    "  Modelica.Blocks.Sources.Sine push(amplitude = 40, f = 1);\n"
    "  Modelica.Blocks.Sources.Sine press(amplitude = 1, f = 2);\n"
    "  HeatTransfer.Components.Convection convection;\n"
    "  HeatTransfer.Sources.FixedTemperature ambient(T = 293);\n"
    "%s%s"
    "equation\n"
    "  connect(wall.flange, spring.flange_a);\n"
    "  connect(spring.flange_b, a.flange_a);\n"
    "  connect(a.flange_b, link.flange_a);\n"
    "  connect(link.flange_b, b.flange_a);\n"
    "  connect(b.flange_b, brake.flange_a);\n"
    "  connect(brake.support, sled.flange_a);\n"
    "  connect(b.flange_b, rub.flange_a);\n"
    "  connect(rub.support, sled.flange_a);\n"
    "  connect(wall.flange, back.flange_a);\n"
    "  connect(back.flange_b, sled.flange_b);\n"
    "  connect(wall.flange, gap.flange_a);\n"
    "  connect(gap.flange_b, a.flange_a);\n"
    "  connect(wall.flange, damper.flange_a);\n"
    "  connect(damper.flange_b, b.flange_b);\n"
    "  connect(b.flange_b, pull.flange_a);\n"
    "  connect(pull.flange_b, last.flange_a);\n"
    "  connect(push.y, force.f);\n"
    "  connect(force.flange, b.flange_b);\n"
    "  connect(press.y, brake.f_normalized);\n"
    "  connect(Gc.y, convection.Gc);\n"
    "  connect(convection.fluid, ambient.port);\n"
    "  connect(spring.heatPort, convection.solid);\n"
    "  connect(brake.heatPort, convection.solid);\n"
    "  connect(rub.heatPort, convection.solid);\n"
    "  connect(last.heatPort, convection.solid);\n"
    "  connect(gap.heatPort, convection.solid);\n"
    "  connect(damper.heatPort, convection.solid);\n"
    "%s"
    "  annotation(experiment(StopTime = 1));\n"
    "end Rows;\n";

typedef struct variant {
    const char *parts, *joints;
    const char *conductance; /* NULL: a constant */
    const char *pattern;     /* NULL: all signals */
    eg_status status;
} variant;

static const char sensor[] = "  Modelica.Mechanics.Translational.Sensors.AccSensor sensor;\n";
static const char at_sensor[] = "  connect(sensor.flange, b.flange_b);\n";
static const char store[] =
    "  HeatTransfer.Components.HeatCapacitor store(C = 3, T(start = 300, fixed = true));\n";
static const char at_store[] = "  connect(store.port, convection.solid);\n";

static eg_trajectory *run(const variant *v)
{
    static const char constant[] = "  Modelica.Blocks.Sources.Constant Gc(k = 5);\n";
    char text[6000];
    snprintf(text, sizeof text, model_text, v->conductance ? v->conductance : constant, v->parts, v->joints);
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "rows.mo", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_simulate_options options = eg_simulate_options_default(model);
    options.engine = "erk";
    options.interval = 0.005;
    options.signals = &v->pattern;
    options.signal_count = v->pattern != NULL;
    assert_int_equal(eg_simulate(model, &options, d, &t, NULL), v->status);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return t;
}

static void assert_same(const eg_trajectory *t, size_t signal, const eg_trajectory *other, size_t row)
{
    const char *name = eg_trajectory_signal(t, signal).name;
    const long k = eg_trajectory_find(other, name);
    assert_true(k >= 0);
    const double x = eg_trajectory_value(t, signal, row), y = eg_trajectory_value(other, (size_t)k, row);
    if (memcmp(&x, &y, sizeof x) != 0)
        fail_msg("%s at %.17g: %.17g and %.17g", name, eg_trajectory_time(t, row), x, y);
}

/* All that the first one shows. */
static void assert_all_same(const eg_trajectory *t, const eg_trajectory *other)
{
    const size_t rows = eg_trajectory_rows(t);
    assert_int_equal(eg_trajectory_rows(other), rows);
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < eg_trajectory_signals(t); i++)
            assert_same(t, i, other, row);
}

static double extreme(const eg_trajectory *t, const char *name, double sign)
{
    const long k = eg_trajectory_find(t, name);
    double most = -INFINITY;
    assert_true(k >= 0);
    for (size_t row = 0; row < eg_trajectory_rows(t); row++)
        most = fmax(most, sign * eg_trajectory_value(t, (size_t)k, row));
    return sign * most;
}

static void many_at_once_are_those_of_two_evaluations(void **state)
{
    (void)state;
    eg_trajectory *many = run(&(variant){.parts = "", .joints = ""});
    eg_trajectory *both = run(&(variant){.parts = sensor, .joints = at_sensor});
    assert_true(eg_trajectory_rows(many) > 205); /* with events */
    assert_all_same(many, both);
    static const char *const locked[] = {"brake.locked", "rub.locked"};
    for (int i = 0; i < 2; i++)
        assert_true(extreme(many, locked[i], 1) == 1 && extreme(many, locked[i], -1) == 0);
    assert_true(extreme(many, "convection.solid.T", 1) > 293);
    eg_trajectory_free(many);
    eg_trajectory_free(both);
}

static void one_evaluation_gives_what_two_give(void **state)
{
    (void)state;
    char parts[400], joints[200];
    snprintf(parts, sizeof parts, "%s%s", store, sensor);
    snprintf(joints, sizeof joints, "%s%s", at_store, at_sensor);
    eg_trajectory *alone = run(&(variant){.parts = store, .joints = at_store});
    eg_trajectory *both = run(&(variant){.parts = parts, .joints = joints});
    assert_all_same(alone, both);
    assert_true(extreme(alone, "store.T", -1) < 300);
    eg_trajectory_free(alone);
    eg_trajectory_free(both);
}

/* What the others would need is left out. */
static void chosen_signals_are_those_among_all(void **state)
{
    (void)state;
    static const char *const patterns[] = {"*.s",          "b.a",    "brake.*",     "rub.sa",
                                           "convection.*", "link.f", "*.flange_b.f"};
    eg_trajectory *all = run(&(variant){.parts = "", .joints = ""});
    for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
        eg_trajectory *some = run(&(variant){.parts = "", .joints = "", .pattern = patterns[i]});
        assert_in_range(eg_trajectory_signals(some), 1, eg_trajectory_signals(all) - 1);
        assert_all_same(some, all);
        eg_trajectory_free(some);
    }
    eg_trajectory_free(all);
}

/* At a row where nothing carries the heat away there is no temperature: the run ends with the row before. */
static void a_row_that_cannot_be_made_ends_the_run(void **state)
{
    (void)state;
    static const char falling[] = "  Modelica.Blocks.Math.Feedback Gc;\n"
                                  "  Modelica.Blocks.Sources.Constant until(k = 0.4);\n"
                                  "  Modelica.Blocks.Sources.ContinuousClock clock;\n";
    static const char joints[] = "  connect(until.y, Gc.u1);\n  connect(clock.y, Gc.u2);\n";
    char both_joints[400];
    snprintf(both_joints, sizeof both_joints, "%s%s", joints, at_sensor);
    eg_trajectory *many = run(&(variant){"", joints, falling, NULL, EG_ERROR_SIMULATION});
    eg_trajectory *both = run(&(variant){sensor, both_joints, falling, NULL, EG_ERROR_SIMULATION});
    assert_true(eg_trajectory_rows(many) > 80);
    assert_all_same(many, both);
    eg_trajectory_free(many);
    eg_trajectory_free(both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(many_at_once_are_those_of_two_evaluations),
        cmocka_unit_test(one_evaluation_gives_what_two_give),
        cmocka_unit_test(chosen_signals_are_those_among_all),
        cmocka_unit_test(a_row_that_cannot_be_made_ends_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
