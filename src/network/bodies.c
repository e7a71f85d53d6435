/* Bodies: nodes that rigid parts, ground parts and drives tie together.
 *
 * A breadth-first walk over these links, from the ground and then from one node of every further body,
 * gives each node its place in the body and makes the links a tree. The tree is what cut forces are
 * computed along; a link that closes a loop would leave them undetermined and is an error. Offsets are
 * summed in double-double arithmetic and rounded once. */
#include "network/model.h"
#include "network/union_find.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static eg_status add_links(eg_model *m)
{
    const eg_parts *p = &m->parts;
    size_t count = p->rigid_count + p->ground_count + p->drive_count;
    m->links = eg_arena_array(m->arena, count, sizeof *m->links);
    m->drives = eg_arena_array(m->arena, p->drive_count, sizeof *m->drives);
    m->motions = eg_arena_array(m->arena, p->drive_count + 1, sizeof *m->motions);
    if (!m->links || !m->drives || !m->motions)
        return EG_ERROR_MEMORY;
    m->motion_count = 1;
    m->motions[0].drive = -1;
    for (size_t i = 0; i < p->ground_count; i++) {
        const eg_ground_part *g = &p->ground[i];
        int port = m->port_base[g->instance] + g->port;
        m->links[m->link_count++] = (eg_link){.kind = EG_LINK_GROUND,
                                              .part = (int)i,
                                              .from = -1,
                                              .to = m->port_node[port],
                                              .from_port = -1,
                                              .to_port = port,
                                              .drive = -1,
                                              .length = eg_dd_of(g->position)};
    }
    for (size_t i = 0; i < p->drive_count; i++) {
        const eg_drive_part *dp = &p->drive[i];
        int base = m->port_base[dp->instance], port = base + dp->port;
        int support = dp->support < 0 ? -1 : base + dp->support;
        m->drives[m->drive_count] = (eg_drive){.instance = dp->instance,
                                               .link = m->link_count,
                                               .input = dp->input,
                                               .variable_s = dp->variable_s,
                                               .variable_v = dp->variable_v};
        m->links[m->link_count++] = (eg_link){.kind = EG_LINK_DRIVE,
                                              .part = (int)i,
                                              .from = support < 0 ? -1 : m->port_node[support],
                                              .to = m->port_node[port],
                                              .from_port = support,
                                              .to_port = port,
                                              .drive = m->drive_count++};
    }
    for (size_t i = 0; i < p->rigid_count; i++) {
        const eg_rigid_part *r = &p->rigid[i];
        int base = m->port_base[r->instance], a = base + r->port_a, b = base + r->port_b;
        m->links[m->link_count++] = (eg_link){.kind = EG_LINK_RIGID,
                                              .part = (int)i,
                                              .from = m->port_node[a],
                                              .to = m->port_node[b],
                                              .from_port = a,
                                              .to_port = b,
                                              .drive = -1,
                                              .length = eg_dd_of(r->length)};
    }
    return EG_OK;
}

static int link_instance(const eg_model *m, const eg_link *l)
{
    switch (l->kind) {
    case EG_LINK_GROUND: return m->parts.ground[l->part].instance;
    case EG_LINK_DRIVE: return m->parts.drive[l->part].instance;
    default: return m->parts.rigid[l->part].instance;
    }
}

typedef struct walk {
    eg_model *m;
    eg_diagnostics *d;
    int *start, *links; /* links at each node: links[start[n]] ... */
    int *ports;         /* (nodes) how many ports meet there */
    bool *used;         /* (links) part of the tree */
    int reached;        /* nodes in node_order */
} walk;

