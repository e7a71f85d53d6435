/* Heat: nodes of one temperature, what stores heat in them and what conducts between them. A node without
 * capacity is in balance at every instant; it must then be tied to something that determines it. */
#include "network/model.h"
#include "base/union_find.h"
#include "component/spec.h"
#include "network/compile/compile.h"

#include <stdlib.h>
#include <string.h>

static int heat_node(const eg_model *m, int instance, int port)
{
    return port < 0 ? -1 : m->ports.node[m->ports.base[instance] + port];
}

static int heat_point(const eg_model *m, int instance, int port)
{
    return m->ports.point[m->ports.base[instance] + port];
}

static int heat_input(const eg_model *m, int instance, int input)
{
    return input == EG_OWN ? eg_instance_net(m, instance) : m->ports.node[m->ports.base[instance] + input];
}

/* A node's name is the first heat port on it. */
static eg_status name_nodes(eg_model *m)
{
    for (int i = 0; i < m->instance_count; i++)
        for (int p = m->ports.base[i]; p < m->ports.base[i + 1]; p++) {
            const eg_port *port = &m->instances[i].class->ports[p - m->ports.base[i]];
            if (!eg_port_is_thermal(port->kind) || m->ports.node[p] < 0)
                continue;
            m->heat[m->ports.node[p]].ports++;
            if (m->heat[m->ports.node[p]].name)
                continue;
            m->heat[m->ports.node[p]].name =
                eg_arena_format(m->arena, "%s.%s", eg_instance_path(m, i), port->name);
            m->heat[m->ports.node[p]].instance = i;
            if (!m->heat[m->ports.node[p]].name)
                return EG_ERROR_MEMORY;
        }
    for (int i = 0; i < m->connector.count; i++)
        if (eg_port_is_thermal(m->connector.list[i].kind)) {
            m->heat[m->connector.node[i]].ports++;
            if (!m->heat[m->connector.node[i]].name)
                m->heat[m->connector.node[i]].name = m->connector.list[i].path;
        }
    return EG_OK;
}

/* fixed_by: 1 + the part that fixes a node, or 0. */
static void fix_temperatures(eg_model *m, int *fixed_by, eg_diagnostics *d)
{
    for (size_t i = 0; i < m->parts.heat_fixed_count; i++) {
        const eg_heat_fixed_part *part = &m->parts.heat_fixed[i];
        int node = heat_node(m, part->instance, part->port), first = fixed_by[node];
        if (first > 0) {
            eg_report(d, EG_ERROR, eg_instance_place(&m->instances[part->instance]),
                      "%s and %s fix the same temperature: how the heat "
                      "divides between them is not determined",
                      eg_instance_path(m, m->parts.heat_fixed[first - 1].instance),
                      eg_instance_path(m, part->instance));
            eg_remedy(d, "remove one of them, or put a ThermalConductor between them");
            continue;
        }
        fixed_by[node] = (int)i + 1;
        m->thermal.points[heat_point(m, part->instance, part->port)].fixed = true;
        m->heat[node].fixed = part->T;
        if (part->has_input)
            m->heat[node].input = heat_input(m, part->instance, part->input);
    }
}

