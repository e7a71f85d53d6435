/* The engine `fixed` over all examples: each runs, or is refused with the component named that a step cannot
 * take. Smooth ones come nearer to another engine as a second-order method does; at steps far longer than
 * anything in the model every one stays bounded, and what it gains is what was done to it. */
#include "fixed_examples.h"

/* What is said of those that do not run. */
static const struct {
    const char *model, *reason;
} refused[] = {
    {"BumpStop", "stop has a force by table, for which the contacts of this engine have no law"},
    {"Carriage", "play has another law in contact, for which the contacts of this engine have none"},
    {"Clutching", "is geared to a support that moves on its own"},
    {"Cradle", "touch[1] is a rigid contact, whose impacts take no time"},
    {"Leadscrew", "stops has another law in contact, for which the contacts of this engine have none"}};

static const char *reason_of(const char *name)
{
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        if (strcmp(refused[i].model, name) == 0)
            return refused[i].reason;
    return NULL;
}

static bool is_said(const reading *r, const char *text)
{
    for (size_t i = 0; i < eg_diagnostics_count(r->diagnostics); i++)
        if (strstr(eg_diagnostics_get(r->diagnostics, i)->message, text))
            return true;
    return false;
}

/* A run of `steps` steps of length h, all of them stored. */
static eg_status run(const eg_model *model, const char *engine, double h, int steps, eg_diagnostics *d,
                     eg_trajectory **t, eg_statistics *st)
{
    eg_simulate_options o = eg_simulate_options_default(model);
    o.engine = engine;
    o.step = h;
    o.interval = h * steps / 10;
    o.stop_time = o.start_time + h * steps;
    o.tolerance = 1e-10;
    return eg_simulate(model, &o, d, t, st);
}

/* A speed after 2 s in steps of 1 ms: above `least` by exact, and by fixed less than `off` away from that. */
static void assert_ends_alike(const eg_model *model, const char *speed, double least, double off,
                              eg_diagnostics *d)
{
    double end[2];
    for (int k = 0; k < 2; k++) {
        eg_trajectory *t;
        assert_int_equal(run(model, k ? "exact" : "fixed", 1e-3, 2000, d, &t, NULL), EG_OK);
        end[k] = eg_trajectory_at(t, (size_t)eg_trajectory_find(t, speed), 2);
        eg_trajectory_free(t);
    }
    assert_true(end[1] > least);
    if (!(fabs(end[0] - end[1]) < off))
        fail_msg("%g and %g", end[0], end[1]);
}

/* At the model's own pace, and at a step that nothing in it is made for: finite, no energy from nowhere, and
 * no more work than a plan allows. */
static void stays_bounded(const eg_model *model, const char *name, reading *r)
{
    static const double steps[] = {1e-3, 0.05};
    for (size_t k = 0; k < sizeof steps / sizeof *steps; k++) {
        eg_trajectory *t = NULL;
        eg_statistics st;
        eg_status status = run(model, "fixed", steps[k], 40, r->diagnostics, &t, &st);
        if (reason_of(name)) {
            assert_int_equal(status, EG_ERROR_SIMULATION);
            if (!is_said(r, reason_of(name)))
                fail_msg("%s: nothing says \"%s\"", name, reason_of(name));
        } else {
            if (status != EG_OK)
                show(r);
            assert_int_equal(status, EG_OK);
            if (!(st.energy.error < 1e-9))
                fail_msg("%s: energy %g at steps of %g", name, st.energy.error, steps[k]);
            assert_true(st.newton_iterations <= 4 * EG_FIXED_ITERATIONS * st.steps);
        }
        eg_trajectory_free(t);
    }
}

static void examples_run(void **state)
{
    (void)state;
    assert_true(for_each_example(stays_bounded) > 50);
}

/* Where nothing jumps in the first tenths of a second: an error that halving the step divides by 4, up to its
 * next term. The variable's error is that of the last row. */
