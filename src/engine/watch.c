/* The watch over the switching functions; rules and method are stated in watch.h. */
#include "engine/watch.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- memory */

bool eg_watch_create(eg_watch *w, eg_engine *engine)
{
    size_t n = (size_t)engine->system->n, count = (size_t)engine->system->switch_count;
    memset(w, 0, sizeof *w);
    w->engine = engine;
    w->count = engine->system->switch_count;
    size_t numbers = (2 * EG_NODES_MAX + 11) * count + 5 * n + 1;
    double *block = w->samples = calloc(numbers, sizeof *block);
    w->fired = calloc(2 * count + 1, sizeof *w->fired);
    w->candidates = calloc(count + 1, sizeof *w->candidates);
    if (!w->samples || !w->fired || !w->candidates)
        return false;
    w->open = w->fired + count;
    w->probe = block += EG_NODES_MAX * count;
    block += EG_NODES_MAX * count;
    double **rows[] = {&w->h,     &w->low,  &w->high, &w->delta,  &w->rate, &w->rate_delta,
                       &w->other, &w->half, &w->late, &w->origin, &w->level};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++, block += count)
        *rows[k] = block;
    double **columns[] = {&w->y, &w->yp, &w->y_work, &w->yp_work, &w->size};
    for (size_t k = 0; k < sizeof columns / sizeof *columns; k++, block += n)
        *columns[k] = block;
    return true;
}

void eg_watch_free(eg_watch *w)
{
    free(w->samples);
    free(w->fired);
    free(w->candidates);
    memset(w, 0, sizeof *w);
}

/* ---------------------------------------------------------------- round-off */

/* x moved by 8 ulp of size; pattern p of signs: bits of a multiplicative hash, the same at every call. */
static double perturbed(double x, double size, int i, int p)
{
    uint32_t hash = ((uint32_t)i + 1u) * 2654435769u;
    return x + ((hash >> (28 + p)) & 1u ? 8.0 : -8.0) * DBL_EPSILON * size;
}

/* delta[i] = the largest change of h_i, or with `rates` of its rate, under four perturbations of the
 * arguments. `at` holds the unperturbed values, w->size what y is rounded relative to. */
