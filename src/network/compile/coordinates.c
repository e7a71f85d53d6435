/* Coordinates: which differences of positions become unknowns.
 *
 * Every body gets one coordinate: the s_rel of a compliant element (so that a micrometre of penetration
 * keeps its digits wherever the model stands), or an absolute position. The chosen ones form a spanning
 * tree of bodies, rooted at the ground. Candidates are ranked by what the user wants as a state
 * (stateSelect), and among equals by their distance from the ground, which keeps the tree shallow: a
 * difference of positions then is a sum of few terms. What is measured to a driven flange comes last: that
 * coordinate would have to follow the drive, and its error would shake a body that stands still.
 *
 * A part of the user's that extends a partial class with relative states wants its s_rel to be a state as a
 * native one does; its force is given by equations, and what it wants is all that is taken from it here. */
#include "network/model.h"
#include "base/names.h"
#include "base/union_find.h"
#include "component/spec.h"
#include "network/compile/compile.h"
#include "network/compile/path.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RANK_ALWAYS,
    RANK_FRICTION,
    RANK_ELEMENT,
    RANK_PREFERRED,
    RANK_SPRING,
    RANK_ABSOLUTE,
    RANK_RELATIVE,
    RANK_AVOIDED,
    RANK_OWN,
    RANK_NEVER
};

enum { USERS = -2 };

/* An edge of the graph of bodies. */
typedef struct candidate {
    int coordinate; /* part; -1: the position of a body's reference node; USERS - k: variable k of the spec */
    int from, to;   /* nodes; from = -1: the ground */
    int body_from, body_to;
    int rank, distance;
    bool driven; /* one end moves on its body */
    double shift;
    int chosen;
} candidate;

typedef struct choosing {
    eg_model *m;
    eg_diagnostics *d;
    candidate *c;
    int count;
    int *distance;      /* (bodies) edges from the ground */
    int *set;           /* (bodies) union-find */
    int *start, *edges; /* candidates at each body */
} choosing;

eg_state_select eg_coordinate_wish(const eg_model *m, const eg_coordinate_part *part)
{
    const eg_instance *instance = &m->instances[part->instance];
    for (size_t i = 0; i < instance->start_count; i++)
        if (instance->starts[i].variable == part->variable_s && instance->starts[i].state_select >= 0)
            return (eg_state_select)instance->starts[i].state_select;
    return part->select;
}

static int rank_of(const eg_model *m, const eg_coordinate_part *part)
{
    bool relative = part->from >= 0, element = m->instances[part->instance].class->element != NULL;
    if (eg_coordinate_wish(m, part) >= EG_DEFAULT && eg_coordinate_wish(m, part) < EG_ALWAYS &&
        m->instances[part->instance].class->friction)
        return RANK_FRICTION; /* what is stuck then stands still to the last bit */
    switch (eg_coordinate_wish(m, part)) {
    case EG_ALWAYS: return RANK_ALWAYS;
    case EG_PREFER: return relative && element ? RANK_ELEMENT : RANK_PREFERRED;
    case EG_DEFAULT:
        if (relative) {
            if (element)
                return RANK_SPRING;
            return RANK_RELATIVE;
        }
        return RANK_ABSOLUTE;
    case EG_AVOID: return RANK_AVOIDED;
    default: return RANK_NEVER;
    }
}

static const char *name_coordinate(const eg_model *m, int coordinate, char *text, size_t size)
{
    if (coordinate <= USERS) {
        snprintf(text, size, "%s", m->spec->variables[USERS - coordinate].path);
        return text;
    }
    const eg_coordinate_part *part = &m->parts.coordinate[coordinate];
    const eg_instance *i = &m->instances[part->instance];
    snprintf(text, size, "%s.%s", i->path, i->class->variables[part->variable_s].name);
    return text;
}