static void smooth_ones_converge(void **state)
{
    (void)state;
    static const struct {
        const char *model, *variable;
        double step;
    } cases[] = {{"HeatMeter", "wall.port_a.T", 1},       {"FurnaceDyad", "piece.port.T", 1},
                 {"CooledDamper", "spring.s_rel", 1e-3},  {"Adaptors", "between.s_rel", 1e-3},
                 {"Sources", "coupling.s_rel", 1e-3},     {"SourcesDyad", "rope.s_rel", 1e-3},
                 {"ModalMonitor", "spring2.s_rel", 1e-3}, {"Routes", "spring[2].s_rel", 1e-3},
                 {"ShaftsDyad", "shaft.phi_rel", 1e-3},   {"Turning", "coupling.phi_rel", 1e-3},
                 {"Suspension", "clip.x", 1e-3}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        reading r = {0};
        eg_model *model = compile(&r, cases[i].model);
        double end[3];
        for (int k = 0; k < 3; k++) {
            eg_trajectory *t;
            assert_int_equal(run(model, k == 2 ? "ida" : "fixed", cases[i].step / (k == 1 ? 2 : 1),
                                 k == 1 ? 200 : 100, r.diagnostics, &t, NULL),
                             EG_OK);
            long signal = eg_trajectory_find(t, cases[i].variable);
            if (signal < 0)
                fail_msg("%s has no %s", cases[i].model, cases[i].variable);
            end[k] = eg_trajectory_at(t, (size_t)signal,
                                      eg_simulate_options_default(model).start_time + 100 * cases[i].step);
            eg_trajectory_free(t);
        }
        double coarse = fabs(end[0] - end[2]), fine = fabs(end[1] - end[2]);
        if (!(fine < coarse / 3.2 && fine > coarse / 5))
            fail_msg("%s: errors %g and %g", cases[i].model, coarse, fine);
        eg_model_free(model);
        done(&r);
    }
}

/* Two frictions that stick side by side, whose peaks are 6 and 7.5 N, let go together at 13.5 N, whichever
 * way they are connected. The release is seen at the end of a step, which is another step late at most: with
 * 8 N of friction then, the speed is off by less than 2*h*(13.5 - 8)/2. */
static void peaks_side_by_side_let_go_together(void **state)
{
    (void)state;
    static const char *const second[] = {"connect(b.flange_b, m.flange_a);",
                                         "connect(b.flange_a, m.flange_b);"};
    for (size_t i = 0; i < sizeof second / sizeof *second; i++) {
        char text[900];
        snprintf(text, sizeof text,
                 "model Side\n"
                 "  import Modelica.Mechanics.Translational.*;\n"
                 "  Components.Mass m(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));\n"
                 "  Components.SupportFriction a(f_pos = [0, 3; 1, 3.5], peak = 2);\n"
                 "  Components.SupportFriction b(f_pos = [0, 5; 1, 6], peak = 1.5);\n"
                 "  Sources.Force pull;\n"
                 "  Modelica.Blocks.Sources.Ramp ramp(height = 20, duration = 2);\n"
                 "equation\n"
                 "  connect(a.flange_b, m.flange_a);\n"
                 "  %s\n"
                 "  connect(pull.flange, m.flange_b);\n"
                 "  connect(ramp.y, pull.f);\n"
                 "end Side;\n",
                 second[i]);
        reading r = read_good(text);
        eg_model *model = NULL;
        assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
        assert_ends_alike(model, "m.v", 2, 2 * 1e-3 * (13.5 - 8) / 2, r.diagnostics);
        eg_model_free(model);
        done(&r);
    }
}

/* Two masses that stick to the ground and to each other, a loop: pulled at the second one, they hold until
 * its friction on the ground has more than its peak of what they share in proportion to their peaks; then all
 * let go, since what is left bears less. The release may be a step late, and another one as one lets go after
 * the other: with less than 6 N on 1 kg, the speed is off by less than 2*h*6. */
static void peaks_in_a_loop_let_go_in_turn(void **state)
{
    (void)state;
    reading r =
        read_good("model Loop\n"
                  "  import Modelica.Mechanics.Translational.*;\n"
                  "  Components.Mass m(m = 3, s(start = 0, fixed = true), v(start = 0, fixed = true));\n"
                  "  Components.Mass n(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true));\n"
                  "  Components.SupportFriction a(f_pos = [0, 9; 1, 9], peak = 1.2);\n"
                  "  Components.SupportFriction b(f_pos = [0, 2; 1, 2], peak = 1.2);\n"
                  "  Components.SupportFriction c(f_pos = [0, 1; 1, 1], peak = 1.2, useSupport = true);\n"
                  "  Sources.Force pull;\n"
                  "  Modelica.Blocks.Sources.Ramp ramp(height = 4, duration = 2);\n"
                  "equation\n"
                  "  connect(a.flange_b, m.flange_a);\n"
                  "  connect(b.flange_b, n.flange_a);\n"
                  "  connect(c.flange_a, n.flange_b);\n"
                  "  connect(c.support, m.flange_b);\n"
                  "  connect(pull.flange, n.flange_b);\n"
                  "  connect(ramp.y, pull.f);\n"
                  "end Loop;\n");
    eg_model *model = NULL;
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    assert_ends_alike(model, "n.v", 0.05, 2 * 1e-3 * 6, r.diagnostics);
    eg_model_free(model);
    done(&r);
}

