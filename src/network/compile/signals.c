/* Signals: who drives each net, in which order nets are evaluated, where algebraic loops are cut, and
 * what the motion's dependence on signals looks like.
 *
 * A sensor measures positions, speeds and accelerations of nodes; those of driven nodes depend on the
 * drives, and drives on their input signals: nets and drives are therefore ordered together. A drive
 * with k states of its own knows its motion's derivatives below order k from them, and needs its input
 * for the others only. */
#include "network/user/user.h"
#include "network/compile/compile.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *port_path(eg_model *m, int instance, int port)
{
    return eg_arena_format(m->arena, "%s.%s", eg_instance_path(m, instance),
                           m->instances[instance].class->ports[port].name);
}

static int output_port(const eg_class *class)
{
    for (size_t i = 0; i < class->port_count; i++)
        if (class->ports[i].kind == EG_REAL_OUTPUT)
            return (int)i;
    return -1;
}

/* The net that a part's input refers to: a port, or EG_OWN for the instance's own block. */
static int input_net(const eg_model *m, int instance, int input)
{
    return input == EG_OWN ? eg_instance_net(m, instance) : m->ports.node[m->ports.base[instance] + input];
}

/* Claims a net for its source; a second source is an error. */
static eg_net *claim(eg_model *m, int net, int instance, int port, eg_diagnostics *d)
{
    eg_net *n = &m->nets[net];
    const char *name = port < 0 ? eg_instance_path(m, instance) : port_path(m, instance, port);
    if (!name)
        return NULL;
    if (n->instance >= 0) {
        eg_report(d, EG_ERROR, eg_instance_place(&m->instances[instance]),
                  "%s and %s are connected to each other: two outputs", n->name, name);
        eg_remedy(d, "use a block Add to join two signals");
        return n;
    }
    n->instance = instance;
    n->name = *name == '$' && port >= 0 ? eg_instance_path(m, instance) + 1 : name;
    return n;
}

static void find_inputs(const eg_model *m, int instance, eg_net *n)
{
    const eg_class *class = m->instances[instance].class;
    for (size_t k = 0; k < class->port_count && n->input_count < EG_BLOCK_MAX_INPUTS; k++)
        if (class->ports[k].kind == EG_REAL_INPUT && m->ports.node[m->ports.base[instance] + (int)k] >= 0)
            n->inputs[n->input_count++] = m->ports.node[m->ports.base[instance] + (int)k];
}

/* The second and further outputs of a source that has several. */
static eg_status claim_outputs(eg_model *m, int instance, eg_diagnostics *d)
{
    const eg_class *class = m->instances[instance].class;
    int first = output_port(class);
    for (int port = first + 1; port < (int)class->port_count; port++) {
        int net = m->ports.node[m->ports.base[instance] + port];
        if (class->ports[port].kind != EG_REAL_OUTPUT || net < 0)
            continue;
        eg_net *n = claim(m, net, instance, port, d);
        if (!n)
            return EG_ERROR_MEMORY;
        n->kind = EG_SIGNAL_BLOCK;
        n->block = class->block;
        n->output = port - first;
        find_inputs(m, instance, n);
    }
    return EG_OK;
}

static eg_status claim_blocks(eg_model *m, eg_diagnostics *d)
{
    for (int i = 0; i < m->instance_count; i++) {
        const eg_class *class = m->instances[i].class;
        if (!class->block)
            continue;
        int port = output_port(class),
            net = port < 0 ? m->net_count++ : m->ports.node[m->ports.base[i] + port];
        m->signals.instance_net[i] = net;
        eg_net *n = claim(m, net, i, port, d);
        if (!n)
            return EG_ERROR_MEMORY;
        n->kind = EG_SIGNAL_BLOCK;
        n->block = class->block;
        if (class->block->evaluate_output && claim_outputs(m, i, d) != EG_OK)
            return EG_ERROR_MEMORY;
        find_inputs(m, i, n);
    }
    return EG_OK;
}

