/* Inputs and outputs of the whole model: connectors and variables that its top level declares `input` or
 * `output`.
 *
 * A Real input that nothing inside gives gets a hidden source (component/interface/run_input.h), so that
 * everything behind it is a signal like any other. Which connectors these are shows only once nets have
 * their sources: the source is put into the spec, which is compiled anew. Booleans and Integers change at
 * events only; they are discrete variables whose values the run is given. */
#include "component/interface/run_input.h"
#include "elastogap/simulate.h"
#include "network/compile/compile.h"
#include "network/model.h"
#include "network/user/user.h"

#include <string.h>

bool eg_path_is_top(const char *path)
{
    return !strchr(path, '.');
}

bool eg_connector_is_top(const eg_connector *c)
{
    return c->is_outside || eg_path_is_top(c->path);
}

const char *eg_input_source(eg_arena *arena, const char *path)
{
    return eg_arena_format(arena, "$%s", path);
}

eg_status eg_spec_add_input(eg_spec *spec, const char *path, double start, eg_place place, eg_diagnostics *d)
{
    const char *name = eg_input_source(spec->arena, path);
    if (!name)
        return EG_ERROR_MEMORY;
    if (eg_names_find(spec->paths, name) >= 0)
        return EG_OK; /* the spec has been compiled before */
    eg_instance *x = eg_spec_add_instance(spec, &eg_class_run_input, name, place, d);
    if (!x)
        return EG_ERROR_MEMORY;
    eg_input_hold(x->p, isnan(start) ? 0 : start);
    return EG_OK;
}

eg_status eg_add_variable_inputs(eg_spec *spec, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    for (size_t i = 0; i < spec->variable_count && status == EG_OK; i++) {
        const eg_user_variable *v = &spec->variables[i];
        if (v->is_input && !v->is_hidden && v->type == EG_REAL)
            status = eg_spec_add_input(spec, v->path, v->start, v->place, d);
    }
    return status;
}

static bool is_given(const eg_model *m, int connector)
{
    const eg_net *n = &m->nets[m->connector.node[connector]];
    return n->instance >= 0 || n->kind == EG_SIGNAL_USER;
}

