/* PID and LimPID: controllers with a proportional, an integral and a derivative part. States: xi of the
 * integral, xd of the derivative part (behind its filter of time constant Td/Nd).
 *
 *     PID      der(xi) = u/Ti,  der(xd) = (u - xd)/Tf,  Tf = max(Td/Nd, 100*eps)
 *              y = k*(u + xi + Td/Tf*(u - xd))
 *
 *     LimPID   e = u_s - u_m
 *              ylin = k*((wp*u_s - u_m) + xi + Td/Tf*(ud - xd)) + kFF*u_ff,   ud = wd*u_s - u_m
 *              y = ylin within yMin and yMax
 *              der(xi) = (e + (y - ylin)/(k*Ni))/Ti
 *              der(xd) = (ud - xd)/Tf,  Tf = max(Td/Nd, 1e-14)
 *
 * The term y - ylin keeps the integral from winding up while the output is at a limit. Without an integral
 * (P, PD) xi stays 0, without a derivative part (P, PI) xd does. Reaching and leaving a limit are events.
 */
#include "component/block/blocks.h"

/* ---------------------------------------------------------------- PID */

enum { K, TI, TD, ND, INIT, XI_START, XD_START, Y_START };
enum { U, XI, XD };

static double filter_time(double Td, double Nd, double least)
{
    return fmax(Td / Nd, least);
}

/* Td/Tf*(u - xd); nothing when Td is too small to be there. */
static eg_jet derivative_part(double Td, double Tf, eg_jet u, eg_jet xd)
{
    double factor = fabs(Td) < 2.220446049250313e-16 ? 0.0 : Td / Tf;
    return eg_jet_sum(factor, u, -factor, xd);
}

static eg_jet derivative_rate(double Td, double Tf, eg_jet u, eg_jet xd)
{
    double factor = fabs(Td) < 2.220446049250313e-16 ? 0.0 : 1.0 / Tf;
    return eg_jet_sum(factor, u, -factor, xd);
}

static double pid_filter(const double *p)
{
    return filter_time(p[TD], p[ND], 100.0 * 2.220446049250313e-16);
}

static void pid_rates(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *dx)
{
    (void)phase, (void)t;
    dx[0] = eg_jet_scaled(1.0 / p[TI], u[U]);
    dx[1] = derivative_rate(p[TD], pid_filter(p), u[U], u[XD]);
}

static void evaluate_pid(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t;
    eg_jet sum = eg_jet_sum(1.0, u[U], 1.0, u[XI]);
    *y = eg_jet_scaled(p[K], eg_jet_sum(1.0, sum, 1.0, derivative_part(p[TD], pid_filter(p), u[U], u[XD])));
}

/* InitialOutput: the derivative part begins at rest and the integral makes the rest. */
static void pid_start(const double *p, const double *u, double *x)
{
    bool output = p[INIT] == EG_INITIAL_OUTPUT;
    x[0] = output ? p[Y_START] / p[K] - u[U] : p[XI_START];
    x[1] = output || p[INIT] == EG_STEADY_STATE ? u[U] : p[XD_START];
}

/* SteadyState asks for an input of 0, which is the matter of what is around the block. */
static unsigned pid_rests(const double *p)
{
    return p[INIT] == EG_STEADY_STATE ? EG_SOUGHT(0) | EG_RESTS(1) : 0;
}

static const eg_block_ops pid_block = {.evaluate = evaluate_pid,
                                       .state_count = eg_two,
                                       .rates = pid_rates,
                                       .start = pid_start,
                                       .rests = pid_rests};

static const char *check_pid(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    if (p[K] == 0.0 && p[INIT] == EG_INITIAL_OUTPUT)
        return "with k = 0 the output is 0 and cannot begin at y_start; give another k, or take initType "
               "= InitialState";
    return NULL;
}

#define PARAMETER_TI(how, start)                                                                             \
    {                                                                                                        \
        .name = "Ti", EG_SI_TIME, .need = (how), .value = (start), EG_AT_LEAST(2.2250738585072014e-308),     \
        .doc = "Time constant of the integral part"                                                          \
    }
