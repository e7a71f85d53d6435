#include "cli/beginning.h"

#include "base/file.h"
#include "base/names.h"
#include "elastogap/steady.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The '@' before the time in "run.csv@2.5", and the time; NULL where there is none. */
static const char *time_in(const char *text, double *time)
{
    const char *at = strrchr(text, '@');
    return at && at > text && eg_options_number(at + 1, time) ? at : NULL;
}

static bool is_table(const char *text)
{
    double time;
    const char *at = time_in(text, &time);
    const size_t length = at ? (size_t)(at - text) : strlen(text);
    return length > 4 &&
           (strncmp(text + length - 4, ".csv", 4) == 0 || strncmp(text + length - 4, ".mat", 4) == 0);
}

long eg_beginning_number(const char *start)
{
    static const char word[] = "steady";
    const size_t length = sizeof word - 1;
    double number;
    if (strncmp(start, word, length) != 0)
        return -1;
    if (start[length] == '\0')
        return 0;
    if (start[length] != ':' || !eg_options_number(start + length + 1, &number) || !(number >= 1) ||
        number != floor(number) || number > 1e6)
        return -1;
    return (long)number;
}

int eg_beginning_check(const eg_beginning_settings *set)
{
    double time;
    if (set->start && eg_beginning_number(set->start) < 0)
        return eg_print_usage_error(
            "--start must be steady, or steady:K with the number of an equilibrium, but not '%s'",
            set->start);
    if (set->start && set->start_from)
        return eg_print_usage_error("--start and --start-from exclude each other: leave one of them out");
    if (set->start_from && !is_table(set->start_from) && time_in(set->start_from, &time))
        return eg_print_usage_error("--start-from %s: a saved state has a time of its own; @T is for rows of "
                                    ".csv and .mat files",
                                    set->start_from);
    for (size_t i = 0; i < set->restarts.count; i++)
        if (!eg_options_number(set->restarts.items[i], &time))
            return eg_print_usage_error("--restart-at must be a time [s], but not '%s'",
                                        set->restarts.items[i]);
    return EG_EXIT_DONE;
}

/* The part of the text before `end`, malloc'ed. */
static char *part_of(const char *text, const char *end)
{
    return end ? strndup(text, (size_t)(end - text)) : strdup(text);
}

eg_status eg_beginning_name(eg_beginning *b, const eg_beginning_settings *set)
{
    double time;
    b->names = calloc(set->saves.count + 2, sizeof *b->names);
    if (!b->names)
        return EG_ERROR_MEMORY;
    /* a state may be gone on from, and saved in its place: it has been read by then */
    if (set->start_from && is_table(set->start_from))
        b->names[b->name_count++] = part_of(set->start_from, time_in(set->start_from, &time));
    for (size_t i = 0; i < set->saves.count; i++)
        b->names[b->name_count++] = part_of(set->saves.items[i], time_in(set->saves.items[i], &time));
    for (size_t i = 0; i < b->name_count; i++)
        if (!b->names[i])
            return EG_ERROR_MEMORY;
    return EG_OK;
}

static eg_status read_row(const char *text, const eg_model *model, eg_diagnostics *d, eg_state **state)
{
    double time = NAN;
    char *path = part_of(text, time_in(text, &time));
    eg_trajectory *table = NULL;
    eg_status status = path ? eg_trajectory_read(path, d, &table) : EG_ERROR_MEMORY;
    if (status == EG_OK)
        status = eg_state_of_row(model, table, time, path, d, state);
    eg_trajectory_free(table);
    free(path);
    return status;
}

static eg_status find_steady(const char *start, const eg_model *model, const eg_simulate_options *o,
                             eg_diagnostics *d, eg_state **state)
{
    const long wanted = eg_beginning_number(start);
    eg_steady_options so = eg_steady_options_default(model);
    eg_equilibria *all = NULL;
    so.time = o->start_time;
    so.inputs = o->inputs;
    so.time_limit = o->time_limit;
    eg_status status = eg_steady(model, &so, d, &all);
    if (status == EG_OK)
        status = eg_equilibria_choose(all, (size_t)wanted, d, state);
    eg_equilibria_free(all);
    return status;
}

eg_status eg_beginning_find(eg_beginning *b, const eg_beginning_settings *set, const eg_model *model,
                            eg_simulate_options *o, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    if (set->start) {
        status = find_steady(set->start, model, o, d, &b->from);
        o->start_from = b->from;
    } else if (set->start_from && is_table(set->start_from)) {
        status = read_row(set->start_from, model, d, &b->from);
        if (status == EG_OK) {
            o->start_from = b->from;
            o->start_time = eg_state_time(b->from);
        }
    } else if (set->start_from) {
        status = eg_state_read(set->start_from, d, &b->from);
        if (status == EG_OK)
            eg_state_apply(b->from, o);
    }
    return status;
}

static int by_time(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

eg_status eg_beginning_ask(eg_beginning *b, const eg_beginning_settings *set, eg_simulate_options *o)
{
    typedef struct save {
        double time; /* first */
        const char *text, *end;
    } save;
    const size_t count = set->saves.count, restarts = set->restarts.count;
    save *saves = calloc(count + 1, sizeof *saves);
    b->times = calloc(count + 1, sizeof *b->times);
    b->saved = calloc(count + 1, sizeof *b->saved);
    b->files = calloc(count + 1, sizeof *b->files);
    b->restarts = calloc(restarts + 1, sizeof *b->restarts);
    eg_status status = saves && b->times && b->saved && b->files && b->restarts ? EG_OK : EG_ERROR_MEMORY;
    for (size_t i = 0; i < count && status == EG_OK; i++) {
        saves[i] = (save){.time = o->stop_time, .text = set->saves.items[i]};
        saves[i].end = time_in(saves[i].text, &saves[i].time);
    }
    if (status == EG_OK)
        qsort(saves, count, sizeof *saves, by_time);
    for (size_t i = 0; i < count && status == EG_OK; i++) {
        b->times[i] = saves[i].time;
        b->files[i] = part_of(saves[i].text, saves[i].end);
        b->count += b->files[i] != NULL;
        status = b->files[i] ? EG_OK : EG_ERROR_MEMORY;
    }
    free(saves);
    for (size_t i = 0; i < restarts && status == EG_OK; i++)
        (void)eg_options_number(set->restarts.items[i], &b->restarts[i]);
    if (status == EG_OK)
        qsort(b->restarts, restarts, sizeof *b->restarts, by_time);
    o->restart_times = b->restarts;
    o->restart_count = restarts;
    o->save_times = b->times;
    o->save_count = b->count;
    o->saved = b->saved;
    return status;
}

eg_status eg_beginning_write(const eg_beginning *b, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    for (size_t i = 0; i < b->count && status == EG_OK; i++)
        if (b->saved[i])
            status = eg_state_write(b->saved[i], b->files[i], d);
    return status;
}

void eg_beginning_release(eg_beginning *b)
{
    eg_state_free(b->from);
    for (size_t i = 0; i < b->name_count; i++)
        free(b->names[i]);
    free(b->names);
    for (size_t i = 0; i < b->count; i++) {
        eg_state_free(b->saved[i]);
        free(b->files[i]);
    }
    free(b->times);
    free(b->restarts);
    free(b->saved);
    free(b->files);
}
