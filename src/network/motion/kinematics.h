/* Positions, speeds and accelerations of nodes, and differences between them, at a point (t, y, y') at which
 * the motions of drives are known. Nearly everything moves with one body, freely or held, and these functions
 * are most of what a point costs; where there is more to sum up kinematics.c does it. */
#ifndef EG_NETWORK_MOTION_KINEMATICS_H
#define EG_NETWORK_MOTION_KINEMATICS_H

#include "network/network.h"

/* kinematics.c, for the functions below */
double eg_row_value_summed(const eg_network *s, const eg_row *row, const double *y);
double eg_row_rate_held(const eg_network *s, const eg_row *row, const double *y);
double eg_bodies_speed_summed(const eg_network *s, const eg_flange_node *n, const double *y);
double eg_bodies_acceleration_summed(const eg_network *s, const eg_flange_node *n, const double *yp);

/* ---- bodies, held ones included */
static inline double eg_body_speed(const eg_network *s, int body, const double *y)
{
    int lead = s->stick.lead[body];
    double v = lead > 0 ? y[eg_v(s->m, lead)] : 0;
    return lead == body ? v : s->stick.ratio[body] * v + s->stick.drift[body].dx;
}
static inline double eg_body_acceleration(const eg_network *s, int body, const double *yp)
{
    int lead = s->stick.lead[body];
    double a = lead > 0 ? yp[eg_v(s->m, lead)] : 0;
    return lead == body ? a : s->stick.ratio[body] * a + s->stick.drift[body].ddx;
}

/* ---- what the bodies that a node moves with give to its speed, and to its acceleration; -1: the ground */
static inline double eg_bodies_speed(const eg_network *s, int node, const double *y)
{
    if (node < 0)
        return 0;
    const eg_flange_node *n = &s->m->nodes[node];
    if (n->more > 0)
        return eg_bodies_speed_summed(s, n, y);
    if (s->stick.follower_count > 0)
        return n->factor * eg_body_speed(s, n->body, y);
    return n->body > 0 ? n->factor * y[eg_v(s->m, n->body)] : 0;
}
static inline double eg_bodies_acceleration(const eg_network *s, int node, const double *yp)
{
    if (node < 0)
        return 0;
    const eg_flange_node *n = &s->m->nodes[node];
    if (n->more > 0)
        return eg_bodies_acceleration_summed(s, n, yp);
    if (s->stick.follower_count > 0)
        return n->factor * eg_body_acceleration(s, n->body, yp);
    return n->body > 0 ? n->factor * yp[eg_v(s->m, n->body)] : 0;
}

/* ---- nodes; -1: the ground, 0 */
double eg_node_position(const eg_network *s, int node);
static inline double eg_node_speed(const eg_network *s, int node, const double *y)
{
    if (node < 0)
        return 0;
    return eg_bodies_speed(s, node, y) + s->signals.motion[s->m->nodes[node].motion].dx;
}
static inline double eg_node_acceleration(const eg_network *s, int node, const double *yp)
{
    if (node < 0)
        return 0;
    return eg_bodies_acceleration(s, node, yp) + s->signals.motion[s->m->nodes[node].motion].ddx;
}

/* ---- differences of positions, and their rates */
static inline double eg_row_value(const eg_network *s, const eg_row *row, const double *y)
{
    if (row->count < 1 || row->motion_count > 0)
        return eg_row_value_summed(s, row, y);
    const eg_term *x = &s->m->row.terms[row->first];
    double sum = x->coefficient * y[x->index];
    for (int i = 1; i < row->count; i++)
        sum += x[i].coefficient * y[x[i].index];
    return sum + row->constant;
}
static inline double eg_row_rate(const eg_network *s, const eg_row *row, const double *y)
{
    double v = s->stick.follower_count > 0
                   ? eg_row_rate_held(s, row, y)
                   : eg_bodies_speed(s, row->to, y) - eg_bodies_speed(s, row->from, y);
    return v + (s->signals.motion[eg_node_motion(s->m, row->to)].dx -
                s->signals.motion[eg_node_motion(s->m, row->from)].dx);
}

#endif