static void report_several(choosing *g, int coordinate)
{
    char name[160];
    eg_report(
        g->d, EG_ERROR, eg_instance_place(&g->m->instances[g->m->parts.coordinate[coordinate].instance]),
        "%s cannot be a state (stateSelect=always): a gear whose support moves determines it by several "
        "other motions",
        name_coordinate(g->m, coordinate, name, sizeof name));
    eg_remedy(g->d, "use stateSelect=StateSelect.prefer");
}

static void add_candidates(choosing *g)
{
    eg_model *m = g->m;
    for (size_t i = 0; i < m->parts.coordinate_count; i++) {
        const eg_coordinate_part *part = &m->parts.coordinate[i];
        int from = eg_port_at(m, part->instance, part->from), to = eg_port_at(m, part->instance, part->to);
        if (part->variable_s < 0 && !m->instances[part->instance].class->element)
            continue; /* it measures speeds only */
        if (m->nodes[to].more > 0 || (from >= 0 && m->nodes[from].more > 0)) {
            if (rank_of(m, part) == RANK_ALWAYS)
                report_several(g, (int)i);
            continue;
        }
        g->c[g->count++] =
            (candidate){.coordinate = (int)i,
                        .from = from,
                        .to = to,
                        .body_from = from < 0 ? 0 : m->nodes[from].body,
                        .body_to = m->nodes[to].body,
                        .rank = rank_of(m, part),
                        .driven = (from < 0 ? 0 : m->nodes[from].motion) != m->nodes[to].motion,
                        .shift = part->offset};
    }
    for (int b = 1; b < m->body_count; b++)
        g->c[g->count++] = (candidate){
            .coordinate = -1, .from = -1, .to = m->bodies[b].root, .body_to = b, .rank = RANK_OWN};
}

static int rank_of_users(int select)
{
    switch (select) {
    case EG_ALWAYS: return RANK_ALWAYS;
    case EG_PREFER: return RANK_PREFERRED;
    case EG_DEFAULT: return RANK_RELATIVE;
    case EG_AVOID: return RANK_AVOIDED;
    default: return RANK_NEVER;
    }
}

/* The node of the connector PATH.port; -1: none. */
static int node_of_connector(const eg_model *m, const eg_names *names, const char *path, const char *port)
{
    char name[1000];
    snprintf(name, sizeof name, "%s%s%s", path, *path ? "." : "", port);
    const long i = eg_names_find(names, name) - (long)m->spec->variable_count;
    return i >= 0 && eg_port_is_mechanical(m->connector.list[i].kind) ? m->connector.node[i] : -1;
}

static void add_user(choosing *g, const eg_names *names, const eg_use *use)
{
    eg_model *m = g->m;
    static const char *const distances[] = {"s_rel", "phi_rel"};
    const int from = node_of_connector(m, names, use->path, "flange_a");
    const int to = node_of_connector(m, names, use->path, "flange_b");
    for (size_t i = 0; i < EG_COUNT(distances) && from >= 0 && to >= 0; i++) {
        char name[1000];
        snprintf(name, sizeof name, "%s%s%s", use->path, *use->path ? "." : "", distances[i]);
        const long k = eg_class_variable(use->class, distances[i]) >= 0 ? eg_names_find(names, name) : -1;
        if (k < 0 || k >= (long)m->spec->variable_count || m->spec->variables[k].state_select < 0 ||
            m->nodes[from].more > 0 || m->nodes[to].more > 0)
            continue;
        g->c[g->count++] = (candidate){.coordinate = USERS - (int)k,
                                       .from = from,
                                       .to = to,
                                       .body_from = m->nodes[from].body,
                                       .body_to = m->nodes[to].body,
                                       .rank = rank_of_users(m->spec->variables[k].state_select),
                                       .driven = m->nodes[from].motion != m->nodes[to].motion};
        return;
    }
}

