/* elastogap simulate: from model text to result files. */
#include "base/clock.h"
#include "base/file.h"
#include "base/names.h"
#include "base/trajectory.h"
#include "cli/bar.h"
#include "cli/beginning.h"
#include "cli/limits.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/readings.h"
#include "cli/record.h"
#include "cli/set_file.h"
#include "cli/signals.h"
#include "cli/spectra.h"
#include "cli/stats.h"
#include "cli/watch.h"
#include "elastogap/sensitivity.h"
#include "engine/engine.h"
#include "fmi/import/import.h"
#include "result/formats.h"
#include "simulate/inputs.h"
#include "simulate/readout.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What the command line says; NAN and NULL where it says nothing. */
typedef struct settings {
    eg_load_settings load;
    const char *engine, *output, *plot_file, *stats_file, *events, *report;
    const char *kind, *input; /* of FMUs; a table of inputs */
    eg_beginning_settings beginning;
    double start, stop, interval, tolerance, step, max_steps, patience, at;
    eg_texts signals, plots, gets, sensitivities;
    eg_spectrum_settings spectrum;
    eg_record_settings record;
    const char *spectrum_file;
    bool stats, quiet, watch;
} settings;

/* One run and all that belongs to it. */
typedef struct run {
    const settings *set;
    eg_diagnostics *diagnostics;
    size_t shown;      /* of the diagnostics */
    eg_spec *spec;     /* of the model; NULL: nobody asks for it any more */
    eg_model *model;   /* or */
    eg_import *import; /* an FMU */
    const char *name;  /* of either */
    eg_trajectory *trajectory;
    eg_statistics statistics;
    eg_run_times times;
    eg_curves_wanted curves;
    eg_readout readout;  /* of a model: what --get asks for, */
    eg_reducer reducer;  /* and who finds it; of an FMU: */
    eg_arena *got_units; /* texts, once it has run */
    const char **units;  /* (gets) */
    double *got;         /* (gets) */
    bool has_got;
    eg_curves_wanted spectrum_curves;
    eg_diagram *diagram; /* of the model, where a report or a recording wants it */
    eg_spectra spectra;
    char *output, *plot_file, *spectrum_file; /* where results and pictures go; owned */
    const char *written[7];                   /* files that have appeared */
    size_t written_count;
    FILE *out; /* for the summary */
    eg_beginning beginning;
    eg_simulate_options again; /* of another run like that of the model */
    bool cut;                  /* by an interrupt, before its end, */
    bool late;                 /* or by the time limit */
} run;

/* ---------------------------------------------------------------- checks before anything is read */

static bool is_result(const char *path)
{
    return eg_path_ends(path, ".csv") || eg_path_ends(path, ".mat") || eg_file_is_special(path);
}

static bool is_picture(const char *path)
{
    return eg_path_ends(path, ".svg") || eg_path_ends(path, ".png") || eg_path_ends(path, ".pdf") ||
           eg_file_is_special(path);
}

/* The library chooses the engine `direct` by itself, for models without unknowns. */
static int check_engine(const char *engine)
{
    char known[200] = "auto";
    bool found = !engine || strcmp(engine, "auto") == 0;
    for (const eg_engine_ops *const *e = eg_engines; *e; e++) {
        size_t used = strlen(known);
        if (*e == &eg_engine_direct)
            continue;
        snprintf(known + used, sizeof known - used, ", %s", (*e)->name);
        found = found || strcmp(engine, (*e)->name) == 0;
    }
    if (found)
        return EG_EXIT_DONE;
    return eg_print_usage_error("there is no engine '%s'; choose one of: %s", engine, known);
}

static bool is_fmu(const char *input)
{
    return eg_path_ends(input, ".fmu");
}

/* What is for FMUs only, or for models only. */
static int check_kind(const settings *set, const char *input)
{
    if (set->kind && strcmp(set->kind, "me") != 0 && strcmp(set->kind, "cs") != 0)
        return eg_print_usage_error("--fmi-kind must be me or cs, but not '%s'", set->kind);
    if (!is_fmu(input)) {
        if (set->kind)
            return eg_print_usage_error("--fmi-kind is for FMUs, and '%s' is none", input);
        return EG_EXIT_DONE;
    }
    if (set->load.model)
        return eg_print_usage_error("--model has no meaning for an FMU, which holds one model: leave it out");
    if (set->load.includes.count > 0)
        return eg_print_usage_error(
            "-I has no meaning for an FMU, which carries its libraries: leave it out");
    if (isfinite(set->step))
        return eg_print_usage_error("--step is for the engine fixed, which runs no FMUs");
    if (set->spectrum.natural)
        return eg_print_usage_error(
            "--natural has no meaning for an FMU, whose equations nobody sees: leave it out");
    if (set->beginning.start || set->beginning.start_from || set->beginning.saves.count > 0 ||
        set->beginning.restarts.count > 0)
        return eg_print_usage_error(
            "--start, --start-from, --save-state and --restart-at have no meaning for an "
            "FMU, whose state is its own: leave them out");
    if (set->sensitivities.count > 0)
        return eg_print_usage_error(
            "--sensitivity has no meaning for an FMU, whose equations nobody sees: ask the model itself");
    if (set->record.file)
        return eg_print_usage_error(
            "--record has no meaning for an FMU, whose components nobody sees: record the model itself");
    return eg_check_overrides(&set->load.overrides);
}

