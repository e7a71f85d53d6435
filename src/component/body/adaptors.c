/* Adaptors between a flange and signals, for a model that meets its environment through inputs and
 * outputs.
 *
 * Force to position (GeneralForceToPositionAdaptor; rotational GeneralTorqueToAngleAdaptor and
 * TorqueToAngleAdaptor): the force comes in and the motion goes out,
 *     flange.f = f,  p = flange.s,  pder = der(p),  pder2 = der(pder).
 * f > 0 pulls what is connected in negative direction, as every force at a port counts positive into the
 * component.
 *
 * Position to force (GeneralPositionToForceAdaptor; GeneralAngleToTorqueAdaptor and AngleToTorqueAdaptor):
 * the motion comes in and the force goes out,
 *     flange.s = p,  f = -flange.f,  with der(flange.s) = pder and der(der(flange.s)) = pder2 where these
 * are used and the derivatives of what is given where not. MSL writes y = -f; y = flange.f. Between the
 * two adaptors a connection of f to f, p to p joins their flanges.
 *
 * The two older rotational ones call the signals phi, w, a and tau, and have the acceleration without asking
 * for the speed. */
#include "component/source/given_motion.h"
#include "component/twins.h"

/* Whether there is a signal for the speed, for the acceleration, and what MSL's condition of the one that
 * is not a parameter of its own comes to. */
enum { USE_FIRST, USE_SECOND, USE_BOTH };
enum { FLANGE, F, P, PDER, PDER2 };

static void complete(double *p, const bool *given)
{
    (void)given;
    p[USE_BOTH] = p[USE_FIRST] != 0.0 && p[USE_SECOND] != 0.0;
}

static void complete_either(double *p, const bool *given)
{
    (void)given;
    p[USE_BOTH] = p[USE_FIRST] != 0.0 || p[USE_SECOND] != 0.0;
}

static int declare_sensors(eg_parts *parts, bool speed, bool acceleration)
{
    eg_force_part force = {.port = FLANGE, .support = EG_GROUND, .input = F, .sign = -1.0};
    if (eg_parts_add_force(parts, force) || eg_declare_sensor(parts, EG_GROUND, FLANGE, 0, P) ||
        (speed && eg_declare_sensor(parts, EG_GROUND, FLANGE, 1, PDER)))
        return -1;
    return acceleration ? eg_declare_sensor(parts, EG_GROUND, FLANGE, 2, PDER2) : 0;
}

static int declare_drive(eg_parts *parts, bool speed, bool acceleration)
{
    const int inputs[] = {P, speed ? PDER : EG_NONE, acceleration ? PDER2 : EG_NONE};
    if (eg_declare_given_motion(parts, FLANGE, EG_GROUND, inputs))
        return -1;
    return eg_parts_add_force_sensor(
        parts, (eg_force_sensor_part){.port = FLANGE, .output = F, .is_reaction = true});
}

static int declare_force(const double *p, eg_parts *parts)
{
    return declare_sensors(parts, p[USE_FIRST] != 0.0, p[USE_BOTH] != 0.0);
}

static int declare_motion(const double *p, eg_parts *parts)
{
    return declare_drive(parts, p[USE_FIRST] != 0.0, p[USE_BOTH] != 0.0);
}

static int declare_torque(const double *p, eg_parts *parts)
{
    return declare_sensors(parts, p[USE_FIRST] != 0.0, p[USE_SECOND] != 0.0);
}

static int declare_angle(const double *p, eg_parts *parts)
{
    return declare_drive(parts, p[USE_BOTH] != 0.0, p[USE_SECOND] != 0.0);
}

#define PARAMETER_USE(title, text)                                                                           \
    {                                                                                                        \
        .name = (title), .type = EG_BOOLEAN, .value = 1.0, .is_structural = true, .doc = (text)              \
    }
#define PARAMETER_CONDITION(title, formula, text)                                                            \
    {                                                                                                        \
        .name = (title), .type = EG_BOOLEAN, .value_text = (formula), .is_structural = true,                 \
        .is_protected = true, .doc = (text)                                                                  \
    }

#define CONSTANT_FALSE(title, text)                                                                          \
    {                                                                                                        \
        .name = (title), .type = EG_BOOLEAN, .is_constant = true, .doc = (text)                              \
    }