static eg_status add_users(choosing *g)
{
    const eg_spec *spec = g->m->spec;
    if (spec->use_count == 0)
        return EG_OK;
    eg_names *names = eg_names_create(spec->variable_count + (size_t)g->m->connector.count);
    bool failed = !names;
    for (size_t i = 0; i < spec->variable_count && !failed; i++)
        failed = eg_names_add(names, spec->variables[i].path, (long)i) < 0;
    for (int i = 0; i < g->m->connector.count && !failed; i++)
        failed = eg_names_find(names, g->m->connector.list[i].path) < 0 &&
                 eg_names_add(names, g->m->connector.list[i].path, (long)spec->variable_count + i) < 0;
    for (size_t i = 0; i < spec->use_count && !failed; i++)
        add_user(g, names, &spec->uses[i]);
    eg_names_free(names);
    return failed ? EG_ERROR_MEMORY : EG_OK;
}

/* start/edges: for each body the candidates that touch it. */
static eg_status index_candidates(choosing *g)
{
    int bodies = g->m->body_count;
    g->start = calloc((size_t)bodies + 2, sizeof(int));
    g->edges = malloc(sizeof(int) * (2 * (size_t)g->count + 1));
    if (!g->start || !g->edges)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < g->count; i++) {
        g->start[g->c[i].body_from + 2]++;
        g->start[g->c[i].body_to + 2]++;
    }
    for (int b = 2; b < bodies + 2; b++)
        g->start[b] += g->start[b - 1];
    for (int i = 0; i < g->count; i++) {
        g->edges[g->start[g->c[i].body_from + 1]++] = i;
        g->edges[g->start[g->c[i].body_to + 1]++] = i;
    }
    return EG_OK;
}

/* Distances from the ground over relative candidates; an island is entered at its first body. */
static eg_status measure_distances(choosing *g)
{
    int bodies = g->m->body_count, *queue = malloc(sizeof(int) * ((size_t)bodies + 1));
    if (!queue)
        return EG_ERROR_MEMORY;
    for (int b = 0; b < bodies; b++)
        g->distance[b] = -1;
    for (int first = 0, head = 0, tail = 0; first < bodies; first++) {
        if (g->distance[first] >= 0)
            continue;
        g->distance[first] = 0;
        queue[tail++] = first;
        while (head < tail) {
            int b = queue[head++];
            for (int k = g->start[b]; k < g->start[b + 1]; k++) {
                const candidate *c = &g->c[g->edges[k]];
                int other = c->body_from == b ? c->body_to : c->body_from;
                if (c->from < 0 || g->distance[other] >= 0)
                    continue;
                g->distance[other] = g->distance[b] + 1;
                queue[tail++] = other;
            }
        }
    }
    free(queue);
    for (int i = 0; i < g->count; i++) {
        int a = g->distance[g->c[i].body_from], b = g->distance[g->c[i].body_to];
        if (g->c[i].from < 0)
            g->c[i].distance = b;
        else if (a < b)
            g->c[i].distance = a;
        else
            g->c[i].distance = b;
    }
    return EG_OK;
}

/* Rank, then distance, then whether driven, then order of declaration. */
static int compare_candidates(const void *x, const void *y)
{
    const candidate *a = *(candidate *const *)x, *b = *(candidate *const *)y;
    if (a->rank != b->rank)
        return a->rank - b->rank;
    if (a->distance != b->distance)
        return a->distance - b->distance;
    if (a->driven != b->driven)
        return a->driven - b->driven;
    return a < b ? -1 : 1;
}

/* The coordinates, chosen already, that lead from one end of `c` to the other. */
static void name_loop(const choosing *g, const candidate *c, char *text, size_t size)
{
    enum { MOST = 6 };
    int path[MOST], count = 0;
    eg_edge *edges = malloc(sizeof *edges * ((size_t)g->count + 1));
    *text = '\0';
    if (!edges)
        return;
    for (int i = 0; i < g->count; i++)
        if (g->c[i].chosen)
            edges[count++] = (eg_edge){g->c[i].body_from, g->c[i].body_to, g->c[i].coordinate};
    count = eg_find_path(edges, count, g->m->body_count, c->body_from, c->body_to, path, MOST);
    for (int i = 0; i < count && i <= MOST; i++) {
        char one[160];
        size_t used = strlen(text);
        snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "",
                 i < MOST ? name_coordinate(g->m, path[i], one, sizeof one) : "...");
    }
    free(edges);
}

