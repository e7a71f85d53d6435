/* Rows of models with users' equations that are made many at once (network/motion/sheet_users.c) are those
 * that are made one by one, to the bit: a claim, which is looked at in each row, has them made so and changes
 * nothing else. */
#include "elastogap/elastogap.h"
#include "network/motion/observe.h"
#include "network/motion/sheet.h"
#include "network/network.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "written_models.h"

/* Formulas of places, speeds, accelerations, own states and their derivatives, time, signals, forces and
 * losses of components, of what changes at events; forces on bodies through connectors that hand on. */
static const char kinds[] =
    "model Rows\n"
    "  import Modelica.Mechanics.Translational.Components.*;\n"
    "  import Modelica.Mechanics.Translational.Interfaces.*;\n"
    "  model Link\n"
    "    extends PartialCompliantWithRelativeStates;\n"
    "    parameter Real c = 50;\n"
    "    discrete Real gain(start = 1, fixed = true);\n"
    "    Real wave, power;\n"
    "  equation\n"
    "    when s_rel < 0.4 then\n"
    "      gain = pre(gain) + 0.5;\n"
    "    end when;\n"
    "    wave = sin(3*time);\n"
    "    f = gain*c*(s_rel - 0.5) + 0.3*v_rel*abs(v_rel) + 0.2*wave + (if s_rel < 0 then 1e3*s_rel else 0);\n"
    "    power = max(f*v_rel, 0)/(1 + s_rel^2);\n"
    "  end Link;\n"
    "  model Box\n"
    "    Flange_a left;\n"
    "    Flange_b right;\n"
    "    Link link;\n"
    "    Mass inside(m = 0.7, L = 0.1);\n"
    "  equation\n"
    "    connect(left, link.flange_a);\n"
    "    connect(link.flange_b, inside.flange_a);\n"
    "    connect(inside.flange_b, right);\n"
    "  end Box;\n"
    "  Fixed wall;\n"
    "  Box box(inside(s(start = 1, fixed = true), v(fixed = true)));\n"
    "  ElastoGap stop(c = 3e3, d = 10, s_rel0 = 0.1);\n"
    "  Spring spring(c = 40, s_rel0 = 0.2);\n"
    "  Mass a(m = 2, s(start = 1.4, fixed = true), v(start = -2, fixed = true));\n"
    "  Modelica.Mechanics.Translational.Sources.Force force;\n"
    "  Modelica.Blocks.Sources.Sine sine(amplitude = 3, f = 2);\n"
    "  Real x(start = 0.1, fixed = true), rate, acceleration, pull, heat, signal, place;\n"
    "equation\n"
    "  der(x) = -2*x + a.v;\n"
    "  rate = der(x);\n"
    "  acceleration = 2*a.a + der(x)*box.inside.a;\n"
    "  pull = 2*stop.f - spring.f;\n"
    "  heat = stop.lossPower;\n"
    "  signal = sine.y^2;\n"
    "  place = a.s - box.inside.s;\n"
    "  connect(wall.flange, box.left);\n"
    "  connect(box.right, stop.flange_a);\n"
    "  connect(stop.flange_b, a.flange_a);\n"
    "  connect(box.right, spring.flange_a);\n"
    "  connect(spring.flange_b, a.flange_a);\n"
    "  connect(sine.y, force.f);\n"
    "  connect(force.flange, a.flange_b);\n"
    "%s"
    "  annotation(experiment(StopTime = 3, Interval = 0.01));\n"
    "end Rows;\n";

/* A model of the package, of which rows claim something or nothing. */
static char *written(const char *file, const char *name, const char *claim)
{
    char tail[500];
    snprintf(tail, sizeof tail,
             "model Rows\n  extends %s.%s;\nequation\n%s"
             "  annotation(experiment(StopTime = 2, Interval = 0.004));\nend Rows;\n",
             file, name, claim);
    char *text = written_text(file, tail);
    assert_non_null(text);
    return text;
}

