/* Models run by the fixed-step solver, held against the located events of the other engines; heat; what a
 * program gives to a plan and sees of it; uses that are not meant. */
#include "fixed_examples.h"

#include "fixed/model.h"

#include <pthread.h>

/* The spool at 1 kHz stays within 1e-4 m, penetrations within 5 % of the largest. */
static void preload_at_1_khz(void **state)
{
    (void)state;
    static const char *const outputs[] = {"spool.s", "outerContactA.s_rel", "outerContactB.s_rel",
                                          "innerContactA.s_rel", "innerContactB.s_rel"};
    static const double touch[] = {0, 0.0015, 0.0015, 0.001, 0.001};
    enum { COUNT = sizeof outputs / sizeof *outputs };
    reading r = {0};
    eg_model *model = compile(&r, "PreLoad");
    eg_fixed_model *fixed;
    assert_int_equal(eg_fixed_compile(model, 1e-3, outputs, COUNT, r.diagnostics, &fixed), EG_OK);
    const eg_fixed_plan *plan = eg_fixed_plan_of(fixed);
    assert_int_equal(plan->inputs, 1);
    assert_string_equal(eg_fixed_input_name(model, fixed, 0), "sineForce.y");
    eg_simulate_options o = eg_simulate_options_default(model);
    o.interval = 0.1;
    o.tolerance = 1e-9;
    o.engine = "ida";
    eg_trajectory *t;
    assert_int_equal(eg_simulate(model, &o, r.diagnostics, &t, NULL), EG_OK);
    eg_fixed_state *run = malloc(eg_fixed_size(plan));
    assert_non_null(run);
    eg_fixed_begin(plan, run);
    double worst[COUNT] = {0}, deepest = 0, out[COUNT];
    for (int i = 1; i <= 100000; i++) {
        double time = 1e-3 * i, force = 150 * sin(2 * 3.14159265358979323846 * 0.01 * time);
        assert_int_equal(eg_fixed_step(plan, run, &force, out), 0);
        for (int k = 0; k < COUNT && i % 100 == 0; k++) {
            double truth = eg_trajectory_at(t, (size_t)eg_trajectory_find(t, outputs[k]), time);
            double depth = fmax(touch[k] - truth, 0), error = fabs(fmax(touch[k] - out[k], 0) - depth);
            worst[k] = fmax(worst[k], k == 0 ? fabs(out[k] - truth) : error);
            deepest = k == 0 ? deepest : fmax(deepest, depth);
        }
    }
    assert_true(worst[0] < 1e-4);
    for (int k = 1; k < COUNT; k++)
        assert_true(worst[k] < 0.05 * deepest);
    free(run);
    eg_trajectory_free(t);
    eg_fixed_model_free(fixed);
    eg_model_free(model);
    done(&r);
}

