/* Every example in every form of an FMU: described in both versions, run as the runtime runs it. Under
 * Co-Simulation values have the bits of a direct run wherever a communication point is one of its output
 * points; under Model Exchange the start is that of the direct run. What is refused is what the documentation
 * refuses, and nothing else. */
#include "fmu_calls.h"

#include "component/spec.h"
#include "fmi/export.h"
#include "fmi/source/source.h"
#include "fmi/variables.h"
#include "network/user/user.h"

#include <dirent.h>
#include <float.h>

enum { MOST_POINTS = 60 };

/* Delay looks back at steps that Model Exchange does not show; the engine ida, which what is algebraic needs,
 * is not among the sources. All other examples take every form. */
typedef struct refusal {
    const char *name;
    bool exchange, source;
} refusal;

static const refusal refusals[] = {
    {"Actuator.mo", false, true},    {"Blocks.mo", false, true},    {"BlocksDyad.mo", false, true},
    {"Clutching.mo", false, true},   {"Filters.mo", false, true},   {"Furnace.mo", false, true},
    {"FurnaceDyad.mo", false, true}, {"HeatMeter.mo", false, true}, {"LateWave.mo", true, false},
    {"Rating.mo", false, true},      {"Relay.mo", false, true},     {"SampledLoop.mo", false, false},
    {"Suspension.mo", false, true},  {"Waves.mo", false, true},
};

static refusal refusal_of(const char *name)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        if (strcmp(refusals[i].name, name) == 0)
            return refusals[i];
    return (refusal){name, false, false};
}

/* An example, read as the runtime reads it; its folder lies in that of the resources, by a link. */
typedef struct example {
    runtime *r;
    const char *name;
    char path[500];
    eg_spec *spec;
    eg_model *model;
    eg_fmu_list list;
    fmi3ValueReference *references; /* of real variables that a run stores, */
    size_t *signals;                /* and what they are in it */
    double *values;
    size_t count;
    eg_trajectory *run;
    eg_simulate_options options;
} example;

static void open_example(example *e, runtime *r, const char *name)
{
    char text[600], path[500];
    *e = (example){.r = r, .name = name};
    snprintf(e->path, sizeof e->path, "%sexamples/%s", r->directory, name);
    assert_int_equal(eg_spec_read(e->path, NULL, NULL, &e->spec), EG_OK);
    assert_int_equal(eg_model_compile(e->spec, NULL, &e->model), EG_OK);
    assert_int_equal(eg_fmu_list_make(&e->list, e->model), 0);
    snprintf(path, sizeof path, "%sfmu.txt", r->directory);
    snprintf(text, sizeof text, "token T\nfile examples/%s\nmodel %s\nengine auto\n", name,
             eg_spec_name(e->spec));
    put_file(path, text);
}

static void close_example(example *e)
{
    eg_trajectory_free(e->run);
    free(e->references);
    free(e->signals);
    free(e->values);
    eg_fmu_list_release(&e->list);
    eg_model_free(e->model);
    eg_spec_free(e->spec);
}

static void run_directly(example *e)
{
    e->options = eg_simulate_options_default(e->model);
    double span = e->options.stop_time - e->options.start_time;
    if (span > MOST_POINTS * e->options.interval)
        e->options.stop_time = e->options.start_time + MOST_POINTS * e->options.interval;
    if (eg_simulate(e->model, &e->options, NULL, &e->run, NULL) != EG_OK)
        fail_msg("%s does not run", e->name);
    e->references = calloc(e->list.count, sizeof *e->references);
    e->signals = calloc(e->list.count, sizeof *e->signals);
    e->values = calloc(e->list.count, sizeof *e->values);
    assert_true(e->references && e->signals && e->values);
    for (size_t v = 0; v < e->list.count; v++) {
        const eg_fmu_variable *x = &e->list.items[v];
        long signal = eg_trajectory_find(e->run, x->name);
        bool is_shown = x->kind == EG_FMU_LOCAL || x->kind == EG_FMU_OUTPUT || x->kind == EG_FMU_STATE;
        if (signal < 0 || x->type != EG_REAL || !is_shown)
            continue;
        e->references[e->count] = (fmi3ValueReference)v;
        e->signals[e->count++] = (size_t)signal;
    }
    assert_true(e->count > 0);
}

