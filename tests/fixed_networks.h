/* Networks drawn at random for the fixed-step solver: a plan with room for its tables, and what is drawn into
 * it. A seed draws the same network each time. */
#ifndef FIXED_NETWORKS_H
#define FIXED_NETWORKS_H

#include "fixed_bench.h"

#include <stdbool.h>

enum { MOST_BODIES = 24, MOST_PIECES = 64, MOST_INPUTS = 96 };

typedef struct network {
    uint64_t seed;
    double mass[MOST_BODIES], speed[MOST_BODIES];
    double zero[MOST_INPUTS], amplitude[MOST_INPUTS], pace[MOST_INPUTS]; /* of inputs */
    eg_fixed_item items[MOST_PIECES];
    eg_fixed_spring springs[MOST_PIECES];
    eg_fixed_contact contacts[MOST_PIECES];
    eg_fixed_friction frictions[MOST_PIECES];
    eg_fixed_stop stops[MOST_PIECES];
    eg_fixed_load loads[MOST_BODIES];
    eg_fixed_plan plan;
} network;

/* An empty plan, to be given its step and bodies. */
static inline void begin_network(network *n, uint64_t seed)
{
    *n = (network){.seed = seed};
    n->plan = (eg_fixed_plan){.mass = n->mass,
                              .speed = n->speed,
                              .item = n->items,
                              .spring = n->springs,
                              .contact = n->contacts,
                              .friction = n->frictions,
                              .stop = n->stops,
                              .load = n->loads,
                              .input = n->zero};
}

static inline double draw(network *n, double low, double high)
{
    return low + (high - low) * draw_from(&n->seed);
}

/* 10 to a power between these two. */
static inline double power(network *n, double low, double high)
{
    return pow(10, draw(n, low, high));
}

static inline bool chance(network *n, double share)
{
    return draw(n, 0, 1) < share;
}

/* One of 0 ... count - 1. */
static inline int draw_index(network *n, int count)
{
    return (int)draw(n, 0, count);
}

/* The number of a new input that goes to and fro: amplitude*sin(pace*t), pace [rad/s]. */
static inline int add_input(network *n, double amplitude, double pace)
{
    n->amplitude[n->plan.inputs] = amplitude;
    n->pace[n->plan.inputs] = pace;
    return n->plan.inputs++;
}

static inline void put_inputs(const network *n, double t, double *in)
{
    for (int i = 0; i < n->plan.inputs; i++)
        in[i] = n->amplitude[i] * sin(n->pace[i] * t);
}

#endif
