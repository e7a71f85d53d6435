/* elastogap check: is the model right? Reads and compiles it and finds its initial state. */
#include "cli/limits.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/watch.h"
#include "component/spec.h"
#include "simulate/start.h"

#include <string.h>

/* Start values are part of the model: so the initial state is looked for as well, by a run that ends
 * where it begins. */
static int initialize(const eg_model *model, eg_diagnostics *diagnostics, eg_statistics *statistics)
{
    eg_limits_grace("looking for the initial state");
    eg_trajectory *trajectory = NULL;
    eg_status status = eg_simulate_start(model, diagnostics, &trajectory, statistics);
    eg_trajectory_free(trajectory);
    return eg_exit_status(status);
}

typedef struct settings {
    eg_load_settings load;
    bool quiet, watch;
} settings;

/* One component of 20-sim's has nothing that drives it: it is read, with all that is in it. */
static bool waits_for_others(const eg_spec *spec, const char *input, bool quiet)
{
    if (!spec->open_ports)
        return false;
    if (!quiet)
        printf("%s: %s is read; its ports (%s) are open, so that it is compiled where it is a part\n", input,
               spec->name, spec->open_ports);
    return true;
}

static int check(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    const char *input = arguments->items[0];
    eg_model *model = NULL;
    eg_statistics statistics = {0};
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics)
        return eg_print_no_memory();
    eg_spec *spec = NULL;
    int outcome = eg_load_spec(input, &set->load, diagnostics, &spec);
    const bool is_part = outcome == EG_EXIT_DONE && waits_for_others(spec, input, set->quiet);
    if (outcome == EG_EXIT_DONE && !is_part)
        outcome = eg_compile(spec, diagnostics, &model);
    eg_spec_free(spec);
    if (outcome == EG_EXIT_DONE && !is_part)
        outcome = initialize(model, diagnostics, &statistics);
    eg_print_diagnostics(diagnostics, 0);
    if (outcome == EG_EXIT_DONE && !is_part && !set->quiet) {
        size_t warnings = eg_diagnostics_count(diagnostics);
        printf("%s: %s is right", input, eg_model_name(model));
        if (warnings > 0)
            printf(", with %zu warning%s", warnings, warnings == 1 ? "" : "s");
        printf(" (%ld states, %ld algebraic unknowns)\n", statistics.states, statistics.algebraic);
    }
    eg_model_free(model);
    eg_diagnostics_free(diagnostics);
    return outcome;
}

static int check_watched(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    const eg_watched what = {arguments->items, 1, &set->load.includes};
    return set->watch ? eg_watch(check, context, arguments, &what) : check(context, arguments);
}

static int run_check(const eg_command *command, int argc, char **argv)
{
    settings set = {0};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        EG_WATCH_OPTION(&set.watch),
        eg_option_flag("--quiet", &set.quiet, "print nothing when the model is right"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, check_watched, &set);
}

const eg_command eg_command_check = {
    .name = "check",
    .usage = "FILE|CLASS [OPTION]...",
    .doc = "says whether a model is right, and where it is not",
    .text =
        "Reads and compiles the model and finds its initial state, but does not simulate. " EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 the model is right (there may be warnings); 1 it is wrong; 2 wrong usage; 3 a limit "
        "of time or memory was met.",
    .least = 1,
    .most = 1,
    .run = run_check,
};
