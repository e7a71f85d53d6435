/* Contacts that push with next to nothing. Below the least normal number doubles lose their digits, and
 * below the least of all there is no force: a body would fall through its stop, and no balance would miss
 * energy that is no number either. What a touch comes to is known beforehand: its force grows until its
 * impulse is the momentum that it takes away. */
#include "network/network.h"
#include "network/motion/local.h"
#include "network/motion/weak.h"
#include "network/user/pieces.h"

#include <float.h>
#include <math.h>

/* A force that is known to 1e-12 of itself. */
static const double least_force = 0x1p40 * 0x1p-1074;

/* By how much an impulse on an element changes its speed, 1/mass; INFINITY where a part has none. */
static double lightness(const eg_network *s, const eg_element *e)
{
    const int nodes[] = {e->node_a, e->node_b};
    double light = 0;
    for (int k = 0; k < 2; k++) {
        const eg_flange_node *n = nodes[k] < 0 ? NULL : &s->m->nodes[nodes[k]];
        if (n && n->body > 0)
            light += n->factor * n->factor / s->stick.mass[n->body];
    }
    return light;
}

/* The force when it has pushed for so long that it has taken away the momentum, at most that of a depth of
 * |v| times the span. */
static double force_of_touch(const eg_network *s, int i, double momentum)
{
    const eg_element *e = &s->m->elements[i];
    const double *k = s->k + e->coefficients, v = s->v_rel[i];
    const double span = s->base.span > 0 ? s->base.span : 1;
    double force = 0;
    for (int power = -100; power <= 0; power++) {
        const double time = ldexp(span, power);
        eg_force at;
        e->ops->force(k, s->mode[i], s->s_rel[i] + v * time, v, &at);
        force = fabs(at.f);
        if (force * time >= momentum)
            break;
    }
    return force;
}

static bool has_touched(const eg_network *s, int i)
{
    const eg_element *e = &s->m->elements[i];
    const double *k = s->k + e->coefficients;
    return e->ops->compression && e->ops->dependence && s->left.mode[i] >= 0 &&
           e->ops->dependence(k, s->left.mode[i]) == 0 && e->ops->dependence(k, s->mode[i]) != 0;
}

int eg_network_check_touch(eg_system *base, double t, int element)
{
    const eg_network *s = eg_network_of(base);
    const eg_element *e = &s->m->elements[element];
    if (!has_touched(s, element))
        return 0;
    const double speed = fabs(s->v_rel[element]);
    const double light = eg_pieces_are_own(e) ? eg_network_local_lightness(s, element) : lightness(s, e);
    if (speed == 0 || !(light < INFINITY) || !eg_is_weak_touch(speed, 1 / light))
        return 0;
    const double force = force_of_touch(s, element, speed / light);
    if (force >= least_force)
        return 0;
    eg_report(
        base->diagnostics, EG_ERROR, EG_NOWHERE,
        "the simulation stopped at t = %.15g s: %s would push with some %.2g N, of which doubles have not "
        "enough digits",
        t, eg_pieces_path(s->m, element), force);
    eg_remedy(base->diagnostics,
              "look for a mass, a stiffness or a speed that is far too small, or count in smaller "
              "units");
    return EG_ERROR_SIMULATION;
}

int eg_network_check_touches(eg_network *s, double t)
{
    int status = 0;
    for (int i = 0; i < s->m->element_count && status == 0; i++)
        if (s->left.mode[i] >= 0)
            status = eg_network_check_touch(&s->base, t, i);
    return status;
}