#define PARAMETER_TD(how, start)                                                                             \
    {                                                                                                        \
        .name = "Td", EG_SI_TIME, .need = (how), .value = (start), EG_AT_LEAST(0.0),                         \
        .doc = "Time constant of the derivative part"                                                        \
    }
#define PARAMETER_ND                                                                                         \
    {                                                                                                        \
        .name = "Nd", .value = 10.0, EG_AT_LEAST(2.220446049250313e-14),                                     \
        .doc = "The derivative part is filtered with the time constant Td/Nd"                                \
    }
#define PARAMETERS_START                                                                                     \
    {.name = "xi_start", .doc = "Integral part at the start"},                                               \
        {.name = "xd_start", .doc = "State of the derivative part at the start"}, EG_PARAMETER_Y_START

static const eg_parameter pid_parameters[] = {
    {.name = "k", .value = 1.0, .doc = "Gain"}, PARAMETER_TI(EG_FALLS_BACK, 0.5),
    PARAMETER_TD(EG_FALLS_BACK, 0.1),           PARAMETER_ND,
    EG_PARAMETER_INIT(EG_INITIAL_STATE),        PARAMETERS_START,
};
static const eg_port pid_ports[] = {EG_PORTS_SISO};

#define VARIABLE_XI                                                                                          \
    {                                                                                                        \
        .name = "I.y", .follows = true, .doc = "State xi of the integral part"                               \
    }
#define VARIABLE_XD                                                                                          \
    {                                                                                                        \
        .name = "D.x", .follows = true, .doc = "State xd of the derivative part"                             \
    }
static const eg_variable pid_variables[] = {VARIABLE_XI, VARIABLE_XD};

static void observe_pid(const eg_observation *o, double *out)
{
    out[0] = o->state[0];
    out[1] = o->state[1];
}

/* Pieces of equations. */
#define NO_DERIVATIVE "abs(Td) < Modelica.Constants.eps"
#define PID_FILTER "max(Td/Nd, 100*Modelica.Constants.eps)"
#define LIM_FILTER "max(Td/Nd, 1e-14)"
#define STEADY "initType == Modelica.Blocks.Types.Init.SteadyState"
#define OUTPUT_STARTS "initType == Modelica.Blocks.Types.Init.InitialOutput"

const eg_class eg_class_pid = {
    .name = EG_MSL_BLOCK("Continuous.PID"),
    .kind = EG_BLOCK,
    .doc = "Controller with proportional, integral and derivative part",
    .text = "The output is k times the sum of the input, its integral over Ti and Td times its "
            "derivative, the latter filtered with the time constant Td/Nd. The parts I and D of the "
            "Modelica Standard Library's PID are not components here; their states begin at xi_start and "
            "xd_start or, with initType = InitialOutput, so that the output begins at y_start; "
            "with SteadyState the integral begins where it lets the model around bring the input to 0.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS(
        "der(I.y) = u/Ti;", "der(D.x) = if " NO_DERIVATIVE " then 0 else (u - D.x)/" PID_FILTER ";",
        "y = k*(u + I.y + (if " NO_DERIVATIVE " then 0 else Td/" PID_FILTER "*(u - D.x)));",
        "initial equation if " OUTPUT_STARTS " then y = y_start; elseif " STEADY
        " then der(I.y) = 0; else I.y = xi_start; end if;",
        "initial equation if " OUTPUT_STARTS " or " STEADY " then D.x = u; else D.x = xd_start; end if;"),
    EG_PARAMETERS(pid_parameters),
    EG_PORTS(pid_ports),
    EG_VARIABLES(pid_variables),
    .observe = observe_pid,
    .demands = EG_TEXTS("assert(k <> 0 or not " OUTPUT_STARTS
                        ", \"with k = 0 the output is 0 and cannot begin at y_start\");"),
    .check = check_pid,
    .block = &pid_block,
};

/* ---------------------------------------------------------------- LimPID */