static int check_settings(const settings *set)
{
    if (set->output && !is_result(set->output))
        return eg_print_usage_error("--output must end in .csv or .mat, but is '%s'", set->output);
    if (set->events && !eg_path_ends(set->events, ".csv") && !eg_file_is_special(set->events))
        return eg_print_usage_error("--events must end in .csv, but is '%s'", set->events);
    if (set->report && !eg_path_ends(set->report, ".html") && !eg_file_is_special(set->report))
        return eg_print_usage_error("--report must end in .html, but is '%s'", set->report);
    if (set->plot_file && !is_picture(set->plot_file))
        return eg_print_usage_error("--plot-file must end in .svg, .png or .pdf, but is '%s'",
                                    set->plot_file);
    if (set->plot_file && set->plots.count == 0)
        return eg_print_usage_error("--plot-file needs at least one --plot PATTERN that says what to draw");
    const bool draws_spectra =
        set->spectrum.curves.count > 0 && !(set->spectrum_file && eg_path_ends(set->spectrum_file, ".csv"));
    if ((set->spectrum.log_x || set->spectrum.log_y) && set->plots.count == 0 && !draws_spectra)
        return eg_print_usage_error("--log-x and --log-y are axes of pictures: say by --plot CURVE or "
                                    "--spectrum CURVE what to draw");
    if (set->spectrum_file && !is_picture(set->spectrum_file) && !eg_path_ends(set->spectrum_file, ".csv"))
        return eg_print_usage_error("--spectrum-file must end in .svg, .png, .pdf or .csv, but is '%s'",
                                    set->spectrum_file);
    if (set->spectrum_file && set->spectrum.curves.count == 0)
        return eg_print_usage_error("--spectrum-file needs at least one --spectrum CURVE that says of what");
    if (eg_spectra_check(&set->spectrum) != EG_EXIT_DONE || eg_record_check(&set->record) != EG_EXIT_DONE)
        return EG_EXIT_USAGE;
    if (isfinite(set->step) && (!set->engine || strcmp(set->engine, "fixed") != 0))
        return eg_print_usage_error(
            "--step is for the engine fixed: add --engine fixed, or ask for more points "
            "by --interval");
    if (isfinite(set->at) && set->gets.count == 0)
        return eg_print_usage_error("--at is for --get: say what is wanted at that time");
    if (set->beginning.start_from && isfinite(set->start))
        return eg_print_usage_error(
            "--start-time has no meaning beside --start-from, which says when: leave it out");
    const bool has_own_start =
        !set->beginning.start && !set->beginning.start_from && set->beginning.restarts.count == 0;
    if (set->sensitivities.count > 0 && !has_own_start)
        return eg_print_usage_error("--sensitivity follows a run from the model's own start: leave --start, "
                                    "--start-from and --restart-at out");
    if (isfinite(set->start) && isfinite(set->stop) && set->stop < set->start)
        return eg_print_usage_error("--stop-time (%g) must not be before --start-time (%g)", set->stop,
                                    set->start);
    const int beginning = eg_beginning_check(&set->beginning);
    return beginning != EG_EXIT_DONE ? beginning : check_engine(set->engine);
}

/* ---------------------------------------------------------------- while it runs */

struct eg_progress {
    eg_bar bar;
    bool stopped;        /* by an interrupt, */
    bool late;           /* or since the time allowed is over, which */
    bool looks_at_clock; /* is not looked at by the run itself */
    double start, stop;  /* of the model's time [s] */
};

static int report_progress(double time, struct eg_progress *p)
{
    p->late = p->looks_at_clock && eg_limits_late();
    p->stopped = eg_signals_interrupted() || p->late;
    if (eg_bar_is_due(&p->bar)) {
        char reached[40];
        snprintf(reached, sizeof reached, "t = %.6g s", time);
        eg_bar_draw(&p->bar, p->stop > p->start ? (time - p->start) / (p->stop - p->start) : 1.0, reached);
    }
    return p->stopped;
}

/* Takes the bar away again, and keeps whether the run was cut: an interrupt that came too late
 * for that leaves what is true. */
static void end_progress(run *r, struct eg_progress *p)
{
    r->late = p->late && r->statistics.end_time < p->stop;
    r->cut = p->stopped && r->statistics.end_time < p->stop;
    eg_bar_end(&p->bar);
}

/* Of a run that begins with a saved state what the command line does not say is as it was in the run that has
 * saved it. */
static eg_status find_options(run *r, const char *const *signals, size_t signal_count,
                              eg_simulate_options *out)
{
    const settings *set = r->set;
    eg_simulate_options o = eg_simulate_options_default(r->model);
    const double own_interval = o.interval;
    if (isfinite(set->start)) {
        /* A span keeps its length when only its start is moved behind the model's own stop. */
        o.start_time = set->start;
        if (o.stop_time < o.start_time && !isfinite(set->stop))
            o.stop_time = o.start_time + 1.0;
    }
    o.time_limit = eg_limits_time_left();
    const double before = o.start_time;
    eg_status status = eg_beginning_find(&r->beginning, &set->beginning, r->model, &o, r->diagnostics);
    if (status != EG_OK)
        return status;
    if (o.start_time != before && o.stop_time <= o.start_time && !isfinite(set->stop))
        o.stop_time = o.start_time + 1.0;
    eg_experiment experiment = eg_model_experiment(r->model);
    if (isfinite(set->stop))
        o.stop_time = set->stop;
    if (isfinite(set->interval))
        o.interval = set->interval;
    else if (!isfinite(experiment.interval) && o.interval == own_interval)
        o.interval = (o.stop_time - o.start_time) / 500.0;
    if (isfinite(set->tolerance))
        o.tolerance = set->tolerance;
    if (set->engine)
        o.engine = set->engine;
    if (isfinite(set->step))
        o.step = set->step;
    if (isfinite(set->max_steps))
        o.max_steps = (long)set->max_steps;
    o.signals = signals;
    o.signal_count = signal_count;
    o.time_limit = eg_limits_time_left();
    o.memory_limit = eg_limits_result_bytes();
    *out = o;
    return eg_beginning_ask(&r->beginning, &set->beginning, out);
}

