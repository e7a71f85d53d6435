/* FirstOrder: T*der(y) + y = k*u, a low-pass with the time constant T. The output is the state. */
#include "component/block/blocks.h"

enum { K, T, INIT, Y_START };
enum { U, Y };

static void rates(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *dx)
{
    (void)phase, (void)t;
    dx[0] = eg_jet_sum(p[K] / p[T], u[U], -1.0 / p[T], u[Y]);
}

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = u[Y];
}

static void start(const double *p, const double *u, double *x)
{
    x[0] = p[INIT] == EG_STEADY_STATE ? p[K] * u[U] : p[Y_START];
}

static const eg_block_ops block = {
    .evaluate = evaluate, .state_count = eg_one, .rates = rates, .lag = eg_one, .start = start};

static const eg_parameter parameters[] = {
    {.name = "k", .value = 1.0, .doc = "Gain"},
    {.name = "T",
     EG_SI_TIME,
     .need = EG_FALLS_BACK,
     .value = 1.0,
     EG_AT_LEAST(2.2250738585072014e-308),
     .doc = "Time constant"},
    EG_PARAMETER_INIT(EG_NO_INIT),
    EG_PARAMETER_Y_START,
};
static const eg_port ports[] = {EG_PORTS_SISO};

const eg_class eg_class_first_order = {
    .name = EG_MSL_BLOCK("Continuous.FirstOrder"),
    .kind = EG_BLOCK,
    .doc = "First-order low-pass",
    .text = "The output follows k times the input with the time constant T, beginning at y_start or, with "
            "initType = SteadyState, where it would stay.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations =
        EG_TEXTS("der(y) = (k*u - y)/T;",
                 "initial equation if initType == Modelica.Blocks.Types.Init.SteadyState then der(y) = 0; "
                 "else y = y_start; end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .block = &block,
};
