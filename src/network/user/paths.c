/* Paths in formulas to raw instructions: variables of components, members of their ports and of users'
 * connectors, signals. */
#include "network/user/build.h"
#include "component/spec.h"
#include "network/compile/compile.h"

#include <string.h>

/* ---------------------------------------------------------------- members of components */

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static int distance(eg_user_builder *b, int to, int from)
{
    return to < 0 ? eg_tape_constant(&b->raw, 0) : eg_user_leaf(b, EG_USER_DISTANCE, to, from);
}

/* The speed or acceleration of `to` relative to `from`. */
static int relative(eg_user_builder *b, eg_user_input_kind kind, int to, int from)
{
    int x = to < 0 ? eg_tape_constant(&b->raw, 0) : eg_user_leaf(b, kind, to, 0);
    return from < 0 ? x : eg_user_binary(b, EG_OP_SUB, x, eg_user_leaf(b, kind, from, 0));
}

/* A variable that a coordinate part fills in; -2: it is none. */
static int coordinate_variable(eg_user_builder *b, int instance, int variable)
{
    const eg_model *m = b->m;
    for (size_t i = 0; i < m->parts.coordinate_count; i++) {
        const eg_coordinate_part *p = &m->parts.coordinate[i];
        if (p->instance != instance)
            continue;
        int from = eg_port_at(m, instance, p->from), to = eg_port_at(m, instance, p->to);
        if (variable == p->variable_s)
            return eg_user_binary(b, EG_OP_ADD, distance(b, to, from), eg_tape_constant(&b->raw, p->offset));
        if (variable == p->variable_v)
            return relative(b, EG_USER_SPEED, to, from);
        if (variable == p->variable_a)
            return relative(b, EG_USER_ACCELERATION, to, from);
    }
    return -2;
}

static int element_of(const eg_model *m, int instance)
{
    for (size_t i = 0; i < m->parts.element_count; i++)
        if (m->parts.element[i].instance == instance)
            return (int)i;
    return -1;
}

/* The rigid part of the instance that the port belongs to; -1: none. */
static int rigid_part_of(const eg_model *m, int instance, int port)
{
    for (size_t i = 0; i < m->parts.rigid_count; i++) {
        const eg_rigid_part *p = &m->parts.rigid[i];
        if (p->instance == instance && (port == p->port_a || port == p->port_b))
            return (int)i;
    }
    return -1;
}

/* What friction takes of the forces on the part that it rubs on. */
static int add_element_force(eg_user_builder *b, int total, int instance, const eg_rigid_part *rigid)
{
    int element = element_of(b->m, instance);
    if (element < 0)
        return total;
    const eg_element_part *p = &b->m->parts.element[element];
    int f = eg_user_leaf(b, EG_USER_FORCE, element, 0);
    if (p->port_b == rigid->port_a || p->port_b == rigid->port_b)
        return eg_user_binary(b, EG_OP_ADD, total, f);
    bool at_a = p->port_a == rigid->port_a || p->port_a == rigid->port_b;
    return at_a ? eg_user_binary(b, EG_OP_SUB, total, f) : total;
}

/* The force through a rigid part or into a fixed one, which the balance of forces beyond it gives. -2: the
 * port belongs to none. */
