/* Rigid contacts: impacts in no time, Newton's law of restitution on the masses of the bodies.
 *
 * A rigid contact is a hard stop between two bodies (or a body and what does not give way) that throws back.
 * Where it meets a stop with a speed u of approach, an impulse P changes the speeds of its two bodies,
 *
 *     v_b += c_b/M_b * P,    v_rel = sum of c_b v_b + driven motions,    P = (1 + e)*u/sum(c_b^2/M_b),
 *
 * after which they part with e*u; what is lost is u^2*(1 - e^2)/2 over the same sum. The c_b are the factors
 * with which a force of the element enters the rows of its bodies, so gears need no words of their own;
 * what a drive moves has no row, and does not give way. Forces and friction take no part: an impulse is
 * larger than both. What friction held to a body slides then. A freewheel holds any torque one way, and so an
 * impulse as well: it is a contact that always touches and throws nothing back.
 *
 * Below v_rest the contact closes: e = 0, and the flanges are held together as friction holds, until the
 * force that does so would pull by more than the contact sticks (release). That ends the endless sequence
 * of ever smaller impacts of a bouncing ball.
 *
 * Impacts at one instant, of bodies that touch each other, are carried out one after the other in the order
 * of the elements, over and over until no pair that touches approaches. Newton's law alone does not say
 * what three bodies do that meet at once; this is a choice, the one that a row of balls with gaps too small
 * to see would make if the first gap closed first. */
#include "network/network.h"
#include "component/friction/friction.h"
#include "network/compile/compile.h"
#include "network/motion/impact.h"
#include "network/motion/kinematics.h"
#include "network/motion/rub.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

/* What is no speed beside those that it is the difference of. */
static const double NO_SPEED = 1e-13;
/* Positions that differ by less than this part of the place touch, and by so little [m]; in models in which
 * less than 1e-7 m is asked for, as much less. */
static const double TOUCHING = 1e-12, LENGTH = 1e-7;
/* A closed contact opens when it would have to hold back this acceleration [m/s2], more than the rounding
 * of the forces on bodies that touch without pressing; less, where less than 1e-6 m/s is asked for. */
static const double UNSEEN = 1e-9, SPEED = 1e-6;
enum { MOST_PASSES = 100000 };

bool eg_impact_is_rigid(const eg_element *e)
{
    return e->friction && e->friction->restitution;
}

typedef struct meeting {
    eg_hold hold;
    double give;   /* sum of c^2/M [1/kg]: 0 where nothing gives way */
    double v;      /* relative speed */
    double size;   /* of what it is the difference of */
    double closed; /* how far the contact is open at the lower stop, and */
    double beyond; /* at the upper, < 0 inside */
} meeting;

static meeting meet(const eg_network *s, int i, const double *y)
{
    const eg_model *m = s->m;
    const eg_element *e = &m->elements[i];
    meeting at = {.hold = eg_hold_of(m, i)};
    double low, high, a = eg_node_speed(s, e->node_a, y), b = eg_node_speed(s, e->node_b, y);
    for (int k = 0; k < 2; k++)
        if (at.hold.body[k] > 0)
            at.give += at.hold.factor[k] * at.hold.factor[k] / m->bodies[at.hold.body[k]].mass;
    at.v = b - a;
    at.size = fabs(a) + fabs(b);
    if (!e->friction->stops)
        return at;
    const double least = TOUCHING * fmin(1, s->rounding.length / LENGTH);
    e->friction->stops(e->p, &low, &high);
    at.closed = s->s_rel[i] - low - (least + TOUCHING * fabs(low));
    at.beyond = high - s->s_rel[i] - (least + TOUCHING * fabs(high));
    return at;
}

/* Of the numbers that the distance is the difference of [m]. */
static double place_of(const eg_network *s, int i, const double *y)
{
    const eg_row *row = &s->m->row.list[s->m->elements[i].row];
    double place = fabs(row->constant);
    for (int k = row->first; k < row->first + row->count; k++)
        place += fabs(s->m->row.terms[k].coefficient * y[s->m->row.terms[k].index]);
    return place;
}

