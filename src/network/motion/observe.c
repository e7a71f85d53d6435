/* Columns, in this order: positions of nodes, forces of ports, temperatures of heat nodes, heat flows of
 * ports, signals, flows of users' connectors, variables of instances, parameters that are shown. */
#include "network/motion/observe.h"
#include "network/compile/undetermined.h"
#include "network/motion/evaluate.h"
#include "network/motion/kinematics.h"
#include "network/solve/consistent.h"
#include "network/user/evaluate.h"
#include "network/user/events.h"
#include "network/user/slide.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

eg_columns eg_columns_of(const eg_model *m)
{
    eg_columns l;
    int ports = m->ports.base[m->instance_count];
    l.forces = m->node_count;
    l.temperatures = l.forces + ports;
    l.flows = l.temperatures + m->heat_count;
    l.nets = l.flows + ports;
    l.connectors = l.nets + m->net_count;
    l.users = l.connectors + m->connector.count;
    l.variables = l.users + (m->user ? m->user->quantity_count : 0);
    l.shown = l.variables + m->ports.variable_base[m->instance_count];
    l.total = l.shown + m->ports.shown_count;
    return l;
}

int eg_model_columns(const eg_model *m)
{
    return eg_columns_of(m).total;
}

/* ---------------------------------------------------------------- the list */

/* What a connector that is no signal consists of: potential, flow. */
typedef struct member {
    const char *name, *unit, *doc;
} member;

static const member *members_of(eg_port_kind kind)
{
    static const member thermal[] = {{"T", "K", "temperature of the port"},
                                     {"Q_flow", "W", "heat flow into the component"}};
    static const member rotational[] = {{"phi", "rad", "angle of the flange"},
                                        {"tau", "N.m", "torque into the component"}};
    static const member translational[] = {{"s", "m", "position of the flange"},
                                           {"f", "N", "force into the component"}};
    if (eg_port_is_thermal(kind))
        return thermal;
    return eg_port_is_rotational(kind) ? rotational : translational;
}

static void set_member(eg_observable *o, const member *part)
{
    o->variable = part->name;
    o->unit = part->unit;
    o->doc = part->doc;
}

/* What the compiler has added for itself: no name that is written begins with a dollar sign. */
static bool is_hidden(const char *path)
{
    const char *dot = strrchr(path, '.'), *name = dot ? dot + 1 : path;
    return (*name == '$' || *path == '$') && !strchr(name, '\'');
}

static int visit_ports(const eg_model *m, const eg_columns *l, int instance, eg_observable_visitor *v)
{
    const eg_instance *i = &m->instances[instance];
    for (size_t k = 0; k < i->class->port_count; k++) {
        const eg_port *port = &i->class->ports[k];
        int global = m->ports.base[instance] + (int)k, node = m->ports.node[global], stop = 0;
        if (node < 0)
            continue;
        eg_observable o = {.path = i->path, .port = port->name, .instance = instance};
        if (eg_port_is_signal(port->kind)) {
            o.port = NULL;
            o.variable = port->name;
            o.unit = port->unit ? port->unit : "";
            o.doc = port->doc;
            o.column = l->nets + node;
            stop = v->visit(v, &o);
        } else {
            bool heat = eg_port_is_thermal(port->kind);
            const member *part = members_of(port->kind);
            set_member(&o, &part[0]);
            o.column = heat ? l->temperatures + node : node;
            stop = v->visit(v, &o);
            set_member(&o, &part[1]);
            o.column = heat ? l->flows + global : l->forces + global;
            if (!stop)
                stop = v->visit(v, &o);
        }
        if (stop)
            return stop;
    }
    return 0;
}

static double nominal_of(const eg_instance *x, size_t variable)
{
    for (size_t i = 0; i < x->start_count; i++)
        if ((size_t)x->starts[i].variable == variable && x->starts[i].nominal > 0)
            return x->starts[i].nominal;
    return 0;
}

