/* Operations on two or three signals: Product, Division, Feedback (a difference) and Add3 (a weighted
 * sum). */
#include "component/block/blocks.h"

static const eg_port two[] = {EG_PORTS_SI2SO};
static const eg_port feedback_ports[] = {
    {.name = "u1", .kind = EG_REAL_INPUT, .doc = "What the other input is subtracted from"},
    {.name = "u2", .kind = EG_REAL_INPUT, .doc = "What is subtracted"},
    EG_PORT_Y,
};
static const eg_port three[] = {
    {.name = "u1", .kind = EG_REAL_INPUT, .doc = "First input"},
    {.name = "u2", .kind = EG_REAL_INPUT, .doc = "Second input"},
    {.name = "u3", .kind = EG_REAL_INPUT, .doc = "Third input"},
    EG_PORT_Y,
};
static const eg_parameter add3_parameters[] = {
    {.name = "k1", .doc = "Factor of u1", .value = 1.0},
    {.name = "k2", .doc = "Factor of u2", .value = 1.0},
    {.name = "k3", .doc = "Factor of u3", .value = 1.0},
};

static void multiply(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = eg_jet_product(u[0], u[1]);
}

static void divide(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = eg_jet_quotient(u[0], u[1]);
}

static void subtract(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = eg_jet_sum(1.0, u[0], -1.0, u[1]);
}

static void add3(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t;
    *y = eg_jet_sum(1.0, eg_jet_sum(p[0], u[0], p[1], u[1]), p[2], u[2]);
}

static const eg_block_ops product_block = {.evaluate = multiply, .is_nonlinear = true};
static const eg_block_ops division_block = {.evaluate = divide, .is_nonlinear = true};
static const eg_block_ops feedback_block = {.evaluate = subtract};
static const eg_block_ops add3_block = {.evaluate = add3};

const eg_class eg_class_add3 = {
    .name = EG_MSL_BLOCK("Math.Add3"),
    .kind = EG_BLOCK,
    .doc = "Weighted sum of three signals",
    .text = "The output is k1*u1 + k2*u2 + k3*u3.",
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = k1*u1 + k2*u2 + k3*u3;"),
    EG_PARAMETERS(add3_parameters),
    EG_PORTS(three),
    .block = &add3_block,
};

const eg_class eg_class_division = {
    .name = EG_MSL_BLOCK("Math.Division"),
    .kind = EG_BLOCK,
    .doc = "Quotient of two signals",
    .text = "The output is u1/u2. Where u2 passes through zero it grows beyond all bounds.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SI2SO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = u1/u2;"),
    EG_PORTS(two),
    .block = &division_block,
};

const eg_class eg_class_feedback = {
    .name = EG_MSL_BLOCK("Math.Feedback"),
    .kind = EG_BLOCK,
    .doc = "Difference of a command and a feedback",
    .text =
        "The output is u1 - u2: what is still missing when u1 is the command and u2 what has been reached.",
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = u1 - u2;"),
    EG_PORTS(feedback_ports),
    .block = &feedback_block,
};

const eg_class eg_class_product = {
    .name = EG_MSL_BLOCK("Math.Product"),
    .kind = EG_BLOCK,
    .doc = "Product of two signals",
    .text = "The output is u1*u2.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SI2SO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = u1*u2;"),
    EG_PORTS(two),
    .block = &product_block,
};
