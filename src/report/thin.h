/* What a page keeps of a run's rows.
 *
 * All of them, where they fit. Else the span is cut into ranges of rows, equal parts of its time, in
 * which each series keeps its least and its greatest value in the order in which they came; both rows of
 * an event are ranges of their own, so that what jumps keeps both its sides. */
#ifndef EG_REPORT_THIN_H
#define EG_REPORT_THIN_H

#include "base/trajectory.h"

#include <stdbool.h>

/* Where the values of one variable stand: row i at first[i*stride]. */
typedef struct eg_series {
    const double *first;
    size_t stride;
} eg_series;

static inline double eg_series_at(eg_series s, size_t row)
{
    return s.first[row * s.stride];
}

/* Ranges of rows: number i ends before row ends[i] and begins where the one before ends. */
typedef struct eg_ranges {
    size_t *ends;
    size_t count;
    size_t points; /* one for a single row, else two */
    size_t *exact; /* (exact_count) the points that are single rows of events */
    size_t exact_count;
    bool is_whole; /* each row is a range */
} eg_ranges;

/* Cuts `rows` rows into ranges that come to at most about `points` points; all rows are kept when they
 * are no more than that. 0, or -1 when out of memory. */
int eg_ranges_choose(eg_ranges *ranges, eg_series time, size_t rows, size_t points);
void eg_ranges_release(eg_ranges *ranges);

/* The extremes of one series in a range. */
typedef struct eg_extent {
    double low, high;
    size_t low_row, high_row;
} eg_extent;

#endif
