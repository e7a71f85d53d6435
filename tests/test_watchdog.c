/* Numbers that nobody would choose: a run comes to its end, right, or stops with a message that names who
 * keeps it from it (engine/pace.h). Neither endless nor a crash. */
#include "elastogap/elastogap.h"
#include "engine/exact/taylor.h"
#include "engine/pace.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define DROP                                                                                                 \
    "model Drop import Modelica.Mechanics.Translational.*; Components.Fixed ground; "                        \
    "Components.ElastoGap stop(c = 1e5, d = 60); "                                                           \
    "Components.Mass ball(m = 2, L = 0, s(start = 0.5, fixed = true), v(start = 0, fixed = true)); "         \
    "Sources.ConstantForce weight(f_constant = -2*9.81); "                                                   \
    "equation connect(ground.flange, stop.flange_a); connect(stop.flange_b, ball.flange_a); "                \
    "connect(weight.flange, ball.flange_b); annotation(experiment(StopTime = 2)); end Drop;"
#define TWO                                                                                                  \
    "model Two import Modelica.Mechanics.Translational.Components.*; "                                       \
    "Mass a(m = 1, s(start = 0, fixed = true), v(start = 1, fixed = true)); "                                \
    "SpringDamper sd(c = 100, d = 1e40); "                                                                   \
    "Mass b(m = 1, s(start = 0, fixed = true), v(start = 0, fixed = true)); "                                \
    "equation connect(a.flange_b, sd.flange_a); connect(sd.flange_b, b.flange_a); end Two;"

#define SAMPLED                                                                                              \
    "model Sampled discrete Real x(start = 0, fixed = true); equation when sample(0.1, 0.1) then "           \
    "x = pre(x) + 1; end when; annotation(experiment(StopTime = 10.05)); end Sampled;"
/* Six bodies in a row, each tied to the next one, and three of them across. */
#define SIX                                                                                                  \
    "model Six import Modelica.Mechanics.Translational.Components.*; "                                       \
    "Mass m[6](each m = 1, v(start = {6, 0, 0, 0, 0, 0}, each fixed = true), "                               \
    "s(start = 0.1*(1:6), each fixed = true)); "                                                             \
    "SpringDamper sd[8](each c = 1e3, each d = 1e6, s_rel0 = {0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.3, 0.3}); "    \
    "equation for i in 1:5 loop connect(m[i].flange_b, sd[i].flange_a); "                                    \
    "connect(sd[i].flange_b, m[i + 1].flange_a); end for; "                                                  \
    "connect(m[1].flange_b, sd[6].flange_a); connect(sd[6].flange_b, m[3].flange_a); "                       \
    "connect(m[2].flange_b, sd[7].flange_a); connect(sd[7].flange_b, m[5].flange_a); "                       \
    "connect(m[3].flange_b, sd[8].flange_a); connect(sd[8].flange_b, m[6].flange_a); "                       \
    "annotation(experiment(StopTime = 10)); end Six;"

typedef struct outcome {
    eg_status status;
    eg_statistics st;
    char message[600]; /* the first one */
    double last;       /* of the signal asked for */
} outcome;

