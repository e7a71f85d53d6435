/* elastogap report: results of runs as a page to look at. */
#include "base/names.h"
#include "base/trajectory.h"
#include "cli/labels.h"
#include "elastogap/report.h"
#include "result/formats.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    eg_texts labels;
    const char *output, *title, *chosen;
    bool quiet;
} settings;

static int check(const settings *set, const eg_texts *files)
{
    if (!eg_path_ends(set->output, ".html") && !eg_file_is_special(set->output))
        return eg_print_usage_error("--output must end in .html, but is '%s'", set->output);
    if (eg_labels_check(&set->labels, files) != EG_EXIT_DONE)
        return EG_EXIT_USAGE;
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

/* The files, and whether one of them could not be read. */
typedef struct input {
    const settings *set;
    const eg_texts *files;
    const char **labels; /* one for each file */
    eg_arena *arena;
    size_t chosen;
    bool is_unreadable;
} input;

static eg_status find_labels(input *in)
{
    in->arena = eg_arena_create();
    in->labels = in->arena ? eg_arena_array(in->arena, in->files->count, sizeof *in->labels) : NULL;
    for (size_t i = 0; in->labels && i < in->files->count; i++) {
        in->labels[i] = eg_label_of(&in->set->labels, in->files, i, in->arena);
        if (!in->labels[i])
            return EG_ERROR_MEMORY;
    }
    return in->labels ? EG_OK : EG_ERROR_MEMORY;
}

/* The number of the chosen file, by label or name; the first when none is. False: there is no such. */
static bool find_chosen(input *in)
{
    const char *chosen = in->set->chosen;
    for (in->chosen = 0; chosen && in->chosen < in->files->count; in->chosen++)
        if (strcmp(chosen, in->labels[in->chosen]) == 0 || strcmp(chosen, in->files->items[in->chosen]) == 0)
            return true;
    return !chosen;
}

static eg_status read_file(void *context, size_t i, eg_diagnostics *d, eg_trajectory **t)
{
    input *in = context;
    const eg_status status = eg_trajectory_read(in->files->items[i], d, t);
    in->is_unreadable = in->is_unreadable || status == EG_ERROR_FILE;
    return status;
}

static eg_status read_run(input *in, size_t i, eg_diagnostics *d, eg_trajectory **t, eg_report_run *run)
{
    const eg_status status = read_file(in, i, d, t);
    *run = (eg_report_run){.trajectory = *t, .label = in->labels[i], .file = in->files->items[i]};
    return status;
}

/* Too many for a line each: bands of all, and the chosen one. */
static eg_status write_bands(input *in, const char *title, eg_diagnostics *d)
{
    eg_trajectory *t = NULL;
    eg_report_run run;
    eg_status status = read_run(in, in->chosen, d, &t, &run);
    const eg_report_ensemble all = {.count = in->files->count, .read = read_file, .context = in};
    if (status == EG_OK)
        status = eg_report_write_bands(&run, &all, title, in->set->output, d);
    eg_trajectory_free(t);
    return status;
}

/* A line for each; what is of one run is of the first, so the chosen one comes first. */
static eg_status write_runs(input *in, const char *title, eg_diagnostics *d)
{
    eg_report_run runs[EG_REPORT_RUNS] = {{0}};
    eg_trajectory *read[EG_REPORT_RUNS] = {0};
    eg_status status = read_run(in, in->chosen, d, &read[0], &runs[0]);
    for (size_t k = 1; k < in->files->count && status == EG_OK; k++)
        status = read_run(in, k <= in->chosen ? k - 1 : k, d, &read[k], &runs[k]);
    if (status == EG_OK)
        status = eg_report_write(runs, in->files->count, title, in->set->output, d);
    for (size_t k = 0; k < in->files->count; k++)
        eg_trajectory_free(read[k]);
    return status;
}

static int write_page(input *in)
{
    const settings *set = in->set;
    const char *title = set->title ? set->title : in->labels[in->chosen];
    eg_diagnostics *d = eg_diagnostics_create();
    eg_status status = EG_ERROR_MEMORY;
    if (d)
        status = in->files->count > EG_REPORT_RUNS ? write_bands(in, title, d) : write_runs(in, title, d);
    if (status == EG_OK && !set->quiet)
        fprintf(eg_print_beside(&set->output, 1), "  written  %s\n", set->output);
    if (d)
        eg_print_diagnostics(d, 0);
    eg_diagnostics_free(d);
    if (in->is_unreadable)
        return EG_EXIT_USAGE;
    return status == EG_ERROR_MEMORY ? eg_print_no_memory() : eg_exit_status(status);
}

static int report_files(void *context, const eg_texts *files)
{
    const settings *set = context;
    input in = {.set = set, .files = files};
    int outcome = check(set, files);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    if (find_labels(&in) != EG_OK)
        outcome = eg_print_no_memory();
    else if (!find_chosen(&in))
        outcome = eg_print_usage_error("--chosen '%s' is none of the files nor of their labels: name one",
                                       set->chosen);
    else
        outcome = write_page(&in);
    eg_arena_free(in.arena);
    return outcome;
}

static int run_report(const eg_command *command, int argc, char **argv)
{
    settings set = {.output = "report.html"};
    const eg_option options[] = {
        eg_option_list("--label", "NAME", &set.labels,
                       "what the page calls a file; once for each (default: their names)"),
        eg_option_text("--title", "TEXT", &set.title, "title of the page (default: the label of the chosen)"),
        eg_option_text(
            "--chosen", "NAME", &set.chosen,
            "label or file whose motion, events, contacts and energies are shown (default: the first)"),
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
        "Each RESULT is a .csv (first column time) or .mat of this or of another program; the page is one "
        "file of HTML that needs no network. Up to eight have a line each in plots. More, as of an "
        "ensemble, are shown as bands: the least and the greatest value, the quartiles and the median of "
        "all of them at 1001 common times, and beside them the chosen one. simulate --report makes one of "
        "a run, which also tells of parameters, events and how it was computed.\n"
        "\n"
        "Exit status: 0 done; 2 wrong usage, or a file that cannot be read; 3 the page could not be written.",
    .least = 1,
    .most = SIZE_MAX,
    .run = run_report,
};
