/* Inverse models: a signal that drives forces of components is sought, from the motion that it brings about.
 *
 * An equation that speaks of accelerations, or of forces through rigid parts, determines what acts on the
 * components it looks at, though it does not name it: with M a = f + B y and a = a(t) the unknown y follows
 * from the same matrix as a, as long as B moves what is prescribed. One that speaks of positions or speeds
 * alone, sensor.s = f(time), is a constraint: its index is reduced by letting a hidden drive carry it out.
 * The position becomes a variable x that equations determine, x and its derivatives move the drive's flange
 * exactly, and what determines y is that the drive needs no force of its own,
 *
 *     drive.flange.f = 0,
 *
 * an equation of the first kind. So nothing drifts, and states that the constraint takes away are gone. */
#include "network/user/links.h"

#include <math.h>
#include <string.h>

/* ---------------------------------------------------------------- what acts, and what answers */

/* The sensor part that gives the net, or NULL. */
static const eg_sensor_part *sensor_of(const eg_model *m, int net)
{
    for (size_t i = 0; i < m->parts.sensor_count; i++) {
        const eg_sensor_part *part = &m->parts.sensor[i];
        if (part->output != EG_OWN && eg_port_at(m, part->instance, part->output) == net)
            return part;
    }
    return NULL;
}

static bool is_force_sensor(const eg_model *m, int instance)
{
    for (size_t i = 0; i < m->parts.force_sensor_count; i++)
        if (m->parts.force_sensor[i].instance == instance)
            return true;
    for (size_t i = 0; i < m->parts.power_sensor_count; i++)
        if (m->parts.power_sensor[i].instance == instance)
            return true;
    return false;
}

/* The component whose output the net is, or -1. */
static int source_of(const eg_model *m, int net)
{
    for (int i = 0; i < m->instance_count; i++)
        for (int p = m->ports.base[i]; p < m->ports.base[i + 1]; p++)
            if (m->ports.node[p] == net &&
                m->instances[i].class->ports[p - m->ports.base[i]].kind == EG_REAL_OUTPUT)
                return i;
    return -1;
}

enum { LONGEST_WAY = 40 }; /* of blocks between a sensor and the equation */

/* Does the signal follow at once from accelerations, forces, or signals of equations? */
static bool signal_answers(const eg_user_builder *b, int net, int depth)
{
    const eg_model *m = b->m;
    const eg_sensor_part *sensor = sensor_of(m, net);
    const int source = sensor || depth > LONGEST_WAY ? -1 : source_of(m, net);
    if (source < 0)
        return sensor ? sensor->order == 2 : b->net_quantity[net] >= 0;
    const eg_instance *i = &m->instances[source];
    if (is_force_sensor(m, source))
        return true;
    if (!i->class->block || (i->class->block->lag && i->class->block->lag(i->p) > 0))
        return false;
    for (size_t p = 0; p < i->class->port_count; p++) {
        const int input = m->ports.node[m->ports.base[source] + (int)p];
        if (i->class->ports[p].kind == EG_REAL_INPUT && input >= 0 && signal_answers(b, input, depth + 1))
            return true;
    }
    return false;
}

static bool leaf_answers(const eg_user_builder *b, const eg_user_input *in)
{
    return in->kind == EG_USER_ACCELERATION || in->kind == EG_USER_CUT ||
           (in->kind == EG_USER_SIGNAL && signal_answers(b, in->index, 0));
}

int eg_user_answers(eg_user_builder *b, int node)
{
    const int count = eg_user_cone(b, node);
    for (int i = 0; i < count; i++) {
        const eg_instruction *x = &b->raw.code[b->list[i]];
        if (x->op == EG_OP_INPUT && leaf_answers(b, &b->leaves.items[x->a]))
            return 1;
    }
    return count < 0 ? -1 : 0;
}

int eg_user_acting(const eg_user_builder *b, int i)
{
    const int connectors = b->m->connector.count;
    if (i >= connectors + b->m->net_count)
        return -2;
    return i < connectors ? b->connector_flow[i] : b->net_quantity[i - connectors];
}

/* ---------------------------------------------------------------- positions that are variables */

