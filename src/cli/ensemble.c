/* elastogap ensemble: one model, many sets of values, a table of what came out. */
#include "cli/bar.h"
#include "cli/ensemble_page.h"
#include "cli/ensemble_slopes.h"
#include "cli/limits.h"
#include "cli/readings.h"

#include "base/arena.h"
#include "base/file.h"
#include "base/number.h"
#include "ensemble/ensemble.h"
#include "result/formats.h"

#include <math.h>
#include <stdlib.h>

typedef struct settings {
    eg_runs_settings runs;
    const char *report;
    eg_texts sensitivities; /* parameters */
    bool recompile;
} settings;

typedef struct job {
    const settings *set;
    eg_runs runs;
    double *results, *energy_errors; /* (sets x wanted), (sets) */
    double *slopes;                  /* (sets x wanted x sensitivities); NULL: none are asked for */
    eg_status *statuses;
    eg_ensemble_statistics statistics;
} job;

/* ---------------------------------------------------------------- the run */

struct eg_progress {
    eg_bar bar;
    size_t sets;
};

static int tell_progress(size_t done, eg_progress *x)
{
    char text[60];
    if (!eg_bar_is_due(&x->bar))
        return 0;
    snprintf(text, sizeof text, "%zu of %zu sets", done, x->sets);
    eg_bar_draw(&x->bar, (double)done / (double)x->sets, text);
    return 0;
}

static bool make_room(job *j)
{
    const size_t rows = j->runs.sets.rows;
    j->results = calloc(rows * j->runs.set->wanted.count + 1, sizeof *j->results);
    j->statuses = calloc(rows + 1, sizeof *j->statuses);
    j->energy_errors = calloc(rows + 1, sizeof *j->energy_errors);
    return j->results && j->statuses && j->energy_errors;
}

static int run_ensemble(job *j)
{
    eg_runs *r = &j->runs;
    const size_t rows = r->sets.rows;
    eg_ensemble_options o = eg_runs_options(r);
    eg_limits_end(); /* each set has as much */
    o.recompile = j->set->recompile;
    o.energy_errors = j->energy_errors;
    eg_progress progress = {.bar = eg_bar_begin(r->set->quiet), .sets = rows};
    o.progress = progress.bar.is_wanted ? tell_progress : NULL;
    o.context = &progress;
    eg_status status =
        eg_ensemble_run(r->ensemble, &o, rows, r->sets.values, j->results, j->statuses, r->d, &j->statistics);
    eg_bar_end(&progress.bar);
    return eg_exit_status(status);
}

