/* Friction's modes in a model: what each element sees of the motion, and which mode follows. The state
 * machine itself is that of component/friction/friction.h.
 *
 * Coupled elements. At an instant all modes are changed that signals and speeds ask for. What forces ask for
 * (a load above the limit, or a start that would go backward) is changed one at a time, the worst first, and
 * the motion is found anew in between: a load that one element lets go may be held by the others, and the
 * other way round. For limits that do not fall when sliding begins (peak = 1) the accelerations minimize a
 * strictly convex function, a a M/2 - F a + sum of f0_max |a_rel|, whose kinks the elements sit on or leave;
 * going down its steepest edge ends at the one set of modes that fits.
 *
 * A body that only passes through rest, because the load takes it on, or back, at once, does not stop to
 * start anew: its mode goes from forward to backward within the instant, as MSL's does. */
#include "network/network.h"
#include "component/friction/friction.h"
#include "network/motion/creep.h"
#include "network/motion/evaluate.h"
#include "network/motion/impact.h"
#include "network/motion/kinematics.h"
#include "network/motion/rub.h"
#include "network/motion/switching.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double ROUNDING = 64 * DBL_EPSILON;

/* The sizes of what the speed (order 1; rates = y) or acceleration (2; y') of a node is the sum of. */
static double size_at(const eg_network *s, int node, const double *rates, int order)
{
    if (node < 0)
        return 0;
    const eg_flange_node *n = &s->m->nodes[node];
    const eg_jet *motion = &s->signals.motion[n->motion];
    double sum = fabs(order == 1 ? motion->dx : motion->ddx);
    for (int k = 0; k <= n->more; k++) {
        eg_term t = eg_node_term(s->m, n, k);
        sum += fabs(t.coefficient * (order == 1 ? eg_body_speed(s, t.index, rates)
                                                : eg_body_acceleration(s, t.index, rates)));
    }
    return sum;
}

static double size_of_speed(const eg_network *s, const eg_element *e, const double *y)
{
    return size_at(s, e->node_a, y, 1) + size_at(s, e->node_b, y, 1);
}

/* A loop of held elements that the given motions do not let hold as a whole. */
static bool is_torn(double a, double a_size)
{
    return !(fabs(a) <= 1e-9 * a_size);
}

/* What an element is told by that slides or is free: no accelerations, no loads. */
static eg_rubbing glance(const eg_network *s, int i)
{
    const eg_element *e = &s->m->elements[i];
    eg_rubbing at = {.s = s->s_rel[i], .v = s->v_rel[i], .u = 1, .has_signal = e->input >= 0};
    if (e->input >= 0) {
        bool presses = e->friction->normal(e->p) > 0;
        at.u = presses ? s->signals.net[e->input].x : 0;
        at.du = presses ? s->signals.net[e->input].dx : 0;
    }
    return at;
}

/* All but the sizes of what is summed. */
static eg_rubbing look(const eg_network *s, int i, const double *yp)
{
    const eg_model *m = s->m;
    const eg_element *e = &m->elements[i];
    eg_rubbing at = glance(s, i);
    double a = eg_node_acceleration(s, e->node_a, yp), b = eg_node_acceleration(s, e->node_b, yp);
    eg_hold h = eg_hold_of(m, i);
    int lead_a = s->stick.lead[h.body[0]], lead_b = s->stick.lead[h.body[1]];
    at.a = b - a;
    at.hold = s->force[i].f;
    at.is_given = !eg_hold_ties(&h);
    at.has_mass = (lead_a == 0 || s->stick.mass[lead_a] > 0) && (lead_b == 0 || s->stick.mass[lead_b] > 0);
    at.slack = eg_impact_is_rigid(e) ? eg_impact_slack(s, i) : s->over_limit[i];
    if (!at.is_given && lead_a == lead_b && a != b &&
        is_torn(b - a, size_at(s, e->node_a, yp, 2) + size_at(s, e->node_b, yp, 2)))
        at.is_given = true;
    return at;
}

static eg_rubbing see(const eg_network *s, int i, const double *y, const double *yp)
{
    eg_rubbing at = look(s, i, yp);
    at.v_size = size_of_speed(s, &s->m->elements[i], y);
    return at;
}

