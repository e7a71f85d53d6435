/* See ties.h. Paths are flattened when they have been walked (Tarjan 1975). */
#include "network/start/ties.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

eg_status eg_ties_create(eg_ties *ties, int count)
{
    ties->tie = malloc(sizeof *ties->tie * (size_t)count);
    ties->count = count;
    if (!ties->tie)
        return EG_ERROR_MEMORY;
    for (int i = 0; i < count; i++)
        ties->tie[i] = (eg_tie){i, i > 0, eg_dd_of(0)};
    return EG_OK;
}

void eg_ties_free(eg_ties *ties)
{
    free(ties->tie);
    ties->tie = NULL;
}

/* S = first.factor*S' + first.value with S' = second.factor*S'' + second.value. */
static eg_tie follow(eg_tie first, eg_tie second)
{
    return (eg_tie){second.root, first.factor * second.factor,
                    eg_dd_add(first.value, eg_dd_scale(second.value, first.factor))};
}

static bool ends_at_root(const eg_tie *tie, int i)
{
    return tie[tie[i].root].root == tie[i].root;
}

eg_tie eg_ties_find(eg_ties *ties, int i)
{
    eg_tie *tie = ties->tie;
    for (int k = i; !ends_at_root(tie, k); k = tie[k].root) /* halve the path */
        tie[k] = follow(tie[k], tie[tie[k].root]);
    while (!ends_at_root(tie, i))
        tie[i] = follow(tie[i], tie[tie[i].root]);
    return tie[i];
}

int eg_ties_join(eg_ties *ties, int j, double b, int i, double a, eg_dd value, double *difference)
{
    eg_tie to = eg_ties_find(ties, i), from = eg_ties_find(ties, j);
    double A = a * to.factor, B = b * from.factor; /* A*S(to.root) - B*S(from.root) = rest */
    eg_dd rest = eg_dd_sub(eg_dd_add(eg_dd_scale(from.value, b), value), eg_dd_scale(to.value, a));
    *difference = eg_dd_value(rest);
    if (to.root == from.root) {
        double left = A - B;
        if (fabs(left) <= 16 * 2.220446049250313e-16 * (fabs(A) + fabs(B)))
            return 0;
        ties->tie[to.root] = (eg_tie){0, 0, eg_dd_divide(rest, left)};
    } else if (from.root < to.root) {
        ties->tie[to.root] = (eg_tie){from.root, B / A, eg_dd_divide(rest, A)};
    } else {
        ties->tie[from.root] = (eg_tie){to.root, A / B, eg_dd_neg(eg_dd_divide(rest, B))};
    }
    return 1;
}
