/* Cut forces: the force at every flange. Elements and sources know theirs; the forces through rigid parts,
 * ground parts, drives and gears follow from the balance of each node, in the order opposite to that in which
 * the links gave the nodes their positions: the balance of the node that a link gives determines the force
 * through it, and the forces at its other ends are in proportion to their coefficients. */
#include "network/motion/view.h"
#include "network/motion/kinematics.h"
#include "network/user/user.h"

#include <string.h>

static void add(const eg_model *m, double *f, double *node_sum, int instance, int port, double value)
{
    if (port < 0)
        return;
    int global = m->ports.base[instance] + port;
    f[global] += value;
    node_sum[m->ports.node[global]] += value;
}

static void known_forces(const eg_network *s, const double *yp, const eg_view *v, double *f, double *node_sum)
{
    const eg_model *m = s->m;
    for (int k = 0; k < v->elements.count; k++) {
        int i = eg_few_at(&v->elements, k);
        const eg_element_part *p = &m->parts.element[i];
        add(m, f, node_sum, p->instance, p->port_b, s->force[i].f);
        add(m, f, node_sum, p->instance, p->port_a, -s->force[i].f);
    }
    for (int k = 0; k < v->sources.count; k++) {
        int i = eg_few_at(&v->sources, k);
        const eg_force_part *p = &m->parts.force[i];
        double u = m->sources[i].sign * s->signals.net[m->sources[i].input].x;
        add(m, f, node_sum, p->instance, p->port, -u);
        add(m, f, node_sum, p->instance, p->support, u);
    }
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        if (!m->user->flows[i].is_heat)
            node_sum[m->user->flows[i].node] += s->user.value[m->user->flows[i].result.node];
    for (int k = 0; k < v->inertias.count; k++) {
        const eg_inertia *x = &m->inertias[eg_few_at(&v->inertias, k)];
        if (x->link < 0)
            add(m, f, node_sum, x->instance, x->port - m->ports.base[x->instance],
                x->mass * eg_node_acceleration(s, x->node, yp));
    }
}

static void clear(const eg_model *m, double *f, int instance, int port, double *node_sum)
{
    if (port < 0)
        return;
    int global = m->ports.base[instance] + port;
    f[global] = node_sum[m->ports.node[global]] = 0;
}

/* All that is added to below. */
static void begin(const eg_model *m, const eg_view *v, double *f, double *node_sum)
{
    if (!v->is_narrow) {
        memset(f, 0, sizeof(double) * (size_t)m->ports.base[m->instance_count]);
        memset(node_sum, 0, sizeof(double) * ((size_t)m->node_count + 1));
        return;
    }
    for (int k = 0; k < v->elements.count; k++) {
        const eg_element_part *p = &m->parts.element[v->elements.index[k]];
        clear(m, f, p->instance, p->port_a, node_sum);
        clear(m, f, p->instance, p->port_b, node_sum);
    }
    for (int k = 0; k < v->sources.count; k++) {
        const eg_force_part *p = &m->parts.force[v->sources.index[k]];
        clear(m, f, p->instance, p->port, node_sum);
        clear(m, f, p->instance, p->support, node_sum);
    }
    for (int k = 0; k < v->inertias.count; k++)
        f[m->inertias[v->inertias.index[k]].port] = 0;
    for (int k = 0; k < v->nodes.count; k++)
        node_sum[v->nodes.index[k]] = 0;
    for (int k = 0; k < v->links.count; k++) {
        const eg_flange_node *n = &m->nodes[m->tree.node_order[m->node_count - 1 - v->links.index[k]]];
        for (int e = 0; e < m->tree.links[n->link].count; e++)
            f[m->tree.links[n->link].ends[e].port] = 0;
    }
}

void eg_network_port_forces(const eg_network *s, const double *yp, const eg_view *v, double *f,
                            double *node_sum)
{
    const eg_model *m = s->m;
    begin(m, v, f, node_sum);
    known_forces(s, yp, v, f, node_sum);
    for (int i = 0; i < v->links.count; i++) {
        int node = m->tree.node_order[m->node_count - 1 - eg_few_at(&v->links, i)];
        const eg_flange_node *n = &m->nodes[node];
        if (n->link < 0)
            continue;
        const eg_link *link = &m->tree.links[n->link];
        double here = 0.0 - node_sum[node]; /* no negative zeros at open flanges */
        double all = here / eg_link_coefficient(link, node);
        for (int k = 0; k < link->count; k++) {
            const eg_end *e = &link->ends[k];
            double there = e->coefficient * all;
            if (e->node != node) {
                there += link->mass * eg_node_acceleration(s, node, yp);
                node_sum[e->node] += there;
            }
            f[e->port] += there;
        }
    }
}
