/* Connections: what `connect` joins becomes a node (mechanical, thermal) or a net (signal). */
#include "network/model.h"
#include "base/union_find.h"
#include "component/spec.h"
#include "network/compile/compile.h"

#include <stdlib.h>
#include <string.h>

const char *eg_instance_path(const eg_model *m, int instance)
{
    return m->instances[instance].path;
}

const char *eg_model_at_node(const eg_model *m, int node)
{
    for (int i = 0; i < m->instance_count; i++)
        for (int k = m->ports.base[i]; k < m->ports.base[i + 1]; k++)
            if (eg_port_is_mechanical(m->instances[i].class->ports[k - m->ports.base[i]].kind) &&
                m->ports.node[k] == node)
                return eg_instance_path(m, i);
    return m->name;
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
        if (m->ports.base[middle] <= endpoint)
            low = middle;
        else
            high = middle;
    }
    /* instances without ports share their base with the next one; the search ends at the last of them */
    *instance = low;
    return &m->instances[low].class->ports[endpoint - m->ports.base[low]];
}

static eg_port_kind kind_of(const joining *j, int endpoint)
{
    int instance;
    return endpoint >= j->port_total ? j->m->connector.list[endpoint - j->port_total].kind
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
    return j->m->ports.base[i] + eg_class_port(j->m->instances[i].class, dot + 1);
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
                m->ports.node[e] = -1;
                continue;
            }
        }
        eg_port_kind kind = kind_of(j, e);
        int *count;
        if (eg_port_is_mechanical(kind))
            count = &m->node_count;
        else if (eg_port_is_thermal(kind))
            count = &m->heat_count;
        else
            count = &m->net_count;
        int root = eg_sets_find(j->set, e);
        if (number[root] < 0)
            number[root] = (*count)++;
        if (e < j->port_total)
            m->ports.node[e] = number[root];
        else
            m->connector.node[e - j->port_total] = number[root];
    }
    free(number);
    return EG_OK;
}

static eg_status number_ports(eg_model *m)
{
    int ports = 0, variables = 0;
    m->ports.base = eg_arena_array(m->arena, (size_t)m->instance_count + 1, sizeof(int));
    m->ports.variable_base = eg_arena_array(m->arena, (size_t)m->instance_count + 1, sizeof(int));
    if (!m->ports.base || !m->ports.variable_base)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->instance_count; i++) {
        m->ports.base[i] = ports;
        m->ports.variable_base[i] = variables;
        ports += (int)m->instances[i].class->port_count;
        variables += (int)m->instances[i].class->variable_count;
    }
    m->ports.base[m->instance_count] = ports;
    m->ports.variable_base[m->instance_count] = variables;
    m->ports.node = eg_arena_array(m->arena, (size_t)ports, sizeof(int));
    m->ports.link = malloc(((size_t)ports + 1) * sizeof(int));
    m->connector.node = eg_arena_array(m->arena, (size_t)m->connector.count, sizeof(int));
    if (!m->ports.node || !m->ports.link || !m->connector.node)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < ports; i++)
        m->ports.link[i] = -1;
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
                    m->ports.shown[count] = (struct eg_shown){i, (int)k};
                count++;
            }
        m->ports.shown_count = count;
        if (!fill && !(m->ports.shown = eg_arena_array(m->arena, (size_t)count, sizeof *m->ports.shown)))
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

/* ---------------------------------------------------------------- connectors that hand on
 *
 * A model may join its connectors to one another and to nothing else. What flows into one of them is then
 * minus what flows into all that can be reached from it along connections outside of the model. */

typedef struct graph {
    int *start, *to; /* neighbours of endpoint e: to[start[e]] ... to[start[e + 1] - 1] */
    char *seen;      /* (endpoints) */
    int *queue;
    int *found; /* what passes on, of all connectors so far */
    size_t count, capacity;
} graph;

static bool make_graph(joining *j, graph *g)
{
    size_t n = (size_t)j->total, edges = j->spec->connection_count;
    int *ends = malloc(sizeof(int) * (2 * edges + 1));
    g->start = calloc(n + 2, sizeof(int));
    g->to = malloc(sizeof(int) * (2 * edges + 1));
    g->seen = calloc(n + 1, 1);
    g->queue = malloc(sizeof(int) * (n + 1));
    bool good = ends && g->start && g->to && g->seen && g->queue;
    for (size_t i = 0; good && i < edges; i++) {
        ends[2 * i] = find_endpoint(j, j->spec->connections[i].from);
        ends[2 * i + 1] = find_endpoint(j, j->spec->connections[i].to);
        g->start[ends[2 * i] + 2]++;
        g->start[ends[2 * i + 1] + 2]++;
    }
    for (size_t e = 2; good && e < n + 2; e++)
        g->start[e] += g->start[e - 1];
    for (size_t i = 0; good && i < 2 * edges; i++)
        g->to[g->start[ends[i] + 1]++] = ends[i ^ 1];
    free(ends);
    return good;
}

