#include "sensitivity/crossing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A rate that is less than this part of the largest of its function is none: the motion touches the edge, to
 * the square of that part of what it could have passed it by. */
static const double grazing_part = 1e-7;
/* A function that is no more than this part of its largest value is at its edge. */
static const double edge_part = 1e-9;
/* What is left of a function at its event, some times. */
static const double located_part = 4.0;
/* Instants that differ by less, beside what they move by, are the same; so are states. */
static const double same_part = 1e-9;
/* Rates on both sides of an event that differ by less, beside the largest that they have been, are the same:
 * their terms round, and a motion that hardly crosses its edge moves the instant by as much as it likes. */
static const double rounding_part = 1e-13;

bool eg_crossing_init(eg_crossing *c, eg_variation *of)
{
    const size_t n = of->n, count = of->count, switches = (size_t)of->system->switch_count;
    *c = (eg_crossing){.of = of, .switches = switches, .instant = NAN};
    c->dt = calloc(3 * count + count * n + 4 * n + (5 + count) * switches + 1, sizeof *c->dt);
    c->doubts = calloc(count + 1, sizeof *c->doubts);
    if (!c->dt || !c->doubts)
        return false;
    c->change_dt = c->dt + count;
    c->spread = c->change_dt + count;
    c->moving = c->spread + count;
    c->left_rate = c->moving + count * n;
    c->left = c->left_rate + n;
    c->speed = c->left + n;
    c->before = c->speed + n;
    c->h = c->before + n;
    c->rate = c->h + switches;
    c->dh = c->rate + switches;
    c->fastest = c->dh + count * switches;
    c->largest = c->fastest + switches;
    c->slope = c->largest + switches;
    return true;
}

void eg_crossing_release(eg_crossing *c)
{
    free(c->dt);
    free(c->doubts);
    *c = (eg_crossing){0};
}

/* The switching functions and their rates along the motion. */
static int look(eg_crossing *c, double t, const double *y, const double *yp)
{
    eg_system *s = c->of->system;
    if (c->switches == 0)
        return 0;
    const int status = s->ops->switching(s, t, y, c->h);
    return status == 0 ? s->ops->switching_rates(s, t, y, yp, c->rate) : status;
}

int eg_crossing_note(eg_crossing *c, double t, const double *y, const double *yp)
{
    const int status = look(c, t, y, yp);
    for (size_t i = 0; i < c->of->n; i++)
        if (isfinite(yp[i]))
            c->speed[i] = fmax(c->speed[i], fabs(yp[i]));
    for (size_t i = 0; i < c->switches && status == 0; i++) {
        if (isfinite(c->h[i]))
            c->largest[i] = fmax(c->largest[i], fabs(c->h[i]));
        if (isfinite(c->rate[i]))
            c->fastest[i] = fmax(c->fastest[i], fabs(c->rate[i]));
    }
    return status;
}

static void doubt(eg_crossing *c, size_t k, eg_doubt_kind kind, double t)
{
    if (c->doubts[k].kind == EG_DOUBT_NONE)
        c->doubts[k] = (eg_doubt){kind, t, c->events};
}

/* What number i of s is told from others by, along k: the largest that it has been, or what would be seen of
 * y[i] when the parameter changes by all of itself. */
static double size_of(const eg_variation *v, size_t k, size_t i)
{
    return fmax(v->size[k * v->n + i], v->reach[i] / v->scale[k]);
}

/* Does it come to the same along k, whether the instant moves by a or by b? */
static bool is_same(const eg_crossing *c, size_t k, double a, double b)
{
    const eg_variation *v = c->of;
    if (fabs(a - b) <= same_part * fmax(fabs(a), fabs(b)))
        return true;
    for (size_t i = 0; i < v->n; i++)
        if (fabs(c->left_rate[i] * (a - b)) > same_part * size_of(v, k, i))
            return false;
    return true;
}

