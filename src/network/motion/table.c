/* Rows by tables. Of a model that is made of pieces (base/local.h) nothing but the motion changes from row to
 * row: which node moves with which body, whose force is added where and what a component sees at its ports is
 * looked up once, and a row is some loops over it. The sums are those of observe.c and forces.c, in the same
 * order. */
#include "network/motion/table.h"

#include <stdlib.h>

/* A node: its place beyond its body's, and where the body's speed stands in y (-1: it does not move). */
typedef struct place {
    int node, body, v;
    double factor, offset;
} place;

/* A force, of an element or of a source, at up to two ports. */
typedef struct pair {
    int item;
    int port[2], node[2]; /* -1: the port does not exist */
} pair;

/* The s_rel of an element: one unknown and a constant, or a whole row; and the two speeds of v_rel. */
typedef struct stretch {
    const eg_row *row;
    const eg_term *only; /* NULL: more than one */
    int to, from;        /* in y; -1: it does not move */
    double factor_to, factor_from;
} stretch;

typedef struct weight {
    int port, node;
    double mass;
} weight;

typedef struct chain {
    const eg_link *link;
    int node;
    double coefficient;
} chain;

enum { NOTHING, FLANGE, HEAT, SIGNAL };

/* What a component sees at a port; global: of all ports. */
typedef struct sight {
    int kind, node, global;
} sight;

typedef struct watched {
    int instance, first, count; /* of its ports, in sights */
} watched;

struct eg_row_table {
    place *places;
    pair *elements, *sources;
    stretch *stretches; /* of elements */
    weight *weights;
    chain *chains;
    watched *watched;
    sight *sights;
    int place_count, weight_count, chain_count;
};

void eg_row_table_free(eg_row_table *t)
{
    if (!t)
        return;
    free(t->places);
    free(t->elements);
    free(t->stretches);
    free(t->sources);
    free(t->weights);
    free(t->chains);
    free(t->watched);
    free(t->sights);
    free(t);
}

/* ---------------------------------------------------------------- making one */

static pair make_pair(const eg_model *m, int item, int instance, int plus, int minus)
{
    pair p = {.item = item, .port = {-1, -1}, .node = {-1, -1}};
    int local[2] = {plus, minus};
    for (int k = 0; k < 2; k++)
        if (local[k] >= 0) {
            p.port[k] = m->port_base[instance] + local[k];
            p.node[k] = m->port_node[p.port[k]];
        }
    return p;
}

static void list_places(eg_row_table *t, const eg_view *v, const eg_model *m)
{
    for (int k = 0; k < v->nodes.count; k++) {
        int i = eg_few_at(&v->nodes, k), b = m->nodes[i].body;
        t->places[t->place_count++] =
            (place){i, b, b > 0 ? eg_v(m, b) : -1, m->nodes[i].factor, eg_dd_value(m->nodes[i].offset)};
    }
}

static stretch make_stretch(const eg_model *m, const eg_row *row)
{
    int to = m->nodes[row->to].body, from = row->from < 0 ? 0 : m->nodes[row->from].body;
    bool is_one = row->count == 1 && row->motion_count == 0;
    return (stretch){.row = row,
                     .only = is_one ? &m->row_terms[row->first] : NULL,
                     .to = to > 0 ? eg_v(m, to) : -1,
                     .from = from > 0 ? eg_v(m, from) : -1,
                     .factor_to = eg_node_factor(m, row->to),
                     .factor_from = eg_node_factor(m, row->from)};
}

static void list_forces(eg_row_table *t, const eg_view *v, const eg_model *m)
{
    for (int k = 0; k < v->elements.count; k++) {
        int i = eg_few_at(&v->elements, k);
        const eg_element_part *p = &m->parts.element[i];
        t->elements[k] = make_pair(m, i, p->instance, p->port_b, p->port_a);
        t->stretches[k] = make_stretch(m, &m->rows[m->elements[i].row]);
    }
    for (int k = 0; k < v->sources.count; k++) {
        int i = eg_few_at(&v->sources, k);
        const eg_force_part *p = &m->parts.force[i];
        t->sources[k] = make_pair(m, i, p->instance, p->support, p->port);
    }
    for (int k = 0; k < v->inertias.count; k++) {
        const eg_inertia *x = &m->inertias[eg_few_at(&v->inertias, k)];
        if (x->link < 0)
            t->weights[t->weight_count++] = (weight){x->port, m->port_node[x->port], x->mass};
    }
    for (int k = 0; k < v->links.count; k++) {
        int node = m->node_order[m->node_count - 1 - eg_few_at(&v->links, k)];
        const eg_link *link = m->nodes[node].link < 0 ? NULL : &m->links[m->nodes[node].link];
        if (link)
            t->chains[t->chain_count++] = (chain){link, node, eg_link_coefficient(link, node)};
    }
}

