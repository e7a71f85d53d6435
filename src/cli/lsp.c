/* elastogap lsp: the language server of editors. */
#include "cli/load.h"
#include "cli/options.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef EG_HAVE_JANSSON
#include "lsp/lsp.h"
#endif

typedef struct settings {
    eg_texts includes;
    bool stdio;
} settings;

static int serve(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    (void)arguments;
#ifdef EG_HAVE_JANSSON
    char *copy = NULL;
    eg_texts includes = {0};
    int outcome = eg_check_includes(&set->includes);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    if (!eg_include_directories(&set->includes, &copy, &includes))
        return eg_print_no_memory();
    signal(SIGPIPE, SIG_IGN); /* a client that is gone is noticed when it is written to */
    const eg_lsp_options options = {.include_dirs = includes.items, .include_count = includes.count};
    if (eg_lsp_serve(STDIN_FILENO, STDOUT_FILENO, &options) != 0) {
        eg_print_usage_error("the editor has gone without a goodbye: look whether it runs still");
        outcome = EG_EXIT_FAILED;
    }
    free(includes.items);
    free(copy);
    return outcome;
#else
    (void)set;
    return eg_print_usage_error("this build has no language server: add the library jansson (Debian: "
                                "libjansson-dev) and build anew");
#endif
}

static int run_lsp(const eg_command *command, int argc, char **argv)
{
    settings set = {0};
    const eg_option options[] = {
        eg_option_list("-I", "DIR", &set.includes,
                       "a library: a directory with packages, or a text (.mo); may be repeated"),
        eg_option_flag("--stdio", &set.stdio, "what is done anyway; some editors say it"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, serve, &set);
}

const eg_command eg_command_lsp = {
    .name = "lsp",
    .usage = "[OPTION]...",
    .doc = "serves an editor: messages, completion, hover and more (Language Server Protocol)",
    .text =
        "Speaks the Language Server Protocol 3.17 over its standard input and output: an editor starts it "
        "and tells it what is typed, in Modelica (.mo) and Dyad (.dyad). It answers with the messages of "
        "check while one types, completion, hover, definitions, references, renaming, an outline, layout, "
        "quick fixes, and runs or draws models. Libraries are those of -I, MODELICAPATH and the editor's "
        "workspace. How editors are told of it stands in docs/editors.md.\n"
        "\n"
        "Exit status: 0 the editor has said shutdown and exit; 3 it was gone without.",
    .least = 0,
    .most = 0,
    .run = run_lsp,
};