enum {
    TYPE,
    L_K,
    L_TI,
    L_TD,
    Y_MAX,
    Y_MIN,
    WP,
    WD,
    NI,
    L_ND,
    FEED_FORWARD,
    K_FF,
    L_INIT,
    L_XI_START,
    L_XD_START,
    L_Y_START
};
enum { P_ONLY, P_AND_I, P_AND_D, P_I_AND_D };
enum { U_S, U_M, U_FF };

static bool has_integral(const double *p)
{
    return p[TYPE] == P_AND_I || p[TYPE] == P_I_AND_D;
}

static double derivative_time(const double *p)
{
    return p[TYPE] == P_AND_D || p[TYPE] == P_I_AND_D ? p[L_TD] : 0.0;
}

static double lim_filter(const double *p)
{
    return filter_time(p[L_TD], p[L_ND], 1e-14);
}

/* The states behind the inputs, of which the feed-forward may be missing. */
static const eg_jet *states_of(const double *p, const eg_jet *u)
{
    return u + (p[FEED_FORWARD] != 0.0 ? 3 : 2);
}

static eg_jet derivative_input(const double *p, const eg_jet *u)
{
    return eg_jet_sum(p[WD], u[U_S], -1.0, u[U_M]);
}

static eg_jet not_limited(const double *p, const eg_jet *u)
{
    const eg_jet *x = states_of(p, u);
    eg_jet D = derivative_part(derivative_time(p), lim_filter(p), derivative_input(p, u), x[1]);
    eg_jet P = eg_jet_sum(p[WP], u[U_S], -1.0, u[U_M]);
    eg_jet y = eg_jet_scaled(p[L_K], eg_jet_sum(1.0, eg_jet_sum(1.0, P, 1.0, x[0]), 1.0, D));
    return p[FEED_FORWARD] != 0.0 ? eg_jet_sum(1.0, y, p[K_FF], u[U_FF]) : y;
}

static eg_jet limited(const double *p, long phase, const eg_jet *u)
{
    return phase == 0 ? not_limited(p, u) : eg_jet_of(phase > 0 ? p[Y_MAX] : p[Y_MIN]);
}

static void evaluate_lim(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)t;
    *y = limited(p, phase, u);
}

static void lim_rates(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *dx)
{
    (void)t;
    eg_jet error = eg_jet_sum(1.0, u[U_S], -1.0, u[U_M]);
    eg_jet back = eg_jet_sum(1.0, limited(p, phase, u), -1.0, not_limited(p, u));
    double factor = has_integral(p) ? 1.0 / p[L_TI] : 0.0;
    dx[0] = eg_jet_scaled(factor, eg_jet_sum(1.0, error, 1.0 / (p[L_K] * p[NI]), back));
    dx[1] = derivative_rate(derivative_time(p), lim_filter(p), derivative_input(p, u), states_of(p, u)[1]);
}

static void lim_start(const double *p, const double *u, double *x)
{
    bool output = p[L_INIT] == EG_INITIAL_OUTPUT;
    if (!has_integral(p))
        x[0] = 0.0;
    else if (output)
        x[0] = p[L_Y_START] / p[L_K] - (p[WP] * u[U_S] - u[U_M]);
    else
        x[0] = p[L_XI_START];
    if (derivative_time(p) == 0.0)
        x[1] = 0.0;
    else if (output || p[L_INIT] == EG_STEADY_STATE)
        x[1] = p[WD] * u[U_S] - u[U_M];
    else
        x[1] = p[L_XD_START];
}

static unsigned lim_rests(const double *p)
{
    const bool is_steady = p[L_INIT] == EG_STEADY_STATE;
    return (is_steady && has_integral(p) ? EG_SOUGHT(0) : 0) |
           (is_steady && derivative_time(p) != 0.0 ? EG_RESTS(1) : 0);
}

static long lim_phase(const double *p, const eg_jet *u)
{
    double y = not_limited(p, u).x;
    if (y > p[Y_MAX])
        return 1;
    if (y < p[Y_MIN])
        return -1;
    return 0;
}