static void enter(eg_network *s, double t, int i, int mode, const char *name, eg_event_sink *sink)
{
    if (sink)
        sink->happened(sink, t, eg_instance_path(s->m, s->m->elements[i].instance), name, false);
    s->mode[i] = mode;
    s->over_limit[i] = 0;
}

/* ---------------------------------------------------------------- switching functions */

bool eg_friction_needs_forces(const eg_network *s)
{
    for (int k = 0; k < s->m->kinds.friction_count; k++) {
        int mode = s->mode[s->m->kinds.frictions[k]];
        if (eg_friction_holds(mode) || eg_friction_starts(mode))
            return true;
    }
    return false;
}

void eg_friction_switches(const eg_network *s, const double *yp, double *h)
{
    double size[EG_FRICTION_SWITCHES];
    for (int k = 0; k < s->m->kinds.friction_count; k++) {
        const int i = s->m->kinds.frictions[k], mode = s->mode[i];
        const eg_element *e = &s->m->elements[i];
        const bool moves = eg_friction_slides(mode) || eg_friction_kind_of(mode) == EG_FREE;
        eg_rubbing at = moves ? glance(s, i) : look(s, i, yp);
        eg_friction_switching(e->friction, e->p, mode, &at, h + e->first_switch, size);
    }
}

bool eg_friction_moves(const eg_network *s)
{
    return eg_network_needs_no_rates(s) && !eg_friction_needs_forces(s);
}

/* The functions are linear in what an element is told. */
void eg_friction_moving_rates(const eg_network *s, const double *yp, double *dh)
{
    double now[EG_FRICTION_SWITCHES], size[EG_FRICTION_SWITCHES];
    for (int j = 0; j < s->m->kinds.friction_count; j++) {
        const int i = s->m->kinds.frictions[j];
        const eg_element *e = &s->m->elements[i];
        double *rate = dh + e->first_switch;
        eg_rubbing at = glance(s, i), ahead = at;
        ahead.s += at.v;
        ahead.v += eg_node_acceleration(s, e->node_b, yp) - eg_node_acceleration(s, e->node_a, yp);
        ahead.u += at.du;
        eg_friction_switching(e->friction, e->p, s->mode[i], &at, now, size);
        eg_friction_switching(e->friction, e->p, s->mode[i], &ahead, rate, size);
        for (int k = 0; k < EG_FRICTION_SWITCHES; k++)
            rate[k] -= now[k];
    }
}

/* Rates by a difference: those of what holds would need third derivatives of positions. The motion goes on as
 * it does now; only the sign counts. */
int eg_friction_rates(eg_network *s, double t, const double *y, const double *yp, double *dh)
{
    const eg_model *m = s->m;
    double step = 1e-7 * eg_system_while(&s->base, t - s->base.origin);
    double *now = s->ahead.switching;
    int status = eg_network_friction_switching(s, t, y, now);
    for (int j = 0; j < m->kinds.friction_count; j++)
        for (int k = 0, at = m->elements[m->kinds.frictions[j]].first_switch; k < EG_FRICTION_SWITCHES; k++)
            dh[at + k] = -now[at + k];
    for (int i = 0; i < m->n; i++)
        s->ahead.y[i] = y[i] + step * yp[i];
    if (status == 0)
        status = eg_network_friction_switching(s, t + step, s->ahead.y, now);
    for (int j = 0; j < m->kinds.friction_count; j++)
        for (int k = 0, at = m->elements[m->kinds.frictions[j]].first_switch; k < EG_FRICTION_SWITCHES; k++)
            dh[at + k] = (dh[at + k] + now[at + k]) / step;
    return status;
}

/* ---------------------------------------------------------------- modes that fit */

/* What the instance's own position has over that of its flange. */
static double offset_of(const eg_model *m, int instance)
{
    for (size_t i = 0; i < m->parts.coordinate_count; i++)
        if (m->parts.coordinate[i].instance == instance)
            return m->parts.coordinate[i].offset;
    return 0;
}

