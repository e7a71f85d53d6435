/* elastogap ensemble: one model, many sets of values, a table of what came out. */
#include "cli/ensemble_sets.h"
#include "cli/limits.h"
#include "cli/load.h"
#include "cli/readings.h"

#include "base/file.h"
#include "base/number.h"
#include "result/formats.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    eg_load_settings load; /* its overrides: --set */
    const char *table, *output, *engine;
    eg_texts wanted;
    double count, seed, start, stop, tolerance, max_steps, threads, lanes;
    bool recompile, balance, quiet;
} settings;

typedef struct job {
    const settings *set;
    eg_diagnostics *d;
    eg_sets sets;
    eg_texts fixed; /* settings that hold for all sets */
    eg_wanted *wanted;
    char **copies; /* (wanted) texts that `wanted` points into */
    eg_ensemble *ensemble;
    double *results, *energy_errors; /* (sets x wanted), (sets) */
    eg_status *statuses;
    eg_ensemble_statistics statistics;
} job;

/* ---------------------------------------------------------------- what is wanted */

static int read_wanted(job *j)
{
    const eg_texts *texts = &j->set->wanted;
    for (size_t i = 0; i < texts->count; i++) {
        if (!(j->copies[i] = strdup(texts->items[i])))
            return eg_print_no_memory();
        if (!eg_wanted_read(j->copies[i], &j->wanted[i]))
            return eg_print_usage_error("--get cannot be '%s'; write an expression such as max(abs(stop.f)), "
                                        "count(COMPONENT, EVENT) or time(COMPONENT, EVENT, NUMBER)",
                                        texts->items[i]);
    }
    return EG_EXIT_DONE;
}

/* ---------------------------------------------------------------- the run */

static int make_ensemble(job *j, const char *input)
{
    char *copy = NULL;
    eg_texts includes = {0};
    int outcome = eg_check_model_name(input);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_check_includes(&j->set->load.includes);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_limits_begin(j->set->load.time_limit, j->set->load.memory_limit, "reading the model");
    if (outcome == EG_EXIT_DONE && !eg_include_directories(&j->set->load.includes, &copy, &includes))
        outcome = eg_print_no_memory();
    if (outcome == EG_EXIT_DONE) {
        eg_read_options o = eg_read_options_default();
        o.model = j->set->load.model;
        o.include_dirs = includes.items;
        o.include_count = includes.count;
        o.settings = j->fixed.items;
        o.setting_count = j->fixed.count;
        eg_status status = eg_ensemble_read(input, &o, (const char *const *)j->sets.names, j->sets.columns,
                                            j->wanted, j->set->wanted.count, j->d, &j->ensemble);
        outcome = status == EG_ERROR_FILE ? EG_EXIT_USAGE : eg_exit_status(status);
    }
    free(includes.items);
    free(copy);
    return outcome;
}

static int run_ensemble(job *j)
{
    const settings *s = j->set;
    eg_ensemble_options o = eg_ensemble_options_default(j->ensemble);
    if (isfinite(s->start))
        o.run.start_time = s->start;
    if (isfinite(s->stop))
        o.run.stop_time = s->stop;
    o.run.interval = o.run.stop_time > o.run.start_time ? o.run.stop_time - o.run.start_time : 1;
    if (isfinite(s->tolerance))
        o.run.tolerance = s->tolerance;
    o.run.engine = s->engine;
    if (isfinite(s->max_steps))
        o.run.max_steps = (long)s->max_steps;
    o.run.time_limit = s->load.time_limit;
    eg_limits_end(); /* each set has as much */
    o.threads = (int)s->threads;
    o.lanes = (int)s->lanes;
    o.recompile = s->recompile;
    o.balance = s->balance;
    j->results = calloc(j->sets.rows * s->wanted.count + 1, sizeof *j->results);
    j->statuses = calloc(j->sets.rows + 1, sizeof *j->statuses);
    j->energy_errors = o.energy_errors = calloc(j->sets.rows + 1, sizeof *j->energy_errors);
    if (!j->results || !j->statuses || !j->energy_errors)
        return eg_print_no_memory();
    eg_status status = eg_ensemble_run(j->ensemble, &o, j->sets.rows, j->sets.values, j->results, j->statuses,
                                       j->d, &j->statistics);
    return eg_exit_status(status);
}

/* ---------------------------------------------------------------- the table */

/* Where there is no number the field is empty. */
static void put_number(eg_file *f, double value)
{
    char text[EG_NUMBER_SIZE];
    eg_file_text(f, ",");
    if (!isnan(value))
        eg_file_put(f, text, eg_number_write(value, text));
}

static const char *status_word(eg_status status)
{
    switch (status) {
    case EG_OK: return "done";
    case EG_ERROR_USAGE: return "refused";
    case EG_ERROR_MODEL: return "wrong";
    default: return "failed";
    }
}

