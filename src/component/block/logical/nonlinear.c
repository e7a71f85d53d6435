/* DeadZone, VariableLimiter and SlewRateLimiter: three pieces each, and where one ends is an event.
 *
 *     DeadZone          u - uMax above uMax, u - uMin below uMin, 0 between
 *     VariableLimiter   u between limit2 and limit1, the limit beyond
 *     SlewRateLimiter   der(y) = (u - y)/Td between Falling and Rising, the limit beyond
 *
 * Phase 1 is the upper piece, -1 the lower one, 0 the middle. With `v` the quantity that decides and high,
 * low its limits: function 0 ends a phase upwards, function 1 downwards. */
#include "component/block/blocks.h"

#include <float.h>
#include <math.h>

static const eg_port siso[] = {EG_PORTS_SISO};

static int continuous(const double *p)
{
    (void)p;
    return 0;
}

static long piece_of(double v, double low, double high)
{
    if (v > high)
        return 1;
    if (v < low)
        return -1;
    return 0;
}

static void piece_ends(long phase, eg_jet v, eg_jet low, eg_jet high, eg_jet *h)
{
    const eg_jet never = {1.0, 0.0, 0.0};
    h[0] = phase > 0 ? never : eg_jet_sum(1.0, phase == 0 ? high : low, -1.0, v);
    h[1] = phase < 0 ? never : eg_jet_sum(1.0, v, -1.0, phase == 0 ? low : high);
}

static long next_piece(const double *p, long phase, int i)
{
    (void)p;
    return i == 0 ? phase + 1 : phase - 1;
}

static const char *piece_event(long phase, int i)
{
    (void)i;
    return phase == 0 ? "limit reached" : "limit left";
}

#define PIECES(name)                                                                                         \
    .continuity = continuous, .is_nonlinear = true, .switch_count = 2, .switching = name##_switching,        \
    .next_phase = next_piece, .phase_at = name##_phase, .event_name = piece_event

/* ---------------------------------------------------------------- DeadZone */

enum { U_MAX, U_MIN };

static void evaluate_dead_zone(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)t;
    *y = phase == 0 ? eg_jet_of(0.0) : *u;
    if (phase == 0)
        y->x -= 0.0;
    else if (phase > 0)
        y->x -= p[U_MAX];
    else
        y->x -= p[U_MIN];
}

static long dead_zone_phase(const double *p, const eg_jet *u)
{
    return piece_of(u->x, p[U_MIN], p[U_MAX]);
}

static void dead_zone_switching(const double *p, long phase, const eg_jet *u, eg_jet *h)
{
    piece_ends(phase, *u, eg_jet_of(p[U_MIN]), eg_jet_of(p[U_MAX]), h);
}

static void bound_dead_zone(const double *p, long phase, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)u;
    if (phase > 0)
        y->x = fmax(y->x, 0.0);
    if (phase < 0)
        y->x = fmin(y->x, 0.0);
}

static const eg_block_ops dead_zone_block = {
    .evaluate = evaluate_dead_zone, PIECES(dead_zone), .bound = bound_dead_zone};

static void complete_dead_zone(double *p, const bool *given)
{
    if (!given[U_MIN])
        p[U_MIN] = -p[U_MAX];
}

static const char *check_dead_zone(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    return p[U_MAX] < p[U_MIN] ? "uMax lies below uMin; exchange them" : NULL;
}

static const eg_parameter dead_zone_parameters[] = {
    {.name = "uMax", .need = EG_FALLS_BACK, .value = 1.0, .doc = "Upper end of the zone"},
    {.name = "uMin", .value_text = "-uMax", .doc = "Lower end of the zone"},
};

const eg_class eg_class_dead_zone = {
    .name = EG_MSL_BLOCK("Nonlinear.DeadZone"),
    .kind = EG_BLOCK,
    .doc = "Lets through only what leaves a zone",
    .text =
        "The output is 0 while the input lies between uMin and uMax, and beyond by how much it is outside. "
        "Leaving and entering the zone are events.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("y = if u > uMax then u - uMax else if u < uMin then u - uMin else 0;"),
    EG_PARAMETERS(dead_zone_parameters),
    EG_PORTS(siso),
    .complete = complete_dead_zone,
    .demands = EG_TEXTS("assert(uMax >= uMin, \"uMax lies below uMin\");"),
    .check = check_dead_zone,
    .block = &dead_zone_block,
};

/* ---------------------------------------------------------------- VariableLimiter */

enum { U, LIMIT1, LIMIT2 };

static void evaluate_variable(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)t;
    if (phase == 0)
        *y = u[U];
    else if (phase > 0)
        *y = u[LIMIT1];
    else
        *y = u[LIMIT2];
}

static long variable_phase(const double *p, const eg_jet *u)
{
    (void)p;
    return piece_of(u[U].x, u[LIMIT2].x, u[LIMIT1].x);
}

static void variable_switching(const double *p, long phase, const eg_jet *u, eg_jet *h)
{
    (void)p;
    piece_ends(phase, u[U], u[LIMIT2], u[LIMIT1], h);
}

static void bound_variable(const double *p, long phase, const eg_jet *u, eg_jet *y)
{
    (void)p;
    if (phase == 0 && u[LIMIT2].x <= u[LIMIT1].x)
        y->x = fmin(fmax(y->x, u[LIMIT2].x), u[LIMIT1].x);
}