/* Function 0 ends the phase upwards, 1 downwards. */
static void lim_switching(const double *p, long phase, const eg_jet *u, eg_jet *h)
{
    const eg_jet never = {1.0, 0.0, 0.0};
    eg_jet y = not_limited(p, u);
    double up = phase == 0 ? p[Y_MAX] : p[Y_MIN], down = phase == 0 ? p[Y_MIN] : p[Y_MAX];
    h[0] = phase > 0 ? never : (eg_jet){up - y.x, -y.dx, -y.ddx};
    h[1] = phase < 0 ? never : (eg_jet){y.x - down, y.dx, y.ddx};
}

static long lim_next(const double *p, long phase, int i)
{
    (void)p;
    return i == 0 ? phase + 1 : phase - 1;
}

static const char *lim_event(long phase, int i)
{
    (void)i;
    return phase == 0 ? "limit reached" : "limit left";
}

static int lim_continuity(const double *p)
{
    (void)p;
    return 0;
}

static const eg_block_ops lim_block = {.evaluate = evaluate_lim,
                                       .continuity = lim_continuity,
                                       .is_nonlinear = true,
                                       .state_count = eg_two,
                                       .rates = lim_rates,
                                       .start = lim_start,
                                       .rests = lim_rests,
                                       .switch_count = 2,
                                       .switching = lim_switching,
                                       .next_phase = lim_next,
                                       .phase_at = lim_phase,
                                       .event_name = lim_event};

static void complete_lim(double *p, const bool *given)
{
    if (!given[Y_MIN])
        p[Y_MIN] = -p[Y_MAX];
}

static const char *check_lim(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    if (p[L_K] == 0.0)
        return "the gain k must not be 0; give another k";
    if (p[Y_MAX] < p[Y_MIN])
        return "yMax lies below yMin; exchange them";
    if (p[L_INIT] == EG_INITIAL_OUTPUT && !has_integral(p))
        return "without an integral part the output cannot begin at y_start; take a controllerType with "
               "one, or initType = InitialState";
    return NULL;
}

static void observe_lim(const eg_observation *o, double *out)
{
    out[0] = o->port[U_S].y - o->port[U_M].y;
    out[1] = o->state[0];
    out[2] = o->state[1];
    const double *p = o->p;
    double D = derivative_time(p) < 2.220446049250313e-16 ? 0.0 : derivative_time(p) / lim_filter(p);
    out[3] = p[L_K] * (p[WP] * o->port[U_S].y - o->port[U_M].y + out[1] +
                       D * (p[WD] * o->port[U_S].y - o->port[U_M].y - out[2]));
    if (p[FEED_FORWARD] != 0.0)
        out[3] += p[K_FF] * o->port[U_FF].y;
}

static const char *const homotopies[] = {"NoHomotopy", "Linear", "UpperLimit", "LowerLimit", NULL};
static const char *const controllers[] = {"P", "PI", "PD", "PID", NULL};

