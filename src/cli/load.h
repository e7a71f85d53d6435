/* From the command line to a compiled model: what simulate, check and info have in common. */
#ifndef EG_CLI_LOAD_H
#define EG_CLI_LOAD_H

#include "cli/options.h"
#include "elastogap/elastogap.h"

/* What to read, as the options say it. */
typedef struct eg_load_settings {
    const char *model;        /* --model, or NULL */
    eg_texts includes;        /* -I; behind them comes MODELICAPATH */
    eg_texts overrides;       /* --set, and what the files of --set-file give */
    eg_texts set_files;       /* --set-file */
    double time_limit;        /* --time-limit [s]; 0: none */
    const char *memory_limit; /* --memory-limit, or NULL */
    const char *test;         /* of the model's metadata, or NULL */
} eg_load_settings;

/* The options --model, -I, --set, --set-file and limits, for a command's table. */
#define EG_LOAD_OPTIONS(load)                                                                                \
    eg_option_text("--model", "NAME", &(load)->model, "the model to take, when not the file's last one"),    \
        eg_option_list("-I", "DIR", &(load)->includes,                                                       \
                       "a library: a directory with packages, or a text (.mo); may be repeated"),            \
        eg_option_list("--set", "PATH=VALUE", &(load)->overrides,                                            \
                       "gives a parameter another value; may be repeated"),                                  \
        eg_option_list(                                                                                      \
            "--set-file", "FILE.ssv", &(load)->set_files,                                                    \
            "gives parameters the values of a file (SSV of SSP); --set goes before; may be repeated"),       \
        eg_option_number("--time-limit", "S", &(load)->time_limit, 1e-3, 1e8, "from 1e-3 to 1e8",            \
                         "end after S seconds, with what has been reached by then"),                         \
        eg_option_text("--memory-limit", "BYTES", &(load)->memory_limit,                                     \
                       "use no more memory; as in 500000, 200k, 64M or 4G")

/* Where to end a run that takes too many steps (eg_simulate_options). */
#define EG_MAX_STEPS_OPTION(target)                                                                          \
    eg_option_number("--max-steps", "N", target, 0, 1e15, "from 0 to 1e15",                                  \
                     "give a run up after N steps and events (default: 500000, and 100 a row; 0: "           \
                     "as many as it takes)")

/* What --help says about where models come from. */
#define EG_LOAD_TEXT                                                                                         \
    "A FILE is in Modelica (.mo), Dyad (.dyad) or of 20-sim (.emx, .sidops). A CLASS is looked for in the "  \
    "directories named by -I and then in those of the environment variable MODELICAPATH (separated by "      \
    "colons). A FILE beside a package.mo knows the packages around it, any other the texts beside and "      \
    "behind it. The VALUE of --set is an expression, which may name pi and what the model declares: "        \
    "ball.m=2*pi, gap.d=gap.c/1000."

/* Does no name of --set stand twice? 0, or the exit status of a usage error. */
int eg_check_twice(const eg_texts *settings);
/* The same, and has every --set the form PATH=VALUE? */
int eg_check_overrides(const eg_texts *overrides);
/* A file that is no model's text by its ending, an FMU or results: EG_EXIT_USAGE with what is for it. */
int eg_check_model_name(const char *input);
/* Reads the model. On success 0 and *spec, to be freed; else the exit status, and `diagnostics` says why. */
int eg_load_spec(const char *input, const eg_load_settings *settings, eg_diagnostics *diagnostics,
                 eg_spec **spec);
/* The directories to search: those of -I, then those of MODELICAPATH; items point into `given` and
 * *copy, both of which the caller frees. False: out of memory. */
bool eg_include_directories(const eg_texts *given, char **copy, eg_texts *all);
/* Does every -I name a directory (what MODELICAPATH names need not exist)? 0, or the exit status of a
 * usage error. */
int eg_check_includes(const eg_texts *includes);

/* Compiles what was read. On success 0 and *model; else the exit status. */
int eg_compile(eg_spec *spec, eg_diagnostics *diagnostics, eg_model **model);

/* Reads and compiles the model. On success 0 and *model; else the exit status, and `diagnostics` says why. */
int eg_load(const char *input, const eg_load_settings *settings, eg_diagnostics *diagnostics,
            eg_model **model);

#endif
