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
    return most / (last == 0 ? pace[0] : from_zero ? pace[last] : fmin(pace[0], at_end));
}

/* Function j of the item, and its rate, at t. */
static double value_at(const apart *a, int i, int j, double t, double *rate)
{
    const eg_local_item *of = &a->model->items[i];
    const eg_local_law *law = &a->laws[i];
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

/* The first fall of function j in (now, end], whose rate changes by `most` at most. By the rules of
 * watch.h what is within round-off of 0 now has fallen if it clearly falls, and else is looked at from
 * where it has risen. */
static double first_fall(const apart *a, int i, int j, double most, double way, double end)
{
    enum { MANY = 10000 };
    const eg_apart_item *p = &a->items[i];
    const eg_local_law *law = &a->laws[i];
    double t = a->time, rate, h = value_at(a, i, j, t, &rate), instant = 4 * DBL_EPSILON * fabs(t);
    double s = fabs(law->h_s[j] * eg_apart_distance(a, i)[0]);
    double slack = 16 * DBL_EPSILON * (s + fabs(law->h_s[j]) * way);
    double blur = fabs(law->h_s[j]) * p->noise + fabs(rate) * instant + 64 * DBL_EPSILON * s;
    if (fabs(h) <= blur) {
        if (rate < 0)
            return t;
        h = 0;
    }
    for (int k = 0; k < MANY && t < end; k++) {
        double root = sqrt(fmax(rate * rate + 2 * most * fmax(h, 0), 0));
        double ahead = rate < 0 ? 2 * fmax(h, 0) / (root - rate) : most > 0 ? (rate + root) / most : INFINITY;
        double least = fmax(instant, 2 * DBL_EPSILON * t);
        t += fmax(ahead, least);
        if (!(t < end)) {
            t = end;
            return value_at(a, i, j, t, &rate) < -slack ? end : INFINITY;
        }
        h = value_at(a, i, j, t, &rate);
        if (h <= 0 && rate < 0)
            return t;
    }
    return t < end ? t : INFINITY;
}

double eg_apart_mixed_fall(eg_apart *a, int i, double end, int *which)
{
    const eg_local_item *of = &a->model->items[i];
    const eg_local_law *law = &a->laws[i];
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
