/* elastogap fmu: a model as a functional mock-up unit. */
#include "base/file.h"
#include "base/names.h"
#include "cli/load.h"
#include "cli/options.h"
#include "fmi/export.h"
#include "result/formats.h"

#include <stdlib.h>
#include <string.h>

#ifdef EG_FMU_RUNTIME
/* The shared object that every FMU has, as the build has made and packed it: a ZIP archive. */
__asm__(".section .rodata\n"
        ".balign 16\n"
        ".globl eg_fmu_runtime\n"
        ".globl eg_fmu_runtime_end\n"
        "eg_fmu_runtime:\n"
        ".incbin \"" EG_FMU_RUNTIME "\"\n"
        "eg_fmu_runtime_end:\n"
        ".byte 0\n"
        ".previous\n");
extern const char eg_fmu_runtime[], eg_fmu_runtime_end[];
/* And the pieces of source FMUs. */
__asm__(".section .rodata\n"
        ".globl eg_fmu_pieces\n"
        ".globl eg_fmu_pieces_end\n"
        "eg_fmu_pieces:\n"
        ".incbin \"" EG_FMU_PIECES "\"\n"
        "eg_fmu_pieces_end:\n"
        ".byte 0\n"
        ".previous\n");
extern const char eg_fmu_pieces[], eg_fmu_pieces_end[];
#endif

typedef struct settings {
    eg_load_settings load;
    const char *output, *engine;
    double version;
    bool is_source, has_experiment;
    const char *rows;
    eg_texts flanges, inputs, outputs;
} settings;

static char *default_output(const char *model)
{
    const char *dot = strchr(model, '\'') ? NULL : strrchr(model, '.'), *last = dot ? dot + 1 : model;
    char *name = malloc(strlen(last) + sizeof ".fmu");
    if (name)
        strcat(strcpy(name, last), ".fmu");
    for (char *c = name; c && *c; c++)
        if (*c == '/')
            *c = '_';
    return name;
}

static eg_status miss_runtime(eg_diagnostics *d)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "this build has no runtime for FMUs");
    eg_remedy(d, "build the whole of elastogap, with its target elastogap_fmu");
    return EG_ERROR_UNAVAILABLE;
}

#ifdef EG_FMU_RUNTIME
static eg_status write_fmu(const settings *set, eg_spec *spec, eg_diagnostics *d)
{
    enum { MOST_BYTES = 100000000 }; /* of rows */
    char *copy = NULL, *rows = NULL, *own = set->output ? NULL : default_output(eg_spec_name(spec));
    size_t length = 0;
    eg_texts includes = {0};
    eg_status status = EG_ERROR_MEMORY;
    eg_fmu_options o = {.version = (int)set->version, .engine = set->engine};
    bool is_whole =
        eg_archive_first(eg_fmu_runtime, (size_t)(eg_fmu_runtime_end - eg_fmu_runtime), &o.runtime);
    if (is_whole && (set->output || own) && eg_include_directories(&set->load.includes, &copy, &includes)) {
        o.includes = includes.items;
        o.include_count = includes.count;
        o.settings = set->load.overrides.items;
        o.setting_count = set->load.overrides.count;
        o.shape = (eg_fmu_shape){
            set->flanges.items, set->inputs.items, set->outputs.items,
            set->flanges.count, set->inputs.count, set->outputs.count,
        };
        o.has_experiment = set->has_experiment || set->rows;
        o.rows_path = set->rows;
        o.pieces = set->is_source ? eg_fmu_pieces : NULL;
        o.pieces_length = (size_t)(eg_fmu_pieces_end - eg_fmu_pieces);
        status = set->rows ? eg_file_read(set->rows, MOST_BYTES, d, &rows, &length) : EG_OK;
        o.rows = rows;
        if (status == EG_OK)
            status = eg_fmu_write(spec, set->output ? set->output : own, &o, d);
    }
    free(rows);
    free(includes.items);
    free(copy);
    free(own);
    return is_whole ? status : miss_runtime(d);
}
#else
static eg_status write_fmu(const settings *set, eg_spec *spec, eg_diagnostics *d)
{
    (void)set, (void)spec, (void)default_output;
    return miss_runtime(d);
}
#endif

