/* Past values of signals: segments in the order of time, each with the times and values of its nodes. */
#include "network/motion/history.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct segment {
    double begin, end;
    size_t first; /* node in t and v */
    int count;
} segment;

struct eg_history {
    int signals;
    double start;
    double *before; /* (signals) before the start */
    segment *segments;
    size_t count, capacity, forgotten;
    double *t; /* (nodes) */
    double *v; /* (nodes x signals) */
    size_t nodes, t_capacity, v_capacity;
};

eg_history *eg_history_create(int signals)
{
    eg_history *h = calloc(1, sizeof *h);
    if (!h)
        return NULL;
    h->signals = signals;
    h->before = calloc((size_t)signals, sizeof *h->before);
    if (h->before)
        return h;
    free(h);
    return NULL;
}

void eg_history_free(eg_history *h)
{
    if (!h)
        return;
    free(h->before);
    free(h->segments);
    free(h->t);
    free(h->v);
    free(h);
}

void eg_history_begin(eg_history *h, double t, const double *value)
{
    h->count = h->nodes = h->forgotten = 0;
    h->start = t;
    memcpy(h->before, value, (size_t)h->signals * sizeof *value);
}

int eg_history_add(eg_history *h, int node, int count, double t, const double *value)
{
    size_t signals = (size_t)h->signals;
    if (eg_grow((void **)&h->t, &h->t_capacity, h->nodes + 1, sizeof *h->t) < 0 ||
        eg_grow((void **)&h->v, &h->v_capacity, (h->nodes + 1) * signals, sizeof *h->v) < 0 ||
        eg_grow((void **)&h->segments, &h->capacity, h->count + 1, sizeof *h->segments) < 0)
        return -1;
    if (node == 0)
        h->segments[h->count++] = (segment){t, t, h->nodes, 0};
    segment *s = &h->segments[h->count - 1];
    s->end = t;
    s->count = node + 1 <= count ? node + 1 : count;
    h->t[h->nodes] = t;
    memcpy(h->v + h->nodes * signals, value, signals * sizeof *value);
    h->nodes++;
    return 0;
}

/* The room of what is forgotten is used again once it is most of all. */
void eg_history_forget(eg_history *h, double t)
{
    while (h->forgotten + 1 < h->count && h->segments[h->forgotten].end < t)
        h->forgotten++;
    if (h->forgotten < 64 || 2 * h->forgotten < h->count)
        return;
    size_t first = h->segments[h->forgotten].first, signals = (size_t)h->signals;
    h->count -= h->forgotten;
    h->nodes -= first;
    memmove(h->segments, h->segments + h->forgotten, h->count * sizeof *h->segments);
    memmove(h->t, h->t + first, h->nodes * sizeof *h->t);
    memmove(h->v, h->v + first * signals, h->nodes * signals * sizeof *h->v);
    for (size_t i = 0; i < h->count; i++)
        h->segments[i].first -= first;
    h->forgotten = 0;
}

/* The last segment that begins at t or before; at `upper` itself, before it. */
static const segment *find(const eg_history *h, double t, double upper)
{
    size_t low = 0, high = h->count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        bool fits = h->segments[middle].begin < t || (h->segments[middle].begin == t && t < upper);
        if (fits)
            low = middle;
        else
            high = middle;
    }
    return &h->segments[low];
}

/* Newton's divided differences in place, then Horner's rule, with the derivative. */
static double interpolate(const eg_history *h, const segment *s, int signal, double t, double *dvalue)
{
    enum { MOST = 32 };
    double c[MOST] = {0};
    int n = s->count < MOST ? s->count : MOST;
    const double *x = h->t + s->first;
    for (int i = 0; i < n; i++)
        c[i] = h->v[(s->first + (size_t)i) * (size_t)h->signals + (size_t)signal];
    for (int k = 1; k < n; k++)
        for (int i = n - 1; i >= k; i--)
            c[i] = x[i] > x[i - k] ? (c[i] - c[i - 1]) / (x[i] - x[i - k]) : 0;
    double value = c[n - 1], slope = 0;
    for (int i = n - 2; i >= 0; i--) {
        slope = slope * (t - x[i]) + value;
        value = value * (t - x[i]) + c[i];
    }
    if (dvalue)
        *dvalue = slope;
    return value;
}

double eg_history_value(const eg_history *h, int signal, double t, double upper, double *dvalue)
{
    double last = h->count > 0 ? h->segments[h->count - 1].end : h->start;
    double at = fmin(fmin(t, upper), last);
    if (dvalue)
        *dvalue = 0;
    if (h->count == 0 || at < h->start || (at == h->start && upper <= h->start))
        return h->before[signal];
    return interpolate(h, find(h, at, upper), signal, at, dvalue);
}

/* ---------------------------------------------------------------- as numbers */

/* The start, the values before it, the number of segments; of each segment its end and the number of its
 * nodes, and of each node its time and values. A segment begins at its first node. */
size_t eg_history_pack(const eg_history *h, double *at)
{
    const size_t signals = (size_t)h->signals, first = h->forgotten;
    const size_t nodes = h->count > first ? h->nodes - h->segments[first].first : 0;
    const size_t count = 2 + signals + 2 * (h->count - first) + nodes * (1 + signals);
    if (!at)
        return count;
    *at++ = h->start;
    memcpy(at, h->before, signals * sizeof *at);
    at += signals;
    *at++ = (double)(h->count - first);
    for (size_t i = first; i < h->count; i++) {
        const segment *s = &h->segments[i];
        *at++ = s->end;
        *at++ = (double)s->count;
        for (size_t k = s->first; k < s->first + (size_t)s->count; k++) {
            *at++ = h->t[k];
            memcpy(at, h->v + k * signals, signals * sizeof *at);
            at += signals;
        }
    }
    return count;
}

/* A whole number from 0 to `most`? */
static bool is_count(double x, size_t most)
{
    return x >= 0 && x <= (double)most && x == floor(x);
}

static eg_status unpack_segment(eg_history *h, const double **at, const double *end)
{
    const size_t signals = (size_t)h->signals;
    if (end - *at < 2 || !is_count((*at)[1], (size_t)(end - *at)) || (*at)[1] < 1)
        return EG_ERROR_USAGE;
    const double last = (*at)[0];
    const size_t count = (size_t)(*at)[1];
    *at += 2;
    for (size_t k = 0; k < count; k++, *at += 1 + signals) {
        if ((size_t)(end - *at) < 1 + signals)
            return EG_ERROR_USAGE;
        if (eg_history_add(h, (int)k, (int)count, (*at)[0], *at + 1) < 0)
            return EG_ERROR_MEMORY;
    }
    return h->segments[h->count - 1].end == last ? EG_OK : EG_ERROR_USAGE;
}

eg_status eg_history_unpack(eg_history *h, const double *at, size_t count)
{
    const double *end = at + count;
    const size_t signals = (size_t)h->signals;
    for (size_t i = 0; i < count; i++)
        if (!isfinite(at[i]))
            return EG_ERROR_USAGE;
    if (count < 2 + signals || !is_count(at[1 + signals], count))
        return EG_ERROR_USAGE;
    eg_history_begin(h, at[0], at + 1);
    size_t segments = (size_t)at[1 + signals];
    eg_status status = EG_OK;
    for (at += 2 + signals; segments > 0 && status == EG_OK; segments--)
        status = unpack_segment(h, &at, end);
    return status == EG_OK && at != end ? EG_ERROR_USAGE : status;
}
