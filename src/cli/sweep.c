/* elastogap sweep: a design of many runs, in a table that survives what stops it, and what they come to. */
#include "cli/bar.h"
#include "cli/ensemble_runs.h"
#include "cli/limits.h"
#include "cli/readings.h"
#include "cli/signals.h"
#include "cli/sweep.h"

#include "base/clock.h"
#include "base/file.h"
#include "base/hash.h"
#include "result/formats.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct settings {
    eg_runs_settings runs;
    const char *analysis;
    eg_texts designs, correlations, limits, pictures, curves;
    bool resume;
    eg_crew *crew; /* NULL: this process alone */
    bool first;    /* it has the files, and says what there is to say */
} settings;

/* ---------------------------------------------------------------- progress */

/* On a terminal a bar; else a line a minute. */
struct eg_progress {
    eg_bar bar;
    double told; /* when a line was, by eg_clock_seconds */
};

enum { LEFT_SIZE = 3 * EG_PRINT_SIZE };

static char *text_of_left(const eg_sweep_progress *now, char left[LEFT_SIZE])
{
    char text[EG_PRINT_SIZE];
    int length;
    const double rate = now->seconds > 0 ? (double)now->computed / now->seconds : 0;
    length = snprintf(left, LEFT_SIZE, "%zu of %zu rows", now->done, now->rows);
    if (rate > 0)
        length += snprintf(left + length, (size_t)(LEFT_SIZE - length), ", %s rows/s",
                           eg_print_number(rate, 3, text));
    if (rate > 0 && now->done < now->rows)
        snprintf(left + length, (size_t)(LEFT_SIZE - length), ", %s left",
                 eg_print_duration((double)(now->rows - now->done) / rate, text));
    return left;
}

static int tell_progress(const eg_sweep_progress *now, eg_progress *x)
{
    const double minute = 60, clock = eg_clock_seconds();
    char left[LEFT_SIZE];
    if (eg_bar_is_due(&x->bar))
        eg_bar_draw(&x->bar, (double)now->done / (double)now->rows, text_of_left(now, left));
    if (!x->bar.is_wanted && clock - x->told >= minute) {
        x->told = clock;
        fprintf(stderr, "%s\n", text_of_left(now, left));
    }
    return 0;
}

/* ---------------------------------------------------------------- the run */

/* A mark of the text that the model was read from: other branches of it than the present ones count, too. */
static unsigned long long identity_of(const char *input)
{
    uint64_t hash = EG_HASH_OF_NOTHING;
    FILE *f = fopen(input, "rb");
    unsigned char bytes[4096];
    for (size_t n; f && (n = fread(bytes, 1, sizeof bytes, f)) > 0;)
        hash = eg_hash(hash, bytes, n);
    if (f)
        fclose(f);
    return hash;
}

/* Of sweeps of all kinds; collection: what sees rows as the table is written, or NULL. */
static eg_sweep_options options_of(const settings *s, const eg_runs *r, const char *input,
                                   const char *journal, eg_progress *progress)
{
    eg_sweep_options o = eg_sweep_options_default(r->ensemble);
    o.runs = eg_runs_options(r);
    o.runs.recompile = 1;
    o.resume = s->resume;
    o.identity = identity_of(input);
    o.titles = s->runs.wanted.items;
    o.journal = journal;
    o.keep_journal = s->analysis || s->pictures.count > 0; /* until these are written, too */
    if (s->first && !s->runs.quiet) {
        o.progress = tell_progress;
        o.context = progress;
    }
    return o;
}

static void print_summary(const eg_sweep_statistics *s, int ranks, const char *path, const char *analysis)
{
    char a[EG_PRINT_SIZE], b[EG_PRINT_SIZE];
    const size_t computed = s->rows - s->found;
    printf("%zu row%s, %zu done", s->rows, s->rows == 1 ? "" : "s", s->rows - s->failed);
    if (s->found > 0)
        printf("; %zu of them were in the journal", s->found);
    printf("\n");
    if (s->engine)
        printf("  engine   %s, %d thread%s", s->engine, s->threads, s->threads > 1 ? "s" : "");
    if (s->engine && ranks > 1)
        printf(" of %d ranks", ranks);
    if (s->engine)
        printf("\n");
    printf("  steps    %ld, %ld rejected; %ld events\n", s->steps, s->rejected_steps, s->events);
    printf("  energy   balanced in %zu row%s, does not close in %zu\n", s->balanced,
           s->balanced == 1 ? "" : "s", s->open);
    printf("  time     %s, %s a row\n", eg_print_duration(s->seconds, a),
           eg_print_duration(s->seconds / (double)(computed > 0 ? computed : 1), b));
    printf("  written  %s%s%s\n", path, analysis ? ", " : "", analysis ? analysis : "");
}

