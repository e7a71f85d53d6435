/* Bodies: nodes that rigid parts, ground parts, drives and gears tie together.
 *
 * Each of these links is one linear relation between the positions of its ends. A breadth-first walk, from
 * the ground and then from one node of every further body, solves a link for its last unknown end as soon as
 * all the others are known: that end then moves with the body, with a factor, an offset and driven motions
 * of its own. So a gear whose support stands still, or is driven, needs nothing else than a gear without one.
 * Every node but the references is given by one link. Cut forces are computed along the same order,
 * backwards; a link that gives no node closes a loop, would leave them undetermined, and is an error.
 * Offsets are summed in double-double arithmetic and rounded once.
 *
 * A gear that is left over, with ends on two or more bodies besides the ground, has a support that moves on
 * its own. It ties three independent motions or more and is refused. */
#include "network/model.h"
#include "network/union_find.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static eg_end end_of(const eg_model *m, int port, double coefficient)
{
    return (eg_end){m->port_node[port], port, coefficient};
}

static void add_ground(eg_model *m, int part)
{
    const eg_ground_part *g = &m->parts.ground[part];
    m->links[m->link_count++] = (eg_link){.kind = EG_LINK_GROUND,
                                          .part = part,
                                          .count = 1,
                                          .ends = {end_of(m, m->port_base[g->instance] + g->port, 1)},
                                          .drive = -1,
                                          .length = eg_dd_of(g->position)};
}

static void add_drive(eg_model *m, int part)
{
    const eg_drive_part *d = &m->parts.drive[part];
    int base = m->port_base[d->instance];
    eg_link *l = &m->links[m->link_count];
    *l = (eg_link){.kind = EG_LINK_DRIVE,
                   .part = part,
                   .count = 1,
                   .ends = {end_of(m, base + d->port, 1)},
                   .drive = m->drive_count};
    if (d->support >= 0)
        l->ends[l->count++] = end_of(m, base + d->support, -1);
    m->drives[m->drive_count++] = (eg_drive){.instance = d->instance,
                                             .link = m->link_count++,
                                             .input = d->input,
                                             .variable_s = d->variable_s,
                                             .variable_v = d->variable_v};
}

static void add_rigid(eg_model *m, int part)
{
    const eg_rigid_part *r = &m->parts.rigid[part];
    int base = m->port_base[r->instance];
    m->links[m->link_count++] =
        (eg_link){.kind = EG_LINK_RIGID,
                  .part = part,
                  .count = 2,
                  .ends = {end_of(m, base + r->port_b, 1), end_of(m, base + r->port_a, -1)},
                  .drive = -1,
                  .length = eg_dd_of(r->length)};
}

static void add_gear(eg_model *m, int part)
{
    const eg_gear_part *g = &m->parts.gear[part];
    eg_link *l = &m->links[m->link_count++];
    *l = (eg_link){.kind = EG_LINK_GEAR, .part = part, .count = g->count, .drive = -1};
    for (int i = 0; i < g->count; i++)
        l->ends[i] = end_of(m, m->port_base[g->instance] + g->port[i], g->coefficient[i]);
}

static eg_status add_links(eg_model *m)
{
    const eg_parts *p = &m->parts;
    size_t count = p->rigid_count + p->ground_count + p->drive_count + p->gear_count;
    m->links = eg_arena_array(m->arena, count, sizeof *m->links);
    m->drives = eg_arena_array(m->arena, p->drive_count, sizeof *m->drives);
    m->motions = eg_arena_array(m->arena, (size_t)m->node_count + 1, sizeof *m->motions);
    if (!m->links || !m->drives || !m->motions)
        return EG_ERROR_MEMORY;
    m->motion_count = 1;
    for (int i = 0; i < (int)p->ground_count; i++)
        add_ground(m, i);
    for (int i = 0; i < (int)p->drive_count; i++)
        add_drive(m, i);
    for (int i = 0; i < (int)p->rigid_count; i++)
        add_rigid(m, i);
    for (int i = 0; i < (int)p->gear_count; i++)
        add_gear(m, i);
    return EG_OK;
}

static int link_instance(const eg_model *m, const eg_link *l)
{
    switch (l->kind) {
    case EG_LINK_GROUND: return m->parts.ground[l->part].instance;
    case EG_LINK_DRIVE: return m->parts.drive[l->part].instance;
    case EG_LINK_GEAR: return m->parts.gear[l->part].instance;
    default: return m->parts.rigid[l->part].instance;
    }
}