static struct eg_progress begin_progress(const settings *set, double start, double stop)
{
    eg_signals_note_interrupts(); /* the run then ends as if this were its stop time */
    return (struct eg_progress){.bar = eg_bar_begin(set->quiet), .start = start, .stop = stop};
}

static eg_status check_time(run *r, const eg_simulate_options *o)
{
    const double at = r->set->at;
    if (!isfinite(at) || (at >= o->start_time && at <= o->stop_time))
        return EG_OK;
    eg_report(r->diagnostics, EG_ERROR, EG_NOWHERE,
              "--at %.15g is outside of the run, from %.15g s to %.15g s", at, o->start_time, o->stop_time);
    eg_remedy(r->diagnostics, "choose a time within the run, or a later --stop-time");
    return EG_ERROR_USAGE;
}

/* Values at the end of a run of which all is stored are those of its last row, to the bit. */
static bool is_in_last_row(const run *r)
{
    const settings *set = r->set;
    bool is_at_end = !isfinite(set->at) || set->at == r->statistics.end_time;
    return is_at_end && set->signals.count == 0 && !eg_readout_looks(&r->readout);
}

static eg_status read_last_row(run *r)
{
    eg_diagnostics *said = eg_diagnostics_create();
    eg_status status = EG_ERROR_MEMORY;
    if (said)
        status =
            eg_get_of_trajectory(&r->set->gets, NAN, r->trajectory, r->got_units, r->got, r->units, said);
    r->has_got = status == EG_OK;
    eg_diagnostics_free(said);
    return status;
}

/* What --get asks for of a model, up to where the run has come. What that has said is not said again. */
static eg_status look(run *r, const eg_simulate_options *options)
{
    eg_simulate_options o = *options;
    eg_diagnostics *said = eg_diagnostics_create();
    eg_status status =
        said ? eg_reducer_init(&r->reducer, &r->readout, r->set->at, r->model) : EG_ERROR_MEMORY;
    o.stop_time = r->statistics.end_time;
    if (status == EG_OK)
        status = eg_reducer_run(&r->reducer, r->model, &o, said, r->got);
    r->has_got = status == EG_OK;
    for (size_t i = 0; said && status != EG_OK && i < eg_diagnostics_count(said); i++) {
        const eg_diagnostic *m = eg_diagnostics_get(said, i);
        if (m->severity != EG_ERROR)
            continue;
        eg_report(r->diagnostics, EG_ERROR, EG_NOWHERE, "in the run for --get: %s", m->message);
        if (m->remedy)
            eg_remedy(r->diagnostics, "%s", m->remedy);
    }
    eg_diagnostics_free(said);
    return status;
}

/* Derivatives of what has been recorded, by what --sensitivity names. */
static eg_status add_sensitivities(run *r, const eg_simulate_options *o)
{
    eg_sensitivity_options s = {.run = *o,
                                .by = (const char *const *)r->set->sensitivities.items,
                                .by_count = r->set->sensitivities.count};
    if (s.by_count == 0)
        return EG_OK;
    s.run.progress = NULL;
    s.run.signals = NULL;
    s.run.signal_count = s.run.save_count = 0;
    s.run.time_limit = eg_limits_time_left();
    return eg_sensitivity_columns(r->spec, &s, r->diagnostics, r->trajectory);
}

static eg_status run_model(run *r, const char *const *signals, size_t count)
{
    eg_simulate_options o;
    eg_status status = find_options(r, signals, count, &o);
    if (status == EG_OK)
        status = check_time(r, &o);
    if (status != EG_OK)
        return status;
    r->again = o;
    r->again.save_count = 0; /* no state twice */
    struct eg_progress progress = begin_progress(r->set, o.start_time, o.stop_time);
    o.progress = report_progress;
    o.context = &progress;
    status = eg_simulate(r->model, &o, r->diagnostics, &r->trajectory, &r->statistics);
    end_progress(r, &progress);
    if (status == EG_OK && !r->cut && !r->late)
        status = add_sensitivities(r, &o);
    if (status != EG_OK || r->set->gets.count == 0 || r->cut || r->late)
        return status;
    if (is_in_last_row(r))
        status = read_last_row(r);
    if (!r->has_got && status != EG_ERROR_MEMORY) { /* asked for while another run goes by */
        o.time_limit = eg_limits_time_left();
        status = look(r, &o);
        end_progress(r, &progress);
    }
    return status;
}

static eg_status run_fmu(run *r, const char *const *signals, size_t count)
{
    const settings *set = r->set;
    eg_import_kind kind = EG_IMPORT_ANY;
    if (set->kind)
        kind = strcmp(set->kind, "me") == 0 ? EG_IMPORT_EXCHANGE : EG_IMPORT_COSIMULATION;
    eg_import_options o = {.kind = kind,
                           .start_time = set->start,
                           .stop_time = set->stop,
                           .interval = set->interval,
                           .tolerance = set->tolerance,
                           .engine = set->engine,
                           .settings = set->load.overrides.items,
                           .setting_count = set->load.overrides.count,
                           .input = set->input,
                           .signals = signals,
                           .signal_count = count,
                           .max_events = 1000,
                           .max_steps = isfinite(set->max_steps) ? (long)set->max_steps : 500000,
                           .is_apart = true,
                           .patience = set->patience,
                           .progress = report_progress};
    eg_status status = eg_import_complete(r->import, &o);
    if (status == EG_OK && !eg_set_files_fit_fmu(&set->load.overrides, r->import, r->diagnostics))
        status = EG_ERROR_MODEL;
    if (status != EG_OK)
        return status;
    struct eg_progress progress = begin_progress(set, o.start_time, o.stop_time);
    progress.looks_at_clock = true;
    o.context = &progress;
    status = eg_import_run(r->import, &o, &r->trajectory, &r->statistics);
    end_progress(r, &progress);
    return status;
}