/* By engine, at the end of the run: as near as a second-order step comes with the step of 1 ms. */
static void engines_agree(void **state)
{
    (void)state;
    static const struct {
        const char *model, *variable;
        double error;
    } cases[] = {{"ElastoGap", "mass2.s", 1e-5},       {"HardStops", "slider.s", 5e-4},
                 {"BrakedSlider", "brake.s_a", 1e-2},  {"GearedOscillator", "mass.s", 1e-3},
                 {"SeriesContact", "gap.s_rel", 1e-4}, {"Suspension", "body.x", 1e-3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r = {0};
        eg_model *model = compile(&r, cases[i].model);
        eg_trajectory *t[2];
        double end[2];
        for (int k = 0; k < 2; k++) {
            eg_simulate_options o = eg_simulate_options_default(model);
            o.engine = k == 0 ? "fixed" : "auto";
            eg_statistics st;
            assert_int_equal(eg_simulate(model, &o, r.diagnostics, &t[k], &st), EG_OK);
            long signal = eg_trajectory_find(t[k], cases[i].variable);
            if (signal < 0)
                fail_msg("%s has no %s", cases[i].model, cases[i].variable);
            end[k] = eg_trajectory_at(t[k], (size_t)signal, o.stop_time);
            assert_true(k > 0 || st.energy.error < 1e-12); /* what it loses itself is booked */
            eg_trajectory_free(t[k]);
        }
        if (!(fabs(end[0] - end[1]) < cases[i].error))
            fail_msg("%s: %.9g and %.9g", cases[i].model, end[0], end[1]);
        eg_model_free(model);
        done(&r);
    }
}

/* A controller with derivative, integral and bounds, and a motor with a time constant of a hundredth of a
 * step. */
static const char servo[] =
    "model Servo\n"
    "  Modelica.Mechanics.Translational.Components.Mass mass(m = 2, s(start = 0, fixed = true),\n"
    "    v(start = 0, fixed = true));\n"
    "  Modelica.Mechanics.Translational.Components.Damper damper(d = 1);\n"
    "  Modelica.Mechanics.Translational.Components.Fixed wall;\n"
    "  Modelica.Mechanics.Translational.Sources.Force force;\n"
    "  Modelica.Mechanics.Translational.Sensors.PositionSensor sensor;\n"
    "  Modelica.Blocks.Sources.Sine wanted(amplitude = 0.05, f = 1);\n"
    "  Modelica.Blocks.Math.Feedback feedback;\n"
    "  Modelica.Blocks.Continuous.PID pid(k = 200, Ti = 0.5, Td = 0.1, Nd = 10);\n"
    "  Modelica.Blocks.Nonlinear.Limiter limiter(uMax = 1000);\n"
    "  Modelica.Blocks.Continuous.FirstOrder motor(T = 1e-5);\n"
    "equation\n"
    "  connect(wall.flange, damper.flange_a);\n"
    "  connect(damper.flange_b, mass.flange_a);\n"
    "  connect(force.flange, mass.flange_b);\n"
    "  connect(mass.flange_b, sensor.flange);\n"
    "  connect(wanted.y, feedback.u1);\n"
    "  connect(sensor.s, feedback.u2);\n"
    "  connect(feedback.y, pid.u);\n"
    "  connect(pid.y, limiter.u);\n"
    "  connect(limiter.y, motor.u);\n"
    "  connect(motor.y, force.f);\n"
    "  annotation(experiment(StopTime = 2, Interval = 0.02));\n"
    "end Servo;\n";

/* mass.s over a run by that engine. */
static void run_servo(const eg_model *model, eg_diagnostics *d, const char *engine, double step,
                      double s[101])
{
    eg_simulate_options o = eg_simulate_options_default(model);
    eg_trajectory *t;
    o.engine = engine;
    o.tolerance = 1e-10;
    o.step = step;
    assert_int_equal(eg_simulate(model, &o, d, &t, NULL), EG_OK);
    size_t signal = (size_t)eg_trajectory_find(t, "mass.s");
    for (int i = 0; i <= 100; i++)
        s[i] = eg_trajectory_at(t, signal, 0.02 * i);
    eg_trajectory_free(t);
}

/* Second order: quarters of the error, up to its next term, and with limits that are reached. */
static void controllers_follow(void **state)
{
    (void)state;
    reading r = {0};
    eg_model *model = NULL;
    r.diagnostics = eg_diagnostics_create();
    assert_int_equal(eg_spec_read_text(servo, strlen(servo), "servo.mo", NULL, r.diagnostics, &r.spec),
                     EG_OK);
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    double truth[101], s[2][101], error[2] = {0};
    run_servo(model, r.diagnostics, "ida", 0, truth);
    for (int k = 0; k < 2; k++) {
        run_servo(model, r.diagnostics, "fixed", k == 0 ? 1e-3 : 5e-4, s[k]);
        for (int i = 0; i <= 100; i++)
            error[k] = fmax(error[k], fabs(s[k][i] - truth[i]));
    }
    assert_true(error[0] < 2e-4);
    if (!(error[1] > error[0] / 4.6 && error[1] < error[0] / 3.4))
        fail_msg("errors %g and %g", error[0], error[1]);
    eg_fixed_model *fixed; /* for a program of the user's it is an input: the controller is the user's */
    assert_int_equal(eg_fixed_compile(model, 1e-3, NULL, 0, r.diagnostics, &fixed), EG_OK);
    assert_int_equal(eg_fixed_plan_of(fixed)->inputs, 1);
    assert_string_equal(eg_fixed_input_name(model, fixed, 0), "motor.y");
    eg_fixed_model_free(fixed);
    eg_model_free(model);
    done(&r);
}

static void says(const reading *r, const char *text)
{
    for (size_t i = 0; i < eg_diagnostics_count(r->diagnostics); i++)
        if (strstr(eg_diagnostics_get(r->diagnostics, i)->message, text))
            return;
    show(r);
    fail_msg("nothing says \"%s\"", text);
}

/* ---------------------------------------------------------------- heat */

/* Warms and cools by C T' = Q - G (T - T_room), and by radiation through a node without capacity. */
static void heat_is_kept(void **state)
{
    (void)state;
    reading r = {0};
    eg_model *model = compile(&r, "HeatedStop");
    static const double steps[] = {1e-5, 1e-3, 1e-3, 0.05, 10};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        eg_fixed_model *fixed;
        assert_int_equal(eg_fixed_compile(model, steps[k], NULL, 0, r.diagnostics, &fixed), EG_OK);
        eg_fixed_plan copy = *eg_fixed_plan_of(fixed);
        const eg_fixed_plan *plan = &copy;
        eg_fixed_state *run = malloc(eg_fixed_size(plan));
        copy.iterations = k == 2 ? 1 : 0; /* where Newton's method is not let come to its end */
        eg_fixed_begin(plan, run);
        assert_int_equal(plan->heat->nodes, 2);
        int body = plan->heat->node[0].is_held ? 1 : 0;
        double C = plan->heat->node[body].capacity, G = plan->heat->conductor[0].G, left = 0;
        double T0 = eg_fixed_temperature(plan, run, body), room = eg_fixed_temperature(plan, run, 1 - body);
        for (int i = 0; i < 2000; i++) {
            double before = eg_fixed_temperature(plan, run, body), energy = eg_fixed_energy(plan, run),
                   work = run->work, heated = run->heated;
            double in = 20 * sin(0.03 * i);
            eg_fixed_step(plan, run, &in, NULL);
            double T = eg_fixed_temperature(plan, run, body), gained = eg_fixed_energy(plan, run) - energy;
            /* the mechanics and what they heat gain no more than the work of the force, to round-off */
            double size = fabs(energy) + fabs(run->work - work) + run->heated - heated;
            assert_true(gained + run->heated - heated <= run->work - work + 1e-12 * size);
            /* z/(2(z + 6)) tells how means are weighed: C (T - before) = heat - h G (mean - room) */
            double z = steps[k] * G / C, theta = 0.5 + 0.5 * z / (z + 6);
            left += steps[k] * G * (before + theta * (T - before) - room);
            assert_true(T >= room - 1e-9);
        }
        double stored = C * (eg_fixed_temperature(plan, run, body) - T0);
        assert_true(fabs(stored + left - run->heated) <= 1e-11 * (run->heated + C * T0 * 1e-3));
        free(run);
        eg_fixed_model_free(fixed);
    }
    eg_model_free(model);
    done(&r);
}

