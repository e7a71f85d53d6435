/* The equations at a point (t, y, y'): motions of drives, signals, forces; and the residual.
 * No branch here depends on anything but the frozen modes and phases. */
#include "base/dd.h"
#include "component/friction/friction.h"
#include "component/interface/run_input.h"
#include "network/motion/energy.h"
#include "network/motion/evaluate.h"
#include "network/motion/events.h"
#include "network/motion/kinematics.h"
#include "network/network.h"
#include "network/user/evaluate.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

static void evaluate_positions(eg_network *s, const double *y)
{
    s->position[0] = 0;
    for (int i = 1; i < s->m->body_count; i++)
        eg_network_place_body(s, s->m->tree.body_order[i], y);
}

double eg_network_temperature(const eg_network *s, int node, const double *y)
{
    const eg_heat_node *n = &s->m->heat[node];
    if (n->unknown >= 0)
        return y[n->unknown];
    return n->input < 0 ? n->fixed : s->signals.net[n->input].x + n->fixed;
}

double eg_network_temperature_rate(const eg_network *s, int node, const double *yp)
{
    const eg_heat_node *n = &s->m->heat[node];
    return n->unknown >= 0 ? yp[n->unknown] : n->input >= 0 ? s->signals.net[n->input].dx : 0;
}

double eg_network_conductance(const eg_network *s, const eg_conductor *c)
{
    return c->input < 0           ? c->G
           : c->law == EG_RESISTS ? 1 / s->signals.net[c->input].x
                                  : s->signals.net[c->input].x;
}

/* a^4 - b^4 = (a - b)(a^3 + a^2 b + a b^2 + b^3), rounded once: where a is near b no digit is lost, and where
 * a balance gives a temperature its round-off is that of the temperature. */
static double difference_of_fourth_powers(double a, double b)
{
    eg_dd square = eg_dd_scale(eg_dd_of(b), b), cubes = eg_dd_add(eg_dd_of(a), eg_dd_of(b));
    cubes = eg_dd_add(eg_dd_scale(cubes, a), square);
    cubes = eg_dd_add(eg_dd_scale(cubes, a), eg_dd_scale(square, b));
    return eg_dd_value(eg_dd_add(eg_dd_scale(cubes, a), eg_dd_scale(cubes, -b)));
}

double eg_network_heat_flow(const eg_network *s, const eg_conductor *c, double T_a, double T_b)
{
    double G = eg_network_conductance(s, c);
    return c->law == EG_RADIATES ? G * difference_of_fourth_powers(T_a, T_b) : G * (T_a - T_b);
}

/* ---------------------------------------------------------------- drives and signals */

static void evaluate_drive(eg_network *s, int drive, const double *y, eg_jet u)
{
    const eg_drive *d = &s->m->drives[drive];
    const eg_instance *i = &s->m->instances[d->instance];
    i->class->drive->motion(i->p, y + d->state, u, &s->signals.drive[drive],
                            s->signals.drive_rate + drive * EG_DRIVE_MAX_STATES);
}

static void sum_motions(eg_network *s)
{
    const eg_model *m = s->m;
    for (int i = 1; i < m->tree.motion_count; i++) {
        const eg_motion *k = &m->tree.motions[i];
        eg_jet sum = {0};
        for (int j = k->first; j < k->first + k->count; j++) {
            double c = m->tree.drive_terms[j].coefficient;
            eg_jet d = s->signals.drive[m->tree.drive_terms[j].index];
            sum = (eg_jet){sum.x + c * d.x, sum.dx + c * d.dx, sum.ddx + c * d.ddx};
        }
        s->signals.motion[i] = sum;
    }
    eg_stick_drift(s);
}

static eg_jet sensor_value(const eg_network *s, const eg_net *n, const double *y, const double *yp)
{
    double d[3];
    d[0] = n->row >= 0 ? eg_row_value(s, &s->m->row.list[n->row], y) : eg_node_position(s, n->to);
    d[1] = eg_node_speed(s, n->to, y) - eg_node_speed(s, n->from, y);
    d[2] = eg_node_acceleration(s, n->to, yp) - eg_node_acceleration(s, n->from, yp);
    eg_jet value = {d[n->order], n->order < 2 ? d[n->order + 1] : 0, n->order < 1 ? d[2] : 0};
    return value;
}