/* At which stop does it touch: -1 lower, 1 upper, 0 none. */
static int touches(const eg_network *s, int i, const bool *fired, const meeting *at)
{
    if (s->m->elements[i].friction->idle_limit)
        return -1;
    const int first = s->m->elements[i].first_switch;
    const eg_friction_kind now = eg_friction_kind_of(s->mode[i]),
                           left = eg_friction_kind_of(s->left.friction[i]);
    bool is_free = left == EG_FREE;
    if (now == EG_AT_MIN || left == EG_AT_MIN || at->closed <= 0 || (fired && is_free && fired[first + 1]))
        return -1;
    if (now == EG_AT_MAX || left == EG_AT_MAX || at->beyond <= 0 || (fired && is_free && fired[first + 2]))
        return 1;
    return 0;
}

void eg_impact_name(const eg_network *s, int i, const char *what, double impulse, double loss, char *name,
                    size_t size)
{
    const eg_class *class = s->m->instances[s->m->elements[i].instance].class;
    const bool turns = class->port_count > 0 && eg_port_is_rotational(class->ports[0].kind);
    snprintf(name, size, "%s, impulse %.9g %s, loss %.9g J", what, impulse, turns ? "N.m.s" : "N.s", loss);
}

static void say(eg_network *s, double t, int i, const char *what, double impulse, double loss,
                eg_event_sink *sink)
{
    char name[120];
    eg_impact_name(s, i, what, impulse, loss, name, sizeof name);
    if (sink)
        sink->happened(sink, t, eg_instance_path(s->m, s->m->elements[i].instance), name, false);
}

/* One impact of element i at the stop on `side`, approaching with u > 0. */
static void strike(eg_network *s, double t, int i, int side, double u, const meeting *at, double *y,
                   eg_event_sink *sink)
{
    const eg_model *m = s->m;
    const eg_element *e = &m->elements[i];
    const eg_friction_ops *f = e->friction;
    bool bounces = f->restitution && u >= f->v_rest(e->p, side > 0), one_way = f->idle_limit != NULL;
    double rest = bounces ? f->restitution(e->p, side > 0) : 0, impulse = (1 + rest) * u / at->give;
    for (int k = 0; k < 2; k++) {
        const int b = at->hold.body[k];
        if (b > 0)
            y[eg_v(m, b)] -= side * at->hold.factor[k] / m->bodies[b].mass * impulse;
    }
    const double loss = 0.5 * u * u * (1 - rest) * (1 + rest) / at->give;
    s->jumped.loss += loss;
    const char *closes = one_way ? "holds" : "contact closes";
    say(s, t, i, rest > 0 ? "impact" : closes, impulse, loss, sink);
    if (e->ops->remember)
        e->ops->remember(s->memories + e->coefficients, s->mode[i], s->mode[i], s->s_rel[i], side * u);
    if (one_way)
        s->mode[i] = eg_friction_is_off(s->mode[i]) ? EG_LOCKED + 8 : EG_LOCKED;
    else if (rest > 0)
        s->mode[i] = EG_FREE;
    else
        s->mode[i] = side < 0 ? EG_AT_MIN : EG_AT_MAX;
}

/* One pass over what can strike. The number of impacts. */
static int pass(eg_network *s, double t, const bool *fired, double *y, eg_event_sink *sink)
{
    int count = 0;
    for (int i = 0; i < s->m->element_count; i++) {
        const eg_element *e = &s->m->elements[i];
        if (!e->friction || (!e->friction->stops && !e->friction->idle_limit))
            continue;
        const meeting at = meet(s, i, y);
        bool stopped = eg_friction_kind_of(s->mode[i]) >= EG_AT_MIN;
        int side =
            eg_impact_is_rigid(e) || e->friction->idle_limit || stopped ? touches(s, i, fired, &at) : 0;
        double u = side * at.v;
        if (side == 0 || at.give == 0 || !(u > NO_SPEED * at.size))
            continue;
        strike(s, t, i, side, u, &at, y, sink);
        count++;
    }
    return count;
}

/* Contacts that part open. */
static void let_part(eg_network *s, const double *y)
{
    for (int i = 0; i < s->m->element_count; i++) {
        const eg_element *e = &s->m->elements[i];
        if (!eg_impact_is_rigid(e) || !eg_friction_holds(s->mode[i]))
            continue;
        const meeting at = meet(s, i, y);
        if (fabs(at.v) > NO_SPEED * at.size)
            s->mode[i] = EG_FREE;
    }
}

