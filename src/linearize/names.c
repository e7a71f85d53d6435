/* What the names of inputs and outputs stand for. */
#include "linearize/linearize.h"

#include "component/interface/run_input.h"
#include "network/solve/tangent.h"
#include "network/user/user.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- inputs */

typedef struct seeking {
    eg_observable_visitor visitor;
    const char *wanted;
    eg_columns l;
    eg_observable found;
    char *name;
    size_t capacity;
} seeking;

static int compare_name(eg_observable_visitor *v, const eg_observable *o)
{
    seeking *k = (seeking *)v;
    if (eg_observable_name(o, &k->name, &k->capacity) < 0)
        return -1;
    if (strcmp(k->name, k->wanted) != 0)
        return 0;
    k->found = *o;
    return 1;
}

/* The hidden source of input i of the model. */
static int net_of_input(const eg_model *m, int i)
{
    for (int k = 0; k < m->net_count; k++) {
        const eg_net *n = &m->nets[k];
        if (n->kind == EG_SIGNAL_BLOCK && n->block && n->block->is_given &&
            (int)m->instances[n->instance].p[EG_INPUT_INDEX] == i)
            return k;
    }
    return -1;
}

/* The signal with which a component that gives a force, a torque, a heat flow or a motion does so by
 * itself; or that of a source of signals. -1: it is none. */
static int net_of_component(const eg_model *m, const char *path)
{
    for (int i = 0; i < m->instance_count; i++)
        if (strcmp(m->instances[i].path, path) == 0) {
            const int net = eg_instance_net(m, i);
            return net >= 0 && m->nets[net].of_time ? net : -1;
        }
    return -1;
}

/* Of a signal that is a force, a torque or a heat flow. */
static const char *unit_of_source(const eg_model *m, int net)
{
    for (int i = 0; i < m->source_count; i++)
        if (m->sources[i].input == net && m->sources[i].instance == m->nets[net].instance)
            return m->nodes[m->sources[i].node].rotational ? "N.m" : "N";
    for (int i = 0; i < m->thermal.source_count; i++)
        if (m->thermal.sources[i].input == net && m->thermal.sources[i].instance == m->nets[net].instance)
            return "W";
    return "";
}

static eg_status no_input(const eg_model *m, const char *name, const char *why, eg_diagnostics *d)
{
    eg_report(d, EG_ERROR, EG_NOWHERE, "\"%s\" cannot be an input: %s", name, why);
    eg_remedy(d,
              "inputs are the real inputs of %s's top level, sources by their component, and the signals of "
              "sources",
              m->name);
    return EG_ERROR_USAGE;
}

/* "weight.f": the force that a source gives by itself is minus its signal. */
static bool is_own_force(const eg_model *m, const eg_observable *o)
{
    for (int i = 0; i < m->source_count; i++)
        if (m->sources[i].instance == o->instance && o->port == NULL && o->variable &&
            (strcmp(o->variable, "f") == 0 || strcmp(o->variable, "tau") == 0))
            return eg_instance_net(m, o->instance) == m->sources[i].input;
    return false;
}

static eg_status find_input(eg_linear_ports *p, const eg_model *m, const char *name, size_t i,
                            eg_diagnostics *d)
{
    seeking k = {.visitor.visit = compare_name, .wanted = name, .l = eg_columns_of(m)};
    p->sign[i] = 1;
    p->input_name[i] = name;
    p->input_unit[i] = "";
    for (int j = 0; j < m->interface.input_count; j++)
        if (strcmp(m->interface.inputs[j].path, name) == 0) {
            p->net[i] = m->interface.inputs[j].type == EG_REAL ? net_of_input(m, j) : -1;
            p->input_unit[i] = m->interface.inputs[j].unit ? m->interface.inputs[j].unit : "";
            return p->net[i] >= 0 ? EG_OK : no_input(m, name, "it is not a real one", d);
        }
    if ((p->net[i] = net_of_component(m, name)) >= 0) {
        p->input_unit[i] = unit_of_source(m, p->net[i]);
        return EG_OK;
    }
    const int stop = eg_model_each_variable(m, &k.visitor);
    free(k.name);
    if (stop < 0)
        return EG_ERROR_MEMORY;
    if (stop == 0) {
        char *near = eg_model_nearest_variable(m, name);
        eg_report(d, EG_ERROR, EG_NOWHERE, "%s has no input \"%s\"", m->name, name);
        eg_remedy(d, near ? "did you mean \"%s\"?" : "name an input, a source or its signal", near);
        free(near);
        return EG_ERROR_USAGE;
    }
    p->input_unit[i] = k.found.unit;
    if (k.found.column >= k.l.nets && k.found.column < k.l.connectors) {
        p->net[i] = k.found.column - k.l.nets;
        return m->nets[p->net[i]].of_time ? EG_OK : no_input(m, name, "this signal follows the motion", d);
    }
    if (is_own_force(m, &k.found)) {
        p->net[i] = eg_instance_net(m, k.found.instance);
        p->sign[i] = -1;
        return EG_OK;
    }
    return no_input(m, name, "it is no signal that is given", d);
}

