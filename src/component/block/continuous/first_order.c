/* FirstOrder: T*der(y) + y = k*u, a low-pass with the time constant T. The output is the state. */
#include "component/block/blocks.h"

enum { K, T, INIT, Y_START };
enum { U, Y };

static void rates(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *dx)
{
    (void)phase, (void)t;
    dx[0] = eg_jet_sum(p[K] / p[T], u[U], -1.0 / p[T], u[Y]);
}

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = u[Y];
}

static void start(const double *p, const double *u, double *x)
{
    x[0] = p[INIT] == EG_STEADY_STATE ? p[K] * u[U] : p[Y_START];
}

static unsigned rests(const double *p)
{
    return p[INIT] == EG_STEADY_STATE ? EG_RESTS(0) : 0;
}

const eg_block_ops eg_first_order_block = {.evaluate = evaluate,
                                           .state_count = eg_one,
                                           .rates = rates,
                                           .lag = eg_one,
                                           .start = start,
                                           .rests = rests};