/* ---------------------------------------------------------------- inputs and outputs of the model */

static const char controlled[] =
    "model Controlled\n"
    "  import Modelica.Mechanics.Translational.*;\n"
    "  Modelica.Blocks.Interfaces.RealInput u(unit = \"N\");\n"
    "  Modelica.Blocks.Interfaces.RealOutput y(unit = \"m\");\n"
    "  Components.Mass mass(m = 2, s(start = 0.1, fixed = true), v(start = 0, fixed = true));\n"
    "  Components.ElastoGap stop(c = 1e5, d = 60, useHeatPort = true);\n"
    "  Components.Fixed wall;\n"
    "  Sources.Force force;\n"
    "  Sensors.PositionSensor sensor;\n"
    "  Sensors.SpeedSensor speed;\n"
    "  Modelica.Thermal.HeatTransfer.Components.HeatCapacitor pad(C = 5, T(start = 300, fixed = true));\n"
    "  Modelica.Thermal.HeatTransfer.Celsius.TemperatureSensor warmth;\n"
    "equation\n"
    "  connect(u, force.f);\n"
    "  connect(force.flange, mass.flange_a);\n"
    "  connect(wall.flange, stop.flange_a);\n"
    "  connect(stop.flange_b, mass.flange_a);\n"
    "  connect(mass.flange_b, sensor.flange);\n"
    "  connect(mass.flange_b, speed.flange);\n"
    "  connect(sensor.s, y);\n"
    "  connect(stop.heatPort, pad.port);\n"
    "  connect(warmth.port, pad.port);\n"
    "end Controlled;\n";

