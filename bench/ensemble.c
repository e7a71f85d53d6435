/* Ensembles beside loops over single runs: processor time per instance, and the true error of both.
 *
 *     bench_ensemble bounce|valve SETS SINGLES
 *
 * bounce: masses fall on ElastoGaps, 2 s; c from 1e3 to 1e5 N/m, d from 0 to 50 N.s/m and heights from 0.2
 * to 2 m at random. valve: the pressure relief valve with impact of the papers on MPGOS (Hegedus and
 * others), q from 0.2 to 10 in equal steps, 1e-10, 20 units of time. The loop compiles and simulates
 * SINGLES of the sets, spread over all, with `erk`; the error of a set is its largest deviation at the end
 * from `exact`, or from erk at 1e-12. Prints lines "name value". */
#include "elastogap/elastogap.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char bounce[] =
    "model Bounce\n"
    "  import Modelica.Mechanics.Translational.Components.*;\n"
    "  Fixed wall;\n"
    "  ElastoGap gap(c = 1e4, d = 10);\n"
    "  Mass mass(m = 1, L = 0, s(start = 1, fixed = true), v(start = 0, fixed = true));\n"
    "  Modelica.Mechanics.Translational.Sources.ConstantForce weight(f_constant = -9.81);\n"
    "equation\n"
    "  connect(wall.flange, gap.flange_a);\n"
    "  connect(gap.flange_b, mass.flange_a);\n"
    "  connect(weight.flange, mass.flange_b);\n"
    "  annotation(experiment(StopTime = 2));\n"
    "end Bounce;\n";

static const char valve[] = "model Valve\n"
                            "  parameter Real k = 1.25, delta = 10, beta = 20, r = 0.8, q = 1;\n"
                            "  Real x1(start = 0.2, fixed = true), x2(start = 0, fixed = true);\n"
                            "  Real x3(start = 10, fixed = true);\n"
                            "equation\n"
                            "  der(x1) = x2;\n"
                            "  der(x2) = -k*x2 - (x1 + delta) + x3;\n"
                            "  der(x3) = beta*(q - x1*sqrt(x3));\n"
                            "  when x1 <= 0 then\n"
                            "    reinit(x2, -r*pre(x2));\n"
                            "  end when;\n"
                            "  annotation(experiment(StopTime = 20, Tolerance = 1e-10));\n"
                            "end Valve;\n";

typedef struct bench_case {
    const char *text, *file, *signal;
    const char *names[3];
    size_t count;
    bool is_exact; /* the engine exact takes it */
} bench_case;

static const bench_case cases[] = {
    {bounce, "bench_bounce.mo", "mass.s", {"gap.c", "gap.d", "mass.s.start"}, 3, true},
    {valve, "bench_valve.mo", "x1", {"q"}, 1, false},
};

static double cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Of processes that have ended. */
static double children_cpu(void)
{
    struct rusage used;
    getrusage(RUSAGE_CHILDREN, &used);
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
           1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec);
}

