/* Force: an input signal as a force.
 *
 *     flange.f = -f,  support.f = +f
 *
 * f > 0 pushes what is connected to the flange in positive direction; the reaction -f acts on what is
 * connected to the support (or on the ground).
 *
 * Dyad's Force has two flanges instead: flange_a.f = f, flange_b.f = -f. There f > 0 pushes the neighbour of
 * flange_b in positive direction and that of flange_a in negative direction, that is, it drives them
 * apart. (MSL calls that one Force2.) */
#include "component/common.h"

enum { USE_SUPPORT };
enum { S, S_SUPPORT };
enum { DYAD_INPUT = EG_AT_FLANGE_B + 1 };

static int declare(const double *p, eg_parts *parts)
{
    int support = eg_support(p[USE_SUPPORT]);
    if (eg_declare_coordinate(parts, S, EG_NONE, EG_NONE, support, EG_AT_FLANGE, EG_DEFAULT))
        return -1;
    return eg_parts_add_force(
        parts, (eg_force_part){.port = EG_AT_FLANGE, .support = support, .input = EG_AT_SIGNAL, .sign = 1.0});
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return eg_parts_add_force(
        parts,
        (eg_force_part){.port = EG_AT_FLANGE_B, .support = EG_AT_FLANGE_A, .input = DYAD_INPUT, .sign = 1.0});
}

static void observe(const eg_observation *o, double *out)
{
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const eg_parameter parameters[] = {EG_PARAMETER_USE_SUPPORT};

static const eg_port ports[] = {
    EG_PORTS_FLANGE_AND_SUPPORT,
    {.name = "f", .kind = EG_REAL_INPUT, .unit = "N", .doc = "Force on what is connected to the flange"},
};

static const eg_port dyad_ports[] = {
    EG_PORTS_TWO_FLANGES,
    {.name = "f", .kind = EG_REAL_INPUT, .unit = "N", .doc = "Force that drives the flanges apart"},
};

static const eg_variable variables[] = {EG_VARIABLE_S_TO_SUPPORT, EG_VARIABLE_S_SUPPORT};

const eg_class eg_class_force = {
    .name = EG_MSL("Sources.Force"),
    .doc = "External force from an input signal",
    .text =
        "Pushes what is connected to the flange with the force of the signal f, in positive direction when f "
        "is positive. As every force at a port counts positive into the component, flange.f = -f.\n\n"
        "The reaction acts on the ground or, with useSupport = true, on the body connected to `support`. "
        "The power f*der(s) counts as supplied energy.",
    .also = EG_TEXTS(EG_DYAD("Sources.Force")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("PreLoad", EG_MSL_EXAMPLE("PreLoad"), EG_MSL_EXAMPLE("HeatLosses"),
                         EG_MSL_EXAMPLE("Oscillator"), EG_MSL_EXAMPLE("Sensors"),
                         EG_MSL_EXAMPLE("SignConvention"), EG_MSL_EXAMPLE("Friction")),
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT, "flange.f = -f;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
};

const eg_class eg_class_dyad_force = {
    .name = EG_DYAD("Sources.Force"),
    .short_name = EG_DYAD("Force"),
    .doc = "External force between two flanges from an input signal (Dyad)",
    .text =
        "A force between two flanges: flange_a.f = f and flange_b.f = -f. A positive f pushes what is "
        "connected to flange_b in positive direction and what is connected to flange_a in negative "
        "direction.\n\n"
        "To push one body from the ground, connect flange_a to a Fixed and flange_b to the body; the other "
        "way round the sign turns. MSL's class of the same name has one flange; MSL's Force2 is this one.",
    .also = EG_TEXTS(EG_MSL("Sources.Force"), EG_MSL("Sources.Force2")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialTwoFlanges")),
    .examples = EG_TEXTS(EG_DYAD("Examples.PreLoad")),
    .equations = EG_TEXTS("flange_a.f = f;", "flange_b.f = -f;"),
    EG_PORTS(dyad_ports),
    .declare = dyad_declare,
};
