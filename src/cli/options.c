/* Reading command lines by table. */
#include "cli/options.h"

#include "base/names.h"
#include "base/number.h"
#include "cli/complete.h"
#include "cli/set_file.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_OPTIONS = 40 }; /* of one command */

/* Of all commands. */
static const eg_option colour = {.name = "--color",
                                 .argument = "WHEN",
                                 .kind = EG_OPTION_TEXT,
                                 .doc = "colours in messages: auto (on a terminal), always or never"};

/* ---------------------------------------------------------------- help */

static void print_option(const eg_option *option)
{
    char left[60];
    const char *argument = option->argument;
    snprintf(left, sizeof left, "%s%s%s", option->name, argument ? " " : "", argument ? argument : "");
    printf("  %-26s %s\n", left, option->doc);
}

static void print_options(const eg_option *options, size_t count)
{
    for (size_t i = 0; i < count; i++)
        print_option(&options[i]);
    print_option(&colour);
    printf("  %-26s %s\n", "--help", "this text");
}

static void print_help(const eg_command *command, const eg_option *options, size_t count)
{
    printf("elastogap %s %s\n", command->name, command->usage);
    eg_print_wrapped(stdout, command->doc, 0);
    if (command->text) {
        printf("\n");
        eg_print_wrapped(stdout, command->text, 0);
    }
    printf("\nOptions:\n");
    print_options(options, count);
}

/* ---------------------------------------------------------------- what is wrong */

/* What came of reading a command line; what is wrong has been reported. */
typedef enum parsed { PARSED, HELPED, WRONG } parsed;

static parsed wrong(const eg_command *command)
{
    fprintf(stderr, "  see: elastogap %s --help\n", command->name);
    return WRONG;
}

static parsed unknown_option(const eg_command *command, const eg_option *options, size_t count,
                             const char *given, size_t length)
{
    const char *names[MOST_OPTIONS + 2];
    size_t known = 0;
    for (size_t i = 0; i < count && known < MOST_OPTIONS; i++)
        names[known++] = options[i].name;
    names[known++] = "--help";
    names[known++] = colour.name;
    char name[64];
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name), given);
    const char *nearest = eg_nearest(name, names, known);
    if (nearest)
        eg_print_usage_error("unknown option %s; did you mean %s?", name, nearest);
    else
        eg_print_usage_error("unknown option %s", name);
    return wrong(command);
}

/* ---------------------------------------------------------------- values */

bool eg_options_number(const char *text, double *value)
{
    const char *end = text + strlen(text);
    double read;
    if (eg_number_read(text, end, &read) != end || !isfinite(read) || text == end)
        return false;
    *value = read;
    return true;
}

/* Appends to a list, which has room for `most` texts from its first use on. False: out of memory. */
static bool append(eg_texts *texts, const char *text, int most)
{
    if (!texts->items)
        texts->items = calloc((size_t)most, sizeof *texts->items);
    if (!texts->items)
        return false;
    texts->items[texts->count++] = text;
    return true;
}

static bool take_number(const eg_option *option, const char *value)
{
    double number;
    if (!eg_options_number(value, &number)) {
        eg_print_usage_error("%s needs a number, but '%s' is none", option->name, value);
        return false;
    }
    if (!(number >= option->min && number <= option->max)) {
        eg_print_usage_error("%s must be %s, but is %s", option->name, option->range, value);
        return false;
    }
    *(double *)option->target = number;
    return true;
}

static bool take_colour(const char *when)
{
    const bool is_known = eg_print_colour(when);
    if (!is_known)
        eg_print_usage_error("--color must be auto, always or never, but is '%s'", when);
    return is_known;
}

static bool take(const eg_option *option, const char *value, int most)
{
    if (option->kind != EG_OPTION_FLAG && *value == '\0') { /* a variable of a shell that is not set */
        eg_print_usage_error("%s needs %s, but was given an empty text", option->name, option->argument);
        return false;
    }
    if (option == &colour)
        return take_colour(value);
    switch (option->kind) {
    case EG_OPTION_FLAG: *(bool *)option->target = true; return true;
    case EG_OPTION_TEXT: *(const char **)option->target = value; return true;
    case EG_OPTION_NUMBER: return take_number(option, value);
    case EG_OPTION_LIST: break;
    }
    if (append(option->target, value, most))
        return true;
    eg_print_no_memory();
    return false;
}

/* ---------------------------------------------------------------- parsing */

/* Where the value of an option stands that is glued to its name ("--model=X", "-Ilib"), or NULL. *length
 * receives the length of the name. */
static const char *glued_value(const char *given, size_t *length)
{
    *length = strlen(given);
    if (given[1] != '-') {
        if (*length <= 2)
            return NULL;
        *length = 2;
        return given + 2;
    }
    const char *equals = strchr(given, '=');
    if (!equals)
        return NULL;
    *length = (size_t)(equals - given);
    return equals + 1;
}

static const eg_option *find_option(const eg_option *options, size_t count, const char *name, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(options[i].name) == length && strncmp(options[i].name, name, length) == 0)
            return &options[i];
    return NULL;
}

