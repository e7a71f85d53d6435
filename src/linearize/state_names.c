/* What states are called, how large they are, and which unknowns of the model are none. */
#include "linearize/linearize.h"
#include "network/motion/energy.h"
#include "network/motion/kinematics.h"
#include "network/user/user.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { NAME_SIZE = 240 };

static const char *join(eg_arena *arena, const eg_model *m, int instance, int variable, const char **unit)
{
    const eg_instance *x = &m->instances[instance];
    const eg_variable *v = &x->class->variables[variable];
    *unit = v->unit ? v->unit : "";
    return *x->path ? eg_arena_format(arena, "%s.%s", x->path, v->name) : eg_arena_copy(arena, v->name);
}

static bool is_hidden(const eg_model *m, int instance)
{
    return m->instances[instance].path[0] == '$';
}

/* The part that shows the place (or the speed) of a body itself, from the ground: that of a mass, or else
 * the first one; -1: none does. */
static int part_of_body(const eg_linear_point *p, int body, bool of_speed)
{
    const eg_model *m = p->m;
    int first = -1;
    for (int i = 0; i < (int)m->parts.coordinate_count; i++) {
        const eg_coordinate_part *c = &m->parts.coordinate[i];
        const int to = eg_port_at(m, c->instance, c->to), from = eg_port_at(m, c->instance, c->from);
        if (from >= 0 || to < 0 || is_hidden(m, c->instance) ||
            (of_speed ? c->variable_v : c->variable_s) < 0)
            continue;
        const eg_flange_node *n = &m->nodes[to];
        const int motion = of_speed ? 0 : m->nodes[m->bodies[body].root].motion;
        if (n->body != body || n->more > 0 || n->factor != 1 || n->motion != motion)
            continue;
        if (p->is_mass[c->instance])
            return i;
        first = first < 0 ? i : first;
    }
    return first;
}

/* An unknown in the words of messages. */
static const char *describe(const eg_linear_point *p, int i)
{
    char text[NAME_SIZE] = "";
    p->network->base.ops->describe(&p->network->base, i, text, sizeof text);
    return eg_arena_copy(p->out->arena, text);
}

static const char *unit_of_body(const eg_model *m, int body, bool of_speed)
{
    const bool turns = m->nodes[m->bodies[body].root].rotational;
    if (of_speed)
        return turns ? "rad/s" : "m/s";
    return turns ? "rad" : "m";
}

static void name_place(const eg_linear_point *p, int body, eg_linear_variable *v)
{
    const eg_model *m = p->m;
    const int part = part_of_body(p, body, false);
    v->unit = unit_of_body(m, body, false);
    if (part >= 0) {
        const eg_coordinate_part *c = &m->parts.coordinate[part];
        v->name = join(p->out->arena, m, c->instance, c->variable_s, &v->unit);
        v->value = eg_node_position(p->network, eg_port_at(m, c->instance, c->to)) + c->offset;
        return;
    }
    v->name = eg_arena_format(p->out->arena, "position of %s", m->bodies[body].name);
    v->value = eg_node_position(p->network, m->bodies[body].root);
}

static void name_relative(const eg_linear_point *p, const eg_coordinate_part *part, eg_linear_variable *v)
{
    v->name = join(p->out->arena, p->m, part->instance, part->variable_v, &v->unit);
    v->value = eg_linear_relative(p->m, part, p->y);
}

static void name_drive(const eg_linear_point *p, int i, eg_linear_variable *v)
{
    const eg_model *m = p->m;
    for (int k = 0; k < m->drive_count; k++) {
        const eg_drive *d = &m->drives[k];
        if (i < d->state || i >= d->state + d->states)
            continue;
        const int variable = i == d->state ? d->variable_s : d->variable_v;
        v->name = variable >= 0 ? join(p->out->arena, m, d->instance, variable, &v->unit)
                                : eg_arena_format(p->out->arena, "%s.state[%d]",
                                                  eg_instance_path(m, d->instance), i - d->state + 1);
    }
}