static eg_status claim_sensors(eg_model *m, eg_diagnostics *d)
{
    for (size_t i = 0; i < m->parts.sensor_count; i++) {
        const eg_sensor_part *part = &m->parts.sensor[i];
        eg_net *n = claim(m, input_net(m, part->instance, part->output), part->instance, part->output, d);
        if (!n)
            return EG_ERROR_MEMORY;
        n->kind = EG_SIGNAL_SENSOR;
        n->from = eg_port_at(m, part->instance, part->from);
        n->to = eg_port_at(m, part->instance, part->to);
        n->order = part->order;
    }
    for (size_t i = 0; i < m->parts.force_sensor_count; i++) {
        const eg_force_sensor_part *part = &m->parts.force_sensor[i];
        eg_net *n = claim(m, input_net(m, part->instance, part->output), part->instance, part->output, d);
        if (!n)
            return EG_ERROR_MEMORY;
        n->kind = EG_SIGNAL_FORCE;
        n->port = m->ports.base[part->instance] + part->port;
        n->sign = part->is_reaction ? -1 : 1;
    }
    for (size_t i = 0; i < m->parts.heat_sensor_count; i++) {
        const eg_heat_sensor_part *part = &m->parts.heat_sensor[i];
        eg_net *n = claim(m, input_net(m, part->instance, part->output), part->instance, part->output, d);
        if (!n)
            return EG_ERROR_MEMORY;
        n->kind = EG_SIGNAL_TEMPERATURE;
        n->from = eg_port_at(m, part->instance, part->from);
        n->to = eg_port_at(m, part->instance, part->to);
        n->order = part->is_rate;
        n->gain = part->gain;
        n->offset = part->offset;
    }
    return EG_OK;
}

static eg_status claim_heat_joins(eg_model *m, eg_diagnostics *d)
{
    for (size_t i = 0; i < m->parts.heat_join_count; i++) {
        const eg_heat_join_part *part = &m->parts.heat_join[i];
        m->thermal.joins[i].net = input_net(m, part->instance, part->output);
        eg_net *n = claim(m, m->thermal.joins[i].net, part->instance, part->output, d);
        if (!n)
            return EG_ERROR_MEMORY;
        n->kind = EG_SIGNAL_HEAT;
    }
    return EG_OK;
}

/* A signal without a port: the next number. */
static eg_net *add_hidden(eg_model *m, eg_signal_kind kind, int instance)
{
    eg_net *n = &m->nets[m->net_count++];
    n->kind = kind;
    n->instance = instance;
    n->name = eg_instance_path(m, instance);
    return n;
}

static void multiply(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = eg_jet_product(u[0], u[1]);
}

/* A power sensor is a force sensor, a speed sensor and the product of the two. */
static eg_status claim_power_sensors(eg_model *m, eg_diagnostics *d)
{
    static const eg_block_ops product = {.evaluate = multiply, .is_nonlinear = true};
    for (size_t i = 0; i < m->parts.power_sensor_count; i++) {
        const eg_power_sensor_part *part = &m->parts.power_sensor[i];
        eg_net *n = claim(m, input_net(m, part->instance, part->output), part->instance, part->output, d);
        if (!n)
            return EG_ERROR_MEMORY;
        eg_net *force = add_hidden(m, EG_SIGNAL_FORCE, part->instance);
        force->port = m->ports.base[part->instance] + part->port;
        force->sign = 1;
        eg_net *speed = add_hidden(m, EG_SIGNAL_SENSOR, part->instance);
        speed->to = eg_port_at(m, part->instance, part->port);
        speed->order = 1;
        n->kind = EG_SIGNAL_BLOCK;
        n->block = &product;
        n->inputs[0] = (int)(force - m->nets);
        n->inputs[1] = (int)(speed - m->nets);
        n->input_count = 2;
    }
    return EG_OK;
}

