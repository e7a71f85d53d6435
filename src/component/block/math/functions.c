/* Functions of one signal: y = g(u), with der(y) = g'(u)*der(u) and so on (jet.h). */
#include "component/block/blocks.h"

static const eg_port ports[] = {EG_PORTS_SISO};

static void evaluate_atan(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double g = atan(u->x), dg = 1.0 / (1.0 + u->x * u->x);
    *y = eg_jet_chain(*u, g, dg, -2.0 * u->x * dg * dg);
}

static const eg_block_ops atan_block = {.evaluate = evaluate_atan, .is_nonlinear = true};

const eg_class eg_class_atan_block = {
    .name = EG_MSL_BLOCK("Math.Atan"),
    .kind = EG_BLOCK,
    .doc = "Angle whose tangent is a signal",
    .text = "The output is the arc tangent of the input, between -pi/2 and pi/2.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = Modelica.Math.atan(u);"),
    EG_PORTS(ports),
    .block = &atan_block,
};

static void evaluate_cos(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double g = cos(u->x), dg = -sin(u->x);
    *y = eg_jet_chain(*u, g, dg, -g);
}

static const eg_block_ops cos_block = {.evaluate = evaluate_cos, .is_nonlinear = true};

const eg_class eg_class_cos_block = {
    .name = EG_MSL_BLOCK("Math.Cos"),
    .kind = EG_BLOCK,
    .doc = "Cosine of a signal",
    .text = "The output is the cosine of the input, an angle in radians.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = Modelica.Math.cos(u);"),
    EG_PORTS(ports),
    .block = &cos_block,
};

static void evaluate_exp(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double g = exp(u->x), dg = g;
    *y = eg_jet_chain(*u, g, dg, g);
}

static const eg_block_ops exp_block = {.evaluate = evaluate_exp, .is_nonlinear = true};

const eg_class eg_class_exponential = {
    .name = EG_MSL_BLOCK("Math.Exp"),
    .kind = EG_BLOCK,
    .doc = "Exponential of a signal",
    .text = "The output is e to the power of the input.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = Modelica.Math.exp(u);"),
    EG_PORTS(ports),
    .block = &exp_block,
};

enum { BASE };

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
    return p[BASE] > 0.0 && p[BASE] != 1.0 ? NULL : "the base of a logarithm is positive and not 1";
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

static void evaluate_sin(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double g = sin(u->x), dg = cos(u->x);
    *y = eg_jet_chain(*u, g, dg, -g);
}

static const eg_block_ops sin_block = {.evaluate = evaluate_sin, .is_nonlinear = true};

const eg_class eg_class_sin_block = {
    .name = EG_MSL_BLOCK("Math.Sin"),
    .kind = EG_BLOCK,
    .doc = "Sine of a signal",
    .text = "The output is the sine of the input, an angle in radians.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = Modelica.Math.sin(u);"),
    EG_PORTS(ports),
    .block = &sin_block,
};

static void evaluate_sqrt(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double g = sqrt(u->x), dg = 0.5 / g;
    *y = eg_jet_chain(*u, g, dg, -0.25 / (u->x * g));
}

static const eg_block_ops sqrt_block = {.evaluate = evaluate_sqrt, .is_nonlinear = true};

const eg_class eg_class_square_root = {
    .name = EG_MSL_BLOCK("Math.Sqrt"),
    .kind = EG_BLOCK,
    .doc = "Square root of a signal",
    .text =
        "The output is the square root of the input, which must not be negative; at 0 its slope is infinite.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = sqrt(u);"),
    EG_PORTS(ports),
    .block = &sqrt_block,
};

static void evaluate_tan(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    double g = tan(u->x), dg = 1.0 + g * g;
    *y = eg_jet_chain(*u, g, dg, 2.0 * g * dg);
}

static const eg_block_ops tan_block = {.evaluate = evaluate_tan, .is_nonlinear = true};

const eg_class eg_class_tan_block = {
    .name = EG_MSL_BLOCK("Math.Tan"),
    .kind = EG_BLOCK,
    .doc = "Tangent of a signal",
    .text = "The output is the tangent of the input, an angle in radians; it grows beyond all bounds at odd "
            "multiples of pi/2.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = Modelica.Math.tan(u);"),
    EG_PORTS(ports),
    .block = &tan_block,
};
