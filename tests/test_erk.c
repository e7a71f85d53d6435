/* The engine `erk`, and what `auto` makes of it: free flight in one step, contacts that begin and end where
 * the force is not smooth, the same bits twice, and what it refuses. Errors against exact motions are in
 * test_accuracy.c, examples in test_examples.c. */
#include "accuracy_cases.h"
#include "build_model.h"
#include "closed_form.h"
#include "systems.h"

#include <float.h>

static void contains(const eg_diagnostics *d, const char *part)
{
    char text[2000] = "";
    if (eg_diagnostics_count(d) > 0)
        eg_diagnostic_format(eg_diagnostics_get(d, eg_diagnostics_count(d) - 1), 0, text, sizeof text);
    if (!strstr(text, part)) {
        print_error("\"%s\" does not contain \"%s\"\n", text, part);
        rig_fail(__FILE__, __LINE__, part);
    }
}

/* A run of text at a tolerance by an engine. */
static accuracy_run run_text(const char *text, const char *engine, double tolerance, eg_diagnostics *d)
{
    accuracy_run r = {.status = EG_OK};
    eg_spec *spec = NULL;
    accuracy_engine = engine;
    r.status = eg_spec_read_text(text, strlen(text), "test", NULL, d, &spec);
    if (r.status == EG_OK)
        accuracy_simulate(&r, spec, 0.0, 0.0, tolerance, d);
    accuracy_engine = "ida";
    return r;
}

static double last_of(const accuracy_run *r, const char *signal)
{
    const long i = r->trajectory ? eg_trajectory_find(r->trajectory, signal) : -1;
    return i < 0 ? NAN : eg_trajectory_value(r->trajectory, (size_t)i, eg_trajectory_rows(r->trajectory) - 1);
}

/* ---------------------------------------------------------------- steps */

/* By erk as by exact, which auto takes for it. */
static void free_flight_is_one_step(void **state)
{
    (void)state;
    for (int automatic = 0; automatic < 2; automatic++) {
        eg_diagnostics *d = eg_diagnostics_create();
        accuracy_run r =
            run_text("model Fall\n"
                     "  Modelica.Mechanics.Translational.Components.Mass mass(m = 2,\n"
                     "    s(start = 3, fixed = true), v(start = 5, fixed = true));\n"
                     "  Modelica.Mechanics.Translational.Sources.ConstantForce g(f_constant = -19.62);\n"
                     "equation\n"
                     "  connect(g.flange, mass.flange_b);\n"
                     "  annotation(experiment(StopTime = 10));\n"
                     "end Fall;\n",
                     automatic ? "auto" : "erk", 1e-9, d);
        TRUE(r.status == EG_OK);
        TRUE(r.statistics.steps == 1 && r.statistics.rejected_steps == 0);
        /* positions to 440 m; twenty stages' rounding */
        NEAR(last_of(&r, "mass.s"), 3.0 + 50.0 - 490.5, 64 * DBL_EPSILON * 490.5);
        NEAR(last_of(&r, "mass.v"), 5.0 - 98.1, 64 * DBL_EPSILON * 98.1);
        TRUE(strcmp(r.statistics.engine, automatic ? "exact" : "erk") == 0);
        accuracy_run_free(&r);
        eg_diagnostics_free(d);
    }
    ALL_WELL();
}

/* v = e^(-t): at 402 s the errors of a step are so far below the range of v that their squares vanish. */
static void what_dies_out_may_vanish(void **state)
{
    (void)state;
    const double tolerance = 1e-6;
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_run r = run_text("model Decay\n"
                              "  Modelica.Mechanics.Translational.Components.Fixed ground;\n"
                              "  Modelica.Mechanics.Translational.Components.Damper damper(d = 1);\n"
                              "  Modelica.Mechanics.Translational.Components.Mass mass(m = 1,\n"
                              "    s(start = 0, fixed = true), v(start = 1, fixed = true));\n"
                              "equation\n"
                              "  connect(ground.flange, damper.flange_a);\n"
                              "  connect(damper.flange_b, mass.flange_a);\n"
                              "  annotation(experiment(StopTime = 800));\n"
                              "end Decay;\n",
                              "erk", tolerance, d);
    TRUE(r.status == EG_OK);
    NEAR(last_of(&r, "mass.s"), 1.0, 100 * tolerance);
    NEAR(last_of(&r, "mass.v"), 0.0, 100 * tolerance);
    accuracy_run_free(&r);
    eg_diagnostics_free(d);
    ALL_WELL();
}