static outcome run(const char *text, const char *const *settings, size_t count, const char *engine,
                   const char *signal)
{
    outcome o = {.last = NAN};
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    eg_read_options read = eg_read_options_default();
    read.settings = settings;
    read.setting_count = count;
    assert_int_equal(eg_spec_read_text(text, strlen(text), "case.mo", &read, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_simulate_options options = eg_simulate_options_default(model);
    options.engine = engine;
    o.status = eg_simulate(model, &options, d, &t, &o.st);
    if (eg_diagnostics_count(d) > 0)
        eg_diagnostic_format(eg_diagnostics_get(d, 0), 0, o.message, sizeof o.message);
    if (t && signal)
        o.last = eg_trajectory_at(t, (size_t)eg_trajectory_find(t, signal), o.st.end_time);
    eg_trajectory_free(t);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return o;
}

/* At most so many steps, by any engine: no test of time, which would depend on the machine. */
static void assert_short(const outcome *o)
{
    assert_true(o->st.steps < 500000);
}

static void test_pace(void **state)
{
    (void)state;
    const double ulp = 0x1p-52;
    eg_pace even = eg_pace_from(0.0, 0, 0.0, 0.0, 0.0), still = eg_pace_from(1.0, 0, 0.0, 0.0, 0.0),
            creeping = eg_pace_from(0.0, 0, 0.0, 0.0, 0.0);
    double t = 0.0;
    for (long i = 0; i < 40 * even.window; i++) /* a million steps or so: all is well */
        if (eg_pace_step(&even))
            assert_int_equal(eg_pace_look(&even, t += 1.0 / 40.0, 1.0, 0.0), EG_PACE_GOOD);
    while (!eg_pace_step(&still))
        ;
    assert_int_equal(eg_pace_look(&still, 1.0 + (double)still.window * ulp, 2.0, 0.0), EG_PACE_STANDS);
    t = 0.0;
    for (int i = 1; i < 40; i++) { /* ten million windows to come: told at the fortieth */
        while (!eg_pace_step(&creeping))
            ;
        assert_int_equal(eg_pace_look(&creeping, t += 1e-7, 1.0, 0.0), EG_PACE_SLOW);
    }
    while (!eg_pace_step(&creeping))
        ;
    assert_int_equal(eg_pace_look(&creeping, t += 1e-7, 1.0, 0.0), EG_PACE_HOPELESS);
}

/* Two windows and a half, and a hundred steps for each row: the sixth window is beyond them. At the end of
 * the run it does not matter. */
static void test_steps_are_counted(void **state)
{
    (void)state;
    eg_pace p = eg_pace_from(0.0, 0, 12500.0, 0.0, 0.0);
    for (int i = 1; i <= 6; i++) {
        while (!eg_pace_step(&p))
            ;
        assert_int_equal(eg_pace_look(&p, i, 10.0, 125.0), i < 6 ? EG_PACE_GOOD : EG_PACE_SPENT);
    }
    while (!eg_pace_step(&p))
        ;
    assert_int_equal(eg_pace_look(&p, 10.0, 10.0, 0.0), EG_PACE_GOOD);
}

/* The contact lasts pi sqrt(m/c) = 4e-15 s, of which time resolves 2e-16 s at 1.5 s. */
static void test_stiffness_beyond_time(void **state)
{
    (void)state;
    const char *const stiff[] = {"stop.c=1e30"};
    const char *const engines[] = {NULL, "exact", "erk", "ida"};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        outcome o = run(DROP, stiff, 1, engines[i], NULL);
        assert_short(&o);
        if (o.status != EG_OK)
            assert_true(strlen(o.message) > 0);
    }
    outcome o = run(DROP, stiff, 1, NULL, NULL);
    assert_int_equal(o.status, EG_ERROR_SIMULATION);
    assert_non_null(strstr(o.message, "ball"));
}

/* A contact of thousands of ulps of time gives back what it takes, but for what its damper keeps, and what
 * the tolerance of 1e-6 allows. One of some hundreds does so to the 1e-4 beyond which its balance would be
 * told not to close, or is refused; time is too coarse for shorter ones, which are refused by name. */
static void test_contacts_of_few_ulps(void **state)
{
    (void)state;
    static const char text[] = "model Case import Modelica.Mechanics.Translational.Components.*; Fixed wall; "
                               "ElastoGap gap(c=1, d=1e-3, n=2); Mass mass(m=0.5, s(start=2.5, fixed=true), "
                               "v(start=-10.5, fixed=true)); equation connect(wall.flange, gap.flange_a); "
                               "connect(gap.flange_b, mass.flange_a); annotation(experiment(StopTime=0.4)); "
                               "end Case;";
    static const double exponents[] = {2, 2.5, 3, 4, 5, 8, 12.3, 20};
    static const double durations[] = {1e-3, 1e-6, 1e-9, 1e-11, 1e-12, 1e-13, 3e-14, 1e-14, 1e-16, 1e-18};
    const double m = 0.5, d = 1e-3, v = 10.5, ulp = 0x1p-54;
    for (size_t i = 0; i < sizeof exponents / sizeof *exponents; i++)
        for (size_t k = 0; k < sizeof durations / sizeof *durations; k++) {
            const double n = exponents[i], depth = v * durations[k];
            const double c = (n + 1) / 2 * m * v * v / pow(depth, n + 1);
            char stiffness[60], exponent[60];
            const char *const settings[] = {stiffness, exponent};
            snprintf(stiffness, sizeof stiffness, "gap.c=%.17g", c);
            snprintf(exponent, sizeof exponent, "gap.n=%.17g", n);
            if (!(c < 1e300))
                continue;
            outcome o = run(text, settings, 2, NULL, "mass.v");
            assert_short(&o);
            const double kept = 2 * d * durations[k] / m, within = durations[k] > 1000 * ulp ? 1e-6 : 1e-4;
            if (durations[k] > 1000 * ulp)
                assert_int_equal(o.status, EG_OK);
            if (durations[k] < 10 * ulp)
                assert_int_equal(o.status, EG_ERROR_SIMULATION);
            if (o.status == EG_OK)
                assert_true(fabs(o.last - v) < (within + kept) * v);
            else
                assert_true(strstr(o.message, "gap") && strstr(o.message, "mass"));
        }
}

/* Forces beyond the range of numbers: by name, never a crash. */
static void test_forces_beyond_numbers(void **state)
{
    (void)state;
    const char *const damped[] = {"stop.d=1e308"};
    const char *const fast[] = {"ball.v.start=-1e308"};
    const char *const engines[] = {NULL, "exact", "erk", "irk", "ida"};
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++) {
        outcome o = run(DROP, damped, 1, engines[i], NULL);
        assert_int_equal(o.status, EG_ERROR_SIMULATION);
        assert_true(strstr(o.message, "ball") || strstr(o.message, "stop"));
        o = run(DROP, fast, 1, engines[i], NULL);
        assert_int_equal(o.status, EG_ERROR_SIMULATION);
        assert_true(strstr(o.message, "ball") || strstr(o.message, "stop"));
    }
}