/* MSL's assertion: between the stops, and at one of them not on its way into it. */
static int check_stops(const eg_network *s, int i, const eg_rubbing *at)
{
    const eg_element *e = &s->m->elements[i];
    const eg_instance *instance = &s->m->instances[e->instance];
    double low, high;
    if (!e->friction->stops)
        return 0;
    e->friction->stops(e->p, &low, &high);
    if ((at->s > low || (at->s >= low && at->v >= 0)) && (at->s < high || (at->s <= high && at->v <= 0)))
        return 0;
    double middle = offset_of(s->m, e->instance);
    eg_report(
        s->base.diagnostics, EG_ERROR, eg_instance_place(instance),
        "%s begins outside its hard stops, or on its way into one: s = %.9g m, v = %.9g m/s, and s must "
        "be from %.9g to %.9g m",
        instance->path, at->s + middle, at->v, low + middle, high + middle);
    eg_remedy(s->base.diagnostics, "move the stops smin and smax, or its start value s");
    return EG_ERROR_MODEL;
}

/* What slides forward only does not begin backward. */
static int check_direction(const eg_network *s, int i, const eg_rubbing *at)
{
    const eg_element *e = &s->m->elements[i];
    const eg_instance *instance = &s->m->instances[e->instance];
    if (!e->friction->idle_limit || at->v >= -1e-9 * at->v_size)
        return 0;
    eg_report(s->base.diagnostics, EG_ERROR, eg_instance_place(instance),
              "%s begins with a relative speed of %.9g, but it cannot turn backward", instance->path, at->v);
    eg_remedy(s->base.diagnostics, "let the speed of flange_b be at least that of flange_a at the start");
    return EG_ERROR_MODEL;
}

int eg_friction_choose(eg_network *s, const double *y, const double *yp)
{
    int status = 0;
    for (int k = 0; k < s->m->kinds.friction_count; k++) {
        const int i = s->m->kinds.frictions[k];
        const eg_element *e = &s->m->elements[i];
        eg_rubbing at = see(s, i, y, yp);
        bool rigid = eg_impact_is_rigid(e);
        if (!rigid)
            enter(s, 0, i, eg_friction_begin(e->friction, e->p, &at), NULL, NULL);
        if ((rigid ? eg_impact_begin(s, i, y) : check_stops(s, i, &at)) != 0 ||
            check_direction(s, i, &at) != 0)
            status = EG_ERROR_MODEL;
    }
    return status;
}

/* What a signal, a jump of a speed, or given motions ask for. -1: nothing. */
static int demanded(const eg_network *s, int i, const eg_rubbing *at)
{
    const eg_element *e = &s->m->elements[i];
    int mode = s->mode[i], next = eg_friction_switched(e->friction, e->p, mode, at);
    bool one_way = e->friction->idle_limit != NULL;
    bool is_free = eg_friction_is_off(mode), was_free = eg_friction_is_off(s->left.friction[i]);
    /* where the signal passes 0, round-off may have it on the side that it comes from */
    bool leads_back = is_free != was_free && (is_free ? at->du < 0 : at->du > 0);
    if (next >= 0 && !leads_back)
        return next;
    next = mode;
    const int forward = is_free ? EG_FREE : EG_FORWARD;
    if (eg_friction_holds(mode) && at->is_given && (one_way ? at->a > 0 : at->a != 0) &&
        fabs(at->v) <= 4 * DBL_EPSILON * at->v_size)
        return at->a < 0 ? EG_BACKWARD : forward;
    if (eg_friction_slides(mode) || (one_way && eg_friction_kind_of(mode) == EG_FREE) ||
        (eg_friction_holds(mode) && !s->stick.is_tied[i]))
        next = fabs(at->v) > 1e-9 * at->v_size ? eg_friction_at_speed(e->friction, e->p, mode, at) : mode;
    return next == mode ? -1 : next;
}

/* How far function k lies below what round-off may do, relative to what is summed in it. */
static double excess(const eg_network *s, int i, const eg_rubbing *at, int *function)
{
    const eg_element *e = &s->m->elements[i];
    double h[EG_FRICTION_SWITCHES], size[EG_FRICTION_SWITCHES], worst = 0;
    eg_friction_switching(e->friction, e->p, s->mode[i], at, h, size);
    if (eg_impact_is_rigid(e) && !eg_friction_holds(s->mode[i]))
        return 0; /* where it touches is for impacts to say */
    for (int k = 1; k < EG_FRICTION_SWITCHES; k++) {
        double below = h[k] < -ROUNDING * size[k] ? -h[k] / fmax(size[k], 1e-300) : 0;
        if (below > worst) {
            worst = below;
            *function = k;
        }
    }
    return worst;
}