static void claim_bundles(eg_model *m)
{
    for (size_t i = 0; i < m->parts.bundle_count && m->signals.instance_net; i++) { /* a bundle has a net */
        const eg_bundle_part *part = &m->parts.bundle[i];
        eg_net *n = add_hidden(m, EG_SIGNAL_BUNDLE, part->instance);
        m->signals.instance_net[part->instance] = (int)(n - m->nets);
        while (n->input_count < 3 && part->input[n->input_count] >= 0) {
            n->inputs[n->input_count] = input_net(m, part->instance, part->input[n->input_count]);
            n->input_count++;
        }
    }
}

static bool has_source(const eg_net *n)
{
    return n->instance >= 0 || n->kind == EG_SIGNAL_USER || n->kind == EG_SIGNAL_BUNDLE;
}

/* Does an input of the whole model lead there? */
static bool is_own_input(const eg_model *m, int net)
{
    for (int i = 0; i < m->connector.count; i++)
        if (m->connector.list[i].kind == EG_REAL_INPUT && m->connector.node[i] == net &&
            eg_connector_is_top(&m->connector.list[i]))
            return true;
    return false;
}

/* Every input needs a source; the whole model's own get one (inputs.c). */
static void check_sources(eg_model *m, eg_diagnostics *d)
{
    for (int i = 0; i < m->instance_count; i++) {
        const eg_instance *instance = &m->instances[i];
        for (int p = m->ports.base[i]; p < m->ports.base[i + 1]; p++) {
            const eg_port *port = &instance->class->ports[p - m->ports.base[i]];
            if (port->kind != EG_REAL_INPUT || m->ports.node[p] < 0 ||
                has_source(&m->nets[m->ports.node[p]]) || is_own_input(m, m->ports.node[p]))
                continue;
            eg_report(d, EG_ERROR, eg_instance_place(instance),
                      "the input %s.%s is not connected to a source", instance->path, port->name);
            eg_remedy(d, "connect it to the output of a block, for example Modelica.Blocks.Sources.Constant");
        }
    }
    for (int i = 0; i < m->connector.count; i++) {
        const eg_connector *c = &m->connector.list[i];
        if (!eg_port_is_signal(c->kind) || has_source(&m->nets[m->connector.node[i]]))
            continue;
        if (is_own_input(m, m->connector.node[i])) {
            m->interface.lacks_inputs = true;
            continue;
        }
        eg_report(d, EG_ERROR, c->place, "the signal %s is not connected to a source", c->path);
        eg_remedy(d, "connect it to the output of a block, for example Modelica.Blocks.Sources.Constant");
    }
}

/* ---------------------------------------------------------------- what the motion depends on */

static void mark(eg_model *m, int net, int need, bool moves)
{
    eg_net *n = &m->nets[net];
    if (n->dynamic && n->need >= need && (n->moves || !moves))
        return;
    n->dynamic = true;
    n->moves = n->moves || moves;
    n->need = need > n->need ? need : n->need;
    for (int i = 0; i < n->input_count; i++)
        mark(m, n->inputs[i], eg_net_need_of_input(n, i, need), moves);
}

static void mark_dynamic(eg_model *m, int net, int need)
{
    mark(m, net, need, true);
}

/* The rate of a force matters where it determines the speed of a body without mass. */
static int force_need(const eg_model *m, int instance, int port, int support_port)
{
    int node = eg_port_at(m, instance, port), support = eg_port_at(m, instance, support_port);
    bool massless = m->bodies[m->nodes[node].body].mass == 0 ||
                    (support >= 0 && m->bodies[m->nodes[support].body].mass == 0);
    return massless ? 1 : 0;
}

/* Does anything follow the rate of a temperature: what capacities take where it is given, or a sensor? */
static bool needs_temperature_rates(const eg_parts *p)
{
    bool needs = p->heat_join_count > 0;
    for (size_t i = 0; i < p->heat_sensor_count; i++)
        needs = needs || p->heat_sensor[i].is_rate;
    return needs;
}

