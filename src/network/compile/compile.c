/* From spec to model: copies what the run needs, then the phases of the compiler, one file each. */
#include "base/clock.h"
#include "base/recent.h"
#include "component/interface/run_input.h"
#include "elastogap/simulate.h"
#include "network/compile/compile.h"
#include "network/user/links.h"

#include <stdlib.h>
#include <string.h>

/* Places keep their file name and source line beyond the life of the spec. Declarations that stand in one
 * line (an array of components) share the copy. Of a text with very many lines the first ones are kept:
 * messages of the others name file, line and column. */
enum { MOST_SOURCE = 1 << 14 };

eg_place eg_model_place(eg_model *m, eg_place place)
{
    struct eg_place_cache *cache = &m->places;
    if (place.file && place.file != cache->file) {
        cache->file = place.file;
        cache->file_copy = eg_arena_copy(m->arena, place.file);
    }
    if (place.source && place.source != cache->source) {
        size_t length = strcspn(place.source, "\r\n");
        length = length < 4096 ? length : 4096;
        cache->source = place.source;
        cache->bytes += length;
        cache->source_copy =
            cache->bytes <= MOST_SOURCE ? eg_arena_text(m->arena, place.source, length) : NULL;
    }
    if (place.file)
        place.file = cache->file_copy;
    if (place.source)
        place.source = cache->source_copy;
    return place;
}

static void *copy_array(eg_model *m, const void *items, size_t count, size_t size)
{
    void *copy = eg_arena_array(m->arena, count, size);
    if (copy && count > 0)
        memcpy(copy, items, count * size);
    return copy;
}

/* Parameters, and which of them are given: as those of an earlier instance where they are the same. */
static bool copy_values(eg_model *m, eg_instance *x, eg_recent *recent)
{
    size_t flags = x->class->parameter_count * sizeof *x->given, bytes = x->p_count * sizeof *x->p;
    int *slot = eg_recent_slot(recent, x->p, bytes);
    const eg_instance *like = *slot > 0 ? &m->instances[*slot - 1] : NULL;
    *slot = 1 + (int)(x - m->instances);
    if (like && x->class != &eg_class_run_input && like->class == x->class && like->p_count == x->p_count &&
        memcmp(like->p, x->p, bytes) == 0 && memcmp(like->given, x->given, flags) == 0) {
        x->p = like->p;
        x->given = like->given;
    } else {
        x->p = copy_array(m, x->p, x->p_count, sizeof *x->p);
        x->given = copy_array(m, x->given, x->class->parameter_count, sizeof *x->given);
    }
    return x->p && x->given;
}

/* The values of its Strings; false: no memory. */
static bool copy_texts(eg_model *m, eg_origin *o, size_t count)
{
    o->texts = copy_array(m, o->texts, count, sizeof *o->texts);
    for (size_t k = 0; o->texts && k < count; k++)
        if (o->texts[k] && !(o->texts[k] = eg_arena_copy(m->arena, o->texts[k])))
            return false;
    return o->texts != NULL;
}

/* Without what only a spec needs; that of the last instance that has no texts where it is the same. */
static bool copy_origin(eg_model *m, eg_instance *x, eg_origin **last)
{
    eg_place place = eg_model_place(m, eg_instance_place(x));
    eg_origin o = {.file = place.file, .source = place.source, .texts = x->origin->texts};
    if (o.texts && !copy_texts(m, &o, x->class->parameter_count))
        return false;
    bool is_last = *last && !o.texts && (*last)->file == o.file && (*last)->source == o.source;
    x->origin = is_last ? *last : copy_array(m, &o, 1, sizeof o);
    if (!o.texts)
        *last = x->origin;
    return x->origin != NULL;
}

/* Of all instances, one behind the other. */
static bool copy_starts(eg_model *m)
{
    size_t count = 0;
    for (int i = 0; i < m->instance_count; i++)
        count += m->instances[i].start_count;
    eg_start *at = eg_arena_array(m->arena, count, sizeof *at);
    for (int i = 0; at && i < m->instance_count; i++) {
        eg_instance *x = &m->instances[i];
        if (x->start_count > 0)
            memcpy(at, x->starts, x->start_count * sizeof *at);
        x->starts = at;
        at += x->start_count;
    }
    return at != NULL;
}

