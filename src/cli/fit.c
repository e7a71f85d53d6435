/* elastogap fit: constants of a model from measurements. */
#include "cli/bar.h"
#include "cli/limits.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/valued.h"
#include "elastogap/fit.h"

#include "base/file.h"
#include "base/names.h"
#include "base/number.h"
#include "fit/write.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    eg_load_settings load;
    eg_texts data, matches, free, each, rows, sensors, weights;
    const char *time, *engine, *output, *report, *json, *residuals;
    double starts, seed, start, stop, tolerance, max_steps, threads, level;
    bool robust, no_profile, quiet;
} settings;

/* ---------------------------------------------------------------- what a person wants to know */

/* An end of an interval; where there is none, why. */
static const char *end_of(double end, double bound, char text[EG_PRINT_SIZE])
{
    if (!isnan(end))
        return eg_print_number(end, 6, text);
    return isinf(bound) ? "where no end was found" : "the bound";
}

static void print_interval(FILE *out, const char *words, const eg_fit_estimate *e, double low, double high)
{
    char a[EG_PRINT_SIZE], b[EG_PRINT_SIZE];
    if (!isnan(low) || !isnan(high))
        fprintf(out, "  %s %s to %s", words, end_of(low, e->least, a), end_of(high, e->most, b));
}

static void print_estimates(FILE *out, const eg_fit *fit)
{
    char a[EG_PRINT_SIZE];
    for (size_t i = 0; i < fit->estimate_count; i++) {
        const eg_fit_estimate *e = &fit->estimates[i];
        fprintf(out, "  %-20s %12s %-7s", e->name, eg_print_number(e->value, 8, a), e->unit);
        if (e->is_told) {
            print_interval(out, "", e, e->low, e->high);
            print_interval(out, "; profile", e, e->profile_low, e->profile_high);
        }
        fprintf(out, "%s%s\n", e->is_told ? "" : "  not told by the data",
                e->is_at_bound ? "  at a bound" : "");
    }
}

static void print_correlations(FILE *out, const eg_fit *fit)
{
    const size_t n = fit->estimate_count;
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < j; i++)
            if (fabs(fit->correlation[j * n + i]) > 0.9)
                fprintf(out, "  %s and %s go together: correlation %.4f\n", fit->estimates[i].name,
                        fit->estimates[j].name, fit->correlation[j * n + i]);
}

static void print_series(FILE *out, const eg_fit *fit)
{
    char a[EG_PRINT_SIZE];
    for (size_t i = 0; i < fit->series_count; i++) {
        const eg_fit_series *s = &fit->series[i];
        fprintf(out, "  %s of %s: %zu %s", s->column, s->file, s->count, s->is_events ? "events" : "samples");
        if (s->missing > 0)
            fprintf(out, ", %zu missing", s->missing);
        if (s->outliers > 0)
            fprintf(out, ", %zu outliers", s->outliers);
        fprintf(out, "; noise %s %s, neighbours' correlation %.2f%s\n", eg_print_number(s->noise, 4, a),
                s->unit, s->autocorrelation, s->skew_chance < 1e-3 ? ", not normal" : "");
    }
    const eg_fit_series *s = &fit->series[fit->pull_series];
    const char *before = "", *unit = " s";
    if (s->is_rows || s->is_events) {
        before = s->is_rows ? "row " : "event ";
        unit = "";
    }
    if (s->pull[fit->pull_sample] > 0)
        fprintf(out, "  pulls most: %s at %s%s%s of %s (Cook's distance %.2g)\n", s->column, before,
                eg_print_number(s->time[fit->pull_sample], 9, a), unit, s->file, s->pull[fit->pull_sample]);
}

static void print_summary(const settings *set, const eg_fit *fit)
{
    char a[EG_PRINT_SIZE], b[EG_PRINT_SIZE];
    const char *const files[] = {set->output, set->report, set->json, set->residuals};
    FILE *out = eg_print_beside(files, 4);
    fprintf(out, "%s: %zu number%s from %zu samples, with intervals of %g %%\n", fit->model,
            fit->estimate_count, fit->estimate_count == 1 ? "" : "s", fit->samples, 100 * fit->level);
    print_estimates(out, fit);
    print_correlations(out, fit);
    print_series(out, fit);
    fprintf(out, "  sought   %s\n", fit->way);
    if (fit->starts > 1)
        fprintf(out, "  starts   %zu, of which %zu ended at the best place\n", fit->starts, fit->agreeing);
    fprintf(out, "  time     %s for the search, %s for profiles; %ld runs\n",
            eg_print_duration(fit->seconds - fit->profile_seconds, a),
            eg_print_duration(fit->profile_seconds, b), fit->runs);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i] && fit->open_count == 0)
            fprintf(out, "  written  %s\n", files[i]);
}

/* ---------------------------------------------------------------- the command */

