/* Kinematics where more takes part than one body and a constant: gears on moving supports, driven motions,
 * bodies that friction holds; kinematics.h does the rest. */
#include "network/network.h"
#include "network/motion/evaluate.h"
#include "network/motion/kinematics.h"

#include <float.h>
#include <math.h>

double eg_row_value_summed(const eg_network *s, const eg_row *row, const double *y)
{
    double sum = 0;
    for (int i = row->first; i < row->first + row->count; i++) {
        double term = s->m->row.terms[i].coefficient * y[s->m->row.terms[i].index];
        sum = i == row->first ? term : sum + term; /* keeps the sign of a single -0 */
    }
    for (int i = 0; i < row->motion_count; i++) {
        const eg_term *driven = &s->m->row.motion_terms[row->first_motion + i];
        sum += driven->coefficient * s->signals.drive[driven->index].x;
    }
    return sum + row->constant;
}

double eg_bodies_speed_summed(const eg_network *s, const eg_flange_node *n, const double *y)
{
    double sum = n->factor * eg_body_speed(s, n->body, y);
    for (int i = 1; i <= n->more; i++) {
        eg_term term = eg_node_term(s->m, n, i);
        sum += term.coefficient * eg_body_speed(s, term.index, y);
    }
    return sum;
}

double eg_bodies_acceleration_summed(const eg_network *s, const eg_flange_node *n, const double *yp)
{
    double sum = n->factor * eg_body_acceleration(s, n->body, yp);
    for (int i = 1; i <= n->more; i++) {
        eg_term term = eg_node_term(s->m, n, i);
        sum += term.coefficient * eg_body_acceleration(s, term.index, yp);
    }
    return sum;
}

/* Term number i of those that v(to) - v(from) has; false: there are no more. */
static bool row_term(const eg_model *m, const eg_row *row, int i, eg_term *term)
{
    int of_to = m->nodes[row->to].more + 1;
    if (i >= of_to && (row->from < 0 || i - of_to > m->nodes[row->from].more))
        return false;
    *term =
        i < of_to ? eg_node_term(m, &m->nodes[row->to], i) : eg_node_term(m, &m->nodes[row->from], i - of_to);
    term->coefficient *= i < of_to ? 1 : -1;
    return true;
}

/* Of a row between two nodes that move with one body each: what follows, sum for sum. */
static double held_pair(const eg_network *s, const eg_row *row, const double *y)
{
    const eg_stick *k = &s->stick;
    const eg_flange_node *to = &s->m->nodes[row->to], *from = row->from < 0 ? NULL : &s->m->nodes[row->from];
    int a = to->body, b = from ? from->body : 0, lead_a = k->lead[a], lead_b = k->lead[b];
    double by_a = to->factor * k->ratio[a], by_b = from ? from->factor * -1 * k->ratio[b] : 0, v = 0;
    if (from && lead_a == lead_b) {
        double sum = by_a + by_b;
        if (lead_a > 0 && fabs(sum) > 16 * DBL_EPSILON * (fabs(by_a) + fabs(by_b)))
            v = sum * y[eg_v(s->m, lead_a)];
    } else if (lead_a > 0) {
        v = by_a * y[eg_v(s->m, lead_a)];
    }
    if (k->place[a] >= 0)
        v += to->factor * k->drift[a].dx;
    if (from && lead_a != lead_b && lead_b > 0)
        v += by_b * y[eg_v(s->m, lead_b)];
    if (from && k->place[b] >= 0)
        v += from->factor * -1 * k->drift[b].dx;
    return v;
}

/* v(to) - v(from), without driven motions, where friction holds bodies to each other: summed lead by lead, so
 * that over gears too nothing is left of what is held. */
double eg_row_rate_held(const eg_network *s, const eg_row *row, const double *y)
{
    const eg_stick *k = &s->stick;
    double v = 0;
    eg_term t, other;
    if (s->m->nodes[row->to].more == 0 && (row->from < 0 || s->m->nodes[row->from].more == 0))
        return held_pair(s, row, y);
    for (int i = 0; row_term(s->m, row, i, &t); i++) {
        double sum = 0, size = 0;
        bool is_first = true;
        for (int j = 0; row_term(s->m, row, j, &other); j++) {
            if (k->lead[other.index] != k->lead[t.index])
                continue;
            is_first = is_first && j >= i;
            sum += other.coefficient * k->ratio[other.index];
            size += fabs(other.coefficient * k->ratio[other.index]);
        }
        if (is_first && k->lead[t.index] > 0 && fabs(sum) > 16 * DBL_EPSILON * size)
            v += sum * y[eg_v(s->m, k->lead[t.index])];
        if (k->place[t.index] >= 0)
            v += t.coefficient * k->drift[t.index].dx;
    }
    return v;
}

double eg_node_position(const eg_network *s, int node)
{
    if (node < 0)
        return 0;
    const eg_flange_node *n = &s->m->nodes[node];
    double sum = n->factor * s->position[n->body];
    for (int i = 1; i <= n->more; i++) {
        eg_term term = eg_node_term(s->m, n, i);
        sum += term.coefficient * s->position[term.index];
    }
    return sum + eg_dd_value(n->offset) + s->signals.motion[n->motion].x;
}

/* Positions of the bodies' reference nodes, summed along the tree. */
void eg_network_place_body(eg_network *s, int body, const double *y)
{
    const eg_model *m = s->m;
    const eg_body *b = &m->bodies[body];
    if (body == 0)
        return;
    double from = b->from < 0 ? 0 : s->signals.motion[m->nodes[b->from].motion].x;
    double motion = b->gain * (from - s->signals.motion[m->nodes[b->to].motion].x);
    eg_dd distance = eg_dd_add(b->constant, eg_dd_of(y[eg_x(body)]));
    double step = eg_dd_value(b->gain == 1 ? distance : eg_dd_scale(distance, b->gain)); /* the same bits */
    s->position[body] = b->ratio * s->position[b->parent] + (step + motion);
}
