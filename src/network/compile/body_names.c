/* Names of bodies for messages, what a user would say first: the mass, then a rod, then the flange of a
 * neighbour, then a connector of the model's own. */
#include "network/model.h"
#include "base/arena.h"
#include "network/compile/compile.h"

#include <stdlib.h>
#include <string.h>

/* A link that stands for users' equations (user/links.c) goes by the component whose equations they are. */
static const char *shown_name(const eg_model *m, int instance)
{
    const char *path = eg_instance_path(m, instance), *dot = strrchr(path, '.');
    if (*(dot ? dot + 1 : path) != '$')
        return path;
    const char *owner = dot ? eg_arena_format(m->arena, "%.*s", (int)(dot - path), path) : NULL;
    return owner ? owner : m->name;
}

static void name_body(const eg_model *m, eg_body *body, int instance)
{
    body->name = shown_name(m, instance);
    body->instance = instance;
}

/* The body that port p of an instance belongs to, when it has no name yet; or NULL. */
static eg_body *nameless(const eg_model *m, int instance, int p)
{
    eg_port_kind kind = m->instances[instance].class->ports[p - m->ports.base[instance]].kind;
    if (m->ports.node[p] < 0 || !eg_port_is_mechanical(kind))
        return NULL;
    eg_body *body = &m->bodies[m->nodes[m->ports.node[p]].body];
    return body->name ? NULL : body;
}

static void name_by_inertia(eg_model *m)
{
    for (int i = 0; i < m->inertia_count; i++) {
        eg_body *body = &m->bodies[m->nodes[m->inertias[i].node].body];
        if (!body->name)
            name_body(m, body, m->inertias[i].instance);
    }
}

/* Rods and their kin give their name to a body that has none yet; those that only look on, as a ForceSensor
 * in line does, where there is nothing else. */
static eg_status name_by_rigid(eg_model *m)
{
    bool *looks_on = calloc((size_t)m->instance_count + 1, sizeof *looks_on);
    if (!looks_on)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < m->parts.force_sensor_count; i++)
        looks_on[m->parts.force_sensor[i].instance] = true;
    for (int sensors = 0; sensors < 2; sensors++)
        for (size_t i = 0; i < m->parts.rigid_count; i++) {
            const eg_rigid_part *part = &m->parts.rigid[i];
            eg_body *body = nameless(m, part->instance, m->ports.base[part->instance] + part->port_a);
            if (body && looks_on[part->instance] == (sensors > 0))
                name_body(m, body, part->instance);
        }
    free(looks_on);
    return EG_OK;
}

eg_status eg_name_bodies(eg_model *m)
{
    m->bodies[0].name = "the ground";
    m->bodies[0].instance = -1;
    name_by_inertia(m);
    if (name_by_rigid(m) != EG_OK)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->instance_count; i++)
        for (int p = m->ports.base[i]; p < m->ports.base[i + 1]; p++) {
            eg_body *body = nameless(m, i, p);
            if (!body)
                continue;
            body->instance = i;
            body->name = eg_arena_format(m->arena, "%s.%s", shown_name(m, i),
                                         m->instances[i].class->ports[p - m->ports.base[i]].name);
            if (!body->name)
                return EG_ERROR_MEMORY;
        }
    for (int i = 0; i < m->connector.count; i++)
        if (eg_port_is_mechanical(m->connector.list[i].kind)) {
            eg_body *body = &m->bodies[m->nodes[m->connector.node[i]].body];
            if (!body->name) {
                body->name = m->connector.list[i].path;
                body->instance = -1;
            }
        }
    return EG_OK;
}
