/* Ties: bodies at known linear relations, as a union-find that carries a factor and a value.
 *
 * Each unknown S_i is tied to a representative r: S_i = factor*S_r + value. Unknown 0 is given as 0, the
 * ground (what is tied to it has factor 0). A relation a*S_i - b*S_j = c joins two sets; inside one set it
 * either says nothing new (a and b cancel) or determines the representative, which is then tied to the
 * ground. Without gears all factors are 1, and a set is a set of bodies at known distances.
 *
 * Values are kept in double-double, so that positions far from the origin lose nothing. */
#ifndef EG_NETWORK_START_TIES_H
#define EG_NETWORK_START_TIES_H

#include "base/dd.h"
#include "elastogap/base.h"

typedef struct eg_tie {
    int root;      /* the representative: the lowest unknown of the set */
    double factor; /* 0 where root is 0 */
    eg_dd value;
} eg_tie;

typedef struct eg_ties {
    eg_tie
        *tie; /* (unknowns) relation to its root, an ancestor of the representative until it is asked for */
    int count;
} eg_ties;

/* EG_OK, or EG_ERROR_MEMORY; either way eg_ties_free. */
eg_status eg_ties_create(eg_ties *ties, int count);
void eg_ties_free(eg_ties *ties);
/* How unknown i depends on its representative. */
eg_tie eg_ties_find(eg_ties *ties, int i);
/* Demands a*S_i - b*S_j = value. 1: done; 0: this was known already, *difference says how far off. */
int eg_ties_join(eg_ties *ties, int j, double b, int i, double a, eg_dd value, double *difference);

#endif
