/* Inputs and outputs of the whole model: which there are, and what a run makes of the values it is given,
 * against closed forms. */
#include "elastogap/elastogap.h"
#include "engine/engine.h"
#include "network/motion/events.h"
#include "network/network.h"
#include "network/start/initialize.h"

#include <float.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define I "Modelica.Blocks.Interfaces."
#define T "Modelica.Mechanics.Translational."
#define MASS T "Components.Mass mass(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true)); "
/* f pushes the mass; y is where it is. */
#define PUSHED                                                                                               \
    I "RealInput f(unit = \"N\", start = 2) \"the push\"; " I "RealOutput y; " T "Sources.Force force; " T   \
      "Sensors.PositionSensor sensor; " MASS
#define PUSHED_EQUATIONS                                                                                     \
    "connect(f, force.f); connect(force.flange, mass.flange_a); connect(mass.flange_b, sensor.flange); "     \
    "connect(sensor.s, y); "

static eg_model *compile(const char *text)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec;
    eg_model *model = NULL;
    char message[1000];
    if (eg_spec_read_text(text, strlen(text), "test.mo", NULL, d, &spec) == EG_OK)
        (void)eg_model_compile(spec, d, &model);
    for (size_t i = 0; i < eg_diagnostics_count(d); i++)
        if (eg_diagnostics_get(d, i)->severity == EG_ERROR) {
            eg_diagnostic_format(eg_diagnostics_get(d, i), 0, message, sizeof message);
            print_message("%s", message);
        }
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return model;
}

/* The last value of a variable, with these inputs. */
static double last_of(const eg_model *model, const char *engine, const double *inputs, const char *name)
{
    eg_simulate_options o = eg_simulate_options_default(model);
    eg_trajectory *run;
    o.inputs = inputs;
    o.engine = engine;
    assert_int_equal(eg_simulate(model, &o, NULL, &run, NULL), EG_OK);
    long signal = eg_trajectory_find(run, name);
    assert_true(signal >= 0);
    double value = eg_trajectory_value(run, (size_t)signal, eg_trajectory_rows(run) - 1);
    eg_trajectory_free(run);
    return value;
}

static void assert_info(eg_variable_info info, const char *name, const char *unit, eg_value_type type,
                        double start)
{
    assert_string_equal(info.name, name);
    assert_string_equal(info.unit, unit);
    assert_int_equal(info.type, type);
    assert_true(info.start == start);
}

static void inputs_and_outputs_are_listed(void **state)
{
    (void)state;
    eg_model *m =
        compile("model M " PUSHED "input Real k(start = 3, unit = \"m\"); input Boolean on(start = true); "
                "input Integer n; " I "BooleanInput b; " I "RealInput u[2]; output Real z = k*u[1]; "
                "output Boolean off = not on; Real two = u[2]; "
                "equation " PUSHED_EQUATIONS "end M;");
    assert_non_null(m);
    assert_int_equal(eg_model_inputs(m), 7);
    assert_info(eg_model_input(m, 0), "k", "m", EG_VALUE_REAL, 3);
    assert_info(eg_model_input(m, 1), "f", "N", EG_VALUE_REAL, 2);
    assert_info(eg_model_input(m, 2), "u[1]", "", EG_VALUE_REAL, 0);
    assert_info(eg_model_input(m, 3), "u[2]", "", EG_VALUE_REAL, 0);
    assert_info(eg_model_input(m, 4), "on", "", EG_VALUE_BOOLEAN, 1);
    assert_info(eg_model_input(m, 5), "n", "", EG_VALUE_INTEGER, 0);
    assert_info(eg_model_input(m, 6), "b", "", EG_VALUE_BOOLEAN, 0);
    assert_string_equal(eg_model_input(m, 1).doc, "the push");
    assert_info(eg_model_input(m, 7), "", "", EG_VALUE_REAL, 0);
    assert_int_equal(eg_model_outputs(m), 3);
    assert_string_equal(eg_model_output(m, 0).name, "y");
    assert_string_equal(eg_model_output(m, 1).name, "z");
    assert_info(eg_model_output(m, 2), "off", "", EG_VALUE_BOOLEAN, 0);
    eg_model_free(m);
}

