/* A model that is prepared once and run with other values comes to what it comes to when it is read with
 * these values; so do samples and times of events, with their derivatives. */
#include "elastogap/elastogap.h"
#include "elastogap/sensitivity.h"
#include "sensitivity/prepare.h"

#include "near.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static const double tolerance = 1e-9;
/* Runs of the same equations whose numbers have been rounded otherwise: their steps, and what is solved
 * behind them, differ by no more than both err. */
static const double off = 1e-7;

typedef struct asked {
    const char *text, *by[6], *of[6];
    double values[6];
} asked;

static size_t count_of(const char *const *texts)
{
    size_t n = 0;
    while (n < 6 && texts[n])
        n++;
    return n;
}

static void tell(const eg_diagnostics *d)
{
    char text[1000];
    for (size_t i = 0; i < eg_diagnostics_count(d); i++) {
        eg_diagnostic_format(eg_diagnostics_get(d, i), 0, text, sizeof text);
        print_error("%s\n", text);
    }
}

static eg_spec *read(const char *text, eg_diagnostics *d)
{
    eg_spec *spec = NULL;
    if (eg_spec_read_text(text, strlen(text), "test", NULL, d, &spec) != EG_OK)
        tell(d);
    assert_non_null(spec);
    return spec;
}

static eg_sensitivity_options options_for(eg_spec *spec, const asked *a, eg_diagnostics *d)
{
    eg_model *model = NULL;
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_sensitivity_options o = eg_sensitivity_options_default(model);
    eg_model_free(model);
    o.run.tolerance = tolerance;
    o.by = a->by;
    o.by_count = count_of(a->by);
    o.of = a->of;
    o.of_count = count_of(a->of);
    return o;
}

static eg_prepared *prepare(const asked *a, eg_diagnostics *d, double *stop)
{
    eg_spec *spec = read(a->text, d);
    const eg_sensitivity_options o = options_for(spec, a, d);
    eg_prepared *p = NULL;
    if (eg_prepare(spec, &o, d, &p) != EG_OK)
        tell(d);
    assert_non_null(p);
    eg_spec_free(spec);
    *stop = o.run.stop_time;
    return p;
}

/* The spec with these values. */
static void set(eg_spec *spec, const asked *a, eg_diagnostics *d)
{
    for (size_t k = 0; k < count_of(a->by); k++) {
        const char *mark = strstr(a->by[k], "(start)");
        char path[100] = "";
        if (mark) {
            strncpy(path, a->by[k], (size_t)(mark - a->by[k]));
            assert_int_equal(eg_spec_set_start(spec, path, a->values[k], 1, d), EG_OK);
        } else
            assert_int_equal(eg_spec_set(spec, a->by[k], a->values[k], d), EG_OK);
    }
}

static eg_sensitivities *read_with_values(const asked *a, eg_diagnostics *d)
{
    eg_spec *spec = read(a->text, d);
    set(spec, a, d);
    const eg_sensitivity_options o = options_for(spec, a, d);
    eg_sensitivities *s = NULL;
    if (eg_sensitivity(spec, &o, d, &s) != EG_OK)
        tell(d);
    assert_non_null(s);
    eg_spec_free(spec);
    return s;
}

static void run(eg_prepared *p, const eg_prepared_job *job, eg_diagnostics *d)
{
    const eg_status status = eg_prepared_run(p, job, d);
    if (status != EG_OK)
        tell(d);
    assert_int_equal(status, EG_OK);
}

static void same_as_read(const asked *a)
{
    eg_diagnostics *d = eg_diagnostics_create();
    double stop, first[6], results[6], again[6];
    eg_sensitivity_item items[36];
    eg_prepared *p = prepare(a, d, &stop);
    eg_prepared_job job = {.stop = stop, .results = first, .items = items};
    run(p, &job, d);
    job.values = a->values;
    job.results = results;
    run(p, &job, d);
    eg_sensitivities *s = read_with_values(a, d);
    for (size_t q = 0; q < s->of_count; q++) {
        assert_near(results[q], s->of[q].value, off);
        for (size_t k = 0; k < s->by_count; k++) {
            const eg_sensitivity_item *wanted = &s->items[q * s->by_count + k];
            const double by = a->values[k] != 0 ? a->values[k] : 1;
            const double size = fmax(fabs(wanted->derivative), fabs(results[q] / by));
            assert_true(!wanted->why == !items[q * s->by_count + k].why);
            if (!wanted->why)
                assert_near(items[q * s->by_count + k].derivative / size, wanted->derivative / size, off);
        }
    }
    job.values = NULL;
    job.results = again;
    run(p, &job, d);
    assert_memory_equal(again, first, s->of_count * sizeof *first);
    eg_sensitivities_free(s);
    eg_prepared_free(p);
    eg_diagnostics_free(d);
}

