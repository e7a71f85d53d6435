/* MassWithStopAndFriction: a mass with Stribeck friction on the ground, between two hard stops.
 *
 *     flange_a.s = s - L/2,  flange_b.s = s + L/2,  v = der(s),  a = der(v)
 *     m*a = flange_a.f + flange_b.f - f
 *     f = F_prop*v + F_Coulomb + F_Stribeck*exp(-fexp*|v|) for v > 0, the mirror image for v < 0;
 *         whatever keeps a = 0 while it sticks
 *     f0 = F_Coulomb + F_Stribeck,  f0_max = 1.001*f0,  lossPower = f*v >= 0
 *     smin + L/2 <= s <= smax - L/2
 *
 * A stop takes all speed at once: the impulse is m*v (with m of all that is rigidly joined), the loss
 * m*v^2/2. MSL resets v just so; here the event list tells the impulse and the energy balance has the loss.
 * At a stop f holds with whatever force it takes in its direction, and with f0_max in the other. When it
 * sticks, slides and breaks away is said in friction.h. Where f0 <= 0 and F_prop <= 0 the body is free
 * between the stops. */
#include "component/common.h"
#include "component/friction/friction_table.h"
#include "component/references.h"

enum { SMAX, SMIN, V_SMALL, L, M, F_PROP, F_COULOMB, F_STRIBECK, FEXP, USE_HEAT_PORT };
enum { RUB, F = RUB + EG_RUB_COUNT, S, V, A, LOSS_POWER, STOPPED };

static void force(const double *p, int segment, double v, double *f, double *df_dv)
{
    (void)segment;
    double bump = p[F_STRIBECK] * exp(-p[FEXP] * v);
    *f = p[F_PROP] * v + p[F_COULOMB] + bump;
    *df_dv = p[F_PROP] - p[FEXP] * bump;
}

static void limits(const double *p, double *f0, double *f0_max)
{
    *f0 = p[F_COULOMB] + p[F_STRIBECK];
    *f0_max = *f0 * 1.001;
}

/* In terms of flange_a.s, which the element measures. */
static void stops(const double *p, double *low, double *high)
{
    *low = p[SMIN];
    *high = p[SMAX] - p[L];
}

static void stribeck(const double *p, double *coulomb, double *viscous, double *bump, double *decay)
{
    *coulomb = p[F_COULOMB];
    *viscous = p[F_PROP];
    *bump = p[F_STRIBECK];
    *decay = p[FEXP];
}

/* Without Stribeck's bump. */
static bool is_linear(const double *p)
{
    return p[F_STRIBECK] == 0 || p[FEXP] == 0;
}

static const eg_friction_ops friction = {
    .force = force, .limits = limits, .stops = stops, .is_linear = is_linear, .stribeck = stribeck};

static void prepare(const double *p, double *k)
{
    k[0] = p[F_PROP] != 0 || (p[F_STRIBECK] != 0 && p[FEXP] != 0);
}

static const eg_element_ops element = EG_FRICTION_ELEMENT(prepare);

/* The least friction: where that of Stribeck falls as fast as the viscous one rises, or at rest. */
static double least_friction(const double *p)
{
    double at_rest = p[F_COULOMB] + p[F_STRIBECK], falls = p[F_STRIBECK] * p[FEXP];
    if (!(falls > p[F_PROP]))
        return at_rest;
    return p[F_COULOMB] + (p[F_PROP] > 0 ? p[F_PROP] / p[FEXP] * (1 + log(falls / p[F_PROP])) : 0);
}

static const char *check(const double *p, const bool *given, bool *is_error)
{
    (void)given;
    *is_error = true;
    if (!(p[SMAX] - p[SMIN] > p[L]))
        return "between the stops smin and smax there is no room for a body of length L";
    if (p[F_COULOMB] + p[F_STRIBECK] < 0)
        return "the friction at rest, F_Coulomb + F_Stribeck, must not be negative";
    if (least_friction(p) < 0)
        return "the friction F_prop*v + F_Coulomb + F_Stribeck*exp(-fexp*v) must be negative at no speed v, "
               "where it would drive";
    return NULL;
}

