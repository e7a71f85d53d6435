/* Cuthill and McKee's order, backwards (1969, https://doi.org/10.1145/800195.805928): breadth first from a
 * body with few neighbours, each body's own neighbours by their number of neighbours. Chains and trees are
 * not filled at all, and what hangs together stays together. */
#include "fixed/order.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Bodies that items couple: neighbours of body b are next[first[b]] ... next[first[b + 1] - 1]; ground and
 * doubles left out. */
typedef struct eg_graph {
    int *first, *next;
} eg_graph;

static bool couples(const eg_fixed_item *k)
{
    return k->body[0] > 0 && k->body[1] > 0 && k->body[0] != k->body[1];
}

static int make_graph(const eg_fixed_plan *p, eg_graph *g)
{
    g->first = calloc((size_t)p->bodies + 2, sizeof *g->first);
    g->next = calloc(2 * (size_t)p->items + 1, sizeof *g->next);
    if (!g->first || !g->next)
        return -1;
    for (int i = 0; i < p->items; i++)
        for (int e = 0; e < 2 && couples(&p->item[i]); e++)
            g->first[p->item[i].body[e] + 2]++;
    for (int b = 0; b < p->bodies; b++)
        g->first[b + 2 <= p->bodies + 1 ? b + 2 : b + 1] += g->first[b + 1];
    for (int i = 0; i < p->items; i++)
        for (int e = 0; e < 2 && couples(&p->item[i]); e++)
            g->next[g->first[p->item[i].body[e] + 1]++] = p->item[i].body[1 - e];
    return 0;
}

static int neighbours(const eg_graph *g, int b)
{
    return g->first[b + 1] - g->first[b];
}

/* Bodies into `order`; `seen` is zero at first. */
static void walk(const eg_fixed_plan *p, const eg_graph *g, int *order, bool *seen)
{
    int count = 0;
    while (count < p->bodies - 1) {
        int root = 0;
        for (int b = 1; b < p->bodies; b++)
            if (!seen[b] && (root == 0 || neighbours(g, b) < neighbours(g, root)))
                root = b;
        seen[root] = true;
        order[count] = root;
        for (int head = count++; head < count; head++) {
            int from = count;
            for (int e = g->first[order[head]]; e < g->first[order[head] + 1]; e++) {
                int b = g->next[e], at = count;
                if (seen[b])
                    continue;
                seen[b] = true;
                for (; at > from && neighbours(g, order[at - 1]) > neighbours(g, b); at--)
                    order[at] = order[at - 1];
                order[at] = b;
                count++;
            }
        }
    }
}

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

/* The pattern: column k has what the body itself is coupled to, and what the columns have whose first entry
 * is k. */
typedef struct eg_filling {
    const eg_graph *graph;
    const int *order;
    int *mark, *child, *sibling; /* (bodies) */
    size_t capacity;
} eg_filling;

static int put(eg_fixed_order *o, eg_filling *f, int column, int *count, int place)
{
    if (place <= column || f->mark[place] == column + 1)
        return 0;
    f->mark[place] = column + 1;
    if ((size_t)*count == f->capacity) {
        size_t capacity = 2 * f->capacity + 16;
        int *bigger = realloc(o->row, sizeof *bigger * capacity);
        if (!bigger)
            return -1;
        o->row = bigger;
        f->capacity = capacity;
    }
    o->row[(*count)++] = place;
    return 0;
}

static int fill(eg_fixed_order *o, eg_filling *f, int columns)
{
    int count = 0;
    for (int k = 0; k < columns; k++) {
        int b = f->order[k];
        o->first[k] = count;
        for (int e = f->graph->first[b]; e < f->graph->first[b + 1]; e++)
            if (put(o, f, k, &count, o->place[f->graph->next[e]]) < 0)
                return -1;
        for (int c = f->child[k]; c >= 0; c = f->sibling[c])
            for (int e = o->first[c]; e < o->first[c + 1]; e++)
                if (put(o, f, k, &count, o->row[e]) < 0)
                    return -1;
        o->first[k + 1] = count;
        if (count == o->first[k])
            continue;
        qsort(o->row + o->first[k], (size_t)(count - o->first[k]), sizeof *o->row, compare);
        int parent = o->row[o->first[k]];
        f->sibling[k] = f->child[parent];
        f->child[parent] = k;
    }
    return 0;
}

/* Where the entry of an item's two bodies stands. */
static int find_entry(const eg_fixed_order *o, const eg_fixed_item *item)
{
    if (!couples(item))
        return -1;
    int a = o->place[item->body[0]], b = o->place[item->body[1]], k = a < b ? a : b, i = a < b ? b : a;
    int at = o->first[k];
    while (o->row[at] != i)
        at++;
    return at;
}

int eg_fixed_order_make(eg_fixed_order *o, const eg_fixed_plan *p)
{
    size_t bodies = (size_t)p->bodies;
    eg_graph g = {NULL, NULL};
    bool *seen = calloc(bodies, sizeof *seen);
    int *order = calloc(4 * bodies, sizeof *order), status = -1;
    *o = (eg_fixed_order){malloc(sizeof(int) * bodies), calloc(bodies, sizeof(int)), malloc(sizeof(int)),
                          malloc(sizeof(int) * ((size_t)p->items + 1))};
    if (seen && order && o->place && o->first && o->row && o->coupling && make_graph(p, &g) == 0) {
        eg_filling f = {&g, order, order + bodies, order + 2 * bodies, order + 3 * bodies, 1};
        walk(p, &g, order, seen);
        for (int k = 0; 2 * k < p->bodies - 1; k++) { /* backwards */
            int b = order[k];
            order[k] = order[p->bodies - 2 - k];
            order[p->bodies - 2 - k] = b;
        }
        o->place[0] = -1;
        for (int k = 0; k < p->bodies - 1; k++)
            o->place[order[k]] = k;
        memset(f.child, 0xff, sizeof(int) * bodies);
        status = fill(o, &f, p->bodies - 1);
        for (int i = 0; status == 0 && i < p->items; i++)
            o->coupling[i] = find_entry(o, &p->item[i]);
    }
    free(seen);
    free(order);
    free(g.first);
    free(g.next);
    if (status < 0)
        eg_fixed_order_release(o);
    return status;
}

int eg_fixed_order_make_heat(eg_fixed_order *o, const eg_fixed_heat *heat)
{
    eg_fixed_item *item = calloc((size_t)heat->conductors + 1, sizeof *item);
    if (!item)
        return -1;
    for (int i = 0; i < heat->conductors; i++) {
        const eg_fixed_conductor *c = &heat->conductor[i];
        for (int e = 0; e < 2; e++) /* what is held couples nothing */
            item[i].body[e] = heat->node[c->node[e]].is_held ? 0 : c->node[e] + 1;
    }
    eg_fixed_plan plan = {.bodies = heat->nodes + 1, .items = heat->conductors, .item = item};
    int status = eg_fixed_order_make(o, &plan);
    free(item);
    return status;
}

void eg_fixed_order_release(eg_fixed_order *o)
{
    free(o->place);
    free(o->first);
    free(o->row);
    free(o->coupling);
    *o = (eg_fixed_order){NULL, NULL, NULL, NULL};
}
