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
 * The known ends of a gear whose support moves on its own lie on several bodies: its last end then moves with
 * all of them. Solving in this order is an elimination, whose pivots are the nodes that are reached last; so
 * that these are rather without inertia, bodies with inertia come first. */
#include "network/model.h"
#include "base/arena.h"
#include "base/union_find.h"
#include "network/compile/compile.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static eg_end end_of(const eg_model *m, int port, double coefficient)
{
    return (eg_end){m->ports.node[port], port, coefficient};
}

/* One more link, with room for its ends. NULL out of memory. */
static eg_link *add_link(eg_model *m, eg_link_kind kind, int part, int ends, double length)
{
    eg_link *l = &m->tree.links[m->tree.link_count++];
    *l = (eg_link){.kind = (unsigned char)kind, .part = part, .count = (short)ends, .length = length};
    l->ends = eg_arena_array(m->arena, (size_t)ends, sizeof *l->ends);
    return l->ends ? l : NULL;
}

static bool add_ground(eg_model *m, int part)
{
    const eg_ground_part *g = &m->parts.ground[part];
    eg_link *l = add_link(m, EG_LINK_GROUND, part, 1, g->position);
    if (l)
        l->ends[0] = end_of(m, m->ports.base[g->instance] + g->port, 1);
    return l != NULL;
}

static bool add_drive(eg_model *m, int part)
{
    const eg_drive_part *d = &m->parts.drive[part];
    int base = m->ports.base[d->instance], link = m->tree.link_count;
    eg_link *l = add_link(m, EG_LINK_DRIVE, part, d->support >= 0 ? 2 : 1, 0);
    if (!l)
        return false;
    l->ends[0] = end_of(m, base + d->port, 1);
    if (d->support >= 0)
        l->ends[1] = end_of(m, base + d->support, -1);
    m->drives[m->drive_count++] = (eg_drive){.instance = d->instance,
                                             .link = link,
                                             .input = d->input,
                                             .variable_s = d->variable_s,
                                             .variable_v = d->variable_v};
    return true;
}

static bool add_rigid(eg_model *m, int part)
{
    const eg_rigid_part *r = &m->parts.rigid[part];
    int base = m->ports.base[r->instance];
    eg_link *l = add_link(m, EG_LINK_RIGID, part, 2, r->length);
    if (!l)
        return false;
    l->ends[0] = end_of(m, base + r->port_b, 1);
    l->ends[1] = end_of(m, base + r->port_a, -1);
    return true;
}

static bool add_gear(eg_model *m, int part)
{
    const eg_gear_part *g = &m->parts.gear[part];
    eg_link *l = add_link(m, EG_LINK_GEAR, part, g->count, g->length);
    for (int i = 0; l && i < g->count; i++)
        l->ends[i] = end_of(m, m->ports.base[g->instance] + g->port[i], g->coefficient[i]);
    return l != NULL;
}

static eg_status add_links(eg_model *m)
{
    const eg_parts *p = &m->parts;
    size_t count = p->rigid_count + p->ground_count + p->drive_count + p->gear_count;
    m->tree.links = eg_arena_array(m->arena, count, sizeof *m->tree.links);
    m->drives = eg_arena_array(m->arena, p->drive_count, sizeof *m->drives);
    m->tree.motions = /* drives move nodes */
        eg_arena_array(m->arena, p->drive_count > 0 ? (size_t)m->node_count + 1 : 1, sizeof *m->tree.motions);
    if (!m->tree.links || !m->drives || !m->tree.motions)
        return EG_ERROR_MEMORY;
    m->tree.motion_count = 1;
    bool good = true;
    for (int i = 0; i < (int)p->ground_count && good; i++)
        good = add_ground(m, i);
    for (int i = 0; i < (int)p->drive_count && good; i++)
        good = add_drive(m, i);
    for (int i = 0; i < (int)p->rigid_count && good; i++)
        good = add_rigid(m, i);
    for (int i = 0; i < (int)p->gear_count && good; i++)
        good = add_gear(m, i);
    return good ? EG_OK : EG_ERROR_MEMORY;
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
    w->links = malloc(sizeof(int) * (EG_GEAR_MAX_PORTS * (size_t)m->tree.link_count + 1));
    w->ports = calloc(n + 1, sizeof(int));
    w->used = calloc((size_t)m->tree.link_count + 1, sizeof(bool));
    if (!w->start || !w->links || !w->ports || !w->used)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < m->tree.link_count; i++)
        for (int k = 0; k < m->tree.links[i].count; k++)
            w->start[m->tree.links[i].ends[k].node + 2]++;
    for (int i = 2; i < m->node_count + 2; i++)
        w->start[i] += w->start[i - 1];
    for (int i = 0; i < m->tree.link_count; i++)
        for (int k = m->tree.links[i].count - 1; k >= 0; k--)
            w->links[w->start[m->tree.links[i].ends[k].node + 1]++] = i;
    for (int i = 0; i < m->instance_count; i++)
        for (int p = m->ports.base[i]; p < m->ports.base[i + 1]; p++) {
            eg_port_kind kind = m->instances[i].class->ports[p - m->ports.base[i]].kind;
            if (m->ports.node[p] < 0 || !eg_port_is_mechanical(kind))
                continue;
            w->ports[m->ports.node[p]]++;
            m->nodes[m->ports.node[p]].rotational = eg_port_is_rotational(kind);
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
    if (eg_grow((void **)&m->tree.drive_terms, &m->tree.drive_term_capacity,
                (size_t)m->tree.drive_term_count + 1, sizeof *m->tree.drive_terms) < 0)
        return -1;
    m->tree.drive_terms[m->tree.drive_term_count++] = (eg_term){drive, coefficient};
    return 0;
}

