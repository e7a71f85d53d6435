/* The engine exact in pieces: while one event is carried out, what the next one takes is fetched from memory.
 *
 * In a large model next to nothing of what an event touches is in a cache, and one part tells where the next
 * one is: the queue an element, that its bodies, they their clusters, and these the items and bodies around
 * them. Event by event the waits would add up to more than the work; so each part is fetched between two
 * stages of the event before. Which event is next may still change: then that one waits. */
#include "base/fetch.h"
#include "engine/exact/apart.h"

enum { HEAD = EG_APART_HEAD };

typedef eg_apart_body body;
typedef eg_apart_item item;
typedef eg_apart apart;

static void fetch_body(const apart *a, int b)
{
    eg_fetch(&a->bodies[b], offsetof(body, load));
    eg_fetch(&a->model->first[b], 2 * sizeof(int));
}

/* But for most of its polynomial, and powers. */
static void fetch_item(const apart *a, int i)
{
    eg_fetch(&a->items[i].law.n, offsetof(item, s[HEAD]) - offsetof(item, law.n));
    if (i < a->model->element_count)
        a->system->local->expect(a->system, i, i == a->expected, false);
}

/* All in the cluster of body b, and the items there. */
static void fetch_cluster(const apart *a, int b)
{
    const eg_local *m = a->model;
    int at = b;
    do {
        fetch_body(a, a->bodies[at].next);
        for (int k = m->first[at]; k < m->first[at + 1]; k++)
            fetch_item(a, m->touching[k]);
    } while ((at = a->bodies[at].next) != b);
}

/* Most items have none; that of an element that changes its mode is made. */
static void fetch_polynomial(const item *p, bool is_made)
{
    int last = p->is_plain ? 0 : p->degree;
    if (is_made)
        last = EG_APART_DISTANCES - 1;
    if (last >= HEAD)
        eg_fetch(&p->s[HEAD], (size_t)(last + 1 - HEAD) * sizeof *p->s);
}

/* The bodies at other ends of these items, their polynomials, and what their elements point to. */
static void fetch_neighbours(const apart *a, int b)
{
    const eg_local *m = a->model;
    int at = b;
    do
        for (int k = m->first[at]; k < m->first[at + 1]; k++) {
            const int i = m->touching[k], *ends = a->items[i].of.body;
            eg_fetch(&a->bodies[ends[ends[0] == at]], offsetof(body, load));
            fetch_polynomial(&a->items[i], i == a->expected);
            if (i < m->element_count)
                a->system->local->expect(a->system, i, i == a->expected, true);
        }
    while ((at = a->bodies[at].next) != b);
}

static void expect_bodies(const apart *a, eg_apart_part_ahead part)
{
    const int elements = a->model->element_count, next = a->expected;
    int bodies[2] = {0, 0};
    if (next < elements && part > EG_APART_AHEAD_BODIES && eg_apart_is_quiet(&a->items[next])) {
        a->system->local->expect(a->system, next, true, true); /* it takes nothing but itself */
        return;
    }
    for (int end = 0; end < 2 && next < elements; end++)
        bodies[end] = a->items[next].of.body[end];
    if (next >= elements)
        bodies[0] = next - elements;
    for (int end = 0; end < 2; end++)
        if (bodies[end] == 0)
            continue;
        else if (part == EG_APART_AHEAD_BODIES)
            fetch_body(a, bodies[end]);
        else if (part == EG_APART_AHEAD_CLUSTERS)
            fetch_cluster(a, bodies[end]);
        else
            fetch_neighbours(a, bodies[end]);
}

void eg_apart_fetch_ahead(apart *a, eg_apart_part_ahead part)
{
    switch (part) {
    case EG_APART_AHEAD_QUEUE:
        a->expected = eg_queue_first_group(&a->queue);
        eg_fetch(&a->queue.level[0][EG_QUEUE_GROUP * a->expected], EG_QUEUE_GROUP * sizeof(double));
        break;
    case EG_APART_AHEAD_ELEMENT:
        a->expected = eg_queue_first_of(&a->queue, a->expected);
        if (a->expected < a->model->element_count)
            fetch_item(a, a->expected);
        break;
    default: expect_bodies(a, part);
    }
}
