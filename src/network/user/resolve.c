/* Names to quantities: what the formulas of a spec speak of. */
#include "network/user/build.h"

#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- inputs */

int eg_user_inputs_add(eg_user_inputs *list, eg_user_input input)
{
    input.row = -1;
    if (!list->index && !(list->index = eg_names_create(64)))
        return -1;
    const char *key = eg_arena_format(list->arena, "%d:%d:%d", (int)input.kind, input.index, input.other);
    long known = key ? eg_names_find(list->index, key) : -1;
    if (!key || known >= 0)
        return (int)known;
    if (eg_grow((void **)&list->items, &list->capacity, (size_t)list->count + 1, sizeof input) < 0 ||
        eg_names_add(list->index, key, list->count) < 0)
        return -1;
    list->items[list->count] = input;
    return list->count++;
}

int eg_user_leaf(eg_user_builder *b, eg_user_input_kind kind, int index, int other)
{
    int input = eg_user_inputs_add(&b->leaves, (eg_user_input){.kind = kind, .index = index, .other = other});
    return input < 0 ? -1 : eg_tape_input(&b->raw, input);
}

/* ---------------------------------------------------------------- quantities */

int eg_user_add_quantity(eg_user_builder *b, eg_user_quantity q)
{
    eg_user *u = b->u;
    q.unknown = q.node = q.speed = -1;
    if (eg_grow((void **)&u->quantities, &b->quantity_capacity, (size_t)u->quantity_count + 1, sizeof q) < 0)
        return -1;
    u->quantities[u->quantity_count] = q;
    return u->quantity_count++;
}

