/* Adaptors between a flange and signals, for a model that meets its environment through inputs and
 * outputs.
 *
 * GeneralForceToPositionAdaptor: the force comes in and the motion goes out,
 *     flange.f = f,  p = flange.s,  pder = der(p),  pder2 = der(pder).
 * f > 0 pulls what is connected in negative direction, as every force at a port counts positive into the
 * component.
 *
 * GeneralPositionToForceAdaptor: the motion comes in and the force goes out,
 *     flange.s = p,  f = -flange.f,  with der(flange.s) = pder and der(der(flange.s)) = pder2 where these
 * are used and the derivatives of what is given where not. MSL writes y = -f; y = flange.f. Between the
 * two adaptors a connection of f to f, p to p joins their flanges. */
#include "component/given_motion.h"

enum { USE_PDER, USE_PDER2, USE_PDER_AND_PDER2 };
enum { FLANGE, F, P, PDER, PDER2 };

static bool uses_speed(const double *p)
{
    return p[USE_PDER] != 0.0;
}

static bool uses_acceleration(const double *p)
{
    return p[USE_PDER_AND_PDER2] != 0.0;
}

static void complete(double *p, const bool *given)
{
    (void)given;
    p[USE_PDER_AND_PDER2] = p[USE_PDER] != 0.0 && p[USE_PDER2] != 0.0;
}

static int declare_force(const double *p, eg_parts *parts)
{
    eg_force_part force = {.port = FLANGE, .support = EG_GROUND, .input = F, .sign = -1.0};
    if (eg_parts_add_force(parts, force) || eg_declare_sensor(parts, EG_GROUND, FLANGE, 0, P) ||
        (uses_speed(p) && eg_declare_sensor(parts, EG_GROUND, FLANGE, 1, PDER)))
        return -1;
    return uses_acceleration(p) ? eg_declare_sensor(parts, EG_GROUND, FLANGE, 2, PDER2) : 0;
}

static int declare_motion(const double *p, eg_parts *parts)
{
    int inputs[] = {P, uses_speed(p) ? PDER : EG_NONE, uses_acceleration(p) ? PDER2 : EG_NONE};
    if (eg_declare_given_motion(parts, FLANGE, EG_GROUND, inputs))
        return -1;
    return eg_parts_add_force_sensor(
        parts, (eg_force_sensor_part){.port = FLANGE, .output = F, .is_reaction = true});
}

static const eg_parameter parameters[] = {
    {.name = "use_pder",
     .type = EG_BOOLEAN,
     .value = 1.0,
     .is_structural = true,
     .doc = "true: there is a signal for the speed"},
    {.name = "use_pder2",
     .type = EG_BOOLEAN,
     .value = 1.0,
     .is_structural = true,
     .doc = "true: there is a signal for the acceleration, provided that there is one for the speed"},
    {.name = "use_pder_and_pder2",
     .type = EG_BOOLEAN,
     .value_text = "use_pder and use_pder2",
     .is_structural = true,
     .is_protected = true,
     .doc = "Whether the signal for the acceleration exists"},
};

#define PORTS(array, flange_kind, f_kind, p_kind, what)                                                      \
    static const eg_port array[] = {                                                                         \
        {.name = "flange", .kind = flange_kind, .doc = "Flange that the signals stand for"},                 \
        {.name = "f", .kind = f_kind, .unit = "N", .doc = "Force"},                                          \
        {.name = "p", .kind = p_kind, .unit = "m", .doc = "Position " what},                                 \
        {.name = "pder", .kind = p_kind, .unit = "m/s", .condition = "use_pder", .doc = "Its rate"},         \
        {.name = "pder2",                                                                                    \
         .kind = p_kind,                                                                                     \
         .unit = "m/s2",                                                                                     \
         .condition = "use_pder_and_pder2",                                                                  \
         .doc = "The rate of pder"},                                                                         \
    }

PORTS(force_to_position, EG_FLANGE_A, EG_REAL_INPUT, EG_REAL_OUTPUT, "of the flange");
PORTS(position_to_force, EG_FLANGE_B, EG_REAL_OUTPUT, EG_REAL_INPUT, "that the flange takes");

const eg_class eg_class_general_force_to_position_adaptor = {
    .name = EG_MSL("Components.GeneralForceToPositionAdaptor"),
    .doc = "Makes a flange of signals: force in, position, speed and acceleration out",
    .text = "Stands in for whatever is connected to a flange elsewhere, for instance in another program: "
            "the force at the flange comes in as the signal f, the motion of the flange goes out as p, "
            "pder and pder2. use_pder and use_pder2 say which of the derivatives have a signal.\n\n"
            "f counts as flange.f does, positive into this component: f > 0 pushes what is connected in "
            "negative direction. The counterpart on the other side is the GeneralPositionToForceAdaptor.",
    .examples = EG_TEXTS("Adaptors", EG_MSL_EXAMPLE("GenerationOfFMUs")),
    .equations = EG_TEXTS("flange.f = f;", "p = flange.s;", "if use_pder then pder = der(flange.s); end if;",
                          "if use_pder and use_pder2 then pder2 = der(pder); end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(force_to_position),
    .complete = complete,
    .declare = declare_force,
};

const eg_class eg_class_general_position_to_force_adaptor = {
    .name = EG_MSL("Components.GeneralPositionToForceAdaptor"),
    .doc = "Makes a flange of signals: position, speed and acceleration in, force out",
    .text = "Moves its flange along the signals p, pder and pder2, and gives the force that this takes "
            "as the signal f. Without pder2, or pder and pder2 (use_pder2, use_pder), the missing "
            "derivatives are those of what is given, which must then have them as far as the model needs "
            "them.\n\n"
            "f = -flange.f is the force that moves what is connected, positive in positive direction. "
            "The counterpart on the other side is the GeneralForceToPositionAdaptor, to which p, pder, "
            "pder2 and f are connected.",
    .examples = EG_TEXTS("Adaptors", EG_MSL_EXAMPLE("GenerationOfFMUs")),
    .equations = EG_TEXTS("f = -flange.f;", "flange.s = p;", "if use_pder then der(flange.s) = pder; end if;",
                          "if use_pder and use_pder2 then der(der(flange.s)) = pder2; end if;"),
    EG_PARAMETERS(parameters),
    EG_PORTS(position_to_force),
    .complete = complete,
    .declare = declare_motion,
    .drive = &eg_given_motion,
};