/* A state's first derivative, and with the rates of the inputs its second one. */
static void state_jets(const eg_network *s, const eg_net *n, eg_jet *z)
{
    const eg_instance *i = &s->m->instances[n->instance];
    eg_jet dx[EG_BLOCK_MAX_STATES] = {{0}};
    for (int pass = 0; pass < 2; pass++) {
        n->block->rates(i->p, s->phase[n->instance], (eg_jet){s->time, 1, 0}, z, dx);
        for (int k = 0; k < n->states; k++) {
            eg_jet *x = &z[n->input_count + k];
            *x = (eg_jet){x->x, dx[k].x, pass ? dx[k].dx : 0};
        }
    }
}

void eg_network_arguments(const eg_network *s, const eg_net *n, eg_jet *z)
{
    for (int k = 0; k < n->input_count; k++)
        z[k] = s->signals.net[n->inputs[k]];
    for (int k = 0; k < n->states; k++)
        z[n->input_count + k] = (eg_jet){s->signals.block_state[n->state - s->m->first.block + k], 0, 0};
    if (n->states > 0)
        state_jets(s, n, z);
}

/* Signals are its value, its rate, the rate of that; the last one's own derivatives go on. */
static eg_jet bundle_value(const eg_network *s, const eg_net *n)
{
    eg_jet value = s->signals.net[n->inputs[0]];
    if (n->input_count > 1) {
        value.dx = s->signals.net[n->inputs[1]].x;
        value.ddx = n->input_count > 2 ? s->signals.net[n->inputs[2]].x : s->signals.net[n->inputs[1]].dx;
    }
    return value;
}

void eg_block_evaluate(const eg_net *n, const double *p, long phase, eg_jet t, const eg_jet *z, eg_jet *y)
{
    if (n->block->evaluate_output)
        n->block->evaluate_output(p, phase, n->output, t, z, y);
    else
        n->block->evaluate(p, phase, t, z, y);
}

/* A source goes on by what the time left out; its derivatives are by time in units of so many seconds. */
static void follow_rest(const eg_network *s, const eg_net *n, double t, double unit, eg_jet *y)
{
    const double rest = eg_system_rest(&s->base, t);
    eg_generator g = {NAN, NAN};
    if (rest == 0)
        return;
    if (n->block->generator)
        g = n->block->generator(s->m->instances[n->instance].p, s->phase[n->instance]);
    g.decay *= unit;
    g.frequency *= unit;
    const double third = -2 * g.decay * y->ddx - (g.decay * g.decay + g.frequency * g.frequency) * y->dx;
    eg_jet_go_on(y, rest / unit, isfinite(third) ? third : 0);
}

static inline void evaluate_by_time(const eg_network *s, const eg_net *n, double t, double unit,
                                    const eg_jet *z, eg_jet *y)
{
    const double *p = s->m->instances[n->instance].p;
    if (n->block->is_given)
        p = eg_network_input(s, (int)p[EG_INPUT_INDEX]);
    eg_block_evaluate(n, p, s->phase[n->instance], (eg_jet){t, unit, 0}, z, y);
    if (n->input_count == 0 && s->base.rest != 0)
        follow_rest(s, n, t, unit, y);
}

void eg_network_evaluate_block(const eg_network *s, const eg_net *n, double t, double unit, const eg_jet *z,
                               eg_jet *y)
{
    evaluate_by_time(s, n, t, unit, z, y);
}

static void evaluate_block(const eg_network *s, const eg_net *n, double t, eg_jet *value)
{
    eg_jet z[EG_BLOCK_MAX_ARGUMENTS];
    z[0] = (eg_jet){0};
    if (n->input_count + n->states > 0)
        eg_network_arguments(s, n, z);
    if (n->block->is_derivative)
        *value = (eg_jet){z[0].dx, z[0].ddx, 0};
    else
        evaluate_by_time(s, n, t, 1, z, value);
    if (n->block->bound && (s->is_shown || t == s->left.time))
        n->block->bound(s->m->instances[n->instance].p, s->phase[n->instance], z, value);
}

