/* Further functions of one signal, y = g(u) with its derivatives (jet.h), and the angle of two. */
#include "component/block/blocks.h"

static const eg_port ports[] = {EG_PORTS_SISO};
static const eg_port two[] = {EG_PORTS_SI2SO};

static void evaluate_asin(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double g = asin(u->x), dg = 1.0 / sqrt(1.0 - u->x * u->x);
    *y = eg_jet_chain(*u, g, dg, u->x * dg * dg * dg);
}

static const eg_block_ops asin_block = {.evaluate = evaluate_asin, .is_nonlinear = true};

const eg_class eg_class_asin_block = {
    .name = EG_MSL_BLOCK("Math.Asin"),
    .kind = EG_BLOCK,
    .doc = "Angle whose sine is a signal",
    .text = "The output is the arc sine of the input, which must lie between -1 and 1; at "
            "either end its slope is infinite.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("y = Modelica.Math.asin(u);"),
    EG_PORTS(ports),
    .block = &asin_block,
};

static void evaluate_acos(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double g = acos(u->x), dg = -1.0 / sqrt(1.0 - u->x * u->x);
    *y = eg_jet_chain(*u, g, dg, u->x * dg * dg * dg);
}

static const eg_block_ops acos_block = {.evaluate = evaluate_acos, .is_nonlinear = true};

const eg_class eg_class_acos_block = {
    .name = EG_MSL_BLOCK("Math.Acos"),
    .kind = EG_BLOCK,
    .doc = "Angle whose cosine is a signal",
    .text = "The output is the arc cosine of the input, which must lie between -1 and 1; at "
            "either end its slope is infinite.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("y = Modelica.Math.acos(u);"),
    EG_PORTS(ports),
    .block = &acos_block,
};

static void evaluate_sinh(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double g = sinh(u->x), dg = cosh(u->x);
    *y = eg_jet_chain(*u, g, dg, g);
}

static const eg_block_ops sinh_block = {.evaluate = evaluate_sinh, .is_nonlinear = true};

const eg_class eg_class_sinh_block = {
    .name = EG_MSL_BLOCK("Math.Sinh"),
    .kind = EG_BLOCK,
    .doc = "Hyperbolic sine of a signal",
    .text = "The output is the hyperbolic sine of the input.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("y = Modelica.Math.sinh(u);"),
    EG_PORTS(ports),
    .block = &sinh_block,
};

static void evaluate_cosh(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double g = cosh(u->x), dg = sinh(u->x);
    *y = eg_jet_chain(*u, g, dg, g);
}

static const eg_block_ops cosh_block = {.evaluate = evaluate_cosh, .is_nonlinear = true};

const eg_class eg_class_cosh_block = {
    .name = EG_MSL_BLOCK("Math.Cosh"),
    .kind = EG_BLOCK,
    .doc = "Hyperbolic cosine of a signal",
    .text = "The output is the hyperbolic cosine of the input.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("y = Modelica.Math.cosh(u);"),
    EG_PORTS(ports),
    .block = &cosh_block,
};

static void evaluate_tanh(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double g = tanh(u->x), dg = 1.0 - g * g;
    *y = eg_jet_chain(*u, g, dg, -2.0 * g * dg);
}

static const eg_block_ops tanh_block = {.evaluate = evaluate_tanh, .is_nonlinear = true};

const eg_class eg_class_tanh_block = {
    .name = EG_MSL_BLOCK("Math.Tanh"),
    .kind = EG_BLOCK,
    .doc = "Hyperbolic tangent of a signal",
    .text = "The output is the hyperbolic tangent of the input, between -1 and 1.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("y = Modelica.Math.tanh(u);"),
    EG_PORTS(ports),
    .block = &tanh_block,
};

static void evaluate_log10(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double g = log10(u->x), dg = 0.43429448190325182765 / u->x;
    *y = eg_jet_chain(*u, g, dg, -dg / u->x);
}

static const eg_block_ops log10_block = {.evaluate = evaluate_log10, .is_nonlinear = true};