/* Without a damper the contact ends where its force is not smooth: the last step lands there. Duration and
 * speed are known; a tolerance of 1e-10 promises both to 1e-8, and what a step across leaves would be
 * more. */
static void undamped_contacts_end_well(void **state)
{
    (void)state;
    const double exponents[] = {1.25, 1.5, 2.0, 2.3, 2.5, 3.0, 4.0};
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++) {
        const double n = exponents[i], duration = closed_undamped_contact_time(1.0, 1e4, n, 1.0);
        char text[600];
        eg_diagnostics *d = eg_diagnostics_create();
        snprintf(text, sizeof text,
                 "model Contact\n"
                 "  import Modelica.Mechanics.Translational.Components.*;\n"
                 "  Fixed wall;\n"
                 "  ElastoGap gap(c = 1e4, d = 0, n = %g);\n"
                 "  Mass mass(m = 1, s(start = 1, fixed = true), v(start = -1, fixed = true));\n"
                 "equation\n"
                 "  connect(wall.flange, gap.flange_a);\n"
                 "  connect(gap.flange_b, mass.flange_a);\n"
                 "  annotation(experiment(StopTime = 3));\n"
                 "end Contact;\n",
                 n);
        accuracy_run r = run_text(text, "erk", 1e-10, d);
        TRUE(r.status == EG_OK && r.events == 2);
        if (r.status == EG_OK && r.events == 2) {
            NEAR(eg_trajectory_event(r.trajectory, 0).time, 1.0, 1e-14);
            NEAR(eg_trajectory_event(r.trajectory, 1).time, 1.0 + duration, 1e-8 * duration);
            NEAR(last_of(&r, "mass.v"), 1.0, 1e-8);
            AT_MOST(r.statistics.energy.error, 1e-9);
            AT_MOST((double)r.statistics.steps, 60.0);
        }
        accuracy_run_free(&r);
        eg_diagnostics_free(d);
    }
    ALL_WELL();
}

/* A layer that brakes what falls through it, u = 0 ... 1 from top to bottom, F u (1 - u) under noEvent:
 * y' is that of a free fall where its mode begins, and wherever the stages of a step that is too long lie.
 * It takes F w/6 = 0.1 J of what a mass of 1 kg brings along. */
static void thin_layers_are_not_passed_over(void **state)
{
    (void)state;
    const double widths[] = {1e-2, 1e-3, 1e-5, 1e-7}, stops[] = {0.12, 0.5, 3.0};
    for (size_t k = 0; k < 12; k++) {
        const double w = widths[k % 4];
        char text[600];
        eg_diagnostics *d = eg_diagnostics_create();
        snprintf(text, sizeof text,
                 "model Layer\n"
                 "  Real s(start = 0.1, fixed = true), v(start = -1, fixed = true), u = -s/%g, f, e;\n"
                 "equation\n"
                 "  der(s) = v; der(v) = f - 9.81; e = v*v/2 + 9.81*s;\n"
                 "  f = if s < 0 and not s < -%g then noEvent(max(0, %g*u*(1 - u))) else 0;\n"
                 "  annotation(experiment(StopTime = %g));\n"
                 "end Layer;\n",
                 w, w, 0.6 / w, stops[k / 4]);
        accuracy_run r = run_text(text, "erk", 1e-9, d);
        TRUE(r.status == EG_OK && r.events == 2);
        NEAR(last_of(&r, "e"), 0.5 + 0.981 - 0.1, 100 * 1e-9 * 1.5);
        accuracy_run_free(&r);
        eg_diagnostics_free(d);
    }
    ALL_WELL();
}

