/* IdealGear: two shafts whose angles keep a ratio, without inertia, elasticity, friction or backlash.
 *
 *     phi_a = flange_a.phi - phi_support,  phi_b = flange_b.phi - phi_support
 *     phi_a = ratio*phi_b
 *     0 = ratio*flange_a.tau + flange_b.tau
 *     support.tau = -flange_a.tau - flange_b.tau
 *
 * As one relation between angles: phi_a - ratio*phi_b - (1 - ratio)*phi_support = 0. The torques are in
 * proportion to its coefficients, tau = (1, -ratio, ratio - 1)*flange_a.tau, so that the power that enters
 * is 0 whatever moves. With ratio = 1 the support carries nothing. */
#include "component/rotational.h"

enum { RATIO, USE_SUPPORT };
enum { FLANGE_A, FLANGE_B, SUPPORT };
enum { PHI_A, PHI_B, PHI_SUPPORT };

#define HELD "ratio = 0 would hold flange_a and let flange_b turn freely; use a Fixed"

static const char *check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = p[RATIO] == 0.0;
    return *is_error ? HELD : NULL;
}

static int declare(const double *p, eg_parts *parts)
{
    eg_gear_part gear = {
        .count = 2, .port = {FLANGE_A, FLANGE_B, SUPPORT}, .coefficient = {1.0, -p[RATIO], p[RATIO] - 1.0}};
    int support = p[USE_SUPPORT] != 0.0 ? SUPPORT : EG_GROUND;
    if (p[USE_SUPPORT] != 0.0 && p[RATIO] != 1.0)
        gear.count = 3;
    if (eg_parts_add_gear(parts, gear))
        return -1;
    if (eg_declare_coordinate(parts, PHI_A, EG_NONE, EG_NONE, support, FLANGE_A, EG_DEFAULT))
        return -1;
    return eg_declare_coordinate(parts, PHI_B, EG_NONE, EG_NONE, support, FLANGE_B, EG_DEFAULT);
}

static void observe(const eg_observation *o, double *out)
{
    out[PHI_SUPPORT] = o->p[USE_SUPPORT] != 0.0 ? o->port[SUPPORT].s : 0.0;
}

static const eg_parameter parameters[] = {
    {.name = "ratio",
     .need = EG_FALLS_BACK,
     .value = 1.0,
     .is_structural = true,
     .doc = "Transmission ratio (flange_a.phi/flange_b.phi)"},
    {.name = "useSupport",
     .type = EG_BOOLEAN,
     .is_structural = true,
     .doc = "true: the housing is the flange `support`; false: the ground"},
};

static const eg_port ports[] = {
    EG_ROT_PORTS_TWO_FLANGES,
    EG_ROT_PORT_SUPPORT("Housing: takes the sum of the torques of both flanges"),
};

static const eg_variable variables[] = {
    {.name = "phi_a", EG_SI_ANGLE, .doc = "Angle from the support to flange_a"},
    {.name = "phi_b", EG_SI_ANGLE, .doc = "Angle from the support to flange_b"},
    EG_ROT_VARIABLE_PHI_SUPPORT,
};

const eg_class eg_class_ideal_gear = {
    .name = EG_ROT("Components.IdealGear"),
    .also = EG_TEXTS("RotationalComponents.Components.IdealGear"),
    .doc = "Two shafts at a fixed ratio",
    .text =
        "A gearbox without inertia, elasticity, friction or backlash. flange_a turns `ratio` times as far as "
        "flange_b, in the opposite direction where ratio is negative; flange_b gives `ratio` times the "
        "torque. "
        "No power is lost.\n\n"
        "Both shafts, and everything rigid on them, are one body for the solver: an inertia J at flange_a is "
        "felt as J*ratio^2 at flange_b. The difference of the torques acts on the housing: on the ground or, "
        "with useSupport = true, on `support`, which may be fixed, driven, or an inertia on an elastic "
        "bearing "
        "that moves on its own. The gear then ties three motions, each of which needs an inertia of its "
        "own or "
        "of what it is geared to.\n\n"
        "A loop of gears is refused: in it nothing can move, or how the torque divides is not determined.",
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialElementaryTwoFlangesAndSupport2")),
    .examples = EG_TEXTS("GearedOscillator"),
    .equations = EG_TEXTS(EG_ROT_EQUATIONS_TWO_FLANGES, "phi_a = flange_a.phi - phi_support;",
                          "phi_b = flange_b.phi - phi_support;", "phi_a = ratio*phi_b;",
                          "0 = ratio*flange_a.tau + flange_b.tau;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .demands = EG_TEXTS("assert(ratio <> 0, \"" HELD "\");"),
    .check = check,
    .declare = declare,
    .observe = observe,
};