/* By index: the model's own input, its output, sensors and temperatures. The force holds the mass 1 mm deep
 * in the stop, where 100 N do; what the stop loses on the way warms the pad. */
static void a_model_has_inputs_and_outputs(void **state)
{
    (void)state;
    static const char *const outputs[] = {"y",     "speed.v",         "sensor.s", "stop.f",
                                          "pad.T", "stop.heatPort.T", "warmth.T", "stop.lossPower"};
    enum { COUNT = sizeof outputs / sizeof *outputs };
    reading r = {0};
    eg_model *model = NULL;
    eg_fixed_model *fixed;
    r.diagnostics = eg_diagnostics_create();
    assert_int_equal(
        eg_spec_read_text(controlled, strlen(controlled), "controlled.mo", NULL, r.diagnostics, &r.spec),
        EG_OK);
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    assert_int_equal(eg_model_inputs(model), 1);
    assert_int_equal(eg_fixed_compile(model, 1e-3, outputs, COUNT, r.diagnostics, &fixed), EG_OK);
    assert_string_equal(eg_fixed_input_name(model, fixed, 0), "u");
    const eg_fixed_plan *plan = eg_fixed_plan_of(fixed);
    eg_fixed_state *run = malloc(eg_fixed_size(plan));
    double out[COUNT], in = -100, heat = 0;
    eg_fixed_begin(plan, run);
    eg_fixed_show(plan, run, out);
    assert_true(out[0] == 0.1 && out[2] == 0.1 && out[4] == 300 && fabs(out[6] - 26.85) < 1e-12);
    for (int i = 0; i < 3000; i++) {
        eg_fixed_step(plan, run, &in, out);
        heat += 1e-3 * out[7];
    }
    assert_true(fabs(out[0] + 1e-3) < 1e-9 && out[0] == out[2]);
    assert_true(fabs(out[1]) < 1e-7 && fabs(out[3] + 100) < 1e-4);
    assert_true(fabs(5 * (out[4] - 300) - heat) < 1e-9 && heat > 9.9 && out[5] == out[4]);
    assert_true(fabs(out[6] - (out[4] - 273.15)) < 1e-12);
    /* 100 N over 101 mm of way, but for the first step, in which the force rises; the stop stores 50 mJ */
    assert_true(fabs(run->work - 10.1) < 1e-3 && fabs(eg_fixed_energy(plan, run) - 0.05) < 1e-6);
    assert_true(fabs(run->work - eg_fixed_energy(plan, run) - run->lost) < 1e-11);
    free(run);
    eg_fixed_model_free(fixed);
    eg_model_free(model);
    done(&r);
}

/* ---------------------------------------------------------------- uses that are not meant */

static bool is_finite(const eg_fixed_plan *plan, const eg_fixed_state *state)
{
    double sum = state->work + state->turnover + state->lost + state->heated;
    for (size_t i = 0; i < state->doubles; i++)
        sum += 0 * state->memory[i];
    return sum - sum == 0 && eg_fixed_size(plan) > 0;
}

