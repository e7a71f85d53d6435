/* InitializeFlange, translational and rotational: start values of a flange from signals.
 *
 *     at the start:  flange.s = s_start,  der(flange.s) = v_start,  der(der(flange.s)) = a_start
 *
 * each only when its use_..._start is true; the input exists only then. The component carries no force
 * and takes no part in the motion after the start. */
#include "component/twins.h"

enum { USE_S_START, USE_V_START, USE_A_START, STATE_SELECT };
enum { FLANGE, S_START, V_START, A_START };
enum { S_FLANGE, V_FLANGE };

static int declare(const double *p, eg_parts *parts)
{
    for (int order = 0; order <= 2; order++) {
        eg_initial_part part = {.port = FLANGE, .order = order, .input = S_START + order};
        if (p[USE_S_START + order] != 0.0 && eg_parts_add_initial(parts, part))
            return -1;
    }
    return eg_declare_coordinate(parts, S_FLANGE, V_FLANGE, EG_NONE, EG_GROUND, FLANGE,
                                 eg_select(p[STATE_SELECT]));
}

#define PARAMETERS(D)                                                                                        \
    {.name = "use_" EG_WORD_S(D) "_start",                                                                   \
     .type = EG_BOOLEAN,                                                                                     \
     .value = 1.0,                                                                                           \
     .is_structural = true,                                                                                  \
     .doc = "true: the flange starts at the " EG_WORD_POSITION(D) " " EG_WORD_S(D) "_start"},                \
        {.name = "use_" EG_WORD_V(D) "_start",                                                               \
         .type = EG_BOOLEAN,                                                                                 \
         .value = 1.0,                                                                                       \
         .is_structural = true,                                                                              \
         .doc = "true: the flange starts with the speed " EG_WORD_V(D) "_start"},                            \
        {.name = "use_a_start",                                                                              \
         .type = EG_BOOLEAN,                                                                                 \
         .value = 1.0,                                                                                       \
         .is_structural = true,                                                                              \
         .doc = "true: the flange starts with the acceleration a_start"},                                    \
        EG_PARAMETER_STATE_SELECT(                                                                           \
            EG_DEFAULT, "How much " EG_WORD_S(D) "_flange and " EG_WORD_V(D) "_flange want to be states")
static const eg_parameter parameters[] = {PARAMETERS(T)};
static const eg_parameter rot_parameters[] = {PARAMETERS(R)};

#define PORTS(D)                                                                                             \
    {.name = "flange", .kind = EG_TWIN_FLANGE_B(D), .doc = "Flange whose start is given"},                   \
        {.name = EG_WORD_S(D) "_start",                                                                      \
         .kind = EG_REAL_INPUT,                                                                              \
         .unit = EG_UNIT_S(D),                                                                               \
         .condition = "use_" EG_WORD_S(D) "_start",                                                          \
         .doc = EG_WORD_POSITION_UPPER(D) " at the start"},                                                  \
        {.name = EG_WORD_V(D) "_start",                                                                      \
         .kind = EG_REAL_INPUT,                                                                              \
         .unit = EG_UNIT_V(D),                                                                               \
         .condition = "use_" EG_WORD_V(D) "_start",                                                          \
         .doc = "Speed at the start"},                                                                       \
    {                                                                                                        \
        .name = "a_start", .kind = EG_REAL_INPUT, .unit = EG_UNIT_A(D), .condition = "use_a_start",          \
        .doc = "Acceleration at the start"                                                                   \
    }
static const eg_port ports[] = {PORTS(T)};
static const eg_port rot_ports[] = {PORTS(R)};

#define VARIABLES(D)                                                                                         \
    {.name = EG_WORD_S(D) "_flange", EG_SI_TWIN_S(D), .doc = EG_WORD_POSITION_UPPER(D) " of the flange"},    \
    {                                                                                                        \
        .name = EG_WORD_V(D) "_flange", EG_SI_TWIN_V(D), .doc = "Speed of the flange"                        \
    }
static const eg_variable variables[] = {VARIABLES(T)};
static const eg_variable rot_variables[] = {VARIABLES(R)};

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "Connect it to a flange whose start is known as a signal, for instance from a reference motion. "        \
    "Of " position ", speed and acceleration those are prescribed whose use_..._start is true; each "        \
    "has an input that exists only then and must be connected.\n\n"                                          \
    "The three count as start values with fixed = true: together with the others of the model they must "    \
    "determine the start once, not twice. A body has two initial values, so that with all three in use "     \
    "the acceleration must follow from something else that is free. After the start the component does "     \
    "nothing: flange." f " = 0."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

#define EQUATIONS(D)                                                                                         \
    EG_WORD_S(D)                                                                                             \
    "_flange = flange." EG_WORD_S(D) ";", EG_WORD_V(D) "_flange = der(" EG_WORD_S(D) "_flange);",            \
        "flange." EG_WORD_F(D) " = 0;",                                                                      \
        "initial equation if use_" EG_WORD_S(D) "_start then flange." EG_WORD_S(D) " = " EG_WORD_S(          \
            D) "_start; end if;",                                                                            \
        "initial equation if use_" EG_WORD_V(D) "_start then " EG_WORD_V(D) "_flange = " EG_WORD_V(          \
            D) "_start; end if;",                                                                            \
        "initial equation if use_a_start then der(" EG_WORD_V(D) "_flange) = a_start; end if;"

const eg_class eg_class_initialize_flange = {
    .name = EG_MSL("Components.InitializeFlange"),
    .doc = "Starts a flange with position, speed and acceleration from signals",
    .text = TEXT(T),
    .also = EG_TEXTS(EG_DYAD("Components.PrescribeInitialPosition"),
                     EG_DYAD("Components.PrescribeInitialVelocity"),
                     EG_DYAD("Components.PrescribeInitialAcceleration")),
    .equations = EG_TEXTS(EQUATIONS(T)),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
};

const eg_class eg_class_rot_initialize_flange = {
    .name = EG_ROT("Components.InitializeFlange"),
    .doc = "Starts a flange with angle, speed and acceleration from signals",
    .text = TEXT(R),
    .examples = EG_TEXTS("Clutching"),
    .equations = EG_TEXTS(EQUATIONS(R)),
    EG_PARAMETERS(rot_parameters),
    EG_PORTS(rot_ports),
    EG_VARIABLES(rot_variables),
    .declare = declare,
};