static void evaluate_net(eg_network *s, int net, double t, const double *y, const double *yp)
{
    const eg_net *n = &s->m->nets[net];
    eg_jet value = {0};
    if (n->is_late) /* eg_user_evaluate */
        return;
    if (n->kind == EG_SIGNAL_SENSOR) {
        value = sensor_value(s, n, y, yp);
    } else if (n->kind == EG_SIGNAL_BLOCK) {
        evaluate_block(s, n, t, &value);
    } else if (n->kind == EG_SIGNAL_BUNDLE) {
        value = bundle_value(s, n);
    } else if (n->kind == EG_SIGNAL_TEMPERATURE && n->order == 0) {
        value.x = n->gain * (eg_network_temperature(s, n->to, y) -
                             (n->from < 0 ? 0 : eg_network_temperature(s, n->from, y))) +
                  n->offset;
    } else if (n->kind == EG_SIGNAL_TEMPERATURE) {
        value.x = n->gain * (eg_network_temperature_rate(s, n->to, yp) -
                             (n->from < 0 ? 0 : eg_network_temperature_rate(s, n->from, yp)));
    } else {
        value.x = s->signals.force[net];
    }
    if (n->unknown >= 0) {
        s->signals.loop_value[n->unknown] = value.x;
        value = (eg_jet){y[s->m->first.loop + n->unknown], 0, 0};
    }
    s->signals.net[net] = value;
}

void eg_network_time_signals(const eg_network *s, double t, eg_jet *jets)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->net_count + m->drive_count; i++) {
        int item = m->signals.order[i];
        if (item < 0 || !m->nets[item].with_time)
            continue;
        const eg_net *n = &m->nets[item];
        eg_jet u[EG_BLOCK_MAX_ARGUMENTS] = {{0}};
        for (int k = 0; k < n->input_count; k++)
            u[k] = jets[n->inputs[k]];
        eg_network_evaluate_block(s, n, t, 1, u, &jets[item]);
    }
}

/* Sensors measure driven motions too, and ask for their sums once drives are known. */
static void follow_drives(eg_network *s, bool *has_moved)
{
    if (*has_moved)
        sum_motions(s);
    *has_moved = false;
}

/* Signals of time alone are known for a time and what that leaves out. */
static void forget_other_rest(eg_network *s, double rest)
{
    for (int i = 0; i < 2 && rest != s->signals.rest; i++)
        if (!isnan(s->signals.known[i]))
            s->signals.known[i] = -INFINITY; /* constants are known still */
    s->signals.rest = rest;
}

void eg_network_evaluate_signals(eg_network *s, double t, const double *y, const double *yp, bool all)
{
    const eg_model *m = s->m;
    const bool keeps = s->signals.are_kept;
    if (s->base.rest != 0 || s->signals.rest != 0)
        forget_other_rest(s, eg_system_rest(&s->base, t));
    const bool is_known[2] = {keeps && t == s->signals.known[0], keeps && t == s->signals.known[1]};
    const bool was_known[2] = {keeps && !isnan(s->signals.known[0]), keeps && !isnan(s->signals.known[1])};
    static const bool never[2] = {false, false};
    bool has_moved = m->drive_count > 0;
    for (int i = 0; i < m->net_count && m->signals.loop_count > 0;
         i++) /* loops are cut at unknowns: known first */
        if (m->nets[i].unknown >= 0)
            s->signals.net[i] = (eg_jet){y[m->first.loop + m->nets[i].unknown], 0, 0};
    for (int i = 0; i < m->drive_count; i++)
        if (m->drives[i].states > 0)
            evaluate_drive(s, i, y, (eg_jet){0});
    for (int i = 0; i < m->net_count + m->drive_count; i++) {
        const int item = m->signals.order[i];
        const eg_net *n = item < 0 ? NULL : &m->nets[item];
        if (!n) {
            evaluate_drive(s, -1 - item, y, s->signals.net[m->drives[-1 - item].input]);
            has_moved = true;
        } else if ((n->dynamic || all) && !(n->is_constant ? was_known
                                            : n->of_time   ? is_known
                                                           : never)[n->dynamic]) {
            if (n->kind == EG_SIGNAL_SENSOR)
                follow_drives(s, &has_moved);
            evaluate_net(s, item, t, y, yp);
        }
    }
    follow_drives(s, &has_moved);
    s->signals.known[1] = t;
    s->signals.known[0] = all ? t : s->signals.known[0];
}

