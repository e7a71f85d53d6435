/* What is asked of a step of the engine `irk`. An error e_i of y_i counts as |e_i|/allowed_i, and these are
 * the weights of `ida` (ida/functions.c, which says why):
 *
 *     allowed_i = max( tolerance * max(range_i, nominal_i), 50 noise_i, DBL_MIN ).
 *
 * Where equations have rates of others in them, noise_i has what those rates bring, too: der(y) = 20*der(v)
 * leaves in y twenty times what forces that cancel leave in v, which may be more than y has ever moved.
 *
 * A nominal value is no more than what is left of a motion that is held back.
 *
 * Where the system asks no accuracy of y_i, that is ten times as much, or what the errors allowed to others
 * carry into y_i if that is more: it follows from them, but powers and switching functions follow from it.
 * The formula that compares two orders passes over it, since what is carried is all it sees of it.
 *
 * Algebraic unknowns are looked at between the stages. What counts there is the range, with the step that is
 * tried, and not the reach: what begins to reach as a broken power of time is of that shape in a step of any
 * length. */
#include "engine/irk/parts.h"

#include <float.h>
#include <math.h>

/* Of what no accuracy is asked of, in units of what is asked of others. */
static const double loose = 10.0;
static const double least_nominal = 1e-6;
enum { LEAST_ULPS = 50 };

void eg_irk_find_reach(eg_irk *e)
{
    eg_system *s = e->base.system;
    if (s->ops->reaches)
        s->ops->reaches(s, e->base.t1, e->y, e->reach);
}

void eg_irk_extend_range(eg_irk *e)
{
    for (size_t i = 0; i < e->n; i++) {
        e->low[i] = fmin(e->low[i], e->y[i]);
        e->high[i] = fmax(e->high[i], e->y[i]);
        e->farthest[i] = isfinite(e->reach[i]) ? fmax(e->farthest[i], e->reach[i]) : 0.0;
        e->fastest[i] = fmax(e->fastest[i], fabs(e->rate[i]));
    }
}

/* What rounding of all unknowns leaves in each, with the matrix dF/dy + cj dF/dy'; and the error that others
 * carry into those that are not tested. Rows without a diagonal entry say nothing. */
static void measure_noise(eg_irk *e, double cj)
{
    const bool *differential = e->base.system->differential;
    for (size_t i = 0; i < e->n; i++) {
        const double *a = e->by_y + i * e->n, *b = e->by_rate + i * e->n;
        const double diagonal = fabs(a[i] + cj * b[i]);
        double noise = 0.0, carried = 0.0;
        for (size_t j = 0; j < e->n; j++) {
            const double part = fabs(a[j] + cj * b[j]);
            noise += part * fabs(e->y[j]);
            carried += differential[j] ? part * e->allowed[j] : 0.0;
        }
        noise = fmax(DBL_EPSILON * noise, e->rounding[i]);
        e->noise[i] = diagonal > 0.0 ? noise / diagonal : 0.0;
        e->carried[i] = diagonal > 0.0 ? carried / diagonal : 0.0;
    }
}

/* Adds what the rates of others bring into each row. */
static void add_noise_of_rates(eg_irk *e, double cj)
{
    double *brought = e->error;
    for (size_t i = 0; i < e->n; i++) {
        const double *a = e->by_y + i * e->n, *b = e->by_rate + i * e->n;
        const double diagonal = fabs(a[i] + cj * b[i]);
        double noise = 0.0;
        for (size_t j = 0; j < e->n; j++)
            if (j != i)
                noise += fabs(cj * b[j]) * e->noise[j];
        brought[i] = diagonal > 0.0 ? noise / diagonal : 0.0;
    }
    for (size_t i = 0; i < e->n; i++)
        e->noise[i] += brought[i];
}

static void find_pull(eg_irk *e)
{
    for (size_t i = 0; i < e->n; i++) {
        const double own = fabs(e->by_y[i * e->n + i]), by_rate = fabs(e->by_rate[i * e->n + i]);
        e->pull[i] = by_rate > 0.0 ? own / by_rate : 0.0;
    }
}

/* What holds y_i back may leave far less of its motion than the nominal value, though it would have gone
 * farther: a damper of 1e20 N.s/m holds 100 N at 1e-18 m/s. What is allowed to the nominal speed is then more
 * than all of that force. */
static double held_nominal(const eg_irk *e, size_t i, double nominal)
{
    const bool goes_far = e->fastest[i] * e->base.system->span > nominal;
    return goes_far && e->pull[i] > 0.0 ? fmin(nominal, e->fastest[i] / e->pull[i]) : nominal;
}