static eg_status add_declared(eg_user_builder *b)
{
    for (size_t i = 0; i < b->spec->variable_count; i++) {
        const eg_user_variable *v = &b->spec->variables[i];
        eg_user_quantity q = {.path = eg_arena_copy(b->m->arena, v->path),
                              .unit = eg_arena_copy(b->m->arena, v->unit ? v->unit : ""),
                              .comment = eg_arena_copy(b->m->arena, v->comment ? v->comment : ""),
                              .type = v->type,
                              .is_declared = !v->is_hidden,
                              .is_input = v->is_input,
                              .is_discrete = v->is_discrete,
                              .start = v->start,
                              .nominal = v->nominal,
                              .fixed = v->fixed,
                              .state_select = v->state_select,
                              .place = eg_model_place(b->m, v->place)};
        if (!q.path || !q.unit || !q.comment || eg_user_add_quantity(b, q) < 0)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

/* A flange force, a heat flow, a signal of users' connectors; *slot remembers it. */
static int quantity_of(eg_user_builder *b, int *slot, const eg_connector *c, const char *member)
{
    if (*slot >= 0)
        return *slot;
    eg_user_quantity q = {.path = *member ? eg_arena_format(b->m->arena, "%s.%s", c->path, member) : c->path,
                          .unit = eg_port_is_rotational(c->kind)   ? "N.m"
                                  : eg_port_is_mechanical(c->kind) ? "N"
                                  : eg_port_is_thermal(c->kind)    ? "W"
                                                                   : c->unit,
                          .comment = c->comment,
                          .start = NAN,
                          .nominal = NAN,
                          .fixed = -1,
                          .state_select = -1,
                          .place = c->place};
    *slot = q.path ? eg_user_add_quantity(b, q) : -1;
    return *slot;
}

/* ---------------------------------------------------------------- members of components */

static bool is(const char *a, const char *b)
{
    return strcmp(a, b) == 0;
}

static int binary(eg_user_builder *b, int op, int x, int y)
{
    return eg_tape_add(&b->raw, op, x, y, -1);
}

static int distance(eg_user_builder *b, int to, int from)
{
    return to < 0 ? eg_tape_constant(&b->raw, 0) : eg_user_leaf(b, EG_USER_DISTANCE, to, from);
}

/* The speed or acceleration of `to` relative to `from`. */
static int relative(eg_user_builder *b, eg_user_input_kind kind, int to, int from)
{
    int x = to < 0 ? eg_tape_constant(&b->raw, 0) : eg_user_leaf(b, kind, to, 0);
    return from < 0 ? x : binary(b, EG_OP_SUB, x, eg_user_leaf(b, kind, from, 0));
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
            return binary(b, EG_OP_ADD, distance(b, to, from), eg_tape_constant(&b->raw, p->offset));
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
        return binary(b, EG_OP_ADD, total, f);
    bool at_a = p->port_a == rigid->port_a || p->port_a == rigid->port_b;
    return at_a ? binary(b, EG_OP_SUB, total, f) : total;
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
        int f_b = eg_user_leaf(b, EG_USER_CUT, m->port_base[instance] + p->port_b, 0);
        int a = mass > 0 ? eg_user_leaf(b, EG_USER_ACCELERATION, eg_port_at(m, instance, p->port_a), 0)
                         : eg_tape_constant(&b->raw, 0);
        int total = binary(b, EG_OP_MUL, eg_tape_constant(&b->raw, mass), a);
        total = add_element_force(b, total, instance, p);
        return port == p->port_b ? f_b : binary(b, EG_OP_SUB, total, f_b);
    }
    for (size_t i = 0; i < m->parts.ground_count; i++)
        if (m->parts.ground[i].instance == instance && m->parts.ground[i].port == port)
            return eg_user_leaf(b, EG_USER_CUT, m->port_base[instance] + port, 0);
    for (size_t i = 0; i < m->parts.drive_count; i++)
        if (m->parts.drive[i].instance == instance && m->parts.drive[i].port == port)
            return eg_user_leaf(b, EG_USER_CUT, m->port_base[instance] + port, 0);
    for (size_t i = 0; i < m->parts.gear_count; i++)
        for (int k = 0; m->parts.gear[i].instance == instance && k < m->parts.gear[i].count; k++)
            if (m->parts.gear[i].port[k] == port)
                return eg_user_leaf(b, EG_USER_CUT, m->port_base[instance] + port, 0);
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
        return port == p->port_b ? f : port == p->port_a ? eg_tape_add(&b->raw, EG_OP_NEG, f, -1, -1) : -2;
    }
    for (size_t i = 0; i < m->parts.force_count; i++) {
        const eg_force_part *p = &m->parts.force[i];
        if (p->instance != instance || p->input < 0 || (port != p->port && port != p->support))
            continue;
        int u = eg_user_leaf(b, EG_USER_SIGNAL, m->port_node[m->port_base[instance] + p->input], 0);
        double sign = port == p->port ? -p->sign : p->sign;
        return binary(b, EG_OP_MUL, u, eg_tape_constant(&b->raw, sign));
    }
    return cut_force(b, instance, port);
}

/* What 20-sim's elements have: p.v, p.F = k*x + d*p.v = -f, and x where k is not 0. -2: none of these. */
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
    int force = eg_tape_add(&b->raw, EG_OP_NEG, eg_user_leaf(b, EG_USER_FORCE, element, 0), -1, -1);
    if (is(name, "p.F"))
        return force;
    if (!is(name, "x") || f.df_ds == 0)
        return -2;
    int damped = binary(b, EG_OP_MUL, eg_tape_constant(&b->raw, f.df_dv),
                        iconic_element_variable(b, instance, element, "p.v"));
    return binary(b, EG_OP_DIV, binary(b, EG_OP_SUB, force, damped), eg_tape_constant(&b->raw, f.df_ds));
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
        sum = binary(b, EG_OP_ADD, sum, binary(b, EG_OP_MUL, eg_tape_constant(&b->raw, p->mass), a));
    }
    for (size_t k = 0; k < m->parts.force_count; k++) {
        const eg_force_part *p = &m->parts.force[k];
        eg_jet weight;
        if (p->instance != instance)
            continue;
        i->class->block->evaluate(i->p, 0, eg_jet_of(0), NULL, &weight);
        sum = binary(b, EG_OP_SUB, sum, eg_tape_constant(&b->raw, p->sign * weight.x));
    }
    return sum;
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
    if (element >= 0 && (is(name, "f") || is(name, "tau")))
        return eg_user_leaf(b, EG_USER_FORCE, element, 0);
    int flange = eg_class_port(m->instances[instance].class, "flange");
    if (element < 0 && (is(name, "f") || is(name, "tau")) && flange >= 0)
        return port_force(b, instance, flange);
    if (element >= 0 && is(name, "lossPower"))
        return eg_user_leaf(b, EG_USER_LOSS, element, 0);
    for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
        const eg_heat_capacity_part *p = &m->parts.heat_capacity[i];
        if (p->instance == instance && variable == p->variable_T)
            return eg_user_leaf(b, EG_USER_TEMPERATURE, m->port_node[m->port_base[instance] + p->port], 0);
    }
    if (element >= 0 && m->instances[instance].class->element->has_causality)
        return iconic_element_variable(b, instance, element, name);
    return element < 0 && is(name, "p.F") ? iconic_mass_force(b, instance) : -2;
}

