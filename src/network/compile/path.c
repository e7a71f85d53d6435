/* Breadth first from the far end, so that the way back runs forward. Messages may take their time: every node
 * looks at all edges. */
#include "network/compile/path.h"

#include <stdlib.h>

int eg_find_path(const eg_edge *edges, int edge_count, int node_count, int from, int to, int *path, int room)
{
    int *queue = malloc(sizeof(int) * (size_t)node_count), *via = malloc(sizeof(int) * (size_t)node_count);
    int count = -1, head = 0, tail = 0;
    if (!queue || !via)
        goto done;
    for (int i = 0; i < node_count; i++)
        via[i] = -1;
    queue[tail++] = to;
    for (via[to] = edge_count; head < tail && via[from] < 0; head++)
        for (int i = 0; i < edge_count; i++) {
            int at = queue[head], other = edges[i].from == at ? edges[i].to
                                          : edges[i].to == at ? edges[i].from
                                                              : at;
            if (via[other] >= 0)
                continue;
            via[other] = i;
            queue[tail++] = other;
        }
    count = 0;
    for (int at = from; at != to && via[at] >= 0; count++) {
        const eg_edge *e = &edges[via[at]];
        if (count < room)
            path[count] = e->item;
        at = e->from == at ? e->to : e->from;
    }
done:
    free(queue);
    free(via);
    return count;
}