static const eg_parameter lim_parameters[] = {
    {.name = "controllerType",
     .type = EG_ENUMERATION,
     .type_name = "Modelica.Blocks.Types.SimpleController",
     .literals = controllers,
     .value = P_I_AND_D,
     .is_structural = true,
     .doc = "Which parts the controller has"},
    {.name = "k", .value = 1.0, .doc = "Gain, not 0"},
    PARAMETER_TI(EG_HAS_DEFAULT, 0.5),
    PARAMETER_TD(EG_HAS_DEFAULT, 0.1),
    {.name = "yMax", .need = EG_FALLS_BACK, .value = 1.0, .doc = "Upper limit of the output"},
    {.name = "yMin", .value_text = "-yMax", .doc = "Lower limit of the output"},
    {.name = "wp", .value = 1.0, EG_AT_LEAST(0.0), .doc = "Weight of the set point in the proportional part"},
    {.name = "wd", EG_AT_LEAST(0.0), .doc = "Weight of the set point in the derivative part"},
    {.name = "Ni",
     .value = 0.9,
     EG_AT_LEAST(2.220446049250313e-14),
     .doc = "At a limit the integral follows with the time constant Ni*Ti"},
    PARAMETER_ND,
    {.name = "withFeedForward",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: the signal u_ff is added, times kFF"},
    {.name = "kFF", .value = 1.0, .doc = "Factor of u_ff"},
    EG_PARAMETER_INIT(EG_INITIAL_STATE),
    PARAMETERS_START,
    {.name = "homotopyType",
     .type = EG_ENUMERATION,
     .type_name = "Modelica.Blocks.Types.LimiterHomotopy",
     .literals = homotopies,
     .value = 1.0,
     .doc = "MSL's aid to a tool's initialization; without effect here"},
    {.name = "strict",
     .type = EG_BOOLEAN,
     .doc =
         "MSL's wish to have no events at the limits; here they are events, located exactly, in either case"},
};

static const eg_port lim_ports[] = {
    {.name = "u_s", .kind = EG_REAL_INPUT, .doc = "Set point"},
    {.name = "u_m", .kind = EG_REAL_INPUT, .doc = "Measurement"},
    {.name = "u_ff", .kind = EG_REAL_INPUT, .condition = "withFeedForward", .doc = "Feed-forward signal"},
    EG_PORT_Y,
};

static const eg_variable lim_variables[] = {
    {.name = "controlError", .follows = true, .doc = "Set point less measurement"},
    VARIABLE_XI,
    VARIABLE_XD,
    {.name = "limiter.u", .follows = true, .doc = "Output before it is limited"}};

#define CONTROLLER(type) "controllerType == Modelica.Blocks.Types.SimpleController." type
#define WITH_I "if " CONTROLLER("PI") " or " CONTROLLER("PID") " then "
#define WITH_D "if " CONTROLLER("PD") " or " CONTROLLER("PID") " then "

const eg_class eg_class_lim_pid = {
    .name = EG_MSL_BLOCK("Continuous.LimPID"),
    .kind = EG_BLOCK,
    .doc = "Controller with limited output that does not wind up",
    .text =
        "A P, PI, PD or PID controller of the difference between set point and measurement, whose "
        "output stays between yMin and yMax. While it is at a limit the integral part follows the "
        "limit, so that the controller comes back at once. The set point may have weights of its own "
        "in the proportional and the derivative part; a feed-forward signal may be added. Reaching "
        "and leaving a limit are events. With initType = SteadyState the integral begins where it lets the "
        "model around bring the control error to 0.\n\n"
        "The parts of the Modelica Standard Library's LimPID (P, I, D, limiter, ...) are not "
        "components here; of their variables I.y, D.x and limiter.u are results.",
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS(
        "controlError = u_s - u_m;",
        "limiter.u = k*(wp*u_s - u_m + I.y + (" WITH_D "(if " NO_DERIVATIVE " then 0 else Td/" LIM_FILTER
        "*(wd*u_s - u_m - D.x)) else 0)) + (if withFeedForward then kFF*u_ff else 0);",
        "y = if limiter.u > yMax then yMax else if limiter.u < yMin then yMin else limiter.u;",
        "der(I.y) = " WITH_I "(controlError + (y - limiter.u)/(k*Ni))/Ti else 0;",
        "der(D.x) = " WITH_D "(if " NO_DERIVATIVE " then 0 else (wd*u_s - u_m - D.x)/" LIM_FILTER ") else 0;",
        "initial equation " WITH_I "if " OUTPUT_STARTS " then k*(wp*u_s - u_m + I.y) = y_start; "
        "elseif " STEADY " then der(I.y) = 0; else I.y = xi_start; end if; else I.y = 0; end if;",
        "initial equation " WITH_D "if " NO_DERIVATIVE " then D.x = 0; elseif " OUTPUT_STARTS " or " STEADY
        " then D.x = wd*u_s - u_m; else D.x = xd_start; end if; else D.x = 0; end if;"),
    EG_PARAMETERS(lim_parameters),
    EG_PORTS(lim_ports),
    EG_VARIABLES(lim_variables),
    .complete = complete_lim,
    .demands = EG_TEXTS("assert(k <> 0, \"the gain k must not be 0\");",
                        "assert(yMax >= yMin, \"yMax lies below yMin\");"),
    .check = check_lim,
    .observe = observe_lim,
    .block = &lim_block,
};
