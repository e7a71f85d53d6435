/* Writing a sheet down: heat, and what rows show of components and connectors. */
#include "network/motion/sheet_write.h"
#include "network/user/user.h"

/* ---------------------------------------------------------------- heat */

/* A heat flow into a component. */
static void put_flow(eg_sheet_writing *w, int instance, int port, int a, double c)
{
    eg_sheet_add(w, &w->e->column[w->of.flows + w->m->ports.base[instance] + port], a, c);
}

static int write_temperature(eg_sheet_writing *w, const eg_heat_node *n)
{
    if (n->unknown >= 0)
        return n->last >= 0 ? eg_sheet_new_cell(w) : w->unknown[n->unknown];
    return n->input < 0 ? eg_sheet_value(w, n->fixed)
                        : eg_sheet_step_new(w, EG_SHEET_SHIFT, w->first_net + n->input, 0, 0, n->fixed);
}

/* Those that come last follow from the losses, row by row. */
static void write_temperatures(eg_sheet_writing *w)
{
    const eg_model *m = w->m;
    for (int i = 0; i < m->heat_count; i++) {
        int cell = w->e->column[w->of.temperatures + i] = write_temperature(w, &m->heat[i]);
        int *last = m->heat[i].last >= 0 ? EG_SHEET_MORE(w, last, last) : NULL;
        if (last)
            *last = cell;
    }
    if (m->thermal.last_sets > 0)
        eg_sheet_step_of(w, EG_SHEET_LAST_HEAT, 0);
}

static void write_conductor(eg_sheet_writing *w, int i)
{
    const eg_conductor *c = &w->m->thermal.conductors[i];
    const eg_heat_conductor_part *p = &w->m->parts.heat_conductor[i];
    const int *T = w->e->column + w->of.temperatures;
    eg_sheet_flow *flow = EG_SHEET_MORE(w, flows, flow);
    if (!flow)
        return;
    *flow = (eg_sheet_flow){eg_sheet_new_cell(w), T[c->node_a], T[c->node_b],
                            c->input < 0 ? 0 : w->first_net + c->input, c};
    int to = flow->to;
    eg_sheet_step_of(w, EG_SHEET_FLOW, w->e->flow_count - 1);
    put_flow(w, p->instance, p->port_a, to, 1);
    put_flow(w, p->instance, p->port_b, to, -1);
}

/* What reaches a node otherwise is taken up by its fixed temperature. */
static void write_fixed(eg_sheet_writing *w)
{
    const eg_model *m = w->m;
    int *sum = w->heat_sum;
    for (int i = 0; i < m->thermal.port_count; i++) {
        int flow = w->e->column[w->of.flows + m->thermal.ports[i]];
        if (flow >= 0)
            eg_sheet_add(w, &sum[m->ports.node[m->thermal.ports[i]]], flow, 1);
    }
    for (size_t i = 0; i < m->parts.heat_fixed_count; i++) {
        const eg_heat_fixed_part *p = &m->parts.heat_fixed[i];
        int node = m->ports.node[m->ports.base[p->instance] + p->port];
        put_flow(w, p->instance, p->port,
                 eg_sheet_step_new(w, EG_SHEET_REST, eg_sheet_or_nothing(sum[node]), 0, 1, 0), 1);
    }
}

static void write_heat(eg_sheet_writing *w)
{
    const eg_model *m = w->m;
    write_temperatures(w);
    for (int i = 0; i < m->element_count && m->heat_count > 0; i++)
        if (m->parts.element[i].heat_port >= 0)
            put_flow(w, m->parts.element[i].instance, m->parts.element[i].heat_port, w->e->elements[i].loss,
                     -1);
    for (int i = 0; i < m->thermal.conductor_count; i++)
        write_conductor(w, i);
    if (m->parts.heat_fixed_count > 0)
        write_fixed(w);
}

/* ---------------------------------------------------------------- what is shown */

/* Adds what users' equations say of the flow into a connector; `own`: of itself, what is inside left out. */
static void add_flows(eg_sheet_writing *w, int connector, bool own, int *sum)
{
    const eg_user *u = w->m->user;
    for (int i = 0; u && i < u->connector_flow_count; i++) {
        const int flow = u->connector_flows[2 * i + 1];
        if (u->connector_flows[2 * i] == connector && (!own || u->flows[flow].connector == connector))
            eg_sheet_add(w, sum, eg_sheet_flow_cell(w, flow), 1);
    }
}

/* Connectors that hand on: minus what flows in at the other end. */
static int write_passing(eg_sheet_writing *w, int connector, const int *flow)
{
    const eg_model *m = w->m;
    int sum = -1;
    for (int k = m->connector.passing_start[connector]; k < m->connector.passing_start[connector + 1]; k++) {
        int own = m->connector.passing[k] >= 0 ? flow[m->connector.passing[k]] : -1;
        if (m->connector.passing[k] < 0)
            add_flows(w, -1 - m->connector.passing[k], true, &own);
        if (m->connector.passing[k] >= 0 || own >= 0)
            eg_sheet_add(w, &sum, eg_sheet_or_nothing(own), 1);
    }
    return eg_sheet_step_new(w, EG_SHEET_REST, eg_sheet_or_nothing(sum), 0, 1, 0);
}