const eg_class eg_class_log10_block = {
    .name = EG_MSL_BLOCK("Math.Log10"),
    .kind = EG_BLOCK,
    .doc = "Decimal logarithm of a signal",
    .text = "The output is the logarithm of the input to the base 10; the input must be "
            "positive.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("y = Modelica.Math.log10(u);"),
    EG_PORTS(ports),
    .block = &log10_block,
};

/* The derivative of the angle is (u2*du1 - u1*du2)/(u1^2 + u2^2). */
static void evaluate_atan2(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double r = u[0].x * u[0].x + u[1].x * u[1].x;
    double n = u[1].x * u[0].dx - u[0].x * u[1].dx;
    double dr = 2.0 * (u[0].x * u[0].dx + u[1].x * u[1].dx);
    double dn = u[1].x * u[0].ddx - u[0].x * u[1].ddx;
    *y = (eg_jet){atan2(u[0].x, u[1].x), n / r, (dn - n * dr / r) / r};
}

static const eg_block_ops atan2_block = {.evaluate = evaluate_atan2, .is_nonlinear = true};

const eg_class eg_class_atan2_block = {
    .name = EG_MSL_BLOCK("Math.Atan2"),
    .kind = EG_BLOCK,
    .doc = "Angle of two signals",
    .text =
        "The output is the angle between -pi and pi whose tangent is u1/u2, in the quadrant that the signs "
        "say. Where u1 passes through 0 at a negative u2 it jumps by 2*pi, which is no event.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SI2SO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("y = Modelica.Math.atan2(u1, u2);"),
    EG_PORTS(two),
    .block = &atan2_block,
};

/* ---------------------------------------------------------------- powers */

enum { BASE, USE_EXP };

static void evaluate_power(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t;
    double g = pow(p[BASE], u->x), l = log(p[BASE]);
    *y = eg_jet_chain(*u, g, l * g, l * l * g);
}

static const eg_block_ops power_block = {.evaluate = evaluate_power, .is_nonlinear = true};

static void complete_power(double *p, const bool *given)
{
    if (!given[BASE])
        p[BASE] = 2.7182818284590452354;
}

static const char *check_power(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    return p[BASE] > 0.0 ? NULL : "the base must be positive";
}

static const eg_parameter power_parameters[] = {
    {.name = "base", .value = 2.7182818284590452354, .value_text = "Modelica.Constants.e", .doc = "Base"},
    {.name = "useExp",
     .type = EG_BOOLEAN,
     .value = 1.0,
     .doc = "MSL's choice of how to compute it; here without effect"},
};

const eg_class eg_class_power = {
    .name = EG_MSL_BLOCK("Math.Power"),
    .kind = EG_BLOCK,
    .doc = "A base to the power of a signal",
    .text = "The output is base^u; the base must be positive.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("y = base^u;"),
    EG_PARAMETERS(power_parameters),
    EG_PORTS(ports),
    .complete = complete_power,
    .demands = EG_TEXTS("assert(base > 0, \"the base must be positive\");"),
    .check = check_power,
    .block = &power_block,
};

static void evaluate_linear(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t;
    *y = eg_jet_sum(p[1], u[0], p[2], u[1]);
    y->x += p[0];
}

static const eg_block_ops linear_block = {.evaluate = evaluate_linear};

static const eg_parameter linear_parameters[] = {
    {.name = "y0", .doc = "Output where both inputs are 0"},
    {.name = "k1", .doc = "Factor of u1"},
    {.name = "k2", .doc = "Factor of u2"},
};

const eg_class eg_class_linear_dependency = {
    .name = EG_MSL_BLOCK("Math.LinearDependency"),
    .kind = EG_BLOCK,
    .doc = "Linear function of two signals",
    .text = "The output is y0 + k1*u1 + k2*u2.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SI2SO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("y = y0 + k1*u1 + k2*u2;"),
    EG_PARAMETERS(linear_parameters),
    EG_PORTS(two),
    .block = &linear_block,
};