static const eg_parameter parameters[] = {
    PARAMETER_USE("use_pder", "true: there is a signal for the speed"),
    PARAMETER_USE("use_pder2",
                  "true: there is a signal for the acceleration, provided that there is one for the speed"),
    PARAMETER_CONDITION("use_pder_and_pder2", "use_pder and use_pder2",
                        "Whether the signal for the acceleration exists"),
    CONSTANT_FALSE("use_fder", "There is no signal for the rate of the force"),
    CONSTANT_FALSE("use_fder2", "There is none for its second derivative"),
};
static const eg_parameter torque_parameters[] = {
    PARAMETER_USE("use_w", "true: there is a signal for the speed"),
    PARAMETER_USE("use_a", "true: there is a signal for the acceleration"),
};
static const eg_parameter angle_parameters[] = {
    PARAMETER_USE("use_w", "true: there is a signal for the speed"),
    PARAMETER_USE("use_a", "true: there are signals for the speed and the acceleration"),
    PARAMETER_CONDITION("use_w_or_a", "use_w or use_a", "Whether the signal for the speed exists"),
};

#define PORTS(D, flange_kind, force_name, force_kind, names, first, second, motion_kind, what)               \
    {.name = "flange", .kind = (flange_kind), .doc = "Flange that the signals stand for"},                   \
        {.name = (force_name), .kind = (force_kind), .unit = EG_UNIT_F(D), .doc = EG_WORD_FORCE_UPPER(D)},   \
        {.name = names(0),                                                                                   \
         .kind = (motion_kind),                                                                              \
         .unit = EG_UNIT_S(D),                                                                               \
         .doc = EG_WORD_POSITION_UPPER(D) " " what},                                                         \
        {.name = names(1),                                                                                   \
         .kind = (motion_kind),                                                                              \
         .unit = EG_UNIT_V(D),                                                                               \
         .condition = (first),                                                                               \
         .doc = "Rate of " names(0)},                                                                        \
    {                                                                                                        \
        .name = names(2), .kind = (motion_kind), .unit = EG_UNIT_A(D), .condition = (second),                \
        .doc = "Second derivative of " names(0)                                                              \
    }
#define GENERAL(i) GENERAL_##i
#define GENERAL_0 "p"
#define GENERAL_1 "pder"
#define GENERAL_2 "pder2"
#define OLDER(i) OLDER_##i
#define OLDER_0 "phi"
#define OLDER_1 "w"
#define OLDER_2 "a"
#define PORTS_OUT(D, force_name, names, first, second)                                                       \
    PORTS(D, EG_TWIN_FLANGE_A(D), force_name, EG_REAL_INPUT, names, first, second, EG_REAL_OUTPUT,           \
          "of the flange")
#define PORTS_IN(D, force_name, names, first, second)                                                        \
    PORTS(D, EG_TWIN_FLANGE_B(D), force_name, EG_REAL_OUTPUT, names, first, second, EG_REAL_INPUT,           \
          "that the flange takes")

static const eg_port force_to_position[] = {PORTS_OUT(T, "f", GENERAL, "use_pder", "use_pder_and_pder2")};
static const eg_port position_to_force[] = {PORTS_IN(T, "f", GENERAL, "use_pder", "use_pder_and_pder2")};
static const eg_port general_torque_to_angle[] = {
    PORTS_OUT(R, "f", GENERAL, "use_pder", "use_pder_and_pder2")};
static const eg_port general_angle_to_torque[] = {
    PORTS_IN(R, "f", GENERAL, "use_pder", "use_pder_and_pder2")};
static const eg_port torque_to_angle[] = {PORTS_OUT(R, "tau", OLDER, "use_w", "use_a")};
static const eg_port angle_to_torque[] = {PORTS_IN(R, "tau", OLDER, "use_w_or_a", "use_a")};

#define TEXT_OUT_OF(signal, counterpart, D, s, v, f, force, Force, position, Position, moves)                \
    "Stands in for whatever is connected to a flange elsewhere, for instance in another program: the " force \
    " at the flange comes in as the signal " signal ", the motion of the flange goes out: its " position     \
    " and, where they are used, speed and acceleration.\n\n" signal " counts as flange." f                   \
    " does, positive into this component: " signal " > 0 drives what is connected in negative "              \
    "direction. The counterpart on the other side is the " counterpart "."
#define TEXT_OUT(D, signal, counterpart) EG_WITH_WORDS_AND_2(TEXT_OUT_OF, D, signal, counterpart)
#define TEXT_IN_OF(signal, counterpart, D, s, v, f, force, Force, position, Position, moves)                 \
    "Moves its flange along the signals for " position ", speed and acceleration, and gives the " force      \
    " that this takes as the signal " signal ". Where speed or acceleration have no signal they "            \
    "are the derivatives of what is given, which must then have them as far as the model needs "             \
    "them.\n\n" signal " = -flange." f " is the " force " that moves what is connected, positive in "        \
    "positive direction. The counterpart on the other side is the " counterpart "."
#define TEXT_IN(D, signal, counterpart) EG_WITH_WORDS_AND_2(TEXT_IN_OF, D, signal, counterpart)