/* Appends factor*motion to the motion that begins at drive term `first`. */
static int push_scaled(eg_model *m, int first, eg_motion motion, double factor)
{
    for (int i = motion.first; i < motion.first + motion.count; i++) {
        eg_term t = m->tree.drive_terms[i];
        int k = first;
        while (k < m->tree.drive_term_count && m->tree.drive_terms[k].index != t.index)
            k++;
        if (k < m->tree.drive_term_count)
            m->tree.drive_terms[k].coefficient += factor * t.coefficient;
        else if (push_drive(m, t.index, factor * t.coefficient) < 0)
            return -1;
    }
    return 0;
}

/* The motion of a node that a link gives: that of the other ends, each times -coefficient/own, and the
 * drive's. Shared where it is the same as that of the one end that moves. -1: out of memory. */
static int solve_motion(eg_model *m, const eg_link *l, int node, double own)
{
    int moving = 0, only = -1, first = m->tree.drive_term_count, status = 0;
    for (int i = 0; i < l->count; i++)
        if (l->ends[i].node != node && m->nodes[l->ends[i].node].motion > 0) {
            moving++;
            only = i;
        }
    int drive = eg_link_drive(l);
    if (moving == 0 && drive < 0)
        return 0;
    if (moving == 1 && drive < 0 && l->ends[only].coefficient == -own)
        return m->nodes[l->ends[only].node].motion;
    for (int i = 0; i < l->count; i++)
        if (l->ends[i].node != node)
            status |= push_scaled(m, first, m->tree.motions[m->nodes[l->ends[i].node].motion],
                                  -l->ends[i].coefficient / own);
    if (drive >= 0)
        status |= push_drive(m, drive, 1 / own);
    m->tree.motions[m->tree.motion_count] = (eg_motion){first, m->tree.drive_term_count - first};
    return status ? -1 : m->tree.motion_count++;
}

/* Sums of products with factors of gears leave this much of what cancels. */
static const double ROUNDING = 8 * 2.220446049250313e-16;

static int push_body(eg_model *m, int first, eg_term term)
{
    for (int k = first; k < m->tree.more_term_count; k++) {
        eg_term *t = &m->tree.more_terms[k];
        if (t->index != term.index)
            continue;
        double sum = t->coefficient + term.coefficient;
        bool cancels = fabs(sum) <= ROUNDING * (fabs(t->coefficient) + fabs(term.coefficient));
        t->coefficient = cancels ? 0 : sum;
        return 0;
    }
    if (eg_grow((void **)&m->tree.more_terms, &m->tree.more_term_capacity,
                (size_t)m->tree.more_term_count + 1, sizeof *m->tree.more_terms) < 0)
        return -1;
    m->tree.more_terms[m->tree.more_term_count++] = term;
    return 0;
}

/* Appends to more_terms what the bodies give to the sum of factor*coefficient*s over the ends of a link but
 * those at node `except` (-1: none). Returns how many bodies are left in it, or -1 out of memory. */
