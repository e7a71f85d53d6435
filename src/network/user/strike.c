/* Impacts that users' equations describe: Elastogap.Math.impulse(v, after) is a force that is 0 but for an
 * instant, in which it is so large that the speed v becomes `after`.
 *
 * In that instant all speeds jump as accelerations would answer to the force alone: they are computed twice,
 * without it and with it. What holds bodies together by `holds(...)` lets go meanwhile. Impacts at one
 * instant are carried out one after the other in the order of the equations, over and over until each v is
 * what it should be, as those of native contacts are (network/motion/impact.c). */
#include "network/network.h"
#include "network/motion/evaluate.h"
#include "network/solve/consistent.h"
#include "network/user/grip.h"
#include "network/user/strike.h"
#include "network/user/tangents.h"
#include "network/user/user.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* What is no speed beside that of the fastest impact so far. */
static const double NO_SPEED = 1e-13;
enum { MOST_PASSES = 100000 };

static double change_wanted(const eg_network *s, const eg_user_impulse *k)
{
    double change = s->user.value[k->after] - s->user.value[k->v];
    return fabs(change) > NO_SPEED * s->strike.scale ? change : 0;
}

/* y' with impulse i, or (-1) with none, while nothing holds or shares a load. */
static int answer(eg_network *s, double t, const double *y, int i, double *yp)
{
    s->strike.is_on = true;
    s->strike.impulse = i;
    int status = s->user.shares && s->user.shares->share_count > 0 ? eg_user_update_shares(s, t, y) : 0;
    if (status == 0)
        status = eg_network_derivatives(&s->base, t, y, yp);
    s->strike.is_on = false;
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
            y[m->first.user + i] += factor * jump[m->first.user + i];
}

static int cannot_give_way(const eg_network *s, const eg_user_impulse *k, double t)
{
    eg_report(s->base.diagnostics, EG_ERROR, k->place,
              "at time %.9g s there is an impact, but no speed answers to its impulse", t);
    eg_remedy(s->base.diagnostics, "let the impulse act on a mass whose speed is a variable in m/s or rad/s");
    return EG_ERROR_SIMULATION;
}

/* The force that is tried first [N], and by how much more or less then. */
static const double TRIAL = 1048576.0, MUCH = 1099511627776.0;
enum { MOST_TRIALS = 40 };

/* Is unknown i the speed of a body, or a state that is a speed? */
static bool is_speed(const eg_model *m, int i)
{
    const int bodies = m->body_count - 1, state = i - m->first.user;
    return (i >= bodies && i < 2 * bodies) ||
           (state >= 0 && state < m->user->states && m->user->is_speed[state]);
}

/* Is a change of speeds' derivatives told from what they are: to more than rounding leaves of it, and in
 * numbers? 0, or 1 where the force is too small, -1 where it is too large. */
static int misses(const eg_network *s, const double *without, const double *with)
{
    const eg_model *m = s->m;
    double most = 0, change = 0;
    for (int i = 0; i < m->n; i++) {
        if (!is_speed(m, i))
            continue;
        if (!isfinite(with[i]))
            return -1;
        most = fmax(most, fabs(without[i]));
        change = fmax(change, fabs(with[i] - without[i]));
    }
    return change < 1e-3 * most;
}

/* jump becomes what speeds answer to an impulse of 1 N.s, where y' is `without` one. */
static int find_jump(eg_network *s, double t, const double *y, int i, const double *without, double *jump)
{
    int status = 0, misses_by = 1;
    s->strike.trial = TRIAL;
    for (int k = 0; k < MOST_TRIALS && status == 0 && misses_by != 0; k++) {
        if (k > 0)
            s->strike.trial *= misses_by > 0 ? MUCH : 1 / MUCH;
        memcpy(jump, without, sizeof *jump * (size_t)s->base.n);
        status = answer(s, t, y, i, jump);
        misses_by = status == 0 ? misses(s, without, jump) : 0;
    }
    for (int j = 0; j < s->base.n; j++)
        jump[j] = (jump[j] - without[j]) / s->strike.trial;
    return status;
}

/* By how much the jump is taken so that speeds change by as much as they should, about: a change by 1e-13 of
 * a speed of 1 would be rounding. 1 where it is not far from that. */
static double part_of(const eg_network *s, const double *jump, double change)
{
    double most = 0;
    for (int i = 0; i < s->m->n; i++)
        most = fmax(most, is_speed(s->m, i) ? fabs(jump[i]) : 0);
    const double part = fabs(change) / most;
    return most > 0 && isfinite(part) && !(part >= 1e-3 && part <= 1e3) ? part : 1;
}

static int strike(eg_network *s, double t, int i, double change, double *y, const double *yp)
{
    const eg_user_impulse *k = &s->m->user->impulses[i];
    double *without = s->strike.work, *jump = without + s->base.n, *moved = jump + s->base.n;
    double before = s->user.value[k->v], wanted = s->user.value[k->after];
    size_t size = sizeof *y * (size_t)s->base.n;
    memcpy(without, yp, size);
    int status = answer(s, t, y, -1, without);
    if (status == 0)
        status = find_jump(s, t, y, i, without, jump);
    if (status != 0)
        return status < 0 ? status : EG_ERROR_SIMULATION;
    const double part = part_of(s, jump, change);
    for (int j = 0; j < s->base.n; j++)
        jump[j] *= part;
    memcpy(moved, y, size);
    add_jump(s, 1, jump, moved);
    eg_network_evaluate(s, t, moved, yp, 0);
    double answered = s->user.value[k->v] - before;
    if (!(fabs(answered) > 16 * DBL_EPSILON * fabs(before)))
        return cannot_give_way(s, k, t);
    status = eg_user_tangents_strike(s, &(eg_struck){t, i, y, yp, without, jump, part});
    if (status != 0)
        return status;
    add_jump(s, change / answered, jump, y);
    if (k->unknown >= 0) /* to the last bit */
        y[s->m->first.user + k->unknown] = wanted;
    s->strike.struck[i] = fabs(before);
    s->strike.scale = fmax(s->strike.scale, fabs(before));
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
            eg_remedy(
                s->base.diagnostics,
                "give one of the bodies that touch an elastic contact (c), or a restitution less than 1");
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
