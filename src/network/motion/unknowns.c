/* A coordinate is the s_rel of an element or the position of a component that says so (coordinates.c), or
 * of the flange where its body is counted from. A speed is that of the same place; a component's `v` is it
 * where its node moves as the body does, factor 1 and no motion of a drive between. Temperatures are those
 * of what stores heat. States of drives and blocks are numbers of their own. */
#include "network/motion/unknowns.h"

#include "base/names.h"
#include "network/user/user.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_state(const eg_model *m, int i)
{
    int bodies = m->body_count - 1;
    if (i < bodies)
        return true;
    if (i < 2 * bodies)
        return m->dynamics.is_implicit || m->bodies[i - bodies + 1].mass > 0;
    if (i < m->first.heat)
        return true;
    for (int k = 0; k < m->heat_count && i < m->first.loop; k++)
        if (m->heat[k].unknown == i)
            return m->heat[k].capacity > 0;
    return i >= m->first.user &&
           m->user->quantities[m->user->unknown_of[i - m->first.user]].role == EG_ROLE_STATE;
}

static void name_variable(const eg_model *m, eg_unknown *u, int instance, int variable)
{
    const eg_variable *v = &m->instances[instance].class->variables[variable];
    u->path = m->instances[instance].path;
    u->variable = v->name;
    u->unit = v->unit ? v->unit : "";
}

/* ---------------------------------------------------------------- positions and speeds */

static void name_coordinates(const eg_model *m, eg_unknown *all)
{
    for (int b = 1; b < m->body_count; b++) {
        const eg_body *body = &m->bodies[b];
        all[b - 1].unit = m->nodes[body->root].rotational ? "rad" : "m";
        const eg_coordinate_part *p = body->coordinate < 0 ? NULL : &m->parts.coordinate[body->coordinate];
        if (p && p->variable_s >= 0 && !strchr(m->instances[p->instance].path, '$'))
            name_variable(m, &all[b - 1], p->instance, p->variable_s);
        else if (p && p->variable_s < 0 && !strchr(m->instances[p->instance].path, '$')) {
            all[b - 1].path = m->instances[p->instance].path; /* 20-sim's: it shows x = -s_rel */
            all[b - 1].variable = m->nodes[body->root].rotational ? "phi_rel" : "s_rel";
        } else if (body->variable)
            all[b - 1].path = body->variable;
        all[b - 1].nominal = body->nominal;
    }
}

/* The position of its body's reference node: that of a flange which lies there. */
static void name_by_flange(const eg_model *m, eg_unknown *all, int node, const char *path, const char *port)
{
    const int body = node < 0 ? 0 : m->nodes[node].body;
    const eg_body *b = &m->bodies[body];
    if (body == 0 || strchr(path, '$') || b->coordinate >= 0 || b->from >= 0 || b->to != node ||
        all[body - 1].path)
        return;
    all[body - 1].path = path;
    all[body - 1].port = port;
    all[body - 1].variable = m->nodes[node].rotational ? "phi" : "s";
}

static void name_by_flanges(const eg_model *m, eg_unknown *all)
{
    for (int i = 0; i < m->instance_count; i++)
        for (size_t p = 0; p < m->instances[i].class->port_count; p++) {
            const eg_port *port = &m->instances[i].class->ports[p];
            if (eg_port_is_mechanical(port->kind))
                name_by_flange(m, all, eg_port_at(m, i, (int)p), m->instances[i].path, port->name);
        }
    for (int i = 0; i < m->connector.count; i++)
        if (eg_port_is_mechanical(m->connector.list[i].kind))
            name_by_flange(m, all, m->connector.node[i], m->connector.list[i].path, NULL);
}

static void name_speeds(const eg_model *m, eg_unknown *all)
{
    const int bodies = m->body_count - 1;
    for (int b = 1; b <= bodies; b++)
        all[bodies + b - 1].unit = m->nodes[m->bodies[b].root].rotational ? "rad/s" : "m/s";
    for (size_t i = 0; i < m->parts.coordinate_count; i++) {
        const eg_coordinate_part *p = &m->parts.coordinate[i];
        const int to = eg_port_at(m, p->instance, p->to);
        if (p->variable_v < 0 || p->from >= 0 || to < 0 || strchr(m->instances[p->instance].path, '$'))
            continue;
        const eg_flange_node *node = &m->nodes[to];
        if (node->body == 0 || node->factor != 1 || node->motion != 0 || node->more > 0)
            continue;
        eg_unknown *u = &all[bodies + node->body - 1];
        if (!u->path)
            name_variable(m, u, p->instance, p->variable_v);
    }
}