int eg_user_find_moved(eg_user_builder *b)
{
    const eg_model *m = b->m;
    b->moved_by = eg_arena_array(b->arena, (size_t)m->node_count + 1, sizeof *b->moved_by);
    if (!b->moved_by)
        return -1;
    for (int i = 0; i <= m->node_count; i++)
        b->moved_by[i] = -1;
    for (size_t i = 0; i < b->spec->variable_count; i++) {
        const char *port = b->spec->variables[i].moves, *dot = port ? strrchr(port, '.') : NULL;
        const char *owner = dot ? eg_arena_text(b->arena, port, (size_t)(dot - port)) : NULL;
        const long instance = owner ? eg_names_find(b->spec->paths, owner) : -1;
        const int k = instance < 0 ? -1 : eg_class_port(m->instances[instance].class, dot + 1);
        const int node = k < 0 ? -1 : m->ports.node[m->ports.base[instance] + k];
        if (node >= 0)
            b->moved_by[node] = (int)i;
    }
    return 0;
}

/* The variable that moves the node, differentiated `order` times. */
static int moved(eg_user_builder *b, int node, int order)
{
    int x = eg_user_leaf(b, EG_USER_VARIABLE, b->moved_by[node], 0);
    for (; order > 0 && x >= 0; order--)
        x = eg_tape_add(&b->raw, EG_OP_DER, x, -1, -1);
    return x;
}

static bool is_moved(const eg_user_builder *b, int node)
{
    return node >= 0 && b->moved_by[node] >= 0;
}

/* What a sensor of order 0 to 2 sees of one node; the ground does not move. */
static int seen_of(eg_user_builder *b, int node, int order)
{
    static const eg_user_input_kind kinds[] = {EG_USER_DISTANCE, EG_USER_SPEED, EG_USER_ACCELERATION};
    if (node < 0)
        return eg_tape_constant(&b->raw, 0);
    return eg_user_leaf(b, kinds[order], node, order == 0 ? -1 : 0);
}

int eg_user_moved(eg_user_builder *b, eg_user_input_kind kind, int index, int other)
{
    switch (kind) {
    case EG_USER_DISTANCE:
        if (!is_moved(b, index) && !is_moved(b, other))
            return -2;
        return eg_user_binary(b, EG_OP_SUB, is_moved(b, index) ? moved(b, index, 0) : seen_of(b, index, 0),
                              is_moved(b, other) ? moved(b, other, 0) : seen_of(b, other, 0));
    case EG_USER_SPEED: return is_moved(b, index) ? moved(b, index, 1) : -2;
    case EG_USER_ACCELERATION: return is_moved(b, index) ? moved(b, index, 2) : -2;
    case EG_USER_SIGNAL: {
        const eg_sensor_part *sensor = other == 0 ? sensor_of(b->m, index) : NULL;
        const int from = sensor ? eg_port_at(b->m, sensor->instance, sensor->from) : -1;
        const int to = sensor ? eg_port_at(b->m, sensor->instance, sensor->to) : -1;
        if (!is_moved(b, from) && !is_moved(b, to))
            return -2;
        return eg_user_binary(b, EG_OP_SUB, seen_of(b, to, sensor->order), seen_of(b, from, sensor->order));
    }
    default: return -2;
    }
}

/* ---------------------------------------------------------------- what becomes one */

/* A flange of a component at the node; a global port, or -1. */
static int port_at(const eg_model *m, int node)
{
    for (int i = 0; i < m->instance_count; i++)
        for (int p = m->ports.base[i]; p < m->ports.base[i + 1]; p++)
            if (m->ports.node[p] == node && *eg_instance_path(m, i) != '$' &&
                eg_port_is_mechanical(m->instances[i].class->ports[p - m->ports.base[i]].kind))
                return p;
    return -1;
}

