/* Building a spec: instances, values, start attributes, connections. What is wrong on its own is refused
 * here; what depends on the whole is checked by eg_spec_complete.
 *
 * Instances are found by path through a hash, so that models with very many of them are built in linear
 * time. */
#include "component/spec_again.h"
#include "component/spec_bound.h"
#include "component/spec_check.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- life */

eg_spec *eg_spec_create(const char *name, eg_diagnostics *diagnostics)
{
    eg_spec *spec = calloc(1, sizeof *spec);
    if (!spec)
        goto fail;
    spec->experiment = (eg_experiment){0.0, NAN, NAN, NAN};
    spec->analysis = (eg_analysis){.from = NAN, .to = NAN};
    spec->arena = eg_arena_create();
    spec->paths = eg_names_create(16);
    spec->connector_paths = eg_names_create(16);
    spec->variable_paths = eg_names_create(16);
    if (!spec->arena || !spec->paths || !spec->connector_paths || !spec->variable_paths)
        goto fail;
    spec->name = eg_arena_copy(spec->arena, name ? name : "model");
    if (!spec->name)
        goto fail;
    return spec;
fail:
    eg_spec_free(spec);
    eg_report_memory(diagnostics, "while making a model");
    return NULL;
}

void eg_spec_free(eg_spec *spec)
{
    if (!spec)
        return;
    for (size_t i = 0; i < spec->instance_count; i++)
        free(spec->instances[i].starts);
    free(spec->instances);
    free(spec->places);
    free(spec->connections);
    free(spec->connectors);
    free(spec->declared);
    free(spec->held);
    free(spec->legends);
    free(spec->uses);
    eg_names_free(spec->paths);
    free(spec->formulas);
    eg_tape_release(&spec->loops);
    free(spec->variables);
    free(spec->equations);
    free(spec->whens);
    eg_names_free(spec->connector_paths);
    eg_names_free(spec->variable_paths);
    eg_bounds_free(spec->bounds);
    eg_reading_free(spec->reading);
    eg_arena_free(spec->arena);
    eg_arena_free(spec->shared);
    free(spec);
}

void eg_spec_set_experiment(eg_spec *spec, eg_experiment experiment)
{
    spec->experiment = experiment;
    if (spec->reading)
        spec->reading->has_experiment = true;
}

const eg_analysis *eg_spec_analysis(const eg_spec *spec)
{
    return &spec->analysis;
}

eg_experiment eg_spec_experiment(const eg_spec *spec)
{
    return spec->experiment;
}

const char *eg_spec_name(const eg_spec *spec)
{
    return spec->name;
}

const char *eg_spec_comment(const eg_spec *spec)
{
    return spec->comment;
}

/* ---------------------------------------------------------------- appending */

