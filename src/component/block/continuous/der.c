/* Der: y = der(u), exactly. The network knows the derivatives of signals (jets); it takes y from them. */
#include "component/block/blocks.h"

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = (eg_jet){u->dx, u->ddx, 0.0};
}

const eg_block_ops eg_der_block = {.evaluate = evaluate, .is_derivative = true};