static void report_unhonoured(choosing *g, const candidate *c)
{
    const eg_place place =
        c->coordinate <= USERS
            ? g->m->spec->variables[USERS - c->coordinate].place
            : eg_instance_place(&g->m->instances[g->m->parts.coordinate[c->coordinate].instance]);
    char name[160], loop[600];
    name_coordinate(g->m, c->coordinate, name, sizeof name);
    name_loop(g, c, loop, sizeof loop);
    if (c->body_from == c->body_to)
        eg_report(g->d, EG_ERROR, place,
                  "%s cannot be a state (stateSelect=always): a rigid connection determines it", name);
    else
        eg_report(g->d, EG_ERROR, place,
                  "%s cannot be a state (stateSelect=always): it forms a loop with %s, which must be "
                  "states too and determine it",
                  name, loop);
    eg_remedy(g->d, "use stateSelect=StateSelect.prefer in one of them");
}

static eg_status choose(choosing *g)
{
    candidate **order = malloc(sizeof *order * ((size_t)g->count + 1));
    if (!order)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < g->count; i++)
        order[i] = &g->c[i];
    qsort(order, (size_t)g->count, sizeof *order, compare_candidates);
    eg_sets_init(g->set, g->m->body_count);
    eg_status status = EG_OK;
    for (int i = 0; i < g->count; i++) {
        order[i]->chosen = eg_sets_join(g->set, order[i]->body_from, order[i]->body_to);
        if (!order[i]->chosen && order[i]->rank == RANK_ALWAYS) {
            report_unhonoured(g, order[i]);
            status = EG_ERROR_MODEL;
        }
    }
    free(order);
    return status;
}

static double nominal_of(const eg_model *m, int coordinate)
{
    if (coordinate <= USERS)
        return fmax(m->spec->variables[USERS - coordinate].nominal, 0);
    if (coordinate < 0)
        return 0;
    const eg_coordinate_part *part = &m->parts.coordinate[coordinate];
    const eg_instance *instance = &m->instances[part->instance];
    for (size_t i = 0; i < instance->start_count; i++)
        if (instance->starts[i].variable == part->variable_s && instance->starts[i].nominal > 0)
            return instance->starts[i].nominal;
    int p = eg_class_nominal(instance->class);
    return p >= 0 && instance->given[p] ? instance->p[p] : 0;
}

static void adopt(choosing *g, int parent, int child, const candidate *c)
{
    eg_model *m = g->m;
    eg_body *b = &m->bodies[child];
    const eg_flange_node ground = {0}, *from = c->from < 0 ? &ground : &m->nodes[c->from],
                         *to = &m->nodes[c->to];
    bool forward = child == c->body_to;
    b->parent = parent;
    b->gain = forward ? 1 / to->factor : -1 / from->factor;
    b->ratio = forward ? from->factor / to->factor : to->factor / from->factor;
    b->from = c->from;
    b->to = c->to;
    b->coordinate = c->coordinate >= 0 ? c->coordinate : -1;
    if (c->coordinate <= USERS)
        b->variable = eg_arena_copy(m->arena, m->spec->variables[USERS - c->coordinate].path);
    b->nominal = nominal_of(m, c->coordinate);
    b->constant = eg_dd_sub(eg_dd_sub(from->offset, to->offset), eg_dd_of(c->shift));
    b->depth = m->bodies[parent].depth + 1;
}

