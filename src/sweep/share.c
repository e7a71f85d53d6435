#include "sweep/share.h"

#include "base/arena.h"

#include <stdlib.h>

bool eg_share_add(eg_share *s, const eg_rows *rows)
{
    if (rows->count == 0)
        return true;
    if (s->at == s->count)
        s->at = s->count = 0;
    if (eg_grow((void **)&s->spans, &s->capacity, s->count + 1, sizeof *s->spans) != 0)
        return false;
    s->spans[s->count++] = *rows;
    s->left += rows->count;
    return true;
}

static eg_rows take(eg_share *s, size_t size, size_t piece)
{
    eg_rows *span = &s->spans[s->at];
    const size_t count = size < span->count ? size : span->count;
    const eg_rows rows = {span->first, count, piece < count ? piece : count};
    span->first += count;
    span->count -= count;
    s->left -= count;
    if (span->count == 0)
        s->at++;
    return rows;
}

eg_rows eg_share_take(eg_share *s, size_t size)
{
    const size_t piece = s->spans[s->at].piece;
    return take(s, size < piece ? size : piece, size);
}

eg_rows eg_share_lease(eg_share *s, size_t size, size_t threads, size_t takers)
{
    const size_t piece = eg_share_bound(s, size, takers);
    return take(s, piece * threads, piece);
}

size_t eg_share_bound(const eg_share *s, size_t size, size_t takers)
{
    size_t even = s->left / (2 * takers);
    even = even < 1 ? 1 : even;
    return size < even ? size : even;
}

bool eg_share_is_low(const eg_share *s, size_t size, size_t threads, size_t idle)
{
    return size > 1 ? 2 * s->left < size * threads : s->left < idle;
}

void eg_share_clear(eg_share *s)
{
    s->at = s->count = s->left = 0;
}

void eg_share_release(eg_share *s)
{
    free(s->spans);
    *s = (eg_share){0};
}

double eg_share_seconds(size_t takers)
{
    const double least = 0.25, most = 1, each = 1e-3;
    const double seconds = each * (double)takers;
    if (seconds < least)
        return least;
    return seconds < most ? seconds : most;
}

size_t eg_share_next_size(size_t size, size_t count, double seconds, double wanted, size_t most)
{
    const double growth = count < size ? (double)size : 8 * (double)count;
    double next = seconds > 0 ? (double)count * wanted / seconds : growth;
    next = next < growth ? next : growth;
    most = most < EG_SHARE_ROWS ? most : EG_SHARE_ROWS;
    next = next < (double)most ? next : (double)most;
    return next >= 1 ? (size_t)next : 1;
}