static double scale_of(const eg_irk *e, size_t i)
{
    const double range = isfinite(e->reach[i]) ? e->farthest[i] : e->high[i] - e->low[i];
    double nominal = isfinite(e->nominal[i]) ? e->nominal[i] : 0.0;
    if (nominal > range)
        nominal = held_nominal(e, i, nominal);
    return nominal > range ? nominal : range > 0.0 ? range : least_nominal;
}

void eg_irk_weigh(eg_irk *e, double length)
{
    eg_system *s = e->base.system;
    const double shortest = eg_engine_resolution(&e->base, 64.0);
    s->ops->nominals(s, e->y, e->nominal);
    if (e->has_jacobian)
        find_pull(e);
    for (size_t i = 0; i < e->n; i++)
        e->allowed[i] = e->base.tolerance * scale_of(e, i);
    if (e->has_jacobian) {
        const double cj = eg_irk_eigenvalue[0][0] / length;
        measure_noise(e, cj);
        if (!e->is_explicit)
            add_noise_of_rates(e, cj);
    }
    for (size_t i = 0; i < e->n; i++) {
        double least = LEAST_ULPS * fmax(e->noise[i], DBL_EPSILON * fabs(e->y[i])) + DBL_MIN;
        if (e->is_fresh)
            least = fmax(least, shortest * fabs(e->rate[i]));
        if (!isfinite(e->nominal[i]))
            e->allowed[i] = fmax(loose * e->allowed[i], e->carried[i]);
        e->allowed[i] = fmax(e->allowed[i], least);
    }
}

/* Of the motion and the step that is tried. */
static double range_with_step(const eg_irk *e, size_t i)
{
    double low = e->low[i], high = e->high[i];
    for (size_t k = 0; k < EG_IRK_STAGES; k++) {
        const double y = e->y[i] + e->z[k * e->n + i];
        low = fmin(low, y);
        high = fmax(high, y);
    }
    return high - low;
}

double eg_irk_allowed_between(const eg_irk *e, size_t i)
{
    const double share = isfinite(e->nominal[i]) ? e->base.tolerance : loose * e->base.tolerance;
    return fmax(fmax(e->allowed[i], e->carried[i]), share * range_with_step(e, i));
}

double eg_irk_size(const eg_irk *e, const double *x)
{
    double most = 0.0;
    for (size_t i = 0; i < e->n; i++) {
        const double size = isfinite(e->nominal[i]) ? fabs(x[i]) / e->allowed[i] : 0.0;
        if (!(size <= most))
            most = size;
    }
    return most;
}

/* ---------------------------------------------------------------- the first step */

/* Along the motion y' changes by y''; that change changes it by y'''. What moves as fast as both say, and as
 * far, is followed within what is allowed by a step of this length: the polynomial misses (rate length)^8/(8!
 * 3432) of an exponential. However little it moves, forces that follow it may be large, and the polynomial
 * that leaps over an exponential swings to and fro all along its step: that one is to be short. */
static double first_length(eg_irk *e, double span)
{
    const double part = 1e-2, within = 0.38196601125010515; /* the golden section: no fraction of a period */
    const double missed = 8.0 * 5040.0 * 3432.0, most = 1e3;
    double *answer = e->g, *second = e->g + e->n, *at = e->at;
    const double speed = e->base.tolerance * eg_irk_size(e, e->rate),
                 ahead = fmin(part / speed, within * span);
    if (!(ahead > 0.0))
        return span;
    for (size_t i = 0; i < e->n; i++)
        at[i] = e->y[i] + ahead * e->rate[i];
    if (eg_irk_evaluate(e, e->base.t1 + ahead, at, answer) != 0)
        return ahead;
    for (size_t i = 0; i < e->n; i++)
        second[i] = (answer[i] - e->rate[i]) / ahead;
    const double size = eg_irk_size(e, second), scale = part / (e->base.tolerance * size);
    if (!(size > 0.0))
        return span;
    for (size_t i = 0; i < e->n; i++)
        at[i] += scale * second[i];
    if (eg_irk_evaluate(e, e->base.t1 + ahead, at, second) != 0)
        return ahead;
    for (size_t i = 0; i < e->n; i++)
        second[i] = (second[i] - answer[i]) / scale;
    const double rate = eg_irk_size(e, second) / size;
    if (rate * span <= 1.0)
        return span;
    if (!isfinite(rate * rate)) /* faster than numbers tell */
        return ahead;
    const double moved = size / (rate * rate);
    return fmin(span, fmin(sqrt(sqrt(sqrt(fmax(1.0, missed / moved)))), most) / rate);
}

double eg_irk_first_step(eg_irk *e, double span)
{
    eg_irk_weigh(e, span);
    return eg_engine_before_fall(&e->base, e->y, e->rate, e->h, e->dh, first_length(e, span));
}
