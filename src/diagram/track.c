/* Tracks of the segments in a channel.
 *
 * Of two segments side by side the one that stands first is crossed by what leads to the other from its side,
 * so that which of them does costs so many crossings. Segments are ordered by sifting (Rudell, Dynamic
 * variable ordering for ordered binary decision diagrams, 1993): each in turn goes to where the sum of these
 * costs is least. Then each takes the first track behind all that stand before it and share a part of the
 * way. */
#include "diagram/diagram.h"

#include <stdlib.h>

/* Where a line comes to a segment: at `at` along it, from the side before it, behind it, or both. Places are
 * counted in the order of the picture. */
typedef struct touch {
    int segment; /* of the channel's, in the order of the diagram */
    double at;
    bool from_before, from_behind;
} touch;

typedef struct channel {
    eg_diagram *d;
    int *segments; /* (count) of the diagram, in the order that is sought */
    int count;
    touch *touches;
    int touch_count;
    size_t touch_capacity;
    int *touch_first; /* (segments of the diagram + 1) */
    int *cost;        /* (count x count) crossings when one stands before another */
} channel;

/* ---------------------------------------------------------------- touches */

/* Of a row's line, or a column's, in the order of channels (2i) and cells (2i + 1). */
static double place_in_row(const eg_diagram *d, const eg_terminal *t)
{
    const eg_box *b = &d->boxes[t->box];
    return 2 * b->row + 1 + (b->shift + t->offset) / 1e5;
}

static double place_in_column(const eg_diagram *d, const eg_terminal *t)
{
    const eg_box *b = &d->boxes[t->box];
    return 2 * b->column + 1 + t->offset / 1e5;
}

static double place_of(const eg_segment *s)
{
    return 2 * s->channel + (s->track < 0 ? 0 : 1e-4 * s->track);
}

