/* The model as a plan for the fixed-step solver (elastogap/fixed.h): bodies, and along distances springs,
 * contacts, friction and stops. Signals that drive forces and friction are its inputs, whether they are
 * functions of time or follow the motion (plan_blocks.c). What else moves, states of drives, temperatures,
 * users' variables, has no place in such a plan, and is named. */
#include "base/reason.h"
#include "component/contact/side.h"
#include "network/motion/evaluate.h"
#include "network/motion/impact.h"
#include "network/motion/kinematics.h"
#include "network/motion/linear_mode.h"
#include "network/motion/plan.h"
#include "network/user/pieces.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- what has no place in it */

/* [kg.m/s] far above what is out of balance where a step counts as solved (EG_FIXED_TINY and
 * ROUND_OFF in fixed/run). */
static const double LEAST_MOMENTUM = 1e-285;

static bool needs_network(const eg_element *e)
{
    return e->ops->supplies || (e->ops->force_under && !e->friction);
}

static bool element_fits(const eg_model *m, const eg_element *e, const eg_fixed_wish *wish)
{
    const char *name = eg_instance_path(m, e->instance);
    if (eg_impact_is_rigid(e))
        return eg_refuse(
            wish->reason, wish->size,
            "%s is a rigid contact, whose impacts take no time and would begin and end within a step", name);
    if (e->ops->mode_total)
        return eg_refuse(wish->reason, wish->size,
                         "%s has a force by table, for which the contacts of this engine have no law", name);
    if (e->ops->mode_count > 1 && !e->friction && !e->ops->contacts && !needs_network(e))
        return eg_refuse(wish->reason, wish->size,
                         "%s has another law in contact, for which the contacts of this engine have none",
                         name);
    if (wish->stands_alone && needs_network(e))
        return eg_refuse(wish->reason, wish->size,
                         "%s follows the speed by a law that its tables do not have", name);
    return true;
}

/* How hard element i is to be moved in a step [N.s/m], from how steep its force is now and, of a contact, how
 * steep it may become. */
static double hardness(const eg_network *s, int i, double step)
{
    const eg_element *e = &s->m->elements[i];
    eg_fixed_contact sides[2];
    double spring = fabs(s->force[i].df_ds);
    const int count = e->ops->contacts ? e->ops->contacts(s->k + e->coefficients, sides) : 0;
    for (int k = 0; k < count; k++)
        if (sides[k].law.gap.n == 1)
            spring = fmax(spring, sides[k].law.gap.f_ref / sides[k].law.gap.s_ref);
    return fabs(s->force[i].df_dv) + spring * step;
}

/* What ties two bodies so hard that an ulp of it is a share of their masses leaves nothing of what moves them
 * both. */
static bool masses_show(const eg_network *s, const eg_fixed_wish *wish)
{
    static const double SHARE = 1e-5;
    const eg_model *m = s->m;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        if (e->body_a <= 0 || e->body_b <= 0)
            continue;
        const double mass = m->bodies[e->body_a].mass + m->bodies[e->body_b].mass,
                     hard = hardness(s, i, wish->step);
        if (mass > 0 && DBL_EPSILON * hard * wish->step > SHARE * mass)
            return eg_refuse(wish->reason, wish->size,
                             "%s is so hard (%.1e N.s/m in a step) that it hides the masses which it ties",
                             eg_instance_path(m, e->instance), hard);
    }
    return true;
}

/* Masses that equations write are bodies' masses; what else follows accelerations is not known before a
 * step. */