static int visit_variables(const eg_model *m, const eg_columns *l, int instance, eg_observable_visitor *v)
{
    const eg_instance *i = &m->instances[instance];
    for (size_t k = 0; k < i->class->variable_count; k++) {
        const eg_variable *x = &i->class->variables[k];
        if (!eg_instance_has(i, x->condition))
            continue;
        eg_observable o = {.path = i->path,
                           .variable = x->name,
                           .unit = x->unit ? x->unit : "",
                           .doc = x->doc,
                           .type = x->type,
                           .is_discrete = x->type != EG_REAL,
                           .instance = instance,
                           .nominal = nominal_of(i, k),
                           .column = l->variables + m->ports.variable_base[instance] + (int)k};
        int stop = v->visit(v, &o);
        if (stop)
            return stop;
    }
    return 0;
}

static int visit_shown(const eg_model *m, const eg_columns *l, int *next, int instance,
                       eg_observable_visitor *v)
{
    int stop = 0;
    for (; *next < m->ports.shown_count && m->ports.shown[*next].instance == instance && !stop; ++*next) {
        const eg_parameter *p = &m->instances[instance].class->parameters[m->ports.shown[*next].parameter];
        eg_observable o = {.path = m->instances[instance].path,
                           .variable = p->name,
                           .unit = p->unit ? p->unit : "",
                           .doc = p->doc,
                           .instance = instance,
                           .column = l->shown + *next};
        stop = v->visit(v, &o);
    }
    return stop;
}

/* "flange_a.f", where what is exchanged with the outside goes by that name, is not the flow of the connector,
 * through which nothing passes. */
static bool is_exchanged(const eg_model *m, const char *path, const char *part)
{
    size_t length = strlen(path);
    for (int i = 0; i < m->connector.count; i++) {
        const eg_connector *c = &m->connector.list[i];
        if (c->is_outside && strncmp(c->path, path, length) == 0 && c->path[length] == '.' &&
            strcmp(c->path + length + 1, part) == 0)
            return true;
    }
    return false;
}

static int visit_connector(const eg_model *m, const eg_columns *l, int index, eg_observable_visitor *v)
{
    const eg_connector *c = &m->connector.list[index];
    int node = m->connector.node[index];
    bool heat = eg_port_is_thermal(c->kind);
    eg_observable o = {.path = c->path, .doc = c->comment ? c->comment : "", .instance = -1};
    if (eg_port_is_signal(c->kind)) {
        o.variable = NULL;
        o.unit = c->unit ? c->unit : "";
        o.column = l->nets + node;
        return v->visit(v, &o);
    }
    const member *part = members_of(c->kind);
    o.variable = part[0].name;
    o.unit = part[0].unit;
    o.column = heat ? l->temperatures + node : node;
    int stop = is_exchanged(m, c->path, part[0].name) ? 0 : v->visit(v, &o);
    if (stop)
        return stop;
    o.variable = part[1].name;
    o.unit = part[1].unit;
    o.column = l->connectors + index;
    return is_exchanged(m, c->path, part[1].name) ? 0 : v->visit(v, &o);
}

static int visit_quantity(const eg_model *m, const eg_columns *l, int index, eg_observable_visitor *v)
{
    const eg_user_quantity *q = &m->user->quantities[index];
    eg_observable o = {.path = "",
                       .variable = q->path,
                       .unit = q->unit,
                       .doc = q->comment,
                       .type = q->type,
                       .is_discrete = q->is_discrete,
                       .instance = -1,
                       .nominal = q->nominal > 0 ? q->nominal : 0,
                       .column = l->users + index};
    return q->is_declared && !is_hidden(q->path) ? v->visit(v, &o)
                                                 : 0; /* the others appear with their connectors */
}

