/* Forces that are next to nothing. Below the least normal number doubles lose their digits, and below the
 * least of all there is no force: a body would fall through its stop, or not swing, and no balance would miss
 * energy that is no number either. What a touch comes to is known beforehand: its force grows until its
 * impulse is the momentum that it takes away. Of what is in touch at the start the force is known as a
 * logarithm, and so is what the rounding of it makes of a mass in all of the run. */
#include "network/network.h"
#include "network/motion/kinematics.h"
#include "network/motion/local.h"
#include "network/motion/weak.h"
#include "network/user/pieces.h"

#include <float.h>
#include <math.h>

/* A force that is known to 1e-12 of itself. */
static const double least_force = 0x1p40 * 0x1p-1074;
/* log2 of what the rounding of a force may be of it, and what it may make of a speed: nine digits. */
static const double DIGITS = 30;
static const double LEAST = -1074; /* log2 of the least of all numbers */

/* The mass that an impulse on an element changes the speed of; 0 where a part has none. Reciprocals of the
 * least masses are beyond numbers, and are taken LIGHTER times smaller. */
static double mass_at(const eg_network *s, const eg_element *e)
{
    static const double LIGHTER = 0x1p-100;
    const int nodes[] = {e->node_a, e->node_b};
    double light = 0;
    for (int k = 0; k < 2; k++) {
        const eg_flange_node *n = nodes[k] < 0 ? NULL : &s->m->nodes[nodes[k]];
        if (n && n->body > 0)
            light += n->factor * n->factor * LIGHTER / s->stick.mass[n->body];
    }
    return LIGHTER / light;
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
    const double mass = eg_pieces_are_own(e) ? 1 / eg_network_local_lightness(s, element) : mass_at(s, e);
    if (speed == 0 || !(mass > 0) || !eg_is_weak_touch(speed, mass))
        return 0;
    const double force = force_of_touch(s, element, mass * speed);
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

/* ---------------------------------------------------------------- at the start */

/* By how much the element is out of its rest [m or rad]. */
static double deformation(const eg_network *s, int i)
{
    const eg_element *e = &s->m->elements[i];
    const eg_instance *x = &s->m->instances[e->instance];
    const int rest = eg_class_parameter(x->class, s->m->nodes[e->node_a].rotational ? "phi_rel0" : "s_rel0");
    const double by =
        e->ops->compression ? e->ops->compression(s->k + e->coefficients, s->mode[i], s->s_rel[i]) : INFINITY;
    return isfinite(by) ? by : fabs(s->s_rel[i] - (rest >= 0 ? x->p[rest] : 0));
}

/* log2 of a force [N], from how steep it is and how far it is from where it is 0; also where the force itself
 * is no number with digits. */
static double log_of_force(const eg_network *s, int i)
{
    const eg_force *f = &s->force[i];
    const double spring = log2(fabs(f->df_ds)) + log2(deformation(s, i)),
                 damper = log2(fabs(f->df_dv)) + log2(fabs(s->v_rel[i]));
    return fmax(spring, damper);
}

/* Is the last digit of a force on the body seen in its motion within the run? */
static bool shows_rounding(const eg_network *s, int i, int body, const double *y, const double *yp)
{
    const double mass = body > 0 ? s->stick.mass[body] : 0, span = s->base.span > 0 ? s->base.span : 1;
    if (!(mass > 0) || !isfinite(mass))
        return false;
    double speed = fmax(fabs(s->v_rel[i]), deformation(s, i) / span);
    speed = fmax(speed, fabs(eg_body_speed(s, body, y)));
    speed = fmax(speed, fabs(eg_body_acceleration(s, body, yp)) * span);
    return LEAST + log2(span) - log2(mass) > log2(speed) - DIGITS;
}

eg_status eg_network_check_start(const eg_network *s, const double *y, const double *yp)
{
    for (int i = 0; i < s->m->element_count; i++) {
        const eg_element *e = &s->m->elements[i];
        if (fabs(s->force[i].f) >= DBL_MIN || (s->force[i].df_ds == 0 && s->force[i].df_dv == 0))
            continue;
        const double size = log_of_force(s, i);
        if (!(size > -INFINITY) || size >= LEAST + DIGITS ||
            (!shows_rounding(s, i, e->body_a, y, yp) && !shows_rounding(s, i, e->body_b, y, yp)))
            continue;
        eg_report(s->base.diagnostics, EG_ERROR, eg_instance_place(&s->m->instances[e->instance]),
                  "%s begins with a force of some 1e%.0f N, of which doubles have not enough digits, and the "
                  "mass that it moves is as small",
                  eg_instance_path(s->m, e->instance), floor(size * log10(2.0)));
        eg_remedy(s->base.diagnostics,
                  "look for a mass, a stiffness, a damping or a length that is far too small, or count in "
                  "smaller units");
        return EG_ERROR_SIMULATION;
    }
    return EG_OK;
}
