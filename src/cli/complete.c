/* Completion of command lines.
 *
 * The tables of options say what follows an option by the name of its argument (FILE, PATH=VALUE,
 * EXPRESSION); names of parameters and variables are those of the model that the line names, which is read
 * and compiled as it stands. A shell calls this at each press of a key: nothing is printed but candidates.
 */
#include "cli/complete.h"

#include "cli/load.h"
#include "component/class.h"
#include "engine/engine.h"
#include "simulate/readout.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- printing */

/* Candidates for the end of a word: what stands before it is kept. */
typedef struct word {
    const char *head; /* kept, as far as `tail` */
    const char *tail;
} word;

static bool fits(word w, const char *name)
{
    return strncmp(name, w.tail, strlen(w.tail)) == 0;
}

static void print(word w, const char *name, const char *behind)
{
    printf("%.*s%s%s\n", (int)(w.tail - w.head), w.head, name, behind);
}

void eg_complete_names(const char *given, const char *const *names, size_t count)
{
    const word w = {given, given};
    for (size_t i = 0; i < count; i++)
        if (fits(w, names[i]))
            print(w, names[i], "");
}

/* Of "max(-gap." the name at the end is to be completed. */
static word last_name(const char *given)
{
    const char *tail = given + strlen(given);
    while (tail > given && (isalnum((unsigned char)tail[-1]) || strchr("_.[]'", tail[-1])))
        tail--;
    return (word){given, tail};
}

/* ---------------------------------------------------------------- what is there */

static void complete_options(const char *given, const eg_option *options, size_t count)
{
    static const char *const of_all[] = {"--help", "--color"};
    for (size_t i = 0; i < count; i++)
        if (options[i].name[1] == '-')
            eg_complete_names(given, &options[i].name, 1);
    eg_complete_names(given, of_all, 2);
}

/* Classes by their full names, package by package: "Modelica.Me" is followed by what is inside of it. */
static void complete_classes(const char *given)
{
    size_t count;
    const eg_class *const *classes = eg_classes(&count);
    const size_t length = strlen(given);
    const word w = {given, given};
    const char *last = "";
    size_t last_length = 0;
    for (size_t i = 0; i < count; i++) {
        const char *name = classes[i]->name;
        if (!fits(w, name))
            continue;
        const char *dot = strchr(name + length, '.');
        const size_t shown = dot ? (size_t)(dot + 1 - name) : strlen(name);
        if (shown != last_length || memcmp(last, name, shown) != 0)
            printf("%.*s\n", (int)shown, name);
        last = name;
        last_length = shown;
    }
}

static void complete_engines(const char *given)
{
    const char *automatic = "auto";
    eg_complete_names(given, &automatic, 1);
    for (const eg_engine_ops *const *e = eg_engines; *e; e++)
        if (*e != &eg_engine_direct)
            eg_complete_names(given, &(*e)->name, 1);
}

typedef enum wanted { PARAMETERS, VARIABLES, BOTH } wanted;

/* Names of the model that the line names; `behind` follows each. */
static void complete_model(const char *input, const eg_load_settings *load, word w, wanted which,
                           const char *behind)
{
    eg_diagnostics *d = eg_diagnostics_create();
    eg_model *model = NULL;
    eg_result_names names;
    if (d && input && eg_load(input, load, d, &model) == EG_EXIT_DONE) {
        const long variables = (long)eg_model_columns(model);
        const bool listed = eg_model_result_names(model, &names, NULL) == 0;
        for (size_t i = 0; listed && i < names.count; i++) {
            const bool is_parameter = names.items[i].column >= variables;
            if (fits(w, names.items[i].name) && (which == BOTH || is_parameter == (which == PARAMETERS)))
                print(w, names.items[i].name, behind);
        }
        eg_result_names_release(&names);
    }
    eg_model_free(model);
    eg_diagnostics_free(d);
}

/* ---------------------------------------------------------------- the line */

/* What stands before the word that is asked for. */
typedef struct line {
    const char *input; /* the first argument that is no option */
    size_t arguments;  /* how many there are of them */
    eg_load_settings load;
    const eg_option *open; /* the option whose value the word is; NULL: none */
} line;

static const eg_option *find(const eg_option *options, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(options[i].name, name) == 0)
            return &options[i];
    return NULL;
}

static void read_line(line *l, const eg_option *options, size_t option_count, const char *const *words,
                      size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *given = words[i];
        const eg_option *option = find(options, option_count, given);
        l->open = NULL;
        if (given[0] != '-' || given[1] == '\0') {
            if (l->arguments++ == 0)
                l->input = given;
        } else if (option && option->kind != EG_OPTION_FLAG) {
            if (i + 1 == count) {
                l->open = option;
                return;
            }
            const char *value = words[++i];
            if (strcmp(given, "--model") == 0)
                l->load.model = value;
            else if (strcmp(given, "-I") == 0)
                l->load.includes.items[l->load.includes.count++] = value;
        }
    }
}

static void complete_value(const line *l, const char *given)
{
    const char *argument = l->open->argument, *name = l->open->name;
    const bool has_value = strchr(given, '=') != NULL;
    if (strncmp(argument, "FILE", 4) == 0 || strcmp(argument, "DIR") == 0 || strcmp(argument, "PATH") == 0)
        printf(":files\n");
    else if (strcmp(name, "--engine") == 0)
        complete_engines(given);
    else if (strcmp(name, "--set") == 0 && !has_value)
        complete_model(l->input, &l->load, (word){given, given}, PARAMETERS, "=");
    else if (strcmp(name, "--set") == 0)
        complete_model(l->input, &l->load, last_name(given), PARAMETERS, "");
    else if (strcmp(name, "--by") == 0 || strcmp(name, "--free") == 0 || strcmp(name, "--each") == 0)
        complete_model(l->input, &l->load, (word){given, given}, PARAMETERS, "");
    else if (strcmp(argument, "PATTERN") == 0)
        complete_model(l->input, &l->load, (word){given, given}, VARIABLES, "");
    else if (strcmp(argument, "EXPRESSION") == 0 || strcmp(argument, "EXPR") == 0 ||
             strcmp(argument, "CURVE") == 0 || strcmp(argument, "LIMIT") == 0 ||
             strcmp(argument, "WHAT>LIMIT") == 0 || strcmp(argument, "COLUMN=WHAT") == 0)
        complete_model(l->input, &l->load, last_name(given), BOTH, "");
}

int eg_complete(const eg_command *command, const eg_option *options, size_t option_count,
                const char *const *words, size_t count)
{
    const char *given = count > 0 ? words[count - 1] : "";
    line l = {.load.includes.items = calloc(count + 1, sizeof(char *))};
    if (!l.load.includes.items)
        return EG_EXIT_FAILED;
    if (*given == '\'' || *given == '"') /* not closed yet */
        given++;
    read_line(&l, options, option_count, words, count > 0 ? count - 1 : 0);
    if (l.open) {
        complete_value(&l, given);
    } else if (*given == '-') {
        complete_options(given, options, option_count);
    } else if (l.arguments < command->most) {
        const bool takes_files = strstr(command->usage, "FILE") || strstr(command->usage, "RESULT");
        if (takes_files)
            printf(":files\n");
        if (*given && strstr(command->usage, "CLASS"))
            complete_classes(given);
    }
    free(l.load.includes.items);
    return EG_EXIT_DONE;
}