/* The two have one speed at once, that of their momentum: 0.5 m/s. What engines allow themselves is 1e-6. */
static void test_damper_beyond_time(void **state)
{
    (void)state;
    outcome o = run(TWO, NULL, 0, NULL, "b.v");
    assert_short(&o);
    assert_int_equal(o.status, EG_OK);
    assert_true(fabs(o.last - 0.5) < 1e-6);
    o = run(TWO, NULL, 0, "exact", "b.v"); /* alone as well */
    assert_short(&o);
    assert_int_equal(o.status, EG_OK);
    assert_true(fabs(o.last - 0.5) < 1e-9);
}

/* A gap whose damper is ever harder, behind a foot without mass: while its force does not follow the
 * speed it is a spring of 2 c; then it does not give at all, and holds up to where the foot would pull. With
 * u' = (2 c q - k u)/10, q' = v - u', v' = -2 c q up to q' = 0, and q' = 0, u' = v, v' = -(k u + 10 v) up to
 * v' = 0, from u = q = 0 and v = 1 at 0.1 s, the mass leaves with 0.61944050121 m/s (Runge and Kutta's
 * method in steps of 1e-4 and 1e-5 s agree to 1e-12). A damper of d differs from that by 2000/d at most.
 * What the ulps of speeds times d make unknown is refused. */
static void test_dampers_far_apart(void **state)
{
    (void)state;
    static const char text[] =
        "model Case import Modelica.Mechanics.Translational.Components.*; "
        "Mass mass(m=1, s(start=0.2, fixed=true), v(start=-1, fixed=true)); ElastoGap gap(c=4000, d=20); "
        "SpringDamper foot(c=1000, d=10, s_rel0=0.1, s_rel(start=0.1, fixed=true)); Fixed ground; "
        "equation connect(ground.flange, foot.flange_a); connect(foot.flange_b, gap.flange_a); "
        "connect(gap.flange_b, mass.flange_a); annotation(experiment(StopTime=0.5)); end Case;";
    static const char *const engines[] = {NULL, "exact", "irk", "ida"};
    for (int power = 7; power <= 308; power += power < 20 ? 1 : 32)
        for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
            const double d = pow(10, power);
            char damping[40];
            const char *const settings[] = {damping};
            snprintf(damping, sizeof damping, "gap.d=%.17g", d);
            outcome o = run(text, settings, 1, engines[e], "mass.v");
            assert_short(&o);
            if (power != 12)
                assert_int_equal(o.status, power < 12 ? EG_OK : EG_ERROR_SIMULATION);
            if (o.status == EG_OK)
                assert_true(fabs(o.last - 0.61944050121) < 2000 / d + 1e-6);
            else
                assert_non_null(strstr(o.message, "the damping of gap"));
        }
}

