/* A plan in motion beside the network that it was made from: its inputs, and the row of a state. */
#include "component/contact/side.h"
#include "component/friction/friction.h"
#include "network/motion/energy.h"
#include "network/motion/evaluate.h"
#include "network/motion/events.h"
#include "network/motion/kinematics.h"
#include "network/motion/plan.h"
#include "network/user/events.h"
#include "network/user/inertia.h"
#include "network/user/relations.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>

/* ---------------------------------------------------------------- inputs */

static double driven_speed(const eg_network *s, int node)
{
    return node < 0 ? 0 : s->signals.motion[eg_node_motion(s->m, node)].dx;
}

static double driven_acceleration(const eg_network *s, int node)
{
    return node < 0 ? 0 : s->signals.motion[eg_node_motion(s->m, node)].ddx;
}

static bool motion_is_of_time(const eg_model *m, int motion)
{
    const eg_motion *of = &m->tree.motions[motion];
    for (int i = of->first; i < of->first + of->count; i++) {
        const eg_drive *d = &m->drives[m->tree.drive_terms[i].index];
        if (d->states > 0 || (d->input >= 0 && !m->nets[d->input].of_time))
            return false;
    }
    return true;
}

bool eg_plan_input_is_of_time(const eg_model *m, const eg_fixed_model *f, int input)
{
    int code = f->signal[input], motion = -1 - code;
    if (code >= 0)
        return code < m->net_count && m->nets[code].of_time;
    return motion_is_of_time(m, motion);
}

/* What an input is at the point evaluated last. */
static double input_value(const eg_network *s, const eg_fixed_model *f, int input)
{
    const eg_model *m = s->m;
    int code = f->signal[input], flow = code - m->net_count;
    int flows = m->user ? m->user->flow_count : 0, element = (flow - flows) / 3;
    if (code < 0)
        return s->signals.motion[-1 - code].x;
    if (flow < 0)
        return s->signals.net[code].x;
    if (code >= eg_plan_first_push(m))
        return s->user.value[f->pushes[code - eg_plan_first_push(m)]];
    if (flow < flows)
        return s->user.value[m->user->flows[flow].result.node] - eg_user_inertial_force(s, flow);
    switch ((flow - flows) % 3) {
    case 0: return s->force[element].f;
    case 1: return s->force[element].df_dv > 0 ? s->force[element].df_dv : 0;
    default: return s->v_rel[element];
    }
}

void eg_network_fixed_inputs(eg_system *base, const eg_fixed_model *f, double t, double *inputs)
{
    eg_network *s = eg_network_of(base);
    bool any = f->follows; /* phases of blocks, which others may follow */
    for (int i = 0; i < f->plan.inputs && !any; i++)
        any = eg_plan_input_is_of_time(s->m, f, i);
    if (!any)
        return;
    eg_network_forget_signals(s);
    for (int i = 0; i < s->timed_count; i++) {
        const eg_instance *instance = &s->m->instances[s->timed[i]];
        s->phase[s->timed[i]] = instance->class->block->phase(instance->p, t);
    }
    eg_network_evaluate(s, t, s->scratch.zero, s->scratch.zero,
                        EG_EVALUATE_NO_FORCES | EG_EVALUATE_ALL_SIGNALS | EG_EVALUATE_NO_EQUATIONS);
    for (int i = 0; i < f->plan.inputs; i++)
        if (eg_plan_input_is_of_time(s->m, f, i))
            inputs[i] = input_value(s, f, i);
}

void eg_network_fixed_follow(eg_system *base, const eg_fixed_model *f, double t, const double *y,
                             const double *yp, double *inputs)
{
    eg_network *s = eg_network_of(base);
    eg_network_evaluate(s, t, y, yp, EG_EVALUATE_ALL_SIGNALS);
    for (int i = 0; i < f->plan.inputs; i++)
        if (!eg_plan_input_is_of_time(s->m, f, i))
            inputs[i] = input_value(s, f, i);
}

/* ---------------------------------------------------------------- rows */

/* What is held creeps no faster, as a share of the speed that it is held at. */
static const double CREEP = 1e-6;

/* A step holds what sticks, and what stands at a stop, to the round-off of speeds; results show them at rest
 * to the bit: the end `moved` of item i against the other one. */
static void set_still(const eg_network *s, eg_fixed_model *f, int i, int moved)
{
    const eg_fixed_item *k = &f->plan.item[i];
    int other = 1 - moved;
    double *speed = f->still;
    const int *ends = f->ends + 2 * (size_t)i;
    bool is_driven = eg_node_motion(s->m, ends[0]) != eg_node_motion(s->m, ends[1]);
    double driven = is_driven ? driven_speed(s, ends[1]) - driven_speed(s, ends[0]) : 0;
    double faster = is_driven ? driven_acceleration(s, ends[1]) - driven_acceleration(s, ends[0]) : 0;
    double v = -(k->factor[other] * speed[k->body[other]] + driven) / k->factor[moved];
    /* What a drive takes along has its mean speed of the step; what is farther off is on its way to it. */
    double lag = fabs(faster / k->factor[moved]) * f->plan.step;
    if (is_driven && fabs(v - speed[k->body[moved]]) > CREEP * fabs(v) + lag)
        return;
    speed[k->body[moved]] = v;
    f->is_settled[k->body[moved]] = true;
}

