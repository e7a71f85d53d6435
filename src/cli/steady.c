/* elastogap steady: all equilibria of a model. */
#include "cli/limits.h"
#include "cli/load.h"
#include "cli/options.h"
#include "result/formats.h"
#include "elastogap/steady.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 40 };

typedef struct settings {
    eg_load_settings load;
    double at, most_modes, starts;
    eg_texts files;
    bool quiet;
} settings;

/* ---------------------------------------------------------------- what a person wants to know */

static void print_contacts(FILE *out, const eg_equilibrium *e)
{
    for (size_t i = 0; i < e->contact_count && i < MOST_LINES; i++)
        fprintf(out, "    %-24s %s%s\n", e->contacts[i].component, e->contacts[i].mode,
                e->contacts[i].is_at_edge ? ", at its edge" : "");
    if (e->contact_count > MOST_LINES)
        fprintf(out, "    ... and %zu more\n", e->contact_count - MOST_LINES);
}

static bool is_speed(const char *unit)
{
    return strcmp(unit, "m/s") == 0 || strcmp(unit, "rad/s") == 0;
}

/* Speeds are 0 in an equilibrium. */
static void print_states(FILE *out, const eg_equilibrium *e)
{
    const eg_linearization *l = e->linear;
    size_t lines = 0;
    for (size_t i = 0; i < l->state_count; i++) {
        if (is_speed(l->states[i].unit) && l->states[i].value == 0)
            continue;
        if (lines++ < MOST_LINES)
            fprintf(out, "    %-24s %17.12g %s\n", l->states[i].name, l->states[i].value, l->states[i].unit);
    }
    if (lines > MOST_LINES)
        fprintf(out, "    ... and %zu more\n", lines - MOST_LINES);
    for (size_t i = 0; i < e->range_count; i++)
        fprintf(out, "    %-24s from %.9g to %.9g %s, where %s holds\n", e->ranges[i].variable,
                e->ranges[i].low, e->ranges[i].high, e->ranges[i].unit, e->ranges[i].component);
}

static void print_equilibrium(FILE *out, const eg_equilibrium *e, size_t number)
{
    fprintf(out, "\n%zu  %s\n", number, e->words);
    print_states(out, e);
    print_contacts(out, e);
    if (*e->residual_of)
        fprintf(out, "    balance of forces to %.2g N (%s), %.2g of the largest force\n", e->residual,
                e->residual_of, e->relative_residual);
    const eg_linearization *l = e->linear;
    if (!l->eigenvalues || l->state_count == 0)
        return;
    double slowest = INFINITY;
    for (size_t i = 0; i < l->state_count; i++)
        if (l->eigenvalues[i].frequency > 0)
            slowest = fmin(slowest, l->eigenvalues[i].frequency);
    if (isfinite(slowest) && e->floating_count == 0)
        fprintf(out, "    lowest natural frequency %.6g Hz\n", slowest);
}

static void print_summary(FILE *out, const eg_equilibria *all)
{
    size_t motions = 0;
    for (size_t i = 0; i < all->count; i++)
        motions += all->items[i].moving_count > 0;
    fprintf(out, "%s at %.9g s: %zu equilibri%s", all->model, all->time, all->count - motions,
            all->count - motions == 1 ? "um" : "a");
    if (motions > 0)
        fprintf(out, ", %zu steady motion%s", motions, motions == 1 ? "" : "s");
    fputc('\n', out);
    fprintf(out, "  %s\n", all->extent);
    for (size_t i = 0; i < all->count; i++)
        print_equilibrium(out, &all->items[i], i + 1);
}

/* ---------------------------------------------------------------- the command */

static int check_settings(const settings *set)
{
    for (size_t i = 0; i < set->files.count; i++)
        if (!eg_path_ends(set->files.items[i], ".json") && !eg_path_ends(set->files.items[i], ".csv"))
            return eg_print_usage_error("--output must end in .json or .csv, but is '%s'",
                                        set->files.items[i]);
    return EG_EXIT_DONE;
}

static int find(const settings *set, const char *input, eg_diagnostics *d)
{
    eg_model *model = NULL;
    eg_equilibria *all = NULL;
    int outcome = eg_load(input, &set->load, d, &model);
    if (outcome == EG_EXIT_DONE) {
        eg_steady_options o = eg_steady_options_default(model);
        if (!isnan(set->at))
            o.time = set->at;
        if (!isnan(set->most_modes))
            o.most_modes = (size_t)set->most_modes;
        if (!isnan(set->starts))
            o.starts = (size_t)set->starts;
        o.time_limit = eg_limits_time_left();
        eg_limits_grace("looking for equilibria");
        outcome = eg_exit_status(eg_steady(model, &o, d, &all));
        eg_limits_end();
    }
    for (size_t i = 0; i < set->files.count && outcome == EG_EXIT_DONE; i++)
        outcome = eg_exit_status(eg_equilibria_write(all, set->files.items[i], d));
    eg_print_diagnostics(d, 0);
    if (outcome == EG_EXIT_DONE && !set->quiet)
        print_summary(eg_print_beside(set->files.items, set->files.count), all);
    if (outcome == EG_EXIT_DONE && all->count == 0) {
        (void)eg_print_usage_error(
            "no equilibrium was found: look at another time (--at), or give other start values by --set");
        outcome = EG_EXIT_FAILED;
    }
    eg_equilibria_free(all);
    eg_model_free(model);
    return outcome;
}

static int steady(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    int outcome = check_settings(set);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    eg_diagnostics *d = eg_diagnostics_create();
    if (!d)
        return eg_print_no_memory();
    outcome = find(set, arguments->items[0], d);
    eg_diagnostics_free(d);
    return outcome;
}

static int run_steady(const eg_command *command, int argc, char **argv)
{
    settings set = {.at = NAN, .most_modes = NAN, .starts = NAN};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        eg_option_number("--at", "T", &set.at, -DBL_MAX, DBL_MAX, "finite",
                         "sources are what they are at T seconds (default: the start)"),
        eg_option_number("--most-modes", "N", &set.most_modes, 1, 1e9, "from 1 to 1e9",
                         "look at N combinations of modes at most (default: 4096)"),
        eg_option_number("--starts", "N", &set.starts, 0, 1e6, "from 0 to 1e6",
                         "begin at N points in each combination that is not linear (default: 48)"),
        eg_option_list("--output", "FILE", &set.files,
                       "writes them, with their linear models (.json) or a row each (.csv); may be repeated"),
        eg_option_list("-o", "FILE", &set.files, "the same in short"),
        eg_option_flag("--quiet", &set.quiet, "print nothing but warnings and errors"),
    };
    enum { COUNT = sizeof options / sizeof *options };
    return eg_options_run(command, options, COUNT, argc, argv, steady, &set);
}

const eg_command eg_command_steady = {
    .name = "steady",
    .usage = "FILE.mo|CLASS [OPTION]...",
    .doc = "finds all equilibria, and tells which of them are stable",
    .text =
        "Looks for the points at which nothing moves and nothing changes: in each combination of open and "
        "closed contacts, and where forces are not linear from many points of each. Prints states, modes, "
        "what is left over of the balance of forces, and the stability by eigenvalues; says what floats, how "
        "far friction holds, and whether there may be others. Behind these come steady motions, whose speeds "
        "are constant. `simulate --start steady:K` begins a run in number K. " EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 done (there may be warnings); 1 the model is wrong; 2 wrong usage; 3 no equilibrium "
        "was found, or a file could not be written.",
    .least = 1,
    .most = 1,
    .run = run_steady,
};