/* No number that comes in spoils a state, and no step that is none changes one. */
static void misuse_does_no_harm(void **state)
{
    (void)state;
    static const double bad[] = {NAN, INFINITY, -INFINITY, 1e300};
    reading r = {0};
    eg_model *model = compile(&r, "PreLoad");
    eg_fixed_model *fixed;
    assert_int_equal(eg_fixed_compile(model, 1e-3, NULL, 0, r.diagnostics, &fixed), EG_OK);
    eg_fixed_plan plan = *eg_fixed_plan_of(fixed);
    size_t size = eg_fixed_size(&plan);
    eg_fixed_state *run = malloc(size), *held = malloc(size);
    eg_fixed_begin(&plan, run);
    eg_fixed_begin(&plan, held);
    double in = 50;
    eg_fixed_step(&plan, run, &in, NULL);
    eg_fixed_step(&plan, held, &in, NULL);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) { /* the input stays as it was */
        assert_int_equal(eg_fixed_step(&plan, run, &bad[i], NULL), 1);
        eg_fixed_step(&plan, held, NULL, NULL);
        assert_memory_equal(run->memory, held->memory, run->doubles * sizeof(double));
    }
    assert_int_equal(run->unconverged, 4);
    static const double steps[] = {0, -1e-3, NAN, INFINITY};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        plan.step = steps[i];
        assert_int_equal(eg_fixed_step(&plan, held, &in, NULL), 2);
        assert_memory_equal(run->memory, held->memory, run->doubles * sizeof(double));
    }
    static const double most[] = {1e-300, 1e-12, 1, 1e6, 1e30, 1e90};
    for (size_t i = 0; i < sizeof most / sizeof *most; i++)
        for (int k = 0; k < 20; k++) { /* large forces that change at each step */
            double force = (k % 2 ? 1 : -1) * pow(10, 6.0 * k);
            plan.step = most[i];
            eg_fixed_step(&plan, run, &force, NULL);
            if (!is_finite(&plan, run))
                fail_msg("no numbers after a force of %g N at steps of %g s", force, plan.step);
        }
    free(run);
    free(held);
    eg_fixed_model_free(fixed);
    eg_model_free(model);
    done(&r);
}

/* A state is the run of any plan with the same tables, and of no other. */
static void states_belong_to_plans(void **state)
{
    (void)state;
    reading r[3];
    eg_model *model[3];
    eg_fixed_model *fixed[3];
    const eg_fixed_plan *plan[3];
    eg_fixed_state *run[3];
    for (int i = 0; i < 3; i++) {
        model[i] = compile(&r[i], i < 2 ? "PreLoad" : "HeatedStop");
        assert_int_equal(eg_fixed_compile(model[i], 1e-3, NULL, 0, r[i].diagnostics, &fixed[i]), EG_OK);
        plan[i] = eg_fixed_plan_of(fixed[i]);
        run[i] = malloc(eg_fixed_size(plan[i]));
        eg_fixed_begin(plan[i], run[i]);
    }
    double in = 30;
    for (int k = 0; k < 50; k++)
        eg_fixed_step(plan[0], run[0], &in, NULL);
    memcpy(run[1], run[0], eg_fixed_size(plan[0]));
    for (int k = 0; k < 50; k++) {
        in = sin(k);
        eg_fixed_step(plan[0], run[0], &in, NULL);
        eg_fixed_step(plan[1], run[1], &in, NULL);
    }
    assert_memory_equal(run[0], run[1], eg_fixed_size(plan[0]));
    assert_int_equal(eg_fixed_step(plan[2], run[0], &in, NULL), 2);
    assert_int_equal(eg_fixed_step(plan[0], run[2], &in, NULL), 2);
    assert_int_equal(run[2]->steps, 0);
    for (int i = 0; i < 3; i++) {
        free(run[i]);
        eg_fixed_model_free(fixed[i]);
        eg_model_free(model[i]);
        done(&r[i]);
    }
}