/* Masses of 1 and 2 kg joined by a damper, the network's or that of equations, the second one pulled by 3 N
 * from rest: 1 m/s after a second, less what they differ by, 1/d. A damper whose impulse in a step is
 * 2^53 times that of a mass leaves nothing of it in the matrix of the step: from 2^48 times on it is refused,
 * and steps short enough are no longer than 2^48/d. */
static void test_dampers_that_hide_masses(void **state)
{
    (void)state;
    static const char network[] =
        "model Case import Modelica.Mechanics.Translational.*; parameter Real d = 1; "
        "Components.Mass a(m=1, s(start=0, fixed=true), v(start=0, fixed=true)); "
        "Components.Mass b(m=2, s(start=1, fixed=true), v(start=0, fixed=true)); Components.Damper e(d=d); "
        "Sources.ConstantForce f(f_constant=3); equation connect(f.flange, b.flange_b); "
        "connect(a.flange_b, e.flange_a); connect(e.flange_b, b.flange_a); end Case;";
    static const char equations[] =
        "model Case parameter Real d = 1; Real x(start=0, fixed=true), y(start=1, fixed=true), "
        "v(start=0, fixed=true), w(start=0, fixed=true), f; equation der(x) = v; der(y) = w; der(v) = f; "
        "2*der(w) = 3 - f; f = d*(w - v); end Case;";
    static const struct {
        const char *text, *engine, *signal, *who;
    } cases[] = {{network, "irk", "b.v", "damping of e"},
                 {network, "ida", "b.v", "damping of e"},
                 {equations, "irk", "w", "variable w"},
                 {equations, "ida", "w", "variable w"},
                 {equations, NULL, "w", "variable w"}};
    for (int power = 7; power <= 285; power += power < 17 ? 1 : power < 40 ? 9 : 20)
        for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
            const bool is_irk = cases[k].engine && strcmp(cases[k].engine, "irk") == 0;
            if (power > 17 && power < 44 && !is_irk) /* steps that errors keep short by the million */
                continue;
            char damping[40];
            const char *const settings[] = {damping};
            snprintf(damping, sizeof damping, "d=1e%d", power);
            outcome o = run(cases[k].text, settings, 1, cases[k].engine, cases[k].signal);
            assert_short(&o);
            assert_true(power <= 16 ? o.status == EG_OK : power < 23 || o.status == EG_ERROR_SIMULATION);
            if (o.status == EG_OK)
                assert_true(fabs(o.last - 1.0) < 1e-5);
            else
                assert_true(strstr(o.message, cases[k].who) || strstr(o.message, "steps are") ||
                            strstr(o.message, "have been made"));
        }
}

/* The same masses with engines that need no such matrix in every step: right, or an error. Where steps lose
 * the masses and nothing else tells, it is by the energy: 1e80 J of the work of 3 N. */
static void test_motions_out_of_nothing(void **state)
{
    (void)state;
    static const char text[] =
        "model Case import Modelica.Mechanics.Translational.*; parameter Real d = 1; "
        "Components.Mass a(m=1, s(start=0, fixed=true), v(start=0, fixed=true)); "
        "Components.Mass b(m=2, s(start=1, fixed=true), v(start=0, fixed=true)); Components.Damper e(d=d); "
        "Sources.ConstantForce f(f_constant=3); equation connect(f.flange, b.flange_b); "
        "connect(a.flange_b, e.flange_a); connect(e.flange_b, b.flange_a); end Case;";
    static const char *const engines[] = {NULL, "exact"};
    int made_up = 0;
    for (int power = 60; power <= 300; power += 10)
        for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
            char damping[40];
            const char *const settings[] = {damping};
            snprintf(damping, sizeof damping, "d=1e%d", power);
            outcome o = run(text, settings, 1, engines[k], "b.v");
            assert_true(o.status == EG_OK ? fabs(o.last - 1.0) < 1e-5 : o.status == EG_ERROR_SIMULATION);
            made_up += strstr(o.message, "made of rounding") != NULL;
        }
    assert_true(made_up > 0);
}