static void same_bits_twice(void **state)
{
    (void)state;
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_engine = "erk";
    accuracy_run a = accuracy_example("Rattle.mo", NULL, 1e-9, d);
    accuracy_run b = accuracy_example("Rattle.mo", NULL, 1e-9, d);
    accuracy_engine = "ida";
    TRUE(a.status == EG_OK && b.status == EG_OK);
    if (a.status == EG_OK && b.status == EG_OK) {
        const size_t rows = eg_trajectory_rows(a.trajectory);
        size_t different = rows != eg_trajectory_rows(b.trajectory);
        for (size_t k = 0; k < eg_trajectory_signals(a.trajectory) && !different; k++)
            for (size_t row = 0; row < rows; row++) {
                const double x = eg_trajectory_value(a.trajectory, k, row);
                const double y = eg_trajectory_value(b.trajectory, k, row);
                different += memcmp(&x, &y, sizeof x) != 0;
            }
        TRUE(different == 0);
    }
    accuracy_run_free(&a);
    accuracy_run_free(&b);
    eg_diagnostics_free(d);
    ALL_WELL();
}

/* ---------------------------------------------------------------- engine alone */

/* Ten undamped periods: the promise holds at every tolerance, and with it every grid point's rate. */
static void oscillator_keeps_the_promise(void **state)
{
    (void)state;
    for (int k = 4; k <= 12; k++) {
        const double tolerance = pow(10.0, -k);
        double y[2] = {1.0, 0.0}, worst = 0.0;
        eg_diagnostics *d = eg_diagnostics_create();
        oscillator o;
        record r;
        record_make(&r);
        oscillator_make(&o, 2.0 * CLOSED_PI, 0.0, d);
        eg_engine *e = eg_engine_erk.create(&o.own.base, tolerance);
        record_run_with(&r, e, y, 0.0, 10.0, 0.01);
        TRUE(r.status == EG_OK && r.rows == 1001);
        for (int j = 0; j < r.rows; j++) {
            double exact[2];
            oscillator_exact(&o, 1.0, 0.0, r.row[j].t, exact);
            worst = fmax(worst, fabs(r.row[j].y[0] - exact[0]) / 2.0);
            worst = fmax(worst, fabs(r.row[j].y[1] - exact[1]) / (2.0 * o.omega));
        }
        AT_MOST(worst, 100.0 * tolerance);
        e->ops->free(e);
        record_free(&r);
        eg_diagnostics_free(d);
    }
    ALL_WELL();
}

/* The dense output's y' is the derivative of its y: of order 8 less one. */
static void dense_rates_fit(void **state)
{
    (void)state;
    eg_diagnostics *d = eg_diagnostics_create();
    oscillator o;
    oscillator_make(&o, 1.0, 0.1, d);
    eg_engine *e = eg_engine_erk.create(&o.own.base, 1e-10);
    double y[2] = {1.0, 0.0}, yp[2];
    oscillator_derivatives(&o.own.base, 0.0, y, yp);
    TRUE(e->ops->restart(e, 0.0, y, yp) == 0 && e->ops->step(e, 10.0) == 0);
    for (int j = 0; j <= 20; j++) {
        const double t = e->t0 + 0.05 * j * (e->t1 - e->t0);
        double exact[2], rate[2];
        TRUE(e->ops->dense(e, t, y, yp) == 0);
        oscillator_exact(&o, 1.0, 0.0, t, exact);
        oscillator_derivatives(&o.own.base, t, exact, rate);
        NEAR(y[0], exact[0], 1e-9);
        NEAR(yp[0], rate[0], 1e-8);
        NEAR(yp[1], rate[1], 1e-8);
    }
    e->ops->free(e);
    eg_diagnostics_free(d);
    ALL_WELL();
}

