/* Contacts whose force is a power of the depth, in models that fall into pieces: engine erk's Taylor
 * series, cluster by cluster, against its Runge-Kutta steps, which the same model takes with an equation
 * of its own that makes it one piece. Both are independent of each other down to the events. Closed forms
 * are in test_accuracy.c. */
#include "near.h"

#include "elastogap/elastogap.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Three masses between walls: contacts with each other and with what stands still, one of them linear, a
 * spring, a force that swings and one that does not. */
static const char model[] = "model Case\n"
                            "  import Modelica.Mechanics.Translational.Components.*;\n"
                            "  import Modelica.Mechanics.Translational.Sources.*;\n"
                            "  Fixed left; Fixed right(s0 = 0.3);\n"
                            "  Mass a(m = 1, s(start = 0.05, fixed = true), v(start = 1, fixed = true));\n"
                            "  Mass b(m = 0.5, s(start = 0.1, fixed = true), v(start = 0, fixed = true));\n"
                            "  Mass c(m = 2, s(start = 0.2, fixed = true), v(start = -0.3, fixed = true));\n"
                            "  ElastoGap g0(c = 1e4, d = %g, n = %g, s_rel0 = 0.01);\n"
                            "  ElastoGap g1(c = 2e4, d = %g, n = %g, s_rel0 = 0.02);\n"
                            "  ElastoGap g2(c = 1e4, d = 20, s_rel0 = 0.02);\n"
                            "  ElastoGap g3(c = 3e4, d = %g, n = %g, s_rel0 = 0.03);\n"
                            "  Spring k(c = 20, s_rel0 = 0.1);\n"
                            "  Force f; Modelica.Blocks.Sources.Sine sine(amplitude = 5, f = 3);\n"
                            "  ConstantForce w(f_constant = -2);\n"
                            "%s"
                            "equation\n"
                            "  connect(left.flange, g0.flange_a); connect(g0.flange_b, a.flange_a);\n"
                            "  connect(a.flange_b, g1.flange_a); connect(g1.flange_b, b.flange_a);\n"
                            "  connect(b.flange_b, g2.flange_a); connect(g2.flange_b, c.flange_a);\n"
                            "  connect(c.flange_b, g3.flange_a); connect(g3.flange_b, right.flange);\n"
                            "  connect(k.flange_a, left.flange); connect(k.flange_b, b.flange_a);\n"
                            "  connect(f.flange, b.flange_b); connect(sine.y, f.f);\n"
                            "  connect(w.flange, a.flange_a);\n"
                            "%s"
                            "  annotation(experiment(StopTime = 1, Interval = 0.01));\n"
                            "end Case;\n";

typedef struct outcome {
    eg_trajectory *t;
    eg_statistics st;
} outcome;

static outcome run_by(const char *engine, const char *text, double tolerance)
{
    outcome o = {0};
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *m = NULL;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "case.mo", NULL, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &m), EG_OK);
    eg_simulate_options options = eg_simulate_options_default(m);
    options.engine = engine;
    options.tolerance = tolerance;
    assert_int_equal(eg_simulate(m, &options, d, &o.t, &o.st), EG_OK);
    eg_model_free(m);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return o;
}

static outcome run_text(const char *text, double tolerance)
{
    return run_by("erk", text, tolerance);
}

static outcome run_case(double n, double d, bool in_pieces, double tolerance)
{
    char text[4000];
    snprintf(text, sizeof text, model, d, n, d, n, d, n,
             in_pieces ? "" : "  Real x(start = 0, fixed = true);\n", in_pieces ? "" : "  der(x) = 1;\n");
    return run_text(text, tolerance);
}

static void have_same_events(const eg_trajectory *a, const eg_trajectory *b, double within)
{
    assert_int_equal(eg_trajectory_events(a), eg_trajectory_events(b));
    for (size_t i = 0; i < eg_trajectory_events(a); i++) {
        const eg_event p = eg_trajectory_event(a, i), q = eg_trajectory_event(b, i);
        assert_string_equal(p.component, q.component);
        assert_string_equal(p.name, q.name);
        assert_near(p.time, q.time, within);
    }
}