/* What is said if the program is told to end while rows are run: by Ctrl-C, or by mpirun where another rank
 * was lost. */
static void say_how_to_go_on(const settings *s, const char *journal)
{
    char text[1000];
    (void)snprintf(text, sizeof text,
                   "%snote: told to end; rows that were computed are in %.800s, and the same command with "
                   "--resume goes on\n",
                   isatty(STDERR_FILENO) ? "\n" : "", journal);
    if (s->first)
        eg_signals_last_words(text);
}

/* ---------------------------------------------------------------- pictures */

/* "KIND=FILE": the kind and the file. 0, or the exit status of a usage error. */
static int read_picture(const char *text, eg_sweep_picture_kind *kind, const char **file)
{
    static const char *const names[EG_SWEEP_PICTURES] = {
        [EG_SWEEP_HISTOGRAM] = "histogram", [EG_SWEEP_SCATTER] = "scatter", [EG_SWEEP_TORNADO] = "tornado",
        [EG_SWEEP_SOBOL] = "sobol",         [EG_SWEEP_MAP] = "map",         [EG_SWEEP_CURVES] = "curves",
    };
    const size_t length = strcspn(text, "=");
    *file = text[length] == '=' ? text + length + 1 : "";
    for (int i = 0; i < EG_SWEEP_PICTURES && **file; i++)
        if (strlen(names[i]) == length && memcmp(names[i], text, length) == 0) {
            *kind = (eg_sweep_picture_kind)i;
            return EG_EXIT_DONE;
        }
    return eg_print_usage_error(
        "--picture cannot be '%s'; write KIND=FILE, with histogram, scatter, tornado, "
        "sobol, map or curves for the kind",
        text);
}

static eg_sweep_picture picture_of(const settings *s, const eg_runs *r, const eg_sweep_options *o,
                                   const eg_sweep_visitor *rows)
{
    return (eg_sweep_picture){.ensemble = r->ensemble,
                              .design = r->sets.design,
                              .rows = rows ? rows->rows : 0,
                              .values = rows ? rows->values : NULL,
                              .results = rows ? rows->results : NULL,
                              .titles = s->runs.wanted.items,
                              .curves = s->curves.items,
                              .curve_count = s->curves.count,
                              .runs = o ? &o->runs : NULL};
}

static int draw(const settings *s, const eg_runs *r, const eg_sweep_options *o, const eg_sweep_visitor *rows,
                const char *text)
{
    const char *file;
    eg_sweep_picture p = picture_of(s, r, o, rows);
    const int outcome = read_picture(text, &p.kind, &file);
    return outcome == EG_EXIT_DONE ? eg_exit_status(eg_sweep_draw(&p, file, r->d)) : outcome;
}

/* What can be known before the sweep: it may take days. */
static int check_pictures(const settings *s, const eg_runs *r, const char *const *files, size_t count)
{
    int outcome = EG_EXIT_DONE;
    for (size_t i = 0; i < s->pictures.count && outcome == EG_EXIT_DONE; i++) {
        const char *file, *other;
        eg_sweep_picture p = picture_of(s, r, NULL, NULL);
        eg_sweep_picture_kind kind;
        outcome = read_picture(s->pictures.items[i], &p.kind, &file);
        if (outcome == EG_EXIT_DONE && !eg_path_ends(file, ".svg") && !eg_path_ends(file, ".png") &&
            !eg_path_ends(file, ".pdf"))
            outcome = eg_print_usage_error(
                "the file of --picture must end in .svg, .png or .pdf, but is '%s'", file);
        for (size_t k = 0; k < count && outcome == EG_EXIT_DONE; k++)
            if (files[k] && eg_file_is_same(files[k], file))
                outcome = eg_print_usage_error("--picture would overwrite %s: choose another name", files[k]);
        for (size_t k = 0; k < i && outcome == EG_EXIT_DONE; k++)
            if (read_picture(s->pictures.items[k], &kind, &other) == EG_EXIT_DONE &&
                eg_file_is_same(other, file))
                outcome =
                    eg_print_usage_error("two pictures would be written to %s: choose another name", file);
        if (outcome == EG_EXIT_DONE)
            outcome = eg_exit_status(eg_sweep_picture_check(&p, r->d));
        if (outcome == EG_EXIT_DONE)
            outcome = eg_exit_status(eg_file_try(file, r->d));
    }
    return outcome;
}

/* ---------------------------------------------------------------- runs */

