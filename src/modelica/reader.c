/* Memory, names and messages of one reading. */
#include "modelica/reader.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/names.h"

enum { MESSAGE_SIZE = 2048 };

/* ---------------------------------------------------------------- memory */

void *eg_new(eg_reader *r, size_t size)
{
    void *memory = eg_arena_alloc(r->arena, size);
    if (!memory)
        r->out_of_memory = true;
    return memory;
}

void *eg_new_array(eg_reader *r, size_t count, size_t size)
{
    void *memory = eg_arena_array(r->arena, count, size);
    if (!memory)
        r->out_of_memory = true;
    return memory;
}

const char *eg_textf(eg_reader *r, const char *format, ...)
{
    char text[MESSAGE_SIZE], *copy;
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    const int length = vsnprintf(text, sizeof text, format, arguments);
    if (length >= MESSAGE_SIZE) { /* names and texts of models may be long */
        copy = eg_arena_alloc(r->arena, (size_t)length + 1);
        if (copy)
            vsnprintf(copy, (size_t)length + 1, format, again);
    } else {
        copy = eg_arena_copy(r->arena, text);
    }
    va_end(again);
    va_end(arguments);
    if (!copy)
        r->out_of_memory = true;
    return copy ? copy : "";
}

const char *eg_symbol_of(eg_reader *r, const char *text, size_t length)
{
    const char *symbol = eg_symbols_intern(r->symbols, text, length);
    if (!symbol)
        r->out_of_memory = true;
    return symbol;
}

const char *eg_symbol(eg_reader *r, const char *text)
{
    return eg_symbol_of(r, text, strlen(text));
}

bool eg_list_add(eg_reader *r, eg_list *list, void *item)
{
    if (list->count == list->capacity) {
        size_t capacity = list->capacity ? list->capacity * 2 : 4;
        void **items = eg_new_array(r, capacity, sizeof *items);
        if (!items)
            return false;
        if (list->count)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
        list->capacity = capacity;
    }
    list->items[list->count++] = item;
    return true;
}

/* What an earlier reading has found in the file; NULL: it has not read it. */
static const eg_source *former_text(const eg_reader *r, const char *path)
{
    for (size_t i = 0; r->former && i < r->former->source_count; i++)
        if (strcmp(r->former->sources[i]->name, path) == 0)
            return r->former->sources[i];
    return NULL;
}

static const eg_unsaved *unsaved_text(const eg_reader *r, const char *path)
{
    for (size_t i = 0; i < r->unsaved_count; i++)
        if (strcmp(r->unsaved[i].path, path) == 0)
            return &r->unsaved[i];
    return NULL;
}

bool eg_is_held(const eg_reader *r, const char *path)
{
    return former_text(r, path) || unsaved_text(r, path);
}

static eg_status load(const eg_reader *r, eg_arena *arena, eg_diagnostics *diagnostics, const char *path,
                      eg_source **source)
{
    const eg_source *former = former_text(r, path);
    const eg_unsaved *unsaved = former ? NULL : unsaved_text(r, path);
    if (!former && !unsaved)
        return eg_source_load(arena, path, diagnostics, source);
    if (former)
        *source = eg_source_create(arena, former->name, former->text, former->length);
    else
        *source = eg_source_create(arena, unsaved->path, unsaved->text, unsaved->length);
    return *source ? EG_OK : EG_ERROR_MEMORY;
}

eg_status eg_load_file(eg_reader *r, const char *path, eg_source **source)
{
    *source = NULL;
    eg_status status = load(r, r->kept, r->diagnostics, path, source);
    if (status == EG_OK && !eg_list_add(r, &r->sources, *source))
        return EG_ERROR_MEMORY;
    return status;
}

eg_status eg_peek_file(eg_reader *r, const char *path, eg_source **source)
{
    *source = NULL;
    return load(r, r->arena, NULL, path, source);
}

/* ---------------------------------------------------------------- messages */

