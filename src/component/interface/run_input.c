/* An input of the whole model: a signal y that whoever runs the model gives. Between two settings it is
 * constant, or a polynomial of time of degree 2 at most; a setting may let it jump, so that nothing may be
 * moved exactly along it.
 *
 * The compiler puts one into the model for each input that nothing inside gives (network/compile/inputs.c);
 * nobody can name the class, and it has no results. */
#include "component/interface/run_input.h"

#include "component/block/sources/source_block.h"
#include "component/common.h"

static const eg_parameter parameters[] = {
    {.name = "start"}, {.name = "slope"}, {.name = "bend"}, {.name = "since"}, {.name = "index"}};

static const eg_port ports[] = {EG_OUTPUT_PORT};

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)u;
    *y = (eg_jet){eg_input_value(p, t.x), p[EG_INPUT_SLOPE] + p[EG_INPUT_BEND] * (t.x - p[EG_INPUT_SINCE]),
                  p[EG_INPUT_BEND]};
}

static int continuity(const double *p)
{
    (void)p;
    return -1;
}

static const eg_block_ops block = {
    .evaluate = evaluate, .generator = eg_polynomial_generator, .continuity = continuity, .is_given = true};

const eg_class eg_class_run_input = {
    .name = "an input of the model",
    .kind = EG_BLOCK,
    .doc = "A signal that is given from outside",
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .block = &block,
};
