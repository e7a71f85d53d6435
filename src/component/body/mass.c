/* Mass: a rigid body of length L that slides without friction.
 *
 *     flange_a.s = s - L/2,  flange_b.s = s + L/2      s is the middle
 *     v = der(s),  a = der(v)
 *     m*a = flange_a.f + flange_b.f                     a positive force pushes in positive direction
 *
 * Dyad's Mass lies on an incline: m*(a + g*sin(theta)) = flange_a.f + flange_b.f. Its g is -9.80665 m/s2 by
 * default, so that theta > 0 points the positive direction downhill. The weight -m*g*sin(theta) enters as
 * a constant force on the body; with theta = 0 there is none and both classes are the same, bit for bit.
 *
 * m = 0 is legal while something else determines the motion of the body. */
#include "component/common.h"
#include "component/block/sources/source_block.h"

enum { M, L, STATE_SELECT };
enum { DYAD_G = 2, DYAD_THETA };
enum { S, V, A };

static int declare_body(const double *p, eg_state_select select, eg_parts *parts)
{
    if (eg_parts_add_rigid(
            parts, (eg_rigid_part){.port_a = EG_AT_FLANGE_A, .port_b = EG_AT_FLANGE_B, .length = p[L]}))
        return -1;
    if (eg_parts_add_inertia(parts, (eg_inertia_part){.port = EG_AT_FLANGE_A, .mass = p[M]}))
        return -1;
    return eg_parts_add_coordinate(parts, (eg_coordinate_part){.variable_s = S,
                                                               .variable_v = V,
                                                               .variable_a = A,
                                                               .from = EG_GROUND,
                                                               .to = EG_AT_FLANGE_A,
                                                               .offset = p[L] / 2,
                                                               .select = (unsigned char)select});
}

static int declare(const double *p, eg_parts *parts)
{
    return declare_body(p, eg_select(p[STATE_SELECT]), parts);
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    if (declare_body(p, EG_DEFAULT, parts))
        return -1;
    if (p[DYAD_THETA] == 0.0)
        return 0;
    return eg_parts_add_force(
        parts, (eg_force_part){.port = EG_AT_FLANGE_A, .support = EG_GROUND, .input = EG_OWN, .sign = 1.0});
}

static void weight(const double *p, long phase, eg_jet t, const eg_jet *u, eg_jet *y)
{
    (void)phase, (void)t, (void)u;
    *y = (eg_jet){-p[M] * p[DYAD_G] * sin(p[DYAD_THETA]), 0.0, 0.0};
}

static const eg_block_ops weight_block = {.evaluate = weight, .generator = eg_polynomial_generator};

#define PARAMETER_L                                                                                          \
    {                                                                                                        \
        .name = "L", EG_SI_LENGTH, .doc = "Length from flange_a to flange_b (= flange_b.s - flange_a.s)"     \
    }

static const eg_parameter parameters[] = {
    {.name = "m",
     EG_SI_MASS,
     .need = EG_FALLS_BACK,
     .value = 1.0,
     EG_AT_LEAST(0.0),
     .doc = "Mass of the body"},
    PARAMETER_L,
    EG_PARAMETER_STATE_SELECT(EG_DEFAULT, "How much s and v want to be states"),
};

static const eg_parameter dyad_parameters[] = {
    {.name = "m", EG_SI_MASS, .need = EG_REQUIRED, EG_AT_LEAST(0.0), .doc = "Mass of the body"},
    PARAMETER_L,
    {.name = "g",
     EG_SI_ACCELERATION,
     .value = -9.80665,
     .doc = "Gravity, counted against the direction of motion"},
    {.name = "theta",
     EG_SI_ANGLE,
     .is_structural = true,
     .doc = "Inclination: with the default g, theta > 0 points the positive direction downhill"},
};

static const eg_port ports[] = {EG_PORTS_TWO_FLANGES};

static const eg_variable variables[] = {
    {.name = "s", EG_SI_POSITION, .doc = "Position of the middle of the body"},
    {.name = "v", EG_SI_VELOCITY, .doc = "Velocity of the body"},
    {.name = "a", EG_SI_ACCELERATION, .doc = "Acceleration of the body"},
};

#define TEXT                                                                                                 \
    "A rigid body of mass m and length L that slides along the axis without friction. Its position s "       \
    "is that of the middle: flange_a lies L/2 to the left, flange_b L/2 to the right.\n\n"                   \
    "Forces are positive when they push the body in positive direction, at either flange: m*a is their "     \
    "sum. A flange that nothing is connected to carries no force.\n\n"

const eg_class eg_class_mass = {
    .name = EG_MSL("Components.Mass"),
    .doc = "Sliding mass of a given length",
    .text = TEXT "m = 0 is allowed as long as dampers, springs or a drive determine the motion. Give s and v "
                 "start values with fixed = true; without them the initial motion is a guess.",
    .also = EG_TEXTS(EG_DYAD("Components.Mass"), "IconicDiagrams.Mechanical.Translation.Components.Mass"),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialRigid"), EG_MSL_PARTIAL("PartialTwoFlanges")),
    .examples =
        EG_TEXTS("ElastoGap", "PreLoad", EG_MSL_EXAMPLE("ElastoGap"), EG_MSL_EXAMPLE("PreLoad"),
                 EG_MSL_EXAMPLE("HeatLosses"), EG_MSL_EXAMPLE("Oscillator"), EG_MSL_EXAMPLE("Damper"),
                 EG_MSL_EXAMPLE("InitialConditions"), EG_MSL_EXAMPLE("Sensors"),
                 EG_MSL_EXAMPLE("SignConvention"), EG_MSL_EXAMPLE("WhyArrows"), EG_MSL_EXAMPLE("Accelerate")),
    .equations = EG_TEXTS("flange_a.s = s - L/2;", "flange_b.s = s + L/2;", "v = der(s);", "a = der(v);",
                          "m*a = flange_a.f + flange_b.f;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};

const eg_class eg_class_dyad_mass = {
    .name = EG_DYAD("Components.Mass"),
    .short_name = EG_DYAD("Mass"),
    .doc = "Sliding mass of a given length, on an incline if wanted (Dyad)",
    .text =
        TEXT "The axis may be inclined: m*(a + g*sin(theta)) is the sum of the forces. Mind the sign of g, "
             "which is negative by default: theta = pi/2 lets the body fall in positive direction. The "
             "work of the weight counts as supplied energy.",
    .also = EG_TEXTS(EG_MSL("Components.Mass")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialRigid"), EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS("ElastoGapDyad", EG_DYAD("Examples.ElastoGap"), EG_DYAD("Examples.PreLoad")),
    .equations = EG_TEXTS("flange_a.s = s - L/2;", "flange_b.s = s + L/2;", "v = der(s);", "a = der(v);",
                          "m*(a + g*sin(theta)) = flange_a.f + flange_b.f;"),
    EG_PARAMETERS(dyad_parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = dyad_declare,
    .block = &weight_block,
};
