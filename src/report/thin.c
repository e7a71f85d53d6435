/* Choosing the ranges of rows whose extremes a page keeps. */
#include "report/thin.h"

#include <math.h>
#include <stdlib.h>

/* Is the row the left or the right one of an event, whose time another one shares? */
static bool is_side(eg_series time, size_t rows, size_t row)
{
    const double t = eg_series_at(time, row);
    return (row > 0 && eg_series_at(time, row - 1) == t) ||
           (row + 1 < rows && eg_series_at(time, row + 1) == t);
}

/* In which of `count` equal parts of the span a time lies. */
static size_t part_of(double time, double from, double to, size_t count)
{
    const double share = to > from ? (time - from) / (to - from) : 0.0;
    const double part = floor(share * (double)count);
    if (!(part > 0))
        return 0;
    return part >= (double)count ? count - 1 : (size_t)part;
}

static int reserve(eg_ranges *r, size_t ranges, size_t exact)
{
    r->ends = malloc((ranges + 1) * sizeof *r->ends);
    r->exact = malloc((exact + 1) * sizeof *r->exact);
    return r->ends && r->exact ? 0 : -1;
}

static void close_range(eg_ranges *r, size_t begin, size_t end, bool is_exact)
{
    if (is_exact)
        r->exact[r->exact_count++] = r->points;
    r->points += end - begin > 1 ? 2 : 1;
    r->ends[r->count++] = end;
}

int eg_ranges_choose(eg_ranges *r, eg_series time, size_t rows, size_t points)
{
    *r = (eg_ranges){.is_whole = rows <= points};
    if (r->is_whole) {
        if (reserve(r, rows, rows) != 0)
            return -1;
        for (size_t i = 0; i < rows; i++)
            close_range(r, i, i + 1, is_side(time, rows, i));
        return 0;
    }
    /* Half of the points are for equal parts; a row of an event takes itself and what it cuts in two. */
    const size_t parts = points / 4 + 1, sides = points / 6;
    if (reserve(r, parts + 2 * sides + 1, sides) != 0)
        return -1;
    const double from = eg_series_at(time, 0), to = eg_series_at(time, rows - 1);
    size_t begin = 0, part = part_of(from, from, to, parts), used = 0;
    bool was_side = false;
    for (size_t i = 0; i < rows; i++) {
        const bool side = used < sides && is_side(time, rows, i);
        const size_t own = part_of(eg_series_at(time, i), from, to, parts);
        if (i > begin && (side || was_side || own != part)) {
            close_range(r, begin, i, was_side);
            begin = i;
        }
        used += side;
        was_side = side;
        part = own > part ? own : part;
    }
    close_range(r, begin, rows, was_side);
    return 0;
}

void eg_ranges_release(eg_ranges *r)
{
    free(r->ends);
    free(r->exact);
    *r = (eg_ranges){0};
}