static bool equations_fit(const eg_model *m, const eg_fixed_wish *wish)
{
    const eg_user *u = m->user;
    for (int i = 0; u && i < u->flow_count; i++) {
        const eg_flange_node *node = u->flows[i].is_heat ? NULL : &m->nodes[u->flows[i].node];
        const bool is_driven = node && node->body == 0;
        const bool is_mass = node && node->motion == 0 && u->inertias[i].mass > 0;
        if (!is_driven && !is_mass && eg_user_follows_acceleration(u, &u->flows[i].result))
            return eg_refuse(wish->reason, wish->size, "the force %s follows an acceleration",
                             u->quantities[u->flows[i].quantity].path);
    }
    for (int i = 0; u && i < u->output_count; i++)
        if (eg_user_follows_acceleration(u, &u->outputs[i].result))
            return eg_refuse(wish->reason, wish->size, "the signal %s follows an acceleration",
                             u->quantities[u->outputs[i].quantity].path);
    return true;
}

static bool fits(const eg_network *s, const eg_fixed_wish *wish)
{
    char *reason = wish->reason;
    size_t size = wish->size;
    const eg_model *m = s->m;
    if (s->rounding.faintest < LEAST_MOMENTUM)
        return eg_refuse(
            reason, size,
            "the momentum of %s is so small (%.1e kg.m/s) that the balance of a step is solved no "
            "better",
            m->bodies[s->rounding.faintest_body].name, s->rounding.faintest);
    for (int i = 0; i < m->element_count; i++)
        if (!element_fits(m, &m->elements[i], wish))
            return false;
    for (int i = 0; i < m->node_count; i++)
        if (m->nodes[i].more > 0)
            return eg_refuse(reason, size,
                             "%s moves with more than one body: it is geared to a support that moves "
                             "on its own",
                             eg_model_at_node(m, i));
    for (int i = 0; i < m->inertia_count; i++) {
        const eg_flange_node *node = &m->nodes[m->inertias[i].node];
        if (node->body > 0 && node->motion > 0)
            return eg_refuse(reason, size, "%s moves with a given motion on a moving body",
                             eg_instance_path(m, m->inertias[i].instance));
    }
    return masses_show(s, wish) && equations_fit(m, wish);
}

/* ---------------------------------------------------------------- distances */

static void add_end(const eg_model *m, eg_fixed_item *item, int node, double sign)
{
    int body = node < 0 ? 0 : m->nodes[node].body;
    if (body == 0)
        return;
    int at = item->body[0] == 0 || item->body[0] == body ? 0 : 1;
    item->body[at] = body;
    item->factor[at] += sign * eg_node_factor(m, node);
}

int eg_plan_input(eg_fixed_model *f, int code)
{
    for (int i = 0; i < f->plan.inputs; i++)
        if (f->signal[i] == code)
            return i;
    f->signal[f->plan.inputs] = code;
    return f->plan.inputs++;
}

/* The inputs that drive the ends of an item, where they are not driven alike. */
static void add_motions(const eg_model *m, eg_fixed_model *f, int item, int from, int to)
{
    int a = eg_node_motion(m, from), b = eg_node_motion(m, to);
    if (a == b)
        return;
    f->item[item].motion[0] = a > 0 ? eg_plan_input(f, -1 - a) : -1;
    f->item[item].motion[1] = b > 0 ? eg_plan_input(f, -1 - b) : -1;
}

int eg_plan_put_item(eg_fixed_model *f, const eg_fixed_item *item, int from, int to)
{
    const int i = f->plan.items++;
    f->item[i] = *item;
    f->ends[2 * i] = from;
    f->ends[2 * i + 1] = to;
    return i;
}

int eg_plan_add_item(const eg_network *s, eg_fixed_model *f, int from, int to, double start)
{
    const eg_model *m = s->m;
    eg_fixed_item item = {.motion = {-1, -1}, .start = start};
    add_end(m, &item, to, 1);
    add_end(m, &item, from, -1);
    const int i = eg_plan_put_item(f, &item, from, to);
    add_motions(m, f, i, from, to);
    return i;
}

