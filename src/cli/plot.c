/* elastogap plot: results of several runs in one picture, over time, over each other, or as spectra. */
#include "base/names.h"
#include "base/trajectory.h"
#include "cli/labels.h"
#include "cli/readings.h"
#include "cli/spectra.h"
#include "result/formats.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    eg_texts curves, labels;
    eg_spectrum_settings spectrum;
    const char *output, *title;
    bool quiet;
} settings;

/* One file. */
typedef struct result {
    eg_trajectory *t;
    eg_curves_wanted curves;
    const char *label;
} result;

typedef struct job {
    const settings *set;
    result *results;
    size_t count;
    eg_arena *arena;
    eg_spectra spectra;
    eg_diagnostics *diagnostics;
} job;

/* ---------------------------------------------------------------- files */

static eg_status read_file(job *j, const eg_texts *files, size_t i)
{
    const settings *set = j->set;
    const bool is_spectrum = set->spectrum.curves.count > 0;
    result *r = &j->results[i];
    r->label = eg_label_of(&set->labels, files, i, j->arena);
    if (!r->label)
        return EG_ERROR_MEMORY;
    eg_status status = eg_trajectory_read(files->items[i], j->diagnostics, &r->t);
    if (status != EG_OK)
        return status;
    j->count = i + 1;
    return eg_curves_of_trajectory(&r->curves, is_spectrum ? "--spectrum" : "--plot",
                                   is_spectrum ? &set->spectrum.curves : &set->curves, r->t, j->diagnostics);
}

static eg_status draw_curves(job *j)
{
    const settings *set = j->set;
    const eg_plot_options options = {
        .title = set->title, .log_x = set->spectrum.log_x, .log_y = set->spectrum.log_y};
    eg_plot_run *runs = calloc(j->count + 1, sizeof *runs);
    eg_status status = runs ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < j->count && status == EG_OK; i++) {
        runs[i] = (eg_plot_run){j->results[i].t, j->results[i].label};
        if (eg_curves_add(&j->results[i].curves, j->results[i].t) != 0)
            status = EG_ERROR_MEMORY;
    }
    if (status == EG_OK)
        status = eg_runs_draw(runs, j->count, set->curves.items, set->curves.count, &options, set->output,
                              j->diagnostics);
    free(runs);
    return status;
}

static eg_status draw_spectra(job *j, FILE *out)
{
    eg_status status = EG_OK;
    for (size_t i = 0; i < j->count && status == EG_OK; i++)
        status = eg_spectra_of_rows(&j->spectra, &j->set->spectrum, &j->results[i].curves, j->results[i].t,
                                    j->count > 1 ? j->results[i].label : "", j->diagnostics);
    if (status == EG_OK && j->spectra.count == 0)
        return EG_ERROR_USAGE; /* what is missing has been told */
    if (status == EG_OK)
        status =
            eg_spectra_write(&j->spectra, &j->set->spectrum, j->set->title, j->set->output, j->diagnostics);
    if (status == EG_OK && !j->set->quiet)
        eg_spectra_print(&j->spectra, &j->set->spectrum, out);
    return status;
}

static int check(const settings *set, const eg_texts *files)
{
    const bool curves = set->curves.count > 0, spectra = set->spectrum.curves.count > 0;
    if (curves == spectra)
        return eg_print_usage_error(
            "a picture is of curves or of spectra: say what to draw by --plot CURVE%s",
            curves ? " or by --spectrum CURVE, but not both" : " or --spectrum CURVE");
    if (spectra && (set->spectrum.log_x || set->spectrum.log_y) && eg_path_ends(set->output, ".csv"))
        return eg_print_usage_error(
            "--log-x and --log-y are axes of pictures, and %s is a table: leave them out", set->output);
    if (eg_labels_check(&set->labels, files) != EG_EXIT_DONE)
        return EG_EXIT_USAGE;
    for (size_t i = 0; i < files->count; i++) {
        const char *path = files->items[i];
        if (eg_path_ends(path, ".mo") || eg_path_ends(path, ".dyad") || eg_path_ends(path, ".fmu"))
            return eg_print_usage_error(
                "%s is a model, and plot draws results: simulate %s --plot CURVE runs it", path, path);
    }
    return eg_spectra_check(&set->spectrum);
}