/* What is stored is what goes into the result file and what is drawn. Of an FMU that is all, where
 * expressions may look at anything. */
static eg_status simulate(run *r)
{
    const settings *set = r->set;
    const size_t asked = set->plots.count + set->gets.count + set->spectrum.curves.count;
    const bool all = set->signals.count == 0 || (r->import && asked > 0);
    const char **signals = calloc(set->signals.count + r->curves.texts.count + r->curves.needed_count +
                                      r->spectrum_curves.texts.count + r->spectrum_curves.needed_count + 1,
                                  sizeof *signals);
    size_t count = 0;
    if (!signals)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < set->signals.count; i++)
        signals[count++] = set->signals.items[i];
    count += eg_curves_stored(&r->curves, signals + count);
    count += eg_curves_stored(&r->spectrum_curves, signals + count);
    count = all ? 0 : count;
    const char *const *wanted = count > 0 ? signals : NULL;
    eg_limits_grace("simulating, within a single step");
    eg_status status = r->import ? run_fmu(r, wanted, count) : run_model(r, wanted, count);
    free(signals);
    return status;
}

/* Of FMUs and of the engine fixed rows are all there is to make spectra of. */
static eg_status take_spectra(run *r, const eg_simulate_options *o)
{
    const eg_spectrum_settings *set = &r->set->spectrum;
    if (r->model && strcmp(r->statistics.engine, "fixed") != 0)
        return eg_spectra_of_model(&r->spectra, set, &r->spectrum_curves, r->model, o, r->diagnostics);
    eg_status status = r->model ? EG_OK
                                : eg_curves_of_trajectory(&r->spectrum_curves, "--spectrum", &set->curves,
                                                          r->trajectory, r->diagnostics);
    return status == EG_OK
               ? eg_spectra_of_rows(&r->spectra, set, &r->spectrum_curves, r->trajectory, "", r->diagnostics)
               : status;
}

static eg_status make_spectra(run *r)
{
    const eg_spectrum_settings *set = &r->set->spectrum;
    eg_simulate_options o = r->again;
    if (set->curves.count == 0 || !r->trajectory || r->cut || r->late)
        return EG_OK;
    o.stop_time = r->statistics.end_time;
    const eg_status status = take_spectra(r, &o);
    return status == EG_OK && set->natural && r->model
               ? eg_spectra_mark(&r->spectra, set, r->model, &o, r->diagnostics)
               : status;
}

/* ---------------------------------------------------------------- result files */

/* The last part of the model's name, in the current directory: "Examples.ElastoGap" -> "ElastoGap.csv". A
 * quoted name may hold a slash, which a file's name may not. */
static char *default_name(const char *model, const char *ending)
{
    const char *dot = model[0] != '\'' && !strchr(model, '\'') ? strrchr(model, '.') : NULL;
    const char *last = dot ? dot + 1 : model;
    size_t size = strlen(last) + strlen(ending) + 1;
    char *name = malloc(size);
    if (!name)
        return NULL;
    snprintf(name, size, "%s%s", last, ending);
    for (char *c = name; *c; c++)
        if (*c == '/')
            *c = '_';
    return name;
}

/* Whether results can be written is found out before the run: what a long one came to shall not be lost to a
 * misspelt path. Where a picture or counters cannot be, the results are there. */
static eg_status choose_files(run *r)
{
    const settings *set = r->set;
    r->output = set->output ? strdup(set->output) : default_name(r->name, ".csv");
    r->plot_file = set->plot_file ? strdup(set->plot_file) : default_name(r->name, ".svg");
    r->spectrum_file =
        set->spectrum_file ? strdup(set->spectrum_file) : default_name(r->name, "-spectrum.svg");
    if (!r->output || !r->plot_file || !r->spectrum_file)
        return EG_ERROR_MEMORY;
    /* A name that nobody has given may be that of the inputs, too. */
    if (eg_beginning_name(&r->beginning, &set->beginning) != EG_OK)
        return EG_ERROR_MEMORY;
    enum { FILES = 8 };
    const char **files = calloc(FILES + r->beginning.name_count, sizeof *files);
    if (!files)
        return EG_ERROR_MEMORY;
    files[0] = set->input;
    files[1] = r->output;
    files[2] = set->plots.count > 0 ? r->plot_file : NULL;
    files[3] = set->spectrum.curves.count > 0 ? r->spectrum_file : NULL;
    files[4] = set->stats_file;
    files[5] = set->events;
    files[6] = set->report;
    files[7] = set->record.file;
    for (size_t i = 0; i < r->beginning.name_count; i++)
        files[FILES + i] = r->beginning.names[i];
    const int outcome = eg_print_check_files(files, FILES + r->beginning.name_count);
    free(files);
    if (outcome != EG_EXIT_DONE) {
        fprintf(stderr, "  remedy: name the results by --output\n");
        return EG_ERROR_USAGE;
    }
    eg_status status = eg_file_try(r->output, r->diagnostics);
    for (size_t i = r->beginning.name_count - set->beginning.saves.count;
         i < r->beginning.name_count && status == EG_OK; i++)
        status = eg_file_try(r->beginning.names[i], r->diagnostics);
    return status;
}