/* The coordinates of bodies come first: item b - 1 is that of body b. */
static void add_bodies(const eg_network *s, eg_fixed_model *f, const double *y)
{
    const eg_model *m = s->m;
    for (int b = 1; b < m->body_count; b++) {
        f->mass[b] = m->bodies[b].mass;
        f->speed[b] = eg_body_speed(s, b, y);
        eg_plan_add_item(s, f, m->bodies[b].from, m->bodies[b].to, y[eg_x(b)]);
    }
    for (int i = 0; m->user && i < m->user->flow_count; i++) {
        const eg_flange_node *node = m->user->inertias[i].mass > 0 ? &m->nodes[m->user->flows[i].node] : NULL;
        if (node && node->body > 0)
            f->mass[node->body] += node->factor * node->factor * m->user->inertias[i].mass;
    }
}

/* ---------------------------------------------------------------- what acts along them */

/* A law of the speed, whatever it is: at each step a line along it, from the network. */
static void add_force(const eg_model *m, eg_fixed_model *f, int i, int item)
{
    const eg_element *e = &m->elements[i];
    int code = m->net_count + (m->user ? m->user->flow_count : 0) + 3 * i;
    f->given[f->plan.givens++] = (eg_fixed_given){item, eg_plan_input(f, code), e->ops->supplies};
    eg_plan_input(f, code + 1);
    eg_plan_input(f, code + 2);
    f->is_hosted = true;
}

enum { PARTS_OF_CURVE = 16 };

/* Points of a characteristic: speeds, and behind `most` of them forces. */
typedef struct point_list {
    double *points;
    size_t most, made;
} point_list;

static void add_point(point_list *l, double v, double force)
{
    l->points[l->made] = v;
    l->points[l->most + l->made++] = force;
}

/* Segment i, the last one from its lower edge on: its end too where the next one begins with another force,
 * and beyond the speed at which nothing is left of friction none. */
static void add_segment(point_list *l, const eg_element *e, int i, int parts)
{
    const eg_friction_ops *ops = e->friction;
    double low = 0, high = INFINITY, force, next, slope,
           none = ops->vanishes ? ops->vanishes(e->p) : INFINITY;
    if (ops->edges)
        ops->edges(e->p, i, &low, &high);
    bool is_last = !(high < INFINITY);
    for (int k = 0; k < (is_last ? 1 : parts); k++) {
        double v = is_last ? low : low + (high - low) * k / parts;
        ops->force(e->p, i, v, &force, &slope);
        add_point(l, v, force);
    }
    double end = is_last ? fmin(low + 1, none) : high;
    ops->force(e->p, i, end, &force, &slope);
    if (is_last)
        add_point(l, end, force);
    else if (ops->force(e->p, i + 1, end, &next, &slope), next != force)
        add_point(l, end, force);
    if (is_last && end == none)
        add_point(l, end + 1, 0);
}

/* The characteristic by points: a segment is a line where all of them are, and else as many lines as a curve
 * is given. */
static int add_points(eg_fixed_model *f, const eg_element *e, eg_fixed_friction *out)
{
    double low = 0, high = INFINITY;
    int segments = 1, at = f->plan.frictions;
    int parts = e->friction->is_linear && !e->friction->is_linear(e->p) ? PARTS_OF_CURVE : 1;
    for (; e->friction->edges; segments++) {
        e->friction->edges(e->p, segments - 1, &low, &high);
        if (!(high < INFINITY))
            break;
    }
    point_list list = {.most = (size_t)(segments - 1) * (size_t)(parts + 1) + 3};
    list.points = malloc(sizeof *list.points * 2 * list.most);
    if (!list.points)
        return -1;
    for (int i = 0; i < segments; i++)
        add_segment(&list, e, i, parts);
    f->points[at] = list.points;
    out->points = (int)list.made;
    out->speed = list.points;
    out->force = list.points + list.most;
    return 0;
}