/* x'' = -x - 1e6 x': after a millisecond nothing happens for a thousand seconds. */
static void stiff_models_are_refused_or_left_to_irk(void **state)
{
    (void)state;
    for (int automatic = 0; automatic < 2; automatic++) {
        double y[2] = {1.0, 0.0};
        const char *reason = "";
        eg_diagnostics *d = eg_diagnostics_create();
        oscillator o;
        record r;
        record_make(&r);
        oscillator_make(&o, 1.0, 5e5, d);
        const eg_engine_ops *ops = automatic ? &eg_engine_auto : &eg_engine_erk;
        eg_engine *e = ops->create(&o.own.base, 1e-6);
        record_run_with(&r, e, y, 0.0, 1000.0, 100.0);
        if (!automatic) {
            TRUE(r.status == EG_ERROR_SIMULATION);
            contains(d, "too stiff for the engine erk");
        } else {
            TRUE(r.status == EG_OK);
            TRUE(strcmp(eg_auto_choice(e, &reason), "irk") == 0 && strstr(reason, "stiff"));
            NEAR(y[0], exp(-1e-3), 1e-4);
        }
        e->ops->free(e);
        record_free(&r);
        eg_diagnostics_free(d);
    }
    ALL_WELL();
}

/* q' = -k (q - x^3) with x = sin t: once q is there stiffness shows in nothing but the length of steps, and
 * the tighter the tolerance, the less of it is seen in the errors. */
static void stiffness_shows_at_every_tolerance(void **state)
{
    (void)state;
    const double tolerances[] = {1e-4, 1e-6, 1e-8, 1e-10, 1e-11, 1e-12}, k = 1e5, t = 10.0;
    for (size_t i = 0; i < 6; i++) {
        eg_diagnostics *d = eg_diagnostics_create();
        accuracy_run r = run_text("model Stiff\n"
                                  "  Real x(start = 0, fixed = true), v(start = 1, fixed = true);\n"
                                  "  Real q(start = 1, fixed = true);\n"
                                  "equation\n"
                                  "  der(x) = v; der(v) = -x; der(q) = -1e5*(q - x^3);\n"
                                  "  annotation(experiment(StopTime = 10));\n"
                                  "end Stiff;\n",
                                  "auto", tolerances[i], d);
        double first = k * (k * sin(t) - cos(t)) / (k * k + 1), third = k * (k * sin(3 * t) - 3 * cos(3 * t));
        TRUE(r.status == EG_OK && strcmp(r.statistics.engine, "irk") == 0);
        NEAR(last_of(&r, "q"), 0.75 * first - 0.25 * third / (k * k + 9), fmax(100 * tolerances[i], 1e-10));
        AT_MOST((double)r.statistics.steps, 600.0); /* erk would make 2e5 */
        accuracy_run_free(&r);
        eg_diagnostics_free(d);
    }
    ALL_WELL();
}

/* q' = -k (q - x) with x = sin t follows in 1/k = 3 ms: far from the edge of stability errors of erk keep
 * its steps at about 2/k, and irk makes longer ones. The swing q' = k p, p' = -k q is as fast as it is
 * followed: steps of irk are a fourth longer, which is a little more than they cost more, but nothing is
 * stiff. */
