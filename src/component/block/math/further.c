/* Logarithm and power to a base, and a linear function of two signals: what is checked of their parameters,
 * or in which order their terms are added, no formula alone says. */
#include "component/block/blocks.h"

static const eg_port ports[] = {EG_PORTS_SISO};

enum { BASE, USE_EXP };

static void evaluate_log(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t;
    double scale = log(p[BASE]);
    double g = log(u->x) / scale, dg = 1.0 / (u->x * scale);
    *y = eg_jet_chain(*u, g, dg, -dg / u->x);
}

static const eg_block_ops log_block = {.evaluate = evaluate_log, .is_nonlinear = true};

static const char *check_log(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    return p[BASE] > 0.0 && p[BASE] != 1.0
               ? NULL
               : "the base of a logarithm is positive and not 1; give such a base, 10 say";
}

static const eg_parameter log_parameters[] = {{.name = "base", .value = 2.718281828459045, .doc = "Base"}};

const eg_class eg_class_logarithm = {
    .name = EG_MSL_BLOCK("Math.Log"),
    .kind = EG_BLOCK,
    .doc = "Logarithm of a signal",
    .text =
        "The output is the logarithm of the input, which must be positive: the natural one unless another "
        "base is given.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = Modelica.Math.log(u)/Modelica.Math.log(base);"),
    EG_PARAMETERS(log_parameters),
    EG_PORTS(ports),
    .demands = EG_TEXTS("assert(base > 0 and base <> 1, \"the base of a logarithm is positive and not 1\");"),
    .check = check_log,
    .block = &log_block,
};

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
    return p[BASE] > 0.0 ? NULL : "the base must be positive; give one of more than 0";
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

const eg_block_ops eg_linear_dependency_block = {.evaluate = evaluate_linear};
