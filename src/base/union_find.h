/* Disjoint sets with path halving; the smaller index always becomes the representative, so that the
 * outcome does not depend on the order of joining. */
#ifndef EG_BASE_UNION_FIND_H
#define EG_BASE_UNION_FIND_H

static inline void eg_sets_init(int *parent, int count)
{
    for (int i = 0; i < count; i++)
        parent[i] = i;
}

static inline int eg_sets_find(int *parent, int i)
{
    while (parent[i] != i) {
        parent[i] = parent[parent[i]];
        i = parent[i];
    }
    return i;
}

/* Returns 1 when two sets were joined, 0 when they were one already. */
static inline int eg_sets_join(int *parent, int i, int j)
{
    i = eg_sets_find(parent, i);
    j = eg_sets_find(parent, j);
    if (i == j)
        return 0;
    if (i < j)
        parent[j] = i;
    else
        parent[i] = j;
    return 1;
}

#endif
