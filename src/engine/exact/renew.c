/* The engine exact in pieces: all that has changed at an instant is made anew: laws, clusters and their
 * series, and roots. */
#include "engine/exact/apart.h"
#include "base/local.h"

#include <math.h>

typedef eg_apart_body body;
typedef eg_apart_item item;
typedef eg_apart apart;

/* The event that limited the search for others of the cluster that body b is in is not to be: they are looked
 * for now. */
static void look_again(apart *a, int b)
{
    const eg_local *m = a->model;
    body *leader = &a->bodies[a->bodies[b].cluster];
    int at = b;
    leader->is_withdrawn = false;
    leader->soonest = INFINITY;
    leader->soonest_item = -1;
    if (a->observer->passed) /* of what follows its distances begin anew */
        eg_apart_show_windows(a, a->time);
    do
        for (int k = m->first[at]; k < m->first[at + 1]; k++) {
            int i = m->touching[k];
            item *p = &a->items[i];
            if (i >= m->element_count)
                continue;
            if (p->is_limited && p->advanced != -a->epoch) {
                eg_apart_advance_item(a, i);
                eg_apart_read_law(a, i);
                p->advanced = -a->epoch;
                eg_apart_renew_item(a, i);
            } else if (eg_queue_time(&a->queue, i) < leader->soonest) {
                leader->soonest = eg_queue_time(&a->queue, i);
                leader->soonest_item = i;
            }
        }
    while ((at = a->bodies[at].next) != b);
}

static void look_again_beside(apart *a, int i)
{
    for (int end = 0; end < 2; end++) {
        int b = a->items[i].of.body[end];
        if (b > 0 && a->bodies[a->bodies[b].cluster].is_withdrawn)
            look_again(a, b);
    }
}

/* In all clusters that have only heard of what has changed, be it an element alone. */
static void look_again_around(apart *a)
{
    const eg_local *m = a->model;
    a->is_withdrawn = false;
    for (int j = 0; j < a->changed_count; j++)
        for (int k = m->first[a->changed[j]]; k < m->first[a->changed[j] + 1]; k++)
            look_again_beside(a, m->touching[k]);
    for (int j = 0; j < a->due_count; j++)
        if (a->due[j] < m->element_count)
            look_again_beside(a, a->due[j]);
}

/* Unless it has been renewed, or goes on. */
static void renew_item(apart *a, int i)
{
    item *p = &a->items[i];
    if (p->advanced != a->epoch)
        return;
    if (p->is_plain && !eg_apart_stays_plain(a, i)) {
        eg_apart_advance_item(a, i);
        eg_apart_read_law(a, i);
    }
    p->advanced = -a->epoch;
    if (!p->is_plain)
        eg_apart_renew_item(a, i);
}

/* New clusters, series, roots for all that has changed. */
void eg_apart_renew(apart *a)
{
    const eg_local *m = a->model;
    eg_apart_read_laws(a);
    eg_apart_look_further(a, EG_APART_AHEAD_BODIES);
    for (int j = 0; j < a->changed_count; j++)
        if (a->bodies[a->changed[j]].mark != -a->epoch)
            eg_apart_step(a, a->changed[j]);
    eg_apart_look_further(a, EG_APART_AHEAD_CLUSTERS);
    for (int j = 0; j < a->changed_count; j++) /* what limits the search for all others */
        if (a->bodies[a->changed[j]].soonest_item >= 0)
            renew_item(a, a->bodies[a->changed[j]].soonest_item);
    eg_apart_look_further(a, EG_APART_AHEAD_NEIGHBOURS);
    for (int j = 0; j < a->changed_count; j++)
        for (int k = m->first[a->changed[j]]; k < m->first[a->changed[j] + 1]; k++)
            renew_item(a, m->touching[k]);
    for (int j = 0; j < a->due_count; j++) /* what is quiet */
        if (a->due[j] < m->element_count)
            renew_item(a, a->due[j]);
    if (a->is_withdrawn)
        look_again_around(a);
    a->changed_count = a->due_count = 0;
}

/* Begins an instant at which so many entries of the queue are due. */
void eg_apart_begin(apart *a, double t, int due)
{
    a->time = t;
    a->epoch++;
    a->changed_count = 0;
    a->due_count = due;
}

void eg_apart_advance_all(apart *a)
{
    for (int b = 1; b < a->model->body_count; b++)
        eg_apart_advance_cluster(a, b);
    for (int i = 0; i < a->model->item_count; i++)
        if (a->items[i].is_plain)
            eg_apart_advance_item(a, i);
}