/* Does the state move along k? */
static bool has_moved(const eg_variation *v, size_t k)
{
    for (size_t i = 0; i < v->n; i++)
        if (v->s[k * v->n + i] != 0.0)
            return true;
    return false;
}

/* The functions that fired, along all directions. */
static int differentiate(eg_crossing *c, double t, const double *y, const bool *fired)
{
    const eg_variation *v = c->of;
    int status = 1;
    if (v->facet->switching_all)
        status = v->facet->switching_all(v->system, t, y, fired, v->s, c->dh, c->slope);
    if (status <= 0)
        return status;
    status = 0;
    memset(c->slope, 0, c->switches * sizeof *c->slope);
    for (size_t k = 0; k < v->count && status == 0; k++)
        status = v->facet->switching(v->system, (int)k, t, y, 0.0, v->s + k * v->n, c->dh + k * c->switches);
    return status;
}

/* How function i moves along k, at an event whose instant has been located to round-off: what is no more than
 * that leaves of the function, when the parameter changes by all of itself, is rounding. */
static double moved(const eg_crossing *c, size_t k, size_t i)
{
    const double dh = c->dh[k * c->switches + i];
    return fabs(dh) * c->of->scale[k] <= located_part * fabs(c->h[i]) ? 0.0 : dh;
}

/* Function i is at its edge, and does not pass it at once. One that follows the state, but does not move
 * along k, or does with the last event, is there on both sides of the parameter: what rests in contact, and
 * lifts off. Of one that does not follow it there nothing is known where the state moves. */
static bool may_touch(const eg_crossing *c, size_t k, size_t i, bool moves)
{
    const double dh = moved(c, k, i), with = dh + c->rate[i] * c->dt[k];
    if (c->slope[i] > 0.0)
        return fmin(fabs(dh), fabs(with)) * c->of->scale[k] > edge_part * c->largest[i];
    return dh != 0.0 || moves;
}

eg_edge_kind eg_crossing_edge(const eg_crossing *c, size_t i, bool is_again)
{
    if (is_again && !(fabs(c->h[i]) <= edge_part * c->largest[i]))
        return EG_EDGE_FOLLOWS;
    return -c->rate[i] > grazing_part * c->fastest[i] ? EG_EDGE_CROSSED : EG_EDGE_TOUCHED;
}

/* By how much the event moves along k: by what the system says of a time event that is due, or the first
 * function that fired, with which all others agree. What is 0 there with its rate, as a power of a depth is
 * beside the depth, says nothing where another function does. */
static int find_instant(eg_crossing *c, size_t k, double t, const bool *fired, bool is_again, bool is_due)
{
    const eg_variation *v = c->of;
    double dt = NAN, spread = 0.0;
    const bool moves = v->piece_count > 0 && has_moved(v, k);
    bool touches = false;
    const int status = is_due ? v->facet->time_event(v->system, (int)k, t, &dt, &spread) : 0;
    for (size_t i = 0; i < c->switches && fired && status == 0; i++) {
        if (!fired[i])
            continue;
        const eg_edge_kind kind = eg_crossing_edge(c, i, is_again);
        if (kind == EG_EDGE_TOUCHED) {
            touches = touches || may_touch(c, k, i, moves && !is_again);
            continue;
        }
        const double own = kind == EG_EDGE_CROSSED ? -moved(c, k, i) / c->rate[i] : c->dt[k];
        if (!isnan(dt) && !is_same(c, k, own, dt))
            spread = fmax(spread, fabs(own - dt));
        dt = isnan(dt) ? own : dt;
    }
    if (touches && isnan(dt))
        doubt(c, k, EG_DOUBT_GRAZING, t);
    c->dt[k] = isnan(dt) ? 0.0 : dt;
    c->spread[k] = spread;
    return status;
}

