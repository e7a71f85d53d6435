/* Accelerate, translational and rotational: moves a flange with a reference acceleration.
 *
 *     a = a_ref,  v = der(s),  a = der(v),  s = flange.s - support.s
 *
 * s and v are states and begin at their start values, 0 and fixed unless given. The force flange.f is
 * whatever the motion asks for; flange.f < 0 pushes the body in positive direction. */
#include "component/twins.h"

enum { USE_SUPPORT };
enum { S, V, A, S_SUPPORT };
enum { STATE_S, STATE_V, U };

static int state_count(const double *p)
{
    (void)p;
    return 2;
}

static int order(const double *p)
{
    (void)p;
    return 0;
}

static void motion(const double *p, const double *state, eg_jet u, eg_jet *out, double *dstate)
{
    (void)p;
    *out = (eg_jet){state[STATE_S], state[STATE_V], u.x};
    dstate[STATE_S] = state[STATE_V];
    dstate[STATE_V] = u.x;
}

static void partials(const double *p, double out[2][EG_DRIVE_MAX_STATES + 2])
{
    (void)p;
    for (int column = 0; column < EG_DRIVE_MAX_STATES + 2; column++)
        out[0][column] = out[1][column] = 0.0;
    out[0][STATE_V] = 1.0;
    out[1][U] = 1.0;
}

static void start(const double *p, eg_jet u, double s_start, double v_start, double *state)
{
    (void)p, (void)u;
    state[STATE_S] = s_start;
    state[STATE_V] = v_start;
}

static const eg_drive_ops drive = {
    .state_count = state_count, .order = order, .motion = motion, .partials = partials, .start = start};

static int declare_drive(int support, eg_parts *parts)
{
    if (eg_declare_coordinate(parts, S, V, A, support, EG_AT_FLANGE, EG_PREFER))
        return -1;
    return eg_parts_add_drive(parts, (eg_drive_part){.port = EG_AT_FLANGE,
                                                     .support = support,
                                                     .input = EG_AT_SIGNAL,
                                                     .variable_s = S,
                                                     .variable_v = V});
}

static int declare(const double *p, eg_parts *parts)
{
    return declare_drive(eg_support(p[USE_SUPPORT]), parts);
}

static int dyad_declare(const double *p, eg_parts *parts)
{
    (void)p;
    return declare_drive(EG_AT_SUPPORT, parts);
}

static void observe(const eg_observation *o, double *out)
{
    out[S_SUPPORT] = eg_support_position(o, o->p[USE_SUPPORT]);
}

static const eg_parameter parameters[] = {EG_PARAMETER_USE_SUPPORT};

#define PORT_A_REF(D)                                                                                        \
    {                                                                                                        \
        .name = "a_ref", .kind = EG_REAL_INPUT, .unit = EG_UNIT_A(D),                                        \
        .doc = "Acceleration of the flange, relative to the support"                                         \
    }

static const eg_port ports[] = {EG_PORTS_FLANGE_AND_SUPPORT, PORT_A_REF(T)};
static const eg_port rot_ports[] = {EG_ROT_PORTS_FLANGE_AND_SUPPORT, PORT_A_REF(R)};
static const eg_port dyad_ports[] = {EG_PORTS_DYAD_FLANGE_AND_SUPPORT, PORT_A_REF(T)};

#define VARIABLES(D)                                                                                         \
    {.name = EG_WORD_S(D),                                                                                   \
     EG_SI_TWIN_LENGTH(D),                                                                                   \
     .fixed = true,                                                                                          \
     .doc = EG_WORD_DISTANCE(D) " from the support to the flange"},                                          \
        {.name = EG_WORD_V(D), EG_SI_TWIN_V(D), .fixed = true, .doc = "Rate of " EG_WORD_S(D)},              \
    {                                                                                                        \
        .name = "a", EG_SI_TWIN_A(D), .doc = "Rate of " EG_WORD_V(D) " (= a_ref)"                            \
    }

static const eg_variable variables[] = {VARIABLES(T), EG_VARIABLE_S_SUPPORT};
static const eg_variable rot_variables[] = {VARIABLES(R), EG_ROT_VARIABLE_PHI_SUPPORT};
static const eg_variable dyad_variables[] = {VARIABLES(T)};

#define TEXT_OF(D, s, v, f, force, Force, position, Position, moves)                                         \
    "Forces a flange to move with the acceleration of the signal a_ref, relative to the support, "           \
    "beginning at the start values of " s " and " v " (0 unless given). Whatever " force                     \
    " that takes is there and can be read as flange." f                                                      \
    " (positive into this component); its work counts as supplied energy.\n\n"                               \
    "The signal may jump: speed and " position " are its integrals."
#define TEXT(D) EG_WITH_WORDS(TEXT_OF, D)

#define EQUATIONS(D) EG_WORD_V(D) " = der(" EG_WORD_S(D) ");", "a = der(" EG_WORD_V(D) ");", "a = a_ref;"

const eg_class eg_class_accelerate = {
    .name = EG_MSL("Sources.Accelerate"),
    .doc = "Moves a flange with a reference acceleration",
    .text = TEXT(T),
    .also = EG_TEXTS(EG_DYAD("Sources.Accelerate")),
    .extends = EG_TEXTS(EG_MSL_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("Sources", EG_MSL_EXAMPLE("Accelerate")),
    .equations = EG_TEXTS(EG_EQUATIONS_SUPPORT, EQUATIONS(T)),
    EG_PARAMETERS(parameters),
    EG_PORTS(ports),
    EG_VARIABLES(variables),
    .declare = declare,
    .observe = observe,
    .drive = &drive,
};

const eg_class eg_class_rot_accelerate = {
    .name = EG_ROT("Sources.Accelerate"),
    .doc = "Turns a flange with a reference acceleration",
    .text = TEXT(R),
    .extends = EG_TEXTS(EG_ROT_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("Turning"),
    .equations = EG_TEXTS(EG_TWIN_EQUATIONS_SUPPORT(R), EQUATIONS(R)),
    EG_PARAMETERS(parameters),
    EG_PORTS(rot_ports),
    EG_VARIABLES(rot_variables),
    .declare = declare,
    .observe = observe,
    .drive = &drive,
};

const eg_class eg_class_dyad_accelerate = {
    .name = EG_DYAD("Sources.Accelerate"),
    .doc = "Moves a flange with a reference acceleration (Dyad)",
    .text = TEXT(T) EG_DYAD_TEXT_SUPPORT,
    .also = EG_TEXTS(EG_MSL("Sources.Accelerate")),
    .extends = EG_TEXTS(EG_DYAD_PARTIAL("PartialElementaryOneFlangeAndSupport2")),
    .examples = EG_TEXTS("SourcesDyad"),
    .equations = EG_TEXTS(EG_EQUATIONS_DYAD_SUPPORT, EQUATIONS(T)),
    EG_PORTS(dyad_ports),
    EG_VARIABLES(dyad_variables),
    .declare = dyad_declare,
    .drive = &drive,
};
