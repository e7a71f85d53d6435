/* Connections: what `connect` joins becomes a node (mechanical, thermal) or a net (signal). */
#include "network/model.h"
#include "network/union_find.h"

#include <stdlib.h>
#include <string.h>

int eg_port_at(const eg_model *m, int instance, int port)
{
    return port < 0 ? -1 : m->port_node[m->port_base[instance] + port];
}

const char *eg_instance_path(const eg_model *m, int instance)
{
    return m->instances[instance].path;
}

/* Endpoints are numbered: all ports of all instances, then the connectors of the users' models. */
typedef struct joining {
    eg_model *m;
    const eg_spec *spec;
    int port_total, total;
    int *set;     /* union-find over endpoints */
    char *prefix; /* room for the longest path */
} joining;

static const eg_port *port_of(const joining *j, int endpoint, int *instance)
{
    const eg_model *m = j->m;
    int low = 0, high = m->instance_count;
    while (high - low > 1) { /* the last instance whose base is <= endpoint */
        int middle = (low + high) / 2;
        if (m->port_base[middle] <= endpoint)
            low = middle;
        else
            high = middle;
    }
    /* instances without ports share their base with the next one; the search ends at the last of them */
    *instance = low;
    return &m->instances[low].class->ports[endpoint - m->port_base[low]];
}

static eg_port_kind kind_of(const joining *j, int endpoint)
{
    int instance;
    return endpoint >= j->port_total ? j->m->connectors[endpoint - j->port_total].kind
                                     : port_of(j, endpoint, &instance)->kind;
}

/* The endpoint with this path. eg_spec_complete has made sure that it exists. */
static int find_endpoint(const joining *j, const char *path)
{
    long connector = eg_names_find(j->spec->connector_paths, path);
    if (connector >= 0)
        return j->port_total + (int)connector;
    const char *dot = strrchr(path, '.');
    size_t length = (size_t)(dot - path);
    memcpy(j->prefix, path, length);
    j->prefix[length] = '\0';
    long i = eg_names_find(j->spec->paths, j->prefix);
    return j->m->port_base[i] + eg_class_port(j->m->instances[i].class, dot + 1);
}

static eg_status join_all(joining *j)
{
    size_t longest = 0;
    for (size_t i = 0; i < j->spec->connection_count; i++) {
        const eg_connection *c = &j->spec->connections[i];
        size_t from = strlen(c->from), to = strlen(c->to);
        longest = from > longest ? from : longest;
        longest = to > longest ? to : longest;
    }
    j->prefix = malloc(longest + 1);
    if (!j->prefix)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < j->spec->connection_count; i++) {
        const eg_connection *c = &j->spec->connections[i];
        eg_sets_join(j->set, find_endpoint(j, c->from), find_endpoint(j, c->to));
    }
    free(j->prefix);
    return EG_OK;
}

/* Numbers the sets by kind in the order of their first endpoint. */
static eg_status number_sets(joining *j)
{
    eg_model *m = j->m;
    int *number = malloc(sizeof(int) * ((size_t)j->total + 1));
    if (!number)
        return EG_ERROR_MEMORY;
    for (int e = 0; e < j->total; e++)
        number[e] = -1;
    for (int e = 0; e < j->total; e++) {
        int instance;
        if (e < j->port_total) {
            const eg_port *port = port_of(j, e, &instance);
            if (!eg_instance_has_port(&m->instances[instance], port) || eg_port_is_discrete(port->kind)) {
                m->port_node[e] = -1;
                continue;
            }
        }
        eg_port_kind kind = kind_of(j, e);
        int *count = eg_port_is_mechanical(kind) ? &m->node_count
                     : eg_port_is_thermal(kind)  ? &m->heat_count
                                                 : &m->net_count;
        int root = eg_sets_find(j->set, e);
        if (number[root] < 0)
            number[root] = (*count)++;
        if (e < j->port_total)
            m->port_node[e] = number[root];
        else
            m->connector_node[e - j->port_total] = number[root];
    }
    free(number);
    return EG_OK;
}

static eg_status number_ports(eg_model *m)
{
    int ports = 0, variables = 0;
    m->port_base = eg_arena_array(m->arena, (size_t)m->instance_count + 1, sizeof(int));
    m->variable_base = eg_arena_array(m->arena, (size_t)m->instance_count + 1, sizeof(int));
    if (!m->port_base || !m->variable_base)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->instance_count; i++) {
        m->port_base[i] = ports;
        m->variable_base[i] = variables;
        ports += (int)m->instances[i].class->port_count;
        variables += (int)m->instances[i].class->variable_count;
    }
    m->port_base[m->instance_count] = ports;
    m->variable_base[m->instance_count] = variables;
    m->port_node = eg_arena_array(m->arena, (size_t)ports, sizeof(int));
    m->port_link = eg_arena_array(m->arena, (size_t)ports, sizeof(int));
    m->connector_node = eg_arena_array(m->arena, (size_t)m->connector_count, sizeof(int));
    if (!m->port_node || !m->port_link || !m->connector_node)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < ports; i++)
        m->port_link[i] = -1;
    return EG_OK;
}

static eg_status list_shown(eg_model *m)
{
    for (int fill = 0; fill < 2; fill++) {
        int count = 0;
        for (int i = 0; i < m->instance_count; i++)
            for (size_t k = 0; k < m->instances[i].class->parameter_count; k++) {
                if (!m->instances[i].class->parameters[k].is_shown)
                    continue;
                if (fill)
                    m->shown[count] = (struct eg_shown){i, (int)k};
                count++;
            }
        m->shown_count = count;
        if (!fill && !(m->shown = eg_arena_array(m->arena, (size_t)count, sizeof *m->shown)))
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

eg_status eg_compile_connections(eg_model *m, const eg_spec *spec)
{
    eg_status status = number_ports(m);
    if (status == EG_OK)
        status = list_shown(m);
    if (status != EG_OK)
        return status;
    joining j = {.m = m, .spec = spec, .port_total = m->port_base[m->instance_count]};
    j.total = j.port_total + m->connector_count;
    j.set = malloc(sizeof(int) * ((size_t)j.total + 1));
    if (!j.set)
        return EG_ERROR_MEMORY;
    eg_sets_init(j.set, j.total);
    status = join_all(&j);
    if (status == EG_OK)
        status = number_sets(&j);
    free(j.set);
    return status;
}