static void mark_all_dynamic(eg_model *m)
{
    const eg_parts *p = &m->parts;
    for (int i = 0; i < m->net_count; i++)
        if (m->nets[i].states > 0 || (m->nets[i].block && m->nets[i].block->switch_count > 0))
            mark_dynamic(m, i, 0);
        else if (m->nets[i].block && m->nets[i].block->is_derivative)
            mark(m, i, 0, false);
    for (int i = 0; i < m->drive_count; i++)
        mark_dynamic(m, m->drives[i].input, m->drives[i].order);
    for (size_t i = 0; i < p->force_count; i++)
        mark_dynamic(m, input_net(m, p->force[i].instance, p->force[i].input),
                     force_need(m, p->force[i].instance, p->force[i].port, p->force[i].support));
    for (size_t i = 0; i < p->element_count; i++) {
        const eg_element_part *e = &p->element[i];
        const eg_class *class = m->instances[e->instance].class;
        bool may_be_constant = class->friction || e->input == EG_OWN; /* over the speed */
        if (e->input != EG_NONE && (class->friction || class->element->force_under))
            mark_dynamic(m, input_net(m, e->instance, e->input),
                         may_be_constant ? force_need(m, e->instance, e->port_b, e->port_a) : 0);
    }
    for (size_t i = 0; i < p->heat_conductor_count; i++)
        if (p->heat_conductor[i].input >= 0)
            mark_dynamic(m, input_net(m, p->heat_conductor[i].instance, p->heat_conductor[i].input), 0);
    for (size_t i = 0; i < p->heat_fixed_count; i++)
        if (p->heat_fixed[i].has_input)
            mark_dynamic(m, input_net(m, p->heat_fixed[i].instance, p->heat_fixed[i].input),
                         needs_temperature_rates(p));
    for (size_t i = 0; i < p->heat_source_count; i++)
        mark_dynamic(m, input_net(m, p->heat_source[i].instance, p->heat_source[i].input), 0);
    for (int i = 0; m->user && i < m->user->input_count; i++)
        if (m->user->inputs[i].kind == EG_USER_SIGNAL)
            mark_dynamic(m, m->user->inputs[i].index, m->user->inputs[i].other);
}

/* ---------------------------------------------------------------- order */

typedef struct ordering {
    eg_model *m;
    char *net_state, *drive_state; /* 0 new, 1 in progress, 2 done */
    int count;
} ordering;

static void visit_net(ordering *o, int net);

static void visit_drive(ordering *o, int drive)
{
    if (o->drive_state[drive])
        return;
    o->drive_state[drive] = 1;
    visit_net(o, o->m->drives[drive].input);
    o->drive_state[drive] = 2;
    o->m->signals.order[o->count++] = -1 - drive;
}

/* The drives on the way to `node` whose motion needs its input for derivatives up to `order`. */
static void visit_motion(ordering *o, int node, int order)
{
    const eg_model *m = o->m;
    const eg_motion *k = &m->tree.motions[node < 0 ? 0 : m->nodes[node].motion];
    for (int i = k->first + k->count - 1; i >= k->first; i--)
        if (order >= m->drives[m->tree.drive_terms[i].index].states)
            visit_drive(o, m->tree.drive_terms[i].index);
}

/* The signal that gives a heat node its temperature comes before what reads it. */
static void visit_temperature(ordering *o, int node)
{
    const eg_parts *p = &o->m->parts;
    for (size_t i = 0; i < p->heat_fixed_count && node >= 0; i++)
        if (p->heat_fixed[i].has_input &&
            eg_port_at(o->m, p->heat_fixed[i].instance, p->heat_fixed[i].port) == node)
            visit_net(o, input_net(o->m, p->heat_fixed[i].instance, p->heat_fixed[i].input));
}

