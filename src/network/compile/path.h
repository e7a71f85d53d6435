/* The shortest path in a graph: what a loop consists of, for messages. */
#ifndef EG_NETWORK_COMPILE_PATH_H
#define EG_NETWORK_COMPILE_PATH_H

typedef struct eg_edge {
    int from, to; /* nodes */
    int item;     /* what the caller calls it */
} eg_edge;

/* Writes the items of the edges from `from` to `to`, in this order, into path[room]. Returns how many edges
 * there are, also beyond `room`; 0 when there is no path; -1 out of memory. */
int eg_find_path(const eg_edge *edges, int edge_count, int node_count, int from, int to, int *path, int room);

#endif
