/* Integrator: der(y) = k*u. The output is the state; no input reaches it directly. With use_reset it is
 * set to y_start, or to the signal `set`, when the Boolean input `reset` becomes true.
 *
 * LimIntegrator: the same, but the output stands still at outMax while k*u > 0, at outMin while k*u < 0.
 *
 * Phases of LimIntegrator: 0 between the limits, 1 held at outMax, 2 when k*u has fallen through 0 and y is
 * on its way back, until it is 1e-10 of the way between the limits below outMax; -1 and -2 likewise at
 * outMin. In phase 2 y is on the limit but for round-off, and so is k*u at 0: only what rises clearly above
 * leads back to 1. */
#include "component/block/blocks.h"

enum { U };

static int lag(const double *p)
{
    (void)p;
    return 1;
}

/* ---------------------------------------------------------------- Integrator */

enum { K, USE_RESET, USE_SET, INIT, Y_START };

/* The state stands behind the inputs, of which `set` may be missing. */
static int state_at(bool use_reset, bool use_set)
{
    return use_reset && use_set ? 2 : 1;
}

static void rates(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *dx)
{
    (void)phase, (void)t;
    dx[0] = eg_jet_scaled(p[K], u[U]);
}

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t;
    *y = u[state_at(p[USE_RESET] != 0.0, p[USE_SET] != 0.0)];
}

static void start(const double *p, const double *u, double *x)
{
    (void)u;
    x[0] = p[Y_START];
}

/* SteadyState asks for an input of 0, which is the matter of what is around the block. */
static unsigned rests(const double *p)
{
    return p[INIT] == EG_STEADY_STATE ? EG_SOUGHT(0) : 0;
}

static const eg_block_ops block = {
    .evaluate = evaluate, .state_count = eg_one, .rates = rates, .lag = lag, .start = start, .rests = rests};

#define PARAMETERS_RESET                                                                                     \
    {.name = "use_reset",                                                                                    \
     .type = EG_BOOLEAN,                                                                                     \
     .is_structural = true,                                                                                  \
     .doc = "true: the input `reset` sets the output when it becomes true"},                                 \
    {                                                                                                        \
        .name = "use_set", .type = EG_BOOLEAN, .is_structural = true,                                        \
        .doc = "true: to the input `set`; false: to y_start"                                                 \
    }
#define PORTS_RESET                                                                                          \
    {.name = "reset",                                                                                        \
     .kind = EG_BOOLEAN_INPUT,                                                                               \
     .condition = "use_reset",                                                                               \
     .doc = "Sets the output when it becomes true"},                                                         \
    {                                                                                                        \
        .name = "set", .kind = EG_REAL_INPUT, .condition = "use_reset and use_set",                          \
        .doc = "What the output is set to"                                                                   \
    }

static const eg_parameter parameters[] = {
    {.name = "k", .value = 1.0, .doc = "Factor of the input"},
    PARAMETERS_RESET,
    EG_PARAMETER_INIT(EG_INITIAL_STATE),
    EG_PARAMETER_Y_START,
};
static const eg_port ports[] = {EG_PORTS_SISO, PORTS_RESET};

const eg_class eg_class_integrator = {
    .name = EG_MSL_BLOCK("Continuous.Integrator"),
    .kind = EG_BLOCK,
    .doc = "Integral of a signal",
    .text = "The output grows with k times the input and begins at y_start or, with initType = SteadyState, "
            "where that lets the model around bring the input to 0. It is a state; the input may "
            "jump. With use_reset the output is set anew whenever `reset` becomes true.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks", "Filters"),
    .equations =
        EG_TEXTS("der(y) = k*u;",
                 "initial equation if initType == Modelica.Blocks.Types.Init.SteadyState then der(y) = 0; "
                 "else y = y_start; end if;",
                 "if use_reset then when reset then reinit(y, if use_set then set else y_start); "
                 "end when; end if;"),
    .events = EG_TEXTS("if use_reset then when reset then reinit(y, if use_set then set else y_start); "
                       "end when; end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    .block = &block,
};

/* ---------------------------------------------------------------- LimIntegrator */

enum { L_K, OUT_MAX, OUT_MIN, L_USE_RESET, L_USE_SET, L_INIT, AT_INIT, L_Y_START, STRICT };

static eg_jet output_of(const double *p, const eg_jet *u)
{
    return u[state_at(p[L_USE_RESET] != 0.0, p[L_USE_SET] != 0.0)];
}

static void lim_rates(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *dx)
{
    (void)t;
    dx[0] = phase == 1 || phase == -1 ? eg_jet_of(0.0) : eg_jet_scaled(p[L_K], u[U]);
}

static void lim_evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t;
    *y = output_of(p, u);
}

/* SteadyState asks for an input of 0, which is the matter of what is around the block. */
static unsigned lim_rests(const double *p)
{
    return p[L_INIT] == EG_STEADY_STATE ? EG_SOUGHT(0) : 0;
}

static void lim_start(const double *p, const double *u, double *x)
{
    (void)u;
    x[0] = p[L_Y_START];
}

static long lim_phase(const double *p, const eg_jet *u)
{
    double y = output_of(p, u).x, rate = p[L_K] * u[U].x;
    if (y >= p[OUT_MAX] && rate > 0.0)
        return 1;
    if (y <= p[OUT_MIN] && rate < 0.0)
        return -1;
    return 0;
}