static void visit_net(ordering *o, int net)
{
    eg_model *m = o->m;
    eg_net *n = &m->nets[net];
    if (o->net_state[net] == 1 && n->unknown < 0) { /* a loop: cut it here */
        n->unknown = m->signals.loop_count++;
        mark_dynamic(m, net, 0);
    }
    if (o->net_state[net])
        return;
    o->net_state[net] = 1;
    if (n->kind == EG_SIGNAL_SENSOR) {
        visit_motion(o, n->from, n->order + n->need);
        visit_motion(o, n->to, n->order + n->need);
    }
    if (n->kind == EG_SIGNAL_USER && n->unknown < 0 && !n->is_late)
        n->unknown = m->signals.loop_count++; /* equations are known only after all signals are */
    if ((n->kind == EG_SIGNAL_FORCE || n->kind == EG_SIGNAL_HEAT) && n->dynamic && n->unknown < 0)
        n->unknown = m->signals.loop_count++; /* forces and heat flows are known only after all signals are */
    if (n->kind == EG_SIGNAL_TEMPERATURE) {
        visit_temperature(o, n->from);
        visit_temperature(o, n->to);
    }
    bool lags = n->need < n->lag; /* what is asked of it follows from its states */
    for (int i = 0; i < n->input_count && !lags; i++)
        visit_net(o, n->inputs[i]);
    o->net_state[net] = 2;
    m->signals.order[o->count++] = net;
}

static eg_status order_signals(eg_model *m)
{
    ordering o = {.m = m};
    m->signals.order = eg_arena_array(m->arena, (size_t)(m->net_count + m->drive_count), sizeof(int));
    o.net_state = calloc((size_t)m->net_count + 1, 1);
    o.drive_state = calloc((size_t)m->drive_count + 1, 1);
    eg_status status = m->signals.order && o.net_state && o.drive_state ? EG_OK : EG_ERROR_MEMORY;
    for (int i = 0; i < m->net_count && status == EG_OK; i++)
        visit_net(&o, i);
    for (int i = 0; i < m->drive_count && status == EG_OK; i++)
        visit_drive(&o, i);
    free(o.net_state);
    free(o.drive_state);
    return status;
}

/* ---------------------------------------------------------------- */

static void number_states(eg_model *m)
{
    int state = 2 * (m->body_count - 1);
    m->first.drive = state;
    for (int i = 0; i < m->drive_count; i++) {
        eg_drive *drive = &m->drives[i];
        const eg_instance *instance = &m->instances[drive->instance];
        drive->input = input_net(m, drive->instance, drive->input);
        drive->states = instance->class->drive->state_count(instance->p);
        drive->order = instance->class->drive->order(instance->p);
        drive->state = state;
        state += drive->states;
    }
    m->first.block = state;
    for (int i = 0; i < m->net_count; i++) {
        eg_net *n = &m->nets[i];
        n->state = state;
        state += n->states;
    }
    m->first.heat = state;
}

/* States, lags and kinks of the blocks. */
static eg_status size_blocks(eg_model *m)
{
    m->signals.switched = eg_arena_array(m->arena, (size_t)m->net_count, sizeof(int));
    if (!m->signals.switched)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->net_count; i++) {
        eg_net *n = &m->nets[i];
        if (!n->block)
            continue;
        const double *p = m->instances[n->instance].p;
        n->states = n->block->state_count ? n->block->state_count(p) : 0;
        n->lag = n->states > 0 && n->block->lag ? n->block->lag(p) : 0;
        if (n->block->switch_count > 0 && n->output == 0) /* its outputs share a phase */
            m->signals.switched[m->signals.switched_count++] = i;
    }
    return EG_OK;
}

/* Signals without a port, as claim_blocks, claim_power_sensors and claim_bundles add them. */
static size_t count_hidden(const eg_model *m)
{
    size_t count = 2 * m->parts.power_sensor_count + m->parts.bundle_count;
    for (int i = 0; i < m->instance_count; i++)
        count += m->instances[i].class->block && output_port(m->instances[i].class) < 0;
    return count;
}