/* Connectors of users' models: what flows into the ports inside. */
static void write_connectors(eg_sheet_writing *w)
{
    const eg_model *m = w->m;
    for (int i = 0; i < m->connector.count && !w->v->is_narrow; i++) {
        int *column = &w->e->column[w->of.connectors + i];
        const int *flow =
            w->e->column + (eg_port_is_thermal(m->connector.list[i].kind) ? w->of.flows : w->of.forces);
        if (m->connector.passing_start[i + 1] > m->connector.passing_start[i]) {
            *column = write_passing(w, i, flow);
        } else {
            for (int k = m->connector.start[i]; k < m->connector.start[i + 1]; k++)
                eg_sheet_add(w, column, eg_sheet_or_nothing(flow[m->connector.ports[k]]), 1);
            add_flows(w, i, false, column);
        }
        if (m->connector.closed[i])
            *column = 0;
    }
}

static void write_coordinates(eg_sheet_writing *w)
{
    const eg_model *m = w->m;
    for (int k = 0; k < w->v->coordinates.count; k++) {
        int i = w->v->coordinates.index[k], row = m->row.of_coordinate[i];
        const eg_coordinate_part *p = &m->parts.coordinate[i];
        int *column = w->e->column + w->of.variables + m->ports.variable_base[p->instance];
        int from = eg_port_at(m, p->instance, p->from), to = eg_port_at(m, p->instance, p->to);
        if (p->variable_s >= 0) {
            int s = to < 0 ? 0 : eg_sheet_or_nothing(w->e->column[to]);
            if (row >= 0)
                s = eg_sheet_write_row(w, &m->row.list[row]);
            column[p->variable_s] = eg_sheet_step_new(w, EG_SHEET_SHIFT, s, 0, 0, p->offset);
        }
        if (p->variable_v >= 0)
            column[p->variable_v] = eg_sheet_step_new(w, EG_SHEET_MINUS, eg_sheet_speed_of(w, to),
                                                      eg_sheet_speed_of(w, from), 0, 0);
        if (p->variable_a >= 0)
            column[p->variable_a] = eg_sheet_step_new(w, EG_SHEET_MINUS, eg_sheet_acceleration_of(w, to),
                                                      eg_sheet_acceleration_of(w, from), 0, 0);
    }
}

static void write_sights(eg_sheet_writing *w, int instance)
{
    const eg_model *m = w->m;
    for (int port = m->ports.base[instance]; port < m->ports.base[instance + 1]; port++) {
        eg_port_kind kind = m->instances[instance].class->ports[port - m->ports.base[instance]].kind;
        int node = m->ports.node[port];
        eg_sheet_sight at = {0};
        if (node >= 0 && eg_port_is_mechanical(kind))
            at = (eg_sheet_sight){eg_sheet_or_nothing(w->e->column[node]),
                                  eg_sheet_speed_of(w, node),
                                  eg_sheet_acceleration_of(w, node),
                                  eg_sheet_or_nothing(w->e->column[w->of.forces + port]),
                                  0,
                                  0,
                                  0};
        else if (node >= 0 && eg_port_is_thermal(kind))
            at = (eg_sheet_sight){.T = w->e->column[w->of.temperatures + node],
                                  .Q = eg_sheet_or_nothing(w->e->column[w->of.flows + port])};
        else if (node >= 0)
            at.y = w->first_net + node;
        eg_sheet_sight *p = EG_SHEET_MORE(w, sights, sight);
        if (p)
            *p = at;
    }
}

static void write_component(eg_sheet_writing *w, int i)
{
    const eg_model *m = w->m;
    const eg_class *class = m->instances[i].class;
    int element = w->s->element_of[i];
    eg_sheet_component x = {.instance = i,
                            .element = element < 0 ? -1 : w->element[element],
                            .first_sight = w->e->sight_count,
                            .first_variable = w->e->variable_count,
                            .variables = (int)class->variable_count};
    if (!class->observe_rows || x.element < 0) {
        write_sights(w, i);
        x.sights = w->e->sight_count - x.first_sight;
    }
    for (int k = 0; k < x.variables; k++) {
        int *column = &w->e->column[w->of.variables + m->ports.variable_base[i] + k];
        eg_sheet_variable *p = EG_SHEET_MORE(w, variables, variable);
        bool is_own = *column < 0;
        if (is_own)
            *column = eg_sheet_new_cell(w);
        if (p)
            *p = (eg_sheet_variable){*column, is_own};
    }
    eg_sheet_component *p = EG_SHEET_MORE(w, components, component);
    if (p)
        *p = x;
    eg_sheet_step_of(w, EG_SHEET_COMPONENT, w->e->component_count - 1);
}

void eg_sheet_write_shown(eg_sheet_writing *w)
{
    const eg_model *m = w->m;
    write_heat(w);
    write_connectors(w);
    write_coordinates(w);
    for (int i = 0; i < m->ports.shown_count; i++)
        w->e->column[w->of.shown + i] =
            eg_sheet_value(w, m->instances[m->ports.shown[i].instance].p[m->ports.shown[i].parameter]);
    for (int k = 0; k < w->v->instances.count; k++)
        write_component(w, w->v->instances.index[k]);
}
