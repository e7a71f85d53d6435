/* What the times and the tolerance of a run may be: asked by the reader, which knows where a value stands in
 * the text, and by eg_simulate, which does not. */
#ifndef EG_BASE_SPAN_H
#define EG_BASE_SPAN_H

#include <stdbool.h>

/* What is wrong with a value, and what to do. */
typedef struct eg_complaint {
    char message[240], remedy[160];
} eg_complaint;

/* Each answers true when the values will do, and else fills in *c. */

/* From start to stop [s], finite, at least as far apart as doubles tell 1000 times there apart; a span
 * without length, which looks for the initial state only, is right where `may_be_empty`. */
bool eg_span_is_right(double start, double stop, bool may_be_empty, eg_complaint *c);
/* Where time is to be counted from in a run from start to stop [s]: from the start where that is so late
 * that all of the run has less than the resolution of its own length; else from 0, and times are what they
 * are. */
double eg_span_origin(double start, double stop);
/* t counted from `origin`, so that origin + it is no earlier than t. */
double eg_span_since(double origin, double t);
/* Points every `interval` s over a span that is right: distinct times, and no more than 1e8 of them. */
bool eg_interval_is_right(double start, double stop, double interval, eg_complaint *c);
/* Relative, from 1e-12 to 1e-2. */
bool eg_tolerance_is_right(double tolerance, eg_complaint *c);

#endif
