/* Integrator: der(y) = k*u. The output is the state; no input reaches it directly. */
#include "component/blocks.h"

enum { K, INIT, Y_START };
enum { U, Y };

static void rates(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *dx)
{
    (void)phase, (void)t;
    dx[0] = eg_jet_scaled(p[K], u[U]);
}

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = u[Y];
}

static void start(const double *p, const double *u, double *x)
{
    (void)u;
    x[0] = p[Y_START];
}

static const eg_block_ops block = {
    .evaluate = evaluate, .state_count = eg_one, .rates = rates, .lag = eg_one, .start = start};

static const char *check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    return p[INIT] == EG_STEADY_STATE
               ? "initType = SteadyState asks for an input of 0 at the start, which an "
                 "Integrator cannot bring about; use InitialState with y_start"
               : NULL;
}

static const eg_parameter parameters[] = {
    {.name = "k", .value = 1.0, .doc = "Factor of the input"},
    EG_PARAMETER_INIT(EG_INITIAL_STATE),
    EG_PARAMETER_Y_START,
};
static const eg_port ports[] = {EG_PORTS_SISO};

const eg_class eg_class_integrator = {
    .name = EG_MSL_BLOCK("Continuous.Integrator"),
    .kind = EG_BLOCK,
    .doc = "Integral of a signal",
    .text =
        "The output grows with k times the input and begins at y_start. It is a state; the input may jump.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("der(y) = k*u;", "initial equation y = y_start;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .check = check,
    .block = &block,
};