static int draw_files(void *context, const eg_texts *files)
{
    const settings *set = context;
    int outcome = check(set, files);
    for (size_t i = 0; i < files->count && outcome == EG_EXIT_DONE; i++) /* one may be read twice */
        outcome = eg_print_check_files((const char *const[]){files->items[i], set->output}, 2);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    FILE *out = eg_print_beside(&set->output, 1);
    job j = {.set = set,
             .results = calloc(files->count + 1, sizeof *j.results),
             .arena = eg_arena_create(),
             .diagnostics = eg_diagnostics_create()};
    eg_status status = j.results && j.arena && j.diagnostics ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < files->count && status == EG_OK; i++)
        status = read_file(&j, files, i);
    if (status == EG_ERROR_FILE)
        outcome = EG_EXIT_USAGE; /* a file that cannot be read */
    if (status == EG_OK) {
        status = set->curves.count > 0 ? draw_curves(&j) : draw_spectra(&j, out);
        if (status == EG_OK && !set->quiet)
            fprintf(out, "  written  %s\n", set->output);
    }
    if (outcome == EG_EXIT_DONE)
        outcome = status == EG_ERROR_MEMORY ? eg_print_no_memory() : eg_exit_status(status);
    if (j.diagnostics)
        eg_print_diagnostics(j.diagnostics, 0);
    for (size_t i = 0; i < files->count && j.results; i++) {
        eg_curves_release(&j.results[i].curves);
        eg_trajectory_free(j.results[i].t);
    }
    eg_spectra_release(&j.spectra);
    eg_arena_free(j.arena);
    eg_diagnostics_free(j.diagnostics);
    free(j.results);
    return outcome;
}

static int run_plot(const eg_command *command, int argc, char **argv)
{
    settings set = {.output = "plot.svg", .spectrum = EG_SPECTRUM_UNSAID};
    const eg_option options[] = {
        eg_option_list("--plot", "CURVE", &set.curves,
                       "draw the variables that match, or an expression, over time, or Y:X; may be repeated"),
        eg_option_list("--signals", "CURVE", &set.curves, "the same"),
        EG_SPECTRUM_OPTIONS(&set.spectrum),
        eg_option_list("--label", "NAME", &set.labels,
                       "what the legend calls a file; once for each (default: their names)"),
        eg_option_text("--title", "TEXT", &set.title, "title of the picture"),
        eg_option_text("--output", "FILE", &set.output,
                       "where to: .svg, .png or .pdf, of spectra .csv too (default: plot.svg)"),
        eg_option_text("-o", "FILE", &set.output, "the same in short"),
        eg_option_flag("--quiet", &set.quiet, "print nothing"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, draw_files, &set);
}

const eg_command eg_command_plot = {
    .name = "plot",
    .usage = "RESULT... --plot CURVE [OPTION]...",
    .doc = "draws results of several runs in one picture",
    .text =
        "Each RESULT is a .csv (first column time) or .mat of this or of another program; their times need "
        "not be the same. Variables of one unit share axes, and the legend tells which run a line is of. A "
        "CSV knows no units: labels have them from .mat. What a file lacks is told, and the others are "
        "drawn.\n"
        "\n" EG_EXPRESSION_TEXT "\n\n" EG_CURVE_TEXT "\n\n" EG_SPECTRUM_TEXT
        " Samples are as far apart as most rows of a file are, with lines between rows: what is faster than "
        "half of their frequency is folded back. simulate --spectrum takes them from the engine's dense "
        "output.\n"
        "\n"
        "Exit status: 0 done; 2 wrong usage, or a file that cannot be read; 3 the picture could not be "
        "drawn.",
    .least = 1,
    .most = SIZE_MAX,
    .run = run_plot,
};