static int measure_delta(eg_watch *w, bool rates, double t, const double *y, const double *yp,
                         const double *at, double *delta)
{
    eg_system *s = w->engine->system;
    memset(delta, 0, (size_t)w->count * sizeof *delta);
    for (int p = 0; p < 4; p++) {
        for (int i = 0; i < s->n; i++) {
            w->y_work[i] = perturbed(y[i], w->size[i], i, p);
            w->yp_work[i] = rates ? perturbed(yp[i], yp[i], i + s->n, p) : 0.0;
        }
        double t_work = perturbed(t, t, -1, p);
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
static double eternity(double t)
{
    return 1e6 * fmax(fabs(t), 1e-2);
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
        bool falls = w->rate[i] < -w->rate_delta[i] && w->rate[i] * eternity(t) < -w->delta[i];
        if (!falls || !(w->h[i] <= w->delta[i] - w->rate[i] * instant))
            continue;
        w->fired[i] = mark;
        count++;
    }
    return count;
}

/* Marks as fired what is within round-off of 0 and clearly falls; `w->h` and `w->delta` hold for t, y, yp.
 * Returns how many, or -1. What round-off makes of rates is measured only where it matters. */
static int fire_falling(eg_watch *w, double t, const double *y, const double *yp)
{
    eg_system *s = w->engine->system;
    if (s->ops->switching_rates(s, t, y, yp, w->rate) != 0)
        return -1;
    memset(w->rate_delta, 0, (size_t)w->count * sizeof *w->rate_delta);
    if (count_falling(w, t, false) == 0)
        return 0;
    if (measure_delta(w, true, t, y, yp, w->rate, w->rate_delta) != 0)
        return -1;
    if (count_falling(w, t, false) > 0 && measure_rates(w, t, y) < 0)
        return -1;
    return count_falling(w, t, true);
}

/* ---------------------------------------------------------------- from rest (rule 4) */

/* As the difference that friction's rates are: short against all that happens, long against round-off. */
static double moment(double t)
{
    return 1e-7 * fmax(fabs(t), 1e-2);
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
    double way = 0.5 * late / moment(t) * eternity(t) * eternity(t);
    return early < 0.0 && late < 1.5 * early && late > 3.0 * early && way < -w->delta[i];
}

/* How many do, of those that may rest. */
static int count_ahead(const eg_watch *w, double t)
{
    int count = 0;
    for (int i = 0; i < w->count; i++)
        count += may_rest(w, i, moment(t)) && falls_ahead(w, i, t);
    return count;
}

/* Has its rate no sign now, and clearly one half a moment ahead? */
static bool begins_at_rest(const eg_watch *w, int i)
{
    return fabs(w->rate[i]) <= w->rate_delta[i] && w->half[i] - w->rate[i] < -w->rate_delta[i];
}

/* Marks what falls from rest; w->h, w->delta and w->rate hold for t, y, yp. Returns how many, or -1. A point
 * that cannot be evaluated tells nothing. What round-off makes of rates is measured only where it matters. */
static int fire_from_rest(eg_watch *w, double t, const double *y, const double *yp)
{
    const double step = moment(t);
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

/* ---------------------------------------------------------------- a mode begins */

int eg_watch_begin(eg_watch *w, double t, const double *y, const double *yp)
{
    eg_system *s = w->engine->system;
    memset(w->fired, 0, (size_t)w->count * sizeof *w->fired);
    if (w->count == 0)
        return 0;
    for (int i = 0; i < s->n; i++)
        w->size[i] = fabs(y[i]);
    if (s->ops->switching(s, t, y, w->h) != 0 || measure_delta(w, false, t, y, yp, w->h, w->delta) != 0)
        return -1;
    for (int i = 0; i < w->count; i++) {
        w->open[i] = w->h[i] <= w->delta[i];
        w->origin[i] = w->open[i] ? fmin(w->h[i], 0.0) : 0.0;
        w->level[i] = w->open[i] ? w->origin[i] - w->delta[i] : 0.0;
    }
    int fired = fire_falling(w, t, y, yp);
    if (fired == 0)
        fired = fire_from_rest(w, t, y, yp);
    return fired < 0 ? -1 : fired > 0;
}

/* ---------------------------------------------------------------- looking for a root */

/* y, h and, when asked for, y' at t of the last step. */
static int look(eg_watch *w, double t, bool with_rates)
{
    eg_system *s = w->engine->system;
    if (w->engine->ops->dense(w->engine, t, w->y, NULL) != 0)
        return -1;
    if (with_rates && s->ops->derivatives(s, t, w->y, w->yp) != 0)
        return -1;
    return s->ops->switching(s, t, w->y, w->h) != 0 ? -1 : 0;
}

/* Collects the functions that the samples do not prove to stay at or above their level. The range of the
 * samples bounds the Bernstein coefficients (rows of to_bernstein sum to 1), which settles nearly all. */
static void collect(eg_watch *w, const eg_nodes *nodes)
{
    int count = w->count;
    memcpy(w->low, w->samples, (size_t)count * sizeof *w->low);
    memcpy(w->high, w->samples, (size_t)count * sizeof *w->high);
    for (int j = 1; j < nodes->count; j++) {
        const double *h = w->samples + (size_t)j * (size_t)count;
        for (int i = 0; i < count; i++) {
            w->low[i] = h[i] < w->low[i] ? h[i] : w->low[i];
            w->high[i] = h[i] > w->high[i] ? h[i] : w->high[i];
        }
    }
    w->candidate_count = 0;
    for (int i = 0; i < count; i++) {
        double middle = 0.5 * (w->low[i] + w->high[i]), reach = 0.5 * (w->high[i] - w->low[i]);
        if (middle - nodes->spread * reach > w->level[i])
            continue;
        if (eg_nodes_variations(nodes, w->samples + i, count, w->level[i]) > 0)
            w->candidates[w->candidate_count++] = i;
    }
}

/* Nothing happened in the step: open functions that rose clearly above 0 are armed. */
static void arm(eg_watch *w)
{
    for (int i = 0; i < w->count; i++) {
        w->open[i] = w->open[i] && w->high[i] <= w->delta[i];
        if (!w->open[i])
            w->origin[i] = w->level[i] = 0.0;
    }
}

/* Samples the candidates over [a, b] into w->probe (node x candidate). */
static int probe(eg_watch *w, const eg_nodes *nodes, double a, double b)
{
    const eg_engine *e = w->engine;
    bool even = e->stretch.power <= 1;
    if (a == e->t0 && b == e->t1) { /* the whole step, whose samples there are */
        for (int j = 0; j < nodes->count; j++)
            for (int k = 0; k < w->candidate_count; k++)
                w->probe[(size_t)j * (size_t)w->candidate_count + (size_t)k] =
                    w->samples[(size_t)j * (size_t)w->count + (size_t)w->candidates[k]];
        return 0;
    }
    double from = even ? 0.0 : eg_engine_part(e, a), to = even ? 0.0 : eg_engine_part(e, b);
    for (int j = 0; j < nodes->count; j++) {
        double t = even ? a + nodes->x[j] * (b - a) : eg_engine_time(e, from + nodes->x[j] * (to - from));
        if (look(w, j == nodes->count - 1 ? b : t, false) != 0)
            return -1;
        double *row = w->probe + (size_t)j * (size_t)w->candidate_count;
        for (int k = 0; k < w->candidate_count; k++)
            row[k] = w->h[w->candidates[k]];
    }
    return 0;
}

/* Is candidate k above its level at all nodes, but by no more than round-off, which is what the level lies
 * below the origin, is when it changes to Bernstein form? Then nothing is to be learnt from a closer look. */
static bool is_roundoff(const eg_watch *w, const eg_nodes *nodes, int k)
{
    const int i = w->candidates[k];
    for (int j = 0; j < nodes->count; j++) {
        const double above = w->probe[(size_t)j * (size_t)w->candidate_count + (size_t)k] - w->level[i];
        if (!(above >= 0.0 && above <= nodes->spread * (w->origin[i] - w->level[i])))
            return false;
    }
    return true;
}

/* The first part [*a, *b] of the step in which every candidate has at most one root and one has: 1; 0 when
 * there is none; negative: failed. Parts shorter than the resolution of time are taken as they are. */
static int isolate(eg_watch *w, const eg_nodes *nodes, double *a, double *b)
{
    double end = *b, width = end - *a;
    double least = fmax(8.0 * DBL_EPSILON * fmax(fabs(*a), fabs(end)), ldexp(width, -48));
    while (*a < end) {
        *b = *a + width < end - least ? *a + width : end;
        if (probe(w, nodes, *a, *b) != 0)
            return -1;
        int most = 0, below = 0;
        const double *last = w->probe + (size_t)(nodes->count - 1) * (size_t)w->candidate_count;
        for (int k = 0; k < w->candidate_count; k++) {
            double level = w->level[w->candidates[k]];
            int variations = eg_nodes_variations(nodes, w->probe + k, w->candidate_count, level);
            if (variations > most && !is_roundoff(w, nodes, k))
                most = variations;
            below += last[k] < level;
        }
        if (most > 1 && width > least) {
            width *= 0.5;
        } else if (below > 0) {
            return 1;
        } else {
            *a = *b;
            width *= 2.0;
        }
    }
    return 0;
}

/* ---------------------------------------------------------------- refining a root */

/* Function i at t above the value that counts as passed. */
static int value(eg_watch *w, int i, double level, double t, double *v)
{
    if (look(w, t, false) != 0)
        return -1;
    *v = w->h[i] - level;
    return 0;
}

/* ITP: an interpolated point, truncated towards the middle by k1 (b-a)^2, projected so that the bracket
 * never takes more than one halving more than bisection would. */
static double itp_point(double a, double b, double va, double vb, double scale, double radius)
{
    double middle = 0.5 * (a + b), f = (b * va - a * vb) / (va - vb);
    double side = middle < f ? -1.0 : 1.0, shift = scale * (b - a) * (b - a);
    double t = shift <= fabs(middle - f) ? f + side * shift : middle;
    double allowed = fmax(radius - 0.5 * (b - a), 0.0);
    if (fabs(t - middle) > allowed)
        t = middle - side * allowed;
    return t;
}

/* The first double in (a, *b] at which function i is not above `level`; it is above at a and not at *b. */
static int refine(eg_watch *w, int i, double level, double a, double va, double vb, double *b)
{
    double scale = 0.2 / (*b - a), radius = *b - a; /* of a bisection, with one halving to spare */
    while (nextafter(a, *b) < *b) {
        double t = va > vb ? itp_point(a, *b, va, vb, scale, radius) : 0.5 * (a + *b), v;
        t = fmin(fmax(t, nextafter(a, *b)), nextafter(*b, a));
        if (value(w, i, level, t, &v) != 0)
            return -1;
        if (v > 0.0) {
            a = t;
            va = v;
        } else {
            *b = t;
            vb = v;
        }
        radius *= 0.5;
    }
    return 0;
}

/* Has function i fallen to its level by t, or just before? Where another one is exactly 0 it may tell
 * nothing, as the edges of a damper at exact touch. *v receives its value above `level`, *at where that was
 * asked. */
static int has_fallen(eg_watch *w, int i, double level, double a, double t, double *at, double *v)
{
    *at = t;
    if (value(w, i, level, t, v) != 0)
        return -1;
    if (w->h[i] <= w->level[i] || t == w->engine->t1)
        return w->h[i] <= w->level[i];
    *at = nextafter(t, a);
    if (value(w, i, level, *at, v) != 0)
        return -1;
    return w->h[i] <= w->level[i];
}

/* Candidate k begins the part [a, b] within round-off of its level, and its first 0 would be noise. If it
 * rises before it falls to where it is at t, *from becomes a point before t at which it is above `clear`: the
 * last such sample, or where all of the way up and down is in front of these, what halving finds. */
static int find_above(eg_watch *w, const eg_nodes *nodes, int k, double a, double b, double t, double clear,
                      double *from)
{
    const eg_engine *e = w->engine;
    bool even = e->stretch.power <= 1;
    double first = even ? 0.0 : eg_engine_part(e, a), last = even ? 0.0 : eg_engine_part(e, b);
    for (int j = nodes->count - 2; j > 0; j--) {
        double at =
            even ? a + nodes->x[j] * (b - a) : eg_engine_time(e, first + nodes->x[j] * (last - first));
        double h = w->probe[(size_t)j * (size_t)w->candidate_count + (size_t)k];
        if (at > a && at < t && h > clear) {
            *from = at;
            return 0;
        }
    }
    for (double ahead = 0.5 * (t - a); a + ahead > a && a + ahead < t; ahead *= 0.5) {
        double v;
        if (value(w, w->candidates[k], clear, a + ahead, &v) != 0)
            return -1;
        if (v > 0.0) {
            *from = a + ahead;
            return 0;
        }
    }
    return 0;
}

/* The earliest root of the candidates in [a, *t], and whose it is: each that has fallen by the earliest
 * root found so far is refined in turn. An armed function is refined to 0 when it is still above 0 at a; one
 * that begins within round-off of its level and rises falls later. */
static int earliest(eg_watch *w, const eg_nodes *nodes, double a, double *t, int *which)
{
    const double end = *t;
    for (int k = 0; k < w->candidate_count; k++) {
        int i = w->candidates[k];
        double va, vb, at, level = w->level[i];
        if (value(w, i, 0.0, a, &va) != 0)
            return -1;
        if (va > 0.0)
            level = 0.0;
        va -= level;
        int fallen = has_fallen(w, i, level, a, *t, &at, &vb);
        if (fallen < 0)
            return -1;
        if (!fallen)
            continue;
        *which = i;
        *t = at;
        double from = a, noise = w->origin[i] - w->level[i];
        if (va <= noise && find_above(w, nodes, k, a, end, at, level + noise, &from) != 0)
            return -1;
        if (from > a && value(w, i, level, from, &va) != 0)
            return -1;
        if (va <= 0.0)
            *t = a;
        else if (refine(w, i, level, from, va, vb, t) != 0)
            return -1;
    }
    return 0;
}

/* ---------------------------------------------------------------- the search */

/* Marks what is through at t, the root of function `which` in the isolated part whose last samples are in
 * the probe: that function, those which are at or below 0 there and below their level at the end of the
 * part, and what falls at the instant. */
static int gather(eg_watch *w, const eg_nodes *nodes, double t, int which)
{
    const double *last = w->probe + (size_t)(nodes->count - 1) * (size_t)w->candidate_count;
    if (look(w, t, true) != 0 || measure_delta(w, false, t, w->y, w->yp, w->h, w->delta) != 0)
        return -1;
    for (int k = 0; k < w->candidate_count; k++) {
        int i = w->candidates[k];
        double passed = w->open[i] ? w->level[i] : 0.0;
        w->fired[i] = i == which || (w->h[i] <= passed && last[k] < w->level[i]);
    }
    return fire_falling(w, t, w->y, w->yp) < 0 ? -1 : 1;
}

/* The dense polynomial is rounded relative to the largest value it takes, here that at one of the ends, even
 * where it comes close to 0. */
static int measure_size(eg_watch *w)
{
    eg_engine *e = w->engine;
    if (e->ops->dense(e, e->t0, w->size, NULL) != 0 || e->ops->dense(e, e->t1, w->y, NULL) != 0)
        return -1;
    for (int i = 0; i < e->system->n; i++)
        w->size[i] = fmax(fabs(w->size[i]), fabs(w->y[i]));
    return 0;
}

/* Sets the levels of the open or of the armed candidates by their round-off at t. */
static int set_levels(eg_watch *w, bool open, double t)
{
    bool any = false;
    for (int k = 0; k < w->candidate_count; k++)
        any = any || w->open[w->candidates[k]] == open;
    if (!any)
        return 0;
    if (look(w, t, false) != 0 || measure_delta(w, false, t, w->y, w->yp, w->h, w->delta) != 0)
        return -1;
    for (int k = 0; k < w->candidate_count; k++) {
        int i = w->candidates[k];
        if (w->open[i] == open)
            w->level[i] = w->origin[i] - w->delta[i];
    }
    return 0;
}

/* The step had to end here: what is through at its end. */
static int search_end(eg_watch *w)
{
    double t = w->engine->t1;
    if (measure_size(w) != 0 || look(w, t, true) != 0 ||
        measure_delta(w, false, t, w->y, w->yp, w->h, w->delta) != 0)
        return -1;
    int fired = fire_falling(w, t, w->y, w->yp);
    return fired < 0 ? -1 : fired > 0;
}

/* Looks closer at the candidates. Open functions are about where they began, armed ones have yet to fall. */
static int search_step(eg_watch *w, const eg_nodes *nodes, double *t_event)
{
    double a = w->engine->t0, b = w->engine->t1;
    int which = -1;
    if (measure_size(w) != 0 || set_levels(w, true, a) != 0 || set_levels(w, false, b) != 0)
        return -1;
    int found = isolate(w, nodes, &a, &b);
    if (found <= 0)
        return found;
    if (earliest(w, nodes, a, &b, &which) != 0)
        return -1;
    *t_event = b;
    return gather(w, nodes, b, which);
}

/* Has an armed function come down to 0 at the end of the step, without getting below its level? */
static bool ends_at_zero(const eg_watch *w, const eg_nodes *nodes)
{
    const double *last = w->samples + (size_t)(nodes->count - 1) * (size_t)w->count;
    for (int i = 0; i < w->count; i++)
        if (last[i] <= 0.0 && !w->open[i])
            return true;
    return false;
}

int eg_watch_search(eg_watch *w, const eg_nodes *nodes, bool must_stop, double *t_event)
{
    if (w->count == 0)
        return 0;
    memset(w->fired, 0, (size_t)w->count * sizeof *w->fired);
    collect(w, nodes);
    int found = w->candidate_count > 0 ? search_step(w, nodes, t_event) : 0;
    if (found == 0 && (must_stop || ends_at_zero(w, nodes))) {
        *t_event = w->engine->t1;
        found = search_end(w);
    }
    if (found == 0)
        arm(w);
    return found;
}