static int run_sweep(const settings *s, eg_runs *r, const char *input, const char *path, const char *journal)
{
    eg_progress progress = {.bar = eg_bar_begin(s->runs.quiet), .told = eg_clock_seconds()};
    eg_sweep_options o = options_of(s, r, input, journal, &progress);
    eg_sweep_statistics st = {0};
    eg_sweep_visitor collection = {0};
    eg_limits_end(); /* each row has as much */
    if (s->first && o.keep_journal) {
        if (!eg_collection_begin(&collection, r->sets.design, s->runs.wanted.count))
            return eg_print_no_memory();
        o.visit = eg_collect;
        o.visitor = &collection;
    }
    say_how_to_go_on(s, journal);
    eg_status status = eg_sweep_run_by(s->crew, r->ensemble, r->sets.design, &o, path, r->d, &st);
    eg_signals_last_words("");
    eg_bar_end(&progress.bar);
    int outcome = eg_exit_status(status);
    if (status == EG_OK && s->first && s->analysis)
        outcome = eg_collection_write(&collection, r, &s->limits, s->analysis);
    for (size_t i = 0; s->first && i < s->pictures.count && status == EG_OK && outcome == EG_EXIT_DONE; i++)
        outcome = draw(s, r, &o, &collection, s->pictures.items[i]);
    /* Where all rows have failed the table says so, and there is nothing more to write. */
    const bool all_failed = st.rows > 0 && st.failed == st.rows;
    if (s->first && o.keep_journal && (all_failed || (status == EG_OK && outcome == EG_EXIT_DONE)))
        unlink(journal);
    if (outcome == EG_EXIT_DONE && !s->runs.quiet)
        print_summary(&st, s->crew ? s->crew->size : 1, path, s->analysis);
    eg_collection_release(&collection);
    return outcome;
}

static void print_chance(const settings *s, const eg_subset_result *r)
{
    char value[EG_PRINT_SIZE], low[EG_PRINT_SIZE], high[EG_PRINT_SIZE], variation[EG_PRINT_SIZE];
    printf("chance of %s: %s", s->limits.items[0], eg_print_number(r->chance.value, 3, value));
    printf(", between %s and %s (95 %%)\n", eg_print_number(r->chance.low, 3, low),
           eg_print_number(r->chance.high, 3, high));
    printf("  levels   %zu; the chance varies by %s of itself\n", r->levels,
           isfinite(r->variation) ? eg_print_number(r->variation, 2, variation) : "an unknown part");
}

/* Subset simulation has no design of a known number of rows. */
static int run_subset(const settings *s, eg_runs *r, const char *input, const char *path, const char *journal)
{
    eg_progress progress = {.bar = eg_bar_begin(s->runs.quiet), .told = eg_clock_seconds()};
    eg_subset_options o = {.sweep = options_of(s, r, input, journal, &progress)};
    eg_sweep_statistics st = {0};
    eg_subset_result result;
    o.measure = eg_limit_of_measure(s->limits.items[0], &s->runs.wanted, &o.limit);
    eg_limits_end(); /* each row has as much */
    say_how_to_go_on(s, journal);
    eg_status status = eg_sweep_subset_by(s->crew, r->ensemble, r->sets.design, &o, path, r->d, &result, &st);
    eg_signals_last_words("");
    eg_bar_end(&progress.bar);
    int outcome = eg_exit_status(status);
    if (status == EG_OK && s->first && s->analysis) {
        outcome = eg_subset_write(&result, o.measure, o.limit, r, s->analysis);
        if (outcome == EG_EXIT_DONE)
            unlink(journal);
    }
    /* Where the levels have led nowhere the table says so, and there is nothing more to write. */
    if (status == EG_ERROR_SIMULATION && s->first && st.rows > 0)
        unlink(journal);
    if (outcome == EG_EXIT_DONE && !s->runs.quiet) {
        print_chance(s, &result);
        print_summary(&st, s->crew ? s->crew->size : 1, path, s->analysis);
    }
    return outcome;
}

/* ---------------------------------------------------------------- the command */

static const char *design_of(const settings *s)
{
    return s->designs.count > 0 ? s->designs.items[0] : "grid";
}

static bool is_subset(const settings *s)
{
    return strcmp(design_of(s), "subset") == 0;
}