int eg_model_each_variable(const eg_model *m, eg_observable_visitor *v)
{
    eg_columns l = eg_columns_of(m);
    int stop = 0, shown = 0;
    for (int i = 0; i < m->instance_count && !stop; i++) {
        if (is_hidden(m->instances[i].path))
            continue;
        stop = visit_variables(m, &l, i, v);
        if (!stop)
            stop = visit_shown(m, &l, &shown, i, v);
        if (!stop)
            stop = visit_ports(m, &l, i, v);
    }
    for (int i = 0; i < m->connector.count && !stop; i++)
        stop = is_hidden(m->connector.list[i].path) ? 0 : visit_connector(m, &l, i, v);
    for (int i = 0; m->user && i < m->user->quantity_count && !stop; i++)
        stop = visit_quantity(m, &l, i, v);
    return stop;
}

/* ---------------------------------------------------------------- values */

static double difference(const double *value, int from, int to)
{
    return (to < 0 ? 0 : value[to]) - (from < 0 ? 0 : value[from]);
}

static void observe_coordinates(const eg_network *s, const eg_view *v, const eg_columns *l, const double *y,
                                double *c)
{
    const eg_model *m = s->m;
    for (int k = 0; k < v->coordinates.count; k++) {
        int i = v->coordinates.index[k];
        const eg_coordinate_part *p = &m->parts.coordinate[i];
        double *out = c + l->variables + m->ports.variable_base[p->instance];
        int from = eg_port_at(m, p->instance, p->from), to = eg_port_at(m, p->instance, p->to);
        if (p->variable_s >= 0) {
            int row = m->row.of_coordinate[i];
            const double way = to < 0 ? 0 : c[to];
            out[p->variable_s] = (row >= 0 ? eg_row_value(s, &m->row.list[row], y) : way) + p->offset;
        }
        if (p->variable_v >= 0)
            out[p->variable_v] = difference(v->speed, from, to);
        if (p->variable_a >= 0)
            out[p->variable_a] = difference(v->acceleration, from, to);
    }
}

static void put_flow(const eg_model *m, const eg_columns *l, double *c, int instance, int port, double Q)
{
    c[l->flows + m->ports.base[instance] + port] += Q;
}

/* Heat flows into components; what reaches a node otherwise is taken up by its fixed temperature. */
static void observe_heat(const eg_network *s, const eg_columns *l, const double *yp, double *c)
{
    const eg_model *m = s->m;
    const double *T = c + l->temperatures;
    for (int i = 0; i < m->element_count; i++)
        if (m->parts.element[i].heat_port >= 0)
            put_flow(m, l, c, m->parts.element[i].instance, m->parts.element[i].heat_port, -s->force[i].loss);
    for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
        const eg_heat_capacity_part *p = &m->parts.heat_capacity[i];
        double slope =
            eg_network_temperature_rate(s, m->ports.node[m->ports.base[p->instance] + p->port], yp);
        double *out = c + l->variables + m->ports.variable_base[p->instance];
        put_flow(m, l, c, p->instance, p->port, p->C * slope);
        if (p->variable_T >= 0)
            out[p->variable_T] = T[m->ports.node[m->ports.base[p->instance] + p->port]];
        if (p->variable_der_T >= 0)
            out[p->variable_der_T] = slope;
    }
    for (int i = 0; i < m->thermal.conductor_count; i++) {
        const eg_heat_conductor_part *p = &m->parts.heat_conductor[i];
        const eg_conductor *k = &m->thermal.conductors[i];
        double Q = eg_network_heat_flow(s, k, T[k->node_a], T[k->node_b]);
        put_flow(m, l, c, p->instance, p->port_a, Q);
        put_flow(m, l, c, p->instance, p->port_b, -Q);
    }
    for (int i = 0; i < m->thermal.source_count; i++) {
        const eg_heat_source *h = &m->thermal.sources[i];
        put_flow(m, l, c, h->instance, m->parts.heat_source[i].port,
                 -h->sign * s->signals.net[h->input].x * (1 + h->alpha * (T[h->node] - h->T_ref)));
    }
    for (int i = 0; i < m->thermal.join_count; i++) {
        const eg_heat_join_part *p = &m->parts.heat_join[i];
        if (p->port_b < 0)
            continue; /* it is what fixes the temperature */
        put_flow(m, l, c, p->instance, p->port_a, s->signals.net[m->thermal.joins[i].net].x);
        put_flow(m, l, c, p->instance, p->port_b, 0.0 - s->signals.net[m->thermal.joins[i].net].x);
    }
    if (m->parts.heat_fixed_count == 0)
        return;
    memset(s->scratch.heat_sum, 0, sizeof(double) * (size_t)m->heat_count);
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        if (m->user->flows[i].is_heat)
            s->scratch.heat_sum[m->user->flows[i].node] += s->user.value[m->user->flows[i].result.node];
    for (int i = 0; i < m->thermal.port_count; i++)
        s->scratch.heat_sum[m->ports.node[m->thermal.ports[i]]] += c[l->flows + m->thermal.ports[i]];
    for (size_t i = 0; i < m->parts.heat_fixed_count; i++) {
        const eg_heat_fixed_part *p = &m->parts.heat_fixed[i];
        put_flow(m, l, c, p->instance, p->port,
                 0.0 - s->scratch.heat_sum[m->ports.node[m->ports.base[p->instance] + p->port]]);
    }
}

