/* elastogap convert: a text in Modelica as one in Dyad, and the other way round. */
#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "base/file.h"
#include "cli/load.h"
#include "cli/options.h"
#include "modelica/text/unparse.h"

#include <stdlib.h>
#include <string.h>

static bool ends_with(const char *text, const char *ending)
{
    size_t length = strlen(text), more = strlen(ending);
    return length > more && strcmp(text + length - more, ending) == 0;
}

/* Nothing is written before all of it is known to be right. */
static int write_text(const char *path, const char *text, size_t length, eg_diagnostics *diagnostics)
{
    if (!path) {
        fwrite(text, 1, length, stdout);
        return EG_EXIT_DONE;
    }
    eg_status status;
    eg_file *file = eg_file_create(path, diagnostics, &status);
    if (!file)
        return EG_EXIT_FAILED;
    eg_file_put(file, text, length);
    return eg_file_commit(file, diagnostics) == EG_OK ? EG_EXIT_DONE : EG_EXIT_FAILED;
}

static int convert(const char *path, const eg_texts *includes, const char *output)
{
    char *text = NULL, *copy = NULL;
    size_t length = 0;
    eg_texts all = {0};
    int outcome = EG_EXIT_FAILED;
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    FILE *out = open_memstream(&text, &length);
    if (diagnostics && out && eg_include_directories(includes, &copy, &all)) {
        eg_read_options options = eg_read_options_default();
        options.include_dirs = all.items;
        options.include_count = all.count;
        eg_status status = eg_convert_text(path, &options, diagnostics, out);
        bool is_complete = fclose(out) == 0;
        out = NULL;
        outcome = status == EG_ERROR_FILE ? EG_EXIT_USAGE : eg_exit_status(status);
        if (outcome == EG_EXIT_DONE)
            outcome = is_complete ? write_text(output, text, length, diagnostics) : eg_print_no_memory();
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

/* The other language is the one that the file is not in; a name for the output must say the same. */
static int check_names(const char *input, const char *output)
{
    bool is_dyad = ends_with(input, ".dyad");
    if (!is_dyad && !ends_with(input, ".mo"))
        return eg_print_usage_error("'%s' is neither a .mo nor a .dyad file", input);
    if (output && !ends_with(output, is_dyad ? ".mo" : ".dyad"))
        return eg_print_usage_error("the output of '%s' must end in %s, but is '%s'", input,
                                    is_dyad ? ".mo" : ".dyad", output);
    return EG_EXIT_DONE;
}

static int run_command(const eg_command *command, int argc, char **argv)
{
    eg_texts includes = {0};
    const char *output = NULL;
    const eg_option options[] = {
        eg_option_text("-o", "FILE", &output, "where to write it; without: to the standard output"),
        eg_option_list("-I", "DIR", &includes, "a library: a directory with packages; may be repeated"),
    };
    const size_t count = sizeof options / sizeof options[0];
    eg_texts arguments;
    int outcome = EG_EXIT_DONE;
    eg_parsed parsed = eg_options_parse(command, options, count, argc, argv, &arguments);
    if (parsed == EG_PARSED_WRONG)
        outcome = EG_EXIT_USAGE;
    else if (parsed == EG_PARSED && (outcome = check_names(arguments.items[0], output)) == EG_EXIT_DONE &&
             (outcome = eg_check_includes(&includes)) == EG_EXIT_DONE)
        outcome = convert(arguments.items[0], &includes, output);
    eg_options_release(options, count, &arguments);
    return outcome;
}

const eg_command eg_command_convert = {
    .name = "convert",
    .usage = "FILE.mo [-o FILE.dyad] | FILE.dyad [-o FILE.mo]",
    .doc = "writes a Modelica text in Dyad, or a Dyad text in Modelica",
    .text =
        "Classes, parts, values, equations and experiments keep their names and numbers: the converted model "
        "simulates to the same bits. Comments and documentation go with what they stand before. What Dyad "
        "has no words for is told, and carried in the metadata of its component as Modelica.\n"
        "\n"
        "Exit status: 0 done; 1 the text is wrong, or cannot be said in the other language; 2 wrong usage; 3 "
        "the file could not be written.",
    .least = 1,
    .most = 1,
    .run = run_command,
};