/* What is held slides for a moment if the limit is too low by `excess` [N] but catches up at `rate` [N/s].
 * Its greatest speed is then excess^2/(2 m rate). What starts may begin with an acceleration the wrong way,
 * likewise. Where that is less than anything can show, as when a brake begins to hold against the round-off
 * of a spring, the moment is left out: it would be as short as round-off, and come again and again. */
static const double UNSEEN = 1e-12; /* of the speed below which nothing is asked */

/* The inertia of a body that element i ties, as felt there; 0 for the ground. */
static double felt(const eg_model *m, int i, int end)
{
    eg_hold h = eg_hold_of(m, i);
    return h.body[end] > 0 ? m->bodies[h.body[end]].mass / (h.factor[end] * h.factor[end]) : 0;
}

static bool is_unseen(const eg_network *s, int i, int function, double excess)
{
    const eg_element *e = &s->m->elements[i];
    double rate = s->ahead.switching_rate[e->first_switch + function];
    const double unseen = UNSEEN * s->rounding.speed;
    if (eg_friction_starts(s->mode[i])) /* the other way round, and of accelerations */
        return function == 2 && rate > 0 && excess * excess <= 2 * rate * unseen;
    double a = felt(s->m, i, 0), b = felt(s->m, i, 1);
    double mass = a > 0 && b > 0 ? fmin(a, b) : fmax(a, b);
    return eg_friction_holds(s->mode[i]) && rate > 0 && excess * excess <= 2 * mass * rate * unseen;
}

/* The rates that is_unseen asks for, where something is held beyond its limit. The point evaluated last
 * stays. */
static int prepare_rates(eg_network *s, double t, const double *y, const double *yp)
{
    bool any = false;
    for (int j = 0; j < s->m->kinds.friction_count && !any; j++) {
        const int i = s->m->kinds.frictions[j];
        int k = 0;
        if (eg_friction_slides(s->mode[i]))
            continue;
        eg_rubbing at = see(s, i, y, yp);
        any = excess(s, i, &at, &k) > 0;
    }
    if (!any)
        return 0;
    int status = eg_friction_rates(s, t, y, yp, s->ahead.switching_rate);
    eg_network_evaluate(s, t, y, yp, 0);
    return status == 0 ? eg_stick_forces(s, yp) : -1;
}

/* A characteristic that falls below 0 would drive what it should brake. */
static bool vanishes(const eg_network *s, int i, double t, const eg_rubbing *at)
{
    const eg_element *e = &s->m->elements[i];
    const eg_instance *instance = &s->m->instances[e->instance];
    if (!eg_friction_slides(s->mode[i]) || !eg_friction_has_vanished(e->friction, e->p, at->v))
        return false;
    eg_report(
        s->base.diagnostics, EG_ERROR, eg_instance_place(instance),
        "at time %.9g s the friction of %s has fallen to 0, at a relative speed of %.9g; the last line of "
        "its table would drive what slides faster",
        t, instance->path, at->v);
    eg_remedy(s->base.diagnostics, "let the table end with two rows of the same friction");
    return true;
}

/* How far the function lies below 0. */
static double overload(const eg_network *s, int i, const eg_rubbing *at, int function)
{
    const eg_element *e = &s->m->elements[i];
    double h[EG_FRICTION_SWITCHES], size[EG_FRICTION_SWITCHES];
    eg_friction_switching(e->friction, e->p, s->mode[i], at, h, size);
    return -h[function];
}