static void look_at_ports(const eg_network *s, const eg_view *v, const eg_columns *l, int i, const double *c)
{
    const eg_model *m = s->m;
    const eg_instance *instance = &m->instances[i];
    for (size_t k = 0; k < instance->class->port_count; k++) {
        int global = m->ports.base[i] + (int)k, node = m->ports.node[global];
        eg_port_values *p = &s->scratch.port_values[k];
        memset(p, 0, sizeof *p);
        if (node < 0)
            continue;
        if (eg_port_is_mechanical(instance->class->ports[k].kind))
            *p = (eg_port_values){
                .s = c[node], .v = v->speed[node], .a = v->acceleration[node], .f = c[l->forces + global]};
        else if (eg_port_is_thermal(instance->class->ports[k].kind))
            *p = (eg_port_values){.T = c[l->temperatures + node], .Q_flow = c[l->flows + global]};
        else
            p->y = s->signals.net[node].x;
    }
}

/* The component's own variables, from what happens at its ports: instance number k of the view. */
static void observe_instance(const eg_network *s, const eg_view *v, const eg_columns *l, int k, double t,
                             const double *y, double *c)
{
    const eg_model *m = s->m;
    int i = v->instances.index[k], element = s->element_of[i], own = eg_instance_net(m, i);
    const eg_instance *instance = &m->instances[i];
    eg_observation o = {.time = t, .p = instance->p, .port = s->scratch.port_values};
    if (s->phase)
        o.phase = s->phase[i];
    if (own >= 0 && m->nets[own].states > 0)
        o.state = y + m->nets[own].state;
    look_at_ports(s, v, l, i, c);
    if (element >= 0) {
        o.k = s->k + m->elements[element].coefficients;
        o.mode = s->mode[element];
        o.s_rel = s->s_rel[element];
        o.v_rel = s->v_rel[element];
        o.u = m->elements[element].input < 0 ? 1 : s->signals.net[m->elements[element].input].x;
        o.force = s->force[element];
    }
    instance->class->observe(&o, c + l->variables + m->ports.variable_base[i]);
}

/* What holds, and forces within the bounds of their modes. */
static void finish_forces(eg_network *s, const eg_view *v, const double *yp)
{
    const eg_model *m = s->m;
    (void)eg_stick_forces(s, yp); /* the engine will find out */
    const int count = v->is_smooth ? 0 : v->elements.count;
    for (int k = 0; k < count; k++) {
        int i = eg_few_at(&v->elements, k);
        if (m->elements[i].ops->bound)
            m->elements[i].ops->bound(s->k + m->elements[i].coefficients, s->mode[i], &s->force[i]);
    }
}