static int declare(const double *p, eg_parts *parts)
{
    if (eg_parts_add_rigid(
            parts, (eg_rigid_part){.port_a = EG_AT_FLANGE_A, .port_b = EG_AT_FLANGE_B, .length = p[L]}) ||
        eg_parts_add_inertia(parts, (eg_inertia_part){.port = EG_AT_FLANGE_A, .mass = p[M]}) ||
        eg_parts_add_coordinate(parts, (eg_coordinate_part){.variable_s = S,
                                                            .variable_v = V,
                                                            .variable_a = A,
                                                            .from = EG_GROUND,
                                                            .to = EG_AT_FLANGE_A,
                                                            .offset = p[L] / 2,
                                                            .select = EG_DEFAULT}))
        return -1;
    return eg_parts_add_element(
        parts, (eg_element_part){.port_a = EG_GROUND,
                                 .port_b = EG_AT_FLANGE_A,
                                 .heat_port = p[USE_HEAT_PORT] != 0.0 ? EG_AT_HEAT_PORT : EG_NONE,
                                 .input = EG_NONE});
}

static void observe(const eg_observation *o, double *out)
{
    double low, high;
    eg_friction_kind kind = eg_friction_kind_of(o->mode);
    stops(o->p, &low, &high);
    out[F] = o->force.f;
    out[LOSS_POWER] = o->force.loss;
    /* What moves towards its stop has not met it before the event. */
    bool at_low = o->s_rel <= low && kind != EG_BACKWARD, at_high = o->s_rel >= high && kind != EG_FORWARD;
    out[STOPPED] = kind == EG_AT_MIN || at_low ? -1 : kind == EG_AT_MAX || at_high;
    eg_friction_observe(o, &friction, o->v_rel, o->port[EG_AT_FLANGE_A].a, out + RUB);
}

static double discrete(int mode, int variable)
{
    eg_friction_kind kind = eg_friction_kind_of(mode);
    if (variable == STOPPED)
        return kind == EG_AT_MIN ? -1 : kind == EG_AT_MAX;
    return eg_friction_discrete(mode, variable - RUB);
}

static const eg_parameter parameters[] = {
    {.name = "smax",
     EG_SI_POSITION,
     .need = EG_FALLS_BACK,
     .value = 25.0,
     .doc = "Right stop, which the right end of the body meets"},
    {.name = "smin",
     EG_SI_POSITION,
     .need = EG_FALLS_BACK,
     .value = -25.0,
     .doc = "Left stop, which the left end of the body meets"},
    EG_PARAMETER_SMALL(T),
    {.name = "L", EG_SI_LENGTH, .doc = "Length from flange_a to flange_b (= flange_b.s - flange_a.s)"},
    {.name = "m",
     EG_SI_MASS,
     .need = EG_FALLS_BACK,
     .value = 1.0,
     EG_AT_LEAST(0.0),
     .doc = "Mass of the body"},
    {.name = "F_prop",
     .unit = "N.s/m",
     .need = EG_FALLS_BACK,
     .value = 1.0,
     EG_AT_LEAST(0.0),
     .doc = "Friction in proportion to speed"},
    {.name = "F_Coulomb",
     EG_SI_FORCE,
     .need = EG_FALLS_BACK,
     .value = 5.0,
     .doc = "Coulomb friction, whatever the speed"},
    {.name = "F_Stribeck",
     EG_SI_FORCE,
     .need = EG_FALLS_BACK,
     .value = 10.0,
     .doc = "Stribeck's part, which fades with speed"},
    {.name = "fexp",
     .unit = "s/m",
     .need = EG_FALLS_BACK,
     .value = 2.0,
     EG_AT_LEAST(0.0),
     .doc = "How fast Stribeck's part fades"},
    EG_PARAMETER_USE_HEAT_PORT,
    EG_CONSTANTS_FRICTION(T),
};

static const eg_port ports[] = {EG_PORTS_TWO_FLANGES, EG_PORT_HEAT};

static const eg_variable variables[] = {
    EG_VARIABLES_FRICTION(T),
    {.name = "f", EG_SI_FORCE, .doc = "Friction force, with that of a stop: positive against forward motion"},
    {.name = "s", EG_SI_POSITION, .doc = "Position of the middle of the body"},
    {.name = "v", EG_SI_VELOCITY, .doc = "Velocity of the body"},
    {.name = "a", EG_SI_ACCELERATION, .doc = "Acceleration of the body"},
    EG_VARIABLE_LOSS,
    {.name = "stopped", .type = EG_INTEGER, .doc = "-1: at the left stop, 1: at the right stop, 0: at none"},
};