static void ends_at(const eg_trajectory *t, const char *name, double expected, double within)
{
    const long i = eg_trajectory_find(t, name);
    assert_true(i >= 0);
    assert_near(eg_trajectory_value(t, (size_t)i, eg_trajectory_rows(t) - 1), expected, within);
}

/* At the end of the run: rows of both runs are the same up to there only where events are. */
static void ends_equally(const eg_trajectory *a, const eg_trajectory *b, const char *name, double within)
{
    const long i = eg_trajectory_find(a, name), j = eg_trajectory_find(b, name);
    assert_true(i >= 0 && j >= 0);
    assert_near(eg_trajectory_value(a, (size_t)i, eg_trajectory_rows(a) - 1),
                eg_trajectory_value(b, (size_t)j, eg_trajectory_rows(b) - 1), within);
}

/* 100 tolerances of some 0.1 m, or of a second: speeds are about 1 m/s. */
static void agrees_with_steps(void **state)
{
    static const double n[] = {1.5, 2, 2.3, 3}, d[] = {0, 20};
    const double tolerance = 1e-9;
    (void)state;
    for (size_t i = 0; i < sizeof n / sizeof *n; i++)
        for (size_t j = 0; j < sizeof d / sizeof *d; j++) {
            outcome pieces = run_case(n[i], d[j], true, tolerance);
            outcome whole = run_case(n[i], d[j], false, tolerance);
            assert_true(pieces.st.clusters > 0 && whole.st.clusters == 0);
            assert_true(pieces.st.rejected_steps == 0 && pieces.st.steps < whole.st.steps);
            have_same_events(pieces.t, whole.t, 100 * tolerance);
            ends_equally(pieces.t, whole.t, "a.s", 10 * tolerance);
            ends_equally(pieces.t, whole.t, "b.s", 10 * tolerance);
            ends_equally(pieces.t, whole.t, "c.s", 10 * tolerance);
            assert_true(pieces.st.energy.error < tolerance);
            eg_trajectory_free(pieces.t);
            eg_trajectory_free(whole.t);
        }
}

/* A contact is the same at any tolerance but for its accuracy, and each series follows the one before. */
static void has_the_same_events_at_any_tolerance(void **state)
{
    static const double tolerance[] = {1e-5, 1e-7, 1e-12};
    outcome best = run_case(1.5, 20, true, 1e-11);
    (void)state;
    for (size_t i = 0; i < sizeof tolerance / sizeof *tolerance; i++) {
        outcome o = run_case(1.5, 20, true, tolerance[i]);
        have_same_events(o.t, best.t, 100 * fmax(tolerance[i], 1e-11));
        ends_equally(o.t, best.t, "b.s", 10 * fmax(tolerance[i], 1e-11));
        eg_trajectory_free(o.t);
    }
    eg_trajectory_free(best.t);
}

/* A mass falls and comes to rest: its contacts become one that lasts, in which steps are long. */
static void comes_to_rest(void **state)
{
    (void)state;
    outcome o =
        run_text("model Case\n"
                 "  import Modelica.Mechanics.Translational.Components.*;\n"
                 "  Fixed wall; ElastoGap gap(c = 1e4, d = 10, n = 1.5);\n"
                 "  Mass mass(m = 1, s(start = 0.1, fixed = true), v(start = 0, fixed = true));\n"
                 "  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -9.81);\n"
                 "equation\n"
                 "  connect(wall.flange, gap.flange_a); connect(gap.flange_b, mass.flange_a);\n"
                 "  connect(weight.flange, mass.flange_b);\n"
                 "  annotation(experiment(StopTime = 20, Interval = 20));\n"
                 "end Case;\n",
                 1e-9);
    const long s = eg_trajectory_find(o.t, "mass.s");
    assert_near(eg_trajectory_value(o.t, (size_t)s, eg_trajectory_rows(o.t) - 1), -pow(9.81 / 1e4, 1 / 1.5),
                1e-10);
    assert_true(o.st.steps < 500);
    eg_trajectory_free(o.t);
}