/* Event upon event, since steps to a tolerance cannot tell on which side of its edge a contact is: the
 * engine that follows can. The balance closes to what the tolerance of 1e-6 allows. */
static void test_hands_over(void **state)
{
    (void)state;
    const char *const creeps[] = {"stop.n=2", "ball.s.start=17.18", "ball.m=2e-4", "stop.d=1e7",
                                  "stop.c=5750"};
    const char *const rests[] = {"stop.n=5", "ball.s.start=0.023882", "ball.m=0.190051", "stop.c=2.73413e6",
                                 "stop.d=0.167944"};
    outcome o = run(DROP, creeps, 5, NULL, NULL);
    assert_int_equal(o.status, EG_OK);
    assert_short(&o);
    assert_true(o.st.energy.error < 1e-6);
    o = run(DROP, rests, 5, NULL, NULL);
    assert_int_equal(o.status, EG_OK);
    assert_short(&o);
    assert_true(o.st.energy.error < 1e-6);
}

/* A light ball creeps in a damper that lets it change its speed within m/d = 1e-18 to 1e-8 s, and errors
 * that steps kept short by stability leave push it over the edges of the damper and back: some hundreds of
 * steps of an engine that need not follow this. In the end it rests where the spring carries the weight, c
 * x^n = 2 9.81 N, wherever it gets there in time; the balance closes to what a tolerance of 1e-6 allows. */
static void test_creeping_is_handed_over(void **state)
{
    (void)state;
    static const struct {
        double c, d, m, n;
    } cases[] = {{7.5e5, 7.5e6, 2.3e-7, 3}, {400, 4.6e5, 1.4e-7, 4.6}, {1.4, 2.6e4, 2.6e-4, 1.5},
                 {1e-7, 9e5, 0.11, 2},      {1e5, 1e4, 1e-6, 2},       {1e7, 1e3, 1e-9, 1.5},
                 {6.8e8, 5e7, 7e-11, 2.8},  {1e6, 1e9, 1e-3, 6}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[4][40];
        const char *const settings[] = {text[0], text[1], text[2], text[3]};
        snprintf(text[0], sizeof text[0], "stop.c=%.17g", cases[i].c);
        snprintf(text[1], sizeof text[1], "stop.d=%.17g", cases[i].d);
        snprintf(text[2], sizeof text[2], "ball.m=%.17g", cases[i].m);
        snprintf(text[3], sizeof text[3], "stop.n=%.17g", cases[i].n);
        outcome o = run(DROP, settings, 4, NULL, "ball.s");
        assert_int_equal(o.status, EG_OK);
        assert_true(o.st.steps < 20000);
        assert_true(o.st.energy.error < 1e-4);
        const double rest = pow(2 * 9.81 / cases[i].c, 1 / cases[i].n),
                     slowest = cases[i].d * rest / (2 * 9.81);
        if (slowest < 0.1)
            assert_true(fabs(o.last + rest) < 1e-5 * rest);
    }
}

/* A foot so stiff that irk takes ten thousand times as many steps as are worth while: under auto ida goes on,
 * once it is known how long that would take. The foot lets go within 1e-10 s; what the gap makes of 0.1 m is
 * 0.2 0.1^8.6 N < 1e-9 N, so that the mass goes on as it came. */
static void test_slow_engines_give_way(void **state)
{
    (void)state;
    static const char text[] =
        "model Case import Modelica.Mechanics.Translational.Components.*; "
        "Mass mass(m=9629, s(start=6e-8, fixed=true), v(start=-3.2e-3, fixed=true)); "
        "ElastoGap gap(c=0.198, d=4.7257e-6, n=8.609211260223473); "
        "SpringDamper foot(c=4.6558e11, d=25.0577, s_rel0=0.1, s_rel(start=1.76, fixed=true)); Fixed ground; "
        "equation connect(ground.flange, foot.flange_a); connect(foot.flange_b, gap.flange_a); "
        "connect(gap.flange_b, mass.flange_a); annotation(experiment(StopTime=0.5)); end Case;";
    outcome o = run(text, NULL, 0, NULL, "mass.s");
    assert_int_equal(o.status, EG_OK);
    assert_true(o.st.steps < 20000);
    assert_true(o.st.energy.error < 1e-6);
    assert_true(fabs(o.last - (6e-8 - 3.2e-3 * 0.5)) < 1e-8);
}

