/* Move, translational and rotational: moves a flange along a position that is given with its derivatives.
 *
 *     s = u[1],  der(s) = u[2],  der(der(s)) = u[3],  s = flange.s - support.s
 *
 * Nothing is differentiated: bodies take their speed from u[2] and their acceleration from u[3], whatever
 * u[1] does. The force flange.f is whatever the motion asks for. */
#include "component/source/given_motion.h"
#include "component/twins.h"

enum { USE_SUPPORT };
enum { S, S_SUPPORT };
enum { U1 = EG_AT_SIGNAL, U2, U3 };

static int declare(const double *p, eg_parts *parts)
{
    int support = eg_support(p[USE_SUPPORT]);
    if (eg_declare_coordinate(parts, S, EG_NONE, EG_NONE, support, EG_AT_FLANGE, EG_DEFAULT))
        return -1;
    return eg_declare_given_motion(parts, EG_AT_FLANGE, support, (const int[]){U1, U2, U3});
}

static void observe(const eg_observation *o, double *out)
{
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const eg_parameter parameters[] = {EG_PARAMETER_USE_SUPPORT};

#define PORTS_U(D)                                                                                           \
    {.name = "u[1]",                                                                                         \
     .kind = EG_REAL_INPUT,                                                                                  \
     .doc = EG_WORD_POSITION_UPPER(D) " of the flange relative to the support [" EG_UNIT_S(D) "]"},          \
        {.name = "u[2]", .kind = EG_REAL_INPUT, .doc = "Its speed [" EG_UNIT_V(D) "]"},                      \
    {                                                                                                        \
        .name = "u[3]", .kind = EG_REAL_INPUT, .doc = "Its acceleration [" EG_UNIT_A(D) "]"                  \
    }
static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT, PORTS_U(T)};
static const eg_port rot_ports[] = {EG_ROT_PORTS_FLANGE_AND_SUPPORT, PORTS_U(R)};

static const eg_variable variables[] = {EG_VARIABLE_S_TO_SUPPORT, EG_VARIABLE_S_SUPPORT};
static const eg_variable rot_variables[] = {EG_ROT_VARIABLE_PHI_TO_SUPPORT, EG_ROT_VARIABLE_PHI_SUPPORT};

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "Forces a flange to move along the signals u[1] (" position "), u[2] (speed) and u[3] "                  \
    "(acceleration), relative to the support. Whatever " force                                               \
    " that takes is there and can be read as flange." f                                                      \
    " (positive into this component); its work counts as supplied energy.\n\n"                               \
    "The three should belong together, u[2] the derivative of u[1] and u[3] that of u[2], as "               \
    "those of Modelica.Blocks.Sources.KinematicPTP2 do. Nobody checks it: what is connected has " position   \
    ", speed and acceleration as given, so that signals which do not fit give " force                        \
    "s which do not fit either."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

#define EQUATIONS(D)                                                                                         \
    EG_WORD_S(D) " = Elastogap.Math.withDerivative(u[1], Elastogap.Math.withDerivative(u[2], u[3]));"

const eg_class eg_class_move = {
    .name = EG_MSL("Sources.Move"),
    .doc = "Moves a flange along a given position, speed and acceleration",
    .text = TEXT(T),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("Sources"),
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT, EQUATIONS(T)),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .drive = &eg_given_motion,
};

const eg_class eg_class_rot_move = {
    .name = EG_ROT("Sources.Move"),
    .doc = "Turns a flange along a given angle, speed and acceleration",
    .text = TEXT(R),
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("Turning"),
    .equations = EG_TEXTS(EG_TWIN_EQUATIONS_SUPPORT(R), EQUATIONS(R)),
    EG_PARAMETERS(parameters),
    EG_PORTS(rot_ports),
    EG_VARIABLES(rot_variables),
    .declare = declare,
    .observe = observe,
    .drive = &eg_given_motion,
};
