/* elastogap: the program. Finds the command; each has a file of its own. */
#include "base/names.h"
#include "cli/complete.h"
#include "cli/options.h"
#include "cli/signals.h"

#include <stdlib.h>
#include <string.h>

static const eg_command *const commands[] = {
    &eg_command_simulate,    &eg_command_check,      &eg_command_info,     &eg_command_compare,
    &eg_command_flatten,     &eg_command_law,        &eg_command_test,     &eg_command_convert,
    &eg_command_manual,      &eg_command_firmware,   &eg_command_ensemble, &eg_command_fmu,
    &eg_command_linearize,   &eg_command_plot,       &eg_command_report,   &eg_command_steady,
    &eg_command_sweep,       &eg_command_diagram,    &eg_command_fit,      &eg_command_optimize,
    &eg_command_sensitivity, &eg_command_completion, &eg_command_lsp,
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void print_help(FILE *stream)
{
    fprintf(stream,
            "elastogap %s: one-dimensional mechanics with contact, from Modelica text to trajectory\n\n",
            eg_version());
    for (size_t i = 0; i < COMMANDS; i++)
        fprintf(stream, "  elastogap %-11s %s\n", commands[i]->name, commands[i]->doc);
    fprintf(stream,
            "\n  elastogap COMMAND --help shows a command's options, elastogap --version the version.\n"
            "  Exit status: 0 done; 1 the model is wrong (compare: outside the tube); 2 wrong usage;\n"
            "  3 the simulation failed.\n");
}

static const eg_command *find_command(const char *name)
{
    for (size_t i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i]->name, name) == 0)
            return commands[i];
    return NULL;
}

/* What other programs call a command, and what does it here. */
static const struct {
    const char *name, *answer;
} elsewhere[] = {
    {"run", "elastogap simulate FILE.mo runs a model"},
    {"sim", "elastogap simulate FILE.mo runs a model"},
    {"batch", "elastogap ensemble FILE.mo --sets FILE.csv --get NAME runs a model with many "
              "sets of values"},
    {"montecarlo", "elastogap sweep FILE.mo --design random --set 'NAME=normal(MEAN, DEVIATION)' --count N "
                   "--get NAME draws values and runs them"},
    {"sobol", "elastogap sweep FILE.mo --design saltelli --set 'NAME=uniform(LOW, HIGH)' --count N --get "
              "NAME --analysis FILE.csv finds Sobol's indices"},
    {"gradient", "elastogap sensitivity FILE.mo --by NAME --of NAME gives derivatives by parameters"},
    {"calibrate", "elastogap fit finds constants of a model from measurements"},
    {"export", "elastogap fmu FILE.mo writes an FMU, elastogap firmware FILE.mo C tables"},
    {"import", "elastogap simulate FILE.fmu runs an FMU"},
    {"compile", "elastogap check FILE.mo reads and compiles a model; simulate does so by itself"},
    {"build", "elastogap check FILE.mo reads and compiles a model; simulate does so by itself"},
    {"translate", "elastogap convert FILE.mo -o FILE.dyad writes a model in the other language"},
    {"validate", "elastogap check FILE.mo says what is wrong with a model"},
    {"diff", "elastogap compare RESULT REFERENCE.csv compares results"},
    {"list", "elastogap info lists all classes"},
    {"docs", "elastogap manual --output DIR writes the reference manual"},
    {"help", "elastogap --help lists all commands, elastogap COMMAND --help the options of one"},
    {"version", "elastogap --version tells it"},
};

static int unknown_command(const char *name)
{
    const char *names[COMMANDS];
    for (size_t i = 0; i < sizeof elsewhere / sizeof elsewhere[0]; i++)
        if (strcmp(elsewhere[i].name, name) == 0)
            return eg_print_usage_error("there is no command %s: %s", name, elsewhere[i].answer);
    for (size_t i = 0; i < COMMANDS; i++)
        names[i] = commands[i]->name;
    const char *nearest = eg_nearest(name, names, COMMANDS);
    if (nearest)
        eg_print_usage_error("unknown command %s; did you mean %s?", name, nearest);
    else
        eg_print_usage_error("unknown command %s; elastogap --help lists them all", name);
    return EG_EXIT_USAGE;
}

/* What could stand at the end of the line: a command, or what the command knows. */
static int complete(int argc, char **argv)
{
    if (argc <= 1) {
        const char *names[COMMANDS];
        for (size_t i = 0; i < COMMANDS; i++)
            names[i] = commands[i]->name;
        eg_complete_names(argc == 1 ? argv[0] : "", names, COMMANDS);
        return EG_EXIT_DONE;
    }
    const eg_command *command = find_command(argv[0]);
    argv[0] = EG_COMPLETE;
    return command ? command->run(command, argc, argv) : EG_EXIT_DONE;
}

int main(int argc, char **argv)
{
    eg_print_keep_streams();
    if (argc < 2) {
        print_help(stderr);
        return EG_EXIT_USAGE;
    }
    eg_signals_begin();
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        print_help(stdout);
        return eg_print_finish(EG_EXIT_DONE);
    }
    if (strcmp(name, "--version") == 0) {
        printf("elastogap %s\n", eg_version());
        return eg_print_finish(EG_EXIT_DONE);
    }
    if (strcmp(name, EG_COMPLETE) == 0)
        return eg_print_finish(complete(argc - 2, argv + 2));
    const eg_command *command = find_command(name);
    if (!command)
        return unknown_command(name);
    return eg_print_finish(command->run(command, argc - 2, argv + 2));
}
