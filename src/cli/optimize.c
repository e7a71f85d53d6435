/* elastogap optimize: values for which something about a run is least. */
#include "cli/limits.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/valued.h"
#include "elastogap/optimize.h"

#include "fit/write.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

typedef struct settings {
    eg_load_settings load;
    eg_texts subject, free;
    const char *minimize, *maximize, *engine, *output, *json;
    double starts, seed, start, stop, tolerance, max_steps, threads;
    bool quiet;
} settings;

static void print_summary(const settings *set, const eg_optimum *best)
{
    char a[EG_PRINT_SIZE], b[EG_PRINT_SIZE];
    const char *const files[] = {set->output, set->json};
    FILE *out = eg_print_beside(files, 2);
    fprintf(out, "%s: %s is %s, where the search began %s\n", best->model, best->text,
            eg_print_number(best->value, 12, a), eg_print_number(best->begin, 6, b));
    if (best->equal > 1)
        fprintf(out, "  %zu numbers of which it is the %s are equal there\n", best->equal,
                set->minimize ? "greatest" : "least");
    for (size_t i = 0; i < best->value_count; i++) {
        const eg_optimum_value *v = &best->values[i];
        fprintf(out, "  %-20s %17s %-7s began at %s%s\n", v->name, eg_print_number(v->value, 12, a), v->unit,
                eg_print_number(v->start, 6, b), v->is_at_bound ? ", at a bound" : "");
    }
    for (size_t i = 0; i < best->limit_count; i++) {
        const eg_optimum_limit *l = &best->limits[i];
        fprintf(out, "  %s: %s", l->text, eg_print_number(l->value, 9, a));
        if (l->is_active)
            fprintf(out, "; moving it by 1 would change the optimum by %s", eg_print_number(l->price, 6, b));
        fprintf(out, "\n");
    }
    if (best->starts > 1)
        fprintf(out, "  starts   %zu, of which %zu ended at the best place\n", best->starts, best->agreeing);
    fprintf(out, "  steps    %d; %ld runs in %s\n", best->steps, best->runs,
            eg_print_duration(best->seconds, a));
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (files[i])
            fprintf(out, "  written  %s\n", files[i]);
}

static eg_optimize_options options_of(const settings *set)
{
    eg_optimize_options o = eg_optimize_options_default();
    o.minimize = set->minimize ? set->minimize : set->maximize;
    o.maximize = !set->minimize;
    o.subject = set->subject.items;
    o.subject_count = set->subject.count;
    o.free = set->free.items;
    o.free_count = set->free.count;
    o.engine = set->engine;
    if (isfinite(set->tolerance))
        o.tolerance = set->tolerance;
    o.start_time = set->start;
    o.stop_time = set->stop;
    if (isfinite(set->max_steps))
        o.max_steps = (long)set->max_steps;
    o.starts = (int)set->starts;
    o.seed = (unsigned long long)set->seed;
    o.threads = (int)set->threads;
    return o;
}

static int optimize(const settings *set, const char *input, eg_diagnostics *d)
{
    eg_spec *spec = NULL;
    eg_optimum *best = NULL;
    int outcome = eg_load_spec(input, &set->load, d, &spec);
    if (outcome == EG_EXIT_DONE) {
        const eg_optimize_options o = options_of(set);
        eg_status status = eg_optimize(spec, &o, d, &best);
        outcome = status == EG_DIFFERENT ? EG_EXIT_FAILED : eg_exit_status(status);
        eg_limits_end();
        if (best && set->json && eg_optimum_write_json(best, set->json, d) != EG_OK)
            outcome = EG_EXIT_FAILED;
    }
    if (outcome == EG_EXIT_DONE && best && set->output) {
        eg_text_value *values = calloc(best->value_count + 1, sizeof *values);
        for (size_t i = 0; i < best->value_count && values; i++)
            values[i] = (eg_text_value){best->values[i].name, best->values[i].value};
        outcome = values ? eg_write_valued(input, &set->load, values, best->value_count, set->output, d)
                         : eg_print_no_memory();
        free(values);
    }
    eg_print_diagnostics(d, 0);
    if (best && !set->quiet)
        print_summary(set, best);
    eg_optimum_free(best);
    eg_spec_free(spec);
    return outcome;
}

