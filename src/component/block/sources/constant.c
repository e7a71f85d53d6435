/* Constant: y = k. */
#include "component/common.h"
#include "component/block/sources/source_block.h"

enum { K };

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t, (void)u;
    *y = (eg_jet){p[K], 0.0, 0.0};
}

const eg_block_ops eg_constant_block = {.evaluate = evaluate, .generator = eg_polynomial_generator};
