/* Der: y = der(u), exactly. The network knows the derivatives of signals (jets); it takes y from them. */
#include "component/block/blocks.h"

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = (eg_jet){u->dx, u->ddx, 0.0};
}

static const eg_block_ops block = {.evaluate = evaluate, .is_derivative = true};

static const eg_port ports[] = {EG_PORTS_SISO};

const eg_class eg_class_der = {
    .name = EG_MSL_BLOCK("Continuous.Der"),
    .kind = EG_BLOCK,
    .doc = "Derivative of a signal, exact",
    .text = "The output is the derivative of the input, without a filter. The input must have one: a "
            "signal that jumps, or the force of a sensor, is refused; Continuous.Derivative takes those.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = der(u);"),
    EG_PORTS(ports),
    .block = &block,
};