int eg_friction_correct(eg_network *s, double t, double *y, const double *yp, eg_event_sink *sink)
{
    const eg_model *m = s->m;
    int changes = 0, worst = -1, function = 0;
    double most = 0;
    if (eg_stick_forces(s, yp) < 0 || prepare_rates(s, t, y, yp) < 0)
        return -1;
    for (int j = 0; j < m->kinds.friction_count; j++) {
        const int i = m->kinds.frictions[j];
        const eg_element *e = &m->elements[i];
        int k = 0;
        eg_rubbing at = see(s, i, y, yp);
        if (vanishes(s, i, t, &at))
            return -1;
        int next = eg_impact_is_rigid(e) ? -1 : demanded(s, i, &at);
        if (next >= 0) {
            enter(s, t, i, next,
                  next == EG_FREE                              ? "friction ends"
                  : eg_friction_kind_of(s->mode[i]) == EG_FREE ? "friction begins"
                  : eg_friction_holds(next)                    ? "comes to rest"
                                                               : "slides",
                  sink);
            changes++;
            continue;
        }
        if (eg_impact_is_rigid(e) && eg_impact_closes(s, t, i, y, yp, sink)) {
            changes++;
            continue;
        }
        double below = excess(s, i, &at, &k);
        if (below > most && !is_unseen(s, i, k, overload(s, i, &at, k))) {
            most = below;
            worst = i;
            function = k;
        }
    }
    if (changes > 0 || worst < 0)
        return changes;
    const eg_element *e = &m->elements[worst];
    eg_rubbing at = see(s, worst, y, yp);
    int mode = s->mode[worst];
    if (eg_impact_is_rigid(e)) {
        enter(s, t, worst, EG_FREE, "contact opens", sink);
        return 1;
    }
    enter(s, t, worst, eg_friction_next(e->friction, e->p, mode, function, &at),
          e->ops->event_name(mode, function), sink);
    return 1;
}

/* ---------------------------------------------------------------- events */

void eg_friction_begin_instant(eg_network *s)
{
    if (s->m->kinds.friction_count > 0)
        memcpy(s->left.friction, s->mode, sizeof *s->mode * (size_t)s->m->element_count);
}

/* What is no speed beside those that it is the difference of. */
static const double NO_SPEED = 1e-13;

/* Does nothing but forces give the speed of an end of the element? It cannot jump as others do. */
static bool is_massless(const eg_network *s, const eg_hold *h)
{
    for (int k = 0; k < 2; k++)
        if (h->body[k] > 0 && s->m->bodies[h->body[k]].mass == 0 && !s->differential[eg_v(s->m, h->body[k])])
            return true;
    return false;
}

void eg_friction_after_impulse(eg_network *s, double t, const double *y, eg_event_sink *sink)
{
    for (int j = 0; j < s->m->kinds.friction_count; j++) {
        const int i = s->m->kinds.frictions[j];
        const eg_element *e = &s->m->elements[i];
        const eg_hold h = eg_hold_of(s->m, i);
        if (eg_impact_is_rigid(e) || is_massless(s, &h))
            continue;
        eg_rubbing at = {.s = s->s_rel[i],
                         .v = eg_node_speed(s, e->node_b, y) - eg_node_speed(s, e->node_a, y),
                         .v_size = size_of_speed(s, e, y)};
        if (fabs(at.v) <= NO_SPEED * at.v_size)
            at.v = at.v_size = 0;
        const int now = s->mode[i];
        const bool rests = at.v == 0;
        if (rests && (eg_friction_holds(now) || !eg_hold_ties(&h)))
            continue; /* what is driven follows its acceleration (demanded) */
        const int next = eg_friction_after_jump(e->friction, e->p, now, &at);
        if (next == now)
            continue;
        if (rests || !eg_friction_slides(now) || eg_friction_kind_of(now) != eg_friction_kind_of(next))
            enter(s, t, i, next, rests ? "comes to rest" : "slides", sink);
        s->mode[i] = s->left.friction[i] = next;
    }
}

void eg_friction_note_drives(eg_network *s, double *y)
{
    if (s->m->kinds.friction_count == 0 || s->m->drive_count == 0)
        return;
    eg_stick_write_speeds(s, y);
    for (int i = 0; i < s->m->drive_count; i++)
        s->signals.drive_speed[i] = s->signals.drive[i].dx;
}

/* Has the speed of a drive jumped, by more than the rounding of numbers and of time? */
static bool has_jumped(const eg_jet *now, double before, double t)
{
    const double rounding = 1e-12 * (fabs(now->dx) + fabs(before)) + 1e3 * DBL_EPSILON * fabs(t * now->ddx);
    return fabs(now->dx - before) > rounding;
}