static int find_design(const char *name, eg_design_kind *kind)
{
    static const char *const names[EG_DESIGN_KINDS] = {
        [EG_DESIGN_GRID] = "grid",         [EG_DESIGN_RANDOM] = "random",
        [EG_DESIGN_LATIN] = "lhs",         [EG_DESIGN_SOBOL] = "sobol",
        [EG_DESIGN_SALTELLI] = "saltelli", [EG_DESIGN_SALTELLI_SECOND] = "saltelli2",
    };
    if (strcmp(name, "subset") == 0)
        name = names[EG_DESIGN_RANDOM];
    for (int i = 0; i < EG_DESIGN_KINDS; i++)
        if (strcmp(name, names[i]) == 0) {
            *kind = (eg_design_kind)i;
            return EG_EXIT_DONE;
        }
    return eg_print_usage_error(
        "--design is '%s', but must be grid, random, lhs, sobol, saltelli, saltelli2 or subset", name);
}

/* How many pictures of curves there are. */
static size_t count_curves(const settings *s)
{
    size_t count = 0;
    for (size_t i = 0; i < s->pictures.count; i++)
        count += strncmp(s->pictures.items[i], "curves=", sizeof "curves=" - 1) == 0;
    return count;
}

/* Curves alone need no numbers of runs. */
static bool is_of_curves(const settings *s)
{
    return s->pictures.count > 0 && count_curves(s) == s->pictures.count && !s->analysis;
}

static int check_settings(const settings *s, eg_design_kind *kind)
{
    int outcome = eg_runs_check(&s->runs, is_of_curves(s));
    if (outcome == EG_EXIT_DONE && s->designs.count > 1)
        outcome =
            eg_print_usage_error("a sweep has one --design, but %s and %s are given: leave one of them out",
                                 s->designs.items[0], s->designs.items[1]);
    if (outcome == EG_EXIT_DONE)
        outcome = find_design(design_of(s), kind);
    if (outcome == EG_EXIT_DONE && s->analysis && !eg_path_ends(s->analysis, ".csv"))
        outcome = eg_print_usage_error("--analysis must end in .csv, but is '%s'", s->analysis);
    if (outcome == EG_EXIT_DONE && s->limits.count > 0 && !s->analysis && !is_subset(s))
        outcome = eg_print_usage_error("--exceed goes into the table of --analysis FILE.csv: add that");
    if (outcome == EG_EXIT_DONE && s->curves.count > 0 && count_curves(s) == 0)
        outcome =
            eg_print_usage_error("--curve is shown only by the picture of curves: add --picture curves=FILE");
    if (outcome == EG_EXIT_DONE && is_subset(s) && s->pictures.count > 0)
        outcome =
            eg_print_usage_error("--picture shows the rows of a design, and subset is none: leave it out");
    if (outcome == EG_EXIT_DONE && is_subset(s) && s->limits.count != 1)
        outcome = eg_print_usage_error("--design subset needs one --exceed 'WHAT>LIMIT'");
    if (outcome == EG_EXIT_DONE && is_subset(s) && s->runs.count < EG_SUBSET_ROWS)
        outcome = eg_print_usage_error("--design subset needs --count N, the rows of a level: 100 at least, "
                                       "1000 as a rule");
    return outcome == EG_EXIT_DONE ? eg_limits_of_measures_check(&s->limits, &s->runs.wanted) : outcome;
}

/* In malloc'ed memory; NULL: there is none. */
static char *journal_of(const char *path)
{
    static const char ending[] = ".journal";
    const size_t size = strlen(path) + sizeof ending;
    char *journal = malloc(size);
    if (journal)
        (void)snprintf(journal, size, "%s%s", path, ending);
    return journal;
}

static int run_settings(void *context, const eg_texts *arguments)
{
    const settings *s = context;
    const char *input = arguments->items[0], *path = s->runs.output ? s->runs.output : "sweep.csv";
    const char *const files[] = {input, s->runs.table, path, s->analysis};
    eg_design_kind kind = EG_DESIGN_GRID;
    eg_runs r = {.set = &s->runs};
    int outcome = check_settings(s, &kind);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_print_check_files(files, 4);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_runs_make(&r, &s->runs, input, kind, &s->correlations);
    if (outcome == EG_EXIT_DONE && s->first && s->analysis)
        outcome = eg_exit_status(eg_file_try(s->analysis, r.d));
    if (outcome == EG_EXIT_DONE && s->first)
        outcome = check_pictures(s, &r, files, 4);
    char *journal = outcome == EG_EXIT_DONE ? journal_of(path) : NULL;
    if (outcome == EG_EXIT_DONE && !journal)
        outcome = eg_print_no_memory();
    else if (outcome == EG_EXIT_DONE)
        outcome =
            is_subset(s) ? run_subset(s, &r, input, path, journal) : run_sweep(s, &r, input, path, journal);
    free(journal);
    if (r.d)
        eg_print_diagnostics(r.d, 0);
    eg_runs_release(&r);
    return outcome;
}