/* An instant may be more than the round-off of a power: at the edge of its damping a mode may be entered
 * where its function is below 0 by what passes in no time, and left, and entered, for ever. */
static void edges_are_crossed_once(void **state)
{
    (void)state;
    const double tolerances[] = {1e-7, 1e-8, 1e-9, 1e-10};
    for (int i = 0; i < 4; i++) {
        outcome o = run_text(
            "model Case\n"
            "  import Modelica.Mechanics.Translational.Components.*;\n"
            "  Mass box(m = 10, s(start = 0, fixed = true), v(start = 0, fixed = true));\n"
            "  Mass ball(m = 0.5, s(start = 0, fixed = true), v(start = 0, fixed = true));\n"
            "  Fixed wall; SpringDamper k(c = 4000, d = 2);\n"
            "  ElastoGap l(c = 1e7, d = 60, n = 1.5, s_rel0 = -0.01), r(c = 1e7, d = 60, n = 1.5, s_rel0 = "
            "-0.01);\n"
            "  Modelica.Mechanics.Translational.Sources.Force f;\n"
            "  Modelica.Blocks.Sources.Sine sine(amplitude = 40, f = 3.2);\n"
            "equation\n"
            "  connect(wall.flange, k.flange_a); connect(k.flange_b, box.flange_a);\n"
            "  connect(box.flange_b, l.flange_a); connect(l.flange_b, ball.flange_a);\n"
            "  connect(ball.flange_b, r.flange_a); connect(r.flange_b, box.flange_b);\n"
            "  connect(sine.y, f.f); connect(f.flange, box.flange_a);\n"
            "  annotation(experiment(StopTime = 5, Interval = 5));\n"
            "end Case;\n",
            tolerances[i]);
        assert_true(o.st.energy.error <= 10 * tolerances[i]);
        eg_trajectory_free(o.t);
    }
}

/* A force of 10 Hz on a mass in a contact as soft as a breath, which alone would let steps last for hours: of
 * 1 N on 1 kg from rest, s = (t - sin(w t)/w)/w, whatever 1e-12 N of the contact add. Within 100 tolerances
 * of the way of 2/w. */
static void soft_contacts_see_fast_forces(void **state)
{
    (void)state;
    static const double exponents[] = {1.5, 2};
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        char text[900];
        snprintf(text, sizeof text,
                 "model Case\n"
                 "  import Modelica.Mechanics.Translational.Components.*;\n"
                 "  Fixed wall; ElastoGap gap(c = 1e-14, d = 0, n = %g, s_rel0 = 10);\n"
                 "  Mass mass(m = 1, s(start = 0.99, fixed = true), v(start = 0, fixed = true));\n"
                 "  Modelica.Mechanics.Translational.Sources.Force force;\n"
                 "  Modelica.Blocks.Sources.Sine sine(amplitude = 1, f = 10);\n"
                 "equation\n"
                 "  connect(wall.flange, gap.flange_a); connect(gap.flange_b, mass.flange_a);\n"
                 "  connect(force.flange, mass.flange_b); connect(sine.y, force.f);\n"
                 "  annotation(experiment(StopTime = 5, Interval = 0.1));\n"
                 "end Case;\n",
                 exponents[i]);
        outcome o = run_text(text, 1e-9);
        const size_t s = (size_t)eg_trajectory_find(o.t, "mass.s");
        for (size_t row = 0; row < eg_trajectory_rows(o.t); row++) {
            const double t = eg_trajectory_time(o.t, row), w = 20 * acos(-1);
            assert_near(eg_trajectory_value(o.t, s, row), 0.99 + (t - sin(w * t) / w) / w, 100e-9 * 2 / w);
        }
        assert_true(o.st.clusters > 0);
        eg_trajectory_free(o.t);
    }
}