/* ---------------------------------------------------------------- models */

static const char gap[] = "model Drop\n"
                          "  import Modelica.Mechanics.Translational.*;\n"
                          "  parameter Real e = 2;\n"
                          "  Components.Fixed ground;\n"
                          "  Components.ElastoGap gap(c = 5e4*e, d = 40, n = 1.5);\n"
                          "  Components.Mass ball(m = 1, L = 0, s(start = 0.1, fixed = true),\n"
                          "    v(start = 0, fixed = true));\n"
                          "  Sources.ConstantForce weight(f_constant = -9.81*ball.m);\n"
                          "equation\n"
                          "  connect(ground.flange, gap.flange_a);\n"
                          "  connect(gap.flange_b, ball.flange_a);\n"
                          "  connect(weight.flange, ball.flange_b);\n"
                          "  annotation(experiment(StopTime = 0.4));\n"
                          "end Drop;\n";

static const char bounces[] = "model Bounces\n"
                              "  parameter Real e = 0.7, g = 9.81, h0 = 1, late = 0.1;\n"
                              "  Real h(start = h0, fixed = true), v(start = 0, fixed = true), x;\n"
                              "  discrete Real last(start = 0, fixed = true);\n"
                              "equation\n"
                              "  der(h) = v;\n"
                              "  der(v) = -g + (if time > 0.2 + late then 0.5 else 0);\n"
                              "  2*x + (e - 0.5)*h = v;\n"
                              "  when h < 0 then\n"
                              "    reinit(v, -e*pre(v));\n"
                              "    last = time;\n"
                              "  end when;\n"
                              "  annotation(experiment(StopTime = 1.1));\n"
                              "end Bounces;\n";

static const char choices[] = "model Choices\n"
                              "  parameter Real k = 3, d = 0, m = 2, most = 4;\n"
                              "  Real x(start = 1, fixed = true), v(start = 0, fixed = true);\n"
                              "equation\n"
                              "  der(x) = v;\n"
                              "  m*der(v) + d*v + (if k > most then 2*k else k)*x = 0;\n"
                              "  annotation(experiment(StopTime = 3));\n"
                              "end Choices;\n";

static const asked with_gap = {
    gap,
    {"gap.c", "gap.d", "gap.n", "ball.m", "ball.s(start)"},
    {"ball.s", "max(-gap.f)", "time(gap, contact begins, 1)", "integral(gap.lossPower)", "ball.m*ball.v"},
    {1.3e5, 30, 1.4, 0.8, 0.12}};

static void numbers_follow_parameters(void **state)
{
    (void)state;
    const asked with_events = {
        bounces, {"e", "g", "h0", "late"}, {"h", "max(v)", "last", "x"}, {0.6, 9.7, 1.1, 0.15}};
    const asked with_text = {gap, {"e", "gap.d"}, {"ball.s", "at(ball.v, 0.2)"}, {2.5, 45}};
    same_as_read(&with_gap);
    same_as_read(&with_events);
    same_as_read(&with_text);
}

/* What values decide is compiled anew. */
static void what_values_decide_follows(void **state)
{
    (void)state;
    const asked other_branch = {choices, {"k", "m"}, {"x", "v"}, {5, 2.5}};
    const asked same_branch = {choices, {"k", "m"}, {"x", "v"}, {3.5, 2.5}};
    const asked becomes_linear = {gap, {"gap.n", "gap.d"}, {"ball.s"}, {1, 40}};
    const asked undamped = {gap, {"gap.d", "gap.c"}, {"ball.s", "ball.v"}, {0, 1e5}};
    same_as_read(&other_branch);
    same_as_read(&same_branch);
    same_as_read(&becomes_linear);
    same_as_read(&undamped);
}

