/* Who computes which rows of a sweep, and how many at a time.
 *
 * This is guided self-scheduling (Polychronopoulos and Kuck 1987) with a bound. A piece is as long as takes
 * eg_share_seconds by the pace of who takes it, so that handing it over costs nothing beside it and losing it
 * little; and no longer than half an even share of what is left, so that all arrive together at the end.
 *
 * Threads take pieces from one share. A rank of a cluster has a share of its own, which its threads take
 * from; when that runs low it leases rows from the first rank's, as many pieces as it has threads, while they
 * still compute the last ones. Both are the same shares with the same rules, which know no threads, messages
 * or clocks: the simulation in bench/scaling compiles them in. */
#ifndef EG_SWEEP_SHARE_H
#define EG_SWEEP_SHARE_H

#include <stdbool.h>
#include <stddef.h>

enum { EG_SHARE_ROWS = 65536 }; /* of a piece, at most */

/* Rows that are taken together, and the most of them that one thread takes at once. */
typedef struct eg_rows {
    size_t first, count, piece;
} eg_rows;

/* Rows that nobody has taken. */
typedef struct eg_share {
    eg_rows *spans; /* (count), of which those from `at` on have rows */
    size_t count, capacity, at;
    size_t left; /* in all of them */
} eg_share;

/* More rows. False: out of memory. */
bool eg_share_add(eg_share *share, const eg_rows *rows);
/* The first rows, at most `size`; there is something left. */
eg_rows eg_share_take(eg_share *share, size_t size);
/* The first rows for a rank whose threads want pieces of this size, of `takers` threads in all ranks. */
eg_rows eg_share_lease(eg_share *share, size_t size, size_t threads, size_t takers);
/* How many rows somebody takes who wants `size`, where there are so many takers. */
size_t eg_share_bound(const eg_share *share, size_t size, size_t takers);
/* Is it time for a rank to lease more? Where a single run takes longer than a piece should, not before one of
 * its threads is idle: what is leased ahead nobody else can compute. */
bool eg_share_is_low(const eg_share *share, size_t size, size_t threads, size_t idle);
void eg_share_clear(eg_share *share); /* nothing is left */
void eg_share_release(eg_share *share);

/* How long a piece should take [s]: a quarter of a second, and up to one where so many hand them in that the
 * first rank would have more than a thousand a second. */
double eg_share_seconds(size_t takers);
/* The size of the next piece, where `count` rows of one that was to have `size` took so long. It grows
 * eightfold at most, since the first rows may be quick, and beyond neither `most` nor EG_SHARE_ROWS; and not
 * at all by a piece that was cut short. */
size_t eg_share_next_size(size_t size, size_t count, double seconds, double wanted, size_t most);

#endif