#define DEFINE_APPEND(array, name, type)                                                                     \
    static type *append_##name(eg_spec *spec, type item)                                                     \
    {                                                                                                        \
        void *items = spec->array;                                                                           \
        if (eg_grow(&items, &spec->name##_capacity, spec->name##_count + 1, sizeof item) != 0)               \
            return NULL;                                                                                     \
        spec->array = items;                                                                                 \
        spec->array[spec->name##_count] = item;                                                              \
        return &spec->array[spec->name##_count++];                                                           \
    }
DEFINE_APPEND(instances, instance, eg_instance)
DEFINE_APPEND(places, place, eg_place)
DEFINE_APPEND(connections, connection, eg_connection)
DEFINE_APPEND(connectors, connector, eg_connector)
DEFINE_APPEND(declared, declared, eg_declared)
DEFINE_APPEND(held, held, eg_held)
DEFINE_APPEND(legends, legend, eg_legend)
DEFINE_APPEND(uses, use, eg_use)
#undef DEFINE_APPEND

/* A copy in the spec's arena; NULL stays NULL. *failed is set when out of memory. */
static const char *keep(eg_spec *spec, const char *text, bool *failed)
{
    const char *copy = text ? eg_arena_copy(spec->arena, text) : NULL;
    *failed |= text && !copy;
    return copy;
}

static void no_memory(eg_diagnostics *diagnostics)
{
    eg_report_memory(diagnostics, "while making a model");
}

int eg_instance_set_matrix(eg_spec *spec, eg_instance *instance, int parameter, const double *elements,
                           int rows, int columns)
{
    size_t count = (size_t)rows * (size_t)columns;
    double *p = eg_arena_array(spec->arena, instance->p_count + 2 + count, sizeof *p);
    if (!p)
        return -1;
    memcpy(p, instance->p, instance->p_count * sizeof *p);
    p[instance->p_count++] = columns;
    p[instance->p_count++] = rows;
    p[parameter] = (double)instance->p_count;
    if (count > 0)
        memcpy(p + instance->p_count, elements, count * sizeof *p);
    instance->p = p;
    instance->p_count += (unsigned)count;
    return 0;
}

int eg_instance_set_text(eg_spec *spec, eg_instance *instance, int parameter, const char *text)
{
    bool failed = false;
    const char ***texts = &instance->origin->texts;
    if (!*texts)
        *texts = eg_arena_array(spec->arena, instance->class->parameter_count, sizeof **texts);
    if (!*texts)
        return -1;
    (*texts)[parameter] = keep(spec, text, &failed);
    return failed ? -1 : 0;
}

/* Parameters stand at their defaults until somebody gives them, so that conditions can be asked early. */
static bool make_values(eg_spec *spec, eg_instance *instance)
{
    size_t count = instance->class->parameter_count;
    instance->p_count = (unsigned)count;
    instance->p = eg_arena_array(spec->arena, count, sizeof *instance->p);
    instance->given = eg_arena_array(spec->arena, count, sizeof *instance->given);
    if (!instance->p || !instance->given)
        return false;
    for (size_t i = 0; i < count; i++) {
        const eg_parameter *parameter = &instance->class->parameters[i];
        instance->p[i] = parameter->value;
        int columns = parameter->columns == EG_ANY_COLUMNS ? 2 : parameter->columns;
        if (columns > 0 && eg_instance_set_matrix(spec, instance, (int)i, parameter->elements,
                                                  parameter->rows, columns) != 0)
            return false;
        if (parameter->type == EG_STRING &&
            eg_instance_set_text(spec, instance, (int)i, parameter->text ? parameter->text : "") != 0)
            return false;
    }
    return true;
}

/* One without values. Its path and origin are NULL when out of memory. */
static eg_instance begin_instance(eg_spec *spec, const eg_class *class, const char *path, eg_place place)
{
    int column = place.column;
    if (place.column < 0)
        column = 0;
    else if (place.column > USHRT_MAX)
        column = USHRT_MAX;
    eg_instance instance = {.class = class,
                            .path = eg_arena_copy(spec->arena, path),
                            .origin = eg_arena_alloc(spec->arena, sizeof *instance.origin),
                            .line = place.line,
                            .column = (unsigned short)column};
    if (instance.origin)
        *instance.origin = (eg_origin){.file = place.file, .source = place.source};
    return instance;
}

eg_instance *eg_spec_add_instance(eg_spec *spec, const eg_class *class, const char *path, eg_place place,
                                  eg_diagnostics *diagnostics)
{
    long there = eg_names_find(spec->paths, path);
    if (there >= 0) {
        eg_report(diagnostics, EG_ERROR, place, "the name %s is taken by another component, of class %s",
                  path, spec->instances[there].class->name);
        eg_remedy(diagnostics, "give one of them another name");
        return NULL;
    }
    eg_instance instance = begin_instance(spec, class, path, place), *added = NULL;
    if (instance.path && instance.origin && make_values(spec, &instance))
        added = append_instance(spec, instance);
    if (added && eg_names_add(spec->paths, added->path, (long)spec->instance_count - 1) < 0) {
        spec->instance_count--;
        added = NULL;
    }
    if (!added)
        no_memory(diagnostics);
    return added;
}

int eg_spec_add_connection(eg_spec *spec, const char *from, const char *to, eg_place place)
{
    bool failed = false;
    eg_connection connection = {
        .from = keep(spec, from, &failed), .to = keep(spec, to, &failed), .place = place};
    return failed || !append_connection(spec, connection) ? -1 : 0;
}

int eg_spec_add_connector(eg_spec *spec, eg_connector connector)
{
    bool failed = false;
    connector.path = keep(spec, connector.path, &failed);
    connector.unit = keep(spec, connector.unit, &failed);
    connector.comment = keep(spec, connector.comment, &failed);
    if (failed || !append_connector(spec, connector))
        return -1;
    return eg_names_add(spec->connector_paths, connector.path, (long)spec->connector_count - 1) < 0 ? -1 : 0;
}

int eg_spec_add_use(eg_spec *spec, const eg_class *class, const char *path)
{
    bool failed = false;
    eg_use use = {.class = class, .path = keep(spec, path, &failed)};
    return failed || !append_use(spec, use) ? -1 : 0;
}

int eg_spec_add_declared(eg_spec *spec, eg_declared declared)
{
    bool failed = false;
    declared.path = keep(spec, declared.path, &failed);
    declared.unit = keep(spec, declared.unit, &failed);
    declared.comment = keep(spec, declared.comment, &failed);
    declared.text = keep(spec, declared.text, &failed);
    return failed || !append_declared(spec, declared) ? -1 : 0;
}

int eg_spec_hold(eg_spec *spec, eg_held held)
{
    return append_held(spec, held) ? 0 : -1;
}

int eg_legend_keep(eg_arena *arena, eg_legend *legend)
{
    size_t count = 0;
    while (legend->literals && legend->literals[count])
        count++;
    const char **literals = legend->literals ? eg_arena_array(arena, count + 1, sizeof *literals) : NULL;
    bool failed = legend->literals && !literals;
    for (size_t i = 0; i < count && !failed; i++)
        failed = !(literals[i] = eg_arena_copy(arena, legend->literals[i]));
    legend->literals = literals;
    const char **docs = legend->literal_docs ? eg_arena_array(arena, count + 1, sizeof *docs) : NULL;
    failed = failed || (legend->literal_docs && !docs);
    for (size_t i = 0; docs && i < count && !failed; i++) {
        docs[i] = legend->literal_docs[i] ? eg_arena_copy(arena, legend->literal_docs[i]) : NULL;
        failed = legend->literal_docs[i] && !docs[i];
    }
    legend->literal_docs = docs;
    const char **texts[] = {&legend->path, &legend->unit, &legend->type_name};
    for (size_t i = 0; i < EG_COUNT(texts) && !failed; i++)
        failed = *texts[i] && !(*texts[i] = eg_arena_copy(arena, *texts[i]));
    return failed ? -1 : 0;
}

int eg_spec_add_legend(eg_spec *spec, eg_legend legend)
{
    return eg_legend_keep(spec->arena, &legend) < 0 || !append_legend(spec, legend) ? -1 : 0;
}

eg_start *eg_instance_start(eg_spec *spec, eg_instance *instance, int variable, eg_place place)
{
    size_t count = instance->start_count;
    for (size_t i = 0; i < count; i++)
        if (instance->starts[i].variable == variable)
            return &instance->starts[i];
    if (count == USHRT_MAX || !append_place(spec, place))
        return NULL;
    if ((count & (count - 1)) == 0) { /* there is room up to a power of two; most have one */
        eg_start *items = realloc(instance->starts, (count > 0 ? 2 * count : 1) * sizeof *items);
        if (!items)
            return NULL;
        instance->starts = items;
    }
    eg_start *start = &instance->starts[instance->start_count++];
    *start = (eg_start){
        .start = NAN,
        .nominal = NAN,
        .variable = (short)variable,
        .fixed = -1,
        .state_select = -1,
        .place = (int)spec->place_count - 1,
    };
    return start;
}

bool eg_instance_has_port(const eg_instance *instance, const eg_port *port)
{
    const eg_class *class = instance->class;
    return eg_instance_has(instance, port->condition) &&
           (port->element == 0 || !class->vector_size || port->element <= class->vector_size(instance->p));
}

/* The value of the Boolean parameter whose name has this length; true when there is none. */
static bool is_set(const eg_instance *instance, const char *name, size_t length)
{
    for (size_t i = 0; i < instance->class->parameter_count; i++) {
        const char *own = instance->class->parameters[i].name;
        if (strncmp(own, name, length) == 0 && own[length] == '\0')
            return instance->p[i] != 0.0;
    }
    return true;
}

bool eg_instance_has(const eg_instance *instance, const char *condition)
{
    static const char both[] = " and ";
    const char *and = condition ? strstr(condition, both) : NULL;
    if (!condition)
        return true;
    if (!and)
        return is_set(instance, condition, strlen(condition));
    return is_set(instance, condition, (size_t)(and-condition)) &&
           eg_instance_has(instance, and+strlen(both));
}