static int gather_bodies(eg_model *m, const eg_link *l, int except, double factor)
{
    int first = m->tree.more_term_count, kept = first, status = 0;
    for (int i = 0; i < l->count; i++) {
        const eg_flange_node *n = &m->nodes[l->ends[i].node];
        for (int k = 0; l->ends[i].node != except && k <= n->more; k++) {
            eg_term t = eg_node_term(m, n, k);
            t.coefficient *= factor * l->ends[i].coefficient;
            if (t.index > 0)
                status |= push_body(m, first, t);
        }
    }
    for (int k = first; k < m->tree.more_term_count; k++)
        if (m->tree.more_terms[k].coefficient != 0)
            m->tree.more_terms[kept++] = m->tree.more_terms[k];
    m->tree.more_term_count = kept;
    return status ? -1 : kept - first;
}

/* The bodies that a node moves with: none (the ground), one, or more behind a gear with a moving support. */
static void take_bodies(walk *w, eg_flange_node *n, const eg_link *l, int node, double own)
{
    eg_model *m = w->m;
    int first = m->tree.more_term_count, count = gather_bodies(m, l, node, -1 / own);
    w->failed = w->failed || count < 0;
    n->body = count > 0 ? m->tree.more_terms[first].index : 0;
    n->factor = count > 0 ? m->tree.more_terms[first].coefficient : 0;
    n->first_more = first + 1;
    n->more = count > 1 ? (unsigned)(count - 1) & 0x7fffffU : 0;
    if (n->more == 0)
        m->tree.more_term_count = first;
}

/* Finds the position of the node at the unknown end e of `link`, whose other ends are known. */
static void reach(walk *w, int link, int e)
{
    eg_model *m = w->m;
    const eg_link *l = &m->tree.links[link];
    int node = l->ends[e].node;
    double own = eg_link_coefficient(l, node);
    eg_flange_node *n = &m->nodes[node];
    eg_dd offset = eg_dd_of(l->length);
    for (int i = 0; i < l->count; i++)
        if (l->ends[i].node != node) {
            const eg_flange_node *other = &m->nodes[l->ends[i].node];
            offset = eg_dd_sub(offset, eg_dd_scale(other->offset, l->ends[i].coefficient));
            if (n->parent < 0 || other->body > 0)
                n->parent = l->ends[i].node;
        }
    int motion = solve_motion(m, l, node, own);
    w->failed = w->failed || motion < 0;
    take_bodies(w, n, l, node, own);
    n->offset = eg_dd_divide(offset, own);
    n->motion = motion < 0 ? 0 : motion;
    n->link = link;
    n->end = (signed char)e;
    w->used[link] = true;
    m->tree.node_order[w->reached++] = node;
}

/* The reference node of a new body. */
static void begin_body(walk *w, int node)
{
    eg_flange_node *n = &w->m->nodes[node];
    n->body = w->m->body_count++;
    n->factor = 1;
    w->m->tree.node_order[w->reached++] = node;
}

/* ---------------------------------------------------------------- loops */

/* Of a node in the rigid tree; of one before the reference (-1): -1. */
static int depth_of(const eg_model *m, int node)
{
    int depth = -1;
    for (; node >= 0; node = m->nodes[node].parent)
        depth++;
    return depth;
}

/* The names of what forms a rigid loop together with link `l`: the ways from two of its ends towards the
 * reference, up to where they meet. */
static const char *name_loop(const walk *w, const eg_link *l, char *text, size_t size)
{
    const eg_model *m = w->m;
    int ends[2] = {l->count > 1 ? l->ends[1].node : -1, l->ends[0].node}, count = 0;
    *text = '\0';
    while (ends[0] != ends[1]) {
        int side = ends[0] < 0 || (ends[1] >= 0 && depth_of(m, ends[1]) >= depth_of(m, ends[0]));
        const eg_flange_node *n = &m->nodes[ends[side]];
        size_t used = strlen(text);
        if (n->link < 0)
            break;
        if (count++ < 6)
            snprintf(text + used, size - used, "%s%s", used > 0 ? ", " : "",
                     eg_instance_path(m, link_instance(m, &m->tree.links[n->link])));
        ends[side] = n->parent;
    }
    if (count > 6)
        snprintf(text + strlen(text), size - strlen(text), ", ...");
    return text;
}

