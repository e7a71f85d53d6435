/* Blocks with a kink: Abs, Sign, Max, Min and Limiter. Between two events each is a smooth function of its
 * inputs; the phase says which one, and ends where a function of the inputs falls through 0.
 *
 *     Abs, Sign        phase 1 for u >= 0, -1 for u < 0             h = phase*u
 *     Max, Min         phase 1 while u1 is the output, -1: u2       h = phase*(u1 - u2) for Max
 *     Limiter          phase 1 above uMax, -1 below uMin, else 0    h = distances from the limits
 *
 * The output of Sign jumps; MSL's value 0 at u = 0 itself holds for an instant only, or for as long as u
 * stays exactly 0, and is given where u is 0. */
#include "component/block/blocks.h"

#include <math.h>

static const eg_port one[] = {EG_PORTS_SISO};
static int continuous(const double *p)
{
    (void)p;
    return 0;
}

static int jumps(const double *p)
{
    (void)p;
    return -1;
}

static long other_phase(const double *p, long phase, int i)
{
    (void)p, (void)i;
    return -phase;
}

/* ---------------------------------------------------------------- Abs and Sign */

static long sign_phase(const double *p, const eg_jet *u)
{
    (void)p;
    return u->x < 0.0 ? -1 : 1;
}

static void sign_switching(const double *p, long phase, const eg_jet *u, eg_jet *h)
{
    (void)p;
    h[0] = eg_jet_scaled(phase < 0 ? -1.0 : 1.0, *u);
}

static const char *sign_event(long phase, int i)
{
    (void)i;
    return phase < 0 ? "input becomes positive" : "input becomes negative";
}

static void evaluate_abs(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)t;
    *y = eg_jet_scaled(phase < 0 ? -1.0 : 1.0, *u);
}

static void bound_abs(const double *p, long phase, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase;
    y->x = fabs(u->x);
}

static void evaluate_sign(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)t;
    const double side = phase < 0 ? -1.0 : 1.0;
    *y = eg_jet_of(u->x == 0.0 ? 0.0 : side);
}

const eg_block_ops eg_abs_block = {.evaluate = evaluate_abs,
                                   .continuity = continuous,
                                   .is_nonlinear = true,
                                   .switch_count = 1,
                                   .switching = sign_switching,
                                   .next_phase = other_phase,
                                   .phase_at = sign_phase,
                                   .event_name = sign_event,
                                   .bound = bound_abs};
const eg_block_ops eg_sign_block = {.evaluate = evaluate_sign,
                                    .continuity = jumps,
                                    .is_nonlinear = true,
                                    .switch_count = 1,
                                    .switching = sign_switching,
                                    .next_phase = other_phase,
                                    .phase_at = sign_phase,
                                    .event_name = sign_event};

/* ---------------------------------------------------------------- Max and Min */

static long max_phase(const double *p, const eg_jet *u)
{
    (void)p;
    return u[0].x > u[1].x ? 1 : -1;
}

static long min_phase(const double *p, const eg_jet *u)
{
    (void)p;
    return u[0].x < u[1].x ? 1 : -1;
}

static void max_switching(const double *p, long phase, const eg_jet *u, eg_jet *h)
{
    double sign = phase < 0 ? -1.0 : 1.0;
    (void)p;
    h[0] = eg_jet_sum(sign, u[0], -sign, u[1]);
}

static void min_switching(const double *p, long phase, const eg_jet *u, eg_jet *h)
{
    max_switching(p, -phase, u, h);
}

static const char *choice_event(long phase, int i)
{
    (void)i;
    return phase < 0 ? "the first input takes over" : "the second input takes over";
}

static void evaluate_choice(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)t;
    *y = phase < 0 ? u[1] : u[0];
}

static void bound_max(const double *p, long phase, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase;
    y->x = fmax(u[0].x, u[1].x);
}

static void bound_min(const double *p, long phase, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase;
    y->x = fmin(u[0].x, u[1].x);
}

const eg_block_ops eg_max_block = {.evaluate = evaluate_choice,
                                   .continuity = continuous,
                                   .is_nonlinear = true,
                                   .switch_count = 1,
                                   .switching = max_switching,
                                   .next_phase = other_phase,
                                   .phase_at = max_phase,
                                   .event_name = choice_event,
                                   .bound = bound_max};