static int find_slopes(job *j)
{
    const eg_texts *by = &j->set->sensitivities;
    if (by->count == 0)
        return EG_EXIT_DONE;
    j->slopes = calloc(j->runs.sets.rows * j->runs.set->wanted.count * by->count + 1, sizeof *j->slopes);
    if (!j->slopes)
        return eg_print_no_memory();
    return eg_exit_status(eg_ensemble_slopes(&j->runs, by, j->statuses, j->slopes));
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

static void put_row(const job *j, eg_file *f, size_t set)
{
    char text[EG_NUMBER_SIZE];
    const eg_sets *sets = &j->runs.sets;
    const size_t wanted = j->runs.set->wanted.count, by = j->slopes ? j->set->sensitivities.count : 0;
    eg_file_put(f, text, eg_number_write((double)set, text));
    for (size_t i = 0; i < sets->columns; i++)
        put_number(f, sets->values[set * sets->columns + i]);
    for (size_t i = 0; i < wanted; i++)
        put_number(f, j->results[set * wanted + i]);
    for (size_t i = 0; i < wanted * by; i++)
        put_number(f, j->slopes[set * wanted * by + i]);
    eg_file_text(f, ",");
    eg_file_quoted(f, eg_set_status_word(j->statuses[set]));
    put_number(f, j->energy_errors[set]);
    eg_file_text(f, "\n");
}

/* ,"d(ball.s)/d(gap.c)" for each of what is wanted, by each parameter */
static void put_names_of_slopes(const job *j, eg_file *f, eg_arena *names)
{
    const eg_texts *wanted = &j->runs.set->wanted, *by = &j->set->sensitivities;
    for (size_t i = 0; i < wanted->count && j->slopes; i++)
        for (size_t k = 0; k < by->count; k++) {
            const char *name = eg_arena_format(names, "d(%s)/d(%s)", wanted->items[i], by->items[k]);
            eg_file_text(f, ",");
            eg_file_quoted(f, name ? name : "");
        }
}

static int write_table(const job *j, const char *path)
{
    eg_status status;
    const eg_sets *sets = &j->runs.sets;
    const eg_texts *wanted = &j->runs.set->wanted;
    eg_file *f = eg_file_create(path, j->runs.d, &status);
    if (!f)
        return eg_exit_status(status);
    eg_file_quoted(f, "set");
    for (size_t i = 0; i < sets->columns + wanted->count; i++) {
        eg_file_text(f, ",");
        eg_file_quoted(f, i < sets->columns ? sets->names[i] : wanted->items[i - sets->columns]);
    }
    eg_arena *names = eg_arena_create();
    put_names_of_slopes(j, f, names);
    eg_arena_free(names);
    eg_file_text(f, ",");
    eg_file_quoted(f, "status");
    eg_file_text(f, ",");
    eg_file_quoted(f, "energy_error");
    eg_file_text(f, "\n");
    for (size_t set = 0; set < sets->rows && !eg_file_failed(f); set++)
        put_row(j, f, set);
    return eg_exit_status(eg_file_commit(f, j->runs.d));
}

static void print_summary(const job *j, const char *path, bool has_page)
{
    char a[EG_PRINT_SIZE], b[EG_PRINT_SIZE];
    const eg_ensemble_statistics *s = &j->statistics;
    const size_t rows = j->runs.sets.rows;
    const char *const files[] = {path, j->set->report};
    FILE *out = eg_print_beside(files, 2);
    fprintf(out, "%zu set%s, %zu done\n", rows, rows == 1 ? "" : "s", rows - s->failed);
    fprintf(out, "  engine   %s, %d thread%s, %d lane%s\n", s->engine, s->threads, s->threads > 1 ? "s" : "",
            s->lanes, s->lanes > 1 ? "s" : "");
    if (*s->engine_reason)
        fprintf(out, "           %s\n", s->engine_reason);
    fprintf(out, "  steps    %ld, %ld rejected; %ld events\n", s->steps, s->rejected_steps, s->events);
    fprintf(out, "  energy   balanced in %zu set%s, does not close in %zu\n", s->balanced,
            s->balanced == 1 ? "" : "s", s->open);
    fprintf(out, "  time     %s, %s a set\n", eg_print_duration(s->seconds, a),
            eg_print_duration(s->seconds / (double)(rows > 0 ? rows : 1), b));
    fprintf(out, "  written  %s%s%s\n", path, has_page ? ", " : "", has_page ? j->set->report : "");
}

/* ---------------------------------------------------------------- the command */

static int run_job(job *j, const char *input)
{
    const eg_runs_settings *s = &j->set->runs;
    const char *path = s->output ? s->output : "ensemble.csv";
    const char *page = j->set->report;
    const char *const files[] = {input, s->table, path, page};
    if (eg_print_check_files(files, 4) != EG_EXIT_DONE)
        return EG_EXIT_USAGE;
    if (page && !eg_path_ends(page, ".html") && !eg_file_is_special(page))
        return eg_print_usage_error("--report must end in .html, but is '%s'", page);
    int outcome = eg_runs_make(&j->runs, s, input, EG_DESIGN_GRID, NULL);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_sets_fill(&j->runs.sets);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(eg_file_try(path, j->runs.d));
    if (outcome != EG_EXIT_DONE)
        return outcome;
    if (!make_room(j))
        return eg_print_no_memory();
    outcome = run_ensemble(j);
    if (!j->statistics.engine)
        return outcome;
    const int sloped = find_slopes(j);
    outcome = outcome != EG_EXIT_DONE ? outcome : sloped;
    int written = write_table(j, path), shown = EG_EXIT_DONE;
    if (page)
        shown = eg_exit_status(eg_ensemble_page_write(&j->runs, j->statuses, page));
    if (written == EG_EXIT_DONE && !s->quiet)
        print_summary(j, path, page && shown == EG_EXIT_DONE);
    written = written != EG_EXIT_DONE ? written : shown;
    return outcome != EG_EXIT_DONE ? outcome : written;
}

static int run_settings(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    int outcome = eg_runs_check(&set->runs, false);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    job j = {.set = set, .runs = {.set = &set->runs}};
    outcome = run_job(&j, arguments->items[0]);
    if (j.runs.d)
        eg_print_diagnostics(j.runs.d, 0);
    free(j.results);
    free(j.energy_errors);
    free(j.slopes);
    free(j.statuses);
    eg_runs_release(&j.runs);
    return outcome;
}

static int run_command(const eg_command *command, int argc, char **argv)
{
    settings set = {.runs = EG_RUNS_SETTINGS_BEGIN};
    const eg_option options[] = {
        EG_RUNS_OPTIONS(&set.runs),
        eg_option_flag("--recompile", &set.recompile,
                       "let sets that change the structure run, on models of their own"),
        eg_option_text("--output", "FILE.csv", &set.runs.output, "the table (default: ensemble.csv)"),
        eg_option_text("-o", "FILE.csv", &set.runs.output, "the same"),
        eg_option_list("--sensitivity", "NAME", &set.sensitivities,
                       "adds how what is wanted moves with a parameter or start value: columns "
                       "d(WANTED)/d(NAME); may be repeated"),
        eg_option_text("--report", "FILE.html", &set.report,
                       "write a page to look at: lines of up to 8 sets, bands of more"),
        eg_option_flag("--quiet", &set.runs.quiet, "print no summary"),
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
        "(ball.s.start), and from --set:\n" EG_LAWS_TEXT
        "Each row of the table, at each point of the ranges, is run --count times. What is drawn "
        "follows from --seed and the number of the set alone.\n"
        "\n" EG_WHAT_TEXT EG_EXPRESSION_TEXT "\n"
        "\n"
        "The table that is written has a line a set: its number, its values, what is wanted, and how "
        "it went: done, refused (it changes the structure; --recompile lets it run), wrong (a value "
        "is out of range) or failed; and the error of its energy balance. Balances that do not close are "
        "warned of. "
        "For --report the sets that are done are run again, at least twice, one after the other. "
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