static bool any_rigid(const eg_network *s)
{
    for (int i = 0; i < s->m->element_count; i++)
        if (eg_impact_is_rigid(&s->m->elements[i]))
            return true;
    return false;
}

/* Does anything that touches approach? */
static bool is_due(const eg_network *s, const bool *fired, const double *y)
{
    for (int i = 0; i < s->m->element_count; i++) {
        if (!eg_impact_is_rigid(&s->m->elements[i]))
            continue;
        const meeting at = meet(s, i, y);
        const int side = touches(s, i, fired, &at);
        if (side != 0 && at.give > 0 && side * at.v > NO_SPEED * at.size)
            return true;
    }
    return false;
}

int eg_impact_resolve(eg_network *s, double t, const bool *fired, double *y, eg_event_sink *sink)
{
    if (s->m->kinds.friction_count == 0 || !any_rigid(s) || !is_due(s, fired, y))
        return 0;
    eg_stick_release(s, y);
    return eg_impact_follow_jump(s, t, fired, y, sink);
}

int eg_impact_follow_jump(eg_network *s, double t, const bool *fired, double *y, eg_event_sink *sink)
{
    for (int k = 0; pass(s, t, fired, y, sink) > 0; k++)
        if (k == MOST_PASSES) {
            eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
                      "at time %.9g s impacts between bodies that touch go on without end", t);
            eg_remedy(s->base.diagnostics, "give the contacts a larger v_min, or less restitution");
            return EG_ERROR_SIMULATION;
        }
    let_part(s, y);
    eg_friction_after_impulse(s, t, y, sink);
    return 1;
}

/* Would what parts with v, and is pulled back with a, be back before it has come off the stop, or before
 * positions tell it from where it is? Hops of that height take their speed from the rounding with which
 * impacts are found, and never end. */
static bool is_hop_of_nothing(const eg_network *s, int i, double v, double a, const double *y)
{
    const eg_element *e = &s->m->elements[i];
    double low, high;
    e->friction->stops(e->p, &low, &high);
    const double depth =
        fmax(a < 0 ? low - s->s_rel[i] : s->s_rel[i] - high, 16 * DBL_EPSILON * place_of(s, i, y));
    return v * a < 0 && v * v <= 2 * fabs(a) * depth;
}

/* Contact that touches without speed, and is pressed together, closes. */
bool eg_impact_closes(eg_network *s, double t, int i, const double *y, const double *yp, eg_event_sink *sink)
{
    const eg_element *e = &s->m->elements[i];
    const meeting at = meet(s, i, y);
    if (eg_friction_kind_of(s->mode[i]) != EG_FREE || at.give == 0)
        return false;
    const double a = eg_node_acceleration(s, e->node_b, yp) - eg_node_acceleration(s, e->node_a, yp);
    const double size =
        fabs(eg_node_acceleration(s, e->node_b, yp)) + fabs(eg_node_acceleration(s, e->node_a, yp));
    const int side = (a > 0 && at.beyond <= 0) - (a < 0 && at.closed <= 0);
    if (side == 0 || !(fabs(a) > 64 * DBL_EPSILON * size) ||
        (fabs(at.v) > NO_SPEED * at.size + 1e-9 * e->friction->v_rest(e->p, side > 0) &&
         !is_hop_of_nothing(s, i, at.v, a, y)))
        return false;
    if (sink)
        sink->happened(sink, t, eg_instance_path(s->m, e->instance), "contact closes", false);
    s->mode[i] = side < 0 ? EG_AT_MIN : EG_AT_MAX;
    return true;
}

double eg_impact_slack(const eg_network *s, int i)
{
    const eg_hold hold = eg_hold_of(s->m, i);
    double give = 0;
    for (int k = 0; k < 2; k++)
        if (hold.body[k] > 0)
            give += hold.factor[k] * hold.factor[k] / s->m->bodies[hold.body[k]].mass;
    return give > 0 ? UNSEEN * fmin(1, s->rounding.speed / SPEED) / give : 0;
}

