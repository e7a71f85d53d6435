/* elastogap report: results of runs as a page to look at. */
#include "base/names.h"
#include "base/trajectory.h"
#include "cli/options.h"
#include "elastogap/report.h"
#include "result/formats.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    eg_texts labels;
    const char *output, *title;
    bool quiet;
} settings;

static int check(const settings *set, const eg_texts *files)
{
    if (!eg_path_ends(set->output, ".html") && !eg_file_is_special(set->output))
        return eg_print_usage_error("--output must end in .html, but is '%s'", set->output);
    if (set->labels.count > 0 && set->labels.count != files->count)
        return eg_print_usage_error("there are %zu files and %zu times --label: each file needs one",
                                    files->count, set->labels.count);
    if (files->count > EG_REPORT_RUNS)
        return eg_print_usage_error("a report compares up to %d results, not %zu", EG_REPORT_RUNS,
                                    files->count);
    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->items[i];
        if (eg_path_ends(path, ".mo") || eg_path_ends(path, ".dyad") || eg_path_ends(path, ".fmu"))
            return eg_print_usage_error(
                "%s is a model, and report shows results: simulate %s --report FILE.html "
                "runs it",
                path, path);
        if (eg_print_check_files((const char *const[]){path, set->output}, 2) != EG_EXIT_DONE)
            return EG_EXIT_USAGE;
    }
    return EG_EXIT_DONE;
}

static int report_files(void *context, const eg_texts *files)
{
    const settings *set = context;
    int outcome = check(set, files);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    eg_report_run runs[EG_REPORT_RUNS] = {{0}};
    eg_trajectory *read[EG_REPORT_RUNS] = {0};
    eg_diagnostics *d = eg_diagnostics_create();
    eg_status status = d ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < files->count && status == EG_OK; i++) {
        status = eg_trajectory_read(files->items[i], d, &read[i]);
        runs[i] = (eg_report_run){.trajectory = read[i],
                                  .label = set->labels.count > 0 ? set->labels.items[i] : files->items[i],
                                  .file = files->items[i]};
    }
    if (status == EG_ERROR_FILE)
        outcome = EG_EXIT_USAGE; /* a file that cannot be read */
    if (status == EG_OK) {
        status = eg_report_write(runs, files->count, set->title ? set->title : runs[0].label, set->output, d);
        if (status == EG_OK && !set->quiet)
            fprintf(eg_print_beside(&set->output, 1), "  written  %s\n", set->output);
    }
    if (outcome == EG_EXIT_DONE)
        outcome = status == EG_ERROR_MEMORY ? eg_print_no_memory() : eg_exit_status(status);
    if (d)
        eg_print_diagnostics(d, 0);
    for (size_t i = 0; i < files->count; i++)
        eg_trajectory_free(read[i]);
    eg_diagnostics_free(d);
    return outcome;
}

static int run_report(const eg_command *command, int argc, char **argv)
{
    settings set = {.output = "report.html"};
    const eg_option options[] = {
        eg_option_list("--label", "NAME", &set.labels,
                       "what the page calls a file; once for each (default: their names)"),
        eg_option_text("--title", "TEXT", &set.title, "title of the page (default: the first label)"),
        eg_option_text("--output", "FILE", &set.output, "where to: .html (default: report.html)"),
        eg_option_text("-o", "FILE", &set.output, "the same in short"),
        eg_option_flag("--quiet", &set.quiet, "print nothing"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, report_files, &set);
}

const eg_command eg_command_report = {
    .name = "report",
    .usage = "RESULT... [OPTION]...",
    .doc = "shows results of one or several runs as a page",
    .text =
        "Each RESULT is a .csv (first column time) or .mat of this or of another program, eight at most; "
        "the page is one file of HTML that needs no network. simulate --report makes one of a run, which "
        "also tells of parameters, events and how it was computed.\n"
        "\n"
        "Exit status: 0 done; 2 wrong usage, or a file that cannot be read; 3 the page could not be written.",
    .least = 1,
    .most = SIZE_MAX,
    .run = run_report,
};