static int touch_order(const void *a, const void *b)
{
    const touch *x = a, *y = b;
    if (x->segment != y->segment)
        return x->segment < y->segment ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

static bool add_touch(channel *c, int segment, double at, bool from_before, bool from_behind)
{
    if (eg_grow((void **)&c->touches, &c->touch_capacity, (size_t)c->touch_count + 1, sizeof *c->touches) !=
        0)
        return false;
    c->touches[c->touch_count++] = (touch){segment, at, from_before, from_behind};
    return true;
}

/* What comes to a vertical segment from cells, straight. */
static bool touch_by_row(channel *c, const eg_terminal *t)
{
    const eg_diagram *d = c->d;
    const eg_box *b = &d->boxes[t->box];
    if (!eg_diagram_is_level(t))
        return true;
    const int trunk = d->nets[t->net].layer, at = t->is_direct ? trunk : t->beside;
    const int s = eg_diagram_find_segment(d, t->net, true, at, t->is_direct);
    return add_touch(c, s, place_in_row(d, t), b->column < at, b->column >= at);
}

/* What comes to a horizontal segment from boxes, straight. */
static bool touch_by_column(channel *c, const eg_terminal *t)
{
    if (eg_diagram_is_level(t))
        return true;
    const int s = eg_diagram_find_segment(c->d, t->net, false, t->across, false);
    return add_touch(c, s, place_in_column(c->d, t), t->side == EG_SIDE_BOTTOM, t->side == EG_SIDE_TOP);
}

/* Segments of a net that meet at a right angle touch each other. */
static bool touch_by_segments(channel *c, bool is_vertical)
{
    const eg_diagram *d = c->d;
    for (int n = 0; n < d->net_count; n++)
        for (int i = d->nets[n].segment; i >= 0; i = d->segments[i].next)
            for (int k = d->nets[n].segment; k >= 0; k = d->segments[k].next) {
                const eg_segment *s = &d->segments[i], *o = &d->segments[k];
                if (s->is_vertical != is_vertical || o->is_vertical == is_vertical ||
                    s->low > 2 * o->channel || s->high < 2 * o->channel || o->low > 2 * s->channel ||
                    o->high < 2 * s->channel)
                    continue;
                if (!add_touch(c, i, place_of(o), o->low<2 * s->channel, o->high> 2 * s->channel))
                    return false;
            }
    return true;
}

/* All of one direction, segment by segment. */
static bool list_touches(channel *c, bool is_vertical)
{
    const eg_diagram *d = c->d;
    bool good = true;
    c->touch_count = 0;
    for (int i = 0; i < d->terminal_count && good; i++)
        if (d->terminals[i].net >= 0)
            good = is_vertical ? touch_by_row(c, &d->terminals[i]) : touch_by_column(c, &d->terminals[i]);
    good = good && touch_by_segments(c, is_vertical);
    if (!good)
        return false;
    if (c->touch_count > 0)
        qsort(c->touches, (size_t)c->touch_count, sizeof *c->touches, touch_order);
    for (int i = 0, at = 0; i <= d->segment_count; i++) {
        while (at < c->touch_count && c->touches[at].segment < i)
            at++;
        c->touch_first[i] = at;
    }
    return true;
}

/* ---------------------------------------------------------------- order */

/* Where the touches of a segment begin and end: as far as it is drawn. */
static void extent_of(const channel *c, int segment, double *low, double *high)
{
    const int first = c->touch_first[segment], end = c->touch_first[segment + 1];
    *low = first < end ? c->touches[first].at : 0;
    *high = first < end ? c->touches[end - 1].at : 0;
}

/* How many crossings it costs when segment i stands before k. */
static int crossings(const channel *c, int i, int k)
{
    double low, high;
    int count = 0;
    extent_of(c, i, &low, &high);
    for (int t = c->touch_first[k]; t < c->touch_first[k + 1]; t++)
        count += c->touches[t].from_before && c->touches[t].at > low && c->touches[t].at < high;
    extent_of(c, k, &low, &high);
    for (int t = c->touch_first[i]; t < c->touch_first[i + 1]; t++)
        count += c->touches[t].from_behind && c->touches[t].at > low && c->touches[t].at < high;
    return count;
}

/* Each in turn to the front and to the back of where it stands, as far as most is won; where nothing is, the
 * order stays. */
static void sift(channel *c, int *at)
{
    const int n = c->count;
    bool wins = true;
    for (int pass = 0; pass < 6 && wins; pass++) {
        wins = false;
        for (int item = 0; item < n; item++) {
            int place = 0, sum = 0, best = 0, chosen;
            while (at[place] != item)
                place++;
            chosen = place;
            for (int to = place - 1; to >= 0; to--) { /* to the front */
                sum += c->cost[item * n + at[to]] - c->cost[at[to] * n + item];
                if (sum < best) {
                    best = sum;
                    chosen = to;
                }
            }
            sum = 0;
            for (int to = place + 1; to < n; to++) { /* to the back */
                sum += c->cost[at[to] * n + item] - c->cost[item * n + at[to]];
                if (sum < best) {
                    best = sum;
                    chosen = to;
                }
            }
            for (; place != chosen; place += chosen > place ? 1 : -1) {
                const int next = chosen > place ? place + 1 : place - 1;
                at[place] = at[next];
                at[next] = item;
                wins = true;
            }
        }
    }
}

static bool shares_way(const eg_segment *a, const eg_segment *b)
{
    return a->low <= b->high && b->low <= a->high;
}

static int segment_order(const eg_diagram *d, int i, int k)
{
    const eg_segment *s = &d->segments[i], *o = &d->segments[k];
    if (s->low != o->low)
        return s->low < o->low ? -1 : 1;
    return i < k ? -1 : i > k;
}

/* The tracks of one channel; how many there are. */
static eg_status order_channel(channel *c, int *most)
{
    enum { MOST = 600 }; /* of more the order in which they begin is kept */
    eg_diagram *d = c->d;
    int *at = eg_arena_array(d->arena, (size_t)c->count + 1, sizeof *at);
    if (!at)
        return EG_ERROR_MEMORY;
    for (int i = 1; i < c->count; i++) { /* insertion */
        const int segment = c->segments[i];
        int k = i;
        for (; k > 0 && segment_order(d, segment, c->segments[k - 1]) < 0; k--)
            c->segments[k] = c->segments[k - 1];
        c->segments[k] = segment;
    }
    for (int i = 0; i < c->count; i++)
        at[i] = i;
    if (c->count <= MOST && c->count > 1 && c->touches) {
        c->cost = malloc((size_t)c->count * (size_t)c->count * sizeof *c->cost);
        if (!c->cost)
            return EG_ERROR_MEMORY;
        for (int i = 0; i < c->count; i++)
            for (int k = 0; k < c->count; k++)
                c->cost[i * c->count + k] = crossings(c, c->segments[i], c->segments[k]);
        sift(c, at);
        free(c->cost);
        c->cost = NULL;
    }
    *most = 0;
    for (int i = 0; i < c->count; i++) {
        eg_segment *s = &d->segments[c->segments[at[i]]];
        s->track = 0;
        for (int k = 0; k < i; k++) {
            const eg_segment *o = &d->segments[c->segments[at[k]]];
            if (o->track >= s->track && shares_way(s, o))
                s->track = o->track + 1;
        }
        *most = s->track + 1 > *most ? s->track + 1 : *most;
    }
    return EG_OK;
}

static eg_status order_channels(channel *c, bool is_vertical, int channels, int *most)
{
    eg_diagram *d = c->d;
    int *first = eg_arena_array(d->arena, (size_t)channels + 2, sizeof *first);
    int *list = eg_arena_array(d->arena, (size_t)d->segment_count + 1, sizeof *list);
    if (!first || !list || !list_touches(c, is_vertical))
        return EG_ERROR_MEMORY;
    for (int i = 0; i < d->segment_count; i++)
        if (d->segments[i].is_vertical == is_vertical)
            first[d->segments[i].channel + 1]++;
    for (int i = 0; i < channels; i++)
        first[i + 1] += first[i];
    for (int i = 0; i < d->segment_count; i++)
        if (d->segments[i].is_vertical == is_vertical)
            list[first[d->segments[i].channel]++] = i;
    eg_status status = EG_OK;
    for (int i = 0, begin = 0; i < channels && status == EG_OK; i++) {
        c->segments = list + begin;
        c->count = first[i] - begin;
        begin = first[i];
        status = order_channel(c, &most[i]);
    }
    return status;
}

/* The order across depends on that of the channels they run to, so there is a second round. */
eg_status eg_diagram_choose_tracks(eg_diagram *d, int *vertical, int *horizontal)
{
    channel c = {.d = d};
    c.touch_first = eg_arena_array(d->arena, (size_t)d->segment_count + 2, sizeof *c.touch_first);
    eg_status status = c.touch_first ? EG_OK : EG_ERROR_MEMORY;
    for (int round = 0; round < 2 && status == EG_OK; round++) {
        status = order_channels(&c, false, d->rows + 1, horizontal);
        if (status == EG_OK)
            status = order_channels(&c, true, d->columns + 1, vertical);
    }
    free(c.touches);
    return status;
}