/* Has this place had this message? Remembers that it has now. */
static bool said_before(eg_reader *r, eg_source *source, uint32_t at, const char *format)
{
    if (!source || !r->seen)
        return false;
    const char *place = source->text + at;
    if (eg_pairs_get(r->seen, place, format))
        return true;
    if (eg_pairs_set(r->seen, place, format, r) != 0)
        r->out_of_memory = true;
    return false;
}

static void say(eg_reader *r, eg_severity severity, eg_source *source, uint32_t at, const char *format,
                va_list arguments)
{
    char text[MESSAGE_SIZE];
    vsnprintf(text, sizeof text, format, arguments);
    eg_report(r->diagnostics, severity, eg_source_place(source, at), "%s", text);
    r->last_was_shown = true;
}

void eg_error(eg_reader *r, eg_source *source, uint32_t at, const char *format, ...)
{
    r->last_was_shown = false;
    if (r->gave_up || r->out_of_memory || said_before(r, source, at, format))
        return; /* what follows from a want of memory is no mistake of the text */
    va_list arguments;
    va_start(arguments, format);
    say(r, EG_ERROR, source, at, format, arguments);
    va_end(arguments);
    r->errors++;
    if (r->errors == EG_ERROR_LIMIT)
        r->gave_up = true;
}

eg_quiet eg_be_quiet(eg_reader *r)
{
    const eg_quiet outside = {r->diagnostics, r->seen, r->errors, r->warnings, r->was_too_deep};
    r->diagnostics = NULL;
    r->seen = NULL;
    r->errors = 0;
    return outside;
}

void eg_be_loud(eg_reader *r, eg_quiet outside)
{
    r->diagnostics = outside.diagnostics;
    r->seen = outside.seen;
    r->errors = outside.errors;
    r->warnings = outside.warnings;
    r->was_too_deep = outside.was_too_deep;
    r->gave_up = r->gave_up && r->errors >= EG_ERROR_LIMIT;
    r->last_was_shown = false;
}

void eg_warn(eg_reader *r, eg_source *source, uint32_t at, const char *format, ...)
{
    r->last_was_shown = false;
    if (r->gave_up || r->warnings >= EG_WARNING_LIMIT || said_before(r, source, at, format))
        return;
    va_list arguments;
    va_start(arguments, format);
    say(r, EG_WARNING, source, at, format, arguments);
    va_end(arguments);
    r->warnings++;
}

void eg_hint(eg_reader *r, const char *format, ...)
{
    if (!r->last_was_shown)
        return;
    char text[MESSAGE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    eg_remedy(r->diagnostics, "%s", text);
}

/* The first of what could be meant. */
static void hint_all(eg_reader *r, const char *const *candidates, size_t count)
{
    enum { MOST = 6 };
    const char *all = candidates[0];
    for (size_t i = 1; i < count && i < MOST; i++)
        all = eg_textf(r, "%s, %s", all, candidates[i]);
    eg_hint(r, "write one of those that there are: %s%s", all, count > MOST ? ", ..." : "");
}

bool eg_hint_nearest(eg_reader *r, const char *name, const char *const *candidates, size_t count)
{
    if (!r->last_was_shown)
        return false;
    if (count == 0) {
        eg_hint(r, "declare it first: there are none");
        return false;
    }
    const char *nearest = eg_nearest(name, candidates, count);
    if (nearest)
        eg_hint(r, "did you mean \"%s\"?", nearest);
    else
        hint_all(r, candidates, count);
    return nearest != NULL;
}

bool eg_has_room(eg_reader *r, eg_source *source, uint32_t at)
{
    if (eg_arena_used(r->arena) <= r->room)
        return true;
    eg_error(r, source, at, "what this stands for takes more than %zu MB of memory", r->room >> 20);
    eg_hint(r, "make the arrays and loops smaller, or look for components or calls that double one another");
    r->gave_up = true;
    return false;
}

bool eg_count_steps(eg_reader *r, eg_source *source, uint32_t at, long long steps)
{
    r->steps += steps;
    if (r->steps / 10 <= r->limit)
        return eg_has_room(r, source, at);
    eg_error(r, source, at, "the model asks for more than %lld passes through loops and arrays",
             10 * r->limit);
    eg_hint(r, "make the loops and arrays smaller");
    r->gave_up = true;
    return false;
}
