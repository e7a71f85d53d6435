/* From the command line to a compiled model. */
#include "cli/load.h"
#include "cli/limits.h"
#include "cli/set_file.h"
#include "result/formats.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

bool eg_include_directories(const eg_texts *given, char **copy, eg_texts *all)
{
    const char *path = getenv("MODELICAPATH");
    size_t most = given->count + 1;
    for (const char *c = path ? path : ""; *c; c++)
        most += *c == ':';
    *copy = strdup(path ? path : "");
    all->items = calloc(most, sizeof *all->items);
    if (!*copy || !all->items)
        return false;
    for (size_t i = 0; i < given->count; i++)
        all->items[all->count++] = given->items[i];
    char *rest = *copy;
    for (char *directory = strtok_r(rest, ":", &rest); directory; directory = strtok_r(NULL, ":", &rest))
        all->items[all->count++] = directory;
    return true;
}

/* Of two texts NAME=VALUE; blanks around a name are none of it. */
static bool is_same_name(const char *one, const char *other)
{
    for (;; one++, other++) {
        one += strspn(one, " ");
        other += strspn(other, " ");
        if (*one != *other)
            return false;
        if (*one == '=' || *one == '\0')
            return true;
    }
}

int eg_check_includes(const eg_texts *includes)
{
    struct stat info;
    for (size_t i = 0; i < includes->count; i++)
        if (stat(includes->items[i], &info) != 0 ||
            (!S_ISDIR(info.st_mode) && !eg_path_ends(includes->items[i], ".mo")))
            return eg_print_usage_error("-I needs a directory or a text of Modelica (.mo), but '%s' is none",
                                        includes->items[i]);
    return EG_EXIT_DONE;
}

/* Which of two values counts would be a guess. */
int eg_check_twice(const eg_texts *settings)
{
    for (size_t i = 0; i < settings->count; i++)
        for (size_t k = 0; k < i; k++)
            if (is_same_name(settings->items[k], settings->items[i]))
                return eg_print_usage_error(
                    "--set names the same twice: '%.200s' and '%.200s'; leave one of them out",
                    settings->items[k], settings->items[i]);
    return EG_EXIT_DONE;
}

int eg_check_overrides(const eg_texts *overrides)
{
    for (size_t i = 0; i < overrides->count; i++) {
        const char *equals = strchr(overrides->items[i], '=');
        if (!equals || equals == overrides->items[i] || equals[1] == '\0')
            return eg_print_usage_error("--set needs PATH=VALUE (as in mass.m=2.5), but was given '%s'",
                                        overrides->items[i]);
    }
    return eg_check_twice(overrides);
}

int eg_check_model_name(const char *input)
{
    if (eg_path_ends(input, ".fmu"))
        return eg_print_usage_error(
            "%s is an FMU, which shows no equations: simulate runs it, all else needs the "
            "model's text (.mo, .dyad)",
            input);
    if (eg_path_ends(input, ".csv") || eg_path_ends(input, ".mat"))
        return eg_print_usage_error(
            "%s is a table, and no model's text (.mo, .dyad): use plot to draw results, compare "
            "to compare them",
            input);
    return EG_EXIT_DONE;
}

/* A file that cannot be read is a mistake on the command line, not in the model. */
static int exit_of_reading(eg_status status)
{
    return status == EG_ERROR_FILE ? EG_EXIT_USAGE : eg_exit_status(status);
}

/* One run takes one value of each. What the model declares may be called as a distribution is, so that this
 * is told where it has failed. */
static void tell_of_sweeps(const eg_texts *overrides, eg_diagnostics *d)
{
    for (size_t i = 0; i < overrides->count; i++) {
        if (!eg_law_begins(strchr(overrides->items[i], '=') + 1))
            continue;
        eg_report(d, EG_NOTE, EG_NOWHERE, "--set '%.200s' is many values, and this is one run",
                  overrides->items[i]);
        eg_remedy(d,
                  "let elastogap sweep run them all; it draws them in one picture by --curve Y:X --picture "
                  "curves=FILE");
    }
}

int eg_load_spec(const char *input, const eg_load_settings *settings, eg_diagnostics *diagnostics,
                 eg_spec **spec)
{
    char *copy = NULL;
    eg_texts includes = {0};
    int outcome = eg_check_model_name(input);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_check_overrides(&settings->overrides);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_check_includes(&settings->includes);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_limits_begin(settings->time_limit, settings->memory_limit, "reading the model");
    if (outcome != EG_EXIT_DONE)
        return outcome;
    eg_setting_place *places = eg_set_files_places(&settings->overrides);
    if (!places || !eg_include_directories(&settings->includes, &copy, &includes)) {
        outcome = eg_print_no_memory();
        goto done;
    }
    eg_read_options options = eg_read_options_default();
    options.model = settings->model;
    options.test = settings->test;
    options.include_dirs = includes.items;
    options.include_count = includes.count;
    options.settings = settings->overrides.items;
    options.setting_count = settings->overrides.count;
    options.setting_places = places;
    outcome = exit_of_reading(eg_spec_read(input, &options, diagnostics, spec));
    if (outcome != EG_EXIT_DONE)
        tell_of_sweeps(&settings->overrides, diagnostics);
    else if (!eg_set_files_suit(&settings->overrides, *spec, diagnostics))
        outcome = EG_EXIT_MODEL;

done:
    free(places);
    free(includes.items);
    free(copy);
    return outcome;
}

int eg_compile(eg_spec *spec, eg_diagnostics *diagnostics, eg_model **model)
{
    eg_limits_grace("compiling the model");
    return eg_exit_status(eg_model_compile(spec, diagnostics, model));
}

int eg_load(const char *input, const eg_load_settings *settings, eg_diagnostics *diagnostics,
            eg_model **model)
{
    eg_spec *spec = NULL;
    int outcome = eg_load_spec(input, settings, diagnostics, &spec);
    if (outcome == EG_EXIT_DONE)
        outcome = eg_compile(spec, diagnostics, model);
    eg_spec_free(spec);
    return outcome;
}
