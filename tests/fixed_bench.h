/* A plan written by hand, its order and its state: what the fixed-step solver's tests share. */
#ifndef FIXED_BENCH_H
#define FIXED_BENCH_H

#include "elastogap/fixed.h"
#include "fixed/order.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

typedef struct bench {
    eg_fixed_plan plan;
    eg_fixed_order order;
    eg_fixed_state *state;
} bench;

static inline void set_up(bench *b, eg_fixed_plan plan)
{
    b->plan = plan;
    assert_int_equal(eg_fixed_order_make(&b->order, &b->plan), 0);
    b->plan.place = b->order.place;
    b->plan.first = b->order.first;
    b->plan.row = b->order.row;
    b->plan.coupling = b->order.coupling;
    b->state = calloc(1, eg_fixed_size(&b->plan));
    assert_non_null(b->state);
    eg_fixed_begin(&b->plan, b->state);
}

static inline void tear_down(bench *b)
{
    eg_fixed_order_release(&b->order);
    free(b->state);
}

static inline void run_to(bench *b, double end)
{
    long steps = lround(end / b->plan.step);
    for (long i = 0; i < steps; i++)
        assert_int_equal(eg_fixed_step(&b->plan, b->state, NULL, NULL), 0);
}

/* SplitMix64 (Steele, Lea and Flood 2014), in [0, 1). */
static inline double draw_from(uint64_t *seed)
{
    uint64_t z = *seed += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

#endif
