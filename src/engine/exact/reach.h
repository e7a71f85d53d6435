/* How far an item's step goes, and up to when its next event is of interest. */
#ifndef EG_ENGINE_EXACT_REACH_H
#define EG_ENGINE_EXACT_REACH_H

#include "base/extremes.h"
#include "engine/exact/apart.h"

#include <math.h>

/* Where the first of the steps of the bodies at both ends ends, and how long that is from now on. The ends
 * may have begun together: then their step is the item's, to the bit. */
static inline double eg_apart_reaches(const eg_apart *a, const eg_local_item *of, double *length)
{
    double end = INFINITY;
    *length = INFINITY;
    for (int k = 0; k < 2; k++) {
        const eg_apart_body *p = &a->bodies[of->body[k]];
        double own = p->begin + p->length;
        bool begins = p->begin == a->time;
        if (of->body[k] == 0 || own > end || (own == end && !begins))
            continue;
        *length = own > a->time ? own - a->time : 0;
        if (begins)
            *length = p->length;
        end = own;
    }
    return end;
}

/* Is the next event of a cluster known, and not of item i or another one that is still to be made anew? */
static inline bool eg_apart_is_soonest_known(const eg_apart *a, const eg_apart_body *leader, int i)
{
    return !leader->is_withdrawn && leader->soonest > a->time && leader->soonest < INFINITY &&
           leader->soonest_item != i && a->items[leader->soonest_item].advanced != a->epoch;
}

/* The next event of the clusters at both ends: what comes after it is of no interest. A little more, so that
 * events at one instant are found together. An item that is limited is renewed where such an event happens,
 * or looked at again (renew.c) where it is withdrawn. */
static inline double eg_apart_limit(const eg_apart *a, int i, double end)
{
    const eg_local_item *of = &a->items[i].of;
    double limit = end;
    for (int k = 0; k < 2; k++) {
        const eg_apart_body *leader = &a->bodies[a->bodies[of->body[k]].cluster];
        if (of->body[k] > 0 && leader->soonest < limit && eg_apart_is_soonest_known(a, leader, i))
            limit = leader->soonest;
    }
    return limit < end ? eg_smaller(end, limit + 1e-6 * (limit - a->time)) : end;
}

#endif