static eg_status copy_instances(eg_model *m, const eg_spec *spec)
{
    eg_recent recent = {{0}};
    eg_origin *last = NULL;
    m->instance_count = (int)spec->instance_count;
    m->instances = copy_array(m, spec->instances, spec->instance_count, sizeof *m->instances);
    if (!m->instances || !copy_starts(m))
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->instance_count; i++) {
        eg_instance *x = &m->instances[i];
        x->path = eg_arena_copy(m->arena, x->path);
        if (!x->path || !copy_values(m, x, &recent) || !copy_origin(m, x, &last))
            return EG_ERROR_MEMORY;
    }
    for (int i = 0; i < m->instance_count; i++)
        if (m->instances[i].class->variant)
            m->instances[i].class = m->instances[i].class->variant(m->instances[i].p);
    return EG_OK;
}

static const char *const *copy_names(eg_model *m, const char *const *names, size_t count)
{
    const char **copy = eg_arena_array(m->arena, count + 1, sizeof *copy);
    for (size_t i = 0; i < count && copy; i++)
        copy = (copy[i] = eg_arena_copy(m->arena, names[i])) ? copy : NULL;
    return copy;
}

static eg_status copy_analysis(eg_model *m, const eg_analysis *from)
{
    m->analysis = *from;
    m->analysis.name = from->name ? eg_arena_copy(m->arena, from->name) : NULL;
    m->analysis.inputs = from->inputs ? copy_names(m, from->inputs, from->input_count) : NULL;
    m->analysis.outputs = from->outputs ? copy_names(m, from->outputs, from->output_count) : NULL;
    return !m->analysis.inputs == !from->inputs && !m->analysis.outputs == !from->outputs ? EG_OK
                                                                                          : EG_ERROR_MEMORY;
}