static eg_status walk_prepare(walk *w)
{
    eg_model *m = w->m;
    size_t n = (size_t)m->node_count;
    w->start = calloc(n + 2, sizeof(int));
    w->links = malloc(sizeof(int) * (2 * (size_t)m->link_count + 1));
    w->ports = calloc(n + 1, sizeof(int));
    w->used = calloc((size_t)m->link_count + 1, sizeof(bool));
    if (!w->start || !w->links || !w->ports || !w->used)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->link_count; i++) {
        if (m->links[i].from >= 0)
            w->start[m->links[i].from + 2]++;
        w->start[m->links[i].to + 2]++;
    }
    for (int i = 2; i < m->node_count + 2; i++)
        w->start[i] += w->start[i - 1];
    for (int i = 0; i < m->link_count; i++) {
        if (m->links[i].from >= 0)
            w->links[w->start[m->links[i].from + 1]++] = i;
        w->links[w->start[m->links[i].to + 1]++] = i;
    }
    for (int i = 0; i < m->instance_count; i++)
        for (int p = m->port_base[i]; p < m->port_base[i + 1]; p++)
            if (m->port_node[p] >= 0 &&
                eg_port_is_mechanical(m->instances[i].class->ports[p - m->port_base[i]].kind))
                w->ports[m->port_node[p]]++;
    return EG_OK;
}

static void walk_release(walk *w)
{
    free(w->start);
    free(w->links);
    free(w->ports);
    free(w->used);
}

static int add_motion(eg_model *m, int parent, int drive, double sign)
{
    m->motions[m->motion_count] = (eg_motion){parent, drive, sign};
    return m->motion_count++;
}

/* Takes `node` into `body`, reached over `link` from `parent` (-1: the ground or the root itself). */
static void reach(walk *w, int node, int body, int link, int parent)
{
    eg_model *m = w->m;
    eg_node *n = &m->nodes[node];
    n->body = body;
    n->link = link;
    n->parent = parent;
    n->depth = parent < 0 ? 0 : m->nodes[parent].depth + 1;
    if (link >= 0) {
        const eg_link *l = &m->links[link];
        bool forward = l->to == node;
        eg_dd from = parent < 0 ? eg_dd_of(0) : m->nodes[parent].offset;
        int motion = parent < 0 ? 0 : m->nodes[parent].motion;
        n->offset = forward ? eg_dd_add(from, l->length) : eg_dd_sub(from, l->length);
        n->motion = l->kind == EG_LINK_DRIVE ? add_motion(m, motion, l->drive, forward ? 1 : -1) : motion;
        w->used[link] = true;
    }
    m->node_order[w->reached++] = node;
}

/* The names of what forms a rigid loop together with link `l`: the ways from both its ends towards the
 * reference, up to where they meet. */
static const char *name_loop(const walk *w, const eg_link *l, char *text, size_t size)
{
    const eg_model *m = w->m;
    int ends[2] = {l->from, l->to}, count = 0;
    *text = '\0';
    while (ends[0] != ends[1]) {
        int side = ends[0] < 0 || (ends[1] >= 0 && m->nodes[ends[1]].depth >= m->nodes[ends[0]].depth);
        const eg_node *n = &m->nodes[ends[side]];
        size_t used = strlen(text);
        if (n->link < 0)
            break;
        if (count++ < 6)
            snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                     eg_instance_path(m, link_instance(m, &m->links[n->link])));
        ends[side] = n->parent;
    }
    if (count > 6)
        snprintf(text + strlen(text), size - strlen(text), ", ...");
    return text;
}

static void report_loop(walk *w, const eg_link *l, double gap, bool moves)
{
    eg_model *m = w->m;
    const eg_instance *i = &m->instances[link_instance(m, l)];
    char others[400];
    name_loop(w, l, others, sizeof others);
    if (l->from == l->to) {
        eg_report(w->d, EG_ERROR, i->place, "both flanges of %s are connected to each other", i->path);
        eg_remedy(w->d, "connect them to different flanges");
    } else if (moves) {
        eg_report(w->d, EG_ERROR, i->place,
                  "%s and %s hold the same body, and a drive moves in the loop that they form", i->path,
                  others);
        eg_remedy(w->d, "remove one of them");
    } else if (gap != 0) {
        eg_report(w->d, EG_ERROR, i->place,
                  "%s forms a rigid loop with %s, and their positions differ by %.9g m", i->path, others,
                  gap);
        eg_remedy(w->d, "remove one of them, or make the lengths agree");
    } else {
        eg_report(w->d, EG_ERROR, i->place,
                  "%s forms a rigid loop with %s: how the force divides between the branches is "
                  "not determined",
                  i->path, others);
        eg_remedy(w->d, "remove %s, or put a spring in one of the branches", i->path);
    }
}