/* A contact too weak to be felt, beside a spring: the depth is p0 + A cos(w t), w = 200 1/s, A = 1 mm. Where
 * it opens, its modes change four times a period: from t = 0, when it is deepest, 38 times in 0.3 s. Where it
 * never does and d |v| < 2 nN stays below c p^1.5 > 60 nN, never. */
static void weak_contacts_change_with_the_motion(void **state)
{
    (void)state;
    static const struct {
        double p0;
        size_t events;
    } cases[] = {{0, 38}, {0.002, 0}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (double tolerance = 1e-10; tolerance < 1e-3; tolerance *= 1e4) {
            char text[900];
            snprintf(text, sizeof text,
                     "model Case\n"
                     "  import Modelica.Mechanics.Translational.Components.*;\n"
                     "  Mass mass(m = 1, s(start = 0.001, fixed = true), v(start = 0, fixed = true));\n"
                     "  Fixed wall(s0 = 0.1);\n"
                     "  Spring spring(c = 4e4, s_rel0 = 0.1);\n"
                     "  ElastoGap gap(c = 2e-3, d = 1e-8, n = 1.5, s_rel0 = %g);\n"
                     "equation\n"
                     "  connect(mass.flange_b, spring.flange_a); connect(spring.flange_b, wall.flange);\n"
                     "  connect(mass.flange_b, gap.flange_a); connect(gap.flange_b, wall.flange);\n"
                     "  annotation(experiment(StopTime = 0.3, Interval = 0.1));\n"
                     "end Case;\n",
                     0.1 + cases[i].p0);
            outcome o = run_text(text, tolerance);
            assert_int_equal(o.st.events, cases[i].events);
            eg_trajectory_free(o.t);
        }
}

/* A mass that presses a contact of n = 2 by 0.4 nm where it starts, and is pushed out of it by 1 N: its
 * damper is bounded from d a t = c p^2 on, after 1e-14 s, which is nothing beside the time that the other
 * contact, of n = 1.5, would have taken to come to its depth. s moves by a t^2/2 < 1e-26 m until then. */
static void events_follow_the_start_at_once(void **state)
{
    (void)state;
    outcome o = run_text("model Case\n"
                         "  import Modelica.Mechanics.Translational.Components.*;\n"
                         "  Mass mass(m = 0.03, s(start = 0.1, fixed = true), v(start = 0, fixed = true));\n"
                         "  Fixed wall;\n"
                         "  ElastoGap hard(c = 9e5, d = 0.4, n = 2, s_rel0 = 0.1000000004);\n"
                         "  ElastoGap soft(c = 5000, d = 0.1, n = 1.5, s_rel0 = 0.10001);\n"
                         "  Modelica.Mechanics.Translational.Sources.ConstantForce force(f_constant = 1);\n"
                         "equation\n"
                         "  connect(wall.flange, hard.flange_a); connect(hard.flange_b, mass.flange_b);\n"
                         "  connect(wall.flange, soft.flange_a); connect(soft.flange_b, mass.flange_b);\n"
                         "  connect(force.flange, mass.flange_a);\n"
                         "  annotation(experiment(StopTime = 0.01));\n"
                         "end Case;\n",
                         1e-10);
    const double p = 0.1000000004 - 0.1, a = (1 + 9e5 * p * p + 5000 * pow(0.10001 - 0.1, 1.5)) / 0.03;
    const double expected = 9e5 * p * p / (0.4 * a);
    assert_int_equal(eg_trajectory_events(o.t), 4); /* of each: the rebound limit, and the end */
    assert_near(eg_trajectory_event(o.t, 0).time, expected, 1e-9 * expected);
    eg_trajectory_free(o.t);
}

/* Without damping a contact gives back what it has taken, m v^2/2 = c x^(n + 1)/(n + 1), and takes the time
 * 2 x/v B(1/(n + 1), 1/2)/(n + 1), where x is the greatest depth and sqrt(pi) = Gamma(1/2) (Landau and
 * Lifshitz, Theory of Elasticity, section 9, of any n). Whether the power shows in the series from the touch
 * on, comes back to itself a gap further, or stands beyond the last of them. Within 10 tolerances of what is
 * measured, and n ulp of the depth. */
static void contacts_of_any_exponent_take_their_time(void **state)
{
    (void)state;
    static const char *const engines[] = {"erk", "irk", "ida"};
    static const double exponents[] = {1.2, 2,  3.5, 4.5, 5.5, 6.3, 7,  8,    9,    10,  11,
                                       12,  13, 17,  18,  19,  22,  23, 24.5, 30.2, 100, 1e4};
    const double m = 2, c = 1e5, v = 3, tolerance = 1e-9;
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++)
        for (int e = 0; e < 3; e++) {
            char text[700];
            const double n = exponents[i], root = 1 / (n + 1), x = pow((n + 1) * m * v * v / (2 * c), root);
            const double takes =
                2 * x / v * exp(lgamma(1 + root) + lgamma(0.5) - lgamma(0.5 + root)); /* B(a, b) */
            snprintf(text, sizeof text,
                     "model Case\n"
                     "  import Modelica.Mechanics.Translational.Components.*;\n"
                     "  Fixed wall; ElastoGap gap(c = %g, d = 0, n = %.17g);\n"
                     "  Mass mass(m = %g, s(start = 0.5, fixed = true), v(start = %g, fixed = true));\n"
                     "equation\n"
                     "  connect(wall.flange, gap.flange_a); connect(gap.flange_b, mass.flange_a);\n"
                     "  annotation(experiment(StopTime = 2, Interval = 2));\n"
                     "end Case;\n",
                     c, n, m, -v);
            outcome o = run_by(engines[e], text, tolerance);
            assert_int_equal(eg_trajectory_events(o.t), 2);
            const double begins = eg_trajectory_event(o.t, 0).time, ends = eg_trajectory_event(o.t, 1).time;
            const double within = (10 * tolerance + n * 0x1p-52) * 2;
            assert_near(begins, 0.5 / v, within);
            assert_near(ends - begins, takes, within);
            ends_at(o.t, "mass.v", v, within * v);
            ends_at(o.t, "mass.s", v * (2 - ends), within * v);
            eg_trajectory_free(o.t);
        }
}

