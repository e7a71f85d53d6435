/* Heat. Over a step every node has a mean temperature M, and
 *
 *     C*(M - T)/(theta*h) + flows that leave at M = what is given to it,     T' = T + (M - T)/theta,
 *
 * with theta = 1/2 + z/(2*(z + 6)), z = h*G/C, as for bodies: of second order, and what is stored changes by
 * what flows, to round-off, for any step. What conducts is linear; what radiates takes Newton's iterations,
 * T*|T|^3 in place of T^4 so that it rises everywhere. Each flow leaves one node as it enters another also
 * where the iterations end early. Losses of what acts along distances are the mean ones of the step. */
#include "fixed/run/part.h"

enum { ITERATIONS = 12 };

static double fourth(double T)
{
    return T * T * T * eg_fixed_magnitude(T);
}

static double mean_input(const eg_fixed_view *m, int input)
{
    return input < 0 ? 1.0 : 0.5 * (m->input[input] + m->next[input]);
}

static double conductance(const eg_fixed_view *m, const eg_fixed_conductor *c)
{
    double u = c->input < 0 ? c->G : mean_input(m, c->input);
    return c->law == EG_FIXED_RESISTS ? 1.0 / u : u;
}

/* Heat from node 0 to node 1 of a conductor at temperatures T[node + 1]; by each of the two. */
static double flow(const eg_fixed_conductor *c, double G, const double *T, double by[2])
{
    double a = T[c->node[0] + 1], b = T[c->node[1] + 1];
    by[0] = by[1] = G;
    if (c->law != EG_FIXED_RADIATES)
        return G * (a - b);
    by[0] = 4.0 * G * eg_fixed_magnitude(a * a * a);
    by[1] = 4.0 * G * eg_fixed_magnitude(b * b * b);
    return G * (fourth(a) - fourth(b));
}

/* Mean temperatures to begin with. */
static void predict(const eg_fixed_heat *heat, eg_fixed_view *m)
{
    for (int i = 0; i < heat->nodes; i++) {
        const eg_fixed_heat_node *n = &heat->node[i];
        m->T_mean[i + 1] = m->T[i] + 0.5 * m->warming[i];
        if (n->is_held)
            m->T_mean[i + 1] = n->start + (n->input < 0 ? 0.0 : mean_input(m, n->input));
    }
}

static void weigh(const eg_fixed_plan *p, const eg_fixed_heat *heat, eg_fixed_view *m)
{
    double by[2];
    for (int i = 0; i < heat->nodes; i++)
        m->T_slope[i + 1] = 0.0;
    for (int i = 0; i < heat->conductors; i++) {
        const eg_fixed_conductor *c = &heat->conductor[i];
        flow(c, conductance(m, c), m->T_mean, by);
        m->T_slope[c->node[0] + 1] += by[0];
        m->T_slope[c->node[1] + 1] += by[1];
    }
    for (int i = 0; i < heat->nodes; i++) {
        double C = heat->node[i].capacity, z = C > 0.0 ? p->step * m->T_slope[i + 1] / C : INFINITY;
        m->T_theta[i + 1] = z < 1e6 ? 0.5 + 0.5 * z / (z + 6.0) : 1.0;
    }
}

static void give(eg_fixed_view *m, int node, double Q)
{
    if (node >= 0)
        m->T_residual[node + 1] -= Q;
}

/* What a source gives: where it grows as the node warms, at the temperature that is expected. */
static void heat_up(eg_fixed_view *m, const eg_fixed_heater *k)
{
    double Q = k->coefficient * mean_input(m, k->input), slope = Q * k->alpha;
    double T = slope < 0.0 ? m->T_mean[k->node + 1] : m->T[k->node] + 0.5 * m->warming[k->node];
    give(m, k->node, Q + slope * (T - k->T_ref));
    if (slope < 0.0)
        m->T_slope[k->node + 1] -= slope;
}

/* Row a knows of b by -by[1], row b of a by -by[0]: the pattern is symmetric, the matrix is not. */
static void couple(const eg_fixed_heat *heat, eg_fixed_view *m, int conductor, const double by[2])
{
    const eg_fixed_conductor *c = &heat->conductor[conductor];
    int at = heat->coupling[conductor], first = heat->place[c->node[0] + 1] < heat->place[c->node[1] + 1];
    if (at < 0)
        return;
    m->T_lower[at] -= first ? by[0] : by[1];
    m->T_upper[at] -= first ? by[1] : by[0];
}

