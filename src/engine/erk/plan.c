/* How far the next step of the engine `erk` goes, and in which variable.
 *
 * Contacts of non-integer exponent. Where a switching function h of the mode is 0, y' may have a part like
 * |h|^n, which no step across or from there can follow at its order. With h = v (t - t_s), v not 0, that part
 * is smooth in x where t - t_s = sgn(x)|x|^q, if q n is an integer; and of y, whose part is like
 * |x|^(q(n + 1)), enough derivatives exist if q (n + 1) >= 9. The smallest q <= 4 that does one or the
 * other is taken (2 for n = 1.5, 3 for 2.3), and steps are made in x: dy/dx = y' dt/dx.
 *   - Behind t_s (the contact has begun there) t_s is where h would have been 0 at its present rate.
 *     This need not be exact: it is a substitution that is as good from any t_s, and smooths best from the
 *     right one.
 *   - Ahead (an undamped contact ends there) the step lands on t_s: it is found by Newton's method, each
 *     iteration a step, until its error is no more seen in y.
 *
 * The first step of a mode. Two differences of y' along the motion tell how fast it answers to itself; where
 * it does not, as in free flight, the first step goes all the way. But it goes no more than twice as far as
 * to where the first switching function falls at its present rate: stages far behind the end of the mode
 * would not see what is in it (a formula under noEvent, which may be another one there, and whose y' is
 * that of a free flight where the mode begins and wherever the stages lie). Nor does it go so far that the
 * round-off of where it ends would be seen in where it begins: a flight of days comes down after a second. */
#include "engine/erk/parts.h"

/* ---------------------------------------------------------------- the first step of a mode */

/* The seconds in which no unknown goes so far that what round-off leaves there, and so in the polynomial of
 * the whole step, is more than the error allowed here, should an event end the step early; y' differs by
 * `change` `ahead` seconds later. */
static double within_reach(const eg_erk *e, const double *change, double ahead, double span)
{
    const double round_off = 8.0 * DBL_EPSILON;
    for (size_t i = 0; i < e->n && e->base.system->switch_count > 0; i++) {
        double allowed = e->base.tolerance * eg_erk_scale_of(e, i, e->y[i]);
        double reach = fmax(allowed / round_off, fabs(e->y[i]));
        double speed = fabs(e->rate[i]), bend = fabs(change[i]) / ahead;
        if (reach > 0.0 && speed * span + 0.5 * bend * span * span > reach)
            span = 2.0 * reach / (speed + sqrt(speed * speed + 2.0 * bend * reach));
    }
    return span;
}

/* The length of a mode's first step: what the motion leaves alone for `span` is one step. `part` of its range
 * is how far it is disturbed to find out. */
static double first_length(eg_erk *e, double span)
{
    const double part = 1e-2,
                 within = 0.38196601125010515; /* the golden section: no simple fraction of a period */
    double *move = e->k, *answer = e->k + e->n, *second = e->k + 2 * e->n, *at = e->inner;
    double speed = eg_erk_largest(e, e->rate, e->y), ahead = fmin(part / speed, within * span);
    if (!(ahead > 0.0))
        return span;
    for (size_t i = 0; i < e->n; i++)
        at[i] = e->y[i] + (move[i] = ahead * e->rate[i]);
    if (eg_erk_evaluate(e, e->base.t1 + ahead, at, answer) != 0)
        return ahead;
    for (size_t i = 0; i < e->n; i++)
        second[i] = answer[i] - e->rate[i];
    const double flight = within_reach(e, second, ahead, span);
    double first = eg_erk_largest(e, second, e->y), moved = eg_erk_largest(e, move, e->y);
    if (!(first > 0.0))
        return flight;
    for (size_t i = 0; i < e->n; i++)
        at[i] += move[i] = second[i] * (part / first);
    if (eg_erk_evaluate(e, e->base.t1 + ahead, at, second) != 0)
        return ahead;
    for (size_t i = 0; i < e->n; i++)
        second[i] -= answer[i];
    double answers = eg_erk_largest(e, second, e->y) / part; /* at rest only time has moved it before */
    double square = answers * (moved > 0.0 ? first / moved : answers);
    double length = 7.0 * sqrt(sqrt(sqrt(e->base.tolerance))) / sqrt(square);
    return length < span ? length : flight;
}