/* Periods that no double counts, before the start; up to 2^49 of them there is a next one. */
static void test_uncounted_periods_are_named(void **state)
{
    (void)state;
    static const char *const sources[] = {"Pulse", "SawTooth", "Trapezoid"};
    static const char *const starts[] = {"-1e15", "-1e18", "-1e308", "-1e3", "-1e12"};
    for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
        for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
            char text[240];
            snprintf(text, sizeof text,
                     "model Case Modelica.Blocks.Sources.%s p(period=0.1, startTime=%s); "
                     "Real x(start=0, fixed=true); equation der(x) = p.y; end Case;",
                     sources[i], starts[k]);
            outcome o = run(text, NULL, 0, NULL, "x");
            assert_int_equal(o.status, k < 3 ? EG_ERROR_MODEL : EG_OK);
            if (k < 3)
                assert_non_null(strstr(o.message, "p has begun so many periods before the start"));
        }
}

/* A table that repeats and has begun where its rows, 0.5 s apart, are one number, or nearly: half a second is
 * 4000 ulp of 1e12 and 4 of 1e15. */
static void test_tables_without_rows_are_named(void **state)
{
    (void)state;
    static const char *const starts[] = {"-1e16", "-1e18", "1e16", "-1e300", "0", "-1e9", "-1e12"};
    for (size_t k = 0; k < sizeof starts / sizeof *starts; k++) {
        char text[400];
        snprintf(text, sizeof text,
                 "model Case Modelica.Blocks.Sources.CombiTimeTable p(table=[0,0;0.5,1;1,0], "
                 "extrapolation=Modelica.Blocks.Types.Extrapolation.Periodic, startTime=%s); "
                 "Real x(start=0, fixed=true); equation der(x) = p.y[1]; end Case;",
                 starts[k]);
        if (k < 4) {
            eg_diagnostics *d = eg_diagnostics_create();
            eg_spec *spec = NULL;
            eg_model *model = NULL;
            assert_int_equal(eg_spec_read_text(text, strlen(text), "case.mo", NULL, d, &spec), EG_OK);
            assert_int_equal(eg_model_compile(spec, d, &model), EG_ERROR_MODEL);
            assert_non_null(strstr(eg_diagnostics_get(d, 0)->message, "doubles do not tell its rows apart"));
            eg_spec_free(spec);
            eg_diagnostics_free(d);
        } else {
            /* 1 s is a whole period, of mean 1/2 */
            outcome o = run(text, NULL, 0, NULL, "x");
            assert_int_equal(o.status, EG_OK);
            assert_true(fabs(o.last - 0.5) <= 1e-4);
        }
    }
}

/* Steps go with the span, not with the samples in it; and none of these is missed. */
static void test_samples_take_no_steps(void **state)
{
    (void)state;
    outcome o = run(SAMPLED, NULL, 0, NULL, "x");
    assert_int_equal(o.status, EG_OK);
    assert_true(o.last == 100.0);
    assert_true(o.st.steps < 400);
}

/* What is overdamped moves as one: at the mean speed, 1 m/s, once the dampers have done their work, to the
 * round-off of forces of 1e6 N that balance each other. */
static void test_overdamped_cluster(void **state)
{
    (void)state;
    outcome o = run(SIX, NULL, 0, "exact", "m[4].v");
    assert_int_equal(o.status, EG_OK);
    assert_true(o.st.steps < 1000);
    assert_true(fabs(o.last - 1.0) < 1e-9);
}