/* ---------------------------------------------------------------- all others */

static void name_numbers(eg_unknown *all, int first, int count, const char *path)
{
    for (int i = 0; i < count; i++) {
        all[first + i].path = path;
        all[first + i].number = i + 1;
    }
}

static void name_states_of_parts(const eg_model *m, eg_unknown *all)
{
    for (int k = 0; k < m->drive_count; k++)
        name_numbers(all, m->drives[k].state, m->drives[k].states,
                     eg_instance_path(m, m->drives[k].instance));
    for (int k = 0; k < m->net_count; k++)
        if (m->nets[k].states > 0)
            name_numbers(all, m->nets[k].state, m->nets[k].states, eg_instance_path(m, m->nets[k].instance));
}

static void name_temperatures(const eg_model *m, eg_unknown *all)
{
    for (int k = 0; k < m->heat_count; k++)
        if (m->heat[k].unknown >= 0)
            all[m->heat[k].unknown].unit = "K";
    for (size_t i = 0; i < m->parts.heat_capacity_count; i++) {
        const eg_heat_capacity_part *p = &m->parts.heat_capacity[i];
        const int node = eg_port_at(m, p->instance, p->port);
        const int unknown = node < 0 ? -1 : m->heat[node].unknown;
        if (unknown >= 0 && p->variable_T >= 0 && !all[unknown].path)
            name_variable(m, &all[unknown], p->instance, p->variable_T);
    }
}

static void name_users(const eg_model *m, eg_unknown *all)
{
    for (int i = m->first.user; i < m->n; i++) {
        const eg_user_quantity *q = &m->user->quantities[m->user->unknown_of[i - m->first.user]];
        all[i].path = q->is_declared ? q->path : NULL;
        all[i].unit = q->unit ? q->unit : "";
        all[i].nominal = q->nominal > 0 ? q->nominal : 0;
    }
}

eg_unknown *eg_model_unknowns(const eg_model *m)
{
    eg_unknown *all = calloc((size_t)m->n + 1, sizeof *all);
    if (!all)
        return NULL;
    for (int i = 0; i < m->n; i++) {
        all[i].unit = "";
        all[i].is_state = is_state(m, i);
    }
    name_coordinates(m, all);
    name_by_flanges(m, all);
    name_speeds(m, all);
    name_states_of_parts(m, all);
    name_temperatures(m, all);
    name_users(m, all);
    return all;
}

void eg_unknown_name(const eg_unknown *u, char *text, size_t size)
{
    if (!u->path)
        snprintf(text, size, "%s", "");
    else if (u->number > 0)
        snprintf(text, size, "%s.states[%d]", u->path, u->number);
    else if (u->port)
        snprintf(text, size, "%s.%s.%s", u->path, u->port, u->variable);
    else
        snprintf(text, size, "%s%s%s", u->path, u->variable ? "." : "", u->variable ? u->variable : "");
}

static void leave_out_subscripts(char *name)
{
    char *to = name;
    int depth = 0;
    for (const char *c = name; *c; c++) {
        depth += *c == '[';
        if (depth == 0)
            *to++ = *c;
        depth -= *c == ']';
    }
    *to = '\0';
}

int eg_unknown_arrays(const eg_model *m, int *array)
{
    enum { LONGEST = 300 };
    const size_t users = m->n > m->first.user ? (size_t)(m->n - m->first.user) : 0;
    eg_unknown *all = eg_model_unknowns(m);
    eg_names *names = eg_names_create(users);
    char *room = malloc(users * LONGEST + 1);
    int status = all && names && room ? 0 : -1;
    for (int i = 0; i < m->n; i++)
        array[i] = i;
    for (int i = m->first.user; i < m->n && status == 0; i++) {
        char *name = room + (size_t)(i - m->first.user) * LONGEST;
        eg_unknown_name(&all[i], name, LONGEST);
        leave_out_subscripts(name);
        if (*name && eg_names_add(names, name, i) < 0)
            status = -1;
        else if (*name)
            array[i] = (int)eg_names_find(names, name);
    }
    free(room);
    eg_names_free(names);
    free(all);
    return status;
}