static void name_block(const eg_linear_point *p, int i, eg_linear_variable *v)
{
    const eg_model *m = p->m;
    for (int k = 0; k < m->net_count; k++) {
        const eg_net *n = &m->nets[k];
        const char *path = n->instance >= 0 ? eg_instance_path(m, n->instance) : n->name;
        if (n->states == 1 && i == n->state)
            v->name = eg_arena_format(p->out->arena, "%s.state", path);
        else if (i >= n->state && i < n->state + n->states)
            v->name = eg_arena_format(p->out->arena, "%s.state[%d]", path, i - n->state + 1);
    }
}

static void name_temperature(const eg_linear_point *p, int i, eg_linear_variable *v)
{
    const eg_model *m = p->m;
    v->unit = "K";
    for (size_t k = 0; k < m->parts.heat_capacity_count; k++) {
        const eg_heat_capacity_part *c = &m->parts.heat_capacity[k];
        const int node = eg_port_at(m, c->instance, c->port);
        if (node >= 0 && m->heat[node].unknown == i && c->variable_T >= 0) {
            v->name = join(p->out->arena, m, c->instance, c->variable_T, &v->unit);
            return;
        }
    }
}

/* Is the coordinate of the body its place, which something shows? */
static bool is_its_place(const eg_linear_point *p, int body)
{
    const eg_model *m = p->m;
    const eg_body *b = &m->bodies[body];
    return b->from < 0 && m->nodes[b->to].factor == 1 && m->nodes[b->to].motion == m->nodes[b->root].motion &&
           part_of_body(p, body, false) >= 0;
}

static void name_unknown(const eg_linear_point *p, int i, eg_linear_variable *v)
{
    const eg_model *m = p->m;
    const int bodies = m->body_count - 1;
    v->value = p->y[i];
    v->unit = "";
    if (i < bodies && is_its_place(p, i + 1)) {
        name_place(p, i + 1, v);
    } else if (i < bodies) {
        const int part = m->bodies[i + 1].coordinate;
        v->unit = unit_of_body(m, i + 1, false);
        if (part >= 0 && m->parts.coordinate[part].variable_s >= 0 &&
            !is_hidden(m, m->parts.coordinate[part].instance))
            v->name = join(p->out->arena, m, m->parts.coordinate[part].instance,
                           m->parts.coordinate[part].variable_s, &v->unit);
    } else if (i < 2 * bodies) {
        const int part = part_of_body(p, i - bodies + 1, true);
        v->unit = unit_of_body(m, i - bodies + 1, true);
        if (part >= 0)
            v->name = join(p->out->arena, m, m->parts.coordinate[part].instance,
                           m->parts.coordinate[part].variable_v, &v->unit);
    } else if (i < m->first.block) {
        name_drive(p, i, v);
    } else if (i < m->first.heat) {
        name_block(p, i, v);
    } else if (i < m->first.loop) {
        name_temperature(p, i, v);
    } else if (i >= m->first.user && m->user) {
        const eg_user_quantity *q = &m->user->quantities[m->user->unknown_of[i - m->first.user]];
        v->name = eg_arena_copy(p->out->arena, q->path);
        v->unit = q->unit ? q->unit : "";
    }
    if (!v->name)
        v->name = describe(p, i);
}

static void find_masses(const eg_model *m, bool *is_mass)
{
    for (int i = 0; i < m->inertia_count; i++)
        is_mass[m->inertias[i].instance] = true;
}