typedef struct walker {
    const eg_fixed_plan *plan;
    eg_fixed_state *state;
    double amplitude;
} walker;

static void *walk(void *argument)
{
    walker *w = argument;
    for (int k = 0; k < 2000; k++) {
        double in = w->amplitude * sin(0.01 * k);
        eg_fixed_step(w->plan, w->state, &in, NULL);
    }
    return NULL;
}

/* Two runs of one plan, each in a thread of its own and one after the other: the same bits. */
static void runs_share_a_plan(void **state)
{
    (void)state;
    reading r = {0};
    eg_model *model = compile(&r, "HeatedStop");
    eg_fixed_model *fixed;
    assert_int_equal(eg_fixed_compile(model, 1e-3, NULL, 0, r.diagnostics, &fixed), EG_OK);
    const eg_fixed_plan *plan = eg_fixed_plan_of(fixed);
    size_t size = eg_fixed_size(plan);
    walker w[4];
    pthread_t thread[2];
    for (int i = 0; i < 4; i++) {
        w[i] = (walker){plan, calloc(1, size), i % 2 ? 20 : 35};
        eg_fixed_begin(plan, w[i].state);
    }
    for (int i = 0; i < 2; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, walk, &w[i]), 0);
    for (int i = 2; i < 4; i++)
        walk(&w[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(thread[i], NULL);
    for (int i = 0; i < 2; i++)
        assert_memory_equal(w[i].state, w[i + 2].state, size);
    for (int i = 0; i < 4; i++)
        free(w[i].state);
    eg_fixed_model_free(fixed);
    eg_model_free(model);
    done(&r);
}

/* ---------------------------------------------------------------- what it leaves to others */

static void what_it_is_not_for(void **state)
{
    (void)state;
    reading r = {0};
    eg_model *model = compile(&r, "Sources");
    eg_fixed_model *fixed;
    assert_int_equal(eg_fixed_compile(model, 1e-3, NULL, 0, r.diagnostics, &fixed), EG_ERROR_MODEL);
    assert_null(fixed);
    says(&r, "follows the speed by a law");
    assert_int_equal(eg_fixed_compile(model, 0, NULL, 0, r.diagnostics, &fixed), EG_ERROR_USAGE);
    eg_model_free(model);
    done(&r);
    model = compile(&r, "Cradle");
    assert_int_equal(eg_fixed_compile(model, 1e-3, NULL, 0, r.diagnostics, &fixed), EG_ERROR_MODEL);
    says(&r, "touch[1] is a rigid contact");
    eg_model_free(model);
    done(&r);
    model = compile(&r, "GapInEquations"); /* laws that equations write are the plan's own */
    assert_int_equal(eg_fixed_compile(model, 1e-3, NULL, 0, r.diagnostics, &fixed), EG_OK);
    assert_int_equal(eg_fixed_plan_of(fixed)->inputs, 0);
    assert_int_equal(eg_fixed_plan_of(fixed)->contacts, 2);
    eg_fixed_model_free(fixed);
    eg_model_free(model);
    done(&r);
    model = compile(&r, "PreLoad");
    const char *const wrong = "spool.length";
    assert_int_equal(eg_fixed_compile(model, 1e-3, &wrong, 1, r.diagnostics, &fixed), EG_ERROR_MODEL);
    says(&r, "spool.length is no position");
    eg_model_free(model);
    done(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(preload_at_1_khz),
        cmocka_unit_test(engines_agree),
        cmocka_unit_test(controllers_follow),
        cmocka_unit_test(heat_is_kept),
        cmocka_unit_test(a_model_has_inputs_and_outputs),
        cmocka_unit_test(misuse_does_no_harm),
        cmocka_unit_test(states_belong_to_plans),
        cmocka_unit_test(runs_share_a_plan),
        cmocka_unit_test(what_it_is_not_for),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