/* Directs the chosen edges away from the ground. */
static void grow_tree(choosing *g)
{
    eg_model *m = g->m;
    int tail = 1;
    m->tree.body_order[0] = 0;
    for (int head = 0; head < tail; head++) {
        int b = m->tree.body_order[head];
        for (int k = g->start[b]; k < g->start[b + 1]; k++) {
            const candidate *c = &g->c[g->edges[k]];
            int other = c->body_from == b ? c->body_to : c->body_from;
            if (!c->chosen || other == m->bodies[b].parent || other == b)
                continue;
            adopt(g, b, other, c);
            m->tree.body_order[tail++] = other;
        }
    }
}

/* ---------------------------------------------------------------- rows: differences of positions */

static int push_term(eg_term **terms, int *count, size_t *capacity, int first, int index, double coefficient)
{
    for (int i = first; i < *count; i++)
        if ((*terms)[i].index == index) {
            (*terms)[i].coefficient += coefficient;
            return 0;
        }
    if (eg_grow((void **)terms, capacity, (size_t)*count + 1, sizeof **terms) < 0)
        return -1;
    (*terms)[(*count)++] = (eg_term){index, coefficient};
    return 0;
}

/* Adds factor*M(motion). */
static int push_motion(eg_model *m, eg_row *row, int motion, double factor)
{
    const eg_motion *k = &m->tree.motions[motion];
    for (int i = k->first + k->count - 1; i >= k->first; i--)
        if (push_term(&m->row.motion_terms, &m->row.motion_term_count, &m->row.motion_term_capacity,
                      row->first_motion, m->tree.drive_terms[i].index,
                      factor * m->tree.drive_terms[i].coefficient) < 0)
            return -1;
    return 0;
}

/* A way that a row climbs from one of its ends towards the ground: weight*s(body) is still to be expressed by
 * coordinates. */
typedef struct way {
    int body;
    double weight;
} way;

/* Adds weight*(position of the body relative to its parent) and goes on from there. Negative out of
 * memory. */
static int climb(eg_model *m, eg_row *row, way *w, eg_dd *constant)
{
    const eg_body *b = &m->bodies[w->body];
    double gain = w->weight * b->gain;
    if (push_term(&m->row.terms, &m->row.term_count, &m->row.term_capacity, m->row.term_count, eg_x(w->body),
                  gain) < 0 ||
        push_motion(m, row, b->from < 0 ? 0 : m->nodes[b->from].motion, gain) < 0 ||
        push_motion(m, row, m->nodes[b->to].motion, -gain) < 0)
        return -1;
    *constant = eg_dd_add(*constant, eg_dd_scale(b->constant, gain));
    *w = (way){b->parent, w->weight * b->ratio};
    return 0;
}

/* Way number i, which has come to another body, goes on with the one that is there already, and ends where
 * their weights cancel or at the ground. Returns how many ways are left. */
static int join_ways(way *ways, int count, int i)
{
    way w = ways[i];
    ways[i] = ways[--count];
    for (int k = 0; k < count; k++) {
        if (ways[k].body != w.body)
            continue;
        double sum = ways[k].weight + w.weight, size = fabs(ways[k].weight) + fabs(w.weight);
        if (fabs(sum) <= 16 * 2.220446049250313e-16 * size)
            ways[k] = ways[--count];
        else
            ways[k].weight = sum;
        return count;
    }
    if (w.body > 0 && w.weight != 0)
        ways[count++] = w;
    return count;
}

/* The way that is to climb: the deepest, among equals that with the larger body, so that the order does not
 * ask which end is which. */
static int next_way(const eg_model *m, const way *ways, int count)
{
    int next = 0;
    for (int k = 1; k < count; k++) {
        int deeper = m->bodies[ways[k].body].depth - m->bodies[ways[next].body].depth;
        if (deeper > 0 || (deeper == 0 && ways[k].body > ways[next].body))
            next = k;
    }
    return next;
}

static int add_ways(const eg_model *m, const eg_flange_node *n, double sign, way *ways, int count)
{
    for (int i = 0; i <= n->more; i++) {
        eg_term t = eg_node_term(m, n, i);
        ways[count++] = (way){t.index, sign * t.coefficient};
        count = join_ways(ways, count, count - 1);
    }
    return count;
}

