/* elastogap flatten: the whole model as flat text, in Modelica or in Dyad. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "base/file.h"
#include "base/names.h"
#include "cli/load.h"
#include "cli/options.h"
#include "modelica/text/unparse.h"

#include <stdlib.h>
#include <string.h>

typedef struct settings {
    eg_load_settings load;
    const char *output;
} settings;

/* The name of the output says which language it is in; where there is none that of the input does. */
static bool is_dyad(const char *input, const char *output)
{
    if (output && (eg_text_ends(output, ".mo") || eg_text_ends(output, ".dyad")))
        return eg_text_ends(output, ".dyad");
    return eg_text_ends(input, ".dyad");
}

/* The flat text in Dyad in place of that in Modelica. */
static int say_in_dyad(char **text, size_t *length, eg_diagnostics *diagnostics)
{
    char *dyad = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&dyad, &size);
    if (!out)
        return eg_print_no_memory();
    eg_status status = eg_convert_to_dyad(*text, *length, "flat.mo", diagnostics, out);
    dyad = eg_text_end(out, &dyad);
    if (status == EG_OK && !dyad)
        return eg_print_no_memory();
    if (status != EG_OK) {
        free(dyad);
        return eg_exit_status(status);
    }
    free(*text);
    *text = dyad;
    *length = strlen(dyad);
    return EG_EXIT_DONE;
}

static int flatten(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    const char *const files[] = {arguments->items[0], set->output};
    eg_spec *spec = NULL;
    char *text = NULL;
    size_t length = 0;
    if (eg_print_check_files(files, 2) != EG_EXIT_DONE)
        return EG_EXIT_USAGE;
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics)
        return eg_print_no_memory();
    int outcome = eg_load_spec(arguments->items[0], &set->load, diagnostics, &spec);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(eg_spec_flatten(spec, diagnostics, &text, &length));
    if (outcome == EG_EXIT_DONE && is_dyad(arguments->items[0], set->output))
        outcome = say_in_dyad(&text, &length, diagnostics);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(eg_print_text(set->output, text, length, diagnostics));
    eg_print_diagnostics(diagnostics, 0);
    free(text);
    eg_spec_free(spec);
    eg_diagnostics_free(diagnostics);
    return outcome;
}

static int run_flatten(const eg_command *command, int argc, char **argv)
{
    settings set = {0};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        eg_option_text("--output", "FILE", &set.output, "where to (default: the standard output)"),
        eg_option_text("-o", "FILE", &set.output, "the same in short"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, flatten, &set);
}

const eg_command eg_command_flatten = {
    .name = "flatten",
    .usage = "FILE.mo|FILE.dyad|CLASS [OPTION]...",
    .doc = "prints a model flat: all variables and equations, no components",
    .text =
        "Writes the model as Modelica text without components: every variable and parameter under the quoted "
        "identifier of its path ('mass.s') with unit, start and comment; the equations of every component, "
        "those of the connections, and the model's own. simulate reads such a text back; its results have "
        "the same names as those of the model itself, and compare can hold one against the "
        "other. Parameters follow from each other as in the model, and setting one does there what it does "
        "to the model; those that have been used up are final. Of a Dyad text, and where the output ends in "
        ".dyad, it is a component in Dyad, whose names have _ for the dots. " EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 done; 1 the model is wrong; 2 wrong usage; 3 the file could not be written.",
    .least = 1,
    .most = 1,
    .run = run_flatten,
};