static void slow_motions_of_what_settles_fast_go_to_irk(void **state)
{
    (void)state;
    static const char *const texts[] = {"model Lag\n"
                                        "  Real x(start = 0, fixed = true), v(start = 1, fixed = true);\n"
                                        "  Real q(start = 0, fixed = true);\n"
                                        "equation\n"
                                        "  der(x) = v; der(v) = -x; der(q) = -300*(q - x);\n"
                                        "  annotation(experiment(StopTime = 10));\n"
                                        "end Lag;\n",
                                        "model Swing\n"
                                        "  Real q(start = 0, fixed = true), p(start = 1, fixed = true);\n"
                                        "equation\n"
                                        "  der(q) = 300*p; der(p) = -300*q;\n"
                                        "  annotation(experiment(StopTime = 1));\n"
                                        "end Swing;\n"};
    const double k = 300.0, tolerance = 1e-7;
    const double ends[] = {k * (k * sin(10) - cos(10)) / (k * k + 1), sin(300)};
    for (int i = 0; i < 2; i++) {
        eg_diagnostics *d = eg_diagnostics_create();
        accuracy_run r = run_text(texts[i], "auto", tolerance, d);
        TRUE(r.status == EG_OK && strcmp(r.statistics.engine, "irk") == 0);
        TRUE((strstr(r.statistics.engine_reason, "stiff") != NULL) == (i == 0));
        NEAR(last_of(&r, "q"), ends[i], 100 * tolerance * 2); /* of a range from -1 to 1 */
        if (i == 0)
            AT_MOST((double)r.statistics.steps, 100.0); /* erk makes 492 */
        accuracy_run_free(&r);
        eg_diagnostics_free(d);
    }
    ALL_WELL();
}

/* A mass comes to rest on a stop of n = 1.5 that answers in 0.1 ms, and is pushed slowly there; or is pulled
 * away every other second, so that no rest is long, for 122 events, none of which is for errors to make. Its
 * own series would go on in steps of that length, 4e4 in 5 s. What shows that they are too short is no more
 * than some sixty of them, which cost what ten of irk do. Where the mass is goes from 0 to 0.1 m. */
static void what_rests_on_a_stiff_stop_is_left_to_irk(void **state)
{
    (void)state;
    const char *text = "model Rests\n"
                       "  import Modelica.Mechanics.Translational.*;\n"
                       "  Components.Fixed ground;\n"
                       "  Components.ElastoGap stop(c = 1e7, d = 1e5, n = 1.5);\n"
                       "  Components.Mass mass(m = 1, s(start = 0.1, fixed = true), v(fixed = true));\n"
                       "  Sources.ConstantForce weight(f_constant = -9.81);\n"
                       "  Sources.Force push;\n"
                       "  Modelica.Blocks.Sources.Sine sine(amplitude = %g, f = 0.5);\n"
                       "equation\n"
                       "  connect(ground.flange, stop.flange_a);\n"
                       "  connect(stop.flange_b, mass.flange_a);\n"
                       "  connect(weight.flange, mass.flange_b);\n"
                       "  connect(push.flange, mass.flange_b);\n"
                       "  connect(sine.y, push.f);\n"
                       "  annotation(experiment(StopTime = %g));\n"
                       "end Rests;\n";
    const double tolerance = 1e-6, amplitudes[] = {5, 15}, stops[] = {5, 60};
    for (int i = 0; i < 2; i++) {
        char with_amplitude[1000];
        snprintf(with_amplitude, sizeof with_amplitude, text, amplitudes[i], stops[i]);
        eg_diagnostics *d = eg_diagnostics_create();
        accuracy_run a = run_text(with_amplitude, "auto", tolerance, d);
        accuracy_run b = run_text(with_amplitude, "irk", tolerance, d);
        if (a.status == EG_OK && b.status == EG_OK) {
            TRUE(strcmp(a.statistics.engine, "erk and irk") == 0);
            TRUE(a.statistics.events == b.statistics.events);
            TRUE(a.statistics.engine_tolerance == b.statistics.engine_tolerance);
            AT_MOST((double)a.statistics.steps, 1.5 * (double)b.statistics.steps + 60);
            NEAR(last_of(&a, "mass.s"), last_of(&b, "mass.s"), 100 * 2 * tolerance * 0.1);
        } else {
            rig_fail(__FILE__, __LINE__, "a run");
        }
        accuracy_run_free(&a);
        accuracy_run_free(&b);
        eg_diagnostics_free(d);
    }
    ALL_WELL();
}