static eg_status make_nets(eg_model *m, eg_diagnostics *d)
{
    size_t nets = (size_t)m->net_count + count_hidden(m);
    m->nets = eg_arena_array(m->arena, nets, sizeof *m->nets);
    m->signals.instance_net =
        nets > 0 ? eg_arena_array(m->arena, (size_t)m->instance_count, sizeof(int)) : NULL;
    if (!m->nets || (nets > 0 && !m->signals.instance_net))
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->instance_count && m->signals.instance_net; i++)
        m->signals.instance_net[i] = -1;
    for (size_t i = 0; i < nets; i++)
        m->nets[i] = (eg_net){.instance = -1, .unknown = -1, .row = -1, .from = -1, .to = -1};
    eg_status status = claim_blocks(m, d);
    claim_bundles(m);
    if (status == EG_OK)
        status = claim_sensors(m, d);
    if (status == EG_OK)
        status = claim_heat_joins(m, d);
    if (status == EG_OK)
        status = claim_power_sensors(m, d);
    if (status == EG_OK)
        eg_compile_user_nets(m);
    return status == EG_OK ? size_blocks(m) : status;
}

/* y(start = 1, fixed = true) of a signal that a component of the library gives: that begins as its own
 * parameters say. */
static void warn_of_fixed(const eg_model *m, eg_diagnostics *d)
{
    for (int i = 0; i < m->connector.count; i++) {
        const eg_connector *c = &m->connector.list[i];
        const int net = eg_port_is_signal(c->kind) ? m->connector.node[i] : -1;
        const bool is_input = c->kind == EG_REAL_INPUT && eg_path_is_top(c->path);
        if (net < 0 || !c->fixed || is_input || m->nets[net].instance < 0)
            continue;
        eg_report(d, EG_WARNING, c->place, "the fixed start value of %s is not met: %s gives this signal",
                  c->path, m->nets[net].name);
        eg_remedy(d, "give the start by parameters of %s, or leave fixed = true out",
                  eg_instance_path(m, m->nets[net].instance));
    }
}

eg_status eg_compile_signals(eg_model *m, eg_diagnostics *d)
{
    size_t errors = eg_diagnostics_errors(d);
    eg_status status = make_nets(m, d);
    if (status != EG_OK)
        return status;
    check_sources(m, d);
    warn_of_fixed(m, d);
    if (eg_diagnostics_errors(d) > errors || m->interface.lacks_inputs)
        return EG_ERROR_MODEL;
    number_states(m);
    mark_all_dynamic(m);
    status = eg_find_late_signals(m);
    if (status == EG_OK)
        status = order_signals(m);
    if (status != EG_OK)
        return status;
    return eg_compile_grades(m, d);
}

static void mark_shown(eg_model *m, int net)
{
    eg_net *n = &m->nets[net];
    if (n->is_shown)
        return;
    n->is_shown = true;
    for (int i = 0; i < n->input_count; i++)
        mark_shown(m, n->inputs[i]);
}

/* Outputs of the whole model are asked for derivatives. */
static void mark_outputs(eg_model *m)
{
    for (int i = 0; i < m->connector.count; i++)
        if (m->connector.list[i].kind == EG_REAL_OUTPUT && eg_path_is_top(m->connector.list[i].path) &&
            m->connector.node[i] >= 0)
            mark_shown(m, m->connector.node[i]);
}

eg_status eg_compile_signal_gradients(eg_model *m)
{
    mark_outputs(m);
    for (int i = 0; i < m->net_count; i++) {
        eg_net *n = &m->nets[i];
        if (n->kind == EG_SIGNAL_SENSOR && (n->dynamic || n->from >= 0 || n->is_shown) &&
            (n->row = eg_model_row(m, n->from, n->to)) < 0)
            return EG_ERROR_MEMORY;
    }
    return eg_compile_gradients(m);
}
