/* PI: der(x) = u/T, y = k*(x + u), a controller that answers to its input and to the integral of it. */
#include "component/block/blocks.h"

enum { K, T, INIT, X_START, Y_START };
enum { U, X };

static void rates(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *dx)
{
    (void)phase, (void)t;
    dx[0] = eg_jet_scaled(1.0 / p[T], u[U]);
}

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t;
    *y = eg_jet_sum(p[K], u[X], p[K], u[U]);
}

static void start(const double *p, const double *u, double *x)
{
    x[0] = p[INIT] == EG_INITIAL_OUTPUT ? p[Y_START] / p[K] - u[U] : p[X_START];
}

/* SteadyState asks for an input of 0, which is the matter of what is around the block. */
static unsigned rests(const double *p)
{
    return p[INIT] == EG_STEADY_STATE ? EG_SOUGHT(0) : 0;
}

static const eg_block_ops block = {
    .evaluate = evaluate, .state_count = eg_one, .rates = rates, .start = start, .rests = rests};

static void observe(const eg_observation *o, double *out)
{
    out[0] = o->state[0];
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    if (p[INIT] == EG_INITIAL_OUTPUT && p[K] == 0.0)
        return "with k = 0 the output is 0 and cannot begin at y_start; give another k, or take initType "
               "= InitialState";
    return NULL;
}

static const eg_parameter parameters[] = {
    {.name = "k", .value = 1.0, .doc = "Gain"},
    {.name = "T",
     EG_SI_TIME,
     .need = EG_FALLS_BACK,
     .value = 1.0,
     EG_AT_LEAST(2.2250738585072014e-308),
     .doc = "Time constant"},
    EG_PARAMETER_INIT(EG_NO_INIT),
    EG_PARAMETER_X_START,
    EG_PARAMETER_Y_START,
};
static const eg_port ports[] = {EG_PORTS_SISO};
static const eg_variable variables[] = {{.name = "x", .follows = true, .doc = "Integral of u over T"}};

const eg_class eg_class_pi = {
    .name = EG_MSL_BLOCK("Continuous.PI"),
    .kind = EG_BLOCK,
    .doc = "Proportional-integral controller",
    .text =
        "The output is k times the sum of the input and its integral over the time T. The state x begins "
        "at x_start or, with initType = InitialOutput, where the output is y_start; with SteadyState where "
        "it lets the model around bring the input to 0, sought from x_start.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations =
        EG_TEXTS("der(x) = u/T;", "y = k*(x + u);",
                 "initial equation if initType == Modelica.Blocks.Types.Init.InitialOutput then y = y_start; "
                 "elseif initType == Modelica.Blocks.Types.Init.SteadyState then der(x) = 0; "
                 "else x = x_start; end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .demands =
        EG_TEXTS("assert(k <> 0 or initType <> Modelica.Blocks.Types.Init.InitialOutput, \"with k = 0 the "
                 "output is 0 and cannot begin at y_start\");"),
    .check = check,
    .observe = observe,
    .block = &block,
};