/* What --signals asks for, with its derivatives: plots may have asked for more. 0, -1 out of memory. */
static int view_signals(const run *r, eg_trajectory *view)
{
    const eg_texts *signals = &r->set->signals, *by = &r->set->sensitivities;
    eg_arena *arena = eg_arena_create();
    const char **patterns = calloc(signals->count * (1 + by->count) + 1, sizeof *patterns);
    int status = arena && patterns ? 0 : -1;
    size_t count = 0;
    for (size_t i = 0; i < signals->count && status == 0; i++) {
        patterns[count++] = signals->items[i];
        for (size_t k = 0; k < by->count && status == 0; k++) {
            const size_t size = strlen(signals->items[i]) + strlen(by->items[k]) + 10;
            char *pattern = eg_arena_alloc(arena, size);
            if (pattern)
                snprintf(pattern, size, "d(%s)/d(%s)", signals->items[i], by->items[k]);
            status = pattern ? 0 : -1;
            patterns[count++] = pattern;
        }
    }
    if (status == 0)
        status = eg_trajectory_view(r->trajectory, patterns, count, view);
    free((void *)patterns);
    eg_arena_free(arena);
    return status;
}

static eg_status write_result(run *r)
{
    eg_trajectory view;
    if (view_signals(r, &view) != 0)
        return EG_ERROR_MEMORY;
    eg_status status = eg_trajectory_write(&view, r->output, r->diagnostics);
    eg_trajectory_view_release(&view);
    if (status == EG_OK)
        r->written[r->written_count++] = r->output;
    return status;
}

static eg_status draw(run *r)
{
    if (r->set->plots.count == 0)
        return EG_OK;
    eg_status status = r->import ? eg_curves_of_trajectory(&r->curves, "--plot", &r->set->plots,
                                                           r->trajectory, r->diagnostics)
                                 : EG_OK;
    if (status == EG_OK && eg_curves_add(&r->curves, r->trajectory) != 0)
        status = EG_ERROR_MEMORY;
    if (status != EG_OK)
        return status;
    const eg_plot_run one = {r->trajectory, ""};
    const eg_plot_options options = {
        .title = r->name, .log_x = r->set->spectrum.log_x, .log_y = r->set->spectrum.log_y};
    status = eg_runs_draw(&one, 1, r->set->plots.items, r->set->plots.count, &options, r->plot_file,
                          r->diagnostics);
    if (status == EG_OK)
        r->written[r->written_count++] = r->plot_file;
    return status;
}

static eg_status write_spectra(run *r)
{
    char title[200];
    eg_status status = make_spectra(r);
    if (status != EG_OK || r->spectra.count == 0)
        return status;
    snprintf(title, sizeof title, "%.150s, amplitudes", r->name);
    status = eg_spectra_write(&r->spectra, &r->set->spectrum, title, r->spectrum_file, r->diagnostics);
    if (status == EG_OK)
        r->written[r->written_count++] = r->spectrum_file;
    return status;
}

static eg_status write_events(run *r)
{
    if (!r->set->events)
        return EG_OK;
    eg_status status = eg_stats_write_events(r->set->events, r->trajectory, r->diagnostics);
    if (status == EG_OK)
        r->written[r->written_count++] = r->set->events;
    return status;
}

/* Of what the result file has: plots may have asked for more. */
static eg_status write_shown(run *r, const char *file, eg_status (*write)(run *r, const eg_report_run *shown))
{
    eg_trajectory view;
    if (!file)
        return EG_OK;
    if (view_signals(r, &view) != 0)
        return EG_ERROR_MEMORY;
    const eg_report_run shown = {.trajectory = &view,
                                 .label = r->name,
                                 .file = r->output,
                                 .statistics = &r->statistics,
                                 .diagram = r->diagram};
    eg_status status = write(r, &shown);
    eg_trajectory_view_release(&view);
    if (status == EG_OK)
        r->written[r->written_count++] = file;
    return status;
}

static eg_status write_report(run *r, const eg_report_run *shown)
{
    return eg_report_write(shown, 1, r->name, r->set->report, r->diagnostics);
}

static eg_status write_recording(run *r, const eg_report_run *shown)
{
    return eg_record_run(&r->set->record, shown, r->name, r->diagnostics);
}

static eg_status write_statistics(run *r)
{
    if (!r->set->stats_file)
        return EG_OK;
    eg_status status = eg_stats_write(r->set->stats_file, r->name, r->model, &r->statistics, r->trajectory,
                                      &r->times, r->diagnostics);
    if (status == EG_OK)
        r->written[r->written_count++] = r->set->stats_file;
    return status;
}

/* Writes all that was asked for; one that fails does not keep the others from being written. */
static int write_files(run *r, double begun)
{
    double start = eg_clock_seconds();
    int results = eg_exit_status(write_result(r));
    int events = eg_exit_status(write_events(r));
    int picture = eg_exit_status(draw(r)),
        report = eg_exit_status(write_shown(r, r->set->report, write_report));
    int spectra = eg_exit_status(write_spectra(r));
    int recording = eg_exit_status(write_shown(r, r->set->record.file, write_recording));
    int states = eg_exit_status(eg_beginning_write(&r->beginning, r->diagnostics));
    double now = eg_clock_seconds();
    r->times.write = now - start;
    r->times.total = now - begun;
    int statistics = eg_exit_status(write_statistics(r));
    const int outcomes[] = {results, events, picture, report, spectra, recording, states, statistics};
    for (size_t i = 0; i < sizeof outcomes / sizeof outcomes[0]; i++)
        if (outcomes[i] != EG_EXIT_DONE)
            return outcomes[i];
    return EG_EXIT_DONE;
}