int eg_friction_follow_drives(eg_network *s, double t, double *y, const double *yp, eg_event_sink *sink)
{
    bool jumped = false;
    if (s->m->kinds.friction_count == 0 || s->m->drive_count == 0)
        return 0;
    eg_network_evaluate(s, t, y, yp, EG_EVALUATE_NO_FORCES);
    for (int i = 0; i < s->m->drive_count; i++) {
        jumped = jumped || has_jumped(&s->signals.drive[i], s->signals.drive_speed[i], t);
        s->signals.drive_speed[i] = s->signals.drive[i].dx;
    }
    if (!jumped)
        return 0;
    eg_stick_let_go(s);
    return eg_impact_follow_jump(s, t, NULL, y, sink) < 0 ? EG_ERROR_SIMULATION : 0;
}

int eg_friction_pass(eg_network *s, double t, eg_event_sink *sink)
{
    int changes = 0;
    for (int k = 0; k < s->m->kinds.friction_count; k++) {
        const int i = s->m->kinds.frictions[k];
        if (!eg_friction_starts(s->mode[i]) || !eg_friction_slides(s->left.friction[i]))
            continue;
        bool forward = eg_friction_kind_of(s->mode[i]) == EG_START_FORWARD;
        enter(s, t, i, forward ? EG_FORWARD : EG_BACKWARD, "slides", sink);
        changes++;
    }
    return changes;
}

/* ---------------------------------------------------------------- hard stops
 *
 * A stop takes all the speed of the body that meets it: an impulse m v, and the loss of its kinetic energy.
 * In Modelica it is reinit(v, 0), which leaves all other states as they are; and where a SpringDamper, Damper
 * or ElastoGap joins the body to another one, their v_rel is a state (stateSelect = prefer), so that the
 * other body is stopped with it. So it is here. What is joined otherwise goes on: springs, elements whose
 * stateSelect is less than prefer, and what friction held to the body. So does what has a speed of its own as
 * a state, another body with stops; and what friction holds to the ground stays there. Across gears the other
 * body loses as much speed as v_rel asks for. */

/* Adds to `loss` (bodies; of speed, where the body that meets the stop loses 1) what v_rel that are states
 * tie to its body; with none of the others again. */
static bool add_tied(const eg_model *m, const bool *stands_alone, double *loss)
{
    bool added = false;
    for (size_t i = 0; i < m->parts.coordinate_count; i++) {
        const eg_coordinate_part *c = &m->parts.coordinate[i];
        const eg_class *class = m->instances[c->instance].class;
        if (c->from < 0 || c->variable_v < 0 || !class->element || class->friction ||
            eg_coordinate_wish(m, c) < EG_PREFER)
            continue;
        const eg_flange_node *from = &m->nodes[eg_port_at(m, c->instance, c->from)];
        const eg_flange_node *to = &m->nodes[eg_port_at(m, c->instance, c->to)];
        if (from->more > 0 || to->more > 0 || stands_alone[from->body] || stands_alone[to->body] ||
            (loss[from->body] != 0) == (loss[to->body] != 0))
            continue; /* behind a gear whose support moves v_rel is no state */
        if (loss[to->body] == 0)
            loss[to->body] = loss[from->body] * from->factor / to->factor;
        else
            loss[from->body] = loss[to->body] * to->factor / from->factor;
        added = true;
    }
    return added;
}

/* Bodies that are not stopped with another one: `body` is the one that meets its stop. */
static void find_alone(const eg_network *s, int body, bool *stands_alone)
{
    for (int b = 0; b < s->m->body_count; b++)
        stands_alone[b] = s->stick.lead[b] == 0;
    for (int i = 0; i < s->m->element_count; i++)
        if (s->m->elements[i].friction && s->m->elements[i].friction->stops)
            stands_alone[eg_hold_of(s->m, i).body[0]] = true;
    stands_alone[body] = false;
}

static int report_driven(const eg_network *s, int i, double t)
{
    const eg_instance *instance = &s->m->instances[s->m->elements[i].instance];
    eg_report(s->base.diagnostics, EG_ERROR, eg_instance_place(instance),
              "at time %.9g s %s meets its hard stop, but a drive moves it on: the force would be infinite",
              t, instance->path);
    eg_remedy(s->base.diagnostics, "move the stop, or put a spring between the drive and the mass");
    return EG_ERROR_SIMULATION;
}

/* Takes loss*v from the speed of every body. Answers the impulse [N.s], as felt where the stop's body has
 * factor 1; *lost becomes more by the loss of energy [J]. */