/* The rate of a coordinate or row that is not summed, by its pace. */
static inline double by_pace(const eg_relative_speed *p, const double *y)
{
    double v = p->a >= 0 ? p->by_a * y[p->a] : 0;
    if (p->b >= 0)
        v += p->by_b * y[p->b];
    return v + 0;
}

static inline void force_at(const eg_network *s, int i, double s_rel, double v_rel, const double *y,
                            eg_force *f, eg_response *response)
{
    const eg_element *e = &s->m->elements[i];
    const double *k = s->k + e->coefficients;
    double u = e->input < 0 ? 1 : s->signals.net[e->input].x;
    if (e->friction) {
        eg_friction_force(e->friction, e->p, s->mode[i], v_rel, u, f, response);
        return;
    }
    if (!e->ops->force_under) {
        e->ops->force(k, s->mode[i], s_rel, v_rel, f);
        return;
    }
    int heat = eg_element_heat(s->m, e);
    eg_influence under = {.u = u, .T = heat < 0 ? NAN : eg_network_temperature(s, heat, y)};
    e->ops->force_under(k, s->mode[i], under, s_rel, v_rel, f, response);
}

void eg_network_force_at(const eg_network *s, int i, double s_rel, double v_rel, const double *y, eg_force *f,
                         eg_response *response)
{
    force_at(s, i, s_rel, v_rel, y, f, response);
}

/* An ulp of what the force of an element is the sum of, about [N]. */
static double rounding_of(const eg_network *s, int i)
{
    const eg_force *f = &s->force[i];
    return DBL_EPSILON * (fabs(f->f) + fabs(f->df_ds * s->s_rel[i]) + fabs(f->df_dv * s->v_rel[i]));
}

int eg_network_roughest(const eg_network *s)
{
    int at = -1;
    for (int i = 0; i < s->m->element_count; i++)
        if (at < 0 || rounding_of(s, i) > rounding_of(s, at))
            at = i;
    return at;
}

/* Up or down, as if by chance, but the same for the same force. */
static void shake(eg_network *s)
{
    for (int i = 0; i < s->m->element_count; i++) {
        uint64_t bits;
        memcpy(&bits, &s->force[i].f, sizeof bits);
        bits = (bits + (uint64_t)i) * 0x9E3779B97F4A7C15u;
        s->force[i].f += bits >> 63 ? rounding_of(s, i) : -rounding_of(s, i);
    }
}

void eg_network_evaluate(eg_network *s, double t, const double *y, const double *yp, int flags)
{
    const eg_model *m = s->m;
    s->time = t;
    s->stick.is_noted = false;
    s->signals.block_state = y + m->first.block;
    if (flags &
        EG_EVALUATE_POSITIONS) { /* absolute sensors read them; drives may move them: twice when both */
        if (m->drive_count > 0)
            eg_network_evaluate_signals(s, t, y, yp, false);
        evaluate_positions(s, y);
    }
    eg_network_evaluate_signals(s, t, y, yp, flags & EG_EVALUATE_ALL_SIGNALS);
    if (flags & EG_EVALUATE_RATES && m->first.heat > m->first.block) /* rates that follow from states */
        eg_network_evaluate_signals(s, t, y, yp, flags & EG_EVALUATE_ALL_SIGNALS);
    if (m->user && m->user->needs_forces)
        flags &= ~EG_EVALUATE_NO_FORCES;
    const eg_relative_speed *paces = s->stick.pace ? s->stick.pace + m->body_count : NULL;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        const eg_row *row = &m->row.list[e->row];
        s->s_rel[i] = eg_row_value(s, row, y);
        s->v_rel[i] =
            paces && paces[e->row].a != EG_PACE_SUMMED ? by_pace(&paces[e->row], y) : eg_row_rate(s, row, y);
        if (!(flags & EG_EVALUATE_NO_FORCES))
            force_at(s, i, s->s_rel[i], s->v_rel[i], y, &s->force[i], eg_response_at(s, i));
    }
    if (s->rounding.shakes && !(flags & EG_EVALUATE_NO_FORCES))
        shake(s);
    if (!m->user || (flags & EG_EVALUATE_NO_EQUATIONS))
        return;
    if (s->user.stages && flags & (EG_EVALUATE_FOR_RATES | EG_EVALUATE_FOR_SWITCHES)) {
        const bool asks_rates = flags & EG_EVALUATE_FOR_RATES;
        eg_user_evaluate_stage(s, asks_rates ? EG_USER_FOR_RATES : EG_USER_FOR_SWITCHES, t, y, yp);
        return;
    }
    eg_user_begin_holding(s);
    eg_user_evaluate(s, t, y, yp);
    if (eg_user_hold(s, yp))
        eg_user_evaluate(s, t, y, yp);
}

