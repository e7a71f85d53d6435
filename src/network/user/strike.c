/* Impacts that users' equations describe: Elastogap.Math.impulse(v, after) is a force that is 0 but for an
 * instant, in which it is so large that the speed v becomes `after`.
 *
 * In that instant all speeds jump as accelerations would answer to the force alone: they are computed twice,
 * without it and with it. What holds bodies together by `holds(...)` lets go meanwhile. Impacts at one
 * instant are carried out one after the other in the order of the equations, over and over until each v is
 * what it should be, as those of native contacts are (network/motion/impact.c). */
#include "network/network.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* What is no speed beside that of the fastest impact so far. */
static const double NO_SPEED = 1e-13;
enum { MOST_PASSES = 100000 };

static double change_wanted(const eg_network *s, const eg_user_impulse *k)
{
    double change = s->user_value[k->after] - s->user_value[k->v];
    return fabs(change) > NO_SPEED * s->strike_scale ? change : 0;
}

/* y' with impulse i, or (-1) with none, while nothing holds or shares a load. */
static int answer(eg_network *s, double t, const double *y, int i, double *yp)
{
    s->user_striking = true;
    s->user_impulse = i;
    int status = s->shares && s->shares->share_count > 0 ? eg_user_update_shares(s, t, y) : 0;
    if (status == 0)
        status = eg_network_derivatives(&s->base, t, y, yp);
    s->user_striking = false;
    return status;
}

/* Adds `factor` times the jump to the speeds in y: of bodies, and of states that are speeds. */
static void add_jump(const eg_network *s, double factor, const double *jump, double *y)
{
    const eg_model *m = s->m;
    for (int b = 1; b < m->body_count; b++)
        y[eg_v(m, b)] += factor * jump[eg_v(m, b)];
    for (int i = 0; i < m->user->states; i++)
        if (m->user->is_speed[i])
            y[m->first_user + i] += factor * jump[m->first_user + i];
}

static int cannot_give_way(const eg_network *s, const eg_user_impulse *k, double t)
{
    eg_report(s->base.diagnostics, EG_ERROR, k->place,
              "at time %.9g s there is an impact, but no speed answers to its impulse", t);
    eg_remedy(s->base.diagnostics, "let the impulse act on a mass whose speed is a variable in m/s or rad/s");
    return EG_ERROR_SIMULATION;
}

static int strike(eg_network *s, double t, int i, double change, double *y, const double *yp)
{
    const eg_user_impulse *k = &s->m->user->impulses[i];
    double *without = s->strike_work, *jump = without + s->base.n, *moved = jump + s->base.n;
    double before = s->user_value[k->v], wanted = s->user_value[k->after];
    size_t size = sizeof *y * (size_t)s->base.n;
    memcpy(without, yp, size);
    memcpy(jump, yp, size);
    int status = answer(s, t, y, -1, without);
    if (status == 0)
        status = answer(s, t, y, i, jump);
    if (status != 0)
        return status < 0 ? status : EG_ERROR_SIMULATION;
    for (int j = 0; j < s->base.n; j++)
        jump[j] = (jump[j] - without[j]) / EG_TRIAL_IMPULSE;
    memcpy(moved, y, size);
    add_jump(s, 1, jump, moved);
    eg_network_evaluate(s, t, moved, yp, 0);
    double answered = s->user_value[k->v] - before;
    if (!(fabs(answered) > 16 * DBL_EPSILON * fabs(before)))
        return cannot_give_way(s, k, t);
    add_jump(s, change / answered, jump, y);
    if (k->unknown >= 0) /* to the last bit */
        y[s->m->first_user + k->unknown] = wanted;
    s->user_struck[i] = fabs(before);
    s->strike_scale = fmax(s->strike_scale, fabs(before));
    eg_network_evaluate(s, t, y, yp, 0);
    return 0;
}

int eg_user_strike(eg_network *s, double t, double *y, const double *yp)
{
    const eg_user *u = s->m->user;
    int idle = 0, strikes = 0;
    for (int pass = 0; idle < u->impulse_count; pass++) {
        if (pass / u->impulse_count >= MOST_PASSES) {
            eg_report(s->base.diagnostics, EG_ERROR, EG_NOWHERE,
                      "at time %.9g s impacts between bodies that touch go on without end", t);
            return EG_ERROR_SIMULATION;
        }
        int i = pass % u->impulse_count;
        double change = change_wanted(s, &u->impulses[i]);
        int status = change == 0 ? 0 : strike(s, t, i, change, y, yp);
        if (status != 0)
            return status;
        idle = change == 0 ? idle + 1 : 0;
        strikes += change != 0;
    }
    return strikes > 0;
}