const eg_class eg_class_mass_with_stop_and_friction = {
    .name = EG_MSL("Components.MassWithStopAndFriction"),
    .doc = "Sliding mass with Stribeck friction, between hard stops",
    .text =
        "A body of mass m and length L that rubs on the ground and moves between two hard stops. The "
        "friction force at speed v > 0 is F_prop*v + F_Coulomb + F_Stribeck*exp(-fexp*v), and the same with "
        "the other sign in the other direction. At rest it sticks, exactly, until the load is more than "
        "f0_max = 1.001*(F_Coulomb + F_Stribeck).\n\n"
        "A hard stop takes all speed in an instant. The event list tells the impulse and the lost energy, "
        "which is in the energy balance, but not in lossPower or the heat, which have no place for an "
        "instant. Bodies that meet a compliant stop are better modelled by an ElastoGap, which also lets "
        "them rebound.\n\n"
        "f > 0 acts against motion in positive direction: m*a = flange_a.f + flange_b.f - f. The method "
        "is that of Otter, Elmqvist and Mattsson (1999).",
    .extends =
        EG_TEXTS(EG_MSL_PARTIAL("PartialRigid"), EG_MSL_PARTIAL("PartialTwoFlanges"), EG_MSL_HEAT_PARTIAL),
    .examples = EG_TEXTS("HardStops", EG_MSL_EXAMPLE("Friction"), EG_MSL_EXAMPLE("HeatLosses")),
    .solved = EG_TEXTS(EG_SOLVED_FRICTION(T)),
    .equations = EG_TEXTS(
        "flange_a.s = s - L/2;", "flange_b.s = s + L/2;", "v = der(s);", "a = der(v);", "v_relfric = v;",
        "a_relfric = a;", "0 = flange_a.f + flange_b.f - f - m*der(v);", "f0 = F_Coulomb + F_Stribeck;",
        "f0_max = 1.001*f0;", "free = f0 <= 0 and F_prop <= 0 and s > smin + L/2 and s < smax - L/2;",
        "startForward = pre(mode) == 0 and s < smax - L/2 and sa > f0_max/unitForce or initial() and "
        "v_relfric > 0;",
        "startBackward = pre(mode) == 0 and s > smin + L/2 and sa < -f0_max/unitForce or initial() and "
        "v_relfric < 0;",
        "locked = not free and not (pre(mode) == 1 or startForward or pre(mode) == -1 or startBackward);",
        "a_relfric/unitAcceleration = if locked then 0 else if free then sa else if startForward then sa - "
        "f0_max/unitForce else if startBackward then sa + f0_max/unitForce else if pre(mode) == 1 then sa - "
        "f0_max/unitForce else sa + f0_max/unitForce;",
        "mode = if free then 2 else if (pre(mode) == 1 or pre(mode) == 2 or startForward) and v_relfric > 0 "
        "and s < smax - L/2 then 1 else if (pre(mode) == -1 or pre(mode) == 2 or startBackward) and "
        "v_relfric < 0 and s > smin + L/2 then -1 else 0;",
        "f = if locked then sa*unitForce else if free then 0 else if startForward or (not startBackward and "
        "pre(mode) "
        "== 1) then F_prop*v + F_Coulomb + F_Stribeck*exp(-fexp*abs(v)) else F_prop*v - F_Coulomb - "
        "F_Stribeck*exp(-fexp*abs(v));",
        "stopped = if s <= smin + L/2 then -1 else if s >= smax - L/2 then 1 else 0;",
        "when stopped <> 0 then reinit(s, if stopped < 0 then smin + L/2 else smax - L/2); reinit(v, 0); end "
        "when;",
        "lossPower = f*v_relfric;", EG_EQUATION_HEAT_PORT),
    .references = EG_CITATIONS(EG_CITE_OTTER),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .demands = EG_TEXTS(
        "assert(smax - smin > L, \"between the stops there is no room for a body of length L\");",
        "assert(F_Coulomb + F_Stribeck >= 0, \"the friction at rest, F_Coulomb + F_Stribeck, must not be "
        "negative\");",
        "assert(F_Coulomb + (if F_Stribeck*fexp <= F_prop then F_Stribeck elseif F_prop > 0 then "
        "F_prop/fexp*(1 + log(F_Stribeck*fexp/F_prop)) else 0) >= 0, \"the friction must be negative at no "
        "speed: it would drive\");",
        "when initial() then assert((s > smin + L/2 or s >= smin + L/2 and v >= 0) and (s < smax - L/2 or "
        "s <= smax - L/2 and v <= 0), \"it begins outside its hard stops, or on its way into one\"); "
        "end when;"),
    .check = check,
    .declare = declare,
    .observe = observe,
    .discrete = discrete,
    .element = &element,
    .friction = &friction,
};
