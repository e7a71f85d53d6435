/* Derivative: der(x) = (u - x)/T, y = k/T*(u - x): the derivative of the input, behind a low-pass of time
 * constant T. With k = 0 (|k| < eps) y = 0 and x stays. */
#include "component/block/blocks.h"

enum { K, T, INIT, X_START, Y_START, ZERO_GAIN };
enum { U, X };

static void rates(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *dx)
{
    (void)phase, (void)t;
    double factor = p[ZERO_GAIN] != 0.0 ? 0.0 : 1.0 / p[T];
    dx[0] = eg_jet_sum(factor, u[U], -factor, u[X]);
}

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t;
    double factor = p[ZERO_GAIN] != 0.0 ? 0.0 : p[K] / p[T];
    *y = eg_jet_sum(factor, u[U], -factor, u[X]);
}

static void start(const double *p, const double *u, double *x)
{
    if (p[INIT] == EG_STEADY_STATE)
        x[0] = u[U];
    else if (p[INIT] == EG_INITIAL_OUTPUT)
        x[0] = p[ZERO_GAIN] != 0.0 ? u[U] : u[U] - p[Y_START] * p[T] / p[K];
    else
        x[0] = p[X_START];
}

static unsigned rests(const double *p)
{
    return p[INIT] == EG_STEADY_STATE ? EG_RESTS(0) : 0;
}

static const eg_block_ops block = {
    .evaluate = evaluate, .state_count = eg_one, .rates = rates, .start = start, .rests = rests};

static void complete(double *p, const bool *given)
{
    (void)given;
    p[ZERO_GAIN] = fabs(p[K]) < 2.220446049250313e-16;
}

static void observe(const eg_observation *o, double *out)
{
    out[0] = o->state[0];
}

static const eg_parameter parameters[] = {
    {.name = "k", .value = 1.0, .doc = "Gain"},
    {.name = "T",
     EG_SI_TIME,
     .value = 0.01,
     EG_AT_LEAST(2.2250738585072014e-308),
     .doc = "Time constant of the filter"},
    EG_PARAMETER_INIT(EG_NO_INIT),
    EG_PARAMETER_X_START,
    EG_PARAMETER_Y_START,
    {.name = "zeroGain",
     .type = EG_BOOLEAN,
     .value_text = "abs(k) < Modelica.Constants.eps",
     .is_protected = true,
     .is_structural = true,
     .doc = "Whether the output is 0"},
};
static const eg_port ports[] = {EG_PORTS_SISO};
static const eg_variable variables[] = {{.name = "x", .follows = true, .doc = "Input behind the filter"}};

const eg_class eg_class_derivative = {
    .name = EG_MSL_BLOCK("Continuous.Derivative"),
    .kind = EG_BLOCK,
    .doc = "Derivative of a signal, filtered",
    .text = "The output is k times the rate of the input as far as that changes slowly in T; the input may "
            "jump. The state x begins at x_start, at the input (SteadyState, so that the output "
            "begins at 0) or where the output is y_start.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS(
        "der(x) = if zeroGain then 0 else (u - x)/T;", "y = if zeroGain then 0 else (k/T)*(u - x);",
        "initial equation if initType == Modelica.Blocks.Types.Init.SteadyState then der(x) = 0; "
        "elseif initType == Modelica.Blocks.Types.Init.InitialOutput then if zeroGain then x = u; else y = "
        "y_start; end if; else x = x_start; end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .complete = complete,
    .observe = observe,
    .block = &block,
};
