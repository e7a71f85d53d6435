/* What falls at an instant, by itself or from rest: rules 3 and 4 of watch.h, and the round-off that they
 * speak of. */
#include "engine/watch_parts.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

/* ---------------------------------------------------------------- round-off */

/* x moved by 8 ulp of size; pattern p of signs: bits of a multiplicative hash, the same at every call. */
static double perturbed(double x, double size, int i, int p)
{
    uint32_t hash = ((uint32_t)i + 1u) * 2654435769u;
    return x + ((hash >> (28 + p)) & 1u ? 8.0 : -8.0) * DBL_EPSILON * size;
}

int eg_watch_measure_delta(eg_watch *w, bool rates, double t, const double *y, const double *yp,
                           const double *at, double *delta)
{
    eg_system *s = w->engine->system;
    memset(delta, 0, (size_t)w->count * sizeof *delta);
    for (int p = 0; p < 4; p++) {
        for (int i = 0; i < s->n; i++) {
            w->y_work[i] = perturbed(y[i], w->size[i], i, p);
            w->yp_work[i] = rates ? perturbed(yp[i], yp[i], i + s->n, p) : 0.0;
        }
        double t_work = perturbed(t, s->origin + t, -1, p);
        int status = rates ? s->ops->switching_rates(s, t_work, w->y_work, w->yp_work, w->other)
                           : s->ops->switching(s, t_work, w->y_work, w->other);
        if (status != 0)
            return -1;
        for (int i = 0; i < w->count; i++)
            delta[i] = fmax(delta[i], fabs(w->other[i] - at[i]));
    }
    return 0;
}

/* ---------------------------------------------------------------- round-off of rates */

/* The rates of all functions at (t, y_work), with the derivatives there, into `rates`. */
static int rates_at(eg_watch *w, double t, double *rates)
{
    eg_system *s = w->engine->system;
    int status = s->ops->derivatives(s, t, w->y_work, w->yp_work);
    return status != 0 ? status : s->ops->switching_rates(s, t, w->y_work, w->yp_work, rates);
}

/* Raises w->rate_delta to how far the rates in w->other are from `at`. */
static void raise_delta(eg_watch *w, const double *at)
{
    for (int i = 0; i < w->count; i++)
        w->rate_delta[i] = fmax(w->rate_delta[i], fabs(w->other[i] - at[i]));
}

/* The rates with y moved by round-off (pattern p) into w->other; that y, and y' there, stay in the work. */
static int rates_beside(eg_watch *w, double t, const double *y, int p)
{
    for (int i = 0; i < w->engine->system->n; i++)
        w->y_work[i] = perturbed(y[i], w->size[i], i, p);
    return rates_at(w, perturbed(t, t, -1, p), w->other);
}

/* Raises w->rate_delta to what round-off makes of rates where derivatives are differences of large forces. A
 * point that cannot be evaluated tells nothing: positive. */
static int measure_rates(eg_watch *w, double t, const double *y)
{
    int status = 0;
    for (int p = 0; p < 4 && status == 0; p++) {
        status = rates_beside(w, t, y, p);
        if (status == 0)
            raise_delta(w, w->rate);
    }
    return status;
}

/* ---------------------------------------------------------------- falling (rule 3) */

/* What takes longer to leave its round-off is at rest. */
static double eternity(const eg_watch *w, double t)
{
    return 1e6 * eg_system_while(w->engine->system, t);
}

/* How many functions within round-off of 0, of those that have not fired, fall by more than w->rate_delta,
 * and out of it; they are marked as fired where `mark` says so. */
static int count_falling(eg_watch *w, double t, bool mark)
{
    double instant = 4.0 * DBL_EPSILON * fabs(t);
    int count = 0;
    for (int i = 0; i < w->count; i++) {
        if (w->fired[i])
            continue;
        bool falls = w->rate[i] < -w->rate_delta[i] && w->rate[i] * eternity(w, t) < -w->delta[i];
        if (!falls || !(w->h[i] <= w->delta[i] - w->rate[i] * instant))
            continue;
        w->fired[i] = mark;
        count++;
    }
    return count;
}