typedef struct walk {
    eg_model *m;
    eg_diagnostics *d;
    int *start, *links; /* links at each node: links[start[n]] ... */
    int *ports;         /* (nodes) how many ports meet there */
    bool *used;         /* (links) gives a node, or has been reported */
    int reached;        /* nodes in node_order */
    bool failed;        /* out of memory */
} walk;

static eg_status walk_prepare(walk *w)
{
    eg_model *m = w->m;
    size_t n = (size_t)m->node_count;
    w->start = calloc(n + 2, sizeof(int));
    w->links = malloc(sizeof(int) * (EG_GEAR_MAX_PORTS * (size_t)m->link_count + 1));
    w->ports = calloc(n + 1, sizeof(int));
    w->used = calloc((size_t)m->link_count + 1, sizeof(bool));
    if (!w->start || !w->links || !w->ports || !w->used)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->link_count; i++)
        for (int k = 0; k < m->links[i].count; k++)
            w->start[m->links[i].ends[k].node + 2]++;
    for (int i = 2; i < m->node_count + 2; i++)
        w->start[i] += w->start[i - 1];
    for (int i = 0; i < m->link_count; i++)
        for (int k = m->links[i].count - 1; k >= 0; k--)
            w->links[w->start[m->links[i].ends[k].node + 1]++] = i;
    for (int i = 0; i < m->instance_count; i++)
        for (int p = m->port_base[i]; p < m->port_base[i + 1]; p++) {
            eg_port_kind kind = m->instances[i].class->ports[p - m->port_base[i]].kind;
            if (m->port_node[p] < 0 || !eg_port_is_mechanical(kind))
                continue;
            w->ports[m->port_node[p]]++;
            m->nodes[m->port_node[p]].rotational = eg_port_is_rotational(kind);
        }
    return EG_OK;
}

static void walk_release(walk *w)
{
    free(w->start);
    free(w->links);
    free(w->ports);
    free(w->used);
}

/* ---------------------------------------------------------------- positions of nodes */

static int push_drive(eg_model *m, int drive, double coefficient)
{
    if (eg_grow((void **)&m->drive_terms, &m->drive_term_capacity, (size_t)m->drive_term_count + 1,
                sizeof *m->drive_terms) < 0)
        return -1;
    m->drive_terms[m->drive_term_count++] = (eg_term){drive, coefficient};
    return 0;
}

/* Appends factor*motion to the motion that begins at drive term `first`. */
static int push_scaled(eg_model *m, int first, eg_motion motion, double factor)
{
    for (int i = motion.first; i < motion.first + motion.count; i++) {
        eg_term t = m->drive_terms[i];
        int k = first;
        while (k < m->drive_term_count && m->drive_terms[k].index != t.index)
            k++;
        if (k < m->drive_term_count)
            m->drive_terms[k].coefficient += factor * t.coefficient;
        else if (push_drive(m, t.index, factor * t.coefficient) < 0)
            return -1;
    }
    return 0;
}

/* The motion of a node that a link gives: that of the other ends, each times -coefficient/own, and the
 * drive's. Shared where it is the same as that of the one end that moves. -1: out of memory. */
static int solve_motion(eg_model *m, const eg_link *l, int node, double own)
{
    int moving = 0, only = -1, first = m->drive_term_count, status = 0;
    for (int i = 0; i < l->count; i++)
        if (l->ends[i].node != node && m->nodes[l->ends[i].node].motion > 0) {
            moving++;
            only = i;
        }
    if (moving == 0 && l->drive < 0)
        return 0;
    if (moving == 1 && l->drive < 0 && l->ends[only].coefficient == -own)
        return m->nodes[l->ends[only].node].motion;
    for (int i = 0; i < l->count; i++)
        if (l->ends[i].node != node)
            status |= push_scaled(m, first, m->motions[m->nodes[l->ends[i].node].motion],
                                  -l->ends[i].coefficient / own);
    if (l->drive >= 0)
        status |= push_drive(m, l->drive, 1 / own);
    m->motions[m->motion_count] = (eg_motion){first, m->drive_term_count - first};
    return status ? -1 : m->motion_count++;
}

/* Sums of products with factors of gears leave this much of what cancels. */
static const double ROUNDING = 8 * 2.220446049250313e-16;

/* The sum of coefficient*factor over the ends of a link but those at node `except` (-1: none); 0 where that
 * is round-off. */
