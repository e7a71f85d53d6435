/* Cut forces: the force at every flange. Elements and sources know theirs; the forces through rigid parts,
 * ground parts, drives and gears follow from the balance of each node, in the order opposite to that in which
 * the links gave the nodes their positions: the balance of the node that a link gives determines the force
 * through it, and the forces at its other ends are in proportion to their coefficients. */
#include "network/network.h"

#include <string.h>

static void add(const eg_model *m, double *f, double *node_sum, int instance, int port, double value)
{
    if (port < 0)
        return;
    int global = m->port_base[instance] + port;
    f[global] += value;
    node_sum[m->port_node[global]] += value;
}

static void known_forces(const eg_network *s, const double *yp, double *f, double *node_sum)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element_part *p = &m->parts.element[i];
        add(m, f, node_sum, p->instance, p->port_b, s->force[i].f);
        add(m, f, node_sum, p->instance, p->port_a, -s->force[i].f);
    }
    for (int i = 0; i < m->source_count; i++) {
        const eg_force_part *p = &m->parts.force[i];
        double u = m->sources[i].sign * s->net[m->sources[i].input].x;
        add(m, f, node_sum, p->instance, p->port, -u);
        add(m, f, node_sum, p->instance, p->support, u);
    }
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        if (!m->user->flows[i].is_heat)
            node_sum[m->user->flows[i].node] += s->user_value[m->user->flows[i].result.node];
    for (int i = 0; i < m->inertia_count; i++) {
        const eg_inertia *k = &m->inertias[i];
        if (k->link < 0)
            add(m, f, node_sum, k->instance, k->port - m->port_base[k->instance],
                k->mass * eg_node_acceleration(s, k->node, yp));
    }
}

void eg_network_port_forces(const eg_network *s, const double *yp, double *f, double *node_sum)
{
    const eg_model *m = s->m;
    memset(f, 0, sizeof(double) * (size_t)m->port_base[m->instance_count]);
    memset(node_sum, 0, sizeof(double) * ((size_t)m->node_count + 1));
    known_forces(s, yp, f, node_sum);
    for (int i = m->node_count - 1; i >= 0; i--) {
        int node = m->node_order[i];
        const eg_node *n = &m->nodes[node];
        if (n->link < 0)
            continue;
        const eg_link *link = &m->links[n->link];
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
