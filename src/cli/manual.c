/* elastogap manual: the reference manual of the classes, as HTML and Markdown. */
#include "cli/options.h"
#include "manual/manual.h"

typedef struct settings {
    const char *output;
    eg_texts examples;
} settings;

static int write_manual(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    (void)arguments;
    if (!set->output)
        return eg_print_usage_error("manual needs --output DIR, where to write the pages");
    const eg_manual_options options = {
        .output = set->output, .example_dirs = set->examples.items, .example_count = set->examples.count};
    eg_manual_counts n;
    eg_diagnostics *diagnostics = eg_diagnostics_create();
    if (!diagnostics)
        return eg_print_no_memory();
    eg_status status = eg_manual_write(&options, diagnostics, &n);
    eg_print_diagnostics(diagnostics, 0);
    if (status == EG_OK)
        printf("%s: %zu classes in %zu packages, %zu examples, %zu figures; %s/index.html and "
               "%s/markdown/README.md\n",
               set->output, n.classes, n.packages, n.examples, n.figures, set->output, set->output);
    else if (eg_diagnostics_errors(diagnostics) == 0)
        eg_print_no_memory();
    eg_diagnostics_free(diagnostics);
    return eg_exit_status(status);
}

static int run_manual(const eg_command *command, int argc, char **argv)
{
    settings set = {0};
    const eg_option options[] = {
        eg_option_text("--output", "DIR", &set.output,
                       "the directory to write to; made when it does not exist"),
        eg_option_list("--examples", "DIR", &set.examples,
                       "a directory whose .mo files are run for the figures; may be repeated"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, write_manual, &set);
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