eg_status eg_linear_name_unknowns(eg_network *s, double *y, eg_arena *arena, eg_linear_variable *v)
{
    eg_linearized out = {.arena = arena};
    eg_linear_point p = {.network = s, .m = s->m, .y = y, .out = &out};
    p.is_mass = eg_arena_array(arena, (size_t)s->m->instance_count + 1, sizeof *p.is_mass);
    if (!p.is_mass)
        return EG_ERROR_MEMORY;
    find_masses(s->m, p.is_mass);
    for (int i = 0; i < s->m->n; i++) {
        v[i] = (eg_linear_variable){0};
        name_unknown(&p, i, &v[i]);
        if (!v[i].name)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- what is no state */

/* The element that holds the body, or (a coordinate) the body to what it is measured from; -1. */
static int holder_of(const eg_linear_point *p, int body, bool of_speed)
{
    const eg_stick *k = &p->network->stick;
    const int parent = p->m->bodies[body].parent;
    if (k->follower_count == 0)
        return -1;
    if (k->place[body] >= 0 && (of_speed || k->lead[body] == k->lead[parent]))
        return k->holder[body];
    return !of_speed && k->place[parent] >= 0 && k->lead[body] == k->lead[parent] ? k->holder[parent] : -1;
}

static const char *reason_of_body(const eg_linear_point *p, int body, bool of_speed)
{
    const eg_model *m = p->m;
    const int holder = holder_of(p, body, of_speed);
    if (holder >= 0)
        return eg_arena_format(p->out->arena, "%s holds it",
                               eg_instance_path(m, m->elements[holder].instance));
    if (!p->network->differential[of_speed ? eg_v(m, body) : eg_x(body)])
        return "a balance of forces determines it";
    return of_speed ? "it follows from the others" : "the positions of others determine it";
}

static const char *reason_of(const eg_linear_point *p, int i)
{
    const eg_model *m = p->m;
    const int bodies = m->body_count - 1;
    if (i < 2 * bodies)
        return reason_of_body(p, i % bodies + 1, i >= bodies);
    if (i >= m->first.heat && i < m->first.loop)
        return "its heat node stores no heat of its own";
    return "the equations determine it";
}

/* Signals of loops and variables of users' equations that never are states are not worth a word. */
static bool could_be_state(const eg_model *m, int i)
{
    if (i < m->first.loop)
        return true;
    return i >= m->first.user && m->user &&
           m->user->quantities[m->user->unknown_of[i - m->first.user]].role == EG_ROLE_STATE;
}

static bool is_state(const eg_linear_point *p, int i)
{
    for (size_t k = 0; k < p->state_count; k++)
        if (!p->states[k].relative && i == p->states[k].index - p->states[k].is_place)
            return true;
    return false;
}

static eg_status name_omissions(eg_linear_point *p)
{
    eg_linearization *l = &p->out->l;
    l->omissions = eg_arena_array(p->out->arena, (size_t)p->m->n + 1, sizeof *l->omissions);
    for (int i = 0; i < p->m->n && l->omissions; i++) {
        eg_linear_variable v = {0};
        if (!could_be_state(p->m, i) || is_state(p, i))
            continue;
        name_unknown(p, i, &v);
        const char *reason = reason_of(p, i);
        if (!v.name || !reason)
            return EG_ERROR_MEMORY;
        l->omissions[l->omission_count++] = (eg_linear_omission){v.name, reason};
    }
    return l->omissions ? EG_OK : EG_ERROR_MEMORY;
}

eg_status eg_linear_name_states(eg_linear_point *p)
{
    eg_linearization *l = &p->out->l;
    l->state_count = p->state_count;
    l->states = eg_arena_array(p->out->arena, p->state_count + 1, sizeof *l->states);
    p->size = eg_arena_array(p->out->arena, p->state_count + 1, sizeof *p->size);
    double *nominal = eg_arena_array(p->out->arena, (size_t)p->m->n + 1, sizeof *nominal);
    p->is_mass = eg_arena_array(p->out->arena, (size_t)p->m->instance_count + 1, sizeof *p->is_mass);
    if (!l->states || !p->size || !nominal || !p->is_mass)
        return EG_ERROR_MEMORY;
    find_masses(p->m, p->is_mass);
    eg_network_nominals(&p->network->base, p->y, nominal);
    for (size_t k = 0; k < p->state_count; k++) {
        const eg_linear_state *s = &p->states[k];
        if (s->relative)
            name_relative(p, s->relative, &l->states[k]);
        else if (s->is_place)
            name_place(p, s->index, &l->states[k]);
        else
            name_unknown(p, s->index, &l->states[k]);
        if (!l->states[k].name)
            return EG_ERROR_MEMORY;
        const double least = nominal[s->is_place ? eg_x(s->index) : s->index];
        p->size[k] = fmax(fabs(l->states[k].value), isfinite(least) ? least : 0);
    }
    return name_omissions(p);
}