static void samples_and_events_are_those_of_measures(void **state)
{
    (void)state;
    const asked a = {
        gap,
        {"gap.c", "gap.n", "ball.s(start)"},
        {"ball.s", "ball.v^2", "at(ball.s, 0.15)", "at(ball.v^2, 0.3)", "time(gap, contact begins, 2)"},
        {1.1e5, 1.45, 0.11}};
    eg_diagnostics *d = eg_diagnostics_create();
    double stop, results[5], s[3], v[1], s_by[9], v_by[3], t[4], t_by[12];
    eg_sensitivity_item items[15];
    eg_prepared *p = prepare(&a, d, &stop);
    eg_prepared_samples samples[] = {{0, (double[]){0.15, 0.2, 9}, 3, s, s_by},
                                     {1, (double[]){0.3}, 1, v, v_by}};
    eg_prepared_events events = {{.component = "gap", .event = "contact begins"}, 4, t, t_by, 0};
    eg_prepared_job job = {.values = a.values, .stop = stop, .samples = samples, .sample_count = 2};
    job.events = &events;
    job.event_count = 1;
    job.results = results;
    job.items = items;
    run(p, &job, d);
    assert_near(s[0], results[2], 1e-14);
    assert_near(v[0], results[3], 1e-14);
    assert_true(isnan(s[2]) && isnan(s_by[6]));
    assert_true(events.seen >= 2 && events.seen < 4 && isnan(t[3]) && isnan(t_by[9]));
    assert_near(t[1], results[4], 1e-9);
    for (int k = 0; k < 3; k++) {
        assert_near(s_by[k], items[6 + k].derivative, 1e-12);
        assert_near(v_by[k], items[9 + k].derivative, 1e-12);
        assert_near(t_by[3 + k], items[12 + k].derivative, 1e-12);
    }
    eg_prepared_free(p);
    eg_diagnostics_free(d);
}

static void what_cannot_be_is_refused(void **state)
{
    (void)state;
    eg_diagnostics *d = eg_diagnostics_create();
    double stop, result[5];
    eg_prepared *p = prepare(&with_gap, d, &stop);
    eg_prepared_job job = {.values = (double[]){1e5, -1, 1.5, 1, 0.1}, .stop = stop, .results = result};
    assert_int_equal(eg_prepared_run(p, &job, d), EG_ERROR_MODEL);
    assert_non_null(strstr(eg_diagnostics_get(d, 0)->message, "gap.d = -1"));
    job.values = (double[]){NAN, 1, 1.5, 1, 0.1};
    assert_int_equal(eg_prepared_run(p, &job, d), EG_ERROR_MODEL);
    eg_prepared_samples of_all = {1, (double[]){0.1}, 1, result, result};
    job = (eg_prepared_job){.stop = stop, .samples = &of_all, .sample_count = 1};
    assert_int_equal(eg_prepared_run(p, &job, NULL), EG_ERROR_USAGE); /* nobody is told */
    job.sample_count = 0;
    job.results = result;
    run(p, &job, d);
    eg_prepared_free(p);
    eg_diagnostics_free(d);
}

/* ---------------------------------------------------------------- what it costs */

/* A pulse runs through masses with gaps between them. */
static const char chain[] =
    "model Chain\n"
    "  import Modelica.Mechanics.Translational.Components;\n"
    "  constant Integer n = 100;\n"
    "  Components.Fixed left(s0 = 0), right(s0 = (n + 1)*1e-3);\n"
    "  Components.Mass mass[n](each m = 1, each L = 0, v(start = {if i == 1 then 1 else 0 for i in 1:n},\n"
    "    each fixed = true));\n"
    "  Components.ElastoGap gap[n](each c = 1e5, each d = 50, s_rel(each start = 1e-3, each fixed = true));\n"
    "  Components.ElastoGap last(c = 1e5, d = 50);\n"
    "equation\n"
    "  connect(left.flange, gap[1].flange_a);\n"
    "  for i in 1:n loop\n"
    "    connect(gap[i].flange_b, mass[i].flange_a);\n"
    "  end for;\n"
    "  for i in 1:n - 1 loop\n"
    "    connect(mass[i].flange_b, gap[i + 1].flange_a);\n"
    "  end for;\n"
    "  connect(mass[n].flange_b, last.flange_a);\n"
    "  connect(last.flange_b, right.flange);\n"
    "  annotation(experiment(StopTime = 0.1, Tolerance = 1e-6));\n"
    "end Chain;\n";