static int cut_force(eg_user_builder *b, int instance, int port)
{
    const eg_model *m = b->m;
    double mass = 0;
    for (size_t i = 0; i < m->parts.inertia_count; i++)
        if (m->parts.inertia[i].instance == instance)
            mass += m->parts.inertia[i].mass;
    int rigid = rigid_part_of(m, instance, port);
    if (rigid >= 0) {
        const eg_rigid_part *p = &m->parts.rigid[rigid];
        int f_b = eg_user_leaf(b, EG_USER_CUT, m->ports.base[instance] + p->port_b, 0);
        int a = mass > 0 ? eg_user_leaf(b, EG_USER_ACCELERATION, eg_port_at(m, instance, p->port_a), 0)
                         : eg_tape_constant(&b->raw, 0);
        int total = eg_user_binary(b, EG_OP_MUL, eg_tape_constant(&b->raw, mass), a);
        total = add_element_force(b, total, instance, p);
        return port == p->port_b ? f_b : eg_user_binary(b, EG_OP_SUB, total, f_b);
    }
    for (size_t i = 0; i < m->parts.ground_count; i++)
        if (m->parts.ground[i].instance == instance && m->parts.ground[i].port == port)
            return eg_user_leaf(b, EG_USER_CUT, m->ports.base[instance] + port, 0);
    for (size_t i = 0; i < m->parts.drive_count; i++)
        if (m->parts.drive[i].instance == instance && m->parts.drive[i].port == port)
            return eg_user_leaf(b, EG_USER_CUT, m->ports.base[instance] + port, 0);
    for (size_t i = 0; i < m->parts.gear_count; i++)
        for (int k = 0; m->parts.gear[i].instance == instance && k < m->parts.gear[i].count; k++)
            if (m->parts.gear[i].port[k] == port)
                return eg_user_leaf(b, EG_USER_CUT, m->ports.base[instance] + port, 0);
    return -2;
}

/* The force into a port; -2: it is not known to equations. */
static int port_force(eg_user_builder *b, int instance, int port)
{
    const eg_model *m = b->m;
    int element = element_of(m, instance);
    if (element >= 0 && rigid_part_of(m, instance, port) < 0) {
        const eg_element_part *p = &m->parts.element[element];
        int f = eg_user_leaf(b, EG_USER_FORCE, element, 0);
        if (port == p->port_b)
            return f;
        return port == p->port_a ? eg_tape_add(&b->raw, EG_OP_NEG, f, -1, -1) : -2;
    }
    for (size_t i = 0; i < m->parts.force_count; i++) {
        const eg_force_part *p = &m->parts.force[i];
        if (p->instance != instance || p->input < 0 || (port != p->port && port != p->support))
            continue;
        int u = eg_user_leaf(b, EG_USER_SIGNAL, m->ports.node[m->ports.base[instance] + p->input], 0);
        double sign = port == p->port ? -p->sign : p->sign;
        return eg_user_binary(b, EG_OP_MUL, u, eg_tape_constant(&b->raw, sign));
    }
    return cut_force(b, instance, port);
}

/* What 20-sim's elements have: p.v, p.F = -f, the same at their ports, and x where k is not 0: p.F = k*x +
 * d*p.v in the only mode. -2: none of these. */
static int iconic_element_variable(eg_user_builder *b, int instance, int element, const char *name)
{
    const eg_model *m = b->m;
    const eg_element_part *part = &m->parts.element[element];
    const eg_element_ops *ops = m->instances[instance].class->element;
    double k[EG_ELEMENT_MAX_COEFFICIENTS] = {0};
    eg_force f;
    ops->prepare(m->instances[instance].p, k);
    if (ops->from_start > 0)
        k[ops->from_start - 1] = 0;
    ops->force(k, 0, 0, 0, &f);
    if (is(name, "p.v"))
        return relative(b, EG_USER_SPEED, eg_port_at(m, instance, part->port_a),
                        eg_port_at(m, instance, part->port_b));
    if (is(name, "p_high.v") || is(name, "p_low.v"))
        return relative(b, EG_USER_SPEED,
                        eg_port_at(m, instance, is(name, "p_low.v") ? part->port_b : part->port_a), -1);
    int force = eg_tape_add(&b->raw, EG_OP_NEG, eg_user_leaf(b, EG_USER_FORCE, element, 0), -1, -1);
    if (is(name, "p.F") || is(name, "p_high.F") || is(name, "p_low.F"))
        return force;
    if (!is(name, "x") || f.df_ds == 0 || ops->mode_count > 1)
        return -2;
    int damped = eg_user_binary(b, EG_OP_MUL, eg_tape_constant(&b->raw, f.df_dv),
                                iconic_element_variable(b, instance, element, "p.v"));
    return eg_user_binary(b, EG_OP_DIV, eg_user_binary(b, EG_OP_SUB, force, damped),
                          eg_tape_constant(&b->raw, f.df_ds));
}