static int check_settings(const settings *set, const char *input)
{
    const char *const files[] = {input, set->output, set->report, set->json, set->residuals};
    if (set->starts != floor(set->starts) || set->threads != floor(set->threads) ||
        set->seed != floor(set->seed))
        return eg_print_usage_error("--starts, --seed and --threads need whole numbers");
    if (set->report && !eg_path_ends(set->report, ".html") && !eg_file_is_special(set->report))
        return eg_print_usage_error("--report must end in .html, but is '%s'", set->report);
    return eg_print_check_files(files, 5);
}

static eg_fit_options options_of(const settings *set)
{
    eg_fit_options o = eg_fit_options_default();
    o.data = set->data.items;
    o.data_count = set->data.count;
    o.matches = set->matches.items;
    o.match_count = set->matches.count;
    o.free = set->free.items;
    o.free_count = set->free.count;
    o.each = set->each.items;
    o.each_count = set->each.count;
    o.rows = set->rows.items;
    o.row_count = set->rows.count;
    o.sensors = set->sensors.items;
    o.sensor_count = set->sensors.count;
    o.weights = set->weights.items;
    o.weight_count = set->weights.count;
    o.time = set->time;
    o.engine = set->engine;
    if (isfinite(set->tolerance))
        o.tolerance = set->tolerance;
    o.start_time = set->start;
    o.stop_time = set->stop;
    if (isfinite(set->max_steps))
        o.max_steps = (long)set->max_steps;
    o.robust = set->robust;
    o.starts = (int)set->starts;
    o.seed = (unsigned long long)set->seed;
    o.profile = !set->no_profile;
    o.level = set->level / 100;
    o.threads = (int)set->threads;
    return o;
}

static int write_files(const settings *set, const char *input, const eg_fit *fit, eg_status told,
                       eg_diagnostics *d)
{
    eg_status status = EG_OK;
    if (set->json)
        status = eg_fit_write_json(fit, set->json, d);
    if (status == EG_OK && set->residuals)
        status = eg_fit_write_residuals(fit, set->residuals, d);
    if (status == EG_OK && set->report)
        status = eg_fit_write_page(fit, set->report, d);
    if (status != EG_OK || !set->output || told != EG_OK)
        return eg_exit_status(status);
    size_t count = 0;
    eg_text_value *values = calloc(fit->estimate_count + 1, sizeof *values);
    for (size_t i = 0; i < fit->estimate_count && values; i++)
        if (fit->estimates[i].is_of_model)
            values[count++] = (eg_text_value){fit->estimates[i].name, fit->estimates[i].value};
    const int outcome =
        values ? eg_write_valued(input, &set->load, values, count, set->output, d) : eg_print_no_memory();
    free(values);
    return outcome;
}

struct eg_progress {
    eg_bar bar;
};

static void tell_progress(const eg_fit_progress *now, eg_progress *x)
{
    char text[100];
    if (!eg_bar_is_due(&x->bar))
        return;
    if (now->done < now->starts)
        snprintf(text, sizeof text, "search %zu of %zu, %ld runs", now->done + 1, now->starts, now->runs);
    else
        snprintf(text, sizeof text, "interval %zu of %zu, %ld runs", (now->done - now->starts) / 2 + 1,
                 (now->parts - now->starts) / 2, now->runs);
    eg_bar_draw(&x->bar, (double)now->done / (double)now->parts, text);
}

static int fit_with(const settings *set, const char *input, eg_diagnostics *d)
{
    eg_spec *spec = NULL;
    eg_fit *fit = NULL;
    int outcome = eg_load_spec(input, &set->load, d, &spec);
    if (outcome == EG_EXIT_DONE) {
        eg_fit_options o = options_of(set);
        eg_progress progress = {.bar = eg_bar_begin(set->quiet)};
        o.progress = tell_progress;
        o.context = &progress;
        eg_status status = eg_fit_run(spec, &o, d, &fit);
        eg_bar_end(&progress.bar);
        outcome = eg_exit_status(status);
        if (status == EG_DIFFERENT || status == EG_ERROR_FILE)
            outcome = status == EG_DIFFERENT ? EG_EXIT_MODEL : EG_EXIT_USAGE;
        if (fit) {
            eg_limits_end();
            const int written = write_files(set, input, fit, status, d);
            outcome = written == EG_EXIT_DONE ? outcome : written;
        }
    }
    eg_print_diagnostics(d, 0);
    if (fit && !set->quiet)
        print_summary(set, fit);
    eg_fit_free(fit);
    eg_spec_free(spec);
    return outcome;
}

static int act(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    int outcome = check_settings(set, arguments->items[0]);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    eg_diagnostics *d = eg_diagnostics_create();
    if (!d)
        return eg_print_no_memory();
    outcome = fit_with(set, arguments->items[0], d);
    eg_diagnostics_free(d);
    return outcome;
}