/* A hundred temperatures in a row, a stiff system: by the zeros of its matrices irk is the one. */
static void a_long_row_is_left_to_irk(void **state)
{
    (void)state;
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_run r = run_text("model Bar\n"
                              "  parameter Integer n = 100;\n"
                              "  Real T[n](each start = 0, each fixed = true);\n"
                              "equation\n"
                              "  for i in 1:n loop\n"
                              "    der(T[i]) = 400*((if i > 1 then T[i - 1] else 1) - 2*T[i]\n"
                              "      + (if i < n then T[i + 1] else 0)) - 0.01*T[i]^3;\n"
                              "  end for;\n"
                              "  annotation(experiment(StopTime = 1));\n"
                              "end Bar;\n",
                              "auto", 1e-6, d);
    TRUE(r.status == EG_OK && strcmp(r.statistics.engine, "irk") == 0);
    AT_MOST((double)r.statistics.steps, 100.0); /* those of ida are ten for one */
    accuracy_run_free(&r);
    eg_diagnostics_free(d);
    ALL_WELL();
}

/* Eight bodies in a row, stiff and damped, that a slow force moves: exact begins, as the model is in pieces,
 * and leaves off. Every point of the grid has one row, and the end is irk's. */
static void exact_leaves_what_is_stiff(void **state)
{
    (void)state;
    const char *const text =
        "model Row\n"
        "  import Modelica.Mechanics.Translational.Components.*;\n"
        "  Fixed wall; Mass mass[8](each m = 0.1, each s(fixed = true), each v(fixed = true));\n"
        "  SpringDamper spring[8](each c = 1e6, each d = 1e3);\n"
        "  Modelica.Mechanics.Translational.Sources.Force force;\n"
        "  Modelica.Blocks.Sources.Sine sine(amplitude = 100, f = 0.5);\n"
        "equation\n"
        "  connect(wall.flange, spring[1].flange_a); connect(sine.y, force.f);\n"
        "  for i in 1:8 loop connect(spring[i].flange_b, mass[i].flange_a); end for;\n"
        "  for i in 1:7 loop connect(mass[i].flange_b, spring[i + 1].flange_a); end for;\n"
        "  connect(force.flange, mass[8].flange_b);\n"
        "  annotation(experiment(StopTime = 3, Interval = 0.01));\n"
        "end Row;\n";
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_run a = run_text(text, "auto", 1e-9, d), b = run_text(text, "ida", 1e-9, d);
    TRUE(a.status == EG_OK && b.status == EG_OK);
    if (a.status == EG_OK && b.status == EG_OK && eg_engine_ida.create) {
        TRUE(strcmp(a.statistics.engine, "exact and irk") == 0);
        AT_MOST((double)a.statistics.steps, 8000.0); /* exact alone: 1e5 */
        AT_MOST(a.statistics.energy.error, 1e-8);
        TRUE(eg_trajectory_rows(a.trajectory) == 301);
        for (size_t i = 0; i < eg_trajectory_rows(a.trajectory); i++)
            NEAR(eg_trajectory_time(a.trajectory, i), 0.01 * (double)i, 1e-14);
        NEAR(last_of(&a, "mass[8].s"), last_of(&b, "mass[8].s"), 100 * 1e-9 * 1e-3);
    }
    accuracy_run_free(&a);
    accuracy_run_free(&b);
    eg_diagnostics_free(d);
    ALL_WELL();
}

static void algebraic_models_are_refused_by_name(void **state)
{
    (void)state;
    eg_diagnostics *d = eg_diagnostics_create();
    accuracy_engine = "erk";
    accuracy_run r = accuracy_example("SeriesContact.mo", NULL, 0.0, d);
    accuracy_engine = "ida";
    TRUE(r.status == EG_ERROR_SIMULATION);
    contains(d, "because the speed of gap.flange_a is algebraic");
    contains(d, "use the engine auto or ida");
    accuracy_run_free(&r);
    eg_diagnostics_free(d);
    ALL_WELL();
}