/* An engine that is asked for by name, and takes millions of steps where nothing moves, says so. */
static void test_waste_is_told(void **state)
{
    (void)state;
    const char *const rests[] = {"stop.n=1.5"};
    eg_diagnostics *d = eg_diagnostics_create();
    eg_read_options read = eg_read_options_default();
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    eg_trajectory *t = NULL;
    read.settings = rests;
    read.setting_count = 1;
    assert_int_equal(eg_spec_read_text(DROP, strlen(DROP), "case.mo", &read, d, &spec), EG_OK);
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_simulate_options options = eg_simulate_options_default(model);
    options.engine = "erk";
    options.stop_time = 1e6;
    options.interval = 1e4;
    assert_int_equal(eg_simulate(model, &options, d, &t, NULL), EG_ERROR_SIMULATION);
    assert_true(eg_diagnostics_count(d) >= 2);
    assert_int_equal(eg_diagnostics_get(d, 0)->severity, EG_WARNING);
    assert_non_null(strstr(eg_diagnostics_get(d, 0)->message, "stability alone, for the speed of ball"));
    assert_non_null(strstr(eg_diagnostics_get(d, 1)->message, "steps and events are used up"));
    assert_true(eg_trajectory_rows(t) > 1);
    eg_trajectory_free(t);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

/* Steps so short that their halves are no numbers any more; and what only loses has gained. */
static void test_smallest_numbers(void **state)
{
    (void)state;
    const char *const near[] = {
        "stop.c=14634.439746462785", "stop.d=0.8254786827873761", "stop.n=1.25",
        "ball.m=4.873156508984754",  "ball.s.start=5e-324",       "ball.v.start=-1.55"};
    const char *const gains[] = {"stop.c=1e20", "stop.d=1.7976931348623157e308", "ball.s.start=0.0081"};
    outcome o = run(DROP, near, 6, NULL, NULL);
    assert_true(o.status == EG_OK || strstr(o.message, "ball") || strstr(o.message, "stop"));
    assert_short(&o);
    o = run(DROP, gains, 3, NULL, NULL);
    assert_true(strlen(o.message) > 0);
}

/* No number makes the search for a fall endless. */
static void test_falls_of_any_size(void **state)
{
    (void)state;
    static const double sizes[] = {0,    5e-324, 1e-320, 1e-308, 1e-160,  1e-16,    1,
                                   1e16, 1e160,  1e300,  1e308,  1.7e308, INFINITY, NAN};
    enum { COUNT = sizeof sizes / sizeof *sizes, DEGREE = 3 };
    for (int code = 0; code < COUNT * COUNT * COUNT * 8; code++) {
        const int signs = code % 8, i = code / 8 % COUNT, j = code / 8 / COUNT % COUNT,
                  k = code / 8 / COUNT / COUNT;
        const double a[DEGREE + 1] = {(signs & 1 ? -1 : 1) * sizes[i], (signs & 2 ? -1 : 1) * sizes[j],
                                      (signs & 4 ? -1 : 1) * sizes[k], sizes[i]};
        const double size[DEGREE + 1] = {fabs(a[0]) + sizes[k], fabs(a[1]) + sizes[i], fabs(a[2]),
                                         fabs(a[3])};
        const double x = eg_taylor_fall(a, DEGREE, size, DEGREE, sizes[j], 0);
        assert_true(isnan(x) || x >= 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_pace),
        cmocka_unit_test(test_steps_are_counted),
        cmocka_unit_test(test_stiffness_beyond_time),
        cmocka_unit_test(test_contacts_of_few_ulps),
        cmocka_unit_test(test_forces_beyond_numbers),
        cmocka_unit_test(test_damper_beyond_time),
        cmocka_unit_test(test_dampers_far_apart),
        cmocka_unit_test(test_dampers_that_hide_masses),
        cmocka_unit_test(test_motions_out_of_nothing),
        cmocka_unit_test(test_hands_over),
        cmocka_unit_test(test_creeping_is_handed_over),
        cmocka_unit_test(test_slow_engines_give_way),
        cmocka_unit_test(test_samples_take_no_steps),
        cmocka_unit_test(test_uncounted_periods_are_named),
        cmocka_unit_test(test_tables_without_rows_are_named),
        cmocka_unit_test(test_overdamped_cluster),
        cmocka_unit_test(test_waste_is_told),
        cmocka_unit_test(test_smallest_numbers),
        cmocka_unit_test(test_falls_of_any_size),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
