/* Copies of a spec, for many models that differ in values. What may change is copied, texts are shared. */
#include "component/spec_again.h"

#include <stdlib.h>
#include <string.h>

/* A malloc'ed copy of `count` items; *failed is set when out of memory. */
static void *copy_of(const void *items, size_t count, size_t size, bool *failed)
{
    void *copy = count > 0 ? malloc(count * size) : NULL;
    *failed = *failed || (count > 0 && !copy);
    return copy ? memcpy(copy, items, count * size) : NULL;
}

/* The same in the spec's arena, which frees it. */
static void *kept_copy_of(eg_spec *spec, const void *items, size_t count, size_t size, bool *failed)
{
    void *copy = items ? eg_arena_array(spec->arena, count, size) : NULL;
    *failed = *failed || (items && !copy);
    return copy && count > 0 ? memcpy(copy, items, count * size) : copy;
}

/* With room up to a power of two, as eg_instance_start has it. */
static eg_start *copy_of_starts(const eg_start *starts, size_t count, bool *failed)
{
    size_t room = count > 0;
    while (room < count)
        room *= 2;
    eg_start *copy = room > 0 ? malloc(room * sizeof *copy) : NULL;
    *failed = *failed || (room > 0 && !copy);
    return copy ? memcpy(copy, starts, count * sizeof *copy) : NULL;
}

/* Instance i has been copied as it stands. */
static void own_instance(eg_spec *spec, size_t i, bool *failed)
{
    eg_instance *x = &spec->instances[i];
    const size_t parameters = x->class->parameter_count;
    x->starts = copy_of_starts(x->starts, x->start_count, failed);
    x->p = kept_copy_of(spec, x->p, x->p_count, sizeof *x->p, failed);
    x->given = kept_copy_of(spec, x->given, parameters, sizeof *x->given, failed);
    if (!x->origin->texts) /* all else in it stays as it is */
        return;
    x->origin = kept_copy_of(spec, x->origin, 1, sizeof *x->origin, failed);
    if (x->origin)
        x->origin->texts = kept_copy_of(spec, x->origin->texts, parameters, sizeof *x->origin->texts, failed);
}

static bool fill_names(eg_spec *spec)
{
    bool good = true;
    for (size_t i = 0; i < spec->instance_count && good; i++)
        good = eg_names_add(spec->paths, spec->instances[i].path, (long)i) >= 0;
    for (size_t i = 0; i < spec->connector_count && good; i++)
        good = eg_names_add(spec->connector_paths, spec->connectors[i].path, (long)i) >= 0;
    for (size_t i = 0; i < spec->variable_count && good; i++)
        good = eg_names_add(spec->variable_paths, spec->variables[i].path, (long)i) >= 0;
    return good;
}

static const char *keep_text(eg_spec *copy, const char *text, bool *failed)
{
    const char *kept = text ? eg_arena_copy(copy->reading->arena, text) : NULL;
    *failed = *failed || (text && !kept);
    return kept;
}

/* What stays when the spec is read anew lasts as long as how it is read (spec_again.c). */
static void keep_lasting(eg_spec *copy, const eg_spec *spec, bool *failed)
{
    copy->name = keep_text(copy, spec->name, failed);
    copy->comment = keep_text(copy, spec->comment, failed);
    copy->pictures = keep_text(copy, spec->pictures, failed);
}

eg_spec *eg_spec_clone(const eg_spec *spec)
{
    bool failed = false;
    eg_spec *copy = eg_spec_create(spec->name, NULL);
    if (!copy)
        return NULL;
    copy->shared = eg_arena_share(spec->arena);
    copy->comment = spec->comment;
    copy->pictures = spec->pictures;
    copy->canvas = spec->canvas;
    copy->experiment = spec->experiment;
    copy->analysis = spec->analysis;
    copy->instances = copy_of(spec->instances, spec->instance_count, sizeof *spec->instances, &failed);
    copy->instance_count = copy->instance_capacity = copy->instances ? spec->instance_count : 0;
    for (size_t i = 0; i < copy->instance_count; i++)
        own_instance(copy, i, &failed);
#define COPY(array, name)                                                                                    \
    copy->array = copy_of(spec->array, spec->name##_count, sizeof *spec->array, &failed);                    \
    copy->name##_count = copy->name##_capacity = copy->array ? spec->name##_count : 0
    COPY(places, place);
    COPY(connections, connection);
    COPY(connectors, connector);
    COPY(declared, declared);
    COPY(held, held);
    COPY(legends, legend);
    COPY(uses, use);
    COPY(formulas, formula);
    COPY(variables, variable);
    COPY(equations, equation);
    COPY(whens, when);
#undef COPY
    for (int i = 0; i < spec->loops.loop_count; i++)
        failed = eg_tape_add_loop(&copy->loops, &spec->loops.loops[i]) != i || failed;
    copy->reading = spec->reading ? eg_reading_clone(spec->reading) : NULL;
    failed = failed || (spec->reading && !copy->reading);
    if (copy->reading)
        keep_lasting(copy, spec, &failed);
    if (failed || !fill_names(copy)) {
        eg_spec_free(copy);
        return NULL;
    }
    return copy;
}
