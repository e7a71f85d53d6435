/* The engine exact in pieces: items whose polynomial is not asked for, since bounds of speeds tell that their
 * ends will not meet before something else happens to one of them.
 *
 * Such an item is plain: its distance is that of where its ends were when it was made plain, or when their
 * own steps began, if that was later. Where one end is advanced, what it has moved is put in, and the other
 * end goes on. As long as bounds tell the same again nothing else is done about the item. */
#include "base/two.h"
#include "engine/exact/reach.h"

#include <float.h>

typedef eg_apart_body body;
typedef eg_apart_item item;
typedef eg_apart apart;

/* A bound of how far the speed of a body moves away from what it is now, up to a time within its step: as a
 * part of that time passes, so much of the bound counts. |v(x) - v(y)| <= (x - y) sum of k |v_k|, and that of
 * |v_k| at the beginning. */
static double wander(const apart *a, int b, double time)
{
    const body *p = &a->bodies[b];
    if (p->stretch.power > 1) /* not even in time: a bound at once, twice what counts at the end */
        return 4 * p->bend;
    if (b == 0 || p->degree == 0)
        return 0;
    if (p->begin == a->time)
        return p->bend * (time / p->length);
    eg_two sum = eg_two_both(0), order = eg_two_of(1, 2);
    int k = 1;
    for (; k < p->degree; k += 2, order = eg_two_plus(order, eg_two_both(2)))
        sum = eg_two_plus(sum, eg_two_times(order, eg_two_size(eg_two_load(p->v + k))));
    double steep = eg_two_sum(sum) + (k == p->degree ? k * fabs(p->v[k]) : 0);
    return steep * (time / p->length);
}

/* Is the element's force nothing, and nothing lost, and do its functions, of the distance alone, clearly stay
 * above 0 up to an instant, as its speed and how far that may wander tell? */
bool eg_apart_stays_far(const apart *a, int i, double until)
{
    const item *p = &a->items[i];
    const eg_local_law *law = &a->items[i].law;
    const eg_local_item *of = &a->items[i].of;
    double change = 0, speed = 0, time = until - a->time;
    if (p->is_active || law->drag != 0 || law->drag_s != 0 || law->drag_v != 0)
        return false;
    for (int k = 0; k < 2; k++) {
        change += fabs(of->factor[k]) * wander(a, of->body[k], time);
        speed += fabs(of->factor[k]) * a->bodies[of->body[k]].most;
    }
    for (int j = 0; j < law->switches; j++) {
        double by_s = fabs(law->h_s[j]), rate = law->h_s[j] * p->v_rel;
        double noise = by_s * (p->noise + 4 * DBL_EPSILON * fabs(a->time) * speed);
        double size = by_s * (fabs(eg_apart_distance(a, i)[0]) + time * speed);
        double fall = (rate - 0.5 * by_s * change) * time;
        bool rises = rate - by_s * change > 1e-9 * by_s * speed && law->h[j] >= -noise;
        if (by_s == 0 && law->h_v[j] == 0)
            continue;
        if (law->h_v[j] != 0 ||
            !(rises || law->h[j] + (fall < 0 ? fall : 0) > noise + 64 * DBL_EPSILON * size))
            return false;
    }
    return true;
}

/* Where the ends of a plain item go now and up to `limit` beside what is in its distance, by their speeds at
 * the beginnings of their steps; by how much that may be off; and their ways, at most. */
typedef struct range {
    double now, then, off, way;
} range;

static range range_of(const apart *a, int i, double limit)
{
    const item *p = &a->items[i];
    range to = {0, 0, 0, 0};
    for (int k = 0; k < 2; k++) {
        const body *end = &a->bodies[p->of.body[k]];
        double from = eg_apart_pending_from(p, end), time = limit - from, factor = p->of.factor[k];
        if (p->of.body[k] == 0)
            continue;
        to.now += factor * end->v[0] * (a->time - from);
        to.then += factor * end->v[0] * time;
        to.way += fabs(factor) * end->most * time;
        if (end->bend > 0) /* it grows by as much of that as has passed of the step */
            to.off += fabs(factor) * end->bend * ((limit - end->begin) / end->length) * time *
                      (from == end->begin ? 0.5 : 1);
    }
    return to;
}

/* Is the item, of which one end has been advanced, to stay plain? */
bool eg_apart_stays_plain(apart *a, int i)
{
    item *p = &a->items[i];
    const eg_local_law *law = &p->law;
    const double *s = eg_apart_distance(a, i);
    if (i >= a->model->element_count)
        return true;
    double length, end = eg_apart_reaches(a, &p->of, &length), limit = eg_apart_limit(a, i, end);
    range to = range_of(a, i, limit);
    double least = eg_smaller(to.now, to.then) - to.off, most = eg_larger(to.now, to.then) + to.off;
    double ulps = 128 * DBL_EPSILON * (fabs(s[0]) + fabs(s[1]) + p->way + to.way);
    for (int j = 0; j < law->switches; j++) {
        double by_s = law->h_s[j], changes = by_s * (s[0] - s[1] + (by_s > 0 ? least : most));
        if (by_s == 0 && law->h_v[j] == 0)
            continue;
        if (!(law->h[j] + changes > fabs(by_s) * (p->noise + ulps)))
            return false;
    }
    p->is_limited = limit < end;
    return true;
}