static void drop_zero_motions(eg_model *m, eg_row *row)
{
    int kept = row->first_motion;
    for (int i = row->first_motion; i < m->row.motion_term_count; i++)
        if (m->row.motion_terms[i].coefficient != 0)
            m->row.motion_terms[kept++] = m->row.motion_terms[i];
    m->row.motion_term_count = kept;
    row->motion_count = kept - row->first_motion;
}

int eg_model_row(eg_model *m, int from, int to)
{
    if (eg_grow((void **)&m->row.list, &m->row.capacity, (size_t)m->row.count + 1, sizeof *m->row.list) < 0)
        return -1;
    const eg_flange_node ground = {0}, *a = from < 0 ? &ground : &m->nodes[from], *b = &m->nodes[to];
    eg_row row = {
        .from = from, .to = to, .first = m->row.term_count, .first_motion = m->row.motion_term_count};
    eg_dd constant = eg_dd_sub(b->offset, a->offset);
    way *ways = calloc((size_t)(a->more + b->more + 2), sizeof *ways);
    int status = ways ? push_motion(m, &row, b->motion, 1) | push_motion(m, &row, a->motion, -1) : -1;
    for (int count = status < 0 ? 0 : add_ways(m, b, 1, ways, add_ways(m, a, -1, ways, 0)); count > 0;) {
        int i = next_way(m, ways, count);
        status = climb(m, &row, &ways[i], &constant);
        count = status < 0 ? 0 : join_ways(ways, count, i);
    }
    free(ways);
    if (status < 0)
        return -1;
    row.count = m->row.term_count - row.first;
    row.constant = eg_dd_value(constant);
    drop_zero_motions(m, &row);
    m->row.list[m->row.count] = row;
    return m->row.count++;
}

static eg_status add_rows(eg_model *m)
{
    size_t count = m->parts.coordinate_count;
    m->row.of_coordinate = eg_arena_array(m->arena, count, sizeof(int));
    if (!m->row.of_coordinate)
        return EG_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++) {
        const eg_coordinate_part *part = &m->parts.coordinate[i];
        m->row.of_coordinate[i] = -1; /* absolute positions are summed along the tree instead */
        if (part->from < 0)
            continue;
        m->row.of_coordinate[i] = eg_model_row(m, eg_port_at(m, part->instance, part->from),
                                               eg_port_at(m, part->instance, part->to));
        if (m->row.of_coordinate[i] < 0)
            return EG_ERROR_MEMORY;
    }
    return EG_OK;
}

eg_status eg_compile_coordinates(eg_model *m, eg_diagnostics *d)
{
    choosing g = {.m = m, .d = d};
    eg_status status = EG_ERROR_MEMORY;
    g.c = malloc(sizeof *g.c * (m->parts.coordinate_count + m->spec->use_count + (size_t)m->body_count));
    g.distance = calloc((size_t)m->body_count, sizeof(int));
    g.set = malloc(sizeof(int) * (size_t)m->body_count);
    m->tree.body_order = eg_arena_array(m->arena, (size_t)m->body_count, sizeof(int));
    if (!g.c || !g.distance || !g.set || !m->tree.body_order)
        goto done;
    size_t errors = eg_diagnostics_errors(d);
    add_candidates(&g);
    if (add_users(&g) != EG_OK || index_candidates(&g) != EG_OK || measure_distances(&g) != EG_OK)
        goto done;
    status = choose(&g);
    if (status == EG_OK && eg_diagnostics_errors(d) > errors)
        status = EG_ERROR_MODEL;
    if (status != EG_OK)
        goto done;
    m->bodies[0].parent = -1;
    grow_tree(&g);
    status = add_rows(m);
done:
    free(g.c);
    free(g.distance);
    free(g.set);
    free(g.start);
    free(g.edges);
    return status;
}