static eg_status add_flows(eg_model *m)
{
    const eg_parts *p = &m->parts;
    m->thermal.conductors = eg_arena_array(m->arena, p->heat_conductor_count, sizeof *m->thermal.conductors);
    m->thermal.sources = eg_arena_array(m->arena, p->heat_source_count, sizeof *m->thermal.sources);
    if (!m->thermal.conductors || !m->thermal.sources)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < p->heat_capacity_count; i++) {
        int point = heat_point(m, p->heat_capacity[i].instance, p->heat_capacity[i].port);
        m->thermal.points[point].capacity += p->heat_capacity[i].C;
        m->heat[m->thermal.points[point].node].capacity += p->heat_capacity[i].C;
    }
    for (size_t i = 0; i < p->heat_conductor_count; i++) {
        const eg_heat_conductor_part *c = &p->heat_conductor[i];
        m->thermal.conductors[m->thermal.conductor_count++] =
            (eg_conductor){c->instance,
                           heat_node(m, c->instance, c->port_a),
                           heat_node(m, c->instance, c->port_b),
                           heat_point(m, c->instance, c->port_a),
                           heat_point(m, c->instance, c->port_b),
                           c->input < 0 && c->input != EG_OWN ? -1 : heat_input(m, c->instance, c->input),
                           c->G,
                           c->law};
        const eg_conductor *made = &m->thermal.conductors[m->thermal.conductor_count - 1];
        if (made->law == EG_RADIATES) {
            m->heat[made->node_a].radiates = m->heat[made->node_b].radiates = true;
            m->thermal.radiates = true;
        }
    }
    for (size_t i = 0; i < p->heat_source_count; i++) {
        const eg_heat_source_part *s = &p->heat_source[i];
        m->thermal.sources[m->thermal.source_count++] = (eg_heat_source){s->instance,
                                                                         heat_node(m, s->instance, s->port),
                                                                         heat_point(m, s->instance, s->port),
                                                                         heat_input(m, s->instance, s->input),
                                                                         s->is_sink ? -1 : 1,
                                                                         s->T_ref,
                                                                         s->alpha};
    }
    return EG_OK;
}

/* Where nothing stores heat the balance of heat flows gives the temperature at every instant, the first too:
 * a fixed start value of a capacitor with C = 0 would be one equation too many. */
static void check_starts(const eg_model *m, const int *fixed_by, eg_diagnostics *d)
{
    for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
        const eg_heat_capacity_part *part = &m->parts.heat_capacity[i];
        const eg_instance *instance = &m->instances[part->instance];
        int node = heat_node(m, part->instance, part->port);
        if (fixed_by[node] > 0 || m->heat[node].capacity > 0)
            continue;
        for (size_t k = 0; k < instance->start_count; k++) {
            const eg_start *start = &instance->starts[k];
            const char *name = instance->class->variables[part->variable_T].name;
            if (start->variable != part->variable_T || start->fixed != 1)
                continue;
            eg_place place = m->spec->places[start->place];
            eg_report(d, EG_ERROR, place.file ? place : eg_instance_place(instance),
                      "the start value of %s.%s is one too many (over-determined): with C = 0 nothing stores "
                      "heat there, and the balance of heat flows determines the temperature",
                      instance->path, name);
            eg_remedy(d, "remove `fixed=true` there, or give %s a heat capacity C > 0", instance->path);
        }
    }
}

/* The rate of a temperature is known where heat is stored, or the temperature given. */
static void check_rates(const eg_model *m, const int *fixed_by, eg_diagnostics *d)
{
    for (size_t i = 0; i < m->parts.heat_sensor_count; i++) {
        const eg_heat_sensor_part *part = &m->parts.heat_sensor[i];
        int node = heat_node(m, part->instance, part->to);
        if (!part->is_rate || fixed_by[node] > 0 || m->heat[node].capacity > 0)
            continue;
        eg_report(d, EG_ERROR, eg_instance_place(&m->instances[part->instance]),
                  "%s differentiates the temperature of %s, where nothing stores heat: its rate is not known",
                  eg_instance_path(m, part->instance), m->heat[node].name);
        eg_remedy(d, "put a HeatCapacitor there, or do without the derivative");
    }
}

/* A lone port that neither stores heat nor fixes a temperature has been forgotten. */
static bool is_open(const eg_model *m, int node, const int *fixed_by)
{
    return m->heat[node].ports == 1 && fixed_by[node] == 0 && m->heat[node].capacity == 0;
}

static void remedy_heat(const eg_model *m, int heat, eg_diagnostics *d)
{
    int i = m->heat[heat].instance;
    bool can_do_without = i >= 0 && eg_class_parameter(m->instances[i].class, "useHeatPort") >= 0;
    bool is_dyads = i >= 0 && strncmp(m->instances[i].class->name, "Modelica", 8) != 0;
    const char *name = m->heat[heat].name;
    if (is_dyads)
        eg_remedy(
            d,
            "connect what takes the heat: room = ThermalComponents.FixedTemperature(T = 293.15) and, among "
            "the relations, connect(%s, room.port)",
            name);
    else
        eg_remedy(
            d,
            "connect what takes the heat: Modelica.Thermal.HeatTransfer.Sources.FixedTemperature room(T = "
            "293.15); and connect(%s, room.port);%s",
            name, can_do_without ? " or set useHeatPort=false" : "");
}