static void balance(const eg_fixed_plan *p, const eg_fixed_heat *heat, eg_fixed_view *m)
{
    for (int i = 0; i < heat->nodes; i++) {
        double C = heat->node[i].capacity / (m->T_theta[i + 1] * p->step);
        m->T_residual[i + 1] = C * (m->T_mean[i + 1] - m->T[i]);
        m->T_slope[i + 1] = C;
    }
    for (int k = 0; k < heat->first[heat->nodes]; k++)
        m->T_lower[k] = m->T_upper[k] = 0.0;
    for (int i = 0; i < heat->conductors; i++) {
        const eg_fixed_conductor *c = &heat->conductor[i];
        double by[2], Q = flow(c, conductance(m, c), m->T_mean, by);
        give(m, c->node[0], -Q);
        give(m, c->node[1], Q);
        m->T_slope[c->node[0] + 1] += by[0];
        m->T_slope[c->node[1] + 1] += by[1];
        couple(heat, m, i, by);
    }
    for (int i = 0; i < heat->heaters; i++)
        heat_up(m, &heat->heater[i]);
    for (int i = 0; i < p->items; i++)
        give(m, heat->taker[i], m->given_off[i]);
}

/* ---------------------------------------------------------------- the matrix
 *
 * Each column's diagonal is no less than the sum of what else stands in it: no pivots are needed. A node
 * that nothing holds, without capacity, stays as warm as it is. */

static void eliminate(const eg_fixed_heat *heat, eg_fixed_view *m, int k)
{
    for (int e = heat->first[k]; e < heat->first[k + 1]; e++) {
        int i = heat->row[e], at = heat->first[i];
        m->T_lower[e] /= m->T_diagonal[k];
        m->T_diagonal[i] -= m->T_lower[e] * m->T_upper[e];
        for (int q = e + 1; q < heat->first[k + 1]; q++) {
            while (heat->row[at] != heat->row[q])
                at++;
            m->T_upper[at] -= m->T_lower[e] * m->T_upper[q];
            m->T_lower[at] -= m->T_lower[q] / m->T_diagonal[k] * m->T_upper[e];
        }
    }
}

static void solve(const eg_fixed_heat *heat, eg_fixed_view *m)
{
    double *x = m->T_x;
    for (int i = 1; i <= heat->nodes; i++) {
        m->T_diagonal[heat->place[i]] = m->T_slope[i];
        x[heat->place[i]] = -m->T_residual[i];
    }
    for (int k = 0; k < heat->nodes; k++) {
        if (!(m->T_diagonal[k] > 0.0))
            m->T_diagonal[k] = INFINITY;
        eliminate(heat, m, k);
        for (int e = heat->first[k]; e < heat->first[k + 1]; e++)
            x[heat->row[e]] -= m->T_lower[e] * x[k];
    }
    for (int k = heat->nodes - 1; k >= 0; k--) {
        for (int e = heat->first[k]; e < heat->first[k + 1]; e++)
            x[k] -= m->T_upper[e] * x[heat->row[e]];
        x[k] /= m->T_diagonal[k];
    }
    for (int i = 1; i <= heat->nodes; i++)
        m->T_turn[i] = x[heat->place[i]];
}

/* ---------------------------------------------------------------- a step */

/* The temperature of what is held is no unknown. */
static void hold(const eg_fixed_heat *heat, eg_fixed_view *m)
{
    for (int i = 0; i < heat->nodes; i++)
        if (heat->node[i].is_held) {
            m->T_residual[i + 1] = 0.0;
            m->T_slope[i + 1] = 1.0;
        }
}

/* Warms by Newton's steps, until the last one has left of every temperature its last digits. */
static void find_means(const eg_fixed_plan *p, const eg_fixed_heat *heat, eg_fixed_view *m)
{
    int most = heat->is_linear ? 1 : ITERATIONS;
    for (int k = 0; k < most; k++) {
        int done = 1;
        balance(p, heat, m);
        hold(heat, m);
        solve(heat, m);
        for (int i = 1; i <= heat->nodes; i++) {
            m->T_mean[i] += m->T_turn[i];
            done = done && eg_fixed_magnitude(m->T_turn[i]) <= 1e-15 * eg_fixed_magnitude(m->T_mean[i]);
        }
        if (done)
            return;
    }
}

void eg_fixed_step_heat(const eg_fixed_plan *p, eg_fixed_state *state, eg_fixed_view *m)
{
    const eg_fixed_heat *heat = p->heat;
    if (!heat)
        return;
    predict(heat, m);
    weigh(p, heat, m);
    find_means(p, heat, m);
    for (int i = 0; i < heat->nodes; i++) {
        const eg_fixed_heat_node *n = &heat->node[i];
        double T = m->T[i] + (m->T_mean[i + 1] - m->T[i]) / m->T_theta[i + 1];
        if (n->is_held)
            T = n->start + (n->input < 0 ? 0.0 : m->next[n->input]);
        m->warming[i] = T - m->T[i];
        m->T[i] = T;
    }
    for (int i = 0; i < p->items; i++)
        if (heat->taker[i] >= 0)
            state->heated += p->step * m->given_off[i];
}