int eg_crossing_leave(eg_crossing *c, double t, const double *y, const double *yp, const bool *fired)
{
    eg_variation *v = c->of;
    const size_t n = v->n;
    const bool is_again = t == c->instant;
    memcpy(c->left, y, n * sizeof *c->left);
    memcpy(c->left_rate, yp, n * sizeof *c->left_rate);
    /* A time event may fall at the instant of another one. */
    const bool is_due = !fired || v->system->ops->next_time_event(v->system, nextafter(t, -INFINITY)) <= t;
    int status = fired ? look(c, t, y, yp) : 0;
    if (status == 0 && fired)
        status = differentiate(c, t, y, fired);
    for (size_t k = 0; k < v->count && status == 0; k++) {
        status = find_instant(c, k, t, fired, is_again, is_due);
        for (size_t i = 0; i < n; i++)
            c->moving[k * n + i] = v->s[k * n + i] + (c->dt[k] != 0.0 ? yp[i] * c->dt[k] : 0.0);
    }
    if (!is_again)
        c->changes = false;
    c->instant = t;
    return status == 0 ? v->facet->leave(v->system, t, y, yp, c->dt, c->moving) : status;
}

double eg_crossing_jump(const eg_crossing *c, size_t i, const double *yp)
{
    const double size = fmax(fmax(fabs(c->left_rate[i]), fabs(yp[i])), c->speed[i]);
    const double jump = c->left_rate[i] - yp[i];
    return fabs(jump) > rounding_part * size ? jump : 0.0;
}

bool eg_crossing_changes(const eg_crossing *c, const double *y, const double *yp)
{
    for (size_t i = 0; i < c->of->n; i++)
        if (c->of->system->differential[i] && (y[i] != c->left[i] || eg_crossing_jump(c, i, yp) != 0.0))
            return true;
    return false;
}

/* Is s on the right other than on the left because the event has moved by dt? */
static bool changes_motion(const eg_crossing *c, size_t k, double dt, const double *y, const double *yp)
{
    const eg_variation *v = c->of;
    for (size_t i = 0; i < v->n; i++) {
        if (!v->system->differential[i])
            continue;
        const double size = size_of(v, k, i) + fabs(c->left_rate[i] * dt);
        if (y[i] != c->left[i] || fabs((yp[i] - c->left_rate[i]) * dt) > same_part * size)
            return true;
    }
    return false;
}

/* s at a fixed instant behind the event from what the system says of the moving one. What the event does not
 * set has moved by s + y'_left dt, as it did before it: then the difference of rates is what dt multiplies,
 * since an instant that moves far makes either product large. */
static int come_back(eg_crossing *c, size_t k, double t, const double *y, const double *yp)
{
    const eg_variation *v = c->of;
    const size_t n = v->n;
    double *s = v->s + k * n, *before = c->before;
    memcpy(before, s, n * sizeof *before);
    const int status = v->facet->arrive(v->system, (int)k, t, y, yp, s);
    for (size_t i = 0; i < n && c->dt[k] != 0.0; i++) {
        if (s[i] == c->moving[k * n + i])
            s[i] = before[i] + eg_crossing_jump(c, i, yp) * c->dt[k];
        else
            s[i] -= yp[i] * c->dt[k];
    }
    return status;
}

int eg_crossing_arrive(eg_crossing *c, double t, const double *y, const double *yp)
{
    eg_variation *v = c->of;
    int status = 0;
    bool changes = false;
    for (size_t k = 0; k < v->count && status == 0; k++) {
        const bool own = changes_motion(c, k, c->dt[k], y, yp);
        if (c->spread[k] > 0.0 && (c->has_memory || own || changes_motion(c, k, c->spread[k], y, yp)))
            doubt(c, k, EG_DOUBT_TWO, t);
        if (own && c->changes && !is_same(c, k, c->dt[k], c->change_dt[k]))
            doubt(c, k, EG_DOUBT_TWO, t);
        changes = changes || own;
        c->change_dt[k] = c->changes ? c->change_dt[k] : c->dt[k];
        status = come_back(c, k, t, y, yp);
    }
    c->changes = c->changes || changes;
    c->events++;
    return status == 0 ? eg_variation_settle(v, t, y, yp) : status;
}