double eg_erk_first_step(eg_erk *e, double span)
{
    return eg_engine_before_fall(&e->base, e->y, e->rate, e->h, e->dh, first_length(e, span));
}

/* ---------------------------------------------------------------- singularities */

/* The power of x in which |h|^n is smooth, or smooth enough. */
static int power_for(double n)
{
    for (int q = 1; q < 4; q++)
        if (q * n == rint(q * n) || q * (n + 1.0) >= EG_ERK_DEGREE + 1)
            return q;
    return 4;
}

/* The nearest singularities behind and ahead. 0, or what a callback answered. */
int eg_erk_find_singularities(eg_erk *e, eg_erk_singularity *behind, eg_erk_singularity *ahead)
{
    eg_system *s = e->base.system;
    *behind = *ahead = (eg_erk_singularity){INFINITY, 1, -1};
    if (!e->is_rough)
        return 0;
    int status = s->ops->switching(s, e->base.t1, e->y, e->h);
    if (status == 0)
        status = s->ops->switching_rates(s, e->base.t1, e->y, e->rate, e->dh);
    for (int i = 0; i < s->switch_count && status == 0; i++) {
        eg_erk_singularity *one = e->dh[i] > 0.0 ? behind : ahead;
        double distance = fmax(e->h[i], 0.0) / fabs(e->dh[i]);
        if (e->rough[i] > 0.0 && e->dh[i] != 0.0 && distance < one->distance)
            *one = (eg_erk_singularity){distance, power_for(e->rough[i]), i};
    }
    return status;
}

/* A step of `length` seconds. */
eg_erk_try eg_erk_plan(const eg_erk *e, const eg_erk_singularity *behind, const eg_erk_singularity *ahead,
                       double length, double t_stop)
{
    eg_erk_try r = {.end = length < t_stop - e->base.t1 ? e->base.t1 + length : t_stop};
    const double far = 8.0 * length, near = 1e-7 * length;
    eg_erk_singularity one = *behind;
    r.stretch = (eg_stretch){1, 0.0, length};
    if (ahead->distance <= near) { /* passed, but for round-off */
        one = *ahead;
    } else if (ahead->distance < 2.0 * length) {
        r.lands = length >= ahead->distance;
        double rest = r.lands ? 0.0 : ahead->distance - length;
        if (r.lands)
            r.end = e->base.t1 + ahead->distance;
        int q = ahead->power;
        r.stretch = (eg_stretch){q, eg_stretch_root(q, -ahead->distance), eg_stretch_root(q, -rest)};
        one.distance = INFINITY;
    }
    if (one.distance < far && one.power > 1)
        r.stretch = (eg_stretch){one.power, eg_stretch_root(one.power, one.distance),
                                 eg_stretch_root(one.power, one.distance + length)};
    r.length = r.stretch.end - r.stretch.begin;
    return r;
}

/* The seconds that a step of `part` of the trial's length would take. */
double eg_erk_part_of(const eg_erk_try *r, double part)
{
    return eg_stretch_passed(&r->stretch, part);
}

/* The step has landed at r->end: 0 when the singularity is there, as far as can be seen in y; else a
 * correction of its distance [s]. It ends behind it rather than before, so that the event is in this step. */
int eg_erk_check_landing(eg_erk *e, const eg_erk_try *r, const eg_erk_singularity *ahead, double *correction)
{
    eg_system *s = e->base.system;
    double distance = ahead->distance, n = e->rough[ahead->which];
    int status = s->ops->switching(s, r->end, e->after, e->h);
    if (status == 0)
        status = eg_erk_evaluate(e, r->end, e->after, e->inner);
    if (status == 0)
        status = s->ops->switching_rates(s, r->end, e->after, e->inner, e->dh);
    double off = -e->h[ahead->which] / e->dh[ahead->which];
    double seen = distance * pow(0.01 * e->base.tolerance, 1.0 / (n + 1.0));
    *correction = fabs(off) <= seen && off <= 0.0 ? 0.0 : off + 0.1 * seen;
    return status;
}