/* p.F of 20-sim's mass: what the others exert, m*a less its own weight. */
static int iconic_mass_force(eg_user_builder *b, int instance)
{
    const eg_model *m = b->m;
    const eg_instance *i = &m->instances[instance];
    int sum = eg_tape_constant(&b->raw, 0);
    for (size_t k = 0; k < m->parts.inertia_count; k++) {
        const eg_inertia_part *p = &m->parts.inertia[k];
        if (p->instance != instance)
            continue;
        int a = eg_user_leaf(b, EG_USER_ACCELERATION, eg_port_at(m, instance, p->port), 0);
        sum = eg_user_binary(b, EG_OP_ADD, sum,
                             eg_user_binary(b, EG_OP_MUL, eg_tape_constant(&b->raw, p->mass), a));
    }
    for (size_t k = 0; k < m->parts.force_count; k++) {
        const eg_force_part *p = &m->parts.force[k];
        eg_jet weight;
        if (p->instance != instance)
            continue;
        i->class->block->evaluate(i->p, 0, eg_jet_of(0), NULL, &weight);
        sum = eg_user_binary(b, EG_OP_SUB, sum, eg_tape_constant(&b->raw, p->sign * weight.x));
    }
    return sum;
}

static bool has_inertia(const eg_model *m, int instance)
{
    for (size_t k = 0; k < m->parts.inertia_count; k++)
        if (m->parts.inertia[k].instance == instance)
            return true;
    return false;
}

static bool has_equation(const eg_class *class, const char *equation)
{
    for (const char *const *e = class->equations; e && *e; e++)
        if (is(*e, equation))
            return true;
    return false;
}

/* Of what else 20-sim has with a port p: its velocity, and the force into it, or out of it where power leaves
 * through it. */
static int iconic_port_variable(eg_user_builder *b, int instance, const char *name)
{
    const eg_class *class = b->m->instances[instance].class;
    const int port = eg_class_port(class, "p");
    if (port < 0 || (!is(name, "p.v") && !is(name, "p.F")))
        return -2;
    if (is(name, "p.v"))
        return relative(b, EG_USER_SPEED, eg_port_at(b->m, instance, port), -1);
    if (has_inertia(b->m, instance))
        return iconic_mass_force(b, instance);
    const int f = port_force(b, instance, port);
    return f >= 0 && has_equation(class, "p.f = -p.F;") ? eg_tape_add(&b->raw, EG_OP_NEG, f, -1, -1) : f;
}

/* The variable f or tau of an element. That of a source that follows the speed is what its flange takes, f =
 * flange.f, but a torque is what it gives: tau = -flange.tau. */
static int own_force(eg_user_builder *b, int element, bool gives)
{
    int f = eg_user_leaf(b, EG_USER_FORCE, element, 0);
    return gives ? eg_tape_add(&b->raw, EG_OP_NEG, f, -1, -1) : f;
}

static int native_variable(eg_user_builder *b, int instance, int variable)
{
    const eg_model *m = b->m;
    const eg_class *class = m->instances[instance].class;
    const char *name = class->variables[variable].name;
    int node = coordinate_variable(b, instance, variable), element = element_of(m, instance);
    if (node != -2)
        return node;
    if (class->variables[variable].type != EG_REAL)
        return element >= 0 && class->discrete ? eg_user_leaf(b, EG_USER_MODE, element, variable) : -2;
    int flange = eg_class_port(class, "flange");
    if (element >= 0 && (is(name, "f") || is(name, "tau")))
        return own_force(b, element, is(name, "tau") && flange >= 0);
    if (element < 0 && (is(name, "f") || is(name, "tau")) && flange >= 0)
        return port_force(b, instance, flange);
    if (element >= 0 && is(name, "lossPower"))
        return eg_user_leaf(b, EG_USER_LOSS, element, 0);
    for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
        const eg_heat_capacity_part *p = &m->parts.heat_capacity[i];
        if (p->instance == instance && variable == p->variable_T)
            return eg_user_temperature(b, eg_port_at(m, instance, p->port));
        if (p->instance == instance && variable == p->variable_der_T)
            return eg_user_heating_rate(b, eg_port_at(m, instance, p->port));
    }
    if (element >= 0 && m->instances[instance].class->element->has_causality)
        return iconic_element_variable(b, instance, element, name);
    return element < 0 ? iconic_port_variable(b, instance, name) : -2;
}

