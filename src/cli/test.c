/* elastogap test: runs the tests that a text in Dyad holds. */
#include "cli/load.h"
#include "cli/options.h"
#include "modelica/tests.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Runs are made as exact as is cheap: what tests expect has more digits than a run at a usual tolerance. */
static const double run_tolerance = 1e-9;
/* What two numbers that are meant to be equal may differ by, relative to the larger, where the test does not
 * say: the square root of the distance between 1 and the next number, as Julia's isapprox has it. */
static const double share = 1.4901161193847656e-8;

/* All tests of one file, and how they went. */
typedef struct session {
    const char *path;
    eg_load_settings *load;
    int count, failed;
    int outcome; /* exit status so far */
} session;

/* One test. */
typedef struct run {
    const char *model;
    const eg_test *test;
    const eg_trajectory *trajectory;
    int complaints;
} run;

/* The first complaint about a test is its headline. */
static void complain(run *r, const char *format, ...) EG_PRINTF(2, 3);

static void complain(run *r, const char *format, ...)
{
    va_list arguments;
    if (r->complaints++ == 0)
        printf("not ok  %s  %s\n", r->model, r->test->name);
    printf("        ");
    va_start(arguments, format);
    vprintf(format, arguments);
    va_end(arguments);
    printf("\n");
}

/* What a test says of one variable, or of all; NAN: nothing. */
static double said(const eg_expectation *list, uint32_t count, const char *path, double of_all)
{
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(list[i].path, path) == 0)
            return list[i].value;
    return of_all;
}

static double tolerance_of(const eg_test *test, const char *path, double expected, double value)
{
    double size = fmax(fabs(expected), fabs(value));
    double atol = said(test->tolerances, test->tolerance_count, path, test->atol);
    double rtol = said(test->shares, test->share_count, path, test->rtol);
    if (isnan(atol))
        return (isnan(rtol) ? share : rtol) * size;
    return isnan(rtol) ? fmax(atol, 0.0) : fmax(atol, rtol * size);
}

/* Copies a path, word by word, with the names that the results have for those of Dyad's connectors. */
static void results_name(const char *path, char *out, size_t size)
{
    static const char *const names[][2] = {
        {"node", "port"},     {"node_a", "port_a"},     {"node_b", "port_b"},    {"Q", "Q_flow"},
        {"spline", "flange"}, {"spline_a", "flange_a"}, {"spline_b", "flange_b"}};
    size_t used = 0;
    while (*path && used < size) {
        size_t length = strcspn(path, ".");
        const char *word = path;
        int width = (int)length;
        for (size_t i = 0; i < sizeof names / sizeof *names; i++)
            if (strlen(names[i][0]) == length && strncmp(path, names[i][0], length) == 0) {
                word = names[i][1];
                width = (int)strlen(word);
            }
        path += length;
        used += (size_t)snprintf(out + used, size - used, "%.*s%s", width, word, *path == '.' ? "." : "");
        path += *path == '.';
    }
}

/* Is there a variable of this name, in Dyad's words or in those of the results? -1 (with a complaint) when
 * not; -2: "t", the time. */
static long find(run *r, const char *path)
{
    char name[1000] = "";
    if (strcmp(path, "t") == 0)
        return -2;
    long signal = eg_trajectory_find(r->trajectory, path);
    if (signal < 0) {
        results_name(path, name, sizeof name);
        signal = eg_trajectory_find(r->trajectory, name);
    }
    if (signal < 0)
        complain(r, "there is no variable %s", path);
    return signal;
}

static void compare(run *r, const eg_expectation *list, uint32_t count, size_t row, const char *when)
{
    for (uint32_t i = 0; i < count; i++) {
        long signal = find(r, list[i].path);
        if (signal == -1)
            continue;
        double value = signal == -2 ? eg_trajectory_time(r->trajectory, row)
                                    : eg_trajectory_value(r->trajectory, (size_t)signal, row);
        double expected = list[i].value, most = tolerance_of(r->test, list[i].path, expected, value);
        if (!(fabs(value - expected) <= most))
            complain(r, "%s: %s is %.10g, expected %.10g, and %.3g off at most", when, list[i].path, value,
                     expected, most);
    }
}

static void judge(run *r)
{
    size_t rows = eg_trajectory_rows(r->trajectory);
    if (rows == 0)
        return;
    compare(r, r->test->begins, r->test->begin_count, 0, "at the start");
    compare(r, r->test->ends, r->test->end_count, rows - 1, "at the end");
    for (uint32_t i = 0; i < r->test->signal_count; i++)
        find(r, r->test->signals[i].path);
}