static double largest(const example *e, size_t signal)
{
    double most = 0;
    for (size_t row = 0; row < eg_trajectory_rows(e->run); row++)
        most = fmax(most, fabs(eg_trajectory_value(e->run, signal, row)));
    return most;
}

/* Every value of the instance is that of the row; where the row may be the right side of an event that begins
 * with the run, a part `off` of its range beside it. */
static void compare(example *e, fmi3Instance i, const char *form, size_t row, double off)
{
    if (e->r->three.GetFloat64(i, e->references, e->count, e->values, e->count) != fmi3OK)
        fail_msg("%s, %s: %s", e->name, form, e->r->last);
    for (size_t k = 0; k < e->count; k++) {
        double direct = eg_trajectory_value(e->run, e->signals[k], row);
        bool same = e->values[k] == direct;
        if (!same && !(fabs(e->values[k] - direct) <= off * largest(e, e->signals[k])))
            fail_msg("%s, %s: %s is %.17g at %.17g, directly %.17g", e->name, form,
                     e->list.items[e->references[k]].name, e->values[k], eg_trajectory_time(e->run, row),
                     direct);
    }
}

/* The last row of that time. */
static bool find_row(const example *e, double t, size_t *row)
{
    size_t rows = eg_trajectory_rows(e->run);
    while (*row + 1 < rows && eg_trajectory_time(e->run, *row + 1) <= t)
        ++*row;
    return eg_trajectory_time(e->run, *row) == t;
}

static void initialize(example *e, fmi3Instance i, const char *form)
{
    const eg_simulate_options *o = &e->options;
    fmi3Status status = e->r->three.EnterInitializationMode(i, false, 0, o->start_time, true, o->stop_time);
    if (status == fmi3OK)
        status = e->r->three.ExitInitializationMode(i);
    if (status != fmi3OK)
        fail_msg("%s, %s: %s", e->name, form, e->r->last);
}

/* How far a row may be off: by nothing; but the last one, where terminal() makes an event, is computed from
 * an other number of solutions of its algebraic unknowns, which begin where the one before has ended. */
static double round_off_of(const example *e, size_t row)
{
    bool has_terminal = e->model->user && e->model->user->has_terminal;
    return has_terminal && row + 1 == eg_trajectory_rows(e->run) ? 8 * DBL_EPSILON : 0;
}

static void cosimulate(example *e)
{
    const eg_simulate_options *o = &e->options;
    fmi3Instance i = cosimulation(e->r);
    size_t row = 0, compared = 1;
    double t = o->start_time;
    if (!i)
        fail_msg("%s, Co-Simulation: %s", e->name, e->r->last);
    initialize(e, i, "Co-Simulation");
    (void)find_row(e, t, &row);
    compare(e, i, "Co-Simulation", row, 0);
    bool event, terminate = false, early;
    for (int k = 1; t < o->stop_time && !terminate; k++) {
        double next = fmin(o->start_time + k * o->interval, o->stop_time), last;
        if (o->stop_time - next < 1e-9 * o->interval)
            next = o->stop_time;
        if (e->r->three.DoStep(i, t, next - t, true, &event, &terminate, &early, &last) != fmi3OK)
            fail_msg("%s, Co-Simulation at %g: %s", e->name, t, e->r->last);
        t = last;
        if (find_row(e, t, &row)) {
            compare(e, i, "Co-Simulation", row, round_off_of(e, row));
            compared++;
        }
    }
    if (compared < 40)
        fail_msg("%s: %zu points only are those of the direct run", e->name, compared);
    assert_int_equal(e->r->three.Terminate(i), fmi3OK);
    e->r->three.FreeInstance(i);
}