static int add_friction(const eg_network *s, eg_fixed_model *f, const eg_element *e, int item)
{
    const eg_friction_ops *ops = e->friction;
    eg_fixed_friction rub = {.item = item, .normal = -1, .scale = 1};
    double f0, low, high;
    ops->limits(e->p, &f0, &rub.hold);
    rub.one_way = ops->idle_limit != NULL;
    rub.idle = rub.one_way ? ops->idle_limit(e->p) : 0;
    if (e->input >= 0 && eg_signal_is_constant(s->m, e->input))
        rub.scale = s->signals.net[e->input].x;
    else if (e->input >= 0)
        rub.normal = eg_plan_input(f, e->input);
    if (ops->stribeck)
        ops->stribeck(e->p, &rub.coulomb, &rub.viscous, &rub.stribeck, &rub.decay);
    else if (add_points(f, e, &rub) < 0)
        return -1;
    f->friction[f->plan.frictions++] = rub;
    if (!ops->stops)
        return 0;
    ops->stops(e->p, &low, &high);
    if (low > -INFINITY)
        f->stop[f->plan.stops++] = (eg_fixed_stop){item, 1, low};
    if (high < INFINITY)
        f->stop[f->plan.stops++] = (eg_fixed_stop){item, -1, -high};
    return 0;
}

static int add_element(const eg_network *s, eg_fixed_model *f, int i)
{
    const eg_element *e = &s->m->elements[i];
    const double *k = s->k + e->coefficients;
    int item = eg_plan_add_item(s, f, e->node_a, e->node_b, s->s_rel[i]);
    if (e->friction)
        return add_friction(s, f, e, item);
    int count = e->ops->contacts ? e->ops->contacts(k, f->contact + f->plan.contacts) : 0;
    for (int c = 0; c < count; c++)
        f->contact[f->plan.contacts++].item = item;
    if (count > 0)
        return 0;
    if (needs_network(e)) {
        add_force(s->m, f, i, item);
        return 0;
    }
    eg_force at;
    e->ops->force(k, e->ops->mode_at ? e->ops->mode_at(k, 0, 0) : 0, 0, 0, &at);
    f->spring[f->plan.springs++] = (eg_fixed_spring){
        item, {.c = at.df_ds, .d = at.df_dv, .s_rel0 = at.df_ds != 0 ? -at.f / at.df_ds : 0}};
    return 0;
}

static void add_laws(const eg_network *s, eg_fixed_model *f, const double *y)
{
    const eg_model *m = s->m;
    f->law_springs = f->plan.springs;
    f->law_contacts = f->plan.contacts;
    for (int i = 0; m->user && i < m->user->law_count; i++) {
        const eg_user_law *law = &m->user->laws[i];
        if (law->kind == EG_USER_LAW_OTHER)
            continue;
        const int item =
            eg_plan_add_item(s, f, law->from, law->to, eg_user_law_distance(s, law->from, law->to, y));
        if (law->kind == EG_USER_LAW_SPRING)
            f->spring[f->plan.springs++] = (eg_fixed_spring){item, law->spring};
        else
            f->contact[f->plan.contacts++] =
                (eg_fixed_contact){.item = item, .sign = 1, .v_min = 1, .law = law->contact};
    }
}

/* A force that equations give: a number, or an input. */
static void add_flow(const eg_model *m, eg_fixed_model *f, int i)
{
    const eg_instruction *force = &m->user->tape.code[m->user->flows[i].result.node];
    const bool is_number = force->op == EG_OP_CONSTANT;
    for (int k = m->scatter.flows.start[i]; k < m->scatter.flows.start[i + 1]; k++) {
        const eg_term t = m->scatter.flows.terms[k];
        const int body = t.index - (m->body_count - 1) + 1;
        if (body >= 1 && body < m->body_count)
            f->load[f->plan.loads++] =
                (eg_fixed_load){body, is_number ? -1 : eg_plan_input(f, m->net_count + i),
                                -t.coefficient * (is_number ? force->number : 1)};
    }
}