static const eg_block_ops variable_block = {
    .evaluate = evaluate_variable, PIECES(variable), .bound = bound_variable};

static const char *const homotopies[] = {"NoHomotopy", "Linear", "Fixed", NULL};

static const eg_parameter variable_parameters[] = {
    {.name = "strict",
     .type = EG_BOOLEAN,
     .doc = "MSL's wish to have no events at the limits; here they are events, located exactly, in either "
            "case"},
    {.name = "homotopyType",
     .type = EG_ENUMERATION,
     .type_name = "Modelica.Blocks.Types.VariableLimiterHomotopy",
     .literals = homotopies,
     .value = 1.0,
     .doc = "MSL's aid to a tool's initialization; without effect here"},
    {.name = "ySimplified", .doc = "The same; without effect here"},
};
static const eg_port variable_ports[] = {
    {.name = "u", .kind = EG_REAL_INPUT, .doc = "Input signal"},
    {.name = "y", .kind = EG_REAL_OUTPUT, .doc = "Output signal"},
    {.name = "limit1", .kind = EG_REAL_INPUT, .doc = "Upper limit"},
    {.name = "limit2", .kind = EG_REAL_INPUT, .doc = "Lower limit"},
};

const eg_class eg_class_variable_limiter = {
    .name = EG_MSL_BLOCK("Nonlinear.VariableLimiter"),
    .kind = EG_BLOCK,
    .doc = "Keeps a signal between two others",
    .text =
        "The output is u as long as that lies between limit2 and limit1, and the limit beyond. Reaching and "
        "leaving a limit are events. Where limit1 falls below limit2 the output is the one that was "
        "crossed last.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS("y = if u > limit1 then limit1 else if u < limit2 then limit2 else u;"),
    EG_PARAMETERS(variable_parameters),
    EG_PORTS(variable_ports),
    .block = &variable_block,
};

/* ---------------------------------------------------------------- SlewRateLimiter */

enum { RISING, FALLING, TD, INIT, Y_START, STRICT };
enum { S_U, S_Y };

static eg_jet wanted(const double *p, const eg_jet *u)
{
    return eg_jet_sum(1.0 / p[TD], u[S_U], -1.0 / p[TD], u[S_Y]);
}

static void slew_rates(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *dx)
{
    (void)t;
    dx[0] = phase == 0 ? wanted(p, u) : eg_jet_of(phase > 0 ? p[RISING] : p[FALLING]);
}

static void evaluate_slew(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t;
    *y = u[S_Y];
}

static long slew_phase(const double *p, const eg_jet *u)
{
    return piece_of(wanted(p, u).x, p[FALLING], p[RISING]);
}

static void slew_switching(const double *p, long phase, const eg_jet *u, eg_jet *h)
{
    piece_ends(phase, wanted(p, u), eg_jet_of(p[FALLING]), eg_jet_of(p[RISING]), h);
}

static void slew_start(const double *p, const double *u, double *x)
{
    x[0] = p[INIT] == EG_STEADY_STATE ? u[S_U] : p[Y_START];
}

static const eg_block_ops slew_block = {.evaluate = evaluate_slew,
                                        .state_count = eg_one,
                                        .rates = slew_rates,
                                        .lag = eg_one,
                                        .start = slew_start,
                                        PIECES(slew)};

static void complete_slew(double *p, const bool *given)
{
    if (!given[FALLING])
        p[FALLING] = -p[RISING];
}

static const eg_parameter slew_parameters[] = {
    {.name = "Rising", .value = 1.0, EG_AT_LEAST(DBL_MIN), .doc = "Greatest rate upwards [1/s]"},
    {.name = "Falling",
     .value_text = "-Rising",
     .min = -INFINITY,
     .max = -DBL_MIN,
     .doc = "Greatest rate downwards, negative [1/s]"},
    {.name = "Td",
     EG_SI_TIME,
     .value = 0.001,
     EG_AT_LEAST(DBL_MIN),
     .doc = "Time constant with which the output follows what is slow enough"},
    EG_PARAMETER_INIT(EG_STEADY_STATE),
    EG_PARAMETER_Y_START,
    {.name = "strict",
     .type = EG_BOOLEAN,
     .doc = "MSL's wish to have no events at the limits; here they are events, located exactly, in either "
            "case"},
};

const eg_class eg_class_slew_rate_limiter = {
    .name = EG_MSL_BLOCK("Nonlinear.SlewRateLimiter"),
    .kind = EG_BLOCK,
    .doc = "Follows a signal no faster than it may",
    .text =
        "The output follows the input with the time constant Td, but rises no faster than Rising and falls "
        "no faster than Falling. Reaching and leaving a limit of the rate are events. With SteadyState it "
        "begins with the input.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Waves"),
    .equations = EG_TEXTS(
        "der(y) = if (u - y)/Td < Falling then Falling else if (u - y)/Td > Rising then Rising else (u - "
        "y)/Td;",
        "initial equation y = if initType == Modelica.Blocks.Types.Init.SteadyState then u else y_start;"),
    EG_PARAMETERS(slew_parameters),
    EG_PORTS(siso),
    .complete = complete_slew,
    .block = &slew_block,
};