static void begin_exchange(example *e, bool is_refused)
{
    bool again, terminate, nominals, values, has_next;
    double next;
    fmi3Instance i = exchange(e->r);
    if (is_refused != (i == NULL))
        fail_msg("%s, Model Exchange: %s", e->name, i ? "is not refused" : e->r->last);
    if (!i)
        return;
    initialize(e, i, "Model Exchange");
    assert_int_equal(
        e->r->three.UpdateDiscreteStates(i, &again, &terminate, &nominals, &values, &has_next, &next),
        fmi3OK);
    size_t row = 0;
    (void)find_row(e, e->options.start_time, &row);
    compare(e, i, "Model Exchange", row, 1e-9);
    size_t nx, nz;
    assert_int_equal(e->r->three.EnterContinuousTimeMode(i), fmi3OK);
    assert_int_equal(e->r->three.GetNumberOfContinuousStates(i, &nx), fmi3OK);
    assert_int_equal(e->r->three.GetNumberOfEventIndicators(i, &nz), fmi3OK);
    double *x = calloc(2 * nx + nz + 1, sizeof *x), *nominal = x + nx, *z = nominal + nx;
    assert_int_equal(e->r->three.GetNominalsOfContinuousStates(i, nominal, nx), fmi3OK);
    assert_int_equal(e->r->three.GetContinuousStateDerivatives(i, x, nx), fmi3OK);
    assert_int_equal(e->r->three.GetEventIndicators(i, z, nz), fmi3OK);
    for (size_t k = 0; k < nx; k++)
        assert_true(isfinite(x[k]) && nominal[k] > 0 && isfinite(nominal[k]));
    for (size_t k = 0; k < nz; k++)
        assert_true(z[k] > 0);
    free(x);
    assert_int_equal(e->r->three.Terminate(i), fmi3OK);
    e->r->three.FreeInstance(i);
}

static const char *first_message(const eg_diagnostics *d)
{
    return eg_diagnostics_count(d) > 0 ? eg_diagnostics_get(d, 0)->message : "";
}

static void export_all(example *e, bool source_is_refused)
{
    char path[400];
    eg_diagnostics *d = eg_diagnostics_create();
    snprintf(path, sizeof path, "%sx.fmu", e->r->directory);
    for (int version = 2; version <= 3; version++) {
        eg_fmu_options o = {.version = version, .runtime = {.bytes = "none", .length = 4}};
        eg_spec *spec;
        assert_int_equal(eg_spec_read(e->path, NULL, d, &spec), EG_OK);
        if (eg_fmu_write(spec, path, &o, d) != EG_OK)
            fail_msg("%s for FMI %d: %s", e->name, version, first_message(d));
        eg_spec_free(spec);
    }
    unlink(path);
    bool fits = eg_source_fits(e->model, "auto", d);
    if (fits == source_is_refused)
        fail_msg("%s as source: %s", e->name, fits ? "is not refused" : first_message(d));
    eg_diagnostics_free(d);
}

static void try_example(runtime *r, const char *name)
{
    example e;
    refusal no = refusal_of(name);
    open_example(&e, r, name);
    run_directly(&e);
    export_all(&e, no.source);
    cosimulate(&e);
    begin_exchange(&e, no.exchange);
    close_example(&e);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void examples_in_all_forms(void **state)
{
    runtime *r = *state;
    char link[300], *names[200];
    size_t count = 0;
    snprintf(link, sizeof link, "%sexamples", r->directory);
    assert_int_equal(symlink(EG_SOURCE_DIR "/examples", link), 0);
    DIR *directory = opendir(EG_SOURCE_DIR "/examples");
    assert_non_null(directory);
    for (struct dirent *x; (x = readdir(directory)) && count < 200;) {
        const char *dot = strrchr(x->d_name, '.');
        if (dot && (strcmp(dot, ".mo") == 0 || strcmp(dot, ".dyad") == 0))
            names[count++] = strdup(x->d_name);
    }
    closedir(directory);
    qsort(names, count, sizeof *names, by_name);
    assert_true(count > 50);
    for (size_t i = 0; i < count; i++) {
        try_example(r, names[i]);
        free(names[i]);
    }
    unlink(link);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(examples_in_all_forms, begin_runtime, end_runtime),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