/* A link whose two ends belong to the tree already. */
static void check_loop(walk *w, int link)
{
    eg_model *m = w->m;
    const eg_link *l = &m->links[link];
    const eg_node ground = {0};
    const eg_node *from = l->from < 0 ? &ground : &m->nodes[l->from], *to = &m->nodes[l->to];
    double gap = eg_dd_value(eg_dd_sub(eg_dd_sub(to->offset, from->offset), l->length));
    /* decimal lengths are rounded to binary: a sum of a few of them may be off by some ulp */
    double scale = fabs(to->offset.hi) + fabs(from->offset.hi) + fabs(l->length.hi);
    if (fabs(gap) <= 4 * 2.220446049250313e-16 * scale)
        gap = 0;
    w->used[link] = true;
    report_loop(w, l, gap, from->motion != to->motion || l->kind == EG_LINK_DRIVE);
}

/* Visits everything that hangs on the nodes reached from `first` on. */
static void spread(walk *w, int first)
{
    eg_model *m = w->m;
    for (int i = first; i < w->reached; i++) {
        int node = m->node_order[i];
        for (int k = w->start[node]; k < w->start[node + 1]; k++) {
            int link = w->links[k];
            const eg_link *l = &m->links[link];
            if (w->used[link])
                continue;
            int other = l->to == node ? l->from : l->to;
            if (other < 0 || m->nodes[other].body >= 0)
                check_loop(w, link);
            else
                reach(w, other, m->nodes[node].body, link, node);
        }
    }
}

/* For every set of nodes tied by links, the busiest node: as the body's reference it leaves open
 * flanges as leaves of the tree, which then carry exactly no force. */
static int *find_references(walk *w)
{
    eg_model *m = w->m;
    size_t n = (size_t)m->node_count + 1;
    int *set = calloc(n, sizeof(int)), *best = calloc(n, sizeof(int));
    if (set && best) {
        eg_sets_init(set, m->node_count);
        for (int i = 0; i < m->link_count; i++)
            if (m->links[i].from >= 0)
                eg_sets_join(set, m->links[i].from, m->links[i].to);
        for (int i = 0; i < m->node_count; i++)
            best[i] = i;
        for (int i = 0; i < m->node_count; i++) {
            int root = eg_sets_find(set, i);
            if (w->ports[i] > w->ports[best[root]])
                best[root] = i;
        }
        for (int i = 0; i < m->node_count; i++)
            set[i] = best[eg_sets_find(set, i)];
        free(best);
        return set;
    }
    free(set);
    free(best);
    return NULL;
}

static eg_status walk_all(walk *w)
{
    eg_model *m = w->m;
    int *reference = find_references(w);
    if (!reference)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->node_count; i++)
        m->nodes[i] = (eg_node){.body = -1, .parent = -1, .link = -1};
    for (int i = 0; i < m->link_count; i++) {
        if (m->links[i].from >= 0)
            continue;
        if (m->nodes[m->links[i].to].body >= 0)
            check_loop(w, i);
        else
            reach(w, m->links[i].to, 0, i, -1);
    }
    spread(w, 0);
    m->body_count = 1;
    for (int i = 0; i < m->node_count; i++) {
        if (m->nodes[i].body >= 0)
            continue;
        int first = w->reached;
        reach(w, reference[i], m->body_count++, -1, -1);
        spread(w, first);
    }
    free(reference);
    return EG_OK;
}

static void name_body(const eg_model *m, eg_body *body, int instance)
{
    body->name = eg_instance_path(m, instance);
    body->instance = instance;
}

