#include "cli/set_file.h"

#include <stdlib.h>
#include <string.h>

/* Do two texts NAME=VALUE name the same? */
static bool is_same(const char *one, const char *other)
{
    const size_t length = strcspn(one, "=");
    other += strspn(other, " ");
    size_t own = strcspn(other, "=");
    while (own > 0 && other[own - 1] == ' ')
        own--;
    return own == length && strncmp(one, other, length) == 0;
}

/* Its number in the list, of what gives the same name; -1: nothing does. */
static long find(const eg_texts *settings, const char *text)
{
    for (size_t i = 0; i < settings->count; i++)
        if (is_same(text, settings->items[i]))
            return (long)i;
    return -1;
}

static bool grow(eg_texts *settings, size_t count)
{
    const char **items = realloc(settings->items, (settings->count + count + 1) * sizeof *items);
    if (items)
        settings->items = items;
    eg_set_origin *origins = realloc(settings->origins, (settings->count + count + 1) * sizeof *origins);
    if (origins && !settings->origins)
        memset(origins, 0, settings->count * sizeof *origins);
    if (origins)
        settings->origins = origins;
    return items && origins;
}

static int take_file(const eg_ssv *ssv, eg_texts *settings, eg_diagnostics *d)
{
    if (!grow(settings, ssv->count))
        return eg_print_no_memory();
    for (size_t i = 0; i < ssv->count; i++) {
        const eg_ssv_item *item = &ssv->items[i];
        const long other = find(settings, item->setting);
        const eg_set_origin *origin = other < 0 ? NULL : &settings->origins[other];
        if (other >= 0 && !origin->ssv)
            continue;
        if (other >= 0) {
            const eg_place place = {.file = ssv->path, .line = item->line};
            eg_report(d, EG_ERROR, place, "%.*s has a value already, by %s:%d",
                      (int)strcspn(item->setting, "="), item->setting, origin->ssv->path, origin->item->line);
            eg_remedy(d, "leave one of them out, or say by --set which it is");
            return EG_EXIT_USAGE;
        }
        settings->origins[settings->count] = (eg_set_origin){ssv, item};
        settings->items[settings->count++] = item->setting;
    }
    return EG_EXIT_DONE;
}

int eg_set_files_take(const eg_texts *names, eg_texts *settings, eg_set_files *files)
{
    int outcome = EG_EXIT_DONE;
    eg_diagnostics *d = eg_diagnostics_create();
    files->files = calloc(names->count + 1, sizeof *files->files);
    if (!files->files || !d) {
        eg_diagnostics_free(d);
        return eg_print_no_memory();
    }
    for (size_t i = 0; i < names->count && outcome == EG_EXIT_DONE; i++) {
        eg_ssv *ssv = &files->files[files->count++];
        eg_status status = eg_ssv_read(names->items[i], d, ssv);
        outcome = status == EG_ERROR_FILE ? EG_EXIT_USAGE : eg_exit_status(status);
        if (status == EG_OK)
            outcome = take_file(ssv, settings, d);
    }
    eg_print_diagnostics(d, 0);
    eg_diagnostics_free(d);
    return outcome;
}

void eg_set_files_release(eg_set_files *files)
{
    for (size_t i = 0; i < files->count; i++)
        eg_ssv_release(&files->files[i]);
    free(files->files);
    *files = (eg_set_files){0};
}

eg_setting_place *eg_set_files_places(const eg_texts *settings)
{
    eg_setting_place *places = calloc(settings->count + 1, sizeof *places);
    for (size_t i = 0; places && settings->origins && i < settings->count; i++)
        if (settings->origins[i].ssv)
            places[i] = (eg_setting_place){settings->origins[i].ssv->path, settings->origins[i].item->line};
    return places;
}

/* ---------------------------------------------------------------- units */

/* Is it this name, but for what stands in brackets at its end ("v" for "v[2]")? */
static bool is_path(const char *path, const char *name, size_t length)
{
    const size_t whole = strlen(path);
    return whole <= length && strncmp(path, name, whole) == 0 && (whole == length || name[whole] == '[');
}

/* Of the parameter that the text NAME=VALUE names; NULL: none is known. */
static const char *unit_of(const eg_spec *spec, const char *text)
{
    const size_t length = strcspn(text, "=");
    for (size_t i = 0; i < spec->declared_count; i++)
        if (is_path(spec->declared[i].path, text, length))
            return spec->declared[i].unit;
    for (size_t i = 0; i < spec->instance_count; i++) {
        const eg_instance *instance = &spec->instances[i];
        const size_t path = strlen(instance->path);
        if (path + 1 >= length || strncmp(instance->path, text, path) != 0 || text[path] != '.')
            continue;
        for (size_t k = 0; k < instance->class->parameter_count; k++)
            if (is_path(instance->class->parameters[k].name, text + path + 1, length - path - 1))
                return instance->class->parameters[k].unit;
    }
    return NULL;
}

/* Is setting i, if it has a unit, right for a parameter of that unit? */
static bool suits(const eg_texts *settings, size_t i, const char *declared, eg_diagnostics *d)
{
    const eg_set_origin *origin = &settings->origins[i];
    return !origin->ssv || eg_ssv_suits(origin->ssv, origin->item, declared, d);
}

bool eg_set_files_suit(const eg_texts *settings, const eg_spec *spec, eg_diagnostics *d)
{
    bool all = true;
    for (size_t i = 0; i < settings->count && settings->origins; i++)
        all = suits(settings, i, unit_of(spec, settings->items[i]), d) && all;
    return all;
}

bool eg_set_files_suit_fmu(const eg_texts *settings, const eg_import *import, eg_diagnostics *d)
{
    bool all = true;
    for (size_t i = 0; i < settings->count && settings->origins; i++) {
        const char *text = settings->items[i];
        all = suits(settings, i, eg_import_unit(import, text, strcspn(text, "=")), d) && all;
    }
    return all;
}