/* Force sensors that nothing dynamic reads are known only now; then the blocks behind them. */
static void observe_force_sensors(eg_network *s, const eg_view *v, double t, const double *y,
                                  const double *yp, const double *f)
{
    const eg_model *m = s->m;
    bool any = false;
    for (int i = 0; i < m->net_count; i++)
        if (m->nets[i].kind == EG_SIGNAL_FORCE && m->nets[i].unknown < 0 && m->nets[i].instance >= 0) {
            s->signals.force[i] = m->nets[i].sign * f[m->nets[i].port];
            any = true;
        }
    if (any)
        eg_network_evaluate(s, t, y, yp, EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_NO_FORCES);
    if (any && m->user && m->user->needs_forces) /* equations have had them computed once more */
        finish_forces(s, v, yp);
}

/* So are heat flow sensors. */
static void observe_heat_joins(eg_network *s, double t, const double *y, const double *yp)
{
    const eg_model *m = s->m;
    double *sum = s->scratch.heat_sum;
    if (m->thermal.join_count == 0)
        return;
    eg_network_sum_heat(s, y, yp, sum);
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        if (m->user->flows[i].is_heat)
            sum[m->user->flows[i].point] -= s->user.value[m->user->flows[i].result.node];
    for (int i = 0; i < m->thermal.join_count; i++) {
        const eg_heat_join *j = &m->thermal.joins[i];
        double Q = 0;
        for (int k = j->first; k < j->first + j->count; k++)
            Q += j->sign * sum[m->thermal.far_points[k]];
        s->signals.force[j->net] = Q;
    }
    eg_network_evaluate(s, t, y, yp, EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_NO_FORCES);
}

/* What is algebraic comes with the engine's error; with forces that balance at every node it looks better. */
static void balance(eg_network *s, double t, const double **y, const double **yp)
{
    size_t size = sizeof(double) * (size_t)s->base.n;
    if (!eg_network_make_scratch(s))
        return;
    double *own_y = s->scratch.work[3], *own_yp = s->scratch.drive;
    memcpy(own_y, *y, size);
    memcpy(own_yp, *yp, size);
    if (eg_network_make_consistent(s, t, own_y, own_yp) != 0)
        return; /* the engine will find out */
    *y = own_y;
    *yp = own_yp;
}

/* What users' equations say of the flow into a connector itself, what is inside of it left out. */
static double own_flow(const eg_network *s, int connector)
{
    const eg_user *u = s->m->user;
    double sum = 0;
    for (int i = 0; u && i < u->connector_flow_count; i++)
        if (u->connector_flows[2 * i] == connector &&
            u->flows[u->connector_flows[2 * i + 1]].connector == connector)
            sum += s->user.value[u->flows[u->connector_flows[2 * i + 1]].result.node];
    return sum;
}

/* Connectors that hand on: minus what flows in at the other end; and those that end there. */
static void observe_passing(const eg_network *s, const eg_columns *l, double *c)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->connector.count; i++) {
        int base = eg_port_is_thermal(m->connector.list[i].kind) ? l->flows : l->forces;
        double sum = 0;
        for (int k = m->connector.passing_start[i]; k < m->connector.passing_start[i + 1]; k++)
            sum += m->connector.passing[k] >= 0 ? c[base + m->connector.passing[k]]
                                                : own_flow(s, -1 - m->connector.passing[k]);
        if (m->connector.passing_start[i + 1] > m->connector.passing_start[i])
            c[l->connectors + i] = 0.0 - sum;
        if (m->connector.closed[i])
            c[l->connectors + i] = 0;
    }
}