/* ---------------------------------------------------------------- users' connectors */

/* Is connector `inner` inside the component that owns connector `outer`? */
static bool is_inside(const char *outer, const char *inner)
{
    const char *dot = strrchr(outer, '.');
    size_t length = dot ? (size_t)(dot - outer) + 1 : 0;
    return strncmp(outer, inner, length) == 0 && strchr(inner + length, '.') != NULL;
}

bool eg_user_is_joined_inside(const eg_model *m, int connector)
{
    if (m->connector_start[connector + 1] > m->connector_start[connector])
        return true;
    const eg_connector *c = &m->connectors[connector];
    for (int i = 0; i < m->connector_count; i++)
        if (i != connector && m->connector_node[i] == m->connector_node[connector] &&
            eg_port_is_thermal(m->connectors[i].kind) == eg_port_is_thermal(c->kind) &&
            !eg_port_is_signal(m->connectors[i].kind) && is_inside(c->path, m->connectors[i].path))
            return true;
    return false;
}

/* Does the connector belong to a class that extends PartialRigid? */
static bool is_held_by_rod(const eg_user_builder *b, const eg_connector *c)
{
    const char *dot = strrchr(c->path, '.');
    int length = dot ? (int)(dot - c->path) + 1 : 0;
    const char *rod = eg_arena_format(b->arena, "%.*srigid", length, c->path);
    return rod && strcmp(c->path + length, "flange_a") == 0 && eg_names_find(b->spec->paths, rod) >= 0;
}

/* What flows into the connector by users' equations of its own class; -2: nothing. */
static int own_flow(eg_user_builder *b, int connector, const char *member)
{
    const eg_connector *c = &b->m->connectors[connector];
    if (eg_user_is_joined_inside(b->m, connector) && !c->keeps_flow && !is_held_by_rod(b, c))
        return -2;
    int q = quantity_of(b, &b->connector_flow[connector], c, member);
    return q < 0 ? -1 : eg_user_leaf(b, EG_USER_VARIABLE, q, 0);
}