/* ---------------------------------------------------------------- residual */

static inline double coordinate_rate(const eg_network *s, int b, const double *y)
{
    const eg_body *body = &s->m->bodies[b];
    const eg_relative_speed *p = s->stick.pace ? &s->stick.pace[b] : NULL;
    if (p && p->a != EG_PACE_SUMMED)
        return by_pace(p, y);
    return p ? eg_row_rate(s, &(eg_row){.from = body->from, .to = body->to}, y)
             : eg_node_speed(s, body->to, y) - eg_node_speed(s, body->from, y);
}

double eg_coordinate_rate(const eg_network *s, int b, const double *y)
{
    return coordinate_rate(s, b, y);
}

static void coordinate_residuals(const eg_network *s, const double *y, const double *yp, double *r)
{
    for (int b = 1; b < s->m->body_count; b++)
        if (s->balance.of[b] < 0)
            r[eg_x(b)] = yp[eg_x(b)] - coordinate_rate(s, b, y);
}

/* After the forces, which enter the rows of all bodies. */
static void balance_residuals(const eg_network *s, double *r)
{
    const eg_model *m = s->m;
    for (int i = 0; i < s->balance.count; i++) {
        const eg_balance *g = &s->balance.list[i];
        double rate = 0, rest = 0;
        eg_dd sum = {0, 0};
        for (int k = g->first; k < g->first + g->count; k++) {
            const eg_term *t = &s->balance.terms[k];
            sum = eg_dd_two_sum(sum.hi, t->coefficient * s->force[t->index].f);
            rest += sum.lo;
            rate += t->coefficient * s->force[t->index].df_ds * s->v_rel[t->index];
            if (m->elements[t->index].input >= 0)
                rate += t->coefficient * s->response[t->index].df_du *
                        s->signals.net[m->elements[t->index].input].dx;
        }
        for (int k = g->first_source; k < g->first_source + g->source_count; k++) {
            const eg_term *t = &s->balance.terms[k];
            sum = eg_dd_two_sum(sum.hi, t->coefficient * s->signals.net[m->sources[t->index].input].x);
            rest += sum.lo;
            rate += t->coefficient * s->signals.net[m->sources[t->index].input].dx;
        }
        for (int k = g->first_flow; k < g->first_flow + g->flow_count; k++) {
            const eg_user_flow *flow = &m->user->flows[s->balance.terms[k].index];
            sum = eg_dd_two_sum(sum.hi, s->balance.terms[k].coefficient * s->user.value[flow->result.node]);
            rest += sum.lo;
            rate += s->balance.terms[k].coefficient * s->user.value[flow->rate.node];
        }
        r[g->row] = sum.hi + rest;
        r[g->rate_row] = rate;
    }
}

static inline void scatter(const eg_scatter *list, int item, double value, double *r)
{
    const eg_term *terms = list->terms;
    const int end = list->start[item + 1];
    for (int k = list->start[item]; k < end; k++)
        r[terms[k].index] += terms[k].coefficient * value;
}

void eg_network_sum_inertias(const eg_network *s, const double *yp, double *r)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->inertia_count; i++)
        scatter(&m->scatter.inertias, i, eg_node_acceleration(s, m->inertias[i].node, yp), r);
}