/* What users' equations say of all that has been computed. */
static void observe_late(eg_network *s, const eg_columns *l, double *c)
{
    const eg_user *u = s->m->user;
    const double *const column[] = {[EG_SEEN_VARIABLE] = c + l->variables,
                                    [EG_SEEN_FORCE] = c + l->forces,
                                    [EG_SEEN_HEAT_FLOW] = c + l->flows,
                                    [EG_SEEN_CONNECTOR_FLOW] = c + l->connectors};
    eg_user_look(s, column);
    for (int i = 0; i < u->quantity_count; i++)
        if (u->is_late[u->quantities[i].node])
            c[l->users + i] = s->user.value[u->quantities[i].node];
    s->user.has_late = true;
}

static bool report_no_value(eg_network *s, eg_place place, double t, const char *what, const char *name,
                            double value)
{
    eg_report(s->base.diagnostics, EG_ERROR, place, "at time %.9g s the %s %s is %s", t, what, name,
              isnan(value) ? "not a number" : "infinite");
    eg_remedy(s->base.diagnostics, "look for a root or logarithm of what is negative there, or a "
                                   "division by 0");
    return false;
}

/* A block whose argument has left the range of its function. Where nothing follows the output no engine
 * stumbles over it. */
static bool outputs_have_values(eg_network *s, double t)
{
    for (int i = 0; i < s->m->net_count; i++) {
        const eg_net *n = &s->m->nets[i];
        if (n->kind == EG_SIGNAL_BLOCK && !isfinite(s->signals.net[i].x))
            return report_no_value(s, eg_instance_place(&s->m->instances[n->instance]), t, "signal", n->name,
                                   s->signals.net[i].x);
    }
    return true;
}

bool eg_network_has_values(eg_network *s, double t)
{
    const eg_user *u = s->m->user;
    if (s->lost_heat > 0) {
        eg_network_report_undetermined(s, t, s->lost_heat - 1);
        return false;
    }
    if (u && !eg_user_claims_hold(s, t)) /* without events: conditions inside noEvent, and of loops */
        return false;
    for (int i = 0; u && i < u->quantity_count; i++) {
        const eg_user_quantity *q = &u->quantities[i];
        double value = s->user.value[q->node];
        bool is_known = !u->is_late || !u->is_late[q->node] || s->user.has_late;
        if (isfinite(value) || !q->is_declared || !is_known)
            continue;
        return report_no_value(s, q->place, t, "variable", q->path, value);
    }
    return outputs_have_values(s, t);
}

enum { ALL = EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_POSITIONS };

/* Does a signal or a formula follow y', or temperatures? */
static bool has_followers(const eg_model *m)
{
    bool has = m->user != NULL;
    for (int i = 0; i < m->net_count && !has; i++)
        has = m->nets[i].kind == EG_SIGNAL_TEMPERATURE || m->nets[i].kind == EG_SIGNAL_SENSOR;
    return has;
}

/* At the point evaluated last: temperatures that come last, in a y of its own. */
static void add_last_heat(eg_network *s, double t, const double **y, const double *yp)
{
    if (s->m->thermal.last_sets == 0 || !eg_network_make_scratch(s))
        return;
    double *own_y = s->scratch.work[3];
    memcpy(own_y, *y, sizeof(double) * (size_t)s->base.n);
    *y = own_y;
    s->signals.block_state = own_y + s->m->first.block;
    if (eg_network_find_last_heat(s, own_y) == 0 && has_followers(s->m))
        eg_network_evaluate(s, t, own_y, yp, ALL);
}

/* The point, forces within the bounds of their modes. Answers y'. */
static const double *evaluate(eg_network *s, const eg_view *v, double t, const double **y, const double *yp)
{
    if (!yp && s->m->user) { /* which views look at as a whole only */
        (void)eg_network_derivatives(&s->base, t, *y, s->scratch.drive);
        yp = s->scratch.drive;
    }
    if (!yp) {
        eg_view_evaluate(v, s, t, *y, s->scratch.drive);
        yp = s->scratch.drive;
    } else {
        if (!s->simple)
            balance(s, t, y, &yp);
        eg_network_evaluate(s, t, *y, yp, ALL);
        if (s->simple)
            add_last_heat(s, t, y, yp);
    }
    finish_forces(s, v, yp);
    return yp;
}