static double milliseconds(void)
{
    return 1e3 * (double)clock() / CLOCKS_PER_SEC;
}

/* The least of five runs of the model as it is [ms]. */
static double cost_of_run(eg_spec *spec, double close, eg_diagnostics *d)
{
    double least = INFINITY;
    eg_model *model = NULL;
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_simulate_options o = eg_simulate_options_default(model);
    o.engine = "erk";
    o.tolerance = close;
    o.interval = o.stop_time;
    o.signals = (const char *[]){"time"};
    o.signal_count = 1;
    for (int i = 0; i < 5; i++) {
        const double began = milliseconds();
        eg_trajectory *t = NULL;
        assert_int_equal(eg_simulate(model, &o, d, &t, NULL), EG_OK);
        eg_trajectory_free(t);
        least = fmin(least, milliseconds() - began);
    }
    eg_model_free(model);
    return least;
}

/* The same with sensitivities by p constants, forward or backward. */
static double cost_of(eg_spec *spec, double close, size_t p, bool adjoint, eg_diagnostics *d)
{
    char names[100][20];
    const char *by[100];
    for (size_t k = 0; k < p; k++) {
        snprintf(names[k], sizeof names[k], "gap[%zu].c", k + 1);
        by[k] = names[k];
    }
    eg_model *model = NULL;
    assert_int_equal(eg_model_compile(spec, d, &model), EG_OK);
    eg_sensitivity_options o = eg_sensitivity_options_default(model);
    o.run.engine = "erk";
    o.run.tolerance = close;
    o.by = by;
    o.by_count = p;
    o.of = (const char *[]){"mass[4].s"};
    o.of_count = 1;
    eg_prepared *prepared = NULL;
    assert_int_equal(eg_prepare(spec, &o, d, &prepared), EG_OK);
    double least = INFINITY, result;
    eg_sensitivity_item items[100];
    const eg_prepared_job job = {
        .stop = o.run.stop_time, .results = &result, .items = items, .adjoint = adjoint};
    for (int i = 0; i < 5; i++) {
        const double began = milliseconds();
        run(prepared, &job, d);
        least = fmin(least, milliseconds() - began);
    }
    eg_prepared_free(prepared);
    eg_model_free(model);
    return least;
}

/* A chain of a hundred gaps: runs of the model, of its equations, and with sensitivities [ms]. */
static void print_costs(double close)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = read(chain, d);
    char *text = NULL;
    size_t length = 0;
    eg_spec *flat = NULL;
    const double of_run = cost_of_run(spec, close, d);
    assert_int_equal(eg_spec_flatten(spec, d, &text, &length), EG_OK);
    assert_int_equal(eg_spec_read_text(text, length, "Chain", NULL, d, &flat), EG_OK);
    const double of_equations = cost_of_run(flat, close, d);
    printf("run %.1f ms\nequations %.1f ms\n", of_run, of_equations);
    for (int way = 0; way < 2; way++)
        for (size_t p = 1; p <= 100; p *= 10) {
            const double cost = cost_of(spec, close, p, way == 1, d);
            printf("%s %3zu %7.1f ms, %.1f runs, %.1f of equations\n", way == 0 ? "forward" : "adjoint", p,
                   cost, cost / of_run, cost / of_equations);
        }
    free(text);
    eg_spec_free(flat);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "cost") == 0) {
        print_costs(argc > 2 ? atof(argv[2]) : 1e-6);
        return 0;
    }
    if (argc > 1 && strcmp(argv[1], "chain") == 0) {
        fputs(chain, stdout);
        return 0;
    }
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_follow_parameters),
        cmocka_unit_test(what_values_decide_follows),
        cmocka_unit_test(samples_and_events_are_those_of_measures),
        cmocka_unit_test(what_cannot_be_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