/* As scatter(), where what sums and products leave out goes into `rest`. */
static void scatter_exactly(const eg_scatter *list, int item, double value, double *r, double *rest)
{
    const eg_term *terms = list->terms;
    const int end = list->start[item + 1];
    for (int k = list->start[item]; k < end; k++) {
        const double part = terms[k].coefficient * value;
        const eg_dd sum = eg_dd_two_sum(r[terms[k].index], part);
        r[terms[k].index] = sum.hi;
        rest[terms[k].index] += sum.lo + fma(terms[k].coefficient, value, -part);
    }
}

/* Forces that cancel on a body may round to more than all others on it come to. What an element does to one
 * of its bodies it does to the other, and so it has to stay, or else bodies lose momentum between them. */
static void force_residuals_exactly(const eg_network *s, const double *yp, bool has_inertia, double *r)
{
    const eg_model *m = s->m;
    memset(s->rounding.rest, 0, sizeof *s->rounding.rest * (size_t)s->base.n);
    for (int i = 0; i < m->element_count; i++)
        scatter_exactly(&m->scatter.elements, i, s->force[i].f, r, s->rounding.rest);
    for (int i = 0; i < m->source_count; i++)
        scatter_exactly(&m->scatter.sources, i, s->signals.net[m->sources[i].input].x, r, s->rounding.rest);
    for (int i = 0; i < m->inertia_count && has_inertia; i++)
        scatter_exactly(&m->scatter.inertias, i, eg_node_acceleration(s, m->inertias[i].node, yp), r,
                        s->rounding.rest);
    if (m->user)
        eg_user_add_forces(s, r, s->rounding.rest);
    for (int i = 0; i < s->base.n; i++)
        r[i] += isfinite(s->rounding.rest[i]) ? s->rounding.rest[i] : 0;
}

/* Without drives nothing is accelerated by y' = 0, which s->zero stands for. */
static void force_residuals(const eg_network *s, const double *yp, double *r)
{
    const eg_model *m = s->m;
    const bool has_inertia = yp != s->scratch.zero || m->drive_count > 0;
    if (s->rounding.sums_exactly) {
        force_residuals_exactly(s, yp, has_inertia, r);
        return;
    }
    for (int i = 0; i < m->element_count; i++)
        scatter(&m->scatter.elements, i, s->force[i].f, r);
    for (int i = 0; i < m->source_count; i++)
        scatter(&m->scatter.sources, i, s->signals.net[m->sources[i].input].x, r);
    if (has_inertia)
        eg_network_sum_inertias(s, yp, r);
    if (m->user)
        eg_user_add_forces(s, r, NULL);
}

void eg_network_sum_forces(const eg_network *s, const double *yp, double *r)
{
    memset(r, 0, sizeof(double) * (size_t)s->base.n);
    force_residuals(s, yp, r);
}

void eg_network_sum_heat(const eg_network *s, const double *y, const double *yp, double *sum)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->thermal.point_count; i++)
        sum[i] =
            -(m->thermal.points[i].capacity * eg_network_temperature_rate(s, m->thermal.points[i].node, yp));
    for (int i = 0; i < m->element_count; i++)
        if (m->elements[i].heat_point >= 0)
            sum[m->elements[i].heat_point] += s->force[i].loss;
    for (int i = 0; i < m->thermal.conductor_count; i++) {
        const eg_conductor *c = &m->thermal.conductors[i];
        double Q = eg_network_heat_flow(s, c, eg_network_temperature(s, c->node_a, y),
                                        eg_network_temperature(s, c->node_b, y));
        sum[c->point_a] -= Q;
        sum[c->point_b] += Q;
    }
    for (int i = 0; i < m->thermal.source_count; i++) {
        const eg_heat_source *h = &m->thermal.sources[i];
        sum[h->point] += h->sign * s->signals.net[h->input].x *
                         (1 + h->alpha * (eg_network_temperature(s, h->node, y) - h->T_ref));
    }
}

/* A balance that gives a temperature, and in which heat is radiated, is not linear: Newton's method would
 * step to and fro between neighbouring temperatures and not see that this is the end. What is left of the
 * balance counts as nothing where it is less than what the last digits of the temperatures make. */