/* ---------------------------------------------------------------- what a person wants to know */

static void print_summary(const run *r)
{
    char a[EG_PRINT_SIZE], b[EG_PRINT_SIZE], c[EG_PRINT_SIZE];
    const eg_statistics *s = &r->statistics;
    size_t rows = eg_trajectory_rows(r->trajectory);
    double first = rows > 0 ? eg_trajectory_time(r->trajectory, 0) : s->end_time;
    fprintf(r->out, "%s\n", r->name);
    fprintf(r->out, "  engine   %s%s%s\n", s->engine, *s->engine_reason ? ": " : "", s->engine_reason);
    fprintf(r->out, "  span     %s to %s s", eg_print_number(first, 15, a),
            eg_print_number(s->end_time, 15, b));
    if (s->engine_tolerance > 0)
        fprintf(r->out, ", tolerance %s", eg_print_number(s->tolerance, 3, c));
    fprintf(r->out, "\n  events   %ld", s->events);
    if (s->time_events > 0)
        fprintf(r->out, " and %ld at given times", s->time_events);
    fprintf(r->out, "\n  time     %s, of which integration %s\n", eg_print_duration(r->times.total, a),
            eg_print_duration(s->integrate_seconds, b));
    for (size_t i = 0; i < r->written_count; i++)
        fprintf(r->out, "%s%s", i == 0 ? "  written  " : ", ", r->written[i]);
    fprintf(r->out, r->written_count > 0 ? "\n" : "");
    eg_spectra_print(&r->spectra, &r->set->spectrum, r->out);
}

/* Is something asked for that lies between points? */
static void note_points(run *r)
{
    bool looks = r->import && r->set->gets.count > 0;
    if (!r->import)
        looks = eg_readout_looks(&r->readout) && strcmp(r->statistics.engine, "fixed") == 0;
    if (!looks || !r->has_got)
        return;
    eg_report(r->diagnostics, EG_NOTE, EG_NOWHERE,
              "--get has looked at the points of the run (%zu rows) and lines between them, since %s",
              eg_trajectory_rows(r->trajectory),
              r->import ? "an FMU shows no more" : "the engine fixed shows no more");
    eg_remedy(r->diagnostics, "a shorter --interval gives more points");
}

/* What --get asks for, a line each. Of an FMU only its rows are there to be asked. */
static int print_got(run *r)
{
    const eg_texts *gets = &r->set->gets;
    if (gets->count == 0)
        return EG_EXIT_DONE;
    if (r->import && !r->cut && !r->late) {
        eg_status status = eg_get_of_trajectory(gets, r->set->at, r->trajectory, r->got_units, r->got,
                                                r->units, r->diagnostics);
        if (status != EG_OK)
            return eg_exit_status(status);
        r->has_got = true;
    }
    for (size_t i = 0; i < gets->count && r->has_got; i++) {
        char number[EG_PRINT_SIZE];
        const char *unit = r->import ? r->units[i] : r->readout.expressions[i].unit;
        fprintf(r->out, "%s = %s%s%s\n", gets->items[i], eg_print_number(r->got[i], 15, number),
                *unit ? " " : "", unit);
    }
    note_points(r);
    return EG_EXIT_DONE;
}

/* ---------------------------------------------------------------- the command */

/* Expressions are read before the run: a long one shall not end by a misspelt name. */
static eg_status read_expressions(run *r)
{
    const settings *set = r->set;
    r->got_units = eg_arena_create();
    r->got = calloc(set->gets.count + 1, sizeof *r->got);
    r->units = calloc(set->gets.count + 1, sizeof *r->units);
    if (!r->got_units || !r->got || !r->units)
        return EG_ERROR_MEMORY;
    if (r->import)
        return EG_OK;
    eg_status gets = set->gets.count > 0 ? eg_readout_read(&r->readout, r->model, set->gets.items,
                                                           set->gets.count, "--get", r->diagnostics)
                                         : EG_OK;
    eg_status curves =
        eg_curves_of_model(&r->curves, "--plot", &set->plots, &set->sensitivities, r->model, r->diagnostics);
    eg_status spectra = eg_curves_of_model(&r->spectrum_curves, "--spectrum", &set->spectrum.curves, NULL,
                                           r->model, r->diagnostics);
    if (spectra == EG_OK)
        spectra = eg_curves_require(&r->spectrum_curves, r->model, r->diagnostics);
    if (gets != EG_OK)
        return gets;
    return curves != EG_OK ? curves : spectra;
}

/* What is wrong with the model its compilation has said. */
static eg_status draw_network(run *r, eg_spec *spec)
{
    eg_diagnostics *said = eg_diagnostics_create();
    eg_status status = said ? eg_diagram_create(spec, NULL, said, &r->diagram) : EG_ERROR_MEMORY;
    eg_diagnostics_free(said);
    return status;
}

/* A model whose inputs a table may drive. */
static int load_model(run *r, const char *input)
{
    eg_spec *spec = NULL;
    eg_trajectory *table = NULL;
    int outcome = eg_load_spec(input, &r->set->load, r->diagnostics, &spec);
    if (outcome == EG_EXIT_DONE && r->set->input) {
        eg_status status = eg_trajectory_read(r->set->input, r->diagnostics, &table);
        if (status == EG_OK)
            status = eg_spec_drive(spec, table, r->set->input, r->diagnostics);
        outcome = status == EG_ERROR_FILE ? EG_EXIT_USAGE : eg_exit_status(status);
    }
    if (outcome == EG_EXIT_DONE)
        outcome = eg_compile(spec, r->diagnostics, &r->model);
    if (outcome == EG_EXIT_DONE && (r->set->report || r->set->record.file))
        outcome = eg_exit_status(draw_network(r, spec));
    eg_trajectory_free(table);
    if (r->set->sensitivities.count > 0)
        r->spec = spec;
    else
        eg_spec_free(spec);
    return outcome;
}