/* ---------------------------------------------------------------- users' connectors */

/* Is connector `inner` inside a component of the one that owns connector `outer`? */
static bool is_inside(const eg_connector *outer, const eg_connector *inner)
{
    const size_t length = eg_connector_owner(outer);
    return strncmp(outer->path, inner->path, length) == 0 && eg_connector_owner(inner) > length;
}

bool eg_user_is_joined_inside(const eg_model *m, int connector)
{
    if (m->connector.start[connector + 1] > m->connector.start[connector])
        return true;
    const eg_connector *c = &m->connector.list[connector];
    for (int i = 0; i < m->connector.count; i++)
        if (i != connector && m->connector.node[i] == m->connector.node[connector] &&
            eg_port_is_thermal(m->connector.list[i].kind) == eg_port_is_thermal(c->kind) &&
            !eg_port_is_signal(m->connector.list[i].kind) && is_inside(c, &m->connector.list[i]))
            return true;
    return false;
}

bool eg_user_is_held_by_rod(const eg_user_builder *b, const eg_connector *c)
{
    const char *dot = strrchr(c->path, '.');
    int length = dot ? (int)(dot - c->path) + 1 : 0;
    const char *rod = eg_arena_format(b->arena, "%.*srigid", length, c->path);
    return rod && strcmp(c->path + length, "flange_a") == 0 && eg_names_find(b->spec->paths, rod) >= 0;
}

/* Does any formula speak of the connector? */
static bool is_named(const eg_spec *spec, const char *connector)
{
    const size_t length = strlen(connector);
    for (size_t i = 0; i < spec->formula_count; i++) {
        const eg_formula *f = &spec->formulas[i];
        if (f->op == EG_OP_VARIABLE && strncmp(f->path, connector, length) == 0 && f->path[length] == '.')
            return true;
    }
    return false;
}

static void mark_on(eg_user_builder *b, long connector)
{
    if (!is_named(b->spec, b->spec->connectors[connector].path))
        b->hands_on[connector] = true;
}

int eg_user_find_handed_on(eg_user_builder *b)
{
    const eg_spec *spec = b->spec;
    b->hands_on = eg_arena_array(b->arena, spec->connector_count + 1, sizeof *b->hands_on);
    if (!b->hands_on)
        return -1;
    for (size_t i = 0; i < spec->connection_count; i++) {
        const eg_connection *c = &spec->connections[i];
        if (!c->from_is_outer || !c->to_is_outer || eg_path_is_top(c->from))
            continue;
        const long from = eg_names_find(spec->connector_paths, c->from);
        const long to = eg_names_find(spec->connector_paths, c->to);
        if (from < 0 || to < 0 || eg_port_is_signal(spec->connectors[from].kind))
            continue;
        mark_on(b, from);
        mark_on(b, to);
    }
    return 0;
}

int eg_user_own_flow(eg_user_builder *b, int connector, const char *member)
{
    const eg_connector *c = &b->m->connector.list[connector];
    if (b->hands_on[connector])
        return -2;
    if (eg_user_is_joined_inside(b->m, connector) && !c->keeps_flow && !eg_user_is_held_by_rod(b, c))
        return -2;
    int q = eg_user_quantity_of(b, &b->connector_flow[connector], c, member);
    return q < 0 ? -1 : eg_user_leaf(b, EG_USER_VARIABLE, q, 0);
}