static void list_sights(eg_row_table *t, const eg_view *v, const eg_model *m)
{
    int count = 0;
    for (int k = 0; k < v->instances.count; k++) {
        int i = v->instances.index[k], ports = m->port_base[i + 1] - m->port_base[i];
        t->watched[k] = (watched){i, count, ports};
        for (int j = 0; j < ports; j++) {
            int global = m->port_base[i] + j, node = m->port_node[global];
            eg_port_kind kind = m->instances[i].class->ports[j].kind;
            bool is_flange = eg_port_is_mechanical(kind), is_heat = eg_port_is_thermal(kind);
            t->sights[count++] = (sight){node < 0    ? NOTHING
                                         : is_flange ? FLANGE
                                         : is_heat   ? HEAT
                                                     : SIGNAL,
                                         node, global};
        }
    }
}

static void *room(int count, size_t size)
{
    return malloc(((size_t)count + 1) * size);
}

bool eg_view_tabulate(eg_view *v, const eg_network *s)
{
    const eg_model *m = s->m;
    eg_row_table *t = calloc(1, sizeof *t);
    int ports = 0;
    if (!t)
        return false;
    for (int k = 0; k < v->instances.count; k++)
        ports += m->port_base[v->instances.index[k] + 1] - m->port_base[v->instances.index[k]];
    t->places = room(v->nodes.count, sizeof *t->places);
    t->elements = room(v->elements.count, sizeof *t->elements);
    t->stretches = room(v->elements.count, sizeof *t->stretches);
    t->sources = room(v->sources.count, sizeof *t->sources);
    t->weights = room(v->inertias.count, sizeof *t->weights);
    t->chains = room(v->links.count, sizeof *t->chains);
    t->watched = room(v->instances.count, sizeof *t->watched);
    t->sights = room(ports, sizeof *t->sights);
    if (!t->places || !t->elements || !t->stretches || !t->sources || !t->weights || !t->chains ||
        !t->watched || !t->sights) {
        eg_row_table_free(t);
        return false;
    }
    list_places(t, v, m);
    list_forces(t, v, m);
    list_sights(t, v, m);
    eg_row_table_free(v->table);
    v->table = t;
    return true;
}

/* ---------------------------------------------------------------- using it */

void eg_row_table_place(const eg_row_table *t, const eg_network *s, const eg_view *v, const double *y,
                        const double *yp, double *c)
{
    for (int k = 0; k < t->place_count; k++) {
        const place *p = &t->places[k];
        c[p->node] = p->factor * s->position[p->body] + p->offset + 0.0;
        v->speed[p->node] = p->v < 0 ? 0 : p->factor * y[p->v] + 0.0;
        v->acceleration[p->node] = p->v < 0 ? 0 : p->factor * yp[p->v] + 0.0;
    }
}

void eg_row_table_stretch(const eg_row_table *t, const eg_network *s, int k, const double *y)
{
    const stretch *x = &t->stretches[k];
    int i = t->elements[k].item;
    double to = x->to < 0 ? 0 : x->factor_to * y[x->to];
    double from = x->from < 0 ? 0 : x->factor_from * y[x->from];
    s->s_rel[i] =
        x->only ? x->only->coefficient * y[x->only->index] + x->row->constant : eg_row_value(s, x->row, y);
    s->v_rel[i] = to - from + 0.0;
}

static void add(const pair *p, double plus, double *f, double *node_sum)
{
    for (int k = 0; k < 2; k++)
        if (p->port[k] >= 0) {
            double value = k == 0 ? plus : -plus;
            f[p->port[k]] += value;
            node_sum[p->node[k]] += value;
        }
}

void eg_row_table_forces(const eg_row_table *t, const eg_network *s, const eg_view *v, double *f,
                         double *node_sum)
{
    for (int k = 0; k < v->elements.count; k++)
        add(&t->elements[k], s->force[t->elements[k].item].f, f, node_sum);
    for (int k = 0; k < v->sources.count; k++) {
        const eg_force_source *x = &s->m->sources[t->sources[k].item];
        add(&t->sources[k], x->sign * s->net[x->input].x, f, node_sum);
    }
    for (int k = 0; k < t->weight_count; k++) {
        double value = t->weights[k].mass * v->acceleration[t->weights[k].node];
        f[t->weights[k].port] += value;
        node_sum[t->weights[k].node] += value;
    }
    for (int k = 0; k < t->chain_count; k++) {
        const chain *i = &t->chains[k];
        double all = (0.0 - node_sum[i->node]) / i->coefficient;
        for (int j = 0; j < i->link->count; j++) {
            const eg_end *e = &i->link->ends[j];
            double there = e->coefficient * all;
            if (e->node != i->node) {
                there += i->link->mass * v->acceleration[i->node];
                node_sum[e->node] += there;
            }
            f[e->port] += there;
        }
    }
}

void eg_row_table_look(const eg_row_table *t, const eg_network *s, const eg_view *v, int k,
                       const double *positions, const double *f, const double *T, const double *Q)
{
    const watched *w = &t->watched[k];
    for (int j = 0; j < w->count; j++) {
        const sight *at = &t->sights[w->first + j];
        eg_port_values *p = &s->port_values[j];
        *p = (eg_port_values){0};
        if (at->kind == FLANGE) {
            p->s = positions[at->node];
            p->v = v->speed[at->node];
            p->a = v->acceleration[at->node];
            p->f = f[at->global];
        } else if (at->kind == HEAT) {
            p->T = T[at->node];
            p->Q_flow = Q[at->global];
        } else if (at->kind == SIGNAL) {
            p->y = s->net[at->node].x;
        }
    }
}