/* A run in nanometres is that in metres, and one that begins after 1e6 s is one that begins now, but that its
 * events are known to some ulp of the time. The contact is that of the test above with n = 2, where c goes
 * with 1/L: f = c s^2. */
static void contacts_are_the_same_at_any_scale_and_time(void **state)
{
    (void)state;
    static const char *const engines[] = {"erk", "irk", "ida"};
    static const struct {
        double length, start;
    } cases[] = {{1, 0}, {1e-9, 0}, {1e-12, 0}, {1e-15, 0}, {1e6, 0}, {1, 1e3}, {1, 1e6}, {1e-9, 1e6}};
    const double m = 2, c = 300, n = 2, v = 3, tolerance = 1e-9, root = 1 / (n + 1);
    const double x = pow((n + 1) * m * v * v / (2 * c), root);
    const double takes = 2 * x / v * exp(lgamma(1 + root) + lgamma(0.5) - lgamma(0.5 + root));
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int e = 0; e < 3; e++) {
            char text[700];
            const double length = cases[i].length, start = cases[i].start,
                         ulp = nextafter(start, 1e9) - start;
            const double within = 20 * tolerance + 200 * ulp;
            snprintf(text, sizeof text,
                     "model Case\n"
                     "  import Modelica.Mechanics.Translational.Components.*;\n"
                     "  Fixed wall; ElastoGap gap(c = %.17g, d = 0, n = %g);\n"
                     "  Mass mass(m = %g, s(start = %.17g, fixed = true), v(start = %.17g, fixed = true));\n"
                     "equation\n"
                     "  connect(wall.flange, gap.flange_a); connect(gap.flange_b, mass.flange_a);\n"
                     "  annotation(experiment(StartTime = %.17g, StopTime = %.17g, Interval = 2));\n"
                     "end Case;\n",
                     c / length, n, m, 0.5 * length, -v * length, start, start + 2);
            outcome o = run_by(engines[e], text, tolerance);
            assert_int_equal(eg_trajectory_events(o.t), 2);
            const double begins = eg_trajectory_event(o.t, 0).time - start;
            const double ends = eg_trajectory_event(o.t, 1).time - start;
            assert_near(begins, 0.5 / v, within);
            assert_near(ends - begins, takes, within);
            ends_at(o.t, "mass.v", v * length, within * v * length);
            ends_at(o.t, "mass.s", v * length * (2 - 0.5 / v - takes), within * v * length);
            eg_trajectory_free(o.t);
        }
}