int eg_sweep_command(int argc, char **argv, eg_crew *crew)
{
    settings set = {.runs = EG_RUNS_SETTINGS_BEGIN, .crew = crew, .first = !crew || crew->rank == 0};
    set.runs.has_hdf5 = true;
    const eg_option options[] = {
        EG_RUNS_OPTIONS(&set.runs),
        eg_option_list("--design", "NAME", &set.designs,
                       "grid, random, lhs, sobol, saltelli, saltelli2 or subset (default: grid)"),
        eg_option_list("--correlate", "NAME,NAME=R", &set.correlations,
                       "correlates what two --set draw; may be repeated"),
        eg_option_flag("--resume", &set.resume, "go on with a sweep that was stopped"),
        eg_option_text("--analysis", "FILE.csv", &set.analysis,
                       "write means, quantiles, slopes, main effects and Sobol's indices"),
        eg_option_list("--exceed", "WHAT>LIMIT", &set.limits,
                       "the chance of it goes into the analysis; may be repeated"),
        eg_option_list("--picture", "KIND=FILE", &set.pictures,
                       "draw it: histogram, scatter, tornado, sobol, map or curves; may be repeated"),
        eg_option_list("--curve", "CURVE", &set.curves,
                       "what the picture of curves shows: a variable over time, or Y:X; may be repeated"),
        eg_option_text("--output", "FILE", &set.runs.output, "the table, .csv or .h5 (default: sweep.csv)"),
        eg_option_text("-o", "FILE", &set.runs.output, "the same"),
        eg_option_flag("--quiet", &set.runs.quiet, "print neither progress nor summary"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(&eg_command_sweep, options, count, argc, argv, run_settings, &set);
}

static int run_command(const eg_command *command, int argc, char **argv)
{
    (void)command; /* this one */
    return eg_sweep_command(argc, argv, NULL);
}

const eg_command eg_command_sweep = {
    .name = "sweep",
    .usage = "FILE.mo|CLASS --get WHAT [OPTION]...",
    .doc = "runs a design of many sets of values, and can be stopped and gone on with",
    .text =
        "Values come from --sets, a table whose columns are named by parameters (gap.c) or start values "
        "(ball.s.start), and from --set:\n" EG_LAWS_TEXT "--design says how they are put together:\n"
        "  grid       every row of the table at every point of the ranges and lists, --count times; the rest "
        "is drawn\n"
        "  random     --count rows, all drawn; ranges and lists, too\n"
        "  lhs        a Latin hypercube: each of --count equal parts of a distribution has one row\n"
        "  sobol      --count points of Sobol's sequence, best a power of two; at most 200 names\n"
        "  saltelli   what Sobol's indices are made of: --count times as many rows as there are names and 2; "
        "at most 100 names\n"
        "  saltelli2  the same for pairs of names, too: --count times twice as many rows as names and 1\n"
        "  subset     how likely --exceed 'WHAT>LIMIT' is, where that is too little to be counted: levels of "
        "--count rows\n"
        "Rows follow from --seed and their number alone. --correlate gap.c,gap.d=0.5 correlates the normal "
        "numbers behind two distributions (not of grid, saltelli and saltelli2).\n"
        "\n" EG_WHAT_TEXT EG_EXPRESSION_TEXT "\n"
        "\n"
        "The table has a line a row: its number and values, what is wanted, how it went, "
        "the error of its energy balance, why it failed. Its bytes do not depend on "
        "threads; .h5 is HDF5. Until all rows are there they are kept in the table's name with "
        ".journal behind: after "
        "a kill or on a full disk the same command with --resume goes on. --time-limit is each row's.\n"
        "\n"
        "--analysis writes a table of statistics with intervals of 95 %: of each WHAT mean, "
        "deviation, least and "
        "greatest value and quantiles; for each name the slope of the plane that fits best, main "
        "effects, and of "
        "the designs saltelli and saltelli2 Sobol's indices, first, total and second; and of "
        "--exceed 'WHAT>LIMIT' how "
        "likely it is.\n"
        "\n"
        "--picture draws the rows: a histogram of each WHAT, scatter plots, a tornado of effects, "
        "sobol's indices, a map over a grid of two names, or curves of runs (--curve Y or Y:X), "
        "up to 10 with a legend; curves alone need no --get.\n"
        "\n" EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 done, also where rows failed; 1 the model is wrong; 2 wrong "
        "usage; 3 the table "
        "could not be written. Where all rows have failed it is that of the first.",
    .least = 1,
    .most = 1,
    .run = run_command,
};
