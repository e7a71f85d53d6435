/* Switching functions between two bodies whose steps are even in different variables: no polynomial, but
 * the difference of two. With a bound M on how fast their rate changes no root is missed: from where h and
 * h' are known
 *     h(t + d) >= h + h' d - M d^2/2,
 * so up to the zero of that there is none, and from there on it is looked at again. Close to a root that is
 * Newton's method. Only distances are looked at: elements whose functions follow speeds tie their bodies
 * together (step.c), which then have one stretch. */
#include "engine/exact/apart.h"

#include <float.h>
#include <math.h>

typedef eg_apart apart;

/* The most that body b's acceleration is in its step. */
static double hardest(const apart *a, int b)
{
    const eg_apart_body *p = &a->bodies[b];
    const double *v = eg_apart_speed(a, b);
    const eg_stretch *s = &p->stretch;
    double most = 0, pace[EG_APART_PACE];
    int last = eg_apart_pace(s, p->length, pace), q = s->power;
    if (b == 0 || !(p->length > 0))
        return 0;
    bool from_zero = q > 1 && s->begin == 0; /* v begins with its power q, the pace with q - 1 */
    for (int k = from_zero ? q : 1; k <= p->degree; k++)
        most += k * fabs(v[k]);
    double at_end = (s->end - s->begin) * eg_stretch_slope(q, s->end);
    if (last == 0)
        return most / pace[0];
    return most / (from_zero ? pace[last] : fmin(pace[0], at_end));
}

/* Function j of the item, and its rate, at t. */
static double value_at(const apart *a, int i, int j, double t, double *rate)
{
    const eg_local_item *of = &a->items[i].of;
    const eg_local_law *law = &a->items[i].law;
    double way = 0, v = 0;
    for (int k = 0; k < 2; k++) {
        int b = of->body[k];
        if (b == 0)
            continue;
        way += of->factor[k] * eg_apart_way(a, b, a->time, t);
        v += of->factor[k] * eg_apart_body_speed(a, b, t);
    }
    *rate = law->h_s[j] * v;
    return law->h[j] + law->h_s[j] * way;
}

/* What of the item's speed is not known. */
static double noise_of_speed(const apart *a, int i)
{
    const eg_local_item *of = &a->items[i].of;
    double noise = 0;
    for (int k = 0; k < 2; k++)
        noise += fabs(of->factor[k]) * a->bodies[of->body[k]].noise;
    return noise;
}

/* How far ahead h cannot have fallen by more than `height`, its rate changing by `most` at most. */
static double safe_way(double height, double rate, double most)
{
    double root = sqrt(fmax(rate * rate + 2 * most * height, 0));
    if (rate < 0)
        return 2 * height / (root - rate);
    return most > 0 ? (rate + root) / most : INFINITY;
}

/* The first fall of function j in (now, end], whose rate changes by `most` at most. By the rules of watch.h
 * what is within round-off of 0 now has fallen if it clearly falls, and else is open: until it has risen it
 * falls where it gets below 0, and below where it is now, by round-off. */
static double first_fall(const apart *a, int i, int j, double most, double way, double end)
{
    enum { MANY = 10000 };
    const eg_apart_item *p = &a->items[i];
    const eg_local_law *law = &a->items[i].law;
    double t = a->time, by_s = fabs(law->h_s[j]), rate, h = value_at(a, i, j, t, &rate);
    double s = by_s * fabs(eg_apart_distance(a, i)[0]), instant = 4 * DBL_EPSILON * fabs(t);
    double slack = 16 * DBL_EPSILON * (s + by_s * way);
    double blur = by_s * p->noise + fabs(rate) * instant + 64 * DBL_EPSILON * s;
    bool is_open = fabs(h) <= blur;
    double level = is_open ? fmin(h, 0) - slack : 0;
    if (is_open && rate < -by_s * noise_of_speed(a, i))
        return t;
    for (int k = 0; k < MANY && t < end; k++) {
        t += fmax(safe_way(fmax(h - level, 0), rate, most), fmax(instant, 2 * DBL_EPSILON * t));
        if (!(t < end)) {
            t = end;
            return value_at(a, i, j, t, &rate) < -slack ? end : INFINITY;
        }
        h = value_at(a, i, j, t, &rate);
        if (h <= level && rate < 0)
            return t;
        is_open = is_open && h <= blur;
        level = is_open ? level : 0;
    }
    return t < end ? t : INFINITY;
}

double eg_apart_mixed_fall(eg_apart *a, int i, double end, int *which)
{
    const eg_local_item *of = &a->items[i].of;
    const eg_local_law *law = &a->items[i].law;
    double bend = 0, first = INFINITY, way = 0;
    for (int k = 0; k < 2; k++)
        way += (end - a->time) * fabs(of->factor[k]) * a->bodies[of->body[k]].most;
    for (int k = 0; k < 2; k++)
        bend += of->body[k] > 0 ? fabs(of->factor[k]) * hardest(a, of->body[k]) : 0;
    for (int j = 0; j < law->switches; j++) {
        if (law->h_s[j] == 0)
            continue;
        double t = first_fall(a, i, j, fabs(law->h_s[j]) * bend, way, fmin(end, first));
        if (t < first) {
            first = t;
            *which = j;
        }
    }
    return first;
}