static int instance_of_port(const eg_model *m, int port)
{
    int low = 0, high = m->instance_count;
    while (high - low > 1) {
        int middle = (low + high) / 2;
        if (m->port_base[middle] <= port)
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
    int sum = own_flow(b, connector, member), first = m->connector_start[connector];
    bool found = sum >= 0;
    if (sum == -1)
        return -1;
    sum = found ? sum : eg_tape_constant(&b->raw, 0);
    for (int k = first; k < m->connector_start[connector + 1]; k++) {
        int instance = instance_of_port(m, m->connector_ports[k]);
        int f = is(member, "f") || is(member, "tau")
                    ? port_force(b, instance, m->connector_ports[k] - m->port_base[instance])
                    : -2;
        if (f < 0)
            return f;
        sum = binary(b, EG_OP_ADD, sum, f);
    }
    for (int i = 0; i < m->connector_count; i++) {
        const eg_connector *c = &m->connectors[i];
        if (i == connector || m->connector_node[i] != m->connector_node[connector] ||
            eg_port_is_signal(c->kind) || !is_inside(m->connectors[connector].path, c->path) ||
            eg_port_is_thermal(c->kind) != eg_port_is_thermal(m->connectors[connector].kind))
            continue;
        int f = own_flow(b, i, member);
        if (f == -1)
            return -1;
        sum = f < 0 ? sum : binary(b, EG_OP_ADD, sum, f);
    }
    return sum;
}

static int connector_member(eg_user_builder *b, int connector, const char *member)
{
    int node = b->m->connector_node[connector];
    const char *motion = b->m->connectors[connector].motion;
    if (motion && (is(member, "s") || is(member, "phi") || is(member, "T")))
        return eg_user_leaf(b, EG_USER_VARIABLE, (int)eg_names_find(b->spec->variable_paths, motion), 0);
    if (is(member, "s") || is(member, "phi"))
        return distance(b, node, -1);
    if (is(member, "T"))
        return eg_user_leaf(b, EG_USER_TEMPERATURE, node, 0);
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

/* A signal: from a component, or a quantity that equations give; u = 0 gives an input of one's own class
 * that nothing is connected to. */
static int signal(eg_user_builder *b, int net)
{
    if (b->net_driven[net])
        return eg_user_leaf(b, EG_USER_SIGNAL, net, 0);
    for (int i = 0; i < b->m->connector_count; i++) {
        const eg_connector *c = &b->m->connectors[i];
        if (!eg_port_is_signal(c->kind) || b->m->connector_node[i] != net ||
            (c->kind != EG_REAL_OUTPUT && !is_given(b->spec, c->path)))
            continue;
        int q = quantity_of(b, &b->net_quantity[net], c, "");
        return q < 0 ? -1 : eg_user_leaf(b, EG_USER_VARIABLE, q, 0);
    }
    return eg_user_leaf(b, EG_USER_SIGNAL, net, 0); /* without a source: reported with the signals */
}

/* An input of a component: where nothing is connected to it, force.f = x may give it. */
static int port_signal(eg_user_builder *b, const eg_class *class, int port, int net, const char *path)
{
    bool is_connected = b->net_driven[net] || class->ports[port].kind != EG_REAL_INPUT;
    for (int i = 0; i < b->m->connector_count && !is_connected; i++)
        is_connected = eg_port_is_signal(b->m->connectors[i].kind) && b->m->connector_node[i] == net;
    if (is_connected)
        return signal(b, net);
    eg_connector input = {.path = eg_arena_copy(b->m->arena, path),
                          .kind = EG_REAL_INPUT,
                          .unit = class->ports[port].unit ? class->ports[port].unit : "",
                          .comment = ""};
    int q = input.path ? quantity_of(b, &b->net_quantity[net], &input, "") : -1;
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
    int node = port < 0 ? -1 : b->m->port_node[b->m->port_base[instance] + port];
    if (node < 0)
        return -2;
    if (is(member, "s") || is(member, "phi"))
        return distance(b, node, -1);
    if (is(member, "T"))
        return eg_user_leaf(b, EG_USER_TEMPERATURE, node, 0);
    return is(member, "f") || is(member, "tau") ? port_force(b, (int)instance, port) : -2;
}

/* A raw instruction; -1 out of memory; -2: not to be had. */
static int resolve(eg_user_builder *b, const char *path)
{
    const char *owner, *member;
    long index = eg_names_find(b->spec->variable_paths, path);
    if (index >= 0)
        return eg_user_leaf(b, EG_USER_VARIABLE, (int)index, 0);
    index = eg_names_find(b->spec->connector_paths, path);
    if (index >= 0)
        return signal(b, b->m->connector_node[index]);
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
    if (port < 0 || b->m->port_node[b->m->port_base[index] + port] < 0)
        return -2;
    return port_signal(b, class, port, b->m->port_node[b->m->port_base[index] + port], path);
}

/* ---------------------------------------------------------------- formulas */

/* Formulas of equations with errors, by number: where to point. */
eg_place eg_user_place_of(const eg_user_builder *b, int formula)
{
    eg_place place = EG_NOWHERE;
    size_t best = (size_t)-1;
    for (size_t i = 0; i < b->spec->equation_count; i++) {
        const eg_user_equation *q = &b->spec->equations[i];
        int last = q->left > q->right ? q->left : q->right;
        if (last >= formula && (size_t)last < best) {
            best = (size_t)last;
            place = q->place;
        }
    }
    return place;
}

static int variable_formula(eg_user_builder *b, const char *path, int formula, size_t *errors)
{
    int node = resolve(b, path);
    if (node != -2)
        return node;
    eg_report(b->d, EG_ERROR, eg_user_place_of(b, formula),
              "the variable %s is computed for results only; equations cannot refer to it", path);
    eg_remedy(b->d,
              "positions, speeds and accelerations, the forces of springs, dampers and gaps, temperatures "
              "and signals can be used; a sensor turns others into signals");
    ++*errors;
    return eg_tape_constant(&b->raw, 0);
}

/* smooth[i]: formula i stands inside noEvent. Operands come first, so one walk back tells it. */
static bool *find_smooth(const eg_user_builder *b)
{
    const eg_spec *spec = b->spec;
    bool *smooth = eg_arena_array(b->arena, spec->formula_count + 1, sizeof *smooth);
    for (size_t i = spec->formula_count; smooth && i-- > 0;) {
        const eg_formula *f = &spec->formulas[i];
        int operands = eg_op_operands(f->op), of[3] = {f->a, f->b, f->c};
        for (int k = 0; k < 3 && k < operands; k++)
            smooth[of[k]] = smooth[of[k]] || smooth[i] || f->op == EG_OP_SMOOTH;
    }
    return smooth;
}

/* A relation whose edge is an event is frozen in between. */
int eg_user_relation_of(eg_user_builder *b, int op, int x, int y, bool smooth, int formula)
{
    int node = eg_tape_add(&b->raw, op, x, y, -1);
    if (smooth || node < 0 || b->raw.code[node].op == EG_OP_CONSTANT)
        return node;
    for (int i = 0; i < b->relation_count; i++)
        if (b->relations[i] == node)
            return eg_tape_switch(&b->raw, i);
    size_t count = (size_t)b->relation_count + 1;
    if (eg_grow((void **)&b->relations, &b->relation_capacity, count, sizeof(int)) < 0 ||
        eg_grow((void **)&b->relation_formulas, &b->relation_formula_capacity, count, sizeof(int)) < 0)
        return -1;
    b->relation_formulas[b->relation_count] = formula;
    b->relations[b->relation_count] = node;
    return eg_tape_switch(&b->raw, b->relation_count++);
}

static bool is_constant(const eg_user_builder *b, int node)
{
    return node < 0 || b->raw.code[node].op == EG_OP_CONSTANT;
}

/* Kinks of abs, min and max are events. What min and max choose of two variables is frozen in between, as in
 * an if; against a number it is not, so that sqrt(max(x, 0)) has a value on either side of 0. Nor has |x| one
 * below 0; but at 0 its derivative is that of the side on which x is. */
static int kink(eg_user_builder *b, int op, int x, int y, bool smooth, int formula)
{
    int other = op == EG_OP_ABS ? eg_tape_constant(&b->raw, 0) : y;
    int less = eg_user_relation_of(b, EG_OP_LESS, x, other, smooth, formula);
    if (less < 0)
        return -1;
    if (b->raw.code[less].op == EG_OP_SWITCH && op == EG_OP_ABS) {
        int side = eg_tape_add(&b->raw, EG_OP_SELECT, less, eg_tape_add(&b->raw, EG_OP_NEG, x, -1, -1), x);
        return binary(b, EG_OP_MAX, side, other);
    }
    if (b->raw.code[less].op != EG_OP_SWITCH || is_constant(b, x) || is_constant(b, y))
        return eg_tape_add(&b->raw, op, x, y, -1);
    return eg_tape_add(&b->raw, EG_OP_SELECT, less, op == EG_OP_MIN ? x : y, op == EG_OP_MIN ? y : x);
}

/* pre(x): a value that is remembered. */
int eg_user_before_of(eg_user_builder *b, int operand)
{
    for (int i = 0; i < b->before_count; i++)
        if (b->befores[i] == operand)
            return eg_user_leaf(b, EG_USER_BEFORE, i, 0);
    if (eg_grow((void **)&b->befores, &b->before_capacity, (size_t)b->before_count + 1, sizeof(int)) < 0)
        return -1;
    b->befores[b->before_count] = operand;
    return eg_user_leaf(b, EG_USER_BEFORE, b->before_count++, 0);
}

static int sample(eg_user_builder *b, int start, int interval)
{
    if (eg_grow((void **)&b->samples, &b->sample_capacity, (size_t)b->sample_count + 1, sizeof *b->samples) <
        0)
        return -1;
    b->samples[b->sample_count] = (eg_user_sample){b->raw.code[start].number, b->raw.code[interval].number};
    return eg_user_leaf(b, EG_USER_SAMPLE, b->sample_count++, 0);
}

/* ---------------------------------------------------------------- derivatives of derivatives */

static int add_derivative(eg_user_builder *b, int k)
{
    const eg_user_quantity *of = &b->u->quantities[k];
    eg_user_quantity q = {.path = eg_arena_format(b->m->arena, "der(%s)", of->path),
                          .unit = "",
                          .comment = "",
                          .start = NAN,
                          .nominal = NAN,
                          .fixed = -1,
                          .state_select = -1,
                          .place = of->place};
    return q.path ? eg_user_add_quantity(b, q) : -1;
}

int eg_user_add_speed(eg_user_builder *b, int k)
{
    int w = add_derivative(b, k);
    if (w >= 0)
        b->value_leaf[w] = eg_user_leaf(b, EG_USER_VARIABLE, w, 0);
    return w;
}

/* A variable that stands for the derivative of variable k: a raw instruction. */
static int speed_of(eg_user_builder *b, int k)
{
    const char *path = eg_arena_format(b->arena, "der(%s)", b->u->quantities[k].path);
    int leaf_k = eg_user_leaf(b, EG_USER_VARIABLE, k, 0),
        known = path ? (int)eg_names_find(b->speeds, path) : -1;
    int speed = known >= 0 ? known : path ? add_derivative(b, k) : -1;
    int node = speed < 0 ? -1 : eg_user_leaf(b, EG_USER_VARIABLE, speed, 0);
    eg_user_source source = {.kind = EG_USER_EQUATION,
                             .left = node,
                             .right = eg_tape_add(&b->raw, EG_OP_DER, leaf_k, -1, -1),
                             .when = -1,
                             .number = -1,
                             .place = b->u->quantities[k].place};
    if (known >= 0 || node < 0 || source.right < 0)
        return node;
    return eg_names_add(b->speeds, b->u->quantities[speed].path, speed) < 0 ||
                   eg_user_add_equation(b, source) < 0
               ? -1
               : node;
}

/* The derivative of a formula: derivatives of variables in it become variables. */
static int derivative(eg_user_builder *b, int node)
{
    int count = eg_user_cone(b, node), status = count < 0 ? -1 : 0;
    int *own = count > 0 ? malloc(2 * sizeof(int) * (size_t)count) : NULL;
    if (!own)
        return -1;
    int *made = own + count;
    memcpy(own, b->list, sizeof(int) * (size_t)count);
    bool changed = false;
    for (int i = 0; i < count && status == 0; i++) {
        eg_instruction x = b->raw.code[own[i]];
        int k = x.op == EG_OP_DER ? eg_user_variable_of(b, x.a) : -1;
        int operands = eg_op_operands(x.op), of[3] = {x.a, x.b, x.c};
        made[i] = own[i];
        if (k >= 0) {
            made[i] = speed_of(b, k);
            changed = true;
        } else if (changed && operands > 0) {
            for (int j = 0; j < 3 && j < operands; j++)
                for (int at = i - 1; at >= 0; at--)
                    if (own[at] == of[j]) {
                        of[j] = made[at];
                        break;
                    }
            made[i] = eg_tape_again(&b->raw, &x, of[0], of[1], of[2]);
        }
        status = made[i] < 0 ? -1 : 0;
    }
    int operand = status < 0 ? -1 : made[count - 1];
    free(own);
    return eg_tape_add(&b->raw, EG_OP_DER, operand, -1, -1);
}

static eg_status resolve_formulas(eg_user_builder *b)
{
    const eg_spec *spec = b->spec;
    size_t errors = 0;
    bool *smooth = find_smooth(b);
    b->formula = eg_arena_array(b->arena, spec->formula_count + 1, sizeof(int));
    b->speeds = eg_names_create(16);
    if (!b->formula || !smooth || !b->speeds)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < spec->loops.loop_count; i++)
        if (eg_tape_add_loop(&b->raw, &spec->loops.loops[i]) != i)
            return EG_ERROR_MEMORY;
    for (size_t i = 0; i < spec->formula_count; i++) {
        const eg_formula *f = &spec->formulas[i];
        int a = f->a < 0 ? -1 : b->formula[f->a], y = f->b < 0 ? -1 : b->formula[f->b],
            z = f->c < 0 || f->op == EG_OP_LOOP ? -1 : b->formula[f->c], node;
        switch (f->op) {
        case EG_OP_CONSTANT: node = eg_tape_constant(&b->raw, f->number); break;
        case EG_OP_VARIABLE: node = variable_formula(b, f->path, (int)i, &errors); break;
        case EG_OP_TIME: node = eg_user_leaf(b, EG_USER_TIME, 0, 0); break;
        case EG_OP_INITIAL: node = eg_user_leaf(b, EG_USER_START, 0, 0); break;
        case EG_OP_SMOOTH: node = a; break;
        case EG_OP_LESS:
        case EG_OP_LESS_EQUAL: node = eg_user_relation_of(b, f->op, a, y, smooth[i], (int)i); break;
        case EG_OP_ABS:
        case EG_OP_MIN:
        case EG_OP_MAX: node = kink(b, f->op, a, y, smooth[i], (int)i); break;
        case EG_OP_PRE: node = eg_user_before_of(b, a); break;
        case EG_OP_EDGE:
            node = binary(b, EG_OP_AND, a, eg_tape_add(&b->raw, EG_OP_NOT, eg_user_before_of(b, a), -1, -1));
            break;
        case EG_OP_CHANGE: node = binary(b, EG_OP_NOT_EQUAL, a, eg_user_before_of(b, a)); break;
        case EG_OP_SAMPLE: node = sample(b, a, y); break;
        case EG_OP_DELAY: node = eg_user_delay_of(b, a, y, (int)i); break;
        case EG_OP_TERMINAL:
            node = eg_user_leaf(b, EG_USER_TERMINAL, 0, 0);
            b->u->has_terminal = true;
            break;
        case EG_OP_DER: node = derivative(b, a); break;
        case EG_OP_LOOP: node = eg_tape_outcome(&b->raw, a, f->c, (int)f->number); break;
        case EG_OP_IMPULSE: node = eg_user_impulse_of(b, a, y, EG_USER_IMPULSE, (int)i); break;
        case EG_OP_STRUCK: node = eg_user_impulse_of(b, a, y, EG_USER_STRUCK, (int)i); break;
        case EG_OP_HOLDS:
            node = binary(b, EG_OP_AND, a,
                          eg_tape_add(&b->raw, EG_OP_NOT, eg_user_leaf(b, EG_USER_STRIKING, 0, 0), -1, -1));
            break;
        default:
            node = eg_user_is_step(f->op) && !smooth[i] && f->number == 0
                       ? eg_user_step_of(b, f->op, a, y, (int)i)
                       : eg_tape_add(&b->raw, f->op, a, y, z);
        }
        if (node < 0)
            return EG_ERROR_MEMORY;
        b->formula[i] = node;
    }
    return errors > 0 ? EG_ERROR_MODEL : EG_OK;
}

int eg_user_add_equation(eg_user_builder *b, eg_user_source equation)
{
    if (eg_grow((void **)&b->equations, &b->equation_capacity, (size_t)b->equation_count + 1,
                sizeof *b->equations) < 0)
        return -1;
    b->equations[b->equation_count] = equation;
    return b->equation_count++;
}

static eg_status list_equations(eg_user_builder *b)
{
    const eg_spec *spec = b->spec;
    for (size_t i = 0; i < spec->equation_count; i++) {
        const eg_user_equation *q = &spec->equations[i];
        eg_user_source source = {.kind = q->kind,
                                 .left = q->left < 0 ? -1 : b->formula[q->left],
                                 .right = q->right < 0 ? -1 : b->formula[q->right],
                                 .when = q->when,
                                 .number = (int)i,
                                 .text = q->text ? eg_arena_copy(b->m->arena, q->text) : NULL,
                                 .parts = q->parts,
                                 .is_warning = q->is_warning,
                                 .place = eg_model_place(b->m, q->place)};
        if (q->kind != EG_USER_LINKED && eg_user_add_equation(b, source) < 0)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

/* A rod or link leaves the balance of forces to the class whose flanges it ties. */
static eg_status check_balances(const eg_user_builder *b)
{
    eg_status status = EG_OK;
    for (int i = 0; i < b->m->connector_count; i++) {
        const eg_connector *c = &b->m->connectors[i];
        if (b->connector_flow[i] >= 0 || (!c->keeps_flow && !is_held_by_rod(b, c)))
            continue;
        eg_report(b->d, EG_ERROR, c->place,
                  "nothing says which force acts on %s: an equation is missing in a class that is rigid",
                  c->path);
        eg_remedy(b->d, "write its balance of forces, 0 = flange_a.f + flange_b.f where there is no other");
        status = EG_ERROR_MODEL;
    }
    return status;
}

static eg_status find_driven_nets(eg_user_builder *b)
{
    const eg_model *m = b->m;
    b->net_driven = eg_arena_array(b->arena, (size_t)m->net_count + 1, sizeof(bool));
    b->net_quantity = eg_arena_array(b->arena, (size_t)m->net_count + 1, sizeof(int));
    b->connector_flow = eg_arena_array(b->arena, (size_t)m->connector_count + 1, sizeof(int));
    if (!b->net_driven || !b->net_quantity || !b->connector_flow)
        return EG_ERROR_MEMORY;
    for (int i = 0; i <= m->net_count; i++)
        b->net_quantity[i] = -1;
    for (int i = 0; i <= m->connector_count; i++)
        b->connector_flow[i] = -1;
    for (int i = 0; i < m->instance_count; i++)
        for (int p = m->port_base[i]; p < m->port_base[i + 1]; p++)
            if (m->instances[i].class->ports[p - m->port_base[i]].kind == EG_REAL_OUTPUT &&
                m->port_node[p] >= 0)
                b->net_driven[m->port_node[p]] = true;
    return EG_OK;
}

eg_status eg_user_resolve(eg_user_builder *b)
{
    eg_status status = add_declared(b);
    if (status == EG_OK)
        status = find_driven_nets(b);
    if (status == EG_OK)
        status = resolve_formulas(b);
    if (status == EG_OK)
        status = check_balances(b);
    return status == EG_OK ? list_equations(b) : status;
}