static double sum_factors(const eg_model *m, const eg_link *l, int except)
{
    double sum = 0, size = 0;
    for (int i = 0; i < l->count; i++) {
        double term =
            l->ends[i].node == except ? 0 : l->ends[i].coefficient * m->nodes[l->ends[i].node].factor;
        sum += term;
        size += fabs(term);
    }
    return fabs(sum) <= ROUNDING * size ? 0 : sum;
}

/* Takes into `body` the node at the unknown end e of `link`. What the body does not move is on the ground. */
static void reach(walk *w, int link, int e, int body)
{
    eg_model *m = w->m;
    const eg_link *l = &m->links[link];
    int node = l->ends[e].node;
    double own = eg_link_coefficient(l, node);
    eg_node *n = &m->nodes[node];
    eg_dd offset = l->length;
    for (int i = 0; i < l->count; i++)
        if (l->ends[i].node != node) {
            const eg_node *other = &m->nodes[l->ends[i].node];
            offset = eg_dd_sub(offset, eg_dd_scale(other->offset, l->ends[i].coefficient));
            if (n->parent < 0 || other->body == body)
                n->parent = l->ends[i].node;
        }
    int motion = solve_motion(m, l, node, own);
    w->failed = w->failed || motion < 0;
    n->factor = -sum_factors(m, l, node) / own;
    n->body = n->factor == 0 ? 0 : body;
    n->offset = eg_dd_divide(offset, own);
    n->motion = motion < 0 ? 0 : motion;
    n->depth = n->parent < 0 ? 0 : m->nodes[n->parent].depth + 1;
    n->link = link;
    n->end = e;
    w->used[link] = true;
    m->node_order[w->reached++] = node;
}

/* The reference node of a new body. */
static void begin_body(walk *w, int node)
{
    eg_node *n = &w->m->nodes[node];
    n->body = w->m->body_count++;
    n->factor = 1;
    w->m->node_order[w->reached++] = node;
}

/* ---------------------------------------------------------------- loops */

/* The names of what forms a rigid loop together with link `l`: the ways from two of its ends towards the
 * reference, up to where they meet. */