static int act(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    const char *const files[] = {arguments->items[0], set->output, set->json};
    if (set->minimize && set->maximize)
        return eg_print_usage_error("--minimize and --maximize cannot both be: leave one of them out");
    if (set->starts != floor(set->starts) || set->threads != floor(set->threads) ||
        set->seed != floor(set->seed))
        return eg_print_usage_error("--starts, --seed and --threads need whole numbers");
    int outcome = eg_print_check_files(files, 3);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    eg_diagnostics *d = eg_diagnostics_create();
    if (!d)
        return eg_print_no_memory();
    outcome = optimize(set, arguments->items[0], d);
    eg_diagnostics_free(d);
    return outcome;
}

static int run_command(const eg_command *command, int argc, char **argv)
{
    settings set = {.starts = 1, .start = NAN, .stop = NAN, .tolerance = NAN, .max_steps = NAN};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        eg_option_text("--minimize", "EXPRESSION", &set.minimize, "what is to be least"),
        eg_option_text("--maximize", "EXPRESSION", &set.maximize, "what is to be greatest"),
        eg_option_list("--subject", "LIMIT", &set.subject, "what must hold; may be repeated"),
        eg_option_list("--free", "NAME[=LOW:HIGH]", &set.free, "what is sought; may be repeated"),
        eg_option_number("--starts", "N", &set.starts, 1, 1e6, "from 1 to 1e6",
                         "search from N places (default: 1)"),
        eg_option_number("--seed", "N", &set.seed, 0, 1e15, "from 0 to 1e15", "of these (default: 0)"),
        eg_option_number("--start-time", "S", &set.start, -DBL_MAX, DBL_MAX, "finite",
                         "begin at S [s] (default: the model's experiment, or 0)"),
        eg_option_number("--stop-time", "S", &set.stop, -DBL_MAX, DBL_MAX, "finite",
                         "end at S [s] (default: the model's experiment, or 1)"),
        eg_option_text("--engine", "NAME", &set.engine,
                       "auto, erk, exact, fixed, ida or irk (default: auto)"),
        eg_option_number("--tolerance", "TOL", &set.tolerance, 1e-12, 1e-2, "from 1e-12 to 1e-2",
                         "relative accuracy of the runs (default: 1e-12)"),
        EG_MAX_STEPS_OPTION(&set.max_steps),
        eg_option_number("--threads", "N", &set.threads, 0, 1024, "from 0 to 1024",
                         "threads (default: 0, one for each core)"),
        eg_option_text("--output", "FILE.mo", &set.output,
                       "the model with these values, all else as it stands"),
        eg_option_text("-o", "FILE.mo", &set.output, "the same"),
        eg_option_text("--json", "FILE.json", &set.json, "all numbers, for programs"),
        eg_option_flag("--quiet", &set.quiet, "print nothing but warnings and errors"),
    };
    enum { COUNT = sizeof options / sizeof *options };
    return eg_options_run(command, options, COUNT, argc, argv, act, &set);
}

const eg_command eg_command_optimize = {
    .name = "optimize",
    .usage = "FILE.mo|CLASS --minimize EXPRESSION --free NAME [--subject LIMIT]... [OPTION]...",
    .doc = "finds values for which something about a run is least, within limits",
    .text =
        "EXPRESSION is what --get takes: max(-stop.f), integral(stop.lossPower), at(ball.s, 0.5).\n"
        "  --subject 'max(-stop.s_rel) <= 0.02'   a LIMIT: EXPRESSION <= NUMBER, or with >= or ==\n"
        "  --free stop.c=1e3:1e7                  NAME, NAME=LOW:HIGH or NAME=LOW:START:HIGH, in SI units\n"
        "Sequential quadratic programming, on derivatives that are differences of runs to round-off. The "
        "end is a place that nothing near betters; --starts looks whether others are better. Where it lies "
        "at a kink, that is said.\n"
        "\n" EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 done; 1 the model is wrong; 2 wrong usage; 3 the model does not run where the "
        "search begins, no place within the limits was found, or the search has not settled.",
    .least = 1,
    .most = 1,
    .run = run_command,
};