/* Bodies take the speed of what holds them, beginning with those that the ground holds; true: one has. */
static bool pass_on_rest(const eg_network *s, eg_fixed_model *f, const eg_fixed_state *state)
{
    bool more = false;
    for (int i = 0; i < f->plan.frictions; i++) {
        const eg_fixed_item *k = &f->plan.item[f->plan.friction[i].item];
        int moved = f->is_settled[k->body[0]] ? 1 : 0;
        if (f->is_settled[k->body[0]] == f->is_settled[k->body[1]] || !eg_fixed_sticks(&f->plan, state, i))
            continue;
        set_still(s, f, f->plan.friction[i].item, moved);
        more = more || f->is_settled[k->body[moved]];
    }
    return more;
}

/* What sticks to each other and to nothing that rests goes on with the speed of one of them. */
static bool choose_leader(eg_fixed_model *f, const eg_fixed_state *state)
{
    for (int i = 0; i < f->plan.frictions; i++) {
        const eg_fixed_item *k = &f->plan.item[f->plan.friction[i].item];
        int b = k->body[0] < k->body[1] ? k->body[0] : k->body[1];
        if (!f->is_settled[b] && !f->is_settled[b == k->body[0] ? k->body[1] : k->body[0]] &&
            eg_fixed_sticks(&f->plan, state, i)) {
            f->is_settled[b] = true;
            return true;
        }
    }
    return false;
}

static void hold_still(const eg_network *s, eg_fixed_model *f, const eg_fixed_state *state)
{
    do {
        while (pass_on_rest(s, f, state))
            ;
    } while (choose_leader(f, state));
}

/* The coordinates of the row follow, so that its s_rel is not beyond the stop. */
static void at_stop(const eg_network *s, eg_fixed_model *f, const eg_fixed_state *state,
                    const eg_fixed_stop *stop, double *y)
{
    const eg_fixed_plan *p = &f->plan;
    if (stop->sign * eg_fixed_distance(p, state, stop->item) > stop->limit)
        return;
    const eg_element *e = &s->m->elements[stop->item - (s->m->body_count - 1)];
    const eg_row *row = &s->m->row.list[e->row];
    double beyond = stop->limit - stop->sign * eg_row_value(s, row, y);
    if (row->count > 0 && beyond > 0) {
        const eg_term *x = &s->m->row.terms[row->first];
        y[x->index] += stop->sign * (beyond + 8 * DBL_EPSILON * fabs(y[x->index])) / x->coefficient;
    }
    const int *body = p->item[stop->item].body;
    if (stop->sign * eg_fixed_rate(p, state, stop->item) < 0)
        set_still(s, f, stop->item, body[1] > body[0] ? 1 : 0);
}

/* What the state says of bodies and temperatures. */
static void take_state(const eg_network *s, eg_fixed_model *f, const eg_fixed_state *state, double *y)
{
    const eg_fixed_plan *p = &f->plan;
    double *speed = f->still;
    for (int b = 0; b < p->bodies; b++)
        f->is_settled[b] = b == 0;
    for (int k = 0; k < f->own_bodies; k++) {
        y[s->m->first.user + f->own[k][1]] = eg_fixed_distance(p, state, f->own[k][0]);
        y[s->m->first.user + f->own[k][2]] = eg_fixed_speed(p, state, s->m->body_count + k);
    }
    for (int b = 1; b < s->m->body_count; b++) {
        y[eg_x(b)] = eg_fixed_distance(p, state, b - 1);
        speed[b] = eg_fixed_speed(p, state, b);
    }
    for (int i = 0; i < p->stops; i++)
        at_stop(s, f, state, &p->stop[i], y);
    hold_still(s, f, state);
    for (int b = 1; b < s->m->body_count; b++)
        y[eg_v(s->m, b)] = speed[b];
    for (int i = 0; p->heat && i < p->heat->nodes; i++)
        if (s->m->heat[i].unknown >= 0)
            y[s->m->heat[i].unknown] = eg_fixed_temperature(p, state, i);
}

void eg_network_fixed_take(eg_system *base, eg_fixed_model *f, const eg_fixed_state *state, double *y)
{
    take_state(eg_network_of(base), f, state, y);
}

