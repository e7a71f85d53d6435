/* Command lines: one table of options a command drives the parsing, the help text and the suggestions. */
#ifndef EG_CLI_OPTIONS_H
#define EG_CLI_OPTIONS_H

#include "cli/print.h"

#include <stdbool.h>
#include <stddef.h>

/* Where a text of --set comes from: a file of --set-file, or, all NULL, the command line. */
typedef struct eg_set_origin {
    const struct eg_ssv *ssv;
    const struct eg_ssv_item *item;
} eg_set_origin;

/* The texts of an option that may be given several times, in order. */
typedef struct eg_texts {
    const char **items; /* freed, as origins are, when the command has run */
    size_t count;
    eg_set_origin *origins; /* (count) of --set where --set-file is given; else NULL */
} eg_texts;

typedef enum eg_option_kind {
    EG_OPTION_FLAG,   /* target: bool, set to true */
    EG_OPTION_TEXT,   /* target: const char *, the last one given counts */
    EG_OPTION_LIST,   /* target: eg_texts */
    EG_OPTION_NUMBER, /* target: double; nothing but a finite number inside [min, max] will do */
} eg_option_kind;

typedef struct eg_option {
    const char *name;     /* "--model"; one dash and a letter takes its argument also without a space */
    const char *argument; /* "NAME"; NULL for flags */
    const char *doc;
    eg_option_kind kind;
    void *target;
    double min, max;   /* numbers: the limits, inclusive */
    const char *range; /* numbers: the limits in words, "more than 0" */
} eg_option;

/* One line of a table each; the types of the targets are checked this way. */
static inline eg_option eg_option_flag(const char *name, bool *target, const char *doc)
{
    return (eg_option){.name = name, .doc = doc, .kind = EG_OPTION_FLAG, .target = target};
}

static inline eg_option eg_option_text(const char *name, const char *argument, const char **target,
                                       const char *doc)
{
    return (eg_option){name, argument, doc, EG_OPTION_TEXT, target, 0, 0, NULL};
}

static inline eg_option eg_option_list(const char *name, const char *argument, eg_texts *target,
                                       const char *doc)
{
    return (eg_option){name, argument, doc, EG_OPTION_LIST, target, 0, 0, NULL};
}

static inline eg_option eg_option_number(const char *name, const char *argument, double *target, double min,
                                         double max, const char *range, const char *doc)
{
    return (eg_option){name, argument, doc, EG_OPTION_NUMBER, target, min, max, range};
}

typedef struct eg_command {
    const char *name;
    const char *usage;  /* what follows the name on the usage line */
    const char *doc;    /* one line */
    const char *text;   /* paragraphs for --help */
    size_t least, most; /* arguments that are no options */
    int (*run)(const struct eg_command *command, int argc, char **argv); /* argv[0] is the first argument */
} eg_command;

/* Does what a command is for; the settings are the targets of its options. Returns the exit status. */
typedef int eg_act(void *settings, const eg_texts *arguments);

/* Reads the arguments of a command and acts; not when they are wrong, which is reported, and not when --help
 * is asked for. `arguments` are those that are no options; "--" ends the options. Returns the exit status. */
int eg_options_run(const eg_command *command, const eg_option *options, size_t count, int argc, char **argv,
                   eg_act *act, void *settings);

/* Reads a whole text as one finite number. */
bool eg_options_number(const char *text, double *value);

/* The commands, one file each. */
extern const eg_command eg_command_simulate, eg_command_check, eg_command_info, eg_command_compare,
    eg_command_flatten, eg_command_law, eg_command_test, eg_command_convert, eg_command_manual,
    eg_command_firmware, eg_command_ensemble, eg_command_fmu, eg_command_linearize, eg_command_plot,
    eg_command_report, eg_command_steady, eg_command_sweep, eg_command_diagram, eg_command_fit,
    eg_command_optimize, eg_command_sensitivity, eg_command_completion, eg_command_lsp;

#endif