/* What is asked for is known once the start is: until then it is a part of where the flanges are. */
int eg_impact_begin(eg_network *s, int i, const double *y)
{
    const eg_element *e = &s->m->elements[i];
    const double part = 1e-3, place = place_of(s, i, y);
    if (place > 0)
        s->rounding.length = fmin(s->rounding.length, part * place);
    const meeting at = meet(s, i, y);
    const double v = fabs(at.v) > NO_SPEED * at.size ? at.v : 0;
    double low, high;
    e->friction->stops(e->p, &low, &high);
    s->mode[i] = EG_FREE;
    if (at.closed <= 0 && v == 0)
        s->mode[i] = EG_AT_MIN;
    else if (at.beyond <= 0 && v == 0)
        s->mode[i] = EG_AT_MAX;
    if (s->s_rel[i] >= low - 1e-9 * (1 + fabs(low)) && s->s_rel[i] <= high + 1e-9 * (1 + fabs(high)))
        return 0;
    const eg_instance *instance = &s->m->instances[e->instance];
    eg_report(s->base.diagnostics, EG_ERROR, eg_instance_place(instance),
              "%s is rigid, and begins beyond its stop: s_rel = %.9g m must be from %.9g to %.9g m",
              instance->path, s->s_rel[i], low, high);
    eg_remedy(s->base.diagnostics, "move the bodies apart, or take a law with a spring");
    return EG_ERROR_MODEL;
}

/* ---------------------------------------------------------------- the compiler's check */

static void report_massless(const eg_model *m, const eg_element *e, int body, eg_diagnostics *d)
{
    const eg_instance *instance = &m->instances[e->instance];
    eg_report(d, EG_ERROR, eg_instance_place(instance),
              "%s is rigid: an impact is an exchange of momentum, but %s on one of its sides has no mass",
              instance->path, m->bodies[body].name);
    eg_remedy(d, "give it a mass, or take a law with a spring");
}

/* Inertia that several bodies move ties their speeds. */
static bool is_coupled(const eg_model *m, int body)
{
    for (int i = 0; i < m->inertia_count; i++) {
        const eg_flange_node *n = &m->nodes[m->inertias[i].node];
        for (int k = 0; k <= n->more && n->more > 0; k++)
            if (m->inertias[i].mass > 0 && eg_node_term(m, n, k).index == body)
                return true;
    }
    return false;
}

/* Where a force ends at once what has no mass would jump, and what it is tied to with it. */
static eg_status check_letting_go(const eg_model *m, int i, eg_diagnostics *d)
{
    const eg_scatter *list = &m->scatter.elements;
    const eg_instance *instance = &m->instances[m->elements[i].instance];
    for (int k = list->start[i]; k < list->start[i + 1]; k++) {
        const int b = list->terms[k].index - (m->body_count - 1) + 1;
        if (m->bodies[b].mass > 0)
            continue;
        eg_report(d, EG_ERROR, eg_instance_place(instance),
                  "%s sticks and lets go at once, so that %s on one of its sides, which has no mass, would "
                  "jump",
                  instance->path, m->bodies[b].name);
        eg_remedy(d, "give it a mass, or leave f_release out");
        return EG_ERROR_MODEL;
    }
    return EG_OK;
}

eg_status eg_compile_rigid(eg_model *m, eg_diagnostics *d)
{
    eg_status status = EG_OK;
    for (int i = 0; i < m->element_count; i++) {
        const eg_element *e = &m->elements[i];
        const eg_instance *instance = &m->instances[e->instance];
        if (e->ops->lost && check_letting_go(m, i, d) != EG_OK)
            status = EG_ERROR_MODEL;
        if (!eg_impact_is_rigid(e))
            continue;
        const eg_hold hold = eg_hold_of(m, i);
        bool gives = false;
        for (int k = 0; k < 2; k++) {
            const int b = hold.body[k];
            gives = gives || b > 0;
            if (b > 0 && m->bodies[b].mass == 0) {
                report_massless(m, e, b, d);
                status = EG_ERROR_MODEL;
            } else if (b > 0 && is_coupled(m, b)) {
                eg_report(d, EG_ERROR, eg_instance_place(instance),
                          "%s is rigid, and a gear whose support moves ties what it touches to other bodies: "
                          "this is not supported",
                          instance->path);
                eg_remedy(d, "hold the support of the gear, or take a law with a spring");
                status = EG_ERROR_MODEL;
            }
        }
        if (gives)
            continue;
        eg_report(d, EG_ERROR, eg_instance_place(instance),
                  "%s is rigid, and neither of its sides can give way: both are fixed or driven",
                  instance->path);
        eg_remedy(d, "take a law with a spring");
        status = EG_ERROR_MODEL;
    }
    return status;
}