/* All columns, at the point evaluated last. */
static void fill_columns(eg_network *s, double t, const double *y, const double *yp, const eg_view *v,
                         double *c)
{
    const eg_model *m = s->m;
    eg_columns l = eg_columns_of(m);
    for (int k = 0; k < v->nodes.count; k++) {
        int i = eg_few_at(&v->nodes, k);
        c[i] = eg_node_position(s, i);
        v->speed[i] = eg_node_speed(s, i, y);
        v->acceleration[i] = eg_node_acceleration(s, i, yp);
    }
    eg_network_port_forces(s, yp, v, c + l.forces, s->scratch.node_sum);
    observe_force_sensors(s, v, t, y, yp, c + l.forces);
    observe_heat_joins(s, t, y, yp);
    for (int i = 0; i < m->heat_count; i++)
        c[l.temperatures + i] = eg_network_temperature(s, i, y);
    if (m->heat_count > 0)
        memset(c + l.flows, 0, sizeof(double) * (size_t)(l.nets - l.flows));
    for (int i = 0; i < m->net_count; i++)
        c[l.nets + i] = s->signals.net[i].x;
    observe_coordinates(s, v, &l, y, c);
    if (m->heat_count > 0)
        observe_heat(s, &l, yp, c);
    for (int i = 0; i < m->connector.count; i++) {
        double sum = 0;
        for (int k = m->connector.start[i]; k < m->connector.start[i + 1]; k++)
            sum += c[(eg_port_is_thermal(m->connector.list[i].kind) ? l.flows : l.forces) +
                     m->connector.ports[k]];
        c[l.connectors + i] = sum;
    }
    for (int i = 0; m->user && i < m->user->quantity_count; i++)
        c[l.users + i] = s->user.value[m->user->quantities[i].node];
    for (int i = 0; m->user && i < m->user->connector_flow_count; i++)
        c[l.connectors + m->user->connector_flows[2 * i]] +=
            s->user.value[m->user->flows[m->user->connector_flows[2 * i + 1]].result.node];
    observe_passing(s, &l, c);
    for (int i = 0; i < m->ports.shown_count; i++)
        c[l.shown + i] = m->instances[m->ports.shown[i].instance].p[m->ports.shown[i].parameter];
    for (int k = 0; k < v->instances.count; k++)
        observe_instance(s, v, &l, k, t, y, c);
    if (m->user && m->user->late_count > 0)
        observe_late(s, &l, c);
}

void eg_network_observe(eg_network *s, double t, const double *y, const double *yp, const eg_view *v,
                        double *c)
{
    if (eg_slides(s))
        eg_slide_observe(s, t, y, v, c);
    else
        eg_network_observe_mode(s, t, y, yp, v, c);
}

void eg_network_observe_mode(eg_network *s, double t, const double *y, const double *yp, const eg_view *v,
                             double *c)
{
    s->is_shown = !v->is_smooth;
    yp = evaluate(s, v, t, &y, yp);
    fill_columns(s, t, y, yp, v, c);
    s->is_shown = false;
}

bool eg_network_observe_alone(eg_network *s, double t, const double *y, const eg_view *v, double *c)
{
    double *yp = s->scratch.drive;
    if (!s->simple || has_followers(s->m) || eg_slides(s))
        return false;
    eg_network_evaluate(s, t, y, s->scratch.zero, ALL);
    if (eg_network_explicit_here(s, y, yp) != 0)
        return false;
    add_last_heat(s, t, &y, yp);
    finish_forces(s, v, yp);
    fill_columns(s, t, y, yp, v, c);
    return true;
}