/* Bodies get their reference, their mass, and the name of a component for messages. */
static eg_status make_bodies(eg_model *m)
{
    const eg_parts *p = &m->parts;
    m->bodies = eg_arena_array(m->arena, (size_t)m->body_count, sizeof *m->bodies);
    m->inertias = eg_arena_array(m->arena, p->inertia_count, sizeof *m->inertias);
    int *rigid_link = malloc(sizeof(int) * ((size_t)m->instance_count + 1));
    if (!m->bodies || !m->inertias || !rigid_link) {
        free(rigid_link);
        return EG_ERROR_MEMORY;
    }
    for (int i = 0; i < m->instance_count; i++)
        rigid_link[i] = -1;
    for (int i = 0; i < m->link_count; i++)
        if (m->links[i].kind == EG_LINK_RIGID)
            rigid_link[link_instance(m, &m->links[i])] = i;
    for (size_t i = 0; i < p->inertia_count; i++) {
        const eg_inertia_part *part = &p->inertia[i];
        int port = m->port_base[part->instance] + part->port, node = m->port_node[port];
        int link = rigid_link[part->instance];
        eg_body *body = &m->bodies[m->nodes[node].body];
        m->inertias[m->inertia_count++] =
            (eg_inertia){part->instance, node, m->nodes[node].body, link, port, part->mass};
        body->mass += part->mass;
        if (!body->name)
            name_body(m, body, part->instance);
        if (link >= 0)
            m->links[link].mass = part->mass;
    }
    free(rigid_link);
    return EG_OK;
}

static void find_roots(eg_model *m)
{
    for (int i = 0; i < m->node_count; i++) {
        int node = m->node_order[i];
        if (m->nodes[node].link < 0 && m->nodes[node].body > 0)
            m->bodies[m->nodes[node].body].root = node;
    }
}

/* The body that port p of an instance belongs to, when it has no name yet; or NULL. */
static eg_body *nameless(const eg_model *m, int instance, int p)
{
    eg_port_kind kind = m->instances[instance].class->ports[p - m->port_base[instance]].kind;
    if (m->port_node[p] < 0 || !eg_port_is_mechanical(kind))
        return NULL;
    eg_body *body = &m->bodies[m->nodes[m->port_node[p]].body];
    return body->name ? NULL : body;
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
            eg_body *body = nameless(m, part->instance, m->port_base[part->instance] + part->port_a);
            if (body && looks_on[part->instance] == (sensors > 0))
                name_body(m, body, part->instance);
        }
    free(looks_on);
    return EG_OK;
}

/* Names for messages, what a user would say first: masses have come already, then rods, then the flange of a
 * neighbour. */
static eg_status name_bodies(eg_model *m)
{
    m->bodies[0].name = "the ground";
    m->bodies[0].instance = -1;
    if (name_by_rigid(m) != EG_OK)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->instance_count; i++)
        for (int p = m->port_base[i]; p < m->port_base[i + 1]; p++) {
            eg_body *body = nameless(m, i, p);
            if (!body)
                continue;
            body->instance = i;
            body->name = eg_arena_format(m->arena, "%s.%s", eg_instance_path(m, i),
                                         m->instances[i].class->ports[p - m->port_base[i]].name);
            if (!body->name)
                return EG_ERROR_MEMORY;
        }
    for (int i = 0; i < m->connector_count; i++)
        if (eg_port_is_mechanical(m->connectors[i].kind)) {
            eg_body *body = &m->bodies[m->nodes[m->connector_node[i]].body];
            if (!body->name) {
                body->name = m->connectors[i].path;
                body->instance = -1;
            }
        }
    return EG_OK;
}

static void number_links(eg_model *m)
{
    for (int i = 0; i < m->link_count; i++) {
        if (m->links[i].from_port >= 0)
            m->port_link[m->links[i].from_port] = i;
        m->port_link[m->links[i].to_port] = i;
    }
}

eg_status eg_compile_bodies(eg_model *m, eg_diagnostics *d)
{
    walk w = {.m = m, .d = d};
    size_t errors = eg_diagnostics_errors(d);
    eg_status status = add_links(m);
    if (status != EG_OK)
        return status;
    m->nodes = eg_arena_array(m->arena, (size_t)m->node_count, sizeof *m->nodes);
    m->node_order = eg_arena_array(m->arena, (size_t)m->node_count, sizeof(int));
    if (!m->nodes || !m->node_order)
        return EG_ERROR_MEMORY;
    status = walk_prepare(&w);
    if (status == EG_OK)
        status = walk_all(&w);
    walk_release(&w);
    if (status != EG_OK)
        return status;
    if (eg_diagnostics_errors(d) > errors)
        return EG_ERROR_MODEL;
    number_links(m);
    status = make_bodies(m);
    if (status != EG_OK)
        return status;
    find_roots(m);
    return name_bodies(m);
}