static const char *name_loop(const walk *w, const eg_link *l, char *text, size_t size)
{
    const eg_model *m = w->m;
    int ends[2] = {l->count > 1 ? l->ends[1].node : -1, l->ends[0].node}, count = 0;
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

static void report_loop(walk *w, const eg_link *l, double gap, double locked, bool moves)
{
    eg_model *m = w->m;
    const eg_instance *i = &m->instances[link_instance(m, l)];
    char others[400];
    name_loop(w, l, others, sizeof others);
    if (l->count > 1 && l->ends[0].node == l->ends[1].node) {
        eg_report(w->d, EG_ERROR, i->place, "both flanges of %s are connected to each other", i->path);
        eg_remedy(w->d, "connect them to different flanges");
    } else if (locked != 0) {
        eg_report(
            w->d, EG_ERROR, i->place,
            "%s forms a loop of gears with %s whose ratios contradict each other: nothing in it can move",
            i->path, *others ? others : "itself");
        eg_remedy(w->d, "remove one of them, make the ratios agree or put a spring in the loop");
    } else if (moves) {
        eg_report(w->d, EG_ERROR, i->place,
                  "%s and %s hold the same body, and a drive moves in the loop that they form", i->path,
                  others);
        eg_remedy(w->d, "remove one of them");
    } else if (gap != 0) {
        eg_report(w->d, EG_ERROR, i->place,
                  "%s forms a rigid loop with %s, and their positions differ by %.9g %s", i->path, others,
                  gap, m->nodes[l->ends[0].node].rotational ? "rad" : "m");
        eg_remedy(w->d, "remove one of them, or make the %s agree",
                  m->nodes[l->ends[0].node].rotational ? "angles" : "lengths");
    } else {
        eg_report(w->d, EG_ERROR, i->place,
                  "%s forms a rigid loop with %s: how the force divides between the branches is "
                  "not determined",
                  i->path, others);
        eg_remedy(w->d, "remove %s, or put a spring in one of the branches", i->path);
    }
}

/* A link all of whose ends are known already. */
static void check_loop(walk *w, int link)
{
    eg_model *m = w->m;
    const eg_link *l = &m->links[link];
    eg_dd sum = eg_dd_neg(l->length);
    double scale = fabs(l->length.hi);
    int first = m->drive_term_count;
    bool moves = l->drive >= 0;
    for (int i = 0; i < l->count; i++) {
        const eg_node *n = &m->nodes[l->ends[i].node];
        sum = eg_dd_add(sum, eg_dd_scale(n->offset, l->ends[i].coefficient));
        scale += fabs(l->ends[i].coefficient * n->offset.hi);
        w->failed = push_scaled(m, first, m->motions[n->motion], l->ends[i].coefficient) < 0 || w->failed;
    }
    for (int i = first; i < m->drive_term_count; i++)
        moves = moves || m->drive_terms[i].coefficient != 0;
    m->drive_term_count = first;
    /* decimal lengths are rounded to binary: a sum of a few of them may be off by some ulp */
    double gap = eg_dd_value(sum);
    w->used[link] = true;
    report_loop(w, l, fabs(gap) <= 4 * 2.220446049250313e-16 * scale ? 0 : gap, sum_factors(m, l, -1), moves);
}

/* What a walk has found of the ends of a link: none other than on the ground and in `body`? Which one is at a
 * node not known, -1 when all are known, -2 when several nodes are not, or the link says nothing of the
 * one. */
static bool belongs(const eg_model *m, const eg_link *l, int body, int *unknown)
{
    bool others = false;
    *unknown = -1;
    for (int i = 0; i < l->count; i++) {
        int at = m->nodes[l->ends[i].node].body;
        others = others || (at > 0 && at != body);
        if (at < 0 && (*unknown < 0 || l->ends[*unknown].node != l->ends[i].node))
            *unknown = *unknown == -1 ? i : -2;
    }
    if (*unknown >= 0 && eg_link_coefficient(l, l->ends[*unknown].node) == 0)
        *unknown = -2;
    return !others;
}

/* Visits everything that hangs on the nodes reached from `first` on, all of `body` or the ground. */
static void spread(walk *w, int first, int body)
{
    eg_model *m = w->m;
    for (int i = first; i < w->reached; i++) {
        int node = m->node_order[i], unknown;
        for (int k = w->start[node]; k < w->start[node + 1]; k++) {
            int link = w->links[k];
            if (w->used[link] || !belongs(m, &m->links[link], body, &unknown))
                continue;
            if (unknown >= 0)
                reach(w, link, unknown, body);
            else if (unknown == -1)
                check_loop(w, link);
        }
    }
}

/* A gear whose ends move independently of each other. */
static void report_moving_supports(walk *w)
{
    const eg_model *m = w->m;
    for (int i = 0; i < m->link_count; i++) {
        if (w->used[i])
            continue;
        const eg_instance *x = &m->instances[link_instance(m, &m->links[i])];
        eg_report(w->d, EG_ERROR, x->place,
                  "the support of the gear %s moves independently of its flanges: it would tie three motions "
                  "to each other, and no more than two can be tied",
                  x->path);
        eg_remedy(w->d, "hold the support by a Fixed or a drive, or connect it to one of the shafts");
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
            if (m->links[i].count == 2)
                eg_sets_join(set, m->links[i].ends[0].node, m->links[i].ends[1].node);
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
        m->nodes[i] =
            (eg_node){.body = -1, .parent = -1, .link = -1, .end = -1, .rotational = m->nodes[i].rotational};
    for (int i = 0; i < m->link_count; i++) {
        if (m->links[i].count > 1)
            continue;
        if (m->nodes[m->links[i].ends[0].node].body >= 0)
            check_loop(w, i);
        else
            reach(w, i, 0, 0);
    }
    spread(w, 0, 0);
    m->body_count = 1;
    for (int i = 0; i < m->node_count; i++) {
        if (m->nodes[i].body >= 0)
            continue;
        int first = w->reached, body = m->body_count;
        begin_body(w, reference[i]);
        spread(w, first, body);
    }
    report_moving_supports(w);
    free(reference);
    return w->failed ? EG_ERROR_MEMORY : EG_OK;
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
        double factor = m->nodes[node].factor;
        eg_body *body = &m->bodies[m->nodes[node].body];
        m->inertias[m->inertia_count++] =
            (eg_inertia){part->instance, node, m->nodes[node].body, link, port, part->mass};
        body->mass += factor * factor * part->mass;
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
    for (int i = 0; i < m->link_count; i++)
        for (int k = 0; k < m->links[i].count; k++)
            m->port_link[m->links[i].ends[k].port] = i;
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