/* Every node must be tied, through conductors, to a capacity, a fixed temperature or a source that
 * answers to temperature. */
static eg_status check_determined(eg_model *m, const int *fixed_by, eg_diagnostics *d)
{
    int *set = malloc(sizeof(int) * ((size_t)m->heat_count + 1));
    bool *held = calloc((size_t)m->heat_count + 1, sizeof(bool));
    if (set && held) {
        eg_sets_init(set, m->heat_count);
        for (int i = 0; i < m->thermal.conductor_count; i++)
            if (m->thermal.conductors[i].input >= 0 || m->thermal.conductors[i].G != 0)
                eg_sets_join(set, m->thermal.conductors[i].node_a, m->thermal.conductors[i].node_b);
        for (int i = 0; i < m->heat_count; i++)
            if (fixed_by[i] > 0 || m->heat[i].capacity > 0)
                held[eg_sets_find(set, i)] = true;
        for (int i = 0; i < m->thermal.source_count; i++)
            if (m->thermal.sources[i].alpha != 0)
                held[eg_sets_find(set, m->thermal.sources[i].node)] = true;
        for (int i = 0; i < m->heat_count; i++)
            if (!held[eg_sets_find(set, i)] || is_open(m, i, fixed_by)) {
                eg_place place = m->heat[i].instance < 0
                                     ? EG_NOWHERE
                                     : eg_instance_place(&m->instances[m->heat[i].instance]);
                eg_report(d, EG_ERROR, place, "nothing determines the temperature of the heat port %s",
                          m->heat[i].name);
                remedy_heat(m, i, d);
            }
    }
    eg_status status = set && held ? EG_OK : EG_ERROR_MEMORY;
    free(set);
    free(held);
    return status;
}

static eg_status list_ports(eg_model *m)
{
    const int ports = m->heat_count > 0 ? m->ports.base[m->instance_count] : 0;
    m->thermal.ports = eg_arena_array(m->arena, (size_t)ports, sizeof *m->thermal.ports);
    if (!m->thermal.ports)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->instance_count && ports > 0; i++)
        for (int p = m->ports.base[i]; p < m->ports.base[i + 1]; p++)
            if (m->ports.node[p] >= 0 &&
                eg_port_is_thermal(m->instances[i].class->ports[p - m->ports.base[i]].kind))
                m->thermal.ports[m->thermal.port_count++] = p;
    return EG_OK;
}

eg_status eg_compile_heat(eg_model *m, eg_diagnostics *d)
{
    size_t errors = eg_diagnostics_errors(d);
    m->heat = eg_arena_array(m->arena, (size_t)m->heat_count, sizeof *m->heat);
    int *fixed_by = calloc((size_t)m->heat_count + 1, sizeof(int));
    for (int i = 0; m->heat && i < m->heat_count; i++)
        m->heat[i].instance = m->heat[i].input = -1;
    eg_status status = m->heat && fixed_by ? name_nodes(m) : EG_ERROR_MEMORY;
    if (status == EG_OK) {
        fix_temperatures(m, fixed_by, d);
        status = add_flows(m);
    }
    if (status == EG_OK) {
        check_starts(m, fixed_by, d);
        check_rates(m, fixed_by, d);
        status = check_determined(m, fixed_by, d);
    }
    int unknown = m->first.heat;
    for (int i = 0; i < m->heat_count && status == EG_OK; i++)
        m->heat[i].unknown = fixed_by[i] > 0 ? -1 : unknown++;
    m->first.loop = unknown;
    free(fixed_by);
    if (status == EG_OK)
        status = list_ports(m);
    if (status == EG_OK)
        status = eg_compile_heat_rows(m);
    if (status == EG_OK && eg_diagnostics_errors(d) > errors)
        status = EG_ERROR_MODEL;
    return status;
}