static int simulate(const eg_model *model, eg_diagnostics *diagnostics, run *r)
{
    eg_trajectory *trajectory = NULL;
    eg_statistics statistics;
    eg_simulate_options o = eg_simulate_options_default(model);
    o.tolerance = fmin(o.tolerance, run_tolerance);
    eg_status status = eg_simulate(model, &o, diagnostics, &trajectory, &statistics);
    if (status == EG_OK) {
        r->trajectory = trajectory;
        judge(r);
    }
    eg_trajectory_free(trajectory);
    return eg_exit_status(status);
}

static int run_test(void *context, const char *name, const eg_test *test)
{
    session *s = context;
    eg_model *model = NULL;
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics) {
        s->outcome = eg_print_no_memory();
        return 1;
    }
    run r = {.model = name, .test = test};
    s->load->model = name;
    s->load->test = test->name;
    int outcome = eg_load(s->path, s->load, diagnostics, &model);
    if (outcome == EG_EXIT_DONE)
        outcome = simulate(model, diagnostics, &r);
    if (outcome != EG_EXIT_DONE) {
        complain(&r, "it does not run");
        fflush(stdout);
        eg_print_diagnostics(diagnostics, 0);
    }
    if (r.complaints == 0)
        printf("ok      %s  %s\n", name, test->name);
    s->count++;
    s->failed += r.complaints > 0;
    if (r.complaints > 0)
        s->outcome = EG_EXIT_MODEL;
    eg_model_free(model);
    eg_diagnostics_free(diagnostics);
    return 0;
}

/* Adds to *count how many tests there were. */
static int test_file(const char *path, eg_load_settings *load, int *count)
{
    char *copy = NULL;
    eg_texts includes = {0};
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    session s = {.path = path, .load = load};
    int outcome = eg_check_model_name(path);
    if (outcome != EG_EXIT_DONE) {
        eg_diagnostics_free(diagnostics);
        return outcome;
    }
    outcome = EG_EXIT_FAILED;
    if (diagnostics && eg_include_directories(&load->includes, &copy, &includes)) {
        eg_read_options options = eg_read_options_default();
        options.include_dirs = includes.items;
        options.include_count = includes.count;
        eg_status status = eg_list_tests(path, &options, diagnostics, run_test, &s);
        outcome = status == EG_ERROR_FILE ? EG_EXIT_USAGE : eg_exit_status(status);
        eg_print_diagnostics(diagnostics, 0);
        if (outcome == EG_EXIT_DONE && s.count == 0) {
            printf("%s: no tests\n", path);
        } else if (outcome == EG_EXIT_DONE) {
            printf("%s: %d of %d tests passed\n", path, s.count - s.failed, s.count);
            outcome = s.outcome;
        }
        *count += s.count;
    } else {
        eg_print_no_memory();
    }
    free(includes.items);
    free(copy);
    eg_diagnostics_free(diagnostics);
    return outcome;
}

static int test_files(void *context, const eg_texts *arguments)
{
    eg_load_settings *load = context;
    int count = 0, outcome = eg_check_includes(&load->includes);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    for (size_t i = 0; i < arguments->count; i++) {
        int one = test_file(arguments->items[i], load, &count);
        outcome = one > outcome ? one : outcome;
    }
    if (outcome == EG_EXIT_DONE && count == 0)
        return eg_print_usage_error("there is no test in what was named: add one to the metadata of a "
                                    "component in Dyad (docs/dyad.md)");
    return outcome;
}

static int run_command(const eg_command *command, int argc, char **argv)
{
    eg_load_settings load = {0};
    const eg_option options[] = {
        eg_option_list("-I", "DIR", &load.includes,
                       "a library: a directory with packages, or a text (.mo); may be repeated"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, test_files, &load);
}

const eg_command eg_command_test = {
    .name = "test",
    .usage = "FILE.dyad... [-I DIR]...",
    .doc = "runs the tests that the metadata of Dyad's components hold",
    .text =
        "Runs every test of the files' components (\"tests\" in their metadata): to its \"stop\", from its "
        "\"initial\" values, and compares with what it expects at the start (\"initial\") and at the end "
        "(\"final\"); the variables in \"signals\" must exist. A value may be off by the test's \"atol\", or "
        "by the share \"rtol\" of its magnitude; without both by 1.5e-8 of it.\n"
        "\n"
        "Exit status: 0 all passed; 1 some did not; 2 wrong usage, or there were none.",
    .least = 1,
    .most = (size_t)-1,
    .run = run_command,
};