/* Are the model's rows made on a sheet? */
static bool has_sheet(const eg_model *m, eg_diagnostics *d)
{
    eg_network *s = eg_network_create(m, d);
    bool *needed = calloc((size_t)m->instance_count + 1, sizeof *needed);
    assert_true(s && needed);
    eg_view *v = eg_view_create(s, needed);
    const int column = 0;
    eg_sheet *sheet = eg_sheet_create(s, v, &column, 1);
    const bool has = sheet != NULL;
    eg_sheet_free(sheet);
    eg_view_free(v);
    eg_network_free(s);
    free(needed);
    return has;
}

static eg_trajectory *run(const char *text, bool on_sheet)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    eg_statistics st;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "rows.mo", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    assert_int_equal(has_sheet(model, d), on_sheet);
    eg_simulate_options options = eg_simulate_options_default(model);
    options.engine = "erk";
    assert_int_equal(eg_simulate(model, &options, d, &t, &st), EG_OK);
    assert_true(st.events > 3); /* or modes do not change */
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return t;
}

static void check_same(const char *many_text, const char *one_text)
{
    eg_trajectory *many = run(many_text, true), *one = run(one_text, false);
    const size_t rows = eg_trajectory_rows(many), signals = eg_trajectory_signals(many);
    size_t off = 0;
    assert_int_equal(rows, eg_trajectory_rows(one));
    assert_int_equal(signals, eg_trajectory_signals(one));
    assert_true(rows > 200 && signals > 5);
    for (size_t i = 0; i < signals; i++)
        for (size_t row = 0; row < rows; row++) {
            const double x = eg_trajectory_value(many, i, row), y = eg_trajectory_value(one, i, row);
            const bool differs = memcmp(&x, &y, sizeof x) != 0;
            if (differs && off == 0)
                print_error("%s at %.17g: %.17g and %.17g\n", eg_trajectory_signal(many, i).name,
                            eg_trajectory_time(many, row), x, y);
            off += differs;
        }
    assert_int_equal(off, 0);
    eg_trajectory_free(many);
    eg_trajectory_free(one);
}

static const char claim[] = "  assert(time < 1e9, \"claimed in each row\");\n";

static void all_kinds_of_inputs(void **state)
{
    (void)state;
    char many[5000], one[5000];
    snprintf(many, sizeof many, kinds, "");
    snprintf(one, sizeof one, kinds, claim);
    check_same(many, one);
}

static void written_models(void **state)
{
    (void)state;
    static const char *const models[][2] = {{"ElastoGapWritten", "WithMass"},
                                            {"ElastoGapWritten", "WithNone"},
                                            {"HuntCrossleyWritten", "WithMass"},
                                            {"HuntCrossleyWritten", "WithNone"}};
    for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
        char *many = written(models[i][0], models[i][1], ""),
             *one = written(models[i][0], models[i][1], claim);
        check_same(many, one);
        free(many);
        free(one);
    }
}

/* A variable that nothing follows and that stops being a number between two events ends the run at the row
 * where it does, shown or not. */
static void rows_without_a_value_are_told(void **state)
{
    (void)state;
    static const char text[] = "model Root\n"
                               "  Real x(start = 1, fixed = true), root;\n"
                               "equation\n"
                               "  der(x) = -1;\n"
                               "  root = sqrt(noEvent(x));\n"
                               "  annotation(experiment(StopTime = 2, Interval = 0.01));\n"
                               "end Root;\n";
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    const char *shown[] = {"x"};
    assert_int_equal(eg_spec_read_text(text, strlen(text), "root.mo", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    assert_true(has_sheet(model, d));
    eg_simulate_options options = eg_simulate_options_default(model);
    options.engine = "erk";
    options.signals = shown;
    options.signal_count = 1;
    assert_int_equal(eg_simulate(model, &options, d, &t, NULL), EG_ERROR_SIMULATION);
    char message[1000];
    assert_true(eg_diagnostics_count(d) > 0);
    eg_diagnostic_format(eg_diagnostics_get(d, 0), 0, message, sizeof message);
    assert_non_null(strstr(message, "at time 1.01 s the variable root is not a number"));
    eg_trajectory_free(t);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(all_kinds_of_inputs),
                                       cmocka_unit_test(written_models),
                                       cmocka_unit_test(rows_without_a_value_are_told)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