static void add_loads(const eg_network *s, eg_fixed_model *f)
{
    const eg_model *m = s->m;
    for (int i = 0; i < m->source_count; i++)
        for (int k = m->scatter.sources.start[i]; k < m->scatter.sources.start[i + 1]; k++) {
            eg_term t = m->scatter.sources.terms[k];
            int net = m->sources[i].input, body = t.index - (m->body_count - 1) + 1;
            if (body < 1 || body >= m->body_count) /* what a sensor measures */
                continue;
            bool is_constant = eg_signal_is_constant(m, net);
            f->load[f->plan.loads++] =
                (eg_fixed_load){body, is_constant ? -1 : eg_plan_input(f, net),
                                -t.coefficient * (is_constant ? s->signals.net[net].x : 1)};
        }
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        if (!m->user->flows[i].is_heat && !eg_user_is_of_known_law(m->user, i))
            add_flow(m, f, i);
}

/* ---------------------------------------------------------------- */

static int add_outputs(const eg_network *s, eg_fixed_model *f, const eg_fixed_wish *wish)
{
    for (int i = 0; i < wish->outputs; i++)
        if (!eg_plan_find_output(s, f, wish->output[i], &f->output[f->plan.outputs++])) {
            eg_refuse(
                wish->reason, wish->size,
                "%s is no position, speed, relative position, relative speed or temperature of a component "
                "in it, no force or loss of what acts between two flanges, and no sensor of these",
                wish->output[i]);
            return 1;
        }
    return 0;
}

/* Do users' equations have anything that happens, or is remembered, at the end of a step? */
static bool has_events(const eg_user *u)
{
    return u && (u->clause_count > 0 || u->before_count > 0 || u->sample_count > 0 || u->delay_count > 0 ||
                 u->impulse_count > 0 || u->grip_count > 0);
}

/* Unknowns of loops and equations that are none of bodies which equations write. */
static bool has_others(const eg_model *m, int first, const eg_own_bodies *own)
{
    return m->n - first > 2 * own->bodies;
}

/* Is there anything of users' equations that the plan has not by now? */
static bool needs_program(const eg_model *m, const eg_fixed_model *f, const eg_own_bodies *own,
                          const eg_fixed_wish *wish)
{
    const eg_user *u = m->user;
    bool any = u && (has_others(m, m->first.user, own) || has_events(u) ||
                     (wish->stands_alone && u->action_count > 0));
    for (int i = 0; i < f->plan.outputs; i++)
        any = any || f->output[i].quantity == EG_FIXED_VALUE;
    for (int i = 0; u && i < f->plan.inputs; i++)
        any = any || eg_plan_node_of_input(m, f, f->signal[i]) >= 0;
    return any;
}

/* May the engine leave all steps to the plan, once it has a program? Where blocks, drives or the caller take
 * part, and where the model speaks, it asks the network at each step. */
static bool leaves_steps(const eg_network *s, const eg_fixed_model *f)
{
    const eg_model *m = s->m;
    /* times of which steps are no share that digits tell: formulas are then told what rounding leaves out */
    const bool is_late = fabs(s->base.origin) * DBL_EPSILON > 1e-6 * f->plan.step;
    bool alone =
        m->interface.input_count == 0 && m->first.heat == m->first.drive && !f->is_hosted && !is_late;
    for (int i = 0; i < m->net_count; i++)
        alone = alone && (m->nets[i].unknown < 0 || m->nets[i].kind == EG_SIGNAL_USER ||
                          m->nets[i].kind == EG_SIGNAL_FORCE);
    for (int i = 0; i < m->user->action_count; i++)
        alone = alone && m->user->actions[i].kind != EG_USER_PRINT;
    for (int i = 0; i < f->plan.inputs; i++)
        alone =
            alone && (eg_plan_input_is_of_time(m, f, i) || eg_plan_node_of_input(m, f, f->signal[i]) >= 0);
    return alone;
}

