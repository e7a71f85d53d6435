/* How a consistent point answers to a change of what is given: the unknowns that are states, inputs, time.
 *
 * With z the derivatives of the differential unknowns and the values of the algebraic ones, F(t, y, y') = 0
 * determines z, and its derivative along a direction d of what is given,
 *     M dz = -F_d d,
 * has the matrix of consistent.c and one product of the Jacobian with a direction. Coordinates that a balance
 * determines are displaced from where they are given, with their whole group, as there. Modes stand still. */
#include "component/interface/run_input.h"
#include "network/compile/gradients.h"
#include "network/motion/evaluate.h"
#include "network/network.h"
#include "network/solve/consistent.h"
#include "network/solve/derivatives.h"
#include "network/solve/linear.h"
#include "network/solve/tangent.h"

#include <math.h>
#include <string.h>

/* The third derivative enters only through accelerations that are given, and is taken by differences. */
static void add_time(eg_network *s, double t, double dt)
{
    const eg_model *m = s->m;
    double delta = 1e-5 * eg_system_while(&s->base, t - s->base.origin);
    if (dt == 0)
        return;
    eg_network_time_signals(s, t + delta, s->scratch.time_jet[0]);
    eg_network_time_signals(s, t - delta, s->scratch.time_jet[1]);
    for (int i = 0; i < m->net_count; i++) {
        double *d = s->scratch.direction + 2 * m->n + 3 * i;
        if (!m->nets[i].with_time)
            continue;
        d[0] += dt * s->signals.net[i].dx;
        d[1] += dt * s->signals.net[i].ddx;
        d[2] += dt * (s->scratch.time_jet[0][i].ddx - s->scratch.time_jet[1][i].ddx) / (2 * delta);
    }
    s->scratch.direction[2 * m->n + 3 * m->net_count] = dt;
}

/* A signal of inputs and time alone is one column: its own change, through the blocks on the way, and
 * those of its two derivatives where such are given. */
static void set_signals(eg_network *s, const eg_change *change)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->net_count + m->drive_count; i++) {
        int item = m->signals.order[i];
        const eg_net *n = item < 0 ? NULL : &m->nets[item];
        if (!n || !n->with_time)
            continue;
        const double *p = m->instances[n->instance].p;
        eg_jet z[EG_BLOCK_MAX_ARGUMENTS] = {{0}};
        double *d = s->scratch.direction + 2 * m->n + 3 * item;
        if (n->block->is_given && change->du)
            d[0] += change->du[(size_t)p[EG_INPUT_INDEX]];
        for (int order = 0; order < 3 && change->dnet; order++)
            d[order] += change->dnet[3 * item + order];
        for (int k = 0; k < n->input_count; k++)
            z[k] = s->signals.net[n->inputs[k]];
        for (int k = 0; k < n->input_count; k++) {
            const double *by = s->scratch.direction + 2 * m->n + 3 * n->inputs[k];
            const int shift = n->block->is_derivative ? 1 : 0;
            if (by[0] == 0 && by[1] == 0 && by[2] == 0)
                continue;
            double partial = shift ? 1 : eg_block_partial(n, p, s->phase[n->instance], z, k);
            for (int order = 0; order + shift < 3; order++)
                d[order] += by[order + shift] != 0 ? partial * by[order + shift] : 0;
        }
    }
}

static void take_step(eg_network *s, const double *step)
{
    int n = s->base.n, bodies = s->m->body_count - 1;
    double *dy = s->scratch.direction, *dyp = s->scratch.direction + n;
    for (int i = 0; i < n; i++) {
        dyp[i] = s->differential[i] ? step[i] : NAN;
        if (!s->differential[i] && i >= bodies)
            dy[i] += step[i];
    }
    for (int k = 0; k < s->balance.count; k++) {
        const eg_balance *b = &s->balance.list[k];
        for (int i = b->first_shift; i < b->first_shift + b->shift_count; i++)
            dy[s->balance.terms[i].index] += s->balance.terms[i].coefficient * step[b->row];
    }
    for (int k = 0; k < s->balance.count; k++)
        dyp[s->balance.list[k].row] = eg_network_coordinate_rate_along(s, s->balance.list[k].row + 1);
}

int eg_network_begin_tangents(eg_network *s, double t, const double *y, const double *yp)
{
    if (!eg_network_make_scratch(s))
        return EG_ERROR_MEMORY;
    eg_network_evaluate(s, t, y, yp, EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_POSITIONS);
    return eg_network_factor(s, t, y);
}

void eg_network_tangent_along(eg_network *s, double t, const double *y, const eg_change *change)
{
    const eg_model *m = s->m;
    size_t n = (size_t)m->n;
    double *step = s->scratch.work[1];
    memset(s->scratch.direction, 0, sizeof(double) * (2 * n + 3 * (size_t)m->net_count + 1));
    memset(step, 0, sizeof(double) * n);
    set_signals(s, change);
    add_time(s, t, change->dt);
    if (change->dy)
        memcpy(s->scratch.direction, change->dy, sizeof(double) * n);
    eg_network_subtract_directional(s, y, step);
    eg_linear_solve(s->solver.linear, step);
    take_step(s, step);
}

int eg_network_tangent(eg_network *s, double t, const double *y, const double *yp, const eg_change *change)
{
    int status = eg_network_begin_tangents(s, t, y, yp);
    if (status == 0)
        eg_network_tangent_along(s, t, y, change);
    return status;
}

/* As eg_network_place_body adds them up, without what is constant. */
void eg_network_places_along(eg_network *s, double *place, double *rate)
{
    const eg_model *m = s->m;
    place[0] = rate[0] = 0;
    for (int k = 0; k < m->body_count; k++) {
        const int i = m->tree.body_order[k];
        const eg_body *b = &m->bodies[i];
        if (i == 0)
            continue;
        const int from = eg_node_motion(m, b->from), to = eg_node_motion(m, b->to);
        const double *x = s->scratch.direction + eg_x(i);
        place[i] =
            b->ratio * place[b->parent] +
            b->gain * (x[0] + (eg_network_motion_along(s, from, 0) - eg_network_motion_along(s, to, 0)));
        rate[i] =
            b->ratio * rate[b->parent] +
            b->gain * (x[m->n] + (eg_network_motion_along(s, from, 1) - eg_network_motion_along(s, to, 1)));
    }
}

double eg_network_node_along(eg_network *s, int node, int order, const double *bodies)
{
    if (node < 0)
        return 0;
    const eg_flange_node *n = &s->m->nodes[node];
    double sum = n->factor * bodies[n->body];
    for (int i = 1; i <= n->more; i++) {
        const eg_term term = eg_node_term(s->m, n, i);
        sum += term.coefficient * bodies[term.index];
    }
    return sum + eg_network_motion_along(s, n->motion, order);
}

bool eg_signal_has_tangent(const eg_model *m, int net)
{
    const eg_net *n = &m->nets[net];
    if (n->unknown >= 0 || n->with_time)
        return true;
    if (n->is_late || n->kind == EG_SIGNAL_FORCE || n->kind == EG_SIGNAL_HEAT ||
        (n->kind == EG_SIGNAL_SENSOR && !n->dynamic && !n->is_shown))
        return false;
    for (int i = 0; i < n->input_count; i++)
        if (!eg_signal_has_tangent(m, n->inputs[i]))
            return false;
    return true;
}
