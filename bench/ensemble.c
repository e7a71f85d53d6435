/* Ensembles beside loops over single runs: processor time per instance, and the true error of both.
 *
 *     bench_ensemble bounce|valve SETS SINGLES
 *
 * bounce: masses fall on ElastoGaps, 2 s; c from 1e3 to 1e5 N/m, d from 0 to 50 N.s/m and heights from 0.2
 * to 2 m at random. valve: the pressure relief valve with impact of the papers on MPGOS (Hegedus and
 * others), q from 0.2 to 10 in equal steps, 1e-10, 20 units of time. The loop compiles and simulates
 * SINGLES of the sets, spread over all, with `erk`; the error of a set is its largest deviation at the end
 * from `exact`, or from erk at 1e-12. What two threads gain is asked in rounds, of which each runs its part
 * of the sets with one thread, with two, and in two processes of one thread. Prints lines "name value". */
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

enum { ROUNDS = 20 };

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

/* In the order of rounds, each of which has some from the whole range. */
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
            size_t at = i % (sets / ROUNDS) * ROUNDS + i / (sets / ROUNDS);
            values[i] = 0.2 + 9.8 * (double)at / (double)(sets - 1);
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

/* ---------------------------------------------------------------- ensembles */

/* Sets of which every `stride`th has its truth. */
typedef struct bench_sets {
    const bench_case *c;
    const eg_ensemble *e;
    size_t count, stride;
    double *values, *results, *truth;
} bench_sets;

static double error_of(const bench_sets *s)
{
    double error = 0;
    for (size_t i = 0; i < s->count; i += s->stride)
        error = fmax(error, fabs(s->results[i] - s->truth[i / s->stride]));
    return error;
}

/* Of the sets from `first` on; false: some have failed. */
static bool run(const bench_sets *s, const char *engine, int threads, size_t first, size_t count,
                eg_ensemble_statistics *st)
{
    eg_ensemble_options o = eg_ensemble_options_default(s->e);
    o.run.engine = engine;
    o.threads = threads;
    return eg_ensemble_run(s->e, &o, count, s->values + first * s->c->count, s->results + first, NULL, NULL,
                           st) == EG_OK;
}

static void run_erk(const bench_sets *s)
{
    eg_ensemble_statistics st = {0};
    double used = cpu();
    if (!run(s, "erk", 1, 0, s->count, &st))
        printf("erk_failed %zu\n", st.failed);
    printf("erk_cpu_us %.4g\nerk_error %.3g\nerk_lanes %d\n", 1e6 * (cpu() - used) / (double)s->count,
           error_of(s), st.lanes);
}

/* ---------------------------------------------------------------- one thread, two, two processes */

enum { ONE, TWO, PROCESSES, WAYS };
static const char *const way_names[WAYS] = {"one", "two", "processes"};

/* What the machine allows: the same work in two processes, half of it in each, which share nothing. */
static bool run_processes(const bench_sets *s, size_t first, size_t count)
{
    pid_t child[2];
    for (int i = 0; i < 2; i++) {
        size_t from = i == 0 ? 0 : count / 2, to = i == 0 ? count / 2 : count;
        if ((child[i] = fork()) == 0)
            _exit(!run(s, NULL, 1, first + from, to - from, NULL));
    }
    bool good = true;
    for (int i = 0; i < 2; i++) {
        int status = 1;
        good = child[i] > 0 && waitpid(child[i], &status, 0) == child[i] && status == 0 && good;
    }
    return good;
}

