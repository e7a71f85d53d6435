/* The watch over the switching functions; rules and method are stated in watch.h. */
#include "engine/watch_parts.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------- memory */

bool eg_watch_create(eg_watch *w, eg_engine *engine)
{
    size_t n = (size_t)engine->system->n, count = (size_t)engine->system->switch_count;
    memset(w, 0, sizeof *w);
    w->engine = engine;
    w->count = engine->system->switch_count;
    size_t numbers = (2 * EG_NODES_MAX + 13) * count + 5 * n + 1;
    double *block = w->samples = calloc(numbers, sizeof *block);
    w->fired = calloc(2 * count + 1, sizeof *w->fired);
    w->candidates = calloc(count + 1, sizeof *w->candidates);
    if (!w->samples || !w->fired || !w->candidates)
        return false;
    w->open = w->fired + count;
    w->probe = block += EG_NODES_MAX * count;
    block += EG_NODES_MAX * count;
    double **rows[] = {&w->h,    &w->low,  &w->high,   &w->delta, &w->rate,  &w->rate_delta, &w->other,
                       &w->half, &w->late, &w->origin, &w->level, &w->noise, &w->largest};
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

/* ---------------------------------------------------------------- a mode begins */

int eg_watch_begin(eg_watch *w, double t, const double *y, const double *yp)
{
    eg_system *s = w->engine->system;
    memset(w->fired, 0, (size_t)w->count * sizeof *w->fired);
    if (w->count == 0)
        return 0;
    for (int i = 0; i < s->n; i++)
        w->size[i] = fabs(y[i]);
    if (s->ops->switching(s, t, y, w->h) != 0 ||
        eg_watch_measure_delta(w, false, t, y, yp, w->h, w->delta) != 0)
        return -1;
    for (int i = 0; i < w->count; i++) {
        w->open[i] = w->h[i] <= w->delta[i];
        w->origin[i] = w->open[i] ? fmin(w->h[i], 0.0) : 0.0;
        w->level[i] = w->open[i] ? w->origin[i] - w->delta[i] : 0.0;
        w->largest[i] = fmax(w->largest[i], fabs(w->h[i]));
    }
    int fired = eg_watch_fire_falling(w, t, y, yp);
    if (fired == 0)
        fired = eg_watch_fire_from_rest(w, t, y, yp);
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

/* Candidate k at node j of the part. */
static double probed(const eg_watch *w, int k, int j)
{
    return w->probe[(size_t)j * (size_t)w->candidate_count + (size_t)k];
}

/* Is candidate k above its level at all nodes, but by no more than round-off, which is what the level lies
 * below the origin, is when it changes to Bernstein form? Then nothing is to be learnt from a closer look. */
static bool is_roundoff(const eg_watch *w, const eg_nodes *nodes, int k)
{
    const int i = w->candidates[k];
    for (int j = 0; j < nodes->count; j++) {
        const double above = probed(w, k, j) - w->level[i];
        if (!(above >= 0.0 && above <= nodes->spread * (w->origin[i] - w->level[i])))
            return false;
    }
    return true;
}

/* Is candidate k nothing but round-off at all nodes, as the system says? `known`: whether that has been
 * asked for the part that ends at b. Negative: failed. */
static int is_noise(eg_watch *w, const eg_nodes *nodes, int k, double b, bool *known)
{
    eg_system *s = w->engine->system;
    if (!s->ops->switching_noise)
        return 0;
    if (!*known && (look(w, b, false) != 0 || s->ops->switching_noise(s, b, w->y, w->noise) != 0))
        return -1;
    *known = true;
    const double least = 4.0 * w->noise[w->candidates[k]];
    for (int j = 0; j < nodes->count; j++)
        if (fabs(probed(w, k, j)) > least)
            return 0;
    return 1;
}

/* By how many roots a candidate may have at most in the part that ends at b, and how many are below their
 * level there. Negative: failed. */
static int count_roots(eg_watch *w, const eg_nodes *nodes, double b, int *below)
{
    const double *last = w->probe + (size_t)(nodes->count - 1) * (size_t)w->candidate_count;
    bool known = false;
    int most = 0;
    *below = 0;
    for (int k = 0; k < w->candidate_count; k++) {
        double level = w->level[w->candidates[k]];
        int variations = eg_nodes_variations(nodes, w->probe + k, w->candidate_count, level);
        *below += last[k] < level;
        if (variations <= most || is_roundoff(w, nodes, k))
            continue;
        int noise = variations > 1 ? is_noise(w, nodes, k, b, &known) : 0;
        if (noise < 0)
            return -1;
        if (noise == 0)
            most = variations;
    }
    return most;
}

/* The first part [*a, *b] of the step in which every candidate has at most one root and one has: 1; 0 when
 * there is none; negative: failed. Parts shorter than the resolution of time are taken as they are; so
 * are all from MOST_PARTS on, where noise goes for roots. */
static int isolate(eg_watch *w, const eg_nodes *nodes, double *a, double *b)
{
    enum { MOST_PARTS = 2000 };
    double end = *b, width = end - *a;
    int parts = 0;
    double least = fmax(8.0 * DBL_EPSILON * fmax(fabs(*a), fabs(end)), fmax(ldexp(width, -48), DBL_MIN));
    while (*a < end) {
        *b = *a + width < end - least ? *a + width : end;
        if (probe(w, nodes, *a, *b) != 0)
            return -1;
        int below, most = count_roots(w, nodes, *b, &below);
        if (most < 0)
            return -1;
        if (most > 1 && width > least && parts++ < MOST_PARTS) {
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
 * nothing, as the edges of a damper at exact touch. `known`: its value at t, or NULL. *v receives its value
 * above `level`, *at where that was asked. */
static int has_fallen(eg_watch *w, int i, double level, double a, double t, const double *known, double *at,
                      double *v)
{
    *at = t;
    if (!known && value(w, i, level, t, v) != 0)
        return -1;
    const double h = known ? *known : w->h[i];
    *v = h - level;
    if (h <= w->level[i] || t == w->engine->t1)
        return h <= w->level[i];
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
        double h = probed(w, k, j);
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

/* Is function i at the end of the step so much larger than where any mode has begun, that the round-off of
 * that is some of it? */
static bool ends_beyond(const eg_watch *w, const eg_nodes *nodes, int i)
{
    const double by_far = 0x1p13;
    const double last = w->samples[(size_t)(nodes->count - 1) * (size_t)w->count + (size_t)i];
    return w->largest[i] > 0.0 && fabs(last) > by_far * w->largest[i];
}

/* The earliest root of the candidates in [a, *t], and whose it is: each that has fallen by the earliest
 * root found so far is refined in turn. An armed function is refined to 0 when it is still above 0 at a; one
 * that begins within round-off of its level and rises falls later. */
static int earliest(eg_watch *w, const eg_nodes *nodes, double a, double *t, int *which)
{
    const double end = *t;
    for (int k = 0; k < w->candidate_count; k++) {
        int i = w->candidates[k];
        const double last = probed(w, k, nodes->count - 1);
        double va, vb, at, level = w->level[i];
        if (value(w, i, 0.0, a, &va) != 0)
            return -1;
        if (va > 0.0)
            level = 0.0;
        va -= level;
        int fallen = has_fallen(w, i, level, a, *t, *t < end ? NULL : &last, &at, &vb);
        if (fallen < 0)
            return -1;
        if (!fallen)
            continue;
        *which = i;
        *t = at;
        double from = a, noise = w->origin[i] - w->level[i];
        const bool is_above = va > noise;
        if (!is_above && find_above(w, nodes, k, a, end, at, level + noise, &from) != 0)
            return -1;
        w->is_beyond = (is_above || from > a || !w->open[i]) && ends_beyond(w, nodes, i);
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
    if (look(w, t, true) != 0 || eg_watch_measure_delta(w, false, t, w->y, w->yp, w->h, w->delta) != 0)
        return -1;
    for (int k = 0; k < w->candidate_count; k++) {
        int i = w->candidates[k];
        double passed = w->open[i] ? w->level[i] : 0.0;
        w->fired[i] = i == which || (w->h[i] <= passed && last[k] < w->level[i]);
    }
    return eg_watch_fire_falling(w, t, w->y, w->yp) < 0 ? -1 : 1;
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
    if (look(w, t, false) != 0 || eg_watch_measure_delta(w, false, t, w->y, w->yp, w->h, w->delta) != 0)
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
        eg_watch_measure_delta(w, false, t, w->y, w->yp, w->h, w->delta) != 0)
        return -1;
    int fired = eg_watch_fire_falling(w, t, w->y, w->yp);
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
    w->is_beyond = false;
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

void eg_watch_forget(eg_watch *w)
{
    if (w->count > 0)
        memcpy(w->level, w->origin, (size_t)w->count * sizeof *w->level);
}