static void free_graph(graph *g)
{
    free(g->start);
    free(g->to);
    free(g->seen);
    free(g->queue);
    free(g->found);
}

static const char *path_of(const joining *j, int endpoint)
{
    int instance;
    if (endpoint >= j->port_total)
        return j->m->connector.list[endpoint - j->port_total].path;
    port_of(j, endpoint, &instance);
    return eg_instance_path(j->m, instance);
}

/* Where an endpoint lies, seen from the model that has the connector: -1 outside of it, 1 inside a component
 * of it, 0 among its own connectors. */
static int side_of(const joining *j, const eg_connector *c, int endpoint)
{
    const size_t length = eg_connector_owner(c);
    if (strncmp(c->path, path_of(j, endpoint), length) != 0)
        return -1;
    return endpoint < j->port_total ||
           eg_connector_owner(&j->m->connector.list[endpoint - j->port_total]) > length;
}

static bool hands_on(const joining *j, const graph *g, int endpoint)
{
    const eg_connector *c = &j->m->connector.list[endpoint - j->port_total];
    bool has_inside = false;
    if (eg_port_is_signal(c->kind) || eg_connector_owner(c) == 0)
        return false;
    for (int k = g->start[endpoint]; k < g->start[endpoint + 1]; k++) {
        int side = side_of(j, c, g->to[k]);
        if (side > 0)
            return false;
        has_inside = has_inside || side == 0;
    }
    return has_inside;
}

/* Nothing outside of the model is connected to it, so that nothing flows in there. */
static bool is_closed(const joining *j, const graph *g, int endpoint)
{
    const eg_connector *c = &j->m->connector.list[endpoint - j->port_total];
    bool closed = !eg_port_is_signal(c->kind) && eg_connector_owner(c) > 0;
    for (int k = g->start[endpoint]; k < g->start[endpoint + 1] && closed; k++)
        closed = side_of(j, c, g->to[k]) >= 0;
    return closed;
}

/* Appends what is reached from the connector; nothing when a way leads back into its model. */
static int list_outside(const joining *j, graph *g, int endpoint)
{
    const eg_connector *own = &j->m->connector.list[endpoint - j->port_total];
    size_t before = g->count;
    int first = 0, last = 0, status = 0;
    g->queue[last++] = endpoint;
    g->seen[endpoint] = 1;
    while (first < last) {
        int from = g->queue[first++];
        for (int k = g->start[from]; k < g->start[from + 1]; k++) {
            int to = g->to[k];
            bool is_own = side_of(j, own, to) >= 0;
            if (g->seen[to] || (is_own && from == endpoint))
                continue;
            if (is_own)
                status = 1;
            g->seen[to] = 1;
            g->queue[last++] = to;
            if (eg_grow((void **)&g->found, &g->capacity, g->count + 1, sizeof(int)) < 0)
                return -1;
            g->found[g->count++] = to < j->port_total ? to : j->port_total - 1 - to;
        }
    }
    for (int i = 0; i < last; i++)
        g->seen[g->queue[i]] = 0;
    if (status > 0)
        g->count = before;
    return 0;
}

static eg_status list_passing(joining *j)
{
    eg_model *m = j->m;
    graph g = {0};
    m->connector.passing_start = eg_arena_array(m->arena, (size_t)m->connector.count + 1, sizeof(int));
    m->connector.closed = eg_arena_array(m->arena, (size_t)m->connector.count, sizeof(bool));
    bool good =
        m->connector.passing_start && m->connector.closed && (m->connector.count == 0 || make_graph(j, &g));
    for (int i = 0; good && i < m->connector.count; i++) {
        m->connector.closed[i] = is_closed(j, &g, j->port_total + i);
        m->connector.passing_start[i] = (int)g.count;
        if (hands_on(j, &g, j->port_total + i))
            good = list_outside(j, &g, j->port_total + i) == 0;
    }
    if (good) {
        m->connector.passing_start[m->connector.count] = (int)g.count;
        m->connector.passing = eg_arena_array(m->arena, g.count, sizeof(int));
        good = m->connector.passing != NULL;
    }
    if (good && g.count > 0)
        memcpy(m->connector.passing, g.found, g.count * sizeof(int));
    free_graph(&g);
    return good ? EG_OK : EG_ERROR_MEMORY;
}

/* ---------------------------------------------------------------- */

eg_status eg_compile_connections(eg_model *m, const eg_spec *spec)
{
    eg_status status = number_ports(m);
    if (status == EG_OK)
        status = list_shown(m);
    if (status != EG_OK)
        return status;
    joining j = {.m = m, .spec = spec, .port_total = m->ports.base[m->instance_count]};
    j.total = j.port_total + m->connector.count;
    j.set = malloc(sizeof(int) * ((size_t)j.total + 1));
    if (!j.set)
        return EG_ERROR_MEMORY;
    eg_sets_init(j.set, j.total);
    status = join_all(&j);
    if (status == EG_OK)
        status = number_sets(&j);
    if (status == EG_OK)
        status = list_passing(&j);
    free(j.prefix);
    free(j.set);
    return status;
}
