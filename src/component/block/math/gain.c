/* Gain: y = k*u, and so for the derivatives. */
#include "component/common.h"

enum { K };

static const eg_parameter parameters[] = {
    {.name = "k", .doc = "Factor", .need = EG_FALLS_BACK, .value = 1.0},
};

static const eg_port ports[] = {
    {.name = "u", .kind = EG_REAL_INPUT, .doc = "Input signal"},
    {.name = "y", .kind = EG_REAL_OUTPUT, .doc = "Output signal"},
};

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t;
    *y = (eg_jet){p[K] * u->x, p[K] * u->dx, p[K] * u->ddx};
}

static const eg_block_ops block = {.evaluate = evaluate};

const eg_class eg_class_gain = {
    .name = "Modelica.Blocks.Math.Gain",
    .kind = EG_BLOCK,
    .doc = "Multiplies a signal by a constant",
    .text = "The output is the input times k.",
    .examples = EG_TEXTS(EG_MSL_EXAMPLE("Vehicle")),
    .equations = EG_TEXTS("y = k*u;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .block = &block,
};