/* Analyses that are not transient have commands of their own. */
static int check_analysis(const run *r, const char *input)
{
    const eg_analysis *a = eg_model_analysis(r->model);
    const eg_analysis_kind kind = a->kind;
    if (kind == EG_ANALYSIS_TRANSIENT)
        return EG_EXIT_DONE;
    if (kind == EG_ANALYSIS_OTHER) {
        eg_report(r->diagnostics, EG_ERROR, EG_NOWHERE, "%s: analyses of the kind \"%s\" are not supported",
                  r->name, a->name);
        eg_remedy(r->diagnostics, "%s", a->remedy);
        eg_print_diagnostics(r->diagnostics, 0);
        return EG_EXIT_MODEL;
    }
    eg_report(r->diagnostics, EG_ERROR, EG_NOWHERE, "%s is a %s: it is not simulated over time", r->name,
              kind == EG_ANALYSIS_LINEAR ? "LinearAnalysis" : "SteadyStateAnalysis");
    eg_remedy(r->diagnostics, "run \"elastogap %s %s\", or simulate its component with --model",
              kind == EG_ANALYSIS_LINEAR ? "linearize" : "steady", input);
    eg_print_diagnostics(r->diagnostics, 0);
    return EG_EXIT_MODEL;
}

static int load(run *r, const char *input)
{
    if (is_fmu(input)) {
        int outcome = eg_limits_begin(r->set->load.time_limit, r->set->load.memory_limit, "reading the FMU");
        if (outcome != EG_EXIT_DONE)
            return outcome;
        eg_status status = eg_import_open(input, r->diagnostics, &r->import);
        r->name = status == EG_OK ? eg_import_name(r->import) : "";
        return status == EG_ERROR_FILE ? EG_EXIT_USAGE : eg_exit_status(status);
    }
    int outcome = load_model(r, input);
    r->name = outcome == EG_EXIT_DONE ? eg_model_name(r->model) : "";
    return outcome == EG_EXIT_DONE ? check_analysis(r, input) : outcome;
}

static int run_all(run *r, const char *input)
{
    double begun = eg_clock_seconds();
    int outcome = load(r, input);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    r->times.load = eg_clock_seconds() - begun;
    eg_status status = read_expressions(r);
    if (status == EG_OK)
        status = choose_files(r);
    if (status == EG_OK)
        status = simulate(r);
    r->shown = eg_print_diagnostics(r->diagnostics, 0);
    if (!r->trajectory)
        return eg_exit_status(status);
    eg_limits_end();
    int written = write_files(r, begun);
    if (r->late)
        eg_print_usage_error(
            "the time limit of %g s is reached at t = %g s; the results end there: raise --time-limit",
            r->set->load.time_limit, r->statistics.end_time);
    else if (r->cut)
        eg_print_usage_error("interrupted at t = %g s; the results end there: run it again for the rest",
                             r->statistics.end_time);
    else if (eg_signals_interrupted())
        fprintf(stderr, "elastogap: interrupted when the run had ended: its results are complete\n");
    if (!r->set->quiet)
        print_summary(r);
    if (r->set->stats)
        eg_stats_print(r->out, r->model, &r->statistics, r->trajectory);
    int got = print_got(r);
    if (status != EG_OK || r->cut)
        return EG_EXIT_FAILED;
    return written != EG_EXIT_DONE ? written : got;
}

static void release(run *r)
{
    eg_beginning_release(&r->beginning);
    eg_diagram_free(r->diagram);
    eg_curves_release(&r->curves);
    eg_curves_release(&r->spectrum_curves);
    eg_spectra_release(&r->spectra);
    eg_reducer_release(&r->reducer);
    eg_readout_release(&r->readout);
    eg_arena_free(r->got_units);
    free(r->units);
    free(r->got);
    eg_trajectory_free(r->trajectory);
    eg_import_close(r->import);
    eg_model_free(r->model);
    eg_spec_free(r->spec);
    eg_diagnostics_free(r->diagnostics);
    free(r->output);
    free(r->plot_file);
    free(r->spectrum_file);
}

static int run_settings(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    const char *input = arguments->items[0];
    const char *const named[] = {input,          set->input,         set->output,
                                 set->plot_file, set->spectrum_file, set->stats_file,
                                 set->events,    set->report,        set->record.file};
    int outcome = check_settings(set);
    if (outcome == EG_EXIT_DONE)
        outcome = check_kind(set, input);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_print_check_files(named, sizeof named / sizeof *named);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    const char *const files[] = {set->output,    set->stats_file,    set->events,
                                 set->plot_file, set->spectrum_file, set->report};
    run r = {.set = set,
             .diagnostics = eg_diagnostics_create(),
             .out = eg_print_beside(files, sizeof files / sizeof files[0])};
    if (!r.diagnostics)
        return eg_print_no_memory();
    outcome = run_all(&r, input);
    /* What came to light behind the run: files that could not be written. */
    eg_print_diagnostics(r.diagnostics, r.shown);
    release(&r);
    return outcome;
}

static int run_watched(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    const char *const paths[] = {arguments->items[0], set->input};
    const eg_watched what = {paths, sizeof paths / sizeof *paths, &set->load.includes};
    return set->watch ? eg_watch(run_settings, context, arguments, &what) : run_settings(context, arguments);
}

