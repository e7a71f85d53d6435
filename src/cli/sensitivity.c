/* elastogap sensitivity: how what a run comes to moves with parameters of the model. */
#include "cli/limits.h"
#include "cli/load.h"
#include "cli/options.h"
#include "elastogap/sensitivity.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    eg_load_settings load;
    double start, stop, interval, tolerance, max_steps;
    const char *engine;
    eg_texts by, of, files;
    bool adjoint, quiet;
} settings;

/* ---------------------------------------------------------------- the summary */

static void print_item(FILE *out, const eg_sensitivities *s, size_t q, size_t k)
{
    const eg_sensitivity_item *item = &s->items[q * s->by_count + k];
    const char *unit = s->by[k].unit;
    fprintf(out, "  by %-24s ", s->by[k].name);
    if (!item->why)
        fprintf(out, "%.15g", item->derivative);
    else if (isnan(item->below) && isnan(item->above))
        fprintf(out, "none");
    else
        fprintf(out, "none: %.15g below, %.15g above", item->below, item->above);
    if (*s->of[q].unit || *unit)
        fprintf(out, " %s%s%s", *s->of[q].unit ? s->of[q].unit : "1", *unit ? " per " : "", unit);
    fputc('\n', out);
    if (item->why)
        fprintf(out, "     %s\n", item->why);
}

static void print_all(FILE *out, const eg_sensitivities *s)
{
    for (size_t q = 0; q < s->of_count; q++) {
        fprintf(out, "%s = %.15g %s\n", s->of[q].name, s->of[q].value, s->of[q].unit);
        for (size_t k = 0; k < s->by_count; k++)
            print_item(out, s, q, k);
    }
}

/* ---------------------------------------------------------------- the command */

static eg_sensitivity_options options_of(const settings *set, const eg_model *model)
{
    eg_sensitivity_options o = eg_sensitivity_options_default(model);
    if (!isnan(set->start))
        o.run.start_time = set->start;
    if (!isnan(set->stop))
        o.run.stop_time = set->stop;
    if (!isnan(set->interval))
        o.run.interval = set->interval;
    else if (!isnan(set->start) || !isnan(set->stop))
        o.run.interval = (o.run.stop_time - o.run.start_time) / 500;
    if (!isnan(set->tolerance))
        o.run.tolerance = set->tolerance;
    if (!isnan(set->max_steps))
        o.run.max_steps = (long)set->max_steps;
    o.run.engine = set->engine;
    o.run.time_limit = eg_limits_time_left();
    o.by = set->by.items;
    o.by_count = set->by.count;
    o.by_all = set->by.count == 1 && strcmp(set->by.items[0], "all") == 0;
    o.adjoint = set->adjoint;
    o.of = set->of.items;
    o.of_count = set->of.count;
    return o;
}

static int find_all(const settings *set, eg_spec *spec, const eg_model *model, eg_diagnostics *d)
{
    eg_sensitivities *s = NULL;
    const eg_sensitivity_options o = options_of(set, model);
    eg_limits_grace("finding the sensitivities");
    int outcome = eg_exit_status(eg_sensitivity(spec, &o, d, &s));
    eg_limits_end();
    for (size_t i = 0; i < set->files.count && outcome == EG_EXIT_DONE; i++)
        outcome = eg_exit_status(eg_trajectory_write(s->rows, set->files.items[i], d));
    if (outcome == EG_EXIT_DONE && !set->quiet)
        print_all(eg_print_beside(set->files.items, set->files.count), s);
    eg_sensitivities_free(s);
    return outcome;
}

static int sensitivity(void *context, const eg_texts *arguments)
{
    settings *set = context;
    eg_spec *spec = NULL;
    eg_model *model = NULL;
    if (set->by.count == 0 || set->of.count == 0)
        return eg_print_usage_error("%s", set->by.count == 0
                                              ? "name what the sensitivities are by, as in --by gap.c"
                                              : "name what the sensitivities are of, as in --of ball.s");
    if (set->adjoint && set->files.count > 0)
        return eg_print_usage_error(
            "--adjoint finds derivatives of numbers, and no rows over time: leave out %s, "
            "or --adjoint",
            "--output");
    eg_diagnostics *d = eg_diagnostics_create();
    if (!d)
        return eg_print_no_memory();
    int outcome = eg_load_spec(arguments->items[0], &set->load, d, &spec);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_compile(spec, d, &model);
    if (outcome == EG_EXIT_DONE)
        outcome = find_all(set, spec, model, d);
    eg_print_diagnostics(d, 0);
    eg_model_free(model);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return outcome;
}

static int run_sensitivity(const eg_command *command, int argc, char **argv)
{
    settings set = {.start = NAN, .stop = NAN, .interval = NAN, .tolerance = NAN, .max_steps = NAN};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        eg_option_list("--by", "NAME", &set.by,
                       "a parameter (gap.c) or a start value (ball.s(start)); all: whatever has "
                       "derivatives; may be repeated"),
        eg_option_list("--of", "EXPR", &set.of,
                       "a variable or an expression, as for simulate --get: ball.s, max(-gap.f), "
                       "time(gap, contact begins, 3); may be repeated"),
        eg_option_flag("--adjoint", &set.adjoint,
                       "goes back through the run once for each expression, whatever the number of "
                       "parameters, instead of along with it for each parameter"),
        eg_option_list(
            "--output", "FILE", &set.files,
            "writes those that look at one instant over time, with their derivatives: .csv or .mat; "
            "may be repeated"),
        eg_option_list("-o", "FILE", &set.files, "the same in short"),
        eg_option_number("--start-time", "S", &set.start, -1e300, 1e300, "a time",
                         "start of the run (default: the experiment's, else 0)"),
        eg_option_number("--stop-time", "S", &set.stop, -1e300, 1e300, "a time",
                         "end of the run (default: the experiment's, else start + 1)"),
        eg_option_number("--interval", "S", &set.interval, 1e-300, 1e300, "more than 0",
                         "between rows (default: the experiment's, else a 500th of the run)"),
        eg_option_text("--engine", "NAME", &set.engine,
                       "of the run: auto, erk, exact, ida or irk (default: auto)"),
        eg_option_number("--tolerance", "TOL", &set.tolerance, 1e-12, 1e-2, "from 1e-12 to 1e-2",
                         "of the run, relative (default: the experiment's, else 1e-6)"),
        EG_MAX_STEPS_OPTION(&set.max_steps),
        eg_option_flag("--quiet", &set.quiet, "print nothing but warnings and errors"),
    };
    enum { COUNT = sizeof options / sizeof *options };
    return eg_options_run(command, options, COUNT, argc, argv, sensitivity, &set);
}

const eg_command eg_command_sensitivity = {
    .name = "sensitivity",
    .usage = "FILE.mo|CLASS --by NAME --of EXPR [OPTION]...",
    .doc = "gives exact derivatives of a run by parameters, through every event",
    .text =
        "Runs the model and prints, for each expression, its value and its derivatives by parameters and "
        "start values. They are solved along the motion, with the way in which events move, and are no "
        "differences of runs. Where there is no derivative, since the motion only touches an edge or two "
        "events fall at one instant, it says so, with the event. " EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 done; 1 the model is wrong, or cannot be differentiated; 2 wrong usage; 3 the run "
        "failed, or a file could not be written.",
    .least = 1,
    .most = 1,
    .run = run_sensitivity,
};