static double margin_of(const double *p)
{
    return 1e-10 * (p[OUT_MAX] - p[OUT_MIN]);
}

/* Function 0 ends the phase upwards, 1 downwards. */
static void lim_switching(const double *p, long phase, const eg_jet *u, eg_jet *h)
{
    const eg_jet never = {1.0, 0.0, 0.0};
    eg_jet y = output_of(p, u), rate = eg_jet_scaled(p[L_K], u[U]);
    double margin = margin_of(p), low = p[OUT_MIN], high = p[OUT_MAX];
    h[0] = phase == -1 ? eg_jet_scaled(-1.0, rate) : never;
    h[1] = phase == 1 ? rate : never;
    if (phase == 1) /* set anew, away from the limit */
        h[0] = (eg_jet){y.x - (high - margin), y.dx, y.ddx};
    if (phase == -1)
        h[1] = (eg_jet){low + margin - y.x, -y.dx, -y.ddx};
    if (phase == 1 || phase == -1)
        return;
    if (phase == 2) {
        low += high - low - margin;
        high += margin;
    } else if (phase == -2) {
        low -= margin;
        high += p[OUT_MIN] - high + margin;
    }
    h[0] = (eg_jet){high - y.x, -y.dx, -y.ddx};
    h[1] = (eg_jet){y.x - low, y.dx, y.ddx};
}

static long lim_next(const double *p, long phase, int i)
{
    (void)p;
    if (phase == 0)
        return i == 0 ? 1 : -1;
    if (phase == 1 || phase == -1)
        return (phase > 0) == (i == 1) ? 2 * phase : 0;
    return (phase > 0) == (i == 0) ? phase / 2 : 0;
}

static const char *lim_event(long phase, int i)
{
    if (phase == 1 || phase == -1)
        return "limit left";
    return phase != 0 && (phase > 0) != (i == 0) ? "clear of the limit" : "limit reached";
}

static int lim_continuity(const double *p)
{
    (void)p;
    return 0;
}

static const eg_block_ops lim_block = {.evaluate = lim_evaluate,
                                       .continuity = lim_continuity,
                                       .is_nonlinear = true,
                                       .state_count = eg_one,
                                       .rates = lim_rates,
                                       .lag = lag,
                                       .start = lim_start,
                                       .rests = lim_rests,
                                       .switch_count = 2,
                                       .switching = lim_switching,
                                       .next_phase = lim_next,
                                       .phase_at = lim_phase,
                                       .event_name = lim_event};

static void lim_complete(double *p, const bool *given)
{
    if (!given[OUT_MIN])
        p[OUT_MIN] = -p[OUT_MAX];
}

static const char *lim_check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    if (p[OUT_MAX] < p[OUT_MIN])
        return "outMax lies below outMin; exchange them";
    return p[L_Y_START] > p[OUT_MAX] || p[L_Y_START] < p[OUT_MIN]
               ? "y_start lies beyond the limits; give y_start between outMin and outMax"
               : NULL;
}

static const eg_parameter lim_parameters[] = {
    {.name = "k", .value = 1.0, .doc = "Factor of the input"},
    {.name = "outMax", .need = EG_FALLS_BACK, .value = 1.0, .doc = "Upper limit"},
    {.name = "outMin", .value_text = "-outMax", .doc = "Lower limit"},
    PARAMETERS_RESET,
    EG_PARAMETER_INIT(EG_INITIAL_STATE),
    {.name = "limitsAtInit",
     .type = EG_BOOLEAN,
     .value = 1.0,
     .doc = "MSL's choice whether the limits count while the start is sought; y_start must keep them here"},
    EG_PARAMETER_Y_START,
    {.name = "strict",
     .type = EG_BOOLEAN,
     .doc =
         "MSL's wish to have no events at the limits; here they are events, located exactly, in either case"},
};

const eg_class eg_class_lim_integrator = {
    .name = EG_MSL_BLOCK("Continuous.LimIntegrator"),
    .kind = EG_BLOCK,
    .doc = "Integral of a signal between two limits",
    .text =
        "The output grows with k times the input, and stands still at a limit until the input leads back. "
        "Reaching and leaving a limit are events. With use_reset the output is set anew whenever `reset` "
        "becomes true, to the limit where what it is set to lies beyond.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Filters"),
    .equations =
        EG_TEXTS("der(y) = if y <= outMin and k*u < 0 or y >= outMax and k*u > 0 then 0 else k*u;",
                 "initial equation if initType == Modelica.Blocks.Types.Init.SteadyState then der(y) = 0; "
                 "else y = y_start; end if;",
                 "if use_reset then when reset then reinit(y, min(outMax, max(outMin, if use_set "
                 "then set else y_start))); end when; end if;"),
    .events =
        EG_TEXTS("if use_reset then when reset then reinit(y, noEvent(min(outMax, max(outMin, if use_set "
                 "then set else y_start)))); end when; end if;"),
    EG_PARAMETERS(lim_parameters),
    EG_PORTS(ports),
    .complete = lim_complete,
    .demands =
        EG_TEXTS("assert(outMax >= outMin, \"outMax lies below outMin\");",
                 "assert(y_start <= outMax and y_start >= outMin, \"y_start lies beyond the limits\");"),
    .check = lim_check,
    .block = &lim_block,
};
