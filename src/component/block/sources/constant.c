/* Constant: y = k. */
#include "component/common.h"
#include "component/block/sources/source_block.h"

enum { K };

static const eg_parameter parameters[] = {
    {.name = "k", .doc = "Value of the output", .need = EG_FALLS_BACK, .value = 1.0},
};

static const eg_port ports[] = {EG_OUTPUT_PORT};

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t, (void)u;
    *y = (eg_jet){p[K], 0.0, 0.0};
}

static const eg_block_ops block = {.evaluate = evaluate, .generator = eg_polynomial_generator};

const eg_class eg_class_constant = {
    .name = "Modelica.Blocks.Sources.Constant",
    .kind = EG_BLOCK,
    .doc = "Signal that keeps one value",
    .text = "The output y is k at all times. Its derivatives are zero, so it may drive an exact position or "
            "speed.",
    .also = EG_TEXTS("BlockComponents.Sources.Constant"),
    .extends = EG_TEXTS("Modelica.Blocks.Interfaces.SO"),
    .examples = EG_TEXTS(EG_MSL_EXAMPLE("Accelerate"), EG_MSL_EXAMPLE("HeatLosses"),
                         EG_MSL_EXAMPLE("SignConvention")),
    .equations = EG_TEXTS("y = k;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .block = &block,
};
