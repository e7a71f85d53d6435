/* elastogap firmware: a model as C source for the fixed-step solver. */
#include "base/file.h"
#include "cli/load.h"
#include "cli/options.h"
#include "fixed/source.h"

#include <ctype.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    eg_load_settings load;
    double step;
    eg_texts outputs;
    const char *output, *name;
} settings;

/* The model's name with every character that C has no identifiers of as '_'. */
static char *identifier(const char *name)
{
    char *text = malloc(strlen(name) + 2), *at = text;
    if (!text)
        return NULL;
    if (isdigit((unsigned char)*name))
        *at++ = '_';
    for (; *name; name++)
        *at++ = isalnum((unsigned char)*name) ? *name : '_';
    *at = '\0';
    return text;
}

/* Through memory, so that a file is whole or not there. */
static eg_status put(const eg_model *model, const eg_fixed_model *fixed, const settings *set,
                     eg_diagnostics *d)
{
    const eg_fixed_plan *plan = eg_fixed_plan_of(fixed);
    char *text = NULL, *name = identifier(set->name ? set->name : eg_model_name(model));
    size_t length = 0;
    const char **inputs = calloc((size_t)plan->inputs + 1, sizeof *inputs);
    FILE *memory = name && inputs ? open_memstream(&text, &length) : NULL;
    eg_status status = memory ? EG_OK : EG_ERROR_MEMORY;
    if (memory) {
        for (int i = 0; i < plan->inputs; i++)
            inputs[i] = eg_fixed_input_name(model, fixed, i);
        eg_fixed_write_source(memory, plan, name, inputs, set->outputs.items);
        text = eg_text_end(memory, &text);
        status = text ? EG_OK : EG_ERROR_MEMORY;
    }
    if (status == EG_OK)
        status = eg_print_text(set->output, text, length, d);
    free(text);
    free(name);
    free(inputs);
    return status;
}

static int make(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    const char *const files[] = {arguments->items[0], set->output};
    eg_model *model = NULL;
    eg_fixed_model *fixed = NULL;
    if (eg_print_check_files(files, 2) != EG_EXIT_DONE)
        return EG_EXIT_USAGE;
    eg_diagnostics *d = eg_diagnostics_create();
    if (!d)
        return eg_print_no_memory();
    int outcome = eg_load(arguments->items[0], &set->load, d, &model);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(
            eg_fixed_compile(model, set->step, set->outputs.items, set->outputs.count, d, &fixed));
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(put(model, fixed, set, d));
    eg_print_diagnostics(d, 0);
    eg_fixed_model_free(fixed);
    eg_model_free(model);
    eg_diagnostics_free(d);
    return outcome;
}

static int run_firmware(const eg_command *command, int argc, char **argv)
{
    settings set = {.step = 1e-3};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        eg_option_number("--step", "H", &set.step, DBL_MIN, DBL_MAX, "more than 0",
                         "the step [s] (default: 1e-3)"),
        eg_option_list("--show", "PATH", &set.outputs,
                       "an output: a position, speed, force, loss, temperature or sensor; may be repeated"),
        eg_option_text("--name", "NAME", &set.name, "the plan's name in C (default: the model's)"),
        eg_option_text("--output", "FILE", &set.output, "where to (default: the standard output)"),
        eg_option_text("-o", "FILE", &set.output, "the same in short"),
    };
    const size_t count = sizeof options / sizeof options[0];
    return eg_options_run(command, options, count, argc, argv, make, &set);
}

const eg_command eg_command_firmware = {
    .name = "firmware",
    .usage = "FILE.mo|CLASS [OPTION]...",
    .doc = "writes a model as C tables for the fixed-step solver",
    .text =
        "Writes the model as const tables of C, a plan for eg_fixed_step (elastogap/fixed.h). With it a "
        "program without an operating system, compiled from it, from share/elastogap/fixed/run/*.c and from "
        "the headers, runs the model in real time: steps of one length, a bounded amount of work, no "
        "allocation. For springs, dampers, contacts, friction, hard stops, gears and heat, and what "
        "equations say of these, of signals and of events; forces, motions and what blocks give are its "
        "inputs. " EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 done; 1 the model is wrong, or none for fixed steps; 2 wrong usage; 3 the file could "
        "not be written.",
    .least = 1,
    .most = 1,
    .run = run_firmware,
};
