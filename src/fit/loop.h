/* Samples of one quantity over another one, as force over penetration, without times.
 *
 * Each sample is a point, and the model's run a curve; what a sample is off by is how far from the curve
 * it lies, both quantities in deviations of their noise (orthogonal distance regression; Boggs, Byrd and
 * Schnabel 1987). Samples come in the order in which the run goes by them, up to their noise: of all ways
 * to lay them along the curve in which none goes back by more than `slack`, as far as half a parabola
 * tells, the one whose sum of squares is least (dynamic programming), so that a sample of the way back is
 * not held against the way there. */
#ifndef EG_FIT_LOOP_H
#define EG_FIT_LOOP_H

#include <stdbool.h>
#include <stddef.h>

typedef struct eg_spot {
    double at[2]; /* across, and up */
} eg_spot;

/* A curve of parabolas, each through three neighbours, the last of which begins the next one: an odd
 * number of points. */
typedef struct eg_locus {
    eg_spot *points;
    size_t count, capacity;
} eg_locus;

/* Continues it by a parabola; the first point of all goes by `begin`. False: out of memory. */
bool eg_locus_begin(eg_locus *c, eg_spot point);
bool eg_locus_add(eg_locus *c, eg_spot middle, eg_spot end);
void eg_locus_release(eg_locus *c);

/* How far samples[count] lie off a curve, both scaled: positive to the left of where it goes. False: out of
 * memory, or the curve has no parabola. */
bool eg_loop_distances(const eg_locus *curve, const eg_spot *samples, size_t count, double slack,
                       double *distances);

#endif