static int run_command(const eg_command *command, int argc, char **argv)
{
    settings set = {.starts = 1, .start = NAN, .stop = NAN, .tolerance = NAN, .max_steps = NAN, .level = 95};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        eg_option_list("--data", "FILE.csv", &set.data,
                       "measurements, a run of its own each; may be repeated"),
        eg_option_list("--match", "COLUMN=WHAT", &set.matches,
                       "what a column is held against; may be repeated"),
        eg_option_list("--free", "NAME[=LOW:HIGH]", &set.free, "what is sought; may be repeated"),
        eg_option_list("--each", "NAME[=LOW:HIGH]", &set.each,
                       "the same, with a value of its own for each file"),
        eg_option_list("--row", "NAME=COLUMN", &set.rows,
                       "each row is a run, with that value; may be repeated"),
        eg_option_list("--sensor", "COLUMN: WHAT", &set.sensors, "delay, gain, bias, noise of a column"),
        eg_option_list("--weight", "COLUMN=COLUMN", &set.weights,
                       "the column of standard deviations of another one's samples"),
        eg_option_text("--time", "COLUMN", &set.time, "the column of times (default: time)"),
        eg_option_flag("--robust", &set.robust, "outliers pull nothing"),
        eg_option_number("--starts", "N", &set.starts, 1, 1e6, "from 1 to 1e6",
                         "search from N places (default: 1)"),
        eg_option_number("--seed", "N", &set.seed, 0, 1e15, "from 0 to 1e15", "of these (default: 0)"),
        eg_option_number("--level", "PERCENT", &set.level, 50.1, 99.99, "from 50.1 to 99.99",
                         "of the intervals (default: 95)"),
        eg_option_flag("--no-profile", &set.no_profile, "no intervals by profile likelihood"),
        eg_option_text("--output", "FILE.mo", &set.output,
                       "the model with these values, all else as it stands"),
        eg_option_text("-o", "FILE.mo", &set.output, "the same"),
        eg_option_text("--report", "FILE.html", &set.report, "a page: data over model, what remains, tables"),
        eg_option_text("--json", "FILE.json", &set.json, "all numbers of the fit, for programs"),
        eg_option_text("--residuals", "FILE.csv", &set.residuals, "data, model and pull of each sample"),
        eg_option_number("--start-time", "S", &set.start, -DBL_MAX, DBL_MAX, "finite",
                         "runs begin at S [s] (default: the model's experiment, or 0)"),
        eg_option_number("--stop-time", "S", &set.stop, -DBL_MAX, DBL_MAX, "finite",
                         "runs of rows and loops end at S [s] (default: the model's experiment)"),
        eg_option_text("--engine", "NAME", &set.engine, "auto, erk, exact, ida or irk (default: auto)"),
        eg_option_number("--tolerance", "TOL", &set.tolerance, 1e-12, 1e-6, "from 1e-12 to 1e-6",
                         "relative accuracy of the runs (default: 1e-10)"),
        EG_MAX_STEPS_OPTION(&set.max_steps),
        eg_option_number("--threads", "N", &set.threads, 0, 1024, "from 0 to 1024",
                         "threads (default: 0, one for each core)"),
        eg_option_flag("--quiet", &set.quiet, "print nothing but warnings and errors"),
    };
    enum { COUNT = sizeof options / sizeof *options };
    return eg_options_run(command, options, COUNT, argc, argv, act, &set);
}

const eg_command eg_command_fit = {
    .name = "fit",
    .usage = "FILE.mo|CLASS --data FILE.csv --match 'COLUMN = EXPRESSION' --free NAME [OPTION]...",
    .doc = "finds constants of a model from measurements, and says how well they are known",
    .text =
        "Each FILE.csv is a run of the model; its first line names the columns: time,pos[mm]. A missing "
        "sample is an empty cell.\n"
        "  --match 'pos[mm] = ball.s'                a trajectory, of any EXPRESSION\n"
        "  --match 'hit = time(gap, contact begins)' times of events: row k is event number k\n"
        "  --match 'force = -gap.f over depth = -gap.s_rel'\n"
        "                                            one column over another, without times\n"
        "  --free gap.c=1e3:1e7, --free gap.d        parameters, in SI units, perhaps with LOW:HIGH or "
        "LOW:START:HIGH\n"
        "  --free 'ball.v(start)'                    start values; --each: of each file its own\n"
        "  --row 'ball.v.start = speed[m/s]'         each row is a run of its own, with that value, and is\n"
        "                                            matched at its time, or at the end of the run\n"
        "  --sensor 'pos: delay, gain, bias'         what stands between model and column: a sample at t is\n"
        "                                            gain*EXPRESSION(t - delay) + bias\n"
        "  --sensor 'pos: delay=0.01, noise=0.2'     what is known of it, in the unit of the column\n"
        "  --sensor 'time: delay'                    an unknown beginning of each file's clock\n"
        "Noise that is not known is estimated, of each column its own. Where the model begins far off the "
        "data, the search goes through windows that grow, and says so.\n"
        "\n"
        "Intervals are those of the curvature of the sum of squares (Gauss) and of profile likelihood. What "
        "the data does not tell is named, and no model is written then.\n"
        "\n" EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 done; 1 the model is wrong, or the data does not tell all that is sought; 2 wrong "
        "usage; 3 the model does not run where the search begins, or a file could not be written.",
    .least = 1,
    .most = 1,
    .run = run_command,
};