static void put_row(const job *j, eg_file *f, size_t set)
{
    char text[EG_NUMBER_SIZE];
    size_t wanted = j->set->wanted.count;
    eg_file_put(f, text, eg_number_write((double)set, text));
    for (size_t i = 0; i < j->sets.columns; i++)
        put_number(f, j->sets.values[set * j->sets.columns + i]);
    for (size_t i = 0; i < wanted; i++)
        put_number(f, j->results[set * wanted + i]);
    eg_file_text(f, ",");
    eg_file_quoted(f, status_word(j->statuses[set]));
    put_number(f, j->energy_errors[set]);
    eg_file_text(f, "\n");
}

static int write_table(const job *j, const char *path)
{
    eg_status status;
    eg_file *f = eg_file_create(path, j->d, &status);
    if (!f)
        return eg_exit_status(status);
    eg_file_quoted(f, "set");
    for (size_t i = 0; i < j->sets.columns + j->set->wanted.count; i++) {
        eg_file_text(f, ",");
        eg_file_quoted(f, i < j->sets.columns ? j->sets.names[i] : j->set->wanted.items[i - j->sets.columns]);
    }
    eg_file_text(f, ",");
    eg_file_quoted(f, "status");
    eg_file_text(f, ",");
    eg_file_quoted(f, "energy_error");
    eg_file_text(f, "\n");
    for (size_t set = 0; set < j->sets.rows && !eg_file_failed(f); set++)
        put_row(j, f, set);
    return eg_exit_status(eg_file_commit(f, j->d));
}

static void print_summary(const job *j, const char *path)
{
    char a[EG_PRINT_SIZE], b[EG_PRINT_SIZE];
    const eg_ensemble_statistics *s = &j->statistics;
    FILE *out = eg_print_beside(&path, 1);
    fprintf(out, "%zu set%s, %zu done\n", j->sets.rows, j->sets.rows == 1 ? "" : "s",
            j->sets.rows - s->failed);
    fprintf(out, "  engine   %s, %d thread%s, %d lane%s\n", s->engine, s->threads, s->threads > 1 ? "s" : "",
            s->lanes, s->lanes > 1 ? "s" : "");
    if (*s->engine_reason)
        fprintf(out, "           %s\n", s->engine_reason);
    fprintf(out, "  steps    %ld, %ld rejected; %ld events\n", s->steps, s->rejected_steps, s->events);
    fprintf(out, "  energy   balanced in %zu set%s, does not close in %zu\n", s->balanced,
            s->balanced == 1 ? "" : "s", s->open);
    fprintf(out, "  time     %s, %s a set\n", eg_print_duration(s->seconds, a),
            eg_print_duration(s->seconds / (double)(j->sets.rows > 0 ? j->sets.rows : 1), b));
    fprintf(out, "  written  %s\n", path);
}

/* ---------------------------------------------------------------- the command */

static int run_job(job *j, const char *input)
{
    const settings *s = j->set;
    const char *path = s->output ? s->output : "ensemble.csv";
    const char *const files[] = {input, s->table, path};
    if (eg_print_check_files(files, 3) != EG_EXIT_DONE)
        return EG_EXIT_USAGE;
    int outcome =
        eg_sets_make(&j->sets, s->table, &s->load.overrides, (size_t)s->count, s->seed, &j->fixed, j->d);
    if (outcome == EG_EXIT_DONE)
        outcome = read_wanted(j);
    if (outcome == EG_EXIT_DONE)
        outcome = make_ensemble(j, input);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(eg_file_try(path, j->d));
    if (outcome != EG_EXIT_DONE)
        return outcome;
    outcome = run_ensemble(j);
    if (!j->statistics.engine)
        return outcome;
    int written = write_table(j, path);
    if (written == EG_EXIT_DONE && !s->quiet)
        print_summary(j, path);
    return outcome != EG_EXIT_DONE ? outcome : written;
}

static int check_settings(const settings *s)
{
    if (s->wanted.count == 0)
        return eg_print_usage_error(
            "say what is wanted of each run: --get ball.v, --get 'max(abs(stop.f))', ...");
    if (s->count != floor(s->count) || s->threads != floor(s->threads) || s->seed != floor(s->seed))
        return eg_print_usage_error("--count, --seed and --threads need whole numbers");
    if (s->output && !eg_path_ends(s->output, ".csv") && !eg_file_is_special(s->output))
        return eg_print_usage_error("--output must end in .csv, but is '%s'", s->output);
    return EG_EXIT_DONE;
}

static void release(job *j)
{
    for (size_t i = 0; i < j->set->wanted.count && j->copies; i++)
        free(j->copies[i]);
    free(j->copies);
    free(j->wanted);
    free(j->fixed.items);
    free(j->results);
    free(j->energy_errors);
    free(j->statuses);
    eg_sets_release(&j->sets);
    eg_ensemble_free(j->ensemble);
    eg_diagnostics_free(j->d);
}