double eg_plan_driven_energy(const eg_network *s, const double *y)
{
    double sum = 0;
    for (int i = 0; i < s->m->inertia_count; i++) {
        const eg_inertia *of = &s->m->inertias[i];
        double v = s->m->nodes[of->node].body == 0 ? eg_node_speed(s, of->node, y) : 0;
        sum += 0.5 * of->mass * v * v;
    }
    for (int i = 0; s->m->user && i < s->m->user->flow_count; i++) {
        const double mass = s->m->user->inertias[i].mass;
        const int node = mass > 0 ? s->m->user->flows[i].node : -1; /* heat has nodes of its own */
        const double v = node >= 0 && s->m->nodes[node].body == 0 ? eg_node_speed(s, node, y) : 0;
        sum += 0.5 * mass * v * v;
    }
    return sum;
}

/* The speeds of touch, for contacts that remember them: those that the steps have met, also between rows. */
static void recall_touches(eg_network *s, const eg_fixed_model *f, const eg_fixed_state *state)
{
    for (int i = 0; i < f->plan.contacts && s->memories; i++) {
        const eg_fixed_contact *c = &f->plan.contact[i];
        const int element = c->item - (s->m->body_count - 1);
        if (element >= s->m->element_count) /* a law of users' equations: it remembers nothing */
            continue;
        const eg_element *e = &s->m->elements[element];
        int side = c->sign > 0 ? 1 : EG_SIDE_MODES + 1;
        if (e->ops->remember)
            e->ops->remember(s->memories + e->coefficients, 0, side, s->s_rel[e - s->m->elements],
                             -c->sign * eg_fixed_touch_speed(&f->plan, state, i));
    }
}

/* What drives do to the inertias that they move. */
static void book_driven(eg_network *s, eg_fixed_model *f, const double *y)
{
    double now = eg_plan_driven_energy(s, y), work = now - f->driven;
    f->driven = now;
    s->jumped.work += work;
    s->jumped.turnover += fabs(work);
}

/* A row shows what holds at rest, and parts without mass in balance; the balance of energy is that of the
 * state. */
static void book_hidden(eg_network *s, eg_fixed_model *f, const eg_fixed_state *state, double t,
                        const double *y)
{
    double kinetic, potential;
    eg_network_energy(&s->base, t, y, &kinetic, &potential);
    double hidden = eg_fixed_energy(&f->plan, state) - eg_fixed_model_stored(f, state) -
                    (kinetic + potential - f->driven);
    s->jumped.loss += hidden - f->hidden;
    f->hidden = hidden;
}

/* What the program of a plan remembers, and what follows it; relations are those of the point. */
static void take_program(eg_network *s, const eg_fixed_model *f, const eg_fixed_state *state, double t,
                         double *y, const double *yp)
{
    static const double DUE = 1e-9; /* of a step: as a program counts time */
    const eg_user *u = s->m->user;
    const eg_fixed_program *q = f->plan.program;
    const eg_fixed_memory of = eg_fixed_model_memory(f, state);
    for (int i = 0; i < q->unknowns; i++)
        y[s->m->first.user + f->program_unknown[i]] = of.z[i];
    for (int i = 0; i < q->discretes; i++)
        s->user.discrete[f->program_discrete[i]] = of.discrete[i];
    for (int i = 0; i < q->befores; i++)
        s->user.before[i] = of.before[i];
    for (int i = 0; i < q->clauses; i++)
        s->user.condition[i] = of.condition[i] != 0;
    for (int i = 0; i < q->samples; i++)
        s->user.sample[i] = (long)of.due[i];
    for (int i = 0; i <= u->relation_count; i++) { /* relations within others settle one after the other */
        eg_network_evaluate(s, t, y, yp, 0);
        if (eg_user_choose(s, t + DUE * f->plan.step) == 0)
            break;
    }
}

int eg_network_fixed_row(eg_system *base, eg_fixed_model *f, const eg_fixed_state *state, double t,
                         bool is_tried, double *y, double *yp)
{
    eg_network *s = eg_network_of(base);
    eg_stick_let_go(s); /* speeds are told one by one */
    take_state(s, f, state, y);
    recall_touches(s, f, state);
    if (f->plan.program)
        take_program(s, f, state, t, y, yp);
    s->user.waits = is_tried || f->plan.program;
    s->touch_is_told = true;
    const bool happens = !is_tried && s->m->user && f->follows;
    int status = happens ? eg_network_fixed_event(s, t, f->plan.step, y, yp)
                         : eg_network_settle_modes(s, t, y, yp, true, NULL);
    if (status == 0 && !is_tried && s->m->user && !happens && !eg_user_claims_hold(s, t))
        status = EG_ERROR_SIMULATION;
    s->user.waits = false;
    s->touch_is_told = false;
    if (!is_tried && status == 0) {
        book_driven(s, f, y);
        book_hidden(s, f, state, t, y);
    }
    return status;
}