/* A mass slides on another one, which the ground holds with 1.7 N of its peak of 1.8, and comes to rest after
 * 1/7 s (0.3 m/s at 2.1 m/s2). Then all three stick in a loop, and the ground's friction on the first has
 * more than its peak of what they share: with 1.5 N it, and 1.9 N the second, let go, and 2 kg are driven by
 * 0.2 N. The rest, what is shared, and who yields are seen a step later each. */
static void a_loop_that_closes_lets_go(void **state)
{
    (void)state;
    reading r =
        read_good("model Rest\n"
                  "  import Modelica.Mechanics.Translational.*;\n"
                  "  Components.Mass m(m = 2, s(start = 0, fixed = true), v(start = 0, fixed = true));\n"
                  "  Components.Mass n(m = 1, s(start = 0, fixed = true), v(start = 0.3, fixed = true));\n"
                  "  Components.SupportFriction a(f_pos = [0, 1.5; 1, 1.5], peak = 1.2);\n"
                  "  Components.SupportFriction b(f_pos = [0, 1.2; 1, 1.2]);\n"
                  "  Components.SupportFriction c(f_pos = [0, 1.9; 1, 1.9], useSupport = true);\n"
                  "  Sources.ConstantForce push(f_constant = -3.6);\n"
                  "  Sources.ConstantForce pull(f_constant = 1);\n"
                  "equation\n"
                  "  connect(a.flange_b, m.flange_a);\n"
                  "  connect(b.flange_b, n.flange_a);\n"
                  "  connect(c.flange_a, n.flange_b);\n"
                  "  connect(c.support, m.flange_b);\n"
                  "  connect(push.flange, m.flange_b);\n"
                  "  connect(pull.flange, n.flange_b);\n"
                  "end Rest;\n");
    eg_model *model = NULL;
    eg_trajectory *t;
    assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
    assert_int_equal(run(model, "fixed", 1e-3, 1000, r.diagnostics, &t, NULL), EG_OK);
    double v = eg_trajectory_at(t, (size_t)eg_trajectory_find(t, "m.v"), 1);
    if (!(fabs(v + 0.1 * (1 - 1 / 7.0)) < 3 * 1e-3 * 0.1))
        fail_msg("%g", v);
    eg_trajectory_free(t);
    eg_model_free(model);
    done(&r);
}

/* A mass thrown against 7 N and 5 N of friction stops, and stays where it is: standing friction bears 10 N.
 * At 6 m/s2 it has gone v^2/12, but for what it goes in the step of its stop and in the one before: less than
 * 2*6*h^2. Speeds differ by thirds of 6*h, so that it stops in different parts of a step. */
static void what_stops_is_held_by_its_peak(void **state)
{
    (void)state;
    for (int k = 0; k < 4; k++) {
        const double h = 1e-3, v = 1 + 2 * h * k;
        char text[700];
        snprintf(text, sizeof text,
                 "model Thrown\n"
                 "  import Modelica.Mechanics.Translational.*;\n"
                 "  Components.Mass m(m = 2, s(start = 0, fixed = true), v(start = %.17g, fixed = true));\n"
                 "  Components.SupportFriction a(f_pos = [0, 5; 1, 5], peak = 2);\n"
                 "  Sources.ConstantForce back(f_constant = -7);\n"
                 "equation\n"
                 "  connect(a.flange_b, m.flange_a);\n"
                 "  connect(back.flange, m.flange_b);\n"
                 "end Thrown;\n",
                 v);
        reading r = read_good(text);
        eg_model *model = NULL;
        eg_trajectory *t;
        assert_int_equal(eg_model_compile(r.spec, r.diagnostics, &model), EG_OK);
        assert_int_equal(run(model, "fixed", h, 500, r.diagnostics, &t, NULL), EG_OK);
        size_t end = eg_trajectory_rows(t) - 1;
        double s = eg_trajectory_value(t, (size_t)eg_trajectory_find(t, "m.s"), end);
        assert_true(eg_trajectory_value(t, (size_t)eg_trajectory_find(t, "m.v"), end) == 0);
        if (!(fabs(s - v * v / 12) < 12 * h * h))
            fail_msg("from %g m/s it has gone %.9g m, not %.9g", v, s, v * v / 12);
        eg_trajectory_free(t);
        eg_model_free(model);
        done(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(examples_run),
                                       cmocka_unit_test(smooth_ones_converge),
                                       cmocka_unit_test(peaks_side_by_side_let_go_together),
                                       cmocka_unit_test(peaks_in_a_loop_let_go_in_turn),
                                       cmocka_unit_test(a_loop_that_closes_lets_go),
                                       cmocka_unit_test(what_stops_is_held_by_its_peak)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