static double take_speed(eg_network *s, const double *loss, double v, double *y, double *lost)
{
    const eg_model *m = s->m;
    double impulse = 0;
    for (int i = 0; i < m->inertia_count; i++) {
        const eg_inertia *inertia = &m->inertias[i];
        double share = 0, before = eg_node_speed(s, inertia->node, y);
        for (int k = 0; k <= m->nodes[inertia->node].more; k++) {
            eg_term t = eg_node_term(m, &m->nodes[inertia->node], k);
            share += t.coefficient * loss[t.index];
        }
        impulse += inertia->mass * share * share * v;
        *lost += 0.5 * inertia->mass * share * v * (2 * before - share * v);
    }
    for (int b = 1; b < m->body_count; b++)
        y[eg_v(m, b)] -= loss[b] * v;
    return impulse;
}

/* 1, or negative (reported). */
static int hit(eg_network *s, int i, double t, bool at_max, double *y, eg_event_sink *sink)
{
    eg_hold h = eg_hold_of(s->m, i); /* its body, against the ground */
    char name[120];
    double lost = 0;
    if (!eg_hold_ties(&h))
        return report_driven(s, i, t);
    size_t bodies = (size_t)s->m->body_count;
    double *loss = calloc(1, bodies * (sizeof(double) + sizeof(bool)));
    if (!loss)
        return EG_ERROR_MEMORY;
    bool *stands_alone = (bool *)(void *)(loss + bodies);
    find_alone(s, h.body[0], stands_alone);
    eg_stick_release(s, y);
    loss[h.body[0]] = 1;
    while (add_tied(s->m, stands_alone, loss))
        ;
    double v = eg_node_speed(s, s->m->elements[i].node_b, y) / h.factor[0];
    double impulse = fabs(take_speed(s, loss, v, y, &lost) / h.factor[0]);
    free(loss);
    s->jumped.loss += lost;
    eg_impact_name(s, i, at_max ? "hits smax" : "hits smin", impulse, lost, name, sizeof name);
    enter(s, t, i, at_max ? EG_AT_MAX : EG_AT_MIN, name, sink);
    s->left.friction[i] = s->mode[i]; /* it has been at rest: sliding begins anew */
    return 1;
}

/* 1 where it meets a stop, 0, or negative (reported). */
static int fire(eg_network *s, int i, int k, double t, double *y, const double *yp, eg_event_sink *sink)
{
    const eg_element *e = &s->m->elements[i];
    if (eg_impact_is_rigid(e)) { /* an impact comes later, with all others */
        if (eg_friction_holds(s->mode[i]))
            enter(s, t, i, EG_FREE, "contact opens", sink);
        return 0;
    }
    eg_rubbing at = see(s, i, y, yp);
    int mode = s->mode[i], next = eg_friction_next(e->friction, e->p, mode, k, &at);
    bool stops =
        eg_friction_holds(next) && eg_friction_kind_of(next) != EG_LOCKED && !eg_friction_holds(mode);
    if (stops && at.v != 0)
        return hit(s, i, t, eg_friction_kind_of(next) == EG_AT_MAX, y, sink);
    const bool rests = eg_friction_slides(mode) && eg_friction_kind_of(next) == EG_LOCKED;
    const double error = rests ? eg_friction_error_of_load(s, i, t, y, yp, &at) : 0;
    enter(s, t, i, next, e->ops->event_name(mode, k), sink);
    s->over_limit[i] = error;
    return 0;
}

int eg_friction_fire(eg_network *s, double t, const bool *fired, double *y, const double *yp,
                     eg_event_sink *sink)
{
    int status = 0, hits = 0;
    for (int j = 0; j < s->m->kinds.friction_count && status == 0; j++) {
        const int i = s->m->kinds.frictions[j];
        const eg_element *e = &s->m->elements[i];
        for (int k = 0; k < EG_FRICTION_SWITCHES; k++)
            if (fired[e->first_switch + k]) {
                status = fire(s, i, k, t, y, yp, sink);
                hits += status > 0;
                status = status < 0 ? status : 0;
                break;
            }
    }
    if (status != 0)
        return status;
    status = hits > 0 ? eg_impact_follow_jump(s, t, fired, y, sink) : eg_impact_resolve(s, t, fired, y, sink);
    return status < 0 ? EG_ERROR_SIMULATION : 0;
}