static int run_settings(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    const char *input = arguments->items[0];
    int outcome = check_settings(set);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    job j = {.set = set,
             .d = eg_diagnostics_create(),
             .wanted = calloc(set->wanted.count, sizeof *j.wanted),
             .copies = calloc(set->wanted.count, sizeof *j.copies)};
    outcome = j.d && j.wanted && j.copies ? run_job(&j, input) : eg_print_no_memory();
    if (j.d)
        eg_print_diagnostics(j.d, 0);
    release(&j);
    return outcome;
}

static int run_command(const eg_command *command, int argc, char **argv)
{
    settings set = {.count = 1, .start = NAN, .stop = NAN, .tolerance = NAN, .max_steps = NAN};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        eg_option_text("--sets", "FILE.csv", &set.table,
                       "one row a set; the first line names the parameters"),
        eg_option_number("--count", "N", &set.count, 1, 1e9, "from 1 to 1e9", "sets to draw (default: 1)"),
        eg_option_number("--seed", "N", &set.seed, 0, 1e15, "from 0 to 1e15",
                         "of what is drawn (default: 0)"),
        eg_option_list("--get", "WHAT", &set.wanted, "what is wanted of each run; may be repeated"),
        eg_option_number("--start-time", "S", &set.start, -DBL_MAX, DBL_MAX, "finite",
                         "begin at S [s] (default: the model's experiment, or 0)"),
        eg_option_number("--stop-time", "S", &set.stop, -DBL_MAX, DBL_MAX, "finite",
                         "end at S [s] (default: the model's experiment, or 1)"),
        eg_option_number("--tolerance", "TOL", &set.tolerance, 1e-12, 1e-2, "from 1e-12 to 1e-2",
                         "relative accuracy, 1e-12 to 1e-2 (default: the experiment's, or 1e-6)"),
        EG_MAX_STEPS_OPTION(&set.max_steps),
        eg_option_text("--engine", "NAME", &set.engine,
                       "auto, erk, exact, fixed, ida or irk (default: auto)"),
        eg_option_number("--threads", "N", &set.threads, 0, 1024, "from 0 to 1024",
                         "threads (default: 0, one for each core)"),
        eg_option_number("--lanes", "N", &set.lanes, 0, 16, "1, 4, 8 or 16",
                         "instances whose steps are made together (default: 16)"),
        eg_option_flag("--balance", &set.balance,
                       "run set by set, none in lanes, with energy balances as those of single runs"),
        eg_option_flag("--recompile", &set.recompile,
                       "let sets that change the structure run, on models of their own"),
        eg_option_text("--output", "FILE.csv", &set.output, "the table (default: ensemble.csv)"),
        eg_option_text("-o", "FILE.csv", &set.output, "the same"),
        eg_option_flag("--quiet", &set.quiet, "print no summary"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, run_settings, &set);
}

const eg_command eg_command_ensemble = {
    .name = "ensemble",
    .usage = "FILE.mo|CLASS --get WHAT [OPTION]...",
    .doc = "runs a model with many sets of values, on all cores",
    .text =
        "Values come from --sets, a table whose columns are named by parameters (gap.c) or start values "
        "(ball.s.start), and from --set:\n"
        "  --set NAME=uniform(LOW, HIGH)      drawn anew for each set, evenly between the two\n"
        "  --set NAME=loguniform(LOW, HIGH)   the same of its logarithm\n"
        "  --set NAME=normal(MEAN, DEVIATION)\n"
        "  --set NAME=range(FIRST, LAST, N)   N values, evenly spaced; of several ranges all combinations\n"
        "  --set NAME=VALUE                   one value for all sets\n"
        "Each row of the table, at each point of the ranges, is run --count times. What is drawn "
        "follows from --seed and the number of the set alone.\n"
        "\n"
        "WHAT is one of:\n"
        "  EXPRESSION                         its value at the end: ball.v, max(abs(stop.f))\n"
        "  count(COMPONENT, EVENT)            how many such events there were; EVENT may be left out\n"
        "  time(COMPONENT, EVENT, K)          when the one of number K was [s]; empty where there are fewer\n"
        "COMPONENT and EVENT are patterns in which * and ? are wild; elastogap simulate --stats lists the "
        "events of a run. " EG_EXPRESSION_TEXT "\n"
        "\n"
        "The table that is written has a line a set: its number, its values, what is wanted, and how "
        "it went: done, refused (it changes the structure; --recompile lets it run), wrong (a value "
        "is out of range) or failed; and the error of its energy balance. Balances that do not close are "
        "warned of. "
        "Results are the same bits for any number of threads and lanes. --time-limit is "
        "that of each set.\n"
        "\n" EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 done; 1 the model is wrong, or some set's values are; 2 wrong usage, or a set was "
        "refused; 3 the run of a set failed, or the table could not be written.",
    .least = 1,
    .most = 1,
    .run = run_command,
};