static int run_simulate(const eg_command *command, int argc, char **argv)
{
    settings set = {.start = NAN,
                    .stop = NAN,
                    .interval = NAN,
                    .tolerance = NAN,
                    .step = NAN,
                    .max_steps = NAN,
                    .patience = 60,
                    .at = NAN,
                    .spectrum = EG_SPECTRUM_UNSAID,
                    .record = EG_RECORD_UNSAID};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        eg_option_number("--start-time", "S", &set.start, -DBL_MAX, DBL_MAX, "finite",
                         "begin at S [s] (default: the model's experiment, or 0)"),
        eg_option_number("--stop-time", "S", &set.stop, -DBL_MAX, DBL_MAX, "finite",
                         "end at S [s] (default: the model's experiment, or 1)"),
        EG_MAX_STEPS_OPTION(&set.max_steps),
        eg_option_number("--interval", "H", &set.interval, DBL_MIN, DBL_MAX, "more than 0",
                         "store a point every H [s] (default: the experiment's, or 1/500 of the span)"),
        eg_option_number("--tolerance", "TOL", &set.tolerance, 1e-12, 1e-2, "from 1e-12 to 1e-2",
                         "relative accuracy, 1e-12 to 1e-2 (default: the experiment's, or 1e-6)"),
        eg_option_text("--engine", "NAME", &set.engine,
                       "auto, erk, exact, fixed, ida or irk (default: auto, which says what it chose)"),
        eg_option_number("--step", "H", &set.step, DBL_MIN, DBL_MAX, "more than 0",
                         "step [s] of the engine fixed (default: 1e-3, or what divides the interval)"),
        EG_BEGINNING_OPTIONS(&set.beginning),
        eg_option_text("--fmi-kind", "KIND", &set.kind,
                       "of an FMU: me (Model Exchange) or cs (Co-Simulation; default: me if it has that)"),
        eg_option_number("--patience", "S", &set.patience, 0, DBL_MAX, "0 or more",
                         "of an FMU: how long one of its functions may take [s] (default: 60; 0: no limit)"),
        eg_option_text("--input", "FILE.csv", &set.input,
                       "inputs over time: a column time, and one for each input that is driven"),
        eg_option_text("--output", "FILE", &set.output,
                       "results as .csv or .mat (default: MODEL.csv in the current directory)"),
        eg_option_text("-o", "FILE", &set.output, "the same in short"),
        eg_option_list("--signals", "PATTERN", &set.signals,
                       "store only variables that match; may be repeated"),
        eg_option_list("--plot", "CURVE", &set.plots,
                       "draw the variables that match, or an expression, over time, or Y:X; may be repeated"),
        eg_option_text("--plot-file", "FILE", &set.plot_file,
                       "where to: .svg, .png or .pdf (default: MODEL.svg)"),
        EG_SPECTRUM_OPTIONS(&set.spectrum),
        eg_option_text("--natural", "end|S|steady[:K]", &set.spectrum.natural,
                       "mark the natural frequencies of the linear model there in the picture of --spectrum"),
        eg_option_text("--spectrum-file", "FILE", &set.spectrum_file,
                       "where to: .svg, .png, .pdf or .csv (default: MODEL-spectrum.svg)"),
        eg_option_list(
            "--sensitivity", "NAME", &set.sensitivities,
            "add columns d(x)/d(NAME): how what is stored moves with a parameter (gap.c) or a start "
            "value (ball.s(start)); may be repeated"),
        eg_option_list("--get", "EXPRESSION", &set.gets,
                       "print what it comes to: ball.v, 'max(abs(stop.f))'; may be repeated"),
        eg_option_number("--at", "S", &set.at, -DBL_MAX, DBL_MAX, "finite",
                         "of --get: values at S [s] (default: at the end)"),
        eg_option_flag("--stats", &set.stats, "print counters, states, events and the energy balance"),
        eg_option_text("--events", "FILE.csv", &set.events,
                       "write all events: time, component, what happened"),
        eg_option_text("--report", "FILE.html", &set.report,
                       "write a page to look at: motion, plots, events, energies, in one file"),
        EG_RECORD_OPTIONS(&set.record),
        eg_option_text("--stats-file", "FILE", &set.stats_file,
                       "write counters, events and balances as JSON"),
        EG_WATCH_OPTION(&set.watch),
        eg_option_flag("--quiet", &set.quiet, "print no summary"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, run_watched, &set);
}

const eg_command eg_command_simulate = {
    .name = "simulate",
    .usage = "FILE.mo|CLASS|FILE.fmu [OPTION]...",
    .doc = "simulates a model and writes its trajectory",
    .text =
        "Reads the model (the file's last one, unless --model names another), simulates it and writes all "
        "its variables to MODEL.csv in the current directory, or where --output says.\n"
        "\n"
        "A PATTERN is a dotted name in which * and ? are wild; brackets stand for themselves. " EG_LOAD_TEXT
        "\n\n" EG_EXPRESSION_TEXT "\n\n" EG_CURVE_TEXT "\n\n" EG_SPECTRUM_TEXT
        " Samples are taken from the engine's dense output.\n\n"
        "FILE.fmu is an FMU of FMI 2.0 or 3.0, of this or of another program: --set gives its parameters and "
        "start values, --input drives its inputs, --engine (auto, erk, ida, irk) is for Model Exchange.\n"
        "\n"
        "Exit status: 0 done; 1 the model is wrong; 2 wrong usage; 3 the simulation failed (the result "
        "file then ends at the last good point), met a limit of time or memory, or a file could not be "
        "written.",
    .least = 1,
    .most = 1,
    .run = run_simulate,
};