/* The node whose position (order 0) or speed (1) the leaf tells, against the ground; -1: none. */
static int node_of(const eg_user_builder *b, const eg_user_input *in, int *order)
{
    const eg_sensor_part *sensor = in->kind == EG_USER_SIGNAL ? sensor_of(b->m, in->index) : NULL;
    *order = sensor ? sensor->order : in->kind == EG_USER_SPEED;
    if (sensor)
        return sensor->order < 2 && eg_port_at(b->m, sensor->instance, sensor->from) < 0
                   ? eg_port_at(b->m, sensor->instance, sensor->to)
                   : -1;
    const bool tells = in->kind == EG_USER_SPEED || (in->kind == EG_USER_DISTANCE && in->other < 0);
    return tells ? in->index : -1;
}

/* How far the node lies beyond port `to` of the component, along itself or its rigid part; false: it is
 * another. */
static bool lies_beyond(const eg_model *m, int instance, int to, int node, double *length)
{
    *length = 0;
    if (eg_port_at(m, instance, to) == node)
        return true;
    for (size_t i = 0; i < m->parts.rigid_count; i++) {
        const eg_rigid_part *r = &m->parts.rigid[i];
        const bool from_a = to == r->port_a, from_b = to == r->port_b;
        if (r->instance != instance || (!from_a && !from_b) ||
            eg_port_at(m, instance, from_a ? r->port_b : r->port_a) != node)
            continue;
        *length = from_a ? r->length : -r->length;
        return true;
    }
    return false;
}

/* Where the speed is given, the position begins where a component at the node has it begin. */
static void find_start(const eg_user_builder *b, int node, eg_user_constraint *c)
{
    const eg_model *m = b->m;
    for (size_t i = 0; i < m->parts.coordinate_count && !c->is_fixed; i++) {
        const eg_coordinate_part *part = &m->parts.coordinate[i];
        const eg_instance *instance = &m->instances[part->instance];
        double length;
        if (eg_port_at(m, part->instance, part->from) >= 0 ||
            !lies_beyond(m, part->instance, part->to, node, &length))
            continue;
        for (size_t k = 0; k < instance->start_count && !c->is_fixed; k++) {
            const eg_start *start = &instance->starts[k];
            if (start->variable != part->variable_s || isnan(start->start))
                continue;
            c->start = start->start - part->offset + length;
            c->is_fixed = start->fixed > 0;
        }
    }
}

static bool is_noted(const eg_user *u, int port)
{
    for (int i = 0; i < u->constraint_count; i++)
        if (u->constraints[i].port == port)
            return true;
    return false;
}

static int note(eg_user *u, eg_user_constraint c)
{
    if (eg_grow((void **)&u->constraints, &u->constraint_capacity, (size_t)u->constraint_count + 1,
                sizeof c) < 0)
        return -1;
    u->constraints[u->constraint_count++] = c;
    return 1;
}

int eg_user_note_sought(eg_user_builder *b)
{
    const eg_model *m = b->m;
    int noted = 0;
    for (int i = 0; i < m->connector.count && noted >= 0; i++) {
        const int net = m->connector.list[i].kind == EG_REAL_OUTPUT ? m->connector.node[i] : -1;
        if (net < 0 || b->net_driven[net] || b->net_quantity[net] >= 0 || m->connector.list[i].slope_of)
            continue;
        noted = note(b->u, (eg_user_constraint){.connector = {i}, .port = -1, .is_sought = true});
    }
    return noted;
}

int eg_user_note_inverse(eg_user_builder *b, int equation)
{
    eg_user *u = b->u;
    const eg_user_source *q = &b->equations[equation];
    for (int side = 0; side < 2; side++) {
        const int count = eg_user_cone(b, side ? q->right : q->left);
        if (count < 0)
            return -1;
        for (int i = 0; i < count; i++) {
            const eg_instruction *x = &b->raw.code[b->list[i]];
            int order, node = x->op == EG_OP_INPUT ? node_of(b, &b->leaves.items[x->a], &order) : -1;
            const int port = node < 0 || is_moved(b, node) ? -1 : port_at(b->m, node);
            if (port < 0 || is_noted(u, port))
                continue;
            eg_user_constraint c = {.equation = q->number, .port = port, .is_motion = true, .start = NAN};
            if (order == 1)
                find_start(b, node, &c);
            return note(u, c);
        }
    }
    return 0;
}