int eg_watch_fire_falling(eg_watch *w, double t, const double *y, const double *yp)
{
    eg_system *s = w->engine->system;
    if (s->ops->switching_rates(s, t, y, yp, w->rate) != 0)
        return -1;
    memset(w->rate_delta, 0, (size_t)w->count * sizeof *w->rate_delta);
    if (count_falling(w, t, false) == 0)
        return 0;
    if (eg_watch_measure_delta(w, true, t, y, yp, w->rate, w->rate_delta) != 0)
        return -1;
    if (count_falling(w, t, false) > 0 && measure_rates(w, t, y) < 0)
        return -1;
    return count_falling(w, t, true);
}

/* ---------------------------------------------------------------- from rest (rule 4) */

/* As the difference that friction's rates are: short against all that happens, long against round-off. */
static double moment(const eg_watch *w, double t)
{
    return 1e-7 * eg_system_while(w->engine->system, t);
}

/* The rates `step` ahead on the tangent of the motion. */
static int rates_ahead(eg_watch *w, double t, const double *y, const double *yp, double step, double *rates)
{
    for (int i = 0; i < w->engine->system->n; i++)
        w->y_work[i] = y[i] + step * yp[i];
    return rates_at(w, t + step, rates);
}

/* w->rate_delta = what round-off makes of the rates now and of those `step` ahead, which are w->half. */
static int measure_rates_ahead(eg_watch *w, double t, const double *y, double step)
{
    int status = 0;
    memset(w->rate_delta, 0, (size_t)w->count * sizeof *w->rate_delta);
    for (int p = 0; p < 4 && status == 0; p++) {
        status = rates_beside(w, t, y, p);
        if (status != 0)
            break;
        raise_delta(w, w->rate);
        status = rates_ahead(w, t, w->y_work, w->yp_work, step, w->other);
        if (status == 0)
            raise_delta(w, w->half);
    }
    return status;
}

/* Could function i be at rest at 0? At its rate it would stay within round-off for a moment; what is 0
 * without any, as the speed of what is held, has no such measure. */
static bool may_rest(const eg_watch *w, int i, double step)
{
    return fabs(w->h[i]) <= w->delta[i] && (fabs(w->rate[i]) * step <= w->delta[i] || w->delta[i] == 0.0);
}

/* If it is, does its rate fall in proportion to time, and so out of round-off? w->half is the rate half a
 * moment ahead, w->late that a moment ahead. */
static bool falls_ahead(const eg_watch *w, int i, double t)
{
    double early = w->half[i] - w->rate[i], late = w->late[i] - w->rate[i];
    double way = 0.5 * late / moment(w, t) * eternity(w, t) * eternity(w, t);
    return early < 0.0 && late < 1.5 * early && late > 3.0 * early && way < -w->delta[i];
}

/* How many do, of those that may rest. */
static int count_ahead(const eg_watch *w, double t)
{
    int count = 0;
    for (int i = 0; i < w->count; i++)
        count += may_rest(w, i, moment(w, t)) && falls_ahead(w, i, t);
    return count;
}

/* Has its rate no sign now, and clearly one half a moment ahead? */
static bool begins_at_rest(const eg_watch *w, int i)
{
    return fabs(w->rate[i]) <= w->rate_delta[i] && w->half[i] - w->rate[i] < -w->rate_delta[i];
}

int eg_watch_fire_from_rest(eg_watch *w, double t, const double *y, const double *yp)
{
    const double step = moment(w, t);
    int fired = 0;
    bool any = false;
    for (int i = 0; i < w->count && !any; i++)
        any = may_rest(w, i, step);
    int status = any ? rates_ahead(w, t, y, yp, 0.5 * step, w->half) : 1;
    if (status == 0)
        status = rates_ahead(w, t, y, yp, step, w->late);
    if (status == 0)
        status = count_ahead(w, t) > 0 ? measure_rates_ahead(w, t, y, 0.5 * step) : 1;
    for (int i = 0; i < w->count && status == 0; i++)
        if (may_rest(w, i, step) && falls_ahead(w, i, t) && begins_at_rest(w, i)) {
            w->fired[i] = true;
            fired++;
        }
    return status < 0 ? -1 : fired;
}
