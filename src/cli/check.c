/* elastogap check: is the model right? Reads and compiles it and finds its initial state. */
#include "cli/load.h"
#include "cli/options.h"

#include <string.h>

/* Start values are part of the model: so the initial state is looked for as well, by a run that ends
 * where it begins. */
static int initialize(const eg_model *model, eg_diagnostics *diagnostics, eg_statistics *statistics)
{
    eg_simulate_options o = eg_simulate_options_default(model);
    o.stop_time = o.start_time;
    eg_trajectory *trajectory = NULL;
    eg_status status = eg_simulate(model, &o, diagnostics, &trajectory, statistics);
    eg_trajectory_free(trajectory);
    return eg_exit_status(status);
}

static int check(const char *input, const eg_load_settings *settings, bool quiet)
{
    eg_model *model = NULL;
    eg_statistics statistics = {0};
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics)
        return eg_print_no_memory();
    int outcome = eg_load(input, settings, diagnostics, &model);
    if (outcome == EG_EXIT_DONE)
        outcome = initialize(model, diagnostics, &statistics);
    eg_print_diagnostics(diagnostics, 0);
    if (outcome == EG_EXIT_FAILED && eg_diagnostics_errors(diagnostics) == 0)
        eg_print_no_memory();
    if (outcome == EG_EXIT_DONE && !quiet) {
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

static int run_check(const eg_command *command, int argc, char **argv)
{
    eg_load_settings load = {0};
    bool quiet = false;
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&load),
        eg_option_flag("--quiet", &quiet, "print nothing when the model is right"),
    };
    const size_t count = sizeof options / sizeof options[0];
    eg_texts arguments;
    int outcome = EG_EXIT_DONE;
    eg_parsed parsed = eg_options_parse(command, options, count, argc, argv, &arguments);
    if (parsed == EG_PARSED_WRONG)
        outcome = EG_EXIT_USAGE;
    else if (parsed == EG_PARSED)
        outcome = check(arguments.items[0], &load, quiet);
    eg_options_release(options, count, &arguments);
    return outcome;
}

const eg_command eg_command_check = {
    .name = "check",
    .usage = "FILE.mo|CLASS [OPTION]...",
    .doc = "says whether a model is right, and where it is not",
    .text =
        "Reads and compiles the model and finds its initial state, but does not simulate. " EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 the model is right (there may be warnings); 1 it is wrong; 2 wrong usage.",
    .least = 1,
    .most = 1,
    .run = run_check,
};
