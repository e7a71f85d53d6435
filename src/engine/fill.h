/* What it costs to factor a matrix of a pattern and to solve with it, where zeros take no part. */
#ifndef EG_ENGINE_FILL_H
#define EG_ENGINE_FILL_H

#include "base/system.h"

typedef struct eg_fill {
    double entries; /* of both factors */
    double updates; /* of entries while they are made */
} eg_fill;

/* Of a full matrix of n unknowns. */
eg_fill eg_fill_full(int n);
/* Of elimination in the order of the pattern, whose diagonal takes part; about, since rows change places by
 * the size of their entries. INFINITY: more than `most` updates, or no memory to find out. */
eg_fill eg_fill_of(const eg_pattern *pattern, double most);

#endif
