/* SecondOrder: der(y) = yd, der(yd) = w*(w*(k*u - y) - 2*D*yd), an oscillator with the angular frequency w
 * and the damping D. y and yd are states: y and its derivative follow from them without the input. */
#include "component/block/blocks.h"

enum { K, W, D, INIT, Y_START, YD_START };
enum { U, Y, YD };

static void rates(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *dx)
{
    (void)phase, (void)t;
    double w = p[W];
    dx[0] = u[YD];
    dx[1] = eg_jet_sum(1.0, eg_jet_sum(w * w * p[K], u[U], -w * w, u[Y]), -2.0 * p[D] * w, u[YD]);
}

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = u[Y];
}

static void start(const double *p, const double *u, double *x)
{
    bool steady = p[INIT] == EG_STEADY_STATE;
    x[0] = steady ? p[K] * u[U] : p[Y_START];
    x[1] = steady ? 0.0 : p[YD_START];
}

static unsigned rests(const double *p)
{
    return p[INIT] == EG_STEADY_STATE ? EG_RESTS(0) | EG_RESTS(1) : 0;
}

static const eg_block_ops block = {.evaluate = evaluate,
                                   .state_count = eg_two,
                                   .rates = rates,
                                   .lag = eg_two,
                                   .start = start,
                                   .rests = rests};

static void observe(const eg_observation *o, double *out)
{
    out[0] = o->state[1];
}

static const eg_parameter parameters[] = {
    {.name = "k", .value = 1.0, .doc = "Gain"},
    {.name = "w", .need = EG_FALLS_BACK, .value = 1.0, .doc = "Angular frequency [rad/s]"},
    {.name = "D", .need = EG_FALLS_BACK, .value = 1.0, .doc = "Damping"},
    EG_PARAMETER_INIT(EG_NO_INIT),
    EG_PARAMETER_Y_START,
    {.name = "yd_start", .doc = "Rate of the output at the start"},
};
static const eg_port ports[] = {EG_PORTS_SISO};
static const eg_variable variables[] = {{.name = "yd", .follows = true, .doc = "Rate of y"}};

const eg_class eg_class_second_order = {
    .name = EG_MSL_BLOCK("Continuous.SecondOrder"),
    .kind = EG_BLOCK,
    .doc = "Second-order low-pass",
    .text = "The output follows k times the input like a damped oscillator of angular frequency w; D = 1 is "
            "the limit of creep, below it the output overshoots.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations =
        EG_TEXTS("der(y) = yd;", "der(yd) = w*(w*(k*u - y) - 2*D*yd);",
                 "initial equation if initType == Modelica.Blocks.Types.Init.SteadyState then der(y) = 0; "
                 "else y = y_start; end if;",
                 "initial equation if initType == Modelica.Blocks.Types.Init.SteadyState then der(yd) = 0; "
                 "else yd = yd_start; end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .observe = observe,
    .block = &block,
};