/* Seconds [wall, processor] that the sets of one round take; NAN: some have failed. */
static void measure(const bench_sets *s, int way, size_t first, size_t count, double seconds[2])
{
    double began = wall(), used = cpu() + children_cpu();
    bool good = way == PROCESSES ? run_processes(s, first, count)
                                 : run(s, NULL, way == ONE ? 1 : 2, first, count, NULL);
    seconds[0] = good ? wall() - began : NAN;
    seconds[1] = good ? cpu() + children_cpu() - used : NAN;
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Of these over those, round by round: the first quartile, the median and the third. */
static void print_ratio(const char *name, const double *these, const double *those)
{
    double ratio[ROUNDS];
    for (int k = 0; k < ROUNDS; k++)
        ratio[k] = these[k] / those[k];
    qsort(ratio, ROUNDS, sizeof *ratio, compare);
    printf("%s_low %.3f\n%s %.3f\n%s_high %.3f\n", name, ratio[ROUNDS / 4], name,
           0.5 * (ratio[(ROUNDS - 1) / 2] + ratio[ROUNDS / 2]), name, ratio[ROUNDS - 1 - ROUNDS / 4]);
}

/* Seconds since the machine began: processors at work, and those that were ready while the host had them do
 * other work. False where the system does not tell. */
static bool machine_seconds(double *busy, double *stolen)
{
    double user, nice, system, idle, wait, irq, soft, steal, tick = 1.0 / (double)sysconf(_SC_CLK_TCK);
    FILE *f = fopen("/proc/stat", "r");
    bool good = f && fscanf(f, "cpu %lf %lf %lf %lf %lf %lf %lf %lf", &user, &nice, &system, &idle, &wait,
                            &irq, &soft, &steal) == 8;
    if (f)
        fclose(f);
    *busy = good ? tick * (user + nice + system + irq + soft) : 0;
    *stolen = good ? tick * steal : 0;
    return good;
}

/* All sets three times, in rounds of which each takes another part of them in each way, beginning with
 * another one each time: what goes on beside shows in all alike. */
static void run_in_turns(const bench_sets *s)
{
    static double seconds[WAYS][2][ROUNDS];
    const size_t count = s->count / ROUNDS;
    double total[WAYS][2] = {{0}}, one[2], busy[2], stolen[2];
    double began = wall(), used = cpu() + children_cpu();
    bool told = machine_seconds(&busy[0], &stolen[0]);
    for (int k = 0; k < ROUNDS; k++)
        for (int i = 0; i < WAYS; i++) {
            const int way = (k + i) % WAYS;
            measure(s, way, (size_t)k * count, count, one);
            for (int j = 0; j < 2; j++)
                total[way][j] += seconds[way][j][k] = one[j];
        }
    began = wall() - began;
    used = cpu() + children_cpu() - used;
    told = machine_seconds(&busy[1], &stolen[1]) && told;
    for (int way = 0; way < WAYS; way++)
        printf("%s_wall_us %.4g\n%s_cpu_us %.4g\n", way_names[way], 1e6 * total[way][0] / (double)s->count,
               way_names[way], 1e6 * total[way][1] / (double)s->count);
    print_ratio("two_gain", seconds[ONE][0], seconds[TWO][0]);
    print_ratio("processes_gain", seconds[ONE][0], seconds[PROCESSES][0]);
    print_ratio("two_cost", seconds[TWO][1], seconds[ONE][1]);
    print_ratio("processes_cost", seconds[PROCESSES][1], seconds[ONE][1]);
    double processors = (double)sysconf(_SC_NPROCESSORS_ONLN);
    if (told)
        printf("others_percent %.1f\nsteal_percent %.1f\n",
               100 * fmax(busy[1] - busy[0] - used, 0) / (began * processors),
               100 * (stolen[1] - stolen[0]) / (began * processors));
    printf("auto_error %.3g\n", error_of(s));
}

/* ---------------------------------------------------------------- all of it */

/* The truth of every `stride`th set, and what a loop over these takes. */
static bool run_singles(const bench_sets *s, const char *file, eg_diagnostics *d)
{
    const bench_case *c = s->c;
    eg_spec *spec = NULL;
    double error = 0;
    size_t singles = 0;
    if (eg_spec_read(file, NULL, d, &spec) != EG_OK)
        return false;
    for (size_t i = 0; i < s->count; i += s->stride, singles++)
        s->truth[singles] = single(c, spec, s->values + i * c->count, c->is_exact ? "exact" : "erk",
                                   c->is_exact ? 0 : 1e-12, d);
    double began = cpu();
    for (size_t i = 0; i < s->count; i += s->stride)
        error = fmax(error,
                     fabs(single(c, spec, s->values + i * c->count, "erk", 0, d) - s->truth[i / s->stride]));
    printf("loop_cpu_us %.4g\nloop_error %.3g\n", 1e6 * (cpu() - began) / (double)singles, error);
    eg_spec_free(spec);
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 4 || atol(argv[2]) < ROUNDS || atol(argv[3]) < 1)
        return fprintf(stderr, "usage: bench_ensemble bounce|valve SETS SINGLES, SETS from %d\n", ROUNDS), 2;
    const bench_case *c = &cases[strcmp(argv[1], "valve") == 0];
    const size_t sets = (size_t)(atol(argv[2]) / ROUNDS * ROUNDS), singles = (size_t)atol(argv[3]);
    bench_sets s = {.c = c, .count = sets, .stride = sets > singles ? sets / singles : 1};
    const eg_wanted wanted = {.kind = EG_WANTED_FINAL, .signal = c->signal};
    eg_diagnostics *d = eg_diagnostics_create();
    eg_ensemble *e = NULL;
    FILE *f = fopen(c->file, "w");
    s.values = calloc(sets * c->count, sizeof *s.values);
    s.results = calloc(sets, sizeof *s.results);
    s.truth = calloc(sets, sizeof *s.truth);
    if (!s.values || !s.results || !s.truth || !f)
        return 3;
    fputs(c->text, f);
    fclose(f);
    fill(c, s.values, sets);
    if (eg_ensemble_read(c->file, NULL, c->names, c->count, &wanted, 1, d, &e) != EG_OK)
        return 3;
    s.e = e;
    if (!run_singles(&s, c->file, d))
        return 3;
    run_erk(&s);
    fflush(stdout);
    run_in_turns(&s);
    remove(c->file);
    eg_ensemble_free(e);
    eg_diagnostics_free(d);
    free(s.values);
    free(s.results);
    free(s.truth);
    return 0;
}