static void report_loop(walk *w, const eg_link *l, double gap, int bodies, bool moves)
{
    eg_model *m = w->m;
    const eg_instance *i = &m->instances[link_instance(m, l)];
    char others[400];
    name_loop(w, l, others, sizeof others);
    if (l->count > 1 && l->ends[0].node == l->ends[1].node) {
        eg_report(w->d, EG_ERROR, eg_instance_place(i), "both flanges of %s are connected to each other",
                  i->path);
        eg_remedy(w->d, "connect them to different flanges");
    } else if (bodies > 1) {
        eg_report(w->d, EG_ERROR, eg_instance_place(i),
                  "%s ties motions to each other that gears with moving supports tie already, in another way",
                  i->path);
        eg_remedy(w->d, "remove one of these gears, or put a spring between them");
    } else if (bodies == 1) {
        eg_report(
            w->d, EG_ERROR, eg_instance_place(i),
            "%s forms a loop of gears with %s whose ratios contradict each other: nothing in it can move",
            i->path, *others ? others : "itself");
        eg_remedy(w->d, "remove one of them, make the ratios agree or put a spring in the loop");
    } else if (moves) {
        eg_report(w->d, EG_ERROR, eg_instance_place(i),
                  "%s and %s hold the same body, and a drive moves in the loop that they form", i->path,
                  others);
        eg_remedy(w->d, "remove one of them");
    } else if (gap != 0) {
        eg_report(w->d, EG_ERROR, eg_instance_place(i),
                  "%s forms a rigid loop with %s, and their positions differ by %.9g %s", i->path, others,
                  gap, m->nodes[l->ends[0].node].rotational ? "rad" : "m");
        eg_remedy(w->d, "remove one of them, or make the %s agree",
                  m->nodes[l->ends[0].node].rotational ? "angles" : "lengths");
    } else {
        eg_report(w->d, EG_ERROR, eg_instance_place(i),
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
    const eg_link *l = &m->tree.links[link];
    eg_dd sum = eg_dd_neg(eg_dd_of(l->length));
    double scale = fabs(l->length);
    int first = m->tree.drive_term_count;
    bool moves = eg_link_drive(l) >= 0;
    for (int i = 0; i < l->count; i++) {
        const eg_flange_node *n = &m->nodes[l->ends[i].node];
        sum = eg_dd_add(sum, eg_dd_scale(n->offset, l->ends[i].coefficient));
        scale += fabs(l->ends[i].coefficient * n->offset.hi);
        w->failed =
            push_scaled(m, first, m->tree.motions[n->motion], l->ends[i].coefficient) < 0 || w->failed;
    }
    for (int i = first; i < m->tree.drive_term_count; i++)
        moves = moves || m->tree.drive_terms[i].coefficient != 0;
    m->tree.drive_term_count = first;
    /* decimal lengths are rounded to binary: a sum of a few of them may be off by some ulp */
    double gap = eg_dd_value(sum);
    int first_body = m->tree.more_term_count, bodies = gather_bodies(m, l, -1, 1);
    m->tree.more_term_count = first_body;
    w->failed = w->failed || bodies < 0;
    w->used[link] = true;
    report_loop(w, l, fabs(gap) <= 4 * 2.220446049250313e-16 * scale ? 0 : gap, bodies, moves);
}

/* The end of a link whose node is not known yet: -1 when all are known, -2 when several nodes are not. An end
 * whose coefficient cancels against another one at the same node does not matter. */
static int unknown_end(const eg_model *m, const eg_link *l)
{
    int unknown = -1;
    for (int i = 0; i < l->count; i++) {
        int node = l->ends[i].node;
        if (m->nodes[node].body < 0 && eg_link_coefficient(l, node) != 0 &&
            (unknown < 0 || l->ends[unknown].node != node))
            unknown = unknown == -1 ? i : -2;
    }
    return unknown;
}

/* Visits everything that hangs on the nodes reached from `first` on. */
static void spread(walk *w, int first)
{
    eg_model *m = w->m;
    for (int i = first; i < w->reached; i++) {
        int node = m->tree.node_order[i];
        for (int k = w->start[node]; k < w->start[node + 1]; k++) {
            int link = w->links[k], unknown = w->used[link] ? -2 : unknown_end(m, &m->tree.links[link]);
            if (unknown >= 0)
                reach(w, link, unknown);
            else if (unknown == -1)
                check_loop(w, link);
        }
    }
}

/* Does a gear tie more than two nodes? */
static bool has_supported_gears(const eg_model *m)
{
    for (int i = 0; i < m->tree.link_count; i++)
        if (m->tree.links[i].count > 2)
            return true;
    return false;
}

/* massive: (nodes) does the node, or one tied to it by links of two ends, carry an inertia? */
static void mark_massive(const eg_model *m, const int *reference, bool *massive)
{
    for (size_t i = 0; i < m->parts.inertia_count; i++) {
        const eg_inertia_part *part = &m->parts.inertia[i];
        if (part->mass > 0)
            massive[reference[m->ports.node[m->ports.base[part->instance] + part->port]]] = true;
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
        for (int i = 0; i < m->tree.link_count; i++)
            if (m->tree.links[i].count == 2)
                eg_sets_join(set, m->tree.links[i].ends[0].node, m->tree.links[i].ends[1].node);
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
    bool *massive = calloc((size_t)m->node_count + 1, sizeof *massive);
    if (!reference || !massive) {
        free(reference);
        free(massive);
        return EG_ERROR_MEMORY;
    }
    for (int i = 0; i < m->node_count; i++)
        m->nodes[i] = (eg_flange_node){
            .body = -1, .parent = -1, .link = -1, .end = -1, .rotational = m->nodes[i].rotational};
    for (int i = 0; i < m->tree.link_count; i++) {
        if (m->tree.links[i].count > 1)
            continue;
        if (m->nodes[m->tree.links[i].ends[0].node].body >= 0)
            check_loop(w, i);
        else
            reach(w, i, 0);
    }
    spread(w, 0);
    m->body_count = 1;
    mark_massive(m, reference, massive);
    for (int pass = has_supported_gears(m) ? 0 : 1; pass < 2; pass++)
        for (int i = 0; i < m->node_count; i++) {
            int first = w->reached;
            if (m->nodes[i].body >= 0 || (pass == 0 && !massive[reference[i]]))
                continue;
            begin_body(w, reference[i]);
            spread(w, first);
        }
    free(reference);
    free(massive);
    return w->failed ? EG_ERROR_MEMORY : EG_OK;
}

/* Bodies get their mass. */
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
    for (int i = 0; i < m->tree.link_count; i++)
        if (m->tree.links[i].kind == EG_LINK_RIGID)
            rigid_link[link_instance(m, &m->tree.links[i])] = i;
    for (size_t i = 0; i < p->inertia_count; i++) {
        const eg_inertia_part *part = &p->inertia[i];
        int port = m->ports.base[part->instance] + part->port, node = m->ports.node[port];
        int link = rigid_link[part->instance];
        m->inertias[m->inertia_count++] = (eg_inertia){part->instance, node, link, port, part->mass};
        for (int k = 0; k <= m->nodes[node].more; k++) {
            eg_term t = eg_node_term(m, &m->nodes[node], k);
            m->bodies[t.index].mass += t.coefficient * t.coefficient * part->mass;
            m->dynamics.is_implicit =
                m->dynamics.is_implicit || (k > 0 && part->mass > 0); /* bodies that feel one inertia */
        }
        if (link >= 0)
            m->tree.links[link].mass = part->mass;
    }
    free(rigid_link);
    return EG_OK;
}

static void find_roots(eg_model *m)
{
    for (int i = 0; i < m->node_count; i++) {
        int node = m->tree.node_order[i];
        if (m->nodes[node].link < 0 && m->nodes[node].body > 0)
            m->bodies[m->nodes[node].body].root = node;
    }
}

static void number_links(eg_model *m)
{
    for (int i = 0; i < m->tree.link_count; i++)
        for (int k = 0; k < m->tree.links[i].count; k++)
            m->ports.link[m->tree.links[i].ends[k].port] = i;
}

eg_status eg_compile_bodies(eg_model *m, eg_diagnostics *d)
{
    walk w = {.m = m, .d = d};
    size_t errors = eg_diagnostics_errors(d);
    eg_status status = add_links(m);
    if (status != EG_OK)
        return status;
    m->nodes = eg_arena_array(m->arena, (size_t)m->node_count, sizeof *m->nodes);
    m->tree.node_order = eg_arena_array(m->arena, (size_t)m->node_count, sizeof(int));
    if (!m->nodes || !m->tree.node_order)
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
    return eg_name_bodies(m);
}