static int check_settings(const settings *set)
{
    static const char *const engines[] = {"auto", "erk", "exact", "fixed", "ida", "irk"};
    bool known = !set->engine;
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        known = known || strcmp(set->engine, engines[i]) == 0;
    if (set->version != 2 && set->version != 3)
        return eg_print_usage_error("--fmi must be 2 or 3");
    if (!known)
        return eg_print_usage_error(
            "there is no engine '%s'; choose one of: auto, erk, exact, fixed, ida, irk", set->engine);
    if (set->output && !eg_path_ends(set->output, ".fmu") && !eg_file_is_special(set->output))
        return eg_print_usage_error("--output must end in .fmu, but is '%s'", set->output);
    return EG_EXIT_DONE;
}

static int run_settings(void *context, const eg_texts *arguments)
{
    const settings *set = context;
    const char *input = arguments->items[0];
    int outcome = check_settings(set);
    if (outcome != EG_EXIT_DONE)
        return outcome;
    eg_diagnostics *d = eg_diagnostics_create();
    eg_spec *spec = NULL;
    if (!d)
        return eg_print_no_memory();
    outcome = eg_load_spec(input, &set->load, d, &spec);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_exit_status(write_fmu(set, spec, d));
    if (outcome == EG_EXIT_MODEL && eg_diagnostics_errors(d) == 0) /* a wrong model has a message */
        outcome = EG_EXIT_FAILED;
    eg_print_diagnostics(d, 0);
    eg_spec_free(spec);
    eg_diagnostics_free(d);
    return outcome;
}

static int run_fmu(const eg_command *command, int argc, char **argv)
{
    settings set = {.version = 3};
    const eg_option options[] = {
        EG_LOAD_OPTIONS(&set.load),
        eg_option_text("--output", "FILE.fmu", &set.output,
                       "where to (default: MODEL.fmu in the current directory)"),
        eg_option_text("-o", "FILE.fmu", &set.output, "the same in short"),
        eg_option_number("--fmi", "VERSION", &set.version, 2, 3, "2 or 3",
                         "version of the interface, 2 or 3 (default: 3)"),
        eg_option_text("--engine", "NAME", &set.engine,
                       "of Co-Simulation: auto, erk, exact, fixed, ida or irk (default: auto)"),
        eg_option_list("--flange", "NAME=force|motion[:F_CRIT]", &set.flanges,
                       "an open flange or heat port becomes a terminal: force (heat flow) in, motion "
                       "(temperature) out; or motion in, force out; may be repeated"),
        eg_option_list("--inputs", "PATTERN", &set.inputs,
                       "signals that become inputs: open inputs, outputs of sources; may be repeated"),
        eg_option_list("--outputs", "PATTERN", &set.outputs,
                       "variables that become outputs, beside those declared so; may be repeated"),
        eg_option_flag(
            "--reference", &set.has_experiment,
            "carry the experiment, its parameters, stimuli and results with all digits (FMI-LS-REF)"),
        eg_option_text(
            "--reference-from", "FILE.csv", &set.rows,
            "the same with these rows in place of results of our own: time and variables of the FMU"),
        eg_option_flag(
            "--source", &set.is_source,
            "C99 source in one file, for importers on other platforms to compile, in place of a library"),
    };
    enum { COUNT = sizeof options / sizeof *options };
    return eg_options_run(command, options, COUNT, argc, argv, run_settings, &set);
}

const eg_command eg_command_fmu = {
    .name = "fmu",
    .usage = "FILE.mo [OPTION]...",
    .doc = "writes a model as a functional mock-up unit (FMU)",
    .text =
        "Writes an FMU of FMI 3.0 (or 2.0) for Model Exchange and Co-Simulation on x86-64 Linux that any "
        "importer runs; no compiler is needed. It carries the texts of the model, and settings by --set. "
        "Inputs and outputs are what the model's top level declares so; parameters that decide no structure "
        "can be set before the start, and what depends on them follows. The same texts give the same "
        "bytes. " EG_LOAD_TEXT "\n"
        "\n"
        "Exit status: 0 done; 1 the model is wrong; 2 wrong usage; 3 the file could not be written.",
    .least = 1,
    .most = 1,
    .run = run_fmu,
};