/* s = f t^2/(2 m); a quadratic is exact in every engine but for round-off, and for the tolerance of ida. */
static void values_hold_during_a_run(void **state)
{
    (void)state;
    eg_model *m = compile("model M " PUSHED "equation " PUSHED_EQUATIONS "end M;");
    assert_non_null(m);
    static const struct {
        const char *engine;
        double error;
    } cases[] = {{"auto", 1e-14}, {"exact", 1e-14}, {"erk", 1e-13}, {"ida", 1e-4}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        if (strcmp(cases[i].engine, "ida") == 0 && !eg_engine_ida.create)
            continue;
        assert_true(fabs(last_of(m, cases[i].engine, NULL, "y") - 0.5) <= cases[i].error);
        assert_true(fabs(last_of(m, cases[i].engine, (double[]){-8}, "y") + 2) <= 4 * cases[i].error);
    }
    eg_model_free(m);
}

/* x' = k where on, else -n; and pre-existing start values where nothing is given. */
static void every_type_can_be_given(void **state)
{
    (void)state;
    eg_model *m = compile("model M input Real k(start = 3); input Boolean on; input Integer n(start = 4); "
                          "Real x(start = 0, fixed = true); Boolean large = k > 3.5; "
                          "equation der(x) = if on then k else -n; end M;");
    assert_non_null(m);
    assert_true(fabs(last_of(m, NULL, NULL, "x") + 4) < 1e-12);
    assert_true(fabs(last_of(m, NULL, (double[]){5, 1, 0}, "x") - 5) < 1e-12);
    assert_true(last_of(m, NULL, (double[]){5, 1, 0}, "large") == 1);
    assert_true(last_of(m, NULL, NULL, "large") == 0);
    eg_model_free(m);
}

/* At an event new values come into force; a clause sees the edge, pre() the value before. */
static void values_change_at_events(void **state)
{
    (void)state;
    eg_model *m = compile("model M input Boolean on; input Integer n(start = 1); Integer count(start = 0, "
                          "fixed = true); Integer before(start = 0, fixed = true); "
                          "equation when on then count = pre(count) + 1; before = pre(n); end when; end M;");
    assert_non_null(m);
    eg_network *s = eg_network_create(m, NULL);
    double y[1] = {0}, yp[1] = {0};
    bool jumped;
    assert_non_null(s);
    assert_int_equal(eg_network_initialize(&s->base, 0, y, yp), EG_OK);
    for (int i = 1; i <= 4; i++) {
        eg_input_hold(eg_network_input_next(s, 0), i % 2);
        eg_input_hold(eg_network_input_next(s, 1), 10 * i);
        assert_int_equal(eg_network_handle_event(&s->base, i, NULL, y, yp, &jumped, NULL), 0);
        assert_true(s->user.discrete[2] == (i + 1) / 2);      /* count */
        assert_true(s->user.discrete[3] == (i < 3 ? 1 : 20)); /* before */
    }
    eg_network_free(s);
    eg_model_free(m);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    /* A signal that may jump moves nothing exactly, and has no derivative. */
    assert_null(compile("model M " I "RealInput s; " T "Sources.Position p(exact = true); " MASS
                        "equation connect(s, p.s_ref); connect(p.flange, mass.flange_a); end M;"));
    assert_null(compile("model M input Real u; Real x = der(u); end M;"));
    /* Inside of a model every input needs a source. */
    assert_null(compile("model M block B " I "RealInput u; Real x = u; end B; B b; end M;"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(inputs_and_outputs_are_listed), cmocka_unit_test(values_hold_during_a_run),
        cmocka_unit_test(every_type_can_be_given),       cmocka_unit_test(values_change_at_events),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
