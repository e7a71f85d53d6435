/* Energy account by account, for who wants to know where a balance does not close: one account for each
 * element, what flows into it less what it loses, and what it stores; and one for each body, the power m*a*v
 * of its inertias and their kinetic energy. In an exact motion the stock of every account changes by what
 * flows in. */
#include "network/network.h"
#include "network/motion/accounts.h"
#include "network/motion/evaluate.h"
#include "network/motion/kinematics.h"
#include "network/solve/consistent.h"

#include <float.h>
#include <math.h>

int eg_network_account_count(const eg_network *s)
{
    return s->m->element_count + s->m->body_count;
}

const char *eg_network_account_name(const eg_network *s, int account)
{
    const eg_model *m = s->m;
    if (account >= m->element_count)
        return m->bodies[account - m->element_count].name;
    return eg_instance_path(m, m->elements[account].instance);
}

void eg_network_account_stocks(eg_network *s, double t, const double *y, double *stock)
{
    const eg_model *m = s->m;
    eg_network_evaluate(s, t, y, s->scratch.zero, 0);
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        stock[i] = e->ops->energy ? e->ops->energy(s->k + e->coefficients, s->mode[i], s->s_rel[i]) : 0;
    }
    double *kinetic = stock + m->element_count;
    for (int b = 0; b < m->body_count; b++)
        kinetic[b] = 0;
    for (int i = 0; i < m->inertia_count; i++) {
        double v = eg_node_speed(s, m->inertias[i].node, y);
        kinetic[m->nodes[m->inertias[i].node].body] += 0.5 * m->inertias[i].mass * v * v;
    }
}

int eg_network_account_flows(eg_network *s, double t, const double *y, double *yp, double *flow)
{
    const eg_model *m = s->m;
    int status = eg_network_accelerations(s, t, y, yp);
    if (status != 0)
        return status;
    eg_network_evaluate(s, t, y, yp, 0);
    for (int i = 0; i < m->element_count; i++)
        flow[i] = m->elements[i].ops->supplies ? 0 : s->force[i].f * s->v_rel[i] - s->force[i].loss;
    double *power = flow + m->element_count;
    for (int b = 0; b < m->body_count; b++)
        power[b] = 0;
    for (int i = 0; i < m->inertia_count; i++) {
        int node = m->inertias[i].node;
        power[m->nodes[node].body] +=
            m->inertias[i].mass * eg_node_acceleration(s, node, yp) * eg_node_speed(s, node, y);
    }
    return 0;
}

/* Of s_rel, from the largest number that it is a sum of [m]. */
static double rounding(const eg_model *m, const eg_element *e, const double *y)
{
    const eg_row *row = &m->row.list[e->row];
    double size = fabs(row->constant);
    for (int k = row->first; k < row->first + row->count; k++)
        size += fabs(m->row.terms[k].coefficient * y[m->row.terms[k].index]);
    return DBL_EPSILON * size;
}

double eg_network_element_rounding(const eg_network *s, int i, const double *y)
{
    const double off = rounding(s->m, &s->m->elements[i], y);
    return (fabs(s->force[i].f) + fabs(s->force[i].df_ds) * off) * off;
}

double eg_network_energy_rounding(eg_network *s, double t, const double *y)
{
    double sum = 0;
    eg_network_evaluate(s, t, y, s->scratch.zero, 0);
    for (int i = 0; i < s->m->element_count; i++)
        sum += eg_network_element_rounding(s, i, y);
    return sum;
}