static double wall(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void fill(const bench_case *c, double *values, size_t sets)
{
    unsigned long long state = 1;
    for (size_t i = 0; i < sets; i++) {
        double u[3];
        for (int k = 0; k < 3; k++) {
            state = state * 6364136223846793005ull + 1442695040888963407ull;
            u[k] = (double)(state >> 11) * 0x1p-53;
        }
        if (c->count == 1) {
            values[i] = 0.2 + 9.8 * (double)i / (double)(sets > 1 ? sets - 1 : 1);
        } else {
            values[3 * i] = 1e3 * pow(100, u[0]);
            values[3 * i + 1] = 50 * u[1];
            values[3 * i + 2] = 0.2 + 1.8 * u[2];
        }
    }
}

/* The model with a set's values: by calls, or where these cannot, by reading. */
static eg_model *model_of(const bench_case *c, eg_spec *spec, const double *x, eg_diagnostics *d)
{
    eg_model *model = NULL;
    if (c->count == 3) {
        if (eg_spec_set(spec, "gap.c", x[0], d) == EG_OK && eg_spec_set(spec, "gap.d", x[1], d) == EG_OK &&
            eg_spec_set_start(spec, "mass.s", x[2], 1, d) == EG_OK)
            (void)eg_model_compile(spec, d, &model);
        return model;
    }
    char setting[64];
    const char *settings[] = {setting};
    eg_read_options o = {.settings = settings, .setting_count = 1};
    eg_spec *own = NULL;
    snprintf(setting, sizeof setting, "q=%.17g", x[0]);
    if (eg_spec_read_text(c->text, strlen(c->text), "bench", &o, d, &own) == EG_OK)
        (void)eg_model_compile(own, d, &model);
    eg_spec_free(own);
    return model;
}

/* A single run's end. */
static double single(const bench_case *c, eg_spec *spec, const double *x, const char *engine,
                     double tolerance, eg_diagnostics *d)
{
    eg_model *model = model_of(c, spec, x, d);
    if (!model)
        return NAN;
    eg_simulate_options o = eg_simulate_options_default(model);
    eg_trajectory *t = NULL;
    o.engine = engine;
    o.tolerance = tolerance > 0 ? tolerance : o.tolerance;
    o.interval = o.stop_time;
    o.signals = &c->signal;
    o.signal_count = 1;
    double end = NAN;
    if (eg_simulate(model, &o, d, &t, NULL) == EG_OK)
        end = eg_trajectory_value(t, (size_t)eg_trajectory_find(t, c->signal), eg_trajectory_rows(t) - 1);
    eg_trajectory_free(t);
    eg_model_free(model);
    return end;
}

static void run(const eg_ensemble *e, const char *label, const char *engine, int threads, size_t sets,
                const double *values, double *results, const double *truth, size_t stride, eg_diagnostics *d)
{
    eg_ensemble_options o = eg_ensemble_options_default(e);
    eg_ensemble_statistics st;
    o.run.engine = engine;
    o.threads = threads;
    double used = cpu(), began = wall(), error = 0;
    if (eg_ensemble_run(e, &o, sets, values, results, NULL, d, &st) != EG_OK)
        printf("%s_failed %zu\n", label, st.failed);
    used = cpu() - used;
    began = wall() - began;
    for (size_t i = 0; i < sets; i += stride)
        error = fmax(error, fabs(results[i] - truth[i / stride]));
    printf("%s_cpu_us %.4g\n%s_wall_us %.4g\n%s_error %.3g\n%s_lanes %d\n", label, 1e6 * used / (double)sets,
           label, 1e6 * began / (double)sets, label, error, label, st.lanes);
}

/* What the machine allows: the same work in two processes, half of it in each, which share nothing. */
static void run_processes(const eg_ensemble *e, size_t sets, const double *values, size_t names,
                          double *results, eg_diagnostics *d)
{
    eg_ensemble_options o = eg_ensemble_options_default(e);
    o.threads = 1;
    double began = wall(), used = children_cpu();
    pid_t child[2];
    for (int i = 0; i < 2; i++) {
        size_t first = i == 0 ? 0 : sets / 2, count = i == 0 ? sets / 2 : sets - sets / 2;
        if ((child[i] = fork()) == 0)
            _exit(eg_ensemble_run(e, &o, count, values + first * names, results, NULL, d, NULL) != EG_OK);
    }
    bool good = true;
    for (int i = 0; i < 2; i++) {
        int status = 1;
        good = child[i] > 0 && waitpid(child[i], &status, 0) == child[i] && status == 0 && good;
    }
    if (good)
        printf("processes_wall_us %.4g\nprocesses_cpu_us %.4g\n", 1e6 * (wall() - began) / (double)sets,
               1e6 * (children_cpu() - used) / (double)sets);
}

int main(int argc, char **argv)
{
    if (argc < 4)
        return fprintf(stderr, "usage: bench_ensemble bounce|valve SETS SINGLES\n"), 2;
    const bench_case *c = &cases[strcmp(argv[1], "valve") == 0];
    size_t sets = (size_t)atol(argv[2]), singles = (size_t)atol(argv[3]), stride = sets / singles;
    double *values = calloc(sets * c->count + 1, sizeof *values),
           *results = calloc(sets + 1, sizeof *results);
    double *truth = calloc(sets / stride + 2, sizeof *truth), error = 0;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    eg_ensemble *e = NULL;
    const eg_wanted wanted = {.kind = EG_WANTED_FINAL, .signal = c->signal};
    FILE *f = fopen(c->file, "w");
    if (!values || !results || !truth || !f)
        return 3;
    fputs(c->text, f);
    fclose(f);
    fill(c, values, sets);
    if (eg_spec_read(c->file, NULL, d, &spec) != EG_OK ||
        eg_ensemble_read(c->file, NULL, c->names, c->count, &wanted, 1, d, &e) != EG_OK)
        return 3;
    for (size_t i = 0; i < sets; i += stride)
        truth[i / stride] =
            single(c, spec, values + i * c->count, c->is_exact ? "exact" : "erk", c->is_exact ? 0 : 1e-12, d);
    double began = cpu();
    for (size_t i = 0; i < sets; i += stride)
        error = fmax(error, fabs(single(c, spec, values + i * c->count, "erk", 0, d) - truth[i / stride]));
    printf("loop_cpu_us %.4g\nloop_error %.3g\n",
           1e6 * (cpu() - began) / (double)((sets + stride - 1) / stride), error);
    run(e, "erk", "erk", 1, sets, values, results, truth, stride, d);
    run(e, "auto", NULL, 1, sets, values, results, truth, stride, d);
    fflush(stdout);
    run_processes(e, sets, values, c->count, results, d);
    run(e, "auto2", NULL, 2, sets, values, results, truth, stride, d);
    remove(c->file);
    eg_ensemble_free(e);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    free(values);
    free(results);
    free(truth);
    return 0;
}