/* A part without mass between a backlash that a drive swings and a damper: it is pushed to where the
 * drive turns, but for a depth of at most 5e-3 N.s/m 3.1 m/s/2e4 N/m = 0.8 um and the way from where the
 * damper of the stop lets go (v = 25 mm/s, v^2/(2 a) = 0.7 um), and rests there: after 100 events, four in
 * each of 25 half periods. */
static void light_parts_rest_where_drives_turn(void **state)
{
    (void)state;
    static const char *const engines[] = {"auto", "irk", "exact", "ida"};
    for (int e = 0; e < 4; e++) {
        outcome o =
            run_by(engines[e],
                   "model Case\n"
                   "  import Modelica.Mechanics.Translational.Components.*;\n"
                   "  Modelica.Mechanics.Translational.Sources.Position drive(exact = true);\n"
                   "  Modelica.Blocks.Sources.Sine sine(f = 25, amplitude = 0.02);\n"
                   "  Elastogap.Contact.TwoSidedGap gap(law = \"elasto-gap\", s_lower = -0.005,\n"
                   "    s_upper = 0.005, c_lower = 2e4, d_lower = 0.5);\n"
                   "  Mass body(m = 0, s(start = 0, fixed = true)); Damper damper(d = 5e-3); Fixed ground;\n"
                   "equation\n"
                   "  connect(sine.y, drive.s_ref); connect(drive.flange, gap.flange_a);\n"
                   "  connect(gap.flange_b, body.flange_a); connect(body.flange_b, damper.flange_a);\n"
                   "  connect(damper.flange_b, ground.flange);\n"
                   "  annotation(experiment(StopTime = 0.4955, Interval = 0.4955));\n"
                   "end Case;\n",
                   1e-6);
        ends_at(o.t, "body.s", 0.015, 2e-6);
        assert_int_equal(eg_trajectory_events(o.t), 100);
        assert_true(o.st.energy.error < 1e-8);
        eg_trajectory_free(o.t);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(soft_contacts_see_fast_forces),
        cmocka_unit_test(weak_contacts_change_with_the_motion),
        cmocka_unit_test(agrees_with_steps),
        cmocka_unit_test(has_the_same_events_at_any_tolerance),
        cmocka_unit_test(comes_to_rest),
        cmocka_unit_test(edges_are_crossed_once),
        cmocka_unit_test(events_follow_the_start_at_once),
        cmocka_unit_test(contacts_of_any_exponent_take_their_time),
        cmocka_unit_test(contacts_are_the_same_at_any_scale_and_time),
        cmocka_unit_test(light_parts_rest_where_drives_turn),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
