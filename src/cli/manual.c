/* elastogap manual: the reference manual of the classes, as HTML and Markdown. */
#include "cli/options.h"
#include "manual/manual.h"

static int write_manual(const eg_manual_options *options)
{
    eg_manual_counts n;
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics)
        return eg_print_no_memory();
    eg_status status = eg_manual_write(options, diagnostics, &n);
    eg_print_diagnostics(diagnostics, 0);
    if (status == EG_OK)
        printf("%s: %zu classes in %zu packages, %zu examples, %zu figures; %s/index.html and "
               "%s/markdown/README.md\n",
               options->output, n.classes, n.packages, n.examples, n.figures, options->output,
               options->output);
    else if (eg_diagnostics_errors(diagnostics) == 0)
        eg_print_no_memory();
    eg_diagnostics_free(diagnostics);
    return eg_exit_status(status);
}

static int run_manual(const eg_command *command, int argc, char **argv)
{
    const char *output = NULL;
    eg_texts examples = {0}, arguments;
    const eg_option options[] = {
        eg_option_text("--output", "DIR", &output, "the directory to write to; made when it does not exist"),
        eg_option_list("--examples", "DIR", &examples,
                       "a directory whose .mo files are run for the figures; may be repeated"),
    };
    const size_t count = sizeof options / sizeof options[0];
    int outcome = EG_EXIT_DONE;
    eg_parsed parsed = eg_options_parse(command, options, count, argc, argv, &arguments);
    if (parsed == EG_PARSED_WRONG)
        outcome = EG_EXIT_USAGE;
    else if (parsed == EG_PARSED && (!output || !*output))
        outcome = eg_print_usage_error("manual needs --output DIR, where to write the pages");
    else if (parsed == EG_PARSED)
        outcome = write_manual(&(eg_manual_options){
            .output = output, .example_dirs = examples.items, .example_count = examples.count});
    eg_options_release(options, count, &arguments);
    return outcome;
}

const eg_command eg_command_manual = {
    .name = "manual",
    .usage = "--output DIR [OPTION]...",
    .doc = "writes the reference manual of all classes",
    .text = "Writes a page for every class, package and example, as HTML (DIR/index.html) and as Markdown "
            "(DIR/markdown/README.md), from what elastogap info prints. The models of the --examples "
            "directories are simulated, and each class gets a figure of the first that uses it. The pages "
            "work without a network and without scripts. Files of the same names are replaced, others stay.",
    .least = 0,
    .most = 0,
    .run = run_manual,
};