static bool waits_for_program(const eg_fixed_model *f)
{
    bool any = false;
    for (int i = 0; i < f->plan.outputs && !f->plan.program; i++)
        any = any || f->output[i].quantity == EG_FIXED_VALUE;
    return any;
}

static int fill(eg_network *s, eg_fixed_model *f, double t, const double *y, const eg_own_bodies *own,
                const eg_fixed_wish *wish)
{
    eg_network_evaluate(s, t, y, s->scratch.zero,
                        EG_EVALUATE_NO_FORCES | EG_EVALUATE_POSITIONS | EG_EVALUATE_ALL_SIGNALS);
    add_bodies(s, f, y);
    for (int i = 0; i < s->m->element_count; i++)
        if (add_element(s, f, i) < 0)
            return -1;
    add_laws(s, f, y);
    eg_plan_add_own_bodies(s, f, own, y);
    add_loads(s, f);
    int status = add_outputs(s, f, wish);
    if (status != 0)
        return status;
    if (eg_plan_add_heat(s, f, y) < 0)
        return -1;
    if (needs_program(s->m, f, own, wish) && (wish->stands_alone || leaves_steps(s, f)))
        status = eg_plan_add_program(s, f, t, y, wish);
    if (status < 0 || (status > 0 && wish->stands_alone))
        return status;
    if (waits_for_program(f)) {
        eg_refuse(wish->reason, wish->size, "%s follows equations that go along beside the steps",
                  wish->output[0]);
        return 1;
    }
    f->driven = eg_plan_driven_energy(s, y);
    f->follows = !f->plan.program && (has_others(s->m, s->m->first.loop, own) || has_events(s->m->user));
    f->follows = f->follows || s->m->first.heat > s->m->first.drive;
    for (int i = 0; i < f->plan.inputs; i++)
        f->follows = f->follows || !eg_plan_input_is_of_time(s->m, f, i);
    eg_network_fixed_inputs(&s->base, f, t, f->input);
    if (f->follows)
        eg_network_fixed_follow(&s->base, f, t, y, s->scratch.zero, f->input);
    return eg_fixed_model_finish(f);
}

static int make(eg_network *s, double t, const double *y, const eg_own_bodies *own, const eg_fixed_wish *wish,
                eg_fixed_model **out)
{
    const eg_model *m = s->m;
    int flows = m->user ? m->user->flow_count : 0, laws = (m->user ? m->user->law_count : 0) + own->laws;
    int items = m->body_count + m->element_count + laws + own->bodies + wish->outputs +
                (m->user ? m->user->input_count : 0);
    int inputs = items + m->source_count + m->kinds.friction_count + flows + m->heat_count +
                 m->thermal.conductor_count + m->thermal.source_count + 3 * m->element_count + own->pushes;
    eg_fixed_model *f = eg_fixed_model_create(
        m->body_count + own->bodies, items, 2 * m->element_count + laws,
        m->scatter.sources.count + m->scatter.flows.count + own->bodies + own->pushes, inputs, wish->outputs);
    if (f)
        f->pushes = calloc((size_t)own->pushes + 1, sizeof *f->pushes);
    if (!f || !f->pushes || eg_plan_prepare_beside(s, own) < 0) {
        eg_fixed_model_free(f);
        return -1;
    }
    f->plan.step = wish->step;
    int status = fill(s, f, t, y, own, wish);
    if (status == 0)
        *out = f;
    else
        eg_fixed_model_free(f);
    return status;
}

int eg_network_fixed_model(eg_system *base, double t, const double *y, const eg_fixed_wish *wish,
                           eg_fixed_model **out)
{
    eg_network *s = eg_network_of(base);
    static const eg_own_bodies none = {0};
    *out = NULL;
    if (!fits(s, wish))
        return 1;
    return make(s, t, y, s->m->user && s->m->user->own ? s->m->user->own : &none, wish, out);
}