static eg_status find_inputs(eg_linear_ports *p, const eg_model *m, const eg_linearize_options *o,
                             eg_diagnostics *d)
{
    const size_t room = (o->inputs ? o->input_count : (size_t)m->interface.input_count) + 1;
    eg_status status = EG_OK;
    p->input_name = calloc(room, 2 * sizeof *p->input_name);
    p->net = calloc(room, sizeof *p->net);
    p->sign = calloc(room, sizeof *p->sign);
    if (!p->input_name || !p->net || !p->sign)
        return EG_ERROR_MEMORY;
    p->input_unit = p->input_name + room;
    for (size_t i = 0; i + 1 < room && status != EG_ERROR_MEMORY; i++) {
        if (!o->inputs && m->interface.inputs[i].type != EG_REAL)
            continue;
        eg_status own =
            find_input(p, m, o->inputs ? o->inputs[i] : m->interface.inputs[i].path, p->input_count, d);
        p->input_count += own == EG_OK;
        status = own == EG_OK ? status : own;
    }
    return status;
}

/* ---------------------------------------------------------------- outputs */

static eg_status find_outputs(eg_linear_ports *p, const eg_model *m, const eg_linearize_options *o,
                              eg_diagnostics *d)
{
    const char **own = calloc((size_t)m->interface.output_count + 1, sizeof *own);
    size_t count = 0;
    if (!own)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->interface.output_count; i++)
        if (m->interface.outputs[i].type == EG_REAL)
            own[count++] = m->interface.outputs[i].path;
    const bool given = o->outputs != NULL;
    eg_status status = eg_readout_read(&p->outputs, m, given ? o->outputs : own,
                                       given ? o->output_count : count, "--outputs", d);
    free(own);
    if (status == EG_OK && eg_readout_looks(&p->outputs)) {
        eg_report(d, EG_ERROR, EG_NOWHERE, "an output looks at all of a run: a linear model has one point");
        eg_remedy(d, "name a variable or an expression of variables: ball.s, not max(ball.s)");
        status = EG_ERROR_USAGE;
    }
    return status == EG_ERROR_MODEL ? EG_ERROR_USAGE : status;
}

static void note(eg_linear_ports *p, int column, eg_linear_kind kind, int item)
{
    p->kind[column] = kind;
    p->item[column] = item;
}

static eg_status sort_columns(eg_linear_ports *p, const eg_model *m)
{
    const eg_columns l = eg_columns_of(m);
    p->kind = calloc((size_t)l.total + 1, sizeof *p->kind);
    p->item = calloc((size_t)l.total + 1, sizeof *p->item);
    if (!p->kind || !p->item)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->node_count; i++)
        note(p, i, EG_LINEAR_NODE, i);
    for (int i = 0; i < m->net_count; i++)
        if (eg_signal_has_tangent(m, i))
            note(p, l.nets + i, EG_LINEAR_SIGNAL, i);
    for (int i = 0; m->user && i < m->user->quantity_count && !m->user->needs_holding; i++)
        if (!m->user->is_late || !m->user->is_late[m->user->quantities[i].node])
            note(p, l.users + i, EG_LINEAR_FORMULA, i);
    for (int i = 0; i < (int)m->parts.coordinate_count; i++) {
        const eg_coordinate_part *c = &m->parts.coordinate[i];
        const int first = l.variables + m->ports.variable_base[c->instance];
        if (c->variable_s >= 0)
            note(p, first + c->variable_s, EG_LINEAR_DISTANCE, i);
        if (c->variable_v >= 0)
            note(p, first + c->variable_v, EG_LINEAR_SPEED, i);
    }
    return EG_OK;
}

eg_status eg_linear_ports_find(eg_linear_ports *p, const eg_model *m, const eg_linearize_options *o,
                               eg_diagnostics *d)
{
    *p = (eg_linear_ports){0};
    eg_status inputs = find_inputs(p, m, o, d);
    eg_status outputs = inputs == EG_ERROR_MEMORY ? inputs : find_outputs(p, m, o, d);
    if (inputs != EG_OK || outputs != EG_OK)
        return inputs != EG_OK ? inputs : outputs;
    return sort_columns(p, m);
}

void eg_linear_ports_release(eg_linear_ports *p)
{
    free(p->input_name);
    free(p->net);
    free(p->sign);
    free(p->kind);
    free(p->item);
    eg_readout_release(&p->outputs);
    *p = (eg_linear_ports){0};
}
