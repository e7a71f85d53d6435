/* elastogap flatten: the whole model as flat Modelica text. */
#include "base/file.h"
#include "cli/load.h"
#include "cli/options.h"

#include <stdlib.h>

/* Into the file, or to the standard output. */
static eg_status put(const char *text, size_t length, const char *output, eg_diagnostics *diagnostics)
{
    eg_status status = EG_OK;
    if (!output) {
        fwrite(text, 1, length, stdout);
        return EG_OK;
    }
    eg_file *file = eg_file_create(output, diagnostics, &status);
    if (!file)
        return status;
    eg_file_put(file, text, length);
    return eg_file_commit(file, diagnostics);
}

static int flatten(const char *input, const eg_load_settings *settings, const char *output)
{
    eg_spec *spec = NULL;
    char *text = NULL;
    size_t length = 0;
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics)
        return eg_print_no_memory();
    int outcome = eg_load_spec(input, settings, diagnostics, &spec);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(eg_spec_flatten(spec, diagnostics, &text, &length));
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(put(text, length, output, diagnostics));
    eg_print_diagnostics(diagnostics, 0);
    if (outcome == EG_EXIT_FAILED && eg_diagnostics_errors(diagnostics) == 0)
        eg_print_no_memory();
    free(text);
    eg_spec_free(spec);
    eg_diagnostics_free(diagnostics);
    return outcome;
}

static int run_flatten(const eg_command *command, int argc, char **argv)
{
    eg_load_settings load = {0};
    const char *output = NULL;
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&load),
        eg_option_text("--output", "FILE", &output, "where to (default: the standard output)"),
    };
    const size_t count = sizeof options / sizeof options[0];
    eg_texts arguments;
    int outcome = EG_EXIT_DONE;
    eg_parsed parsed = eg_options_parse(command, options, count, argc, argv, &arguments);
    if (parsed == EG_PARSED_WRONG)
        outcome = EG_EXIT_USAGE;
    else if (parsed == EG_PARSED)
        outcome = flatten(arguments.items[0], &load, output);
    eg_options_release(options, count, &arguments);
    return outcome;
}

const eg_command eg_command_flatten = {
    .name = "flatten",
    .usage = "FILE.mo|CLASS [OPTION]...",
    .doc = "prints a model flat: all variables and equations, no components",
    .text =
        "Writes the model as Modelica text without components: every variable and parameter under the quoted "
        "identifier of its path ('mass.s') with unit, start and comment; the equations of every component, "
        "those of the connections, and the model's own. simulate reads such a text back; its results have "
        "the same names as those of the model itself, and compare can hold one against the "
        "other. " EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 done; 1 the model is wrong; 2 wrong usage; 3 the file could not be written.",
    .least = 1,
    .most = 1,
    .run = run_flatten,
};
