/* elastogap convert: a text in Modelica as one in Dyad, and the other way round. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "base/file.h"
#include "base/names.h"
#include "cli/load.h"
#include "cli/options.h"
#include "modelica/scope/definition.h"
#include "modelica/text/unparse.h"

#include <stdlib.h>
#include <string.h>

/* The other language is the one that the text is not in; a name for the output must say the same. */
static int check_output(const char *input, const char *output, bool to_dyad)
{
    if (output && !eg_text_ends(output, to_dyad ? ".dyad" : ".mo") && !eg_file_is_special(output))
        return eg_print_usage_error("the output of '%s' must end in %s, but is '%s'", input,
                                    to_dyad ? ".dyad" : ".mo", output);
    return EG_EXIT_DONE;
}

static int convert(const char *path, const eg_texts *includes, const char *output)
{
    char *text = NULL, *copy = NULL;
    size_t length = 0;
    eg_texts all = {0};
    bool to_dyad = false;
    int outcome = EG_EXIT_FAILED;
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    FILE *out = open_memstream(&text, &length);
    if (diagnostics && out && eg_include_directories(includes, &copy, &all)) {
        eg_read_options options = eg_read_options_default();
        options.include_dirs = all.items;
        options.include_count = all.count;
        eg_status status = eg_convert_text(path, &options, diagnostics, out, &to_dyad);
        text = eg_text_end(out, &text);
        out = NULL;
        outcome = status == EG_ERROR_FILE ? EG_EXIT_USAGE : eg_exit_status(status);
        if (outcome == EG_EXIT_DONE)
            outcome = check_output(path, output, to_dyad);
        if (outcome == EG_EXIT_DONE)
            outcome = text ? eg_exit_status(eg_print_text(output, text, length, diagnostics))
                           : eg_print_no_memory();
        eg_print_diagnostics(diagnostics, 0);
    } else {
        eg_print_no_memory();
    }
    if (out)
        fclose(out);
    free(text);
    free(all.items);
    free(copy);
    eg_diagnostics_free(diagnostics);
    return outcome;
}

/* The ending tells what language a file is in. */
static int check_names(const char *input, const char *output)
{
    bool to_modelica =
        eg_text_ends(input, ".dyad") || eg_text_ends(input, ".emx") || eg_text_ends(input, ".sidops");
    if (eg_check_model_name(input) != EG_EXIT_DONE)
        return EG_EXIT_USAGE;
    if (!to_modelica && !eg_text_ends(input, ".mo"))
        return eg_is_class_name(input)
                   ? EG_EXIT_DONE
                   : eg_print_usage_error(
                         "'%s' is no .mo, .dyad, .emx or .sidops file, and no class: name one", input);
    return check_output(input, output, !to_modelica);
}

typedef struct settings {
    eg_texts includes;
    const char *output;
} settings;

static int check_and_convert(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    const char *input = arguments->items[0];
    int outcome = check_names(input, set->output);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_check_includes(&set->includes);
    return outcome == EG_EXIT_DONE ? convert(input, &set->includes, set->output) : outcome;
}

static int run_command(const eg_command *command, int argc, char **argv)
{
    settings set = {0};
    const eg_option options[] = {
        eg_option_text("--output", "FILE", &set.output, "the same"),
        eg_option_text("-o", "FILE", &set.output, "where to write it; without: to the standard output"),
        eg_option_list("-I", "DIR", &set.includes,
                       "a library: a directory with packages, or a text (.mo); may be repeated"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, check_and_convert, &set);
}

const eg_command eg_command_convert = {
    .name = "convert",
    .usage = "FILE.mo|CLASS [-o FILE.dyad] | FILE.dyad|FILE.emx|FILE.sidops [-o FILE.mo]",
    .doc = "writes a Modelica text in Dyad, or a text in Dyad or 20-sim's SIDOPS in Modelica",
    .text =
        "Classes, parts, values, equations and experiments keep their names and numbers: the converted model "
        "simulates to the same bits. Comments and documentation go with what they stand before. What Dyad "
        "has no words for is told, and carried in the metadata of its component as Modelica. A class of a "
        "library is named as in simulate: the text that it has to itself is converted. Of a model of 20-sim "
        "its submodels become models inside of it.\n"
        "\n"
        "Exit status: 0 done; 1 the text is wrong, or cannot be said in the other language; 2 wrong usage; 3 "
        "the file could not be written.",
    .least = 1,
    .most = 1,
    .run = run_command,
};