/* One source a net: a second input that is connected to it shows the same signal. */
eg_status eg_add_connector_inputs(eg_spec *spec, const eg_model *m, eg_diagnostics *d)
{
    for (int i = 0; i < m->connector.count; i++) {
        const eg_connector *c = &spec->connectors[i];
        bool is_first = true;
        if (c->kind != EG_REAL_INPUT || !eg_connector_is_top(c) || is_given(m, i))
            continue;
        for (int k = 0; k < i; k++)
            is_first = is_first && !(m->connector.node[k] == m->connector.node[i] &&
                                     m->connector.list[k].kind == EG_REAL_INPUT &&
                                     eg_connector_is_top(&m->connector.list[k]));
        const char *from = eg_arena_format(spec->arena, "$%s.y", c->path);
        if (!is_first)
            continue;
        if (!from || eg_spec_add_input(spec, c->path, c->start, c->place, d) != EG_OK ||
            eg_spec_add_connection(spec, from, c->path, c->place) < 0)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- the lists */

/* An input may stand for a port of a component (an FMU's). */
static void describe_port(const eg_model *m, eg_given *g)
{
    const char *dot = strrchr(g->path, '.');
    for (int i = 0; i < m->instance_count && dot; i++) {
        const eg_instance *x = &m->instances[i];
        if (strlen(x->path) != (size_t)(dot - g->path) ||
            strncmp(x->path, g->path, (size_t)(dot - g->path)) != 0)
            continue;
        for (size_t k = 0; k < x->class->port_count; k++)
            if (strcmp(x->class->ports[k].name, dot + 1) == 0 && eg_port_is_signal(x->class->ports[k].kind)) {
                g->unit = x->class->ports[k].unit ? x->class->ports[k].unit : "";
                g->comment = x->class->ports[k].doc ? x->class->ports[k].doc : "";
            }
    }
}

static void describe(const eg_model *m, eg_given *g)
{
    g->quantity = -1;
    describe_port(m, g);
    for (int i = 0; i < m->connector.count; i++)
        if (strcmp(m->connector.list[i].path, g->path) == 0) {
            g->unit = m->connector.list[i].unit;
            g->comment = m->connector.list[i].comment;
        }
    for (int i = 0; m->user && i < m->user->quantity_count; i++)
        if (m->user->quantities[i].is_declared && strcmp(m->user->quantities[i].path, g->path) == 0) {
            g->quantity = i;
            g->type = m->user->quantities[i].type;
            g->unit = m->user->quantities[i].unit;
            g->comment = m->user->quantities[i].comment;
        }
}

static void list_inputs(eg_model *m)
{
    for (int i = 0; i < m->instance_count; i++) {
        const eg_instance *x = &m->instances[i];
        if (x->class != &eg_class_run_input)
            continue;
        eg_given *g = &m->interface.inputs[m->interface.input_count];
        *g = (eg_given){.path = x->path + 1, .unit = "", .comment = "", .type = EG_REAL};
        g->start = x->p[EG_INPUT_START];
        describe(m, g);
        x->p[EG_INPUT_INDEX] = m->interface.input_count++;
    }
    for (int i = 0; m->user && i < m->user->quantity_count; i++) {
        const eg_user_quantity *q = &m->user->quantities[i];
        if (!q->is_input || !q->is_declared || q->type == EG_REAL)
            continue;
        m->interface.inputs[m->interface.input_count++] = (eg_given){.path = q->path,
                                                                     .unit = q->unit,
                                                                     .comment = q->comment,
                                                                     .type = q->type,
                                                                     .start = isnan(q->start) ? 0 : q->start,
                                                                     .quantity = i};
    }
}

static void list_outputs(eg_model *m, const eg_spec *spec)
{
    for (int i = 0; i < m->connector.count; i++) {
        const eg_connector *c = &m->connector.list[i];
        eg_given g = {
            .path = c->path, .unit = c->unit, .comment = c->comment, .type = EG_REAL, .quantity = -1};
        if (c->kind == EG_REAL_OUTPUT && eg_connector_is_top(c))
            m->interface.outputs[m->interface.output_count++] = g;
    }
    for (size_t i = 0; i < spec->variable_count; i++) {
        eg_given g = {.unit = "", .comment = ""};
        if (!spec->variables[i].is_output || spec->variables[i].is_hidden)
            continue;
        g.path = eg_arena_copy(m->arena, spec->variables[i].path);
        g.type = spec->variables[i].type;
        if (!g.path)
            return;
        describe(m, &g);
        m->interface.outputs[m->interface.output_count++] = g;
    }
}

static eg_status copy_patterns(eg_model *m, const eg_spec *spec)
{
    m->interface.output_patterns =
        eg_arena_array(m->arena, spec->output_pattern_count + 1, sizeof *m->interface.output_patterns);
    for (size_t i = 0; m->interface.output_patterns && i < spec->output_pattern_count; i++)
        if (!(m->interface.output_patterns[m->interface.output_pattern_count++] =
                  eg_arena_copy(m->arena, spec->output_patterns[i])))
            return EG_ERROR_MEMORY;
    return m->interface.output_patterns ? EG_OK : EG_ERROR_MEMORY;
}

eg_status eg_compile_inputs(eg_model *m, const eg_spec *spec)
{
    size_t sources = 0;
    for (int i = 0; i < m->instance_count; i++)
        sources += m->instances[i].class == &eg_class_run_input;
    m->interface.inputs =
        eg_arena_array(m->arena, sources + spec->variable_count + 1, sizeof *m->interface.inputs);
    m->interface.outputs = eg_arena_array(m->arena, spec->connector_count + spec->variable_count + 1,
                                          sizeof *m->interface.outputs);
    if (!m->interface.inputs || !m->interface.outputs)
        return EG_ERROR_MEMORY;
    list_inputs(m);
    list_outputs(m, spec);
    return copy_patterns(m, spec);
}

/* ---------------------------------------------------------------- for the caller */

static eg_variable_info info_of(const eg_given *g)
{
    return (eg_variable_info){.name = g->path,
                              .unit = g->unit,
                              .doc = g->comment,
                              .type = g->type == EG_REAL      ? EG_VALUE_REAL
                                      : g->type == EG_BOOLEAN ? EG_VALUE_BOOLEAN
                                                              : EG_VALUE_INTEGER,
                              .start = g->start};
}

size_t eg_model_inputs(const eg_model *m)
{
    return (size_t)m->interface.input_count;
}

eg_variable_info eg_model_input(const eg_model *m, size_t i)
{
    static const eg_given none = {.path = "", .unit = "", .comment = ""};
    return info_of(i < (size_t)m->interface.input_count ? &m->interface.inputs[i] : &none);
}

size_t eg_model_outputs(const eg_model *m)
{
    return (size_t)m->interface.output_count;
}

eg_variable_info eg_model_output(const eg_model *m, size_t i)
{
    static const eg_given none = {.path = "", .unit = "", .comment = ""};
    return info_of(i < (size_t)m->interface.output_count ? &m->interface.outputs[i] : &none);
}
