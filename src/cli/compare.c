/* elastogap compare: do a result and a reference stay inside the tubes around each other? */
#include "cli/options.h"
#include "elastogap/trajectory.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_deviation(const eg_deviation *d, int width)
{
    if (d->missing) {
        printf("  %-*s  missing in the result\n", width, d->name);
        return;
    }
    printf("  %-*s  %8.3g  %s", width, d->name, d->largest, d->largest <= 1.0 ? "inside" : "OUTSIDE");
    if (d->largest > 1.0)
        printf(" at t = %.9g: %.9g is not in [%.9g, %.9g]", d->time, d->value, d->lower, d->upper);
    printf("\n");
}

static void print_outcome(const eg_deviation *deviations, size_t count, double tolerance)
{
    int width = 8;
    size_t outside = 0;
    for (size_t i = 0; i < count; i++) {
        int length = (int)strlen(deviations[i].name);
        width = length > width ? length : width;
        outside += deviations[i].missing || !(deviations[i].largest <= 1.0);
    }
    printf("  %-*s  largest deviation as a share of the tube (tolerance %g)\n", width, "variable", tolerance);
    for (size_t i = 0; i < count; i++)
        print_deviation(&deviations[i], width);
    if (outside == 0)
        printf("All %zu variables are inside the tube.\n", count);
    else
        printf("%zu of %zu variables are outside the tube or missing.\n", outside, count);
}

/* A value that is no number asks nothing of the result: a reference that has one is broken. */
static bool is_finite(const eg_trajectory *reference, const char *path)
{
    size_t rows = eg_trajectory_rows(reference), signals = eg_trajectory_signals(reference);
    for (size_t i = 0; i < signals; i++)
        for (size_t row = 0; row < rows; row++) {
            double value = eg_trajectory_value(reference, i, row);
            if (isfinite(value))
                continue;
            eg_print_usage_error(
                "the reference %s cannot be compared with: %s is %g in row %zu, at t = %.9g s", path,
                eg_trajectory_signal(reference, i).name, value, row + 1, eg_trajectory_time(reference, row));
            return false;
        }
    return true;
}

typedef struct settings {
    double tolerance;
    bool quiet;
} settings;

static int compare_trajectories(const eg_trajectory *result, const eg_trajectory *reference,
                                const char *reference_path, const settings *set)
{
    size_t count = eg_trajectory_signals(reference);
    if (count == 0 || eg_trajectory_rows(reference) == 0)
        return eg_print_usage_error("the reference %s has nothing to compare with: name a table with rows",
                                    reference_path);
    if (!is_finite(reference, reference_path))
        return EG_EXIT_USAGE;
    eg_deviation *deviations = calloc(count, sizeof *deviations);
    if (!deviations)
        return eg_print_no_memory();
    eg_status status = eg_trajectory_compare(result, reference, set->tolerance, deviations);
    if (status == EG_ERROR_MEMORY)
        eg_print_no_memory();
    else if (!set->quiet)
        print_outcome(deviations, count, set->tolerance);
    free(deviations);
    return eg_exit_status(status);
}

/* Exit status 1 means "outside" and nothing else: a file that cannot be read is wrong usage. */
static int compare_files(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    const char *result_path = arguments->items[0], *reference_path = arguments->items[1];
    eg_trajectory *result = NULL, *reference = NULL;
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics)
        return eg_print_no_memory();
    eg_status status = eg_trajectory_read(result_path, diagnostics, &result);
    if (status == EG_OK)
        status = eg_trajectory_read(reference_path, diagnostics, &reference);
    int outcome = status == EG_ERROR_MEMORY ? eg_print_no_memory() : EG_EXIT_USAGE;
    if (status == EG_OK)
        outcome = compare_trajectories(result, reference, reference_path, set);
    eg_print_diagnostics(diagnostics, 0);
    eg_trajectory_free(result);
    eg_trajectory_free(reference);
    eg_diagnostics_free(diagnostics);
    return outcome;
}

static int run_compare(const eg_command *command, int argc, char **argv)
{
    settings set = {.tolerance = 0.002};
    const eg_option options[] = {
        eg_option_number("--tolerance", "TOL", &set.tolerance, DBL_MIN, DBL_MAX, "more than 0",
                         "half-width and half-height as a share of the ranges (default: 0.002)"),
        eg_option_flag("--quiet", &set.quiet, "print nothing; the exit status tells"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, compare_files, &set);
}

const eg_command eg_command_compare = {
    .name = "compare",
    .usage = "RESULT REFERENCE.csv [--tolerance 0.002]",
    .doc = "compares a result with a reference, variable by variable",
    .text =
        "Every variable of the reference is compared with the result's. Around a point stands a rectangle, "
        "half as wide in time as TOL times the larger of the time range and |first time|, half as high as "
        "TOL times the largest of the variable's range, |its smallest value| and 0.001, all of the "
        "reference. The result must pass through the rectangle around every point of the reference, and the "
        "reference through that around every row of the result, except the two rows of an event, of which a "
        "reference need not have any. A result whose interval is much finer than the reference's may be "
        "outside because of transients that the reference lacks, and one whose interval is much coarser "
        "because it cuts corners.\n"
        "\n"
        "Exit status: 0 inside; 1 outside, or a variable is missing; 2 wrong usage, a file that cannot be "
        "read, or a reference with a value that is not finite (NaN, infinity). Such a value in the result is "
        "outside.",
    .least = 2,
    .most = 2,
    .run = run_compare,
};