const eg_block_ops eg_min_block = {.evaluate = evaluate_choice,
                                   .continuity = continuous,
                                   .is_nonlinear = true,
                                   .switch_count = 1,
                                   .switching = min_switching,
                                   .next_phase = other_phase,
                                   .phase_at = min_phase,
                                   .event_name = choice_event,
                                   .bound = bound_min};

/* ---------------------------------------------------------------- Limiter */

enum { U_MAX, U_MIN, STRICT, HOMOTOPY };

static long limiter_phase(const double *p, const eg_jet *u)
{
    if (u->x > p[U_MAX])
        return 1;
    if (u->x < p[U_MIN])
        return -1;
    return 0;
}

/* Function 0 ends the phase upwards, 1 downwards. */
static void limiter_switching(const double *p, long phase, const eg_jet *u, eg_jet *h)
{
    const eg_jet never = {1.0, 0.0, 0.0};
    double up = phase == 0 ? p[U_MAX] : p[U_MIN], down = phase == 0 ? p[U_MIN] : p[U_MAX];
    h[0] = phase > 0 ? never : (eg_jet){up - u->x, -u->dx, -u->ddx};
    h[1] = phase < 0 ? never : (eg_jet){u->x - down, u->dx, u->ddx};
}

static long limiter_next(const double *p, long phase, int i)
{
    (void)p;
    return i == 0 ? phase + 1 : phase - 1;
}

static const char *limiter_event(long phase, int i)
{
    (void)i;
    return phase == 0 ? "limit reached" : "limit left";
}

static void evaluate_limiter(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)t;
    *y = phase == 0 ? *u : eg_jet_of(phase > 0 ? p[U_MAX] : p[U_MIN]);
}

static void bound_limiter(const double *p, long phase, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)u;
    y->x = fmin(fmax(y->x, p[U_MIN]), p[U_MAX]);
}

static const eg_block_ops limiter_block = {.evaluate = evaluate_limiter,
                                           .continuity = continuous,
                                           .is_nonlinear = true,
                                           .switch_count = 2,
                                           .switching = limiter_switching,
                                           .next_phase = limiter_next,
                                           .phase_at = limiter_phase,
                                           .event_name = limiter_event,
                                           .bound = bound_limiter};

static void complete_limiter(double *p, const bool *given)
{
    if (!given[U_MIN])
        p[U_MIN] = -p[U_MAX];
}

static const char *check_limiter(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    return p[U_MAX] < p[U_MIN] ? "uMax lies below uMin; exchange them" : NULL;
}

static const char *const homotopies[] = {"NoHomotopy", "Linear", "UpperLimit", "LowerLimit", NULL};

static const eg_parameter limiter_parameters[] = {
    {.name = "uMax", .need = EG_FALLS_BACK, .value = 1.0, .doc = "Upper limit"},
    {.name = "uMin", .value_text = "-uMax", .doc = "Lower limit"},
    {.name = "strict",
     .type = EG_BOOLEAN,
     .doc =
         "MSL's wish to have no events at the limits; here they are events, located exactly, in either case"},
    {.name = "homotopyType",
     .type = EG_ENUMERATION,
     .type_name = "Modelica.Blocks.Types.LimiterHomotopy",
     .literals = homotopies,
     .value = 1.0,
     .doc = "MSL's aid to a tool's initialization; without effect here"},
};

const eg_class eg_class_limiter = {
    .name = EG_MSL_BLOCK("Nonlinear.Limiter"),
    .kind = EG_BLOCK,
    .doc = "Keeps a signal between two limits",
    .text = "The output is the input as long as that lies between uMin and uMax, and the limit beyond. "
            "Reaching and leaving a limit are events.",
    .extends = EG_TEXTS(EG_MSL_BLOCK("Interfaces.SISO")),
    .examples = EG_TEXTS("Blocks"),
    .equations = EG_TEXTS("y = if u > uMax then uMax else if u < uMin then uMin else u;"),
    EG_PARAMETERS(limiter_parameters),
    EG_PORTS(one),
    .complete = complete_limiter,
    .demands = EG_TEXTS("assert(uMax >= uMin, \"uMax lies below uMin\");"),
    .check = check_limiter,
    .block = &limiter_block,
};
