/* What the files of the watch share. All answer a negative number where something cannot be evaluated. */
#ifndef EG_ENGINE_WATCH_PARTS_H
#define EG_ENGINE_WATCH_PARTS_H

#include "engine/watch.h"

/* delta[i] = the largest change of h_i, or with `rates` of its rate, under four perturbations of the
 * arguments. `at` holds the unperturbed values, w->size what y is rounded relative to. */
int eg_watch_measure_delta(eg_watch *w, bool rates, double t, const double *y, const double *yp,
                           const double *at, double *delta);
/* Marks as fired what is within round-off of 0 and clearly falls; `w->h` and `w->delta` hold for t, y, yp.
 * Returns how many, or -1. What round-off makes of rates is measured only where it matters. */
int eg_watch_fire_falling(eg_watch *w, double t, const double *y, const double *yp);
/* Marks what falls from rest; w->h, w->delta and w->rate hold for t, y, yp. Returns how many, or -1. A point
 * that cannot be evaluated tells nothing. What round-off makes of rates is measured only where it matters. */
int eg_watch_fire_from_rest(eg_watch *w, double t, const double *y, const double *yp);

#endif
