/* Rows of a model in one piece that are made from one evaluation of the point (eg_network_observe_alone) are
 * those for which y' is found first: a sensor follows y', has them made so, and changes nothing else. */
#include "elastogap/elastogap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Something holds, slides, touches a stop and is warm. */
static const char model_text[] =
    "model Rows\n"
    "  import Modelica.Mechanics.Translational.Components.*;\n"
    "  import Modelica.Thermal.HeatTransfer;\n"
    "  Fixed wall;\n"
    "  Mass a(m = 2, s(start = 0.2, fixed = true), v(fixed = true));\n"
    "  SpringDamper spring(c = 900, d = 4, s_rel0 = 0.1, useHeatPort = true);\n"
    "  SpringDamper link(c = 500, d = 2, s_rel0 = 0.1);\n"
    "  Brake brake(fn_max = 40, useHeatPort = true);\n"
    "  ElastoGap gap(c = 1e4, d = 30, s_rel0 = 0.15, useHeatPort = true);\n"
    "  Mass b(m = 1, s(start = 0.3, fixed = true), v(start = 0.5, fixed = true));\n"
    "  Damper damper(d = 3, useHeatPort = true);\n"
    "  Modelica.Mechanics.Translational.Sources.Force force;\n"
    "  Modelica.Blocks.Sources.Sine push(amplitude = 40, f = 1);\n"
    "  Modelica.Blocks.Sources.Sine press(amplitude = 1, f = 2);\n"
    "  HeatTransfer.Components.Convection convection;\n"
    "  HeatTransfer.Sources.FixedTemperature ambient(T = 293);\n"
    "  Modelica.Blocks.Sources.Constant Gc(k = 5);\n"
    "%s"
    "equation\n"
    "  connect(wall.flange, spring.flange_a);\n"
    "  connect(spring.flange_b, a.flange_a);\n"
    "  connect(a.flange_b, link.flange_a);\n"
    "  connect(link.flange_b, b.flange_a);\n"
    "  connect(b.flange_b, brake.flange_a);\n"
    "  connect(wall.flange, gap.flange_a);\n"
    "  connect(gap.flange_b, a.flange_a);\n"
    "  connect(wall.flange, damper.flange_a);\n"
    "  connect(damper.flange_b, b.flange_b);\n"
    "  connect(push.y, force.f);\n"
    "  connect(force.flange, b.flange_b);\n"
    "  connect(press.y, brake.f_normalized);\n"
    "  connect(Gc.y, convection.Gc);\n"
    "  connect(convection.fluid, ambient.port);\n"
    "  connect(spring.heatPort, convection.solid);\n"
    "  connect(brake.heatPort, convection.solid);\n"
    "  connect(gap.heatPort, convection.solid);\n"
    "  connect(damper.heatPort, convection.solid);\n"
    "%s"
    "  annotation(experiment(StopTime = 1));\n"
    "end Rows;\n";

static eg_trajectory *run(const char *sensor, const char *joint)
{
    char text[4000];
    snprintf(text, sizeof text, model_text, sensor, joint);
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "rows.mo", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_simulate_options options = eg_simulate_options_default(model);
    options.engine = "erk";
    options.interval = 0.005;
    assert_int_equal(eg_simulate(model, &options, d, &t, NULL), EG_OK);
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

static void one_evaluation_gives_what_two_give(void **state)
{
    (void)state;
    eg_trajectory *alone = run("", "");
    eg_trajectory *both = run("  Modelica.Mechanics.Translational.Sensors.AccSensor sensor;\n",
                              "  connect(sensor.flange, b.flange_b);\n");
    const size_t rows = eg_trajectory_rows(alone);
    assert_true(rows > 205); /* with events */
    assert_int_equal(eg_trajectory_rows(both), rows);
    for (size_t row = 0; row < rows; row++)
        for (size_t i = 0; i < eg_trajectory_signals(alone); i++)
            assert_same(alone, i, both, row);
    const long warm = eg_trajectory_find(alone, "convection.solid.T");
    assert_true(warm >= 0 && eg_trajectory_at(alone, (size_t)warm, 0.1) > 293.0);
    eg_trajectory_free(alone);
    eg_trajectory_free(both);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(one_evaluation_gives_what_two_give)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