static void settle_radiation(const eg_network *s, const double *y, double *r)
{
    const eg_model *m = s->m;
    double *least = s->scratch.heat_sum;
    memset(least, 0, sizeof(double) * (size_t)m->heat_count);
    for (int i = 0; i < m->thermal.conductor_count; i++) {
        const eg_conductor *c = &m->thermal.conductors[i];
        double a = fabs(eg_network_temperature(s, c->node_a, y)),
               b = fabs(eg_network_temperature(s, c->node_b, y));
        double size = c->law == EG_RADIATES ? 4 * (pow(a, 4) + pow(b, 4)) : a + b;
        size *= DBL_EPSILON * fabs(eg_network_conductance(s, c));
        least[c->node_a] += size;
        least[c->node_b] += size;
    }
    for (int i = 0; i < m->heat_count; i++) {
        const eg_heat_node *n = &m->heat[i];
        if (n->radiates && n->unknown >= 0 && n->capacity == 0 && fabs(r[n->unknown]) <= least[i])
            r[n->unknown] = 0;
    }
}

/* Where nothing is algebraic, temperatures that come last stay where they are: they are found where somebody
 * looks. */
static void keep_last_heat(const eg_network *s, const double *yp, double *r)
{
    const eg_model *m = s->m;
    for (int i = 0; i < eg_last_heat_count(m); i++) {
        const int unknown = m->heat[m->thermal.last[i]].unknown;
        r[unknown] = yp[unknown];
    }
}

static void heat_residuals(const eg_network *s, const double *y, const double *yp, double *r)
{
    const eg_model *m = s->m;
    eg_network_sum_heat(s, y, yp, s->scratch.heat_sum);
    for (int i = 0; i < m->thermal.point_count; i++)
        scatter(&m->thermal.point_rows, i, s->scratch.heat_sum[i], r);
    if (m->thermal.radiates)
        settle_radiation(s, y, r);
}

static void block_residuals(const eg_network *s, const double *yp, double *r)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->net_count && m->first.heat > m->first.block; i++) {
        const eg_net *n = &m->nets[i];
        eg_jet z[EG_BLOCK_MAX_ARGUMENTS] = {{0}};
        if (n->states > 0)
            eg_network_arguments(s, n, z);
        for (int k = 0; k < n->states; k++)
            r[n->state + k] = yp[n->state + k] - z[n->input_count + k].dx;
    }
}

int eg_network_residual_here(eg_network *s, const double *y, const double *yp, double *r)
{
    const eg_model *m = s->m;
    memset(r, 0, sizeof(double) * (size_t)s->base.n);
    for (int i = 0; i < m->net_count && m->signals.loop_count > 0;
         i++) { /* force sensors' rows are added to below */
        const eg_net *n = &m->nets[i];
        if (n->unknown >= 0)
            r[m->first.loop + n->unknown] = n->kind == EG_SIGNAL_FORCE || n->kind == EG_SIGNAL_HEAT
                                                ? s->signals.net[i].x
                                                : s->signals.net[i].x - s->signals.loop_value[n->unknown];
    }
    coordinate_residuals(s, y, yp, r);
    force_residuals(s, yp, r);
    if (yp == s->scratch.zero && s->stick.follower_count > 0)
        eg_stick_note(&s->stick, m, r);
    eg_stick_fold(s, yp, r);
    balance_residuals(s, r);
    for (int i = 0; i < m->drive_count; i++)
        for (int k = 0; k < m->drives[i].states; k++)
            r[m->drives[i].state + k] =
                yp[m->drives[i].state + k] - s->signals.drive_rate[i * EG_DRIVE_MAX_STATES + k];
    block_residuals(s, yp, r);
    if (m->heat_count > 0 && (!s->simple || eg_heat_moves(m)))
        heat_residuals(s, y, yp, r);
    if (s->simple)
        keep_last_heat(s, yp, r);
    if (m->user)
        eg_user_residuals(s, yp, r);
    double sum = 0; /* any NaN or infinity shows in the sum */
    for (int i = 0; i < s->base.n; i++)
        sum += r[i] * 0.0;
    return sum == 0.0 ? 0 : 1;
}

int eg_network_residual(eg_system *base, double t, const double *y, const double *yp, double *r)
{
    eg_network *s = eg_network_of(base);
    eg_network_evaluate(s, t, y, yp, 0);
    return eg_network_residual_here(s, y, yp, r);
}
