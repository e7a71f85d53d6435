/* Dyad's initial conditions: components that exert no force and say how a flange starts.
 *
 *     PrescribeInitialPosition       flange.s = s0
 *     PrescribeInitialVelocity       v = der(flange.s) = v0
 *     PrescribeInitialAcceleration   a = der(der(flange.s)) = a0
 *     PrescribeInitialEquilibrium    v = 0 and a = 0
 *
 * each at the start only, like a start value with fixed = true. The value is the output of the class's own
 * block. */
#include "component/common.h"

enum { VALUE };
enum { FLANGE };

static void evaluate(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t, (void)u;
    *y = eg_jet_of(p[VALUE]);
}

static void evaluate_zero(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)p, (void)phase, (void)t, (void)u;
    *y = eg_jet_of(0.0);
}

static const eg_block_ops block = {.evaluate = evaluate}, zero = {.evaluate = evaluate_zero};

static int add_initial(eg_parts *parts, int order)
{
    return eg_parts_add_initial(parts, (eg_initial_part){.port = FLANGE, .order = order, .input = EG_OWN});
}

static int add_coordinate(eg_parts *parts, int v, int a)
{
    return eg_declare_coordinate(parts, EG_NONE, v, a, EG_GROUND, FLANGE, EG_DEFAULT);
}

static int declare_position(const double *p, eg_parts *parts)
{
    (void)p;
    return add_initial(parts, 0);
}

static int declare_velocity(const double *p, eg_parts *parts)
{
    (void)p;
    return add_initial(parts, 1) ? -1 : add_coordinate(parts, 0, EG_NONE);
}

static int declare_acceleration(const double *p, eg_parts *parts)
{
    (void)p;
    return add_initial(parts, 2) ? -1 : add_coordinate(parts, EG_NONE, 0);
}

static int declare_equilibrium(const double *p, eg_parts *parts)
{
    (void)p;
    return add_initial(parts, 1) || add_initial(parts, 2) ? -1 : add_coordinate(parts, 0, 1);
}

static const eg_port ports[] = {
    {.name = "flange", .kind = EG_FLANGE_A, .doc = "Flange whose start is given; it takes no force"}};

static const eg_parameter s0[] = {
    {.name = "s0", EG_SI_POSITION, .need = EG_REQUIRED, .doc = "Position of the flange at the start"}};
static const eg_parameter v0[] = {
    {.name = "v0", EG_SI_VELOCITY, .need = EG_REQUIRED, .doc = "Velocity of the flange at the start"}};
static const eg_parameter a0[] = {{.name = "a0",
                                   EG_SI_ACCELERATION,
                                   .need = EG_REQUIRED,
                                   .doc = "Acceleration of the flange at the start"}};

#define V                                                                                                    \
    {                                                                                                        \
        .name = "v", EG_SI_VELOCITY, .doc = "Velocity of the flange"                                         \
    }
#define A                                                                                                    \
    {                                                                                                        \
        .name = "a", EG_SI_ACCELERATION, .doc = "Acceleration of the flange"                                 \
    }
static const eg_variable velocity[] = {V}, acceleration[] = {A}, both[] = {V, A};

#define TEXT(what)                                                                                           \
    "At the start " what " It counts as a start value with fixed = true: together with the others of the "   \
    "model it must determine the start once, not twice. After the start the component does nothing: "        \
    "flange.f = 0."
#define NAMESAKE .also = EG_TEXTS(EG_MSL("Components.InitializeFlange"))

const eg_class eg_class_dyad_prescribe_initial_acceleration = {
    .name = EG_DYAD("Components.PrescribeInitialAcceleration"),
    .short_name = EG_DYAD("PrescribeInitialAcceleration"),
    .doc = "Gives a flange its acceleration at the start (Dyad)",
    .text = TEXT("the acceleration of the flange is a0."),
    NAMESAKE,
    .examples = EG_TEXTS("SourcesDyad"),
    .equations = EG_TEXTS("a = der(der(flange.s));", "flange.f = 0;", "initial equation a = a0;"),
    EG_PARAMETERS(a0),
    EG_PORTS(ports),
    EG_VARIABLES(acceleration),
    .declare = declare_acceleration,
    .block = &block,
};

const eg_class eg_class_dyad_prescribe_initial_equilibrium = {
    .name = EG_DYAD("Components.PrescribeInitialEquilibrium"),
    .short_name = EG_DYAD("PrescribeInitialEquilibrium"),
    .doc = "Starts a flange at rest and in balance (Dyad)",
    .text = TEXT("velocity and acceleration of the flange are zero: the forces balance there, and the "
                 "position is the one where they do."),
    .examples = EG_TEXTS("SourcesDyad"),
    .equations = EG_TEXTS("v = der(flange.s);", "a = der(v);", "flange.f = 0;", "initial equation v = 0;",
                          "initial equation a = 0;"),
    EG_PORTS(ports),
    EG_VARIABLES(both),
    .declare = declare_equilibrium,
    .block = &zero,
};

const eg_class eg_class_dyad_prescribe_initial_position = {
    .name = EG_DYAD("Components.PrescribeInitialPosition"),
    .short_name = EG_DYAD("PrescribeInitialPosition"),
    .doc = "Gives a flange its position at the start (Dyad)",
    .text = TEXT("the position of the flange is s0."),
    NAMESAKE,
    .examples = EG_TEXTS("SourcesDyad"),
    .equations = EG_TEXTS("flange.f = 0;", "initial equation flange.s = s0;"),
    EG_PARAMETERS(s0),
    EG_PORTS(ports),
    .declare = declare_position,
    .block = &block,
};

const eg_class eg_class_dyad_prescribe_initial_velocity = {
    .name = EG_DYAD("Components.PrescribeInitialVelocity"),
    .short_name = EG_DYAD("PrescribeInitialVelocity"),
    .doc = "Gives a flange its velocity at the start (Dyad)",
    .text = TEXT("the velocity of the flange is v0."),
    NAMESAKE,
    .examples = EG_TEXTS("SourcesDyad"),
    .equations = EG_TEXTS("v = der(flange.s);", "flange.f = 0;", "initial equation v = v0;"),
    EG_PARAMETERS(v0),
    EG_PORTS(ports),
    EG_VARIABLES(velocity),
    .declare = declare_velocity,
    .block = &block,
};