static int instance_of_port(const eg_model *m, int port)
{
    int low = 0, high = m->instance_count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (m->ports.base[middle] <= port)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* The sum of what flows into components and connectors that it is joined to inside, and its own. */
static int flow_of(eg_user_builder *b, int connector, const char *member)
{
    const eg_model *m = b->m;
    int sum = eg_user_own_flow(b, connector, member), first = m->connector.start[connector];
    bool found = sum >= 0;
    if (sum == -1)
        return -1;
    if (!found && m->connector.closed[connector])
        return eg_tape_constant(&b->raw, 0); /* what is joined inside has the balance to itself */
    sum = found ? sum : eg_tape_constant(&b->raw, 0);
    for (int k = first; k < m->connector.start[connector + 1]; k++) {
        int instance = instance_of_port(m, m->connector.ports[k]);
        int port = m->connector.ports[k] - m->ports.base[instance];
        int f = is(member, "Q_flow") ? eg_user_heat_flow(b, instance, port) : port_force(b, instance, port);
        if (f < 0)
            return f;
        sum = eg_user_binary(b, EG_OP_ADD, sum, f);
    }
    for (int i = 0; i < m->connector.count; i++) {
        const eg_connector *c = &m->connector.list[i];
        if (i == connector || m->connector.node[i] != m->connector.node[connector] ||
            eg_port_is_signal(c->kind) || !is_inside(&m->connector.list[connector], c) ||
            eg_port_is_thermal(c->kind) != eg_port_is_thermal(m->connector.list[connector].kind))
            continue;
        int f = eg_user_own_flow(b, i, member);
        if (f == -1)
            return -1;
        sum = f < 0 ? sum : eg_user_binary(b, EG_OP_ADD, sum, f);
    }
    return sum;
}

static int connector_member(eg_user_builder *b, int connector, const char *member)
{
    int node = b->m->connector.node[connector];
    const char *motion = b->m->connector.list[connector].motion;
    if (motion && (is(member, "s") || is(member, "phi")))
        return eg_user_leaf(b, EG_USER_VARIABLE, (int)eg_names_find(b->spec->variable_paths, motion), 0);
    if (is(member, "s") || is(member, "phi"))
        return distance(b, node, -1);
    if (is(member, "T"))
        return eg_user_temperature(b, node);
    return flow_of(b, connector, member);
}

/* Is the variable one side of an equation? An input of the whole model: the left one, since x = u uses it. */
static bool is_given(const eg_spec *spec, const char *path)
{
    for (size_t i = 0; i < spec->equation_count; i++) {
        const eg_user_equation *q = &spec->equations[i];
        for (int side = 0; side < (eg_path_is_top(path) ? 1 : 2) && q->kind == EG_USER_EQUATION; side++) {
            const eg_formula *f = &spec->formulas[side ? q->right : q->left];
            if (f->op == EG_OP_VARIABLE && strcmp(f->path, path) == 0)
                return true;
        }
    }
    return false;
}

/* Connected signals are one: what is said of any of them holds for it, a start that is fixed before a
 * guess. */
static eg_connector with_attributes_of_net(const eg_model *m, const eg_connector *c, int net)
{
    eg_connector whole = *c;
    for (int i = 0; i < m->connector.count; i++) {
        const eg_connector *one = &m->connector.list[i];
        if (!eg_port_is_signal(one->kind) || m->connector.node[i] != net || one == c)
            continue;
        if (!isnan(one->start) && (isnan(whole.start) || (one->fixed && !whole.fixed)))
            whole.start = one->start;
        if (one->has_fixed && (one->fixed || !whole.has_fixed)) {
            whole.has_fixed = true;
            whole.fixed = one->fixed;
        }
        if (one->has_nominal && !whole.has_nominal) {
            whole.has_nominal = true;
            whole.nominal = one->nominal;
        }
        if (one->has_select && (!whole.has_select || one->state_select > whole.state_select)) {
            whole.has_select = true;
            whole.state_select = one->state_select;
        }
    }
    return whole;
}

/* A signal: from a component, or a quantity that equations give; u = 0 gives an input of one's own class
 * that nothing is connected to. */
static int signal(eg_user_builder *b, int net)
{
    if (b->net_driven[net])
        return eg_user_leaf(b, EG_USER_SIGNAL, net, 0);
    for (int i = 0; i < b->m->connector.count; i++) {
        const eg_connector *c = &b->m->connector.list[i];
        if (!eg_port_is_signal(c->kind) || b->m->connector.node[i] != net ||
            (c->kind != EG_REAL_OUTPUT && !is_given(b->spec, c->path)))
            continue;
        const eg_connector whole = with_attributes_of_net(b->m, c, net);
        int q = eg_user_quantity_of(b, &b->net_quantity[net], &whole, "");
        return q < 0 ? -1 : eg_user_leaf(b, EG_USER_VARIABLE, q, 0);
    }
    return eg_user_leaf(b, EG_USER_SIGNAL, net, 0); /* without a source: reported with the signals */
}

/* An input of a component: where nothing is connected to it, force.f = x may give it. */
static int port_signal(eg_user_builder *b, const eg_class *class, int port, int net, const char *path)
{
    bool is_connected = b->net_driven[net] || class->ports[port].kind != EG_REAL_INPUT;
    for (int i = 0; i < b->m->connector.count && !is_connected; i++)
        is_connected = eg_port_is_signal(b->m->connector.list[i].kind) && b->m->connector.node[i] == net;
    if (is_connected)
        return signal(b, net);
    eg_connector input = {.path = eg_arena_copy(b->m->arena, path),
                          .kind = EG_REAL_INPUT,
                          .unit = class->ports[port].unit ? class->ports[port].unit : "",
                          .comment = "",
                          .start = NAN};
    int q = input.path ? eg_user_quantity_of(b, &b->net_quantity[net], &input, "") : -1;
    return q < 0 ? -1 : eg_user_leaf(b, EG_USER_VARIABLE, q, 0);
}

/* ---------------------------------------------------------------- paths */

/* "owner.member" cut at its last dot; false when there is none. */
static bool cut(eg_arena *arena, const char *path, const char **owner, const char **member)
{
    const char *dot = strrchr(path, '.');
    *owner = dot ? eg_arena_text(arena, path, (size_t)(dot - path)) : "";
    *member = dot ? dot + 1 : path;
    return dot != NULL;
}

static int instance_port_member(eg_user_builder *b, const char *port_path, const char *member)
{
    const char *owner, *name;
    long instance = -1;
    if (cut(b->arena, port_path, &owner, &name)) {
        if (!owner)
            return -1;
        instance = eg_names_find(b->spec->paths, owner);
    }
    if (instance >= 0) { /* "p.v" may be one name */
        const char *dotted = eg_arena_format(b->arena, "%s.%s", name, member);
        int variable = dotted ? eg_class_variable(b->m->instances[instance].class, dotted) : -1;
        if (!dotted || variable >= 0)
            return dotted ? native_variable(b, (int)instance, variable) : -1;
    }
    int port = instance < 0 ? -1 : eg_class_port(b->m->instances[instance].class, name);
    int node = port < 0 ? -1 : b->m->ports.node[b->m->ports.base[instance] + port];
    if (node < 0)
        return -2;
    if (is(member, "s") || is(member, "phi"))
        return distance(b, node, -1);
    if (is(member, "T"))
        return eg_user_temperature(b, node);
    if (is(member, "Q_flow"))
        return eg_user_heat_flow(b, (int)instance, port);
    return is(member, "f") || is(member, "tau") ? port_force(b, (int)instance, port) : -2;
}

int eg_user_path(eg_user_builder *b, const char *path)
{
    const char *owner, *member;
    long index = eg_names_find(b->spec->variable_paths, path);
    if (index >= 0)
        return eg_user_leaf(b, EG_USER_VARIABLE, (int)index, 0);
    index = eg_names_find(b->spec->connector_paths, path);
    if (index >= 0)
        return signal(b, b->m->connector.node[index]);
    if (!cut(b->arena, path, &owner, &member))
        return -2;
    if (!owner)
        return -1;
    index = eg_names_find(b->spec->connector_paths, owner);
    if (index >= 0)
        return connector_member(b, (int)index, member);
    index = eg_names_find(b->spec->paths, owner);
    if (index < 0)
        return instance_port_member(b, owner, member);
    const eg_class *class = b->m->instances[index].class;
    int variable = eg_class_variable(class, member), port = eg_class_port(class, member);
    if (variable >= 0)
        return native_variable(b, (int)index, variable);
    if (port < 0 || b->m->ports.node[b->m->ports.base[index] + port] < 0)
        return -2;
    return port_signal(b, class, port, b->m->ports.node[b->m->ports.base[index] + port], path);
}