/* Equations that say what each der(...) is are explicit, with what happens at events too: h = 1 - 5 t^2
 * hits the ground at sqrt(0.2) with sqrt(20), and goes on with half of that. h < 0
 * begins to hold there, and ends. */
static void equations_of_the_model_are_taken(void **state)
{
    (void)state;
    const char *engines[] = {"erk", "auto"};
    for (size_t i = 0; i < 2; i++) {
        const double hit = sqrt(0.2), after = 0.6 - hit;
        eg_diagnostics *d = eg_diagnostics_create();
        accuracy_run r = run_text("model Ball\n"
                                  "  Real h(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                                  "equation\n"
                                  "  der(h) = v; der(v) = -10;\n"
                                  "  when h < 0 then reinit(v, -0.5*pre(v)); end when;\n"
                                  "  annotation(experiment(StopTime = 0.6));\n"
                                  "end Ball;\n",
                                  engines[i], 1e-10, d);
        TRUE(r.status == EG_OK && r.events == 2 && strcmp(r.statistics.engine, "erk") == 0);
        NEAR(last_of(&r, "v"), 0.5 * sqrt(20.0) - 10 * after, 1e-9);
        NEAR(last_of(&r, "h"), 0.5 * sqrt(20.0) * after - 5 * after * after, 1e-9);
        accuracy_run_free(&r);
        eg_diagnostics_free(d);
    }
    ALL_WELL();
}

/* Others are refused by `erk`, with the reason, and `auto` leaves them to irk: x = exp(-t) every time. */
static void implicit_equations_are_refused_or_left_to_irk(void **state)
{
    (void)state;
    static const struct {
        const char *equations, *reason;
    } models[] = {
        {"Real z(start = 1); equation der(x) = -z; z^3 + z = x^3 + x;",
         "because the variable z is algebraic"},
        {"equation der(x)^3 + der(x) = -x^3 - x;",
         "because the equations of A do not give each der(...) from values alone"},
    };
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        for (int automatic = 0; automatic < 2; automatic++) {
            char text[400];
            eg_diagnostics *d = eg_diagnostics_create();
            snprintf(text, sizeof text,
                     "model A Real x(start = 1, fixed = true); %s "
                     "annotation(experiment(StopTime = 1)); end A;",
                     models[i].equations);
            accuracy_run r = run_text(text, automatic ? "auto" : "erk", 1e-9, d);
            if (!automatic) {
                TRUE(r.status == EG_ERROR_SIMULATION);
                contains(d, models[i].reason);
            } else if (eg_engine_ida.create) {
                TRUE(r.status == EG_OK);
                NEAR(last_of(&r, "x"), exp(-1.0), 1e-8);
            }
            accuracy_run_free(&r);
            eg_diagnostics_free(d);
        }
    ALL_WELL();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(free_flight_is_one_step),
        cmocka_unit_test(what_dies_out_may_vanish),
        cmocka_unit_test(undamped_contacts_end_well),
        cmocka_unit_test(thin_layers_are_not_passed_over),
        cmocka_unit_test(same_bits_twice),
        cmocka_unit_test(oscillator_keeps_the_promise),
        cmocka_unit_test(dense_rates_fit),
        cmocka_unit_test(stiff_models_are_refused_or_left_to_irk),
        cmocka_unit_test(stiffness_shows_at_every_tolerance),
        cmocka_unit_test(slow_motions_of_what_settles_fast_go_to_irk),
        cmocka_unit_test(what_rests_on_a_stiff_stop_is_left_to_irk),
        cmocka_unit_test(a_long_row_is_left_to_irk),
        cmocka_unit_test(exact_leaves_what_is_stiff),
        cmocka_unit_test(algebraic_models_are_refused_by_name),
        cmocka_unit_test(equations_of_the_model_are_taken),
        cmocka_unit_test(implicit_equations_are_refused_or_left_to_irk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
