/* Add: y = k1*u1 + k2*u2, and so for the derivatives. */
#include "component/common.h"

enum { K1, K2 };

static const eg_parameter parameters[] = {
    {.name = "k1", .doc = "Factor of u1", .value = 1.0},
    {.name = "k2", .doc = "Factor of u2", .value = 1.0},
};

static const eg_port ports[] = {
    {.name = "u1", .kind = EG_REAL_INPUT, .doc = "First input"},
    {.name = "u2", .kind = EG_REAL_INPUT, .doc = "Second input"},
    {.name = "y", .kind = EG_REAL_OUTPUT, .doc = "Output signal"},
};

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t;
    *y = (eg_jet){p[K1] * u[0].x + p[K2] * u[1].x, p[K1] * u[0].dx + p[K2] * u[1].dx,
                  p[K1] * u[0].ddx + p[K2] * u[1].ddx};
}

static const eg_block_ops block = {.evaluate = evaluate};

const eg_class eg_class_add = {
    .name = "Modelica.Blocks.Math.Add",
    .kind = EG_BLOCK,
    .doc = "Weighted sum of two signals",
    .text = "The output is k1*u1 + k2*u2; with k2 = -1 it is the difference.",
    .extends = EG_TEXTS("Modelica.Blocks.Interfaces.SI2SO"),
    .equations = EG_TEXTS("y = k1*u1 + k2*u2;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .block = &block,
};