static parsed parse_option(const eg_command *command, const eg_option *options, size_t count, int argc,
                           char **argv, int *at)
{
    const char *given = argv[*at];
    size_t length;
    const char *value = glued_value(given, &length);
    if (strcmp(given, "--help") == 0 || strcmp(given, "-h") == 0) {
        print_help(command, options, count);
        return HELPED;
    }
    const bool is_colour = length == strlen(colour.name) && strncmp(given, colour.name, length) == 0;
    const eg_option *option = is_colour ? &colour : find_option(options, count, given, length);
    if (!option)
        return unknown_option(command, options, count, given, length);
    if (option->kind == EG_OPTION_FLAG && value) {
        eg_print_usage_error("%s takes no value, but was given '%s'", option->name, value);
        return wrong(command);
    }
    if (option->kind != EG_OPTION_FLAG && !value) {
        if (*at + 1 >= argc || strncmp(argv[*at + 1], "--", 2) == 0) {
            eg_print_usage_error("%s needs %s behind it", option->name, option->argument);
            return wrong(command);
        }
        value = argv[++*at];
    }
    return take(option, value, argc) ? PARSED : wrong(command);
}

/* FILEs behind the model's own are texts whose classes it may name, as -I gives them. False: memory. */
static bool take_further_texts(const eg_command *command, const eg_option *options, size_t count, int argc,
                               eg_texts *arguments)
{
    const eg_option *includes = find_option(options, count, "-I", 2);
    size_t kept = command->most;
    for (size_t i = kept; includes && i < arguments->count; i++) {
        const char *argument = arguments->items[i];
        if (!eg_path_ends(argument, ".mo"))
            arguments->items[kept++] = argument;
        else if (!append(includes->target, argument, argc))
            return false;
    }
    if (includes && arguments->count > command->most)
        arguments->count = kept;
    return true;
}

static parsed check_arguments(const eg_command *command, const eg_texts *arguments)
{
    if (arguments->count < command->least) {
        eg_print_usage_error("%s needs %s: elastogap %s %s", command->name,
                             command->least == 1 ? "one argument" : "two arguments", command->name,
                             command->usage);
        return wrong(command);
    }
    if (arguments->count > command->most) {
        eg_print_usage_error("%s does not know what to do with '%s'", command->name,
                             arguments->items[command->most]);
        return wrong(command);
    }
    return PARSED;
}

static parsed parse(const eg_command *command, const eg_option *options, size_t count, int argc, char **argv,
                    eg_texts *arguments)
{
    bool ended = false;
    for (int i = 0; i < argc; i++) {
        if (!ended && strcmp(argv[i], "--") == 0) {
            ended = true;
        } else if (!ended && argv[i][0] == '-' && argv[i][1] != '\0') {
            parsed so_far = parse_option(command, options, count, argc, argv, &i);
            if (so_far != PARSED)
                return so_far;
        } else if (!append(arguments, argv[i], argc)) {
            eg_print_no_memory();
            return WRONG;
        }
    }
    if (!take_further_texts(command, options, count, argc, arguments)) {
        eg_print_no_memory();
        return WRONG;
    }
    return check_arguments(command, arguments);
}

/* What files of --set-file give joins what --set gives; then the command acts. */
static int act_with_files(const eg_option *options, size_t count, eg_act *act, void *settings,
                          const eg_texts *arguments)
{
    const eg_option *names = find_option(options, count, "--set-file", strlen("--set-file"));
    const eg_option *sets = find_option(options, count, "--set", strlen("--set"));
    eg_set_files files = {0};
    int outcome = EG_EXIT_DONE;
    if (names && sets && ((const eg_texts *)names->target)->count > 0)
        outcome = eg_set_files_take(names->target, sets->target, &files);
    if (outcome == EG_EXIT_DONE)
        outcome = act(settings, arguments);
    eg_set_files_release(&files);
    return outcome;
}

int eg_options_run(const eg_command *command, const eg_option *options, size_t count, int argc, char **argv,
                   eg_act *act, void *settings)
{
    eg_texts arguments = {0};
    int outcome = EG_EXIT_DONE;
    if (argc > 0 && strcmp(argv[0], EG_COMPLETE) == 0)
        return eg_complete(command, options, count, (const char *const *)argv + 1, (size_t)argc - 1);
    switch (parse(command, options, count, argc, argv, &arguments)) {
    case PARSED: outcome = act_with_files(options, count, act, settings, &arguments); break;
    case HELPED: break;
    case WRONG: outcome = eg_print_memory_was_out() ? EG_EXIT_FAILED : EG_EXIT_USAGE; break;
    }
    for (size_t i = 0; i < count; i++)
        if (options[i].kind == EG_OPTION_LIST) { /* two names may have one list */
            eg_texts *list = options[i].target;
            free(list->items);
            free(list->origins);
            list->items = NULL;
            list->origins = NULL;
        }
    free(arguments.items);
    return outcome;
}
