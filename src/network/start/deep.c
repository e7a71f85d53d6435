/* A start deep inside a contact. A length in the wrong unit, or a body that begins behind its stop, presses a
 * contact together by far more than anything in the model could, and it lets go with a force out of all
 * proportion: right by the equations, and hardly what was meant. Three things tell it from what is meant:
 *   balance     of a preload the body at the contact feels next to nothing, since something holds against
 *               it; here the contact's force is what accelerates it
 *   energy      the contact stores more than all else in the model can bring up: motion, springs, and forces
 *               along all of the model's length. Where there is nothing else, the contact is what drives the
 *               model, and its size is the model's own
 *   proportion  a thousand times more, which is what a length in mm makes of a force when it is read in m */
#include "network/motion/accounts.h"
#include "network/motion/energy.h"
#include "network/motion/evaluate.h"
#include "network/motion/kinematics.h"
#include "network/start/deep.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <stdio.h>

static const double OUT_OF_PROPORTION = 1000;

static double stored(const eg_network *s, int i)
{
    const eg_element *e = &s->m->elements[i];
    return e->ops->energy ? e->ops->energy(s->k + e->coefficients, s->mode[i], s->s_rel[i]) : 0;
}

/* How far contact i is pressed together [m or rad]; 0 where it is open, or no contact. */
static double depth(const eg_network *s, int i)
{
    const eg_element *e = &s->m->elements[i];
    const double by =
        e->ops->compression ? e->ops->compression(s->k + e->coefficients, s->mode[i], s->s_rel[i]) : INFINITY;
    return isfinite(by) ? by : 0;
}

/* The length of the model [m]: from its first flange to its last, and no less than a contact is deep. */
static double extent(const eg_network *s)
{
    double first = INFINITY, last = -INFINITY, deepest = 0;
    for (int i = 0; i < s->m->node_count; i++) {
        const double at = eg_node_position(s, i);
        first = fmin(first, at);
        last = fmax(last, at);
    }
    for (int i = 0; i < s->m->element_count; i++)
        deepest = fmax(deepest, depth(s, i));
    return fmax(last - first, deepest);
}

/* What all but contacts can bring up [J], at the point evaluated last. A spring that rounding alone stretches
 * has nothing. */
static double other_energy(const eg_network *s, const double *y)
{
    const eg_model *m = s->m;
    double energy = eg_network_kinetic(s, y), force = 0;
    for (int i = 0; i < m->element_count; i++)
        if (!m->elements[i].ops->compression && stored(s, i) > eg_network_element_rounding(s, i, y))
            energy += stored(s, i);
    for (int i = 0; i < m->source_count; i++)
        force += fabs(s->signals.net[m->sources[i].input].x);
    for (int i = 0; m->user && i < m->user->flow_count; i++)
        if (!m->user->flows[i].is_heat)
            force += fabs(s->user.value[m->user->flows[i].result.node]);
    return energy + (force > 0 ? force * extent(s) : 0);
}

/* Does the force of element i make up most of what accelerates the body at the node? */
static bool drives(const eg_network *s, int i, int node, const double *yp)
{
    const eg_flange_node *n = node < 0 ? NULL : &s->m->nodes[node];
    if (!n || n->body <= 0)
        return false;
    const double inertial = s->stick.mass[n->body] * eg_body_acceleration(s, n->body, yp);
    return 2 * fabs(inertial) > fabs(n->factor * s->force[i].f);
}

/* Of the deepest one, by its energy, and how many begin so besides. */
static void tell(const eg_network *s, int i, double energy, double other, int more)
{
    const eg_instance *x = &s->m->instances[s->m->elements[i].instance];
    const bool is_angle = s->m->nodes[s->m->elements[i].node_a].rotational;
    const char *length = is_angle ? "rad" : "m", *force = is_angle ? "N.m" : "N";
    char besides[60] = "";
    if (more > 0)
        snprintf(besides, sizeof besides, "; and so do %d more", more);
    eg_report(
        s->base.diagnostics, EG_WARNING, eg_instance_place(x),
        "%s begins %.4g %s deep in contact (at a distance of %.4g %s): nothing holds against its %s of "
        "%.3g %s, and the %.3g J that it stores are %.2g times what all else in the model can bring up%s",
        x->path, depth(s, i), length, s->s_rel[i], length, is_angle ? "torque" : "force", fabs(s->force[i].f),
        force, energy, energy / other, besides);
    eg_remedy(s->base.diagnostics,
              "look at the start values of the bodies at %s and at where its contact begins, and at their "
              "units; nothing is to be done if it is meant to be let go so",
              x->path);
}

/* What element i stores is kinetic energy soon, and an ulp of that momentum is a speed that stays: is its way
 * in the run seen beside the length of the model, and what the element is deformed by? */
static void tell_hidden(const eg_network *s, int i, double energy)
{
    static const double SEEN = 1e-4;
    const eg_element *e = &s->m->elements[i];
    const int ends[] = {e->body_a, e->body_b};
    const double span = s->base.span > 0 ? s->base.span : 1;
    const double deformation = 2 * energy / fabs(s->force[i].f);
    double way = 0;
    for (int k = 0; k < 2; k++) {
        const double mass = ends[k] > 0 ? s->stick.mass[ends[k]] : 0;
        if (mass > 0)
            way = fmax(way, DBL_EPSILON * sqrt(2 * energy / mass) * span);
    }
    if (!(way > SEEN * fmax(extent(s), deformation)) || !isfinite(way))
        return;
    const eg_instance *x = &s->m->instances[e->instance];
    eg_report(
        s->base.diagnostics, EG_WARNING, eg_instance_place(x),
        "%s begins with so much energy, %.3g J, that the last digits of the speeds which it makes come to a "
        "way of %.2g %s in this run",
        x->path, energy, way, s->m->nodes[e->node_a].rotational ? "rad" : "m");
    eg_remedy(s->base.diagnostics,
              "look for a stiffness, a length or a start value of %s that is out of all proportion", x->path);
}

/* Of the element that stores most, of those that nothing holds against. */
static void tell_most_stored(eg_network *s, double t, const double *y, const double *yp)
{
    int most = -1;
    for (int i = 0; i < s->m->element_count; i++) {
        const eg_element *e = &s->m->elements[i];
        if (stored(s, i) > 0 && (most < 0 || stored(s, i) > stored(s, most)) &&
            (drives(s, i, e->node_a, yp) || drives(s, i, e->node_b, yp)))
            most = i;
    }
    if (most < 0)
        return;
    eg_network_evaluate(s, t, y, yp, EG_EVALUATE_POSITIONS);
    tell_hidden(s, most, stored(s, most));
}

void eg_network_tell_deep_starts(eg_network *s, double t, const double *y, const double *yp)
{
    double other = -1, most = 0;
    int count = 0, deepest = -1;
    for (int i = 0; i < s->m->element_count; i++) {
        const eg_element *e = &s->m->elements[i];
        const double energy = depth(s, i) > 0 ? stored(s, i) : 0;
        if (energy <= 0 || (!drives(s, i, e->node_a, yp) && !drives(s, i, e->node_b, yp)))
            continue;
        if (other < 0) {
            eg_network_evaluate(s, t, y, yp, EG_EVALUATE_POSITIONS);
            other = other_energy(s, y);
        }
        if (!(other > 0) || energy <= OUT_OF_PROPORTION * other)
            continue;
        count++;
        if (energy > most) {
            most = energy;
            deepest = i;
        }
    }
    if (count > 0)
        tell(s, deepest, most, other, count - 1);
    else
        tell_most_stored(s, t, y, yp);
}
