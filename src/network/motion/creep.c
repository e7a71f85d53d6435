/* Friction that comes to rest as far as can be told. What a damper lets creep to where friction just balances
 * its load never stops, but its speed becomes less than the engine's error. Then it falls to 0 while forces
 * that are as wrong speed it up, and would again and again. */
#include "network/network.h"
#include "network/motion/creep.h"
#include "network/motion/evaluate.h"
#include "network/motion/kinematics.h"
#include "network/solve/consistent.h"

#include <math.h>
#include <string.h>

/* The acceleration along friction element i in its present mode, the speed of a body being more by `by`. The
 * point evaluated last stays. 0, or what a callback answered. */
static int accelerate_beside(eg_network *s, int i, double t, const double *y, const double *yp, int body,
                             double by, double *a)
{
    const eg_element *e = &s->m->elements[i];
    memcpy(s->ahead.y, y, sizeof *y * (size_t)s->m->n);
    s->ahead.y[eg_v(s->m, body)] += by;
    int status = eg_network_derivatives(&s->base, t, s->ahead.y, s->ahead.rate);
    *a =
        eg_node_acceleration(s, e->node_b, s->ahead.rate) - eg_node_acceleration(s, e->node_a, s->ahead.rate);
    eg_network_evaluate(s, t, y, yp, 0);
    return status;
}

double eg_friction_error_of_load(eg_network *s, int i, double t, const double *y, const double *yp,
                                 const eg_rubbing *at)
{
    const eg_element *e = &s->m->elements[i];
    const double sign = eg_friction_kind_of(s->mode[i]) == EG_FORWARD ? 1 : -1;
    const eg_hold h = eg_hold_of(s->m, i);
    double give = 0, moves = 0, a, f0, f0_max;
    int body = 0;
    if (!s->base.blur || at->is_given || !at->has_mass || !(sign * at->a > 0) ||
        s->stick.lead[h.body[0]] == s->stick.lead[h.body[1]])
        return 0;
    for (int k = 0; k < 2; k++) {
        const int lead = s->stick.lead[h.body[k]];
        const double factor = h.factor[k] * s->stick.ratio[h.body[k]];
        if (lead == 0)
            continue;
        give += factor * factor / s->stick.mass[lead];
        body = lead;
        moves = factor;
    }
    const double by = copysign(s->base.blur[eg_v(s->m, body)], sign * moves);
    if (accelerate_beside(s, i, t, y, yp, body, by, &a) != 0 || sign * a > 0)
        return 0;
    e->friction->limits(e->p, &f0, &f0_max);
    return fmax(2 * fabs(at->a) / give - (f0_max - f0) * at->u, 0);
}