static eg_status copy_rest(eg_model *m, const eg_spec *spec)
{
    if (copy_analysis(m, &spec->analysis) != EG_OK)
        return EG_ERROR_MEMORY;
    m->name = eg_arena_copy(m->arena, spec->name ? spec->name : "Model");
    m->experiment = spec->experiment;
    m->connector.count = (int)spec->connector_count;
    m->told.declared_count = (int)spec->declared_count;
    m->connector.list = copy_array(m, spec->connectors, spec->connector_count, sizeof *m->connector.list);
    m->told.declared = copy_array(m, spec->declared, spec->declared_count, sizeof *m->told.declared);
    m->told.held_count = (int)spec->held_count;
    m->told.held = copy_array(m, spec->held, spec->held_count, sizeof *m->told.held);
    m->told.legend_count = (int)spec->legend_count;
    m->told.legends = copy_array(m, spec->legends, spec->legend_count, sizeof *m->told.legends);
    if (!m->name || !m->connector.list || !m->told.declared || !m->told.held || !m->told.legends)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->told.legend_count; i++)
        if (eg_legend_keep(m->arena, &m->told.legends[i]) < 0)
            return EG_ERROR_MEMORY;
    for (int i = 0; i < m->connector.count; i++) {
        eg_connector *c = &m->connector.list[i];
        c->path = eg_arena_copy(m->arena, c->path);
        c->unit = eg_arena_copy(m->arena, c->unit ? c->unit : "");
        c->comment = eg_arena_copy(m->arena, c->comment ? c->comment : "");
        c->place = eg_model_place(m, c->place);
        if (!c->path || !c->unit || !c->comment)
            return EG_ERROR_MEMORY;
    }
    for (int i = 0; i < m->told.declared_count; i++) {
        eg_declared *d = &m->told.declared[i];
        d->path = eg_arena_copy(m->arena, d->path);
        d->unit = eg_arena_copy(m->arena, d->unit ? d->unit : "");
        d->comment = eg_arena_copy(m->arena, d->comment ? d->comment : "");
        d->text = eg_arena_copy(m->arena, d->text ? d->text : "");
        if (!d->path || !d->unit || !d->comment || !d->text)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

static eg_status declare_parts(eg_model *m)
{
    for (int i = 0; i < m->instance_count; i++) {
        const eg_instance *x = &m->instances[i];
        m->parts.instance = i;
        if (x->class->declare && x->class->declare(x->p, &m->parts) < 0)
            return EG_ERROR_MEMORY;
    }
    eg_parts_trim(&m->parts);
    return EG_OK;
}

/* ---------------------------------------------------------------- flows of users' connectors */

/* Is `path` inside the component that owns the connector ("sub.flange")? */
static bool inside(const eg_connector *c, const char *path)
{
    return strncmp(c->path, path, eg_connector_owner(c)) == 0;
}

/* A connector's flow is the sum over what is joined to it from inside its component. */
static eg_status list_connector_ports(eg_model *m)
{
    int ports = m->ports.base[m->instance_count], count = 0;
    size_t capacity = 0;
    int *list = NULL;
    m->connector.start = eg_arena_array(m->arena, (size_t)m->connector.count + 1, sizeof(int));
    if (!m->connector.start)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->connector.count; i++) {
        const eg_connector *c = &m->connector.list[i];
        bool heat = eg_port_is_thermal(c->kind);
        m->connector.start[i] = count;
        if (eg_port_is_signal(c->kind))
            continue;
        for (int instance = 0, p = 0; p < ports; p++) {
            while (p >= m->ports.base[instance + 1])
                instance++;
            eg_port_kind kind = m->instances[instance].class->ports[p - m->ports.base[instance]].kind;
            bool joined = heat ? m->ports.point[p] == m->connector.point[i]
                               : m->ports.node[p] == m->connector.node[i] && eg_port_is_mechanical(kind);
            if (!joined || !inside(c, eg_instance_path(m, instance)))
                continue;
            if (eg_grow((void **)&list, &capacity, (size_t)count + 1, sizeof(int)) < 0) {
                free(list);
                return EG_ERROR_MEMORY;
            }
            list[count++] = p;
        }
    }
    m->connector.start[m->connector.count] = count;
    m->connector.ports = copy_array(m, list, (size_t)count, sizeof(int));
    free(list);
    return m->connector.ports ? EG_OK : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- */

static eg_status compile(eg_model *m, const eg_spec *spec, eg_diagnostics *d)
{
    m->spec = spec;
    eg_status status = copy_instances(m, spec);
    if (status == EG_OK)
        status = copy_rest(m, spec);
    if (status == EG_OK)
        status = declare_parts(m);
    if (status == EG_OK)
        status = eg_compile_connections(m, spec);
    if (status == EG_OK)
        status = eg_compile_heat_points(m, d);
    if (status == EG_OK)
        status = list_connector_ports(m);
    if (status == EG_OK)
        status = eg_compile_user(m, spec, d);
    if (status == EG_OK)
        status = eg_compile_bodies(m, d);
    if (status == EG_OK)
        eg_compile_user_inertias(m);
    if (status == EG_OK)
        status = eg_compile_user_targets(m, d);
    if (status == EG_OK)
        status = eg_compile_coordinates(m, d);
    if (status == EG_OK)
        status = eg_compile_signals(m, d);
    if (status == EG_OK)
        status = eg_compile_heat(m, d);
    if (status == EG_OK)
        status = eg_compile_equations(m, d);
    if (status == EG_OK)
        status = eg_compile_last_heat(m);
    if (status == EG_OK)
        status = eg_compile_heat_exits(m);
    if (status == EG_OK)
        status = eg_compile_rigid(m, d);
    if (status == EG_OK)
        status = eg_compile_causality(m);
    if (status == EG_OK)
        status = eg_compile_inputs(m, spec);
    return status;
}

static void trim_terms(eg_term **terms, size_t *capacity, int count)
{
    void *items = *terms;
    eg_trim(&items, capacity, (size_t)count, sizeof **terms);
    *terms = items;
}

/* Everything is in place: gives back room for more, and parts that only the compiler reads. */
static void trim(eg_model *m)
{
    eg_scatter *lists[] = {&m->scatter.elements, &m->scatter.sources, &m->scatter.inertias, &m->scatter.flows,
                           &m->thermal.point_rows};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        trim_terms(&lists[i]->terms, &lists[i]->capacity, lists[i]->count);
    trim_terms(&m->tree.drive_terms, &m->tree.drive_term_capacity, m->tree.drive_term_count);
    trim_terms(&m->tree.more_terms, &m->tree.more_term_capacity, m->tree.more_term_count);
    trim_terms(&m->row.terms, &m->row.term_capacity, m->row.term_count);
    trim_terms(&m->row.motion_terms, &m->row.motion_term_capacity, m->row.motion_term_count);
    trim_terms(&m->signals.gradient_terms, &m->signals.gradient_term_capacity,
               m->signals.gradient_term_count);
    void *rows = m->row.list;
    eg_trim(&rows, &m->row.capacity, (size_t)m->row.count, sizeof *m->row.list);
    m->row.list = rows;
    void *k = m->coefficients.k;
    eg_trim(&k, &m->coefficients.capacity, (size_t)m->coefficients.count, sizeof *m->coefficients.k);
    m->coefficients.k = k;
    eg_parts_forget_made(&m->parts);
    free(m->ports.link);
    m->ports.link = NULL;
    m->spec = NULL;
}

static void count_bytes(eg_model *m)
{
    m->bytes = sizeof *m + eg_arena_used(m->arena) + eg_parts_bytes(&m->parts) +
               m->row.capacity * sizeof *m->row.list + m->coefficients.capacity * sizeof *m->coefficients.k +
               (m->tree.drive_term_capacity + m->tree.more_term_capacity + m->row.term_capacity +
                m->row.motion_term_capacity + m->signals.gradient_term_capacity +
                m->scatter.elements.capacity + m->scatter.sources.capacity + m->scatter.inertias.capacity +
                m->scatter.flows.capacity + m->thermal.point_rows.capacity) *
                   sizeof(eg_term);
}

eg_status eg_model_compile(eg_spec *spec, eg_diagnostics *diagnostics, eg_model **model)
{
    *model = NULL;
    eg_diagnostics *own = diagnostics ? NULL : eg_diagnostics_create();
    eg_diagnostics *d = diagnostics ? diagnostics : own;
    if (!d)
        return EG_ERROR_MEMORY;
    double began = eg_clock_seconds();
    size_t errors = eg_diagnostics_errors(d);
    eg_status status = eg_spec_complete(spec, d);
    if (status == EG_OK && eg_diagnostics_errors(d) > errors)
        status = EG_ERROR_MODEL;
    if (status == EG_OK)
        status = eg_add_variable_inputs(spec, d);
    eg_model *m = NULL;
    for (bool again = status == EG_OK; again;) {
        m = calloc(1, sizeof *m);
        status = m && (m->arena = eg_arena_create()) ? compile(m, spec, d) : EG_ERROR_MEMORY;
        bool lacks_links = status == EG_ERROR_MODEL && m->user && m->user->constraint_count > 0;
        bool lacks_slopes = status == EG_ERROR_MODEL && m->user && m->user->slope_count > 0;
        bool lacks_inputs =
            status == EG_ERROR_MODEL && m->interface.lacks_inputs && eg_diagnostics_errors(d) == errors;
        if (!lacks_links && !lacks_slopes && !lacks_inputs)
            break;
        if (lacks_links)
            status = eg_user_add_links(spec, m, d);
        else if (lacks_slopes)
            status = eg_user_add_slopes(spec, m->user);
        else
            status = eg_add_connector_inputs(spec, m, d);
        again = status == EG_OK;
        eg_model_free(m);
        m = NULL;
    }
    if (status == EG_ERROR_MEMORY)
        eg_report_memory(d, "while compiling %s", spec->name ? spec->name : "the model");
    if (status == EG_ERROR_MODEL && spec->open_ports)
        eg_report(
            d, EG_NOTE, EG_NOWHERE,
            "nothing is connected to the ports of %s: %s; use it as a part of a model that says what is",
            spec->name ? spec->name : "the model", spec->open_ports);
    if (status == EG_OK) {
        eg_warn_of_wishes(m, spec, d);
        trim(m);
        count_bytes(m);
        m->compile_seconds = eg_clock_seconds() - began;
        *model = m;
    } else {
        eg_model_free(m);
    }
    eg_diagnostics_free(own);
    return status;
}

void eg_model_free(eg_model *m)
{
    if (!m)
        return;
    eg_parts_release(&m->parts);
    free(m->ports.link);
    free(m->tree.drive_terms);
    free(m->tree.more_terms);
    free(m->row.list);
    free(m->coefficients.k);
    free(m->row.terms);
    free(m->row.motion_terms);
    free(m->signals.gradient_terms);
    free(m->scatter.elements.terms);
    free(m->scatter.sources.terms);
    free(m->scatter.inertias.terms);
    free(m->scatter.flows.terms);
    free(m->thermal.point_rows.terms);
    eg_user_free(m->user);
    eg_arena_free(m->arena);
    free(m);
}

const char *eg_model_name(const eg_model *model)
{
    return model->name;
}
const eg_analysis *eg_model_analysis(const eg_model *model)
{
    return &model->analysis;
}

eg_experiment eg_model_experiment(const eg_model *model)
{
    return model->experiment;
}