#define EQUATIONS_OUT(D)                                                                                     \
    "flange." EG_WORD_F(D) " = f;", "p = flange." EG_WORD_S(D) ";",                                          \
        "if use_pder then pder = der(flange." EG_WORD_S(D) "); end if;",                                     \
        "if use_pder and use_pder2 then pder2 = der(pder); end if;"
#define EQUATIONS_IN(D)                                                                                      \
    "f = -flange." EG_WORD_F(D) ";",                                                                         \
        "flange." EG_WORD_S(D) " = if use_pder then Elastogap.Math.withDerivative(p, if use_pder2 "          \
                               "then Elastogap.Math.withDerivative(pder, pder2) else pder) else p;"

const eg_class eg_class_general_force_to_position_adaptor = {
    .name = EG_MSL("Components.GeneralForceToPositionAdaptor"),
    .doc = "Makes a flange of signals: force in, position, speed and acceleration out",
    .text = TEXT_OUT(T, "f", "GeneralPositionToForceAdaptor"),
    .examples = EG_TEXTS("Adaptors", EG_MSL_EXAMPLE("GenerationOfFMUs")),
    .equations = EG_TEXTS(EQUATIONS_OUT(T)),
    EG_PARAMETERS(parameters),
    EG_PORTS(force_to_position),
    .complete = complete,
    .declare = declare_force,
};

const eg_class eg_class_general_position_to_force_adaptor = {
    .name = EG_MSL("Components.GeneralPositionToForceAdaptor"),
    .doc = "Makes a flange of signals: position, speed and acceleration in, force out",
    .text = TEXT_IN(T, "f", "GeneralForceToPositionAdaptor"),
    .examples = EG_TEXTS("Adaptors", EG_MSL_EXAMPLE("GenerationOfFMUs")),
    .equations = EG_TEXTS(EQUATIONS_IN(T)),
    EG_PARAMETERS(parameters),
    EG_PORTS(position_to_force),
    .complete = complete,
    .declare = declare_motion,
    .drive = &eg_given_motion,
};

const eg_class eg_class_general_torque_to_angle_adaptor = {
    .name = EG_ROT("Components.GeneralTorqueToAngleAdaptor"),
    .doc = "Makes a flange of signals: torque in, angle, speed and acceleration out",
    .text = TEXT_OUT(R, "f", "GeneralAngleToTorqueAdaptor"),
    .examples = EG_TEXTS("Adaptors"),
    .equations = EG_TEXTS(EQUATIONS_OUT(R)),
    EG_PARAMETERS(parameters),
    EG_PORTS(general_torque_to_angle),
    .complete = complete,
    .declare = declare_force,
};

const eg_class eg_class_general_angle_to_torque_adaptor = {
    .name = EG_ROT("Components.GeneralAngleToTorqueAdaptor"),
    .doc = "Makes a flange of signals: angle, speed and acceleration in, torque out",
    .text = TEXT_IN(R, "f", "GeneralTorqueToAngleAdaptor"),
    .examples = EG_TEXTS("Adaptors"),
    .equations = EG_TEXTS(EQUATIONS_IN(R)),
    EG_PARAMETERS(parameters),
    EG_PORTS(general_angle_to_torque),
    .complete = complete,
    .declare = declare_motion,
    .drive = &eg_given_motion,
};

const eg_class eg_class_torque_to_angle_adaptor = {
    .name = EG_ROT("Components.TorqueToAngleAdaptor"),
    .doc = "Makes a flange of signals: torque in, angle, speed and acceleration out, by their own names",
    .text = TEXT_OUT(R, "tau", "AngleToTorqueAdaptor") " Without use_w the signal a is the acceleration all "
                                                       "the same, where MSL's equations make it 0.",
    .examples = EG_TEXTS("Adaptors"),
    .equations =
        EG_TEXTS("flange.tau = tau;", "phi = flange.phi;", "if use_w then w = der(flange.phi); end if;",
                 "if use_a then a = der(der(flange.phi)); end if;"),
    EG_PARAMETERS(torque_parameters),
    EG_PORTS(torque_to_angle),
    .declare = declare_torque,
};

const eg_class eg_class_angle_to_torque_adaptor = {
    .name = EG_ROT("Components.AngleToTorqueAdaptor"),
    .doc = "Makes a flange of signals: angle, speed and acceleration in, torque out, by their own names",
    .text = TEXT_IN(R, "tau", "TorqueToAngleAdaptor"),
    .examples = EG_TEXTS("Adaptors"),
    .equations = EG_TEXTS("tau = -flange.tau;",
                          "flange.phi = if use_w or use_a then Elastogap.Math.withDerivative(phi, if use_a "
                          "then Elastogap.Math.withDerivative(w, a) else w) else phi;"),
    EG_PARAMETERS(angle_parameters),
    EG_PORTS(angle_to_torque),
    .complete = complete_either,
    .declare = declare_angle,
    .drive = &eg_given_motion,
};
